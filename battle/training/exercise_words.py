"""What is said of any exercise: the pairs to choose from, hints, what a pair costs."""

from __future__ import annotations

from battle.coach.hints import Step
from battle.language import _, ngettext
from battle.rules.position import COLUMN_LETTERS, Position
from battle.training.exercise import Hint, Verdict
from battle.words.moves import pair_words
from battle.words.numbers import points


def pairs_to_take(position: Position) -> str:
    """Say how many pairs there are to choose from."""
    count = len(position.legal_moves)
    return ngettext("{n} pair can be taken.", "{n} pairs can be taken.", count).format(n=count)


def hint_words(hint: Hint, position: Position, worth: str) -> str:
    """Return a hint in words; `worth` is what the first one says."""
    if hint.step is Step.WORTH or hint.move is None:
        return worth
    if hint.column is not None:
        letter = COLUMN_LETTERS[hint.column]
        return _("It takes a tile from column {letter}.").format(letter=letter)
    return _("It is {pair}.").format(pair=pair_words(position, hint.move))


def verdict_cost_words(verdict: Verdict) -> str:
    """Say what a pair costs that does not keep the value."""
    words = _("{pair} costs {points}.") if verdict.is_exact else _("{pair} costs {points} or more.")
    return with_verdict(words, verdict)


def with_verdict(words: str, verdict: Verdict) -> str:
    """Return words with the pair and its cost filled in."""
    pair = pair_words(verdict.position, verdict.move)
    return words.format(pair=pair, points=points(verdict.cost))
