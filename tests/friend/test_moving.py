"""A game moves to another device: it is played on there, and never on two devices at once."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from battle.friend.channel import MOST_WAITING, SLOTS, LinkKind
from battle.friend.friends import KEPT_AFTER_END, Friends
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.meeting import (
    Invitation,
    Meeting,
    Side,
    Terms,
    invitation,
    joining_message,
)
from battle.friend.moving import Handover, handover_of
from battle.friend.sealing import Identity, Public
from battle.friend.words import move_words
from battle.game.session import NotNowError
from battle.game.setup import TimeControl
from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules.position import RulesError, deal
from tests.friend.pairs import BROKER, Home
from tests.support.memory_channel import MemoryChannel, MemoryTopic


class Devices:
    """Ada, who invites, and Ben with a phone, a desktop and a tablet."""

    def __init__(self, home: Path, agreed: Terms) -> None:
        self.topics = defaultdict[str, MemoryTopic](MemoryTopic)
        names = ("ada", "phone", "desktop", "tablet")
        self.ada, self.phone, self.desktop, self.tablet = (
            Home(home / name, self.topics) for name in names
        )
        self.now = datetime(2026, 11, 22, 10, 40, tzinfo=UTC)
        self.host = self.ada.games.invite(agreed, "Ada", broker=BROKER)
        self.topic = self.host.invitation.topic
        guest = self.phone.games.join(str(self.host.invitation))
        self.run()
        guest.join("Ben")
        self.run()

    def run(self, seconds: float = 3) -> None:
        for _round in range(8):
            self.now += timedelta(seconds=seconds / 8)
            for home in (self.ada, self.phone, self.desktop, self.tablet):
                home.games.update(self.now)

    def game(self, home: Home) -> FriendGame:
        return home.games.open(self.topic)

    def move(self, home: Home) -> str:
        """Begin to move Ben's game from a device; return the line."""
        game = home.games.move(self.game(home))
        self.run()
        return str(game.handover.where)

    def fetch(self, home: Home, line: str) -> None:
        """Open a line on a device, and agree on the one that has the game: the words are equal."""
        asking = home.games.fetch(line)
        self.run()
        for other in (self.phone, self.desktop, self.tablet):
            for game in other.games.opened.values():
                if game.handover is not None and game.handover.asks:
                    assert game.handover.meeting.check_word == asking.meeting.check_word
                    game.confirm_move()
        self.run()

    def play(self, home: Home) -> None:
        session = self.game(home).session
        session.play(max(session.position.legal_moves))
        self.run()


@pytest.fixture
def devices(tmp_path: Path) -> Devices:
    return Devices(tmp_path, Terms(deal(7), 7, host=2, control=TimeControl(600, 5)))


def test_a_game_moves_and_is_played_on(devices: Devices) -> None:
    """From the phone to the desktop and back, with all that was played and said."""
    devices.play(devices.phone), devices.play(devices.ada)
    devices.game(devices.phone).say("Hello")
    secret = devices.game(devices.phone).meeting.identity
    line = devices.move(devices.phone)
    with pytest.raises(NotNowError, match="moves to another device"):
        devices.game(devices.phone).session.play(max(devices.host.session.position.legal_moves))
    devices.fetch(devices.desktop, line)
    there, here = devices.game(devices.desktop), devices.game(devices.phone)
    assert (there.handover, here.handover.is_gone) == (None, True)
    assert there.meeting.identity == secret
    older = {name: here.handover.values[name] for name in ("meeting", "said", "withdrawn")}
    assert handover_of(older).values == here.handover.values | {"plays": False, "agreed": False}
    assert secret.secret.hex() not in devices.phone.games.file(devices.topic).read_text()
    devices.play(devices.desktop), devices.play(devices.ada)
    there.say("Here now")
    devices.run()
    assert devices.host.session.game.moves == there.session.game.moves
    assert len(there.session.game.moves) == 4
    assert [one.text for one in devices.host.chat.said] == ["Hello", "Here now"]
    assert [one.text for one in there.chat.said] == ["Hello", "Here now"]
    assert not devices.host.forked
    devices.fetch(devices.phone, devices.move(devices.desktop))
    devices.play(devices.phone)
    assert len(devices.host.session.game.moves) == 5
    assert devices.game(devices.desktop).handover.is_gone


