"""Where everything is: pure functions from sizes to rectangles, in pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from battle.profile.settings import WindowPlace
from battle.rules.cells import COLUMNS, ROWS, Cell

Size = tuple[int, int]

SMALLEST_WINDOW: Final = (900, 600)
_REFERENCE: Final = (1280, 800)
"""The window that lengths in code are written for."""
_LEAST_SCALE: Final = 0.85
_GREATEST_SCALE: Final = 4.0


def scale_of(size: Size) -> float:
    """Return how much larger than in a 1280 x 800 window things are in a window of `size`."""
    fits = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
    return max(_LEAST_SCALE, min(_GREATEST_SCALE, fits))


def text_scale_of(size: Size, wanted: float) -> float:
    """Return the scale of words in a window of `size` when the user wants them `wanted` larger.

    In a small window words grow only as far as the layout can hold them.
    """
    fits = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
    most = max(1.06, 1.6 * fits)
    return min(scale_of(size) * wanted, most)


def window_place(place: WindowPlace, desktops: Sequence[Size]) -> tuple[Size, Size | int]:
    """Return the size and the position of a window: as it was, if that still fits a display.

    What would hang out of the displays, now that there are others, is moved in.
    """
    widest = max(width for width, _ in desktops)
    tallest = max(height for _, height in desktops)
    width = max(SMALLEST_WINDOW[0], min(place.width, widest))
    height = max(SMALLEST_WINDOW[1], min(place.height, tallest))
    if place.x is None or place.y is None:
        return (width, height), _CENTRED
    right = sum(desktop[0] for desktop in desktops)
    seen = 0 <= place.x <= right - 200 and 0 <= place.y <= tallest - 100
    moved = min(place.x, max(0, right - width)), min(place.y, max(0, tallest - height))
    return (width, height), (moved if seen else _CENTRED)


_CENTRED: Final = 0x2FFF0000
"""SDL's number for a window in the middle of the screen."""
_WIDEST_FRAME: Final = 80


def place_kept(before: WindowPlace, now: WindowPlace) -> WindowPlace:
    """Return the place to remember: as before, unless somebody moved the window.

    Some window managers open a window further down by the height of its title bar; remembered each
    time, that would let the window wander.
    """
    if before.x is None or before.y is None or now.x is None or now.y is None:
        return now
    if max(abs(now.x - before.x), abs(now.y - before.y)) > _WIDEST_FRAME:
        return now
    return now._replace(x=before.x, y=before.y)


# --- the table ----------------------------------------------------------------------------------

PITCH: Final = (0.975, 0.945)
"""The step from tile to tile, as a share of the tile's width and height: their depth overlaps."""
_ASPECT: Final = 4 / 3
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
    inner = tile * _ASPECT * (1 + PITCH[1] * (ROWS - 1))
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
        tile=(tile, round(tile * _ASPECT)),
        origin=(outer.left + rim + margin, outer.top + rim + margin),
        pitch=(tile * PITCH[0], tile * _ASPECT * PITCH[1]),
    )


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
        side = min(board.outer.left - 2 * self.gap, round(self.words(330)))
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


# --- a player's panel ---------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerLayout:
    """A player's panel from top to bottom; `caption` is the line under the name."""

    outer: Rect
    badge: Rect
    name: Rect
    caption: Rect
    score: Rect
    bar: Rect
    strip: Rect
    tray: Rect


def player_layout(outer: Rect, text: float) -> PlayerLayout:
    """Return the parts of a player's panel; `text` is the scale of the words in it.

    In a panel that is much wider than high the tray lies beside the rest, not below it.
    """

    def px(length: float) -> int:
        return round(length * text)

    pad = px(12)
    whole = outer.inflate(-2 * pad, -2 * pad)
    beside = whole.height < px(250) and whole.width > px(320)
    inner = Rect(whole.topleft, (whole.width // 2 if beside else whole.width, whole.height))
    badge = Rect(inner.left, inner.top, px(38), px(38))
    left = badge.right + px(10)
    name = Rect(left, inner.top - px(2), inner.right - left, px(24))
    caption = Rect(left, name.bottom, name.width, px(17))
    score = Rect(inner.left, badge.bottom + px(8), inner.width, px(46))
    bar = Rect(inner.left, score.bottom + px(4), inner.width, max(4, px(6)))
    strip = Rect(inner.left, bar.bottom + px(10), inner.width, px(38))
    if beside:
        left = inner.right + px(12)
        tray = Rect(left, whole.top, whole.right - left, whole.height)
    else:
        tray = Rect(inner.left, strip.bottom + px(8), inner.width, 0)
        tray.height = max(0, inner.bottom - tray.top)
    return PlayerLayout(outer, badge, name, caption, score, bar, strip, tray)


@dataclass(frozen=True)
class TraySlots:
    """Where the pairs of a tray lie, in the order of taking, and how wide their tiles are."""

    tile: int
    corners: tuple[tuple[int, int], ...]


_PAIR_WIDTH: Final = 1.34
_PAIR_HEIGHT: Final = 1.56
"""The room of a pair in tile widths, with the gap to the next."""


def tray_slots(rect: Rect, pairs: int, widest: int) -> TraySlots:
    """Return places for `pairs` pairs in `rect`, with tiles as wide as they can be."""
    pad = max(3, widest // 6)
    room = rect.inflate(-2 * pad, -2 * pad)
    tile = widest
    while tile > 8 and _tray_capacity(room, tile) < pairs:
        tile -= 1
    columns = max(1, math.floor(room.width / (tile * _PAIR_WIDTH)))
    step = room.width / columns
    corners = tuple(
        (
            round(room.left + (index % columns) * step),
            round(room.top + (index // columns) * tile * _PAIR_HEIGHT),
        )
        for index in range(pairs)
    )
    return TraySlots(tile, corners)


def _tray_capacity(room: Rect, tile: int) -> int:
    columns = math.floor(room.width / (tile * _PAIR_WIDTH))
    rows = math.floor(room.height / (tile * _PAIR_HEIGHT))
    return columns * rows


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
