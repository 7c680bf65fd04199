"""Draws the program's icons: white lines of one weight in a 24 x 24 box.

    python assets/icons/draw_icons.py    rewrite the SVG files beside this script

An icon is path data for lines, and for a few also path data to fill. The program tints the white.
The icon of the program itself, ``app.svg``, comes from ../tiles/draw.py.
"""

from math import cos, pi, sin
from pathlib import Path

HERE = Path(__file__).resolve().parent
STROKE = 1.9

DISC = "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"


def dot(x: float, y: float, radius: float = 1.25) -> str:
    """Give the path data of a dot."""
    arc = f"a{radius} {radius} 0 1 0"
    return f"M{x - radius} {y}{arc} {2 * radius} 0{arc} {-2 * radius} 0z"


def box(left: float, top: float, width: float, height: float, radius: float = 2) -> str:
    """Give the path data of a rectangle with round corners."""
    w, h, r = width - 2 * radius, height - 2 * radius, radius
    arc = f"a{r} {r} 0 0 1"
    across = f"M{left + r} {top}h{w}{arc} {r} {r}v{h}{arc} {-r} {r}"
    return f"{across}h{-w}{arc} {-r} {-r}v{-h}{arc} {r} {-r}z"


def gear(teeth: int = 8, outer: float = 9.4, inner: float = 6.9) -> str:
    """Give the path data of a cogwheel around the middle of the box."""
    step = 2 * pi / teeth
    corners = []
    for tooth in range(teeth):
        angle = tooth * step - pi / 2
        for radius, turn in ((inner, -0.3), (outer, -0.17), (outer, 0.17), (inner, 0.3)):
            a = angle + turn * step
            corners.append(f"{12 + radius * cos(a):.2f} {12 + radius * sin(a):.2f}")
    return "M" + "L".join(corners) + "z"


