"""Lessons, against an engine that answers with the slow twin's values."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.study import Study
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.rules.deal import deal, played_down
from battle.rules.game import Game
from battle.rules.position import IllegalMoveError, Move, Position, move
from battle.training.exercise import STEPS, Stage
from battle.training.lesson import Lesson, Mistake, Score, proven_mistakes
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


def reviewed(game: Game, engine: TwinEngine | None = None) -> tuple[Study, Analyst, TwinEngine]:
    """Return the study of a game whose review is over."""
    engine = engine or TwinEngine()
    study = Study(game)
    analyst = Analyst(Scheduler(engine), study, study.values)
    analyst.begin_review(study.line())
    for _ in range(1000):
        analyst.scheduler.poll()
        if analyst.review is None:
            return study, analyst, engine
    raise AssertionError("the review does not end")


def told(game: Game, engine: TwinEngine) -> tuple[Study, Analyst]:
    """Return the study of a game of which only the values of its positions are known."""
    study = Study(game)
    for node in study.line():
        study.values.prove(node.position, value(node.position), value(node.position))
    return study, Analyst(Scheduler(engine), study, study.values)


def begun(seed: int = 1) -> tuple[Lesson, Mistake]:
    """Return a lesson and its first mistake."""
    study, analyst, _ = reviewed(bad_game(seed))
    lesson = Lesson(study, analyst)
    assert lesson.mistake is not None
    return lesson, lesson.mistake


def answers(mistake: Mistake) -> tuple[list[Move], dict[Move, int]]:
    """Return all right answers, and what the wrong ones cost, by the slow twin."""
    values = move_values(mistake.position)
    best = max(values.values())
    right = [one for one, worth in values.items() if worth == best]
    return right, {one: best - worth for one, worth in values.items() if worth < best}


def test_a_branch_that_was_tried_out_is_not_asked() -> None:
    """While one is looked at the lesson is about the moves of the game all the same."""
    game = bad_game()
    study, _, _ = reviewed(game)
    wanted = costs(game)
    first = study.main_line()[1]
    study.to_start()
    study.play(next(one for one in study.position.legal_moves if one != first.move))
    assert first not in study.line()
    assert [(one.position, one.played, one.cost) for one in proven_mistakes(study)] == wanted


@pytest.mark.parametrize("seed", range(5))
def test_exercises_are_the_costly_moves(seed: int) -> None:
    """Every costly move is an mistake, in the game's order, with what it cost."""
    game = bad_game(seed)
    study, _, _ = reviewed(game)
    found = proven_mistakes(study)
    assert [(one.position, one.played, one.cost) for one in found] == costs(game)
    assert [one.value for one in found] == [value(one.position) for one in found]
    mine = proven_mistakes(study, [2])
    assert mine == [one for one in found if one.position.to_move == 2]


def test_nothing_unproven_is_an_exercise() -> None:
    """Only moves proven before and after are exercises; a lesson without any is over."""
    study, analyst, _ = reviewed(bad_game(), TwinEngine(blind=True))
    proven = [one for one in proven_mistakes(study) if study.values.known(one.position).is_exact]
    assert proven == proven_mistakes(study)
    lesson = Lesson(Study(Game(deal(1))), analyst)
    assert (lesson.stage, lesson.mistake, lesson.hint()) == (Stage.OVER, None, None)


@pytest.mark.parametrize("seed", range(3))
def test_every_move_that_keeps_the_value_is_right(seed: int) -> None:
    """Each best move is accepted, not only the expected one; it counts as solved cleanly."""
    _, mistake = begun(seed)
    for right in answers(mistake)[0]:
        lesson, _ = begun(seed)
        verdict = lesson.answer(right)
        assert (verdict.keeps, verdict.cost, lesson.stage) == (True, 0, Stage.RIGHT)
        assert lesson.score == Score(right=1, clean=1)


@pytest.mark.parametrize("seed", range(3))
def test_wrong_answers(seed: int) -> None:
    """A wrong answer is told with its cost, counts once, and another may be given."""
    study, analyst, _ = reviewed(bad_game(seed))
    lesson = Lesson(study, analyst)
    mistake = lesson.mistake
    assert mistake is not None
    right, wrong = answers(mistake)
    for tried, (answer, cost) in enumerate(wrong.items(), start=1):
        lesson.answer(answer)
        for _ in range(20):
            analyst.scheduler.poll()
        assert lesson.verdict is not None
        assert (lesson.verdict.keeps, lesson.verdict.cost) == (False, cost)
        assert lesson.verdict.is_exact
        assert (lesson.stage, lesson.score.wrong) == (Stage.WRONG, tried)
        lesson.answer(answer)
        assert lesson.score.wrong == tried
    lesson.answer(right[0])
    assert lesson.score == Score(right=1, wrong=len(wrong))


def test_answers_after_the_solution_do_not_count() -> None:
    """What is tried out after an exercise is solved is judged, but not counted."""
    lesson, mistake = begun()
    lesson.answer(answers(mistake)[0][0])
    verdict = lesson.answer(mistake.played)
    assert verdict.keeps is False
    assert (lesson.stage, lesson.score) == (Stage.RIGHT, Score(right=1, clean=1))


def test_move_that_cannot_be_played() -> None:
    """An answer that is no move changes nothing."""
    lesson, _ = begun()
    with pytest.raises(IllegalMoveError):
        lesson.answer(move("a5b5"))
    assert (lesson.stage, lesson.score) == (Stage.ASKING, Score())


