"""Reading and writing files that a person names; files of solved deals and of levels.

Only regular files and standard input are read, up to a size limit: a pipe or a device could block
for ever, or never end. Only files that this program wrote are overwritten.
"""

from __future__ import annotations

import codecs
import csv
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from errno import EISDIR
from pathlib import Path
from typing import IO, BinaryIO, Final

from battle.rules import certificate, problem
from battle.rules.position import ALL_POINTS, LAST_DEAL, FormatError, Move, RulesError

MEBIBYTE: Final = 2**20
MOST_MEBIBYTES: Final = 4
"""The default size limit of a text: 10,000 moves with a long comment each."""

MOST_OF_TABLE: Final = 16
"""The size limit of a table, which grows by a line for every deal or game."""

EXPORT: Final = ".json"
"""What the name of a file with everything of a player ends in."""

LONGEST_LINE: Final = 100_000
"""The most characters of a typed or received line, far more than any command has."""

_HEAD: Final = 2**16


def is_proof(path: Path) -> bool:
    """Return whether a file is a proof, by how it begins."""
    with suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return text_of(file.read(_LONGEST_HEADING)).startswith(certificate.HEADING)
    return False


_LONGEST_HEADING: Final = 4 * (len(certificate.HEADING) + 1)
"""Bytes that hold it in every encoding, with a mark before it."""


def is_game(path: Path) -> bool:
    """Return whether a file holds games, if anything: no problems, no proof, no export."""
    return path.suffix.lower() not in (problem.SUFFIX, EXPORT) and not is_proof(path)


def read_bytes(path: Path, mebibytes: int = MOST_MEBIBYTES) -> bytes:
    """Return the content of a file; raise OSError, or FormatError if it is not read."""
    most = mebibytes * MEBIBYTE
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
        if stat.S_ISREG(status.st_mode):
            content = b""
            if status.st_size <= most:
                with os.fdopen(handle, "rb", closefd=False) as file:
                    content = file.read(status.st_size)
                    if file.peek(1):  # it has grown since it was looked at
                        content += file.read(most + 1 - status.st_size)
        elif _is_standard_input(status):
            content = sys.stdin.buffer.read(most + 1)
        else:
            raise FormatError("it is a pipe or a device, not a file")
        if max(status.st_size, len(content)) > most:
            raise FormatError("the file is larger than {size} MiB", size=mebibytes)
        return content
    finally:
        os.close(handle)


def _is_standard_input(status: os.stat_result) -> bool:
    try:
        return os.path.samestat(status, os.fstat(sys.stdin.fileno()))
    except (OSError, ValueError, AttributeError):
        return False


def read_text(path: Path, mebibytes: int = MOST_MEBIBYTES) -> str:
    """Return the text of a file; raise OSError, or FormatError if it is none."""
    try:
        return text_of(read_bytes(path, mebibytes))
    except UnicodeDecodeError:
        raise FormatError("the file is not UTF-8 text") from None


_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),  # before UTF-16, whose mark begins as this one does
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS: Final = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")


