"""Commands to analyse with: `analyse` and `review`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battle.commands.common import (
    A_FILE,
    INTERRUPTED,
    POSITIVE,
    Files,
    ProgressLine,
    a_solver,
    check_output,
    complain,
    counted,
    hash_option,
    interrupted_by_sigterm,
    number_of_lines,
    number_option,
    ply_option,
    position_of_game,
    positions_in,
    say,
    threads_option,
    time_option,
    writing,
)
from battle.commands.output import analysis_text, review_text
from battle.protocol import Limit
from battle.rules import deal as deals
from battle.rules.game import Game
from battle.rules.position import Position, RulesError
from battle.rules.record import Record

if TYPE_CHECKING:
    from battle.analysis.costs import Review
    from battle.analysis.values import Values
    from solver.api import Analysis, RunningAnalysis, Solver


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
    files = _games(position, file, game_number)
    starts = _starts(() if files.files else position, number, files, ply)
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
            answer, is_stopped = _answer(solver.analysis(start, limit, lines), status)
            shown = json.dumps(answer.as_dict()) if as_json else analysis_text(answer)
            _print(shown, None if as_json else name, as_it_is=as_json)
            if is_stopped:
                complain("stopped: this is what was known by then")
                return INTERRUPTED
    return files.status


def _answer(running: RunningAnalysis, status: ProgressLine) -> tuple[Analysis, bool]:
    """Return what an analysis found, and whether it was stopped by an interrupt."""
    is_stopped = False
    try:
        for snapshot in running:
            status.report(snapshot)
    except KeyboardInterrupt:
        is_stopped = True
        running.stop()
    answer = running.result()
    status.clear()
    return answer, is_stopped


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
    from battle.coach.reason_words import explanations
    from battle.commands.reviews import ExactReviews
    from battle.report.html import GENERATOR

    files = Files(file, game_number)
    if page is not None:
        start = "<!DOCTYPE html>"
        check_output(page, file, lambda text: text.startswith(start) and str(GENERATOR) in text)
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
        ExactReviews() as kept,
    ):
        for name, record in chain([first], games):
            values = Values()
            if exact:
                found = kept.exact_review(record.game, solver, values, status)
            else:
                found = _review(record.game, solver, values, seconds, status)
            status.clear()
            why = explanations(found, values, ("Player 1", "Player 2"))
            shown = json.dumps(found.as_dict()) if as_json else review_text(found, why)
            _print(shown, name if files.are_many and not as_json else None, as_it_is=as_json)
            if page is not None:
                _write_page(page, record, found, values)
    return files.status


def _review(
    game: Game, solver: Solver, values: Values, seconds: float, status: ProgressLine
) -> Review:
    from battle.commands.reviews import SolverEngine
    from battle.commands.reviews import review as review_of

    done = of = 0

    def count(*found: int) -> None:
        nonlocal done, of
        done, of = found
        status.count(done, of)

    try:
        return review_of(game, SolverEngine(solver, values), values, seconds, count)
    except KeyboardInterrupt:
        status.clear()
        looked_at = f"{done} of {counted(of, 'position')} were looked at"
        words = looked_at if done else "nothing is known yet"
        complain(f"stopped: {words}")
        raise


def _write_page(page: Path, record: Record, found: Review, values: Values) -> None:
    """Write a review as a page in the person's language; raise WorkError if it cannot be."""
    from battle import language
    from battle.coach.reason_words import explanations
    from battle.profile import settings
    from battle.report.html import write_review
    from battle.storage import Places
    from battle.words.endings import names_in

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


def _games(words: tuple[str, ...], file: Path | None, number: int | None) -> Files:
    """Return the games to analyse: what `--game` names, and words that can only be files."""
    if file is not None:
        return Files([file, *map(Path, words)], number)
    are_games = bool(words) and all(word.lower().endswith(".mjb") for word in words)
    return Files([Path(word) for word in words] if are_games else [], number)


def _starts(
    words: tuple[str, ...], number: str | None, files: Files, ply: int | None
) -> Iterator[tuple[str | None, Position]]:
    """Yield the positions to analyse, each with the name of its game where there are several.

    Raises UsageError unless exactly one way names them.
    """
    if (bool(words), number is not None, bool(files.files)).count(True) != 1:
        raise click.UsageError("Expected one of POSITION, --deal and --game.")
    if ply is not None and not files.files:
        raise click.UsageError("--ply needs --game.")
    if files.number is not None and not files.files:
        raise click.UsageError("--number needs --game.")
    if number is not None:
        yield None, deals.deal(deals.deal_number(number))
    for start in positions_in(words, bad=files.pass_over) if words else ():
        yield None, start
    for name, found in files.games():
        try:
            start = position_of_game(name, found.game, ply)
        except RulesError as error:
            if not files.are_many:
                raise
            files.pass_over(str(error))
        else:
            yield name if files.are_many else None, start
