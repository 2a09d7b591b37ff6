"""Changes of colour and hand that a drawn thing goes through. Pictures are [n, 4, S, S], colours times alpha, in 0..1."""

import torch
from torch.nn import functional as F

LUMA = torch.tensor([0.3, 0.59, 0.11])


def uniform(n: int, low: float, high: float) -> torch.Tensor:
    return torch.rand(n) * (high - low) + low


def recolour(pictures: torch.Tensor, mood: torch.Tensor) -> torch.Tensor:
    """Saturation, contrast, brightness, a little mixing of channels, and haze toward `mood` [n, 3], as one matrix each."""
    n = len(pictures)
    brightness = uniform(n, 0.75, 1.25).view(n, 1, 1)
    contrast = uniform(n, 0.7, 1.3).view(n, 1, 1)
    saturation = torch.where(torch.rand(n) < 0.1, torch.zeros(n), uniform(n, 0.35, 1.25)).view(n, 1, 1)
    mix = torch.eye(3) * saturation + (1 - saturation) * LUMA.expand(n, 3, 3)
    mix = (mix + torch.randn(n, 3, 3) * 0.06) * contrast * brightness
    offset = (0.5 * (1 - contrast) * brightness).expand(n, 3, 1)
    haze = (torch.rand(n).square() * 0.45).view(n, 1, 1)
    matrix = torch.zeros(n, 4, 4)
    matrix[:, :3, :3] = mix * (1 - haze)
    matrix[:, :3, 3:] = offset * (1 - haze) + mood.unsqueeze(2) * haze
    matrix[:, 3, 3] = 1
    changed = torch.bmm(matrix, pictures.flatten(2)).view_as(pictures).clamp_(0, 1)
    return torch.minimum(changed, torch.cat([changed[:, 3:].expand(-1, 3, -1, -1), changed[:, 3:]], 1))


def draw_lines(pictures: torch.Tensor) -> torch.Tensor:
    """Line art: paper where the thing is, ink where its colours change and at its border."""
    n = len(pictures)
    colours, alpha = pictures[:, :3], pictures[:, 3:]
    light = (colours * LUMA.view(1, 3, 1, 1)).sum(1, keepdim=True)
    padded = F.pad(torch.cat([light, alpha], 1), (1, 1, 1, 1), mode="replicate")
    across = (padded[:, :, 1:-1, 2:] - padded[:, :, 1:-1, :-2]).abs()
    down = (padded[:, :, 2:, 1:-1] - padded[:, :, :-2, 1:-1]).abs()
    ink = ((across + down).sum(1, keepdim=True) * uniform(n, 1.5, 4).view(n, 1, 1, 1)).clamp(0, 1)
    paper = torch.rand(n, 3, 1, 1) * 0.4 + 0.6
    pen = torch.rand(n, 3, 1, 1) * 0.25
    # One in three keeps some of its colours, as a drawing that is tinted; one in four has no paper.
    keep = (torch.rand(n, 1, 1, 1) < 0.33).float() * 0.6
    fill = paper * alpha * (1 - keep) + colours * keep
    bare = (torch.rand(n, 1, 1, 1) < 0.25).float()
    drawn = fill * (1 - ink) * (1 - bare) + pen * ink * torch.maximum(alpha, ink)
    shown = torch.maximum(alpha * (1 - bare), ink)
    return torch.cat([torch.minimum(drawn, shown), shown], 1)


def outline(pictures: torch.Tensor) -> torch.Tensor:
    """A dark border of one or two pixels around the ink."""
    n = len(pictures)
    alpha = pictures[:, 3:]
    grown = F.max_pool2d(alpha, 3, 1, 1)
    grown = torch.where(torch.rand(n, 1, 1, 1) < 0.5, F.max_pool2d(grown, 3, 1, 1), grown)
    pen = torch.rand(n, 3, 1, 1) * 0.2
    return torch.cat([pictures[:, :3] + pen * (grown - alpha), grown], 1)


def flatten(pictures: torch.Tensor) -> torch.Tensor:
    """Few levels of each colour, as in a poster."""
    levels = torch.randint(2, 5, (len(pictures), 1, 1, 1)).float()
    alpha = pictures[:, 3:]
    plain = pictures[:, :3] / alpha.clamp(min=1e-3)
    return torch.cat([(plain * levels).round() / levels * alpha, alpha], 1)


def restyle(pictures: torch.Tensor, share: float) -> torch.Tensor:
    """`share` of all in line art, as many outlined, half as many in flat colours."""
    lot = torch.rand(len(pictures))
    for change, low, high in ((draw_lines, 0, 1), (outline, 1, 2), (flatten, 2, 2.5)):
        chosen = (lot >= low * share) & (lot < high * share)
        if chosen.any():
            pictures[chosen] = change(pictures[chosen])
    return pictures


def jitter(x: torch.Tensor) -> torch.Tensor:
    """Brightness, contrast and saturation of whole pictures [n, 3, H, W]."""
    n = len(x)
    brightness = uniform(n, 0.75, 1.25).view(n, 1, 1, 1)
    contrast = uniform(n, 0.7, 1.3).view(n, 1, 1, 1)
    saturation = uniform(n, 0.35, 1.25).view(n, 1, 1, 1)
    grey = (x * LUMA.view(1, 3, 1, 1)).sum(1, keepdim=True)
    return ((grey + (x - grey) * saturation - 0.5) * contrast + 0.5) * brightness
