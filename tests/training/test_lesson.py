"""Lessons, against an engine that answers with the slow twin's values."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.study import Study
from battle.engine.analyst import Analyst
from battle.rules.deal import deal
from battle.rules.errors import IllegalMoveError
from battle.rules.game import Game
from battle.rules.move import Move, move
from battle.rules.position import Position
from battle.training.lesson import (
    ColumnHint,
    Exercise,
    Lesson,
    LineHint,
    PairHint,
    Score,
    Stage,
    WorthHint,
    exercises,
)
from solver.reference import move_values, played_down, value
from tests.support.twin_engine import TwinEngine


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
    analyst = Analyst(engine, study)
    analyst.begin_review()
    for _ in range(1000):
        analyst.update()
        if analyst.review is None:
            return study, analyst, engine
    raise AssertionError("the review does not end")


def told(game: Game, engine: TwinEngine) -> tuple[Study, Analyst]:
    """Return the study of a game of which only the values of its positions are known."""
    study = Study(game)
    for node in study.line():
        study.values.prove(node.position, value(node.position), value(node.position))
    return study, Analyst(engine, study)


def begun(seed: int = 1) -> tuple[Lesson, Exercise]:
    """Return a lesson and its first exercise."""
    study, analyst, _ = reviewed(bad_game(seed))
    lesson = Lesson(study, analyst)
    assert lesson.exercise is not None
    return lesson, lesson.exercise


def answers(exercise: Exercise) -> tuple[list[Move], dict[Move, int]]:
    """Return all right answers, and what the wrong ones cost, by the slow twin."""
    values = move_values(exercise.position)
    best = max(values.values())
    right = [one for one, worth in values.items() if worth == best]
    return right, {one: best - worth for one, worth in values.items() if worth < best}


@pytest.mark.parametrize("seed", range(5))
def test_exercises_are_the_costly_moves(seed: int) -> None:
    """Every costly move is an exercise, in the game's order, with what it cost."""
    game = bad_game(seed)
    study, _, _ = reviewed(game)
    found = exercises(study)
    assert [(one.position, one.played, one.cost) for one in found] == costs(game)
    assert [one.value for one in found] == [value(one.position) for one in found]
    mine = exercises(study, [2])
    assert mine == [one for one in found if one.position.to_move == 2]


def test_nothing_unproven_is_an_exercise() -> None:
    """Only moves proven before and after are exercises; a lesson without any is over."""
    study, analyst, _ = reviewed(bad_game(), TwinEngine(blind=True))
    proven = [one for one in exercises(study) if study.values.known(one.position).is_exact]
    assert proven == exercises(study)
    lesson = Lesson(Study(Game(deal(1))), analyst)
    assert (lesson.stage, lesson.exercise, lesson.hint()) == (Stage.DONE, None, None)


@pytest.mark.parametrize("seed", range(3))
def test_every_move_that_keeps_the_value_is_right(seed: int) -> None:
    """Each best move is accepted, not only the expected one; it counts as solved cleanly."""
    _, exercise = begun(seed)
    for right in answers(exercise)[0]:
        lesson, _ = begun(seed)
        verdict = lesson.answer(right)
        assert (verdict.keeps, verdict.cost, lesson.stage) == (True, 0, Stage.RIGHT)
        assert lesson.score == Score(right=1, clean=1)


@pytest.mark.parametrize("seed", range(3))
def test_wrong_answers(seed: int) -> None:
    """A wrong answer is told with its cost, counts once, and another may be given."""
    lesson, exercise = begun(seed)
    right, wrong = answers(exercise)
    for tried, (answer, cost) in enumerate(wrong.items(), start=1):
        lesson.answer(answer)
        for _ in range(20):
            lesson._analyst.update()
        assert lesson.verdict is not None
        assert (lesson.verdict.keeps, lesson.verdict.cost) == (False, cost)
        assert lesson.verdict.is_exact
        assert lesson.verdict.is_played == (answer == exercise.played)
        assert (lesson.stage, lesson.score.wrong) == (Stage.WRONG, tried)
        lesson.answer(answer)
        assert lesson.score.wrong == tried
    lesson.answer(right[0])
    assert lesson.score == Score(right=1, wrong=len(wrong))


def test_answers_after_the_solution_do_not_count() -> None:
    """What is tried out after an exercise is solved is judged, but not counted."""
    lesson, exercise = begun()
    lesson.answer(answers(exercise)[0][0])
    verdict = lesson.answer(exercise.played)
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
    exercise = lesson.exercise
    assert exercise is not None
    for answer in answers(exercise)[0]:
        if study.values.of_move(exercise.position, answer).is_exact:
            continue
        assert lesson.answer(answer).keeps is None
        assert lesson.stage is Stage.CHECKING
        for _ in range(20):
            analyst.update()
        assert lesson.verdict is not None
        assert (lesson.verdict.keeps, lesson.stage) == (True, Stage.RIGHT)
        assert lesson.score == Score(right=1, clean=1)
        return
    raise AssertionError("everything was known")


