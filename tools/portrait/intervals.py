"""A figure with its interval: each reaches as far as holds the truth 19 times in 20."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import atan, cos, inf, isfinite, sin, sqrt, tan
from statistics import fmean, median, stdev
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")

SURE: Final = 0.95
NORMAL: Final = 1.959964
"""Standard errors to each side that hold the truth so often, of as many as can be."""

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

    def times(self, factor: float) -> Estimate:
        """Return it in another unit."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.of)


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
    of_all = share(len(above), len(numbers))
    return replace(found, low=of_all.low * above[0], high=of_all.high * above[-1])


def around(value: float, error: float, of: int) -> Estimate:
    """Return what has this standard error, found of so many."""
    reach = error * student(of - 1) if of > 1 else inf
    return Estimate(value, value - reach, value + reach, of)


def share(count: int, of: int) -> Estimate:
    """Return the share of `count` in `of`, at least one, with Wilson's interval."""
    square = NORMAL * NORMAL
    middle = (count + square / 2) / (of + square)
    width = NORMAL * sqrt(count * (of - count) / of + square / 4) / (of + square)
    return Estimate(count / of, max(0.0, middle - width), min(1.0, middle + width), of)


def share_of(answers: Iterable[bool]) -> Estimate:
    """Return the share of yes among at least one answer."""
    those = list(answers)
    return share(sum(those), len(those))


def less(one: Estimate, other: Estimate) -> Estimate:
    """Return a share less one of others, with Newcombe's interval."""
    value = one.value - other.value
    below = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    above = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(value, value - below, value + above, one.of + other.of)


def middle(numbers: Sequence[float]) -> Estimate:
    """Return the median with the interval that the order of the numbers gives, whatever they are.

    The truth lies below the k-th smallest only if fewer than k of them lie below the truth.
    """
    ordered, count = sorted(numbers), len(numbers)
    ways, below, k = 1, 0, 0
    while (below + ways) * 40 <= 2**count:  # a fortieth on each side
        below, ways, k = below + ways, ways * (count - k) // (k + 1), k + 1
    low, high = (ordered[k - 1], ordered[count - k]) if k else (-inf, inf)
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


@cache
def student(freedom: int) -> float:
    """Return how many standard errors reach as far with this many degrees of freedom."""
    low, high = 0.0, atan(inf)
    for _ in range(60):
        angle = (low + high) / 2
        low, high = (angle, high) if _within(angle, freedom) < SURE else (low, angle)
    return tan(low) * sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """Return the chance that Student's t is within ± tan(angle)·√freedom (a finite sum)."""
    term = cos(angle) if freedom % 2 else 1.0
    terms = 0.0
    for power in range(2 + freedom % 2, freedom + 1, 2):
        terms, term = terms + term, term * cos(angle) ** 2 * (power - 1) / power
    whole = sin(angle) * terms
    return (angle + whole) / atan(inf) if freedom % 2 else whole
