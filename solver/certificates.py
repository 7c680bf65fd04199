"""Certificates made: the value of a position, and the answers that prove it to anybody.

The kernels say of every move whether it keeps what is needed; of those that do, the one is taken
that leads to a position the proof has already, else the one that leaves the fewest replies, so that
proofs stay short. What is written is checked by `battle.rules.certificate`, which knows nothing of
all this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from battle.rules.certificate import AT_LEAST, AT_MOST, HEADING, grid_of
from battle.rules.position import Move, Position
from solver.kernels import encode
from solver.kernels.encode import State
from solver.kernels.interface import Kernels

SLICE: Final = 100_000
"""Nodes between two looks at whether somebody wants to stop."""


class CertificateMaker:
    """Makes proofs of positions that come out of `start`, with a table of so many MiB.

    `progress` hears what is being done, often; what it raises ends the work.
    """

    def __init__(
        self,
        start: Position,
        kernels: Kernels,
        hash_mb: int = 64,
        progress: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._start = start
        self._table = kernels.table(hash_mb)
        self._searcher = kernels.searcher(start, self._table, 0)
        self._progress = progress
        self._doing = ""

    def value(self) -> int:
        """Return the proven value of the start for the player to move."""
        left = self._start.points_left
        if self._start.is_over:
            return 0
        lower, upper, beta = -left, left, 1
        state = encode.state_of(self._start)
        while lower < upper:
            self._doing = f"the value is between {lower} and {upper}"
            found = self._bound(state, beta)
            lower, upper = (max(lower, found), upper) if found >= beta else (lower, found)
            beta = max(lower + 1, min(found + (found >= beta), upper))
        return lower

    def lines(self) -> Iterator[str]:
        """Yield the lines of a proof that the start is worth its value, neither more nor less."""
        value = self.value()
        yield HEADING
        yield f"position {self._start}"
        yield f"{AT_LEAST} {value}"
        yield from self._answers(value, is_prover=True)
        yield f"{AT_MOST} {value}"
        yield from self._answers(-value, is_prover=False)

    def _answers(self, needed: int, *, is_prover: bool) -> Iterator[str]:
        """Yield a line for every position in which the player who needs `needed` has to answer.

        `is_prover` tells whether that is the player to move at the start.
        """
        step = {grid_of(self._start): (self._start, needed)}
        answers = 0
        while step:
            following: dict[str, tuple[Position, int]] = {}
            for grid, (here, need) in step.items():
                if here.is_over or need <= -here.points_left:
                    continue
                moves = here.legal_moves
                self._doing = f"{here.tiles_left} tiles left, {answers} answers"
                if is_prover:
                    moves = (self._answer(here, need, following),)
                    answers += 1
                    yield f"{grid} {moves[0]}"
                for move in moves:
                    gain = here.worth(move) if is_prover else -here.worth(move)
                    after = here.play(move)
                    key = grid_of(after)
                    if key not in following or following[key][1] < need - gain:
                        following[key] = after, need - gain
            step, is_prover = following, not is_prover

    def _answer(self, here: Position, need: int, known: dict[str, tuple[Position, int]]) -> Move:
        """Return a move that makes at least `need`, if possible one with a short proof."""
        able: list[tuple[int, int, Move]] = []
        for (gain, state), (move, *_same) in encode.moves_by_signature(here).items():
            after = here.play(move)
            if not self._is_at_most(after, state, gain - need):
                continue
            same = known.get(grid_of(after))
            if need - gain <= -after.points_left:
                return move
            is_new = same is None or same[1] < need - gain
            able.append((len(after.legal_moves) if is_new else 0, -gain, move))
        return min(able)[2]

    def _is_at_most(self, position: Position, state: State, points: int) -> bool:
        """Whether a position is worth at most so many points for the player to move."""
        if position.is_over:
            return points >= 0
        lower, upper = self._table.known(state)
        return upper <= points or (lower <= points and self._bound(state, points + 1) <= points)

    def _bound(self, state: State, beta: int) -> int:
        """Return a proven lower bound of at least `beta`, or a proven upper bound below it."""
        while True:
            self._progress(f"{self._doing}; {self._searcher.nodes / 1e6:.1f} million nodes")
            found = self._searcher.bound(state, beta, SLICE)
            self._table.tend()
            if found is not None:
                return found
