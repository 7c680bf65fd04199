"""What a lesson says: the mistake, what became of an answer, how it went."""

from __future__ import annotations

from battle.language import _, ngettext
from battle.training.exercise import Stage, Verdict
from battle.training.lesson import Lesson, Mistake, Score
from battle.training.trainer_page import verdict_cost_words, with_verdict
from battle.words.endings import Names, outcome
from battle.words.moves import pair_words
from battle.words.numbers import points, signed


def lesson_headline(lesson: Lesson, names: Names) -> str:
    """Say who is to move, as long as that is the question."""
    if lesson.mistake is None or lesson.stage.is_closed:
        return _("Learn from your mistakes")
    name = names[lesson.mistake.player - 1]
    return _("{name} to move: which pair is best?").format(name=name)


def mistake_words(mistake: Mistake, names: Names) -> str:
    """Say what was played and what is to be done."""
    return _("{name} played {pair} here, which cost {points}. Which pair is better?").format(
        name=names[mistake.player - 1],
        pair=pair_words(mistake.position, mistake.played),
        points=points(mistake.cost),
    )


def best_outcome_words(mistake: Mistake, names: Names) -> str:
    """Say what the best pair leads to."""
    margin = mistake.margin
    return _("The best pair leads to a final margin of {margin}: {outcome}.").format(
        margin=signed(margin), outcome=outcome(margin, names)
    )


def answer_words(stage: Stage, verdict: Verdict | None, mistake: Mistake, best: int | None) -> str:
    """Say what became of an answer; `best` is how many right ones there are, None if unknown."""
    if stage is Stage.CHECKING:
        return _("Is this as good? The solver checks it …")
    if stage is Stage.UNKNOWN:
        return _("This could not be checked in time. Try another pair.")
    if stage is Stage.WRONG and verdict is not None:
        return _wrong_words(verdict, mistake)
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


def _wrong_words(verdict: Verdict, mistake: Mistake) -> str:
    if verdict.move == mistake.played:
        return _("That is what was played. Try another pair.")
    words = _("{pair} costs {points}. Try another pair.")
    if not verdict.is_exact:
        words = _("{pair} costs at least {points}. Try another pair.")
    return with_verdict(words, verdict)


def tried_words(verdict: Verdict) -> str:
    """Say what a pair is worth that is tried once the mistake is closed."""
    if verdict.keeps is None:
        return with_verdict(_("It is not known what {pair} is worth."), verdict)
    return (
        with_verdict(_("{pair} keeps the value."), verdict)
        if verdict.keeps
        else verdict_cost_words(verdict)
    )


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
