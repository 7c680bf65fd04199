"""The pages around an exercise as blocks: the task with its verdict, hints and offers, and lists.

`LessonPage` and `TrainerPage` say what each has to say, from the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from battle.analysis.ledger import Thresholds
from battle.analysis.themes import ProblemTheme
from battle.analysis.values import ToldCost, Values
from battle.coach.reason_lines import Line, line_from
from battle.language import _, ngettext
from battle.profile.records import PlayedGame
from battle.rules.annotation import is_hinted
from battle.rules.move import Move
from battle.rules.tiles import Kind
from battle.training.cards import Rating
from battle.training.exercise import STEPS, Hint, Stage, Verdict
from battle.training.lesson import Lesson, Mistake
from battle.training.practice import Practice
from battle.training.words import (
    again_words,
    answer_words,
    best_outcome_words,
    chosen_theme_words,
    done_words,
    hint_words,
    level_words,
    mistake_words,
    new_ones_words,
    no_more_words,
    rated_words,
    repeat_words,
    rest_words,
    score_rows,
    settled_words,
    source_words,
    task_words,
    theme_words,
    tried_words,
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
    Sum,
    Title,
)
from battle.window.pages.flow import Block
from battle.window.training.keys import LESSON_SHORTCUTS, TRAINER_SHORTCUTS
from battle.window.ui import theme as look
from battle.window.ui.keys import Shortcut
from battle.window.ui.theme import Role
from battle.words.moves import cells_words, pair_words
from battle.words.numbers import MINUS
from battle.words.reviews import blame_words

_GOOD: Final = tuple(look.PROVEN)
_FAIR: Final = tuple(look.GOLD)
_BAD: Final = tuple(look.REFUSED)

Sign = tuple[str, tuple[int, ...]]
"""An icon and its ink."""

_STAGE_SIGNS: Final[dict[Stage, Sign]] = {
    Stage.RIGHT: ("check", _GOOD),
    Stage.SHOWN: ("eye", _FAIR),
    Stage.WRONG: ("close", _BAD),
    Stage.CHECKING: ("clock", _FAIR),
    Stage.UNKNOWN: ("help", _FAIR),
}
_RATING_SIGNS: Final[dict[Rating, Sign]] = {
    Rating.RIGHT: ("check", _GOOD),
    Rating.NEARLY: ("check", _FAIR),
    Rating.MISSED: ("close", _BAD),
}


# --- blocks of both -----------------------------------------------------------------------------


Shortcuts = Sequence[Shortcut]


def _told(words: str, sign: Sign, ink: tuple[int, ...] | None = None) -> Paragraph:
    """Return what became of an answer, in the ink of its sign unless another is given."""
    icon, icon_ink = sign
    return Paragraph(words, icon_ink if ink is None else ink, Role.STRONG, icon, icon_ink)


def _hint(words: str) -> Paragraph:
    """Return a hint that was given."""
    return Paragraph(words, INK, icon="hint")


def _line(words: str, line: Line) -> Paragraph:
    """Return what leads to a line that is shown on the board."""
    return Paragraph(words, INK, icon="play", leads_to=line)


def _offer(words: str, icon: str, action: str, keys: Shortcuts, *, primary: bool = False) -> Offer:
    """Return what can be done, with its key."""
    return Command(action).offer(words, icon, keys, primary=primary)


def _help(given: Sequence[Hint], keys: Shortcuts, *, solution: bool) -> Iterator[Block]:
    """Offer one more hint, or say that there is none, and the `solution`; each keeps its place."""
    if len(given) < len(STEPS):
        words = _("Hint ({n} of {count})").format(n=len(given) + 1, count=len(STEPS))
        yield _offer(words, "hint", "hint", keys)
    else:
        yield Offer(_("There is no further hint."), "hint", None)
    if solution:
        yield _offer(_("Show the solution"), "eye", "solution", keys)


def _counts(rows: Iterable[tuple[str, int]]) -> Iterator[Block]:
    """List numbers with what they count."""
    for words, number in rows:
        yield Sum(words, str(number), proven=None)


# --- a lesson -----------------------------------------------------------------------------------


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
        yield Paragraph(mistake_words(mistake, self.names), INK, Role.TEXT)
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
        if lesson.stage in _STAGE_SIGNS:
            settled = self.values.has_settled(mistake.position)
            best = len(lesson.best_moves) if settled else None
            words = answer_words(lesson.stage, lesson.verdict, mistake, best)
            yield Space(6)
            yield _told(words, _STAGE_SIGNS[lesson.stage])
        if self.tried is not None:
            yield Paragraph(tried_words(self.tried), INK)

    def _hints(self, mistake: Mistake) -> Iterator[Block]:
        worth = best_outcome_words(mistake, self.names)
        for hint in self.lesson.hints:
            yield _hint(hint_words(hint, mistake.position, worth))
        if self.waiting:
            yield Paragraph(_("Looking for the best pair …"), FAINT)
        for words, line in self.lines:
            yield _line(words, line)

    def _offers(self) -> Iterator[Block]:
        lesson, closed = self.lesson, self.lesson.stage.is_closed
        last = lesson.index + 1 == lesson.of
        if not closed:
            yield from _help(lesson.hints, LESSON_SHORTCUTS, solution=True)
        on = _("Finish") if last else _("Next mistake")
        words = on if closed else _("Skip")
        yield _offer(words, "chevron-right", "go_on", LESSON_SHORTCUTS, primary=closed)
        if closed:
            yield _offer(_("Look at it in Analyse"), "analyse", "analyse", LESSON_SHORTCUTS)

    def _done(self) -> Iterator[Block]:
        lesson = self.lesson
        yield Title(_("That was the lesson"), large=True)
        yield Paragraph(done_words(lesson.score, lesson.of), INK, Role.TEXT)
        yield Space(8)
        yield Offer(_("Back to Analyse"), "analyse", Command("leave"), primary=True)
        yield Offer(_("Once more"), "rematch", Command("again"))

    def listed(self) -> Iterator[Block]:
        """Yield every mistake with how it went, to be gone to."""
        yield Title(_("Mistakes"))
        for index, mistake in enumerate(self.lesson.mistakes):
            yield self._mistake(index, mistake)
            if is_hinted(mistake.node.comment):
                pair = pair_words(mistake.position, mistake.played)
                told = ToldCost(mistake.cost, exact=True)
                yield Paragraph(blame_words(pair, told), INK, icon="hint")

    def _mistake(self, index: int, mistake: Mistake) -> MoveLine:
        here = index == self.lesson.index
        stage = self.lesson.stage_of(index)
        sign, ink = _STAGE_SIGNS[stage] if stage is not None else ("", ())
        if here and not sign:
            sign, ink = "play", _FAIR
        elif not sign and self.lesson.is_skipped(index):
            sign, ink = "minus", FAINT
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
        yield from _counts(score_rows(self.lesson.score))

    def about(self) -> Iterator[Block]:
        """Say what a lesson is."""
        yield Title(_("Learn from your mistakes"))
        words = _("Every pair that keeps the value is right, not only the one expected.")
        yield Paragraph(words, FAINT)

    def usable(self) -> dict[str, bool]:
        """Return nothing: what is of no use in a lesson does nothing."""
        return {}

    @property
    def lines(self) -> tuple[tuple[str, Line], ...]:
        """The lines that may be shown now, each with its words: of an answer, of the best."""
        lesson, mistake = self.lesson, self.lesson.mistake
        if mistake is None or not lesson.stage.is_closed:
            return ()
        if lesson.stage is Stage.RIGHT and lesson.verdict is not None:
            line = line_from(mistake.position, lesson.verdict.move, self.values)
            return ((_("Your pair, and the play expected"), line),)
        words = _("The best pair, and the play expected")
        best = lesson.best_moves[:1]
        return tuple((words, line_from(mistake.position, pair, self.values)) for pair in best)


# --- the trainer --------------------------------------------------------------------------------


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
            sign = _STAGE_SIGNS[Stage.WRONG if verdict.cost else Stage.RIGHT]
            yield Space(4)
            yield _told(verdict_words(verdict, only=len(best) == 1), sign)
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
            yield _offer(_("Why?"), "help", "why", TRAINER_SHORTCUTS)
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
            yield _told(rated_words(practice, rated), sign, INK)
            about = theme_words(practice.exercise.original)
            if about:
                yield Paragraph(about, INK, icon="info")
            yield Paragraph(again_words(rated.due, self.now), INK, icon="clock")

    def _hints(self, practice: Practice) -> Iterator[Block]:
        for hint in practice.hints if self.line is None else ():
            worth = "" if hint.move is None else worth_words(practice.position, hint.move)
            yield _hint(hint_words(hint, practice.position, worth))
        if self.waiting:
            yield Paragraph(self.waiting, FAINT, icon="solver", icon_ink=FAINT)
        if self.line is not None:
            yield _line(_("The best pair, and the play expected"), self.line)
        if self.is_retired:
            yield Paragraph(_("This exercise will not be asked any more."), INK, icon="delete")

    def _offers(self, practice: Practice) -> Iterator[Block]:
        if not practice.counts:
            yield _offer(
                _("Next exercise"), "chevron-right", "go_on", TRAINER_SHORTCUTS, primary=True
            )
        elif practice.is_begun:
            yield _offer(_("That is enough"), "check", "go_on", TRAINER_SHORTCUTS)
        if practice.stage is Stage.ASKING:
            yield from _help(practice.hints, TRAINER_SHORTCUTS, solution=self.line is None)
        if not practice.counts:
            yield _offer(_("Once more"), "rematch", "again", TRAINER_SHORTCUTS)
            yield _offer(_("Look at it in Analyse"), "analyse", "analyse", TRAINER_SHORTCUTS)
            retire = _("Ask it again after all") if self.is_retired else _("Do not ask it again")
            yield _offer(
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
            yield Paragraph(words, INK, Role.TEXT, "check", _GOOD)
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
            yield _offer(_("More new ones"), "plus", "go_on", TRAINER_SHORTCUTS, primary=True)
        if self.theme is not None:
            yield Offer(_("All themes"), "list", Command("all_themes"), primary=not counts.more)
        yield _offer(_("Your progress"), "chart", "progress", TRAINER_SHORTCUTS)
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
        yield _offer(words, "learn", "theme", TRAINER_SHORTCUTS)
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
        yield from _counts(rows)

    def about(self) -> Iterator[Block]:
        """Say what the trainer is."""
        yield Title(_("Endgame trainer"))
        words = _(
            "What you miss comes again soon, what you know ever later, each time in disguise."
        )
        yield Paragraph(words, FAINT)


def _rating_sign(rating: Rating, *, is_shown: bool) -> Sign:
    """Return the sign of an exercise that was answered."""
    return ("eye", _BAD) if is_shown else _RATING_SIGNS[rating]
