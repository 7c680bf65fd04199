"""Exercises worked on, made by the solver, and in lessons; what the trainer's pages say."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pygame
import pytest

from battle import language
from battle.analysis.costs import USUAL
from battle.analysis.study import Study
from battle.analysis.values import MoveInfo, Values
from battle.coach.hints import move_words
from battle.engine.client import EngineState
from battle.engine.jobs import Analyst, Scheduler, Target
from battle.game.setup import level_title
from battle.page.blocks import Block, Ink, MoveLine, Offer, Paragraph
from battle.page.text import page_lines
from battle.profile.records import PlayedGame, Records
from battle.profile.store import Database
from battle.resources import asset
from battle.rules.position import (
    IllegalMoveError,
    Move,
    Position,
    deal,
    move,
    position,
)
from battle.rules.problem import Problem, problem
from battle.rules.record import Ending, Game, Reason
from battle.training.deck import (
    GENERATED_STOCK,
    NEARLY,
    Deck,
    Exercise,
    Rated,
    Rating,
    Source,
    grade_of,
    new_exercise,
    shipped_files,
)
from battle.training.sitting import (
    STEPS,
    DeckCounts,
    Lesson,
    Mistake,
    Practice,
    ProblemGenerator,
    Sitting,
    Stage,
    proven_mistakes,
    settled_margin,
)
from battle.training.trainer_page import (
    aside,
    headline,
    pages,
    rated_words,
    settled_words,
    source_words,
    task_page,
    verdict_page,
    when_words,
)
from battle.window.pages import height_of
from battle.window.ui.theme import Theme
from tests.support.endgames import NOON, Clock, problems, twin_problem
from tests.support.engines import TwinEngine
from tests.support.pilot import bad_game, cost_of, costly
from tests.support.processes import run
from tests.support.texts import check_page
from tests.support.trainees import LONG as WAITING
from tests.support.trainees import FullDeck
from tools.reference import move_values, small_positions, value

# -- playing out ----------------------------------------------------------------------------------


def played_out(problem: Problem) -> Practice:
    """Return the practice of a problem that is in no deck."""
    return Practice(new_exercise(problem, Source.OWN))


def prove(values: Values, place: Position) -> None:
    """Let the values know what the reference solver knows of a position's moves."""
    found = move_values(place)
    values.learn(place, [MoveInfo(move, worth, worth, worth) for move, worth in found.items()])


def prove_wanted(practice: Practice) -> None:
    """Let everything that is wanted be known."""
    while (wanted := practice.wanted) is not None:
        prove(practice.values, wanted[0])
        practice.update()


def reply(practice: Practice) -> None:
    """Let the defence reply as soon as everything for it is known."""
    prove_wanted(practice)
    practice.reply()
    prove_wanted(practice)


def best_and_worst(practice: Practice) -> tuple[Move, Move]:
    values = move_values(practice.position)
    return max(values, key=lambda m: values[m]), min(values, key=lambda m: values[m])


def margin_of(position: Position) -> int:
    """Return the final margin from player 1's side, as the reference solver finds it."""
    return position.margin + (1 if position.to_move == 1 else -1) * value(position)


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)


def test_losses_are_true_and_the_defence_is_perfect():
    """Each move of the person costs what the reference says, no reply of the defence anything."""
    random = Random(4)
    wrong = 0
    for one in problems(80, seed=31, most_tiles=18):
        practice = played_out(one)
        while practice.stage is not Stage.OVER:
            assert practice.stage is Stage.ASKING
            worths = move_values(practice.position)
            best = [move for move, worth in worths.items() if worth == max(worths.values())]
            move = random.choice(best if random.random() < 0.6 else list(worths))
            practice.play(move)
            prove_wanted(practice)
            assert practice.verdict.cost == max(worths.values()) - worths[move]
            assert (practice.stage is Stage.WRONG) <= (practice.verdict.cost > 0)
            wrong += practice.stage is Stage.WRONG
            practice.take_back()
            before = practice.position
            if practice.reply() is not None:
                assert margin_of(practice.position) == margin_of(before)
            prove_wanted(practice)
        side, lost = 1 if practice.person == 1 else -1, sum(practice.losses)
        margin = settled_margin(practice.position)
        assert margin == margin_of(one.position) - side * lost
        words = settled_words(practice)
        assert words.startswith(
            ("It is a draw.", "You win by", "You lose by")[side * _sign(margin)]
        )
        assert f" {abs(margin)} point" in words or not margin
        assert ("There was no more to gain." in words) == (lost == 0)
    assert wrong > 20


