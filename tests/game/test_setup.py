"""Setups, which two agree on: series, the pie rule, fair games, random deals, levels."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle import language
from battle.analysis.values import Bounds
from battle.engine.client import EngineClient, Failed, Query
from battle.engine.jobs import Scheduler
from battle.game import setup as levels
from battle.game.opponent import move_question
from battle.game.pie import (
    Negotiation,
    Pie,
    pie_page,
    pie_said,
    pie_verdict,
)
from battle.game.session import Seat, Session, Setup
from battle.game.setup import (
    Duplicate,
    LevelLabel,
    Series,
    draw_deal,
    duplicate,
    duplicate_in,
    fair_table,
    labels,
)
from battle.game.words import has_series, match_words, next_game, series_words
from battle.page.blocks import Block, Board
from battle.profile.proofs import Pars, shipped_pars
from battle.profile.store import Database
from battle.protocol import Limit
from battle.resources import asset
from battle.rules.files import AGAINST, COMPANION, LEVELS, read_against
from battle.rules.position import FormatError, Position, deal, for_player, played_down, position
from battle.rules.quick import HALF, quick_deal
from solver.levels import levels as levels_of_the_engine
from tests.support.engines import FakeEngine, answer_of
from tests.support.texts import check_page
from tools import reference
from tools.reference import best_moves, move_values, resistance, small_positions

# -- series ---------------------------------------------------------------------------------------

POINTS = st.lists(st.tuples(st.integers(0, 270), st.integers(0, 270)), max_size=6)


@given(POINTS)
def test_points_go_to_the_person_whatever_the_seat(points):
    """Swapping seats after every game keeps each person's points together."""
    series, people = Series(), [0, 0]
    for number, (first, second) in enumerate(points):
        beginner = number % 2
        people[beginner] += first
        people[1 - beginner] += second
        series = series.plus((first, second)).swapped()
    assert series.totals == tuple(people if len(points) % 2 == 0 else people[::-1])


@given(st.lists(st.integers(1, 2**31 - 1), max_size=5), st.integers(0, 2**31 - 1))
def test_a_match_is_told_and_understood(further, first):
    """A text that tells of a match is read as the same match."""
    match = duplicate((first, *further))
    assert duplicate_in(str(match)) == match


@pytest.mark.parametrize(
    "text", ["", "3f2a9c", "4711", "xyz 4711", "3f2a9c 4711 x", "3f2a9c 1 0", "3f2a9c 99999999999"]
)
def test_other_texts_tell_of_no_match(text):
    """What is no match, or names no deal, is passed over."""
    assert duplicate_in(text) is None


def test_matches_have_keys_of_their_own():
    """Two matches on the same deals are two matches; one without a deal is none."""
    assert duplicate((1,)).key != duplicate((1,)).key
    assert Duplicate("abcd", (1, 2)).length == 4
    with pytest.raises(ValueError, match="needs a deal"):
        duplicate(())


# -- series words ---------------------------------------------------------------------------------

SMALL = position("5m5p/5p5m/9s/9s")


def over(*deals: int, games: tuple[tuple[int, int], ...] = ()) -> Session:
    """Return a game that player 2 gave up, in a match on some deals or in none."""
    agreed = duplicate(deals) if deals else None
    session = Session(Setup((Seat("Ada"), Seat("Ben")), SMALL), Series(games, agreed))
    session.resign(2)
    return session


def test_a_series_without_an_end_adds_up() -> None:
    """All games are counted, with all that was left to who did not give up; one is no series."""
    single, second = over(), over(games=((100, 120),))
    assert [has_series(one) for one in (single, second)] == [False, True]
    assert [next_game(one)[0] for one in (single, second)] == ["Rematch", "Rematch"]
    assert match_words(single) == ""
    assert single.go_on().name(1) == "Ben"
    assert series_words(second) == "Both games: Ada 119 – 120 Ben"


def test_a_match_tells_where_it_is() -> None:
    """The number of the game, of how many, and what comes next."""
    first = over(0, 12)
    assert match_words(first) == "game 1 of 4"
    assert series_words(first) == "Game 1 of 4: Ada 19 – 0 Ben"
    assert next_game(first) == ("Next game", "Game 2 of 4: the same deal with seats swapped")
    second = over(0, 12, games=((5, 5),))
    assert next_game(second) == ("Next game", "Game 3 of 4: another deal")
    assert second.go_on().setup.deal == 12


