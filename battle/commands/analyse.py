"""Commands that ask the solver of positions and games: analyse, review, prove, verify, problems.

`prove` makes a proof that others can check, `verify` checks it by the rules. `problems` finds
endgames with the value of every move, in games or in random play.

Values of moves are for the player to move, and say so; margins are from the first player's side.
Results are texts and JSON on standard output, or objects in a file that is resumed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import click

from battle import language
from battle.analysis.costs import MoveReview, ProblemTheme, Review
from battle.analysis.values import SUPPORTED
from battle.commands.common import (
    A_FILE,
    BAD_INPUT,
    DONE,
    FAILED,
    NOT_NEGATIVE,
    POSITIVE,
    SCHEMA,
    Files,
    InputPosition,
    OpenedGame,
    ProgressLine,
    WorkError,
    a_solver,
    check_jobs,
    check_machine,
    check_output,
    claim,
    complain,
    complete_file,
    counted,
    ended_by,
    hash_option,
    interrupted_by_sigterm,
    jobs_option,
    number_of_lines,
    number_option,
    objects_option,
    ply_option,
    positions_asked,
    reading,
    say,
    say_kept,
    scheduler_option,
    threads_option,
    time_option,
    using_cluster,
    write,
    writing,
)
from battle.protocol import Limit
from battle.rules import certificate
from battle.rules.files import CLUSTER, MOST_OF_TABLE, add_whole, read_text
from battle.rules.position import ALL_TILES, PLAYERS, RulesError
from battle.rules.problem import Problem, is_problem_file
from battle.rules.tree import move_number
from battle.storage import Places, write_atomically
from battle.words import Names, names_in, numbered, typed_cost, typed_estimate, typed_margin

if TYPE_CHECKING:
    from battle.commands.reviews import ReviewedGame
    from solver.api import Analysis, Line, Solver
    from solver.bulk import ClusterWork

Result = TypeVar("Result")
Task = TypeVar("Task")

_BEGINNING: Final = f'{{"schema": {SCHEMA}, '


class Objects:
    """JSON objects, one a line, printed or added to a file that has no work twice.

    `work` says of an object what was done for it.
    """

    def __init__(
        self, output: Path | None, files: Sequence[Path], work: Callable[[Mapping[str, Any]], str]
    ) -> None:
        from solver.bulk import JsonLines

        self._work = work
        self._file = None if output is None else JsonLines(output)
        self._done: set[str] = set()
        if output is not None and self._file is not None:
            check_output(
                output,
                files,  # one that begins as the objects do, as far as it was written
                lambda text: text.startswith(_BEGINNING) or _BEGINNING.startswith(text),
            )
            claim(output)
            with writing(output):
                objects = self._file.mend(complain)
            for number, object in objects.items():
                try:
                    self._done.add(work(object))
                except (LookupError, TypeError, AttributeError, RulesError):
                    words = f"line {number} is another object, name another file"
                    raise RulesError(f"cannot write {output}: {words}") from None

    def has(self, work: str) -> bool:
        return work in self._done

    def put(self, object: dict[str, Any]) -> None:
        """Print an object, or add it to the file; raise WorkError if it cannot be written."""
        if self._file is None:
            click.echo(json.dumps(object))
        elif not self.has(self._work(object)):
            with writing(self._file.path):
                self._file.add(object)
            self._done.add(self._work(object))

    def say_kept(self) -> None:
        if self._file is not None:
            say_kept(counted(len(self._done), "object"), self._file.path)


def show(text: str, name: str | None) -> None:
    """Print an answer in the width of the terminal, under a name where there are several."""
    from battle.page.text import fitted, screen_width

    text = text if name is None else f"{name}:\n{text}\n"
    say(fitted(text, screen_width()))


def work_through(
    tasks: Iterator[Task],
    alone: Callable[[Task], Result],
    here: Callable[[Task, Solver, ProgressLine], Result],
    there: ClusterWork[Task, Result],
    workers: tuple[int | None, str | None],
    threads: int | None,
    hash_mb: int | None,
) -> Generator[Result, None, None]:
    """Yield the result of every task; SIGTERM ends the work as Ctrl+C does.

    `workers` are a number of processes, which do each task `alone`, and the address of a cluster,
    which does it `there`, with a progress bar in a terminal. Where both are None the tasks are done
    `here`, one after the other, by a solver with `threads` and `hash_mb`, made if there is a task.
    """
    with interrupted_by_sigterm():
        if any(workers):
            yield from _spread_out(alone, there, [*tasks], *workers)
        elif (first := next(tasks, None)) is not None:
            with a_solver(threads, hash_mb) as solver, ProgressLine() as status:
                for task in chain([first], tasks):
                    answer = here(task, solver, status)
                    status.clear()
                    yield answer


def _spread_out(
    alone: Callable[[Task], Result],
    there: ClusterWork[Task, Result],
    tasks: Sequence[Task],
    jobs: int | None,
    scheduler: str | None,
) -> Generator[Result, None, None]:
    from tqdm import tqdm

    from solver.bulk import spread, spread_there

    if scheduler is None:
        answers = spread(alone, tasks, jobs or 1)
    else:
        answers = spread_there(there, tasks, scheduler, complain)
    with using_cluster(), closing(answers):
        yield from tqdm(answers, total=len(tasks), leave=False, disable=None)


# --- commands ------------------------------------------------------------------------------------


@click.command()
@click.argument("position", nargs=-1, shell_complete=complete_file)
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
@click.option("--svg", "as_svg", is_flag=True, help="Only draw the position, as SVG.")
@click.option("--exact", is_flag=True, help="Continue until the value is proven.")
@jobs_option
@scheduler_option
@objects_option
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
    as_svg: bool,
    exact: bool,
    jobs: int | None,
    scheduler: str | None,
    output: Path | None,
    threads: int | None,
    hash_mb: int | None,
) -> int:
    """Print the value, the best move and lines of POSITION, or of each on standard input for -.

    POSITION may also be the names of files, of games (.mjb) or problems (.mbp), one or many: --game
    *.mjb does them all. What stands after % or ; on a line is its id. A line, or a game of several,
    that cannot be read is reported and passed over; the status is 2 then.
    """
    files, asked = positions_asked(position, number, file, ply, game_number)
    if as_svg:
        return _draw(files, asked)
    if seconds is None and nodes is None and not exact:
        seconds = 10.0
    limit = Limit(time=seconds, nodes=nodes, exact=exact)
    from solver.bulk import ClusterWork

    check_jobs(jobs, scheduler, threads)
    objects = Objects(output, files.files, _work_of) if as_json or output else None
    what = {"time": seconds, "nodes": nodes, "exact": exact, "lines": lines}
    wanted = _wanted(files, asked, objects, what)
    alone = partial(analyse_alone, limit, lines, hash_mb)
    here = partial(_analysed, limit, lines)
    there = ClusterWork(partial(analyse_there, limit, lines, hash_mb), analysis_in)
    answers = work_through(wanted, alone, here, there, (jobs, scheduler), threads, hash_mb)
    with closing(answers):
        for question, answer, status in answers:
            if objects is None:
                show(analysis_text(answer), question.name if files.are_many else None)
            elif status == DONE or output is None:
                objects.put({**question.source, **answer.as_dict(), "limit": what, **by(scheduler)})
            if status != DONE:
                complain("stopped: this is what was known by then")
                return status
    if objects is not None:
        objects.say_kept()
    return files.status


def _wanted(
    files: Files,
    asked: Iterator[InputPosition],
    objects: Objects | None,
    limit: Mapping[str, Any],
) -> Iterator[InputPosition]:
    for question in asked:
        if question.position is None:
            files.status = BAD_INPUT
            if objects is None:
                complain(question.error)
            else:
                objects.put({**question.source, "error": question.error})
        elif objects is None or not objects.has(
            _work(str(question.position), question.source, limit)
        ):
            yield question


def _work(position: str, source: Mapping[str, Any], limit: Mapping[str, Any] | None) -> str:
    """Return a key that is equal for analyses that would repeat each other."""
    return f"{position} {[source[key] for key in ('id', 'file', 'game', 'ply')]} {limit}"


def _work_of(object: Mapping[str, Any]) -> str:
    """Return the work of a printed object; a line that was no position has only its error."""
    return _work(
        object["position"] if "position" in object else object["error"], object, object.get("limit")
    )


Analysed: TypeAlias = "tuple[InputPosition, Analysis, int]"
"""A position, what is known of it, and DONE, or the exit status if a signal cut that short."""


def analyse_alone(limit: Limit, lines: int, hash_mb: int | None, asked: InputPosition) -> Analysed:
    """Analyse a position by this process's own solver, which has one thread."""
    from solver.bulk import shared_solver

    assert asked.position is not None
    return asked, shared_solver("analyse", hash_mb).analyse(asked.position, limit, lines), DONE


