"""The person's record: results by opponent, points lost over time, all games."""

from __future__ import annotations

import pygame

from battle.app import draw, screens
from battle.app import theme as look
from battle.app.page import Page
from battle.app.theme import Role
from battle.play.language import _
from battle.play.records import PlayedGame

_INVITATION = 52


class RecordScene(Page):
    """Shows what is kept of the games that were played here."""

    def __init__(self) -> None:
        self.games: list[PlayedGame] = []

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Your record")

    def fill(self) -> None:
        """Read the games and show them; without any, invite to play one."""
        self.games = self.app.records.games()
        rect = pygame.Rect(0, 0, self.theme.px(240), self.theme.px(_INVITATION))
        rect.center = (self.body.centerx, self.body.centery + self.theme.px(60))
        words = _("New game")
        button = self.add_button(
            rect, words, lambda: screens.new_game(self.app), look_as="action_primary", icon="new"
        )
        self.begin_at(button)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Say what will be here."""
        line = pygame.Rect(self.body.left, self.body.centery - self.theme.px(40), 0, 0)
        line.size = (self.body.width, self.theme.px(40))
        words = _("Every game that you finish is kept here.")
        draw.text(surface, self.theme.font(Role.HEADING), words, look.INK, line, "centre")
