"""Forecasts: how much something will take, as far as that can be foreseen.

A forecast is a handful of amounts that are equally likely. It is told as the range that holds 80
times in 100; half of all times it takes less than its middle.

    draws   ·  · · ··|· ·· ····|· · · ·  ·   ·  |  ·      ·
                     low     middle            high
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

DRAWS: Final = 128
"""How many amounts a forecast is made of."""

_ONE_SIDE: Final = 0.1
"""The share of all draws below the range, and above it."""


@dataclass(frozen=True)
class Forecast:
    """What something takes: `DRAWS` amounts of equal likelihood, or just one that is sure."""

    draws: tuple[float, ...]

    @classmethod
    def of(cls, amount: float) -> Forecast:
        """Return a forecast that is sure."""
        return cls((amount,))

    @classmethod
    def weighted(cls, amounts: Sequence[float], weights: Sequence[float]) -> Forecast:
        """Return what amounts say of which some are likelier than others."""
        ranked = sorted(zip(amounts, weights, strict=True))
        step, below, draws = sum(weights) / DRAWS, 0.0, list[float]()
        for amount, weight in ranked:
            below += weight
            while len(draws) < DRAWS and (len(draws) + 0.5) * step <= below:
                draws.append(amount)
        draws += [ranked[-1][0]] * (DRAWS - len(draws))
        return cls(tuple(draws))

    @property
    def low(self) -> float:
        """What it takes at least, nine times in ten."""
        return self._at(_ONE_SIDE)

    @property
    def middle(self) -> float:
        """What it takes less than every other time."""
        return self._at(0.5)

    @property
    def high(self) -> float:
        """What it takes at most, nine times in ten."""
        return self._at(1 - _ONE_SIDE)

    def _at(self, share: float) -> float:
        return self.draws[min(len(self.draws) - 1, int(share * len(self.draws)))]

    def __add__(self, other: Forecast) -> Forecast:
        """Return what two things take that have nothing to do with one another."""
        if len(self.draws) < len(other.draws):
            return other + self
        more = other.draws * (len(self.draws) // len(other.draws))
        mixed = Random(len(more)).sample(more, len(more))
        return Forecast(tuple(sorted(map(sum, zip(self.draws, mixed, strict=True)))))

    def __truediv__(self, speed: float) -> Forecast:
        """Return the time that an amount of work takes at some speed."""
        return Forecast(tuple(draw / speed for draw in self.draws))


NOTHING: Final = Forecast.of(0.0)
