"""What estimates are calibrated on: positions, what was seen of them, and what is true.

A position of so many tiles is made by play from a deal, half of them by random moves and half by
short looks ahead; which one and in which manner it is looked at follows from its number and the
plan alone. Every look is made with an empty table. What is true comes from a proof, with all first
moves where that is not dear. One JSON object a line in an append-only file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from battle.protocol import Goal, Limit
from battle.rules.deal import deal
from battle.rules.files import check_output
from battle.rules.position import Move, Position
from solver.api import ALL_LINES, Solver
from solver.append_only import take_rest_away

NODES: Final = (30, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
"""The limits that are looked with."""

MANNERS: Final = ("one", "all", "best")
"""One line; all lines; all lines, and only the best of them valued."""

FIRST_DEAL: Final = 600_000
"""Position number n comes from this deal and the n-th after it."""

TILES: Final = (64, 66, 64, 72, 64, 68, 64, 70, 64, 60, 64, 68, 64, 74, 66, 52, 72, 64, 56, 68)
"""The tiles of the positions, in turn; every TURNS-th time round bigger ones take some places."""

BIG: Final = (76, 80, 76, 84)
"""The tiles of the fourth position of every turn but one, in turn."""

MOST_TILES_OF_ALL: Final = 72
"""Up to here all first moves are proven of every third position."""

SHORT_LOOK: Final = Limit(nodes=300)


@dataclass(frozen=True)
class Plan:
    """What is sampled: tiles, in turn for every two positions (`TILES` if empty), limits of looks.

    All first moves are proven of one in `moves_of` positions, 0 for none. Play is by random moves
    and by short looks, or all `at_random`.
    """

    tiles: tuple[int, ...] = ()
    nodes: tuple[int, ...] = NODES
    moves_of: int = 3
    at_random: bool = False


USUAL: Final = Plan()


@dataclass(frozen=True)
class Task:
    """A position to look at: its number, its tiles, how it is made and what is proven."""

    number: int
    plan: Plan = USUAL

    @property
    def tiles(self) -> int:
        """How many tiles are left."""
        if self.plan.tiles:
            return self.plan.tiles[self.number // 2 % len(self.plan.tiles)]
        turn, place = divmod(self.number, len(TILES))
        return BIG[turn % len(BIG)] if place == 3 and turn % 2 else TILES[place]

    @property
    def is_random(self) -> bool:
        """Whether it comes from random play."""
        return self.plan.at_random or self.number % 2 == 0

    @property
    def proves_all(self) -> bool:
        """Whether all first moves are proven."""
        every = self.plan.moves_of
        return every > 0 and self.number % every == 0 and self.tiles <= MOST_TILES_OF_ALL

    def position(self, solver: Solver) -> Position:
        """Return the position."""
        lot = Random(self.number)
        start = position = deal(FIRST_DEAL + self.number)
        while position.tiles_left > self.tiles and not position.is_over:
            move: Move | None = lot.choice(position.legal_moves)
            if not self.is_random:
                solver.forget()
                move = solver.analyse(position, SHORT_LOOK, start=start).best
            assert move is not None
            position = position.play(move)
        return position


def limit_of(nodes: int, manner: str) -> tuple[Limit, int]:
    """Return the limit and the lines of a look."""
    goal = Goal.BEST if manner == "best" else Goal.MARGIN
    return Limit(nodes=nodes, goal=goal), 1 if manner == "one" else ALL_LINES


def sampled(task: Task, solver: Solver, prover: Solver) -> dict[str, Any]:
    """Return what was seen of a position, and what is true."""
    position = task.position(solver)
    row: dict[str, Any] = {"number": task.number, "tiles": position.tiles_left, "looks": []}
    if position.is_over:
        return row
    played = Random(-task.number - 1).choice(position.legal_moves)
    for nodes in task.plan.nodes:
        manner = MANNERS[(task.number // 2 + NODES.index(nodes)) % 3]
        row["looks"].append(seen(position, nodes, manner, solver))
        if task.proves_all and nodes >= 1_000 and manner != "one":
            after = position.play(played)
            if not after.is_over:
                row["looks"][-1]["child"] = seen(after, nodes, "best", solver)
    row["played"] = str(played)
    lines = ALL_LINES if task.proves_all else 1
    truth = prover.analyse(position, Limit(exact=True), lines)
    row["truth"] = truth.value.points
    row["nodes"] = truth.nodes
    if task.proves_all:
        row["moves"] = {str(line.move): line.value.points for line in truth.lines}
    return row


def seen(position: Position, nodes: int, manner: str, solver: Solver) -> dict[str, Any]:
    """Return what a look with an empty table sees."""
    solver.forget()
    limit, lines = limit_of(nodes, manner)
    found: list[Any] = []
    analysis = solver.analyse(position, limit, lines, watch=found.append)
    (root,) = found
    return {
        "nodes": nodes,
        "manner": manner,
        "depth": analysis.depth,
        "lower": analysis.lower.points,
        "upper": analysis.upper.points,
        "choices": [
            [str(c.moves[0]), len(c.moves), c.gain, c.lower, c.upper, c.estimate, c.before]
            for c in root.choices
        ],
    }


def run(
    path: Path,
    numbers: range,
    plan: Plan = USUAL,
    tell: Callable[[str], None] = lambda text: None,
) -> None:
    """Add the positions with these numbers that a file does not have yet."""
    mend(path)
    known = {row["number"] for row in rows(path)}
    with (
        path.open("a", encoding="utf-8") as file,
        Solver(1, 16, known_deals=False) as solver,
        Solver(1, 256, known_deals=False) as prover,
    ):
        for number in numbers:
            if number not in known:
                row = sampled(Task(number, plan), solver, prover)
                file.write(json.dumps(row, separators=(",", ":")) + "\n")
                file.flush()
                tell(f"{number}: {row['tiles']} tiles, {row.get('nodes', 0)} nodes")


def mend(path: Path) -> None:
    """Take a last line away that was cut short, so that none is added to it.

    Raises FormatError, and touches nothing, if this is another file.
    """
    check_output(path, lambda text: text.startswith('{"number":'))
    if path.exists():
        take_rest_away(path, path.read_bytes())


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the positions of a file; a last line that was cut short is passed over."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def add_known(path: Path, known: Mapping[int, tuple[Position, int]]) -> None:
    """Add looks at positions whose values are known, by their numbers, which are below zero."""
    mend(path)
    with path.open("a", encoding="utf-8") as file, Solver(1, 16, known_deals=False) as solver:
        for number, (position, value) in known.items():
            row: dict[str, Any] = {"number": number, "tiles": position.tiles_left, "truth": value}
            row["looks"] = [
                seen(position, nodes, manner, solver) for nodes in NODES for manner in MANNERS[:2]
            ]
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
            file.flush()
