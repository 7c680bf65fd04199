"""The result of a game with a friend somewhere else: another game is asked for, not begun."""

from __future__ import annotations

from collections.abc import Callable

from battle.friend.game import FriendGame
from battle.friend.terms import other_side
from battle.game.random_deals import draw_deal
from battle.language import _
from battle.training.table_study import TableStudy
from battle.window.friends.question import QuestionDialog
from battle.window.result.scene import ResultScene
from battle.window.scenes.scene import Services, attempt


class FriendResultScene(ResultScene):
    """Shows how a game ended; asks the friend for another, and puts what the friend asks."""

    def __init__(
        self,
        app: Services,
        study: TableStudy,
        friend: FriendGame,
        on_copy: Callable[[], None],
        *,
        unasked: bool = False,
    ) -> None:
        super().__init__(app, study, on_copy, unasked=unasked)
        self.friend = friend
        self._asked: object = None

    def go_on(self) -> None:
        """Go on with the match, or ask for a rematch."""
        if self.session.can_go_on:
            attempt(self.app, self.friend.go_on)
        else:
            self._ask(0)

    def new_deal(self) -> None:
        """Ask for a game on another deal."""
        self._ask(draw_deal())

    def _ask(self, number: int) -> None:
        assert self.friend.terms is not None
        if self.friend.terms.deals:
            self.app.say(_("The match is over: invite your friend anew."), "refused")
            return
        if self._friends_wish is not None:
            self._put(self._friends_wish)
        elif attempt(self.app, lambda: self.friend.ask_rematch(number)):
            words = _("{name} is asked for another game.")
            self.app.say(words.format(name=self.friend.friend_name))

    @property
    def _friends_wish(self) -> tuple[object, int] | None:
        asked = self.friend.rematch_asked
        return asked if asked is not None and asked[0] == other_side(self.friend.side) else None

    def update(self, seconds: float) -> None:
        """Go over to the next game, and put the friend's wish for one."""
        super().update(seconds)
        if self.friend.session is not self.session:
            self.app.go("friend_game", self.friend)
            return
        wish = self._friends_wish
        if wish != self._asked:
            self._asked = wish
            if wish is not None:
                self._put(wish)

    def _put(self, wish: tuple[object, int]) -> None:
        """Put the friend's wish for another game to the person here."""
        words = _("{name} would like a rematch.")
        if wish[1]:
            words = _("{name} would like another game, on another deal.")
        dialog = QuestionDialog(
            self.app,
            words.format(name=self.friend.friend_name),
            lambda: attempt(self.app, lambda: self.friend.answer_rematch(True)),
            lambda: attempt(self.app, lambda: self.friend.answer_rematch(False)),
            still=lambda: self._friends_wish == wish,
        )
        self.app.sound.play("turn")
        self.app.push(dialog)
