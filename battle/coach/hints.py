"""Hints: what is known about a position, each step revealing more than the one before.

    WORTH    what a good pair is worth
    COLUMNS  the columns its tiles are taken from
    PAIR     the pair
    LINE     the play expected after it
    REASON   why a pair that looks good is not, unless none is worse

Every step costs one hint, and all steps of a ladder are about one pair: a best one as far as known
when the first step is taken. If another pair is later proven to be better, the ladder switches to
that one, names the pair it was about before, and repeats its steps for free. It never presents its
own pair as worse than another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Final

from battle.analysis.costs import move_cost
from battle.analysis.values import Values
from battle.coach.answer import Shown, answered, difference_words, end_words
from battle.coach.reasons import Reason, ReasonSearch, move_facts, searching_block
from battle.engine.jobs import Analyst, Asked, QuestionSearch, Target
from battle.game.session import Session
from battle.language import N_, _, ngettext
from battle.page.blocks import (
    ITEM,
    Block,
    Button,
    Card,
    Ink,
    PairLine,
    Paragraph,
    Role,
    Space,
    act,
)
from battle.rules.position import ALL_TILES, COLUMN_LETTERS, Move, Position
from battle.words import (
    Names,
    cost_words,
    costs_words,
    pair_in_full,
    sentences,
    spoken_to,
    taken_words,
    tile_words,
)

LINE_MOVES: Final = 6
"""The number of moves of expected play that are shown."""

LINE_SECONDS: Final = 0.6
"""The engine's seconds for each of these moves that is unknown."""


class HintStep(Enum):
    """The steps; the value announces them."""

    WORTH = N_("Show what it is worth")
    COLUMNS = N_("Show the columns")
    PAIR = N_("Show the pair")
    LINE = N_("Show what follows")
    REASON = N_("Show the reason")


STEPS: Final = tuple(HintStep)


class HintLadder:
    """The hints for the player to move in one position, read from a store that may still grow.

    `move` is the pair they are about, None before the first step. `given_up` are earlier pairs that
    were proven to lose points.
    """

    def __init__(self, position: Position, values: Values) -> None:
        self.position = position
        self.move: Move | None = None
        self.given_up: tuple[Move, ...] = ()
        self.steps: tuple[HintStep, ...] = ()
        self._values = values

    @property
    def next(self) -> HintStep | None:
        steps = STEPS[:-1] if none_is_worse(self._values, self.position) else STEPS
        return next(iter(steps[len(self.steps) :]), None)

    def climb(self) -> bool:
        """Take the next step; return whether there was one with a good pair known."""
        if self.next is None:
            return False
        self.move = self.move or next(iter(self._good), None)
        self.correct()
        if self.move is not None:
            self.steps = STEPS[: len(self.steps) + 1]
        return self.move is not None

    def correct(self) -> bool:
        """Switch to another pair if this one is proven to lose points; return whether it did."""
        if self.move is None or not self._good or not self._is_refuted(self.move):
            return False
        self.given_up = (*self.given_up, self.move)
        self.move = self._good[0]
        return True

    # --- what they say --------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[int, ...]:
        """The one or two columns, 0 to 11, that the pair is taken from."""
        return tuple(sorted({cell.column for cell in self.move or ()}))

    @property
    def line(self) -> tuple[Move, ...]:
        """The pair and the expected play after it, as far as known and shown."""
        if self.move is None:
            return ()
        return (self.move, *self._values.line(self.position.play(self.move)))[:LINE_MOVES]

    @property
    def others(self) -> int | None:
        """How many other pairs are as good, None while that is not proven."""
        if not self._values.has_settled(self.position):
            return None
        return len(self._values.best_moves(self.position)) - 1

    @property
    def is_proven(self) -> bool:
        return self._values.known(self.position).is_exact and self.move in self._values.best_moves(
            self.position
        )

    @property
    def tempting(self) -> Move | None:
        """The highest pair known to lose points, preferably proven; None without one.

        It is never the pair that the hints are about.
        """
        costly = [
            move
            for move in self.position.legal_moves
            if move != self.move and self._values.cost(self.position, move).points
        ]
        worth = self.position.worth
        return max(costly, key=lambda worse: (self._is_refuted(worse), worth(worse)), default=None)

    def _is_refuted(self, move: Move) -> bool:
        known = self._values.known(self.position)
        return self._values.of_move(self.position, move).upper < known.lower

    @property
    def _good(self) -> tuple[Move, ...]:
        """The best known pairs, the expected one first."""
        expected = self._values.line(self.position)[:1]
        return tuple(
            sorted(self._values.best_moves(self.position), key=lambda move: move not in expected)
        )


