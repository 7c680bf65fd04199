"""The deck: which problem is next, when it comes again, where problems come from."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from itertools import pairwise
from pathlib import Path
from random import Random

import fsrs
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from battle.analysis.costs import ProblemTheme
from battle.analysis.study import Study
from battle.page.blocks import Figure, Row
from battle.profile.store import Database
from battle.rules.disguise import IDENTITY, Disguise, random_disguise
from battle.rules.position import PLAYERS, RulesError, move, position
from battle.rules.problem import Problem, problem
from battle.storage import Places
from battle.training.deck import (
    AGAIN_SOON,
    BEGINNING,
    EASIEST,
    GENERATED_STOCK,
    HARDEST,
    Answer,
    Card,
    Deck,
    DeckEntry,
    Exercise,
    Grade,
    Rated,
    Rating,
    Source,
    add_problem_file,
    answered,
    begin_of,
    day_of,
    disguise_of,
    disguised,
    grade_of,
    key_of,
    level_at,
    new_exercise,
    own_mistakes,
    personal_problems,
    problems_in,
    problems_of,
    random_endgames,
    rate,
    rating_after,
    shipped_files,
    shipped_problems,
    sight_of,
)
from battle.training.trainer_page import (
    AnswerCounts,
    counts_of,
    forecast,
    grouped,
    progress_page,
    source_words,
)
from battle.words import share_words
from tests.support.endgames import NOON, Clock, Truth, endgame_games, problems, twin_problem
from tools.reference import move_values

# -- deck -----------------------------------------------------------------------------------------

SOME = problems(60, seed=21)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def deck(database, clock) -> Deck:
    return Deck(database, clock, zone=UTC)


def asked(deck: Deck) -> Exercise:
    exercise = deck.next()
    assert exercise is not None
    return exercise


def right(deck: Deck, exercise: Exercise) -> Rated:
    """Answer with the best move."""
    return deck.answer(exercise, 0, exercise.problem.best_moves[0])


PLACE = position("1m/2m/9s5p/9s3s/1m/2m/5p4p/3s4p", paired=False)
NEARBY = [twin_problem(PLACE), twin_problem(PLACE.play(move("a1e1")).play(move("b1f1")))]
"""Two places of one game, nearby, with a best pair in common."""


def test_the_same_pair_of_neighbouring_places_is_not_asked_twice_in_a_row(
    deck: Deck, clock: Clock
) -> None:
    """Another exercise comes between two mistakes of a game about one pair, new or due again."""
    assert {*NEARBY[0].best_moves} & {*NEARBY[1].best_moves}
    deck.add(SOME[1:3], Source.OWN, "earlier")
    deck.add([*NEARBY, SOME[0]], Source.OWN, "game")
    keys = [new_exercise(one, Source.OWN).key for one in NEARBY]
    for _round in range(2):
        order = []
        for _exercise in range(5):
            exercise = asked(deck)
            right(deck, exercise)
            order.append(exercise.key)
        assert {*keys} <= {*order}
        assert abs(order.index(keys[0]) - order.index(keys[1])) > 1
        clock.wait(days=60)


def test_the_same_pair_is_asked_again_where_there_is_nothing_else(deck: Deck) -> None:
    """Of two such exercises alone the second follows the first."""
    deck.add(NEARBY, Source.OWN, "game")
    first = asked(deck)
    right(deck, first)
    assert asked(deck).key != first.key


def test_a_newcomer_gets_a_short_problem_first(database, clock) -> None:
    """It has at most 12 tiles and one best pair, even if own mistakes with many tiles wait."""
    deck = Deck(database, clock, shipped_problems)
    deck.add([next(one for one in shipped_problems() if one.position.tiles_left > 40)], Source.OWN)
    first = asked(deck)
    assert (first.level, len(first.original.best_moves)) == (EASIEST, 1)
    assert 6 <= first.original.position.tiles_left <= 12


def test_the_last_mistakes_of_a_game_are_asked_first(deck: Deck) -> None:
    """They have the fewest tiles."""
    deck.add(NEARBY, Source.OWN, "game")
    assert asked(deck).original == NEARBY[-1]


def wrong(deck: Deck, exercise: Exercise) -> Rated:
    """Answer with the worst move."""
    worst = list(exercise.problem.values)[-1]
    return deck.answer(exercise, exercise.problem.cost(worst), worst, seconds=12.5)


POOL = [new_exercise(one, Source.SHIPPED) for one in SOME[:12]]
SHIPPED = {one.key: one for one in POOL[:4]}
numbers = st.sampled_from(range(len(POOL)))
programs = st.sampled_from((0, 1))


class TrainingPrograms(RuleBasedStateMachine):
    """Two programs that train with one deck, beside a plain account of what they do.

    `sources` has the problems that were put in, answered or retired, `cards` those answered,
    `answers` the moment and the repeat of each.
    """

    @initialize(hours=st.sampled_from((-8, 0, 9)))
    def open(self, hours: int) -> None:
        """Begin with an empty deck somewhere on earth."""
        self.clock, self.zone = Clock(), timezone(timedelta(hours=hours))
        self.database = Database(None)
        shipped = [one.original for one in SHIPPED.values()]
        self.decks = [
            Deck(self.database, self.clock, lambda: shipped, self.zone) for _program in range(2)
        ]
        self.sources: dict[str, Source] = {}
        self.cards: dict[str, Card] = {}
        self.retired: set[str] = set()
        self.answers: list[tuple[datetime, int]] = []

    def teardown(self) -> None:
        self.database.close()

    @property
    def due(self) -> dict[str, Card]:
        """The cards that are due."""
        cards = self.cards.items()
        return {k: c for k, c in cards if k not in self.retired and c.due <= self.clock.now}

    @property
    def new(self) -> dict[str, Source]:
        """The problems that were never answered and may come up."""
        there = dict.fromkeys(SHIPPED, Source.SHIPPED) | self.sources
        gone = self.retired | self.cards.keys()
        return {key: source for key, source in there.items() if key not in gone}

    def check(self, exercise: Exercise | None) -> None:
        """Assert that it is right to ask this exercise now, or none."""
        due, new = self.due, self.new
        if due:
            ranks = {key: (self.sources[key] is not Source.OWN, due[key].due) for key in due}
            assert ranks[exercise.key] == min(ranks.values())
            assert exercise.repeat == due[exercise.key].repeats
        elif not new:
            assert exercise is None
        else:
            own = {key for key, source in new.items() if source is Source.OWN}
            untouched = {key for key in new if key not in self.sources}
            assert exercise.key in (own or untouched or new)
            assert (exercise.repeat, exercise.problem) == (0, exercise.original)

    @rule(number=numbers, source=st.sampled_from((Source.OWN, Source.GENERATED)))
    def add(self, number: int, source: Source) -> None:
        """Put a problem in; one that is there becomes one's own if it comes up in an own game."""
        key = POOL[number].key
        added = self.decks[0].add([POOL[number].original], source, "game")
        assert added == (key not in self.sources)
        if source is Source.OWN or key not in self.sources:
            self.sources[key] = source

    @rule(hours=st.sampled_from((0.2, 3, 11, 25, 1000)))
    def wait(self, hours: float) -> None:
        """Let time pass."""
        self.clock.wait(hours=hours)

    @rule(program=programs, lost=st.sampled_from((0, 0, 2, 9)))
    def answer(self, program: int, lost: int) -> None:
        """Answer what one program asks; the other's answer to the same counts no more."""
        exercise = self.decks[program].next()
        self.check(exercise)
        if exercise is None:
            return
        key, rating = exercise.key, rate(lost, exercise.original.trap)
        rated = self.decks[program].answer(exercise, lost)
        card = answered(self.cards.get(key), rating, self.clock.now, self.zone)
        assert rated == Rated(rating, card.due, counted=True)
        assert self.decks[not program].answer(exercise, 9).counted is False
        self.sources.setdefault(key, exercise.source)
        self.cards[key] = card
        self.answers.append((self.clock.now, exercise.repeat))

    @rule(program=programs, number=numbers, retired=st.booleans())
    def retire(self, program: int, number: int, retired: bool) -> None:
        """Let a problem not come up any more, or again."""
        exercise = POOL[number]
        self.decks[program].retire(exercise, retired)
        self.sources.setdefault(exercise.key, exercise.source)
        (self.retired.add if retired else self.retired.discard)(exercise.key)

    @rule(program=programs)
    def ask_all_again(self, program: int) -> None:
        """Let everything come up again."""
        self.decks[program].ask_all_again()
        self.retired.clear()

    @invariant()
    def both_tell_the_same(self) -> None:
        """Find in both programs what was done, and what comes."""
        open_ones = [card.due for key, card in self.cards.items() if key not in self.retired]
        later = [due for due in open_ones if due > self.clock.now]
        dues = {key: card.due for key, card in self.cards.items()}
        for deck in self.decks:
            entries = deck.entries()
            assert {one.key: one.source for one in entries} == self.sources
            assert {one.key: one.due for one in entries if one.due is not None} == dues
            assert {one.key for one in entries if one.is_retired} == self.retired
            assert (deck.due, deck.next_due) == (len(self.due), min(later, default=None))
            assert sum(answer.counted for answer in deck.answers()) == len(self.answers)
            waiting = [source for source in self.new.values() if source is not Source.OWN]
            assert deck.wanted_problems == GENERATED_STOCK - len(waiting)