def text_of(content: bytes) -> str:
    """Return the text that bytes are: in UTF-8, UTF-16, UTF-32, or else in Latin-1, as PGN is.

    Without a mark at its beginning a text in UTF-16 is known by the zeros in it. Raises
    UnicodeDecodeError for bytes that are no text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding)
    head = content[:_HEAD]
    for encoding, half in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
        if 2 * half.count(0) > len(half) and b"\0\0" not in head:
            return content.decode(encoding)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if _CONTROLS.search(content):
            raise
        return content.decode("cp1252")


def lines_of(stream: IO[str]) -> Iterator[str]:
    """Yield the lines of a stream as they arrive, overlong ones cut.

    It is longer than `LONGEST_LINE`, so that the reader can detect it. The rest of the line is
    skipped and never held in memory.
    """
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE + 1)


def check_length(line: str) -> None:
    """Raise FormatError for an overlong line."""
    if len(line) > LONGEST_LINE:
        raise FormatError("the line is longer than {most} characters", most=LONGEST_LINE)


def rows_of(text: str) -> Iterator[list[str]]:
    """Yield the fields of every line of a CSV table, each line parsed separately.

    An unclosed quotation mark damages only its own line.
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
    """Raise FormatError if the file to write holds anything of another program.

    `is_ours` gets the beginning of its text; an empty or missing file may be written, and so may a
    pipe or a device.
    """
    try:
        status = path.stat()
    except OSError:
        return
    if stat.S_ISDIR(status.st_mode):
        raise FormatError("cannot write {file}: it is a directory", file=path)
    if stat.S_ISFIFO(status.st_mode) or stat.S_ISCHR(status.st_mode):
        return
    if not stat.S_ISREG(status.st_mode) or not _is_written_by(path, is_ours):
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
    """Append all of `content` to a file opened unbuffered, and sync it to disk.

    Raises OSError, with nothing added, if there is not enough room; lines that another process has
    appended meanwhile stay. Pipes and devices are not synced.
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


# --- par -----------------------------------------------------------------------------------------
#
# Solved deals as text: the results of a survey, one line per deal.
#
#     deal,par,nodes,seconds,best,undecided,work,by
#     4,4,305228216,466.3,a1l1 g1g9 i1j1,,305228216,
#     21,6,98765432,140.9,b1e9,c1c9 h1k9,98765432,cluster
#     22,-1,70200300,80.2,a1b1,,95000000,
#
# `best` are all best first moves, in the promised order, separated by spaces. `par` is the value of
# the deal for the player to move; `nodes` and `seconds` are the effort of its proof, without the
# proofs about other first moves. `undecided` are moves that are proven neither to keep the value
# nor to lose it, because that takes more than twice the nodes of the proof of par. `work` are the
# nodes of all that was done for par: more than `nodes` if the survey was ended meanwhile and what
# it had found was lost in part. `by` is `cluster` where all or some of this was said by the workers
# of a cluster, and not proven by this machine. The last line about a deal counts.
#
# In files of older programs the last columns may be missing, in the header too or in lines alone,
# undecided moves may be in `best`, marked by a `?`, with unknown cost, and nodes whose results were
# lost may be in `nodes`.

PAR_COLUMNS: Final = ("deal", "par", "nodes", "seconds", "best", "undecided", "work", "by")
PAR_HEADER: Final = f"{','.join(PAR_COLUMNS)}\n"

CLUSTER: Final = "cluster"
"""Who has proven what this machine has not."""


@dataclass(frozen=True)
class Par:
    """A solved deal: its number, its value, what that cost, and its best first moves.

    `unsure` moves may keep the value or lose it; `given_up` says that this is too expensive to
    prove. `lost` are nodes of earlier proofs that were abandoned. `by` is CLUSTER if the workers of
    a cluster said so.
    """

    deal: int
    value: int
    nodes: int
    seconds: float
    best: tuple[Move, ...]
    unsure: tuple[Move, ...] = ()
    given_up: bool = False
    lost: int = 0
    by: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether no undecided first move is worth proving."""
        return self.given_up or not self.unsure

    def bounds_of(self, move: Move) -> tuple[int, int]:
        """Return what a first move is worth at least and at most."""
        if move in self.best:
            return self.value, self.value
        is_worse = bool(self.best) and move not in self.unsure
        return -ALL_POINTS, self.value - is_worse

    def row(self) -> str:
        """Return the line of the file, with its end."""
        best, undecided = " ".join(map(str, self.best)), " ".join(map(str, self.unsure))
        if undecided and not self.given_up:
            best, undecided = " ".join([best, *(f"{move}?" for move in self.unsure)]), ""
        numbers = f"{self.deal},{self.value},{self.nodes},{self.seconds:.1f}"
        return f"{numbers},{best},{undecided},{self.nodes + self.lost},{self.by}\n"


def read_pars(path: Path, warn: Callable[[str], None] = lambda text: None) -> dict[int, Par]:
    """Return the solved deals of a file by number, none if it cannot be read.

    A line that is damaged is left out; `warn` is called with how many there are.
    """
    try:
        text = read_bytes(path, MOST_OF_TABLE).decode("ascii", errors="replace")
    except (OSError, RulesError):
        return {}
    pars, damaged = {}, []
    for number, row in enumerate(rows_of(text), start=1):
        try:
            par = _par(row)
            pars[par.deal] = par
        except ValueError:
            if row and row[0] != "deal":
                damaged.append(number)
    if damaged:
        warn(passed_over(path, damaged))
    return pars


