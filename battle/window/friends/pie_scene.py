"""The pie rule with a friend somewhere else: one names points, the other chooses the seat."""

from __future__ import annotations

import pygame

from battle.friend.game import FriendGame
from battle.friend.words import pie_said, status_words
from battle.rules.position import Position, other
from battle.window.scenes.pie_card import PieCard
from battle.window.scenes.scene import Services, attempt
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role


class FriendPieScene(PieCard):
    """Agrees with a friend on points and seats; goes to the table when both are settled."""

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game
        self._shown: object = None

    @property
    def _points(self) -> int | None:
        assert self.game.replay is not None
        return self.game.replay.points_named

    @property
    def start(self) -> Position:
        """The position that is agreed on."""
        assert self.game.terms is not None
        return self.game.terms.start

    def add_actions(self) -> None:
        """Let the person name or choose, if it is their turn."""
        self._shown = points = self._points
        if not self.game.my_turn:
            self.begin_at(self.back)
        elif points is None:
            self.add_naming()
        else:
            self.add_seats(points)

    # --- what happens ---------------------------------------------------------------------------

    def name_points(self, points: int) -> None:
        """Send the friend the points named."""
        attempt(self.app, lambda: self.game.name_points(points))

    def choose_seat(self, *, first: bool) -> None:
        """Send the friend which seat is taken."""
        mover = self.start.to_move
        attempt(self.app, lambda: self.game.take_seat(mover if first else other(mover)))

    def cancel(self) -> None:
        """Leave; the game stands on the start screen."""
        self.app.go("home")

    def update(self, seconds: float) -> None:
        """Show what has been named, and go to the table when a seat is taken."""
        super().update(seconds)
        if self.game.session is not None:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)
        elif self._shown != self._points:
            self.begin_anew()

    # --- words and painting ---------------------------------------------------------------------

    @property
    def said(self) -> str:
        """What has happened, or is asked."""
        return pie_said(self.game)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the card, and whether the friend is there."""
        super().paint_page(surface)
        if not self.game.my_turn:
            words = status_words(self.game.status, self.game.friend_name, self.app.moment())
            draw.text(surface, self.theme.font(Role.TEXT), words, look.MUTED, self.foot)
