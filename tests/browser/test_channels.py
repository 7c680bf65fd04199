"""The lines of a page to the slots of a topic, and its primitives."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from battle.browser.channels import Ways, WebChannel
from battle.browser.sodium import PageSodium
from battle.friend.channel import SLOTS, LinkKind
from battle.friend.games import FriendGames
from battle.friend.meeting import Invitation, Terms
from battle.friend.sodium import PyNaCl, RefusedError
from battle.language import use
from battle.rules.position import RulesError, position
from battle.storage import Places
from tests.support.page import ADDRESS, Page
from tools.friend.page_enemies import Bytes, libsodium

SMALL = "5m5p1m3s/5p5m1m2p/9s2s2p4s/9s2s3s4s"
BROKER = "mqtts://broker.example"
SOCKET = "wss://broker.example/mqtt"


class Line:
    """A line to slots that a test moves; `hear` is what the channel hears by."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, str]] = []
        self.sent: list[tuple[int, str, bytes, bool]] = []
        self.wills: list[tuple[str, bytes]] = []
        self.closed = False
        self.hear: Callable[..., None] = lambda *_what: None

    def __call__(
        self, url: str, prefix: str, slots: tuple[str, ...], hear: Callable[..., None]
    ) -> SimpleNamespace:
        assert slots == SLOTS
        self.opened.append((url, prefix))
        self.hear = hear
        return SimpleNamespace(
            send=lambda *message: self.sent.append(message),
            will=lambda *will: self.wills.append(will),
            close=lambda: setattr(self, "closed", True),
        )


def test_what_is_kept_is_sent_again_with_every_connection() -> None:
    """Only the newest of a slot is sent, again after a loss until it is acknowledged."""
    line = Line()
    channel = WebChannel(line, "wss://broker.example/mqtt", "mahjong-battle/1/x")
    channel.publish("guest", b"one")
    channel.publish("guest", b"two")
    channel.publish("guest-here", b"lost", kept=False)
    assert line.sent == []
    line.hear("up")
    assert [message[1:] for message in line.sent] == [("guest", b"two", True)]
    assert not channel.state.is_up
    line.hear("granted", True)
    assert channel.state.is_up
    line.hear("down", "closed", "")
    assert channel.state.kind is LinkKind.LOST
    assert channel.state.reason == "broker.example closed the connection."
    line.hear("up")
    line.hear("sent", line.sent[-1][0])
    line.hear("sent", 99)
    assert [message[2] for message in line.sent] == [b"two", b"two"]
    assert channel.is_sent
    channel.close()
    channel.close()
    assert line.closed


@pytest.mark.parametrize(
    ("why", "words", "kind"),
    [
        ("login", "broker.example asks for a name and a password.", LinkKind.REFUSED),
        ("refused", "broker.example refuses: bad", LinkKind.REFUSED),
        ("silent", "broker.example did not answer in time.", LinkKind.CONNECTING),
        ("stranger", "broker.example does not answer as such a server does.", LinkKind.CONNECTING),
        (
            "unreachable",
            "broker.example cannot be reached, or this browser does not accept its certificate.",
            LinkKind.CONNECTING,
        ),
        ("flood", "broker.example sends more than agreed.", LinkKind.CONNECTING),
        ("offline", "No network. It goes on by itself.", LinkKind.CONNECTING),
    ],
)
def test_why_there_is_no_connection_is_one_sentence(why: str, words: str, kind: LinkKind) -> None:
    """Each reason has a sentence; only what the person must mend is refused."""
    line = Line()
    channel = WebChannel(line, "wss://broker.example/mqtt", "mahjong-battle/1/x")
    line.hear("down", why, "bad")
    assert (channel.state.reason, channel.state.kind) == (words, kind)


