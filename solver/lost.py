"""Points lost: what the solver gives away in whole games, every position proven afterwards.

    python -m solver.lost 3 7 --time 1             plays deals 3 to 7 against itself, proves them
    python -m solver.lost 1 12 --tiles 88          the same from what random play leaves of deals
    python -m solver.lost 3 7 --nodes 1200000      as much work a move on any machine, however busy

One thread plays. Proving begins at the end of the game, so that the table helps; a full deal takes
minutes. From `LAST_TILES` tiles on the game is not played: there a move takes the player no time to
prove, so nothing can be lost.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Final

from battle.rules.deal import deal
from battle.rules.position import Position
from solver.api import Limit, Solver
from solver.bench import left_of_deal

LAST_TILES: Final = 56


@dataclass(frozen=True)
class Game:
    """A game's value for the first player at its start, and what every move gave away."""

    value: int
    costs: tuple[int, ...]

    @property
    def lost(self) -> tuple[int, int]:
        """The points players 1 and 2 gave away, the one to move at the start being 1."""
        return sum(self.costs[::2]), sum(self.costs[1::2])


def play(start: Position, player: Solver, limit: Limit) -> list[Position]:
    """Return the positions of a game that `player` plays against itself, down to LAST_TILES."""
    path = [start]
    while not path[-1].is_over and path[-1].tiles_left > LAST_TILES:
        best = player.analyse(path[-1], limit, start=start).best
        assert best is not None, "there is a move, the game is not over"
        path.append(path[-1].play(best))
    return path


def judge(path: Sequence[Position], prover: Solver) -> Game:
    """Return what each move of a game gave away, all its positions proven."""
    proofs = [prover.analyse(place, Limit(exact=True), start=path[0]) for place in reversed(path)]
    values = [proof.value.points for proof in reversed(proofs)]
    gains = [sum(after.points) - sum(before.points) for before, after in itertools.pairwise(path)]
    costs = [
        value - (gain - following)
        for value, gain, following in zip(values, gains, values[1:], strict=False)
    ]
    return Game(values[0], tuple(costs))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and prove some deals; print a line for each, and what a player loses on average."""
    parser = argparse.ArgumentParser(
        prog="python -m solver.lost",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", type=int, help="the first deal")
    parser.add_argument("last", type=int, help="the last deal")
    parser.add_argument("--tiles", type=int, default=108, help="tiles at the start")
    parser.add_argument("--time", type=float, help="seconds for each move")
    parser.add_argument("--nodes", type=int, help="nodes for each move")
    parser.add_argument("--threads", type=int, default=0, help="threads to prove with")
    parser.add_argument("--hash", type=int, default=4096, help="MiB of table to prove with")
    options = parser.parse_args(arguments)
    seconds = options.time if options.time or options.nodes else 1.0
    limit = Limit(time=seconds, nodes=options.nodes)
    lost: list[int] = []
    with (
        Solver(1, 512, known_deals=False) as player,
        Solver(options.threads, options.hash, known_deals=False) as prover,
    ):
        for number in range(options.first, options.last + 1):
            is_whole = options.tiles == 108
            start = deal(number) if is_whole else left_of_deal(number, options.tiles)
            game = judge(play(start, player, limit), prover)
            lost += game.lost
            costs = " ".join(map(str, game.costs))
            print(f"deal {number}: value {game.value:+d}, lost {game.lost}: {costs}", flush=True)
            print(f"  {_average(lost)}", flush=True)
            player.forget()
            prover.forget()


def _average(lost: Sequence[int]) -> str:
    error = stdev(lost) / len(lost) ** 0.5
    return f"{mean(lost):.2f} ± {error:.2f} points a player and game ({len(lost) // 2} games)"


if __name__ == "__main__":
    main()
