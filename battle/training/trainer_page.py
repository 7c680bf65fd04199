"""What the trainer says: of the exercise in hand, of the answer, of all answers over time.

said_of(sitting)          the sentence of the exercise, and what stands below it
notes_of(sitting)         what is said besides: hints, reasons, what is awaited
progress_page(answers)    what the answers tell over time
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, TypeVar

from battle.analysis.costs import ProblemTheme
from battle.coach.answer import difference_words
from battle.coach.hints import HintStep, best_pair_words
from battle.coach.reasons import searching_block
from battle.language import N_, _, ngettext
from battle.page.blocks import (
    ITEM,
    Bar,
    Bars,
    Block,
    Figure,
    Ink,
    Page,
    Paragraph,
    Row,
    Run,
)
from battle.profile.records import OwnGame, PlayedGame
from battle.rules.position import COLUMN_LETTERS, Position, for_player
from battle.rules.record import is_hinted
from battle.training.deck import (
    Answer,
    DeckEntry,
    Exercise,
    Rating,
    Source,
    day_of,
    level_at,
    rating_after,
)
from battle.training.sitting import (
    RUN,
    GameLesson,
    Hint,
    Practice,
    Sitting,
    Stage,
    Verdict,
)
from battle.words import (
    brief_day,
    costs_words,
    date_words,
    day_words,
    label,
    listed,
    pair_in_full,
    points,
    sentences,
    share_words,
    shown_name,
    spoken_to,
    weekdays,
)

Sign = tuple[str, Ink]
"""An icon and its ink."""

RIGHT: Final[Sign] = ("check", Ink.GOOD)
NEARLY: Final[Sign] = ("check", Ink.GOLD)
WRONG: Final[Sign] = ("close", Ink.BAD)
_INKS: Final = {Rating.RIGHT: Ink.GOOD, Rating.NEARLY: Ink.GOLD, Rating.MISSED: Ink.BAD}
_LESSON_INKS: Final = {"shown": Ink.GOLD, "right": Ink.GOOD, "open": Ink.PLAIN}
LESSON: Final = N_("Learn from mistakes")
BETTER_PAIRS: Final = N_("Find better pairs in your last game")
WHICH_THEME: Final = N_("Which theme?")
WHICH_PAIR: Final = N_("Which pair is best?")
PLAYED_OUT: Final = N_("This exercise is finished.")
LOOK_IN_ANALYSE: Final = N_("Open it in Analyse")

_ANSWERED: Final = {
    Rating.RIGHT: N_("Right"),
    Rating.NEARLY: N_("Nearly right"),
    Rating.MISSED: N_("Missed"),
}
_SOON: Final = timedelta(hours=1)
_THEMES: Final = {
    ProblemTheme.ONLY_PAIR: N_("a single good pair"),
    ProblemTheme.POISONED_PAIR: N_("a trap"),
    ProblemTheme.ZUGZWANG: N_("having to move loses"),
}


# --- the exercise in hand -------------------------------------------------------------------------


def said_of(sitting: Sitting) -> tuple[str, str]:
    """Return what is asked, or said of the answer, and what stands below it."""
    practice, verdict, shown = sitting.practice, sitting.practice.verdict, sitting.shown
    if shown is not None:
        return shown.words, ""
    if sitting.line is not None and sitting.shows_best:
        best = practice.values.best_moves(sitting.line[0])
        verdict = Verdict(sitting.line[0], sitting.line[1][0], 0)
        return verdict_words(verdict, is_only=len(best) == 1), ""
    if verdict is None:
        return _asked(sitting)
    best = practice.values.best_moves(verdict.position)
    told, missed, below = sitting.told, practice.missed, ""
    if told is not None:
        below = _("Best was {tile}.").format(tile=pair_in_full(verdict.position, told))
    if missed is not None and not verdict.is_past:
        names, values = spoken_to(sitting.names), practice.values
        ends = difference_words(missed, values, names, better=told, discreetly=told is None)
        again = _("Try another pair.") * (told is None and practice.stage is Stage.ASKING)
        below = sentences(ends, below, again)
    below = below or sitting.why_not
    return verdict_words(verdict, is_only=len(best) == 1, wins=_is_won_or_lost(practice)), below


def _asked(sitting: Sitting) -> tuple[str, str]:
    """Return the question, and which game it is from."""
    exercise = sitting.practice.exercise
    if isinstance(sitting, GameLesson) and (mistake := sitting.mistake) is not None:
        words = _("{name} played {pair} here, which cost {points}. Which pair is better?").format(
            name=label(sitting.names[mistake.player - 1]),
            pair=pair_in_full(mistake.position, mistake.move),
            points=points(mistake.cost.value),
        )
        return words, _("The hint was wrong here.") * is_hinted(mistake.node.comment)
    if exercise is None:
        return "", ""
    question, below = question_words(exercise), _("The other side makes no mistake.")
    if exercise.source is Source.OWN:
        below = source_words(exercise, sitting.game)
    return (question, below) if question else (below, "")


def notes_of(sitting: Sitting) -> Iterator[Block]:
    """Yield the hints that were given, the reasons that were asked for, and what is awaited."""
    practice = sitting.practice
    for hint in practice.hints if sitting.line is None else ():
        said = _("One of its tiles is in column {letter}.")
        said = said.format(letter=COLUMN_LETTERS[hint.move.first.column])
        said = said if hint.step is HintStep.COLUMNS else ""
        yield Paragraph(hint_words(hint, practice.position), Ink.PLAIN, icon="hint", said=said)
    yield from _why(sitting)
    if words := sitting.waiting_words:
        yield Paragraph(words, Ink.FAINT, icon="clock", icon_ink=Ink.FAINT)
    elif sitting.is_following:
        yield Paragraph(_("Still looking …"), Ink.FAINT)
    if sitting.is_retired:
        yield Paragraph(_("This exercise will not be asked again."), Ink.PLAIN, icon="delete")


def _why(sitting: Sitting) -> Iterator[Block]:
    """Yield the reasons why the last pair was costly, if they were asked for."""
    why = sitting.why
    for words in why or ():
        yield Paragraph(words, Ink.PLAIN, icon=ITEM)
    if sitting.is_looking:
        yield searching_block()
    elif why == () and sitting.shown is None:
        words = _("Any hint would give the solution away.")
        yield Paragraph(_("No reason was found.") if sitting.names_best else words, Ink.FAINT)


def about_page(sitting: Sitting) -> Iterator[Block]:
    """Yield where the exercise in hand is from, what it is about, and when it returns."""
    practice, exercise = sitting.practice, sitting.practice.exercise
    if exercise is None:
        return
    yield Paragraph(source_words(exercise, sitting.game), Ink.PLAIN)
    yield Paragraph(repeat_words(exercise), Ink.PLAIN)
    if practice.rated is None:
        return
    if exercise.themes:
        # Translators: themes of an exercise, such as “a trap”, separated by commas.
        about = _("Themes: {themes}.")
        names = listed(_(_THEMES[theme]) for theme in exercise.themes)
        yield Paragraph(about.format(themes=names), Ink.PLAIN, icon="info")
    if not sitting.is_retired:
        when = when_words(practice.rated.due, sitting.now())
        yield Paragraph(_("It returns {when}.").format(when=when), Ink.PLAIN, icon="clock")


# --- between exercises ----------------------------------------------------------------------------


def rest_words(sitting: Sitting) -> tuple[str, str]:
    """Return the heading where no exercise is in hand, and how the person stands, or why."""
    counts, theme = sitting.counts, sitting.theme
    if isinstance(sitting, GameLesson):
        count = len(sitting.mistakes)
        words = ngettext(
            "{right} of {n} mistake corrected, {clean} at the first try.",
            "{right} of {n} mistakes corrected, {clean} at the first try.",
            count,
        )
        right = sum(sitting.how(index) == "right" for index in range(count))
        return _("End of the lesson"), words.format(right=right, n=count, clean=sitting.clean)
    if sitting.is_run_over:
        ratings = [one.rated.rating for one in sitting.run if one.rated is not None]
        return run_words(ratings), grade_words(counts.level)
    title, why = due_words(counts.due) or _("Nothing to repeat"), ""
    if counts.is_empty and theme is None:
        why = _("There are no exercises yet. Play a game: your costly moves will appear here.")
    elif theme is not None:
        title, why = _("None left on this theme"), no_more_words(theme, counts.others_due)
    elif counts.next_due is not None:
        why = _("The next exercise comes {when}.")
        why = why.format(when=when_words(counts.next_due, sitting.now()))
    return title, why


def run_block(sitting: Sitting) -> Run:
    """Return the run as bars: the answers, the exercise in hand, those to come.

    Those of a lesson are its mistakes.
    """
    if isinstance(sitting, GameLesson):
        count = len(sitting.mistakes)
        of_all = _("{n} of {count}").format(n=min(sitting.index + 1, count), count=count)
        hows = (sitting.how(index) for index in range(sitting.index))
        return Run(tuple(_LESSON_INKS.get(how, Ink.FAINT) for how in hows), count, of_all, of_all)
    inks = tuple(_INKS[one.rated.rating] for one in sitting.run if one.rated is not None)
    said = _("{right} of {n} right, {left} to come") * bool(inks)
    right, left = inks.count(Ink.GOOD), RUN - len(inks)
    return Run(inks, RUN, said.format(right=right, n=len(inks), left=left))


def run_words(ratings: Sequence[Rating]) -> str:
    """Say how many exercises of a run were right."""
    right = ratings.count(Rating.RIGHT)
    return _("{right} of {n} right").format(right=right, n=len(ratings))


# --- sentences ------------------------------------------------------------------------------------


def pairs_to_take(position: Position) -> str:
    """Say how many pairs there are to choose from."""
    count = len(position.legal_moves)
    return ngettext("{n} pair can be taken.", "{n} pairs can be taken.", count).format(n=count)


def hint_words(hint: Hint, position: Position) -> str:
    """Return a hint in words."""
    if hint.step is HintStep.WORTH:
        return _("A best pair is worth {points}.").format(points=points(position.worth(hint.move)))
    if hint.step is HintStep.COLUMNS:
        return _("One of its tiles is in the lit column.")
    return best_pair_words(pair_in_full(position, hint.move))


def headline(sitting: Sitting) -> str:
    """Word the task."""
    practice = sitting.practice
    if isinstance(sitting, GameLesson):
        return _(LESSON)
    if practice.is_none:
        return _("Endgame trainer")
    if practice.stage is Stage.CHECKING:
        return _("What is it worth?")
    is_new = practice.stage is Stage.ASKING and practice.verdict is None
    is_asked = practice.counts or (is_new and not sitting.shows_best)
    return _(WHICH_PAIR) if is_asked else answered_words(practice)


def due_words(due: int) -> str:
    """Say how much is due, if anything is."""
    return ngettext("{n} to repeat", "{n} to repeat", due).format(n=due) if due else ""


def chosen_theme_words(theme: ProblemTheme | None) -> str:
    """Name the trainer's theme."""
    if theme is None:
        return _("All themes")
    # Translators: {theme} is what exercises are about, such as “a trap”.
    return _("Only: {theme}").format(theme=_(_THEMES[theme]))


