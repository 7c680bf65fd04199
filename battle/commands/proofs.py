"""Commands for what is proven and kept: `prove`, `verify`, and `problems`.

`prove` makes a proof that others can check, `verify` checks it by the rules. `problems` finds
endgames with the value of every move, in games or in random play.
"""

from __future__ import annotations

import re
from functools import partial
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import Final

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
    check_machine,
    check_output,
    complain,
    counted,
    hash_option,
    number_option,
    ply_option,
    positions_asked,
    reading,
    say,
    threads_option,
    time_option,
    writing,
)
from battle.protocol import Limit
from battle.rules import certificate
from battle.rules.files import MOST_OF_TABLE, add_whole, read_text
from battle.rules.position import ALL_TILES, Position
from battle.rules.problem import Problem, is_problem_file

TABLE_MB_OF_PROOFS: Final = 256
TABLE_MB_OF_PROBLEMS: Final = 64
"""The usual size of the solver's table."""

ENOUGH: Final = 2000
"""Positions of random play without one that fits, before the search is given up."""


@click.command()
@click.argument("position", nargs=-1)
@click.option(
    "--deal",
    "number",
    metavar="NUMBER",
    help="Prove the par of this deal, which can take very long.",
)
@click.option("--game", "file", type=A_FILE, help="Prove the end of a game.")
@ply_option
@number_option
@click.option("--output", type=A_FILE, help="Write the proof to this file.")
@hash_option(str(TABLE_MB_OF_PROOFS))
def prove(
    position: tuple[str, ...],
    number: str | None,
    file: Path | None,
    ply: int | None,
    game_number: int | None,
    output: Path | None,
    hash_mb: int | None,
) -> int:
    """Print, or write, a proof of POSITION's value that anyone can check: see verify.

    It has an answer for whatever the other player does, for each of both. It is meant for
    endgames, up to some 40 tiles: with every further pair it takes longer and gets larger.
    """
    if output is not None:
        check_output(
            output, [file] if file else [], lambda text: text.startswith(certificate.HEADING)
        )
    check_machine(None, hash_mb)
    hash_mb = hash_mb or TABLE_MB_OF_PROOFS
    files, positions = positions_asked(position, number, file, ply, game_number)
    found = [start for _name, start in positions]
    if len(found) != 1:
        raise click.UsageError("Expected one position; a proof is about one.")
    with ProgressLine() as status:
        try:
            text = _proof_of(found[0], hash_mb, status)
        except KeyboardInterrupt:
            status.clear()
            complain("stopped; a proof that is not complete proves nothing, none was written")
            raise
    if output is None:
        say(text.removesuffix("\n"))
    else:
        from battle.storage import write_atomically

        with writing(output):
            write_atomically(output, text)
        say(_told(certificate.verify(text)))
    return files.status


@click.command()
@click.argument("file", type=A_FILE)
def verify(file: Path) -> int:
    """Check the proof in FILE by the rules alone, and print what it proves."""
    with reading(file), ProgressLine() as status:
        text = read_text(file, certificate.MOST_MEBIBYTES)
        try:
            found = certificate.verify(text, lambda number: status.say(counted(number, "position")))
        except certificate.RefutedError as error:
            raise WorkError(f"{file} proves nothing: {error}") from None
    say(_told(found))
    return DONE


def _proof_of(start: Position, hash_mb: int, status: ProgressLine) -> str:
    """Return the text of a proof; raise WorkError if it is larger than what is read."""
    from solver.kernels.loader import load
    from solver.proofs import CertificateMaker

    try:
        maker = CertificateMaker(start, load(status.say), hash_mb, status.say)
    except MemoryError:
        raise WorkError(f"there is not enough memory for a table of {hash_mb} MiB") from None
    text = StringIO()
    for line in maker.lines():
        if text.write(f"{line}\n") and text.tell() > certificate.MOST_MEBIBYTES * 2**20:
            raise WorkError(f"the proof is larger than {certificate.MOST_MEBIBYTES} MiB")
    return text.getvalue()


