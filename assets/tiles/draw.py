"""Draws every tile: 27 faces, the plain tiles' signs, the body, its shadow, and the marks on it.

    python assets/tiles/draw.py    rewrite the SVG files beside this script

The same script always writes the same bytes. All drawings are our own; see ../LICENSE.
"""

import re
from collections.abc import Sequence
from math import cos, hypot, pi, sin
from pathlib import Path

import bamboo
import characters
import coins
from pen import Point, circle, document, group, line, linear, num, path, radial, rounded, xy

# --- body ----------------------------------------------------------------------------------------
#
# The tile without its face: an ivory plate on a coloured back, its shadow, and its marks.
#
# Everything but the shadow fills the same 300 x 400 box as the faces:
#
#     (2,2) +-----------------+            the plate, where the face is printed
#           |                 |\
#           |      plate      | |          the ivory side, then the back,
#           |                 | |          seen to the right and below
#           +-----------------+ |
#            \_________________\|  (298,398)
#
# Light falls from the top left.

WIDTH, HEIGHT = 300, 400
BOX = (0, 0, WIDTH, HEIGHT)
PLATE = (2.0, 2.0, 285.0, 367.0)
"""Left, top, width and height of the plate."""
CORNER = 26.0
DEPTH = (11.0, 29.0)
"""How far the back shows to the right and below."""
IVORY_PART = 0.52
"""Share of the depth that is ivory; the rest is the back."""

DARK, PALE = "#5b2c00", "#fffaf0"
"""What sets a mark apart from the plate."""

SHADOW_BOX = (-30, -40, 360, 480)
"""The shadow's drawing: 1.2 times the tile in both directions, the tile in its middle."""

SHADE = bytes.fromhex("bbc3bf")
"""What white becomes where a tile is blocked."""


def _around(parts: Sequence[str]) -> str:
    """Return what lies around a face, a body or a mark; narrow tiles are drawn taller."""
    return document(BOX, parts, stretches=True)


def tile() -> str:
    """Draw an ivory tile with a back of honey-coloured bamboo."""
    return _around(tile_parts())


def blocked(drawing: str) -> str:
    """Return a drawing in the colours of a blocked tile, which the page cannot shade itself."""

    def darker(found: re.Match[str]) -> str:
        channels = bytes.fromhex(found[1])
        return "#" + bytes(round(c * d / 255) for c, d in zip(channels, SHADE, strict=True)).hex()

    return re.sub(r"#([0-9a-f]{6})\b", darker, drawing)


def tile_parts() -> list[str]:
    """Draw the elements of the tile: gradients, back, seam, ivory side, plate."""
    gradients = [
        linear("back", (0, 200), (0, 400), [(0, "#c98a35"), (0.82, "#b06f22"), (1, "#7d4a12")]),
        linear("seam", (0, 200), (0, 400), [(0, "#a5732d"), (1, "#7a4c17")]),
        linear("side", (0, 180), (0, 385), [(0, "#e4d6b4"), (0.9, "#d3c093"), (1, "#b9a272")]),
        linear("edge", (40, 0), (250, 380), [(0, "#ffffff"), (0.45, "#fffaec"), (1, "#d9c9a0")]),
        linear("plate", (60, 0), (220, 370), [(0, "#fffcf3"), (0.55, "#fbf5e5"), (1, "#f6eed9")]),
    ]
    dx, dy = DEPTH
    ivory_dx, ivory_dy = dx * IVORY_PART, dy * IVORY_PART
    return [
        *gradients,
        path(extruded(dx, dy), "url(#back)"),
        path(extruded(ivory_dx + 0.6, ivory_dy + 2), "url(#seam)"),
        path(extruded(ivory_dx, ivory_dy), "url(#side)"),
        path(plate(0), "url(#edge)"),
        path(plate(5), "url(#plate)"),
    ]


def shadow() -> str:
    """Draw a soft shadow that falls down and to the right."""
    return document(SHADOW_BOX, shadow_parts())


def shadow_parts() -> list[str]:
    """Draw the elements of the shadow: faint layers, each a little smaller."""
    layers = 12
    spreads = [13 - 26 * step / (layers - 1) for step in range(layers)]
    return [path(_shade(spread), "#03110f", fill_opacity=0.075) for spread in spreads]


def _shade(spread: float) -> str:
    """Give the path data of a layer of the shadow, ``spread`` beyond the tile on every side."""
    x, y, width, height = PLATE
    left, top = x + 8 - spread, y + 23 - spread
    size = (width + 11 + 2 * spread, height + 10 + 2 * spread)
    return rounded(left, top, *size, max(CORNER + spread, 10))


def ring(color: str) -> str:
    """Draw a bold frame with a dark line along its inside."""
    return _around([line(plate(9.5), DARK, 19), line(plate(8), color, 15)])


def double_ring(color: str) -> str:
    """Draw two frames, one inside the other."""
    frames = [line(plate(12), PALE, 22), line(plate(5.5), color, 11), line(plate(19), color, 5)]
    return _around(frames)


def dashes(color: str) -> str:
    """Draw a frame of dashes on a pale ground."""
    dashed = line(plate(9), color, 15, stroke_dasharray="38 30", stroke_linecap="butt")
    return _around([line(plate(10), PALE, 20), dashed])


