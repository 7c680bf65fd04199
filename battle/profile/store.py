"""The person's database: one SQLite file that several programs may use at once, and its rows.

    data/record.db              games and exercises; each part of the program has its own tables
    data/record.db.damaged-1    a file that could not be used, set aside

Every use opens the file and is one transaction, so a file that was deleted, set aside or put back
meanwhile is noticed, and the file is whole in itself between two uses. What cannot be written,
because the directory is read-only, the disk full or the file locked, goes on in memory on top of
what the file holds, and into the file as soon as a later use gets through. A file is checked when
it is seen first; a damaged one is set aside, and a new one begun with what can be read of it.
Nothing here raises for the state of the file; what the person should know is in `take_messages`.
"""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from battle.language import _, ngettext
from battle.storage import Messages, Places, damage_words, put_aside, reason_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Result = TypeVar("Result")
Work: TypeAlias = Callable[[Connection], Result]
Identity: TypeAlias = tuple[int, int] | None

FILE_NAME: Final = "record.db"
APPLICATION: Final = 0x6D6A6264
"""What marks a file as this program's: `mjbd` in the header's application id."""

_SYNCHRONOUS = "NORMAL"
"""With a write-ahead log this waits for the disk when the log is folded into the file."""

_PATIENCE = 2.0
"""Seconds to wait for another program that writes."""
_IMPATIENCE: Final = 0.05
"""The same where something could not be written before."""
_ATTEMPTS: Final = 3
_MOST_SAVED: Final = 1_000_000
"""Rows taken over from a damaged table, which may be damaged so that it never ends."""
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


@dataclass(frozen=True)
class Part:
    """Tables that belong together.

    `steps[n]` are the statements that bring them from version n to n + 1; a new file goes through
    all of them. A step that was released is never changed; a change is a further step.
    """

    name: str
    steps: tuple[tuple[str, ...], ...]

    def columns(self, table: str) -> tuple[str, ...]:
        """Return the columns that one of the tables has after all steps, in their order."""
        with closing(_fresh([self])) as fresh:
            return _columns(fresh, table)


class _Damaged(Exception):  # noqa: N818 - a finding, not an error
    """The file is not what it should be."""


class _Unavailable(Exception):  # noqa: N818 - a finding, not an error
    """The file cannot be used now; the message is for the person, empty if there is none."""


