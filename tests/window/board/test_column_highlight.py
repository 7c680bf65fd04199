"""A column in light: where it is, and that nothing else is painted."""

from __future__ import annotations

import pygame
import pytest

from battle.rules.position import COLUMNS, ROWS, Cell
from battle.window.board.view import column_rect, light_column
from tests.support.pilot import Pilot, friends


@pytest.mark.parametrize("column", [0, 5, COLUMNS - 1])
def test_the_light_is_on_the_column(pilot: Pilot, column: int) -> None:
    """All tiles of the column lie in it, no middle of another column's tile does."""
    scene = friends(pilot)
    layout = scene.view.layout.board
    place = column_rect(layout, scene.theme, column)
    for row in range(ROWS):
        assert place.contains(layout.rect_of(Cell(column, row)))
        for other in {*range(COLUMNS)} - {column}:
            assert not place.collidepoint(layout.rect_of(Cell(other, row)).center)


def test_only_the_column_is_painted(pilot: Pilot) -> None:
    """Outside its place every pixel stays as it was, inside some change."""
    scene = friends(pilot)
    layout = scene.view.layout.board
    place = column_rect(layout, scene.theme, 3)
    before = pygame.Surface(pilot.app.size)
    before.fill((9, 9, 9))
    after = before.copy()
    light_column(after, scene.theme, layout, 3)
    assert after.get_at(place.center) != before.get_at(place.center)
    after.fill((9, 9, 9), place)
    assert pygame.image.tobytes(after, "RGB") == pygame.image.tobytes(before, "RGB")
