"""Tests of the database: what it keeps, and what it survives."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.profile import store
from battle.profile.store import FILE_NAME, Database, Part
from tests.support.calls import calls_of
from tests.support.notes import NOTES, note, notes
from tests.support.processes import started

NEWER = Part("notes", (*NOTES.steps, ("ALTER TABLE notes ADD COLUMN stars INTEGER DEFAULT 3",)))
OTHER = Part("other", (("CREATE TABLE other (words TEXT)",),))


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "data" / FILE_NAME


@pytest.fixture
def database(file) -> Iterator[Database]:
    with closing(Database(file, [NOTES])) as database:
        yield database


def again(file: Path, *parts: Part) -> Database:
    return Database(file, parts or [NOTES])


@pytest.mark.disk
def test_what_is_written_is_read_by_the_next_program(file, database):
    """Nothing is there before something is written; then it is, for the person alone."""
    assert notes(database) == []
    assert not file.exists()
    note(database, "one")
    note(database, "two")
    assert notes(again(file)) == ["one", "two"]
    database.close()
    assert [path.name for path in file.parent.iterdir()] == [FILE_NAME]
    assert database.take_messages() == []
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.disk
def test_a_write_that_fails_changes_nothing(database):
    """What raises in the middle leaves nothing of itself."""

    def work(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO notes (words) VALUES ('half')")
        raise KeyError("the other half")

    with pytest.raises(KeyError):
        database.write(work)
    assert notes(database) == []
    with pytest.raises(sqlite3.IntegrityError):
        database.write(lambda c: c.execute("INSERT INTO notes (words) VALUES (NULL)") and None)
    note(database, "whole")
    assert notes(database) == ["whole"]


def test_tables_are_brought_up_to_date(file, database):
    """A file of an earlier version gets the new column, and what was in it stays."""
    note(database, "old")
    newer = again(file, NEWER, OTHER)
    rows = newer.read(lambda c: c.execute("SELECT words, stars FROM notes").fetchall())
    assert rows == [("old", 3)]
    note(newer, "new")
    assert notes(again(file, NEWER)) == ["old", "new"]


def test_a_file_of_a_newer_version_is_left_alone(file, database):
    """A newer file is not touched and not set aside; the game goes on in memory, and says so."""
    note(again(file, NEWER), "from the future")
    before = file.read_bytes()
    note(database, "now")
    assert notes(database) == ["now"]
    (message,) = database.take_messages()
    assert "newer version" in message
    note(database, "again")
    assert database.take_messages() == []
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"this is no database, whatever its name says", bytes(range(256)) * 40, b"SQLite format 3\0"],
)
def test_a_file_that_is_no_database_is_set_aside(file, database, content):
    """Another file of this name is kept under another name, is reported, and a new one begun."""
    file.parent.mkdir()
    file.write_bytes(content)
    journal = file.with_name(f"{FILE_NAME}-journal")
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600))
    note(database, "one")
    assert notes(again(file)) == ["one"]
    assert not journal.exists()
    (message,) = database.take_messages()
    assert f"{FILE_NAME}.damaged-1" in message
    assert (file.parent / f"{FILE_NAME}.damaged-1").read_bytes() == content


def test_a_damaged_file_that_cannot_be_set_aside_is_reported_once(file, database, monkeypatch):
    """It stays as it is, and the game goes on in memory until it can be set aside after all."""
    file.parent.mkdir()
    file.write_bytes(b"no database")
    with monkeypatch.context() as patch:
        patch.setattr("battle.profile.store.put_aside", lambda file: None)
        note(database, "one")
        note(database, "two")
        assert notes(database) == ["one", "two"]
        assert database.take_messages() == [f"{file} is damaged and is not used."]
        assert file.read_bytes() == b"no database"
    note(database, "three")
    assert notes(again(file)) == ["one", "two", "three"]
    (message,) = database.take_messages()
    assert f"{FILE_NAME}.damaged-1" in message


@pytest.mark.parametrize("meanwhile", ["_is_damage", "put_aside"])
def test_a_file_that_another_program_has_set_aside_is_not_reported_here(
    file, database, monkeypatch, meanwhile
):
    """What is in the place of a damaged file by then is used, and stays where it is."""
    file.parent.mkdir()
    file.write_bytes(b"no database")
    done_here = getattr(store, meanwhile)

    def after_another_program(*arguments):
        file.rename(file.with_name("aside"))
        note(again(file), "theirs")
        return done_here(*arguments) if meanwhile == "_is_damage" else None

    monkeypatch.setattr(store, meanwhile, after_another_program)
    note(database, "one")
    assert notes(again(file)) == notes(database) == ["theirs", "one"]
    assert database.take_messages() == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in directories here")
def test_a_pipe_is_set_aside(file, database):
    """A pipe of this name, whose reading would never end, is set aside like any other damage."""
    file.parent.mkdir()
    os.mkfifo(file)
    assert notes(database) == []
    note(database, "one")
    assert notes(again(file)) == ["one"]
    (message,) = database.take_messages()
    assert f"{FILE_NAME}.damaged-1" in message


def test_one_connection_serves_every_access(file, database, monkeypatch):
    """The file is opened once, and again only when another file has taken its place."""
    opened = calls_of(monkeypatch, sqlite3, "connect")
    for number in range(5):
        note(database, str(number))
        assert len(notes(database)) == number + 1
    assert [place for (place,), _options in opened].count(str(file)) == 1
    file.rename(file.with_name("elsewhere"))
    note(database, "new")
    assert notes(database) == ["new"]
    assert [place for (place,), _options in opened].count(str(file)) == 2


def test_a_copy_made_while_the_program_runs_is_whole(file, database):
    """After each write the file alone holds everything; a log left beside another adds nothing."""
    note(database, "one")
    copy = file.read_bytes()
    note(database, "two")
    file.unlink()
    file.write_bytes(copy)
    assert notes(again(file)) == ["one"]
    assert notes(database) == ["one"]


def test_a_database_of_another_program_is_set_aside(file, database):
    """A database that this program did not make is not written to."""
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as foreign:
        foreign.execute("CREATE TABLE notes (words TEXT NOT NULL, mood TEXT)")
        foreign.commit()
    note(database, "mine")
    assert len(database.take_messages()) == 1
    assert notes(database) == ["mine"]


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE notes",
        "ALTER TABLE notes RENAME COLUMN words TO word",
        "DELETE FROM parts",
        "DROP TABLE parts",
        "ALTER TABLE parts RENAME COLUMN version TO versions",
        "UPDATE parts SET version = 'x'",
    ],
)
def test_a_database_without_its_tables_is_set_aside(file, database, damage):
    """A file whose tables are not those that its versions promise is not written to."""
    note(database, "one")
    with closing(sqlite3.connect(file)) as other:
        other.execute(damage)
        other.commit()
    later = again(file)
    note(later, "two")
    assert len(later.take_messages()) == 1
    assert notes(later) == ["two"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """Return a file of several pages."""
    file = tmp_path_factory.mktemp("whole") / FILE_NAME
    for number in range(60):
        note(again(file), f"{number} " * 40)
    return file


def test_a_name_that_is_no_text_is_damage(file, database):
    """A file whose schema cannot be read as text is set aside like any other damaged one."""
    note(database, "one")
    content = file.read_bytes()
    for name in (b"TABLE notes", b"tablenotes", b"TABLE parts"):
        file.write_bytes(content.replace(name, name[:-1] + b"\x80"))
        later = again(file)
        note(later, "two")
        assert notes(later)[-1] == "two"


@given(st.integers(0, 2**31), st.binary(min_size=1, max_size=300), st.booleans())
def test_any_damage_leaves_a_database_that_works(tmp_path_factory, whole, place, garbage, cut):
    """Overwritten or cut anywhere, a file is used or set aside, and what follows is kept."""
    file = tmp_path_factory.mktemp("damage") / FILE_NAME
    content = whole.read_bytes()
    place %= len(content)
    file.write_bytes(content[:place] + (b"" if cut else garbage + content[place + len(garbage) :]))
    later = again(file)
    note(later, "after")
    assert notes(later)[-1] == "after"
    assert notes(again(file))[-1] == "after"
    assert len(later.take_messages()) == len(list(file.parent.glob("*damaged*")))


HEADER = 100


@given(st.integers(0, 3 * 4096), st.integers(1, 255))
def test_one_damaged_byte_costs_no_game(tmp_path_factory, whole, place, change):
    """Whichever byte is damaged, what is written afterwards is in the file of that name."""
    check_one_damaged_byte(tmp_path_factory.mktemp("byte") / FILE_NAME, whole, place, change)


@pytest.mark.slow
@pytest.mark.parametrize("change", [1, 2, 128, 255])
def test_one_damaged_byte_of_the_header_costs_no_game(tmp_path, whole, change):
    """The same for every byte of the header, which says how the file is to be read and written."""
    for place in range(HEADER):
        check_one_damaged_byte(tmp_path / str(place) / FILE_NAME, whole, place, change)


def check_one_damaged_byte(file: Path, whole: Path, place: int, change: int) -> None:
    """Damage a byte before a program begins, and while it is running."""
    content = bytearray(whole.read_bytes())
    content[place] ^= change
    file.parent.mkdir(exist_ok=True)
    for is_running in (False, True):
        file.write_bytes(whole.read_bytes())
        with closing(again(file)) as later:
            if is_running:
                notes(later)
            file.write_bytes(content)
            note(later, "after")
            assert notes(later)[-1] == "after"
        assert is_running or notes(again(file))[-1] == "after"
        file.unlink()


def test_tables_that_disappear_while_the_program_runs_are_noticed(file, database):
    """When another hand drops a table the file is set aside; a wrong statement is shown as such."""
    note(database, "before")
    with pytest.raises(sqlite3.OperationalError, match="no such table: moods"):
        database.write(lambda c: c.execute("INSERT INTO moods VALUES (1)") and None)
    assert notes(database) == ["before"]
    with closing(sqlite3.connect(file)) as other:
        other.execute("DROP TABLE notes")
    note(database, "after")
    assert notes(database) == ["after"]
    assert len(database.take_messages()) == 1


def test_a_file_that_disappears_or_comes_back_is_noticed(file, database):
    """What is in the place of the file counts from then on: nothing, a new file, or a copy."""
    note(database, "one")
    copy = file.read_bytes()
    file.unlink()
    assert notes(database) == []
    note(database, "two")
    assert notes(again(file)) == ["two"]
    file.unlink()
    file.write_bytes(copy)
    assert notes(database) == ["one"]


def test_without_a_place_to_write_it_goes_on_in_memory(read_only):
    """A read-only directory costs the keeping, is shown once, and reading finds what was done."""
    with closing(Database(read_only / "data" / FILE_NAME, [NOTES])) as database:
        note(database, "one")
        note(database, "two")
        assert notes(database) == ["one", "two"]
        (message,) = database.take_messages()
        assert "continues without it" in message


@pytest.mark.disk
def test_closing_keeps_what_was_waiting(file, database, monkeypatch):
    """What could not be written before is tried once more at the end."""
    monkeypatch.setattr("battle.profile.store._PATIENCE", 0.05)
    note(database, "before")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        note(database, "waiting")
        other.execute("ROLLBACK")
    database.close()
    assert notes(again(file)) == ["before", "waiting"]


def test_after_a_lock_it_is_as_patient_as_before(file, database, monkeypatch):
    """While something waits, a write waits shortly for others, and as long as ever afterwards."""
    monkeypatch.setattr(store, "_PATIENCE", 0.1)

    def patience() -> int:
        return database.read(lambda c: c.execute("PRAGMA busy_timeout").fetchone()[0])

    note(database, "before")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        note(database, "waiting")
    note(database, "after")
    assert patience() == 100


def test_a_write_whose_log_cannot_be_folded_is_there_once(file, database, monkeypatch):
    """It is in the log by then, and the next one is folded with it."""

    class Reluctant(sqlite3.Connection):
        def execute(self, statement, *values):
            if "wal_checkpoint" in statement:
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(statement, *values)

    connect = sqlite3.connect
    with monkeypatch.context() as patch:
        patch.setattr(
            "battle.profile.store.sqlite3.connect",
            lambda *place, **options: connect(*place, **options, factory=Reluctant),
        )
        note(database, "one")
        assert notes(database) == ["one"]
    note(database, "two")
    assert notes(database) == notes(again(file)) == ["one", "two"]
    assert database.take_messages() == []


@pytest.mark.disk
def test_beside_a_reader_a_write_does_not_wait_and_stays_in_sight(file, database):
    """What is still in the log is stored, and shown too while the file is locked afterwards."""
    note(database, "before")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM notes").fetchall()
        began = monotonic()
        note(database, "in the log")
        assert monotonic() - began < 1
        other.execute("COMMIT")
        other.execute("BEGIN IMMEDIATE")
        note(database, "waiting")
        assert notes(database) == ["before", "in the log", "waiting"]


def test_a_waiting_write_that_contradicts_the_file_is_dropped(file, database, monkeypatch):
    """It changes nothing by half, and those before and after it are written."""
    monkeypatch.setattr("battle.profile.store._PATIENCE", 0.05)

    def work(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO notes (words) VALUES ('half')")
        connection.execute("INSERT INTO notes VALUES (7, 'mine')")

    note(database, "before")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO notes VALUES (7, 'theirs')")
        note(database, "waiting")
        database.write(work)
        note(database, "waiting too")
        assert notes(database) == ["before", "waiting", "half", "mine", "waiting too"]
        other.execute("COMMIT")
    note(database, "after")
    assert notes(again(file)) == ["before", "theirs", "waiting", "waiting too", "after"]


def test_a_part_that_is_newer_in_the_file_is_noticed_while_that_is_locked(
    file, database, monkeypatch
):
    """The file is left alone from then on, and the game goes on in memory."""
    monkeypatch.setattr("battle.profile.store._PATIENCE", 0.05)
    note(again(file, NEWER, OTHER), "from the future")
    other = again(file, OTHER)
    with closing(sqlite3.connect(file, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO other VALUES ('here')")
        other.include(NOTES)
    note(other, "now")
    assert notes(other) == ["now"]
    locked, newer = other.take_messages()
    assert "locked" in locked
    assert "newer version" in newer
    other.close()
    assert notes(again(file, NEWER)) == ["from the future"]


def test_a_file_that_disappears_during_a_write_costs_nothing_but_the_keeping(file, database):
    """Without a log the library reports that as a read-only file, whose header is gone."""
    note(database, "one")
    database.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN")
        other.execute("SELECT * FROM notes").fetchall()
        assert notes(database) == ["one"]

        def work(connection: sqlite3.Connection) -> None:
            if not (gone := file.with_name("gone")).exists():
                file.rename(gone)
            connection.execute("INSERT INTO notes (words) VALUES ('two')")

        database.write(work)
        assert notes(database) == ["two"]
    assert len(database.take_messages()) == 1
    note(database, "three")
    assert notes(again(file)) == ["two", "three"]


def test_an_error_of_what_is_done_with_the_rows_is_no_damage(file, database):
    """A text that cannot be decoded by the caller's own work is the caller's error."""
    note(database, "one")
    with pytest.raises(UnicodeDecodeError):
        database.read(lambda connection: b"\xff".decode())
    assert notes(database) == ["one"]
    assert database.take_messages() == []


@pytest.mark.disk
def test_a_full_disk_costs_nothing_but_the_keeping(file, database, monkeypatch):
    """What does not fit on the disk stays in memory."""
    note(database, "before")
    database.close()
    opened = sqlite3.connect

    def small(place, **options):
        connection = opened(place, **options)
        if place != ":memory:":
            connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr("battle.profile.store.sqlite3.connect", small)
    note(database, "x" * 100_000)
    assert len(notes(database)) == 2
    assert len(database.take_messages()) == 1
    monkeypatch.undo()
    note(database, "after")
    assert [words[:6] for words in notes(again(file))] == ["before", "xxxxxx", "after"]


def test_without_a_file_everything_stays_in_memory():
    """A database without a file works the same and says nothing."""
    with closing(Database(None, [NOTES])) as database:
        note(database, "one")
        assert notes(database) == ["one"]
        database.include(OTHER)
        assert database.read(lambda c: c.execute("SELECT * FROM other").fetchall()) == []
        assert notes(database) == ["one"]
        assert database.take_messages() == []
        database.close()
        assert notes(database) == []


WRITER = """
import sys
from pathlib import Path
from tests.support.notes import NOTES, note
from battle.profile.store import Database
database = Database(Path(sys.argv[1]), [NOTES])
for number in range(25):
    note(database, f"{sys.argv[2]} {number}")
