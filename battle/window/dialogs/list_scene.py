"""A card with a list of names, one of which is chosen, and the button that does it.

+--------------------------------+
|  line above the list           |
|  list                          |
+--------------------------------+
|  ! problem          [ Open ]   |
+--------------------------------+
"""

from __future__ import annotations

from typing import ClassVar, Final

import pygame

from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import theme as look
from battle.window.ui.widgets import ListBox

MOST_SHOWN: Final = 2000
"""Of more names the rest is left out."""


class ListScene(CardScene):
    """Shows `names`; `chosen` is the row that is chosen, empty for none; `problem` what is wrong.

    A subclass puts `add_list` and `add_confirm` on the card; `confirm` is what the button does.
    """

    foot_height: ClassVar[int] = 52
    tallest: ClassVar[int] = 680

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.names: list[str] = []
        self.chosen = ""
        self.problem = ""

    def line_above(self) -> pygame.Rect:
        """Return the place of the line above the list."""
        return pygame.Rect(self.body.left, self.body.top, self.body.width, self.theme.px(26))

    def add_list(self, place: pygame.Rect) -> None:
        """Put the list on the card."""
        self._list = self.add(
            ListBox(place, self.theme, self.names, self.chosen, self.choose, self.activate)
        )

    def add_confirm(self, words: str, icon: str) -> None:
        """Put the button into the foot."""
        self._do = self.add_primary(words, self.confirm, icon, width=200)

    # --- events ---------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Take in that a row was chosen."""
        self.chosen, self.problem = name, ""

    def activate(self) -> None:
        """Do what Enter or a double click on the chosen row means."""
        self.confirm()

    def refuse(self, problem: str) -> None:
        """Say what is wrong with the choice."""
        self.problem = problem
        self.app.sound.play("refuse")

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Open the chosen row with Enter."""
        if self.focused is self._list and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.activate()
            return True
        return super().handle_key(event)

    # --- painting -------------------------------------------------------------------------------

    def paint_problem(self, surface: pygame.Surface) -> None:
        """Paint what is wrong beside the button."""
        if self.problem:
            self.paint_note(surface, self.problem, look.REFUSED, "warning", self._do)