def no_more_words(theme: ProblemTheme, due: int) -> str:
    """Say that no exercise about a theme is left for now, and how many others are due."""
    words = _("There are no more “{theme}” exercises for now.").format(theme=_(_THEMES[theme]))
    others = _("On other themes: {due}.").format(due=due_words(due))
    return sentences(words, others if due else "")


def source_words(exercise: Exercise, game: PlayedGame | None) -> str:
    """Say where an exercise is from; `game` is the own game, None if it is not kept any more."""
    if exercise.source is Source.SHIPPED:
        return _("Included with the game.")
    if exercise.source is Source.FILE:
        return _("From your file “{name}”.").format(name=shown_name(exercise.game))
    if exercise.source is Source.GENERATED:
        return _("Found for you.")
    if game is None:
        return _("From one of your games.")
    day = day_words(game.ended)
    if game.person is None:
        return _("From the game {first} – {second}, {day}.").format(
            first=game.names[0], second=game.names[1], day=day
        )
    name = OwnGame(game, game.person).rival
    return _("From your game against {name}, {day}.").format(name=name, day=day)


def repeat_words(exercise: Exercise) -> str:
    """Say whether it was seen before."""
    if not exercise.repeat:
        return _("New to you.")
    return ngettext(
        "Seen {n} time before, in another arrangement.",
        "Seen {n} times before, in other arrangements.",
        exercise.repeat,
    ).format(n=exercise.repeat)


