"""Where the buttons and the lists of Analyse are."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from battle.window.board.layout import analysis_layout
from battle.window.study.view import StudyLayout, study_layout
from battle.window.ui.theme import Theme

SIZES = [(900, 600), (1280, 800), (2560, 1440), (900, 1300)]


def placed(size: tuple[int, int], scale: float) -> tuple[StudyLayout, dict[str, pygame.Rect]]:
    """Return the parts at a window's size, and the panels they are to be in."""
    layout = analysis_layout(size, scale)
    panels = {"engine": layout.engine, "tree": layout.tree, "sheet": layout.sheet}
    return study_layout(layout, Theme(scale).px), panels


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
def test_parts_lie_apart_in_their_panels(size: tuple[int, int], scale: float) -> None:
    """No button leaves its panel or lies on another, or on the list below it."""
    parts, panels = placed(size, scale)
    for panel, inside in (
        ("engine", [parts.switch, parts.stop]),
        ("tree", [parts.title, *parts.walk, parts.tree]),
        ("sheet", [*parts.tabs, parts.all_moves, parts.sheet]),
    ):
        for rect in inside:
            assert panels[panel].contains(rect)
        assert all(rect.width > 0 for rect in inside if rect is not parts.title)
        assert not any(one.colliderect(other) for one, other in combinations(inside, 2))


@pytest.mark.parametrize("size", SIZES)
def test_buttons_of_a_row_are_alike(size: tuple[int, int]) -> None:
    """The walk's buttons have one size and stand from left to right, the tabs are alike high."""
    parts, _panels = placed(size, 1.0)
    assert len({rect.size for rect in parts.walk}) == 1
    assert [rect.left for rect in parts.walk] == sorted(rect.left for rect in parts.walk)
    assert parts.tabs[0].height == parts.tabs[1].height
    assert parts.tabs[0].top == parts.tabs[1].top
    assert parts.tabs[0].right <= parts.tabs[1].left