def test_the_defence_makes_it_hard():
    """Among moves that keep the value it takes one after which the most replies lose points."""
    checked = 0
    for one in problems(150, seed=33, most_tiles=18):
        practice = played_out(one)
        place = one.position.play(one.best_moves[0])
        for known in (place, *map(place.play, place.legal_moves)):
            prove(practice.values, known)
        practice.play(one.best_moves[0])
        practice.reply()
        traps = {}
        for pair, worth in move_values(place).items():
            if worth == value(place):
                replies = move_values(place.play(pair)).values()
                traps[pair] = sum(reply < max(replies) for reply in replies)
        if len(practice.moves) == 2 and len(set(traps.values())) > 1:
            assert traps[practice.moves[1]] == max(traps.values())
            checked += 1
    assert checked > 5


def test_nothing_goes_on_without_proof():
    """Until its values are there the game waits, without a reply and without a judgement."""
    replies = checks = 0
    for one in WAITING:
        practice = played_out(one)
        practice.play(one.best_moves[0])
        if practice.stage is Stage.REPLYING and practice.reply() is None:
            assert practice.wanted == (practice.position, Target.MOVES)
            with pytest.raises(IllegalMoveError, match="not your turn"):
                practice.play(practice.position.legal_moves[0])
            assert practice.stage is Stage.REPLYING
            replies += 1
            prove(practice.values, practice.position)
            practice.reply()
        if practice.stage is Stage.ASKING:
            before, worst = practice.position, best_and_worst(practice)[1]
            practice.play(worst)
            if practice.stage is Stage.CHECKING:
                assert practice.wanted[1] is Target.VALUE
                practice.update()
                assert (practice.stage, len(practice.losses)) == (Stage.CHECKING, 1)
                practice.take_back()
                assert (practice.stage, practice.position) == (Stage.ASKING, before)
                checks += 1
    assert (replies > 5, checks > 1) == (True, True)


def test_of_many_tiles_less_is_proven(monkeypatch):
    """Where there are many tiles only what keeps the value is wanted; a loss is proven alone."""
    monkeypatch.setattr("battle.training.sitting.SMALL", 0)
    checked = 0
    for one in problems(60, seed=37, most_tiles=18):
        practice = played_out(one)
        practice.play(one.best_moves[0])
        assert practice.wanted in (None, (practice.position, Target.BEST))
        reply(practice)
        if practice.stage is not Stage.ASKING:
            continue
        place, worths = practice.position, move_values(practice.position)
        begun = played_out(one)
        begun.position = place
        if begun.wanted is None:
            continue
        assert begun.wanted == (place, Target.BEST)
        begun.play(place.legal_moves[0])
        assert begun.wanted == (place, Target.VALUE)
        prove(begun.values, place)
        begun.update()
        assert begun.losses == [max(worths.values()) - worths[place.legal_moves[0]]]
        checked += 1
    assert checked > 10


def test_a_move_that_cannot_be_played_changes_nothing():
    """An illegal move raises and leaves everything as it was."""
    practice = played_out(problems(1, seed=35)[0])
    with pytest.raises(IllegalMoveError):
        practice.play(Move(*(2 * [practice.position.free_cells[0]])))
    assert (practice.moves, practice.stage, practice.first) == ([], Stage.ASKING, None)


def ends(place: Position) -> set[int]:
    """Return every margin that can be reached."""
    if place.is_over:
        return {place.margin}
    return set().union(*(ends(place.play(move)) for move in place.legal_moves))


def test_a_margin_is_settled_if_it_cannot_change(monkeypatch):
    """It is where every way to play on ends in it, unless there are too many to count through."""
    settled = 0
    for place in small_positions(300, seed=36, most_tiles=12):
        reachable = ends(place)
        expected = next(iter(reachable)) if len(reachable) == 1 else None
        assert settled_margin(place) == expected
        settled += expected is not None
    assert 30 < settled < 300
    place = position("1m1m/1p1p/1s1s/1m1m/1p1p/1s1s")
    assert settled_margin(place) == 0
    monkeypatch.setattr("battle.training.sitting.COUNTED", 4)
    assert settled_margin(place) is None


