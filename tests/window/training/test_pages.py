"""The pages of a lesson and of the trainer as blocks, without a window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pygame
import pytest

from battle.analysis.ledger import USUAL
from battle.analysis.study import Study
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.page.blocks import Block, Command, MoveLine, Offer, Paragraph, Sum
from battle.profile.store import Database
from battle.training.cards import Rating
from battle.training.deck import Deck
from battle.training.exercise import STEPS
from battle.training.lesson import Lesson
from battle.training.practice import Practice
from battle.training.problems import Source
from battle.window.pages.painters import height_of
from battle.window.training.lesson_page import LessonPage, ToMistake
from battle.window.training.trainer_page import AnsweredExercise, DeckCounts, TrainerPage
from battle.window.ui.theme import Theme
from tests.support.endgame_problems import NOON, Clock, problems
from tests.support.twin import bad_game
from tests.support.twin_engine import TwinEngine

NAMES = ("Ada", "Ben")
ONE = next(one for one in problems(20, seed=5) if len(one.best_moves) < len(one.values))


def offered(blocks: Iterable[Block]) -> list[str]:
    """Return the actions that are offered."""
    offers = [block.target for block in blocks if isinstance(block, Offer)]
    return [target.action for target in offers if isinstance(target, Command)]


def said(blocks: Iterable[Block]) -> str:
    """Return the paragraphs."""
    return "\n".join(block.words for block in blocks if isinstance(block, Paragraph))


@pytest.fixture
def lesson_page() -> LessonPage:
    """Return the pages of a lesson on a game of two mistakes at least, fully reviewed."""
    study = Study(bad_game(1))
    analyst = Analyst(Scheduler(TwinEngine()), study, study.values)
    analyst.begin_review(study.line())
    while analyst.review is not None:
        analyst.scheduler.poll()
    lesson = Lesson(study, analyst)
    assert lesson.of > 1
    return LessonPage(lesson, study.values, NAMES, USUAL, tried=None, waiting=False)


@pytest.fixture
def practice() -> Iterator[Practice]:
    """Return an exercise that costs something to get wrong."""
    with closing(Database(None)) as database:
        deck = Deck(database, Clock())
        deck.add([ONE], Source.OWN)
        exercise = deck.next(more=True)
        assert exercise is not None
        yield Practice(deck, exercise)


def trainer_page(practice: Practice | None, counted: DeckCounts | None = None) -> TrainerPage:
    """Return the trainer's pages at noon."""
    return TrainerPage(practice, counted or DeckCounts(), (), USUAL, NOON)


def test_a_lesson_offers_help_until_a_mistake_is_closed(lesson_page: LessonPage) -> None:
    """Hints while there are any, the solution, skipping; afterwards only to go on and to look."""
    lesson = lesson_page.lesson
    assert offered(lesson_page.task()) == ["hint", "solution", "go_on"]
    assert lesson_page.lines == ()
    for _step in STEPS:
        lesson.hint()
    assert offered(lesson_page.task()) == ["solution", "go_on"]
    assert "final margin" in said(lesson_page.task())
    lesson.show_solution()
    assert offered(lesson_page.task()) == ["go_on", "analyse"]
    ((_words, line),) = lesson_page.lines
    assert line[1][0] == lesson.best_moves[0]


def test_hints_move_no_button(lesson_page: LessonPage, practice: Practice) -> None:
    """However many hints are given, every button stays where it was."""
    pygame.font.init()
    theme = Theme(1.0)

    def places(page: Iterable[Block]) -> list[int]:
        top, found = 0, []
        for block in page:
            if isinstance(block, Offer):
                found.append(top)
            top += height_of(block, theme, 300)
        return found

    lesson, trainer = lesson_page.lesson, trainer_page(practice)
    before = places(lesson_page.task()), places(trainer.task())
    for _step in STEPS:
        lesson.hint()
        practice.hint()
        assert (places(lesson_page.task()), places(trainer.task())) == before


