"""How pages come to their words: the reader's language, and numbers as people write them.

Pages are made where no catalogue can be reached, so whoever asks for one brings the language along.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from battle.rules.move import Move
from battle.rules.record import Record


@dataclass(frozen=True)
class Words:
    """A language: `_` returns a text in it, `ngettext` the form that fits a number."""

    _: Callable[[str], str] = str
    ngettext: Callable[[str, str, int], str] = lambda one, many, number: (
        one if number == 1 else many
    )
    language: str = "en"

    def points(self, number: int) -> str:
        """Return a number of points in words."""
        return self.ngettext("{n} point", "{n} points", number).format(n=number)

    def names(self, record: Record) -> tuple[str, str]:
        """Return how the players of a record are called."""
        return self._name(record, "First", 1), self._name(record, "Second", 2)

    def _name(self, record: Record, tag: str, number: int) -> str:
        name = record.tags.get(tag, "").strip()
        return name if name not in ("", "?") else self._("Player {number}").format(number=number)


def signed(margin: int, *, exact: bool = True) -> str:
    """Return a margin with its sign, and with `~` if it is an estimate: `+7`, `~ −5`, `0`."""
    return about(f"{margin:+}".replace("-", "−") if margin else "0", exact=exact)


def about(number: object, *, exact: bool) -> str:
    """Return a number as it stands, or with `~` and a narrow space if it is an estimate."""
    return str(number) if exact else f"~\u202f{number}"


def number_of(ply: int) -> str:
    """Return how the move at `ply` (from 1) is numbered, as everywhere in a review: `3.`."""
    return f"{ply}."


def cells_of(move: Move) -> str:
    """Return a move's two cells as people read them: `a1–c9`."""
    return f"{move.first}–{move.second}"


def date_of(record: Record) -> str:
    """Return a record's date as `2026-11-21`, empty if it has none."""
    date = record.tags.get("Date", "")
    return date.replace(".", "-") if re.fullmatch(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", date) else ""
