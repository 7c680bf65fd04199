"""All games with friends in a list: whose turn it is, and what opens or puts one away."""

from __future__ import annotations

from functools import partial
from typing import Final

from battle.friend.game import FriendGame
from battle.friend.words import state_words
from battle.language import N_, _
from battle.window.friends.table import presence_words
from battle.window.scenes.card_scene import PagedCardScene
from battle.window.scenes.dialogs import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.ui.layout import FILL, across, centred, down

_ROW: Final = 62


class FriendsScene(PagedCardScene):
    """Lists the games, those that wait for oneself first."""

    title = N_("Games with friends")
    tallest = 620

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._listed: list[tuple[str, str, int]] = []

    def measure(self) -> None:
        """Find out how many rows there is room for."""
        self._games = self.app.friends.opened
        self._listed = self._as_listed()
        self._fit = max(1, self.body.height // self.theme.px(_ROW))
        self.page_count = max(1, -(-len(self._games) // self._fit))

    def _as_listed(self) -> list[tuple[str, str, int]]:
        """Return of each game who the friend is, how it stands, and what was not read."""
        now = self.app.moment()
        return [
            (
                game.friend_name,
                "  ·  ".join(filter(None, (state_words(game), presence_words(game.status, now)))),
                self._unread(game),
            )
            for game in self.app.friends.opened
        ]

    def _unread(self, game: FriendGame) -> int:
        return len(game.chat.unread) if self.app.settings.talk else 0

    def fill(self) -> None:
        """Put a button for each game, with one at its end that puts it away."""
        super().fill()
        px, side = self.theme.px, self.theme.px(48)
        shown = slice(self.page * self._fit, (self.page + 1) * self._fit)
        games, listed = self._games[shown], self._listed[shown]
        rows = down(self.body, *[px(_ROW - 8)] * len(games), gap=px(8))
        for game, (name, words, unread), row in zip(games, listed, rows, strict=True):
            rect, end = across(row, FILL, side, gap=px(10))
            call = partial(self.app.go, "friend_game", game)
            look_as = "menu_item_primary" if game.my_turn else "menu_item"
            button = self.add_button(rect, name, call, look_as=look_as, icon="people")
            button.note, button.badge = words, unread
            tip = _("Remove the game")
            away = centred(end, side, side)
            self.add_button(away, "", partial(self._ask, game), icon="delete", tip=tip)

    def _ask(self, game: FriendGame) -> None:
        """Ask whether a game is to be put away."""
        session = game.session
        words = _("It is removed from this list; a finished game stays in your record.")
        if session is not None and session.ending is None:
            words = _("The game is not over, and your friend will wait for you. Resign to end it.")
        choices = [
            Choice(_("Keep"), icon="check"),
            Choice(_("Remove it"), partial(self._forget, game), "", "delete"),
        ]
        title = _("Remove the game with {name}?").format(name=game.friend_name)
        self.app.push(ChoiceDialog(self.app, title, words, choices, on_escape=0))

    def _forget(self, game: FriendGame) -> None:
        self.app.friends.games.forget(game.invitation.topic)
        self.refresh()

    def update(self, seconds: float) -> None:
        """Show what has changed."""
        super().update(seconds)
        if self._listed != self._as_listed():
            self.refresh()
