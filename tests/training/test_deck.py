"""The deck: which problem is next, when it comes again, where problems come from."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from random import Random

import fsrs
import pytest

from battle.analysis.insights import ProblemTheme
from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules.disguise import IDENTITY, Disguise, random_disguise
from battle.rules.position import PLAYERS, RulesError, move, position
from battle.rules.problem import Problem, problem
from battle.storage import Places
from battle.training.cards import (
    AGAIN_SOON,
    MATURE,
    Maturity,
    Rating,
    answered,
    begin_of,
    day_of,
    rate,
)
from battle.training.deck import GENERATED_STOCK, NEW_A_DAY, Deck
from battle.training.exercise import Answer, Attempt, DeckEntry, Exercise, Rated, disguise_of
from battle.training.problems import (
    EASIEST,
    HARDEST,
    Grade,
    Source,
    add_problem_file,
    disguised,
    grade_of,
    key_of,
    own_mistakes,
    personal_problems,
    problems_in,
    problems_of,
    random_endgames,
    shipped_files,
    shipped_problems,
)
from battle.training.progress import (
    AnswerCounts,
    by_day,
    by_level,
    by_maturity,
    counts_of,
    forecast,
)
from battle.training.trainer_page import source_words
from tests.support.endgames import NOON, Clock, Person, Truth, endgame_games, problems, twin_problem
from tools.reference import move_values, small_positions, value

# -- deck -----------------------------------------------------------------------------------------

SOME = problems(60, seed=21)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(places) -> Iterator[Database]:
    with closing(Database.of(places)) as database:
        yield database


@pytest.fixture
def deck(database, clock) -> Deck:
    return Deck(database, clock, zone=UTC)


def right(exercise: Exercise) -> Attempt:
    """Return the answer with the best move."""
    return Attempt(0, exercise.problem.best_moves[0])


def wrong(exercise: Exercise) -> Attempt:
    """Return the answer with the worst move."""
    worst = list(exercise.problem.values)[-1]
    return Attempt(exercise.problem.cost(worst), worst, seconds=12.5)


def asked(deck: Deck, *, more: bool = False) -> Exercise:
    exercise = deck.next(more=more)
    assert exercise is not None
    return exercise


def test_an_empty_deck_has_nothing_to_ask(deck):
    """Without problems there is nothing next, nothing due, and generated ones are wanted."""
    assert deck.next() is None
    assert (deck.due, deck.next_due, deck.new_left) == (0, None, NEW_A_DAY)
    assert deck.wanted_problems == GENERATED_STOCK
    assert deck.entries() == deck.answers() == []


def test_own_mistakes_come_first(database, clock):
    """Own mistakes come before what is shipped, that before what was generated."""
    deck = Deck(database, clock, lambda: SOME[10:12])
    deck.add(SOME[:2], Source.GENERATED)
    clock.wait(hours=1)
    deck.add(SOME[2:4], Source.OWN, "first game")
    clock.wait(hours=1)
    deck.add(SOME[4:6], Source.OWN, "second game")
    order = []
    while exercise := deck.next(more=True):
        order.append((exercise.source, exercise.game))
        deck.answer(exercise, right(exercise))
    assert order == [
        *[(Source.OWN, "second game")] * 2,
        *[(Source.OWN, "first game")] * 2,
        *[(Source.SHIPPED, "")] * 2,
        *[(Source.GENERATED, "")] * 2,
    ]


def test_what_is_due_comes_before_what_is_new(deck, clock):
    """A missed problem comes back after its time, own ones before others, then what is new."""
    deck.add(SOME[:1], Source.GENERATED)
    first = asked(deck)
    deck.answer(first, wrong(first))
    deck.add(SOME[1:4], Source.OWN)
    own = asked(deck)
    deck.answer(own, wrong(own))
    assert asked(deck).key not in (first.key, own.key)
    assert (deck.due, deck.next_due) == (0, NOON + AGAIN_SOON)
    clock.wait(minutes=11)
    assert deck.due == 2
    for key in (own.key, first.key):
        assert asked(deck).key == key
        deck.answer(asked(deck), right(asked(deck)))
    assert asked(deck).repeat == 0


def test_every_repeat_is_another_picture(deck, clock):
    """The first time the problem is as it was; then pictures differ and values are the twin's."""
    deck.add(SOME[:1], Source.OWN)
    pictures = set()
    for repeat in range(12):
        exercise = asked(deck)
        assert exercise.repeat == repeat
        assert (exercise.problem == SOME[0]) == (repeat == 0)
        assert exercise.problem.values == move_values(exercise.problem.position)
        pictures.add(exercise.problem.position.grid)
        deck.answer(exercise, wrong(exercise))
        clock.wait(minutes=11)
    assert len(pictures) == 12


def test_a_problem_with_few_pictures_runs_out_of_new_ones_only():
    """Two tiles do not have a thousand pictures; there is a disguise all the same."""
    small = twin_problem(position("5m/5m"))
    grids = [
        disguise_of(small, "key", repeat).of_position(small.position).grid for repeat in range(30)
    ]
    assert len(set(grids)) == 30


