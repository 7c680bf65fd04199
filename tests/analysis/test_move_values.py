"""What moves cost and lead to, as the board shows them."""

from __future__ import annotations

import random

import pytest

from battle.analysis.ledger import best_of_cells, move_values
from battle.analysis.values import Finding, Known, Values
from battle.rules.position import ALL_POINTS, Move, Position, position

START = position("5m5p/5p5m/9s/9s 2 10-12")


def worth_of(start: Position) -> int:
    """Return the value of a position, worked out move by move."""
    return max(
        (start.worth(m) - worth_of(start.play(m)) for m in start.legal_moves),
        default=0,
    )


def proven(start: Position) -> Values:
    """Return a store that knows every move of a position."""
    values = Values()
    found = []
    for move in start.legal_moves:
        value = start.worth(move) - worth_of(start.play(move))
        found.append(Finding(move, value, value, value, 1, (move,)))
    values.learn(start, found)
    return values


def test_proven_costs_are_what_perfect_play_says() -> None:
    """The best move costs nothing, the others what they are worse; all are proven."""
    shown = move_values(proven(START), START)
    best = worth_of(START)
    for value in shown:
        expected = best - (START.worth(value.move) - worth_of(START.play(value.move)))
        assert value.cost == Known(expected, expected, expected)
        assert value.margin.is_exact
    assert [value.cost.lower for value in shown] == sorted(value.cost.lower for value in shown)


def test_margins_and_costs_agree() -> None:
    """What a move costs is how much further the margin is from the best one's."""
    shown = move_values(proven(START), START)
    margins = [value.margin.lower for value in shown]
    assert [margin - margins[0] for margin in margins] == [value.cost.lower for value in shown]


@pytest.mark.parametrize("seed", range(40))
def test_bounds_of_costs_hold_what_is_true(seed: int) -> None:
    """Whatever bounds are known of the moves, the true cost lies within the cost's bounds."""
    start, lot = position("5m5p9s/5p5m/9s2m/2m7p/7p"), random.Random(seed)
    true = {m: start.worth(m) - worth_of(start.play(m)) for m in start.legal_moves}
    values, found = Values(), []
    for move, value in true.items():
        low, high = value - lot.randrange(6), value + lot.randrange(6)
        found.append(Finding(move, low, high, lot.randint(low, high), 1, (move,)))
    values.learn(start, found)
    best = max(true.values())
    for shown in move_values(values, start):
        cost = best - true[shown.move]
        assert shown.cost.lower <= cost <= shown.cost.upper
        assert shown.cost.guess is not None
        assert 0 <= shown.cost.lower <= shown.cost.guess <= shown.cost.upper


def test_what_is_not_known_comes_last() -> None:
    """Moves without any value are listed after those with one, and show nothing."""
    values, known = Values(), START.legal_moves[-1]
    values.learn(START, [Finding(known, -ALL_POINTS, ALL_POINTS, 3, 1, (known,))])
    shown = move_values(values, START)
    assert shown[0].move == known
    assert not any(value.is_known for value in shown[1:])
    assert shown[-1].cost.guess is None


def test_each_cell_has_its_best_move() -> None:
    """The move a cell shows is the first in the list that it belongs to."""
    shown = move_values(proven(START), START)
    moves: list[Move] = [value.move for value in shown]
    for cell, value in best_of_cells(shown).items():
        assert value.move == next(move for move in moves if cell in move)
