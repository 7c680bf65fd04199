"""Limits: when thinking ends, and what is being asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Goal(Enum):
    """What is to be found out.

    MARGIN the value in points, OUTCOME only who wins with the points given, BEST the value and
    for every move whether it keeps it.
    """

    MARGIN = "margin"
    BEST = "best"
    OUTCOME = "outcome"


@dataclass(frozen=True)
class Limit:
    """When to stop; the first limit reached counts, and a proven answer always ends the thinking.

    `time` in seconds; `nodes` visited, all threads together; `depth` in plies of the estimate
    while the end is out of reach. `exact` and no limit at all mean: until proven, and no time is
    spent on estimates even where there is a limit as well. `infinite` goes
    on until stopped, even after the proof. Raises ValueError for limits below zero.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    exact: bool = False
    infinite: bool = False
    goal: Goal = Goal.MARGIN

    def __post_init__(self) -> None:
        for name, least in (("time", 0), ("nodes", 0), ("depth", 1)):
            number = getattr(self, name)
            if number is not None and not number >= least:
                raise ValueError(f"bad limit: {name} is {number}, expected at least {least}")

    @property
    def is_open(self) -> bool:
        """Whether only a proof or a stop ends the thinking."""
        return self.time is None and self.nodes is None and self.depth is None
