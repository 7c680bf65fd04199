"""The position editor in the window: where everything is, and how it is painted.

back  heading              tools
+-----------+  palette: 27 kinds
|           |  to move, points
|   table   |  what is wrong
|           |  play, analyse, copy, cancel
+-----------+
status
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

import pygame
from pygame import Rect

from battle.analysis.position_setup import PositionSetup
from battle.language import N_, _, explain, ngettext
from battle.rules.position import KINDS, Cell, Kind, Player, Position, RulesError
from battle.window.board.board import (
    Board,
    BoardLayout,
    board_layout,
    board_width,
    widest_tile,
)
from battle.window.board.keys import PASTE
from battle.window.board.view import BoardView
from battle.window.editor.model import (
    DragMode,
    HeldTile,
    PositionEditor,
    position_words,
    problem_words,
)
from battle.window.scenes.card_scene import backdrop, question
from battle.window.scenes.scene import Form, Services, WidgetScene
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
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
from battle.window.ui.layout import FILL, across, box, centred, column, down, grid, inset
from battle.window.ui.motion import Motion
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT, TileArt
from battle.window.ui.widgets import Button
from battle.window.ui.window import Size, scale_of

_SIDE: Final = 330
"""The least width of the right side at 1280 x 800."""
_WIDEST_SIDE: Final = 560
_TALLEST_SIDE: Final = 640
_COLUMNS: Final = 9
_ROWS: Final = 3
_WIDEST_TILE: Final = 46
_NUMBER: Final = 19
"""The height of the number below a tile of the palette."""
_TOOLS: Final = 5
_FORM: Final = 104
_BUTTON: Final = 46
_PROBLEMS: Final = 76
"""The least height of what is wrong."""
_SQUEEZES: Final = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
"""How far the words' rows may give way to the palette where it is tight."""


@dataclass(frozen=True)
class EditorLayout:
    """The parts of the screen; `buttons` are four, two in a row, `tools` are five in the head.

    `tile` is the width of a tile in the palette; each kind's slot holds its tile and its number.
    """

    back: Rect
    heading: Rect
    tools: tuple[Rect, ...]
    board: BoardLayout
    palette: Rect
    tile: int
    slots: dict[Kind, Rect]
    form: Rect
    problems: Rect
    buttons: tuple[Rect, ...]
    status: Rect


