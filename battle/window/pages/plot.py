"""Plots in pixels: curves, dots and bars of a `Plot` block in a rectangle.

Where zero divides a plot, what lies between it and the curve is tinted in the colour of who is
ahead. Curves are solid where proven, dashed and fainter where estimated; players differ in colour
and sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pygame

from battle.page.blocks import Bar, Curve, Plot
from battle.page.plots import Scale
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Canvas
from battle.window.ui.theme import Role, Theme

_FULL_BAR: Final = 12
"""The value at which a bar is as high as it gets."""
_WIDEST: Final = 46
"""How wide a standing bar gets."""


def scale_in(rect: pygame.Rect, plot: Plot) -> Scale:
    """Return the scale of a plot in a rectangle."""
    return Scale(plot, rect.left, rect.right, rect.top, rect.bottom)


def paint_plot(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, plot: Plot) -> None:
    """Paint what a plot shows, without axes."""
    px, scale = theme.px, scale_in(rect, plot)
    canvas = Canvas(rect.inflate(px(8), px(6)))
    if plot.signed and plot.curves:
        _tint(canvas, scale, plot.curves[-1])
    half = min(px(3), 0.6 * rect.width / scale.count) / 2
    for place, bar in enumerate(plot.bars):
        x, top = scale.x(place), rect.bottom - rect.height * 0.45 * min(1, bar / _FULL_BAR)
        if bar:
            corners = [(x - half, rect.bottom), (x - half, top), (x + half, top)]
            canvas.area([*corners, (x + half, rect.bottom)], look.translucent(look.GOLD, 130))
    for curve in plot.curves:
        _curve(canvas, scale, curve, px(1) if curve.thin else px(2))
        if curve.player is not None:
            points = [point for point in scale.points(curve) if point is not None]
            climbs = [other for one, other in pairwise(points) if other[1] < one[1]]
            for point in (*climbs, *points[-1:]):
                canvas.sign(point, px(3), curve.player)
    for dot in plot.dots:
        where = scale.x(dot.place), scale.y(dot.value)
        canvas.dot(where, px(3), theme.costs[dot.mark])
    canvas.put_on(surface)


def _curve(canvas: Canvas, scale: Scale, curve: Curve, width: int) -> None:
    solid, dashed = look.INK, look.GUESSED_CURVE
    if curve.player is not None:
        solid = look.PLAYERS[curve.player]
        dashed = solid.lerp(look.PANEL, 0.3)
    elif curve.thin:
        solid = dashed = look.FAINT
    for is_solid, run in scale.stretches(curve):
        canvas.curve([*run], [is_solid] * len(run), (solid, dashed), width)


def _tint(canvas: Canvas, scale: Scale, curve: Curve) -> None:
    zero = scale.y(0)
    for one, other in pairwise(scale.points(curve)):
        if one is not None and other is not None:
            player = 1 if one[1] + other[1] < 2 * zero else 2
            tint = look.translucent(look.PLAYERS[player], 70)
            canvas.area([(one[0], zero), one, other, (other[0], zero)], tint)


# --- bars -----------------------------------------------------------------------------------------


def paint_standing(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, bars: Sequence[Bar]
) -> None:
    """Paint bars side by side; labels that have no room are left out, but never today's."""
    small = theme.font(Role.SMALL)
    line = small.get_linesize()
    plot = pygame.Rect(rect.left, rect.top + line, rect.width, rect.height - 2 * line)
    step = plot.width / max(1, len(bars))
    most = max((bar.number for bar in bars), default=0)
    surface.fill(look.PLOT_FRAME, pygame.Rect(plot.left, plot.bottom, plot.width, theme.px(1)))
    every = _every(small, bars, step)
    today = next((place for place, bar in enumerate(bars) if bar.is_today), 0)
    for place, bar in enumerate(bars):
        slot = pygame.Rect(round(plot.left + place * step), plot.top, round(step), plot.height)
        _paint_one(surface, theme, slot, bar, most)
        if (today - place) % every == 0:
            label = pygame.Rect(0, plot.bottom + theme.px(2), round(step * every), line)
            label.centerx = slot.centerx
            label.clamp_ip(rect)
            ink = look.INK if bar.is_today else look.MUTED
            draw.text(surface, small, bar.label, ink, label, "centre")


def _every(font: pygame.font.Font, bars: Sequence[Bar], step: float) -> int:
    """Return how many bars share a label so that all labels have room."""
    widest = max((font.size(bar.label)[0] for bar in bars), default=0) + 6
    return max(1, -(-widest // max(1, int(step))))


def _paint_one(
    surface: pygame.Surface, theme: Theme, slot: pygame.Rect, bar: Bar, most: int
) -> None:
    if not bar.number:
        return
    px = theme.px
    body = pygame.Rect(0, 0, min(slot.width * 3 // 4, px(_WIDEST)), 0)
    body.height = max(px(4), slot.height * bar.number // most)
    body.midbottom = slot.midbottom
    radius = min(px(4), body.width // 3)
    draw.box(surface, body, look.WELL, radius=radius, border=look.PLOT_FRAME, width=px(1.5))
    part = body.copy()
    part.height = body.height * bar.part // bar.number
    part.bottom = body.bottom
    draw.box(surface, part, look.PROVEN, radius=radius)
    font = theme.font(Role.SMALL)
    place = pygame.Rect(slot.left, body.top - font.get_linesize(), slot.width, font.get_linesize())
    if font.size(str(bar.number))[0] <= slot.width:
        draw.text(surface, font, str(bar.number), look.INK, place, "centre")


def paint_lying(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, bars: Sequence[Bar]
) -> None:
    """Paint bars below each other: what, the bar, how much."""
    px, small = theme.px, theme.font(Role.SMALL)
    most = max((bar.number for bar in bars), default=0)
    step = min(px(38), rect.height // max(1, len(bars)))
    left = max((small.size(bar.label)[0] for bar in bars), default=0) + px(12)
    right = max((small.size(_words(bar))[0] for bar in bars), default=0) + px(10)
    for place, bar in enumerate(bars):
        row = pygame.Rect(rect.left, rect.top + place * step, rect.width, step)
        draw.text(surface, small, bar.label, look.MUTED, row)
        draw.text(surface, small, _words(bar), look.INK, row, "right")
        track = pygame.Rect(row.left + left, 0, row.width - left - right, min(px(14), step - 4))
        track.centery = row.centery
        _paint_track(surface, theme, track, bar, most)


def _words(bar: Bar) -> str:
    return bar.words or str(bar.number)


def _paint_track(
    surface: pygame.Surface, theme: Theme, track: pygame.Rect, bar: Bar, most: int
) -> None:
    if not bar.number or track.width <= 0:
        return
    radius = track.height // 3
    body = track.copy()
    body.width = max(theme.px(4), track.width * bar.number // most)
    draw.box(surface, body, look.WELL, radius=radius, border=look.PLOT_FRAME, width=theme.px(1.5))
    body.width = body.width * bar.part // bar.number
    draw.box(surface, body, look.PROVEN, radius=radius)
