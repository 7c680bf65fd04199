"""Two windows of two people: inviting, joining, playing, and coming back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from battle.analysis.study import Study
from battle.rules.position import deal
from battle.rules.tree import Game
from battle.screens.invitation import Hosting
from battle.screens.pie import PieWithFriend
from battle.screens.room import InThisRoom
from battle.window.files import open_dropped
from battle.window.study import StudyScene
from battle.window.table import TableScene
from battle.window.ui import clipboard
from tests.support.pilot import (
    TwoPilots,
    invite_friend,
    join_friend,
    meet_at_table,
    pick,
    two_pilots,
)
from tests.support.processes import run


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoPilots]:
    with two_pilots(tmp_path) as found:
        yield found


def test_a_pasted_invitation_is_answered(two: TwoPilots) -> None:
    """Analyse says whose one's own is; a friend's has the focus on what takes it up."""
    invite_friend(two.ada)
    line = two.ada.card(Hosting).game.invitation.line
    two.ben.app.go("join")
    clipboard.put(line)
    two.ben.press("ctrl+v")
    two.run(0.3)
    assert two.ben.scene.focused is not None
    assert two.ben.scene.focused.text == "Play with Ada"
    two.ada.app.push(StudyScene(two.ada.app, Study(Game(deal(7)))))
    two.ada.press("ctrl+v")
    said = two.ada.shows(StudyScene).said
    assert said == ("This is your own invitation: send it to a friend.", "refused")


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
