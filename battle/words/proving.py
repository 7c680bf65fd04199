"""How far a proof is in words, and how long it will take.

How long a proof takes depends on a few positions whose cost is not known in advance. So a time is
given as a range that holds in 80 cases of 100, rounded to its precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battle.analysis.proof_cost import Forecast
from battle.language import _, ngettext

_LEAST_SECONDS: Final = 45.0
_MOST_MINUTES: Final = 55
_MINUTES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""Minutes that are said below an hour."""

_HOURS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500)


def about_time(time: Forecast) -> str:
    """Return about how long something takes: `less than a minute`, `about 3 to 12 minutes`.

    The forecast is in seconds.
    """
    low, high = time.low / 60, time.high / 60
    if time.high < _LEAST_SECONDS:
        return _("less than a minute")
    if time.low < _LEAST_SECONDS and high < _MOST_MINUTES:
        most = next(step for step in (*_MINUTES[1:], 60) if step >= high)
        return _("less than {n} minutes").format(n=most)
    if high < _MOST_MINUTES:
        return _minutes(_nearest(low, _MINUTES), _nearest(high, _MINUTES))
    hours = _nearest(high / 60, _HOURS)
    if time.low < _LEAST_SECONDS:
        return _("less than {n} hours").format(n=hours + 1)
    if low < _MOST_MINUTES:
        words = ngettext(
            "about {low} minutes to {n} hour", "about {low} minutes to {n} hours", hours
        )
        return words.format(low=_nearest(low, _MINUTES), n=hours)
    return _hours(_nearest(low / 60, _HOURS), hours)


def _nearest(amount: float, steps: Sequence[int]) -> int:
    return min(steps, key=lambda step: abs(step - amount))


def _minutes(low: int, high: int) -> str:
    if low == high:
        return ngettext("about {n} minute", "about {n} minutes", low).format(n=low)
    return _("about {low} to {high} minutes").format(low=low, high=high)


def _hours(low: int, high: int) -> str:
    if low == high:
        return ngettext("about {n} hour", "about {n} hours", low).format(n=low)
    return _("about {low} to {high} hours").format(low=low, high=high)


def no_answer_words(reason: str) -> str:
    """Say why the solver was given up."""
    return _("The solver is not responding: {reason}.").format(reason=reason.rstrip("."))


def getting_ready_words() -> str:
    """Say that the solver starts."""
    return _("The solver is getting ready …")


def proven_words(proven_from: int, moves: int) -> str:
    """Say from which move on a game of `moves` moves is proven."""
    if proven_from == 1:
        return _("Everything is proven, from the first move on.")
    if proven_from > moves:
        return _("Nothing is proven yet")
    return _("Proven from move {number} on").format(number=proven_from)


def running_words(proven_from: int, moves: int, time: Forecast) -> str:
    """Say how far a proof is that is going on, and how long it will take to the first move."""
    return _("{proven}; move 1 in {time}").format(
        proven=proven_words(proven_from, moves), time=about_time(time)
    )


def waiting_words(proven_from: int, moves: int) -> str:
    """Say how far a proof is that goes on as soon as the solver is free."""
    return _("{proven}; continues when the solver is free").format(
        proven=proven_words(proven_from, moves)
    )


def battery_words(proven_from: int, moves: int) -> str:
    """Say how far a proof is that waits for the machine to be plugged in."""
    return _("{proven}; continues when plugged in").format(proven=proven_words(proven_from, moves))
