"""Endless training pictures: things by lot on backgrounds by lot, and windows on composed cards.

B pictures of H x W pixels, C concepts. All lots come from torch's global generator, which the trainer seeds at every step.
"""

from dataclasses import dataclass

import torch
from torch.nn import functional as F

from network import MEAN, STD
from pictures import Cards, Concepts, Pictures
from styles import jitter, recolour, restyle, uniform

MOST_THINGS = 5
# Sides of the squares things are turned in, in pixels; a thing takes the smallest that holds it.
PATCHES = (32, 48, 72, 104, 140)
MARGIN = 72
# Share of pictures that show 1, 2, ... things.
ALONE = (0.92, 0.08, 0.0, 0.0, 0.0)
TOGETHER = (0.40, 0.15, 0.20, 0.17, 0.08)
# A thing this many pixels long, on a picture 96 wide, counts 1 among those on its picture.
USUAL_SIZE, SIZE_POWER = 60, 1.2
CLIP_ART_SHARPNESS, SMOOTH_SHARPNESS = 0.07, 0.1


@dataclass(frozen=True)
class Stage:
    """A part of the curriculum: until this share of all steps, pictures of this size, this many at once."""

    name: str
    until: float
    height: int
    width: int
    batch: int

    @property
    def alone(self) -> bool:
        return self.height == self.width


@dataclass(frozen=True)
class Batch:
    pictures: torch.Tensor  # [B, 3, H, W], normalised
    concepts: torch.Tensor  # [B, C], shares that sum to 1
    words: torch.Tensor  # [B, 100], unit vectors


