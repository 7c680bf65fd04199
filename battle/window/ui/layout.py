"""Rows and columns of boxes: a screen is declared once, and resolved to rectangles by name.

    parts = column(
        box("head", px(52)),
        row(box("list", share(0.55)), box("preview"), gap=px(28)),
        box("foot", px(50)),
        gap=px(12),
    ).lay(card)

A length is a number of pixels, or a share of what the fixed lengths and the gaps leave, with the
least and the most that it takes. `down` and `across` divide a rectangle at once, without names.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Final, TypeAlias

from pygame import Rect


@dataclass(frozen=True)
class Share:
    """A part of the room that is left, by its weight."""

    weight: float = 1.0
    least: int = 0
    most: int = 1 << 16


share: Final = Share
FILL: Final = Share()
Length: TypeAlias = int | Share


@dataclass(frozen=True)
class LayoutBox:
    """A box of a layout; one with parts divides its room among them, inside its padding."""

    name: str = ""
    size: Length = FILL
    parts: tuple[LayoutBox, ...] = ()
    upright: bool = False
    gap: int = 0
    pad: int = 0

    def lay(self, room: Rect) -> dict[str, Rect]:
        """Return where in `room` every box lies that has a name."""
        places = {self.name: room} if self.name else {}
        divide = down if self.upright else across
        sizes = [part.size for part in self.parts]
        for part, place in zip(
            self.parts, divide(inset(room, self.pad), *sizes, gap=self.gap), strict=True
        ):
            places |= part.lay(place)
        return places


def box(name: str = "", size: Length = FILL) -> LayoutBox:
    """Return a box without parts; without a name it keeps its room empty."""
    return LayoutBox(name, size)


def row(*parts: LayoutBox, name: str = "", size: Length = FILL, gap: int = 0) -> LayoutBox:
    """Return boxes from left to right."""
    return LayoutBox(name, size, parts, gap=gap)


def column(*parts: LayoutBox, gap: int = 0, pad: int = 0) -> LayoutBox:
    """Return boxes from top to bottom."""
    return LayoutBox(parts=parts, upright=True, gap=gap, pad=pad)


def lengths(room: int, parts: tuple[Length, ...], gap: int = 0) -> list[int]:
    """Return the length of each part; shares get what the others leave, never less than none."""
    rest = room - gap * (len(parts) - 1) - sum(part for part in parts if isinstance(part, int))
    by_place = {place: part for place, part in enumerate(parts) if isinstance(part, int)}
    shares = {place: part for place, part in enumerate(parts) if isinstance(part, Share)}
    while shares:
        each = max(0, rest) / sum(part.weight for part in shares.values())
        bound = {
            place: max(part.least, min(part.most, round(each * part.weight)))
            for place, part in shares.items()
            if not part.least <= each * part.weight <= part.most
        }
        if not bound:
            ends = accumulate(part.weight for part in shares.values())
            edges = [0, *(round(each * end) for end in ends)]
            by_place |= {place: edges[n + 1] - edges[n] for n, place in enumerate(shares)}
            break
        by_place |= bound
        rest -= sum(bound.values())
        shares = {place: part for place, part in shares.items() if place not in bound}
    return [by_place[place] for place in range(len(parts))]


def across(room: Rect, *parts: Length, gap: int = 0) -> list[Rect]:
    """Divide a rectangle from left to right."""
    widths = lengths(room.width, parts, gap)
    lefts = accumulate((width + gap for width in widths), initial=room.left)
    places = zip(lefts, widths, strict=False)
    return [Rect(left, room.top, width, room.height) for left, width in places]


def down(room: Rect, *parts: Length, gap: int = 0) -> list[Rect]:
    """Divide a rectangle from top to bottom."""
    heights = lengths(room.height, parts, gap)
    tops = accumulate((height + gap for height in heights), initial=room.top)
    places = zip(tops, heights, strict=False)
    return [Rect(room.left, top, room.width, height) for top, height in places]


def grid(room: Rect, columns: int, rows: int, gap: int = 0) -> list[Rect]:
    """Divide a rectangle into equal cells, row by row from the upper left."""
    return [
        cell
        for line in down(room, *[FILL] * rows, gap=gap)
        for cell in across(line, *[FILL] * columns, gap=gap)
    ]


def inset(room: Rect, x: int, y: int | None = None) -> Rect:
    """Return a rectangle without a margin: `x` at the sides, `y` above and below, else `x`."""
    return room.inflate(-2 * x, -2 * (x if y is None else y))


def centred(room: Rect, width: int, height: int) -> Rect:
    """Return a rectangle in the middle of another."""
    return Rect(room.centerx - width // 2, room.centery - height // 2, width, height)
