"""Other solved games, as their sources say; only figures of sources that were opened."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple


class Solved(NamedTuple):
    """A solved game: figures as text, empty where no source was opened; a quotation of each."""

    game: str
    solved: str
    value: str
    positions: str
    ways: str
    work: str
    source: str
    address: str
    quoted: str


def read_solved(path: Path) -> list[Solved]:
    """Return the games of a file, none without one. Raises OSError."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Solved(*row) for row in [*csv.reader(file)][1:]]


def row(one: Solved) -> tuple[str, ...]:
    """Return a game's row of the table."""
    figures = (text or "—" for text in one[:6])
    return (*figures, f"[{one.source}]({one.address})")