database.close()
assert database.take_messages() == []
"""


@pytest.mark.disk
def test_two_programs_write_at_once(file):
    """Two programs that begin a file together and write at once lose nothing and keep order."""
    command = [sys.executable, "-c", WRITER, str(file)]
    with started([*command, "ada"]) as ada, started([*command, "ben"]) as ben:
        assert (ada.wait(60), ben.wait(60)) == (0, 0)
    found = notes(again(file))
    for name in ("ada", "ben"):
        assert [words for words in found if words.startswith(name)] == [
            f"{name} {number}" for number in range(25)
        ]


def test_a_read_only_file_is_read_all_the_same(file, database, monkeypatch):
    """What a read-only file holds is there, and what is added to it in memory too."""
    note(database, "before")
    before = file.read_bytes()
    opened = sqlite3.connect

    def reading(place, **options):
        if place == ":memory:":
            return opened(place, **options)
        return opened(f"{file.as_uri()}?mode=ro", **{**options, "uri": True})

    monkeypatch.setattr("battle.profile.store.sqlite3.connect", reading)
    with closing(again(file)) as reader:
        assert notes(reader) == ["before"]
        assert reader.take_messages() == []
        note(reader, "today")
        assert notes(reader) == ["before", "today"]
        assert len(reader.take_messages()) == 1
    assert file.read_bytes() == before


def test_a_check_sets_a_damaged_file_aside(file, database):
    """What is damaged is noticed before anything is used; without a file there is nothing to do."""
    database.check()
    assert not file.exists()
    file.parent.mkdir(parents=True)
    file.write_bytes(b"no database at all")
    database.check()
    (message,) = database.take_messages()
    assert FILE_NAME in message
    assert file.with_name(f"{FILE_NAME}.damaged-1").exists()
    assert database.take_messages() == []
