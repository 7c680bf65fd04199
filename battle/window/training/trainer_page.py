"""The trainer's pages as blocks: the exercise with its verdict, hints and offers, and lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from battle.analysis.insights import ProblemTheme
from battle.analysis.ledger import Thresholds
from battle.coach.reason_lines import Line
from battle.language import _, ngettext
from battle.page.blocks import Block, Ink, MoveLine, Offer, Paragraph, Role, Space, Title
from battle.profile.records import PlayedGame
from battle.rules.position import Kind, Move
from battle.training.cards import Rating
from battle.training.exercise import Stage, Verdict
from battle.training.exercise_words import hint_words
from battle.training.practice import Practice
from battle.training.trainer_words import (
    again_words,
    chosen_theme_words,
    level_words,
    new_ones_words,
    no_more_words,
    rated_words,
    repeat_words,
    rest_words,
    settled_words,
    source_words,
    task_words,
    theme_words,
    verdict_words,
    worth_words,
)
from battle.window.training.exercise_blocks import (
    STAGE_SIGNS,
    Sign,
    count_blocks,
    help_offers,
    hint_block,
    line_block,
    told_block,
)
from battle.words.moves import cells_words
from battle.words.numbers import MINUS

_RATING_SIGNS: Final[dict[Rating, Sign]] = {
    Rating.RIGHT: ("check", Ink.GOOD),
    Rating.NEARLY: ("check", Ink.GOLD),
    Rating.MISSED: ("close", Ink.BAD),
}


@dataclass(frozen=True)
class AnsweredExercise:
    """An exercise that was answered in this sitting.

    `move` is the pair that lost most; without one the pair taken first, or else a best one.
    """

    kind: Kind
    move: Move
    lost: int
    rating: Rating
    is_shown: bool


@dataclass(frozen=True)
class DeckCounts:
    """The numbers of the deck; `more` is whether there are new ones beyond today's.

    `due` are those about the chosen theme, `others_due` all others.
    """

    due: int = 0
    others_due: int = 0
    new_left: int = 0
    answered: int = 0
    right: int = 0
    next_due: datetime | None = None
    more: bool = False
    is_empty: bool = False


@dataclass(frozen=True)
class TrainerPage:
    """What the pages are made of; `practice` is None while nothing is asked.

    `theme` is what is asked about, None for everything; a change comes with the next exercise.
    `waiting` says what the solver is asked for, empty if nothing; `game` is the own game the
    exercise is from; `line` the solution that is shown. `why` are the reasons in words why the last
    pair was costly, None if they were not asked for; `is_looking` for more of them.
    """

    practice: Practice | None
    counted: DeckCounts
    done: tuple[AnsweredExercise, ...]
    thresholds: Thresholds
    now: datetime
    game: PlayedGame | None = None
    line: Line | None = None
    waiting: str = ""
    is_retired: bool = False
    why: tuple[str, ...] | None = None
    is_looking: bool = False
    theme: ProblemTheme | None = None

    # --- the exercise ---------------------------------------------------------------------------

    def task(self) -> Iterator[Block]:
        """Yield the exercise in hand, or when there is one again."""
        if self.practice is None:
            yield from self._rest()
            return
        practice = self.practice
        exercise = practice.exercise
        yield Title(_("Exercise"), level_words(exercise.level), large=True)
        yield Paragraph(f"{source_words(exercise, self.game)} {repeat_words(exercise)}", Ink.MUTED)
        if practice.counts and practice.verdict is None:
            yield Paragraph(task_words(practice), Ink.PLAIN, Role.TEXT)
        yield from self._verdict(practice)
        yield from self._rated(practice)
        if not practice.counts:
            yield from self._hints(practice)
        yield Space(6)
        yield from self._offers(practice)
        if practice.counts:
            yield Space(4)
            yield from self._hints(practice)

    def _verdict(self, practice: Practice) -> Iterator[Block]:
        verdict = practice.verdict
        if verdict is not None:
            best = practice.playout.values.best_moves(verdict.position)
            sign = STAGE_SIGNS[Stage.WRONG if verdict.cost else Stage.RIGHT]
            yield Space(4)
            yield told_block(verdict_words(verdict, only=len(best) == 1), sign)
            yield from self._why(verdict)
        if practice.stage is Stage.OVER:
            yield Paragraph(settled_words(practice.playout), Ink.PLAIN)
        elif practice.stage is Stage.ASKING and verdict is not None and verdict.keeps:
            yield Paragraph(_("Your turn again: play it out."), Ink.PLAIN)
        elif practice.stage is Stage.ASKING and verdict is not None and not practice.counts:
            yield Paragraph(_("Try another pair; it does not count any more."), Ink.PLAIN)

    def _why(self, verdict: Verdict) -> Iterator[Block]:
        """Yield the reasons why a pair was costly, or the offer to tell them."""
        if not verdict.cost:
            return
        if self.why is None:
            yield Offer(_("Why?"), "help", "why")
            return
        for words in self.why:
            yield Paragraph(words, Ink.PLAIN, icon="chevron-right")
        if self.is_looking:
            yield Paragraph(_("Looking for the reason …"), Ink.FAINT, icon="clock")
        elif not self.why:
            words = _("There is nothing to say that does not give the solution away.")
            yield Paragraph(words if self.line is None else _("No reason is found."), Ink.FAINT)

    def _rated(self, practice: Practice) -> Iterator[Block]:
        rated = practice.rated
        if rated is not None:
            sign = _rating_sign(rated.rating, is_shown=practice.is_shown)
            yield Space(4)
            yield told_block(rated_words(practice, rated), sign, Ink.PLAIN)
            about = theme_words(practice.exercise.original)
            if about:
                yield Paragraph(about, Ink.PLAIN, icon="info")
            if not self.is_retired:
                yield Paragraph(again_words(rated.due, self.now), Ink.PLAIN, icon="clock")

    def _hints(self, practice: Practice) -> Iterator[Block]:
        for hint in practice.hints if self.line is None else ():
            worth = "" if hint.move is None else worth_words(practice.position, hint.move)
            yield hint_block(hint_words(hint, practice.position, worth))
        if self.waiting:
            yield Paragraph(self.waiting, Ink.FAINT, icon="solver", icon_ink=Ink.FAINT)
        if self.line is not None:
            yield line_block(_("The best pair, and the play expected"), self.line)
        if self.is_retired:
            yield Paragraph(
                _("This exercise will not be asked any more."), Ink.PLAIN, icon="delete"
            )

    def _offers(self, practice: Practice) -> Iterator[Block]:
        if not practice.counts:
            yield Offer(_("Next exercise"), "chevron-right", "go_on", primary=True)
        elif practice.is_begun:
            yield Offer(_("That is enough"), "check", "go_on")
        if practice.stage is Stage.ASKING:
            yield from help_offers(practice.hints, solution=self.line is None)
        if not practice.counts:
            yield Offer(_("Once more"), "rematch", "again")
            yield Offer(_("Look at it in Analyse"), "analyse", "analyse")
            retire = _("Ask it again after all") if self.is_retired else _("Do not ask it again")
            yield Offer(retire, "undo" if self.is_retired else "delete", "retire")

    def _rest(self) -> Iterator[Block]:
        counts = self.counted
        done = counts.answered > 0
        title = _("All done for now") if done else _("Nothing to repeat")
        none_left = self.theme is not None and not counts.is_empty
        yield Title(_("None left of this theme") if none_left else title, large=True)
        if done:
            words = ngettext(
                "{n} exercise answered today, {right} right.",
                "{n} exercises answered today, {right} right.",
                counts.answered,
            )
            words = words.format(n=counts.answered, right=counts.right)
            yield Paragraph(words, Ink.PLAIN, Role.TEXT, "check", Ink.GOOD)
        if self.theme is not None and not counts.is_empty:
            yield Paragraph(
                no_more_words(self.theme, counts.others_due), Ink.PLAIN, Role.TEXT, "clock"
            )
        else:
            words = rest_words(counts.next_due, self.now, is_empty=counts.is_empty)
            yield Paragraph(words, Ink.PLAIN, Role.TEXT, "clock")
        if not counts.is_empty and not counts.new_left:
            yield Paragraph(new_ones_words(counts.new_left), Ink.MUTED)
        if self.waiting:
            yield Paragraph(self.waiting, Ink.FAINT, icon="solver", icon_ink=Ink.FAINT)
        yield Space(8)
        if counts.more:
            yield Offer(_("More new ones"), "plus", "go_on", primary=True)
        if self.theme is not None:
            yield Offer(_("All themes"), "list", "all_themes", primary=not counts.more)
        yield Offer(_("Your progress"), "chart", "progress")
        yield Offer(_("Leave the trainer"), "home", "leave")

    def usable(self) -> dict[str, bool]:
        """Return which of the buttons above the table are of use now."""
        practice = self.practice
        if practice is None:
            nothing = dict.fromkeys(("hint", "solution", "again", "analyse"), False)
            return {**nothing, "go_on": self.counted.more}
        is_turn, is_answered = practice.stage is Stage.ASKING, not practice.counts
        helps = dict.fromkeys(("hint", "solution"), is_turn)
        afterwards = dict.fromkeys(("again", "analyse"), is_answered)
        return {**helps, **afterwards, "go_on": is_answered or practice.is_begun}

    # --- what was done --------------------------------------------------------------------------

    def listed(self) -> Iterator[Block]:
        """Yield what is asked about, and the exercises answered so far, the last first."""
        yield Title(_("This sitting"), str(len(self.done)) if self.done else "")
        words = chosen_theme_words(self.theme)
        yield Offer(words, "learn", "theme")
        if not self.done:
            yield Paragraph(_("What you answer is listed here."), Ink.FAINT)
        for number in range(len(self.done), 0, -1):
            yield self._done(number, self.done[number - 1])

    def _done(self, number: int, done: AnsweredExercise) -> MoveLine:
        sign, ink = _rating_sign(done.rating, is_shown=done.is_shown)
        cost = "" if done.is_shown else f"{MINUS}{done.lost}" if done.lost else "0"
        return MoveLine(
            number=str(number),
            kind=done.kind,
            cells=cells_words(done.move),
            cost=cost,
            mark=self.thresholds.mark(done.lost),
            proven=True,
            sign=sign,
            sign_ink=ink,
        )

    def counts(self) -> Iterator[Block]:
        """Yield the day's counts."""
        counts = self.counted
        yield Title(_("Today"))
        rows = [
            (_("due now"), counts.due),
            (_("new, still to come"), counts.new_left),
            (_("answered"), counts.answered),
            (_("of these right"), counts.right),
        ]
        yield from count_blocks(rows)

    def about(self) -> Iterator[Block]:
        """Say what the trainer is."""
        yield Title(_("Endgame trainer"))
        words = _(
            "What you miss comes again soon, what you know ever later, each time in disguise."
        )
        yield Paragraph(words, Ink.FAINT)


def _rating_sign(rating: Rating, *, is_shown: bool) -> Sign:
    """Return the sign of an exercise that was answered."""
    return ("eye", Ink.BAD) if is_shown else _RATING_SIGNS[rating]
