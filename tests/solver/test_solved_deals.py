"""Solved deals, read and used."""

from __future__ import annotations

from random import Random

import pytest

from battle.rules.deal import deal
from battle.rules.disguise import KnownDeals, random_disguise
from battle.rules.par import Par
from solver import engine
from solver.engine import SearchEngine, SearchRequest
from solver.proof.root import root_of
from tools.reference import Twin

BEST = deal(5).legal_moves[:2]
ROW = Par(5, -3, 1000, 2.0, BEST)


def _let_be_solved(monkeypatch: pytest.MonkeyPatch, row: Par) -> None:
    monkeypatch.setattr(engine, "_solved", lambda: {row.deal: row})
    monkeypatch.setattr(engine, "_known", lambda: KnownDeals([row.deal]))


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let deal 5 be solved, whatever the real file says."""
    _let_be_solved(monkeypatch, ROW)


def test_an_undecided_first_move_is_only_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a solved deal the undecided moves are worth the par at most, the others less."""
    first, second, third = deal(5).legal_moves[:3]
    row = Par(5, -3, 1000, 2.0, (first,), (second,))
    _let_be_solved(monkeypatch, row)
    root = root_of(deal(5))
    assert engine.narrow_solved(root)
    known = {move: choice for choice in root.choices for move in choice.moves}
    assert (known[first].lower, known[first].upper) == (-3, -3)
    assert known[second].lower < known[second].upper == -3
    assert known[third].upper == -4


def test_a_solved_deal_is_answered_at_once(known: None) -> None:
    """The par and the best moves of a solved deal are known without a single node."""
    with SearchEngine(Twin()) as engine:
        found = engine.think(SearchRequest(deal(5), lines=2))
    assert (found.value.points, found.exact, found.nodes) == (-3, True, 0)
    assert {line.move for line in found.lines} == set(BEST)
    assert all(line.exact for line in found.lines)


def test_other_positions_are_not_in_the_table(known: None) -> None:
    """Only full deals are looked up."""
    assert engine.solved_deal(deal(6)) is None
    assert engine.solved_deal(deal(5).play(BEST[0])) is None
    assert engine.solved_deal(deal(5)) == ROW


def test_a_solved_deal_is_known_in_disguise(known: None) -> None:
    """In disguise a solved deal is answered at once as well, with its best moves in disguise."""
    disguise = random_disguise(Random(4))
    with SearchEngine(Twin()) as engine:
        found = engine.think(SearchRequest(disguise.of_position(deal(5)), lines=2))
    assert (found.value.points, found.exact, found.nodes) == (-3, True, 0)
    assert {line.move for line in found.lines} == set(map(disguise.of_move, BEST))