def search_line(
    analyst: Analyst,
    start: Position,
    line: Callable[[], Sequence[Move]],
    most: int = ALL_TILES,
    seconds: float = LINE_SECONDS,
) -> QuestionSearch:
    """Ask for `most` moves of a line that is shown, one after the other; each gets `seconds`."""
    asked: set[Position] = set()

    def end() -> list[Asked]:
        """Return the end of the line as a question, once for each position."""
        moves, place = line(), start
        for move in moves:
            place = place.play(move)
        if len(moves) >= most or place.is_over or place in asked:
            return []
        asked.add(place)
        return [(place, Target.BEST)]

    return QuestionSearch(analyst, end, seconds)


class Hints:
    """The hints of one session; both front ends drive it.

        ask ──► waiting ──(the engine has looked long enough)──► a step, counted ──► version grows
        close ──► the steps that were taken are there again for nothing

    `ladder` is the one that is open, None without hints; `worse` is the pair that its reason is
    about. A `price` is said before the first step. Call `update` while they are open, once a frame.
    """

    def __init__(self, session: Session, pondering: Analyst) -> None:
        self.session = session
        self.values = pondering.values
        self.ladder: HintLadder | None = None
        self.worse: Move | None = None
        self.is_waiting = False
        self.version = 0
        self.price = ""
        self._pondering = pondering
        self._known: dict[Position, HintLadder] = {}
        self._line: QuestionSearch | None = None
        self._why: ReasonSearch | None = None

    # --- what is shown --------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self.ladder is not None

    @property
    def is_outdated(self) -> bool:
        """Whether hints are open that belong to another position, or to a game that is over."""
        if self.ladder is None:
            return False
        return self.session.ending is not None or self.ladder.position != self.session.position

    def reasons(self) -> tuple[Reason, ...]:
        """Return the proven reasons why `worse` costs points."""
        return () if self._why is None else self._why.reasons()

    def answer(self, names: Names) -> Shown | None:
        """Return the answer to the pair `worse`, None if it is not known or not spoken of."""
        if self.ladder is None or self.worse is None:
            return None
        cost = move_cost(self.values, self.ladder.position, self.worse)
        return answered(cost, self.values, names) if cost and cost.cost.points else None

    @property
    def is_foreseeing(self) -> bool:
        return self._line is not None and not self._line.is_done

    @property
    def is_explaining(self) -> bool:
        return self._why is not None and not self._why.is_done

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns to highlight, until the pair itself is shown."""
        is_shown = self.ladder is not None and self.ladder.steps[-1:] == (HintStep.COLUMNS,)
        return self.ladder.columns if self.ladder is not None and is_shown else ()

    @property
    def pair(self) -> Move | None:
        """The pair to show on the table, until one is taken; None before its step."""
        ladder = self._known.get(self.session.position)
        return ladder.move if ladder is not None and HintStep.PAIR in ladder.steps else None

    @property
    def subject(self) -> Move | None:
        """The pair of the hints in the current position, None without hints."""
        ladder = self._known.get(self.session.position)
        return None if ladder is None else ladder.move

    @property
    def used(self) -> int:
        return self.session.hints[self.session.to_move - 1]

    # --- asking ---------------------------------------------------------------------------------

    def offer(self, price: str) -> None:
        """Open the hints with what the first of them costs."""
        self._open()
        self.price = price
        self.version += 1

    def ask(self) -> bool:
        """Request the next step; return whether there is one.

        Steps that were taken at this position before are shown again first.
        """
        was_open, ladder = self.is_open, self._open()
        if not was_open and ladder.steps:
            self._look_further(ladder)
            return True
        if ladder.next is None:
            return False
        self.is_waiting = True
        if self._pondering.failure:
            self._pondering.start()
        self.update()
        return True

    def climb_to(self, step: HintStep) -> bool:
        """Take all missing steps up to a given one; return whether that was possible."""
        ladder = self._open()
        while step not in ladder.steps:
            if not self._climb(ladder):
                return False
        self._look_further(ladder)
        return True

    def give_up(self) -> None:
        """Cancel the request; what is shown stays."""
        self.is_waiting = False
        for search in (self._line, self._why):
            if search is not None:
                search.close()
        self._line = self._why = None

    def close(self) -> None:
        self.give_up()
        self.ladder = None

    # --- once a frame ---------------------------------------------------------------------------

    def update(self) -> None:
        """Take the requested step once it is known, and correct what was shown."""
        ladder = self.ladder
        if ladder is None:
            return
        seconds = self.session.setup.think_seconds if not ladder.steps else 0.0
        if self.is_waiting and self._pondering.has_analysed(ladder.position, seconds):
            self.is_waiting = False
            self.version += 1
            self._climb(ladder)
        elif ladder.correct():
            self._note(ladder)
        elif HintStep.REASON in ladder.steps and self._has_better_reason(ladder):
            self._look_further(ladder)

    def _open(self) -> HintLadder:
        position = self.session.position
        if self.ladder is None or self.ladder.position != position:
            self.ladder = self._known.setdefault(position, HintLadder(position, self.values))
        return self.ladder

    def _climb(self, ladder: HintLadder) -> bool:
        if not ladder.climb():
            return False
        self.session.note_help(HINT)
        self._note(ladder)
        return True

    def _note(self, ladder: HintLadder) -> None:
        """Note in the game which pair the hints are about, and search on for it."""
        if ladder.move is not None and ladder.position == self.session.position:
            self.session.note_hint(ladder.move)
        self._look_further(ladder)

    def _look_further(self, ladder: HintLadder) -> None:
        """Ask for line and reasons once their steps are taken."""
        self.give_up()
        self.version += 1
        if HintStep.LINE in ladder.steps:
            self._line = search_line(
                self._pondering, ladder.position, lambda: ladder.line, LINE_MOVES
            )
        self.worse = ladder.tempting if HintStep.REASON in ladder.steps else None
        if self.worse is not None:
            self._why = ReasonSearch(self._pondering, self.values, ladder.position, self.worse)

    def _has_better_reason(self, ladder: HintLadder) -> bool:
        """Whether the pair of the reason has changed or become proven."""
        tempting = ladder.tempting
        if tempting is None or tempting == self.worse:
            return False
        other = move_cost(self.values, ladder.position, tempting)
        spoken = self.worse and move_cost(self.values, ladder.position, self.worse)
        if not spoken or not spoken.cost.points:
            return True
        return other is not None and other.exact and not spoken.exact


# --- the page -------------------------------------------------------------------------------------

HINT: Final = "hint"
"""A hint's icon, its action, and the word to type for it."""


