"""Writes a trained encoder as ONNX: python3 scripts/encoder/export.py --from work/NAME.pt --to FOLDER

FOLDER gets starter-encoder.onnx, starter-concepts.json, starter-text.f32 and starter.json, which the package reads. The model takes
pixel_values [B, 3, 144, 96] and gives concepts [B, C], shares that sum to 1. Weights are stored in half precision.
"""

import argparse
import copy
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from network import HEIGHT, MEAN, STD, WIDTH, Encoder, Heads
from refit import Refit, refit

# How much surer of itself the encoder is made than training left it; 1.5 and 2.5 were no better on the starter deck.
SHARPNESS = 1.0
# Options that do not change what is learnt.
NOT_THE_MODEL = ("work", "out", "resume", "report", "checkpoint_minutes")
SMALL = 2000  # numbers; smaller arrays stay in full precision


class Namer(nn.Module):
    """Pictures [B, 3, H, W] to shares of concepts [B, C]."""

    def __init__(self, net: Encoder, heads: Heads, sharpness: float, linear: "Refit | None") -> None:
        super().__init__()
        self.net = net
        self.prototypes = nn.Parameter((heads.prototypes().T * heads.scale() * sharpness).detach())
        self.linear = linear
        if linear is not None:
            self.weight = nn.Parameter(linear.weight * sharpness)
            self.bias = nn.Parameter(linear.bias * sharpness)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        features = self.net.pool(self.net.body(x))
        logits = self.net.embed(features) @ self.prototypes
        if self.linear is not None:
            logits = logits * (1 - self.linear.share) + (features @ self.weight + self.bias) * self.linear.share
        return torch.softmax(logits, 1)


def fuse(module: nn.Module) -> None:
    """Folds each batch normalisation into the convolution before it, in place."""
    for child in module.children():
        fuse(child)
        if isinstance(child, nn.Sequential) and len(child) >= 2 and isinstance(child[1], nn.BatchNorm2d):
            child[0] = nn.utils.fuse_conv_bn_eval(child[0], child[1])
            child[1] = nn.Identity()


def halve(model: onnx.ModelProto) -> None:
    """Stores large weights as 16-bit floats, which are cast back when the model is loaded, in place."""
    stored, casts = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > SMALL:
            stored.append(numpy_helper.from_array(values.astype(np.float16), tensor.name + "_half"))
            casts.append(helper.make_node("Cast", [tensor.name + "_half"], [tensor.name], to=TensorProto.FLOAT))
        else:
            stored.append(tensor)
    nodes = list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(stored)
    model.graph.node.extend(casts + nodes)
    onnx.checker.check_model(model)


def in_lines(value, indent: str = "") -> str:
    """JSON with lists on one line."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    lines = [f"{indent}  {json.dumps(key)}: {in_lines(inner, indent + '  ')}" for key, inner in value.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(__file__).parent / "work")
    parser.add_argument("--sharpness", type=float, default=SHARPNESS)
    parser.add_argument("--refit", type=float, default=0.15, help="share of a linear head fitted after training")
    options = parser.parse_args()
    torch.set_num_threads(1)
    saved = torch.load(options.source)
    widths = tuple(int(w) for w in saved["facts"]["options"]["widths"].split(","))
    net, heads = Encoder(widths), Heads(saved["heads"]["meanings"])
    net.load_state_dict(saved["mean"])
    heads.load_state_dict(saved["heads"])
    net.eval()
    linear = refit(net, options.work, saved["facts"]["options"], options.refit) if options.refit else None
    fused = copy.deepcopy(net)
    fuse(fused)
    options.to.mkdir(parents=True, exist_ok=True)
    path = options.to / "starter-encoder.onnx"
    torch.onnx.export(
        Namer(fused, heads, options.sharpness, linear).eval(),
        torch.zeros(2, 3, HEIGHT, WIDTH),
        str(path),
        input_names=["pixel_values"],
        output_names=["concepts"],
        dynamic_axes={"pixel_values": {0: "batch"}, "concepts": {0: "batch"}},
        opset_version=13,
    )
    model = onnx.load(str(path))
    halve(model)
    model.doc_string = ""
    onnx.save(model, str(path))

    names = saved["concepts"]
    text = saved["heads"]["meanings"].numpy().astype("<f4").tobytes()
    (options.to / "starter-concepts.json").write_text(json.dumps(names, ensure_ascii=False) + "\n")
    (options.to / "starter-text.f32").write_bytes(text)
    index = json.loads((options.work / "index.json").read_text())
    facts = saved["facts"]
    manifest = {
        "schema": 1,
        "id": "starter-concepts",
        "title": "Starter concept encoder: a small residual network that names what is on a card",
        "license": "MIT; see data/NOTICE.md for the pictures and words it was trained on",
        "model": {
            "file": path.name,
            "sha256": sha256(path.read_bytes()),
            "input": "pixel_values",
            "output": "concepts",
            "width": WIDTH,
            "height": HEIGHT,
            "mean": MEAN,
            "std": STD,
        },
        "concepts": {
            "file": "starter-concepts.json",
            "sha256OfLines": sha256("\n".join(names).encode()),
            "count": len(names),
        },
        "vectors": {"file": "starter-text.f32", "sha256": sha256(text), "dim": heads.meanings.shape[1]},
        "training": {
            "steps": saved["step"],
            "images": saved["seen"],
            "minutes": round(saved["seconds"] / 60, 1),
            "stoppedBy": "steps",
            "options": {key: value for key, value in facts["options"].items() if key not in NOT_THE_MODEL},
            "sharpness": options.sharpness,
            "refit": options.refit,
            "pictures": facts["pictures"],
            "counts": index["counts"],
            "inputs": facts["inputs"],
            "versions": facts["versions"] | index["versions"],
            "heldOutStyles": index["heldOut"]["styles"] + ["tuxpaint-stamps"],
            "heldOutConcepts": index["heldOut"]["concepts"],
            "log": saved["log"],
        },
    }
    (options.to / "starter.json").write_text(in_lines(manifest) + "\n")
    print(f"{path}: {path.stat().st_size} bytes, sha256 {manifest['model']['sha256']}")


if __name__ == "__main__":
    main()
