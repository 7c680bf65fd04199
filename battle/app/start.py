"""The start screen."""

from __future__ import annotations

import pygame

from battle.app import draw
from battle.app import theme as look
from battle.app.scene import GuiScene
from battle.app.theme import Role
from battle.play.language import _


class StartScene(GuiScene):
    """What to do first: play, open, settings, quit."""

    def build(self) -> None:
        """Put the buttons below one another."""
        width, height = self.theme.px(360), self.theme.px(58)
        rect = pygame.Rect(0, 0, width, height)
        rect.midtop = (self.size[0] // 2, self.size[1] // 2)
        self.add_button(rect, _("Quit"), self.app.quit, look_as="menu_item", icon="quit")

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the title."""
        rect = pygame.Rect(0, self.size[1] // 5, self.size[0], self.theme.px(80))
        draw.text(
            surface, self.theme.font(Role.DISPLAY), "Mahjong Battle", look.INK, rect, "centre"
        )
