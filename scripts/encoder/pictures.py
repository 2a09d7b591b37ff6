"""Reads what prepare-pictures.ts and prepare-cards.ts wrote into the work folder.

N training pictures, S = 64 their side; M composed cards; C concepts; word vectors have 100 numbers.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

WORDS = 100


@dataclass(frozen=True)
class Pictures:
    """Single things on nothing."""

    planes: torch.Tensor  # uint8 [N, 4, S, S]: red, green, blue times alpha, and alpha
    concept: torch.Tensor  # int64 [N], -1 where only words are known
    meaning: torch.Tensor  # float [N, 100], unit vectors
    weight: torch.Tensor  # float [N], how often each is drawn


@dataclass(frozen=True)
class Cards:
    """Composed cards; the first `empty` show nothing but a scene."""

    rgb: torch.Tensor  # uint8 [M, 3, height, width]
    spots: list  # for each card rows [n, 5]: concept, middle x and y, width, height, in card widths
    empty: int


@dataclass(frozen=True)
class Concepts:
    names: list
    meaning: torch.Tensor  # float [C, 100], unit vectors


def read_concepts(work: Path) -> Concepts:
    index = json.loads((work / "index.json").read_text())
    meaning = np.fromfile(work / "concepts.f32", np.float32).reshape(-1, WORDS)
    assert len(meaning) == len(index["concepts"])
    return Concepts(index["concepts"], torch.from_numpy(meaning))


def read_pictures(work: Path, sets: set) -> Pictures:
    """All training pictures of the sets named; all if none is named. Refuses held-out styles and concepts."""
    index = json.loads((work / "index.json").read_text())
    held_out = index["heldOut"]
    assert not set(held_out["styles"]) & {one["set"] for one in index["pictures"]}, "a held-out style is in the index"
    assert not set(held_out["concepts"]) & set(index["concepts"]), "a held-out concept is in the index"
    chosen = [i for i, one in enumerate(index["pictures"]) if not sets or one["set"] in sets]
    side = index["side"]
    planes = np.fromfile(work / "pictures.u8", np.uint8).reshape(-1, 4, side, side)[chosen]
    meaning = np.fromfile(work / "meanings.f32", np.float32).reshape(-1, WORDS)[chosen]
    concept = torch.tensor([index["pictures"][i]["concept"] for i in chosen])
    weight = torch.tensor([index["pictures"][i]["weight"] for i in chosen], dtype=torch.float)
    # A concept that many sets draw is not drawn that many times as often.
    count = torch.bincount(concept.clamp(min=0), minlength=len(index["concepts"])).float()
    weight = torch.where(concept >= 0, weight / count[concept.clamp(min=0)].sqrt(), weight)
    return Pictures(torch.from_numpy(planes), concept, torch.from_numpy(meaning), weight)


def read_cards(work: Path) -> Cards:
    index = json.loads((work / "cards.json").read_text())
    rgb = np.fromfile(work / "cards.u8", np.uint8).reshape(-1, index["height"], index["width"], 3)
    spots = [torch.tensor(rows, dtype=torch.float).reshape(-1, 5) for rows in index["spots"]]
    return Cards(torch.from_numpy(rgb).permute(0, 3, 1, 2).contiguous(), spots, index["empty"])
