"""What the trainer says, and a lesson alike: the exercise, what became of an answer, what is due.

task_page(sitting)     the exercise in hand with verdict, hints and offers, or when one comes
sitting_page(sitting)  what was answered in this sitting
today_page(sitting)    the day's counts
about_page()           what the trainer is
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from battle.analysis.costs import Thresholds
from battle.analysis.insights import ProblemTheme
from battle.coach.hint_page import best_pair_words, no_further_hint
from battle.coach.hints import Step
from battle.coach.reason_words import Line, searching_block
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Ink, MoveLine, Offer, Paragraph, Role, Space, Sum, Title
from battle.profile.records import PlayedGame
from battle.profile.statistics import opponent_words
from battle.rules.position import COLUMN_LETTERS, Position, for_player
from battle.training.cards import BEGIN_HOUR, Rating, day_of
from battle.training.exercise import STEPS, Exercise, Hint, Rated, Stage, Verdict
from battle.training.practice import PlayOut, Practice, settled_margin
from battle.training.problems import HARDEST, Source
from battle.training.sitting import AnsweredExercise, Sitting
from battle.words.dates import date_words, day_words
from battle.words.moves import cells_words, costs_words, pair_words
from battle.words.numbers import MINUS, points
from battle.words.plain import shown_name

Sign = tuple[str, Ink]
"""An icon and its ink."""

RIGHT: Final[Sign] = ("check", Ink.GOOD)
WRONG: Final[Sign] = ("close", Ink.BAD)
_RATING_SIGNS: Final[dict[Rating, Sign]] = {
    Rating.RIGHT: RIGHT,
    Rating.NEARLY: ("check", Ink.GOLD),
    Rating.MISSED: WRONG,
}
WHICH_THEME: Final = N_("Which theme?")
PLAYED_OUT: Final = N_("This exercise is finished.")
LOOK_IN_ANALYSE: Final = N_("Open it in Analyse")
BEST_LINE: Final = N_("The best pair and the expected play")

_SOON: Final = timedelta(hours=1)
_THEMES: Final = {
    ProblemTheme.ONLY_PAIR: N_("a single good pair"),
    ProblemTheme.POISONED_PAIR: N_("a poisoned pair"),
    ProblemTheme.ZUGZWANG: N_("zugzwang (having to move loses)"),
}


# --- the exercise in hand -------------------------------------------------------------------------


def task_page(sitting: Sitting, waiting: str = "") -> Iterator[Block]:
    """Yield the exercise in hand, or when there is one again.

    `waiting` says what the solver is asked for, empty if nothing.
    """
    practice = sitting.practice
    if practice is None:
        yield from _rest(sitting, waiting)
        return
    exercise = practice.exercise
    assert exercise is not None, "what is in no deck has a page of its own"
    level = _("level {level} of {hardest}").format(level=exercise.level, hardest=HARDEST)
    yield Title(_("Exercise"), level, large=True)
    yield Paragraph(f"{source_words(exercise, sitting.game)} {repeat_words(exercise)}", Ink.MUTED)
    if practice.counts and practice.verdict is None:
        words = _("Find a best pair, then play it out against perfect defence.")
        if len(exercise.problem.best_moves) == 1:
            words = _("One pair is best. Find it, then play it out against perfect defence.")
        yield Paragraph(words, Ink.PLAIN, Role.TEXT)
    yield from verdict_page(sitting)
    yield from _rated(sitting, practice)
    if not practice.counts:
        yield from _help(sitting, practice, waiting)
    yield Space(6)
    yield from _offers(sitting, practice)
    if practice.counts:
        yield Space(4)
        yield from _help(sitting, practice, waiting)


def verdict_page(sitting: Sitting) -> Iterator[Block]:
    """Yield what the last pair was worth, and what is to be done now."""
    practice = sitting.practice
    verdict = None if practice is None else practice.verdict
    if practice is None or verdict is None:
        return
    best = practice.playout.values.best_moves(verdict.position)
    yield Space(4)
    words = verdict_words(verdict, only=len(best) == 1)
    yield told_block(words, WRONG if verdict.cost else RIGHT)
    yield from why_page(sitting)
    if practice.stage is Stage.OVER:
        yield Paragraph(settled_words(practice.playout), Ink.PLAIN)
    elif practice.stage is Stage.ASKING and verdict.keeps:
        yield Paragraph(_("Your turn again: play it out."), Ink.PLAIN)
    elif practice.stage is Stage.ASKING and not practice.counts:
        yield Paragraph(_("Try another pair; it no longer counts."), Ink.PLAIN)


def why_page(sitting: Sitting) -> Iterator[Block]:
    """Yield the reasons why the last pair was costly if it was, or the offer to tell them."""
    verdict = None if sitting.practice is None else sitting.practice.verdict
    why, shown = sitting.why, sitting.line is not None
    if verdict is None or not verdict.cost:
        return
    if why is None:
        yield Offer(_("Why?"), "help", "why", typed=N_("why"))
        return
    for words in why:
        yield Paragraph(words, Ink.PLAIN, icon="chevron-right")
    if sitting.solver.is_looking:
        yield searching_block()
    elif not why:
        words = _("Any hint would give the solution away.")
        yield Paragraph(_("No reason was found.") if shown else words, Ink.FAINT)


def _rated(sitting: Sitting, practice: Practice) -> Iterator[Block]:
    rated = practice.rated
    if rated is None:
        return
    sign = _rating_sign(rated.rating, is_shown=practice.is_shown)
    yield Space(4)
    yield told_block(rated_words(practice, rated), sign, Ink.PLAIN)
    themes = () if practice.exercise is None else practice.exercise.themes
    if themes:
        # Translators: themes of an exercise, such as “a poisoned pair”, separated by commas.
        about = _("Themes: {themes}.")
        names = ", ".join(_(_THEMES[theme]) for theme in themes)
        yield Paragraph(about.format(themes=names), Ink.PLAIN, icon="info")
    if not sitting.is_retired:
        when = when_words(rated.due, sitting.now())
        yield Paragraph(_("It returns {when}.").format(when=when), Ink.PLAIN, icon="clock")


def _help(sitting: Sitting, practice: Practice, waiting: str) -> Iterator[Block]:
    line = sitting.line
    for hint in practice.hints if line is None else ():
        scores = "" if hint.move is None else points(practice.position.worth(hint.move))
        worth = _("A best pair is worth {points}.").format(points=scores)
        yield hint_block(hint, practice.position, worth)
    yield from waiting_page(waiting)
    if line is not None:
        yield line_block(_(BEST_LINE), line)
    if sitting.is_retired:
        yield Paragraph(_("This exercise will not be asked again."), Ink.PLAIN, icon="delete")


def waiting_page(words: str) -> Iterator[Block]:
    """Yield what the solver is asked for, if anything."""
    if words:
        yield Paragraph(words, Ink.FAINT, icon="solver", icon_ink=Ink.FAINT)


def _offers(sitting: Sitting, practice: Practice) -> Iterator[Block]:
    if not practice.counts:
        yield Offer(_("Next exercise"), "chevron-right", "go_on", primary=True, typed=N_("next"))
    elif practice.is_begun:
        yield Offer(_("Enough"), "check", "go_on", typed=N_("next"))
    if practice.stage is Stage.ASKING:
        yield from help_offers(practice.hints, solution=sitting.line is None)
    if not practice.counts:
        yield Offer(_("Once more"), "rematch", "again", typed=N_("again"))
        yield Offer(_(LOOK_IN_ANALYSE), "analyse", "analyse")
        retire = _("Ask it again") if sitting.is_retired else _("Do not ask it again")
        yield Offer(retire, "undo" if sitting.is_retired else "delete", "retire")


def _rest(sitting: Sitting, waiting: str) -> Iterator[Block]:
    counts, theme = sitting.counts, sitting.theme
    done = counts.answered > 0
    title = _("All done for now") if done else _("Nothing due")
    if theme is not None and not counts.is_empty:
        title, why = _("None left on this theme"), no_more_words(theme, counts.others_due)
    else:
        why = rest_words(counts.next_due, sitting.now(), is_empty=counts.is_empty)
    yield Title(title, large=True)
    if done:
        words = ngettext(
            "{n} exercise answered today, {right} right.",
            "{n} exercises answered today, {right} right.",
            counts.answered,
        )
        words = words.format(n=counts.answered, right=counts.right)
        yield Paragraph(words, Ink.PLAIN, Role.TEXT, "check", Ink.GOOD)
    yield Paragraph(why, Ink.PLAIN, Role.TEXT, "clock")
    if not counts.is_empty and not counts.new_left:
        words = _("New ones come tomorrow at {hour}:00.").format(hour=BEGIN_HOUR)
        yield Paragraph(words, Ink.MUTED)
    yield from waiting_page(waiting)
    yield Space(8)
    if counts.more:
        yield Offer(_("More new ones"), "plus", "go_on", primary=True)
    if theme is not None:
        yield Offer(_("All themes"), "list", "all_themes", primary=not counts.more)
    yield Offer(_("Your progress"), "chart", "progress")
    yield Offer(_("Leave the trainer"), "home", "leave")


# --- what was done, and what is due ---------------------------------------------------------------


def sitting_page(sitting: Sitting, thresholds: Thresholds) -> Iterator[Block]:
    """Yield what is asked about, and the exercises answered so far, the last first."""
    done = sitting.done
    yield Title(_("This sitting"), str(len(done)) if done else "")
    yield Offer(chosen_theme_words(sitting.theme), "learn", "theme")
    if not done:
        yield Paragraph(_("Your answers are listed here."), Ink.FAINT)
    for number in range(len(done), 0, -1):
        yield _answered(number, done[number - 1], thresholds)


def _answered(number: int, done: AnsweredExercise, thresholds: Thresholds) -> MoveLine:
    sign, ink = _rating_sign(done.rating, is_shown=done.is_shown)
    return MoveLine(
        number=str(number),
        kind=done.kind,
        cells=cells_words(done.move),
        cost="" if done.is_shown else f"{MINUS}{done.lost}" if done.lost else "0",
        mark=thresholds.mark(done.lost),
        proven=True,
        sign=sign,
        sign_ink=ink,
    )


def today_page(sitting: Sitting) -> Iterator[Block]:
    """Yield the day's counts."""
    counts = sitting.counts
    yield Title(_("Today"))
    yield from count_blocks(
        [
            (_("due now"), counts.due),
            (_("new, still to come"), counts.new_left),
            (_("answered"), counts.answered),
            (_("right"), counts.right),
        ]
    )


