"""Bamboo one: a peacock on a bamboo branch, looking to the right, its train falling to the left.

Drawn from the farthest part to the nearest. Every part is edged in ivory, so that the colours stay
apart as they do on an engraved tile.
"""

from collections.abc import Sequence
from math import hypot

from brush import smooth
from ink import BLUE, GREEN, IVORY, RED
from pen import Point, circle, line, path, xy

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
