"""The board as a person works it: what is hovered, selected, under the cursor, or in motion.

    click, key ──► Board        a move to play, a refusal, or another selection
    time       ──► Motion       tiles in flight, and one that shakes its head
    a line     ──► LineReplay   its positions, which cover the board's for as long
    an answer  ──► Showing      its tiles in the light, one after the other

All are models without pictures: `battle.window.board_view` paints them, a scene feeds them and acts
on their answers. The rules come from the position; only what a click means is decided here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from battle.coach.answer import Shown
from battle.coach.reasons import Line
from battle.language import _
from battle.rules.position import (
    COLUMNS,
    Cell,
    IllegalMoveError,
    Kind,
    Move,
    Player,
    Position,
    move_of,
    other,
)
from battle.screens.board_view import blockers_of, no_pair_of
from battle.words import tile_words


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
        self.named: frozenset[Cell] = frozenset()
        """The tiles that the sentence under the mouse names."""
        self.blockers: tuple[Cell, ...] = ()
        """The tiles between which the one lies that could not be chosen last."""
        self.shown: Shown | None = None
        self.in_light: tuple[Cell, ...] = ()
        """The tiles of what is `shown` that are in the light by now."""

    def show(self, position: Position, last: tuple[Move, Player] | None = None) -> None:
        """Show another position, with nothing pointed out on it."""
        if position != self.position:
            self.hovered = None  # a mouse that rests there points at nothing
        self.position, self.last = position, last
        self.selected = self.hint = self.listed = self.held = None
        self.blockers = ()
        if self.cursor is not None and self.cursor not in position.partners:
            at = self.cursor
            self.cursor = min(
                position.free_cells,
                key=lambda free: (abs(free.column - at.column), abs(free.row - at.row)),
                default=None,
            )

    def hover(self, cell: Cell | None) -> None:
        """Move the mouse to a cell, None beside the board; an empty cell counts as none."""
        here = cell is not None and self.position.kind_at(cell) is not None
        self.hovered = cell if here else None

    # What is shown

    @property
    def looked_at(self) -> Cell | None:
        """The tile whose partners are shown: the selected, else the hovered one if it is free.

        None while a pair is held, which alone is marked.
        """
        if self.held is not None:
            return None
        return self.hovered_free if self.selected is None else self.selected

    @property
    def marked_held(self) -> Sequence[Cell]:
        """The tiles of a pair that is held, until a better one is shown."""
        return self.held if self.held is not None and self.hint is None else ()

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
        """Select the tile on `cell`, or deselect it.

        Returns the move to play if it completes a pair, and why the tile cannot be chosen.
        """
        kind = None if cell is None else self.position.kind_at(cell)
        self.blockers = ()
        if cell is None or kind is None or cell == self.selected:
            self.selected = None
            return None
        if self.selected is not None and cell in self.position.partners[self.selected]:
            return move_of(self.selected, cell)
        reason = self.refusal(cell, kind)
        if reason:
            if not self.is_free(cell):
                self.blockers = blockers_of(self.position, cell)
            return Refused(cell, reason)
        self._select(cell)
        return None

    def choose_kind(self, kind: Kind) -> Refused | None:
        """Select the first free tile of a kind with a partner, or the next one when repeated."""
        cells = [c for c in self.position.free_cells if self.position.kind_at(c) == kind]
        ready = [cell for cell in cells if self.is_takeable(cell)]
        if not ready:
            words = _("No {kind} is free.")
            if not any(tile == kind for _cell, tile in self.position.tiles()):
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
        """Select the tile on a cell, and clear the highlighted pairs."""
        self.selected, self.hint, self.listed = cell, None, None

    def refusal(self, cell: Cell, kind: Kind) -> str:
        """Return why the tile on `cell` cannot be selected, empty if it can."""
        if self.is_takeable(cell):
            return ""
        return no_pair_of(self.position, cell)

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
        """End all flights at once."""
        self.flights.clear()
        self._shaking, self.shaken = 0.0, None


TILE_SECONDS: Final = 0.42
PAUSE_SECONDS: Final = 0.25
"""How long a tile of a pair takes that is shown, and the pause between two players."""
_READ_TILES: Final = 2
"""How long a pair stays in the light before the next one is played, in times of a tile."""


class Showing:
    """What is shown of a pair, in place of the board: the tiles of an answer one after the other.

    What is played after it follows, then the answer is shown again. Without animation all of that
    is shown at once.
    """

    def __init__(self) -> None:
        self.shown: Shown | None = None
        self._waited = 0.0
        self._to_come: list[Shown] = []

    def begin(self, shown: Shown | None, *, animated: bool) -> None:
        """Show a step from its beginning; None ends what is shown."""
        self.shown, self._waited = shown, 0.0 if animated else math.inf
        follows = shown is not None and animated and shown.then
        self._to_come = [*shown.then, shown] if shown is not None and follows else []

    def drop(self) -> None:
        """End it; the board is shown again."""
        self.shown, self._to_come = None, []

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._waited += seconds
        if self.shown is not None and self._to_come:
            tiles = len(self.shown.looks) + _READ_TILES
            if self._waited > PAUSE_SECONDS + tiles * TILE_SECONDS:
                self.shown = self._to_come.pop(0)
                self._waited = 0.0 if self._to_come else math.inf

    @property
    def moving(self) -> bool:
        """Whether tiles are still to come."""
        if self.shown is None:
            return False
        return bool(self._to_come) or len(self._in_light) < len(self.shown.looks)

    @property
    def _in_light(self) -> tuple[Cell, ...]:
        assert self.shown is not None
        in_turn, cells = self.shown.in_turn, tuple(self.shown.looks)
        if not in_turn or math.isinf(self._waited):
            return cells
        return cells[: max(0, math.ceil((self._waited - PAUSE_SECONDS) / TILE_SECONDS))]

    def board(self, present: Board) -> Board:
        """Return the board to paint: with what is shown, else `present`."""
        shown = self.shown
        if shown is None:
            return present
        board = Board(shown.position)
        board.shown, board.in_light, board.named = shown, self._in_light, present.named
        board.last = None if shown.gone is None else (shown.gone, other(shown.player))
        return board


FIRST_SECONDS: Final = 0.55
"""How long the mouse rests on a pair before its line begins: people only pass by as well."""
NEXT_SECONDS: Final = 2 * TILE_SECONDS + PAUSE_SECONDS


class LineReplay:
    """The line pointed at, played in place of the position; `moves` are none while none is.

        start ──move──► ──move──► …   move by move, or by hand

    Of these `at` are played; a move that cannot be played ends the line. While tiles are in motion
    nothing is played by itself. `fly` lets a pair that is taken from a position fly to its taker,
    or back to the table (`landing`).
    """

    def __init__(self, motion: Motion, fly: Callable[..., None]) -> None:
        self._motion, self._fly = motion, fly
        self.at = 0
        self.drop()

    def drop(self) -> None:
        """End the replay; the position is shown again."""
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
        """Begin, continue or end the replay."""
        begins = None if line is None else (line[0], line[1][:1])
        if begins != self._begins:
            self.drop()
            self._begins = begins
        if line is None:
            return
        self._learn(*line)
        if not self._by_itself or self.is_at_end or (self._motion.flights and not self.at):
            return
        self._waited += seconds
        if not self._motion.flights and self._waited >= (
            NEXT_SECONDS if self.at else FIRST_SECONDS
        ):
            self._waited = 0.0
            self._go(+1)

    def _learn(self, start: Position, line: Sequence[Move]) -> None:
        """Extend or replace the rest of the line, if it agrees with the moves already shown."""
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
        """Go one move forwards or backwards, and stop playing the line by itself."""
        self._by_itself = False
        self._go(by)

    def _go(self, by: int) -> None:
        at = min(self.at, self.at + by)
        if 0 <= at < len(self.moves):
            self.at += by
            self._board = Board(self.positions[self.at])
            pair = self.positions[at], self.moves[at]
            self._fly(pair, landing=by < 0, apart=TILE_SECONDS if self._by_itself else 0.0)
