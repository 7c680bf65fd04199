"""Tests of the search for solved deals, with an engine that answers as it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from battle.engine.engine import Failed, Query
from battle.profile.database import Database
from battle.profile.par_search import DealSearch, Found
from battle.profile.pars import Pars
from battle.protocol import BestMove, Info, Limit
from battle.storage import Places
from tests.support.fake_engine import FakeEngine


def info(id: int, lower: int, upper: int, rank: int = 1) -> Info:
    return Info(id, 9, rank, lower, lower, upper, 1, 1, 0, 1.0, ())


Numbers = Callable[[], int]


@pytest.fixture
def clock() -> list[float]:
    return [100.0]


@pytest.fixture
def pars(tmp_path: Path) -> Pars:
    return Pars(Database.of(Places.below(tmp_path)), {3: 4})


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine(silent=True)


@pytest.fixture
def search(engine: FakeEngine, clock: list[float], pars: Pars) -> DealSearch:
    numbers = iter([3, 11, 12, 13, 14, 15])
    return DealSearch(engine, pars, lambda: next(numbers), lambda: clock[0], looks=0)


def test_deals_are_proven_one_after_another(
    search: DealSearch, engine: FakeEngine, pars: Pars, clock
) -> None:
    """Each proof is kept at once, and a deal that is solved already is not solved again."""
    search.start()
    assert engine.queries == [Query(11, limit=Limit(exact=True))]
    clock[0] += 90
    engine.say(info(1, -5, 9), BestMove(1, None, -2, exact=True))
    search.update()
    assert search.found == [Found(11, -2, 90.0)]
    assert pars.all()[11] == -2
    assert (search.deal, search.seconds, search.bounds) == (12, 0, (-270, 270))


def test_bounds_only_close_in(search: DealSearch, engine: FakeEngine) -> None:
    """What was proven once stays proven; other lines and older questions say nothing of par."""
    search.start()
    engine.say(
        info(1, -20, 9),
        info(1, -30, 12),
        info(1, 0, 0, rank=2),
        info(0, 5, 5),
    )
    search.update()
    assert search.bounds == (-20, 9)
    assert search.latest == info(1, -30, 12)


@pytest.mark.parametrize(("wanted", "chosen"), [(0, 12), (4, 14), (-4, 14), (30, 13)])
def test_the_most_promising_deal_is_proven(
    engine: FakeEngine, pars: Pars, wanted: int, chosen: int
) -> None:
    """Of some deals looked at the one is proven that seems closest to the handicap, either way."""
    numbers = iter([11, 12, 12, 13, 14, 15, 16])
    search = DealSearch(engine, pars, lambda: next(numbers), lambda: 0.0, wanted, looks=4)
    search.start()
    for count, estimate in enumerate([9, -1, 22, -4]):
        assert (search.proving, search.looked) == (False, count)
        engine.say(BestMove(engine.last_id, None, estimate, exact=False))
        search.update()
    assert [query.start for query in engine.queries] == [11, 12, 13, 14, chosen]
    assert (search.proving, engine.queries[-1].limit) == (True, Limit(exact=True))
    assert all(query.limit.time for query in engine.queries[:-1])
    assert search.found == []
    engine.say(BestMove(engine.last_id, None, 7, exact=True))
    search.update()
    assert pars.all()[chosen] == 7
    assert (search.proving, search.deal) == (False, 15)


def test_a_search_stops_and_goes_on(search: DealSearch, engine: FakeEngine, pars: Pars) -> None:
    """A proof that is broken off is forgotten, and an answer that comes late is not used."""
    search.start()
    search.stop()
    assert (search.running, engine.cancelled) == (False, 1)
    engine.say(BestMove(1, None, 5, exact=True))
    search.update()
    assert (search.found, 11 in pars.all()) == ([], False)
    search.start()
    search.start()
    assert [query.start for query in engine.queries] == [11, 12]


def test_an_answer_that_is_no_proof_is_not_kept(
    search: DealSearch, engine: FakeEngine, pars: Pars
) -> None:
    """An estimate is no par; the search goes on with the next deal."""
    search.start()
    engine.say(BestMove(1, None, 5, exact=False))
    search.update()
    assert (search.found, pars.all(), search.deal) == ([], {3: 4}, 12)


def test_a_failure_ends_the_search(search: DealSearch, engine: FakeEngine) -> None:
    """Why the engine gave up is told, and the search can be begun anew."""
    search.start()
    engine.say(Failed("out of memory"))
    search.update()
    assert (search.running, search.failure) == (False, "out of memory")
    search.start()
    assert (search.running, search.failure) == (True, "")
