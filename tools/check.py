"""The check of the solver against the slow twin, all tricks on and each of them off alone.

    python -m tools.check --known tests/data/endgames.txt   everything
    python -m tools.check --positions 200 --tiles 14        a small share of it
    python -m tools.check --here                            in this process, tricks as they are
    python -m tools.check --here --positions 0 --proofs 5000

Random small positions, many of which deadlock, are compared in every way that a kernel can be wrong
about them; the twin is asked once for all tricks. Positions of known value are proven up to a size
that is in reach without the trick. Errors are reported with the position. Half of the small
positions are searched with two stacks by turns from the first node on. The positions of random
games are searched by one solver for every goal: the order of the moves it names and the bounds it
sends are compared. Proofs of random endgames are verified by the rules alone.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import click

from battle.protocol import Goal, Limit
from battle.rules.certificate import RefutedError, verify
from battle.rules.position import Move, Position, deal, for_player, played_down
from solver import bench
from solver.api import ALL_LINES, Analysis, Solver
from solver.kernels import encode, tricks
from solver.kernels.encode import Kernels, State
from solver.proofs import CertificateMaker
from solver.protocol import infos_of
from tools import reference
from tools.command import FILE, command
from tools.reference import columns_of, columns_of_state, value_of

MANY_NODES: Final = 10**9
TILES_WITHOUT_TABLE: Final = 24
"""The most tiles of a position of known value that is proven without a table."""
TILES_OF_PROOFS: Final = 36
"""The most tiles of an endgame whose proof is made and verified; half of that without a table."""


class WrongAnswerError(ArithmeticError):
    """The solver claims what is not so; the message names the position and the claim."""


class TwinsAnswer(NamedTuple):
    """What the twin says of a position: the worth of each state after a move, and one move later.

    States are the same with all tricks but `three-loose`.
    """

    start: Position
    after: dict[State, int]
    later: dict[State, int]


def twins_answer(start: Position) -> TwinsAnswer:
    """Ask the twin; raises WrongAnswerError if the state is not worth what the position is."""
    memo: reference.Memo = {}
    worth = reference.value(start, memo)
    found = value_of(columns_of_state(start, encode.state_of(start)), {})
    if found != worth:
        raise WrongAnswerError(f"{start}: its state is worth {found}, not {worth}")
    following = [start.play(move) for move in start.legal_moves]
    later = (after.play(move) for after in following for move in after.legal_moves)
    return TwinsAnswer(start, _worths(following, memo), _worths(later, memo))


def _worths(places: Iterable[Position], memo: reference.Memo) -> dict[State, int]:
    worths: dict[State, int] = {}
    for place in places:
        worth = value_of(columns_of(place), memo)
        other = worths.setdefault(encode.state_of(place), worth)
        if other != worth:
            raise WrongAnswerError(f"{place}: worth {worth}, another of its state {other}")
    return worths


def twins_answers(positions: Iterable[Position], kept: Path | None) -> Iterator[TwinsAnswer]:
    """Yield what the twin says of positions; keep it in a file, or read that if it is there."""
    if kept is None:
        yield from map(twins_answer, positions)
    elif kept.exists():
        with kept.open("rb") as file:
            while file.peek(1):
                yield TwinsAnswer(*pickle.load(file))
    else:
        new = kept.with_name(f"{kept.name}.new")
        with new.open("wb") as file:
            for answer in map(twins_answer, positions):
                pickle.dump(tuple(answer), file)
                yield answer
        new.rename(kept)


def against_twin(kernels: Kernels, answers: Iterable[TwinsAnswer]) -> int:
    """Compare all that the kernels claim of small positions with the twin; return how many.

    Every question about a move is answered rightly, also one far from the value; bounds without a
    search and what the table proves afterwards hold for all positions one and two moves ahead.
    Raises WrongAnswerError.
    """
    compared = 0
    for answer in answers:
        _compare(kernels, answer)
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


def against_rules(kernels: Kernels, places: Iterable[Position]) -> int:
    """Make proofs of positions' values and verify them; return how many.

    Raises WrongAnswerError for one that fails, or that does not say what the value is.
    """
    verified = 0
    for place in places:
        try:
            found = verify("\n".join(CertificateMaker(place, kernels, 16).lines()))
        except RefutedError as error:
            raise WrongAnswerError(f"{place}: {error}") from None
        if found.lower != found.upper:
            raise WrongAnswerError(f"{place}: proven only {found.lower} to {found.upper}")
        verified += 1
    return verified


def random_endgames(number: int, seed: int, most: int) -> Iterator[Position]:
    """Yield what random play leaves of deals: from 8 to `most` tiles, or fewer where it is over."""
    random = Random(seed)
    for _ in range(number):
        tiles = 2 * random.randrange(4, most // 2 + 1)
        yield played_down(random, deal(random.randrange(1, 100_000)), tiles)


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


def _compare(kernels: Kernels, answer: TwinsAnswer) -> None:
    table = kernels.table(1)
    searcher = kernels.searcher(answer.start, table, 0)
    for state, worth in answer.after.items():
        for beta in (worth - 2, worth + 3, worth, worth + 1):
            found = searcher.bound(state, beta, MANY_NODES)
            is_right = found is not None and (beta <= found <= worth or worth <= found < beta)
            if not is_right:
                raise WrongAnswerError(
                    f"{answer.start}: {found} when asked for {beta}, but {state} is worth {worth}"
                )
    for state, worth in (*answer.after.items(), *answer.later.items()):
        lower, upper = searcher.known(state)
        if not lower <= worth <= upper:
            raise WrongAnswerError(
                f"{answer.start}: {state} is {lower} to {upper}, but it is worth {worth}"
            )


def check_here(
    positions: int,
    tiles: int,
    seed: int,
    known: Path | None,
    most: int,
    proofs: int,
    answers: Path | None,
) -> str:
    """Check the tricks as they are in this process; return one line of what was compared."""
    from solver.kernels.compiled import CompiledKernels
    from solver.kernels.loader import load

    kernels = load()
    started = time.monotonic()
    small = partial(reference.small_positions, seed=seed, most_tiles=tiles)
    told = twins_answers(small(positions), answers if tricks.THREE_LOOSE else None)
    first = CompiledKernels(joined_after=1) if tricks.TURNS else kernels
    compared = against_twin(first, islice(told, positions // 2)) + against_twin(kernels, told)
    with Solver(1, 1, kernels=kernels) as solver:
        searches = against_games(solver, small(positions // 20), seed)
    most = most if tricks.TABLE else min(most, TILES_WITHOUT_TABLE)
    tasks = bench.known(known) if known is not None else []
    proven = against_known(kernels, [task for task in tasks if task.position.tiles_left <= most])
    most = TILES_OF_PROOFS if tricks.TABLE else TILES_OF_PROOFS // 2
    verified = against_rules(kernels, random_endgames(proofs, seed, most))
    return (
        f"{compared} positions as the twin, {searches} searches in games, {proven} of known value"
        f", {verified} proofs verified, {time.monotonic() - started:.0f} s"
    )


@command
@click.option("--positions", default=5000, help="Random positions each time.")
@click.option("--tiles", default=18, help="Fewer tiles than this.")
@click.option("--seed", default=1, help="Of the random positions.")
@click.option("--known", type=FILE, help="Positions of known value, as in tests/data.")
@click.option("--most", default=56, help="Tiles of positions of known value.")
@click.option("--proofs", default=50, help="Proofs to verify.")
@click.option("--answers", type=FILE, help="What the twin says of them; written if not there.")
@click.option("--here", is_flag=True, help="Tricks as they are, in this process.")
def main(here: bool, answers: Path | None, **numbers: Any) -> int:
    """Check as the command line says; return the exit status."""
    if here:
        print(check_here(answers=answers, **numbers))
        return 0
    words = [f"--{name}={value}" for name, value in numbers.items() if value is not None]
    with tempfile.TemporaryDirectory() as folder:
        words += [f"--answers={answers or Path(folder) / 'answers'}"]
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
