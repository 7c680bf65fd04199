"""What a proof costs, and when it will be done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from random import Random

import pytest

from battle.analysis.proof_cost import (
    ASSUMED_SPEED,
    DRAWS,
    NOTHING,
    Forecast,
    ProofCost,
    ProofPlace,
    usual_nodes,
)
from battle.rules.position import deal

# -- proof cost -----------------------------------------------------------------------------------

MEASURED = {
    2003: "322 2892 548 3679 6306 3298 218 21220 38102 41135 404839 279402 38210 960453 203285"
    " 1812964 1746784",
    2004: "534 954 9408 1765 3118 14335 9952 6319 2753 75486 27307 307750 127371 3045500 124885"
    " 2547587 2106079",
    2001: "5154 4566 31391 94737 12387 44355 247618 816897 936986 1544366 510820 956377 529144"
    " 6446588 12183456 30030845 10341372",
}
"""Nodes of the positions with 58, 60, … 90 tiles of games of levels on three deals, one thread."""

PLACES = [ProofPlace.usual(tiles) for tiles in range(58, 92, 2)]


def said(nodes: list[int]) -> Iterator[tuple[Forecast, int]]:
    """Yield what is said on the way back through a game from 74 tiles on, and what was true."""
    cost, whole = ProofCost(), list(accumulate(nodes))
    for index, (place, spent) in enumerate(zip(PLACES, nodes, strict=True)):
        for share in (0.0, 0.3, 0.6, 0.9) if place.tiles >= 74 else ():
            done = int(share * spent)
            yield cost.nodes_left(PLACES[index:], done), (whole[-1] - whole[index] + spent - done)
        cost.learn(place, spent)


def test_ranges_hold() -> None:
    """Most of what was true lies in the range that was said, and the range tells something."""
    every = [one for words in MEASURED.values() for one in said([*map(int, words.split())])]
    held = sum(found.low <= true <= found.high for found, true in every)
    assert 0.7 <= held / len(every) < 1
    for found, _ in every:
        assert found.low < found.middle < found.high < 60 * max(1.0, found.low)


def test_a_game_is_dearer_once_it_has_shown_so() -> None:
    """What was dear makes what is to come dearer, and the other way round."""
    usual, dear, cheap = ProofCost(), ProofCost(), ProofCost()
    for place in map(ProofPlace.usual, range(60, 80, 2)):
        dear.learn(place, round(4 * usual_nodes(place)))
        cheap.learn(place, round(usual_nodes(place) / 4))
    last = [ProofPlace.usual(90)]
    middles = [cost.nodes_left(last).middle for cost in (cheap, usual, dear)]
    assert middles == sorted(middles)
    assert middles[2] > 4 * middles[0]


def test_what_a_game_has_shown_narrows_the_range() -> None:
    """No one knows a game's level before its first proofs."""
    known, unknown = ProofCost(), ProofCost()
    for place in map(ProofPlace.usual, range(60, 90, 2)):
        known.learn(place, round(usual_nodes(place)))
    ranges = [cost.nodes_left([ProofPlace.usual(90)]) for cost in (known, unknown)]
    narrow, wide = [one.high / one.low for one in ranges]
    assert narrow < wide


def test_more_choices_cost_more() -> None:
    """A position with more pairs to choose from takes longer; a deal's are counted."""
    assert (
        usual_nodes(ProofPlace(80, 8))
        > usual_nodes(ProofPlace(80, 4))
        > usual_nodes(ProofPlace(78, 4))
    )
    assert ProofPlace.of(deal(1)) == (108, len(deal(1).legal_moves))


def test_one_that_drags_on_takes_longer_still() -> None:
    """What was spent is not to come; but beyond what is usual more of it means more to come."""
    cost, places = ProofCost(), [ProofPlace.usual(80), ProofPlace.usual(82)]
    usual = usual_nodes(places[0])
    early, late = (cost.nodes_left(places, round(usual * times)) for times in (0.1, 30))
    assert early.middle < cost.nodes_left(places).high < late.middle
    assert cost.nodes_left([], 5) == NOTHING


def test_the_machines_speed_is_learned() -> None:
    """Time is nodes by speed; a speed that was never measured is assumed."""
    cost, places = ProofCost(0.0), [ProofPlace.usual(90)]
    assert cost.speed == ASSUMED_SPEED
    for _ in range(40):
        cost.set_speed(10 * ASSUMED_SPEED)
    found, nodes = cost.seconds_left(places), cost.nodes_left(places)
    assert found.middle == pytest.approx(nodes.middle / cost.speed)
    assert cost.speed == pytest.approx(10 * ASSUMED_SPEED, rel=0.01)


# -- forecast -------------------------------------------------------------------------------------


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
    sure = Forecast((3.0,))
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