def analyse_there(
    limit: Limit, lines: int, hash_mb: int | None, asked: InputPosition
) -> dict[str, Any]:
    """Analyse a position on a cluster, and return what is sent of that."""
    return analyse_alone(limit, lines, hash_mb, asked)[1].as_dict()


def analysis_in(asked: InputPosition, answer: Any) -> Analysed:
    """Return what a worker of a cluster says of a position; raise an error if it cannot be."""
    from solver.api import Analysis

    if answer["position"] != str(asked.position):
        raise ValueError("it is about another position")
    analysis = Analysis.from_dict(answer)
    assert asked.position is not None
    return asked, replace(analysis, position=asked.position), DONE


def by(scheduler: str | None) -> dict[str, str]:
    """Return the entry that names the prover; none for this machine."""
    return {} if scheduler is None else {"by": CLUSTER}


def _analysed(
    limit: Limit, lines: int, asked: InputPosition, solver: Solver, status: ProgressLine
) -> Analysed:
    assert asked.position is not None
    running, ended = solver.analysis(asked.position, limit, lines), DONE
    try:
        for snapshot in running:
            status.report(snapshot)
    except KeyboardInterrupt as error:
        running.stop()
        ended = ended_by(error)
    return asked, running.result(), ended


def _draw(files: Files, asked: Iterator[InputPosition]) -> int:
    from battle.report import board_svg

    for question in asked:
        if question.position is None:
            raise RulesError(question.error)
        say(board_svg(question.position, title=question.id or ""), nl=False)
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
@jobs_option
@scheduler_option
@objects_option
@threads_option
@hash_option()
def review(
    file: tuple[Path, ...],
    game_number: int | None,
    seconds: float,
    as_json: bool,
    page: Path | None,
    exact: bool,
    jobs: int | None,
    scheduler: str | None,
    output: Path | None,
    threads: int | None,
    hash_mb: int | None,
) -> int:
    """Print what every move of the game in FILE, or in each of many, cost against perfect play.

    With - for FILE the games are read from standard input.
    """
    from battle.commands import reviews
    from battle.report import GENERATOR

    if page is not None:
        check_output(
            page,
            file,
            lambda text: text.startswith("<!DOCTYPE html>") and str(GENERATOR) in text,
        )
    if page is not None and output is not None:
        raise click.UsageError("--html needs a single game that is printed, not --output.")
    if page is not None and scheduler is not None:
        raise click.UsageError("--html needs what this machine has proven, not --scheduler.")
    objects = Objects(output, file, reviews.work_of_object) if as_json or output else None
    files = Files(file, game_number)
    what = {"time": None if exact else seconds, "exact": exact}
    reviewed = _reviewed(
        files, objects, what, (jobs, scheduler), threads, hash_mb, single=page is not None
    )
    with closing(reviewed):
        for answer in reviewed:
            if objects is not None:
                objects.put({**answer.object, "limit": what, **by(scheduler)})
            else:
                name = answer.game.name if files.are_many else None
                show(review_text(answer.review, answer.why, names_in(answer.game.record)), name)
            if page is not None:
                _write_page(page, answer)
                say(f"review in {page}", err=objects is not None)
    if objects is not None:
        objects.say_kept()
    return files.status


