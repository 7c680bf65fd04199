"""The bamboo suit from two to nine: sticks with knots. Rank one is the bird in ``bird.py``."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot, pi

from bird import bird
from ink import BLUE, GREEN, IVORY, RED
from pen import Point, group, num, path, rounded, xy


@dataclass(frozen=True, slots=True)
class Stick:
    """A bamboo stick from one end to the other."""

    start: Point
    end: Point
    color: str


def _upright(x: float, y: float, length: float, color: str) -> Stick:
    return Stick((x, y - length / 2), (x, y + length / 2), color)


def _row(y: float, length: float, xs: Sequence[float], colors: Sequence[str]) -> list[Stick]:
    return [_upright(x, y, length, color) for x, color in zip(xs, colors, strict=True)]


C = 144.5
"""The plate's middle column."""
G, B, R = GREEN, BLUE, RED

OUTER = (C - 72, C + 72)
THREE = (C - 72, C, C + 72)


def _letter(outer: float, inner: float, meet: float, color: str) -> list[Stick]:
    """Lay an M, or a W if it is upside down: from its outer edge to its inner edge."""
    return [
        Stick((C - 85, outer), (C - 85, inner), color),
        Stick((C - 60, outer + 0.1 * (inner - outer)), (C - 14, meet), color),
        Stick((C + 60, outer + 0.1 * (inner - outer)), (C + 14, meet), color),
        Stick((C + 85, outer), (C + 85, inner), color),
    ]


LAYOUTS: dict[int, tuple[float, list[Stick]]] = {
    2: (42, _row(104, 145, [C], [B]) + _row(267, 145, [C], [G])),
    3: (42, _row(104, 145, [C], [B]) + _row(267, 145, [C - 58, C + 58], [G, G])),
    4: (42, _row(104, 145, [C - 56, C + 56], [B, G]) + _row(267, 145, [C - 56, C + 56], [G, B])),
    5: (
        38,
        _row(104, 145, OUTER, [B, G]) + _row(185.5, 145, [C], [R]) + _row(267, 145, OUTER, [G, B]),
    ),
    6: (38, _row(104, 145, THREE, [G, G, G]) + _row(267, 145, THREE, [B, B, B])),
    7: (
        34,
        _row(71, 95, [C], [R]) + _row(186, 99, THREE, [G, B, G]) + _row(299, 99, THREE, [G, B, G]),
    ),
    8: (30, _letter(44, 170, 162, G) + _letter(331, 205, 213, B)),
    9: (34, [stick for y in (73, 185.5, 298) for stick in _row(y, 99, THREE, [G, R, B])]),
}
"""Thickness and sticks of each rank but the first."""


def face(rank: int) -> list[str]:
    """Draw the elements of one bamboo tile."""
    if rank == 1:
        return bird()
    thickness, sticks = LAYOUTS[rank]
    return [part for stick in sticks for part in drawn(stick, thickness)]


def drawn(stick: Stick, thickness: float) -> list[str]:
    """Draw a stick: two segments with a light streak each, and a knot between them."""
    (x0, y0), (x1, y1) = stick.start, stick.end
    half = hypot(x1 - x0, y1 - y0) / 2
    turn = degrees(atan2(y1 - y0, x1 - x0) - pi / 2)
    knot, gap = 0.19 * thickness, 0.045 * thickness
    segments = ((-half, -knot - gap), (knot + gap, half))
    middle = rounded(-thickness / 2, -knot, thickness, 2 * knot, knot)
    solid = middle + "".join(_segment(top, bottom, thickness) for top, bottom in segments)
    light = "".join(_streak(top, bottom, thickness) for top, bottom in segments)
    place = f"translate({num((x0 + x1) / 2, 2)} {num((y0 + y1) / 2, 2)})"
    if abs(turn) > 0.01:
        place += f" rotate({num(turn, 2)})"
    return [group([path(solid, stick.color), path(light, IVORY)], place)]


def _segment(top: float, bottom: float, thickness: float) -> str:
    """Give the path data of a segment that widens towards both ends."""
    wide, waist, corner = 0.46 * thickness, 0.32 * thickness, 0.17 * thickness
    middle, bow = (top + bottom) / 2, 0.28 * (bottom - top)
    upper, lower = top + corner, bottom - corner
    return (
        f"M{xy(-wide, upper)}Q{xy(-wide, top)} {xy(-wide + corner, top)}"
        f"H{num(wide - corner)}Q{xy(wide, top)} {xy(wide, upper)}"
        f"C{xy(wide, upper + corner)} {xy(waist, middle - bow)} {xy(waist, middle)}"
        f"C{xy(waist, middle + bow)} {xy(wide, lower - corner)} {xy(wide, lower)}"
        f"Q{xy(wide, bottom)} {xy(wide - corner, bottom)}"
        f"H{num(-wide + corner)}Q{xy(-wide, bottom)} {xy(-wide, lower)}"
        f"C{xy(-wide, lower - corner)} {xy(-waist, middle + bow)} {xy(-waist, middle)}"
        f"C{xy(-waist, middle - bow)} {xy(-wide, upper + corner)} {xy(-wide, upper)}Z"
    )


def _streak(top: float, bottom: float, thickness: float) -> str:
    """Give the path data of the light streak on a segment."""
    width, margin = 0.16 * thickness, 0.27 * thickness
    return rounded(-width / 2, top + margin, width, bottom - top - 2 * margin, width / 2)
