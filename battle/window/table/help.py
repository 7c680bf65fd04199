"""The help at a playing screen: hints and the teacher, and the look at the table they live on.

    the person is to move                      Pondering ──► values ──► HintLadder, TableTeacher
    the solver is to move, the game is over    the engine belongs to the Thinker, to the review

There is one engine, so in a frame either the watch uses it or somebody else does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battle.analysis.values import Values
from battle.coach.pondering import Pondering
from battle.rules.position import PLAYERS, Player
from battle.window.table.hints import HintLadder
from battle.window.table.teacher import TableTeacher

if TYPE_CHECKING:
    from battle.window.table.scene import TableScene


class TableHelp:
    """What helps the person who is to move at one playing screen."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._watch: Pondering | None = None
        self.hints = HintLadder(scene, self)
        self.teacher = TableTeacher(scene, self)

    @property
    def values(self) -> Values:
        """What is known of the game, shared with its study."""
        return self._scene.study.values

    @property
    def names(self) -> dict[Player, str]:
        """What the players are called."""
        return {player: self._scene.session.name(player) for player in PLAYERS}

    @property
    def watch(self) -> Pondering:
        """The look at the table; made when it is first needed."""
        if self._watch is None or self._watch.values is not self.values:
            self._watch = Pondering(self._scene.app.engine, self._scene.session, self.values)
        return self._watch

    @property
    def is_wanted(self) -> bool:
        """Whether the position on the table is to be looked at."""
        return self._scene.my_turn and (self.hints.is_wanted or self.teacher.is_wanted)

    def update(self) -> None:
        """Look on, and say what there is to say; only while it is wanted."""
        self.look_on()
        self.hints.update()
        self.teacher.update()

    def look_on(self) -> None:
        """Look at the position on the table."""
        self.watch.look(self._scene.session.position)
        self.watch.update()

    def follow(self) -> None:
        """Drop what belonged to another position than the one on the table."""
        self.hints.follow()
        self.teacher.follow()

    def rest(self) -> None:
        """Leave the engine to others."""
        if self._watch is not None:
            self._watch.rest()

    def leave(self) -> None:
        """Leave the engine to others, and ask for nothing more."""
        self.hints.give_up()
        self.teacher.withdraw()
        self.rest()
