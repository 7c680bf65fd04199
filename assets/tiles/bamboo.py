"""The bamboo suit from two to nine: sticks with knots. Rank one is the bird in ``bird.py``."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot, pi

from bird import bird
from pen import Point, group, num, path, rounded, xy

GREEN, BLUE, RED = "#15774a", "#1d4796", "#c4242f"
IVORY = "#fdf6e3"


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

LAYOUTS: dict[int, tuple[float, list[Stick]]] = {
    2: (33, [*_row(106, 138, [C], [B]), *_row(265, 138, [C], [G])]),
    3: (33, [*_row(106, 138, [C], [B]), *_row(265, 138, [C - 56, C + 56], [G, G])]),
    4: (33, [*_row(106, 138, [C - 54, C + 54], [B, G]), *_row(265, 138, [C - 54, C + 54], [G, B])]),
    5: (31, [
        *_row(106, 138, [C - 70, C + 70], [B, G]),
        *_row(185.5, 138, [C], [R]),
        *_row(265, 138, [C - 70, C + 70], [G, B]),
    ]),
    6: (31, [*_row(106, 138, [C - 68, C, C + 68], [G, G, G]), *_row(265, 138, [C - 68, C, C + 68], [B, B, B])]),
    7: (28, [
        *_row(72, 88, [C], [R]),
        *_row(185.5, 98, [C - 66, C, C + 66], [G, B, G]),
        *_row(298, 98, [C - 66, C, C + 66], [G, B, G]),
    ]),
    8: (26, [
        Stick((58, 40), (58, 168), G), Stick((80, 54), (138, 162), G),
        Stick((209, 54), (151, 162), G), Stick((231, 40), (231, 168), G),
        Stick((58, 203), (58, 331), B), Stick((138, 209), (80, 317), B),
        Stick((151, 209), (209, 317), B), Stick((231, 203), (231, 331), B),
    ]),
    9: (28, [
        stick
        for y in (74, 185.5, 297)
        for stick in _row(y, 98, [C - 68, C, C + 68], [G, R, B])
    ]),
}
"""Thickness and sticks of each rank but the first."""


def face(rank: int) -> list[str]:
    """The elements of one bamboo tile."""
    if rank == 1:
        return bird()
    thickness, sticks = LAYOUTS[rank]
    return [part for stick in sticks for part in drawn(stick, thickness)]


def drawn(stick: Stick, thickness: float) -> list[str]:
    """A stick of two segments between three knots, with a light streak on each segment."""
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
    """Path data of an upright stick around the origin."""
    half, knob = length / 2, thickness * 0.30
    top, bottom = -half + knob * 0.9, half - knob * 0.9
    segments = [_segment(top, 0, thickness), _segment(0, bottom, thickness)]
    knots = [
        rounded(-thickness / 2, y - knob, thickness, 2 * knob, knob) for y in (-half + knob, 0, half - knob)
    ]
    return "".join([*segments, *knots])


def _segment(top: float, bottom: float, thickness: float) -> str:
    """A segment, waisted in its middle."""
    wide, waist, middle = 0.42 * thickness, 0.30 * thickness, (top + bottom) / 2
    return (
        f"M{xy(-wide, top)}H{num(wide)}Q{xy(waist, middle)} {xy(wide, bottom)}"
        f"H{num(-wide)}Q{xy(-waist, middle)} {xy(-wide, top)}Z"
    )


def streaks(length: float, thickness: float) -> str:
    """Path data of the light streaks on an upright stick around the origin."""
    knob, width = thickness * 0.30, thickness * 0.17
    reach = length / 2 - 3.4 * knob - thickness * 0.12
    starts = (-length / 2 + 2.2 * knob, 1.5 * knob)
    return "".join(rounded(-width / 2, y, width, reach, width / 2) for y in starts)
