"""Random deals: the number of one that nobody chose, or of several that differ."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

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
