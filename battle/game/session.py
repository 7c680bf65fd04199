"""A game with its players, clock, requests and series: the model behind every view.

The rules' `Game` knows moves and positions; a `Session` adds the players. It is event-sourced:
every action of a person becomes an `Event`, and only `apply` changes the game.

    play(move) ──► Played ──► apply               at one table, at once
    play(move) ──► Played ──► remote.do ─ log ─► apply       with a friend at another program

Views draw what they read here, call a method for every action, and redraw when `version` has grown.
An action that is impossible now raises `NotNowError`, whose message is a sentence for the person;
an illegal move raises `IllegalMoveError`. Neither changes anything.

Between two people a take-back needs the other's consent and is a `Request` until answered; with the
solver at the table it happens at once.

Time. At one table `clock` measures both players. With a `Remote` each program measures its own
player: from when the move is first shown (`run_clock`) until it is made, whatever the window shows.
Only closing the program stops it (`pause_clock`); if killed or asleep, the time has run on from the
saved moment. The friend's time is the one received with the last move, and runs on as an estimate
while that program is open; only the local flag falls here (`check_clock`).

`tags` define how a record stores all this.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.game.events import (
    DRAW,
    HINT,
    MOST_KINDS,
    MOST_LEFT,
    REMATCH,
    SIDES,
    TAKE_BACK,
    Answered,
    Asked,
    Claimed,
    Event,
    Helped,
    Played,
    ProvedFork,
    RanOut,
    Redone,
    Resigned,
    SwappedSeats,
    TookBack,
    Withdrew,
)
from battle.game.setup import (
    DAILY,
    KEY_TAG,
    STATE_TAGS,
    Clock,
    Seat,
    Series,
    Setup,
    clock_tags,
    clocks_in,
    draw_deal,
    duplicate,
    further_deals,
    hints_in,
    level_name,
    series_in,
    setup_in,
    tags_of,
)
from battle.language import N_, _, explain
from battle.rules.files import MOST_OF_TABLE, read_text
from battle.rules.position import PLAYERS, Kind, Move, Player, Position, RulesError, other
from battle.rules.record import (
    Ending,
    Game,
    Node,
    Reason,
    Record,
    SeveralGamesError,
    clock_in,
    one_game,
    with_clock,
    with_hint,
)
from battle.storage import cannot_read
from battle.words import (
    Own,
    You,
    date_words,
    ending_sentence,
    label,
    left_to_winner,
    listed,
    moves_words,
    person_name,
    sentences,
)

NOT_NOW: Final = N_("That is not possible now.")
NOT_OVER: Final = N_("The game is not over yet.")
MATCH_OVER: Final = N_("All games of the match are over.")
_OVER: Final = N_("The game is over.")
WITHOUT_HELP: Final = N_("This game is played without help.")
_DAILY_STANDS: Final = N_("On the deal of the day every move stands, and sides are settled.")
NO_REQUEST: Final = N_("There is no open request.")

__all__ = ["NotNowError", "Request", "Seat", "Session", "Setup"]

DAY: Final = 24 * 60 * 60


class NotNowError(RulesError):
    """An action that is impossible now; the message is for the person."""


def _refuse_if(is_so: object, words: str) -> None:
    """Raise NotNowError with a sentence if a condition holds."""
    if is_so:
        raise NotNowError(words)


@dataclass(frozen=True)
class Request:
    """A request to the other player, `entry` of the log: TAKE_BACK, DRAW or REMATCH.

    `moves` are those a take-back would undo, oldest first; `number` is that of the event.
    """

    kind: str
    by: Player
    moves: tuple[Move, ...] = ()
    number: int = 0
    entry: int = 0


class ClockKept(NamedTuple):
    """The local player's clock for the move of a `game` after `ply` moves, in milliseconds.

    `left` was left at the time `since`, in milliseconds since 1970, from which it runs; without it
    the clock is stopped.
    """

    game: int
    ply: int
    left: int
    since: int | None


class Remote(Protocol):
    """The connection to the friend's program, as a session needs it."""

    @property
    def record_key(self) -> str:
        """The key of these games in the record, before their number."""

    @property
    def clock_kept(self) -> ClockKept | None:
        """The local clock as last saved."""

    def seconds(self) -> float:
        """Return the time, in seconds since 1970."""

    def do(self, number: int, event: Event) -> None:
        """Enter an event into the local log; raise RulesError if it is not allowed."""

    @property
    def received_at(self) -> int:
        """When the friend's newest move arrived, in seconds since 1970."""

    @property
    def friend_has_left(self) -> bool:
        """Whether the friend's program is known to be closed."""

    def keep_clock(self, kept: ClockKept) -> None:
        """Save the local clock, so that it survives a kill."""


