"""How a page writes players and the numbers of moves."""

from __future__ import annotations

from battle.language import _
from battle.rules.record import Record
from battle.words.plain import shown_name


def names_in(record: Record) -> tuple[str, str]:
    """Return how the players of a record are called."""
    return _name(record, "First", 1), _name(record, "Second", 2)


def _name(record: Record, tag: str, number: int) -> str:
    name = shown_name(record.tags.get(tag, ""))
    return name if name not in ("", "?") else _("Player {number}").format(number=number)


def number_of(ply: int) -> str:
    """Return how the move at `ply` (from 1) is numbered, as everywhere in a review: `3.`."""
    return f"{ply}."
