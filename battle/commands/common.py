"""What commands share: errors, options, the texts they read, a solver, and a line of progress.

Progress goes to standard error, and only where a person is watching.
"""

from __future__ import annotations

import io
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from battle.rules import files as text_files
from battle.rules.position import Position, RulesError, deal_number, quoted
from battle.rules.record import Record, all_games, one_game, texts_of_games
from battle.storage import Claim, reason_of, write_atomically
from battle.words import plain

if TYPE_CHECKING:
    from solver.api import Analysis, Solver

Command = TypeVar("Command", bound=Callable[..., Any])

PROGRAM: Final = "mahjong-battle"
DONE: Final = 0
FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
TERMINATED: Final = 143
SCHEMA: Final = 1
"""The version of the objects that commands print as JSON."""
STANDARD_INPUT: Final = Path("-")


class Terminated(KeyboardInterrupt):
    """SIGTERM ended the work, as Ctrl+C does."""


def ended_by(error: BaseException) -> int:
    """Return the exit status after a signal."""
    return TERMINATED if isinstance(error, Terminated) else INTERRUPTED


class WorkError(click.ClickException):
    """The input was good, the work was not done; the message is one line."""

    exit_code = FAILED


def complain(message: str) -> None:
    """Tell an error in one line on standard error."""
    with suppress(OSError):
        say(f"{PROGRAM}: {' '.join(message.split())}", err=True)


def say(text: object, *, nl: bool = True, err: bool = False) -> None:
    """Print a text; control characters in names from outside are replaced."""
    # click by itself would print UTF-8 where the stream is ASCII.
    click.echo(plain(str(text)), sys.stderr if err else sys.stdout, nl=nl)


def counted(number: int, name: str) -> str:
    """Return a number of things, such as `1 node` or `2 nodes`."""
    return f"{number:,} {name}" if number == 1 else f"{number:,} {name}s"


# Options


def whole_number(least: int, most: int | None = None) -> Callable[[str | int], int]:
    """Return what understands a whole number; it raises BadParameter for anything else."""

    def number(text: str | int) -> int:
        if re.fullmatch(r"-?[0-9]{1,18}", str(text), re.ASCII):
            whole = int(text)
            if whole >= least and (most is None or whole <= most):
                return whole
        end = "on" if most is None else f"to {most}"
        raise click.BadParameter(f"{quoted(str(text))} is not a whole number from {least} {end}.")

    return number


A_FILE: Final = click.Path(path_type=Path)
A_FILE.name = "file"
POSITIVE: Final = whole_number(1)
NOT_NEGATIVE: Final = whole_number(0)


def seconds_of(text: str | float) -> float:
    """Return a time in seconds, 0 or more; raise BadParameter for anything else."""
    with suppress(ValueError):
        if 0 <= float(text) < float("inf"):
            return float(text)
    raise click.BadParameter(f"{text!r} is not a number of seconds.")


def number_of_lines(text: str | int) -> int:
    """Return a number of lines, a thousand for `all`; raise BadParameter for anything else."""
    if text == "all":
        return 1000
    if str(text).isascii() and str(text).isdigit() and int(text) > 0:
        return int(text)
    raise click.BadParameter(f"{text!r} is neither a number of lines nor all.")


def complete_player(context: object, parameter: object, typed: str) -> list[str]:
    """Return the players whose names begin as typed, for a shell to complete."""
    return complete_level(context, parameter, typed) + [
        name for name in ("greedy", "random", "engine=") if name.startswith(typed)
    ]


def complete_file(_context: object, _parameter: object, typed: str) -> list[CompletionItem]:
    """Let a shell complete the name of a file."""
    return [CompletionItem(typed, type="file")]


def complete_level(_context: object, _parameter: object, typed: str) -> list[str]:
    """Return the levels whose names begin as typed, for a shell to complete."""
    from solver.levels import levels

    return [name for name in levels() if name.startswith(typed)]


jobs_option: Final = click.option(
    "--jobs", type=whole_number(1, 256), help="Work on this many at once; default: 1."
)
scheduler_option: Final = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Use the Dask cluster at this address, which must be in a network of your own. What its"
    " workers say is checked where it can be, and marked as theirs.",
)
objects_option: Final = click.option(
    "--output",
    type=A_FILE,
    help="Append JSON to this file, and pass over what it has already.",
)
threads_option: Final = click.option(
    "--threads", type=POSITIVE, help="Threads to use; default: all cores."
)
ply_option: Final = click.option(
    "--ply", type=NOT_NEGATIVE, help="The position of the game after this many moves."
)
number_option: Final = click.option(
    "--number", "game_number", type=POSITIVE, help="Which game of a file with several, from 1."
)
"""The option of commands that read games, of which a file may have several."""


