"""The bamboo suit from two to nine: sticks with knots. Rank one is a bird."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot, pi

from pen import BLUE, GREEN, IVORY, RED, Point, circle, group, line, num, path, rounded, smooth, xy

# --- bird ----------------------------------------------------------------------------------------
#
# Bamboo one: a peacock on a bamboo branch, looking to the right, its train falling to the left.
#
# Drawn from the farthest part to the nearest. Every part is edged in ivory, so that the colours
# stay apart as they do on an engraved tile.

EDGE = 5.0
"""Width of the ivory edge around a part; half of it lies outside."""

Curve = tuple[Point, Point, Point]
"""A quadratic curve: start, control point, end."""

TRAIN: Sequence[Curve] = [
    ((150, 184), (92, 164), (36, 178)),
    ((154, 206), (154, 280), (164, 342)),
    ((150, 188), (90, 182), (27, 222)),
    ((152, 204), (146, 280), (124, 345)),
    ((150, 192), (92, 204), (31, 268)),
    ((150, 200), (132, 266), (85, 334)),
    ((150, 196), (104, 236), (52, 307)),
]
"""The plumes, from the outermost to the innermost."""
BARBS: Sequence[tuple[float, float]] = [
    (0.0, 3.0),
    (0.3, 6.0),
    (0.55, 9.5),
    (0.7, 13.5),
    (0.82, 18.0),
    (0.93, 19.0),
    (1.0, 12.5),
]
"""Half the width of a plume along its length."""

BRANCH: Curve = ((172, 267), (216, 258), (266, 238))
LEAVES: Sequence[Curve] = [
    ((220, 256), (200, 286), (197, 330)),
    ((222, 255), (234, 292), (232, 342)),
    ((224, 254), (258, 274), (266, 320)),
]

BODY = (
    "M184 62C172 78 174 100 167 119C159 141 137 160 130 194C134 215 160 228 182 225"
    "C213 220 229 188 222 157C217 135 206 120 208 101C209 92 217 86 217 74C217 54 195 48 184 62Z"
)
WING = (
    "M207 152C190 134 160 144 147 168C138 186 124 206 102 222"
    "C136 232 172 226 193 206C209 190 215 168 207 152Z"
)
SHOULDER = (
    "M207 152C190 134 160 144 147 168C150 176 158 178 164 173C167 182 178 184 184 177"
    "C190 184 203 178 209 170C210 163 210 158 207 152Z"
)
FLIGHT = (
    "M158 184C148 200 134 212 118 220",
    "M176 188C166 204 152 214 138 222",
    "M195 186C188 204 174 216 160 223",
)
SCALES = (
    "M178 112q7 7 14 0q7 7 14 0",
    "M176 128q8 8 16 0q8 8 16 0",
)
BEAK = "M214 66C223 67 231 73 236 81C227 80 220 82 214 84Z"
CREST: Sequence[tuple[Point, Point]] = [
    ((190, 58), (176, 32)),
    ((197, 54), (198, 25)),
    ((205, 55), (220, 32)),
]


def bird() -> list[str]:
    """Draw the peacock."""
    return [*_branch(), *_train(), *_legs(), *_body(), *_wing(), *_head()]


def _branch() -> list[str]:
    """Draw the branch, its knots, and three leaves hanging from it."""
    start, control, end = BRANCH
    d = f"M{xy(*start)}Q{xy(*control)} {xy(*end)}"
    knots = [_on(BRANCH, part) for part in (0.10, 0.64)]
    return [
        *[path(_leaf(leaf, 11), GREEN, stroke=IVORY, stroke_width=3) for leaf in LEAVES],
        line(d, IVORY, 18),
        line(d, GREEN, 13),
        *[line(f"M{xy(x - 1.5, y - 6)}L{xy(x + 1.5, y + 6)}", IVORY, 3) for x, y in knots],
    ]


def _train() -> list[str]:
    """Draw the plumes with their eyes."""
    parts = []
    for plume in TRAIN:
        eye = _on(plume, 0.86)
        parts += [
            path(_blade(plume, BARBS), GREEN, stroke=IVORY, stroke_width=EDGE),
            circle(eye, 11.5, IVORY),
            circle(eye, 8.8, BLUE),
            circle(eye, 4.2, RED),
        ]
    return parts


def _legs() -> list[str]:
    return [
        line("M176 220L178 256M170 262L178 256L188 260", RED, 5),
        line("M196 216L202 250M194 256L202 250L212 254", RED, 5),
    ]


def _body() -> list[str]:
    return [
        path(BODY, BLUE, stroke=IVORY, stroke_width=EDGE),
        *[line(d, IVORY, 2.6) for d in SCALES],
    ]


def _wing() -> list[str]:
    return [
        path(WING, GREEN, stroke=IVORY, stroke_width=EDGE),
        *[line(d, IVORY, 3) for d in FLIGHT],
        path(SHOULDER, RED, stroke=IVORY, stroke_width=3.5),
    ]


def _head() -> list[str]:
    """Draw the beak, the eye and the crest."""
    return [
        *[line(f"M{xy(*foot)}L{xy(*tip)}", BLUE, 3.2) for foot, tip in CREST],
        *[circle(tip, 6.2, RED) for _, tip in CREST],
        path(BEAK, RED),
        circle((202, 71), 6, IVORY),
        circle((203, 71), 3, BLUE),
    ]


def _leaf(spine: Curve, half: float) -> str:
    """Give the path data of a leaf, widest in its first half."""
    return _blade(
        spine, [(0.0, 0.5), (0.12, 0.55 * half), (0.35, half), (0.7, 0.6 * half), (1.0, 0.3)]
    )


def _blade(spine: Curve, widths: Sequence[tuple[float, float]]) -> str:
    """Give the path data of a blade; ``widths`` pairs parts of its length with half widths."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    for part, half in widths:
        x, y = _on(spine, part)
        nx, ny = _normal(spine, part)
        sides[0].append((x + half * nx, y + half * ny))
        sides[1].append((x - half * nx, y - half * ny))
    return smooth([*sides[0], *reversed(sides[1])])


def _on(curve: Curve, part: float) -> Point:
    """Find the point at a part of a curve's way."""
    rest = 1 - part
    weights = (rest * rest, 2 * part * rest, part * part)
    pairs = list(zip(weights, curve, strict=True))
    return (sum(w * p[0] for w, p in pairs), sum(w * p[1] for w, p in pairs))


def _normal(curve: Curve, part: float) -> Point:
    """Find the unit vector across a curve."""
    (x0, y0), (x1, y1), (x2, y2) = curve
    dx = (1 - part) * (x1 - x0) + part * (x2 - x1)
    dy = (1 - part) * (y1 - y0) + part * (y2 - y1)
    length = hypot(dx, dy)
    return (-dy / length, dx / length)


# --- bamboo --------------------------------------------------------------------------------------


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