def test_answers_are_kept_without_disguise(deck, clock):
    """A move made in disguise is kept as the move of the problem, with all that was told."""
    deck.add(SOME[:3], Source.OWN, "game")
    for _answer in range(9):
        exercise = asked(deck)
        deck.answer(exercise, wrong(exercise))
        clock.wait(minutes=11)
    originals = {key_of(one.position): one for one in SOME[:3]}
    answers = deck.answers()
    assert len(answers) == 9
    for answer in answers:
        original = originals[answer.key]
        assert original.cost(move(answer.move)) == answer.lost
        assert (answer.level, answer.trap) == (grade_of(original).level, original.trap)
        assert (answer.seconds, answer.source, answer.counted) == (12.5, Source.OWN, True)
    assert deck.answers(since=answers[4].at) == answers[4:]
    exercise = asked(deck)
    assert deck.answer(exercise, Attempt(0, shown=True)).rating is Rating.MISSED
    last = deck.answers()[-1]
    assert (last.move, last.shown, last.seconds) == ("", True, None)


def test_a_second_click_changes_nothing(deck, clock):
    """An exercise counts once; what comes after is kept, with the same next time, uncounted."""
    deck.add(SOME[:1], Source.OWN)
    exercise = asked(deck)
    first = deck.answer(exercise, right(exercise))
    clock.wait(seconds=1)
    second = deck.answer(exercise, wrong(exercise))
    assert (first.counted, second.counted) == (True, False)
    assert second.due == first.due
    assert [answer.counted for answer in deck.answers()] == [True, False]
    assert deck.new_left == NEW_A_DAY - 1


def test_two_programs_share_a_deck(places, database, clock):
    """What one program answered counts once, and the other goes on with what is left."""
    deck = Deck(database, clock, zone=UTC)
    deck.add(SOME[:2], Source.OWN)
    with closing(Database.of(places)) as second:
        other = Deck(second, clock, zone=UTC)
        mine, theirs = asked(deck), asked(other)
        assert mine.key == theirs.key
        assert other.answer(theirs, right(theirs)).counted
        assert not deck.answer(mine, wrong(mine)).counted
        assert asked(deck).key == asked(other).key != mine.key
        assert deck.entries() == other.entries()


def test_new_ones_are_so_many_a_day(deck, clock):
    """After the day's new problems there are none, more if wished, and again the next day."""
    deck.add(SOME[:30], Source.GENERATED)
    for left in range(NEW_A_DAY, 0, -1):
        assert deck.new_left == left
        deck.answer(asked(deck), right(asked(deck)))
    assert deck.next() is None
    assert deck.new_left == 0
    assert deck.next_due is not None
    extra = asked(deck, more=True)
    deck.answer(extra, right(extra))
    assert deck.next() is None
    clock.now = datetime(2026, 11, 22, 3, 59, tzinfo=UTC)
    assert deck.next() is None
    clock.wait(minutes=2)
    assert deck.new_left == NEW_A_DAY


def test_days_begin_at_four_where_the_person_is(database, clock):
    """The day's new problems are counted from four in the morning on the person's clock."""
    deck = Deck(database, clock, zone=timezone(timedelta(hours=-8)))
    deck.add(SOME[:5], Source.GENERATED)
    clock.now = NOON - timedelta(minutes=1)
    deck.answer(asked(deck), right(asked(deck)))
    assert deck.new_left == NEW_A_DAY - 1
    clock.wait(minutes=2)
    assert deck.new_left == NEW_A_DAY


def test_problems_are_put_in_once(deck):
    """A problem that is there is not put in again, in whatever place and picture it comes."""
    assert deck.add(SOME[:3], Source.GENERATED) == 3
    moved = Exercise("k", Source.GENERATED, "", 1, 0, SOME[0])
    assert deck.add([*SOME[:4], moved.original], Source.GENERATED) == 1
    assert len(deck.entries()) == 4


def test_a_problem_becomes_ones_own(deck):
    """One that comes up in an own game is an own mistake from then on; its card stays."""
    deck.add(SOME[:2], Source.GENERATED)
    exercise = asked(deck)
    rated = deck.answer(exercise, right(exercise))
    assert deck.add([exercise.original], Source.OWN, "game") == 0
    entry = next(one for one in deck.entries() if one.key == exercise.key)
    assert (entry.source, entry.due) == (Source.OWN, rated.due)
    assert deck.add([exercise.original], Source.GENERATED) == 0
    assert {one.key: one.source for one in deck.entries()}[exercise.key] is Source.OWN


def test_retired_problems_do_not_come(deck, clock):
    """What is retired comes neither as new nor as due, until it is taken back."""
    deck.add(SOME[:1], Source.OWN)
    exercise = asked(deck)
    deck.retire(exercise)
    assert deck.next() is None
    deck.retire(exercise, False)
    deck.answer(exercise, wrong(exercise))
    deck.retire(exercise)
    clock.wait(days=1)
    assert (deck.next(), deck.due, deck.next_due) == (None, 0, None)
    assert deck.entries()[0].is_retired


def test_what_comes_with_the_game_can_be_retired_unanswered(database, clock):
    """A shipped problem that was never answered stays away too, also in a new program."""
    deck = Deck(database, clock, lambda: SOME[:2])
    first = asked(deck)
    deck.retire(first)
    assert asked(deck).key != first.key
    again = Deck(database, clock, lambda: SOME[:2])
    assert asked(again).key != first.key
    again.retire(first, False)
    assert {one.key for one in again.entries()} == {first.key}
    again.answer(asked(again), right(asked(again)))
    assert asked(again).key == first.key