LINES: dict[str, str] = {
    "undo": "M8.5 4.5L4 9l4.5 4.5M4 9h10.3a5.2 5.2 0 0 1 0 10.4H9",
    "redo": "M15.5 4.5L20 9l-4.5 4.5M20 9H9.7a5.2 5.2 0 0 0 0 10.4H15",
    "hint": "M9.2 17.4v-1.3c0-1.1-.6-2-1.4-2.9a6.1 6.1 0 1 1 8.4 0"
    "c-.8.9-1.4 1.8-1.4 2.9v1.3zM10.2 20.8h3.6",
    "new": box(4, 4, 16, 16, 3) + "M12 8.4v7.2M8.4 12h7.2",
    "open": "M3.5 17.8V6.2a1.7 1.7 0 0 1 1.7-1.7h4.1l2.4 2.8h7.1"
    "a1.7 1.7 0 0 1 1.7 1.7v8.8a1.7 1.7 0 0 1-1.7 1.7"
    "H5.2a1.7 1.7 0 0 1-1.7-1.7z",
    "save": "M5.5 4h10.3L20 8.2v10.3a1.5 1.5 0 0 1-1.5 1.5h-13"
    "A1.5 1.5 0 0 1 4 18.5v-13A1.5 1.5 0 0 1 5.5 4z"
    "M8.2 4v4.4h6.4V4M7.8 20v-6.4h8.4V20",
    "scan": box(4, 4, 6, 6, 1)
    + box(14, 4, 6, 6, 1)
    + box(4, 14, 6, 6, 1)
    + "M14 14h2v2h-2zM18 18h2v2h-2zM19.5 14v1M14 19.5h1",
    "settings": gear() + "M12 9.1a2.9 2.9 0 1 0 0 5.8a2.9 2.9 0 1 0 0-5.8z",
    "help": DISC + "M9.3 9.5a2.75 2.75 0 1 1 4.1 2.4c-.9.5-1.4 1-1.4 2.1",
    "info": DISC + "M12 11.2v5.2",
    "rules": "M12 6.6C10 5.1 7 4.7 3.5 5v13.4c3.5-.3 6.5.1 8.5 1.6 2-1.5 5-1.9 8.5-1.6V5"
    "C17 4.7 14 5.1 12 6.6zM12 6.6V20",
    "fullscreen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    "flag": "M6 21V3.5M6 4.8c4.2-2 7.8 2 12.7 0v9c-4.9 2-8.5-2-12.7 0",
    "handshake": "M2.5 6.5v9h2M21.5 6.5v9h-2M4.5 7.6h3.2"
    "c.9 0 1.7.2 2.5.6M19.5 7.6h-4.9c-.8 0-1.5.3-2 .9"
    "l-3 3.6c-1 1.3.7 3 2.1 2l2.6-1.8 4.3 3.8c1.1 1-.2 2.8-1.6 2.1-.3 1.2-1.6 1.6-2.5 1"
    "-.6 1-1.9 1.2-2.8.4-.8.8-2 .8-2.8.1L4.5 15.5",
    "swap": "M4 8.4h15M15.5 4.9L19 8.4l-3.5 3.5M20 15.6H5M8.5 12.1L5 15.6l3.5 3.5",
    "rematch": "M19.5 8.5A8.2 8.2 0 0 0 4.6 8M4.5 3.8V8h4.2M4.5 15.5a8.2 8.2 0 0 0 14.9.5"
    "M19.5 20.2V16h-4.2",
    "menu": "M4 6.5h16M4 12h16M4 17.5h16",
    "close": "M6 6l12 12M18 6L6 18",
    "calendar": box(3.8, 5.2, 16.4, 15, 2.4) + "M3.8 10h16.4M8.2 3v4M15.8 3v4",
    "clock": DISC + "M12 7v5.2l3.3 2",
    "person": "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4.5 20.3c.5-3.6 3.6-5.5 7.5-5.5s7 1.9 7.5 5.5",
    "people": "M9 5a3.4 3.4 0 1 0 0 6.8A3.4 3.4 0 1 0 9 5zM2.8 19.5"
    "c.4-3.2 2.9-4.8 6.2-4.8s5.8 1.6 6.2 4.8"
    "M15.5 5.3a3.2 3.2 0 0 1 0 6.2M17.6 15.1c2 .6 3.4 2 3.7 4.4",
    "talk": "M5.6 4.5h12.8A2.1 2.1 0 0 1 20.5 6.6v7.8a2.1 2.1 0 0 1-2.1 2.1h-6.6L7.2 20.4v-3.9H5.6"
    "a2.1 2.1 0 0 1-2.1-2.1V6.6a2.1 2.1 0 0 1 2.1-2.1zM8 9h8M8 12.4h5",
    "join": "M13.5 4h4.7A1.8 1.8 0 0 1 20 5.8v12.4a1.8 1.8 0 0 1-1.8 1.8h-4.7"
    "M3.5 12h11.5M11 8l4 4-4 4",
    "solver": box(6.2, 6.2, 11.6, 11.6, 2.4)
    + box(10, 10, 4, 4, 0.8)
    + "M9.2 6.2V3.2M14.8 6.2V3.2M9.2 20.8v-3M14.8 20.8v-3M6.2 9.2h-3M6.2 14.8h-3"
    "M20.8 9.2h-3M20.8 14.8h-3",
    "list": "M10 6.2h10M10 12h10M10 17.8h10",
    "copy": box(8.5, 8.5, 11.5, 11.5, 2) + "M5.5 15.5h-.2A1.8 1.8 0 0 1 3.5 13.7V5.3"
    "a1.8 1.8 0 0 1 1.8-1.8h8.4a1.8 1.8 0 0 1 1.8 1.8v.2",
    "paste": "M15.5 5h1.7A1.8 1.8 0 0 1 19 6.8v12"
    "a1.8 1.8 0 0 1-1.8 1.8H6.8A1.8 1.8 0 0 1 5 18.8v-12"
    "A1.8 1.8 0 0 1 6.8 5h1.7" + box(8.5, 3.2, 7, 4, 1.2) + "M8.8 12h6.4M8.8 16h4",
    "chevron-left": "M14.8 5.5L8.3 12l6.5 6.5",
    "chevron-right": "M9.2 5.5l6.5 6.5-6.5 6.5",
    "chevron-up": "M5.5 14.8L12 8.3l6.5 6.5",
    "chevron-down": "M5.5 9.2l6.5 6.5 6.5-6.5",
    "first": "M12.2 5.5L5.7 12l6.5 6.5M18.7 5.5L12.2 12l6.5 6.5",
    "last": "M11.8 5.5l6.5 6.5-6.5 6.5M5.3 5.5l6.5 6.5-6.5 6.5",
    "check": "M4.5 12.8l5 5L19.5 7",
    "minus": "M5 12h14",
    "home": "M3.5 11.5L12 4l8.5 7.5M6 9.5V20h12V9.5",
    "warning": "M12 4.2l8.8 15.3H3.2zM12 10v4.2",
    "keyboard": box(2.8, 6, 18.4, 12, 2)
    + "M6.5 9.8h.01M10.2 9.8h.01M13.8 9.8h.01M17.5 9.8h.01M8 14.2h8",
    "language": DISC + "M3.2 12h17.6M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18",
    "eye": "M2.8 12C5 8 8.2 6 12 6s7 2 9.2 6c-2.2 4-5.4 6-9.2 6s-7-2-9.2-6z"
    "M12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6z",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.3 15.3l5.2 5.2",
    "trophy": "M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4v1.2a3.6 3.6 0 0 0 3.6 3.6M16.5 5.5H20v1.2"
    "a3.6 3.6 0 0 1-3.6 3.6M12 14v3.2M8.2 20.2h7.6c0-1.8-1.4-3-3.8-3s-3.8 1.2-3.8 3z",
    "random": box(4, 4, 16, 16, 3.2),
    "edit": "M4.5 19.5l.9-4.2L15.8 4.9a1.6 1.6 0 0 1 2.3 0l1 1a1.6 1.6 0 0 1 0 2.3L8.7 18.6z"
    "M13.8 6.9l3.3 3.3",
    "delete": "M4.5 7h15M9.5 7V4.5h5V7"
    "M6.5 7l.9 11.6a1.5 1.5 0 0 0 1.5 1.4h6.2a1.5 1.5 0 0 0 1.5-1.4L17.5 7"
    "M10.3 11v5M13.7 11v5",
    "analyse": "M4 4v16h16M7.5 15l3.6-5 3.4 3 5-7.5",
    "review": "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z"
    "M15.3 15.3l5.2 5.2M7.6 10.6l2.2 2.2 3.8-4",
    "mistake-next": "M4.2 8.6a3.9 3.9 0 1 1 5.6 3.5c-1.1.6-1.6 1.3-1.6 2.6M16 8l4.5 4.5-4.5 4.5",
    "learn": "M12 5L2.5 9.5L12 14l9.5-4.5zM6.5 11.6v4.6c1.6 1.5 3.4 2.3 5.5 2.3s3.9-.8 5.5-2.3v-4.6"
    "M21.5 9.5v5.5",
    "trainer": DISC + "M12 7.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6z",
    "teacher": "M5.6 4.5h12.8A2.1 2.1 0 0 1 20.5 6.6v7.8a2.1 2.1 0 0 1-2.1 2.1h-6.6L7.2 20.4"
    "v-3.9H5.6a2.1 2.1 0 0 1-2.1-2.1V6.6a2.1 2.1 0 0 1 2.1-2.1zM12 7.2v3.6",
    "chart": "M4 20.2h16M7 16.8v-4M12 16.8V8M17 16.8V4.2",
    "values": "M3.5 8h7M7 4.5v7M13.5 16h7M5 19.5L19 4.5",
    "table": box(3.2, 5, 7.8, 14, 1.9) + box(13, 5, 7.8, 14, 1.9) + "M7.1 10v4M16.9 10v4",
    "export": "M12 15V4M8 7.6L12 3.6l4 4M7 11H5.6A1.6 1.6 0 0 0 4 12.6v6A1.6 1.6 0 0 0 5.6 20.2"
    "h12.8a1.6 1.6 0 0 0 1.6-1.6v-6A1.6 1.6 0 0 0 18.4 11H17",
    "stop": box(6, 6, 12, 12, 2.2),
    "branch": "M7 20V4M7 15c0-4.5 9-2.5 9-8M12.8 9.6L16 6.2l3.2 3.4",
    "quit": "M10 4H6.2A1.7 1.7 0 0 0 4.5 5.7v12.6A1.7 1.7 0 0 0 6.2 20H10"
    "M15.5 7.8L19.8 12l-4.3 4.2M19.5 12H9.5",
}
"""Path data drawn as lines."""

