"""Append-only CSV files: work that adds to them can be killed at any time and goes on where it was.

Every line is added in one piece. The first one is a header, and a file with another one is not
touched. Whoever begins to work takes a last line away that was cut short.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from battle.rules.files import (
    MOST_OF_TABLE,
    add_whole,
    check_output,
    passed_over,
    read_bytes,
    rows_of,
)
from battle.rules.position import FormatError

Row = TypeVar("Row")


class AppendOnlyCsv:
    """A CSV file that only grows; several processes may add to it.

    `columns` are its header; the last `added` of them are missing in files of older programs.
    """

    def __init__(self, path: Path, columns: Sequence[str], added: int = 0) -> None:
        self.path = path
        self.columns = tuple(columns)
        self._added = added

    def read(
        self, of: Callable[[list[str]], Row], tell: Callable[[str], None] = lambda text: None
    ) -> list[Row]:
        """Return what `of` makes of every line that is whole; nothing if there is no file yet.

        A line for which it raises ValueError is passed over, and so is one with too few or too many
        fields; `tell` is called with how many. Raises OSError, or FormatError, naming the file,
        for what is not read.
        """
        found, bad = [], []
        text = self._content().decode("utf-8", errors="replace")
        for number, row in enumerate(rows_of(text[: text.rfind("\n") + 1]), start=1):
            if not row or row[0].removeprefix("\ufeff") == self.columns[0]:
                continue
            try:
                if len(row) != len(self.columns):
                    raise ValueError(row)
                found.append(of(row))
            except ValueError:
                bad.append(number)
        if bad:
            tell(passed_over(self.path, bad))
        return found

    def mend(self) -> None:
        """Take a last line away that was not written to its end.

        Raises FormatError, and touches nothing, if this is another file.
        """
        check_output(self.path, self._is_ours)
        take_rest_away(self.path, self._content())

    def _is_ours(self, text: str) -> bool:
        """Whether a text begins with the header, as far as it was written."""
        first, *rest = text.splitlines()
        lengths = range(len(self.columns) - self._added, len(self.columns) + 1)
        headers = [",".join(self.columns[:length]) for length in lengths]
        return first.rstrip() in headers if rest else headers[-1].startswith(text.rstrip())

    def _content(self) -> bytes:
        try:
            return read_bytes(self.path, MOST_OF_TABLE)
        except FileNotFoundError:
            return b""
        except FormatError as error:
            raise FormatError("cannot read {file}: {error}", file=self.path, error=error) from None

    def add(self, row: Sequence[object]) -> None:
        """Add a line with these fields, and see it to the disk. Raises OSError."""
        self.add_line(",".join(map(str, row)))

    def add_line(self, line: str) -> None:
        """Add a line as it is, and see it to the disk. Raises OSError, with nothing added."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            header = "" if file.tell() else f"{','.join(self.columns)}\n"
            add_whole(file, f"{header}{line}\n".encode())


def take_rest_away(path: Path, content: bytes) -> None:
    """Take a last line away that was not written to its end; `content` is all that a file has."""
    if content and not content.endswith(b"\n"):
        os.truncate(path, content.rfind(b"\n") + 1)
