"""The table as the driver sees it: its size, its growth, and what it keeps."""

from __future__ import annotations

import pytest

from battle.protocol import Limit
from battle.rules.deal import deal
from solver.engine import SearchEngine, SearchRequest
from solver.kernels import encode
from solver.kernels.interface import Kernels
from solver.proof.root import root_of
from tests.solver.conftest import endgames

BUCKET_WORDS = 8


@pytest.mark.parametrize("megabytes", [1, 3, 16, 100, 129, 700])
def test_memory_is_what_was_asked_for(kernels: Kernels, megabytes: int) -> None:
    """A table takes its size to within one percent, and not a byte more; grown, it uses it all."""
    from solver.kernels.compiled import CompiledTable

    table = CompiledTable(megabytes)
    while 8 * BUCKET_WORDS * table.buckets < table.words.nbytes:
        table.grow()
    assert 8 * BUCKET_WORDS * table.buckets == table.words.nbytes
    assert 0.99 * megabytes * 2**20 < table.words.base.nbytes <= megabytes * 2**20


def test_growing_keeps_what_was_proven(kernels: Kernels) -> None:
    """While the table doubles, entries are found again as soon as they have been moved."""
    from solver.kernels.compiled import CompiledTable

    start = endgames(64)[-1].position
    table = CompiledTable(64)
    searcher = kernels.searcher(start, table, 0)
    for choice in root_of(start).choices:
        searcher.bound(choice.state, 0, 10_000)
    states = [
        state
        for move in start.legal_moves
        for _gain, state in encode.moves_by_signature(start.play(move))
    ]
    before = [table.known(state) for state in states]
    table.grow()
    for _ in range(10):
        table.tend()
    assert [table.known(state) for state in states] == before
    assert any(known != (-256, 255) for known in before)


def test_a_full_table_goes_on_being_right(kernels: Kernels) -> None:
    """A table of one MiB that overflows many times over gives the known values."""
    with SearchEngine(kernels, hash_mb=1) as engine:
        for endgame in endgames(64)[-3:]:
            assert engine.think(SearchRequest(endgame.position)).value.points == endgame.value


def test_clearing_forgets_everything(kernels: Kernels) -> None:
    """After clearing, the same search visits the same nodes, also where memory was given back."""
    for wiped in (0, 1 << 21):
        with pytest.MonkeyPatch.context() as patch, SearchEngine(kernels, hash_mb=64) as engine:
            patch.setattr("solver.kernels.compiled._WIPED_BUCKETS", wiped)
            nodes = []
            for _ in range(2):
                nodes.append(engine.think(SearchRequest(deal(2), Limit(nodes=30_000))).depth)
                nodes.append(engine.think(SearchRequest(endgames(56)[-1].position)).nodes)
                engine.forget()
            assert nodes[:2] == nodes[2:]


def test_hashfull_grows_and_is_of_all_the_memory(kernels: Kernels) -> None:
    """How full the table is counts against the size asked for, and clearing empties it."""
    with SearchEngine(kernels, hash_mb=64) as engine:
        found = engine.think(SearchRequest(deal(1), Limit(nodes=600_000)))
        assert 0 < found.hashfull < 800
        later = engine.think(SearchRequest(deal(1), Limit(nodes=600_000)))
        assert later.hashfull >= found.hashfull
        engine.forget()
        assert engine.think(SearchRequest(deal(1), Limit(nodes=1))).hashfull == 0
