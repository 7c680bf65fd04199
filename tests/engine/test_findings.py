"""What the lines of a report prove of the moves."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.values import Finding
from battle.engine.engine import Query
from battle.engine.findings import NO_LOOK, InfoReport, finding_of_best, findings_of
from battle.protocol import BestMove, Info, Limit
from battle.rules.deal import deal, played_down
from battle.rules.position import move, position
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values, small_positions

TWO = position("5m5p/5p5m/9s/9s")
FIRST, SECOND = TWO.legal_moves[:2]


def line(rank: int, value: int, lower: int, upper: int, pv: str, depth: int = 3) -> Info:
    return Info(1, depth, rank, value, lower, upper, 50, 1, 1, 0.1, (move(pv),))


def test_first_line_has_the_bounds_of_the_position() -> None:
    """A lower bound that another move explains is not believed of the first."""
    place = position("5m/5m/9s/9s")
    lines = [line(1, 8, 4, 9, "a1b1"), line(2, 4, 4, 4, "c1d1")]
    found = findings_of(place, lines)
    assert (found[0].lower, found[0].upper) == (-270, 9)
    assert (found[1].lower, found[1].upper, found[1].effort) == (4, 4, 50)


def test_first_line_alone_explains_a_bound() -> None:
    """A lower bound above those of all the others is the first move's own."""
    place = position("5m/5m/9s/9s")
    found = findings_of(place, [line(1, 8, 4, 9, "a1b1"), line(2, 4, 3, 4, "c1d1")])
    assert (found[0].lower, found[0].upper) == (4, 9)


def test_bounds_of_half_a_report_are_not_believed() -> None:
    """Without all the lines nothing tells whose lower bound it is."""
    assert findings_of(TWO, [line(1, 8, 4, 9, str(FIRST))])[0].lower == -270


def test_no_look_is_no_guess() -> None:
    """Before the first look ahead a report has bounds only."""
    found = findings_of(TWO, [line(1, 8, 4, 9, str(FIRST), depth=0)])
    assert (found[0].effort, found[0].line) == (NO_LOOK, ())


def test_report_is_taken_when_it_is_whole() -> None:
    """Half a report waits for its other lines; a report is taken once; the newest counts."""
    place = position("5m/5m/9s/9s")
    report = InfoReport(place)
    report.add(line(1, 8, 4, 9, "a1b1"))
    assert report.take() == []
    report.add(line(2, 4, 3, 4, "c1d1"))
    report.add(line(1, 7, 5, 9, "a1b1"))
    report.add(line(2, 4, 4, 4, "c1d1"))
    assert [finding.guess for finding in report.take()] == [7, 4]
    assert report.take() == []


def test_half_a_report_counts_at_the_end() -> None:
    """An engine that tells of one line only is heard when it has answered."""
    report = InfoReport(TWO)
    report.add(line(1, 8, 4, 9, str(SECOND)))
    assert [finding.move for finding in report.take(finished=True)] == [SECOND]


def test_lines_of_another_position_are_left_out() -> None:
    """A line that begins with a move that cannot be played says nothing."""
    report = InfoReport(TWO)
    report.add(line(1, 8, 4, 9, "k1l1"))
    assert report.take(finished=True) == []


@pytest.mark.parametrize(("exact", "bounds"), [(True, (6, 6)), (False, (-270, 270))])
def test_answer_without_a_report(exact: bool, bounds: tuple[int, int]) -> None:
    """An answer alone tells of its move what it claims."""
    found = finding_of_best(BestMove(1, FIRST, 6, exact), FIRST)
    assert found == Finding(FIRST, *bounds, 6, 0, (FIRST,))


def test_no_report_claims_what_is_not_so() -> None:
    """Every bound found in any report of 400 positions holds the slow twin's value."""
    places = [place for place in small_positions(400, seed=5) if not place.is_over]
    places += [played_down(Random(7), deal(3), 16)]
    for place in places:
        engine, values = TwinEngine(), move_values(place)
        report = InfoReport(place)
        engine.ask(Query(place, limit=Limit(time=1.0)))
        for _ in range(4):
            for event in engine.poll():
                if isinstance(event, Info):
                    report.add(event)
            for found in report.take():
                assert found.lower <= values[found.move] <= found.upper
