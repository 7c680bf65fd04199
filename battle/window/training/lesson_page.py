"""A lesson as blocks: the task with its verdict and hints, the list of mistakes, the counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battle.analysis.ledger import Mark, Thresholds
from battle.analysis.values import Values
from battle.coach.reason_lines import Line, line_from
from battle.language import _
from battle.training.lesson import HINTS, Exercise, Lesson, Stage, Verdict
from battle.window.training.lesson_keys import LESSON_SHORTCUTS
from battle.window.training.lesson_words import (
    done_words,
    hint_words,
    score_rows,
    task_words,
    tried_words,
    verdict_words,
)
from battle.window.ui import theme as look
from battle.window.ui.blocks import (
    FAINT,
    INK,
    Command,
    MoveLine,
    Offer,
    Paragraph,
    Space,
    Sum,
    Title,
)
from battle.window.ui.flow import Block
from battle.window.ui.theme import COSTS, Role
from battle.words.moves import cells_words
from battle.words.numbers import MINUS

_GOOD: Final = tuple(COSTS[Mark.NONE])
_BAD: Final = tuple(look.REFUSED)
_SIGNS: Final = {
    Stage.RIGHT: ("check", _GOOD),
    Stage.SHOWN: ("eye", tuple(look.GOLD)),
    Stage.WRONG: ("close", _BAD),
    Stage.CHECKING: ("clock", tuple(look.GOLD)),
    Stage.UNKNOWN: ("help", tuple(look.GOLD)),
}
OVER: Final = (Stage.RIGHT, Stage.SHOWN)


@dataclass(frozen=True)
class Exercised:
    """Another exercise, to be gone to."""

    index: int


@dataclass(frozen=True)
class LessonPage:
    """What the pages of a lesson are made of; `tried` is a verdict on what does not count.

    `settled` is whether all right answers of the exercise in hand are known.
    """

    lesson: Lesson
    names: tuple[str, str]
    thresholds: Thresholds
    lines: tuple[tuple[str, Line], ...]
    settled: bool
    tried: Verdict | None
    waiting: bool

    def task(self) -> Iterator[Block]:
        """Yield the exercise in hand, or how it went when all are done."""
        lesson, exercise = self.lesson, self.lesson.exercise
        if exercise is None:
            yield from self._done()
            return
        number = _("Mistake {n} of {count}").format(n=lesson.index + 1, count=lesson.of)
        yield Title(number, player=exercise.player, large=True)
        yield Paragraph(task_words(exercise, self.names), INK, Role.TEXT)
        yield from self._verdict(exercise)
        yield from self._hints(exercise)
        yield Space(8)
        yield from self._offers()

    def _verdict(self, exercise: Exercise) -> Iterator[Block]:
        lesson = self.lesson
        if lesson.stage in _SIGNS:
            icon, ink = _SIGNS[lesson.stage]
            best = len(lesson.best) if self.settled else None
            words = verdict_words(lesson.stage, lesson.verdict, exercise, best)
            yield Space(6)
            yield Paragraph(words, ink, Role.STRONG, icon, ink)
        if self.tried is not None:
            yield Paragraph(tried_words(self.tried, exercise), INK)

    def _hints(self, exercise: Exercise) -> Iterator[Block]:
        for hint in self.lesson.hints:
            yield Paragraph(hint_words(hint, exercise, self.names), INK, icon="hint")
        if self.waiting:
            yield Paragraph(_("Looking for the best pair …"), FAINT)
        for words, line in self.lines:
            yield Paragraph(words, INK, icon="play", leads_to=line)

    def _offers(self) -> Iterator[Block]:
        lesson, over = self.lesson, self.lesson.stage in OVER
        last = lesson.index + 1 == lesson.of
        if not over:
            given = len(lesson.hints)
            if given < HINTS - 1:
                words = _("Hint ({n} of {count})").format(n=given + 1, count=HINTS - 1)
                yield _offer(words, "hint", "hint")
            yield _offer(_("Show the solution"), "eye", "solution")
        on = _("Finish") if last else _("Next mistake")
        yield _offer(on if over else _("Skip"), "chevron-right", "go_on", primary=over)
        if over:
            yield _offer(_("Look at it in Analyse"), "analyse", "analyse")

    def _done(self) -> Iterator[Block]:
        lesson = self.lesson
        yield Title(_("That was the lesson"), large=True)
        yield Paragraph(done_words(lesson.score, lesson.of), INK, Role.TEXT)
        yield Space(8)
        yield Offer(_("Back to Analyse"), "analyse", Command("leave"), primary=True)
        yield Offer(_("Once more"), "rematch", Command("again"))

    def exercises(self) -> Iterator[Block]:
        """Yield every mistake with how it went, to be gone to."""
        yield Title(_("Mistakes"))
        for index, exercise in enumerate(self.lesson.exercises):
            yield self._exercise(index, exercise)

    def _exercise(self, index: int, exercise: Exercise) -> MoveLine:
        kind = exercise.position.kind_at(exercise.played.first)
        assert kind is not None
        here = index == self.lesson.index
        stage = self.lesson.stage_of(index)
        sign, ink = _SIGNS[stage] if stage is not None else ("", ())
        if here and not sign:
            sign, ink = "play", tuple(look.GOLD)
        elif not sign and self.lesson.is_skipped(index):
            sign, ink = "minus", FAINT
        return MoveLine(
            number="",
            kind=kind,
            cells=cells_words(exercise.played),
            cost=f"{MINUS}{exercise.cost}",
            mark=self.thresholds.mark(exercise.cost),
            proven=True,
            leads_to=Exercised(index),
            sign=sign,
            sign_ink=ink,
        )

    def counts(self) -> Iterator[Block]:
        """Yield the counts of the lesson."""
        for words, number in score_rows(self.lesson.score):
            yield Sum(words, str(number), proven=None)


def _offer(words: str, icon: str, action: str, *, primary: bool = False) -> Offer:
    return Command(action).offer(words, icon, LESSON_SHORTCUTS, primary=primary)


def lines_of(lesson: Lesson, values: Values) -> tuple[tuple[str, Line], ...]:
    """Return the lines that may be shown now, each with its words: of an answer, of the best."""
    exercise = lesson.exercise
    if exercise is None or lesson.stage not in OVER:
        return ()
    answered = lesson.verdict.move if lesson.verdict is not None else None
    if lesson.stage is Stage.RIGHT and answered is not None:
        words = _("Your pair, and the play expected")
        return ((words, line_from(exercise.position, answered, values)),)
    words = _("The best pair, and the play expected")
    return tuple((words, line_from(exercise.position, best, values)) for best in lesson.best[:1])
