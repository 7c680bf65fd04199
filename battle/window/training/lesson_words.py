"""What a lesson says: the task, the verdict on an answer, hints, how it went."""

from __future__ import annotations

from battle.language import _, ngettext
from battle.rules.cells import Cell
from battle.training.lesson import (
    ColumnHint,
    Exercise,
    Hint,
    PairHint,
    Score,
    Stage,
    Verdict,
    WorthHint,
)
from battle.words.endings import outcome
from battle.words.moves import pair_words
from battle.words.numbers import points, signed

Names = tuple[str, str]


def task_words(exercise: Exercise, names: Names) -> str:
    """Say what was played and what is to be done."""
    return _("{name} played {pair} here, which cost {points}. Which pair is better?").format(
        name=names[exercise.player - 1],
        pair=pair_words(exercise.position, exercise.played),
        points=points(exercise.cost),
    )


def verdict_words(
    stage: Stage, verdict: Verdict | None, exercise: Exercise, best: int | None
) -> str:
    """Say what became of an answer; `best` is how many right ones there are, None if unknown."""
    if stage is Stage.CHECKING:
        return _("Is this as good? The solver checks it …")
    if stage is Stage.UNKNOWN:
        return _("This could not be checked in time. Try another pair.")
    if stage is Stage.WRONG and verdict is not None:
        return _wrong_words(verdict, exercise)
    if stage is Stage.SHOWN:
        return _("This is the solution. Any pair may be tried now.")
    return _right_words(best) if stage is Stage.RIGHT else ""


def _right_words(best: int | None) -> str:
    if best is None:
        return _("Right! This keeps the value.")
    return ngettext(
        "Right! It is the only pair that keeps the value.",
        "Right! {n} pairs keep the value.",
        best,
    ).format(n=best)


def _wrong_words(verdict: Verdict, exercise: Exercise) -> str:
    if verdict.is_played:
        return _("That is what was played. Try another pair.")
    pair = pair_words(exercise.position, verdict.move)
    cost = points(verdict.cost or 0)
    words = _("{pair} costs {points}. Try another pair.")
    if not verdict.is_exact:
        words = _("{pair} costs at least {points}. Try another pair.")
    return words.format(pair=pair, points=cost)


def tried_words(verdict: Verdict, exercise: Exercise) -> str:
    """Say what a pair is worth that is tried once the exercise is over."""
    pair = pair_words(exercise.position, verdict.move)
    if verdict.keeps is None:
        return _("It is not known what {pair} is worth.").format(pair=pair)
    if verdict.keeps:
        return _("{pair} keeps the value.").format(pair=pair)
    words = _("{pair} costs {points}.") if verdict.is_exact else _("{pair} costs {points} or more.")
    return words.format(pair=pair, points=points(verdict.cost or 0))


def hint_words(hint: Hint, exercise: Exercise, names: Names) -> str:
    """Return a hint in words."""
    match hint:
        case WorthHint(margin=margin):
            return _("The best pair leads to a final margin of {margin}: {outcome}.").format(
                margin=signed(margin), outcome=outcome(margin, names)
            )
        case ColumnHint(column):
            letter = str(Cell(column, 0))[0]
            return _("It takes a tile from column {letter}.").format(letter=letter)
        case PairHint(move):
            return _("It is {pair}.").format(pair=pair_words(exercise.position, move))
    return ""


def score_rows(score: Score) -> list[tuple[str, int]]:
    """Return the counts of a lesson with what they count."""
    return [
        (_("solved"), score.right),
        (_("at once, without help"), score.clean),
        (_("solution shown"), score.shown),
        (_("skipped"), score.skipped),
    ]


def done_words(score: Score, of: int) -> str:
    """Say how a lesson went."""
    return ngettext(
        "{right} of {n} mistake put right, {clean} of them at once.",
        "{right} of {n} mistakes put right, {clean} of them at once.",
        of,
    ).format(right=score.right, n=of, clean=score.clean)
