"""Commands that ask the solver of positions and games: analyse, review, prove, verify, problems.

`prove` makes a proof that others can check, `verify` checks it by the rules. `problems` finds
endgames with the value of every move, in games or in random play.

Values of moves are for the player to move, and say so; margins are from the first player's side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from battle.analysis.values import SUPPORTED
from battle.commands.common import (
    A_FILE,
    DONE,
    INTERRUPTED,
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
    interrupted_by_sigterm,
    number_of_lines,
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
from battle.rules.position import ALL_TILES, PLAYERS
from battle.rules.problem import Problem, is_problem_file
from battle.rules.record import Record, move_number
from battle.words import numbered, typed_cost, typed_estimate, typed_margin

if TYPE_CHECKING:
    from battle.analysis.costs import MoveReview, Review
    from battle.analysis.values import Values
    from solver.api import Analysis, Line

PLAYER_NAMES: Final = ("Player 1", "Player 2")
"""What the players of a game are called."""


@click.command()
@click.argument("position", nargs=-1)
@click.option("--deal", "number", metavar="NUMBER", help="Analyse the start of this deal.")
@click.option("--game", "file", type=A_FILE, help="Analyse the end of a game.")
@ply_option
@number_option
@time_option("Think this long; 10 if nothing limits it.")
@click.option("--nodes", type=POSITIVE, help="Search at most this many nodes.")
@click.option(
    "--lines",
    type=number_of_lines,
    metavar="NUMBER",
    default=1,
    help="Show values of this many moves, or all.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per position.")
@click.option("--exact", is_flag=True, help="Continue until the value is proven.")
@threads_option
@hash_option()
def analyse(
    position: tuple[str, ...],
    number: str | None,
    file: Path | None,
    ply: int | None,
    game_number: int | None,
    seconds: float | None,
    nodes: int | None,
    lines: int,
    as_json: bool,
    exact: bool,
    threads: int | None,
    hash_mb: int | None,
) -> int:
    """Print the value, the best move and lines of POSITION, or of each on standard input for -.

    POSITION may also be the names of games, FILE.mjb, one or many: --game *.mjb does them all. A
    line, or a game of several, that cannot be read is reported and passed over; the status is 2
    then.
    """
    files, starts = positions_asked(position, number, file, ply, game_number)
    first = next(starts, None)
    if first is None:
        return files.status
    if seconds is None and nodes is None and not exact:
        seconds = 10.0
    limit = Limit(time=seconds, nodes=nodes, exact=exact)
    with (
        a_solver(threads, hash_mb) as solver,
        interrupted_by_sigterm(),
        ProgressLine() as status,
    ):
        for name, start in chain([first], starts):
            running, result = solver.analysis(start, limit, lines), files.status
            try:
                for snapshot in running:
                    status.report(snapshot)
            except KeyboardInterrupt:
                running.stop()
                result = INTERRUPTED
            answer = running.result()
            status.clear()
            shown = json.dumps(answer.as_dict()) if as_json else analysis_text(answer)
            _print(shown, None if as_json else name, as_it_is=as_json)
            if result == INTERRUPTED:
                complain("stopped: this is what was known by then")
                return result
    return files.status


@click.command()
@click.argument("file", nargs=-1, required=True, type=A_FILE)
@number_option
@time_option("Seconds per position; default: 2.", 2.0)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per game.")
@click.option(
    "--html",
    "page",
    type=A_FILE,
    metavar="PAGE",
    help="Also write the review of one game as a web page.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Prove the whole game; the same command resumes where it stopped.",
)
@threads_option
@hash_option()
def review(
    file: tuple[Path, ...],
    game_number: int | None,
    seconds: float,
    as_json: bool,
    page: Path | None,
    exact: bool,
    threads: int | None,
    hash_mb: int | None,
) -> int:
    """Print what every move of the game in FILE, or in each of many, cost against perfect play."""
    from battle.analysis.values import Values
    from battle.coach.reasons import explanations
    from battle.commands import reviews
    from battle.report.html import GENERATOR

    files = Files(file, game_number)
    if page is not None:
        check_output(
            page,
            file,
            lambda text: text.startswith("<!DOCTYPE html>") and str(GENERATOR) in text,
        )
    games = files.games()
    first = next(games, None)
    if page is not None and files.are_many:
        raise click.UsageError("--html needs a single game; --number names one of several.")
    if first is None:
        return files.status
    with (
        a_solver(threads, hash_mb) as solver,
        ProgressLine() as status,
        interrupted_by_sigterm(),
        reviews.KeptProofs() if exact else nullcontext() as kept,
    ):
        for name, record in chain([first], games):
            values = Values()
            if kept is None:
                found = reviews.timed_review(record.game, solver, values, seconds, status)
            else:
                found = kept.exact_review(record.game, solver, values, status)
            status.clear()
            why = explanations(found, values, PLAYER_NAMES)
            shown = json.dumps(found.as_dict()) if as_json else review_text(found, why)
            _print(shown, name if files.are_many and not as_json else None, as_it_is=as_json)
            if page is not None:
                _write_page(page, record, found, values)
    return files.status


def _write_page(page: Path, record: Record, found: Review, values: Values) -> None:
    """Write a review as a page in the person's language; raise WorkError if it cannot be."""
    from battle import language
    from battle.coach.reasons import explanations
    from battle.profile import settings
    from battle.report.html import write_review
    from battle.storage import Places
    from battle.words import names_in

    before = language.current()
    with writing(page):
        language.use(settings.load(Places.of_system())[0].language)
        try:
            write_review(page, record, found, explanations(found, values, names_in(record)))
        finally:
            language.use(before)