def time_option(words: str, default: float | None = None) -> Callable[[Command], Command]:
    """Return the option that limits the time, in seconds, as `words` say."""
    return click.option(
        "--time", "seconds", type=seconds_of, metavar="SECONDS", default=default, help=words
    )


def hash_option(usual: int | None = None) -> Callable[[Command], Command]:
    """Return the option that says how large the solver's table may be, `usual` if not given."""
    words = "a quarter of the machine's, up to 1024" if usual is None else str(usual)
    return click.option(
        "--hash",
        "hash_mb",
        type=POSITIVE,
        metavar="MIB",
        default=usual,
        help=f"MiB of memory for the table; default: {words}.",
    )


# What is read


class InputPosition(NamedTuple):
    """A position that a command is asked about, and where it comes from.

    `input` counts lines of standard input or a file, arguments otherwise, from 1; `id` is what a
    line says after `%` or `;`, `file` where it is from, `game` and `ply` are of a game. A line that
    is no position has an `error` in its place.
    """

    position: Position | None
    input: int
    id: str | None = None
    file: str | None = None
    game: int | None = None
    ply: int | None = None
    error: str = ""
    name: str | None = None
    """What it is called where there are several."""

    @property
    def source(self) -> dict[str, Any]:
        names = "input", "id", "file", "game", "ply"
        return {"schema": SCHEMA, **{name: getattr(self, name) for name in names}}


def asked_lines(
    lines: Iterable[str], file: str | None = None, *, paired: bool = True
) -> Iterator[InputPosition]:
    """Yield the position of every line; blank ones, and those that begin with `#`, are passed over.

    A problem's answers are passed over too. A line that is no position has an error.
    """
    for number, line in enumerate(lines, start=1):
        text, after_answers, comment = line.strip().partition("%")
        text, _, rest = text.partition(";")
        if not text.strip() or text.startswith("#"):
            continue
        id = (comment if after_answers else rest).strip() or None
        try:
            text_files.check_length(line)
            yield InputPosition(Position.parse(text.strip(), paired=paired), number, id, file)
        except RulesError as error:
            yield InputPosition(None, number, id, file, error=f"line {number}: {error}")


def positions_in(words: tuple[str, ...]) -> Iterator[Position]:
    """Yield the position that an argument gives, or with `-` those on standard input, unpaired too.

    Raises RulesError, naming the line, for anything else.
    """
    if words != ("-",):
        yield Position.parse(" ".join(words), paired=False)
        return
    for asked in asked_lines(_lines(), paired=False):
        if asked.position is None:
            raise RulesError(asked.error)
        yield asked.position


def _lines() -> Iterator[str]:
    """Yield the lines of standard input, which may begin with a byte order mark."""
    if sys.stdin is None:
        raise RulesError("standard input is closed")
    try:
        for line in text_files.lines_of(sys.stdin):
            yield line.removeprefix("\ufeff")
    except UnicodeError:
        raise RulesError("standard input is not UTF-8 text") from None


