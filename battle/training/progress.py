"""Progress: what the answers tell over time. Pure functions; answers come in their order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from battle.training.cards import Maturity, Rating, day_of
from battle.training.exercise import Answer, DeckEntry


@dataclass(frozen=True)
class AnswerCounts:
    """Answers counted together.

    `right` lost nothing without a hint; `lost` are all points lost; `repeats` are answers to
    problems known before, `kept` those of them that were not missed.
    """

    answers: int = 0
    right: int = 0
    lost: int = 0
    repeats: int = 0
    kept: int = 0

    @property
    def share(self) -> float | None:
        """The share of right answers, 0 to 1; None without any answer."""
        return self.right / self.answers if self.answers else None

    @property
    def average(self) -> float | None:
        """The points lost an answer; None without any."""
        return self.lost / self.answers if self.answers else None

    @property
    def retention(self) -> float | None:
        """The share of repeats that were not missed, 0 to 1; None without any."""
        return self.kept / self.repeats if self.repeats else None


def counts_of(answers: Iterable[Answer]) -> AnswerCounts:
    """Return the counts of some answers; those that changed no card are left out."""
    counted = [answer for answer in answers if answer.counted]
    repeats = [answer for answer in counted if answer.repeat > 0]
    return AnswerCounts(
        answers=len(counted),
        right=sum(answer.rating is Rating.RIGHT for answer in counted),
        lost=sum(answer.lost for answer in counted),
        repeats=len(repeats),
        kept=sum(answer.rating is not Rating.MISSED for answer in repeats),
    )


def by_day(answers: Iterable[Answer], zone: tzinfo | None = None) -> dict[date, AnswerCounts]:
    """Return the counts of every day with an answer, in the person's `zone` or the system's."""
    days: defaultdict[date, list[Answer]] = defaultdict(list)
    for answer in answers:
        days[day_of(answer.at, zone)].append(answer)
    return {day: counts_of(found) for day, found in sorted(days.items())}


def by_level(answers: Iterable[Answer]) -> dict[int, AnswerCounts]:
    """Return the counts of every level of problems that was answered, the easiest first."""
    levels: defaultdict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        levels[answer.level].append(answer)
    return {level: counts_of(found) for level, found in sorted(levels.items())}


def by_maturity(entries: Iterable[DeckEntry]) -> dict[Maturity, int]:
    """Return how many problems there are of each maturity, those that do not come up left out."""
    counts = Counter(entry.maturity for entry in entries if not entry.is_retired)
    return {maturity: counts[maturity] for maturity in Maturity}


def forecast(
    entries: Iterable[DeckEntry], now: datetime, days: int = 7, zone: tzinfo | None = None
) -> Sequence[int]:
    """Return how many problems will be due today, with what is overdue, and on the next days."""
    today = day_of(now, zone)
    due = Counter(
        max(timedelta(), day_of(entry.due, zone) - today).days
        for entry in entries
        if entry.due is not None and not entry.is_retired
    )
    return [due[day] for day in range(days)]
