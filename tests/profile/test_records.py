"""The record: what is kept of each game, when, and how it is read; what games say of a person."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from itertools import groupby
from random import Random
from statistics import mean
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.analysis.costs import review_line
from battle.analysis.values import Values
from battle.game.session import Seat, Session, Setup
from battle.game.setup import KEY_TAG, Series, duplicate, expected_loss, ladder, stronger
from battle.profile.everything import read
from battle.profile.proofs import Pars
from battle.profile.records import (
    GAMES,
    PART,
    GameRecorder,
    Outcome,
    OwnGame,
    PlayedGame,
    Records,
    Streaks,
    by_opponent,
    csv_of,
    game_of,
    head_start,
    loss_words,
    nearest_levels,
    next_beginner,
    next_up,
    own_games,
    rungs,
    streaks,
    tells_of_strength,
    usual_loss,
    usual_losses,
)
from battle.profile.settings import Settings
from battle.profile.store import (
    APPLICATION,
    FILE_NAME,
    Database,
    MappedTable,
    Part,
    in_utc,
    moment_in,
    moment_text,
)
from battle.rules.position import Player, Position, deal, position
from battle.rules.quick import QUICK, quick_deal
from battle.rules.record import record
from battle.rules.tree import Ending, Reason
from battle.storage import Places
from tests.support.endgames import endgame_games
from tests.support.records import NOON, kept_game

# -- records --------------------------------------------------------------------------------------


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
def records(database) -> Records:
    return Records(database)


def played_session(seed: int = 3) -> Session:
    """Return a game that a person, who was helped, played against the solver to its end."""
    game, random = next(endgame_games(1, seed))
    session = Session(Setup((Seat("", True), Seat("Ada")), game.start))
    session.note_help("values")
    while session.ending is None:
        if session.to_move == 2:
            session.note_help("hint")
        session.play(random.choice(session.position.legal_moves))
    return session


def test_games_are_read_as_they_were_kept(places, records):
    """Every field survives in the next program, and none of the full game's is the default."""
    records.put(FULL)
    records.put(BARE)
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
    assert (records.games(), records.game("k1")) == ([BARE], None)
    records.clear()
    assert records.games() == []


def test_a_session_is_kept_with_all_that_was_agreed():
    """A game against the solver names seats, help and result, and its record can be read."""
    session = played_session()
    game = game_of(session, NOON, key="k")
    assert (game.person, game.opponent, game.seats) == (2, "solver", ("Sol", "Ada"))
    assert game.hints[1] > 0
    assert (game.has_help, game.help, game.points) == (True, ("values",), session.points)
    assert record(game.record).game.last.position.points == game.points
    assert game_of(session, NOON).key != game_of(session, NOON).key
    session.series = Series((), duplicate((7,)))
    assert game_of(session, NOON).duplicate == session.series.duplicate.key


def test_a_game_that_goes_on_is_not_kept():
    """A session that is not over has no result to keep."""
    game, _random = next(endgame_games(1, 3))
    with pytest.raises(ValueError, match="not over"):
        game_of(Session(Setup((Seat(), Seat()), game.start)), NOON)


def test_help_is_the_persons_own():
    """Hints that the other player used do not count, nor does a seat without help."""
    assert [replace(FULL, hints=one, help=()).has_help for one in [(0, 5), (1, 0)]] == [False, True]
    assert [one.has_help for one in (replace(BARE, hints=(0, 1)), BARE)] == [True, False]


def test_sides(records):
    """Margin and par turn round for the second player."""
    sides = [(FULL.margin_of(side), FULL.par_of(side), BARE.par_of(side)) for side in (1, 2)]
    assert sides == [(-11, -9, None), (11, 9, None)]


def test_an_estimate_does_not_replace_a_proven_par():
    """A review that could only guess leaves the par of a solved deal as it is."""
    game, _random = next(endgame_games(1, 3))
    values = Values()
    nodes = game.main_line()
    for node in nodes:
        values.guess(node.position, 0)
    review = review_line(nodes, values)
    assert not review.par.is_exact
    assert FULL.reviewed(review).par == -9
    assert FULL.reviewed(review).par_exact
    found = BARE.reviewed(review)
    assert (found.par, found.par_exact) == (review.par.value, review.par.is_exact)
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


