"""Watching a game of others: what is seen, and that nothing more can be done with a link."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from battle.friend.channel import SLOTS, JoinedChannel
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.log import copy_of
from battle.friend.meeting import (
    SIDES,
    Invitation,
    Terms,
    invitation,
    parts_of,
)
from battle.friend.sealing import MOST_UNPACKED, Identity, Seal, SealError, packed, unpacked
from battle.friend.watching import Watcher, watch_copy, watch_message
from battle.friend.words import watch_text
from battle.game.events import LetWatch
from battle.game.session import NotNowError
from battle.game.setup import TimeControl
from battle.rules.position import FormatError, RulesError, deal
from battle.storage import Places
from tests.friend.pairs import BROKER, SMALL
from tests.support.memory_channel import Meeting, MemoryChannel

PAGE = "https://example.org/"


class Three:
    """Two who play, and the time for all."""

    def __init__(self, home: Path, agreed: Terms) -> None:
        self.meeting = Meeting()
        self.moment = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
        self.ada, self.ben, self.eve = (
            FriendGames(Places.below(home / name), self.meeting.open)
            for name in ("ada", "ben", "eve")
        )
        self.mine = self.ada.invite(agreed, "Ada", broker=BROKER)
        self.theirs = self.ben.join(str(self.mine.invitation))
        self.run()
        self.theirs.join("Ben")
        self.run()

    def run(self, seconds: float = 1.0) -> None:
        self.moment += timedelta(seconds=seconds)
        for _ in range(6):
            for games in (self.ada, self.ben, self.eve):
                games.update(self.moment)

    @property
    def games(self) -> tuple[FriendGame, FriendGame]:
        return self.mine, self.theirs

    def let_watch(self) -> None:
        self.mine.let_watch()
        self.run()

    def play(self) -> None:
        game = next(game for game in self.games if game.session.my_turn)
        game.session.play(max(game.session.position.legal_moves))
        self.run()

    def watch(self) -> Watcher:
        watcher = self.eve.watch(watch_text(self.mine.meeting, PAGE))
        watcher.update(self.moment)
        return watcher


@pytest.fixture
def three(tmp_path: Path) -> Three:
    return Three(tmp_path, Terms(deal(7), 7, control=TimeControl(600, 5)))


def seen(watcher: Watcher) -> object:
    watcher.update(watcher._moment)
    table = watcher.session
    return table.game.moves, table.names, table.ending, table.seating.left


def test_who_has_the_link_sees_board_clocks_and_messages(three: Three) -> None:
    """From the first move to the end, whoever let them watch, but not what was said before that."""
    three.play()
    three.mine.say("between us")
    three.run()
    three.theirs.let_watch()
    three.run()
    assert three.mine.watched
    assert three.theirs.let_watch() == three.mine.let_watch()
    assert three.mine.take_news()[-1].startswith("Ben lets others watch")
    assert three.theirs.take_news()[-1:] != three.mine.take_news()
    watcher = three.watch()
    three.play(), three.play()
    three.theirs.say("seen by all")
    three.run()
    moves, names, ending, left = seen(watcher)
    assert moves == three.mine.session.game.moves
    assert len(moves) == 3
    assert names == three.mine.session.names
    assert left == three.mine.session.seating.left
    assert ending is None
    assert [(one.side, one.text) for one in watcher.said] == [("guest", "seen by all")]
    assert watcher.names == ("Ada", "Ben")
    three.mine.session.resign(three.mine.session.me)
    three.run()
    assert seen(watcher)[2] == three.theirs.session.ending
    three.eve.stop_watching(watcher)
    assert seen(three.watch())[0] == moves


@pytest.mark.parametrize("restarts", [False, True])
def test_no_date_publishes_what_was_said_before(
    three: Three, tmp_path: Path, restarts: bool
) -> None:
    """A friend who says to have let others watch long ago gets nothing of mine published."""
    three.play()
    three.mine.say("between us")
    three.run()
    three.theirs.logbook.do(LetWatch(), 1)
    three.theirs._note()
    three.run()
    assert three.mine.watched
    if restarts:
        topic = three.mine.invitation.topic
        three.ada.close()
        three.ada = FriendGames(Places.below(tmp_path / "ada"), three.meeting.open)
        three.mine = three.ada.open(topic)
    three.mine.say("for all")
    three.run()
    watcher = three.watch()
    assert [one.text for one in watcher.said] == ["for all"]
    watcher.read_chat()
    three.theirs.say("soon")
    three.run()
    watcher.update(three.moment)
    assert [one.text for one in watcher.unread] == ["soon"]


def test_a_message_dated_late_hides_none_that_follow(three: Three) -> None:
    """What was read is counted, and not by the times that its authors name."""
    three.let_watch()
    watcher = three.watch()
    moment, three.mine._moment = three.mine._moment, datetime(2999, 1, 1, tzinfo=UTC)
    three.mine.say("from the future")
    three.mine._moment = moment
    three.run()
    watcher.update(three.moment)
    watcher.read_chat()
    three.theirs.say("now")
    three.run()
    watcher.update(three.moment)
    assert [one.text for one in watcher.unread] == ["now"]


def test_watching_goes_on_after_both_programs_have_restarted(three: Three, tmp_path: Path) -> None:
    """What was published stays, and what comes later follows."""
    three.let_watch()
    three.play()
    watcher = three.watch()
    assert len(seen(watcher)[0]) == 1
    topic = three.mine.invitation.topic
    three.ada.close(), three.ben.close()
    three.ada, three.ben = (
        FriendGames(Places.below(tmp_path / name), three.meeting.open) for name in ("ada", "ben")
    )
    three.mine, three.theirs = three.ada.open(topic), three.ben.open(topic)
    three.run()
    three.play()
    assert len(seen(watcher)[0]) == 2
    assert not [words for game in three.games for words in game.take_news() if "watch" in words]


def test_nothing_can_be_done_at_a_table_that_is_watched(three: Three) -> None:
    """Every act is refused, and the link joins no game."""
    three.let_watch()
    watcher = three.watch()
    three.play()
    before = seen(watcher)
    table = watcher.session
    assert not table.my_turn | table.person_to_move | table.can_ask_back | table.can_redo
    for act in (table.play, table.resign, table.offer_draw, table.request_take_back):
        for what in table.position.legal_moves[:1] if act == table.play else (1, 2):
            with pytest.raises(RulesError):
                act(what)
    assert seen(watcher) == before
    line = str(three.mine.let_watch())
    with pytest.raises(NotNowError, match="for watching"):
        three.eve.join(line)
    with pytest.raises(NotNowError, match="for playing"):
        three.eve.watch(str(three.mine.invitation))
    assert invitation(watch_text(three.mine.meeting, PAGE)) == invitation(line)


def test_who_has_only_the_link_can_neither_read_more_nor_speak(three: Three) -> None:
    """The key opens nothing of the game, and what it seals moves neither a player nor a watcher."""
    three.let_watch()
    three.play()
    link = invitation(watch_text(three.mine.meeting, PAGE))
    game = three.mine.invitation
    assert game.topic not in str(link)
    topics = three.meeting.topics
    kept = topics[link.topic].kept
    assert set(kept) == {*SIDES}

    # What it has opens nothing of the game, in whatever place and under whatever topic.
    front, copy = parts_of(topics[game.topic].kept["host"])
    for topic in (game.topic, link.topic):
        for sealed in (front, copy, topics[game.topic].kept["guest"]):
            for place in (*SLOTS, "front"):
                with pytest.raises(SealError):
                    Seal(link.key, topic).open(place, sealed)

    # What it seals for the game is refused, there and in the watchers' slots.
    before = [one.session.game.moves for one in three.games]
    logs = three.mine.logbook.logs
    forged = [
        Seal(link.key, topic).seal(place, packed(three.mine.logbook.copy("Eve").values))
        for topic in (game.topic, link.topic)
        for place in SLOTS
    ]
    for sealed in (*forged, *kept.values()):
        for slot in SLOTS:
            topics[game.topic].put(slot, sealed, kept=False)
            three.run()
    assert [one.session.game.moves for one in three.games] == before
    assert three.mine.logbook.logs == logs

    # Nor can it make a watcher see another game: keys, signatures and times are held fast.
    watcher = three.watch()
    shown = seen(watcher)
    identity = Identity.new()
    content = link.seal.open("host", kept["host"])
    swapped = identity.public.sign + content[32:64]
    for side in SIDES:
        real = link.seal.open(side, kept[side])
        values = unpacked(real[128:], MOST_UNPACKED) | {"log": [], "at": 2**52, "name": "Eve"}
        for head in (real[:128], swapped + real[64:128], swapped + bytes(64)):
            sealed = link.seal.seal(side, head + packed(values))
            with pytest.raises(FormatError):
                watch_copy(link, side, sealed)
            topics[link.topic].put(side, sealed)
        topics[link.topic].put(side, link.seal.seal(side, real[:100]))
        other = "guest" if side == "host" else "host"
        topics[link.topic].put(side, link.seal.seal(side, link.seal.open(other, kept[other])))
    assert seen(watcher) == shown


def test_who_watches_sees_who_is_there_and_clocks_that_run(three: Three) -> None:
    """Only a player's own signature says who is here; the clock of who is to move runs."""
    three.let_watch()
    three.play()
    link = three.mine.let_watch()
    watcher = three.watch()
    topic = three.meeting.topics[link.topic]
    heard = MemoryChannel(topic)
    assert watcher.here("host") is None
    three.run(20)
    assert [watcher.here(side) for side in SIDES] == [True, True]
    table = watcher.session
    assert table.remaining(table.to_move) == 600 - 21
    signs = {one.slot: link.seal.open(one.slot, one.sealed) for one in heard.poll()}
    identity, goes = Identity.new(), packed({"at": 2**52, "bye": True})
    for side, other in zip(SIDES, SIDES[::-1], strict=True):
        slot, real = f"{side}-here", signs[f"{side}-here"]
        own = identity.public.sign
        for forged in (real[:128] + goes, own * 2 + bytes(64) + goes, signs[f"{other}-here"], b""):
            topic.put(slot, link.seal.seal(slot, forged), kept=False)
    three.run()
    assert [watcher.here(side) for side in SIDES] == [True, True]
    leaves = three.games[0] if three.games[0].session.my_turn else three.games[1]
    leaves.close()
    three.run()
    assert [watcher.here(side) for side in SIDES] == [side != leaves.side for side in SIDES]
    assert watcher.seen(leaves.side) is not None
    left = table.remaining(table.to_move)
    three.run(30)
    assert table.remaining(table.to_move) == left
    old = three.eve.watch(str(replace(Invitation.new(BROKER), watches=True)))
    three.run()
    three.run(26)
    assert [old.here(side) for side in SIDES] == [False, False]