def _reviewed(
    files: Files,
    objects: Objects | None,
    what: Mapping[str, Any],
    workers: tuple[int | None, str | None],
    threads: int | None,
    hash_mb: int | None,
    *,
    single: bool,
) -> Generator[ReviewedGame, None, None]:
    """Yield the reviews of the games that are not yet in the file of `objects`.

    `workers` are a number of processes and the address of a cluster, None for neither.
    """
    from battle.commands import reviews
    from solver.bulk import ClusterWork

    check_jobs(*workers, threads)

    def wanted() -> Iterator[OpenedGame]:
        for game in files.games():
            if single and files.are_many:
                raise click.UsageError("--html needs a single game; --number names one of several.")
            line = game.record.game.main_line()
            work = reviews.work_of(line[0].position, (node.move for node in line[1:]), what)
            if objects is None or not objects.has(work):
                yield game

    alone = partial(reviews.review_alone, what["time"], hash_mb)
    here = partial(reviews.reviewed, what["time"])
    there = ClusterWork(partial(reviews.review_there, what["time"], hash_mb), reviews.review_in)
    yield from work_through(wanted(), alone, here, there, workers, threads, hash_mb)


def _write_page(page: Path, reviewed: ReviewedGame) -> None:
    """Write a review as a page in the person's language; raise WorkError if it cannot be."""
    from battle.coach.reasons import explanations
    from battle.profile import settings
    from battle.report import write_review

    before, record = language.current(), reviewed.game.record
    with writing(page):
        language.use(settings.load(Places.of_system())[0].language)
        try:
            why = explanations(reviewed.review, reviewed.values, names_in(record))
            write_review(page, record, reviewed.review, why)
        finally:
            language.use(before)


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
    return typed_estimate(str(known.value), None if known.exact else known.error)


