"""The program at a table, with the real engine."""

from __future__ import annotations

from random import Random

import pytest

from battle.engine.client import EngineClient, Query
from battle.game.engine_move import move_question
from battle.game.session import Seat, Session, Setup
from battle.game.setup import labels
from battle.protocol import Limit
from battle.rules.position import Position, deal, played_down
from solver.levels import level, levels
from tests.support.engines import answer_of
from tools import reference
from tools.reference import best_moves, move_values, resistance

# -- resistance engine ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lost() -> list[Position]:
    """Return positions that are lost, with equal best moves that resist differently."""
    found = [
        place
        for place in reference.small_positions(800, 33, most_tiles=16)
        if len({resistance(place, move) for move in best_moves(place)}) > 1
    ]
    return [place for place in found if max(reference.move_values(place).values()) < 0][:8]


@pytest.mark.parametrize("name", ["", "perfect", "master"])
def test_lost_positions_are_played_on(
    engine: EngineClient, lost: list[Position], name: str
) -> None:
    """At the table the solver and the strongest levels leave as many bad replies as they can."""
    assert len(lost) > 4
    for place in lost:
        seats = Seat("Ada"), Seat("", True, name)
        if place.to_move == 1:
            seats = seats[1], seats[0]
        answer = answer_of(engine, move_question(Session(Setup(seats, place, think_seconds=1.0))))
        assert answer.move is not None
        if answer.move in best_moves(place):
            most = max(resistance(place, move) for move in best_moves(place))
            assert resistance(place, answer.move) == most
        else:
            assert name == "master"


def test_no_level_gives_up(engine: EngineClient, lost: list[Position]) -> None:
    """In a lost position every level has a move that loses no more than its cap."""
    for label in labels():
        for place in lost[:3]:
            seats = Seat("", True, label.name), Seat("Ada")
            start = Position(place.columns, 1, place.points)
            answer = answer_of(engine, move_question(Session(Setup(seats, start))))
            values = reference.move_values(start)
            assert answer.move is not None
            assert max(values.values()) - values[answer.move] <= level(label.name).cap


# -- engine move engine ---------------------------------------------------------------------------


def endgame(seed: int, tiles: int = 24) -> Position:
    start = played_down(Random(seed), deal(seed), tiles)
    return Position(start.columns, start.to_move)


def table(level: str, start: Position, seed: int = 0) -> Session:
    seats = (Seat("Ada"), Seat(solver=True, level=level))
    return Session(Setup(seats[::-1] if start.to_move == 1 else seats, start, seed=seed))


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
