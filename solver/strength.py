"""Strength: the points a player loses in a game against perfect play.

    python -m solver.strength --games 10 --time 1 --prove 60

The solver plays both sides, one thread and `time` seconds a move, with a new table for every game.
Then the game is looked at from its end: position after position is solved, with all cores, up to
`prove` seconds each, until one is not proven. From that ply on every move's loss is exact; a game
whose deal is solved is measured from its first move.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from statistics import fmean

from battle.rules.deal import deal
from battle.rules.position import Position
from solver.api import Solver
from solver.limits import Limit


@dataclass(frozen=True)
class Loss:
    """What was lost from ply `first` of a game on, by players 1 and 2."""

    first: int
    lost: tuple[int, int]


def play(start: Position, limit: Limit, hash_mb: int | None = None) -> list[Position]:
    """Return the positions of a game that one thread plays against itself."""
    positions = [start]
    with Solver(threads=1, hash_mb=hash_mb) as solver:
        while not positions[-1].is_over:
            best = solver.analyse(positions[-1], limit, start=start).best
            assert best is not None, "a position that is not over has a best move"
            positions.append(positions[-1].play(best))
    return positions


def losses(positions: list[Position], solver: Solver, limit: Limit) -> Loss:
    """Return what the moves of a game lost, as far back from its end as `limit` can prove."""
    lost = [0, 0]
    margin = positions[-1].margin
    for ply in range(len(positions) - 1, 0, -1):
        position = positions[ply - 1]
        found = solver.analyse(position, limit, start=positions[0])
        if not found.exact:
            return Loss(ply + 1, (lost[0], lost[1]))
        cost = found.margin - margin
        lost[position.to_move - 1] += cost if position.to_move == 1 else -cost
        margin = found.margin
    return Loss(1, (lost[0], lost[1]))


def main() -> None:
    """Play games and print what was lost in each, and on average by a player in a game."""
    parser = argparse.ArgumentParser(prog="python -m solver.strength", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move")
    parser.add_argument("--prove", type=float, default=60.0, help="seconds for a proof")
    parser.add_argument("--hash", type=int, default=None, help="MiB of memory for the table")
    wanted = parser.parse_args()
    found: list[Loss] = []
    for number in range(wanted.first, wanted.first + wanted.games):
        positions = play(deal(number), Limit(time=wanted.time), wanted.hash)
        with Solver(hash_mb=wanted.hash) as solver:
            found.append(losses(positions, solver, Limit(time=wanted.prove)))
        first, lost = found[-1].first, found[-1].lost
        tiles = positions[first - 1].tiles_left
        print(
            f"deal {number}: proven from ply {first} ({tiles} tiles), lost {lost[0]} and {lost[1]}",
            flush=True,
        )
    print(f"lost by a player in a game: {fmean(sum(loss.lost) / 2 for loss in found):.2f}")


if __name__ == "__main__":
    main()
