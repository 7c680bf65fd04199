"""The commands: `mahjong-battle`, or `python -m battle`.

Thin on purpose: each command (`battle.commands`) reads what it is given, calls the part of the
program that does the work, and prints. What a command needs is imported when it runs, so that
`deal` loads neither numba nor pygame.

Exit status: 0 done, 1 the work failed, 2 bad usage or bad input, 130 ended by Ctrl+C, 143 by
SIGTERM. An error is one line on standard error.
"""

from __future__ import annotations

import codecs
import os
import shutil
import sys
from contextlib import suppress
from errno import EFBIG, ENOSPC
from typing import Any, Final
from unicodedata import normalize

import click

from battle import __version__
from battle.commands import analyse as analysing
from battle.commands import measure as measuring
from battle.commands import play as playing
from battle.commands import positions as proven
from battle.commands import web as serving
from battle.commands.common import (
    BAD_INPUT,
    DONE,
    FAILED,
    PROGRAM,
    complain,
    ended_by,
)
from battle.rules.links import is_link
from battle.rules.position import RulesError

WIDEST_HELP: Final = 80
"""Columns of the help at most."""


class Commands(click.Group):
    """The commands by name; without a name it is `play`, also for its options and a file."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Put `play` before arguments that name no command; a shell completes them as they are."""
        is_for_play = not arguments or self._is_for_play(arguments[0])
        if is_for_play and not context.resilient_parsing:
            arguments = ["play", *arguments]
        return super().parse_args(context, arguments)

    def invoke(self, context: click.Context) -> Any:
        """Run the command; interrupted, it ends without the empty line that click would print."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt as error:
            context.exit(ended_by(error))

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with the whole first sentence of what it does."""
        rows = [
            (name, (command.help or "").split("\n\n")[0].replace("\n", " "))
            for name, command in sorted(self.commands.items())
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _is_for_play(self, word: str) -> bool:
        if word in self.commands:
            return False
        options = {option for parameter in playing.play.params for option in parameter.opts}
        if word.partition("=")[0] in options or is_link(word):
            return True
        if word.startswith("file:///") or word.lower().endswith((".mjb", ".mbp")):
            return True
        return os.path.isfile(word)  # noqa: PTH113  (Path raises for names that are too long)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
def main() -> None:
    """Mahjong Battle: play a friend, play the solver, analyse endgames with proven values.

    Without a command the window opens: `mahjong-battle [FILE.mjb]`, or with an invitation.

    A POSITION is `<grid> [<to move> [<points>]]`, such as 5m5p/5p5m/9s/9s, or - to read one a line
    from standard input.
    """


for command in (
    playing.play,
    playing.deal,
    playing.daily,
    playing.perft,
    playing.engine,
    serving.web,
    analysing.analyse,
    analysing.review,
    analysing.annotate,
    analysing.problems,
    analysing.prove,
    analysing.verify,
    proven.positions,
    measuring.bench,
    measuring.testsuite,
    measuring.match,
    measuring.survey,
):
    main.add_command(command)


def run(arguments: list[str] | None = None) -> None:
    """Run the command that the command line, or `arguments`, names, and exit with its status."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # What has no reader goes nowhere, and into no other file.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        stream = getattr(sys, name)
        with suppress(AttributeError, ValueError):  # a stream of another program's making
            stream.reconfigure(errors=READABLE)
    sys.exit(_status_of(arguments))


READABLE: Final = "readable"
"""The error handler of what is printed: no sign that the terminal's code page lacks is an error."""

_IN_ASCII: Final = {
    sign: words
    for signs, words in (
        *(("‐‑‒–—―−", "-"), ("“”„‟«»", '"'), ("‘’‚‹›▀", "'"), ("·▄", "."), ("•", "*"), ("█", "#")),
        *(("→", "->"), ("←", "<-"), ("↑", "^"), ("↓✓", "v"), ("×", "x"), ("≈", "~")),
        *(("±", "+-"), ("≥", ">="), ("≤", "<="), ("ß", "ss"), ("Æ", "AE"), ("æ", "ae")),
        *(("œ", "oe"), ("Ł", "L"), ("ł", "l"), ("Ø", "O"), ("ø", "o")),
    )
    for sign in signs
}


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Return what is printed for signs that a code page lacks: others that say the same, or `?`."""
    assert isinstance(error, UnicodeEncodeError)
    words = error.object[error.start : error.end]
    return "".join(map(_in_ascii, words)), error.end


def _in_ascii(sign: str) -> str:
    return _IN_ASCII.get(sign) or normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


codecs.register_error(READABLE, _readable)


def _status_of(arguments: list[str] | None) -> int:
    """Run the command; return the exit status, having reported any error in one line."""
    width = min(shutil.get_terminal_size().columns, WIDEST_HELP) - 2
    try:
        status = main.main(arguments, PROGRAM, standalone_mode=False, terminal_width=width)
        sys.stdout.flush()
        return status if isinstance(status, int) else DONE
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except RulesError as error:
        return _complain(str(error), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort) as error:
        return ended_by(error)
    except BrokenPipeError:
        _silence()
        return FAILED
    except Exception as error:
        if not isinstance(error, OSError) or error.errno not in (ENOSPC, EFBIG):
            return _unexpected(error)
        _silence()
        return _complain(f"cannot write: {error.strerror}", FAILED)


def _unexpected(error: Exception) -> int:
    """Report an error of the program's own, and where its traceback is kept."""
    import traceback

    where = ""
    with suppress(Exception):
        from battle.storage import Places, write_atomically

        file = Places.of_system().log / "error.log"
        write_atomically(file, traceback.format_exc())
        where = f" (details in {file})"
    return _complain(f"{type(error).__name__}: {error}{where}", FAILED)


def _complain(message: str, status: int) -> int:
    complain(message)
    return status


def _silence() -> None:
    """Let Python's last flush of an output whose reader is gone go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