def test_what_comes_is_bounded_and_a_strangers_copy_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Messages of other slots or sizes are dropped; our own slot is put back after a while."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    line = Line()
    channel = WebChannel(line, "wss://broker.example/mqtt", "mahjong-battle/1/x")
    line.hear("up")
    line.hear("granted", True)
    for slot, sealed in [("else", b"x"), ("host", b""), ("host", bytes(70_000)), ("host", b"y")]:
        line.hear("message", slot, Bytes(sealed))
    assert [one.sealed for one in channel.poll()] == [b"y"]
    channel.publish("guest", b"mine")
    line.hear("sent", line.sent[-1][0])
    line.hear("message", "guest", Bytes(b"junk"))
    channel.poll()
    assert [message[2] for message in line.sent] == [b"mine", b"mine"]
    line.hear("sent", line.sent[-1][0])
    channel.poll()
    assert len(line.sent) == 2
    now[0] += 10
    channel.poll()
    assert len(line.sent) == 3


def test_the_ways_of_an_invitation(home: Path) -> None:
    """Public brokers are known, others are learnt and kept; a page at home asks its own port."""
    line, places = Line(), Places.below(home)
    ways = Ways(places, line, "http://192.0.2.7:8109/play/")
    public = Invitation.new("mqtts://broker.hivemq.com")
    assert ways.open(public, "guest").state.kind is LinkKind.CONNECTING
    assert line.opened.pop()[0] == "wss://broker.hivemq.com:8884/mqtt"
    mine = Invitation.new("mqtts://me:pass%2Fword@broker.example")
    with pytest.raises(RulesError, match="knows no way"):
        ways.open(mine, "guest")
    ways.learn(mine.topic, SOCKET)
    again = Ways(places, line, "https://example.org/play/")
    again.open(mine, "guest")
    assert line.opened.pop()[0] == "wss://me:pass%2Fword@broker.example/mqtt"
    near = Invitation.new(lan=True)
    ways.open(near, "guest")
    assert line.opened.pop() == (f"ws://192.0.2.7:8109/slots/{near.topic}", "")
    with pytest.raises(RulesError, match="knows no way"):
        again.open(near, "guest")


def test_why_no_way_is_open_is_said_in_the_language_in_use(home: Path) -> None:
    """A reason that is an error's is translated inside the sentence."""
    use("de")
    ways = Ways(Places.below(home), lambda *_line: None, ADDRESS)
    games = FriendGames(Places.below(home), ways.open)
    games.invite(Terms(position(SMALL)), "Ada", broker=BROKER)
    (message,) = games.take_messages()
    use("en")
    assert message.startswith(
        "Dein Freund ist zurzeit nicht zu erreichen: diese Seite kennt keinen"
    )
    games.close()


def test_another_tab_has_the_games(home: Path) -> None:
    """Where another tab has the games with friends this one says so, and opens none."""
    page = Page(home, hash="#1.y5Zv646yo1k0Os0-cS3HbQ.x.y.zzzzzz")
    assert page.app.act(json.dumps({"do": "go", "name": "friend", "topic": "x"})) is None
    assert page.notice == "The games with friends are open in another tab."
    page.app.close()


def test_the_primitives_ask_libsodium_by_its_own_names() -> None:
    """Each primitive is one call, in libsodium's order of arguments; a refusal raises."""
    native, calls = PyNaCl(), []

    def call(name: str, *parts: bytes | None) -> Any:
        calls.append(name)
        return libsodium(name, *parts)

    sodium = PageSodium(call)
    key, nonce = bytes(range(32)), bytes(24)
    sealed = sodium.encrypt(key, nonce, b"words", b"label")
    assert native.decrypt(key, nonce, sealed, b"label") == b"words"
    assert sodium.decrypt(key, nonce, sealed, b"label") == b"words"
    with pytest.raises(RefusedError):
        sodium.decrypt(key, nonce, sealed, b"other")
    public, other = sodium.box_key(key), native.box_key(bytes(32))
    assert sodium.shared(key, other) == native.shared(bytes(32), public)
    signature = sodium.sign(key, b"words")
    assert native.signed(sodium.sign_key(key), b"words", signature)
    assert not sodium.signed(native.sign_key(key), b"other", signature)
    assert len({*calls}) == 7
