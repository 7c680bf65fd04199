"""The position editor: a table to set up as one likes, and what to do with it then.

Mouse and keyboard work on `editor`, the model, which `view` paints; turn and points are a form.
Keys go to the table unless a widget has the focus; Tab walks through the widgets and back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.position_setup import PositionSetup
from battle.language import N_, _, explain
from battle.rules.position import Kind, Player, Position, RulesError
from battle.window.board.keys import PASTE
from battle.window.editor.model import DragMode, PositionEditor
from battle.window.editor.view import EditorView, Pointed
from battle.window.scenes.dialogs import question
from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import Form, WidgetScene
from battle.window.ui import clipboard
from battle.window.ui.keys import (
    KeyTable,
    Press,
    Shortcut,
    TileTyping,
    action_of,
    keys_of,
    presses_of,
    with_ctrl,
)
from battle.window.ui.layout import FILL, across
from battle.window.ui.widgets import Button

# --- keys ----------------------------------------------------------------------------------------
#
# Every key of the position editor: what it does, and the words the help screen shows.

EDITOR_SHORTCUTS: Final = KeyTable(
    "editor",
    (
        Shortcut("type_tile", (), N_("Type a tile: it goes where the cursor is"), written="5 m"),
        Shortcut("left", presses_of(pygame.K_LEFT), N_("One cell to the left")),
        Shortcut("right", presses_of(pygame.K_RIGHT), N_("One cell to the right")),
        Shortcut("up", presses_of(pygame.K_UP), N_("One cell up")),
        Shortcut("down", presses_of(pygame.K_DOWN), N_("One cell down")),
        Shortcut("next_column", (Press(sign="/"),), N_("To the top of the next column")),
        Shortcut("leave_empty", (Press(sign="."),), N_("Leave the cell empty and go on")),
        Shortcut(
            "choose",
            presses_of(pygame.K_RETURN, pygame.K_SPACE),
            N_("Place the tile chosen last"),
        ),
        Shortcut("delete", presses_of(pygame.K_DELETE), N_("Remove the tile")),
        Shortcut(
            "delete_before",
            presses_of(pygame.K_BACKSPACE),
            N_("Go back one cell and remove the tile"),
        ),
        Shortcut("undo", (with_ctrl(pygame.K_z),), N_("Undo")),
        Shortcut(
            "redo",
            (with_ctrl(pygame.K_y), with_ctrl(pygame.K_z, shift=True)),
            N_("Redo"),
        ),
        Shortcut("copy", (with_ctrl(pygame.K_c),), N_("Copy the position")),
        Shortcut("paste", (with_ctrl(pygame.K_v),), PASTE),
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Put back the tile held, or leave")),
    ),
)


# --- scene ---------------------------------------------------------------------------------------

_BUTTONS: Final = (pygame.BUTTON_LEFT, pygame.BUTTON_MIDDLE, pygame.BUTTON_RIGHT)
"""The buttons of the mouse; its wheel comes as two more."""


class EditorScene(WidgetScene):
    """Sets a position up, beginning with `start` or an empty table."""

    help_page: ClassVar[str] = "editor"

    def __init__(self, app: Services, start: Position | None = None) -> None:
        super().__init__(app)
        self.editor = PositionEditor(PositionSetup(start))
        self.pointed = Pointed()
        self._by_keys = False
        self._typing = TileTyping()
        self._shown = ""
        self._tools: dict[str, Button] = {}
        self._point = (0, 0)
        self._view: EditorView | None = None

    def resume(self) -> None:
        """Come back with nothing held in the hand."""
        self.editor.let_go()

    def focus_lost(self) -> None:
        """Put the tile in the hand back."""
        self.editor.let_go()

    @property
    def setup(self) -> PositionSetup:
        """What is being set up."""
        return self.editor.setup

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out, and build tools, form and buttons."""
        if self._view is None or self._view.theme is not self.theme:
            digits = self.app.settings.rank_digits
            self._view = EditorView(self.size, self.theme, rank_digits=digits)
        self.view = self._view
        self._add_tools()
        self.form = Form(self, self.view.layout.form)
        self._add_form()
        self._add_buttons()
        self._shown = ""
        self._show_what_is_possible()

    def _add_tools(self) -> None:
        layout = self.view.layout
        tools = [
            ("undo", _("Undo") + _keys("undo"), self.undo),
            ("redo", _("Redo") + _keys("redo"), self.redo),
            ("chevron-up", _("Close the gaps"), lambda: self._edit(self.setup.close_gaps)),
            ("delete", _("Clear the table"), lambda: self._edit(self.setup.clear)),
            ("paste", _("Paste a position") + _keys("paste"), self.paste),
        ]
        tip = _("Back (Esc)")
        self.add_button(layout.back, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip)
        for (icon, tip, action), place in zip(tools, layout.tools, strict=True):
            tool = self.add_button(place, "", action, icon=icon, tip=tip, look_as="tool")
            self._tools[icon] = tool

    def _add_form(self) -> None:
        form, px = self.form, self.theme.px
        form.lay(self.view.layout.form, 2, 0.3)
        players: list[tuple[Player, str]] = [
            (1, _("Player {number}").format(number=1)),
            (2, _("Player {number}").format(number=2)),
        ]
        form.segments(_("To move"), players, self.setup.picture.to_move, self.setup.set_to_move)
        place = form.space(_("Points"))
        places = across(place, FILL, FILL, gap=px(10))
        for (player, _words), rect in zip(players, places, strict=True):
            points = str(self.setup.picture.points[player - 1])
            change = partial(self._set_points, player)
            form.field(rect, points, change, limit=3, digits=True)

    def _add_buttons(self) -> None:
        places = self.view.layout.buttons
        self.ways_out = (
            self.add_button(places[0], _("Play from here"), self.play, look_as="primary"),
            self.add_button(places[1], _("Analyse from here"), self.analyse),
            self.add_button(places[2], _("Copy as text"), self.copy),
        )
        self.add_button(places[3], _("Cancel"), self.cancel)

    # --- what is entered ------------------------------------------------------------------------

    def _set_points(self, player: Player, text: str) -> None:
        points = int(text) if text.isdecimal() else 0
        self.setup.set_points(player, points, stroke=("points", player))

    def _edit(self, change: Callable[[], None]) -> None:
        """Change the whole set-up; the form shows what has come of it."""
        self.editor.refusal = ""
        before = self.setup.picture.to_move, self.setup.picture.points
        change()
        if (self.setup.picture.to_move, self.setup.picture.points) != before:
            self.resize(self.size)

    def undo(self) -> None:
        """Undo the last edit."""
        self._edit(self.setup.undo)

    def redo(self) -> None:
        """Do the edit again that was undone last."""
        self._edit(self.setup.redo)

    def _show_what_is_possible(self) -> None:
        """Let the buttons be pressed that the set-up is ready for."""
        text = str(self.setup)
        if text == self._shown:
            return
        self._shown = text
        self.pointed = replace(self.pointed, problem=None)
        ready, is_position = self.editor.is_ready, self.editor.position is not None
        for button, usable in zip(self.ways_out, (ready, ready, is_position), strict=True):
            button.enabled = usable
        self._tools["undo"].enabled = self.setup.can_undo
        self._tools["redo"].enabled = self.setup.can_redo

    # --- what is done with it -------------------------------------------------------------------

    def play(self) -> None:
        """Set up a new game that begins here."""
        if self.editor.is_ready:
            self.app.go("new_game", self.editor.position)

    def analyse(self) -> None:
        """Analyse the position."""
        if self.editor.is_ready:
            self.app.go("study_position", self.editor.position)

    def copy(self) -> None:
        """Put the position's line on the clipboard."""
        if self.editor.position is None:
            self._refuse(_("This is not a legal position yet."))
            return
        clipboard.copy_position(self.editor.position, self.app.say)

    def paste(self) -> None:
        """Take over the position on the clipboard; nothing changes if there is none."""
        try:
            text = clipboard.text()
            self._edit(lambda: self.editor.paste(text))
        except RulesError as error:
            self._refuse(explain(error))

    def _refuse(self, words: str) -> None:
        self.editor.refusal = words
        self.app.sound.play("refuse")

    def cancel(self) -> None:
        """Leave, after a question if something was set up."""
        if self.editor.mode is not DragMode.NOTHING:
            self.editor.let_go()
        elif self.setup.can_undo:
            title, words = _("Leave the editor?"), _("Your position will not be saved.")
            stay, leave = _("Stay"), _("Leave")
            self.app.push(question(self.app, title, words, stay, leave, self.app.pop))
        else:
            self.app.pop()

    # --- what is shown --------------------------------------------------------------------------

    @property
    def shows_cursor(self) -> bool:
        """Whether the keyboard's cursor is on the table."""
        return self._by_keys and self.focused is None

    # --- keyboard -------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Let fields have their keys; the table has its own while no widget has the focus."""
        if self.typing:
            return self._in_field(event)
        if self.handle_common_key(event):
            return True
        action = action_of(event, EDITOR_SHORTCUTS)
        if action in self._commands:
            self._commands[action]()
            return True
        return self.focused is None and self._on_table(event, action)

    def _in_field(self, event: pygame.event.Event) -> bool:
        if event.key not in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return False
        self.focus(None)
        return True

    @property
    def _commands(self) -> dict[str | None, Callable[[], None]]:
        """What keys do wherever the focus is."""
        return {"undo": self.undo, "redo": self.redo, "copy": self.copy, "paste": self.paste}

    def _on_table(self, event: pygame.event.Event, action: str | None) -> bool:
        typed = self._typing.feed(event, self.app.now())
        editor = self.editor
        commands: dict[str | None, Callable[[], None]] = {
            "left": partial(editor.step, -1, 0),
            "right": partial(editor.step, 1, 0),
            "up": partial(editor.step, 0, -1),
            "down": partial(editor.step, 0, 1),
            "next_column": editor.next_column,
            "leave_empty": editor.leave_empty,
            "choose": editor.place_chosen,
            "delete": editor.delete,
            "delete_before": editor.delete_before,
        }
        if isinstance(typed, Kind):
            editor.type(typed)
        elif typed is None and action not in commands:
            return False
        elif typed is None:
            commands[action]()
        else:
            editor.refusal = ""
        self._by_keys = True
        self._tell_refusal()
        return True

    def _step(self, by: int) -> None:
        """Walk through the widgets; after the last one, and before the first, is the table."""
        edge = self.ready[-1 if by > 0 else 0]
        if self.focused is not None and self.focused is edge:
            self._by_keys = True
            self.focus(None)
        else:
            super()._step(by)

    # --- mouse ----------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> None:
        """React to the mouse on table, palette and problems."""
        if event.type == pygame.MOUSEMOTION:
            self._mouse_to(self.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in _BUTTONS:
            self._mouse_down(self.app.point(event.pos), event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button in _BUTTONS:
            cell = self.view.board.cell_at(self.app.point(event.pos))
            self._move(partial(self.editor.release, cell))

    def _mouse_to(self, point: tuple[int, int]) -> None:
        self._point = point
        self.pointed = self.view.pointed_at(point, self.editor)
        if self.editor.mode is not DragMode.NOTHING:
            self._move(partial(self.editor.drag, self.pointed.cell))

    def _mouse_down(self, point: tuple[int, int], button: int) -> None:
        self._mouse_to(point)
        editor, cell, kind = self.editor, self.pointed.cell, self.pointed.kind
        problem = self.pointed.problem
        self._by_keys, editor.refusal = False, ""
        if cell is not None and button == pygame.BUTTON_LEFT:
            editor.press(cell)
        elif cell is not None and button == pygame.BUTTON_RIGHT:
            editor.press_other(cell)
        elif cell is not None and button == pygame.BUTTON_MIDDLE:
            editor.pick(cell)
        elif kind is not None and button == pygame.BUTTON_LEFT:
            editor.take(kind)
        elif problem is not None and editor.problems[problem].cells:
            editor.cursor, self._by_keys = editor.problems[problem].cells[0], True
        self._tell_refusal()

    def _move(self, on: Callable[[], None]) -> None:
        """Go on with what the mouse has begun; what is refused only now is heard now."""
        before = self.editor.refusal
        on()
        if self.editor.refusal != before:
            self._tell_refusal()

    def _tell_refusal(self) -> None:
        if self.editor.refusal:
            self.app.sound.play("refuse")

    # --- painting -------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let the widgets move on."""
        super().update(seconds)
        self._show_what_is_possible()

    def paint(self, surface: pygame.Surface) -> None:
        """Paint table, palette and words."""
        self.view.paint(surface, self.editor, self.pointed, cursor=self.shows_cursor)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tile in the hand."""
        if self.editor.held is not None:
            self.view.paint_held(surface, self.editor.held, self._point)


def _keys(action: str) -> str:
    return f" ({keys_of(action, EDITOR_SHORTCUTS)})"
