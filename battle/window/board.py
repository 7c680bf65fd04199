"""The board: what lies around it, what is pointed out and chosen, what flies, how it is drawn.

`Board` is the model, `BoardView` its picture. Tiles that rest are painted once into a layer and
kept until something about them changes; what is lifted, marked or moving is painted over it in
every frame. `TreePanel` shows the moves of a game as a tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import groupby
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.study import Snapshot
from battle.coach.reasons import Line
from battle.language import _, ngettext
from battle.profile.settings import Settings
from battle.resources import asset
from battle.rules.position import (
    ALL_POINTS,
    COLUMN_LETTERS,
    COLUMNS,
    PLAYERS,
    POINTS_TO_WIN,
    ROW_DIGITS,
    ROWS,
    Cell,
    IllegalMoveError,
    Kind,
    Move,
    Player,
    Position,
    move_of,
)
from battle.rules.record import Node, without_commands
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Font, Looks, Role, Theme
from battle.window.ui.tile_art import ASPECT, PLATE, TileArt, kept_art
from battle.window.ui.widgets import Listing, Panel, Point, scroll_bar
from battle.window.ui.window import Size, scale_of
from battle.words import (
    NO_MOVE,
    cost_figure,
    label,
    margin_figure,
    number_of,
    shown_comment,
    tile_words,
)

PITCH: Final = (0.975, 0.945)
"""The step from tile to tile, as a share of the tile's width and height: their depth overlaps."""
_FELT_MARGIN: Final = 0.34
_RIM: Final = 0.46
_CLOSEST: Final = 1.75
"""How much larger the tiles of a close-up are at most."""
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
        size = round(self.tile[0] * PLATE[0]), round(self.tile[1] * PLATE[1])
        return Rect(self.corner_of(cell), size)

    @property
    def widest_tag(self) -> int:
        """The most that a value at a tile is wide, so that it stays apart from its neighbours'."""
        return round(self.pitch[0]) - max(3, round(self.pitch[0] * 0.06))

    def close_up(self, position: Position) -> BoardLayout:
        """Return the same table with larger tiles, as far as those of the position fit on it."""
        columns, rows = zip(*(cell for cell, _kind in position.tiles()), strict=True)
        ends = [(min(used), max(used)) for used in (columns, rows)]
        lengths = self.felt.width, self.felt.height
        rooms = (
            length / (step * (last - first + 2))
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


def table_layout(size: Size, text: float, card: int | None = None) -> TableLayout:
    """Return the playing screen's layout for a window of `size`, with words at the scale `text`.

    The shape of the window decides between the wide and the tall layout: whichever shows larger
    tiles. In the wide one the players' panels are at most `card` high.
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
        upper = min(max(px(250), round(height * 0.54)), height - gap - px(110), card or height)
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
"""The heights of the players' and, usually, the solver's panels at 1280 x 800."""


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


def analysis_layout(size: Size, text: float, engine: int = _ENGINE) -> AnalysisLayout:
    """Return the layout for a window of `size`, with words at the scale `text`.

    `engine` is the height of the solver's panel at 1280 x 800.
    """
    table, gap = table_layout(size, text), round(10 * text)
    first, second = table.players
    if first.right <= table.board.outer.left:
        left, right = first.union(table.pairs), second.union(table.moves)
        above = min(round(_PLAYERS * text), left.height // 4)
        rest = left.height - above - gap
        tall = min(round(400 * text), max(round(132 * text), rest * 46 // 100), rest // 2)
        players, graph, tree = down(left, above, tall, FILL, gap=gap)
        solver, sheet = down(right, min(round(engine * text), right.height // 3), FILL, gap=gap)
    else:
        players, graph = down(first, min(round(_PLAYERS * text), first.height // 2), FILL, gap=gap)
        solver, tree, sheet = second, table.pairs, table.moves
    return AnalysisLayout(
        table.tools, table.race, table.board, players, graph, tree, solver, sheet, table.status
    )


# --- board ---------------------------------------------------------------------------------------
#
# The board as a person works it: what is hovered, selected, under the cursor, pointed out.
#
# A plain model without pictures: `BoardView` draws it, a scene feeds it clicks and keys and does
# what its answers ask for. The rules come from the position; nothing is decided here but what a
# click means.


@dataclass(frozen=True)
class Refused:
    """The tile on `cell` cannot be chosen, for a reason given in a sentence."""

    cell: Cell | None
    reason: str


class Board:
    """The position on the table and everything pointed out on it.

    `held` is a pair that was chosen and is not taken yet.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.hovered: Cell | None = None
        self.selected: Cell | None = None
        self.cursor: Cell | None = None
        self.hint: Move | None = None
        self.listed: Move | None = None
        self.held: Move | None = None
        self.last: tuple[Move, Player] | None = None

    def show(self, position: Position, last: tuple[Move, Player] | None = None) -> None:
        """Show another position; what was pointed out on the old one is forgotten."""
        self.position, self.last = position, last
        self.selected = self.hint = self.listed = self.held = None
        self.hover(self.hovered)
        if self.cursor is not None and self.cursor not in position.partners:
            at = self.cursor
            self.cursor = min(
                position.free_cells,
                key=lambda free: (abs(free.column - at.column), abs(free.row - at.row)),
                default=None,
            )

    def hover(self, cell: Cell | None) -> None:
        """Let the mouse be on a cell, None beside the board; on an empty cell it is on nothing."""
        here = cell is not None and self.position.kind_at(cell) is not None
        self.hovered = cell if here else None

    # What is shown

    @property
    def looked_at(self) -> Cell | None:
        """The tile whose partners are shown: the selected one, else the one hovered if free."""
        return self.hovered_free if self.selected is None else self.selected

    @property
    def partners(self) -> tuple[Cell, ...]:
        """The partners of the tile looked at."""
        cell = self.looked_at
        return () if cell is None else self.position.partners[cell]

    def is_free(self, cell: Cell) -> bool:
        """Whether the tile on `cell` is free."""
        return cell in self.position.partners

    def is_takeable(self, cell: Cell) -> bool:
        """Whether the tile on `cell` is free and so is a partner."""
        return bool(self.position.partners.get(cell))

    # Choosing

    def choose(self, cell: Cell | None) -> Move | Refused | None:
        """Click the tile on `cell`, or press Enter on it: select it, or let go of what is selected.

        Returns the move that is to be played when it completes a pair, and the reason why it
        cannot be chosen.
        """
        kind = None if cell is None else self.position.kind_at(cell)
        if cell is None or kind is None or cell == self.selected:
            self.selected = None
            return None
        if self.selected is not None and cell in self.position.partners[self.selected]:
            return move_of(self.selected, cell)
        reason = self.refusal(cell, kind)
        if reason:
            return Refused(cell, reason)
        self._select(cell)
        return None

    def choose_kind(self, kind: Kind) -> Refused | None:
        """Select a tile by its kind: the first free one with a partner, at a repeat the next."""
        cells = [c for c in self.position.free_cells if self.position.kind_at(c) == kind]
        ready = [cell for cell in cells if self.is_takeable(cell)]
        if not ready:
            words = _("No {kind} is free.")
            if not any(found == kind for _cell, found in self.position.tiles()):
                words = _("No {kind} is left on the table.")
            elif cells:
                words = _("Only one {kind} is free, so there is no pair of it to take.")
            reason = words.format(kind=tile_words(kind))
            return Refused(cells[0] if cells else None, reason)
        following = ready.index(self.selected) + 1 if self.selected in ready else 0
        self.cursor = ready[following % len(ready)]
        self._select(self.cursor)
        return None

    def _select(self, cell: Cell) -> None:
        """Select the tile on a cell; the pairs that were pointed out are so no more."""
        self.selected, self.hint, self.listed = cell, None, None

    def refusal(self, cell: Cell, kind: Kind) -> str:
        """Return why the tile on `cell` cannot be selected, empty if it can."""
        if self.is_takeable(cell):
            return ""
        if self.is_free(cell):
            return _("{kind} on {cell} is free, but no other {kind} is.").format(
                kind=tile_words(kind), cell=cell
            )
        column = self.position.columns[cell.column]
        above = sum(1 for found in column[: cell.row] if found is not None)
        below = sum(1 for found in column[cell.row + 1 :] if found is not None)
        return _("{kind} on {cell} is blocked: {above}, {below}.").format(
            kind=tile_words(kind),
            cell=cell,
            above=ngettext("{n} tile above", "{n} tiles above", above).format(n=above),
            below=ngettext("{n} below", "{n} below", below).format(n=below),
        )

    # The keyboard's cursor

    def step(self, columns: int, rows: int) -> None:
        """Move the cursor among the free tiles: to another column, or to its column's other end."""
        free = self.position.free_cells
        if not free:
            self.cursor = None
        elif self.cursor is None:
            self.cursor = self.selected or self.hovered_free or free[0]
        elif rows:
            ends = [cell for cell in free if cell.column == self.cursor.column]
            self.cursor = ends[0] if rows < 0 else ends[-1]
        else:
            self.cursor = self._in_next_column(self.cursor, columns)

    @property
    def hovered_free(self) -> Cell | None:
        """The hovered cell if its tile is free."""
        return self.hovered if self.hovered in self.position.partners else None

    def _in_next_column(self, cursor: Cell, by: int) -> Cell:
        """Return the free tile in the next column that has any, at the same end of it."""
        free = self.position.free_cells
        at_bottom = any(cell.column == cursor.column and cell < cursor for cell in free)
        for distance in range(1, COLUMNS + 1):
            column = (cursor.column + by * distance) % COLUMNS
            ends = [cell for cell in free if cell.column == column]
            if ends:
                return ends[-1] if at_bottom else ends[0]
        return cursor

    def next_choice(self, by: int = 1) -> None:
        """Move the cursor to the next partner of the selected tile, else the next takeable tile."""
        if self.selected is not None:
            ring = self.position.partners[self.selected]
        else:
            ring = tuple(c for c in self.position.free_cells if self.is_takeable(c))
        if self.cursor in ring:
            self.cursor = ring[(ring.index(self.cursor) + by) % len(ring)]
        elif ring:
            self.cursor = ring[0 if by > 0 else -1]


# --- flights -------------------------------------------------------------------------------------
#
# Flights of pairs between the table and their takers, and of tiles that are dealt.

_BETWEEN_PAIRS: Final = 0.12
_ALL_PAIRS: Final = 0.6
"""The last pair of many starts this many seconds after the first at the latest."""
_BETWEEN_TILES: Final = 0.05
_BETWEEN_DEALT: Final = 0.028
_FALL: Final = 0.24


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
        rect = board.rect_of(cell)
        here = (float(rect.x), float(rect.y), float(rect.width), float(rect.height))
        start, end = (place, here) if landing else (here, place)
        flights.append(Flight(kind, start, end, cell, landing, delay + _BETWEEN_TILES * number))
    return flights


def dealt_flights(
    position: Position, board: BoardLayout, is_free: Callable[[Cell], bool]
) -> list[Flight]:
    """Return the flights of the tiles of a new game, which fall into their places one by one."""
    flights = []
    for cell, kind in position.tiles():
        left, top = map(float, board.corner_of(cell))
        width, height = map(float, board.tile)
        start, goal = (left, top - height, width, height), (left, top, width, height)
        delay = _BETWEEN_DEALT * (cell.column + cell.row)
        flights.append(
            Flight(kind, start, goal, cell, True, delay, seconds=_FALL, dimmed=not is_free(cell))
        )
    return flights


# --- line replay ---------------------------------------------------------------------------------
#
# A line replayed on the table: the one that is pointed at covers the position for as long.
#
#     start ──move──► ──move──► …   move by move, or by hand
#
# Pairs fly as they are taken, and back when one steps back.

FIRST_SECONDS: Final = 0.55
"""How long the mouse rests on a pair before its line begins: people only pass by as well."""
NEXT_SECONDS: Final = 0.75


class LineReplay:
    """The line pointed at, played in place of the position; `moves` are none while none is.

    Of these `at` are played; a move that cannot be played ends the line. While tiles are in motion
    nothing is played by itself. `fly` lets a pair that is taken from a position fly to its taker,
    or back to the table (`landing`).
    """

    def __init__(self, motion: Motion, fly: Callable[..., None]) -> None:
        self._motion, self._fly = motion, fly
        self.at = 0
        self.drop()

    def drop(self) -> None:
        """Put the position back."""
        if self.at:
            self._motion.finish()
        self._begins: Line | None = None
        self.positions: list[Position] = []
        self.moves: list[Move] = []
        self.at, self._waited, self._by_itself = 0, 0.0, True

    @property
    def played(self) -> Sequence[Move]:
        """The moves of the line that are played on the table."""
        return self.moves[: self.at]

    @property
    def is_at_end(self) -> bool:
        """Whether the whole line has been played, or there is none."""
        return self.at == len(self.moves)

    def board(self, present: Board) -> Board:
        """Return the board to paint: that of the line once it has begun, else `present`."""
        return self._board if self.at else present

    def update(self, line: Line | None, seconds: float) -> None:
        """Begin the line pointed at, go on with it, or put the position back."""
        begins = None if line is None else (line[0], line[1][:1])
        if begins != self._begins:
            self.drop()
            self._begins = begins
        if line is None:
            return
        self._learn(*line)
        if self._motion.flights or not self._by_itself or self.is_at_end:
            return
        self._waited += seconds
        if self._waited >= (NEXT_SECONDS if self.at else FIRST_SECONDS):
            self._waited = 0.0
            self._go(+1)

    def _learn(self, start: Position, line: Sequence[Move]) -> None:
        """Take a line that may be known better by now, if it begins as far as shown."""
        if [*line] == self.moves or [*line[: self.at]] != self.played:
            return
        self.positions = self.positions[: self.at + 1] or [start]
        self.moves = self.moves[: self.at]
        for move in line[self.at :]:
            try:
                self.positions.append(self.positions[-1].play(move))
            except IllegalMoveError:
                break
            self.moves.append(move)

    def step(self, by: int) -> None:
        """Go one move on or back by hand; from then on nothing moves by itself."""
        self._by_itself = False
        self._go(by)

    def _go(self, by: int) -> None:
        at = min(self.at, self.at + by)
        if 0 <= at < len(self.moves):
            self.at += by
            self._board = Board(self.positions[self.at])
            self._fly((self.positions[at], self.moves[at]), landing=by < 0)


# --- motion --------------------------------------------------------------------------------------
#
# Things that move for a moment: tiles in flight and a tile that shakes its head.

Box = tuple[float, float, float, float]
"""Left, top, width and height."""

FLIGHT_SECONDS: Final = 0.46
GLOW_SECONDS: Final = 0.15
"""How long the opponent's tiles glow before they fly."""
SHAKE_SECONDS: Final = 0.34


@dataclass
class Flight:
    """A tile on its way between two places; `delay` seconds pass before it sets off.

    `cell` is the cell it leaves or lands on; `landing` says which. `dimmed` tiles look blocked, and
    those that `glow` do so until they set off.
    """

    kind: Kind
    start: Box
    goal: Box
    cell: Cell
    landing: bool = False
    delay: float = 0.0
    seconds: float = FLIGHT_SECONDS
    dimmed: bool = False
    glows: bool = False
    age: float = 0.0

    @property
    def begun(self) -> bool:
        """Whether the tile has set off."""
        return self.age >= self.delay

    @property
    def over(self) -> bool:
        """Whether the tile has arrived."""
        return self.age >= self.delay + self.seconds

    @property
    def box(self) -> Box:
        """Where the tile is now: eased, on a low arc."""
        share = min(1.0, max(0.0, (self.age - self.delay) / self.seconds))
        eased = share * share * (3 - 2 * share)
        left, top, width, height = (
            a + (b - a) * eased for a, b in zip(self.start, self.goal, strict=True)
        )
        distance = math.hypot(self.goal[0] - self.start[0], self.goal[1] - self.start[1])
        return left, top - math.sin(math.pi * share) * distance * 0.09, width, height


@dataclass
class Motion:
    """Everything that moves on the playing screen."""

    flights: list[Flight] = field(default_factory=list)
    shaken: Cell | None = None
    _shaking: float = 0.0

    @property
    def moving(self) -> bool:
        """Whether anything moves."""
        return bool(self.flights) or self._shaking > 0

    def shake(self, cell: Cell | None) -> None:
        """Let the tile on `cell` shake its head."""
        self.shaken, self._shaking = cell, SHAKE_SECONDS if cell is not None else 0.0

    @property
    def sway(self) -> float:
        """How far the shaken tile is from its place, -1 to 1."""
        if self._shaking <= 0:
            return 0.0
        left = self._shaking / SHAKE_SECONDS
        return math.sin((1 - left) * 6 * math.pi) * left

    def update(self, seconds: float) -> list[Flight]:
        """Let time pass; return the flights that have just ended."""
        self._shaking = max(0.0, self._shaking - seconds)
        if self._shaking == 0:
            self.shaken = None
        for flight in self.flights:
            flight.age += seconds
        landed = [flight for flight in self.flights if flight.over]
        self.flights = [flight for flight in self.flights if not flight.over]
        return landed

    def finish(self) -> None:
        """Let everything arrive at once."""
        self.flights.clear()
        self._shaking, self.shaken = 0.0, None


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


_LEAST_LETTERS: Final = 9
"""The size below which letters and digits on the rim cannot be read, and are left out."""


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
                words = value_words(value, snapshot, relative=relative)
                picture = self.plaque(value, words, relative=relative)
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

    def plaque(self, value: MoveCost, words: str, *, relative: bool) -> pygame.Surface:
        """Return the picture of a value in words."""
        key = words, value.shown(relative=relative).is_exact, value.mark
        if key not in self._pictures:
            self._pictures[key] = draw.tag(self._theme, *key, self._layout.widest_tag)
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
    *,
    marks: bool = True,
) -> None:
    """Paint both players, their points and what each has `lost`; `marks` the one to move.

    What is lost is said at length or in short, whatever has room.
    """
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
    for player, place in zip(PLAYERS, player_rows(rect), strict=True):
        name, is_to_move = label(names[player - 1]), marks and position.to_move == player
        _player(surface, theme, place, position, player, name, lost[player - 1], is_to_move)


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
    is_to_move: bool,
) -> None:
    px, is_to_move = theme.px, is_to_move and not position.is_over
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


