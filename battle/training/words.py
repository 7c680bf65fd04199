"""What a lesson and the trainer say: the task, hints, what became of an answer, how it went.

First what both say, then the words of a lesson, then those of the trainer.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from battle.analysis.themes import ProblemTheme, themes_of
from battle.coach.hints import Step
from battle.language import N_, _, ngettext
from battle.profile.records import PlayedGame
from battle.profile.words import opponent_words
from battle.rules.cells import COLUMN_LETTERS
from battle.rules.move import Move
from battle.rules.position import Position, for_player
from battle.rules.problem import Problem
from battle.training.cards import Rating
from battle.training.days import BEGIN_HOUR, day_of
from battle.training.exercise import Exercise, Hint, Rated, Stage, Verdict
from battle.training.lesson import Lesson, Mistake, Score
from battle.training.playout import PlayOut, settled_margin
from battle.training.practice import Practice
from battle.training.problems import HARDEST, Source
from battle.words.dates import date_words, day_words
from battle.words.endings import Names, outcome
from battle.words.moves import pair_words
from battle.words.numbers import points, signed
from battle.words.plain import shown_name

_SOON = timedelta(hours=1)


# --- of any exercise ----------------------------------------------------------------------------


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


def _cost_words(verdict: Verdict) -> str:
    """Say what a pair costs that does not keep the value."""
    words = _("{pair} costs {points}.") if verdict.is_exact else _("{pair} costs {points} or more.")
    return _filled(words, verdict)


def _filled(words: str, verdict: Verdict) -> str:
    """Return words with the pair and its cost filled in."""
    pair = pair_words(verdict.position, verdict.move)
    return words.format(pair=pair, points=points(verdict.cost))


# --- of a lesson --------------------------------------------------------------------------------


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
    return _filled(words, verdict)


def tried_words(verdict: Verdict) -> str:
    """Say what a pair is worth that is tried once the mistake is closed."""
    if verdict.keeps is None:
        return _filled(_("It is not known what {pair} is worth."), verdict)
    return _filled(_("{pair} keeps the value."), verdict) if verdict.keeps else _cost_words(verdict)


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


# --- of the trainer -----------------------------------------------------------------------------


def trainer_headline(practice: Practice | None) -> str:
    """Say what is to be done."""
    if practice is None:
        return _("Endgame trainer")
    if practice.stage is Stage.OVER:
        return _("Played out")
    if practice.stage is Stage.CHECKING:
        return _("What is it worth?")
    if practice.stage is Stage.REPLYING:
        return _("The defence replies")
    if not practice.counts:
        return _("Answered: any pair may be tried now")
    if practice.verdict is not None:
        return _("Your turn: play it out")
    return _("Your turn: which pair is best?")


def due_words(due: int) -> str:
    """Say how much is due, if anything is."""
    return ngettext("{n} due", "{n} due", due).format(n=due) if due else ""


def level_words(level: int) -> str:
    """Say how hard a problem is."""
    return _("level {level} of {hardest}").format(level=level, hardest=HARDEST)


_THEMES: Final = {
    ProblemTheme.ONLY_PAIR: N_("a single good pair"),
    ProblemTheme.POISONED_PAIR: N_("a poisoned pair"),
    ProblemTheme.ZUGZWANG: N_("whoever has to move loses by it"),
}


def theme_words(problem: Problem) -> str:
    """Say what a problem is about; nothing if it is about nothing in particular."""
    names = [_(_THEMES[theme]) for theme in themes_of(problem)]
    # Translators: themes of an exercise, such as “a poisoned pair”, separated by commas.
    return _("It is about: {themes}.").format(themes=", ".join(names)) if names else ""


def chosen_theme_words(theme: ProblemTheme | None) -> str:
    """Say what the trainer asks about."""
    if theme is None:
        return _("All themes")
    # Translators: {theme} is what exercises are about, such as “a poisoned pair”.
    return _("Only: {theme}").format(theme=_(_THEMES[theme]))


def no_more_words(theme: ProblemTheme, due: int) -> str:
    """Say that no exercise about a theme is left for now, and how many others are due."""
    words = _("No exercise about “{theme}” is left for now.").format(theme=_(_THEMES[theme]))
    if not due:
        return words
    others = ngettext("{n} about something else is due.", "{n} about something else are due.", due)
    return f"{words} {others.format(n=due)}"


def source_words(exercise: Exercise, game: PlayedGame | None) -> str:
    """Say where an exercise is from; `game` is the own game, None if it is not kept any more."""
    if exercise.source is Source.SHIPPED:
        return _("It comes with the game.")
    if exercise.source is Source.FILE:
        return _("From your file “{name}”.").format(name=shown_name(exercise.game))
    if exercise.source is Source.GENERATED:
        return _("The solver has found it for you.")
    if game is None:
        return _("From one of your games.")
    day = day_words(game.ended)
    if game.person is None:
        words = _("From the game {first} – {second}, {day}.")
        return words.format(first=game.names[0], second=game.names[1], day=day)
    name = opponent_words(game.opponent)
    return _("From your game against {name}, {day}.").format(name=name, day=day)


def repeat_words(exercise: Exercise) -> str:
    """Say whether it was seen before."""
    if not exercise.repeat:
        return _("New to you.")
    words = ngettext(
        "Seen {n} time before, in another disguise.",
        "Seen {n} times before, in other disguises.",
        exercise.repeat,
    )
    return words.format(n=exercise.repeat)


def task_words(practice: Practice) -> str:
    """Say what is to be done at the beginning."""
    if len(practice.exercise.problem.best_moves) == 1:
        return _("One pair is best. Find it, then play it out against perfect defence.")
    return _("Find a best pair, then play it out against perfect defence.")


def worth_words(position: Position, best: Move) -> str:
    """Say what a best pair scores."""
    return _("A best pair is worth {points}.").format(points=points(position.worth(best)))


def verdict_words(verdict: Verdict, *, only: bool) -> str:
    """Say what a pair cost; `only` tells that no other keeps the value."""
    if verdict.cost:
        return _cost_words(verdict)
    right = (
        _("Right! Only {pair} keeps the value.") if only else _("Right! {pair} keeps the value.")
    )
    return _filled(right, verdict)


def rated_words(practice: Practice, rated: Rated) -> str:
    """Say how an exercise was answered."""
    lost = points(practice.lost)
    if practice.is_shown:
        return _("Solution shown.")
    if rated.rating is Rating.MISSED:
        told = practice.verdict is not None and practice.verdict.cost == practice.lost
        return _("Missed.") if told else _("Missed: {points} lost.").format(points=lost)
    if rated.rating is Rating.RIGHT:
        return _("Right: nothing lost.")
    if practice.lost:
        return _("Nearly: only {points} lost.").format(points=lost)
    return ngettext(
        "Nearly: right with {n} hint.", "Nearly: right with {n} hints.", practice.hint_count
    ).format(n=practice.hint_count)


def settled_words(playout: PlayOut) -> str:
    """Say how a game that was played out ends, and whether there was more to have."""
    margin = for_player(settled_margin(playout.position) or 0, playout.person)
    if margin > 0:
        words = _("You win by {points}.").format(points=points(margin))
    elif margin < 0:
        words = _("You lose by {points}.").format(points=points(-margin))
    else:
        words = _("It is a draw.")
    if not playout.lost:
        return f"{words} " + _("More was not to be had.")
    return f"{words} " + _("Perfect play makes {points} more.").format(points=points(playout.lost))


def again_words(due: datetime, now: datetime) -> str:
    """Say when a problem comes again."""
    return _("It comes again {when}.").format(when=when_words(due, now))


def when_words(moment: datetime, now: datetime) -> str:
    """Return a moment to come as people name it; days begin at four in the morning."""
    days = (day_of(moment, None) - day_of(now, None)).days
    if days <= 0 or moment - now < _SOON:
        return _span_words(moment - now)
    if days == 1:
        return _("tomorrow")
    words = ngettext("in {n} day, on {date}", "in {n} days, on {date}", days)
    return words.format(n=days, date=date_words(f"{day_of(moment, None):%Y.%m.%d}"))


def _span_words(span: timedelta) -> str:
    minutes = max(1, -(-round(span.total_seconds()) // 60))
    if minutes < 60:
        return ngettext("in {n} minute", "in {n} minutes", minutes).format(n=minutes)
    hours = round(minutes / 60)
    return ngettext("in {n} hour", "in {n} hours", hours).format(n=hours)


def rest_words(next_due: datetime | None, now: datetime, *, is_empty: bool) -> str:
    """Say why nothing is asked now, and when something is again."""
    if is_empty:
        return _("There is nothing to ask yet. Play a game: your costly moves come here.")
    if next_due is None:
        return _("Nothing is waiting to be repeated.")
    return _("The next exercise comes {when}.").format(when=when_words(next_due, now))


def new_ones_words(number: int) -> str:
    """Say when new problems come: so many may come today."""
    if number:
        words = ngettext("{n} new one may come today.", "{n} new ones may come today.", number)
        return words.format(n=number)
    return _("New ones come tomorrow from {hour}:00 on.").format(hour=BEGIN_HOUR)
