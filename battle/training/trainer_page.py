"""The trainer's pages: the current exercise, verdicts, what is due, progress.

task_page(sitting)        the exercise in hand with verdict, hints and offers, or when one comes
pages(sitting)            the four pages around the table, of the deck or of a lesson
progress_page(answers)    what the answers tell over time
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, TypeVar

from battle.analysis.costs import ProblemTheme, Thresholds
from battle.coach.hints import HintStep, best_pair_words, no_further_hint
from battle.coach.reasons import Line, searching_block
from battle.language import N_, _, ngettext
from battle.page.blocks import (
    ITEM,
    Bar,
    Bars,
    Block,
    Figure,
    Ink,
    MoveLine,
    Offer,
    Page,
    Paragraph,
    Role,
    Row,
    Run,
    Space,
    Sum,
    Title,
)
from battle.page.review import blame_words
from battle.profile.records import PlayedGame, against_words
from battle.rules.position import COLUMN_LETTERS, Position, for_player
from battle.rules.record import is_hinted
from battle.training.deck import (
    EASIEST,
    HARDEST,
    Answer,
    DeckEntry,
    Exercise,
    Maturity,
    Rating,
    Source,
    day_of,
    level_at,
    rating_after,
)
from battle.training.sitting import (
    RUN,
    STEPS,
    Hint,
    Lesson,
    Practice,
    Sitting,
    Stage,
    Verdict,
)
from battle.words import (
    MINUS,
    cells_words,
    costs_words,
    date_words,
    day_words,
    label,
    listed,
    number_of,
    pair_in_full,
    pair_words,
    points,
    sentences,
    share_words,
    shown_name,
    titled,
    weekdays,
)

Sign = tuple[str, Ink]
"""An icon and its ink."""

RIGHT: Final[Sign] = ("check", Ink.GOOD)
NEARLY: Final[Sign] = ("check", Ink.GOLD)
WRONG: Final[Sign] = ("close", Ink.BAD)
_RATING_SIGNS: Final[dict[Rating, Sign]] = {
    Rating.RIGHT: RIGHT,
    Rating.NEARLY: NEARLY,
    Rating.MISSED: WRONG,
}
_LESSON_SIGNS: Final[dict[str, Sign]] = {
    "shown": ("eye", Ink.GOLD),
    "right": RIGHT,
    "open": ("play", Ink.GOLD),
    "skipped": ("minus", Ink.FAINT),
    "": ("", Ink.PLAIN),
}
LESSON: Final = N_("Learn from mistakes")
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
    ProblemTheme.POISONED_PAIR: N_("a poisoned pair"),
    ProblemTheme.ZUGZWANG: N_("zugzwang (having to move loses)"),
}


def pages(sitting: Sitting, thresholds: Thresholds, waiting: str = "") -> tuple[Page, ...]:
    """Return the task, the list of what was done, the counts, and what all this is."""
    if isinstance(sitting, Lesson):
        listed, heading, rows = mistakes_page(sitting, thresholds), _("So far"), _score(sitting)
        what = _(LESSON), _("Every pair that keeps the value is right, not only the expected one.")
    else:
        counts = sitting.counts
        listed, heading = run_page(sitting, thresholds), _("You")
        rows = {_("rating"): counts.rating}
        words = _("Missed problems return soon, known ones later, always in a new arrangement.")
        what = _("Endgame trainer"), words
    return (
        tuple(task_page(sitting, waiting)),
        tuple(listed),
        (Title(heading), *(Sum(words, str(n), proven=None) for words, n in rows.items())),
        (Title(what[0]), Paragraph(what[1], Ink.FAINT)),
    )


# --- the exercise in hand -------------------------------------------------------------------------


def task_page(sitting: Sitting, waiting: str = "") -> Iterator[Block]:
    """Yield the exercise in hand, or when there is one again.

    `waiting` names the solver's task, empty without one.
    """
    practice = sitting.practice
    if practice.is_none:
        yield from lesson_end(sitting) if isinstance(sitting, Lesson) else _rest(sitting, waiting)
        return
    yield from _task(sitting, practice)
    yield from verdict_page(sitting)
    if practice.exercise is not None and practice.exercise.source is Source.OWN:
        yield Paragraph(source_words(practice.exercise, sitting.game))
    if sitting.is_answered:
        yield from _help(sitting, practice, waiting)
    yield Space(6)
    yield from _offers(sitting, practice)
    if not sitting.is_answered:
        yield Space(4)
        yield from _help(sitting, practice, waiting)
    if sitting.offers_all:
        yield Space(4)
        yield from more_page(sitting)


def _task(sitting: Sitting, practice: Practice) -> Iterator[Block]:
    exercise = practice.exercise
    if isinstance(sitting, Lesson) and (mistake := sitting.mistake) is not None:
        yield Title(
            _("Mistake {n} of {count}").format(n=sitting.index + 1, count=len(sitting.mistakes)),
            player=practice.person,
            large=True,
        )
        words = _("{name} played {pair} here, which cost {points}. Which pair is better?").format(
            name=label(sitting.names[practice.person - 1]),
            pair=pair_in_full(mistake.position, mistake.move),
            points=points(mistake.cost.value),
        )
        yield Paragraph(words, Ink.PLAIN, Role.TEXT)
        if practice.verdict is None and sitting.answer is not None:
            yield Offer(_("Play the answer"), "play", "why")
    elif exercise is not None:
        yield Title(level_words(exercise.level), large=True)
        yield run_block(sitting)
        if practice.counts:
            yield Paragraph(question_words(exercise), Ink.PLAIN, Role.TEXT)


def verdict_page(sitting: Sitting) -> Iterator[Block]:
    """Yield what became of the answer, and of the last pair."""
    practice = sitting.practice
    verdict = practice.verdict
    is_nearly = practice.rated is not None and practice.rated.rating is Rating.NEARLY
    if practice.exercise is not None and (practice.is_shown or is_nearly):
        yield sign_block(answered_words(practice), _rating_sign(practice))
    if verdict is None:
        return
    best = practice.values.best_moves(verdict.position)
    yield Space(4)
    words = verdict_words(verdict, only=len(best) == 1)
    if verdict.cost and verdict.is_past:
        yield Paragraph(words, icon="info")
    else:
        yield sign_block(words, WRONG if verdict.cost else RIGHT)
    if (told := sitting.told) is not None:
        words = _("Best was {tile}.").format(tile=pair_in_full(verdict.position, told))
        yield Paragraph(words, Ink.PLAIN, icon="hint")
    if verdict.cost:
        yield from _why(sitting)
    elif practice.exercise is None and sitting.why_not:
        yield Paragraph(sitting.why_not, Ink.PLAIN, icon=ITEM)


def _why(sitting: Sitting) -> Iterator[Block]:
    """Yield the reasons why the last pair was costly, if they were asked for."""
    why = sitting.why
    for words in why or ():
        yield Paragraph(words, Ink.PLAIN, icon=ITEM)
    if sitting.is_looking:
        yield searching_block()
    elif why == ():
        words = _("Any hint would give the solution away.")
        yield Paragraph(_("No reason was found.") if sitting.names_best else words, Ink.FAINT)


def _help(sitting: Sitting, practice: Practice, waiting: str) -> Iterator[Block]:
    line = sitting.line
    for hint in practice.hints if line is None else ():
        said = _("One of its tiles is in column {letter}.")
        said = said.format(letter=COLUMN_LETTERS[hint.move.first.column])
        said = said if hint.step is HintStep.COLUMNS else ""
        yield Paragraph(hint_words(hint, practice.position), Ink.PLAIN, icon="hint", said=said)
    yield from waiting_page(waiting)
    if line is not None:
        best, own = _("The best pair and best play after it"), _("Your pair and best play after it")
        yield line_block(best if sitting.shows_best else own, line)
        if not is_played_out(line):
            still, end = _("Still looking …"), _("How it goes on is not proven.")
            yield Paragraph(still if sitting.is_following else end, Ink.FAINT)
    if sitting.is_retired:
        yield Paragraph(_("This exercise will not be asked again."), Ink.PLAIN, icon="delete")


def waiting_page(words: str) -> Iterator[Block]:
    """Yield the solver's task, if it has one."""
    if words:
        yield Paragraph(words, Ink.FAINT, icon="solver", icon_ink=Ink.FAINT)


