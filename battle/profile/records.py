"""The person's record: every finished game, stored in the person's database.

    a game ends             kept under a key, which the tag `Key` of its record tells
    its review is done      kept under the same key
    taken back, ends again  kept under the same key, in place of what was kept before
    opened when it is over  not kept; played on from there it is another game

Margins and par are from player 1's side, points lost are never negative.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from enum import Enum
from functools import cache
from itertools import chain, groupby
from math import hypot, sqrt
from sqlite3 import Connection
from typing import Final, Literal, TypeAlias
from uuid import uuid4
from weakref import WeakKeyDictionary, WeakSet

from battle.analysis.costs import Review
from battle.game.events import SIDES, TEACHER
from battle.game.session import Session
from battle.game.setup import (
    KEY_TAG,
    MOST_GIVEN,
    SIZES,
    LevelLabel,
    expected_loss,
    labels,
    ladder,
    played_by,
)
from battle.language import _, ngettext
from battle.profile.proofs import Pars
from battle.profile.store import (
    INVALID,
    Database,
    MappedTable,
    Part,
    Row,
    in_utc,
    moment_in,
    moment_text,
)
from battle.rules.files import COMPANION
from battle.rules.position import (
    ALL_TILES,
    PLAYERS,
    SUITS,
    Player,
    Position,
    RulesError,
    deal,
    for_player,
    other,
)
from battle.rules.quick import quick_tiles
from battle.rules.record import record
from battle.rules.tree import Ending, Reason
from battle.words import about_points, listed, person_name

Pair: TypeAlias = tuple[int, int]

FRIEND: Final = "friend"
SOLVER: Final = "solver"

PART: Final = Part(
    "games",
    (
        (
            "CREATE TABLE games ("
            " key TEXT PRIMARY KEY, ended TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,"
            " person INTEGER, opponent TEXT NOT NULL, deal INTEGER, start TEXT NOT NULL,"
            " reason TEXT NOT NULL, winner INTEGER,"
            " points_first INTEGER NOT NULL, points_second INTEGER NOT NULL,"
            " par INTEGER, par_exact INTEGER NOT NULL,"
            " lost_first INTEGER, lost_second INTEGER,"
            " proven_first INTEGER, proven_second INTEGER, exact_from INTEGER,"
            " hints_first INTEGER NOT NULL, hints_second INTEGER NOT NULL, help TEXT NOT NULL,"
            " duplicate TEXT NOT NULL, record TEXT NOT NULL)",
            "CREATE INDEX games_by_end ON games (ended)",
        ),
        ("ALTER TABLE games ADD COLUMN head_start INTEGER NOT NULL DEFAULT 0",),
    ),
)
"""The tables of the record, with every version they have had."""


@cache
def _is_quick(start: str) -> bool:
    """Return whether a start is a quick deal; screens ask so of all games each time."""
    with suppress(RulesError):
        return quick_tiles(Position.parse(start)) > 0
    return False


@dataclass(frozen=True)
class PlayedGame:
    """A finished game.

    `ended` is in UTC. `seats` are the names of players 1 and 2; `person` is the one whose program
    this is, None if two people played at one table, or none. `opponent` is `friend`, `solver` or
    the name of a level. `deal` is its number, None for another start; `start` is the position.
    `points` are the final points, those given at the start included; `ending` is who won and why.
    With perfect play player 1 would win by `head_start` points, as agreed to even out the players;
    player 2 if negative.

    `par` is the margin of the start, None if unknown, proven if `par_exact`. `lost` are the points
    that players 1 and 2 gave away, None before a review; `proven` how many of them are proven;
    `exact_from` the first ply from which everything is.

    `hints` were used by players 1 and 2, `help` are other kinds of help. `duplicate` is shared by
    the games of one duplicate match, empty outside one. `record` is the game as a record.
    """

    key: str
    ended: datetime
    seats: tuple[str, str]
    opponent: str
    start: str
    points: Pair
    ending: Ending
    person: Player | None = None
    deal: int | None = None
    par: int | None = None
    par_exact: bool = False
    lost: Pair | None = None
    proven: Pair | None = None
    exact_from: int | None = None
    hints: Pair = (0, 0)
    help: tuple[str, ...] = ()
    duplicate: str = ""
    record: str = ""
    head_start: int = 0

    @property
    def margin(self) -> int:
        return self.points[0] - self.points[1]

    @property
    def is_proven(self) -> bool:
        return self.exact_from == 1

    @property
    def is_from_full_table(self) -> bool:
        """Whether the game began with all tiles: an empty cell is written as a dot."""
        return "." not in self.start

    @property
    def is_quick(self) -> bool:
        """Whether the game began with a quick deal."""
        return self.tiles in SIZES and _is_quick(self.start)

    @property
    def tiles(self) -> int:
        return min(ALL_TILES, sum(map(self.start.count, SUITS)))

    @property
    def has_pairs(self) -> bool:
        """Whether a pair was taken: every pair changes the points of the start."""
        first, second = self.points
        return not self.start.endswith(f" {first}-{second}")

    @property
    def has_help(self) -> bool:
        """Whether the person used help; in a game of two people, either."""
        return self.was_shown or TEACHER in self.help

    @property
    def was_shown(self) -> bool:
        """Whether it has help other than to heed the teacher, who warns unasked."""
        hints = sum(self.hints) if self.person is None else self.hints[self.person - 1]
        return hints > 0 or bool({*self.help} - {TEACHER})

    @property
    def has_swapped(self) -> bool:
        """Whether the person and the program changed sides, so that the result is neither's."""
        return SIDES in self.help

    @property
    def names(self) -> tuple[str, str]:
        first, second = self.seats
        return person_name(first), person_name(second)

    def margin_of(self, player: Player) -> int:
        return for_player(self.margin, player)

    def par_of(self, player: Player) -> int | None:
        """Return par from a player's side, None if unknown."""
        return None if self.par is None else for_player(self.par, player)

    def reviewed(self, review: Review) -> PlayedGame:
        """Return the game with the results of a whole review.

        An estimate does not replace a proven par.
        """
        known = self.par_exact and not review.par.is_exact
        return replace(
            self,
            par=self.par if known else review.par.value,
            par_exact=known or review.par.is_exact,
            lost=review.lost,
            proven=review.lost,
            exact_from=review.exact_from,
        )


