"""A sample record for pictures of the screens: games of a few weeks, always the same."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Final

from battle.profile.records import FRIEND, SOLVER, PlayedGame
from battle.rules.deal import deal
from battle.rules.game import Ending, Reason
from battle.rules.position import Player

_COURSE: Final = (
    ("novice", 4, -6, 62),
    ("casual", 9, 0, 50),
    (FRIEND, 2, 3, 44),
    ("casual", 8, 9, 38),
    ("club", 9, -4, 31),
    ("companion", 3, 1, 28),
    (SOLVER, 2, -30, 30),
    ("club", 7, 5, 22),
)
"""Opponent, number of games, margin to expect, points lost to expect; in the order played."""


def sample_games(now: datetime) -> list[PlayedGame]:
    """Return the games of somebody who gets better, the last of them ended just before `now`."""
    random = Random(4711)
    course = [(who, margin, lost) for who, count, margin, lost in _COURSE for _ in range(count)]
    games = []
    for number, (opponent, margin, lost) in enumerate(course):
        ended = now - timedelta(hours=1 + 13 * (len(course) - 1 - number))
        games.append(_game(random, f"sample-{number}", ended, opponent, margin, lost))
    return games


def _game(
    random: Random, key: str, ended: datetime, opponent: str, margin: int, lost: int
) -> PlayedGame:
    person: Player = random.choice((1, 2))
    ahead = margin + round(random.gauss(0, 9))
    own = max(0, round(random.gauss(lost, 9)))
    others = max(0, own + ahead)
    points = (132 + ahead // 2, 132 + ahead // 2 - ahead)
    winner: Player | None = None if ahead == 0 else 1 if ahead > 0 else 2
    if person == 2:
        points, winner = (points[1], points[0]), None if winner is None else _other(winner)
    losses = (own, others) if person == 1 else (others, own)
    number = random.randint(1, 99_999)
    return PlayedGame(
        key=key,
        ended=ended,
        seats=("Ada", opponent.capitalize()) if person == 1 else (opponent.capitalize(), "Ada"),
        opponent=opponent,
        start=str(deal(number)),
        points=points,
        ending=Ending(Reason.PLAYED_OUT, winner),
        person=None if opponent == FRIEND else person,
        deal=number,
        par=round(random.gauss(0, 6)),
        lost=None if random.random() < 0.08 else losses,
        proven=(losses[0] // 3, losses[1] // 4),
        exact_from=31,
        hints=(2, 0) if random.random() < 0.12 and person == 1 else (0, 0),
        record=f'[Deal "{number}"]\n\n*\n',
    )


def _other(player: Player) -> Player:
    return 2 if player == 1 else 1