def test_the_line_of_a_right_answer_begins_with_it(lesson_page: LessonPage) -> None:
    """What was answered is played on, not the pair that was expected."""
    lesson = lesson_page.lesson
    answer = lesson.best_moves[-1]
    lesson.answer(answer)
    ((words, line),) = lesson_page.lines
    assert words.startswith("Your pair")
    assert line[1][0] == answer


def test_every_mistake_is_listed_with_how_it_went(lesson_page: LessonPage) -> None:
    """The one in hand and what was shown have signs of their own; each can be gone to."""
    lesson = lesson_page.lesson
    lesson.show_solution()
    lesson.next()
    rows = [block for block in lesson_page.listed() if isinstance(block, MoveLine)]
    assert [row.target for row in rows] == [ToMistake(index) for index in range(lesson.of)]
    assert [row.sign for row in rows[:2]] == ["eye", "play"]
    lesson.previous()
    lesson.go_to(lesson.of)
    rows = [block for block in lesson_page.listed() if isinstance(block, MoveLine)]
    assert [row.sign for row in rows[:2]] == ["eye", ""]
    assert offered(lesson_page.task()) == ["leave", "again"]


def test_what_is_asked_for_and_not_known_yet_is_waited_for(lesson_page: LessonPage) -> None:
    """A line says that the best pair is being looked for."""
    words = "Looking for the best pair"
    assert words not in said(lesson_page.task())
    assert words in said(replace(lesson_page, waiting=True).task())


def test_the_trainer_offers_what_is_of_use(practice: Practice) -> None:
    """Help before the answer; afterwards the next one, once more, analysis, not to be asked."""
    page = trainer_page(practice)
    assert offered(page.task()) == ["hint", "solution"]
    assert page.usable() == {
        "hint": True,
        "solution": True,
        "again": False,
        "analyse": False,
        "go_on": False,
    }
    practice.show_solution()
    assert offered(page.task()) == ["go_on", "hint", "solution", "again", "analyse", "retire"]
    assert all(page.usable().values())


def test_a_costly_pair_is_told_with_its_reasons(practice: Practice) -> None:
    """Why is offered; then the reasons stand there, or that there are none to tell."""
    practice.play(min(ONE.values, key=lambda move: ONE.values[move]))
    page = trainer_page(practice)
    assert "why" in offered(page.task())
    assert "It ends the game." in said(replace(page, why=("It ends the game.",)).task())
    assert "Looking for the reason" in said(replace(page, why=(), is_looking=True).task())
    assert "There is nothing to say" in said(replace(page, why=()).task())


def test_a_rest_says_when_there_is_more() -> None:
    """Without an exercise the page says what was done, what comes, and offers more new ones."""
    soon = NOON + timedelta(minutes=9)
    page = trainer_page(None, DeckCounts(answered=3, right=2, next_due=soon, more=True))
    assert offered(page.task()) == ["go_on", "progress", "leave"]
    assert "3 exercises answered today, 2 right." in said(page.task())
    assert "in 9 minutes" in said(page.task())
    assert page.usable() == {
        "hint": False,
        "solution": False,
        "again": False,
        "analyse": False,
        "go_on": True,
    }
    assert offered(trainer_page(None).task()) == ["progress", "leave"]


def test_what_was_answered_is_listed_the_last_first() -> None:
    """Each with its number and what it lost; one that was shown has no cost."""
    move = ONE.best_moves[0]
    kind = ONE.position.kind_at(move.first)
    assert kind is not None
    first = AnsweredExercise(kind, move, 4, Rating.MISSED, is_shown=False)
    second = AnsweredExercise(kind, move, 0, Rating.MISSED, is_shown=True)
    page = replace(trainer_page(None), done=(first, second))
    rows = [block for block in page.listed() if isinstance(block, MoveLine)]
    assert [(row.number, row.sign, row.cost) for row in rows] == [
        ("2", "eye", ""),
        ("1", "close", "−4"),
    ]


def test_the_day_is_counted() -> None:
    """Due, new, answered and right stand below one another."""
    page = trainer_page(None, DeckCounts(due=1, new_left=2, answered=3, right=4))
    sums = [block for block in page.counts() if isinstance(block, Sum)]
    assert [block.number for block in sums] == ["1", "2", "3", "4"]
