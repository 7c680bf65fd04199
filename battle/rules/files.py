"""Files that a person names: what is read from them, and what may be written in their place.

Only regular files and standard input are read, and none that is larger than its reader expects: a
pipe or a device could block for ever, or never end. Only what this program wrote is written over.
"""

from __future__ import annotations

import csv
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from errno import EISDIR
from pathlib import Path
from typing import IO, BinaryIO, Final

from battle.rules.position import FormatError

MEBIBYTE: Final = 2**20
MOST_MEBIBYTES: Final = 4
"""How large a text is read where nothing else is said: 10,000 moves with a long comment each."""

MOST_OF_TABLE: Final = 16
"""How large a table is read, which grows by a line for every deal or game."""

LONGEST_LINE: Final = 100_000
"""Characters of a line that is typed or sent, far more than any command or position has."""

_HEAD: Final = 2**16


def read_bytes(path: Path, mebibytes: int = MOST_MEBIBYTES) -> bytes:
    """Return what is in a file; raise OSError, or FormatError if it is none that is read."""
    most = mebibytes * MEBIBYTE
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
        if stat.S_ISREG(found.st_mode):
            content = b""
            if found.st_size <= most:
                with os.fdopen(handle, "rb", closefd=False) as file:
                    content = file.read(found.st_size)
                    if file.peek(1):  # it has grown since it was looked at
                        content += file.read(most + 1 - found.st_size)
        elif _is_standard_input(found):
            content = sys.stdin.buffer.read(most + 1)
        else:
            raise FormatError("it is a pipe or a device, not a file")
        if max(found.st_size, len(content)) > most:
            raise FormatError("the file is larger than {size} MiB", size=mebibytes)
        return content
    finally:
        os.close(handle)


def _is_standard_input(found: os.stat_result) -> bool:
    """Whether a pipe or a device is what the program was given to read."""
    try:
        return os.path.samestat(found, os.fstat(sys.stdin.fileno()))
    except (OSError, ValueError, AttributeError):
        return False


def read_text(path: Path, mebibytes: int = MOST_MEBIBYTES) -> str:
    """Return the text of a file; raise OSError, or FormatError if it is no UTF-8 text."""
    try:
        return read_bytes(path, mebibytes).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("the file is not UTF-8 text") from None


def lines_of(stream: IO[str]) -> Iterator[str]:
    """Yield the lines of a stream as they come; of one that is too long only its beginning.

    That is longer than `LONGEST_LINE`, so that the reader can tell. The rest of it is passed
    over before the next line, and never held.
    """
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE + 1)


def check_length(line: str) -> None:
    """Raise FormatError for a line that is longer than any that is read."""
    if len(line) > LONGEST_LINE:
        raise FormatError("the line is longer than {most} characters", most=LONGEST_LINE)


def rows_of(text: str) -> Iterator[list[str]]:
    """Yield the fields of every line of a table (CSV), each line read by itself.

    A quotation mark that is never closed spoils its own line and no other.
    """
    for line in text.splitlines():
        if '"' not in line:
            yield line.split(",") if line else []
            continue
        try:
            yield from csv.reader([line])
        except csv.Error:
            yield [line]


def passed_over(path: Path, numbers: Sequence[int]) -> str:
    """Say which lines of a file cannot be read."""
    more = f" and {len(numbers) - 1} more" if len(numbers) > 1 else ""
    return f"{path}: line {numbers[0]}{more} cannot be read and is passed over"


def check_output(path: Path, is_ours: Callable[[str], bool]) -> None:
    """Raise FormatError for a file to write that holds anything but what this program wrote.

    `is_ours` is asked with how its text begins; a file that is empty, or not there, may be written.
    So may a pipe or a device that takes what is written to it.
    """
    try:
        found = path.stat()
    except OSError:
        return
    if stat.S_ISDIR(found.st_mode):
        raise FormatError("cannot write {file}: it is a directory", file=path)
    if stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode):
        return
    if not stat.S_ISREG(found.st_mode) or not _is_written_by(path, is_ours):
        raise FormatError(
            "cannot write {file}: it is another file, name one that is not there yet", file=path
        )


def _is_written_by(path: Path, is_ours: Callable[[str], bool]) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    text = head.decode("utf-8-sig", errors="replace")
    return not text.strip() or is_ours(text)


def add_whole(file: BinaryIO, content: bytes) -> None:
    """Write all of `content` at the end of a file that is open without a buffer, and to the disk.

    Raises OSError, with nothing added, if there is no room for all of it; a file that another
    process has added to meanwhile keeps what was written. What is no file has no disk.
    """
    before, written = os.fstat(file.fileno()), 0
    try:
        while written < len(content):
            written += file.write(content[written:]) or 0
        if stat.S_ISREG(before.st_mode):
            os.fsync(file.fileno())
    except OSError:
        with suppress(OSError):
            if os.fstat(file.fileno()).st_size == before.st_size + written:
                os.ftruncate(file.fileno(), before.st_size)
        raise