def _margin_text(margin: int) -> str:
    if margin == 0:
        return "0, a draw"
    return f"{margin:+d}, player {1 if margin > 0 else 2} wins by {abs(margin)}"


def review_text(review: Review, why: Mapping[int, Sequence[str]], names: Names) -> str:
    """Return a review: a line for each move, what its page says, and why moves were costly.

    `why` are the reasons of costly moves, by ply; those of the worst and the turning one are shown.
    """
    from battle.page.review import review_page
    from battle.page.text import columns_of, padded, page_lines

    plies = {move.ply for player in PLAYERS for move in review.player(player).worst}
    reasons = [
        f"  {numbered(move.ply, move.player)} {' '.join(why[move.ply])}"
        for move in review.moves
        if move.ply in why and (move.ply in plies or move.ply == review.turning_point)
    ]
    page = page_lines(review_page(review, names))
    width = max(map(columns_of, names))
    moves = (_move_text(move, padded(names[move.player - 1], width)) for move in review.moves)
    return "\n".join([*moves, "", *page, *(["Why:", *reasons] if reasons else [])])


def _move_text(move: MoveReview, name: str) -> str:
    is_worse = bool(move.cost.points) and move.move not in move.best
    better = f"  better: {' '.join(map(str, move.best))}" if is_worse else ""
    blame = "  the hint was wrong" if move.blames_hint else ""
    return (
        f"{move_number(move.ply, move.player):>3}. {name}  {move.move}"
        f" {move.mark.value:<2}"
        f" {typed_cost(move.cost):>8}  {typed_margin(move.after):>7}{better}{blame}"
    ).rstrip()