def game_of(session: Session, ended: datetime, *, key: str | None = None) -> PlayedGame:
    """Return the game of a session that is over; raise ValueError while it goes on."""
    if session.ending is None:
        raise ValueError("the game is not over")
    agreed = session.series.duplicate
    return PlayedGame(
        key=key or uuid4().hex,
        ended=in_utc(ended),
        seats=(session.name(1), session.name(2)),
        opponent=session.level or (SOLVER if session.has_solver else FRIEND),
        start=str(session.game.start),
        points=session.points,
        ending=session.ending,
        person=session.person,
        deal=session.setup.deal,
        hints=session.hints,
        help=session.help_used,
        duplicate=agreed.key if agreed is not None else "",
        record=session.text,
        head_start=session.setup.head_start,
    )


class Records:
    """The games in the person's database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        database.include(PART)

    def put(self, game: PlayedGame) -> None:
        GAMES.put(self._database, game)

    def add(self, games: Sequence[PlayedGame]) -> int:
        """Put games whose keys are new, all at once; return how many they are."""

        def work(connection: Connection) -> int:
            count = 0
            for game in games:
                with suppress(*INVALID):
                    count += connection.execute(
                        f"INSERT OR IGNORE {GAMES.into}", GAMES.row(game)
                    ).rowcount
            return count

        return self._database.write(work)

    def keys(self) -> set[str]:
        """Return the keys of all games."""
        query = "SELECT key FROM games"
        return {
            key for (key,) in self._database.read(lambda found: found.execute(query).fetchall())
        }

    def remove(self, key: str) -> None:
        self._database.execute("DELETE FROM games WHERE key = ?", [key])

    def clear(self) -> None:
        self._database.execute("DELETE FROM games")

    def game(self, key: str) -> PlayedGame | None:
        """Return the game with a key, None if there is none."""
        return next(iter(GAMES.select(self._database, "WHERE key = ?", [key])), None)

    def games(self) -> list[PlayedGame]:
        """Return all games in the order they ended."""
        return GAMES.select(self._database, "ORDER BY ended, key")


_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The characters a spreadsheet formula can begin with."""


def csv_of(games: Iterable[PlayedGame]) -> str:
    """Return games as a CSV file that spreadsheets open: one line each, the columns' names first.

    Columns are named as in the database; times are in UTC. The record's text comes last. A text
    that a spreadsheet would take for a formula gets an apostrophe before it. Texts are in quotes:
    LibreOffice separates at semicolons and tabs too.
    """
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, GAMES.columns, quoting=csv.QUOTE_NONNUMERIC)
    writer.writeheader()
    for game in games:
        for name, value in (row := dict(GAMES.row(game))).items():
            if isinstance(value, str) and value.startswith(_FORMULA):
                row[name] = f"'{value}"
        writer.writerow(row)
    return "\ufeff" + text.getvalue()


