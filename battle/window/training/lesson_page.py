"""A lesson's pages as blocks: the mistake with its verdict, hints and offers, and lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battle.analysis.ledger import Thresholds
from battle.analysis.values import ToldCost, Values
from battle.coach.reason_words import Line, line_from
from battle.language import _
from battle.page.blocks import Block, Ink, MoveLine, Offer, Paragraph, Role, Space, Title
from battle.page.review import blame_words
from battle.rules.record import is_hinted
from battle.training.exercise import Stage, Verdict
from battle.training.lesson import Lesson, Mistake
from battle.training.lesson_words import (
    answer_words,
    best_outcome_words,
    done_words,
    mistake_words,
    score_rows,
    tried_words,
)
from battle.training.trainer_page import (
    BEST_LINE,
    LOOK_IN_ANALYSE,
    STAGE_SIGNS,
    count_blocks,
    help_offers,
    hint_block,
    line_block,
    told_block,
)
from battle.words.moves import cells_words, pair_words
from battle.words.numbers import MINUS


@dataclass(frozen=True)
class ToMistake:
    """Another mistake, to be gone to."""

    index: int


@dataclass(frozen=True)
class LessonPage:
    """What the pages of a lesson are made of; `tried` is a verdict on what does not count.

    `values` are those of the study; `waiting` is whether what was asked for is being looked for.
    """

    lesson: Lesson
    values: Values
    names: tuple[str, str]
    thresholds: Thresholds
    tried: Verdict | None
    waiting: bool

    def task(self) -> Iterator[Block]:
        """Yield the mistake in hand, or how it went when all are done."""
        lesson, mistake = self.lesson, self.lesson.mistake
        if mistake is None:
            yield from self._done()
            return
        number = _("Mistake {n} of {count}").format(n=lesson.index + 1, count=lesson.of)
        yield Title(number, player=mistake.player, large=True)
        yield Paragraph(mistake_words(mistake, self.names), Ink.PLAIN, Role.TEXT)
        if lesson.stage.is_closed:
            yield from self._verdict(mistake)
            yield from self._hints(mistake)
        yield Space(8)
        yield from self._offers()
        if not lesson.stage.is_closed:
            yield Space(4)
            yield from self._verdict(mistake)
            yield from self._hints(mistake)

    def _verdict(self, mistake: Mistake) -> Iterator[Block]:
        lesson = self.lesson
        if lesson.stage in STAGE_SIGNS:
            settled = self.values.has_settled(mistake.position)
            best = len(lesson.best_moves) if settled else None
            words = answer_words(lesson.stage, lesson.verdict, mistake, best)
            yield Space(6)
            yield told_block(words, STAGE_SIGNS[lesson.stage])
        if self.tried is not None:
            yield Paragraph(tried_words(self.tried), Ink.PLAIN)

    def _hints(self, mistake: Mistake) -> Iterator[Block]:
        worth = best_outcome_words(mistake, self.names)
        for hint in self.lesson.hints:
            yield hint_block(hint, mistake.position, worth)
        if self.waiting:
            yield Paragraph(_("Looking for the best pair …"), Ink.FAINT)
        for words, line in self.lines:
            yield line_block(words, line)

    def _offers(self) -> Iterator[Block]:
        lesson, closed = self.lesson, self.lesson.stage.is_closed
        last = lesson.index + 1 == lesson.of
        if not closed:
            yield from help_offers(lesson.hints, solution=True)
        on = _("Finish") if last else _("Next mistake")
        words = on if closed else _("Skip")
        yield Offer(words, "chevron-right", "go_on", primary=closed)
        if closed:
            yield Offer(_(LOOK_IN_ANALYSE), "analyse", "analyse")

    def _done(self) -> Iterator[Block]:
        lesson = self.lesson
        yield Title(_("That was the lesson"), large=True)
        yield Paragraph(done_words(lesson.score, lesson.of), Ink.PLAIN, Role.TEXT)
        yield Space(8)
        yield Offer(_("Back to Analyse"), "analyse", "leave", primary=True)
        yield Offer(_("Once more"), "rematch", "again")

    def listed(self) -> Iterator[Block]:
        """Yield every mistake with how it went, to be gone to."""
        yield Title(_("Mistakes"))
        for index, mistake in enumerate(self.lesson.mistakes):
            yield self._mistake(index, mistake)
            if is_hinted(mistake.node.comment):
                pair = pair_words(mistake.position, mistake.played)
                told = ToldCost(mistake.cost, exact=True)
                yield Paragraph(blame_words(pair, told), Ink.PLAIN, icon="hint")

    def _mistake(self, index: int, mistake: Mistake) -> MoveLine:
        here = index == self.lesson.index
        stage = self.lesson.stage_of(index)
        sign, ink = STAGE_SIGNS[stage] if stage is not None else ("", Ink.PLAIN)
        if here and not sign:
            sign, ink = "play", Ink.GOLD
        elif not sign and self.lesson.is_skipped(index):
            sign, ink = "minus", Ink.FAINT
        return MoveLine(
            number="",
            kind=mistake.position.kind_of(mistake.played),
            cells=cells_words(mistake.played),
            cost=f"{MINUS}{mistake.cost}",
            mark=self.thresholds.mark(mistake.cost),
            proven=True,
            leads_to=ToMistake(index),
            sign=sign,
            sign_ink=ink,
        )

    def counts(self) -> Iterator[Block]:
        """Yield the counts of the lesson."""
        yield Title(_("So far"))
        yield from count_blocks(score_rows(self.lesson.score))

    def about(self) -> Iterator[Block]:
        """Say what a lesson is."""
        yield Title(_("Learn from your mistakes"))
        words = _("Every pair that keeps the value is right, not only the one expected.")
        yield Paragraph(words, Ink.FAINT)

    @property
    def lines(self) -> tuple[tuple[str, Line], ...]:
        """The lines that may be shown now, each with its words: of an answer, of the best."""
        lesson, mistake = self.lesson, self.lesson.mistake
        if mistake is None or not lesson.stage.is_closed:
            return ()
        if lesson.stage is Stage.RIGHT and lesson.verdict is not None:
            line = line_from(mistake.position, lesson.verdict.move, self.values)
            return ((_("Your pair, and the play expected"), line),)
        words = _(BEST_LINE)
        best = lesson.best_moves[:1]
        return tuple((words, line_from(mistake.position, pair, self.values)) for pair in best)