# --- tree rows ------------------------------------------------------------------------------------
#
# A game's tree as rows to be read: the main line two moves a row, branches indented below.
#
#     11.  d3g8        h9k2 ?!−2
#          11… a1c9 12. b9h1 e2f2        a branch instead of h9k2
#     12.  d4j9        a1b8
#
# Row by row from the top; every move is a `Word` with its place in the row, measured in pixels by
# the caller's `measure`.


DEEPEST: Final = 3
"""Branches of branches are indented up to here."""


@dataclass(frozen=True)
class Word:
    """A move in a row, `left` to `left + width`; `number` stands before it where there is one."""

    node: Node
    number: str
    left: int
    width: int


@dataclass
class Row:
    """A row: moves, or the words somebody wrote after a move. `depth` 0 is the main line."""

    depth: int
    words: list[Word] = field(default_factory=list)
    number: str = ""
    comment: str = ""
    of: Node | None = None

    def word_at(self, x: int) -> Word | None:
        """Return the move at a place in the row."""
        return next((word for word in self.words if word.left <= x < word.left + word.width), None)


@dataclass(frozen=True)
class Columns:
    """Where things stand in a row of `width`: numbers are `number` wide, steps `indent`."""

    width: int
    number: int
    indent: int
    measure: Callable[[str], int]
    extra: Callable[[Node], str] = lambda node: ""

    def place(self, player: Player) -> tuple[int, int]:
        """Return the left edge and the width of a player's moves of the main line."""
        half = (self.width - self.number) // 2
        return self.number + (player - 1) * half, half


