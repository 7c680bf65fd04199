"""The character suit: a numeral in ink above a red 萬, each written stroke by stroke.

Each character lists its strokes in the order they are written, in a square of 100 x 100.
"""

from collections.abc import Sequence
from math import hypot

from pen import NAVY, RED, Knot, Point, Polygon, outline, path, smooth

# --- strokes -------------------------------------------------------------------------------------
#
# The strokes Chinese characters are written with, in a square of 100 x 100.
#
# They carry the calligrapher's names: heng runs across, shu down, zhe turns from across to down,
# pie falls to the left and thins, dian is a dot, gou a hook. Heng, shu and zhe keep one shape at
# their ends however long they are; the others are lines for the brush of ``pen.py``.

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


# --- characters ----------------------------------------------------------------------------------

Character = Sequence[Polygon]

ONE: Character = [heng(4, 56, 95, 50, 1.5)]
TWO: Character = [heng(20, 26, 79, 22, 1.35), heng(3, 84, 96, 79, 1.42)]
THREE: Character = [
    heng(14, 15, 85, 11, 1.25),
    heng(23, 51, 76, 48, 1.2),
    heng(3, 90, 96, 85, 1.35),
]
FOUR: Character = [
    shu(12, 24, 18, 88),
    bar(14, 24.5, 84, 21, 0.88),
    zhe(86, 20, 81, 88),
    pie((41, 25), (41, 48), (25, 64), 0.85),
    free("57,23,3.4 59,27,4.8 58.5,40,4.4 59,52,4.3 62.5,58,4.4 70,60,4.6 77,59,4.4"),
    bar(17, 81, 82, 79, 0.88),
]
FIVE: Character = [
    heng(15, 13, 84, 9, 1.08),
    shu(50, 13, 38, 88, 0.98),
    turn(23, 49, 72, 46),
    zhe(74, 46, 69, 88, 0.98),
    heng(2, 91, 97, 87, 1.2),
]
SIX: Character = [
    dian(43, 1, 55, 19, 1.15),
    heng(3, 40, 96, 34, 1.25),
    pie((38, 51), (30, 76), (6, 97), 1.12),
    free("59,53,1.5 66,61,5.4 77,74,8.4 86,86,9.2 91,93,6.4"),
]
SEVEN: Character = [
    heng(3, 52, 96, 36, 1.25),
    shu(45, 6, 43.8, 60, 1.08),
    free("43.8,50,4.9 43.6,62,4.9 44,75,5 49,86,5 61,90.5,5.2 78,90,5.4 89,86.5,5.6"),
    gou(89.5, 86.5, 94, 62, 1.15),
]
EIGHT: Character = [
    pie((38, 22), (33, 60), (3, 92), 1.25),
    free(
        "48,10,2 54,11,4.8 59,17,4.6 64,36,6.4 72,57,9.2 "
        "80,72,12.6 86.5,80.5,11.6 95,87.6,5.2 104,91,.4"
    ),
]
NINE: Character = [
    pie((39, 2), (43, 62), (2, 98), 1.2),
    turn(8, 41, 64, 35.5, 1.05),
    free("65.5,32,3.4 67,37.5,6.2 66,46,5.6 63,64,5 62.5,79,5 67,89,5.1 78,92.5,5.4 91,90,5.6"),
    gou(91, 89.5, 96.5, 65, 1.15),
]
NUMERALS: Sequence[Character] = [ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE]

MYRIAD: Character = [
    # 艹
    heng(5, 17, 94, 14, 0.86),
    shu(34, 3, 36, 27, 0.7),
    shu(66, 2, 63, 27, 0.7),
    # 日, the upper part of 禺
    shu(23, 35, 26, 60, 0.76),
    bar(25, 35.5, 76, 33.8, 0.7),
    zhe(77, 33.5, 74, 60, 0.78),
    bar(26, 46, 74, 45.2, 0.62),
    bar(26, 57.5, 74, 56.8, 0.64),
    # 禸, its lower part; the middle line comes down through both
    shu(12, 70, 14, 99, 0.8),
    bar(14, 70.5, 88, 68.3, 0.76),
    hooked(89, 68.5, 87, 95, 0.84),
    shu(50, 37.5, 50, 88, 0.76),
    free("27.5,84.5,2.2 30.5,87,4 36,86.6,3.5 48,83.5,2.8 58,80.5,1.9 64,78.4,.3"),
    dian(59.5, 72, 69, 84.5, 0.78),
]


def face(rank: int) -> list[str]:
    """Draw the elements of one character tile."""
    return [
        written(NUMERALS[rank - 1], (75, 31), (139, 119), NAVY),
        written(MYRIAD, (58, 170), (172, 170), RED),
    ]


def written(character: Character, corner: Point, size: Point, color: str) -> str:
    """Set a character into a box of the tile."""
    (left, top), (width, height) = corner, size
    strokes = [
        [(left + x * width / 100, top + y * height / 100) for x, y in stroke]
        for stroke in character
    ]
    return path("".join(smooth(stroke) for stroke in strokes), color)
