"""The port of one room: the page, the slots, hostile callers, and a real program that invites."""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import secrets
import socket
import subprocess
import sys
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from urllib.error import HTTPError

import psutil
import pytest
import segno
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from battle.friend.channel import LARGEST, Channel, LinkKind, ThreadedChannel
from battle.friend.games import NO_ROOM, FriendGames, open_ways
from battle.friend.meeting import Invitation, MeetingStage, Side, Terms, invitation
from battle.friend.ways import build, page, room
from battle.friend.ways.page import MOST_CALLERS, MOST_PEERS, PageChannel, Port, room_link
from battle.friend.ways.room import RoomChannel
from battle.friend.words import watch_text
from battle.rules.position import deal
from battle.storage import Places
from battle.terminal.card_view import code_lines
from tests.support.brokers import listening_ports, next_in, until, until_in, until_kind
from tests.support.memory_channel import MemoryChannel, MemoryTopic
from tests.support.room_enemies import ENEMIES

HERE = "127.0.0.1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a page of three files, one of them compressed."""
    made = tmp_path / "page"
    (made / "pyodide").mkdir(parents=True)
    (made / "index.html").write_text("<title>page</title>")
    (made / "index.html.gz").write_bytes(gzip.compress(b"<title>page</title>"))
    (made / "pyodide" / "a.wasm").write_bytes(b"\0asm")
    (made / "large.bin").write_bytes(secrets.token_bytes(3_000_000))
    (tmp_path / "secret").write_text("not the page's")
    return made


@pytest.fixture
def opened(folder: Path) -> Iterator[Callable[..., ThreadedChannel]]:
    """Return what opens ends of a room: the host's, and with its port and topic a guest's."""
    channels: list[ThreadedChannel] = []

    def open_one(topic: str, port: int | None = None, number: int = 0) -> ThreadedChannel:
        channel = (
            PageChannel(topic, lambda: folder, host=HERE, number=number)
            if port is None
            else RoomChannel(f"http://{HERE}:{port}/", topic)
        )
        channels.append(channel)
        return channel

    yield open_one
    for channel in reversed(channels):
        channel.close()
    until(lambda: not any(thread.name.startswith("friend") for thread in threading.enumerate()))


@pytest.fixture
def topic() -> str:
    return secrets.token_urlsafe(16)


def port_of(channel: ThreadedChannel) -> int:
    return until(lambda: channel.port) or 0


