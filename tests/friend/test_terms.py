"""What the two agree on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.friend.sealing import DamagedError, packed, unpacked
from battle.friend.terms import SIDES, Terms, terms
from battle.game.clock import TimeControl
from battle.rules.deal import deal
from battle.rules.position import FormatError, position

STARTS = st.sampled_from([(deal(4711), 4711), (position("5m5p/5p5m/9s/9s 2 3-4"), None)])
CONTROLS = st.sampled_from([None, TimeControl(300, 5), TimeControl(0.5)])


@given(
    STARTS,
    st.sampled_from([1, 2]),
    CONTROLS,
    st.integers(0, 30),
    st.booleans(),
    st.lists(st.integers(1, 2**31 - 1), max_size=3),
    st.sampled_from([None, *SIDES]),
    st.integers(0, 60),
)
def test_they_are_read_as_they_were_sent(start, host, control, days, help, deals, pie, lead):  # type: ignore[no-untyped-def]
    """Terms and what is sent of them are each other's inverse."""
    place, number = start
    deals = [0, *deals] if number is None and deals else deals
    place = place.with_given((lead, 0))
    agreed = Terms(place, number, host, control, days, help, tuple(deals), pie, lead)
    assert terms(unpacked(packed(agreed.values))) == agreed


@pytest.mark.parametrize(
    "values",
    [
        None,
        {},
        {"deal": 0, "host": 1},
        {"deal": True, "host": 1},
        {"deal": 5},
        {"deal": 5, "host": 3},
        {"position": 5, "host": 1},
        {"position": "5m", "host": 1},
        {"position": "./.", "host": 1},
        {"deal": 5, "host": 1, "clock": "x"},
        {"deal": 5, "host": 1, "days": 31},
        {"deal": 5, "host": 1, "match": [0]},
        {"position": "5m5p/5p5m/9s/9s", "host": 1, "match": [5, 0]},
        {"deal": 5, "host": 1, "match": "5"},
        {"deal": 5, "host": 1, "pie": "x"},
        {"deal": 5, "host": 1, "given": [1, 2]},
        {"deal": 5, "host": 1, "given": [1, -2, 0]},
    ],
    ids=str,
)
def test_other_terms_are_refused(values: object) -> None:
    """Terms that cannot be are refused in a line."""
    with pytest.raises((FormatError, DamagedError)):
        terms(values)
