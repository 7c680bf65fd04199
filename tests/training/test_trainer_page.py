"""A sitting at the trainer and its pages, without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta

import pygame
import pytest

from battle import language
from battle.analysis.ledger import USUAL
from battle.engine.scheduler import Scheduler
from battle.page.blocks import Block, Offer
from battle.profile.records import Records
from battle.profile.store import Database
from battle.training.deck import Deck
from battle.training.exercise import STEPS, Stage
from battle.training.problems import Source
from battle.training.sitting import DeckCounts, Sitting
from battle.training.solver_tasks import SolverTasks
from battle.training.trainer_page import about_page, sitting_page, task_page, today_page
from battle.window.pages.painters import height_of
from battle.window.ui.theme import Theme
from tests.support.approved import check_page
from tests.support.endgame_problems import NOON, Clock, problems
from tests.support.twin_engine import TwinEngine

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
        tasks = SolverTasks(scheduler, deck)
        sitting = Polled(deck, Records(database), tasks, Clock(), None)
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


def offered(sitting: Polled) -> list[str]:
    """Return the actions that the task offers."""
    offers = [block for block in task_page(sitting) if isinstance(block, Offer)]
    return [offer.action for offer in offers if offer.action]


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_pages_say_what_was_approved(sitting: Polled, code: str) -> None:
    """The task, with hints, a costly pair and its reasons, the solution; the rest; the lists."""
    language.use(code)
    try:
        practice = sitting.practice
        assert practice is not None
        pages: list[Block] = [*task_page(sitting)]
        for _step in STEPS:
            practice.hint()
        pages += task_page(sitting)
        practice.play(min(ONE.values, key=lambda move: ONE.values[move]))
        work(sitting, lambda: practice.stage is Stage.WRONG)
        practice.take_back()
        pages += task_page(sitting)
        sitting.explain()
        work(sitting, lambda: not sitting.solver.is_looking)
        sitting.show(practice.best_moves[0])
        sitting.retire()
        pages += task_page(sitting)
        pages += sitting_page(sitting, USUAL)
        sitting.go_on()
        pages += [*task_page(sitting), *today_page(sitting), *about_page()]
        check_page(f"trainer-{code}", pages)
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
    """Help before the answer; afterwards the next one, once more, analysis, not to be asked."""
    assert offered(sitting) == ["hint", "solution"]
    assert sitting.go_on().startswith("Take a pair first")
    assert not sitting.again()
    assert sitting.practice is not None
    best = sitting.practice.show_solution()
    assert offered(sitting) == ["go_on", "hint", "solution", "again", "analyse", "retire"]
    sitting.show(best[0])
    assert "solution" not in offered(sitting)
    assert sitting.again()
    assert sitting.line is None


def test_a_rest_offers_more_where_there_is_more(sitting: Polled) -> None:
    """Without an exercise there are more new ones, or only progress and the way out."""
    assert sitting.practice is not None
    sitting.practice.show_solution()
    sitting.go_on()
    assert sitting.practice is None
    assert offered(sitting) == ["progress", "leave"]
    soon = NOON + timedelta(minutes=9)
    sitting.counts = DeckCounts(answered=3, right=2, next_due=soon, more=True)
    assert offered(sitting) == ["go_on", "progress", "leave"]
