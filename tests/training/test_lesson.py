"""Lessons, against an engine that answers with the slow twin's values."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random

import pytest

from battle.analysis.ledger import USUAL
from battle.analysis.study import Study
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.language import use
from battle.page.blocks import Block, MoveLine, Offer, Paragraph
from battle.rules.deal import deal, played_down
from battle.rules.game import Game
from battle.rules.position import IllegalMoveError, Move, Position, move
from battle.training.cards import Rating
from battle.training.exercise import STEPS, Stage
from battle.training.lesson import (
    Lesson,
    Mistake,
    ToMistake,
    lesson_counts,
    lesson_headline,
    mistake_page,
    mistakes_page,
    proven_mistakes,
)
from battle.training.solver_tasks import SolverTasks
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values, value


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
    """Return the costly moves of a game's main line, by the slow twin."""
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
    analyst = Analyst(Scheduler(TwinEngine()), study, study.values)
    analyst.begin_review(study.line())
    analyst.scheduler.wait(lambda: analyst.review is None)
    return study


def told(game: Game) -> Study:
    """Return the study of a game of which only the values of its positions are known."""
    study = Study(game)
    for node in study.line():
        study.values.prove(node.position, value(node.position), value(node.position))
    return study


class Case:
    """A lesson on both players' mistakes, with its engine."""

    def __init__(self, study: Study, engine: TwinEngine | None = None) -> None:
        use("en")
        self.scheduler = Scheduler(engine or TwinEngine())
        solver = SolverTasks(self.scheduler, None)
        self.lesson = Lesson(study, solver, lambda: datetime(2026, 5, 1, tzinfo=UTC), NAMES)
        self.lesson.next()

    @property
    def mistake(self) -> Mistake:
        """The mistake in hand."""
        assert self.lesson.mistake is not None
        return self.lesson.mistake

    @property
    def stage(self) -> Stage:
        """Where it stands."""
        assert self.lesson.practice is not None
        return self.lesson.practice.stage

    def work(self, frames: int = 30) -> None:
        """Let the solver work."""
        for _ in range(frames):
            self.lesson.update()
            self.scheduler.poll()

    def answer(self, pair: Move) -> None:
        """Answer with a pair, and let it come back if it was wrong."""
        practice = self.lesson.practice
        assert practice is not None
        practice.play(pair)
        self.work()
        if practice.stage is Stage.WRONG:
            practice.take_back()

    def said(self) -> str:
        """Return what the page says."""
        return said(mistake_page(self.lesson))

    def offered(self) -> list[str]:
        """Return the actions that are offered."""
        return [b.action for b in mistake_page(self.lesson) if isinstance(b, Offer) and b.action]


NAMES = ("Ada", "Ben")


def said(blocks: Iterable[Block]) -> str:
    return "\n".join(block.words for block in blocks if isinstance(block, Paragraph))


def answers(mistake: Mistake) -> tuple[list[Move], dict[Move, int]]:
    """Return all right answers, and what the wrong ones cost, by the slow twin."""
    values = move_values(mistake.position)
    best = max(values.values())
    right = [one for one, worth in values.items() if worth == best]
    return right, {one: best - worth for one, worth in values.items() if worth < best}


def test_a_branch_that_was_tried_out_is_not_asked() -> None:
    """While one is looked at the lesson is about the moves of the game all the same."""
    game = bad_game()
    study = reviewed(game)
    wanted = costs(game)
    first = study.game.main_line()[1]
    study.to_start()
    study.play(next(one for one in study.position.legal_moves if one != first.move))
    assert first not in study.line()
    assert [(one.position, one.played, one.cost) for one in proven_mistakes(study)] == wanted


@pytest.mark.parametrize("seed", range(5))
def test_mistakes_are_the_costly_moves(seed: int) -> None:
    """Every costly move is a mistake, in the game's order, with what it cost."""
    game = bad_game(seed)
    study = reviewed(game)
    found = proven_mistakes(study)
    assert [(one.position, one.played, one.cost) for one in found] == costs(game)
    assert [one.value for one in found] == [value(one.position) for one in found]
    mine = proven_mistakes(study, [2])
    assert mine == [one for one in found if one.position.to_move == 2]


def test_without_a_proven_mistake_the_lesson_is_over() -> None:
    """Only moves proven before and after are asked."""
    case = Case(Study(Game(deal(1))))
    assert (case.lesson.mistake, case.lesson.practice, case.lesson.of) == (None, None, 0)
    assert case.offered() == ["leave", "again"]


@pytest.mark.parametrize("seed", range(3))
def test_every_move_that_keeps_the_value_is_right(seed: int) -> None:
    """Each best move is accepted, not only the expected one; it counts as solved at once."""
    study = reviewed(bad_game(seed))
    for right in answers(Case(study).mistake)[0]:
        case = Case(study)
        assert case.offered() == ["hint", "solution", "go_on"]
        case.answer(right)
        assert (case.stage, case.lesson.right, case.lesson.clean) == (Stage.OVER, 1, 1)
        assert "Right!" in case.said()
        assert "Your pair" in case.said()
        assert case.offered() == ["go_on", "analyse"]