def test_an_old_copy_that_is_brought_back_changes_nothing(three: Three) -> None:
    """What a side signed last counts, whatever lies in its slot."""
    three.let_watch()
    topic = three.meeting.topics[three.mine.let_watch().topic]
    old = dict(topic.kept)
    watcher = three.watch()
    three.play(), three.play()
    shown = seen(watcher)
    for slot, sealed in old.items():
        topic.put(slot, sealed)
    assert seen(watcher) == shown


def test_a_friend_with_an_older_program_is_not_asked_to_understand(three: Three) -> None:
    """Nothing is entered that the other program does not know, and it is said why."""
    three.mine.friend_knows_watching = False
    with pytest.raises(NotNowError, match="older version"):
        three.mine.let_watch()
    assert not three.mine.watched
    values = three.theirs.logbook.copy("Ben").values
    assert copy_of(values, "guest").watch
    del values["watch"]
    assert not copy_of(values, "guest").watch
    alone = three.ada.invite(Terms(SMALL), "Ada", broker=BROKER)
    with pytest.raises(NotNowError):
        alone.let_watch()


def test_in_one_network_the_host_passes_on_what_the_guest_publishes(tmp_path: Path) -> None:
    """Guest and watcher are connected to the host alone; the watcher sees both, each once."""
    guests, watchers = Meeting(), Meeting()
    ada, ben, eve = (
        FriendGames(Places.below(tmp_path / name), opens)
        for name, opens in {
            "ada": lambda *where: JoinedChannel([guests.open(*where), watchers.open(*where)]),
            "ben": guests.open,
            "eve": watchers.open,
        }.items()
    )
    now = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)

    def run() -> None:
        nonlocal now
        now += timedelta(seconds=21)
        for games in (ada, ben, eve) * 4:
            games.update(now)

    mine = ada.invite(Terms(SMALL), "Ada", lan=True)
    theirs = ben.join(str(mine.invitation))
    run()
    theirs.join("Ben")
    run()
    theirs.let_watch()
    watcher = eve.watch(watch_text(mine.meeting, PAGE))
    run()
    place = watchers.topics[mine.meeting.watching.topic]
    old = place.kept["guest"]
    came: list[tuple[str, bytes]] = []
    watcher.channel.keep_only(lambda *message: not came.append(message))
    while mine.session.ending is None:
        game = mine if mine.session.my_turn else theirs
        game.session.play(game.session.position.legal_moves[0])
        run()
        assert watcher.session.game.moves == mine.session.game.moves
    assert (watcher.here("host"), watcher.here("guest")) == (True, True)
    assert {slot for slot, _sealed in came} == {"host", "guest", "host-here", "guest-here"}
    assert len({*came}) == len(came)

    # What a watcher sends back of the guest is not passed on, now or after a restart.
    newest = place.kept["guest"]
    place.put("guest", old, kept=False)
    run()
    assert place.kept["guest"] == newest != old
    ada.close()
    ada = FriendGames(
        Places.below(tmp_path / "ada"),
        lambda *where: JoinedChannel([guests.open(*where), watchers.open(*where)]),
    )
    ada.open(mine.invitation.topic)
    place.kept.clear()
    run()
    place.put("guest", old, kept=False)
    run()
    assert place.kept["guest"] == newest


def test_a_host_that_says_no_terms_is_refused(three: Three) -> None:
    """A program of others that does so ends nobody's."""
    three.let_watch()
    where = three.mine.meeting.watching
    content = packed({"v": 1, "at": 2**50, "name": "Ada", "log": [], "said": []})
    words = f"mahjong-battle/1/{where.topic}/watch/host/{sha256(content).hexdigest()}"
    signed = three.mine.meeting.identity.sign(words.encode())
    whole = b"".join(three.mine.meeting.signing) + signed + content
    with pytest.raises(FormatError):
        watch_copy(where, "host", where.seal.seal("host", whole))


def test_logs_that_fit_no_game_are_said_to_differ(three: Three) -> None:
    """A watcher keeps what fits; the players' own fork is theirs to settle."""
    three.let_watch()
    three.play()
    watcher = three.watch()
    shown = seen(watcher)
    host = next(one for one in three.games if one.side == "host")
    log = (*host.logbook.mine, host.logbook.mine[-1])
    sealed = watch_message(host.meeting, log, (), 2**52)
    three.meeting.topics[host.let_watch().topic].put("host", sealed)
    watcher.update(three.moment)
    assert watcher.differs
    assert watcher.session.game.moves == shown[0]
