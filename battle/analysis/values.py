"""Values: what is known of the positions of a game, in one store that all who show them read.

    position ──► lower … guess … upper        points to come for the player to move
        │ move, gain
        ▼
    position after ──► lower … guess … upper  the same for the other player

A position's value does not depend on who moves or on points, so the store knows grids. Interval are
proven and only ever close in; what one position proves is handed on to the positions before and
after it, so that no two numbers contradict each other. Guesses are shown only within the bounds. A
position whose moves have guesses is worth the best of them: a look at what a move leads to is the
closer look, and no move is ever better than the position it is played from.

A guess has its standard error, and gives way only to one that is better founded: to a smaller
error, or a proof. An error that is not given is not known, and may be anything. What a move
costs is shown (`Cost.points`) when it is proven, or is twice its error or more.

What a record claims (`claim`) proves nothing: it is shown as a guess until a look has proven it. If
a proof or another claim contradicts it all claims are dropped, and no further ones believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import inf, sqrt
from operator import attrgetter
from typing import Final, NamedTuple, Self, TypeAlias

from battle.rules.position import Move, Position

SUPPORTED: Final = 2
"""A difference of this many standard errors is shown: it is right 19 times in 20."""

RELATED: Final = 0.7
"""How far the errors of the two values go together that a cost lies between.

Fitted by `python -m tools.calibrate`, for our solver's looks at a position and at its moves.
"""


@dataclass(frozen=True)
class Bounds:
    """What is known of a value: proven bounds, and a guess within them, None without one.

    `error` is the standard error of the guess, None where it is proven, missing or not given.
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
        """Whether the value is proven."""
        return self.lower == self.upper

    @property
    def doubt(self) -> float:
        """The standard error of the guess: 0 if proven, as wide as the bounds if not given."""
        if self.is_exact or self.error is None:
            return float(self.upper - self.lower)
        return self.error

    @property
    def sign(self) -> int | None:
        """The sign of the value, None while it is neither proven nor twice its error from 0."""
        if self.is_exact or self.lower > 0 or self.upper < 0:
            return (self.lower > 0) - (self.upper < 0)
        if self.guess and abs(self.guess) >= SUPPORTED * self.doubt:
            return 1 if self.guess > 0 else -1
        return None

    def supports(self, difference: int) -> bool:
        """Whether a difference from the value is shown: it is proven or well above the error."""
        return self.is_exact or (bool(self.error) and abs(difference) >= SUPPORTED * self.doubt)

    def after_gain(self, gain: int) -> Bounds:
        """Return what a move is worth that scores `gain` and leads to a position worth this."""
        guess = None if self.guess is None else gain - self.guess
        return Bounds(gain - self.upper, gain - self.lower, guess, self.error)

    def as_margin(self, position: Position) -> Bounds:
        """Return the final margin from player 1's side that this value of `position` leads to."""
        mine = self if position.to_move == 1 else self.after_gain(0)
        guess = None if mine.guess is None else position.margin + mine.guess
        return Bounds(position.margin + mine.lower, position.margin + mine.upper, guess, self.error)


@dataclass(frozen=True)
class Cost(Bounds):
    """What a move gives away, never negative; what may be shown of it is what is supported."""

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
        """The points that are proven, at least, here or by what the record says."""
        return self.points or 0 if self.is_least or not self.doubt else 0

    @classmethod
    def between(cls, best: Bounds, mine: Bounds, most: int | None = None) -> Cost:
        """Return what a move worth `mine` gives away at a position worth `best`.

        `most` is the most that is proven of it, where that is less than the bounds say.
        """
        lower = max(0, best.lower - mine.upper)
        upper = max(lower, best.upper - mine.lower if most is None else most)
        if mine.guess is None or best.guess is None:
            return cls(lower, upper)
        guess = max(lower, min(upper, best.guess - mine.guess))
        if lower == upper:
            return cls(lower, upper, guess)
        both = 2 * RELATED * best.doubt * mine.doubt
        error = sqrt(max(0.0, best.doubt**2 + mine.doubt**2 - both))
        return cls(lower, upper, guess, min(error, upper - lower))


