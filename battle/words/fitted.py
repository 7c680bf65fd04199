"""Text that fits the terminal it is printed in: lines end between words."""

from __future__ import annotations

import shutil
import sys
from textwrap import wrap


def screen_width() -> int | None:
    """Return the columns of the terminal that standard output is, None where it is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def fitted(text: str, width: int | None) -> str:
    """Return `text` in lines of at most `width` columns, where words allow; None: as it is.

    What goes on in a further line stands two columns further in. A space at the end stays.
    """
    if width is None:
        return text
    end = " " if text.endswith(" ") else ""
    return "\n".join(line for part in text.split("\n") for line in _lines(part, width)) + end


def _lines(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line.rstrip()]
    indent = " " * (min(len(line) - len(line.lstrip()), width // 4) + 2)
    return wrap(
        line,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
