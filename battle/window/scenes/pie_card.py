"""The pie rule on a card: what its page says, the table, and what can be done about it.

+--------------------------------+
|  the rule                      |
|  what has happened, or is asked|
|  the table at the start        |
|  slider of the points          |   a person names
+--------------------------------+
|          [ Name these points ] |   a person names
|  [ One seat ] [ The other ]    |   a person chooses
+--------------------------------+
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.game.fair import MOST_GIVEN
from battle.game.words import FIRST, NAME, SECOND
from battle.language import N_, _
from battle.page.blocks import Block, Board, Offer, Page
from battle.window.board.miniature import Miniature
from battle.window.pages.flow import Flow
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.tile_art import TileArts
from battle.words.numbers import signed

_NAMED: Final = tuple(range(-MOST_GIVEN, MOST_GIVEN + 1))
_ROW: Final = 56


class PieCard(CardScene):
    """A card on which two agree on points and seats; subclasses know who they are."""

    title = N_("Pie rule")
    tallest: ClassVar[int] = 660
    foot_height: ClassVar[int] = 52

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.flow = Flow()
        self._wish = 0
        self._page: Page = ()

    def page(self) -> Iterable[Block]:
        """Return the page of the pie rule."""
        raise NotImplementedError

    def name_points(self, points: int) -> None:
        """Name the points for moving second."""
        raise NotImplementedError

    def choose_seat(self, *, first: bool) -> None:
        """Take the seat that moves first, or the other one."""
        raise NotImplementedError

    def start_game(self) -> None:
        """Begin the game that was agreed on."""

    def update(self, seconds: float) -> None:
        """Show what has changed."""
        super().update(seconds)
        if tuple(self.page()) != self._page:
            self.restart()

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put what is said above the table, and what can be done below it."""
        px = self.theme.px
        self._page = page = tuple(self.page())
        offers = [block for block in page if isinstance(block, Offer)]
        (self._start,) = (block.position for block in page if isinstance(block, Board))
        self.flow.place(self.theme, self.body)
        self.flow.fill([block for block in page if not isinstance(block, Offer | Board)])
        _words, room, row = down(self.body, self.flow.height, FILL, px(_ROW), gap=px(8))
        self._miniature, self._arts = Miniature(self.theme, room), TileArts(self.theme)
        actions: dict[str, Callable[[], None]] = {
            NAME: lambda: self.name_points(self._wish),
            FIRST: partial(self.choose_seat, first=True),
            SECOND: partial(self.choose_seat, first=False),
            "start": self.start_game,
        }
        if NAME in [offer.action for offer in offers]:
            self.form.lay(row, 1, 0.34)
            words = _("For moving second")
            self.begin_at(
                self.form.slider(words, _NAMED, self._wish, signed, partial(setattr, self, "_wish"))
            )
        for offer, place in zip(
            offers, across(self.foot, *[FILL] * len(offers), gap=px(12)), strict=True
        ):
            do = actions[offer.action]
            if offer.primary:
                self.begin_at(self.add_primary(offer.words, do, offer.icon))
            else:
                self.begin_at(self.add_button(place, offer.words, do, icon=offer.icon))
        if not offers:
            self.begin_at(self.back)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what is said, and the table."""
        self.flow.paint(surface, self._arts)
        self._miniature.draw(surface, self._start)
