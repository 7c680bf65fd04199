"""Something being played (`Attempt`), an exercise (`Practice`), and many (`Sitting`, `GameLesson`).

    ASKING ──play──► CHECKING ──► nothing lost: OVER
      ▲                └────────► WRONG ──take_back──► the same choice again
      └──────────────────────────────┘

The answer is the first pair taken, or the solution shown. It counts once and is kept at once; from
then on the exercise is `rated`, and nothing that is tried counts any more.

Values come from one store, which others fill: nothing here waits or solves. Time passes by `tick`,
whatever clock a surface has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from random import Random
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from battle.analysis.costs import MoveCost, ProblemTheme, move_cost
from battle.analysis.study import Study
from battle.analysis.values import Bounds, MoveInfo, Values
from battle.coach.answer import Shown, answered, bettered
from battle.coach.hints import HintStep, search_line
from battle.coach.reasons import Line, ReasonSearch, line_from, reasons
from battle.engine.jobs import (
    SEARCH_SECONDS,
    AnalysisTask,
    Analyst,
    Job,
    Priority,
    QuestionSearch,
    Scheduler,
    Target,
    is_reached,
)
from battle.game.setup import played_by
from battle.language import _, current
from battle.profile.records import SOLVER, PlayedGame, Records
from battle.rules.position import EMPTY_COLUMNS, IllegalMoveError, Move, Player, Position
from battle.rules.tree import Game, Node
from battle.training.deck import (
    BEGINNING,
    EASIEST,
    Answer,
    Deck,
    Exercise,
    Rated,
    Rating,
    Source,
    grade_of,
    level_at,
    problem_at,
    random_endgames,
    rate,
)
from battle.words import (
    You,
    costs_words,
    no_answer_words,
    pair_in_full,
    points,
    sentences,
    spoken_to,
)

SMALL: Final = 40
"""Up to how many tiles every move is proven; with more, which moves keep the value has to do."""

STEPS: Final = (HintStep.WORTH, HintStep.COLUMNS, HintStep.PAIR)
"""The hints in their order; of the columns one. After the last comes the solution."""

_NEVER: Final = datetime.max
_COUNT_SECONDS: Final = 5.0
"""How often it is looked whether exercises have become due."""

Help: TypeAlias = Literal["", "hint", "solution", "answer"]
"""One more hint; the answer to a pair, then a best pair; the answer and why the pair was costly."""
Wanted: TypeAlias = tuple[Position, Target]
"""A position, and the target of its proof."""


class Stage(Enum):
    """Where an exercise stands."""

    ASKING = "asking"
    CHECKING = "checking"
    REPLYING = "replying"
    WRONG = "wrong"
    OVER = "over"


class Hint(NamedTuple):
    """What `step` says of a best pair, `move`."""

    step: HintStep
    move: Move


class Verdict(NamedTuple):
    """The verdict on an answer, the pair `move` taken from `position`.

    It costs at least `cost` points, exactly that if it `is_exact`. It `is_past` once a better pair
    has been shown.
    """

    position: Position
    move: Move
    cost: int
    is_exact: bool = True
    is_past: bool = False


class Attempt:
    """What is tried from a position, move by move, by the person and by who replies."""

    stage: Stage
    reply_seconds: ClassVar[float] = 0.8
    """How long a pair is seen before the reply."""
    away_seconds: ClassVar[float] = 0.9
    """How long a wrong pair, with the reply to it, is away before it comes back."""

    def begin(self, start: Position) -> None:
        self.position = start
        self.moves: list[Move] = []
        self.places: list[Position] = []
        self._waited = 0.0

    def play(self, move: Move) -> None:
        """Make the person's move; raise IllegalMoveError where it cannot be played now."""
        raise NotImplementedError

    def go(self, move: Move) -> None:
        self.position.check(move)
        self.places.append(self.position)
        self.position = self.position.play(move)
        self.moves.append(move)
        self._waited = 0.0

    def tick(self, seconds: float) -> None:
        """Let time pass: the reply is made, and a wrong pair comes back."""
        self._waited += seconds
        if self.awaits_reply:
            if self._waited >= self.reply_seconds:
                self.reply()
        elif self.stage is Stage.WRONG and self._waited >= self.away_seconds:
            self.take_back()

    @property
    def is_replied_to(self) -> bool:
        return len(self.moves) % 2 == 0

    @property
    def awaits_reply(self) -> bool:
        return self.stage is Stage.REPLYING

    def reply(self) -> Move | None:
        """Make the move that replies and return it, None as long as there is none."""
        raise NotImplementedError

    def take_back(self) -> list[tuple[Position, Move]]:
        """Take back a move that was wrong or could not be judged, with the reply to it, if any.

        The same choice comes again. Returns the pairs that come back, the last first.
        """
        back = []
        while self.stage in (Stage.WRONG, Stage.CHECKING):
            self.position = self.places.pop()
            back.append((self.position, self.moves.pop()))
            if self.is_replied_to:
                self.stage = Stage.ASKING
        return back


