"""Facts: what the rules alone say of a pair or of a position, known at once and never an estimate.

    before ──move──► after    what it uncovers, what the opponent can take now and could not before,
                              what stays, what can no longer be taken
    position                  what the other player could take if the turn were passed, and which
                              kinds block each other

A fact is no judgement: whether it is good or bad only a proof can tell (`battle.coach.reasons`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from battle.coach.reasons import TilePair
from battle.rules.position import Cell, Kind, Move, Player, Position, other


@dataclass(frozen=True)
class Uncovered:
    """The tiles that become free, none to two, in the order of their cells."""

    tiles: tuple[tuple[Cell, Kind], ...]


@dataclass(frozen=True)
class MadeAvailable:
    """The highest pair that `opponent` can take after the move and could not before.

    `is_highest` tells that it scores more than every pair that was there already.
    """

    pair: TilePair
    opponent: Player
    is_highest: bool


@dataclass(frozen=True)
class StaysAvailable:
    """The highest pair that was there before and that `opponent` can take after the move."""

    pair: TilePair
    opponent: Player


@dataclass(frozen=True)
class RulesOut:
    """A pair that could be taken too and cannot after the move, which takes one of its tiles."""

    pair: TilePair


@dataclass(frozen=True)
class EndsGame:
    """The move leaves `opponent` no pair."""

    opponent: Player


@dataclass(frozen=True)
class IfPassed:
    """If the turn were passed `opponent` could take one of `pairs` pairs, at most `highest`."""

    opponent: Player
    pairs: int
    highest: TilePair


@dataclass(frozen=True)
class BlockEachOther:
    """The last two tiles of two kinds lie in turns in one column, so neither can ever be taken."""

    kinds: tuple[Kind, Kind]
    column: int


@dataclass(frozen=True)
class WaitsFor:
    """A tile of `kind` lies between the last two of `first`: it cannot be taken before those."""

    kind: Kind
    first: Kind
    column: int


MoveFact: TypeAlias = Uncovered | MadeAvailable | StaysAvailable | RulesOut | EndsGame
PositionFact: TypeAlias = IfPassed | BlockEachOther | WaitsFor
Fact: TypeAlias = MoveFact | PositionFact


def move_facts(before: Position, move: Move) -> tuple[MoveFact, ...]:
    """Return what the rules say of a move, the most telling first; raise IllegalMoveError."""
    after = before.play(move)
    if after.is_over:
        return (EndsGame(after.to_move),)
    old = {*before.legal_moves}
    new = _highest(before, (one for one in after.legal_moves if one not in old))
    stays = _highest(before, (one for one in after.legal_moves if one in old))
    left = {*after.legal_moves, move}
    gone = _highest(before, (one for one in before.legal_moves if one not in left))
    found: list[MoveFact] = [Uncovered(tuple(_uncovered(before, after)))]
    if new is not None:
        is_highest = stays is None or new.points > stays.points
        found.append(MadeAvailable(new, after.to_move, is_highest))
    if stays is not None:
        found.append(StaysAvailable(stays, after.to_move))
    if gone is not None:
        found.append(RulesOut(gone))
    return tuple(found)


def discreet_facts(before: Position, move: Move) -> tuple[MoveFact, ...]:
    """Return the facts of a move that name no other pair that could be taken in its place."""
    named = StaysAvailable | RulesOut
    return tuple(fact for fact in move_facts(before, move) if not isinstance(fact, named))


def position_facts(position: Position) -> tuple[PositionFact, ...]:
    """Return what the rules say of a position: what blocks what, and what passing would leave."""
    blocked = [*_blocked(position)]
    found: list[PositionFact] = [one for one in blocked if isinstance(one, BlockEachOther)]
    highest = _highest(position, position.legal_moves)
    if highest is not None:
        found.append(IfPassed(other(position.to_move), len(position.legal_moves), highest))
    return (*found, *(one for one in blocked if isinstance(one, WaitsFor)))


def _highest(position: Position, moves: Iterable[Move]) -> TilePair | None:
    """Return the highest of some pairs of a position, the first of those; None without any."""
    pairs = [TilePair(move, position.kind_of(move)) for move in moves]
    return max(pairs, key=lambda pair: pair.points, default=None)


def _uncovered(before: Position, after: Position) -> Iterator[tuple[Cell, Kind]]:
    for cell in after.free_cells:
        kind = after.kind_at(cell)
        if kind is not None and cell not in before.free_cells:
            yield cell, kind


def _blocked(position: Position) -> Iterator[BlockEachOther | WaitsFor]:
    """Yield the kinds that wait for others, first those that wait for each other."""
    count: dict[Kind, int] = {}
    for _cell, kind in position.tiles():
        count[kind] = count.get(kind, 0) + 1
    waiting = {
        (kind, around): index
        for index, column in enumerate(position.columns)
        for around in {kind for kind in column if kind and count[kind] == 2}
        if (rows := [row for row, kind in enumerate(column) if kind is around])[1:]
        for kind in column[rows[0] + 1 : rows[1]]
        if kind is not None and kind is not around and count[kind] == 2
    }
    order = sorted(waiting, key=lambda pair: (waiting[pair], pair[0].index, pair[1].index))
    for kind, first in order:
        if (first, kind) in waiting and kind.index < first.index:
            yield BlockEachOther((kind, first), waiting[kind, first])
    for kind, first in order:
        if (first, kind) not in waiting:
            yield WaitsFor(kind, first, waiting[kind, first])
