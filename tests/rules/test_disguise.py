"""Tests of disguises."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from battle.rules.disguise import IDENTITY, random_disguise
from battle.rules.position import COLUMNS, KINDS, ROWS, Cell, position
from solver import reference
from solver.reference import small_positions
from tests.support.strategies import positions

disguises = st.builds(random_disguise, st.randoms(use_true_random=True))
cells = [Cell(column, row) for column in range(COLUMNS) for row in range(ROWS)]


@given(positions(), disguises)
def test_legal_moves_are_those_in_disguise(start, disguise):
    """A position in disguise is valid, and its moves are the moves in disguise, worth the same."""
    shown = disguise.of_position(start)
    assert position(str(shown)) == shown
    moves = {disguise.of_move(move): start.worth(move) for move in start.legal_moves}
    assert moves == {move: shown.worth(move) for move in shown.legal_moves}
    assert (shown.to_move, shown.points) == (start.to_move, start.points)


@given(positions(), disguises)
def test_playing_and_disguising_can_change_places(start, disguise):
    """A move played in disguise leads to the disguise of where the move leads."""
    shown = disguise.of_position(start)
    for move in start.legal_moves:
        assert shown.play(disguise.of_move(move)) == disguise.of_position(start.play(move))


@given(positions(), disguises)
def test_a_disguise_comes_off(start, disguise):
    """The inverse brings back every position, cell, move and kind, from either side."""
    inverse = disguise.inverse
    assert inverse.of_position(disguise.of_position(start)) == start
    assert disguise.of_position(inverse.of_position(start)) == start
    assert [inverse.of_cell(disguise.of_cell(cell)) for cell in cells] == cells
    assert [inverse.of_kind(disguise.of_kind(kind)) for kind in KINDS] == list(KINDS)
    for move in start.legal_moves:
        assert inverse.of_move(disguise.of_move(move)) == move
    assert inverse.inverse == disguise


@given(positions(), disguises, disguises)
def test_two_disguises_are_one(start, under, over):
    """One disguise over another is what both do one after the other."""
    assert under.then(over).of_position(start) == over.of_position(under.of_position(start))
    assert under.then(under.inverse) == IDENTITY
    assert IDENTITY.of_position(start) == start


@given(disguises)
def test_tiles_change_places_and_names_one_to_one(disguise):
    """Every cell and every kind stands for exactly one, and ranks stay."""
    assert sorted(map(disguise.of_cell, cells)) == cells
    assert sorted(map(disguise.of_kind, KINDS)) == list(KINDS)
    assert all(disguise.of_kind(kind).rank == kind.rank for kind in KINDS)


def test_values_are_equal():
    """The slow twin finds the same value, of the position and of every move, in any disguise."""
    random = Random(11)
    for start in small_positions(200, seed=11):
        disguise = random_disguise(random)
        shown = disguise.of_position(start)
        assert reference.value(shown) == reference.value(start)
        values = reference.move_values(start)
        assert reference.move_values(shown) == {
            disguise.of_move(move): value for move, value in values.items()
        }


def test_a_disguise_changes_the_picture():
    """Random disguises are different from one another, in places, in flips and in every rank."""
    found = [random_disguise(Random(seed)) for seed in range(300)]
    assert len({disguise.places for disguise in found}) == 300
    assert len({disguise.flips for disguise in found}) > 250
    for rank in range(9):
        assert len({disguise.suits[rank] for disguise in found}) == 6
