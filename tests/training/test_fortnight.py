"""A fortnight of use with a set clock, through everything the trainer has.

Nothing is lost, and nothing repeated wrongly, whatever happens to the program and to the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from random import Random

import pytest

from battle.analysis.values import Finding
from battle.profile.store import Database
from battle.storage import Places
from battle.training.deck import Deck
from battle.training.exercise import Stage
from battle.training.practice import Practice
from battle.training.problems import Source
from tests.support.diary import BERLIN, Diary
from tests.support.endgame_problems import Clock, Person, problems
from tools.reference import Memo, move_values

SOME = problems(90, seed=91, most_tiles=12)
SHIPPED, OWN = SOME[:60], SOME[60:]
AUTUMN = datetime(2026, 10, 18, 19, tzinfo=BERLIN)
"""A week before the clocks go back in Berlin, at three in the night of 25 October."""
SPRING = datetime(2027, 3, 21, 19, tzinfo=BERLIN)
"""A week before they go forward, at two in the night of 28 March."""


class Trainee:
    """Somebody who plays exercises out, asks for hints, gives up, and loses the program."""

    def __init__(self, places: Places, clock: Clock, seed: int) -> None:
        self.places, self.clock, self.diary = places, clock, Diary(clock)
        self._random = Random(seed)
        self._person = Person(Random(seed + 1))
        self._memo: Memo = {}
        self.lost_programs = 0

    def sit(self, most: int, mistakes: int = 0) -> None:
        """Start the program, train for a while, and end it, or lose it."""
        with closing(Database.of(self.places)) as database:
            deck = Deck(database, self.clock, lambda: SHIPPED, BERLIN)
            for _mistake in range(mistakes):
                deck.add([self._random.choice(OWN)], Source.OWN, "a game")
            for _exercise in range(most):
                exercise = deck.next()
                if exercise is None:
                    break
                self.diary.see(exercise)
                if self._random.random() < 0.08:
                    self.lost_programs += 1
                    return  # the program is killed over an exercise
                self._do(Practice(deck, exercise))
            assert database.take_messages() == []

    def _do(self, practice: Practice) -> None:
        for _action in range(40):
            self._prove(practice)
            if not practice.counts:
                break
            if practice.stage is Stage.REPLYING:
                practice.reply()
            elif self._random.random() < 0.1:
                self._random.choice([practice.hint, practice.show_solution, practice.finish])()
            else:
                problem = practice.exercise.problem
                first = practice.position == problem.position
                choice = list(move_values(practice.position, self._memo).items())
                best = max(choice, key=lambda one: one[1])[0]
                practice.play(
                    self._person.move(problem, practice.exercise.repeat) if first else best
                )
            self.clock.wait(seconds=20)
        assert practice.rated is not None
        assert practice.rated.counted
        self.diary.write(practice.exercise, practice.rated.rating)

    def _prove(self, practice: Practice) -> None:
        while (wanted := practice.wanted) is not None:
            found = move_values(wanted[0], self._memo)
            practice.playout.values.learn(
                wanted[0], [Finding(move, worth, worth, worth) for move, worth in found.items()]
            )
            practice.update()

    def compare(self) -> None:
        """Assert that a new program remembers everything."""
        with closing(Database.of(self.places)) as database:
            self.diary.compare(Deck(database, self.clock, lambda: SHIPPED, BERLIN))


@pytest.mark.parametrize("begin", [AUTUMN, SPRING])
def test_a_fortnight_across_the_change_of_the_clocks(places: Places, begin: datetime) -> None:
    """Every day two or three sittings, late ones too: what is known comes a day later or more."""
    clock = Clock(begin)
    trainee = Trainee(places, clock, begin.month)
    for day in range(14):
        local = (begin + timedelta(days=day)).replace(tzinfo=None)
        for hour in (8, 19, 26):
            clock.now = (local.replace(hour=0) + timedelta(hours=hour)).replace(tzinfo=BERLIN)
            trainee.sit(trainee_size(day, hour), mistakes=hour == 19)
        trainee.compare()
    answers = trainee.diary.answers
    assert len(answers) > 120
    assert trainee.lost_programs > 2
    days = sorted({day for day, _key, _rating in answers})
    assert (days[-1] - days[0]).days >= 13
    assert max(len(pictures) for pictures in trainee.diary.pictures.values()) >= 4


def trainee_size(day: int, hour: int) -> int:
    """Return how many exercises somebody does at most in a sitting."""
    return (5, 30, 12)[(day + hour) % 3]


@pytest.mark.parametrize(
    "turn",
    [
        lambda now: now - timedelta(hours=2),
        lambda now: now - timedelta(days=3),
        lambda now: now.replace(year=2019),
        lambda now: now + timedelta(days=400),
    ],
)
def test_a_clock_that_is_set_wrong_loses_nothing(
    places: Places, turn: Callable[[datetime], datetime]
) -> None:
    """Some sittings under a wrong clock: every answer is kept, and training goes on after it."""
    clock = Clock(AUTUMN)
    trainee = Trainee(places, clock, 7)
    trainee.diary.see = lambda exercise: None  # type: ignore[method-assign]
    before = 0
    for day in range(7):
        clock.now = AUTUMN + timedelta(days=day)
        if day in (2, 3):
            clock.now = turn(clock.now)
            before = len(trainee.diary.answers)
        trainee.sit(20, mistakes=1)
        trainee.compare()
    assert len(trainee.diary.answers) > before
    clock.now = AUTUMN + timedelta(days=40)
    with closing(Database.of(places)) as database:
        deck = Deck(database, clock, lambda: SHIPPED, BERLIN)
        answered = [one for one in deck.entries() if one.due is not None]
        assert len({key for _day, key, _rating in trainee.diary.answers}) == len(answered)
        assert deck.next() is not None