def read_quick(path: Path) -> dict[int, dict[int, int]]:
    """Return the pars of a file of quick deals, by their tiles and numbers; none of damaged lines.

    A line has tiles, number and par: `36,1,6`.
    """
    found: dict[int, dict[int, int]] = {}
    with suppress(OSError, RulesError):
        for row in rows_of(read_bytes(path, MOST_OF_TABLE).decode("ascii", errors="replace")):
            with suppress(ValueError):
                tiles, number, par = map(int, row)
                found.setdefault(tiles, {})[number] = par
    return found


def _par(row: list[str]) -> Par:
    number, value, nodes, seconds, best, *columns = row
    more, work, by, *beyond = [*columns, *[""] * 3]
    words = best.split()
    unsure = tuple(Move.parse(word[:-1]) for word in words if word.endswith("?"))
    undecided = tuple(map(Move.parse, more.split()))
    par = Par(
        int(number),
        int(value),
        int(nodes),
        float(seconds),
        best=tuple(Move.parse(word) for word in words if not word.endswith("?")),
        unsure=unsure + undecided,
        given_up=bool(undecided) and not unsure,
        lost=int(work or nodes) - int(nodes),
        by=by,
    )
    if not (1 <= par.deal <= LAST_DEAL and abs(par.value) <= ALL_POINTS):
        raise ValueError(row)
    if by not in ("", CLUSTER) or any(beyond):
        raise ValueError(row)
    return par


# --- levels file ---------------------------------------------------------------------------------
#
# The file of levels, one line per level, the weakest first.
#
#     level,points,slip,cap,attention,finds,foresees,title,person,way
#     casual,24,0,0,1,12,3,Casual,Mo,"thinks of your answer, if it lies close by"
#     strong,4,0.2,5,0.9,0,0,Strong,Vera,
#
# A level is labelled with the `points` it loses in a whole game to the levels next to it. `slip` is
# the average loss per move it aims at, `cap` the most it loses with one move, `attention`, 0 to 1,
# the share of what a move uncovers that it notices. A short-sighted level has none of these: it
# `finds` pairs whose tiles lie within so many columns, and of those that its move uncovers it
# `foresees` the ones within so many. On screen it has a `title`, a `person` who plays at it, and a
# `way` to play, else its label is said; title and way are translated. These three may be missing.

LEVELS: Final = "levels/levels.csv"
"""Where the file lies among the assets."""

AGAINST: Final = "levels/against.csv"
"""Where the file of what each level loses to each lies among the assets."""

COMPANION: Final = "companion"
"""The level that is not in the file: it stays close to the person's score instead."""


@dataclass(frozen=True)
class LevelLine:
    """A line of the file."""

    name: str
    points: float = 0
    slip: float = 0
    cap: int = 0
    attention: float = 1
    finds: int = 0
    foresees: int = 0
    title: str = ""
    person: str = ""
    way: str = ""


def read_levels(path: Path, *, leniently: bool = False) -> list[LevelLine]:
    """Return the levels of a file; raise OSError or FormatError, which names the line, for damage.

    If `leniently`, damaged lines are skipped, and an unreadable file has no levels.
    """
    levels = []
    try:
        rows = enumerate(rows_of(read_bytes(path).decode("ascii", errors="replace")), start=1)
    except (OSError, FormatError):
        if not leniently:
            raise
        return []
    for number, row in rows:
        try:
            name, points, slip, cap, attention, finds, foresees, *words = row
            title, person, way, *beyond = [*words, *[""] * 3]
            if any(beyond):
                raise ValueError(f"too many columns: {len(row)}")
            if number > 1:
                losses = float(points), float(slip), int(cap), float(attention)
                sight = int(finds), int(foresees)
                levels.append(LevelLine(name, *losses, *sight, title, person, way))
        except ValueError as error:
            if not leniently and number > 1:
                raise FormatError(f"bad line {number} of the levels: {error}") from None
    return levels


def read_against(path: Path) -> dict[tuple[str, str], float]:
    """Return what levels lose in a game, by their names and those of their opponents.

    A line has level, opponent and points lost, then what is not read here: `casual,club,26.24,…`.
    Damaged lines are skipped, and an unreadable file has none.
    """
    found: dict[tuple[str, str], float] = {}
    with suppress(OSError, RulesError):
        for row in rows_of(read_bytes(path).decode("ascii", errors="replace")):
            with suppress(ValueError):
                level, other, lost, *_more = row
                found[level, other] = float(lost)
    return found
