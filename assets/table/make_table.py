"""Makes the pictures the table is put together from.

    python assets/table/make_table.py    rewrite the PNG files beside this script

``grain.png``  256 x 256, seamless: the nap of the felt, dark and light fibres with little opacity.
``light.png``  240 x 150: a lamp above the table, light in the middle and dark towards the corners;
               to be scaled smoothly to the table.
``wood.png``   512 x 96, seamless from left to right: dark lacquered wood for the rim.

The same script always writes the same pixels. See README.md here for how to compose them.
"""

import struct
import zlib
from collections.abc import Callable
from math import cos, exp, hypot, pi, sin
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent

Pixel = tuple[int, int, int, int]
"""Red, green, blue and opacity."""


def grain() -> bytes:
    """Draw the felt's nap as fibres that run over the edges and come back in."""
    size, random = 256, Random(9)
    field = [0.0] * (size * size)
    for _ in range(16_000):
        _fibre(field, size, random)
    strongest = max(abs(value) for value in field)

    def pixel(x: int, y: int) -> Pixel:
        value = field[y * size + x] / strongest
        tone = 255 if value > 0 else 0
        return (tone, tone, tone, min(round(abs(value) * (34 if value > 0 else 54)), 255))

    return png(size, size, pixel)


def _fibre(field: list[float], size: int, random: Random) -> None:
    """Add one short curved fibre to the field."""
    x, y = random.random() * size, random.random() * size
    angle, curl = random.random() * 2 * pi, (random.random() - 0.5) * 0.35
    strength = 1.0 if random.random() < 0.5 else -1.0
    for _ in range(5 + int(random.random() * 9)):
        field[int(y) % size * size + int(x) % size] += strength
        x, y, angle = x + cos(angle), y + sin(angle), angle + curl


def light() -> bytes:
    """Draw the lamp's light."""
    width, height, random = 240, 150, Random(4)

    def pixel(x: int, y: int) -> Pixel:
        off = hypot((x + 0.5) / width - 0.5, ((y + 0.5) / height - 0.46) * 0.92) / 0.5
        level = 9 * exp(-1.6 * off * off) - 84 * max(off - 0.4, 0) ** 1.7
        tone = (255, 250, 225) if level > 0 else (0, 12, 14)
        return (*tone, min(round(abs(level) + random.random() - 0.5), 200) if abs(level) > 1 else 0)

    return png(width, height, pixel)


def wood() -> bytes:
    """Draw lacquered wood: long waves of grain with fine pores along them."""
    width, height, random = 512, 96, Random(21)
    waves = [
        (1 + int(random.random() * 3), random.random() * 2 * pi, random.random()) for _ in range(6)
    ]
    pores = [random.random() for _ in range(height * 4)]

    def pixel(x: int, y: int) -> Pixel:
        turn = 2 * pi * x / width
        bend = sum(3.2 * part * sin(k * turn + phase) for k, phase, part in waves) / 3
        row = y + bend
        band = 0.5 + 0.5 * sin(row * 0.33 + 1.6 * sin(row * 0.11))
        pore = pores[int(row * 3) % len(pores)] ** 3
        shade = 0.72 + 0.30 * band - 0.22 * pore
        return (round(78 * shade), round(45 * shade), round(30 * shade), 255)

    return png(width, height, pixel)


def png(width: int, height: int, pixel: Callable[[int, int], Pixel]) -> bytes:
    """Encode a picture given by a function of column and row."""
    rows = (
        b"\0" + bytes(channel for x in range(width) for channel in pixel(x, y))
        for y in range(height)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(rows), 9)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", data), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PICTURES: dict[str, Callable[[], bytes]] = {
    "grain.png": grain,
    "light.png": light,
    "wood.png": wood,
}


def main() -> None:
    """Write the files."""
    for name, make in PICTURES.items():
        (HERE / name).write_bytes(make())


if __name__ == "__main__":
    main()