def test_a_match_that_is_over_leads_to_another() -> None:
    """After the last game the sum is reported; the new match has as many other deals."""
    session = over(0, 12, games=((1, 2), (3, 4), (5, 6)))
    assert series_words(session) == "The match: Ada 28 – 12 Ben"
    assert next_game(session)[0] == "New match"
    agreed = session.go_on().series.duplicate
    assert len(set(agreed.deals)) == 2
    assert 0 not in agreed.deals


# -- pie ------------------------------------------------------------------------------------------

named = st.integers(-60, 60)


def negotiation(start: Position, program: int, worth: int | None = None) -> Negotiation:
    """Return a negotiation in which the first of two names, begun, with an engine of its own."""
    talks = Negotiation(Pie(start, 0), program, Scheduler(FakeEngine()), worth)
    talks.begin()
    return talks


@given(st.integers(-90, 90), named)
def test_the_program_gets_at_least_what_is_even(worth, points):
    """Whatever a person names, the program's seat is not the worse one; it names what is even."""
    talks = negotiation(deal(3), 1, worth)
    talks.name(points)
    talks.update()
    assert talks.first is not None
    assert (worth - points if talks.first == 1 else points - worth) >= 0
    talks = negotiation(deal(3), 0, worth)
    talks.update()
    assert talks.pie.points == max(-60, min(60, worth))


def test_naming_the_value_makes_both_seats_equal():
    """On small tables, by the reference solver: the points named undo what the start gives."""
    for place in small_positions(40, seed=3):
        start = replace(place, points=(0, 0))
        agreed = Pie(start, 0).naming(reference.value(start)).choosing(first=True)
        assert agreed.start.margin + for_player(reference.value(agreed.start), start.to_move) == 0


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
    """It names a known par at once; else it looks at the start, as who moves first."""
    engine = FakeEngine()
    start = position("5m5p/5p5m/9s/9s 2 4-1")
    talks = Negotiation(Pie(start, 0), 0, Scheduler(engine), 6)
    talks.begin()
    talks.update()
    assert (talks.pie.points, talks.thinks, engine.queries) == (6, False, [])
    scheduler = Scheduler(engine)
    talks = Negotiation(Pie(start, 0), 0, scheduler)
    talks.begin()
    talks.update()
    assert talks.thinks
    scheduler.poll()
    scheduler.poll()
    talks.update()
    assert talks.pie.points == 9 - 3


def test_without_an_engine_the_program_goes_by_what_is_usual():
    """An engine that fails leaves it with the usual worth of moving first."""
    engine = FakeEngine(silent=True)
    scheduler = Scheduler(engine)
    talks = Negotiation(Pie(deal(3), 0), 0, scheduler)
    talks.begin()
    scheduler.poll()
    talks.rest()
    assert engine.cancelled == 1
    talks.begin()
    engine.say(Failed("gone"))
    scheduler.poll()
    talks.update()
    assert talks.pie.points == 4


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
    assert pie_verdict(session, Bounds.exactly(par)) == words
    assert pie_verdict(Session(Setup((Seat(), Seat()), start)), Bounds.exactly(par)) == ""


@pytest.mark.parametrize(
    ("par", "told"),
    [
        (Bounds(-20, 20, 2, 3.2), "What would have been even is not known yet."),
        (Bounds(-20, 20, 0, 3.2), "What would have been even is not known yet."),
        (Bounds(-20, 20, 0), "What would have been even is not known yet."),
        (
            Bounds(-20, 20, 8, 3.2),
            "even would have been 12 points for moving second, give or take 3.",
        ),
    ],
)
def test_an_estimated_par_judges_only_what_its_error_allows(par: Bounds, told: str) -> None:
    """Below twice its error nothing is said against what was named, and nothing for it."""
    start = Pie(deal(3), 0).naming(4).choosing(first=False).start
    words = pie_verdict(Session(Setup((Seat("Ada"), Seat("Ben")), start, 3, named_by=1)), par)
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
                pages += pie_page(state, pie_said(state, names, None, you), asks=you is None)
        for you in (None, 0, 1):
            said = pie_said(pie.naming(-1), names, 1, you)
            pages += pie_page(pie.naming(-1), said, asks=False)
        check_page(f"pie-{code}", [block for block in pages if not isinstance(block, Board)])
    finally:
        language.use("en")


# -- fair -----------------------------------------------------------------------------------------

PARS = {1: 4, 2: 7, 10: 0, 51: -2}


def test_twenty_fair_games_are_twenty_tables_each_as_even_as_it_says():
    """However few deals are solved, no table comes twice, and par and points given are nought."""
    random, before, seen = Random(1), None, set()
    pars = Pars(Database(None))
    for _ in range(20):
        table = fair_table(shipped_pars(), random, before)
        start = table.start()
        assert before is None or table.deal != before.deal
        seen.add(start.grid)
        assert pars.margin(start) == 0
        assert start.taken == (0, 0)
        before = table
    assert len(seen) == 20


