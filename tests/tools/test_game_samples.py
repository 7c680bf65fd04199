"""The sample record."""

from __future__ import annotations

from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules.record import record
from tests.profile.test_statistics import NOON
from tools.screens.game_samples import sample_games


def test_the_sample_is_a_record() -> None:
    """It is always the same, can be kept and read back, and every game can be opened."""
    games = sample_games(NOON)
    assert games == sample_games(NOON)
    records = Records(Database(None))
    for game in games:
        records.put(game)
        assert str(record(game.record).game.start) == game.start
        margin, winner = game.margin, game.ending.winner
        assert winner == (None if margin == 0 else 1 if margin > 0 else 2)
    assert sorted(game.key for game in records.games()) == sorted(game.key for game in games)
