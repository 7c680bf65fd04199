"""The exact solver: positions in, proven values out. A name loads its module when it is used.

What programs may rely on is in `__all__`; everything else may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from battle.analysis.costs import Mark, MoveCost, MoveReview, PlayerReview, Review, Thresholds
    from battle.analysis.values import Bounds, Cost, MoveInfo, Values
    from battle.protocol import Goal, Limit, Line, Value
    from battle.rules.certificate import verify
    from solver.api import ALL_LINES, Analysis, MoveBounds, RunningAnalysis, Solver
    from solver.proofs import prove
    from solver.reviews import exact_review, review

__all__ = [
    "ALL_LINES",
    "Analysis",
    "Bounds",
    "Cost",
    "Goal",
    "Limit",
    "Line",
    "Mark",
    "MoveBounds",
    "MoveCost",
    "MoveInfo",
    "MoveReview",
    "PlayerReview",
    "Review",
    "RunningAnalysis",
    "Solver",
    "Thresholds",
    "Value",
    "Values",
    "exact_review",
    "prove",
    "review",
    "verify",
]

_HOMES = {
    "battle.analysis.costs": (
        "Mark",
        "MoveCost",
        "MoveReview",
        "PlayerReview",
        "Review",
        "Thresholds",
    ),
    "battle.analysis.values": ("Bounds", "Cost", "MoveInfo", "Values"),
    "battle.protocol": ("Goal", "Limit", "Line", "Value"),
    "battle.rules.certificate": ("verify",),
    "solver.proofs": ("prove",),
    "solver.reviews": ("exact_review", "review"),
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    homes = (module for module, names in _HOMES.items() if name in names)
    globals()[name] = value = getattr(import_module(next(homes, "solver.api")), name)
    return value
