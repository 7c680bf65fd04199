"""The few SVG elements the drawings use, as text.

Only what SDL_image's small SVG reader understands: plain shapes, filled paths and gradients with
absolute coordinates. Numbers carry one decimal, so the same drawing gives the same bytes.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, radians, sin

# --- ink -----------------------------------------------------------------------------------------
#
# The colours the faces are painted with.

GREEN = "#15774a"
BLUE = "#1d4796"
RED = "#c4242f"
NAVY = "#16264d"
IVORY = "#fbf5e5"
"""The plate's own colour, for what is left unpainted inside a painted shape."""


# --- pen -----------------------------------------------------------------------------------------

Point = tuple[float, float]
Stop = tuple[float, str] | tuple[float, str, float]
"""A gradient stop: offset 0 to 1, colour, and optionally an opacity."""


def num(value: float, digits: int = 1) -> str:
    """Write the shortest decimal text of a coordinate."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def xy(x: float, y: float) -> str:
    """Write a coordinate pair inside path data."""
    return f"{num(x)} {num(y)}"


def element(name: str, **attributes: str | float) -> str:
    """Write an empty element; underscores in attribute names become hyphens."""
    parts = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else num(value, 2)
        parts.append(f'{key.replace("_", "-")}="{text}"')
    return f"<{' '.join(parts)}/>"


def path(d: str, fill: str, **attributes: str | float) -> str:
    """Write a path with a fill."""
    return element("path", d=d, fill=fill, **attributes)


def line(d: str, stroke: str, width: float, **attributes: str | float) -> str:
    """Write a path drawn as a line with round ends and joins."""
    style = {"stroke_linecap": "round", "stroke_linejoin": "round"} | attributes
    return element("path", d=d, fill="none", stroke=stroke, stroke_width=width, **style)


def circle(center: Point, radius: float, fill: str, **attributes: str | float) -> str:
    """Write a filled circle."""
    return element("circle", cx=center[0], cy=center[1], r=radius, fill=fill, **attributes)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Give the path data of a rectangle with round corners."""
    right, bottom, r = x + width, y + height, num(radius)
    return (
        f"M{xy(x + radius, y)}H{num(right - radius)}A{r} {r} 0 0 1 {xy(right, y + radius)}"
        f"V{num(bottom - radius)}A{r} {r} 0 0 1 {xy(right - radius, bottom)}"
        f"H{num(x + radius)}A{r} {r} 0 0 1 {xy(x, bottom - radius)}"
        f"V{num(y + radius)}A{r} {r} 0 0 1 {xy(x + radius, y)}Z"
    )


def group(parts: Iterable[str], transform: str) -> str:
    """Write elements moved or turned together."""
    return "\n".join([f'<g transform="{transform}">', *parts, "</g>"])


def linear(name: str, start: Point, end: Point, stops: Sequence[Stop]) -> str:
    """Write a linear gradient between two points of the drawing; use it as ``url(#name)``."""
    (x1, y1), (x2, y2) = start, end
    place = f'x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"'
    return _gradient("linearGradient", name, place, stops)


def radial(name: str, center: Point, radius: float, stops: Sequence[Stop]) -> str:
    """Write a radial gradient around a point of the drawing; use it as ``url(#name)``."""
    place = f'cx="{num(center[0])}" cy="{num(center[1])}" r="{num(radius)}"'
    return _gradient("radialGradient", name, place, stops)


def _gradient(kind: str, name: str, place: str, stops: Sequence[Stop]) -> str:
    inner = "".join(_stop(*stop) for stop in stops)
    return f'<{kind} id="{name}" gradientUnits="userSpaceOnUse" {place}>{inner}</{kind}>'


def _stop(offset: float, color: str, opacity: float = 1) -> str:
    extra = "" if opacity == 1 else f' stop-opacity="{num(opacity, 3)}"'
    return f'<stop offset="{num(offset, 2)}" stop-color="{color}"{extra}/>'


def document(
    box: tuple[float, float, float, float], parts: Iterable[str], *, stretches: bool = False
) -> str:
    """Write a whole SVG file; ``box`` is left, top, width and height of the drawing.

    One that ``stretches`` fills whatever it is drawn in, other proportions too.
    """
    left, top, width, height = (num(side) for side in box)
    fills = ' preserveAspectRatio="none"' * stretches
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}"{fills}>'
    )
    return "\n".join([head, *parts, "</svg>", ""])


# --- brush ---------------------------------------------------------------------------------------
#
# A writing brush: turns the line a brush travels into the outline it leaves.
#
# The tip is a flat ellipse held at a fixed slant, as a right-handed writer holds it, so the ends of
# strokes are cut at an angle and lines swell and thin with their direction. A stroke is given by a
# few knots (x, y, pressure); pressure is half the length of the tip in drawing units.

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