def test_what_comes_with_the_game_is_taken_in_by_and_by(database, clock):
    """So many at a time until there are no more; what is missing when asked is taken in then."""
    read: list[Problem] = []

    def shipped() -> Iterator[Problem]:
        for one in SOME[:7]:
            read.append(one)
            yield one

    deck = Deck(database, clock, shipped)
    assert read == []
    assert deck.prepare(3)
    assert read == SOME[:3]
    for _number in range(7):
        deck.answer(asked(deck), right(asked(deck)))
    assert read == SOME[:7]
    assert not deck.prepare(3)
    assert len(deck.entries()) == 7


def test_generated_ones_are_wanted_when_few_new_ones_are_left(database, clock):
    """What waits, shipped or made, is no longer wanted; what was answered is again."""
    deck = Deck(database, clock, lambda: SOME[:12])
    assert deck.wanted_problems == GENERATED_STOCK - 12
    deck.add(SOME[12:15], Source.GENERATED)
    deck.add(SOME[15:18], Source.OWN)
    assert deck.wanted_problems == GENERATED_STOCK - 15
    for _number in range(5):
        deck.answer(asked(deck, more=True), right(asked(deck, more=True)))
    assert deck.wanted_problems == GENERATED_STOCK - 13


def test_a_day_ends_at_four_in_the_morning(deck, clock):
    """Today's answers are those since four."""
    deck.add(SOME[:3], Source.OWN)
    clock.now = datetime(2026, 11, 21, 3, 30, tzinfo=UTC)
    deck.answer(asked(deck), right(asked(deck)))
    assert len(deck.today()) == 1
    clock.wait(minutes=31)
    assert deck.today() == []
    exercise = asked(deck)
    deck.answer(exercise, right(exercise))
    deck.answer(exercise, wrong(exercise))
    assert [answer.key for answer in deck.today()] == [exercise.key]


def test_new_problems_get_harder_for_who_finds_them(database, clock):
    """The level rises with right answers, falls with misses, and stays between the ends."""
    deck = Deck(database, clock, lambda: SOME)
    levels = []
    for _answer in range(25):
        exercise = asked(deck, more=True)
        levels.append(exercise.level)
        deck.answer(exercise, right(exercise))
    hard = deck.level
    assert levels[0] == EASIEST + 1
    assert hard > levels[0]
    for _answer in range(25):
        exercise = asked(deck, more=True)
        deck.answer(exercise, Attempt(9))
    assert EASIEST <= deck.level < hard <= HARDEST


def test_a_clock_that_was_wrong_hides_nothing_for_ever(deck, clock):
    """What was answered in a year that has not come yet is due again once the clock is right."""
    deck.add(SOME[:1], Source.OWN)
    clock.now = NOON.replace(year=2099)
    deck.answer(asked(deck), right(asked(deck)))
    clock.now = NOON
    assert (deck.due, deck.new_left) == (1, NEW_A_DAY)
    rated = deck.answer(asked(deck), right(asked(deck)))
    assert rated.due.year < 2028
    assert deck.next() is None


@pytest.mark.parametrize(
    "change",
    [
        "line = 'no problem'",
        "source = 'bought'",
        "stability = 0",
        "stability = 'very'",
        "state = 7",
        "state = 3, step = NULL",
        "last = 'never'",
        "due = 17",
        "repeats = 'often'",
    ],
)
def test_a_row_that_makes_no_sense_costs_itself_only(places, database, deck, clock, change):
    """After another hand was at a row the others come as before, and answering goes on."""
    deck.add(SOME[:2], Source.OWN)
    first = asked(deck)
    deck.answer(first, wrong(first))
    with closing(sqlite3.connect(places.data / "record.db")) as other:
        other.execute(f"UPDATE problems SET {change} WHERE key = ?", [first.key])
        other.commit()
    clock.wait(minutes=11)
    found = set()
    for _answer in range(3):
        exercise = deck.next()
        if exercise is None:
            break
        found.add(exercise.key)
        deck.answer(exercise, right(exercise))
    assert key_of(SOME[1].position) in found | {first.key}
    assert len(found | {first.key}) == 2
    assert deck.answer(first, right(first)).rating is Rating.RIGHT


def test_the_deck_and_the_games_share_a_file(places, database, deck):
    """Both are in one file, and neither is in the other's way."""
    records = Records(database)
    deck.add(SOME[:1], Source.OWN)
    assert records.games() == []
    with closing(Database.of(places)) as again:
        assert Records(again).games() == []
        assert len(Deck(again, Clock()).entries()) == 1


def test_a_moment_without_a_zone_is_refused(database):
    """A clock must tell where it stands."""
    deck = Deck(database, lambda: datetime(2026, 1, 1))
    with pytest.raises(ValueError, match="time zone"):
        deck.next()


# --- long use ---------------------------------------------------------------------------------