def verdict_words(verdict: Verdict, *, is_only: bool, wins: bool = False) -> str:
    """Say what a pair cost; `is_only` if no other is as good, then whether it alone `wins`."""
    pair, cost = pair_in_full(verdict.position, verdict.move), points(verdict.cost)
    if verdict.cost and verdict.is_exact:
        return costs_words(pair, cost)
    words = _("{pair} is one of the best pairs.")
    if verdict.cost:
        words = _("{pair} costs at least {points}.")
    elif is_only:
        words = _("Only {pair} wins.") if wins else _("{pair} is best.")
    return words.format(pair=pair, points=cost)


def grade_words(level: int) -> str:
    """Name a level."""
    return _("Level {level}").format(level=level)


def question_words(exercise: Exercise) -> str:
    """Say what depends on the pair that the heading asks for; empty if several are best."""
    problem = exercise.problem
    if len(problem.best_moves) > 1:
        return ""
    if not _decides(exercise):
        return _("One pair is better than every other.")
    lead = for_player(problem.position.margin, problem.position.to_move)
    return sentences(_lead_words(lead), _("One pair wins, every other loses."))


def _decides(exercise: Exercise) -> bool:
    """Whether one pair wins and every other loses."""
    problem = exercise.problem
    lead = for_player(problem.position.margin, problem.position.to_move)
    best, *others = sorted((lead + value for value in problem.values.values()), reverse=True)
    return best > 0 > max(others, default=0)


