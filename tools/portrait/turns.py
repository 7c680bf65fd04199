"""Whole games, turn by turn: what there was to take, what was taken, and what it cost.

They are read from matches that were judged (`tools.strength`): from 76 tiles on every position's
value is proven, for the player whose turn it is. Games at random have no values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from battle.rules.position import ALL_TILES, Position, deal, move
from solver import match as matches
from solver.bulk import AppendOnlyCsv
from tools.portrait.intervals import Estimate, grouped, mean, mean_of_few, pooled
from tools.strength import read_games

RANDOM: Final = "random"
LEVELS: Final = ("perfect", "master", "strong", "club", "casual", "novice")
"""The strongest first; each has played the next."""

STRONG: Final = frozenset(LEVELS[:3])
WEAK: Final = frozenset(LEVELS[-2:])

BUDGETS: Final = ("nodes=30000", "nodes=3000", "nodes=300")
OTHERS: Final = (*BUDGETS, "bot", "greedy", RANDOM)
"""The solver with so many positions before every move, and players of a rule: all met casual."""

PLAYERS: Final = (*LEVELS, *OTHERS)


class Turns(NamedTuple):
    """A game."""

    first: str
    second: str
    deal: int
    pairs: tuple[int, ...]
    points: tuple[int, ...]
    values: tuple[int, ...]
    plain: int
    """The first turn with a plain position (`is_plain`), like all later ones, or their number."""

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
        return self.players != (RANDOM, RANDOM)

    @property
    def costs(self) -> list[int]:
        """The cost of every turn from the first proven one on."""
        taken, after = self.points[self.proven :], [*self.values, 0][1:]
        turns = zip(self.values, taken, after, strict=True)
        return [value - points + later for value, points, later in turns]

    def lost(self, player: str, first: int = 0) -> float:
        """Return what a player gave away from the first turn proven on, or a later one, a seat."""
        costs = [*enumerate(self.costs, self.proven)]
        return fmean(
            sum(cost for at, cost in costs if at % 2 == seat and at >= first)
            for seat, name in enumerate(self.players)
            if name == player
        )

    def margin_from(self, turn: int) -> int:
        """Return the first player's margin with perfect play from a turn on that is proven."""
        costs = enumerate(self.costs, self.proven)
        return self.margin + sum(-cost if at % 2 else cost for at, cost in costs if at >= turn)


def judged(games: Path) -> Iterator[Turns]:
    """Yield the games of a match's file that have been judged.

    Of a player against itself that is the first of both on a deal: the two have one key.
    """
    found = {one.key: one for one in read_games(games.with_suffix(".judged.csv"))}
    for row in AppendOnlyCsv(games, matches.COLUMNS).read(lambda row: row):
        one, other, seed, number, _first, _second, *both = row
        seatings = dict.fromkeys(((one, other), (other, one)))
        for seats, words in zip(seatings, both, strict=False):
            review = found.get((*seats, int(seed), int(number)))
            if review is not None:
                yield played(seats, int(number), words, review.costs)


def played(seats: tuple[str, str], number: int, words: str, costs: Sequence[int] = ()) -> Turns:
    """Return a game: its moves, and the costs that were proven of the last of them."""
    position, pairs, points = deal(number), list[int](), list[int]()
    plain = None
    for name in words.split():
        if plain is None and is_plain(position):
            plain = len(points)
        pairs.append(len(position.legal_moves))
        points.append(position.worth(move(name)))
        position = position.play(move(name))
    values = [0]
    for cost, taken in zip(reversed(costs), reversed(points), strict=False):
        values.append(taken + cost - values[-1])
    first, second = map(name_of, seats)
    plain = len(points) if plain is None else plain
    return Turns(first, second, number, tuple(pairs), tuple(points), tuple(values[:0:-1]), plain)


def is_plain(position: Position) -> bool:
    """Whether of every kind none, two, or four free tiles are left (theorem 8 of theory.md)."""
    left = Counter(found for _, found in position.tiles())
    free = Counter(map(position.kind_at, position.free_cells))
    return all(count == 2 or free[found] == count for found, count in left.items())


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


