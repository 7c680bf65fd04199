"""What a proof costs: how many nodes the positions of a line will take, learned from those proven.

A line is proven from its end, so what remains is more of the same with more tiles. The nodes of a
position grow by a factor of `GROWTH` per pair of tiles, and with the number of legal pairs to the
power of `BREADTH`; around that every game has a level of its own, which drifts from position to
position, and every position has a deviation, its luck. In logarithms:

    ln nodes = usual(place) + level + luck        luck:   spread `LUCK`
               next level = FADING × level + step         step:   spread `STEP`
                                                          level of an unknown game: spread `LEVEL`

The proven positions show the level, the latest ones most (a Kalman filter). The remaining work is
sampled from that: its sum depends on the few most expensive positions, whose luck is unknown, so it
is given as a range. Cheap positions deviate further than expensive ones; the spreads are those of
the expensive side. All are fitted to games of levels against each other (bench/log.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, log, sqrt
from random import Random
from statistics import NormalDist
from typing import Final, NamedTuple

from battle.rules.position import Position

# --- forecasts -----------------------------------------------------------------------------------
#
# Forecasts: how much work or time something will take.
#
# A forecast is a sample of equally likely amounts. It is shown as the range that holds 80 times in
# 100; half of the time it takes less than its middle.
#
#     draws   ·  · · ··|· ·· ····|· · · ·  ·   ·  |  ·      ·
#                      low     middle            high

DRAWS: Final = 128
"""The size of a forecast's sample."""

_ONE_SIDE: Final = 0.1
"""The share of all draws below the range, and of those above it."""


@dataclass(frozen=True)
class Forecast:
    """How much something takes: `DRAWS` equally likely amounts, or a single certain one."""

    draws: tuple[float, ...]

    @classmethod
    def weighted(cls, amounts: Sequence[float], weights: Sequence[float]) -> Forecast:
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
        """The lower end: it takes at least this much nine times in ten."""
        return self._at(_ONE_SIDE)

    @property
    def middle(self) -> float:
        return self._at(0.5)

    @property
    def high(self) -> float:
        """The upper end: it takes at most this much nine times in ten."""
        return self._at(1 - _ONE_SIDE)

    def _at(self, share: float) -> float:
        return self.draws[min(len(self.draws) - 1, int(share * len(self.draws)))]

    def __add__(self, other: Forecast) -> Forecast:
        if len(self.draws) < len(other.draws):
            return other + self
        more = other.draws * (len(self.draws) // len(other.draws))
        mixed = Random(len(more)).sample(more, len(more))
        return Forecast(tuple(sorted(map(sum, zip(self.draws, mixed, strict=True)))))

    def __truediv__(self, speed: float) -> Forecast:
        """Return the time that this amount of work takes at a speed."""
        return Forecast(tuple(draw / speed for draw in self.draws))


NOTHING: Final = Forecast((0.0,))


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
        counting = (places[0], *(place for place in places[1:] if place.tiles >= least))
        return _drawn(counting, spent, self._level_at(places[0]))

    def seconds_left(self, places: Sequence[ProofPlace], spent: int = 0) -> Forecast:
        """Return the seconds still to come."""
        return self.nodes_left(places, spent) / self.speed


@cache
def _lots() -> tuple[tuple[float, float, tuple[float, ...], tuple[float, ...]], ...]:
    """Return the random numbers of all draws, always the same: first level and luck evenly spread.

    They are the initial level, the first position's luck, the level's steps, and the luck of every
    further position.
    """
    lot, even = Random(14), [(n + 0.5) / DRAWS for n in range(DRAWS)]
    levels, firsts = lot.sample(even, DRAWS), lot.sample(even, DRAWS)
    count = COUNTING_TILES // 2 + 1
    return tuple(
        (
            _NORMAL.inv_cdf(level),
            first,
            tuple(lot.gauss(0, 1) for _ in range(count)),
            tuple(lot.gauss(0, 1) for _ in range(count)),
        )
        for level, first in zip(levels, firsts, strict=True)
    )


@lru_cache(maxsize=64)
def _drawn(places: tuple[ProofPlace, ...], spent: int, level: GameLevel) -> Forecast:
    """Return the nodes still to come, given the `level` of the first position."""
    amounts, weights = [], []
    for (_start, even, *_rest), (here, later) in zip(_lots(), _later(places, level), strict=True):
        shown = 0.0 if spent < 1 else _NORMAL.cdf((log(spent) - here) / LUCK)
        luck = _NORMAL.inv_cdf(min(1 - 1e-9, max(1e-9, shown + (1 - shown) * even)))
        amounts.append(max(0.0, exp(here + LUCK * luck) - spent) + later)
        weights.append(max(1e-9, 1 - shown))
    return Forecast.weighted(amounts, weights)


@lru_cache(maxsize=16)
def _later(places: tuple[ProofPlace, ...], level: GameLevel) -> tuple[tuple[float, float], ...]:
    """Return for every draw ln(nodes) of the first position without luck, and the others' nodes."""
    usual = [log(usual_nodes(place)) for place in places]
    fades = [FADING ** ((after.tiles - place.tiles) // 2) for place, after in pairwise(places)]
    strides = [STEP * sqrt((1 - fade**2) / (1 - FADING**2)) for fade in fades]
    drawn = []
    for start, _even, steps, luck in _lots():
        above = level.mean + sqrt(level.variance) * start
        first, later = usual[0] + above, 0.0
        for place, (fade, stride) in enumerate(zip(fades, strides, strict=True)):
            above = fade * above + stride * steps[place]
            later += exp(usual[place + 1] + above + LUCK * luck[place])
        drawn.append((first, later))
    return tuple(drawn)
