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


def pie(start: Point, bend: Point, end: Point, weight: float = 1) -> Polygon:
    """Write a stroke that falls to the left along a curve and thins to a point."""
    (x0, y0), (x1, y1), (x2, y2) = start, bend, end
    presses = points("0,.72 .07,1 .2,.92 .4,.84 .6,.72 .78,.52 .9,.30 1,.03")
    stroke = []
    for part, pressure in presses:
        a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
        x, y = a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2
        stroke.append((x, y, 5.6 * weight * pressure))
    return outline(stroke)


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
    length = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    squeeze = min(length / (5.8 * thickness), 1)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)

    def at(origin: Point, along: float, across: float) -> Point:
        u, v = along * squeeze * thickness, across * thickness
        return (origin[0] + u * dx - v * dy, origin[1] + u * dy + v * dx)

    return [
        *[at(start, *corner) for corner in ends[0]],
        at(middle, 0, -0.36),
        *[at(end, *corner) for corner in ends[1]],
        at(middle, 0, 0.36),
    ]