@given(st.integers(-60, 60), st.integers(0, 2**32), st.sampled_from(sorted(PARS)))
def test_par_and_points_given_make_the_head_start(head_start, seed, number):
    """Player 1 wins by the head start with perfect play, and no one is given more than needed."""
    table = fair_table({number: PARS[number]}, Random(seed))
    start = table.start(head_start)
    assert table.deal == number
    assert start.margin + PARS[number] == head_start
    assert min(start.given) == 0
    assert start.with_given((0, 0)) == table.tiles


def test_the_only_deal_is_dealt_again_in_another_disguise():
    """With one solved deal every game is on it; with none there is no fair game."""
    first = fair_table({4: 4}, Random(1))
    again = fair_table({4: 4}, Random(2), first)
    assert (again.deal, again.tiles == first.tiles) == (4, False)
    assert fair_table({}, Random(1)) is None


# -- random deals ---------------------------------------------------------------------------------


def test_a_random_deal_has_a_number_to_be_told() -> None:
    """It has five digits at most, and is not always the same."""
    drawn = [draw_deal() for _ in range(200)]
    assert all(1 <= number <= 99_999 for number in drawn)
    assert len({*drawn}) > 100


# -- levels ---------------------------------------------------------------------------------------


def test_the_levels_are_those_of_the_engine():
    """People and the engine know the same levels, in the same order, with the same points."""
    assert [label.name for label in levels.labels()] == list(levels_of_the_engine())
    for label in levels.ladder():
        assert label.points == levels_of_the_engine()[label.name].points


def test_every_level_has_a_name_and_a_sentence_of_its_own():
    """No two levels read alike."""
    names = [levels.level_name(label.name) for label in levels.labels()]
    words = [levels.level_words(label) for label in levels.labels()]
    assert len(set(names)) == len(set(words)) == len(levels.labels())


def test_a_level_is_a_line_of_the_table(monkeypatch, tmp_path):
    """Name, person and way to play come from it; without them it is told by its label."""
    header, *lines = asset(LEVELS).read_text(encoding="ascii").splitlines()
    more = ['expert,2,0.1,4,1,0,0,Expert,Ida,"sees, and waits"', "plain,1,0.1,4,1,0,0"]
    path = tmp_path / "levels.csv"
    path.write_text("\n".join([header, *more, *lines]))
    monkeypatch.setattr(levels, "asset", lambda file: path)
    levels.ladder.cache_clear()
    levels.labels.cache_clear()
    try:
        expert, plain = levels.level("expert"), levels.level("plain")
        assert (levels.level_name("expert"), levels.played_by("expert")) == ("Expert", "Ida")
        assert (levels.level_words(expert), levels.face("expert")) == ("sees, and waits", "ida")
        assert (levels.level_name("plain"), levels.played_by("plain")) == ("Plain", "Sol")
        assert levels.level_words(plain) == "Gives away about 1 point a game"
    finally:
        levels.ladder.cache_clear()
        levels.labels.cache_clear()


def test_sentences_name_the_points():
    """Of a level that is not known by its sight the words are those of the label."""
    words = [levels.level_words(LevelLabel("x", points)) for points in (35, 2.5, 1)]
    assert words == [
        "Gives away about 35 points a game",
        "Gives away about 2.5 points a game",
        "Gives away about 1 point a game",
    ]
    assert "0" not in levels.level_words(LevelLabel("x", 0))


def test_a_level_loses_what_was_measured_against_as_strong_a_player():
    """At each label it is the figure of that level, between two it lies between theirs."""
    figures = read_against(asset(AGAINST))
    for label in levels.ladder():
        for met in levels.ladder():
            found = levels.expected_loss(label.name, met.points)
            assert found == pytest.approx(figures[label.name, met.name])
    between = levels.expected_loss("novice", (4 + 14) / 2)
    assert between == pytest.approx((figures["novice", "strong"] + figures["novice", "club"]) / 2)
    assert levels.expected_loss("novice", 90) == figures["novice", "novice"]
    assert levels.expected_loss("novice", -5) == figures["novice", "perfect"]


