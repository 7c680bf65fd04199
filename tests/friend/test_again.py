"""A guest that has lost the game is let in again by the host, and nobody else is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from battle.friend.game import FriendGame
from battle.friend.log import Entry, copy_of
from battle.friend.meeting import (
    MOST_DECLINED,
    Joining,
    MeetingStage,
    Terms,
    front,
    joining_message,
    meeting_of,
    parts_of,
    taken_content,
    taken_words,
)
from battle.friend.sealing import Identity, Public, SealError, packed, unpacked
from battle.game.events import ProvedNotice
from battle.game.session import NotNowError
from battle.rules.position import deal, move
from battle.rules.tree import Ending, Reason
from tests.friend.pairs import Home, Two, forge


@pytest.fixture
def played(tmp_path: Path) -> Two:
    """Return Ada and Ben after four moves and some words."""
    two = Two(tmp_path, Terms(deal(7), 7)).meet()
    for _turn in range(2):
        for side in ("host", "guest"):
            session = two.game(side).session
            two.play(side, str(max(session.position.legal_moves)))
    two.guest.say("Hello")
    two.host.say("Hi")
    two.pass_by()
    return two


def opened_again(two: Two, place: Path) -> FriendGame:
    """Let somebody open the invitation at a home without the game, and ask to be let in."""
    two.ben = Home(place, two.topics)
    two.guest = two.ben.games.join(two.line)
    two.pass_by()
    assert two.guest.stage is MeetingStage.REFUSED
    two.guest.ask_again("Ben")
    two.pass_by(9)
    return two.guest


def test_the_one_before_is_dead_from_then_on(played: Two, tmp_path: Path) -> None:
    """A home that turns up later reads that another is the guest, and is heard no more.

    Its person is told, and may claim the win there: whoever was let in may be nobody's friend.
    """
    played.ben.games.close()
    kept = shutil.copytree(tmp_path / "ben", tmp_path / "kept")
    opened_again(played, tmp_path / "new")
    played.host.let_in(True)
    played.pass_by(9)
    moves = played.host.session.game.moves
    old = Home(kept, played.topics)
    game = old.games.open(old.games.topics()[0])
    for _round in range(4):
        old.games.update(played.now)
        played.pass_by()
    assert game.is_shut_out
    assert "claim the win" in game.take_news()[-1]
    before = {**played.topic.kept}
    game.say("I am here")
    for _round in range(4):
        old.games.update(played.now)
    assert played.topic.kept == before
    played.pass_by()
    assert played.host.session.game.moves == moves
    assert played.guest.stage is MeetingStage.PLAYING
    game.claim()
    (kept_game,) = old.kept()
    assert kept_game.ending == Ending(Reason.FORKED, game.session.me)


def test_who_was_let_in_again_wins_nothing_by_the_notice_of_before(
    played: Two, tmp_path: Path
) -> None:
    """That another was the guest before is no proof against the host, whoever shows it how."""
    before = played.guest.meeting.identity.public.mark
    played.ben.games.close()
    old = parts_of(played.topic.kept["host"])[0]
    guest = opened_again(played, tmp_path / "new")
    played.host.let_in(True)
    played.pass_by(9)
    played.topic.put("host", len(old).to_bytes(2) + old)
    played.pass_by()
    assert (guest.is_shut_out, guest.can_claim) == (False, False)
    host = played.host.meeting
    words = (before, f"{before}/0/", f"{host.friend.mark}/1/")
    own, refused = guest.logbook.mine, 0
    for said in words:
        signed = host.identity.sign(taken_words(played.host.invitation.topic, said)).hex()
        forge(guest.logbook, "guest", (*own, Entry(0, 5, 1, ProvedNotice(said, signed))))
        guest._note()
        played.pass_by()
        assert played.host.session.ending is None
        assert played.host.refused_by_friend > refused
        refused = played.host.refused_by_friend


def test_a_stranger_with_the_link_learns_nothing_without_a_yes(played: Two, tmp_path: Path) -> None:
    """Nothing of the game opens; the host's no is told, and asked no more."""
    played.ben.games.close()
    eve = opened_again(played, tmp_path / "eve")
    assert eve.meeting.offer is None
    assert (eve.logbook, eve.session) == (None, None)
    played.host.let_in(False)
    played.pass_by(60)
    assert eve.stage is MeetingStage.REFUSED
    assert played.host.asks_again is None
    with pytest.raises(NotNowError):
        eve.ask_again("Eve")
    played.ben.games.close()
    played.ben = Home(tmp_path / "ben", played.topics)
    played.guest = played.ben.games.open(played.ben.games.topics()[0])
    played.pass_by(9)
    played.play("host", str(max(played.host.session.position.legal_moves)))
    assert len(played.guest.session.game.moves) == 5


