"""Games and attacks over a real Mosquitto, which this starts on 127.0.0.1 and kills.

python -m tools.friend.over_broker check            what the channel promises, and the broker's test
python -m tools.friend.over_broker games 40         whole games, with kills of sides and broker
python -m tools.friend.over_broker lan 10           the same in one network, over 127.0.0.1 only
python -m tools.friend.over_broker attacks 100000   a stranger who knows the topic
"""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from battle.friend.channel import LARGEST, Channel, LinkKind, ThreadedChannel
from battle.friend.meeting import SIDES, Invitation, MeetingStage, Side, Terms
from battle.friend.ways.broker import parse_broker
from battle.friend.ways.direct import DirectChannel
from battle.friend.ways.mqtt import MqttChannel, topic_prefix, try_broker
from battle.rules.position import RulesError, deal
from battle.storage import Places
from tests.friend.pairs import games_of
from tests.support.brokers import Mosquitto, next_in, until, until_in, until_kind
from tools.friend.person import Person

SLOTS: Final = ("host", "guest", "join", "host-here", "guest-here")
LONGEST_GAME: Final = 120.0
"""Seconds after which a game is said to hang."""


def opened(url: str, topic: str) -> MqttChannel:
    """Return a channel that tries again soon."""
    return MqttChannel(parse_broker(url), topic, first_wait=0.05)


def silence(channel: Channel) -> None:
    """Close a channel, and let nothing out of it any more."""
    if isinstance(channel, ThreadedChannel):
        channel._unsent, channel._kept = {}, {}
    channel.close()


class Stranger:
    """Somebody at the broker who knows the topic, and has kept all that was ever said there."""

    def __init__(self, port: int, topic: str, random: Random) -> None:
        self.random, self.counts = random, Counter[str]()
        self._prefix = topic_prefix(topic)
        self._seen: list[bytes] = [b"x"]
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        self._client.on_connect = lambda client, *_rest: client.subscribe(
            f"{self._prefix}/+", qos=1
        )
        self._client.on_message = lambda _c, _d, message: self._hear(bytes(message.payload))
        self._client.reconnect_delay_set(1, 1)
        self._client.max_queued_messages_set(1000)
        self._client.connect_async("127.0.0.1", port)
        self._client.loop_start()

    def _hear(self, sealed: bytes) -> None:
        if sealed and len(self._seen) < 1000:
            self._seen.append(sealed)

    def attack(self) -> None:
        """Put something into some slot, kept or not."""
        old = bytearray(self.random.choice(self._seen))
        kind = self.random.choice(["forged", "replayed", "cut", "oversized", "random", "cleared"])
        if kind == "oversized" and self.random.random() < 0.95:
            kind = "random"
        if kind == "forged":
            for _ in range(self.random.randint(1, 4)):
                old[self.random.randrange(len(old))] ^= self.random.randrange(1, 256)
        elif kind == "cut":
            del old[self.random.randrange(len(old)) :]
        elif kind == "oversized":
            old = bytearray(LARGEST + self.random.choice([1, 2000]))
        elif kind == "random":
            old = bytearray(self.random.randbytes(self.random.choice([1, 24, 256, 5000])))
        elif kind == "cleared":
            old = bytearray()
        slot = self.random.choice(SLOTS)
        self._client.publish(f"{self._prefix}/{slot}", bytes(old), qos=0, retain=True)
        self.counts[f"attack: {kind}"] += 1

    def close(self) -> None:
        """Leave."""
        self._client.disconnect()
        self._client.loop_stop()


