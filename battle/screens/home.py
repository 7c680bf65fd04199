"""What the start screen says of the person: what to do first, and what waits beside it.

One thing stands out, always, and it is the first of these that applies (`Home.first`):

    nothing was ever played       the first game, and nothing else is offered
    a friend waits for a move     that game
    a game is unfinished          go on with it
    today's deal was not played   today's deal
    exercises are due             the trainer
    else                          the next rung of the ladder
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from typing import Final

from battle.game.session import Session
from battle.language import N_, _, ngettext
from battle.profile.record_page import outcome_words
from battle.profile.records import (
    FRIEND,
    OwnGame,
    PlayedGame,
    Rung,
    own_games,
    rungs,
    suggest,
)
from battle.rules.disguise import deal_of_day
from battle.rules.position import ALL_TILES, Position
from battle.screens.days import DayDeal, day_games, day_of, run_of
from battle.screens.share import run_words
from battle.training.first_game import COUNT
from battle.words import listed, score_words, weekdays

ABOUT_RULES: Final = N_("Short pages with pictures")
_DAYS: Final = 7


class First(Enum):
    """What stands out."""

    LESSON = "the first game"
    FRIEND = "a friend waits"
    GO_ON = "a game is unfinished"
    DAILY = "today's deal"
    EXERCISES = "exercises are due"
    RUNG = "the next rung"


@dataclass(frozen=True)
class Day:
    """A day of the calendar's last week."""

    words: str
    is_played: bool
    is_today: bool


@dataclass(frozen=True)
class Home:
    """What is known of the person; `lesson` is the step of the first game, None after others.

    Games with friends elsewhere do not count: one can begin with them.
    """

    lesson: int | None
    unfinished: Session | None
    today: date
    days: Sequence[Day]
    run: int
    due: int
    rungs: Sequence[Rung]
    last: OwnGame | None

    @staticmethod
    def of(
        games: Sequence[PlayedGame],
        unfinished: Session | None,
        *,
        today: date,
        first_game: int,
        due: int = 0,
    ) -> Home:
        """Return it for all games in the order they ended, and how many exercises are `due`."""
        own, played = own_games(games), day_games(games)
        is_new = unfinished is None and all(
            game.opponent == FRIEND and game.person is not None for game in games
        )
        last_days = [today - timedelta(back) for back in reversed(range(_DAYS))]
        return Home(
            lesson=first_game if first_game < COUNT and is_new else None,
            unfinished=unfinished,
            today=today,
            days=[
                Day(
                    _("Today") if day == today else weekdays()[day.weekday()],
                    DayDeal(day) in played,
                    day == today,
                )
                for day in last_days
            ],
            run=run_of(played, today)[0],
            due=due,
            rungs=[rung for rung in rungs(own, suggest(own)) if rung.level.points is not None],
            last=next(reversed(own), None),
        )

    def first(self, *, is_awaited: bool) -> First:
        """Return what stands out; a friend who waits for the person is known to the caller."""
        applies = {
            First.FRIEND: is_awaited,
            First.LESSON: self.lesson is not None,
            First.GO_ON: self.unfinished is not None,
            First.DAILY: not self.is_today_played,
            First.EXERCISES: self.due > 0,
        }
        return next((one for one, so in applies.items() if so), First.RUNG)

    @property
    def is_today_played(self) -> bool:
        return self.days[-1].is_played

    @property
    def is_today_begun(self) -> bool:
        return self.unfinished is not None and day_of(self.unfinished) == DayDeal(self.today)

    @property
    def next_rung(self) -> Rung:
        """Whom to play next."""
        return next(rung for rung in self.rungs if rung.is_next)

    @property
    def position(self) -> Position | None:
        """The board to show: that of the unfinished game, else today's deal, until it is played."""
        if self.unfinished is not None:
            return self.unfinished.position
        return None if self.is_today_played or self.lesson is not None else deal_of_day(self.today)

    # --- words ----------------------------------------------------------------------------------

    @property
    def run_words(self) -> str:
        """How many days in a row today's deal was played, from two on."""
        return run_words(self.run)

    @property
    def daily_words(self) -> str:
        """Whether today's deal was played, and the run."""
        played = _("Played today") if self.is_today_played else _("Not played yet")
        if self.is_today_begun and not self.is_today_played:
            played = _("Not finished yet")
        return listed(filter(None, (played, self.run_words)))

    @property
    def exercises_words(self) -> str:
        return ngettext("{n} exercise waits", "{n} exercises wait", self.due).format(n=self.due)

    @property
    def last_words(self) -> tuple[str, str]:
        """Return the points of the last game, the person's first, and against whom it ended how."""
        assert self.last is not None
        score = score_words(self.last.game.points, self.last.person)
        return score, outcome_words(self.last)


def going_words(session: Session) -> str:
    """Return the points of an unfinished game, the person's first: `55 : 48, your turn`."""
    words = score_words(session.points, session.person)
    if session.person_to_move and session.person is not None:
        return _("{score}, your turn").format(score=words)
    return words