def test_after_a_no_others_ask_in_a_line(played: Two, tmp_path: Path) -> None:
    """They call nobody; the newest is asked about once in ten minutes, and only it is let in."""
    played.ben.games.close()
    opened_again(played, tmp_path / "eve")
    host = played.host
    host.let_in(False)
    host.take_news()
    marks, asked = [], list[Joining]()
    for name in ("mallory", "oscar"):
        opened_again(played, tmp_path / name)
        assert [host.asks_again] == (asked or [None])
        while [host.asks_again] == (asked or [None]):
            played.pass_by(300)
        asked = [host.asks_again]
        assert host.asks_quietly
        assert host.my_turn == host.session.my_turn
        (news,) = host.take_news()
        assert news.startswith("Somebody asks again to be let in.")
        marks.append(host.asks_again.public.mark)
    with pytest.raises(NotNowError):
        host.let_in(True, marks[0])
    host.let_in(True, marks[1])
    played.pass_by(1300)
    assert played.guest.stage is MeetingStage.PLAYING


def test_who_was_declined_is_remembered(played: Two, tmp_path: Path) -> None:
    """None of the last fifty is asked about again, also after a restart; there are no more."""
    played.ben.games.close()
    eve = opened_again(played, tmp_path / "eve")
    played.host.let_in(False)
    for number in range(MOST_DECLINED - 1):
        played.host.meeting.decline(f"{number:032x}")
    played.restart("host")
    older = played.host.meeting.values | {"declined": "f" * 32}  # kept the last one alone
    assert meeting_of(older).declined == ["f" * 32]
    mark = eve.meeting.identity.public.mark
    assert played.host.meeting.declined[0] == mark
    played.topic.put(
        "join", joining_message(eve.invitation, "", eve.meeting.identity.public, again=True)
    )
    played.pass_by(1300)
    assert played.host.asks_again is None
    played.host.meeting.decline("0" * 32)
    assert len(played.host.meeting.declined) == MOST_DECLINED
    assert mark not in played.host.meeting.declined


def test_the_guest_that_is_there_is_not_displaced(played: Two, tmp_path: Path) -> None:
    """While the host has not answered, the game goes on with the guest that it has."""
    ben, guest = played.ben, played.guest
    opened_again(played, tmp_path / "eve")
    played.host.session.play(max(played.host.session.position.legal_moves))
    ben.games.update(played.now)
    played.pass_by()
    ben.games.update(played.now)
    assert len(guest.session.game.moves) == 5
    assert move(str(guest.session.game.moves[-1])) == played.host.session.game.moves[-1]


