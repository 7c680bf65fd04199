"""Progress in the trainer: what the answers tell over time; answers come in their order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, TypeVar

from battle.language import N_, _, decimal
from battle.page.blocks import Bar, Bars, Figure, Page, Row
from battle.training.deck import Answer, DeckEntry, Maturity, Rating, day_of
from battle.training.problems import EASIEST, HARDEST
from battle.words import share_words

Key = TypeVar("Key")

_WEEK: Final = 7
_WEEKDAYS: Final = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))
_MATURITIES: Final = {
    Maturity.NEW: N_("new"),
    Maturity.LEARNING: N_("being learned"),
    Maturity.YOUNG: N_("known"),
    Maturity.MATURE: N_("known well"),
}


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


def grouped(answers: Iterable[Answer], key: Callable[[Answer], Key]) -> dict[Key, AnswerCounts]:
    """Return the counts of the answers that have the same key, such as their day."""
    groups: defaultdict[Key, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[key(answer)].append(answer)
    return {one: counts_of(found) for one, found in groups.items()}


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


# --- the page -------------------------------------------------------------------------------------


def progress_page(
    answers: Sequence[Answer], entries: Sequence[DeckEntry], now: datetime, days: int
) -> Page:
    """Return figures of all answers, then the last `days`, the levels, the week, how well known."""
    found, today = counts_of(answers), day_of(now, None)
    average = "–" if found.average is None else decimal(found.average, 1)
    figures = (
        Figure(_("answered"), str(found.answers)),
        Figure(_("right"), _share(found.share)),
        Figure(_("remembered"), _share(found.retention)),
        Figure(_("points lost per answer"), average),
    )
    of_day = grouped(answers, lambda answer: day_of(answer.at, None))
    of_level = grouped(answers, lambda answer: answer.level)
    of_entries = Counter(entry.maturity for entry in entries if not entry.is_retired)
    known = ((_(words), of_entries[one]) for one, words in _MATURITIES.items())
    return (
        Row(figures),
        Bars(_("Answers by day"), tuple(_days(of_day, today, days)), filled=_("right")),
        Bars(
            _("By level"),
            tuple(_level(n, of_level.get(n, AnswerCounts())) for n in range(EASIEST, HARDEST + 1)),
            lying=True,
            filled=_("right"),
        ),
        Bars(_("Coming up"), tuple(_week(forecast(entries, now, _WEEK), today))),
        Bars(_("How well known"), tuple(Bar(*one, one[1]) for one in known), lying=True),
    )


def _days(found: Mapping[date, AnswerCounts], today: date, number: int) -> Iterable[Bar]:
    """Yield the answers of the last days, the oldest first; the right ones are filled."""
    for back in range(number - 1, -1, -1):
        day = today - timedelta(days=back)
        counts = found.get(day, AnswerCounts())
        label = str(day.day) if back else _("today")
        yield Bar(label, counts.answers, counts.right, stands_out=not back)


def _week(dues: Sequence[int], today: date) -> Iterable[Bar]:
    """Yield what will be due today and on the days after it."""
    for ahead, due in enumerate(dues):
        label = _(_WEEKDAYS[(today.weekday() + ahead) % 7]) if ahead else _("today")
        yield Bar(label, due, due, stands_out=not ahead)


def _level(level: int, found: AnswerCounts) -> Bar:
    words = "–"
    if found.share is not None:
        words = _("{share} of {n}").format(share=_share(found.share), n=found.answers)
    return Bar(_("level {level}").format(level=level), found.answers, found.right, words)


def _share(share: float | None) -> str:
    return "–" if share is None else share_words(share)
