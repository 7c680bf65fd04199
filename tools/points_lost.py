"""Points lost: the points that the solver loses in whole games, every position proven afterwards.

    python -m tools.points_lost 3 7 --time 1          plays deals 3 to 7 against itself
    python -m tools.points_lost 1 12 --tiles 88       from what random play leaves of deals
    python -m tools.points_lost 3 7 --nodes 1200000   as much work a move on any machine

One thread plays. Proving begins at the end of the game, so that the table helps; a full deal takes
minutes. From `LAST_TILES` tiles on the game is not played: there a move takes the player no time to
prove, so nothing can be lost.
"""

from __future__ import annotations

import sys
from typing import Final

import click

from battle.analysis.costs import Review
from battle.rules.position import ALL_TILES, Position
from battle.rules.tree import Game
from solver.api import Limit, Solver
from solver.bench import left_of_deal
from solver.reviews import exact_review
from tools.command import command
from tools.strength import mean

LAST_TILES: Final = 56


def play(start: Position, player: Solver, limit: Limit) -> Game:
    """Return a game that `player` plays against itself, down to LAST_TILES."""
    game = Game(start)
    while not game.position.is_over and game.position.tiles_left > LAST_TILES:
        best = player.analyse(game.position, limit, start=start).best
        assert best is not None, "there is a move, the game is not over"
        game.play(best)
    return game


@command
@click.argument("first", type=int)
@click.argument("last", type=int)
@click.option("--tiles", default=ALL_TILES, help="Tiles at the start.")
@click.option("--time", "seconds", type=float, help="Seconds for each move; 1 if nothing is said.")
@click.option("--nodes", type=int, help="Nodes for each move.")
@click.option("--threads", default=0, help="Threads to prove with.")
@click.option("--hash", "hash_mb", default=4096, help="MiB of table to prove with.")
def main(
    first: int,
    last: int,
    tiles: int,
    seconds: float | None,
    nodes: int | None,
    threads: int,
    hash_mb: int,
) -> None:
    """Play and prove some deals; print a line for each, and what a player loses on average."""
    limit = Limit(time=seconds if seconds or nodes else 1.0, nodes=nodes)
    lost: list[int] = []
    with (
        Solver(1, 512, known_deals=False) as player,
        Solver(threads, hash_mb, known_deals=False) as prover,
    ):
        for number in range(first, last + 1):
            game = play(left_of_deal(number, tiles), player, limit)
            prover.forget()
            review = exact_review(game, prover)
            lost += review.lost
            print(line_of(number, review), flush=True)
            print(f"  {mean(lost)} points a player and game ({len(lost) // 2} games)", flush=True)
            player.forget()


def line_of(number: int, review: Review) -> str:
    """Return a line about a game: what was to come for player 1, and what every move gave away."""
    costs = " ".join(str(move.cost.value) for move in review.moves)
    value = review.par.value - review.start.margin
    return f"deal {number}: value {value:+d}, lost {review.lost}: {costs}"


if __name__ == "__main__":
    sys.exit(main())
