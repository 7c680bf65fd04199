"""Fair games: solved deals in disguise, evened out by points, and luck and skill apart.

    par         the margin of a deal with perfect play, from player 1's side
    head start  by how much a player is to win with perfect play, 0 in an even game
    points given at the start = head start − par, to player 2 if that is negative
    luck        what par and the points given gave a player's seat
    skill       what the player made of it: margin − luck

Pars come from `battle.profile.proofs`. Everything here returns numbers; the words are left
to those who show them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from battle.game.setup import given_for
from battle.rules.deal import deal
from battle.rules.disguise import random_disguise
from battle.rules.position import Player, Position, for_player

MOST_GIVEN: Final = 60
"""The greatest head start, in points, that is offered."""

# --- tables that are as even as is wished -----------------------------------------------------


@dataclass(frozen=True)
class FairTable:
    """A solved deal in a disguise of its own: its number, the tiles as they lie, and its par."""

    deal: int
    tiles: Position
    par: int

    def start(self, head_start: int = 0) -> Position:
        """Return the start from which player 1 wins by `head_start` with perfect play."""
        return self.tiles.with_given(given_for(head_start - self.par))


def fair_table(
    pars: Mapping[int, int], random: Random, before: FairTable | None = None
) -> FairTable | None:
    """Return one of some solved deals in a new disguise; None if there are no deals.

    It is another deal than `before` if there is one.
    """
    numbers = [number for number in pars if before is None or number != before.deal]
    if not pars:
        return None
    number = random.choice(sorted(numbers or pars))
    return FairTable(number, random_disguise(random).of_position(deal(number)), pars[number])


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
