"""Draws every tile: 27 faces, the plain tiles' signs, the body, its shadow, and the marks on it.

    python assets/tiles/draw.py            rewrite the SVG files beside this script
    python assets/tiles/draw.py --check    change nothing; name files that differ, exit 1 if any do

The same script always writes the same bytes. All drawings are our own; see ../LICENSE.
"""

import sys
from pathlib import Path

import app
import bamboo
import body
import characters
import coins
import signs
from pen import document

HERE = Path(__file__).resolve().parent

ORANGE, SKY, VIOLET = "#ff9d0a", "#1689e6", "#8b3fe0"
"""The colours of the marks; each mark has a shape of its own besides."""


def drawings() -> dict[str, str]:
    """Give every file name with the drawing that belongs in it."""
    suits = {"m": characters.face, "p": coins.face, "s": bamboo.face}
    faces = {
        f"{rank}{suit}.svg": document(body.BOX, face(rank))
        for suit, face in suits.items()
        for rank in range(1, 10)
    }
    plain = {f"plain-{suit}.svg": document(body.BOX, signs.sign(suit)) for suit in signs.INK}
    return (
        faces
        | plain
        | {
            "../icons/app.svg": app.icon(),
            "tile.svg": body.tile(),
            "shadow.svg": body.shadow(),
            "veil.svg": body.veil(),
            "mark-selected.svg": body.ring(ORANGE),
            "mark-partner.svg": body.brackets(ORANGE),
            "mark-cursor.svg": body.double_ring(SKY),
            "mark-hint.svg": body.dashes(VIOLET),
        }
    )


def differing(directory: Path) -> list[str]:
    """Name the files in a directory that are missing or not what would be drawn."""
    return [
        name
        for name, text in drawings().items()
        if not (directory / name).is_file() or (directory / name).read_text("utf-8") != text
    ]


def write(directory: Path) -> None:
    """Write every drawing into a directory."""
    for name, text in drawings().items():
        (directory / name).write_text(text, "utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Write or check the files and return the exit status."""
    if arguments == ["--check"]:
        stale = differing(HERE)
        print("\n".join(stale) or "all drawings are up to date")
        return 1 if stale else 0
    write(HERE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
