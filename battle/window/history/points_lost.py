"""The second sheet of the record: the plot of points lost, for one opponent or for all.

40 ┤  ▒                          a bar a game: full where all is proven, else the least lost
20 ┤  ▒ ▒ ── ▒  ─ ─ ─ ─          a line: the running average; dashes: what the opponent loses
 0 ┴──█─█────█──────────
    12 Nov        21 Nov

What is missing in it, games without a review, is reviewed here if that is wished.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import pygame

from battle.game.levels import labels
from battle.language import _, ngettext
from battle.profile.records import PlayedGame
from battle.profile.statistics import (
    WINDOW,
    OwnGame,
    average_lost,
    from_full_table,
    in_order,
    judged,
    opponent_name,
    opponent_words,
    own_games,
)
from battle.training.background import GameProver, unreviewed
from battle.window.history.overview import games_words, line_words
from battle.window.scenes.scene import WidgetScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Canvas, Points
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.panels import Layer
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Button, Point
from battle.words import no_answer_words, share_words, short_day_words

_NARROWEST: Final = 6
_WIDEST: Final = 60
_STEPS: Final = (5, 10, 20, 25, 50, 100)
_MOST_LINES: Final = 5


@dataclass
class LossPlot:
    """The plot in its place; `cursor` is the game looked at, counted from the first of all.

    `others` is what the opponent loses in a game on average, None for several or where that is not
    known; `name` is the opponent's.
    """

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    points: Sequence[OwnGame] = ()
    averages: Sequence[float] = ()
    others: float | None = None
    name: str = ""
    cursor: int | None = None

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the plot out in `rect`."""
        self.theme, self.rect = theme, rect
        px = theme.px
        small = theme.font(Role.SMALL).get_linesize()
        self.head = pygame.Rect(rect.left + px(14), rect.top + px(8), rect.width - px(28), px(24))
        left, top = rect.left + px(48), self.head.bottom + px(8)
        self.plot = pygame.Rect(left, top, rect.right - px(16) - left, 0)
        self.plot.height = rect.bottom - px(10) - small - top

    def show(self, points: Sequence[OwnGame], others: float | None, name: str) -> None:
        """Show other games."""
        self.points, self.others, self.name = points, others, name
        ends = range(1, len(points) + 1)
        self.averages = [average_lost(points[max(0, end - WINDOW) : end]) or 0.0 for end in ends]
        self.cursor = None

    # --- places ---------------------------------------------------------------------------------

    @property
    def first(self) -> int:
        """The first game that there is room for; all after it are shown."""
        return max(0, len(self.points) - self.plot.width // self.theme.px(_NARROWEST))

    @property
    def step(self) -> float:
        """How far the games stand apart."""
        shown = max(1, len(self.points) - self.first)
        return min(float(self.theme.px(_WIDEST)), self.plot.width / shown)

    def x_of(self, game: int) -> float:
        """Return where the middle of a game's bar stands."""
        return self.plot.left + self.step * (game - self.first + 0.5)

    def y_of(self, lost: float) -> float:
        """Return where so many points lost stand."""
        return self.plot.bottom - self.plot.height * lost / self.most

    def game_at(self, point: tuple[int, int]) -> int | None:
        """Return the game at a point of the plot."""
        if not self.plot.collidepoint(point):
            return None
        game = self.first + int((point[0] - self.plot.left) / self.step)
        return game if game < len(self.points) else None

    def go(self, by: int) -> None:
        """Look at the next game, or at one before; at the last one at first."""
        last = len(self.points) - 1
        if last < 0:
            return
        game = last if self.cursor is None else self.cursor + by
        self.cursor = max(self.first, min(last, game))

    @property
    def line_step(self) -> int:
        """How many points lie between two lines of the grid."""
        return next((step for step in _STEPS if self._highest <= step * _MOST_LINES), 200)

    @property
    def most(self) -> int:
        """The points lost at the upper edge: a whole number of lines that holds all."""
        return max(1, -(-self._highest // self.line_step)) * self.line_step

    @property
    def _highest(self) -> int:
        lost = [point.lost or 0 for point in self.points[self.first :]]
        return max([1, *lost, round(self.others or 0)])

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the plot."""
        px = self.theme.px
        draw.box(surface, self.rect, look.PLOT, radius=px(12), border=look.LINE)
        self._paint_grid(surface)
        self._paint_cursor(surface)
        for game in range(self.first, len(self.points)):
            self._paint_bar(surface, game)
        self._paint_lines(surface)
        self._paint_legend(surface)
        self._paint_days(surface)

    def _paint_grid(self, surface: pygame.Surface) -> None:
        small, px = self.theme.font(Role.SMALL), self.theme.px
        for lost in range(0, self.most + 1, self.line_step):
            y = round(self.y_of(lost))
            colour = look.LINE if lost == 0 else look.PANEL_RAISED
            surface.fill(colour, pygame.Rect(self.plot.left, y, self.plot.width, 1))
            label = pygame.Rect(self.rect.left + px(4), y - px(10), px(38), px(20))
            draw.text(surface, small, str(lost), look.MUTED, label, "right")

    def _paint_cursor(self, surface: pygame.Surface) -> None:
        if self.cursor is None:
            return
        place = pygame.Rect(0, self.plot.top, max(3, round(self.step)), self.plot.height)
        place.centerx = round(self.x_of(self.cursor))
        draw.box(surface, place, look.PANEL_RAISED, radius=2)
        sign = pygame.Rect(place.left, self.plot.bottom + 1, place.width, self.theme.px(3))
        surface.fill(look.GOLD, sign)

    def _paint_bar(self, surface: pygame.Surface, game: int) -> None:
        """Paint a game: solid where all is proven, fainter and outlined what is lost at least."""
        point = self.points[game]
        width = max(3, round(self.step * 0.62))
        left = round(self.x_of(game) - width / 2)
        top = round(self.y_of(point.lost or 0))
        if not point.lost:
            mark = pygame.Rect(left, self.plot.bottom - self.theme.px(3), width, self.theme.px(3))
            surface.fill(look.PROVEN, mark)
            return
        bar = pygame.Rect(left, top, width, self.plot.bottom - top)
        surface.fill(look.PROVEN if point.is_proven else look.ESTIMATED, bar)
        if not point.is_proven:
            pygame.draw.rect(surface, look.PROVEN, bar, 1)

    def _paint_lines(self, surface: pygame.Surface) -> None:
        canvas = Canvas(self.plot.inflate(self.theme.px(8), self.theme.px(8)))
        width = self.theme.px(3)
        if self.others is not None:
            y = self.y_of(self.others)
            canvas.dashes((self.plot.left, y), (self.plot.right, y), look.SKY, width)
        shown = range(self.first, len(self.points))
        curve: Points = [(self.x_of(game), self.y_of(self.averages[game])) for game in shown]
        canvas.curve(curve, [True] * len(curve), (look.GOLD, look.GOLD), width)
        canvas.put_on(surface)

    def _paint_legend(self, surface: pygame.Surface) -> None:
        """Say what bars and lines are, as far as there is room."""
        font, px = self.theme.font(Role.SMALL), self.theme.px
        place = pygame.Rect(self.head)
        for words, colour, sort in self._legend():
            sign = pygame.Rect(place.left, 0, px(16), px(12))
            sign.centery = place.centery
            width = sign.width + px(6) + font.size(words)[0]
            if width > place.width:
                return
            _paint_sign(surface, sign, colour, sort)
            label = pygame.Rect(sign.right + px(6), place.top, width, place.height)
            draw.text(surface, font, words, look.MUTED, label)
            place.left, place.width = place.left + width + px(18), place.width - width - px(18)

    def _legend(self) -> list[tuple[str, pygame.Color, str]]:
        legend = [
            (_("average of {n} games").format(n=WINDOW), look.GOLD, "line"),
            (_("proven"), look.PROVEN, "bar"),
            (_("at least"), look.ESTIMATED, "frame"),
        ]
        if self.others is not None:
            words = _("what {name} loses").format(name=self.name)
            legend.insert(1, (words, look.SKY, "dashes"))
        return legend

    def _paint_days(self, surface: pygame.Surface) -> None:
        """Write below the plot when its first and its last game were."""
        if not self.points:
            return
        font = self.theme.font(Role.SMALL)
        line = pygame.Rect(self.plot.left, self.plot.bottom + self.theme.px(5), self.plot.width, 0)
        line.height = font.get_linesize()
        first, last = self.points[self.first].game.ended, self.points[-1].game.ended
        draw.text(surface, font, short_day_words(first), look.MUTED, line)
        end, words = pygame.Rect(line), short_day_words(last)
        width = font.size(words)[0]
        end.width = 2 * width + self.theme.px(20)
        end.right = round(min(self.plot.right, self.x_of(len(self.points) - 1) + self.step / 2))
        if end.right - width > line.left + end.width // 2:
            draw.text(surface, font, words, look.MUTED, end, "right")


def _paint_sign(
    surface: pygame.Surface, rect: pygame.Rect, colour: pygame.Color, sort: str
) -> None:
    if sort in ("bar", "frame"):
        box = pygame.Rect(0, 0, rect.height, rect.height)
        box.center = rect.center
        surface.fill(colour, box)
        if sort == "frame":
            pygame.draw.rect(surface, look.PROVEN, box, 1)
        return
    for part in range(1 if sort == "line" else 3):
        wide = rect.width if sort == "line" else rect.width // 4
        left = rect.left + part * (rect.width - wide) // 2
        surface.fill(colour, pygame.Rect(left, rect.centery - 1, wide, 3))


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
            keys = [point.game.key for point in self.plot.points]
            self.plot.cursor = keys.index(chosen.key) if chosen.key in keys else None

    @property
    def opponents(self) -> list[str]:
        """The opponents of games whose points lost are known, in the order of their strength."""
        return in_order(sorted({point.game.opponent for point in judged(self._own)}))

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
        self.plot.show(judged(games), others, opponent_name(self.opponent))

    @property
    def chosen(self) -> PlayedGame | None:
        """The game that is pointed out."""
        if self.plot.cursor is None:
            return None
        key = self.plot.points[self.plot.cursor].game.key
        return next((game for game in self._games if game.key == key), None)

    # --- layout ---------------------------------------------------------------------------------

    def build(
        self, page: WidgetScene, room: pygame.Rect, opens: Callable[[], object]
    ) -> Button | None:
        """Lay the sheet out in a part of the page; return the plot's place for the keyboard."""
        px, self.theme, self.room = page.theme.px, page.theme, room
        if not self.plot.points:
            return None
        words, side = page.theme.font(Role.TEXT).get_linesize() + px(8), px(44)
        line, _gap, plot, _gap, self._details = down(room, side, px(10), FILL, px(4), words)
        back, self._chooser, on = across(line, side, FILL, side, gap=px(8))
        for by, icon, tip, place in (
            (-1, "chevron-left", _("The previous opponent"), back),
            (1, "chevron-right", _("The next opponent"), on),
        ):
            turn = partial(self.turn, by)
            page.add_button(place, "", turn, look_as="tool", icon=icon, tip=tip)
        self.plot.place(page.theme, plot)
        self._layer = Layer(plot)
        return page.add(_PlotButton(plot, self, opens))

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
        return self.review_words or _("Point at a game to see details; click to open it.")


class _PlotButton(Button):
    """The plot as a button: mouse and arrows point a game out, a click on one opens it."""

    def __init__(
        self, rect: pygame.Rect, sheet: PointsLostSheet, opens: Callable[[], object]
    ) -> None:
        super().__init__(rect, "", opens, look_as="bare")
        self._sheet = sheet

    def hover(self, point: Point | None) -> None:
        super().hover(point)
        game = None if point is None else self._sheet.plot.game_at(point)
        if game is not None:
            self._sheet.plot.cursor = game

    def release(self, point: Point) -> None:
        if self._sheet.plot.game_at(point) is not None:
            super().release(point)

    def key(self, event: pygame.event.Event) -> bool:
        turns = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        count = len(self._sheet.plot.points)
        steps = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_HOME: -count,
            pygame.K_END: count,
        }
        if event.key in turns:
            self._sheet.turn(turns[event.key])
        elif event.key in steps:
            self._sheet.plot.go(steps[event.key])
        return event.key in turns or event.key in steps
