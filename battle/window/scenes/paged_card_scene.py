"""A card with several pages that are turned by buttons, arrow keys and Page Up and Down."""

from __future__ import annotations

from typing import ClassVar

import pygame

from battle.language import _
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role


class PagedCardScene(CardScene):
    """A page of many; subclasses set `page_count` in `measure` and paint `self.page`."""

    page_count: int = 1
    foot_height: ClassVar[int] = 48

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.page = 0

    def measure(self) -> None:
        """Find out, for the room there is, how many pages there are."""

    @property
    def last_words(self) -> str:
        """What the button says that ends the last page."""
        return _("Done")

    def fill(self) -> None:
        """Put the buttons that turn the pages into the foot."""
        self.measure()
        self.page = min(self.page, self.page_count - 1)
        px = self.theme.px
        left = pygame.Rect(self.foot.left, self.foot.top, px(170), self.foot.height)
        right = left.copy()
        right.right = self.foot.right
        words = _("Next") if self.page < self.page_count - 1 else self.last_words
        self._forward = self.add_button(right, words, self.forward, look_as="primary")
        if self.page_count > 1:
            self.add_button(
                left, _("Previous"), self.backward, look_as="quiet", enabled=self.page > 0
            )
        self.begin_at(self._forward)

    def forward(self) -> None:
        """Turn to the next page; after the last one leave."""
        if self.page < self.page_count - 1:
            self.turn(1)
        else:
            self.cancel()

    def backward(self) -> None:
        """Turn to the page before."""
        self.turn(-1)

    def turn(self, by: int) -> None:
        """Turn `by` pages, as far as there are some."""
        page = max(0, min(self.page_count - 1, self.page + by))
        if page != self.page:
            self.page = page
            self.refresh()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Turn pages with the arrow keys."""
        if event.key in (pygame.K_RIGHT, pygame.K_PAGEDOWN):
            self.turn(1)
        elif event.key in (pygame.K_LEFT, pygame.K_PAGEUP):
            self.turn(-1)
        else:
            return super().handle_key(event)
        return True

    def paint_over(self, surface: pygame.Surface) -> None:
        """Say below which page is open."""
        if self.page_count == 1:
            return
        px = self.theme.px
        words = _("{page} of {pages}").format(page=self.page + 1, pages=self.page_count)
        place = pygame.Rect(0, 0, px(200), px(20))
        place.midbottom = (self.foot.centerx, self.foot.bottom - px(2))
        draw.text(surface, self.theme.font(Role.SMALL), words, look.MUTED, place, "centre")
        step = px(16)
        left = self.foot.centerx - step * (self.page_count - 1) // 2
        for number in range(self.page_count):
            size = px(9) if number == self.page else px(7)
            dot = pygame.Rect(0, 0, size, size)
            dot.center = (left + number * step, self.foot.top + px(12))
            ink = look.GOLD if number == self.page else look.FAINT
            draw.box(surface, dot, ink, radius=size)
