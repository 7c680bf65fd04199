"""Reasons: why a move costs what it costs, each of them a fact about solved positions.

    before ──move──► after         what the opponent can do now, and must not have been able to
       └───better──► better after  what would have stayed as it was

`reasons` reads the values and says nothing they do not prove; `questions` tells what would have to
be proven for more. A `ReasonSearch` asks these questions one after the other. What a position would
be worth if the player to move could pass follows from its value: the same grid with the other to
move is worth the same to that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from battle.analysis.values import Values
from battle.engine.jobs import Analyst, Asked, QuestionSearch, Target, is_reached
from battle.rules.position import Cell, Kind, Move, Player, Position


@dataclass(frozen=True)
class TilePair:
    """A pair that is spoken of: the move that takes it, its kind, its points."""

    move: Move
    kind: Kind

    @property
    def points(self) -> int:
        """What it scores."""
        return self.kind.rank


@dataclass(frozen=True)
class Ends:
    """The move ends the game; `better` goes on and makes `points` more."""

    better: TilePair
    opponent: Player
    points: int


@dataclass(frozen=True)
class Uncovers:
    """The move uncovers `cells`; only replies that take a tile there keep the advantage.

    These are the cells that best replies take. `reply` is one of those, and takes one or both of
    the cells; every reply that takes neither gives back at least `gives_back` points, None where
    there is none.
    """

    cells: tuple[Cell, ...]
    reply: TilePair
    opponent: Player
    gives_back: int | None


@dataclass(frozen=True)
class KeepsShut:
    """`better` keeps the value and leaves `cells`, which the move uncovers, covered.

    `reply`, the pair that was taken there, cannot be taken after it.
    """

    better: TilePair
    cells: tuple[Cell, ...]
    reply: TilePair


@dataclass(frozen=True)
class Leaves:
    """The move leaves `pair` to the opponent, for whom it is a best reply; it was a best move."""

    pair: TilePair
    opponent: Player


@dataclass(frozen=True)
class Punished:
    """`reply` is the only best reply; every other gives back at least `gives_back` points.

    After a better move it is not that. `margin` is the final margin from player 1's side that it
    leads to.
    """

    reply: TilePair
    opponent: Player
    gives_back: int
    margin: int


@dataclass(frozen=True)
class OtherTiles:
    """The kind is right, but the tiles are not: `better` takes other tiles of it."""

    better: TilePair


@dataclass(frozen=True)
class GreedyTrap:
    """The move takes the highest pair; all best moves take less, and it costs `cost` points."""

    taken: TilePair
    better: TilePair
    cost: int


@dataclass(frozen=True)
class Passing:
    """`player` has to move after the better move `after`, and falls back by `loses` points.

    The move played leaves an opponent who is not worse off for having to move.
    """

    player: Player
    loses: int
    after: TilePair


Reason: TypeAlias = (
    Ends | Uncovers | KeepsShut | Leaves | Punished | OtherTiles | GreedyTrap | Passing
)


def questions(values: Values, before: Position, move: Move) -> list[Asked]:
    """Return what is not proven yet and reasons for the cost of `move` are read from.

    Nothing is to be asked of a move that is not proven to cost something.
    """
    after = before.play(move)
    known, taken = values.known(before), values.of_move(before, move)
    if not (known.is_exact and taken.is_exact) or taken.upper >= known.lower:
        return []
    wanted = [(before, Target.BEST), (after, Target.BEST), (after, Target.MOVES)]
    missing = [
        (position, target)
        for position, target in wanted
        if not position.is_over and not is_reached(target, values, position)
    ]
    case = None if missing else _case(values, before, move)
    return missing if case is None else _questions_of_better(case)


def _questions_of_better(case: _Case) -> list[Asked]:
    """Return what tells whether a single good reply is that after the better moves too."""
    reply = _only_reply(case)
    if reply is None or _leaves(case) or _uncovers(case):
        return []
    places = [case.before.play(better) for better in case.better]
    return [
        (place, Target.BEST)
        for place in places
        if reply in place.legal_moves and not is_reached(Target.BEST, case.values, place)
    ]


def reasons(values: Values, before: Position, move: Move) -> tuple[Reason, ...]:
    """Return the proven reasons why `move` costs points, the most telling first.

    None without a proven cost, or while the moves that keep the value are not all known. What is
    also true of a better move is no reason: that it leaves the opponent the same pair, that it ends
    the game, or that neither player wants to move before it.
    """
    case = _case(values, before, move)
    if case is None:
        return ()
    replies = [_leaves(case), *_uncovers(case)]
    found = [
        _ends(case),
        _other_tiles(case),
        *replies,
        _punished(case) if not any(replies) else None,
        _greedy_trap(case),
        _passing_after(case),
    ]
    return tuple(reason for reason in found if reason is not None)


@dataclass(frozen=True)
class _Case:
    """A costly move with what is proven around it."""

    values: Values
    before: Position
    move: Move
    after: Position
    value: int
    after_value: int
    better: tuple[Move, ...]
    replies: tuple[Move, ...]

    @property
    def opponent(self) -> Player:
        return self.after.to_move

    @property
    def cost(self) -> int:
        return self.value - (self.before.worth(self.move) - self.after_value)

    @property
    def uncovered(self) -> frozenset[Cell]:
        """The cells that the move uncovers."""
        return _uncovered_by(self.before, self.move)

    def pair(self, move: Move) -> TilePair:
        """Return the pair that a move of either player takes."""
        return TilePair(move, self.before.kind_of(move))

    def stays_after_better(self, reply: Move) -> bool:
        """Whether a reply can be taken after a better move too, so that it is no reason."""
        return any(reply in self.before.play(move).legal_moves for move in self.better)

    def may_be_only_reply(self, reply: Move, better: Move) -> bool:
        """Whether a reply may be the only best one after a better move, as far as is known."""
        place = self.before.play(better)
        worth = {one: self.values.of_move(place, one) for one in place.legal_moves}
        if reply not in worth:
            return False
        value = self.values.known(place).lower
        others = (known for one, known in worth.items() if one != reply)
        return worth[reply].upper >= value and all(known.lower < value for known in others)

    def gives_back(self, replies: list[Move]) -> int:
        """Return how much less the best of some replies is worth than the best of all, at least."""
        return self.after_value - max(
            self.values.of_move(self.after, reply).upper for reply in replies
        )


def _case(values: Values, before: Position, move: Move) -> _Case | None:
    """Return the case of a move, None where it is not proven to cost something."""
    after = before.play(move)
    known, following = values.known(before), values.known(after)
    if not (known.is_exact and following.is_exact and is_reached(Target.BEST, values, before)):
        return None
    settled = not after.is_over and is_reached(Target.BEST, values, after)
    case = _Case(
        values,
        before,
        move,
        after,
        known.lower,
        following.lower,
        values.best_moves(before),
        values.best_moves(after) if settled else (),
    )
    return case if case.cost >= 1 else None


def _uncovered_by(position: Position, move: Move) -> frozenset[Cell]:
    return frozenset(position.play(move).free_cells) - frozenset(position.free_cells)


def _ends(case: _Case) -> Ends | None:
    ending = any(case.before.play(move).is_over for move in case.better)
    if ending or not case.after.is_over:
        return None
    return Ends(case.pair(case.better[0]), case.opponent, case.cost)


def _other_tiles(case: _Case) -> OtherTiles | None:
    taken = case.pair(case.move).kind
    same = [move for move in case.better if case.pair(move).kind is taken]
    return OtherTiles(case.pair(same[0])) if same else None


def _leaves(case: _Case) -> Leaves | None:
    left = [
        move for move in case.better if move in case.replies and not case.stays_after_better(move)
    ]
    return Leaves(case.pair(left[0]), case.opponent) if left else None


def _uncovers(case: _Case) -> list[Uncovers | KeepsShut]:
    """Return what the move uncovers, if no other reply is as good, and what keeps it shut."""
    uncovered = case.uncovered
    if not case.replies or not all(uncovered & set(reply) for reply in case.replies):
        return []
    reply = case.pair(max(case.replies, key=case.after.worth))
    if case.stays_after_better(reply.move):
        return []
    cells = tuple(sorted(uncovered & {cell for one in case.replies for cell in one}))
    others = [one for one in case.after.legal_moves if not {*cells} & {*one}]
    gives_back = case.gives_back(others) if others else None
    found: list[Uncovers | KeepsShut] = [Uncovers(cells, reply, case.opponent, gives_back)]
    shut = tuple(cell for cell in reply.move if cell in uncovered)
    for better in case.better:
        if not {*shut} & {*case.before.play(better).free_cells}:
            return [*found, KeepsShut(case.pair(better), shut, reply)]
    return found


def _only_reply(case: _Case) -> Move | None:
    """Return the only best reply, if there are others."""
    return case.replies[0] if len(case.replies) == 1 < len(case.after.legal_moves) else None


def _punished(case: _Case) -> Punished | None:
    reply = _only_reply(case)
    if reply is None or any(case.may_be_only_reply(reply, better) for better in case.better):
        return None
    others = [one for one in case.after.legal_moves if one != reply]
    margin = case.values.margin(case.after).lower
    return Punished(case.pair(reply), case.opponent, case.gives_back(others), margin)


def _greedy_trap(case: _Case) -> GreedyTrap | None:
    taken = case.before.worth(case.move)
    highest = max(case.before.worth(move) for move in case.before.legal_moves)
    better = max(case.better, key=case.before.worth)
    if taken < highest or case.before.worth(better) >= taken:
        return None
    return GreedyTrap(case.pair(case.move), case.pair(better), case.cost)


def _passing_after(case: _Case) -> Passing | None:
    """Return that the better move leaves an opponent who would rather not move."""
    if case.after_value < 0:
        return None
    for better in case.better:
        position = case.before.play(better)
        known = case.values.known(position)
        if known.upper < 0 and known.is_exact:
            return Passing(position.to_move, -known.lower, case.pair(better))
    return None


class ReasonSearch(QuestionSearch):
    """The reasons for one move's cost, growing as the analyst proves more."""

    def __init__(self, analyst: Analyst, values: Values, before: Position, move: Move) -> None:
        self.reasons: tuple[Reason, ...] = ()
        self._values = values
        self.before, self._move = before, move
        super().__init__(analyst, lambda: questions(values, before, move))

    def _go_on(self, found: bool) -> None:
        """Read the reasons there are, and go on asking."""
        self.reasons = reasons(self._values, self.before, self._move)
        super()._go_on(found)
