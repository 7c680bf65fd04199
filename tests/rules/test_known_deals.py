"""Tests of deals recognised in disguise."""

from random import Random

from battle.rules.deal import deal
from battle.rules.disguise import KnownDeals, random_disguise
from battle.rules.position import Position


def test_a_deal_is_found_in_every_disguise_with_its_moves():
    """Every disguise of a deal is found under its number, and moves are told as they are there."""
    known, random = KnownDeals([3, 4711]), Random(2)
    for number in (3, 4711) * 10:
        disguise = random_disguise(random)
        found = known.find(disguise.of_position(deal(number)))
        assert found is not None
        assert found.number == number
        for move in deal(number).legal_moves:
            assert found.move_there(move) == disguise.of_move(move)


def test_what_is_no_known_deal_is_not_found():
    """Another deal, one with two tiles exchanged, and one that was begun are not found."""
    known, start = KnownDeals([3]), deal(3)
    assert known.find(deal(4)) is None
    assert known.find(start.play(start.legal_moves[0])) is None
    columns = [list(column) for column in start.columns]
    columns[0][0], columns[5][5] = columns[5][5], columns[0][0]
    assert known.find(Position(tuple(map(tuple, columns)))) is None
    same_ranks = [list(column) for column in start.columns]
    by_rank = [(cell, kind) for cell, kind in start.tiles() if kind.rank == 7]
    (one, kind), (other, another) = next(
        (a, b) for a in by_rank for b in by_rank if a[1] is not b[1]
    )
    same_ranks[one.column][one.row], same_ranks[other.column][other.row] = another, kind
    assert known.find(Position(tuple(map(tuple, same_ranks)))) is None
    assert KnownDeals([]).find(start) is None