def _offers(sitting: Sitting, practice: Practice) -> Iterator[Block]:
    """Offer what is wanted next: go on, see it played, a hint; all else behind *More*."""
    given, answered, icon = len(practice.hints), sitting.is_answered, "chevron-right"
    if answered and isinstance(sitting, Lesson):
        is_last = sitting.index + 1 == len(sitting.mistakes)
        yield Offer(_("Finish") if is_last else _("Next mistake"), icon, "go_on", primary=True)
    elif answered:
        yield Offer(_("Next"), icon, "go_on", primary=True, typed=N_("next"))
    elif given < len(STEPS):
        words = _("Hint ({n} of {count})").format(n=given + 1, count=len(STEPS))
        yield Offer(words, "hint", "hint", typed=N_("hint"))
    else:
        yield Offer(no_further_hint(), "hint")
    if sitting.can_show:
        words = _("Show") if sitting.line is None else _("Show a better pair")
        yield Offer(words, "play", "solution", typed=N_("show"))
    if not answered and isinstance(sitting, Lesson):
        yield Offer(_("Skip"), icon, "go_on")
    if not sitting.offers_all and any(more_page(sitting)):
        yield Offer(_("More"), "menu", "more", typed=N_("more"))


def more_page(sitting: Sitting) -> Iterator[Block]:
    """Offer what is seldom wanted, and say where an exercise is from and when it returns."""
    practice, answered = sitting.practice, sitting.is_answered
    exercise = practice.exercise
    if practice.verdict is not None and practice.verdict.cost and sitting.why is None:
        yield Offer(_("Why?"), "help", "why", typed=N_("why"))
    if answered:
        yield Offer(_(LOOK_IN_ANALYSE), "analyse", "analyse")
    if exercise is None:
        return
    if answered:
        yield Offer(_("Once more"), "rematch", "again", typed=N_("again"))
        retire = _("Ask it again") if sitting.is_retired else _("Do not ask it again")
        yield Offer(retire, "undo" if sitting.is_retired else "delete", "retire")
    yield Offer(chosen_theme_words(sitting.theme), "trainer", "theme")
    yield Offer(_("Your progress"), "chart", "progress")
    source = source_words(exercise, sitting.game) if exercise.source is not Source.OWN else ""
    yield Paragraph(sentences(source, repeat_words(exercise)), Ink.MUTED)
    if practice.rated is None:
        return
    if sitting.why_not:
        yield Paragraph(sitting.why_not, Ink.PLAIN, icon=ITEM)
    if exercise.themes:
        # Translators: themes of an exercise, such as “a poisoned pair”, separated by commas.
        about = _("Themes: {themes}.")
        names = listed(_(_THEMES[theme]) for theme in exercise.themes)
        yield Paragraph(about.format(themes=names), Ink.PLAIN, icon="info")
    if not sitting.is_retired:
        when = when_words(practice.rated.due, sitting.now())
        yield Paragraph(_("It returns {when}.").format(when=when), Ink.PLAIN, icon="clock")


