"""The words around the table in a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battle.language import _
from battle.training.lesson import ColumnHint, Stage
from battle.window.training.exercise_view import ExerciseView

if TYPE_CHECKING:
    from battle.window.training.lesson_scene import LessonScene


class LessonView(ExerciseView):
    """Lays a lesson out for the window it is in, and paints it."""

    def __init__(self, scene: LessonScene) -> None:
        super().__init__(scene)
        self._of = scene

    def headline(self) -> str:
        """Say who is to move, as long as that is the question."""
        lesson = self._of.lesson
        exercise = lesson.exercise
        if exercise is None or lesson.stage in (Stage.RIGHT, Stage.SHOWN):
            return _("Learn from your mistakes")
        return _("{name} to move: which pair is best?").format(
            name=self._of.names[exercise.player - 1]
        )

    def situation(self) -> str:
        """Say how many pairs there are to choose from."""
        return "" if self._of.lesson.exercise is None else super().situation()

    def aside(self) -> str:
        """Say which move of the game it is."""
        exercise = self._of.lesson.exercise
        if exercise is None:
            return ""
        return _("move {number}").format(number=len(exercise.node.path()))


def hinted_column(scene: LessonScene) -> int | None:
    """Return the column of the last hint, if that is the last hint."""
    hints = scene.lesson.hints
    return hints[-1].column if hints and isinstance(hints[-1], ColumnHint) else None
