"""The deals of the days: today's in one press, other days and whole deals behind *Archive*.

Which game of a day counts is decided in `battle.screens.days`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from battle.game.session import Session
from battle.game.setup import SIZES, played_by
from battle.language import _, ngettext
from battle.page.blocks import Board, Ink, Paragraph
from battle.rules.position import ALL_TILES
from battle.rules.quick import QUICK
from battle.rules.record import record
from battle.screens import captions
from battle.screens.days import (
    OPPONENT,
    DayDeal,
    DayGame,
    calendar_of,
    daily_page,
    day_games,
    day_of,
    next_deal_words,
    run_of,
    session_of_day,
    shared_day,
    today_of,
    weeks_of,
)
from battle.screens.people import people
from battle.screens.screen import Screen, Shell
from battle.screens.share import Shared, run_words
from battle.screens.view import Button, Calendar, CalendarDay, CardView, Choice, Field, act
from battle.words import brief_day, month_words, weekdays


class Daily(Screen):
    """The deal of a day, at first today's, below the calendar."""

    tab = "home"

    def __init__(
        self, shell: Shell, day: date | None = None, level: str = "", tiles: int = QUICK
    ) -> None:
        super().__init__(shell)
        self.deal = DayDeal(day or today_of(self.services.moment()), tiles)
        self._level = level or OPPONENT

    def resume(self) -> None:
        """Read the games again; one on the deal of a day may be unfinished."""
        self.today = today_of(self.services.moment())
        self.going, _messages = self.services.autosave.going()
        self._read()

    def _read(self) -> None:
        prover = self.services.prover
        prover.bring_up_to_date()
        self._seen, self._games = prover.version, self.services.records.games()
        self.played = day_games(self._games)

    @property
    def standing(self) -> object:
        return self.services.prover.version

    @property
    def game(self) -> DayGame | None:
        """The game that counts for the deal that is shown."""
        return self.played.get(self.deal)

    @property
    def unfinished(self) -> Session | None:
        """The game on the deal that is shown, which goes on."""
        games = (game.session for game in self.going)
        return next((one for one in games if day_of(one) == self.deal), None)

    @property
    def _is_todays(self) -> bool:
        """Whether it is the deal by which all are compared, against the same opponent."""
        return self.deal == DayDeal(self.today)

    def view(self) -> CardView:
        if self.services.prover.version != self._seen:
            self._read()
        deal, is_begun, buttons = self.deal, self.unfinished is not None, list[Button]()
        page = [*daily_page(deal, self.today, self.played, is_begun=is_begun)]
        if is_begun:
            main = Button(_(captions.GO_ON), "play", act("play"))
        elif self.game is None:
            if not self._is_todays:
                rungs = self.services.options_against(self._level).rungs
                ladder = people(rung for rung in rungs if rung.level.points is not None)
                page.append(Field("level", _(captions.OPPONENT), self._level, "people", ladder))
            name, day = played_by(self._level), brief_day(deal.day)
            words = _("Play {name}") if self._is_todays else _("Play {day}")
            main = Button(words.format(name=name, day=day), "play", act("play"))
        else:
            main = Button(_("Share"), "export", act("share"))
            buttons = [
                Button(_("Play it again"), "rematch", act("play")),
                Button(_(captions.ANALYSE), "analyse", act("analyse")),
            ]
        if words := self._run_words:
            page.append(Paragraph(words, Ink.MUTED))
        page.append(Board(deal.start))
        sizes = [
            Choice(
                str(tiles),
                _(SIZES[tiles]),
                ngettext("{n} tile", "{n} tiles", tiles).format(n=tiles),
            )
            for tiles in (QUICK, ALL_TILES)
        ]
        size = Field("tiles", "", str(deal.tiles), "choice", tuple(sizes))
        return CardView(
            _("Deal of the day") if self._is_todays else _("Archive"),
            tuple(page),
            (size, self._calendar),
            main=main,
            buttons=tuple(buttons),
        )

    @property
    def _run_words(self) -> str:
        """The days in a row, and most of them; when the next deal comes, once today's is played."""
        days, most = run_of(self.played, self.today)
        longest = _("longest {n}").format(n=most) if most > max(1, days) else ""
        is_played = DayDeal(self.today) in self.played
        waits = next_deal_words(self.services.moment()) if is_played else ""
        return " · ".join(filter(None, (run_words(days), longest, waits)))

    @property
    def _calendar(self) -> Calendar:
        """The month of the day, from which another one is chosen, up to the last."""
        day, last = self.deal.day, max(self.today, self.deal.day)
        played = calendar_of(self.played, self.deal.tiles)
        before = day.replace(day=1) - timedelta(1)
        after = min(day.replace(day=1) + timedelta(31), last)
        weeks = tuple(
            tuple(
                _day(one, played.get(one), is_shown=one == day, is_over=one > last)
                if one.month == day.month
                else None
                for one in week
            )
            for week in weeks_of(day)
        )
        show = act("show", day=str(after)) if after.month != day.month else None
        return Calendar(month_words(day), weekdays(), weeks, act("show", day=str(before)), show)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "set": self._set,
            "show": lambda day: self._show(date.fromisoformat(day)),
            "step": lambda by: self._show(self.deal.day + timedelta(by)),
            "play": self._play,
            "share": self._share,
            "analyse": self._analyse,
        }

    def _set(self, name: str, value: str) -> None:
        if name == "tiles":
            self.deal = DayDeal(self.deal.day, QUICK if value == str(QUICK) else ALL_TILES)
        else:
            self._level = value

    def _show(self, day: date) -> None:
        if day <= max(self.today, self.deal.day):
            self.deal = DayDeal(day, self.deal.tiles)

    def _play(self) -> None:
        self.shell.replace("table", session_of_day(self.deal, self.services, self._level))

    def _share(self) -> None:
        self.shell.go("share", self._shared)

    def _shared(self) -> Shared:
        """Return what is passed on of the day that is shown."""
        self._read()
        assert self.game is not None, "only a game that counts is shared"
        return shared_day(self.game, self.played, self.today, self.services.settings.names[0])

    def _analyse(self) -> None:
        if self.game is not None:
            text = self.game.own.game.record
            self.shell.go("finished", Session.from_record(record(text)))


def _day(day: date, game: DayGame | None, *, is_shown: bool, is_over: bool) -> CalendarDay:
    """Return a day of the calendar, with what was lost on it."""
    show = None if is_over else act("show", day=str(day))
    if game is None:
        return CalendarDay(str(day.day), "", show, on=is_shown)
    return CalendarDay(
        str(day.day), game.figure, show, in_run=game.in_run, on=is_shown, cost=game.cost
    )
