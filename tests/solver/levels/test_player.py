"""Players: among moves worth the same they take the one that is hardest to answer."""

from __future__ import annotations

from statistics import fmean

import pytest

from battle.rules.position import Move, Position
from solver import reference
from solver.api import Analysis, Limit, Solver
from solver.kernels import encode
from solver.levels import LevelPlayer, kept, level, levels, unhurried
from solver.reference import Twin


class Thinker:
    """Thinks with the slow twin, and counts how often."""

    def __init__(self) -> None:
        self.positions: list[Position] = []

    def __call__(self, place: Position, limit: Limit, lines: int) -> Analysis:
        """Return all there is to know of a place."""
        self.positions.append(place)
        with Solver(1, 1, kernels=Twin()) as solver:
            return solver.analyse(place, Limit(exact=True, goal=limit.goal), lines)


def resistance(place: Position, move: Move) -> tuple[float, float]:
    """Return the share of losing replies and the points they lose, by the slow twin."""
    after = place.play(move)
    values = reference.move_values(after)
    different = [values[moves[0]] for moves in encode.moves_by_signature(after).values()]
    losses = [max(different) - value for value in different]
    return (fmean(loss > 0 for loss in losses), fmean(losses)) if losses else (0, 0)


@pytest.fixture(scope="module")
def places() -> list[Position]:
    """Return positions in which several moves, that resist differently, keep the value."""
    return [
        place
        for place in reference.small_positions(400, 21, most_tiles=18)
        if len({resistance(place, move) for move in best_moves(place)}) > 1
    ]


def best_moves(place: Position) -> list[Move]:
    values = reference.move_values(place)
    return [move for move, value in values.items() if value == max(values.values())]


@pytest.mark.parametrize("name", ["perfect", "master"])
def test_best_resistance(places: list[Position], name: str) -> None:
    """A best move is one after which most replies lose, in won and in lost positions."""
    assert len(places) > 10
    lost = 0
    for place in places:
        move, analysis = LevelPlayer(level(name), seed=2).choose(place, Thinker())
        assert move is not None
        assert analysis.exact
        if move in best_moves(place):
            assert resistance(place, move) == max(resistance(place, m) for m in best_moves(place))
            lost += analysis.value.points < 0
    assert lost > 0


def test_perfect_keeps_the_value(places: list[Position]) -> None:
    """The perfect player never loses a point, resisting or not."""
    for place in places:
        move, _ = LevelPlayer(level("perfect")).choose(place, Thinker())
        assert move in best_moves(place)


def test_weaker_levels_do_not_resist(places: list[Position]) -> None:
    """A level that errs a lot thinks about its own position only."""
    thinker = Thinker()
    for place in places[:5]:
        LevelPlayer(level("club")).choose(place, thinker)
    assert thinker.positions == places[:5]


def test_kept_moves_are_all_best_moves(places: list[Position]) -> None:
    """Of moves that lead to the same one is kept, of those that lose a point none."""
    for place in places:
        found = kept(Thinker()(place, Limit(), 1000))
        assert set(found) <= set(best_moves(place))
        after = {encode.state_of(place.play(move)) for move in best_moves(place)}
        assert {encode.state_of(place.play(move)) for move in found} == after


def test_unhurried() -> None:
    """Nodes alone decide where they do; a limit of time stays one."""
    assert unhurried(Limit(time=0.1, nodes=5)) == Limit(nodes=5)
    assert unhurried(Limit(time=0.1)) == Limit(time=0.1)
    assert all(unhurried(one.limit).time is None for one in levels().values())


def test_a_game_that_is_over() -> None:
    """There is no move where the game is over, and no failure either."""
    move, analysis = LevelPlayer(level("perfect")).choose(Position(((None,) * 9,) * 12), Thinker())
    assert move is None
    assert analysis.exact
