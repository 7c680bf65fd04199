"""The picture of a board, of any size.

    BoardLayout     where its cells are          ──► flights from cell to cell, and beside the table
    table_picture   cloth, and a rim of wood that carries letters and digits
    BoardPainter       the table with its tiles     ──► Miniature
    ValueTags       what pairs are worth, in pills beside their tiles
    DiagramPainter         some columns and rows of a position, on a piece of cloth

Tiles that rest are painted once into a layer and kept until something about them changes; what is
lifted, marked or moving is painted over it in every frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.study import Snapshot
from battle.coach.answer import Shown
from battle.resources import asset
from battle.rules.position import (
    COLUMN_LETTERS,
    COLUMNS,
    ROW_DIGITS,
    ROWS,
    Cell,
    Move,
    Player,
    Position,
    move_of,
    other,
)
from battle.rules.tree import Node
from battle.screens.board_view import BoardShown, Ghost
from battle.window.board import Board, Box, Flight, Motion
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import centred, down, share
from battle.window.ui.theme import Font, Role, Theme
from battle.window.ui.tile_art import ASPECT, PLATE, kept_art
from battle.window.ui.window import Size
from battle.words import cost_figure, margin_figure

PITCH: Final = (0.975, 0.945)
"""The step from tile to tile, as a share of the tile's width and height: their depth overlaps."""
_FELT_MARGIN: Final = 0.16
_RIM: Final = 0.34
"""The felt around the tiles and the wooden rim around the felt, in tile widths."""
_CLOSEST: Final = 2.2
"""How much larger the tiles of a close-up are at most."""


