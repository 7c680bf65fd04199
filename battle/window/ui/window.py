"""The window's size and place, the scales that follow from its size, and the pace of its frames."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from battle.profile.settings import WindowPlace

Size: TypeAlias = tuple[int, int]

_SMALLEST_DRAWN: Final = (900, 600)
"""What every screen has room in; in a smaller window it is scaled down."""
SMALLEST_WINDOW: Final = (640, 420)
"""Below that words are too small to read; only a smaller display has a smaller window."""
_REFERENCE: Final = (1280, 800)
"""The window that lengths in code are written for."""
_LEAST_SCALE: Final = 0.85
_GREATEST_SCALE: Final = 4.0


def drawn_size(window: Size) -> Size:
    """Return how large the screens of a window are drawn: no smaller than they have room in."""
    times = max(1.0, *(least / seen for least, seen in zip(_SMALLEST_DRAWN, window, strict=True)))
    return round(window[0] * times), round(window[1] * times)


def scale_of(size: Size) -> float:
    """Return how much larger than in a 1280 x 800 window things are in a window of `size`."""
    fits = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
    return max(_LEAST_SCALE, min(_GREATEST_SCALE, fits))


def text_scale_of(size: Size, wanted: float) -> float:
    """Return the scale of words in a window of `size` when the user wants them `wanted` larger.

    In a small window words grow only as far as the layout can hold them.
    """
    fits = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
    return min(scale_of(size) * wanted, max(1.06, 1.6 * fits))


def window_place(place: WindowPlace, desktops: Sequence[Size]) -> tuple[Size, Size | int]:
    """Return the size and the position of a window: as it was, if that still fits a display.

    What would hang out of the displays, now that there are others, is moved in.
    """
    widest = max(width for width, _ in desktops)
    tallest = max(height for _, height in desktops)
    width = min(widest, max(place.width, SMALLEST_WINDOW[0]))
    height = min(tallest, max(place.height, SMALLEST_WINDOW[1]))
    if place.x is None or place.y is None:  # for the first time: below its title bar
        return (width, min(height, tallest - _WIDEST_FRAME)), _CENTRED
    right, frame = sum(desktop[0] for desktop in desktops), height + _WIDEST_FRAME
    seen = 0 <= place.x <= right - 200 and 0 <= place.y <= tallest - 100
    moved = min(place.x, max(0, right - width)), min(place.y, max(0, tallest - frame))
    return (width, height), (moved if seen else _CENTRED)


_CENTRED: Final = 0x2FFF0000
"""SDL's number for a window in the middle of the screen."""
_WIDEST_FRAME: Final = 80


def place_kept(before: WindowPlace, now: WindowPlace) -> WindowPlace:
    """Return the place to remember: as before, unless the window was moved.

    Some window managers open a window further down by the height of its title bar; remembered each
    time, that would let the window wander.
    """
    if before.x is None or before.y is None or now.x is None or now.y is None:
        return now
    if max(abs(now.x - before.x), abs(now.y - before.y)) > _WIDEST_FRAME:
        return now
    return now._replace(x=before.x, y=before.y)


_LONGEST: Final = 0.1
"""A frame never counts for more seconds, so that nothing jumps after a pause of the machine."""


class Pace:
    """`rate` frames a second: sleeps until the next is due. Late frames are not made up for."""

    def __init__(
        self,
        rate: int,
        now: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._step = 1 / rate
        self._now, self._sleep = now, sleep
        self._last = now()
        self._due = self._last
        self.work = 0.0
        """The seconds of the last frame that were not slept."""

    def wait(self) -> float:
        """Sleep until the next frame is due; return the seconds since the last one."""
        now = self._now()
        self.work = now - self._last
        self._due = max(self._due + self._step, now)
        if self._due > now:
            self._sleep(self._due - now)
            now = self._now()
        return self._since_last(now)

    def rest(self, nap: float, naps: int, disturbed: Callable[[], bool]) -> float:
        """Sleep for some naps, fewer if `disturbed` after one; return as `wait` does."""
        for _ in range(naps):
            self._sleep(nap)
            if disturbed():
                break
        now = self._due = self._now()
        return self._since_last(now)

    def _since_last(self, now: float) -> float:
        passed, self._last = now - self._last, now
        return min(_LONGEST, passed)
