"""The games of two friends: what follows from both logs, and from nothing else.

The two logs are read as one. Each entry says how many of the other's its author knew, so it comes
after those; two entries made without knowledge of each other come in an order that both sides find
by themselves: help first, then moves, then the rest, and the host before the guest.

    host    move ──────── move ── ask draw ┐     (both made without knowing the other)
    guest          move                    └ move     the move first: the offer stands after it

An entry that can do nothing any more because of one its author did not know is passed over: a draw
accepted after the offer was withdrawn. One that could do nothing when it was made is unlawful, and
so is the whole log that has it.

Each game is a `Session`, to which the entries are applied as they come: a new one costs its own
work. Only where entries change places is a game folded again, from its own first entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias

from battle.friend.sealing import DamagedError
from battle.friend.terms import SIDES, Side, Terms, other_side
from battle.game.events import (
    REMATCH,
    Answered,
    Asked,
    Event,
    Helped,
    NamedPoints,
    NextGame,
    Played,
    TookSeat,
)
from battle.game.session import MATCH_OVER, NOT_NOW, NotNowError, Remote, Seat, Session, Setup
from battle.game.setup import Series, duplicate_in, given_for
from battle.language import N_, _
from battle.rules.position import Player, RulesError, for_player, other

NOT_BEGUN: Final = N_("The game has not begun yet.")


MOST_GAMES: Final = 200


@dataclass(frozen=True)
class Entry:
    """One entry of a log: an event of a game, how much was known, when it was entered."""

    seen: int
    at: int
    game: int
    event: Event


Log: TypeAlias = tuple[Entry, ...]


class UnlawfulError(DamagedError):
    """A log has an entry that could do nothing when it was made, for a `reason`."""

    def __init__(self, number: int, reason: RulesError) -> None:
        super().__init__("bad log: entry {number}: {error}", number=number, error=reason)
        self.reason = reason


class Replay:
    """All games of the two so far, as `side` sees them; none before seats are taken.

    `points_named` belongs to the pie rule; `passed_over` are the entries that could do nothing any
    more, by side and number.
    """

    def __init__(self, agreed: Terms, side: Side, topic: str, remote: Remote | None = None) -> None:
        self.terms = agreed
        self.side: Side = side
        self.logs: Mapping[Side, Log] = {"host": (), "guest": ()}
        self.games: list[Session] = []
        self.points_named: int | None = None
        self.passed_over: list[tuple[Side, int]] = []
        self._topic, self._remote = topic, remote
        self._order: list[tuple[Side, int]] = []
        self._at: dict[Side, int] = {"host": 0, "guest": 0}
        self._begins: list[int] = []
        if agreed.pie is None:
            self._seat(agreed.host)

    @property
    def game(self) -> Session | None:
        """The game that is played now, or was played last."""
        return self.games[-1] if self.games else None

    @property
    def number(self) -> int:
        """The number of the newest game, from 1, also before its seats are taken."""
        return len(self.games) or 1

    @property
    def ends(self) -> bool:
        """Whether the newest game is over."""
        return self.game is not None and self.game.ending is not None

    def player(self, side: Side, game: Session) -> Player:
        """Return the player that a side is in a game."""
        assert game.me is not None
        return game.me if side == self.side else other(game.me)

    # Following

    def follow(self, logs: Mapping[Side, Log]) -> None:
        """Bring the games to what follows from both logs.

        Raises FormatError, with nothing changed, if one of them is unlawful. A log continues the
        one followed before, or both are shorter.
        """
        before = self.logs, self._order
        known = self._known(logs)
        order = self._merged(logs, known)
        same, shorter = known, min(len(order), len(self._order))
        while same < shorter and order[same] == self._order[same]:
            same += 1
        try:
            self._bring(logs, order, same)
        except UnlawfulError:
            self._bring(*before, same)
            raise

    def _known(self, logs: Mapping[Side, Log]) -> int:
        """Return how much of the order cannot have changed: up to the end of a log that grew."""
        known = len(self._order)
        for side in SIDES:
            if len(logs[side]) < len(self.logs[side]):
                return 0
            if len(logs[side]) > len(self.logs[side]):
                last = (side, len(self.logs[side]) - 1)
                at = len(self._order)
                while at and self._order[at - 1] != last:
                    at -= 1
                known = min(known, at)
        return known

    def _merged(self, logs: Mapping[Side, Log], known: int) -> list[tuple[Side, int]]:
        """Return the order of both logs, of which the first `known` stay as they are."""
        order = self._order[:known]
        at = dict(self._at)
        for side, _number in self._order[known:]:
            at[side] -= 1
        while any(at[side] < len(logs[side]) for side in SIDES):
            side = _next(logs, at)
            number = at[side]
            if number and logs[side][number].seen < logs[side][number - 1].seen:
                raise DamagedError("bad log: an entry knows less than the one before it")
            order.append((side, number))
            at[side] += 1
        return order

    def _bring(self, logs: Mapping[Side, Log], order: list[tuple[Side, int]], same: int) -> None:
        """Fold the entries of an order from `same` on; those before were folded already."""
        if same < len(self._order):
            same = self._rewind(same)
        self.logs, self._order = logs, order[:same]
        for side, number in order[same:]:
            self._fold(side, number)
        for game in self.games:
            game.follow_clock()

    def _rewind(self, length: int) -> int:
        """Go back to where an entry's game begins; return how much of the order stays."""
        while self._begins and self._begins[-1] > length and len(self._begins) > 1:
            del self.games[-1], self._begins[-1]
        begin = self._begins[-1] if self._begins else 0
        if begin > length:  # the seats of the first game are not taken yet
            self.games, self._begins, begin = [], [], 0
        if self.games:
            self.games[-1].reset()
        else:
            self.points_named = None
        for side, _number in self._order[begin:]:
            self._at[side] -= 1
        kept = set(self._order[:begin])
        self.passed_over = [one for one in self.passed_over if one in kept]
        return begin

    def _fold(self, side: Side, number: int) -> None:
        entry = self.logs[side][number]
        knows_all = entry.seen == self._at[other_side(side)]
        try:
            self._apply(side, number, entry)
        except RulesError as error:
            if knows_all:
                raise UnlawfulError(number + 1, error) from None
            self.passed_over.append((side, number))
        self._order.append((side, number))
        self._at[side] += 1

    def _apply(self, side: Side, number: int, entry: Entry) -> None:
        """Let an entry do what it says; raise RulesError, with nothing changed, if it can not."""
        event, game = entry.event, self.game
        if entry.game != self.number + isinstance(event, NextGame):
            raise NotNowError(_(NOT_NOW))
        if isinstance(event, NamedPoints | TookSeat):
            self._agree(side, event)
            return
        if game is None:
            raise NotNowError(_(NOT_BEGUN))
        if isinstance(event, NextGame):
            if not self.terms.deals or not game.can_go_on:
                raise NotNowError(_(MATCH_OVER))
            self._begin(game.following(game.series.plus(game.counted).next_deal))
            return
        by = self.player(side, game)
        wants_more = isinstance(event, Asked) and event.what == REMATCH
        if wants_more and (self.terms.deals or self.number == MOST_GAMES):
            raise NotNowError(_(NOT_NOW))
        question = game.questions.get(other(by))
        game.apply(by, event, at=entry.at, entry=number)
        agreed = isinstance(event, Answered) and event.agreed
        if agreed and question is not None and question.asked.what == REMATCH:
            self._begin(game.following(question.asked.number or None))

    def _agree(self, side: Side, event: NamedPoints | TookSeat) -> None:
        """Take what was named, or a seat, under the pie rule."""
        names = isinstance(event, NamedPoints)
        if (
            self.game is not None
            or names != (self.points_named is None)
            or (names != (side == self.terms.pie))
        ):
            raise NotNowError(_(NOT_NOW))
        if isinstance(event, NamedPoints):
            self.points_named = event.points
        else:
            self._seat(event.player if side == "host" else other(event.player), 1)

    def _seat(self, host: Player, further: int = 0) -> None:
        """Begin the first game, `further` entries after the last folded."""
        agreed, start, named_by = self.terms, self.terms.start, None
        if self.points_named is not None:
            first, second = start.given
            lead = for_player(-self.points_named, start.to_move)
            start = start.with_given(given_for(first - second + lead))
            named_by = host if agreed.pie == "host" else other(host)
        setup = Setup(
            (Seat(), Seat()),
            start,
            agreed.deal,
            agreed.control,
            head_start=agreed.head_start,
            named_by=named_by,
            no_help=not agreed.help,
            days=agreed.days,
        )
        series = Series()
        if agreed.deals:
            key = sha256(self._topic.encode()).hexdigest()[:12]
            series = Series((), duplicate_in(" ".join([key, *map(str, agreed.deals)])))
        me = host if self.side == "host" else other(host)
        self._begin(Session(setup, series, me=me, remote=self._remote), further)

    def _begin(self, game: Session, further: int = 1) -> None:
        self.games.append(game)
        self._begins.append(len(self._order) + further)


def _next(logs: Mapping[Side, Log], at: Mapping[Side, int]) -> Side:
    """Return the side whose entry comes next."""
    ready = [
        side
        for side in SIDES
        if at[side] < len(logs[side]) and logs[side][at[side]].seen <= at[other_side(side)]
    ]
    if not ready:
        raise DamagedError("bad log: an entry knows of what was not there")
    return min(ready, key=lambda side: _rank(logs[side][at[side]].event))


def _rank(event: Event) -> int:
    return 0 if isinstance(event, Helped) else 1 if isinstance(event, Played) else 2
