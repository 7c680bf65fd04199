"""The strokes Chinese characters are written with, in a square of 100 x 100.

They carry the calligrapher's names: heng runs across, shu down, zhe turns from across to down, pie
falls to the left and thins, dian is a dot, gou a hook. Heng, shu and zhe keep one shape at their
ends however long they are; the others are lines for the brush of ``brush.py``.
"""

from math import hypot

from brush import Knot, Polygon, outline
from pen import Point

Ends = tuple[list[Point], list[Point]]
"""The shapes of a straight stroke's two ends: corners along the stroke and to its right, measured
from that end in thicknesses; the start is walked from its right side round to its left, the end
from its left side round to its right."""


def points(text: str) -> list[Point]:
    """Read points written as ``x,y x,y``."""
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x), float(y)) for x, y in pairs]


def knots(text: str) -> list[Knot]:
    """Read the knots of a brush stroke written as ``x,y,pressure x,y,pressure``."""
    triples = (triple.split(",") for triple in text.split())
    return [(float(x), float(y), float(pressure)) for x, y, pressure in triples]


HENG_START = points(
    "2.2,.40 1.3,.52 .6,.66 .25,.50 -.1,-.55 .05,-.72 .7,-.48 2,-.38",
)
HENG_END = points(
    "-2.6,-.40 -1.7,-.62 -1,-1.02 -.6,-.98 .15,-.2 .4,.25 .2,.52 -.5,.60 -1.3,.50 -2.4,.40",
)
BAR_START = points("1.6,.38 .2,.40 0,.15 0,-.15 .2,-.40 1.6,-.38")
BAR_END = points("-1.6,-.38 -.4,-.42 0,-.2 .05,.2 -.4,.42 -1.6,.38")
SHU_START = points("2.2,.44 1,.48 .3,.66 -.3,.90 -.42,.78 0,-.05 .45,-.58 .9,-.66 2.2,-.46")
SHU_END = points("-1.6,-.44 -.5,-.48 0,-.40 .22,0 .1,.38 -.5,.50 -1.6,.44")
ZHE_START = points(
    "2.4,.44 1,.46 .2,.62 -.7,.80 -.95,.42 -.7,0 -.05,-.66 .45,-.78 1.2,-.66 2.6,-.46",
)
HOOK_END = points(
    "-1.8,-.44 -.5,-.47 .2,-.42 .62,-.1 .6,.2 .35,.6 -.3,1.75 -.42,1.8 "
    "-.15,1.1 -.15,.62 -.5,.46 -1.8,.42",
)
PIE_START = points(".9,.46 .3,.66 -.3,.90 -.42,.78 0,-.05 .45,-.58 .9,-.60")
PIE_WIDTHS = points(".26,.43 .42,.39 .58,.33 .72,.26 .85,.16 .94,.08 1,.01")
"""Parts of a pie's length and half its width there, in thicknesses."""

LEVEL, UPRIGHT = 7.4, 9.0
"""Thickness of strokes across and of strokes down."""


def heng(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write a level stroke: pressed at the start, lighter along the way, pressed at the end."""
    return _straight((x0, y0), (x1, y1), LEVEL * weight, (HENG_START, HENG_END))


def turn(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write a level stroke that goes over into a zhe."""
    return _straight((x0, y0), (x1, y1), LEVEL * weight, (HENG_START, BAR_END))


def bar(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write a level stroke between two others."""
    return _straight((x0, y0), (x1, y1), LEVEL * weight, (BAR_START, BAR_END))


def shu(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write a stroke downward."""
    return _straight((x0, y0), (x1, y1), UPRIGHT * weight, (SHU_START, SHU_END))


def zhe(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write the downward part of a stroke that came from the left and turned."""
    return _straight((x0, y0), (x1, y1), UPRIGHT * weight, (ZHE_START, SHU_END))


def hooked(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write a zhe that ends in a hook to the left."""
    return _straight((x0, y0), (x1, y1), UPRIGHT * weight, (ZHE_START, HOOK_END))


def pie(start: Point, bend: Point, end: Point, weight: float = 1) -> Polygon:
    """Write a stroke that falls to the left along a curve and thins to a point."""
    thickness = 9.6 * weight
    squeeze = min(hypot(end[0] - start[0], end[1] - start[1]) / (5.8 * thickness), 1)
    head = [
        _beside(start, (bend[0] - start[0], bend[1] - start[1]), u * squeeze, v, thickness)
        for u, v in PIE_START
    ]

    def side(part: float, across: float) -> Point:
        a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
        x = a * start[0] + b * bend[0] + c * end[0]
        y = a * start[1] + b * bend[1] + c * end[1]
        heading = tuple(
            (1 - part) * (q - p) + part * (r - q) for p, q, r in zip(start, bend, end, strict=True)
        )
        return _beside((x, y), (heading[0], heading[1]), 0, across, thickness)

    left = [side(part, -half) for part, half in PIE_WIDTHS]
    right = [side(part, half) for part, half in reversed(PIE_WIDTHS)]
    return [*head, *left, *right]


def dian(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write a dot: it begins as a point and ends round and heavy."""
    w, dx, dy = 6.2 * weight, x1 - x0, y1 - y0
    belly = (x0 + 0.75 * dx, y0 + 0.7 * dy, w)
    neck = (x0 + 0.35 * dx, y0 + 0.28 * dy, 0.62 * w)
    return outline([(x0, y0, 0.15 * w), neck, belly, (x1, y1, 0.9 * w)])


def gou(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Polygon:
    """Write a hook: from heavy to a point."""
    w = 4.6 * weight
    middle = (x0 + 0.4 * (x1 - x0), y0 + 0.3 * (y1 - y0), 0.6 * w)
    return outline([(x0, y0, w), middle, (x1, y1, 0.05 * w)])


def free(text: str) -> Polygon:
    """Write a stroke of its own kind, given by its knots."""
    return outline(knots(text))


def _straight(start: Point, end: Point, thickness: float, ends: Ends) -> Polygon:
    """Join two shaped ends with a line that is a little thinner in its middle.

    The ends of a short stroke are squeezed, so that they do not run into each other.
    """
    heading = (end[0] - start[0], end[1] - start[1])
    squeeze = min(hypot(*heading) / (5.8 * thickness), 1)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return [
        *[_beside(start, heading, u * squeeze, v, thickness) for u, v in ends[0]],
        _beside(middle, heading, 0, -0.36, thickness),
        *[_beside(end, heading, u * squeeze, v, thickness) for u, v in ends[1]],
        _beside(middle, heading, 0, 0.36, thickness),
    ]


def _beside(origin: Point, heading: Point, along: float, across: float, thickness: float) -> Point:
    """Find a point from an origin, so many thicknesses along a heading and to its right."""
    length = hypot(*heading)
    dx, dy = heading[0] / length, heading[1] / length
    u, v = along * thickness, across * thickness
    return (origin[0] + u * dx - v * dy, origin[1] + u * dy + v * dx)
