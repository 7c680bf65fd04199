"""The person's database: one SQLite file that several programs may share.

    data/record.db              games and exercises; each part of the program has its own tables
    data/record.db.damaged-1    a file that could not be used, set aside

One connection stays open, and every access is one transaction. A file that was deleted, set aside
or replaced by another meanwhile is noticed by its identity, and the one in its place is opened; a
file that was overwritten in place is not noticed. After a write the log is folded into the file,
unless another program is reading just then, so that the file is whole between accesses. A file is
checked when it is opened; a damaged one is set aside and replaced by a new one.

While the file cannot be used, because the directory is read-only, the disk full or the file locked,
a copy of it in memory is used instead, an empty one if it is of a newer version or cannot be read.
The person is told once; every write tries the file again, with those that are waiting before it.
Nothing here raises because of the state of the file; messages for the person are in
`take_messages`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from sqlite3 import Connection
from threading import RLock
from types import NoneType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from battle.language import _
from battle.storage import Messages, Places, damage_words, put_aside, reason_of

Result = TypeVar("Result")
Work: TypeAlias = Callable[[Connection], Result]
Row: TypeAlias = Mapping[str, Any]
Identity: TypeAlias = tuple[int, int] | None

FILE_NAME: Final = "record.db"
APPLICATION: Final = 0x6D6A6264
"""The application id that marks a file as this program's: `mjbd`."""

_SYNCHRONOUS = "NORMAL"
"""With a write-ahead log this waits for the disk when the log is folded into the file."""

_PATIENCE = 2.0
"""Seconds to wait while the file is locked."""
_IMPATIENCE: Final = 0.05
"""The same after a write that failed."""
_FOLD: Final = """
    PRAGMA busy_timeout = 0;
    PRAGMA wal_checkpoint(TRUNCATE);
    PRAGMA busy_timeout = {milliseconds:.0f};
"""
"""Fold the log into the file without waiting for a reader."""
_ATTEMPTS: Final = 3
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_TROUBLE: Final = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
)
_COLUMNS: Final = (
    'SELECT one.name, its.name, its.type, its."notnull" OR its.pk'
    " FROM sqlite_master AS one, pragma_table_info(one.name) AS its"
    " WHERE one.type = 'table' ORDER BY its.cid"
)
"""The columns of all tables: the table's name, the column's, its type, and whether it is needed."""

_TYPES: Final = {"TEXT": str, "INTEGER": int, "REAL": float, "BLOB": bytes}

INVALID: Final = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,
    sqlite3.IntegrityError,
)
"""What reading or writing a row raises that cannot be a value, or contradicts what is there."""


@dataclass(frozen=True)
class Part:
    """A group of tables with a common version.

    `steps[n]` are the statements that migrate them from version n to n + 1; a new file goes through
    all of them. A released step is never changed; a change is a further step.
    """

    name: str
    steps: tuple[tuple[str, ...], ...]

    def columns(self, table: str) -> dict[str, tuple[type, ...]]:
        """Return the columns of a table after all steps, with the types of their cells."""
        with closing(_fresh([self])) as fresh:
            return {
                column: (_TYPES[sort],) if is_needed else (_TYPES[sort], NoneType)
                for name, column, sort, is_needed in fresh.execute(_COLUMNS)
                if name == table
            }


