"""Other solved games, as their sources say; only figures of sources that were opened."""

from __future__ import annotations

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


def row(one: Solved) -> tuple[str, ...]:
    """Return a game's row of the table."""
    figures = (text or "—" for text in one[:6])
    return (*figures, f"[{one.source}]({one.address})")
