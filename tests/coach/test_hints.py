"""Hints, checked against the slow twin's values."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from battle.analysis.study import Study
from battle.analysis.values import Finding, Values
from battle.coach.hints import LINE_MOVES, LINE_SECONDS, STEPS, Foresight, Ladder, Step
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.rules.deal import deal, played_down
from battle.rules.game import Game
from battle.rules.position import Move, Position, position
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values

PLACE = played_down(Random(3), deal(3), 30)


@cache
def places() -> tuple[Position, ...]:
    """Return endgames with a choice."""
    random = Random(8)
    found = [played_down(random, deal(number), 16) for number in range(1, 60)]
    return tuple(place for place in found if len(set(move_values(place).values())) > 1)


def told(place: Position) -> Values:
    """Return a store that knows a position's moves."""
    values = Values()
    exact = [Finding(pair, worth, worth, worth) for pair, worth in move_values(place).items()]
    values.learn(place, exact)
    return values


def guessed(place: Position, favourite: Move) -> Values:
    """Return a store that guesses one move to be the best."""
    values = Values()
    left = place.points_left
    values.learn(
        place,
        [Finding(one, -left, left, int(one == favourite), 9, (one,)) for one in place.legal_moves],
    )
    return values


def best_of(place: Position) -> set[Move]:
    """Return the moves that keep the value."""
    worth = move_values(place)
    return {one for one, value in worth.items() if value == max(worth.values())}


def test_the_steps_are_about_one_best_pair() -> None:
    """Worth, columns, pair and line of a ladder all belong to one pair that keeps the value."""
    assert len(places()) > 20
    for place in places():
        ladder = Ladder(place, told(place))
        assert (ladder.steps, ladder.next, ladder.points) == ((), Step.WORTH, 0)
        while ladder.climb():
            pass
        assert (ladder.steps, ladder.next) == (STEPS, None)
        assert ladder.move in best_of(place)
        assert ladder.points == place.worth(ladder.move)
        assert set(ladder.columns) == {cell.column for cell in ladder.move}
        assert ladder.line[0] == ladder.move
        assert len(ladder.line) <= LINE_MOVES
        assert ladder.is_proven
        assert ladder.others == len(best_of(place)) - 1


def test_nothing_is_told_before_a_pair_is_known() -> None:
    """Without a value of any move no step is taken."""
    ladder = Ladder(PLACE, Values())
    assert not ladder.climb()
    assert (ladder.steps, ladder.move, ladder.line, ladder.columns) == ((), None, (), ())
    assert (ladder.is_proven, ladder.others, ladder.tempting) == (False, None, None)


def test_the_pair_stays_while_estimates_change() -> None:
    """A later estimate does not change what the hints are about."""
    first, other = PLACE.legal_moves[:2]
    values, left = guessed(PLACE, first), PLACE.points_left
    ladder = Ladder(PLACE, values)
    ladder.climb()
    later = [Finding(one, -left, left, 7 * (one == other), 99) for one in PLACE.legal_moves]
    values.learn(PLACE, later)
    assert values.best_moves(PLACE) == (other,)
    assert ladder.climb()
    assert (ladder.move, bool(ladder.given_up), ladder.is_proven) == (first, False, False)


@pytest.mark.parametrize("place", places()[:12])
def test_a_refuted_pair_is_corrected(place: Position) -> None:
    """A pair that is proven to lose points gives way to a best one; the steps stay taken."""
    worth = move_values(place)
    wrong = min(worth, key=lambda one: worth[one])
    values = guessed(place, wrong)
    ladder = Ladder(place, values)
    ladder.climb()
    assert ladder.move == wrong
    assert not ladder.correct()
    values.learn(place, [Finding(one, value, value, value) for one, value in worth.items()])
    assert ladder.correct()
    assert ladder.move in best_of(place)
    assert (bool(ladder.given_up), ladder.steps, ladder.is_proven) == (True, (Step.WORTH,), True)


def test_the_tempting_pair_is_the_highest_that_loses() -> None:
    """What is warned of is the highest pair that does not keep the value, if any does not."""
    for place in places():
        costly = set(place.legal_moves) - best_of(place)
        tempting = Ladder(place, told(place)).tempting
        assert tempting in costly
        assert place.worth(tempting) == max(map(place.worth, costly))
    same = position("1m1m/1s1s")
    assert Ladder(same, told(same)).tempting is None


def foreseen(place: Position, engine: TwinEngine) -> tuple[Ladder, Foresight, Analyst]:
    """Return a ladder of a position whose best pair alone is known, and what looks further."""
    study = Study(Game(place))
    exact = [Finding(pair, worth, worth, worth) for pair, worth in move_values(place).items()]
    study.values.learn(place, exact)
    ladder = Ladder(place, study.values)
    ladder.climb()
    analyst = Analyst(Scheduler(engine), study, study.values)
    analyst.on = False
    return ladder, Foresight(analyst, ladder), analyst


def test_the_line_is_found_move_by_move() -> None:
    """The line grows until it is as long as is told or the game is over; all moves are best."""
    for place in places()[:6]:
        ladder, foresight, analyst = foreseen(place, TwinEngine())
        for _frame in range(200):
            analyst.scheduler.poll()
        assert foresight.is_done
        end = place
        for one in ladder.line:
            assert one in best_of(end)
            end = end.play(one)
        assert len(ladder.line) == LINE_MOVES or end.is_over


def test_an_engine_that_finds_nothing_is_not_asked_for_ever() -> None:
    """Where nothing is found the end of the line is asked about once, for a moment."""
    engine = TwinEngine(reports=30, silent=True)
    ladder, foresight, analyst = foreseen(PLACE, engine)
    analyst.scheduler.poll()
    limits = [question.limit.time for question in engine.queries]
    assert limits == [LINE_SECONDS]
    assert len(ladder.line) < LINE_MOVES
    foresight.close()
    analyst.scheduler.poll()
    assert (foresight.is_done, analyst.is_busy, engine.busy) == (True, False, False)
