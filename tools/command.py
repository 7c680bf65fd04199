"""How the tools end: what is wrong with their input is one line, and a status."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Final, Protocol, TypeAlias

Arguments: TypeAlias = Sequence[str] | None
"""What a tool is asked; None: what stands on the command line."""

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def parser_of(module: str, text: str | None) -> argparse.ArgumentParser:
    """Return the parser of a module that is run by `python -m`; its help begins with `text`."""
    return argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


class Tool(Protocol):
    """A tool's `main`: returns its exit status; without arguments it takes the command line's."""

    def __call__(self, arguments: Arguments = None) -> int:
        """Do what is asked."""


def command(main: Callable[[Arguments], int | None]) -> Tool:
    """Let `main` end well: with 2 where it raises OSError or ValueError, with 130 on Ctrl+C.

    What it raised is told in one line on stderr. None that it returns is 0.
    """

    @wraps(main)
    def run(arguments: Arguments = None) -> int:
        try:
            return main(arguments) or 0
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return BAD_INPUT
        except KeyboardInterrupt:
            return INTERRUPTED

    return run