class Database:
    """The tables of some parts in one file; without a file in memory. Close it at the end."""

    def __init__(self, file: Path | None, parts: Sequence[Part] = ()) -> None:
        self._file = file
        self._parts: list[Part] = [*parts]
        self._lock = RLock()
        self._checked: Identity = None
        self._waiting: list[Work[object]] = []
        self._memory: Connection | None = None
        self._messages: Messages = []
        self._has_complained = False

    @staticmethod
    def of(places: Places) -> Database:
        """Return the person's database; it need not exist before something is written."""
        return Database(places.data / FILE_NAME)

    @property
    def is_kept(self) -> bool:
        """Whether everything written so far is in the file."""
        return self._file is not None and not self._waiting

    def include(self, part: Part) -> None:
        """Add a part; its tables are there from the next use on."""
        with self._lock:
            if part not in self._parts:
                self._parts.append(part)
            self._checked = None
            if self._memory is not None:
                _bring_up_to_date(self._memory, self._parts)

    def check(self) -> None:
        """Check the file if there is one; a damaged one is set aside now, and not when used."""
        self.read(lambda connection: None)

    def take_messages(self) -> Messages:
        """Return what the person should know since this was last asked.

        Without any this does not wait for what is being written.
        """
        if not self._messages:
            return []
        with self._lock:
            messages, self._messages = self._messages, []
            return messages

    def read(self, work: Work[Result]) -> Result:
        """Return what `work` finds. It must not write."""
        with self._lock:
            if self._file is not None and not self._waiting and self._file.exists():
                try:
                    return self._in_file(work, "BEGIN")
                except _Unavailable as error:
                    self._complain(error)
            return _transaction(self._in_memory(), work, "BEGIN")

    def write(self, work: Work[Result]) -> Result:
        """Do `work` in one transaction and return its result; if it raises nothing is changed.

        It may be done again later, in another transaction, when the file cannot be written now.
        """
        with self._lock:
            if self._file is not None:
                try:
                    return self._in_file(work, "BEGIN IMMEDIATE")
                except _Unavailable as error:
                    self._complain(error)
            result = _transaction(self._in_memory(), work, "BEGIN IMMEDIATE")
            if self._file is not None:
                self._waiting.append(work)
            return result

    def close(self) -> None:
        """Try once more to keep what is not in the file yet, and let go of everything."""
        with self._lock:
            if self._waiting:
                with suppress(_Unavailable):
                    self._in_file(lambda connection: None, "BEGIN IMMEDIATE")
            self._let_go_of_memory()

    def _complain(self, error: _Unavailable) -> None:
        """Say once that the file cannot be used, until it can be again."""
        if str(error) and not self._has_complained:
            self._messages.append(str(error))
            self._has_complained = True

    # --- in memory ------------------------------------------------------------------------------

    def _in_memory(self) -> Connection:
        """Return what takes the place of the file, with what can be read of it."""
        if self._memory is None:
            self._memory = self._copy("mode=ro") or self._copy("immutable=1") or _fresh(self._parts)
        return self._memory

    def _copy(self, access: str) -> Connection | None:
        if self._file is None or not self._file.exists():
            return None
        memory = _connected(":memory:")
        try:
            with closing(_connected(f"{_uri(self._file)}?{access}", _IMPATIENCE)) as source:
                source.execute("BEGIN")
                source.execute("SELECT count(*) FROM sqlite_master").fetchone()
                source.backup(memory)
            _check(memory)
            _bring_up_to_date(memory, self._parts)
            _check_tables(memory, self._parts)
            return memory
        except (sqlite3.Error, UnicodeDecodeError, _Damaged, _Unavailable):
            memory.close()
            return None

    def _let_go_of_memory(self) -> None:
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    # --- in the file ----------------------------------------------------------------------------

    def _in_file(self, work: Work[Result], begin: str) -> Result:
        """Do in the file what waits to be done, and `work`; set a damaged file aside.

        After an error of a statement the file is checked again: its tables may have been changed.
        """
        assert self._file is not None
        waiting = list(self._waiting)

        def everything(connection: Connection) -> Result:
            for earlier in waiting:
                earlier(connection)
            return work(connection)

        for attempt in range(_ATTEMPTS):
            seen = _identity(self._file)
            try:
                with self._opened(self._file, seen) as connection:
                    result = _transaction(connection, everything, begin)
            except _Damaged:
                self._begin_again(self._file, seen)
            except sqlite3.IntegrityError:
                raise
            except sqlite3.Error:
                if attempt == _ATTEMPTS - 1:
                    raise
                self._checked = None
            else:
                self._waiting, self._has_complained = [], False
                self._let_go_of_memory()
                return result
        raise _Unavailable

    @contextmanager
    def _opened(self, file: Path, seen: Identity) -> Iterator[Connection]:
        """Open the file, checked and up to date; tell damage and trouble from other errors."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            patience = _IMPATIENCE if self._waiting else _PATIENCE
            with closing(_connected(str(file), patience)) as connection:
                self._prepare(connection, seen is None or seen != self._checked)
                self._checked = seen or _identity(file)
                yield connection
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

    def _prepare(self, connection: Connection, is_new: bool) -> None:
        """Check a file seen first and bring it up to date; an error but of trouble is damage."""
        try:
            connection.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")
            if not is_new:
                return
            _check(connection)
            with suppress(sqlite3.OperationalError):  # read-only, or in use without a log
                connection.execute("PRAGMA journal_mode = WAL")
            _bring_up_to_date(connection, self._parts)
            _check_tables(connection, self._parts)
        except sqlite3.Error as error:
            if _code(error) in _TROUBLE:
                raise
            raise _Damaged from None

    def _begin_again(self, file: Path, seen: Identity) -> None:
        """Set a damaged file aside, unless another program has just done that; save its rows."""
        if seen != _identity(file):
            return
        self._checked = None
        aside = put_aside(file)
        words = damage_words(file, aside)
        if aside is not None:
            for suffix in ("-journal", "-wal", "-shm"):
                with suppress(OSError):
                    file.with_name(file.name + suffix).rename(aside.with_name(aside.name + suffix))
            if saved := self._saved_from(aside, file):
                text = ngettext(
                    "{n} entry of it could be read and is kept.",
                    "{n} entries of it could be read and are kept.",
                    saved,
                )
                words = f"{words} {text.format(n=saved)}"
        self._messages.append(words)
        if aside is None and _identity(file) == seen:
            raise _Unavailable

    def _saved_from(self, aside: Path, file: Path) -> int:
        """Take over into a new file the rows that can be read; return how many."""
        source = _connected(f"{_uri(aside)}?immutable=1")
        errors = sqlite3.Error, OSError, UnicodeDecodeError, _Damaged, _Unavailable
        with suppress(*errors), closing(source), self._opened(file, None) as fresh:
            if source.execute("PRAGMA application_id").fetchone() == (APPLICATION,):
                return _transaction(fresh, lambda to: _copy_rows(source, to), "BEGIN IMMEDIATE")
        return 0


def _connected(place: str, patience: float = 0.0) -> Connection:
    """Return a connection that begins no transaction by itself and waits `patience` seconds.

    Text that is damaged is read as far as it can be.
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
    """Return a new database in memory."""
    fresh = _connected(":memory:")
    _bring_up_to_date(fresh, parts)
    return fresh


