"""Whole games, turn by turn: what there was to take, what was taken, and what it cost.

They are read from matches that were judged (`tools.strength`): from 76 tiles on every position's
value is proven, for the player whose turn it is. Games at random have no values.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import nan
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from battle.rules.position import ALL_TILES, deal, move
from solver import match as matches
from solver.bulk import AppendOnlyCsv
from tools.portrait.intervals import LEAST, Estimate, grouped, mean, mean_of_few, pooled, resampled
from tools.strength import read_games

TURNS: Final = ("first", "second", "deal", "pairs", "points", "values")

RANDOM: Final = "random"
LEVELS: Final = ("perfect", "master", "strong", "club", "casual", "novice")
"""The strongest first; each has played the next."""

STRONG: Final = frozenset(LEVELS[:3])
WEAK: Final = frozenset(LEVELS[-2:])

OTHERS: Final = ("depth=2", "bot", "greedy", RANDOM)
"""Players who have played casual."""


@dataclass(frozen=True)
class Turns:
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
        """What the first player won by."""
        return sum(self.points[::2]) - sum(self.points[1::2])

    @property
    def proven(self) -> int:
        """The first turn of which the value is proven."""
        return len(self.points) - len(self.values)

    @property
    def is_judged(self) -> bool:
        """Whether its turns from `TILES` tiles on are proven, if it came so far."""
        return self.first != self.second

    @property
    def costs(self) -> list[int]:
        """What every turn gave away from the first one proven on."""
        after = [*self.values, 0][1:]
        taken = self.points[self.proven :]
        return [
            value - points + later
            for value, points, later in zip(self.values, taken, after, strict=True)
        ]

    def lost(self, player: str) -> int:
        """Return what a player gave away from the first turn proven on."""
        return sum(self.costs[self.players.index(player) ^ self.proven & 1 :: 2])

    @property
    def middle(self) -> int:
        """What the first player would win by if both played perfectly from there on."""
        points = self.points[: self.proven]
        value = self.values[0] if self.values else 0
        return sum(points[::2]) - sum(points[1::2]) + (-value if self.proven % 2 else value)

    def row(self) -> list[object]:
        """Return the fields of its line."""
        words = (" ".join(map(str, one)) for one in (self.pairs, self.points, self.values))
        return [self.first, self.second, self.deal, *words]


def read(path: Path, report: Callable[[str], None] = lambda text: None) -> list[Turns]:
    """Return the games of a file; none if there is no file. Raises OSError or FormatError."""
    return AppendOnlyCsv(path, TURNS).read(_turns, report)


def _turns(row: list[str]) -> Turns:
    first, second, number, *lists = row
    pairs, points, values = (tuple(map(int, words.split())) for words in lists)
    return Turns(first, second, int(number), pairs, points, values)


def write(path: Path, games: Iterable[Turns]) -> None:
    """Write a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerows([TURNS, *(game.row() for game in games)])


def judged(games: Path) -> Iterator[Turns]:
    """Yield the games of a match's file that have been judged."""
    found = {one.key: one for one in read_games(games.with_suffix(".judged.csv"))}
    for row in AppendOnlyCsv(games, matches.COLUMNS).read(lambda row: row):
        one, other, seed, number, _first, _second, *both = row
        for seats, words in zip(((one, other), (other, one)), both, strict=True):
            review = found.get((*seats, int(seed), int(number)))
            if review is not None:
                yield played(seats, int(number), words, review.margin, review.costs)


def played(
    seats: tuple[str, str], number: int, words: str, margin: int = 0, costs: Sequence[int] = ()
) -> Turns:
    """Return a game: its moves, and the margin and costs that were proven of the last of them."""
    position, pairs, points, values = deal(number), [], [], list[int]()
    names = words.split()
    for place, name in enumerate(names):
        pairs.append(len(position.legal_moves))
        points.append(position.worth(move(name)))
        since = place - (len(names) - len(costs))
        if since == 0:
            values.append((margin - position.margin) * (1 if position.to_move == 1 else -1))
        elif since > 0:
            values.append(costs[since - 1] + points[-2] - values[-1])
        position = position.play(move(name))
    first, second = map(name_of, seats)
    return Turns(first, second, number, tuple(pairs), tuple(points), tuple(values))


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


def choices(games: Iterable[Turns]) -> dict[int, Estimate]:
    """Return how many pairs there are to take, by tiles left, in games that come so far.

    Games of a deal are one group: they all begin with the same pairs.
    """
    return _by_tiles(
        (turn, game.deal, pairs) for game in games for turn, pairs in enumerate(game.pairs)
    )


def _by_tiles(found: Iterable[tuple[int, int, float]]) -> dict[int, Estimate]:
    """Return the mean by tiles, the most first, of what is given by turn and deal.

    There is none of a single deal.
    """
    by_turn = grouped((turn, (number, one)) for turn, number, one in found)
    deals = {turn: grouped(those) for turn, those in sorted(by_turn.items())}
    return {
        ALL_TILES - 2 * turn: pooled(those.values())
        for turn, those in deals.items()
        if len(those) > 1
    }


def length(games: Iterable[Turns]) -> Estimate:
    """Return how many turns games of at least two deals have, with those of a deal as a group."""
    return pooled(grouped((game.deal, len(game.points)) for game in games).values())


