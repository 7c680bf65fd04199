"""Lessons: the costly moves of a game, put to the player again.

The mistakes are those of the game, not of a branch that was tried out, whose position is proven
before and after, so that every answer can be judged. A lesson is a sitting at the trainer about one
game: its exercises are in no deck and not played on, and any move that keeps the value is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from battle.analysis.costs import Thresholds
from battle.analysis.study import Study
from battle.analysis.values import Cost
from battle.coach.reason_words import line_from
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Ink, MoveLine, Offer, Paragraph, Role, Space, Title
from battle.page.review import blame_words
from battle.rules.game import Node
from battle.rules.position import Move, Player, Position, for_player
from battle.rules.record import is_hinted
from battle.training.cards import Rating
from battle.training.exercise import Stage
from battle.training.practice import PlayOut, Practice
from battle.training.sitting import DeckCounts, Sitting
from battle.training.solver_tasks import SolverTasks
from battle.training.trainer_page import (
    BEST_LINE,
    LOOK_IN_ANALYSE,
    RIGHT,
    WRONG,
    Sign,
    count_blocks,
    help_offers,
    hint_block,
    line_block,
    told_block,
    waiting_page,
    why_page,
    with_verdict,
)
from battle.words.endings import outcome
from battle.words.moves import cells_words, pair_words
from battle.words.numbers import MINUS, points, signed

TITLE: Final = N_("Learn from your mistakes")


@dataclass(frozen=True)
class Mistake:
    """A costly move to be done better: `node` is the place after it.

    `played` is the move, taken from `position`, and `cost` the points it gave away. `value` is what
    that position is worth to the player to move, in points from there to the end. All are proven.
    """

    node: Node
    position: Position
    played: Move
    cost: int
    value: int

    @property
    def player(self) -> Player:
        """The player who moved."""
        return self.position.to_move

    @property
    def margin(self) -> int:
        """The final margin, from player 1's side, that the best moves lead to."""
        return self.position.margin + for_player(self.value, self.player)


def proven_mistakes(study: Study, players: Sequence[Player] = (1, 2)) -> list[Mistake]:
    """Return the game's mistakes of some players that are proven, in its order."""
    found = [_mistake(study, node) for node in study.mistakes(of_game=True)]
    return [one for one in found if one is not None and one.player in players]


def _mistake(study: Study, node: Node) -> Mistake | None:
    """Return the mistake that a move was, None where it is not proven what it cost."""
    assert node.parent is not None
    assert node.move is not None
    position = node.parent.position
    known, played = study.values.known(position), study.values.of_move(position, node.move)
    if not (known.is_exact and played.is_exact) or played.upper >= known.lower:
        return None
    return Mistake(node, position, node.move, known.lower - played.lower, known.lower)


@dataclass(frozen=True)
class ToMistake:
    """Another mistake, to be gone to."""

    index: int


