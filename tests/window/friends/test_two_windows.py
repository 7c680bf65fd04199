"""Two windows of two people: inviting, joining, playing, and coming back."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from battle.friend.channel import LinkKind, LinkState
from battle.friend.log import ChatMessage, Fork
from battle.friend.meeting import Invitation, invitation
from battle.game.events import ProvedFork
from battle.game.session import Session
from battle.page.blocks import Title
from battle.profile.records import Outcome, next_beginner, own_games
from battle.rules.position import position
from battle.rules.record import Ending, Reason, record
from battle.window.cards import ChoiceDialog
from battle.window.files import open_dropped
from battle.window.friends import (
    FriendPieScene,
    InvitationScene,
    JoinScene,
    QuestionDialog,
    RoomScene,
    WatchScene,
    sent_text,
)
from battle.window.history import players_words
from battle.window.moving import MoveScene
from battle.window.pages import Flow
from battle.window.result import ResultScene
from battle.window.start import StartScene, far_games
from battle.window.table import TableScene
from battle.window.ui import clipboard
from tests.support.pilot import (
    Pilot,
    TwoPilots,
    invite_friend,
    join_friend,
    meet_at_table,
    mover,
    pick,
    play_pair,
    two_pilots,
)
from tests.support.processes import run


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoPilots]:
    with two_pilots(tmp_path) as found:
        yield found


def test_a_line_leads_to_one_table(two: TwoPilots) -> None:
    """The line is on the clipboard, the friend sees who invites, and both are at the same deal."""
    invite_friend(two.ada)
    assert isinstance(two.ada.scene, InvitationScene)
    two.ben.press_button("Join a friend")
    two.ben.press("ctrl+v")
    two.ben.run(0.3)
    assert two.ben.scene.game.friend_name == "Ada"
    two.ben.press_button("Join")
    two.run(0.5)
    assert isinstance(two.ada.scene, TableScene)
    assert isinstance(two.ben.scene, TableScene)
    assert two.ada.session.position == two.ben.session.position
    assert two.ada.session.names == two.ben.session.names == ("Ada", "Ben")
    play_pair(two.ada)
    two.run(1.0)
    assert two.ben.session.game.moves == two.ada.session.game.moves != []


def asked(pilot: Pilot) -> str:
    """Return what the friend asks at the foot of the screen on top, empty if nothing."""
    bar = pilot.scene.company.bar  # type: ignore[attr-defined]
    assert {button.visible for button in bar.buttons} == {bool(bar.words)}
    words: str = bar.words
    return words


def wished(pilot: Pilot) -> str:
    """Return what the friend wishes, as the result says it; no question lies over it."""
    advice = pilot.shows(ResultScene)._advice
    return advice.words


def test_a_question_stays_at_the_table_until_it_is_answered(two: TwoPilots) -> None:
    """It takes no key; left for later it is still there, and no message opens it again."""
    meet_at_table(two)
    play_pair(two.ada)
    two.run(1.0)
    assert asked(two.ben) == ""
    two.ada.press("u")
    two.run(0.5)
    question = two.ben.session.request_text
    assert asked(two.ben) == question != ""
    two.ben.press("return")
    two.ada.press("t")
    two.ada.type("please")
    two.ada.press("return")
    two.run(7.0)
    two.ben.hover(two.ben.centre_of(two.ben.session.position.free_cells[0]))
    assert (type(two.ben.scene), asked(two.ben)) == (TableScene, question)
    two.ben.press("u")
    assert isinstance(two.ben.scene, QuestionDialog)
    two.run(2.0)
    two.ben.press("return")
    two.ben.press_button("Menu")
    pick(two.ben, "Answer the question")
    pick(two.ben, "Decide later")
    assert (two.ben.session.game.ply, asked(two.ben)) == (1, question)
    two.ada.press("escape")
    pick(two.ben, "Agree")
    two.run(1.0)
    assert two.ada.session.game.moves == two.ben.session.game.moves == []
    assert asked(two.ben) == ""


def test_a_message_comes_to_the_friend(two: TwoPilots) -> None:
    """It stands in the status line or a note, and counts as unread until the card is open."""
    meet_at_table(two)
    two.ada.press("t")
    assert two.ada.scene.field.text == "", "the key that opens the card is typed into it"
    two.ada.type("good luck")
    two.ada.press("return")
    two.run(0.5)
    assert two.ben.table.status[0] == "Ada: good luck"
    two.ben.app.go("home")
    two.ada.type("hello")
    two.ada.press("return")
    two.run(0.5)
    assert two.ben.app.message.text == "Ada sent a message."
    (game,) = far_games(two.ben.app)
    assert (game.unread, far_games(two.ada.app)[0].unread) == (2, 0)
    two.ben.app.go("friend_game", game.game)
    two.ben.press("t")
    two.run(0.1)
    assert far_games(two.ben.app)[0].unread == 0


def give_up(two: TwoPilots) -> None:
    """Begin a game, which Ben resigns after Ada's first move."""
    meet_at_table(two)
    play_pair(two.ada)
    two.run(1.0)
    two.ben.press("r")
    pick(two.ben, "Resign")
    two.run(2.0)


