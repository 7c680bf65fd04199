"""The page of the hints: its whole text after every step, and what it says of costs."""

from __future__ import annotations

import pytest

from battle import language
from battle.analysis.values import Finding, ToldCost, Values
from battle.coach.hint_page import columns_words, hint_page, move_words, reason_intro
from battle.coach.hints import STEPS, Hints
from battle.coach.pondering import Pondering
from battle.engine.scheduler import Scheduler
from battle.game.session import Session
from battle.game.setup import Seat, Setup
from battle.page.blocks import Offer
from battle.rules.position import Move, Position, move, position
from battle.words.numbers import cost_words, hint_count
from tests.support.approved import check_page
from tests.support.twin import bad_game
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values

PLACE = position("5m5p/5p5m/9s/9s")


@pytest.fixture(autouse=True)
def english() -> None:
    """Speak English."""
    language.use("en")


def climbed(place: Position, steps: int) -> Hints:
    """Return the hints of a game at `place` after some steps, with an engine that knows all."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), place))
    pondering = Pondering(Scheduler(TwinEngine()), session, Values())
    hints = Hints(session, pondering)
    for _step in range(steps):
        assert hints.ask()
        for _frame in range(200):
            pondering.ponder(place)
            pondering.scheduler.poll()
            hints.update()
    return hints


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("steps", [1, len(STEPS)])
def test_the_whole_page(code: str, steps: int) -> None:
    """The page reads as approved after the first step and after the last."""
    language.use(code)
    check_page(
        f"hints-{steps}-{code}", hint_page(climbed(bad_game(1).start, steps), ("Ada", "Ben"))
    )


def test_a_step_that_is_awaited() -> None:
    """Before the engine has looked the page says that it does, and offers nothing."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), PLACE))
    hints = Hints(session, Pondering(Scheduler(TwinEngine(silent=True)), session, Values()))
    assert hint_page(hints, session.names) == ()
    hints.ask()
    page = hint_page(hints, session.names)
    assert "Looking for a good pair …" in [getattr(block, "words", "") for block in page]
    assert not any(isinstance(block, Offer) for block in page)


def test_a_pair_in_one_column() -> None:
    """A pair from the top and the bottom of a column is told as that."""
    assert columns_words((0,)) == "It takes both tiles from column a."
    assert hint_count(3) == "3 hints"


def test_the_reason_begins_with_what_a_pair_costs() -> None:
    """The cost is that of the slow twin; where no pair is known to cost anything that is said."""
    found = move_values(PLACE)
    values = Values()
    values.learn(PLACE, [Finding(one, worth, worth, worth) for one, worth in found.items()])
    worst: Move = min(found, key=lambda one: found[one])
    best: Move = max(found, key=lambda one: found[one])
    cost = found[best] - found[worst]
    assert cost > 0
    words = reason_intro(PLACE, worst, values)
    assert words == f"{move_words(PLACE, worst)} costs {cost_words(ToldCost(cost, exact=True))}."
    none = "Which pairs are worse is not known until the position is proven."
    assert [reason_intro(PLACE, one, values) for one in (None, best)] == [none, none]
    assert reason_intro(PLACE, move("a1b2"), Values()) == none