def test_a_problem_without_a_choice_is_settled_at_once():
    """Where all ways lead to one margin there is nothing to play out."""
    assert played_out(twin_problem(position("9s/9s/5m/5m 2 3-0"))).stage is Stage.ASKING
    forced = played_out(twin_problem(position("9s/9s 2 3-0")))
    assert (forced.stage, forced.lost, forced.wanted) == (Stage.OVER, 0, None)


# --- answers -------------------------------------------------------------------------------------

SOME = problems(80, seed=61, most_tiles=16)
LONG = [one for one in SOME if one.position.tiles_left >= 12]
DEEP = next(one for one in LONG if list(one.values.values())[-1] < one.value - NEARLY)


@pytest.fixture
def deck() -> Iterator[Deck]:
    with closing(Database(None)) as database:
        yield Deck(database, Clock())


def begin(deck: Deck, problem: Problem) -> Practice:
    """Put a problem in and take it in hand."""
    deck.add([problem], Source.OWN)
    exercise = deck.next(more=True)
    assert exercise is not None
    return Practice(exercise, deck)


def play_out(practice: Practice) -> Rating:
    """Play on with best moves until it is over; return how it was rated."""
    while practice.stage is not Stage.OVER:
        practice.play(best_and_worst(practice)[0])
        reply(practice)
    return practice.rated.rating


def test_who_loses_nothing_to_the_end_is_right(deck):
    """The answer is kept when the result is settled, with the first move and the time."""
    for one in LONG[:10]:
        practice = begin(deck, one)
        first = best_and_worst(practice)[0]
        practice.seconds = 7.25
        assert (play_out(practice), practice.lost) == (Rating.RIGHT, 0)
        answer = deck.answers()[-1]
        assert (answer.move, answer.lost, answer.hints) == (str(first), 0, 0)
        assert answer.seconds == 7.2
    assert len(deck.answers()) == 10


def test_a_missed_answer_is_kept_at_once_and_comes_back(deck):
    """After a costly move the verdict stands, and the same choice is there again."""
    practice = begin(deck, DEEP)
    worst = best_and_worst(practice)[1]
    practice.play(worst)
    assert (practice.stage, practice.rated.rating) == (Stage.WRONG, Rating.MISSED)
    assert practice.verdict.cost == practice.lost == DEEP.cost(worst)
    assert (practice.wanted, practice.reply()) == (None, None)
    with pytest.raises(IllegalMoveError, match="not your turn"):
        practice.play(worst)
    practice.take_back()
    assert (practice.position, practice.stage) == (DEEP.position, Stage.ASKING)
    play_out(practice)
    assert [answer.lost for answer in deck.answers()] == [DEEP.cost(worst)]


def test_a_little_lost_is_no_reason_to_stop(deck):
    """A move that loses less than the natural one, and little, is played on while it counts."""
    place = position("1m4p4m/6m9s2s2s/4p4m/1m2p9s/5m6m/5m2p")
    one = Problem(place, move_values(place))
    move = next(move for move in one.values if 0 < one.cost(move) <= NEARLY)
    assert one.cost(move) < one.trap
    practice = begin(deck, one)
    practice.play(move)
    assert practice.stage is not Stage.WRONG
    reply(practice)
    assert play_out(practice) is Rating.NEARLY
    assert practice.worst.cost == practice.lost == one.cost(move)
    practice.again()
    practice.play(move)
    assert practice.stage is Stage.WRONG


def test_hints_are_true_and_are_counted(deck):
    """First the worth of a best pair, a column, the pair; the answer is then nearly right."""
    practice = begin(deck, LONG[0])
    given = [practice.hint() for _hint in STEPS]
    assert [hint.step for hint in given if hint is not None] == list(STEPS)
    assert practice.hint() is None
    (move,) = {hint.move for hint in given if hint is not None}
    assert move in LONG[0].best_moves
    practice.play(move)
    assert practice.hints == ()
    reply(practice)
    assert (play_out(practice), practice.hint_count) == (Rating.NEARLY, len(STEPS))
    practice.again()
    practice.hint()
    assert practice.hint_count == len(STEPS)


def test_a_solution_that_is_shown_is_a_miss(deck):
    """The best moves are those of the problem, and the answer is kept as shown."""
    practice = begin(deck, LONG[1])
    for _time in range(2):
        assert practice.show_solution() == LONG[1].best_moves
        assert practice.rated.rating is Rating.MISSED
    (answer,) = deck.answers()
    assert (answer.shown, answer.move, answer.lost) == (True, "", 0)


