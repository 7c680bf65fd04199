"""The person's database: one SQLite file that several programs may use at once, never lost.

    data/record.db              games and exercises; each part of the program has its own tables
    data/record.db.damaged-1    a file that could not be used, set aside

    a use ── open the file ── seen before? ──no──► intact? ours? tables as expected? up to date
                                                     └ no: set aside, with a message; begin anew
                                                           with what can be read of it

Every use opens the file anew and is one transaction: a file that was deleted, set aside or put back
by somebody else is noticed, and no program keeps another waiting. What cannot be written, because
the directory is read-only, the disk full or the file locked, goes on in memory on top of what the
file holds, and into the file as soon as a later use gets through. Nothing here raises for the state
of the file; what is to be told to the person gathers in `take_messages`.
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

_WRITE_VERSION: Final = 18
"""Where the header says which version of the format it takes to write: 1, or 2 for a WAL."""

_MOST_REPEATED: Final = 1000
"""Rows that may come again before nothing more is looked for in a damaged table."""

_PATIENCE: Final = 2.0
_IMPATIENCE: Final = 0.05
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


@dataclass(frozen=True)
class Part:
    """Tables that belong together.

    `steps[n]` are the statements that bring them from version n to n + 1; a new file goes through
    all of them. A step that was released is never changed; a change is a further step.
    """

    name: str
    steps: tuple[tuple[str, ...], ...]

    @property
    def version(self) -> int:
        """The version that the program knows."""
        return len(self.steps)

    def columns(self, table: str) -> tuple[str, ...]:
        """Return the columns that one of the tables has after all steps, in their order."""
        with closing(_connected(":memory:", 0.0)) as fresh:
            _bring_up_to_date(fresh, {self.name: self})
            return _columns(fresh, table)


class _Damaged(Exception):  # noqa: N818 - a finding, not an error
    """The file is not what it should be."""


class _Unavailable(Exception):  # noqa: N818 - a finding, not an error
    """The file cannot be used now; the message is for the person, empty if it has been told."""


class Database:
    """The tables of some parts in one file; without a file in memory. Close it at the end."""

    def __init__(self, file: Path | None, parts: Sequence[Part] = ()) -> None:
        self._file = file
        self._parts: dict[str, Part] = {}
        self._lock = RLock()
        self._checked: Identity = None
        self._waiting: list[Work[object]] = []
        self._memory: Connection | None = None
        self._messages: Messages = []
        self._told = False
        for part in parts:
            self.include(part)

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
            self._parts[part.name] = part
            self._checked = None
            if self._memory is not None:
                _bring_up_to_date(self._memory, self._parts)

    def check(self) -> None:
        """Look at the file if there is one; a damaged one is set aside now, and not when used."""
        self.read(lambda connection: None)

    def take_messages(self) -> Messages:
        """Return what is to be told to the person since this was last asked.

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
                    self._tell(str(error))
            if self._memory is not None:
                return _transaction(self._memory, work, "BEGIN")
            with closing(self._copied()) as copy:
                return _transaction(copy, work, "BEGIN")

    def write(self, work: Work[Result]) -> Result:
        """Do `work` in one transaction and return what it does; what raises changes nothing.

        It may be done again later, in another transaction, when the file cannot be written now.
        """
        with self._lock:
            if self._file is not None:
                try:
                    return self._kept(work)
                except _Unavailable as error:
                    self._tell(str(error))
            if self._memory is None:
                self._memory = self._copied()
            result = _transaction(self._memory, work, "BEGIN IMMEDIATE")
            if self._file is not None:
                self._waiting.append(work)
            return result

    def close(self) -> None:
        """Try once more to keep what is not in the file yet, and let go of everything."""
        with self._lock:
            if self._waiting:
                try:
                    self._kept(lambda connection: None)
                except _Unavailable as error:
                    self._tell(str(error))
            if self._memory is not None:
                self._memory.close()
                self._memory = None

    # --- the file -------------------------------------------------------------------------------

    def _kept(self, work: Work[Result]) -> Result:
        """Do in the file what waits to be done, and then `work`."""
        waiting = list(self._waiting)

        def all_of_it(connection: Connection) -> Result:
            for earlier in waiting:
                earlier(connection)
            return work(connection)

        result = self._in_file(all_of_it, "BEGIN IMMEDIATE")
        self._waiting, self._told = [], False
        if self._memory is not None:
            self._memory.close()
            self._memory = None
        return result

    def _in_file(self, work: Work[Result], begin: str) -> Result:
        """Do `work` in the file; one that is damaged is set aside, and a new one begun.

        When a statement fails the file is checked again: somebody may have changed its tables. One
        that fails once more, though it works in a new file, is damage that no check has seen. What
        the tables themselves do not allow is raised.
        """
        assert self._file is not None
        is_sure = False
        for _attempt in range(_ATTEMPTS):
            seen = _identity(self._file)
            try:
                with self._opened(self._file, seen) as connection:
                    return _transaction(connection, work, begin)
            except _Damaged:
                self._make_room(self._file, seen, saves=True)
            except sqlite3.IntegrityError:
                raise
            except sqlite3.Error:
                if not is_sure:
                    is_sure, self._checked = True, None
                elif self._works_in_a_new_file(work):
                    self._make_room(self._file, seen)
                else:
                    raise
        raise _Unavailable

    @contextmanager
    def _opened(self, file: Path, seen: Identity) -> Iterator[Connection]:
        """Open the file, checked and up to date; tell damage and trouble from other errors."""
        patience = _IMPATIENCE if self._waiting else _PATIENCE
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with closing(_connected(str(file), patience)) as connection:
                self._prepare(connection, seen is None or seen != self._checked)
                self._checked = seen or _identity(file)
                yield connection
        except OSError as error:
            raise _Unavailable(_cannot_keep(file, reason_of(error))) from None
        except sqlite3.Error as error:
            if _code(error) in _DAMAGE or _is_written_by_nobody(error, file):
                raise _Damaged from None
            if _code(error) in _TROUBLE:
                raise _Unavailable(_cannot_keep(file, str(error))) from None
            raise

    def _prepare(self, connection: Connection, is_new: bool) -> None:
        """Check a connection's database, thoroughly if it is new, and bring it up to date.

        What cannot be read in it, in whatever way, is damage.
        """
        try:
            if is_new:
                _check(connection)
            _bring_up_to_date(connection, self._parts)
            if is_new:
                _check_tables(connection, self._parts)
        except UnicodeDecodeError:
            raise _Damaged from None
        except sqlite3.Error as error:
            if _code(error) in _TROUBLE:
                raise
            raise _Damaged from None

    def _works_in_a_new_file(self, work: Work[Result]) -> bool:
        """Whether `work` does what it should where nothing is damaged."""
        with closing(_connected(":memory:", 0.0)) as fresh:
            _bring_up_to_date(fresh, self._parts)
            try:
                _transaction(fresh, work, "BEGIN")
            except sqlite3.Error:
                return False
            return True

    def _make_room(self, file: Path, seen: Identity, *, saves: bool = False) -> None:
        """Set a damaged file aside, unless somebody else has just done that.

        With `saves` what can be read of it is taken over into the new one.
        """
        if seen != _identity(file):
            return
        aside = put_aside(file)
        words = damage_words(file, aside)
        self._checked = None
        saved = 0 if aside is None or not saves else self._saved_from(aside, file)
        if saved:
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
        """Take over into a new file what can be read of a damaged one; return how many rows."""
        with suppress(sqlite3.Error, OSError, UnicodeDecodeError, _Damaged, _Unavailable):
            place = f"{aside.absolute().as_uri()}?mode=ro&immutable=1"
            with (
                closing(_connected(place, _IMPATIENCE)) as source,
                closing(_connected(str(file), _PATIENCE)) as fresh,
            ):
                _bring_up_to_date(fresh, self._parts)
                return _transaction(fresh, lambda to: _copy_rows(source, to), "BEGIN IMMEDIATE")
        return 0

    def _copied(self) -> Connection:
        """Return a database in memory with what can be read of the file."""
        memory = _connected(":memory:", 0.0)
        try:
            if self._file is not None and self._file.exists():
                place = f"{self._file.absolute().as_uri()}?mode=ro"
                with closing(_connected(place, _IMPATIENCE)) as source:
                    source.execute("BEGIN")
                    source.execute("SELECT count(*) FROM sqlite_master").fetchone()
                    source.backup(memory)
            self._prepare(memory, True)
            _transaction(memory, lambda connection: None, "BEGIN IMMEDIATE")
        except (sqlite3.Error, UnicodeDecodeError, _Damaged, _Unavailable):
            memory.close()
            memory = _connected(":memory:", 0.0)
            _bring_up_to_date(memory, self._parts)
        return memory

    def _tell(self, message: str) -> None:
        """Say once that the file cannot be used, until it can be again."""
        if message and not self._told:
            self._messages.append(message)
            self._told = True


