"""Append-only CSV files: work that adds to them can be killed at any time and goes on where it was.

Every line is added in one piece. The first one is a header. Whoever begins to work takes a last
line away that was cut short.
"""

from __future__ import annotations

import contextlib
import csv
import os
from collections.abc import Sequence
from pathlib import Path


class AppendOnlyCsv:
    """A CSV file that only grows; several processes may add to it. `columns` are its header."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self.path = path
        self.columns = tuple(columns)

    def rows(self) -> list[list[str]]:
        """Return all lines that are whole; none if there is no file yet."""
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return []
        whole = text[: text.rfind("\n") + 1]
        rows = csv.reader(whole.splitlines())
        return [row for row in rows if len(row) == len(self.columns) and row[0] != self.columns[0]]

    def mend(self) -> None:
        """Take a last line away that was not written to its end."""
        with contextlib.suppress(FileNotFoundError):
            text = self.path.read_bytes()
            if text and not text.endswith(b"\n"):
                os.truncate(self.path, text.rfind(b"\n") + 1)

    def add(self, row: Sequence[object]) -> None:
        """Add a line with these fields, and see it to the disk. Raises OSError."""
        self.add_line(",".join(map(str, row)))

    def add_line(self, line: str) -> None:
        """Add a line as it is, and see it to the disk. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            header = "" if file.tell() else f"{','.join(self.columns)}\n"
            file.write(f"{header}{line}\n".encode())
            os.fsync(file.fileno())
