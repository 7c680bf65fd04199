"""Who sits where at a game: both players at one table, or each at a program.

                  `Together`, at one table             `Apart`, at a program each
    send          apply at once                        into the log, which has it applied
    check         nothing: a person here acted         what the friend's program claims
    ask           one request at a time                one request of each player
    clock         one, which rests out of sight        each measures its own player
    next          begun by a person                    agreed

A game of others is `Watched`: both players are elsewhere, and nobody acts here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from battle.game.events import (
    HINT,
    MOST_KINDS,
    MOST_LEFT,
    REMATCH,
    Asked,
    Event,
    Helped,
    Played,
    RanOut,
)
from battle.game.setup import (
    KEY_TAG,
    Clock,
    Seat,
    Series,
    Setup,
)
from battle.language import N_, _
from battle.rules.position import PLAYERS, Move, Player, RulesError, other
from battle.rules.record import clock_in, with_clock
from battle.rules.tree import Ending, Game, Node

NOT_NOW: Final = N_("That is not possible now.")
NOT_OVER: Final = N_("The game is not over yet.")
MATCH_OVER: Final = N_("All games of the match are over.")
GAME_OVER: Final = N_("The game is over.")
NONE_TO_TAKE_BACK: Final = N_("There is no move to take back.")
WITHOUT_HELP: Final = N_("This game is played without help.")
DAILY_STANDS: Final = N_("On the deal of the day every move stands, and sides are settled.")
_NOT_ANSWERED: Final = N_("The last request has not been answered yet.")
MUST_AGREE: Final = N_("The other player must agree to another game.")
NO_REQUEST: Final = N_("There is no open request.")


DAY: Final = 24 * 60 * 60


class NotNowError(RulesError):
    """An action that is impossible now; the message is for the person."""


def refuse_if(is_so: object, words: str) -> None:
    """Raise NotNowError with words for the person."""
    if is_so:
        raise NotNowError(words)


def mover(node: Node) -> Player | None:
    """Return who made the move to a node, None for the start."""
    return None if node.parent is None else node.parent.position.to_move


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


class Replayed:
    """The remote of a game that is only replayed: nobody acts in it, and nothing is saved."""

    record_key = ""
    clock_kept: ClockKept | None = None
    received_at = 0

    @property
    def friend_has_left(self) -> bool:
        return True

    def seconds(self) -> float:
        """Return a time after everything that happened in the game."""
        return math.inf

    def do(self, number: int, event: Event) -> None:
        raise NotNowError(_(NOT_NOW))

    def keep_clock(self, kept: ClockKept) -> None:
        """Save nothing."""


class Seated(Protocol):
    """A game, as a seating sees it; `now` counts seconds."""

    setup: Setup
    series: Series
    game: Game
    clock: Clock | None
    now: Callable[[], float]
    tags: dict[str, str]
    requests: dict[Player, Request]
    words_of_help: tuple[list[str], list[str]]
    waits_since: int | None

    @property
    def to_move(self) -> Player: ...

    @property
    def place(self) -> tuple[int, int]: ...

    @property
    def ending(self) -> Ending | None: ...

    @property
    def asked(self) -> Request | None: ...

    @property
    def has_solver(self) -> bool: ...

    @property
    def help_used(self) -> tuple[str, ...]: ...

    def seat(self, player: Player) -> Seat:
        """Return who sits there."""

    def apply(self, by: Player, event: Event, *, at: int = 0, entry: int = 0) -> None:
        """Change the game by an event."""

    def run_clock(self) -> None:
        """Let the time of the player to move run."""


class Together:
    """Both players are at this table: two people, or a person and the program."""

    me: Player | None = None
    """The player here, None if both are."""
    clock_runs_on = False
    """Whether the clock runs on while the table is out of sight."""
    must_agree = False
    """Whether the other program must agree to another game."""
    of_others = False
    """Whether both players are elsewhere."""
    is_watched = False

    def __init__(self, session: Seated) -> None:
        self.session = session

    def begin(self) -> None:
        """Go back to the state before the first event."""

    def is_here(self, player: Player) -> bool:
        return True

    def own(self, player: Player) -> Player:
        """Return the local player; `player` if both are here."""
        return player

    @property
    def again(self) -> dict[str, Any]:
        """What a further game of the same two, in each other's seats, begins with."""
        return {"now": self.session.now}

    # --- events ---------------------------------------------------------------------------------

    def send(self, by: Player, event: Event) -> None:
        self.session.apply(by, event)

    def check(self, by: Player, event: Event) -> None:
        """Raise NotNowError for an event that only another program could claim."""

    def applied(self, by: Player, event: Event) -> None:
        """Follow an applied event: a move ends a turn, and any event a request."""
        session, clock = self.session, self.session.clock
        if clock is not None and isinstance(event, Played):
            clock.press(session.now())
            node = session.game.node
            node.comment = with_clock(node.comment, clock.remaining(by, session.now()))
        if not isinstance(event, Asked):
            session.requests.clear()
        if clock is not None and session.ending is not None:
            clock.pause(session.now())

    # --- requests and help ----------------------------------------------------------------------

    @property
    def ours(self) -> Request | None:
        """The open request to the friend."""
        return None

    @property
    def theirs(self) -> Request | None:
        """The open request to a person here."""
        return next(iter(self.session.requests.values()), None)

    def check_asking(self, by: Player) -> None:
        refuse_if(self.session.requests, _(_NOT_ANSWERED))

    def may_ask(self, player: Player) -> bool:
        """Whether a player may ask for a take-back from here."""
        return True

    def helped(self, player: Player) -> tuple[str, ...]:
        """Return the help, besides hints, that a player alone is known to have used."""
        return ()

    @property
    def help_used(self) -> tuple[str, ...]:
        """The help, besides hints, that need not be noted again."""
        return self.session.help_used

    # --- the clock ------------------------------------------------------------------------------

    @property
    def timed(self) -> list[Player]:
        """The players whose flags fall here: the machine's overhead costs the program no game."""
        return [player for player in PLAYERS if not self.session.seat(player).solver]

    def left_after_move(self) -> int | None:
        """Return the milliseconds that the local player has left after a move made now."""
        return None

    def keep_clock(self, since: float | None) -> None:
        """Save the local clock, which runs `since` a time or stands."""

    def follow_clock(self) -> None:
        """Set the clocks to the times both programs have measured, and start the one that runs."""

    def follow_friends_time(self) -> None:
        """Run the friend's clock while the friend's program is open."""

    def set_clock_back(self) -> None:
        """Start the clock of the player to move after a take-back.

        Two people have used the time that they used. With the program at the table both have the
        time again that they had there, so that a flag that has fallen can be taken back as well.
        """
        session, clock, left = self.session, self.session.clock, None
        if clock is None:
            return
        if session.has_solver:
            left = (clock.control.seconds,) * 2
            for node in session.game.node.path():
                shown = clock_in(node.comment)
                if shown is not None:
                    left = (shown, left[1]) if mover(node) == 1 else (left[0], shown)
        clock.hand_to(session.to_move, session.now(), left)

    def awaited_since(self, since: int) -> int:
        """Return from when on the days for the awaited move count, `since` it could be made."""
        return since