def test_two_programs_train_with_one_deck():
    """What comes next, what is due and what is new is right whatever both do, in any order."""
    steps = settings(max_examples=40, stateful_step_count=40)
    run_state_machine_as_test(TrainingPrograms, settings=steps)


def test_a_problem_with_few_pictures_runs_out_of_new_ones_only():
    """Two tiles do not have a thousand pictures; there is a disguise all the same."""
    small = twin_problem(position("5m/5m"))
    grids = [
        disguise_of(small, "key", repeat).of_position(small.position).grid for repeat in range(30)
    ]
    assert len(set(grids)) == 13


def test_answers_are_kept_without_disguise(deck, clock):
    """A move made in disguise is kept as the move of the problem, with all that was told."""
    deck.add(SOME[:3], Source.OWN, "game")
    for _answer in range(9):
        wrong(deck, asked(deck))
        clock.wait(minutes=11)
    originals = {key_of(one.position): one for one in SOME[:3]}
    answers = deck.answers()
    assert len(answers) == 9
    for answer in answers:
        original = originals[answer.key]
        assert original.cost(move(answer.move)) == answer.lost
        assert (answer.level, answer.trap) == (grade_of(original).level, original.trap)
        assert (answer.seconds, answer.source, answer.counted) == (12.5, Source.OWN, True)
    assert deck.answer(asked(deck), 0, shown=True).rating is Rating.MISSED
    last = deck.answers()[-1]
    assert (last.move, last.shown, last.seconds) == ("", True, None)


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
        right(deck, asked(deck))
    assert read == SOME[:7]
    assert not deck.prepare(3)
    assert len(deck.entries()) == 7


