"""What the trainer asks the solver, one thing after the other.

First what the exercise in hand wants, to judge the next pair at once and to reply; then why a pair
was costly, if that was asked; the play expected after a solution that is shown; and new problems
while few are left.
"""

from __future__ import annotations

from random import Random
from typing import Final

from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.coach.reason_words import reason_words
from battle.coach.reasons import ReasonSearch
from battle.coach.teacher import discreet
from battle.engine.jobs import Analyst, Target
from battle.engine.scheduler import Job, Priority, Scheduler
from battle.language import _
from battle.rules.game import Game
from battle.rules.position import EMPTY_COLUMNS, Position
from battle.rules.problem import Problem
from battle.training.deck import Deck
from battle.training.exercise import Stage, Verdict
from battle.training.practice import Practice, Wanted
from battle.training.problems import Source, grade_of, random_endgames
from battle.words.endings import Names
from battle.words.proving import getting_ready_words, no_answer_words

# --- problem generator ---------------------------------------------------------------------------
#
# New problems: made of random play with the engine, while it has nothing else to do.
#
# few are left ──► a position ──► the analyst proves its moves ──► the deck, if one costs points
#                      ▲                                                │
#                      └────────────────────────────────────────────────┘

TILES: Final = 32
"""How many tiles a generated problem has at most."""

SECONDS: Final = 3.0
"""The engine's time for a position; what is not proven by then is dropped."""


class ProblemGenerator:
    """Makes problems for a deck until enough are waiting; call `update` once a frame."""

    def __init__(self, deck: Deck, random: Random) -> None:
        self._deck = deck
        self._positions = random_endgames(random, TILES)
        self._wanted: int | None = None
        self._asked: tuple[Analyst, Job] | None = None
        self.made = 0

    def update(self, analyst: Analyst, values: Values) -> None:
        """Ask about the next position, if problems are wanted and nothing is asked.

        `values` are those of the analyst's study. A question to another analyst is forgotten.
        """
        if self._asked is not None and self._asked[0] is analyst:
            return
        if self._wanted is None:
            self._wanted = self._deck.wanted_problems
        if self._wanted == 0:
            return
        position = next(self._positions)

        def hear(found: bool) -> None:
            self._asked = None
            if found:
                self._take(position, values)

        request = analyst.ask(
            position, hear, target=Target.MOVES, seconds=SECONDS, priority=Priority.FRONT
        )
        self._asked = analyst, request

    def recount(self) -> None:
        """Count again how many are wanted: one was asked."""
        self._wanted = None

    def _take(self, position: Position, values: Values) -> None:
        worth = {move: values.of_move(position, move).lower for move in position.legal_moves}
        found = Problem(position, worth)
        if grade_of(found).is_choice:
            self.made += self._deck.add([found], Source.GENERATED)
            self.recount()


# --- solver tasks --------------------------------------------------------------------------------

EMPTY: Final = Position(EMPTY_COLUMNS)


class SolverTasks:
    """The solver's work for one sitting; `begin` an exercise, then call `update` once a frame.

    With a `deck` new problems are made for it where few are left.
    """

    def __init__(self, scheduler: Scheduler, deck: Deck | None) -> None:
        self._scheduler = scheduler
        self._generator = None if deck is None else ProblemGenerator(deck, Random())
        self._unproven = False
        self._asked: tuple[Wanted, Job] | None = None
        self._practice: Practice | None = None
        self._take(None)

    def begin(self, practice: Practice | None) -> None:
        """Work for another exercise, or for none."""
        self.stop()
        self._take(practice)
        if self._generator is not None:
            self._generator.recount()

    def _take(self, practice: Practice | None) -> None:
        self._practice, self._asked, self._unproven = practice, None, False
        self._why: ReasonSearch | None = None
        if practice is None:
            self.study = Study(Game(EMPTY))
        else:
            self.study = Study(Game(practice.position), practice.playout.values)
        self._analyst = Analyst(self._scheduler, self.study.game, self.study.values)

    def stop(self) -> None:
        """Ask for nothing until the next `update`."""
        self._analyst.stop()
        self._asked, self._unproven = None, False

    def explain(self, verdict: Verdict) -> None:
        """Look for the reasons why a pair was costly; they gather in `reasons`."""
        self.forget_why()
        self._why = ReasonSearch(self._analyst, self.study.values, verdict.position, verdict.move)

    def forget_why(self) -> None:
        """Look for no reasons any more."""
        if self._why is not None:
            self._why.close()
        self._why = None

    @property
    def is_looking(self) -> bool:
        """Whether more reasons are being looked for."""
        return self._why is not None and not self._why.is_done

    def reasons(self, names: Names, *, discreetly: bool) -> tuple[str, ...] | None:
        """Return why the pair was costly, in words; None if that was not asked.

        `names` are those of players 1 and 2. What is told `discreetly` names no better pair.
        """
        if self._why is None:
            return None
        found = discreet(self._why.reasons, self._why.before) if discreetly else self._why.reasons
        return tuple(reason_words(reason, names) for reason in found)

    def update(self, solution: Position | None) -> None:
        """Hear the solver and let it go on; `solution` is where one is shown, if anywhere."""
        wanted = None if self._practice is None else self._practice.wanted
        if wanted is not None and (self._asked is None or self._asked[0] != wanted):
            self._ask(wanted)
        elif self._generator is not None and not (wanted or solution or self.is_looking):
            self._generator.update(self._analyst, self.study.values)
        self._analyst.on = solution is not None
        self._analyst.look(solution)

    def _ask(self, wanted: Wanted) -> None:
        """Have something proven before anything else."""
        if self._asked is not None:
            self._asked[1].cancel()
        self._unproven = False
        position, target = wanted

        def hear(found: bool) -> None:
            self._unproven = not found

        self._asked = (
            wanted,
            self._analyst.ask(position, hear, target=target, priority=Priority.MOVE),
        )

    @property
    def is_unproven(self) -> bool:
        """Whether what the exercise wants could not be proven in its time."""
        return self._unproven

    @property
    def has_failed(self) -> bool:
        """Whether what the exercise wants could not be proven, or nothing can."""
        return bool(self._scheduler.failure) or self._unproven

    def words(self, *, needed: bool) -> str:
        """Say what is waited for, if something is `needed` now; and whether the solver failed."""
        practice = self._practice
        if self._scheduler.failure:
            return no_answer_words(self._scheduler.failure)
        if practice is None or practice.wanted is None:
            return ""
        if self._unproven:
            return _("This could not be proven in time.")
        if not needed and practice.stage not in (Stage.CHECKING, Stage.REPLYING):
            return ""
        if self._scheduler.is_getting_ready:
            return getting_ready_words()
        return _("The solver is proving it …")
