"""The levels' file: how much each level gives away, one line a level, the weakest first.

    level,points,slip,cap,attention
    casual,32,1.44,10,0.6

A level is called by the `points` that it loses in a whole game. `slip` are the points it means to
give away with a move, `cap` those it gives away at most, `attention`, 0 to 1, the share of what a
move uncovers that it notices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from battle.rules.files import read_bytes, rows_of
from battle.rules.position import FormatError

FILE: Final = "levels/levels.csv"
"""Where the file lies among the assets."""

COLUMNS: Final = ("level", "points", "slip", "cap", "attention")

COMPANION: Final = "companion"
"""The level that is not in the file: it stays close to the person instead."""


@dataclass(frozen=True)
class LevelNumbers:
    """A line of the file."""

    name: str
    points: float = 0
    slip: float = 0
    cap: int = 0
    attention: float = 1


def read(path: Path) -> list[LevelNumbers]:
    """Return the levels of a file; raise FormatError, which names the line, for damage."""
    found = []
    for line in _lines(read_bytes(path).decode("ascii", errors="replace")):
        if isinstance(line, FormatError):
            raise line
        found.append(line)
    return found


def read_leniently(path: Path) -> list[LevelNumbers]:
    """Return the levels of a file, none if it cannot be read; a damaged line is left out."""
    try:
        text = read_bytes(path).decode("ascii", errors="replace")
    except (OSError, FormatError):
        return []
    return [line for line in _lines(text) if isinstance(line, LevelNumbers)]


def write(path: Path, levels: Sequence[LevelNumbers]) -> None:
    """Write a file of levels."""
    rows = [
        ",".join(word if isinstance(word, str) else f"{word:g}" for word in astuple(level))
        for level in levels
    ]
    path.write_text("\n".join([",".join(COLUMNS), *rows, ""]), encoding="ascii")


def _lines(text: str) -> Iterator[LevelNumbers | FormatError]:
    """Yield the level of every line after the header, or what is wrong with it."""
    for number, row in list(enumerate(rows_of(text), start=1))[1:]:
        try:
            name, points, slip, cap, attention = row
            yield LevelNumbers(name, float(points), float(slip), int(cap), float(attention))
        except ValueError as error:
            yield FormatError(f"bad line {number} of the levels: {error}")
