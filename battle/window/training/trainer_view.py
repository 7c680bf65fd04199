"""The words around the table in the trainer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battle.language import _, ngettext
from battle.training.practice import Stage
from battle.window.training.exercise_view import ExerciseView

if TYPE_CHECKING:
    from battle.window.training.trainer_scene import TrainerScene


class TrainerView(ExerciseView):
    """Lays the trainer out for the window it is in, and paints it."""

    def __init__(self, scene: TrainerScene) -> None:
        super().__init__(scene)
        self._of = scene

    def headline(self) -> str:
        """Say what is to be done."""
        practice = self._of.practice
        if practice is None:
            return _("Endgame trainer")
        if practice.stage is Stage.OVER:
            return _("Played out")
        if practice.stage is Stage.JUDGING:
            return _("What is it worth?")
        if practice.stage is Stage.THEIRS:
            return _("The defence replies")
        if practice.judged is not None and practice.counts:
            return _("Your turn: play it out")
        return _("Your turn: which pair is best?")

    def situation(self) -> str:
        """Say how many pairs there are to choose from, as long as one is to be chosen."""
        practice = self._of.practice
        return super().situation() if practice and practice.stage is Stage.YOURS else ""

    def aside(self) -> str:
        """Say how much is due, if anything is."""
        due = self._of.deck_counts.due
        return ngettext("{n} due", "{n} due", due).format(n=due) if due else ""
