"""Tests of tables whose rows are values of a dataclass."""

import dataclasses
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from battle.profile.records import FIELDS, PART, ROWS, PlayedGame, Records
from battle.profile.store import APPLICATION, FILE_NAME, Database, FieldColumns, Part, RowMapper
from tests.profile.test_records import BARE, FULL

LATER = Part("games", (*PART.steps, ("ALTER TABLE games ADD COLUMN place TEXT DEFAULT 'here'",)))
PLACE = FieldColumns(("place",), lambda place: (place,), str)

FIRST_SCHEMA = """
CREATE TABLE parts (name TEXT PRIMARY KEY, version INTEGER NOT NULL);
CREATE TABLE games (
 key TEXT PRIMARY KEY, ended TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
 person INTEGER, opponent TEXT NOT NULL, deal INTEGER, start TEXT NOT NULL,
 reason TEXT NOT NULL, winner INTEGER,
 points_first INTEGER NOT NULL, points_second INTEGER NOT NULL,
 par INTEGER, par_exact INTEGER NOT NULL,
 lost_first INTEGER, lost_second INTEGER,
 proven_first INTEGER, proven_second INTEGER, exact_from INTEGER,
 hints_first INTEGER NOT NULL, hints_second INTEGER NOT NULL, help TEXT NOT NULL,
 duplicate TEXT NOT NULL, record TEXT NOT NULL);
CREATE INDEX games_by_end ON games (ended);
INSERT INTO parts VALUES ('games', 1);
INSERT INTO games VALUES (
 'k1', '2026-11-21T12:00:00.000000+00:00', 'Käthe, „K“
B', 'Solver', 1, 'club', 4711, '5m5p/5p5m/9s/9s 1 0-0', 'resigned', 2, 120, 131, -9, 1, 14, 12,
 3, 12, 17, 2, 0, 'analysis values', 'd1', '[Deal "4711"]

*
');
INSERT INTO games VALUES (
 'k2', '2026-11-21T13:00:00.000000+00:00', '', '', NULL, 'friend', NULL, '9s/9s 1 0-0',
 'played out', 1, 9, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0, 0, '', '', '');
"""
"""A database as the first version wrote it, with the games `FIRST` and `BARE`."""

FIRST = dataclasses.replace(FULL, head_start=0)
"""What the first version knew of the game `FULL`."""


@dataclass(frozen=True)
class LaterGame(PlayedGame):
    """A game as a later version keeps it."""

    place: str = "nowhere"


@pytest.fixture
def old_file(tmp_path) -> Path:
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.executescript(FIRST_SCHEMA)
    return file


def test_a_file_of_the_first_version_has_everything_in_it(old_file):
    """What the first version wrote is read, field by field, and more can be put beside it."""
    with closing(Database(old_file)) as database:
        records = Records(database)
        assert records.games() == [FIRST, BARE]
        further = dataclasses.replace(FULL, key="k3", ended=BARE.ended, help=())
        assert records.put(further) == []
        assert records.games() == [FIRST, BARE, further]


def test_a_column_of_a_later_step_is_read_and_written(old_file):
    """A step and a line for the field are enough: old rows have the default, new ones their own."""
    table = RowMapper(LATER, "games", LaterGame, FIELDS | {"place": PLACE})
    assert table.columns == (*ROWS.columns, "place")
    new = LaterGame(**{**vars(BARE), "key": "k3"}, place="Ulm")
    with closing(Database(old_file, [LATER])) as database:
        database.write(lambda connection: table.put(connection, table.row(new)))
    with closing(Database(old_file, [LATER])) as database:
        found = database.read(lambda connection: table.select(connection, "ORDER BY key"))
    assert found == [
        LaterGame(**vars(FIRST), place="here"),
        LaterGame(**vars(BARE), place="here"),
        new,
    ]


def test_a_column_that_nothing_reads_is_noticed():
    """A step whose column belongs to no field cannot be overlooked, nor a field without one."""
    with pytest.raises(ValueError, match="place"):
        RowMapper(LATER, "games", PlayedGame, FIELDS)
    with pytest.raises(ValueError, match="place"):
        RowMapper(PART, "games", LaterGame, FIELDS | {"place": PLACE})
    with pytest.raises(ValueError, match="columns of"):
        RowMapper(LATER, "games", PlayedGame, FIELDS | {"place": PLACE})
    with pytest.raises(ValueError, match="columns of"):
        RowMapper(PART, "games", LaterGame, FIELDS)


def test_the_released_step_stays():
    """The first step makes the table that the first version made, in the same words."""
    with closing(sqlite3.connect(":memory:")) as then, closing(sqlite3.connect(":memory:")) as now:
        then.executescript(FIRST_SCHEMA)
        for statement in PART.steps[0]:
            now.execute(statement)
        query = (
            "SELECT cid, name, type, \"notnull\", dflt_value, pk FROM pragma_table_info('games')"
        )
        assert then.execute(query).fetchall() == now.execute(query).fetchall()


def test_a_row_holds_its_columns_in_their_order():
    """A row names every column once, in the order of the table."""
    assert [*ROWS.row(FULL)] == [*ROWS.columns]
    assert ROWS.row(FULL)["help"] == "analysis values"
    assert ROWS.row(BARE)["lost_first"] is None