@dataclass(frozen=True)
class MoveInfo:
    """What a look at a position found of one of its moves, for the player to move.

    `line` is the expected play, `move` its first. `error` is the guess's standard error, None if it
    is not known. Of guesses with equal errors the one with more `effort` is the closer look.
    """

    move: Move
    lower: int
    upper: int
    guess: int
    effort: int = 0
    line: tuple[Move, ...] = ()
    error: float | None = None


class Guess(NamedTuple):
    """A guess with its standard error, which is infinite where it is not known."""

    value: int
    error: float = inf


@dataclass(eq=False)
class Interval:
    """Interval of a value that only close in."""

    lower: int
    upper: int

    def close_in(self, lower: int, upper: int) -> bool:
        """Take proven bounds in; return whether they were news. Raises ArithmeticError."""
        low, high = max(lower, self.lower), min(upper, self.upper)
        if low > high:
            raise ArithmeticError(
                f"contradicting bounds: {lower}..{upper}, {self.lower}..{self.upper}"
            )
        news = (low, high) != (self.lower, self.upper)
        self.lower, self.upper = low, high
        return news


Layer: TypeAlias = Callable[["GridEntry"], Interval]
"""Which of its bounds an entry hands on to others: the proven ones, or those with claims."""


@dataclass(eq=False)
class GridEntry:
    """One grid of the store; `after` and `before` link it to others by the points between.

    `sure` are proven; `claimed` include what a record claims, and hold guesses within them. Without
    claims they are the same object.
    `moves` names the grids after all moves, once they are linked.
    """

    sure: Interval
    claimed: Interval
    guess: Guess | None = None
    effort: int = -1
    line: tuple[Move, ...] = ()
    is_looked_at: bool = False
    moves: dict[Move, str] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)
    before: dict[str, int] = field(default_factory=dict)


_sure: Final[Layer] = attrgetter("sure")
_with_claims: Final[Layer] = attrgetter("claimed")


