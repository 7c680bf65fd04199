"""Numbers of the page as they are written in a sentence."""

from __future__ import annotations

from math import isfinite

from tools.losses import Mean
from tools.portrait.figures import BARS, Share


def signed(number: float, digits: int = 0) -> str:
    """Return a number with its sign, a proper minus: `+4`, `−2`, `0`."""
    words = f"{number:+.{digits}f}".replace("-", "−")
    return words[1:] if not float(number) else words


def measured(number: Mean, *, sign: bool = False) -> str:
    """Return a mean with the reach of its error bar: `3.1 ± 0.4`; without one where it has none."""
    digits = 1 if abs(number.mean) >= 1 or number.error >= 0.1 else 2
    words = signed(number.mean, digits) if sign else f"{number.mean:.{digits}f}"
    return f"{words} ± {BARS * number.error:.{digits}f}" if isfinite(number.error) else words


def share(number: Share, what: str) -> str:
    """Return a share with its error bar: `62 of 100 deals (62 %, bar 52 to 71 %)`."""
    low, high = (100 * end for end in number.interval)
    own = 100 * number.value
    return f"{number.count} of {number.of} {what} ({own:.0f} %, bar {low:.0f} to {high:.0f} %)"


def points(number: float, digits: int = 0) -> str:
    """Return points: `1 point`, `3.5 points`."""
    return "1 point" if number == 1 else f"{number:.{digits}f} points"


def counted(number: int, one: str, many: str) -> str:
    """Return how many there are: `1 deal`, `100 deals`."""
    return f"1 {one}" if number == 1 else f"{number:,} {many}"


def rounded(number: float) -> str:
    """Return a big number to two figures: `72,000`, `390 million`."""
    if number < 100:
        return f"{number:.0f}"
    power = len(str(int(number))) - 2
    whole = round(number / 10**power) * 10**power
    return f"{whole / 1e6:g} million" if whole >= 1_000_000 else f"{whole:,}"
