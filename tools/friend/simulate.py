"""Whole games over a hostile meeting place: `python -m tools.friend.simulate 200`.

Each side comes and goes, is killed and comes back from its disk; the broker is killed; messages are
lost, repeated, delayed, reordered, forged, and old ones sent again. After both have been there once
more, both must have the same game, and every entry that either ever made.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import click

from battle.friend.channel import LARGEST, SLOTS, Arrived, Channel, Opens
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.log import Log
from battle.friend.meeting import SIDES, Invitation, MeetingStage, Side, Terms, other_side
from battle.friend.sealing import LENGTHS
from battle.rules.position import RulesError, deal
from battle.storage import Places
from tests.friend.pairs import games_of
from tests.support.memory_channel import MemoryChannel, MemoryTopic
from tools.command import command

KINDS = ("cut", "changed", "misplaced", "random", "replayed", "oversized", "cleared")


def bad_message(random: Random, kind: str, history: Sequence[Arrived]) -> Arrived:
    """Return a stranger's message, forged from earlier ones or made up."""
    old = random.choice(history)
    slot, sealed = old.slot, old.sealed
    if kind == "cut":
        sealed = sealed[: random.randrange(1, 1 + len(sealed))]
    elif kind == "changed":
        changed = bytearray(sealed)
        for _change in range(random.randint(1, 3)):
            changed[random.randrange(len(changed))] ^= random.randint(1, 255)
        sealed = bytes(changed)
    elif kind == "misplaced":
        slot = random.choice([other for other in SLOTS if other != slot])
    elif kind == "random":
        sealed = random.randbytes(random.choice([1, 2, 24, 255, 1000, *LENGTHS]))
    elif kind == "oversized":
        sealed = bytes(LARGEST + random.randint(1, 2000))
    elif kind == "cleared":
        sealed = b""
    return Arrived(slot, sealed)


# --- a meeting place that loses, repeats, delays and reorders, and a stranger who knows it --------


