"""The first guess of a big proof: the value of small positions on the way to its end.

    position ── likely move ── likely move ── … ── a position that is solved in no time
        ↖ guess ← proven ←── guess ← proven ←──────┘

A line of likely moves is followed until few enough tiles are left; from there each position of the
line is solved in turn, its first question asked where its neighbour's proven value puts it. That
is what a principal variation search with a wide window does, with the null windows there are: the
value after the likely move is a lower bound, and right more often than not. All that is proven on
the way stays in the table. Nodes against one guess for all, geometric means of 8 positions with 80
tiles and 20 with 72: 1,721,408 against 2,224,039 and 249,126 against 270,297.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battle.rules.position import Move, Position
from solver.kernels import encode
from solver.kernels.order_weights import OPENED_WEIGHT, RANK_WEIGHT, REPLIES_WEIGHT
from solver.proof.null_window import NullWindowDriver
from solver.proof.root import Root
from solver.proof.threads import ThreadPool

LEAST_TILES: Final = 68
"""Below it a position is solved as fast without."""

BOTTOM_TILES: Final = 52
"""Where a line of likely moves ends."""


class FirstGuess:
    """Solves the positions after the likely moves of `position`, the last one first.

    `root_of` gives a position's root with what the table knows of it. `value` is the guess of the
    value of `position`: None until it is done, or if the position is too small for a line.
    """

    def __init__(self, position: Position, root_of: Callable[[Position], Root]) -> None:
        self.value: int | None = None
        self._root_of = root_of
        self._line: list[Position] = []
        self._root: Root | None = None
        self._driver: NullWindowDriver | None = None
        if position.tiles_left >= LEAST_TILES:
            self._line = likely_line(position)

    @property
    def is_done(self) -> bool:
        """Whether the position itself is next."""
        return len(self._line) < 2

    @property
    def tiles(self) -> int:
        """The number of tiles of the position in hand."""
        return self._line[-1].tiles_left

    def work(self, pool: ThreadPool, nodes: int) -> None:
        """Search one slice of at most `nodes` nodes for the position in hand."""
        position = self._line[-1]
        if position.is_over:
            self._solved(0)
            return
        if self._root is None or self._driver is None:
            self._root = self._root_of(position)
            self._driver = NullWindowDriver(self._root, 1, guess=self.value)
        if not self._driver.is_done:
            self._driver.work(pool, nodes)
        if self._driver.is_done:
            self._solved(self._root.lower)

    def _solved(self, value: int) -> None:
        """Go on with the position before the one in hand, whose value is proven."""
        after = self._line.pop()
        before = self._line[-1]
        gained = sum(after.points) - sum(before.points)
        self.value = gained - value
        self._root = self._driver = None


def likely_line(position: Position) -> list[Position]:
    """Return the positions from `position` on after likely moves, down to BOTTOM_TILES."""
    line = [position]
    while line[-1].tiles_left > BOTTOM_TILES and not line[-1].is_over:
        line.append(line[-1].play(_likely_move(line[-1])))
    return line


def _likely_move(position: Position) -> Move:
    """Return the move that `solver.kernels.order` would search first, counted on the board."""
    before = set(position.legal_moves)
    firsts = [moves[0] for moves in encode.moves_by_signature(position).values()]

    def likelihood(move: Move) -> int:
        after = position.play(move)
        opened = max((after.worth(m) for m in after.legal_moves if m not in before), default=0)
        replies = len(encode.moves_by_signature(after))
        return (
            RANK_WEIGHT * position.worth(move) - OPENED_WEIGHT * opened - REPLIES_WEIGHT * replies
        )

    return max(firsts, key=likelihood)