def _rest(sitting: Sitting, waiting: str) -> Iterator[Block]:
    """Yield the end of a run with the person's level and rating, or why there is no exercise."""
    counts, theme = sitting.counts, sitting.theme
    if sitting.is_run_over:
        run = run_block(sitting)
        words = _("{right} of {n} right").format(right=run.inks.count(Ink.GOOD), n=RUN)
        yield Title(words, large=True)
        yield run
        yield Title(level_words(counts.level))
        words, more = _("Your rating is {rating}."), counts.rating - sitting.began_at
        if more > 0:
            words = _("Your rating is {rating}, {more} more than before.")
        yield Paragraph(words.format(rating=counts.rating, more=more), Ink.PLAIN, Role.TEXT)
        yield Space(8)
        yield Offer(_("Next ten"), "chevron-right", "go_on", primary=True)
    else:
        title, why = _("Nothing due"), _("Nothing is due for review.")
        if counts.is_empty:
            why = _("There are no exercises yet. Play a game: your costly moves will appear here.")
        elif theme is not None:
            title, why = _("None left on this theme"), no_more_words(theme, counts.others_due)
        elif counts.next_due is not None:
            why = _("The next exercise comes {when}.").format(
                when=when_words(counts.next_due, sitting.now())
            )
        yield Title(title, large=True)
        yield Paragraph(why, Ink.PLAIN, Role.TEXT, "clock")
        yield from waiting_page(waiting)
        yield Space(8)
        if counts.more:
            yield Offer(_("Next"), "chevron-right", "go_on", primary=True)
        if theme is not None:
            yield Offer(_("All themes"), "list", "all_themes", primary=not counts.more)
    yield Offer(_("Your progress"), "chart", "progress")
    yield Offer(_("Leave the trainer"), "home", "leave")


