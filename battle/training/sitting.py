"""A sitting at the trainer: one exercise of the deck after the other, in window and terminal.

    next() ──► practice ──► update(), once a frame or while waiting ──► done, counts
                  └──► show, explain, again, retire ──► go_on() ──► next()

What is to be proven is asked as soon as it is the person's turn, so that most pairs are judged at
once; where the solver is not ready everything else goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from battle.analysis.insights import ProblemTheme
from battle.coach.reason_words import Line, line_from
from battle.language import _
from battle.profile.records import PlayedGame, Records
from battle.rules.position import Kind, Move, Position
from battle.training.cards import Rating
from battle.training.deck import Deck
from battle.training.exercise import Rated
from battle.training.practice import Practice
from battle.training.solver_tasks import SolverTasks


@dataclass(frozen=True)
class AnsweredExercise:
    """An exercise that was answered in this sitting.

    `move` is the pair that lost most; without one the pair taken first, or else a best one.
    """

    kind: Kind
    move: Move
    lost: int
    rating: Rating
    is_shown: bool


@dataclass(frozen=True)
class DeckCounts:
    """The numbers of the deck; `more` is whether there are new ones beyond today's.

    `due` are those about the chosen theme, `others_due` all others.
    """

    due: int = 0
    others_due: int = 0
    new_left: int = 0
    answered: int = 0
    right: int = 0
    next_due: datetime | None = None
    more: bool = False
    is_empty: bool = False


class Sitting:
    """Exercises about `theme`, None for all; `practice` is the one in hand, None if nothing is due.

    `solver` works for it. `game` is the own game that the exercise is from.
    """

    def __init__(
        self,
        deck: Deck,
        records: Records,
        solver: SolverTasks,
        now: Callable[[], datetime],
        theme: ProblemTheme | None,
    ) -> None:
        self.solver, self.now, self.theme = solver, now, theme
        self._deck, self._records = deck, records
        self.done: tuple[AnsweredExercise, ...] = ()
        self.counts = DeckCounts()
        self._counted: tuple[int, datetime] | None = None
        self._more = False
        self._take(None)

    def next(self) -> None:
        """Take the next exercise in hand, or none."""
        exercise = self._deck.next(more=self._more, theme=self.theme)
        self._take(None if exercise is None else Practice(self._deck, exercise))
        self.solver.begin(self.practice)
        self.count()

    def _take(self, practice: Practice | None) -> None:
        self.practice = practice
        exercise = None if practice is None else practice.exercise
        game = "" if exercise is None else exercise.game
        self.game: PlayedGame | None = self._records.game(game) if game else None
        self.is_retired = False
        self._solution: tuple[Position, Move] | None = None
        self._noticed: Rated | None = None

    # --- the deck's numbers -----------------------------------------------------------------------

    def count(self) -> None:
        """Look up the deck's numbers; that takes its time."""
        deck, today = self._deck, self._deck.today()
        resting = self.practice is None
        self._counted = deck.version, deck.stays_until
        due = deck.due_about(self.theme)
        self.counts = DeckCounts(
            due=due,
            others_due=deck.due - due,
            new_left=deck.new_left,
            answered=len(today),
            right=sum(answer.rating is Rating.RIGHT for answer in today),
            next_due=deck.next_due if resting else None,
            more=resting and deck.next(more=True, theme=self.theme) is not None,
            is_empty=resting and not deck.entries(),
        )

    def recount(self) -> None:
        """Look up the deck's numbers if they can have changed."""
        version, until = self._counted or (None, self.now())
        if version != self._deck.version or self.now() >= until:
            self.count()

    # --- the exercise in hand ---------------------------------------------------------------------

    def update(self) -> Rated | None:
        """Hear the solver and judge; return how the exercise was answered, once."""
        self.solver.update(None if self._solution is None else self._solution[0])
        return self.judge()

    def judge(self) -> Rated | None:
        """Judge by what is known; return how the exercise was answered, once."""
        practice = self.practice
        if practice is None:
            return None
        practice.update()
        rated = practice.rated
        if rated is None or rated is self._noticed:
            return None
        self._noticed = rated
        if practice.exercise is None:
            return rated
        problem = practice.exercise.problem
        move, start = practice.first or problem.best_moves[0], problem.position
        if practice.worst is not None and not practice.is_shown:
            move, start = practice.worst.move, practice.worst.position
        kind = start.kind_of(move)
        done = AnsweredExercise(kind, move, practice.lost, rated.rating, practice.is_shown)
        self.done = (*self.done, done)
        self.count()
        return rated

    @property
    def names(self) -> tuple[str, str]:
        """What players 1 and 2 are called."""
        you, defence = _("You"), _("Defence")
        first = self.practice is None or self.practice.playout.person == 1
        return (you, defence) if first else (defence, you)

    @property
    def line(self) -> Line | None:
        """The solution that is shown, with the play after it as far as it is known."""
        if self._solution is None:
            return None
        return line_from(*self._solution, self.solver.study.values)

    @property
    def why(self) -> tuple[str, ...] | None:
        """The reasons in words why the last pair was costly, None if they were not asked for."""
        return self.solver.reasons(self.names, discreetly=self._solution is None)

    def show(self, best: Move) -> None:
        """Show a best pair and the play after it."""
        if self.practice is not None:
            self._solution = self.practice.position, best

    def forget(self) -> None:
        """Show neither the solution nor reasons any more."""
        self._solution = None
        self.solver.forget_why()

    def explain(self) -> None:
        """Look for the reasons why the last pair was costly."""
        verdict = None if self.practice is None else self.practice.verdict
        if verdict is not None and verdict.cost:
            self.solver.explain(verdict)

    def again(self) -> bool:
        """Begin the exercise once more, which does not count; False before it is answered."""
        if self.practice is None or self.practice.counts:
            return False
        self.practice.again()
        self.forget()
        return True

    def retire(self) -> None:
        """Do not ask this exercise any more, or again."""
        practice = self.practice
        if practice is not None and practice.exercise is not None and not practice.counts:
            self.is_retired = not self.is_retired
            self._deck.retire(practice.exercise, self.is_retired)
            self.count()

    # --- what comes next --------------------------------------------------------------------------

    def go_on(self) -> str:
        """Go on to the next exercise; one that is being played out is ended first.

        Returns why that cannot be, empty if it was done.
        """
        practice = self.practice
        if practice is None or not practice.counts:
            self._more = self._more or practice is None
            self.next()
            return ""
        practice.finish()
        return _("Take a pair first, or ask for the solution.") if practice.counts else ""

    def ask_about(self, theme: ProblemTheme | None) -> str:
        """Ask about a theme from now on; an exercise that has been begun stays in hand.

        Returns what is to be said of that, empty if nothing.
        """
        self.theme = theme
        practice = self.practice
        exercise = None if practice is None else practice.exercise
        if exercise is not None and (theme is None or theme in exercise.themes):
            return ""
        if practice is None or (
            practice.first is None and not practice.hint_count and practice.counts
        ):
            self.next()
            return ""
        return _("The next exercise is chosen accordingly.")


def theme_of(name: str) -> ProblemTheme | None:
    """Return the theme that a setting names."""
    return ProblemTheme(name) if name else None