class Values:
    """The store of one game's values; `version` grows with every change."""

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
        """Return what is known of a position, for the player to move."""
        if position.grid not in self._entries:
            return known_unseen(position)
        return self._known(position.grid)

    def of_move(self, position: Position, move: Move) -> Bounds:
        """Return what is known of a move, for the player who makes it.

        Raises IllegalMoveError if it cannot be played.
        """
        entry = self._entries.get(position.grid)
        if entry is not None and move in entry.moves:
            after = entry.moves[move]
            return self._known(after).after_gain(entry.after[after])
        return self.known(position.play(move)).after_gain(position.worth(move))

    def cost(self, position: Position, move: Move) -> Cost:
        """Return what is known of the points that a move gives away.

        A move that no other one can beat gives none away, whatever it is worth.
        """
        best, mine = self.known(position), self.of_move(position, move)
        others = [self.of_move(position, one) for one in position.legal_moves if one != move]
        most = max((other.upper for other in others), default=mine.lower)
        return Cost.between(best, mine, min(best.upper, max(most, mine.lower)) - mine.lower)

    def with_claims(self, position: Position) -> Bounds:
        """Return what is known of a position if what its record claims is taken as proven."""
        known, entry = self.known(position), self._entries.get(position.grid)
        if entry is None:
            return known
        lower, upper = entry.claimed.lower, entry.claimed.upper
        return Bounds(lower, upper, known.guess, None if lower == upper else known.error)

    def margin(self, position: Position) -> Bounds:
        """Return what is known of the final margin from player 1's side, with perfect play."""
        return self.known(position).as_margin(position)

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves worth as much as the position, in the promised order, as far as known.

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
        """Whether every move of a position has a value, guessed or proven."""
        return all(self.of_move(position, move).guess is not None for move in position.legal_moves)

    def has_settled(self, position: Position) -> bool:
        """Whether a position's value is proven, and of every move whether it keeps it."""
        known = self.known(position)
        moves = (self.of_move(position, move) for move in position.legal_moves)
        return known.is_exact and all(
            move.lower >= known.lower or move.upper < known.lower for move in moves
        )

    def line(self, position: Position) -> tuple[Move, ...]:
        """Return the play expected from a position on, as far as it is known.

        It is what a look found as long as that agrees with the values known meanwhile.
        """
        if position.grid not in self._lines:
            self._lines[position.grid] = tuple(self._expected(position))
        return self._lines[position.grid]

    # --- learning -------------------------------------------------------------------------------

    def learn(self, position: Position, findings: Iterable[MoveInfo]) -> None:
        """Take in what a look at `position` found of its moves."""
        self._link(position)
        findings = list(findings)
        for finding in findings:
            gain, after = position.worth(finding.move), position.play(finding.move)
            self._prove(after, gain - finding.upper, gain - finding.lower)
            error = inf if finding.error is None else finding.error
            self._look(after, Guess(gain - finding.guess, error), finding.effort)
            # The play expected: a closer look's, or that of a proof, however short it was.
            entry, line = self._entry(after), finding.line[1:]
            is_closer = finding.effort >= entry.effort or finding.lower == finding.upper
            if line and (is_closer or not entry.line):
                entry.line = line
        if findings:
            entry, best = self._entry(position), max(findings, key=lambda found: found.guess)
            entry.is_looked_at, entry.line = True, best.line or entry.line
        self._changed()

    def connect(self, position: Position) -> None:
        """Let a position and those after its moves share what is known of them."""
        if self._link(position):
            self._changed()

    def prove(self, position: Position, lower: int, upper: int) -> None:
        """Take in proven bounds of a value; raise ArithmeticError if they contradict others."""
        self._prove(position, lower, upper)
        self._link(position)
        self._changed()

    def claim(self, position: Position, lower: int, upper: int) -> None:
        """Take in what a record claims of a position's value; see the module's text."""
        if not self._believes:
            return
        if not self._has_claims:
            self._has_claims = True
            for entry in self._entries.values():
                entry.claimed = replace(entry.sure)
        self._entry(position)
        with self._doubting(_with_claims):
            self._hand_on(position.grid, lower, upper, _with_claims)
        self._link(position)
        self._changed()

    def guess(self, position: Position, value: int, error: float | None = None) -> None:
        """Take in a guess at a position's value that came without a look."""
        self._link(position)
        self._look(position, Guess(value, inf if error is None else error), 0)
        self._changed()

    def _prove(self, position: Position, lower: int, upper: int) -> None:
        self._entry(position)
        for layer in self._layers:
            with self._doubting(layer):
                self._hand_on(position.grid, lower, upper, layer)

    def _look(self, position: Position, guess: Guess, effort: int) -> None:
        """Take a guess in if it is better founded than the one there is."""
        entry = self._entry(position)
        old = inf if entry.guess is None else entry.guess.error
        if guess.error < old or (guess.error == old and effort >= entry.effort):
            entry.guess, entry.effort = guess, effort

    @property
    def _layers(self) -> tuple[Layer, ...]:
        """The bounds that news are handed on in: the proven ones, then those with claims."""
        return (_sure, _with_claims) if self._has_claims else (_sure,)

    @contextmanager
    def _doubting(self, layer: Layer) -> Iterator[None]:
        """Drop the claims when what is done finds a contradiction that they had a part in."""
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
        """Return the entry of a position, made if there is none."""
        entry = self._entries.get(position.grid)
        if entry is None:
            nothing = known_unseen(position)
            bounds = Interval(nothing.lower, nothing.upper)
            entry = GridEntry(bounds, replace(bounds) if self._has_claims else bounds)
            self._entries[position.grid] = entry
        return entry

    def _link(self, position: Position) -> bool:
        """Link a position to those after all its moves; return whether that was news."""
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
                self._hand_on(position.grid, least, self._most(entry, layer), layer)
                self._spread(position.grid, layer)
        return True

    def _hand_on(self, grid: str, lower: int, upper: int, layer: Layer) -> None:
        if layer(self._entries[grid]).close_in(lower, upper):
            self._spread(grid, layer)

    def _spread(self, grid: str, layer: Layer) -> None:
        """Hand what is proven of a grid on, as far as it is news there."""
        waiting = [grid]
        while waiting:
            here = waiting.pop()
            entry, bounds = self._entries[here], layer(self._entries[here])
            for after, gain in entry.after.items():
                following = layer(self._entries[after])
                if following.close_in(gain - bounds.upper, following.upper):
                    waiting.append(after)
            for before, gain in entry.before.items():
                parent = self._entries[before]
                if layer(parent).close_in(gain - bounds.upper, self._most(parent, layer)):
                    waiting.append(before)

    def _most(self, entry: GridEntry, layer: Layer) -> int:
        """Return the most that a grid can be worth by what is proven of all its moves."""
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

    def _expected(self, position: Position) -> Iterator[Move]:
        """Yield the moves of `line`: those looked at, or the best where they no longer are."""
        line: tuple[Move, ...] = ()
        while line := self._following(position, line):
            yield line[0]
            position, line = position.play(line[0]), line[1:]

    def _following(self, position: Position, looked_at: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return a line that begins with one of the best moves, if they are known."""
        entry = self._entries.get(position.grid)
        if entry is None:
            return looked_at
        best = self.best_moves(position)
        lines = [line for line in (looked_at, entry.line) if line and (not best or line[0] in best)]
        return next(iter([*lines, best[:1]]))

    def _guess(self, grid: str) -> Guess | None:
        """Return the guess shown for a grid: the best of its moves', within the bounds.

        Where not all moves have one, a move that was only played is no guess at its position.
        """
        if grid not in self._shown:
            entry = self._entries[grid]
            found = [
                Guess(gain - guess.value, guess.error)
                for after, gain in entry.after.items()
                if (guess := self._guess(after)) is not None
            ]
            if not found or len(found) < len(entry.after):
                found = found if entry.is_looked_at or entry.guess is not None else []
                found += [] if entry.guess is None else [entry.guess]
            guess = max(found, key=lambda one: (one.value, -one.error), default=None)
            if guess is not None and guess.error == 0:
                guess = Guess(guess.value, self._doubt_beside(entry, guess.value))
            lower, upper = entry.claimed.lower, entry.claimed.upper
            if lower == upper:
                guess = Guess(lower, 0.0)
            elif guess is not None:
                guess = Guess(max(lower, min(upper, guess.value)), guess.error)
            self._shown[grid] = guess
        return self._shown[grid]

    def _doubt_beside(self, entry: GridEntry, value: int) -> float:
        """Return the error of a position whose best move is sure: that of those that may be better.

        It is infinite where one of them was not looked at.
        """
        doubt = 0.0
        for after, gain in entry.after.items():
            if gain - self._entries[after].claimed.lower > value:
                guess = self._guess(after)
                doubt = max(doubt, inf if guess is None else guess.error)
        return doubt

    def _settle(self) -> None:
        """Let no guess stay below what is proven of the position before it, nor above.

        A proof can say more of a position than all guesses at its moves; then one of them, the one
        guessed best of those that can be, is shown as worth it. From the fullest grids down.
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
        """Show the best of a grid's moves that can be worth as much as the grid as worth it."""
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
    """Return what is known of a position without a look."""
    if position.is_over:
        return Bounds(0, 0, 0)
    left = position.points_left
    return Bounds(-left, left)
