"""Numbers as people write them: points, costs, margins with their sign, shares, estimates.

+4          proven                        −3        a cost that is proven
+4 ± 4      estimated, with its error     −8 ± 3    a cost that its error supports
~+4         estimated, error not known    ≤ −3      a cost of 3 points at least
?           not looked at                 ?         a cost that is not known yet
"""

from __future__ import annotations

from typing import Final

from battle.analysis.values import Bounds, Cost
from battle.language import _, decimal, ngettext

MINUS: Final = "−"
WAVE: Final = "~\u2009"
"""Stands before an estimate; the thin space keeps it apart from a minus."""
UNKNOWN: Final = "?"
"""Stands for a cost that is not known yet."""
_GIVE_OR_TAKE: Final = "\u2009±\u2009"
_AT_MOST: Final = "≤\u2009"


def estimate(words: str, error: float | None) -> str:
    """Return an estimated number as it stands, with its standard error, or a wave without one."""
    if not error:
        return f"{WAVE}{words}"
    return f"{words}{_GIVE_OR_TAKE}{max(1, round(error))}"


def points(number: int) -> str:
    """Return a number of points in words."""
    return ngettext("{n} point", "{n} points", number).format(n=number)


def gets_words(name: str, number: int) -> str:
    """Say how many points a player is given at the start."""
    words = ngettext("{name} gets {n} point", "{name} gets {n} points", number)
    return words.format(name=name, n=number)


def hint_count(number: int) -> str:
    """Return a number of hints in words."""
    return ngettext("{n} hint", "{n} hints", number).format(n=number)


def about_points(number: int, *, exact: bool, error: float | None = None) -> str:
    """Return a number of points in words, with its error if it is an estimate."""
    if exact:
        return points(number)
    return _("{n} points").format(n=estimate(str(number), error))


def cost_words(cost: Cost) -> str:
    """Return what a move costs in words: `3 points`, `at least 3 points`, `8 ± 3 points`."""
    if cost.points is None:
        return _("not known yet")
    if cost.is_least:
        return _("at least {points}").format(points=points(cost.points))
    return about_points(cost.points, exact=cost.is_exact, error=cost.doubt)


def cost_figure(cost: Cost) -> str:
    """Return what a move costs in short; see the module's text."""
    if cost.points is None:
        return UNKNOWN
    words = signed(-cost.points)
    if cost.is_least:
        return f"{_AT_MOST}{words}"
    return words if cost.is_exact else estimate(words, cost.doubt)


def typed_estimate(words: str, error: float | None) -> str:
    """Return a number as commands print it, with its standard error if it has one: `+9 ± 3`."""
    return words if error is None else f"{words} ± {max(1, round(error))}"


def typed_margin(margin: Bounds) -> str:
    """Return a margin as commands print it: `+9`, `+9 ± 3`, `~+9` where its error is not known."""
    words = f"{margin.value:+d}"
    if margin.is_exact or margin.error:
        return words if margin.is_exact else typed_estimate(words, margin.error)
    return f"~{words}"


def typed_cost(cost: Cost) -> str:
    """Return a cost as commands print it: `.` for none, `>=` before what it is at least."""
    if cost.points is None:
        return "unknown"
    if not cost.points:
        return "."
    if cost.is_least:
        return f">={cost.points}"
    return f"-{typed_estimate(str(cost.points), None if cost.is_exact else cost.doubt)}"


def lost_figure(lost: int | str, *, exact: bool) -> str:
    """Return the points that a player lost; where not all is known, the least, `?` of none."""
    if not exact and not lost:
        return UNKNOWN
    return str(lost) if exact else f"≥\u2009{lost}"


def lost_brief(lost: int, *, exact: bool) -> str:
    """Return the points that a player lost as a loss; where not all is known, the least."""
    if not exact and not lost:
        return UNKNOWN
    return signed(-lost) if exact else f"{_AT_MOST}{signed(-lost)}"


def seconds_words(seconds: float) -> str:
    """Return a time in words, such as `2 s` or `1 min`."""
    if seconds >= 60 and seconds % 60 == 0:
        return _("{n} min").format(n=round(seconds / 60))
    return _("{n} s").format(n=decimal(seconds))


def minutes_words(minutes: float) -> str:
    """Return the minutes of a clock in words: `10 min`."""
    return _("off") if not minutes else _("{n} min").format(n=decimal(minutes))


def share_words(share: float) -> str:
    """Return a share, 0 to 1, as people write it."""
    return _("{n} %").format(n=round(100 * share)).replace(" ", "\u00a0")


def signed(number: int) -> str:
    """Return a number of points with its sign, as people write it."""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def margin_figure(margin: Bounds) -> str:
    """Return a margin that is known so far, `?` of one that is not."""
    if margin.guess is None:
        return UNKNOWN
    words = signed(margin.guess)
    return words if margin.is_exact else estimate(words, margin.error)


def interval(known: Bounds) -> str:
    """Return the proven bounds of a margin: `+3 … +9`."""
    return f"{signed(known.lower)} … {signed(known.upper)}"
