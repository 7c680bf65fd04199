"""The person's record: every finished game, kept in the person's database.

    a game ends             kept under a key, which the tag `Key` of its record tells
    its review is done      kept under the same key
    taken back, ends again  kept under the same key, in place of what was kept before
    opened when it is over  not kept; played on from there it is another game

Points, margins and par are as everywhere: margins and par from player 1's side, points lost never
negative.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias
from uuid import uuid4
from weakref import WeakKeyDictionary, WeakSet

from battle.analysis.costs import Review
from battle.game.session import Session
from battle.game.setup import KEY_TAG
from battle.profile.proofs import Pars
from battle.profile.store import (
    Database,
    Part,
    Row,
    Table,
    in_utc,
    moment_in,
    moment_text,
)
from battle.rules.position import Player, RulesError, deal, for_player
from battle.rules.record import Ending, Reason, record
from battle.storage import Messages
from battle.words import shown_name

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


@dataclass(frozen=True)
class PlayedGame:
    """A finished game.

    `ended` is a moment in UTC. `seats` are the names of players 1 and 2; `person` is the one who
    played against the program, None if there were two people or none. `opponent` is `friend`,
    `solver` or the name of a level. `deal` is its number, None for another start; `start` is the
    position. `points` are what the players have in the end, those given at the start among them;
    `ending` tells who won and why. With perfect play player 1 was to win by `head_start` points,
    as was agreed to even out how well the two play; player 2 if it is negative.

    `par` is the margin of the start, None if not known, proven if `par_exact`. `lost` are the
    points that players 1 and 2 gave away, None before a review; `proven` how many of them are
    proven; `exact_from` the first ply from which everything is.

    `hints` were used by players 1 and 2, `help` are the other sorts of help. `duplicate` is shared
    by the games of one duplicate match, empty outside one. `record` is the game as a record.
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
        """Player 1's points minus player 2's."""
        return self.points[0] - self.points[1]

    @property
    def is_proven(self) -> bool:
        """Whether the game is proven from its first move on, so that no more was given away."""
        return self.exact_from == 1

    @property
    def is_from_full_table(self) -> bool:
        """Whether no tile was gone when the game began: an empty cell is written as a dot."""
        return "." not in self.start

    @property
    def is_evened(self) -> bool:
        """Whether points were given at the start of a full table, to make the game even."""
        return self.is_from_full_table and not self.start.endswith(" 0-0")

    @property
    def has_help(self) -> bool:
        """Whether the person used help; in a game of two people, whether anybody did."""
        hints = sum(self.hints) if self.person is None else self.hints[self.person - 1]
        return hints > 0 or bool(self.help)

    @property
    def names(self) -> tuple[str, str]:
        """What players 1 and 2 are called where the game is shown."""
        first, second = self.seats
        return shown_name(first), shown_name(second)

    def margin_of(self, player: Player) -> int:
        """Return the margin from a player's side."""
        return for_player(self.margin, player)

    def par_of(self, player: Player) -> int | None:
        """Return par from a player's side, None if it is not known."""
        return None if self.par is None else for_player(self.par, player)

    def reviewed(self, review: Review) -> PlayedGame:
        """Return the game with what a review of all its moves found.

        A par that was proven stays, an estimate does not replace it.
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


def new_key() -> str:
    """Return a key that no other game has, on any machine."""
    return uuid4().hex


def game_of(session: Session, ended: datetime, *, key: str | None = None) -> PlayedGame:
    """Return the game of a session that is over; raise ValueError while it goes on."""
    if session.ending is None:
        raise ValueError("the game is not over")
    agreed = session.series.duplicate
    return PlayedGame(
        key=new_key() if key is None else key,
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
        record=session.record().text,
        head_start=session.setup.head_start,
    )


class Records:
    """The games in the person's database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        database.include(PART)

    def put(self, game: PlayedGame) -> Messages:
        """Keep a game, in place of what is kept under its key; return what to tell the person."""
        GAMES.put(self._database, game)
        return self._database.take_messages()

    def remove(self, key: str) -> Messages:
        """Forget a game; return what to tell the person."""
        self._database.execute("DELETE FROM games WHERE key = ?", [key])
        return self._database.take_messages()

    def clear(self) -> Messages:
        """Forget all games; return what to tell the person."""
        self._database.execute("DELETE FROM games")
        return self._database.take_messages()

    def game(self, key: str) -> PlayedGame | None:
        """Return the game kept under a key, None if there is none."""
        return next(iter(GAMES.select(self._database, "WHERE key = ?", [key])), None)

    def games(self) -> list[PlayedGame]:
        """Return all games, in the order in which they ended."""
        return GAMES.select(self._database, "ORDER BY ended, key")