def test_new_problems_get_harder_for_who_finds_them(database, clock):
    """A first run without a mistake raises the level; misses lower it, not below the first."""
    deck = Deck(database, clock, shipped_problems)
    levels = [deck.level]
    for _answer in range(25):
        right(deck, asked(deck))
        levels.append(deck.level)
    assert levels == sorted(levels)
    assert (levels[0], levels[10]) == (EASIEST, EASIEST + 1)
    for _answer in range(25):
        deck.answer(asked(deck), 9)
    assert EASIEST <= deck.level < levels[-1]


def test_the_rating_is_elos():
    """Between equals an answer moves 20 points, later 10; a draw none, and it has a floor."""
    assert rating_after([]) == BEGINNING
    assert rating_after([(1, Rating.RIGHT)]) == BEGINNING + 20
    assert rating_after([(1, Rating.NEARLY)]) == BEGINNING
    assert rating_after([(1, Rating.MISSED)] * 40) == BEGINNING
    even = [(1, Rating.NEARLY)] * 30
    assert rating_after([*even, (1, Rating.RIGHT)]) == BEGINNING + 10
    gain = rating_after([(4, Rating.RIGHT)]) - BEGINNING
    assert gain == round(40 * (1 - 1 / (1 + 10 ** (450 / 400))))
    assert [level_at(BEGINNING + more) for more in (0, 149, 150, 9999)] == [1, 1, 2, HARDEST]


def test_a_clock_that_was_wrong_hides_nothing_for_ever(deck, clock):
    """What was answered in a year that has not come yet is due again once the clock is right."""
    deck.add(SOME[:1], Source.OWN)
    clock.now = NOON.replace(year=2099)
    right(deck, asked(deck))
    clock.now = NOON
    assert deck.due == 1
    assert right(deck, asked(deck)).due.year < 2028
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
        "repeats = 9e999",
    ],
)
def test_a_row_that_makes_no_sense_costs_itself_only(places, database, deck, clock, change):
    """After another hand was at a row the others come as before, and answering goes on."""
    deck.add(SOME[:2], Source.OWN)
    first = asked(deck)
    wrong(deck, first)
    with closing(sqlite3.connect(places.data / "record.db")) as other:
        other.execute(f"UPDATE problems SET {change} WHERE key = ?", [first.key])
        other.commit()
    assert len(deck.entries()) in (1, 2)
    clock.wait(minutes=11)
    found = set()
    for _answer in range(3):
        exercise = deck.next()
        if exercise is None:
            break
        found.add(exercise.key)
        right(deck, exercise)
    assert key_of(SOME[1].position) in found | {first.key}
    assert len(found | {first.key}) == 2
    assert right(deck, first).rating is Rating.RIGHT


