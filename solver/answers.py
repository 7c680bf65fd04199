"""Answers: values that know whose they are, lines, and what is known of a position so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from battle.rules.position import Move, Player, Position

Bounds: TypeAlias = Mapping[Move, tuple[int, int]]
"""The proven lower and upper bound of moves, in points for the player who makes them."""


@dataclass(frozen=True)
class Value:
    """Points to come, one player's minus the other's, seen by `player`."""

    points: int
    player: Player

    def for_player(self, player: Player) -> int:
        """Return the points as `player` sees them."""
        return self.points if player == self.player else -self.points

    def __int__(self) -> int:
        return self.points

    def __str__(self) -> str:
        return f"{self.points:+d}"


@dataclass(frozen=True)
class Line:
    """A move with what is known of its value, for the player who makes it.

    `lower` and `upper` are proven; `value` lies between them and is an estimate unless `exact`.
    `pv` begins with the move. `error` is the standard error of the value in points, 0 when exact.
    `seen` is what the look ahead saw, within what is proven, of which the estimate is made.
    """

    move: Move
    value: Value
    lower: Value
    upper: Value
    exact: bool
    pv: tuple[Move, ...]
    error: float = 0.0
    seen: int = 0


@dataclass(frozen=True)
class Analysis:
    """What is known of `position` at one moment, for the player to move.

    `lower` and `upper` are proven and only ever close in; `exact` means that they meet. `best` is
    None if the game is over. `lines` are sorted best first. `depth` is in plies, `hashfull` in
    permille; `progress` says in words how far along the search is. `bounds` are the proven lower
    and upper bound of every move, also of those that have no line. `error` is the standard error
    of the value in points, 0 when exact: 80 truths in 100 lie within 1.28 times as much of it.
    """

    position: Position
    value: Value
    lower: Value
    upper: Value
    exact: bool
    best: Move | None
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int
    hashfull: int
    progress: str = ""
    bounds: Bounds = field(default_factory=dict, repr=False, compare=False)
    error: float = 0.0

    @property
    def nps(self) -> int:
        """Nodes visited in a second."""
        return int(self.nodes / self.seconds) if self.seconds > 0 else 0

    @property
    def margin(self) -> int:
        """The final margin from the first player's side, if `value` comes true."""
        return self.position.margin + self.value.for_player(1)

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis as the object that `mahjong-battle analyse --json` prints."""
        return {
            "position": str(self.position),
            "to_move": self.position.to_move,
            "value": self.value.points,
            "error": round(self.error, 1),
            "lower": self.lower.points,
            "upper": self.upper.points,
            "exact": self.exact,
            "best": None if self.best is None else str(self.best),
            "lines": [_line_as_dict(self.position, line) for line in self.lines],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


def _line_as_dict(position: Position, line: Line) -> dict[str, Any]:
    return {
        "move": str(line.move),
        "tile": str(position.kind_at(line.move.first)),
        "value": line.value.points,
        "error": round(line.error, 1),
        "lower": line.lower.points,
        "upper": line.upper.points,
        "exact": line.exact,
        "pv": [str(move) for move in line.pv],
    }
