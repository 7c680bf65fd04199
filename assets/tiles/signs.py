"""The suits' signs under the large figures of the plain tiles: a seal, a dot, a cane of bamboo.

Each has a shape and a colour of its own, the colours chosen so that they are told apart also by
people who see red and green alike; the window prints the figures in the same colours.
"""

from math import cos, pi, sin

from pen import circle, path, rounded, xy

INK = {"m": "#b83a00", "p": "#1a3f9c", "s": "#187a50"}
PAPER = "#fbf5e5"
MIDDLE = (144.5, 296.0)
"""The middle of a sign."""


def sign(suit: str) -> list[str]:
    """Draw the elements of a suit's sign."""
    return {"m": _seal, "p": _dot, "s": _cane}[suit](INK[suit])


def _seal(color: str) -> list[str]:
    """Draw a diamond with a diamond left out of it."""
    return [path(_diamond(62), color), path(_diamond(36), PAPER), path(_diamond(17), color)]


def _diamond(radius: float) -> str:
    x, y = MIDDLE
    points = [(x + radius * cos(k * pi / 2), y + radius * sin(k * pi / 2)) for k in range(4)]
    return "M" + "L".join(xy(*point) for point in points) + "Z"


def _dot(color: str) -> list[str]:
    """Draw a ring around a dot."""
    return [circle(MIDDLE, 54, color), circle(MIDDLE, 37, PAPER), circle(MIDDLE, 22, color)]


def _cane(color: str) -> list[str]:
    """Draw two canes of bamboo, side by side, each of two pieces."""
    x, y = MIDDLE
    parts = []
    for left in (x - 46, x + 12):
        parts += [path(rounded(left, y - 56, 34, 52, 12), color)]
        parts += [path(rounded(left, y + 4, 34, 52, 12), color)]
    return parts
