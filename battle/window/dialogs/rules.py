"""The rules on a card: words at the left, and the diagrams that show them at the right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pygame

from battle.language import N_
from battle.page.blocks import Block, Page, Paragraph, Space, Title
from battle.page.rules import rules_pages
from battle.window.pages.flow import Flow
from battle.window.scenes.card_scene import PagedCardScene
from battle.window.scenes.scene import Services
from battle.window.ui.layout import FILL, across
from battle.window.ui.tile_art import TileArts


class RulesScene(PagedCardScene):
    """Turns the pages of the rules."""

    tallest: ClassVar[int] = 640
    title = N_("Rules")

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.words, self.pictures = Flow(), Flow()

    def measure(self) -> None:
        """Divide the body into words and diagrams, and fill both."""
        px, theme = self.theme.px, self.theme
        words, room = across(self.body, round(self.body.width * 0.36), FILL, gap=px(36))
        self.words.place(theme, words)
        sheets = [(part, page) for page in rules_pages() for part in self._parts(page)]
        self.page_count = len(sheets)
        self.page = min(self.page, self.page_count - 1)
        part, page = sheets[self.page]
        self.words.fill(part)
        self.pictures.place(theme, room)
        self.pictures.fill([one for one in page if not isinstance(one, Title | Paragraph | Space)])
        self.pictures.place_within(theme, room)
        self._arts = TileArts(theme)

    def _parts(self, page: Page) -> Iterator[list[Block]]:
        """Yield the words of a page in as many parts as large letters ask for."""
        title, *sentences = (one for one in page if isinstance(one, Title | Paragraph | Space))
        part: list[Block] = [title]
        for sentence in sentences:
            self.words.fill([*part, sentence])
            if self.words.is_longer and len(part) > 1:
                yield part
                part = [title]
            part.append(sentence)
        yield part

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the words and the diagrams of the open page."""
        self.words.paint(surface, self._arts)
        self.pictures.paint(surface, self._arts)
