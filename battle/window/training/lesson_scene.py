"""Learn from your mistakes: the positions before costly moves, put to the player again.

    events ──► answer, hint, go_on ──► Lesson ──► task, mistakes, counts
    engine ──► Analyst ───────────────┘           `LessonPage` says them

The table is where it is in Analyse, but nothing of what is known is shown: no value, no graph. An
answer's tiles fly off; those of a wrong one come back. A line that is shown covers the position on
the board for as long as it is pointed at; the solution's is shown by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from battle.analysis.study import Study
from battle.coach.reason_words import Line
from battle.engine.jobs import Analyst
from battle.language import _
from battle.page.blocks import Block
from battle.rules.game import Node
from battle.rules.position import Move, Player
from battle.training.exercise import Stage, Verdict
from battle.training.lesson import Lesson
from battle.training.lesson_words import lesson_headline
from battle.training.trainer_page import LOOK_IN_ANALYSE
from battle.window.board.board import Board
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.scene import Services
from battle.window.training.exercise_scene import ExerciseScene
from battle.window.training.keys import LESSON_SHORTCUTS
from battle.window.training.lesson_page import LessonPage, ToMistake
from battle.window.ui.keys import KeyTable


class LessonScene(ExerciseScene):
    """Puts the mistakes of some players again; `look_at` shows a place when it is left for that."""

    shortcuts: ClassVar[KeyTable] = LESSON_SHORTCUTS
    help_page: ClassVar[str] = "lesson"

    def __init__(
        self,
        app: Services,
        study: Study,
        analyst: Analyst,
        names: tuple[str, str],
        players: Sequence[Player],
        look_at: Callable[[Node], None],
    ) -> None:
        super().__init__(app, Board(study.position), study.thresholds)
        self._names = names
        self.analyst = analyst
        self.study, self._players, self._look_at = study, players, look_at
        self._begin()

    def _begin(self) -> None:
        self.lesson = Lesson(self.study, self.analyst, self._players)
        self.board = Board(self.study.position)
        self._put()

    def _put(self) -> None:
        """Put the mistake in hand on the table."""
        self._tried: Verdict | None = None
        mistake = self.lesson.mistake
        self.put(self.board.position if mistake is None else mistake.position)

    @property
    def in_hand(self) -> Lesson:
        """What hints are asked of."""
        return self.lesson

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self._names

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Start the engine."""
        self.app.scheduler.start()

    def resume(self) -> None:
        """Have the engine back."""
        self.app.scheduler.start()

    def cancel(self) -> None:
        """Leave the lesson."""
        self.lesson.close()
        self.app.pop()

    # --- layout ---------------------------------------------------------------------------------

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
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

    def fill(self) -> None:
        """Bring the pages up to the lesson, and mark in the list where it is."""
        super().fill()
        here = None if self.lesson.mistake is None else self.lesson.index + 1
        if self.pages.listed.chosen != here:
            self.pages.listed.choose(here)

    def said_around(self) -> Sequence[Iterable[Block]]:
        """Return the pages around the table."""
        page = self.page()
        return page.task(), page.listed(), page.counts(), page.about()

    def page(self) -> LessonPage:
        """Return what the pages say now."""
        return LessonPage(
            lesson=self.lesson,
            values=self.study.values,
            names=self.names,
            thresholds=self.thresholds,
            tried=self._tried,
            waiting=bool(self.wants),
        )

    def headline(self) -> str:
        """Return who is to move, as long as that is the question."""
        return lesson_headline(self.lesson, self.names)

    def situation(self) -> str:
        """Return how many pairs there are to choose from."""
        return "" if self.lesson.mistake is None else super().situation()

    def aside(self) -> str:
        """Return which move of the game it is."""
        mistake = self.lesson.mistake
        if mistake is None:
            return ""
        return _("move {number}").format(number=len(mistake.node.path()))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, bring wrong pairs back, show lines."""
        super().update(seconds)
        self.grant()
        self._watch_answer()
        self.preview.update(self.line, seconds)
        self.fill()

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        return super().moving or self.lesson.stage is Stage.CHECKING

    def _watch_answer(self) -> None:
        """Let a pair come back a while after it was found to be wrong."""
        if self.away is None or self.lesson.stage is Stage.CHECKING:
            return
        if self.lesson.stage is Stage.RIGHT:
            self.away = None
            self.app.sound.play("win")
        else:
            self.let_back()

    # --- what a person does ---------------------------------------------------------------------

    def refusal(self) -> str | None:
        """Return why no pair may be chosen now, None if one may."""
        if self.lesson.stage is Stage.RIGHT:
            return _("This mistake is put right.")
        return "" if self.lesson.stage in (Stage.CHECKING, Stage.OVER) else None

    def answer(self, move: Move) -> None:
        """Answer with a pair: it flies off, and is judged."""
        mistake = self.lesson.mistake
        if mistake is None:
            return
        closed = self.lesson.stage.is_closed
        verdict = self.lesson.answer(move)
        if closed:
            self.board.selected = self.board.hint = None
            self._tried = verdict
        else:
            self.send_away(mistake.position, move)

    def note_solution(self, best: Move) -> Line | None:
        """Return the line to be played: it is the solution's."""
        lines = self.page().lines
        return lines[0][1] if lines else None

    def go_on(self) -> None:
        """Go on to the next mistake."""
        self.lesson.next()
        self._put()

    def go_back(self) -> None:
        """Go back to the mistake before."""
        self.lesson.previous()
        self._put()

    def again(self) -> None:
        """Begin the lesson again."""
        self._begin()

    def analyse(self) -> None:
        """Leave the lesson and look at the mistake in Analyse."""
        mistake = self.lesson.mistake
        self.cancel()
        if mistake is not None:
            self._look_at(mistake.node)

    def follow(self, target: object) -> None:
        """Do what a block is for."""
        if isinstance(target, ToMistake):
            self.lesson.go_to(target.index)
            self._put()
        else:
            super().follow(target)

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], None]]:
        """Return what the actions of the shortcuts do."""
        return {
            **super().key_table(),
            "go_on": self.go_on,
            "go_back": self.go_back,
            "analyse": self.analyse,
            "again": self.again,
        }

    def press_enter(self) -> None:
        """Select a tile; where the mistake is put right, or all are done, go on."""
        if self.lesson.mistake is None:
            self.cancel()
        elif self.lesson.stage.is_closed and self.board.selected is None:
            self.go_on()
        else:
            super().press_enter()