def no_further_hint() -> str:
    """Say that all steps were taken."""
    return _("There are no more hints.")


def hint_page(hints: Hints, names: Names) -> tuple[Block, ...]:
    """Return the page of the open hints, empty without any."""
    return () if hints.ladder is None else tuple(_blocks(hints, hints.ladder, names))


def _blocks(hints: Hints, ladder: HintLadder, names: Names) -> Iterator[Block]:
    if ladder.given_up:
        wrong = _("The hint {pair} was wrong: another pair is better.")
        pair = pair_in_full(ladder.position, ladder.given_up[-1])
        yield Paragraph(wrong.format(pair=pair), Ink.GOLD, icon="info")
    for step in _in_order(ladder.steps):
        if step is HintStep.LINE:
            yield Card(tuple(_line(hints, ladder, names)))
        elif step is HintStep.REASON:
            yield from _reason(hints, ladder, names)
        else:
            said = columns_words(ladder.columns) if step is HintStep.COLUMNS else ""
            yield Paragraph(_step_words(step, ladder), Ink.PLAIN, icon=HINT, said=said)
    if ladder.steps:
        words = (
            _("No pair is better.") if ladder.is_proven else _("Perhaps another pair is better.")
        )
        yield Paragraph(words, Ink.FAINT)
    yield Space(4)
    if hints.is_waiting:
        yield Paragraph(_("Looking for a good pair …"), Ink.PLAIN, icon="clock")
    elif ladder.next is not None:
        if hints.price and not ladder.steps:
            yield Paragraph(hints.price, Ink.PLAIN, icon=HINT)
        yield Button(_(ladder.next.value), HINT, act(HINT), main=True, typed=N_("hint"))
    elif HintStep.REASON not in ladder.steps:
        yield Paragraph(none_is_worse_words(), Ink.PLAIN, icon=HINT)


def _in_order(steps: Sequence[HintStep]) -> Sequence[HintStep]:
    """Return the steps as they are read: a reason right after the pair, without what led to it."""
    last = HintStep.PAIR, HintStep.REASON, HintStep.LINE
    return last if HintStep.REASON in steps else steps


