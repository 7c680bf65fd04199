"""The deal of the day: its games, the calendar, the run of days, and the line to share.

    deal_of_day ──► a game against a level; its record names the day (`Event`) and when it was begun
    it ends     ──► its review and its proof, as of every game      ──► the points lost

Of the games on the deal of a day the first that ended counts, whatever came of it; only a day whose
game was begun on that day, by UTC, and played out continues the run. Help, taking back and changing
sides are off (`Session.is_daily`). The line tells the points, and a sign for each own move: what
is proven so far.
"""

from __future__ import annotations

import time
from calendar import Calendar
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Final

from battle.analysis.costs import USUAL
from battle.game.session import Seat, Session, Setup
from battle.game.setup import DAILY
from battle.language import _
from battle.page.blocks import Code, Figure, Page, Paragraph, Role, Row, Space, Table, Title
from battle.profile.options import GameOptions
from battle.profile.records import OwnGame, PlayedGame, day_runs, opponent_name
from battle.rules.disguise import day_in, deal_of_day, number_of_day
from battle.rules.position import FormatError, RulesError
from battle.rules.record import Node, evaluation_in, read_tags, record
from battle.words import date_words, lost_figure, points, weekdays

_BEGUN: Final = "UTCDate"
_KEPT, _COST, _DEAR, _OPEN = "·•●◦"
"""The signs of moves: nothing lost, less than a mistake, a mistake, not known yet."""


def today_of(moment: datetime) -> date:
    """Return the day of a moment, by UTC."""
    return moment.astimezone(UTC).date()


def pgn_date(day: date) -> str:
    """Return a day as records write it."""
    return day.strftime("%Y.%m.%d")


def daily_session(
    day: date, options: GameOptions, today: date, now: Callable[[], float] = time.monotonic
) -> Session:
    """Return a game on the deal of a day: the person, who moves first, against the chosen level."""
    seats = Seat(options.name(0)), Seat(solver=True, level=options.chosen_level)
    session = Session(Setup(seats, deal_of_day(day), seed=number_of_day(day)), now=now)
    session.tags |= {"Event": f"{DAILY}{day}", _BEGUN: pgn_date(today)}
    return session


def day_of(session: Session) -> date | None:
    """Return the day whose deal a game is played on, None for another game."""
    with suppress(FormatError):
        if session.is_daily:
            return day_in(session.tags["Event"].removeprefix(DAILY))
    return None


@dataclass(frozen=True)
class DayGame:
    """The game that counts for a day; `in_time` if it was begun on that day."""

    day: date
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
        return lost_figure(own.lost or 0, exact=own.lost is not None and own.game.is_proven)


def day_games(games: Iterable[PlayedGame]) -> dict[date, DayGame]:
    """Return the game that counts for each day, of all games in the order they ended."""
    first: dict[date, DayGame] = {}
    for game in games:
        if f'[Event "{DAILY}' not in game.record or game.person != 1:
            continue
        with suppress(RulesError):
            tags, _moves = read_tags(game.record)
            day = day_in(tags["Event"].removeprefix(DAILY))
            if game.start == str(deal_of_day(day)):
                in_time = tags.get(_BEGUN) == pgn_date(day)
                first.setdefault(day, DayGame(day, OwnGame(game, 1), in_time))
    return first


# --- the line -------------------------------------------------------------------------------------


def costs_of(game: PlayedGame) -> list[int | None]:
    """Return the points that each move of player 1 lost, None while that is not proven.

    The margins are those that its review and its proof have left in the record; without a record
    that can be read there are none.
    """
    nodes: list[Node] = []
    with suppress(RulesError):
        root = record(game.record).game.root
        nodes = [root, *root.main_line()]
    margins: list[int | None] = []
    for node in nodes:
        evaluation = evaluation_in(node.comment)
        margin = evaluation.margin if evaluation is not None and evaluation.is_proven else None
        margins.append(node.position.margin if node.position.is_over else margin)
    return [None if a is None or b is None else a - b for a, b in [*pairwise(margins)][::2]]


def share_line(played: DayGame) -> str:
    """Return the line to share: the day, the points lost, a sign for each own move.

    It says nothing of the deal. Before everything is proven it says what is: at least so much.
    """
    own = played.own
    head = _("Mahjong Battle {day}, against {level}").format(
        day=played.day, level=opponent_name(own.game.opponent)
    )
    if not own.is_played_out:
        return _("{game}: broken off").format(game=head)
    if own.lost is None:
        return _("{game}: not reviewed yet").format(game=head)
    lost = points(own.lost)
    if not own.game.is_proven:
        lost = _("at least {points}").format(points=lost)
    return _("{game}: {points} lost {signs}").format(
        game=head, points=lost, signs="".join(map(_sign, costs_of(own.game)))
    )


def _sign(cost: int | None) -> str:
    if not cost:
        return _OPEN if cost is None else _KEPT
    return _DEAR if cost >= USUAL.mistake else _COST


# --- the page -------------------------------------------------------------------------------------


def weeks_of(month: date) -> list[list[date]]:
    """Return the weeks of the month of a day, each from Monday, with days of other months."""
    return Calendar().monthdatescalendar(month.year, month.month)


def daily_page(day: date, today: date, played: Mapping[date, DayGame], line: str) -> Page:
    """Return the page of a day: its rules, its result, the run."""
    current, most = day_runs(
        (day_game.day for day_game in played.values() if day_game.in_run), today
    )
    game = played.get(day)
    said = _("Not played yet.")
    if game is not None:
        said = _("Only the first game counts.")
    elif day < today:
        said = _("A day played later stands in the calendar, but not among the days in a row.")
    given = Figure(_("Your loss"), game.figure if game is not None else "–")
    run, longest = Figure(_("Days in a row"), str(current)), Figure(_("Longest"), str(most))
    return (
        Title(date_words(pgn_date(day)), _("today") if day == today else "", large=True),
        Paragraph(
            _(
                "The same deal for everyone, against a level of your choice. The points you lose"
                " against perfect play count: no hints, no undo."
            ),
            role=Role.TEXT,
        ),
        Space(10),
        Row((given, run, longest)),
        Space(6),
        Paragraph(said),
        *([Code(line)] if line else []),
    )


def calendar_table(month: date, played: Mapping[date, DayGame]) -> Table:
    """Return the calendar of a month as a table: the days with what was lost on them."""

    def words(day: date) -> str:
        if day.month != month.month:
            return ""
        return f"{day.day}: {played[day].figure}" if day in played else str(day.day)

    rows = (tuple(map(words, week)) for week in weeks_of(month))
    return Table(weekdays(), tuple(rows))