class Ledger:
    """An independent account of what a deck has done: what was asked, answered and promised."""

    def __init__(self, clock: Clock, zone: timezone) -> None:
        self.clock = clock
        self.zone = zone
        self.due: dict[str, datetime] = {}
        self.pictures: dict[str, set[str]] = {}
        self.history: dict[str, list[tuple[datetime, Rating]]] = {}
        self.new: Counter[object] = Counter()
        self.answers = 0

    def day(self, moment: datetime) -> date:
        """Return the day a moment belongs to; days begin at four."""
        local = moment.astimezone(self.zone)
        return local.date() - timedelta(days=local.hour < 4)

    def begin(self, moment: datetime) -> datetime:
        """Return when the day of a moment began."""
        day = self.day(moment)
        return datetime(day.year, day.month, day.day, 4, tzinfo=self.zone).astimezone(UTC)

    def check(self, exercise: Exercise) -> None:
        """Assert that it is right to ask this exercise now."""
        key, now = exercise.key, self.clock.now
        overdue = [one for one, due in self.due.items() if due <= now]
        if key in self.due:
            assert key in overdue
            assert exercise.repeat == len(self.history[key])
        else:
            assert not overdue
            assert exercise.repeat == 0
        picture = exercise.problem.position.grid
        assert picture not in self.pictures.setdefault(key, set())
        self.pictures[key].add(picture)

    def enter(self, exercise: Exercise, rated: Rated) -> None:
        """Enter an answer that counted."""
        assert rated.counted
        key, now = exercise.key, self.clock.now
        if key not in self.due:
            self.new[self.day(now)] += 1
        self.due[key] = rated.due
        self.history.setdefault(key, []).append((now, rated.rating))
        self.answers += 1

    def check_rest(self, deck: Deck) -> None:
        """Assert that it is right to ask nothing more."""
        assert min(self.due.values()) > self.clock.now
        assert deck.next_due == min(self.due.values())

    def check_all(self, deck: Deck) -> None:
        """Assert that the deck remembers everything, and plans as the library does by itself."""
        assert len([answer for answer in deck.answers() if answer.counted]) == self.answers
        dues = {one.key: one.due for one in deck.entries() if one.due is not None}
        assert dues == self.due
        assert max(self.new.values()) <= NEW_A_DAY
        scheduler = fsrs.Scheduler(
            learning_steps=[AGAIN_SOON],
            relearning_steps=[AGAIN_SOON],
            maximum_interval=365,
            enable_fuzzing=False,
        )
        for key, history in self.history.items():
            card = fsrs.Card(card_id=1, due=NOON)
            for moment, rating in history:
                card, _log = scheduler.review_card(card, fsrs.Rating(rating.value), moment)
                card.last_review = self.begin(moment)
            in_days = card.state is fsrs.State.Review
            assert self.due[key] == (self.begin(card.due) if in_days else card.due)


def sitting(deck: Deck, ledger: Ledger, person: Person, answers: int) -> None:
    """Answer at most so many exercises, a minute each, or all there are."""
    for _answer in range(answers):
        exercise = deck.next()
        if exercise is None:
            ledger.check_rest(deck)
            return
        ledger.check(exercise)
        chosen = person.move(exercise.problem, exercise.repeat)
        attempt = Attempt(exercise.problem.cost(chosen), chosen)
        ledger.enter(exercise, deck.answer(exercise, attempt))
        ledger.clock.wait(minutes=1)


