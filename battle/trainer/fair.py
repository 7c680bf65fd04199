"""Fair games: deals by their par, the same deal from both sides, luck and skill apart.

    par         the margin of a deal with perfect play, from player 1's side
    luck        what par gave a player's seat
    skill       what the player made of it: margin − luck

Solved deals are those of `assets/deals/par.csv` (`battle.rules.par`). Everything here returns
numbers; the words are left to those who show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

from battle.resources import asset
from battle.rules.par import read
from battle.rules.position import ALL_POINTS, Player

SEATS: Final[tuple[Player, Player]] = (1, 2)


# --- solved deals -----------------------------------------------------------------------------


def pars_of(file: Path) -> dict[int, int]:
    """Return the par of every deal in a file, none if it cannot be read."""
    return {number: solved.value for number, solved in read(file).items()}


@cache
def solved_pars() -> Mapping[int, int]:
    """Return the par of every deal that comes with the game solved."""
    return MappingProxyType(pars_of(asset("deals/par.csv")))


# --- choosing a deal --------------------------------------------------------------------------


@dataclass(frozen=True)
class FairDeal:
    """A deal with its par, from player 1's side, and which of two people, 0 or 1, is player 1."""

    deal: int
    par: int
    first: int = 0

    def handicap_of(self, person: int) -> int:
        """Return by how much a person wins if both play perfectly."""
        return self.par if person == self.first else -self.par


def fair_deals(
    pars: Mapping[int, int], handicap: int = 0, *, spread: int = 0, seats: bool = True
) -> list[FairDeal]:
    """Return the deals in which person 0 wins by `handicap` if both play perfectly.

    The handicap is kept to within `spread` points; person 0 is the weaker if it is positive. Where
    `seats` may be chosen, a deal counts from both sides. Closest first, then by number.
    """
    found = [
        FairDeal(deal, par, first)
        for deal, par in pars.items()
        for first in ((0, 1) if seats else (0,))
    ]
    close = [one for one in found if abs(one.handicap_of(0) - handicap) <= spread]
    return sorted(close, key=lambda one: (abs(one.handicap_of(0) - handicap), one.deal, one.first))


def choose_deal(
    pars: Mapping[int, int],
    random: Random,
    handicap: int = 0,
    *,
    seats: bool = True,
    played: Iterable[int] = (),
) -> FairDeal | None:
    """Return one of the deals that come closest to a handicap, by chance; None without any.

    Deals that were played already are left out as long as others come as close.
    """
    found = fair_deals(pars, handicap, spread=2 * ALL_POINTS, seats=seats)
    if not found:
        return None
    gap = abs(found[0].handicap_of(0) - handicap)
    closest = [one for one in found if abs(one.handicap_of(0) - handicap) == gap]
    known = set(played)
    return random.choice([one for one in closest if one.deal not in known] or closest)


# --- luck and skill ---------------------------------------------------------------------------


@dataclass(frozen=True)
class LuckAndSkill:
    """A player's margin and what it is made of: `luck` is par of the seat, `skill` the rest."""

    margin: int
    luck: int

    @property
    def skill(self) -> int:
        """By how much the player did better than par of the seat; the other's is the negative."""
        return self.margin - self.luck


def luck_and_skill(margin: int, par: int, player: Player) -> LuckAndSkill:
    """Return what a player's result is made of; `margin` and `par` are from player 1's side."""
    sign = 1 if player == 1 else -1
    return LuckAndSkill(sign * margin, sign * par)


# --- duplicate --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Leg:
    """A game of a duplicate match, from the side of person 0, who had `seat`.

    `points` are those of persons 0 and 1; `winner` is the person who won, None for a draw.
    """

    seat: Player
    points: tuple[int, int]
    winner: int | None

    @property
    def margin(self) -> int:
        """Person 0's points minus person 1's."""
        return self.points[0] - self.points[1]


@dataclass(frozen=True)
class Duplicate:
    """The same deals twice, with the seats swapped: what the deal gives, it gives to both.

    `deals` are played in order, each by two legs; person 0 begins with the seats of `first_seats`,
    one a deal. `legs` are the games that are over.
    """

    deals: tuple[int, ...]
    first_seats: tuple[Player, ...]
    legs: tuple[Leg, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
        return len(self.legs) >= 2 * len(self.deals)

    @property
    def deal(self) -> int | None:
        """The deal to play now, None when all have been played."""
        return None if self.is_over else self.deals[len(self.legs) // 2]

    @property
    def seat(self) -> Player | None:
        """The seat person 0 has now, None when all games have been played."""
        if self.is_over:
            return None
        first = self.first_seats[len(self.legs) // 2]
        return first if len(self.legs) % 2 == 0 else _other(first)

    @property
    def totals(self) -> tuple[int, int]:
        """The points of persons 0 and 1 in all games so far."""
        return sum(leg.points[0] for leg in self.legs), sum(leg.points[1] for leg in self.legs)

    @property
    def margin(self) -> int:
        """Person 0's points minus person 1's in all games so far."""
        first, second = self.totals
        return first - second

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The deals that both have played from both sides, with person 0's margin of both games."""
        whole = zip(self.deals, self.legs[::2], self.legs[1::2], strict=False)
        return [(deal, there.margin + back.margin) for deal, there, back in whole]

    @property
    def winner(self) -> int | None:
        """The person with more points at the end, None for a draw and before."""
        if not self.is_over or self.margin == 0:
            return None
        return 0 if self.margin > 0 else 1

    def played(self, points: tuple[int, int], winner: Player | None) -> Duplicate:
        """Return the match after the next game; points and winner are by seats.

        Raises ValueError when all games have been played.
        """
        seat = self.seat
        if seat is None:
            raise ValueError("all games of the match have been played")
        own, others = points if seat == 1 else (points[1], points[0])
        won = None if winner is None else 0 if winner == seat else 1
        return replace(self, legs=(*self.legs, Leg(seat, (own, others), won)))


def duplicate(deals: Sequence[int], random: Random) -> Duplicate:
    """Return a match on some deals; chance decides who begins with which seat of each.

    Raises ValueError without a deal.
    """
    if not deals:
        raise ValueError("a duplicate match needs a deal")
    return Duplicate(tuple(deals), tuple(random.choice(SEATS) for _deal in deals))


def _other(player: Player) -> Player:
    return 2 if player == 1 else 1
