"""The compiled kernels against plain rules: moves, bounds, table, second stack, tricks."""

from __future__ import annotations

import functools
import os
import random
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest.mock import Mock

import numpy as np
import pytest

from battle.protocol import Limit
from battle.rules.position import Position, deal, position
from battle.storage import HOME_VARIABLE
from solver import bench
from solver.api import Solver
from solver.kernels import cache, encode, tricks
from solver.kernels.encode import Kernels, Tables, TranspositionTable
from solver.kernels.memory import Words
from solver.proof.driver import State, root_of
from tests.support import kernels
from tests.support.endgames import Endgame, endgames
from tests.support.processes import run
from tools import check, reference
from tools.reference import Twin, TwinSearch, TwinTable, columns_of, small_positions

# -- moves ----------------------------------------------------------------------------------------

WORDS = 6
"""The words of a state, with those that follow from the first three."""

MovesOf: TypeAlias = Callable[[Words, Tables, Words, bool], int]


@pytest.fixture(scope="module")
def moves_of(kernels: Kernels) -> MovesOf:
    """Return a kernel that writes what follows `states[0]` to the next level, and how many."""
    from solver.kernels.jit import kernel
    from solver.kernels.moves import generate
    from solver.kernels.search import new_cache
    from solver.kernels.state import LEVEL
    from solver.kernels.table import BUCKET

    def moves_of(
        states: Words,
        tables: Tables,
        ends_of: Words,
        to_the_end: bool,
        table: Words,
        cache: Words,
    ) -> int:
        return generate(states, 0, LEVEL, tables, ends_of, table, 1, cache, to_the_end)

    return partial(kernel(moves_of), table=np.zeros(BUCKET, np.int64), cache=new_cache())


def generated(
    moves_of: MovesOf,
    problem: encode.KernelProblem,
    position: Position,
    to_the_end: bool = False,
) -> list[tuple[int, int, list[int]]]:
    """Return the margin of every move that the kernel generates, whose side is next, the state."""
    from solver.kernels.state import LEVEL, MARGIN, MOST_MOVES, SIDE

    states = np.zeros(2 * LEVEL, np.int64)
    states[: MOST_MOVES * WORDS : MOST_MOVES] = encode.words_of(problem, encode.state_of(position))
    count = moves_of(states, problem.tables, np.zeros(32, np.int64), to_the_end)
    rows = states[LEVEL:].reshape(-1, MOST_MOVES)[:, :count].T
    margin, side = MARGIN // MOST_MOVES, SIDE // MOST_MOVES
    return [(int(row[margin]), int(row[side]), [int(word) for word in row[:WORDS]]) for row in rows]


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


def check_moves(moves_of: MovesOf, start: Position, position: Position) -> None:
    """Compare where the moves of a position lead that came out of `start`.

    Cancelled pairs are no moves of a state. A column that ends in one kind above and below may lead
    to one state in two ways, about once in a thousand moves; the kernel does not look for that.
    """
    problem = encode.problem_of(start)
    found, wanted = generated(moves_of, problem, position), expected(problem, position)
    made = {(margin, side, *words) for margin, side, words in found}
    assert made == {(gain, -1, *words) for gain, words in wanted}


def test_moves_of_whole_games(moves_of: MovesOf) -> None:
    """From the first move to the last, the kernel's moves lead where the position's moves do."""
    random = Random(5)
    for number in range(1, 7):
        start = position = deal(number)
        while not position.is_over:
            check_moves(moves_of, start, position)
            position = position.play(random.choice(position.legal_moves))


def test_moves_of_small_positions(moves_of: MovesOf) -> None:
    """The same for positions of few kinds, where columns lock each other."""
    for start in small_positions(600, seed=10):
        check_moves(moves_of, start, start)


# -- the top rank ---------------------------------------------------------------------------------


def is_plain(position: Position) -> bool:
    """Whether of every kind two tiles are left, or four free ones, or three in short columns."""
    left = Counter(tile for column in position.columns for tile in column if tile)
    free = Counter(position.kind_at(cell) for cell in position.free_cells)
    short = Counter(
        tile
        for column in position.columns
        for tile in column
        if tile and sum(other is not None for other in column) <= 2
    )
    return all(count == 2 or free[kind] == 4 or short[kind] == 3 for kind, count in left.items())


