"""The entries of a store of values: one for each grid, with its bounds and its links to others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from battle.rules.move import Move


@dataclass(eq=False)
class Bounds:
    """Bounds of a value that only close in."""

    lower: int
    upper: int

    def close_in(self, lower: int, upper: int) -> bool:
        """Take proven bounds in; return whether they were news. Raises ArithmeticError."""
        low, high = max(lower, self.lower), min(upper, self.upper)
        if low > high:
            raise ArithmeticError(
                f"contradicting bounds: {lower}..{upper}, {self.lower}..{self.upper}"
            )
        news = (low, high) != (self.lower, self.upper)
        self.lower, self.upper = low, high
        return news


Layer: TypeAlias = Callable[["Entry"], Bounds]
"""Which of its bounds an entry hands on to others: the proven ones, or those with claims."""


@dataclass(eq=False)
class Entry:
    """One grid of the store; `after` and `before` link it to others by the points between.

    `sure` are proven; `told` include what was claimed, and hold guesses within them. Without claims
    they are the same object.
    `moves` names the grids after all moves, once they are linked.
    """

    sure: Bounds
    told: Bounds
    guess: int | None = None
    effort: int = -1
    line: tuple[Move, ...] = ()
    is_looked_at: bool = False
    moves: dict[Move, str] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)
    before: dict[str, int] = field(default_factory=dict)

    @property
    def lower(self) -> int:
        """The lower bound with claims."""
        return self.told.lower

    @property
    def upper(self) -> int:
        """The upper bound with claims."""
        return self.told.upper


def sure(entry: Entry) -> Bounds:
    """Return what is proven of an entry."""
    return entry.sure


def with_claims(entry: Entry) -> Bounds:
    """Return what is known of an entry with what was claimed."""
    return entry.told
