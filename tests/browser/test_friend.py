"""Games with friends in the page: two pages, or a page and a program, that meet in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import segno

from battle.browser.channels import sockets_in
from battle.browser.friend import FIRST
from battle.browser.views import code_to_scan
from battle.friend.channel import SLOTS, Arrived
from battle.friend.game import FriendGame
from battle.friend.games import MOST_WATCHED, FriendGames
from battle.friend.log import MOST_ENTRIES, Entry
from battle.friend.meeting import Invitation, Joining, MeetingStage, Terms, invitation, told_in
from battle.friend.sealing import Identity, packed
from battle.game.setup import TimeControl
from battle.language import use
from battle.rules.position import position
from battle.screens.view import Scan
from battle.storage import Places
from tests.friend.pairs import forge
from tests.support.memory_channel import Meeting as Place
from tests.support.page import ADDRESS, BEAT, MOMENT, Page
from tests.support.texts import check_text
from tools.friend.page_enemies import made_up_event

SMALL = "5m5p1m3s/5p5m1m2p/9s2s2p4s/9s2s3s4s"
BROKER = "mqtts://broker.example"
SOCKET = "wss://broker.example/mqtt"


def link_of(where: Invitation, *lines: str) -> str:
    """Return the hash of an invitation, with what its page is told."""
    return where.link(ADDRESS, "\n".join(lines)).removeprefix(ADDRESS)


def link(game: FriendGame, *lines: str) -> str:
    """Return the hash of a game's invitation."""
    return link_of(game.invitation, *lines)


class Room:
    """A place in memory, Ada's program or page there, and Ben's page."""

    def __init__(self, home: Path) -> None:
        self.home, self.place = home, Place()
        self.pages: list[Page] = []
        self.program = FriendGames(Places.below(home / "program"), self.place.open)

    def page(self, name: str, hash: str = "", place: list[Any] | None = None) -> Page:
        """Open a page at a home of its own; `place` is what its tab remembers."""
        found = Page(self.home / name, hash=hash, place=place, meeting=self.place)
        self.pages.append(found)
        return found

    def invite(self, agreed: Terms | None = None) -> FriendGame:
        """Let Ada's program invite."""
        game = self.program.invite(agreed or Terms(position(SMALL)), "Ada", broker=BROKER)
        self.pass_by()
        return game

    def pass_by(self, beats: int = 60) -> None:
        """Let time pass at all ends."""
        for _beat in range(beats):
            for page in self.pages:
                page.seconds += BEAT
                page.app.beat()
            if self.pages:
                self.program.update(self.pages[0].app.moment())
            else:
                self.program.update(MOMENT)


