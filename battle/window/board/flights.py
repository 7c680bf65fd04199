"""Flights of pairs between the table and their takers, and of tiles that are dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, TypeAlias

from battle.coach.reason_words import Line
from battle.rules.game import Node
from battle.rules.position import Cell, IllegalMoveError, Move, Player, Position
from battle.window.board.board import Board
from battle.window.board.layout import BoardLayout
from battle.window.ui.motion import Box, Flight, Motion

Slot: TypeAlias = Callable[[Player, int], Box]
"""Where a player's pair of this number, from 1, has its place beside the table."""

_BETWEEN_PAIRS: Final = 0.12
_ALL_PAIRS: Final = 0.6
"""The last pair of many starts this many seconds after the first at the latest."""
_BETWEEN_TILES: Final = 0.05
_BETWEEN_DEALT: Final = 0.028
_FALL: Final = 0.24


def flights_over(
    old: Sequence[Node], new: Sequence[Node], board: BoardLayout, slot: Slot
) -> list[Flight]:
    """Return the flights from one place of a game to another; both are paths from the start."""
    common = 0
    while common < min(len(old), len(new)) and old[common] is new[common]:
        common += 1
    most = max(len(old), len(new)) - common
    between = min(_BETWEEN_PAIRS, _ALL_PAIRS / max(1, most))
    flights: list[Flight] = []
    for number, node in enumerate(reversed(old[common:])):
        flights += _node_flights(node, between * number, board, slot, landing=True)
    for number, node in enumerate(new[common:]):
        flights += _node_flights(node, between * number, board, slot, landing=False)
    return flights


def _node_flights(
    node: Node, delay: float, board: BoardLayout, slot: Slot, *, landing: bool
) -> list[Flight]:
    if node.parent is None or node.move is None:
        return []
    before = node.parent.position
    taker = before.to_move
    count = sum(1 for n in node.path() if n.parent and n.parent.position.to_move == taker)
    place = slot(taker, count)
    return pair_flights(before, node.move, board, place, delay, landing=landing)


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
        late = delay + _BETWEEN_TILES * number
        flights.append(Flight(kind, start, end, cell, landing, late))
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
        dimmed = not is_free(cell)
        flight = Flight(kind, start, goal, cell, True, delay, seconds=_FALL, dimmed=dimmed)
        flights.append(flight)
    return flights


# --- line replay ---------------------------------------------------------------------------------
#
# Lines replayed on the table: the one that is pointed at covers the position for as long.
#
#     pointed at ──► LinePreview ──board──► what to paint
#                        └── LineReplay: start ──move──► ──move──► …   move by move, or by hand
#
# Pairs fly as they are taken, and back when one steps back.

FIRST_SECONDS: Final = 0.55
"""How long the mouse rests on a pair before its line begins: people only pass by as well."""
NEXT_SECONDS: Final = 0.75


class LineReplay:
    """A line from a position, of which `at` moves are played; one that cannot be played ends it."""

    def __init__(self, start: Position, line: Iterable[Move]) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        self.at = 0
        self._waited = 0.0
        self._by_itself = True
        self.go_on(line)

    def go_on(self, line: Iterable[Move]) -> None:
        """Show another line, which may be known better by now, if it begins as far as shown."""
        line = list(line)
        if line == self.moves or line[: self.at] != self.moves[: self.at]:
            return
        del self.positions[self.at + 1 :], self.moves[self.at :]
        for move in line[self.at :]:
            try:
                self.positions.append(self.positions[-1].play(move))
            except IllegalMoveError:
                break
            self.moves.append(move)

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.positions[self.at]

    @property
    def is_at_end(self) -> bool:
        """Whether the whole line has been played."""
        return self.at == len(self.moves)

    def step(self, by: int) -> bool:
        """Go one move on or back by hand; from then on nothing moves by itself."""
        self._by_itself = False
        return self._go_to(self.at + by)

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether a move was played."""
        if not self._by_itself or self.is_at_end:
            return False
        self._waited += seconds
        if self._waited < (NEXT_SECONDS if self.at else FIRST_SECONDS):
            return False
        self._waited = 0.0
        return self._go_to(self.at + 1)

    def _go_to(self, at: int) -> bool:
        before, self.at = self.at, max(0, min(len(self.moves), at))
        return self.at != before


class Fly(Protocol):
    """Lets a pair fly to its taker, or back to the table (`landing`)."""

    def __call__(self, before: Position, move: Move, *, landing: bool) -> None:
        """Begin the flight of the pair that `move` takes from `before`."""


class LinePreview:
    """The line pointed at, played in place of the position; `replay` is None while none is.

    While tiles are in motion nothing is played by itself.
    """

    def __init__(self, motion: Motion, fly: Fly) -> None:
        self._motion, self._fly = motion, fly
        self._begins: Line | None = None
        self._board: Board | None = None
        self.replay: LineReplay | None = None

    @property
    def is_begun(self) -> bool:
        """Whether a move of the line has been played on the table."""
        return self.replay is not None and self.replay.at > 0

    @property
    def shown(self) -> LineReplay | None:
        """The line, once it has begun."""
        return self.replay if self.is_begun else None

    def board(self, present: Board) -> Board:
        """Return the board to paint: that of the line once it has begun, else `present`."""
        return self._board if self.is_begun and self._board is not None else present

    def update(self, line: Line | None, seconds: float) -> None:
        """Begin the line pointed at, go on with it, or put the position back."""
        begins = None if line is None else (line[0], line[1][:1])
        if begins != self._begins:
            self.drop()
            self._begins = begins
            self.replay = None if line is None else LineReplay(*line)
        if self.replay is None or line is None:
            return
        self.replay.go_on(line[1])
        if not self._motion.flights and self.replay.update(seconds):
            self._show(self.replay, +1)

    def step(self, by: int) -> None:
        """Go one move on or back in the line."""
        if self.replay is not None and self.replay.step(by):
            self._show(self.replay, by)

    def drop(self) -> None:
        """Put the position back."""
        if self.is_begun:
            self._motion.finish()
        self.replay = self._begins = None

    def _show(self, replay: LineReplay, by: int) -> None:
        self._board = Board(replay.position)
        at = replay.at - 1 if by > 0 else replay.at
        self._fly(replay.positions[at], replay.moves[at], landing=by < 0)
