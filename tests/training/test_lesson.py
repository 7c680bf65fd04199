"""Lessons, and what the pages around the trainer's table say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from random import Random

import pygame
import pytest

from battle import language
from battle.analysis.costs import USUAL
from battle.analysis.study import Study
from battle.engine.jobs import Analyst, Scheduler
from battle.game.setup import level_title
from battle.page.blocks import Block, MoveLine, Offer, Paragraph
from battle.profile.records import PlayedGame, Records
from battle.profile.store import Database
from battle.rules.position import IllegalMoveError, Move, Position, deal, move, played_down
from battle.rules.problem import problem
from battle.rules.record import Ending, Game, Reason
from battle.training.deck import Deck, Exercise, Rated, Rating
from battle.training.practice import STEPS, Practice, Stage
from battle.training.problems import Source
from battle.training.sitting import DeckCounts, Lesson, Mistake, Sitting, proven_mistakes
from battle.training.trainer_page import (
    aside,
    headline,
    pages,
    rated_words,
    source_words,
    task_page,
    when_words,
)
from battle.window.pages.painters import height_of
from battle.window.ui.theme import Theme
from tests.support.endgames import NOON, Clock, problems
from tests.support.engines import TwinEngine
from tests.support.texts import check_page
from tools.reference import move_values, value

# -- lesson ---------------------------------------------------------------------------------------


def bad_game(seed: int = 1) -> Game:
    """Return a game of an endgame in which both players make mistakes."""
    random = Random(seed)
    while True:
        start = played_down(random, deal(random.randint(1, 10_000)), 20)
        game = Game(Position(start.columns, start.to_move))
        while not game.position.is_over:
            game.play(random.choice(game.position.legal_moves))
        if len(costs(game)) > 2:
            return game


def costs(game: Game) -> list[tuple[Position, Move, int]]:
    """Return the costly moves of a game's main line, by the reference solver."""
    found = []
    for node in game.root.main_line():
        assert node.parent is not None
        assert node.move is not None
        values = move_values(node.parent.position)
        cost = max(values.values()) - values[node.move]
        if cost:
            found.append((node.parent.position, node.move, cost))
    return found


def reviewed(game: Game) -> Study:
    """Return the study of a game whose review is over."""
    study = Study(game)
    analyst = Analyst(Scheduler(TwinEngine()), study.game, study.values)
    analyst.begin_review(study.line())
    analyst.scheduler.wait(lambda: analyst.review is None)
    return study


def half_known(game: Game) -> Study:
    """Return the study of a game of which only the values of its positions are known."""
    study = Study(game)
    for node in study.line():
        study.values.prove(node.position, value(node.position), value(node.position))
    return study


class Case:
    """A lesson on both players' mistakes, with its engine."""

    def __init__(self, study: Study, engine: TwinEngine | None = None) -> None:
        language.use("en")
        self.scheduler = Scheduler(engine or TwinEngine())
        moment = datetime(2026, 5, 1, tzinfo=UTC)
        self.lesson = Lesson(study, self.scheduler, lambda: moment, ("Ada", "Ben"))
        self.lesson.next()

    @property
    def mistake(self) -> Mistake:
        """The mistake in hand."""
        assert self.lesson.mistake is not None
        return self.lesson.mistake

    @property
    def practice(self) -> Practice:
        """How it stands."""
        assert self.lesson.practice is not None
        return self.lesson.practice

    @property
    def score(self) -> list[str]:
        """How many are solved, how many at the first try, how many shown, how many skipped."""
        counts = pages(self.lesson, USUAL)[2]
        return [block.number for block in counts if hasattr(block, "number")]

    def work(self, frames: int = 30) -> None:
        """Let the solver work."""
        for _ in range(frames):
            self.lesson.update()
            self.scheduler.poll()

    def answer(self, pair: Move) -> None:
        """Answer with a pair, and let it come back if it was wrong."""
        self.practice.play(pair)
        self.work()
        if self.practice.stage is Stage.WRONG:
            self.practice.take_back()

    def said(self) -> str:
        """Return what the page says."""
        return said(task_page(self.lesson))

    def offered(self) -> list[str]:
        """Return the actions that are offered."""
        return offered(self.lesson)


