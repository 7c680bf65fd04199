"""Two sides of a game for tests: their logbooks, or whole programs on homes of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.log import Copy, Log, Logbook, LogDigest, Replay, copy_of
from battle.friend.meeting import SIDES, Side, Terms, other_side
from battle.friend.sealing import Identity, packed, unpacked
from battle.game.events import Event, Played
from battle.game.session import Session
from battle.profile.records import PlayedGame, Records
from battle.profile.store import Database
from battle.rules.position import move, position
from battle.storage import Places
from tests.support.memory_channel import MemoryChannel, MemoryTopic

BROKER = "mqtt://example.org"

SMALL = position("5m5p/5p5m/9s/9s")
"""After this start: 5m a1b2, 5p a2b1, 9s c1d1."""

TOPIC = "a-topic-for-the-tests"
HOST, GUEST = Identity(bytes(32)), Identity(bytes([1]) * 32)


def book(side: Side, agreed: Terms | None = None) -> Logbook:
    """Return an empty logbook of a side; both are made for each other."""
    mine, friend = (HOST, GUEST) if side == "host" else (GUEST, HOST)
    return Logbook(side, agreed or Terms(SMALL), TOPIC, mine, friend.public)


def submit_to(game: FriendGame, submit: Callable[[Callable[[], object]], object]) -> None:
    """Let another have all jobs of a game from now on."""
    game._submit = game.inbox._submit = game.outbox._submit = submit


def table(of: Logbook) -> Session:
    """Return the newest game of a logbook; its seats are taken."""
    return of.replay.game


def games_of(replay: Replay | None) -> object:
    """Return all that follows from both logs, to be compared."""
    games = [
        (
            one.series,
            replay.player("host", one),
            one.game.start,
            one.game.moves,
            one.game.node.comment,
            one.ending,
            dict(one.requests),
            (one.words_of_help, one.seating.left, one.waits_since, one._ended_at),
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


def take(into: Logbook, found: Copy, at: int) -> bool:
    """Check a copy and merge it, as a game does in two steps."""
    return into.take(into.check(found), at)


def values(of: Logbook) -> dict[str, Any]:
    """Return what a copy of a logbook carries."""
    return unpacked(packed(of.copy("Ada").values))


@dataclass
class Books:
    """Both sides' logbooks."""

    agreed: Terms = field(default_factory=lambda: Terms(SMALL))

    def __post_init__(self) -> None:
        self.books: dict[Side, Logbook] = {
            "host": book("host", self.agreed),
            "guest": book("guest", self.agreed),
        }
        self.at = 1_700_000_000

    def do(self, side: Side, event: Event, *, send: bool = True) -> None:
        """Let a side do something, and send it to the other."""
        self.at += 10
        self.books[side].do(event, self.at)
        if send:
            self.send(side)

    def send(self, side: Side) -> bool:
        """Carry a side's copy to the other."""
        return take(self.books[other_side(side)], copy(self.books[side]), self.at)

    def meet(self) -> None:
        """Carry both copies."""
        self.send("host"), self.send("guest"), self.send("host")

    def play(self, which: int = 0, *, send: bool = True) -> None:
        """Let the side to move play one of its moves."""
        mover: Side = "host" if table(self.books["host"]).my_turn else "guest"
        game = table(self.books[mover])
        moves = game.position.legal_moves
        self.do(mover, Played(game.game.ply, moves[which % len(moves)]), send=send)

    def play_out(self, random: Random) -> None:
        """Play the game to its end."""
        while table(self.books["host"]).ending is None:
            self.play(random.randrange(99))

    def agree(self) -> bool:
        """Whether both have the same logs and the same games."""
        host, guest = self.books["host"], self.books["guest"]
        return host.logs == guest.logs and games_of(host.replay) == games_of(guest.replay)


class Home:
    """A home, and the program that runs there."""

    def __init__(self, place: Path, topics: dict[str, MemoryTopic]) -> None:
        self.places = Places.below(place)
        self.topics = topics
        self.games = self.new_program()

    def new_program(self) -> FriendGames:
        """Return a program that has just been started."""
        return FriendGames(self.places, lambda where, side: MemoryChannel(self.topics[where.topic]))

    def kept(self) -> list[PlayedGame]:
        """Return the games of the record, which those that are finished come into."""
        records = Records(Database.of(self.places))
        self.games.keep_finished(records)
        return records.games()

    def restart(self) -> FriendGame:
        """Close the program and start it again."""
        self.games.close()
        self.games = self.new_program()
        return self.games.open(self.games.topics()[0])

    def end_abruptly(self) -> None:
        """End the program with no chance to do anything."""
        for topic in self.games.topics():
            self.games._release(topic)
        for game in self.games.opened.values():
            if isinstance(game.channel, MemoryChannel):
                game.channel.down()
        self.games = self.new_program()

    def kill(self) -> FriendGame:
        """End the program with no chance to do anything, and start it again."""
        self.end_abruptly()
        return self.games.open(self.games.topics()[0])


class Two:
    """Ada, who invites, and Ben."""

    def __init__(self, tmp_path: Path, agreed: Terms | None = None) -> None:
        self.topics = defaultdict[str, MemoryTopic](MemoryTopic)
        self.ada, self.ben = (Home(tmp_path / name, self.topics) for name in ("ada", "ben"))
        self.now = datetime(2026, 11, 22, 10, 40, tzinfo=UTC)
        self.host = self.ada.games.invite(agreed or Terms(SMALL), "Ada", broker=BROKER)
        self.line = str(self.host.invitation)
        self.topic = self.topics[self.host.invitation.topic]
        self.pass_by()
        self.guest = self.ben.games.join(self.line)
        self.pass_by()

    def pass_by(self, seconds: float = 3) -> None:
        """Let time pass, in which all is exchanged."""
        for _round in range(3):
            self.now += timedelta(seconds=seconds / 3)
            self.ada.games.update(self.now)
            self.ben.games.update(self.now)

    def meet(self, *moves: str) -> Two:
        """Let Ben join, and the two play these moves in turn."""
        self.guest.join("Ben")
        self.pass_by()
        for number, words in enumerate(moves):
            self.play(SIDES[(number + self.host.meeting.terms.host - 1) % 2], words)
        return self

    def restart(self, side: Side) -> FriendGame:
        """Close a side's program and start it again, and let a minute pass; return the game."""
        if side == "host":
            self.host = self.ada.restart()
        else:
            self.guest = self.ben.restart()
        self.pass_by(60)
        return self.game(side)

    def game(self, side: Side) -> FriendGame:
        """Return the game on a side."""
        return self.host if side == "host" else self.guest

    def play(self, side: Side, words: str) -> None:
        """Let a side play a move."""
        self.game(side).session.play(move(words))
        self.pass_by()