def test_a_solution_that_is_shown_ends_what_was_said_of_a_costly_pair(deck):
    """That the pair was wrong is past, and that another one is to be tried is not said any more."""
    sitting = Sitting(Scheduler(TwinEngine()), lambda: NOON, deck)
    practice = sitting.practice = begin(deck, LONG[1])
    for pair in (best_and_worst(practice)[1],) * 2:
        practice.play(pair)
        practice.update()
        practice.take_back()
        assert "costs" in " ".join(page_lines([*verdict_page(sitting)]))
        wrong = next(block for block in verdict_page(sitting) if isinstance(block, Paragraph))
        assert wrong.ink is Ink.BAD
    assert "Try another pair" in " ".join(page_lines([*verdict_page(sitting)]))
    practice.show_solution()
    past = [block for block in verdict_page(sitting) if isinstance(block, Paragraph)]
    assert [block.ink for block in past] == [Ink.MUTED]


def test_enough_is_enough(deck):
    """Before the first move there is nothing to keep; after it the answer is kept as it is."""
    practice = begin(deck, next(one for one in LONG if len(one.best_moves) < len(one.values)))
    practice.finish()
    assert (practice.counts, deck.answers()) == (True, [])
    practice.play(best_and_worst(practice)[0])
    practice.finish()
    practice.finish()
    assert [answer.rating for answer in deck.answers()] == [Rating.RIGHT]


def test_whatever_is_done_one_answer_counts(deck):
    """Random play, hints, taking back, beginning again: one counted answer an exercise."""
    random = Random(8)
    for number, one in enumerate(LONG[:25], 1):
        practice = begin(deck, one)
        for _action in range(25):
            if practice.stage is Stage.ASKING and random.random() < 0.7:
                practice.play(random.choice(practice.position.legal_moves))
            else:
                random.choice([practice.hint, practice.take_back, practice.again])()
            prove_wanted(practice)
            if random.random() < 0.8:
                reply(practice)
        practice.finish()
        if practice.counts:
            practice.show_solution()
        answers = deck.answers()
        assert len(answers) == number
        assert all(answer.counted for answer in answers)


# --- problem generator ---------------------------------------------------------------------------


def maker(deck: Deck, seed: int, engine: TwinEngine) -> tuple[ProblemGenerator, Scheduler]:
    scheduler = Scheduler(engine)
    return ProblemGenerator(scheduler, deck, Random(seed)), scheduler


def make(found: tuple[ProblemGenerator, Scheduler], frames: int) -> None:
    """Let problems be made for some frames."""
    for _frame in range(frames):
        found[0].update()
        found[1].poll()


def test_as_many_are_made_as_are_wanted(deck):
    """It stops when the stock is full; all have a choice, and the reference's values."""
    engine = TwinEngine()
    found = maker(deck, 1, engine)
    make(found, 1500)
    assert (len(deck.entries()), deck.wanted_problems) == (GENERATED_STOCK, 0)
    asked = len(engine.queries)
    make(found, 50)
    assert len(engine.queries) == asked
    exercise = deck.next()
    assert exercise.source is Source.GENERATED
    assert grade_of(exercise.problem).is_choice
    assert exercise.problem.values == move_values(exercise.problem.position)
    deck.answer(exercise, 0, exercise.problem.best_moves[0])
    found[0].recount()
    make(found, 200)
    assert len(deck.entries()) == GENERATED_STOCK + 1


def test_what_cannot_be_proven_is_dropped(deck):
    """A solver that proves nothing fills no deck; one that has failed is asked nothing more."""
    engine = TwinEngine(blind=True)
    found = maker(deck, 3, engine)
    make(found, 300)
    assert deck.entries() == []
    assert len(set(engine.asked)) > 1
    engine.fail("no luck")
    make(found, 20)
    asked = len(engine.queries)
    make(found, 20)
    assert len(engine.queries) == asked


# --- the solver's work for a sitting -------------------------------------------------------------


