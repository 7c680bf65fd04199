"""The trainer: problems, lessons from own games, and the progress with both.

    pages ──► follow ──► hint, show_solution, go_on ──► Sitting ──► pages around the table

Help is given as soon as it is known. A line covers the position for as long as it is pointed at.
Nothing of what is known of a position is shown before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.costs import USUAL, ProblemTheme, Thresholds
from battle.analysis.study import Study
from battle.coach.hints import HintStep
from battle.coach.reasons import Line
from battle.language import _
from battle.rules.position import Move, Player, Position
from battle.rules.record import Node
from battle.training.deck import Rating
from battle.training.sitting import STEPS, Attempt, Lesson, Practice, Sitting, Stage, theme_of
from battle.training.trainer_page import (
    LOOK_IN_ANALYSE,
    PLAYED_OUT,
    WHICH_THEME,
    aside,
    chosen_theme_words,
    headline,
    pages,
)
from battle.window.board import Board, LineReplay
from battle.window.board_scene import Tool
from battle.window.board_view import light_column
from battle.window.cards import Choice, ChoiceDialog
from battle.window.exercise import ExerciseScene
from battle.window.keys import LESSON_SHORTCUTS, TRAINER_SHORTCUTS
from battle.window.scene import Services
from battle.window.ui.keys import KeyTable, words_of

_COUNT_SECONDS: Final = 5.0
"""How often due exercises and changes of the deck are checked for."""


class TrainerScene(ExerciseScene):
    """The exercises of a sitting in turn, by default the deck's."""

    shortcuts: ClassVar[KeyTable] = TRAINER_SHORTCUTS
    help_page: ClassVar[str] = "trainer"
    wrong_seconds: ClassVar[float] = 0.9
    sometimes: ClassVar[Sequence[str]] = ("hint", "solution", "go_on")

    def __init__(self, app: Services, sitting: Sitting | None = None) -> None:
        super().__init__(app)
        theme = theme_of(app.settings.trainer_theme)
        self.sitting = sitting or Sitting(app.scheduler, app.moment, app.deck, app.records, theme)
        self.thresholds = USUAL
        self.replay = LineReplay(self.motion, self.fly)
        self.by_itself: Line | None = None
        self.wants = ""
        self._counted_at = 0.0

    @property
    def practice(self) -> Practice:
        """The exercise in hand."""
        return self.sitting.practice

    @property
    def attempt(self) -> Attempt:
        return self.practice

    @property
    def index(self) -> int | None:
        """The number of the exercise in the list, from 0, None where it is not listed."""
        return None

    # --- coming and going -----------------------------------------------------------------------

    def resume(self) -> None:
        """Continue the exercise in hand, or take one that the deck has by now."""
        self.thresholds = Thresholds(*self.app.settings.thresholds)
        self.app.scheduler.start()
        if self.practice.is_none:
            self.sitting.next()
            self.put()
        else:
            self.sitting.count()

    def leave(self) -> None:
        """Ask the solver for nothing more."""
        self.sitting.stop()

    def put(self) -> None:
        """Put the exercise in hand on the table, and clear what was left of the one before."""
        self.by_itself, self.wants = None, ""
        self.replay.drop()
        self.showing.drop()
        self.motion.finish()
        self.board.show(self.practice.position)
        if self.widgets:
            self.resize(self.size)

    @property
    def close_up(self) -> Position:
        return self.practice.start

    # --- layout ---------------------------------------------------------------------------------

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        return [
            ("close", "escape", _("Leave the trainer")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
            ("chart", "progress", words_of("progress", self.shortcuts)),
            ("open", "add_file", words_of("add_file", self.shortcuts)),
        ], [
            ("hint", "hint", _("Hint")),
            ("play", "solution", _("Show")),
            ("chevron-right", "go_on", _("Next")),
        ]

    def fill(self) -> None:
        """Bring the pages up to the sitting."""
        waiting = self.sitting.waiting_words(needed=bool(self.wants))
        self.show_pages(*pages(self.sitting, self.thresholds, waiting), index=self.index)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Poll the solver, give requested help once it is known, refuse a wrong pair."""
        practice, was = self.practice, self.practice.stage
        if practice.counts:
            practice.seconds += seconds
        rated = self.sitting.update()
        if rated is not None and rated.rating is not Rating.MISSED:
            self.app.sound.play("win")
        self.grant()
        if practice.stage is Stage.CHECKING and self.sitting.is_unproven:
            self.bring_back()
            self.notice(_("This could not be checked in time. Try another pair."))
        elif practice.stage is Stage.WRONG is not was:
            self.acted()
        super().update(seconds)
        if practice.stage is Stage.ASKING and (told := self.sitting.told) is not None:
            self.board.hint = told
        if self.seconds - self._counted_at >= _COUNT_SECONDS:
            self._counted_at = self.seconds
            self.sitting.recount()
        self.replay.update(self.line, seconds)
        self.fill()

    @property
    def ticking(self) -> bool:
        return super().ticking or not self.replay.is_at_end or bool(self.wants)

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def line(self) -> Line | None:
        """The line to show: the one pointed at, or the solution, as far as it is known."""
        target = self.task.pointed_at
        line = target if isinstance(target, tuple) else self.by_itself
        return None if line is None else self.sitting.line or line

    @property
    def shown_board(self) -> Board:
        """The board to paint: the scene's, a replayed line's, or that of an answer."""
        return self.showing.board(self.replay.board(self.board))

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Give one more hint; after the last comes the solution."""
        self._want("solution" if len(self.practice.hints) == len(STEPS) else "hint")

    def _want(self, what: str) -> None:
        if self.practice.stage is Stage.ASKING or (what == "solution" and self.sitting.can_show):
            self.wants = what
            self.grant()

    def grant(self) -> None:
        """Give requested help once it is known."""
        practice = self.practice
        if self.wants == "hint" and (hint := practice.hint()) is not None:
            self.wants = ""
            if hint.step is HintStep.PAIR:
                self.board.hint = hint.move
        elif self.wants == "solution" and self.sitting.show():
            self.wants = ""
            self.quiet()
            self.board.selected = self.board.hint = None
            self.showing.drop()
            self.by_itself = self.sitting.line
        elif self.wants == "answer" and (shown := self.sitting.answer) is not None:
            self.wants = ""
            self.show_answer(shown)
        elif self.wants == "answer" and not self.sitting.is_looking:
            self.wants = ""

    def why(self) -> None:
        """Play the answer to the pair that was costly, and look for the reasons."""
        self.sitting.explain()
        self.wants = "answer"
        self.grant()

    # --- choosing -------------------------------------------------------------------------------

    def may_choose(self) -> bool:
        self.by_itself = None
        self.replay.drop()
        self.showing.drop()
        may = super().may_choose()
        if words := self.refusal():
            self.notice(words)
        return may

    def refusal(self) -> str:
        """Return why no pair may be chosen now; empty if one may, or without a reason to give."""
        is_over = self.practice.stage is Stage.OVER and not self.practice.is_none
        return _(PLAYED_OUT) if is_over else ""

    def take(self, move: Move) -> None:
        """Take a pair, and clear the help for the one before."""
        if self.practice.stage is Stage.ASKING:
            self.wants = ""
            self.sitting.forget()
            super().take(move)

    # --- what a person does ---------------------------------------------------------------------

    def _do(self, step: Callable[[], str]) -> None:
        """Take a step that may change the exercise in hand, and say what came of it."""
        before, words = self.practice, step()
        if words:
            self.notice(words)
        if self.practice is not before:
            self.put()

    def go_on(self) -> None:
        """Go on to the next exercise."""
        self._do(self.sitting.go_on)

    def again(self) -> None:
        """Begin the exercise, or the lesson, once more."""
        if self.sitting.again():
            self.put()

    def analyse(self) -> None:
        """Open the exercise in Analyse with the moves played, once it is answered."""
        practice = self.practice
        if practice.counts:
            self.notice(_("Answer it first; then you can analyse it."))
        if practice.counts or practice.is_none:
            return
        study = Study(practice.game, practice.values)
        study.to_start()
        self.app.go("study", study, self.sitting.names)

    def choose_theme(self) -> None:
        """Ask which theme exercises shall have."""
        choices = [
            Choice(
                chosen_theme_words(theme),
                partial(self.ask_about, theme),
                "primary" if theme is self.sitting.theme else "",
            )
            for theme in (None, *ProblemTheme)
        ]
        words = _("Exercises on other themes wait meanwhile.")
        self.app.push(ChoiceDialog(self.app, _(WHICH_THEME), words, choices))

    def ask_about(self, theme: ProblemTheme | None) -> None:
        """Choose a theme for the exercises to come; one already begun stays in hand."""
        self.app.change(trainer_theme="" if theme is None else theme.value)
        self._do(partial(self.sitting.ask_about, theme))

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "hint": self.hint,
            "solution": partial(self._want, "solution"),
            "more": partial(setattr, self.sitting, "offers_all", True),
            "step_on": partial(self.replay.step, 1),
            "step_back": partial(self.replay.step, -1),
            "why": self.why,
            "go_on": self.go_on,
            "again": self.again,
            "retire": self.sitting.retire,
            "analyse": self.analyse,
            "progress": partial(self.app.go, "progress", over_trainer=True),
            "theme": self.choose_theme,
            "all_themes": partial(self.ask_about, None),
            "add_file": partial(self.app.go, "add_problems"),
        }

    def press_enter(self) -> None:
        """Select a tile; once the exercise is answered, go on."""
        practice, board = self.practice, self.board
        is_trying = board.selected is not None or board.cursor is not None
        is_over = practice.stage is Stage.OVER
        if self.sitting.is_answered and (is_over or not is_trying):
            self.go_on()
        else:
            super().press_enter()

    # --- mouse ----------------------------------------------------------------------------------

    def turn_wheel(self, rows: int) -> None:
        """Step through the line that is shown."""
        self.replay.step(1 if rows > 0 else -1)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board, practice = self.view, self.shown_board, self.practice
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        hints = practice.hints if practice.stage is Stage.ASKING else ()
        if hints and hints[-1].step is HintStep.COLUMNS:
            light_column(surface, self.theme, view.layout.board, hints[-1].move.first.column)
        if self.replay.at:
            view.values.draw_steps(surface, self.replay.played)
        status = (*self.status(), aside(self.sitting))
        view.paint(surface, headline(self.sitting), board.position, self.sitting.names, status)


