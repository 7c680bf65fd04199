"""What somebody in Berlin remembers of training who writes everything down."""

from __future__ import annotations

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from battle.training.cards import Rating
from battle.training.deck import NEW_A_DAY, Deck
from battle.training.exercise import Exercise
from tests.support.endgame_problems import Clock

BERLIN = ZoneInfo("Europe/Berlin")


class Diary:
    """What somebody remembers who writes down every answer, in days as the calendar has them."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.answers: list[tuple[date, str, Rating]] = []
        self.pictures: dict[str, list[str]] = {}
        self.begun: set[tuple[str, str]] = set()

    @property
    def today(self) -> date:
        """The day, which ends at four in the morning."""
        local = self.clock.now.astimezone(BERLIN)
        return local.date() - timedelta(days=local.hour < 4)

    def of(self, key: str) -> list[tuple[date, Rating]]:
        """Return the answers to a problem."""
        return [(day, rating) for day, one, rating in self.answers if one == key]

    def see(self, exercise: Exercise) -> None:
        """Assert that it is right to ask this today, and that the picture is new."""
        before = self.of(exercise.key)
        assert exercise.repeat == len(before)
        if before:
            day, rating = before[-1]
            assert rating is not Rating.RIGHT or day < self.today, "known, and asked the same day"
        else:
            new = {key for day, key, _rating in self.answers if day == self.today}
            new -= {key for day, key, _rating in self.answers if day < self.today}
            assert len(new) < NEW_A_DAY
        picture = exercise.problem.position.grid
        seen = self.pictures.setdefault(exercise.key, [])
        if (exercise.key, picture) in self.begun:
            assert picture == seen[-1], "left unanswered, so it is the same picture"
        else:
            assert picture not in seen
            seen.append(picture)
            self.begun.add((exercise.key, picture))

    def write(self, exercise: Exercise, rating: Rating) -> None:
        """Write an answer down."""
        self.answers.append((self.today, exercise.key, rating))

    def compare(self, deck: Deck) -> None:
        """Assert that the deck remembers the same."""
        kept = [(one.key, one.rating) for one in deck.answers() if one.counted]
        assert sorted(kept, key=str) == sorted(
            ((key, rating) for _day, key, rating in self.answers), key=str
        )
        repeats = {one.key: len(self.of(one.key)) for one in deck.entries()}
        assert sum(repeats.values()) == len(self.answers)