def _print(text: str, name: str | None, *, as_it_is: bool) -> None:
    """Print an answer, under the name of its file where there are several."""
    from battle.page.text import fitted, screen_width

    text = text if name is None else f"{name}:\n{text}\n"
    say(text if as_it_is else fitted(text, screen_width()))


# --- what is printed -----------------------------------------------------------------------------


def analysis_text(analysis: Analysis) -> str:
    """Return an analysis: whose turn it is, the value, the lines, what the search cost."""
    position = analysis.position
    first, second = position.points
    tiles, points = counted(position.tiles_left, "tile"), counted(position.points_left, "point")
    lines = [f"Player {position.to_move} to move, {first}-{second}, {tiles} with {points} left."]
    if analysis.best is None:
        return f"{lines[0]}\nThe game is over: {_margin_text(position.margin)}."
    proof = f"an estimate, proven between {analysis.lower} and {analysis.upper}"
    final = typed_estimate(f"{analysis.margin:+d}", analysis.error)
    if analysis.exact or abs(analysis.margin) >= SUPPORTED * analysis.error:
        final = _margin_text(analysis.margin)
    lines.append(
        f"Value {_value_text(analysis)} for player {position.to_move},"
        f" {'proven' if analysis.exact else proof}; final margin {final}."
    )
    lines += [_line_text(analysis, line) for line in analysis.lines]
    lines.append(
        f"{counted(analysis.nodes, 'node')} in {analysis.seconds:.2f} s, {analysis.nps:,} a second."
    )
    return "\n".join(lines)


def _line_text(analysis: Analysis, line: Line) -> str:
    kind = analysis.position.kind_of(line.move)
    value = _value_text(line)
    if not line.exact:
        value += f" ({line.lower} … {line.upper})"
    return f"  {line.move} {kind}  {value:<20} {' '.join(map(str, line.pv))}".rstrip()


def _value_text(known: Analysis | Line) -> str:
    """Return a value, with its standard error where it is an estimate."""
    return typed_estimate(str(known.value), None if known.exact else known.error)


def _margin_text(margin: int) -> str:
    if margin == 0:
        return "0, a draw"
    return f"{margin:+d}, player {1 if margin > 0 else 2} wins by {abs(margin)}"


def review_text(review: Review, why: Mapping[int, Sequence[str]]) -> str:
    """Return a review: a line for each move, what its page says, and why moves were costly.

    `why` has, by ply, what is to be said of costly moves; the worst and the turning one say it.
    """
    from battle.page.review import review_page
    from battle.page.text import page_lines

    plies = {move.ply for player in PLAYERS for move in review.player(player).worst}
    reasons = [
        f"  {numbered(move.ply, move.player)} {' '.join(why[move.ply])}"
        for move in review.moves
        if move.ply in why and (move.ply in plies or move.ply == review.turning_point)
    ]
    page = page_lines(review_page(review, PLAYER_NAMES))
    moves = map(_move_text, review.moves)
    return "\n".join([*moves, "", *page, *(["Why:", *reasons] if reasons else [])])


def _move_text(move: MoveReview) -> str:
    is_worse = bool(move.cost.points) and move.move not in move.best
    better = f"  better: {' '.join(map(str, move.best))}" if is_worse else ""
    blame = "  the hint was wrong" if move.blames_hint else ""
    return (
        f"{move_number(move.ply, move.player):>3}. player {move.player}  {move.move}"
        f" {move.mark.value:<2}"
        f" {typed_cost(move.cost):>8}  {typed_margin(move.after):>7}{better}{blame}"
    ).rstrip()


# --- proofs --------------------------------------------------------------------------------------

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
    from solver import proofs as work

    check_machine(None, hash_mb)
    hash_mb = hash_mb or TABLE_MB_OF_PROOFS
    files, positions = positions_asked(position, number, file, ply, game_number)
    found = [start for _name, start in positions]
    if len(found) != 1:
        raise click.UsageError("Expected one position; a proof is about one.")
    words = "; a proof that is not complete proves nothing, none was written"
    with ProgressLine() as status, status.interruptible(lambda: words):
        try:
            text = work.prove(found[0], hash_mb, progress=status.say)
        except MemoryError:
            raise WorkError(f"there is not enough memory for a table of {hash_mb} MiB") from None
        except OverflowError as error:
            raise WorkError(str(error)) from None
    if output is None:
        say(text.removesuffix("\n"))
    else:
        from battle.storage import write_atomically

        with writing(output):
            write_atomically(output, text)
        say(_proven_words(certificate.verify(text)))
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
    say(_proven_words(found))
    return DONE


def _proven_words(found: certificate.Certificate) -> str:
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
    wanted = work.Wanted(
        *tiles, best=best, trap=trap or 0, themes=frozenset(map(ProblemTheme, themes))
    )
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
        found = work.find(chain(first, candidates), wanted, solver, Limit(time=seconds), report)
        with status.interruptible(lambda: results.kept_words):
            for problem in islice(found, number):
                results.add(problem)
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

    @property
    def kept_words(self) -> str:
        """What the file has; empty if nothing was written."""
        wrote = self._output is not None and self.number
        return f"; {self._output} has the {self.number} found so far" if wrote else ""

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