def unwelcome(games: Iterable[Turns], left: int) -> dict[int, list[bool]]:
    """Return by deal whether it is bad to be on the move, turn by turn: the value is below 0.

    Counted are turns with an even (0) or an odd (1) number of pairs on the table: `left`.
    """
    return grouped(
        (game.deal, value < 0)
        for game in games
        for value in game.values[(game.proven ^ left) & 1 :: 2]
    )


def all_unwelcome(games: Sequence[Turns]) -> dict[int, list[bool]]:
    """Return the same of all turns."""
    even, odd = (unwelcome(games, left) for left in (0, 1))
    return {number: even.get(number, []) + odd.get(number, []) for number in even | odd}


def unwelcome_by_tiles(games: Iterable[Turns], left: int) -> dict[int, Estimate]:
    """Return how often it is bad to be on the move, by tiles; `left` as above."""
    return _by_tiles(
        (turn, game.deal, value < 0)
        for game in games
        for turn, value in enumerate(game.values, game.proven)
        if turn % 2 == left
    )


def more(one: Mapping[int, Sequence[float]], other: Mapping[int, Sequence[float]]) -> Estimate:
    """Return how much more the one is on average than the other, on the same deals."""
    return mean([fmean(one[number]) - fmean(other[number]) for number in one.keys() & other.keys()])


@dataclass(frozen=True)
class Losses:
    """What a player gives away in a game: from `TILES` tiles on, before, and in all of it.

    Before, it is what the player gives away more than the strongest one.
    """

    proven: Estimate
    before: Estimate | None
    whole: Estimate
    games: int


def lost_by_deal(games: Iterable[Turns], player: str) -> dict[int, list[int]]:
    """Return what a player gave away from `TILES` tiles on, in each game of each deal."""
    return grouped(
        (game.deal, game.lost(player))
        for game in games
        if player in game.players and game.is_judged
    )


def losses(games: Sequence[Turns], ladder: Sequence[str]) -> Losses | None:
    """Return what the last player of a ladder gives away; None if there are no games of it.

    The strongest is the first; each has played the next from both sides of the same deals, so that
    par cancels. Intervals are over deals.
    """
    proven = lost_by_deal(games, ladder[-1])
    if len(proven) < 2:
        return None
    own = {number: fmean(those) for number, those in proven.items()}
    links = [
        {
            number: (one.middle - other.middle) / 2
            for number, (one, other) in both_sides(games, *pair).items()
        }
        for pair in pairwise(ladder)
    ]
    deals = set.intersection(set(own), *map(set, links))
    before = {number: sum(link[number] for link in links) for number in deals}
    few = mean_of_few([*own.values()])
    return Losses(
        few,
        mean([*before.values()]) if links and len(deals) > 1 else None,
        mean([own[number] + before[number] for number in deals])
        if links and len(deals) > 1
        else few,
        sum(map(len, proven.values())),
    )


def table(games: Sequence[Turns]) -> list[tuple[str, Losses]]:
    """Return what every player gives away, the strongest first, those below casual at the end."""
    among = of(games, {*LEVELS})
    casual = LEVELS.index("casual") + 1
    rows = [(LEVELS[place], losses(among, LEVELS[: place + 1])) for place in range(len(LEVELS))]
    rows += [(name, losses(games, (*LEVELS[:casual], name))) for name in OTHERS]
    found = [(name, one) for name, one in rows if one is not None]
    return sorted(found, key=lambda row: row[1].proven.value)


def both_sides(games: Iterable[Turns], one: str, other: str) -> dict[int, tuple[Turns, Turns]]:
    """Return the games of two players, by deal: the one that `one` began, and the other one."""
    begun = {(game.first, game.deal): game for game in games if {*game.players} == {one, other}}
    return {
        number: (game, begun[other, number])
        for (first, number), game in begun.items()
        if first == one and (other, number) in begun
    }


PARTS: Final = ("skill", "luck", "rest")


def parts(games: Iterable[Turns], one: str, other: str) -> dict[str, Estimate]:
    """Return what makes results of two players differ: shares of the variance, by `PARTS`.

    A result is that of either of them, with a chance of one half, and so is who begins: ± what one
    is better by (skill) ± what the deal gives to who begins (luck) + all else. Played from both
    sides, the sum of the two margins leaves out the skill, and their difference the luck.
    """
    both = both_sides(games, one, other).values()
    rows = np.array([(own.margin, theirs.margin) for own, theirs in both], float)
    if len(rows) < LEAST or not rows.any():
        return {}
    return {name: resampled(rows, partial(_part, place)) for place, name in enumerate(PARTS)}


def _part(place: int, rows: NDArray[Any]) -> float:
    better, began = (rows[:, 0] - rows[:, 1]) / 2, (rows[:, 0] + rows[:, 1]) / 2
    error = 2 * better.var(ddof=1)
    skill = max(0.0, better.mean() ** 2 - error / 2 / len(rows))
    luck = max(0.0, began.mean() ** 2 + began.var() - error / 2)
    found = np.array([skill, luck, error])
    return float(found[place] / found.sum()) if found.any() else nan
