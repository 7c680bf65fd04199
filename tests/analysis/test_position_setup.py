"""Positions under construction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.analysis.position_setup import Fault, PositionSetup, SetupProblem
from battle.rules.deal import deal
from battle.rules.position import KINDS, Cell, FormatError, Position, cell, kind, position
from tests.support.strategies import positions

cells = st.builds(Cell, st.integers(0, 11), st.integers(0, 8))
kinds = st.sampled_from(KINDS)
few_kinds = st.sampled_from([kind("5m"), kind("9s")])
amounts = st.integers(-3, 300)


def accepts(text: str) -> bool:
    """Whether the rules take the text for a position."""
    try:
        position(text)
    except FormatError:
        return False
    return True


@st.composite
def set_ups(draw: st.DrawFn) -> PositionSetup:
    """Draw a set-up: a position, or nothing, with some edits, most of them clumsy."""
    setup = PositionSetup(draw(st.none() | positions()))
    for _ in range(draw(st.integers(0, 8))):
        match draw(st.integers(0, 4)):
            case 0:
                setup.place(draw(cells), draw(few_kinds))
            case 1:
                setup.remove(draw(cells))
            case 2:
                setup.move(draw(cells), draw(cells))
            case 3:
                column = draw(st.integers(0, 11))
                for row in (0, 1):
                    setup.place(Cell(column, row), draw(few_kinds))
            case 4:
                setup.set_points(draw(st.sampled_from([1, 2])), draw(amounts))
    return setup


@given(set_ups())
def test_problems_are_what_the_rules_reject(setup: PositionSetup) -> None:
    """There are no problems exactly if the rules accept the set-up's text."""
    assert (not setup.problems()) == accepts(str(setup))


@given(positions())
def test_a_position_has_no_problems(start: Position) -> None:
    """A set-up filled from a position is that position."""
    setup = PositionSetup()
    setup.fill(start)
    assert setup.problems() == ()
    assert setup.position() == start == PositionSetup(start).position()


@given(set_ups())
def test_every_edit_can_be_undone_and_done_again(setup: PositionSetup) -> None:
    """Going all the way back and forth again shows every state twice."""
    shown = [str(setup)]
    while setup.can_undo:
        setup.undo()
        shown.append(str(setup))
    for text in reversed(shown):
        assert str(setup) == text
        setup.redo()
    assert not setup.can_redo


def test_an_edit_after_undoing_forgets_what_was_undone() -> None:
    """What was undone cannot come back over something newer."""
    setup = PositionSetup()
    setup.place(cell("a1"), kind("5m"))
    setup.undo()
    setup.place(cell("b1"), kind("9s"))
    setup.redo()
    assert dict(setup.tiles()) == {cell("b1"): kind("9s")}


def test_a_stroke_is_undone_in_one() -> None:
    """The tiles of one drag go together, those of the next drag stay."""
    setup = PositionSetup()
    for name, stroke in (("a1", 1), ("b1", 1), ("c1", 2), ("d1", 2)):
        setup.place(cell(name), kind("5m"), stroke=stroke)
    setup.undo()
    assert [str(place) for place, _kind in setup.tiles()] == ["a1", "b1"]
    setup.undo()
    assert not list(setup.tiles())


def test_nothing_changed_is_no_edit() -> None:
    """Placing what lies there already leaves nothing to undo."""
    setup = PositionSetup(deal(1))
    setup.place(cell("a1"), setup.kind_at(cell("a1")))
    setup.set_to_move(1)
    assert not setup.can_undo


def test_tiles_left_are_counted() -> None:
    """Four of each kind on an empty table, none after a whole deal, never fewer than none."""
    setup = PositionSetup()
    assert [setup.left(one) for one in KINDS] == [4] * 27
    for row in range(5):
        setup.place(Cell(0, row), kind("5m"))
    assert setup.left(kind("5m")) == 0
    setup.fill(deal(7))
    assert [setup.left(one) for one in KINDS] == [0] * 27


def test_moving_onto_a_tile_exchanges_the_two() -> None:
    """No tile is lost by a drag."""
    setup = PositionSetup(position("5m5p/5p5m"))
    setup.move(cell("a1"), cell("b1"))
    assert setup.columns[0][:2] == (kind("5p"), kind("5p"))
    assert setup.columns[1][:2] == (kind("5m"), kind("5m"))
    setup.move(cell("a1"), cell("l9"))
    assert setup.kind_at(cell("a1")) is None
    assert setup.kind_at(cell("l9")) is kind("5p")


def placed(*tiles: str) -> PositionSetup:
    """Return a set-up of tiles such as `a1=5m`."""
    setup = PositionSetup()
    for tile in tiles:
        place, name = tile.split("=")
        setup.place(cell(place), kind(name))
    return setup


def test_a_gap_is_told_with_its_empty_cells() -> None:
    """The problem names the empty cells between the tiles."""
    setup = placed("c2=5m", "c5=5m")
    assert setup.problems() == (SetupProblem(Fault.GAP, (cell("c3"), cell("c4"))),)


def test_an_unpaired_kind_is_told_with_its_tiles() -> None:
    """The problem names the kind, how many there are, and where."""
    setup = placed("a1=9s", "b1=9s", "c1=9s")
    where = (cell("a1"), cell("b1"), cell("c1"))
    assert setup.problems() == (SetupProblem(Fault.UNPAIRED, where, kind("9s"), 3),)


@pytest.mark.parametrize("number", [5, 6])
def test_more_than_four_are_told_once(number: int) -> None:
    """Five of a kind are too many, and not also unpaired; six are too many as well."""
    setup = placed(*(f"{letter}1=1p" for letter in "abcdef"[:number]))
    (problem,) = setup.problems()
    assert (problem.fault, problem.number, len(problem.cells)) == (Fault.TOO_MANY, number, number)


def test_points_that_do_not_add_up_are_told() -> None:
    """What was taken and what lies there cannot be more than there is."""
    setup = placed("a1=9s", "b1=9s")
    setup.set_points(1, 200)
    setup.set_points(2, 61)
    assert setup.problems() == ()
    setup.set_points(2, 62)
    assert setup.problems() == (SetupProblem(Fault.POINTS_DO_NOT_ADD_UP, number=9),)


def test_points_out_of_range_are_told_with_the_player() -> None:
    """Nobody has more points than there are."""
    setup = PositionSetup()
    setup.set_points(2, 271)
    assert setup.problems() == (SetupProblem(Fault.POINTS_OUT_OF_RANGE, number=271, player=2),)


def test_gaps_are_closed_upwards() -> None:
    """The top tile stays, the others come up to it; columns without a gap stay as they are."""
    setup = placed("c2=5m", "c5=5m", "c9=9s", "d9=9s")
    setup.close_gaps()
    assert [str(place) for place, _kind in setup.tiles()] == ["c2", "c3", "c4", "d9"]
    assert setup.problems() == ()


def test_a_set_up_that_is_no_position_says_why() -> None:
    """The rules' own sentence comes as the error."""
    with pytest.raises(FormatError, match="9s is there once"):
        placed("a1=9s").position()


def test_clearing_takes_everything() -> None:
    """Tiles, points and turn are as on a new table, and can be brought back."""
    setup = PositionSetup(position("5m/5m 2 10-20"))
    setup.clear()
    assert str(setup) == str(PositionSetup())
    setup.undo()
    assert setup.points == (10, 20)
