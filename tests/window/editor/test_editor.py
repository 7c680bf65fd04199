"""Setting a position up by mouse and keyboard, without a picture."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import (
    PLAYERS,
    Cell,
    FormatError,
    Player,
    Position,
    RulesError,
    cell,
    deal,
    kind,
    position,
)
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.window.editor import (
    EDITOR_SHORTCUTS,
    EditorScene,
    PositionEditor,
    editor_layout,
    problems_of,
)
from battle.window.main import first_scene
from battle.window.ui.keys import Shortcut
from battle.window.ui.window import text_scale_of
from tests.support.endgames import positions
from tests.support.pilot import FRAME, Pilot

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


def set_points(at: PositionEditor, player: Player, points: int) -> None:
    """Give a player points."""
    first, second = at.table.points
    both = (points, second) if player == 1 else (first, points)
    at.change(replace(at.table, points=both))


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


# -- what is wrong --------------------------------------------------------------------------------


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
                set_points(at, draw(st.sampled_from(PLAYERS)), draw(st.integers(-3, 300)))
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


def test_a_stroke_is_undone_in_one() -> None:
    """The tiles of one drag go together, those of the next stay; another edit ends the redoing."""
    at = editor()
    for name, stroke in (("a1", 1), ("b1", 1), ("c1", 2), ("d1", 2)):
        at.place(cell(name), kind("5m"), stroke=stroke)
    for left in (["a1", "b1"], []):
        at.undo()
        assert [*tiles(at)] == left
    at.place(cell("a1"), kind("5m"), stroke=1)
    set_points(at, 2, 5)
    at.redo()
    assert (at.table.points, tiles(at)) == ((0, 5), {"a1": "5m"})
    at.clear()
    assert at.table == editor().table


@pytest.mark.parametrize(
    ("tiles", "points", "words", "cells"),
    [
        ("c2=5m c5=5m", (0, 0), "Column c has 2 empty cells between its tiles.", "c3 c4"),
        ("a1=9s b1=9s c1=9s", (0, 0), "There are three 9s: each kind needs two or", "a1 b1 c1"),
        ("a1=1p b1=1p c1=1p d1=1p e1=1p", (0, 0), "There are 5 1p: each", "a1 b1 c1 d1 e1"),
        ("a1=9s b1=9s", (200, 62), "262 points taken and 9 on the table are more than 270.", ""),
        ("", (0, 271), "Player 2 cannot have 271 points: the range is 0 to 270.", ""),
    ],
)
def test_what_is_wrong_is_named_once(
    tiles: str, points: tuple[int, int], words: str, cells: str
) -> None:
    """A problem says what is wrong and where."""
    at = laid(tiles)
    for player, number in zip(PLAYERS, points, strict=True):
        set_points(at, player, number)
    (problem,) = problems_of(at.table)
    assert problem.words.startswith(words)
    assert " ".join(map(str, problem.leads_to or ())) == cells
    assert not accepts(str(at.table))


# --- scene ----------------------------------------------------------------------------------------
#
# The position editor in the window: mouse, keyboard, paste, what is wrong, the ways out.


SMALL = position("5m5p/5p5m/9s/9s 2 12-9")


def edited_scene(pilot: Pilot, start: Position | None = None) -> EditorScene:
    """Show the editor over the start screen."""
    pilot.app.replace(first_scene(pilot.app))
    scene = EditorScene(pilot.app, start)
    pilot.app.push(scene)
    pilot.run(FRAME)
    return scene


def place_of(scene: EditorScene, name: str) -> tuple[int, int]:
    """Return the middle of a cell on the table."""
    middle: tuple[int, int] = scene.layout.board.rect_of(cell(name)).center
    return middle


@pytest.mark.parametrize(
    "shortcut", EDITOR_SHORTCUTS, ids=[shortcut.action for shortcut in EDITOR_SHORTCUTS]
)
def test_every_key_of_the_help_does_something(pilot: Pilot, shortcut: Shortcut) -> None:
    """Its first press, or what is typed, changes table, cursor, clipboard or scene."""
    scene = edited_scene(pilot, position("9s9s9s9s 2 12-9"))
    pygame.scrap.put_text(str(SMALL))
    scene.editor.cursor = cell("b2")
    scene.editor.chosen = kind("1p")
    scene.editor.place(cell("a1"), None)
    scene.editor.place(cell("a4"), None)
    if shortcut.action == "redo":
        scene.editor.undo()
    if shortcut.action in ("delete", "delete_before"):
        scene.editor.place(cell("b2" if shortcut.action == "delete" else "b1"), kind("1p"))
    pilot.run(FRAME)

    def state() -> tuple[object, ...]:
        here = str(scene.editor.table), scene.editor.cursor
        return *here, pygame.scrap.get_text(), pilot.scene

    before = state()
    if not shortcut.presses:
        pilot.type(shortcut.written.replace(" ", ""))
    elif shortcut.presses[0].sign:
        pilot.type(shortcut.presses[0].sign)
    else:
        press = shortcut.presses[0]
        modifiers = "ctrl+" * press.ctrl + "shift+" * press.shift
        pilot.press(modifiers + pygame.key.name(press.key))
    assert state() != before


def test_what_is_refused_is_heard_once(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that is refused sounds once, and is forgotten with the next press or key."""
    scene = edited_scene(pilot)
    heard: list[str] = []
    monkeypatch.setattr(pilot.app.sound, "play", heard.append)
    pilot.click(place_of(scene, "a1"))
    assert (heard, scene.editor.refusal) == (["refuse"], "Choose a tile first, or type it: 5m.")
    pilot.click((5, 300))
    assert (heard, scene.editor.refusal) == (["refuse"], "")
    pilot.click(place_of(scene, "a1"))
    pilot.type("5")
    assert (heard, scene.editor.refusal) == (["refuse"] * 2, "")