@pytest.mark.parametrize("sign", ";\t,")
def test_no_name_is_cut_at_another_separator(sign):
    """A spreadsheet that separates at semicolons and tabs too keeps every text whole."""
    names = f"Ada{sign} or Ida", "Ben"
    text = csv_of([replace(FULL, seats=names, record="")]).removeprefix("\ufeff")
    row = text.splitlines()[1].replace(sign, ",")
    assert len(next(csv.reader([row]))) == len(next(csv.reader([text.splitlines()[0]])))


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_name_becomes_a_formula(sign):
    """A spreadsheet that opens the export shows every name and calculates none; numbers stay."""
    name = f'{sign}HYPERLINK("http://example.org","Ada")'
    text = csv_of([replace(FULL, seats=(name, "Ben"), record=name)]).removeprefix("\ufeff")
    (found,) = csv.DictReader(io.StringIO(text, newline=""))
    assert (found["first"], found["second"], found["record"]) == (f"'{name}", "Ben", f"'{name}")
    assert found["par"] == "-9"


# -- recorder -------------------------------------------------------------------------------------
SHORT = position("5m/5m/9s/9s 1 100-120")


class Desk:
    """A recorder with its record; every look at the clock is a minute later."""

    def __init__(self, database: Database) -> None:
        self.now = NOON
        self.records = Records(database)
        self.pars = Pars(database, {4711: -9})
        self.recorder = GameRecorder(self.records, self.pars, self._moment)

    def _moment(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now

    def begin(self, start: Position = SHORT, number: int | None = None) -> Session:
        """Return a game that has come to the table."""
        session = Session(Setup((Seat("Ada"), Seat(solver=True, level="club")), start, number))
        self.recorder.follow(session)
        return session

    def give_up(self, session: Session, place: int = 0) -> None:
        """Take the pair at a place of the list; the first player resigns then."""
        session.play(session.position.legal_moves[place])
        session.resign(1)
        self.recorder.follow(session)

    def play_out(self, session: Session) -> None:
        """Play a game to its end, followed after every move."""
        while session.ending is None:
            session.play(session.position.legal_moves[0])
            self.recorder.follow(session)


@pytest.fixture
def desk() -> Iterator[Desk]:
    with closing(Database(None)) as database:
        yield Desk(database)


def test_a_game_is_kept_once_when_it_ends(desk: Desk) -> None:
    """Not before its end, with or without a pair, and not again however often it is followed."""
    empty = desk.begin()
    empty.resign(1)
    desk.recorder.follow(empty)
    (given_up,) = desk.records.games()
    desk.records.remove(given_up.key)
    session = desk.begin()
    session.play(session.position.legal_moves[0])
    desk.recorder.follow(session)
    assert desk.records.games() == []
    desk.play_out(session)
    for _again in range(3):
        desk.recorder.follow(session)
    (game,) = desk.records.games()
    assert (game.ended, game.opponent, game.person) == (NOON + timedelta(minutes=2), "club", 1)
    assert desk.recorder.game(session) == game
    assert record(game.record).tags[KEY_TAG] == game.key


def test_the_par_of_the_deal_is_kept_with_it(desk: Desk) -> None:
    """A solved deal's par is proven; of another nothing is known."""
    for number in (4711, 4712):
        desk.give_up(desk.begin(deal(number), number))
    solved, other = desk.records.games()
    assert (solved.par, solved.par_exact) == (-9, True)
    assert (other.par, other.par_exact) == (None, False)


def test_the_later_end_counts(desk: Desk) -> None:
    """After a take-back the same key is kept with how the game ended then."""
    session = desk.begin()
    desk.play_out(session)
    (before,) = desk.records.games()
    session.take_back()
    desk.recorder.follow(session)
    assert desk.recorder.game(session) is None
    desk.give_up(session, 1)
    (after,) = desk.records.games()
    assert after.key == before.key
    assert (before.ending.reason, after.ending.reason) == (Reason.PLAYED_OUT, Reason.RESIGNED)


def test_a_game_opened_when_it_is_over(desk: Desk) -> None:
    """It is not kept; what is played on from it has another key, and the first game stays."""
    session = desk.begin()
    desk.play_out(session)
    opened = Session.from_record(record(session.record().text))
    desk.recorder.follow(opened)
    assert len(desk.records.games()) == 1
    opened.take_back()
    desk.recorder.follow(opened)
    desk.give_up(opened, 1)
    first, second = desk.records.games()
    assert first.ending.reason is Reason.PLAYED_OUT
    assert second.ending.reason is Reason.RESIGNED


def test_a_deal_that_a_review_has_proven_is_known_from_then_on(desk: Desk) -> None:
    """Its par, without what was given, is kept; an estimate is not, nor that of another start."""
    played = desk.begin(deal(77).with_given((0, 5)), 77)
    desk.give_up(played)
    game = desk.recorder.game(played)
    assert game is not None
    desk.recorder.put(replace(game, par=-3, par_exact=False))
    assert 77 not in desk.pars.all()
    desk.recorder.put(replace(game, par=-3, par_exact=True))
    assert desk.pars.all()[77] == 2
    desk.recorder.put(replace(game, par=9, par_exact=True, deal=78))
    assert 78 not in desk.pars.all()


# -- row mapper -----------------------------------------------------------------------------------

LATER = Part("games", (*PART.steps, ("ALTER TABLE games ADD COLUMN place TEXT DEFAULT 'here'",)))

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


def test_a_file_of_the_first_version_has_everything_in_it(tmp_path):
    """What the first version wrote is read, field by field, and more can be put beside it."""
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.executescript(FIRST_SCHEMA)
    with closing(Database(file)) as database:
        records = Records(database)
        assert records.games() == [FIRST, BARE]
        further = dataclasses.replace(FULL, key="k3", ended=BARE.ended, help=())
        records.put(further)
        assert records.games() == [FIRST, BARE, further]


def test_a_column_that_nothing_reads_or_writes_is_noticed(tmp_path):
    """A step whose column belongs to no field cannot be overlooked, read or written."""
    with pytest.raises(TypeError, match="place"):
        GAMES._read({**GAMES.row(FULL), "place": ""})
    with pytest.raises(KeyError, match="place"):
        MappedTable(LATER, "games", GAMES._read, GAMES._write).row(FULL)


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


WORDS = ["", "m" * 1000, "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+14:00", "\0", "{name}"]
NUMBERS = [-(2**63), -300, -1, 0, 3, 10**6, 2**63 - 1]


def test_a_damaged_row_is_left_out_or_harmless(records: Records, database: Database) -> None:
    """Whatever a column holds of its type, the record reads, sums up and forecasts the games."""
    records.put(FULL)
    records.put(BARE)
    row = dict(GAMES.row(FULL))
    for column, types in GAMES.columns.items():
        for value in [] if column == "key" else NUMBERS if int in types else WORDS:
            database.execute(f"UPDATE games SET {column} = ? WHERE key = 'k1'", [value])
            games = records.games()
            assert BARE in games
            for game in games:
                assert game.ended.astimezone(timezone(timedelta(hours=14)))
                assert abs(game.margin) + sum(game.lost or ()) < 10**5
                assert game.tiles <= 108
            database.execute(f"UPDATE games SET {column} = ? WHERE key = 'k1'", [row[column]])


BAD_CELLS = [
    *(("key", None), ("first", None), ("points_first", None), ("help", None), ("help", 7)),
    *(("deal", 10**30), ("deal", 1.5), ("first", "\ud800"), ("winner", 3), ("ended", "noon")),
]


@pytest.mark.parametrize(("column", "cell"), BAD_CELLS)
def test_a_bad_row_of_a_file_costs_itself_only(
    places: Places, records: Records, column: str, cell: object
) -> None:
    """Of everything of a player the good games are taken, and what is bad is passed over."""
    person = SimpleNamespace(places=places, settings=Settings(), records=records)
    rows = [{**GAMES.row(FULL), column: cell}, GAMES.row(BARE)]
    content = {"mahjong-battle": 1, "settings": {"tiles": []}, "files": {"bad": "\ud800"}}
    export = read(person, json.dumps({**content, "games": rows}))
    assert export.keep(person) == "1 game was imported."
    assert records.games() == [BARE]


# -- moments --------------------------------------------------------------------------------------

zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
moments = st.datetimes(datetime(1970, 1, 2), datetime(2100, 1, 1), timezones=zones)


@given(moments, moments)
def test_texts_sort_as_moments_do(one: datetime, other: datetime) -> None:
    """Whatever their zones; and every text is read as the moment it was written of."""
    assert (moment_text(one) < moment_text(other)) == (one < other)
    assert moment_in(moment_text(one)) == one
    assert moment_in(moment_text(one)).tzinfo is UTC


@pytest.mark.parametrize("text", ["", "noon", "2026-11-21T12:00:00"])
def test_a_moment_without_a_zone_is_none(text: str) -> None:
    """Where a moment cannot be placed it is refused, read and written."""
    with pytest.raises(ValueError, match=r"zone|isoformat"):
        moment_in(text)
    with pytest.raises(ValueError, match="zone"):
        in_utc(datetime(2026, 11, 21))


def test_a_game_that_an_interrupt_kept_from_the_record_is_kept_at_the_next_look(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C while the database is written loses no finished game, and keeps it once."""
    session = desk.begin()
    put = desk.records.put

    def interrupted(game: PlayedGame) -> list[str]:
        monkeypatch.setattr(desk.records, "put", put)
        raise KeyboardInterrupt

    monkeypatch.setattr(desk.records, "put", interrupted)
    with pytest.raises(KeyboardInterrupt):
        desk.play_out(session)
    assert desk.records.games() == []
    desk.recorder.follow(session)
    desk.recorder.follow(session)
    assert [game.seats for game in desk.records.games()] == [session.names]


# --- statistics -----------------------------------------------------------------------------------
#
# What games tell of a person: results, usual loss, the level and head start that suit, turns.


# -- statistics -----------------------------------------------------------------------------------


def test_results_are_from_the_persons_side():
    """The second player has won when the margin is negative; an ending counts before points."""
    resigned = dataclasses.replace(kept_game(20), ending=Ending(Reason.RESIGNED, 2))
    second, lost = own_games(
        [kept_game(1, person=None), kept_game(-5, person=2, lost=(9, 4)), resigned]
    )
    assert (second.outcome, second.margin, second.lost) == (Outcome.WON, 5, 4)
    assert (lost.outcome, lost.margin) == (Outcome.LOST, 20)


def test_results_by_opponent():
    """Wins, draws and losses are counted for every opponent apart."""
    games = [kept_game(10), kept_game(), kept_game(-4), kept_game(-6, opponent="strong", person=2)]
    club, strong = by_opponent(own_games(games))
    assert (club.opponent, *(club.ended(outcome) for outcome in Outcome)) == ("club", 1, 1, 1)
    assert (len(club.own), club.score) == (3, 0.5)
    assert (strong.opponent, strong.ended(Outcome.WON)) == ("strong", 1)
    assert by_opponent([]) == []


def test_streaks_of_results():
    """Runs of wins, and of games that ended alike, are as long as counting groups finds."""
    random = Random(2)
    for length in range(40):
        margins = [random.choice([5, 5, 5, 0, -5]) for _ in range(length)]
        found = streaks(own_games([kept_game(margin) for margin in margins]), NOON)
        runs = [(margin, len(list(run))) for margin, run in groupby(margins)]
        assert found.won == max((many for margin, many in runs if margin == 5), default=0)
        if runs:
            sort = {5: Outcome.WON, 0: Outcome.DRAWN, -5: Outcome.LOST}[runs[-1][0]]
            assert (found.sort, found.current) == (sort, runs[-1][1])
    assert streaks([], NOON) == Streaks()


@pytest.mark.parametrize(
    ("days", "run", "longest"),
    [
        ([0], 1, 1),
        ([-1], 1, 1),
        ([-2], 0, 1),
        ([-5, -4, -3, -1, 0, 0], 2, 3),
        ([-3, -2, -1], 3, 3),
        ([-3, -1], 1, 1),
    ],
)
def test_days_in_a_row(days, run, longest):
    """A run of days lives on until a whole day has passed without a game."""
    found = streaks(own_games([kept_game(1, days=day) for day in days]), NOON, UTC)
    assert (found.days, found.most_days) == (run, longest)


def test_days_are_those_of_the_persons_clock():
    """Two games either side of the person's midnight are two days there, and one elsewhere."""
    games = own_games([kept_game(1, days=-0.1), kept_game(1, days=0)])
    west = timezone(timedelta(hours=-11))
    assert streaks(games, NOON, UTC).days == 1
    assert streaks(games, NOON, west).days == 2


# -- usual loss -----------------------------------------------------------------------------------

START = datetime(2026, 11, 1, tzinfo=UTC)
LOSSES = {label.name: label.points or 0.0 for label in ladder()}


def played(
    number: int,
    opponent: str,
    margin: int,
    lost: int | None = None,
    *,
    exact_from: int | None = None,
    resigned_after: int = 0,
) -> OwnGame:
    """Return a game of player 1, played out or given up after so many moves."""
    reason = Reason.RESIGNED if resigned_after else Reason.PLAYED_OUT
    game = PlayedGame(
        key=str(number),
        ended=START + timedelta(hours=number),
        seats=("Ada", "Program"),
        opponent=opponent,
        start="",
        points=(135 + margin // 2, 135 - margin + margin // 2),
        ending=Ending(reason, 2 if resigned_after or margin < 0 else 1 if margin else None),
        person=1,
        lost=None if lost is None else (lost, 0),
        proven=None if lost is None else (lost, 0),
        exact_from=exact_from,
        record=moves_played(resigned_after) if resigned_after else "",
    )
    return own_games([game])[0]


@cache
def moves_played(count: int) -> str:
    """Return the record of a game that was given up after so many moves."""
    session = Session(Setup((Seat("Ada"), Seat(solver=True, level="perfect")), deal(3), 3))
    for _move in range(count):
        session.play(session.position.legal_moves[0])
    session.resign(1)
    return session.record().text


def career(loss: float, games: int, seed: int, *, proven: bool) -> list[OwnGame]:
    """Return the games of somebody who loses so many points a game, at levels about as strong."""
    lot, found = Random(seed), []
    for number in range(games):
        level = stronger(nearest_levels(loss)[0], number % 2)
        own = max(0.0, lot.gauss(loss, loss / 3))
        other = max(0.0, lot.gauss(LOSSES[level], LOSSES[level] / 3))
        margin = round(other - own + lot.gauss(0, 10))
        known = round(own) if proven else round(own / 3)
        found.append(played(number, level, margin, known, exact_from=1 if proven else 30))
    return found


@pytest.mark.parametrize("proven", [True, False])
@pytest.mark.parametrize("loss", [6, 25, 50, 95])
def test_the_loss_found_is_the_loss_there_is(loss: int, *, proven: bool) -> None:
    """Over many careers the mean is right to a quarter, and the error told covers two in three."""
    found = [usual_loss(career(loss, 8, seed, proven=proven)) for seed in range(60)]
    told = [one for one in found if one is not None]
    assert len(told) == 60
    assert mean(one.points for one in told) == pytest.approx(loss, rel=0.25, abs=4)
    assert sum(abs(one.points - loss) <= one.error for one in told) >= 40


@pytest.mark.parametrize("level", list(LOSSES))
def test_who_plays_perfectly_is_booked_with_next_to_nothing(level: str) -> None:
    """A level's label is not taken for what it loses to perfect play, nor chance for a loss."""
    lot, found = Random(level), []
    for _career in range(60):
        margins = [lot.gauss(expected_loss(level, 0.0), 12) for _game in range(10)]
        games = [played(n, level, round(margin)) for n, margin in enumerate(margins)]
        found.append(usual_loss(games))
    assert mean(one.points for one in found) < 3
    assert sum(one.points <= one.error for one in found) >= 40
    even = [round(expected_loss(level, 0.0) + by) for by in (40, -40)]
    assert usual_loss([played(n, level, margin) for n, margin in enumerate(even)]).points < 1


@pytest.mark.parametrize("loss", [0, 4, 14, 24, 50])
@pytest.mark.parametrize("level", list(LOSSES))
def test_the_loss_is_reckoned_from_what_the_level_was_measured_to_lose(
    level: str, loss: int
) -> None:
    """Three quarters proven, as after a review: on average it is right to a quarter."""
    lot, found = Random(level), []
    for _career in range(60):
        games = []
        for number in range(10):
            own = max(0.0, lot.gauss(loss, loss / 3))
            margin = round(expected_loss(level, loss) - own + lot.gauss(0, 10))
            games.append(played(number, level, margin, round(own * 3 / 4), exact_from=16))
        found.append(usual_loss(games))
    assert mean(one.points for one in found) == pytest.approx(loss, rel=0.25, abs=4)
    assert sum(abs(one.points - loss) <= one.error for one in found) >= 40


def test_the_error_gets_smaller() -> None:
    """Ten games tell more than one, and proven ones more than others."""
    one, ten = (usual_loss([played(n, "casual", 0) for n in range(count)]) for count in (1, 10))
    proven = usual_loss([played(n, "casual", 0, 32, exact_from=1) for n in range(10)])
    assert one.error > 2 * ten.error
    assert ten.error > proven.error


def test_who_gives_up_early_is_told_nothing() -> None:
    """A game given up at move 15 shows no loss."""
    resigned = played(1, "perfect", -20, 12, resigned_after=15)
    assert not tells_of_strength(resigned)
    assert usual_loss([resigned]) is None


def test_the_points_of_quick_games_are_no_usual_loss() -> None:
    """What is known are the points lost in whole ones."""
    start, won = str(quick_deal(QUICK, 1)), [played(n, "casual", 12, 40) for n in (1, 2)]
    quick = own_games(replace(own.game, start=start) for own in won)
    assert all(own.game.is_quick for own in quick)
    assert usual_loss(quick) is None
    assert usual_losses([own.game for own in quick]) == {}


def test_how_sure_it_is_is_said() -> None:
    """The words have the points with their error, and the number of games."""
    words = loss_words(usual_loss([played(n, "casual", 0, 32, exact_from=1) for n in range(4)]))
    assert words == "In your last 4 games you lost 32\u2009±\u20098 points per game."
    assert loss_words(None) == ""


def test_the_nearest_level_is_the_one_that_loses_as_much() -> None:
    """Every level is nearest to what it loses itself; the second is one next to it."""
    names = list(LOSSES)
    for name, points in LOSSES.items():
        near, *further = nearest_levels(points)
        assert near == name
        assert all(abs(names.index(one) - names.index(name)) == 1 for one in further)
    assert nearest_levels(60) == [names[0]]


# -- the ladder ------------------------------------------------------------------------------------

NAMES = [label.name for label in ladder()]
WHOLE = str(deal(7))
PART_statistics = "..." + WHOLE[6:]


def games(text: str):
    """Return games told as `casual+ club- club= companion+`.

    A star marks help, ! a teacher who was heeded, ^ a head start, ~ a close loss, | a start with
    three tiles gone.
    """
    found = []
    for number, word in enumerate(text.split()):
        mark = word.rstrip("*!^|")[-1]
        winner = {"+": 1, "-": 2, "~": 2, "=": None}[mark]
        found.append(
            PlayedGame(
                key=str(number),
                ended=START + timedelta(hours=number),
                seats=("Ada", "Program"),
                opponent=word.rstrip("*!^|")[:-1],
                start=PART_statistics if word.endswith("|") else WHOLE,
                points={"+": (140, 130), "-": (124, 135), "~": (125, 135), "=": (135, 135)}[mark],
                ending=Ending(Reason.PLAYED_OUT, winner),
                person=1,
                hints=(3, 0) if word.endswith("*") else (0, 0),
                help=("teacher",) if word.endswith("!") else (),
                head_start=18 if word.endswith("^") else 0,
            )
        )
    return own_games(found)


@pytest.mark.parametrize(
    ("played", "level", "wins"),
    [
        ("", "novice", 0),
        ("friend+ companion+ companion+", "novice", 0),
        ("novice+", "novice", 1),
        ("novice+ novice- casual- novice- novice-", "novice", 1),
        ("novice+ casual- novice+", "casual", 0),
        ("club+ club+", "strong", 0),
        ("club+ club+ strong- strong- strong- novice-", "strong", 0),
        ("novice+* novice+* novice+", "novice", 1),
        ("novice+^ novice+| novice+", "novice", 1),
        ("novice+! novice+!", "casual", 0),
        ("perfect+ solver+", "perfect", 2),
    ],
)
def test_two_wins_without_help_lead_up_the_ladder(played: str, level: str, wins: int) -> None:
    """A circle stays filled whatever is lost; head starts, help asked for and parts fill none."""
    following = next_up(games(played))
    assert (following.level.name, following.wins) == (level, wins)


@given(st.lists(st.sampled_from([f"{name}{end}" for name in NAMES for end in "+-=*"])))
def test_the_ladder_is_told_by_counting(words: list[str]) -> None:
    """Circles are wins, beaten is who has two, and next comes who is above all of those."""
    told = [f"{word[:-1]}+*" if word[-1] == "*" else word for word in words]
    found = {rung.level.name: rung for rung in rungs(games(" ".join(told)))}
    assert all(found[name].wins == words.count(f"{name}+") for name in NAMES)
    beaten = [name for name in NAMES if words.count(f"{name}+") > 1]
    assert [name for name in NAMES if found[name].is_beaten] == beaten
    above = NAMES.index(beaten[-1]) + 1 if beaten else 0
    assert [name for name in NAMES if found[name].is_next] == [NAMES[min(above, 5)]]


# -- head start -----------------------------------------------------------------------------------


def played_of_head_start(number: int, lost: tuple[int, int] | None, **values: object) -> PlayedGame:
    """Return a game of Ada, player 1, and Ben."""
    game = {
        "key": str(number),
        "ended": NOON + timedelta(hours=number),
        "seats": ("Ada", "Ben"),
        "opponent": "friend",
        "start": "",
        "points": (140, 130),
        "ending": Ending(Reason.PLAYED_OUT, 1),
        "lost": lost,
        "exact_from": 1,
    }
    return PlayedGame(**(game | values))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("games", "losses"),
    [
        pytest.param(
            [((30, 14), {}), ((34, 14), {})], {"Ada": 32, "Ben": 14}, id="of both the average"
        ),
        pytest.param(
            [
                (None, {}),
                ((90, 90), {"ending": Ending(Reason.RESIGNED, 2)}),
                ((90, 90), {"hints": (1, 0)}),
                ((20, 40), {"person": 1, "opponent": "casual"}),
                ((90, 90), {"start": "5m./5p5m/.. 1 0-0"}),
                ((2, 3), {"exact_from": 9}),
            ],
            {"Ada": 20},
            id="neither help nor a program nor half a game counts",
        ),
        pytest.param(
            [((20, 40), {"person": 1})], {"Ada": 20, "Ben": 40}, id="a friend elsewhere counts"
        ),
        pytest.param(
            [((100, 0), {})] * 10 + [((10, 0), {})] * 10, {"Ada": 10, "Ben": 0}, id="the last ten"
        ),
    ],
)
def test_usual_losses_are_those_of_the_last_whole_games(
    games: list[tuple[tuple[int, int] | None, dict[str, object]]], losses: dict[str, float]
) -> None:
    """They are averages of what was lost in reviewed games that were played out, without help."""
    kept = [
        played_of_head_start(number, lost, **values) for number, (lost, values) in enumerate(games)
    ]
    assert usual_losses(kept) == losses


@pytest.mark.parametrize(
    ("losses", "points"),
    [
        ((32, 14), 18),
        ((14, 32), -18),
        ((None, 14), 0),
        ((32, None), 0),
        ((300, 0), 60),
        ((0, 300), -60),
    ],
)
def test_an_offer_knows_its_limits(losses: tuple[float | None, float | None], points: int) -> None:
    """Of somebody unknown nothing is offered, and never more than 60 points."""
    assert head_start(*losses) == points


# -- turns ----------------------------------------------------------------------------------------


def game_of_turns(
    seats: tuple[str, str], opponent: str, person: Player | None = None
) -> PlayedGame:
    """Return a finished game of two."""
    ended = datetime(2026, 5, 4, tzinfo=UTC)
    return PlayedGame("k", ended, seats, opponent, "", (0, 0), Ending(Reason.RESIGNED, 1), person)


FRIENDS = game_of_turns(("Ada", "Ben"), "friend")
TURNED = game_of_turns(("Ben", "Ada"), "friend")
OTHERS = game_of_turns(("Ada", "Cleo"), "friend")
FIRST_STATISTICS = game_of_turns(("Ada", "Casual"), "casual", 1)
SECOND = game_of_turns(("Solver", "Ada"), "solver", 2)


@pytest.mark.parametrize(
    ("games", "opponent", "expected"),
    [
        ([], "friend", None),
        ([OTHERS, FIRST_STATISTICS], "friend", None),
        ([FRIENDS], "friend", "second"),
        ([FRIENDS, TURNED, OTHERS, SECOND], "friend", "first"),
        ([FRIENDS], "level", None),
        ([FIRST_STATISTICS], "level", "second"),
        ([FIRST_STATISTICS, SECOND, TURNED], "solver", "first"),
        ([SECOND, FIRST_STATISTICS], "level", "second"),
    ],
)
def test_the_one_begins_who_did_not_begin_the_last_game(
    games: list[PlayedGame], opponent: str, expected: str | None
) -> None:
    """Friends are distinguished by their names; the program is one at all levels."""
    assert next_beginner(games, opponent, ("Ada", "Ben")) == expected
