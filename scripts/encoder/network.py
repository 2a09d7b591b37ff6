"""The encoder: a small residual network, and the heads that name what it sees.

Shapes: B pictures, C concepts, D numbers an embedding (EMBEDDING), F pooled features (twice the last width).
"""

import torch
from torch import nn
from torch.nn import functional as F

WIDTHS = (24, 48, 96, 160)
EMBEDDING = 128
# The picture that the encoder is shown, in pixels, and how a channel in 0..1 becomes a number.
HEIGHT, WIDTH = 144, 96
MEAN, STD = 0.5, 0.25


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, relu: bool = True) -> nn.Sequential:
    """Convolution and batch normalisation, with a rectifier unless it is added to a shortcut."""
    layers = [
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
    ]
    return nn.Sequential(*layers, nn.ReLU(inplace=True)) if relu else nn.Sequential(*layers)


class Residual(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = conv(inputs, outputs, 3, stride)
        self.second = conv(outputs, outputs, relu=False)
        same = inputs == outputs and stride == 1
        self.shortcut = nn.Identity() if same else conv(inputs, outputs, 1, stride, relu=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.second(self.first(x)) + self.shortcut(x))


class Encoder(nn.Module):
    """Pictures [B, 3, H, W], normalised, to unit vectors [B, D]. H and W may be anything from 32 on."""

    def __init__(self, widths: tuple = WIDTHS, embedding: int = EMBEDDING) -> None:
        super().__init__()
        stem, low, middle, high = widths
        self.body = nn.Sequential(
            conv(3, stem, 3, 2),
            conv(stem, low, 3, 2),
            Residual(low, low, 1),
            Residual(low, middle, 2),
            Residual(middle, middle, 1),
            Residual(middle, high, 2),
            Residual(high, high, 1),
        )
        self.project = nn.Linear(2 * high, embedding, bias=False)
        self.normalise = nn.BatchNorm1d(embedding)

    @staticmethod
    def pool(maps: torch.Tensor) -> torch.Tensor:
        """Mean and cubic mean (GeM with p = 3) of the last maps: [B, F]."""
        cubic = maps.clamp(min=1e-4).pow(3).mean((2, 3)).pow(1 / 3)
        return torch.cat([maps.mean((2, 3)), cubic], 1)

    def embed(self, features: torch.Tensor) -> torch.Tensor:
        return F.normalize(self.normalise(self.project(features)), dim=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.embed(self.pool(self.body(x)))


class Heads(nn.Module):
    """Names and meanings: a prototype for each concept, and a linear map to word vectors."""

    def __init__(self, meanings: torch.Tensor, embedding: int = EMBEDDING) -> None:
        """`meanings` [C, 100]: unit word vectors of the concepts."""
        super().__init__()
        self.register_buffer("meanings", meanings)
        self.from_words = nn.Linear(meanings.shape[1], embedding, bias=False)
        nn.init.orthogonal_(self.from_words.weight)
        self.free = nn.Parameter(torch.randn(len(meanings), embedding) * 0.06)
        self.to_words = nn.Linear(embedding, meanings.shape[1])
        self.log_scale = nn.Parameter(torch.tensor(16.0).log())

    def prototypes(self) -> torch.Tensor:
        """Unit vectors [C, D]: what the words say, and what is learnt beside."""
        return F.normalize(self.from_words(self.meanings) + self.free, dim=1)

    def scale(self) -> torch.Tensor:
        return self.log_scale.exp().clamp(max=40)

    def logits(self, embeddings: torch.Tensor) -> torch.Tensor:
        return embeddings @ self.prototypes().T * self.scale()

    def words(self, embeddings: torch.Tensor) -> torch.Tensor:
        return F.normalize(self.to_words(embeddings), dim=1)