def test_giving_up_and_another_game(two: TwoPilots) -> None:
    """Both see the result; a rematch is agreed, seats change, and the record has the game once."""
    give_up(two)
    for pilot in (two.ada, two.ben):
        assert isinstance(pilot.scene, ResultScene)
        assert [game.ending for game in pilot.app.records.games()] == [pilot.session.ending]
    pick(two.ada, "Rematch")
    two.run(2.0)
    assert wished(two.ben) == "Ada would like a rematch."
    pick(two.ben, "Agree")
    two.run(1.0)
    assert two.ada.session.names == two.ben.session.names == ("Ben", "Ada")
    assert two.ada.session.ending is None
    two.ben.press_button("Menu")
    assert len(two.ben.app.records.games()) == 1


def test_a_game_with_a_friend_is_ones_own(two: TwoPilots) -> None:
    """Each record says which player was its person, so it counts, and is the friend's for Ben."""
    give_up(two)
    for pilot, person, outcome, friend in (
        (two.ada, 1, Outcome.WON, "Ben"),
        (two.ben, 2, Outcome.LOST, "Ada"),
    ):
        (own,) = own_games(pilot.app.records.games())
        assert (own.person, own.outcome, players_words(own.game)) == (person, outcome, friend)
        read = Session.from_record(record(own.game.record), person=own.person)
        assert read.person == pilot.session.person == person
        assert not read.can_change_sides
        assert next_beginner([own.game], "club", (pilot.session.name(1), "Club")) is None


def test_without_names_no_name_follows_a_seat(two: TwoPilots) -> None:
    """Who has entered no name is called alike in every game, and no sentence needs the name."""
    for name in ("Ada", "Ben"):
        two.close(name)
        two.open(name, names=("", ""))
    meet_at_table(two)
    assert two.ada.session.names == ("Player", "Your friend")
    assert two.ada.table.status[0].startswith("You to move: ")
    assert two.ada.table.states(1)[0] == "your turn"
    play_pair(two.ada)
    two.run(1.0)
    assert two.ada.table.status[0] == "Your friend has the move."
    two.ben.press("r")
    pick(two.ben, "Resign")
    two.run(2.0)
    pick(two.ada, "Rematch")
    two.run(2.0)
    assert wished(two.ben) == "Your friend would like a rematch."
    pick(two.ben, "Agree")
    two.run(1.0)
    assert two.ada.session.names == ("Your friend", "Player")
    two.ada.app.change(language="de")
    assert two.ada.session.name(1) == "Dein Freund"


