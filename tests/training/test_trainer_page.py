"""A sitting at the trainer and its pages, without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from random import Random

import pygame
import pytest

from battle import language
from battle.analysis.ledger import USUAL
from battle.analysis.values import Finding
from battle.engine.scheduler import Scheduler
from battle.game.levels import level_title
from battle.page.blocks import Block, Offer
from battle.profile.records import PlayedGame, Records
from battle.profile.store import Database
from battle.rules.game import Ending, Reason
from battle.rules.problem import problem
from battle.training.cards import Rating
from battle.training.deck import Deck
from battle.training.exercise import STEPS, Exercise, Rated, Stage, Verdict
from battle.training.practice import PlayOut, Practice
from battle.training.problems import Source
from battle.training.sitting import DeckCounts, Sitting
from battle.training.solver_tasks import SolverTasks
from battle.training.trainer_page import (
    about_page,
    due_words,
    pairs_to_take,
    rated_words,
    rest_words,
    settled_words,
    sitting_page,
    source_words,
    task_page,
    today_page,
    trainer_headline,
    when_words,
)
from battle.window.pages.painters import height_of
from battle.window.ui.theme import Theme
from tests.support.approved import check_page
from tests.support.endgame_problems import NOON, Clock, problems
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values, value

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


# --- test words ----------------------------------------------------------------------------------
#
# What the trainer says of verdicts, hints, moments and sources.

SMALL = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")
BEST, *_REST, WORST = SMALL.values
HERE = datetime(2026, 11, 21, 15).astimezone()


def exercise(source: Source, repeat: int = 0) -> Exercise:
    return Exercise("k", source, "g", 2, repeat, SMALL)


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


@pytest.fixture
def practice() -> Iterator[Practice]:
    with closing(Database(None)) as database:
        yield Practice(Deck(database, Clock()), exercise(Source.SHIPPED))


def test_each_source_is_told() -> None:
    """Where a problem is from, with the opponent and the day where they are known."""
    assert source_words(exercise(Source.SHIPPED), None) == "It comes with the game."
    assert "solver" in source_words(exercise(Source.GENERATED), None)
    assert source_words(exercise(Source.OWN), None) == "From one of your games."
    words = source_words(exercise(Source.OWN), game(1))
    assert words == f"From your game against {level_title('casual')}, 21 November 2026."
    assert source_words(exercise(Source.OWN), game(2)) == words
    assert "Ada – Casual" in source_words(exercise(Source.OWN), game(None))


def test_an_opponent_is_named_in_the_language_in_use() -> None:
    """A level is called as it is everywhere now, not as it was when the game was played."""
    language.use("de")
    try:
        words = source_words(exercise(Source.OWN), game(1))
        assert level_title("casual") in words
        assert "Casual" not in words
    finally:
        language.use("en")


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (timedelta(seconds=20), "in 1 minute"),
        (timedelta(minutes=10), "in 10 minutes"),
        (timedelta(minutes=59, seconds=30), "in 1 hour"),
        (timedelta(hours=5), "in 5 hours"),
        (timedelta(hours=12, minutes=30), "in 12 hours"),
        (timedelta(hours=13), "tomorrow"),
        (timedelta(hours=30), "tomorrow"),
        (timedelta(days=2), "in 2 days, on 23 November 2026"),
        (timedelta(days=40), "in 40 days, on 31 December 2026"),
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
    practice: Practice, rating: Rating, lost: int, hints: int, shown: bool, words: str
) -> None:
    """Nothing lost, little lost or hints, much lost, shown."""
    practice.lost, practice.hint_count, practice.is_shown = lost, hints, shown
    assert rated_words(practice, Rated(rating, NOON, counted=True)) == words


def test_what_was_just_said_is_not_said_again(practice: Practice) -> None:
    """A missed pair's cost stands above the verdict already."""
    practice.lost, practice.verdict = 8, Verdict(SMALL.position, WORST, 8)
    assert rated_words(practice, Rated(Rating.MISSED, NOON, counted=True)) == "Missed."


@pytest.mark.parametrize("seed", range(6))
def test_the_end_is_told_from_the_person_s_side(seed: int) -> None:
    """Who wins by how much, and how much more there was."""
    one = problems(40, seed=97, most_tiles=10)[seed * 5]
    game = PlayOut(one)
    random = Random(seed)
    while game.stage is not Stage.OVER:
        if game.stage is Stage.ASKING:
            game.play(random.choice(game.position.legal_moves))
        else:
            game.reply()
        if (wanted := game.wanted) is not None:
            worth = move_values(wanted[0])
            game.values.learn(wanted[0], [Finding(m, v, v, v) for m, v in worth.items()])
        game.judge()
    place = game.position
    side = 1 if game.person == 1 else -1
    margin = side * (place.margin + (1 if place.to_move == 1 else -1) * value(place))
    begin = {1: "You win by", 0: "It is a draw.", -1: "You lose by"}[(margin > 0) - (margin < 0)]
    words = settled_words(game)
    assert words.startswith(begin)
    assert not margin or f" {abs(margin)} point" in words
    assert ("More was not to be had." in words) == (game.lost == 0)
    start = one.position.margin * side + one.value
    assert game.lost == start - margin


def test_a_rest_has_a_reason() -> None:
    """An empty deck, nothing to wait for, or a moment."""
    assert "Play a game" in rest_words(None, HERE, is_empty=True)
    assert rest_words(None, HERE, is_empty=False) == "Nothing is waiting to be repeated."
    soon = rest_words(HERE + timedelta(minutes=9), HERE, is_empty=False)
    assert soon == "The next exercise comes in 9 minutes."


def test_what_is_to_be_done_is_told(practice: Practice) -> None:
    """The headline asks for a pair; the status line says how many there are, and what is due."""
    assert trainer_headline(None) == "Endgame trainer"
    assert trainer_headline(practice) == "Your turn: which pair is best?"
    practice.show_solution()
    assert not practice.counts
    assert trainer_headline(practice) == "Answered: any pair may be tried now"
    assert pairs_to_take(SMALL.position) == "3 pairs can be taken."
    assert (due_words(0), due_words(3)) == ("", "3 due")
