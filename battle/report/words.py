"""How a page writes players and numbers: `~` and a narrow space stand before an estimate."""

from __future__ import annotations

from battle.language import _
from battle.rules.record import Record
from battle.words import numbers
from battle.words.plain import shown_name


def names_in(record: Record) -> tuple[str, str]:
    """Return how the players of a record are called."""
    return _name(record, "First", 1), _name(record, "Second", 2)


def _name(record: Record, tag: str, number: int) -> str:
    name = shown_name(record.tags.get(tag, ""))
    return name if name not in ("", "?") else _("Player {number}").format(number=number)


def signed(margin: int, *, exact: bool = True) -> str:
    """Return a margin with its sign, and with `~` if it is an estimate: `+7`, `~ −5`, `0`."""
    return about(numbers.signed(margin), exact=exact)


def about(number: object, *, exact: bool) -> str:
    """Return a number as it stands, or with `~` and a narrow space if it is an estimate."""
    return str(number) if exact else f"~\u202f{number}"


def number_of(ply: int) -> str:
    """Return how the move at `ply` (from 1) is numbered, as everywhere in a review: `3.`."""
    return f"{ply}."
