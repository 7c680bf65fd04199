"""Fair games: deals by their par, luck and skill apart.

    par         the margin of a deal with perfect play, from player 1's side
    luck        what par gave a player's seat
    skill       what the player made of it: margin − luck

Pars come from `battle.profile.pars`. Everything here returns numbers; the words are left
to those who show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from battle.rules.position import ALL_POINTS, Player, for_player

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
    return LuckAndSkill(for_player(margin, player), for_player(par, player))
