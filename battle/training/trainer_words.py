"""What the trainer says: what an exercise is about, how it was answered, when it comes again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from battle.analysis.insights import ProblemTheme, themes_of
from battle.language import N_, _, ngettext
from battle.profile.records import PlayedGame
from battle.profile.statistics import opponent_words
from battle.rules.position import Move, Position, for_player
from battle.rules.problem import Problem
from battle.training.cards import Rating
from battle.training.days import BEGIN_HOUR, day_of
from battle.training.exercise import Exercise, Rated, Stage, Verdict
from battle.training.exercise_words import verdict_cost_words, with_verdict
from battle.training.playout import PlayOut, settled_margin
from battle.training.practice import Practice
from battle.training.problems import HARDEST, Source
from battle.words.dates import date_words, day_words
from battle.words.numbers import points
from battle.words.plain import shown_name

_SOON: Final = timedelta(hours=1)


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
        return verdict_cost_words(verdict)
    right = (
        _("Right! Only {pair} keeps the value.") if only else _("Right! {pair} keeps the value.")
    )
    return with_verdict(right, verdict)


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
