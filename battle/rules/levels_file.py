"""The levels' file: how much each level gives away, one line a level, the weakest first.

    level,points,slip,cap,attention
    casual,32,1.44,10,0.6

A level is called by the `points` that it loses in a whole game. `slip` are the points it means to
give away with a move, `cap` those it gives away at most, `attention`, 0 to 1, the share of what a
move uncovers that it notices.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from battle.rules.errors import FormatError

FILE: Final = "levels/levels.csv"
"""Where the file lies among the assets."""

COLUMNS: Final = ("level", "points", "slip", "cap", "attention")

COMPANION: Final = "companion"
"""The level that is not in the file: it stays close to the person instead."""


@dataclass(frozen=True)
class LevelNumbers:
    """A line of the file."""

    name: str
    points: float
    slip: float
    cap: int
    attention: float


def read(path: Path) -> list[LevelNumbers]:
    """Return the levels of a file; raise FormatError, which names the line, for damage."""
    found = []
    for line in _lines(path.read_text(encoding="ascii")):
        if isinstance(line, FormatError):
            raise line
        found.append(line)
    return found


def read_leniently(path: Path) -> list[LevelNumbers]:
    """Return the levels of a file, none if it cannot be read; a damaged line is left out."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError:
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
    for number, row in enumerate(list(csv.reader(text.splitlines()))[1:], start=2):
        try:
            name, points, slip, cap, attention = row
            yield LevelNumbers(name, float(points), float(slip), int(cap), float(attention))
        except ValueError as error:
            yield FormatError(f"bad line {number} of the levels: {error}")
