"""Tests of the pie rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle import language
from battle.engine.client import Failed
from battle.engine.scheduler import Scheduler
from battle.game.pie import Opinion, Pie, program_moves_first, program_names
from battle.game.session import Seat, Session, Setup
from battle.game.words import named_words, pie_page, pie_said, seat_words, verdict_words
from battle.page.blocks import Block, Board
from battle.page.review import GamePar
from battle.rules.deal import deal
from battle.rules.position import for_player, position
from tests.support.approved import check_page
from tests.support.fake_engine import FakeEngine
from tools import reference
from tools.reference import small_positions

named = st.integers(-60, 60)


@given(named, st.integers(0, 1), st.booleans(), st.sampled_from([1, 2]))
def test_who_chooses_gets_the_seat_and_who_moves_second_the_points(points, namer, first, mover):
    """The chooser sits where they choose, the namer opposite, and the points are the seat's."""
    start = replace(deal(3), to_move=mover)
    agreed = Pie(start, namer).naming(points).choosing(first=first)
    chooser = 1 if first == (mover == 1) else 2
    assert agreed.first == (1 - namer if chooser == 1 else namer)
    assert agreed.named_by == 3 - chooser
    second = 3 - mover
    assert agreed.start.given[second - 1] - agreed.start.given[mover - 1] == points
    assert min(agreed.start.given) == 0
    assert agreed.start.with_given((0, 0)) == start


@given(st.integers(-90, 90), named)
def test_the_program_gets_at_least_what_is_even(worth, points):
    """Whatever a person names, the program's seat is not the worse one; it names what is even."""
    first = program_moves_first(worth, points)
    assert (worth - points if first else points - worth) >= 0
    if abs(worth) <= 60:
        assert program_names(worth) == worth
    assert abs(program_names(worth)) <= 60


def test_naming_the_value_makes_both_seats_equal():
    """On small tables, by the slow twin: the points named undo what the start gives."""
    for place in small_positions(40, seed=3):
        start = replace(place, points=(0, 0))
        agreed = Pie(start, 0).naming(program_names(reference.value(start))).choosing(first=True)
        value = for_player(reference.value(agreed.start), start.to_move)
        assert agreed.start.margin + value == 0


def test_what_is_out_of_turn_is_refused():
    """Points are named once, within limits, and before a seat is chosen."""
    pie = Pie(deal(3), 0)
    with pytest.raises(ValueError, match="no points"):
        pie.choosing(first=True)
    with pytest.raises(ValueError, match="cannot name 61"):
        pie.naming(61)
    with pytest.raises(ValueError, match="cannot name 2 after 1"):
        pie.naming(1).naming(2)


def test_the_program_asks_only_where_par_is_not_known():
    """A known par is its opinion at once; else it looks at the start, as who moves first."""
    engine = FakeEngine()
    scheduler = Scheduler(engine)
    assert Opinion(scheduler, deal(3), 6).worth == 6
    assert engine.queries == []
    start = position("5m5p/5p5m/9s/9s 2 4-1")
    opinion = Opinion(scheduler, start)
    assert opinion.worth is None
    scheduler.poll()
    scheduler.poll()
    assert opinion.worth == 9 - 3


def test_without_an_engine_the_program_goes_by_what_is_usual():
    """An engine that fails leaves it with the usual worth of moving first."""
    engine = FakeEngine(silent=True)
    scheduler = Scheduler(engine)
    opinion = Opinion(scheduler, deal(3))
    engine.say(Failed("gone"))
    scheduler.poll()
    assert opinion.worth == 4
    scheduler.start()
    silent = Opinion(scheduler, deal(3))
    scheduler.poll()
    before = engine.cancelled
    silent.cancel()
    assert engine.cancelled == before + 1


@pytest.mark.parametrize(
    ("points", "par", "words"),
    [
        (6, 0, "Ada named 6 points for moving second, which was exactly even."),
        (
            4,
            2,
            "Ada named 4 points for moving second;"
            " even would have been 6 points for moving second.",
        ),
        (
            0,
            -1,
            "Ada named no points; even would have been 1 point for moving first.",
        ),
    ],
)
def test_what_was_named_is_judged_after_the_game(points, par, words):
    """With par known it is said what would have been even."""
    start = Pie(deal(3), 0).naming(points).choosing(first=False).start
    session = Session(Setup((Seat("Ada"), Seat("Ben")), start, 3, named_by=1))
    assert verdict_words(session, GamePar(par, exact=True)) == words
    assert verdict_words(Session(Setup((Seat(), Seat()), start)), GamePar(par, exact=True)) == ""


def test_seats_are_told_with_their_points():
    """A seat says when its player moves and with how many points."""
    assert seat_words(6, first=True) == "Move first"
    assert seat_words(6, first=False) == "Move second, with 6 points"
    assert seat_words(-1, first=True) == "Move first, with 1 point"
    assert named_words(-1) == "1 point for moving first"


@pytest.mark.parametrize(
    ("par", "told"),
    [
        (GamePar(2, exact=False, error=3.2), "What would have been even is not known yet."),
        (GamePar(0, exact=False, error=3.2), "What would have been even is not known yet."),
        (GamePar(0, exact=False), "What would have been even is not known yet."),
        (
            GamePar(8, exact=False, error=3.2),
            "even would have been 12 points for moving second, give or take 3.",
        ),
    ],
)
def test_an_estimated_par_judges_only_what_its_error_allows(par: GamePar, told: str) -> None:
    """Below twice its error nothing is said against what was named, and nothing for it."""
    start = Pie(deal(3), 0).naming(4).choosing(first=False).start
    session = Session(Setup((Seat("Ada"), Seat("Ben")), start, 3, named_by=1))
    words = verdict_words(session, par)
    assert words.endswith(told)
    assert "~" not in words


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_page_says_what_was_approved(code: str) -> None:
    """The lot, the points named, and the seat, as both read it and as each of two apart."""
    language.use(code)
    try:
        names, pages = ("Ada", "Ben"), list[Block]()
        pie = Pie(position("5m5p/5p5m/9s/9s 2"), 0)
        for state in (pie, pie.naming(6)):
            for you in (None, 0, 1):
                said = pie_said(state, names, None, you)
                pages += pie_page(state, said, asks=you is None)
        pages += pie_page(pie.naming(-1), pie_said(pie.naming(-1), names, 1), asks=False)
        check_page(f"pie-{code}", [block for block in pages if not isinstance(block, Board)])
    finally:
        language.use("en")