def _is_won_or_lost(practice: Practice) -> bool:
    """Whether the exercise asks for the pair that wins."""
    return practice.exercise is not None and _decides(practice.exercise)


def _lead_words(lead: int) -> str:
    """Say how far the player to move is ahead, on which depends who wins."""
    if lead > 0:
        words = ngettext("You are {n} point ahead.", "You are {n} points ahead.", lead)
    elif lead < 0:
        words = ngettext("You are {n} point behind.", "You are {n} points behind.", -lead)
    else:
        return _("The score is even.")
    return words.format(n=abs(lead))


def answered_words(practice: Practice) -> str:
    """Say how an exercise was answered."""
    assert practice.rated is not None
    is_right = practice.verdict is not None and not practice.verdict.cost
    if is_right and practice.lost:
        return _("Right this time")
    if practice.rated.rating is Rating.NEARLY and not practice.lost:
        return _("Right, with a hint")
    return _("Solution shown") if practice.is_shown else _(_ANSWERED[practice.rated.rating])


def when_words(moment: datetime, now: datetime) -> str:
    """Return a moment to come as people name it."""
    days = (day_of(moment, None) - day_of(now, None)).days
    if days <= 0 or moment - now < _SOON:
        minutes = max(1, -(-round((moment - now).total_seconds()) // 60))
        hours = round(minutes / 60)
        if minutes < 60:
            return ngettext("in {n} minute", "in {n} minutes", minutes).format(n=minutes)
        return ngettext("in {n} hour", "in {n} hours", hours).format(n=hours)
    if days == 1:
        return _("tomorrow")
    return ngettext("in {n} day, on {date}", "in {n} days, on {date}", days).format(
        n=days, date=date_words(f"{day_of(moment, None):%Y.%m.%d}")
    )


# --- progress ------------------------------------------------------------------------------------

Key = TypeVar("Key")


@dataclass(frozen=True)
class AnswerCounts:
    """Answers counted together; those that are `right` lost nothing, without a hint."""

    answers: int = 0
    right: int = 0


def counts_of(answers: Iterable[Answer]) -> AnswerCounts:
    """Return the counts of some answers; those that changed no card are left out."""
    counted = [answer for answer in answers if answer.counted]
    return AnswerCounts(
        answers=len(counted),
        right=sum(answer.rating is Rating.RIGHT for answer in counted),
    )


def grouped(answers: Iterable[Answer], key: Callable[[Answer], Key]) -> dict[Key, AnswerCounts]:
    """Return the counts of the answers that have the same key, such as their day."""
    groups: defaultdict[Key, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[key(answer)].append(answer)
    return {group: counts_of(those) for group, those in groups.items()}


def forecast(
    entries: Iterable[DeckEntry], now: datetime, days: int = 7, zone: tzinfo | None = None
) -> Sequence[int]:
    """Return how many problems will be due today, with what is overdue, and on the next days."""
    today = day_of(now, zone)
    due = Counter(
        max(timedelta(), day_of(entry.due, zone) - today).days
        for entry in entries
        if entry.due is not None and not entry.is_retired
    )
    return [due[day] for day in range(days)]


def progress_page(
    answers: Sequence[Answer], entries: Sequence[DeckEntry], now: datetime, days: int
) -> Page:
    """Return figures of all answers, then the last `days`, the week to come, levels if several."""
    counts, today = counts_of(answers), day_of(now, None)
    firsts = (answer for answer in answers if answer.counted and not answer.repeat)
    rating = rating_after((answer.level, answer.rating) for answer in firsts)
    of_day = grouped(answers, lambda answer: day_of(answer.at, None))
    of_level = grouped(answers, lambda answer: answer.level)
    week = [
        _("today"),
        *(weekdays()[(today.weekday() + ahead) % 7] for ahead in range(1, 7)),
    ]
    by_level = Bars(
        _("By level"),
        tuple(_level(*level) for level in sorted(of_level.items())),
        lying=True,
        filled=_("right"),
    )
    return (
        Row(
            (
                Figure(_("Level"), str(level_at(rating))),
                Figure(_("Answered"), str(counts.answers)),
                Figure(_("Right"), _share(counts.right, counts.answers)),
            )
        ),
        Bars(_("Answers by day"), tuple(_days(of_day, today, days)), filled=_("right")),
        Bars(
            _("Exercises to repeat"),
            tuple(
                Bar(day, due, due, stands_out=day == week[0])
                for day, due in zip(week, forecast(entries, now, len(week)), strict=True)
            ),
        ),
        *[by_level] * (len(of_level) > 1),
    )


def _days(of_days: Mapping[date, AnswerCounts], today: date, number: int) -> Iterable[Bar]:
    """Yield the answers of the last days, the oldest first; the right ones are filled."""
    for back in range(number - 1, -1, -1):
        day = today - timedelta(days=back)
        counts = of_days.get(day, AnswerCounts())
        words = brief_day(day) if back else _("today")
        yield Bar(words, counts.answers, counts.right, stands_out=not back)


def _level(level: int, counts: AnswerCounts) -> Bar:
    share = _share(counts.right, counts.answers)
    words = _("{share} of {n}").format(share=share, n=counts.answers)
    return Bar(_("level {level}").format(level=level), counts.answers, counts.right, words)


def _share(part: int, of: int) -> str:
    return share_words(part / of) if of else "–"
