"""Plans for new games: what is entered and what comes of it."""

from __future__ import annotations

import random
import time

import pytest

from battle.app.plan import BY_NUMBER, PASTED, Plan
from battle.play.clock import TimeControl
from battle.play.settings import Settings
from battle.rules.deal import deal
from battle.rules.errors import RulesError
from battle.rules.position import position

ENDGAME = "5m5p/5p5m/9s/9s"


def test_a_plan_comes_back_from_the_settings() -> None:
    """What was chosen last is offered again."""
    plan = Plan("solver", ("Ada", "Ben"), "random", clock_minutes=5.0, think_seconds=10.0)
    settings = Settings(**plan.to_remember())
    again = Plan.remembered(settings)
    assert again.to_remember() == plan.to_remember()


def test_friends_sit_as_they_were_named() -> None:
    """The first named begins unless something else is chosen."""
    session = Plan(names=("Ada", "Ben")).session(time.monotonic)
    assert [seat.name for seat in session.setup.seats] == ["Ada", "Ben"]
    session = Plan(names=("Ada", "Ben"), begins="second").session(time.monotonic)
    assert [seat.name for seat in session.setup.seats] == ["Ben", "Ada"]


def test_who_begins_can_be_drawn_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lot decides between both."""
    for number, first in ((0.4, "Ben"), (0.6, "Ada")):
        monkeypatch.setattr(random, "random", lambda number=number: number)
        session = Plan(names=("Ada", "Ben"), begins="random").session(time.monotonic)
        assert session.setup.seats[0].name == first


def test_people_without_a_name_are_told_apart() -> None:
    """Empty names become Player 1 and Player 2 and stay with the person in a rematch."""
    session = Plan(names=(" ", "")).session(time.monotonic)
    assert [seat.name for seat in session.setup.seats] == ["Player 1", "Player 2"]


def test_the_solver_sits_opposite() -> None:
    """Against the solver one seat is the solver's, and there is no clock."""
    plan = Plan("solver", ("Ada", ""), "second", clock_minutes=5.0, think_seconds=0.5)
    session = plan.session(time.monotonic)
    assert session.setup.seats[0].solver
    assert session.setup.seats[1].name == "Ada"
    assert session.setup.control is None
    assert session.setup.think_seconds == 0.5


def test_friends_may_have_a_clock() -> None:
    """Minutes become seconds, the increment is added."""
    plan = Plan(clock_minutes=5.0, clock_increment=3.0)
    assert plan.session(time.monotonic).setup.control == TimeControl(300, 3)


def test_a_random_deal_has_a_number() -> None:
    """A deal drawn by lot can be named and repeated."""
    plan = Plan()
    assert plan.deal == plan.drawn
    assert plan.start() == deal(plan.drawn)


def test_a_deal_by_number() -> None:
    """The number entered is the deal played."""
    setup = Plan(deal_by=BY_NUMBER, number=" 4711 ").session(time.monotonic).setup
    assert (setup.deal, setup.start) == (4711, deal(4711))


@pytest.mark.parametrize("number", ["", "0", "2147483648", "12a", "-3"])
def test_a_bad_number_is_told_in_one_line(number: str) -> None:
    """Whatever is no deal's number is named."""
    with pytest.raises(RulesError, match="bad deal number") as error:
        Plan(deal_by=BY_NUMBER, number=number).start()
    assert "\n" not in str(error.value)


def test_a_pasted_position() -> None:
    """A position has no deal number."""
    plan = Plan(deal_by=PASTED, pasted=ENDGAME)
    assert plan.start() == position(ENDGAME)
    assert plan.deal is None


def test_a_pasted_picture() -> None:
    """The picture of a deal is that deal's grid."""
    assert Plan(deal_by=PASTED, pasted=deal(3).picture).start() == deal(3)


def test_a_pasted_record_gives_its_start() -> None:
    """A record is played anew from where it began, by its deal's number."""
    plan = Plan(deal_by=PASTED, pasted='[Deal "12"]\n\n*\n')
    assert plan.start() == deal(12)
    assert plan.deal == 12


@pytest.mark.parametrize("text", ["", "hello", "5m5p/5p5m/9s/9x", '[Deal "x"]\n\n*', "5m/5p"])
def test_a_bad_pasted_text_is_told_in_one_line(text: str) -> None:
    """Whatever is neither a position nor a record is refused with one line."""
    with pytest.raises(RulesError) as error:
        Plan(deal_by=PASTED, pasted=text).start()
    assert str(error.value)
    assert "\n" not in str(error.value)


def test_a_position_without_a_pair_cannot_be_played() -> None:
    """A game that would be over before it begins is refused."""
    with pytest.raises(RulesError, match="No pair"):
        Plan(deal_by=PASTED, pasted="5m5p5m5p").start()
