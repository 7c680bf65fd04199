"""The commands: `mahjong-battle`, or `python -m battle`.

Thin on purpose: each command reads what it is given, calls the part of the program that does the
work, and prints. What a command needs is imported when it runs, so that `deal` loads neither numba
nor pygame.

Exit status: 0 done, 1 the work failed, 2 bad usage or bad input, 130 interrupted. An error is one
line on standard error.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TextIO, TypeVar

import click

from battle import __version__
from battle.printout import analysis_text, review_text
from battle.rules import deal as deals
from battle.rules.errors import RulesError

if TYPE_CHECKING:
    from battle.rules.position import Position
    from battle.rules.record import Record
    from solver import bench as bench_tasks
    from solver.api import Analysis, Solver
    from solver.par import Par

Command = TypeVar("Command", bound=Callable[..., Any])

PROGRAM: Final = "mahjong-battle"
DONE: Final = 0
FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class WorkError(Exception):
    """The input was good, the work was not done; the message is one line."""


class Commands(click.Group):
    """The commands by name; without a name it is `play`, also for the name of a file."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Put `play` before arguments that name no command."""
        if not arguments or self._is_for_play(arguments[0]):
            arguments = ["play", *arguments]
        return super().parse_args(context, arguments)

    def invoke(self, context: click.Context) -> Any:
        """Run the command; interrupted, it ends without the empty line that click would print."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            context.exit(INTERRUPTED)

    def _is_for_play(self, word: str) -> bool:
        if word in self.commands:
            return False
        if word == "--terminal" or word.lower().endswith(".mjb"):
            return True
        return os.path.isfile(word)  # noqa: PTH113  (Path raises for names that are too long)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
def main() -> None:
    """Mahjong Battle: play a friend, play the solver, analyse endgames with proven values.

    Without a command the window opens: `mahjong-battle [FILE.mjb]`.

    A POSITION is `<grid> [<to move> [<points>]]`, such as 5m5p/5p5m/9s/9s, or - to read one a line
    from standard input.
    """


@main.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--terminal", is_flag=True, help="Play in the terminal, not in a window.")
def play(file: Path | None, terminal: bool) -> None:
    """Play: in a window, or in the terminal where there is no display.

    FILE is a game to open.
    """
    if file is not None:
        _record_in(file)
    if not terminal and _play_in_window(file):
        return
    from battle.play import terminal as text_game

    text_game.run(file)


def _play_in_window(file: Path | None) -> bool:
    """Play in the window; return False, having said so, if there is no display."""
    reason = "neither DISPLAY nor WAYLAND_DISPLAY is set"
    if _may_have_display():
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from battle.app import main as window

        try:
            window.run(file)
            return True
        except window.NoDisplayError as error:
            reason = str(error)
    click.echo(f"{PROGRAM}: no display ({reason}): the game goes on in the terminal", err=True)
    return False


def _may_have_display() -> bool:
    """Return whether it is worth trying to open a window, which is slow, and loud, if in vain."""
    if sys.platform in ("win32", "darwin"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return any(os.environ.get(name) for name in names)


@main.command()
@click.argument("number")
@click.option("--picture", is_flag=True, help="Print 9 lines of 12 tiles.")
def deal(number: str, picture: bool) -> None:
    """Print deal NUMBER, 1 to 2147483647."""
    position = deals.deal(deals.deal_number(number))
    click.echo(position.picture if picture else str(position))


@main.command()
@click.argument("position", nargs=-1, required=True)
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--divide", is_flag=True, help="Print the number for every first move.")
def perft(position: tuple[str, ...], depth: int, divide: bool) -> None:
    """Print the number of sequences of DEPTH moves from POSITION."""
    from battle.rules import perft as counting

    for start in _positions(position, paired=False):
        if divide and depth > 0:
            counts = counting.divide(start, depth)
            for move, count in counts.items():
                click.echo(f"{move} {count}")
            click.echo(f"total {sum(counts.values())}")
        else:
            click.echo(counting.perft(start, depth))


@main.command()
def engine() -> None:
    """Speak the engine protocol on standard input and output."""
    from solver import protocol

    protocol.main(sys.stdin, sys.stdout)


POSITIVE: Final = click.IntRange(min=1)


def _seconds(text: str | float) -> float:
    """Return a time in seconds, 0 or more; raise BadParameter for anything else."""
    with suppress(ValueError):
        if 0 <= float(text) < float("inf"):
            return float(text)
    raise click.BadParameter(f"{text!r} is not a number of seconds.")


def _number_of_lines(text: str | int) -> int:
    """Return a number of lines, a thousand for `all`; raise BadParameter for anything else."""
    if text == "all":
        return 1000
    if str(text).isascii() and str(text).isdigit() and int(text) > 0:
        return int(text)
    raise click.BadParameter(f"{text!r} is neither a number of lines nor all.")


def _solver_options(command: Command) -> Command:
    """Add the options of every command that makes a solver of its own."""
    for option in (
        click.option("--hash", "hash_mb", type=POSITIVE, help="MiB of memory for its table."),
        click.option("--threads", type=POSITIVE, help="Threads to use; all cores if not given."),
        click.option("--exact", is_flag=True, help="Go on until the value is proven."),
    ):
        command = option(command)
    return command


@main.command()
@click.argument("position", nargs=-1)
@click.option("--deal", "number", help="Analyse the start of this deal.")
@click.option("--game", "file", type=click.Path(path_type=Path), help="Analyse a game's end.")
@click.option("--ply", type=click.IntRange(min=0), help="Of the game: after this many moves.")
@click.option(
    "--time",
    "seconds",
    type=_seconds,
    metavar="SECONDS",
    help="Think this long; 10 if nothing limits it.",
)
@click.option("--nodes", type=POSITIVE, help="Search at most this many nodes.")
@click.option(
    "--lines",
    type=_number_of_lines,
    metavar="NUMBER",
    default=1,
    help="Value this many moves, or all.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a position.")
@_solver_options
def analyse(
    position: tuple[str, ...],
    number: str | None,
    file: Path | None,
    ply: int | None,
    seconds: float | None,
    nodes: int | None,
    lines: int,
    as_json: bool,
    exact: bool,
    threads: int | None,
    hash_mb: int | None,
) -> None:
    """Print the value, the best move and lines of POSITION, or of each on standard input for -."""
    starts = _starts(position, number, file, ply)
    first = next(starts, None)
    if first is None:
        return
    from solver.limits import Limit

    if seconds is None and nodes is None and not exact:
        seconds = 10.0
    limit = Limit(time=seconds, nodes=nodes, exact=exact)
    with _solver(threads, hash_mb) as solver, _Status() as status:
        for start in chain([first], starts):
            answer = solver.analyse(start, limit, lines, report=status.report)
            status.clear()
            click.echo(json.dumps(answer.as_dict()) if as_json else analysis_text(answer))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--time",
    "seconds",
    type=_seconds,
    metavar="SECONDS",
    default=2.0,
    help="Seconds for a position.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_solver_options
def review(
    file: Path,
    seconds: float,
    as_json: bool,
    exact: bool,
    threads: int | None,
    hash_mb: int | None,
) -> None:
    """Print what every move of the game in FILE cost against perfect play."""
    game = _record_in(file).game
    from solver.limits import Limit
    from solver.review import review as review_of

    limit = Limit(exact=True) if exact else Limit(time=seconds)
    with _solver(threads, hash_mb) as solver, _Status() as status:
        found = review_of(game, solver, limit, progress=status.count)
    click.echo(json.dumps(found.as_dict()) if as_json else review_text(found))


@main.command()
@click.option("--threads", type=POSITIVE, default=1, help="Threads; the signature needs one.")
@click.option("--hash", "hash_mb", type=POSITIVE, default=256, help="MiB of memory for the table.")
@click.option("--tiles", type=click.IntRange(2, 108), help="Only proofs, of this many tiles.")
@click.option("--positions", type=POSITIVE, default=30, help="With --tiles: how many of them.")
@click.option(
    "--file", type=click.Path(path_type=Path), help="Positions of known value, which is checked."
)
@click.option("--compare", is_flag=True, help="Do it with one thread as well, and compare.")
def bench(
    threads: int,
    hash_mb: int,
    tiles: int | None,
    positions: int,
    file: Path | None,
    compare: bool,
) -> None:
    """Search fixed positions; print nodes, a signature of the search, and nodes per second."""
    from solver import bench as work
    from solver.kernels import load

    if file is not None and tiles is not None:
        raise click.UsageError("--tiles and --file name different positions: give one of them")
    tasks = work.standard_tasks() if tiles is None else work.proofs(tiles, positions)
    if file is not None:
        tasks = _known_values(file)
    with _Status() as status:
        kernels = load(status.say)
    click.echo(work.machine_line())
    one = list(_measured(work.run(kernels, tasks, 1, hash_mb), len(tasks))) if compare else []
    measured = list(_measured(work.run(kernels, tasks, threads, hash_mb), len(tasks)))
    click.echo("\n".join(work.by_size(measured)))
    click.echo(work.summary(measured))
    if compare:
        click.echo(work.comparison(one, measured))
    if file is not None:
        click.echo(work.checked(measured))
    if any(found.is_wrong for found in measured):
        raise WorkError("values that are known were not found")


def _known_values(file: Path) -> list[bench_tasks.Task]:
    """Return the tasks in `file`; raise RulesError, naming the file, for anything wrong."""
    from battle.play.storage import reason_of
    from solver import bench as work

    try:
        tasks = work.known(file)
    except OSError as error:
        raise RulesError(f"cannot read {file}: {reason_of(error)}") from None
    except UnicodeDecodeError:
        raise RulesError(f"cannot read {file}: not a text in UTF-8") from None
    if not tasks:
        raise RulesError(f"no position in {file}")
    return tasks


def _measured(
    running: Iterator[bench_tasks.Measurement], total: int
) -> Iterator[bench_tasks.Measurement]:
    """Yield what was measured, and print it, with a progress bar in a terminal."""
    from tqdm import tqdm

    for one in tqdm(running, total=total, unit="position", leave=False, disable=None):
        tqdm.write(
            f"{one.task.name:<16} {one.value:+4d} {one.nodes:>11} nodes {one.seconds:8.3f} s"
        )
        yield one


@main.command()
@click.argument("one")
@click.argument("other")
@click.option("--deals", type=POSITIVE, default=10, help="How many deals, each played twice.")
@click.option("--first", type=POSITIVE, default=1, help="The first deal.")
def match(one: str, other: str, deals: int, first: int) -> None:
    """Let two players meet, each deal played from both sides.

    A player is beginner, easy, medium, hard, strong, master, greedy, random, or a solver with
    time=SECONDS, nodes=N or depth=PLIES for each move.
    """
    from tqdm import tqdm

    from solver import match as work

    pairs = []
    running = work.play_match(one, other, range(first, first + deals))
    for pair in tqdm(running, total=deals, unit="deal", leave=False, disable=None):
        pairs.append(pair)
        tqdm.write(f"deal {pair.deal}: {pair.first:+d} {pair.second:+d}")
    click.echo(f"{one} against {other}: {work.result(pairs)}")


@main.command()
@click.argument("first")
@click.argument("last")
@click.option("--output", type=click.Path(path_type=Path), default="par.csv", show_default=True)
@click.option("--time", "seconds", type=_seconds, metavar="SECONDS", help="At most, for a deal.")
@click.option("--threads", type=POSITIVE, help="Threads to use; all cores if not given.")
@click.option("--hash", "hash_mb", type=POSITIVE, help="MiB of memory for the table.")
@click.option("--scheduler", metavar="ADDRESS", help="Work on the Dask cluster at this address.")
def survey(
    first: str,
    last: str,
    output: Path,
    seconds: float | None,
    threads: int | None,
    hash_mb: int | None,
    scheduler: str | None,
) -> None:
    """Solve the deals FIRST to LAST, appending one line for each to a file.

    Deals that the file has are not solved again, so a survey goes on where it stopped.
    """
    numbers = range(deals.deal_number(first), deals.deal_number(last) + 1)
    if not numbers:
        raise click.UsageError(f"LAST, {last}, is smaller than FIRST, {first}.")
    from tqdm import tqdm

    from solver import survey as work

    with tqdm(total=len(numbers), unit="deal", leave=False, disable=None) as bar:

        def found(number: int, row: Par | None) -> None:
            bar.update()
            tqdm.write(f"deal {number}: not solved" if row is None else row.row().rstrip())

        try:
            work.survey(
                output,
                numbers,
                found=found,
                seconds=seconds,
                threads=threads,
                hash_mb=hash_mb,
                scheduler=scheduler,
                progress=bar.set_postfix_str,
            )
        except ModuleNotFoundError as error:
            raise WorkError(f"{error}: install mahjong-battle[cluster]") from None
        except OSError as error:
            raise WorkError(f"the survey stopped: {error}") from None


def _starts(
    words: tuple[str, ...], number: str | None, file: Path | None, ply: int | None
) -> Iterator[Position]:
    """Return the positions to analyse; raise UsageError unless exactly one way names them."""
    if (bool(words), number is not None, file is not None).count(True) != 1:
        raise click.UsageError("Expected one of POSITION, --deal and --game.")
    if ply is not None and file is None:
        raise click.UsageError("--ply needs --game.")
    if file is not None:
        return iter([_position_in(_record_in(file), file, ply)])
    if number is not None:
        return iter([deals.deal(deals.deal_number(number))])
    return _positions(words)


def _position_in(found: Record, file: Path, ply: int | None) -> Position:
    line = [found.game.root, *found.game.root.main_line()]
    if ply is not None and ply >= len(line):
        raise RulesError(f"bad ply {ply}: the game in {file} has {len(line) - 1} moves")
    return line[-1 if ply is None else ply].position


@contextmanager
def _solver(threads: int | None, hash_mb: int | None) -> Iterator[Solver]:
    """Make a solver; say what it compiles, and raise WorkError if its memory is not to be had."""
    from solver.api import Solver

    try:
        with Solver(threads, hash_mb, progress=_Status().say) as solver:
            yield solver
    except MemoryError:
        raise WorkError(f"there is not enough memory for a table of {hash_mb} MiB") from None


class _Status:
    """A line on standard error that tells how far the work is, where a person is watching."""

    def __init__(self) -> None:
        self._width = 0
        self._watched = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.clear()

    def say(self, text: str) -> None:
        """Show `text` in place of what was shown before."""
        if self._watched:
            text = text[: shutil.get_terminal_size().columns - 1]
            click.echo(f"\r{text:<{self._width}}\r", nl=False, err=True)
            self._width = len(text)

    def clear(self) -> None:
        """Show nothing."""
        if self._width:
            self.say("")

    def report(self, analysis: Analysis) -> None:
        """Show what is known of a position."""
        self.say(
            f"between {analysis.lower} and {analysis.upper}, best {analysis.best};"
            f" {analysis.nodes / 1e6:.1f} million nodes in {analysis.seconds:.0f} s,"
            f" table {analysis.hashfull / 10:.0f}% full; {analysis.progress}"
        )

    def count(self, done: int, of: int) -> None:
        """Show how many positions are done."""
        self.say(f"{done} of {of} positions")


def _positions(words: tuple[str, ...], *, paired: bool = True) -> Iterator[Position]:
    """Yield the position that an argument gives, or with `-` those on standard input."""
    from battle.rules.position import position

    if words != ("-",):
        yield position(" ".join(words), paired=paired)
        return
    for number, line in enumerate(_lines(), start=1):
        if line.strip():
            try:
                yield position(line, paired=paired)
            except RulesError as error:
                raise RulesError(f"line {number}: {error}") from None


def _lines() -> Iterator[str]:
    """Yield the lines of standard input, which may begin with a byte order mark."""
    if sys.stdin is None:
        raise RulesError("standard input is closed")
    try:
        for line in sys.stdin:
            yield line.removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise RulesError("standard input is not UTF-8 text") from None


def _record_in(file: Path) -> Record:
    """Return the record in `file`; raise RulesError, naming the file, for anything wrong."""
    from battle.play.storage import read_text, reason_of
    from battle.rules.record import record

    try:
        return record(read_text(file))
    except OSError as error:
        raise RulesError(f"cannot read {file}: {reason_of(error)}") from None
    except ValueError as error:
        raise RulesError(f"cannot open {file}: {error}") from None


def run(arguments: list[str] | None = None) -> None:
    """Run the command that the command line, or `arguments`, names, and exit with its status."""
    sys.exit(_status_of(lambda: main.main(arguments, prog_name=PROGRAM, standalone_mode=False)))


def _status_of(work: Callable[[], Any]) -> int:
    """Do `work`; return the exit status, having told any error in one line."""
    try:
        status = work()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else DONE
    except click.ClickException as error:
        return _complain(error.format_message(), BAD_INPUT)
    except RulesError as error:
        return _complain(str(error), BAD_INPUT)
    except WorkError as error:
        return _complain(str(error), FAILED)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _silence(sys.stdout)
        return FAILED
    except Exception as error:
        return _complain(f"{type(error).__name__}: {error}{_trace()}", FAILED)


def _complain(message: str, status: int) -> int:
    with suppress(OSError):
        click.echo(f"{PROGRAM}: {' '.join(message.split())}", err=True)
    return status


def _silence(stream: TextIO) -> None:
    """Let Python's last flush of a stream whose reader is gone go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _trace() -> str:
    """Keep the traceback of an error that nobody expected in the log; return where, in words."""
    import traceback

    with suppress(Exception):
        from battle.play.storage import Places, write_atomically

        file = Places.of_system().log / "error.log"
        write_atomically(file, traceback.format_exc())
        return f" (details in {file})"
    return ""