FILLS: dict[str, str] = {
    "calendar": dot(8.4, 14.8, 1.6),
    "dot": dot(12, 12, 3.6),
    "help": dot(12, 17),
    "info": dot(12, 7.7),
    "warning": dot(12, 16.7, 1.1),
    "mistake-next": dot(8.2, 18.2, 1.3),
    "trainer": dot(12, 12, 1.5),
    "teacher": dot(12, 13.6, 1.1),
    "list": dot(5, 6.2, 1.5) + dot(5, 12, 1.5) + dot(5, 17.8, 1.5),
    "random": dot(8.5, 8.5, 1.4)
    + dot(15.5, 8.5, 1.4)
    + dot(12, 12, 1.4)
    + dot(8.5, 15.5, 1.4)
    + dot(15.5, 15.5, 1.4),
    "player-one": dot(12, 12, 7.4),
    "player-two": "M12 2.8L21.2 12L12 21.2L2.8 12z",
    "play": "M8 5.6c0-.9 1-1.4 1.7-.9l9.3 6.4c.7.4.7 1.4 0 1.8l-9.3 6.4C9 19.8 8 19.3 8 18.4z",
}
"""Path data to fill."""


def icon(lines: str, fill: str) -> str:
    """Draw one icon."""
    style = f'stroke="#fff" stroke-width="{STROKE}" stroke-linecap="round" stroke-linejoin="round"'
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">']
    if lines:
        parts.append(f'<path d="{lines}" fill="none" {style}/>')
    if fill:
        parts.append(f'<path d="{fill}" fill="#fff"/>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Write the files."""
    for name in LINES | FILLS:
        text = icon(LINES.get(name, ""), FILLS.get(name, ""))
        (HERE / f"{name}.svg").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
