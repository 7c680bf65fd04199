"""The panel of the hints: the steps that were taken as blocks, and what the next one costs.

While it is shown it stands where the moves are listed.
"""

from __future__ import annotations

from typing import Final

import pygame

from battle.coach.hint_page import HINT, hint_page
from battle.coach.hints import Hints
from battle.language import _
from battle.page.blocks import Command, Paragraph
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.pages.flow import Flow
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Theme
from battle.window.ui.tile_art import TileArts
from battle.window.ui.widgets import list_panel, list_rows
from battle.words.endings import Names

CLOSE: Final = "close"
MORE: Final = HINT
"""What can be clicked in the panel: its cross, the offer of the next step."""

_NOTCH: Final = 34


class HintsPanel:
    """The page of the hints and where it is scrolled to; `closer` is where the mouse closes it."""

    def __init__(self) -> None:
        self.flow = Flow(TABLE_SHORTCUTS)
        self.closer = pygame.Rect(0, 0, 0, 0)
        self._rect = self.closer
        self._on_closer = False

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the panel out."""
        words = list_rows(theme, rect)
        self.flow.place(theme, words)
        side = words.top - rect.top
        self.closer = pygame.Rect(rect.right - side, rect.top, side, side)
        self._rect, self._theme = rect, theme

    def fill(self, hints: Hints, names: Names, *, is_more: bool) -> None:
        """Show the hints; where there `is_more` than before, from the last one on."""
        blocks = hint_page(hints, names)
        self.flow.fill(blocks)
        if is_more:
            steps = [
                number
                for number, block in enumerate(blocks)
                if isinstance(block, Paragraph) and block.icon == HINT
            ]
            self.flow.to_end(steps[-1] if steps else None)

    # --- the mouse and the keyboard -------------------------------------------------------------

    def click(self, point: tuple[int, int]) -> str | None:
        """Return what a click means, empty for nothing; None beside the panel."""
        if not self._rect.collidepoint(point):
            return None
        if self.closer.collidepoint(point):
            return CLOSE
        return MORE if self.flow.target_at(point) == Command(MORE) else ""

    def hover(self, point: tuple[int, int]) -> None:
        """Let the mouse be at a point."""
        self.flow.hover(point)
        self._on_closer = self.closer.collidepoint(point)

    def turn(self, by: int) -> None:
        """Move the page by most of its height, down or up."""
        self.flow.scroll(by * (self.flow.rect.height * 2 // 3))

    def scroll(self, point: tuple[int, int], rows: int) -> bool:
        """Move the page if the mouse is on it; return whether it is."""
        if not self._rect.collidepoint(point):
            return False
        self.flow.scroll(rows * self._theme.px(_NOTCH))
        return True

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, arts: TileArts, used: int) -> None:
        """Paint the panel; so many hints were `used` in the game."""
        title = _("Hints: {n} used").format(n=used)
        list_panel(surface, self._theme, self._rect, title, "")
        ink = look.GOLD if self._on_closer else look.MUTED
        draw.sign(surface, "close", self._theme.px(16), ink, center=self.closer.center)
        self.flow.paint(surface, arts)
