"""The character suit: a numeral in ink above a red 萬, each written stroke by stroke.

Characters are written in a square of 100 x 100 with the brush of ``brush.py`` and then set into
the tile. The stroke names are the calligrapher's: heng runs across, shu down, pie falls to the
left and thins, na falls to the right and swells, dian is a dot.
"""

from collections.abc import Sequence
from math import hypot

from brush import Stroke, outline
from pen import path

INK = "#16264d"
RED = "#bf1f2d"

Character = Sequence[Stroke]


def heng(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Stroke:
    """A level stroke: pressed at the start, lighter along the way, pressed again at the end."""
    length = x1 - x0
    rise = y1 - y0
    w = 4.6 * weight

    def at(part: float, drop: float, pressure: float) -> tuple[float, float, float]:
        return (x0 + part * length, y0 + part * rise + drop * weight, pressure * w)

    head, tail = 5 / length, 1 - 5 / length
    return [
        at(0, -1.2, 0.95), at(head, 0.2, 0.98), at(3 * head, 0, 0.80), at(0.5, -0.7, 0.70),
        at(1 - 2.6 * (1 - tail), -0.3, 0.82), at(tail, 0.3, 1.25), at(1, 1.8, 0.85),
    ]


def shu(x0: float, y0: float, x1: float, y1: float, weight: float = 1, point: float = 0.8) -> Stroke:
    """A downward stroke; ``point`` is the pressure left at its end."""
    w = 5.0 * weight
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    return [
        (x0 - 1.5 * weight, y0, 0.75 * w), (x0 + 3 * dx, y0 + 4 * dy, 1.1 * w),
        (x0 + 9 * dx, y0 + 10 * dy, 0.95 * w), ((x0 + x1) / 2, (y0 + y1) / 2, 0.9 * w),
        (x1 - 6 * dx, y1 - 6 * dy, (0.5 + point / 2) * w), (x1, y1, point * w),
    ]


def pie(x0: float, y0: float, x1: float, y1: float, weight: float = 1, bend: float = 0.12) -> Stroke:
    """A stroke falling to the left that thins to a point; ``bend`` bows it down and right."""
    w = 5.4 * weight
    dx, dy = x1 - x0, y1 - y0

    def at(part: float, pressure: float) -> tuple[float, float, float]:
        bow = 4 * bend * part * (1 - part)
        return (x0 + part * dx - bow * dy * -0.5, y0 + part * dy - bow * dx * 0.5, pressure * w)

    return [(x0 - 1.5, y0 - 1, 0.7 * w), at(0.08, 1.0), at(0.3, 0.85), at(0.55, 0.72), at(0.8, 0.42), at(1, 0.06)]


def na(x0: float, y0: float, x1: float, y1: float, weight: float = 1, bend: float = 0.10) -> Stroke:
    """A stroke falling to the right that swells to a foot and leaves it flat."""
    w = 7.2 * weight
    dx, dy = x1 - x0, y1 - y0

    def at(part: float, pressure: float) -> tuple[float, float, float]:
        bow = 4 * bend * part * (1 - part)
        return (x0 + part * dx - bow * dy * 0.5, y0 + part * dy + bow * dx * 0.5, pressure * w)

    return [at(0, 0.3), at(0.25, 0.55), at(0.55, 0.85), at(0.78, 1.25), (x0 + 0.90 * dx, y0 + 0.955 * dy, 0.95 * w), (x1 + 2, y0 + 0.985 * dy, 0.08 * w)]


def dian(x0: float, y0: float, x1: float, y1: float, weight: float = 1) -> Stroke:
    """A dot: enters as a point, ends round and heavy."""
    w = 6.2 * weight
    return [(x0, y0, 0.25 * w), (x0 + 0.5 * (x1 - x0), y0 + 0.42 * (y1 - y0), 0.8 * w), (x1, y1, 1.0 * w)]


ONE: Character = [heng(5, 55, 95, 50, 1.35)]
TWO: Character = [heng(20, 25, 80, 22, 1.2), heng(5, 82, 95, 78, 1.3)]
THREE: Character = [heng(14, 16, 86, 13, 1.12), heng(23, 50, 77, 47.5, 1.08), heng(4, 87, 96, 83, 1.22)]
FOUR: Character = [
    shu(13, 22, 19, 85, 1.0),
    heng(15, 22, 84, 19, 0.95),
    [(82, 17, 3.8), (86, 20, 5.4), (85, 30, 4.6), (82, 60, 4.4), (79, 85, 4.0)],
    pie(41, 24, 26, 62, 0.85, 0.16),
    [(58, 22, 3.2), (59, 26, 4.4), (59, 42, 4.0), (60, 52, 3.8), (64, 56.5, 3.6), (73, 56, 3.6), (77, 54, 2.4)],
    heng(19, 78, 80, 76, 0.9),
]
FIVE: Character = [
    heng(17, 15, 83, 12, 1.0),
    shu(48, 15, 38, 86, 0.95),
    heng(24, 48, 70, 45.5, 0.9),
    [(69, 43.5, 3.8), (73, 46, 5.2), (71.5, 56, 4.5), (67.5, 86, 4.2)],
    heng(4, 88, 96, 85, 1.1),
]
SIX: Character = [
    dian(44, 3, 55, 18, 1.1),
    heng(5, 37, 95, 32, 1.15),
    pie(38, 50, 9, 93, 1.05, 0.10),
    [(60, 50, 1.6), (70, 61, 4.6), (82, 77, 6.6), (88, 86, 6.6), (90, 90, 4.2)],
]
SEVEN: Character = [
    heng(5, 50, 95, 34, 1.15),
    [(42, 8, 3.8), (45, 12, 5.4), (44, 24, 4.7), (43, 55, 4.5), (43.5, 74, 4.5), (48, 84, 4.5), (60, 87.5, 4.7), (78, 87, 5.0), (89, 84, 5.0)],
    [(89, 86, 4.6), (91.5, 80, 3.2), (92, 66, 0.3)],
]
EIGHT: Character = [
    pie(38, 24, 5, 88, 1.1, 0.14),
    [(50, 13, 2.2), (56, 13.5, 4.2), (60, 20, 3.8), (66, 45, 4.8), (78, 70, 6.8), (86, 81, 8.0), (93, 86, 6.0), (100, 87, 0.6)],
]
NINE: Character = [
    [(36, 6, 3.8), (39, 10, 5.4), (38, 30, 4.6), (32, 56, 4.2), (20, 80, 2.6), (5, 95, 0.3)],
    heng(9, 38, 64, 31, 1.0),
    [(62, 29, 3.8), (66.5, 32, 5.6), (65, 44, 4.7), (62, 66, 4.5), (62.5, 80, 4.5), (68, 88, 4.6), (80, 90, 4.8), (91, 87, 4.8)],
    [(91, 89, 4.5), (94, 83, 3.2), (95.5, 68, 0.3)],
]
NUMERALS: Sequence[Character] = [ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE]

MYRIAD: Character = [
    heng(8, 16, 92, 13.5, 0.86),
    shu(35, 3, 37, 25, 0.78, 0.5),
    shu(66, 2, 62, 25, 0.78, 0.4),
    shu(24, 32, 27, 58, 0.80),
    heng(26, 32, 75, 30.5, 0.72),
    [(73, 28.5, 3.0), (76.5, 31, 4.4), (76, 38, 3.8), (73.5, 58, 3.5)],
    heng(28, 43.5, 73, 42.5, 0.62),
    heng(28, 55.5, 73, 54.5, 0.66),
    shu(13, 66, 15, 98, 0.84),
    heng(14, 67, 87, 65, 0.78),
    [(85, 63, 3.2), (89, 66, 4.7), (88.5, 74, 4.1), (87, 92, 4.1), (84.5, 96.5, 4.0)],
    [(85.5, 97, 3.6), (80, 95, 2.4), (73, 89, 0.3)],
    shu(50, 31, 50, 84, 0.76, 0.6),
    [(28, 80, 2.0), (30, 86, 3.9), (36, 84.5, 3.1), (52, 81, 2.4), (69, 77, 0.4)],
    dian(61, 73, 70, 86, 0.72),
]


def face(rank: int) -> list[str]:
    """The elements of one character tile."""
    return [
        written(NUMERALS[rank - 1], (79, 34), (130, 118), 1.5, INK),
        written(MYRIAD, (62, 174), (164, 166), 1.66, RED),
    ]


def written(
    character: Character, corner: tuple[float, float], size: tuple[float, float], weight: float, color: str
) -> str:
    """A character set into a box of the tile; ``weight`` scales the brush."""
    strokes = [
        [
            (corner[0] + x * size[0] / 100, corner[1] + y * size[1] / 100, pressure * weight)
            for x, y, pressure in stroke
        ]
        for stroke in character
    ]
    return path("".join(outline(stroke) for stroke in strokes), color)