def brackets(color: str) -> str:
    """Draw the frame's four corners only."""
    x, y, width, height = PLATE
    inset, arm = 8.5, 78
    left, top, right, bottom = x + inset, y + inset, x + width - inset, y + height - inset
    corners = [
        _corner((left, top), arm, arm),
        _corner((right, top), -arm, arm),
        _corner((right, bottom), -arm, -arm),
        _corner((left, bottom), arm, -arm),
    ]
    under = [line(d, DARK, 22) for d in corners]
    return _around(under + [line(d, color, 15) for d in corners])


def _corner(tip: Point, across: float, down: float) -> str:
    """Give the path data of a round corner with two arms."""
    (x, y), round_part = tip, 0.24
    return (
        f"M{xy(x, y + down)}V{num(y + round_part * down)}"
        f"Q{xy(x, y)} {xy(x + round_part * across, y)}H{num(x + across)}"
    )


def plate(inset: float) -> str:
    """Give the path data of the plate, or of a plate smaller by ``inset`` on every side."""
    x, y, width, height = PLATE
    return rounded(
        x + inset, y + inset, width - 2 * inset, height - 2 * inset, max(CORNER - inset, 6)
    )


def extruded(dx: float, dy: float) -> str:
    """Give the path data of the plate swept by (dx, dy): the silhouette of a solid."""
    x, y, width, height = PLATE
    right, bottom, r = x + width, y + height, num(CORNER)
    length = hypot(dx, dy)
    nx, ny = CORNER * dy / length, -CORNER * dx / length
    upper = (right - CORNER + nx, y + CORNER + ny)
    lower = (x + CORNER - nx, bottom - CORNER - ny)
    return (
        f"M{xy(x + CORNER, y)}H{num(right - CORNER)}A{r} {r} 0 0 1 {xy(*upper)}"
        f"l{xy(dx, dy)}A{r} {r} 0 0 1 {xy(right + dx, y + CORNER + dy)}"
        f"V{num(bottom - CORNER + dy)}A{r} {r} 0 0 1 {xy(right - CORNER + dx, bottom + dy)}"
        f"H{num(x + CORNER + dx)}A{r} {r} 0 0 1 {xy(lower[0] + dx, lower[1] + dy)}"
        f"L{xy(*lower)}A{r} {r} 0 0 1 {xy(x, bottom - CORNER)}"
        f"V{num(y + CORNER)}A{r} {r} 0 0 1 {xy(x + CORNER, y)}Z"
    )


# --- signs ---------------------------------------------------------------------------------------
#
# The suits' signs under the large figures of the plain tiles: a seal, a dot, a cane of bamboo.
#
# Each has a shape and a colour of its own, the colours chosen so that they are told apart also by
# people who see red and green alike; the window prints the figures in the same colours.

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


# --- app -----------------------------------------------------------------------------------------
#
# The program's icon: two tiles on felt, in a box of 512 x 512.


def icon(*, whole: bool = False) -> str:
    """Draw the icon, or one that fills its box, for phones that cut it to a shape of their own."""
    gradients = [
        linear("rim", (60, 0), (450, 512), [(0, "#ecc987"), (0.5, "#b98a45"), (1, "#86591f")]),
        radial("felt", (210, 170), 400, [(0, "#2d7d71"), (0.55, "#185a53"), (1, "#0b3532")]),
    ]
    ground = [
        path(rounded(8, 8, 496, 496, 112), "url(#rim)"),
        path(rounded(20, 20, 472, 472, 101), "url(#felt)"),
    ]
    behind = _tile(characters.face(8), "translate(62 74) rotate(-9 130 170) scale(0.82)")
    before = _tile(coins.face(1), "translate(182 106) rotate(6 135 180) scale(0.88)")
    tiles = [behind, before]
    if whole:
        ground = [path("M0 0H512V512H0Z", "url(#felt)")]
        tiles = [group(tiles, "translate(64 64) scale(0.75)")]
    return document((0, 0, 512, 512), [*gradients, *ground, *tiles])


def _tile(face: Sequence[str], place: str) -> str:
    """Draw a tile with its shadow at a place."""
    return group([*shadow_parts(), *tile_parts(), *face], place)


# --- draw ----------------------------------------------------------------------------------------

HERE = Path(__file__).resolve().parent

ORANGE, SKY, VIOLET = "#ff9d0a", "#1689e6", "#8b3fe0"
"""The colours of the marks; each mark has a shape of its own besides."""


def drawings() -> dict[str, str]:
    """Give every file name with the drawing that belongs in it."""
    suits = {"m": characters.face, "p": coins.face, "s": bamboo.face}
    faces = {
        f"{rank}{suit}.svg": document(BOX, face(rank))
        for suit, face in suits.items()
        for rank in range(1, 10)
    }
    plain = {f"plain-{suit}.svg": document(BOX, sign(suit)) for suit in INK}
    return (
        faces
        | plain
        | {
            "../icons/app.svg": icon(),
            "../icons/app.whole.svg": icon(whole=True),
            "tile.svg": tile(),
            "tile-blocked.svg": blocked(tile()),
            "shadow.svg": shadow(),
            "mark-selected.svg": ring(ORANGE),
            "mark-partner.svg": brackets(ORANGE),
            "mark-cursor.svg": double_ring(SKY),
            "mark-hint.svg": dashes(VIOLET),
        }
    )


def main() -> None:
    """Write the files."""
    for name, text in drawings().items():
        (HERE / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
