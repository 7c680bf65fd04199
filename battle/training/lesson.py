"""Lessons: the costly moves of a game, put to the player again.

    next, skip ──► the next mistake, until the lesson is OVER
    previous, go_to ──► another one; what was answered rightly or shown stays so

What becomes of an answer is told in `exercise`. The mistakes are those of the game, not of a branch
that was tried out, whose position is proven before and after, so that every answer can be judged.
Any move that keeps the value is right; one whose value is not known yet is asked of the engine.
Nothing here waits: `stage` and `verdict` change when the analyst is updated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battle.analysis.study import Study
from battle.engine.jobs import Analyst, Target
from battle.engine.scheduler import Job, Priority
from battle.rules.game import Node
from battle.rules.position import IllegalMoveError, Move, Player, Position, for_player
from battle.training.exercise import Hint, Stage, Verdict, next_hint


@dataclass(frozen=True)
class Mistake:
    """A costly move to be done better: `node` is the place after it.

    `played` is the move, taken from `position`, and `cost` the points it gave away. `value` is what
    that position is worth to the player to move, in points from there to the end. All are proven.
    """

    node: Node
    position: Position
    played: Move
    cost: int
    value: int

    @property
    def player(self) -> Player:
        """The player who moved."""
        return self.position.to_move

    @property
    def margin(self) -> int:
        """The final margin, from player 1's side, that the best moves lead to."""
        return self.position.margin + for_player(self.value, self.player)


@dataclass
class Score:
    """Counts of a lesson so far.

    `right`, `shown` and `skipped` count mistakes, `clean` those solved without a wrong answer or a
    hint; `wrong` counts answers, `hints` hints.
    """

    right: int = 0
    clean: int = 0
    wrong: int = 0
    hints: int = 0
    shown: int = 0
    skipped: int = 0


def proven_mistakes(study: Study, players: Sequence[Player] = (1, 2)) -> list[Mistake]:
    """Return the game's mistakes of some players that are proven, in its order."""
    found = [_mistake(study, node) for node in study.mistakes(of_game=True)]
    return [one for one in found if one is not None and one.player in players]


def _mistake(study: Study, node: Node) -> Mistake | None:
    """Return the mistake that a move was, None where it is not proven what it cost."""
    assert node.parent is not None
    assert node.move is not None
    position = node.parent.position
    known, played = study.values.known(position), study.values.of_move(position, node.move)
    if not (known.is_exact and played.is_exact) or played.upper >= known.lower:
        return None
    return Mistake(node, position, node.move, known.lower - played.lower, known.lower)


