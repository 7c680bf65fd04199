"""What was left on the table, on the result card."""

from __future__ import annotations

import pygame
import pytest

from battle.rules.deal import deal
from battle.rules.position import COLUMNS, EMPTY_COLUMN, Position, position
from battle.window.result.remaining_tiles import RemainingTiles
from battle.window.ui.theme import Theme


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.Window("test", (64, 64)).get_surface()


def test_each_kind_is_shown_once() -> None:
    """Kinds stand in a row, the highest first, each with how many of it were left."""
    left = RemainingTiles(Theme(1.0), position("5m9s5m/5m9s5m/1p1p 1 20-20"), 600, pictures=True)
    assert [(str(kind), count) for kind, count in left.kinds] == [("9s", 2), ("5m", 4), ("1p", 2)]


def test_an_empty_table_needs_no_room() -> None:
    """Where nothing was left nothing is painted, and there is no room for it."""
    left = RemainingTiles(Theme(1.0), Position((EMPTY_COLUMN,) * COLUMNS), 600, pictures=True)
    before = pygame.Surface((600, 80))
    after = before.copy()
    left.paint(after, after.get_rect())
    assert left.height == 0
    assert pygame.image.tobytes(after, "RGB") == pygame.image.tobytes(before, "RGB")


def test_too_much_is_told_in_words_only() -> None:
    """A whole deal is more than can be looked at, and takes a line, as without pictures."""
    whole = RemainingTiles(Theme(1.0), deal(3), 600, pictures=True)
    assert whole.kinds == []
    words_only = RemainingTiles(Theme(1.0), position("5m5m 1 20-20"), 600, pictures=False)
    assert whole.height == words_only.height > 0