class Practice(Attempt):
    """An exercise, or a position, in which a best move is asked for.

    One of the empty position stands for none. What belongs to no `deck` is rated but not kept.
    `seconds` passed while it counted. `verdict` is on the person's last move;
    `rated` is what the answer was worth, None as long as it counts, `lost` the points it lost,
    `first` its move, None if the solution was shown instead.
    """

    def __init__(
        self, task: Exercise | Position, deck: Deck | None = None, values: Values | None = None
    ) -> None:
        self.values = Values() if values is None else values
        self.exercise = None if isinstance(task, Position) else task
        self.start = task if isinstance(task, Position) else task.problem.position
        if self.exercise is not None:
            worth = self.exercise.problem.values.items()
            self.values.learn(
                self.start, [MoveInfo(move, value, value, value) for move, value in worth]
            )
        self._deck = deck
        self.person: Player = self.start.to_move
        self.rated: Rated | None = None
        self.first: Move | None = None
        self.seconds = 0.0
        self.lost = 0
        self.hint_count = 0
        self.is_shown = self.has_seen_solution = False
        self._begin()

    def _begin(self) -> None:
        self.begin(self.start)
        self.verdict: Verdict | None = None
        self.hints: tuple[Hint, ...] = ()
        self.stage = Stage.OVER if self.is_none else Stage.ASKING

    # --- where it stands ------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The moves played, from the start of the exercise."""
        game = Game(self.start)
        for move in self.moves:
            game.play(move)
        return game

    @property
    def counts(self) -> bool:
        return self.rated is None and not self.is_none

    @property
    def is_none(self) -> bool:
        return not self.start.tiles_left

    @property
    def missed(self) -> MoveCost | None:
        """The cost of the person's last pair, None if it was right or its cost is not known."""
        verdict = self.verdict
        if verdict is None or not verdict.cost:
            return None
        return move_cost(self.values, verdict.position, verdict.move)

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that keep the value of the position in front, none while it is not known."""
        return self.values.best_moves(self.position) if self._is_known else ()

    @property
    def wanted(self) -> Wanted | None:
        """What has to be proven to go on, or to judge the next move at once; None if nothing."""
        if self.stage is Stage.CHECKING and self._cost() is None:
            before = self.places[-1]
            return (self.position if self._known(before).is_exact else before), Target.VALUE
        if self.stage in (Stage.WRONG, Stage.OVER) or self._is_known:
            return None
        return self.position, self._target

    # --- moves ----------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        if self.stage is not Stage.ASKING:
            raise IllegalMoveError("illegal move {move}: it is not your turn", move=move)
        self.go(move)
        self.hints = ()
        self.stage = Stage.CHECKING
        self.update()

    def update(self) -> None:
        """Judge the person's last move as soon as its value is known."""
        known = self._cost() if self.stage is Stage.CHECKING else None
        if known is None:
            return
        cost, is_exact = known
        self.verdict = Verdict(self.places[-1], self.moves[-1], cost, is_exact)
        self.stage, self._waited = Stage.WRONG if cost else Stage.OVER, 0.0
        if self.counts:
            self.first, self.lost = self.verdict.move, cost
            self._keep()

    def tick(self, seconds: float) -> None:
        self.seconds += seconds * self.counts
        super().tick(seconds)

    def again(self) -> None:
        if not self.counts:
            self._begin()

    # --- values ---------------------------------------------------------------------------------

    @property
    def _target(self) -> Target:
        return Target.MOVES if self.position.tiles_left <= SMALL else Target.BEST

    @property
    def _is_known(self) -> bool:
        self.values.connect(self.position)
        return is_reached(self._target, self.values, self.position)

    def _known(self, position: Position) -> Bounds:
        self.values.connect(position)
        return self.values.known(position)

    def _cost(self) -> tuple[int, bool] | None:
        """Return the loss of the last move, and whether it is exact; None while not proven.

        In a lesson it need not be proven how much a move loses that is known to lose something.
        """
        before, move = self.places[-1], self.moves[-1]
        value, made = self._known(before), self.values.of_move(before, move)
        if not value.is_exact:
            return None
        is_lesson = self.exercise is None
        if made.is_exact or (is_lesson and made.upper < value.lower):
            return value.lower - made.upper, made.is_exact
        return (0, True) if is_lesson and made.lower >= value.lower else None

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> Hint | None:
        """Give one more hint about the position in front; None if there is none, or not yet."""
        best = self.best_moves if self.stage is Stage.ASKING else ()
        if not best or len(self.hints) == len(STEPS):
            return None
        hint = Hint(STEPS[len(self.hints)], best[0])
        self.hints = (*self.hints, hint)
        self.hint_count += self.counts
        return hint

    def show_solution(self) -> tuple[Move, ...]:
        """Return the best moves of the position in front; none if they are not known yet.

        An exercise that still counts is kept as missed; the verdict before it is past.
        """
        best = self.best_moves if self.stage is Stage.ASKING else ()
        self.has_seen_solution |= bool(best)
        if best and self.verdict is not None:
            self.verdict = self.verdict._replace(is_past=True)
        if best and self.counts:
            self.is_shown = True
            self._keep()
        return best

    @staticmethod
    def answered(exercise: Exercise, answer: Answer) -> Practice:
        """Return an exercise that was answered before."""
        practice = Practice(exercise)
        practice.rated = Rated(answer.rating, answer.at, answer.counted)
        practice.lost = answer.lost
        if answer.move:
            practice.first = exercise.disguise.of_move(Move.parse(answer.move))
        return practice

    def _keep(self) -> None:
        trap = 0 if self.exercise is None else self.exercise.original.trap
        rating = rate(self.lost, trap, hints=self.hint_count, shown=self.is_shown)
        if self._deck is None or self.exercise is None:
            self.rated = Rated(rating, _NEVER, counted=False)
            return
        self.rated = self._deck.answer(
            self.exercise,
            self.lost,
            self.first,
            hints=self.hint_count,
            shown=self.is_shown,
            seconds=round(self.seconds, 1),
        )


