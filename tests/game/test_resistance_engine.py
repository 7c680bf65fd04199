"""Best resistance as the window asks for it: the real engine, lost endgames, the slow twin."""

from __future__ import annotations

from statistics import fmean

import pytest

from battle.engine.client import EngineClient
from battle.game.engine_move import move_question
from battle.game.levels import labels
from battle.game.session import Seat, Session, Setup
from battle.rules.position import Move, Position
from solver.kernels import encode
from solver.levels import level
from tests.support.waiting import answer_of
from tools import reference


def resistance(place: Position, move: Move) -> tuple[float, float]:
    """Return the share of losing replies and the points they lose, by the slow twin."""
    after = place.play(move)
    values = reference.move_values(after)
    different = [values[moves[0]] for moves in encode.moves_by_signature(after).values()]
    losses = [max(different) - value for value in different]
    return (fmean(loss > 0 for loss in losses), fmean(losses)) if losses else (0, 0)


def best_moves(place: Position) -> list[Move]:
    """Return the moves that keep the value, by the slow twin."""
    values = reference.move_values(place)
    return [move for move, value in values.items() if value == max(values.values())]


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
        session = Session(Setup(seats, place, think_seconds=1.0))
        answer = answer_of(engine, move_question(session))
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
