"""A sitting at the trainer: one exercise after the other, of the deck or of the mistakes of a game.

    next() ──► practice ──► update(), once a frame or while waiting ──► done, counts
                  └──► show, explain, again, retire ──► go_on() ──► next()

What has to be proven is asked as soon as it is the person's turn, so that most pairs are judged at
once; then why a pair was costly, if that was asked; the play expected after a solution that is
shown; and new problems while few are left. Without a solver everything else goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Final, Literal

from battle.analysis.costs import ProblemTheme
from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.coach.reasons import Line, ReasonSearch, line_from
from battle.engine.jobs import AnalysisTask, Analyst, Job, Priority, Scheduler, Target
from battle.language import _
from battle.profile.records import PlayedGame, Records
from battle.rules.position import EMPTY_COLUMNS, Move, Player, Position
from battle.rules.problem import Problem
from battle.rules.record import Game, Node
from battle.training.deck import Deck, Rated, Rating
from battle.training.practice import Practice, Stage, Wanted
from battle.training.problems import Source, grade_of, random_endgames
from battle.words import getting_ready_words, no_answer_words

EMPTY: Final = Position(EMPTY_COLUMNS)

# --- problem generator ---------------------------------------------------------------------------

TILES: Final = 32
"""How many tiles a generated problem has at most."""

SECONDS: Final = 3.0
"""The engine's time for a position; what is not proven by then is dropped."""


class ProblemGenerator:
    """Makes problems for a deck until enough are waiting; call `update` once a frame.

    A position that random play leaves becomes one if its moves are proven and one costs points.
    """

    def __init__(self, scheduler: Scheduler, deck: Deck, random: Random) -> None:
        self._scheduler, self._deck = scheduler, deck
        self._positions = random_endgames(random, TILES)
        self._wanted: int | None = None
        self._job: Job | None = None
        self.made = 0

    def update(self) -> None:
        """Ask about the next position, if problems are wanted and nothing is asked."""
        if self._job is not None and self._job.is_open:
            return
        if self._wanted is None:
            self._wanted = self._deck.wanted_problems
        if self._wanted:
            position, values = next(self._positions), Values()
            task = AnalysisTask(
                Game(position), values, position, Target.MOVES, SECONDS, proof_only=True
            )

            def end() -> None:
                if task.is_reached:
                    self._take(position, values)

            self._job = self._scheduler.submit(task, Priority.FRONT, end)

    def recount(self) -> None:
        """Pause until the next `update`, which counts again how many are wanted."""
        self._wanted = None
        if self._job is not None:
            self._job.cancel()

    def _take(self, position: Position, values: Values) -> None:
        found = Problem(
            position, {move: values.of_move(position, move).lower for move in position.legal_moves}
        )
        if grade_of(found).is_choice:
            self.made += self._deck.add([found], Source.GENERATED)
            self._wanted = None


