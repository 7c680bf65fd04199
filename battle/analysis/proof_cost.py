"""What a proof costs: how many nodes the positions of a line will take, learned from those proven.

A line is proven from its end, so what remains is more of the same with more tiles. The nodes of a
position grow by a factor of `GROWTH` per pair of tiles, and with the number of legal pairs to the
power of `BREADTH`; around that every game has a level of its own, which drifts from position to
position, and every position has a deviation, its luck. In logarithms:

    ln nodes = usual(place) + level + luck        luck:   spread `LUCK`
               next level = FADING × level + step         step:   spread `STEP`
                                                          level of an unknown game: spread `LEVEL`

The proven positions show the level, the latest ones most (a Kalman filter). The remaining work is a
sum of log-normal amounts that share this level; it is itself taken for log-normal, with the sum's
mean and variance (Fenton and Wilkinson), and given as a range. Cheap positions deviate further than
expensive ones; the spreads are those of the expensive side. All are fitted to games of levels
against each other (bench/log.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, expm1, log, log1p, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from battle.rules.position import Position

# --- forecasts -----------------------------------------------------------------------------------
#
# Forecasts: how much work or time something will take.
#
# A forecast is log-normal. It is shown as the range that holds 80 times in 100; half of the time it
# takes less than its middle.
#
#              low     middle            high
#     ─────────┼─────────┼────────────────┼────────►

_ONE_SIDE: Final = NormalDist().inv_cdf(0.9)
"""A tenth of a normal distribution lies beyond this many standard deviations on either side."""


@dataclass(frozen=True)
class Forecast:
    """How much something takes: its median, and the standard deviation of its logarithm."""

    middle: float
    spread: float = 0.0

    @classmethod
    def of_moments(cls, mean: float, variance: float) -> Forecast:
        """Return the forecast with a mean and a variance."""
        if mean <= 0:
            return NOTHING
        spread = sqrt(log1p(variance / mean**2))
        return cls(mean / exp(spread**2 / 2), spread)

    @property
    def low(self) -> float:
        """The lower end: it takes at least this much nine times in ten."""
        return self.middle * exp(-_ONE_SIDE * self.spread)

    @property
    def high(self) -> float:
        """The upper end: it takes at most this much nine times in ten."""
        return self.middle * exp(_ONE_SIDE * self.spread)

    @property
    def moments(self) -> tuple[float, float]:
        """The mean and the variance."""
        mean = self.middle * exp(self.spread**2 / 2)
        return mean, mean**2 * expm1(self.spread**2)

    def __add__(self, other: Forecast) -> Forecast:
        """Return the forecast of both; they are independent."""
        return Forecast.of_moments(*map(sum, zip(self.moments, other.moments, strict=True)))

    def __truediv__(self, speed: float) -> Forecast:
        """Return the time that this amount of work takes at a speed."""
        return replace(self, middle=self.middle / speed)


NOTHING: Final = Forecast(0.0)


# --- proof cost ----------------------------------------------------------------------------------

GROWTH: Final = 1.53
"""The factor by which the nodes of a proof grow with each further pair of tiles."""

BREADTH: Final = 1.6
"""Nodes grow with the number of legal pairs to this power."""

USUAL_TILES: Final = 80
USUAL_CHOICES: Final = 5
USUAL_NODES: Final = 300_000
"""The median number of nodes for such a position when a line is proven backwards."""

LUCK: Final = 0.75
STEP: Final = 0.35
FADING: Final = 0.92
LEVEL: Final = 1.25

LEAST_TILES: Final = 50
"""Positions with fewer tiles are ignored: differences of a few nodes are chance."""

COUNTING_TILES: Final = 40
"""Positions with this many tiles fewer than the first of the line take next to nothing."""

ASSUMED_SPEED: Final = 1_500_000.0
"""Nodes per second assumed for a machine that was not measured yet."""

_NORMAL: Final = NormalDist()


class ProofPlace(NamedTuple):
    """A position to be proven: its tiles, and how many pairs there are to choose from."""

    tiles: int
    choices: float

    @classmethod
    def of(cls, position: Position) -> ProofPlace:
        return cls(position.tiles_left, len(position.legal_moves))

    @classmethod
    def usual(cls, tiles: int) -> ProofPlace:
        """Return a place with these tiles and the usual number of pairs."""
        return cls(tiles, min(8.0, max(4.3, 4.3 + 0.12 * (tiles - 72))))


class GameLevel(NamedTuple):
    """The level of a game at the position proven last: mean and variance."""

    mean: float = 0.0
    variance: float = LEVEL**2

    def after(self, pairs: int) -> GameLevel:
        """Return the level `pairs` pairs further back."""
        fade = FADING ** (2 * pairs)
        wandered = STEP**2 * (1 - fade) / (1 - FADING**2)
        return GameLevel(self.mean * FADING**pairs, self.variance * fade + wandered)


def usual_nodes(place: ProofPlace) -> float:
    """Return how many nodes such a position usually takes on the way back."""
    grown = GROWTH ** ((place.tiles - USUAL_TILES) / 2)
    return float(USUAL_NODES * grown * (max(1, place.choices) / USUAL_CHOICES) ** BREADTH)


class ProofCost:
    """The nodes that the positions of one game take, and the speed of this machine.

    `speed` is in nodes a second.
    """

    def __init__(self, speed: float = ASSUMED_SPEED) -> None:
        self.speed = speed if speed > 0 else ASSUMED_SPEED
        self._level = GameLevel()
        self._tiles: int | None = None

    def learn(self, place: ProofPlace, nodes: int) -> None:
        """Update the level by the nodes of a position proven after those that follow it."""
        if place.tiles >= LEAST_TILES:
            off, level = log(max(1, nodes)) - log(usual_nodes(place)), self._level_at(place)
            trust = level.variance / (level.variance + LUCK**2)
            self._level = GameLevel(
                level.mean + trust * (off - level.mean), level.variance * (1 - trust)
            )
            self._tiles = place.tiles

    def set_speed(self, nodes_per_second: float) -> None:
        if nodes_per_second > 0:
            self.speed += (nodes_per_second - self.speed) / 4

    def _level_at(self, place: ProofPlace) -> GameLevel:
        known = place.tiles if self._tiles is None else self._tiles
        return self._level.after(max(0, place.tiles - known) // 2)

    def nodes_left(self, places: Sequence[ProofPlace], spent: int = 0) -> Forecast:
        """Return the nodes still to come for some positions of a line.

        They are given from the line's end. `spent` were used for the first of them; the longer one
        takes, the longer it is likely to go on, and the more expensive are the others.
        """
        if not places:
            return NOTHING
        least = max(place.tiles for place in places) - COUNTING_TILES
        level = self._level_at(places[0])
        mean, variance, level = _first_left(log(usual_nodes(places[0])) + level.mean, spent, level)
        earlier: list[tuple[ProofPlace, float, float]] = []
        for place in (place for place in places[1:] if place.tiles >= least):
            here = level.after((place.tiles - places[0].tiles) // 2)
            own = usual_nodes(place) * exp(here.mean + (here.variance + LUCK**2) / 2)
            variance += own**2 * expm1(here.variance + LUCK**2)
            for other, nodes, spread in earlier:
                shared = spread * FADING ** ((place.tiles - other.tiles) // 2)
                variance += 2 * own * nodes * expm1(shared)
            mean += own
            earlier.append((place, own, here.variance))
        return Forecast.of_moments(mean, variance)

    def seconds_left(self, places: Sequence[ProofPlace], spent: int = 0) -> Forecast:
        """Return the seconds still to come."""
        return self.nodes_left(places, spent) / self.speed


def _first_left(usual: float, spent: int, level: GameLevel) -> tuple[float, float, GameLevel]:
    """Return mean and variance of a position's nodes beyond those `spent`, and the level it shows.

    `usual` is the expected logarithm of all of its nodes, which are more than those spent.
    """
    wide = level.variance + LUCK**2
    if spent < 1:
        mean = exp(usual + wide / 2)
        return mean, mean**2 * expm1(wide), level
    off = (log(spent) - usual) / sqrt(wide)
    beyond = max(1e-12, _NORMAL.cdf(-off))
    first, second = (
        exp(power * usual + power**2 * wide / 2) * _NORMAL.cdf(power * sqrt(wide) - off) / beyond
        for power in (1, 2)
    )
    hazard = _NORMAL.pdf(off) / beyond
    trust = level.variance / wide
    shown = GameLevel(
        level.mean + trust * sqrt(wide) * hazard,
        level.variance * (1 - trust * hazard * (hazard - off)),
    )
    return max(0.0, first - spent), max(0.0, second - first**2), shown
