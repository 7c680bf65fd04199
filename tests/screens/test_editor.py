"""The position editor, as values: what a touch does, what is asked, where it leads."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.rules.position import cell, position
from battle.screens.board_view import Palette
from battle.screens.editor import Editor
from battle.screens.screen import do
from battle.screens.view import Field, act
from tests.support.shell import FakeShell

SMALL = str(position("5m5p/5p5m/9s/9s 2 12-9"))


@pytest.fixture
def shell(home: Path) -> FakeShell:
    """Return somebody's program."""
    return FakeShell(home)


def touched(editor: Editor, *what: str) -> str:
    """Choose kinds and touch cells; return what lies on the table then."""
    for name in what:
        is_kind = name[0].isdigit()
        do(editor, act("choose", kind=name) if is_kind else act("touch", cell=name))
    return " ".join(f"{tile.cell}={tile.kind}" for tile in editor.view().board.tiles)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("touches", "table"),
    [
        ("9s a1 b1", "a1=9s b1=9s"),
        ("9s a1 a1", ""),
        ("9s a1 5m c1 a1 d4", "c1=5m d4=9s"),
        ("9s a1 a2 a3 a4 a5", "a1=9s a2=9s a3=9s a4=9s"),
    ],
)
def test_a_touch_puts_a_tile_down_or_picks_it_up(
    shell: FakeShell, touches: str, table: str
) -> None:
    """An empty cell gets the kind chosen; a tile that is touched is the kind chosen then."""
    editor = Editor(shell)
    assert touched(editor, *touches.split()) == table


def test_the_one_line_says_why_not_then_what_is_wrong_then_what_there_is(shell: FakeShell) -> None:
    """A refusal is said until the next edit, a problem until it is mended, and marks its cells."""
    editor = Editor(shell)
    for touch, words in (
        ("a1", "Choose a tile first, or type it: 5m."),
        ("9s a1", "There is one 9s: each kind needs two or four tiles."),
        ("b1", "2 tiles  ·  1 pair can be taken"),
        ("5m a3 b2", "Column a has an empty cell between its tiles."),
    ):
        touched(editor, *touch.split())
        view = editor.view()
        assert view.dock is not None
        assert view.dock.words == words
    assert view.board is not None
    assert view.board.wrong == (cell("a2"),)


def test_turn_points_and_what_is_left_are_said_beside_it(shell: FakeShell) -> None:
    """Fields have whose turn it is and the points; a kind has as many tiles as are left."""
    editor = Editor(shell, SMALL)
    do(editor, act("set", name="turn", value="1"))
    do(editor, act("set", name="points1", value="40"))
    palette, *asked = editor.view().page
    assert isinstance(palette, Palette)
    assert [one.left for one in palette.kinds if str(one.kind) in ("5m", "9s", "1p")] == [2, 4, 2]
    assert [one.value for one in asked if isinstance(one, Field)] == ["1", "40", "9"]
    assert editor.editor.position == position("5m5p/5p5m/9s/9s 1 40-9")


def test_it_leads_on_only_from_a_position(shell: FakeShell) -> None:
    """It can be analysed and played with a pair to take, and copied if it is a position at all."""
    for start, is_ready in ((SMALL, True), ("5m5p5m5p", False), (None, False)):
        view = Editor(shell, start).view()
        assert view.main is not None
        assert [one.off for one in (view.main, *view.buttons)] == [not is_ready] * 2 + [False]
    editor = Editor(shell, SMALL)
    for one in (editor.view().main, *editor.view().buttons):
        assert one is not None
        do(editor, one.do)
    here = position(SMALL)
    assert shell.asked == [("study_position", here), ("new_game", here), ("copy", SMALL)]


def test_leaving_asks_once_something_was_set_up(shell: FakeShell) -> None:
    """An untouched table is left at once, also if all was undone; else only after a yes."""
    editor = Editor(shell)
    do(editor, act("back"))
    assert shell.asked.pop() == ("back",)
    touched(editor, "9s", "a1")
    do(editor, act("back"))
    assert not shell.asked
    assert editor.sheet is not None
    leave = editor.sheet().main
    assert leave is not None
    do(editor, leave.do)
    assert shell.asked.pop() == ("back",)
    do(editor, editor.view().actions[0].do)
    do(editor, act("back"))
    assert shell.asked == [("back",)]


def test_it_is_opened_again_as_it_was(shell: FakeShell) -> None:
    """What opens it again holds the position, nothing while there is none."""
    editor = Editor(shell, SMALL)
    assert editor.place == ("editor", (SMALL,), {})
    touched(editor, "a1")
    assert editor.place == ("editor", (), {})
