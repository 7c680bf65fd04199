"""The teacher at a playing screen: it looks at a pair before it is taken, and may speak up.

    a pair is chosen ──► known enough? ──yes──► nothing to say ──► taken
                             │ no              └► it speaks ──► TeacherDialog ──► taken, or not
                             └► held, for WAIT_SECONDS at most ──► the same

It speaks to a person who plays against the program, never twice about one move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from battle.analysis.ledger import MoveCost, move_cost
from battle.coach import teacher
from battle.coach.teacher import Teacher, is_forced
from battle.language import _
from battle.rules.move import Move
from battle.rules.position import Position
from battle.words.moves import pair_words

if TYPE_CHECKING:
    from battle.window.table.help import TableHelp
    from battle.window.table.scene import TableScene

WAIT_SECONDS: Final = 1.0
"""A pair is held no longer than this."""

LOOK_SECONDS: Final = 0.8
"""The engine's seconds that make an estimate worth telling."""

_LEAST_SECONDS: Final = 0.3
"""What is known after less is not told, although the person cannot be kept waiting."""


class TableTeacher:
    """The teacher at one playing screen; `held` is the pair it is looking at."""

    def __init__(self, scene: TableScene, help: TableHelp) -> None:
        self._scene = scene
        self._help = help
        self._at: Position | None = None
        self._until = 0.0
        self._was_told = False
        self._settled: set[tuple[Position, Move]] = set()
        self.held: Move | None = None

    @property
    def rule(self) -> Teacher:
        """When it is to speak."""
        chosen = self._scene.app.settings
        return Teacher(chosen.teacher, chosen.teacher_points)

    @property
    def is_wanted(self) -> bool:
        """Whether the position is to be looked at: while a person thinks who plays alone."""
        return self.rule.is_on and self._scene.session.person is not None

    def holds(self, move: Move) -> bool:
        """Whether a move has to wait for what the teacher has to say; it plays it later then.

        A move that cannot be played is not the teacher's business.
        """
        position = self._scene.session.position
        self.withdraw()
        if not self._is_concerned(position, move):
            return False
        self.held, self._at = move, position
        self._until = self._scene.seconds + WAIT_SECONDS
        self._scene.board.held, self._scene.board.selected = move, None
        self._help.look_on()
        if self._is_known(position):
            return self._speaks(position, move)
        self._scene.notice(
            _("The teacher looks at {pair} … Esc takes it back.").format(
                pair=pair_words(position, move)
            )
        )
        return True

    def withdraw(self) -> None:
        """Let go of the pair that is held, without taking it."""
        if self.held is not None:
            self.held = self._scene.board.held = None
            self._scene.quiet()

    def follow(self) -> None:
        """Let go of a pair of another position than the one on the table, or of another's turn."""
        if self._at != self._scene.session.position or not self._scene.my_turn:
            self.withdraw()

    def update(self) -> None:
        """Say what there is to say of the pair that is held, or take it."""
        move, position = self.held, self._scene.session.position
        if self._is_alone and not self._was_told:
            self._was_told = True
            self._scene.notice(_("The teacher is silent: the solver does not answer."), "problem")
        if move is None or not self._has_waited(position):
            return
        if not self._speaks(position, move):
            self.accept(move)

    def _has_waited(self, position: Position) -> bool:
        """Whether enough is known, or there is nothing more to wait for."""
        is_late = self._scene.seconds >= self._until
        return is_late or self._is_alone or self._is_known(position)

    def accept(self, move: Move) -> None:
        """Take the pair, and say nothing more of it."""
        self._settled.add((self._scene.session.position, move))
        self.withdraw()
        self._scene.play(move)

    def cost(self, move: Move) -> MoveCost | None:
        """Return what a move costs, as far as that is known."""
        return move_cost(self._help.values, self._scene.session.position, move)

    # --- steps ----------------------------------------------------------------------------------

    def _is_concerned(self, position: Position, move: Move) -> bool:
        return (
            self.is_wanted
            and self._scene.my_turn
            and not self._is_alone
            and (position, move) not in self._settled
            and move in position.legal_moves
            and not is_forced(position)
        )

    @property
    def _is_alone(self) -> bool:
        """Whether the engine has been given up, so that there is nothing to be said."""
        return bool(self._help.watch.failure)

    def _is_known(self, position: Position) -> bool:
        return self._help.watch.has_looked(position, LOOK_SECONDS)

    def _speaks(self, position: Position, move: Move) -> bool:
        """Speak up if there is reason to; return whether it did.

        An estimate is not held against the pair that hints are about.
        """
        found = move_cost(self._help.values, position, move)
        is_looked_at = self._help.watch.has_looked(position, _LEAST_SECONDS)
        was_hinted = self._help.hints.told == move
        if (
            found is None
            or not is_looked_at
            or not self.rule.objects(found)
            or (was_hinted and not found.exact)
        ):
            self.withdraw()
            return False
        self._scene.session.note_help(teacher.HELP)
        self._scene.quiet()
        self._scene.app.go("teacher", self._scene, found)
        return True
