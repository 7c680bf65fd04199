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
    2: (42, _row(104, 148, [C], [B]) + _row(267, 148, [C], [G])),
    3: (42, _row(104, 148, [C], [B]) + _row(267, 148, [C - 58, C + 58], [G, G])),
    4: (42, _row(104, 148, [C - 56, C + 56], [B, G]) + _row(267, 148, [C - 56, C + 56], [G, B])),
    5: (
        38,
        _row(104, 148, OUTER, [B, G]) + _row(185.5, 148, [C], [R]) + _row(267, 148, OUTER, [G, B]),
    ),
    6: (38, _row(104, 148, THREE, [G, G, G]) + _row(267, 148, THREE, [B, B, B])),
    7: (
        34,
        _row(72, 98, [C], [R])
        + _row(186, 104, THREE, [G, B, G])
        + _row(299, 104, THREE, [G, B, G]),
    ),
    8: (30, _letter(44, 170, 162, G) + _letter(331, 205, 213, B)),
    9: (34, [stick for y in (73, 185.5, 298) for stick in _row(y, 104, THREE, [G, R, B])]),
}
"""Thickness and sticks of each rank but the first."""


def face(rank: int) -> list[str]:
    """Draw the elements of one bamboo tile."""
    if rank == 1:
        return bird()
    thickness, sticks = LAYOUTS[rank]
    return [part for stick in sticks for part in drawn(stick, thickness)]


def drawn(stick: Stick, thickness: float) -> list[str]:
    """Draw a stick of two segments between three knots, with a light streak on each segment."""
    (x0, y0), (x1, y1) = stick.start, stick.end
    length = hypot(x1 - x0, y1 - y0)
    turn = degrees(atan2(y1 - y0, x1 - x0) - pi / 2)
    parts = [
        path(silhouette(length, thickness), stick.color),
        path(streaks(length, thickness), IVORY),
    ]
    place = f"translate({num((x0 + x1) / 2, 2)} {num((y0 + y1) / 2, 2)})"
    if abs(turn) > 0.01:
        place += f" rotate({num(turn, 2)})"
    return [group(parts, place)]


def silhouette(length: float, thickness: float) -> str:
    """Give the path data of an upright stick around the origin."""
    half, knob = length / 2, thickness * 0.30
    top, bottom = -half + knob * 0.9, half - knob * 0.9
    segments = [_segment(top, 0, thickness), _segment(0, bottom, thickness)]
    knots = [
        rounded(-thickness / 2, y - knob, thickness, 2 * knob, knob)
        for y in (-half + knob, 0, half - knob)
    ]
    return "".join([*segments, *knots])


def _segment(top: float, bottom: float, thickness: float) -> str:
    """Give the path data of a segment, waisted in its middle."""
    wide, waist, middle = 0.42 * thickness, 0.30 * thickness, (top + bottom) / 2
    return (
        f"M{xy(-wide, top)}H{num(wide)}Q{xy(waist, middle)} {xy(wide, bottom)}"
        f"H{num(-wide)}Q{xy(-waist, middle)} {xy(-wide, top)}Z"
    )


def streaks(length: float, thickness: float) -> str:
    """Give the path data of the light streaks on an upright stick around the origin."""
    knob, width = thickness * 0.30, thickness * 0.17
    reach = length / 2 - 3.4 * knob - thickness * 0.12
    starts = (-length / 2 + 2.2 * knob, 1.5 * knob)
    return "".join(rounded(-width / 2, y, width, reach, width / 2) for y in starts)