# --- sitting -------------------------------------------------------------------------------------


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
    """Exercises of a deck about `theme`, None for all; new problems are made where few are left.

    `practice` is the exercise in hand, None if nothing is due, `game` the own game that it is from.
    `done` are the exercises that were answered.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        now: Callable[[], datetime],
        deck: Deck | None = None,
        records: Records | None = None,
        theme: ProblemTheme | None = None,
    ) -> None:
        self.now, self.theme = now, theme
        self._scheduler, self._deck, self._records = scheduler, deck, records
        self._generator = None if deck is None else ProblemGenerator(scheduler, deck, Random())
        self._analyst = Analyst(scheduler, Game(EMPTY), Values())
        self.done: list[Practice] = []
        self.counts = DeckCounts()
        self._counted: tuple[int, datetime] | None = None
        self._more = False
        self._take(None)

    def next(self) -> None:
        """Take the next exercise in hand, or none."""
        assert self._deck is not None
        exercise = self._deck.next(more=self._more, theme=self.theme)
        self._take(None if exercise is None else Practice(exercise, self._deck))
        self.count()

    def _take(self, practice: Practice | None) -> None:
        self.stop()
        self.practice = practice
        exercise = None if practice is None else practice.exercise
        self.game: PlayedGame | None = None
        if exercise is not None and exercise.game and self._records is not None:
            self.game = self._records.game(exercise.game)
        self.is_retired = False
        self._solution: tuple[Position, Move] | None = None
        self._why: ReasonSearch | None = None
        self._values = Values() if practice is None else practice.values
        start = EMPTY if practice is None else practice.position
        self._analyst = Analyst(self._scheduler, Game(start), self._values)

    def stop(self) -> None:
        """Ask the solver for nothing until the next `update`."""
        self._analyst.stop()
        if self._generator is not None:
            self._generator.recount()
        self._asked: tuple[Wanted, Job] | None = None
        self.is_unproven = False

    # --- the deck's numbers -----------------------------------------------------------------------

    def count(self) -> None:
        """Look up the deck's numbers; that takes its time."""
        deck, resting = self._deck, self.practice is None
        if deck is None:
            return
        self._counted = deck.version, deck.stays_until
        due, today = deck.due_about(self.theme), deck.today()
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
        if self._deck is not None and (version != self._deck.version or self.now() >= until):
            self.count()

    # --- the exercise in hand ---------------------------------------------------------------------

    def update(self) -> Rated | None:
        """Process the solver's findings and judge; return how the exercise was answered, once."""
        wanted = None if self.practice is None else self.practice.wanted
        if wanted is not None and (self._asked is None or self._asked[0] != wanted):
            self._ask(wanted)
        elif self._generator is not None and not (wanted or self._solution or self.is_looking):
            self._generator.update()
        self._analyst.on = self._solution is not None
        self._analyst.analyse(None if self._solution is None else self._solution[0])
        return self.judge()

    def _ask(self, wanted: Wanted) -> None:
        """Prove something before anything else."""
        if self._asked is not None:
            self._asked[1].cancel()
        self.is_unproven = False

        def hear(found: bool) -> None:
            self.is_unproven = not found

        job = self._analyst.ask(wanted[0], hear, target=wanted[1], priority=Priority.MOVE)
        self._asked = wanted, job

    def judge(self) -> Rated | None:
        """Judge by what is known; return how the exercise was answered, once."""
        practice = self.practice
        if practice is None:
            return None
        practice.update()
        if practice.rated is None or practice in self.done:
            return None
        self.done.append(practice)
        self.count()
        return practice.rated

    @property
    def names(self) -> tuple[str, str]:
        """What players 1 and 2 are called."""
        you, defence = _("You"), _("Defence")
        first = self.practice is None or self.practice.person == 1
        return (you, defence) if first else (defence, you)

    @property
    def is_answered(self) -> bool:
        """Whether the exercise in hand is done with, so that the next one may come."""
        return self.practice is None or not self.practice.counts

    @property
    def has_failed(self) -> bool:
        """Whether what the exercise wants could not be proven, or nothing can."""
        return bool(self._scheduler.failure) or self.is_unproven

    def waiting_words(self, *, needed: bool) -> str:
        """Say what is being waited for, if something is `needed`, and whether the solver failed."""
        practice = self.practice
        if self._scheduler.failure:
            return no_answer_words(self._scheduler.failure)
        if practice is None or practice.wanted is None:
            return ""
        if self.is_unproven:
            return _("This could not be proven in time.")
        if not needed and practice.stage not in (Stage.CHECKING, Stage.REPLYING):
            return ""
        if self._scheduler.is_getting_ready:
            return getting_ready_words()
        return _("The solver is proving it …")

    # --- help -------------------------------------------------------------------------------------

    @property
    def line(self) -> Line | None:
        """The solution that is shown, with the play after it as far as it is known."""
        return None if self._solution is None else line_from(*self._solution, self._values)

    def show(self, best: Move) -> None:
        """Show a best pair and the play after it."""
        if self.practice is not None:
            self._solution = self.practice.position, best

    def explain(self) -> None:
        """Search for the reasons why the last pair was costly; they are collected in `why`."""
        verdict = None if self.practice is None else self.practice.verdict
        if verdict is not None and verdict.cost and self._why is None:
            self._why = ReasonSearch(self._analyst, self._values, verdict.position, verdict.move)

    @property
    def is_looking(self) -> bool:
        """Whether more reasons are being searched for."""
        return self._why is not None and not self._why.is_done

    @property
    def why(self) -> tuple[str, ...] | None:
        """The reasons in words why the last pair was costly, None if they were not asked for.

        Until the solution is shown they name no better pair.
        """
        if self._why is None:
            return None
        found = self._why.reasons(self.names, discreetly=self._solution is None)
        return tuple(reason.words for reason in found)

    def forget(self) -> None:
        """Hide solution and reasons."""
        self._solution = None
        if self._why is not None:
            self._why.close()
        self._why = None

    # --- what comes next --------------------------------------------------------------------------

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
        if self._deck is not None and practice and practice.exercise and not practice.counts:
            self.is_retired = not self.is_retired
            self._deck.retire(practice.exercise, self.is_retired)
            self.count()

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