def _connected(place: str, patience: float) -> Connection:
    """Return a connection that begins no transaction by itself and waits so many seconds.

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


def _is_written_by_nobody(error: sqlite3.Error, file: Path) -> bool:
    """Whether SQLite takes a file for read-only for its header's sake and not for the system's.

    The header names the version of the format for those who write, which nobody knows.
    """
    if _code(error) != sqlite3.SQLITE_READONLY:
        return False
    with file.open("rb") as content:
        header = content.read(_WRITE_VERSION + 1)
    return header[_WRITE_VERSION:] not in (b"\1", b"\2")


def _identity(file: Path) -> Identity:
    """Return what tells a file from another of the same name, None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check(connection: Connection) -> None:
    """Raise _Damaged unless the whole file can be read and is this program's, or empty."""
    rows = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if rows != [("ok",)]:
        raise _Damaged
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application or tables):
        raise _Damaged


def _versions(connection: Connection) -> dict[str, int]:
    """Return the version of every part in the file, none for an empty file."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'parts'").fetchone()
    if found is None:
        return {}
    return dict(connection.execute("SELECT name, version FROM parts"))


def _bring_up_to_date(connection: Connection, parts: dict[str, Part]) -> None:
    """Let the tables of every part have the version that the program knows."""
    wanted = {part.name: part.version for part in parts.values()}
    if _lacks_nothing(_versions(connection), wanted):
        return

    def work(connection: Connection) -> None:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS parts (name TEXT PRIMARY KEY, version INTEGER NOT NULL)"
        )
        versions = _versions(connection)
        for part in parts.values():
            for step in part.steps[versions.get(part.name, 0) :]:
                for statement in step:
                    connection.execute(statement)
            row = part.name, max(part.version, versions.get(part.name, 0))
            connection.execute("INSERT OR REPLACE INTO parts VALUES (?, ?)", row)

    _transaction(connection, work, "BEGIN IMMEDIATE")


def _lacks_nothing(versions: dict[str, int], wanted: dict[str, int]) -> bool:
    """Return whether all parts are up to date; raise if one is newer, or has no version."""
    for name, version in wanted.items():
        found = versions.get(name, 0)
        if not isinstance(found, int) or found < 0:
            raise _Damaged
        if found > version:
            raise _Unavailable(
                _(
                    "Your record was written by a newer version of this program;"
                    " what you do now is not added to it."
                )
            )
    return all(versions.get(name, 0) == version for name, version in wanted.items())


def _check_tables(connection: Connection, parts: dict[str, Part]) -> None:
    """Raise _Damaged if a table or a column is missing that a new file would have."""
    with closing(_connected(":memory:", 0.0)) as fresh:
        _bring_up_to_date(fresh, parts)
        for (name,) in fresh.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            if not {*_columns(fresh, name)} <= {*_columns(connection, name)}:
                raise _Damaged


def _copy_rows(source: Connection, to: Connection) -> int:
    """Copy the rows that can be read into tables of the same names; return how many."""
    if source.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
        return 0
    count = 0
    tables = to.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        common = {*_columns(source, table)}
        columns = [name for name in _columns(to, table) if name in common]
        if table == "parts" or table.startswith("sqlite_") or not columns:
            continue
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        statement = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"
        for row in _readable(source, table, names):
            with suppress(sqlite3.IntegrityError):
                count += max(0, to.execute(statement, row).rowcount)
    return count


def _readable(source: Connection, table: str, names: str) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a table up to what is damaged, from its beginning and from its end.

    A table may be damaged so that it never ends: rows are told from each other by their numbers,
    and in a table that has none by all that is in them.
    """
    seen: set[object] = set()
    for number, order in (("rowid", ""), ("rowid", " ORDER BY rowid DESC"), ("NULL", "")):
        repeated = 0
        with suppress(sqlite3.Error, OverflowError):
            for key, *row in source.execute(f"SELECT {number}, {names} FROM {table}{order}"):
                key = tuple(row) if key is None else key
                if key not in seen:
                    seen.add(key)
                    yield tuple(row)
                elif (repeated := repeated + 1) > _MOST_REPEATED:
                    break
            else:
                return
        if number == "rowid" and order and seen:
            return


def _columns(connection: Connection, table: str) -> tuple[str, ...]:
    """Return the names of a table's columns in their order, none if there is no such table."""
    found = connection.execute("SELECT name FROM pragma_table_info(?) ORDER BY cid", [table])
    return tuple(name for (name,) in found)


def _cannot_keep(file: Path, reason: str) -> str:
    words = _("Cannot keep your record in {directory}: {reason}. The game goes on without it.")
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
