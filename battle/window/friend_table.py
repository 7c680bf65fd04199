"""What a friend asks and writes, below their panel at the table, and whether they are there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame
from pygame import Rect

from battle.language import _
from battle.page.blocks import Page
from battle.rules.position import PLAYERS, other
from battle.screens import captions
from battle.screens.board_view import RequestShown
from battle.screens.table import Presence, TableCompany, TableGame
from battle.screens.view import Act, Button
from battle.window.board_scene import BoardScene
from battle.window.pages import Flow
from battle.window.table_view import TableView
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down, inset
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import ASPECT, kept_art, paint_pair
from battle.window.ui.widgets import list_rows

_DOT: Final = 14
_TILE: Final = 25
"""How wide the tiles of a request are."""
_INKS: Final[dict[Presence, pygame.Color]] = {
    "here": look.HERE,
    "away": look.FAINT,
    "lost": look.REFUSED,
}


class FriendPanel:
    """A request with the tiles it is about, and the last messages; neither takes a key."""

    def __init__(self, act: Callable[[Act], object]) -> None:
        self._act = act
        self.talk = Flow()
        self.request: RequestShown | None = None
        self._page: Page = ()
        self._card = Rect(0, 0, 0, 0)

    def join(self, scene: BoardScene) -> None:
        """Add the widgets to a table that is laid out."""
        self.scene, nowhere = scene, Rect(0, 0, 0, 0)
        self.no, self.yes = (
            scene.add_button(nowhere, "", partial(self._answer, is_yes)) for is_yes in (False, True)
        )
        scene.add(self.talk, walked=False)

    def _answer(self, is_yes: bool) -> None:
        if self.request is not None:
            answer = self.request.yes if is_yes else self.request.no
            assert answer is not None
            self._act(answer.do)

    def has_changed(self, company: TableCompany) -> bool:
        """Take in what is asked and said now; return whether it is something else."""
        before = self.request, self._page
        self.request, self._page = company.request, company.talk
        self._own = company.session.own
        return before != (self.request, self._page)

    @property
    def speaks(self) -> bool:
        """Whether anything is asked or was said."""
        return self.request is not None or bool(self._page)

    def place(self, room: Rect) -> None:
        """Put the request at the top of a room, messages below it."""
        theme, gap = self.scene.theme, self.scene.theme.px(12)
        self._put_request(room)
        if self.request is not None:
            room = down(room, self._card.height, FILL, gap=gap)[1]
        self.talk.visible = bool(self._page)
        self.talk.title = _(captions.TALK)
        self.talk.place(theme, list_rows(theme, room), room)
        self.talk.fill(self._page)
        self.talk.scroll(len(self._page))

    def _put_request(self, room: Rect) -> None:
        px, request = self.scene.theme.px, self.request
        answers: list[Button | None] = [None, None]
        if request is not None:
            answers = [request.no, request.yes]
            theme, wide = self.scene.theme, room.width - 2 * px(14)
            longest = max(request.words.split(), key=len)
            self._font = draw.fitting_font(theme, Role.STRONG, longest, wide)
            self._words = draw.wrapped(self._font, request.words, wide)
            line = self._font.get_linesize()
            tiles = (px(_TILE * ASPECT) + px(14)) * bool(request.pairs)
            tall = 2 * px(12) + len(self._words) * line + px(8) + tiles + px(38)
            self._card = Rect(room.left, room.top, room.width, min(tall, room.height))
        shown = [(button, one) for button, one in zip((self.no, self.yes), answers, strict=True)]
        inner = inset(self._card, px(14), px(12))
        foot = down(inner, FILL, px(38))[1]
        places = across(foot, *[FILL] * max(1, sum(one is not None for one in answers)), gap=px(8))
        for number, (button, one) in enumerate(shown):
            button.visible = one is not None
            if one is not None:
                button.text, button.rect = one.words, places[number]

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the request; its buttons and the messages are widgets."""
        if (request := self.request) is None:
            return
        theme, px = self.scene.theme, self.scene.theme.px
        edge, width = look.PLAYERS[other(self._own)], px(2)
        draw.box(surface, self._card, look.PANEL, radius=px(14), border=edge, width=width)
        inner = inset(self._card, px(14), px(12))
        end = draw.lines(surface, self._font, self._words, look.INK, inner)
        art = kept_art(px(_TILE), theme)
        for number, kind in enumerate(request.pairs):
            corner = inner.left + number * px(_TILE * 1.7), end + px(6)
            paint_pair(surface, art, kind, corner)


def paint_presence(surface: pygame.Surface, view: TableView, game: TableGame) -> None:
    """Paint a dot on the sign of who plays elsewhere, and beside one's own caption who looks on."""
    px, company = view.theme.px, game.company
    for player, parts in zip(PLAYERS, view.players, strict=True):
        if presence := company.presence(player):
            dot = Rect(0, 0, px(_DOT), px(_DOT))
            dot.topright = parts["face"].right + px(3), parts["face"].top - px(3)
            pygame.draw.circle(surface, look.PANEL, dot.center, dot.width * 0.66)
            pygame.draw.circle(surface, _INKS[presence], dot.center, dot.width // 2)
        elif company.seen_by and player == company.session.own:
            font, place = view.theme.font(Role.SMALL), parts["caption"]
            left = place.left + font.size(game.caption(player))[0] + px(8)
            surface.blit(draw.icon("eye", place.height, look.MUTED), (left, place.top))
            words = Rect(left + place.height + px(4), place.top, 0, place.height)
            words.width = max(0, place.right - words.left)
            draw.line(surface, view.theme, Role.SMALL, company.seen_by, look.MUTED, words)
