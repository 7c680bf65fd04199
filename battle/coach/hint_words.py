"""What hints say: each step in a sentence, and the price of the next before it is taken."""

from __future__ import annotations

from typing import Final

from battle.analysis.ledger import move_cost
from battle.analysis.values import Values
from battle.coach.hints import PRICE, Ladder, Step
from battle.coach.reason_words import pair_words
from battle.coach.reasons import TilePair
from battle.language import N_, _, ngettext
from battle.rules.position import COLUMN_LETTERS, Move, Position
from battle.words.numbers import cost_words

_NAMES: Final = {
    Step.WORTH: N_("What it is worth"),
    Step.COLUMNS: N_("Its columns"),
    Step.PAIR: N_("The pair"),
    Step.LINE: N_("What follows"),
    Step.REASON: N_("The reason"),
}


def price_words(hints: int) -> str:
    """Say what something costs in hints."""
    return ngettext("{n} hint", "{n} hints", hints).format(n=hints)


def next_words(step: Step) -> str:
    """Say what the next step tells, and its price."""
    # Translators: the next hint, and what it costs: “The pair: 1 hint”.
    return _("{what}: {price}").format(what=_(_NAMES[step]), price=price_words(PRICE))


def step_words(step: Step, ladder: Ladder) -> str:
    """Return one of the first three steps in words."""
    if step is Step.WORTH:
        return ngettext(
            "There is something worth {n} point.",
            "There is something worth {n} points.",
            ladder.points,
        ).format(n=ladder.points)
    if step is Step.COLUMNS:
        return _column_words(ladder)
    assert ladder.move is not None
    words = _("It is {pair}.").format(pair=move_words(ladder.position, ladder.move))
    return f"{words} {_others_words(ladder)}".strip()


def _column_words(ladder: Ladder) -> str:
    letters = [COLUMN_LETTERS[column] for column in ladder.columns]
    if len(letters) == 1:
        return _("It takes both tiles from column {letter}.").format(letter=letters[0])
    return _("It takes tiles from columns {one} and {other}.").format(
        one=letters[0], other=letters[1]
    )


def _others_words(ladder: Ladder) -> str:
    """Say how many other pairs are as good, nothing if none is or that is not known."""
    if not ladder.others:
        return ""
    return ngettext(
        "{n} other pair is as good.", "{n} other pairs are as good.", ladder.others
    ).format(n=ladder.others)


def proof_words(ladder: Ladder) -> str:
    """Say whether it is certain that no pair is better."""
    if ladder.is_proven:
        return _("Proven: no pair is better.")
    return _("The solver's guess: whether a pair is better is not known yet.")


def reason_intro(position: Position, worse: Move | None, values: Values) -> str:
    """Say which pair is worse and by how much; the reasons follow."""
    found = None if worse is None else move_cost(values, position, worse)
    if worse is None or found is None or not found.told.points:
        return _("Which pairs are worse is not known yet: a proof would tell.")
    return _("{pair} costs {points}.").format(
        pair=move_words(position, worse), points=cost_words(found.told)
    )


def correction_words(ladder: Ladder) -> str:
    """Say that the hints were wrong, and about which pair."""
    return _(
        "The hint was wrong about {pair}: it is proven now that another pair is better."
    ).format(pair=move_words(ladder.position, ladder.given_up[-1]))


def move_words(position: Position, move: Move) -> str:
    """Return the pair that a move takes, as its kind and its cells."""
    return pair_words(TilePair(move, position.kind_of(move)))