class _Damaged(sqlite3.DatabaseError):
    """The file is damaged, although the library has no complaint."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class _Unavailable(Exception):  # noqa: N818 - a finding, not an error
    """The file cannot be used now; the message is for the person."""


class Database:
    """The tables of several parts in one file, or in memory. Close it at the end."""

    def __init__(self, file: Path | None, parts: Sequence[Part] = ()) -> None:
        self._file = file
        self._parts: list[Part] = [*parts]
        self._lock = RLock()
        self._connection: Connection | None = None
        self._connected_to: Identity = None
        """The file of the connection; None for an empty database, read while there is no file."""
        self._memory: Connection | None = None
        """What is used in place of the file."""
        self._waiting: list[Work[object]] = []
        """The writes that are in memory alone."""
        self._messages: SimpleQueue[str] = SimpleQueue()

    @staticmethod
    def of(places: Places) -> Database:
        return Database(places.data / FILE_NAME)

    def include(self, part: Part) -> None:
        """Register a part; its tables exist from the next access on."""
        with self._lock:
            if part not in self._parts:
                self._parts.append(part)
            self._disconnect()
            if self._memory is not None:
                try:
                    _bring_up_to_date(self._memory, self._parts)
                except (sqlite3.Error, _Unavailable):
                    self._forget_memory()  # the next access looks at the file again

    def take_messages(self) -> Messages:
        """Return the messages for the person since the last call, without waiting for a write."""
        return [self._messages.get() for _message in range(self._messages.qsize())]

    def check(self) -> None:
        """Check the file, if any, so that a damaged one is set aside now."""
        self.read(lambda connection: None)

    def read(self, work: Work[Result]) -> Result:
        return self._do(work, writes=False)

    def write(self, work: Work[Result]) -> Result:
        """Run a transaction and return its result; if it raises, nothing is changed.

        It may be repeated later, in another transaction, if the file cannot be written now; if it
        then contradicts what is there, it is dropped.
        """
        return self._do(work, writes=True)

    def execute(self, statement: str, values: Sequence[object] | Row = ()) -> None:
        self.write(lambda connection: connection.execute(statement, values) and None)

    def select(
        self, read: Callable[[Row], Result], query: str, values: Sequence[object] = ()
    ) -> Iterator[Result]:
        """Yield `read` of each row that a query finds.

        Rows for which `read` raises one of `INVALID` are skipped. The query runs when the first is
        asked for.
        """

        def work(connection: Connection) -> list[Row]:
            rows = connection.execute(query, values)
            names = [column[0] for column in rows.description]
            return [dict(zip(names, row, strict=True)) for row in rows]

        for row in self.read(work):
            with suppress(*INVALID):
                yield read(row)

    def close(self) -> None:
        """Try once more to write what is waiting, and close."""
        with self._lock:
            if self._waiting:
                self.write(lambda connection: None)
            self._forget_memory()
            self._disconnect()

    def _do(self, work: Work[Result], *, writes: bool) -> Result:
        """Run `work` on the file if possible, else in memory on top of its contents."""
        file = self._file
        with self._lock:
            if file is not None and (writes or self._memory is None):
                try:
                    return self._do_in_file(file, work, writes=writes)
                except _Unavailable as error:
                    self._disconnect()
                    if self._memory is None:
                        self._messages.put(str(error))
            if self._memory is None:
                self._memory = _copy(file, self._parts) if file else _fresh(self._parts)
            result = _transaction(self._memory, work, writes=writes)
            if file is not None and writes:
                self._waiting.append(work)
            return result

    def _forget_memory(self) -> None:
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    __del__ = _disconnect

    def _do_in_file(self, file: Path, work: Work[Result], *, writes: bool) -> Result:
        """Run what is waiting, then `work`, on the file, which is set aside if it is damaged.

        After an error of a statement the file is checked again: its tables may have been changed.
        """
        for attempt in range(_ATTEMPTS):
            identity = _identity(file)
            try:
                connection = self._connection
                is_missing = identity is None and writes
                if connection is None or identity != self._connected_to or is_missing:
                    connection = self._open(file, writes=writes)
                while self._waiting:
                    with suppress(*INVALID):
                        _transaction(connection, self._waiting[0], writes=True)
                    del self._waiting[0]
                result = _transaction(connection, work, writes=writes)
                if writes:
                    with suppress(sqlite3.OperationalError):  # the write is in the log already
                        connection.executescript(_FOLD.format(milliseconds=1000 * _PATIENCE))
            except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
                self._disconnect()
                if _is_damage(error, file):
                    self._set_aside(file, identity)
                elif isinstance(error, OSError) or _code(error) in _TROUBLE:
                    reason = reason_of(error) if isinstance(error, OSError) else error
                    raise _Unavailable(
                        _(
                            "Cannot save your record in {directory}: {reason}."
                            " The game continues without it."
                        ).format(directory=file.parent, reason=reason)
                    ) from None
                elif attempt == _ATTEMPTS - 1 or isinstance(error, sqlite3.IntegrityError):
                    raise
            else:
                self._forget_memory()
                return result
        raise _Unavailable(damage_words(file, None))

    def _open(self, file: Path, *, writes: bool) -> Connection:
        """Connect to the file, created for the first write; check and migrate it."""
        self._disconnect()
        self._connected_to = None
        if not file.exists():
            if not writes:
                self._connection = _fresh(self._parts)
                return self._connection
            file.parent.mkdir(0o700, parents=True, exist_ok=True)
            file.touch(0o600)
        if not file.is_file() and not file.is_dir():
            raise _Damaged  # a pipe, which would be read for ever
        patience = _PATIENCE if self._memory is None else _IMPATIENCE
        connection = self._connection = _connected(str(file), patience)
        self._connected_to = _identity(file)
        _prepare(connection, self._parts)
        with suppress(sqlite3.OperationalError):  # read-only, or in use without a log
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")
        return connection

    def _set_aside(self, file: Path, identity: Identity) -> None:
        """Set a damaged file aside if that can be, and another program has not just done so."""
        if _identity(file) == identity and (aside := put_aside(file)) is not None:
            self._messages.put(damage_words(file, aside))
            for suffix in ("-journal", "-wal", "-shm"):
                with suppress(OSError):
                    file.with_name(file.name + suffix).rename(aside.with_name(aside.name + suffix))


def _connected(place: str, patience: float = 0.0) -> Connection:
    """Return a connection in autocommit mode that waits `patience` seconds for locks.

    Invalid UTF-8 in texts is replaced.
    """
    connection = sqlite3.connect(
        place,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
        uri=place.startswith("file:"),
    )
    connection.text_factory = lambda text: text.decode("utf-8", errors="replace")
    return connection


def _fresh(parts: Sequence[Part]) -> Connection:
    fresh = _connected(":memory:")
    _bring_up_to_date(fresh, parts)
    return fresh


def _copy(file: Path, parts: Sequence[Part]) -> Connection:
    """Return a copy in memory of what the disk has; empty if that cannot be read or used.

    Where even reading is locked, the file is read without its log.
    """
    is_file = os.path.isfile(file)  # noqa: PTH113 - the other raises for a closed directory
    for access in ("mode=ro", "immutable=1") if is_file else ():
        memory = _connected(":memory:")
        try:
            with closing(_connected(f"{file.absolute().as_uri()}?{access}", _IMPATIENCE)) as source:
                source.execute("BEGIN")
                source.execute("SELECT count(*) FROM sqlite_master").fetchone()
                source.backup(memory)  # which would wait for ever to begin reading
            _prepare(memory, parts)
        except (sqlite3.Error, UnicodeDecodeError, _Unavailable):
            memory.close()
        else:
            return memory
    return _fresh(parts)


def _transaction(connection: Connection, work: Work[Result], *, writes: bool) -> Result:
    """Run `work` atomically."""
    connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    with connection:
        return work(connection)


def _code(error: Exception) -> int:
    """Return the library's code of an error, 0 for one that is not the library's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _is_damage(error: Exception, file: Path) -> bool:
    """Whether an error says that the file is damaged.

    A file is read-only for SQLite if its header names no version by which it is written.
    """
    if _code(error) == sqlite3.SQLITE_READONLY:
        with suppress(OSError), file.open("rb") as content:
            return content.read(20)[18:19] not in (b"\1", b"\2")
    return _code(error) in _DAMAGE


