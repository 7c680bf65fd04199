"""How games are named in lists and on buttons: players, points, date."""

from __future__ import annotations

from battle.game.session import Session
from battle.language import _, ngettext
from battle.words.dates import date_words


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
