"""A linear head fitted after training: linear discriminant analysis of the pooled features of things of known names."""

from dataclasses import dataclass
from pathlib import Path

import torch

from collages import Collages, Stage
from network import Encoder
from pictures import read_cards, read_concepts, read_pictures

SEED = 99
BATCHES, SIZE = 1000, 64
# Share of the mean variance that is added to every direction of the scatter within concepts.
SHRINK = 0.1


@dataclass(frozen=True)
class Refit:
    weight: torch.Tensor  # [F, C]
    bias: torch.Tensor  # [C]
    share: float  # of the logits that are this head's; the rest are the prototypes'


@torch.no_grad()
def refit(net: Encoder, work: Path, options: dict, share: float) -> Refit:
    """Fits on collages in full size; a collage teaches the concept that fills most of it."""
    concepts = read_concepts(work)
    pictures = read_pictures(work, set(filter(None, options["sets"].split(","))))
    source = Collages(pictures, read_cards(work), concepts, options["restyled"], 0.0)
    stage = Stage("full", 1.0, 144, 96, SIZE)
    torch.manual_seed(SEED)
    features, labels = [], []
    for _ in range(BATCHES):
        batch = source.batch(stage)
        largest = batch.concepts.max(1)
        sure = largest.values > 0.6
        features.append(net.pool(net.body(batch.pictures[sure])))
        labels.append(largest.indices[sure])
    x, y = torch.cat(features).double(), torch.cat(labels)
    count = torch.bincount(y, minlength=len(concepts.names)).double()
    middle = x.mean(0)
    means = torch.zeros(len(count), x.shape[1], dtype=torch.double).index_add_(0, y, x - middle)
    # A concept seen seldom stays near the middle of all.
    means /= (count + 1).unsqueeze(1)
    off = x - middle - means[y]
    within = off.T @ off / len(off)
    within += SHRINK * within.diagonal().mean() * torch.eye(len(within), dtype=torch.double)
    weight = torch.linalg.solve(within, means.T)
    bias = -0.5 * (means.T * weight).sum(0) - middle @ weight
    print(f"refit: {len(x)} collages, {int((count > 0).sum())} of {len(count)} concepts")
    return Refit(weight.float(), bias.float(), share)
