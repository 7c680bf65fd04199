"""The tricks of the search, each of which can be switched off to check and to measure the rest.

    MAHJONG_BATTLE_WITHOUT="sharing odd-sharing" python -m battle bench

The names of the environment variable are those of `NAMES`, separated by spaces or commas. Values
proven without a trick are the same, only later: `python -m tools.check` compares them. Kernels
read the switches as constants, so a trick costs nothing to be able to switch off; kernels compiled
without one are kept in a directory of their own (`solver.kernels.cache`).
"""

from __future__ import annotations

import os
from typing import Final

from battle.rules.position import FormatError, quoted

VARIABLE: Final = "MAHJONG_BATTLE_WITHOUT"

NAMES: Final = (
    "static-bounds",
    "table",
    "enhanced-cutoff",
    "sharing",
    "odd-sharing",
    "top-rank",
    "rank-cap",
    "strong-question",
    "pair-cap",
    "top-rank-2",
    "two-of-four",
    "odd-ceiling",
    "stored-cap",
    "both-bounds",
    "highest-settled",
    "three-loose",
    "table-move",
    "visited-bonus",
    "order",
    "plain-order",
    "killer",
    "turns",
)


def _without() -> tuple[str, ...]:
    wanted = os.environ.get(VARIABLE, "").replace(",", " ").split()
    for name in wanted:
        if name not in NAMES:
            raise FormatError(f"bad {VARIABLE} {quoted(name)}: expected some of {', '.join(NAMES)}")
    return tuple(name for name in NAMES if name in wanted)


WITHOUT: Final = _without()
"""The tricks switched off, in the order of `NAMES`."""

STATIC_BOUNDS: Final = "static-bounds" not in WITHOUT
"""Bounds that need no search (`solver.kernels.bounds`)."""

TABLE: Final = "table" not in WITHOUT
"""Bounds found in the table. Without it nothing of more than 20 tiles or so is ever proven."""

ENHANCED_CUTOFF: Final = "enhanced-cutoff" not in WITHOUT
"""A move that answers by what the table proves is taken at once, not when its turn comes."""

SHARING: Final = "sharing" not in WITHOUT
"""An entry bounds states that differ from its own in an even number of settled pairs."""

ODD_SHARING: Final = "odd-sharing" not in WITHOUT
"""An entry bounds states that differ from its own in an odd number of settled pairs."""

TOP_RANK: Final = "top-rank" not in WITHOUT
"""In a plain state an available pair of the highest rank left is taken at once."""

TOP_RANK_2: Final = "top-rank-2" not in WITHOUT and TOP_RANK
"""So it is where its own kind is the only one that keeps the state from being plain."""

TWO_OF_FOUR: Final = "two-of-four" not in WITHOUT
"""Both also where one kind has four tiles left, of which two are free, and no other has four."""

RANK_CAP: Final = "rank-cap" not in WITHOUT
"""In a plain state what one move is worth at most caps what all are worth."""

STRONG_QUESTION: Final = "strong-question" not in WITHOUT and RANK_CAP
"""In a plain state that should fail, one move is asked first whether its cap suffices."""

PAIR_CAP: Final = "pair-cap" not in WITHOUT
"""Where the state is not plain, what one move is worth at most caps some of the others."""

ODD_CEILING: Final = "odd-ceiling" not in WITHOUT and ODD_SHARING
"""An entry bounds plain states that differ in an odd number of settled pairs from above too."""

STORED_CAP: Final = "stored-cap" not in WITHOUT and RANK_CAP
"""The cap of a state that is worth what was asked is stored as its upper bound."""

BOTH_BOUNDS: Final = "both-bounds" not in WITHOUT
"""The answer to a question is stored with the bound that it did not ask for."""

HIGHEST_SETTLED: Final = "highest-settled" not in WITHOUT
"""Of the settled pairs only the highest is taken."""

THREE_LOOSE: Final = "three-loose" not in WITHOUT
"""Three loose tiles of a kind whose fourth is not loose are a settled pair and one loose tile."""

TABLE_MOVE: Final = "table-move" not in WITHOUT
"""The move that answered last time is searched a little earlier."""

VISITED_BONUS: Final = "visited-bonus" not in WITHOUT
"""Moves to states that were searched before come a little earlier."""

ORDER: Final = "order" not in WITHOUT
"""Moves are searched best first; without it, in the order in which they are generated."""

PLAIN_ORDER: Final = "plain-order" not in WITHOUT and ORDER
"""Moves that lead to plain states, or towards them, come earlier."""

KILLER: Final = "killer" not in WITHOUT and ORDER
"""The pair that answered last with as many pairs left comes a little earlier."""

TURNS: Final = "turns" not in WITHOUT
"""A long search works with two stacks by turns."""
