"""Numbers as people write them: points, costs, margins with their sign, shares, estimates."""

from __future__ import annotations

from typing import Final

from battle.analysis.values import Known
from battle.language import _, ngettext

MINUS: Final = "−"
WAVE: Final = "~\u2009"
"""Stands before an estimate; the thin space keeps it apart from a minus."""


def about(words: str, *, exact: bool) -> str:
    """Return a number as it stands, with a wave before it if it is an estimate."""
    return words if exact else f"~{words}"


def points(number: int) -> str:
    """Return a number of points in words."""
    return ngettext("{n} point", "{n} points", number).format(n=number)


def cost_words(cost: int, *, exact: bool) -> str:
    """Return the points that a move costs in words, with a wave if that is an estimate."""
    return about(points(cost), exact=exact)


def share_words(share: float) -> str:
    """Return a share, 0 to 1, as people write it."""
    return _("{n} %").format(n=round(100 * share)).replace(" ", "\u00a0")


def signed(number: int) -> str:
    """Return a number of points with its sign, as people write it."""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def margin_words(margin: int, *, exact: bool) -> str:
    """Return a margin with its sign, with a wave if it is an estimate."""
    return signed(margin) if exact else f"{WAVE}{signed(margin)}"


def figure(known: Known, *, relative: bool) -> str:
    """Return a cost, `0` or `−3`, or a margin, `+7`, `0`, `−3`; empty if it is not known."""
    number = known.guess
    if number is None:
        return ""
    return signed(-number if relative else number)


def interval(known: Known) -> str:
    """Return the proven bounds of a margin: `+3 … +9`."""
    return f"{signed(known.lower)} … {signed(known.upper)}"
