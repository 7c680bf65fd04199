"""Cards: when a problem comes up again, by spaced repetition (FSRS), and how an answer is rated.

    new ──answer──► known, due in days ──answer──► due in more days, or in fewer
     │                 │
     └──── missed ─────┴──► due in minutes ──answer──► known again

The scheduler is the library's; nothing here reads a clock. It plans in days: what is due in days is
due when the day begins, and between two answers lie as many days as the calendar says, so that it
makes no difference at what time of the day one trains.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import Enum
from typing import Final

from fsrs import Card as FsrsCard
from fsrs import Rating as FsrsRating
from fsrs import Scheduler, State

# --- days ----------------------------------------------------------------------------------------
#
# Days as people who train late see them: they begin at four in the morning.
#
# A `zone` of None is the system's own.

BEGIN_HOUR: Final = 4


def day_of(moment: datetime, zone: tzinfo | None) -> date:
    """Return the day that a moment belongs to."""
    return (moment.astimezone(zone) - timedelta(hours=BEGIN_HOUR)).date()


def begin_of(day: date, zone: tzinfo | None) -> datetime:
    """Return the moment, in UTC, at which a day begins."""
    return datetime(day.year, day.month, day.day, BEGIN_HOUR, tzinfo=zone).astimezone(UTC)


# --- cards ---------------------------------------------------------------------------------------

AGAIN_SOON: Final = timedelta(minutes=10)
"""After what time a problem that was missed comes up again."""

NEARLY: Final = 2
"""The most points an answer may lose and still count as nearly right."""

MATURE: Final = timedelta(days=20)
"""Beyond what time between two repeats a problem counts as learned."""

_SCHEDULER: Final = Scheduler(
    learning_steps=(AGAIN_SOON,),
    relearning_steps=(AGAIN_SOON,),
    maximum_interval=365,
    enable_fuzzing=False,
)


class Rating(Enum):
    """How well a problem was answered; the numbers are those of FSRS."""

    MISSED = 1
    NEARLY = 2
    RIGHT = 3


def rate(lost: int, trap: int, *, hints: int = 0, shown: bool = False) -> Rating:
    """Return how an answer is rated that lost `lost` points in all.

    Right is only what loses nothing without a hint. With hints it is nearly right, and so is an
    answer that loses little, and less than the natural move, `trap`, which anybody would find.
    """
    if shown or lost > NEARLY or (lost and lost >= trap):
        return Rating.MISSED
    return Rating.NEARLY if lost or hints else Rating.RIGHT


class Maturity(Enum):
    """How well a problem is known."""

    NEW = "new"
    LEARNING = "learning"
    YOUNG = "young"
    MATURE = "mature"


@dataclass(frozen=True)
class Card:
    """What is remembered of a problem that was answered; moments are in UTC.

    `repeats` counts the answers, `misses` those that were missed. The rest is the scheduler's:
    `stability` in days, `difficulty` from 1 to 10.
    """

    due: datetime
    last: datetime
    repeats: int
    misses: int
    state: int
    step: int | None
    stability: float
    difficulty: float

    @property
    def maturity(self) -> Maturity:
        """How well the problem is known."""
        if self.state != State.Review:
            return Maturity.LEARNING
        return Maturity.MATURE if self.due - self.last > MATURE else Maturity.YOUNG


def answered(card: Card | None, rating: Rating, now: datetime, zone: tzinfo | None = None) -> Card:
    """Return the card after an answer at the moment `now`; None is a problem never answered.

    Days are those of `zone`, None for the system's.
    """
    now = now.astimezone(UTC)
    before = FsrsCard(card_id=0, due=now)
    if card is not None:
        before = FsrsCard(
            0,
            State(card.state),
            card.step,
            card.stability,
            card.difficulty,
            card.due,
            begin_of(day_of(min(card.last, now), zone), zone),
        )
    after, _log = _SCHEDULER.review_card(before, FsrsRating(rating.value), now)
    assert after.stability is not None
    assert after.difficulty is not None
    in_days = after.state is State.Review
    missed = rating is Rating.MISSED
    return Card(
        due=begin_of(day_of(after.due, zone), zone) if in_days else after.due,
        last=now,
        repeats=1 + (0 if card is None else card.repeats),
        misses=missed + (0 if card is None else card.misses),
        state=int(after.state),
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
    )
