"""A game at the table: who sits where, the clock, requests, the series; what every view shows.

The rules' `Game` knows moves and positions; a `Session` adds the people. Views draw what they read
here, call a method for every wish of a person, and draw again when `version` has grown.

Between two people a take-back needs the other's consent and is a `Request` until it is answered;
with the solver at the table it happens at once. What cannot be done now raises `NotNowError`, whose
message is a sentence for the person; a move that cannot be played raises `IllegalMoveError`.
Neither changes anything.

What of all this stands in a record, and how, is in `tags`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from battle.game.clock import Clock, ClockState
from battle.game.levels import level_name
from battle.game.series import Series, duplicate
from battle.game.setup import Seat, Setup
from battle.game.tags import (
    KEY_TAG,
    STATE_TAGS,
    clock_tags,
    clocks_in,
    hints_in,
    hints_tags,
    series_in,
    series_tags,
    setup_in,
    setup_tags,
)
from battle.language import _
from battle.rules.game import Ending, Game, Node, Reason
from battle.rules.position import PLAYERS, Kind, Move, Player, Position, RulesError, other
from battle.rules.record import Record, clock_in, with_clock, with_hint
from battle.words import endings
from battle.words.plain import shown_name

__all__ = ["NotNowError", "Request", "Seat", "Session", "Setup"]


class NotNowError(RulesError):
    """Something that cannot be done at this moment; the message tells the person why."""


@dataclass(frozen=True)
class Request:
    """What one player asks of the other; `moves` are those a take-back would undo, oldest first."""

    kind: Literal["take back", "draw"]
    by: Player
    moves: tuple[Move, ...] = ()


class Session:
    """A game between two seats, from the agreed setup to the result.

    `me` is the player that the person here is, None where everybody is here.
    """

    me: Player | None = None

    def __init__(
        self,
        setup: Setup,
        series: Series | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.setup = setup
        self.series = series or Series()
        self.game = Game(setup.start)
        self.pending: Request | None = None
        self.hints = (0, 0)
        self.version = 0
        self.clock = Clock(setup.control) if setup.control is not None else None
        self.tags = {"Event": "Casual game", "Date": date.today().strftime("%Y.%m.%d")}
        self._now = now
        self._hinted: dict[Position, Move] = {}

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
        """Whether the game waits for a person."""
        return self.ending is None and not self.seat(self.to_move).solver

    @property
    def has_solver(self) -> bool:
        """Whether the solver sits at the table."""
        return any(seat.solver for seat in self.setup.seats)

    @property
    def person(self) -> Player | None:
        """The player who plays against the solver, None if there are two people or none."""
        people = [player for player in PLAYERS if not self.seat(player).solver]
        return people[0] if len(people) == 1 else None

    @property
    def help_allowed(self) -> bool:
        """Whether hints, values and Analyse may be used: not while a game without help goes on."""
        return self.ending is not None or not self.setup.no_help

    @property
    def level(self) -> str:
        """The level the program plays at, empty if it is the solver or there is no program."""
        return next((seat.level for seat in self.setup.seats if seat.solver), "")

    def seat(self, player: Player) -> Seat:
        """Return who plays this side."""
        return self.setup.seats[player - 1]

    def name(self, player: Player) -> str:
        """Return what to call a player on the screen."""
        seat = self.seat(player)
        name = shown_name(seat.name)
        if name:
            return name
        if seat.level:
            return level_name(seat.level)
        return _("Solver") if seat.solver else _("Player {number}").format(number=player)

    @property
    def names(self) -> tuple[str, str]:
        """What players 1 and 2 are called on the screen."""
        return self.name(1), self.name(2)

    def taken(self, player: Player) -> tuple[Kind, ...]:
        """Return the kinds of the pairs the player has taken, in order."""
        path = self.game.node.path()
        return tuple(_kind_taken(node) for node in path if _mover(node) == player)

    @property
    def points(self) -> tuple[int, int]:
        """The points of players 1 and 2."""
        return self.position.points

    def needed(self, player: Player) -> int:
        """Return the points a player still needs to have won for certain, 0 with that or more."""
        return max(0, self.position.points_to_win - self.points[player - 1])

    @property
    def points_left(self) -> int:
        """The points of all pairs still on the table."""
        return self.position.points_left

    @property
    def totals(self) -> tuple[int, int]:
        """The points of the whole series, this game included."""
        return self.series.plus(self.counted).totals

    @property
    def counted(self) -> tuple[int, int]:
        """The points that the game counts in a series.

        Who gives up or runs out of time leaves all that is on the table to the other.
        """
        ending, (first, second) = self.ending, self.points
        if ending is None or ending.reason not in (Reason.RESIGNED, Reason.TIME):
            return first, second
        rest = self.points_left
        return (first + rest, second) if ending.winner == 1 else (first, second + rest)

    @property
    def can_go_on(self) -> bool:
        """Whether there is a next game: always after the end, unless a duplicate match is over."""
        return self.ending is not None and not self.series.plus(self.counted).is_over

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        return self.game.ending

    @property
    def result_text(self) -> str:
        """The result in a sentence, empty while the game goes on."""
        return endings.sentence(self.ending, self.position, self.names)

    @property
    def request_text(self) -> str:
        """What is asked, in a sentence for the player who has to answer; empty if nothing is."""
        request = self.pending
        if request is None:
            return ""
        name = self.name(request.by)
        if request.kind == "draw":
            return _("{name} offers a draw.").format(name=name)
        moves = ", ".join(str(move) for move in request.moves)
        return _("{name} asks to take back {moves}.").format(name=name, moves=moves)

    # Moves

    def play(self, move: Move) -> None:
        """Play `move` for the player to move; a request that is open is withdrawn."""
        self.check_clock()
        if self.ending is not None:
            raise NotNowError(_("The game is over."))
        mover = self.to_move
        self._make(move)
        self.game.promote()
        if self.clock is not None:
            self.clock.press(self._now())
            left = self.clock.remaining(mover, self._now())
            self.game.node.comment = with_clock(self.game.node.comment, left)
        self._changed()

    def _make(self, move: Move) -> None:
        """Make a move in the tree, and note in the record whether a hint had named it."""
        hinted = self._hinted.get(self.position)
        self.game.play(move)
        if move == hinted:
            self.game.node.comment = with_hint(self.game.node.comment)

    @property
    def can_take_back(self) -> bool:
        """Whether `take_back` would do something."""
        return self.has_solver and self._place_before() is not None

    def take_back(self) -> None:
        """Go back to the person's last own turn; with no person at the table, one move."""
        if not self.has_solver:
            raise NotNowError(_("The other player has to agree to a take-back."))
        place = self._place_before()
        if place is None:
            raise NotNowError(_("There is no move to take back."))
        self._go_back_to(place)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move that was taken back and can be played again."""
        return self.game.can_redo and self.game.node is not self.game.ended_at

    def redo(self) -> None:
        """Play again what was taken back: with the solver at the table up to the person's turn."""
        if not self.can_redo:
            raise NotNowError(_("There is no move to play again."))
        self.game.redo()
        while self.person is not None and self.solver_to_move and self.can_redo:
            self.game.redo()
        self._set_clock_back()
        self._changed()

    # Requests between two people

    def can_request_take_back(self, player: Player) -> bool:
        """Whether the player has a move that the other could allow to be taken back."""
        return not self.has_solver and bool(self._moves_of(player))

    def request_take_back(self, player: Player) -> None:
        """Ask the other player to let `player`'s last move, and the reply, be taken back."""
        if not self.can_request_take_back(player):
            raise NotNowError(_("There is no move to take back."))
        path = self.game.node.path()
        undone = path[path.index(self._moves_of(player)[-1]) :]
        moves = tuple(node.move for node in undone if node.move is not None)
        self._ask(Request("take back", player, moves))

    def offer_draw(self, player: Player) -> None:
        """Offer the other player a draw."""
        if self.ending is not None:
            raise NotNowError(_("The game is over."))
        self._ask(Request("draw", player))

    def answer(self, accept: bool) -> None:
        """Answer the open request for the player who was asked."""
        request = self.pending
        if request is None:
            raise NotNowError(_("Nothing was asked."))
        self.pending = None
        if accept and request.kind == "draw":
            self._end(Ending(Reason.AGREED, None))
        elif accept:
            before = self._moves_of(request.by)[-1].parent
            self._go_back_to(before or self.game.root)
        self._changed()

    # Endings

    def resign(self, player: Player) -> None:
        """Give the game up for `player`."""
        self._end(Ending(Reason.RESIGNED, other(player)))

    def time_out(self, player: Player) -> None:
        """End the game: `player`'s time is up."""
        self._end(Ending(Reason.TIME, other(player)))

    def next_game(self) -> Session:
        """Return the next game of the series, with the seats swapped.

        It begins from the same start; in a duplicate match every second game from another deal.
        """
        if self.ending is None:
            raise NotNowError(_("The game is not over yet."))
        series = self.series.plus(self.counted)
        if series.is_over:
            raise NotNowError(_("All games of the match have been played."))
        return Session(self.setup.swapped(series.next_deal), series.swapped(), now=self._now)

    def new_match(self, deals: tuple[int, ...]) -> Session:
        """Return the first game of a duplicate match between the same two, seats swapped."""
        return Session(self.setup.swapped(deals[0]), Series((), duplicate(deals)), now=self._now)

    # The solver at the table

    @property
    def can_change_sides(self) -> bool:
        """Whether person and solver may change places."""
        return self.person is not None and self.series.duplicate is None and self.ending is None

    def change_sides(self) -> None:
        """Let person and solver change places in the game as it stands."""
        if self.person is None:
            raise NotNowError(_("Only a person and the solver can change sides."))
        if self.series.duplicate is not None:
            raise NotNowError(_("In a duplicate match the sides are agreed."))
        if self.ending is not None:
            raise NotNowError(_("The game is over."))
        first, second = self.setup.seats
        self.setup = replace(self.setup, seats=(second, first))
        self.hints = (self.hints[1], self.hints[0])
        self.series = self.series.swapped()
        self._changed()

    def count_hint(self) -> None:
        """Remember that the player to move was helped; the record tells."""
        first, second = self.hints
        self.hints = (first + 1, second) if self.to_move == 1 else (first, second + 1)
        self._changed()

    def note_hint(self, move: Move) -> None:
        """Remember which pair hints are about at this position; if it is played the record tells.

        The last one counts: a hint that was corrected in time is not to blame.
        """
        self._hinted[self.position] = move

    @property
    def help_used(self) -> tuple[str, ...]:
        """The help that was used while the game went on, besides hints."""
        return tuple(self.tags.get("Help", "").split())

    def helped(self, player: Player) -> tuple[str, ...]:
        """Return the help, besides hints, that a player is known to have used."""
        return ()

    def note_help(self, sort: str) -> None:
        """Remember that help of a sort, one word, was used in the game; the record tells."""
        if self.ending is None and sort not in self.help_used:
            self.tags["Help"] = " ".join((*self.help_used, sort))
            self._changed()

    # The clock

    def run_clock(self) -> None:
        """Let the time of the player to move run: at the start, and when the game is looked at."""
        if self.clock is not None and self.ending is None and not self.clock.running:
            self.clock.start(self.to_move, self._now())

    def pause_clock(self) -> None:
        """Stop the clock: the window lost its focus, or another screen is shown."""
        if self.clock is not None:
            self.clock.pause(self._now())

    def remaining(self, player: Player) -> float | None:
        """Return the seconds a player has left, None without a clock."""
        return None if self.clock is None else self.clock.remaining(player, self._now())

    def check_clock(self) -> bool:
        """End the game if a person's time is up; return whether it did.

        The program plays within its time; what a machine takes beside that costs it no game.
        """
        if self.clock is None or self.ending is not None:
            return False
        people = [player for player in PLAYERS if not self.seat(player).solver]
        flagged = self.clock.flagged(self._now(), people)
        if flagged is not None:
            self.time_out(flagged)
        return flagged is not None

    # Records

    def record(self) -> Record:
        """Return the game as a record, with everything needed to go on from here.

        The record shares the game's tree; print it before the next move is played.
        """
        tags = setup_tags(self.setup) | series_tags(self.series) | hints_tags(self.hints)
        return Record({**self.tags, **tags, **self._state_tags()}, self.game)

    @staticmethod
    def from_record(
        record: Record, *, now: Callable[[], float] = time.monotonic, own: bool = False
    ) -> Session:
        """Return the game in a record, to go on with or to look through; its clock is paused.

        Tags that do not say what they should are passed over. Only a record that this program wrote
        for itself is its `own`: an unfinished game of any other loses its key, so that its end
        replaces no other game in the person's record.
        """
        tags = record.tags
        setup = setup_in(tags, record.game.start)
        session = Session(setup, series_in(tags), now=now)
        session.game = record.game
        session.tags = {name: value for name, value in tags.items() if name not in STATE_TAGS}
        if not own and session.ending is None:
            session.tags.pop(KEY_TAG, None)
        session.hints = hints_in(tags)
        session._go_to_ply(tags.get("Ply", ""))
        session._restore_clock(tags)
        return session

    def _state_tags(self) -> dict[str, str]:
        """Return the tags of a game that is not over: the clock, and where it was gone back to."""
        tags: dict[str, str] = {}
        if self.clock is not None and self.ending is None:
            state = self.clock.state(self._now())
            tags |= clock_tags(state.left)
        if self.game.node is not self.game.last:
            tags["Ply"] = str(self.game.ply)
        return tags

    def _go_to_ply(self, text: str) -> None:
        line = self.game.main_line()
        if re.fullmatch(r"[0-9]{1,3}", text, re.ASCII) and int(text) < len(line):
            self.game.go_to(line[int(text)])

    def _restore_clock(self, tags: Mapping[str, str]) -> None:
        if self.setup.control is None:
            return
        whole = self.setup.control.seconds
        first, second = (whole if left is None else left for left in clocks_in(tags))
        self.clock = Clock(self.setup.control, ClockState((first, second), self.to_move))

    # Steps

    def _moves_of(self, player: Player) -> list[Node]:
        """Return the nodes that the player's moves led to, in the order of playing."""
        return [node for node in self.game.node.path() if _mover(node) == player]

    def _place_before(self) -> Node | None:
        """Return where a take-back leads: the person's last turn, or one move back."""
        person, node = self.person, self.game.node
        if node is self.game.ended_at and person in (None, self.to_move):
            return node
        before = node.parent
        while before is not None and person not in (None, before.position.to_move):
            before = before.parent
        return before

    def _go_back_to(self, node: Node) -> None:
        self.game.resume()
        self.game.go_to(node)
        self._set_clock_back()
        self._changed()

    def _ask(self, request: Request) -> None:
        if self.pending is not None:
            raise NotNowError(_("The last request has not been answered yet."))
        self.pending = request
        self.version += 1

    def _end(self, ending: Ending) -> None:
        if self.ending is not None:
            raise NotNowError(_("The game is over."))
        self.game.end(ending)
        self._changed()

    def _set_clock_back(self) -> None:
        """Let the time run of who is to move at the place gone to.

        Between two people time that was used is used. With the program at the table both have the
        time again that they had there, so that a flag that has fallen can be taken back as well.
        """
        if self.clock is None:
            return
        self.clock.hand_to(self.to_move, self._now())
        if self.has_solver:
            self.clock.put_back(self._times_here(self.clock.control.seconds), self._now())

    def _times_here(self, whole: float) -> tuple[float, float]:
        """Return what the players' clocks showed when the place looked at was reached."""
        left = [whole, whole]
        for node in self.game.node.path():
            mover, shown = _mover(node), clock_in(node.comment)
            if mover is not None and shown is not None:
                left[mover - 1] = shown
        return left[0], left[1]

    def _changed(self) -> None:
        self.pending = None
        if self.ending is not None:
            self.pause_clock()
        self.version += 1


def _mover(node: Node) -> Player | None:
    return None if node.parent is None else node.parent.position.to_move


def _kind_taken(node: Node) -> Kind:
    """Return the kind of the pair that the move to `node` took."""
    if node.parent is None or node.move is None:
        raise ValueError("no move leads to the start")
    return node.parent.position.kind_of(node.move)
