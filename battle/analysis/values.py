"""Values: what is known about the positions of a game, in one store that every view reads.

    position ──► lower … guess … upper        points to come for the player to move
        │ move, gain
        ▼
    position after ──► lower … guess … upper  the same for the other player

A position's value does not depend on who moves or on points, so the store is keyed by grid. Bounds
are proven and only ever tighten; what one position proves is propagated to the positions before and
after it, so that no two numbers contradict each other. Guesses are shown only within the bounds. A
position whose moves have guesses is worth the best of them: an analysis of the position after a
move is the more accurate one, and no move is ever better than the position it is played from.

A guess has a standard error and is replaced only by a guess with a smaller error, or by a proof. A
missing error is unknown and may be any size. The cost of a move is shown (`Cost.points`) when it is
proven, or at least twice its error.

Values claimed by a record (`claim`) prove nothing: they are shown as guesses until an analysis has
proven them. If a proof or another claim contradicts one, all claims are dropped and no further ones
are accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import groupby
from math import inf, sqrt
from operator import attrgetter
from typing import Final, NamedTuple, Self, TypeAlias

from battle.rules.position import Move, Player, Position, for_player

SUPPORTED: Final = 2
"""A difference of at least this many standard errors is shown: it is right 19 times in 20."""

IN_FRONT: Final = 1.0
"""The standard error of a cost that is 0 because no move seems to be better."""


def error_correlation(tiles: int) -> float:
    """Return the correlation between the errors of two values whose difference is a cost.

    With more tiles left a position and its moves share more of what no search sees. Fitted by
    `python -m tools.calibrate costs` to our solver's estimates with up to 84 tiles.
    """
    return 0.71 + 0.004 * (min(tiles, 84) - 66)


@dataclass(frozen=True)
class Bounds:
    """What is known about a value: proven bounds, and a guess within them, None if there is none.

    `error` is the standard error of the guess, None where it is proven, missing or not given.

        >>> Bounds(-3, 9, guess=4, error=2.2).value, Bounds.exactly(9).is_exact
        (4, True)
    """

    lower: int
    upper: int
    guess: int | None = None
    error: float | None = None

    @classmethod
    def exactly(cls, value: int) -> Self:
        """Return the bounds of a value that is proven."""
        return cls(value, value, value)

    @property
    def value(self) -> int:
        """The guess, 0 without one."""
        return self.guess or 0

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    @property
    def doubt(self) -> float:
        """The standard error of the guess: 0 if proven, as wide as the bounds if not given."""
        return float(self.upper - self.lower) if self.is_exact or self.error is None else self.error

    @property
    def sign(self) -> int | None:
        """The sign of the value, None while it is neither proven nor twice its error from 0."""
        if self.is_exact or self.lower > 0 or self.upper < 0:
            return (self.lower > 0) - (self.upper < 0)
        if self.guess and abs(self.guess) >= SUPPORTED * self.doubt:
            return 1 if self.guess > 0 else -1
        return None

    def supports(self, difference: int) -> bool:
        """Whether a difference from the value is supported: proven, or at least twice the error."""
        return self.is_exact or (bool(self.error) and abs(difference) >= SUPPORTED * self.doubt)

    def after_gain(self, gain: int) -> Bounds:
        """Return the value of a move that scores `gain` and leads to a position with this value."""
        guess = None if self.guess is None else gain - self.guess
        return Bounds(gain - self.upper, gain - self.lower, guess, self.error)

    def for_player(self, player: Player) -> Bounds:
        """Return it from a player's side, being from player 1's; and the other way round."""
        return self if player == 1 else self.after_gain(0)

    def as_margin(self, position: Position) -> Bounds:
        """Return the final margin from player 1's side that this value of `position` leads to."""
        mine = self.for_player(position.to_move)
        guess = None if mine.guess is None else position.margin + mine.guess
        return Bounds(position.margin + mine.lower, position.margin + mine.upper, guess, self.error)


