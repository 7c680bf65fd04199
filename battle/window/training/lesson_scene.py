"""Learn from your mistakes: the positions before costly moves, put to the player again.

    events ──► answer, hint, go_on ──► Lesson ──► task, mistakes, counts
    engine ──► Analyst ───────────────┘           LessonView paints them

The table is where it is in Analyse, but nothing of what is known is shown: no value, no graph. An
answer's tiles fly off; those of a wrong one come back. A line that is shown covers the position on
the board for as long as it is pointed at; the solution's is shown by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from battle.analysis.study import Study
from battle.engine.analyst import Analyst
from battle.language import _
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.position import Player
from battle.training.lesson import HINTS, Lesson, PairHint, Stage, Verdict
from battle.window.board.board import Board
from battle.window.scenes.scene import Services
from battle.window.training.exercise_scene import ExerciseScene
from battle.window.training.lesson_keys import LESSON_SHORTCUTS
from battle.window.training.lesson_page import OVER, Exercised, LessonPage, lines_of
from battle.window.training.lesson_view import LessonView, hinted_column
from battle.window.ui.blocks import FAINT, Command, Paragraph, Title
from battle.window.ui.keys import Shortcut


class LessonScene(ExerciseScene):
    """Puts the mistakes of some players again; `look_at` shows a place when it is left for that."""

    shortcuts: ClassVar[tuple[Shortcut, ...]] = LESSON_SHORTCUTS
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
        self._study, self._players, self._look_at = study, players, look_at
        self._begin()

    def _begin(self) -> None:
        self.lesson = Lesson(self._study, self.analyst, self._players)
        self.board = Board(self._study.position)
        self._put()

    def _put(self) -> None:
        """Put the exercise in hand on the table."""
        self._tried: Verdict | None = None
        self._wants: str = ""
        exercise = self.lesson.exercise
        self.put(self.board.position if exercise is None else exercise.position)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self._names

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Start the engine."""
        self.app.engine.start()

    def resume(self) -> None:
        """Have the engine back."""
        self.app.engine.start()

    def leave(self) -> None:
        """Leave the engine to others."""
        self.analyst.rest()

    def cancel(self) -> None:
        """Leave the lesson."""
        self.lesson.close()
        self.app.pop()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        self.view = LessonView(self)
        self.fill()
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
            ("analyse", "analyse", _("Look at it in Analyse")),
        ]
        self.build_tools(left, right)

    def fill(self) -> None:
        """Bring the pages up to the lesson."""
        values, exercise = self._study.values, self.lesson.exercise
        page = LessonPage(
            lesson=self.lesson,
            names=self.names,
            thresholds=self.thresholds,
            lines=lines_of(self.lesson, values),
            settled=exercise is not None and values.has_settled(exercise.position),
            tried=self._tried,
            waiting=bool(self._wants),
        )
        self.task.fill(tuple(page.task()))
        self.exercises.fill(tuple(page.exercises()))
        here = None if exercise is None else self.lesson.index + 1
        if self.exercises.chosen != here:
            self.exercises.choose(here)
        self.counts.fill((Title(_("So far")), *page.counts()))
        words = _("Every pair that keeps the value is right, not only the one expected.")
        self.about.fill((Title(_("Learn from your mistakes")), Paragraph(words, FAINT)))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, bring wrong pairs back, show lines."""
        super().update(seconds)
        self.analyst.look(None)
        self.analyst.update()
        self._grant()
        self._watch_answer()
        self.preview.update(self.line, seconds)
        self.fill()

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        return super().moving or bool(self._wants) or self.lesson.stage is Stage.CHECKING

    def _watch_answer(self) -> None:
        """Let a pair come back a while after it was found to be wrong."""
        if self.away is None or self.lesson.stage is Stage.CHECKING:
            return
        if self.lesson.stage is Stage.RIGHT:
            self.away = None
            self.app.sound.play("win")
        else:
            self.let_back()

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def hinted_column(self) -> int | None:
        """The column the last hint was about, as long as the task is open."""
        return None if self.lesson.stage in OVER else hinted_column(self)

    # --- what a person does ---------------------------------------------------------------------

    def refusal(self) -> str:
        """Return why no pair may be chosen now, empty if one may."""
        if self.lesson.stage is Stage.RIGHT:
            return _("This mistake is put right.")
        return " " if self.lesson.stage in (Stage.CHECKING, Stage.DONE) else ""

    def answer(self, move: Move) -> None:
        """Answer with a pair: it flies off, and is judged."""
        exercise = self.lesson.exercise
        if exercise is None:
            return
        over = self.lesson.stage in OVER
        verdict = self.lesson.answer(move)
        if over:
            self.board.selected = self.board.hint = None
            self._tried = verdict
        else:
            self.send_away(exercise.position, move)

    def hint(self) -> None:
        """Give one more hint; after the last comes the solution."""
        if self.lesson.exercise is not None and self.lesson.stage not in OVER:
            last = len(self.lesson.hints) >= HINTS - 1
            self._wants = "solution" if last else "hint"
            self._grant()

    def show_solution(self) -> None:
        """Show the best pair and its line; the exercise is over."""
        if self.lesson.exercise is not None and self.lesson.stage not in OVER:
            self._wants = "solution"
            self._grant()

    def _grant(self) -> None:
        """Give what was asked for as soon as it is known."""
        if self._wants == "hint" and (hint := self.lesson.hint()) is not None:
            self._wants = ""
            if isinstance(hint, PairHint) and self.away is None:
                self.board.hint = hint.move
        elif self._wants == "solution" and self.lesson.show_solution() is not None:
            self._wants = ""
            self.bring_back()
            self.board.selected = self.board.hint = None
            shown = lines_of(self.lesson, self._study.values)
            self.by_itself = shown[0][1] if shown else None

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
        exercise = self.lesson.exercise
        self.cancel()
        if exercise is not None:
            self._look_at(exercise.node)

    def follow(self, target: object) -> None:
        """Do what a block is for."""
        if isinstance(target, Command):
            self.keys[target.action]()
        elif isinstance(target, Exercised):
            self.lesson.go_to(target.index)
            self._put()

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], None]]:
        """Return what the actions of the shortcuts do."""
        return {
            **super().key_table(),
            "hint": self.hint,
            "solution": self.show_solution,
            "go_on": self.go_on,
            "go_back": self.go_back,
            "analyse": self.analyse,
            "again": self.again,
        }

    def press_enter(self) -> None:
        """Select a tile; where the mistake is put right, or all are done, go on."""
        if self.lesson.exercise is None:
            self.cancel()
        elif self.lesson.stage in OVER and self.board.selected is None:
            self.go_on()
        else:
            super().press_enter()
