"""Setting a position up by mouse and keyboard, without a picture."""

from __future__ import annotations

import pytest

from battle.analysis.position_setup import PositionSetup
from battle.rules.deal import deal
from battle.rules.game import Game
from battle.rules.position import Position, RulesError, cell, kind, position
from battle.rules.record import Record
from battle.window.editor.model import DragMode, PositionEditor


def editor(start: str = "") -> PositionEditor:
    """Return an editor with a position in it, or an empty one."""
    return PositionEditor(PositionSetup(position(start) if start else None))


def tiles(at: PositionEditor) -> dict[str, str]:
    """Return what lies where."""
    return {str(where): str(found) for where, found in at.setup.tiles()}


def test_a_drag_paints_empty_cells_as_far_as_there_are_tiles() -> None:
    """Cells passed on the way are painted, tiles are left alone, after four it is said why not."""
    at = editor("9s/9s")
    at.take(kind("5m"))
    at.release(None)
    at.press(cell("a3"))
    at.drag(cell("a6"))
    assert tiles(at) == {"a1": "9s", "b1": "9s", **dict.fromkeys(["a3", "a4", "a5", "a6"], "5m")}
    assert at.refusal == ""
    at.drag(cell("a7"))
    at.release(cell("a7"))
    assert "a7" not in tiles(at)
    assert "5m" in at.refusal


def test_painting_passes_tiles_by() -> None:
    """Dragging over a tile of another kind does not replace it."""
    at = editor("9s/9s")
    at.chosen = kind("5m")
    at.press(cell("c1"))
    at.drag(cell("a1"))
    at.release(cell("a1"))
    assert tiles(at) == {"a1": "9s", "b1": "9s", "c1": "5m"}


def test_a_drag_is_undone_in_one() -> None:
    """All that one drag painted goes with one undo."""
    at = editor()
    at.chosen = kind("5m")
    at.press(cell("a1"))
    at.drag(cell("a3"))
    at.release(cell("a3"))
    at.setup.undo()
    assert tiles(at) == {}


def test_the_other_button_removes_along_the_way() -> None:
    """Every tile the mouse passes goes, and comes back with one undo."""
    at = editor("5m5p/5p5m/9s/9s")
    at.press_other(cell("a1"))
    at.drag(cell("d1"))
    at.release(cell("d1"))
    assert tiles(at) == {"a2": "5p", "b2": "5m"}
    at.setup.undo()
    assert len(tiles(at)) == 6


def test_a_tile_is_dragged_to_another_cell() -> None:
    """It leaves its cell and is where it was let go."""
    at = editor("9s/9s")
    at.press(cell("a1"))
    at.drag(cell("f5"))
    assert at.mode is DragMode.HOLDING
    at.release(cell("f5"))
    assert tiles(at) == {"b1": "9s", "f5": "9s"}


def test_a_tile_let_go_beside_the_table_is_gone() -> None:
    """It can be undone."""
    at = editor("9s/9s")
    at.press(cell("a1"))
    at.drag(None)
    at.release(None)
    assert tiles(at) == {"b1": "9s"}
    at.setup.undo()
    assert tiles(at) == {"a1": "9s", "b1": "9s"}


def test_a_tile_in_the_hand_can_be_put_back() -> None:
    """Nothing has changed then, also when the button is let go afterwards."""
    at = editor("9s/9s")
    at.press(cell("a1"))
    at.drag(cell("c1"))
    at.let_go()
    at.release(cell("c1"))
    assert tiles(at) == {"a1": "9s", "b1": "9s"}
    assert not at.setup.can_undo


def test_a_click_on_a_tile_replaces_it_or_chooses_its_kind() -> None:
    """Without a kind chosen the tile's is chosen, with one the tile becomes one of it."""
    at = editor("9s/9s")
    at.press(cell("a1"))
    at.release(cell("a1"))
    assert at.chosen is kind("9s")
    at.chosen = kind("1p")
    at.press(cell("b1"))
    at.release(cell("b1"))
    assert tiles(at) == {"a1": "9s", "b1": "1p"}


