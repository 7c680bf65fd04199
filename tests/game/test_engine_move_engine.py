"""Levels at the table with the real engine, on endgames, against the slow twin."""

from __future__ import annotations

from random import Random

import pytest

from battle.engine.client import EngineClient, Query
from battle.game.engine_move import move_question
from battle.game.levels import labels
from battle.game.session import Seat, Session, Setup
from battle.protocol import Limit
from battle.rules.deal import deal, played_down
from battle.rules.position import Position
from solver.levels import levels
from tests.support.waiting import answer_of
from tools.reference import move_values


def endgame(seed: int, tiles: int = 24) -> Position:
    start = played_down(Random(seed), deal(seed), tiles)
    return Position(start.columns, start.to_move)


def table(level: str, start: Position, seed: int = 0) -> Session:
    seats = (Seat("Ada"), Seat(solver=True, level=level))
    ordered = seats[::-1] if start.to_move == 1 else seats
    return Session(Setup(ordered, start, seed=seed))


@pytest.mark.parametrize("level", [label.name for label in labels()])
def test_a_level_errs_no_more_than_it_may(engine: EngineClient, level: str) -> None:
    """Asked as the window asks, every level plays a move that loses no more than its cap."""
    for seed in range(1, 6):
        session = table(level, endgame(seed), seed)
        best = answer_of(engine, move_question(session)).move
        values = move_values(session.position)
        assert best is not None
        assert max(values.values()) - values[best] <= levels()[level].cap


def test_what_else_is_asked_does_not_disturb_a_level(engine: EngineClient) -> None:
    """Beside a novice the solver plays a best move, and the novice repeats its own after it."""
    for seed in range(1, 6):
        session = table("novice", endgame(seed), seed)
        first = answer_of(engine, move_question(session)).move
        best = answer_of(engine, Query(session.setup.start, limit=Limit(exact=True))).move
        values = move_values(session.position)
        assert best is not None
        assert values[best] == max(values.values())
        assert answer_of(engine, move_question(session)).move == first


def test_another_seed_errs_elsewhere(engine: EngineClient) -> None:
    """A novice does not play all games alike."""
    start = endgame(3)
    moves = {
        answer_of(engine, move_question(table("novice", start, seed))).move for seed in range(12)
    }
    assert len(moves) > 1
