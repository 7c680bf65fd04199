"""The coin suit: one to nine coins in their traditional places and colours."""

from collections.abc import Sequence
from math import cos, pi, sin

from pen import Point, circle, path, xy

GREEN, BLUE, RED = "#15774a", "#1d4796", "#c4242f"
IVORY = "#fdf6e3"

Coin = tuple[float, float, str]
"""Centre and colour."""

MIDDLE = (144.5, 185.5)
"""The middle of the plate."""


def _grid(xs: Sequence[float], ys: Sequence[float], colors: Sequence[str]) -> list[Coin]:
    """A coin at every crossing; one colour for each row."""
    return [(x, y, color) for y, color in zip(ys, colors, strict=True) for x in xs]


LAYOUTS: dict[int, tuple[float, list[Coin]]] = {
    2: (62, [(144.5, 103, GREEN), (144.5, 268, BLUE)]),
    3: (47, [(86, 92, BLUE), (144.5, 185.5, RED), (203, 279, GREEN)]),
    4: (50, [(82, 102, BLUE), (207, 102, GREEN), (82, 269, GREEN), (207, 269, BLUE)]),
    5: (45, [(80, 90, BLUE), (209, 90, GREEN), (144.5, 185.5, RED), (80, 281, GREEN), (209, 281, BLUE)]),
    6: (43, _grid((86, 203), (81, 199, 294), (GREEN, RED, RED))),
    7: (33, [(75, 77, GREEN), (144.5, 104, GREEN), (214, 131, GREEN), *_grid((95, 194), (219, 299), (RED, RED))]),
    8: (36, _grid((93, 196), (62, 144, 227, 309), (BLUE, BLUE, BLUE, BLUE))),
    9: (35, _grid((64, 144.5, 225), (86, 185.5, 285), (GREEN, RED, BLUE))),
}
"""Radius and coins of each rank but the first."""


def face(rank: int) -> list[str]:
    """The elements of one coin tile."""
    if rank == 1:
        return great_coin()
    radius, coins = LAYOUTS[rank]
    return [part for x, y, color in coins for part in coin((x, y), radius, color)]


def coin(center: Point, radius: float, color: str) -> list[str]:
    """A coin: rim, ivory ring, flower of eight petals, and a hole with a bead."""
    return [
        circle(center, radius, color),
        circle(center, 0.80 * radius, IVORY),
        path(flower(center, 0.30 * radius, 0.69 * radius, 8), color),
        circle(center, 0.30 * radius, IVORY),
        circle(center, 0.155 * radius, color),
    ]


def great_coin() -> list[str]:
    """The single coin of rank one: a green rim of beads, a red flower, a blue heart."""
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
    """Path data of a ring of pointed-round petals between two radii."""
    return "".join(_petal(center, inner, outer, 2 * pi * k / petals, pi / petals) for k in range(petals))


def _petal(center: Point, inner: float, outer: float, angle: float, half: float) -> str:
    """One petal around ``angle``, as wide as ``half`` on either side lets it be."""

    def at(radius: float, turn: float) -> str:
        return xy(center[0] + radius * cos(angle + turn), center[1] + radius * sin(angle + turn))

    base, belly = 0.55 * half, 0.98 * half
    high = inner + 0.62 * (outer - inner)
    return (
        f"M{at(inner, -base)}C{at(high, -belly)} {at(outer, -0.75 * half)} {at(outer, 0)}"
        f"C{at(outer, 0.75 * half)} {at(high, belly)} {at(inner, base)}Z"
    )


def _around(center: Point, radius: float, count: int, start: float = 0) -> list[Point]:
    """Points evenly spaced on a circle, the first at ``start`` of a step."""
    angles = [2 * pi * (k + start) / count for k in range(count)]
    return [(center[0] + radius * cos(a), center[1] + radius * sin(a)) for a in angles]
