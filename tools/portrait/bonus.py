"""A fair bonus: the points that even out the seats, for a deal that nobody knows, and the pie rule.

Who does not begin gets the bonus. With perfect play who begins then wins the deals whose par is
above it, and loses those whose par is below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tools.portrait.figures import Collected
from tools.portrait.intervals import Estimate, mean, share

BONUSES: Final = range(11)


class Outcomes(NamedTuple):
    """Shares of deals for whoever begins, and by how much more it wins than loses."""

    wins: Estimate
    draws: Estimate
    losses: Estimate
    more: Estimate


def outcomes(pars: Sequence[int], bonus: int) -> Outcomes:
    """Return how games of perfect play end, of at least two deals."""
    left = [par - bonus for par in pars]
    more = mean([(one > 0) - (one < 0) for one in left])
    return Outcomes(
        share(one > 0 for one in left),
        share(one == 0 for one in left),
        share(one < 0 for one in left),
        replace(more, low=max(-1.0, more.low), high=min(1.0, more.high)),
    )


def fair(pars: Sequence[int]) -> list[int]:
    """Return the bonuses with which it is not shown that either seat is better."""
    return [one for one in BONUSES if not outcomes(pars, one).more.is_shown]


def fairest(pars: Sequence[int]) -> int:
    """Return the bonus with which both seats win most nearly as often."""
    return min(BONUSES, key=lambda one: abs(outcomes(pars, one).more.value))


class Offer(NamedTuple):
    """What a way to name the bonus leaves to a player who chooses a seat and knows par."""

    gain: Estimate
    draws: Estimate


def offer(named: Iterable[tuple[int, int]]) -> Offer:
    """Return it, given pars and what was named for each."""
    gains = [abs(par - bonus) for par, bonus in named]
    return Offer(mean(gains), share(gain == 0 for gain in gains))


def offers(some: Collected) -> Mapping[int, Offer]:
    """Return what is left where the estimate of a search is named, by its nodes."""
    nodes = sorted({game.nodes for game in some.games})
    return {
        one: offer((par.value, game.seen) for game, par in some.played if game.nodes == one)
        for one in nodes
    }
