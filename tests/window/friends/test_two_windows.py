"""Two windows of two people: inviting, joining, playing, and coming back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from battle.friend.channel import LONG_AGO
from battle.friend.log import Fork
from battle.friend.meeting import Invitation
from battle.friend.words import NO_PAGE
from battle.game.session import Session
from battle.profile.records import Outcome, next_beginner, own_games
from battle.rules.record import record
from battle.screens.invitation import Hosting
from battle.screens.moving import MoveAway, MoveHere
from battle.screens.pie import PieWithFriend
from battle.screens.room import InThisRoom
from battle.screens.start import far_games
from battle.window.card_view import QuestionScene
from battle.window.files import open_dropped
from battle.window.start import StartScene
from battle.window.table import TableScene
from battle.window.ui import clipboard
from tests.support.pilot import (
    TwoPilots,
    invite_friend,
    join_friend,
    meet_at_table,
    pick,
    play_pair,
    two_pilots,
)
from tests.support.processes import run


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoPilots]:
    with two_pilots(tmp_path) as found:
        yield found


def give_up(two: TwoPilots) -> None:
    """Begin a game, which Ben resigns after Ada's first move."""
    meet_at_table(two)
    play_pair(two.ada)
    two.run(1.0)
    two.ben.press("r")
    pick(two.ben, "Resign")
    two.run(2.0)


def test_a_game_with_a_friend_is_ones_own(two: TwoPilots) -> None:
    """Each record says which player was its person, so it counts, and is the friend's for Ben."""
    give_up(two)
    for pilot, person, outcome, friend in (
        (two.ada, 1, Outcome.WON, "Ben"),
        (two.ben, 2, Outcome.LOST, "Ada"),
    ):
        (own,) = own_games(pilot.app.records.games())
        assert (own.person, own.outcome, own.rival) == (person, outcome, friend)
        read = Session.from_record(record(own.game.record), person=own.person)
        assert read.person == pilot.session.person == person
        assert not read.can_change_sides
        assert next_beginner([own.game], "club", (pilot.session.name(1), "Club")) is None


def test_an_invitation_is_open_in_this_room_too(
    two: TwoPilots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code appears once the port is open; who has joined is met from there; the ways are kept."""
    monkeypatch.setattr("battle.friend.words.page_folder", lambda: two.home)
    link = "http://192.168.1.5:8109/#1.x"
    links = [""]
    monkeypatch.setattr("battle.friend.ways.page.room_link", lambda where, told: links[-1])
    invite_friend(two.ada)
    game = two.ada.card(Hosting).game
    assert not game.invitation.lan
    two.ada.press_button("More")
    two.ada.press_button("In this room")
    two.ada.card(InThisRoom)
    ways = len(two.meeting.channels)
    assert game.invitation.lan
    assert game.meeting.values["invitation"] == str(game.invitation)
    links.append(link)
    two.run(0.1)
    two.ada.click(next(one for one in two.ada.scene.buttons if one.tip == "Copy").rect.center)
    assert clipboard.peek() == link
    picture = two.ada.pixels()
    links.append(f"{link}y")
    two.run(0.1)
    assert two.ada.pixels() != picture
    two.ada.press("escape")
    two.ada.press_button("More")
    two.ada.press_button("In this room")
    assert len(two.meeting.channels) == ways
    clipboard.put(str(game.invitation))
    join_friend(two.ben)
    two.run(0.5)
    assert isinstance(two.ada.scene, TableScene)


def test_without_a_page_no_browser_joins_in_the_room(
    two: TwoPilots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice is there, for programs, and a sentence says what the friend needs."""
    invite_friend(two.ada)
    assert NO_PAGE in repr(two.ada.card(Hosting).view())
    two.ada.press_button("More")
    (button,) = [one for one in two.ada.scene.buttons if one.text == "In this room"]
    assert button.usable


@pytest.mark.parametrize("leave", ["escape", "drop", "home", "close"])
def test_an_invitation_that_is_only_looked_at_leaves_nothing(
    two: TwoPilots, tmp_path: Path, leave: str
) -> None:
    """However it is left, no game is kept of it and no line stays open; it can be joined later."""
    invite_friend(two.ada)
    two.run(1.0)
    (topic,) = two.meeting.topics.values()
    two.ben.press_button("Join")
    two.ben.press("ctrl+v")
    two.run(1.0)
    assert len(topic.channels) == 2
    if leave == "escape":
        two.ben.press("escape")
    elif leave == "drop":
        file = tmp_path / "position.txt"
        file.write_text("5m5p/5p5m")
        open_dropped(two.ben.app, file)
    elif leave == "home":
        two.ben.app.go("home")
    else:
        two.ben.app.close()
    assert len(topic.channels) == 1
    friends = two.ben.app.places.friends
    assert not friends.exists() or not [*friends.iterdir()]


def test_the_pie_rule_between_two_windows(two: TwoPilots) -> None:
    """One names points, the other takes a seat, and both are at the table with the points given."""
    meet_at_table(two, "Pie rule")
    namer, chooser = (two.ada, two.ben)
    if not namer.card(PieWithFriend).game.my_turn:
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
        "print([name for name in ('nacl', 'paho', 'websockets') if name in sys.modules])"
    )
    assert run(sys.executable, "-c", code).stdout.strip() == "[]"


