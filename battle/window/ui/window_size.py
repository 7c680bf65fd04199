"""The window's size and place, and the scales of lengths and words that follow from its size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from battle.profile.settings import WindowPlace

Size: TypeAlias = tuple[int, int]

SMALLEST_WINDOW: Final = (900, 600)
_REFERENCE: Final = (1280, 800)
"""The window that lengths in code are written for."""
_LEAST_SCALE: Final = 0.85
_GREATEST_SCALE: Final = 4.0


def scale_of(size: Size) -> float:
    """Return how much larger than in a 1280 x 800 window things are in a window of `size`."""
    fits = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
    return max(_LEAST_SCALE, min(_GREATEST_SCALE, fits))


def text_scale_of(size: Size, wanted: float) -> float:
    """Return the scale of words in a window of `size` when the user wants them `wanted` larger.

    In a small window words grow only as far as the layout can hold them.
    """
    fits = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
    most = max(1.06, 1.6 * fits)
    return min(scale_of(size) * wanted, most)


def window_place(place: WindowPlace, desktops: Sequence[Size]) -> tuple[Size, Size | int]:
    """Return the size and the position of a window: as it was, if that still fits a display.

    What would hang out of the displays, now that there are others, is moved in.
    """
    widest = max(width for width, _ in desktops)
    tallest = max(height for _, height in desktops)
    width = max(SMALLEST_WINDOW[0], min(place.width, widest))
    height = max(SMALLEST_WINDOW[1], min(place.height, tallest))
    if place.x is None or place.y is None:
        return (width, height), _CENTRED
    right = sum(desktop[0] for desktop in desktops)
    seen = 0 <= place.x <= right - 200 and 0 <= place.y <= tallest - 100
    moved = min(place.x, max(0, right - width)), min(place.y, max(0, tallest - height))
    return (width, height), (moved if seen else _CENTRED)


_CENTRED: Final = 0x2FFF0000
"""SDL's number for a window in the middle of the screen."""
_WIDEST_FRAME: Final = 80


def place_kept(before: WindowPlace, now: WindowPlace) -> WindowPlace:
    """Return the place to remember: as before, unless somebody moved the window.

    Some window managers open a window further down by the height of its title bar; remembered each
    time, that would let the window wander.
    """
    if before.x is None or before.y is None or now.x is None or now.y is None:
        return now
    if max(abs(now.x - before.x), abs(now.y - before.y)) > _WIDEST_FRAME:
        return now
    return now._replace(x=before.x, y=before.y)
