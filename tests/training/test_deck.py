"""Tests of the deck: what comes next, what answers are worth, and long use with a set clock."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random

import fsrs
import pytest

from battle.analysis.insights import ProblemTheme
from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules.position import move, position
from battle.rules.problem import Problem
from battle.training.cards import AGAIN_SOON, Maturity, Rating
from battle.training.deck import GENERATED_STOCK, NEW_A_DAY, Deck
from battle.training.exercise import Attempt, Exercise, Rated, disguise_of
from battle.training.problems import EASIEST, HARDEST, Source, grade_of, key_of
from tests.support.endgame_problems import NOON, Clock, Person, problems, twin_problem
from tools.reference import move_values

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