def test_a_moment_without_a_zone_is_refused(database):
    """A clock must tell where it stands."""
    deck = Deck(database, lambda: datetime(2026, 1, 1))
    with pytest.raises(ValueError, match="time zone"):
        deck.next()


def test_only_exercises_about_the_theme_are_asked(database, clock):
    """What is due, own, shipped and generated comes by its theme, as the twin's values tell it."""
    deck = Deck(database, clock, lambda: SOME[30:])
    deck.add(SOME[:10], Source.OWN, "game")
    deck.add(SOME[10:20], Source.GENERATED)
    for one in SOME[:3]:
        deck.answer(Exercise(key_of(one.position), Source.OWN, "game", 1, 0, one), 9)
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
    while exercise := deck.next(ProblemTheme.ZUGZWANG):
        found.add(exercise.key)
        right(deck, exercise)
    assert found <= losing
    assert {key for key in losing if len(set(told[key])) > 1} <= found
    assert 0 < len(found) < len(told)
    assert deck.due == due - len(found & {key_of(one.position) for one in SOME[:3]})
    assert deck.next() is not None


# -- cards ----------------------------------------------------------------------------------------

EAST = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        (datetime(2026, 11, 21, tzinfo=UTC), UTC, 21),
        (datetime(2026, 11, 20, 23, 59, 59, tzinfo=UTC), UTC, 20),
        (datetime(2026, 11, 20, 14, 59, tzinfo=UTC), EAST, 20),
        (datetime(2026, 11, 20, 15, tzinfo=UTC), EAST, 21),
    ],
)
def test_a_day_is_that_of_the_calendar(moment, zone, day):
    """What is done after midnight, on the clock of the zone, is the new day's."""
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


def test_a_missed_problem_comes_again_in_the_same_sitting():
    """A miss comes again in minutes, what is right in days, and each time later."""
    card = answered(None, Rating.MISSED, NOON, UTC)
    assert card.due - NOON == AGAIN_SOON
    gaps = []
    for _repeat in range(6):
        card = answered(card, Rating.RIGHT, card.due, UTC)
        gaps.append(card.due - card.last)
    assert gaps == sorted(gaps)
    assert gaps[0] > AGAIN_SOON
    assert (card.repeats, card.misses) == (7, 1)
    missed = answered(card, Rating.MISSED, card.due, UTC)
    assert missed.due - missed.last == AGAIN_SOON


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
                if card.state != fsrs.State.Review:
                    assert card.due == theirs.due
                else:
                    assert card.due == theirs.due.replace(hour=0, minute=0)
            theirs.last_review = day


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
    """More tiles, a deeper trap and more to choose from never make a problem easier."""
    assert Grade(tiles=8, moves=3, best=1, trap=6, sight=2).level == EASIEST
    assert Grade(tiles=72, moves=6, best=1, trap=4, sight=0).level == HARDEST
    sizes = range(4, 73, 2)
    for moves, best, trap in ((2, 2, 0), (3, 1, 2), (5, 1, 4), (8, 1, 8)):
        levels = [Grade(tiles, moves, best, trap, 2).level for tiles in sizes]
        assert levels == sorted(levels)
        for tiles in (16, 30, 60):
            level = Grade(tiles, moves, best, trap, 0).level
            assert level <= Grade(tiles, moves, best, trap + 1, 0).level
            assert level <= Grade(tiles, moves + 1, best, trap, 0).level
    assert Grade(8, 3, 1, 6, 2).level < Grade(8, 3, 1, 6, 3).level
    assert not Grade(8, 3, 3, 0, 0).is_choice


def test_sight_is_how_far_one_must_look_ahead():
    """The highest pair is seen at once, what it uncovers in two plies; without a lure one is."""
    assert sight_of(twin_problem(position("9s/9s/5m5p/5p5m"))) == 1
    assert sight_of(twin_problem(position("5s5s/6s/4m/6s9p9p/4m1s1s", paired=False))) == 2
    for one in problems(60, seed=5):
        assert 1 <= sight_of(one) <= one.position.tiles_left // 2
        assert (sight_of(one) == 1) <= (one.trap == 0)


