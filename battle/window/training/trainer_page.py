"""The trainer as blocks: the exercise with its verdict and hints, those done, today's counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from battle.analysis.ledger import Mark, Thresholds
from battle.coach.reason_lines import Line
from battle.language import _, ngettext
from battle.profile.records import PlayedGame
from battle.rules.move import Move
from battle.rules.tiles import Kind
from battle.training.cards import Rating
from battle.training.practice import HINTS, Judged, Practice, Stage
from battle.window.training.trainer_keys import TRAINER_SHORTCUTS
from battle.window.training.trainer_words import (
    again_words,
    hint_words,
    judged_words,
    level_words,
    new_ones_words,
    repeat_words,
    rest_words,
    settled_words,
    source_words,
    task_words,
    verdict_words,
)
from battle.window.ui import theme as look
from battle.window.ui.blocks import (
    FAINT,
    INK,
    MUTED,
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
    Rating.RIGHT: ("check", _GOOD),
    Rating.NEARLY: ("check", tuple(look.GOLD)),
    Rating.MISSED: ("close", _BAD),
}


@dataclass(frozen=True)
class Done:
    """An exercise that was answered in this sitting.

    `move` is the pair that lost most; without one the pair taken first, or else a best one.
    """

    kind: Kind
    move: Move
    lost: int
    rating: Rating
    is_shown: bool


@dataclass(frozen=True)
class Counts:
    """The numbers of the deck; `more` is whether there are new ones beyond today's."""

    due: int = 0
    new_left: int = 0
    answered: int = 0
    right: int = 0
    next_due: datetime | None = None
    more: bool = False
    is_empty: bool = False