class Case:
    """A sitting with an engine, in which the defence has to reply and needs the solver for it."""

    def __init__(self, engine: TwinEngine) -> None:
        self.scheduler = Scheduler(engine)
        deck = FullDeck(Database(None), Clock())
        deck.add(WAITING, Source.OWN)
        self.sitting = Sitting(self.scheduler, Clock(), deck)
        self.sitting.next()
        while (practice := self.sitting.practice).exercise is not None:
            practice.play(practice.exercise.problem.best_moves[0])
            if practice.stage is Stage.REPLYING and practice.wanted is not None:
                self.practice = practice
                return
            practice.show_solution()
            practice.finish()
            self.sitting.next()
        raise AssertionError("none found")

    def run(self, frames: int = 20) -> None:
        for _frame in range(frames):
            self.sitting.update()
            self.scheduler.poll()

    def words(self, *, needed: bool = False) -> str:
        return self.sitting.waiting_words(needed=needed)


def test_what_an_exercise_wants_is_proven() -> None:
    """After a few frames the defence can reply, and nothing more is asked."""
    engine = TwinEngine()
    case = Case(engine)
    wanted = case.practice.wanted
    case.run()
    assert engine.asked == [wanted[0]]
    assert case.practice.wanted is None
    assert case.practice.reply() is not None


def test_the_solver_is_left_to_others() -> None:
    """Nothing is asked when the sitting is stopped, until the next frame, or for another one."""
    engine = TwinEngine(silent=True)
    case = Case(engine)
    for leave in (case.sitting.stop, case.sitting.go_on):
        case.run()
        assert engine.busy
        leave()
        case.practice.finish()
        if leave == case.sitting.go_on:
            case.sitting.go_on()
        case.scheduler.poll()
        assert not engine.busy


def test_the_play_after_a_solution_is_asked_for() -> None:
    """While a solution is shown its position is looked at, also where all values are known."""
    engine = TwinEngine()
    case = Case(engine)
    case.practice.finish()
    case.sitting.go_on()
    practice = case.sitting.practice
    case.run()
    assert engine.queries == []
    case.sitting.show(practice.show_solution()[0])
    case.run(5)
    assert engine.asked == [practice.position]


def test_the_words_fit_the_state() -> None:
    """What the solver does while it is waited for, or why it does nothing."""
    engine = TwinEngine(silent=True)
    case = Case(engine)
    case.run()
    assert case.words() == "The solver is proving it …"
    engine.state = EngineState.COMPILING
    assert case.words() == "The solver is getting ready …"
    engine.fail("no luck")
    case.run(2)
    assert "no luck" in case.words()
    blind = Case(TwinEngine(blind=True))
    blind.run(200)
    assert blind.words() == "This could not be proven in time."


# -- make problems --------------------------------------------------------------------------------

MAKER = asset("problems/make.py")


@pytest.mark.parametrize(
    ("line", "choice"),
    [("5m/5m 1 0-0; a1b1:3; a2b2:3 % deal 7", False), ("5m/5m 1 0-0; a1b1:3; a2b2:-1", True)],
)
def test_lines_without_a_choice_are_known(line: str, choice: bool) -> None:
    """A line is left out if all its moves are worth the same."""
    assert runpy.run_path(str(MAKER))["has_choice"](line) is choice


@pytest.mark.slow
def test_the_same_problems_are_made_again(tmp_path: Path) -> None:
    """The first of every command are those that come with the game, in files of the same names."""
    assert run(sys.executable, MAKER, tmp_path, "--most", "2").returncode == 0
    for shipped in shipped_files():
        made = (tmp_path / shipped.name).read_text(encoding="ascii").splitlines()
        assert made
        assert made == shipped.read_text(encoding="ascii").splitlines()[: len(made)]


# -- lesson ---------------------------------------------------------------------------------------


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


class LessonCase:
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
        return self.lesson.practice

    @property
    def score(self) -> list[str]:
        """How many are solved, how many at the first try, how many shown, how many skipped."""
        return [block.number for block in pages(self.lesson, USUAL)[2] if hasattr(block, "number")]

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
    wanted = [(node.parent.position, node.move, cost_of(node)) for node in costly(game)]  # type: ignore[union-attr]
    found = proven_mistakes(study)
    assert [(one.position, one.move, one.cost.value) for one in found] == wanted
    assert proven_mistakes(study, [2]) == [one for one in found if one.position.to_move == 2]
    first = study.game.main_line()[1]
    study.to_start()
    study.play(next(one for one in study.position.legal_moves if one != first.move))
    assert first not in study.line()
    assert proven_mistakes(study) == found


