"""Two sides of a game for tests: their logbooks, and copies carried from one to the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from battle.friend.log import Copy, Log, Logbook, LogDigest, Replay, copy_of
from battle.friend.meeting import Side, Terms, other_side
from battle.friend.sealing import Identity, packed, unpacked
from battle.game.events import Event, Played
from battle.game.session import Session
from battle.rules.position import position

SMALL = position("5m5p/5p5m/9s/9s")
"""After this start: 5m a1b2, 5p a2b1, 9s c1d1."""

TOPIC = "a-topic-for-the-tests"
HOST, GUEST = Identity(bytes(32)), Identity(bytes([1]) * 32)


def book(side: Side, agreed: Terms | None = None) -> Logbook:
    """Return an empty logbook of a side; both are made for each other."""
    mine, friend = (HOST, GUEST) if side == "host" else (GUEST, HOST)
    return Logbook(side, agreed or Terms(SMALL), TOPIC, mine, friend.public)


def table(of: Logbook) -> Session:
    """Return the newest game of a logbook; its seats are taken."""
    assert of.replay.game is not None
    return of.replay.game


def games_of(replay: Replay | None) -> object:
    """Return all that follows from both logs, to be compared."""
    assert replay is not None
    games = [
        (
            one.series,
            replay.player("host", one),
            one.game.start,
            one.game.moves,
            one.game.node.comment,
            one.ending,
            dict(one.requests),
            (one._help, one._left, one._waits_since, one._ended_at),
        )
        for one in replay.games
    ]
    return games, replay.points_named


def forge(of: Logbook, side: Side, log: Log) -> None:
    """Put a log into a logbook, lawful or not, signed by the logbook's own side."""
    of.logs = {**of.logs, side: log}
    of._digests[side] = LogDigest(log)
    of._sign()


def copy(of: Logbook) -> Copy:
    """Return what the other side finds in a logbook's copy."""
    return copy_of(values(of), of.side)


def values(of: Logbook) -> dict[str, Any]:
    """Return what a copy of a logbook carries."""
    return unpacked(packed(of.copy("Ada").values))


@dataclass
class Two:
    """Both sides."""

    agreed: Terms = field(default_factory=lambda: Terms(SMALL))

    def __post_init__(self) -> None:
        self.books: dict[Side, Logbook] = {
            "host": book("host", self.agreed),
            "guest": book("guest", self.agreed),
        }
        self.at = 1_700_000_000

    def do(self, side: Side, event: Event, *, tell: bool = True) -> None:
        """Let a side do something, and tell the other."""
        self.at += 10
        self.books[side].do(event, self.at)
        if tell:
            self.tell(side)

    def tell(self, side: Side) -> bool:
        """Carry a side's copy to the other."""
        return self.books[other_side(side)].take(copy(self.books[side]), self.at)

    def meet(self) -> None:
        """Carry both copies."""
        self.tell("host"), self.tell("guest"), self.tell("host")

    def play(self, which: int = 0, *, tell: bool = True) -> None:
        """Let the side to move play one of its moves."""
        mover: Side = "host" if table(self.books["host"]).my_turn else "guest"
        game = table(self.books[mover])
        moves = game.position.legal_moves
        self.do(mover, Played(game.game.ply, moves[which % len(moves)]), tell=tell)

    def play_out(self, random: Random) -> None:
        """Play the game to its end."""
        while table(self.books["host"]).ending is None:
            self.play(random.randrange(99))

    def agree(self) -> bool:
        """Whether both have the same logs and the same games."""
        host, guest = self.books["host"], self.books["guest"]
        return host.logs == guest.logs and games_of(host.replay) == games_of(guest.replay)
