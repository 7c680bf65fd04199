"""Whole games, turn by turn: what there was to take, what was taken, and what it cost.

They are read from matches that were judged (`tools.strength`): from 76 tiles on every position's
value is proven, for the player whose turn it is. Games at random have no values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import pairwise, permutations
from math import nan
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from battle.rules.position import ALL_TILES, deal, move
from solver import match as matches
from solver.bulk import AppendOnlyCsv
from tools.portrait.intervals import Estimate, grouped, mean, mean_of_few, pooled, resampled
from tools.strength import read_games

RANDOM: Final = "random"
LEVELS: Final = ("perfect", "master", "strong", "club", "casual", "novice")
"""The strongest first; each has played the next."""

STRONG: Final = frozenset(LEVELS[:3])
WEAK: Final = frozenset(LEVELS[-2:])

OTHERS: Final = ("depth=2", "bot", "greedy", RANDOM)
"""Players who have played casual."""


class Turns(NamedTuple):
    """A game."""

    first: str
    second: str
    deal: int
    pairs: tuple[int, ...]
    points: tuple[int, ...]
    values: tuple[int, ...]

    @property
    def players(self) -> tuple[str, str]:
        """Who began, and the other."""
        return self.first, self.second

    @property
    def margin(self) -> int:
        """The first player's margin."""
        return sum(self.points[::2]) - sum(self.points[1::2])

    @property
    def proven(self) -> int:
        """The first turn with a proven value."""
        return len(self.points) - len(self.values)

    @property
    def is_judged(self) -> bool:
        """Whether its turns from `TILES` tiles on are proven, if it came so far."""
        return self.first != self.second

    @property
    def costs(self) -> list[int]:
        """The cost of every turn from the first proven one on."""
        taken, after = self.points[self.proven :], [*self.values, 0][1:]
        turns = zip(self.values, taken, after, strict=True)
        return [value - points + later for value, points, later in turns]

    def lost(self, player: str) -> int:
        """Return what a player gave away from the first turn proven on."""
        return sum(self.costs[self.players.index(player) ^ self.proven & 1 :: 2])

    @property
    def middle(self) -> int:
        """The first player's margin with perfect play from there on."""
        return self.margin + self.lost(self.first) - self.lost(self.second)


def judged(games: Path) -> Iterator[Turns]:
    """Yield the games of a match's file that have been judged."""
    found = {one.key: one for one in read_games(games.with_suffix(".judged.csv"))}
    for row in AppendOnlyCsv(games, matches.COLUMNS).read(lambda row: row):
        one, other, seed, number, _first, _second, *both = row
        for seats, words in zip(((one, other), (other, one)), both, strict=True):
            review = found.get((*seats, int(seed), int(number)))
            if review is not None:
                yield played(seats, int(number), words, review.costs)


def played(seats: tuple[str, str], number: int, words: str, costs: Sequence[int] = ()) -> Turns:
    """Return a game: its moves, and the costs that were proven of the last of them."""
    position, pairs, points = deal(number), [], []
    for name in words.split():
        pairs.append(len(position.legal_moves))
        points.append(position.worth(move(name)))
        position = position.play(move(name))
    values = [0]
    for cost, taken in zip(reversed(costs), reversed(points), strict=False):
        values.append(taken + cost - values[-1])
    first, second = map(name_of, seats)
    return Turns(first, second, number, tuple(pairs), tuple(points), tuple(values[:0:-1]))


def name_of(described: str) -> str:
    """Return what the page calls a player of a match."""
    return "bot" if described.startswith("engine=") else described.split(" ")[0]


def at_random(deals: Iterable[int]) -> Iterator[Turns]:
    """Yield a game a deal in which both take any pair."""
    for number in deals:
        random, position, words = Random(number), deal(number), list[str]()
        while not position.is_over:
            words.append(str(random.choice(position.legal_moves)))
            position = position.play(move(words[-1]))
        yield played((RANDOM, RANDOM), number, " ".join(words))


# --- figures -------------------------------------------------------------------------------------


def of(games: Iterable[Turns], players: Set[str]) -> list[Turns]:
    """Return the judged games in which both are of these."""
    return [game for game in games if game.is_judged and players >= {*game.players}]


class Turn(NamedTuple):
    """A figure of a turn of a game: the tiles that were left, and the deal."""

    tiles: int
    deal: int
    figure: float


def choices(games: Iterable[Turns]) -> list[Turn]:
    """Return how many pairs there are to take, turn by turn."""
    return [
        Turn(ALL_TILES - 2 * turn, game.deal, pairs)
        for game in games
        for turn, pairs in enumerate(game.pairs)
    ]


def unwelcome(games: Iterable[Turns]) -> list[Turn]:
    """Return whether it is bad to be on the move, turn by turn: the value is below 0."""
    return [
        Turn(ALL_TILES - 2 * turn, game.deal, value < 0)
        for game in games
        for turn, value in enumerate(game.values, game.proven)
    ]


