"""Where everything is: pure functions from sizes to rectangles, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battle.play.settings import WindowPlace

Size = tuple[int, int]

SMALLEST_WINDOW: Final = (900, 600)
_REFERENCE: Final = (1280, 800)
"""The window that lengths in code are written for."""
_LEAST_SCALE: Final = 0.85
_GREATEST_SCALE: Final = 4.0


def scale_of(size: Size) -> float:
    """Return how much larger than in a 1280 x 800 window things are in a window of `size`."""
    fits = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
    return max(_LEAST_SCALE, min(_GREATEST_SCALE, fits))


def window_place(place: WindowPlace, desktops: Sequence[Size]) -> tuple[Size, Size | int]:
    """Return the size and the position of a window: as it was, if that still fits a display."""
    widest = max(width for width, _ in desktops)
    tallest = max(height for _, height in desktops)
    width = max(SMALLEST_WINDOW[0], min(place.width, widest))
    height = max(SMALLEST_WINDOW[1], min(place.height, tallest))
    if place.x is None or place.y is None:
        return (width, height), _CENTRED
    right = sum(desktop[0] for desktop in desktops)
    seen = 0 <= place.x <= right - 200 and 0 <= place.y <= tallest - 100
    return (width, height), ((place.x, place.y) if seen else _CENTRED)


_CENTRED: Final = 0x2FFF0000
"""SDL's number for a window in the middle of the screen."""