def test_answer_that_cannot_be_checked() -> None:
    """When the engine cannot tell, the answer counts neither way and another may be given."""
    study, analyst = told(bad_game(), TwinEngine(blind=True))
    lesson = Lesson(study, analyst)
    exercise = lesson.exercise
    assert exercise is not None
    unknown = [
        answer
        for answer in exercise.position.legal_moves
        if study.values.of_move(exercise.position, answer).lower < exercise.value
        and study.values.of_move(exercise.position, answer).upper >= exercise.value
    ]
    lesson.answer(unknown[0])
    for _ in range(20):
        analyst.update()
    assert (lesson.stage, lesson.score) == (Stage.UNKNOWN, Score())
    lesson.answer(exercise.played)
    assert lesson.stage is Stage.WRONG


def test_hints_step_by_step() -> None:
    """What it is worth, the column, the pair, the line; the last one is the solution."""
    lesson, exercise = begun()
    right, _ = answers(exercise)
    worth, column, pair, line = (lesson.hint() for _ in range(4))
    assert isinstance(worth, WorthHint)
    assert worth.value == value(exercise.position)
    ahead = worth.value if exercise.player == 1 else -worth.value
    assert worth.margin == exercise.position.margin + ahead
    assert isinstance(pair, PairHint)
    assert pair.move in right
    assert column == ColumnHint(pair.move.first.column)
    assert isinstance(line, LineHint)
    assert line.line[0] == pair.move
    played = exercise.position
    for one in line.line:
        played = played.play(one)
    assert (lesson.stage, lesson.score) == (Stage.SHOWN, Score(hints=4, shown=1))
    assert lesson.hint() == line
    assert lesson.score.hints == 4


def test_help_is_counted() -> None:
    """An exercise solved after a hint is right, but not clean."""
    lesson, exercise = begun()
    lesson.hint()
    lesson.answer(answers(exercise)[0][0])
    assert lesson.score == Score(right=1, hints=1)


def test_hints_wait_for_the_engine() -> None:
    """Where the best move is not known yet the worth is told, and the rest when it is found."""
    engine = TwinEngine()
    study, analyst = told(bad_game(), engine)
    lesson = Lesson(study, analyst)
    while lesson.best:
        lesson.next()
    assert lesson.exercise is not None
    assert isinstance(lesson.hint(), WorthHint)
    assert lesson.hint() is None
    assert lesson.show_solution() is None
    for _ in range(20):
        analyst.update()
    assert isinstance(lesson.hint(), ColumnHint)
    assert set(lesson.best) == set(answers(lesson.exercise)[0])


def test_solution_skip_and_end() -> None:
    """The solution ends an exercise, skipping leaves it; after the last the lesson is over."""
    lesson, exercise = begun()
    solution = lesson.show_solution()
    assert solution is not None
    assert solution.line[0] in answers(exercise)[0]
    assert lesson.stage is Stage.SHOWN
    lesson.show_solution()
    lesson.next()
    assert lesson.stage is Stage.ASKING
    assert lesson.hints == []
    while lesson.exercise is not None:
        lesson.next()
    assert lesson.stage is Stage.DONE
    assert lesson.score == Score(shown=1, skipped=lesson.of - 1)
    lesson.next()
    assert lesson.index == lesson.of


def test_going_back() -> None:
    """An exercise gone back to is as it was left, and nothing counts twice."""
    lesson, exercise = begun()
    right = answers(exercise)[0][0]
    lesson.previous()
    assert lesson.index == 0
    lesson.next()
    assert (lesson.score.skipped, lesson.is_skipped(0)) == (1, True)
    lesson.previous()
    assert (lesson.score.skipped, lesson.is_skipped(0), lesson.stage) == (0, False, Stage.ASKING)
    lesson.answer(exercise.played)
    lesson.next()
    lesson.previous()
    lesson.answer(right)
    assert (lesson.score.right, lesson.score.clean, lesson.stage_of(0)) == (1, 0, Stage.RIGHT)
    lesson.go_to(lesson.of)
    assert lesson.stage is Stage.DONE
    lesson.go_to(0)
    assert (lesson.stage, lesson.exercise) == (Stage.RIGHT, exercise)
    lesson.answer(right)
    lesson.next()
    assert (lesson.score.right, lesson.index) == (1, 1)


def test_closed_lesson_asks_nothing() -> None:
    """Leaving a lesson takes its questions back."""
    engine = TwinEngine(silent=True)
    study, analyst = told(bad_game(), engine)
    lesson = Lesson(study, analyst)
    analyst.update()
    lesson.close()
    analyst.update()
    assert not engine.busy
    assert lesson.stage is Stage.DONE