class Lesson(Sitting):
    """The costly moves of some players, one after the other; each may be gone to at any time."""

    def __init__(
        self,
        study: Study,
        solver: SolverTasks,
        now: Callable[[], datetime],
        names: tuple[str, str],
        players: Sequence[Player] = (1, 2),
    ) -> None:
        self.mistakes = proven_mistakes(study, players)
        self.index = 0
        self.solver, self.now, self.theme = solver, now, None
        self.done, self.counts = (), DeckCounts()
        self._names, self._values = names, study.values
        self._practices: dict[int, Practice] = {}
        self._skipped: set[int] = set()
        self._take(None)

    @property
    def of(self) -> int:
        """The number of mistakes."""
        return len(self.mistakes)

    @property
    def mistake(self) -> Mistake | None:
        """The mistake in hand, None when the lesson is over."""
        return self.mistakes[self.index] if self.index < self.of else None

    def go_to(self, index: int) -> None:
        """Go to a mistake, from 0; one that is left open for a later one is skipped."""
        if index > self.index and not (self.is_right(self.index) or self.is_shown(self.index)):
            self._skipped.add(self.index)
        self.index = max(0, min(self.of, index))
        self._skipped.discard(self.index)
        self.next()

    def next(self) -> None:
        """Take the mistake in hand that was gone to, as it was left."""
        mistake = self.mistake
        if mistake is not None and self.index not in self._practices:
            playout = PlayOut(mistake.position, self._values, goes_on=False)
            self._practices[self.index] = Practice(playout=playout)
        self._take(self._practices.get(self.index))
        self.solver.begin(self.practice)

    def go_on(self) -> str:
        """Go on to the next mistake."""
        if self.mistake is not None:
            self.go_to(self.index + 1)
        return ""

    def again(self) -> bool:
        """Begin the lesson again."""
        self._practices, self._skipped, self.index = {}, set(), 0
        self.next()
        return True

    def count(self) -> None:
        """Count nothing: what is done here is in no deck."""

    def recount(self) -> None:
        """Count nothing."""

    @property
    def names(self) -> tuple[str, str]:
        return self._names

    # --- how it goes ----------------------------------------------------------------------------

    def is_right(self, index: int) -> bool:
        """Whether a mistake was put right."""
        practice = self._practices.get(index)
        return practice is not None and practice.stage is Stage.OVER

    def is_shown(self, index: int) -> bool:
        """Whether the solution of a mistake was shown, and it was not put right before."""
        practice = self._practices.get(index)
        return practice is not None and practice.has_seen_solution

    def is_skipped(self, index: int) -> bool:
        """Whether a mistake was left without being put right or shown."""
        return index in self._skipped

    @property
    def right(self) -> int:
        """How many mistakes were put right without their solution."""
        return sum(self.is_right(n) and not self.is_shown(n) for n in range(self.of))

    @property
    def clean(self) -> int:
        """How many were put right at once, without a hint."""
        rated = [one.rated for one in self._practices.values() if one.stage is Stage.OVER]
        return sum(one is not None and one.rating is Rating.RIGHT for one in rated)

    @property
    def is_closed(self) -> bool:
        """Whether the mistake in hand is put right, or its solution was shown."""
        return self.is_right(self.index) or self.is_shown(self.index)


# --- pages ----------------------------------------------------------------------------------------


def lesson_headline(lesson: Lesson) -> str:
    """Say who is to move, as long as that is the question."""
    if lesson.mistake is None or lesson.is_closed:
        return _(TITLE)
    name = lesson.names[lesson.mistake.player - 1]
    return _("{name} to move: which pair is best?").format(name=name)


def mistake_page(lesson: Lesson, waiting: str = "") -> Iterator[Block]:
    """Yield the mistake in hand, or how it went when all are done; see `task_page`."""
    mistake, practice = lesson.mistake, lesson.practice
    if mistake is None or practice is None:
        yield Title(_("End of the lesson"), large=True)
        words = ngettext(
            "{right} of {n} mistake corrected, {clean} at the first try.",
            "{right} of {n} mistakes corrected, {clean} at the first try.",
            lesson.of,
        )
        words = words.format(right=lesson.right, n=lesson.of, clean=lesson.clean)
        yield Paragraph(words, Ink.PLAIN, Role.TEXT)
        yield Space(8)
        yield Offer(_("Back to Analyse"), "analyse", "leave", primary=True)
        yield Offer(_("Once more"), "rematch", "again")
        return
    number = _("Mistake {n} of {count}").format(n=lesson.index + 1, count=lesson.of)
    yield Title(number, player=mistake.player, large=True)
    words = _("{name} played {pair} here, which cost {points}. Which pair is better?").format(
        name=lesson.names[mistake.player - 1],
        pair=pair_words(mistake.position, mistake.played),
        points=points(mistake.cost),
    )
    yield Paragraph(words, Ink.PLAIN, Role.TEXT)
    if practice.verdict is not None:
        yield Space(6)
        sign = WRONG if practice.verdict.cost else RIGHT
        yield told_block(_answer_words(practice, mistake), sign)
        yield from why_page(lesson)
    if lesson.is_closed:
        yield from _help(lesson, practice, mistake, waiting)
    yield Space(8)
    if practice.stage is Stage.ASKING:
        yield from help_offers(practice.hints, solution=lesson.line is None)
    on = _("Finish") if lesson.index + 1 == lesson.of else _("Next mistake")
    on = on if lesson.is_closed else _("Skip")
    yield Offer(on, "chevron-right", "go_on", primary=lesson.is_closed)
    if lesson.is_closed:
        yield Offer(_(LOOK_IN_ANALYSE), "analyse", "analyse")
    else:
        yield Space(4)
        yield from _help(lesson, practice, mistake, waiting)