def _bring(devices: Devices, home: Home, game: FriendGame, to: Home) -> None:
    """Move a game from somebody's home to a device whose person opens the link."""
    line = str(home.games.move(game).handover.where)
    devices.run()
    to.games.fetch(line)
    devices.run()
    game.confirm_move()
    devices.run()


def test_a_game_that_comes_replaces_no_other_result(devices: Devices) -> None:
    """Whatever key it names for the record, what a person's own game has put there stays."""
    devices.play(devices.phone), devices.play(devices.ada)
    devices.host.session.resign(devices.host.session.me)
    devices.run()
    (before,) = devices.phone.kept()
    real = devices.game(devices.phone)
    made = devices.tablet.games.invite(Terms(deal(7), 7), "Ada", broker=BROKER)
    other = devices.desktop.games.join(str(made.invitation))
    devices.run()
    other.join("Ben")
    devices.run()
    for game in (made, other):
        game.session.play(max(game.session.position.legal_moves))
        devices.run()
    made.session.resign(made.session.me)
    devices.run()
    made.meeting.first, made.meeting.declined = real.meeting.fingerprint, ["0" * 32]
    _bring(devices, devices.tablet, made, devices.phone)
    came = devices.phone.games.opened[made.invitation.topic]
    assert came.record_key == real.record_key
    assert devices.phone.kept() == [before]


def test_a_game_that_comes_takes_no_place_of_one_that_has_gone(devices: Devices) -> None:
    """Until the device that it went to plays, the old one says so: the friend's side stays away."""
    line = devices.move(devices.phone)
    devices.fetch(devices.desktop, line)
    gone = devices.game(devices.phone).handover
    _bring(devices, devices.ada, devices.host, devices.phone)
    assert devices.phone.games.take_messages()[-1] == "the game that was sent is damaged"
    assert devices.game(devices.phone).handover is gone
    devices.ada.games.opened[devices.topic].keep_here()


def test_a_key_that_is_none_stops_no_move(devices: Devices) -> None:
    """Nor do requests without end: the device that asks truly gets the game."""
    line = devices.move(devices.phone)
    where = invitation(line)
    topic = devices.topics[where.topic]
    topic.put("guest", b"x")
    for number in range(20):
        none = Public(bytes(32), bytes([number]) * 32)
        topic.put("join", joining_message(where, "", none))
        topic.put("join", joining_message(where, "", Identity.new().public))
    devices.run()
    assert len(devices.game(devices.phone).handover._asking) <= MOST_WAITING
    devices.fetch(devices.desktop, line)
    assert devices.game(devices.desktop).handover is None


def test_who_opens_the_link_first_gets_nothing_unless_the_words_are_equal(
    devices: Devices,
) -> None:
    """A stranger with the link is asked about; the game stays, and the next link is another's."""
    line = devices.move(devices.phone)
    stolen = devices.tablet.games.fetch(line)
    devices.run()
    phone = devices.game(devices.phone)
    devices.desktop.games.fetch(line)
    devices.run()
    assert phone.handover.asks
    assert not devices.desktop.games.arriving  # it is told that another device has used the link
    devices.run(1000)
    assert stolen.game is None
    phone.keep_here()
    devices.run()
    assert (phone.handover, stolen.game) == (None, None)
    devices.play(devices.phone)
    devices.fetch(devices.desktop, devices.move(devices.phone))
    assert devices.game(devices.desktop).handover is None
    with pytest.raises(NotNowError, match="asks for the game"):
        phone.confirm_move()


def test_who_sits_between_two_devices_shows_them_two_words(devices: Devices) -> None:
    """It answers the new device in the old one's place, and asks the old one in the new one's."""
    line = devices.move(devices.phone)
    phone, between = devices.game(devices.phone), Handover.asked(invitation(line))
    between.open(MemoryChannel(devices.topics[between.where.topic]))
    between.kept = between.version
    between.receive(between.meeting.identity)
    between.kept = between.version
    between.publish(devices.now, between.meeting.identity, dict)
    devices.run()
    assert phone.handover.asks
    agreed, where = phone.meeting.terms, between.where
    offered = Meeting.hosted(where, "Ben", agreed, 0)
    devices.topics[where.topic].put("host", offered.host_message(b""))
    new = devices.desktop.games.fetch(line)
    new.receive(new.meeting.identity)
    assert new.meeting.friend == offered.identity.public
    assert phone.handover.meeting.check_word == between.meeting.check_word
    assert new.meeting.check_word != phone.handover.meeting.check_word


