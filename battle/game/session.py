"""A game with its players, clock, requests and series: the model behind every view.

The rules' `Game` knows moves and positions; a `Session` adds the players. It is event-sourced:
every action of a person becomes an `Event`, and only `apply` changes the game.

    play(move) ──► Played ──► seating.check, send ──► apply ──► seating.applied

Who sits where is an object of its own, the `seating` (`battle.game.seating`).

Views draw what they read here, call a method for every action, and redraw when `version` has grown.
An action that is impossible now raises `NotNowError`, whose message is a sentence for the person;
an illegal move raises `IllegalMoveError`. Neither changes anything.

Between two people a take-back needs the other's consent and is a `Request` until answered; with the
solver at the table it happens at once.

Time. At one table `clock` measures both players. Apart each program measures its own player: from
when the move is first shown (`run_clock`) until it is made, whatever the window shows. Only closing
the program stops it (`pause_clock`); if killed or asleep, the time has run on from the saved
moment. The friend's time is the one received with the last move, and runs on as an estimate while
that program is open; only the local flag falls here (`check_clock`).

`tags` define how a record stores all this.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path

from battle.analysis.study import Study
from battle.game.events import (
    DRAW,
    HINT,
    REMATCH,
    SIDES,
    TAKE_BACK,
    TEACHER,
    Answered,
    Asked,
    Claimed,
    Event,
    Helped,
    Played,
    ProvedFork,
    ProvedNotice,
    RanOut,
    Redone,
    Resigned,
    SwappedSeats,
    TookBack,
    Withdrew,
)
from battle.game.seating import (
    DAILY_STANDS,
    DAY,
    GAME_OVER,
    MATCH_OVER,
    MUST_AGREE,
    NO_REQUEST,
    NONE_TO_TAKE_BACK,
    NOT_NOW,
    NOT_OVER,
    Apart,
    NotNowError,
    Remote,
    Replayed,
    Request,
    Together,
    mover,
    refuse_if,
)
from battle.game.setup import (
    DAILY,
    KEY_TAG,
    QUICK_DAILY,
    STATE_TAGS,
    Clock,
    Seat,
    Series,
    Setup,
    another_deal,
    clock_tags,
    clocks_in,
    draw_deal,
    duplicate,
    further_deals,
    hints_in,
    played_by,
    series_in,
    setup_in,
    tags_of,
)
from battle.language import _, explain
from battle.rules.files import MOST_OF_TABLE, read_text
from battle.rules.position import PLAYERS, Kind, Move, Player, Position, RulesError, other
from battle.rules.record import Record, SeveralGamesError, one_game, with_hint
from battle.rules.tree import Ending, Game, Node, Reason
from battle.storage import cannot_read
from battle.words import (
    Own,
    You,
    ending_sentence,
    listed,
    person_name,
    tile_words,
)

__all__ = ["NotNowError", "Request", "Seat", "Session", "Setup"]


class Session:
    """A game between two seats, from its setup to the result.

    With `me` the other player plays from another program, `remote`; without that the game is only
    replayed. It is `apart` how they sit then.
    """

    def __init__(
        self,
        setup: Setup,
        series: Series | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        me: Player | None = None,
        remote: Remote | None = None,
        apart: type[Apart] = Apart,
    ) -> None:
        self.setup = setup
        self.series = series or Series()
        self.game = Game(setup.start)
        self.version = 0
        self.clock = Clock(setup.control) if setup.control is not None else None
        self.cut: RulesError | None = None
        """Where the record that it is from breaks off, None if it does not."""
        self.tags = {"Event": "Casual game", "Date": date.today().strftime("%Y.%m.%d")}
        self.now = now
        self.seating = Together(self)
        if me is not None:
            self.seating = apart(self, me, remote or Replayed())
        self._person = self.seating.me
        self._hinted: dict[Position, Move] = {}
        self._printed: tuple[object, str] = None, ""
        self._begin()

    def _begin(self) -> None:
        self.requests: dict[Player, Request] = {}
        self.hints = (0, 0)
        self.words_of_help: tuple[list[str], list[str]] = ([], [])
        self.waits_since: int | None = None
        self._ended_at: int | None = None
        self.seating.begin()

    # What the views show

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def to_move(self) -> Player:
        return self.position.to_move

    @property
    def solver_to_move(self) -> bool:
        return self.ending is None and self.seat(self.to_move).solver

    @property
    def person_to_move(self) -> bool:
        return self.can_run and not self.seat(self.to_move).solver

    @property
    def me(self) -> Player | None:
        """The local player, None if both are here."""
        return self.seating.me

    @property
    def own(self) -> Player:
        """The local player; the one to move if both are here."""
        return self.seating.own(self.to_move)

    @property
    def last_mover(self) -> Player:
        """The local player; the one who moved last if both are here."""
        return self.seating.own(other(self.to_move))

    def is_here(self, player: Player) -> bool:
        """Whether a player is a person at this program."""
        return not self.seat(player).solver and self.seating.is_here(player)

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
        return self.ending is None and self.seating.is_here(self.to_move)

    @property
    def has_solver(self) -> bool:
        return any(seat.solver for seat in self.setup.seats)

    @property
    def person(self) -> Player | None:
        """The player whose program this is; None if two people play here, or none."""
        if self._person is not None:
            return self._person
        people = [player for player in PLAYERS if not self.seat(player).solver]
        return people[0] if len(people) == 1 else None

    @property
    def near(self) -> Player:
        """Who sits on this side of the table: the person here, else player 1."""
        return self.person or 1

    @property
    def near_first(self) -> tuple[Player, Player]:
        """Both players, the one on this side of the table first."""
        return self.near, other(self.near)

    @property
    def is_untouched(self) -> bool:
        """Whether no person has done anything yet: at most the program has moved."""
        if self.ending is not None:
            return False
        before = self.game.root.children
        is_program = self.seat(self.game.start.to_move).solver
        return not before or (is_program and len(before) == 1 and not before[0].children)

    @property
    def is_daily(self) -> bool:
        """Whether it is a game on the deal of a day: moves stand, sides and help are settled."""
        return self.tags.get("Event", "").startswith((DAILY, QUICK_DAILY))

    @property
    def help_allowed(self) -> bool:
        """Whether hints, values and Analyse are allowed: not during a game without help."""
        is_without = self.setup.no_help or self.is_daily or self.seating.of_others
        return self.ending is not None or not is_without

    @property
    def level(self) -> str:
        """The level the program plays at, empty if it is the solver or there is no program."""
        return next((seat.level for seat in self.setup.seats if seat.solver), "")

    def seat(self, player: Player) -> Seat:
        return self.setup.seats[player - 1]

    def name(self, player: Player) -> str:
        seat = self.seat(player)
        if name := person_name(seat.name) or (played_by(seat.level) if seat.solver else ""):
            if player != self.person:
                return name
            return You(name) if name == _("Player") else Own(name)
        if self._person is not None:
            return You(_("Player")) if player == self._person else _("Your friend")
        return _("Player {number}").format(number=player)

    @property
    def names(self) -> tuple[str, str]:
        return self.name(1), self.name(2)

    def taken(self, player: Player) -> tuple[Kind, ...]:
        """Return the kinds of the pairs the player has taken, in order."""
        places = [self.game.root, *self.game.node.path()]
        steps = ((place.position, node.move) for place, node in pairwise(places))
        return tuple(at.kind_of(move) for at, move in steps if move and at.to_move == player)

    @property
    def points(self) -> tuple[int, int]:
        return self.position.points

    def needed(self, player: Player) -> int:
        """Return the points a player still needs for a certain win, at least 0."""
        return max(0, self.position.points_to_win - self.points[player - 1])

    @property
    def totals(self) -> tuple[int, int]:
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
        if self.ending is None or (self.seating.must_agree and self.series.duplicate is None):
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
        since = self.waits_since
        if not self.setup.days or since is None or self.ending is not None:
            return None
        since = self.seating.awaited_since(since)
        return datetime.fromtimestamp(since + self.setup.days * DAY, UTC)

    @property
    def pending(self) -> Request | None:
        """The open request to a person here."""
        request = self.seating.theirs
        return request if request is not None and request.kind != REMATCH else None

    @property
    def asked(self) -> Request | None:
        """The open request to the friend."""
        request = self.seating.ours
        return request if request is not None and request.kind != REMATCH else None

    @property
    def request_text(self) -> str:
        """The open request in a sentence for the player who has to answer; empty without one."""
        request = self.pending
        if request is None:
            return ""
        name = self.name(request.by)
        if request.kind == DRAW:
            return _("{name} offers a draw.").format(name=name)
        pairs = listed(map(tile_words, self.pairs_of(request)))
        return _("{name} wants to take back {pairs}.").format(name=name, pairs=pairs)

    def pairs_of(self, request: Request) -> tuple[Kind, ...]:
        """Return the pairs that a take-back would give back, oldest first."""
        nodes = self.game.node.path()[-len(request.moves) :] if request.moves else []
        befores = ((node.parent, node.move) for node in nodes)
        return tuple(one.position.kind_of(move) for one, move in befores if one and move)

    @property
    def request_question(self) -> str:
        if self.pending is None:
            return ""
        return _("{name}, do you agree?").format(name=self.name(other(self.pending.by)))

    # What a person wishes

    def play(self, move: Move) -> None:
        """Play `move` for the player to move; an open request is withdrawn."""
        self.check_clock()
        refuse_if(self.ending is not None, _(GAME_OVER))
        refuse_if(not self.seating.is_here(self.to_move), _("It is your friend's move."))
        self.position.check(move)
        self.seating.send(self.to_move, Played(self.game.ply, move, self.seating.left_after_move()))

    @property
    def can_take_back(self) -> bool:
        return self.has_solver and not self.is_daily and self._place_before() is not None

    def take_back(self) -> None:
        """Go back to the person's last turn; with no person at the table, one move."""
        refuse_if(not self.has_solver, _("The other player must agree to a take-back."))
        refuse_if(self.is_daily, _(DAILY_STANDS))
        place = self._place_before()
        if place is None:
            raise NotNowError(_(NONE_TO_TAKE_BACK))
        self.seating.send(self.to_move, TookBack(len(place.path())))

    @property
    def can_redo(self) -> bool:
        is_over = self.game.node is self.game.ended_at
        return not self.seating.must_agree and self.game.can_redo and not is_over

    def redo(self) -> None:
        """Redo what was taken back: with the solver at the table up to the person's turn."""
        refuse_if(not self.can_redo, _("There is no move to redo."))
        self.seating.send(self.to_move, Redone())

    def can_request_take_back(self, player: Player) -> bool:
        can_ask = not self.has_solver and self.seating.may_ask(player)
        return can_ask and self._last_ply(player) is not None

    def request_take_back(self, player: Player) -> None:
        """Ask the other player to let `player`'s last move, and the reply, be taken back."""
        self._check_mine(player)
        ply = self._last_ply(player)
        if self.has_solver or ply is None:
            raise NotNowError(_(NONE_TO_TAKE_BACK))
        self._ask(player, Asked(TAKE_BACK, ply))

    @property
    def can_ask_back(self) -> bool:
        """Whether there is a move to take back, or to ask for."""
        return self.can_take_back or self.can_request_take_back(self.last_mover)

    def ask_back(self) -> None:
        """Take back at once from the program, else ask the other player for it."""
        if self.has_solver:
            self.take_back()
        else:
            self.request_take_back(self.last_mover)

    def offer_draw(self, player: Player) -> None:
        self._check_mine(player)
        refuse_if(self.ending is not None, _(GAME_OVER))
        refuse_if(self.has_solver, _("The computer plays every game to the end."))
        self._ask(player, Asked(DRAW))

    def withdraw(self) -> None:
        request = self.seating.ours
        if request is None:
            raise NotNowError(_(NO_REQUEST))
        self.seating.send(request.by, Withdrew(request.entry))

    def answer(self, accept: bool) -> None:
        request = self.pending
        if request is None:
            raise NotNowError(_(NO_REQUEST))
        self.seating.send(other(request.by), Answered(request.entry, accept))

    def resign(self, player: Player) -> None:
        self._check_mine(player)
        self.seating.send(player, Resigned())

    @property
    def can_change_sides(self) -> bool:
        is_fixed = self.series.duplicate is not None or self.is_daily or self.ending is not None
        return self.has_solver and self.person is not None and not is_fixed

    @property
    def notes_sides(self) -> bool:
        """Whether the record notes a change of sides: it is no plain result against the level.

        As long as nothing is scored or given it does not.
        """
        return any(self.points)

    def change_sides(self) -> None:
        """Swap the seats of person and solver in the current game."""
        if self.person is None or not self.has_solver:
            raise NotNowError(_("Only a person and the computer can change sides."))
        refuse_if(self.series.duplicate is not None, _("In a duplicate match the sides are fixed."))
        refuse_if(self.is_daily, _(DAILY_STANDS))
        refuse_if(self.ending is not None, _(GAME_OVER))
        if self.notes_sides:
            self.note_help(SIDES)
        self.seating.send(self.person, SwappedSeats())

    def note_help(self, sort: str) -> None:
        """Note in the record that a kind of help, one word, was used in the game."""
        if self.ending is None and (sort == HINT or sort not in self.seating.help_used):
            with suppress(RulesError):
                self.seating.send(self.own, Helped(sort))

    def note_hint(self, move: Move) -> None:
        """Remember the pair that hints are about here; if it is played, the record notes it.

        The last one counts: a hint that was corrected in time is not to blame.
        """
        self._hinted[self.position] = move

    @property
    def help_used(self) -> tuple[str, ...]:
        """The help used during the game, besides hints."""
        return tuple(self.tags.get("Help", "").split())

    @property
    def was_shown(self) -> bool:
        """Whether the person here used help, other than to heed the teacher, who warns unasked."""
        return bool({*self.help_used} - {TEACHER} or self.hints[self.near - 1])

    def helped(self, player: Player) -> tuple[str, ...]:
        """Return the help, besides hints, that a player used as far as known."""
        return self.seating.helped(player)

    def next_game(self) -> Session:
        """Return the next game of the series, with the seats swapped.

        It begins from the same start; in a duplicate match every second game from another deal.
        """
        refuse_if(self.seating.must_agree, _(MUST_AGREE))
        refuse_if(self.ending is None, _(NOT_OVER))
        series = self.series.plus(self.counted)
        refuse_if(series.is_over, _(MATCH_OVER))
        return self.following(series.next_deal)

    def following(self, number: int | None) -> Session:
        """Return a game with the seats swapped, from the same start or from a numbered deal."""
        series = self.series.plus(self.counted).swapped()
        return Session(self.setup.swapped(number), series, **self.seating.again)

    def go_on(self) -> Session:
        """Return the game that comes after one that is over: the next, or one of a new match."""
        if self.can_go_on or self.series.duplicate is None:
            return self.next_game()
        refuse_if(self.seating.must_agree, _(MUST_AGREE))
        count = len(self.series.duplicate.deals)
        setup = another_deal(self.setup.swapped())
        deals = tuple(further_deals(count, setup.deal or 0, lambda _before: draw_deal()))
        return Session(setup, Series((), duplicate(deals)), **self.seating.again)

    def _ask(self, by: Player, asked: Asked) -> None:
        self.seating.check_asking(by)
        self.seating.send(by, asked)

    def _check_mine(self, player: Player) -> None:
        refuse_if(not self.seating.is_here(player), _("Only your friend can do that."))

    # Folding

    def apply(  # noqa: C901 - one case for each event
        self, by: Player, event: Event, *, at: int = 0, entry: int = 0
    ) -> None:
        """Apply an event; raise RulesError, with nothing changed, if it is not allowed.

        With a friend it happened `at` this time, in seconds since 1970, as `entry` of the log.
        """
        self.seating.check(by, event)
        match event:
            case Played():
                self._move(by, event)
                self.waits_since = at
                self.requests.clear()
            case Asked(what, number):
                refuse_if(by in self.requests, _(NOT_NOW))
                refuse_if(
                    what == TAKE_BACK and number != self._last_ply(by),
                    _(NONE_TO_TAKE_BACK),
                )
                moves = tuple(self.game.moves[number:]) if what == TAKE_BACK else ()
                self.requests[by] = Request(what, by, moves, number, entry)
            case Answered() | Withdrew():
                self._close_request(by, event, at)
            case Helped(word):
                self.words_of_help[by - 1].append(word)
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
                self.seating.set_clock_back()
            case SwappedSeats():
                namer = self.setup.named_by and other(self.setup.named_by)
                self.setup = replace(self.setup, seats=self.setup.seats[::-1], named_by=namer)
                self.series = self.series.swapped()
                self.hints = self.hints[::-1]
                self.words_of_help = self.words_of_help[::-1]
            case Resigned():
                self._end(Ending(Reason.RESIGNED, other(by)))
            case RanOut():
                self._end(Ending(Reason.TIME, other(by)))
            case Claimed(ply):
                refuse_if(not self.can_claim(by, at) or ply != self.game.ply, _(NOT_NOW))
                self._end(Ending(Reason.TIME, by))
            case ProvedFork() | ProvedNotice():
                self._end(Ending(Reason.FORKED, by))
            case _:
                raise ValueError(f"no event of one game: {event}")
        self.seating.applied(by, event)
        if self.ending is not None:
            self._ended_at = self._ended_at or at
        if at and isinstance(event, Played | Answered):
            day = min(self.waits_since or at, self.now())  # as claimed, at the latest now
            self.tags["Date"] = datetime.fromtimestamp(day).strftime("%Y.%m.%d")
        self.version += 1

    def _move(self, by: Player, played: Played) -> None:
        """Play a move in the tree, and note in the record if a hint had named it."""
        refuse_if(
            self.ending is not None or by != self.to_move or played.ply != self.game.ply, _(NOT_NOW)
        )
        hinted = self._hinted.get(self.position)
        self.game.play(played.move)
        self.game.promote()
        if played.move == hinted:
            self.game.node.comment = with_hint(self.game.node.comment)

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
            self.waits_since = at
            self.requests.clear()

    def can_claim(self, player: Player, at: int) -> bool:
        """Whether the opponent's days for a move are over at a given time."""
        if self.ending is not None or self.to_move == player or not self.setup.days:
            return False
        since = self.waits_since
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
        self.seating.is_watched = True
        if self.clock is None or self.clock.running or not self.can_run:
            return
        self.clock.start(self.to_move, self.now())
        self.seating.keep_clock(self.now())

    def pause_clock(self) -> None:
        """Stop the clock: at one table while it is out of sight, else when the program closes."""
        self.seating.is_watched = False
        if self.clock is not None:
            self.clock.pause(self.now())
            if self.ending is None:
                self.seating.keep_clock(None)

    def rest_clock(self) -> None:
        """Stop the clock while something lies before the table; with a friend it runs on."""
        if not self.seating.clock_runs_on:
            self.pause_clock()

    def look_away(self) -> None:
        """Stop the clock, as another screen is shown; with a friend run on for this move only."""
        self.rest_clock()
        self.seating.is_watched = False

    def remaining(self, player: Player) -> float | None:
        """Return the seconds a player has left, None without a clock."""
        return None if self.clock is None else self.clock.remaining(player, self.now())

    def check_clock(self) -> bool:
        """End the game if a person's time is up; return whether it did."""
        if self.clock is None or self.ending is not None:
            return False
        if (flagged := self.clock.flagged(self.now(), self.seating.timed)) is not None:
            with suppress(RulesError):
                self.seating.send(flagged, RanOut(self.game.ply))
        return self.ending is not None

    def keep_time(self) -> None:
        """Check the local flag, and run the friend's clock while the friend's program is open."""
        if self.clock is not None and self.ending is None and not self.check_clock():
            self.seating.follow_friends_time()

    def follow_clock(self) -> None:
        self.seating.follow_clock()

    # Records

    def record(self) -> Record:
        """Return the game as a record, with everything needed to resume it.

        The record shares the game's tree; print it before the next move is played.
        """
        tags = tags_of(self.setup, self.series, self.hints)
        if self.clock is not None and self.ending is None:
            tags |= clock_tags(self.clock.left(self.now()))
        if self.game.node is not self.game.last:
            tags["Ply"] = str(self.game.ply)
        return Record(self.tags | tags, self.game)

    @property
    def text(self) -> str:
        """The record as text; printed once, until something in it has changed."""
        record = self.record()
        known = self.version, self.ending, record.tags
        if self._printed[0] != known:
            self._printed = known, record.text
        return self._printed[1]

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
        session.game, session.cut = record.game, record.cut
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

    def take_in(self, study: Study) -> None:
        """Merge a study's findings into the game; main line and ending stay."""
        if study.game is not self.game and study.game.start == self.game.start:
            self.version += study.bring_back(self.game)

    def with_findings(self, study: Study) -> Session:
        """Return the game with all findings of a study of it, as it is saved.

        Where it is begun and not over it stands where it stood at the table.
        """
        study.save_values()
        tags = {name: value for name, value in self.record().tags.items() if name != "Ply"}
        goes_on = self.game is not study.game and self.game.ply and self.ending is None
        if goes_on and self.position != study.game.last.position:
            tags["Ply"] = str(self.game.ply)
        game = study.game.copy()
        game.go_to(game.last)
        return Session.from_record(Record(tags, game))

    # Steps

    def _last_ply(self, player: Player) -> int | None:
        path = self.game.node.path()
        return next((ply for ply in reversed(range(len(path))) if mover(path[ply]) == player), None)

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
        self.seating.set_clock_back()

    def _end(self, ending: Ending) -> None:
        refuse_if(self.ending is not None, _(GAME_OVER))
        self.game.end(ending)
        self.requests.clear()


def read_game(path: Path, number: int | None = None) -> Session:
    """Return the game in a file, or the numbered one of several, from 1.

    Raises SeveralGamesError for several without a number, RulesError, with one line, if there is
    none.
    """
    with naming(path):
        return Session.from_record(one_game(read_text(path, MOST_OF_TABLE), number))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Prefix an error with the name of its file."""
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