def test_offers_to_go_on_without_end_ask_twice(two: TwoPilots) -> None:
    """Where the copies differ a question comes once, and once more with the friend's offer."""
    meet_at_table(two)
    scene, questions = two.ben.scene, []
    scene.company.game.logbook.fork = Fork({"host": 0, "guest": 0})
    for _time in range(4):
        two.run(0.5)
        if isinstance(two.ben.scene, QuestionScene):
            questions.append(two.ben.scene)
            pick(two.ben, "Decide later")
        two.ada.table.company.game.follow_with(str(Invitation.new("mqtt://example.org")))
    assert len(questions) == 2


def test_a_game_moves_to_another_window(two: TwoPilots) -> None:
    """Ben's game goes from the table, by a link, to a window that asks first, and plays on there.

    Meanwhile it can be kept where it was; in the end that window says that it has moved.
    """
    meet_at_table(two)

    def moved() -> str:
        two.ben.press("f10")
        pick(two.ben, "Move to another device")
        two.run(0.3)
        two.ben.card(MoveAway)
        two.ben.press_button("Send the link")
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
    desk.app.go("far_start", link)
    desk.run(0.1)
    title = "Your game with a friend comes to this device"
    assert desk.card(MoveHere).view().title == title
    desk.press_button("Continue it here")
    two.run(1.0)
    word = desk.card(MoveHere).asked.meeting.check_word
    assert two.ben.card(MoveAway).view().page[0].words == f"Does your other device show {word}?"
    two.ben.press_button("Yes, the same word")
    two.run(1.0)
    assert desk.table.session.names == ("Ada", "Ben")
    assert "moved" in two.ben.card(MoveAway).view().page[0].words
    two.ben.press_button("To the start screen")
    assert far_games(two.ben.app)[0].note == "moved to another device"
    play_pair(next(one for one in (two.ada, desk) if one.session.my_turn))
    two.run(1.0)
    assert two.ada.session.game.moves == desk.session.game.moves != []


def test_a_friend_is_let_in_again_from_a_new_window(two: TwoPilots) -> None:
    """The new window asks, the host's shows the word over the table, and the game goes on.

    After a no the next one is not asked about over the table, but from the menu.
    """
    meet_at_table(two)
    (game,) = two.ada.app.friends.opened
    two.close("Ben")

    def word_of(name: str) -> str:
        asking = two.open(name)
        asking.app.go("join", str(game.invitation))
        two.run(1.0)
        asking.press_button("Ask to be let in again")
        two.run(1.0)
        return str(asking.app.friends.opened[0].meeting.check_word)

    assert word_of("Eve") in two.ada.shows(QuestionScene).text
    two.ada.press_button("Decline")
    two.run(0.5)
    game._asked_until = LONG_AGO  # ten minutes later
    word = word_of("Desk")
    two.ada.shows(TableScene)
    two.ada.press("f10")
    pick(two.ada, "Answer the question")
    assert word in two.ada.shows(QuestionScene).text
    two.ada.press_button("Let in")
    two.run(1.0)
    desk = two.open_now["Desk"]
    assert desk.session.position == two.ada.session.position
    desk.shows(TableScene)