def test_the_lemma_of_the_top_rank() -> None:
    """In plain positions m <= V(Y) + V(Y - m) <= 2t - m for every pair, by the slow twin alone.

    In other positions it does not hold, so this notices what breaks it.
    """
    pairs = broken_elsewhere = 0
    for left in small_positions(1500, seed=21, most_tiles=14):
        memo: reference.Memo = {}
        worth = reference.value(left, memo)
        top = max((tile.rank for column in left.columns for tile in column if tile), default=0)
        for move, value in reference.move_values(left, memo).items():
            rank = left.worth(move)
            total = worth + rank - value
            if is_plain(left):
                assert rank <= total <= 2 * top - rank, (left, move)
                pairs += 1
            else:
                broken_elsewhere += total > 2 * top - rank
    assert pairs > 2000
    assert broken_elsewhere > 50


def test_the_lemma_fails_where_three_of_four_are_free() -> None:
    """Of three pairs of the top rank one wins 8 and the others 1 (solver/NOTES.md)."""
    values = reference.move_values(position("8m/8m1s1s8m8m"))
    assert sorted(values.values()) == [1, 1, 8]


def test_what_is_taken_at_once_is_worth_what_the_move_is(moves_of: MovesOf) -> None:
    """In a search to the end the margin of what is taken and what is left make the move's value."""
    collapsed = collapsed_lone = 0
    for start in small_positions(600, seed=22, most_tiles=14):
        problem, memo = encode.problem_of(start), {}
        values = {
            tuple(encode.words_of(problem, state)): reference.value(start.play(moves[0]), memo)
            for (_gain, state), moves in encode.moves_by_signature(start).items()
        }
        apart = generated(moves_of, problem, start)
        together = generated(moves_of, problem, start, to_the_end=True)
        for (gain, _side, words), (margin, side, left) in zip(apart, together, strict=True):
            collapsed += words != left
            collapsed_lone += words != left and bool(words[1] & ~(words[4] >> 32))
            worth = reference.value_of(
                reference.columns_of_state(start, (left[0], left[1], left[2])), {}
            )
            assert margin + side * worth == gain - values[tuple(words)], str(start)
    assert collapsed > 300
    assert collapsed_lone > 5


# -- bounds ---------------------------------------------------------------------------------------

Ranks = tuple[int, ...]


def _without(ranks: Ranks, rank: int) -> Ranks:
    place = ranks.index(rank)
    return ranks[:place] + ranks[place + 1 :]


@functools.cache
def _most(available: Ranks, locked: Ranks, first: bool = False) -> int:
    """Return what I gain at most, to move; the ranks of both tuples are best first.

    The other player takes the best available pair, and when there is none the lowest locked one.
    I take any pair; my `first` must be available. After a move of mine the game may be over.
    """
    replies = [rank - _answer(_without(available, rank), locked) for rank in sorted(set(available))]
    if not first:
        replies += [rank - _answer(available, _without(locked, rank)) for rank in set(locked)]
    return max(replies, default=0)


def _answer(available: Ranks, locked: Ranks) -> int:
    """Return what the other player gains by the rule, at best for me."""
    if available:
        return available[0] - _most(available[1:], locked)
    return min(0, locked[-1] - _most((), locked[:-1])) if locked else 0


def _histogram(ranks: Ranks) -> int:
    return sum(1 << (3 * (rank - 1)) for rank in ranks)


@pytest.mark.parametrize("seed", range(40))
def test_bounds_are_the_value_of_the_game_that_they_are_derived_from(seed: int) -> None:
    """Both bounds equal those found by playing every line of the relaxed game."""
    from solver.kernels.bounds import SCRATCH, bounds, lower_of, upper_of

    chosen = random.Random(seed)
    scratch = np.zeros(SCRATCH, np.int64)
    for _ in range(20):
        pool = [rank for rank in range(1, 10) for _ in range(6)]
        chosen.shuffle(pool)
        split = chosen.randint(1, 6)
        available = tuple(sorted(pool[:split], reverse=True))
        locked = tuple(sorted(pool[split : split + chosen.randint(0, 7)], reverse=True))
        found = bounds(_histogram(available), _histogram(locked), scratch)
        assert upper_of(found) == _most(available, locked, first=True), (available, locked)
        theirs = _most(available[1:], locked)
        assert lower_of(found) == available[0] - theirs, (available, locked)