# --- rows -------------------------------------------------------------------------------------


_PLAYERS: Final[Mapping[int | None, Player | None]] = {None: None, 1: 1, 2: 2}


_MOST_POINTS: Final = 9999
"""More than any player can lose in a game."""

_PAIRS: Final = ("points", "lost", "proven", "hints")
"""The fields with a column for each player; all others are a column, or in the two functions."""


def _pair(first: int | None, second: int | None) -> Pair | None:
    return None if first is None or second is None else (first, second)


def _game(row: Row) -> PlayedGame:
    fields = dict(row)
    pairs = [(fields.pop(f"{name}_first"), fields.pop(f"{name}_second")) for name in _PAIRS]
    numbers = (row["par"], row["head_start"], row["exact_from"], *chain(*pairs))
    if any(abs(number or 0) > _MOST_POINTS for number in numbers):
        raise ValueError(f"too many points: {numbers}")
    fields |= {name: _pair(*pair) for name, pair in zip(_PAIRS, pairs, strict=True)}
    fields["seats"] = fields.pop("first"), fields.pop("second")
    fields["ending"] = Ending(Reason(fields.pop("reason")), _PLAYERS[fields.pop("winner")])
    changed = {
        "ended": moment_in(row["ended"]),
        "person": _PLAYERS[row["person"]],
        "par_exact": bool(row["par_exact"]),
        "help": tuple(row["help"].split()),
    }
    return PlayedGame(**{**fields, **changed})


def _row(game: PlayedGame) -> Row:
    pairs = {}
    for name in _PAIRS:
        pairs[f"{name}_first"], pairs[f"{name}_second"] = getattr(game, name) or (None, None)
    return {
        **vars(game),
        **pairs,
        "ended": moment_text(game.ended),
        "first": game.seats[0],
        "second": game.seats[1],
        "reason": game.ending.reason.value,
        "winner": game.ending.winner,
        "par_exact": int(game.par_exact),
        "help": " ".join(game.help),
    }


GAMES: Final = MappedTable(PART, "games", _game, _row)


# --- the games at the table ---------------------------------------------------------------------


class GameRecorder:
    """Stores the games that end at a table; `moment` is the clock."""

    def __init__(self, records: Records, pars: Pars, moment: Callable[[], datetime]) -> None:
        self._records, self._pars, self._moment = records, pars, moment
        self._ends: WeakKeyDictionary[Session, object] = WeakKeyDictionary()
        self._opened: WeakSet[Session] = WeakSet()

    def follow(self, session: Session) -> None:
        """Store the game at the table if it has ended since the last call.

        Call it for a new game at the table and whenever it has changed. A game of others that is
        watched is not stored.
        """
        if session.seating.of_others:
            return
        end, is_new = _end_of(session), session not in self._ends
        if is_new:
            if end is not None:
                self._opened.add(session)
        elif end is None and session in self._opened:  # it becomes another game
            self._opened.discard(session)
            session.tags.pop(KEY_TAG, None)
        elif end is not None and end != self._ends.get(session):
            par = self._pars.margin(session.game.start)
            game = game_of(
                session, self._moment(), key=session.tags.setdefault(KEY_TAG, uuid4().hex)
            )
            self.put(replace(game, par=par, par_exact=par is not None))
        self._ends[session] = end  # only now: an interrupt before leaves the game to be kept again

    def game(self, session: Session) -> PlayedGame | None:
        """Return the stored game; None if it is not stored, or was continued differently."""
        key = session.tags.get(KEY_TAG)
        game = None if key is None else self._records.game(key)
        if game is not None:
            with suppress(RulesError):
                kept = record(game.record).game
                end = tuple(kept.moves), game.ending
                if kept.start == session.game.start and end == _end_of(session):
                    return game
        return None

    def put(self, game: PlayedGame) -> None:
        """Store a game, replacing the one with its key, and the par of its deal if proven."""
        if game.deal is not None and game.par is not None and game.par_exact:
            with suppress(RulesError):
                start = record(game.record).game.start
                if start.with_given((0, 0)) == deal(game.deal) and self._pars.value(start) is None:
                    self._pars.keep(game.deal, game.par - start.margin)
        self._records.put(game)


