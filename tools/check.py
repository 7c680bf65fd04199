"""The check of the solver against the slow twin, all tricks on and each of them off alone.

    python -m tools.check --known tests/data/endgames.txt   everything
    python -m tools.check --positions 200 --tiles 14        a small share of it
    python -m tools.check --here                            in this process, tricks as they are

Random small positions, many of which deadlock, are compared in every way that a kernel can be wrong
about them; positions of known value are proven up to a size that is in reach without the trick.
Errors are reported with the position. Half of the small positions are searched with two stacks by
turns from the first node on. The positions of random games are searched by one solver for every
goal: the order of the moves it names and the bounds it sends are compared.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

import click

from battle.protocol import Goal, Limit
from battle.rules.position import Move, Position, for_player
from solver import bench
from solver.api import ALL_LINES, Analysis, Solver
from solver.kernels import encode, tricks
from solver.kernels.encode import Kernels, Searcher
from solver.protocol import infos_of
from tools import reference
from tools.command import FILE, command
from tools.reference import columns_of, columns_of_state, value_of

MANY_NODES: Final = 10**9
TILES_WITHOUT_TABLE: Final = 24
"""The most tiles of a position of known value that is proven without a table."""


class WrongAnswerError(ArithmeticError):
    """The solver claims what is not so; the message names the position and the claim."""


def against_twin(kernels: Kernels, positions: Iterable[Position]) -> int:
    """Compare all that the kernels claim of small positions with the twin; return how many.

    The state is worth what the position is; every question about a move is answered rightly, also
    one far from the value; bounds without a search and what the table proves afterwards hold for
    all positions one and two moves ahead. Raises WrongAnswerError.
    """
    compared = 0
    for start in positions:
        _compare(kernels, start)
        compared += 1
    return compared


def against_known(kernels: Kernels, tasks: Iterable[bench.BenchTask]) -> int:
    """Prove positions of known value; return how many. Raises WrongAnswerError."""
    compared = 0
    for done in bench.run(kernels, list(tasks), hash_mb=64):
        if done.is_wrong:
            task = done.task
            raise WrongAnswerError(
                f"{task.position}: {done.found.value.points}, not {task.expected}"
            )
        compared += 1
    return compared


def against_games(solver: Solver, starts: Iterable[Position], seed: int) -> int:
    """Search the positions of random games for every goal; return how many searches that took.

    Raises WrongAnswerError for an answer or a report that claims what is not so.
    """
    random, searches = Random(seed), 0
    for grid in starts:
        memo: reference.Memo = {}
        start = place = Position(grid.columns, 1, (30 + random.randint(-9, 9), 30))
        while not place.is_over:
            values = reference.move_values(place, memo)
            for goal in Goal:
                nodes = random.choice((None, None, random.randrange(300)))
                limit = Limit(nodes=nodes, exact=random.random() < 0.5, goal=goal)
                found: list[Analysis] = []
                answer = solver.analyse(
                    *(place, limit, random.choice((1, 3, ALL_LINES))),
                    start=start,
                    report=found.append,
                )
                searches += 1
                for analysis in (*found, answer):
                    for wrong in wrong_claims(analysis, goal, values):
                        raise WrongAnswerError(f"{place}, {limit}: {wrong}")
            place = place.play(random.choice(place.legal_moves))
    return searches


def wrong_claims(found: Analysis, goal: Goal, values: Mapping[Move, int]) -> Iterator[str]:
    """Yield what an analysis claims wrongly, given the value of every move.

    The moves that are proven to keep what is proven of the position come first.
    """
    worth = max(values.values())
    for info in infos_of(found):
        value = values[info.pv[0]]
        if not (info.lower <= value <= info.upper and info.floor <= worth <= info.ceiling):
            yield f"{info}, but the move is worth {value}, the position {worth}"
    lower, wins = found.lower.points, 1 - for_player(found.position.margin, found.position.to_move)
    if goal is Goal.OUTCOME and lower >= wins:
        enough = wins
    elif found.exact:
        enough = lower
    else:
        return
    keeps = [line.lower.points >= enough for line in found.lines]
    if not keeps[0] or found.best != found.lines[0].move or keeps != sorted(keeps, reverse=True):
        yield f"{found}, where {enough} is enough"


def _compare(kernels: Kernels, start: Position) -> None:
    memo: reference.Memo = {}
    worth = reference.value(start, memo)
    table = kernels.table(1)
    searcher = kernels.searcher(start, table, 0)
    found = value_of(columns_of_state(start, encode.state_of(start)), {})
    if found != worth:
        raise WrongAnswerError(f"{start}: its state is worth {found}, not {worth}")
    following = [start.play(move) for move in start.legal_moves]
    for after in following:
        worth = value_of(columns_of(after), memo)
        for beta in (worth - 2, worth + 3, worth, worth + 1):
            _ask(searcher, after, beta, worth)
    for after in following:
        for grid in (after, *map(after.play, after.legal_moves)):
            state = encode.state_of(grid)
            worth = value_of(columns_of(grid), memo)
            lower, upper = searcher.known(state)
            if not lower <= worth <= upper:
                raise WrongAnswerError(f"{grid}: {lower} to {upper}, but it is worth {worth}")


def _ask(searcher: Searcher, grid: Position, beta: int, worth: int) -> None:
    """Ask whether a position is worth `beta`; the answer has to be a bound on the right side."""
    answer = searcher.bound(encode.state_of(grid), beta, MANY_NODES)
    is_right = answer is not None and (beta <= answer <= worth or worth <= answer < beta)
    if not is_right:
        raise WrongAnswerError(f"{grid}: {answer} when asked for {beta}, but it is worth {worth}")


def check_here(positions: int, tiles: int, seed: int, known: Path | None, most: int) -> str:
    """Check the tricks as they are in this process; return one line of what was compared."""
    from solver.kernels.loader import load

    kernels = load()
    started = time.monotonic()
    small = list(reference.small_positions(positions, seed, tiles))
    if tricks.TURNS:
        from solver.kernels.compiled import CompiledKernels

        half = len(small) // 2
        compared = against_twin(CompiledKernels(joined_after=1), small[:half])
        compared += against_twin(kernels, small[half:])
    else:
        compared = against_twin(kernels, small)
    most = most if tricks.TABLE else min(most, TILES_WITHOUT_TABLE)
    with Solver(1, 1, kernels=kernels) as solver:
        searches = against_games(solver, small[: len(small) // 20], seed)
    tasks = bench.known(known) if known is not None else []
    proven = against_known(kernels, [task for task in tasks if task.position.tiles_left <= most])
    return (
        f"{compared} positions as the twin, {searches} searches in games, {proven} of known value"
        f", {time.monotonic() - started:.0f} s"
    )


@command
@click.option("--positions", default=5000, help="Random positions each time.")
@click.option("--tiles", default=18, help="Fewer tiles than this.")
@click.option("--seed", default=1, help="Of the random positions.")
@click.option("--known", type=FILE, help="Positions of known value, as in tests/data.")
@click.option("--most", default=56, help="Tiles of positions of known value.")
@click.option("--here", is_flag=True, help="Tricks as they are, in this process.")
def main(positions: int, tiles: int, seed: int, known: Path | None, most: int, here: bool) -> int:
    """Check as the command line says; return the exit status."""
    if here:
        print(check_here(positions, tiles, seed, known, most))
        return 0
    numbers = {"positions": positions, "tiles": tiles, "seed": seed, "most": most}
    words = [f"--{name}={number}" for name, number in numbers.items()]
    words += [f"--known={known}"] if known is not None else []
    wrong = [name for name in ("", *tricks.NAMES) if not _check_without(name, words)]
    print(
        f"wrong: {', '.join(name or 'all tricks on' for name in wrong)}" if wrong else "all right"
    )
    return 1 if wrong else 0


def _check_without(name: str, options: Sequence[str]) -> bool:
    """Check with a trick switched off in a process of its own; report it and return if right."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.check", "--here", *options],
        env={**os.environ, tricks.VARIABLE: name},
        capture_output=True,
        text=True,
        check=False,
    )
    output = done.stdout if done.returncode == 0 else done.stderr
    last = (output.strip().splitlines() or ["nothing"])[-1]
    print(f"{'without ' + name if name else 'all tricks on':<24} {last}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
