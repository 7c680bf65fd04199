r"""The tile without its face: an ivory plate on a coloured back, its shadow, and its marks.

Everything but the shadow fills the same 300 x 400 box as the faces:

    (2,2) +-----------------+            the plate, where the face is printed
          |                 |\
          |      plate      | |          the ivory side, then the back,
          |                 | |          seen to the right and below
          +-----------------+ |
           \_________________\|  (298,398)

Light falls from the top left.
"""

from math import hypot

from pen import Point, document, line, linear, num, path, rounded, xy

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


def tile() -> str:
    """Draw an ivory tile with a back of honey-coloured bamboo."""
    return document(BOX, tile_parts())


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
    layers = 16
    spreads = [20 - 36 * step / (layers - 1) for step in range(layers)]
    return [path(_shade(spread), "#03110f", fill_opacity=0.046) for spread in spreads]


def _shade(spread: float) -> str:
    """Give the path data of a layer of the shadow, ``spread`` beyond the tile on every side."""
    x, y, width, height = PLATE
    left, top = x + 8 - spread, y + 30 - spread
    size = (width + 11 + 2 * spread, height + 10 + 2 * spread)
    return rounded(left, top, *size, max(CORNER + spread, 10))


def veil() -> str:
    """Draw a film over the whole tile that takes the light away: the tile is blocked."""
    return document(BOX, [path(extruded(*DEPTH), "#231f14", fill_opacity=0.31)])


def ring(color: str) -> str:
    """Draw a bold frame with a dark line along its inside."""
    return document(BOX, [line(plate(9.5), DARK, 19), line(plate(8), color, 15)])


def double_ring(color: str) -> str:
    """Draw two frames, one inside the other."""
    frames = [line(plate(12), PALE, 22), line(plate(5.5), color, 11), line(plate(19), color, 5)]
    return document(BOX, frames)


def dashes(color: str) -> str:
    """Draw a frame of dashes on a pale ground."""
    dashed = line(plate(9), color, 15, stroke_dasharray="38 30", stroke_linecap="butt")
    return document(BOX, [line(plate(10), PALE, 20), dashed])


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
    return document(BOX, under + [line(d, color, 15) for d in corners])


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
