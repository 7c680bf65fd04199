"""The command `problems`: endgames with the value of every move, from games or random play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from battle.commands.common import (
    DONE,
    POSITIVE,
    Files,
    ProgressLine,
    WorkError,
    a_solver,
    check_output,
    complain,
    machine_options,
    record_in,
    seconds_of,
)

if TYPE_CHECKING:
    from battle.rules.problem import Problem
    from solver.problems import Candidate, Wanted

ENOUGH: Final = 2000
"""Positions of random play without one that fits, before the search is given up."""

USUAL_TABLE_MB: Final = 64


def tiles_of(text: str | tuple[int, int]) -> tuple[int, int]:
    """Return a range of tiles, `12-24` or `16`; raise BadParameter for anything else."""
    if isinstance(text, tuple):
        return text
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text, re.ASCII)
    if match is not None:
        least, most = int(match[1]), int(match[2] or match[1])
        if 2 <= least <= most <= 108 and (least < most or least % 2 == 0):
            return least, most
    raise click.BadParameter(
        f"{text!r} is not an even number of tiles from 2 to 108, or two numbers such as 12-24."
    )


@click.command()
@click.argument("file", nargs=-1, type=click.Path(path_type=Path))
@click.option("--random", "number", type=POSITIVE, help="Make this many from random play.")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Of random play.")
@click.option(
    "--tiles",
    type=tiles_of,
    metavar="FROM-TO",
    default=(8, 24),
    help="Tiles left; 8-24 if not given.",
)
@click.option("--best", type=POSITIVE, help="Only where this many different moves are best.")
@click.option("--trap", type=POSITIVE, help="Only where the highest pair costs so many points.")
@click.option(
    "--time",
    "seconds",
    type=seconds_of,
    metavar="SECONDS",
    help="For a position; what is not proven by then is left out.",
)
@click.option("--output", type=click.Path(path_type=Path), help="Write to this file, in whole.")
@machine_options
def problems(
    file: tuple[Path, ...],
    number: int | None,
    seed: int,
    tiles: tuple[int, int],
    best: int | None,
    trap: int | None,
    seconds: float | None,
    output: Path | None,
    threads: int | None,
    hash_mb: int | None,
) -> int:
    """Print endgames of the games in FILE… with the proven value of every move, one a line.

    With --random N they come from random play of numbered deals, the same for the same --seed.
    """
    if bool(file) == (number is not None):
        raise click.UsageError("Expected either FILE or --random.")
    if output is not None:
        check_output(output, file)
    from battle.protocol import Limit
    from solver import problems as work

    files = Files(file)
    wanted = work.Wanted(*tiles, best=best, trap=trap or 0)
    candidates = _candidates(files, seed, wanted)
    first = list(islice(candidates, 1))
    with (
        a_solver(threads, hash_mb or USUAL_TABLE_MB) as solver,
        ProgressLine() as status,
        _Results(output, status) as results,
    ):
        looked_at = results.looking(give_up=number is not None)
        positions = chain(first, candidates)
        found = work.find(positions, wanted, solver, Limit(time=seconds), looked_at)
        for problem in islice(found, number):
            results.add(problem)
    if not results.number and files.status == DONE:
        raise WorkError("no position fits")
    return files.status


def _candidates(files: Files, seed: int, wanted: Wanted) -> Iterator[Candidate]:
    """Yield the positions to look at, of games or of random play."""
    from solver import problems as work

    if not files.files:
        yield from work.of_random_play(seed, wanted)
    for name, record in files.read(record_in):
        yield from work.of_game(record.game, name.name)


class _Results:
    """The problems found: printed at once, or written to a file in the end, also when stopped."""

    def __init__(self, output: Path | None, status: ProgressLine) -> None:
        self.number = 0
        self._output = output
        self._status = status
        self._lines: list[str] = []

    def __enter__(self) -> _Results:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._status.clear()
        if self._output is not None and self._lines:
            self._write(self._output)
            if kind is not None and issubclass(kind, KeyboardInterrupt):
                complain(f"stopped; {self._output} has the {self.number} found so far")

    def add(self, problem: Problem) -> None:
        """Take one more in."""
        self.number += 1
        if self._output is None:
            self._status.clear()
            click.echo(str(problem))
        else:
            self._lines.append(f"{problem}\n")

    def looking(self, *, give_up: bool) -> _Looking:
        """Return who hears of the positions looked at since the last problem."""
        return _Looking(self, self._status, give_up)

    def _write(self, output: Path) -> None:
        from battle.storage import reason_of, write_atomically

        try:
            write_atomically(output, "".join(self._lines))
        except OSError as error:
            raise WorkError(f"cannot write {output}: {reason_of(error)}") from None


class _Looking:
    """Tells how far the search is, and gives up one without end that finds nothing."""

    def __init__(self, results: _Results, status: ProgressLine, give_up: bool) -> None:
        self._results = results
        self._status = status
        self._give_up = give_up

    def __call__(self, since: int) -> None:
        """Hear that so many positions have been looked at since the last problem."""
        self._status.say(f"{self._results.number} found, {since} positions since the last one")
        if self._give_up and since > ENOUGH:
            raise WorkError(
                f"found {self._results.number}, and none in the last {ENOUGH} positions:"
                " too little fits"
            )