# --- games with their values ----------------------------------------------------------------------


@click.command()
@click.argument("file", nargs=-1, required=True, type=A_FILE)
@number_option
@time_option("Seconds per position; default: 2.", 2.0)
@click.option("--exact", is_flag=True, help="Prove the whole game.")
@click.option("--output", type=A_FILE, help="Write the games here, which may be FILE itself.")
@jobs_option
@scheduler_option
@threads_option
@hash_option()
def annotate(
    file: tuple[Path, ...],
    game_number: int | None,
    seconds: float,
    exact: bool,
    output: Path | None,
    jobs: int | None,
    scheduler: str | None,
    threads: int | None,
    hash_mb: int | None,
) -> int:
    """Print the games in FILE with the value of every position in a comment.

    Comments and variations stay. With - for FILE the games are read from standard input.
    """
    if output is not None and output not in file and output.exists():
        raise RulesError(f"cannot write {output}: it is another file, name one that is not there")
    if game_number is not None and output in file:
        raise click.UsageError("--number with --output FILE would lose the other games")
    from battle.report import keep_values

    files = Files(file, game_number)
    what = {"time": None if exact else seconds, "exact": exact}
    workers, games = (jobs, scheduler), []
    with closing(_reviewed(files, None, what, workers, threads, hash_mb, single=False)) as reviewed:
        for answer in reviewed:
            keep_values(answer.game.record, answer.review)
            games.append(answer.game)
    games.sort(key=lambda answer: (answer.input, answer.number))
    text = "\n".join(answer.record.text for answer in games)
    if output is None:
        say(text.removesuffix("\n"))
    elif files.status == DONE:
        write(output, text)
        say_kept(counted(len(games), "game"), output)
    else:
        raise WorkError(f"{output} was not written: it would lack games")
    return files.status


# --- proofs --------------------------------------------------------------------------------------

TABLE_MB_OF_PROOFS: Final = 256
TABLE_MB_OF_PROBLEMS: Final = 64
"""The usual size of the solver's table."""

ENOUGH: Final = 2000
"""Positions of random play without one that fits, before the search is given up."""


@click.command()
@click.argument("position", nargs=-1, shell_complete=complete_file)
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
@hash_option(TABLE_MB_OF_PROOFS)
def prove(
    position: tuple[str, ...],
    number: str | None,
    file: Path | None,
    ply: int | None,
    game_number: int | None,
    output: Path | None,
    hash_mb: int,
) -> int:
    """Print, or write, a proof of POSITION's value that anyone can check: see verify.

    With - positions are read from standard input, and their proofs printed one after the other. It
    has an answer for whatever the other player does, for each of both. It is meant for
    endgames, up to some 40 tiles: with every further pair it takes longer and gets larger.
    """
    if output is not None:
        check_output(
            output, [file] if file else [], lambda text: text.startswith(certificate.HEADING)
        )
        claim(output)
    from solver import proofs as work

    check_machine(None, hash_mb)
    files, asked = positions_asked(position, number, file, ply, game_number)
    words = "; a proof that is not complete proves nothing, none was written"
    wanted = [*asked] if output is not None else asked
    if isinstance(wanted, list) and len(wanted) != 1:
        raise click.UsageError("Expected one position; a file has the proof of one.")
    for question in wanted:
        if question.position is None:
            files.status = BAD_INPUT
            complain(question.error)
            continue
        with ProgressLine() as status, status.interruptible(lambda: words):
            try:
                text = work.prove(question.position, hash_mb, progress=status.say)
            except MemoryError:
                raise WorkError(
                    f"there is not enough memory for a table of {hash_mb} MiB"
                ) from None
            except OverflowError as error:
                raise WorkError(str(error)) from None
        if output is None:
            say(text.removesuffix("\n"))
        else:
            write(output, text)
            say(_proven_words(certificate.verify(text)))
            say_kept("proof", output)
    return files.status