def _told(found: certificate.Certificate) -> str:
    """Say what a proof proves, and how much of it there is."""
    bounds = [("at least", found.lower), ("at most", found.upper)]
    claims = [f"{name} {points}" for name, points in bounds if points is not None]
    if found.lower == found.upper:
        claims = [f"worth {found.lower}"]
    return (
        f"Proven: {certificate.grid_of(found.start)} is {' and '.join(claims)}"
        f" for player {found.start.to_move},"
        f" by {counted(found.answers, 'answer')} in {counted(found.positions, 'position')}."
    )


# --- problems ------------------------------------------------------------------------------------


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
@click.option("--random", "number", type=POSITIVE, help="Generate this many from random play.")
@click.option(
    "--seed",
    type=NOT_NEGATIVE,
    default=1,
    help="Seed for --random; default: 1.",
)
@click.option(
    "--tiles",
    type=tiles_of,
    metavar="FROM-TO",
    default=(8, 24),
    help="Tiles left; default: 8-24.",
)
@click.option("--best", type=POSITIVE, help="Only where this many different moves are best.")
@click.option(
    "--trap", type=POSITIVE, help="Only where the highest pair costs at least this many points."
)
@click.option(
    "--theme",
    "themes",
    type=click.Choice(["only-pair", "poisoned-pair", "zugzwang"]),
    multiple=True,
    help="Only with this theme; given twice, with both.",
)
@time_option("Seconds for a position; what is not proven by then is left out.")
@click.option("--output", type=A_FILE, help="Append each to this file as it is found.")
@threads_option
@hash_option(str(TABLE_MB_OF_PROBLEMS))
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
    if output is not None:
        check_output(output, file, is_problem_file)
    from battle.analysis.costs import ProblemTheme
    from solver import proofs as work

    files = Files(file)
    about = frozenset(map(ProblemTheme, themes))
    wanted = work.Wanted(*tiles, best=best, trap=trap or 0, themes=about)
    candidates = (
        chain.from_iterable(
            work.of_game(record.game, Path(name).name) for name, record in files.games()
        )
        if files.files
        else work.of_random_play(seed, wanted)
    )
    first = list(islice(candidates, 1))
    with (
        a_solver(threads, hash_mb or TABLE_MB_OF_PROBLEMS) as solver,
        ProgressLine() as status,
    ):
        results = _Results(output, status)
        report = partial(results.report, give_up=number is not None)
        positions = chain(first, candidates)
        found = work.find(positions, wanted, solver, Limit(time=seconds), report)
        try:
            for problem in islice(found, number):
                results.add(problem)
        except KeyboardInterrupt:
            status.clear()
            if output is not None and results.number:
                complain(f"stopped; {output} has the {results.number} found so far")
            raise
    if not results.number and files.status == DONE:
        raise WorkError("no position fits")
    return files.status


class _Results:
    """The problems found: each is printed, or added to a file, at once, so that none is lost."""

    def __init__(self, output: Path | None, status: ProgressLine) -> None:
        self.number = 0
        self._output, self._status = output, status
        self._kept: list[str] | None = None

    def add(self, problem: Problem) -> None:
        """Take one more in: print it, or write it to the disk unless the file has it."""
        self.number += 1
        line, output = str(problem), self._output
        if output is None:
            self._status.clear()
            say(line)
            return
        with writing(output):
            if self._kept is None:
                output.parent.mkdir(parents=True, exist_ok=True)
                self._kept = _mended(output) if output.is_file() else []
            if line not in self._kept:
                self._kept.append(line)
                with output.open("ab", buffering=0) as file:
                    add_whole(file, f"{line}\n".encode(errors="replace"))

    def report(self, since: int, *, give_up: bool) -> None:
        """Show how far the search is; `since` positions were looked at since the last problem.

        With `give_up` a search without end that finds nothing raises WorkError.
        """
        self._status.say(f"{self.number} found, {counted(since, 'position')} since the last one")
        if give_up and since > ENOUGH:
            raise WorkError(
                f"found {self.number}, and none in the last {ENOUGH} positions: too little fits"
            )


def _mended(output: Path) -> list[str]:
    """Return the lines of a problem file, without a last one that was not written to its end."""
    from battle.storage import write_atomically

    text = read_text(output, MOST_OF_TABLE)
    lines = text.splitlines()
    if lines and not text.endswith("\n"):
        if not is_problem_file(lines[-1]):
            lines.pop()
        write_atomically(output, "".join(f"{line}\n" for line in lines))
    return lines