@pytest.fixture
def room(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Return a place where two can meet."""
    monkeypatch.setenv("LANGUAGE", "en")  # a page sets it
    found = Room(home)
    yield found
    for page in found.pages:
        page.app.close()
    found.program.close()
    use("en")


def met(room: Room, agreed: Terms | None = None) -> tuple[FriendGame, Page]:
    """Let Ben's page join Ada's program; return her game and his page at the table."""
    game = room.invite(agreed)
    page = room.page("ben", link(game, "Ada"))
    page.act("set", name="name", value="Ben")
    page.act("join")
    room.pass_by()
    assert game.stage is MeetingStage.PLAYING
    return game, page


def own(page: Page) -> FriendGame:
    """Return the only game with a friend that a page has."""
    (game,) = page.app.friends.opened
    return game


def act_named(view: dict[str, Any], do: str) -> dict[str, Any]:
    """Return the button of a view that does something, or goes to a screen."""
    dock = view.get("dock", {})
    shown = [*view.get("actions", []), *view.get("more", []), *view.get("buttons", [])]
    shown += [view.get("main", {}), dock.get("main", {}), *dock.get("buttons", [])]
    acts = [(one, one.get("do", {})) for one in shown]
    return next(one for one, act in acts if do in (act.get("do"), act.get("name")))


# --- joining --------------------------------------------------------------------------------------


def test_a_link_shows_who_invites_to_what_and_joins(room: Room) -> None:
    """The host, the terms and the table are shown; *Play with Ada* leads to the table."""
    game = room.invite()
    page = room.page("ben", link(game, "Ada", "A position", SMALL + " 1 0-0", SOCKET))
    view = page.view
    assert view["title"] == "Ada invites you to a game"
    assert len(view["beside"][0]["board"]["tiles"]) == 16
    room.pass_by()
    assert page.view["main"]["words"] == "Play with Ada"
    assert "You move second" not in page.view["page"][0]["words"]
    page.act("set", name="name", value="Ben")
    page.press(page.view["main"])
    room.pass_by()
    assert game.friend_name == "Ben"
    assert page.view["screen"] == "table"
    assert [seat["name"] for seat in page.view["seats"]] == ["Ada", "Ben"]


def test_what_is_pressed_early_is_done_as_soon_as_it_can_be(room: Room) -> None:
    """Joining before the host's offer is there waits for it, and goes on by itself."""
    game = room.program.invite(Terms(position(SMALL)), "Ada", broker=BROKER)
    page = room.page("ben", link(game, "Ada", "A position", SMALL + " 1 0-0"))
    assert page.act("join")["main"]["off"]
    room.pass_by()
    assert page.view["screen"] == "table"
    assert game.stage is MeetingStage.PLAYING


def test_who_wants_to_join_is_joined_after_the_tab_was_closed(room: Room) -> None:
    """A press before the host can be reached is kept, and done at the next visit."""
    game = room.program.invite(Terms(position(SMALL)), "Ada", broker=BROKER)
    page = room.page("ben", link(game, "Ada", "A position", SMALL + " 1 0-0"))
    page.act("join")
    page.app.close()
    again = room.page("ben")
    assert "Ada" in lines(again.view)
    room.pass_by()
    assert game.stage is MeetingStage.PLAYING
    assert again.act("go", name="friend", topic=game.invitation.topic)["screen"] == "table"


def test_another_game_than_the_link_said_is_not_joined_unseen(room: Room) -> None:
    """Where the offer has another table than the link showed, the person looks at it first."""
    game = room.program.invite(Terms(position(SMALL)), "Ada", broker=BROKER)
    page = room.page("ben", link(game, "Ada", "Deal 7", "deal 7"))
    page.act("join")
    room.pass_by()
    assert page.view["screen"] == "join"
    assert game.stage is MeetingStage.OFFERED
    page.press(page.view["main"])
    room.pass_by()
    assert page.view["screen"] == "table"


def test_a_used_invitation_says_so(room: Room) -> None:
    """A second guest, or one whose storage is gone, reads that someone has joined."""
    game, _page = met(room)
    late = room.page("late", link(game, "Ada"))
    room.pass_by()
    assert "Someone else has joined" in lines(late.view)
    assert any("this device has lost the game" in line for line in lines(late.view))
    assert late.press(late.view["buttons"][0])["screen"] == "home"


@pytest.mark.parametrize(
    "text",
    [
        "#1.y5Zv646yo1k0Os0-cS3HbQ." + "A" * 100_000,
        "#1.y5Zv646yo1k0Os0-cS3HbQ.x.y.z~" + "A" * 100_000,
        "#2.y5Zv646yo1k0Os0-cS3HbQ." + "A" * 100_000,
        "#9999.y5Zv646yo1k0Os0-cS3HbQ.x.y.zzzzzz",
        "#1.y5Zv646yo1k0Os0-cS3HbQ....",
        "mahjong-battle:1.y5Zv646yo1k0Os0-cS3HbQ.<script>",
    ],
)
def test_a_bad_link_is_told_in_a_sentence(room: Room, text: str) -> None:
    """Whatever stands behind `#`, the page says what is wrong and stays."""
    page = room.page("ben", text)
    assert page.view["screen"] == "home"
    assert page.notice


def open_lines(room: Room) -> int:
    """Return how many lines are open at all places where one meets."""
    return sum(len(topic.channels) for topic in room.place.topics.values())


@pytest.mark.parametrize("how", ["plays", "watches", "moves"])
def test_links_that_are_only_looked_at_leave_nothing(room: Room, how: str) -> None:
    """However often the address changes, nothing is written, and what is left is connected no more.

    One line to each of a few games that are watched is the most.
    """
    page = room.page("ben")
    before = sorted((room.home / "ben").rglob("*"))
    for _link in range(30):
        where = Invitation.new(BROKER)
        where = replace(where, watches=how == "watches", moves=how == "moves")
        page.act("open", text=link_of(where, "Mal", "", "", SOCKET))
        room.pass_by(1)
        assert page.view["screen"] == {"moves": "fetch", "watches": "look_on"}.get(how, "join")
        assert open_lines(room) <= 1
    assert sorted((room.home / "ben").rglob("*")) == before
    page.act("home")
    assert open_lines(room) == 0
    page.app.close()
    assert room.page("ben").app.friends.opened == []
    assert open_lines(room) == 0


def test_games_that_are_watched_do_not_grow_in_number(room: Room) -> None:
    """Of links to games that are there only the newest few are connected."""
    page = room.page("eve")
    for number in range(MOST_WATCHED + 2):
        game = room.invite()
        room.page(f"ben{number}", link(game, "Ada")).act("join")
        room.pass_by(20)
        page.act("open", text=link_of(game.let_watch(), "Ada – Ben"))
        room.pass_by(10)
        assert page.view["screen"] == "table"
    assert len(page.app.friends.watched) == MOST_WATCHED


def test_a_reload_leads_to_the_invitation_again(room: Room) -> None:
    """It is not kept, but the tab remembers its link; so does what lies over it for a while."""
    game = room.invite()
    page = room.page("ben", link(game, "Ada", "A position"))
    page.act("open", text="5m5p/5p5m")
    assert open_lines(room) == 1  # Ada's
    page.act("back")
    remembered = page.view["place"]
    page.app.close()
    again = room.page("ben", place=remembered)
    assert again.view["title"] == "Ada invites you to a game"
    room.pass_by()
    again.press(again.view["main"])
    room.pass_by()
    assert again.view["screen"] == "table"


def test_invitations_that_were_kept_unread_are_let_go_of(room: Room) -> None:
    """What an older program has kept of an invitation that was looked at is gone after a start."""
    game = room.invite()
    old = FriendGames(Places.below(room.home / "ben"), room.place.open)
    looked_at = old.join(str(game.invitation))
    looked_at.is_kept = True
    looked_at.keep()
    old.close()
    assert old.topics() == [game.invitation.topic]
    page = room.page("ben")
    assert page.app.friends.opened == []
    assert old.topics() == []
    assert open_lines(room) == 1  # Ada's


def test_scripts_in_names_are_text(room: Room) -> None:
    """A name of markup is shown as it is, shortened, and no view has more of it than text."""
    game = room.program.invite(Terms(position(SMALL)), "<img onerror=x>" * 9, broker=BROKER)
    page = room.page("ben", link(game, "<script>alert(1)</script>", "<b>", "deal 0"))
    room.pass_by()
    assert page.view["title"].startswith("<img onerror=x>")
    assert len(page.view["title"]) < 80
    hash = link(game, "A\u202ed" + "a" * 90, "live\x00", "deal 7")
    assert told_in(hash) == ["Ad" + "a" * 90, "live", "deal 7"]
    assert room.page("eve", hash).view["title"].startswith("Ad" + "a" * 37 + "… invites")


# --- a game ---------------------------------------------------------------------------------------


def test_a_page_invites_and_two_pages_play_to_the_end(room: Room) -> None:
    """Both see the same game, both records have it, and a rematch swaps the seats."""
    ada = room.page("ada")
    ada.app.change(brokers=f"{BROKER} {SOCKET}", names=("Ada", ""))
    ada.act("go", name="new_game", rival="elsewhere")
    ada.act("set", name="deal_by", value="pasted")
    ada.act("set", name="pasted", value=SMALL)
    ada.act("set", name="begins", value="first")
    ada.press(ada.view["main"])
    ada.press(ada.view["main"])
    text = ada.effects[-1]["share"]
    assert text.startswith("Ada invites you to play Mahjong Battle. Ada begins.")
    hash = re.search(r"https://example.org/play/(#\S+)", text)
    assert hash is not None
    told = told_in(f"{ADDRESS}{hash[1]}")
    assert told[0] == "Ada"
    assert sockets_in(told) == SOCKET
    ben = room.page("ben", hash[1])
    room.pass_by()
    ben.act("set", name="name", value="Ben")
    ben.press(ben.view["main"])
    room.pass_by()
    while ada.view["screen"] == ben.view["screen"] == "table":
        assert ada.view["position"] == ben.view["position"]
        mover = ada if ada.view.get("live") else ben
        mover.act("take", move=mover.view["pairs"][0]["move"])
        room.pass_by()
    records = [page.app.records.games() for page in (ada, ben)]
    assert [len(games) for games in records] == [1, 1]
    assert records[0][0].record.splitlines()[-1] == records[1][0].record.splitlines()[-1]
    ada.app.close()
    room.pages.remove(ada)
    ada = room.page("ada", place=ada.view["place"])
    assert ada.view["shape"] == "result"
    ben.press(act_named(ben.view, "go_on"))
    room.pass_by()
    assert ada.view["page"][-1]["words"].startswith("Ben would like a rematch: the same deal")
    ada.press(ada.view["main"])
    room.pass_by()
    assert ada.view["screen"] == ben.view["screen"] == "table"
    assert [seat["name"] for seat in ada.view["seats"]] == ["Ben", "Ada"]


def test_a_link_is_a_code_to_scan() -> None:
    """The strokes of the path are the dark squares of the code that the window shows."""
    shown = code_to_scan(Scan(f"{ADDRESS}#1.{'A' * 300}"))
    dark = {
        (int(at) + more, int(line))
        for at, line, count in re.findall(r"M(\d+) (\d+)h(\d+)", shown.path)
        for more in range(int(count))
    }
    rows = segno.make(f"{ADDRESS}#1.{'A' * 300}", micro=False).matrix
    assert shown.side == len(rows)
    assert dark == {
        (at, line) for line, row in enumerate(rows) for at, bit in enumerate(row) if bit
    }


def test_a_page_that_is_opened_again_goes_on(room: Room) -> None:
    """The game stands on the start screen, mine first, and the title says whose turn it is.

    The tab it was open in comes back to the table.
    """
    game, page = met(room)
    place = page.view["place"]
    page.app.close()
    room.pages.clear()
    game.session.play(game.session.position.legal_moves[0])
    room.pass_by()
    again = room.page("ben")
    room.pass_by()
    first = again.view["page"][0]["blocks"][1]
    assert (first["words"], first["note"]) == ("Ada", "0 : 9, your turn")
    assert first["main"]
    assert again.view["calls"] == "Ada: your turn"
    again.press(first)
    assert again.view["position"] == str(game.session.position)
    again.app.close()
    room.pages.clear()
    again = room.page("ben", place=place)
    assert again.view["screen"] == "table"
    assert again.view["position"] == str(game.session.position)
    again.act("home")
    assert "place" not in again.view
    game.session.request_take_back(game.session.own)
    again.press(again.view["page"][0]["blocks"][0])
    assert [block["block"] for block in again.view["page"]] == ["row"]


def test_a_game_that_ends_with_the_page_is_in_the_record(room: Room) -> None:
    """A page that is gone as soon as its last move is kept has the game in its record later."""
    game, page = met(room)
    game.session.play(game.session.position.legal_moves[0])
    room.pass_by()
    page.app.screen.session.resign(page.app.screen.session.person)
    for claim in page.app.friends.games._claims.values():
        claim.release()
    room.pages.clear()
    again = room.page("ben")
    again.seconds += BEAT
    again.app.beat()
    assert [one.ending.winner for one in again.app.records.games()] == [1]


def test_the_friends_move_calls(room: Room) -> None:
    """When the friend has moved the page is told to call, once."""
    game, page = met(room)
    page.effects.clear()
    game.session.play(game.session.position.legal_moves[0])
    room.pass_by()
    assert page.effects == [{"call": {"title": "Ada", "words": "Your turn"}}]


def test_a_friends_move_leaves_one_yellow_button(room: Room) -> None:
    """On the start screen the game with the friend takes it over as soon as the friend moves."""
    game, page = met(room)
    page.act("home")

    def yellow() -> list[str]:
        rows = [row for part in page.view["page"] for row in part.get("blocks", [part])]
        return [row["words"] for row in rows if row.get("main")]

    assert yellow() == ["Your first game"]
    game.session.play(game.session.position.legal_moves[0])
    room.pass_by()
    assert yellow() == ["Ada"]


def test_the_pie_rule_is_agreed_on(room: Room) -> None:
    """One names points, the other takes a seat; a number that is none is told."""
    game, page = met(room, Terms(position(SMALL), pie="guest"))
    assert page.view["title"] == "Pie rule"
    page.act("set", name="points", value="many")
    assert "from -60 to 60" in page.notice
    page.act("set", name="points", value="3")
    page.act("name")
    room.pass_by()
    game.take_seat(first=False)
    room.pass_by()
    assert page.view["screen"] == "table"
    assert game.session.game.start.given == own(page).session.game.start.given


@pytest.mark.parametrize("how", ["lets in a key of his own", "withdraws"])
def test_a_host_who_shuts_the_guest_out_is_told_and_leaves_nothing_lost(
    room: Room, how: str
) -> None:
    """The game stays at its table, also when that was left, and the win can be claimed."""
    game, page = met(room)
    game.session.play(game.session.position.legal_moves[0])
    room.pass_by()
    if how == "withdraws":
        room.place.topics[game.invitation.topic].put("host", game.meeting.withdrawal())
    else:
        game.asks_again = Joining("Ben", Identity.new().public, again=True)
        game.let_in(True)
    room.pass_by()
    page.act("home"), room.pass_by()
    assert len(page.app.friends.opened) == 1
    page.act("go", name="friend", topic=game.invitation.topic)
    words = page.view["sheet"]["page"][0]["words"]
    assert ("somebody else" in words) == (how != "withdraws")
    page.act("claim")
    assert own(page).session.ending is not None
    room.pass_by()
    assert len(page.app.records.games()) == 1


ALONE: Final = """
    Play with a friend
    Play with a friend, More
    Play with a friend, QR code
    All
"""
AT_THE_TABLE: Final = """
    Ada
    Ada, Talk
    Ada, Resign
    Ada, Offer a draw
    Ada, Advanced
    Ada, Advanced, Is it really Ada.
    Ada, Let others watch
    Ada, Move to another device
"""


def test_a_way_leads_to_each_screen_of_friends_and_back(room: Room) -> None:
    """Each is at most three presses away; Back and a reload lead where they do elsewhere."""
    ada = room.page("ada")
    ada.app.change(brokers=f"{BROKER} {SOCKET}", names=("Ada", ""))
    _game, ben = met(room)
    for page, ways in ((ada, ALONE), (ben, AT_THE_TABLE)):
        room.pages.remove(page)
        for way in ways.strip().splitlines():
            page = page.trodden(way.strip())
        room.pages.append(page)


# --- watching -------------------------------------------------------------------------------------


def given(room: Room, page: Page) -> str:
    """Let a page give the link for watching away; return its hash."""
    page.press(act_named(page.view, "ask_watch"))
    assert page.view["sheet"]["page"]
    page.press(page.view["sheet"]["main"])
    room.pass_by()
    (hash,) = re.findall(r"https://example.org/play/(#2\S+)", page.effects[-1]["share"])
    return str(hash)


def test_a_page_watches_a_game_of_others(room: Room) -> None:
    """Board, moves, messages and who is there are shown live from the link; nothing can be done."""
    game, page = met(room, Terms(position(SMALL), control=TimeControl(600)))
    page.app.ways.learn(game.invitation.topic, SOCKET)
    hash = given(room, page)
    assert [seat.get("eye") for seat in page.view["seats"]].count("others may watch") == 1
    assert game.take_news()[-1].startswith("Ben lets others watch")
    assert told_in(hash)[0] == "Ada, Ben"
    assert sockets_in(told_in(hash)) == SOCKET
    eve = room.page("eve", hash)
    assert eve.view["screen"] == "look_on"
    assert eve.view["title"] == "Ada, Ben: a game to watch"
    assert eve.view["page"][0]["words"][0] == "A position"
    assert len(eve.view["beside"][0]["board"]["tiles"]) == 16
    room.pass_by()
    assert eve.view["screen"] == "table"
    assert eve.view["title"] == "Ada, Ben"
    for _ply in range(3):
        at = game if game.my_turn else own(page)
        at.session.play(at.session.position.legal_moves[0])
        at.say("<img src=x onerror=alert(1)>")
        room.pass_by()
        assert eve.view["position"] == page.view["position"]
        assert len(eve.view["moves"]) == at.session.game.ply
        assert eve.view["dock"]["sub"] == "<img src=x onerror=alert(1)>"
    assert [seat["name"] for seat in eve.view["seats"]] == list(game.session.names)
    assert [seat.get("moves") for seat in eve.view["seats"]].count(True) == 1
    assert all(re.match(r"9:5\d|10:00", seat["sub"]) for seat in eve.view["seats"])
    assert "pairs" not in eve.view
    assert not eve.view.get("live")
    before = game.session.game.moves, game.logbook.logs
    for act in ("take", "give_up", "draw", "undo", "reply", "hint", "analyse", "redo"):
        more = {"take": {"move": eve.view["board"]["tiles"][0]["cell"] + "a9"}}.get(act, {})
        eve.act(act, **({"accept": True} if act == "reply" else more))
    room.pass_by()
    assert (game.session.game.moves, game.logbook.logs) == before
    eve.press(act_named(eve.view, "talk"))
    assert [one["words"] for one in eve.view["page"] if "onerror" in one.get("words", "")]
    assert not [one for one in eve.view["page"] if one["block"] in ("field", "button")]
    eve.press({"do": {"do": "back"}})
    game.session.resign(game.session.me)
    room.pass_by()
    assert eve.view["dock"]["words"] == own(page).session.result_text
    assert eve.view["screen"] == "table"
    assert not eve.app.records.games()
    eve.press(act_named(eve.view, "stop_watching"))
    assert eve.view["screen"] == "home"
    assert eve.effects[-1] == {"unwatch": True}
    assert not eve.app.friends.watched


def test_who_watches_sees_who_is_there_and_goes_on_with_the_rematch(room: Room) -> None:
    """A player who has left is away; another game of the two takes the place of the first."""
    game, page = met(room)
    hash = given(room, page)
    eve = room.page("eve", hash)
    room.pass_by(600)
    assert {seat["sub"].rpartition(" · ")[2] for seat in eve.view["seats"]} == {"is here"}
    game.session.resign(game.session.me)
    game.ask_rematch()
    room.pass_by()
    page.act("grant", agreed=True)
    room.pass_by()
    assert eve.view["state"] == "ready"
    assert [seat["name"] for seat in eve.view["seats"]] == list(game.session.names)
    page.app.close()
    room.pages.remove(page)
    room.pass_by()
    (away,) = [seat for seat in eve.view["seats"] if seat["name"] == "Ben"]
    assert "was here just now" in away["sub"]
    eve.act("home")
    row = next(one for one in eve.view["page"][0]["blocks"] if one["icon"] == "eye")
    assert (row["words"], row["note"]) == ("Ada, Ben", "You are watching")
    assert eve.press(row)["screen"] == "table"
    topic = room.place.topics[invitation("mahjong-battle:" + hash[1:]).topic]
    channels = [*topic.channels]
    for channel in channels:
        channel.down()
    room.pass_by()
    assert eve.view["dock"]["words"] == "reconnecting"
    for channel in channels:
        channel.up()
    room.pass_by()
    assert eve.view["dock"].get("words") != "reconnecting"


def test_an_old_link_for_watching_and_a_damaged_one_are_told_in_a_sentence(room: Room) -> None:
    """Where nothing is published it is said; what is damaged leads to the start screen."""
    old = replace(Invitation.new(BROKER), watches=True)
    page = room.page("eve", link_of(old))
    assert page.view["title"] == "A game of others to watch"
    assert "Looking for the game" in lines(page.view)
    (stop,) = page.view["buttons"]
    assert page.press(stop)["screen"] == "home"
    bad = room.page("eva", link_of(old)[:-1] + "!")
    assert bad.view["screen"] == "home"
    assert "damaged" in bad.notice


# --- enemies --------------------------------------------------------------------------------------


def send(page: Page, game: FriendGame) -> None:
    """Let a hostile host's copy arrive at a page."""
    sealed = game.meeting.seal.seal(
        "host", packed(game.logbook.copy(game.meeting.name, game.chat).values)
    )
    own(page).receive([Arrived("host", game.meeting.host_message(sealed))])
    for _beat in range(12):
        page.seconds += BEAT
        page.app.beat()


@pytest.mark.parametrize("seed", range(3))
def test_hostile_copies_break_no_page(room: Room, seed: int) -> None:
    """Forged, damaged and impossible copies, with the key and without, leave a page at work."""
    random = Random(seed)
    game, page = met(room)
    topic = room.place.topics[game.invitation.topic]
    for _copy in range(60):
        entries = tuple(
            Entry(random.randrange(3), 1_777_000_000 + n, 1, made_up_event(random))
            for n in range(random.choice((0, 1, 2, 5)))
        )
        forge(game.logbook, game.side, entries)
        send(page, game)
        sealed = bytearray(topic.kept["guest"])
        sealed[random.randrange(len(sealed))] ^= 1 + random.randrange(255)
        topic.put(random.choice(SLOTS), bytes(sealed))
        topic.put("host", random.randbytes(random.choice((1, 256, 4096))))
        values = {"v": random.choice((1, 2, "x")), "host": [[random.choice(("take", 7)), 1, {}, 1]]}
        topic.put("host", game.meeting.host_message(game.meeting.seal.seal("host", packed(values))))
        room.pass_by(6)
        page.act("take", move="a1b2")
        json.dumps(page.view)
    assert page.view["screen"] in ("table", "result")
    assert len(own(page).logbook.logs["host"]) < MOST_ENTRIES


# --- words ----------------------------------------------------------------------------------------


def lines(value: object) -> Iterator[str]:
    """Yield the words of a view, a line each."""
    if isinstance(value, dict):
        for name in ("title", "words", "sub", "say", "note", "text", "hint"):
            if isinstance(value.get(name), str):
                yield value[name]
            elif name == "words":
                yield from lines(value.get(name))
        for name in (
            "seats",
            "fields",
            "page",
            "beside",
            "copy",
            "blocks",
            "request",
            "no",
            "yes",
            "dock",
            "main",
            "buttons",
        ):
            yield from lines(value.get(name))
        for name in ("actions", "more"):
            yield from lines(value.get(name))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from [part] if isinstance(part, str) else lines(part)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_screens_of_a_game_with_a_friend(
    room: Room, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an invitation, hosting, the table, messages, the list and watching say is approved."""
    identities = iter(bytes([n]) * 32 for n in range(99))
    monkeypatch.setattr(Identity, "new", staticmethod(lambda: Identity(next(identities))))
    monkeypatch.setattr("secrets.token_bytes", lambda count: bytes([next(identities)[0]]) * count)
    game = room.program.invite(Terms(position(SMALL), days=3), "Ada", broker=BROKER)
    page = Page(room.home / "ben", language=language, hash=link(game, "Ada"), meeting=room.place)
    room.pages.append(page)
    said: list[str] = []

    def tell(name: str, at: Page | None = None) -> None:
        said.extend([f"=== {name}", *dict.fromkeys(lines((at or page).view)), ""])

    tell("looking")
    room.pass_by()
    tell("seen")
    page.act("set", name="name", value="Ben")
    page.press(page.view["main"])
    tell("joined")
    room.pass_by()
    game.session.play(game.session.position.legal_moves[0])
    room.pass_by()
    game.session.request_take_back(game.session.own)
    room.pass_by()
    tell("asked")
    page.press(act_named(page.view, "talk"))
    tell("messages")
    page.act("home")
    page.act("go", name="friends")
    tell("list")
    page.act("home")
    where = own(page).let_watch()
    room.pass_by()
    eve = Page(room.home / "eve", language=language, hash=link_of(where), meeting=room.place)
    room.pages.append(eve)
    tell("watch", eve)
    room.pass_by(60)
    tell("watched", eve)
    page.act("go", name="talk", topic=game.invitation.topic)
    tell("watching is told")
    page.act("home")
    page.app.change(brokers=f"{BROKER} {SOCKET}")
    page.act("go", name="new_game", rival="elsewhere")
    page.act("set", name="deal_by", value="number")
    page.act("set", name="number", value="7")
    tell("new")
    page.press(page.view["main"])
    tell("asking")
    page.press(page.view["main"])
    said += ["=== hosting", *(one for one in dict.fromkeys(lines(page.view)) if "#" not in one)]
    check_text(
        f"page-friend-{language}",
        "\n".join(re.sub(r"\d\d:\d\d", "00:00", "\n".join(said)).splitlines()),
    )


def test_the_first_words_are_said_in_every_language() -> None:
    """What the page says before the program is there is translated, with the same names in it."""
    from battle.language import _, available

    for code, _name in available():
        use(code)
        for text in FIRST.values():
            assert ("{name}" in _(text)) == ("{name}" in text), (code, text)
    use("en")


# --- another device -------------------------------------------------------------------------------


def moving(room: Room, page: Page) -> str:
    """Begin to move Ben's game from a page's table; return the hash of the link."""
    page.press(act_named(page.view, "ask_to_move"))
    page.press(page.view["sheet"]["main"])
    room.pass_by(10)
    page.press(page.view["main"])
    text = page.effects[-1]["share"]
    return "#" + text.partition("#")[2]


def agree(room: Room, old: Page, new: Page) -> None:
    """Ask for the game on the new page, and say on the old one that both show the same word."""
    new.press(new.view["main"])
    room.pass_by()
    assert new.view["page"][0]["words"].removeprefix("Compare: ") in json.dumps(old.view)
    old.press(old.view["main"])
    room.pass_by()


def test_a_game_moves_from_page_to_page(room: Room) -> None:
    """The link shows whose game it is before anything connects; the old page keeps nothing."""
    game, phone = met(room)
    secret = own(phone).meeting.identity.secret.hex()
    link = moving(room, phone)
    desk = room.page("desk", link)
    view, channels = desk.view, len(room.place.channels)
    assert view["title"] == "Ben, Ada: your game comes to this device"
    assert not {"board", "chips"} & {*view}
    room.pass_by(10)
    assert len(room.place.channels) == channels
    agree(room, phone, desk)
    assert desk.view["screen"] == "table"
    assert own(desk).handover is None
    assert "moved to another device" in json.dumps(phone.act("go", name="friends"))
    assert "has moved to another device" in json.dumps(
        phone.act("go", name="friend", topic=game.invitation.topic)
    )
    kept = [
        file.read_text()
        for file in (room.home / "ben").rglob("*")
        if file.is_file() and file.suffix == ".json"
    ]
    assert not any(secret in text for text in kept)
    for end in (game, own(desk)) if game.my_turn else (own(desk), game):
        end.session.play(max(end.session.position.legal_moves))
        room.pass_by(20)
    assert game.session.game.moves == own(desk).session.game.moves
    assert len(game.session.game.moves) == 2
    assert room.page("desk2", link).view["screen"] == "fetch"


def test_a_move_is_withdrawn_and_a_used_link_is_told(room: Room) -> None:
    """The game is the old page's again, and the link leads to nothing; a used one neither."""
    _game, phone = met(room)
    withdrawn = moving(room, phone)
    keep = next(one for one in phone.view["buttons"] if one.get("do") == {"do": "keep"})
    phone.press(keep)
    room.pass_by(20)
    assert phone.view["screen"] == "table"
    desk = room.page("desk", withdrawn)
    desk.press(desk.view["main"])
    room.pass_by()
    assert desk.view["screen"] == "home"
    assert "withdrawn, or another device" in desk.notice
    used = moving(room, phone)
    agree(room, phone, room.page("first", used))
    page = room.page("second", used)
    page.press(page.view["main"])
    room.pass_by()
    assert page.view["screen"] == "home"
    assert not page.app.friends.opened
    assert not list((room.home / "second").rglob("*.moving"))
    room.pages.pop(-2).app.close()
    again = room.page("first", used)
    room.pass_by(20)
    assert own(again).handover is None
    assert again.view["screen"] == "table"


@pytest.mark.parametrize(
    "text", ["#3.y5Zv646yo1k0Os0-cS3HbQ." + "A" * 100_000, "#3.y5Zv646yo1k0Os0-cS3HbQ.x.y.zzzzzz"]
)
def test_a_bad_link_for_moving_is_told_in_a_sentence(room: Room, text: str) -> None:
    """It asks for nothing, and the page says that it is damaged."""
    page = room.page("ben", text)
    assert page.view["screen"] == "home"
    assert "damaged" in page.notice
    assert not room.place.channels


def test_the_device_that_has_the_game_opens_no_link_to_it(room: Room) -> None:
    """Opened where it was made, a link says that it is for the other device."""
    _game, phone = met(room)
    phone.act("open", text=moving(room, phone))
    phone.press(phone.view["main"])
    assert "the device that the game moves to" in phone.notice
    assert own(phone).handover.side == "host"


def test_a_page_that_keeps_nothing_gives_no_game_away(room: Room) -> None:
    """Nothing more is said of a move once the storage fails: a reload begins where it was."""
    _game, phone = met(room)
    link = moving(room, phone)
    desk = room.page("desk", link)
    desk.press(desk.view["main"])
    room.pass_by(3)
    phone.press(phone.view["main"])
    room.pass_by(3)
    phone.app.friends.games.cannot_keep()
    room.pass_by()
    assert own(phone).handover.side == "host"
    assert not own(phone).handover.is_gone
    assert not any(game.handover is None for game in desk.app.friends.opened)
    other = room.page("other", link)
    other.app.friends.games.cannot_keep()
    other.press(other.view["main"])
    assert "keeps nothing" in other.notice


def test_a_page_that_has_lost_the_game_is_let_in_again(room: Room) -> None:
    """It says so, asks with a word, and goes on once the host has agreed."""
    game, page = met(room)
    for end in (game, own(page)) if game.my_turn else (own(page), game):
        end.session.play(max(end.session.position.legal_moves))
        room.pass_by(20)
    room.pages.remove(page)
    page.app.close()
    again = room.page("again", link(game, "Ada"))
    room.pass_by()
    assert "Someone else has joined" in lines(again.view)
    assert any("this device has lost the game" in line for line in lines(again.view))
    again.act("set", name="name", value="Ben")
    again.press(again.view["main"])
    room.pass_by()
    assert "Waiting to be let in again" in lines(again.view)
    assert own(again).meeting.check_word in "".join(lines(again.view))
    game.let_in(True)
    room.pass_by()
    assert again.view["screen"] == "table"
    assert own(again).session.game.moves == game.session.game.moves
    assert "has let you in again" in again.notice
