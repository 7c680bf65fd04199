"""Certificates of endgames of solved deals, for others to verify (`tools/verify.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from battle.rules.position import Move, deal
from solver.api import Limit, Solver
from solver.proofs import prove

TILES: Final = 30
"""Left at most, where the certificate begins."""

NODES: Final = 30_000
"""Searched before every move that leads there."""


class Endgame(NamedTuple):
    """An endgame: its deal, the moves from there, and its value for the player to move."""

    deal: int
    moves: str
    value: int


def write(place: Path, solver: Solver, number: int) -> list[Endgame]:
    """Play a deal to its endgame, and write the proof into a directory. Raises OSError."""
    position, moves = deal(number), list[Move]()
    while not position.is_over and position.tiles_left > TILES:
        best = solver.analyse(position, Limit(nodes=NODES), start=deal(number)).best
        assert best is not None, "there is a move, the game is not over"
        moves.append(best)
        position = position.play(best)
    text = prove(position)
    value = int(text.split("at least ")[1].split()[0])
    (place / f"{number}.txt").write_text(text, encoding="utf-8")
    return [Endgame(number, " ".join(map(str, moves)), value)]
