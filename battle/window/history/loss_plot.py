"""The plot of points lost, game by game, with the average of the last games and the opponent's.

40 ┤  ▒                          a bar a game: full where all is proven, else the least lost
20 ┤  ▒ ▒ ── ▒  ─ ─ ─ ─          a line: the running average; dashes: what the opponent loses
 0 ┴──█─█────█──────────
    12 Nov        21 Nov
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from battle.language import _
from battle.profile.statistics import WINDOW, LossPoint
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.canvas import Canvas, Points
from battle.window.ui.theme import Role, Theme
from battle.words.dates import short_day_words

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
    points: Sequence[LossPoint] = ()
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

    def show(self, points: Sequence[LossPoint], others: float | None, name: str) -> None:
        """Show other games."""
        self.points, self.others, self.name = points, others, name
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
        lost = [point.lost for point in self.points[self.first :]]
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
        top = round(self.y_of(point.lost))
        if point.lost == 0:
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
        curve: Points = [(self.x_of(game), self.y_of(self.points[game].average)) for game in shown]
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
        first, last = self.points[self.first].ended, self.points[-1].ended
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