class Apart(Together):
    """Each player is at a program of its own; `me` is the one here, the friend is `remote`.

    `home` is the player of the side that the logs are read for, `left` are the milliseconds of
    players 1 and 2, as both programs have measured them.
    """

    clock_runs_on = must_agree = True

    def __init__(self, session: Seated, home: Player, remote: Remote) -> None:
        super().__init__(session)
        self.me = self.home = home
        self.remote = remote
        self._timed: object = None
        session.now = remote.seconds
        if remote.record_key:
            session.tags[KEY_TAG] = f"{remote.record_key}-{session.series.number}"

    def begin(self) -> None:
        control = self.session.setup.control
        self.left = [0 if control is None else round(control.seconds * 1000)] * 2

    def is_here(self, player: Player) -> bool:
        return player == self.me

    def own(self, player: Player) -> Player:
        return self.home

    @property
    def again(self) -> dict[str, Any]:
        return {"me": other(self.home), "remote": self.remote, "apart": type(self)}

    # --- events ---------------------------------------------------------------------------------

    def send(self, by: Player, event: Event) -> None:
        """Submit an event to the log, from which it is applied."""
        self.remote.do(self.session.series.number, event)

    def check(self, by: Player, event: Event) -> None:
        session = self.session
        match event:
            case Played(left=left):  # no more time may be left than there can be
                control, most = session.setup.control, None
                if control is not None:
                    most = self.left[by - 1] + round(control.increment * 1000)
                bad = (left is None) != (most is None) or (left or 0) > (most or 0)
            case Asked(what):
                is_over = session.ending is not None
                bad = by in session.requests or is_over != (what == REMATCH)
            case Helped(word) if word != HINT:
                known = self.helped(by)
                bad = word in known or len(known) >= MOST_KINDS
            case RanOut(ply):
                bad = session.clock is None or by != session.to_move or ply != session.game.ply
            case _:
                bad = False
        refuse_if(bad, _(NOT_NOW))

    def applied(self, by: Player, event: Event) -> None:
        """Follow an applied event, which says how much time is left."""
        if isinstance(event, RanOut):
            self.left[by - 1] = 0
        elif isinstance(event, Played) and event.left is not None:
            node, self.left[by - 1] = self.session.game.node, event.left
            node.comment = with_clock(node.comment, event.left / 1000)

    # --- requests and help ----------------------------------------------------------------------

    @property
    def ours(self) -> Request | None:
        return self.session.requests.get(self.home)

    @property
    def theirs(self) -> Request | None:
        return self.session.requests.get(other(self.home))

    def check_asking(self, by: Player) -> None:
        refuse_if(self.session.ending is not None, _(GAME_OVER))
        refuse_if(by in self.session.requests, _(_NOT_ANSWERED))

    def may_ask(self, player: Player) -> bool:
        return player == self.me and not self.session.ending and not self.session.asked

    def helped(self, player: Player) -> tuple[str, ...]:
        return tuple(word for word in self.session.words_of_help[player - 1] if word != HINT)

    @property
    def help_used(self) -> tuple[str, ...]:
        return self.helped(self.home)

    # --- the clock ------------------------------------------------------------------------------

    @property
    def timed(self) -> list[Player]:
        """The local player: only that flag falls here."""
        return [self.home] if self.session.to_move == self.me else []

    def left_after_move(self) -> int | None:
        clock = self.session.clock
        if clock is None:
            return None
        seconds = clock.remaining(self.home, self.session.now()) + clock.control.increment
        return min(round(seconds * 1000), MOST_LEFT)

    def keep_clock(self, since: float | None) -> None:
        session, clock = self.session, self.session.clock
        if clock is not None and session.to_move == self.me:
            left = round(clock.remaining(self.home, session.now()) * 1000)
            moment = None if since is None else round(since * 1000)
            self.remote.keep_clock(ClockKept(*session.place, left, moment))

    def follow_clock(self) -> None:
        """Set the clocks to the times both programs have measured, and start the one that runs.

        Called when a batch of events is applied: no time runs between them.
        """
        session = self.session
        counted = session.game.moves, session.ending, tuple(self.left)
        if session.clock is None or counted == self._timed:
            return
        self._timed = counted
        kept = self.remote.clock_kept
        if kept is not None and kept[:2] != session.place:
            kept = None
        left = [count / 1000 for count in self.left]
        if kept is not None:
            left[self.home - 1] = min(left[self.home - 1], kept.left / 1000)
        session.clock = Clock(session.clock.control, (left[0], left[1]), session.to_move)
        if session.ending is not None:
            return
        if session.to_move != self.me:
            self.follow_friends_time()
        elif kept is not None and kept.since is not None:
            session.clock.start(self.home, kept.since / 1000)
        elif self.is_watched:
            session.run_clock()

    def follow_friends_time(self) -> None:
        session, clock = self.session, self.session.clock
        if clock is None or session.to_move == self.me:
            return
        if self.remote.friend_has_left:
            clock.pause(session.now())
        elif not clock.running:
            clock.start(session.to_move, session.now())

    def set_clock_back(self) -> None:
        """Give nothing back: time that was used is used."""

    def awaited_since(self, since: int) -> int:
        """Count a person's own days from when the friend's move arrived."""
        return max(since, self.remote.received_at) if self.session.to_move == self.me else since


class Watched(Apart):
    """Both players are elsewhere: who watches can do nothing, and both clocks are estimates."""

    of_others = True
    ours = theirs = None

    def __init__(self, session: Seated, home: Player, remote: Remote) -> None:
        super().__init__(session, home, remote)
        self.me = None

    def follow_clock(self) -> None:
        """Count the time for a move from when the one before it was made: one may come late."""
        session, timed = self.session, self._timed
        super().follow_clock()
        clock, since = session.clock, session.waits_since
        if clock is not None and clock.running and since is not None and self._timed != timed:
            clock.pause(session.now())
            clock.start(session.to_move, min(since, session.now()))
