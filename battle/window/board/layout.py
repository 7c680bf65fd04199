"""Where everything is on a screen with a table: functions from sizes to rectangles, in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from battle.rules.position import COLUMNS, ROWS, Cell
from battle.window.ui.layout import FILL, across, centred, down, inset
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

    def px(length: float) -> int:
        return round(length * text)

    gap = round(12 * scale_of(size))
    _above, bar, middle, status, _below = down(
        Rect((0, 0), size), 0, px(44), FILL, px(34), 0, gap=gap
    )
    middle = inset(middle, gap, 0)
    side = min(px(196), size[0] // 4)
    wide = widest_tile((middle.width - 2 * side - 2 * gap, middle.height))
    tall = widest_tile((middle.width, max(0, middle.height - px(190) - px(150) - 2 * gap)))
    if wide >= tall:
        board = board_layout(wide, middle.center)
        side = min(board.outer.left - 2 * gap, px(330))
        whole = centred(middle, board.outer.width + 2 * (gap + side), middle.height)
        height = max(board.outer.height, min(middle.height, side * 6))
        left, _board, right = across(centred(whole, whole.width, height), side, FILL, side, gap=gap)
        upper = min(max(px(250), round(height * 0.54)), height - gap - px(110))
        first, pairs = down(left, upper, FILL, gap=gap)
        second, moves = down(right, upper, FILL, gap=gap)
    else:
        rest = middle.height - board_height(tall) - 2 * gap
        upper = max(px(170), rest * 56 // 100)
        players, table, lists = down(middle, upper, board_height(tall), FILL, gap=gap)
        board = board_layout(tall, table.center)
        first, second = across(players, FILL, FILL, gap=gap)
        pairs, moves = across(lists, FILL, FILL, gap=gap)
    start, width = first.left, second.right - first.left
    tools = min(first.width, px(300))
    bar, status = (Rect(start, place.top, width, place.height) for place in (bar, status))
    one, race, other = across(bar, tools, FILL, tools, gap=gap)
    return TableLayout((one, other), race, (first, second), board, pairs, moves, status)


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
    table, gap = table_layout(size, text), round(10 * text)
    first, second = table.players
    if first.right <= table.board.outer.left:
        left, right = first.union(table.pairs), second.union(table.moves)
        above = min(round(_PLAYERS * text), left.height // 4)
        rest = left.height - above - gap
        tall = min(round(300 * text), max(round(132 * text), rest * 38 // 100), rest // 2)
        players, graph, tree = down(left, above, tall, FILL, gap=gap)
        engine, sheet = down(right, min(round(_ENGINE * text), right.height // 3), FILL, gap=gap)
    else:
        players, graph = down(first, min(round(_PLAYERS * text), first.height // 2), FILL, gap=gap)
        engine, tree, sheet = second, table.pairs, table.moves
    return AnalysisLayout(
        table.tools, table.race, table.board, players, graph, tree, engine, sheet, table.status
    )