def _whole_input() -> str:
    """Return the text of standard input, read as a file is where it is a stream of bytes."""
    if isinstance(stream := getattr(sys.stdin, "buffer", None), io.BufferedReader):
        try:
            return text_files.text_of(stream.read(text_files.MOST_OF_TABLE * text_files.MEBIBYTE))
        except UnicodeError:
            raise RulesError("standard input is not UTF-8 text") from None
    return "\n".join(_lines())


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """Raise errors in reading a file as a RulesError that names it."""
    try:
        yield
    except OSError as error:
        raise RulesError(f"cannot read {file}: {reason_of(error)}") from None
    except ValueError as error:
        raise RulesError(f"cannot open {file}: {error}") from None


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Raise WorkError, naming the file, if it cannot be written."""
    try:
        yield
    except OSError as error:
        raise WorkError(f"cannot write {file}: {reason_of(error)}") from None


def write(file: Path, text: str) -> None:
    """Write a whole file; raise WorkError, naming it, if it cannot be written."""
    with writing(file):
        write_atomically(file, text)


def say_kept(what: str, output: Path) -> None:
    """Say what a file has now; pipes and devices keep nothing."""
    if output.is_file():
        say(f"{what} in {output}")


def check_output(output: Path, files: Sequence[Path], is_ours: Callable[[str], bool]) -> None:
    """Raise RulesError for a file to write that is a game, one of `files` or an .mjb, or not ours.

    `is_ours` is asked with how its text begins (`battle.rules.files.check_output`).
    """
    if output.suffix.lower() == ".mjb" or output.resolve() in [file.resolve() for file in files]:
        raise RulesError(f"cannot write {output}: it is the name of a game")
    text_files.check_output(output, is_ours)


def claim(output: Path) -> None:
    """Claim a file to append to until the command ends.

    Raises WorkError if another program appends to it. Pipes and devices are nobody's alone.
    """
    if output.exists() and not output.is_file():
        return
    with suppress(OSError):  # reported by the work, which writes the file
        output.parent.mkdir(parents=True, exist_ok=True)
    claimed = Claim(output)
    if not claimed.take():
        raise WorkError(f"cannot write {output}: another program is writing it")
    click.get_current_context().call_on_close(claimed.release)


class OpenedGame(NamedTuple):
    """A game from a file, with its name and its number."""

    name: str
    record: Record
    input: int
    file: str
    number: int


class Files:
    """Games to go through one after the other: of several, a bad one is reported and passed over.

    A file may have several games; with a `number`, from 1, only that one of each counts. `-` is
    standard input.
    """

    def __init__(self, files: Sequence[Path], number: int | None = None) -> None:
        self.files = files
        self.status = DONE
        self.are_many = len(files) > 1
        """Whether results need the name of their game; known once the first game is read."""
        self.number = number

    def games(self) -> Iterator[OpenedGame]:
        for input, file in enumerate(self.files, start=1):
            yield from self.games_of(file, input)

    def games_of(self, file: Path, input: int = 1) -> Iterator[OpenedGame]:
        """Yield the games of one file; raise RulesError for a bad one if it is the only file."""
        try:
            with reading(file):
                yield from self._games_in(file, input)
        except RulesError as error:
            if not self.are_many:
                raise
            self.pass_over(str(error))

    def pass_over(self, why: str) -> None:
        self.status = BAD_INPUT
        complain(why)

    def _games_in(self, file: Path, input: int) -> Iterator[OpenedGame]:
        name = str(file) if file != STANDARD_INPUT else "standard input"
        text = (
            _whole_input()
            if file == STANDARD_INPUT
            else text_files.read_text(file, text_files.MOST_OF_TABLE)
        )
        if self.number is not None:
            yield OpenedGame(name, one_game(text, self.number), input, name, self.number)
            return
        several = len(texts_of_games(text)) > 1
        failed: list[tuple[int, RulesError]] = []
        found = False
        for number, record in all_games(text, lambda *bad: failed.append(bad)):
            found = True
            self.are_many = self.are_many or several
            if record.cut is not None:
                bad_part = f"game {number} of {name}" if several else name
                self.pass_over(f"{bad_part}: {record.cut}")
            yield OpenedGame(
                f"{name}, game {number}" if several else name, record, input, name, number
            )
        if failed and not found:
            number, error = failed[0]
            raise RulesError(f"none of its {len(failed)} games can be read; game {number}: {error}")
        for number, error in failed:
            self.pass_over(f"cannot open game {number} of {name}: {error}")


def positions_asked(
    words: tuple[str, ...],
    number: str | None,
    file: Path | None,
    ply: int | None,
    game_number: int | None,
) -> tuple[Files, Iterator[InputPosition]]:
    """Return the files that are asked for, and the positions: of games, of a deal, or in words.

    Words are files if they can only be files, of games or of problems. Raises UsageError unless
    exactly one way names positions.
    """
    paths = [*map(Path, words)]
    are_files = file is not None or all(path.suffix.lower() in (".mjb", ".mbp") for path in paths)
    files = Files([*([file] if file else []), *paths] if are_files else [], game_number)
    if (not are_files, number is not None, bool(files.files)).count(True) != 1:
        raise click.UsageError("Expected one of POSITION, --deal and --game.")
    for option, given in (("--ply", ply), ("--number", game_number)):
        if given is not None and not files.files:
            raise click.UsageError(f"{option} needs --game.")
    return files, _positions(words, number, files, ply)


def _positions(
    words: tuple[str, ...], number: str | None, files: Files, ply: int | None
) -> Iterator[InputPosition]:
    if number is not None:
        yield InputPosition(Position.of_deal(deal_number(number)), 1)
    elif words == ("-",):
        yield from asked_lines(_lines())
    elif not files.files:
        yield InputPosition(Position.parse(" ".join(words)), 1)
    for input, file in enumerate(files.files, start=1):
        if file.suffix.lower() == ".mbp":
            with reading(file):
                text = text_files.read_text(file, text_files.MOST_OF_TABLE)
            asked = [*asked_lines(text.splitlines(), str(file))]
            if not asked:
                raise RulesError(f"no position in {file}")
            yield from asked
        else:
            yield from _positions_of_games(files, file, input, ply)


def _positions_of_games(
    files: Files, file: Path, input: int, ply: int | None
) -> Iterator[InputPosition]:
    for game in files.games_of(file, input):
        line = game.record.game.main_line()
        last = len(line) - 1
        at = last if ply is None else ply
        if at <= last:
            yield InputPosition(
                *(line[at].position, input, None, game.file, game.number, at), name=game.name
            )
            continue
        error = RulesError(f"bad ply {ply}: the game in {game.name} has {counted(last, 'move')}")
        if not files.are_many:
            raise error
        files.pass_over(str(error))


# The solver, its workers, and how far it is


def check_jobs(jobs: int | None, scheduler: str | None, threads: int | None) -> None:
    """Raise UsageError where it is not clear who shall do the work."""
    if (jobs, scheduler, threads).count(None) < 2:
        raise click.UsageError("Expected one of --jobs, --scheduler and --threads.")


@contextmanager
def using_cluster() -> Iterator[None]:
    """Raise WorkError if a cluster cannot be used, which is no failure of the program."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise WorkError(f"{error}: install mahjong-battle[cluster]") from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WorkError(f"the {click.get_current_context().info_name} stopped: {error}") from None