def test_a_tile_is_dragged_from_the_palette() -> None:
    """It is put where it is let go; used-up kinds cannot be dragged."""
    at = editor("5m5m5m5m")
    at.take(kind("1s"))
    at.drag(cell("c4"))
    at.release(cell("c4"))
    assert tiles(at)["c4"] == "1s"
    at.take(kind("5m"))
    assert at.mode is DragMode.NOTHING


def test_pressing_an_empty_cell_without_a_kind_is_refused() -> None:
    """It is said that a tile has to be chosen first."""
    at = editor()
    at.press(cell("a1"))
    assert at.refusal
    assert tiles(at) == {}


def test_a_grid_is_typed_as_it_is_written() -> None:
    """Typing the text of a grid sets that grid up."""
    at = editor()
    text = "5m5p/.5p5m/9s/9s"
    signs = iter(text)
    for sign in signs:
        if sign == "/":
            at.next_column()
        elif sign == ".":
            at.leave_empty()
        else:
            at.type(kind(sign + next(signs)))
    assert at.setup.position() == position(text)


def test_a_full_column_goes_on_in_the_next() -> None:
    """After the ninth cell the next tile goes to the top of the next column; the last one stays."""
    at = editor()
    for number in range(10):
        at.type(kind("123456789"[number % 9] + "mp"[number // 9]))
    assert tiles(at)["b1"] == "1p"
    at.cursor = cell("l9")
    at.type(kind("9s"))
    assert at.cursor == cell("l9")


def test_deleting_by_keyboard() -> None:
    """Delete empties the cursor's cell, Backspace the one before."""
    at = editor("5m5m/9s9s")
    at.delete()
    assert "a1" not in tiles(at)
    at.cursor = cell("b1")
    at.delete_before()
    assert at.cursor == cell("a9")
    at.cursor = cell("b2")
    at.delete_before()
    assert at.cursor == cell("b1")
    assert "b1" not in tiles(at)


def test_the_cursor_stays_on_the_table() -> None:
    """At an edge it goes no further."""
    at = editor()
    at.step(-1, -1)
    assert at.cursor == cell("a1")
    at.step(20, 20)
    assert at.cursor == cell("l9")
    at.next_column()
    assert at.cursor == cell("l1")


def test_a_used_up_kind_cannot_be_typed() -> None:
    """The cursor stays where it is, and the sentence names the kind."""
    at = editor("5m5m5m5m")
    at.cursor = cell("d1")
    at.type(kind("5m"))
    assert at.cursor == cell("d1")
    assert "5m" in at.refusal


@pytest.mark.parametrize("number", [1, 4711])
def test_a_picture_is_pasted(number: int) -> None:
    """The picture of a deal, as people paste it, is that deal."""
    at = editor()
    at.paste(deal(number).picture)
    assert at.setup.position() == deal(number)


def test_a_line_is_pasted_with_points_and_turn() -> None:
    """Everything the line says is taken over."""
    at = editor()
    at.paste("5m5p/5p5m/9s/9s 2 12-9")
    assert (at.setup.to_move, at.setup.points) == (2, (12, 9))


def test_a_record_is_pasted_where_it_ends() -> None:
    """Of a game that goes on the last position, of one that is over the start."""

    def played(start: Position, plies: int) -> Record:
        game = Game(start)
        while game.ply < plies and not game.position.is_over:
            game.play(game.position.legal_moves[0])
        return Record({}, game)

    at = editor()
    going_on = played(deal(9), 5)
    at.paste(going_on.text)
    assert at.setup.position() == going_on.game.last.position
    over = played(deal(9), 60)
    at.paste(over.text)
    assert at.setup.position() == deal(9)


@pytest.mark.parametrize("text", ["hello", "5m/5p", "5m.5m", "9s/9s 3", "[Deal 7]", "1x"])
def test_a_bad_paste_changes_nothing(text: str) -> None:
    """One line says what is wrong, and what was set up stays, undo and all."""
    at = editor("9s/9s")
    with pytest.raises(RulesError) as caught:
        at.paste(text)
    assert "\n" not in str(caught.value)
    assert tiles(at) == {"a1": "9s", "b1": "9s"}
    assert not at.setup.can_undo