def test_bounds_without_an_available_pair_are_zero() -> None:
    """A game that is over is worth nothing, whatever is locked."""
    from solver.kernels.bounds import SCRATCH, bounds, lower_of, upper_of

    found = bounds(0, _histogram((9, 3, 1)), np.zeros(SCRATCH, np.int64))
    assert (lower_of(found), upper_of(found)) == (0, 0)


# -- table ----------------------------------------------------------------------------------------

Keep: TypeAlias = Callable[[Words, State, int, int], None]
Known: TypeAlias = Callable[..., tuple[int, int]]

NOTHING = (-256, 255)
SOME: State = (0b00011_00001, 0, 0b001_001)


@pytest.fixture(scope="module")
def keep(kernels: Kernels) -> Keep:
    """Return a kernel that stores bounds of a state in a table of one bucket."""
    from solver.kernels.jit import kernel
    from solver.kernels.table import NO_MOVE, bucket_of, store

    def keep(table: Words, structure: int, doubled: int, key: int, lower: int, upper: int) -> None:
        bucket = bucket_of(structure, doubled, 1)
        store(table, bucket, structure, key, lower, upper, NO_MOVE, 1)

    compiled = kernel(keep)

    def keep_state(table: Words, state: State, lower: int, upper: int) -> None:
        from solver.kernels.table import key_of

        structure, doubled, settled = state
        compiled(table, structure, doubled, key_of(doubled, settled), lower, upper)

    return keep_state


def filled(keep: Keep, state: State, lower: int, upper: int) -> Words:
    """Return a table of one bucket that proves bounds of one state."""
    table = np.zeros(8, np.int64)
    keep(table, state, lower, upper)
    return table


@pytest.fixture(scope="module")
def known(kernels: Kernels) -> Known:
    """Return a kernel's answer to what a table of one bucket proves of a state.

    With a problem, of a state of that problem, which may be plain.
    """
    from solver.kernels.bounds import lower_of, upper_of
    from solver.kernels.jit import kernel
    from solver.kernels.search import look_up, place_root
    from solver.kernels.state import LEVEL, MOST_MOVES

    def find(states: Words, table: Words) -> int:
        place_root(states, 0, 1)
        return look_up(states, 0, table)

    compiled = kernel(find)

    def known(
        table: Words, state: State, problem: encode.KernelProblem | None = None
    ) -> tuple[int, int]:
        words = [*state, 0, 0, 0] if problem is None else encode.words_of(problem, state)
        states = np.zeros(LEVEL, np.int64)
        states[: MOST_MOVES * WORDS : MOST_MOVES] = words
        found = compiled(states, table)
        return lower_of(found), upper_of(found)

    return known


def test_an_entry_bounds_its_own_state_only_closer(keep: Keep, known: Known) -> None:
    """What is stored twice is joined, and another structure or other doubled kinds know nothing."""
    table = filled(keep, SOME, -7, 20)
    structure, doubled, settled = SOME
    keep(table, SOME, -9, 12)
    assert known(table, SOME) == (-7, 12)
    assert known(table, (structure + 1, doubled, settled)) == NOTHING
    assert known(table, (structure, 1, settled)) == NOTHING


def test_relatives_are_bounded_rightly(keep: Keep, known: Known) -> None:
    """Proven values of a structure hold, widened, for all other sets of settled pairs, as it is."""
    random = Random(4)
    told = 0
    for start in small_positions(150, seed=9, most_tiles=12):
        structure, doubled, _ = encode.state_of(start)
        states = [(structure, doubled, _settled(random)) for _ in range(5)]
        values = [
            reference.value_of(reference.columns_of_state(start, state), {}) for state in states
        ]
        table = filled(keep, states[0], values[0], values[0])
        for state, value in zip(states[1:], values[1:], strict=True):
            lower, upper = known(table, state, encode.problem_of(start))
            assert lower <= value <= upper, (str(start), states[0], state)
            told += (lower, upper) != NOTHING
    assert told > 500