def about_page() -> Iterator[Block]:
    """Say what the trainer is."""
    yield Title(_("Endgame trainer"))
    words = _("Missed problems return soon, known ones later, always in a new arrangement.")
    yield Paragraph(words, Ink.FAINT)


# --- blocks ---------------------------------------------------------------------------------------


def told_block(words: str, sign: Sign, ink: Ink | None = None) -> Paragraph:
    """Return what became of an answer, in the ink of its sign unless another is given."""
    icon, icon_ink = sign
    return Paragraph(words, icon_ink if ink is None else ink, Role.STRONG, icon, icon_ink)


def hint_block(hint: Hint, position: Position, worth: str) -> Paragraph:
    """Return a hint that was given; `worth` is what the first one says."""
    return Paragraph(hint_words(hint, position, worth), Ink.PLAIN, icon="hint")


def line_block(words: str, line: Line) -> Paragraph:
    """Return what leads to a line that is shown on the board."""
    position, pairs = line[0], []
    for move in line[1]:
        pairs.append(pair_words(position, move))
        position = position.play(move)
    said = f"{words}: {', '.join(pairs)}"
    return Paragraph(words, Ink.PLAIN, icon="play", leads_to=line, said=said)


def help_offers(given: Sequence[Hint], *, solution: bool) -> Iterator[Block]:
    """Offer one more hint, or say that there is none, and the `solution`; each keeps its place."""
    if len(given) < len(STEPS):
        words = _("Hint ({n} of {count})").format(n=len(given) + 1, count=len(STEPS))
        yield Offer(words, "hint", "hint", typed=N_("hint"))
    else:
        yield Offer(no_further_hint(), "hint")
    if solution:
        yield Offer(_("Show the solution"), "eye", "solution", typed=N_("solution"))


