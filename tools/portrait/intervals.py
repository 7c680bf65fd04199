"""A figure with its interval, which reaches as far as holds the truth 19 times in 20.

In a text `{figure}` is what was found with its interval, and a word after a colon asks for another
way to say it:

    {0}            3.1 ± 0.4, or 0.3 (0.0 to 0.8) where it is uneven; ends at 0
    {0:+}          +3.9 ± 0.5, of what may be below 0
    {0:%}          62 % (52 to 71 %), of a share
    {0:deals}      62 of 100 deals (62 %, 52 to 71 %), of a share
    {0:rounded}    710 million (540 million to 870 million)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, nan, sqrt
from statistics import fmean, median, stdev
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom, binomtest, t

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")

SURE: Final = 0.95
DRAWS: Final = 2_000

LEAST: Final = 3
"""The fewest numbers that are worth a mean."""

FEW: Final = 10
"""Fewer numbers than these say little about the shape of what they are drawn from."""


@dataclass(frozen=True)
class Estimate:
    """What was found, the interval of the truth, and of how many it was found."""

    value: float
    low: float
    high: float
    of: int

    @property
    def is_bounded(self) -> bool:
        """Whether there were enough to say how sure it is."""
        return isfinite(self.low) and isfinite(self.high)

    @property
    def is_shown(self) -> bool:
        """Whether it is shown to be above 0, or below."""
        return not self.low <= 0 <= self.high

    @property
    def above_zero(self) -> Estimate:
        """The same of what cannot be negative: no end is."""
        return replace(self, low=max(min(0.0, self.value), self.low))

    def times(self, factor: float) -> Estimate:
        """Return it in another unit."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.of)

    def __format__(self, how: str) -> str:
        if how in ("", "+"):
            return self._measured(bool(how))
        if how == "rounded":
            own, low, high = map(rounded, (self.value, self.low, self.high))
            return f"{own} ({low} to {high})"
        own, low, high = (
            signed(round(100 * one)).lstrip("+") for one in (self.value, self.low, self.high)
        )
        if how == "%":
            return f"{own} % ({low} to {high} %)"
        return f"{self.value * self.of:,.0f} of {self.of:,} {how} ({own} %, {low} to {high} %)"

    def _measured(self, sign: bool) -> str:
        shown = self if sign else self.above_zero
        wide = self.high - self.low >= 0.2 and (sign or self.value >= 0.1)
        reach = self.high - self.value
        is_even = abs(self.value - self.low - reach) <= 0.01 * reach and shown.low == self.low
        digits = 1 if (abs(self.value) >= 1 or wide) and shown._keeps_signs(is_even) else 2
        own, low, high = (
            signed(one, digits) if sign else f"{one:.{digits}f}"
            for one in (self.value, shown.low, self.high)
        )
        if not self.is_bounded:
            return own
        return f"{own} ± {reach:.{digits}f}" if is_even else f"{own} ({low} to {high})"

    def _keeps_signs(self, is_even: bool) -> bool:
        """Whether both ends stay above or below 0 when they, or value and reach, have one digit."""
        own = round(self.value, 1) if is_even else 0.0
        ends = [end for end in (self.low, self.high) if end and isfinite(end)]
        return all(end * round(own + round(end - is_even * self.value, 1), 1) > 0 for end in ends)


# -- how numbers are said --------------------------------------------------------------------------


def signed(number: float, digits: int = 0) -> str:
    """Return a number with its sign, a proper minus: `+4`, `−2`, `0`."""
    words = f"{number:+.{digits}f}".replace("-", "−")
    return words[1:] if not float(number) else words


def rounded(number: float) -> str:
    """Return a number from 0 on to two figures: `7`, `72,000`, `390 million`."""
    whole = float(f"{number:.2g}")
    for unit, name in ((1e9, " billion"), (1e6, " million")):
        if whole >= unit:
            return f"{whole / unit:g}{name}"
    return f"{whole:,.0f}"