def test_own_mistakes_are_the_costly_moves_of_a_game():
    """Every costly move is a problem with the reference's values, once all moves are proven."""
    costly = waiting = 0
    for game, _random in endgame_games(60, seed=9):
        truth, study = Truth(), Study(game)
        line = study.line()
        for node in line:
            worth = truth.value(node.position)
            study.values.prove(node.position, worth, worth)
        problems, unproven = own_mistakes(study)
        for place in unproven:
            assert not all(study.values.of_move(place, one).is_exact for one in place.legal_moves)
            study.values.learn(place, truth.proof(place))
        waiting += len(unproven)
        later, left = own_mistakes(study)
        assert left == []
        assert len(later) == len(problems) + len(unproven)
        places = [
            before.position
            for before, node in pairwise(line)
            if node.move
            and truth.of_move(before.position, node.move) < truth.value(before.position)
        ]
        assert [one.position for one in later] == places
        assert [one for one in later if one.position in unproven] == [
            twin_problem(place) for place in places if place in unproven
        ]
        for player in PLAYERS:
            mine = [one for one in later if one.position.to_move == player]
            assert own_mistakes(study, player) == (mine, [])
        costly += len(later)
    assert (costly > 30, waiting > 10) == (True, True)


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


SMALL_FILES = [file for file in shipped_files() if int(file.name[:2]) <= 16]


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
    assert set(levels) >= set(range(EASIEST, 9))
    assert min(levels[level] for level in range(EASIEST, 9)) >= 15
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
    """Two problems are taken, and each wrong line is reported by its number."""
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
        exercise = asked(deck)
        sources.append((exercise.source, exercise.game))
        if len(sources) == 1:
            assert source_words(exercise, None) == "From your file “Mine”."
        deck.answer(exercise, 0, exercise.problem.best_moves[0])
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
    assert asked(deck).source is Source.FILE


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
    """The level by first answers, all that counted and right ones; uncounted ones not."""
    one = answers(1)[0]
    tried = [
        dataclasses.replace(one, repeat=0, lost=0, rating=Rating.RIGHT, counted=True),
        dataclasses.replace(one, repeat=1, lost=1, rating=Rating.NEARLY, counted=True),
        dataclasses.replace(one, repeat=2, lost=6, rating=Rating.MISSED, counted=True),
        dataclasses.replace(one, repeat=2, lost=9, rating=Rating.MISSED, counted=False),
    ]
    assert counts_of(tried) == AnswerCounts(answers=3, right=1)
    for given, numbers in (
        (tried, ["1", "3", share_words(1 / 3)]),
        ([], ["1", "0", "–"]),
    ):
        row = progress_page(given, [], datetime(2026, 11, 23, 12, tzinfo=UTC), 7)[0]
        assert isinstance(row, Row)
        assert [one.number for one in row.blocks if isinstance(one, Figure)] == numbers


def day_in(zone: tzinfo) -> Callable[[Answer], date]:
    return lambda answer: day_of(answer.at, zone)


def test_days_and_levels_share_out_all_answers():
    """The parts add up to the whole, each day and each level has its own answers, in order."""
    given = answers(200)
    whole = counts_of(given)
    for parts in (grouped(given, day_in(UTC)), grouped(given, lambda one: one.level)):
        assert sum(part.answers for part in parts.values()) == whole.answers
        assert sum(part.right for part in parts.values()) == whole.right
    east = timezone(timedelta(hours=10))
    days = Counter(one.at.astimezone(east).date() for one in given if one.counted)
    assert {
        day: part.answers for day, part in grouped(given, day_in(east)).items() if part.answers
    } == days


def entry(days: float | None, *, retired: bool = False) -> DeckEntry:
    due = None if days is None else NOON + timedelta(days=days)
    return DeckEntry("k", Source.OWN, due, retired)


def test_the_forecast_counts_what_will_be_due():
    """What is overdue counts today, what is not due within the days does not count at all."""
    days = (None, -30, 0.2, 1, 6.4, 7)
    entries = [*map(entry, days), entry(1, retired=True)]
    assert list(forecast(entries, NOON, 7, UTC)) == [2, 1, 0, 0, 0, 0, 1]
    assert sum(forecast(entries, datetime(2030, 1, 1, tzinfo=UTC), 1, UTC)) == 5
