"""Certificates and problems: what the solver proves for others to check, and to solve.

A certificate has the value of a position and the answers that prove it. The kernels say of every
move whether it keeps what is needed; of those that do, the one is taken that leads to a position
the proof has already, else the one that leaves the fewest replies, so that proofs stay short. What
is written is checked by `battle.rules.certificate`, which knows nothing of all this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from random import Random
from typing import Final, TypeAlias

from battle.analysis.costs import ProblemTheme, different, different_moves, themes_of
from battle.rules.certificate import AT_LEAST, AT_MOST, HEADING, MOST_MEBIBYTES, grid_of
from battle.rules.position import LAST_DEAL, Move, Position, check_is, played_down
from battle.rules.problem import Problem
from battle.rules.tree import Game, Node
from solver.api import ALL_LINES, Limit, Solver
from solver.kernels import encode
from solver.kernels.encode import Kernels, State
from solver.proof.driver import NullWindowDriver, ThreadPool, root_of

SLICE: Final = 100_000
"""Nodes between two checks for a stop."""


class CertificateMaker:
    """Makes proofs of positions that come out of `start`, with a table of `hash_mb` MiB.

    `progress` is called often with what is being done; what it raises ends the work.
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
        if self._start.is_over:
            return 0
        root, pool = root_of(self._start), ThreadPool([self._searcher])
        driver = NullWindowDriver(root, 1)
        while not driver.is_done:
            self._doing = f"the value is between {root.lower} and {root.upper}"
            self._report()
            driver.work(pool, SLICE)
            self._table.tend()
        return root.lower

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

        `is_prover` says whether that is the player to move at the start.
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
        if position.is_over:
            return points >= 0
        lower, upper = self._searcher.known(state)
        return upper <= points or (lower <= points and self._bound(state, points + 1) <= points)

    def _bound(self, state: State, beta: int) -> int:
        """Return a proven lower bound of at least `beta`, or a proven upper bound below it."""
        while True:
            self._report()
            answer = self._searcher.bound(state, beta, SLICE)
            self._table.tend()
            if answer is not None:
                return answer

    def _report(self) -> None:
        self._progress(f"{self._doing}; {self._searcher.nodes / 1e6:.1f} million nodes")


def prove(
    position: Position,
    hash_mb: int = 256,
    *,
    progress: Callable[[str], None] = lambda text: None,
) -> str:
    """Return a proof of a position's value for the player to move, the text of a certificate.

    For each player it has a reply to every move of the other. It is meant for endgames of up to
    some 40 tiles. `hash_mb` are the MiB of the table. `progress` is called often with what is being
    done; what it raises ends the work. Raises OverflowError if the proof is larger than the 256 MiB
    that `verify` reads, MemoryError if there is not enough for the table.

        >>> print(prove(position("9s/9s"), 16))  # doctest: +ELLIPSIS
        mahjong-battle proof 1
        position 9s......../9s......../... 1 0-0
        at least 9
        9s/9s a1b1
        at most 9
        <BLANKLINE>
    """
    from solver.kernels.loader import load

    check_is(position, Position)
    text = StringIO()
    for line in CertificateMaker(position, load(progress), hash_mb, progress).lines():
        if text.write(f"{line}\n") and text.tell() > MOST_MEBIBYTES * 2**20:
            raise OverflowError(f"the proof is larger than {MOST_MEBIBYTES} MiB")
    return text.getvalue()


# --- problems ------------------------------------------------------------------------------------
#
# Problems found: endgames from games or from random play, solved, and those that are wanted.
#
# A problem has the value of every legal move, all of them proven.


Candidate: TypeAlias = tuple[Position, str]
"""A position that may be a problem, and where it comes from."""


@dataclass(frozen=True)
class Wanted:
    """What a problem must be like.

    `least` and `most` tiles are left, `best` different moves keep the value (None: any number), and
    the highest pair costs `trap` points or more, and it is about all of `themes`. There is always a
    choice.
    """

    least: int
    most: int
    best: int | None = None
    trap: int = 0
    themes: frozenset[ProblemTheme] = frozenset()

    def is_met(self, problem: Problem) -> bool:
        return (
            self.best in (None, different(problem.position, problem.best_moves))
            and problem.trap >= self.trap
            and self.themes.issubset(themes_of(problem))
        )


def of_game(game: Game, name: str) -> Iterator[Candidate]:
    """Yield the positions of a game's main line, then those of its variations."""
    main = game.main_line()
    for ply, node in enumerate(main):
        yield node.position, f"{name}, after ply {ply}"
    for node in main:
        for branch in node.children[1:]:
            yield from _of_branch(branch, f"{name}, in a variation")


def _of_branch(node: Node, source: str) -> Iterator[Candidate]:
    yield node.position, source
    for child in node.children:
        yield from _of_branch(child, source)


def of_random_play(seed: int, wanted: Wanted) -> Iterator[Candidate]:
    """Yield what random play leaves of numbered deals, without end; the same for the same seed."""
    random = Random(seed)
    while True:
        number = 1 + int(random.random() * LAST_DEAL)
        tiles = wanted.least + int(random.random() * (wanted.most - wanted.least + 1))
        left = played_down(random, Position.of_deal(number), tiles)
        yield left, f"deal {number}, {left.tiles_left} tiles left"


def find(
    candidates: Iterable[Candidate],
    wanted: Wanted,
    solver: Solver,
    limit: Limit,
    looked_at: Callable[[int], None] = lambda number: None,
) -> Iterator[Problem]:
    """Yield the problems among some positions, each grid once, if `limit` is enough to prove them.

    `looked_at` is called after every position with their number since the last problem.
    """
    seen: set[str] = set()
    since = 0
    for position, source in candidates:
        since += 1
        looked_at(since)
        is_size = wanted.least <= position.tiles_left <= wanted.most
        if position.grid in seen or not is_size or len(different_moves(position)) < 2:
            continue
        seen.add(position.grid)
        problem = solved(position, source, solver, limit)
        if problem is not None and wanted.is_met(problem):
            yield problem
            since = 0


def solved(position: Position, source: str, solver: Solver, limit: Limit) -> Problem | None:
    """Return a position with the proven value of every move, None if the limit comes first."""
    answer = solver.analyse(position, limit, ALL_LINES)
    if not all(line.exact for line in answer.lines):
        return None
    return Problem(position, {line.move: line.value.points for line in answer.lines}, source)