@dataclass(frozen=True)
class Cost(Bounds):
    """The points a move gives away, never negative; shown only if proven or well supported.

    >>> Cost(8, 8, 8).proven, Cost(2, 20, 6, 2.0).proven
    (8, 2)
    >>> Cost(2, 20, 6, 2.0).points, Cost(0, 20, 3, 2.0).points
    (6, None)
    """

    @property
    def _is_supported(self) -> bool:
        if self.guess is None:
            return False
        return self.is_exact or self.guess >= max(1, SUPPORTED * self.doubt)

    @property
    def points(self) -> int | None:
        """The points shown: proven or well above their error, else the least; None if unknown."""
        return self.guess if self._is_supported else self.lower or None

    @property
    def is_least(self) -> bool:
        """Whether the points are only the least that is proven."""
        return not self._is_supported and self.lower > 0

    @property
    def proven(self) -> int:
        """The points that are proven to be lost, at least, here or by the record's claims."""
        return self.lower if self.doubt else self.points or 0

    @classmethod
    def between(cls, best: Bounds, mine: Bounds, most: int, correlation: float) -> Cost:
        """Return what a move worth `mine` gives away in a position worth `best`.

        `most` is an upper bound of the cost, perhaps a tighter one than the values give, and
        `correlation` that between the errors of the values.
        """
        lower = max(0, best.lower - mine.upper)
        upper = max(lower, most)
        if mine.guess is None or best.guess is None:
            return cls(lower, upper)
        guess = max(lower, min(upper, best.guess - mine.guess))
        if lower == upper:
            return cls(lower, upper, guess)
        both = 2 * correlation * best.doubt * mine.doubt
        error = sqrt(max(0.0, best.doubt**2 + mine.doubt**2 - both))
        if best.error and mine.guess == best.guess:
            error = min(error, IN_FRONT)
        return cls(lower, upper, guess, min(error, upper - lower))


@dataclass(frozen=True)
class MoveInfo:
    """What an analysis of a position found about one of its moves, for the player to move.

    `line` is the expected play and begins with `move`. `error` is the guess's standard error, None
    if it is unknown. Of guesses with equal errors the one with more `effort` is kept.

        >>> values, start = Values(), position("5m5p/5p5m/9s/9s")
        >>> values.learn(start, [MoveInfo(move("c1d1"), lower=-1, upper=9, guess=4)])
        >>> values.of_move(start, move("c1d1")).value
        4
    """

    move: Move
    lower: int
    upper: int
    guess: int
    effort: int = 0
    line: tuple[Move, ...] = ()
    error: float | None = None


class Guess(NamedTuple):
    """A guess with its standard error, infinite if unknown."""

    value: int
    error: float = inf


@dataclass(eq=False)
class Interval:
    """Proven bounds of a value, which only ever tighten."""

    lower: int
    upper: int

    def tighten(self, lower: int, upper: int) -> bool:
        """Tighten the bounds; return whether they changed. Raises ArithmeticError if they cross."""
        low, high = max(lower, self.lower), min(upper, self.upper)
        if low > high:
            raise ArithmeticError(
                f"contradicting bounds: {lower}..{upper}, {self.lower}..{self.upper}"
            )
        news = (low, high) != (self.lower, self.upper)
        self.lower, self.upper = low, high
        return news


Layer: TypeAlias = Callable[["GridEntry"], Interval]
"""Selects the bounds of an entry that are propagated: the proven ones, or those with claims."""


@dataclass(eq=False)
class GridEntry:
    """One grid of the store; `after` and `before` link it to others by the points between.

    `sure` are proven; `claimed` include what a record claims, and guesses are kept within them.
    Without claims they are the same object.
    """

    sure: Interval
    claimed: Interval
    guess: Guess | None = None
    effort: int = -1
    line: tuple[Move, ...] = ()
    proof: tuple[Move, ...] = ()
    """The line that came with a proof of the value: best play, as far as it goes."""
    is_analysed: bool = False
    moves: dict[Move, str] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)
    before: dict[str, int] = field(default_factory=dict)


