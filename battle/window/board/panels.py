"""Both players and their points, beside a table at play or in analysis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from battle.language import ngettext
from battle.profile.settings import Settings
from battle.rules.position import ALL_POINTS, PLAYERS, POINTS_TO_WIN, Player, Position
from battle.window.board.board import analysis_layout
from battle.window.board.view import BoardView, ValueTags
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer
from battle.window.ui.layout import FILL, across, down, inset
from battle.window.ui.motion import Box
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT
from battle.window.ui.window import Size


def paint_race(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    points: tuple[int, int],
    left: int,
    *,
    goal: int = POINTS_TO_WIN,
    whole: int = ALL_POINTS,
) -> None:
    """Paint the points of both growing towards each other, with the `goal` that wins in the middle.

    `left` points of the `whole` are on the table.
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
    words = ngettext("{n} point left", "{n} points left", left).format(n=left)
    free = across(inner, widths[0], FILL, widths[1])[1]
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")


# --- players panel -------------------------------------------------------------------------------
#
# Paints the small panel of both players beside the table where games are analysed and learned.


def player_rows(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rows of players 1 and 2."""
    inner = inset(rect, max(3, rect.height // 16))
    half = inner.height // 2
    first, _gap, second = down(inner, half, FILL, half)
    return first, second


def players_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    names: tuple[str, str],
    lost: Sequence[tuple[str, str]] = (("", ""), ("", "")),
) -> None:
    """Paint both players, their points, whose move it is, and what each has `lost`.

    That is said at length or in short, whatever has room.
    """
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
    for player, place in zip(PLAYERS, player_rows(rect), strict=True):
        _player(surface, theme, place, position, player, names[player - 1], lost[player - 1])


def badge_place(row: pygame.Rect) -> pygame.Rect:
    """Return where a player's sign is in a row."""
    side = round(row.height * 0.72)
    sign = pygame.Rect(0, 0, side, side)
    sign.midleft = (row.left + row.height // 5, row.centery)
    return sign


def _player(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    player: Player,
    name: str,
    lost: tuple[str, str],
) -> None:
    px, is_to_move = theme.px, not position.is_over and position.to_move == player
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
    font = draw.fitting_font(theme, Role.STRONG, name, place.width)
    after = draw.text(surface, font, name, look.INK, place).right + px(8)
    if is_to_move:
        after = _pointer(surface, after, rect.centery, px(9)) + px(7)
    rest = pygame.Rect(after, rect.top, max(0, words.right - after), rect.height)
    small = theme.font(Role.SMALL)
    note = next((one for one in lost if small.size(one)[0] <= rest.width), "")
    draw.text(surface, small, note, look.MUTED, rest)


def _pointer(surface: pygame.Surface, left: int, middle: int, side: int) -> int:
    """Draw the triangle that points at the table for the player to move; return its end."""
    tall = side * 0.6
    points = [(left, middle - tall), (left, middle + tall), (left + side, middle)]
    draw.pointer(surface, look.GOLD, points)
    return left + side


# --- the view of analysis and exercises -----------------------------------------------------------


class AnalysisView:
    """The table with panels around it, laid out for a window of `size`.

    The `layers` are the parts of the layout that are painted again when they have changed, by
    their names.
    """

    def __init__(
        self,
        size: Size,
        theme: Theme,
        settings: Settings,
        painted: Iterable[str],
        *,
        worth: bool = True,
        **layout_of: int,
    ) -> None:
        self.theme = theme
        self.layout = layout = analysis_layout(size, theme.scale, **layout_of)
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
        """Return where the pairs that a player takes go to: behind the player's sign."""
        sign = badge_place(player_rows(self.layout.players)[player - 1])
        width = round(sign.width * 0.7)
        left, top = sign.centerx - width // 2, sign.centery - width * 2 // 3
        return float(left), float(top), float(width), width * ASPECT
