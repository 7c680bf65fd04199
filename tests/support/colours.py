"""How far a colour stands out from another, as the Web Content Accessibility Guidelines 2.2 say."""

from __future__ import annotations

from collections.abc import Sequence


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the contrast of two colours, 1 to 21; each is red, green and blue, 0 to 255."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Sequence[int]) -> float:
    shares = [channel / 255 for channel in colour[:3]]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(w * s for w, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