# --- lesson --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mistake:
    """A costly move to be done better: `node` is the place after it.

    `played` is the move, taken from `position`, and `cost` the points it gave away; that is proven.
    """

    node: Node
    position: Position
    played: Move
    cost: int


def proven_mistakes(study: Study, players: Sequence[Player] = (1, 2)) -> list[Mistake]:
    """Return the mistakes of some players that are proven, in the order of the game.

    They are those of the game, not of a branch that was tried out.
    """
    found = []
    for node in study.mistakes(of_game=True):
        assert node.parent is not None
        assert node.move is not None
        position = node.parent.position
        known, played = study.values.known(position), study.values.of_move(position, node.move)
        is_proven = known.is_exact and played.is_exact and played.upper < known.lower
        if is_proven and position.to_move in players:
            found.append(Mistake(node, position, node.move, known.lower - played.lower))
    return found


class Lesson(Sitting):
    """The costly moves of some players in a game, one after the other.

    Each may be gone to at any time, and is as it was left; any move that keeps the value is right.
    """

    def __init__(
        self,
        study: Study,
        scheduler: Scheduler,
        now: Callable[[], datetime],
        names: tuple[str, str],
        players: Sequence[Player] = (1, 2),
    ) -> None:
        super().__init__(scheduler, now)
        self.mistakes = proven_mistakes(study, players)
        self.index = 0
        self._names, self._study = names, study
        self._practices: dict[int, Practice] = {}

    @property
    def mistake(self) -> Mistake | None:
        """The mistake in hand, None when the lesson is over."""
        return self.mistakes[self.index] if self.index < len(self.mistakes) else None

    @property
    def names(self) -> tuple[str, str]:
        return self._names

    def go_to(self, index: int) -> None:
        """Go to a mistake, from 0."""
        self.index = max(0, min(len(self.mistakes), index))
        self.next()

    def next(self) -> None:
        mistake = self.mistake
        if mistake is not None and self.index not in self._practices:
            self._practices[self.index] = Practice(mistake.position, values=self._study.values)
        self._take(self._practices.get(self.index))

    def go_on(self) -> str:
        if self.mistake is not None:
            self.go_to(self.index + 1)
        return ""

    def again(self) -> bool:
        self._practices = {}
        self.go_to(0)
        return True

    # --- how it goes ----------------------------------------------------------------------------

    def how(self, index: int) -> Literal["shown", "right", "open", "skipped", ""]:
        """Return how it went with a mistake.

        Its solution was shown, it was put right without, it is in hand, or was left; or neither.
        """
        practice = self._practices.get(index)
        if practice is not None and practice.has_seen_solution:
            return "shown"
        if practice is not None and practice.stage is Stage.OVER:
            return "right"
        if index == self.index:
            return "open"
        return "" if practice is None else "skipped"

    @property
    def clean(self) -> int:
        """How many were put right at once, without a hint."""
        over = [one for one in self._practices.values() if one.stage is Stage.OVER]
        return sum(one.rated is not None and one.rated.rating is Rating.RIGHT for one in over)

    @property
    def is_answered(self) -> bool:
        return self.mistake is None or self.how(self.index) in ("shown", "right")