def with_pairs(turns: Iterable[Turn], odd: int) -> list[Turn]:
    """Return the turns with an even (0) or an odd (1) number of pairs on the table."""
    return [one for one in turns if one.tiles // 2 % 2 == odd]


def by_deal(turns: Iterable[Turn]) -> dict[int, list[float]]:
    """Return the figures of turns by deal: games of a deal are one group."""
    return grouped((one.deal, one.figure) for one in turns)


def by_tiles(turns: Iterable[Turn]) -> dict[int, Estimate]:
    """Return the means of turns by tiles, the most first, where there are at least two deals."""
    found = sorted(grouped((one.tiles, one) for one in turns).items(), reverse=True)
    deals = {tiles: by_deal(those).values() for tiles, those in found}
    return {tiles: pooled(those) for tiles, those in deals.items() if len(those) > 1}


def length(games: Iterable[Turns]) -> Estimate:
    """Return how many turns games of at least two deals have, with those of a deal as a group."""
    return pooled(grouped((game.deal, len(game.points)) for game in games).values())


def more(one: Mapping[int, Sequence[float]], other: Mapping[int, Sequence[float]]) -> Estimate:
    """Return how much more the one is on average than the other, on the same deals."""
    return mean([fmean(one[number]) - fmean(other[number]) for number in one.keys() & other.keys()])


class Losses(NamedTuple):
    """A player's losses in a game: from `TILES` tiles on, before, and in all of it.

    Those before count beyond the strongest player's.
    """

    proven: Estimate
    before: Estimate | None
    whole: Estimate
    games: int


def lost_by_deal(games: Iterable[Turns], player: str) -> dict[int, list[int]]:
    """Return what a player gave away from `TILES` tiles on, in each game of each deal."""
    those = (game for game in games if player in game.players and game.is_judged)
    return grouped((game.deal, game.lost(player)) for game in those)


def by_opponent(games: Iterable[Turns]) -> dict[tuple[str, str], Losses]:
    """Return what a player gave away from `TILES` tiles on against each opponent, by both."""
    every = list(games)
    found = {}
    names = {name: None for game in every for name in sorted(game.players)}
    order = [*LEVELS, *OTHERS]
    for one, other in permutations(sorted(names, key=lambda name: _place(order, name)), 2):
        those = [game for game in every if {*game.players} == {one, other}]
        if lost := lost_by_deal(those, one):
            few = mean_of_few([fmean(each) for each in lost.values()])
            found[one, other] = Losses(few, None, few, len(those))
    return found


def _place(order: Sequence[str], name: str) -> tuple[int, str]:
    return (order.index(name) if name in order else len(order)), name


def losses(games: Sequence[Turns], ladder: Sequence[str]) -> Losses:
    """Return the losses of the last player of a ladder, in games of at least two deals.

    The strongest is the first; each has played the next from both sides of the same deals, so that
    par cancels. Intervals are over deals.
    """
    proven = lost_by_deal(games, ladder[-1])
    own = {number: fmean(those) for number, those in proven.items()}
    few, count = mean_of_few([*own.values()]), sum(map(len, proven.values()))
    links = [both_sides(games, *pair) for pair in pairwise(ladder)]
    if not links:
        return Losses(few, None, few, count)
    before = {
        number: sum(
            (one.middle - other.middle) / 2 for one, other in (link[number] for link in links)
        )
        for number in set(own).intersection(*links)
    }
    whole = mean([own[number] + before[number] for number in before])
    return Losses(few, mean([*before.values()]), whole, count)


def table(games: Sequence[Turns]) -> dict[str, Losses]:
    """Return every player's losses, the strongest first."""
    among, casual = of(games, {*LEVELS}), LEVELS.index("casual") + 1
    rows = {name: losses(among, LEVELS[:place]) for place, name in enumerate(LEVELS, start=1)}
    rows |= {name: losses(games, (*LEVELS[:casual], name)) for name in OTHERS}
    return dict(sorted(rows.items(), key=lambda row: row[1].proven.value))


def both_sides(games: Iterable[Turns], one: str, other: str) -> dict[int, tuple[Turns, Turns]]:
    """Return the games of two players, by deal: the one that `one` began, and the other one."""
    own, theirs = (
        {game.deal: game for game in games if game.players == seats}
        for seats in ((one, other), (other, one))
    )
    return {number: (own[number], theirs[number]) for number in own if number in theirs}


PARTS: Final = ("skill", "luck", "rest", "luck of luck and rest")


def parts(games: Iterable[Turns], one: str, other: str) -> dict[str, Estimate]:
    """Return what makes results of two players differ: shares of the variance, by `PARTS`.

    A result is that of either of them, with a chance of one half, and so is who begins: ± what one
    is better by (skill) ± what the deal gives to who begins (luck) + all else. Played from both
    sides, the sum of the two margins leaves out the skill, and their difference the luck.
    """
    both = both_sides(games, one, other).values()
    rows = np.array([(own.margin, theirs.margin) for own, theirs in both], float)
    return {name: resampled(rows, partial(_part, place)) for place, name in enumerate(PARTS)}


def _part(place: int, rows: NDArray[Any]) -> float:
    better, began = (rows[:, 0] - rows[:, 1]) / 2, (rows[:, 0] + rows[:, 1]) / 2
    error = 2 * better.var(ddof=1)
    skill = max(0.0, better.mean() ** 2 - error / 2 / len(rows))
    luck = max(0.0, began.mean() ** 2 + began.var() - error / 2)
    found = np.array([skill, luck, error])
    if place == len(found):
        return luck / (luck + error) if luck + error else nan
    return float(found[place] / found.sum()) if found.any() else nan
