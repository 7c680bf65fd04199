"""What is said of a finished game on its card."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import PropertyMock

import pytest

import battle
from battle.game.setup import ladder
from battle.profile.records import nearest_levels
from battle.resources import asset
from battle.screens.played import Played
from battle.words import Own

JUDGED = Path(battle.__file__).parents[1] / "bench" / "levels" / "games.judged.csv"


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ([0, 0], "You played like Sol or Lin"),
        ([9, 6], "You played like Kim or Mo"),
        ([30, 0], "You played like Mo or Pip"),
        ([40, 25], "You played like Pip"),
        ([None, 4], ""),
    ],
)
def test_one_game_is_like_that_of_two_levels(
    monkeypatch: pytest.MonkeyPatch, costs: list[int | None], words: str
) -> None:
    """Losses of single games differ too much for one name; before all is looked at none is said."""
    moves = [SimpleNamespace(cost=SimpleNamespace(points=cost, value=cost)) for cost in costs]
    monkeypatch.setattr(Played, "own", PropertyMock(return_value=moves))
    monkeypatch.setattr(Played, "pairs", PropertyMock(return_value=len(moves)))
    start = SimpleNamespace(tiles_left=108)
    session = SimpleNamespace(
        ending=None, person=1, names=(Own("Ada"), "Mo"), setup=SimpleNamespace(start=start)
    )
    assert Played(session, SimpleNamespace(review=None)).like_words == words


def test_a_level_is_mostly_one_of_the_two_that_its_game_is_like() -> None:
    """In three of four games of every level; what it lost before 76 tiles is as in another game."""
    with asset("levels/measured.csv").open(encoding="ascii", newline="") as file:
        measured = {row["level"]: row for row in csv.DictReader(file)}
    lost = {label.name: list[int]() for label in ladder()}
    with JUDGED.open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            moved, costs = (108 - int(row["tiles"])) // 2, [*map(int, row["costs"].split())]
            for seat, player in enumerate((row["first"], row["second"])):
                lost[player.split()[0]].append(sum(costs[(moved + seat) % 2 :: 2]))
    for level, proven in lost.items():
        share = float(measured[level]["before"]) / float(measured[level]["proven"])
        whole = [own + round(share * before) for own, before in pairwise([*proven, proven[0]])]
        assert len(whole) >= 80
        right = [level in nearest_levels(points) for points in whole]
        assert sum(right) >= 0.75 * len(right), level
