"""What is pasted, on whatever screen: a position or a finished game is analysed."""

from __future__ import annotations

import pygame
import pytest

from battle.rules.links import position_link
from battle.rules.position import position
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.window.editor import EditorScene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from tests.support.pilot import FRAME, Pilot, bad_game
from tools.screens.pictures import SCREENS

START = position("5m5p/5p5m/9s/9s 2 12-9")
SHOWN = ("learn", "rules-1", "record", "daily", "trainer", "first-game-1", "walk-taken")
SHOWN += ("analyse", "play", "settings", "result", "start", "new-game")


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("text", [str(START), f"look: https://example.org/{position_link(START)}"])
def test_a_position_is_analysed_from_every_screen(pilot: Pilot, name: str, text: str) -> None:
    """As a line or a link; Play on from here is in the menu there, and Esc leads back."""
    pilot.engine.silent = True
    pilot.app.push(SCREENS[name](pilot.app))
    pilot.run(FRAME)
    pygame.scrap.put_text(text)
    pilot.press("ctrl+v")
    assert pilot.shows(StudyScene).study.position == START


def test_the_editor_takes_it_itself(pilot: Pilot) -> None:
    """A position that is pasted there is set up."""
    pilot.app.push(EditorScene(pilot.app))
    pilot.run(FRAME)
    pygame.scrap.put_text(str(START))
    pilot.press("ctrl+v")
    assert pilot.shows(EditorScene).editor.position == START


@pytest.mark.parametrize("is_over", [True, False])
def test_a_game_goes_on_or_is_analysed(pilot: Pilot, *, is_over: bool) -> None:
    """A record that is not over comes to the table, one that is over into Analyse."""
    pilot.engine.silent = True
    game, moves = Game(bad_game().root.position), bad_game().moves
    for move in moves if is_over else moves[:-1]:
        game.play(move)
    pilot.app.push(SCREENS["start"](pilot.app))
    pygame.scrap.put_text(Record({}, game).text)
    pilot.press("ctrl+v")
    assert isinstance(pilot.scene, StudyScene if is_over else TableScene)
