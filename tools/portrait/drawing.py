"""Pictures of numbers as SVG: a plot with its axes, and dots, lines, bars and error bars in it.

    title                                 numbers are in the plot's own units; what is above or
    y |     ┬     •                       below the axes is not cut off
      |  •  •  ┬
      +--------------- x

White ground and dark ink, so that a picture reads on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10
from typing import Final
from xml.etree import ElementTree

INK: Final = "#24292f"
FAINT: Final = "#6a737d"
GRID: Final = "#e4e7eb"
GREEN: Final = "#17735f"
ORANGE: Final = "#d0672a"
BLUE: Final = "#2c62a8"
VIOLET: Final = "#80489c"
GREY: Final = "#a3abb3"

WIDTH: Final = 760
_FONT: Final = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100)


@dataclass
class Plot:
    """A plot under way, from one end of `x` and `y` to the other; `y` in powers of ten if `log_y`.

    If the first of `x` is the greater one, the numbers fall from left to right.
    """

    title: str
    x: tuple[float, float]
    y: tuple[float, float]
    height: int = 360
    left: int = 70
    right: int = 30
    top: int = 62
    bottom: int = 58
    log_y: bool = False
    _parts: list[ElementTree.Element] = field(default_factory=list)

    def at_x(self, value: float) -> float:
        """Return where a value lies across."""
        low, high = self.x
        share = (value - low) / (high - low)
        return round(self.left + (WIDTH - self.left - self.right) * share, 1)

    def at_y(self, value: float) -> float:
        """Return where a value lies down."""
        low, high = self.y
        share = ((log10(value) if self.log_y else value) - low) / (high - low)
        return round(self.height - self.bottom - self.inner * share, 1)

    @property
    def inner(self) -> int:
        """The height between the axes."""
        return self.height - self.top - self.bottom

    # -- axes ----------------------------------------------------------------------------------

    def axis_x(
        self, label: str, ticks: Iterable[tuple[float, str]] | None = None, *, lines: bool = False
    ) -> None:
        """Draw the axis below, with its name; the words of a tick may have lines."""
        foot, below = self.height - self.bottom, 0
        for value, words in ticks if ticks is not None else _ticks(min(self.x), max(self.x)):
            if lines:
                self.line([(value, self.y[0]), (value, self.y[1])], GRID, 1)
            for below, one in enumerate(words.split("\n")):
                down = foot + 20 + 17 * below
                size = 13 - 1.5 * below
                self.words(one, self.at_x(value), down, anchor="middle", ink=FAINT, size=size)
        self._add("path", d=f"M{self.left} {foot}H{WIDTH - self.right}", stroke=GREY)
        middle = (self.left + WIDTH - self.right) / 2
        self.words(label, middle, foot + 43 + 19 * below, anchor="middle")

    def axis_y(self, label: str, words: Callable[[float], str] = "{:g}".format) -> None:
        """Draw lines across with their numbers, and the name above."""
        if self.log_y:
            values = [10.0**power for power in range(ceil(self.y[0]), floor(self.y[1]) + 1)]
        else:
            values = [value for value, _ in _ticks(*self.y, most=6)]
        for value in values:
            y = self.at_y(value)
            self._add("path", d=f"M{self.left} {y:g}H{WIDTH - self.right}", stroke=GRID)
            self.words(words(value), self.left - 9, y + 4.5, anchor="end", ink=FAINT)
        self.words(label, self.left - 50, self.top - 14, ink=FAINT)

    # -- what is shown -------------------------------------------------------------------------

    def dot(
        self, x: float, y: float, ink: str, *, radius: float = 5, ring: str | None = None,
        tip: str = "", faint: bool = False, down: float = 0,
    ) -> None:  # fmt: skip
        """Draw a dot, `down` by so many pixels; `tip` is told by those who point at it."""
        dot = self._add(
            "circle", cx=f"{self.at_x(x):g}", cy=f"{self.at_y(y) + down:g}", r=f"{radius:g}",
            fill=ink, stroke=ring, stroke_width=None if ring is None else "2.5",
            fill_opacity="0.22" if faint else None,
        )  # fmt: skip
        if tip:
            ElementTree.SubElement(dot, "title").text = tip

    def error_bar(self, x: float, low: float, high: float, ink: str) -> None:
        """Draw an error bar up and down."""
        across, top, foot = self.at_x(x), self.at_y(high), self.at_y(low)
        shape = f"M{across - 5:g} {top:g}h10M{across:g} {top:g}V{foot:g}M{across - 5:g} {foot:g}h10"
        self._add("path", d=shape, stroke=ink, stroke_width="2", fill="none")

    def error_bar_across(self, y: float, low: float, high: float, ink: str) -> None:
        """Draw an error bar from left to right."""
        down, start, end = self.at_y(y), self.at_x(low), self.at_x(high)
        shape = f"M{start:g} {down - 5:g}v10M{start:g} {down:g}H{end:g}M{end:g} {down - 5:g}v10"
        self._add("path", d=shape, stroke=ink, stroke_width="2", fill="none")

    def line(
        self, points: Sequence[tuple[float, float]], ink: str, width: float = 2, dashes: str = ""
    ) -> None:
        """Draw a line through points."""
        places = [f"{self.at_x(x):g} {self.at_y(y):g}" for x, y in points]
        shape = "M" + "L".join(places)
        dashed = dashes or None
        self._add(
            "path", d=shape, stroke=ink, stroke_width=f"{width:g}", fill="none",
            stroke_dasharray=dashed, stroke_linejoin="round",
        )  # fmt: skip

    def bar_across(self, y: float, value: float, ink: str) -> None:
        """Draw a bar from 0 to the right."""
        start, end = self.at_x(0), self.at_x(value)
        self._add(
            "rect", x=f"{start:g}", y=f"{self.at_y(y) - 9:g}", height="18",
            width=f"{max(0.0, end - start):g}", fill=ink, rx="2",
        )  # fmt: skip

    def box(
        self, x: float, y: float, width: float, height: float, ink: str, edge: tuple[str, float]
    ) -> None:
        """Draw a box around a place, with an edge of an ink and a width in pixels."""
        across = abs(self.at_x(width) - self.at_x(0))
        down = abs(self.at_y(height) - self.at_y(0))
        self._add(
            "rect", x=f"{self.at_x(x) - across / 2:g}", y=f"{self.at_y(y) - down / 2:g}",
            width=f"{across:g}", height=f"{down:g}", fill=ink, rx="4", stroke=edge[0],
            stroke_width=f"{edge[1]:g}",
        )  # fmt: skip

    def words(
        self, text: str, x: float, y: float, *, anchor: str | None = None, ink: str = INK,
        size: float = 13, bold: bool = False,
    ) -> None:  # fmt: skip
        """Write something at a place in pixels."""
        element = self._add(
            "text", x=f"{x:g}", y=f"{y:g}", fill=ink, font_size=f"{size:g}", text_anchor=anchor,
            font_weight="600" if bold else None,
        )  # fmt: skip
        element.text = text

    def legend(self, entries: Sequence[tuple[str, str, str | None]]) -> None:
        """Name what is shown, on the right above the plot: words, ink, and ink of a ring."""
        x = float(WIDTH - self.right)
        for words, ink, ring in reversed(entries):
            x -= 6.9 * len(words)
            self.words(words, x, self.top - 14, ink=FAINT)
            x -= 11
            attributes = {"stroke": ring, "stroke_width": "2.5"} if ring else {}
            self._add("circle", cx=f"{x:g}", cy=str(self.top - 18.5), r="5", fill=ink, **attributes)
            x -= 20

    def svg(self) -> str:
        """Return the whole picture."""
        root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {WIDTH} {self.height}",
                "width": str(WIDTH),
                "height": str(self.height),
                "role": "img",
                "font-family": _FONT,
            },
        )
        ElementTree.SubElement(root, "title").text = self.title
        ground = {"width": str(WIDTH), "height": str(self.height), "fill": "#ffffff", "rx": "8"}
        ElementTree.SubElement(root, "rect", ground)
        heading = {"x": "20", "y": "28", "font-size": "16", "font-weight": "600", "fill": INK}
        ElementTree.SubElement(root, "text", heading).text = self.title
        root.extend(self._parts)
        ElementTree.indent(root, " ")
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _add(self, name: str, /, **attributes: str | None) -> ElementTree.Element:
        element = ElementTree.Element(
            name,
            {
                key.replace("_", "-"): value
                for key, value in attributes.items()
                if value is not None
            },
        )
        self._parts.append(element)
        return element


def _ticks(low: float, high: float, most: int = 12) -> list[tuple[float, str]]:
    """Return round numbers from `low` to `high`, no more than `most`, as they are written."""
    step = next((step for step in _STEPS if (high - low) / step <= most), 200)
    first = ceil(low / step)
    return [
        (step * count, f"{step * count:g}".replace("-", "−"))
        for count in range(first, floor(high / step) + 1)
    ]
