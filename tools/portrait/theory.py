"""The statements of `docs/game/theory.md`, each checked on every small position of a class.

    python -m tools.portrait.theory          the whole class, and 4,000 random positions
    python -m tools.portrait.theory --tiles 6 --random 200

The class: every position of at most eight tiles of three kinds, of ranks 1, 4 and 9, with two or
four tiles of each that is there, up to the order of the columns and turning them. Values are those
of `tools.reference`, plain minimax. Status 1 if a counterexample is found.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Final, NamedTuple, TypeAlias

import click

from battle.rules.position import KINDS, RANKS
from tools import reference
from tools.command import command
from tools.reference import Columns, columns_of, moves_of

Statement: TypeAlias = Callable[[Columns], bool]
Cells: TypeAlias = frozenset[tuple[int, int]]

CLASS_RANKS: Final = (1, 4, 9)
MOST_TILES: Final = 8

OWN: Final = len(KINDS)
"""From here on numbers are kinds that no position of the class has; ranks go on in turn."""

OTHER: Final = OWN + len(RANKS)

_memo: reference.Memo = {}


# -- positions -------------------------------------------------------------------------------------


def small_class(most_tiles: int = MOST_TILES) -> Iterator[Columns]:
    """Yield every position of the class once."""
    kinds = [rank - 1 for rank in CLASS_RANKS]
    for counts in product((0, 2, 4), repeat=len(kinds)):
        if 0 < sum(counts) <= most_tiles:
            tiles = tuple(
                kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)
            )
            yield from sorted({*_heaped(tiles)})


def _heaped(tiles: Sequence[int]) -> Iterator[Columns]:
    """Yield the ways to put tiles into columns, each column turned to the lesser order."""
    if not tiles:
        yield ()
        return
    first, others = tiles[0], tiles[1:]
    for size in range(len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            rest = [tile for place, tile in enumerate(others) if place not in chosen]
            orders = {*permutations([first, *(others[one] for one in chosen)])}
            for column in {min(bytes(one), bytes(one[::-1])) for one in orders}:
                for after in _heaped(rest):
                    yield tuple(sorted((column, *after)))


def random_positions(number: int, seed: int = 1) -> Iterator[Columns]:
    """Yield random positions of at most 16 tiles, half of them left by random play of deals."""
    for position in reference.small_positions(number, seed):
        yield columns_of(position)


# -- what the statements speak of ------------------------------------------------------------------


def value(columns: Columns) -> int:
    """Return the value for the player to move."""
    if len(_memo) > 2_000_000:
        _memo.clear()
    return reference.value_of(columns, _memo)


def rank(kind: int) -> int:
    """Return the rank of a kind."""
    return kind % len(RANKS) + 1


def left(columns: Columns) -> Counter[int]:
    """Return how many tiles of each kind are left."""
    return Counter(b"".join(columns))


def free(columns: Columns) -> Counter[int]:
    """Return how many tiles of each kind are free."""
    return Counter(
        tile for one in columns for tile in (one if len(one) < 3 else one[:: len(one) - 1])
    )


def is_plain(columns: Columns) -> bool:
    """Return whether every kind has no tile left, or two, or four that are all free."""
    ends = free(columns)
    return all(count == 2 or ends[kind] == count == 4 for kind, count in left(columns).items())


def is_even(columns: Columns, kind: int) -> bool:
    """Return whether of a kind two tiles are left, or exactly two are free, or four."""
    return left(columns)[kind] == 2 or free(columns)[kind] in (2, 4)


def pairs_of(columns: Columns) -> list[tuple[int, Cells]]:
    """Return the kind of every pair, and the column and row of its tiles."""
    cells = sorted(
        (place, row) for place, one in enumerate(columns) if one for row in {0, len(one) - 1}
    )
    return [
        (columns[first[0]][first[1]], frozenset((first, second)))
        for first, second in combinations(cells, 2)
        if columns[first[0]][first[1]] == columns[second[0]][second[1]]
    ]


def without(columns: Columns, cells: Cells) -> Columns:
    """Return what is left when the tiles of some cells are taken."""
    return tuple(
        bytes(tile for row, tile in enumerate(one) if (place, row) not in cells)
        for place, one in enumerate(columns)
    )


def loose(of: int, kind: int = OWN) -> Columns:
    """Return a loose pair of a kind of its own: two columns of a tile."""
    return (bytes([kind + of - 1]),) * 2


@cache
def ends(columns: Columns) -> frozenset[Columns]:
    """Return what games leave."""
    found = [after for _, after in moves_of(columns)]
    return frozenset().union(*map(ends, found)) if found else frozenset({columns})


@cache
def perfect_ends(columns: Columns) -> frozenset[Columns]:
    """Return what games of perfect play leave."""
    best = [after for gain, after in moves_of(columns) if gain - value(after) == value(columns)]
    return frozenset().union(*map(perfect_ends, best)) if best else frozenset({columns})


def points(columns: Columns) -> int:
    """Return the points of all tiles left, half of them for each of a pair."""
    return sum(rank(kind) * count for kind, count in left(columns).items()) // 2


def reachable(columns: Columns) -> Columns:
    """Return the dead tiles: what is left when all is taken that ever could be.

    A kind of which two tiles were free at a time gives away every tile that comes free.
    """
    opened: set[int] = set()
    while True:
        opened |= {kind for kind, count in free(columns).items() if count > 1}
        after = tuple(one.strip(bytes(opened)) for one in columns)
        if after == columns:
            return columns
        columns = after


def covered_debt(columns: Columns) -> int:
    """Return the sum of what each pair that is not free yet scores above the lowest rank."""
    tiles, now = left(columns), free(columns)
    lowest = min(map(rank, tiles), default=0)
    return sum(
        (count // 2 - now[kind] // 2) * (rank(kind) - lowest) for kind, count in tiles.items()
    )


def nested(outer: int, inner: int) -> bytes:
    """Return a closed column of two kinds of its own: outer, inner, inner, outer."""
    return bytes([OWN + outer - 1, OTHER + inner - 1, OTHER + inner - 1, OWN + outer - 1])


# -- statements ------------------------------------------------------------------------------------


def one_end(columns: Columns) -> bool:
    """1: all games of a plain position leave the same tiles."""
    return not is_plain(columns) or len(ends(columns)) == 1


def parity(columns: Columns) -> bool:
    """1: the value of a plain position is as odd or even as the points that will be taken."""
    taken = points(columns) - points(next(iter(ends(columns))))
    return not is_plain(columns) or (value(columns) - taken) % 2 == 0


def odd_values_leave_tiles(columns: Columns) -> bool:
    """2: where the value and the points left differ by an odd number, perfect play leaves tiles."""
    is_odd = (value(columns) - points(columns)) % 2
    return not is_odd or not any(not b"".join(one) for one in perfect_ends(columns))


def equal_loose_pairs_cancel(columns: Columns) -> bool:
    """3 (a): two loose pairs of a rank change nothing."""
    return all(
        value(columns + loose(one) + loose(one, OTHER)) == value(columns) for one in CLASS_RANKS
    )


def loose_pairs_are_near(columns: Columns) -> bool:
    """3 (b): a loose pair of another rank changes the value by no more than the ranks differ."""
    return all(
        abs(value(columns + loose(one)) - value(columns + loose(other))) <= abs(one - other)
        for one, other in combinations(CLASS_RANKS, 2)
    )


def the_higher_loose_pair_is_as_good(columns: Columns) -> bool:
    """3 (c): of two loose pairs, taking the one of higher rank is at least as good."""
    return all(
        high - value(columns + loose(low)) >= low - value(columns + loose(high))
        for low, high in combinations(CLASS_RANKS, 2)
    )


def nested_column(columns: Columns) -> bool:
    """4: a closed column changes a value by what its ranks differ by, or by less."""
    for outer, inner in product(CLASS_RANKS, repeat=2):
        more = value((*columns, nested(outer, inner))) - value(columns)
        if abs(more) > abs(inner - outer):
            return False
        if is_plain(columns) and outer <= inner and more != (inner - outer) * _sign(columns):
            return False
    return True


def _sign(columns: Columns) -> int:
    """Return 1 if an odd number of turns is left in a plain position, else -1."""
    tiles = len(b"".join(columns)) - len(b"".join(next(iter(ends(columns)))))
    return 1 if tiles // 2 % 2 else -1


def waiting_is_bounded(columns: Columns) -> bool:
    """6: the value is at least minus the debt, and at most the highest free pair and the debt."""
    debt = covered_debt(columns)
    highest = max((gain for gain, _ in moves_of(columns)), default=0)
    return -debt <= value(columns) <= highest + (debt if highest else 0)


def two_copies(columns: Columns) -> bool:
    """7: who moves first in two copies of a position, of different kinds, gains nothing."""
    copy = tuple(bytes(tile + OWN for tile in one) for one in columns)
    return len(b"".join(columns)) > 8 or value(columns + copy) <= 0


def top_rank(columns: Columns) -> bool:
    """8: in a plain position r <= V(Y) + V(Y - m) <= 2 t - r for a pair m of rank r."""
    if not is_plain(columns) or not (tiles := left(columns)):
        return True
    own, top = value(columns), max(map(rank, tiles))
    return all(gain <= own + value(after) <= 2 * top - gain for gain, after in moves_of(columns))


def one_move_before(columns: Columns) -> bool:
    """9 (a): r <= V(X) + V(X - q) <= 2 t - r where X - q is plain and the kind of q is even."""
    top = max(map(rank, left(columns)), default=0)
    for kind, cells in pairs_of(columns):
        after = without(columns, cells)
        total = value(columns) + value(after)
        holds = rank(kind) <= total <= 2 * top - rank(kind)
        if is_plain(after) and is_even(columns, kind) and not holds:
            return False
    return True


def two_moves_before(columns: Columns) -> bool:
    """9 (b): q is worth at most 2 (t - r) more than m, of rank r and another kind."""
    top = max(map(rank, left(columns)), default=0)
    for (kind, cells), (other, cells_of_other) in permutations(pairs_of(columns), 2):
        after = without(columns, cells)
        last = without(columns, cells | cells_of_other)
        if kind != other and is_plain(last) and is_even(after, other):
            worth = rank(kind) - value(after)
            worth_of_other = rank(other) - value(without(columns, cells_of_other))
            if worth_of_other > worth + 2 * (top - rank(kind)):
                return False
    return True


class BesideFour(NamedTuple):
    """A pair beside the only kind of four: what V(Y) + V(Y - m) is, and theorem 8's upper half.

    `own` are the values after the pairs of that kind, of rank `four`, in Y - m.
    """

    gain: int
    after: Columns
    total: int
    most: int
    four: int
    own: list[int]


def _beside_four(columns: Columns, free_before: int, free_after: int) -> Iterator[BesideFour]:
    """Yield the pairs of other kinds where a single kind has four tiles, so many of them free."""
    four = [kind for kind, count in left(columns).items() if count == 4]
    if len(four) != 1 or free(columns)[four[0]] != free_before:
        return
    top = max(map(rank, left(columns)))
    for kind, cells in pairs_of(columns):
        after = without(columns, cells)
        if kind != four[0] and free(after)[four[0]] == free_after:
            own = [value(without(after, q)) for of, q in pairs_of(after) if of == four[0]]
            total = value(columns) + value(after)
            yield BesideFour(rank(kind), after, total, 2 * top - rank(kind), rank(four[0]), own)


def three_of_four(columns: Columns) -> bool:
    """10 (a): where three of the only kind of four are free, and s uncovers none, 8 holds for s.

    Or a pair of that kind is a best one after s.
    """
    return all(
        s.total <= s.most or value(s.after) == s.four - min(s.own)
        for s in _beside_four(columns, 3, 3)
    )


def two_become_three(columns: Columns) -> bool:
    """10 (b): where p uncovers a third of four, 8 holds for p, or a pair of the kind answers."""
    return all(
        p.total <= p.most or value(columns) <= p.four - p.gain + max(p.own)
        for p in _beside_four(columns, 2, 3)
    )


def two_of_four(columns: Columns) -> bool:
    """10 (c): where two of the only kind of four are free, before m and after it, 8 holds for m."""
    return all(m.gain <= m.total <= m.most for m in _beside_four(columns, 2, 2))


def dead_tiles(columns: Columns) -> bool:
    """5: what cannot be reached by taking all there is stays; in plain positions no more stays."""
    dead = left(reachable(columns))
    return all(
        all(left(one)[kind] >= count for kind, count in dead.items())
        and (not is_plain(columns) or left(one) == dead)
        for one in ends(columns)
    )


STATEMENTS: Final[tuple[Statement, ...]] = (
    one_end,
    parity,
    odd_values_leave_tiles,
    equal_loose_pairs_cancel,
    loose_pairs_are_near,
    the_higher_loose_pair_is_as_good,
    nested_column,
    waiting_is_bounded,
    two_copies,
    top_rank,
    one_move_before,
    two_moves_before,
    three_of_four,
    two_become_three,
    two_of_four,
    dead_tiles,
)


def counterexamples(positions: Iterator[Columns]) -> Iterator[tuple[str, Columns]]:
    """Yield the statements that do not hold, and where."""
    for columns in positions:
        for holds in STATEMENTS:
            if not holds(columns):
                yield holds.__name__, columns


# -- the reduction ---------------------------------------------------------------------------------


def longest_solitaire(stacks: Columns) -> int:
    """Return the most pairs that can be taken from stacks of which only the top can be reached."""
    tops = [(place, one[0]) for place, one in enumerate(stacks) if one]
    return max(
        (
            1
            + longest_solitaire(
                tuple(one[place in (first, second) :] for place, one in enumerate(stacks))
            )
            for (first, kind), (second, other) in combinations(tops, 2)
            if kind == other
        ),
        default=0,
    )


def longest(columns: Columns) -> int:
    """Return the turns of the longest game."""
    return max((1 + longest(after) for _, after in moves_of(columns)), default=0)


def reduced(stacks: Columns) -> Columns:
    """Return columns in which as many pairs can be taken as from the stacks.

    Each column is a stack on a tile that no play frees the partner of: five of these partners lie
    in a column that begins and ends with the same two kinds, and so is never opened.
    """
    stoppers = [OWN + place for place in range(len(stacks))]
    columns = [one + bytes([stopper]) for one, stopper in zip(stacks, stoppers, strict=True)]
    for place in range(0, len(stoppers), 5):
        lock = bytes([128 + 2 * place, 129 + 2 * place])
        columns.append(lock + bytes(stoppers[place : place + 5]) + lock)
    return tuple(columns)


def random_stacks(random: Random) -> Columns:
    """Return stacks aab and abb of four kinds, four tiles of each or two."""
    count = random.choice((2, 4))
    while True:
        stacks = []
        for _ in range(count):
            one, other = random.sample(range(4), 2)
            stacks.append(bytes(random.choice(((one, one, other), (one, other, other)))))
        if all(number % 2 == 0 for number in left(tuple(stacks)).values()):
            return tuple(stacks)


@command
@click.option("--tiles", default=MOST_TILES, help="Tiles of the class.")
@click.option("--random", "many", default=4000, help="Random positions besides.")
def main(tiles: int, many: int) -> int:
    """Check every statement; return the exit status."""
    found = [*counterexamples(small_class(tiles)), *counterexamples(random_positions(many))]
    random = Random(1)
    for _ in range(many // 10):
        stacks = random_stacks(random)
        if longest_solitaire(stacks) != longest(reduced(stacks)):
            found.append(("reduction", stacks))
    for name, columns in found[:20]:
        print(name, [[f"{tile}" for tile in one] for one in columns])
    print(f"{sum(1 for _ in small_class(tiles)):,} positions of the class, {many:,} random ones:")
    print(f"{len(found)} counterexamples to {len(STATEMENTS)} statements and the reduction")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
