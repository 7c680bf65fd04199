"""Progress in the trainer: what was answered, what comes up, how well things are known.

    answered   right   kept in memory   lost an answer
    ┌ answers by day ──────────────┐ ┌ coming up ─────┐
    └──────────────────────────────┘ └────────────────┘
    ┌ by level ────────────────────┐ ┌ how well known ┐
    └──────────────────────────────┘ └────────────────┘

The numbers are read when the screen is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import ClassVar, Final

import pygame

from battle.language import N_, _, decimal, ngettext
from battle.training.cards import Maturity, day_of
from battle.training.exercise import DeckEntry
from battle.training.problems import EASIEST, HARDEST
from battle.training.progress import (
    AnswerCounts,
    by_day,
    by_level,
    by_maturity,
    counts_of,
    forecast,
)
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import bar_chart as bars
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.bar_chart import Bar
from battle.window.ui.theme import PROVEN, Role, Theme
from battle.words.numbers import share_words

_DAYS: Final = (14, 28)
"""How many days are shown, where there is little room and where there is much."""
_WEEK: Final = 7
_WEEKDAYS: Final = (
    N_("Mon"),
    N_("Tue"),
    N_("Wed"),
    N_("Thu"),
    N_("Fri"),
    N_("Sat"),
    N_("Sun"),
)
_MATURITIES: Final = {
    Maturity.NEW: N_("new"),
    Maturity.LEARNING: N_("being learned"),
    Maturity.YOUNG: N_("known"),
    Maturity.MATURE: N_("known well"),
}

_Paint = Callable[[pygame.Surface, Theme, pygame.Rect, Sequence[Bar]], None]


class ProgressScene(CardScene):
    """Shows what the answers tell; without any, invites to begin."""

    title = N_("Your progress")
    tallest: ClassVar[int] = 700

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.answered = AnswerCounts()
        self.entries: list[DeckEntry] = []

    def enter(self) -> None:
        """Read and count the answers."""
        self._read()

    def resume(self) -> None:
        """Read and count the answers anew."""
        super().resume()
        self._read()

    def _read(self) -> None:
        app = self.app
        answers, self.entries = app.deck.answers(), app.deck.entries()
        self.now = app.moment()
        self.answered = counts_of(answers)
        self._by_day, self._by_level = by_day(answers), by_level(answers)

    def fill(self) -> None:
        """Without answers offer to begin; else to ask again what was retired."""
        self._offer_retired()
        if self.answered.answers:
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

    # --- what is told ---------------------------------------------------------------------------

    def figures(self) -> list[tuple[str, str]]:
        """Return the numbers of the first row with what they count."""
        average = self.answered.average
        return [
            (str(self.answered.answers), _("answered")),
            (_share(self.answered.share), _("right")),
            (_share(self.answered.retention), _("kept in memory")),
            ("–" if average is None else decimal(average, 1), _("points lost an answer")),
        ]

    def days(self, number: int) -> list[Bar]:
        """Return the answers of the last days, the oldest first; the right ones are filled."""
        today = day_of(self.now, None)
        shown = [today - timedelta(days=back) for back in range(number - 1, -1, -1)]
        return [_day_bar(day, today, self._by_day.get(day, AnswerCounts())) for day in shown]

    def week(self) -> list[Bar]:
        """Return what will be due today and on the days after it."""
        today, dues = day_of(self.now, None), forecast(self.entries, self.now, _WEEK)
        later = [_(_WEEKDAYS[(today.weekday() + ahead) % 7]) for ahead in range(1, _WEEK)]
        first, *rest = dues
        return [
            Bar(_("today"), first, first, is_today=True),
            *(Bar(name, due, due) for name, due in zip(later, rest, strict=True)),
        ]

    def levels(self) -> list[Bar]:
        """Return the answers to problems of each level."""
        found = [
            (level, self._by_level.get(level, AnswerCounts()))
            for level in range(EASIEST, HARDEST + 1)
        ]
        return [
            Bar(_("level {level}").format(level=level), one.answers, one.right, _share_of(one))
            for level, one in found
        ]

    def maturities(self) -> list[Bar]:
        """Return how many problems are known how well."""
        counts = by_maturity(self.entries)
        return [Bar(_(words), counts[one], counts[one]) for one, words in _MATURITIES.items()]

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the numbers and the bars, or the invitation."""
        if not self.answered.answers:
            self._paint_invitation(surface)
            return
        px, body = self.theme.px, self.body
        gap = px(16)
        head = pygame.Rect(body.left, body.top - px(6), body.width, px(66))
        self._paint_figures(surface, head)
        rest = pygame.Rect(body.left, head.bottom + px(8), body.width, 0)
        rest.height = body.bottom - rest.top
        left, right = rest.width * 62 // 100 - gap // 2, rest.width * 38 // 100 - gap // 2
        upper = (rest.height - gap) * 52 // 100
        top = pygame.Rect(rest.left, rest.top, left, upper)
        low = pygame.Rect(rest.left, top.bottom + gap, left, rest.bottom - top.bottom - gap)
        days = self.days(_DAYS[left >= px(560)])
        self._paint_panel(surface, top, _("Answers by day"), days, bars.paint_standing, _("right"))
        self._paint_panel(surface, low, _("By level"), self.levels(), bars.paint_lying, _("right"))
        top = pygame.Rect(rest.right - right, top.top, right, top.height)
        low = pygame.Rect(top.left, low.top, right, low.height)
        self._paint_panel(surface, top, _("Coming up"), self.week(), bars.paint_standing)
        known = self.maturities()
        self._paint_panel(surface, low, _("How well known"), known, bars.paint_lying)

    def _paint_invitation(self, surface: pygame.Surface) -> None:
        font = self.theme.font(Role.HEADING)
        words = _("Once you have answered exercises, you see here what you have learned.")
        lines, room = (
            draw.wrapped(font, words, self.body.width),
            self.body.move(0, -self.theme.px(40)),
        )
        draw.lines(surface, font, lines, look.INK, room, "centre", middle=True)

    def _paint_figures(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        theme, figures = self.theme, self.figures()
        step = rect.width / len(figures)
        for number, (figure, words) in enumerate(figures):
            place = pygame.Rect(round(rect.left + number * step), rect.top, round(step), 0)
            place.height = rect.height * 60 // 100
            draw.text(surface, theme.font(Role.TITLE), figure, look.INK, place, "centre")
            place.top, place.height = place.bottom, rect.height - place.height
            font = draw.fitting_font(theme, Role.SMALL, words, place.width - theme.px(8))
            draw.text(surface, font, words, look.MUTED, place, "centre")

    def _paint_panel(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        title: str,
        shown: Sequence[Bar],
        paint: _Paint,
        filled: str = "",
    ) -> None:
        """Paint a panel with a heading and bars; `filled` says what their filled part is."""
        px, theme = self.theme.px, self.theme
        draw.box(surface, rect, look.WELL, radius=px(12), border=look.LINE)
        inner = rect.inflate(-2 * px(14), -2 * px(8))
        line = pygame.Rect(inner.left, inner.top, inner.width, px(24))
        draw.text(surface, theme.font(Role.STRONG), title, look.INK, line)
        if filled:
            place = draw.text(surface, theme.font(Role.SMALL), filled, look.MUTED, line, "right")
            sign = pygame.Rect(0, 0, px(12), px(12))
            sign.midright = (place.left - px(6), place.centery)
            draw.box(surface, sign, PROVEN, radius=px(3))
        top = line.bottom + px(6)
        paint(surface, theme, pygame.Rect(inner.left, top, inner.width, inner.bottom - top), shown)


def _day_bar(day: date, today: date, found: AnswerCounts) -> Bar:
    label = _("today") if day == today else str(day.day)
    return Bar(label, found.answers, found.right, is_today=day == today)


def _share_of(found: AnswerCounts) -> str:
    if found.share is None:
        return "–"
    return _("{share} of {n}").format(share=_share(found.share), n=found.answers)


def _share(share: float | None) -> str:
    return "–" if share is None else share_words(share)
