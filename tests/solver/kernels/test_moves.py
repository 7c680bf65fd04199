"""The moves of a state against the moves of its position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeAlias

import numpy as np
import pytest

from battle.rules.deal import deal
from battle.rules.position import Position
from solver.kernels import encode
from solver.kernels.encode import Tables, Words
from solver.kernels.interface import Kernels
from tools.reference import small_positions

WORDS = 6
"""The words of a state, with those that follow from the first three."""

MovesOf: TypeAlias = Callable[[Words, Tables, Words], int]


@pytest.fixture(scope="module")
def moves_of(kernels: Kernels) -> MovesOf:
    """Return a kernel that writes what follows `states[0]` to the next level, and how many."""
    from solver.kernels.jit import kernel
    from solver.kernels.moves import generate
    from solver.kernels.stack import new_cache
    from solver.kernels.state import LEVEL
    from solver.kernels.table import BUCKET

    def moves_of(states: Words, tables: Tables, ends_of: Words, table: Words, cache: Words) -> int:
        return generate(states, 0, LEVEL, tables, ends_of, table, 1, cache)

    return partial(kernel(moves_of), table=np.zeros(BUCKET, np.int64), cache=new_cache())


def generated(
    moves_of: MovesOf, problem: encode.KernelProblem, position: Position
) -> list[tuple[int, list[int]]]:
    """Return gain and state after every move that the kernel generates."""
    from solver.kernels.state import GAIN, LEVEL, MOST_MOVES

    states = np.zeros(2 * LEVEL, np.int64)
    states[: MOST_MOVES * WORDS : MOST_MOVES] = encode.words_of(problem, encode.state_of(position))
    count = moves_of(states, problem.tables, np.zeros(32, np.int64))
    rows = states[LEVEL:].reshape(-1, MOST_MOVES)[:, :count].T
    return [(int(row[GAIN // MOST_MOVES]), [int(word) for word in row[:WORDS]]) for row in rows]


def expected(problem: encode.KernelProblem, position: Position) -> list[tuple[int, list[int]]]:
    """Return the same by playing the moves, but for settled pairs that are not the highest."""
    structure, doubled, settled = encode.state_of(position)
    found = []
    for gain, state in encode.moves_by_signature(position):
        takes_settled = state[:2] == (structure, doubled)
        is_highest = state[2] ^ settled == 1 << (settled.bit_length() - 1) if settled else False
        if is_highest or not takes_settled:
            found.append((gain, encode.words_of(problem, state)))
    return found


def check(moves_of: MovesOf, start: Position, position: Position) -> None:
    """Compare where the moves of a position lead that came out of `start`.

    Cancelled pairs are no moves of a state. A column that ends in one kind above and below may lead
    to one state in two ways, about once in a thousand moves; the kernel does not look for that.
    """
    problem = encode.problem_of(start)
    found, wanted = generated(moves_of, problem, position), expected(problem, position)
    assert {(gain, *words) for gain, words in found} == {(gain, *words) for gain, words in wanted}


def test_moves_of_whole_games(moves_of: MovesOf) -> None:
    """From the first move to the last, the kernel's moves lead where the position's moves do."""
    random = Random(5)
    for number in range(1, 41):
        start = position = deal(number)
        while not position.is_over:
            check(moves_of, start, position)
            position = position.play(random.choice(position.legal_moves))


def test_moves_of_small_positions(moves_of: MovesOf) -> None:
    """The same for positions of few kinds, where columns lock each other."""
    for start in small_positions(600, seed=10):
        check(moves_of, start, start)