# --- sitting -------------------------------------------------------------------------------------
#
# A sitting at the trainer: one exercise after the other, of the deck or of the mistakes of a game.
#
#     next() ──► practice ──► tick(), once a frame or while waiting ──► done, counts
#                   └──► want, again, retire ──► go_on() ──► next(); after ten: rest
#
# What has to be proven is asked as soon as it is the person's turn, so that most pairs are judged
# at once; then why a pair was costly, if that was asked; the play expected after a solution that is
# shown; and new problems while few are left. Without a solver everything else goes on.

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
                problem = problem_at(position, values)
                if problem is not None and grade_of(problem).is_choice:
                    self._deck.add([problem], Source.GENERATED)
                    self._wanted = None

            self._job = self._scheduler.submit(task, Priority.FRONT, end)

    def recount(self) -> None:
        """Pause until the next `update`, which counts again how many are wanted."""
        self._wanted = None
        if self._job is not None:
            self._job.cancel()


# --- sitting -------------------------------------------------------------------------------------


RUN: Final = 10
"""How many exercises make a run, after which the person's level and rating are shown."""


@dataclass(frozen=True)
class DeckCounts:
    """The numbers of the deck: what is due about the chosen theme, and about all others.

    `more` is whether there is an exercise by now, though none is in hand.
    """

    due: int = 0
    others_due: int = 0
    level: int = EASIEST
    rating: int = BEGINNING
    next_due: datetime | None = None
    more: bool = False
    is_empty: bool = False


