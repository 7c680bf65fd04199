"""How far a proof is in words, and how long it will take.

Times are rounded to what they are worth: an estimate of them is right within a factor of two.
"""

from __future__ import annotations

from typing import Final

from battle.language import _, ngettext

_HOUR: Final = 3600
_STEPS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""Minutes that are said below an hour."""


def about_time(seconds: float) -> str:
    """Return about how long something takes: `less than a minute`, `about 3 minutes`."""
    if seconds < 45:
        return _("less than a minute")
    minutes = min(_STEPS, key=lambda step: abs(step - seconds / 60))
    if seconds / 60 < 55:
        return ngettext("about {n} minute", "about {n} minutes", minutes).format(n=minutes)
    hours = round(seconds / _HOUR)
    if hours < 1:
        hours = 1
    return ngettext("about {n} hour", "about {n} hours", hours).format(n=hours)


def proven_words(proven_from: int, moves: int) -> str:
    """Say from which move on a game of so many moves is proven."""
    if proven_from == 1:
        return _("Everything is proven, from the first move on.")
    if proven_from > moves:
        return _("Nothing is proven yet")
    return _("Proven from move {number} on").format(number=proven_from)


def running_words(proven_from: int, moves: int, seconds: float) -> str:
    """Say how far a proof is that is going on, and how long it will take to the first move."""
    return _("{proven}; {time} to move 1").format(
        proven=proven_words(proven_from, moves), time=about_time(seconds)
    )


def waiting_words(proven_from: int, moves: int) -> str:
    """Say how far a proof is that goes on as soon as the solver is free."""
    return _("{proven}; goes on when the solver is free").format(
        proven=proven_words(proven_from, moves)
    )


def battery_words(proven_from: int, moves: int) -> str:
    """Say how far a proof is that waits for the machine to be plugged in."""
    return _("{proven}; goes on when the computer is plugged in").format(
        proven=proven_words(proven_from, moves)
    )
