"""The endgame trainer: problems on the table, played out against perfect defence.

events ──► answer, hint, go_on ──► Sitting ──► task, sitting, today
engine ──► SolverTasks ───────────┘     └────► Deck, which says what comes next, and again
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

from battle.analysis.insights import ProblemTheme
from battle.analysis.ledger import Thresholds
from battle.analysis.study import Study
from battle.coach.reason_words import Line
from battle.language import _
from battle.page.blocks import Block, Offer
from battle.rules.game import Game
from battle.rules.position import Move
from battle.training.cards import Rating
from battle.training.exercise import Stage
from battle.training.practice import Practice
from battle.training.sitting import Sitting, theme_of
from battle.training.solver_tasks import EMPTY, SolverTasks
from battle.training.trainer_page import (
    LOOK_IN_ANALYSE,
    PLAYED_OUT,
    WHICH_THEME,
    about_page,
    chosen_theme_words,
    due_words,
    sitting_page,
    task_page,
    today_page,
    trainer_headline,
)
from battle.window.board.board import Board
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.dialogs import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.training.exercise_scene import ExerciseScene
from battle.window.training.keys import TRAINER_SHORTCUTS
from battle.window.ui.keys import KeyTable

_REPLY_SECONDS: Final = 0.8
"""How long after a pair was taken the defence replies: people want to see what they did."""
_COUNT_SECONDS: Final = 5.0
"""How often it is asked whether anything has become due, or the deck has changed."""
_SOMETIMES: Final = ("hint", "solution", "again", "analyse", "go_on")
"""The buttons above the table that are not always of use."""


class TrainerScene(ExerciseScene):
    """Puts the deck's exercises one after the other."""

    shortcuts: ClassVar[KeyTable] = TRAINER_SHORTCUTS
    help_page: ClassVar[str] = "trainer"

    def __init__(self, app: Services) -> None:
        self._solver = SolverTasks(app.scheduler, app.deck)
        theme = theme_of(app.settings.trainer_theme)
        self.sitting = Sitting(app.deck, app.records, self._solver, app.moment, theme)
        self._counted_at = self._played_at = 0.0
        super().__init__(app, Board(EMPTY))

    @property
    def practice(self) -> Practice | None:
        """The exercise in hand."""
        return self.sitting.practice

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin with what the deck asks first."""
        self._begin()
        self._next()

    def resume(self) -> None:
        """Go on with the exercise in hand; where there is none one may have come meanwhile."""
        self._begin()
        if self.practice is None:
            self._next()
        self.sitting.count()

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

    def _next(self) -> None:
        """Put the next exercise on the table, or none."""
        self.sitting.next()
        self._put()

    def _put(self) -> None:
        self._played_at = 0.0
        self.put(EMPTY if self.practice is None else self.practice.position)

    @property
    def in_hand(self) -> Practice | None:
        """What hints are asked of."""
        return self.practice

    @property
    def names(self) -> tuple[str, str]:
        """Who has which side."""
        return self.sitting.names

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
            ("analyse", "analyse", _(LOOK_IN_ANALYSE)),
            ("chevron-right", "go_on", _("Next exercise")),
        ]
        return left, right

    def said_around(self) -> Sequence[Iterable[Block]]:
        """Return the pages around the table."""
        waiting = self._solver.words(needed=bool(self.wants))
        self._task = tuple(task_page(self.sitting, waiting))
        return (
            self._task,
            sitting_page(self.sitting, self.thresholds),
            today_page(self.sitting),
            about_page(),
        )

    def usable(self) -> Mapping[str, bool]:
        """Return which of the buttons above the table are of use now: what the task offers."""
        offered = {block.action for block in self._task if isinstance(block, Offer)}
        return {action: action in offered for action in _SOMETIMES}

    def headline(self) -> str:
        """Return what is to be done."""
        return trainer_headline(self.practice)

    def situation(self) -> str:
        """Return how many pairs there are to choose from, as long as one is to be chosen."""
        practice = self.practice
        return super().situation() if practice and practice.stage is Stage.ASKING else ""

    def aside(self) -> str:
        """Return how much is due, if anything is."""
        return due_words(self.sitting.counts.due)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, let the defence reply."""
        super().update(seconds)
        practice = self.practice
        if practice is not None and practice.counts:
            practice.seconds += seconds
        rated = self.sitting.update()
        if rated is not None and rated.rating is not Rating.MISSED:
            self.app.sound.play("win")
        if practice is not None:
            self._go_on_with(practice)
        if self.seconds - self._counted_at >= _COUNT_SECONDS:
            self._counted_at = self.seconds
            self.sitting.recount()
        self.preview.update(self.line, seconds)
        self.fill()

    def _go_on_with(self, practice: Practice) -> None:
        """Give what was asked for as soon as it is known, bring a wrong pair back, reply."""
        self.grant()
        if practice.stage is Stage.WRONG:
            self.let_back()
        elif practice.stage is not Stage.CHECKING:
            self.away = None
            self._reply(practice)

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

    @property
    def line(self) -> Line | None:
        """The line to be shown: pointed at, or the solution by itself."""
        return None if super().line is None else self.sitting.line

    # --- what a person does ---------------------------------------------------------------------

    def refusal(self) -> str | None:
        """Return why no pair may be chosen now, None if one may."""
        if self.practice is None or self.practice.stage in (Stage.CHECKING, Stage.WRONG):
            return ""
        if self.practice.stage is Stage.REPLYING:
            return _("It is the defence's turn.")
        return _(PLAYED_OUT) if self.practice.stage is Stage.OVER else None

    def answer(self, move: Move) -> None:
        """Take a pair: it flies off, and is judged."""
        if self.practice is None or self.practice.stage is not Stage.ASKING:
            return
        self._forget()
        self._played_at = self.seconds
        before = self.practice.position
        self.practice.play(move)
        self.send_away(before, move)

    def _forget(self) -> None:
        """Forget what was shown of the position before."""
        self.wants = ""
        self.sitting.forget()

    def note_solution(self, best: Move) -> Line | None:
        """Show the solution and the play after it, from here on."""
        self.sitting.show(best)
        return self.sitting.line

    def go_on(self) -> None:
        """Go on to the next exercise; one that is being played out is ended first."""
        before = self.practice
        words = self.sitting.go_on()
        if words:
            self.notice(words)
        if self.practice is not before:
            self._put()

    def again(self) -> None:
        """Begin the exercise once more; it does not count."""
        if self.practice is not None and self.sitting.again():
            self.put(self.practice.position)

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
                "primary" if theme is self.sitting.theme else "",
            )
            for theme in (None, *ProblemTheme)
        ]
        words = _("Exercises about anything else wait meanwhile.")
        self.app.push(ChoiceDialog(self.app, _(WHICH_THEME), words, choices))

    def ask_about(self, theme: ProblemTheme | None) -> None:
        """Ask about a theme from now on; an exercise that has been begun stays in hand."""
        self.app.change(trainer_theme="" if theme is None else theme.value)
        before = self.practice
        words = self.sitting.ask_about(theme)
        if words:
            self.notice(words)
        if self.practice is not before:
            self._put()

    def add_file(self) -> None:
        """Choose a file of problems."""
        self.app.go("add_problems")

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], None]]:
        """Return what the actions of the shortcuts do."""
        return {
            **super().key_table(),
            "why": self.sitting.explain,
            "go_on": self.go_on,
            "again": self.again,
            "retire": self.sitting.retire,
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
