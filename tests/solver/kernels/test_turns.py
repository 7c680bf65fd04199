"""Two stacks that search one question by turns in one thread."""

from __future__ import annotations

from itertools import repeat
from random import Random

import pytest

from solver.engine import SearchEngine, SearchRequest
from solver.kernels import encode
from solver.kernels.interface import Kernels, TranspositionTable
from tests.solver.conftest import Endgame, endgames
from tools import check
from tools.reference import small_positions


def by_turns(joined_after: int) -> Kernels:
    """Return kernels whose second stack joins after so many nodes; -1: never."""
    from solver.kernels.compiled import CompiledKernels

    return CompiledKernels(joined_after)


def nodes_until_answered(endgame: Endgame, joined_after: int, slices: Random | None) -> int:
    """Return the nodes that prove the value of a position, in slices of any length or at once."""
    kernels = by_turns(joined_after)
    table: TranspositionTable = kernels.table(16)
    searcher = kernels.searcher(endgame.position, table, 0)
    state = encode.state_of(endgame.position)
    for beta in (endgame.value, endgame.value + 1):
        for _ in repeat(None):
            answer = searcher.bound(state, beta, slices.randrange(700) if slices else 10**9)
            if answer is not None:
                assert answer == endgame.value
                break
    return searcher.nodes


@pytest.mark.parametrize("joined_after", [1, 2, 1000])
def test_the_values_are_the_known_ones(kernels: Kernels, joined_after: int) -> None:
    """With a second stack from early on, positions of up to 48 tiles are worth what is known."""
    with SearchEngine(by_turns(joined_after), hash_mb=16) as engine:
        for endgame in endgames(48):
            assert engine.think(SearchRequest(endgame.position)).value.points == endgame.value


def test_every_claim_about_small_positions_is_right(kernels: Kernels) -> None:
    """With a second stack from the first node on, all that is claimed is as the slow twin says."""
    assert check.against_twin(by_turns(1), small_positions(300, seed=9, most_tiles=16)) == 300


@pytest.mark.parametrize("joined_after", [-1, 1, 2000])
def test_a_search_goes_on_where_it_stopped(kernels: Kernels, joined_after: int) -> None:
    """Stopped and continued many times, a search visits the nodes that it visits in one go."""
    endgame = endgames(56)[-1]
    at_once = nodes_until_answered(endgame, joined_after, None)
    assert nodes_until_answered(endgame, joined_after, Random(3)) == at_once


def test_two_stacks_share_the_work(kernels: Kernels) -> None:
    """Together they visit less than half as many nodes more than one, which is never joined."""
    alone, together = (
        sum(nodes_until_answered(endgame, joined_after, None) for endgame in endgames(64)[-6:])
        for joined_after in (-1, 1)
    )
    assert alone != together < 1.5 * alone
