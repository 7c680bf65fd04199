"""The benchmark: fixed positions and fixed work, so that two versions can be compared.

The total of nodes is a signature: with one thread it changes only when the search changes. Every
position is a deal played down by seeded random moves, and is searched with an empty table.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import groupby
from math import exp, log, sqrt
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import median, stdev
from typing import Final

from battle.protocol import Limit
from battle.rules.deal import deal, played_down
from battle.rules.files import read_text
from battle.rules.position import FormatError, Position, position, quoted
from battle.rules.problem import is_problem_file, problems
from solver.api import Solver
from solver.kernels.encode import Kernels

HASH_MB: Final = 256


@dataclass(frozen=True)
class BenchTask:
    """A position to search and when to stop; `expected` is its value where that is known."""

    name: str
    position: Position
    limit: Limit
    expected: int | None = None

    @property
    def tiles(self) -> int:
        """The tiles on the table."""
        return self.position.tiles_left


@dataclass(frozen=True)
class Measurement:
    """What a task took: nodes visited, seconds, and the answer."""

    task: BenchTask
    nodes: int
    seconds: float
    value: int
    exact: bool

    @property
    def is_wrong(self) -> bool:
        """Whether the value is known and the answer is another one, or not proven."""
        return self.task.expected is not None and not (
            self.exact and self.value == self.task.expected
        )


def left_of_deal(number: int, tiles: int) -> Position:
    """Return what seeded random play leaves of a deal when `tiles` tiles are on the table."""
    random = Random(1000 * number + tiles)
    while (left := played_down(random, deal(number), tiles)).is_over:
        pass
    return left


def standard_tasks() -> list[BenchTask]:
    """Return the tasks of the signature: proofs at 48 to 72 tiles, and full deals by nodes."""
    deals = [BenchTask(f"deal {n}", deal(n), Limit(nodes=200_000)) for n in (1, 2)]
    return proofs(48, 4) + proofs(56, 4) + proofs(64, 6) + proofs(72, 2) + deals


def proofs(tiles: int, number: int) -> list[BenchTask]:
    """Return tasks that prove what random play left of deals 1, 2 and on: `tiles` tiles."""
    return [
        BenchTask(
            f"deal {deal_number} at {tiles}", left_of_deal(deal_number, tiles), Limit(exact=True)
        )
        for deal_number in range(1, number + 1)
    ]


def known(path: Path) -> list[BenchTask]:
    """Return tasks that prove the positions of a file such as `tests/data/endgames.txt`.

    One a line: `<grid> ; <tiles left> ; <value for the player to move>`, and comments after #; or
    those of a problem file, `.mbp`. Raises FormatError, naming the line, for anything else, and
    OSError.
    """
    text = read_text(path)
    if is_problem_file(text):
        return [
            BenchTask(f"problem {number}", one.position, Limit(exact=True), one.value)
            for number, one in enumerate(problems(text), start=1)
        ]
    tasks = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            try:
                grid, tiles, value = line.split(";")
                name = f"line {number} at {int(tiles)}"
                tasks.append(BenchTask(name, position(grid.strip()), Limit(exact=True), int(value)))
            except ValueError:
                raise FormatError(
                    f"bad line {number} {quoted(line)}: expected <grid> ; <tiles left> ; <value>"
                ) from None
    return tasks


def run(
    kernels: Kernels, tasks: Sequence[BenchTask], threads: int = 1, hash_mb: int = HASH_MB
) -> Iterator[Measurement]:
    """Yield what each task took, in their order."""
    with Solver(threads, hash_mb, kernels=kernels, known_deals=False) as solver:
        solver.touch()
        for task in tasks:
            solver.forget()
            found = solver.analyse(task.position, task.limit)
            yield Measurement(task, found.nodes, found.seconds, found.value.points, found.exact)


@dataclass(frozen=True)
class Summary:
    """The figures of many measurements; `signature` is the total of nodes.

    `error_of_mean` is the factor that the geometric mean of the nodes is uncertain by: one standard
    error, as other positions of the kind would give another mean.
    """

    signature: int
    seconds: float
    mean_nodes: float
    error_of_mean: float
    median_nodes: float
    most_nodes: int
    median_seconds: float
    most_seconds: float

    @property
    def nps(self) -> float:
        """Nodes visited in a second, over everything."""
        return self.signature / self.seconds if self.seconds else 0.0

    def __str__(self) -> str:
        return (
            f"nodes {self.signature}  seconds {self.seconds:.3f}  nps {self.nps:.0f}\n"
            f"nodes each: geometric mean {self.mean_nodes:.0f}"
            f" (standard error: a factor of {self.error_of_mean:.2f}),"
            f" median {self.median_nodes:.0f}, most {self.most_nodes}\n"
            f"seconds each: median {self.median_seconds:.4f}, most {self.most_seconds:.4f}"
        )


def summary(measured: Sequence[Measurement]) -> Summary:
    """Return the figures of at least one measurement."""
    nodes = [one.nodes for one in measured]
    seconds = [one.seconds for one in measured]
    return Summary(
        signature=sum(nodes),
        seconds=sum(seconds),
        mean_nodes=geometric_mean(nodes),
        error_of_mean=error_of_mean(nodes),
        median_nodes=median(nodes),
        most_nodes=max(nodes),
        median_seconds=median(seconds),
        most_seconds=max(seconds),
    )


def geometric_mean(numbers: Sequence[float]) -> float:
    """Return the geometric mean of at least one number; 0 and less counts as 1 node would."""
    return exp(sum(log(number if number > 0 else 1) for number in numbers) / len(numbers))


def error_of_mean(numbers: Sequence[float]) -> float:
    """Return the factor of one standard error of the geometric mean; 1 for a single number."""
    if len(numbers) < 2:
        return 1.0
    return exp(stdev(log(max(number, 1)) for number in numbers) / sqrt(len(numbers)))


def by_size(measured: Sequence[Measurement]) -> Iterator[str]:
    """Yield a heading and then a line of figures for every number of tiles."""
    yield "tiles  positions  nodes (geometric mean)  seconds (median, most)  nodes a second"
    tiles_of = attrgetter("task.tiles")
    for tiles, group in groupby(sorted(measured, key=tiles_of), key=tiles_of):
        found = summary(list(group))
        number = sum(one.task.tiles == tiles for one in measured)
        yield (
            f"{tiles:5} {number:10} {found.mean_nodes:23.0f} {found.median_seconds:14.4f}"
            f" {found.most_seconds:8.3f} {found.nps:15.0f}"
        )


def checked(measured: Sequence[Measurement]) -> str:
    """Return one line on how many values were known and how many of them were not found."""
    known_values = sum(one.task.expected is not None for one in measured)
    wrong = [one.task.name for one in measured if one.is_wrong]
    values = f"{known_values} known value{'' if known_values == 1 else 's'}"
    return f"{values}, {len(wrong)} wrong{': ' if wrong else ''}{', '.join(wrong)}"


def comparison(one: Sequence[Measurement], other: Sequence[Measurement]) -> str:
    """Return one line on how the same tasks did with one thread and with several."""
    pairs = list(zip(one, other, strict=True))
    faster = [a.seconds / b.seconds for a, b in pairs if b.seconds]
    nodes = [max(1, b.nodes) / max(1, a.nodes) for a, b in pairs]
    return (
        f"against one thread: {geometric_mean(faster):.2f} times as fast"
        f" (least {min(faster):.2f}, most {max(faster):.2f}),"
        f" nodes times {geometric_mean(nodes):.3f} (geometric means of {len(pairs)})"
    )


def machine_line() -> str:
    """Return one line that names what the figures depend on."""
    import llvmlite.binding as llvm

    return (
        f"python {platform.python_version()}, numba {version('numba')},"
        f" llvmlite {version('llvmlite')}, {llvm.get_host_cpu_name()}, {platform.system()}"
    )