def editor_layout(size: Size, text: float) -> EditorLayout:
    """Return the layout for a window of `size`, with words at the scale `text`."""

    def px(length: float) -> int:
        return round(length * text)

    gap = round(12 * scale_of(size))
    _above, head, middle, status, _below = down(
        Rect((0, 0), size), 0, px(44), FILL, px(30), 0, gap=gap
    )
    middle = inset(middle, gap, 0)
    least = max(min(px(_SIDE), middle.width * 43 // 100), middle.width * 34 // 100)
    tile = widest_tile((middle.width - least - gap, middle.height))
    table = board_width(tile)
    side = min(middle.width - table - gap, px(_WIDEST_SIDE))
    whole = centred(middle, table + gap + side, middle.height)
    left, right = across(whole, table, side, gap=gap)
    board = board_layout(tile, left.center)
    tall = min(middle.height, max(board.outer.height, px(_TALLEST_SIDE)))
    tile, squeeze = _palette_tile(side - 2 * gap, tall - 5 * gap, gap, text)
    parts = column(
        box("palette", _ROWS * (math.ceil(tile * ASPECT) + px(_NUMBER)) + 2 * gap),
        box("form", px(_FORM * squeeze)),
        box("problems"),
        box("buttons", 2 * px(_BUTTON * squeeze) + px(8)),
        gap=gap,
    ).lay(centred(right, side, tall))
    head = Rect(whole.left, head.top, whole.width, head.height)
    square = head.height
    tools = _TOOLS * square + (_TOOLS - 1) * px(6)
    back, heading, bar = across(head, square, FILL, tools, gap=px(8))
    return EditorLayout(
        back=back,
        heading=heading,
        tools=tuple(across(bar, *[square] * _TOOLS, gap=px(6))),
        board=board,
        palette=parts["palette"],
        tile=tile,
        slots=dict(zip(KINDS, grid(inset(parts["palette"], gap), _COLUMNS, _ROWS), strict=True)),
        form=parts["form"],
        problems=parts["problems"],
        buttons=tuple(grid(parts["buttons"], 2, 2, px(8))),
        status=Rect(whole.left, status.top, whole.width, status.height),
    )


def _palette_tile(width: int, height: int, gap: int, text: float) -> tuple[int, float]:
    """Return the width of the palette's tiles, and how far the rows of words give way to them.

    `width` is that of the palette, `height` that of all that lies below one another.
    """
    widest = min(width // _COLUMNS - max(2, gap // 3), round(_WIDEST_TILE * text))
    for squeeze in _SQUEEZES:
        rows = round((_FORM + 2 * _BUTTON + 8 + _PROBLEMS) * squeeze * text)
        row = (height - rows) // _ROWS - round(_NUMBER * text)
        if math.ceil(widest * ASPECT) <= row:
            return widest, squeeze
    return max(12, int(row / ASPECT)), squeeze


# --- what is shown ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pointed:
    """What the mouse is on: a cell of the table, a kind of the palette, a problem by its number."""

    cell: Cell | None = None
    kind: Kind | None = None
    problem: int | None = None


class EditorView:
    """The pictures of the editor at one window size."""

    def __init__(self, size: Size, theme: Theme, *, rank_digits: bool) -> None:
        self.theme = theme
        self.layout = editor_layout(size, theme.scale)
        self.board = BoardView(
            self.layout.board, theme, rank_digits=rank_digits, highlight_free=False
        )
        self._art = TileArt(self.layout.tile, theme, rank_digits=rank_digits)

    # --- where things are -----------------------------------------------------------------------

    def pointed_at(self, point: tuple[int, int], editor: PositionEditor) -> Pointed:
        """Return what a point lies on."""
        slots, rows = self.layout.slots.items(), enumerate(self.problem_rows(editor))
        numbers = (number for number, (rect, _lines) in rows if rect.collidepoint(point))
        number = next(numbers, None)
        return Pointed(
            self.board.cell_at(point),
            next((kind for kind, slot in slots if slot.collidepoint(point)), None),
            number if number is not None and number < len(editor.problems) else None,
        )

    # --- painting -------------------------------------------------------------------------------

    def paint(
        self, surface: pygame.Surface, editor: PositionEditor, pointed: Pointed, *, cursor: bool
    ) -> None:
        """Paint everything but the widgets and the tile in the hand; `cursor` is the keyboard's."""
        backdrop(surface, self.theme)
        words, place = _("Set up a position"), self.layout.heading
        font = draw.fitting_font(self.theme, Role.TITLE, words, place.width)
        draw.text(surface, font, words, look.INK, place)
        self._paint_board(surface, editor, pointed, cursor=cursor)
        self._paint_palette(surface, editor, pointed.kind)
        self._paint_problems(surface, editor, pointed.problem)
        self._paint_status(surface, editor.refusal)

    def _paint_board(
        self, surface: pygame.Surface, editor: PositionEditor, pointed: Pointed, *, cursor: bool
    ) -> None:
        board = Board(editor.picture(pointed.cell))
        self.board.draw(surface, board, Motion(), seconds=0.0, pairs=False)
        for problem in editor.problems:
            for cell in problem.cells:
                self._mark_problem(surface, cell, editor.setup.picture.kind_at(cell))
        if pointed.problem is not None:
            for cell in editor.problems[pointed.problem].cells:
                self._mark(surface, "hint", cell)
        if cursor:
            self._mark(surface, "cursor", editor.cursor)
        if editor.mode is DragMode.HOLDING and pointed.cell is not None:
            self._mark(surface, "selected", pointed.cell)
        elif pointed.cell is not None and not cursor:
            self._mark(surface, "partner", pointed.cell)

    def _mark(self, surface: pygame.Surface, name: str, cell: Cell) -> None:
        mark = self.board.art.mark(name)
        mark.set_alpha(255)
        surface.blit(mark, self.layout.board.corner_of(cell))

    def _mark_problem(self, surface: pygame.Surface, cell: Cell, kind: Kind | None) -> None:
        """Put a warning sign on a tile; an empty cell is outlined too."""
        width, plate = self.layout.board.tile[0], self.layout.board.plate_of(cell)
        side = max(12, round(width * 0.44))
        sign = pygame.Rect(0, 0, side, side)
        if kind is None:
            slot = plate.inflate(-width // 8, -width // 8)
            edge = max(1, width // 24)
            radius = width // 10
            draw.box(
                surface,
                slot,
                look.translucent(look.REFUSED, 40),
                radius=radius,
                border=look.REFUSED,
                width=edge,
            )
            sign.center = plate.center
        else:
            sign.topright = (plate.right + side // 6, plate.top - side // 6)
        draw.box(surface, sign, look.ROOM, radius=side // 2, border=look.REFUSED)
        draw.sign(surface, "warning", round(side * 0.74), look.REFUSED, center=sign.center)

    def _paint_palette(
        self, surface: pygame.Surface, editor: PositionEditor, pointed: Kind | None
    ) -> None:
        px, theme = self.theme.px, self.theme
        place = self.layout.palette
        draw.box(surface, place, look.PANEL, radius=px(12), border=look.LINE)
        font = theme.font(Role.SMALL)
        for kind in KINDS:
            slot, left = self.layout.slots[kind], editor.setup.left(kind)
            if kind is editor.chosen:
                rect = slot.inflate(-px(1), -px(1))
                draw.box(
                    surface, rect, look.PANEL_RAISED, radius=px(7), border=look.GOLD, width=px(2)
                )
            elif kind is pointed:
                draw.box(surface, slot, look.PANEL_RAISED, radius=px(7), border=look.LINE)
            tile = pygame.Rect((0, 0), self._art.size)
            tile.midtop = (slot.centerx, slot.top + px(3))
            surface.blit(self._art.tile(kind, dimmed=not left), tile)
            words = pygame.Rect(slot.left, tile.bottom, slot.width, slot.bottom - tile.bottom)
            ink = look.INK if left else look.FAINT
            draw.text(surface, font, f"×{left}", ink, words, "centre")

    # --- what is wrong --------------------------------------------------------------------------

    def problem_rows(self, editor: PositionEditor) -> list[tuple[pygame.Rect, list[str]]]:
        """Return where each sentence stands and its lines; the last may say how many more."""
        px = self.theme.px
        place = self.layout.problems.inflate(-px(24), -px(16))
        font = self.theme.font(Role.SMALL)
        line, top = font.get_linesize(), place.top
        rows: list[tuple[pygame.Rect, list[str]]] = []
        sentences = [problem_words(problem, editor.setup) for problem in editor.problems]
        for number, words in enumerate(sentences):
            lines = draw.wrapped(font, words, place.width - px(30))
            more = len(sentences) - number
            is_last = number == len(sentences) - 1
            needed = len(lines) * line + (0 if is_last else line)
            if top + needed > place.bottom and number == 0:
                lines = lines[: max(1, (place.bottom - top) // line - 1)]
            elif top + needed > place.bottom:
                lines = [ngettext("and {n} more", "and {n} more", more).format(n=more)]
            height = len(lines) * line
            rows.append((pygame.Rect(place.left, top, place.width, height), lines))
            top += height + px(5)
            if top + line > place.bottom or lines[0] not in words:
                break
        return rows

    def _paint_problems(
        self, surface: pygame.Surface, editor: PositionEditor, pointed: int | None
    ) -> None:
        px, place = self.theme.px, self.layout.problems
        draw.box(surface, place, look.PANEL, radius=px(12), border=look.LINE)
        if editor.position is not None:
            self._paint_all_right(surface, editor.position)
            return
        icon = draw.icon("warning", px(18), look.REFUSED)
        font = self.theme.font(Role.SMALL)
        for number, (rect, lines) in enumerate(self.problem_rows(editor)):
            if number == pointed:
                draw.box(surface, rect.inflate(px(10), px(4)), look.PANEL_RAISED, radius=px(5))
            surface.blit(icon, icon.get_rect(topleft=rect.topleft))
            draw.lines(surface, font, lines, look.REFUSED, rect.move(px(28), 0))

    def _paint_all_right(self, surface: pygame.Surface, position: Position) -> None:
        px = self.theme.px
        ready = not position.is_over
        ink = look.INK if ready else look.MUTED
        icon = draw.icon("check" if ready else "info", px(20), look.GOLD if ready else look.MUTED)
        place = self.layout.problems.inflate(-px(24), -px(16))
        font = self.theme.font(Role.TEXT)
        room = across(place, px(32), FILL)[1]
        lines = draw.wrapped(font, position_words(position), room.width)
        surface.blit(icon, icon.get_rect(midleft=(place.left, place.centery)))
        draw.lines(surface, font, lines, ink, room, middle=True)

    def _paint_status(self, surface: pygame.Surface, refusal: str) -> None:
        """Say why something was not done, else how to work."""
        px, place = self.theme.px, self.layout.status
        words = refusal or _(
            "Type tiles: 5m. “/” next column, “.” empty cell, Delete removes, right click too."
        )
        ink = look.REFUSED if refusal else look.MUTED
        draw.sign(surface, "warning" if refusal else "keyboard", px(20), ink, midleft=place.midleft)
        line = across(place, px(30), FILL)[1]
        font = draw.fitting_font(self.theme, Role.TEXT, words, line.width)
        draw.text(surface, font, words, ink, line)

    def paint_held(self, surface: pygame.Surface, held: HeldTile, point: tuple[int, int]) -> None:
        """Paint the tile in the hand under the mouse, over everything."""
        art = self.board.art
        tile = art.tile(held.kind)
        place = tile.get_rect(center=point)
        off = art.shadow_offset
        surface.blit(art.shadow(), (place.x + off[0] + 4, place.y + off[1] + 6))
        surface.blit(tile, place)


# --- keys ----------------------------------------------------------------------------------------
#
# Every key of the position editor: what it does, and the words the help screen shows.

EDITOR_SHORTCUTS: Final = KeyTable(
    "editor",
    N_("In the position editor"),
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
#
# Mouse and keyboard work on `editor`, the model, which `view` paints; turn and points are a form.
# Keys go to the table unless a widget has the focus; Tab walks through the widgets and back.

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
