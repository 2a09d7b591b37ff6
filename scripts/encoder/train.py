"""Trains the encoder: python3 scripts/encoder/train.py --steps N --out work/NAME.pt

The same steps, seed, inputs, torch and kind of processor give the same weights: one thread, and every step draws its lots from a
seed of its own, so that a run which is interrupted goes on from its last checkpoint as if nothing had happened (--resume).
"""

import argparse
import hashlib
import json
import math
import os
import platform
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from collages import Collages, Stage
from network import Encoder, Heads
from pictures import read_cards, read_concepts, read_pictures

WORK = Path(__file__).parent / "work"
WARM_UP = 0.06
FINAL_RATE = 0.003
WORDS_WEIGHT = 2.0
LONGEST_GRADIENT = 5.0
EMA_LIMIT, EMA_EVERY = 0.998, 2
INPUTS = ("index.json", "cards.json", "pictures.u8", "cards.u8", "meanings.f32")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate")
    parser.add_argument("--sets", default="", help="icon sets, joined by commas; all if empty")
    parser.add_argument(
        "--restyled", type=float, default=0.0, help="share of things in line art, and as many outlined; grows from none"
    )
    parser.add_argument("--composed", type=float, default=0.0, help="share of pictures cut from composed cards")
    parser.add_argument("--alone", type=float, default=0.30, help="share of steps with one thing on 64 x 64 pixels")
    parser.add_argument("--halfway", type=float, default=0.62, help="share of steps before pictures have their full size")
    parser.add_argument("--batch", type=int, default=128, help="pictures a step; of larger ones 3/4 and 1/2")
    parser.add_argument("--widths", default="24,48,96,160", help="channels of the network")
    parser.add_argument("--work", type=Path, default=WORK)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", action="store_true", help="go on from --out")
    parser.add_argument("--report", type=int, default=100, help="steps between two lines of progress")
    parser.add_argument("--checkpoint-minutes", type=float, default=4)
    return parser.parse_args()


def stages(alone: float, halfway: float, batch: int) -> list:
    return [
        Stage("alone", alone, 64, 64, batch),
        Stage("small", halfway, 96, 64, batch * 3 // 4),
        Stage("full", 1.0, 144, 96, batch // 2),
    ]


def rate_at(share: float, highest: float) -> float:
    """Rises over the first steps and falls as a cosine; `share` of all steps is done."""
    if share < WARM_UP:
        return highest * max(share, 1e-3) / WARM_UP
    return highest * (0.5 * (1 + math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))) + FINAL_RATE)


def optimiser(net: Encoder, heads: Heads) -> torch.optim.AdamW:
    """Heads learn twice as fast; prototypes are held near what words say by a strong decay."""
    kernels = [p for p in net.parameters() if p.ndim > 1]
    others = [p for p in net.parameters() if p.ndim <= 1]
    linear = [heads.from_words.weight, heads.to_words.weight, heads.to_words.bias]
    return torch.optim.AdamW(
        [
            {"params": kernels, "weight_decay": 0.03, "speed": 1},
            {"params": others, "weight_decay": 0.0, "speed": 1},
            {"params": linear, "weight_decay": 0.01, "speed": 2},
            {"params": [heads.free], "weight_decay": 0.3, "speed": 2},
            {"params": [heads.log_scale], "weight_decay": 0.0, "speed": 2},
        ]
    )


def average(mean: dict, state: dict, step: int) -> None:
    """Moves the running mean of the weights toward `state`, in place."""
    keep = min(EMA_LIMIT, step / (step + 20)) ** EMA_EVERY
    for name, value in state.items():
        if value.dtype.is_floating_point:
            mean[name].lerp_(value, 1 - keep)
        else:
            mean[name].copy_(value)


def losses(net: Encoder, heads: Heads, batch):
    """Cross-entropy of the concepts, and 1 - cosine of the words; both a mean over the batch."""
    x = batch.pictures.contiguous(memory_format=torch.channels_last)
    with torch.cpu.amp.autocast(dtype=torch.bfloat16):
        maps = net.body(x)
    embedded = net.embed(net.pool(maps.float()))
    naming = -(batch.concepts * F.log_softmax(heads.logits(embedded), 1)).sum(1).mean()
    wording = (1 - (heads.words(embedded) * batch.words).sum(1)).mean()
    return naming, wording


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    options = parse()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    concepts = read_concepts(options.work)
    pictures = read_pictures(options.work, set(filter(None, options.sets.split(","))))
    source = Collages(pictures, read_cards(options.work), concepts, options.restyled, options.composed)
    net = Encoder(tuple(int(w) for w in options.widths.split(","))).to(memory_format=torch.channels_last)
    heads = Heads(concepts.meaning)
    adam = optimiser(net, heads)
    mean = {name: value.clone() for name, value in net.state_dict().items()}
    step, seconds, seen, log, sums = 0, 0.0, 0, [], [0.0, 0.0]
    if options.resume:
        saved = torch.load(options.out)
        net.load_state_dict(saved["net"])
        heads.load_state_dict(saved["heads"])
        adam.load_state_dict(saved["adam"])
        mean, step, seconds, seen, log, sums = (saved[k] for k in ("mean", "step", "seconds", "seen", "log", "sums"))
    facts = {
        "options": {k: str(v) if isinstance(v, Path) else v for k, v in vars(options).items()},
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "numpy": np.__version__},
        "inputs": {file: sha256(options.work / file) for file in INPUTS},
        "pictures": len(pictures.concept),
    }
    print(json.dumps(facts), flush=True)

    def save() -> None:
        state = {"net": net.state_dict(), "heads": heads.state_dict(), "adam": adam.state_dict(), "mean": mean}
        state |= {"step": step, "seconds": seconds + time.time() - started, "seen": seen}
        state |= {"log": log, "sums": sums, "facts": facts}
        partial = options.out.with_suffix(".partial")
        torch.save(state | {"concepts": concepts.names}, partial)
        os.replace(partial, options.out)

    started = saved_at = time.time()
    while step < options.steps:
        share = step / options.steps
        stage = next(one for one in stages(options.alone, options.halfway, options.batch) if share < one.until)
        for group in adam.param_groups:
            group["lr"] = rate_at(share, options.rate) * group["speed"]
        source.restyled = options.restyled * share
        torch.manual_seed(options.seed * 1_000_003 + step)
        naming, wording = losses(net, heads, source.batch(stage))
        adam.zero_grad()
        (naming + WORDS_WEIGHT * wording).backward()
        nn.utils.clip_grad_norm_(net.parameters(), LONGEST_GRADIENT)
        adam.step()
        step += 1
        seen += stage.batch
        if step % EMA_EVERY == 0:
            average(mean, net.state_dict(), step)
        sums[0] += naming.item()
        sums[1] += wording.item()
        if step % options.report == 0:
            log.append([step, stage.name, round(sums[0] / options.report, 4), round(1 - sums[1] / options.report, 4)])
            print(*log[-1], f"{seconds + time.time() - started:.0f} s, {seen} pictures", flush=True)
            sums = [0.0, 0.0]
        if time.time() - saved_at > options.checkpoint_minutes * 60:
            save()
            saved_at = time.time()
    save()
    print(f"done: {step} steps, {seen} pictures, {seconds + time.time() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
