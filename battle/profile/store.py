"""The person's database: one SQLite file that several programs may share.

    data/record.db              games and exercises; each part of the program has its own tables
    data/record.db.damaged-1    a file that could not be used, set aside

One connection stays open, and every access is one transaction. A file that was deleted, set aside
or restored meanwhile is noticed by its identity, and opened instead; after a write the log is
folded into the file, so that it is whole between accesses. Writes that are impossible, because the
directory is read-only, the disk full or the file locked, are kept in memory on top of the file, and
written as soon as a later access succeeds. A file is checked when it is opened; a damaged one is
set aside and replaced by a new one. Nothing here raises because of the state of the file; messages
for the person are in `take_messages`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from pathlib import Path
from sqlite3 import Connection
from threading import RLock
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
"""Seconds to wait for another writer."""
_IMPATIENCE: Final = 0.05
"""The same after a write that failed."""
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
    "SELECT one.name, its.name, its.type"
    " FROM sqlite_master AS one, pragma_table_info(one.name) AS its"
    " WHERE one.type = 'table' ORDER BY its.cid"
)
"""The columns of all tables: the table's name, the column's, and its type."""

_TYPES: Final = {"TEXT": str, "INTEGER": int, "REAL": float, "BLOB": bytes}


@dataclass(frozen=True)
class Part:
    """A group of tables with a common version.

    `steps[n]` are the statements that migrate them from version n to n + 1; a new file goes through
    all of them. A released step is never changed; a change is a further step.
    """

    name: str
    steps: tuple[tuple[str, ...], ...]

    def columns(self, table: str) -> dict[str, type]:
        """Return the columns of a table after all steps, with their types."""
        with closing(_fresh([self])) as fresh:
            return {
                column: _TYPES[sort]
                for name, column, sort in fresh.execute(_COLUMNS)
                if name == table
            }


class _Damaged(Exception):  # noqa: N818 - a finding, not an error
    """The file is damaged."""


class _Unavailable(Exception):  # noqa: N818 - a finding, not an error
    """The file cannot be used now; the message for the person may be empty."""


class Database:
    """The tables of several parts in one file, or in memory. Close it at the end."""

    def __init__(self, file: Path | None, parts: Sequence[Part] = ()) -> None:
        self._file = file
        self._parts: list[Part] = [*parts]
        self._lock = RLock()
        self._connection: Connection | None = None
        self._opened: Identity = None
        """The file of the connection."""
        self._waiting: list[Work[object]] = []
        self._memory: Connection | None = None
        self._messages: Messages = []
        self._has_complained = False

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
                _bring_up_to_date(self._memory, self._parts)

    def take_messages(self) -> Messages:
        """Return the messages for the person since the last call.

        Does not wait for a running write if there are none.
        """
        if not self._messages:
            return []
        with self._lock:
            messages, self._messages = self._messages, []
            return messages

    def check(self) -> None:
        """Check the file, if any, so that a damaged one is set aside now."""
        self.read(lambda connection: None)

    def read(self, work: Work[Result]) -> Result:
        return self._do(work, "BEGIN")

    def write(self, work: Work[Result]) -> Result:
        """Run a transaction and return its result; if it raises, nothing is changed.

        It may be repeated later, in another transaction, if the file cannot be written now.
        """
        return self._do(work, "BEGIN IMMEDIATE")

    def execute(self, statement: str, values: Sequence[object] | Row = ()) -> None:
        self.write(lambda connection: connection.execute(statement, values) and None)

    def select(
        self, read: Callable[[Row], Result], query: str, values: Sequence[object] = ()
    ) -> Iterator[Result]:
        """Yield `read` of each row that a query finds.

        Invalid rows, for which `read` raises, are skipped.
        """

        def work(connection: Connection) -> list[Row]:
            rows = connection.execute(query, values)
            names = [column[0] for column in rows.description]
            return [dict(zip(names, row, strict=True)) for row in rows]

        for row in self.read(work):
            with suppress(ValueError, TypeError, LookupError, AttributeError):
                yield read(row)

    def close(self) -> None:
        """Try once more to write pending work, and close."""
        with self._lock:
            if self._waiting and self._file is not None:
                with suppress(_Unavailable):
                    self._do_in_file(self._file, lambda connection: None, "BEGIN IMMEDIATE")
            self._forget_memory()
            self._disconnect()

    def _do(self, work: Work[Result], begin: str) -> Result:
        """Run `work` on the file if possible, else in memory on top of its contents."""
        file, writes = self._file, begin != "BEGIN"
        with self._lock:
            if file is not None and (writes or (not self._waiting and file.exists())):
                try:
                    return self._do_in_file(file, work, begin)
                except _Unavailable as error:
                    self._disconnect()
                    if str(error) and not self._has_complained:
                        self._messages.append(str(error))
                        self._has_complained = True
            if self._memory is None:
                self._memory = (
                    _copy(file, "mode=ro", self._parts)
                    or _copy(file, "immutable=1", self._parts)
                    or _fresh(self._parts)
                )
            result = _transaction(self._memory, work, begin)
            if writes and file is not None:
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

    def _do_in_file(self, file: Path, work: Work[Result], begin: str) -> Result:
        """Run pending work and `work` on the file; set a damaged file aside.

        After an error of a statement the file is checked again: its tables may have been changed.
        """

        def everything(connection: Connection) -> Result:
            for earlier in self._waiting:
                earlier(connection)
            return work(connection)

        for attempt in range(_ATTEMPTS):
            seen = _identity(file)
            try:
                with self._connected(file, seen) as connection:
                    result = _transaction(connection, everything, begin)
                    if begin != "BEGIN":
                        connection.execute("PRAGMA busy_timeout = 0")
                        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except _Damaged:
                self._begin_again(file, seen)
            except sqlite3.Error as error:
                self._disconnect()
                if attempt == _ATTEMPTS - 1 or isinstance(error, sqlite3.IntegrityError):
                    raise
            else:
                self._waiting, self._has_complained = [], False
                self._forget_memory()
                return result
        raise _Unavailable

    @contextmanager
    def _connected(self, file: Path, seen: Identity) -> Iterator[Connection]:
        """Yield the connection to the file; classify errors as damage or trouble."""
        try:
            patience = _IMPATIENCE if self._waiting else _PATIENCE
            if self._connection is None or seen is None or seen != self._opened:
                self._open(file, patience)
            assert self._connection is not None
            self._connection.execute(f"PRAGMA busy_timeout = {1000 * patience:.0f}")
            yield self._connection
        except UnicodeDecodeError:
            raise _Damaged from None
        except OSError as error:
            raise _Unavailable(_cannot_keep(file, reason_of(error))) from None
        except sqlite3.Error as error:
            if _code(error) in _DAMAGE or _is_written_by_no_version(error, file):
                raise _Damaged from None
            if _code(error) in _TROUBLE:
                raise _Unavailable(_cannot_keep(file, str(error))) from None
            raise

    def _open(self, file: Path, patience: float) -> None:
        """Connect to the file, which is created if need be; check and migrate it."""
        self._disconnect()
        if not file.exists():
            file.parent.mkdir(0o700, parents=True, exist_ok=True)
            file.touch(0o600)
        if not file.is_file() and not file.is_dir():
            raise _Damaged  # a pipe, which would be read for ever
        self._connection, self._opened = _connected(str(file), patience), _identity(file)
        _prepare(self._connection, self._parts)
        with suppress(sqlite3.OperationalError):  # read-only, or in use without a log
            self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")

    def _begin_again(self, file: Path, seen: Identity) -> None:
        """Set a damaged file aside, unless another program has just done that."""
        self._disconnect()
        if seen != _identity(file):
            return
        aside = put_aside(file)
        self._messages.append(damage_words(file, aside))
        if aside is not None:
            for suffix in ("-journal", "-wal", "-shm"):
                with suppress(OSError):
                    file.with_name(file.name + suffix).rename(aside.with_name(aside.name + suffix))
        elif _identity(file) == seen:
            raise _Unavailable


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


def _copy(file: Path | None, access: str, parts: Sequence[Part]) -> Connection | None:
    if file is None or not file.is_file():
        return None
    memory = _connected(":memory:")
    try:
        with closing(_connected(f"{file.absolute().as_uri()}?{access}", _IMPATIENCE)) as source:
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(memory)
        _prepare(memory, parts)
    except (sqlite3.Error, UnicodeDecodeError, _Damaged, _Unavailable):
        memory.close()
        return None
    return memory


def _transaction(connection: Connection, work: Work[Result], begin: str) -> Result:
    """Run `work` atomically."""
    connection.execute(begin)
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _code(error: sqlite3.Error) -> int:
    """Return the library's code of an error, 0 for one that is not the library's."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _is_written_by_no_version(error: sqlite3.Error, file: Path) -> bool:
    """Whether SQLite treats a file as read-only because of an unknown format in its header."""
    if _code(error) != sqlite3.SQLITE_READONLY:
        return False
    with file.open("rb") as content:
        return content.read(20)[18:19] not in (b"\1", b"\2")


