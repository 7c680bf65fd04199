"""What the record tells: results by opponent, points lost over time, streaks. Pure functions.

Everything is about the person: games without one person against the program are passed over.
Margins are from the person's side. Games that began from a position are told apart
(`from_full_table`), as they tell of a part of a game only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from enum import Enum
from typing import Final

from battle.profile.records import PlayedGame
from battle.rules.game import Reason
from battle.rules.position import Player

WINDOW: Final = 10
"""How many games a running average is over."""


class Outcome(Enum):
    """How a game ended for the person."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True)
class OwnGame:
    """A game seen from the person's side."""

    game: PlayedGame
    person: Player

    @property
    def outcome(self) -> Outcome:
        """How it ended for the person."""
        winner = self.game.ending.winner
        if winner is None:
            return Outcome.DRAWN
        return Outcome.WON if winner == self.person else Outcome.LOST

    @property
    def margin(self) -> int:
        """The margin from the person's side."""
        return self.game.margin_of(self.person)

    @property
    def is_played_out(self) -> bool:
        """Whether the game ended by the rules; else margin and points lost are those of a part."""
        return self.game.ending.reason is Reason.PLAYED_OUT

    @property
    def skill(self) -> int | None:
        """By how much the person did better than par of the seat; None if that is not proven."""
        par = self.game.par_of(self.person)
        known = par is not None and self.game.par_exact and self.is_played_out
        return self.margin - par if known and par is not None else None

    @property
    def lost(self) -> int | None:
        """The points the person is proven to have given away, None before a review."""
        return None if self.game.proven is None else self.game.proven[self.person - 1]

    @property
    def is_proven(self) -> bool:
        """Whether the game is proven from its first move on, so that no more was given away."""
        return self.game.is_proven


def own_games(games: Iterable[PlayedGame]) -> list[OwnGame]:
    """Return the games of one person against the program."""
    return [OwnGame(game, game.person) for game in games if game.person is not None]


def from_full_table(games: Iterable[OwnGame]) -> list[OwnGame]:
    """Return the games that began with all tiles on the table."""
    return [own for own in games if own.game.is_from_full_table]


@dataclass(frozen=True)
class LevelResult:
    """All games against one opponent.

    `margin` is the average of the games that were played out, None without one; `lost` the average
    of points proven to be given away in those of them that were reviewed, which `reviewed` counts;
    it `is_proven` that there are no more. `with_help` counts the games in which help was used.
    """

    opponent: str
    won: int
    drawn: int
    lost_games: int
    margin: float | None
    lost: float | None
    reviewed: int
    with_help: int
    is_proven: bool = False

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost_games

    @property
    def score(self) -> float:
        """The share of games won, a draw being half a win, 0 to 1."""
        return (self.won + self.drawn / 2) / self.games


def by_level(games: Sequence[OwnGame]) -> list[LevelResult]:
    """Return the results against every opponent, in the order in which they were first met."""
    opponents = dict.fromkeys(own.game.opponent for own in games)
    return [
        _level_result(opponent, [own for own in games if own.game.opponent == opponent])
        for opponent in opponents
    ]


def _level_result(opponent: str, games: Sequence[OwnGame]) -> LevelResult:
    outcomes = [own.outcome for own in games]
    margins = [own.margin for own in games if own.is_played_out]
    judged = [own for own in games if own.is_played_out and own.lost is not None]
    lost = [own.lost for own in judged if own.lost is not None]
    return LevelResult(
        opponent=opponent,
        won=outcomes.count(Outcome.WON),
        drawn=outcomes.count(Outcome.DRAWN),
        lost_games=outcomes.count(Outcome.LOST),
        margin=sum(margins) / len(margins) if margins else None,
        lost=sum(lost) / len(lost) if lost else None,
        reviewed=len(lost),
        with_help=sum(own.game.has_help for own in games),
        is_proven=all(own.is_proven for own in judged),
    )


@dataclass(frozen=True)
class LossPoint:
    """A point of the plot of points lost: a game that was played out and reviewed.

    `lost` is what the person is proven to have given away in it; it `is_proven` that there is no
    more. `average` is the mean of this game and those before it, at most `WINDOW`.
    """

    key: str
    ended: datetime
    opponent: str
    lost: int
    is_proven: bool
    average: float


def losses_over_time(games: Sequence[OwnGame]) -> list[LossPoint]:
    """Return the points lost in every game played out and reviewed, in the games' order."""
    points: list[LossPoint] = []
    for own in games:
        if own.lost is None or not own.is_played_out:
            continue
        recent = [*(point.lost for point in points[-(WINDOW - 1) :]), own.lost]
        points.append(
            LossPoint(
                key=own.game.key,
                ended=own.game.ended,
                opponent=own.game.opponent,
                lost=own.lost,
                is_proven=own.is_proven,
                average=sum(recent) / len(recent),
            )
        )
    return points


@dataclass(frozen=True)
class Streaks:
    """Runs of games: `current` of them ended as the last one did, which `sort` tells.

    `won` is the longest run of wins. `days` is the number of days in a row, up to today or
    yesterday, with a game; `most_days` the longest such run.
    """

    sort: Outcome | None = None
    current: int = 0
    won: int = 0
    days: int = 0
    most_days: int = 0


def streaks(games: Sequence[OwnGame], now: datetime, zone: tzinfo | None = None) -> Streaks:
    """Return the runs in games given in order; days are those of `zone`, None for the system's."""
    outcomes = [own.outcome for own in games]
    runs = _day_runs({own.game.ended.astimezone(zone).date() for own in games})
    today = now.astimezone(zone).date()
    return Streaks(
        sort=outcomes[-1] if outcomes else None,
        current=_last_run(outcomes),
        won=_longest(outcome is Outcome.WON for outcome in outcomes),
        days=next((days for last, days in runs if (today - last).days in (0, 1)), 0),
        most_days=max((days for _last, days in runs), default=0),
    )


def _last_run(outcomes: Sequence[Outcome]) -> int:
    run = 0
    while run < len(outcomes) and outcomes[-1 - run] is outcomes[-1]:
        run += 1
    return run


def _longest(marks: Iterable[bool]) -> int:
    longest = run = 0
    for mark in marks:
        run = run + 1 if mark else 0
        longest = max(longest, run)
    return longest


def _day_runs(days: set[date]) -> list[tuple[date, int]]:
    """Return the last day and the length of every run of days in a row."""
    runs: list[tuple[date, int]] = []
    for day in sorted(days):
        if runs and runs[-1][0] == day - timedelta(days=1):
            runs[-1] = (day, runs[-1][1] + 1)
        else:
            runs.append((day, 1))
    return runs
