"""Lessons, and what the trainer's pages say."""

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
from battle.analysis.values import MoveInfo
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.game.levels import level_title
from battle.language import use
from battle.page.blocks import Block, MoveLine, Offer, Paragraph
from battle.profile.records import PlayedGame, Records
from battle.profile.store import Database
from battle.rules.deal import deal, played_down
from battle.rules.game import Ending, Game, Reason
from battle.rules.position import IllegalMoveError, Move, Position, move
from battle.rules.problem import problem
from battle.training.cards import Rating
from battle.training.deck import Deck
from battle.training.exercise import STEPS, Exercise, Rated, Stage, Verdict
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
    analyst = Analyst(Scheduler(TwinEngine()), study.game, study.values)
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
    assert f"0 of {case.lesson.of} mistakes corrected" in case.said()
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


# -- trainer page ---------------------------------------------------------------------------------

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
    assert source_words(exercise(Source.SHIPPED), None) == "Included with the game."
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
            game.values.learn(wanted[0], [MoveInfo(m, v, v, v) for m, v in worth.items()])
        game.judge()
    place = game.position
    side = 1 if game.person == 1 else -1
    margin = side * (place.margin + (1 if place.to_move == 1 else -1) * value(place))
    begin = {1: "You win by", 0: "It is a draw.", -1: "You lose by"}[(margin > 0) - (margin < 0)]
    words = settled_words(game)
    assert words.startswith(begin)
    assert not margin or f" {abs(margin)} point" in words
    assert ("There was no more to gain." in words) == (game.lost == 0)
    start = one.position.margin * side + one.value
    assert game.lost == start - margin


def test_a_rest_has_a_reason() -> None:
    """An empty deck, nothing to wait for, or a moment."""
    assert "Play a game" in rest_words(None, HERE, is_empty=True)
    assert rest_words(None, HERE, is_empty=False) == "Nothing is due for review."
    soon = rest_words(HERE + timedelta(minutes=9), HERE, is_empty=False)
    assert soon == "The next exercise comes in 9 minutes."


def test_what_is_to_be_done_is_told(practice: Practice) -> None:
    """The headline asks for a pair; the status line says how many there are, and what is due."""
    assert trainer_headline(None) == "Endgame trainer"
    assert trainer_headline(practice) == "Your turn: which pair is best?"
    practice.show_solution()
    assert not practice.counts
    assert trainer_headline(practice) == "Answered: now try any pair you like"
    assert pairs_to_take(SMALL.position) == "3 pairs can be taken."
    assert (due_words(0), due_words(3)) == ("", "3 due")
