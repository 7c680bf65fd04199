"""The deals of the day: their games, the calendar, the run of days, and the text to share.

    DayDeal  ──► a game against Kim; its record names the day (`Event`) and when it was begun
    it ends  ──► its review and its proof, as of every game       ──► the points given away

Every day has two: a quick deal, which is *the* deal of the day, and a whole one. Kim answers the
same pairs alike on every device, since she sees no further than `solver.levels.seen` and draws by
the day's seed; so results compare. Of the games on a deal the first that ended counts, whatever
came of it; a day continues the run if a game on one of its deals was begun on that day, by UTC, and
played out. Help, taking back and changing sides are off (`Session.is_daily`). What is shared tells
the result, and a sign for each own move: what is proven so far.
"""

from __future__ import annotations

import time
from calendar import Calendar
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from battle.game.session import Seat, Session, Setup
from battle.game.setup import DAILY, QUICK_DAILY
from battle.language import _
from battle.page.blocks import Page, Paragraph, Title
from battle.profile.options import GameOptions
from battle.profile.records import OwnGame, PlayedGame, day_runs
from battle.rules.disguise import day_in, deal_of_day, number_of_day
from battle.rules.links import Today
from battle.rules.position import ALL_TILES, FormatError, Position, RulesError
from battle.rules.quick import QUICK, quick_deal_of_day
from battle.rules.record import read_tags
from battle.screens.share import Shared, own_signs, shared_result
from battle.screens.view import Square, Week
from battle.services import Services
from battle.words import (
    brief_day,
    date_words,
    given_away_words,
    lost_figure,
    shown_name,
    weekdays,
)

OPPONENT: Final = "club"
"""Who plays the deal of the day with everybody."""
_BEGUN: Final = "UTCDate"
_COMPARED: Final = "Compared"
_EVENTS: Final = {ALL_TILES: DAILY, QUICK: QUICK_DAILY}
"""How events name the deals of a day, by how many tiles they have."""


def today_of(moment: datetime) -> date:
    """Return the day of a moment, by UTC."""
    return moment.astimezone(UTC).date()


def pgn_date(day: date) -> str:
    """Return a day as records write it."""
    return day.strftime("%Y.%m.%d")


@dataclass(frozen=True)
class DayDeal:
    """A deal of a day: the quick one, or with `tiles` the whole one."""

    day: date
    tiles: int = QUICK

    @property
    def event(self) -> str:
        return f"{_EVENTS[self.tiles]}{self.day}"

    @property
    def start(self) -> Position:
        return (quick_deal_of_day if self.tiles == QUICK else deal_of_day)(self.day)

    @property
    def title(self) -> str:
        return _("Deal of the day") if self.tiles == QUICK else _("Whole deal of the day")

    def session(
        self,
        name: str,
        today: date,
        now: Callable[[], float] = time.monotonic,
        level: str = "",
    ) -> Session:
        """Return a game on it: the person, who moves first, against Kim or another level."""
        seats = Seat(name), Seat(solver=True, level=level or OPPONENT)
        session = Session(Setup(seats, self.start, seed=number_of_day(self.day)), now=now)
        session.tags |= {"Event": self.event, _BEGUN: pgn_date(today)}
        return session


def session_of_day(deal: DayDeal, services: Services, level: str = OPPONENT) -> Session:
    """Return the game on a deal that goes on, so that there is one try, else a new one."""
    going = (game.session for game in services.autosave.going()[0])
    session = next((one for one in going if day_of(one) == deal), None)
    if session is None:
        name = GameOptions.remembered(services.settings).name(0)
        session = deal.session(name, today_of(services.moment()), services.now, level)
    return noted(services, session)


def noted(services: Services, session: Session) -> Session:
    """Return a game with what a link told of its deal: how much who gave away."""
    held, deal = services.handed, day_of(session)
    if held is None or held.lost is None or deal is None:
        return session
    if deal == DayDeal(held.day or deal.day, held.tiles):
        session.tags[_COMPARED] = f"{held.lost} {shown_name(held.name)}".strip()
    return session


def compared_words(session: Session, lost: int, *, exact: bool) -> str:
    """Compare the points given away with those of who sent the deal.

    It is empty without a sender, and while it is not certain.
    """
    number, _space, name = session.tags.get(_COMPARED, "").partition(" ")
    if not number.isdecimal():
        return ""
    theirs = int(number)
    if not exact and lost <= theirs:
        return ""
    words = (
        _("Better than {name}, who gave away {n}.")
        if lost < theirs
        else _("Level with {name}, who gave away {n}.")
        if lost == theirs
        else _("{name} was better and gave away {n}.")
    )
    return words.format(name=shown_name(name) or _("your friend"), n=theirs)


def day_deal_in(event: str) -> DayDeal | None:
    """Return the deal that an event names, None if it is another event."""
    for tiles, begins in _EVENTS.items():
        if event.startswith(begins):
            with suppress(FormatError):
                return DayDeal(day_in(event.removeprefix(begins)), tiles)
    return None


def day_of(session: Session) -> DayDeal | None:
    """Return the deal of a day that a game is played on, None for another game."""
    return day_deal_in(session.tags.get("Event", ""))