class LessonScene(TrainerScene):
    """The trainer with the mistakes of a game.

    Leaving it for Analyse calls `look_at` with the mistake, leaving it otherwise `on_leave`.
    """

    shortcuts: ClassVar[KeyTable] = LESSON_SHORTCUTS
    help_page: ClassVar[str] = "lesson"
    sometimes: ClassVar[Sequence[str]] = ("hint", "solution")

    def __init__(
        self,
        app: Services,
        study: Study,
        names: tuple[str, str],
        players: Sequence[Player],
        look_at: Callable[[Node], None],
        on_leave: Callable[[], object],
    ) -> None:
        self.lesson = Lesson(study, app.scheduler, app.moment, names, players)
        self._look_at, self._on_leave = look_at, on_leave
        super().__init__(app, self.lesson)

    @property
    def index(self) -> int:
        return self.lesson.index

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        return [
            ("close", "escape", _("Leave the lesson")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ], [
            ("hint", "hint", _("Hint")),
            ("play", "solution", _("Show")),
            ("mistake-back", "go_back", _("Previous mistake")),
            ("mistake-next", "go_on", _("Next mistake")),
            ("analyse", "analyse", _(LOOK_IN_ANALYSE)),
        ]

    def go_on(self) -> None:
        """Go on to the next mistake; at the end leave."""
        if self.lesson.mistake is None:
            self.cancel()
        super().go_on()

    def cancel(self) -> None:
        super().cancel()
        self._on_leave()

    def analyse(self) -> None:
        """Leave the lesson and look at the mistake in Analyse."""
        mistake = self.lesson.mistake
        super().cancel()
        if mistake is not None:
            self._look_at(mistake.node)

    def key_table(self) -> dict[str, Callable[[], object]]:
        return {**super().key_table(), "go_back": lambda: self.go_to(self.lesson.index - 1)}

    def go_to(self, index: int) -> None:
        self.lesson.go_to(index)
        self.put()
