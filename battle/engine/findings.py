"""Findings: what the engine's `info` lines prove and guess of each move of a position.

The lines of one report come best first, one for every move. The first one's bounds are those of
the position: its upper bound holds for the move as well, but its lower bound is the move's own only
if none of the others explains it.

    position  lower 4 … upper 9           what the lines say         what is proven of the moves
      a1c9    lower 3 … upper 9     ──►   multipv 1  4 … 9     ──►   a1c9  ? … 9
      f1l1    lower 4 … upper 4           multipv 2  4 … 4           f1l1  4 … 4
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battle.analysis.values import Finding
from battle.protocol import BestMove, Info
from battle.rules.position import ALL_POINTS, Move, Position

NO_LOOK: Final = -2
"""The effort of a guess that is none: the engine has not looked ahead yet."""


class InfoReport:
    """The `info` lines of one report, collected as they come."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._moves = frozenset(position.legal_moves)
        self._lines: list[Info] = []
        self._whole: list[Info] = []

    def add(self, info: Info) -> None:
        """Take in a line; the first of a report begins a new one."""
        if info.rank == 1:
            self._lines = []
        if info.pv and info.pv[0] in self._moves:
            self._lines.append(info)
        if len(self._lines) == len(self._moves):
            self._whole, self._lines = self._lines, []

    def take(self, *, finished: bool = False) -> list[Finding]:
        """Return what the last whole report found, once; `finished` takes half a report too."""
        lines = self._lines if finished and self._lines else self._whole
        self._lines, self._whole = self._lines if lines is self._whole else [], []
        return findings_of(self._position, lines)


def findings_of(position: Position, lines: Sequence[Info]) -> list[Finding]:
    """Return what the lines of a report find of the moves of `position`."""
    if not lines:
        return []
    first, others = lines[0], lines[1:]
    is_whole = len(lines) == len(position.legal_moves)
    own = is_whole and all(other.lower < first.lower for other in others)
    lower = first.lower if own or first.exact else -ALL_POINTS
    effort = first.nodes if first.depth > 0 or first.exact else NO_LOOK
    return [
        _finding(first, lower, effort),
        *(_finding(line, line.lower, effort) for line in others),
    ]


def _finding(line: Info, lower: int, effort: int) -> Finding:
    play = () if effort == NO_LOOK else line.pv
    return Finding(line.pv[0], lower, line.upper, line.value, effort, play, line.error)


def finding_of_best(best: BestMove, move: Move) -> Finding:
    """Return what an answer without any report finds of its move."""
    if best.exact:
        return Finding(move, best.value, best.value, best.value, 0, (move,))
    return Finding(move, -ALL_POINTS, ALL_POINTS, best.value, 0, (move,), best.error)
