"""Where everything is when a game is analysed or learned from: the table as at play, panels around.

wide   tools   | verdict | tools          tall   tools | verdict | tools
players |         | engine                players, graph  | engine
graph   |  table  | lines                        table
moves   |         | or review             moves           | lines or review
status                                    status
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from battle.window.board.geometry import BoardLayout
from battle.window.board.table_layout import table_layout
from battle.window.ui.window_size import Size

_PLAYERS: Final = 78
_ENGINE: Final = 128
"""The heights of the players' and the solver's panels at 1280 x 800."""

PANELS: Final = ("verdict", "players", "graph", "tree", "engine", "sheet", "status")
"""The parts of the layout that are painted for themselves, when they have changed."""


@dataclass(frozen=True)
class AnalysisLayout:
    """The parts of the screen; `sheet` shows the lines or the review, `tree` the moves."""

    tools: tuple[Rect, Rect]
    verdict: Rect
    board: BoardLayout
    players: Rect
    graph: Rect
    tree: Rect
    engine: Rect
    sheet: Rect
    status: Rect


def analysis_layout(size: Size, text: float) -> AnalysisLayout:
    """Return the layout for a window of `size`, with words at the scale `text`."""
    table = table_layout(size, text)
    first, second = table.players
    if first.right <= table.board.outer.left:
        players, graph, tree = _left(first.union(table.pairs), text)
        engine, sheet = _right(second.union(table.moves), text)
    else:
        players, graph = _above(first, text)
        engine, tree, sheet = second, table.pairs, table.moves
    return AnalysisLayout(
        table.tools, table.race, table.board, players, graph, tree, engine, sheet, table.status
    )


def _left(column: Rect, text: float) -> tuple[Rect, Rect, Rect]:
    """Divide the column left of the table: players, graph, moves."""
    gap = round(10 * text)
    upper, rest = _cut(column, min(round(_PLAYERS * text), column.height // 4), gap)
    tall = min(round(300 * text), max(round(132 * text), rest.height * 38 // 100))
    graph, tree = _cut(rest, min(tall, rest.height // 2), gap)
    return upper, graph, tree


def _right(column: Rect, text: float) -> tuple[Rect, Rect]:
    """Divide the column right of the table: what the solver does, the sheet."""
    return _cut(column, min(round(_ENGINE * text), column.height // 3), round(10 * text))


def _above(half: Rect, text: float) -> tuple[Rect, Rect]:
    """Divide the left half above the table: players, graph."""
    return _cut(half, min(round(_PLAYERS * text), half.height // 2), round(10 * text))


def _cut(rect: Rect, height: int, gap: int) -> tuple[Rect, Rect]:
    """Return the upper part of a rectangle, `height` high, and what is left below a gap."""
    upper = Rect(rect.left, rect.top, rect.width, height)
    top = upper.bottom + gap
    return upper, Rect(rect.left, top, rect.width, max(0, rect.bottom - top))
