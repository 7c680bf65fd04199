"""Tests of the person's record."""

import csv
import dataclasses
import io
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from random import Random

import pytest

from battle.analysis.ledger import review_line
from battle.analysis.values import Values
from battle.game.series import Series, duplicate
from battle.game.session import Seat, Session, Setup
from battle.profile.records import PlayedGame, Records, csv_of, game_of, new_key
from battle.profile.store import Database
from battle.rules.game import Ending, Reason
from battle.rules.record import record
from tests.support.endgame_values import Truth, games, positions_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

FULL = PlayedGame(
    key="k1",
    ended=NOON,
    seats=("Käthe, „K“\nB", "Solver"),
    opponent="club",
    start="5m5p/5p5m/9s/9s 1 0-0",
    points=(120, 131),
    ending=Ending(Reason.RESIGNED, 2),
    person=1,
    deal=4711,
    par=-9,
    par_exact=True,
    lost=(14, 12),
    proven=(3, 12),
    exact_from=17,
    hints=(2, 0),
    help=("analysis", "values"),
    duplicate="d1",
    record='[Deal "4711"]\n\n*\n',
    head_start=-18,
)
BARE = PlayedGame(
    key="k2",
    ended=NOON + timedelta(hours=1),
    seats=("", ""),
    opponent="friend",
    start="9s/9s 1 0-0",
    points=(9, 0),
    ending=Ending(Reason.PLAYED_OUT, 1),
)


@pytest.fixture
def database(places) -> Iterator[Database]:
    with closing(Database.of(places)) as database:
        yield database


@pytest.fixture
def records(database) -> Records:
    return Records(database)


def played_session(seed: int = 3) -> Session:
    """Return a game that a person, who was helped, played against the solver to its end."""
    game, random = next(games(1, seed))
    session = Session(Setup((Seat("", True), Seat("Ada")), game.start))
    session.note_help("values")
    while session.ending is None:
        if session.to_move == 2:
            session.count_hint()
        session.play(random.choice(session.position.legal_moves))
    return session


def test_games_are_read_as_they_were_kept(places, records):
    """Every field survives in the next program, and none of the full game's is the default."""
    assert records.put(FULL) == records.put(BARE) == []
    for field in dataclasses.fields(PlayedGame):
        if field.default is not dataclasses.MISSING:
            assert getattr(FULL, field.name) != field.default
    assert Records(Database.of(places)).games() == [FULL, BARE]


def test_games_come_in_the_order_they_ended(records):
    """The order is that of time, whatever zone and order they were put in."""
    late = dataclasses.replace(
        BARE, key="k0", ended=datetime(2026, 11, 21, 20, 0, 1, tzinfo=timezone(timedelta(hours=7)))
    )
    for game in (late, BARE, FULL):
        records.put(game)
    assert [game.key for game in records.games()] == ["k1", "k2", "k0"]
    assert records.games()[-1].ended == late.ended


def test_a_game_is_kept_once(records):
    """Putting a game again changes it in place; removing it forgets it and no other."""
    records.put(FULL)
    records.put(BARE)
    changed = dataclasses.replace(FULL, lost=(0, 1))
    records.put(changed)
    assert records.games() == [changed, BARE]
    assert records.game("k1") == changed
    records.remove("k1")
    assert records.games() == [BARE]
    assert records.game("k1") is None


def test_a_session_is_kept_with_all_that_was_agreed():
    """A game against the solver names seats, help and result, and its record can be read."""
    session = played_session()
    game = game_of(session, NOON, key="k")
    assert (game.person, game.opponent, game.seats) == (2, "solver", ("Solver", "Ada"))
    assert game.hints[1] > 0
    assert game.has_help
    assert game.help == ("values",)
    assert game.points == session.points
    assert record(game.record).game.last.position.points == game.points
    assert game_of(session, NOON).key != game_of(session, NOON).key
    session.series = Series((), duplicate((7,)))
    assert game_of(session, NOON).duplicate == session.series.duplicate.key


def test_a_game_that_goes_on_is_not_kept():
    """A session that is not over has no result to keep."""
    game, _random = next(games(1, 3))
    with pytest.raises(ValueError, match="not over"):
        game_of(Session(Setup((Seat(), Seat()), game.start)), NOON)


def test_a_moment_needs_a_zone(records):
    """A moment that could be any is refused where it is put in."""
    with pytest.raises(ValueError, match="time zone"):
        records.put(dataclasses.replace(BARE, ended=NOON.replace(tzinfo=None)))


def test_help_is_the_persons_own():
    """Hints that the other player used do not count, nor does a seat without help."""
    assert not dataclasses.replace(FULL, hints=(0, 5), help=()).has_help
    assert dataclasses.replace(FULL, hints=(1, 0), help=()).has_help
    assert dataclasses.replace(BARE, hints=(0, 1)).has_help
    assert not BARE.has_help