def said(blocks: Iterable[Block]) -> str:
    return "\n".join(block.words for block in blocks if isinstance(block, Paragraph))


def offered(sitting: Sitting) -> list[str]:
    """Return the actions that the task offers."""
    offers = [block for block in task_page(sitting) if isinstance(block, Offer)]
    return [offer.action for offer in offers if offer.action]


def answers(mistake: Mistake) -> tuple[list[Move], dict[Move, int]]:
    """Return all right answers, and what the wrong ones cost, by the reference solver."""
    values = move_values(mistake.position)
    best = max(values.values())
    right = [one for one, worth in values.items() if worth == best]
    return right, {one: best - worth for one, worth in values.items() if worth < best}


@pytest.mark.parametrize("seed", range(5))
def test_mistakes_are_the_costly_moves(seed: int) -> None:
    """Every costly move of the game, in its order, with what it cost; no branch that was tried."""
    game = bad_game(seed)
    study = reviewed(game)
    wanted = costs(game)
    found = proven_mistakes(study)
    assert [(one.position, one.played, one.cost) for one in found] == wanted
    mine = proven_mistakes(study, [2])
    assert mine == [one for one in found if one.position.to_move == 2]
    first = study.game.main_line()[1]
    study.to_start()
    study.play(next(one for one in study.position.legal_moves if one != first.move))
    assert first not in study.line()
    assert proven_mistakes(study) == found


def test_without_a_proven_mistake_the_lesson_is_over() -> None:
    """Only moves proven before and after are asked."""
    case = Case(Study(Game(deal(1))))
    assert (case.lesson.mistake, case.lesson.practice, case.lesson.mistakes) == (None, None, [])
    assert case.offered() == ["leave", "again"]


@pytest.mark.parametrize("seed", range(3))
def test_every_move_that_keeps_the_value_is_right(seed: int) -> None:
    """Each best move is accepted, not only the expected one; it counts as solved at once."""
    study = reviewed(bad_game(seed))
    for right in answers(Case(study).mistake)[0]:
        case = Case(study)
        assert case.offered() == ["hint", "solution", "go_on"]
        case.answer(right)
        assert (case.practice.stage, case.score) == (Stage.OVER, ["1", "1", "0", "0"])
        assert "Right!" in case.said()
        assert "Your pair" in case.said()
        assert case.offered() == ["go_on", "analyse"]


@pytest.mark.parametrize("seed", range(3))
def test_wrong_answers(seed: int) -> None:
    """A wrong answer is shown with its cost, and another may be given; it is not solved at once."""
    case = Case(reviewed(bad_game(seed)))
    right, wrong = answers(case.mistake)
    for pair, cost in wrong.items():
        case.answer(pair)
        verdict = case.practice.verdict
        assert verdict is not None
        assert (verdict.cost, case.practice.stage) == (cost, Stage.ASKING)
        assert f"costs {cost} point" in case.said()
        assert "why" in case.offered()
        case.lesson.forget()
    case.answer(right[0])
    assert case.score == ["1", "0", "0", "0"]


def test_an_unknown_answer_is_checked() -> None:
    """An answer of which nothing is known is asked of the solver, and then judged."""
    case = Case(half_known(bad_game()))
    with pytest.raises(IllegalMoveError):
        case.answer(move("a5b5"))
    case.practice.play(answers(case.mistake)[0][-1])
    case.work()
    assert case.practice.rated is not None
    assert (case.practice.stage, case.practice.rated.rating) == (Stage.OVER, Rating.RIGHT)


def test_an_answer_that_cannot_be_checked_is_taken_back() -> None:
    """When the solver cannot tell, the answer counts neither way and another may be given."""
    case = Case(half_known(bad_game()), TwinEngine(blind=True))
    values, place = case.practice.values, case.mistake.position
    best = values.known(place).lower
    known = {pair: values.of_move(place, pair) for pair in place.legal_moves}
    case.answer(next(pair for pair, one in known.items() if one.lower < best <= one.upper))
    assert (case.practice.stage, case.lesson.is_unproven) == (Stage.CHECKING, True)
    case.practice.take_back()
    assert (case.practice.stage, case.practice.counts) == (Stage.ASKING, True)
    case.answer(case.mistake.played)
    assert not case.practice.counts