def put_away_old(devices: Devices) -> None:
    """Let the phone's window put away what ended long ago."""
    places = devices.phone.places
    friends = Friends(places, Records(Database.of(places)), in_thread=False)
    friends._load = lambda: devices.phone.games
    friends.update(devices.now + 2 * KEPT_AFTER_END)


def test_the_old_device_says_go_until_the_new_one_plays(devices: Devices) -> None:
    """A broker that loses everything holds nothing up; then the old device has no more to say."""
    line = devices.move(devices.phone)
    phone, topic = devices.game(devices.phone), devices.topics[invitation(line).topic]
    devices.desktop.games.fetch(line)
    devices.run()
    put = topic.put

    def lose(slot: str, sealed: bytes, *, kept: bool = True) -> None:
        if not (phone.handover.is_gone and slot == "host"):
            put(slot, sealed, kept=kept)

    topic.put = lose
    phone.confirm_move()
    devices.run()
    assert phone.handover.is_gone
    assert not phone.handover.plays
    assert devices.game(devices.desktop).handover is not None
    put_away_old(devices)
    assert devices.topic in devices.phone.games.opened
    topic.put = put
    devices.run(40)
    assert devices.game(devices.desktop).handover is None
    assert phone.handover.plays
    assert phone.handover.channel is None
    assert move_words(phone.handover)[0] == "The game has moved to another device"
    devices.phone.games.close()
    devices.phone.games = devices.phone.new_program()
    assert devices.game(devices.phone).handover.channel is None
    put_away_old(devices)
    assert devices.topic not in devices.phone.games.opened