@dataclass
class RealGame:
    """One game over the broker, from the invitation to its end on both sides."""

    seed: int
    home: Path
    broker: Mosquitto | None
    counts: Counter[str] = field(default_factory=Counter)
    idle: bool = False

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.now = datetime.now(UTC)
        self.people: dict[Side, Person] = {side: self.person(side, side) for side in SIDES}
        number = self.random.randint(1, 10**6)
        terms = Terms(deal(number), number)
        made = (
            self.people["host"]
            .begin()
            .invite(terms, "Ada", broker=self.url, lan=self.broker is None)
        )
        self.topic = made.invitation.topic
        self.people["guest"].line = str(made.invitation)

    @property
    def url(self) -> str:
        """Where the two meet; empty in one network."""
        return "" if self.broker is None else self.broker.url

    def person(self, side: Side, home: str) -> Person:
        """Return somebody who plays a side, from a home of that name."""
        return Person(side, Places.below(self.home / home), self._open, silence)

    def _open(self, where: Invitation, side: Side) -> MqttChannel | DirectChannel:
        """Open the way of the invitation, within the machine if there is no broker."""
        if not self.url:
            return DirectChannel(where.topic, listens=side == "host", addresses=["127.0.0.1"])
        return opened(self.url, where.topic)

    def run(self, *, trouble: bool = True) -> None:
        """Play to the end; raise AssertionError if something is lost, differs or hangs."""
        end = time.monotonic() + LONGEST_GAME
        with ExitStack() as around:
            stranger = None
            if self.broker is not None:
                stranger = Stranger(self.broker.port, self.topic, self.random)
                around.callback(stranger.close)
            while not self._is_over():
                assert time.monotonic() < end, f"game {self.seed} hangs: {self._told()}"
                if trouble:
                    self._harm(stranger)
                for person in self.people.values():
                    self._turn(person)
                time.sleep(0.002)
            self.counts.update(stranger.counts if stranger else {})
        if self.broker is not None and not self.broker.is_running:
            self.broker.start()
        while not self._is_same():
            assert time.monotonic() < end, f"game {self.seed} differs: {self._told()}"
            for person in self.people.values():
                self._turn(person)
            time.sleep(0.002)
        for person in self.people.values():
            self.counts.update(
                {f"refused: {why}": n for why, n in person.game.refused.items()}
                if person.game
                else {}
            )
            person.close()
        self.counts["games"] += 1

    def _harm(self, stranger: Stranger | None) -> None:
        chance = self.random.random()
        if chance < 0.004:
            person = self.people[self.random.choice(SIDES)]
            if person.games is not None:
                person.kill() if self.random.random() < 0.7 else person.close()
                self.counts["sides killed or closed"] += 1
        elif self.broker is None or stranger is None:
            return
        elif chance < 0.007 and self.broker.is_running:
            self.broker.kill()
            self.counts["broker killed"] += 1
        elif chance < 0.05 and not self.broker.is_running:
            self.broker.start()
        elif chance < 0.10:
            stranger.attack()

    def _turn(self, person: Person) -> None:
        """Let a side do what there is to do."""
        self.now += timedelta(seconds=0.5)
        if person.games is None:
            if self.random.random() < 0.05:
                person.start()
            return
        game = person.game
        assert game is not None
        game.update(self.now)
        if game.stage is MeetingStage.SEEN:
            game.join("Ben")
        session = game.session
        if session is not None and session.ending is None and not self.idle:
            with suppress(RulesError):
                if session.my_turn and self.random.random() < 0.3:
                    session.play(self.random.choice(session.position.legal_moves))
                    self.counts["moves"] += 1
        game.update(self.now)
        person.remember(f"game {self.seed}")

    def _is_over(self) -> bool:
        games = [person.game for person in self.people.values()]
        replays = [None if game is None else game.replay for game in games]
        return any(replay is not None and replay.ends for replay in replays)

    def _is_same(self) -> bool:
        host, guest = (self.people[side].game for side in SIDES)
        if host is None or guest is None or host.logbook is None or guest.logbook is None:
            return False
        return (
            host.logbook.logs == guest.logbook.logs
            and games_of(host.replay) == games_of(guest.replay)
            and all(host.logbook.logs[side] == self.people[side].entered for side in SIDES)
        )

    def _told(self) -> str:
        games = [person.game for person in self.people.values()]
        return " | ".join("closed" if game is None else str(game.status) for game in games)


def play_games(count: int, first: int = 0) -> Counter[str]:
    """Play some games, each with trouble; return what happened."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as kept:
        broker = Mosquitto(Path(kept))
        broker.start()
        for seed in range(first, first + count):
            with tempfile.TemporaryDirectory() as home:
                RealGame(seed, Path(home), broker, counts).run()
        broker.kill()
    return counts


def play_in_one_network(count: int, first: int = 0) -> Counter[str]:
    """Play some games within this machine, with kills of either side; return what happened."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as home:
            RealGame(seed, Path(home), None, counts).run()
    return counts