def test_whose_turn_it_was_is_forgotten_at_the_end(two: TwoPilots) -> None:
    """A refusal because it is the friend's turn does not stay when the friend resigns."""
    meet_at_table(two)
    play_pair(two.ada)
    two.run(1.0)
    two.ada.click_cell(two.ada.session.position.free_cells[0])
    assert two.ada.table.status[0] == "Ben has the move."
    two.ben.press("r")
    pick(two.ben, "Resign")
    two.run(0.3)
    assert two.ada.table.status[0] == "Ada won. Ben resigned."


def test_offline_an_invitation_says_that_nothing_was_delivered(two: TwoPilots) -> None:
    """A way that was tried in vain is not called connecting for ever; both sides say why."""
    invite_friend(two.ada)
    scene = two.ada.shows(InvitationScene)
    why = "broker.example cannot be reached: no such host."
    two.meeting.channels[0].state = LinkState(LinkKind.CONNECTING)
    two.run(0.1)
    assert scene.waiting_words[0] == "connecting"
    two.meeting.channels[0].state = LinkState(LinkKind.CONNECTING, reason=why)
    two.run(0.1)
    assert scene.waiting_words == ("No connection: nothing has been delivered yet", why)
    for topic in two.meeting.topics.values():
        topic.kept.clear()
    two.ben.press_button("Join a friend")
    two.ben.press("ctrl+v")
    two.meeting.channels[1].state = LinkState(LinkKind.CONNECTING, reason=why)
    two.run(0.1)
    assert two.ben.shows(JoinScene)._waiting_words == ("offline", why)


def test_help_is_off_unless_both_agreed(two: TwoPilots) -> None:
    """Without help agreed neither Tab nor a hint shows anything; it is said why."""
    meet_at_table(two)
    for key in ("tab", "h"):
        two.ada.press(key)
        assert isinstance(two.ada.scene, TableScene)
        assert two.ada.app.message.text == "This game is played without help."


def test_a_closed_window_comes_back_to_the_same_game(two: TwoPilots) -> None:
    """The friend is told to be away; the game stands on the start screen, whose turn it is too."""
    meet_at_table(two)
    two.close("Ben")
    two.run(0.5)
    assert two.ada.table.caption(2).startswith("away since")
    play_pair(two.ada)
    two.run(1.0)
    ben = two.open("Ben")
    two.run(0.5)
    assert "Ada" in ben.app.window.title
    ben.click(ben.scene.order[0].rect.center)
    assert isinstance(ben.scene, TableScene)
    assert ben.session.game.moves == two.ada.session.game.moves
    assert two.ada.table.caption(2) == "is here"


def test_an_invitation_on_the_clipboard_is_offered(two: TwoPilots) -> None:
    """A window that comes to the front asks whether to look at it, once, and joins nothing."""
    invite_friend(two.ada)
    two.ben.focus(False)
    two.ben.focus(True)
    two.ben.run(0.2)
    assert isinstance(two.ben.scene, ChoiceDialog)
    pick(two.ben, "Not now")
    two.ben.focus(True)
    two.ben.run(0.2)
    assert isinstance(two.ben.scene, StartScene)
    assert isinstance(two.ada.scene, InvitationScene)


@pytest.mark.parametrize("way", ["start", "analyse", "file"])
def test_a_pasted_invitation_is_opened(two: TwoPilots, way: str) -> None:
    """Ctrl+V at the start and in Analyse, or a file, shows what one is invited to before all."""
    if way == "analyse":
        two.ben.app.go("study_position", position("5m/5m"))
        two.ben.run(0.1)
    invite_friend(two.ada)
    if way == "file":
        file = two.home / "from Ada.txt"
        file.write_text(clipboard.peek())
        open_dropped(two.ben.app, file)
    else:
        two.ben.press("ctrl+v")
    two.run(0.3)
    assert two.ben.shows(JoinScene).line == clipboard.peek()