def _settled(random: Random) -> int:
    return sum(1 << (3 * rank) for rank in range(9) if random.random() < 0.3)


@pytest.mark.parametrize("other", [(-7, 19), (-6, 20), (3, 4)])
def test_words_of_two_writers_are_not_believed(
    keep: Keep, known: Known, other: tuple[int, int]
) -> None:
    """One word of each of two entries of a state proves nothing, of it or of one like it."""
    one, two = filled(keep, SOME, -7, 20), filled(keep, SOME, *other)
    for first, second in ((one, two), (two, one)):
        mixed = one.copy()
        mixed[0], mixed[1] = first[0], second[1]
        assert known(mixed, SOME) == NOTHING
        for bit in range(60):
            assert known(mixed, (SOME[0] ^ 1 << bit, SOME[1], SOME[2])) == NOTHING


@pytest.mark.parametrize("buckets", [1, 100, 5_000, 2**25 + 3])
def test_states_with_columns_in_common_are_neighbours(kernels: Kernels, buckets: int) -> None:
    """Their buckets are in the table, and lie within a neighbourhood, also after it has grown."""
    from solver.kernels.table import BUCKET, COMMON, NEIGHBOURS, bucket_of

    random = Random(buckets)
    for _ in range(200):
        common = random.getrandbits(60) & COMMON
        others = [common | random.getrandbits(60) & ~COMMON for _ in range(8)]
        for size in (buckets, 2 * buckets):
            places = [bucket_of(other, random.getrandbits(27), size) for other in others]
            assert all(0 <= place < BUCKET * size for place in places)
            assert all(place % BUCKET == 0 for place in places)
            assert max(places) - min(places) < BUCKET * NEIGHBOURS


# -- turns ----------------------------------------------------------------------------------------


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
    with Solver(1, 16, kernels=by_turns(joined_after)) as solver:
        for endgame in endgames(48):
            assert solver.analyse(endgame.position).value.points == endgame.value


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


# -- jit ------------------------------------------------------------------------------------------

HASHING_WRAPS_AROUND = [
    f"-Wignore:overflow encountered:RuntimeWarning:solver.kernels.{module}"
    for module in ("table", "bounds", "plain")
]


@pytest.fixture(scope="module")
def inspected(shared_home: Path) -> dict[str, Any]:
    """Return what was found in the kernels when they were compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(shared_home))
        found = kernels.inspected()
    assert found["checked"] > 100
    return found


def test_no_float_in_any_kernel(inspected: dict[str, Any]) -> None:
    """No variable of a kernel, inlined helpers included, is inferred to be a float."""
    assert inspected["floats"] == []


def test_no_reference_counting(inspected: dict[str, Any]) -> None:
    """Kernels count no references: numba's `_nrt` option still does what it did."""
    assert inspected["counting"] == []


# -- compiled -------------------------------------------------------------------------------------

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
    nothing = [kernels.searcher(start, CompiledTable(1), 0).known(state) for state in states]
    before = [searcher.known(state) for state in states]
    table.grow()
    for _ in range(10):
        table.tend()
    assert [searcher.known(state) for state in states] == before
    assert before != nothing


def made_up_entries() -> bytes:
    """Return 600,000 entries of a table that took all sorts of numbers of nodes."""
    from solver.kernels.table import SCATTER, SCATTER_SHIFT

    lot = np.random.default_rng(1)
    structures, words = lot.integers(1, 1 << 60, (2, 600_000))
    words |= lot.integers(0, 8, len(words)) << 60
    entries = np.stack([structures ^ (words ^ (words >> SCATTER_SHIFT)) * SCATTER, words], axis=1)
    return entries.tobytes()


def test_a_table_grows_for_what_is_restored(kernels: Kernels) -> None:
    """More entries than its first 8 MiB hold are found again, nearly all; of a few the deepest.

    To find them takes less than their memory once more.
    """
    from solver.kernels.compiled import CompiledTable

    entries = made_up_entries()
    table = CompiledTable(64)
    table.restore(entries)
    tracemalloc.start()
    kept = table.deepest(1 << 24)
    assert tracemalloc.get_traced_memory()[1] < 2 * len(kept)
    tracemalloc.stop()
    assert 0.95 < len(kept) / len(entries) <= 1
    few = np.frombuffer(table.deepest(60_000), np.int64).reshape(-1, 2)
    assert 50_000 < len(few) < 70_000
    assert set(few[:, 1] >> 60) == {7}


