"""The table between its panels: where everything is around the board.

    TableLayout      at play: toolbars, the race to the goal, players, lists, status line
    AnalysisLayout   the same table with the panels of Analyse and of exercises around it
    AnalysisView     that layout with the pictures of its board, its values and its panels

Both players and their points stand beside the board: as a race, or in a small panel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect

from battle.language import ngettext
from battle.profile.settings import Settings
from battle.rules.position import ALL_POINTS, PLAYERS, POINTS_TO_WIN, Player, Position
from battle.window.board import Box
from battle.window.board_view import (
    BoardLayout,
    BoardView,
    ValueTags,
    board_height,
    board_layout,
    widest_tile,
)
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT
from battle.window.ui.window import Size, scale_of
from battle.words import label


@dataclass(frozen=True)
class TableLayout:
    """The playing screen: toolbars above, players and lists around the table, status below.

    Index 0 is player 1's side (left), index 1 player 2's. In a wide window the lists lie below
    the players, in a tall one below the table:

        wide   tools | race  | tools        tall   tools | race | tools
               ada   |       | ben                 ada          | ben
                     | table |                          table
               pairs |       | moves               pairs        | moves
               status                              status
    """

    tools: tuple[Rect, Rect]
    race: Rect
    players: tuple[Rect, Rect]
    board: BoardLayout
    pairs: Rect
    moves: Rect
    status: Rect


def table_layout(size: Size, text: float, card: int | None = None) -> TableLayout:
    """Return the playing screen's layout for a window of `size`, with words at the scale `text`.

    The shape of the window decides between the wide and the tall layout: whichever shows larger
    tiles. In the wide one the players' panels are at most `card` high.
    """

    def px(length: float) -> int:
        return round(length * text)

    gap = round(12 * scale_of(size))
    _above, bar, middle, status, _below = down(
        Rect((0, 0), size), 0, px(44), FILL, px(34), 0, gap=gap
    )
    middle = inset(middle, gap, 0)
    side = min(px(196), size[0] // 4)
    wide = widest_tile((middle.width - 2 * side - 2 * gap, middle.height))
    tall = widest_tile((middle.width, max(0, middle.height - px(190) - px(150) - 2 * gap)))
    if wide >= tall:
        board = board_layout(wide, middle.center)
        side = min(board.outer.left - 2 * gap, px(330))
        whole = centred(middle, board.outer.width + 2 * (gap + side), middle.height)
        height = max(board.outer.height, min(middle.height, side * 6))
        left, _board, right = across(centred(whole, whole.width, height), side, FILL, side, gap=gap)
        upper = min(max(px(250), round(height * 0.54)), height - gap - px(110), card or height)
        first, pairs = down(left, upper, FILL, gap=gap)
        second, moves = down(right, upper, FILL, gap=gap)
    else:
        rest = middle.height - board_height(tall) - 2 * gap
        upper = max(px(170), rest * 56 // 100)
        players, table, lists = down(middle, upper, board_height(tall), FILL, gap=gap)
        board = board_layout(tall, table.center)
        first, second = across(players, FILL, FILL, gap=gap)
        pairs, moves = across(lists, FILL, FILL, gap=gap)
    start, width = first.left, second.right - first.left
    tools = min(first.width, px(300))
    bar, status = (Rect(start, place.top, width, place.height) for place in (bar, status))
    before, race, after = across(bar, tools, FILL, tools, gap=gap)
    return TableLayout((before, after), race, (first, second), board, pairs, moves, status)


_PLAYERS: Final = 78
_ENGINE: Final = 128
"""The heights of the players' and, usually, the solver's panels at 1280 x 800."""


@dataclass(frozen=True)
class AnalysisLayout:
    """The same table with panels around it.

        wide   tools   | verdict | tools          tall   tools | verdict | tools
               players |         | engine                players, graph  | engine
               graph   |  table  | sheet                        table
               tree    |         |                       tree            | sheet
               status                                    status

    `sheet` shows the lines or the review, `tree` the moves.
    """

    tools: tuple[Rect, Rect]
    verdict: Rect
    board: BoardLayout
    players: Rect
    graph: Rect
    tree: Rect
    engine: Rect
    sheet: Rect
    status: Rect


def analysis_layout(size: Size, text: float, engine: int = _ENGINE) -> AnalysisLayout:
    """Return the layout for a window of `size`, with words at the scale `text`.

    `engine` is the height of the solver's panel at 1280 x 800.
    """
    table, gap = table_layout(size, text), round(10 * text)
    first, second = table.players
    if first.right <= table.board.outer.left:
        left, right = first.union(table.pairs), second.union(table.moves)
        above = min(round(_PLAYERS * text), left.height // 4)
        rest = left.height - above - gap
        tall = min(round(400 * text), max(round(132 * text), rest * 46 // 100), rest // 2)
        players, graph, tree = down(left, above, tall, FILL, gap=gap)
        solver, sheet = down(right, min(round(engine * text), right.height // 3), FILL, gap=gap)
    else:
        players, graph = down(first, min(round(_PLAYERS * text), first.height // 2), FILL, gap=gap)
        solver, tree, sheet = second, table.pairs, table.moves
    return AnalysisLayout(
        table.tools, table.race, table.board, players, graph, tree, solver, sheet, table.status
    )


def paint_race(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    points: tuple[int, int],
    left: int | None = None,
    *,
    goal: int = POINTS_TO_WIN,
    whole: int = ALL_POINTS,
) -> None:
    """Paint both players' points, growing towards each other, and the winning `goal` between them.

    How many of the `whole` are `left` on the table is said if it is given.
    """
    tall = round(rect.height * 0.5)
    bar = down(rect, FILL, tall)[1]
    draw.box(surface, bar, look.WELL, radius=tall // 2, border=look.LINE)
    inner = bar.inflate(-4, -4)
    widths = [round(inner.width * value / whole) for value in points]
    first, _between, second = across(
        inner, max(widths[0], tall - 4), FILL, max(widths[1], tall - 4)
    )
    for player, part, width in ((1, first, widths[0]), (2, second, widths[1])):
        if width > 1:
            draw.box(surface, part, look.PLAYERS[player], radius=inner.height // 2)
    font = theme.font(Role.SMALL)
    above = max(1, bar.top - rect.top - theme.px(5))
    aim = pygame.Rect(rect.left, rect.top - theme.px(2), rect.width, above)
    draw.text(surface, font, str(goal), look.GOLD, aim, "centre")
    x, y, half = bar.centerx, bar.top + theme.px(1), theme.px(5)
    draw.pointer(surface, look.GOLD, [(x - half, y - half), (x + half, y - half), (x, y)])
    if left is None:
        return
    words = ngettext("{n} point left", "{n} points left", left).format(n=left)
    free = across(inner, widths[0], FILL, widths[1])[1]
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")


def player_rows(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rows of players 1 and 2."""
    inner = inset(rect, max(3, rect.height // 16))
    half = inner.height // 2
    first, _gap, second = down(inner, half, FILL, half)
    return first, second


def badge_place(row: pygame.Rect) -> pygame.Rect:
    """Return where a player's sign is in a row."""
    side = round(row.height * 0.72)
    return pygame.Rect(0, 0, side, side).move_to(midleft=(row.left + row.height // 5, row.centery))


def _pointer(surface: pygame.Surface, left: int, middle: int, side: int) -> int:
    """Draw the triangle that points at the table for the player to move; return its end."""
    tall = side * 0.6
    points = [(left, middle - tall), (left, middle + tall), (left + side, middle)]
    draw.pointer(surface, look.GOLD, points)
    return left + side


def _player(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    player: Player,
    name: str,
    lost: tuple[str, str],
    is_to_move: bool,
) -> None:
    px, is_to_move = theme.px, is_to_move and not position.is_over
    if is_to_move:
        ground, edge = look.PANEL_RAISED, look.GOLD
        draw.box(surface, rect, ground, radius=px(9), border=edge, width=px(1.5))
    sign = badge_place(rect)
    draw.badge(surface, theme, player, sign)
    right = across(rect, FILL, px(10))[0]
    figures = theme.font_of_size(Role.SCORE, round(rect.height * 0.66))
    points = str(position.points[player - 1])
    end = draw.text(surface, figures, points, look.INK, right, "right").left - px(8)
    left = sign.right + px(8)
    words = pygame.Rect(left, rect.top, max(0, end - left), rect.height)
    place = across(words, FILL, px(17))[0] if is_to_move else words
    after = draw.line(surface, theme, Role.STRONG, name, look.INK, place).right + px(8)
    if is_to_move:
        after = _pointer(surface, after, rect.centery, px(9)) + px(7)
    rest = pygame.Rect(after, rect.top, max(0, words.right - after), rect.height)
    small = theme.font(Role.SMALL)
    note = next((shorter for shorter in lost if small.size(shorter)[0] <= rest.width), "")
    draw.text(surface, small, note, look.MUTED, rest)


def players_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    names: tuple[str, str],
    lost: Sequence[tuple[str, str]] = (("", ""), ("", "")),
    *,
    marks: bool = True,
) -> None:
    """Paint both players, their points and what each has `lost`; `marks` the one to move.

    Of `lost` the first text that has room is shown.
    """
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
    for player, place in zip(PLAYERS, player_rows(rect), strict=True):
        name, is_to_move = label(names[player - 1]), marks and position.to_move == player
        _player(surface, theme, place, position, player, name, lost[player - 1], is_to_move)


class AnalysisView:
    """The table with panels around it, laid out for a window of `size`.

    Its tiles are as large as those of a `close_up` fit on the table. The `layers` are the `painted`
    parts of the layout by name, each painted again when it has changed.
    """

    def __init__(
        self,
        size: Size,
        theme: Theme,
        settings: Settings,
        painted: Iterable[str],
        *,
        worth: bool = True,
        close_up: Position | None = None,
        **layout_of: int,
    ) -> None:
        self.theme = theme
        layout = analysis_layout(size, theme.scale, **layout_of)
        if close_up is not None:
            layout = replace(layout, board=layout.board.close_up(close_up))
        self.layout = layout
        self.board = BoardView(
            layout.board,
            theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
            worth=worth,
        )
        self.values = ValueTags(layout.board, theme)
        self.layers = {name: Layer(getattr(layout, name)) for name in painted}

    def slot(self, player: Player, count: int) -> Box:
        """Return where a player's pairs fly to: behind the player's sign."""
        sign = badge_place(player_rows(self.layout.players)[player - 1])
        width = round(sign.width * 0.7)
        left, top = sign.centerx - width // 2, sign.centery - width * 2 // 3
        return float(left), float(top), float(width), width * ASPECT
