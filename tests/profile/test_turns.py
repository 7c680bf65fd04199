"""Who begins the next new game."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from battle.profile.records import PlayedGame
from battle.profile.statistics import next_beginner
from battle.rules.game import Ending, Reason
from battle.rules.position import Player


def game(seats: tuple[str, str], opponent: str, person: Player | None = None) -> PlayedGame:
    """Return a finished game of two."""
    ended = datetime(2026, 5, 4, tzinfo=UTC)
    ending = Ending(Reason.RESIGNED, 1)
    return PlayedGame("k", ended, seats, opponent, "", (0, 0), ending, person)


FRIENDS = game(("Ada", "Ben"), "friend")
TURNED = game(("Ben", "Ada"), "friend")
OTHERS = game(("Ada", "Cleo"), "friend")
FIRST = game(("Ada", "Casual"), "casual", 1)
SECOND = game(("Solver", "Ada"), "solver", 2)


@pytest.mark.parametrize(
    ("games", "opponent", "expected"),
    [
        ([], "friend", None),
        ([OTHERS, FIRST], "friend", None),
        ([FRIENDS], "friend", "second"),
        ([FRIENDS, TURNED, OTHERS, SECOND], "friend", "first"),
        ([FRIENDS], "level", None),
        ([FIRST], "level", "second"),
        ([FIRST, SECOND, TURNED], "solver", "first"),
        ([SECOND, FIRST], "level", "second"),
    ],
)
def test_the_one_begins_who_did_not_begin_the_last_game(
    games: list[PlayedGame], opponent: str, expected: str | None
) -> None:
    """Friends are told apart by their names; the program is one at all levels."""
    assert next_beginner(games, opponent, ("Ada", "Ben")) == expected
