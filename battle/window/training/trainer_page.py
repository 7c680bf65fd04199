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
from battle.window.pages.blocks import (
    FAINT,
    INK,
    MUTED,
    Command,
    MoveLine,
    Offer,
    Paragraph,
    Space,
    Title,
)
from battle.window.pages.flow import Block
from battle.window.training.exercise_blocks import (
    BAD,
    FAIR,
    GOOD,
    STAGE_SIGNS,
    Sign,
    count_blocks,
    help_offers,
    hint_block,
    line_block,
    offer_block,
    told_block,
)
from battle.window.training.keys import TRAINER_SHORTCUTS
from battle.window.ui.theme import Role
from battle.words.moves import cells_words
from battle.words.numbers import MINUS

_RATING_SIGNS: Final[dict[Rating, Sign]] = {
    Rating.RIGHT: ("check", GOOD),
    Rating.NEARLY: ("check", FAIR),
    Rating.MISSED: ("close", BAD),
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
        yield Paragraph(f"{source_words(exercise, self.game)} {repeat_words(exercise)}", MUTED)
        if practice.counts and practice.verdict is None:
            yield Paragraph(task_words(practice), INK, Role.TEXT)
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
            yield Paragraph(settled_words(practice.playout), INK)
        elif practice.stage is Stage.ASKING and verdict is not None and verdict.keeps:
            yield Paragraph(_("Your turn again: play it out."), INK)
        elif practice.stage is Stage.ASKING and verdict is not None and not practice.counts:
            yield Paragraph(_("Try another pair; it does not count any more."), INK)

    def _why(self, verdict: Verdict) -> Iterator[Block]:
        """Yield the reasons why a pair was costly, or the offer to tell them."""
        if not verdict.cost:
            return
        if self.why is None:
            yield offer_block(_("Why?"), "help", "why", TRAINER_SHORTCUTS)
            return
        for words in self.why:
            yield Paragraph(words, INK, icon="chevron-right")
        if self.is_looking:
            yield Paragraph(_("Looking for the reason …"), FAINT, icon="clock")
        elif not self.why:
            words = _("There is nothing to say that does not give the solution away.")
            yield Paragraph(words if self.line is None else _("No reason is found."), FAINT)

    def _rated(self, practice: Practice) -> Iterator[Block]:
        rated = practice.rated
        if rated is not None:
            sign = _rating_sign(rated.rating, is_shown=practice.is_shown)
            yield Space(4)
            yield told_block(rated_words(practice, rated), sign, INK)
            about = theme_words(practice.exercise.original)
            if about:
                yield Paragraph(about, INK, icon="info")
            if not self.is_retired:
                yield Paragraph(again_words(rated.due, self.now), INK, icon="clock")

    def _hints(self, practice: Practice) -> Iterator[Block]:
        for hint in practice.hints if self.line is None else ():
            worth = "" if hint.move is None else worth_words(practice.position, hint.move)
            yield hint_block(hint_words(hint, practice.position, worth))
        if self.waiting:
            yield Paragraph(self.waiting, FAINT, icon="solver", icon_ink=FAINT)
        if self.line is not None:
            yield line_block(_("The best pair, and the play expected"), self.line)
        if self.is_retired:
            yield Paragraph(_("This exercise will not be asked any more."), INK, icon="delete")

    def _offers(self, practice: Practice) -> Iterator[Block]:
        if not practice.counts:
            yield offer_block(
                _("Next exercise"), "chevron-right", "go_on", TRAINER_SHORTCUTS, primary=True
            )
        elif practice.is_begun:
            yield offer_block(_("That is enough"), "check", "go_on", TRAINER_SHORTCUTS)
        if practice.stage is Stage.ASKING:
            yield from help_offers(practice.hints, TRAINER_SHORTCUTS, solution=self.line is None)
        if not practice.counts:
            yield offer_block(_("Once more"), "rematch", "again", TRAINER_SHORTCUTS)
            yield offer_block(_("Look at it in Analyse"), "analyse", "analyse", TRAINER_SHORTCUTS)
            retire = _("Ask it again after all") if self.is_retired else _("Do not ask it again")
            yield offer_block(
                retire, "undo" if self.is_retired else "delete", "retire", TRAINER_SHORTCUTS
            )

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
            yield Paragraph(words, INK, Role.TEXT, "check", GOOD)
        if self.theme is not None and not counts.is_empty:
            yield Paragraph(no_more_words(self.theme, counts.others_due), INK, Role.TEXT, "clock")
        else:
            words = rest_words(counts.next_due, self.now, is_empty=counts.is_empty)
            yield Paragraph(words, INK, Role.TEXT, "clock")
        if not counts.is_empty and not counts.new_left:
            yield Paragraph(new_ones_words(counts.new_left), MUTED)
        if self.waiting:
            yield Paragraph(self.waiting, FAINT, icon="solver", icon_ink=FAINT)
        yield Space(8)
        if counts.more:
            yield offer_block(_("More new ones"), "plus", "go_on", TRAINER_SHORTCUTS, primary=True)
        if self.theme is not None:
            yield Offer(_("All themes"), "list", Command("all_themes"), primary=not counts.more)
        yield offer_block(_("Your progress"), "chart", "progress", TRAINER_SHORTCUTS)
        yield Offer(_("Leave the trainer"), "home", Command("leave"))

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
        yield offer_block(words, "learn", "theme", TRAINER_SHORTCUTS)
        if not self.done:
            yield Paragraph(_("What you answer is listed here."), FAINT)
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
        yield Paragraph(words, FAINT)


def _rating_sign(rating: Rating, *, is_shown: bool) -> Sign:
    """Return the sign of an exercise that was answered."""
    return ("eye", BAD) if is_shown else _RATING_SIGNS[rating]
