"""The position editor in the window: mouse and keyboard work on what its screen shows.

rail +-----------+  back  heading
     |           |  tools
     |           |  palette: 27 kinds
     |   table   |  to move, points
     |           |  what is wrong
     |           |  analyse, play, copy
     +-----------+

Keys go to the table unless a widget has the focus; Tab walks through the widgets and back. The
whole table is shown, however little lies on it: a tile may be put on any of its cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple

import pygame
from pygame import Rect

from battle.game.session import Session
from battle.language import N_, _, explain
from battle.page.blocks import Ink, Paragraph
from battle.rules.position import KINDS, ROWS, Cell, Kind, Position, RulesError
from battle.screens import captions
from battle.screens import view as views
from battle.screens.board_view import BoardView
from battle.screens.editor import Editor
from battle.screens.screen import do
from battle.screens.view import Act, act
from battle.window.board import Board, Motion
from battle.window.board_view import BoardLayout, BoardPainter
from battle.window.card_view import WindowShell
from battle.window.cards import Form, add_rail, beside_rail, paint_rail
from battle.window.keys import PASTE
from battle.window.pages import Flow
from battle.window.scene import Scene, Services
from battle.window.table_view import board_beside, gap_of
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
from battle.window.ui.layout import FILL, across, box, column, grid, inset, row
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import ASPECT, kept_art
from battle.window.ui.widgets import Button

# --- layout --------------------------------------------------------------------------------------

_SIDE, _LEAST = 330, 306
"""The least widths of the right side: at 1280 x 800, and at any size."""
_COLUMNS: Final = 9
_ROWS: Final = 3
_WIDEST_TILE: Final = 46
_NUMBER: Final = 19
"""The height of the number below a tile of the palette."""
_TOOLS: Final = 5
_HEAD: Final = 44
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


def editor_layout(area: Rect, text: float) -> EditorLayout:
    """Return the layout beside the rail, with words at the scale `text`."""

    def px(length: float) -> int:
        return round(length * text)

    board, right = board_beside(area, max(px(_SIDE), _LEAST), text)
    gap = gap_of(area)
    tile, squeeze = _palette_tile(right.width - 2 * gap, right.height - 6 * gap, gap, text)
    tools = [box(f"tool {number}") for number in range(_TOOLS)]
    head = round(_HEAD * squeeze * text)
    parts = column(
        row(box("back", head), box("heading"), size=head, gap=px(8)),
        row(*tools, size=head, gap=px(6)),
        box("palette", _ROWS * (math.ceil(tile * ASPECT) + px(_NUMBER)) + 2 * gap),
        box("form", px(_FORM * squeeze)),
        box("problems"),
        box("buttons", 2 * px(_BUTTON * squeeze) + px(8)),
        gap=gap,
    ).lay(right)
    slots = dict(zip(KINDS, grid(inset(parts["palette"], gap), _COLUMNS, _ROWS), strict=True))
    return EditorLayout(board, parts, slots, tile)


def _palette_tile(width: int, height: int, gap: int, text: float) -> tuple[int, float]:
    """Return the width of the palette's tiles, and how far the rows of words give way to them.

    `width` is that of the palette, `height` that of all that lies below one another.
    """
    widest = min(width // _COLUMNS - max(2, gap // 3), round(_WIDEST_TILE * text))
    for squeeze in _SQUEEZES:
        rows = round((2 * _HEAD + _FORM + 2 * _BUTTON + 8 + _PROBLEMS) * squeeze * text)
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

_PASTES: Final = "paste"
"""The tool that only a window has: in a page the person pastes."""
_KEYED: Final = ("undo", "redo", "copy", _PASTES)
"""What keys do that buttons do too."""


class EditorScene(Scene):
    """Shows the screen of the editor, beginning with `start` or an empty table."""

    help_page: ClassVar[str] = "editor"

    def __init__(
        self, app: Services, start: Position | None = None, game: Session | None = None
    ) -> None:
        super().__init__(app)
        self.screen = Editor(WindowShell(app), start, game)
        self.editor = self.screen.editor
        self.pointed: tuple[Cell | None, Kind | None] = None, None
        """The cell of the table or the kind of the palette that the mouse is on."""
        self.problems = Flow(follow=self._go_to)
        self._by_keys = False
        self._typing = TileTyping()
        self._point = (0, 0)
        self._ways: dict[str, Button] = {}

    def resume(self) -> None:
        """Come back, or go to the background, with nothing held in the hand."""
        self.editor.let_go()

    focus_lost = resume

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out, and build tools, form and buttons."""
        theme, digits = self.theme, self.app.settings.rank_digits
        self.layout = editor_layout(beside_rail(theme, self.size), theme.scale)
        self.board = BoardPainter(
            self.layout.board, theme, rank_digits=digits, highlight_free=False, lettered=True
        )
        self._art = kept_art(self.layout.tile, theme, rank_digits=digits)
        view, parts, self._ways = self.screen.view(), self.layout.parts, {}
        back, tip = parts["back"], _("Back (Esc)")
        self.add_button(back, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip)
        self.write(view.title, parts["heading"], Role.TITLE, look.INK)
        paste = views.Button(_(captions.PASTE_POSITION), "paste", act(_PASTES))
        for number, tool in enumerate((*view.actions, paste)):
            self._add_way(tool, parts[f"tool {number}"], "tool")
        self._add_form(view)
        above, below = grid(parts["buttons"], 1, 2, theme.px(8))
        assert view.main is not None
        self._add_way(view.main, above, "primary")
        beside = across(below, *[FILL] * len(view.buttons), gap=theme.px(8))
        for way, place in zip(view.buttons, beside, strict=True):
            self._add_way(way, place)
        panel, px = parts["problems"], theme.px
        self.problems.place(theme, panel.inflate(-px(16), -px(16)), panel)
        self.add(self.problems, walked=False)
        add_rail(self, self.screen.tab, self.act)
        self.refresh()

    def _add_way(self, way: views.Button, place: Rect, look_as: str = "") -> None:
        """Add the button of what can be done; of a tool only its sign is seen."""
        name, is_tool = way.icon, look_as == "tool"
        keys = f" ({keys_of(name, EDITOR_SHORTCUTS)})" if name in _KEYED else ""
        self._ways[name] = self.add_button(
            place,
            "" if is_tool else way.words,
            partial(self._choose_way, name),
            icon=way.icon if is_tool else "",
            tip=way.words + keys if is_tool else "",
            look_as=look_as,
        )

    def _add_form(self, view: BoardView) -> None:
        turn, *points = (block for block in view.page if isinstance(block, views.Field))
        self.form = form = Form(self, self.layout.parts["form"])
        form.lay(form.rect, 2, 0.3)
        players = [(one.value, one.words) for one in turn.choices]
        form.segments(turn.words, players, str(turn.value), partial(self._set, turn.name))
        places = across(form.space(_("Points")), *[FILL] * len(points), gap=self.theme.px(10))
        for field, rect in zip(points, places, strict=True):
            keep = partial(self._set, field.name)
            form.field(rect, str(field.value), keep, limit=3, digits=True)

    # --- what is done ---------------------------------------------------------------------------

    def _set(self, name: str, value: str) -> None:
        do(self.screen, act("set", name=name, value=value))

    def _choose_way(self, icon: str) -> None:
        """Do what the button with an icon means by now."""
        if icon == _PASTES:
            self.paste()
            return
        for way in _ways(self.screen.view()):
            if way.icon == icon and not way.off:
                self.act(way.do)

    def act(self, act: Act) -> None:
        """Do what was chosen; the form follows, unless it leads away."""
        do(self.screen, act)
        if self.app.scene is self:
            self.resize(self.size)

    @property
    def standing(self) -> object:
        return self.screen.standing

    def refresh(self) -> None:
        """Show what is wrong, and enable the buttons that the set-up is ready for."""
        view, refusal = self.screen.view(), self.editor.refusal
        said = [Paragraph(refusal, Ink.BAD, icon="warning", icon_ink=Ink.BAD)] * bool(refusal)
        said += self.screen.said
        if not refusal and self.editor.position is not None:
            words = _("Right click removes a tile.")
            said.append(Paragraph(words, Ink.FAINT, icon="info", icon_ink=Ink.FAINT))
        self.problems.fill(said)
        for way in _ways(view):
            self._ways[way.icon].enabled = not way.off

    def paste(self) -> None:
        """Take over the position on the clipboard; nothing changes if there is none."""
        try:
            text = clipboard.text()
            self.screen.edit(partial(self.editor.paste, text))
            self.resize(self.size)
        except RulesError as error:
            self.editor.refusal = explain(error)
            self.app.sound.play("refuse")

    def cancel(self) -> None:
        """Put back what is held; else leave."""
        editor = self.editor
        if editor.held is not None or editor.brush is not None:
            editor.let_go()
        else:
            self.app.pop()

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
        if action in _KEYED:
            self._choose_way(action)
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
        """Paint the rail, table and palette."""
        surface.fill(look.ROOM)
        self._paint_board(surface)
        paint_rail(surface, self.theme)
        self._paint_palette(surface)

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

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tile in the hand under the mouse."""
        if self.editor.held is not None:
            art = self.board.art
            tile, off = art.tile(self.editor.held), art.shadow_offset
            place = tile.get_rect(center=self._point)
            surface.blit(art.shadow(), place.move(off[0] + 4, off[1] + 6))
            surface.blit(tile, place)


def _ways(view: BoardView) -> Iterator[views.Button]:
    """Yield what can be done besides the fields; each has an icon of its own."""
    assert view.main is not None
    yield from (view.main, *view.buttons, *view.actions)