def test_a_click_on_a_problem_goes_there(pilot: Pilot) -> None:
    """The cursor goes to its first cell, hovering points it out; the wheel drops and jumps not."""
    scene = edited_scene(pilot, SMALL)
    scene.editor.press(cell("a1"))
    held = scene.editor.held
    pilot.click(place_of(scene, "f3"), pygame.BUTTON_WHEELDOWN)
    assert scene.editor.held is held is not None
    scene.editor.let_go()
    scene.editor.place(cell("d1"), None)
    pilot.run(FRAME)
    rect = scene.problems.rect_of(0)
    pilot.click(rect.center, pygame.BUTTON_WHEELUP)
    assert scene.editor.cursor == cell("a1")
    pilot.hover(rect.center)
    assert scene.problems.pointed == 0
    pilot.click(rect.center)
    assert scene.editor.cursor == cell("c1")
    assert scene.shows_cursor


def test_marked_cells_look_different(pilot: Pilot) -> None:
    """A gap is marked on the table itself."""
    scene = edited_scene(pilot, SMALL)
    rect = scene.layout.board.rect_of(cell("e4"))
    scene.editor.place(cell("e3"), kind("1m"))
    scene.editor.place(cell("f3"), kind("1m"))
    pilot.run(FRAME)

    def picture() -> bytes:
        pilot.pixels()
        return pygame.image.tobytes(pilot.app.surface.subsurface(rect), "RGB")

    before = picture()
    scene.editor.move(cell("f3"), cell("e5"))
    pilot.run(FRAME)
    pilot.hover((5, 300))
    assert picture() != before


def test_many_problems_are_scrolled_through(pilot: Pilot) -> None:
    """Where there is no room for all, the wheel shows the rest."""
    scene = edited_scene(pilot)
    for number in range(24):
        scene.editor.place(
            Cell(number % 12, number // 12), kind(f"{number % 9 + 1}{'mps'[number // 9]}")
        )
    pilot.run(FRAME)
    assert len(scene.problems.blocks) == 24
    assert scene.problems.is_longer
    scene.problems.scroll(50)
    assert scene.problems.is_at_end


def test_the_hand_is_emptied_when_the_window_goes(pilot: Pilot) -> None:
    """A tile that was being dragged lies where it lay."""
    scene = edited_scene(pilot, SMALL)
    point = place_of(scene, "c1")
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=point, button=1, touch=False))
    pilot.hover(place_of(scene, "f5"))
    assert scene.editor.held is not None
    before = pilot.pixels()
    pilot.focus(False)
    assert scene.editor.held is None
    assert pilot.pixels() != before
    assert scene.editor.position == SMALL


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440), (1000, 1600)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
def test_the_parts_do_not_overlap(size: tuple[int, int], scale: float) -> None:
    """Every part has room, inside the window and beside the others, whatever the text's scale."""
    text = text_scale_of(size, scale)
    layout = editor_layout(size, text)
    parts = [*layout.parts.values(), layout.board.outer]
    window = pygame.Rect((0, 0), size)
    for number, part in enumerate(parts):
        assert window.contains(part)
        assert part.collidelist(parts[number + 1 :]) == -1
    assert layout.parts["problems"].height >= 3 * 13 * text
    assert layout.board.tile[0] >= 30
    assert layout.tile >= 28
    slots = list(layout.slots.values())
    assert len(slots) == 27
    for number, slot in enumerate(slots):
        assert layout.parts["palette"].contains(slot)
        assert slot.collidelist(slots[number + 1 :]) == -1