class Session:
    """A game between two seats, from its setup to the result.

    `me` is the local player, None if both are here; the other one then plays from another program,
    `remote`.
    """

    def __init__(
        self,
        setup: Setup,
        series: Series | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        me: Player | None = None,
        remote: Remote | None = None,
    ) -> None:
        self.setup = setup
        self.series = series or Series()
        self.me = me
        self.game = Game(setup.start)
        self.version = 0
        self.clock = Clock(setup.control) if setup.control is not None else None
        self.tags = {"Event": "Casual game", "Date": date.today().strftime("%Y.%m.%d")}
        self._now = now if remote is None else remote.seconds
        self._remote = remote
        self._person = me
        if remote is not None:
            self.tags[KEY_TAG] = f"{remote.record_key}-{self.series.number}"
        self._hinted: dict[Position, Move] = {}
        self._timed: object = None
        self._is_watched = False
        self._begin()

    def _begin(self) -> None:
        """Reset to the state before the first event."""
        self.requests: dict[Player, Request] = {}
        self.hints = (0, 0)
        self._help: tuple[list[str], list[str]] = ([], [])
        self._waits_since: int | None = None
        self._ended_at: int | None = None
        control = self.setup.control
        self._left = [0 if control is None else round(control.seconds * 1000)] * 2

    # What the views show

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.game.position

    @property
    def to_move(self) -> Player:
        """The player whose turn it is, also when the game is over."""
        return self.position.to_move

    @property
    def solver_to_move(self) -> bool:
        """Whether the game waits for the solver."""
        return self.ending is None and self.seat(self.to_move).solver

    @property
    def person_to_move(self) -> bool:
        """Whether the game waits for a person here."""
        return self.can_run and not self.seat(self.to_move).solver

    @property
    def own(self) -> Player:
        """The local player; the one to move if both are here."""
        return self.me or self.to_move

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for the move of the person here."""
        return self.ending is None and self.to_move == self.me

    @property
    def place(self) -> tuple[int, int]:
        """The number of the game in its series, and the number of moves played."""
        return self.series.number, self.game.ply

    @property
    def can_run(self) -> bool:
        """Whether the game waits for a person or the program here."""
        return self.ending is None and self.me in (None, self.to_move)

    @property
    def has_solver(self) -> bool:
        """Whether the solver sits at the table."""
        return any(seat.solver for seat in self.setup.seats)

    @property
    def person(self) -> Player | None:
        """The player whose program this is; None if two people play here, or none."""
        if self._person is not None:
            return self._person
        people = [player for player in PLAYERS if not self.seat(player).solver]
        return people[0] if len(people) == 1 else None

    @property
    def is_daily(self) -> bool:
        """Whether it is a game on the deal of a day: moves stand, sides and help are settled."""
        return self.tags.get("Event", "").startswith(DAILY)

    @property
    def help_allowed(self) -> bool:
        """Whether hints, values and Analyse are allowed: not during a game without help."""
        return self.ending is not None or not (self.setup.no_help or self.is_daily)

    @property
    def level(self) -> str:
        """The level the program plays at, empty if it is the solver or there is no program."""
        return next((seat.level for seat in self.setup.seats if seat.solver), "")

    def seat(self, player: Player) -> Seat:
        """Return the seat of a player."""
        return self.setup.seats[player - 1]

    def name(self, player: Player) -> str:
        """Return a player's name on screen."""
        seat = self.seat(player)
        if name := person_name(seat.name) or (level_name(seat.level) if seat.level else ""):
            if player != self.person:
                return name
            return You(name) if name == _("Player") else Own(name)
        if self._person is not None and not seat.solver:
            return You(_("Player")) if player == self._person else _("Your friend")
        return _("Solver") if seat.solver else _("Player {number}").format(number=player)

    @property
    def names(self) -> tuple[str, str]:
        """The names of players 1 and 2 on screen."""
        return self.name(1), self.name(2)

    def taken(self, player: Player) -> tuple[Kind, ...]:
        """Return the kinds of the pairs the player has taken, in order."""
        places = [self.game.root, *self.game.node.path()]
        steps = ((place.position, node.move) for place, node in pairwise(places))
        return tuple(at.kind_of(move) for at, move in steps if move and at.to_move == player)

    @property
    def points(self) -> tuple[int, int]:
        """The points of players 1 and 2."""
        return self.position.points

    def needed(self, player: Player) -> int:
        """Return the points a player still needs for a certain win, at least 0."""
        return max(0, self.position.points_to_win - self.points[player - 1])

    @property
    def totals(self) -> tuple[int, int]:
        """The points of the whole series, this game included."""
        return self.series.plus(self.counted).totals

    @property
    def counted(self) -> tuple[int, int]:
        """The points that the game counts in a series.

        A player who resigns, runs out of time or forks the game leaves all points on the table to
        the other.
        """
        ending, (first, second) = self.ending, self.points
        if ending is None or ending.reason in (Reason.PLAYED_OUT, Reason.AGREED):
            return first, second
        rest = self.position.points_left
        return (first + rest, second) if ending.winner == 1 else (first, second + rest)

    @property
    def can_go_on(self) -> bool:
        """Whether a next game can follow: not after the last game of a duplicate match.

        With a friend every game outside a match needs an agreement.
        """
        if self.ending is None or (self.me is not None and self.series.duplicate is None):
            return False
        return not self.series.plus(self.counted).is_over

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        return self.game.ending

    @property
    def result_text(self) -> str:
        """The result in a sentence, empty while the game goes on."""
        return ending_sentence(self.ending, self.position, self.names)

    @property
    def ended(self) -> datetime:
        """When a game with a friend ended, in UTC."""
        return datetime.fromtimestamp(self._ended_at, UTC) if self._ended_at else datetime.now(UTC)

    @property
    def deadline(self) -> datetime | None:
        """When the days for the awaited move are over; None without such a clock."""
        since = self._waits_since
        if not self.setup.days or since is None or self.ending is not None:
            return None
        if self._remote is not None and self.to_move == self.me:
            since = max(since, self._remote.received_at)
        return datetime.fromtimestamp(since + self.setup.days * DAY, UTC)

    @property
    def pending(self) -> Request | None:
        """The open request to a person here."""
        return next(
            (one for by, one in self.requests.items() if by != self.me and one.kind != REMATCH),
            None,
        )

    @property
    def asked(self) -> Request | None:
        """The open request to the friend."""
        asked = None if self.me is None else self.requests.get(self.me)
        return asked if asked is not None and asked.kind != REMATCH else None

    @property
    def request_text(self) -> str:
        """The open request in a sentence for the player who has to answer; empty without one."""
        request = self.pending
        if request is None:
            return ""
        name = self.name(request.by)
        if request.kind == DRAW:
            return _("{name} offers a draw.").format(name=name)
        moves = listed(str(move) for move in request.moves)
        return _("{name} asks to take back {moves}.").format(name=name, moves=moves)

    @property
    def request_question(self) -> str:
        """The question to the player who has to answer the open request; empty without one."""
        if self.pending is None:
            return ""
        return _("{name}, do you agree?").format(name=self.name(other(self.pending.by)))

    # What a person wishes

    def play(self, move: Move) -> None:
        """Play `move` for the player to move; an open request is withdrawn."""
        self.check_clock()
        _refuse_if(self.ending is not None, _(_OVER))
        _refuse_if(self.me not in (None, self.to_move), _("It is your friend's move."))
        self.position.check(move)
        left = None
        if self.clock is not None and self.me is not None:
            seconds = self.clock.remaining(self.me, self._now()) + self.clock.control.increment
            left = min(round(seconds * 1000), MOST_LEFT)
        self._send(self.to_move, Played(self.game.ply, move, left))

    @property
    def can_take_back(self) -> bool:
        """Whether `take_back` would do something."""
        return self.has_solver and not self.is_daily and self._place_before() is not None

    def take_back(self) -> None:
        """Go back to the person's last turn; with no person at the table, one move."""
        _refuse_if(not self.has_solver, _("The other player must agree to a take-back."))
        _refuse_if(self.is_daily, _(_DAILY_STANDS))
        place = self._place_before()
        if place is None:
            raise NotNowError(_("There is no move to take back."))
        self._send(self.to_move, TookBack(len(place.path())))

    @property
    def can_redo(self) -> bool:
        """Whether a move that was taken back can be redone."""
        return self.me is None and self.game.can_redo and self.game.node is not self.game.ended_at

    def redo(self) -> None:
        """Redo what was taken back: with the solver at the table up to the person's turn."""
        _refuse_if(not self.can_redo, _("There is no move to redo."))
        self._send(self.to_move, Redone())

    def can_request_take_back(self, player: Player) -> bool:
        """Whether the player has a move to ask a take-back for."""
        if self.me is not None and (player != self.me or self.ending or self.asked):
            return False
        return not self.has_solver and self._last_ply(player) is not None

    def request_take_back(self, player: Player) -> None:
        """Ask the other player to let `player`'s last move, and the reply, be taken back."""
        self._check_mine(player)
        ply = self._last_ply(player)
        if self.has_solver or ply is None:
            raise NotNowError(_("There is no move to take back."))
        self._ask(player, Asked(TAKE_BACK, ply))

    def offer_draw(self, player: Player) -> None:
        """Offer the other player a draw."""
        self._check_mine(player)
        _refuse_if(self.ending is not None, _(_OVER))
        self._ask(player, Asked(DRAW))

    def withdraw(self) -> None:
        """Withdraw the request to the friend."""
        request = None if self.me is None else self.requests.get(self.me)
        if self.me is None or request is None:
            raise NotNowError(_(NO_REQUEST))
        self._send(self.me, Withdrew(request.entry))

    def answer(self, accept: bool) -> None:
        """Answer the open request for the player who was asked."""
        request = self.pending
        if request is None:
            raise NotNowError(_(NO_REQUEST))
        self._send(other(request.by), Answered(request.entry, accept))

    def resign(self, player: Player) -> None:
        """Resign for `player`."""
        self._check_mine(player)
        self._send(player, Resigned())

    @property
    def can_change_sides(self) -> bool:
        """Whether person and solver may swap seats."""
        is_fixed = self.series.duplicate is not None or self.is_daily or self.ending is not None
        return self.has_solver and self.person is not None and not is_fixed

    def change_sides(self) -> None:
        """Swap the seats of person and solver in the current game.

        Unless nothing is scored or given yet the record notes it: it is no plain result against
        the level.
        """
        if self.person is None or not self.has_solver:
            raise NotNowError(_("Only a person and the solver can change sides."))
        _refuse_if(
            self.series.duplicate is not None, _("In a duplicate match the sides are fixed.")
        )
        _refuse_if(self.is_daily, _(_DAILY_STANDS))
        _refuse_if(self.ending is not None, _(_OVER))
        if any(self.points):
            self.note_help(SIDES)
        self._send(self.person, SwappedSeats())

    def note_help(self, sort: str) -> None:
        """Note in the record that a kind of help, one word, was used in the game."""
        used = self.help_used if self.me is None else self._help[self.me - 1]
        if self.ending is None and (sort == HINT or sort not in used):
            with suppress(RulesError):
                self._send(self.own, Helped(sort))

    def note_hint(self, move: Move) -> None:
        """Remember the pair that hints are about here; if it is played, the record notes it.

        The last one counts: a hint that was corrected in time is not to blame.
        """
        self._hinted[self.position] = move

    @property
    def help_used(self) -> tuple[str, ...]:
        """The help used during the game, besides hints."""
        return tuple(self.tags.get("Help", "").split())

    def helped(self, player: Player) -> tuple[str, ...]:
        """Return the help, besides hints, that a player used as far as known."""
        return (
            () if self.me is None else tuple(one for one in self._help[player - 1] if one != HINT)
        )

    def next_game(self) -> Session:
        """Return the next game of the series, with the seats swapped.

        It begins from the same start; in a duplicate match every second game from another deal.
        """
        _refuse_if(self.me is not None, _("The other player must agree to another game."))
        _refuse_if(self.ending is None, _(NOT_OVER))
        series = self.series.plus(self.counted)
        _refuse_if(series.is_over, _(MATCH_OVER))
        return self.following(series.next_deal)

    def following(self, number: int | None) -> Session:
        """Return a game with the seats swapped, from the same start or from a numbered deal."""
        me = None if self.me is None else other(self.me)
        setup, series = self.setup.swapped(number), self.series.plus(self.counted).swapped()
        return Session(setup, series, now=self._now, me=me, remote=self._remote)

    def new_match(self, deals: tuple[int, ...]) -> Session:
        """Return the first game of a duplicate match between the same players, seats swapped."""
        _refuse_if(self.me is not None, _("The other player must agree to another game."))
        return Session(self.setup.swapped(deals[0]), Series((), duplicate(deals)), now=self._now)

    def _ask(self, by: Player, asked: Asked) -> None:
        _refuse_if(self.me is not None and self.ending is not None, _(_OVER))
        _refuse_if(
            by in self.requests or (self.me is None and self.requests),
            _("The last request has not been answered yet."),
        )
        self._send(by, asked)

    def _check_mine(self, player: Player) -> None:
        _refuse_if(self.me not in (None, player), _("Only your friend can do that."))

    def _send(self, by: Player, event: Event) -> None:
        """Submit an event: applied here at once, with a friend through the log."""
        if self._remote is None:
            self.apply(by, event)
        else:
            self._remote.do(self.series.number, event)

    # Folding

    def apply(  # noqa: C901 - one case for each event
        self, by: Player, event: Event, *, at: int = 0, entry: int = 0
    ) -> None:
        """Apply an event; raise RulesError, with nothing changed, if it is not allowed.

        With a friend it happened `at` this time, in seconds since 1970, as `entry` of the log.
        """
        match event:
            case Played():
                self._move(by, event)
                self._waits_since = at
                self.requests.clear()
            case Asked(what, number):
                is_over = self.ending is not None
                _refuse_if(
                    by in self.requests or (self.me is not None and is_over != (what == REMATCH)),
                    _(NOT_NOW),
                )
                _refuse_if(
                    what == TAKE_BACK and number != self._last_ply(by),
                    _("There is no move to take back."),
                )
                moves = tuple(self.game.moves[number:]) if what == TAKE_BACK else ()
                self.requests[by] = Request(what, by, moves, number, entry)
            case Answered() | Withdrew():
                self._close_request(by, event, at)
            case Helped(word):
                if self.me is not None and word != HINT:
                    known = self.helped(by)
                    _refuse_if(word in known or len(known) >= MOST_KINDS, _(NOT_NOW))
                self._help[by - 1].append(word)
                if word == HINT:
                    first, second = self.hints
                    self.hints = (first + 1, second) if by == 1 else (first, second + 1)
                elif word not in self.help_used:
                    self.tags["Help"] = " ".join((*self.help_used, word))
            case TookBack(ply):
                self._go_back_to(ply)
            case Redone():
                self.game.redo()
                while self.person is not None and self.solver_to_move and self.can_redo:
                    self.game.redo()
                self._set_clock_back()
            case SwappedSeats():
                namer = self.setup.named_by and other(self.setup.named_by)
                self.setup = replace(self.setup, seats=self.setup.seats[::-1], named_by=namer)
                self.series = self.series.swapped()
                self.hints, self._help = self.hints[::-1], self._help[::-1]
            case Resigned():
                self._end(Ending(Reason.RESIGNED, other(by)))
            case RanOut(ply):
                timed = self.clock is not None and by == self.to_move and ply == self.game.ply
                _refuse_if(self.me is not None and not timed, _(NOT_NOW))
                self._end(Ending(Reason.TIME, other(by)))
                self._left[by - 1] = 0
            case Claimed(ply):
                _refuse_if(not self.can_claim(by, at) or ply != self.game.ply, _(NOT_NOW))
                self._end(Ending(Reason.TIME, by))
            case ProvedFork():
                self._end(Ending(Reason.FORKED, by))
            case _:
                raise ValueError(f"no event of one game: {event}")
        if self.me is None and not isinstance(event, Asked):
            self.requests.clear()
        if self.ending is not None:
            self._ended_at = self._ended_at or at
            if self.clock is not None and self.me is None:
                self.clock.pause(self._now())
        if at and isinstance(event, Played | Answered):
            day = self._waits_since or at
            if self._remote is not None:  # the friend's word is believed up to now
                day = min(day, round(self._remote.seconds()))
            self.tags["Date"] = datetime.fromtimestamp(day).strftime("%Y.%m.%d")
        self.version += 1

    def _move(self, by: Player, played: Played) -> None:
        """Play a move in the tree, and note in the record if a hint had named it."""
        _refuse_if(
            self.ending is not None or by != self.to_move or played.ply != self.game.ply, _(NOT_NOW)
        )
        if self.me is not None:  # no more time may be left than there can be
            control = self.setup.control
            most = None if control is None else self._left[by - 1] + round(control.increment * 1000)
            _refuse_if(
                (played.left is None) != (most is None) or (played.left or 0) > (most or 0),
                _(NOT_NOW),
            )
        hinted = self._hinted.get(self.position)
        self.game.play(played.move)
        self.game.promote()
        node, left = self.game.node, played.left
        if played.move == hinted:
            node.comment = with_hint(node.comment)
        if self.me is None and self.clock is not None:
            self.clock.press(self._now())
            node.comment = with_clock(node.comment, self.clock.remaining(by, self._now()))
        elif left is not None:
            self._left[by - 1] = left
            node.comment = with_clock(node.comment, left / 1000)

    def _close_request(self, by: Player, event: Answered | Withdrew, at: int) -> None:
        """Carry out an agreed request; `Replay` handles another game."""
        asker = by if isinstance(event, Withdrew) else other(by)
        request = self.requests.get(asker)
        if request is None or request.entry != event.ask:
            raise NotNowError(_(NO_REQUEST))
        del self.requests[asker]
        if isinstance(event, Withdrew) or not event.agreed:
            return
        if request.kind == DRAW:
            self._end(Ending(Reason.AGREED, None))
        elif request.kind == TAKE_BACK:
            self._go_back_to(request.number)
            self._waits_since = at
            self.requests.clear()

    def can_claim(self, player: Player, at: int) -> bool:
        """Whether the opponent's days for a move are over at a given time."""
        if self.ending is not None or self.to_move == player or not self.setup.days:
            return False
        since = self._waits_since
        return since is not None and at >= since + self.setup.days * DAY

    def reset(self) -> None:
        """Go back to the start for a replay of events; earlier moves stay in the tree."""
        self.game.resume()
        self.game.go_to(self.game.root)
        self._begin()
        self.tags.pop("Help", None)
        self.version += 1

    # The clock

    def run_clock(self) -> None:
        """Start the clock of the player to move: at the start, and when the game is shown."""
        self._is_watched = True
        if self.clock is None or self.clock.running or not self.can_run:
            return
        self.clock.start(self.to_move, self._now())
        self._keep_clock(self._now())

    def pause_clock(self) -> None:
        """Stop the clock when the window loses its focus or another screen is shown.

        With a friend it is stopped only when the program is closed.
        """
        self._is_watched = False
        if self.clock is not None:
            self.clock.pause(self._now())
            if self.ending is None:
                self._keep_clock(None)

    def look_away(self) -> None:
        """Let the clock run for this move, but not for the next: another screen is shown."""
        self._is_watched = False

    def _keep_clock(self, since: float | None) -> None:
        """Save the local clock for a move in a game with a friend."""
        if self._remote is not None and self.clock is not None and self.to_move == self.me:
            left = round(self.clock.remaining(self.me, self._now()) * 1000)
            moment = None if since is None else round(since * 1000)
            self._remote.keep_clock(ClockKept(*self.place, left, moment))

    def remaining(self, player: Player) -> float | None:
        """Return the seconds a player has left, None without a clock."""
        return None if self.clock is None else self.clock.remaining(player, self._now())

    def check_clock(self) -> bool:
        """End the game if a person's time is up; return whether it did.

        The program plays within its time; the machine's overhead costs it no game. With a friend
        only the local flag falls here.
        """
        if self.clock is None or self.ending is not None:
            return False
        people = [player for player in PLAYERS if not self.seat(player).solver]
        if self.me is not None:
            people = [self.me] if self.to_move == self.me else []
        if (flagged := self.clock.flagged(self._now(), people)) is not None:
            with suppress(RulesError):
                self._send(flagged, RanOut(self.game.ply))
        return self.ending is not None

    def keep_time(self) -> None:
        """Check the local flag, and run the friend's clock while the friend's program is open."""
        if self.clock is not None and self.ending is None and not self.check_clock():
            self._follow_friends_time()

    def _follow_friends_time(self) -> None:
        if self._remote is None or self.clock is None or self.to_move == self.me:
            return
        if self._remote.friend_has_left:
            self.clock.pause(self._now())
        elif not self.clock.running:
            self.clock.start(self.to_move, self._now())

    def follow_clock(self) -> None:
        """Set the clocks to the times both programs have measured, and start the one that runs.

        Called when a batch of events is applied: no time runs between them.
        """
        if self.clock is None or self._remote is None or self.me is None:
            return
        counted = self.game.moves, self.ending, tuple(self._left)
        if counted == self._timed:
            return
        self._timed = counted
        kept = self._remote.clock_kept
        if kept is not None and kept[:2] != self.place:
            kept = None
        left = [count / 1000 for count in self._left]
        if kept is not None:
            left[self.me - 1] = min(left[self.me - 1], kept.left / 1000)
        self.clock = Clock(self.clock.control, (left[0], left[1]), self.to_move)
        if self.ending is not None:
            return
        if self.to_move != self.me:
            self._follow_friends_time()
        elif kept is not None and kept.since is not None:
            self.clock.start(self.me, kept.since / 1000)
        elif self._is_watched:
            self.run_clock()

    # Records

    def record(self) -> Record:
        """Return the game as a record, with everything needed to resume it.

        The record shares the game's tree; print it before the next move is played.
        """
        tags = tags_of(self.setup, self.series, self.hints)
        if self.clock is not None and self.ending is None:
            tags |= clock_tags(self.clock.left(self._now()))
        if self.game.node is not self.game.last:
            tags["Ply"] = str(self.game.ply)
        return Record(self.tags | tags, self.game)

    @staticmethod
    def from_record(
        record: Record,
        *,
        now: Callable[[], float] = time.monotonic,
        own: bool = False,
        person: Player | None = None,
    ) -> Session:
        """Return the game in a record, to resume or to view; its clock is paused.

        Invalid tags are ignored. Only a record that this program wrote for itself is its `own`: an
        unfinished game of any other loses its key, so that its end replaces no other game in the
        person's record. `person` is the player who was the person here, if known.
        """
        tags = record.tags
        setup = setup_in(tags, record.game.start)
        session = Session(setup, series_in(tags), now=now)
        session.game = record.game
        session.tags = {name: value for name, value in tags.items() if name not in STATE_TAGS}
        if not own and session.ending is None:
            session.tags.pop(KEY_TAG, None)
        session.hints, session._person = hints_in(tags), person
        line, ply = session.game.main_line(), tags.get("Ply", "")
        if re.fullmatch(r"[0-9]{1,3}", ply, re.ASCII) and int(ply) < len(line):
            session.game.go_to(line[int(ply)])
        if setup.control is not None:
            first, second = (
                setup.control.seconds if left is None else left for left in clocks_in(tags)
            )
            session.clock = Clock(setup.control, (first, second), session.to_move)
        return session

    # Steps

    def _last_ply(self, player: Player) -> int | None:
        """Return the ply of the player's last move, None without one."""
        path = self.game.node.path()
        return next(
            (ply for ply in reversed(range(len(path))) if _mover(path[ply]) == player), None
        )

    def _place_before(self) -> Node | None:
        """Return the ply a take-back leads to: the person's last turn, or one move back."""
        person, node = self.person, self.game.node
        if node is self.game.ended_at and person in (None, self.to_move):
            return node
        before = node.parent
        while before is not None and person not in (None, before.position.to_move):
            before = before.parent
        return before

    def _go_back_to(self, ply: int) -> None:
        path = [self.game.root, *self.game.node.path()]
        self.game.resume()
        self.game.go_to(path[ply])
        self._set_clock_back()

    def _end(self, ending: Ending) -> None:
        _refuse_if(self.ending is not None, _(_OVER))
        self.game.end(ending)
        self.requests.clear()

    def _set_clock_back(self) -> None:
        """Start the clock of the player to move after a take-back.

        Between two people time that was used is used. With the program at the table both have the
        time again that they had there, so that a flag that has fallen can be taken back as well.
        """
        if self.clock is None or self.me is not None:
            return
        left = None
        if self.has_solver:
            left = (self.clock.control.seconds,) * 2
            for node in self.game.node.path():
                shown = clock_in(node.comment)
                if shown is not None:
                    left = (shown, left[1]) if _mover(node) == 1 else (left[0], shown)
        self.clock.hand_to(self.to_move, self._now(), left)


