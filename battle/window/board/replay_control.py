"""Replaying: the line that is pointed at, played on the table in place of the position.

pointed at ──► Replay ──position──► board to paint
└── pairs fly as they are taken, and back when one steps back
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battle.coach.reason_lines import Line
from battle.window.board.board import Board
from battle.window.board.flights import pair_flights
from battle.window.board.line_replay import Replay

if TYPE_CHECKING:
    from battle.window.study.scene import StudyScene
    from battle.window.training.exercise_scene import ExerciseScene


class Replaying:
    """What a scene replays; `replay` is the line, None while none is pointed at."""

    def __init__(self, scene: StudyScene | ExerciseScene) -> None:
        self._scene = scene
        self._begins: Line | None = None
        self._board: Board | None = None
        self.replay: Replay | None = None

    @property
    def is_begun(self) -> bool:
        """Whether a move of the line has been played on the table."""
        return self.replay is not None and self.replay.at > 0

    def board(self, present: Board) -> Board:
        """Return the board to paint: that of the line once it has begun, else `present`."""
        return self._board if self.is_begun and self._board is not None else present

    def update(self, line: Line | None, seconds: float) -> None:
        """Begin the line pointed at, go on with it, or put the position back."""
        begins = None if line is None else (line[0], line[1][:1])
        if begins != self._begins:
            self.drop()
            self._begins = begins
            self.replay = None if line is None else Replay(*line)
        if self.replay is None or line is None:
            return
        self.replay.go_on(line[1])
        if not self._scene.motion.flights and self.replay.update(seconds):
            self._show(self.replay, +1)

    def step(self, by: int) -> None:
        """Go one move on or back in the line."""
        if self.replay is not None and self.replay.step(by):
            self._show(self.replay, by)

    def drop(self) -> None:
        """Show the scene's own position again."""
        if self.is_begun:
            self._scene.motion.finish()
        self.replay = self._begins = None

    def _show(self, replay: Replay, by: int) -> None:
        scene = self._scene
        self._board = Board(replay.position)
        scene.motion.finish()
        if scene.app.settings.animation:
            at = replay.at - 1 if by > 0 else replay.at
            before, move = replay.positions[at], replay.moves[at]
            place, board = scene.view.slot(before.to_move, 1), scene.view.layout.board
            scene.motion.flights = pair_flights(before, move, board, place, landing=by < 0)