class HostileTopic(MemoryTopic):
    """What is kept, and everything that was ever put there; `trouble` is how likely harm is."""

    def __init__(self, random: Random, trouble: float) -> None:
        super().__init__()
        self.random, self.trouble = random, trouble
        self.history: list[Arrived] = []
        self.counts = Counter[str]()

    def put(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put something there, if it is not lost on the way."""
        self.history.append(Arrived(slot, sealed))
        if self._happens("lost on the way there"):
            return
        if kept:
            self.kept[slot] = sealed
        for channel in self.channels:
            channel.arrive(slot, sealed)

    def on_the_way(self, message: Arrived) -> Iterator[Arrived]:
        """Yield what comes of something sent: perhaps nothing, twice, or with what is old."""
        if self._happens("lost on the way back"):
            return
        yield message
        if self._happens("repeated"):
            yield message
        if self._happens("old copy sent"):
            yield self.random.choice(self.history)
        if self._happens("forged"):
            kind = self.random.choice(("cut", "changed", "misplaced", "random"))
            yield bad_message(self.random, kind, self.history)

    def restart(self) -> None:
        """Let the broker die: everybody is cut off, and perhaps all that was kept is lost."""
        self.counts["broker killed"] += 1
        if self.random.random() < 0.5:
            self.kept.clear()
        for channel in list(self.channels):
            channel.down()

    def _happens(self, what: str) -> bool:
        happens = self.random.random() < self.trouble
        self.counts[what] += happens
        return happens


class HostileChannel(MemoryChannel):
    """A channel to such a place."""

    def __init__(self, topic: HostileTopic) -> None:
        self.topic = topic
        self._late: list[Arrived] = []
        super().__init__(topic)

    def keep_only(self, opens: Opens) -> None:
        """Keep everything: the game is to refuse what does not open."""

    def arrive(self, slot: str, sealed: bytes) -> bool:
        """Take in what comes of something put there."""
        self._late += self.topic.on_the_way(Arrived(slot, sealed))
        return True

    def poll(self) -> list[Arrived]:
        """Return some of what has come, in any order; the rest comes later."""
        self.topic.random.shuffle(self._late)
        count = len(self._late)
        if self.topic.trouble:
            count = self.topic.random.randint(0, count)
        taken, self._late = self._late[:count], self._late[count:]
        return taken

    def down(self, reason: str = "") -> None:
        """Lose the connection, and what was on its way."""
        self._late.clear()
        super().down(reason)

    def up(self) -> None:
        """Connect, unless that is so."""
        if not self.state.is_up:
            super().up()


# --- the two, whose programs start, are killed and end, time and again ---------------------------


@dataclass
class Person:
    """One side: a home, the program if it runs, and all that was ever entered there.

    `open` opens the way to the other side; `silence` ends one with nothing more said.
    """

    side: Side
    places: Places
    open: Callable[[Invitation, Side], Channel]
    silence: Callable[[Channel], None]
    games: FriendGames | None = None
    line: str = ""
    entered: Log = ()

    def begin(self) -> FriendGames:
        """Start the program, with no game open."""
        self.games = FriendGames(self.places, self.open)
        return self.games

    def start(self) -> None:
        """Start the program and open the game."""
        games = self.begin()
        if self.side == "guest":
            games.join(self.line)
        else:
            games.open_all()

    def kill(self) -> None:
        """End the program with nothing more said, written or sent."""
        if self.games is not None:
            for game in self.games.opened.values():
                assert game.channel is not None
                self.silence(game.channel)
            for claim in self.games._claims.values():
                claim.release()
        self.games = None

    def close(self) -> None:
        """End the program in order."""
        if self.games is not None:
            self.games.close()
        self.games = None

    @property
    def game(self) -> FriendGame | None:
        """The game, if the program runs."""
        return None if self.games is None else next(iter(self.games.opened.values()), None)

    def remember(self, what: str) -> None:
        """Note what was entered, and that `what` neither split nor lost what was entered before."""
        game = self.game
        if game is not None and game.logbook is not None:
            assert game.logbook.fork is None, f"{what} was split"
            mine = game.logbook.mine
            assert mine[: len(self.entered)] == self.entered, f"{what} lost an entry"
            self.entered = mine


@dataclass
class Game:
    """A game of two people, from the invitation to its end on both sides.

    A subclass opens the ways, silences those of a side that is killed, and says what happens.
    """

    seed: int
    home: Path
    counts: Counter[str] = field(default_factory=Counter)
    broker: str = "mqtt://example.org"

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.people: dict[Side, Person] = {side: self.person(side, side) for side in SIDES}
        number = self.random.randint(1, 10**6)
        host, terms = self.people["host"], Terms(deal(number), number)
        game = host.begin().invite(terms, "Ada", broker=self.broker, lan=not self.broker)
        self.where = game.invitation
        self.people["guest"].line = str(self.where)

    def open(self, where: Invitation, side: Side) -> Channel:
        """Open the way to the other side."""
        raise NotImplementedError

    def silence(self, channel: Channel) -> None:
        """End a way with nothing more said."""
        raise NotImplementedError

    def person(self, side: Side, home: str) -> Person:
        """Return someone who plays a side, from a home of that name."""
        return Person(side, Places.below(self.home / home), self.open, self.silence)

    def is_over(self) -> bool:
        """Whether someone knows the end of the game."""
        found = [one.game.replay for one in self.people.values() if one.game is not None]
        return any(replay is not None and replay.ends for replay in found)

    def is_same(self) -> bool:
        """Whether both have the same game, and every entry that either ever made."""
        host, guest = (self.people[side].game for side in SIDES)
        if host is None or guest is None or host.logbook is None or guest.logbook is None:
            return False
        return (
            host.logbook.logs == guest.logbook.logs
            and games_of(host.replay) == games_of(guest.replay)
            and all(host.logbook.logs[side] == self.people[side].entered for side in SIDES)
        )

    def act(self, person: Person, game: FriendGame) -> None:
        """Let a person do something, as far as it can be done."""
        if game.stage is MeetingStage.SEEN:
            game.join("Ben")
        session = game.session
        if session is None or session.ending is not None:
            return
        chance = self.random.random()
        with suppress(RulesError):
            if session.pending is not None:
                agrees = session.pending.kind == "take back" and chance < 0.5
                session.answer(agrees)
                self.counts["answers"] += 1
            elif chance < 0.03:
                session.request_take_back(session.own)
                self.counts["take-backs asked"] += 1
            elif chance < 0.05:
                session.offer_draw(session.own)
            elif chance < 0.08:
                game.say(f"message {self.random.random()}")
                self.counts["messages"] += 1
            elif session.my_turn:
                session.play(self.random.choice(session.position.legal_moves))
                self.counts["moves"] += 1
        person.remember(f"game {self.seed}")


@dataclass
class Simulation(Game):
    """A game at a hostile meeting place."""

    trouble: float = 0.3

    def __post_init__(self) -> None:
        self.topic = HostileTopic(Random(self.seed), self.trouble)
        super().__post_init__()

    def open(self, where: Invitation, side: Side) -> Channel:
        return HostileChannel(self.topic)

    def silence(self, channel: Channel) -> None:
        assert isinstance(channel, HostileChannel)
        channel.down()

    def run(self, *, never_both: bool = False) -> None:
        """Play the game to its end; raise AssertionError if something is lost or differs."""
        for _step in range(20_000):
            if self.is_over():
                break
            self._step(never_both=never_both)
        assert self.is_over(), f"game {self.seed} did not come to its end"
        self.topic.trouble = 0
        for _round in range(6):
            self.now += timedelta(seconds=20)
            for person in self.people.values():
                if person.game is None:
                    person.start()
                self._update(person)
        assert self.is_same(), f"game {self.seed} differs"
        said = [one.game.chat.said for one in self.people.values() if one.game is not None]
        assert sorted(said[0], key=str) == sorted(said[1], key=str), "messages differ"
        for person in self.people.values():
            person.close()
        self.counts["games"] += 1
        self.counts.update(self.topic.counts)

    def _step(self, *, never_both: bool) -> None:
        """Let something happen."""
        self.now += timedelta(seconds=self.random.choice([0.1, 1, 5, 30, 700]))
        person = self.people[self.random.choice(SIDES)]
        chance = self.random.random()
        if person.game is None:
            if never_both:
                self.people[other_side(person.side)].close()
            person.start()
            self.counts["starts"] += 1
        elif chance < 0.03:
            person.remember(f"game {self.seed}")
            person.kill()
            self.counts["kills"] += 1
        elif chance < 0.05:
            person.close()
        elif chance < 0.06:
            self.topic.restart()
        else:
            self._update(person)
            self.act(person, person.game)
            if self.random.random() < 0.8:
                person.game.update(self.now)
        person.remember(f"game {self.seed}")

    def _update(self, person: Person) -> None:
        assert person.game is not None
        assert isinstance(person.game.channel, HostileChannel)
        person.game.channel.up()
        person.game.update(self.now)
        person.remember(f"game {self.seed}")


def run(
    count: int, first: int = 0, *, trouble: float = 0.3, never_both: bool = False
) -> Counter[str]:
    """Play some games; return what happened in them."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as home:
            Simulation(seed, Path(home), counts, trouble=trouble).run(never_both=never_both)
    return counts


def show(counts: Callable[[], Counter[str]]) -> None:
    """Simulate, and print what happened; nothing simulated need outlive a loss of power."""
    os.fsync = lambda fd: None
    for what, count in sorted(counts().items()):
        print(f"{count:8}  {what}")


@command
@click.argument("games", default=200)
@click.argument("first", default=0)
def main(games: int, first: int) -> None:
    """Play as many games as the command line says, and print what happened."""
    show(lambda: run(games, first))


if __name__ == "__main__":
    sys.exit(main())