def _mover(node: Node) -> Player | None:
    return None if node.parent is None else node.parent.position.to_move


def read_game(path: Path, number: int | None = None) -> Session:
    """Return the game in a file, or the numbered one of several, from 1.

    Raises SeveralGamesError for several without a number, RulesError, with one line, if there is
    none.
    """
    with naming(path):
        return Session.from_record(one_game(read_text(path, MOST_OF_TABLE), number))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in what is wrong with it."""
    try:
        yield
    except SeveralGamesError as error:
        raise SeveralGamesError(
            "{name} contains {count} games", name=path.name, count=error.count
        ) from None
    except OSError as error:
        raise RulesError(cannot_read(path.name, error)) from None
    except ValueError as error:
        raise RulesError(f"{path.name}: {explain(error)}") from None


# --- session study -------------------------------------------------------------------------------
#
# Studies of games at the table: they work on a copy; findings are merged back.
#
# session ──copy──► study        the game goes on as it stands, whatever is tried out
# session ◄──bring back── study  values, comments, and branches beside moves that were played


def study_of(session: Session, earlier: Study | None = None, values: Values | None = None) -> Study:
    """Return a study of a copy of a game, at the game's current position.

    Values and branches of an earlier study of the same game are kept. Without one `values` are
    used.
    """
    game = session.game.copy()
    if earlier is None or earlier.game.start != game.start:
        return Study(game, values)
    _add_branches(game, game.root, earlier.game.root, at_ends=session.ending is None)
    return Study(game, earlier.values)


def bring_back(study: Study, session: Session) -> None:
    """Merge a study's findings into its game; main line and ending stay."""
    if session.game is study.game or session.game.start != study.game.start:
        return
    study.save_values()
    _copy_comments(session.game.root, study.game.root)
    _add_branches(session.game, session.game.root, study.game.root, at_ends=False)
    session.version += 1


