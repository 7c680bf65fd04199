"""Flights of pairs between the table and their takers, and of tiles that are dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from battle.rules.game import Node
from battle.rules.position import Cell, Move, Player, Position
from battle.window.board.layout import BoardLayout
from battle.window.ui.motion import Box, Flight

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
