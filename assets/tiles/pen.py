"""The few SVG elements the drawings use, as text.

Only what SDL_image's small SVG reader understands: plain shapes, filled paths and gradients with
absolute coordinates. Numbers carry one decimal, so the same drawing gives the same bytes.
"""

from collections.abc import Iterable, Sequence

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


def document(box: tuple[float, float, float, float], parts: Iterable[str]) -> str:
    """Write a whole SVG file; ``box`` is left, top, width and height of the drawing."""
    left, top, width, height = (num(side) for side in box)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}">'
    )
    return "\n".join([head, *parts, "</svg>", ""])