def check_machine(threads: int | None, hash_mb: int | None) -> None:
    """Raise BadParameter for more threads or memory than there can be; None is always right."""
    from solver import machine

    try:
        machine.check_threads(threads or 0)
        machine.check_table(hash_mb or 0)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@contextmanager
def a_solver(threads: int | None, hash_mb: int | None) -> Iterator[Solver]:
    """Make a solver; say what it compiles, and raise WorkError if its memory is not to be had.

    Raises BadParameter for threads or memory beyond what there can be.
    """
    from solver.api import Solver

    check_machine(threads, hash_mb)
    try:
        with Solver(threads, hash_mb, progress=ProgressLine().say) as solver:
            yield solver
    except MemoryError:
        raise WorkError(f"there is not enough memory for a table of {hash_mb} MiB") from None


class ProgressLine(AbstractContextManager["ProgressLine"]):
    """A line on standard error that shows how far the work is, where a person is watching."""

    def __init__(self) -> None:
        self._width = 0
        self._watched = sys.stderr.isatty()

    def __exit__(self, *exception: object) -> None:
        self.clear()

    def say(self, text: str) -> None:
        if self._watched:
            text = plain(text)[: shutil.get_terminal_size().columns - 1]
            click.echo(f"\r{text:<{self._width}}\r", sys.stderr, nl=False)
            self._width = len(text)

    def clear(self) -> None:
        if self._width:
            self.say("")

    @contextmanager
    def interruptible(self, words: Callable[[], str]) -> Iterator[None]:
        """Say how far the work came if Ctrl+C ends it; it goes on to end the program."""
        try:
            yield
        except KeyboardInterrupt:
            self.clear()
            if words():
                complain(f"stopped{words()}")
            raise

    def report(self, analysis: Analysis) -> None:
        self.say(
            f"between {analysis.lower} and {analysis.upper}, best {analysis.best};"
            f" {analysis.nodes / 1e6:.1f} million nodes in {analysis.seconds:.0f} s,"
            f" table {analysis.hashfull / 10:.0f}% full; {analysis.progress}"
        )


@contextmanager
def interrupted_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end the work in the block as Ctrl+C does, with its own status."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_number: int, _frame: FrameType | None) -> None:
    raise Terminated
