"""The race to 136: both scores growing towards each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from battle.language import ngettext
from battle.rules.position import ALL_POINTS, POINTS_TO_WIN, Position
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme


@dataclass(frozen=True)
class Race:
    """How the race stands: the points of both, those left, what wins, and of how many in all."""

    points: tuple[int, int]
    left: int
    goal: int = POINTS_TO_WIN
    of: int = ALL_POINTS


def race_of(position: Position) -> Race:
    """Return how the race stands in a position."""
    return Race(position.points, position.points_left, position.points_to_win, position.all_points)


def paint_race(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, race: Race) -> None:
    """Paint both scores growing towards each other, with what wins in the middle."""
    tall = round(rect.height * 0.5)
    bar = pygame.Rect(rect.left, rect.bottom - tall, rect.width, tall)
    radius = tall // 2
    draw.box(surface, bar, look.WELL, radius=radius, border=look.LINE)
    inner = bar.inflate(-4, -4)
    widths = [round(inner.width * value / race.of) for value in race.points]
    if widths[0] > 1:
        part = pygame.Rect(inner.left, inner.top, max(widths[0], inner.height), inner.height)
        draw.box(surface, part, look.PLAYERS[1], radius=inner.height // 2)
    if widths[1] > 1:
        part = pygame.Rect(0, inner.top, max(widths[1], inner.height), inner.height)
        part.right = inner.right
        draw.box(surface, part, look.PLAYERS[2], radius=inner.height // 2)
    _race_goal(surface, theme, rect, bar, race.goal)
    _race_words(surface, theme, inner, widths, race.left)


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
    free = pygame.Rect(
        inner.left + widths[0], inner.top, inner.width - widths[0] - widths[1], inner.height
    )
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")