@click.command()
@click.argument("file", nargs=-1, required=True, type=A_FILE)
def verify(file: tuple[Path, ...]) -> int:
    """Check the proofs in FILE by the rules alone, and print what they prove."""
    result = DONE
    for path in file:
        with reading(path):
            text = read_text(path, certificate.MOST_MEBIBYTES)
        for number, proof in enumerate(certificate.proofs_in(text), start=1):
            name = str(path) if proof == text else f"{path}, proof {number}"
            try:
                with ProgressLine() as status:
                    proven = certificate.verify(
                        proof, lambda count: status.say(counted(count, "position"))
                    )
            except certificate.RefutedError as error:
                complain(f"{name} proves nothing: {error}")
                result = result or FAILED
            except RulesError as error:
                complain(f"cannot open {name}: {error}")
                result = BAD_INPUT
            else:
                say(_proven_words(proven))
    return result


def _proven_words(proven: certificate.Certificate) -> str:
    bounds = [("at least", proven.lower), ("at most", proven.upper)]
    claims = [f"{name} {points}" for name, points in bounds if points is not None]
    if proven.lower == proven.upper:
        claims = [f"worth {proven.lower}"]
    return (
        f"Proven: {certificate.grid_of(proven.start)} is {' and '.join(claims)}"
        f" for player {proven.start.to_move},"
        f" by {counted(proven.answers, 'answer')} in {counted(proven.positions, 'position')}."
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
    type=click.Choice([theme.value for theme in ProblemTheme]),
    multiple=True,
    help="Only with this theme; given twice, with both.",
)
@time_option("Seconds for a position; what is not proven by then is left out.")
@click.option("--output", type=A_FILE, help="Append each to this file as it is found.")
@threads_option
@hash_option(TABLE_MB_OF_PROBLEMS)
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
    hash_mb: int,
) -> int:
    """Print endgames of the games in FILE… with the proven value of every move, one a line.

    With --random N they come from random play of numbered deals, the same for the same --seed.
    Problems that the file of --output has are not added to it again.
    """
    if bool(file) == (number is not None):
        raise click.UsageError("Expected either FILE or --random.")
    if output is not None:
        check_output(output, file, is_problem_file)
        claim(output)
    from solver import proofs as work

    files = Files(file)
    wanted = work.Wanted(
        *tiles, best=best, trap=trap or 0, themes=frozenset(map(ProblemTheme, themes))
    )
    candidates = (
        chain.from_iterable(
            work.of_game(game.record.game, Path(game.name).name) for game in files.games()
        )
        if files.files
        else work.of_random_play(seed, wanted)
    )
    first = list(islice(candidates, 1))
    with (
        a_solver(threads, hash_mb) as solver,
        ProgressLine() as status,
    ):
        results = _Results(output, status)
        report = partial(results.report, give_up=number is not None)
        finds = work.find(chain(first, candidates), wanted, solver, Limit(time=seconds), report)
        with status.interruptible(lambda: results.kept_words):
            for problem in islice(finds, number):
                results.add(problem)
    if not results.number and files.status == DONE:
        raise WorkError("no position fits")
    if output is not None:
        say_kept(counted(results.number, "problem"), output)
    return files.status


class _Results:
    """The problems found, each printed or added to a file at once, so that none is lost."""

    def __init__(self, output: Path | None, status: ProgressLine) -> None:
        self.number = 0
        self._output, self._status = output, status
        self._kept: list[str] | None = None

    def add(self, problem: Problem) -> None:
        """Print a problem, or write it to the disk unless the file has it."""
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
    """Return the lines of a problem file but an unfinished last one."""
    text = read_text(output, MOST_OF_TABLE)
    lines = text.splitlines()
    if lines and not text.endswith("\n"):
        if not is_problem_file(lines[-1]):
            lines.pop()
        write_atomically(output, "".join(f"{line}\n" for line in lines))
    return lines
