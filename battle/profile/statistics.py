"""What the record says of a person: results, streaks, usual loss, and what suits them next.

Pure functions over the games in the order in which they ended. Margins are from the person's side;
games without one person against the program are passed over. Games that began from a position are
kept apart (`from_full_table`), as they tell of a part of a game only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from enum import Enum
from itertools import groupby, takewhile
from math import hypot, sqrt
from typing import Final, Literal

from battle.game.levels import FIRST_LEVEL, labels, ladder, level_name, level_title, stronger
from battle.game.setup import MOST_GIVEN
from battle.language import _, ngettext
from battle.profile.records import FRIEND, SOLVER, PlayedGame
from battle.rules.files import COMPANION
from battle.rules.position import PLAYERS, Player, RulesError
from battle.rules.record import Reason, record
from battle.words import about_points

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


def judged(games: Iterable[OwnGame]) -> list[OwnGame]:
    """Return the games that were played out and reviewed, whose points lost count."""
    return [own for own in games if own.is_played_out and own.lost is not None]


def average_lost(games: Sequence[OwnGame]) -> float | None:
    """Return the points proven to be given away in judged games on average, None without any."""
    return sum(own.lost or 0 for own in games) / len(games) if games else None


@dataclass(frozen=True)
class LevelResult:
    """All games against one opponent, at least one."""

    opponent: str
    own: Sequence[OwnGame]

    def ended(self, outcome: Outcome) -> int:
        """Return how many games ended so."""
        return sum(own.outcome is outcome for own in self.own)

    @property
    def score(self) -> float:
        """The share of games won, a draw being half a win, 0 to 1."""
        return (self.ended(Outcome.WON) + self.ended(Outcome.DRAWN) / 2) / len(self.own)

    @property
    def margin(self) -> float | None:
        """The average margin of the games that were played out, None without one."""
        margins = [own.margin for own in self.own if own.is_played_out]
        return sum(margins) / len(margins) if margins else None


def by_level(games: Iterable[OwnGame]) -> list[LevelResult]:
    """Return the results against every opponent, in the order in which they were first met."""
    met: dict[str, list[OwnGame]] = {}
    for own in games:
        met.setdefault(own.game.opponent, []).append(own)
    return [LevelResult(opponent, against) for opponent, against in met.items()]


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
    runs = [(outcome, len(list(run))) for outcome, run in groupby(outcomes)]
    days = sorted({own.game.ended.astimezone(zone).date() for own in games})
    day_runs = [
        (run[-1][1], len(run))
        for _start, group in groupby(enumerate(days), lambda one: one[1].toordinal() - one[0])
        for run in [list(group)]
    ]
    today = now.astimezone(zone).date()
    return Streaks(
        sort=runs[-1][0] if runs else None,
        current=runs[-1][1] if runs else 0,
        won=max((length for outcome, length in runs if outcome is Outcome.WON), default=0),
        days=next((length for last, length in day_runs if (today - last).days in (0, 1)), 0),
        most_days=max((length for _last, length in day_runs), default=0),
    )


# --- what a person loses in a game ---------------------------------------------------------------
#
#   proven from the first move on    what was lost                       no error of its own
#   else, played out                 opponent's loss - margin, or what   +- 20: what par gave, and
#                                    is proven lost if that is more      what the opponent lost
#   given up, out of time            what is proven lost, as much in     +- 20
#                                    the moves that were not played
#
# Games differ by about half of the loss, so one game says little. Those given up after few moves
# say nothing, nor do those that began in the middle, nor those with help.

MOVES: Final = 27
"""The pairs that a person takes in a whole game."""
ENOUGH_MOVES: Final = 20
"""So many own moves tell something of a game that was given up."""
_SPREAD: Final = 0.5
_UNPROVEN: Final = 20.0


@dataclass(frozen=True)
class UsualLoss:
    """The points lost in a game on average, their standard error, and in how many games."""

    points: float
    error: float
    games: int


def usual_loss(games: Sequence[OwnGame]) -> UsualLoss | None:
    """Return what is lost in the last games that tell of it, None if none does."""
    found = [loss for loss in map(_loss, games) if loss is not None][-WINDOW:]
    if not found:
        return None
    points = sum(loss for loss, _error in found) / len(found)
    squares = [hypot(_SPREAD * points, error) ** 2 for _loss_, error in found]
    return UsualLoss(points, sqrt(sum(squares)) / len(found), len(found))


def tells_of_strength(own: OwnGame) -> bool:
    """Whether enough of a game was played to tell how well the person plays whole games."""
    if not own.game.is_from_full_table:
        return False
    return own.is_played_out or own_moves(own) >= ENOUGH_MOVES


def nearest_level(points: float) -> str:
    """Return the level that loses about as many points in a game."""
    return min(ladder(), key=lambda label: abs(sqrt(label.points or 0.0) - sqrt(points))).name


def own_moves(own: OwnGame) -> int:
    """Return how many moves the person has played; 0 if the record does not tell."""
    try:
        moves = len(record(own.game.record).game.moves)
    except RulesError:
        return 0
    return (moves + 1) // 2 if own.person == 1 else moves // 2


def _loss(own: OwnGame) -> tuple[float, float] | None:
    """Return the points lost in a whole game and their error, None if the game does not tell."""
    if own.game.has_help or not tells_of_strength(own):
        return None
    if not own.is_played_out:
        scale = MOVES / min(MOVES, own_moves(own))
        return None if own.lost is None else (own.lost * scale, _UNPROVEN)
    if own.lost is not None and own.is_proven:
        return float(own.lost), 0.0
    other = _opponents_loss(own)
    if other is None:
        return None
    par = own.game.par_of(own.person) or 0
    return max(0.0, other - (own.margin - par), own.lost or 0.0), _UNPROVEN


def _opponents_loss(own: OwnGame) -> float | None:
    """Return what the opponent loses in a game, None where that is not known."""
    if own.game.head_start:
        return None
    if own.game.opponent == SOLVER:
        return 0.0
    return next((one.points for one in ladder() if one.name == own.game.opponent), None)


# --- which level suits a person ------------------------------------------------------------------
#
#   nothing played yet                  casual
#   won twice in a row at a level       one stronger
#   lost three times in a row at it     one weaker; before the first win, after every game lost,
#                                       or after two of which the last was close
#   else                                the same again
#
# After anything but a win no level is offered that is stronger than the usual loss allows, with
# its error in the person's favour. Games with help that were won lead to no stronger level. Games
# against the companion, the solver and friends do not count, nor do those with a head start, those
# given up after few moves, and those that began in the middle.

WINS_TO_RISE: Final = 2
LOSSES_TO_FALL: Final = 3
CLOSE: Final = 10
"""Who loses by no more points than these has an opponent to match."""


class SuggestionReason(Enum):
    """Why a level is suggested."""

    NEW = "nothing played yet"
    WON = "won in a row"
    LOST = "lost in a row"
    POINTS = "points lost"
    AGAIN = "not decided yet"


@dataclass(frozen=True)
class Suggestion:
    """A level that suits a person.

    `before` is the level played last, empty if there is none, and `games` how many games in a row
    ended there as the last one did. `loss` is what the person loses in a game, with its error, None
    where no game tells.
    """

    level: str
    why: SuggestionReason = SuggestionReason.NEW
    before: str = ""
    games: int = 0
    loss: UsualLoss | None = None

    @property
    def moves_on(self) -> bool:
        """Whether it is another level than the one played last."""
        return self.level != self.before


def suggest(games: Sequence[OwnGame]) -> Suggestion:
    """Return the level for the next game, given all games in the order they ended."""
    loss = usual_loss(games)
    found = replace(_by_results(games), loss=loss)
    if found.why is SuggestionReason.WON or loss is None:
        return found
    names = [label.name for label in ladder()]
    allowed = nearest_level(max(0.0, loss.points - loss.error))
    if names.index(allowed) >= names.index(found.level):
        return found
    is_weaker_yet = found.why is SuggestionReason.LOST
    why = SuggestionReason.LOST if is_weaker_yet else SuggestionReason.POINTS
    return replace(found, level=allowed, why=why)


def _by_results(games: Sequence[OwnGame]) -> Suggestion:
    """Return the level to which wins and losses lead."""
    names = [label.name for label in ladder()]
    known = [
        own
        for own in games
        if own.game.opponent in names and not own.game.head_start and tells_of_strength(own)
    ]
    if not known:
        return Suggestion(FIRST_LEVEL)
    last = known[-1]
    before = last.game.opponent
    same = list(
        takewhile(
            lambda own: own.outcome is last.outcome and own.game.opponent == before,
            reversed(known),
        )
    )
    run, own_wins = len(same), sum(not own.game.has_help for own in same)
    losses_to_fall = LOSSES_TO_FALL
    if not any(own.outcome is Outcome.WON for own in known):
        losses_to_fall = 2 if last.is_played_out and last.margin >= -CLOSE else 1
    if last.outcome is Outcome.WON and own_wins >= WINS_TO_RISE:
        return Suggestion(stronger(before), SuggestionReason.WON, before, run)
    if last.outcome is Outcome.LOST and run >= losses_to_fall:
        return Suggestion(stronger(before, -1), SuggestionReason.LOST, before, run)
    return Suggestion(before, SuggestionReason.AGAIN, before, run)


# --- which head start evens out how well two play ------------------------------------------------


def usual_losses(games: Iterable[PlayedGame]) -> Mapping[str, float]:
    """Return by name what every person has lost in the last games, on average.

    `games` are in the order they ended; those count that began with a full table, were played out
    and are proven from the first move on.
    """
    losses: dict[str, list[int]] = {}
    for game in games:
        is_whole = game.is_from_full_table and game.ending.reason is Reason.PLAYED_OUT
        if game.lost is None or not game.is_proven or not is_whole or game.has_help:
            continue
        for player, name, lost in zip(PLAYERS, game.seats, game.lost, strict=True):
            if game.person in (None, player):
                losses.setdefault(name, []).append(lost)
    recent = {name: found[-WINDOW:] for name, found in losses.items()}
    return {name: sum(found) / len(found) for name, found in recent.items()}


@dataclass(frozen=True)
class HeadStartOffer:
    """What two players lose in a game, None where it is not known."""

    losses: tuple[float | None, float | None] = (None, None)

    @property
    def points(self) -> int:
        """By how much the first is to be ahead, the second if it is negative; 0 if not known."""
        first, second = self.losses
        if first is None or second is None:
            return 0
        return max(-MOST_GIVEN, min(MOST_GIVEN, round(first - second)))


# --- who begins ----------------------------------------------------------------------------------


def next_beginner(
    games: Iterable[PlayedGame], opponent: str, names: tuple[str, str]
) -> Literal["first", "second"] | None:
    """Return whether the first or the second named begins, None where they have not met.

    `games` are in the order they ended. Against the program, which is one `opponent` at all its
    levels, the person is the first named; two friends are known by their `names`.
    """
    began = None
    for game in games:
        if opponent != FRIEND and game.person is not None:
            began = game.person == 1
        elif opponent == FRIEND and game.opponent == FRIEND and set(game.seats) == set(names):
            began = game.seats[0] == names[0]
    if began is None:
        return None
    return "second" if began else "first"


# --- words ---------------------------------------------------------------------------------------


def opponent_words(opponent: str) -> str:
    """Return what an opponent is called, with the points it loses: `Casual (−32)`."""
    if opponent == SOLVER:
        return _("Solver")
    return _("Friend") if opponent == FRIEND else level_title(opponent)


def opponent_name(opponent: str) -> str:
    """Return what an opponent is called for short: `Casual`."""
    return opponent_words(opponent) if opponent in (SOLVER, FRIEND) else level_name(opponent)


def loss_words(loss: UsualLoss | None) -> str:
    """Say what a person loses in a game and how sure that is; empty if it is not known."""
    if loss is None:
        return ""
    words = ngettext(
        "In your last game you lost {points}.",
        "In your last {n} games you lost {points} per game.",
        loss.games,
    )
    points = about_points(round(loss.points), exact=False, error=loss.error)
    return words.format(n=loss.games, points=points)


def in_order(opponents: list[str]) -> list[str]:
    """Return opponents with the weakest first, then the companion, the solver, and others."""
    names = [*(label.name for label in labels() if label.name != COMPANION), COMPANION, SOLVER]
    return sorted(opponents, key=lambda one: names.index(one) if one in names else len(names))
