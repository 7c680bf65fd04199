"""What a person can ask for at a table whose other player is somewhere else.

What is asked goes to the friend; what the friend asks is put here, and Enter never agrees to it.
"""

from __future__ import annotations

from battle.friend.game import FriendGame
from battle.language import _
from battle.training.table_study import TableStudy
from battle.window.friends.question import QuestionDialog
from battle.window.scenes.dialogs import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.table.actions import Notice, TableActions
from battle.window.table.opponent import Opponent


class FriendActions(TableActions):
    """The actions at the table of a game with a friend."""

    def __init__(
        self,
        app: Services,
        study: TableStudy,
        opponent: Opponent,
        notice: Notice,
        friend: FriendGame,
    ) -> None:
        super().__init__(app, study, opponent, notice)
        self._friend = friend

    def _ask(self, question: ChoiceDialog) -> None:
        """Ask while the clock runs on: it is the friend's time too."""
        self._app.push(question)

    def undo(self) -> None:
        """Ask for a take-back, or answer what the friend asks."""
        if self._session.pending is not None:
            self.answer_request()
            return
        super().undo()
        self._tell_asked()

    def redo(self) -> None:
        """Say that this goes with nobody's consent."""
        self._notice(_("What was taken back is played again by its tiles."), "refused")

    def change_sides(self) -> None:
        """Say that there are no sides to change."""
        self._notice(_("The sides are agreed."), "refused")

    def offer_draw(self) -> None:
        """Offer a draw, or answer what the friend asks."""
        if self._session.pending is not None:
            self.answer_request()
            return
        super().offer_draw()
        self._tell_asked()

    def _tell_asked(self) -> None:
        session = self._friend.session
        if session is not None and session.asked is not None:
            words = _("{name} is asked.").format(name=self._friend.friend_name)
            self._notice(words)

    def answer_request(self) -> None:
        """Put what the friend asks to the person here, as long as it is asked."""
        request, session = self._session.pending, self._session
        if request is None or isinstance(self._app.scene, QuestionDialog):
            return
        words = session.request_text
        self._app.sound.play("turn")
        dialog = QuestionDialog(
            self._app,
            words,
            lambda: self._try(lambda: session.answer(True)),
            lambda: self._try(lambda: session.answer(False)),
            still=lambda: session.pending == request,
        )
        self._app.push(dialog)

    def possible(self) -> dict[str, bool]:
        """Return of the tools that depend on it whether they would do something now."""
        possible, is_asked = super().possible(), self._session.pending is not None
        return possible | {"undo": possible["undo"] or is_asked}

    def show_result(self, *, unasked: bool = False) -> None:
        """Show how the game ended, and what comes next."""
        if self._session.ending is None:
            super().show_result(unasked=unasked)
        else:
            self._app.go(
                "friend_result", self._study, self._friend, self.copy_record, unasked=unasked
            )

    def talk(self) -> None:
        """Show the messages, and write one."""
        self._app.go("talk", self._friend)

    def menu_choices(self) -> list[Choice]:
        """Return what stands in the menu, with what belongs to the friend."""
        first, *rest = super().menu_choices()
        more = [Choice(_("Messages"), self.talk, "", "talk")]
        if self._friend.can_claim:
            words = _("Win: your friend's days are over")
            more.insert(0, Choice(words, lambda: self._try(self._friend.claim_time), "", "clock"))
        return [first, *more, *rest]
