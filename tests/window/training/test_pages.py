"""The pages of a lesson as blocks, without a window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pygame
import pytest

from battle.analysis.ledger import USUAL
from battle.analysis.study import Study
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.page.blocks import Block, Command, MoveLine, Offer, Paragraph
from battle.training.exercise import STEPS
from battle.training.lesson import Lesson
from battle.window.pages.painters import height_of
from battle.window.training.lesson_page import LessonPage, ToMistake
from battle.window.ui.theme import Theme
from tests.support.twin import bad_game
from tests.support.twin_engine import TwinEngine

NAMES = ("Ada", "Ben")


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


def test_hints_move_no_button(lesson_page: LessonPage) -> None:
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

    lesson = lesson_page.lesson
    before = places(lesson_page.task())
    for _step in STEPS:
        lesson.hint()
        assert places(lesson_page.task()) == before


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
