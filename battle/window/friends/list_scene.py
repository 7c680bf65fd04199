"""All games with friends in a list: whose turn it is, and what opens or puts one away."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from battle.friend.game import FriendGame
from battle.friend.words import state_words
from battle.language import N_, _
from battle.window.friends.table import presence_words
from battle.window.scenes.card_scene import PagedCardScene
from battle.window.scenes.dialogs import Choice, ChoiceDialog
from battle.window.scenes.far_games import paint_unread
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role

_ROW: Final = 62


class FriendsScene(PagedCardScene):
    """Lists the games, those that wait for oneself first."""

    title = N_("Games with friends")
    tallest = 620

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._listed: list[tuple[str, str, int]] = []
        self._rows: list[tuple[pygame.Rect, FriendGame]] = []

    def measure(self) -> None:
        """Find out how many rows there is room for."""
        self._games = self.app.friends.opened
        self._listed = self._as_listed()
        self._fit = max(1, self.body.height // self.theme.px(_ROW))
        self.page_count = max(1, -(-len(self._games) // self._fit))

    def _as_listed(self) -> list[tuple[str, str, int]]:
        return [
            (game.friend_name, state_words(game), self._unread(game))
            for game in self.app.friends.opened
        ]

    def _unread(self, game: FriendGame) -> int:
        return len(game.chat.unread) if self.app.settings.talk else 0

    def fill(self) -> None:
        """Put a button for each game, with one at its end that puts it away."""
        super().fill()
        px, side = self.theme.px, self.theme.px(48)
        self._rows = []
        shown = self._games[self.page * self._fit : (self.page + 1) * self._fit]
        for number, game in enumerate(shown):
            top = self.body.top + number * px(_ROW)
            rect = pygame.Rect(self.body.left, top, self.body.width - side - px(10), px(_ROW - 8))
            call = partial(self.app.go, "friend_game", game)
            self.add_button(rect, "", call, look_as="menu_item")
            away = pygame.Rect(0, 0, side, side)
            away.midright = self.body.right, rect.centery
            tip = _("Put the game away")
            self.add_button(away, "", partial(self._ask, game), icon="delete", tip=tip)
            self._rows.append((rect, game))

    def _ask(self, game: FriendGame) -> None:
        """Ask whether a game is to be put away."""
        session = game.session
        words = _("It goes from this list; a game that is over stays in your record.")
        if session is not None and session.ending is None:
            words = _("The game is not over: your friend will wait for you. Resign to end it.")
        choices = [
            Choice(_("Keep it"), icon="check"),
            Choice(_("Put it away"), partial(self._forget, game), "", "delete"),
        ]
        title = _("Put the game with {name} away?").format(name=game.friend_name)
        self.app.push(ChoiceDialog(self.app, title, words, choices, on_escape=0))

    def _forget(self, game: FriendGame) -> None:
        self.app.friends.games.forget(game.invitation.topic)
        self.refresh()

    def update(self, seconds: float) -> None:
        """Show what has changed."""
        super().update(seconds)
        if self._listed != self._as_listed():
            self.refresh()

    def paint_over(self, surface: pygame.Surface) -> None:
        """Write on every button who the friend is, and what the game waits for."""
        super().paint_over(surface)
        px, theme, now = self.theme.px, self.theme, self.app.moment()
        strong, small = theme.font(Role.STRONG), theme.font(Role.SMALL)
        for rect, game in self._rows:
            draw.sign(
                surface,
                "people",
                px(22),
                look.GOLD if game.my_turn else look.MUTED,
                midleft=(rect.left + px(18), rect.centery),
            )
            line = pygame.Rect(rect.left + px(56), 0, rect.width - px(70), strong.get_linesize())
            line.top = rect.centery - (strong.get_linesize() + small.get_linesize()) // 2
            draw.text(surface, strong, game.friend_name, look.INK, line)
            draw.text(surface, small, presence_words(game.status, now), look.FAINT, line, "right")
            line.top, line.height = line.bottom, small.get_linesize()
            ink = look.GOLD if game.my_turn else look.MUTED
            draw.text(surface, small, state_words(game), ink, line)
            paint_unread(surface, theme, rect.topright, self._unread(game))
