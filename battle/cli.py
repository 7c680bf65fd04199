"""The commands: `mahjong-battle`, or `python -m battle`.

Thin on purpose: each command reads what it is given, calls the part of the program that does the
work, and prints. What a command needs is imported when it runs, so that `deal` loads neither numba
nor pygame.

Exit status: 0 done, 1 the work failed, 2 bad usage or bad input, 130 interrupted. An error is one
line on standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from battle import __version__
from battle.rules.errors import RulesError

if TYPE_CHECKING:
    from battle.rules.position import Position

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
        return word == "--terminal" or word.lower().endswith(".mjb") or Path(word).is_file()


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
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from battle.app import main as window

    try:
        window.run(file)
    except window.NoDisplayError as error:
        click.echo(f"{PROGRAM}: no display ({error}): the game goes on in the terminal", err=True)
        return False
    return True


@main.command()
@click.argument("number")
@click.option("--picture", is_flag=True, help="Print 9 lines of 12 tiles.")
def deal(number: str, picture: bool) -> None:
    """Print deal NUMBER, 1 to 2147483647."""
    from battle.rules import deal as deals

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


def _positions(words: tuple[str, ...], *, paired: bool = True) -> Iterator[Position]:
    """Yield the position that an argument gives, or with `-` those on standard input."""
    from battle.rules.position import position

    if words != ("-",):
        yield position(" ".join(words), paired=paired)
        return
    for number, line in enumerate(_lines(sys.stdin), start=1):
        if line.strip():
            try:
                yield position(line, paired=paired)
            except RulesError as error:
                raise RulesError(f"line {number}: {error}") from None


def _lines(stream: TextIO) -> Iterator[str]:
    try:
        yield from stream
    except UnicodeDecodeError:
        raise RulesError("standard input is not UTF-8 text") from None


def _record_in(file: Path) -> Any:
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