def saved(study: Study, session: Session) -> Session:
    """Return the game with all findings, as it goes into a file.

    Where it is begun and not over it stands where it stood at the table.
    """
    study.save_values()
    tags = {name: value for name, value in session.record().tags.items() if name != "Ply"}
    goes_on = session.game is not study.game and session.game.ply and session.ending is None
    if goes_on and session.position != study.game.last.position:
        tags["Ply"] = str(session.game.ply)
    game = study.game.copy()
    game.go_to(game.last)
    return Session.from_record(Record(tags, game))


def _copy_comments(to: Node, of: Node) -> None:
    to.comment = of.comment
    for child in to.children:
        twin = None if child.move is None else of.child(child.move)
        if twin is not None:
            _copy_comments(child, twin)


def _add_branches(game: Game, to: Node, of: Node, *, at_ends: bool) -> None:
    """Append missing branches below a node; with `at_ends` also below leaves."""
    for child in of.children:
        if child.move is None or to is game.ended_at:
            continue
        twin = to.child(child.move)
        if twin is None and (to.children or at_ends):
            twin = Node(child.position, child.move, to, child.comment, child.nags)
            to.children.append(twin)
            _add_branches(game, twin, child, at_ends=True)
        elif twin is not None:
            _add_branches(game, twin, child, at_ends=at_ends)