@pytest.mark.parametrize(
    "bad",
    [
        {"offer": None},
        {"offer": "zz"},
        {"offer": "00"},
        {"host": []},
        {"host-signed": "00" * 64},
        {"guest": [["move", 0, 5, 1, 0, "a1b2", None]]},
        {"side": "guest"},
    ],
)
def test_a_bad_answer_lets_nobody_in(played: Two, tmp_path: Path, bad: dict[str, object]) -> None:
    """A host that answers with what does not hold is refused, and its true answer counts later."""
    played.ben.games.close()
    guest = opened_again(played, tmp_path / "new")
    host = played.host
    send = host.channel.publish
    host.channel.publish = lambda *args, **how: None
    host.let_in(True)
    played.pass_by()
    values = host.logbook.copy("Ada").values | {"offer": host.meeting.offer.content.hex()} | bad
    sealed = host.meeting.seal.seal("host", packed(values))
    played.topic.put("host", host.meeting.host_message(sealed))
    played.pass_by()
    assert (guest.logbook, guest.stage) == (None, MeetingStage.JOINING)
    host.channel.publish = send
    host._note()
    played.pass_by(9)
    assert guest.stage is MeetingStage.PLAYING


def test_the_notice_of_the_guest_before_is_no_news(played: Two, tmp_path: Path) -> None:
    """A broker may still have it when another has been let in."""
    before = played.topic.kept["host"]
    played.ben.games.close()
    guest = opened_again(played, tmp_path / "new")
    played.host.let_in(True)
    played.pass_by(9)
    played.topic.put("host", before)
    played.pass_by(9)
    assert guest.stage is MeetingStage.PLAYING
    third = opened_again(played, tmp_path / "third")
    played.host.let_in(True)
    played.pass_by(9)
    assert third.stage is MeetingStage.PLAYING


def test_only_the_host_declines(played: Two, tmp_path: Path) -> None:
    """Who has the link can add no mark to a notice that the host has signed."""
    played.ben.games.close()
    guest = opened_again(played, tmp_path / "new")
    where = played.host.invitation
    values = unpacked(where.seal.open("front", parts_of(played.topic.kept["host"])[0]))
    values["declined"] = guest.meeting.identity.public.mark
    played.topic.put("host", front(where, packed(values)))
    played.pass_by(9)
    assert guest.stage is MeetingStage.JOINING


def test_a_key_that_is_none_is_not_asked_about(played: Two) -> None:
    """No seal can be made with it: with the host's yes the game would be damaged."""
    played.ben.games.close()
    none = Public(bytes(32), Identity.new().public.sign)
    wish = joining_message(played.host.invitation, "Ben", none, again=True)
    played.topic.put("join", wish)
    played.pass_by(9)
    assert played.host.asks_again is None


def test_no_one_asks_a_host_whose_key_is_none(played: Two, tmp_path: Path) -> None:
    """A stranger's notice with such a key changes nothing."""
    played.ada.games.close(), played.ben.games.close()
    none = taken_content("00" * 16, bytes(64), Public(bytes(32), bytes(32)))
    played.topic.put("host", front(played.host.invitation, none))
    played.ben = Home(tmp_path / "new", played.topics)
    guest = played.ben.games.join(played.line)
    played.pass_by(9)
    assert guest.stage is MeetingStage.LOOKING
    assert not guest.meeting.can_ask_again


def test_a_copy_of_the_guest_before_that_is_read_late_counts_no_more(
    played: Two, tmp_path: Path
) -> None:
    """It was opened and checked before the host said yes."""
    played.host.session.play(max(played.host.session.position.legal_moves))
    played.pass_by()
    ben = played.guest
    ben.session.play(max(ben.session.position.legal_moves))
    late = copy_of(ben.logbook.copy("Ben").values, "guest")
    played.ben.games.close()
    opened_again(played, tmp_path / "new")
    host = played.host
    checked = host.logbook.check(late)
    host.let_in(True)
    before = host.logbook.logs
    with pytest.raises(SealError):
        host._take_copy(checked)
    assert host.logbook.logs == before


def test_only_the_host_says_that_another_was_let_in(played: Two) -> None:
    """A guest that plays believes no notice but the host's own."""
    played.guest.take_news()
    notice = front(played.host.invitation, taken_content("00" * 16, bytes(64)))
    played.topic.put("host", notice)
    played.pass_by(9)
    assert played.guest.stage is MeetingStage.PLAYING
    assert not played.guest.take_news()
