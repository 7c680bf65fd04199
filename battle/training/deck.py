"""The deck: which problem comes next, and what an answer to it is worth.

    next      1. what is due, own mistakes first, then what is due longest
              2. new ones, at most `NEW_A_DAY` a day: own mistakes, the latest game's first; then
                 those of the person's files; those that come with the game; then generated ones;
                 each about as hard as suits
    answer    rated by the points it lost; the library `fsrs` says when the problem is due again

The first time a problem comes as it is, every further time in another disguise. All time comes
from the clock that the deck is given; what is kept is in the `DeckStore`, and what there is to tell
of keeping it is told by the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from itertools import islice
from typing import Final, TypeAlias
from uuid import uuid4

from battle.analysis.insights import ProblemTheme
from battle.profile.store import Database, in_utc
from battle.rules.problem import Problem
from battle.training.cards import Rating, rate
from battle.training.days import begin_of, day_of
from battle.training.deck_store import DeckStore
from battle.training.exercise import Answer, Attempt, DeckEntry, Exercise, Rated
from battle.training.problems import EASIEST, HARDEST, Source, grade_of, key_of

Clock: TypeAlias = Callable[[], datetime]

NEW_A_DAY: Final = 10
"""How many problems a day come up for the first time, unless more are wished for."""

GENERATED_STOCK: Final = 20
"""How many generated problems should wait to be asked."""

RECENT: Final = 10
"""How many answers to new problems tell what the person can do."""

_WRONG_CLOCK: Final = timedelta(days=1)
"""An answer so far in the future was given while the clock was wrong."""


class Deck:
    """The person's problems.

    `now` tells the moment, with a time zone; `shipped` the problems that come with the game, asked
    for once they are needed; `files` those of the person's own files, each with the file's name;
    days are those of `zone`, None for the system's. `version` grows with every change that is made
    here, not with those of other programs.
    """

    def __init__(
        self,
        database: Database,
        now: Clock,
        shipped: Callable[[], Iterable[Problem]] = tuple,
        zone: tzinfo | None = None,
        files: Callable[[], Iterable[tuple[str, Problem]]] = tuple,
    ) -> None:
        self._store = DeckStore(database)
        self._clock = now
        self._zone = zone
        self._stock: list[Exercise] = []
        self._unread: Iterator[Exercise] | None = None
        self._load, self._load_files = shipped, files
        self.version = 0

    # --- what is in it --------------------------------------------------------------------------

    def add(self, problems: Iterable[Problem], source: Source, game: str = "") -> int:
        """Put problems in, `game` being the key of the own game they are from.

        Returns how many were not there yet. A problem that is there already becomes one's own when
        it comes up in an own game; what is remembered of it stays.
        """
        self.version += 1
        return self._store.add(problems, source, game, self._now())

    def prepare(self, number: int | None = None) -> bool:
        """Take in so many problems of files and of those that come with the game, None for all.

        Returns whether there were any. They are taken in when they are needed, if not before.
        """
        if self._unread is None:
            self._unread = self._unanswered()
        found = list(islice(self._unread, number))
        self._stock += found
        return bool(found)

    def read_files_again(self) -> None:
        """Take in the person's files as they are now."""
        self.version += 1
        self._stock, self._unread = [], None

    def _unanswered(self) -> Iterator[Exercise]:
        """Yield what files have, the person's first, then what comes with the game."""
        for name, one in self._load_files():
            key, level = key_of(one.position), grade_of(one).level
            yield Exercise(key, Source.FILE, name, level, 0, one)
        for one in self._load():
            key, level = key_of(one.position), grade_of(one).level
            yield Exercise(key, Source.SHIPPED, "", level, 0, one)

    def retire(self, exercise: Exercise, retired: bool = True) -> None:
        """Let a problem not come up any more, or again."""
        self.version += 1
        self._store.retire(exercise, retired, self._now())

    def ask_all_again(self) -> None:
        """Let every problem come up again that was retired."""
        self.version += 1
        self._store.unretire()

    def entries(self) -> list[DeckEntry]:
        """Return all problems that were put in or answered, in the order they came in."""
        return self._store.entries()

    def answers(self, *, since: datetime | None = None) -> list[Answer]:
        """Return the answers given at `since` or later, in their order."""
        return self._store.answers(since)

    @property
    def wanted_problems(self) -> int:
        """How many more generated problems it would be good to have."""
        return max(0, GENERATED_STOCK - self._store.count_others() - len(self._stock_left()))

    # --- what comes next ------------------------------------------------------------------------

    @property
    def due(self) -> int:
        """How many problems are due now, those that are new not counted."""
        return self._store.count_due(*self._due_moments())

    def due_about(self, theme: ProblemTheme | None) -> int:
        """Return how many problems about a theme are due now; without one all of them count."""
        if theme is None:
            return self.due
        return sum(1 for _one in _about(theme, self._store.due(*self._due_moments())))

    @property
    def next_due(self) -> datetime | None:
        """When the next problem will be due that is not yet; None if none will be."""
        return self._store.next_due(self._now())

    @property
    def stays_until(self) -> datetime:
        """Up to when nothing becomes due and the day does not end: what may be asked stays."""
        tomorrow = begin_of(self._day + timedelta(days=1), self._zone)
        due = self.next_due
        return tomorrow if due is None else min(due, tomorrow)

    @property
    def new_left(self) -> int:
        """How many problems may still come up for the first time today."""
        return max(0, NEW_A_DAY - sum(one.repeat == 0 for one in self.today()))

    def today(self) -> list[Answer]:
        """Return the answers of today that counted, in their order."""
        morning, latest = begin_of(self._day, self._zone), self._now() + _WRONG_CLOCK
        return [one for one in self.answers(since=morning) if one.counted and one.at <= latest]

    @property
    def _day(self) -> date:
        return day_of(self._now(), self._zone)

    def next(self, *, more: bool = False, theme: ProblemTheme | None = None) -> Exercise | None:
        """Return the exercise to put to the person now, None if there is none for now.

        Asking uses nothing up: until it is answered the same comes again, in the same disguise.
        With `more` new ones come beyond the day's; with a `theme` all others wait.
        """
        due = next(_about(theme, self._store.due(*self._due_moments())), None)
        if due is not None:
            return due
        return self._new(theme) if more or self.new_left else None

    def _due_moments(self) -> tuple[datetime, datetime]:
        now = self._now()
        return now, now + _WRONG_CLOCK

    def _new(self, theme: ProblemTheme | None) -> Exercise | None:
        """Return a problem that was never answered, about a theme or whatever there is."""
        own = next(_about(theme, self._store.own()), None)
        if own is not None:
            return own
        level = self.level
        left = list(_about(theme, self._stock_left()))
        first = [exercise for exercise in left if exercise.source is Source.FILE] or left
        if first:
            return min(first, key=lambda exercise: abs(exercise.level - level))
        return next(_about(theme, self._store.others(level)), None)

    def _stock_left(self) -> list[Exercise]:
        """Return what is in files or comes with the game, and was not answered or retired."""
        self.prepare()
        seen = self._store.keys()
        return [exercise for exercise in self._stock if exercise.key not in seen]

    @property
    def level(self) -> int:
        """How hard new problems should be: about as hard as those lately answered right."""
        recent = self._store.first_answers(RECENT)
        if not recent:
            return EASIEST + 1
        mean = sum(answer.level for answer in recent) / len(recent)
        right = sum(answer.rating is Rating.RIGHT for answer in recent) / len(recent)
        step = (right > 0.7) - (right < 0.4)
        return max(EASIEST, min(HARDEST, round(mean) + step))

    # --- answers --------------------------------------------------------------------------------

    def answer(self, exercise: Exercise, attempt: Attempt) -> Rated:
        """Keep an answer and return what it is worth.

        An exercise that was answered meanwhile, by a second click or in another program, is kept
        and changes nothing.
        """
        trap = exercise.original.trap
        answer = Answer(
            id=uuid4().hex,
            key=exercise.key,
            at=self._now(),
            source=exercise.source,
            level=exercise.level,
            repeat=exercise.repeat,
            move=_original_move(exercise, attempt),
            lost=attempt.lost,
            trap=trap,
            hints=attempt.hints,
            shown=attempt.shown,
            seconds=attempt.seconds,
            rating=rate(attempt.lost, trap, hints=attempt.hints, shown=attempt.shown),
        )
        self.version += 1
        return self._store.put(exercise, answer, self._zone)

    def _now(self) -> datetime:
        return in_utc(self._clock())


def _about(theme: ProblemTheme | None, exercises: Iterable[Exercise]) -> Iterator[Exercise]:
    """Yield the exercises about a theme, without one all of them."""
    return (one for one in exercises if theme is None or theme in one.themes)


def _original_move(exercise: Exercise, attempt: Attempt) -> str:
    if attempt.move is None:
        return ""
    return str(exercise.disguise.inverse.of_move(attempt.move))