def _transaction(connection: Connection, work: Work[Result], begin: str) -> Result:
    """Do `work` whole or not at all."""
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
    """Whether SQLite takes a file for read-only because its header names an unknown format."""
    if _code(error) != sqlite3.SQLITE_READONLY:
        return False
    with file.open("rb") as content:
        return content.read(20)[18:19] not in (b"\1", b"\2")


def _identity(file: Path) -> Identity:
    """Return what tells a file from another of the same name, None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _uri(file: Path) -> str:
    return file.absolute().as_uri()


def _check(connection: Connection) -> None:
    """Raise _Damaged unless the whole file can be read and is this program's, or empty."""
    if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise _Damaged
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application or tables):
        raise _Damaged


def _bring_up_to_date(connection: Connection, parts: Sequence[Part]) -> None:
    """Let the tables of every part have the version that the program knows."""

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
        if not isinstance(found := versions.get(part.name, 0), int) or found < 0:
            raise _Damaged
        if found > len(part.steps):
            raise _Unavailable(
                _(
                    "Your record was written by a newer version of this program;"
                    " what you do now is not added to it."
                )
            )
    if any(versions.get(part.name, 0) < len(part.steps) for part in parts):
        _transaction(connection, work, "BEGIN IMMEDIATE")


def _versions(connection: Connection) -> dict[str, int]:
    """Return the version of every part in the file, none for an empty file."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'parts'").fetchone():
        return {}
    return dict(connection.execute("SELECT name, version FROM parts"))


def _check_tables(connection: Connection, parts: Sequence[Part]) -> None:
    """Raise _Damaged if a table or a column is missing that a new file would have."""
    with closing(_fresh(parts)) as fresh:
        for table in _tables(fresh):
            if not {*_columns(fresh, table)} <= {*_columns(connection, table)}:
                raise _Damaged


def _copy_rows(source: Connection, to: Connection) -> int:
    """Copy the rows that can be read from a damaged file, from both ends; return how many."""
    before = to.total_changes
    for table in _tables(to):
        common = {*_columns(source, table)}
        names = ", ".join(name for name in _columns(to, table) if name in common)
        if table == "parts" or not names:
            continue
        marks = ", ".join("?" * len(names.split(", ")))
        for order in ("rowid", "rowid DESC", "1", "1 DESC"):
            query = f"SELECT {names} FROM {table} ORDER BY {order} LIMIT {_MOST_SAVED}"
            with suppress(sqlite3.DatabaseError, OverflowError):
                for row in source.execute(query):
                    with suppress(sqlite3.IntegrityError):
                        to.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", row)
    return to.total_changes - before


def _tables(connection: Connection) -> list[str]:
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return [name for (name,) in connection.execute(query)]


def _columns(connection: Connection, table: str) -> tuple[str, ...]:
    """Return the names of a table's columns in their order, none if there is no such table."""
    found = connection.execute("SELECT name FROM pragma_table_info(?) ORDER BY cid", [table])
    return tuple(name for (name,) in found)


