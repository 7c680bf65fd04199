"""Tallies: what moves cost in measured games, and what a level loses in a game by that.

A game's costs are a text, one word a ply: `0 3 1~ 0`; `~` marks what is not proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

COLUMNS: Final = ("level", "made", "deal", "tiles", "prove", "margin", "costs")

PARTS: Final = 4
"""Parts of a game, by tiles: for seeing whether losses are spread evenly."""


class Cost(NamedTuple):
    """What a move gave away in points, and whether that is proven."""

    points: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.points}{'' if self.exact else '~'}"


@dataclass(frozen=True)
class Measured:
    """One game of a level against itself, with what every move cost.

    `made` tells the level's numbers, `tiles` how many there were at the start, `prove` the seconds
    given to each proof, `margin` the final margin of the player who began.
    """

    level: str
    made: str
    deal: int
    tiles: int
    prove: float
    margin: int
    costs: tuple[Cost, ...]

    @property
    def is_proven(self) -> bool:
        """Whether every cost is proven."""
        return all(cost.exact for cost in self.costs)

    def lost(self, *, exact: bool) -> float:
        """Return the points a player lost in the part that is, or is not, proven."""
        return sum(cost.points for cost in self.costs if cost.exact == exact) / 2

    def row(self) -> list[object]:
        """Return the line of the file."""
        words = " ".join(map(str, self.costs))
        return [
            *[self.level, self.made, self.deal, self.tiles, f"{self.prove:g}", self.margin, words]
        ]


def measured(row: Sequence[str]) -> Measured | None:
    """Return the game of a line of the file, None if it is damaged."""
    try:
        level, made, number, tiles, prove, margin, words = row
        costs = tuple(Cost(int(word.rstrip("~")), "~" not in word) for word in words.split())
        return Measured(level, made, int(number), int(tiles), float(prove), int(margin), costs)
    except ValueError:
        return None


class Mean(NamedTuple):
    """A mean with its standard error, infinite for fewer than two numbers."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.error:.2f}"


def mean(numbers: Sequence[float]) -> Mean:
    """Return the mean of at least one number."""
    error = stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else inf
    return Mean(fmean(numbers), error)


@dataclass(frozen=True)
class Tally:
    """A level's measured games, at least one; points that one player loses in one game."""

    games: tuple[Measured, ...]

    @property
    def lost(self) -> Mean:
        """Points lost in a game, proven or not."""
        return mean([game.lost(exact=True) + game.lost(exact=False) for game in self.games])

    @property
    def proven(self) -> Mean:
        """Points lost in the part of the games that is proven."""
        return mean([game.lost(exact=True) for game in self.games])

    @property
    def estimated(self) -> Mean:
        """Points lost before that, by the estimate."""
        return mean([game.lost(exact=False) for game in self.games])

    @property
    def moves(self) -> float:
        """Moves that a player makes in a game."""
        return fmean(len(game.costs) / 2 for game in self.games)

    @property
    def share_proven(self) -> float:
        """The share of the moves whose cost is proven, 0 to 1."""
        return _share([cost.exact for game in self.games for cost in game.costs])

    @property
    def worst(self) -> int:
        """The most points lost with one move, as far as it is proven."""
        costs = (cost.points for game in self.games for cost in game.costs if cost.exact)
        return max(costs, default=0)

    @property
    def parts(self) -> list[float]:
        """Points lost a move in each part of the game, by the tiles that were left."""
        found: list[list[int]] = [[] for _ in range(PARTS)]
        for game in self.games:
            for ply, cost in enumerate(game.costs):
                gone = 108 - game.tiles + 2 * ply
                found[PARTS * gone // 108].append(cost.points)
        return [fmean(costs) if costs else 0.0 for costs in found]


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 1.0


def latest(games: Iterable[Measured]) -> dict[tuple[str, str, int, int], Measured]:
    """Return games by level, numbers, deal and tiles; of several, the one proven the longest."""
    found: dict[tuple[str, str, int, int], Measured] = {}
    for game in games:
        key = (game.level, game.made, game.deal, game.tiles)
        if key not in found or game.prove >= found[key].prove:
            found[key] = game
    return found
