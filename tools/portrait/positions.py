"""Proven positions of a calibration's sample as a table: what they are worth, cost and look like.

    number,tiles,nodes,value,seen,moves,best,highest,is_best,random,lost
    13,64,48213,6,30:4 300:6,,,,,,
    15,64,,-2,30:1 300:-2,7,2,1.5,1,2.57,1000:3 10000:0

`nodes` are those of the proof of the `value`, empty where all first moves were proven as well.
`seen` is the estimate after so many nodes. Where all first moves are proven, `moves` is their
number and `best` of those that keep the value; a highest pair gives `highest` points away on
average, and `is_best` tells whether one of them keeps the value; a move gives `random` points away
on average; and after so many nodes the solver would play a move that gives as much away as `lost`
says.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from statistics import fmean
from typing import Any

from solver.proof.calibration import Fit
from solver.proof.calibration import read as read_table
from tools import calibrate
from tools import calibration_sample as sample
from tools.calibrate import Look


@dataclass(frozen=True)
class MoveCosts:
    """What the first moves of a position give away: how many there are, how many give nothing."""

    moves: int
    best: int
    highest: float
    is_best: bool
    random: float

    @staticmethod
    def of(moves: Sequence[tuple[int, int]]) -> MoveCosts:
        """Return it of moves, each with what its pair scores and what it is worth."""
        value = max(worth for _, worth in moves)
        most = max(points for points, _ in moves)
        costs = [value - worth for _, worth in moves]
        highest = [value - worth for points, worth in moves if points == most]
        return MoveCosts(len(moves), costs.count(0), fmean(highest), 0 in highest, fmean(costs))


@dataclass(frozen=True)
class Proven:
    """A proven position, a row of the table."""

    number: int
    tiles: int
    nodes: int | None
    value: int
    seen: Mapping[int, int] = field(default_factory=dict)
    choice: MoveCosts | None = None
    lost: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_random(self) -> bool:
        """Whether random moves led to it, not moves after short looks.

        This follows from the number, except in samples made all at random, which have no `choice`.
        """
        return sample.Task(self.number).is_random

    def row(self) -> list[object]:
        """Return the fields of its line."""
        choice: Iterable[object] = [""] * len(fields(MoveCosts))
        if self.choice is not None:
            choice = (_short(one) for one in astuple(self.choice))
        nodes = "" if self.nodes is None else self.nodes
        seen, lost = _words(self.seen), _words(self.lost)
        return [self.number, self.tiles, nodes, self.value, seen, *choice, lost]

    @staticmethod
    def of(row: Sequence[str]) -> Proven:
        """Return the position of a line; raise ValueError for one that is none."""
        number, tiles, nodes, value, seen, moves, best, highest, is_best, random, lost = row
        choice = None
        if moves:
            is_highest = bool(int(is_best))
            choice = MoveCosts(int(moves), int(best), float(highest), is_highest, float(random))
        return Proven(
            *(int(number), int(tiles), int(nodes) if nodes else None, int(value)),
            *(_numbers(seen), choice, _numbers(lost)),
        )


COLUMNS = (
    *("number", "tiles", "nodes", "value", "seen"),
    *(one.name for one in fields(MoveCosts)),
    "lost",
)


def read(path: Path) -> list[Proven]:
    """Return the positions of a table; none if there is no file.

    Raises OSError, or ValueError that names the file for another one.
    """
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file)) or [[]]
    try:
        if tuple(header) != COLUMNS:
            raise ValueError
        return [Proven.of(row) for row in rows]
    except ValueError:
        raise ValueError(f"bad table of positions: {path}") from None


def write(path: Path, positions: Iterable[Proven]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        rows.writerows(one.row() for one in positions)


def sampled(files: Sequence[Path]) -> list[Proven]:
    """Return the proven positions of some samples, without the solved deals in them."""
    looks = {(look.number, look.nodes): look for look in calibrate.looks(files)}
    rows = [row for file in files for row in sample.rows(file)]
    found = [_proven(row, looks) for row in rows if row["number"] >= 0 and "truth" in row]
    return sorted(found, key=lambda one: one.number)


def _proven(row: Mapping[str, Any], looks: Mapping[tuple[int, int], Look]) -> Proven:
    """Return the position of a row of a sample; a look that is not among `looks` proved it."""
    number, tiles, value, table = row["number"], row["tiles"], row["truth"], read_table()
    seen, lost, choice = {}, {}, None
    moves = row.get("moves")
    if moves:
        pairs = row["looks"][0]["choices"]
        worths = [(gain, moves[name]) for name, count, gain, *_ in pairs for _each in range(count)]
        choice = MoveCosts.of(worths)
    for one in row["looks"]:
        look = looks.get((number, one["nodes"]))
        seen[one["nodes"]] = value if look is None else _estimate(look, table)
        if moves:
            best = None if look is None else str(look.root.ranked()[0].moves[0])
            lost[one["nodes"]] = 0 if best is None else value - moves[best]
    return Proven(number, tiles, None if moves else row["nodes"], value, seen, choice, lost)


def _estimate(look: Look, table: Sequence[Fit]) -> int:
    return calibrate.judged(look, table).position.value


def _words(numbers: Mapping[int, int]) -> str:
    return " ".join(f"{nodes}:{number}" for nodes, number in numbers.items())


def _numbers(words: str) -> dict[int, int]:
    pairs = (word.split(":") for word in words.split())
    return {int(nodes): int(number) for nodes, number in pairs}


def _short(number: object) -> object:
    """Return a number as it is written: a yes or no as 1 or 0, a fraction to two places."""
    if isinstance(number, bool):
        return int(number)
    return f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else number
