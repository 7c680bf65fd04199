"""A writing brush: turns the line a brush travels into the outline it leaves.

The tip is a flat ellipse held at a fixed slant, as a right-handed writer holds it, so the ends of
strokes are cut at an angle and lines swell and thin with their direction. A stroke is given by a
few knots (x, y, pressure); pressure is half the length of the tip in drawing units.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, radians, sin

from pen import Point, xy

Knot = tuple[float, float, float]
Stroke = Sequence[Knot]
Polygon = list[Point]

SLANT = radians(42)
"""Direction of the tip's long axis, clockwise from the x axis (y points down)."""
FLATNESS = 0.55
"""Short axis of the tip divided by its long axis."""
STEPS = 8
"""Outline points between two knots."""
CAP_STEPS = 7
"""Outline points around each end of a stroke."""


def outline(stroke: Stroke) -> Polygon:
    """Follow a brush stroke around its edge, clockwise."""
    samples = _samples(stroke)
    headings = [_heading(samples, index) for index in range(len(samples))]
    left = [_edge(s, h - pi / 2) for s, h in zip(samples, headings, strict=True)]
    right = [_edge(s, h + pi / 2) for s, h in zip(samples, headings, strict=True)]
    end = _cap(samples[-1], headings[-1])
    start = _cap(samples[0], headings[0] + pi)
    return [*left, *end, *reversed(right), *start]


def smooth(points: Sequence[Point]) -> str:
    """Give the path data of a closed curve that rounds the corners of a polygon."""
    middles = [_middle(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    arcs = [f"Q{xy(*p)} {xy(*m)}" for p, m in zip(points, middles, strict=True)]
    return f"M{xy(*middles[-1])}" + "".join(arcs) + "Z"


def _samples(stroke: Stroke) -> list[Knot]:
    """Find points along the centripetal Catmull-Rom curve through the knots."""
    first, second, last, before = stroke[0], stroke[1], stroke[-1], stroke[-2]
    padded = [_beyond(first, second), *stroke, _beyond(last, before)]
    samples = []
    for index in range(len(stroke) - 1):
        window = padded[index : index + 4]
        samples += [_between(window, step / STEPS) for step in range(STEPS)]
    return [*samples, stroke[-1]]


def _beyond(end: Knot, inner: Knot) -> Knot:
    """Mirror the inner neighbour at the end of a stroke."""
    return (2 * end[0] - inner[0], 2 * end[1] - inner[1], end[2])


def _between(window: Sequence[Knot], part: float) -> Knot:
    """Find a point between the middle two of four knots (the pyramid of Barry and Goldman)."""
    times = [0.0]
    for a, b in pairwise(window):
        times.append(times[-1] + max(hypot(b[0] - a[0], b[1] - a[1]), 0.01) ** 0.5)
    now = times[1] + part * (times[2] - times[1])
    level = list(window)
    for depth in (1, 2):
        level = [
            _blend(level[i], level[i + 1], times[i], times[i + depth], now)
            for i in range(len(level) - 1)
        ]
    return _blend(level[0], level[1], times[1], times[2], now)


def _blend(a: Knot, b: Knot, start: float, end: float, now: float) -> Knot:
    part = (now - start) / (end - start)
    return (
        a[0] + (b[0] - a[0]) * part,
        a[1] + (b[1] - a[1]) * part,
        a[2] + (b[2] - a[2]) * part,
    )


def _heading(samples: Sequence[Knot], index: int) -> float:
    a = samples[max(index - 1, 0)]
    b = samples[min(index + 1, len(samples) - 1)]
    return atan2(b[1] - a[1], b[0] - a[0])


def _edge(sample: Knot, direction: float) -> Point:
    """Find where the tip at a sample reaches farthest in a direction."""
    x, y, pressure = sample
    long, short = cos(direction - SLANT), FLATNESS * sin(direction - SLANT)
    scale = max(pressure, 0.0) / hypot(long, short)
    u, v = scale * long, scale * FLATNESS * short
    return (x + u * cos(SLANT) - v * sin(SLANT), y + u * sin(SLANT) + v * cos(SLANT))


def _cap(sample: Knot, heading: float) -> list[Point]:
    """Follow the tip's outline around the end of a stroke."""
    turns = [pi * (step / (CAP_STEPS + 1) - 0.5) for step in range(1, CAP_STEPS + 1)]
    return [_edge(sample, heading + turn) for turn in turns]


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
