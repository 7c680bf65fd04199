"""A game with a friend somewhere else as the table sees it: a `Session` like any other.

What a person wishes goes into the log, by way of the `FriendTable` it belongs to; what the log then
says is shown, be it one's own doing or the friend's. Only one's own moves can be played, only the
friend's questions answered.

The clocks: one's own time for a move begins to run here when the game is looked at (`run_clock`),
and runs until the move is made, whatever the window shows. Only closing the program stops it
(`pause_clock`); killed or asleep it has gone on, from the moment that was kept. What is left is
told with every move. The friend's time is what the friend's program told last, and runs on as an
estimate while that program is open; only one's own flag falls here (`keep_time`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple, Protocol

from battle.friend.shared.course import DAY, Question, SharedGame
from battle.friend.shared.deeds import (
    DRAW,
    MOST_LEFT,
    TAKE_BACK,
    Answered,
    Asked,
    Deed,
    Helped,
    Played,
    RanOut,
    Withdrew,
)
from battle.friend.shared.deeds import Resigned as GaveUp
from battle.friend.shared.terms import Side, Terms, other_side
from battle.game.clock import Clock, ClockState
from battle.game.session import NotNowError, Request, Seat, Session, Setup
from battle.language import _
from battle.rules.position import Move, Player, Position, RulesError, other
from battle.rules.record import with_clock

HINT: Final = "hint"


class ClockKept(NamedTuple):
    """One's own time for the move of a `game` after `ply` moves, in thousandths of a second.

    `left` was left at the moment `since`, from which on it runs, in thousandths since 1970; without
    one it stands.
    """

    game: int
    ply: int
    left: int
    since: int | None


class FriendTable(Protocol):
    """What a session needs of the game that it is one of."""

    @property
    def side(self) -> Side:
        """The side that one is."""

    @property
    def record_key(self) -> str:
        """What the games of these two are kept under in the record, before their number."""

    @property
    def terms(self) -> Terms | None:
        """What is agreed."""

    @property
    def name(self) -> str:
        """One's own name."""

    @property
    def friend_name(self) -> str:
        """The friend's name."""

    def do(self, deed: Deed) -> None:
        """Do something in the game; raise RulesError if it cannot be."""

    @property
    def friend_has_left(self) -> bool:
        """Whether the friend's program is known to be closed."""

    def seconds(self) -> float:
        """Return the time, in seconds since 1970."""

    def keep_clock(self, left: int, since: float | None) -> None:
        """Remember one's own time, as `ClockKept` tells it, but `since` in seconds."""

    def clock_kept(self, game: SharedGame) -> ClockKept | None:
        """Return what was kept of one's own time for the move that a game waits for."""


