"""Makes every sound of the program from sine waves and filtered noise.

    python assets/sounds/make.py    rewrite the WAV files beside this script

Mono, 16 bits, 44.1 kHz. Tiles are struck solids: a few inharmonic partials that die away at once,
under a grain of noise. Tunes are soft bells in one key, so that they sit well together. The noise
comes from a small generator of our own, so the same script always writes the same bytes.
"""

import io
import wave
from collections.abc import Callable, Iterator, Sequence
from math import exp, pi, sin, tanh
from pathlib import Path

HERE = Path(__file__).resolve().parent
RATE = 44_100

Samples = list[float]
Partial = tuple[float, float, float]
"""Frequency in hertz, loudness, and the seconds in which it falls to a third."""

TILE: Sequence[Partial] = [
    (1460, 0.50, 0.016),
    (2330, 0.42, 0.011),
    (3710, 0.26, 0.007),
    (5240, 0.14, 0.004),
    (640, 0.30, 0.012),
]
"""A mahjong tile struck by another."""
FELT: Sequence[Partial] = [(118, 0.9, 0.055), (186, 0.35, 0.035), (270, 0.12, 0.02)]
"""Something heavy set down on cloth."""
BELL: Sequence[tuple[float, float, float]] = [
    (1, 1.0, 1.0),
    (2, 0.28, 0.55),
    (3.01, 0.10, 0.32),
    (5.4, 0.03, 0.12),
]
"""A bell: multiples of its pitch, their loudness, and how long each lasts beside the first."""

D4, G4, A4, D5, E5, FS5, A5, D6 = 293.66, 392.00, 440.00, 587.33, 659.26, 739.99, 880.00, 1174.66


def noise(seed: int) -> Iterator[float]:
    """Give white noise between -1 and 1 from a linear congruential generator."""
    state = seed
    while True:
        state = (state * 1_103_515_245 + 12_345) % 2**31
        yield state / 2**30 - 1


def silence(seconds: float) -> Samples:
    """Make a stretch of nothing to add sounds into."""
    return [0.0] * round(seconds * RATE)


def strike(
    sound: Samples, at: float, partials: Sequence[Partial], loudness: float, pitch: float = 1
) -> None:
    """Add a struck body to a sound, ``at`` seconds in."""
    for frequency, level, fall in partials:
        add(sound, at, loudness * level, tone(frequency * pitch, fall))


def bell(sound: Samples, at: float, pitch: float, loudness: float, fall: float = 0.28) -> None:
    """Add a soft bell to a sound, ``at`` seconds in."""
    for multiple, level, last in BELL:
        add(sound, at, loudness * level, tone(pitch * multiple, fall * last, attack=0.006))


def grain(
    sound: Samples, at: float, loudness: float, fall: float, seed: int, dull: float = 0.5
) -> None:
    """Add a short grain of noise; ``dull`` from 0 (bright) to 1 takes the treble away."""
    source, last = noise(seed), 0.0

    def wave_at(time: float) -> float:
        nonlocal last
        last += (1 - dull) * (next(source) - last)
        return last * exp(-time / fall)

    add(sound, at, loudness, wave_at)


def tone(frequency: float, fall: float, attack: float = 0.0006) -> Callable[[float], float]:
    """Make a sine wave that rises at once and dies away."""

    def wave_at(time: float) -> float:
        rise = min(time / attack, 1.0)
        return rise * sin(2 * pi * frequency * time) * exp(-time / fall)

    return wave_at


def add(sound: Samples, at: float, loudness: float, wave_at: Callable[[float], float]) -> None:
    """Add a wave to a sound, from ``at`` seconds to the sound's end."""
    first = round(at * RATE)
    for index in range(first, len(sound)):
        sound[index] += loudness * wave_at((index - first) / RATE)


def select() -> Samples:
    """Tap a tile with a fingertip."""
    sound = silence(0.09)
    strike(sound, 0, TILE, 0.22, pitch=1.18)
    grain(sound, 0, 0.10, 0.003, seed=3)
    return sound


def take() -> Samples:
    """Clack two tiles together, then let them touch once more."""
    sound = silence(0.24)
    for at, loudness, pitch, seed in (
        (0, 0.52, 0.94, 7),
        (0.012, 0.34, 1.07, 11),
        (0.088, 0.13, 1.0, 13),
    ):
        strike(sound, at, TILE, loudness, pitch)
        grain(sound, at, 0.45 * loudness, 0.004, seed)
    strike(sound, 0, FELT, 0.16)
    return sound


def refuse() -> Samples:
    """Thud dully: nothing moved."""
    sound = silence(0.22)
    strike(sound, 0, FELT, 0.38)
    grain(sound, 0, 0.30, 0.012, seed=17, dull=0.93)
    return sound


def turn() -> Samples:
    """Ring two rising notes: it is your move."""
    sound = silence(0.55)
    bell(sound, 0, A4, 0.16, fall=0.16)
    bell(sound, 0.10, D5, 0.18, fall=0.18)
    return sound


def win() -> Samples:
    """Ring a rising chord that stays."""
    sound = silence(0.6)
    for step, pitch in enumerate((D5, FS5, A5, D6)):
        bell(sound, 0.085 * step, pitch, 0.15, fall=0.19)
    bell(sound, 0, D4, 0.12, fall=0.22)
    return sound


def draw() -> Samples:
    """Ring two even notes, neither up nor down."""
    sound = silence(0.6)
    bell(sound, 0, G4, 0.16, fall=0.18)
    bell(sound, 0.17, G4, 0.14, fall=0.18)
    bell(sound, 0.17, D5, 0.10, fall=0.18)
    return sound


def lose() -> Samples:
    """Ring three falling notes, gently."""
    sound = silence(0.6)
    for step, pitch in enumerate((E5, D5, A4)):
        bell(sound, 0.13 * step, pitch, 0.14, fall=0.17)
    return sound


def tick() -> Samples:
    """Tick: the clock runs low."""
    sound = silence(0.06)
    strike(sound, 0, [(2100, 0.5, 0.005), (3300, 0.25, 0.003), (980, 0.25, 0.008)], 0.24)
    return sound


SOUNDS: dict[str, Callable[[], Samples]] = {
    "select.wav": select,
    "take.wav": take,
    "refuse.wav": refuse,
    "turn.wav": turn,
    "win.wav": win,
    "draw.wav": draw,
    "lose.wav": lose,
    "tick.wav": tick,
}


def encoded(sound: Samples) -> bytes:
    """Encode a WAV file; loud peaks are rounded off and the end is faded out."""
    fade = round(0.02 * RATE)
    left = len(sound)
    data = bytearray()
    for index, value in enumerate(sound):
        level = tanh(value) * min((left - index) / fade, 1.0)
        data += round(level * 32_767).to_bytes(2, "little", signed=True)
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(RATE)
        writer.writeframes(bytes(data))
    return file.getvalue()


def main() -> None:
    """Write the files."""
    for name, make in SOUNDS.items():
        (HERE / name).write_bytes(encoded(make()))


if __name__ == "__main__":
    main()