def attack(count: int) -> Counter[str]:
    """Play a game while a stranger puts `count` messages into its slots; return the counts.

    When it is over the invitation is used again by a third program, which must not get in.
    """
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as home:
        broker = Mosquitto(Path(kept))
        broker.start()
        game = RealGame(1, Path(home), broker, counts)
        while counts["moves"] < 4 or not game._is_same():
            game.idle = counts["moves"] >= 4
            for person in game.people.values():
                game._turn(person)
            time.sleep(0.002)
        host = game.people["host"].game
        assert host is not None
        assert host.logbook is not None
        before = host.logbook.logs
        with closing(Stranger(broker.port, game.topic, Random(7))) as stranger:
            until(lambda: len(stranger._seen) > 1)
            for number in range(count):
                stranger.attack()
                if number % 20 == 0:
                    for person in game.people.values():
                        assert person.game is not None
                        person.game.update(game.now)
                        game.now += timedelta(seconds=0.05)
            counts.update(stranger.counts)
        assert host.logbook.logs == before, "the game has changed"
        assert game._is_same()
        game.idle = False
        third = game.person("guest", "third")
        third.line = game.people["guest"].line
        third.start()
        intruder = third.game
        assert intruder is not None
        end = time.monotonic() + LONGEST_GAME
        while intruder.stage is not MeetingStage.REFUSED and time.monotonic() < end:
            for person in (*game.people.values(), third):
                assert person.game is not None
                person.game.update(game.now)
            game.now += timedelta(seconds=0.5)
            if intruder.stage is MeetingStage.SEEN:  # an old offer, replayed by the stranger
                intruder.join("Eve")
                counts["an old offer was replayed to a third program"] += 1
            time.sleep(0.005)
        told = intruder.stage, intruder.status, intruder.refused
        assert intruder.stage is MeetingStage.REFUSED, told
        counts["a used invitation used again: refused"] += 1
        third.close()
        game.run(trouble=False)
        broker.kill()
    return counts


def check() -> Counter[str]:
    """Go through what a channel promises, with a broker that speaks MQTT 5; return the counts."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as kept:
        broker = Mosquitto(Path(kept))
        broker.start()
        outcome = try_broker(broker.url)
        assert outcome.ok, outcome
        _check_slots(broker, counts)
        random = Random(5)
        for _round in range(10):
            _check_restart(broker, random)
            counts["broker killed, newest found again"] += 1
        broker.kill()
        failed = try_broker(broker.url)
        assert not failed.ok
        counts["test of a broker that is not there"] += 1
    with tempfile.TemporaryDirectory() as kept:
        people = Path(kept) / "people"
        people.touch(mode=0o600)
        os.system(f"mosquitto_passwd -b {people} anna secret")
        broker = Mosquitto(Path(kept), ["allow_anonymous false", f"password_file {people}"])
        broker.start()
        for who, ok in (("", False), ("anna:wrong@", False), ("anna:secret@", True)):
            outcome = try_broker(broker.url.replace("//", f"//{who}"))
            assert outcome.ok is ok, outcome
            counts[f"password asked for: {outcome.line}"] += 1
        broker.kill()
    return counts


def _check_slots(broker: Mosquitto, counts: Counter[str]) -> None:
    topic = secrets.token_urlsafe(16)
    with closing(opened(broker.url, topic)) as host, closing(opened(broker.url, topic)) as guest:
        until_kind(host)
        until_kind(guest)
        for number in range(200):
            host.publish("host", b"%d" % number)
        until_in(guest, "host", b"199")
        host.publish("host", bytes(LARGEST))
        until_in(guest, "host", bytes(LARGEST))
        host.publish("host-here", b"here", kept=False)
        until_in(guest, "host-here", b"here")
        with closing(Stranger(broker.port, topic, Random(3))) as stranger:
            for _ in range(2000):
                stranger.attack()
            counts.update(stranger.counts)
            time.sleep(1)
        guest.publish("guest", b"after the attack")
        until_in(host, "guest", b"after the attack")
        assert all(len(message.sealed) <= LARGEST for message in guest.poll())
    late = opened(broker.url, topic)
    assert next_in(late, "guest") == b"after the attack"
    late.close()
    counts["slots"] += 1


def _check_restart(broker: Mosquitto, random: Random) -> None:
    topic, token = secrets.token_urlsafe(16), secrets.token_bytes(30)
    with closing(opened(broker.url, topic)) as host:
        until_kind(host)
        host.publish("host", b"old")
        time.sleep(random.random() * 0.02)
        broker.kill()
        host.publish("host", token)
        until_kind(host, LinkKind.LOST)
        broker.start()
        with closing(opened(broker.url, topic)) as guest:
            until_in(guest, "host", token)


def main() -> None:
    """Do what the command line says, and print what happened."""
    os.fsync = lambda fd: None  # what is simulated need not outlive a loss of power
    words = sys.argv[1:]
    what = words[0] if words else "check"
    if what == "games":
        counts = play_games(*map(int, words[1:3] or ["40"]))
    elif what == "lan":
        counts = play_in_one_network(*map(int, words[1:3] or ["10"]))
    elif what == "attacks":
        counts = attack(int(words[1]) if len(words) > 1 else 100_000)
    else:
        counts = check()
    for name, count in sorted(counts.items()):
        print(f"{count:8}  {name}")


if __name__ == "__main__":
    main()