# --- what was done, and what is due ---------------------------------------------------------------


def run_page(sitting: Sitting, thresholds: Thresholds) -> Iterator[Block]:
    """Yield the exercises of the run answered so far, the last first."""
    yield Title(_("This run"))
    if not sitting.run:
        yield Paragraph(_("Your answers are listed here."), Ink.FAINT)
    for number in range(len(sitting.run), 0, -1):
        yield from _answered(number, sitting.run[number - 1], thresholds)


def _answered(number: int, practice: Practice, thresholds: Thresholds) -> Iterator[Block]:
    """Yield an answer: the pair taken first, else a best one."""
    exercise = practice.exercise
    if exercise is None:
        return
    move, shown = practice.first or exercise.problem.best_moves[0], practice.is_shown
    sign, ink = _rating_sign(practice)
    yield MoveLine(
        number=str(number),
        kind=exercise.problem.position.kind_of(move),
        cells=cells_words(move),
        cost="" if shown else f"{MINUS}{practice.lost}" if practice.lost else "0",
        mark=thresholds.mark(practice.lost),
        proven=True,
        sign=sign,
        sign_ink=ink,
    )


def run_block(sitting: Sitting) -> Run:
    """Return the run as bars: the answers, the exercise in hand, those to come."""
    rated = (practice.rated for practice in sitting.run if practice.rated is not None)
    inks = tuple(_RATING_SIGNS[one.rating][1] for one in rated)
    said = _("{right} of {n} right, {left} to come") * bool(inks)
    right, left = inks.count(Ink.GOOD), RUN - len(inks)
    return Run(inks, RUN, said.format(right=right, n=len(inks), left=left))


# --- lesson ---------------------------------------------------------------------------------------


def lesson_end(lesson: Lesson) -> Iterator[Block]:
    """Yield how the lesson went."""
    yield Title(_("End of the lesson"), large=True)
    count = len(lesson.mistakes)
    words = ngettext(
        "{right} of {n} mistake corrected, {clean} at the first try.",
        "{right} of {n} mistakes corrected, {clean} at the first try.",
        count,
    )
    words = words.format(right=_score(lesson)[_("solved")], n=count, clean=lesson.clean)
    yield Paragraph(words, Ink.PLAIN, Role.TEXT)
    yield Space(8)
    yield Offer(_("Back to Analyse"), "analyse", "leave", primary=True)
    yield Offer(_("Once more"), "rematch", "again")


def mistakes_page(lesson: Lesson, thresholds: Thresholds) -> Iterator[Block]:
    """Yield every mistake with how it went; each leads to itself."""
    yield Title(_("Mistakes"))
    for index, mistake in enumerate(lesson.mistakes):
        sign, ink = _LESSON_SIGNS[lesson.how(index)]
        yield MoveLine(
            number="",
            kind=mistake.kind,
            cells=cells_words(mistake.move),
            cost=f"{MINUS}{mistake.cost.value}",
            mark=thresholds.mark(mistake.cost.value),
            proven=True,
            leads_to=index,
            sign=sign,
            sign_ink=ink,
        )
        if is_hinted(mistake.node.comment):
            yield Paragraph(blame_words(mistake), Ink.PLAIN, icon="hint")


