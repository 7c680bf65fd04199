"""Bamboo one: a peacock on a bamboo stem."""

from math import atan2, cos, degrees, sin, radians

from pen import Point, circle, group, line, num, path, xy

GREEN, BLUE, RED = "#15774a", "#1d4796", "#c4242f"
GOLD, IVORY, DARK = "#d99a2b", "#fdf6e3", "#0f2d4f"


def bird() -> list[str]:
    """The elements of the bird, from the farthest to the nearest."""
    return [*_stem(), *_tail(), *_legs(), *_body(), *_wing(), *_head()]


def _stem() -> list[str]:
    return []


def _tail() -> list[str]:
    root = (150.0, 190.0)
    ends: list[Point] = [(40, 250), (60, 300), (95, 335), (135, 345), (30, 200)]
    return [part for end in ends for part in _plume(root, end)]


def _plume(root: Point, end: Point) -> list[str]:
    return [line(f"M{xy(*root)}L{xy(*end)}", GREEN, 8), circle(end, 20, GREEN), circle(end, 12, IVORY), circle(end, 8, BLUE)]


def _legs() -> list[str]:
    return []


def _body() -> list[str]:
    return [circle((160, 170), 50, BLUE)]


def _wing() -> list[str]:
    return []


def _head() -> list[str]:
    return [circle((200, 80), 24, BLUE)]
