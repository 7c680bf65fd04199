"""Where everything is on a screen with a table: functions from sizes to rectangles, in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from battle.rules.position import COLUMNS, ROWS, Cell
from battle.window.ui.tile_art import ASPECT, PLATE
from battle.window.ui.window import Size, scale_of

PITCH: Final = (0.975, 0.945)
"""The step from tile to tile, as a share of the tile's width and height: their depth overlaps."""
_FELT_MARGIN: Final = 0.34
_RIM: Final = 0.46
"""The felt around the tiles and the wooden rim around the felt, in tile widths."""


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

    def plate_of(self, cell: Cell) -> Rect:
        """Return the rectangle of the plate of a tile on `cell`, without the tile's depth."""
        width, height = self.tile
        size = round(width * PLATE[0]), round(height * PLATE[1])
        return Rect(self.corner_of(cell), size)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell a point lies in; every point of the grid belongs to one cell only."""
        column = math.floor((point[0] - self.origin[0]) / self.pitch[0])
        row = math.floor((point[1] - self.origin[1]) / self.pitch[1])
        inside = 0 <= column < COLUMNS and 0 <= row < ROWS
        return Cell(column, row) if inside else None


def board_width(tile: int) -> int:
    """Return the width of a table whose tiles are `tile` wide, rim included."""
    inner = tile * (1 + PITCH[0] * (COLUMNS - 1))
    return round(inner + 2 * tile * (_FELT_MARGIN + _RIM))


def board_height(tile: int) -> int:
    """Return the height of a table whose tiles are `tile` wide, rim included."""
    inner = tile * ASPECT * (1 + PITCH[1] * (ROWS - 1))
    return round(inner + 2 * tile * (_FELT_MARGIN + _RIM))


def widest_tile(room: Size) -> int:
    """Return the greatest tile width with which the table fits into `room`, at least 16."""
    tile = max(16, math.ceil(max(room) / COLUMNS))
    while tile > 16 and (board_width(tile) > room[0] or board_height(tile) > room[1]):
        tile -= 1
    return tile


def board_layout(tile: int, centre: tuple[int, int]) -> BoardLayout:
    """Return the table with tiles of width `tile` around `centre`."""
    outer = Rect(0, 0, board_width(tile), board_height(tile))
    outer.center = centre
    rim, margin = round(tile * _RIM), tile * _FELT_MARGIN
    return BoardLayout(
        outer=outer,
        felt=outer.inflate(-2 * rim, -2 * rim),
        tile=(tile, round(tile * ASPECT)),
        origin=(outer.left + rim + margin, outer.top + rim + margin),
        pitch=(tile * PITCH[0], tile * ASPECT * PITCH[1]),
    )


# --- table layout --------------------------------------------------------------------------------
#
# Where everything is around a table: toolbars, players, lists, status line.


@dataclass(frozen=True)
class TableLayout:
    """The playing screen: toolbars above, players and lists around the table, status below.

    Index 0 is player 1's side (left), index 1 player 2's. In a wide window the lists lie below
    the players, in a tall one below the table:

        wide   tools | race  | tools        tall   tools | race | tools
               ada   |       | ben                 ada          | ben
                     | table |                          table
               pairs |       | moves               pairs        | moves
               status                              status
    """

    tools: tuple[Rect, Rect]
    race: Rect
    players: tuple[Rect, Rect]
    board: BoardLayout
    pairs: Rect
    moves: Rect
    status: Rect


def table_layout(size: Size, text: float) -> TableLayout:
    """Return the playing screen's layout for a window of `size`, with words at the scale `text`.

    The shape of the window decides between the wide and the tall layout: whichever shows larger
    tiles.
    """
    measure = _Measure(size, scale_of(size), text)
    wide, tall = measure.wide_tile(), measure.tall_tile()
    return measure.wide(wide) if wide >= tall else measure.tall(tall)


@dataclass(frozen=True)
class _Measure:
    """The lengths a layout is made of."""

    size: Size
    scale: float
    text: float

    def px(self, length: float) -> int:
        return round(length * self.scale)

    def words(self, length: float) -> int:
        """Return a length that grows with the text."""
        return round(length * self.text)

    @property
    def gap(self) -> int:
        return self.px(12)

    @property
    def top(self) -> int:
        return self.words(44)

    @property
    def bottom(self) -> int:
        return self.words(34)

    @property
    def middle(self) -> Rect:
        """What is left between toolbar and status line."""
        top = self.top + 2 * self.gap
        height = self.size[1] - top - self.bottom - 2 * self.gap
        return Rect(self.gap, top, self.size[0] - 2 * self.gap, height)

    @property
    def side(self) -> int:
        """The least width of a column beside the table."""
        return min(self.words(196), self.size[0] // 4)

    def wide_tile(self) -> int:
        middle = self.middle
        return widest_tile((middle.width - 2 * self.side - 2 * self.gap, middle.height))

    def tall_tile(self) -> int:
        middle = self.middle
        rest = self.words(190) + self.words(150) + 2 * self.gap
        return widest_tile((middle.width, max(0, middle.height - rest)))

    def wide(self, tile: int) -> TableLayout:
        middle = self.middle
        board = board_layout(tile, middle.center)
        side = min(board.outer.left - 2 * self.gap, self.words(330))
        left = Rect(board.outer.left - self.gap - side, middle.top, side, middle.height)
        right = Rect(board.outer.right + self.gap, middle.top, side, middle.height)
        for column in (left, right):
            column.height = max(board.outer.height, min(middle.height, column.width * 6))
            column.centery = middle.centery
        upper, pairs = self._split(left)
        opposite, moves = self._split(right)
        return self._around(board, (upper, opposite), pairs, moves)

    def _split(self, column: Rect) -> tuple[Rect, Rect]:
        """Divide a column into the player's panel above and a list below."""
        upper = max(self.words(250), round(column.height * 0.54))
        upper = min(upper, column.height - self.gap - self.words(110))
        top = Rect(column.left, column.top, column.width, upper)
        rest = column.height - upper - self.gap
        return top, Rect(column.left, top.bottom + self.gap, column.width, max(0, rest))

    def tall(self, tile: int) -> TableLayout:
        middle = self.middle
        half = (middle.width - self.gap) // 2
        height = board_height(tile)
        rest = middle.height - height - 2 * self.gap
        upper = max(self.words(170), rest * 56 // 100)
        players = (
            Rect(middle.left, middle.top, half, upper),
            Rect(middle.right - half, middle.top, half, upper),
        )
        centre = (middle.centerx, middle.top + upper + self.gap + height // 2)
        board = board_layout(tile, centre)
        top = board.outer.bottom + self.gap
        lists = Rect(middle.left, top, half, middle.bottom - top)
        moves = Rect(middle.right - half, top, half, middle.bottom - top)
        return self._around(board, players, lists, moves)

    def _around(
        self, board: BoardLayout, players: tuple[Rect, Rect], pairs: Rect, moves: Rect
    ) -> TableLayout:
        left, right = players
        bar = Rect(left.left, self.gap, right.right - left.left, self.top)
        tools_width = min(left.width, self.words(300))
        tools = (
            Rect(bar.left, bar.top, tools_width, bar.height),
            Rect(bar.right - tools_width, bar.top, tools_width, bar.height),
        )
        race = Rect(
            tools[0].right + self.gap,
            bar.top,
            tools[1].left - tools[0].right - 2 * self.gap,
            bar.height,
        )
        status = Rect(bar.left, self.size[1] - self.gap - self.bottom, bar.width, self.bottom)
        return TableLayout(tools, race, players, board, pairs, moves, status)


def row_of(rect: Rect, count: int, gap: int) -> list[Rect]:
    """Return `count` equal places side by side in `rect`, at most as wide as they are high."""
    width = min((rect.width - (count - 1) * gap) / count, rect.height)
    step = width + gap if width < rect.height else (rect.width - width) / max(1, count - 1)
    return [
        Rect(
            round(rect.left + index * step),
            rect.top + (rect.height - round(width)) // 2,
            round(width),
            round(width),
        )
        for index in range(count)
    ]


# --- analysis layout -----------------------------------------------------------------------------
#
# Where everything is when a game is analysed or learned from: the table as at play, panels around.
#
# wide   tools   | verdict | tools          tall   tools | verdict | tools
# players |         | engine                players, graph  | engine
# graph   |  table  | lines                        table
# moves   |         | or review             moves           | lines or review
# status                                    status

_PLAYERS: Final = 78
_ENGINE: Final = 128
"""The heights of the players' and the solver's panels at 1280 x 800."""

PANELS: Final = ("verdict", "players", "graph", "tree", "engine", "sheet", "status")
"""The parts of the layout that are painted for themselves, when they have changed."""


@dataclass(frozen=True)
class AnalysisLayout:
    """The parts of the screen; `sheet` shows the lines or the review, `tree` the moves."""

    tools: tuple[Rect, Rect]
    verdict: Rect
    board: BoardLayout
    players: Rect
    graph: Rect
    tree: Rect
    engine: Rect
    sheet: Rect
    status: Rect


def analysis_layout(size: Size, text: float) -> AnalysisLayout:
    """Return the layout for a window of `size`, with words at the scale `text`."""
    table = table_layout(size, text)
    first, second = table.players
    if first.right <= table.board.outer.left:
        players, graph, tree = _left(first.union(table.pairs), text)
        engine, sheet = _right(second.union(table.moves), text)
    else:
        players, graph = _above(first, text)
        engine, tree, sheet = second, table.pairs, table.moves
    return AnalysisLayout(
        table.tools, table.race, table.board, players, graph, tree, engine, sheet, table.status
    )


def _left(column: Rect, text: float) -> tuple[Rect, Rect, Rect]:
    """Divide the column left of the table: players, graph, moves."""
    gap = round(10 * text)
    upper, rest = _cut(column, min(round(_PLAYERS * text), column.height // 4), gap)
    tall = min(round(300 * text), max(round(132 * text), rest.height * 38 // 100))
    graph, tree = _cut(rest, min(tall, rest.height // 2), gap)
    return upper, graph, tree


def _right(column: Rect, text: float) -> tuple[Rect, Rect]:
    """Divide the column right of the table: what the solver does, the sheet."""
    return _cut(column, min(round(_ENGINE * text), column.height // 3), round(10 * text))


def _above(half: Rect, text: float) -> tuple[Rect, Rect]:
    """Divide the left half above the table: players, graph."""
    return _cut(half, min(round(_PLAYERS * text), half.height // 2), round(10 * text))


def _cut(rect: Rect, height: int, gap: int) -> tuple[Rect, Rect]:
    """Return the upper part of a rectangle, `height` high, and what is left below a gap."""
    upper = Rect(rect.left, rect.top, rect.width, height)
    top = upper.bottom + gap
    return upper, Rect(rect.left, top, rect.width, max(0, rect.bottom - top))
