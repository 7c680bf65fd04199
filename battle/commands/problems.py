"""The command `problems`: endgames with the value of every move, from games or random play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import click

from battle.commands.common import (
    A_FILE,
    DONE,
    NOT_NEGATIVE,
    POSITIVE,
    Files,
    ProgressLine,
    WorkError,
    a_solver,
    check_output,
    complain,
    counted,
    machine_options,
    say,
    seconds_of,
    writing,
)
from battle.rules.files import add_whole
from battle.rules.position import ALL_TILES

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
        if 2 <= least <= most <= ALL_TILES and (least < most or least % 2 == 0):
            return least, most
    raise click.BadParameter(
        f"{text!r} is not an even number of tiles from 2 to {ALL_TILES},"
        " or two numbers such as 12-24."
    )


@click.command()
@click.argument("file", nargs=-1, type=A_FILE)
@click.option("--random", "number", type=POSITIVE, help="Make this many from random play.")
@click.option(
    "--seed",
    type=NOT_NEGATIVE,
    default=1,
    help="Of random play: another number makes others; 1 if not given.",
)
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
    "--theme",
    "themes",
    type=click.Choice(["only-pair", "poisoned-pair", "zugzwang"]),
    multiple=True,
    help="Only what is about this; given twice, about both.",
)
@click.option(
    "--time",
    "seconds",
    type=seconds_of,
    metavar="SECONDS",
    help="Seconds for a position; what is not proven by then is left out.",
)
@click.option("--output", type=A_FILE, help="Add each to this file when it is found.")
@machine_options(str(USUAL_TABLE_MB))
def problems(
    file: tuple[Path, ...],
    number: int | None,
    seed: int,
    tiles: tuple[int, int],
    best: int | None,
    trap: int | None,
    themes: tuple[str, ...],
    seconds: float | None,
    output: Path | None,
    threads: int | None,
    hash_mb: int | None,
) -> int:
    """Print endgames of the games in FILE… with the proven value of every move, one a line.

    With --random N they come from random play of numbered deals, the same for the same --seed.
    Problems that the file of --output has are not added to it again.
    """
    if bool(file) == (number is not None):
        raise click.UsageError("Expected either FILE or --random.")
    from battle.rules.problem import is_problem_file

    if output is not None:
        check_output(output, file, is_problem_file)
    from battle.analysis.insights import ProblemTheme
    from battle.protocol import Limit
    from solver import problems as work

    files = Files(file)
    about = frozenset(map(ProblemTheme, themes))
    wanted = work.Wanted(*tiles, best=best, trap=trap or 0, themes=about)
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
    for name, record in files.games():
        yield from work.of_game(record.game, Path(name).name)


class _Results:
    """The problems found: each is printed, or added to a file, at once, so that none is lost."""

    def __init__(self, output: Path | None, status: ProgressLine) -> None:
        self.number = 0
        self._output = output
        self._status = status
        self._file: BinaryIO | None = None
        self._kept: set[str] = set()

    def __enter__(self) -> _Results:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._status.clear()
        if self._file is not None:
            self._file.close()
            if kind is not None and issubclass(kind, KeyboardInterrupt):
                complain(f"stopped; {self._output} has the {self.number} found so far")

    def add(self, problem: Problem) -> None:
        """Take one more in."""
        self.number += 1
        if self._output is None:
            self._status.clear()
            say(str(problem))
        else:
            self._write(self._output, str(problem))

    def looking(self, *, give_up: bool) -> _Looking:
        """Return who hears of the positions looked at since the last problem."""
        return _Looking(self, self._status, give_up)

    def _write(self, output: Path, line: str) -> None:
        """Add a line to the file, unless it has it, and see it to the disk."""
        with writing(output):
            if self._file is None:
                self._file = self._opened(output)
            if line not in self._kept:
                add_whole(self._file, f"{line}\n".encode(errors="replace"))

    def _opened(self, output: Path) -> BinaryIO:
        """Open the file to add to it; a last line that was cut short is taken away."""
        output.parent.mkdir(parents=True, exist_ok=True)
        if output.is_file():
            self._kept = {*_mended(output)}
        return cast(BinaryIO, output.open("ab", buffering=0))


def _mended(output: Path) -> list[str]:
    """Return the lines of a problem file, without a last one that was not written to its end."""
    from battle.rules.files import MOST_OF_TABLE, read_text
    from battle.rules.problem import is_problem_file
    from battle.storage import write_atomically

    text = read_text(output, MOST_OF_TABLE)
    lines = text.splitlines()
    if lines and not text.endswith("\n"):
        if not is_problem_file(lines[-1]):
            lines.pop()
        write_atomically(output, "".join(f"{line}\n" for line in lines))
    return lines


class _Looking:
    """Tells how far the search is, and gives up one without end that finds nothing."""

    def __init__(self, results: _Results, status: ProgressLine, give_up: bool) -> None:
        self._results = results
        self._status = status
        self._give_up = give_up

    def __call__(self, since: int) -> None:
        """Hear that so many positions have been looked at since the last problem."""
        self._status.say(
            f"{self._results.number} found, {counted(since, 'position')} since the last one"
        )
        if self._give_up and since > ENOUGH:
            raise WorkError(
                f"found {self._results.number}, and none in the last {ENOUGH} positions:"
                " too little fits"
            )
