"""The coin suit: one to nine coins in their traditional places and colours."""

from collections.abc import Sequence
from math import cos, pi, sin

from pen import BLUE, GREEN, IVORY, RED, Point, circle, path, xy

Coin = tuple[float, float, str]
"""Centre and colour."""

MIDDLE = (144.5, 185.5)
"""The middle of the plate."""


def _grid(xs: Sequence[float], ys: Sequence[float], colors: Sequence[str]) -> list[Coin]:
    """Lay a coin at every crossing, one colour for each row."""
    return [(x, y, color) for y, color in zip(ys, colors, strict=True) for x in xs]


def _corners(xs: Sequence[float], ys: Sequence[float], colors: Sequence[str]) -> list[Coin]:
    """Lay a coin at every crossing, each in its own colour."""
    places = [(x, y) for y in ys for x in xs]
    return [(x, y, color) for (x, y), color in zip(places, colors, strict=True)]


def _slope() -> list[Coin]:
    """Lay the three coins of rank seven that fall to the right."""
    return [(73, 72, GREEN), (144.5, 103, GREEN), (216, 134, GREEN)]


SMALL = 42
"""Coins with a smaller radius are drawn more simply."""

LAYOUTS: dict[int, tuple[float, list[Coin]]] = {
    2: (68, [(144.5, 101, GREEN), (144.5, 270, BLUE)]),
    3: (52, [(82, 86, BLUE), (144.5, 185.5, RED), (207, 285, GREEN)]),
    4: (55, _corners((81, 208), (101, 270), (BLUE, GREEN, GREEN, BLUE))),
    5: (46, [*_corners((76, 213), (90, 281), (BLUE, GREEN, GREEN, BLUE)), (*MIDDLE, RED)]),
    6: (45, _grid((86, 203), (79, 198, 295), (GREEN, RED, RED))),
    7: (35, _slope() + _grid((94, 195), (222, 302), (RED, RED))),
    8: (38, _grid((91, 198), (59, 143, 228, 312), (BLUE, BLUE, BLUE, BLUE))),
    9: (36, _grid((63, 144.5, 226), (84, 185.5, 287), (GREEN, RED, BLUE))),
}
"""Radius and coins of each rank but the first."""


def face(rank: int) -> list[str]:
    """Draw the elements of one coin tile."""
    if rank == 1:
        return great_coin()
    radius, coins = LAYOUTS[rank]
    return [part for x, y, color in coins for part in coin((x, y), radius, color)]


def coin(center: Point, radius: float, color: str) -> list[str]:
    """Draw a coin: rim, ivory ring, flower, and a hole with a bead.

    Small coins have a bolder rim and fewer, fuller petals, so that they keep their colour.
    """
    small = radius < SMALL
    rim, petals, inner = (0.76, 6, 0.24) if small else (0.79, 8, 0.30)
    return [
        circle(center, radius, color),
        circle(center, rim * radius, IVORY),
        path(flower(center, inner * radius, (rim - 0.08) * radius, petals), color),
        circle(center, (inner + 0.03) * radius, IVORY),
        circle(center, (inner - 0.10) * radius, color),
    ]


def great_coin() -> list[str]:
    """Draw the single coin of rank one: a green rim of beads, a red flower, a blue heart."""
    radius = 116.0
    beads = [circle(p, 0.052 * radius, IVORY) for p in _around(MIDDLE, 0.905 * radius, 24)]
    studs = [circle(p, 0.038 * radius, GREEN) for p in _around(MIDDLE, 0.665 * radius, 12, 0.5)]
    return [
        circle(MIDDLE, radius, GREEN),
        *beads,
        circle(MIDDLE, 0.805 * radius, IVORY),
        circle(MIDDLE, 0.765 * radius, BLUE),
        circle(MIDDLE, 0.725 * radius, IVORY),
        *studs,
        path(flower(MIDDLE, 0.27 * radius, 0.68 * radius, 12), RED),
        circle(MIDDLE, 0.345 * radius, IVORY),
        circle(MIDDLE, 0.295 * radius, GREEN),
        circle(MIDDLE, 0.245 * radius, IVORY),
        path(flower(MIDDLE, 0.06 * radius, 0.215 * radius, 6), BLUE),
        circle(MIDDLE, 0.06 * radius, RED),
    ]


def flower(center: Point, inner: float, outer: float, petals: int) -> str:
    """Give the path data of a ring of petals between two radii."""
    return "".join(
        _petal(center, inner, outer, 2 * pi * k / petals, pi / petals) for k in range(petals)
    )


def _petal(center: Point, inner: float, outer: float, angle: float, half: float) -> str:
    """Draw one petal around ``angle``, as wide as ``half`` on either side lets it be."""

    def at(radius: float, turn: float) -> str:
        return xy(center[0] + radius * cos(angle + turn), center[1] + radius * sin(angle + turn))

    base, belly = 0.55 * half, 0.98 * half
    high = inner + 0.62 * (outer - inner)
    return (
        f"M{at(inner, -base)}C{at(high, -belly)} {at(outer, -0.75 * half)} {at(outer, 0)}"
        f"C{at(outer, 0.75 * half)} {at(high, belly)} {at(inner, base)}Z"
    )


def _around(center: Point, radius: float, count: int, start: float = 0) -> list[Point]:
    """Find points evenly spaced on a circle, the first at ``start`` of a step."""
    angles = [2 * pi * (k + start) / count for k in range(count)]
    return [(center[0] + radius * cos(a), center[1] + radius * sin(a)) for a in angles]