# -- figures ---------------------------------------------------------------------------------------


def mean(numbers: Sequence[float]) -> Estimate:
    """Return the mean of at least one number, with Student's interval."""
    count = len(numbers)
    return around(fmean(numbers), stdev(numbers) / sqrt(count) if count > 1 else inf, count)


def few_above(numbers: Sequence[float]) -> list[float]:
    """Return the numbers above 0, in order, if nearly all are 0; else nothing."""
    above = sorted(number for number in numbers if number > 0)
    return above if len(above) < min(FEW, len(numbers) / 2) else []


def mean_of_few(numbers: Sequence[float]) -> Estimate:
    """Return the mean of numbers from 0 on, with a wider interval if nearly all are 0.

    It reaches from the least of the others to the greatest, times the ends of the interval of
    their share: neither Student's nor a bootstrap's holds there.
    """
    found = mean(numbers)
    if not (above := few_above(numbers)):
        return found
    of_all = share(number > 0 for number in numbers)
    return replace(found, low=of_all.low * above[0], high=of_all.high * above[-1])


def around(value: float, error: float, of: int) -> Estimate:
    """Return an estimate with this standard error, from `of` numbers."""
    reach = error * float(t.ppf((1 + SURE) / 2, of - 1)) if of > 1 else inf
    return Estimate(value, value - reach, value + reach, of)


def share(answers: Iterable[bool]) -> Estimate:
    """Return the share of yes among at least one answer, with Wilson's interval."""
    those = list(answers)
    found = binomtest(sum(those), len(those))
    low, high = found.proportion_ci(SURE, "wilson")
    return Estimate(float(found.statistic), float(low), float(high), len(those))


def less(one: Estimate, other: Estimate) -> Estimate:
    """Return a share less one of others, with Newcombe's interval."""
    value = one.value - other.value
    below = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    above = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(value, value - below, value + above, one.of + other.of)


def middle(numbers: Sequence[float]) -> Estimate:
    """Return the median with its interval by rank, for any distribution.

    The truth lies below the k-th smallest only if fewer than k of them lie below the truth.
    """
    ordered, count = sorted(numbers), len(numbers)
    k = int(binom.ppf((1 - SURE) / 2, count, 0.5))
    low, high = (ordered[k - 1], ordered[-k]) if k else (-inf, inf)
    return Estimate(median(ordered), low, high, count)


def grouped(found: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """Return the items of each key, both in the order in which they came."""
    groups: dict[Key, list[Item]] = {}
    for key, item in found:
        groups.setdefault(key, []).append(item)
    return groups


def pooled(groups: Iterable[Sequence[float]]) -> Estimate:
    """Return the mean of numbers that come in groups, such as those of a deal, at least two.

    The groups are what is independent; the interval is Student's, by their residuals.
    """
    sums = np.array([(sum(group), len(group)) for group in groups], float)
    whole, count = sums[:, 1].sum(), len(sums)
    value = float(sums[:, 0].sum() / whole)
    left = sums[:, 0] - value * sums[:, 1]
    return around(value, sqrt(count / (count - 1) * float(left @ left)) / float(whole), count)


def resampled(rows: NDArray[Any], figure: Callable[[NDArray[Any]], float]) -> Estimate:
    """Return a figure of at least two rows, with the interval of the bootstrap over them."""
    drawn = np.random.default_rng(1).integers(0, len(rows), (DRAWS, len(rows)))
    found = [one for places in drawn if isfinite(one := figure(rows[places]))] or [-inf, inf]
    low, high = np.quantile(found, [(1 - SURE) / 2, (1 + SURE) / 2], method="nearest")
    return Estimate(figure(rows), float(low), float(high), len(rows))


def slope(rows: NDArray[Any], across: int = 0, up: int = 1) -> float:
    """Return the slope of the line of least squares of two columns; nan if all are at one place."""
    beside = rows[:, across] - rows[:, across].mean()
    return float(beside @ rows[:, up] / (beside @ beside)) if beside.any() else nan