class Sitting:
    """Exercises of a deck about `theme`, None for all; new problems are made where few are left.

    `practice` is the exercise in hand, `game` the own game that it is from. `run` are the exercises
    answered of the present ten, with those of an earlier visit today if it `goes_on`. `wanted` is
    the help that was asked for and is not there yet; what is shown of a pair has begun `times`
    times.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        now: Callable[[], datetime],
        deck: Deck | None = None,
        records: Records | None = None,
        theme: ProblemTheme | None = None,
        *,
        goes_on: bool = False,
    ) -> None:
        self.now, self.theme = now, theme
        self._scheduler, self._deck, self._records = scheduler, deck, records
        self._generator = None if deck is None else ProblemGenerator(scheduler, deck, Random())
        self._analyst = Analyst(scheduler, Game(EMPTY), Values())
        before = () if deck is None or not goes_on else deck.unfinished(RUN)
        self.run = [Practice.answered(*one) for one in before]
        self.counts = DeckCounts()
        self._counted: tuple[int, datetime | None] | None = None
        self._recounted_in = 0.0
        self.times = 0
        self._take(Practice(EMPTY))

    @property
    def is_run_over(self) -> bool:
        return len(self.run) == RUN

    def try_again(self, place: int) -> None:
        """Take an exercise of the run once more, which does not count."""
        self._take(self.run[place])
        self.again()

    def next(self) -> None:
        """Take the next exercise; none where a run is over or nothing is left."""
        assert self._deck is not None
        task = None if self.is_run_over else self._deck.next(self.theme)
        self._take(Practice(task or EMPTY, self._deck))
        self.count()

    def _take(self, practice: Practice) -> None:
        self.stop()
        self.practice, exercise = practice, practice.exercise
        self.game: PlayedGame | None = None
        if exercise is not None and exercise.game and self._records is not None:
            self.game = self._records.game(exercise.game)
        self.is_retired = False
        self.wanted: Help = ""
        self._shows_answer = False
        self._shown: tuple[Position, Move] | None = None
        self._why: ReasonSearch | None = None
        self._why_not: tuple[object, str] = None, ""
        self._analyst = Analyst(self._scheduler, Game(practice.position), practice.values)

    def stop(self) -> None:
        """Ask the solver for nothing until the next `update`."""
        self._analyst.stop()
        self._following: QuestionSearch | None = None
        if self._generator is not None:
            self._generator.recount()
        self._asked: tuple[Wanted, Job] | None = None
        self.is_unproven = False

    # --- the deck's numbers -----------------------------------------------------------------------

    def count(self) -> None:
        """Look up the deck's numbers; that takes its time."""
        deck, resting = self._deck, self.practice.is_none
        if deck is None:
            return
        self._counted = deck.version, deck.next_due
        due, rating = deck.due_about(self.theme), deck.rating
        self.counts = DeckCounts(
            due=due,
            others_due=deck.due - due,
            level=level_at(rating),
            rating=rating,
            next_due=deck.next_due if resting else None,
            more=resting and not self.is_run_over and deck.next(self.theme) is not None,
            is_empty=resting and not deck.entries(),
        )

    def recount(self) -> None:
        """Look up the deck's numbers if they can have changed."""
        version, until = self._counted or (None, None)
        is_due = until is not None and self.now() >= until
        if self._deck is not None and (version != self._deck.version or is_due):
            self.count()

    # --- the exercise in hand ---------------------------------------------------------------------

    def tick(self, seconds: float) -> str:
        """Let time pass: a pair is judged, help comes as soon as it is known, all else goes on.

        Returns what is to be said of a pair that could not be judged, empty for nothing.
        """
        practice = self.practice
        practice.tick(seconds)
        self.update()
        self._grant()
        self._recounted_in -= seconds
        if self._recounted_in <= 0:
            self._recounted_in = _COUNT_SECONDS
            self.recount()
        if practice.stage is not Stage.CHECKING or not self.has_failed:
            return ""
        practice.take_back()
        if self._scheduler.failure:
            return no_answer_words(self._scheduler.failure)
        return _("This could not be checked in time. Try another pair.")

    def update(self) -> Rated | None:
        """Process the solver's findings and judge; return how the exercise was answered, once."""
        wanted = self.practice.wanted
        if wanted is not None and (self._asked is None or self._asked[0] != wanted):
            self._ask(wanted)
        elif self._generator is not None and not (wanted or self._shown or self.is_looking):
            self._generator.update()
        if self._shown is not None and self._following is None:
            self._follow(self._shown)
        return self.judge()

    def _follow(self, shown: tuple[Position, Move]) -> None:
        """Have the play after a pair proven, move by move to its end."""
        values = self.practice.values
        self._following = search_line(
            self._analyst, shown[0], lambda: line_from(*shown, values)[1], seconds=SEARCH_SECONDS
        )

    def _ask(self, wanted: Wanted) -> None:
        if self._asked is not None:
            self._asked[1].cancel()
        self.is_unproven = False

        def hear(answered: bool) -> None:
            self.is_unproven = not answered

        job = self._analyst.ask(wanted[0], hear, target=wanted[1], priority=Priority.MOVE)
        self._asked = wanted, job

    def judge(self) -> Rated | None:
        """Judge by what is known; return how the exercise was answered, once."""
        practice = self.practice
        practice.update()
        if practice.rated is None or practice in self.run:
            return None
        self.run.append(practice)
        self.count()
        return practice.rated

    @property
    def names(self) -> tuple[str, str]:
        you, solver = You(_("You")), played_by(SOLVER)
        return (you, solver) if self.practice.person == 1 else (solver, you)

    @property
    def is_answered(self) -> bool:
        """Whether the exercise in hand is done with, so that the next one may come."""
        return not self.practice.counts

    @property
    def has_failed(self) -> bool:
        """Whether the exercise's proof failed, or none is possible."""
        return bool(self._scheduler.failure) or self.is_unproven

    @property
    def waiting_words(self) -> str:
        """Say that something wanted is on its way, or that it cannot come."""
        practice = self.practice
        if self._scheduler.failure:
            return no_answer_words(self._scheduler.failure)
        if practice.wanted is None or not (self.wanted or practice.stage is Stage.CHECKING):
            return ""
        if self.is_unproven:
            return _("There was no answer in time.")
        return self._scheduler.getting_ready or _("Looking …")

    @property
    def is_awaited(self) -> bool:
        """Whether something that was asked for is on its way."""
        is_judged = self.practice.stage is not Stage.CHECKING and not self.wanted
        is_found = is_judged and not (self.is_following or self.is_looking)
        return not (is_found or self.has_failed)

    # --- help -------------------------------------------------------------------------------------

    def want(self, what: Help) -> None:
        """Ask for one more hint, for what can be shown, or how a costly pair is answered.

        It comes at once if it is known, else as time passes.
        """
        practice = self.practice
        if what == "answer":
            self.explain()
            self._shows_answer = True
            self.times += 1
        elif practice.stage is Stage.ASKING or (what == "solution" and self.can_show):
            self.wanted = what
        self._grant()

    def _grant(self) -> None:
        """Give the help that is wanted once it is known."""
        is_there = self.wanted == "hint" and self.practice.hint() is not None
        if is_there or (self.wanted == "solution" and self.show()):
            self.wanted = ""

    @property
    def shown(self) -> Shown | None:
        """What is shown of a costly pair that is asked about: its answer, then a better pair."""
        cost = self._costly
        if cost is None or not (self._shows_answer or self._shown):
            return None
        better = bettered(cost, self.practice.values, spoken_to(self.names))
        return better if self.shows_best else self.answer

    @property
    def _costly(self) -> MoveCost | None:
        """The costly pair in question."""
        return self.practice.missed

    @property
    def line(self) -> Line | None:
        """The line that is shown: a pair and best play after it, as far as that is proven."""
        return None if self._shown is None else line_from(*self._shown, self.practice.values)

    @property
    def is_following(self) -> bool:
        """Whether the play after the pair that is shown is still being proven."""
        return self._shown is not None and (self._following is None or not self._following.is_done)

    @property
    def shows_best(self) -> bool:
        """Whether the line that is shown begins with a best pair."""
        return self._shown is not None and not self.practice.values.cost(*self._shown).upper

    @property
    def told(self) -> Move | None:
        """The best pair that is named after an exercise was missed, until it is taken."""
        practice, verdict = self.practice, self.practice.verdict
        is_missed = practice.rated is not None and practice.rated.rating is Rating.MISSED
        if practice.exercise is None or verdict is None or verdict.is_past:
            return None
        if not (is_missed and verdict.cost):
            return None
        return practice.values.best_moves(verdict.position)[0]

    @property
    def names_best(self) -> bool:
        """Whether a best pair is shown or named, so that nothing gives it away any more."""
        return self.shows_best or self.told is not None

    @property
    def can_show(self) -> bool:
        """Whether there is a line to show that is not shown."""
        return not self.practice.is_none and not self.shows_best

    def show(self) -> bool:
        """Show the answer to the last pair, then a best pair; return whether there is one yet.

        Before an answer the solution is shown, which counts as missed.
        """
        practice, verdict = self.practice, self.practice.verdict
        if verdict is not None and not verdict.is_past and (self._shown is None):
            self._show(verdict.position, verdict.move)
        elif best := practice.show_solution():
            self._show(practice.start, best[0])
        return self._shown is not None

    def _show(self, position: Position, move: Move) -> None:
        self._hide()
        self._shown, self.times = (position, move), self.times + 1

    def _hide(self) -> None:
        self._shown = None
        if self._following is not None:
            self._following.close()
        self._following = None

    def explain(self) -> None:
        """Search for the reasons why the last pair was costly; they are collected in `why`."""
        verdict = self.practice.verdict
        if verdict is not None and verdict.cost and self._why is None:
            self._why = ReasonSearch(
                self._analyst, self.practice.values, verdict.position, verdict.move
            )

    @property
    def answer(self) -> Shown | None:
        """The answer to the last pair that was costly, None if it is not known.

        Until the solution is shown none that would have been a best pair itself.
        """
        cost = self._costly
        if cost is None:
            return None
        names, discreetly = spoken_to(self.names), not self.names_best
        return answered(cost, self.practice.values, names, discreetly=discreetly)

    @property
    def is_looking(self) -> bool:
        return self._why is not None and not self._why.is_done

    @property
    def why(self) -> tuple[str, ...] | None:
        """The reasons in words why the last pair was costly, None if they were not asked for.

        Until the solution is shown they name no better pair.
        """
        if self._why is None:
            return None
        return tuple(reason.words for reason in self._why.reasons(discreetly=not self.names_best))

    @property
    def why_not(self) -> str:
        """The cost of a tempting pair in place of the right one, and why, if proven."""
        verdict, values = self.practice.verdict, self.practice.values
        if verdict is None or verdict.cost:
            return ""
        known = verdict, values.version, current()
        if self._why_not[0] != known:
            place, words = verdict.position, ""
            for other in self._tempting(place):
                proven = reasons(values, place, other)
                if proven:
                    cost = points(values.cost(place, other).value)
                    words = sentences(
                        costs_words(pair_in_full(place, other), cost), proven[0].words
                    )
                    break
            self._why_not = known, words
        return self._why_not[1]

    def _tempting(self, place: Position) -> Iterator[Move]:
        """Yield the pairs that a person is likely to think of, besides the right ones."""
        yield max(place.legal_moves, key=place.worth)

    def forget(self) -> None:
        self._hide()
        self.wanted, self._shows_answer = "", False
        if self._why is not None:
            self._why.close()
        self._why = None

    # --- what is done -----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Answer with a pair; what was shown of the one before goes."""
        self.forget()
        self.practice.play(move)
        self.judge()

    def again(self) -> bool:
        """Begin the exercise once more, which does not count; False before it is answered."""
        if self.practice.counts:
            return False
        self.practice.again()
        self.forget()
        return True

    def retire(self) -> None:
        """Do not ask this exercise any more, or again."""
        practice = self.practice
        if self._deck is not None and practice.exercise and not practice.counts:
            self.is_retired = not self.is_retired
            self._deck.retire(practice.exercise, self.is_retired)
            self.count()

    def go_on(self) -> str:
        """Go on to the next exercise, from a run that is over to the next run.

        Returns why that cannot be, empty if it was done.
        """
        if self.practice.counts:
            return _("Take a pair first, or ask for the solution.")
        if self.practice.is_none and self.is_run_over:
            self.run = []
        self.next()
        return ""

    def ask_about(self, theme: ProblemTheme | None) -> str:
        """Ask about a theme from now on; an exercise that has been begun stays in hand.

        Returns the words that announce it, empty if there are none.
        """
        self.theme = theme
        practice, exercise = self.practice, self.practice.exercise
        if exercise is not None and (theme is None or theme in exercise.themes):
            return ""
        if practice.is_none or (practice.counts and not practice.hint_count):
            self.next()
            return ""
        return _("The next exercise is chosen accordingly.")


