"""The pie rule on screen: one names points, the other chooses the seat, and the game begins.

a person names      slider, button          the program names     it thinks for a moment
a person chooses    two buttons             the program chooses   it thinks for a moment
all is agreed       what came of it, and the button that begins
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from battle.game.even_words import named_words, pie_words, seat_words
from battle.game.fair import MOST_GIVEN
from battle.game.pie import Agreement, Opinion, Pie, program_moves_first, program_names
from battle.language import _
from battle.rules.position import for_player
from battle.window.board.miniature import Miniature
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.setup.options import FRIEND, GameOptions
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.words.numbers import signed

_NAMED: Final = tuple(range(-MOST_GIVEN, MOST_GIVEN + 1))
_ROW: Final = 56


class PieScene(CardScene):
    """Agrees on seats and points for the game that `options` set up."""

    tallest = 660
    foot_height = 52

    def __init__(self, app: Services, options: GameOptions) -> None:
        super().__init__(app)
        self.options = options
        self.pie: Pie = options.pie()
        self.agreed: Agreement | None = None
        self._wish = 0
        self._opinion: Opinion | None = None

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Pie rule")

    def enter(self) -> None:
        """Let the program name, if it is the one."""
        if self._is_program(self.pie.namer):
            self._think()

    def leave(self) -> None:
        """Leave the engine to others."""
        if self._opinion is not None:
            self._opinion.cancel()

    @property
    def moving(self) -> bool:
        """Whether something changes by itself."""
        return self._opinion is not None

    def _is_program(self, number: int) -> bool:
        return number == 1 and self.options.opponent != FRIEND

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
        row = pygame.Rect(body.left, body.bottom - px(_ROW), body.width, px(_ROW))
        room = pygame.Rect(body.left, self._said_at.bottom + px(8), body.width, 0)
        room.height = row.top - px(8) - room.top
        self._miniature = Miniature(self.theme, room)
        if self.agreed is not None:
            self._start_button()
        elif self._opinion is None and self.pie.points is None:
            self._naming(row)
        elif self._opinion is None:
            self._choosing(pygame.Rect(self.foot))

    def _start_button(self) -> None:
        self._primary(_("Start the game"), self._start, "play")

    def _primary(self, words: str, action: Callable[[], None], icon: str) -> None:
        rect = pygame.Rect(0, 0, self.theme.px(230), self.theme.px(50))
        rect.midright = self.foot.midright
        self.begin_at(self.add_button(rect, words, action, look_as="action_primary", icon=icon))

    def _naming(self, row: pygame.Rect) -> None:
        self.form.lay(row, 1, 0.34)
        slider = self.form.slider(
            _("For whoever moves second"), _NAMED, self._wish, signed, self._set_wish
        )
        self.begin_at(slider)
        self._primary(_("Name these points"), self._name, "check")

    def _choosing(self, row: pygame.Rect) -> None:
        points, gap = self.pie.points or 0, self.theme.px(12)
        width = (row.width - gap) // 2
        for number, first in enumerate((True, False)):
            place = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
            words, choose = seat_words(points, first=first), partial(self._choose, first=first)
            button = self.add_button(place, words, choose, look_as="action", icon="check")
            self.begin_at(button)

    # --- what happens ---------------------------------------------------------------------------

    def _set_wish(self, points: int) -> None:
        self._wish = points

    def _name(self) -> None:
        self.form.commit()
        self._take(self.pie.naming(self._wish))

    def _take(self, pie: Pie) -> None:
        """Go on with the points named."""
        self.pie = pie
        if self._is_program(pie.chooser):
            self._think()
        self.resume()
        self.refresh()

    def _choose(self, *, first: bool) -> None:
        self.agreed = self.pie.choosing(first=first)
        self.resume()
        self.refresh()
        self.app.sound.play("deal")

    def _start(self) -> None:
        self.app.go("table", self.options.session(self.app.now, self.agreed))

    def _think(self) -> None:
        start = self.pie.start
        par = self.app.pars.margin(start)
        known = None if par is None else for_player(par, start.to_move)
        self._opinion = Opinion(self.app.engine, start, known)

    def update(self, seconds: float) -> None:
        """Take in what the program thinks, and let it name or choose."""
        super().update(seconds)
        opinion = self._opinion
        if opinion is None:
            return
        opinion.update()
        if opinion.worth is None:
            return
        self._opinion = None
        if self.pie.points is None:
            self._take(self.pie.naming(program_names(opinion.worth)))
        else:
            self._choose(first=program_moves_first(opinion.worth, self.pie.points))

    # --- words and painting -----------------------------------------------------------------------

    @property
    def said(self) -> str:
        """What has happened, or is asked."""
        namer, chooser = self.options.name(self.pie.namer), self.options.name(self.pie.chooser)
        if self._opinion is not None:
            thinking = namer if self.pie.points is None else chooser
            return _("{name} thinks …").format(name=thinking)
        if self.pie.points is None:
            return _("The lot has fallen on {name} to name the points.").format(name=namer)
        named = named_words(self.pie.points)
        if self.agreed is None:
            words = _("{namer} names {points}. {chooser}, choose your seat.")
        else:
            words = _("{namer} names {points}. {first} moves first.")
        first = "" if self.agreed is None else self.options.name(self._moves_first)
        return words.format(namer=namer, points=named, chooser=chooser, first=first)

    @property
    def _moves_first(self) -> int:
        """Who moves first, once that is agreed."""
        assert self.agreed is not None
        player_1 = self.agreed.first
        return player_1 if self.pie.start.to_move == 1 else 1 - player_1

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the rule, what is asked, and the table."""
        theme = self.theme
        line = pygame.Rect(self._rule_at)
        for words in self._rule:
            draw.text(surface, theme.font(Role.TEXT), words, look.MUTED, line)
            line.top += line.height
        font = draw.fitting_font(theme, Role.HEADING, self.said, self._said_at.width)
        draw.text(surface, font, self.said, look.INK, self._said_at)
        self._miniature.draw(surface, self.pie.start)