def test_sides(records):
    """Margin and par turn round for the second player."""
    assert (FULL.margin_of(1), FULL.margin_of(2)) == (-11, 11)
    assert (FULL.par_of(1), FULL.par_of(2)) == (-9, 9)
    assert BARE.par_of(2) is None


def test_a_review_says_what_is_proven():
    """A game reviewed by the slow twin has lost what the sum of margins says, all of it proven."""
    judged = 0
    for game, random in games(30, 5):
        truth, values = Truth(), Values()
        line = positions_of(game)
        for position in line:
            values.learn(position, truth.proof(position))
        review = review_line(game.main_line(), values)
        assert review is not None
        found = dataclasses.replace(BARE, par=99, par_exact=random.random() < 0.5).reviewed(review)
        margins = [truth.margin(position) for position in line]
        steps = [after - before for before, after in pairwise(margins)]
        assert found.lost == (sum(-s for s in steps if s < 0), sum(s for s in steps if s > 0))
        assert found.proven == found.lost
        assert (found.par, found.par_exact, found.exact_from) == (margins[0], True, 1)
        judged += len(steps)
    assert judged > 50


def test_an_estimate_does_not_replace_a_proven_par():
    """A review that could only guess leaves the par of a solved deal as it is."""
    game, _random = next(games(1, 3))
    values = Values()
    nodes = game.main_line()
    for node in nodes:
        values.guess(node.position, 0)
    review = review_line(nodes, values)
    assert review is not None
    assert not review.par_exact
    assert FULL.reviewed(review).par == -9
    assert FULL.reviewed(review).par_exact
    found = BARE.reviewed(review)
    assert (found.par, found.par_exact) == (review.par, review.par_exact)
    assert found.proven is not None
    assert found.lost is not None
    assert all(proven <= lost for proven, lost in zip(found.proven, found.lost, strict=True))


@pytest.mark.parametrize(
    "change",
    [
        "ended = 'yesterday'",
        "ended = '2026-11-21T12:00:00'",
        "person = 3",
        "winner = 'Ada'",
        "reason = 'bored'",
        "points_first = 'many'",
        "record = x'00ff'",
        "par = 1.5",
    ],
)
def test_a_row_that_cannot_be_a_game_is_passed_over(places, records, change):
    """What another hand changed beyond understanding costs that game and no other."""
    records.put(FULL)
    records.put(BARE)
    with closing(sqlite3.connect(places.data / "record.db")) as other:
        other.execute(f"UPDATE games SET {change} WHERE key = 'k1'")
        other.commit()
    assert records.games() == [BARE]


def test_the_export_is_a_table_that_others_read():
    """The CSV file has a line for each game with every value, quotes and line breaks too."""
    text = csv_of([FULL, BARE]).removeprefix("\ufeff")
    first, second = csv.DictReader(io.StringIO(text, newline=""))
    assert first["first"] == FULL.seats[0]
    assert (first["ended"], first["par"], first["proven_first"]) == (
        "2026-11-21T12:00:00.000000+00:00",
        "-9",
        "3",
    )
    assert first["record"] == FULL.record
    assert (second["lost_first"], second["person"], second["deal"]) == ("", "", "")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_name_becomes_a_formula(sign):
    """A spreadsheet that opens the export shows every name and calculates none; numbers stay."""
    name = f'{sign}HYPERLINK("http://example.org","Ada")'
    text = csv_of([replace(FULL, seats=(name, "Ben"), record=name)]).removeprefix("\ufeff")
    (found,) = csv.DictReader(io.StringIO(text, newline=""))
    assert (found["first"], found["second"], found["record"]) == (f"'{name}", "Ben", f"'{name}")
    assert found["par"] == "-9"


def test_an_export_of_nothing_has_the_names_of_the_columns():
    """Without a game there is the line that names the columns."""
    (names,) = csv.reader(io.StringIO(csv_of([]).removeprefix("\ufeff")))
    assert {"key", "ended", "points_first", "record"} <= set(names)


def test_without_a_place_to_write_the_game_goes_on(places, read_only):
    """A read-only directory is told once; the statistics still find today's games."""
    with closing(Database.of(dataclasses.replace(places, data=read_only))) as database:
        records = Records(database)
        assert len(records.put(FULL)) == 1
        assert records.put(BARE) == []
        assert records.games() == [FULL, BARE]


def test_a_thousand_games_come_back():
    """Many games of random content survive, without a file too."""
    random = Random(5)
    games = [
        dataclasses.replace(
            FULL,
            key=new_key(),
            ended=NOON + timedelta(seconds=number),
            points=(random.randint(0, 270), random.randint(0, 270)),
            record=random.choice(["", "[X]\n" * 50]),
        )
        for number in range(1000)
    ]
    with closing(Database(None)) as nowhere:
        memory = Records(nowhere)
        for game in games:
            memory.put(game)
        assert memory.games() == games


def test_all_games_can_be_forgotten(records):
    """After that there are none, and new ones can be kept."""
    records.put(FULL)
    records.put(BARE)
    assert records.clear() == []
    assert records.games() == []
    records.put(BARE)
    assert records.games() == [BARE]