def test_restoring_takes_little_memory_beside_the_table(kernels: Kernels) -> None:
    """A table of 32 MiB and what it is filled from never take as much as two such tables."""
    from solver.kernels.compiled import CompiledTable

    kept = made_up_entries()
    tracemalloc.start()
    table = CompiledTable(32)
    table.restore(kept)
    assert tracemalloc.get_traced_memory()[1] < 2 * (32 << 20)
    tracemalloc.stop()
    assert len(table.deepest(1 << 24)) > 0.9 * len(kept)


def test_a_full_table_goes_on_being_right(kernels: Kernels) -> None:
    """A table of one MiB that overflows many times over gives the known values."""
    with Solver(1, 1, kernels=kernels) as solver:
        for endgame in endgames(64)[-3:]:
            assert solver.analyse(endgame.position).value.points == endgame.value


def test_clearing_forgets_everything(kernels: Kernels) -> None:
    """After clearing, the same search visits the same nodes, also where memory was given back."""
    for wiped in (0, 1 << 21):
        with pytest.MonkeyPatch.context() as patch, Solver(1, 64, kernels=kernels) as solver:
            patch.setattr("solver.kernels.compiled._WIPED_BUCKETS", wiped)
            nodes = []
            for _ in range(2):
                nodes.append(solver.analyse(deal(2), Limit(nodes=30_000)).depth)
                nodes.append(solver.analyse(endgames(56)[-1].position).nodes)
                solver.forget()
            assert nodes[:2] == nodes[2:]


def test_hashfull_grows_and_is_of_all_the_memory(kernels: Kernels) -> None:
    """How full the table is counts against the size asked for, and clearing empties it."""
    with Solver(1, 64, kernels=kernels) as solver:
        found = solver.analyse(deal(1), Limit(nodes=600_000))
        assert 0 < found.hashfull < 800
        later = solver.analyse(deal(1), Limit(nodes=600_000))
        assert later.hashfull >= found.hashfull
        solver.forget()
        assert solver.analyse(deal(1), Limit(nodes=1)).hashfull == 0


# -- tricks ---------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
ENDGAMES = ROOT / "tests" / "data" / "endgames.txt"


