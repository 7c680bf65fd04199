"""How the page says its figures."""

from __future__ import annotations

from math import log10

from tools.portrait.intervals import Estimate


def signed(number: float, digits: int = 0) -> str:
    """Return a number with its sign, a proper minus: `+4`, `−2`, `0`."""
    words = f"{number:+.{digits}f}".replace("-", "−")
    return words[1:] if not float(number) else words


def measured(found: Estimate, *, sign: bool = False) -> str:
    """Return a figure with its interval: `3.1 ± 0.4`, or `0.3 (0 to 0.8)` where it is uneven.

    What has no sign ends at 0. Without an interval it is the figure alone.
    """
    wide = abs(found.value) >= 1 or (found.high - found.low >= 0.2 and (sign or found.value >= 0.1))
    digits = 1 if wide else 2
    own = signed(found.value, digits) if sign else f"{found.value:.{digits}f}"
    if not found.is_bounded:
        return own
    low, high = (signed(end, digits) if sign else f"{end:.{digits}f}" for end in ends(found, sign))
    reach = found.high - found.value
    if abs(found.value - found.low - reach) <= 0.01 * reach and (sign or found.low >= 0):
        return f"{own} ± {reach:.{digits}f}"
    return f"{own} ({low} to {high})"


def ends(found: Estimate, sign: bool) -> tuple[float, float]:
    """Return the ends of an interval; of what cannot be negative none is."""
    return found.low if sign else max(min(0.0, found.value), found.low), found.high


def share(found: Estimate, what: str) -> str:
    """Return a share with its interval: `62 of 100 deals (62 %, 52 to 71 %)`."""
    count = round(found.value * found.of)
    own, interval = percent(found).split(" (")
    return f"{count:,} of {found.of:,} {what} ({own}, {interval}"


def percent(found: Estimate) -> str:
    """Return a share in hundredths: `62 % (52 to 71 %)`."""
    own, low, high = (100 * one for one in (found.value, found.low, found.high))
    return f"{own:.0f} % ({signed_end(low)} to {high:.0f} %)"


def signed_end(number: float) -> str:
    """Return a whole number with a proper minus if it is below 0."""
    return f"{number:.0f}".replace("-", "−") if round(number) else "0"


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
    if whole >= 1_000_000_000:
        return f"{whole / 1e9:g} billion"
    return f"{whole / 1e6:g} million" if whole >= 1_000_000 else f"{whole:,}"


def many(found: Estimate) -> str:
    """Return a big number to two figures, with its interval if it has one."""
    if not found.is_bounded:
        return rounded(found.value)
    return f"{rounded(found.value)} ({rounded(found.low)} to {rounded(found.high)})"


def power(number: float) -> str:
    """Return a very big number as a power of ten: `10⁴⁶`."""
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(round(log10(number))))
