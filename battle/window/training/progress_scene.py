"""Progress in the trainer: what was answered, what comes up, how well things are known.

    answered   right   kept in memory   lost an answer
    ┌ answers by day ──────────────┐ ┌ coming up ─────┐
    └──────────────────────────────┘ └────────────────┘
    ┌ by level ────────────────────┐ ┌ how well known ┐
    └──────────────────────────────┘ └────────────────┘

The numbers are read when the screen is entered.
"""

from __future__ import annotations

from typing import ClassVar, Final

import pygame

from battle.language import N_, _, ngettext
from battle.training.deck import Answer, DeckEntry
from battle.training.progress import progress_page
from battle.window.pages.painters import Brush, height_of, paint
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down, share
from battle.window.ui.theme import Role

_DAYS: Final = (14, 28)
"""How many days are shown, where there is little room and where there is much."""


class ProgressScene(CardScene):
    """Shows what the answers tell; without any, invites to begin."""

    title = N_("Your progress")
    tallest: ClassVar[int] = 700

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.answers: list[Answer] = []
        self.entries: list[DeckEntry] = []

    def enter(self) -> None:
        """Read and count the answers."""
        self._read()

    def resume(self) -> None:
        """Read the answers again."""
        super().resume()
        self._read()

    def _read(self) -> None:
        self.answers, self.entries = self.app.deck.answers(), self.app.deck.entries()

    def fill(self) -> None:
        """Without answers offer to begin; else to ask again what was retired."""
        self._offer_retired()
        right = round(self.body.width * 0.38)
        days = _DAYS[self.body.width - right >= self.theme.px(576)]
        self.page = progress_page(self.answers, self.entries, self.app.moment(), days)
        if self.answers:
            self.begin_at(self.back)
            return
        px = self.theme.px
        place = pygame.Rect(0, 0, px(280), px(52))
        place.center = (self.body.centerx, self.body.centery + px(50))
        words = _("To the exercises")
        button = self.add_button(place, words, self.cancel, look_as="primary", icon="learn")
        self.begin_at(button)

    def _offer_retired(self) -> None:
        number = sum(entry.is_retired for entry in self.entries)
        if not number:
            return
        px = self.theme.px
        place = pygame.Rect(0, self.head.top + px(6), px(330), px(40))
        place.right = self.head.right
        words = ngettext("Ask {n} retired one again", "Ask {n} retired ones again", number)
        self.add_button(place, words.format(n=number), self._ask_again)

    def _ask_again(self) -> None:
        """Let what was retired come up again."""
        self.app.deck.ask_all_again()
        self.entries = self.app.deck.entries()
        self.refresh()

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the numbers and the bars, or the invitation."""
        if not self.answers:
            self._paint_invitation(surface)
            return
        px, (figures, *bars) = self.theme.px, self.page
        brush = Brush(surface, self.theme)
        tall = height_of(figures, self.theme, self.body.width)
        head, rest = down(self.body, tall, FILL, gap=px(12))
        columns = across(rest, share(0.62), share(0.38), gap=px(16))
        places = [
            one for room in columns for one in down(room, share(0.52), share(0.48), gap=px(16))
        ]
        for block, place in zip((figures, *bars), (head, *places), strict=True):
            paint(block, brush, place)

    def _paint_invitation(self, surface: pygame.Surface) -> None:
        font = self.theme.font(Role.HEADING)
        words = _("Answer exercises to see here what you have learned.")
        lines, room = (
            draw.wrapped(font, words, self.body.width),
            self.body.move(0, -self.theme.px(40)),
        )
        draw.lines(surface, font, lines, look.INK, room, "centre", middle=True)