def _identity(file: Path) -> Identity:
    """Return the identity of the file under a name, None if there is none."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _prepare(connection: Connection, parts: Sequence[Part]) -> None:
    """Check a new file and migrate it; any error but trouble is damage."""
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
    except sqlite3.Error as error:
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
        versions = _versions(connection)
        for part in parts:
            for step in part.steps[versions.get(part.name, 0) :]:
                for statement in step:
                    connection.execute(statement)
            row = part.name, max(len(part.steps), versions.get(part.name, 0))
            connection.execute("INSERT OR REPLACE INTO parts VALUES (?, ?)", row)

    versions = _versions(connection)
    for part in parts:
        if not isinstance(version := versions.get(part.name, 0), int) or version < 0:
            raise _Damaged
        if version > len(part.steps):
            raise _Unavailable(
                _(
                    "Your record was written by a newer version of this program;"
                    " what you do now is not added to it."
                )
            )
    if any(versions.get(part.name, 0) < len(part.steps) for part in parts):
        _transaction(connection, work, "BEGIN IMMEDIATE")


def _versions(connection: Connection) -> dict[str, int]:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'parts'").fetchone():
        return {}
    return dict(connection.execute("SELECT name, version FROM parts"))


def _cannot_keep(file: Path, reason: str) -> str:
    return _(
        "Cannot save your record in {directory}: {reason}. The game continues without it."
    ).format(directory=file.parent, reason=reason)


# --- moments ------------------------------------------------------------------------------------


def in_utc(moment: datetime) -> datetime:
    """Return a time in UTC; raise ValueError for one without a zone, or that some zone lacks."""
    if moment.tzinfo is None or not MINYEAR < moment.year < MAXYEAR:
        raise ValueError(f"expected a moment with a time zone, found {moment}")
    return moment.astimezone(UTC)


def moment_text(moment: datetime) -> str:
    """Format a time; raise ValueError for one without a zone."""
    return in_utc(moment).isoformat(timespec="microseconds")


def moment_in(text: str) -> datetime:
    """Parse a time; raise ValueError or TypeError if it is invalid."""
    return in_utc(datetime.fromisoformat(text))


# --- rows ---------------------------------------------------------------------------------------


class Table(Generic[Result]):
    """A table whose rows are mapped to values.

    `read` takes a row, and raises ValueError, TypeError or LookupError for what cannot be a value;
    `write` returns the columns of one. `into` continues an INSERT of a `row`.
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
        return [*database.select(self._value, query, values)]

    def value(self, row: Row) -> Result | None:
        """Return the value of a row from outside, None if it is invalid."""
        try:
            return self._value({name: row[name] for name in self.columns})
        except (ValueError, TypeError, LookupError, OverflowError):
            return None

    def _value(self, row: Row) -> Result:
        for name, value in row.items():
            if value is not None and not isinstance(value, self.columns[name]):
                raise TypeError(f"{name} is {value!r}")
        return self._read(row)
