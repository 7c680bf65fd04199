"""Tests of the search for solved deals, with an engine that answers as it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from battle.engine.client import Best, Event, Failed, Info, Limit, Question
from battle.profile.database import Database
from battle.profile.par_search import DealSearch, Found
from battle.profile.pars import Pars
from battle.storage import Places


class Engine:
    """Keeps what it is asked, and says what it is given to say."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.events: list[Event] = []
        self.cancelled = 0

    def ask(self, question: Question) -> int:
        """Return the number of the question."""
        self.questions.append(question)
        return len(self.questions)

    def cancel(self) -> None:
        """Count."""
        self.cancelled += 1

    def poll(self) -> list[Event]:
        """Say what is to be said."""
        events, self.events = self.events, []
        return events


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
def search(clock: list[float], pars: Pars) -> DealSearch:
    numbers = iter([3, 11, 12, 13, 14, 15])
    return DealSearch(Engine(), pars, lambda: next(numbers), lambda: clock[0], looks=0)


def test_deals_are_proven_one_after_another(search: DealSearch, pars: Pars, clock) -> None:
    """Each proof is kept at once, and a deal that is solved already is not solved again."""
    engine = search._engine
    search.start()
    assert engine.questions == [Question(11, limit=Limit(exact=True))]
    clock[0] += 90
    engine.events = [info(1, -5, 9), Best(1, None, -2, exact=True)]
    search.update()
    assert search.found == [Found(11, -2, 90.0)]
    assert pars.par(11) == -2
    assert (search.deal, search.seconds, search.bounds) == (12, 0, (-270, 270))


def test_bounds_only_close_in(search: DealSearch) -> None:
    """What was proven once stays proven; other lines and older questions say nothing of par."""
    search.start()
    search._engine.events = [
        info(1, -20, 9),
        info(1, -30, 12),
        info(1, 0, 0, rank=2),
        info(0, 5, 5),
    ]
    search.update()
    assert search.bounds == (-20, 9)
    assert search.latest == info(1, -30, 12)


@pytest.mark.parametrize(("wanted", "chosen"), [(0, 12), (4, 14), (-4, 14), (30, 13)])
def test_the_most_promising_deal_is_proven(pars: Pars, wanted: int, chosen: int) -> None:
    """Of some deals looked at the one is proven that seems closest to the handicap, either way."""
    numbers = iter([11, 12, 12, 13, 14, 15, 16])
    search = DealSearch(Engine(), pars, lambda: next(numbers), lambda: 0.0, wanted, looks=4)
    search.start()
    for count, estimate in enumerate([9, -1, 22, -4]):
        assert (search.proving, search.looked) == (False, count)
        search._engine.events = [Best(search._id or 0, None, estimate, exact=False)]
        search.update()
    assert [question.start for question in search._engine.questions] == [11, 12, 13, 14, chosen]
    assert (search.proving, search._engine.questions[-1].limit) == (True, Limit(exact=True))
    assert all(question.limit.time for question in search._engine.questions[:-1])
    assert search.found == []
    search._engine.events = [Best(search._id or 0, None, 7, exact=True)]
    search.update()
    assert pars.par(chosen) == 7
    assert (search.proving, search.deal) == (False, 15)


def test_a_search_stops_and_goes_on(search: DealSearch, pars: Pars) -> None:
    """A proof that is broken off is forgotten, and an answer that comes late is not used."""
    search.start()
    search.stop()
    assert (search.running, search._engine.cancelled) == (False, 1)
    search._engine.events = [Best(1, None, 5, exact=True)]
    search.update()
    assert (search.found, pars.par(11)) == ([], None)
    search.start()
    search.start()
    assert [question.start for question in search._engine.questions] == [11, 12]


def test_an_answer_that_is_no_proof_is_not_kept(search: DealSearch, pars: Pars) -> None:
    """An estimate is no par; the search goes on with the next deal."""
    search.start()
    search._engine.events = [Best(1, None, 5, exact=False)]
    search.update()
    assert (search.found, pars.all(), search.deal) == ([], {3: 4}, 12)


def test_a_failure_ends_the_search(search: DealSearch) -> None:
    """Why the engine gave up is told, and the search can be begun anew."""
    search.start()
    search._engine.events = [Failed("out of memory")]
    search.update()
    assert (search.running, search.failure) == (False, "out of memory")
    search.start()
    assert (search.running, search.failure) == (True, "")