def test_a_level_that_met_nobody_loses_what_its_label_says(monkeypatch):
    """A new line needs no other file, with any label; of a friend nothing is expected."""
    monkeypatch.setattr(levels, "_measured", dict)
    assert levels.expected_loss("casual", 0) == 24
    assert levels.expected_loss(COMPANION, 0) is levels.expected_loss("friend", 0) is None
    twins = LevelLabel("one", 0.0), LevelLabel("two", 0.0)
    monkeypatch.setattr(levels, "ladder", lambda: twins)
    monkeypatch.setattr(levels, "_measured", lambda: {("one", "one"): 3.0, ("one", "two"): 4.0})
    assert (levels.expected_loss("one", 0), levels.expected_loss("one", 1)) == (4.0, 3.0)


def test_stronger_and_weaker_end_with_the_ladder():
    """Steps go along the ladder and no further; what is not on it stays."""
    names = [label.name for label in levels.ladder()]
    steps = [(names[0], 1), (names[2], -1), (names[-1], 1), (names[0], -1), (COMPANION, 1)]
    found = [levels.stronger(name, step) for name, step in steps]
    assert found == [names[1], names[1], names[-1], names[0], COMPANION]


def test_levels_are_found_by_name():
    """Large letters do; what is no level is refused with the names there are."""
    assert levels.level(" Club ").name == "club"
    with pytest.raises(FormatError, match=r"'grandmaster'.*novice.*companion"):
        levels.level("grandmaster")


# --- resistance engine ----------------------------------------------------------------------------
#
# The program at a table, with the real engine.


# -- resistance engine ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lost() -> list[Position]:
    """Return positions that are lost, with equal best moves that resist differently."""
    found = [
        place
        for place in reference.small_positions(800, 33, most_tiles=16)
        if len({resistance(place, move) for move in best_moves(place)}) > 1
    ]
    return [place for place in found if max(reference.move_values(place).values()) < 0][:8]


def test_every_level_is_somebody() -> None:
    """Each level is somebody else, with a face; of no level it is who plays at the best."""
    people = [levels.played_by(label.name) for label in levels.labels()]
    assert len({*people}) == len(people)
    assert levels.played_by("") == levels.played_by("perfect")
    for label in levels.labels():
        assert asset(f"faces/{levels.face(label.name)}.svg").is_file()


@pytest.mark.parametrize("name", ["", "perfect", "master"])
def test_lost_positions_are_played_on(
    engine: EngineClient, lost: list[Position], name: str
) -> None:
    """At the table the solver and the strongest levels leave as many bad replies as they can."""
    assert len(lost) > 4
    for place in lost:
        seats = Seat("Ada"), Seat("", True, name)
        if place.to_move == 1:
            seats = seats[1], seats[0]
        answer = answer_of(engine, move_question(Session(Setup(seats, place, think_seconds=1.0))))
        assert answer.move is not None
        if answer.move in best_moves(place):
            most = max(resistance(place, move) for move in best_moves(place))
            assert resistance(place, answer.move) == most
        else:
            assert name == "master"


# -- engine move engine ---------------------------------------------------------------------------


def endgame(seed: int, tiles: int = 24) -> Position:
    start = played_down(Random(seed), deal(seed), tiles)
    return Position(start.columns, start.to_move)


def table(level: str, start: Position, seed: int = 0) -> Session:
    seats = (Seat("Ada"), Seat(solver=True, level=level))
    return Session(Setup(seats[::-1] if start.to_move == 1 else seats, start, seed=seed))


@pytest.mark.parametrize("level", [label.name for label in labels()])
def test_a_level_errs_no_more_than_it_may(engine: EngineClient, level: str) -> None:
    """Asked as the window asks, every level plays a move that loses no more than its cap."""
    for seed in range(1, 6):
        session = table(level, endgame(seed), seed)
        best = answer_of(engine, move_question(session)).move
        values = move_values(session.position)
        assert max(values.values()) - values[best] <= levels_of_the_engine()[level].cap


def test_what_else_is_asked_does_not_disturb_a_level(engine: EngineClient) -> None:
    """Beside a novice the solver plays a best move, and the novice repeats its own after it."""
    for seed in range(1, 6):
        session = table("novice", endgame(seed), seed)
        first = answer_of(engine, move_question(session)).move
        best = answer_of(engine, Query(session.setup.start, limit=Limit(exact=True))).move
        values = move_values(session.position)
        assert values[best] == max(values.values())
        assert answer_of(engine, move_question(session)).move == first


def test_a_rematch_by_number_is_a_whole_deal() -> None:
    """Signed logs and older programs say so, after a quick game too."""
    quick = Setup(start=quick_deal(HALF, 7), seats=(Seat(), Seat()))
    assert quick.swapped(5).start == deal(5)
    assert (quick.swapped(5).deal, quick.swapped().start) == (5, quick.start)
