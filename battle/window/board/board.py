"""The board as a model: where everything is around it, what is pointed out, what flies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pygame import Rect

from battle.coach.reasons import Line
from battle.language import _, ngettext
from battle.rules.position import (
    COLUMNS,
    ROWS,
    Cell,
    IllegalMoveError,
    Kind,
    Move,
    Player,
    Position,
    move_of,
)
from battle.rules.record import Node
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.tile_art import ASPECT, PLATE
from battle.window.ui.window import Size, scale_of

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
            reason = words.format(kind=self.kind_words(kind))
            return Refused(cells[0] if cells else None, reason)
        following = ready.index(self.selected) + 1 if self.selected in ready else 0
        self.cursor = ready[following % len(ready)]
        self._select(self.cursor)
        return None

    def _select(self, cell: Cell) -> None:
        """Select the tile on a cell; the pairs that were pointed out are so no more."""
        self.selected, self.hint, self.listed = cell, None, None

    def kind_words(self, kind: Kind) -> str:
        """Return a kind as it stands in a refusal."""
        return str(kind)

    def refusal(self, cell: Cell, kind: Kind) -> str:
        """Return why the tile on `cell` cannot be selected, empty if it can."""
        if self.is_takeable(cell):
            return ""
        if self.is_free(cell):
            return _("{kind} on {cell} is free, but no other {kind} is.").format(
                kind=self.kind_words(kind), cell=cell
            )
        column = self.position.columns[cell.column]
        above = sum(1 for found in column[: cell.row] if found is not None)
        below = sum(1 for found in column[cell.row + 1 :] if found is not None)
        return _("{kind} on {cell} is blocked: {above}, {below}.").format(
            kind=self.kind_words(kind),
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
