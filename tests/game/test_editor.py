"""Setting a position up by mouse and keyboard, without a picture."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.game.editor import PositionEditor, problems_of
from battle.rules.position import (
    PLAYERS,
    Cell,
    FormatError,
    Position,
    RulesError,
    cell,
    deal,
    kind,
    position,
)
from battle.rules.record import Record
from battle.rules.tree import Game
from tests.support.endgames import positions

columns = st.sampled_from([0, 0, 1, 2, 11])
rows = st.integers(0, 8)
cells = st.builds(Cell, columns, rows)
few_kinds = st.sampled_from([kind("5m"), kind("9s"), kind("1p")])


def editor(start: str = "") -> PositionEditor:
    """Return an editor with a position in it, or an empty one."""
    return PositionEditor(position(start) if start else None)


def laid(words: str) -> PositionEditor:
    """Return an editor with these tiles, such as `a1=9s b1=9s`, and nothing to undo."""
    at = editor()
    for word in words.split():
        place, name = word.split("=")
        at.place(cell(place), kind(name))
    return PositionEditor(at.table)


def tiles(at: PositionEditor) -> dict[str, str]:
    """Return what lies where."""
    return {str(where): str(found) for where, found in at.table.tiles()}


def meant(word: str) -> object:
    """Return a cell, a kind, a number, or for a dash nothing: what is beside the table."""
    if word.strip("-").isdigit():
        return int(word)
    return None if word == "-" else kind(word) if word[0].isdigit() else cell(word)


TWO, FOUR = "a1=9s b1=9s", "a1=9s a2=9s a3=9s a4=9s"


@pytest.mark.parametrize(
    ("start", "gesture", "end", "cursor", "chosen", "is_refused"),
    [
        # the mouse: what is pressed on is held, or painted over
        ("", "press a1, release a1", "", "a1", None, True),
        (TWO, "press a1, drag c1, release c1", "b1=9s c1=9s", "a1", None, False),
        ("a1=5m b1=9s", "press a1, drag b1, release b1", "a1=9s b1=5m", "a1", None, False),
        (TWO, "press a1, drag c1, release -", "b1=9s", "a1", None, False),
        (TWO, "press a1, release a1", TWO, "a1", "9s", False),
        (TWO, "take 5m, release -, press b1, release b1", "a1=9s b1=5m", "b1", "5m", False),
        (FOUR, "pick a1, press c1, drag c3, release c3", FOUR, "c1", "9s", True),
        (
            "b2=9s",
            "take 1p, release -, press b4, drag b1, release b1",
            "b1=1p b2=9s b3=1p b4=1p",
            *("b4", "1p", False),
        ),
        (
            "",
            "take 1p, release -, press c1, drag c6, release c6",
            "c1=1p c2=1p c3=1p c4=1p",
            *("c1", "1p", True),
        ),
        (
            "",
            "take 1p, release -, press a1, drag c3, release -",
            "a1=1p b2=1p c3=1p",
            *("a1", "1p", False),
        ),
        (TWO, "press_other a1, drag b1, release b1", "", "a1", None, False),
        (TWO, "pick b1, pick c1", TWO, "a1", "9s", False),
        # the palette
        (TWO, "take 5m, release c4", "a1=9s b1=9s c4=5m", "c4", "5m", False),
        (TWO, "take 5m, release b1", "a1=9s b1=5m", "b1", "5m", False),
        (FOUR, "take 9s, release b1", FOUR, "a1", "9s", False),
        # the keyboard
        (TWO, "write 5m", "a1=5m b1=9s", "a2", "5m", False),
        (FOUR, "write 9s", FOUR, "a2", "9s", False),
        (FOUR, "step 1 -9, write 9s", FOUR, "b1", "9s", True),
        ("", "write", "", "a1", None, True),
        (TWO, "pick a1, step 0 1, write", "a1=9s a2=9s b1=9s", "a3", "9s", False),
        (TWO, "erase 0 1", "b1=9s", "a2", None, False),
        (TWO, "step 0 1, erase -1", "b1=9s", "a1", None, False),
        (TWO, "erase -1", "b1=9s", "a1", None, False),
        ("", "step 0 8, write 5m", "a9=5m", "b1", "5m", False),
        ("", "step 20 20, write 5m", "l9=5m", "l9", "5m", False),
        ("", "step 3 4, step -5 -1", "", "a4", None, False),
        ("", "step 11 4, step 1 -9", "", "l1", None, False),
        # all of it
        ("a2=9s a4=9s a9=5m b1=5m", "close_gaps", "a2=9s a3=9s a4=5m b1=5m", "a1", None, False),
        (TWO, "clear", "", "a1", None, False),
    ],
)
def test_a_gesture_is_one_edit(
    start: str, gesture: str, end: str, cursor: str, chosen: str | None, is_refused: bool
) -> None:
    """It does what its words say, is undone in one and done again, or is refused with a reason."""
    at = laid(start)
    before = at.table
    for step in gesture.split(", "):
        name, *words = step.split()
        getattr(at, name)(*map(meant, words))
    after = at.table
    assert " ".join(f"{where}={found}" for where, found in sorted(tiles(at).items())) == end
    assert (at.cursor, at.chosen) == (cell(cursor), chosen and kind(chosen))
    assert bool(at.refusal) is bool(is_refused)
    at.undo()
    assert at.table == before
    at.redo()
    assert at.table == after


def test_a_tile_in_the_hand_can_be_put_back() -> None:
    """Nothing has changed then, also when the button is let go afterwards."""
    at = editor("9s/9s")
    at.press(cell("a1"))
    at.drag(cell("c1"))
    at.let_go()
    at.release(cell("c1"))
    assert tiles(at) == {"a1": "9s", "b1": "9s"}
    assert not at.can_undo


def test_a_record_is_pasted_where_it_ends() -> None:
    """Of a game that goes on the last position, of one that is over the start."""
    at, game = editor(), Game(deal(9))
    for plies in (5, 60):
        while game.ply < plies and not game.position.is_over:
            game.play(game.position.legal_moves[0])
        at.paste(Record({}, game).text)
        assert at.position == (game.start if game.position.is_over else game.position)


@pytest.mark.parametrize("text", ["hello", "5m/5p", "5m.5m", "9s/9s 3", "[Deal 7]", "1x"])
def test_a_bad_paste_changes_nothing(text: str) -> None:
    """One line says what is wrong, and what was set up stays, undo and all."""
    at = editor("9s/9s")
    with pytest.raises(RulesError) as caught:
        at.paste(text)
    assert "\n" not in str(caught.value)
    assert tiles(at) == {"a1": "9s", "b1": "9s"}
    assert not at.can_undo


def accepts(text: str) -> bool:
    """Whether the rules take the text for a position."""
    with suppress(FormatError):
        return bool(position(text))
    return False


@st.composite
def edited(draw: st.DrawFn) -> PositionEditor:
    """Draw an editor: with a position, or empty, and some edits, most of them clumsy."""
    at = PositionEditor(draw(st.none() | positions()))
    for _ in range(draw(st.integers(0, 8))):
        match draw(st.integers(0, 3)):
            case 0:
                at.place(draw(cells), draw(st.none() | few_kinds))
            case 1:
                at.move(draw(cells), draw(cells))
            case 2:
                column = draw(st.integers(0, 11))
                for row in (0, 1):
                    at.place(Cell(column, row), draw(few_kinds))
            case 3:
                at.give(draw(st.sampled_from(PLAYERS)), draw(st.integers(-3, 300)))
    return at


@given(edited())
def test_problems_are_what_the_rules_reject(at: PositionEditor) -> None:
    """There are no problems exactly if the rules accept the table's text."""
    assert (not [*problems_of(at.table)]) == accepts(str(at.table))