class Collages:
    def __init__(
        self,
        pictures: Pictures,
        cards: Cards,
        concepts: Concepts,
        restyled: float = 0.0,
        composed: float = 0.0,
        smooth: float = 0.12,
    ) -> None:
        """`restyled`: share of things in line art, and as many outlined. `composed`: share of windows on cards."""
        self.pictures, self.cards, self.concepts = pictures, cards, concepts
        self.restyled, self.composed, self.smooth = restyled, composed, smooth
        self.full = [i for i in range(cards.empty, len(cards.spots)) if len(cards.spots[i]) > 0]

    def batch(self, stage: Stage, size: int = 0) -> Batch:
        count = size or stage.batch
        shown = int(round(count * self.composed)) if self.full else 0
        x, shares, words = self._things(stage, count - shown)
        if shown:
            x2, shares2, words2 = self._windows(stage, shown)
            x, shares, words = torch.cat([x, x2]), torch.cat([shares, shares2]), torch.cat([words, words2])
        words = F.normalize(words, dim=1)
        near = torch.softmax(words @ self.concepts.meaning.T / SMOOTH_SHARPNESS, 1)
        shares = (1 - self.smooth) * shares / shares.sum(1, keepdim=True) + self.smooth * near
        return Batch((_finish(x) - MEAN) / STD, shares, words)

    def _things(self, stage: Stage, count: int):
        """Things pasted on backgrounds, one layer of all pictures at a time, the first thing lowest."""
        height, width = stage.height, stage.width
        canvas = F.pad(self._backgrounds(stage, count), (MARGIN,) * 4)
        things = torch.multinomial(torch.tensor(ALONE if stage.alone else TOGETHER), count, True) + 1
        lots = torch.multinomial(self.pictures.weight, count * MOST_THINGS, True).view(count, MOST_THINGS)
        mood = torch.rand(count, 3)
        shares = torch.zeros(count, len(self.concepts.names))
        words = torch.zeros(count, self.concepts.meaning.shape[1])
        for layer in range(MOST_THINGS):
            on = (things > layer).nonzero()[:, 0]
            if len(on) == 0:
                break
            chosen = lots[on, layer]
            drawn = recolour(self.pictures.planes[chosen].float().mul_(1 / 255), mood[on])
            if self.restyled:
                drawn = restyle(drawn, self.restyled)
            size = _sizes(stage, things[on], layer)
            _paste(canvas, on, drawn, size, height, width)
            self._note(shares, words, on, chosen, (size / (USUAL_SIZE * width / 96)).pow(SIZE_POWER))
        return canvas[:, :, MARGIN : MARGIN + height, MARGIN : MARGIN + width], shares, words

    def _note(self, shares, words, on, chosen, weight) -> None:
        """Adds what has been pasted on pictures `on` to their targets, in place."""
        concept, meaning = self.pictures.concept[chosen], self.pictures.meaning[chosen]
        words[on] += weight[:, None] * meaning
        named = concept >= 0
        shares[on[named], concept[named]] += weight[named]
        if not named.all():
            near = torch.softmax(meaning[~named] @ self.concepts.meaning.T / CLIP_ART_SHARPNESS, 1)
            shares[on[~named]] += weight[~named][:, None] * near

    def _backgrounds(self, stage: Stage, count: int) -> torch.Tensor:
        """Of twenty: eleven scenes, five gradients, two plain, one white, one of blotches."""
        height, width = stage.height, stage.width
        out = torch.ones(count, 3, height, width)
        lot = torch.randint(0, 20, (count,))
        scene, gradient, plain, blotches = lot < 11, (lot >= 11) & (lot < 16), (lot >= 16) & (lot < 18), lot == 19
        n = int(scene.sum())
        if n:
            card = torch.randint(0, self.cards.empty, (n,))
            share = uniform(n, 0.45, 1.0)
            left, top = torch.rand(n) * (1 - share), torch.rand(n)
            out[scene] = jitter(self._look(card, share, left, top, stage)).clamp(0, 1)
        n = int(gradient.sum())
        corners = torch.rand(n, 3, 4, 3)
        if n:
            smooth = F.interpolate(corners, (height, width), mode="bilinear", align_corners=True)
            out[gradient] = smooth * uniform(n, 0.4, 1.0).view(n, 1, 1, 1)
        n = int(plain.sum())
        out[plain] = (torch.rand(n, 3, 1, 1) * 0.9 + 0.1).expand(n, 3, height, width)
        n = int(blotches.sum())
        if n:
            grid = torch.rand(n, 3, 18, 12)
            out[blotches] = F.interpolate(grid, (height, width), mode="bicubic", align_corners=False).clamp(0, 1)
        return out

    def _look(self, card, share, left, top, stage: Stage) -> torch.Tensor:
        """Windows [n, 3, H, W] on cards: `share` of the width from `left` on; `top` is the share of the rest that is above."""
        rgb = self.cards.rgb[card].float().mul_(1 / 255)
        ratio = rgb.shape[2] / rgb.shape[3]
        tall = (share * stage.height / stage.width / ratio).clamp(max=1)
        theta = torch.zeros(len(card), 2, 3)
        theta[:, 0, 0], theta[:, 1, 1] = share, tall
        theta[:, 0, 2] = 2 * left + share - 1
        theta[:, 1, 2] = (1 - tall) * (2 * top - 1)
        grid = F.affine_grid(theta, [len(card), 3, stage.height, stage.width], align_corners=False)
        return F.grid_sample(rgb, grid, padding_mode="border", align_corners=False)

    def _windows(self, stage: Stage, count: int):
        """Windows on composed cards, each around a thing by lot."""
        ratio = self.cards.rgb.shape[2] / self.cards.rgb.shape[3]
        chosen = [self.full[i] for i in torch.randint(0, len(self.full), (count,)).tolist()]
        aspect = stage.height / stage.width
        share, left, top = torch.empty(count), torch.empty(count), torch.empty(count)
        shares = torch.zeros(count, len(self.concepts.names))
        words = torch.zeros(count, self.concepts.meaning.shape[1])
        lots = torch.rand(count, 4)
        for i, card in enumerate(chosen):
            spots = self.cards.spots[card]
            spot = spots[int(lots[i, 0] * len(spots))]
            extent = float(spot[3:].max())
            # Alone, a thing fills most of the window; together, the window is one of those the product looks through.
            looks = (0.45, 0.55, 0.8, 1.0)
            wide = extent * (1.0 + 0.6 * float(lots[i, 1])) if stage.alone else looks[int(lots[i, 1] * 4)]
            wide = min(1.0, max(0.2, wide))
            high = min(wide * aspect, ratio)
            x0 = min(max(float(spot[1]) - wide * (0.3 + 0.4 * float(lots[i, 2])), 0.0), 1 - wide)
            y0 = min(max(float(spot[2]) - high * (0.3 + 0.4 * float(lots[i, 3])), 0.0), ratio - high)
            share[i], left[i] = wide, x0
            top[i] = y0 / (ratio - high) if ratio > high else 0.0
            seen_x = (torch.minimum(spots[:, 1] + spots[:, 3] / 2, torch.tensor(x0 + wide))
                      - (spots[:, 1] - spots[:, 3] / 2).clamp(min=x0)).clamp(min=0) / spots[:, 3]
            seen_y = (torch.minimum(spots[:, 2] + spots[:, 4] / 2, torch.tensor(y0 + high))
                      - (spots[:, 2] - spots[:, 4] / 2).clamp(min=y0)).clamp(min=0) / spots[:, 4]
            seen = seen_x * seen_y
            size = spots[:, 3:].max(1).values / wide * 96 / USUAL_SIZE
            weight = torch.where(seen > 0.35, size.pow(SIZE_POWER) * seen, torch.zeros_like(seen))
            concept = spots[:, 0].long()
            shares[i].index_add_(0, concept, weight)
            words[i] = weight @ self.concepts.meaning[concept]
            if float(weight.sum()) == 0:
                shares[i, int(spot[0])], words[i] = 1.0, self.concepts.meaning[int(spot[0])]
        x = self._look(torch.tensor(chosen), share, left, top, stage)
        mirrored = torch.rand(count) < 0.5
        x[mirrored] = x[mirrored].flip(3)
        return x, shares, words


