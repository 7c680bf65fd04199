"""Two windows of two people: inviting, joining, playing, and coming back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from battle.window.friends.invitation_scene import InvitationScene
from battle.window.friends.join_scene import JoinScene
from battle.window.friends.table_scene import FriendTableScene
from tests.support.pilot import Pilot, best_move
from tests.support.two_pilots import TwoPilots, pick, two_pilots


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoPilots]:
    with two_pilots(tmp_path) as found:
        yield found


def invite(pilot: Pilot, *choices: str) -> None:
    """Invite a friend somewhere else by mouse."""
    pilot.press_button("New game")
    for words in ("A friend", "Somewhere else", *choices):
        pick(pilot, words)
    pick(pilot, "Invite")


def join(pilot: Pilot) -> None:
    """Join by the entry of the start screen, with the line on the clipboard."""
    pilot.press_button("Join a friend")
    pilot.press("ctrl+v")
    pilot.run(0.3)
    pilot.press_button("Join")


def play(pilot: Pilot) -> None:
    """Take a pair by mouse."""
    move = best_move(pilot.session)
    pilot.click_cell(move.first)
    pilot.click_cell(move.second)


def mover(two: TwoPilots) -> Pilot:
    """Return whose turn it is."""
    return two.ada if two.ada.session.person_to_move else two.ben


def begin(two: TwoPilots, *choices: str) -> None:
    """Invite and join, up to the table."""
    invite(two.ada, *choices)
    join(two.ben)
    two.run(0.5)


def test_a_line_leads_to_one_table(two: TwoPilots) -> None:
    """The line is on the clipboard, the friend sees who invites, and both are at the same deal."""
    invite(two.ada)
    assert isinstance(two.ada.scene, InvitationScene)
    two.ben.press_button("Join a friend")
    two.ben.press("ctrl+v")
    two.ben.run(0.3)
    scene = two.ben.scene
    assert isinstance(scene, JoinScene)
    assert scene.game is not None
    assert scene.game.friend_name == "Ada"
    two.ben.press_button("Join")
    two.run(0.5)
    assert isinstance(two.ada.scene, FriendTableScene)
    assert isinstance(two.ben.scene, FriendTableScene)
    assert two.ada.session.position == two.ben.session.position
    assert two.ada.session.names == two.ben.session.names == ("Ada", "Ben")
    play(two.ada)
    two.run(1.0)
    assert two.ben.session.game.moves == two.ada.session.game.moves != []
