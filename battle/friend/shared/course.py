"""The course of the games between two friends: what follows from both logs, and from nothing else.

The two logs are read as one. Each entry says how many of the other's its author knew, so it comes
after those; two entries made without knowledge of each other come in an order that both sides find
by themselves: help first, then moves, then the rest, and the host before the guest.

    host    move ──────── move ── ask draw ┐     (both made without knowing the other)
    guest          move                    └ move     the move first: the offer stands after it

An entry that can do nothing any more because of one its author did not know is passed over: a draw
accepted after the offer was withdrawn. One that could do nothing when it was made is unlawful, and
so is the whole log that has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from battle.friend.shared.deeds import (
    DRAW,
    MOST_GAMES,
    REMATCH,
    TAKE_BACK,
    Answered,
    Asked,
    Claimed,
    Deed,
    Entry,
    Helped,
    Log,
    NamedPoints,
    Played,
    RanOut,
    Resigned,
    TookSeat,
    WentOn,
    Withdrew,
)
from battle.friend.shared.errors import DamagedError, TooLateError
from battle.friend.shared.terms import SIDES, Side, Terms, other_side
from battle.game.series import Series
from battle.game.setup import Seat, Setup, given_for
from battle.rules.game import Ending, Reason
from battle.rules.position import Move, Player, Position, RulesError, for_player, other, winner_at

DAY: Final = 24 * 60 * 60


@dataclass(frozen=True)
class Question:
    """What a side has asked and the other has not answered; `entry` is its number in the log."""

    entry: int
    asked: Asked


@dataclass
class SharedGame:
    """One game of the two as it stands.

    `host` is the player that the host is, None until a seat is taken; `positions` has one more than
    `moves`; `left` are the thousandths of a second that each side has left, `left_after` what the
    mover had after each move. In seconds since 1970, `waits_since` is when the last move was made,
    or a take-back agreed to, `ended_at` when the game ended. `points_named` belongs to the pie
    rule.
    """

    number: int
    start: Position
    deal: int | None
    host: Player | None
    series: Series
    left: dict[Side, int | None]
    head_start: int = 0
    moves: list[Move] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    left_after: list[int | None] = field(default_factory=list)
    waits_since: int | None = None
    ending: Ending | None = None
    ended_at: int | None = None
    questions: dict[Side, Question] = field(default_factory=dict)
    help: dict[Side, list[str]] = field(default_factory=lambda: {"host": [], "guest": []})
    points_named: int | None = None

    def __post_init__(self) -> None:
        self.positions = [self.start]

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self.moves)

    def player(self, side: Side) -> Player | None:
        """Return the player a side is, None until seats are taken."""
        if self.host is None:
            return None
        return self.host if side == "host" else other(self.host)

    @property
    def to_move(self) -> Side | None:
        """The side whose move the game waits for, None if it is over or has not begun."""
        if self.ending is not None or self.host is None:
            return None
        return "host" if self.position.to_move == self.host else "guest"

    @property
    def counted(self) -> tuple[int, int]:
        """The points of players 1 and 2 in a series: who gave up leaves the rest to the other."""
        (first, second), ending = self.position.points, self.ending
        if ending is None or ending.reason not in (Reason.RESIGNED, Reason.TIME):
            return first, second
        rest = self.position.points_left
        return (first + rest, second) if ending.winner == 1 else (first, second + rest)


@dataclass
class Course:
    """All games of the two so far, the last one first to be looked at: `game`.

    `passed_over` are the entries that could do nothing any more, by side and number.
    """

    terms: Terms
    games: list[SharedGame]
    passed_over: list[tuple[Side, int]] = field(default_factory=list)

    @property
    def game(self) -> SharedGame:
        """The game that is played now, or was played last."""
        return self.games[-1]

    def check_claim(self, side: Side, at: int) -> None:
        """Raise TooLateError unless a side may claim the other's days at a moment."""
        game = self.game
        if game.to_move != other_side(side) or not self.terms.days or game.waits_since is None:
            raise TooLateError("the other's time is not up")
        if at < game.waits_since + self.terms.days * DAY:
            raise TooLateError("the other's time is not up")

    # Doing

    def do(self, side: Side, number: int, found: Entry) -> None:
        """Do what entry `number` of a side's log says; raise RulesError if it can do nothing."""
        deed, game = found.deed, self.game
        if deed.game != game.number + isinstance(deed, WentOn):
            raise TooLateError("it belongs to another game")
        match deed:
            case Helped():
                game.help[side].append(deed.word)
            case Played():
                self._play(side, deed, found.at)
            case Asked():
                self._ask(side, number, deed)
            case Answered():
                self._answer(side, deed, found.at)
            case Withdrew():
                if side not in game.questions or game.questions[side].entry != deed.ask:
                    raise TooLateError("there is no such question any more")
                del game.questions[side]
            case WentOn():
                self._go_on()
            case NamedPoints():
                self._name_points(side, deed)
            case TookSeat():
                self._take_seat(side, deed)
            case _:
                self._end(side, deed, found.at)

    def _play(self, side: Side, played: Played, at: int) -> None:
        game = self.game
        if game.to_move != side or game.ply != played.ply:
            raise TooLateError("it is not this side's move")
        left = self._left_after(side, played)
        position = _after(game.position, played.move)
        game.positions.append(position)
        game.moves.append(played.move)
        game.left_after.append(left)
        game.left[side] = left
        game.waits_since = at
        game.questions.clear()
        if position.is_over:
            self._over(Ending(Reason.PLAYED_OUT, winner_at(position.margin)), at)

    def _left_after(self, side: Side, played: Played) -> int | None:
        before, control = self.game.left[side], self.terms.control
        if control is None or before is None:
            if played.left is not None:
                raise TooLateError("a move tells of a clock, and there is none")
            return None
        if played.left is None or played.left > before + round(control.increment * 1000):
            raise TooLateError("a move tells of more time than was left")
        return played.left

    def _ask(self, side: Side, number: int, asked: Asked) -> None:
        game = self.game
        if side in game.questions:
            raise TooLateError("the last question has not been answered yet")
        if (game.ending is not None) != (asked.what == REMATCH):
            raise TooLateError("it cannot be asked now")
        if asked.what == REMATCH and (self.terms.deals or game.number == MOST_GAMES):
            raise TooLateError("it cannot be asked now")
        if asked.what == TAKE_BACK:
            mine = [ply for ply in range(game.ply) if self._mover(ply) == side]
            if not mine or asked.number != mine[-1]:
                raise TooLateError("there is no such move to take back")
        game.questions[side] = Question(number, asked)

    def _mover(self, ply: int) -> Side:
        return "host" if self.game.positions[ply].to_move == self.game.host else "guest"

    def _answer(self, side: Side, answered: Answered, at: int) -> None:
        game = self.game
        question = game.questions.get(other_side(side))
        if question is None or question.entry != answered.ask:
            raise TooLateError("there is no such question any more")
        del game.questions[other_side(side)]
        if not answered.agreed:
            return
        if question.asked.what == DRAW:
            self._over(Ending(Reason.AGREED, None), at)
        elif question.asked.what == TAKE_BACK:
            ply = question.asked.number
            del game.moves[ply:], game.left_after[ply:], game.positions[ply + 1 :]
            game.waits_since = at
            game.questions.clear()
        else:
            self._begin(question.asked.number or None)

    def _go_on(self) -> None:
        game = self.game
        series = game.series.plus(game.counted)
        if game.ending is None or not self.terms.deals or series.is_over:
            raise TooLateError("there is no next game of a match")
        self._begin(series.next_deal)

    def _begin(self, number: int | None) -> None:
        """Begin the next game with seats swapped, from the same start or from a numbered deal."""
        game = self.game
        assert game.host is not None
        setup = Setup((Seat(), Seat()), game.start, game.deal, head_start=game.head_start)
        series = game.series.plus(game.counted).swapped()
        self.games.append(_game(self.terms, game.number + 1, setup.swapped(number), series))
        self.game.host = other(game.host)

    def _name_points(self, side: Side, named: NamedPoints) -> None:
        game = self.game
        if game.host is not None or side != self.terms.pie or game.points_named is not None:
            raise TooLateError("there are no points to name")
        game.points_named = named.points

    def _take_seat(self, side: Side, took: TookSeat) -> None:
        game = self.game
        if game.host is not None or side == self.terms.pie or game.points_named is None:
            raise TooLateError("there is no seat to take")
        first, second = game.start.given
        lead = for_player(-game.points_named, game.start.to_move)
        start = game.start.with_given(given_for(first - second + lead))
        game.start, game.positions = start, [start]
        game.host = took.player if side == "host" else other(took.player)

    def _end(self, side: Side, deed: Deed, at: int) -> None:
        game = self.game
        player = game.player(side)
        if game.ending is not None or player is None:
            raise TooLateError("the game is over")
        if isinstance(deed, Resigned):
            self._over(Ending(Reason.RESIGNED, other(player)), at)
        elif isinstance(deed, RanOut):
            if game.to_move != side or deed.ply != game.ply or self.terms.control is None:
                raise TooLateError("it is not this side's move")
            game.left[side] = 0
            self._over(Ending(Reason.TIME, other(player)), at)
        elif isinstance(deed, Claimed):
            self.check_claim(side, at)
            if deed.ply != game.ply:
                raise TooLateError("it is not this side's move")
            self._over(Ending(Reason.TIME, player), at)

    def _over(self, ending: Ending, at: int) -> None:
        self.game.ending, self.game.ended_at = ending, at
        self.game.questions.clear()


