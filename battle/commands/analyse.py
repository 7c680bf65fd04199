"""Commands to analyse with: `analyse` and `review`, and what they print for people.

Values of moves are for the player to move, and say so; margins are from the first player's side.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from battle.analysis.values import SUPPORTED
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
    positions_asked,
    say,
    threads_option,
    time_option,
    writing,
)
from battle.protocol import Limit
from battle.rules.position import PLAYERS
from battle.rules.record import Record
from battle.words import typed_cost, typed_estimate, typed_margin

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


# --- what is printed ------------------------------------------------------------------------------


def analysis_text(analysis: Analysis) -> str:
    """Return an analysis: whose turn it is, the value, the lines, what the search cost."""
    position = analysis.position
    first, second = position.points
    tiles, points = counted(position.tiles_left, "tile"), counted(position.points_left, "point")
    lines = [f"Player {position.to_move} to move, {first}-{second}, {tiles} with {points} left."]
    if analysis.best is None:
        return f"{lines[0]}\nThe game is over: {_margin_text(position.margin)}."
    lines.append(
        f"Value {_value_text(analysis)} for player {position.to_move}, {_proof_text(analysis)};"
        f" final margin {_final_text(analysis)}."
    )
    lines += [_line_text(analysis, line) for line in analysis.lines]
    lines.append(
        f"{counted(analysis.nodes, 'node')} in {analysis.seconds:.2f} s, {analysis.nps:,} a second."
    )
    return "\n".join(lines)


def _proof_text(known: Analysis | Line) -> str:
    if known.exact:
        return "proven"
    return f"an estimate, proven between {known.lower} and {known.upper}"


def _line_text(analysis: Analysis, line: Line) -> str:
    kind = analysis.position.kind_of(line.move)
    value = _value_text(line)
    if not line.exact:
        value += f" ({line.lower} … {line.upper})"
    return f"  {line.move} {kind}  {value:<20} {' '.join(map(str, line.pv))}".rstrip()


def _value_text(known: Analysis | Line) -> str:
    """Return a value, with its standard error where it is an estimate."""
    return typed_estimate(str(known.value), None if known.exact else known.error)


def _final_text(analysis: Analysis) -> str:
    """Return the final margin; who wins is said where that is sure, or well supported."""
    if analysis.exact or abs(analysis.margin) >= SUPPORTED * analysis.error:
        return _margin_text(analysis.margin)
    return typed_estimate(f"{analysis.margin:+d}", analysis.error)


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
        f"  {move.ply}. {' '.join(why[move.ply])}"
        for move in review.moves
        if move.ply in why and (move.ply in plies or move.ply == review.turning_point)
    ]
    page = page_lines(review_page(review, PLAYER_NAMES, review.ending))
    moves = map(_move_text, review.moves)
    return "\n".join([*moves, "", *page, *(["Why:", *reasons] if reasons else [])])


def _move_text(move: MoveReview) -> str:
    cost = typed_cost(move.cost)
    is_worse = bool(move.cost.points) and move.move not in move.best
    better = f"  better: {' '.join(map(str, move.best))}" if is_worse else ""
    margin = typed_margin(move.after)
    who = f"{move.ply:>3}. player {move.player}"
    mark = f"{move.mark.value:<2}"
    blame = "  the hint was wrong" if move.blames_hint else ""
    return f"{who}  {move.move} {mark} {cost:>8}  {margin:>7}{better}{blame}".rstrip()
