"""How games are named in lists and on buttons: players, points, date."""

from __future__ import annotations

import re
from typing import Final

from battle.game.session import Session
from battle.language import N_, _, ngettext

_MONTHS: Final = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


def players_words(session: Session) -> str:
    """Return who plays and with how many points: `Ada 34 – 27 Ben`."""
    first, second = session.points
    return _("{first} {points} – {others} {second}").format(
        first=session.name(1), points=first, others=second, second=session.name(2)
    )


def game_words(session: Session) -> tuple[str, str]:
    """Return who plays with how many points, and when the game was begun and how far it is."""
    moves = ngettext("{n} move", "{n} moves", session.game.ply).format(n=session.game.ply)
    day = date_words(session.tags.get("Date", ""))
    return players_words(session), "  ·  ".join(filter(None, (match_words(session), day, moves)))


def match_words(session: Session) -> str:
    """Return which game of a duplicate match it is, empty outside one."""
    agreed = session.series.duplicate
    if agreed is None:
        return ""
    words = _("game {number} of {count}")
    return words.format(number=session.series.number, count=agreed.length)


def date_words(date: str) -> str:
    """Return a record's date, `2026.11.21`, as people write it; empty if it is none."""
    match = re.fullmatch(r"([0-9]{4})\.([0-9]{1,2})\.([0-9]{1,2})", date)
    if match is None:
        return ""
    year, month, day = map(int, match.groups())
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return ""
    # Translators: a date, such as “21 November 2026”.
    return _("{day} {month} {year}").format(day=day, month=_(_MONTHS[month - 1]), year=year)
