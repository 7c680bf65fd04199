"""Disguises, the shape that is the same in all of them, and known deals."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from battle.rules.disguise import (
    IDENTITY,
    Disguise,
    column_order,
    known_deal,
    random_disguise,
    rank_pattern,
    recognise_shape,
)
from battle.rules.position import COLUMNS, EMPTY_COLUMN, KINDS, ROWS, Cell, Position, deal, position
from tests.support.endgames import positions
from tools import reference
from tools.reference import small_positions

# -- disguise -------------------------------------------------------------------------------------

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
    assert [inverse.of_cell(disguise.of_cell(cell)) for cell in cells] == cells
    assert [inverse.of_kind(disguise.of_kind(kind)) for kind in KINDS] == list(KINDS)
    for move in start.legal_moves:
        assert inverse.of_move(disguise.of_move(move)) == move
    assert inverse.inverse == disguise


@given(positions())
def test_the_identity_changes_nothing(start):
    """It leaves every position as it is."""
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


# -- shape ----------------------------------------------------------------------------------------


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
        columns.append([rest.pop() for _ in range(draw(st.integers(1, min(4, len(rest)))))])
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
    cells = dict(zip(one.cells, other.cells, strict=True))
    assert sorted(cells) == sorted(cell for cell, _kind in start.tiles())
    moved = {(cells[move.first], cells[move.second]) for move in start.legal_moves}
    assert {tuple(sorted(pair)) for pair in moved} == set(map(tuple, shown.legal_moves))
    for cell, kind in start.tiles():
        there = shown.kind_at(cells[cell])
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


# -- known deals ----------------------------------------------------------------------------------


def test_a_deal_is_found_in_every_disguise_with_its_moves():
    """Every disguise of a deal is found under its number, and moves are shown as they are there."""
    random = Random(2)
    for number in (3, 4711) * 10:
        disguise = random_disguise(random)
        found = known_deal(disguise.of_position(deal(number)), [3, 4711])
        assert found.number == number
        for move in deal(number).legal_moves:
            assert found.move_there(move) == disguise.of_move(move)


def test_what_is_no_known_deal_is_not_found():
    """Another deal, one with two tiles exchanged, and one that was begun are not found."""
    start = deal(3)
    assert known_deal(deal(4), [3]) is None
    assert known_deal(start.play(start.legal_moves[0]), [3]) is None
    columns = [list(column) for column in start.columns]
    columns[0][0], columns[5][5] = columns[5][5], columns[0][0]
    assert known_deal(Position(tuple(map(tuple, columns))), [3]) is None
    same_ranks = [list(column) for column in start.columns]
    by_rank = [(cell, kind) for cell, kind in start.tiles() if kind.rank == 7]
    (one, kind), (other, another) = next(
        (a, b) for a in by_rank for b in by_rank if a[1] is not b[1]
    )
    same_ranks[one.column][one.row], same_ranks[other.column][other.row] = another, kind
    assert known_deal(Position(tuple(map(tuple, same_ranks))), [3]) is None
    assert known_deal(start, []) is None
