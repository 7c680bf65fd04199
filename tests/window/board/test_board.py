"""What clicks and keys on the board mean."""

from __future__ import annotations

import pytest

from battle.rules.deal import deal
from battle.rules.position import Cell, cell, kind, move, position
from battle.window.board.board import Board, Cleared, Refused, Selected, Taken


def test_choosing_two_partners_is_a_move() -> None:
    """The first tile is selected, its partner completes the move, whichever comes first."""
    board = Board(position("5m5p/5p5m/9s/9s"))
    assert board.choose(cell("b2")) == Selected(cell("b2"))
    assert board.choose(cell("a1")) == Taken(move("a1b2"))


def test_choosing_another_tile_selects_that_one() -> None:
    """A free tile that is no partner takes the selection over."""
    board = Board(position("5m5p/5p5m/9s/9s"))
    board.choose(cell("a1"))
    assert board.choose(cell("c1")) == Selected(cell("c1"))


def test_the_mouse_is_on_tiles_only() -> None:
    """An empty cell is like none; a tile that goes away under the mouse leaves it on nothing."""
    board = Board(position("5m5p/5p5m/9s/9s"))
    board.hover(cell("l9"))
    assert board.hovered is None
    board.hover(cell("c1"))
    assert board.hovered == cell("c1")
    board.show(board.position.play(move("c1d1")))
    assert board.hovered is None


@pytest.mark.parametrize("where", [cell("l9"), None])
def test_choosing_nothing_lets_go(where: Cell | None) -> None:
    """A click on an empty cell or beside the grid clears the selection."""
    board = Board(position("5m/5m"))
    board.choose(cell("a1"))
    assert board.choose(where) == Cleared()
    assert board.selected is None


def test_a_refusal_keeps_the_selection() -> None:
    """A wrong click does not lose what was selected."""
    board = Board(deal(1))
    start = board.position.legal_moves[0].first
    board.choose(start)
    assert isinstance(board.choose(cell("f5")), Refused)
    assert board.selected == start


def test_a_blocked_tile_says_what_blocks_it() -> None:
    """The reason counts the tiles above and below."""
    board = Board(deal(1))
    answer = board.choose(cell("c3"))
    assert isinstance(answer, Refused)
    assert "2 tiles above, 6 below" in answer.reason


def test_hovering_shows_partners_only_of_free_tiles() -> None:
    """A hovered free tile shows its partners, a blocked one none."""
    board = Board(position("5m9s5p/5p9s5m"))
    board.hovered = cell("a1")
    assert board.partners == (cell("b3"),)
    board.hovered = cell("a2")
    assert board.partners == ()


def test_another_position_forgets_what_was_pointed_out() -> None:
    """After a move nothing is selected, and the cursor stands on a free tile again."""
    board = Board(position("5m5p/5m5p/9s/9s"))
    board.choose(cell("a1"))
    board.cursor = cell("a1")
    board.show(board.position.play(move("a1b1")))
    assert board.selected is None
    assert board.cursor == cell("a2")


def test_the_cursor_disappears_with_the_last_tile() -> None:
    """On an empty table there is no cursor, and no key brings one."""
    board = Board(position("5m/5m"))
    board.cursor = cell("a1")
    board.show(board.position.play(move("a1b1")))
    assert board.cursor is None
    board.step(1, 0)
    board.next_choice()
    assert board.cursor is None


def test_the_cursor_skips_empty_columns() -> None:
    """Left and right pass over columns without tiles and go round at the edge."""
    board = Board(position("5m/./5m5p5p"))
    board.cursor = cell("a1")
    board.step(1, 0)
    assert board.cursor == cell("c1")
    board.step(0, 1)
    assert board.cursor == cell("c3")
    board.step(1, 0)
    assert board.cursor == cell("a1")


def test_next_goes_round_the_partners() -> None:
    """With a tile selected Tab visits its partners, in a ring, both ways."""
    board = Board(position("5m/5m/5m/5m"))
    board.choose(cell("b1"))
    visited = []
    for _ in range(4):
        board.next_choice()
        visited.append(str(board.cursor))
    assert visited == ["a1", "c1", "d1", "a1"]
    board.next_choice(-1)
    assert board.cursor == cell("d1")


def test_typing_a_kind_goes_round_its_tiles() -> None:
    """Typing a tile again and again selects each free one of its kind in turn."""
    board = Board(position("5m/5m/9s/9s"))
    assert board.choose_kind(kind("5m")) == Selected(cell("a1"))
    assert board.choose_kind(kind("5m")) == Selected(cell("b1"))
    assert board.choose_kind(kind("5m")) == Selected(cell("a1"))


def test_a_tile_selected_in_any_way_ends_what_was_pointed_out() -> None:
    """Clicked or typed, it takes the place of a hint and of a pair of the list."""
    for choose in (lambda b: b.choose(cell("a1")), lambda b: b.choose_kind(kind("5m"))):
        board = Board(position("5m/5m/9s/9s"))
        board.hint = board.listed = move("c1d1")
        choose(board)
        assert (board.selected, board.hint, board.listed) == (cell("a1"), None, None)


@pytest.mark.parametrize(
    ("grid", "words"),
    [("9s/9s", "is left"), ("5m9s5m5p/5p/9s", "Only one"), ("5p5m5m5p/9s/9s", "is free")],
)
def test_typing_a_kind_that_cannot_be_taken_says_why(grid: str, words: str) -> None:
    """Gone, only one free, and none free have different reasons."""
    board = Board(position(grid))
    if words == "Only one":
        board = Board(position("5m9s/9s5m5p/5p"))
        board.show(position("5m5p/9s5m9s5p"))
    answer = board.choose_kind(kind("5m"))
    assert isinstance(answer, Refused)
    assert words in answer.reason
