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
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect

from battle.language import _, ngettext
from battle.rules.position import KINDS, Cell, Kind, Position
from battle.window.board.board import Board
from battle.window.board.layout import (
    BoardLayout,
    board_layout,
    board_width,
    widest_tile,
)
from battle.window.board.view import BoardView
from battle.window.editor.model import (
    DragMode,
    HeldTile,
    PositionEditor,
    position_words,
    problem_words,
)
from battle.window.scenes.card_scene import backdrop
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, box, centred, column, down, grid, inset
from battle.window.ui.motion import Motion
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT, TileArt
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
