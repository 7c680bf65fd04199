"""Inviting a friend and taking an invitation: what is asked, read and sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from battle.friend.friends import Friends
from battle.friend.words import NO_PAGE, WITHDRAWN
from battle.page.blocks import Progress, flat
from battle.profile.options import GameOptions
from battle.rules.position import RulesError
from battle.rules.quick import HALF
from battle.screens.home import far_games
from battle.screens.invitation import Hosting, WithFriend
from battle.screens.join import Join
from battle.screens.room import InThisRoom
from battle.screens.screen import Screen, do, perform
from battle.screens.view import Button, CardView, Scan, act
from battle.storage import Places
from tests.support.memory_channel import Meeting
from tests.support.shell import FakeShell

ADDRESS = "https://example.org/play/"


@pytest.fixture
def place() -> Meeting:
    return Meeting()


@pytest.fixture
def shells(home: Path, place: Meeting) -> Iterator[tuple[FakeShell, FakeShell]]:
    """Return the surfaces of two people who can meet."""
    both = (FakeShell(home / "ada"), FakeShell(home / "ben"))
    for shell, name in zip(both, ("ada", "ben"), strict=True):
        services = shell.services
        places = Places.below(home / name)
        services.friends = Friends(places, services.records, place.open, in_thread=False)
        services.change(invitation_page=ADDRESS)
    yield both
    for shell in both:
        shell.services.friends.close()


def view_of(screen: Screen) -> CardView:
    view = screen.view() if screen.sheet is None else screen.sheet()
    assert isinstance(view, CardView)
    return view


def words_of(view: CardView) -> str:
    """Return all that a card says."""
    page = (*view.fields, *flat((*view.page, *view.beside)))
    return " ".join((view.title, *(repr(block) for block in page)))


def pass_by(*shells: FakeShell) -> None:
    for _beat in range(8):
        for shell in shells:
            shell.services.friends.update(shell.services.moment())


def invited(shell: FakeShell, name: str = "Ada") -> Hosting:
    """Send an invitation as a person does; return the screen that waits."""
    asking = WithFriend(shell)
    if name:
        do(asking, act("set", name="name0", value=name))
    do(asking, act("set", name="tiles", value="108"))
    main = view_of(asking).main
    assert main is not None
    do(asking, main.do)
    where, game, how = shell.asked.pop()
    assert where == "hosting"
    waits = Hosting(shell, game, how)
    waits.resume()
    return waits


def test_a_name_is_asked_once_and_one_press_sends(shells: tuple[FakeShell, FakeShell]) -> None:
    """Without a name nothing is sent; later it is not asked, and the last choices stand."""
    ada, _ben = shells
    asking = WithFriend(ada)
    assert [field.name for field in view_of(asking).fields] == ["name0", "tiles"]
    with pytest.raises(RulesError, match="Enter your name"):
        perform(asking, act("send"))
    do(asking, act("set", name="tiles", value=str(HALF)))
    do(asking, act("set", name="begins", value="second"))
    do(asking, act("set", name="name0", value="Felix"))
    reads = "Felix invites you to play Mahjong Battle. You begin."
    assert reads in words_of(view_of(asking))
    waits = invited(ada, "Felix")
    assert ada.asked[-1][0] == "share"
    assert re.fullmatch(
        r"Felix invites you to play Mahjong Battle\. Felix begins\. https://example.org/play/#\S+",
        ada.asked[-1][1],
    )
    again = view_of(WithFriend(ada))
    assert [field.name for field in again.fields] == ["tiles"]
    assert waits.game.meeting.name == "Felix"


def test_who_invites_is_told_what_the_friend_needs(shells: tuple[FakeShell, FakeShell]) -> None:
    """Where no page is known it is said before sending, and after it with the text to send."""
    ada, _ben = shells
    assert NO_PAGE not in words_of(view_of(WithFriend(ada)))
    ada.services.change(invitation_page="")
    assert NO_PAGE in words_of(view_of(WithFriend(ada)))
    waits = invited(ada)
    assert NO_PAGE in words_of(view_of(waits))
    assert "Install Mahjong Battle" in words_of(view_of(waits))


def test_waiting_is_no_screen_to_stay_on(shells: tuple[FakeShell, FakeShell]) -> None:
    """It is closed, or a quick game played meanwhile; the code is one press away.

    Where the browser could only copy the invitation it is said what to do with it.
    """
    ada, _ben = shells
    waits = invited(ada)
    assert "The game waits on Start" in words_of(view_of(waits))
    for is_copied in (False, True):
        do(waits, act("copied", done=is_copied))
        assert ("Copied: paste it" in words_of(view_of(waits))) is is_copied
    do(waits, act("code"))
    assert any(isinstance(block, Scan) for block in view_of(waits).page)
    do(waits, act("more"))
    ways = [one.do.name for one in view_of(waits).page if isinstance(one, Button)]
    assert ways == ["code", "ask", "room", "go", "withdraw"]
    do(waits, act("close"))
    do(waits, act("play"))
    name, session = ada.asked[-1]
    assert name == "table"
    assert session.position.tiles_left == 36
    waits.back()
    assert ada.asked[-1] == ("home",)
    line = waits.game.invitation.line
    do(waits, act("withdraw"))
    assert ada.said[-1] == WITHDRAWN
    assert not ada.services.friends.is_new(line)
    with pytest.raises(RulesError, match="own invitation"):
        Join(ada, line)


def test_the_landing_says_who_invites_who_begins_and_what_is_played(
    shells: tuple[FakeShell, FakeShell],
) -> None:
    """No deal number, no server; a guest is asked for a name once, and both are at the table."""
    ada, ben = shells
    waits = invited(ada)
    text = ada.asked[-1][1]
    pass_by(*shells)
    landing = Join(ben, text)
    pass_by(*shells)
    view = view_of(landing)
    said = words_of(view)
    assert view.title == "Ada invites you to a game"
    assert view.main is not None
    assert view.main.words == "Play with Ada"
    assert "('Whole deal', 'Ada begins')" in said
    assert "broker" not in said
    assert "Deal " not in said
    do(landing, act("set", name="name", value="Ben"))
    do(landing, act("join"))
    pass_by(*shells)
    landing.beat()
    waits.beat()
    for shell in shells:
        assert shell.asked[-1] == ("friend", waits.game.invitation.topic)
    assert ben.services.settings.names[0] == "Ben"


@pytest.mark.parametrize("ends_by", ["decline", "withdraw", "join"])
def test_an_invitation_that_is_put_off_waits_on_start(
    shells: tuple[FakeShell, FakeShell], home: Path, place: Meeting, ends_by: str
) -> None:
    """Also in the next program, and asks for nothing, until it is declined, withdrawn or taken."""
    ada, ben = shells
    waits = invited(ada)
    landing = Join(ben, ada.asked[-1][1])
    pass_by(*shells)
    assert "Decline" not in [one.words for one in view_of(landing).buttons]
    do(landing, act("later"))
    landing.leave()
    ben.services.friends.close()
    services = ben.services
    services.friends = Friends(
        Places.below(home / "ben"), services.records, place.open, in_thread=False
    )
    pass_by(*shells)
    (waiting,) = far_games(services)
    assert (waiting.words, waiting.note, waiting.main) == ("Ada", "invites you", False)
    game = services.friends.opened[0]
    landing = Join(ben, game=game)
    assert [one.words for one in view_of(landing).buttons] == ["Not now", "Decline"]
    if ends_by == "withdraw":
        do(waits, act("withdraw"))
    else:
        do(landing, act({"decline": "cancel", "join": "join"}[ends_by]))
    pass_by(*shells)
    left = [one.note for one in far_games(services)]
    assert left == (["0 : 0, their turn"] if ends_by == "join" else [])


def test_what_an_invitation_leads_to_is_made_before_it_is_sent(
    shells: tuple[FakeShell, FakeShell], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one network it waits for the page, shows how far that is, and says what went wrong."""
    ada, _ben = shells
    page = ada.services.page
    wanted: list[None] = []
    monkeypatch.setattr(page, "want", lambda: wanted.append(None))
    ada.services.change(local_network=True, meet_over_brokers=False)
    address = [""]
    monkeypatch.setattr("battle.friend.ways.page.room_page", lambda: address[0])
    page.is_busy, page.share = True, 0.5
    waits = invited(ada)
    assert len(wanted) == 2  # as soon as the name is asked
    assert ada.asked == []
    assert Progress("Getting what a browser needs, only this once", 0.5) in view_of(waits).page
    page.is_busy, page.problem = False, "No network."
    waits.beat()
    assert ada.asked == []  # before the port is open
    address[0] = "http://192.0.2.1:8109/"
    waits.beat()
    assert ada.asked[-1][0] == "share"
    assert "No network." in words_of(view_of(waits))
    do(waits, act("want_page"))
    assert len(wanted) == 3


