"""Tests of shapes: equal for all disguises of a position, and for nothing else."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from battle.rules.deal import deal
from battle.rules.disguise import (
    IDENTITY,
    Disguise,
    column_order,
    random_disguise,
    rank_pattern,
    recognise_shape,
)
from battle.rules.position import COLUMNS, EMPTY_COLUMN, KINDS, Position, position
from tests.support.strategies import positions

disguises = st.builds(random_disguise, st.randoms(use_true_random=True))


def slow_shape(start: Position) -> object:
    """Return the least of all pictures of a position with few columns and kinds."""
    columns = [[kind for kind in column if kind is not None] for column in start.columns]
    columns = [column for column in columns if column]
    ranks = sorted({kind.rank for column in columns for kind in column})
    found = []
    for suits in product(permutations("mps"), repeat=len(ranks)):
        of_rank = dict(zip(ranks, suits, strict=True))
        named = [
            [(kind.rank, of_rank[kind.rank]["mps".index(kind.suit)]) for kind in column]
            for column in columns
        ]
        found.append(sorted(min(column, column[::-1]) for column in named))
    return min(found, default=[])


@st.composite
def small_grids(draw: st.DrawFn) -> Position:
    """Return a grid of few tiles of two ranks, so that many are alike or nearly so."""
    kinds = [kind for kind in KINDS if kind.rank in (1, 2)]
    pairs = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=6))
    tiles = [kind for kind in kinds for _ in range(min(4, 2 * pairs.count(kind)))]
    tiles = draw(st.permutations(tiles))
    columns, rest = [], list(tiles)
    while rest:
        size = draw(st.integers(1, min(4, len(rest))))
        columns.append([rest.pop() for _ in range(size)])
    columns = columns[:COLUMNS] if len(columns) <= COLUMNS else [tiles[:9], tiles[9:]]
    rows = [(*column, *EMPTY_COLUMN[len(column) :]) for column in columns]
    return Position((*rows, *([EMPTY_COLUMN] * (COLUMNS - len(rows)))))


@given(positions(), disguises)
def test_a_disguise_keeps_the_shape(start, disguise):
    """A position in disguise has the same shape, and its cells stand for those of the position."""
    shown = disguise.of_position(start)
    one, other = recognise_shape(start), recognise_shape(shown)
    assert one.shape == other.shape
    assert rank_pattern(start) == rank_pattern(shown)
    cells = one.cells_in(other)
    assert sorted(cells) == sorted(cell for cell, _kind in start.tiles())
    moved = {(cells[move.first], cells[move.second]) for move in start.legal_moves}
    assert {tuple(sorted(pair)) for pair in moved} == set(map(tuple, shown.legal_moves))
    for cell, kind in start.tiles():
        there = shown.kind_at(cells[cell])
        assert there is not None
        assert there.rank == kind.rank


@settings(max_examples=300)
@given(small_grids(), small_grids(), disguises)
def test_shapes_are_equal_exactly_if_a_slow_search_says_so(one, two, disguise):
    """Two small grids have one shape if and only if one is the other in disguise."""
    same = slow_shape(one) == slow_shape(two)
    assert (recognise_shape(one).shape == recognise_shape(two).shape) == same
    assert recognise_shape(disguise.of_position(one)).shape == recognise_shape(one).shape


@settings(max_examples=300)
@given(small_grids(), st.data())
def test_two_tiles_that_change_places_are_noticed_as_the_slow_search_notices_them(start, data):
    """Grids that differ by two tiles only have one shape where the slow search finds them alike."""
    cells = [cell for cell, _kind in start.tiles()]
    first, second = data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(cells))
    columns = [list(column) for column in start.columns]
    columns[first.column][first.row], columns[second.column][second.row] = (
        columns[second.column][second.row],
        columns[first.column][first.row],
    )
    other = Position(tuple(map(tuple, columns)))
    same = slow_shape(start) == slow_shape(other)
    assert (recognise_shape(start).shape == recognise_shape(other).shape) == same


def test_a_grid_that_looks_the_same_from_everywhere_is_recognised():
    """Kinds that can change places in every rank cost no more than one try for each of them."""
    grid = "/".join("".join(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps" * 4)
    start, random = position(grid), Random(5)
    shapes = {recognise_shape(start).shape}
    shapes |= {recognise_shape(random_disguise(random).of_position(start)).shape for _ in range(20)}
    assert len(shapes) == 1


def test_where_in_its_column_a_line_of_tiles_begins_is_no_difference():
    """What is free and what it uncovers does not depend on the empty cells around it."""
    one, two = position("5m5p/5p5m"), position("..5m5p/....5p5m")
    assert recognise_shape(one).shape == recognise_shape(two).shape


def test_different_deals_have_different_shapes():
    """Of some deals no two are the same in disguise."""
    assert len({recognise_shape(deal(number)).shape for number in range(1, 101)}) == 100


@given(positions(), disguises)
def test_the_order_of_columns_forgets_places_only(start, disguise):
    """Columns elsewhere or upside down keep their order's text."""
    moved = Disguise(disguise.places, disguise.flips, IDENTITY.suits).of_position(start)
    assert column_order(moved) == column_order(start)


def test_renamed_suits_make_another_order():
    """What is on the table is part of the order of columns, and so is its order in a column."""
    start, renamed, reordered = (position(grid) for grid in ("5m5p/5m5p", "5m5s/5m5s", "5m5m/5p5p"))
    assert len({column_order(start), column_order(renamed), column_order(reordered)}) == 3