def theme_of(name: str) -> ProblemTheme | None:
    """Return the theme that a setting names."""
    return ProblemTheme(name) if name else None


# --- lesson --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Mistake(MoveCost):
    """A move with a proven cost, to be done better: `node` is the place after it."""

    node: Node


def proven_mistakes(study: Study, players: Sequence[Player] = (1, 2)) -> list[Mistake]:
    """Return the mistakes of some players that are proven, in the order of the game.

    They are those of the game, not of a branch that was tried out.
    """
    costs = ((node, study.cost(node)) for node in study.mistakes(of_game=True))
    return [
        Mistake(**vars(cost), node=node)
        for node, cost in costs
        if cost is not None and cost.exact and cost.cost.value and cost.player in players
    ]


class GameLesson(Sitting):
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
    def is_run_over(self) -> bool:
        return False

    @property
    def mistake(self) -> Mistake | None:
        return self.mistakes[self.index] if self.index < len(self.mistakes) else None

    @property
    def names(self) -> tuple[str, str]:
        return self._names

    @property
    def _costly(self) -> MoveCost | None:
        """The last pair, before any the mistake itself."""
        return self.mistake if self.practice.verdict is None else super()._costly

    def _tempting(self, place: Position) -> Iterator[Move]:
        if self.mistake is not None and self.mistake.position == place:
            yield self.mistake.move
        yield from super()._tempting(place)

    def go_to(self, index: int) -> None:
        self.index = max(0, min(len(self.mistakes), index))
        self.next()

    def next(self) -> None:
        mistake = self.mistake
        if mistake is not None and self.index not in self._practices:
            self._practices[self.index] = Practice(mistake.position, values=self._study.values)
        self._take(self._practices.get(self.index) or Practice(EMPTY))

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
        over = [practice for practice in self._practices.values() if practice.stage is Stage.OVER]
        return sum(
            practice.rated is not None and practice.rated.rating is Rating.RIGHT
            for practice in over
        )

    @property
    def is_answered(self) -> bool:
        return self.mistake is None or self.how(self.index) in ("shown", "right")