class FriendSession(Session):
    """Game `number` of a friend's table; `me` is the player that one is in it."""

    def __init__(self, table: FriendTable, game: SharedGame) -> None:
        agreed, me = table.terms, game.player(table.side)
        if agreed is None or me is None:
            raise ValueError("the game has not begun")
        self.number = game.number
        self.me: Player = me
        named_by = None if agreed.pie is None or game.number > 1 else game.player(agreed.pie)
        self._table = table
        self._shared = game
        self._shown: tuple[tuple[Move, ...], object] | None = None
        own, friends = Seat(table.name), Seat(table.friend_name)
        seats = (own, friends) if me == 1 else (friends, own)
        setup = Setup(
            seats,
            game.start,
            game.deal,
            agreed.control,
            head_start=game.head_start,
            named_by=named_by,
            no_help=not agreed.help,
        )
        self._is_watched = False
        super().__init__(setup, game.series, now=table.seconds)
        self.tags["Key"] = f"{table.record_key}-{game.number}"

    # What the views show besides

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for one's own move."""
        return self.ending is None and self.to_move == self.me

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for the person here."""
        return self.my_turn

    @property
    def help_allowed(self) -> bool:
        """Whether the two have agreed that hints, values and the teacher may be used."""
        agreed = self._table.terms
        return self.ending is not None or (agreed is not None and agreed.help)

    @property
    def asked(self) -> Request | None:
        """What one has asked oneself, and the friend has not answered."""
        return self._request(self._shared.questions.get(self._table.side), self.me)

    @property
    def deadline(self) -> datetime | None:
        """When the days for the move that is waited for are over; None without such a clock."""
        agreed, at = self._table.terms, self._shared.waits_since
        if agreed is None or not agreed.days or at is None or self.ending is not None:
            return None
        with suppress(OverflowError, OSError, ValueError):
            return datetime.fromtimestamp(at, UTC) + timedelta(seconds=agreed.days * DAY)
        return None

    @property
    def ended(self) -> datetime:
        """When the game ended, in UTC."""
        at = self._shared.ended_at
        return datetime.now(UTC) if at is None else datetime.fromtimestamp(at, UTC)

    # What a person wishes

    def play(self, move: Move) -> None:
        """Play one's own move; a request that is open is withdrawn."""
        self.check_clock()
        if self.ending is not None:
            raise NotNowError(_("The game is over."))
        if not self.my_turn:
            raise NotNowError(_("It is your friend's move."))
        self.position.check(move)
        left = None
        if self.clock is not None:
            gained = self.clock.control.increment
            remaining = round((self.clock.remaining(self.me, self._now()) + gained) * 1000)
            left = min(remaining, MOST_LEFT)
        self._table.do(Played(self.number, self._shared.ply, move, left))

    @property
    def can_take_back(self) -> bool:
        """Whether `take_back` would do something: never, the friend has to agree."""
        return False

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to play again: never."""
        return False

    def can_request_take_back(self, player: Player) -> bool:
        """Whether one has a move that the friend could allow to be taken back."""
        mine = player == self.me and self.ending is None and self.asked is None
        return mine and self._last_of(player) is not None

    def request_take_back(self, player: Player) -> None:
        """Ask the friend to let one's last move, and the reply, be taken back."""
        self._check_mine(player)
        ply = self._last_of(player)
        if ply is None:
            raise NotNowError(_("There is no move to take back."))
        self._question(Asked(self.number, TAKE_BACK, ply))

    def offer_draw(self, player: Player) -> None:
        """Offer the friend a draw."""
        self._check_mine(player)
        self._question(Asked(self.number, DRAW))

    def withdraw(self) -> None:
        """Withdraw what one has asked."""
        question = self._shared.questions.get(self._table.side)
        if question is None:
            raise NotNowError(_("Nothing was asked."))
        self._table.do(Withdrew(self.number, question.entry))

    def answer(self, accept: bool) -> None:
        """Answer what the friend has asked."""
        question = self._friends_question
        if self.pending is None or question is None:
            raise NotNowError(_("Nothing was asked."))
        self._table.do(Answered(self.number, question.entry, accept))

    def resign(self, player: Player) -> None:
        """Give the game up."""
        self._check_mine(player)
        self._table.do(GaveUp(self.number))

    def time_out(self, player: Player) -> None:
        """End the game: one's own time is up."""
        self._check_mine(player)
        self._table.do(RanOut(self.number, self._shared.ply))

    def check_clock(self) -> bool:
        """End the game if one's own time is up; return whether it did."""
        if self.clock is None or not self.my_turn:
            return False
        if self.clock.remaining(self.me, self._now()) > 0:
            return False
        with suppress(RulesError):
            self.time_out(self.me)
            return True
        return False

    def run_clock(self) -> None:
        """Let one's own time run: the game is looked at."""
        self._is_watched = True
        if self.clock is None or not self.my_turn or self.clock.running:
            return
        self.clock.start(self.me, self._now())
        self._keep_clock(self._now())

    def look_away(self) -> None:
        """Let the time of this move run on, but not begin for the next: another screen is shown."""
        self._is_watched = False

    def pause_clock(self) -> None:
        """Stop the clock: the program is closed."""
        super().pause_clock()
        self._is_watched = False
        if self.clock is not None and self.my_turn:
            self._keep_clock(None)

    def _keep_clock(self, since: float | None) -> None:
        assert self.clock is not None
        left = round(self.clock.remaining(self.me, self._now()) * 1000)
        self._table.keep_clock(left, since)

    def keep_time(self) -> None:
        """Let one's own flag fall, and the friend's time run while the friend's program is open."""
        if self.clock is None or self.ending is not None:
            return
        if self.my_turn:
            self.check_clock()
        else:
            self._follow_friends_time(self.clock)

    def _follow_friends_time(self, clock: Clock) -> None:
        if self._table.friend_has_left:
            clock.pause(self._now())
        elif not clock.running:
            clock.start(self.to_move, self._now())

    def count_hint(self) -> None:
        """Let both know that one was helped."""
        self.note_help(HINT)

    def note_help(self, sort: str) -> None:
        """Let both know that help of a sort, one word, was used while the game went on."""
        used = self._shared.help[self._table.side]
        if self.ending is None and (sort == HINT or sort not in used):
            with suppress(RulesError):
                self._table.do(Helped(self.number, sort))

    def helped(self, player: Player) -> tuple[str, ...]:
        """Return the help, besides hints, that a player has used."""
        side = self._table.side if player == self.me else other_side(self._table.side)
        return tuple(dict.fromkeys(word for word in self._shared.help[side] if word != HINT))

    def next_game(self) -> Session:
        """Raise NotNowError: another game needs the friend, see `FriendGame.ask_rematch`."""
        raise NotNowError(_("The other player has to agree to another game."))

    def new_match(self, deals: tuple[int, ...]) -> Session:
        """Raise NotNowError: a match is agreed with the invitation."""
        raise NotNowError(_("The other player has to agree to another game."))

    @property
    def can_go_on(self) -> bool:
        """Whether there is a next game without asking: only in a match that is not over."""
        return self.series.duplicate is not None and super().can_go_on

    # What the log says

    def follow(self, game: SharedGame) -> None:
        """Show the game as both logs have it."""
        self._shared = game
        own, friends = Seat(self._table.name), Seat(self._table.friend_name)
        seats = (own, friends) if self.me == 1 else (friends, own)
        self.setup = replace(self.setup, seats=seats)
        if game.waits_since is not None:
            self.tags["Date"] = datetime.fromtimestamp(game.waits_since).strftime("%Y.%m.%d")
        self._follow_help(game)
        moves = tuple(game.moves)
        question = self._friends_question
        self.pending = self._request(question, other(self.me))
        if self._shown is None or self._shown != (moves, game.ending):
            self._follow_moves(game)
            self._shown = moves, game.ending
            self._follow_clock(game)
        self._changed_to(self.pending)

    def _follow_moves(self, game: SharedGame) -> None:
        """Bring the tree of moves to where the game is; what was taken back stays beside it."""
        if self.game.agreed_ending is not None:
            self.game.resume()
        self.game.go_to(self.game.root)
        for move, left in zip(game.moves, game.left_after, strict=True):
            self._make(move)
            if left is not None:
                self.game.node.comment = with_clock(self.game.node.comment, left / 1000)
        self.game.promote()
        if game.ending is not None and self.game.ending is None:
            self.game.end(game.ending)

    def _follow_clock(self, game: SharedGame) -> None:
        if self.clock is None:
            return
        mine, side = self._table.clock_kept(game), self._table.side
        left = [0.0, 0.0]
        for each in (side, other_side(side)):
            told = game.left[each] or 0
            if each == side and mine is not None:
                told = min(told, mine.left)
            left[(self.me if each == side else other(self.me)) - 1] = told / 1000
        self.clock = Clock(self.clock.control, ClockState((left[0], left[1]), self.to_move))
        if self.my_turn and mine is not None and mine.since is not None:
            self.clock.start(self.me, mine.since / 1000)
        elif self.my_turn and self._is_watched:
            self.run_clock()
        elif not self.my_turn and self.ending is None:
            self._follow_friends_time(self.clock)

    def _follow_help(self, game: SharedGame) -> None:
        mine, friends = (
            game.help[side].count(HINT) for side in (self._table.side, other_side(self._table.side))
        )
        self.hints = (mine, friends) if self.me == 1 else (friends, mine)
        sorts = {word for words in game.help.values() for word in words} - {HINT}
        if sorts:
            self.tags["Help"] = " ".join(sorted(sorts))

    def _changed_to(self, pending: Request | None) -> None:
        self._changed()
        self.pending = pending

    @property
    def _friends_question(self) -> Question | None:
        return self._shared.questions.get(other_side(self._table.side))

    def _request(self, question: Question | None, by: Player) -> Request | None:
        """Return a question as the table knows it; None for one about another game."""
        asked = None if question is None else question.asked
        if asked is not None and asked.what == DRAW:
            return Request("draw", by)
        if asked is not None and asked.what == TAKE_BACK:
            return Request("take back", by, tuple(self._shared.moves[asked.number :]))
        return None

    def _question(self, asked: Asked) -> None:
        if self.ending is not None:
            raise NotNowError(_("The game is over."))
        if self.asked is not None:
            raise NotNowError(_("The last request has not been answered yet."))
        self._table.do(asked)

    def _last_of(self, player: Player) -> int | None:
        """Return the ply of a player's last move, None without one."""
        before: list[Position] = self._shared.positions[:-1]
        mine = [ply for ply, position in enumerate(before) if position.to_move == player]
        return mine[-1] if mine else None

    def _check_mine(self, player: Player) -> None:
        if player != self.me:
            raise NotNowError(_("Only your friend can do that."))
