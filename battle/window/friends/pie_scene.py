"""The pie rule with a friend somewhere else: one names points, the other chooses the seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from battle.friend.friend_game import FriendGame
from battle.friend.words import status_words
from battle.game.even_words import named_words, pie_words, seat_words
from battle.game.fair import MOST_GIVEN
from battle.language import _, explain
from battle.rules.errors import RulesError
from battle.rules.position import other
from battle.window.board.miniature import Miniature
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.words.numbers import signed

_NAMED: Final = tuple(range(-MOST_GIVEN, MOST_GIVEN + 1))
_ROW: Final = 56


class FriendPieScene(CardScene):
    """Agrees with a friend on points and seats; goes to the table when both are settled."""

    tallest = 660
    foot_height = 52

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game
        self._wish = 0
        self._shown: object = None

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Pie rule")

    @property
    def _points(self) -> int | None:
        assert self.game.course is not None
        return self.game.course.game.points_named

    @property
    def _first(self) -> int:
        """The player who moves first."""
        assert self.game.course is not None
        return self.game.course.game.start.to_move

    def fill(self) -> None:
        """Put what is asked above the table, and what can be done below it."""
        assert self.game.course is not None
        self._shown = self._points
        px, body = self.theme.px, self.body
        text = self.theme.font(Role.TEXT)
        line = round(text.get_linesize() * 1.2)
        self._rule = draw.wrapped(text, pie_words(), body.width)
        self._rule_at = pygame.Rect(body.left, body.top, body.width, line)
        top = body.top + len(self._rule) * line + px(8)
        self._said_at = pygame.Rect(body.left, top, body.width, px(34))
        row = pygame.Rect(body.left, body.bottom - px(_ROW), body.width, px(_ROW))
        room = pygame.Rect(body.left, self._said_at.bottom + px(8), body.width, 0)
        room.height = row.top - px(8) - room.top
        self._miniature = Miniature(self.theme, room)
        if self.game.my_turn and self._points is None:
            self.form.lay(row, 1, 0.34)
            words = _("For whoever moves second")
            self.begin_at(self.form.slider(words, _NAMED, self._wish, signed, self._set_wish))
            rect = pygame.Rect(0, 0, px(230), px(50))
            rect.midright = self.foot.midright
            name = _("Name these points")
            self.add_button(rect, name, self._name, look_as="action_primary", icon="check")
        elif self.game.my_turn:
            self._choosing(pygame.Rect(self.foot))
        else:
            self.begin_at(self.back)

    def _choosing(self, row: pygame.Rect) -> None:
        points, gap = self._points or 0, self.theme.px(12)
        width = (row.width - gap) // 2
        for number, first in enumerate((True, False)):
            place = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
            words, choose = seat_words(points, first=first), partial(self._choose, first=first)
            self.begin_at(self.add_button(place, words, choose, look_as="action", icon="check"))

    # --- what happens ---------------------------------------------------------------------------

    def _set_wish(self, points: int) -> None:
        self._wish = points

    def _name(self) -> None:
        self.form.commit()
        self._try(lambda: self.game.name_points(self._wish))

    def _choose(self, *, first: bool) -> None:
        player = 1 if (self._first == 1) == first else other(1)
        self._try(lambda: self.game.take_seat(player))

    def _try(self, call: Callable[[], object]) -> None:
        try:
            call()
        except RulesError as error:
            self.app.say(explain(error), "refused")

    def cancel(self) -> None:
        """Leave; the game stands on the start screen."""
        self.app.go("home")

    def update(self, seconds: float) -> None:
        """Show what has been named, and go to the table when a seat is taken."""
        super().update(seconds)
        if self.game.session is not None:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)
        elif self._shown != self._points:
            self.resume()
            self.refresh()

    # --- words and painting ---------------------------------------------------------------------

    @property
    def said(self) -> str:
        """What has happened, or is asked."""
        name, points = self.game.friend_name, self._points
        if points is None:
            if self.game.my_turn:
                return _("The lot has fallen on you to name the points.")
            return _("The lot has fallen on {name} to name the points.").format(name=name)
        if self.game.my_turn:
            words = _("{name} names {points}. Choose your seat.")
        else:
            words = _("You name {points}. {name} chooses a seat.")
        return words.format(name=name, points=named_words(points))

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the rule, what is asked, the table, and whether the friend is there."""
        assert self.game.course is not None
        theme = self.theme
        line = pygame.Rect(self._rule_at)
        for words in self._rule:
            draw.text(surface, theme.font(Role.TEXT), words, look.MUTED, line)
            line.top += line.height
        font = draw.fitting_font(theme, Role.HEADING, self.said, self._said_at.width)
        draw.text(surface, font, self.said, look.INK, self._said_at)
        self._miniature.draw(surface, self.game.course.game.start)
        if not self.game.my_turn:
            words = status_words(self.game.status, self.game.friend_name, self.app.moment())
            draw.text(surface, theme.font(Role.TEXT), words, look.MUTED, self.foot)
