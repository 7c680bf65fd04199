"""The page of the hints: each step that was taken, how sure it is, and the price of the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battle.analysis.costs import move_cost
from battle.analysis.values import Values
from battle.coach.facts import move_facts
from battle.coach.hints import PRICE, Hints, Ladder, Step
from battle.coach.reason_words import fact_lines, reason_words, searching_block
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Ink, Offer, PairLine, Paragraph, Space
from battle.rules.position import COLUMN_LETTERS, Move, Position
from battle.words.endings import Names
from battle.words.moves import cells_words, costs_words, pair_in_full, taken_words
from battle.words.numbers import cost_words, hint_count

HINT: Final = "hint"
"""The icon of a hint, the action that asks for one, and the word that is typed for it."""

_NAMES: Final = {
    Step.WORTH: N_("What the pair is worth"),
    Step.COLUMNS: N_("Its columns"),
    Step.PAIR: N_("The pair"),
    Step.LINE: N_("What follows"),
    Step.REASON: N_("The reason"),
}


def no_further_hint() -> str:
    """Say that all steps were taken."""
    return _("There are no more hints.")


def hint_page(hints: Hints, names: Names) -> tuple[Block, ...]:
    """Return the page of the hints that are open, nothing while none are."""
    return () if hints.ladder is None else tuple(_blocks(hints, hints.ladder, names))


def _blocks(hints: Hints, ladder: Ladder, names: Names) -> Iterator[Block]:
    if ladder.given_up:
        wrong = _("The hint {pair} was wrong: another pair is now proven to be better.")
        pair = move_words(ladder.position, ladder.given_up[-1])
        yield Paragraph(wrong.format(pair=pair), Ink.GOLD, icon="info")
    for step in ladder.steps:
        if step is Step.LINE:
            yield from _line(hints, ladder, names)
        elif step is Step.REASON:
            yield from _reason(hints, ladder, names)
        else:
            yield Paragraph(_step_words(step, ladder), Ink.PLAIN, icon=HINT)
    if ladder.steps:
        yield Paragraph(_proof_words(ladder), Ink.FAINT)
    yield Space(4)
    if hints.is_waiting:
        yield Paragraph(_("Looking for a good pair …"), Ink.PLAIN, icon="clock")
    elif ladder.next is not None:
        # Translators: the next hint, and what it costs: “The pair: 1 hint”.
        words = _("{what}: {price}").format(what=_(_NAMES[ladder.next]), price=hint_count(PRICE))
        yield Offer(words, HINT, HINT, primary=True, typed=N_("hint"))


def _step_words(step: Step, ladder: Ladder) -> str:
    """Return one of the first three steps in words."""
    assert ladder.move is not None
    if step is Step.WORTH:
        return ngettext(
            "There is a pair worth {n} point.",
            "There is a pair worth {n} points.",
            ladder.points,
        ).format(n=ladder.points)
    if step is Step.COLUMNS:
        return columns_words(ladder.columns)
    words = best_pair_words(move_words(ladder.position, ladder.move))
    if not ladder.others:
        return words
    others = ngettext("{n} other pair is as good.", "{n} other pairs are as good.", ladder.others)
    return f"{words} {others.format(n=ladder.others)}"


def columns_words(columns: tuple[int, ...]) -> str:
    """Say which column or two columns, 0 to 11, the pair is taken from."""
    letters = [COLUMN_LETTERS[column] for column in columns]
    if len(letters) == 1:
        return _("Both tiles are in column {letter}.").format(letter=letters[0])
    return _("Its tiles are in columns {one} and {other}.").format(one=letters[0], other=letters[1])


def best_pair_words(pair: str) -> str:
    """Name the pair that the hints are about."""
    return _("The pair is {pair}.").format(pair=pair)


def _proof_words(ladder: Ladder) -> str:
    """Say whether it is certain that no pair is better."""
    if ladder.is_proven:
        return _("Proven: no pair is better.")
    return _("The solver's guess: a better pair is not ruled out yet.")


def _line(hints: Hints, ladder: Ladder, names: Names) -> Iterator[Block]:
    yield Paragraph(_("Expected play:"), Ink.PLAIN, icon=HINT)
    position = ladder.position
    for move in ladder.line:
        said = taken_words(names[position.to_move - 1], move_words(position, move))
        yield PairLine(position.to_move, position.kind_of(move), cells_words(move), said)
        position = position.play(move)
    if hints.is_foreseeing:
        yield Paragraph(_("Still looking …"), Ink.FAINT, icon="clock")


def _reason(hints: Hints, ladder: Ladder, names: Names) -> Iterator[Block]:
    intro = reason_intro(ladder.position, hints.worse, hints.values)
    yield Paragraph(intro, Ink.PLAIN, icon=HINT)
    for reason in hints.reasons:
        yield Paragraph(reason_words(reason, names), Ink.PLAIN, icon="chevron-right")
    if not hints.reasons and ladder.move is not None:
        pair = move_words(ladder.position, ladder.move)
        yield Paragraph(_("{pair}, certain from the rules:").format(pair=pair), Ink.FAINT)
        for words in fact_lines(move_facts(ladder.position, ladder.move), names):
            yield Paragraph(words, Ink.PLAIN, icon="chevron-right")
    if hints.is_explaining:
        yield searching_block()


def reason_intro(position: Position, worse: Move | None, values: Values) -> str:
    """Say which pair is worse and by how much; the reasons follow."""
    found = None if worse is None else move_cost(values, position, worse)
    if worse is None or found is None or not found.cost.points:
        return _("Which pairs are worse is not known until the position is proven.")
    return costs_words(move_words(position, worse), cost_words(found.cost))


def move_words(position: Position, move: Move) -> str:
    """Return the pair that a move takes, as its kind and its cells."""
    return pair_in_full(position.kind_of(move), move)