def _step_words(step: HintStep, ladder: HintLadder) -> str:
    assert ladder.move is not None
    if step is HintStep.WORTH:
        worth = ladder.position.worth(ladder.move)
        words = ngettext(
            "There is a pair worth {n} point.", "There is a pair worth {n} points.", worth
        )
        return words.format(n=worth)
    if step is HintStep.COLUMNS:
        return ngettext(
            "Both are in the lit column.",
            "They are in the lit columns.",
            len(ladder.columns),
        )
    words = best_pair_words(pair_in_full(ladder.position, ladder.move))
    if not ladder.others:
        return words
    others = ngettext("{n} other pair is as good.", "{n} other pairs are as good.", ladder.others)
    return sentences(words, others.format(n=ladder.others))


def columns_words(columns: tuple[int, ...]) -> str:
    """Name the one or two columns, 0 to 11, of the pair."""
    letters = [COLUMN_LETTERS[column] for column in columns]
    if len(letters) == 1:
        return _("Both tiles are in column {letter}.").format(letter=letters[0])
    return _("Its tiles are in columns {one} and {other}.").format(one=letters[0], other=letters[1])


def best_pair_words(pair: str) -> str:
    """Name the pair that the hints are about."""
    return _("The pair is {pair}.").format(pair=pair)


def _line(hints: Hints, ladder: HintLadder, names: Names) -> Iterator[Block]:
    yield Paragraph(_("Expected play:"), Ink.PLAIN, icon=HINT)
    position = ladder.position
    for move in ladder.line:
        said = taken_words(names[position.to_move - 1], pair_in_full(position, move))
        kind = position.kind_of(move)
        yield PairLine(position.to_move, kind, tile_words(kind), said)
        position = position.play(move)
    if hints.is_foreseeing:
        yield Paragraph(_("Still looking …"), Ink.FAINT, icon="clock")
    elif ladder.is_proven and (cost := move_cost(hints.values, ladder.position, ladder.line[0])):
        yield Paragraph(end_words(cost, hints.values, spoken_to(names)), Ink.PLAIN)


def _reason(hints: Hints, ladder: HintLadder, names: Names) -> Iterator[Block]:
    position, values = ladder.position, hints.values
    if hints.worse is not None:
        yield Paragraph(why_not_words(ladder, hints.worse), Ink.PLAIN, Role.STRONG)
    intro = reason_intro(position, hints.worse, values)
    yield Paragraph(intro, Ink.PLAIN, Role.TEXT, icon=HINT)
    cost = move_cost(values, position, hints.worse) if hints.worse is not None else None
    if cost and (ends := difference_words(cost, values, spoken_to(names), better=ladder.move)):
        yield Paragraph(ends, Ink.PLAIN, Role.TEXT)
    reasons = hints.reasons()
    for reason in reasons:
        yield Paragraph(reason.words, Ink.PLAIN, Role.TEXT, icon=ITEM)
    if not reasons and ladder.move is not None:
        pair = pair_in_full(ladder.position, ladder.move)
        yield Paragraph(_("{pair}, for sure:").format(pair=pair), Ink.FAINT)
        for words in move_facts(ladder.position, ladder.move):
            yield Paragraph(words, Ink.PLAIN, Role.TEXT, icon=ITEM)
    if hints.is_explaining:
        yield searching_block()
    if hints.answer(("", "")) is not None:
        yield Button(_("Play the answer"), "play", act("why"))


def why_not_words(ladder: HintLadder, worse: Move) -> str:
    """Ask why a pair is worse than that of the hints, which may be of the same kind."""
    kinds = {ladder.position.kind_of(move) for move in (worse, ladder.move or worse)}
    is_same = len(kinds) == 1
    return _("Why not other tiles of this kind?") if is_same else _("Why not another pair?")


def reason_intro(position: Position, worse: Move | None, values: Values) -> str:
    """Say which pair is worse and by how much; the reasons follow."""
    known = None if worse is None else move_cost(values, position, worse)
    if worse is not None and known is not None and known.cost.points:
        return costs_words(pair_in_full(position, worse), cost_words(known.cost))
    if none_is_worse(values, position):
        return none_is_worse_words()
    return _("Which pairs are worse is not known yet.")


def none_is_worse(values: Values, position: Position) -> bool:
    """Whether all pairs are proven to be equally good."""
    return not any(values.cost(position, move).upper for move in position.legal_moves)


def none_is_worse_words() -> str:
    """Say that all pairs are equally good."""
    return _("No pair is worse than another.")