def test_a_lesson_is_left_and_gone_back_to() -> None:
    """What was skipped, shown or tried is as it was left, is listed so, and counts once."""
    case = Case(reviewed(bad_game()))
    lesson, right = case.lesson, answers(case.mistake)[0]
    lesson.go_to(-1)
    lesson.go_on()
    assert (lesson.index, lesson.how(0)) == (1, "skipped")
    lesson.go_to(0)
    assert lesson.how(0) == "open"
    case.answer(case.mistake.played)
    lesson.go_on()
    lesson.show(case.practice.show_solution()[0])
    assert lesson.is_answered
    assert lesson.line is not None
    lesson.go_to(0)
    for _step in STEPS:
        case.practice.hint()
    assert "A best pair is worth" in case.said()
    case.answer(right[0])
    rows = [block for block in pages(lesson, USUAL)[1] if isinstance(block, MoveLine)]
    assert [row.leads_to for row in rows] == [*range(len(lesson.mistakes))]
    assert [row.sign for row in rows[:2]] == ["check", "eye"]
    count = len(lesson.mistakes)
    while lesson.mistake is not None:
        lesson.go_on()
    assert case.score == ["1", "0", "1", str(count - 2)]
    assert f"1 of {count} mistakes corrected" in case.said()
    assert headline(lesson) == "Learn from your mistakes"
    lesson.again()
    assert (lesson.index, case.score) == (0, ["0", "0", "0", "0"])


# -- pages of the trainer -------------------------------------------------------------------------

ONE = next(one for one in problems(20, seed=5) if len(one.best_moves) < len(one.values))


class Polled(Sitting):
    """A sitting with what lets the solver work."""

    poll: Callable[[], object]


@pytest.fixture
def sitting() -> Iterator[Polled]:
    """Return a sitting with an exercise that costs something to get wrong."""
    with closing(Database(None)) as database:
        deck = Deck(database, Clock())
        deck.add([ONE], Source.OWN)
        scheduler = Scheduler(TwinEngine())
        sitting = Polled(scheduler, Clock(), deck, Records(database))
        sitting.next()
        sitting.poll = scheduler.poll
        yield sitting


def work(sitting: Polled, is_over: Callable[[], bool]) -> None:
    """Let the solver work until something is over."""
    for _frame in range(500):
        sitting.update()
        sitting.poll()
        if is_over():
            return
    raise AssertionError("it never ends")


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_pages_say_what_was_approved(sitting: Polled, code: str) -> None:
    """The task, with hints, a costly pair and its reasons, the solution; the rest; the lists."""
    language.use(code)
    try:
        practice = sitting.practice
        assert practice is not None
        shown: list[Block] = [*task_page(sitting)]
        for _step in STEPS:
            practice.hint()
        shown += task_page(sitting)
        practice.play(min(ONE.values, key=lambda move: ONE.values[move]))
        work(sitting, lambda: practice.stage is Stage.WRONG)
        practice.take_back()
        shown += task_page(sitting)
        sitting.explain()
        work(sitting, lambda: not sitting.is_looking)
        sitting.show(practice.best_moves[0])
        sitting.retire()
        shown += [block for page in pages(sitting, USUAL)[:2] for block in page]
        sitting.go_on()
        task, _listed, counts, about = pages(sitting, USUAL)
        check_page(f"trainer-{code}", [*shown, *task, *counts, *about])
    finally:
        language.use("en")


def test_hints_move_no_button(sitting: Polled) -> None:
    """However many hints are given, every button stays where it was."""
    pygame.font.init()
    theme = Theme(1.0)

    def places() -> list[int]:
        top, found = 0, []
        for block in task_page(sitting):
            if isinstance(block, Offer):
                found.append(top)
            top += height_of(block, theme, 300)
        return found

    before = places()
    assert sitting.practice is not None
    for _step in STEPS:
        sitting.practice.hint()
        assert places() == before