_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a formula can begin with in a spreadsheet."""


def csv_of(games: Iterable[PlayedGame]) -> str:
    """Return games as a CSV file that spreadsheets open: one line each, the columns' names first.

    Columns are named as in the database; moments are in UTC. The record's text comes last. A text
    that a spreadsheet would take for a formula has an apostrophe before it.
    """
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, GAMES.columns)
    writer.writeheader()
    for game in games:
        for name, value in (row := dict(GAMES.row(game))).items():
            if isinstance(value, str) and value.startswith(_FORMULA):
                row[name] = f"'{value}"
        writer.writerow(row)
    return "\ufeff" + text.getvalue()


# --- rows -------------------------------------------------------------------------------------


_PLAYERS: Final[Mapping[int | None, Player | None]] = {None: None, 1: 1, 2: 2}


def _pair(first: int | None, second: int | None) -> Pair | None:
    return None if first is None or second is None else (first, second)


def _game(
    key: str,
    ended: str,
    first: str,
    second: str,
    person: int | None,
    opponent: str,
    deal: int | None,
    start: str,
    reason: str,
    winner: int | None,
    points_first: int,
    points_second: int,
    par: int | None,
    par_exact: int,
    lost_first: int | None,
    lost_second: int | None,
    proven_first: int | None,
    proven_second: int | None,
    exact_from: int | None,
    hints_first: int,
    hints_second: int,
    help: str,
    duplicate: str,
    record: str,
    head_start: int,
) -> PlayedGame:
    return PlayedGame(
        key=key,
        ended=moment_in(ended),
        seats=(first, second),
        person=_PLAYERS[person],
        opponent=opponent,
        deal=deal,
        start=start,
        ending=Ending(Reason(reason), _PLAYERS[winner]),
        points=(points_first, points_second),
        par=par,
        par_exact=bool(par_exact),
        lost=_pair(lost_first, lost_second),
        proven=_pair(proven_first, proven_second),
        exact_from=exact_from,
        hints=(hints_first, hints_second),
        help=tuple(help.split()),
        duplicate=duplicate,
        record=record,
        head_start=head_start,
    )


def _row(game: PlayedGame) -> Row:
    lost, proven = game.lost or (None, None), game.proven or (None, None)
    return {
        "key": game.key,
        "ended": moment_text(game.ended),
        "first": game.seats[0],
        "second": game.seats[1],
        "person": game.person,
        "opponent": game.opponent,
        "deal": game.deal,
        "start": game.start,
        "reason": game.ending.reason.value,
        "winner": game.ending.winner,
        "points_first": game.points[0],
        "points_second": game.points[1],
        "par": game.par,
        "par_exact": int(game.par_exact),
        "lost_first": lost[0],
        "lost_second": lost[1],
        "proven_first": proven[0],
        "proven_second": proven[1],
        "exact_from": game.exact_from,
        "hints_first": game.hints[0],
        "hints_second": game.hints[1],
        "help": " ".join(game.help),
        "duplicate": game.duplicate,
        "record": game.record,
        "head_start": game.head_start,
    }


GAMES: Final = Table(PART, "games", _game, _row)


# --- the games at the table ---------------------------------------------------------------------


class GameRecorder:
    """Keeps the games that end at a table.

    `moment` tells when that is; `tell` is called with what the person should know where something
    cannot be kept.
    """

    def __init__(
        self,
        records: Records,
        pars: Pars,
        moment: Callable[[], datetime],
        tell: Callable[[Messages], object],
    ) -> None:
        self._records = records
        self._pars = pars
        self._moment = moment
        self._tell = tell
        self._ends: WeakKeyDictionary[Session, object] = WeakKeyDictionary()
        self._opened: WeakSet[Session] = WeakSet()

    def follow(self, session: Session) -> None:
        """Keep the game at the table if it has ended since this was last called.

        Call it when a game comes to the table and whenever it has changed.
        """
        end, is_new = _end_of(session), session not in self._ends
        if is_new:
            if end is not None:
                self._opened.add(session)
        elif end is None and session in self._opened:  # it becomes another game
            self._opened.discard(session)
            session.tags.pop(KEY_TAG, None)
        elif end is not None and end != self._ends.get(session):
            par = self._pars.margin(session.game.start)
            key = session.tags.setdefault(KEY_TAG, new_key())
            game = game_of(session, self._moment(), key=key)
            self.put(replace(game, par=par, par_exact=par is not None))
        self._ends[session] = end  # only now: an interrupt before leaves the game to be kept again

    def game(self, session: Session) -> PlayedGame | None:
        """Return what is kept of a game; None if it is not kept, or went on in another way."""
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
        """Keep a game in place of what is kept under its key, and the par of its deal if proven."""
        if game.deal is not None and game.par is not None and game.par_exact:
            with suppress(RulesError):
                start = record(game.record).game.start
                is_deal = start.with_given((0, 0)) == deal(game.deal)
                if is_deal and self._pars.value(start) is None:
                    self._tell(self._pars.keep(game.deal, game.par - start.margin))
        self._tell(self._records.put(game))


def _end_of(session: Session) -> object:
    """Return how a game ended, None if it goes on or if nothing was played."""
    if session.ending is None or not session.game.moves:
        return None
    return tuple(session.game.moves), session.ending