def _game(agreed: Terms, number: int, setup: Setup, series: Series) -> SharedGame:
    whole = None if agreed.control is None else round(agreed.control.seconds * 1000)
    left: dict[Side, int | None] = {"host": whole, "guest": whole}
    return SharedGame(number, setup.start, setup.deal, None, series, left, setup.head_start)


def course(agreed: Terms, series: Series, logs: Mapping[Side, Log]) -> Course:
    """Return what follows from both logs; raise FormatError if one of them is unlawful.

    `series` is how the first game stands in it.
    """
    seats = Seat(), Seat()
    setup = Setup(seats, agreed.start, agreed.deal, head_start=agreed.head_start)
    first = _game(agreed, 1, setup, series)
    first.host = None if agreed.pie is not None else agreed.host
    found = Course(agreed, [first])
    at: dict[Side, int] = {"host": 0, "guest": 0}
    while any(at[side] < len(logs[side]) for side in SIDES):
        side = _next(logs, at)
        entry = logs[side][at[side]]
        if at[side] and entry.seen < logs[side][at[side] - 1].seen:
            raise DamagedError("bad log: an entry knows less than the one before it")
        known_all = entry.seen == at[other_side(side)]
        try:
            found.do(side, at[side], entry)
        except RulesError as error:
            if known_all:
                raise DamagedError(
                    "bad log: entry {number}: {error}", number=at[side] + 1, error=error
                ) from None
            found.passed_over.append((side, at[side]))
        at[side] += 1
    return found


@lru_cache(maxsize=2**12)
def _after(position: Position, move: Move) -> Position:
    """Return the position after a move; logs are read anew whenever something is added to them."""
    return position.play(move)


def _next(logs: Mapping[Side, Log], at: Mapping[Side, int]) -> Side:
    """Return the side whose entry comes next."""
    ready = [
        side
        for side in SIDES
        if at[side] < len(logs[side]) and logs[side][at[side]].seen <= at[other_side(side)]
    ]
    if not ready:
        raise DamagedError("bad log: an entry knows of what was not there")
    return min(ready, key=lambda side: _rank(logs[side][at[side]].deed))


def _rank(deed: Deed) -> int:
    return 0 if isinstance(deed, Helped) else 1 if isinstance(deed, Played) else 2
