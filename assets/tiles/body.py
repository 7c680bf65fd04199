"""The tile without its face: an ivory plate on a coloured back, its shadow, and marks laid over it.

Everything but the shadow fills the same 300 x 400 box as the faces:

    (2,2) +-----------------+            the plate, where the face is printed
          |                 |\\
          |      plate      | |          the ivory side, then the back,
          |                 | |          seen to the right and below
          +-----------------+ |
           \\_________________\\|  (298,398)

Light falls from the top left.
"""

from math import hypot

from pen import document, element, line, linear, num, path, rounded, xy

WIDTH, HEIGHT = 300, 400
BOX = (0, 0, WIDTH, HEIGHT)
PLATE = (2.0, 2.0, 285.0, 367.0)
"""Left, top, width and height of the plate."""
CORNER = 26.0
DEPTH = (11.0, 29.0)
"""How far the back shows to the right and below."""
IVORY_PART = 0.52
"""Share of the depth that is ivory; the rest is the back."""

SHADOW_BOX = (-30, -40, 360, 480)
"""The shadow's drawing: 1.2 times the tile in both directions, the tile in its middle."""


def tile() -> str:
    """An ivory tile with a back of honey-coloured bamboo."""
    defs = [
        linear("back", (0, 200), (0, 400), [(0, "#c98a35"), (0.82, "#b06f22"), (1, "#7d4a12")]),
        linear("seam", (0, 200), (0, 400), [(0, "#a5732d"), (1, "#7a4c17")]),
        linear("side", (0, 180), (0, 385), [(0, "#e4d6b4"), (0.9, "#d3c093"), (1, "#b9a272")]),
        linear(
            "edge", (40, 0), (250, 380), [(0, "#ffffff"), (0.45, "#fffaec"), (1, "#d9c9a0")]
        ),
        linear("plate", (60, 0), (220, 370), [(0, "#fffcf3"), (0.55, "#fbf5e5"), (1, "#f6eed9")]),
    ]
    dx, dy = DEPTH
    ivory_dx, ivory_dy = dx * IVORY_PART, dy * IVORY_PART
    return document(
        BOX,
        [
            *defs,
            path(extruded(dx, dy), "url(#back)"),
            path(extruded(ivory_dx + 0.6, ivory_dy + 2), "url(#seam)"),
            path(extruded(ivory_dx, ivory_dy), "url(#side)"),
            path(plate(0), "url(#edge)"),
            path(plate(5), "url(#plate)"),
        ],
    )


def shadow() -> str:
    """A soft shadow down and to the right, many faint layers deep."""
    layers = 14
    parts = []
    for step in range(layers):
        spread = 20 - 34 * step / (layers - 1)
        x, y, width, height = PLATE
        shape = rounded(
            x + 8 - spread, y + 30 - spread, width + 11 + 2 * spread, height + 10 + 2 * spread,
            max(CORNER + spread, 8),
        )
        parts.append(path(shape, "#03110f", fill_opacity=0.05))
    return document(SHADOW_BOX, parts)


def veil() -> str:
    """A film over plate and face that takes the light away: the tile is blocked."""
    x, y, width, height = PLATE
    dx, dy = DEPTH
    shape = extruded(dx, dy)
    return document(BOX, [path(shape, "#0d2a2c", fill_opacity=0.42), path(
        rounded(x, y, width, height, CORNER), "#0d2a2c", fill_opacity=0.0)])


def ring(color: str, width: float, **attributes: str | float) -> str:
    """A frame inside the plate's edge."""
    return document(BOX, [line(plate(width / 2 + 1), color, width, **attributes)])


def double_ring(outer: str, inner: str) -> str:
    """A bold frame with a fine line inside it."""
    return document(BOX, [line(plate(8), outer, 14), line(plate(22), inner, 4)])


def brackets(color: str, width: float) -> str:
    """Four corner brackets: half a frame, to be told from a ring without its colour."""
    x, y, w, h = PLATE
    inset, arm, r = width / 2 + 1, 74, CORNER - width / 2
    left, top, right, bottom = x + inset, y + inset, x + w - inset, y + h - inset
    corners = [
        f"M{xy(left, top + arm)}V{num(top + r)}A{r} {r} 0 0 1 {xy(left + r, top)}H{num(left + arm)}",
        f"M{xy(right - arm, top)}H{num(right - r)}A{r} {r} 0 0 1 {xy(right, top + r)}V{num(top + arm)}",
        f"M{xy(right, bottom - arm)}V{num(bottom - r)}A{r} {r} 0 0 1 {xy(right - r, bottom)}"
        f"H{num(right - arm)}",
        f"M{xy(left + arm, bottom)}H{num(left + r)}A{r} {r} 0 0 1 {xy(left, bottom - r)}"
        f"V{num(bottom - arm)}",
    ]
    return document(BOX, [line(d, color, width) for d in corners])


def plate(inset: float) -> str:
    """Path data of the plate, or of a plate smaller by ``inset`` on every side."""
    x, y, width, height = PLATE
    return rounded(
        x + inset, y + inset, width - 2 * inset, height - 2 * inset, max(CORNER - inset, 6)
    )


def extruded(dx: float, dy: float) -> str:
    """Path data of the plate swept by (dx, dy): the silhouette of a solid."""
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


__all__ = ["BOX", "HEIGHT", "PLATE", "WIDTH", "brackets", "double_ring", "element", "ring", "shadow", "tile", "veil"]
