"""Surveys: the par of many deals, one line each appended to a file as soon as it is proven.

The file is that of `battle.rules.par`. What stands in it is not solved again, so a survey that was
killed goes on where it stopped; a line that was cut short is taken away first. The work is done
on this machine, or on a Dask cluster when the address of its scheduler is given.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any, TypeAlias

from battle.protocol import Goal, Limit
from battle.rules import par
from battle.rules.deal import deal
from battle.rules.par import Par
from solver.api import ALL_LINES, Solver
from solver.lab.append_only import AppendOnlyCsv

Found: TypeAlias = Callable[[int, Par | None], None]
Rows: TypeAlias = Generator[tuple[int, Par | None], None, None]


def survey(
    path: Path,
    deals: range,
    *,
    found: Found = lambda number, row: None,
    seconds: float | None = None,
    threads: int | None = None,
    hash_mb: int | None = None,
    scheduler: str | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> None:
    """Append a line to `path` for every deal that has none yet.

    `found` hears of every deal, also of those done before; None for a deal that `seconds` were
    not enough for, which is tried again by the next survey. Raises OSError if the file cannot be
    written, ModuleNotFoundError if a scheduler is given and `distributed` is not installed.
    """
    file = AppendOnlyCsv(path, par.HEADER.strip().split(","))
    file.mend()
    done = par.read(path)
    for number in deals:
        if number in done:
            found(number, done[number])
    missing = [number for number in deals if number not in done]
    if not missing:
        return
    rows = (
        _solved_here(missing, seconds, threads, hash_mb, progress)
        if scheduler is None
        else _solved_there(missing, seconds, threads, hash_mb, scheduler)
    )
    with contextlib.closing(rows):
        for number, row in rows:
            if row is not None:
                file.add_line(row.row().rstrip("\n"))
            found(number, row)


def solve(number: int, solver: Solver, seconds: float | None = None) -> Par | None:
    """Return the par of a deal and its best first moves, None if the seconds run out before.

    The value is proven first. Which other moves keep it may take as long again; a move that is
    not decided by then is named as unsure.
    """
    start = deal(number)
    value = solver.analyse(start, Limit(time=seconds, exact=True))
    if not value.exact:
        return None
    moves = solver.analyse(start, Limit(time=seconds, exact=True, goal=Goal.BEST), lines=ALL_LINES)
    points = value.value.points
    able = [line for line in moves.lines if line.upper.points == points]
    best = sorted(line.move for line in able if line.lower.points == points)
    unsure = sorted(line.move for line in able if line.lower.points < points)
    return Par(number, points, value.nodes, value.seconds, tuple(best), tuple(unsure))


def _solved_here(
    numbers: Iterable[int],
    seconds: float | None,
    threads: int | None,
    hash_mb: int | None,
    progress: Callable[[str], None],
) -> Rows:
    with Solver(threads, hash_mb, known_deals=False, progress=progress) as solver:
        for number in numbers:
            yield number, solve(number, solver, seconds)
            solver.forget()


def _solved_there(
    numbers: list[int],
    seconds: float | None,
    threads: int | None,
    hash_mb: int | None,
    scheduler: str,
) -> Rows:
    """Yield the deals as the cluster solves them, in whatever order that is."""
    from distributed import Client, as_completed  # the optional extra `cluster`

    with Client(scheduler) as client:
        futures: dict[Any, int] = {
            client.submit(solve_alone, number, seconds, threads, hash_mb, pure=False): number
            for number in numbers
        }
        try:
            for future in as_completed(list(futures)):
                yield futures[future], future.result()
        finally:
            client.cancel(list(futures))


def solve_alone(
    number: int, seconds: float | None, threads: int | None, hash_mb: int | None
) -> Par | None:
    """Solve one deal with a solver of its own, as a worker of a cluster does."""
    with Solver(threads, hash_mb, known_deals=False) as solver:
        return solve(number, solver, seconds)
