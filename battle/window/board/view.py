"""Draws the board: the table, the tiles with their marks, the tiles in flight, players beside it.

Tiles that rest are painted once into a layer and kept until something about them changes; what
is lifted, marked or moving is painted over it in every frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from typing import Final

import pygame

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.study import Snapshot
from battle.language import ngettext
from battle.profile.settings import Settings
from battle.resources import asset
from battle.rules.position import (
    ALL_POINTS,
    COLUMN_LETTERS,
    PLAYERS,
    POINTS_TO_WIN,
    ROW_DIGITS,
    ROWS,
    Cell,
    Move,
    Player,
    Position,
    move_of,
)
from battle.window.board.board import (
    PITCH,
    Board,
    BoardLayout,
    Box,
    Motion,
    analysis_layout,
    board_height,
    board_layout,
    board_width,
    widest_tile,
)
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Font, Looks, Role, Theme
from battle.window.ui.tile_art import ASPECT, PLATE, TileArt
from battle.window.ui.window import Size
from battle.words import cost_figure, margin_figure

# --- columns in light ----------------------------------------------------------------------------
#
# A column of the table in light: what a hint speaks of.


def column_rect(layout: BoardLayout, theme: Theme, column: int) -> pygame.Rect:
    """Return the place of a column, 0 to 11, with a little room around it."""
    place = layout.rect_of(Cell(column, 0)).union(layout.rect_of(Cell(column, ROWS - 1)))
    return place.inflate(theme.px(4), theme.px(8))


def light_column(surface: pygame.Surface, theme: Theme, layout: BoardLayout, column: int) -> None:
    """Paint a light and a golden frame over a column."""
    place = column_rect(layout, theme, column)
    draw.box(surface, place, look.COLUMN_LIGHT, radius=theme.px(8))
    draw.box(
        surface,
        place,
        look.translucent(look.GOLD, 0),
        radius=theme.px(8),
        border=look.GOLD,
        width=theme.px(2),
    )


# --- view ----------------------------------------------------------------------------------------

_FREE_LIFT: Final = 0.07
_HOVER_LIFT: Final = 0.05
_SELECTED_LIFT: Final = 0.14
"""How far tiles rise above their place, in tile widths."""


class BoardView:
    """The pictures of one board at one layout."""

    def __init__(
        self,
        layout: BoardLayout,
        theme: Theme,
        *,
        rank_digits: bool,
        highlight_free: bool,
        opaque: bool = False,
        worth: bool = True,
    ) -> None:
        """Prepare the pictures; an `opaque` table has the room's colour around it: faster.

        `worth` says on the partners of a tile what the pair is worth.
        """
        self.layout = layout
        self.theme = theme
        self.art = TileArt(layout.tile[0], theme, rank_digits=rank_digits)
        self._highlight_free = highlight_free
        self._worth = worth
        self._ground, self._ground_rect = _ground(layout, theme, opaque)
        self._resting = pygame.Surface(layout.felt.size).convert()
        self._resting_key: object = None

    def draw(
        self, surface: pygame.Surface, board: Board, motion: Motion, *, seconds: float, pairs: bool
    ) -> None:
        """Paint everything but the tiles in flight; `seconds` drives what pulses."""
        surface.blit(self._ground, self._ground_rect)
        risen = self._risen(board, motion)
        self._rest(board, motion, set(risen), pairs)
        surface.blit(self._resting, self.layout.felt)
        for cell, lift in risen.items():
            sway = motion.sway if cell == motion.shaken else 0.0
            shift = (sway * self.layout.tile[0] * 0.09, 0.0)
            self._draw_shadow(surface, cell, lift, shift)
            self._blit_tile(surface, board, cell, lift, shift)
        self._draw_marks(surface, board, risen, seconds)

    def draw_flights(self, surface: pygame.Surface, motion: Motion) -> None:
        """Paint the tiles in flight; after everything else, for they cross the panels."""
        for flight in motion.flights:
            if flight.begun or not flight.landing:
                left, top, width, height = flight.box
                dimmed = flight.dimmed and self._highlight_free
                picture = self.art.tile(flight.kind, dimmed=dimmed)
                size = (max(4, round(width)), max(5, round(height)))
                if size != picture.get_size():
                    picture = pygame.transform.smoothscale(picture, size)
                surface.blit(picture, (round(left), round(top)))
                if flight.glows and not flight.begun:
                    share = flight.age / flight.delay
                    self._mark(surface, "selected", flight.cell, 0.0, round(255 * share**0.5))

    # The tiles

    def _lift_of_rest(self, board: Board, cell: Cell) -> float:
        return _FREE_LIFT if self._highlight_free and board.is_free(cell) else 0.0

    def _risen(self, board: Board, motion: Motion) -> dict[Cell, float]:
        """Return the tiles that are repainted in every frame, and how high they are."""
        risen = {cell: self._lift_of_rest(board, cell) + _HOVER_LIFT for cell in board.partners}
        if board.looked_at is not None:
            chosen = board.selected is not None
            risen[board.looked_at] = _SELECTED_LIFT if chosen else _FREE_LIFT + _HOVER_LIFT
        for move in (board.hint, board.listed):
            for cell in move or ():
                risen.setdefault(cell, _FREE_LIFT + _HOVER_LIFT)
        risen |= dict.fromkeys(board.held or (), _SELECTED_LIFT)
        if motion.shaken is not None and board.position.kind_at(motion.shaken) is not None:
            risen.setdefault(motion.shaken, self._lift_of_rest(board, motion.shaken))
        flying = self._flying(motion)
        return {
            cell: lift
            for cell, lift in sorted(risen.items(), key=lambda item: (item[0].row, item[0].column))
            if cell not in flying and board.position.kind_at(cell) is not None
        }

    @staticmethod
    def _flying(motion: Motion) -> set[Cell]:
        return {flight.cell for flight in motion.flights if flight.landing}

    def _rest(self, board: Board, motion: Motion, risen: set[Cell], pairs: bool) -> None:
        """Repaint the layer of resting tiles if anything about it has changed."""
        away = risen | self._flying(motion)
        landed = not motion.flights
        key = (board.position.columns, frozenset(away), board.last, pairs, landed)
        if key == self._resting_key:
            return
        self._resting_key = key
        felt = self.layout.felt
        self._resting.blit(
            self._ground, (0, 0), felt.move(-self._ground_rect.x, -self._ground_rect.y)
        )
        if board.last is not None and landed:
            for cell in board.last[0]:
                self._draw_ghost(cell, board.last[1])
        here = sorted(
            (cell for cell, _kind in board.position.tiles() if cell not in away),
            key=lambda cell: (self._lift_of_rest(board, cell), cell.row, cell.column),
        )
        shift = (-felt.left, -felt.top)
        for lift, level in groupby(here, lambda cell: self._lift_of_rest(board, cell)):
            cells = [*level]
            for cell in cells:
                self._draw_shadow(self._resting, cell, lift, shift)
            for cell in cells:
                self._blit_tile(self._resting, board, cell, lift, shift)
                if pairs and board.is_takeable(cell):
                    self._draw_pip(self._resting, cell, lift, shift)

    def _place(self, cell: Cell, lift: float, shift: tuple[float, float]) -> tuple[int, int]:
        x, y = self.layout.corner_of(cell)
        return round(x + shift[0]), round(y + shift[1] - lift * self.layout.tile[0])

    def _draw_shadow(
        self, surface: pygame.Surface, cell: Cell, lift: float, shift: tuple[float, float]
    ) -> None:
        x, y = self._place(cell, 0.0, shift)
        off = self.art.shadow_offset
        fall = lift * self.layout.tile[0]
        surface.blit(self.art.shadow(), (x + off[0] + fall * 0.5, y + off[1] + fall * 0.5))

    def _blit_tile(
        self,
        surface: pygame.Surface,
        board: Board,
        cell: Cell,
        lift: float,
        shift: tuple[float, float],
    ) -> None:
        kind = board.position.kind_at(cell)
        if kind is not None:
            dimmed = self._highlight_free and not board.is_free(cell)
            surface.blit(self.art.tile(kind, dimmed=dimmed), self._place(cell, lift, shift))

    # The marks

    def _draw_marks(
        self, surface: pygame.Surface, board: Board, risen: dict[Cell, float], seconds: float
    ) -> None:
        pulse = 0.5 + 0.5 * math.sin(seconds * 4.2)
        for cell in board.hint or ():
            self._mark(surface, "hint", cell, risen.get(cell, 0.0), 150 + round(105 * pulse))
        marks = dict.fromkeys(board.listed or (), "partner")
        marks |= dict.fromkeys(board.held or (), "selected")
        marks |= dict.fromkeys(board.partners, "partner")
        if board.selected is not None:
            marks[board.selected] = "selected"
        elif board.looked_at is not None and board.partners:
            marks[board.looked_at] = "partner"
        for cell, name in marks.items():
            self._mark(surface, name, cell, risen.get(cell, 0.0))
        for cell in board.partners if self._worth else ():
            self._draw_worth(surface, board, cell, risen.get(cell, 0.0))
        if board.cursor is not None and board.position.kind_at(board.cursor) is not None:
            rest = self._lift_of_rest(board, board.cursor)
            self._mark(surface, "cursor", board.cursor, risen.get(board.cursor, rest))

    def _mark(
        self, surface: pygame.Surface, name: str, cell: Cell, lift: float, opacity: int = 255
    ) -> None:
        mark = self.art.mark(name)
        mark.set_alpha(opacity)
        surface.blit(mark, self._place(cell, lift, (0.0, 0.0)))

    def _draw_worth(self, surface: pygame.Surface, board: Board, cell: Cell, lift: float) -> None:
        """Say in a small plaque on the partner what the pair is worth."""
        kind = board.position.kind_at(cell)
        if kind is None:
            return
        width = self.layout.tile[0]
        x, y = self._place(cell, lift, (0.0, 0.0))
        font = self.theme.font_of_size(Role.SCORE, max(round(width * 0.3), self.theme.px(14)))
        pill = pygame.Rect(0, 0, round(font.get_height() * 1.5), round(font.get_height() * 1.05))
        pill.midbottom = (round(x + width * PLATE[0] / 2), y + pill.height // 5)
        draw.box(surface, pill, look.GOLD, radius=pill.height // 2)
        draw.text(surface, font, f"+{kind.rank}", look.ON_GOLD, pill, "centre")

    def _draw_pip(
        self, surface: pygame.Surface, cell: Cell, lift: float, shift: tuple[float, float]
    ) -> None:
        """Mark a tile that can be taken with a small gold triangle at its lower edge."""
        x, y = self._place(cell, lift, shift)
        width, height = self.layout.tile
        centre, foot = x + width * PLATE[0] / 2, y + height * PLATE[1] - width * 0.02
        half, tall = width * 0.1, width * 0.1
        points = [(centre - half, foot), (centre + half, foot), (centre, foot - tall)]
        draw.pointer(surface, look.GOLD, points, look.GOLD_DEEP)

    def _draw_ghost(self, cell: Cell, player: Player) -> None:
        """Outline the place of a tile taken last, with its taker's sign."""
        width, felt = self.layout.tile[0], self.layout.felt
        rect = self.layout.plate_of(cell).move(-felt.left, -felt.top)
        rect.inflate_ip(-round(width * 0.1), -round(width * 0.1))
        colour = look.PLAYERS[player]
        layer = pygame.Surface(rect.size, pygame.SRCALPHA)
        draw.box(
            layer,
            layer.get_rect(),
            look.translucent(colour, 26),
            radius=width // 12,
            border=look.translucent(colour, 150),
            width=max(1, width // 30),
        )
        self._resting.blit(layer, rect)
        side = round(width * 0.36)
        draw.badge(self._resting, self.theme, player, centred(rect, side, side))


def _ground(layout: BoardLayout, theme: Theme, opaque: bool) -> tuple[pygame.Surface, pygame.Rect]:
    """Return the table on its shadow, and its place."""
    spread = max(8, layout.tile[0] // 2)
    rect = layout.outer.inflate(2 * spread, 3 * spread)
    ground = pygame.Surface(rect.size, pygame.SRCALPHA)
    if opaque:
        ground = ground.convert()
        ground.fill(look.ROOM)
    place = layout.outer.move(-rect.x, -rect.y)
    shadow = draw.drop_shadow(layout.outer.size, spread)
    ground.blit(shadow, (place.left - spread, place.top - spread // 2))
    ground.blit(table_picture(layout, theme), place)
    return ground, rect


# --- table surface -------------------------------------------------------------------------------
#
# The table itself: cloth under a lamp, in a rim of dark wood that carries letters and digits.
#
# Composed once for a window size, as `assets/table/README.md` says.


def table_picture(layout: BoardLayout, theme: Theme) -> pygame.Surface:
    """Return the table of `layout`, as large as its `outer` rectangle."""
    size = layout.outer.size
    rim = layout.felt.left - layout.outer.left
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.blit(table_cloth(layout.felt.size, theme), (rim, rim))
    _lay_rim_shadow(surface, rim)
    _lay_wood(surface, rim)
    _engrave_edges(surface, rim)
    _write_names(surface, layout, rim, theme)
    _round_corners(surface, max(4, rim // 3))
    return surface


def _picture(name: str) -> pygame.Surface:
    return pygame.image.load(asset(f"table/{name}.png")).convert_alpha()


def table_cloth(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Return cloth under a lamp; the theme's scale says how coarse its nap is."""
    cloth = pygame.Surface(size)
    cloth.fill(theme.cloth.colour)
    grain = _picture("grain")
    if theme.scale >= 1.9:
        grain = pygame.transform.scale_by(grain, 2)
    for x in range(0, size[0], grain.get_width()):
        for y in range(0, size[1], grain.get_height()):
            cloth.blit(grain, (x, y))
    cloth.blit(pygame.transform.smoothscale(_picture("light"), size), (0, 0))
    return cloth


def _lay_rim_shadow(surface: pygame.Surface, rim: int) -> None:
    """Darken the felt under the rim, falling with the square of the distance."""
    depth = max(2, round(rim * 0.6))
    inner = surface.get_rect().inflate(-2 * rim, -2 * rim)
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    for step in range(depth):
        opacity = round(105 * (1 - step / depth) ** 2)
        frame = inner.inflate(-2 * step, -2 * step)
        pygame.draw.rect(veil, look.translucent(look.RIM_SHADOW, opacity), frame, 1)
    surface.blit(veil, (0, 0))


def _lay_wood(surface: pygame.Surface, rim: int) -> None:
    width, height = surface.get_size()
    above = _strip(width, rim)
    surface.blit(above, (0, 0))
    surface.blit(pygame.transform.flip(above, False, True), (0, height - rim))
    beside = pygame.transform.rotate(_strip(height, rim), 90)
    surface.blit(beside, (0, 0))
    surface.blit(pygame.transform.flip(beside, True, False), (width - rim, 0))


def _strip(length: int, rim: int) -> pygame.Surface:
    """Return a strip of wood with mitred ends, its outer edge above."""
    wood = _picture("wood")
    wood = pygame.transform.smoothscale(wood, (round(512 * rim / 96), rim))
    strip = pygame.Surface((length, rim), pygame.SRCALPHA)
    for x in range(0, length, wood.get_width()):
        strip.blit(wood, (x, 0))
    mask = pygame.Surface((length, rim), pygame.SRCALPHA)
    corners = [(0, 0), (length, 0), (length - rim, rim), (rim, rim)]
    pygame.draw.polygon(mask, "white", corners)
    strip.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return strip


def _engrave_edges(surface: pygame.Surface, rim: int) -> None:
    lines = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    whole = surface.get_rect()
    pygame.draw.rect(
        lines, look.RIM_LIGHT, whole, max(1, rim // 24), border_radius=max(4, rim // 3)
    )
    width = max(1, rim // 12)
    inner = whole.inflate(-2 * (rim - width), -2 * (rim - width))
    pygame.draw.rect(lines, look.RIM_GOLD, inner, width)
    surface.blit(lines, (0, 0))


def _write_names(surface: pygame.Surface, layout: BoardLayout, rim: int, theme: Theme) -> None:
    """Write the columns' letters and the rows' digits on all four sides."""
    font = theme.font_of_size(Role.STRONG, max(9, round(rim * 0.54)))
    width, height = surface.get_size()
    band = round(rim * 0.92)
    for column, letter in enumerate(COLUMN_LETTERS):
        middle = layout.plate_of(Cell(column, 0)).centerx - layout.outer.left
        if rim < middle < width - rim:
            _write(surface, font, letter, (middle, band // 2))
            _write(surface, font, letter, (middle, height - band // 2))
    for row, digit in enumerate(ROW_DIGITS):
        middle = layout.plate_of(Cell(0, row)).centery - layout.outer.top
        if rim < middle < height - rim:
            _write(surface, font, digit, (band // 2, middle))
            _write(surface, font, digit, (width - band // 2, middle))


def _write(surface: pygame.Surface, font: Font, name: str, centre: tuple[int, int]) -> None:
    picture = draw.rendered(font, name, look.RIM_LETTERS)
    surface.blit(picture, picture.get_rect(center=centre))


def _round_corners(surface: pygame.Surface, radius: int) -> None:
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    draw.box(mask, mask.get_rect(), pygame.Color("white"), radius=radius)
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


# --- value tags ----------------------------------------------------------------------------------
#
# What pairs are worth, in pills beside the tiles; in looking back what the pair taken cost.
#
# They hang at the end a tile can be reached from, where nothing lies, so that they hide nothing of
# its face.


class ValueTags:
    """Paints the plaques of one board at one layout."""

    def __init__(self, layout: BoardLayout, theme: Theme) -> None:
        self._layout = layout
        self._theme = theme
        self._pictures: dict[tuple[str, bool, Mark], pygame.Surface] = {}

    def draw(
        self,
        surface: pygame.Surface,
        snapshot: Snapshot,
        board: Board,
        *,
        relative: bool,
        without: Iterable[Cell] = (),
    ) -> None:
        """Paint the values of all pairs; with a tile looked at, those of its pairs."""
        hidden = {*without}
        for cell, value in shown_values(snapshot, board).items():
            if cell not in hidden:
                picture = self.plaque(value, relative=relative, marked=bool(snapshot.judged))
                place = self.place_of(snapshot.position, cell, picture.get_size())
                surface.blit(picture, place)

    def place_of(self, position: Position, cell: Cell, size: tuple[int, int]) -> pygame.Rect:
        """Return where the pill of a free tile is."""
        plate = self._layout.plate_of(cell)
        plate.top -= round(_FREE_LIFT * self._layout.tile[0])
        place = pygame.Rect((0, 0), size)
        if not any(position.columns[cell.column][cell.row + 1 :]):
            place.midtop = plate.midbottom
        else:
            place.midbottom = plate.midtop
        return place

    def plaque(self, value: MoveCost, *, relative: bool, marked: bool = False) -> pygame.Surface:
        """Return the picture of a value; `marked` it is the cost with its mark."""
        words = cost_figure(value.cost) if relative or marked else margin_figure(value.after)
        if marked:
            words = f"{value.mark.value} {words}".strip() if value.is_known else "…"
        key = words, value.shown(relative=relative).is_exact, value.mark
        if key not in self._pictures:
            self._pictures[key] = draw.tag(self._theme, *key, round(self._layout.pitch[0]) - 1)
        return self._pictures[key]

    def draw_steps(self, surface: pygame.Surface, moves: Iterable[Move]) -> None:
        """Paint where a replayed line has taken pairs: the order of its moves, in neutral discs.

        The signs of the players stand for nothing else than them.
        """
        side = round(self._layout.tile[0] * 0.46)
        font = self._theme.font_of_size(Role.SCORE, round(side * 0.56))
        for number, move in enumerate(moves, 1):
            for cell in move:
                disc = centred(self._layout.rect_of(cell), side, side)
                draw.box(surface, disc, look.INK, radius=side // 2)
                draw.text(surface, font, str(number), look.ROOM, disc, "centre")


def shown_values(snapshot: Snapshot, board: Board) -> dict[Cell, MoveCost]:
    """Return the value each tile shows: its best pair's, beside a tile looked at that pair's.

    In looking back only the pair that was taken, and a better one, show what they cost.
    """
    if snapshot.judged:
        return {cell: value for value in snapshot.judged for cell in value.move}
    shown = dict(snapshot.best_of)
    if board.looked_at is not None:
        for partner in board.partners:
            value = snapshot.of_move(move_of(board.looked_at, partner))
            if value is not None:
                shown[partner] = value
    return {cell: value for cell, value in shown.items() if value.is_known}


# --- miniature -----------------------------------------------------------------------------------
#
# Small pictures of positions: in miniature, as diagrams of a part, and in files.


class Miniature:
    """The table with a position, as large as fits into `room`, around its centre."""

    def __init__(self, theme: Theme, room: pygame.Rect) -> None:
        self.layout = board_layout(widest_tile(room.size), room.center)
        self._view = BoardView(self.layout, theme, rank_digits=True, highlight_free=True)

    @property
    def rect(self) -> pygame.Rect:
        """Where the table is."""
        return self.layout.outer

    def draw(self, surface: pygame.Surface, position: Position) -> None:
        """Paint the table with `position` on it."""
        self._view.draw(surface, Board(position), Motion(), seconds=0.0, pairs=False)


def point_at_free(
    surface: pygame.Surface,
    theme: Theme,
    position: Position,
    centre_of: Callable[[Cell], tuple[int, int]],
    tall: int,
) -> None:
    """Point with small arrowheads at free tiles, `tall` pixels high, from above and from below."""
    for free in position.free_cells:
        x, y = centre_of(free)
        rows = [cell.row for cell in position.free_cells if cell.column == free.column]
        for side, share, row in ((-1, 0.62, min(rows)), (1, 0.68, max(rows))):
            if free.row == row:
                tip = y + side * round(tall * share)
                base = tip + side * theme.px(10)
                half = theme.px(8)
                draw.pointer(surface, look.GOLD, [(x, tip), (x - half, base), (x + half, base)])


class Diagram:
    """The first `columns` columns and `rows` rows of a position, on a piece of cloth."""

    def __init__(
        self, theme: Theme, room: pygame.Rect, columns: int, rows: int, *, margin: float = 0.35
    ) -> None:
        """Fit it into `room`; the `margin` around the tiles is in tile widths."""
        across = 1 + PITCH[0] * (columns - 1) + 2 * margin
        down = (1 + PITCH[1] * (rows - 1)) * ASPECT + 2 * margin
        tile = max(12, int(min(room.width / across, room.height / down, theme.px(76))))
        self.theme = theme
        self.art = TileArt(tile, theme, rank_digits=True)
        self.cloth = pygame.Rect(0, 0, round(tile * across), round(tile * down))
        self.cloth.center = room.center
        self._margin = margin

    def corner_of(self, cell: Cell) -> tuple[int, int]:
        """Return where the corner of a tile on `cell` is."""
        width, height = self.art.size
        return (
            round(self.cloth.left + self._margin * width + cell.column * width * PITCH[0]),
            round(self.cloth.top + (self._margin + 0.05) * width + cell.row * height * PITCH[1]),
        )

    def centre_of(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a tile's face."""
        x, y = self.corner_of(cell)
        width, height = self.art.size
        return round(x + width * PLATE[0] / 2), round(y + height * PLATE[1] / 2)

    def draw(
        self,
        surface: pygame.Surface,
        position: Position,
        *,
        marks: Mapping[Cell, str] | None = None,
        gone: Iterable[Cell] = (),
        dim: bool = True,
    ) -> None:
        """Paint it; `marks` names a mark for some tiles, `gone` outlines empty places.

        Tiles that are not free are dimmed, by default.
        """
        draw.box(
            surface,
            self.cloth,
            self.theme.cloth.colour,
            radius=self.theme.px(12),
            border=look.GOLD_DEEP,
            width=self.theme.px(1.5),
        )
        width, height = self.art.size
        for cell in gone:
            place = pygame.Rect(self.corner_of(cell), (round(width * 0.92), round(height * 0.88)))
            draw.box(
                surface,
                place.inflate(-width // 8, -width // 8),
                self.theme.cloth.empty,
                radius=width // 10,
                border=self.theme.cloth.empty_edge,
            )
        tiles = sorted(position.tiles(), key=lambda tile: (tile[0].row, tile[0].column))
        off = self.art.shadow_offset
        for cell, _kind in tiles:
            x, y = self.corner_of(cell)
            surface.blit(self.art.shadow(), (x + off[0], y + off[1]))
        for cell, kind in tiles:
            dimmed = dim and cell not in position.partners
            surface.blit(self.art.tile(kind, dimmed=dimmed), self.corner_of(cell))
            if marks and cell in marks:
                surface.blit(self.art.mark(marks[cell]), self.corner_of(cell))


# --- picture -------------------------------------------------------------------------------------
#
# Positions as pictures in files: the table as the window draws it, twice as large.

_TILE: Final = 96
"""The width of a tile: twice that of a window of 1280 x 800."""


def board_picture(position: Position, settings: Settings) -> pygame.Surface:
    """Return the table with a position on it as the settings have it look; around it is nothing."""
    layout = board_layout(_TILE, (board_width(_TILE) // 2, board_height(_TILE) // 2))
    view = BoardView(
        layout,
        Theme(2.0, Looks(settings.tile_set, settings.table)),
        rank_digits=settings.rank_digits,
        highlight_free=settings.highlight_free,
    )
    whole = pygame.Surface(layout.outer.size, pygame.SRCALPHA)
    view.draw(whole, Board(position), Motion(), seconds=0.0, pairs=False)
    return whole


def board_png(position: Position, settings: Settings) -> bytes:
    """Return the picture of a position as the content of a PNG file."""
    file = BytesIO()
    pygame.image.save(board_picture(position, settings), file, "position.png")
    return file.getvalue()


# --- panels --------------------------------------------------------------------------------------
#
# Both players and their points, beside a table at play or in analysis.


def paint_race(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    points: tuple[int, int],
    left: int,
    *,
    goal: int = POINTS_TO_WIN,
    whole: int = ALL_POINTS,
) -> None:
    """Paint the points of both growing towards each other, with the `goal` that wins in the middle.

    `left` points of the `whole` are on the table.
    """
    tall = round(rect.height * 0.5)
    bar = down(rect, FILL, tall)[1]
    draw.box(surface, bar, look.WELL, radius=tall // 2, border=look.LINE)
    inner = bar.inflate(-4, -4)
    widths = [round(inner.width * value / whole) for value in points]
    first, _between, second = across(
        inner, max(widths[0], tall - 4), FILL, max(widths[1], tall - 4)
    )
    for player, part, width in ((1, first, widths[0]), (2, second, widths[1])):
        if width > 1:
            draw.box(surface, part, look.PLAYERS[player], radius=inner.height // 2)
    font = theme.font(Role.SMALL)
    above = max(1, bar.top - rect.top - theme.px(5))
    aim = pygame.Rect(rect.left, rect.top - theme.px(2), rect.width, above)
    draw.text(surface, font, str(goal), look.GOLD, aim, "centre")
    x, y, half = bar.centerx, bar.top + theme.px(1), theme.px(5)
    draw.pointer(surface, look.GOLD, [(x - half, y - half), (x + half, y - half), (x, y)])
    words = ngettext("{n} point left", "{n} points left", left).format(n=left)
    free = across(inner, widths[0], FILL, widths[1])[1]
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")


# --- players panel -------------------------------------------------------------------------------
#
# Paints the small panel of both players beside the table where games are analysed and learned.


def player_rows(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rows of players 1 and 2."""
    inner = inset(rect, max(3, rect.height // 16))
    half = inner.height // 2
    first, _gap, second = down(inner, half, FILL, half)
    return first, second


def players_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    names: tuple[str, str],
    lost: Sequence[tuple[str, str]] = (("", ""), ("", "")),
) -> None:
    """Paint both players, their points, whose move it is, and what each has `lost`.

    That is said at length or in short, whatever has room.
    """
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
    for player, place in zip(PLAYERS, player_rows(rect), strict=True):
        _player(surface, theme, place, position, player, names[player - 1], lost[player - 1])


def badge_place(row: pygame.Rect) -> pygame.Rect:
    """Return where a player's sign is in a row."""
    side = round(row.height * 0.72)
    return pygame.Rect(0, 0, side, side).move_to(midleft=(row.left + row.height // 5, row.centery))


def _player(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    player: Player,
    name: str,
    lost: tuple[str, str],
) -> None:
    px, is_to_move = theme.px, not position.is_over and position.to_move == player
    if is_to_move:
        ground, edge = look.PANEL_RAISED, look.GOLD
        draw.box(surface, rect, ground, radius=px(9), border=edge, width=px(1.5))
    sign = badge_place(rect)
    draw.badge(surface, theme, player, sign)
    right = across(rect, FILL, px(10))[0]
    figures = theme.font_of_size(Role.SCORE, round(rect.height * 0.66))
    points = str(position.points[player - 1])
    end = draw.text(surface, figures, points, look.INK, right, "right").left - px(8)
    left = sign.right + px(8)
    words = pygame.Rect(left, rect.top, max(0, end - left), rect.height)
    place = across(words, FILL, px(17))[0] if is_to_move else words
    font = draw.fitting_font(theme, Role.STRONG, name, place.width)
    after = draw.text(surface, font, name, look.INK, place).right + px(8)
    if is_to_move:
        after = _pointer(surface, after, rect.centery, px(9)) + px(7)
    rest = pygame.Rect(after, rect.top, max(0, words.right - after), rect.height)
    small = theme.font(Role.SMALL)
    note = next((one for one in lost if small.size(one)[0] <= rest.width), "")
    draw.text(surface, small, note, look.MUTED, rest)


def _pointer(surface: pygame.Surface, left: int, middle: int, side: int) -> int:
    """Draw the triangle that points at the table for the player to move; return its end."""
    tall = side * 0.6
    points = [(left, middle - tall), (left, middle + tall), (left + side, middle)]
    draw.pointer(surface, look.GOLD, points)
    return left + side


# --- the view of analysis and exercises -----------------------------------------------------------


class AnalysisView:
    """The table with panels around it, laid out for a window of `size`.

    The tiles of a `close_up` are as large as they fit on the table.
    The `layers` are the parts of the layout that are painted again when they have changed, by
    their names.
    """

    def __init__(
        self,
        size: Size,
        theme: Theme,
        settings: Settings,
        painted: Iterable[str],
        *,
        worth: bool = True,
        close_up: Position | None = None,
        **layout_of: int,
    ) -> None:
        self.theme = theme
        layout = analysis_layout(size, theme.scale, **layout_of)
        if close_up is not None:
            layout = replace(layout, board=layout.board.close_up(close_up))
        self.layout = layout
        self.board = BoardView(
            layout.board,
            theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
            worth=worth,
        )
        self.values = ValueTags(layout.board, theme)
        self.layers = {name: Layer(getattr(layout, name)) for name in painted}

    def slot(self, player: Player, count: int) -> Box:
        """Return where the pairs that a player takes go to: behind the player's sign."""
        sign = badge_place(player_rows(self.layout.players)[player - 1])
        width = round(sign.width * 0.7)
        left, top = sign.centerx - width // 2, sign.centery - width * 2 // 3
        return float(left), float(top), float(width), width * ASPECT
