"""The character suit: a numeral in ink above a red 萬, each written stroke by stroke.

Each character lists its strokes in the order they are written, in a square of 100 x 100.
"""

from collections.abc import Sequence

from brush import Polygon, smooth
from ink import NAVY, RED
from pen import Point, path
from strokes import bar, dian, free, gou, heng, hooked, pie, shu, turn, zhe

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