def _score(lesson: Lesson) -> dict[str, int]:
    counts = Counter(map(lesson.how, range(len(lesson.mistakes))))
    return {
        _("solved"): counts["right"],
        _("first try, no help"): lesson.clean,
        _("solution shown"): counts["shown"],
        _("skipped"): counts["skipped"],
    }


# --- blocks ---------------------------------------------------------------------------------------


def sign_block(words: str, sign: Sign) -> Paragraph:
    """Return what became of an answer, in the ink of its sign."""
    icon, ink = sign
    return Paragraph(words, ink, Role.STRONG, icon, ink)


def line_block(words: str, line: Line) -> Paragraph:
    """Return what leads to a line that is shown on the board."""
    position, pairs = line[0], []
    for move in line[1]:
        pairs.append(pair_words(position, move))
        position = position.play(move)
    return Paragraph(
        words, Ink.PLAIN, icon="play", leads_to=line, said=titled(words, listed(pairs))
    )


def is_played_out(line: Line) -> bool:
    """Whether no pair is left at the end of a line."""
    position, moves = line
    for move in moves:
        position = position.play(move)
    return position.is_over


def _rating_sign(practice: Practice) -> Sign:
    assert practice.rated is not None
    return ("eye", Ink.BAD) if practice.is_shown else _RATING_SIGNS[practice.rated.rating]


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
        return _("One of its tiles is in the column in the light.")
    return best_pair_words(pair_in_full(position, hint.move))


def headline(sitting: Sitting) -> str:
    """Word the task."""
    practice = sitting.practice
    if isinstance(sitting, Lesson):
        if sitting.is_answered:
            return _(LESSON)
        return _("{name} to move: which pair is best?").format(
            name=label(sitting.names[practice.person - 1])
        )
    if practice.is_none:
        return _("Endgame trainer")
    if practice.stage is Stage.CHECKING:
        return _("What is it worth?")
    return _(WHICH_PAIR) if practice.counts else answered_words(practice)


def aside(sitting: Sitting) -> str:
    """Say which move of the game the mistake in hand was, or how much is due."""
    if not isinstance(sitting, Lesson):
        return due_words(sitting.counts.due)
    if sitting.mistake is None:
        return ""
    return _("move {number}").format(number=number_of(sitting.mistake.node))


def due_words(due: int) -> str:
    """Say how much is due, if anything is."""
    return ngettext("{n} due", "{n} due", due).format(n=due) if due else ""


def chosen_theme_words(theme: ProblemTheme | None) -> str:
    """Name the trainer's theme."""
    if theme is None:
        return _("All themes")
    # Translators: {theme} is what exercises are about, such as “a poisoned pair”.
    return _("Only: {theme}").format(theme=_(_THEMES[theme]))


def no_more_words(theme: ProblemTheme, due: int) -> str:
    """Say that no exercise about a theme is left for now, and how many others are due."""
    words = _("There are no more “{theme}” exercises for now.").format(theme=_(_THEMES[theme]))
    others = ngettext("{n} on other themes is due.", "{n} on other themes are due.", due)
    return sentences(words, others.format(n=due) if due else "")


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
        return _("From the game {first} – {second}, {day}.").format(
            first=game.names[0], second=game.names[1], day=day
        )
    return _("From your game against {name}, {day}.").format(name=against_words(game), day=day)


def repeat_words(exercise: Exercise) -> str:
    """Say whether it was seen before."""
    if not exercise.repeat:
        return _("New to you.")
    return ngettext(
        "Seen {n} time before, in another arrangement.",
        "Seen {n} times before, in other arrangements.",
        exercise.repeat,
    ).format(n=exercise.repeat)


def verdict_words(verdict: Verdict, *, only: bool) -> str:
    """Say what a pair cost; `only` if no other keeps the value."""
    pair, cost = pair_in_full(verdict.position, verdict.move), points(verdict.cost)
    if verdict.cost:
        if verdict.is_exact:
            return costs_words(pair, cost)
        return _("{pair} costs at least {points}.").format(pair=pair, points=cost)
    return (
        _("Right! Only {pair} keeps the value.") if only else _("Right! {pair} keeps the value.")
    ).format(pair=pair)


def level_words(level: int) -> str:
    """Name a level."""
    return _("Level {level}").format(level=level)