def run_check(home: Path, options: Sequence[str], **variables: str) -> str:
    """Return what the check prints, run in a process of its own with environment variables."""
    done = run(
        *[sys.executable, "-W", "error", *HASHING_WRAPS_AROUND],
        *["-m", "tools.check", "--here", *options],
        env={**os.environ, HOME_VARIABLE: str(home), **variables},
        seconds=1200,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("turn", range(4))
def test_a_small_share_without_each_trick(home: Path, turn: int) -> None:
    """Without a quarter of the tricks, and without compiling, the twin agrees on a few positions.

    Without each one alone thousands are compared every night.
    """
    told = run_check(
        home,
        ["--positions", "80", "--tiles", "12", "--proofs", "0", "--seed", str(turn)],
        **{tricks.VARIABLE: " ".join(tricks.NAMES[turn::4]), "NUMBA_DISABLE_JIT": "1"},
    )
    assert told.startswith("80 positions as the twin")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", *tricks.NAMES])
def test_thousands_of_positions_without_each_trick(home: Path, name: str) -> None:
    """Compiled without any one trick, small positions and known ones to 56 tiles are right."""
    told = run_check(home, ["--known", str(ENDGAMES)], **{tricks.VARIABLE: name})
    known = 40 if name == "table" else 78
    assert f"{known} of known value, 50 proofs verified" in told


def test_every_claim_about_small_positions_is_right(kernels: Kernels) -> None:
    """With all tricks on, and a second stack from the first node on, the slow twin agrees."""
    told = [*map(check.twins_answer, small_positions(300, seed=8, most_tiles=16))]
    for one in (kernels, by_turns(1)):
        assert check.against_twin(one, told) == 300


def test_what_the_twin_says_is_kept(tmp_path: Path) -> None:
    """What is kept of a run is what the twin says again; a run that failed keeps nothing."""
    starts, kept = [*small_positions(30, seed=9, most_tiles=10)], tmp_path / "answers"
    broken = check.twins_answers(starts, kept)
    next(broken)
    broken.close()
    first = [*check.twins_answers(starts, kept)]
    assert [*check.twins_answers([], kept)] == first == [*check.twins_answers(starts, None)]
    assert any(answer.later for answer in first)


def test_states_that_should_be_equal_and_are_not_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Positions of one state with different values are reported, wherever they come from."""
    start = position("5m5p/5p5m/9s/9s")
    monkeypatch.setattr(check.encode, "state_of", lambda place: (0, 0, 0))
    monkeypatch.setattr(check, "columns_of_state", lambda start, state: columns_of(start))
    with pytest.raises(check.WrongAnswerError, match="another of its state"):
        check.twins_answer(start)


class Wrong(Twin):
    """Kernels that are wrong about a value, or about a bound."""

    def __init__(self, value: int, bounds: tuple[int, int]) -> None:
        self._value = value
        self._bounds = bounds

    def searcher(self, start: Position, table: TwinTable, thread: int) -> TwinSearch:
        """Return a search that answers wrongly."""
        found = super().searcher(start, table, thread)
        found.known = lambda state: self._bounds  # type: ignore[method-assign]
        right = found.bound
        found.bound = (  # type: ignore[method-assign]
            lambda *question, **horizon: (right(*question, **horizon) or 0) + self._value
        )
        return found


@pytest.mark.parametrize(("value", "bounds"), [(1, (-256, 255)), (0, (9, 9)), (0, (-1, -1))])
def test_what_is_wrong_is_found(value: int, bounds: tuple[int, int]) -> None:
    """A wrong value and a wrong bound are reported, with the position."""
    told = [check.twins_answer(position("5m5p/5p5m/9s/9s"))]
    assert check.against_twin(Wrong(0, (-256, 255)), told) == 1
    with pytest.raises(check.WrongAnswerError, match="worth"):
        check.against_twin(Wrong(value, bounds), told)


def test_a_proof_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs of random endgames are verified; those that claim a point too much are refuted."""
    places = [*check.random_endgames(12, seed=5, most=10)]
    assert check.against_rules(Twin(), places) == 12
    lines_of = check.CertificateMaker.lines

    def boasting(maker: check.CertificateMaker) -> Iterator[str]:
        for line in lines_of(maker):
            claim, _, points = line.rpartition(" ")
            yield f"{claim} {int(points) + 1}" if claim == "at least" else line

    monkeypatch.setattr(check.CertificateMaker, "lines", boasting)
    with pytest.raises(check.WrongAnswerError, match=r"missing at the end|no answer to"):
        check.against_rules(Twin(), places)


def test_a_wrong_known_value_is_found() -> None:
    """A position that is not worth what it is said to be is reported."""
    tasks = [bench.BenchTask("", position("5m5p/5p5m/9s/9s"), bench.Limit(exact=True), 8)]
    with pytest.raises(check.WrongAnswerError, match="9, not 8"):
        check.against_known(Twin(), tasks)


def test_a_trick_that_there_is_not(home: Path) -> None:
    """An unknown name is refused in one line that lists the names."""
    done = run(
        *[sys.executable, "-m", "battle", "bench"],
        env={**os.environ, HOME_VARIABLE: str(home), tricks.VARIABLE: "luck"},
    )
    assert done.returncode == 2
    assert "bad MAHJONG_BATTLE_WITHOUT 'luck': expected some of static-bounds" in done.stderr
    assert done.stderr.count("\n") == 1


# --- cache ----------------------------------------------------------------------------------------
#
# The kernel cache: keyed on what matters, harmless when it is damaged or cannot be written.


PROGRAM_CACHE = """
from solver.api import Solver
from battle.rules.position import position
said = []
with Solver(1, 64, progress=said.append) as solver:
    print(solver.analyse(position("5m5p/5p5m/9s/9s")).value.points)
print(*said, sep="\\n")
"""


def run_solver(home: Path) -> str:
    """Return what a program that solves a small position prints, run in a process of its own."""
    done = run(
        *[sys.executable, "-W", "error", "-c", PROGRAM_CACHE],
        env={**os.environ, HOME_VARIABLE: str(home)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("9\n")
    return done.stdout


@pytest.mark.parametrize("changed", [None, (cache, "KERNEL_MODULES"), (tricks, "WITHOUT")])
def test_directory_follows_the_sources(
    home: Path, monkeypatch: pytest.MonkeyPatch, changed: tuple[object, str] | None
) -> None:
    """It lies below `MAHJONG_BATTLE_HOME`; other sources or tricks mean another directory."""
    before = cache.directory()
    assert before.is_relative_to(home)
    if changed is not None:
        monkeypatch.setattr(*changed, ("sharing",))
    assert (cache.directory() == before) == (changed is None)


def test_kernel_modules_are_all_there_are() -> None:
    """Every module that defines a kernel is part of the key."""
    here = Path(cache.__file__).parent
    users = {
        f"solver.kernels.{file.stem}"
        for file in here.glob("*.py")
        if "from solver.kernels.jit import" in file.read_text()
    }
    assert users <= set(cache.KERNEL_MODULES)


def test_old_directories_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory of other kernels goes when no one has used it for long.

    A recent one stays, and so does one that is not of kernels.
    """
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    own = cache.prepare()
    old, recent, mine = (own.parent / name for name in ("0a" * 10, "0b" * 10, "my kernels"))
    for folder in (old, recent, mine):
        folder.mkdir()
    long_ago = time.time() - cache.KEPT_SECONDS - 60
    for folder in (old, mine):
        os.utime(folder, (long_ago, long_ago))
    assert cache.prepare() == own
    assert {*own.parent.iterdir()} == {own, recent, mine}


def test_a_directory_that_cannot_be_written(
    read_only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a directory to write in there is no cache, and no error."""
    monkeypatch.setenv(HOME_VARIABLE, str(read_only))
    assert cache.prepare() is None


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where kernels have no room there is no cache, unless they have been written before."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(cache, "ROOM", 2**60)
    assert cache.prepare() is None
    own = cache.directory()
    cache.seal(own)
    assert cache.prepare() == own


def test_changed_files_are_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are not what was sealed are removed, and so is a list that cannot be read."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    for damage in ("kernel.nbc", cache.CHECKSUMS):
        own = cache.prepare()
        (own / "kernel.nbc").write_bytes(b"code")
        cache.seal(own)
        assert cache.is_warm(own)
        assert cache.prepare() == own
        assert cache.is_warm(own)
        (own / damage).write_bytes(b"\x00\xff[]{")
        assert cache.prepare() == own
        assert list(own.iterdir()) == []


@pytest.mark.slow
def test_a_solver_without_a_cache(read_only: Path) -> None:
    """Where nothing can be written the solver compiles, says why, and works."""
    assert "cannot be written" in run_solver(read_only)


@pytest.mark.slow
def test_a_solver_with_a_damaged_cache(tmp_path: Path) -> None:
    """Whatever has become of the cached files, the solver works, and the next start is warm."""
    assert "compiling" in run_solver(tmp_path)
    assert "compiling" not in run_solver(tmp_path)
    files = [file for file in tmp_path.rglob("*.nb?") if file.is_file()]
    assert files
    for keep_list in (True, False):
        for file in files:
            file.write_bytes(b"\x80\x04broken")
        if not keep_list:
            for file in tmp_path.rglob(cache.CHECKSUMS):
                file.unlink()
        assert "compiling" in run_solver(tmp_path)
        assert "compiling" not in run_solver(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's here")
def test_only_its_owner_may_enter_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernels lie in a directory of mode 0700; what others could write in it is thrown away."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    own = cache.prepare()
    assert own == cache.directory()
    assert own.parent.stat().st_mode & 0o777 == 0o700
    cache.seal(own)
    own.parent.chmod(0o777)
    assert cache.prepare() == own
    assert own.parent.stat().st_mode & 0o777 == 0o700
    assert not cache.is_warm(own)

    monkeypatch.setattr(Path, "chmod", Mock(side_effect=PermissionError("of somebody else")))
    assert cache.prepare() is None
