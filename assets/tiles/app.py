"""The program's icon: two tiles on felt, in a box of 512 x 512."""

from collections.abc import Sequence

import body
import characters
import coins
from pen import document, group, linear, path, radial, rounded


def icon() -> str:
    """Draw the icon."""
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
    return document((0, 0, 512, 512), [*gradients, *ground, behind, before])


def _tile(face: Sequence[str], place: str) -> str:
    """Draw a tile with its shadow at a place."""
    return group([*body.shadow_parts(), *body.tile_parts(), *face], place)