def test_a_code_is_shown_once_what_it_leads_to_is_there(
    shells: tuple[FakeShell, FakeShell], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this room the page is got first, in sight; the code comes by itself."""
    ada, _ben = shells
    monkeypatch.setattr(
        "battle.friend.ways.page.room_link", lambda where, told: "http://192.0.2.1/#1"
    )
    ada.services.page.is_busy = True
    room = InThisRoom(ada, invited(ada).game)
    before = room.standing
    assert view_of(room).beside == ()
    assert any(isinstance(block, Progress) for block in view_of(room).page)
    ada.services.page.is_busy = False
    assert room.standing != before
    assert view_of(room).beside == (Scan("http://192.0.2.1/#1"),)


def test_what_is_sent_is_there_before_the_press(shells: tuple[FakeShell, FakeShell]) -> None:
    """The button holds the text, which follows the name; the game is the one it leads to."""
    ada, ben = shells
    asking = WithFriend(ada)
    assert view_of(asking).main == replace(view_of(asking).main, do=act("send"))  # type: ignore[type-var]
    do(asking, act("set", name="name0", value="Ad"))
    before = asking.standing
    do(asking, act("set", name="name0", value="Ada"))
    assert asking.standing != before
    main = view_of(asking).main
    assert main is not None
    text = dict(main.do.given)["value"]
    assert text.startswith("Ada invites you")
    assert not ada.services.friends.opened
    do(asking, main.do)
    assert ada.asked[0] == ("share", text)
    pass_by(*shells)
    landing = Join(ben, text)
    pass_by(*shells)
    assert view_of(landing).title == "Ada invites you to a game"


def test_an_invitation_made_without_a_connection_goes_out_later(
    shells: tuple[FakeShell, FakeShell], place: Meeting
) -> None:
    """Nobody reads of servers: it says what will happen, and that does, on both sides."""
    ada, ben = shells
    waits = invited(ada)
    for channel in place.channels:
        channel.down("broker.example cannot be reached.")
    place.topics[waits.topic].kept.clear()
    pass_by(*shells)
    later = "Your invitation goes out when you are online again."
    assert (view_of(waits).title, waits.standing[0][1]) == ("No connection", later)  # type: ignore[index]
    assert "broker" not in words_of(view_of(waits))
    landing = Join(ben, ada.asked[-1][1])
    place.channels[-1].down("broker.example cannot be reached.")
    pass_by(*shells)
    assert "No connection" in words_of(view_of(landing))
    assert "broker" not in words_of(view_of(landing))
    do(landing, act("set", name="name", value="Ben"))
    do(landing, act("join"))
    main = view_of(landing).main
    assert main is not None
    assert main.words == "You join when you are online again"
    assert ben.services.settings.names[0] == "Ben"
    for channel in place.channels:
        channel.up()
    pass_by(*shells)
    landing.beat()
    pass_by(*shells)
    waits.beat()
    assert [shell.asked[-1] for shell in shells] == [("friend", waits.topic)] * 2


def test_what_is_rarely_chosen_lies_behind_more(shells: tuple[FakeShell, FakeShell]) -> None:
    """Who begins, clocks and deals are set there; what cannot be played is said before sending."""
    ada, _ben = shells
    asking = WithFriend(ada, GameOptions(names=("Ada", ""), elsewhere=True))
    do(asking, act("more"))
    sheet = view_of(asking)
    assert {"begins", "timing", "deal_by", "pie"} <= {field.name for field in sheet.fields}
    do(asking, act("set", name="deal_by", value="pasted"))
    do(asking, act("close"))
    view = view_of(asking)
    assert view.main is not None
    assert view.main.off
    assert "Paste a position or a game record." in words_of(view)
