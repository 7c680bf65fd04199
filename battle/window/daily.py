"""The deals of the day: what came of a day, and the calendar to choose from.

    +----------------------+--------------------+
    |  the day, its page   |  whole, quick      |
    |  against which level |  < November 2026 > |
    |  or the signs        |  Mon Tue Wed …     |
    |  the deal            |   1   2   3        |
    +----------------------+--------------------+
    |  play it again    share      [ Analyse ]  |
    +-------------------------------------------+

Which game of a day counts is decided in `battle.training.daily`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial
from typing import Final

import pygame

from battle.game.session import Session
from battle.game.setup import SIZES, labels, played_by
from battle.language import N_, _
from battle.profile.options import GameOptions
from battle.rules.position import ALL_TILES
from battle.rules.quick import QUICK
from battle.rules.record import record
from battle.training.daily import (
    DayDeal,
    DayGame,
    calendar_of,
    daily_page,
    day_games,
    day_of,
    shared_day,
    today_of,
    weeks_of,
)
from battle.window.board_view import Miniature
from battle.window.cards import CardScene
from battle.window.scene import Services, attempt
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Point, Widget
from battle.words import month_words, weekdays

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_UP: -7,
    pygame.K_DOWN: 7,
    pygame.K_PAGEUP: -28,
    pygame.K_PAGEDOWN: 28,
}
"""By how many days keys go on in the calendar."""


class CalendarPanel(Widget):
    """A month; a click or the arrows choose a day up to `last`."""

    def __init__(
        self,
        rect: pygame.Rect,
        day: date,
        last: date,
        played: Mapping[date, DayGame],
        choose: Callable[[date], object],
    ) -> None:
        super().__init__(rect)
        self.day, self._last, self._played, self._choose = day, last, played, choose
        weeks = weeks_of(day)
        self._names, *rows = down(self.rect, rect.height // 9, *[FILL] * len(weeks))
        self.places = {
            weekday: place
            for week, row in zip(weeks, rows, strict=True)
            for weekday, place in zip(week, across(row, *[FILL] * 7), strict=True)
            if weekday.month == day.month
        }

    def press(self, point: Point, *, double: bool = False) -> None:
        for day in [day for day, place in self.places.items() if place.collidepoint(point)]:
            self._choose(day)

    def key(self, event: pygame.event.Event) -> bool:
        day = self.day + timedelta(_STEPS.get(event.key, 0))
        if day != self.day and day <= self._last:
            self._choose(day)
        leaves = event.key in (pygame.K_DOWN, pygame.K_RIGHT) and day > self._last
        return event.key in _STEPS and not leaves

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, small = theme.px, theme.font(Role.SMALL)
        for name, place in zip(weekdays(), across(self._names, *[FILL] * 7), strict=True):
            draw.text(surface, small, name, look.MUTED, place, "centre")
        for day, place in self.places.items():
            game, box, is_chosen = self._played.get(day), inset(place, px(2)), day == self.day
            fill = look.CHOSEN if game is not None and game.in_run else look.WELL
            edge, width = (look.GOLD, px(2)) if is_chosen else (look.LINE, px(1))
            draw.box(surface, box, fill, radius=px(8), border=edge, width=width)
            words, ink = str(day.day), look.MUTED if day <= self._last else look.FAINT
            if game is not None:
                number, box = down(inset(box, px(4), px(3)), small.get_linesize(), FILL)
                draw.text(surface, small, words, look.MUTED, number)
                words, ink = game.figure, look.GOLD if game.figure == "0" else look.INK
            role = Role.TEXT if game is None and day != self._last else Role.STRONG
            draw.text_within(surface, theme, role, words, ink, box, "centre")


class DailyScene(CardScene):
    """A deal of a day, at first today's whole one, which is played against the chosen `level`."""

    title = N_("Deal of the day")
    foot_height = 52
    tallest = 740

    def __init__(self, app: Services, day: date | DayDeal | None = None, level: str = "") -> None:
        super().__init__(app)
        deal = day if isinstance(day, DayDeal) else None
        self._day = day.day if isinstance(day, DayDeal) else day
        self._level, self.tiles = level, ALL_TILES if deal is None else deal.tiles

    def resume(self) -> None:
        """Read the games again; one on the deal of a day may be unfinished."""
        super().resume()
        self.today = today_of(self.app.moment())
        self.day = self._day or self.today
        self.unfinished, _messages = self.app.autosave.load()
        self._read()

    def _read(self) -> None:
        prover = self.app.prover
        prover.bring_up_to_date()
        self._seen, self._games = prover.version, self.app.records.games()
        self.played = day_games(self._games)

    @property
    def deal(self) -> DayDeal:
        """The deal that is shown."""
        return DayDeal(self.day, self.tiles)

    @property
    def heading(self) -> str:
        return self.deal.title

    @property
    def options(self) -> GameOptions:
        """The options of a game against the chosen, else the suggested level."""
        app = self.app
        return GameOptions.against(self._level, app.settings, self._games, app.pars.all())

    @property
    def game(self) -> DayGame | None:
        """The game that counts for the deal that is shown."""
        return self.played.get(self.deal)

    def update(self, seconds: float) -> None:
        """Show new reviews and proofs."""
        super().update(seconds)
        if self.app.prover.version != self._seen:
            self._read()
            self.refresh()

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the day on the left, the calendar on the right, what to do below."""
        px = self.theme.px
        left, right = across(self.body, FILL, FILL, gap=px(36))
        size, head, rest = down(right, px(44), px(44), FILL, gap=px(6))
        back, month, on = across(head, px(44), FILL, px(44), gap=px(8))
        first, last = self.day.replace(day=1), max(self.today, self.day)
        before, after = first - timedelta(1), min(first + timedelta(31), last)
        turn = partial(self.add_button, look_as="tool")
        played = calendar_of(self.played, self.tiles)
        calendar = CalendarPanel(rest, self.day, last, played, self.show)
        self._fill_day(left)
        self.begin_at(self._add_foot())
        sizes = [(tiles, _(SIZES[tiles])) for tiles in (ALL_TILES, QUICK)]
        self.form.group(size, sizes, self.tiles, self._show_size)
        turn(back, "", partial(self.show, before), icon="chevron-left", tip=_("The month before"))
        self.add(calendar)
        forward = turn(
            on, "", partial(self.show, after), icon="chevron-right", tip=_("The next month")
        )
        forward.enabled = after.month != self.day.month
        self.write(month_words(self.day), month, Role.HEADING, look.INK, align="centre")

    def _fill_day(self, room: pygame.Rect) -> None:
        """Put the page of the day above, the level and the deal below it."""
        px = self.theme.px
        above = self.add_page(room, daily_page(self.deal, self.today, self.played, self.unfinished))
        tall = px(62) * (self.game is None)
        _page, row, picture = down(room, above, tall, FILL, gap=px(6))
        start = self.deal.start
        table = Miniature(self.theme, inset(picture, 0, px(8)), start)
        if picture.contains(table.rect):
            self.under.append(partial(table.draw, position=start))
        if self.game is None:
            names, level = [label.name for label in labels()], self.options.chosen_level
            self.form.lay(row, 1, 0.3)
            choose = partial(setattr, self, "_level")
            self.form.slider(_("Against"), names, level, played_by, choose)

    def _add_foot(self) -> Widget:
        """Add and return the button that starts, continues or analyses the game that counts."""
        unfinished = self.unfinished
        if unfinished is not None and day_of(unfinished) == self.deal:
            go_on = partial(self.app.go, "table", unfinished)
            return self.add_primary(_("Continue"), go_on, "play")
        if self.game is None:
            return self.add_primary(_("Play"), self._play, "play")
        analyse = self.add_primary(_("Analyse"), self._analyse, "analyse")
        room, gap = self.before(analyse), self.theme.px(10)
        wide = min(self.theme.px(230), (room.width - gap) // 2)
        again, share, _rest = across(room, wide, wide, FILL, gap=gap)
        self.add_button(again, _("Play it again"), self._play, icon="rematch")
        self.add_button(share, _("Share result"), self._share, icon="export")
        return analyse

    # --- doing ----------------------------------------------------------------------------------

    def show(self, day: date) -> None:
        """Show another day."""
        if day <= max(self.today, self.day):
            self.day = self._day = day
            self.refresh()

    def _show_size(self, tiles: int) -> None:
        self.tiles = tiles
        self.refresh()

    def _play(self) -> None:
        self.app.sound.play("deal")
        self.app.go("table", self.deal.session(self.options, self.today, self.app.now))

    def _analyse(self) -> None:
        assert self.game is not None
        text = self.game.own.game.record
        attempt(
            self.app.say,
            lambda: self.app.go("study_game", Session.from_record(record(text)), over=True),
        )

    def _share(self) -> None:
        assert self.game is not None
        self.app.go("share", shared_day(self.game, self.played, self.today))
