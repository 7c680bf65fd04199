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
from battle.rules.files import read_text
from battle.rules.position import FormatError, Position, played_down, quoted
from battle.rules.problem import Problem, is_problem_file, problems
from solver.api import Analysis, Solver
from solver.kernels import prebuilt
from solver.kernels.encode import Kernels

HASH_MB: Final = 256


@dataclass(frozen=True)
class BenchTask:
    """A position to search and when to stop; `expected` is its value where that is known."""

    name: str
    position: Position
    limit: Limit
    expected: int | None = None


@dataclass(frozen=True)
class Measurement:
    """A task with what was found, and how many nodes and seconds it took."""

    task: BenchTask
    found: Analysis

    @property
    def is_wrong(self) -> bool:
        """Whether the value is known and the answer is another one, or not proven."""
        known, analysis = self.task.expected, self.found
        return known is not None and not (analysis.exact and analysis.value.points == known)

    def __str__(self) -> str:
        return f"{self.task.name:<16} {self.found.value.points:+4d} {moment(self.found)}"


def left_of_deal(number: int, tiles: int) -> Position:
    """Return what seeded random play leaves of a deal when `tiles` tiles are on the table."""
    random = Random(1000 * number + tiles)
    while (left := played_down(random, Position.of_deal(number), tiles)).is_over:
        pass
    return left


def standard_tasks() -> list[BenchTask]:
    """Return the tasks of the signature: proofs at 48 to 72 tiles, and full deals by nodes."""
    deals = [BenchTask(f"deal {n}", Position.of_deal(n), Limit(nodes=200_000)) for n in (1, 2)]
    return proofs(48, 4) + proofs(56, 4) + proofs(64, 6) + proofs(72, 2) + deals


def proofs(tiles: int, number: int) -> list[BenchTask]:
    """Return tasks that prove deals 1, 2 and on after random play down to `tiles` tiles."""
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
            BenchTask(f"problem {number}", problem.position, Limit(exact=True), problem.value)
            for number, problem in enumerate(problems(text), start=1)
        ]
    tasks = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            try:
                grid, tiles, value = line.split(";")
                name = f"line {number} at {int(tiles)}"
                tasks.append(
                    BenchTask(name, Position.parse(grid.strip()), Limit(exact=True), int(value))
                )
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
            yield Measurement(task, solver.analyse(task.position, task.limit))


def moment(known: Analysis) -> str:
    """Say when something was known in a search."""
    return f"{known.nodes:>11} nodes {known.seconds:8.3f} s"


@dataclass(frozen=True)
class Solution:
    """What was known when a best move of a problem was found and stayed with, and when proven.

    None for what did not happen within the limit.
    """

    found: Analysis | None
    proven: Analysis | None

    def __str__(self) -> str:
        first = "not found" if self.found is None else f"found {moment(self.found)}"
        proven = "not proven" if self.proven is None else f"proven {moment(self.proven)}"
        return f"{first}, {proven}"


def solution(solver: Solver, problem: Problem, limit: Limit) -> Solution:
    """Search a problem with an empty table up to a limit; return when it was solved."""
    solver.forget()
    first: Analysis | None = None
    with solver.analysis(problem.position, limit) as running:
        for snapshot in running:
            if snapshot.best not in problem.best_moves:
                first = None
            elif first is None:
                first = snapshot
    end = running.result()
    return Solution(first, end if end.exact else None)


def solutions_line(solutions: Sequence[Solution]) -> str:
    """Return one line on how many problems were solved and proven, and by how many nodes."""
    solved = [solution.found.nodes for solution in solutions if solution.found is not None]
    proven = [solution.proven.nodes for solution in solutions if solution.proven is not None]
    return (
        f"{len(solved)} of {len(solutions)} solved, {len(proven)} proven;"
        f" {sum(solved)} nodes to solutions, {sum(proven)} to proofs"
    )


class Summary:
    """The figures of at least one measurement; `signature` is the total of nodes."""

    def __init__(self, measured: Sequence[Measurement]) -> None:
        self.nodes = [measurement.found.nodes for measurement in measured]
        self.seconds = [measurement.found.seconds for measurement in measured]
        self.signature = sum(self.nodes)

    @property
    def nps(self) -> float:
        seconds = sum(self.seconds)
        return self.signature / seconds if seconds else 0.0

    def __str__(self) -> str:
        return (
            f"nodes {self.signature}  seconds {sum(self.seconds):.3f}  nps {self.nps:.0f}\n"
            f"nodes each: geometric mean {geometric_mean(self.nodes):.0f}"
            f" (standard error: a factor of {error_of_mean(self.nodes):.2f}),"
            f" median {median(self.nodes):.0f}, most {max(self.nodes)}\n"
            f"seconds each: median {median(self.seconds):.4f}, most {max(self.seconds):.4f}"
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
    tiles_of = attrgetter("task.position.tiles_left")
    for tiles, group in groupby(sorted(measured, key=tiles_of), key=tiles_of):
        summary = Summary(list(group))
        yield (
            f"{tiles:5} {len(summary.nodes):10} {geometric_mean(summary.nodes):23.0f}"
            f" {median(summary.seconds):14.4f} {max(summary.seconds):8.3f} {summary.nps:15.0f}"
        )


def checked(measured: Sequence[Measurement]) -> str:
    """Return one line on how many values were known and how many of them were not found."""
    known_values = sum(measurement.task.expected is not None for measurement in measured)
    wrong = [measurement.task.name for measurement in measured if measurement.is_wrong]
    values = f"{known_values} known value{'' if known_values == 1 else 's'}"
    return f"{values}, {len(wrong)} wrong{': ' if wrong else ''}{', '.join(wrong)}"


def comparison(single: Sequence[Measurement], other: Sequence[Measurement]) -> str:
    """Return one line on how the same tasks did with one thread and with several."""
    pairs = [(a.found, b.found) for a, b in zip(single, other, strict=True)]
    faster = [a.seconds / b.seconds for a, b in pairs if b.seconds]
    nodes = [max(1, b.nodes) / max(1, a.nodes) for a, b in pairs]
    return (
        f"against one thread: {geometric_mean(faster):.2f} times as fast"
        f" (least {min(faster):.2f}, most {max(faster):.2f}),"
        f" nodes times {geometric_mean(nodes):.3f} (geometric means of {len(pairs)})"
    )


def machine_line() -> str:
    """Return one line that names what the figures depend on."""
    if prebuilt.library() is not None:
        return f"python {platform.python_version()}, prebuilt kernels, {platform.system()}"
    import llvmlite.binding as llvm

    return (
        f"python {platform.python_version()}, numba {version('numba')},"
        f" llvmlite {version('llvmlite')}, {llvm.get_host_cpu_name()}, {platform.system()}"
    )
