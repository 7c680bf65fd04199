"""Games and attacks over a real Mosquitto, which this starts on 127.0.0.1 and kills.

python -m tools.friend.over_broker games 40         whole games, with kills of sides and broker
python -m tools.friend.over_broker lan 10           the same in one network, over 127.0.0.1 only
python -m tools.friend.over_broker attacks 100000   a stranger who knows the topic
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

import click
from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from battle.friend.channel import Arrived, Channel, ThreadedChannel
from battle.friend.game import FriendGame
from battle.friend.meeting import SIDES, Invitation, MeetingStage, Side
from battle.friend.ways.broker import parse_broker, topic_prefix
from battle.friend.ways.mqtt import MqttChannel
from battle.friend.ways.page import PageChannel
from battle.friend.ways.room import RoomChannel
from tests.friend.pairs import games_of
from tests.support.brokers import Mosquitto, until
from tools.command import command
from tools.friend.simulate import KINDS, Game, Person, bad_message, show

LONGEST_GAME: Final = 120.0
"""Seconds after which a game is said to hang."""


def opened(url: str, topic: str) -> MqttChannel:
    """Return a channel that tries again soon."""
    return MqttChannel(parse_broker(url), topic, first_wait=0.05)


@contextmanager
def mosquitto() -> Iterator[Mosquitto]:
    """Start a broker, and kill it at the end."""
    with tempfile.TemporaryDirectory() as kept:
        broker = Mosquitto(Path(kept))
        broker.start()
        yield broker
        broker.kill()


class Stranger:
    """Someone at the broker who knows the topic, and has kept all that was ever said there."""

    def __init__(self, port: int, topic: str, random: Random) -> None:
        self.random, self.counts = random, Counter[str]()
        self._prefix = topic_prefix(topic)
        self.seen = [Arrived("host", b"x")]
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        self._client.on_connect = lambda client, *_rest: client.subscribe(
            f"{self._prefix}/+", qos=1
        )
        self._client.on_message = lambda _c, _d, message: self._hear(message)
        self._client.reconnect_delay_set(1, 1)
        self._client.max_queued_messages_set(1000)
        self._client.connect_async("127.0.0.1", port)
        self._client.loop_start()

    def _hear(self, message: MQTTMessage) -> None:
        if message.payload and len(self.seen) < 1000:
            self.seen.append(Arrived(message.topic.rsplit("/")[-1], bytes(message.payload)))

    def attack(self) -> None:
        """Put something into some slot, kept or not."""
        kind = self.random.choice(KINDS)
        if kind == "oversized" and self.random.random() < 0.95:
            kind = "random"
        made = bad_message(self.random, kind, self.seen)
        self._client.publish(f"{self._prefix}/{made.slot}", made.sealed, qos=0, retain=True)
        self.counts[f"attack: {kind}"] += 1

    def close(self) -> None:
        """Leave."""
        self._client.disconnect()
        self._client.loop_stop()


@dataclass
class RealGame(Game):
    """A game over the broker, or in one network without one."""

    mosquitto: Mosquitto | None = None
    idle: bool = False
    listens: ThreadedChannel = field(init=False)

    def __post_init__(self) -> None:
        self.broker = "" if self.mosquitto is None else self.mosquitto.url
        super().__post_init__()

    def open(self, where: Invitation, side: Side) -> Channel:
        if not self.broker:
            if side == "guest":
                until(lambda: self.listens.port is not None)
                return RoomChannel(f"http://127.0.0.1:{self.listens.port}/", where.topic)
            self.listens = PageChannel(where.topic, lambda: None, host="127.0.0.1", number=0)
            return self.listens
        return opened(self.broker, where.topic)

    def silence(self, channel: Channel) -> None:
        assert isinstance(channel, ThreadedChannel)
        channel._unsent, channel._kept = {}, {}
        channel.close()

    def run(self, *, trouble: bool = True) -> None:
        """Play to the end; raise AssertionError if something is lost, differs or hangs."""
        end, broker = time.monotonic() + LONGEST_GAME, self.mosquitto
        with ExitStack() as around:
            stranger = None
            if broker is not None:
                made = Stranger(broker.port, self.where.topic, self.random)
                stranger = around.enter_context(closing(made))
            while not self.is_over():
                assert time.monotonic() < end, f"game {self.seed} hangs: {self._told()}"
                if trouble:
                    self._harm(stranger)
                self.turn()
            self.counts.update(stranger.counts if stranger else {})
        if broker is not None and not broker.is_running:
            broker.start()
        while not self.is_same():
            assert time.monotonic() < end, f"game {self.seed} differs: {self._told()}"
            self.turn()
        for person in self.people.values():
            assert person.game is not None
            self.counts.update({f"refused: {why}": n for why, n in person.game.refused.items()})
            person.close()
        self.counts["games"] += 1

    def _harm(self, stranger: Stranger | None) -> None:
        chance = self.random.random()
        if chance < 0.004:
            person = self.people[self.random.choice(SIDES)]
            if person.games is not None:
                person.kill() if self.random.random() < 0.7 else person.close()
                self.counts["sides killed or closed"] += 1
        elif self.mosquitto is None or stranger is None:
            return
        elif chance < 0.007 and self.mosquitto.is_running:
            self.mosquitto.kill()
            self.counts["broker killed"] += 1
        elif chance < 0.05 and not self.mosquitto.is_running:
            self.mosquitto.start()
        elif chance < 0.10:
            stranger.attack()

    def turn(self) -> None:
        """Let each side act."""
        for person in self.people.values():
            self.now += timedelta(seconds=0.5)
            if person.game is not None:
                person.game.update(self.now)
                if not self.idle and self.random.random() < 0.3:
                    self.act(person, person.game)
                person.game.update(self.now)
                person.remember(f"game {self.seed}")
            elif self.random.random() < 0.05:
                person.start()
        time.sleep(0.002)

    def _told(self) -> str:
        games = [person.game for person in self.people.values()]
        return " | ".join("closed" if game is None else str(game.status) for game in games)


def play_games(count: int, first: int = 0, *, lan: bool = False) -> Counter[str]:
    """Play some games, each with trouble; with `lan` within this machine, else over a broker."""
    counts: Counter[str] = Counter()
    with nullcontext() if lan else mosquitto() as broker:
        for seed in range(first, first + count):
            with tempfile.TemporaryDirectory() as home:
                RealGame(seed, Path(home), counts, mosquitto=broker).run()
    return counts


def attack(count: int) -> Counter[str]:
    """Play a game while a stranger puts `count` messages into its slots; return the counts.

    When it is over the invitation is used again by a third program, which must not get in.
    """
    counts: Counter[str] = Counter()
    with mosquitto() as broker, tempfile.TemporaryDirectory() as home:
        game = RealGame(1, Path(home), counts, mosquitto=broker)
        while counts["moves"] < 4 or not game.is_same():
            game.idle = counts["moves"] >= 4
            game.turn()
        before = games_of(_game(game.people["host"]).replay)
        with closing(Stranger(broker.port, game.where.topic, Random(7))) as stranger:
            until(lambda: len(stranger.seen) > 1)
            for number in range(count):
                stranger.attack()
                if number % 20 == 0:
                    for person in game.people.values():
                        _game(person).update(game.now)
                        game.now += timedelta(seconds=0.05)
            counts.update(stranger.counts)
        assert games_of(_game(game.people["host"]).replay) == before, "the game has changed"
        assert game.is_same()
        game.idle = False
        third = game.person("guest", "third")
        third.line = game.people["guest"].line
        third.start()
        intruder = _game(third)
        end = time.monotonic() + LONGEST_GAME
        while intruder.stage is not MeetingStage.REFUSED and time.monotonic() < end:
            for person in (*game.people.values(), third):
                _game(person).update(game.now)
            game.now += timedelta(seconds=0.5)
            if intruder.stage is MeetingStage.SEEN:  # an old offer, replayed by the stranger
                intruder.join("Eve")
                counts["an old offer was replayed to a third program"] += 1
            time.sleep(0.005)
        assert intruder.stage is MeetingStage.REFUSED, (intruder.status, intruder.refused)
        counts["a used invitation used again: refused"] += 1
        third.close()
        game.run(trouble=False)
    return counts


def _game(person: Person) -> FriendGame:
    assert person.game is not None
    return person.game


@command
@click.argument("what", type=click.Choice(["games", "lan", "attacks"]), default="games")
@click.argument("count", type=int, required=False)
@click.argument("first", default=0)
def main(what: str, count: int | None, first: int) -> None:
    """Run the command line, and print the outcome."""
    if what == "attacks":
        show(lambda: attack(count or 100_000))
    else:
        show(lambda: play_games(count or 20, first, lan=what == "lan"))


if __name__ == "__main__":
    sys.exit(main())