def tree_rows(root: Node, columns: Columns, line: Sequence[Node] | None = None) -> list[Row]:
    """Return the rows of a whole tree, or of a `line` alone."""
    rows = _comment(root, 0) if line is None else []
    row: Row | None = None
    for node in root.main_line() if line is None else line:
        before = node.parent
        assert before is not None
        mover = before.position.to_move
        if row is None or mover == 1:
            row = Row(0, number=f"{number_of(node)}.")
            rows.append(row)
        left, width = columns.place(mover)
        row.words.append(Word(node, "", left, width))
        aside = [] if line is not None else [*_comment(node, 0), *_branches(before, 1, columns)]
        if aside:
            rows += aside
            row = None
    return rows


def _branches(before: Node, depth: int, columns: Columns) -> Iterator[Row]:
    for branch in before.children[1:]:
        yield from _branch(branch, depth, columns)


def _branch(first: Node, depth: int, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a branch: its moves as flowing text, its own branches in between."""
    flow = _Flow(columns, depth)
    node: Node | None = first
    while node is not None:
        flow.add(node)
        aside = list(_comment(node, min(depth, DEEPEST)))
        parent = node.parent
        if parent is not None and node is parent.children[0]:
            aside += _branches(parent, depth + 1, columns)
        if aside:
            yield from flow.rows()
            yield from aside
        node = node.children[0] if node.children else None
    yield from flow.rows()


class _Flow:
    """Words set one after the other, in as many rows as they need."""

    def __init__(self, columns: Columns, depth: int) -> None:
        self._columns = columns
        self._depth = min(depth, DEEPEST)
        self._left = columns.number + (self._depth - 1) * columns.indent
        self._end = self._left
        self._rows: list[Row] = []
        self._fresh = True

    def add(self, node: Node) -> None:
        """Set a move at the end."""
        before = node.parent
        assert before is not None
        first = before.position.to_move == 1
        mark = "." if first else "…"
        number = f"{number_of(node)}{mark}" if first or self._fresh else ""
        self._fresh = False
        measure, gap = self._columns.measure, self._columns.measure(" ") * 2
        text = f"{number} {node.move}{self._columns.extra(node)}".strip()
        width = measure(text) + gap
        if not self._rows or self._end + width > self._columns.width:
            self._rows.append(Row(self._depth))
            self._end = self._left
        self._rows[-1].words.append(Word(node, number, self._end, width))
        self._end += width

    def rows(self) -> list[Row]:
        """Return the rows set since the last call."""
        rows, self._rows, self._fresh = self._rows, [], True
        return rows


def _comment(node: Node, depth: int) -> list[Row]:
    words = shown_comment(without_commands(node.comment))
    return [Row(depth, comment=words, of=node)] if words else []


# --- tree panel -----------------------------------------------------------------------------------
#
# Paints the tree: moves two a row, their marks and costs, branches indented.


_ROW: Final = 27
_NUMBER: Final = 27
_INDENT: Final = 14
_LEAST_FOR_TILES: Final = 112
_LEAST_WITHOUT_COSTS: Final = 80
"""The width of a move's place from which its tile is shown, beside its cost or without."""


class TreePanel(Panel):
    """The rows of a tree, and the marks of its moves; `follow` gets the move that is clicked."""

    def __init__(self, follow: Callable[[Node], object] | None = None) -> None:
        super().__init__()
        self.listing = Listing()
        self.rows: list[Row] = []
        self.costs: Mapping[Node, MoveCost] = {}
        self.pointed: Node | None = None
        self._follow = follow
        self._here: Node | None = None
        self._line: set[Node] = set()
        self._version = 0
        self._least = _LEAST_FOR_TILES
        self._shown: object = None

    def place(self, theme: Theme, rect: pygame.Rect, panel: pygame.Rect | None = None) -> None:
        super().place(theme, rect, panel)
        self.title = _("Moves")
        self.listing.place(rect, theme.px(_ROW))

    @property
    def shown(self) -> object:
        return self._here, self._version, self.listing.first, self.pointed

    def fill(
        self,
        root: Node,
        here: Node,
        line: Sequence[Node],
        costs: Mapping[Node, MoveCost] | None = None,
    ) -> None:
        """Show a tree with the `costs` of its moves, without them its `line` alone.

        When the place looked at is another, its row is brought into sight.
        """
        before = self.rows, self.costs
        self.costs, self._here, self._line = costs or {}, here, {*line}
        self._least = _LEAST_WITHOUT_COSTS if costs is None else _LEAST_FOR_TILES
        font = self._small
        columns = Columns(
            self.listing.rect.width,
            self.theme.px(_NUMBER),
            self.theme.px(_INDENT),
            lambda text: font.size(text)[0],
            lambda node: f" {marked_cost(self.costs.get(node))}",
        )
        self.rows = tree_rows(root, columns, line if costs is None else None)
        self._version += (self.rows, self.costs) != before
        self.listing.fill(len(self.rows))
        shown = (here, len(self.rows), self.listing.rect.size)
        if shown != self._shown:
            self._shown = shown
            self.listing.choose(self.row_of(here) or 0 if self.rows else None)

    def row_of(self, node: Node) -> int | None:
        """Return the row a move stands in."""
        rows = enumerate(self.rows)
        return next((n for n, row in rows if any(word.node is node for word in row.words)), None)

    def node_at(self, point: Point) -> Node | None:
        """Return the move, or the move whose comment it is, at a point."""
        number = self.listing.row_at(point)
        if number is None:
            return None
        row = self.rows[number]
        word = row.word_at(point[0] - self.listing.rect.left)
        return word.node if word is not None else row.of

    def hover(self, point: Point | None) -> None:
        self.pointed = None if point is None else self.node_at(point)

    def press(self, point: Point, *, double: bool = False) -> None:
        node = self.node_at(point)
        if node is not None and self._follow is not None:
            self._follow(node)

    def scroll(self, rows: int) -> bool:
        self.listing.scroll(rows)
        return True

    @property
    def _small(self) -> Font:
        return self.theme.font_of_size(Role.TEXT, self.theme.px(14))

    # --- painting -------------------------------------------------------------------------------

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint the rows that are seen; moves off the line looked at are fainter."""
        px = self.theme.px
        if not self.rows:
            empty, room = _(NO_MOVE), self.listing.rect
            draw.text_within(surface, self.theme, Role.SMALL, empty, look.FAINT, room, "centre")
        for number in self.listing.rows:
            row, rect = self.rows[number], self.listing.rect_of(number)
            indent = px(_NUMBER) + px(_INDENT) * max(0, row.depth - 1)
            left, place = across(rect, indent, FILL)
            if row.comment:
                surface.fill(look.GOLD_DEEP, (place.left, place.top + px(5), px(2), px(17)))
                words = across(place, px(8), FILL)[1]
                draw.text(surface, self.theme.font(Role.SMALL), row.comment, look.GOLD, words)
                continue
            if row.depth:
                surface.fill(look.LINE, (place.left - px(4), rect.top, px(2), rect.height))
            small, left = self.theme.font(Role.SMALL), across(left, FILL, px(5))[0]
            draw.text(surface, small, row.number, look.FAINT, left, "right")
            for word in row.words:
                place = pygame.Rect(rect.left + word.left, rect.top, word.width, rect.height)
                self._paint_word(surface, word, place, row.depth)
        scroll_bar(surface, self.theme, self.listing)

    def _paint_word(
        self, surface: pygame.Surface, word: Word, rect: pygame.Rect, depth: int
    ) -> None:
        px, node = self.theme.px, word.node
        ground = rect.inflate(-px(2), -px(3))
        if node is self._here:
            draw.box(surface, ground, look.CHOSEN, radius=px(6), border=look.GOLD)
        elif node is self.pointed:
            draw.box(surface, ground, look.PANEL_RAISED, radius=px(6))
        place = across(rect, px(4), FILL)[1] if depth else rect.inflate(-px(8), 0)
        if not depth and rect.width >= px(self._least):
            assert node.parent is not None
            assert node.move is not None
            art = kept_art(round((place.height - px(5)) / 1.34), self.theme)
            tile, place = across(place, art.width, FILL, gap=px(6))
            kind = node.parent.position.kind_of(node.move)
            surface.blit(art.tile(kind), (tile.left, tile.centery - art.size[1] // 2))
        ink = look.INK if node in self._line else look.OFF_LINE
        after = draw.text(surface, self._small, f"{word.number} {node.move}".strip(), ink, place)
        cost = self.costs.get(node)
        if cost is not None and cost.cost.points:
            self._paint_cost(surface, cost, across(rect, after.right + px(5) - rect.left, FILL)[1])

    def _paint_cost(self, surface: pygame.Surface, cost: MoveCost, rect: pygame.Rect) -> None:
        """Write a move's mark and cost as large as there is room, the mark alone in the least.

        On a plate it says that the move changed who wins.
        """
        whole = marked_cost(cost)
        for size, words in ((13, whole), (12, whole), (11, whole), (12, cost.mark.value)):
            font = self.theme.font_of_size(Role.STRONG, self.theme.px(size))
            if font.size(words)[0] <= rect.width:
                break
        ink = self.theme.costs[cost.mark]
        if cost.changed_outcome:
            plate = pygame.Rect(rect.left, 0, font.size(words)[0], font.get_linesize())
            plate.centery = rect.centery
            plate.inflate_ip(self.theme.px(6), 0)
            draw.box(surface, plate, ink, radius=self.theme.px(4))
            ink = look.ON_GOLD
        draw.text(surface, font, words, ink, rect)


def marked_cost(cost: MoveCost | None) -> str:
    """Return a move's mark and what it cost, `? −4`; empty for nothing, and what is not known."""
    if cost is None or not cost.cost.points:
        return ""
    return f"{cost.mark.value} {cost_figure(cost.cost)}".strip()