def _identity(file: Path) -> Identity:
    """Return the identity of the file under a name, None if there is none."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _prepare(connection: Connection, parts: Sequence[Part]) -> None:
    """Check a database and migrate it; any error but trouble is damage."""
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        is_foreign = application != APPLICATION and (application or tables)
        if is_foreign or connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise _Damaged
        _bring_up_to_date(connection, parts)
        with closing(_fresh(parts)) as fresh:
            if not {*fresh.execute(_COLUMNS)} <= {*connection.execute(_COLUMNS)}:
                raise _Damaged
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter of a message
        if _code(error) in _TROUBLE:
            raise
        raise _Damaged from None


def _bring_up_to_date(connection: Connection, parts: Sequence[Part]) -> None:
    """Migrate the tables of every part to the program's version."""

    def work(connection: Connection) -> None:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS parts (name TEXT PRIMARY KEY, version INTEGER NOT NULL)"
        )
        for part, version in _outdated(connection, parts).items():
            for statement in chain(*part.steps[version:]):
                connection.execute(statement)
            row = part.name, len(part.steps)
            connection.execute("INSERT OR REPLACE INTO parts VALUES (?, ?)", row)

    if _outdated(connection, parts):
        _transaction(connection, work, writes=True)


def _outdated(connection: Connection, parts: Sequence[Part]) -> dict[Part, int]:
    """Return the parts whose tables are of an earlier version, and of which."""
    versions = {}
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'parts'").fetchone():
        versions = dict(connection.execute("SELECT name, version FROM parts"))
    for part in parts:
        if not isinstance(version := versions.setdefault(part.name, 0), int) or version < 0:
            raise _Damaged
        if version > len(part.steps):
            raise _Unavailable(
                _(
                    "Your record was written by a newer version of Mahjong Battle;"
                    " what you do now is not added to it."
                )
            )
    found = {part: versions[part.name] for part in parts}
    return {part: version for part, version in found.items() if version < len(part.steps)}