def _end_of(session: Session) -> object:
    """Return how a game ended, None if it goes on."""
    ending = session.ending
    return None if ending is None else (tuple(session.game.moves), ending)


# --- what the record says of a person ------------------------------------------------------------
#
# Statistics of a person: results, streaks, usual loss, and the level to play next.
#
# Pure functions over the games in the order they ended. Margins are from the person's side; games
# of two people at one table and those in which sides were changed are ignored. Points lost are
# averaged within a size (`judged`). A quick game won or lost leads to a level like any other, its
# points do not.

WINDOW: Final = 10
"""The number of games in a running average."""


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
        winner = self.game.ending.winner
        if winner is None:
            return Outcome.DRAWN
        return Outcome.WON if winner == self.person else Outcome.LOST

    @property
    def rival(self) -> str:
        """Whom the person played: a friend by name, else who plays at the level."""
        game = self.game
        is_friend = game.opponent == FRIEND
        return game.names[other(self.person) - 1] if is_friend else played_by(game.opponent)

    @property
    def margin(self) -> int:
        return self.game.margin_of(self.person)

    @property
    def is_played_out(self) -> bool:
        """Whether the game ended by the rules; else margin and points lost are those of a part."""
        return self.game.ending.reason is Reason.PLAYED_OUT

    @property
    def lost(self) -> int | None:
        """The points the person is proven to have lost, None before a review."""
        return None if self.game.proven is None else self.game.proven[self.person - 1]


def own_games(games: Iterable[PlayedGame]) -> list[OwnGame]:
    """Return the finished games in which the person played one side."""
    own = (game for game in games if not game.has_swapped)
    return [OwnGame(game, game.person) for game in own if game.person is not None]


def judged(games: Iterable[OwnGame]) -> list[OwnGame]:
    """Return the games whose points lost can be compared: all are known, and of one size.

    It is the size of which there are most.
    """
    known = [own for own in games if own.is_played_out and own.game.is_proven]
    sizes = ([own for own in known if own.game.tiles == tiles] for tiles in SIZES)
    return max(sizes, key=len)


def average_lost(games: Sequence[OwnGame]) -> float:
    """Return the average of the points lost in judged games, at least one."""
    return sum(own.lost or 0 for own in games) / len(games)


@dataclass(frozen=True)
class LevelResult:
    """All games against one opponent, at least one."""

    opponent: str
    own: Sequence[OwnGame]

    def ended(self, outcome: Outcome) -> int:
        return sum(own.outcome is outcome for own in self.own)

    @property
    def score(self) -> float:
        """The share of games won, a draw being half a win, 0 to 1."""
        return (self.ended(Outcome.WON) + self.ended(Outcome.DRAWN) / 2) / len(self.own)


def met_in(game: PlayedGame) -> tuple[str, str]:
    """Return the opponent of a game, and the name of a friend who is one, else an empty one."""
    is_friend = game.opponent == FRIEND and game.person is not None
    return game.opponent, OwnGame(game, game.person).rival if is_friend and game.person else ""


def by_opponent(games: Iterable[OwnGame]) -> list[LevelResult]:
    """Return the results against everybody, each friend for themselves, by the first games."""
    met: dict[tuple[str, str], list[OwnGame]] = {}
    for own in games:
        met.setdefault(met_in(own.game), []).append(own)
    return [LevelResult(opponent, against) for (opponent, _name), against in met.items()]


