"""The games that the same two play one after another, with seats swapped after each.

A series goes on as long as the two like: every rematch is one more game on the same deal. A
*duplicate match* is a series whose deals are agreed beforehand: each is played twice, so that what
a deal gives, it gives to both; then the match is over.

    game     1  2  3  4
    deal     A  A  B  B
    first    x  y  x  y
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from uuid import uuid4

from battle.rules.deal import LAST_DEAL

Pair: TypeAlias = tuple[int, int]

LONGEST: Final = 99
"""The most deals of a duplicate match that a record can name."""


@dataclass(frozen=True)
class Duplicate:
    """What a duplicate match was agreed to be.

    `key` tells it from every other match; `deals` are the numbers of its deals, 0 for a first start
    that has none.
    """

    key: str
    deals: tuple[int, ...]

    @property
    def length(self) -> int:
        """The number of games."""
        return 2 * len(self.deals)

    def __str__(self) -> str:
        return " ".join([self.key, *map(str, self.deals)])


def duplicate(deals: tuple[int, ...]) -> Duplicate:
    """Return a new match on some deals; raises ValueError without one."""
    if not deals:
        raise ValueError("a duplicate match needs a deal")
    return Duplicate(uuid4().hex[:12], deals)


def duplicate_in(text: str) -> Duplicate | None:
    """Return the match that a text such as `3f2a9c 4711 815` tells of, None for any other text."""
    match = re.fullmatch(r"([0-9a-f]{4,32})((?: [0-9]{1,10})+)", text, re.ASCII)
    if match is None:
        return None
    deals = tuple(int(word) for word in match[2].split())
    fits = len(deals) <= LONGEST and all(0 <= deal <= LAST_DEAL for deal in deals)
    return Duplicate(match[1], deals) if fits and all(deals[1:]) else None


@dataclass(frozen=True)
class Series:
    """The finished games before this one, each the points of those who now are players 1 and 2.

    `duplicate` is what was agreed, None for a series without an end.
    """

    games: tuple[Pair, ...] = ()
    duplicate: Duplicate | None = None

    @property
    def number(self) -> int:
        """The number of the game that is played now, from 1."""
        return len(self.games) + 1

    @property
    def totals(self) -> Pair:
        """The points of all games, of those who now are players 1 and 2."""
        return sum(first for first, _second in self.games), sum(
            second for _first, second in self.games
        )

    @property
    def is_over(self) -> bool:
        """Whether all games that were agreed have been played."""
        return self.duplicate is not None and len(self.games) >= self.duplicate.length

    @property
    def next_deal(self) -> int | None:
        """The deal to go on with where it is another one than before, else None."""
        if self.duplicate is None or self.is_over or len(self.games) % 2:
            return None
        return self.duplicate.deals[len(self.games) // 2] if self.games else None

    @property
    def margins(self) -> tuple[int, ...]:
        """The margin of every deal played twice, from the side of who now is player 1."""
        margins = [first - second for first, second in self.games]
        return tuple(map(int.__add__, margins[::2], margins[1::2]))

    def plus(self, points: Pair) -> Series:
        """Return the series with one more game."""
        return replace(self, games=(*self.games, points))

    def swapped(self) -> Series:
        """Return the series as it stands after the two have changed seats."""
        return replace(self, games=tuple((second, first) for first, second in self.games))


# --- deals drawn by lot -------------------------------------------------------------------------


_LAST_DRAWN: Final = 99_999
"""Random deals have numbers that two people can tell each other."""


def draw_deal() -> int:
    """Return the number of a deal drawn by lot."""
    return random.randint(1, _LAST_DRAWN)


def further_deals(count: int, first: int, another: Callable[[list[int]], int]) -> list[int]:
    """Return `count` different deals: `first`, then what `another` draws, given the others."""
    deals = [first]
    while len(deals) < count:
        found = another(deals)
        if found not in deals:
            deals.append(found)
    return deals
