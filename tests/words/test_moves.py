"""Moves as people read them."""

from __future__ import annotations

from battle.rules.position import move, position
from battle.words.moves import cells_words, pair_words


def test_a_pair_is_its_tile_and_its_cells() -> None:
    """Cells are joined by a dash, the tile stands before them."""
    assert cells_words(move("a1b2")) == "a1–b2"
    assert pair_words(position("5m5p/5p5m/9s/9s"), move("a1b2")) == "5m a1–b2"