@given(positions())
def test_a_position_has_no_problems(start: Position) -> None:
    """An editor filled from a position holds that position."""
    at = editor()
    at.paste(str(start))
    assert at.position == PositionEditor(start).position == position(str(start))


@pytest.mark.parametrize(
    ("tiles", "points", "words", "cells"),
    [
        ("c2=5m c5=5m", (0, 0), "Column c has 2 empty cells between its tiles.", "c3 c4"),
        ("a1=9s b1=9s c1=9s", (0, 0), "There are three 9s: each kind needs two or", "a1 b1 c1"),
        ("a1=1p b1=1p c1=1p d1=1p e1=1p", (0, 0), "There are 5 1p: each", "a1 b1 c1 d1 e1"),
        (
            "a1=9s b1=9s",
            (200, 62),
            "Points taken: 262, on the table: 9, more than 270.",
            "",
        ),
        ("", (0, 271), "Player 2 cannot have 271 points: the range is 0 to 270.", ""),
    ],
)
def test_what_is_wrong_is_named_once(
    tiles: str, points: tuple[int, int], words: str, cells: str
) -> None:
    """A problem says what is wrong and where."""
    at = laid(tiles)
    for player, number in zip(PLAYERS, points, strict=True):
        at.give(player, number)
    (problem,) = problems_of(at.table)
    assert problem.words.startswith(words)
    assert " ".join(map(str, problem.leads_to or ())) == cells
    assert not accepts(str(at.table))