@dataclass(frozen=True)
class Streaks:
    """Streaks: the last `current` games had the same result, `sort`.

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
    runs = [(outcome, len(list(run))) for outcome, run in groupby(own.outcome for own in games)]
    current, most = day_runs(
        {own.game.ended.astimezone(zone).date() for own in games}, now.astimezone(zone).date()
    )
    return Streaks(
        sort=runs[-1][0] if runs else None,
        current=runs[-1][1] if runs else 0,
        won=max((length for outcome, length in runs if outcome is Outcome.WON), default=0),
        days=current,
        most_days=most,
    )


def day_runs(days: Iterable[date], today: date) -> tuple[int, int]:
    """Return the lengths of the run of days up to today or yesterday, and of the longest."""
    runs = [
        (run[-1][1], len(run))
        for _start, group in groupby(
            enumerate(sorted({*days})), lambda numbered: numbered[1].toordinal() - numbered[0]
        )
        for run in [list(group)]
    ]
    current = next((length for last, length in runs if (today - last).days in (0, 1)), 0)
    return current, max((length for _last, length in runs), default=0)


# --- what a person loses in a game ---------------------------------------------------------------
#
#   proven from the first move on    what was lost                       no error of its own
#   else, played out                 opponent's loss - margin            +- 20: what par gave, and
#                                                                        what the opponent lost
#   given up, out of time            what is proven lost, as much in     +- 20
#                                    the moves that were not played
#
# What an opponent loses depends on who plays. A level is first taken to lose what it loses to
# perfect play, then what it loses to somebody who loses what was found. (Against Novice who loses 0
# and who loses 13 win by the same: without proofs the one is taken for the other.) The mean is at
# least what is proven lost. A single game may come out below 0, so that chance cancels.
#
# Games differ by about half of the loss, so one game says little. Those given up after few moves
# say nothing, nor do quick ones, those that began in the middle, and those with help.

MOVES: Final = 27
"""The pairs that a person takes in a full game."""
ENOUGH_MOVES: Final = 20
"""The fewest moves for a resigned game to count."""
_SPREAD: Final = 0.5
_UNPROVEN: Final = 20.0


@dataclass(frozen=True)
class UsualLoss:
    """The average points lost in a game, the standard error, and the number of games."""

    points: float
    error: float
    games: int


def usual_loss(games: Sequence[OwnGame]) -> UsualLoss | None:
    """Return the average loss in the last games that show it, None if none does."""
    shown = [(own, error) for own in games if (error := _error(own)) is not None][-WINDOW:]
    if not shown:
        return None

    def average(points: float) -> float:
        return sum(_loss(own, points) for own, _error_ in shown) / len(shown)

    least = sum(own.lost or 0 for own, _error_ in shown) / len(shown)
    against_perfect_play = max(least, average(0.0))
    points = max(least, average(against_perfect_play))
    error = hypot(*(hypot(_SPREAD * points, own_error) for _own, own_error in shown)) / len(shown)
    return UsualLoss(points, error, len(shown))


def tells_of_strength(own: OwnGame) -> bool:
    """Whether enough of a game was played to count in the usual loss."""
    return own.game.is_from_full_table and (own.is_played_out or own_moves(own) >= ENOUGH_MOVES)


def leads_to_level(own: OwnGame) -> bool:
    """Whether a game counts on the ladder: a quick one or enough of a whole one, played evenly."""
    is_quick = own.is_played_out and own.game.is_quick
    return not own.game.head_start and (is_quick or tells_of_strength(own))


def nearest_levels(points: float) -> list[str]:
    """Return the two levels that lose about so many points in a game, the nearer first.

    Of as many as the weakest loses, or more, it is that one alone.
    """

    def distance(label: LevelLabel) -> float:
        return abs(sqrt(label.points or 0.0) - sqrt(points))

    count = 1 if points >= (ladder()[0].points or 0.0) else 2
    return [label.name for label in sorted(ladder(), key=distance)[:count]]


def own_moves(own: OwnGame) -> int:
    """Return the number of the person's moves; 0 if the record cannot be read."""
    try:
        moves = len(record(own.game.record).game.moves)
    except RulesError:
        return 0
    return (moves + 1) // 2 if own.person == 1 else moves // 2


def _error(own: OwnGame) -> float | None:
    """Return the error of the points lost in a full game, None if the game does not show them."""
    game = own.game
    if game.has_help or not tells_of_strength(own):
        return None
    if not own.is_played_out:
        return None if own.lost is None else _UNPROVEN
    if own.lost is not None and game.is_proven:
        return 0.0
    is_measured = game.opponent == SOLVER or expected_loss(game.opponent, 0.0) is not None
    return _UNPROVEN if is_measured and not game.head_start else None


def _loss(own: OwnGame, points: float) -> float:
    """Return the points lost in a full game that shows it, if the person usually loses `points`."""
    if not own.is_played_out:
        return (own.lost or 0) * MOVES / min(MOVES, own_moves(own))
    if own.lost is not None and own.game.is_proven:
        return float(own.lost)
    theirs = expected_loss(own.game.opponent, points) or 0.0
    return theirs - own.margin + (own.game.par_of(own.person) or 0)


# --- the ladder ----------------------------------------------------------------------------------
#
# Everybody has two circles, and a win without help fills one for good; to heed the teacher, who
# warns unasked, is no help here. Who has filled both has beaten them, and plays the next stronger
# one; nobody need begin with the weakest.