def plain(games: Iterable[Turns]) -> list[Turn]:
    """Return whether the position is plain, turn by turn."""
    return [
        Turn(ALL_TILES - 2 * turn, game.deal, turn >= game.plain)
        for game in games
        for turn in range(len(game.points))
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


def lost_by_deal(
    games: Iterable[Turns], player: str, *, plain: bool = False
) -> dict[int, list[float]]:
    """Return what a player gave away from `TILES` tiles on, in each game of each deal.

    With `plain` only from the first plain position on.
    """
    those = (game for game in games if player in game.players and game.is_judged)
    return grouped((game.deal, game.lost(player, game.plain if plain else 0)) for game in those)


def between(games: Iterable[Turns], one: str, other: str) -> list[Turns]:
    """Return the judged games of two players, of a player against itself if both are the same."""
    return [game for game in games if game.is_judged and {*game.players} == {one, other}]


def measured_by(player: str) -> list[str]:
    """Return the opponents on whom a player's line rests: a level's neighbours, else casual."""
    if player not in LEVELS:
        return ["casual"]
    at = LEVELS.index(player)
    return [*LEVELS[max(0, at - 1) : at], *LEVELS[at + 1 : at + 2]]


def lost_to(
    games: Iterable[Turns], player: str, opponents: Sequence[str], *, plain: bool = False
) -> dict[int, float]:
    """Return what `lost_by_deal` says of games against these, by deal, a game."""
    met = [game for other in opponents for game in between(games, player, other)]
    return {deal: fmean(lost) for deal, lost in lost_by_deal(met, player, plain=plain).items()}


class Parts(NamedTuple):
    """When a player's games become plain, in tiles left, and what is lost before and after.

    Before that is from `TILES` tiles on.
    """

    tiles: Estimate
    before: Estimate
    after: Estimate


def parts(games: Sequence[Turns], player: str) -> Parts:
    """Return of a player the games that `losses` rests on, in two parts."""
    opponents = measured_by(player)
    met = [game for other in opponents for game in between(games, player, other)]
    tiles = grouped((game.deal, ALL_TILES - 2 * game.plain) for game in met)
    whole = lost_to(games, player, opponents)
    after = lost_to(games, player, opponents, plain=True)
    before = mean_of_few([lost - after[number] for number, lost in whole.items()])
    return Parts(pooled(tiles.values()), before, mean_of_few([*after.values()]))


def losses(games: Sequence[Turns], player: str) -> Losses:
    """Return the losses of a player against those it is measured by, on at least two deals.

    From the strongest level on down to the player each has played the next from both sides of the
    same deals, so that par cancels. Intervals are over deals.
    """
    opponents = measured_by(player)
    own = lost_to(games, player, opponents)
    count = sum(len(between(games, player, other)) for other in opponents)
    above = LEVELS.index(player if player in LEVELS else opponents[0]) + 1
    ladder = dict.fromkeys((*LEVELS[:above], player))
    links = [both_sides(games, *pair) for pair in pairwise(ladder)]
    few = mean_of_few([*own.values()])
    if not links:
        return Losses(few, None, few, count)
    before = {
        number: sum(
            (one.margin_from(0) - other.margin_from(0)) / 2
            for one, other in (link[number] for link in links)
        )
        for number in set(own).intersection(*links)
    }
    whole = mean([own[number] + before[number] for number in before])
    return Losses(few, mean([*before.values()]), whole, count)


def table(games: Sequence[Turns]) -> dict[str, Losses]:
    """Return the losses of every player that has any, the strongest first."""
    met = [player for player in PLAYERS if lost_to(games, player, measured_by(player))]
    rows = {player: losses(games, player) for player in met}
    return dict(sorted(rows.items(), key=lambda row: row[1].proven.value))


def both_sides(games: Iterable[Turns], one: str, other: str) -> dict[int, tuple[Turns, Turns]]:
    """Return the games of two players, by deal: the one that `one` began, and the other one."""
    own, theirs = (
        {game.deal: game for game in games if game.players == seats}
        for seats in ((one, other), (other, one))
    )
    return {number: (own[number], theirs[number]) for number in own if number in theirs}
