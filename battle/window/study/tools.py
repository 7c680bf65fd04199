"""The buttons of the analysis screen: tools, the solver's switch, the walk, the sheet's tabs.

What they do is the scene's; here is where they stand and what they are called.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame_gui.elements import UIButton

from battle.language import _
from battle.window.board.table_layout import row_of
from battle.window.study.keys import STUDY_SHORTCUTS
from battle.window.ui.keys import keys_of

if TYPE_CHECKING:
    from battle.window.study.scene import StudyScene


class AnalyseTools:
    """Builds the buttons of a scene that has been laid out.

    `switch` is the place of the solver's switch, `tabs` are the sheet's: place, words, whether it
    is shown; the words on them are painted by the view. `walk_left` is where the walk begins.
    """

    def __init__(self, scene: StudyScene) -> None:
        self._scene = scene
        for rect, tools in zip(scene.view.layout.tools, self._table_tools(), strict=True):
            places = row_of(rect, len(tools), scene.theme.px(6))
            for place, (icon, action, words) in zip(places, tools, strict=True):
                self._add(place, icon, action, words)
        self._build_engine()
        self._build_walk()
        self._build_tabs()

    def _add(
        self, place: pygame.Rect, icon: str, action: str, words: str, look_as: str = "tool"
    ) -> UIButton:
        scene = self._scene
        tip = f"{words} ({keys_of(action, STUDY_SHORTCUTS)})"
        call = partial(scene.act, action)
        return scene.add_button(place, "", call, icon=icon, tip=tip, look_as=look_as)

    @staticmethod
    def _table_tools() -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
        """Return the tools on both sides: icon, action, words."""
        left = [
            ("menu", "menu", _("Menu")),
            ("open", "open", _("Open a game")),
            ("save", "save", _("Save the game")),
            ("export", "export", _("Export")),
            ("edit", "edit", _("Set up a position")),
            ("help", "help", _("Help")),
        ]
        right = [
            ("review", "review", _("Review the whole game")),
            ("mistake-back", "previous_mistake", _("Previous mistake")),
            ("mistake-next", "next_mistake", _("Next mistake")),
            ("learn", "learn", _("Learn from your mistakes")),
            ("values", "values", _("Costs or margins")),
            ("table", "play", _("Back to the table")),
        ]
        return left, right

    def _build_engine(self) -> None:
        """Build the switch of the solver, and the button that stops everything."""
        scene = self._scene
        row, gap = scene.view.engine_buttons, scene.theme.px(8)
        stop = pygame.Rect(0, 0, row.height, row.height)
        stop.topright = row.topright
        switch = pygame.Rect(row.left, row.top, stop.left - gap - row.left, row.height)
        self.switch = switch
        tip = f"{_('Turn the solver on or off')} ({keys_of('engine', STUDY_SHORTCUTS)})"
        scene.add_button(switch, "", partial(scene.act, "engine"), look_as="row", tip=tip)
        tip = f"{_('Stop everything')} ({keys_of('escape', STUDY_SHORTCUTS)})"
        scene.add_button(stop, "", scene.stop, icon="stop", look_as="tool", tip=tip)

    def _build_walk(self) -> None:
        """Build the buttons that walk through the game, in the head of the moves."""
        scene = self._scene
        head, px = scene.view.tree_head, scene.theme.px
        side = min(px(30), head.height - px(6))
        tools = (
            ("first", "to_start", _("To the start")),
            ("chevron-left", "back", _("One move back")),
            ("chevron-right", "forward", _("One move on")),
            ("last", "to_end", _("To the end")),
        )
        place = pygame.Rect(0, 0, side, side)
        place.midleft = (head.right - 4 * side - 3 * px(2), head.centery)
        self.walk_left = place.left - px(4)
        for icon, action, words in tools:
            self._add(place.copy(), icon, action, words, "quiet")
            place.left = place.right + px(2)

    def _build_tabs(self) -> None:
        """Build the tabs of the sheet, and the button that lists all moves."""
        scene = self._scene
        head, px = scene.view.sheet_head, scene.theme.px
        side = min(px(30), head.height - px(6))
        every = pygame.Rect(0, 0, side, side)
        every.midright = head.midright
        words = _("All moves, or the best only")
        button = self._add(every, "list", "all_moves", words, "quiet")
        if scene.all_moves:
            button.select()
        room = every.left - px(4) - head.left
        tip = keys_of("sheet", STUDY_SHORTCUTS)
        self.tabs: list[tuple[pygame.Rect, str, bool]] = []
        for number, (name, words) in enumerate((("lines", _("Lines")), ("review", _("Review")))):
            left = head.left + number * room // 2
            rect = pygame.Rect(left, head.top + px(3), room // 2 - px(2), head.height - px(6))
            self.tabs.append((rect, words, scene.sheet == name))
            scene.add_button(
                rect,
                "",
                partial(scene.turn_to, name),
                look_as="quiet",
                tip=f"{words} ({tip})",
            )