@dataclass(frozen=True)
class BoardLayout:
    """The table with its cells.

    `outer` is the table with its rim, `felt` the cloth, `tile` the size of a whole tile; the tile
    on a cell has its corner at `corner_of` the cell.
    """

    outer: Rect
    felt: Rect
    tile: Size
    origin: tuple[float, float]
    pitch: tuple[float, float]

    def corner_of(self, cell: Cell) -> tuple[int, int]:
        """Return where the corner of a tile on `cell` is."""
        return (
            round(self.origin[0] + cell.column * self.pitch[0]),
            round(self.origin[1] + cell.row * self.pitch[1]),
        )

    def rect_of(self, cell: Cell) -> Rect:
        """Return the rectangle of a whole tile on `cell`."""
        return Rect(self.corner_of(cell), self.tile)

    def box_of(self, cell: Cell) -> Box:
        """Return the same as a flight has it."""
        left, top, width, height = self.rect_of(cell)
        return float(left), float(top), float(width), float(height)

    def plate_of(self, cell: Cell) -> Rect:
        """Return the rectangle of the plate of a tile on `cell`, without the tile's depth."""
        size = round(self.tile[0] * PLATE[0]), round(self.tile[1] * PLATE[1])
        return Rect(self.corner_of(cell), size)

    @property
    def widest_tag(self) -> int:
        """The greatest width of a value at a tile that leaves a gap to its neighbours'."""
        return round(self.pitch[0]) - max(3, round(self.pitch[0] * 0.06))

    def close_up(self, position: Position) -> BoardLayout:
        """Return the same table with its tiles as large as the box around them fits on it.

        Without tiles it is the whole table.
        """
        return self._close_on([cell for cell, _kind in position.tiles()])

    def around(self, box: tuple[int, int, int, int] | None) -> BoardLayout:
        """Return the same for the tiles of a box: left, top, right, bottom."""
        left, top, right, bottom = box or (0, 0, COLUMNS - 1, ROWS - 1)
        return self._close_on([Cell(left, top), Cell(right, bottom)])

    def _close_on(self, cells: Sequence[Cell]) -> BoardLayout:
        if not cells:
            return self
        ends = [(min(used), max(used)) for used in zip(*cells, strict=True)]
        if ends == [(0, COLUMNS - 1), (0, ROWS - 1)]:
            return self
        lengths = self.felt.width, self.felt.height
        rooms = (
            length / (step * (last - first + 1 + 2 * _FELT_MARGIN))
            for length, step, (first, last) in zip(lengths, self.pitch, ends, strict=True)
        )
        tile = int(self.tile[0] * max(1.0, min(_CLOSEST, *rooms)))
        pitch = tile * PITCH[0], tile * ASPECT * PITCH[1]
        left, top = (
            middle - (first + last + 1) / 2 * step
            for middle, step, (first, last) in zip(self.felt.center, pitch, ends, strict=True)
        )
        return replace(self, tile=(tile, round(tile * ASPECT)), pitch=pitch, origin=(left, top))

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell a point lies in; every point of the grid belongs to one cell only."""
        column = math.floor((point[0] - self.origin[0]) / self.pitch[0])
        row = math.floor((point[1] - self.origin[1]) / self.pitch[1])
        return Cell(column, row) if 0 <= column < COLUMNS and 0 <= row < ROWS else None


def board_width(tile: int) -> int:
    """Return the width of a table whose tiles are `tile` wide, rim included."""
    inner = tile * (1 + PITCH[0] * (COLUMNS - 1))
    return round(inner + 2 * tile * (_FELT_MARGIN + _RIM))


def board_height(tile: int) -> int:
    """Return the height of a table whose tiles are `tile` wide, rim included."""
    inner = tile * ASPECT * (1 + PITCH[1] * (ROWS - 1))
    return round(inner + 2 * tile * (_FELT_MARGIN + _RIM))


def widest_tile(room: Size) -> int:
    """Return the greatest tile width with which the table fits into `room`, at least 12."""
    tile = max(12, math.ceil(max(room) / COLUMNS))
    while tile > 12 and (board_width(tile) > room[0] or board_height(tile) > room[1]):
        tile -= 1
    return tile


def board_layout(tile: int, centre: tuple[int, int]) -> BoardLayout:
    """Return the table with tiles of width `tile` around `centre`."""
    outer = Rect(0, 0, board_width(tile), board_height(tile)).move_to(center=centre)
    rim, pitch = round(tile * _RIM), (tile * PITCH[0], tile * ASPECT * PITCH[1])
    felt = outer.inflate(-2 * rim, -2 * rim)
    across, down = pitch[0] * (COLUMNS - 1) + tile, pitch[1] * (ROWS - 1) + tile * ASPECT
    return BoardLayout(
        outer=outer,
        felt=felt,
        tile=(tile, round(tile * ASPECT)),
        origin=(felt.left + (felt.width - across) / 2, felt.top + (felt.height - down) / 2),
        pitch=pitch,
    )


_BETWEEN_PAIRS: Final = 0.12
_ALL_PAIRS: Final = 0.6
"""The last pair of many starts this many seconds after the first at the latest."""
_BETWEEN_TILES: Final = 0.05
_BETWEEN_DEALT: Final = 0.028
_FALL: Final = 0.24


def pair_flights(
    before: Position,
    move: Move,
    board: BoardLayout,
    place: Box,
    delay: float = 0.0,
    *,
    landing: bool = False,
) -> list[Flight]:
    """Return the flights of the pair that `move` takes from `before` to its taker's `place`.

    `landing` pairs fly back to the table. `delay` is in seconds.
    """
    kind = before.kind_of(move)
    flights: list[Flight] = []
    for number, cell in enumerate(move):
        here = board.box_of(cell)
        start, end = (place, here) if landing else (here, place)
        flights.append(Flight(kind, start, end, cell, landing, delay + _BETWEEN_TILES * number))
    return flights


def flights_over(
    old: Sequence[Node],
    new: Sequence[Node],
    board: BoardLayout,
    slot: Callable[[Player, int], Box],
) -> list[Flight]:
    """Return the flights from one place of a game to another; both are paths from the start.

    `slot` tells where a player's pair of a number, from 1, has its place beside the table.
    """
    common = 0
    while common < min(len(old), len(new)) and old[common] is new[common]:
        common += 1
    between = min(_BETWEEN_PAIRS, _ALL_PAIRS / max(1, len(old) - common, len(new) - common))
    flights: list[Flight] = []
    for nodes, landing in ((reversed(old[common:]), True), (new[common:], False)):
        for number, node in enumerate(nodes):
            if node.parent is not None and node.move is not None:
                before = node.parent.position
                movers = [n.parent.position.to_move for n in node.path() if n.parent]
                place = slot(before.to_move, movers.count(before.to_move))
                flights += pair_flights(
                    before, node.move, board, place, between * number, landing=landing
                )
    return flights


def dealt_flights(
    position: Position, board: BoardLayout, is_free: Callable[[Cell], bool]
) -> list[Flight]:
    """Return the flights of the tiles of a new game, which fall into their places one by one."""
    left, top = board.origin
    above = replace(board, origin=(left, top - board.tile[1]))
    return moved_flights(position, above, board, is_free, _BETWEEN_DEALT)


def moved_flights(
    position: Position,
    old: BoardLayout,
    new: BoardLayout,
    is_free: Callable[[Cell], bool],
    between: float = 0.0,
) -> list[Flight]:
    """Return the flights of all tiles from their places in one layout to those in another."""
    return [
        Flight(
            kind,
            old.box_of(cell),
            new.box_of(cell),
            cell,
            True,
            between * (cell.column + cell.row),
            seconds=_FALL,
            dimmed=not is_free(cell),
        )
        for cell, kind in position.tiles()
    ]


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


def _lay_wood(surface: pygame.Surface, rim: int) -> None:
    width, height = surface.get_size()
    above = _strip(width, rim)
    surface.blit(above, (0, 0))
    surface.blit(pygame.transform.flip(above, False, True), (0, height - rim))
    beside = pygame.transform.rotate(_strip(height, rim), 90)
    surface.blit(beside, (0, 0))
    surface.blit(pygame.transform.flip(beside, True, False), (width - rim, 0))


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


_LEAST_LETTERS: Final = 9
"""The size below which letters and digits on the rim cannot be read, and are left out."""


def _write(surface: pygame.Surface, font: Font, name: str, centre: tuple[int, int]) -> None:
    picture = draw.rendered(font, name, look.RIM_LETTERS)
    surface.blit(picture, picture.get_rect(center=centre))


def _write_names(surface: pygame.Surface, layout: BoardLayout, rim: int, theme: Theme) -> None:
    """Write the columns' letters and the rows' digits on all four sides, if the rim has room."""
    size = round(rim * 0.54)
    if size < _LEAST_LETTERS:
        return
    font = theme.font_of_size(Role.STRONG, size)
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


def _round_corners(surface: pygame.Surface, radius: int) -> None:
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    draw.box(mask, mask.get_rect(), pygame.Color("white"), radius=radius)
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


_tables: Final = draw.PictureCache(16 << 20)


def table_picture(layout: BoardLayout, theme: Theme, *, lettered: bool = False) -> pygame.Surface:
    """Return the table of `layout`, as large as its `outer` rectangle.

    It is composed once for a size, as `assets/table/README.md` says; where cells are named, on a
    `lettered` one, the names are written on it.
    """
    rim = layout.felt.left - layout.outer.left
    table = _tables.get((layout.outer.size, rim, theme), lambda: _bare_table(layout, rim, theme))
    surface = table.copy()
    if lettered:
        _write_names(surface, layout, rim, theme)
    return surface


def _bare_table(layout: BoardLayout, rim: int, theme: Theme) -> pygame.Surface:
    surface = pygame.Surface(layout.outer.size, pygame.SRCALPHA)
    surface.blit(table_cloth(layout.felt.size, theme), (rim, rim))
    _lay_rim_shadow(surface, rim)
    _lay_wood(surface, rim)
    _engrave_edges(surface, rim)
    _round_corners(surface, max(4, rim // 3))
    return surface


_ROUND_CURSOR: Final = 1.1
"""How large another mark is around the frame of the cursor."""
_FREE_LIFT: Final = 0.07
_HOVER_LIFT: Final = 0.05
_SELECTED_LIFT: Final = 0.14
"""How far tiles rise above their place, in tile widths."""


def _ground(
    layout: BoardLayout, theme: Theme, opaque: bool, lettered: bool
) -> tuple[pygame.Surface, pygame.Rect]:
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
    ground.blit(table_picture(layout, theme, lettered=lettered), place)
    return ground, rect


class BoardPainter:
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
        lettered: bool = False,
    ) -> None:
        """Prepare the pictures; an `opaque` table has the room's colour around it: faster.

        `worth` shows on the partners of a tile the points of the pair.
        """
        self.layout = layout
        self.theme = theme
        self.art = kept_art(layout.tile[0], theme, rank_digits=rank_digits)
        self._highlight_free = highlight_free
        self._worth = worth
        self._ground, self._ground_rect = _ground(layout, theme, opaque, lettered)
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
        if board.shown is not None and board.shown.is_dimmed:
            _shade(surface, self.layout.felt)
        for cell, lift in risen.items():
            sway = motion.sway if cell == motion.shaken else 0.0
            shift = (sway * self.layout.tile[0] * 0.09, 0.0)
            self._draw_shadow(surface, cell, lift, shift)
            self._blit_tile(surface, board, cell, lift, shift)
        self._draw_marks(surface, board, risen, seconds)

    def draw_flights(self, surface: pygame.Surface, motion: Motion) -> None:
        """Paint the tiles in flight, after everything else: they cross the panels."""
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
        """Return the tiles to repaint in every frame, and how high they are."""
        risen = {cell: self._lift_of_rest(board, cell) + _HOVER_LIFT for cell in board.partners}
        if board.looked_at is not None:
            chosen = board.selected is not None
            risen[board.looked_at] = _SELECTED_LIFT if chosen else _FREE_LIFT + _HOVER_LIFT
        for move in (board.hint, board.listed):
            for cell in move or ():
                risen.setdefault(cell, _FREE_LIFT + _HOVER_LIFT)
        risen |= dict.fromkeys(board.marked_held, _SELECTED_LIFT)
        risen |= dict.fromkeys(
            (*board.in_light, *board.named, *board.blockers), _FREE_LIFT + _HOVER_LIFT
        )
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
        marks |= dict.fromkeys(board.marked_held, "selected")
        pointed_at = *board.named, *board.blockers
        named = (cell for cell in pointed_at if board.position.kind_at(cell) is not None)
        partners = {*board.partners, *named} - {*(board.hint or ())}
        marks |= dict.fromkeys(partners, "partner")
        if board.selected is not None:
            marks[board.selected] = "selected"
        elif board.looked_at is not None and board.partners:
            marks[board.looked_at] = "partner"
        for cell, name in marks.items():
            self._mark(surface, name, cell, risen.get(cell, 0.0))
        if board.shown is not None:
            self._draw_shown(surface, board, board.shown)
        for cell in board.partners if self._worth else ():
            self._draw_worth(surface, board, cell, risen.get(cell, 0.0))
        if board.cursor is not None and board.position.kind_at(board.cursor) is not None:
            lift = risen.get(board.cursor, self._lift_of_rest(board, board.cursor))
            self._mark(surface, "cursor", board.cursor, lift)
            if board.cursor in marks:
                self._mark(surface, marks[board.cursor], board.cursor, lift, times=_ROUND_CURSOR)

    def _draw_shown(self, surface: pygame.Surface, board: Board, shown: Shown) -> None:
        """Frame the tiles in the light, and say what the pair costs or the answer scores."""
        width, answers = self.layout.tile[0], other(shown.position.to_move)
        if shown.worth:
            answers = shown.position.to_move
        for cell in board.in_light:
            lift, kind = _FREE_LIFT + _HOVER_LIFT, shown.looks[cell]
            if kind == "lit":
                self._mark(surface, "partner", cell, lift)
            colour = {"played": look.LIT, "best": look.PROVEN}.get(kind, look.PLAYERS[answers])
            plate = self.layout.plate_of(cell).move(0, -round(lift * width))
            edge = max(2, round(width * 0.07))
            clear = look.translucent(colour, 0)
            draw.box(surface, plate, clear, radius=max(3, width // 9), border=colour, width=edge)
        words, mark = shown.tag
        if words and board.in_light:
            room = self.layout.widest_tag
            tag = draw.tag(self.theme, words, mark is not None, mark or Mark.NONE, room)
            for cell in shown.tagged:
                surface.blit(tag, tag_place(self.layout, shown.position, cell, tag.get_size()))
        if shown.counts and len(board.in_light) == len(shown.looks):
            self._draw_bubble(surface, shown)

    def _draw_bubble(self, surface: pygame.Surface, shown: Shown) -> None:
        """Paint the points of the answer between its tiles."""
        centres = [self.layout.plate_of(cell).center for cell in shown.looks]
        x, y = (sum(part) // len(centres) for part in zip(*centres, strict=True))
        size = max(self.theme.px(20), round(self.layout.tile[0] * 0.5))
        font = self.theme.font_of_size(Role.SCORE, size)
        pill = pygame.Rect(0, 0, round(size * 2.2), round(size * 1.5)).move_to(center=(x, y))
        colour = look.PLAYERS[shown.position.to_move]
        draw.box(surface, pill, colour, radius=pill.height // 2)
        draw.text(surface, font, f"+{shown.worth}", look.ROOM, pill, "centre")

    def _mark(
        self,
        surface: pygame.Surface,
        name: str,
        cell: Cell,
        lift: float,
        opacity: int = 255,
        times: float = 1.0,
    ) -> None:
        mark, (x, y) = self.art.mark(name), self._place(cell, lift, (0.0, 0.0))
        if times > 1:
            (width, height), edge = mark.get_size(), (1 - times) / 2
            mark = pygame.transform.smoothscale_by(mark, times)
            x, y = x + round(edge * width * PLATE[0]), y + round(edge * height * PLATE[1])
        mark.set_alpha(opacity)
        surface.blit(mark, (x, y))

    def _draw_worth(self, surface: pygame.Surface, board: Board, cell: Cell, lift: float) -> None:
        """Paint the points of the pair on its partner."""
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
        """Mark a takeable tile with a small gold triangle at its lower edge."""
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
        colour = look.TAKEN[player]
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
        draw.player_sign(self._resting, player, centred(rect, side, side), look.TAKEN[player])


def column_rect(layout: BoardLayout, theme: Theme, column: int) -> pygame.Rect:
    """Return the place of a column, 0 to 11, on the cloth, with a little room around it."""
    place = layout.rect_of(Cell(column, 0)).union(layout.rect_of(Cell(column, ROWS - 1)))
    return place.inflate(theme.px(4), theme.px(8)).clip(layout.felt)


def light_column(surface: pygame.Surface, theme: Theme, layout: BoardLayout, column: int) -> None:
    """Put a column in light, with a golden frame: a hint speaks of it."""
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


def value_words(value: MoveCost, snapshot: Snapshot, *, relative: bool) -> str:
    """Return the value of a pair as its tiles show it: in looking back the cost with its mark."""
    if snapshot.looks_back:
        return f"{value.mark.value} {cost_figure(value.cost)}".strip() if value.is_known else "…"
    return cost_figure(value.cost) if relative else margin_figure(value.after, snapshot.side)


def shown_values(snapshot: Snapshot, board: Board) -> dict[Cell, MoveCost]:
    """Return the value each tile shows: its best pair's, beside a tile looked at that pair's.

    In looking back only the pair that was taken, and a better one, show what they cost.
    """
    if snapshot.looks_back:
        return {cell: value for value in snapshot.judged for cell in value.move}
    shown = dict(snapshot.best_of)
    if board.looked_at is not None:
        for partner in board.partners:
            value = snapshot.of_move(move_of(board.looked_at, partner))
            if value is not None:
                shown[partner] = value
    return {cell: value for cell, value in shown.items() if value.is_known}


def tag_place(layout: BoardLayout, position: Position, cell: Cell, size: Size) -> pygame.Rect:
    """Return where a pill at the free end of a tile is."""
    plate = layout.plate_of(cell)
    plate.top -= round(_FREE_LIFT * layout.tile[0])
    place = pygame.Rect((0, 0), size)
    if not any(position.columns[cell.column][cell.row + 1 :]):
        place.midtop = plate.midbottom
    else:
        place.midbottom = plate.midtop
    return place


class ValueTags:
    """What pairs are worth, in pills beside the tiles; in looking back what the pair taken cost.

    They hang at the end a tile can be reached from, where nothing lies, and so hide nothing of its
    face.
    """

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
                words = value_words(value, snapshot, relative=relative)
                picture = self.plaque(value, words, relative=relative)
                place = tag_place(self._layout, snapshot.position, cell, picture.get_size())
                surface.blit(picture, place)

    def plaque(self, value: MoveCost, words: str, *, relative: bool) -> pygame.Surface:
        """Return the picture of a value in words."""
        key = words, value.shown(relative=relative).is_exact, value.mark
        if key not in self._pictures:
            self._pictures[key] = draw.tag(self._theme, *key, self._layout.widest_tag)
        return self._pictures[key]

    def draw_steps(self, surface: pygame.Surface, moves: Iterable[Move]) -> None:
        """Paint the order in which a replayed line takes pairs, in neutral discs.

        The players' signs would say who took them.
        """
        side = round(self._layout.tile[0] * 0.46)
        font = self._theme.font_of_size(Role.SCORE, round(side * 0.56))
        for number, move in enumerate(moves, 1):
            for cell in move:
                disc = centred(self._layout.rect_of(cell), side, side)
                draw.box(surface, disc, look.INK, radius=side // 2)
                draw.text(surface, font, str(number), look.ROOM, disc, "centre")


_SHRUNK: Final = 4
"""How much larger a table that is small is painted than it is shown."""


class Miniature:
    """The table as large as fits into `room`, around its centre; its tiles fill it."""

    def __init__(self, theme: Theme, room: pygame.Rect) -> None:
        self.layout, self._theme = board_layout(widest_tile(room.size), room.center), theme
        self._view: BoardPainter | None = None
        self._room = room
        self._small: tuple[object, pygame.Surface] = (None, pygame.Surface((0, 0)))

    @property
    def rect(self) -> pygame.Rect:
        """Where the table is."""
        return self.layout.outer

    def draw(self, surface: pygame.Surface, position: Position, shown: Shown | None = None) -> None:
        """Paint the table with `position` on it, and what is shown of a pair."""
        if not self._room.contains(self.rect):  # tiles are not painted that small
            if self._small[0] != (position, shown):
                large = pygame.Surface(
                    (self._room.width * _SHRUNK, self._room.height * _SHRUNK), pygame.SRCALPHA
                )
                Miniature(self._theme, large.get_rect()).draw(large, position, shown)
                small = pygame.transform.smoothscale(large, self._room.size)
                self._small = (position, shown), small
            surface.blit(self._small[1], self._room)
            return
        board, layout = Board(position), self.layout.close_up(position)
        board.shown, board.in_light = shown, () if shown is None else tuple(shown.looks)
        if self._view is None or self._view.layout != layout:
            self._view = BoardPainter(layout, self._theme, rank_digits=True, highlight_free=True)
        self._view.draw(surface, board, Motion(), seconds=0.0, pairs=False)


def _shade(surface: pygame.Surface, felt: Rect) -> None:
    """Shade what is seen of the felt; nothing while it is scrolled out of sight."""
    seen = felt.clip(surface.get_clip())
    if seen.width and seen.height:
        draw.shade(surface.subsurface(seen), look.QUIET)


def paint_shown(
    surface: pygame.Surface, theme: Theme, room: pygame.Rect, shown: BoardShown
) -> None:
    """Paint a board of a view as large as fits into a room, around its middle."""
    layout = board_layout(widest_tile(room.size), room.center).around(shown.box)
    if not room.contains(layout.outer):  # tiles are not painted that small
        large = pygame.Surface((2 * room.width, 2 * room.height), pygame.SRCALPHA)
        paint_shown(large, theme, large.get_rect(), shown)
        surface.blit(pygame.transform.smoothscale(large, room.size), room)
        return
    art, width = kept_art(layout.tile[0], theme, rank_digits=True), layout.tile[0]
    surface.blit(table_picture(layout, theme), layout.outer)
    for ghost in shown.ghosts:
        _paint_ghost(surface, theme, layout, ghost)
    tiles = sorted(shown.tiles, key=lambda tile: (tile.cell.row, tile.cell.column))
    in_light = [tile for tile in tiles if tile.mark or tile.glows or tile.tag]
    for step in tiles, in_light:
        for tile in step:
            x, y = layout.corner_of(tile.cell)
            off = art.shadow_offset
            surface.blit(art.shadow(), (x + off[0], y + off[1]))
        for tile in step:
            surface.blit(art.tile(tile.kind, dimmed=not tile.free), layout.corner_of(tile.cell))
        if step is tiles and any(tile.quiet for tile in tiles):
            _shade(surface, layout.felt)
    colours = {"played": look.LIT, "best": look.PROVEN, "answer": look.SKY, "hint": look.GOLD}
    for tile in in_light:
        if tile.glows:
            surface.blit(art.mark("partner"), layout.corner_of(tile.cell))
        if tile.mark:
            plate, colour = layout.plate_of(tile.cell), colours[tile.mark]
            edge, clear = max(2, round(width * 0.07)), look.translucent(colour, 0)
            draw.box(surface, plate, clear, radius=max(3, width // 9), border=colour, width=edge)


def _paint_ghost(surface: pygame.Surface, theme: Theme, layout: BoardLayout, ghost: Ghost) -> None:
    """Paint the place of a tile that was taken: its taker's sign, and for how much."""
    width, colour = layout.tile[0], look.TAKEN[ghost.player]
    place = layout.plate_of(ghost.cell)
    place = place.inflate(-round(width * 0.1), -round(width * 0.1))
    edge = None if ghost.words else look.translucent(colour, 150)
    draw.box(surface, place, theme.cloth.empty, radius=max(2, width // 10), border=edge)
    side = max(6, round(width * 0.22 if ghost.words else width * 0.36))
    if not ghost.words:
        draw.player_sign(surface, ghost.player, centred(place, side, side), colour)
        return
    above, below = down(place, share(0.42), share(0.58))
    draw.player_sign(surface, ghost.player, centred(above, side, side), colour)
    font = theme.font_of_size(Role.STRONG, max(8, round(width * 0.4)))
    draw.text(surface, font, ghost.words, colour, below.move(0, -below.height // 8), "centre")


class DiagramPainter:
    """The first `columns` columns and `rows` rows of a position, on a piece of cloth."""

    def __init__(
        self, theme: Theme, room: pygame.Rect, columns: int, rows: int, *, margin: float = 0.35
    ) -> None:
        """Fit it into `room`; the `margin` around the tiles is in tile widths."""
        across = 1 + PITCH[0] * (columns - 1) + 2 * margin
        down = (1 + PITCH[1] * (rows - 1)) * ASPECT + 2 * margin
        tile = max(12, int(min(room.width / across, room.height / down, theme.px(76))))
        self.theme = theme
        self.art = kept_art(tile, theme, rank_digits=True)
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
        for side, reach, row in ((-1, 0.62, min(rows)), (1, 0.68, max(rows))):
            if free.row == row:
                tip = y + side * round(tall * reach)
                base = tip + side * theme.px(10)
                half = theme.px(8)
                draw.pointer(surface, look.GOLD, [(x, tip), (x - half, base), (x + half, base)])