class Lesson:
    """The costly moves of some players, one after the other; `verdict` is on the last answer."""

    def __init__(self, study: Study, analyst: Analyst, players: Sequence[Player] = (1, 2)) -> None:
        self.mistakes = proven_mistakes(study, players)
        self.index = 0
        self.stage = Stage.OVER
        self.verdict: Verdict | None = None
        self.hints: tuple[Hint, ...] = ()
        self.score = Score()
        self._values = study.values
        self._analyst = analyst
        self._solving: Job | None = None
        self._checking: Job | None = None
        self._tried: set[Move] = set()
        self._closed: dict[int, Stage] = {}
        self._skipped: set[int] = set()
        self._helped: set[int] = set()
        self._begin()

    @property
    def mistake(self) -> Mistake | None:
        """The mistake in hand, None when the lesson is over."""
        return self.mistakes[self.index] if self.index < len(self.mistakes) else None

    @property
    def of(self) -> int:
        """The number of mistakes."""
        return len(self.mistakes)

    def stage_of(self, index: int) -> Stage | None:
        """Return RIGHT or SHOWN for a mistake that is closed, None for any other."""
        return self._closed.get(index)

    def is_skipped(self, index: int) -> bool:
        """Whether a mistake was left without being put right or shown."""
        return index in self._skipped

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that keep the value, as far as they are known; the expected one first."""
        if self.mistake is None:
            return ()
        best = self._values.best_moves(self.mistake.position)
        expected = self._values.line(self.mistake.position)[:1]
        return tuple(sorted(best, key=lambda move: move not in expected))

    @property
    def takes_help(self) -> bool:
        """Whether a hint or the solution can be asked for."""
        return self.mistake is not None and not self.stage.is_closed

    # --- answers --------------------------------------------------------------------------------

    def answer(self, move: Move) -> Verdict:
        """Judge an answer; it counts unless the mistake is put right or its solution was shown.

        While it is checked the verdict knows nothing; `verdict` changes when it does. Raises
        IllegalMoveError for a move that cannot be played.
        """
        mistake = self.mistake
        if mistake is None:
            raise IllegalMoveError("illegal move {move}: the game is over", move=move)
        mistake.position.check(move)
        verdict = self._judge(mistake, move)
        if self.stage.is_closed:
            return verdict
        self._stop_checking()
        self._take(verdict)
        if not verdict.is_exact:
            self._ask_of(mistake, move)
        return verdict

    def _judge(self, mistake: Mistake, move: Move) -> Verdict:
        """Return what the values know of an answer."""
        known = self._values.of_move(mistake.position, move)
        if known.lower >= mistake.value:
            return Verdict(mistake.position, move, 0)
        cost = max(0, mistake.value - known.upper)
        return Verdict(mistake.position, move, cost, known.is_exact)

    def _take(self, verdict: Verdict) -> None:
        """Let a verdict count."""
        self.verdict = verdict
        if verdict.keeps is None:
            self.stage = Stage.CHECKING
        elif verdict.keeps:
            self.stage = Stage.RIGHT
            self._closed[self.index] = Stage.RIGHT
            self.score.right += 1
            self.score.clean += self.index not in self._helped
        else:
            self.stage = Stage.WRONG
            self.score.wrong += verdict.move not in self._tried
            self._tried.add(verdict.move)
            self._helped.add(self.index)

    def _ask_of(self, mistake: Mistake, move: Move) -> None:
        """Have it proven what an answer is worth."""

        def hear(found: bool) -> None:
            self._checking = None
            verdict = self._judge(mistake, move)
            if self.stage is Stage.CHECKING and verdict.keeps is not None:
                self._take(verdict)
            elif self.stage is Stage.CHECKING:
                self.stage = Stage.UNKNOWN
            else:
                self.verdict = verdict

        after = mistake.position.play(move)
        self._checking = self._analyst.ask(after, hear, target=Target.VALUE, priority=Priority.MOVE)

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> Hint | None:
        """Give one more hint; None if there is none, or not yet.

        While no move is known that keeps the value one is looked for, so the wish may be repeated.
        """
        if not self.takes_help:
            return None
        hint = next_hint(self.hints, self.best_moves)
        if hint is None:
            if not self.best_moves:
                self._solve()
            return None
        self.hints = (*self.hints, hint)
        self._helped.add(self.index)
        self.score.hints += 1
        return hint

    def show_solution(self) -> tuple[Move, ...]:
        """Return the best moves, which closes the mistake; none if they are not known yet."""
        best = self.best_moves
        if not best:
            self._solve()
        elif self.takes_help:
            self._stop_checking()
            self.stage = self._closed[self.index] = Stage.SHOWN
            self.score.shown += 1
        return best

    # --- going on -------------------------------------------------------------------------------

    def next(self) -> None:
        """Go on to the next mistake; one that is neither put right nor shown counts as skipped."""
        if self.mistake is not None:
            self.go_to(self.index + 1)

    skip = next

    def previous(self) -> None:
        """Go back to the mistake before; at the first one stay there."""
        if self.index > 0:
            self.go_to(self.index - 1)

    def go_to(self, index: int) -> None:
        """Go to a mistake, from 0; one that is left open for a later one is skipped."""
        if self.mistake is not None and index > self.index and self.index not in self._closed:
            self._skipped.add(self.index)
        self.index = max(0, min(self.of, index))
        self._begin()

    def close(self) -> None:
        """End the lesson: nothing more is asked."""
        self._withdraw_all()
        self.index = len(self.mistakes)
        self.stage = Stage.OVER

    def _begin(self) -> None:
        """Put the mistake in hand to the player."""
        self._withdraw_all()
        self.verdict, self.hints, self._tried = None, (), set()
        self.stage = Stage.OVER
        if self.mistake is not None:
            self.stage = self._closed.get(self.index, Stage.ASKING)
        self._skipped.discard(self.index)
        self.score.skipped = len(self._skipped)
        self._solve()

    def _solve(self) -> None:
        """Have all moves found that keep the value, unless that is under way."""
        if self.mistake is None or self._solving is not None:
            return

        def hear(found: bool) -> None:
            self._solving = None

        position = self.mistake.position
        self._solving = self._analyst.ask(position, hear, target=Target.BEST)

    def _withdraw_all(self) -> None:
        self._stop_checking()
        if self._solving is not None:
            self._solving.cancel()
            self._solving = None

    def _stop_checking(self) -> None:
        if self._checking is not None:
            self._checking.cancel()
            self._checking = None