def test_a_year_of_use_loses_and_repeats_nothing():
    """Most days a sitting, with a holiday, all problems seen; what is known comes ever rarer."""
    clock, random = Clock(), Random(2)
    ledger, person = Ledger(clock, UTC), Person(random)
    shipped: list[Problem] = SOME[:41]
    with closing(Database(None)) as database:
        deck = Deck(database, clock, lambda: shipped, UTC)
        for day in range(365):
            clock.now = NOON + timedelta(days=day, minutes=random.randint(-300, 300))
            if day % 20 == 3:
                deck.add([SOME[41 + day // 20]], Source.OWN, f"game {day}")
            if random.random() < 0.8 and not 200 <= day < 221:
                sitting(deck, ledger, person, random.choice([3, 15, 60]))
        clock.now = NOON + timedelta(days=365)
        while deck.due:
            sitting(deck, ledger, person, 60)
        ledger.check_all(deck)
        assert len(ledger.history) == 60
        assert deck.new_left == NEW_A_DAY
        maturities = Counter(one.maturity for one in deck.entries())
    assert maturities[Maturity.NEW] == 0
    assert maturities[Maturity.MATURE] > 20


def test_only_exercises_about_the_theme_are_asked(database, clock):
    """What is due, own, shipped and generated comes by its theme, as the twin's values tell it."""
    deck = Deck(database, clock, lambda: SOME[30:])
    deck.add(SOME[:10], Source.OWN, "game")
    deck.add(SOME[10:20], Source.GENERATED)
    for one in SOME[:3]:
        deck.answer(Exercise(key_of(one.position), Source.OWN, "game", 1, 0, one), Attempt(9))
    clock.wait(days=1)
    due = deck.due
    assert due == 3
    told = {
        key_of(one.position): sorted(one.values.values(), reverse=True)
        for one in (*SOME[:20], *SOME[30:])
    }
    losing = {key for key, values in told.items() if len(values) > 1 and values[0] < 0}
    assert deck.due_about(None) == due
    assert deck.due_about(ProblemTheme.ZUGZWANG) == len(
        losing & {key_of(one.position) for one in SOME[:3]}
    )
    found = set()
    while exercise := deck.next(more=True, theme=ProblemTheme.ZUGZWANG):
        found.add(exercise.key)
        deck.answer(exercise, right(exercise))
    assert found <= losing
    assert {key for key in losing if len(set(told[key])) > 1} <= found
    assert 0 < len(found) < len(told)
    assert deck.due == due - len(found & {key_of(one.position) for one in SOME[:3]})
    assert deck.next(more=True) is not None


# -- cards ----------------------------------------------------------------------------------------

EAST = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        (datetime(2026, 11, 21, 4, tzinfo=UTC), UTC, 21),
        (datetime(2026, 11, 21, 3, 59, 59, tzinfo=UTC), UTC, 20),
        (datetime(2026, 11, 21, 0, 1, tzinfo=UTC), UTC, 20),
        (datetime(2026, 11, 20, 18, 59, tzinfo=UTC), EAST, 20),
        (datetime(2026, 11, 20, 19, tzinfo=UTC), EAST, 21),
    ],
)
def test_the_night_belongs_to_the_day_before(moment, zone, day):
    """What is done before four in the morning, on the clock of the zone, is the day before's."""
    assert day_of(moment, zone) == date(2026, 11, day)


@pytest.mark.parametrize("zone", [UTC, EAST, None])
def test_a_day_begins_with_its_first_moment(zone):
    """The begin belongs to the day, and the moment before it to another."""
    for number in range(400):
        day = date(2026, 1, 1) + timedelta(days=number)
        begin = begin_of(day, zone)
        assert begin.tzinfo is UTC
        assert day_of(begin, zone) == day
        assert day_of(begin - timedelta(seconds=1), zone) == day - timedelta(days=1)


# --- test cards ----------------------------------------------------------------------------------
#
# Tests of ratings and cards.


@pytest.mark.parametrize(
    ("lost", "trap", "hints", "shown", "rating"),
    [
        (0, 5, 0, False, Rating.RIGHT),
        (0, 0, 0, False, Rating.RIGHT),
        (0, 5, 2, False, Rating.NEARLY),
        (0, 5, 0, True, Rating.MISSED),
        (1, 5, 0, False, Rating.NEARLY),
        (2, 5, 1, False, Rating.NEARLY),
        (3, 5, 0, False, Rating.MISSED),
        (2, 2, 0, False, Rating.MISSED),
        (1, 0, 0, False, Rating.MISSED),
    ],
)
def test_answers_are_rated_by_the_points_lost(lost, trap, hints, shown, rating):
    """Nothing lost is right, little is nearly right unless the natural move loses as little."""
    assert rate(lost, trap, hints=hints, shown=shown) is rating


def test_losing_more_is_never_rated_better():
    """More points lost, a hint or the solution never make a better rating."""
    for trap in range(8):
        ratings = [rate(lost, trap).value for lost in range(12)]
        assert ratings == sorted(ratings, reverse=True)
        for lost in range(4):
            assert rate(lost, trap, hints=1).value <= rate(lost, trap).value
            assert rate(lost, trap, shown=True) is Rating.MISSED


def test_a_missed_problem_comes_again_in_the_same_sitting():
    """A miss comes again in minutes, what is right in days, and each time later."""
    card = answered(None, Rating.MISSED, NOON, UTC)
    assert (card.due - NOON, card.maturity) == (AGAIN_SOON, Maturity.LEARNING)
    gaps = []
    for _repeat in range(6):
        card = answered(card, Rating.RIGHT, card.due, UTC)
        gaps.append(card.due - card.last)
    assert gaps == sorted(gaps)
    assert gaps[0] > AGAIN_SOON
    assert (card.maturity, gaps[-1] > MATURE) == (Maturity.MATURE, True)
    assert (card.repeats, card.misses) == (7, 1)
    missed = answered(card, Rating.MISSED, card.due, UTC)
    assert (missed.due - missed.last, missed.maturity) == (AGAIN_SOON, Maturity.LEARNING)


def test_no_problem_is_put_off_for_more_than_a_year():
    """Even what is always right comes once a year."""
    card = answered(None, Rating.RIGHT, NOON)
    for _repeat in range(30):
        card = answered(card, Rating.RIGHT, card.due)
        assert card.due - card.last <= timedelta(days=365)


def test_cards_go_the_way_of_the_library():
    """Answers at noon of any days, and soon after, give the card that the library finds itself."""
    scheduler = fsrs.Scheduler(
        learning_steps=[AGAIN_SOON],
        relearning_steps=[AGAIN_SOON],
        maximum_interval=365,
        enable_fuzzing=False,
    )
    random = Random(4)
    for _case in range(50):
        day, card, theirs = NOON, None, fsrs.Card(card_id=1, due=NOON)
        for _answer in range(10):
            day += timedelta(days=random.choice([1, 2, 30]))
            for moment in (day, day + timedelta(minutes=11))[: random.choice([1, 2])]:
                rating = random.choice(list(Rating))
                card = answered(card, rating, moment, UTC)
                theirs, _log = scheduler.review_card(theirs, fsrs.Rating(rating.value), moment)
                assert (card.state, card.step) == (theirs.state, theirs.step)
                assert card.stability == pytest.approx(theirs.stability)
                assert card.difficulty == pytest.approx(theirs.difficulty)
                if card.maturity is Maturity.LEARNING:
                    assert card.due == theirs.due
                else:
                    assert card.due == theirs.due.replace(hour=4, minute=0)
            theirs.last_review = day


def test_the_time_of_the_day_makes_no_difference():
    """Who trains earlier the next day finds what is due, and the card goes the same way."""
    evening = NOON.replace(hour=23)
    card = answered(None, Rating.RIGHT, evening, UTC)
    morning, noon = (card.due + timedelta(hours=hours) for hours in (1, 8))
    assert morning - evening < timedelta(days=2) <= card.due.date() - evening.date()
    early, late = (answered(card, Rating.RIGHT, moment, UTC) for moment in (morning, noon))
    assert (early.due, early.stability) == (late.due, late.stability)
    assert early.due.hour == 4


def test_days_begin_where_the_person_is():
    """The same answer is due when the day begins in the person's own zone."""
    for hours in (-11, 0, 5, 13):
        zone = timezone(timedelta(hours=hours))
        card = answered(None, Rating.RIGHT, NOON, zone)
        assert card.due.astimezone(zone).hour == 4


def test_a_clock_that_goes_back_breaks_nothing():
    """An answer before the last one is taken as given at once after it, and due from now."""
    card = answered(None, Rating.RIGHT, NOON + timedelta(days=4000))
    card = answered(card, Rating.RIGHT, NOON)
    assert card.last == NOON
    assert timedelta() < card.due - NOON <= timedelta(days=365)


# -- problems -------------------------------------------------------------------------------------


def test_disguised_problems_are_those_the_twin_finds():
    """A problem in disguise has the values that the slow twin finds in the position shown."""
    random = Random(3)
    for one in problems(40, seed=3):
        shown = disguised(one, random_disguise(random))
        assert shown == twin_problem(shown.position)
        assert grade_of(shown) == grade_of(one)
        assert disguised(shown, IDENTITY) == shown


def test_the_same_columns_are_the_same_problem():
    """The key stays when columns change places or ends, when points are added, and no other."""
    random = Random(8)
    found = problems(60, seed=8)
    assert len({key_of(one.position) for one in found}) == 60
    for one in found:
        disguise = random_disguise(random)
        moved = Disguise(disguise.places, disguise.flips, IDENTITY.suits)
        assert key_of(moved.of_position(one.position)) == key_of(one.position)
    assert key_of(position("9s/9s 2 12-0")) == key_of(position("9s/9s"))


def test_grades_count_what_is_different():
    """Moves that leave the same columns are one, best ones and all; the highest pair is a trap."""
    same = twin_problem(position("9s/9s/9s/9s/1m2m/1m2m"))
    assert len(same.values) == 8
    assert grade_of(same).moves == 3
    for one in problems(60, seed=5):
        grade = grade_of(one)
        assert 1 <= grade.best < grade.moves <= len(one.values)
        assert grade.is_choice
        highest = max(map(one.position.worth, one.values))
        costs = [one.cost(move) for move in one.values if one.position.worth(move) == highest]
        assert grade.trap == min(costs)


def test_levels_grow_with_what_is_hard():
    """A deeper trap, fewer best moves and more to choose from never make a problem easier."""
    assert Grade(moves=2, best=2, trap=0).level == EASIEST
    assert Grade(moves=6, best=1, trap=4).level == HARDEST
    for moves in range(2, 9):
        for best in range(1, moves + 1):
            for trap in range(8):
                level = Grade(moves, best, trap).level
                assert EASIEST <= level <= Grade(moves, best, trap + 1).level <= HARDEST
                assert level <= Grade(moves + 1, best, trap).level
                assert level >= Grade(moves + 1, best + 1, trap).level - 1
    assert not Grade(3, 3, 0).is_choice


def test_own_mistakes_are_the_costly_moves_of_a_game():
    """Every proven costly move is a problem with the twin's values, of the player who made it."""
    costly = 0
    for game, _random in endgame_games(60, seed=9):
        truth, study = Truth(), Study(game)
        for node in study.line():
            study.values.learn(node.position, truth.proof(node.position))
        found = own_mistakes(study)
        assert found.unproven == ()
        line = study.line()
        costs = [
            (ply, truth.value(before.position) - truth.of_move(before.position, node.move))
            for ply, (before, node) in enumerate(pairwise(line), start=1)
            if node.move is not None
        ]
        places = [line[ply - 1].position for ply, cost in costs if cost > 0]
        assert list(found.problems) == [twin_problem(place) for place in places]
        for player in PLAYERS:
            mine = [one for one in found.problems if one.position.to_move == player]
            assert list(own_mistakes(study, player).problems) == mine
        costly += len(found.problems)
    assert costly > 30


def test_what_is_not_proven_is_no_problem_yet():
    """A costly move whose alternatives are not all proven is asked for, then a problem."""
    waiting = 0
    for game, _random in endgame_games(60, seed=10):
        truth, values = Truth(), Values()
        study = Study(game, values)
        for node in study.line():
            place = node.position
            values.prove(place, truth.value(place), truth.value(place))
        found = own_mistakes(study)
        for place in found.unproven:
            assert not all(values.of_move(place, move).is_exact for move in place.legal_moves)
            values.learn(place, truth.proof(place))
        later = own_mistakes(study)
        assert later.unproven == ()
        assert len(later.problems) == len(found.problems) + len(found.unproven)
        waiting += len(found.unproven)
    assert waiting > 10


FILE = """% endgames for a test
5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1 % take the loose pair first

5m5p/5p5m/9s/9s; c1d1:9; a1b2:1
9s5m/5m/9s 2 3-4; b1a2:5 % wrong
9s/9s; a1b1:9
"""


def test_a_problem_file_is_read_as_far_as_it_can_be():
    """Each line that is none costs itself only, and is told with its number."""
    found, wrong = problems_in("\ufeff" + FILE)
    assert [str(one.value) for one in found] == ["9", "9"]
    assert found[0].comment == "take the loose pair first"
    assert [words.split(":")[0] for words in wrong] == ["line 4", "line 5"]


def test_problem_files_give_each_problem_once(tmp_path):
    """Files are read in order, what is in two of them once, and what cannot be read not at all."""
    one, other = tmp_path / "a.mbp", tmp_path / "b.mbp"
    one.write_text(FILE, "utf-8")
    moved = disguised(
        problem("9s/9s; a1b1:9"), Disguise((*range(1, 12), 0), (True,) * 12, IDENTITY.suits)
    )
    other.write_bytes(f"{moved}\n".encode() + b"\xff\xfe\n5s/5s; a1b1:5\n")
    found = list(problems_of([one, tmp_path / "missing.mbp", tmp_path, other]))
    assert [one.value for one in found] == [9, 9, 5]


@pytest.mark.parametrize("file", shipped_files(), ids=lambda file: file.name)
def test_what_is_shipped_can_be_used(file):
    """Every line of the problem files that come with the game is a problem with a choice."""
    found, wrong = problems_in(file.read_text("utf-8"))
    assert found
    assert wrong == []
    assert all(grade_of(one).is_choice for one in found)


SMALL_FILES = [file for file in shipped_files() if file.name.startswith("16-24")]


@pytest.mark.parametrize("file", SMALL_FILES, ids=lambda file: file.name)
def test_what_is_shipped_is_true(file):
    """The values of small shipped problems are those that the slow twin finds."""
    found, _wrong = problems_in(file.read_text("utf-8"))
    small = [one for one in found if one.position.tiles_left <= 20]
    assert small
    for one in small:
        assert one.values == move_values(one.position)


def test_what_is_shipped_suits_everybody():
    """There are enough problems of every level, and none is there twice."""
    found = list(shipped_problems())
    levels = Counter(grade_of(one).level for one in found)
    assert set(levels) == set(range(EASIEST, HARDEST + 1))
    assert min(levels.values()) >= 20
    assert len({key_of(one.position) for one in found}) == len(found) > 400


@pytest.mark.parametrize("tiles", [4, 12, 30])
def test_generated_positions_can_be_solved(tiles):
    """Generated positions have so many tiles at most, a choice of moves, and no points."""
    positions = random_endgames(Random(6), tiles)
    found = [next(positions) for _number in range(5)]
    assert len({key_of(one) for one in found}) == 5
    for one in found:
        assert one.tiles_left <= tiles
        assert len(one.legal_moves) > 1
        assert one.points == (0, 0)
        assert position(str(one)) == one


def test_points_do_not_change_what_a_generated_position_is_worth():
    """Taking the points away leaves the value, as the slow twin finds it."""
    for one in small_positions(20, seed=2):
        bare = type(one)(one.columns)
        assert value(bare) == value(one)


# --- test problem files --------------------------------------------------------------------------
#
# The person's own problem files: what is copied, what is asked, and what is told.

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
LINES_OF_PROBLEMS = shipped_files()[0].read_text(encoding="utf-8").splitlines()
LINES_OF_PROBLEMS = [line for line in LINES_OF_PROBLEMS if line.partition("%")[0].strip()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with two problems and two lines that are none."""
    path = tmp_path / "Mine.mbp"
    path.write_text(
        "\n".join([LINES_OF_PROBLEMS[0], "nonsense", "", LINES_OF_PROBLEMS[1], "5m5p; a1a2:5"])
        + "\n"
    )
    return path


def test_a_file_is_copied_and_its_wrong_lines_are_named(file: Path, tmp_path: Path) -> None:
    """Two problems are taken, and each wrong line is told by its number."""
    added = add_problem_file(file, tmp_path / "problems")
    assert (added.name, added.problems) == ("Mine", 2)
    assert [words.partition(":")[0] for words in added.wrong] == ["line 2", "line 5"]
    assert (tmp_path / "problems" / "Mine.mbp").read_text() == file.read_text()


def test_the_same_file_is_copied_once_another_of_its_name_beside_it(
    file: Path, tmp_path: Path
) -> None:
    """Nothing that is there is replaced."""
    there = tmp_path / "problems"
    add_problem_file(file, there)
    assert add_problem_file(file, there).name == "Mine"
    file.write_text(LINES_OF_PROBLEMS[2])
    assert add_problem_file(file, there).name == "Mine 2"
    assert sorted(path.name for path in there.iterdir()) == ["Mine 2.mbp", "Mine.mbp"]


@pytest.mark.parametrize("content", ["", "% only words\n", "nonsense\n", "\0\0\n"])
def test_a_file_without_a_problem_is_refused_in_one_line(content: str, tmp_path: Path) -> None:
    """Nothing is copied."""
    path = tmp_path / "none.mbp"
    path.write_text(content)
    with pytest.raises(RulesError, match=r"There is no problem in none\.mbp: ") as error:
        add_problem_file(path, tmp_path / "problems")
    assert "\n" not in str(error.value)
    assert not (tmp_path / "problems").exists()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    """One line, no traceback."""
    with pytest.raises(RulesError, match="Cannot read"):
        add_problem_file(tmp_path / "gone.mbp", tmp_path)


def test_files_come_before_what_comes_with_the_game(file: Path, tmp_path: Path) -> None:
    """They are asked first, with the file's name, and keep it when they have been answered."""
    places = Places.below(tmp_path)
    add_problem_file(file, places.problems)
    shipped = list(problems_of(shipped_files()))[:40]
    deck = Deck(
        Database.of(places),
        lambda: NOW,
        lambda: shipped,
        UTC,
        files=lambda: personal_problems(places.problems),
    )
    sources = []
    for _ in range(3):
        exercise = deck.next()
        assert exercise is not None
        sources.append((exercise.source, exercise.game))
        if len(sources) == 1:
            assert source_words(exercise, None) == "From your file “Mine”."
        deck.answer(exercise, Attempt(0, exercise.problem.best_moves[0]))
    assert sources == [(Source.FILE, "Mine")] * 2 + [(Source.SHIPPED, "")]
    assert [entry.source for entry in deck.entries()][:2] == [Source.FILE] * 2
    keys = {key_of(one.position) for _name, one in personal_problems(places.problems)}
    assert {entry.key for entry in deck.entries()} >= keys


def test_a_file_put_there_later_is_found_when_it_is_read_again(tmp_path: Path) -> None:
    """Until then nothing changes; a directory that is not there has no files."""
    there = tmp_path / "problems"
    deck = Deck(
        Database.of(Places.below(tmp_path)),
        lambda: NOW,
        zone=UTC,
        files=lambda: personal_problems(there),
    )
    assert deck.next() is None
    there.mkdir()
    (there / "late.mbp").write_text(LINES_OF_PROBLEMS[0])
    deck.read_files_again()
    found = deck.next()
    assert found is not None
    assert found.source is Source.FILE


# -- progress -------------------------------------------------------------------------------------


def answers(number: int, seed: int = 1) -> list[Answer]:
    """Return random answers, some hours apart."""
    random = Random(seed)
    moment, found = NOON, []
    for index in range(number):
        moment += timedelta(hours=random.randint(1, 9))
        found.append(
            Answer(
                id=str(index),
                key="k",
                at=moment,
                source=Source.OWN,
                level=random.randint(1, 5),
                repeat=random.randint(0, 3),
                move="",
                lost=random.randint(0, 9),
                trap=3,
                hints=0,
                shown=False,
                seconds=None,
                rating=random.choice(list(Rating)),
                counted=random.random() < 0.9,
            )
        )
    return found


def test_answers_are_counted():
    """Right answers, points, repeats and what was kept are counted, uncounted answers not."""
    one = answers(1)[0]
    tried = [
        dataclasses.replace(one, repeat=0, lost=0, rating=Rating.RIGHT, counted=True),
        dataclasses.replace(one, repeat=1, lost=1, rating=Rating.NEARLY, counted=True),
        dataclasses.replace(one, repeat=2, lost=6, rating=Rating.MISSED, counted=True),
        dataclasses.replace(one, repeat=2, lost=9, rating=Rating.MISSED, counted=False),
    ]
    found = counts_of(tried)
    assert found == AnswerCounts(answers=3, right=1, lost=7, repeats=2, kept=1)
    assert (found.share, found.average, found.retention) == (1 / 3, 7 / 3, 0.5)
    assert (AnswerCounts().share, AnswerCounts().average, AnswerCounts().retention) == (
        None,
        None,
        None,
    )


def test_days_and_levels_share_out_all_answers():
    """The parts add up to the whole, each day and each level has its own answers, in order."""
    given = answers(200)
    whole = counts_of(given)
    for parts in (by_day(given, UTC), by_level(given)):
        assert list(parts) == sorted(parts)
        assert sum(part.answers for part in parts.values()) == whole.answers
        assert sum(part.lost for part in parts.values()) == whole.lost
        assert sum(part.kept for part in parts.values()) == whole.kept
    east = timezone(timedelta(hours=10))
    four_hours_less = timezone(timedelta(hours=6))
    days = Counter(one.at.astimezone(four_hours_less).date() for one in given if one.counted)
    assert {day: part.answers for day, part in by_day(given, east).items() if part.answers} == days


def entry(days: float | None, maturity: Maturity, retired: bool = False) -> DeckEntry:
    due = None if days is None else NOON + timedelta(days=days)
    return DeckEntry("k", Source.OWN, 1, maturity, due, retired)


def test_the_forecast_counts_what_will_be_due():
    """What is overdue counts today, what is not due within the days does not count at all."""
    entries = [
        entry(None, Maturity.NEW),
        entry(-30, Maturity.YOUNG),
        entry(0.2, Maturity.LEARNING),
        entry(1, Maturity.YOUNG),
        entry(1, Maturity.YOUNG, retired=True),
        entry(6.4, Maturity.MATURE),
        entry(7, Maturity.MATURE),
    ]
    assert list(forecast(entries, NOON, 7, UTC)) == [2, 1, 0, 0, 0, 0, 1]
    assert sum(forecast(entries, datetime(2030, 1, 1, tzinfo=UTC), 1, UTC)) == 5
    assert by_maturity(entries) == {
        Maturity.NEW: 1,
        Maturity.LEARNING: 1,
        Maturity.YOUNG: 2,
        Maturity.MATURE: 2,
    }
