"""Where the buttons of Analyse are, and what is left of the panels below them.

engine   | switch        | stop |     over what the solver does
moves    title   |< < > >|            over the tree
sheet    lines | review | all |       over the lines or the review
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from battle.window.board.analysis_layout import AnalysisLayout

_HEAD: Final = 40
"""The height of the heads of the lower panels, with their buttons."""
_LINES: Final = 0.45
"""The share of the tab of the lines; the word on the other tab is longer."""


@dataclass(frozen=True)
class StudyLayout:
    """The parts inside the panels; `walk` are the buttons from the first move to the last."""

    switch: Rect
    stop: Rect
    title: Rect
    walk: tuple[Rect, Rect, Rect, Rect]
    tree: Rect
    tabs: tuple[Rect, Rect]
    all_moves: Rect
    sheet: Rect


def study_layout(layout: AnalysisLayout, px: Callable[[float], int]) -> StudyLayout:
    """Return what lies inside the panels of a layout; `px` scales a length for 1280 x 800."""
    switch, stop = _engine_row(layout.engine, px)
    head, tree = _headed(layout.tree, px(_HEAD), px(8))
    title, walk = _walk(head, px)
    head, sheet = _headed(layout.sheet, px(_HEAD), px(8))
    tabs, all_moves = _tabs(head, px)
    return StudyLayout(switch, stop, title, walk, tree, tabs, all_moves, sheet)


def _headed(rect: Rect, head: int, pad: int) -> tuple[Rect, Rect]:
    """Return the head of a panel and what is below it."""
    top = Rect(rect.left + pad, rect.top, rect.width - 2 * pad, min(head, rect.height))
    rest = Rect(top.left, top.bottom, top.width, max(0, rect.bottom - pad - top.bottom))
    return top, rest


def _engine_row(rect: Rect, px: Callable[[float], int]) -> tuple[Rect, Rect]:
    """Return the places of the solver's switch, and of the button that stops everything."""
    height = min(px(34), rect.height * 2 // 5)
    row = Rect(rect.left + px(10), rect.top + px(10), rect.width - px(20), height)
    stop = Rect(0, 0, row.height, row.height)
    stop.topright = row.topright
    return Rect(row.left, row.top, stop.left - px(8) - row.left, row.height), stop


def _walk(head: Rect, px: Callable[[float], int]) -> tuple[Rect, tuple[Rect, Rect, Rect, Rect]]:
    """Return the places of the moves' title, and of the buttons that walk through the game."""
    side = min(px(30), head.height - px(6))
    place = Rect(0, 0, side, side)
    place.midleft = (head.right - 4 * side - 3 * px(2), head.centery)
    first, back, on, last = (place.move(number * (side + px(2)), 0) for number in range(4))
    title = head.copy()
    title.width = first.left - px(4) - title.left
    return title, (first, back, on, last)


def _tabs(head: Rect, px: Callable[[float], int]) -> tuple[tuple[Rect, Rect], Rect]:
    """Return the places of the sheet's two tabs, and of the button that lists all moves."""
    side = min(px(30), head.height - px(6))
    all_moves = Rect(0, 0, side, side)
    all_moves.midright = head.midright
    room = all_moves.left - px(4) - head.left
    lines = Rect(head.left, head.top + px(3), round(room * _LINES) - px(2), head.height - px(6))
    review = Rect(lines.right + px(2), lines.top, head.left + room - lines.right - px(4), 0)
    review.height = lines.height
    return (lines, review), all_moves
