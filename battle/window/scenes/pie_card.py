"""The pie rule on a card: the rule, what has happened, the table, and what can be done about it.

+--------------------------------+
|  the rule                      |
|  what has happened, or is asked|   `said`
|  the table at the start        |   `start`
|  slider of the points          |   a person names
+--------------------------------+
|          [ Name these points ] |   a person names
|  [ One seat ] [ The other ]    |   a person chooses
+--------------------------------+
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

import pygame

from battle.game.fair import MOST_GIVEN
from battle.game.words import pie_words, seat_words
from battle.language import N_, _
from battle.rules.position import Position
from battle.window.board.miniature import Miniature
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.words.numbers import signed

_NAMED: Final = tuple(range(-MOST_GIVEN, MOST_GIVEN + 1))
_ROW: Final = 56


class PieCard(CardScene):
    """A card on which two agree on points and seats; subclasses know who they are.

    A subclass puts `add_naming` or `add_seats` on it in `add_actions`, and is told what the person
    did by `name_points` and `choose_seat`.
    """

    title = N_("Pie rule")
    tallest: ClassVar[int] = 660
    foot_height: ClassVar[int] = 52

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._wish = 0

    @property
    def start(self) -> Position:
        """The position that is agreed on."""
        raise NotImplementedError

    @property
    def said(self) -> str:
        """What has happened, or is asked."""
        raise NotImplementedError

    def add_actions(self) -> None:
        """Put on the card what the person can do now."""
        raise NotImplementedError

    def name_points(self, points: int) -> None:
        """Name the points for whoever moves second."""
        raise NotImplementedError

    def choose_seat(self, *, first: bool) -> None:
        """Take the seat that moves first, or the other one."""
        raise NotImplementedError

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put what is asked above the table, and what can be done below it."""
        px, body = self.theme.px, self.body
        text = self.theme.font(Role.TEXT)
        line = round(text.get_linesize() * 1.2)
        self._rule = draw.wrapped(text, pie_words(), body.width)
        self._rule_at = pygame.Rect(body.left, body.top, body.width, line)
        top = body.top + len(self._rule) * line + px(8)
        self._said_at = pygame.Rect(body.left, top, body.width, px(34))
        self._row = pygame.Rect(body.left, body.bottom - px(_ROW), body.width, px(_ROW))
        room = pygame.Rect(body.left, self._said_at.bottom + px(8), body.width, 0)
        room.height = self._row.top - px(8) - room.top
        self._miniature = Miniature(self.theme, room)
        self.add_actions()

    def add_naming(self) -> None:
        """Put a slider for the points below the table, and the button that names them."""
        self.form.lay(self._row, 1, 0.34)
        words = _("For whoever moves second")
        self.begin_at(self.form.slider(words, _NAMED, self._wish, signed, self._set_wish))
        self.add_primary(_("Name these points"), self._name, "check")

    def add_seats(self, points: int) -> None:
        """Put a button for each seat below the table, saying what it gets of `points`."""
        row, gap = self.foot, self.theme.px(12)
        width = (row.width - gap) // 2
        for number, first in enumerate((True, False)):
            place = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
            words, choose = seat_words(points, first=first), partial(self.choose_seat, first=first)
            self.begin_at(self.add_button(place, words, choose, icon="check"))

    def _set_wish(self, points: int) -> None:
        self._wish = points

    def _name(self) -> None:
        self.name_points(self._wish)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the rule, what is asked, and the table."""
        theme = self.theme
        text = theme.font(Role.TEXT)
        draw.lines(surface, text, self._rule, look.MUTED, self._rule_at, leading=1.2)
        font = draw.fitting_font(theme, Role.HEADING, self.said, self._said_at.width)
        draw.text(surface, font, self.said, look.INK, self._said_at)
        self._miniature.draw(surface, self.start)