WINS_TO_RISE: Final = 2
LOSSES_TO_FALL: Final = 3
"""Losses in a row after which somebody weaker is suggested."""


@dataclass(frozen=True)
class Rung:
    """Somebody to play; `wins` are those that count, None for one that is on no ladder.

    Who is beaten `leads_on` if nobody stronger was beaten before.
    """

    level: LevelLabel
    wins: int | None = None
    is_next: bool = False
    leads_on: bool = False

    @property
    def name(self) -> str:
        return played_by(self.level.name)

    @property
    def wanted(self) -> int:
        """How many wins are still wanted."""
        return max(0, WINS_TO_RISE - (self.wins or 0))

    @property
    def is_beaten(self) -> bool:
        return self.wins is not None and not self.wanted

    @property
    def mark(self) -> str:
        """Whether the person has beaten them, and should play them next."""
        marks = {_("beaten"): self.is_beaten, _("next up"): self.is_next}
        return listed(words for words, so in marks.items() if so)


def rungs(games: Iterable[OwnGame]) -> list[Rung]:
    """Return everybody to play, the weakest first, the companion last."""
    won = (own for own in games if own.outcome is Outcome.WON and not own.game.was_shown)
    names = [label.name for label in ladder()]
    level_of = {SOLVER: names[-1]}  # which is the strongest level with time of its own
    played = (own.game.opponent for own in won if leads_to_level(own))
    wins = Counter(level_of.get(opponent, opponent) for opponent in played)
    beaten = (place for place, name in enumerate(names) if wins[name] >= WINS_TO_RISE)
    following = min(max(beaten, default=-1) + 1, len(names) - 1)
    alone = [Rung(label) for label in labels() if label.name not in names]
    return [
        Rung(label, wins[label.name], place == following, place >= following)
        for place, label in enumerate(ladder())
    ] + alone


def next_up(games: Iterable[OwnGame]) -> Rung:
    """Return whom to play next."""
    return next(rung for rung in rungs(games) if rung.is_next)


# --- which head start evens out how well two play ------------------------------------------------


def usual_losses(games: Iterable[PlayedGame]) -> Mapping[str, float]:
    """Return every person's average loss in the last games, by name.

    `games` are in the order they ended; those count that began with a full table, were played out
    and are proven from the first move on.
    """
    losses: dict[str, list[int]] = {}
    for game in games:
        is_whole = game.is_from_full_table and game.ending.reason is Reason.PLAYED_OUT
        if game.lost is None or not game.is_proven or not is_whole or game.has_help:
            continue
        for player, name, lost in zip(PLAYERS, game.seats, game.lost, strict=True):
            if game.opponent == FRIEND or game.person in (None, player):
                losses.setdefault(name, []).append(lost)
    recent = {name: last[-WINDOW:] for name, last in losses.items()}
    return {name: sum(last) / len(last) for name, last in recent.items()}


def head_start(first: float | None, second: float | None) -> int:
    """Return the head start for the first of two players with these usual losses.

    It is negative if the second gets it, and 0 unless both losses are known.
    """
    if first is None or second is None:
        return 0
    return max(-MOST_GIVEN, min(MOST_GIVEN, round(first - second)))


# --- who begins ----------------------------------------------------------------------------------


def next_beginner(
    games: Iterable[PlayedGame], opponent: str, names: tuple[str, str]
) -> Literal["first", "second"] | None:
    """Return which of the two named players begins the next game, None if they have not met.

    `games` are in the order they ended. Against the program, which is one `opponent` at all its
    levels, the person is the first named; two friends are known by their `names`.
    """
    began = None
    for game in games:
        if opponent != FRIEND != game.opponent and game.person is not None:
            began = game.person == 1
        elif opponent == FRIEND and game.opponent == FRIEND and set(game.seats) == set(names):
            began = game.seats[0] == names[0]
    if began is None:
        return None
    return "second" if began else "first"


# --- words ---------------------------------------------------------------------------------------


def loss_words(loss: UsualLoss | None) -> str:
    """Return the usual loss in words, with its error; empty if unknown."""
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
    """Return opponents sorted: levels from the weakest, the companion, the solver, others."""
    names = [*(label.name for label in labels() if label.name != COMPANION), COMPANION, SOLVER]
    return sorted(opponents, key=lambda name: names.index(name) if name in names else len(names))