@dataclass(frozen=True)
class DayGame:
    """The game that counts for a deal of a day; `in_time` if it was begun on that day."""

    deal: DayDeal
    own: OwnGame
    in_time: bool

    @property
    def in_run(self) -> bool:
        """Whether the day continues the run: played on that day, to the end."""
        return self.in_time and self.own.is_played_out

    @property
    def figure(self) -> str:
        """The points lost, at least those that are proven; a dash if it was broken off."""
        own = self.own
        if not own.is_played_out:
            return "–"
        return lost_figure(own.lost or 0, exact=self._is_known)

    @property
    def cost(self) -> int | None:
        """The class of the points lost, as that of a pair, where they are known."""
        lost, tiles = self.own.lost, self.deal.tiles
        if lost is None or not (self.own.is_played_out and self.own.game.is_proven):
            return None
        return 0 if lost <= _FEW * tiles else 1 if lost <= _SOME * tiles else 2

    @property
    def words(self) -> str:
        """The points lost in words."""
        return given_away_words(self.own.lost or 0, exact=self._is_known)

    @property
    def _is_known(self) -> bool:
        return self.own.lost is not None and self.own.game.is_proven


def day_games(games: Iterable[PlayedGame]) -> dict[DayDeal, DayGame]:
    """Return the game that counts for each deal of a day, of all games in the order they ended."""
    first: dict[DayDeal, DayGame] = {}
    for game in games:
        if "eal of the day" not in game.record or game.person != 1:
            continue
        with suppress(RulesError):
            tags = read_tags(game.record)[0]
            deal = day_deal_in(tags["Event"])
            if deal is not None and game.start == str(deal.start):
                in_time = tags.get(_BEGUN) == pgn_date(deal.day)
                first.setdefault(deal, DayGame(deal, OwnGame(game, 1), in_time))
    return first


def calendar_of(played: Mapping[DayDeal, DayGame], tiles: int = QUICK) -> dict[date, DayGame]:
    """Return the games on deals of one size, by their days."""
    return {deal.day: game for deal, game in played.items() if deal.tiles == tiles}


def run_of(played: Mapping[DayDeal, DayGame], today: date) -> tuple[int, int]:
    """Return how many days in a row were played up to today or yesterday, and the longest run."""
    return day_runs((deal.day for deal, game in played.items() if game.in_run), today)


def game_of_day(played: Mapping[DayDeal, DayGame], day: date) -> DayGame | None:
    """Return the game that counts for a day; of a day with two the one on the quick deal."""
    deals = (DayDeal(day, tiles) for tiles in (QUICK, ALL_TILES))
    return next((played[deal] for deal in deals if deal in played), None)


_DAYS: Final = 7
_FEW, _SOME = 1 / 6, 5 / 12
"""Up to how many points given away for each tile of a deal are few, and are some."""


def week_of(played: Mapping[DayDeal, DayGame], today: date) -> Week:
    """Return the last seven days, with what was given away on each as far as that is known."""
    days = (today - timedelta(back) for back in reversed(range(_DAYS)))
    return Week(tuple(_square(game_of_day(played, day), day, now=day == today) for day in days))


def _square(game: DayGame | None, day: date, *, now: bool) -> Square:
    words = _("Today") if now else weekdays()[day.weekday()]
    if game is None:
        return Square(words, now=now)
    if game.cost is None:
        return Square(words, done=True, now=now)
    return Square(words, game.figure, game.cost, done=True, now=now)


def shared_day(
    game: DayGame, played: Mapping[DayDeal, DayGame], today: date, name: str = ""
) -> Shared:
    """Return what is passed on of a deal of a day by somebody; the run is that up to today."""
    deal = game.deal
    head = _("Mahjong Battle {day}") if deal.tiles == QUICK else _("Mahjong Battle {day}, whole")
    shared = shared_result(
        game.own,
        deal.start,
        head=head.format(day=brief_day(deal.day)),
        when=date_words(pgn_date(deal.day)),
        run=run_of(played, today)[0],
        link=Today(deal.tiles, deal.day).link,
    )
    if shared.signs is None:
        return shared
    lost, called = game.own.lost or 0, "".join(name.split()[:1])
    link = Today(deal.tiles, deal.day, lost, called).link
    return replace(shared, said=given_away_words(lost, exact=True), link=link)


# --- the page -------------------------------------------------------------------------------------


def weeks_of(month: date) -> list[list[date]]:
    """Return the weeks of the month of a day, each from Monday, with days of other months."""
    return Calendar().monthdatescalendar(month.year, month.month)


def next_deal_words(moment: datetime) -> str:
    """Say how long it takes until the next deal."""
    begins = datetime.combine(today_of(moment) + timedelta(1), datetime.min.time(), UTC)
    minutes = -(-int((begins - moment).total_seconds()) // 60)
    words = _("Next deal in {minutes} min")
    if minutes >= 60:
        words = _("Next deal in {hours} h {minutes} min")
    return words.format(hours=minutes // 60, minutes=minutes % 60)


def daily_page(
    deal: DayDeal, today: date, played: Mapping[DayDeal, DayGame], *, is_begun: bool
) -> Page:
    """Return the page of a deal of a day: what came of it, its signs; else what is to be done."""
    game, title = played.get(deal), date_words(pgn_date(deal.day))
    if game is not None and game.own.is_played_out:
        said = game.words
    elif game is not None:
        said = _("Broken off")
    elif is_begun:
        said = _("Not finished yet.")
    elif deal.day < today:
        said = _("Not played yet.")
    else:
        said = _("Give away as few points as you can. One try.")
    signs = [own_signs(game.own)] if game is not None and game.own.is_played_out else []
    return (Title(title, large=True), Paragraph(said), *signs)
