"""The endgame trainer: problems on the table, played out against perfect defence.

    events ──► answer, hint, go_on ──► Practice ──► task, sitting, today
    engine ──► SolverTasks ───────────┘     └─────► Deck, which says what comes next, and again

The engine is asked for what has to be proven as soon as it is the person's turn, so that most pairs
are judged at once; where it is not ready a line says so, and everything else goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import ClassVar, Final

from battle.analysis.insights import ProblemTheme
from battle.analysis.ledger import Thresholds
from battle.analysis.study import Study
from battle.coach.reason_lines import Line, line_from
from battle.language import _
from battle.profile.records import PlayedGame
from battle.rules.game import Game
from battle.rules.position import Move, Position
from battle.training.cards import Rating
from battle.training.exercise import Rated, Stage
from battle.training.practice import Practice
from battle.training.solver_tasks import EMPTY, SolverTasks
from battle.training.trainer_words import chosen_theme_words, due_words, trainer_headline
from battle.window.board.board import Board
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.dialogs import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.training.exercise_scene import ExerciseScene
from battle.window.training.keys import TRAINER_SHORTCUTS
from battle.window.training.trainer_page import AnsweredExercise, DeckCounts, TrainerPage
from battle.window.ui.keys import KeyTable

_REPLY_SECONDS: Final = 0.8
"""How long after a pair was taken the defence replies: people want to see what they did."""
_COUNT_SECONDS: Final = 5.0
"""How often it is asked whether anything has become due, or the deck has changed."""


class TrainerScene(ExerciseScene):
    """Puts the deck's exercises one after the other."""

    shortcuts: ClassVar[KeyTable] = TRAINER_SHORTCUTS
    help_page: ClassVar[str] = "trainer"

    def __init__(self, app: Services) -> None:
        super().__init__(app, Board(EMPTY))
        self.practice: Practice | None = None
        self.deck_counts = DeckCounts()
        self.is_retired = False
        self._counted_at = 0.0
        self._counted: tuple[int, datetime] | None = None
        self._done: tuple[AnsweredExercise, ...] = ()
        self._more = False
        self._solver = SolverTasks(app.scheduler, app.deck)
        self._drop()

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin with what the deck asks first."""
        self._begin()
        self._next()
        self._count()

    def resume(self) -> None:
        """Go on with the exercise in hand; where there is none one may have come meanwhile."""
        self._begin()
        if self.practice is None:
            self._next()
        self._count()

    def _begin(self) -> None:
        self.thresholds = Thresholds(*self.app.settings.thresholds)
        self.app.scheduler.start()

    def leave(self) -> None:
        """Ask the solver for nothing more."""
        self._solver.stop()

    def quitting(self) -> None:
        """Keep what was answered before the program ends."""
        if self.practice is not None:
            self.practice.finish()

    def cancel(self) -> None:
        """Leave the trainer; what was answered so far is kept."""
        self.quitting()
        self.app.pop()

    # --- the exercise in hand -------------------------------------------------------------------

    def _drop(self) -> None:
        """Have nothing in hand."""
        self._game: PlayedGame | None = None
        self._solution: tuple[Position, Move] | None = None
        self._noticed: Rated | None = None
        self._played_at = 0.0
        self.is_retired = False

    def _next(self) -> None:
        """Take the next exercise in hand, or none."""
        self._drop()
        exercise = self.app.deck.next(more=self._more, theme=self.wanted_theme)
        self.practice = None if exercise is None else Practice(self.app.deck, exercise)
        if exercise is not None and exercise.game:
            self._game = self.app.records.game(exercise.game)
        self._solver.begin(self.practice)
        self.put(EMPTY if self.practice is None else self.practice.position)
        self._count()

    @property
    def wanted_theme(self) -> ProblemTheme | None:
        """What exercises are about, None for whatever is due."""
        chosen = self.app.settings.trainer_theme
        return ProblemTheme(chosen) if chosen else None

    @property
    def in_hand(self) -> Practice | None:
        """What hints are asked of."""
        return self.practice

    @property
    def names(self) -> tuple[str, str]:
        """Who has which side."""
        you, defence = _("You"), _("Defence")
        first = self.practice is None or self.practice.playout.person == 1
        return (you, defence) if first else (defence, you)

    def _count(self) -> None:
        """Look up the deck's numbers."""
        deck, today = self.app.deck, self.app.deck.today()
        resting = self.practice is None
        self._counted_at = self.seconds
        self._counted = deck.version, deck.stays_until
        due = deck.due_about(self.wanted_theme)
        self.deck_counts = DeckCounts(
            due=due,
            others_due=deck.due - due,
            new_left=deck.new_left,
            answered=len(today),
            right=sum(answer.rating is Rating.RIGHT for answer in today),
            next_due=deck.next_due if resting else None,
            more=resting and deck.next(more=True, theme=self.wanted_theme) is not None,
            is_empty=resting and not deck.entries(),
        )

    def _count_anew(self) -> None:
        """Look up the deck's numbers if they can have changed: that takes its time."""
        self._counted_at = self.seconds
        if self._counted is not None:
            version, until = self._counted
            if version == self.app.deck.version and self.app.moment() < until:
                return
        self._count()

    # --- layout ---------------------------------------------------------------------------------

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        left = [
            ("close", "escape", _("Leave the trainer")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
            ("chart", "progress", _("Your progress")),
            ("open", "add_file", _("Add problems from a file")),
        ]
        right = [
            ("hint", "hint", _("Hint")),
            ("eye", "solution", _("Show the solution")),
            ("rematch", "again", _("Once more")),
            ("analyse", "analyse", _("Look at it in Analyse")),
            ("chevron-right", "go_on", _("Next exercise")),
        ]
        return left, right

    def page(self) -> TrainerPage:
        """Return what the pages say now."""
        solver = self._solver
        return TrainerPage(
            practice=self.practice,
            counted=self.deck_counts,
            done=self._done,
            thresholds=self.thresholds,
            now=self.app.moment(),
            game=self._game,
            line=self._shown_line(),
            waiting=solver.words(needed=bool(self.wants)),
            is_retired=self.is_retired,
            why=solver.reasons(self.names, discreetly=self._solution is None),
            is_looking=solver.is_looking,
            theme=self.wanted_theme,
        )

    def headline(self) -> str:
        """Return what is to be done."""
        return trainer_headline(self.practice)

    def situation(self) -> str:
        """Return how many pairs there are to choose from, as long as one is to be chosen."""
        practice = self.practice
        return super().situation() if practice and practice.stage is Stage.ASKING else ""

    def aside(self) -> str:
        """Return how much is due, if anything is."""
        return due_words(self.deck_counts.due)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, let the defence reply."""
        super().update(seconds)
        practice = self.practice
        if practice is not None and practice.counts:
            practice.seconds += seconds
        self._solver.update(None if self._solution is None else self._solution[0])
        if practice is not None:
            self._go_on_with(practice)
        if self.seconds - self._counted_at >= _COUNT_SECONDS:
            self._count_anew()
        self.preview.update(self.line, seconds)
        self.fill()

    def _go_on_with(self, practice: Practice) -> None:
        """Judge, reply, and give what was asked for, as soon as it is known."""
        practice.update()
        self.grant()
        if practice.stage is Stage.WRONG:
            self.let_back()
        elif practice.stage is not Stage.CHECKING:
            self.away = None
            self._reply(practice)
        if practice.rated is not self._noticed:
            self._list_answered(practice)

    def _reply(self, practice: Practice) -> None:
        """Let the defence take its pair, once the person's has landed."""
        waited = self.seconds - self._played_at >= _REPLY_SECONDS
        if practice.stage is not Stage.REPLYING or self.motion.moving or not waited:
            return
        before = practice.position
        move = practice.reply()
        if move is not None:
            self.board.show(practice.position, (move, before.to_move))
            self.fly(before, move, landing=False)
            self.app.sound.play("turn")

    def _list_answered(self, practice: Practice) -> None:
        """List the exercise that was just answered."""
        self._noticed = rated = practice.rated
        problem = practice.exercise.problem
        if rated is None:
            return
        if rated.rating is not Rating.MISSED:
            self.app.sound.play("win")
        move, start = practice.first or problem.best_moves[0], problem.position
        if practice.worst is not None and not practice.is_shown:
            move, start = practice.worst.move, practice.worst.position
        kind = start.kind_of(move)
        done = AnsweredExercise(kind, move, practice.lost, rated.rating, practice.is_shown)
        self._done = (*self._done, done)
        self._count()

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        practice = self.practice
        waits = practice is not None and practice.stage in (Stage.CHECKING, Stage.REPLYING)
        return super().moving or waits

    def bring_back(self) -> None:
        """Bring back the pair that is away, also in the exercise."""
        super().bring_back()
        if self.practice is not None:
            self.practice.take_back()

    # --- lines on the board ---------------------------------------------------------------------

    def _shown_line(self) -> Line | None:
        """Return the solution that is shown, as far as the play after it is known."""
        if self._solution is None:
            return None
        return line_from(*self._solution, self._solver.study.values)

    @property
    def line(self) -> Line | None:
        """The line to be shown: pointed at, or the solution by itself."""
        line = super().line
        return self._shown_line() if line is not None else None

    # --- what a person does ---------------------------------------------------------------------

    def refusal(self) -> str | None:
        """Return why no pair may be chosen now, None if one may."""
        if self.practice is None or self.practice.stage in (Stage.CHECKING, Stage.WRONG):
            return ""
        if self.practice.stage is Stage.REPLYING:
            return _("It is the defence's turn.")
        return _("This exercise is played out.") if self.practice.stage is Stage.OVER else None

    def answer(self, move: Move) -> None:
        """Take a pair: it flies off, and is judged."""
        if self.practice is None or self.practice.stage is not Stage.ASKING:
            return
        self._begin_anew()
        self._played_at = self.seconds
        before = self.practice.position
        self.practice.play(move)
        self.send_away(before, move)

    def _begin_anew(self) -> None:
        """Forget what was shown of the position before."""
        self._solution, self.wants = None, ""
        self._solver.forget_why()

    def note_solution(self, best: Move) -> Line | None:
        """Show the solution and the play after it, from here on."""
        if self.practice is not None:
            self._solution = self.practice.position, best
        return self._shown_line()

    def tell_why(self) -> None:
        """Tell why the last pair was costly."""
        verdict = None if self.practice is None else self.practice.verdict
        if verdict is not None and verdict.cost:
            self._solver.explain(verdict)

    def go_on(self) -> None:
        """Go on to the next exercise; one that is being played out is ended first."""
        practice = self.practice
        if practice is not None and practice.counts:
            practice.finish()
            if practice.counts:
                self.notice(_("Take a pair first, or have the solution shown."))
            return
        self._more = self._more or practice is None
        self._next()

    def again(self) -> None:
        """Begin the exercise once more; it does not count."""
        if self.practice is not None and not self.practice.counts:
            self.practice.again()
            self._begin_anew()
            self.put(self.practice.position)

    def retire(self) -> None:
        """Do not ask this exercise any more, or again."""
        if self.practice is not None and not self.practice.counts:
            self.is_retired = not self.is_retired
            self.app.deck.retire(self.practice.exercise, self.is_retired)
            self._count()

    def analyse(self) -> None:
        """Look at the exercise in Analyse, with what was played; it has to be answered first."""
        practice = self.practice
        if practice is None:
            return
        if practice.counts:
            self.notice(_("Answer it first; then you may look at everything."))
            return
        game = Game(practice.exercise.problem.position)
        for move in practice.playout.moves:
            game.play(move)
        study = Study(game, practice.playout.values)
        study.to_start()
        self.app.go("study", study, self.names)

    def show_progress(self) -> None:
        """Show what was learned so far."""
        self.app.go("progress")

    def choose_theme(self) -> None:
        """Ask what exercises are to be about."""
        choices = [
            Choice(
                chosen_theme_words(theme),
                partial(self.ask_about, theme),
                "primary" if theme is self.wanted_theme else "",
            )
            for theme in (None, *ProblemTheme)
        ]
        words = _("Exercises about anything else wait meanwhile.")
        self.app.push(ChoiceDialog(self.app, _("What shall exercises be about?"), words, choices))

    def ask_about(self, theme: ProblemTheme | None) -> None:
        """Ask about a theme from now on; an exercise that has been begun stays in hand."""
        self.app.change(trainer_theme="" if theme is None else theme.value)
        practice = self.practice
        if practice is None:
            self._next()
        elif theme is not None and theme not in practice.exercise.themes:
            if practice.first is None and not practice.hint_count and practice.counts:
                self._next()
            else:
                self.notice(_("The next exercise is chosen accordingly."))

    def add_file(self) -> None:
        """Choose a file of problems."""
        self.app.go("add_problems")

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], None]]:
        """Return what the actions of the shortcuts do."""
        return {
            **super().key_table(),
            "why": self.tell_why,
            "go_on": self.go_on,
            "again": self.again,
            "retire": self.retire,
            "analyse": self.analyse,
            "progress": self.show_progress,
            "theme": self.choose_theme,
            "all_themes": partial(self.ask_about, None),
            "add_file": self.add_file,
        }

    def press_enter(self) -> None:
        """Select a tile; once the exercise is answered, go on."""
        practice = self.practice
        trying = self.board.selected is not None or self.board.cursor is not None
        answered = practice is None or not practice.counts
        if answered and (not trying or practice is None or practice.stage is Stage.OVER):
            self.go_on()
        else:
            super().press_enter()