def count_blocks(rows: Iterable[tuple[str, int]]) -> Iterator[Block]:
    """List numbers with what they count."""
    for words, number in rows:
        yield Sum(words, str(number), proven=None)


def _rating_sign(rating: Rating, *, is_shown: bool) -> Sign:
    """Return the sign of an exercise that was answered."""
    return ("eye", Ink.BAD) if is_shown else _RATING_SIGNS[rating]


# --- sentences ------------------------------------------------------------------------------------


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
        return _("One of its tiles is in column {letter}.").format(letter=letter)
    return best_pair_words(pair_words(position, hint.move))


def with_verdict(words: str, verdict: Verdict) -> str:
    """Return words with the pair and its cost filled in."""
    pair = pair_words(verdict.position, verdict.move)
    return words.format(pair=pair, points=points(verdict.cost))


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
        return _("Answered: now try any pair you like")
    if practice.verdict is not None:
        return _("Your turn: play it out")
    return _("Your turn: which pair is best?")


def due_words(due: int) -> str:
    """Say how much is due, if anything is."""
    return ngettext("{n} due", "{n} due", due).format(n=due) if due else ""


def chosen_theme_words(theme: ProblemTheme | None) -> str:
    """Say what the trainer asks about."""
    if theme is None:
        return _("All themes")
    # Translators: {theme} is what exercises are about, such as “a poisoned pair”.
    return _("Only: {theme}").format(theme=_(_THEMES[theme]))


def no_more_words(theme: ProblemTheme, due: int) -> str:
    """Say that no exercise about a theme is left for now, and how many others are due."""
    words = _("There are no more “{theme}” exercises for now.").format(theme=_(_THEMES[theme]))
    if not due:
        return words
    others = ngettext("{n} on other themes is due.", "{n} on other themes are due.", due)
    return f"{words} {others.format(n=due)}"


def source_words(exercise: Exercise, game: PlayedGame | None) -> str:
    """Say where an exercise is from; `game` is the own game, None if it is not kept any more."""
    if exercise.source is Source.SHIPPED:
        return _("Included with the game.")
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
        "Seen {n} time before, in another arrangement.",
        "Seen {n} times before, in other arrangements.",
        exercise.repeat,
    )
    return words.format(n=exercise.repeat)


def verdict_words(verdict: Verdict, *, only: bool) -> str:
    """Say what a pair cost; `only` tells that no other keeps the value."""
    if verdict.cost:
        if not verdict.is_exact:
            return with_verdict(_("{pair} costs at least {points}."), verdict)
        return costs_words(pair_words(verdict.position, verdict.move), points(verdict.cost))
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
        return f"{words} " + _("There was no more to gain.")
    return f"{words} " + _("Perfect play scores {points} more.").format(points=points(playout.lost))


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
        return _("There are no exercises yet. Play a game: your costly moves will appear here.")
    if next_due is None:
        return _("Nothing is due for review.")
    return _("The next exercise comes {when}.").format(when=when_words(next_due, now))
