"""The position editor: a table to set up freely, then to play, to analyse or to copy.

back  heading              tools
+-----------+  palette: 27 kinds
|           |  to move, points
|   table   |  what is wrong
|           |  play, analyse, copy, cancel
+-----------+
status

Mouse and keyboard work on a `PositionEditor`, which knows no pictures; turn and points are a form.
Keys go to the table unless a widget has the focus; Tab walks through the widgets and back.

The whole table is shown, however little lies on it: a tile may be put on any of its cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple

import pygame
from pygame import Rect

from battle.game.editor import PositionEditor, problems_of, summary
from battle.language import N_, _, explain
from battle.rules.position import (
    KINDS,
    PLAYERS,
    ROWS,
    Cell,
    Kind,
    Player,
    Position,
    RulesError,
)
from battle.screens import captions
from battle.window.board import Board, Motion
from battle.window.board_view import (
    BoardLayout,
    BoardPainter,
    board_layout,
    board_width,
    widest_tile,
)
from battle.window.cards import Form, backdrop, question
from battle.window.keys import PASTE
from battle.window.pages import Flow
from battle.window.scene import Scene, Services
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
from battle.window.ui.layout import FILL, across, box, centred, column, down, grid, inset, row
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import ASPECT, kept_art
from battle.window.ui.widgets import Button
from battle.window.ui.window import Size, scale_of

# --- layout --------------------------------------------------------------------------------------

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


class EditorLayout(NamedTuple):
    """The table, the other parts by name, the slots of the palette and the width of its tiles."""

    board: BoardLayout
    parts: dict[str, Rect]
    slots: dict[Kind, Rect]
    tile: int


def editor_layout(size: Size, text: float) -> EditorLayout:
    """Return the layout for a window of `size`, with words at the scale `text`."""

    def px(length: float) -> int:
        return round(length * text)

    gap = round(12 * scale_of(size))
    head, middle, status = down(inset(Rect((0, 0), size), 0, gap), px(44), FILL, px(30), gap=gap)
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
    tools = [box(f"tool {number}", head.height) for number in range(_TOOLS)]
    width = _TOOLS * head.height + (_TOOLS - 1) * px(6)
    parts |= row(
        box("back", head.height), box("heading"), row(*tools, size=width, gap=px(6)), gap=px(8)
    ).lay(Rect(whole.left, head.top, whole.width, head.height))
    parts["status"] = Rect(whole.left, status.top, whole.width, status.height)
    slots = dict(zip(KINDS, grid(inset(parts["palette"], gap), _COLUMNS, _ROWS), strict=True))
    return EditorLayout(board, parts, slots, tile)


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
            captions.REDO,
        ),
        Shortcut("copy", (with_ctrl(pygame.K_c),), N_("Copy the position")),
        Shortcut("paste", (with_ctrl(pygame.K_v),), PASTE),
        Shortcut("escape", presses_of(pygame.K_ESCAPE), N_("Put back the tile held, or leave")),
    ),
)


# --- scene ---------------------------------------------------------------------------------------


class EditorScene(Scene):
    """Sets a position up, beginning with `start` or an empty table."""

    help_page: ClassVar[str] = "editor"

    def __init__(self, app: Services, start: Position | None = None) -> None:
        super().__init__(app)
        self.editor = PositionEditor(start)
        self.pointed: tuple[Cell | None, Kind | None] = None, None
        """The cell of the table or the kind of the palette that the mouse is on."""
        self.problems = Flow(follow=self._go_to)
        self._by_keys = False
        self._typing = TileTyping()
        self._tools: dict[str, Button] = {}
        self._point = (0, 0)

    def resume(self) -> None:
        """Come back, or go to the background, with nothing held in the hand."""
        self.editor.let_go()

    focus_lost = resume

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out, and build tools, form and buttons."""
        theme, digits = self.theme, self.app.settings.rank_digits
        self.layout = editor_layout(self.size, theme.scale)
        self.board = BoardPainter(
            self.layout.board, theme, rank_digits=digits, highlight_free=False
        )
        self._art = kept_art(self.layout.tile, theme, rank_digits=digits)
        self._add_tools()
        self._add_form()
        places = grid(self.layout.parts["buttons"], 2, 2, theme.px(8))
        self.ways_out = (
            self.add_button(
                places[0], _("Play from here"), partial(self._begin, "new_game"), look_as="primary"
            ),
            self.add_button(
                places[1], _("Analyse from here"), partial(self._begin, "study_position")
            ),
            self.add_button(places[2], _("Copy as text"), self.copy),
        )
        self.add_button(places[3], _(captions.CANCEL), self.cancel)
        panel, px = self.layout.parts["problems"], theme.px
        self.problems.place(theme, panel.inflate(-px(16), -px(16)), panel)
        self.add(self.problems, walked=False)
        self.refresh()

    def _add_tools(self) -> None:
        parts = self.layout.parts
        tools: list[tuple[str, str, Callable[[], None]]] = [
            ("undo", _("Undo") + _keys("undo"), partial(self._edit, self.editor.undo)),
            ("redo", _(captions.REDO) + _keys("redo"), partial(self._edit, self.editor.redo)),
            ("chevron-up", _("Close the gaps"), partial(self._edit, self.editor.close_gaps)),
            ("delete", _("Clear the table"), partial(self._edit, self.editor.clear)),
            ("paste", _(captions.PASTE_POSITION) + _keys("paste"), self.paste),
        ]
        back, tip = parts["back"], _("Back (Esc)")
        self.add_button(back, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip)
        for number, (icon, tip, action) in enumerate(tools):
            self._tools[icon] = self.add_button(
                parts[f"tool {number}"], "", action, icon=icon, tip=tip, look_as="tool"
            )
        self.write(_("Set up a position"), parts["heading"], Role.TITLE, look.INK)

    def _add_form(self) -> None:
        self.form = form = Form(self, self.layout.parts["form"])
        form.lay(form.rect, 2, 0.3)
        players = [(player, _("Player {number}").format(number=player)) for player in PLAYERS]
        table = self.editor.table
        form.segments(_("To move"), players, table.to_move, self.editor.turn)
        places = across(form.space(_("Points")), FILL, FILL, gap=self.theme.px(10))
        for player, points, rect in zip(PLAYERS, table.points, places, strict=True):
            form.field(rect, str(points), partial(self._give, player), limit=3, digits=True)

    # --- what is entered ------------------------------------------------------------------------

    def _give(self, player: Player, digits: str) -> None:
        self.editor.give(player, int(digits or 0))

    def _edit(self, change: Callable[[], None]) -> None:
        """Change the whole set-up; the form follows."""
        self.editor.refusal = ""
        change()
        self.resize(self.size)

    @property
    def standing(self) -> Position:
        return self.editor.table

    def refresh(self) -> None:
        """Show what is wrong, and enable the buttons that the set-up is ready for."""
        problems, position = [*problems_of(self.editor.table)], self.editor.position
        self.problems.fill(problems if position is None else [summary(position)])
        is_ready = position is not None and not position.is_over
        for button, usable in zip(
            self.ways_out, (is_ready, is_ready, position is not None), strict=True
        ):
            button.enabled = usable
        self._tools["undo"].enabled = self.editor.can_undo
        self._tools["redo"].enabled = self.editor.can_redo

    # --- what is done with it -------------------------------------------------------------------

    def _begin(self, screen: str) -> None:
        """Go to the screen where the position is played or analysed."""
        if self.editor.position is not None:
            self.app.go(screen, self.editor.position)

    def copy(self) -> None:
        """Put the position's line on the clipboard."""
        if self.editor.position is None:
            self._refuse(_("This is not a legal position yet."))
        else:
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
        editor = self.editor
        if editor.held is not None or editor.brush is not None:
            editor.let_go()
        else:
            self.leave_for(self.app.pop)

    def leave_for(self, go: Callable[[], object]) -> None:
        if not self.editor.can_undo:
            go()
            return
        title, words = _("Leave the editor?"), _("Your position will not be saved.")
        self.app.push(question(self.app, title, words, _(captions.STAY), _("Leave"), go))

    # --- keyboard -------------------------------------------------------------------------------

    @property
    def shows_cursor(self) -> bool:
        """Whether the keyboard's cursor is on the table."""
        return self._by_keys and self.focused is None

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Let fields have their keys; the table has its own while no widget has the focus."""
        if self.typing:
            leaves = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
            if leaves:
                self.focus(None)
            return leaves
        if self.handle_common_key(event):
            return True
        action = action_of(event, EDITOR_SHORTCUTS)
        if action in ("undo", "redo"):
            self._edit(getattr(self.editor, action))
        elif action in ("copy", "paste"):
            getattr(self, action)()
        else:
            return self.focused is None and self._on_table(event, action)
        return True

    def _on_table(self, event: pygame.event.Event, action: str | None) -> bool:
        typed = self._typing.feed(event, self.app.now())
        editor = self.editor
        commands: dict[str | None, Callable[[], None]] = {
            "left": partial(editor.step, -1, 0),
            "right": partial(editor.step, 1, 0),
            "up": partial(editor.step, 0, -1),
            "down": partial(editor.step, 0, 1),
            "next_column": partial(editor.step, 1, -ROWS),
            "leave_empty": partial(editor.erase, after=1),
            "choose": editor.write,
            "delete": editor.erase,
            "delete_before": partial(editor.erase, before=-1),
        }
        if typed is None and action not in commands:
            return False
        editor.refusal = ""
        if isinstance(typed, Kind):
            editor.write(typed)
        elif typed is None:
            commands[action]()
        self._by_keys = True
        self._sound_refusal("")
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
        """React to the mouse on table and palette."""
        editor, before = self.editor, self.editor.refusal
        moves = event.type == pygame.MOUSEMOTION
        presses = {
            pygame.BUTTON_LEFT: editor.press,
            pygame.BUTTON_RIGHT: editor.press_other,
            pygame.BUTTON_MIDDLE: editor.pick,
        }
        if not moves and getattr(event, "button", None) not in presses:
            return  # the wheel comes as two more buttons
        self._point, slots = self.app.point(event.pos), self.layout.slots.items()
        cell = self.board.layout.cell_at(self._point)
        kind = next((kind for kind, slot in slots if slot.collidepoint(self._point)), None)
        self.pointed = cell, kind
        if moves:
            editor.drag(cell)
        elif event.type == pygame.MOUSEBUTTONUP:
            editor.release(cell)
        else:
            before = editor.refusal = ""
            self._by_keys = False
            if cell is not None:
                presses[event.button](cell)
            elif kind is not None and event.button == pygame.BUTTON_LEFT:
                editor.take(kind)
        self._sound_refusal(before)

    def _go_to(self, cells: Sequence[Cell]) -> None:
        """Put the cursor on the first cell of a problem."""
        self.editor.refusal = ""
        self.editor.cursor, self._by_keys = cells[0], True

    def _sound_refusal(self, before: str) -> None:
        """Play the sound of a refusal if there is a new one."""
        if self.editor.refusal not in ("", before):
            self.app.sound.play("refuse")

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint table, palette and status line."""
        backdrop(surface, self.theme)
        self._paint_board(surface)
        self._paint_palette(surface)
        self._paint_status(surface)

    def _paint_board(self, surface: pygame.Surface) -> None:
        editor, cell, pointed = self.editor, self.pointed[0], self.problems.pointed_at
        self.board.draw(surface, Board(editor.shown(cell)), Motion(), seconds=0.0, pairs=False)
        for problem in self.problems.blocks:
            for wrong in problem.target or ():
                self._mark_problem(surface, wrong, editor.table.kind_at(wrong))
                if problem.target == pointed:
                    self._mark(surface, "hint", wrong)
        if self.shows_cursor:
            self._mark(surface, "cursor", editor.cursor)
        if editor.held is not None and cell is not None:
            self._mark(surface, "selected", cell)
        elif cell is not None and not self.shows_cursor:
            self._mark(surface, "partner", cell)

    def _mark(self, surface: pygame.Surface, name: str, cell: Cell) -> None:
        mark = self.board.art.mark(name)
        mark.set_alpha(255)
        surface.blit(mark, self.layout.board.corner_of(cell))

    def _mark_problem(self, surface: pygame.Surface, cell: Cell, kind: Kind | None) -> None:
        """Put a warning sign on a tile; an empty cell is outlined too."""
        width, plate = self.layout.board.tile[0], self.layout.board.plate_of(cell)
        red, side = look.REFUSED, max(12, round(width * 0.44))
        sign = Rect(0, 0, side, side)
        if kind is None:
            slot, edge = plate.inflate(-width // 8, -width // 8), max(1, width // 24)
            draw.box(
                surface, slot, look.translucent(red, 40), radius=width // 10, border=red, width=edge
            )
            sign.center = plate.center
        else:
            sign.topright = (plate.right + side // 6, plate.top - side // 6)
        draw.box(surface, sign, look.ROOM, radius=side // 2, border=red)
        draw.sign(surface, "warning", round(side * 0.74), red, center=sign.center)

    def _paint_palette(self, surface: pygame.Surface) -> None:
        px, theme, raised = self.theme.px, self.theme, look.PANEL_RAISED
        draw.box(surface, self.layout.parts["palette"], look.PANEL, radius=px(12), border=look.LINE)
        for kind, slot in self.layout.slots.items():
            left = self.editor.left(kind)
            if kind is self.editor.chosen:
                rect = slot.inflate(-px(1), -px(1))
                draw.box(surface, rect, raised, radius=px(7), border=look.GOLD, width=px(2))
            elif kind is self.pointed[1]:
                draw.box(surface, slot, raised, radius=px(7), border=look.LINE)
            tile = Rect((0, 0), self._art.size).move_to(midtop=(slot.centerx, slot.top + px(3)))
            surface.blit(self._art.tile(kind, dimmed=not left), tile)
            words = Rect(slot.left, tile.bottom, slot.width, slot.bottom - tile.bottom)
            ink = look.INK if left else look.FAINT
            draw.text(surface, theme.font(Role.SMALL), f"×{left}", ink, words, "centre")

    def _paint_status(self, surface: pygame.Surface) -> None:
        """Say why something was not done, else how to work."""
        px, place, refusal = self.theme.px, self.layout.parts["status"], self.editor.refusal
        words = refusal or _(
            "Type tiles: 5m. “/” next column, “.” empty cell, Delete removes, right click too."
        )
        ink = look.REFUSED if refusal else look.MUTED
        draw.sign(surface, "warning" if refusal else "keyboard", px(20), ink, midleft=place.midleft)
        draw.text_within(surface, self.theme, Role.TEXT, words, ink, across(place, px(30), FILL)[1])

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tile in the hand under the mouse."""
        if self.editor.held is not None:
            art = self.board.art
            tile, off = art.tile(self.editor.held), art.shadow_offset
            place = tile.get_rect(center=self._point)
            surface.blit(art.shadow(), place.move(off[0] + 4, off[1] + 6))
            surface.blit(tile, place)


def _keys(action: str) -> str:
    return f" ({keys_of(action, EDITOR_SHORTCUTS)})"