def _help(lesson: Lesson, practice: Practice, mistake: Mistake, waiting: str) -> Iterator[Block]:
    """Yield the hints, what is waited for, and the line that is shown."""
    line, margin = lesson.line, mistake.margin
    words = _("The best pair leads to a final margin of {margin}: {outcome}.")
    worth = words.format(margin=signed(margin), outcome=outcome(margin, lesson.names))
    for hint in practice.hints if line is None else ():
        yield hint_block(hint, mistake.position, worth)
    yield from waiting_page(waiting)
    if line is not None:
        yield line_block(_(BEST_LINE), line)
    elif lesson.is_right(lesson.index) and practice.verdict is not None:
        line = line_from(mistake.position, practice.verdict.move, practice.playout.values)
        yield line_block(_("Your pair and the expected play"), line)


def mistakes_page(lesson: Lesson, thresholds: Thresholds) -> Iterator[Block]:
    """Yield every mistake with how it went, to be gone to."""
    yield Title(_("Mistakes"))
    for index, mistake in enumerate(lesson.mistakes):
        sign, ink = _sign(lesson, index)
        yield MoveLine(
            number="",
            kind=mistake.position.kind_of(mistake.played),
            cells=cells_words(mistake.played),
            cost=f"{MINUS}{mistake.cost}",
            mark=thresholds.mark(mistake.cost),
            proven=True,
            leads_to=ToMistake(index),
            sign=sign,
            sign_ink=ink,
        )
        if is_hinted(mistake.node.comment):
            pair = pair_words(mistake.position, mistake.played)
            blame = blame_words(pair, Cost.exactly(mistake.cost))
            yield Paragraph(blame, Ink.PLAIN, icon="hint")


def _sign(lesson: Lesson, index: int) -> Sign:
    """Return the sign of how it went with a mistake."""
    if lesson.is_shown(index):
        return "eye", Ink.GOLD
    if lesson.is_right(index):
        return RIGHT
    if index == lesson.index:
        return "play", Ink.GOLD
    return ("minus", Ink.FAINT) if lesson.is_skipped(index) else ("", Ink.PLAIN)


def lesson_counts(lesson: Lesson) -> Iterator[Block]:
    """Yield how the lesson goes."""
    yield Title(_("So far"))
    rows = [
        (_("solved"), lesson.right),
        (_("at the first try, without help"), lesson.clean),
        (_("solution shown"), sum(map(lesson.is_shown, range(lesson.of)))),
        (_("skipped"), sum(map(lesson.is_skipped, range(lesson.of)))),
    ]
    yield from count_blocks(rows)


def about_lesson() -> Iterator[Block]:
    """Say what a lesson is."""
    yield Title(_(TITLE))
    words = _("Every pair that keeps the value is right, not only the expected one.")
    yield Paragraph(words, Ink.FAINT)


def _answer_words(practice: Practice, mistake: Mistake) -> str:
    """Say what became of the last answer."""
    verdict = practice.verdict
    assert verdict is not None
    if verdict.move == mistake.played:
        return _("That is what was played. Try another pair.")
    if verdict.cost:
        words = _("{pair} costs {points}. Try another pair.")
        if not verdict.is_exact:
            words = _("{pair} costs at least {points}. Try another pair.")
        return with_verdict(words, verdict)
    values = practice.playout.values
    if not values.has_settled(mistake.position):
        return _("Right! This keeps the value.")
    best = len(values.best_moves(mistake.position))
    return ngettext(
        "Right! It is the only pair that keeps the value.",
        "Right! {n} pairs keep the value.",
        best,
    ).format(n=best)