def _cannot_keep(file: Path, reason: str) -> str:
    words = _("Cannot save your record in {directory}: {reason}. The game continues without it.")
    return words.format(directory=file.parent, reason=reason)


# --- moments ------------------------------------------------------------------------------------


def in_utc(moment: datetime) -> datetime:
    """Return a moment in UTC; raise ValueError for one without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"expected a moment with a time zone, found {moment}")
    return moment.astimezone(UTC)


def moment_text(moment: datetime) -> str:
    """Return how a moment is written; raise ValueError for one without a zone."""
    return in_utc(moment).isoformat(timespec="microseconds")


def moment_in(text: str) -> datetime:
    """Return the moment that is written; raise ValueError or TypeError if it is none."""
    return in_utc(datetime.fromisoformat(text))


# --- rows ---------------------------------------------------------------------------------------

Row = TypeVar("Row", bound="DataclassInstance")
Stored: TypeAlias = str | int | None


@dataclass(frozen=True)
class FieldColumns:
    """How a field stands in its columns.

    `write` returns what each of them holds; `read` is given that and returns the field, or raises
    ValueError or TypeError for what cannot be one.
    """

    columns: tuple[str, ...]
    write: Callable[[Any], Sequence[Stored]]
    read: Callable[..., Any]


class RowMapper(Generic[Row]):
    """Maps the rows of one table of a part to values of a dataclass.

    Raises ValueError unless `fields` are those of the dataclass and hold all columns.
    """

    def __init__(
        self, part: Part, name: str, sort: type[Row], fields: Mapping[str, FieldColumns]
    ) -> None:
        self.name: Final = name
        self.columns: Final = part.columns(name)
        self._sort = sort
        self._fields = dict(fields)
        held = [column for field in fields.values() for column in field.columns]
        if sorted(held) != sorted(self.columns):
            raise ValueError(f"the table {name} has {self.columns}, its fields are in {held}")
        if fields.keys() != {field.name for field in dataclasses.fields(sort)}:
            raise ValueError(f"the table {name} has columns of {[*fields]}")

    def row(self, value: Row) -> dict[str, Stored]:
        """Return what the columns hold for a value, by name, in their order."""
        held = {
            column: stored
            for name, field in self._fields.items()
            for column, stored in zip(field.columns, field.write(getattr(value, name)), strict=True)
        }
        return {column: held[column] for column in self.columns}

    def put(self, connection: Connection, row: Mapping[str, Stored]) -> None:
        """Write a row, in place of what is there under its key."""
        names, marks = ", ".join(row), ", ".join(f":{name}" for name in row)
        connection.execute(f"INSERT OR REPLACE INTO {self.name} ({names}) VALUES ({marks})", row)

    def select(
        self, connection: Connection, rest: str = "", values: Sequence[object] = ()
    ) -> list[Row]:
        """Return what a query finds; a row that another hand made meaningless is passed over."""
        query = f"SELECT {', '.join(self.columns)} FROM {self.name} {rest}"
        found = (self._value(row) for row in connection.execute(query, values))
        return [value for value in found if value is not None]

    def _value(self, row: Sequence[Any]) -> Row | None:
        held = dict(zip(self.columns, row, strict=True))
        try:
            read = {
                name: field.read(*(held[column] for column in field.columns))
                for name, field in self._fields.items()
            }
            return self._sort(**read)
        except (ValueError, TypeError):
            return None