# --- moments ------------------------------------------------------------------------------------


def in_utc(moment: datetime) -> datetime:
    """Return a time in UTC; raise ValueError for one without a zone, or that some zone lacks."""
    if moment.tzinfo is None or not MINYEAR < moment.year < MAXYEAR:
        raise ValueError(f"expected a moment with a time zone, found {moment}")
    return moment.astimezone(UTC)


def moment_text(moment: datetime) -> str:
    """Format a time; raise ValueError as `in_utc` does."""
    return in_utc(moment).isoformat(timespec="microseconds")


def moment_in(text: str) -> datetime:
    """Parse a time; raise ValueError or TypeError if it is invalid."""
    return in_utc(datetime.fromisoformat(text))


# --- rows ---------------------------------------------------------------------------------------


class MappedTable(Generic[Result]):
    """A table whose rows are mapped to values.

    `read` takes a row, and raises one of `INVALID` for what cannot be a value; `write` returns the
    columns of one. `into` continues an INSERT of a `row`.
    """

    def __init__(
        self,
        part: Part,
        name: str,
        read: Callable[[Row], Result],
        write: Callable[[Result], Row],
    ) -> None:
        self.columns = part.columns(name)
        self._name, self._read, self._write = name, read, write
        names, marks = ", ".join(self.columns), ", ".join(f":{name}" for name in self.columns)
        self.into = f"INTO {name} ({names}) VALUES ({marks})"

    def row(self, value: Result) -> Row:
        """Return the cells of a value by column, in their order."""
        row = self._write(value)
        return {column: row[column] for column in self.columns}

    def put(self, database: Database, value: Result) -> None:
        database.execute(f"INSERT OR REPLACE {self.into}", self.row(value))

    def select(
        self, database: Database, rest: str = "", values: Sequence[object] = ()
    ) -> list[Result]:
        """Return the values of a query; invalid rows are skipped."""
        query = f"SELECT {', '.join(self.columns)} FROM {self._name} {rest}"
        return [*database.select(self.value, query, values)]

    def value(self, row: Row) -> Result:
        """Return the value of a row, which may come from outside.

        Raises one of `INVALID` if it is invalid; so may `put` for what is too large for its cell.
        """
        cells = {name: row[name] for name in self.columns}
        for name, cell in cells.items():
            if not isinstance(cell, self.columns[name]):
                raise TypeError(f"{name} is {cell!r}")
        return self._read(cells)