def question_words(exercise: Exercise) -> str:
    """Ask for the best pair, and say what depends on it."""
    problem = exercise.problem
    if len(problem.best_moves) > 1:
        return _(WHICH_PAIR)
    lead = for_player(problem.position.margin, problem.position.to_move)
    best, *others = (lead + value for value in problem.values.values())
    if best > 0 > max(others, default=0):
        return sentences(_lead_words(lead), _("One pair wins, every other loses. Which?"))
    return _("One pair is better than every other. Which?")


def _lead_words(lead: int) -> str:
    """Say how far the player to move is ahead, which not every surface shows; empty if nobody is.

    Who wins depends on it.
    """
    if lead > 0:
        words = ngettext("You are {n} point ahead.", "You are {n} points ahead.", lead)
    elif lead < 0:
        words = ngettext("You are {n} point behind.", "You are {n} points behind.", -lead)
    else:
        return ""
    return words.format(n=abs(lead))


def answered_words(practice: Practice) -> str:
    """Say how an exercise was answered."""
    assert practice.rated is not None
    if practice.rated.rating is Rating.NEARLY and not practice.lost:
        return _("Right, with a hint")
    return _("Solution shown") if practice.is_shown else _(_ANSWERED[practice.rated.rating])


def when_words(moment: datetime, now: datetime) -> str:
    """Return a moment to come as people name it; days begin at four in the morning."""
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

_MATURITIES: Final = {
    Maturity.NEW: N_("new"),
    Maturity.LEARNING: N_("being learned"),
    Maturity.YOUNG: N_("known"),
    Maturity.MATURE: N_("known well"),
}


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
    """Return figures of all answers, then the last `days`, the levels, the week, how well known."""
    counts, today = counts_of(answers), day_of(now, None)
    firsts = (answer for answer in answers if answer.counted and not answer.repeat)
    rating = rating_after((answer.level, answer.rating) for answer in firsts)
    of_day = grouped(answers, lambda answer: day_of(answer.at, None))
    of_level = grouped(answers, lambda answer: answer.level)
    of_entries = Counter(entry.maturity for entry in entries if not entry.is_retired)
    week = [
        _("today"),
        *(weekdays()[(today.weekday() + ahead) % 7] for ahead in range(1, 7)),
    ]
    known = ((_(words), of_entries[maturity]) for maturity, words in _MATURITIES.items())
    return (
        Row(
            (
                Figure(_("level"), str(level_at(rating))),
                Figure(_("rating"), str(rating)),
                Figure(_("answered"), str(counts.answers)),
                Figure(_("right"), _share(counts.right, counts.answers)),
            )
        ),
        Bars(_("Answers by day"), tuple(_days(of_day, today, days)), filled=_("right")),
        Bars(
            _("By level"),
            tuple(_level(n, of_level.get(n, AnswerCounts())) for n in range(EASIEST, HARDEST + 1)),
            lying=True,
            filled=_("right"),
        ),
        Bars(
            _("Coming up"),
            tuple(
                Bar(day, due, due, stands_out=day == week[0])
                for day, due in zip(week, forecast(entries, now, len(week)), strict=True)
            ),
        ),
        Bars(
            _("How well known"),
            tuple(Bar(*maturity, maturity[1]) for maturity in known),
            lying=True,
        ),
    )


def _days(of_days: Mapping[date, AnswerCounts], today: date, number: int) -> Iterable[Bar]:
    """Yield the answers of the last days, the oldest first; the right ones are filled."""
    for back in range(number - 1, -1, -1):
        day = today - timedelta(days=back)
        counts = of_days.get(day, AnswerCounts())
        yield Bar(
            str(day.day) if back else _("today"), counts.answers, counts.right, stands_out=not back
        )


def _level(level: int, counts: AnswerCounts) -> Bar:
    words = (
        _("{share} of {n}").format(share=_share(counts.right, counts.answers), n=counts.answers)
        if counts.answers
        else "–"
    )
    return Bar(_("level {level}").format(level=level), counts.answers, counts.right, words)


def _share(part: int, of: int) -> str:
    return share_words(part / of) if of else "–"
