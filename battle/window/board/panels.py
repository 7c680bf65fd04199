"""What is shown of both players and their points where a game is played or analysed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from battle.language import ngettext
from battle.rules.position import ALL_POINTS, POINTS_TO_WIN, Player
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down, inset
from battle.window.ui.motion import Box
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT


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
    radius = tall // 2
    draw.box(surface, bar, look.WELL, radius=radius, border=look.LINE)
    inner = bar.inflate(-4, -4)
    widths = [round(inner.width * value / whole) for value in points]
    first, _between, second = across(
        inner, max(widths[0], tall - 4), FILL, max(widths[1], tall - 4)
    )
    for player, part, width in ((1, first, widths[0]), (2, second, widths[1])):
        if width > 1:
            draw.box(surface, part, look.PLAYERS[player], radius=inner.height // 2)
    _race_goal(surface, theme, rect, bar, goal)
    _race_words(surface, theme, inner, widths, left)


def _race_goal(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, bar: pygame.Rect, goal: int
) -> None:
    font = theme.font(Role.SMALL)
    room = bar.top - rect.top
    words = pygame.Rect(rect.left, rect.top - theme.px(2), rect.width, max(1, room - theme.px(5)))
    draw.text(surface, font, str(goal), look.GOLD, words, "centre")
    x, y, half = bar.centerx, bar.top + theme.px(1), theme.px(5)
    draw.pointer(surface, look.GOLD, [(x - half, y - half), (x + half, y - half), (x, y)])


def _race_words(
    surface: pygame.Surface, theme: Theme, inner: pygame.Rect, widths: Sequence[int], left: int
) -> None:
    words = ngettext("{n} point left", "{n} points left", left).format(n=left)
    font = theme.font(Role.SMALL)
    free = across(inner, widths[0], FILL, widths[1])[1]
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")


# --- players panel -------------------------------------------------------------------------------
#
# Paints the small panel of both players beside the table where games are analysed and learned.


@dataclass(frozen=True)
class PlayerRow:
    """What the players' panel shows of one; `lost` is empty as long as it is not known."""

    player: Player
    name: str
    points: int
    to_move: bool
    lost: str
    brief: str


def player_rows(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rows of players 1 and 2."""
    inner = inset(rect, max(3, rect.height // 16))
    half = inner.height // 2
    first, _gap, second = down(inner, half, FILL, half)
    return first, second


def players_panel(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, rows: tuple[PlayerRow, PlayerRow]
) -> None:
    """Paint both players, their points, and whose move it is."""
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
    for row, place in zip(rows, player_rows(rect), strict=True):
        _player(surface, theme, place, row)


def badge_place(row: pygame.Rect) -> pygame.Rect:
    """Return where a player's sign is in a row."""
    side = round(row.height * 0.72)
    sign = pygame.Rect(0, 0, side, side)
    sign.midleft = (row.left + row.height // 5, row.centery)
    return sign


def pair_place(rect: pygame.Rect, player: Player) -> Box:
    """Return where the pairs that a player takes go to: behind the player's sign."""
    sign = badge_place(player_rows(rect)[player - 1])
    width = round(sign.width * 0.7)
    left, top = sign.centerx - width // 2, sign.centery - width * 2 // 3
    return float(left), float(top), float(width), width * ASPECT


def _player(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, row: PlayerRow) -> None:
    px = theme.px
    if row.to_move:
        draw.box(
            surface,
            rect,
            look.PANEL_RAISED,
            radius=px(9),
            border=look.GOLD,
            width=px(1.5),
        )
    sign = badge_place(rect)
    draw.badge(surface, theme, row.player, sign)
    right = across(rect, FILL, px(10))[0]
    figures = theme.font_of_size(Role.SCORE, round(rect.height * 0.66))
    place = draw.text(surface, figures, str(row.points), look.INK, right, "right")
    words = pygame.Rect(sign.right + px(8), rect.top, 0, rect.height)
    words.width = max(0, place.left - words.left - px(8))
    pointer = px(9) if row.to_move else 0
    name = pygame.Rect(words)
    name.width = max(0, words.width - (pointer and pointer + px(8)))
    strong = draw.fitting_font(theme, Role.STRONG, row.name, name.width)
    after = draw.text(surface, strong, row.name, look.INK, name)
    rest = pygame.Rect(after.right + px(8), rect.top, 0, rect.height)
    if pointer:
        rest.left = _pointer(surface, rest, pointer) + px(7)
    rest.width = max(0, words.right - rest.left)
    small, note = theme.font(Role.SMALL), row.lost
    if small.size(note)[0] > rest.width:
        note = row.brief
    if note and small.size(note)[0] <= rest.width:
        draw.text(surface, small, note, look.MUTED, rest)


def _pointer(surface: pygame.Surface, rect: pygame.Rect, side: int) -> int:
    """Draw the triangle that points at the table for the player to move; return its end."""
    middle = rect.centery
    points = [
        (rect.left, middle - side * 0.6),
        (rect.left, middle + side * 0.6),
        (rect.left + side, middle),
    ]
    draw.pointer(surface, look.GOLD, points)
    return rect.left + side
