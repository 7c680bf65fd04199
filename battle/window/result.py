"""The end of a game: its map on the board's place, and a column with what came of it.

    ┌──────────────────────────┐  You won
    │  ♦3 ●1 ●5 ♦4 ●8 ♦1 …     │  By 20 points, against Mo.
    │                          │  You 145 / Mo 125
    │  who took each tile, and │  10 points given away   ▂▂▅▂▂█▂▂
    │  for how much            │  This one cost you 6    [ Show me ]
    │                          │  [          Play again           ]
    └──────────────────────────┘  Share      Details      Table

What it says and offers is the `Result` of `battle.screens`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame
from pygame import Rect

from battle.page.blocks import Score
from battle.reviews.background import TableStudy
from battle.rules.position import Player
from battle.screens.board_view import BoardView, SeatShown
from battle.screens.day_result import result
from battle.screens.result import Result
from battle.screens.table import TableCompany
from battle.screens.view import CardView
from battle.window.board_view import board_width, paint_shown, widest_tile
from battle.window.card_view import ViewScene, WindowShell
from battle.window.cards import Form, backdrop
from battle.window.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role
from battle.window.ui.widgets import Widget

_NARROWEST, _WIDEST = 340, 560
"""How wide the column is, at least and at most."""
_PRESSES: Final = pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE
_WITH_ICON: Final = 66
"""How much wider than its words a small button has to be for its icon."""


class ResultScene(ViewScene):
    """Shows how a game ended."""

    screen: Result

    def __init__(
        self,
        app: Services,
        study: TableStudy,
        company: TableCompany | None = None,
        *,
        unasked: bool = False,
    ) -> None:
        super().__init__(app, result(WindowShell(app), study, company), unasked=unasked)

    @property
    def below(self) -> Player:
        return self.seen.below

    def shown(self) -> CardView:
        """Return the column beside the map."""
        seen = self.seen = self.screen.view()
        page = (*map(_score, seen.seats), *seen.page)
        return CardView(seen.title, page, main=seen.main, buttons=seen.actions, note=seen.note)

    def build(self) -> None:
        """Give the board the whole height, and the column what it leaves."""
        px, (width, height), view = self.theme.px, self.size, self.shown()
        self.view, margin, gap = view, px(12), px(24)
        least = min(px(_NARROWEST), width // 2)
        tile = widest_tile((width - 2 * margin - gap - least, height - 2 * margin))
        beside = max(least, min(width - board_width(tile) - 2 * margin - gap, px(_WIDEST)))
        self.board = Rect(margin, margin, width - beside - 2 * margin - gap, height - 2 * margin)
        self._layer = draw.Layer(self.board)
        self.card = Rect(self.board.right + gap, margin, beside, self.board.height)
        lines = self.theme.font(Role.TEXT).get_linesize()
        noted = (1 + bool(self.seen.seats)) * lines
        head, note, self.body, main, self.foot = down(
            self.card, px(48), noted, FILL, px(56), px(44), gap=px(8)
        )
        self.form = Form(self, self.body)
        sizes = range(px(38), px(18), -1)
        font = draw.largest_font(self.theme, Role.DISPLAY, sizes, view.title, head.width)
        self.under.append(lambda surface: draw.text(surface, font, view.title, look.INK, head))
        assert view.main is not None
        self.write(view.note, note, Role.TEXT)
        self._add(view.main, main, look_as="primary")
        self.fill()
        places = across(self.foot, *[FILL] * len(view.buttons), gap=px(6))
        widest = max(self.theme.font(Role.BUTTON).size(one.words)[0] for one in view.buttons)
        has_icons = places[0].width >= widest + px(_WITH_ICON)
        for button, place in zip(view.buttons, places, strict=True):
            shown = button if has_icons else replace(button, icon="")
            self._add(shown, place, look_as="quiet")

    def begin_at(self, widget: Widget) -> None:
        """Begin nowhere: a key that was meant for the table does nothing here."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Go to the next game's button first; the next key presses it."""
        if self.focused is None and event.key in _PRESSES:
            self.focus(self.order[0])
            return True
        return super().handle_key(event)

    def _fill_foot(self, foot: Rect) -> None:
        """Leave the foot to `build`."""

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the map of the game."""
        backdrop(surface, self.theme)
        shown = self.seen.board
        assert shown is not None
        self._layer.draw(
            surface, shown, lambda surface: paint_shown(surface, self.theme, self.board, shown)
        )

    seen: BoardView


def _score(seat: SeatShown) -> Score:
    """Return the box of a player."""
    player, name, points = seat.player, seat.name, seat.score
    return Score(player, name, points, seat.won, face=seat.face, initial=seat.initial)