def _sizes(stage: Stage, things: torch.Tensor, layer: int) -> torch.Tensor:
    """Longer sides of things in pixels [n]; the first of several is larger."""
    n = len(things)
    if stage.alone:
        sizes = torch.where(things == 1, uniform(n, 38, 64), uniform(n, 24, 40))
    else:
        others = uniform(n, 32, 76) if layer == 0 else uniform(n, 19, 51)
        sizes = torch.where(things == 1, uniform(n, 40, 96), others) * (0.78 if stage.width < 96 else 1.0)
    return sizes.clamp(max=stage.width)


def _paste(canvas, on, drawn, size, height: int, width: int) -> None:
    """Turns, mirrors and scales things [n, 4, S, S] and lays them on the pictures `on` of the canvas, in place."""
    n = len(on)
    turn = torch.randn(n) * 0.22 + (torch.rand(n) < 0.08).float() * 3.14 * torch.rand(n)
    mirror = (torch.rand(n) < 0.5).float() * 2 - 1
    x = size * 0.4 + torch.rand(n) * (width - size * 0.8)
    y = size * 0.45 + torch.rand(n) * (height - size * 0.9)
    opaque = torch.where(torch.rand(n) < 0.15, uniform(n, 0.6, 1.0), torch.ones(n))
    cos, sin = torch.cos(turn), torch.sin(turn)
    extent = size * (cos.abs() + sin.abs())
    small = F.avg_pool2d(drawn, 2)
    done = torch.zeros(n, dtype=torch.bool)
    for side in PATCHES:
        for source, fits in ((small, size < 34), (drawn, size >= 34)):
            held = (extent <= side) | (side == PATCHES[-1])
            now = (~done & fits & held).nonzero()[:, 0]
            if len(now) == 0:
                continue
            done[now] = True
            zoom = side / size[now]
            theta = torch.zeros(len(now), 2, 3)
            theta[:, 0, 0], theta[:, 0, 1] = cos[now] * zoom * mirror[now], sin[now] * zoom * mirror[now]
            theta[:, 1, 0], theta[:, 1, 1] = -sin[now] * zoom, cos[now] * zoom
            grid = F.affine_grid(theta, [len(now), 4, side, side], align_corners=False)
            patches = F.grid_sample(source[now], grid, align_corners=False) * opaque[now].view(-1, 1, 1, 1)
            keep, ink = 1 - patches[:, 3:], patches[:, :3]
            lefts = (x[now] - side / 2).round().long() + MARGIN
            tops = (y[now] - side / 2).round().long() + MARGIN
            for i, (at, top, left) in enumerate(zip(on[now].tolist(), tops.tolist(), lefts.tolist())):
                canvas[at, :, top : top + side, left : left + side].mul_(keep[i]).add_(ink[i])


def _finish(x: torch.Tensor) -> torch.Tensor:
    """What happens to whole pictures: jitter, a tint, blur and noise, each to some."""
    count, _, height, width = x.shape
    some = torch.rand(count) < 0.6
    x[some] = jitter(x[some])
    some = torch.rand(count) < 0.3
    x[some] = x[some] * (0.75 + 0.5 * torch.rand(int(some.sum()), 3, 1, 1))
    some = torch.rand(count) < 0.15
    if some.any():
        x[some] = F.avg_pool2d(F.pad(x[some], (1, 1, 1, 1), mode="replicate"), 3, 1)
    some = torch.rand(count) < 0.3
    x[some] = x[some] + torch.randn(int(some.sum()), 3, height, width) * 0.04
    return x.clamp(0, 1)