def test_the_page_is_served_as_it_lies(folder: Path) -> None:
    """Its files come compressed where they lie so, once, and nothing else comes."""
    port = Port(lambda: folder, HERE, 0)
    address = f"http://{HERE}:{port.number}"

    def get(path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        request = urllib.request.Request(address + path, headers=headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read(), dict(answer.headers)
        except HTTPError as error:
            with error:
                return error.code, error.read(), dict(error.headers)

    try:
        status, body, headers = get("/?x", **{"Accept-Encoding": "gzip, br"})
        assert (status, gzip.decompress(body)) == (200, b"<title>page</title>")
        assert headers["Content-Type"] == "text/html"
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert get("/")[1] == b"<title>page</title>"
        again = get("/", **{"If-None-Match": get("/")[2]["ETag"]})
        assert again[:2] == (304, b"")
        assert get("/pyodide/a.wasm")[2]["Content-Type"] == "application/wasm"
        for path in ("/../secret", "/%2e%2e/secret", "/pyodide", "/index.html.gz", "/slots/", "//"):
            assert get(path)[0] == 404, path
    finally:
        port.end()


def test_both_ends_have_the_newest_of_each_slot(
    topic: str, opened: Callable[..., ThreadedChannel]
) -> None:
    """What was kept before is there for who comes later, the newest of each slot; all else too."""
    host = opened(topic)
    host.publish("host", b"old")
    host.publish("host", b"new")
    host.publish("host-here", b"lost", kept=False)
    guest = opened(topic, port_of(host))
    guest.publish("guest", b"hello")
    assert next_in(guest, "host") == b"new"
    until_in(host, "guest", b"hello")
    host.publish("host-here", b"here", kept=False)
    until_in(guest, "host-here", b"here")
    host.publish("host", b"x" * LARGEST)
    until_in(guest, "host", b"x" * LARGEST)
    late = opened(topic, port_of(host))
    until_in(late, "guest", b"hello")
    guest.publish("guest", b"more")
    until_in(late, "guest", b"more")
    late.publish("host", b"forged")
    host.publish("host-here", b"on", kept=False)
    until_in(guest, "host-here", b"on")
    assert not any(message.sealed == b"forged" for message in guest.poll())
    guest.close(), late.close()
    until_kind(host, LinkKind.LOST)
    assert not host.state.reason


def test_only_what_opens_is_held(topic: str, opened: Callable[..., ThreadedChannel]) -> None:
    """Junk in a slot displaces nothing and goes to nobody."""
    host = opened(topic)
    host.keep_only(lambda slot, sealed: sealed.startswith(b"good"))
    guest = opened(topic, port_of(host))
    guest.publish("guest", b"good 1")
    until_in(host, "guest", b"good 1")
    guest.publish("guest", b"junk")
    guest.publish("join", b"good 2")
    until_in(host, "join", b"good 2")
    until_in(opened(topic, port_of(host)), "guest", b"good 1")


def test_one_port_serves_all_games(
    topic: str, opened: Callable[..., ThreadedChannel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is open from the first game to the end of the last; links lead to it meanwhile."""
    monkeypatch.setattr(page, "own_address", lambda: "192.168.1.5")
    where = Invitation(topic, bytes(32), "mqtt://broker.example", lan=False)
    assert room_link(where) == ""
    before = listening_ports()
    first, second = opened(topic), opened(secrets.token_urlsafe(16))
    port = port_of(first)
    assert port_of(second) == port
    assert listening_ports() - before == {port}
    link = room_link(where)
    assert link.startswith(f"http://192.168.1.5:{port}/#1.{topic}.")
    found = invitation(link)
    assert (found.topic, found.key, found.broker, found.lan) == (topic, where.key, "", True)
    first.close()
    until(lambda: first.port is None)
    assert room_link(where) == ""
    with pytest.raises(InvalidStatus):
        connect(f"ws://{HERE}:{port}/slots/{topic}")
    assert port in listening_ports()
    second.close()
    until(lambda: port not in listening_ports())


def test_a_port_that_is_taken_gives_way_to_another(folder: Path, topic: str) -> None:
    """The system chooses one then; where there is none at all the reason is shown."""
    with socket.create_server((HERE, 0)) as taken:
        number = taken.getsockname()[1]
        with closing(PageChannel(topic, lambda: folder, host=HERE, number=number)) as channel:
            assert port_of(channel) not in (0, number)
        until(lambda: channel.port is None)
        with closing(PageChannel(topic, lambda: folder, host="192.0.2.7", number=0)) as channel:
            until_kind(channel, LinkKind.REFUSED)
            assert channel.state.reason.startswith("No port can be opened for the page: ")


def test_what_waits_is_sent_before_the_port_closes(
    topic: str, opened: Callable[..., ThreadedChannel]
) -> None:
    """The last move arrives though the program ends at once."""
    host = opened(topic)
    guest = opened(topic, port_of(host))
    until_kind(guest), until_kind(host)
    host.publish("host", b"last" * 10_000)
    host.publish("host-here", b"bye", kept=False)
    host.close()
    until_in(guest, "host", b"last" * 10_000)


def test_either_side_may_begin_anew(topic: str, opened: Callable[..., ThreadedChannel]) -> None:
    """After one side was closed and opened again both find each other and what is kept."""
    host = opened(topic)
    port = port_of(host)
    host.publish("host", b"from the host")
    guest = opened(topic, port)
    until_in(guest, "host", b"from the host")
    guest.close()
    until_kind(host, LinkKind.LOST)
    second = opened(topic, port)
    second.publish("guest", b"second")
    until_in(host, "guest", b"second")
    host.close()
    until_kind(second, LinkKind.LOST)
    until(lambda: port not in listening_ports())
    third = opened(topic, number=port)
    until_in(third, "guest", b"second")
    until_kind(second)


def test_a_room_that_is_nowhere_is_told(
    topic: str, opened: Callable[..., ThreadedChannel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody answers this is said; a closed port is a program that is not open now."""
    monkeypatch.setattr(room, "SIGN_SECONDS", 0.2)
    with socket.create_server((HERE, 0)) as deaf:
        port = deaf.getsockname()[1]
        guest = opened(topic, port)
        reason = until(lambda: guest.state.reason)
        assert reason == f"{HERE}:{port} cannot be reached in this network."
    until(lambda: not guest.state.reason)
    assert guest.state.kind is LinkKind.CONNECTING


def test_the_link_of_a_room_is_kept_and_a_new_one_is_followed(tmp_path: Path) -> None:
    """A game remembers where its host is and follows a new link; without one that is asked for.

    So it is in a game that was begun before links named rooms.
    """
    asked, where = list[Invitation](), Invitation.new(lan=True)
    there = Places.below(tmp_path)

    def opens(where: Invitation, _side: Side) -> Channel:
        asked.append(where)
        if not where.room:
            open_ways(where, "guest")
        return MemoryChannel(MemoryTopic())

    def at(number: int) -> str:
        return f"http://192.168.1.{number}:8109/"

    with closing(FriendGames(there, opens)) as games:
        game = games.join(str(where))
        assert NO_ROOM in str(games.take_messages())
        games.join(where.link(at(5)))
        assert game.channel is not None
        game.begin_to_keep()
        game.keep()
    with closing(FriendGames(there, opens)) as games:
        assert games.open(where.topic).invitation.room == at(5)
        games.join(where.link("https://example.org/"))
        games.join(where.link(at(6)))
    assert [one.room for one in asked] == ["", at(5), at(5), at(6)]


# --- enemies -------------------------------------------------------------------------------------


def test_ten_enemies_keep_nobody_from_playing(folder: Path, tmp_path: Path) -> None:
    """Floods, junk, slow and silent callers: a whole game goes on, memory and callers are few."""
    process = psutil.Process()
    host = FriendGames(
        Places.below(tmp_path / "ada"),
        lambda where, side: PageChannel(where.topic, lambda: folder, host=HERE, number=0),
    )
    mine = host.invite(Terms(deal(7), 7), "Ada", lan=True)
    channel = mine.channel
    assert isinstance(channel, PageChannel)
    port, topic = port_of(channel), mine.invitation.topic
    guest = FriendGames(Places.below(tmp_path / "ben"), open_ways)
    theirs = guest.join(mine.invitation.link(f"http://{HERE}:{port}/"))
    attack = subprocess.Popen(
        [sys.executable, "-m", "tests.support.room_enemies", str(port), topic],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    before, attacks = process.memory_info().rss, list[str]()
    reading = threading.Thread(target=lambda: attacks.extend(iter(attack.stdout.readline, "")))
    reading.start()
    try:
        until(lambda: len(attacks) > 3 * len(ENEMIES))
        random, most = Random(1), 0

        def both() -> None:
            for games in (host, guest):
                games.update(datetime.now(UTC))

        def played(done: Callable[[], object]) -> None:
            until(lambda: (both(), done())[1], lambda: (mine.status, theirs.status))

        played(lambda: theirs.stage is MeetingStage.SEEN)
        theirs.join("Ben")
        played(lambda: theirs.stage is mine.stage is MeetingStage.PLAYING)
        while mine.session.ending is None:
            played(lambda: mine.session.my_turn or theirs.session.my_turn or mine.session.ending)
            for game in (mine, theirs):
                if game.session.my_turn:
                    game.session.play(random.choice(game.session.position.legal_moves))
            most = max(most, process.memory_info().rss - before)
        played(lambda: theirs.session.ending)
        assert theirs.session.game.moves == mine.session.game.moves
        assert len(attacks) > 30
        assert most < 200_000_000, most
        there = [one for one in [*channel._outboxes] if not one.transport.is_closing()]
        assert len(there) <= MOST_PEERS
        assert mine.refused_by_friend == theirs.refused_by_friend == 0
    finally:
        attack.kill()
        attack.wait()
        reading.join()
        attack.stdout.close()
        guest.close(), host.close()
    until(lambda: channel.port is None)


def test_callers_from_one_address_are_limited(
    topic: str, opened: Callable[..., ThreadedChannel]
) -> None:
    """Of many that ask for nothing the oldest is ended; one that asks is answered."""
    port = port_of(opened(topic))
    with contextlib.ExitStack() as held:
        lines = [
            held.enter_context(socket.create_connection((HERE, port)))
            for _ in range(MOST_CALLERS + 5)
        ]
        assert lines[0].recv(1) == b""
        lines[-1].settimeout(0.1)
        with pytest.raises(TimeoutError):
            lines[-1].recv(1)
        with urllib.request.urlopen(f"http://{HERE}:{port}/") as answer:
            assert answer.status == 200


@pytest.mark.parametrize(("addresses", "each"), [(30, 2), (6, 20)])
def test_callers_who_redial_at_once_displace_no_other_address(
    topic: str, opened: Callable[..., ThreadedChannel], addresses: int, each: int
) -> None:
    """However many call, ask for nothing and call again, the page is loaded over six lines."""
    port, is_over = port_of(opened(topic)), threading.Event()
    calls = Counter[str]()

    def redial(address: str) -> None:
        while not is_over.is_set():
            with (
                suppress(OSError),
                socket.create_connection((HERE, port), source_address=(address, 0)) as line,
            ):
                calls[address] += 1
                line.settimeout(0.1)
                while not is_over.is_set():
                    with suppress(TimeoutError):
                        line.recv(1)
                        break

    def load(_line: int) -> int:
        with urllib.request.urlopen(f"http://{HERE}:{port}/large.bin") as answer:
            return len(answer.read())

    names = [f"127.0.1.{number + 1}" for number in range(addresses)]
    with ThreadPoolExecutor(addresses * each) as crowd, ThreadPoolExecutor(6) as browser:
        for address in names * each:
            crowd.submit(redial, address)
        try:
            until(lambda: len(calls) == addresses and calls.total() >= addresses * each)
            for _time in range(5):
                assert set(browser.map(load, range(6))) == {3_000_000}
        finally:
            is_over.set()


# --- whole programs ------------------------------------------------------------------------------


def test_a_program_invites_and_another_plays(tmp_path: Path) -> None:
    """`play --invite --lan` prints a code and a link; who has only the link joins and plays.

    Who has the guest's link for watching sees it at the same port.
    """
    environment = {
        **os.environ,
        "MAHJONG_BATTLE_HOME": str(tmp_path / "ada"),
        "LANGUAGE": "en",
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    made = tmp_path / "ada" / "cache" / "page" / build._digest()
    made.mkdir(parents=True)
    (made / "index.html").touch()
    program = subprocess.Popen(
        [sys.executable, "-m", "battle", "play", "--terminal", "--invite", "--lan"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
        encoding="utf-8",
    )
    assert program.stdin is not None
    assert program.stdout is not None
    printed: list[str] = []
    reading = threading.Thread(target=lambda: printed.extend(iter(program.stdout.readline, "")))
    reading.start()

    def type_in(*lines: str) -> None:
        program.stdin.writelines(f"{line}\n" for line in lines)
        program.stdin.flush()

    try:
        type_in("your name Ada", "begins 1", "7", "send")
        link = re.compile(r"^http://\S+:\d+/#\S+$", re.MULTILINE)
        found = until(lambda: link.search("".join(printed)), lambda: printed)
        code = "\n".join(code_lines(found[0]))
        until(lambda: code in "".join(printed), lambda: printed)
        guest = FriendGames(Places.below(tmp_path / "ben"), open_ways)
        game = guest.join(found[0])
        assert game.invitation == invitation(found[0])

        def played(done: Callable[[], object]) -> None:
            until(lambda: (guest.update(datetime.now(UTC)), done())[1], lambda: printed[-20:])

        with closing(guest):
            played(lambda: game.stage is MeetingStage.SEEN)
            assert game.meeting.offer is not None
            assert game.meeting.offer.name == "Ada"
            game.join("Ben")
            played(lambda: game.stage is MeetingStage.PLAYING)
            where = game.invitation.room
            watcher = guest.watch(watch_text(game.meeting, where)) if game.let_watch() else None
            assert watcher is not None
            for _ in range(3):
                move = max(game.session.position.legal_moves)
                type_in(str(move))
                played(lambda: game.session.my_turn)
                game.session.play(max(game.session.position.legal_moves))
                played(lambda: game.status.delivered)
            played(lambda: watcher.session)
            played(lambda: watcher.session.game.moves == game.session.game.moves)
            game.say("Good game")
            played(lambda: any("Good game" in line for line in printed))
            type_in("resign", "yes")
            played(lambda: game.session.ending)
    finally:
        with suppress(OSError):
            program.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            program.wait(20)
        program.kill()
        reading.join()
        program.stdout.close()
    assert program.returncode == 0, printed[-20:]


def test_a_code_is_the_link() -> None:
    """The lines of a code are its squares, two rows a line, light ones in the ink."""
    link = "http://192.168.1.5:8109/#1.x"
    rows = [*segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    lines = [*code_lines(link)]
    halves = {"█": (0, 0), "▄": (1, 0), "▀": (0, 1), " ": (1, 1)}
    assert len(lines) == (len(rows) + 1) // 2
    for number, row in enumerate(rows):
        assert [halves[sign][number % 2] for sign in lines[number // 2]] == [*row]
