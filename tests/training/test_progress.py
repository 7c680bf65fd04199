"""Tests of what the answers tell over time."""

import dataclasses
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from random import Random

from battle.training.cards import Maturity, Rating
from battle.training.exercise import Answer, DeckEntry
from battle.training.problems import Source
from battle.training.progress import (
    AnswerCounts,
    by_day,
    by_level,
    by_maturity,
    counts_of,
    forecast,
)
from tests.support.endgame_problems import NOON


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
