"""Plots in pixels: curves, dots and bars of a `Plot` block in a rectangle.

Where zero divides a plot, what lies between it and the curve is tinted in the colour of who is
ahead. Curves are solid where proven, dashed and fainter where estimated; players differ in colour
and sign.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pygame

from battle.page.blocks import Curve, Plot
from battle.page.plots import Scale
from battle.window.ui import theme as look
from battle.window.ui.canvas import Canvas
from battle.window.ui.theme import Theme

_FULL_BAR: Final = 12
"""The value at which a bar is as high as it gets."""


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
