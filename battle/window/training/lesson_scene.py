"""Learn from your mistakes: the trainer asked about the costly moves of one game.

The table is where it is in Analyse, but nothing of what is known is shown: no value, no graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from battle.analysis.study import Study
from battle.language import _
from battle.page.blocks import Block
from battle.rules.game import Node
from battle.rules.position import Player
from battle.training.cards import Rating
from battle.training.exercise import Stage
from battle.training.lesson import (
    Lesson,
    ToMistake,
    about_lesson,
    lesson_counts,
    lesson_headline,
    mistake_page,
    mistakes_page,
)
from battle.training.practice import Practice
from battle.training.solver_tasks import SolverTasks
from battle.training.trainer_page import LOOK_IN_ANALYSE
from battle.window.board.board import Board
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.scene import Services
from battle.window.training.keys import LESSON_SHORTCUTS
from battle.window.training.trainer_scene import TrainerScene
from battle.window.ui.keys import KeyTable


class LessonScene(TrainerScene):
    """Puts the mistakes of some players again; `look_at` shows a place when it is left for that."""

    shortcuts: ClassVar[KeyTable] = LESSON_SHORTCUTS
    help_page: ClassVar[str] = "lesson"

    def __init__(
        self,
        app: Services,
        study: Study,
        names: tuple[str, str],
        players: Sequence[Player],
        look_at: Callable[[Node], None],
    ) -> None:
        solver = SolverTasks(app.scheduler, None)
        self.lesson = Lesson(study, solver, app.moment, names, players)
        self._look_at = look_at
        super().__init__(app, self.lesson)
        self.board = Board(study.position)

    def _put(self) -> None:
        if self.practice is None:
            self.put(self.board.position)
        else:
            super()._put()

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        left = [
            ("close", "escape", _("Leave the lesson")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ]
        right = [
            ("hint", "hint", _("Hint")),
            ("eye", "solution", _("Show the solution")),
            ("mistake-back", "go_back", _("Previous mistake")),
            ("mistake-next", "go_on", _("Next mistake")),
            ("analyse", "analyse", _(LOOK_IN_ANALYSE)),
        ]
        return left, right

    def said_around(self) -> Sequence[Iterable[Block]]:
        waiting = self.lesson.solver.words(needed=bool(self.wants))
        return (
            mistake_page(self.lesson, waiting),
            mistakes_page(self.lesson, self.thresholds),
            lesson_counts(self.lesson),
            about_lesson(),
        )

    def fill(self) -> None:
        """Bring the pages up to the lesson, and mark in the list where it is."""
        super().fill()
        here = None if self.lesson.mistake is None else self.lesson.index + 1
        if self.pages.listed.chosen != here:
            self.pages.listed.choose(here)

    def usable(self) -> Mapping[str, bool]:
        return {}

    def headline(self) -> str:
        return lesson_headline(self.lesson)

    def aside(self) -> str:
        """Return which move of the game it is."""
        mistake = self.lesson.mistake
        if mistake is None:
            return ""
        return _("move {number}").format(number=len(mistake.node.path()))

    def refusal(self) -> str | None:
        if self.practice is not None and self.practice.stage is Stage.OVER:
            return _("This mistake is corrected.")
        return super().refusal()

    def _go_on_with(self, practice: Practice) -> None:
        missed = practice.rated is not None and practice.rated.rating is Rating.MISSED
        if self.away is not None and practice.stage is Stage.OVER and missed:
            self.app.sound.play("win")
        super()._go_on_with(practice)

    @property
    def is_answered(self) -> bool:
        return self.lesson.is_closed

    def go_back(self) -> None:
        """Go back to the mistake before; at the first one stay there."""
        self.lesson.go_to(self.lesson.index - 1)
        self._put()

    def again(self) -> None:
        """Begin the lesson again."""
        self.lesson.again()
        self._put()

    def analyse(self) -> None:
        """Leave the lesson and look at the mistake in Analyse."""
        mistake = self.lesson.mistake
        self.cancel()
        if mistake is not None:
            self._look_at(mistake.node)

    def follow(self, target: object) -> None:
        if isinstance(target, ToMistake):
            self.lesson.go_to(target.index)
            self._put()
        else:
            super().follow(target)

    def key_table(self) -> dict[str, Callable[[], None]]:
        return {**super().key_table(), "go_back": self.go_back}

    def press_enter(self) -> None:
        """Select a tile; where the mistake is put right, go on; at the end leave."""
        if self.lesson.mistake is None:
            self.cancel()
        else:
            super().press_enter()