def test_unknown_answer_is_checked() -> None:
    """An answer of which nothing is known is asked of the engine, and then judged."""
    engine = TwinEngine()
    study, analyst = told(bad_game(), engine)
    lesson = Lesson(study, analyst)
    mistake = lesson.mistake
    assert mistake is not None
    for answer in answers(mistake)[0]:
        if study.values.of_move(mistake.position, answer).is_exact:
            continue
        assert lesson.answer(answer).keeps is None
        assert lesson.stage is Stage.CHECKING
        for _ in range(20):
            analyst.scheduler.poll()
        assert lesson.verdict is not None
        assert (lesson.verdict.keeps, lesson.stage) == (True, Stage.RIGHT)
        assert lesson.score == Score(right=1, clean=1)
        return
    raise AssertionError("everything was known")


def test_answer_that_cannot_be_checked() -> None:
    """When the engine cannot tell, the answer counts neither way and another may be given."""
    study, analyst = told(bad_game(), TwinEngine(blind=True))
    lesson = Lesson(study, analyst)
    mistake = lesson.mistake
    assert mistake is not None
    unknown = [
        answer
        for answer in mistake.position.legal_moves
        if study.values.of_move(mistake.position, answer).lower < mistake.value
        and study.values.of_move(mistake.position, answer).upper >= mistake.value
    ]
    lesson.answer(unknown[0])
    for _ in range(20):
        analyst.scheduler.poll()
    assert (lesson.stage, lesson.score) == (Stage.UNKNOWN, Score())
    lesson.answer(mistake.played)
    assert lesson.stage is Stage.WRONG


def test_hints_step_by_step() -> None:
    """What it is worth, the column, the pair; then there is only the solution."""
    lesson, mistake = begun()
    right, _ = answers(mistake)
    worth, column, pair = (lesson.hint() for _ in STEPS)
    assert mistake.value == value(mistake.position)
    ahead = mistake.value if mistake.player == 1 else -mistake.value
    assert mistake.margin == mistake.position.margin + ahead
    assert worth is not None
    assert column is not None
    assert pair is not None
    assert (worth.step, column.step, pair.step) == STEPS
    assert pair.move in right
    assert (column.move, column.column) == (pair.move, pair.move.first.column)
    assert (worth.column, pair.column) == (None, None)
    assert lesson.hint() is None
    assert lesson.show_solution()[0] == pair.move
    assert (lesson.stage, lesson.score) == (Stage.SHOWN, Score(hints=3, shown=1))
    assert lesson.hint() is None


def test_help_is_counted() -> None:
    """An exercise solved after a hint is right, but not clean."""
    lesson, mistake = begun()
    lesson.hint()
    lesson.answer(answers(mistake)[0][0])
    assert lesson.score == Score(right=1, hints=1)


def test_hints_wait_for_the_engine() -> None:
    """Where the best move is not known yet the worth is told, and the rest when it is found."""
    engine = TwinEngine()
    study, analyst = told(bad_game(), engine)
    lesson = Lesson(study, analyst)
    while lesson.best_moves:
        lesson.next()
    assert lesson.mistake is not None
    first = lesson.hint()
    assert first is not None
    assert (first.step, first.move) == (STEPS[0], None)
    assert lesson.hint() is None
    assert lesson.show_solution() == ()
    for _ in range(20):
        analyst.scheduler.poll()
    second = lesson.hint()
    assert second is not None
    assert second.column is not None
    assert set(lesson.best_moves) == set(answers(lesson.mistake)[0])


def test_solution_skip_and_end() -> None:
    """The solution ends an exercise, skipping leaves it; after the last the lesson is over."""
    lesson, mistake = begun()
    solution = lesson.show_solution()
    assert solution[0] in answers(mistake)[0]
    assert lesson.stage is Stage.SHOWN
    lesson.show_solution()
    lesson.next()
    assert lesson.stage is Stage.ASKING
    assert lesson.hints == ()
    while lesson.mistake is not None:
        lesson.next()
    assert lesson.stage is Stage.OVER
    assert lesson.score == Score(shown=1, skipped=lesson.of - 1)
    lesson.next()
    assert lesson.index == lesson.of


def test_going_back() -> None:
    """An exercise gone back to is as it was left, and nothing counts twice."""
    lesson, mistake = begun()
    right = answers(mistake)[0][0]
    lesson.previous()
    assert lesson.index == 0
    lesson.next()
    assert (lesson.score.skipped, lesson.is_skipped(0)) == (1, True)
    lesson.previous()
    assert (lesson.score.skipped, lesson.is_skipped(0), lesson.stage) == (0, False, Stage.ASKING)
    lesson.answer(mistake.played)
    lesson.next()
    lesson.previous()
    lesson.answer(right)
    assert (lesson.score.right, lesson.score.clean, lesson.stage_of(0)) == (1, 0, Stage.RIGHT)
    lesson.go_to(lesson.of)
    assert lesson.stage is Stage.OVER
    lesson.go_to(0)
    assert (lesson.stage, lesson.mistake) == (Stage.RIGHT, mistake)
    lesson.answer(right)
    lesson.next()
    assert (lesson.score.right, lesson.index) == (1, 1)


def test_closed_lesson_asks_nothing() -> None:
    """Leaving a lesson takes its questions back."""
    engine = TwinEngine(silent=True)
    study, analyst = told(bad_game(), engine)
    lesson = Lesson(study, analyst)
    analyst.scheduler.poll()
    lesson.close()
    analyst.scheduler.poll()
    assert not engine.busy
    assert lesson.stage is Stage.OVER
