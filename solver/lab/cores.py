"""How cores are shared out: how many deals are solved at once, and with how many threads each.

Threads on one deal are not worth as much as that many deals, because they prove some things twice.
So of many deals as many are solved at once as there are cores, and few deals one after the other
by all cores, so that none of these waits for the last deal.
"""

from __future__ import annotations

from math import ceil, pow
from typing import Final, NamedTuple

EFFECT_OF_THREADS: Final = 0.75
"""So many threads are as quick as one, to this power: two threads 1.7 times (bench/log.md)."""


class Shares(NamedTuple):
    """Deals to be solved at once, and the threads for each of them."""

    at_once: int
    threads: int


def shared_out(deals: int, cores: int) -> Shares:
    """Return the shares that solve `deals` deals, of equal length, soonest; both at least 1."""
    choices = [Shares(at_once, cores // at_once) for at_once in range(1, min(deals, cores) + 1)]
    return min(choices, key=lambda shares: _duration(deals, shares))


def _duration(deals: int, shares: Shares) -> float:
    """Return how long the deals take, in the time that one thread takes for one."""
    return ceil(deals / shares.at_once) / pow(shares.threads, EFFECT_OF_THREADS)
