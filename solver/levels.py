"""Levels: named strengths of play, from one that overlooks a lot to one that plays its best.

A level is a limit and a carelessness. A careless player sees every move's value blurred by up to
that many points either way, and takes what looks best; the blur depends on the position and the
move alone, so the same game is played the same way twice.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from random import Random
from typing import Final

from battle.rules.errors import FormatError, quoted
from battle.rules.move import Move
from solver.answers import Analysis, Line
from solver.limits import Limit


@dataclass(frozen=True)
class Level:
    """A strength: what the player looks at, and how many points the eye is off at most."""

    name: str
    limit: Limit
    carelessness: int = 0

    @property
    def lines(self) -> int:
        """How many moves have to be valued for a choice at this level."""
        return 1000 if self.carelessness else 1

    def choose(self, analysis: Analysis) -> Move | None:
        """Return the move this level plays, given an analysis with `lines` lines."""
        if not analysis.lines or not self.carelessness:
            return analysis.best
        start = zlib.crc32(str(analysis.position).encode())
        return max(analysis.lines, key=lambda line: self._seen(line, start)).move

    def _seen(self, line: Line, start: int) -> float:
        random = Random(start ^ zlib.crc32(str(line.move).encode()))
        return line.value.points + self.carelessness * (2 * random.random() - 1)


LEVELS: Final = {
    level.name: level
    for level in (
        Level("beginner", Limit(depth=1), carelessness=8),
        Level("easy", Limit(depth=2), carelessness=5),
        Level("medium", Limit(depth=3), carelessness=3),
        Level("hard", Limit(time=0.2)),
        Level("strong", Limit(time=1.0)),
        Level("master", Limit(time=5.0)),
    )
}


def level(name: str) -> Level:
    """Return the level called `name`; raise FormatError, which lists the names, for others."""
    try:
        return LEVELS[name.lower()]
    except KeyError:
        names = ", ".join(LEVELS)
        raise FormatError(f"bad level {quoted(name)}: expected one of {names}") from None
