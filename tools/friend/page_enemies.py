"""Enemies of a page's end of a game: `python -m tools.friend.page_enemies 10000`.

    hostile friend, broker, strangers ──► Wire ──► WebChannel ──► App ──► the view, as JSON

The page's program runs here, in CPython, with a fake wire in place of wire.js. Bad things come
from a friend who has the key (logs that cannot be, other versions, nonsense, markup in names and
messages), from a broker (floods, slots and answers that do not exist, old messages, losses), from
who has the invitation, and as links. After each of them the page must be at work: no exception, a
view of bounded size, and no notice that is more than a sentence.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import click

from battle.browser.sodium import PageSodium
from battle.friend import sodium
from battle.friend.channel import LARGEST, SLOTS, Arrived
from battle.friend.games import FriendGames
from battle.friend.log import MOST_ENTRIES, Entry
from battle.friend.meeting import Invitation, MeetingStage, Terms
from battle.friend.sealing import packed
from battle.friend.sodium import PyNaCl, RefusedError
from battle.game.events import (
    Answered,
    Asked,
    Claimed,
    Event,
    Helped,
    LetWatch,
    NextGame,
    Played,
    Resigned,
    Withdrew,
)
from battle.rules.position import position
from battle.storage import Places
from tests.friend.pairs import forge
from tests.support.engines import FakeEngine
from tests.support.memory_channel import Meeting, MemoryTopic
from tests.support.page import ADDRESS, BEAT, MOMENT, Page
from tools.command import command
from tools.friend.mutilate import by_the_invited, harmed
from tools.friend.simulate import KINDS, bad_message, show

SMALL: Final = position("5m5p1m3s/5p5m1m2p/9s2s2p4s/9s2s3s4s")
BROKER: Final = "mqtts://broker.example"
SOCKET: Final = "wss://broker.example/mqtt"
A_GAME: Final = 50
"""How many bad things come to a page before another game is begun."""
MOST_VIEW: Final = 200_000
MOST_NOTICE: Final = 400
MOST_FILES: Final = 2_000_000
SCRIPTS: Final = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>" * 5,
    "javascript:alert(1)",
    "\u202egnp.exe",
    "\x00\x1b[31m\r\n" * 20,
    "名" * 500,
    "👩‍👩‍👧‍👦" * 100,
    "{name} %s {0}",
)


class Bytes(bytes):
    """Bytes as JavaScript passes them."""

    def to_bytes(self) -> bytes:
        return bytes(self)


def libsodium(name: str, *parts: Any) -> Any:
    """Do what wire.js lets libsodium.js do."""
    native = PyNaCl()
    try:
        match name:
            case "crypto_scalarmult_base":
                return Bytes(native.box_key(*parts))
            case "crypto_scalarmult":
                return Bytes(native.shared(*parts))
            case "publicKey":
                return Bytes(native.sign_key(*parts))
            case "sign":
                return Bytes(native.sign(parts[1], parts[0]))
            case "crypto_sign_verify_detached":
                return native.signed(parts[2], parts[1], parts[0])
            case "crypto_aead_xchacha20poly1305_ietf_encrypt":
                return Bytes(native.encrypt(parts[4], parts[3], parts[0], parts[1]))
        return Bytes(native.decrypt(parts[4], parts[3], parts[1], parts[2]))
    except RefusedError:
        return None


class Wire:
    """A line to the slots of a topic in memory, which says what wire.js says."""

    def __init__(self, place: Meeting) -> None:
        self._place = place
        self.hears: list[tuple[MemoryTopic, Callable[..., None], deque[Any]]] = []

    def __call__(
        self, _url: str, prefix: str, slots: tuple[str, ...], hear: Callable[..., None]
    ) -> SimpleNamespace:
        """Open a line."""
        assert slots == SLOTS
        topic = self._place.topics[prefix.rpartition("/")[2]]
        waiting = deque[Any]([("up",), ("granted", True)])

        def arrive(slot: str, sealed: bytes) -> None:
            waiting.append(("message", slot, Bytes(sealed)))

        def send(number: int, slot: str, sealed: bytes, kept: bool) -> None:
            topic.put(slot, sealed, kept=kept)
            waiting.append(("sent", number))

        end: Any = SimpleNamespace(arrive=arrive)
        topic.channels.append(end)
        self.hears.append((topic, hear, waiting))
        for slot, sealed in topic.kept.items():
            arrive(slot, sealed)
        close, will = (lambda: self._close(topic, end)), (lambda *_will: None)
        return SimpleNamespace(send=send, will=will, close=close)

    def _close(self, topic: MemoryTopic, end: Any) -> None:
        with suppress(ValueError):
            topic.channels.remove(end)

    def pump(self) -> None:
        """Let everything arrive."""
        for _topic, hear, waiting in self.hears:
            while waiting:
                hear(*waiting.popleft())

    def say(self, what: str, *more: Any) -> None:
        """Let something happen on the newest line."""
        self.hears[-1][1](what, *more)


def made_up_event(random: Random) -> Event:
    """Return an event that a hostile program may make up in a game from `SMALL`."""
    number = random.choice((-1, 0, 1, 2, 60, 10**6))
    choices: tuple[Callable[[], Event], ...] = (
        lambda: Played(number, random.choice(SMALL.legal_moves)),
        lambda: Asked(random.choice(("draw", "take back", "rematch")), number),
        lambda: Answered(number, random.random() < 0.5),
        lambda: Withdrew(number),
        lambda: Claimed(number),
        lambda: Helped(random.choice(("hint", *SCRIPTS))),
        Resigned,
        LetWatch,
        NextGame,
    )
    return random.choice(choices)()


class Enemies:
    """A page that has a game with a hostile friend, and everybody else who is hostile."""

    def __init__(self, home: Path, random: Random) -> None:
        self.random, self.counts = random, Counter[str]()
        self.place = Meeting()
        self.friend = FriendGames(Places.below(home / "friend"), self.place.open)
        self.wire = Wire(self.place)
        self.files = home / "page"
        name = random.choice(("Ada", *SCRIPTS))
        pie = random.choice((None, None, None, "guest", "host"))
        self.game = self.friend.invite(Terms(SMALL, pie=pie), name, broker=BROKER)  # type: ignore[arg-type]
        lines = [random.choice(SCRIPTS).replace("\n", "")[:100] for _line in range(2)]
        link = self.game.invitation.link(ADDRESS, "\n".join((*lines, "deal 7", SOCKET)))
        engine = FakeEngine(silent=True)
        hash = link.removeprefix(ADDRESS)
        self.page = Page(self.files, hash=hash, engine=engine, open_line=self.wire)
        self.pass_by(20)
        self.page.act("set", name="name", value=random.choice(("Ben", *SCRIPTS)))
        self.page.act("join")
        self.pass_by(20)
        if self.page.view["screen"] == "join":  # another table than the link said: looked at
            self.page.act("join")
            self.pass_by(40)
        self.topic = self.place.topics[self.game.invitation.topic]
        self.history = [Arrived(*message) for message in self.topic.kept.items()]
        assert self.game.stage is MeetingStage.PLAYING, self.page.view

    def pass_by(self, beats: int) -> None:
        """Let time pass."""
        for _beat in range(beats):
            self.page.seconds += BEAT
            self.wire.pump()
            self.page.app.beat()
            self.friend.update(self.page.app.moment())

    def close(self) -> None:
        """End the page and the friend."""
        self.page.app.close()
        self.friend.close()

    # --- what comes -----------------------------------------------------------------------------

    def attack(self) -> None:
        """Let something bad happen, and look at the page."""
        kinds = {
            "a log that cannot be, signed": self._log,
            "nonsense with the key": self._nonsense,
            "markup and messages with the key": self._talk,
            "by a stranger": self._stranger,
            "by somebody with the invitation": self._invited,
            "by the broker": self._broker,
            "a link": self._link,
        }
        name = self.random.choice([*kinds])
        kinds[name]()
        self.counts[name] += 1
        self.pass_by(self.random.choice((1, 3, 8)))
        if self.random.random() < 0.3:
            self._touch()
        self._check(name)

    def _log(self) -> None:
        """Sign a log that is unlawful, shorter, or another version, as the friend can."""
        random, book = self.random, self.game.logbook
        assert book is not None
        count = random.choice(
            (0, 1, 2, 5, 30, MOST_ENTRIES + 1) if random.random() < 0.05 else (1, 2, 5)
        )
        log = tuple(
            Entry(
                random.choice((0, 0, 1, 2, 10**6)),
                round(MOMENT.timestamp()) + n,
                random.choice((1, 1, 1, 2, 999)),
                made_up_event(random),
            )
            for n in range(count)
        )
        was, by = book.logs, book._digests[self.game.side]
        forge(book, self.game.side, log)
        self._send(book.copy(self.game.meeting.name, self.game.chat).values)
        if random.random() < 0.5:  # and goes on with the old one
            book.logs, book._digests[self.game.side] = was, by
            book._sign()

    def _values(self) -> dict[str, Any]:
        assert self.game.logbook is not None
        return dict(self.game.logbook.copy(self.game.meeting.name, self.game.chat).values)

    def _send(self, values: dict[str, Any]) -> None:
        with suppress(ValueError):  # longer than a copy can be
            self._put(packed(values))

    def _put(self, content: bytes) -> None:
        seal = self.game.meeting.seal
        assert seal is not None
        self.topic.put("host", self.game.meeting.host_message(seal.seal("host", content)))

    def _nonsense(self) -> None:
        with suppress(ValueError):
            self._put(harmed(self.random, self._values()))

    def _talk(self) -> None:
        values, random = self._values(), self.random
        first = random.choice((1, 5, 10**6, 2**60))
        count = random.choice((1, 3, 20, 200))
        values["name"] = random.choice(SCRIPTS)
        values["said"] = [[first + n, 1, random.choice(SCRIPTS)] for n in range(count)]
        values["sent"] = first + count
        values["next"] = random.choice(("", "mahjong-battle:1.x", *SCRIPTS))
        self._send(values)

    def _stranger(self) -> None:
        made = bad_message(self.random, self.random.choice(KINDS), self.history)
        self.topic.put(made.slot, made.sealed)

    def _invited(self) -> None:
        made = by_the_invited(self.random, self.game.invitation)
        self.topic.put(made.slot, made.sealed)

    def _broker(self) -> None:
        """Let the broker do what it likes."""
        random, wire = self.random, self.wire
        match random.randrange(7):
            case 0:
                why = random.choice(
                    ("silent", "closed", "refused", "flood", "login", "offline", "?")
                )
                wire.say("down", why, random.choice(SCRIPTS) * 50)
                wire.say("up")
                wire.say("granted", random.random() < 0.5)
            case 1:
                for _message in range(200):
                    wire.say("message", random.choice(SLOTS), Bytes(random.randbytes(256)))
            case 2:
                for _message in range(20):
                    wire.say("message", random.choice(SLOTS), Bytes(LARGEST))
            case 3:
                for slot in ("", "host/x", "#", "guest-here/" * 1000, "__proto__"):
                    wire.say("message", slot, Bytes(b"x"))
            case 4:
                for number in (-1, 0, 10**9):
                    wire.say("sent", number)
            case 5:
                for message in random.choices(self.history, k=50):
                    wire.say("message", message.slot, Bytes(message.sealed))
            case _:
                self.topic.kept.clear()
                wire.say("up")

    def _link(self) -> None:
        random, page = self.random, self.page
        where = str(Invitation.new(BROKER)).partition(":")[2]
        letters = random.choice("A.~/%<é\0")
        texts = (
            "#1." + letters * 100_000,
            f"#{where}~{letters * 100_000}",
            f"#{where[:-1]}",
            "#position=" + letters * 100_000,
            "#game=" + letters * 100_000,
            "#9" + where,
            f"#2{where[1:]}",
            random.choice(SCRIPTS),
        )
        page.act("open", text=random.choice(texts))
        assert page.notice or page.view["screen"] != "table", page.view
        page.act("home")
        for game in page.app.friends.opened:
            if game.invitation.topic != self.game.invitation.topic:
                page.app.friends.games.forget(game.invitation.topic)
        page.act("go", name="friend", topic=self.game.invitation.topic)

    def _touch(self) -> None:
        """Let the person do something."""
        page = self.page
        buttons = [one for one in buttons_in(page.view) if one.get("do") and not one.get("off")]
        if buttons:
            do = self.random.choice(buttons)["do"]
            if do["do"] not in ("forget", "remove", "delete", "ask"):
                page.act(**do)

    def _check(self, name: str) -> None:
        """Check that the page is at work, and says what it says in sentences."""
        text = json.dumps(self.page.view)
        assert len(text) < MOST_VIEW, f"{name}: a view of {len(text)} letters"
        for words in texts_in(self.page.view):
            assert words.isprintable() or "\n" in words, f"{name}: {words!r}"
        notice = self.page.notice
        assert len(notice) < MOST_NOTICE, f"{name}: {notice}"
        assert notice.isprintable(), f"{name}: {notice!r}"
        if notice:
            self.counts[f"said: {notice[:70]}"] += 1
        for game in self.page.app.friends.opened:
            if game.logbook is not None:
                assert all(len(log) <= MOST_ENTRIES for log in game.logbook.logs.values()), name
                assert len(game.friend_name) <= 40, name
                assert len(game.chat.said) < 2000, name


def texts_in(value: object, at: str = "") -> list[str]:
    """Return what a view lets be read, but for what the person has typed."""
    if isinstance(value, dict):
        return [one for name, part in value.items() for one in texts_in(part, str(name))]
    if isinstance(value, list):
        return [one for part in value for one in texts_in(part, at)]
    return [value] if isinstance(value, str) and at not in ("value", "text") else []


def buttons_in(value: object) -> list[dict[str, Any]]:
    """Return the buttons of a view."""
    if isinstance(value, dict):
        own = [value] if isinstance(value.get("do"), dict) else []
        return own + [one for part in value.values() for one in buttons_in(part)]
    return [one for part in value for one in buttons_in(part)] if isinstance(value, list) else []


def run(count: int, first: int = 0) -> Counter[str]:
    """Let so many bad things happen to pages; return what they were, and the memory taken."""
    os.environ["LANGUAGE"] = "en"
    sodium.use(PageSodium(libsodium))
    counts, memory = Counter[str](), []
    began = time.monotonic()
    for seed in range(first, first + count // A_GAME):
        with tempfile.TemporaryDirectory() as home:
            enemies = Enemies(Path(home), Random(seed))
            for _number in range(A_GAME):
                try:
                    enemies.attack()
                except Exception:
                    print(f"seed {seed}, after {dict(enemies.counts)}")
                    raise
            size = sum(file.stat().st_size for file in enemies.files.rglob("*") if file.is_file())
            assert size < MOST_FILES, f"{size} bytes of files"
            counts["largest files, kB"] = max(counts["largest files, kB"], size // 1000)
            counts.update(enemies.counts)
            enemies.close()
        gc.collect()
        if seed % 20 == 0:
            print(f"{(seed - first) * A_GAME} of {count}", file=sys.stderr, flush=True)
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    counts["pages"] += count // A_GAME
    counts["memory after the first fifth, MB"] = memory[len(memory) // 5]
    counts["memory at the end, MB"] = memory[-1]
    counts["seconds"] = round(time.monotonic() - began)
    return counts


@command
@click.argument("copies", default=10_000)
@click.argument("first", default=0)
def main(copies: int, first: int) -> None:
    """Attack, and print what happened."""
    show(lambda: run(copies, first))


if __name__ == "__main__":
    sys.exit(main())
