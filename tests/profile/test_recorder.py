"""Tests of what comes into the record, without a window."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from battle.game.session import Seat, Session, Setup
from battle.game.tags import KEY_TAG
from battle.profile.proofs import Pars
from battle.profile.records import GameRecorder, Records
from battle.profile.store import Database
from battle.rules.deal import deal
from battle.rules.game import Reason
from battle.rules.position import Position, position
from battle.rules.record import record

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SHORT = position("5m/5m/9s/9s 1 100-120")


class Desk:
    """A recorder with its record; every look at the clock is a minute later."""

    def __init__(self, database: Database) -> None:
        self.told: list[str] = []
        self.now = NOON
        self.records = Records(database)
        self.pars = Pars(database, {4711: -9})
        self.recorder = GameRecorder(self.records, self.pars, self._moment, self.told.append)

    def _moment(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now

    def begin(self, start: Position = SHORT, number: int | None = None) -> Session:
        """Return a game that has come to the table."""
        session = Session(Setup((Seat("Ada"), Seat(solver=True, level="club")), start, number))
        self.recorder.follow(session)
        return session

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
    """Not before its end, and not again however often it is followed afterwards."""
    session = desk.begin()
    session.play(session.position.legal_moves[0])
    desk.recorder.follow(session)
    assert desk.records.games() == []
    desk.play_out(session)
    for _again in range(3):
        desk.recorder.follow(session)
    (game,) = desk.records.games()
    assert (game.ended, game.opponent, game.person) == (NOON + timedelta(minutes=1), "club", 1)
    assert desk.recorder.game(session) == game
    assert record(game.record).tags[KEY_TAG] == game.key


def test_the_par_of_the_deal_is_kept_with_it(desk: Desk) -> None:
    """A solved deal's par is proven; of another nothing is known."""
    for number in (4711, 4712):
        session = desk.begin(deal(number), number)
        session.play(session.position.legal_moves[0])
        session.resign(1)
        desk.recorder.follow(session)
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
    session.play(session.position.legal_moves[1])
    session.resign(1)
    desk.recorder.follow(session)
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
    opened.play(opened.position.legal_moves[1])
    opened.resign(1)
    desk.recorder.follow(opened)
    first, second = desk.records.games()
    assert first.ending.reason is Reason.PLAYED_OUT
    assert second.ending.reason is Reason.RESIGNED


def test_nothing_played_is_nothing_to_keep(desk: Desk) -> None:
    """A game given up before its first pair does not come into the record."""
    session = desk.begin()
    session.resign(1)
    desk.recorder.follow(session)
    assert desk.records.games() == []


def test_trouble_is_told(tmp_path, desk: Desk) -> None:
    """Where the record cannot be written the person hears of it, and the game is still there."""
    place = tmp_path / "file"
    place.write_text("no directory")
    with closing(Database(place / "record.db")) as database:
        unlucky = Desk(database)
        session = unlucky.begin()
        unlucky.play_out(session)
        assert len(unlucky.told) == 1
        assert len(unlucky.records.games()) == 1


def test_a_deal_that_a_review_has_proven_is_known_from_then_on(desk: Desk) -> None:
    """Its par, without what was given, is kept; an estimate is not, nor that of another start."""
    played = desk.begin(deal(77).with_given((0, 5)), 77)
    played.play(deal(77).legal_moves[0])
    played.resign(1)
    desk.recorder.follow(played)
    game = desk.recorder.game(played)
    assert game is not None
    desk.recorder.put(replace(game, par=-3, par_exact=False))
    assert 77 not in desk.pars.all()
    desk.recorder.put(replace(game, par=-3, par_exact=True))
    assert desk.pars.all()[77] == 2
    desk.recorder.put(replace(game, par=9, par_exact=True, deal=78))
    assert 78 not in desk.pars.all()
