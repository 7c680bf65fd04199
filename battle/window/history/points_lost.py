"""The second sheet of the record: the plot of points lost, for one opponent or for all.

What is missing in it, games without a review, is reviewed here if that is wished.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from battle.game.levels import labels
from battle.language import _, ngettext
from battle.profile.records import PlayedGame
from battle.profile.statistics import (
    OwnGame,
    from_full_table,
    in_order,
    losses_over_time,
    opponent_name,
    opponent_words,
    own_games,
)
from battle.training.game_prover import GameProver, unreviewed
from battle.window.history.loss_plot import LossPlot
from battle.window.history.words import games_words, line_words
from battle.window.scenes.widget_scene import WidgetScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.panels import Layer
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Button
from battle.words.numbers import share_words
from battle.words.proving import no_answer_words


class PointsLostSheet:
    """The plot with the choice of the opponent; `opponent` is empty for all of them."""

    def __init__(self, theme: Theme, prover: GameProver) -> None:
        self.plot = LossPlot(theme)
        self.opponent = ""
        self._prover = prover
        self._games: Sequence[PlayedGame] = ()
        self._own: Sequence[OwnGame] = ()

    # --- what is shown --------------------------------------------------------------------------

    def read(self, games: Sequence[PlayedGame]) -> None:
        """Show games, given in the order they ended; the one that is pointed out stays so."""
        chosen = self.chosen
        self._games, self._own = games, from_full_table(own_games(games))
        if self.opponent not in self.opponents:
            self.opponent = ""
        self._show()
        if chosen is not None:
            keys = [point.key for point in self.plot.points]
            self.plot.cursor = keys.index(chosen.key) if chosen.key in keys else None

    @property
    def opponents(self) -> list[str]:
        """The opponents of games whose points lost are known, in the order of their strength."""
        return in_order(sorted({point.opponent for point in losses_over_time(self._own)}))

    def turn(self, by: int) -> None:
        """Show the games against the next opponent, or the one before."""
        choices = ["", *self.opponents]
        self.choose(choices[(choices.index(self.opponent) + by) % len(choices)])

    def choose(self, opponent: str) -> None:
        """Show the games against one of the opponents, or against all."""
        self.opponent = opponent
        self._show()

    def _show(self) -> None:
        games = [own for own in self._own if self.opponent in ("", own.game.opponent)]
        others = next((label.points for label in labels() if label.name == self.opponent), None)
        self.plot.show(losses_over_time(games), others, opponent_name(self.opponent))

    @property
    def chosen(self) -> PlayedGame | None:
        """The game that is pointed out."""
        if self.plot.cursor is None:
            return None
        key = self.plot.points[self.plot.cursor].key
        return next((game for game in self._games if game.key == key), None)

    # --- layout ---------------------------------------------------------------------------------

    def build(
        self, page: WidgetScene, room: pygame.Rect, opens: Callable[[], object]
    ) -> Button | None:
        """Lay the sheet out in a part of the page; return the plot's place for the keyboard."""
        px, self.theme, self.room = page.theme.px, page.theme, room
        if not self.plot.points:
            return None
        line = pygame.Rect(room.left, room.top, room.width, px(44))
        side = line.height
        self._chooser = line.inflate(-2 * (side + px(8)), 0)
        ends = (
            (-1, "chevron-left", _("The opponent before"), line.left),
            (1, "chevron-right", _("The next opponent"), line.right - side),
        )
        for by, icon, tip, left in ends:
            place = pygame.Rect(left, line.top, side, side)
            turn = partial(self.turn, by)
            page.add_button(place, "", turn, look_as="tool", icon=icon, tip=tip)
        words = page.theme.font(Role.TEXT).get_linesize() + px(8)
        plot = pygame.Rect(line.left, line.bottom + px(10), line.width, 0)
        plot.height = room.bottom - words - plot.top
        self.plot.place(page.theme, plot)
        self._layer = Layer(plot)
        self._details = pygame.Rect(plot.left, plot.bottom + px(4), plot.width, words)
        return page.add_button(plot, "", opens, look_as="bare")

    @property
    def keys(self) -> dict[int, Callable[[], object]]:
        """What keys do on the plot."""
        plot, count = self.plot, len(self.plot.points)
        return {
            pygame.K_LEFT: lambda: plot.go(-1),
            pygame.K_RIGHT: lambda: plot.go(1),
            pygame.K_HOME: lambda: plot.go(-count),
            pygame.K_END: lambda: plot.go(count),
            pygame.K_UP: lambda: self.turn(-1),
            pygame.K_DOWN: lambda: self.turn(1),
        }

    def hover(self, point: tuple[int, int]) -> None:
        """Point out the game under the mouse."""
        game = self.plot.game_at(point)
        if game is not None:
            self.plot.cursor = game

    # --- reviews that are missing ---------------------------------------------------------------

    @property
    def missing(self) -> int:
        """How many games have no review."""
        return len(unreviewed(self._games))

    @property
    def review_words(self) -> str:
        """How far the reviews are, or how many are missing; empty if none is."""
        prover = self._prover
        if prover.reviews_left and prover.failure:
            return no_answer_words(prover.failure)
        if prover.reviews_left:
            words = _("Game {n} of {count} is reviewed: {share}")
            number = prover.reviewed_of - prover.reviews_left + 1
            share = share_words(prover.review_share or 0.0)
            return words.format(n=number, count=prover.reviewed_of, share=share)
        words = ngettext(
            "{n} game has not been reviewed yet.",
            "{n} games have not been reviewed yet.",
            self.missing,
        )
        return words.format(n=self.missing) if self.missing else ""

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the opponent's name, the plot, and what is said of the game pointed out."""
        title = _("All opponents") if not self.opponent else opponent_words(self.opponent)
        words = f"{title}  ·  {games_words(len(self.plot.points))}"
        font = draw.fitting_font(self.theme, Role.HEADING, words, self._chooser.width)
        draw.text(surface, font, words, look.INK, self._chooser, "centre")
        shown = (self.opponent, self.plot.cursor, self.plot.points)
        self._layer.draw(surface, shown, self.plot.paint)
        words = self._details_words()
        font = draw.fitting_font(self.theme, Role.TEXT, words, self._details.width)
        draw.text(surface, font, words, look.MUTED, self._details, "centre")

    def _details_words(self) -> str:
        """Say all of the game pointed out, else what is missing, else how to point one out."""
        game = self.chosen
        if game is not None:
            (own,) = own_games([game])
            return line_words(own)
        return self.review_words or _("Point at a game to see what it was; a click opens it.")
