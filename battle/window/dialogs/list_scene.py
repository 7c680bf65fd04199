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
import pygame_gui
from pygame_gui.elements import UISelectionList

from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import theme as look

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
        self._list = UISelectionList(
            place,
            list(self.names),
            self.ui,
            allow_double_clicks=True,
            default_selection=self.chosen if self.chosen in self.names else None,
        )
        self.add(self._list)
        self._show_chosen()

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

    def on_event(self, event: pygame.event.Event) -> None:
        """Follow the list."""
        if getattr(event, "ui_element", None) is not self._list:
            super().on_event(event)
        elif event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION:
            self.choose(event.text)
            self._show_chosen()
        elif event.type == pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION:
            self.choose(event.text)
            self.activate()

    def _show_chosen(self) -> None:
        if self.chosen in self.names:
            bring_into_sight(self._list, self.names.index(self.chosen))

    # --- painting -------------------------------------------------------------------------------

    def paint_problem(self, surface: pygame.Surface) -> None:
        """Paint what is wrong beside the button."""
        if self.problem:
            self.paint_note(surface, self.problem, look.REFUSED, "warning", self._do)


def bring_into_sight(chooser: UISelectionList, row: int) -> None:
    """Scroll a list so that one of its rows, counted from 0, is seen."""
    bar, container = chooser.scroll_bar, chooser.item_list_container
    if bar is None or container is None:
        return
    height, total = chooser.list_item_height, chooser.total_height_of_list
    seen = container.relative_rect.height
    top = bar.start_percentage * total
    if row * height < top:
        top = row * height
    elif (row + 1) * height > top + seen:
        top = (row + 1) * height - seen
    else:
        return
    bar.set_scroll_from_start_percentage(top / total)
    bar.has_moved_recently = True
