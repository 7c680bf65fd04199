"""Where everything is around a table: toolbars, players, lists, status line."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from battle.window.board.geometry import BoardLayout, board_height, board_layout, widest_tile
from battle.window.ui.window_size import Size, scale_of


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