@dataclass(frozen=True)
class TrainerPage:
    """What the pages are made of; `practice` is None while nothing is asked.

    `waiting` says what the solver is asked for, empty if nothing; `game` is the own game the
    exercise is from; `line` the solution that is shown. `why` are the reasons in words why the last
    pair was costly, None if they were not asked for; `is_looking` for more of them.
    """

    practice: Practice | None
    counts: Counts
    done: tuple[Done, ...]
    thresholds: Thresholds
    now: datetime
    game: PlayedGame | None = None
    line: Line | None = None
    waiting: str = ""
    is_retired: bool = False
    why: tuple[str, ...] | None = None
    is_looking: bool = False

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
        if practice.counts and practice.judged is None:
            yield Paragraph(task_words(practice), INK, Role.TEXT)
        yield from self._judged(practice)
        yield from self._verdict(practice)
        yield from self._hints(practice)
        yield Space(6)
        yield from self._offers(practice)

    def _judged(self, practice: Practice) -> Iterator[Block]:
        judged = practice.judged
        if judged is not None:
            best = practice.playout.values.best_moves(judged.before)
            icon, ink = ("close", _BAD) if judged.cost else ("check", _GOOD)
            yield Space(4)
            yield Paragraph(judged_words(judged, only=len(best) == 1), ink, Role.STRONG, icon, ink)
            yield from self._why(judged)
        if practice.stage is Stage.OVER:
            yield Paragraph(settled_words(practice.playout), INK)
        elif practice.stage is Stage.YOURS and judged is not None and judged.cost == 0:
            yield Paragraph(_("Your turn again: play it out."), INK)
        elif practice.stage is Stage.YOURS and judged is not None and not practice.counts:
            yield Paragraph(_("Try another pair; it does not count any more."), INK)

    def _why(self, judged: Judged) -> Iterator[Block]:
        """Yield the reasons why a pair was costly, or the offer to tell them."""
        if not judged.cost:
            return
        if self.why is None:
            yield _offer(_("Why?"), "help", "why")
            return
        for words in self.why:
            yield Paragraph(words, INK, icon="chevron-right")
        if self.is_looking:
            yield Paragraph(_("Looking for the reason …"), FAINT, icon="clock")
        elif not self.why:
            words = _("There is nothing to say that does not give the solution away.")
            yield Paragraph(words if self.line is None else _("No reason is found."), FAINT)

    def _verdict(self, practice: Practice) -> Iterator[Block]:
        verdict = practice.verdict
        if verdict is None:
            return
        sign, ink = ("eye", _BAD) if practice.is_shown else _SIGNS[verdict.rating]
        yield Space(4)
        yield Paragraph(verdict_words(practice, verdict), INK, Role.STRONG, sign, ink)
        yield Paragraph(again_words(verdict.due, self.now), INK, icon="clock")

    def _hints(self, practice: Practice) -> Iterator[Block]:
        for hint in practice.hints if self.line is None else ():
            yield Paragraph(hint_words(hint, practice.position), INK, icon="hint")
        if self.waiting:
            yield Paragraph(self.waiting, FAINT, icon="solver", icon_ink=FAINT)
        if self.line is not None:
            words = _("The best pair, and the play expected")
            yield Paragraph(words, INK, icon="play", leads_to=self.line)
        if self.is_retired:
            yield Paragraph(_("This exercise will not be asked any more."), INK, icon="delete")

    def _offers(self, practice: Practice) -> Iterator[Block]:
        if not practice.counts:
            yield _offer(_("Next exercise"), "chevron-right", "go_on", primary=True)
        elif practice.is_begun:
            yield _offer(_("That is enough"), "check", "go_on")
        if practice.stage is Stage.YOURS:
            yield from self._help(practice)
        if not practice.counts:
            yield _offer(_("Once more"), "rematch", "again")
            yield _offer(_("Look at it in Analyse"), "analyse", "analyse")
            retire = _("Ask it again after all") if self.is_retired else _("Do not ask it again")
            yield _offer(retire, "undo" if self.is_retired else "delete", "retire")

    def _help(self, practice: Practice) -> Iterator[Block]:
        given = len(practice.hints)
        if given < len(HINTS):
            words = _("Hint ({n} of {count})").format(n=given + 1, count=len(HINTS))
            yield _offer(words, "hint", "hint")
        if self.line is None:
            yield _offer(_("Show the solution"), "eye", "solution")

    def _rest(self) -> Iterator[Block]:
        counts = self.counts
        done = counts.answered > 0
        yield Title(_("All done for now") if done else _("Nothing to repeat"), large=True)
        if done:
            words = ngettext(
                "{n} exercise answered today, {right} right.",
                "{n} exercises answered today, {right} right.",
                counts.answered,
            )
            words = words.format(n=counts.answered, right=counts.right)
            yield Paragraph(words, INK, Role.TEXT, "check", _GOOD)
        words = rest_words(counts.next_due, self.now, is_empty=counts.is_empty)
        yield Paragraph(words, INK, Role.TEXT, "clock")
        if not counts.is_empty and not counts.new_left:
            yield Paragraph(new_ones_words(counts.new_left), MUTED)
        if self.waiting:
            yield Paragraph(self.waiting, FAINT, icon="solver", icon_ink=FAINT)
        yield Space(8)
        if counts.more:
            yield _offer(_("More new ones"), "plus", "go_on", primary=True)
        yield _offer(_("Your progress"), "chart", "progress")
        yield Offer(_("Leave the trainer"), "home", Command("leave"))

    def usable(self) -> dict[str, bool]:
        """Return which of the buttons above the table are of use now."""
        practice = self.practice
        if practice is None:
            nothing = dict.fromkeys(("hint", "solution", "again", "analyse"), False)
            return {**nothing, "go_on": self.counts.more}
        is_turn, is_answered = practice.stage is Stage.YOURS, not practice.counts
        helps = dict.fromkeys(("hint", "solution"), is_turn)
        afterwards = dict.fromkeys(("again", "analyse"), is_answered)
        return {**helps, **afterwards, "go_on": is_answered or practice.is_begun}

    # --- what was done --------------------------------------------------------------------------

    def sitting(self) -> Iterator[Block]:
        """Yield the exercises answered since the trainer was opened, the last first."""
        yield Title(_("This sitting"), str(len(self.done)) if self.done else "")
        if not self.done:
            yield Paragraph(_("What you answer is listed here."), FAINT)
        for number in range(len(self.done), 0, -1):
            yield self._done(number, self.done[number - 1])

    def _done(self, number: int, done: Done) -> MoveLine:
        sign, ink = ("eye", _BAD) if done.is_shown else _SIGNS[done.rating]
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

    def today(self) -> Iterator[Block]:
        """Yield the day's counts."""
        counts = self.counts
        yield Title(_("Today"))
        yield Sum(_("due now"), str(counts.due), proven=None)
        yield Sum(_("new, still to come"), str(counts.new_left), proven=None)
        yield Sum(_("answered"), str(counts.answered), proven=None)
        yield Sum(_("of these right"), str(counts.right), proven=None)


def _offer(words: str, icon: str, action: str, *, primary: bool = False) -> Offer:
    return Command(action).offer(words, icon, TRAINER_SHORTCUTS, primary=primary)
