"""Tests of what a record says of people and game: written and read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.game.clock import TimeControl
from battle.game.levels import labels
from battle.game.series import Duplicate, Series
from battle.game.setup import LARGEST_SEED, Seat, Setup
from battle.game.tags import (
    clock_tags,
    clocks_in,
    hints_in,
    hints_tags,
    series_in,
    series_tags,
    setup_in,
    setup_tags,
)
from battle.rules.position import position

START = position("5m5p/5p5m/9s/9s")

people = st.builds(Seat, st.sampled_from(["", "Ada", "Solver", "A. “B”"]))
levels = st.sampled_from(["", *(label.name for label in labels())])
programs = st.builds(Seat, st.sampled_from(["", "Deep thought"]), st.just(True), levels)
setups = st.builds(
    Setup,
    st.tuples(people | programs, people | programs),
    st.just(START),
    st.none() | st.integers(1, LARGEST_SEED),
    st.none() | st.builds(TimeControl, st.integers(1, 9999), st.integers(0, 60)),
    st.integers(1, 3_600_000).map(lambda milliseconds: milliseconds / 1000),
    st.integers(0, LARGEST_SEED),
)
points = st.tuples(st.integers(0, 270), st.integers(0, 270))


@given(setups)
def test_what_was_agreed_is_read_as_it_was_written(setup):
    """Everything that matters to a game survives; what only programs have is left out of others."""
    again = setup_in(setup_tags(setup), START)
    assert (again.seats, again.deal, again.control) == (setup.seats, setup.deal, setup.control)
    if any(seat.solver for seat in setup.seats):
        assert again.think_seconds == pytest.approx(setup.think_seconds, rel=1e-5)
    if any(seat.level for seat in setup.seats):
        assert again.seed == setup.seed


@given(st.lists(points, max_size=5), st.booleans())
def test_a_series_is_read_as_it_was_written(games, match):
    """Earlier games and what was agreed for a match survive."""
    series = Series(tuple(games), Duplicate("abcd", (0, 7, 8)) if match else None)
    tags = series_tags(series)
    assert series_in(tags) == series
    assert tags.get("Round") == (str(len(games) + 1) if games or match else None)


@given(st.tuples(st.integers(0, 99), st.integers(0, 99)))
def test_hints_are_read_as_they_were_written(hints):
    """No help is no tag."""
    assert hints_in(hints_tags(hints)) == hints
    assert bool(hints_tags(hints)) == (hints != (0, 0))


def test_clocks_are_read_as_they_were_written():
    """Seconds survive to the tenth; what is no time is none."""
    assert clocks_in(clock_tags((300.0, 61.5))) == (300.0, 61.5)
    assert clocks_in({"FirstClock": "soon"}) == (None, None)


@pytest.mark.parametrize(
    ("tags", "seat"),
    [
        ({"First": "?"}, Seat()),
        ({"First": "Solver"}, Seat(solver=True)),
        ({"First": "Solver: club"}, Seat(solver=True, level="club")),
        ({"First": "Solver: CLUB"}, Seat("Solver: CLUB", True, "club")),
        ({"First": "Solver: godlike"}, Seat("Solver: godlike", True)),
        ({"First": "Solver", "FirstType": "human"}, Seat("Solver")),
        ({"First": "Cora", "FirstLevel": "club"}, Seat("Cora")),
    ],
)
def test_a_seat_is_told_by_its_name_or_its_type(tags, seat):
    """Records of other programs tell by the name who is a program, and at which level."""
    assert setup_in(tags, START).seats == (seat, Seat())


def test_what_cannot_be_read_is_passed_over():
    """Tags that are nonsense cost nothing but what they would have told."""
    tags = {
        "ThinkTime": "long",
        "Seed": "-4",
        "TimeControl": "soon",
        "Earlier": "1-2 x",
        "Duplicate": "none",
        "Hints": "many",
    }
    assert setup_in(tags, START) == Setup((Seat(), Seat()), START)
    assert (series_in(tags), hints_in(tags)) == (Series(), (0, 0))
