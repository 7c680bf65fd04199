"""Tools as commands: click reads their options, and an error of their input is one line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

import click

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
FILE: Final = click.Path(path_type=Path)


def window_size(text: str) -> tuple[int, int]:
    """Return the size that a text such as `1280x800` names; raise ValueError for others."""
    width, height = text.split("x")
    return int(width), int(height)


class Tool(Protocol):
    """A tool's `main`: returns its exit status; without arguments it takes the command line's."""

    def __call__(self, arguments: Sequence[str] | None = None) -> int:
        """Do what is asked."""


def command(main: Callable[..., int | None]) -> Tool:
    """Run `main` with the options that click has read; its module's text is the help.

    The status is 2 if it raises OSError or ValueError, or the arguments are bad, reported in one
    line on stderr, and 130 on Ctrl+C. A result of None is 0.
    """
    module = sys.modules[main.__module__]
    help = (module.__doc__ or "").replace("\n\n", "\n\n\b\n")
    name = (module.__spec__.name if module.__spec__ else main.__module__).removesuffix(".__main__")
    made = click.command(help=f"\b\n{help}")(main)

    def run(arguments: Sequence[str] | None = None) -> int:
        try:
            return made.main(arguments, f"python -m {name}", standalone_mode=False) or 0
        except (OSError, ValueError, click.ClickException) as error:
            words = error.format_message() if isinstance(error, click.ClickException) else error
            print(words, file=sys.stderr)
            return BAD_INPUT
        except click.Abort:
            return INTERRUPTED

    return run
