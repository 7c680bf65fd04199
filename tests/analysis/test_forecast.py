"""Forecasts: equally likely amounts, and what they say together."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.proof_cost import DRAWS, NOTHING, Forecast


def test_weights_count() -> None:
    """What is nine times as likely is drawn nine times as often."""
    found = Forecast.weighted([5.0, 1.0], [0.1, 0.9])
    assert len(found.draws) == DRAWS
    assert found.draws.count(1.0) == pytest.approx(0.9 * DRAWS, abs=1)
    assert [*found.draws] == sorted(found.draws)


def test_the_range_holds_eighty_in_a_hundred() -> None:
    """A tenth of all draws lies below it and a tenth above."""
    found = Forecast(tuple(float(n) for n in range(100)))
    assert (found.low, found.middle, found.high) == (10, 50, 90)
    sure = Forecast.of(3.0)
    assert sure.low == sure.middle == sure.high == 3


def test_a_sum_is_that_of_things_that_do_not_hang_together() -> None:
    """Means add up; the spread grows with the root of the number, and nothing adds nothing."""
    lot = Random(3)
    one = Forecast(tuple(sorted(lot.gauss(100, 10) for _ in range(DRAWS))))
    assert one + NOTHING == NOTHING + one == one
    four = sum([one] * 4, NOTHING)
    assert sum(four.draws) == pytest.approx(4 * sum(one.draws))
    widths = [found.high - found.low for found in (one, four)]
    assert widths[1] / widths[0] == pytest.approx(2, abs=0.8)


def test_time_is_work_by_speed() -> None:
    """At twice the speed it takes half the time."""
    assert (Forecast((2.0, 4.0)) / 2).draws == (1.0, 2.0)
