"""Certificates of endgames of solved deals, for others to verify (`tools/verify.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from battle.rules.position import Move, deal
from solver.api import Limit, Solver
from solver.proofs import prove
from tools.records import Records

TILES: Final = 30
"""Left at most, where the certificate begins."""

NODES: Final = 30_000
"""Searched before every move that leads there."""


class Endgame(NamedTuple):
    """An endgame: its deal, the moves from there, and its value for the player to move."""

    deal: int
    moves: str
    value: int


def write(place: Path, deals: Iterable[int], solver: Solver, report: Callable[[str], None]) -> None:
    """Play deals to their endgames, and prove what a directory has not yet. Raises OSError."""
    file = Records(place / "endgames.csv", Endgame)
    known = {one.deal for one in file.mend()}
    for number in deals:
        if number in known:
            continue
        position, moves = deal(number), list[Move]()
        while not position.is_over and position.tiles_left > TILES:
            best = solver.analyse(position, Limit(nodes=NODES), start=deal(number)).best
            assert best is not None, "there is a move, the game is not over"
            moves.append(best)
            position = position.play(best)
        text = prove(position)
        value = int(text.split("at least ")[1].split()[0])
        (place / f"{number}.txt").write_text(text, encoding="utf-8")
        file.add(Endgame(number, " ".join(map(str, moves)), value))
        report(f"deal {number}: {value:+d}, {len(text.splitlines())} lines")