def test_a_game_that_moves_is_not_put_away(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended long ago, but until it has gone it is nowhere else; what is told is on the disk."""
    phone = devices.game(devices.phone)
    phone.session.resign(phone.session.me)
    devices.run()
    synced: list[Path] = []
    monkeypatch.setattr("battle.friend.games.sync_directory", synced.append)
    devices.move(devices.phone)
    assert synced[-1] == devices.phone.places.friends
    put_away_old(devices)
    assert devices.topic in devices.phone.games.opened


def test_what_came_before_a_kill_cannot_come_again(devices: Devices) -> None:
    """A kill right after the game was written leaves no secret with which it is taken twice."""
    line = devices.move(devices.phone)
    topic = devices.topics[invitation(line).topic]
    sent: list[bytes] = []
    put = topic.put

    def note(slot: str, sealed: bytes, *, kept: bool = True) -> None:
        sent.extend([sealed] * (slot == "host"))
        put(slot, sealed, kept=kept)

    def end(_handover: object) -> None:
        raise KilledError

    topic.put = note
    desktop = devices.desktop
    desktop.games.leave = end
    with pytest.raises(KilledError):
        devices.fetch(desktop, line)
    desktop.end_abruptly(), desktop.games.open_all()
    devices.run(30)
    assert devices.game(desktop).handover is None
    devices.fetch(devices.phone, devices.move(desktop))
    assert devices.game(devices.phone).handover is None
    desktop.games.forget(devices.topic)
    desktop.end_abruptly(), desktop.games.open_all()
    for sealed in [*sent, *sent]:
        put("host", sealed)
        devices.run()
    assert not desktop.games.opened


# -- whatever is killed, lost, repeated or opened twice --------------------------------------------


class KilledError(Exception):
    """A program was ended in the middle of what it did."""


class Device(Home):
    """A device whose program can be killed before and after everything it writes or sends."""

    def __init__(self, place: Path, topics: dict[str, MemoryTopic]) -> None:
        self.steps: int | None = None
        self.channels: list[MemoryChannel] = []
        super().__init__(place, topics)

    def step(self) -> None:
        if self.steps is not None:
            self.steps -= 1
            if self.steps < 0:
                raise KilledError

    def new_program(self) -> FriendGames:
        def open_way(where: Invitation, _side: Side) -> MemoryChannel:
            channel = MemoryChannel(self.topics[where.topic])
            publish = channel.publish

            def step_by_step(slot: str, sealed: bytes, *, kept: bool = True) -> None:
                self.step()
                publish(slot, sealed, kept=kept)
                self.step()

            channel.publish = step_by_step
            self.channels.append(channel)
            return channel

        device = self

        class Games(FriendGames):
            def _write(self, topic: str, values: Mapping[str, Any]) -> bool:
                device.step()
                written = super()._write(topic, values)
                device.step()
                return written

        games = Games(self.places, open_way)
        games.open_all()
        return games

    def end_abruptly(self) -> None:
        self.steps = None
        for claim in self.games._claims.values():
            claim.release()
        for channel in self.channels:
            channel.close()
        self.channels.clear()
        self.games = self.new_program()


DEVICE = st.integers(0, 2)


class MovingGame(RuleBasedStateMachine):
    """Ben's game goes from device to device; Ada plays with whoever is there."""

    def __init__(self) -> None:
        super().__init__()
        self.home = TemporaryDirectory()
        home = Path(self.home.name)
        self.topics = defaultdict[str, MemoryTopic](MemoryTopic)
        self.ada = Home(home / "ada", self.topics)
        self.devices = [Device(home / str(number), self.topics) for number in range(3)]
        self.now = datetime(2026, 11, 22, 10, 40, tzinfo=UTC)
        self.host = self.ada.games.invite(Terms(deal(7), 7, host=2), "Ada", broker=BROKER)
        self.game = self.host.invitation.topic
        guest = self.devices[0].games.join(str(self.host.invitation))
        self.secret = guest.meeting.identity.secret.hex()
        self.links: list[str] = []
        self.old: list[tuple[str, str, bytes]] = []
        self.run([0], 4)
        guest.join("Ben")
        self.run([0], 4)

    def teardown(self) -> None:
        """At last all are there: who has the game plays it, and Ada sees the move."""
        for number, device in enumerate(self.devices):
            device.steps = None
            self.connect(number, up=True)
        self.run([0, 1, 2], 30)
        for number in range(3):
            self.agree(number)
        self.run([0, 1, 2], 30)
        players = [device for device in self.devices if self.can_play(device)]
        for device in players:
            self.play(self.devices.index(device), 0)
            self.run([0, 1, 2], 9)
            mine, theirs = self.host.session.game.moves, device.games.open(self.game)
            assert mine == theirs.session.game.moves
        self.home.cleanup()

    def run(self, which: Sequence[int], rounds: int = 2) -> None:
        for _round in range(rounds):
            self.now += timedelta(seconds=1)
            self.ada.games.update(self.now)
            for number in which:
                with self.alive(self.devices[number]):
                    self.devices[number].games.update(self.now)

    @contextmanager
    def alive(self, device: Device) -> Iterator[None]:
        """Do something that may be refused, and in which the program may be killed."""
        with suppress(RulesError):
            try:
                yield
            except KilledError:
                device.end_abruptly()

    @rule(number=DEVICE, which=st.integers(0, 20))
    def play(self, number: int, which: int) -> None:
        """Play on a device, if that may be."""
        device = self.devices[number]
        with self.alive(device):
            game = device.games.opened.get(self.game)
            if game is not None and game.session is not None:
                moves = game.session.position.legal_moves
                game.session.play(moves[which % len(moves)])

    @rule(which=st.integers(0, 20))
    def answer(self, which: int) -> None:
        """Let Ada play."""
        with suppress(RulesError):
            moves = self.host.session.position.legal_moves
            self.host.session.play(moves[which % len(moves)])

    @rule(number=DEVICE)
    def move(self, number: int) -> None:
        """Begin a move."""
        device = self.devices[number]
        with self.alive(device):
            if self.game in device.games.opened:
                device.games.move(device.games.open(self.game))
        game = device.games.opened.get(self.game)
        if game is not None and game.handover is not None:
            self.links.append(str(game.handover.where))

    @rule(to=DEVICE, rounds=st.integers(0, 9))
    def hand_over(self, to: int, rounds: int) -> None:
        """Move the game from where it is, as far as it comes in that time."""
        for number in [at for at, device in enumerate(self.devices) if self.can_play(device)]:
            self.move(number)
            self.run([number])
            if self.links:
                self.fetch(to, 0)
            self.run([number, to], rounds)
            self.agree(number)
            self.run([number, to], rounds)

    @rule(number=DEVICE)
    def agree(self, number: int) -> None:
        """Say on a device that the other one shows the same word."""
        with self.alive(self.devices[number]):
            game = self.devices[number].games.opened.get(self.game)
            if game is not None:
                game.confirm_move()

    @precondition(lambda self: bool(self.links))
    @rule(number=DEVICE, which=st.sampled_from([0, 0, 0, 1, 2]))
    def fetch(self, number: int, which: int) -> None:
        """Open a link, mostly the newest, on any device."""
        with self.alive(self.devices[number]):
            self.devices[number].games.fetch(self.links[-1 - which % len(self.links)])

    @rule(number=DEVICE)
    def keep_here(self, number: int) -> None:
        """Withdraw a move."""
        with self.alive(self.devices[number]):
            game = self.devices[number].games.opened.get(self.game)
            if game is not None:
                game.keep_here()

    @rule(to=DEVICE, rounds=st.integers(0, 9), steps=st.integers(0, 6))
    def regret(self, to: int, rounds: int, steps: int) -> None:
        """Move the game, kill the old program at some step, and keep the game there after all."""
        for number in [at for at, device in enumerate(self.devices) if self.can_play(device)]:
            self.hand_over(to, rounds)
            self.kill_later(number, steps)
            self.run([number, to])
            self.keep_here(number)
            self.run([number, to], 4)

    @rule(which=st.sets(DEVICE, min_size=1) | st.just({0, 1, 2}), rounds=st.integers(1, 9))
    def go_on(self, which: set[int], rounds: int) -> None:
        """Let time pass for some of them."""
        self.run(sorted(which), rounds)

    @rule(number=DEVICE)
    def kill(self, number: int) -> None:
        """Kill a program, and start it again."""
        self.devices[number].end_abruptly()

    @rule(number=DEVICE, steps=st.integers(0, 12))
    def kill_later(self, number: int, steps: int) -> None:
        """Kill a program in the middle of what it does next."""
        self.devices[number].steps = steps

    @rule(number=DEVICE, up=st.booleans())
    def connect(self, number: int, up: bool) -> None:
        """Take the network from a device, or give it back."""
        for channel in self.devices[number].channels:
            if channel.state.kind is not LinkKind.CLOSED and up != channel.state.is_up:
                (channel.up if up else channel.down)()

    @precondition(lambda self: bool(self.links))
    @rule(slot=st.sampled_from(SLOTS[:3]), keeps=st.booleans(), which=st.integers(0, 50))
    def disturb(self, slot: str, keeps: bool, which: int) -> None:
        """Let the broker note what it has, lose it, or put back what it once had."""
        where = invitation(self.links[-1]).topic
        topic = self.topics[where]
        self.old += [(where, name, sealed) for name, sealed in topic.kept.items()]
        if not keeps:
            topic.kept.pop(slot, None)
        elif self.old:
            topic_of, name, sealed = self.old[which % len(self.old)]
            self.topics[topic_of].put(name, sealed)

    def can_play(self, device: Device) -> bool:
        """Whether a device's program can sign, or could if it were started again."""
        game, file = device.games.opened.get(self.game), device.games.file(self.game)
        values = json.loads(file.read_text()) if file.exists() else {"meeting": {"secret": ""}}
        kept = values["meeting"]["secret"] == self.secret and "move" not in values
        here = game is not None and game.meeting.identity.secret.hex() == self.secret
        return kept or (here and game.handover is None)

    @invariant()
    def only_one_plays(self) -> None:
        """Never can two devices sign, and Ada never sees two versions."""
        assert sum(map(self.can_play, self.devices)) <= 1
        assert not self.host.forked
        assert not self.host.refused_by_friend


TestMovingGame = MovingGame.TestCase
TestMovingGame.settings = settings(max_examples=3, stateful_step_count=12, deadline=None)


@pytest.mark.slow
class TestMovingGameAtLength(MovingGame.TestCase):
    """The same, long."""

    settings = settings(max_examples=200, stateful_step_count=60, deadline=None)


@pytest.mark.slow
@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("killed", [0, 1])
@pytest.mark.parametrize("rounds", range(10))
def test_a_kill_at_every_step_leaves_one_who_plays(rounds: int, killed: int, keeps: bool) -> None:
    """The old or the new device is killed wherever it writes or sends; the game is kept or not.

    Who gets everything at last plays, and Ada sees the move.
    """
    for steps in range(9):
        place = MovingGame()
        place.hand_over(1, rounds)
        place.kill_later(killed, steps)
        place.run([0, 1], 2)
        if keeps:
            place.connect(0, up=False)
            place.keep_here(0)
            place.run([0, 1], 4)
        place.only_one_plays()
        place.teardown()
        place.only_one_plays()
        assert sum(map(place.can_play, place.devices)) == 1
