"""The position editor in the window: mouse, keyboard, paste, what is wrong, the ways out."""

from __future__ import annotations

import pygame
import pytest

from battle.rules.position import (
    Cell,
    Position,
    cell,
    kind,
    position,
)
from battle.window.cards import RAIL
from battle.window.editor import (
    EDITOR_SHORTCUTS,
    EditorScene,
    editor_layout,
)
from battle.window.routes import first_scene
from battle.window.ui.keys import Shortcut
from battle.window.ui.window import text_scale_of
from tests.support.pilot import FRAME, Pilot

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
    window = pygame.Rect(round(RAIL * text), 0, size[0] - round(RAIL * text), size[1])
    layout = editor_layout(window, text)
    parts = [*layout.parts.values(), layout.board.outer]
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