_sure: Final[Layer] = attrgetter("sure")
_with_claims: Final[Layer] = attrgetter("claimed")


class Values:
    """The store of one game's values; `version` grows with every change.

    >>> values, start = Values(), position("5m5p/5p5m/9s/9s")
    >>> values.prove(start, 9, 9)
    >>> values.known(start).is_exact
    True
    """

    def __init__(self) -> None:
        self.version = 0
        self._entries: dict[str, GridEntry] = {}
        self._linked: list[str] = []
        self._has_claims = False
        self._believes = True
        self._shown: dict[str, Guess | None] = {}
        self._is_settled = False
        self._lines: dict[str, tuple[Move, ...]] = {}

    # --- reading --------------------------------------------------------------------------------

    def known(self, position: Position) -> Bounds:
        """Return what is known about a position, for the player to move."""
        if position.grid not in self._entries:
            return known_unseen(position)
        return self._known(position.grid)

    def of_move(self, position: Position, move: Move) -> Bounds:
        """Return what is known about a move, for the player who makes it.

        Raises IllegalMoveError if it cannot be played.
        """
        entry = self._entries.get(position.grid)
        if entry is not None and move in entry.moves:
            after = entry.moves[move]
            return self._known(after).after_gain(entry.after[after])
        return self.known(position.play(move)).after_gain(position.worth(move))

    def cost(self, position: Position, move: Move) -> Cost:
        """Return what is known about the points that a move gives away.

        A move that no other one can beat gives none away, whatever its value.
        """
        best, mine = self.known(position), self.of_move(position, move)
        others = [
            self.of_move(position, alternative)
            for alternative in position.legal_moves
            if alternative != move
        ]
        most = max((other.upper for other in others), default=mine.lower)
        return Cost.between(
            best,
            mine,
            min(best.upper, max(most, mine.lower)) - mine.lower,
            error_correlation(position.tiles_left),
        )

    def with_claims(self, position: Position) -> Bounds:
        """Return what is known about a position if the claims of its record are taken as proven."""
        known, entry = self.known(position), self._entries.get(position.grid)
        if entry is None:
            return known
        lower, upper = entry.claimed.lower, entry.claimed.upper
        return Bounds(lower, upper, known.guess, None if lower == upper else known.error)

    def margin(self, position: Position) -> Bounds:
        """Return what is known about the final margin from player 1's side, with perfect play."""
        return self.known(position).as_margin(position)

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves known to be worth as much as the position, in their usual order.

        Where the position is proven, moves that are not proven to keep its value are left out.
        """
        known = self.known(position)
        moves = [(move, self.of_move(position, move)) for move in position.legal_moves]
        if known.is_exact:
            return tuple(move for move, value in moves if value.lower >= known.lower)
        return tuple(
            move for move, value in moves if value.guess is not None and value.guess == known.guess
        )

    def has_all_moves(self, position: Position) -> bool:
        return all(self.of_move(position, move).guess is not None for move in position.legal_moves)

    def has_settled(self, position: Position) -> bool:
        """Whether a position's value is proven, and which of its moves keep it."""
        known = self.known(position)
        moves = (self.of_move(position, move) for move in position.legal_moves)
        return known.is_exact and all(
            move.lower >= known.lower or move.upper < known.lower for move in moves
        )

    def line(self, position: Position) -> tuple[Move, ...]:
        """Return the play from a position on, as far as known: best play where that is proven.

        From a position with a proven value on, every move is best play of both for sure, and the
        line ends where that is not known. Before, it is the play expected: the line of the last
        analysis as long as that agrees with the values known by now.
        """
        if position.grid not in self._lines:
            self._lines[position.grid] = tuple(self._play(position))
        return self._lines[position.grid]

    # --- learning -------------------------------------------------------------------------------

    def learn(self, position: Position, findings: Iterable[MoveInfo]) -> None:
        self._link(position)
        findings = list(findings)
        for finding in findings:
            gain, after = position.worth(finding.move), position.play(finding.move)
            self._prove(after, gain - finding.upper, gain - finding.lower)
            error = inf if finding.error is None else finding.error
            self._improve_guess(after, Guess(gain - finding.guess, error), finding.effort)
            # The play expected: a longer search's; that of a proof goes before, however short.
            entry, line = self._entry(after), finding.line[1:]
            if line and (finding.effort >= entry.effort or not entry.line):
                entry.line = line
            if line and finding.lower == finding.upper:
                entry.proof = line
        if findings:
            entry, best = self._entry(position), max(findings, key=lambda info: info.guess)
            entry.is_analysed, entry.line = True, best.line or entry.line
        self._changed()

    def connect(self, position: Position) -> None:
        """Link a position to those after its moves, so that they share what is known."""
        if self._link(position):
            self._changed()

    def prove(self, position: Position, lower: int, upper: int) -> None:
        """Store proven bounds of a value; raise ArithmeticError if they contradict others."""
        self._prove(position, lower, upper)
        self._link(position)
        self._changed()

    def prove_moves(self, position: Position, bounds_of: Callable[[Move], tuple[int, int]]) -> None:
        """Store proven bounds of what every move is worth."""
        for move in position.legal_moves:
            lower, upper = bounds_of(move)
            gain = position.worth(move)
            self._prove(position.play(move), gain - upper, gain - lower)
        self._link(position)
        self._changed()

    def claim(self, position: Position, lower: int, upper: int) -> None:
        """Store what a record claims about a position's value.

        Claims prove nothing: they are shown as guesses. If one is contradicted all are dropped.
        """
        if not self._believes:
            return
        if not self._has_claims:
            self._has_claims = True
            for entry in self._entries.values():
                entry.claimed = replace(entry.sure)
        self._entry(position)
        with self._doubting(_with_claims):
            self._tighten(position.grid, lower, upper, _with_claims)
        self._link(position)
        self._changed()

    def follow(self, position: Position, line: Sequence[Move]) -> None:
        """Store best play from a position with a proven value, to the end of the game.

        Raises RulesError or ValueError if it cannot be played, or ends otherwise.
        """
        end = reduce(Position.play, line, position)
        made = for_player(end.margin - position.margin, position.to_move)
        if not (
            end.is_over and self.known(position).is_exact and self.known(position).lower == made
        ):
            raise ValueError(f"no best play: {line}")
        self._entry(position).proof = tuple(line)
        self._changed()

    def guess(self, position: Position, value: int, error: float | None = None) -> None:
        """Store a guess at a position's value that comes without an analysis."""
        self._link(position)
        self._improve_guess(position, Guess(value, inf if error is None else error), 0)
        self._changed()

    def _prove(self, position: Position, lower: int, upper: int) -> None:
        self._entry(position)
        for layer in self._layers:
            with self._doubting(layer):
                self._tighten(position.grid, lower, upper, layer)

    def _improve_guess(self, position: Position, guess: Guess, effort: int) -> None:
        """Replace the guess if this one has a smaller error, or the same and no less effort."""
        entry = self._entry(position)
        old = inf if entry.guess is None else entry.guess.error
        if guess.error < old or (guess.error == old and effort >= entry.effort):
            entry.guess, entry.effort = guess, effort

    @property
    def _layers(self) -> tuple[Layer, ...]:
        """The layers of bounds to propagate in: the proven ones, then those with claims."""
        return (_sure, _with_claims) if self._has_claims else (_sure,)

    @contextmanager
    def _doubting(self, layer: Layer) -> Iterator[None]:
        """Drop all claims if the block runs into a contradiction that involves them."""
        try:
            yield
        except ArithmeticError:
            if layer is _sure:
                raise
            self._has_claims = self._believes = False
            for entry in self._entries.values():
                entry.claimed = entry.sure

    # --- links ----------------------------------------------------------------------------------

    def _entry(self, position: Position) -> GridEntry:
        """Return the entry of a position, created if missing."""
        entry = self._entries.get(position.grid)
        if entry is None:
            nothing = known_unseen(position)
            bounds = Interval(nothing.lower, nothing.upper)
            entry = GridEntry(bounds, replace(bounds) if self._has_claims else bounds)
            self._entries[position.grid] = entry
        return entry

    def _link(self, position: Position) -> bool:
        """Link a position to those after all its moves; return whether it was not linked before."""
        entry = self._entry(position)
        if entry.moves or position.is_over:
            return False
        self._linked.append(position.grid)
        for move in position.legal_moves:
            after = position.play(move)
            gain = sum(after.points) - sum(position.points)
            following = self._entry(after)
            entry.moves[move] = after.grid
            entry.after[after.grid] = gain
            following.before[position.grid] = gain
        for layer in self._layers:
            with self._doubting(layer):
                least = max(
                    gain - layer(self._entries[after]).upper for after, gain in entry.after.items()
                )
                self._tighten(position.grid, least, self._upper_by_moves(entry, layer), layer)
                self._propagate(position.grid, layer)
        return True

    def _tighten(self, grid: str, lower: int, upper: int, layer: Layer) -> None:
        if layer(self._entries[grid]).tighten(lower, upper):
            self._propagate(grid, layer)

    def _propagate(self, grid: str, layer: Layer) -> None:
        """Propagate the bounds of a grid to its neighbours, as far as they tighten anything."""
        waiting = [grid]
        while waiting:
            here = waiting.pop()
            entry, bounds = self._entries[here], layer(self._entries[here])
            for after, gain in entry.after.items():
                following = layer(self._entries[after])
                if following.tighten(gain - bounds.upper, following.upper):
                    waiting.append(after)
            for before, gain in entry.before.items():
                parent = self._entries[before]
                if layer(parent).tighten(gain - bounds.upper, self._upper_by_moves(parent, layer)):
                    waiting.append(before)

    def _upper_by_moves(self, entry: GridEntry, layer: Layer) -> int:
        """Return the upper bound of a grid that follows from the bounds of all its moves."""
        return max(gain - layer(self._entries[after]).lower for after, gain in entry.after.items())

    # --- what is shown --------------------------------------------------------------------------

    def _known(self, grid: str) -> Bounds:
        entry = self._entries[grid]
        if not self._is_settled:
            self._settle()
        shown, bounds = self._guess(grid), entry.sure
        if shown is None or bounds.lower == bounds.upper:
            return Bounds(bounds.lower, bounds.upper, None if shown is None else shown.value)
        error = None if shown.error == inf else min(shown.error, bounds.upper - bounds.lower)
        return Bounds(bounds.lower, bounds.upper, shown.value, error)

    def _play(self, position: Position) -> Iterator[Move]:
        """Yield the moves of `line`."""
        line: tuple[Move, ...] = ()
        is_proven = False
        while True:
            entry = self._entries.get(position.grid)
            if entry is not None:
                best, is_exact = self.best_moves(position), self.known(position).is_exact
                if is_exact and not is_proven:
                    line, is_proven = (), True  # what goes on from an estimate is none of a proof
                if is_proven:
                    lines = [line, entry.proof, best[:1] if is_exact else ()]
                else:
                    expected = (line, entry.line)
                    lines = [one for one in expected if one and (not best or one[0] in best)]
                    lines.append(best[:1])
                line = next(filter(None, lines), ())
            if not line:
                return
            yield line[0]
            position, line = position.play(line[0]), line[1:]

    def _guess(self, grid: str) -> Guess | None:
        """Return the guess shown for a grid: the best of its moves', within the bounds.

        If some moves have none, the value of a move that was merely played is not used as a guess.
        """
        if grid not in self._shown:
            entry = self._entries[grid]
            guesses = [
                Guess(gain - guess.value, guess.error)
                for after, gain in entry.after.items()
                if (guess := self._guess(after)) is not None
            ]
            if not guesses or len(guesses) < len(entry.after):
                guesses = guesses if entry.is_analysed or entry.guess is not None else []
                guesses += [] if entry.guess is None else [entry.guess]
            guess = max(
                guesses, key=lambda estimate: (estimate.value, -estimate.error), default=None
            )
            if guess is not None and guess.error == 0:
                guess = Guess(guess.value, self._error_beside_certain(entry, guess.value))
            lower, upper = entry.claimed.lower, entry.claimed.upper
            if lower == upper:
                guess = Guess(lower, 0.0)
            elif guess is not None:
                guess = Guess(max(lower, min(upper, guess.value)), guess.error)
            self._shown[grid] = guess
        return self._shown[grid]

    def _error_beside_certain(self, entry: GridEntry, value: int) -> float:
        """Return the error of a position with a certain best move: that of those that may beat it.

        It is infinite if one of them was never analysed.
        """
        doubt = 0.0
        for after, gain in entry.after.items():
            if gain - self._entries[after].claimed.lower > value:
                guess = self._guess(after)
                doubt = max(doubt, inf if guess is None else guess.error)
        return doubt

    def _settle(self) -> None:
        """Keep guesses consistent with what is proven about the position before them.

        A proof can make a position worth more than the guesses at all its moves; then the move with
        the best guess that can be worth as much is shown with that value. From the fullest grids
        down.
        """
        self._is_settled = True
        if not any(self._falls_short(grid) for grid in self._linked):
            return
        for _, level in groupby(sorted(self._linked, key=len, reverse=True), key=len):
            grids = [grid for grid in level if self._guess(grid) is not None]
            least = self._least_after(grids)
            for after, value in least.items():
                guess = self._guess(after)
                if guess is not None and guess.value < value:
                    self._shown[after] = Guess(value, guess.error)
            for grid in filter(self._falls_short, grids):
                self._lift(grid, least)

    def _falls_short(self, grid: str) -> bool:
        """Whether all moves of a grid have guesses, and none is as good as the grid's."""
        value, entry = self._guess(grid), self._entries[grid]
        guesses = [(gain, self._guess(after)) for after, gain in entry.after.items()]
        worth = [gain - guess.value for gain, guess in guesses if guess is not None]
        return value is not None and len(worth) == len(guesses) and max(worth) < value.value

    def _least_after(self, grids: Iterable[str]) -> dict[str, int]:
        """Return the least that grids after some others can be worth, by the guesses at those."""
        least: dict[str, int] = {}
        for grid in grids:
            value = self._guess(grid)
            assert value is not None
            for after, gain in self._entries[grid].after.items():
                worth = gain - value.value
                least[after] = max(worth, least.get(after, worth))
        return least

    def _lift(self, grid: str, least: dict[str, int]) -> None:
        """Show the best of a grid's moves that can be worth as much as the grid with that value."""
        value, able = self._guess(grid), []
        assert value is not None
        for after, gain in self._entries[grid].after.items():
            guess, worth = self._guess(after), gain - value.value
            if guess is not None and self._entries[after].claimed.lower <= worth == least[after]:
                able.append((gain - guess.value, after))
        if able:
            after = max(able)[1]
            guess = self._guess(after)
            self._shown[after] = Guess(least[after], inf if guess is None else guess.error)

    def _changed(self) -> None:
        self._shown.clear()
        self._is_settled = False
        self._lines.clear()
        self.version += 1


def known_unseen(position: Position) -> Bounds:
    """Return what is known about a position without any analysis."""
    if position.is_over:
        return Bounds(0, 0, 0)
    left = position.points_left
    return Bounds(-left, left)