@pytest.mark.parametrize("seed", range(3))
def test_wrong_answers(seed: int) -> None:
    """A wrong answer is told with its cost, and another may be given; it is not solved at once."""
    case = Case(reviewed(bad_game(seed)))
    right, wrong = answers(case.mistake)
    for pair, cost in wrong.items():
        case.answer(pair)
        verdict = case.lesson.practice.verdict  # type: ignore[union-attr]
        assert verdict is not None
        assert (verdict.keeps, verdict.cost, case.stage) == (False, cost, Stage.ASKING)
        words = "what was played" if pair == case.mistake.played else f"costs {cost} point"
        assert words in case.said()
        assert "why" in case.offered()
    case.answer(right[0])
    assert (case.lesson.right, case.lesson.clean) == (1, 0)


def test_a_move_that_cannot_be_played() -> None:
    """An answer that is no move changes nothing."""
    case = Case(reviewed(bad_game()))
    with pytest.raises(IllegalMoveError):
        case.answer(move("a5b5"))
    assert case.stage is Stage.ASKING


def test_an_unknown_answer_is_checked() -> None:
    """An answer of which nothing is known is asked of the engine, and then judged."""
    case = Case(told(bad_game()))
    practice = case.lesson.practice
    assert practice is not None
    practice.play(answers(case.mistake)[0][-1])
    case.work()
    assert (practice.stage, practice.rated.rating) == (Stage.OVER, Rating.RIGHT)  # type: ignore[union-attr]


def test_an_answer_that_cannot_be_checked_is_taken_back() -> None:
    """When the engine cannot tell, the answer counts neither way and another may be given."""
    case = Case(told(bad_game()), TwinEngine(blind=True))
    values, place = case.lesson.practice.playout.values, case.mistake.position  # type: ignore[union-attr]
    unknown = [
        pair
        for pair in place.legal_moves
        if values.of_move(place, pair).lower
        < case.mistake.value
        <= values.of_move(place, pair).upper
    ]
    case.answer(unknown[0])
    assert (case.stage, case.lesson.solver.is_unproven) == (Stage.CHECKING, True)
    practice = case.lesson.practice
    assert practice is not None
    practice.withdraw()
    assert (practice.stage, practice.counts) == (Stage.ASKING, True)
    case.answer(case.mistake.played)
    assert not practice.counts


def test_hints_step_by_step() -> None:
    """What it leads to, the column, the pair; then there is only the solution."""
    case = Case(reviewed(bad_game()))
    practice, right = case.lesson.practice, answers(case.mistake)[0]
    assert practice is not None
    worth, column, pair = (practice.hint() for _ in STEPS)
    assert worth is not None
    assert column is not None
    assert pair is not None
    assert (worth.step, column.step, pair.step) == STEPS
    assert pair.move in right
    assert column.column == pair.move.first.column
    ahead = case.mistake.value if case.mistake.player == 1 else -case.mistake.value
    assert case.mistake.margin == case.mistake.position.margin + ahead
    assert "final margin" in case.said()
    assert practice.hint() is None
    assert case.offered() == ["solution", "go_on"]
    case.answer(right[0])
    assert (case.lesson.right, case.lesson.clean) == (1, 0)


def test_solution_skip_and_end() -> None:
    """The solution closes a mistake, skipping leaves it; after the last the lesson is over."""
    case = Case(reviewed(bad_game()))
    practice = case.lesson.practice
    assert practice is not None
    solution = practice.show_solution()
    assert solution[0] in answers(case.mistake)[0]
    case.lesson.show(solution[0])
    assert case.lesson.is_closed
    assert case.lesson.line is not None
    while case.lesson.mistake is not None:
        case.lesson.go_on()
    counts = [block.number for block in lesson_counts(case.lesson) if hasattr(block, "number")]
    assert counts == ["0", "0", "1", str(case.lesson.of - 1)]
    assert f"0 of {case.lesson.of} mistakes put right" in case.said()
    assert lesson_headline(case.lesson) == "Learn from your mistakes"
    case.lesson.again()
    assert (case.lesson.index, case.lesson.is_shown(0)) == (0, False)


def test_going_back() -> None:
    """A mistake gone back to is as it was left, and nothing counts twice."""
    case = Case(reviewed(bad_game()))
    lesson, right = case.lesson, answers(case.mistake)[0][0]
    lesson.go_to(-1)
    assert lesson.index == 0
    lesson.go_on()
    assert lesson.is_skipped(0)
    lesson.go_to(0)
    assert not lesson.is_skipped(0)
    case.answer(case.mistake.played)
    lesson.go_on()
    lesson.go_to(0)
    case.answer(right)
    assert (lesson.right, lesson.clean) == (1, 0)
    lesson.go_to(lesson.of)
    lesson.go_to(0)
    assert (case.stage, lesson.is_skipped(0)) == (Stage.OVER, False)


def test_every_mistake_is_listed_with_how_it_went() -> None:
    """The one in hand and what was shown have signs of their own; each can be gone to."""
    case = Case(reviewed(bad_game()))
    practice = case.lesson.practice
    assert practice is not None
    practice.show_solution()
    case.lesson.go_on()
    rows = [b for b in mistakes_page(case.lesson, USUAL) if isinstance(b, MoveLine)]
    assert [row.leads_to for row in rows] == [ToMistake(n) for n in range(case.lesson.of)]
    assert [row.sign for row in rows[:2]] == ["eye", "play"]


def test_a_lesson_that_is_left_asks_nothing() -> None:
    """Stopped, the engine is free."""
    engine = TwinEngine(silent=True)
    case = Case(told(bad_game()), engine)
    case.work(3)
    case.lesson.solver.stop()
    case.scheduler.poll()
    assert not engine.busy