def test_a_link_is_asked_about_before_anything_connects(two: TwoPilots) -> None:
    """Opened by the desktop, a link says over which broker one meets; a bad one says so."""
    two.ada.app.change(invitation_page="https://example.org/join")
    invite_friend(two.ada)
    text = clipboard.peek()
    assert text == sent_text(two.ada.app, two.ada.shows(InvitationScene).game)
    link = text.rpartition(" ")[2]
    assert link.startswith("https://example.org/join#1.")
    two.ben.app.go("link", link)
    two.ben.run(0.1)
    dialog = two.ben.shows(ChoiceDialog)
    assert "This link is an invitation." in dialog.text
    assert two.ben.app.friends.opened == []
    pick(two.ben, "Look at it")
    two.run(0.3)
    assert isinstance(two.ben.scene, JoinScene)
    two.ben.press("escape")
    two.ben.app.go("link", link[:-9])
    two.ben.run(0.1)
    assert two.ben.app.friends.opened == []


def test_an_invitation_is_sent_by_mail_or_as_a_bare_line(
    two: TwoPilots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button hands the text to the system's mail, which may be missing; one copies the line."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or len(opened) < 2)
    invite_friend(two.ada)
    scene = two.ada.shows(InvitationScene)
    two.ada.press_button("Send it by mail")
    assert parse_qs(urlsplit(opened[0]).query)["body"] == [sent_text(two.ada.app, scene.game)]
    assert "+" not in opened[0]
    two.ada.press_button("Send it by mail")
    assert two.ada.app.message.text == "No program for mail was found."
    two.ada.press_button("Copy the line only")
    assert clipboard.peek() == str(scene.game.invitation)


def test_an_invitation_is_open_in_this_room_too(
    two: TwoPilots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code appears once the port is open; who has joined is met from there; the ways are kept."""
    monkeypatch.setattr("battle.window.friends.page_folder", lambda: two.home)
    link = "http://192.168.1.5:8109/#1.x"
    links = [""]
    monkeypatch.setattr("battle.friend.ways.page.room_link", lambda where: links[-1])
    invite_friend(two.ada)
    game = two.ada.shows(InvitationScene).game
    assert not game.invitation.lan
    two.ada.press_button("In this room")
    scene = two.ada.shows(RoomScene)
    ways = len(two.meeting.channels)
    assert game.invitation.lan
    assert game.meeting.values["invitation"] == str(game.invitation)
    links.append(link)
    two.run(0.1)
    two.ada.click(next(one for one in scene.buttons if one.tip == "Copy the link").rect.center)
    assert clipboard.peek() == link
    picture = two.ada.pixels()
    links.append(f"{link}y")
    two.run(0.1)
    assert two.ada.pixels() != picture
    two.ada.press("escape")
    two.ada.press_button("In this room")
    assert len(two.meeting.channels) == ways
    clipboard.put(str(game.invitation))
    join_friend(two.ben)
    two.run(0.5)
    assert isinstance(two.ada.scene, TableScene)


def test_without_a_page_nobody_joins_in_the_room(
    two: TwoPilots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice is there, cannot be pressed, and a sentence says why."""
    monkeypatch.setattr("battle.window.friends.page_folder", lambda: None)
    invite_friend(two.ada)
    (button,) = [one for one in two.ada.scene.buttons if one.text == "In this room"]
    assert not button.usable
    two.ada.click(button.rect.center)
    assert isinstance(two.ada.scene, InvitationScene)


def test_others_may_watch_by_a_link_from_the_table(two: TwoPilots) -> None:
    """One copies the link, the other is told; a third window sees the game, and can do nothing."""
    meet_at_table(two)
    two.ada.press("f10")
    pick(two.ada, "Compare a word")
    pick(two.ada, "Let others watch")
    two.run(0.5)
    found = invitation(clipboard.peek())
    assert found.watches
    assert clipboard.peek().startswith(
        "Watch a game of Mahjong Battle (Ada, Ben): mahjong-battle:2."
    )
    assert "Ada lets others watch" in two.ben.table.status[0]
    shown = meet(two, "Eve")
    two.ada.table.company.friend.say("<b>Hello</b>")
    play_pair(mover(two))
    two.run(1.0)
    assert shown.session.game.moves == two.ben.session.game.moves != []
    assert shown.session.names == ("Ada", "Ben") or shown.session.names == ("Ben", "Ada")
    assert shown.table.status[0] == "Ada: <b>Hello</b>"
    two.run(25)
    assert {shown.table.caption(player) for player in (1, 2)} == {"is here"}
    before = two.ada.session.game.moves, two.ada.session.requests
    for key in ("h", "u", "d", "r", "x", "ctrl+y"):
        shown.press(key)
    assert isinstance(shown.scene, TableScene)
    play_pair(shown)
    two.run(0.5)
    assert (two.ada.session.game.moves, two.ada.session.requests) == before
    shown.press("t")
    assert "<b>Hello</b>" in [getattr(one, "words", "") for one in shown.scene._flow.blocks]
    shown.press("escape")
    two.close("Ben")
    two.run(0.5)
    assert any("away since" in shown.table.caption(player) for player in (1, 2))
    two.ada.session.resign(two.ada.session.me)
    two.run(1.0)
    assert shown.table.status[0].endswith("Ben won. Ada resigned.")
    assert not own_games(shown.app.records.games())
    shown.press("f10")
    pick(shown, "Stop watching")
    shown.run(0.2)
    assert isinstance(shown.scene, StartScene)
    assert not far_games(shown.app)


def meet(two: TwoPilots, name: str) -> Pilot:
    """Open another window, which watches by what is on the clipboard."""
    pilot = two.open(name)
    pick(pilot, "Look at it")
    two.run(0.5)
    return pilot


def test_a_link_for_watching_is_asked_about_and_waits(two: TwoPilots) -> None:
    """It is asked before anything connects; until there is a game it says so, and can be left."""
    link = str(replace(Invitation.new("mqtts://broker.example"), watches=True))
    two.ada.app.go("link", link)
    assert "for watching a game of others" in two.ada.scene.text
    assert not two.ada.app.friends.watched
    pick(two.ada, "Look at it")
    two.run(0.3)
    assert two.ada.shows(WatchScene).watcher.session is None
    assert [game.state for game in far_games(two.ada.app)] == ["Looking for the game"]
    pick(two.ada, "Stop watching")
    assert not two.ada.app.friends.watched
    bad = link[:-1] + ("A" if link[-1] != "A" else "B")
    two.ada.app.go("far_start", bad)
    assert "damaged" in two.ada.app.message.text


def test_the_pie_rule_between_two_windows(two: TwoPilots) -> None:
    """One names points, the other takes a seat, and both are at the table with the points given."""
    meet_at_table(two, "Pie rule")
    namer, chooser = (two.ada, two.ben)
    if not isinstance(namer.scene, FriendPieScene) or not namer.scene.game.my_turn:
        namer, chooser = chooser, namer
    pick(namer, "Name these points")
    two.run(0.5)
    pick(chooser, "Move first")
    two.run(0.5)
    for pilot in (two.ada, two.ben):
        assert isinstance(pilot.scene, TableScene)
    assert namer.session.me == 2  # type: ignore[attr-defined]


def test_nothing_of_the_network_is_loaded_at_the_start() -> None:
    """The window comes without what only games with friends need."""
    code = (
        "import battle.window.main, sys;"
        "print([name for name in ('nacl', 'paho', 'zeroconf') if name in sys.modules])"
    )
    assert run(sys.executable, "-c", code).stdout.strip() == "[]"


def test_an_invitation_that_is_withdrawn_leaves_only_that(two: TwoPilots) -> None:
    """The friend is informed and can only leave; where they would have met it stands too."""
    invite_friend(two.ada)
    two.ben.press_button("Join a friend")
    two.ben.press("ctrl+v")
    two.run(0.3)
    (topic,) = two.meeting.topics.values()
    offer = topic.kept["host"]
    pick(two.ada, "Withdraw it")
    two.run(0.5)
    assert topic.kept["host"] != offer
    assert two.ben.app.message.text == "Ada withdrew the invitation."
    assert "Join" not in [button.text for button in two.ben.scene.buttons]
    two.ben.press("escape")
    two.run(0.2)
    assert two.ada.app.friends.opened == two.ben.app.friends.opened == []


def test_a_flag_falls_under_a_dialog(two: TwoPilots) -> None:
    """Time is counted while a question lies over the table, and for both the game is over then."""
    invite_friend(two.ada, "Live")
    join_friend(two.ben)
    two.run(0.5)
    two.ada.press("r")
    two.clock[0] += 3600
    two.run(0.5)
    assert two.ada.session.ending == Ending(Reason.TIME, 2)
    pick(two.ada, "Play on")
    two.run(1.5)
    for pilot in (two.ada, two.ben):
        assert isinstance(pilot.scene, ResultScene)


def test_a_wish_that_comes_again_and_again_is_put_once(
    two: TwoPilots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked and withdrawn on end it sounds once and moves nothing; what is agreed to was put."""
    meet_at_table(two)
    two.ada.press("r")
    pick(two.ada, "Resign")
    two.run(2.0)
    ada, heard = two.ada.table.company.friend, []
    monkeypatch.setattr(two.ben.app.sound, "play", heard.append)
    ada.ask_rematch()
    two.run(0.5)
    card, buttons = two.ben.scene, two.ben.scene.buttons
    assert wished(two.ben) == "Ada would like a rematch."
    before = heard.count("turn")
    for number in (0, 7, 8):
        ada.session.withdraw()
        two.run(0.5)
        ada.ask_rematch(number)
        two.run(0.5)
    assert (two.ben.scene, two.ben.scene.buttons, heard.count("turn")) == (card, buttons, before)
    pick(two.ben, "Agree")
    assert two.ben.app.message.text == "The question was withdrawn."
    two.run(0.1)
    assert wished(two.ben) == "Ada would like another game, on another deal."
    pick(two.ben, "Agree")
    two.run(1.0)
    assert two.ada.session.setup.deal == two.ben.session.setup.deal == 8


def test_a_question_that_comes_again_and_again_sounds_once_a_move(
    two: TwoPilots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draw offered and withdrawn on end stands at the foot, and is heard only the first time."""
    meet_at_table(two)
    play_pair(two.ada)
    two.run(1.0)
    heard: list[str] = []
    monkeypatch.setattr(two.ben.app.sound, "play", heard.append)
    for _time in range(3):
        two.ada.session.offer_draw(1)
        two.run(0.5)
        assert asked(two.ben)
        two.ada.session.withdraw()
        two.run(0.5)
        assert not asked(two.ben)
    assert heard.count("turn") == 1


def test_a_second_request_says_that_the_first_is_open(two: TwoPilots) -> None:
    """A draw offered twice is refused the second time, and not said to have been asked again."""
    meet_at_table(two)
    two.ada.table.keys["draw"]()
    assert two.ada.app.message.text == "Ben has been asked."
    two.ada.table.keys["draw"]()
    assert two.ada.app.message.text == "The last request has not been answered yet."


def test_offers_to_go_on_without_end_ask_twice(two: TwoPilots) -> None:
    """Where the copies differ a question comes once, and once more with the friend's offer."""
    meet_at_table(two)
    scene, questions = two.ben.scene, []
    scene.company.friend.logbook.fork = Fork({"host": 0, "guest": 0})
    for _time in range(4):
        two.run(0.5)
        if isinstance(two.ben.scene, QuestionDialog):
            questions.append(two.ben.scene)
            pick(two.ben, "Decide later")
        two.ada.table.company.friend.follow_with(str(Invitation.new("mqtt://example.org")))
    assert len(questions) == 2


def test_the_win_is_claimed_where_the_friend_played_two_versions(two: TwoPilots) -> None:
    """The question says so and leads to the claim, and the card says why the game is won."""
    meet_at_table(two)
    scene = two.ada.scene
    proof = ProvedFork(0, "0" * 64, "0" * 128)
    scene.company.friend.logbook.fork = Fork({"host": 0, "guest": 0}, proof)
    two.run(0.5)
    assert "two versions" in two.ada.scene.text
    pick(two.ada, "Claim the win")
    assert scene.session.ending == Ending(Reason.FORKED, scene.session.me)
    assert "played two versions of the game" in scene.session.result_text


def test_a_long_talk_is_laid_out_over_some_frames(two: TwoPilots) -> None:
    """However long a talk is, a frame lays out a few messages; in the end all are there."""
    meet_at_table(two)
    chat = two.ben.app.friends.opened[0].chat
    chat.said = [ChatMessage("host", number, 5, f"Message {number}") for number in range(1, 101)]
    two.ben.press("t")
    shown = []
    for _frame in range(8):
        two.run(1 / 60)
        shown.append(len(two.ben.scene._flow.blocks) // 3)
    steps = [more - fewer for fewer, more in pairwise(shown)]
    assert max(steps) <= 20
    assert shown[-1] == 100


def test_a_game_moves_to_another_window(two: TwoPilots) -> None:
    """Ben's game goes from the table, by a link, to a window that asks first, and plays on there.

    Meanwhile it can be kept where it was; in the end that window says that it has moved.
    """
    meet_at_table(two)

    def moved() -> str:
        two.ben.press("f10")
        pick(two.ben, "Compare a word")
        pick(two.ben, "Move to another device")
        two.run(0.3)
        two.ben.shows(MoveScene)
        two.ben.press_button("Copy the link")
        return clipboard.peek()

    first = moved()
    two.ben.press_button("Keep it here")
    two.run(0.5)
    two.ben.shows(TableScene)
    link = moved()
    desk = two.open("Desk")
    desk.app.go("far_start", first)
    desk.press_button("Continue it here")
    two.run(0.5)
    assert isinstance(desk.scene, StartScene)
    desk.app.go("join", link)
    desk.run(0.1)
    painters = (getattr(paint.func, "__self__", None) for paint in desk.shows(MoveScene).under)
    (page,) = [one for one in painters if isinstance(one, Flow)]
    assert page.blocks[0] == Title("Your game with a friend comes to this device")
    desk.press_button("Continue it here")
    two.run(1.0)
    word = desk.shows(MoveScene).handover.meeting.check_word
    assert two.ben.shows(MoveScene)._shown[1][0] == f"Does your other device show {word}?"
    two.ben.press_button("Yes, the same word")
    two.run(1.0)
    assert desk.table.session.names == ("Ada", "Ben")
    assert "moved" in two.ben.shows(MoveScene)._shown[1][0]
    two.ben.press_button("Done")
    assert far_games(two.ben.app)[0].state == "moved to another device"
    play_pair(next(one for one in (two.ada, desk) if one.session.my_turn))
    two.run(1.0)
    assert two.ada.session.game.moves == desk.session.game.moves != []


def test_a_friend_is_let_in_again_from_a_new_window(two: TwoPilots) -> None:
    """The new window asks, the host's shows the word over the table, and the game goes on."""
    meet_at_table(two)
    line = str(two.ada.app.friends.opened[0].invitation)
    two.close("Ben")
    desk = two.open("Desk")
    desk.app.go("join", line)
    two.run(1.0)
    desk.press_button("Ask to be let in again")
    two.run(1.0)
    (asking,) = desk.app.friends.opened
    assert asking.meeting.check_word in two.ada.shows(QuestionDialog).text
    two.ada.press_button("Agree")
    two.run(1.0)
    assert desk.session.position == two.ada.session.position
    desk.shows(TableScene)
