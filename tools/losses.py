"""Losses: what players gave away in reviewed games, and how sure one can be of it.

A reviewed game is a line of a file: who began, who did not, the seed, the deal, the tiles from
which on it is proven, the margin with perfect play from there, seen by the player who began, and
what every move from there on gave away: `0 3 1 0`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from battle.rules.game import Game
from battle.rules.position import ALL_TILES

TILES: Final = 76
"""From so many tiles on games are proven move by move."""

COLUMNS: Final = ("first", "second", "seed", "deal", "tiles", "margin", "costs")

PARTS: Final = 3
"""Parts of the proven part, by tiles: for seeing whether losses are spread evenly."""


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
class ReviewedGame:
    """A game between two players, proven from `tiles` tiles on; `margin` is the beginner's there.

    `costs` are the points every move from there on gave away.
    """

    first: str
    second: str
    seed: int
    deal: int
    tiles: int
    margin: int
    costs: tuple[int, ...]

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What tells it from other games."""
        return self.first, self.second, self.seed, self.deal

    def costs_of(self, player: str) -> list[tuple[int, int]]:
        """Return the tiles that were left before each proven move of a player, and its cost.

        A player who sat on both sides has all moves.
        """
        moved = (ALL_TILES - self.tiles) // 2
        seats = (self.first, self.second)
        return [
            (self.tiles - 2 * number, cost)
            for number, cost in enumerate(self.costs)
            if seats[(moved + number) % 2] == player
        ]

    def row(self) -> list[object]:
        """Return the line of the file."""
        words = " ".join(map(str, self.costs))
        return [*self.key, self.tiles, self.margin, words]

    @staticmethod
    def of(row: Sequence[str]) -> ReviewedGame:
        """Return the game of a line of the file."""
        first, second, seed, number, tiles, margin, words = row
        costs = tuple(map(int, words.split()))
        return ReviewedGame(first, second, int(seed), int(number), int(tiles), int(margin), costs)


@dataclass(frozen=True)
class MatchGames:
    """The games of a match between a stronger and a weaker player, two on every deal."""

    upper: str
    lower: str
    by_deal: dict[int, tuple[ReviewedGame, ReviewedGame]]

    @staticmethod
    def between(upper: str, lower: str, games: Iterable[ReviewedGame]) -> MatchGames:
        """Return the match of two players: the deals on which each of them began."""
        begun = {
            (game.first, game.deal): game
            for game in games
            if {game.first, game.second} == {upper, lower}
        }
        deals = sorted({deal for _, deal in begun})
        pairs = {
            deal: (begun[upper, deal], begun[lower, deal])
            for deal in deals
            if (upper, deal) in begun and (lower, deal) in begun
        }
        return MatchGames(upper, lower, pairs)

    @property
    def deals(self) -> set[int]:
        """The deals that were played from both sides."""
        return set(self.by_deal)

    def lost_before(self, deal: int) -> float:
        """Return the points a game that the weaker lost more than the stronger before `TILES`."""
        upper_began, lower_began = self.by_deal[deal]
        return (upper_began.margin - lower_began.margin) / 2

    def costs_of(self, player: str, deal: int) -> list[list[tuple[int, int]]]:
        """Return what a player's proven moves on a deal gave away, a list a game; see above."""
        return [game.costs_of(player) for game in self.by_deal[deal]]


@dataclass(frozen=True)
class DealLosses:
    """What a player lost in a game of a deal before `TILES`, and in each game with each move."""

    before: float
    games: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def proven(self) -> float:
        """Points lost in a game from `TILES` tiles on."""
        return fmean(sum(cost for _tiles, cost in game) for game in self.games)


@dataclass(frozen=True)
class LevelLosses:
    """What one player lost on some deals; points are those lost in one game."""

    deals: tuple[DealLosses, ...]

    @staticmethod
    def of(
        player: str, place: int, links: Sequence[MatchGames], deals: Sequence[int]
    ) -> LevelLosses:
        """Return what a player lost.

        `links` are the matches between neighbours, the strongest first; `place` is how many of them
        lie above the player. What was lost before `TILES` is the sum of the differences.
        """
        own = links[max(0, place - 1) : place + 1]
        return LevelLosses(
            tuple(
                DealLosses(
                    sum(link.lost_before(deal) for link in links[:place]),
                    tuple(tuple(game) for link in own for game in link.costs_of(player, deal)),
                )
                for deal in deals
            )
        )

    def of_deals(self, part: slice) -> LevelLosses:
        """Return what was lost on a part of the deals."""
        return replace(self, deals=self.deals[part])

    @property
    def lost(self) -> Mean:
        """Points lost in a game."""
        return mean([one.before + one.proven for one in self.deals])

    @property
    def before(self) -> Mean:
        """Points lost before `TILES` tiles were left."""
        return mean([one.before for one in self.deals])

    @property
    def proven(self) -> Mean:
        """Points lost from there on."""
        return mean([one.proven for one in self.deals])

    @property
    def games(self) -> int:
        """How many games were reviewed."""
        return sum(len(one.games) for one in self.deals)

    @property
    def worst(self) -> int:
        """The most points lost with one proven move."""
        return max((cost for _tiles, cost in self._moves), default=0)

    @property
    def parts(self) -> list[float]:
        """Points lost a move: before `TILES` tiles, then in each part of what was proven."""
        before_moves = (ALL_TILES - TILES) / 4
        found: list[list[int]] = [[] for _ in range(PARTS)]
        for tiles, cost in self._moves:
            found[PARTS * (TILES - tiles) // TILES].append(cost)
        proven = [fmean(costs) if costs else 0.0 for costs in found]
        return [self.before.mean / before_moves, *proven]

    @property
    def _moves(self) -> list[tuple[int, int]]:
        return [moved for one in self.deals for game in one.games for moved in game]


def end_of(game: Game, tiles: int) -> Game:
    """Return the end of a game's main line as a game: from where at most `tiles` are left."""
    nodes = game.main_line()
    few = (place for place, node in enumerate(nodes) if node.position.tiles_left <= tiles)
    first = next(few, len(nodes) - 1)
    end = Game(nodes[first].position)
    for node in nodes[first + 1 :]:
        assert node.move is not None
        end.play(node.move)
    return end
