"""What stands around the table in Analyse, in lessons and in the trainer."""

from __future__ import annotations

import dataclasses

import pygame
import pytest

from battle.window.board.panels import PlayerRow, player_rows, players_panel
from battle.window.ui import theme as look
from battle.window.ui.theme import Theme

ROOM = pygame.Rect(0, 0, 300, 76)


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.Window("test", (64, 64)).get_surface()


def _points(name: str, *, to_move: bool) -> bytes:
    """Return the picture of the points beside a name."""
    surface = pygame.Surface(ROOM.size)
    surface.fill(look.PANEL)
    first = PlayerRow(player=1, name=name, points=118, to_move=to_move, lost="", brief="")
    second = dataclasses.replace(first, player=2, name="Ben", to_move=False)
    players_panel(surface, Theme(1.0), ROOM, (first, second))
    row = player_rows(ROOM)[0]
    points = pygame.Rect(row.right - 62, row.top + 4, 52, row.height - 8)
    return pygame.image.tobytes(surface.subsurface(points), "RGB")


@pytest.mark.parametrize("to_move", [False, True])
def test_a_long_name_leaves_the_points_alone(to_move: bool) -> None:
    """The points look the same beside any name, also with the sign of who is to move."""
    long = "Bartholomew Featherstonehaugh-Montgomery the Third"
    assert _points(long, to_move=to_move) == _points("Ada", to_move=to_move)