def test_without_a_proven_mistake_the_lesson_is_over() -> None:
    """Only moves proven before and after are asked."""
    case = LessonCase(Study(Game(deal(1))))
    assert (case.lesson.mistake, case.lesson.practice.is_none, case.lesson.mistakes) == (
        None,
        True,
        [],
    )
    assert case.offered() == ["leave", "again"]


@pytest.mark.parametrize("seed", range(3))
def test_every_move_that_keeps_the_value_is_right(seed: int) -> None:
    """Each best move is accepted, not only the expected one; it counts as solved at once."""
    study = reviewed(bad_game(seed))
    for right in answers(LessonCase(study).mistake)[0]:
        case = LessonCase(study)
        assert [one for one in case.offered() if one != "why"] == ["hint", "solution", "go_on"]
        case.answer(right)
        assert (case.practice.stage, case.score) == (Stage.OVER, ["1", "1", "0", "0"])
        assert "Right!" in case.said()
        assert "Your pair" in case.said()
        assert case.offered() == ["go_on", "analyse"]


def test_a_right_answer_says_what_the_played_pair_cost_and_why() -> None:
    """Where a reason is proven already: the pair of the game, its true cost, a sentence."""
    shown = 0
    for seed in range(6):
        case = LessonCase(reviewed(bad_game(seed)))
        while case.lesson.mistake is not None:
            (right, *_), wrong = answers(case.mistake)
            case.answer(right)
            words = case.lesson.why_not
            if move_words(case.mistake.position, case.mistake.move) in words:
                assert f" costs {wrong[case.mistake.move]} point" in words
                assert words in case.said()
                shown += 1
            case.lesson.go_on()
    assert shown


@pytest.mark.parametrize("seed", range(3))
def test_wrong_answers(seed: int) -> None:
    """A wrong answer is shown with its cost, and another may be given; it is not solved at once."""
    case = LessonCase(reviewed(bad_game(seed)))
    right, wrong = answers(case.mistake)
    for pair, cost in wrong.items():
        case.answer(pair)
        verdict = case.practice.verdict
        assert (verdict.cost, case.practice.stage) == (cost, Stage.ASKING)
        assert f"costs {cost} point" in case.said()
        assert "why" in case.offered()
        case.lesson.forget()
    case.answer(right[0])
    assert case.score == ["1", "0", "0", "0"]


def test_an_unknown_answer_is_checked() -> None:
    """An answer of which nothing is known is asked of the solver, and then judged."""
    case = LessonCase(half_known(bad_game()))
    with pytest.raises(IllegalMoveError):
        case.answer(move("a5b5"))
    case.practice.play(answers(case.mistake)[0][-1])
    case.work()
    assert (case.practice.stage, case.practice.rated.rating) == (Stage.OVER, Rating.RIGHT)


def test_an_answer_that_cannot_be_checked_is_taken_back() -> None:
    """When the solver cannot tell, the answer counts neither way and another may be given."""
    case = LessonCase(half_known(bad_game()), TwinEngine(blind=True))
    values, place = case.practice.values, case.mistake.position
    best = values.known(place).lower
    known = {pair: values.of_move(place, pair) for pair in place.legal_moves}
    case.answer(next(pair for pair, one in known.items() if one.lower < best <= one.upper))
    assert (case.practice.stage, case.lesson.is_unproven) == (Stage.CHECKING, True)
    case.practice.take_back()
    assert (case.practice.stage, case.practice.counts) == (Stage.ASKING, True)
    case.answer(case.mistake.move)
    assert not case.practice.counts


def test_a_lesson_is_left_and_gone_back_to() -> None:
    """What was skipped, shown or tried is as it was left, is listed so, and counts once."""
    case = LessonCase(reviewed(bad_game()))
    lesson, right = case.lesson, answers(case.mistake)[0]
    lesson.go_to(-1)
    lesson.go_on()
    assert (lesson.index, lesson.how(0)) == (1, "skipped")
    lesson.go_to(0)
    assert lesson.how(0) == "open"
    case.answer(case.mistake.move)
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
    assert headline(lesson) == "Learn from mistakes"
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
    for _step in STEPS:
        sitting.practice.hint()
        assert places() == before


def test_the_trainer_offers_what_is_of_use(sitting: Polled) -> None:
    """Help before the answer, then the next one, once more, analysis; at rest what there is."""
    assert offered(sitting) == ["hint", "solution"]
    assert headline(sitting) == "Your turn: which pair is best?"
    assert sitting.go_on().startswith("Take a pair first")
    assert not sitting.again()
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