def test_the_trainer_offers_what_is_of_use(sitting: Polled) -> None:
    """Help before the answer, then the next one, once more, analysis; at rest what there is."""
    assert offered(sitting) == ["hint", "solution"]
    assert headline(sitting) == "Your turn: which pair is best?"
    assert sitting.go_on().startswith("Take a pair first")
    assert not sitting.again()
    assert sitting.practice is not None
    assert sitting.names[sitting.practice.person - 1] == "You"
    best = sitting.practice.show_solution()
    assert offered(sitting) == ["go_on", "hint", "solution", "again", "analyse", "retire"]
    assert headline(sitting) == "Answered: now try any pair you like"
    sitting.show(best[0])
    assert "solution" not in offered(sitting)
    assert sitting.again()
    assert sitting.line is None
    sitting.go_on()
    assert offered(sitting) == ["progress", "leave"]
    assert headline(sitting) == "Endgame trainer"
    sitting.counts = DeckCounts(due=3, answered=3, more=True, next_due=NOON + timedelta(minutes=9))
    assert offered(sitting) == ["go_on", "progress", "leave"]
    assert "The next exercise comes in 9 minutes." in said(task_page(sitting))
    assert aside(sitting) == "3 due"


# --- sentences -----------------------------------------------------------------------------------

SMALL = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")
BEST, *_REST, WORST = SMALL.values
HERE = datetime(2026, 11, 21, 15).astimezone()


def exercise(source: Source) -> Exercise:
    return Exercise("k", source, "g", 2, 0, SMALL)


def game(person: int | None) -> PlayedGame:
    return PlayedGame(
        key="g",
        ended=NOON,
        seats=("Ada", "Casual (−35)"),
        opponent="casual",
        start="",
        points=(140, 120),
        ending=Ending(Reason.PLAYED_OUT, 1),
        person=person,  # type: ignore[arg-type]
    )


def test_each_source_is_named() -> None:
    """Where a problem is from, with the opponent, as levels are called now, and the day."""
    assert source_words(exercise(Source.SHIPPED), None) == "Included with the game."
    assert "solver" in source_words(exercise(Source.GENERATED), None)
    assert source_words(exercise(Source.OWN), None) == "From one of your games."
    words = source_words(exercise(Source.OWN), game(1))
    assert words == f"From your game against {level_title('casual')}, 21 November 2026."
    assert source_words(exercise(Source.OWN), game(2)) == words
    assert "Ada – Casual" in source_words(exercise(Source.OWN), game(None))


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (timedelta(seconds=20), "in 1 minute"),
        (timedelta(minutes=59, seconds=30), "in 1 hour"),
        (timedelta(hours=12, minutes=30), "in 12 hours"),
        (timedelta(hours=13), "tomorrow"),
        (timedelta(hours=30), "tomorrow"),
        (timedelta(days=2), "in 2 days, on 23 November 2026"),
        (timedelta(hours=-3), "in 1 minute"),
    ],
)
def test_moments_are_named_as_people_do(after: timedelta, words: str) -> None:
    """Minutes and hours on the same day, which ends at four in the morning; then days."""
    assert when_words(HERE + after, HERE) == words


@pytest.mark.parametrize(
    ("rating", "lost", "hints", "shown", "words"),
    [
        (Rating.RIGHT, 0, 0, False, "Right: nothing lost."),
        (Rating.NEARLY, 1, 0, False, "Nearly: only 1 point lost."),
        (Rating.NEARLY, 0, 2, False, "Nearly: right with 2 hints."),
        (Rating.MISSED, 8, 0, False, "Missed: 8 points lost."),
        (Rating.MISSED, 0, 3, True, "Solution shown."),
    ],
)
def test_every_verdict_says_why(
    rating: Rating, lost: int, hints: int, shown: bool, words: str
) -> None:
    """Nothing lost, little lost or hints, much lost, shown."""
    practice = Practice(exercise(Source.SHIPPED))
    practice.lost, practice.hint_count, practice.is_shown = lost, hints, shown
    assert rated_words(practice, Rated(rating, NOON, counted=True)) == words
