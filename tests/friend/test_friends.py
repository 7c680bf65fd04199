"""Tests of the friends' games as the window has them: when they are put away, and what is told."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from battle.friend.friends import KEPT_AFTER_END, Friends
from battle.friend.terms import Terms
from battle.profile.records import Records
from battle.profile.store import Database
from tests.friend.pairs import SMALL
from tests.friend.test_friend_game import Home, Two, session_of
from tests.support.memory_channel import MemoryChannel


class Window:
    """Ben's window, as far as it has to do with friends."""

    def __init__(self, home: Home) -> None:
        self.records = Records(Database.of(home.places))
        self.friends = Friends(
            home.places, self.records, lambda where, side: MemoryChannel(home.topic)
        )
        assert self.friends.games is not None

    def pass_by(self, two: Two, seconds: float = 3) -> None:
        """Let time pass, in which all is exchanged."""
        for _round in range(3):
            two.now += timedelta(seconds=seconds / 3)
            two.ada.games.update(two.now)
            self.update(two.now)

    def update(self, now: datetime) -> None:
        """Let the window take in what has come, and what its thread has made of it."""
        worker = self.friends.games.worker
        assert worker is not None
        for _frame in range(3):
            self.friends.update(now)
            worker.drain()


@pytest.fixture
def two(tmp_path: Path) -> Two:
    """Return a game of which a move is played; Ben's program is closed."""
    two = Two(tmp_path, Terms(SMALL, days=7)).meet()
    two.play("host", "a1b2")
    two.ben.games.close()
    return two


def test_a_game_that_ended_long_ago_is_there_until_it_was_told(two: Two) -> None:
    """Who comes back long after the friend gave up finds the game; it goes a week after that."""
    session_of(two.host).resign(1)
    two.ada.games.update(two.now)
    two.now += 2 * KEPT_AFTER_END
    window = Window(two.ben)
    window.pass_by(two)
    (game,) = window.friends.opened
    assert session_of(game).ending is not None
    (kept,) = window.records.games()
    assert kept.ended.replace(tzinfo=None) < two.now.replace(tzinfo=None) - KEPT_AFTER_END
    two.now += KEPT_AFTER_END + timedelta(minutes=1)
    window.pass_by(two, 60)
    assert window.friends.opened == []


def test_who_gave_up_and_left_reads_later_that_it_came(two: Two) -> None:
    """The friend puts the game away, and who ended it still finds that the end was delivered."""
    session_of(two.host).resign(1)
    two.ada.games.update(two.now)
    two.ada.games.close()
    window = Window(two.ben)
    for _day in range(10):
        two.now += timedelta(days=1)
        window.update(two.now)
    assert window.friends.opened == []
    host = two.ada.restart()
    two.ada.games.update(two.now)
    assert host.status.delivered


def test_a_game_deleted_from_the_record_stays_deleted(two: Two) -> None:
    """What a person deletes does not come back, at the next start or with the next game's end."""
    session_of(two.host).resign(1)
    two.ada.games.update(two.now)
    window = Window(two.ben)
    window.pass_by(two)
    (kept,) = window.records.games()
    window.records.remove(kept.key)
    window.friends.close()
    window = Window(two.ben)
    window.pass_by(two)
    (game,) = window.friends.opened
    game.ask_rematch(), window.pass_by(two, 30)
    two.host.answer_rematch(True), window.pass_by(two, 30)
    session_of(game).play(session_of(game).position.legal_moves[0])
    session_of(game).resign(session_of(game).me), window.pass_by(two, 30)
    assert [one.key for one in window.records.games()] == [session_of(game).tags["Key"]]


def test_a_damaged_game_is_told_where_it_is_the_only_one(two: Two) -> None:
    """A file that cannot be used is told of, though no game can be opened."""
    two.ben.games.file(two.host.invitation.topic).write_text("{")
    window = Window(two.ben)
    assert window.friends.update(two.now)
    assert "damaged" in " ".join(window.friends.take_news())
