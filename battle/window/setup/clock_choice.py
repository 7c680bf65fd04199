"""The clocks that can be chosen for a new game: minutes, seconds more a move, and their words."""

from __future__ import annotations

from typing import Final

from battle.language import _, decimal
from battle.window.scenes.time_words import seconds_words

MINUTES: Final = (0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90)
INCREMENTS: Final = (0, 1, 2, 3, 5, 10, 15, 20, 30, 60)

CONTROLS: Final = (
    (0, 0),
    (1, 0),
    (2, 1),
    (3, 0),
    (3, 2),
    (5, 0),
    (5, 3),
    (10, 0),
    (10, 5),
    (15, 10),
    (20, 0),
    (30, 0),
    (30, 20),
    (60, 0),
    (90, 30),
)
"""Minutes and seconds together, where there is room for one row only."""


def minutes_words(minutes: float) -> str:
    """Return minutes in words: `10 min`."""
    return _("off") if not minutes else _("{n} min").format(n=decimal(minutes))


def control_words(control: tuple[float, float]) -> str:
    """Return a clock in words: `10 min + 5 s`."""
    minutes, increment = control
    if not minutes or not increment:
        return minutes_words(minutes)
    return f"{minutes_words(minutes)} + {seconds_words(increment)}"