# --- in words ------------------------------------------------------------------------------------


def players_words(session: Session) -> str:
    """Return who plays and with how many points: `Ada 34 – 27 Ben`."""
    first, second = session.points
    return _("{first} {points} – {others} {second}").format(
        first=label(session.name(1)), points=first, others=second, second=label(session.name(2))
    )


def game_words(session: Session) -> tuple[str, str]:
    """Return players and points, when the game was begun and how far it is."""
    moves = moves_words(session.game.ply)
    day = date_words(session.tags.get("Date", ""))
    return players_words(session), "  ·  ".join(filter(None, (match_words(session), day, moves)))


def sides_words(session: Session) -> str:
    """Say who the person is after a change of sides."""
    return _("Sides changed: you are player {number} now.").format(number=session.person)


def match_words(session: Session) -> str:
    """Return that it is the deal of the day, or which game of a duplicate match; else nothing."""
    agreed = session.series.duplicate
    if agreed is None:
        return _("deal of the day") if session.is_daily else ""
    return _("game {number} of {count}").format(number=session.series.number, count=agreed.length)


def has_series(session: Session) -> bool:
    """Whether the series has more to report than a single game."""
    return bool(session.series.games) or session.series.duplicate is not None


def next_game(session: Session) -> tuple[str, str]:
    """Return the words of the button that goes on after a game, and what it does in a sentence."""
    series = session.series.plus(session.counted)
    if series.duplicate is None:
        tip = _("The same deal with seats swapped; both games' points are added up")
        if session.counted != session.points:
            tip = sentences(f"{tip}.", left_to_winner())
        return _("Rematch"), tip
    if series.is_over:
        tip = _("Another duplicate match on new deals; the other player begins")
        return _("New match"), tip
    words = _("Game {number} of {count}: the same deal with seats swapped")
    if series.next_deal is not None:
        words = _("Game {number} of {count}: another deal")
    tip = words.format(number=series.number, count=series.duplicate.length)
    return _("Next game"), tip


def go_on(session: Session) -> Session:
    """Return the game that comes after one that is over: the next, or the first of a new match."""
    if session.can_go_on or session.series.duplicate is None:
        return session.next_game()
    count = len(session.series.duplicate.deals)
    return session.new_match(tuple(further_deals(count, draw_deal(), lambda _before: draw_deal())))


def series_words(session: Session) -> str:
    """Return the score of a series with the current game: `Game 2 of 4: Ada 260 – 280 Ben`."""
    agreed, number = session.series.duplicate, session.series.number
    if agreed is None:
        words = _("All {n} games: {one} {first} – {second} {two}")
    elif session.ending is not None and not session.can_go_on:
        words = _("The match: {one} {first} – {second} {two}")
    else:
        words = _("Game {n} of {count}: {one} {first} – {second} {two}")
    first, second = session.totals
    return words.format(
        n=number,
        count=agreed.length if agreed is not None else number,
        one=label(session.name(1)),
        first=first,
        second=second,
        two=label(session.name(2)),
    )


def fair_words() -> str:
    """Return what a fair game is, in two sentences."""
    return _(
        "Every fair game is a solved deal in a new disguise. Points given at the start make it"
        " exactly even, or as uneven as you like."
    )
