"""Exercises worked on, made by the solver, and in lessons; what the trainer's pages say."""

from __future__ import annotations

import re
import runpy
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from battle import language
from battle.analysis.study import Study
from battle.analysis.values import MoveInfo, Values
from battle.coach.reasons import Line
from battle.engine.client import EngineState
from battle.engine.jobs import Analyst, Scheduler, Target
from battle.page.text import page_lines
from battle.profile.records import PlayedGame
from battle.profile.store import Database
from battle.resources import asset
from battle.rules.position import (
    IllegalMoveError,
    Move,
    Position,
    move,
    position,
)
from battle.rules.problem import Problem, problem
from battle.rules.tree import Ending, Game, Reason
from battle.training.deck import (
    GENERATED_STOCK,
    NEARLY,
    Deck,
    Exercise,
    Rating,
    Source,
    grade_of,
    new_exercise,
    shipped_files,
    shipped_problems,
)
from battle.training.sitting import (
    STEPS,
    GameLesson,
    Mistake,
    Practice,
    ProblemGenerator,
    Sitting,
    Stage,
    proven_mistakes,
)
from battle.training.trainer_page import (
    headline,
    notes_of,
    question_words,
    rest_words,
    said_of,
    source_words,
    when_words,
)
from battle.words import pair_in_full
from tests.support.endgames import NOON, Clock, problems, twin_problem
from tests.support.engines import TwinEngine
from tests.support.pilot import bad_game, cost_of, costly
from tests.support.processes import run
from tests.support.trainees import LONG as WAITING
from tests.support.trainees import FullDeck
from tools.reference import move_values, value


def is_played_out(line: Line) -> bool:
    """Whether no pair is left at the end of a line."""
    position, moves = line
    for one in moves:
        position = position.play(one)
    return position.is_over


# -- one question ---------------------------------------------------------------------------------


def asked(problem: Problem) -> Practice:
    """Return the practice of a problem that is in no deck."""
    return Practice(new_exercise(problem, Source.OWN))


def prove(values: Values, place: Position) -> None:
    """Let the values know what the reference solver knows of a position's moves."""
    found = move_values(place)
    values.learn(place, [MoveInfo(move, worth, worth, worth) for move, worth in found.items()])


def best_and_worst(practice: Practice) -> tuple[Move, Move]:
    values = move_values(practice.position)
    return max(values, key=lambda m: values[m]), min(values, key=lambda m: values[m])


def test_a_question_of_winning_names_the_lead_it_counts() -> None:
    """Where one pair wins and every other loses, that follows from the lead the sentence names."""
    leads = []
    for one in shipped_problems():
        words = question_words(new_exercise(one, Source.SHIPPED))
        if "wins" in words:
            behind = re.search(r"(\d+) points? (ahead|behind)", words)
            lead = int(behind[1]) * (-1 if behind[2] == "behind" else 1) if behind else 0
            best, *others = one.values.values()
            assert best + lead > 0 > max(others) + lead, words
            leads.append(lead)
    assert min(leads) < 0 < max(leads)


def test_losses_are_true():
    """A pair costs what the reference says; a costly one comes back, another ends the exercise."""
    random = Random(4)
    stages = Counter()
    for one in problems(80, seed=31, most_tiles=18):
        practice, worths = asked(one), move_values(one.position)
        pair = random.choice([*worths])
        practice.play(pair)
        cost = max(worths.values()) - worths[pair]
        assert practice.verdict.cost == practice.lost == cost
        assert practice.stage is (Stage.WRONG if cost else Stage.OVER)
        stages[practice.stage] += 1
        with pytest.raises(IllegalMoveError, match="not your turn"):
            practice.play(pair)
        practice.take_back()
        assert (practice.position == one.position) is (cost > 0)
    assert min(stages[Stage.WRONG], stages[Stage.OVER]) > 10


def test_of_many_tiles_less_is_proven(monkeypatch):
    """Where there are many tiles only what keeps the value is wanted; a loss is proven alone."""
    monkeypatch.setattr("battle.training.sitting.SMALL", 0)
    for one in problems(10, seed=37, most_tiles=18):
        place, pair = one.position, [*one.values][-1]
        practice = Practice(place)
        assert practice.wanted == (place, Target.BEST)
        practice.play(pair)
        assert (practice.stage, practice.wanted) == (Stage.CHECKING, (place, Target.VALUE))
        prove(practice.values, place)
        practice.update()
        assert practice.lost == one.cost(pair)


def test_a_move_that_cannot_be_played_changes_nothing():
    """An illegal move raises and leaves everything as it was."""
    practice = asked(problems(1, seed=35)[0])
    with pytest.raises(IllegalMoveError):
        practice.play(Move(*(2 * [practice.position.free_cells[0]])))
    assert (practice.moves, practice.stage, practice.first) == ([], Stage.ASKING, None)


# --- answers -------------------------------------------------------------------------------------

SOME = problems(80, seed=61, most_tiles=16)
LONG = [one for one in SOME if one.position.tiles_left >= 12]


@pytest.fixture
def deck() -> Iterator[Deck]:
    with closing(Database(None)) as database:
        yield Deck(database, Clock())


def begin(deck: Deck, problem: Problem) -> Practice:
    """Put a problem in and take it in hand."""
    deck.add([problem], Source.OWN)
    exercise = deck.next()
    assert exercise is not None
    return Practice(exercise, deck)


def test_a_little_lost_is_nearly_right(deck):
    """A move that loses less than the natural one, and little."""
    place = position("1m4p4m/6m9s2s2s/4p4m/1m2p9s/5m6m/5m2p")
    one = Problem(place, move_values(place))
    move = next(move for move in one.values if 0 < one.cost(move) <= NEARLY)
    assert one.cost(move) < one.trap
    practice = begin(deck, one)
    practice.play(move)
    assert (practice.stage, practice.rated.rating) == (Stage.WRONG, Rating.NEARLY)
    assert practice.lost == one.cost(move)


def test_a_solution_that_is_shown_is_a_miss(deck):
    """The best moves are those of the problem, and the answer is kept as shown."""
    practice = begin(deck, LONG[1])
    for _time in range(2):
        assert practice.show_solution() == LONG[1].best_moves
        assert practice.rated.rating is Rating.MISSED
    (answer,) = deck.answers()
    assert (answer.shown, answer.move, answer.lost) == (True, "", 0)


def test_a_solution_that_is_shown_ends_what_was_said_of_a_costly_pair(deck):
    """That the pair was wrong is past."""
    sitting = Sitting(Scheduler(TwinEngine()), lambda: NOON, deck)
    practice = sitting.practice = begin(deck, LONG[1])
    for pair in (best_and_worst(practice)[1],) * 2:
        practice.play(pair)
        practice.update()
        practice.take_back()
        assert "costs" in said_of(sitting)[0]
        assert "Best was" in said_of(sitting)[1]
    practice.show_solution()
    assert said_of(sitting)[1] == ""


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
    """A sitting with an engine and some exercises, the first of which is in hand."""

    def __init__(self, engine: TwinEngine, tasks: list[Problem] = WAITING) -> None:
        self.scheduler = Scheduler(engine)
        deck = FullDeck(Database(None), Clock())
        deck.add(tasks, Source.OWN)
        self.sitting = Sitting(self.scheduler, Clock(), deck)
        self.sitting.next()

    def run(self, frames: int = 20) -> None:
        for _frame in range(frames):
            self.sitting.update()
            self.scheduler.poll()


def test_the_solver_is_left_to_others() -> None:
    """Nothing is asked when the sitting is stopped, until the next frame, or for another one."""
    engine = TwinEngine(silent=True)
    case = Case(engine)
    case.sitting.show()
    for leave in (case.sitting.stop, case.sitting.go_on):
        case.run()
        assert engine.busy
        leave()
        case.scheduler.poll()
        assert not engine.busy


def test_the_play_after_a_pair_is_asked_for_when_it_is_shown() -> None:
    """The answer to a costly pair, then that to a best one; before, nothing is."""
    engine = TwinEngine()
    case = Case(engine)
    practice = case.sitting.practice
    best, worst = best_and_worst(practice)
    practice.play(worst)
    case.run()
    assert engine.queries == []
    for pair in (worst, best):
        assert case.sitting.can_show
        assert case.sitting.show()
        practice.take_back()
        case.run(200)
        assert case.sitting.line[1][0] == pair
        assert is_played_out(case.sitting.line)
        assert not case.sitting.is_following
    assert not case.sitting.can_show


def test_nothing_is_shown_that_is_not_best_play() -> None:
    """Whatever the solver has reported so far, answers and lines are best play, to the end."""
    answers = 0
    for one in problems(15, seed=7, most_tiles=18):
        for is_wrong in True, False:
            case = Case(TwinEngine(reports=6), [one])
            practice, sitting = case.sitting.practice, case.sitting
            place = practice.position
            if is_wrong:
                practice.play(best_and_worst(practice)[1])
                case.run(1)
                practice.take_back()
                sitting.explain()
            sitting.show()
            while True:
                case.run(1)
                answers += check_shown(sitting)
                if not (sitting.is_following or sitting.is_looking):
                    break
            assert sitting.line is not None
            assert sitting.line[0] == place
            assert is_played_out(sitting.line)
    assert answers > 10


def check_shown(sitting: Sitting) -> bool:
    """Check that all pairs after the first that are shown are best; return if one answers."""
    assert sitting.line is not None
    here, (first, *others) = sitting.line
    here = here.play(first)
    for pair in others:
        assert pair in best_pairs(here)
        here = here.play(pair)
    answer = sitting.answer
    if answer is not None:
        assert sorted(answer.looks) in [sorted(pair) for pair in best_pairs(answer.position)]
    return answer is not None


def best_pairs(place: Position) -> list[Move]:
    """Return the best pairs of a position, by the twin."""
    worths = move_values(place)
    return [pair for pair in worths if worths[pair] == max(worths.values())]


def test_what_cannot_be_proven_is_not_shown() -> None:
    """Where the solver only guesses the line ends with the pair."""
    case = Case(TwinEngine(blind=True))
    case.sitting.show()
    case.run(400)
    assert not case.sitting.is_following
    assert len(case.sitting.line[1]) == 1


def test_the_words_fit_the_state() -> None:
    """What is waited for is said while something is wanted, and why nothing comes."""
    engine = TwinEngine(silent=True)
    case = LessonCase(half_known(bad_game()), engine)
    case.work()
    assert case.lesson.waiting_words == ""
    case.lesson.want("solution")
    assert (case.lesson.waiting_words, case.lesson.is_awaited) == ("Looking …", True)
    engine.state = EngineState.COMPILING
    assert case.lesson.waiting_words == "Getting ready …"
    engine.fail("no luck")
    case.work(2)
    assert "no luck" in case.lesson.waiting_words
    blind = LessonCase(half_known(bad_game()), TwinEngine(blind=True))
    blind.lesson.want("hint")
    blind.work(200)
    assert (blind.lesson.waiting_words, blind.lesson.is_awaited) == (
        "There was no answer in time.",
        False,
    )


def test_time_brings_a_wrong_pair_back_and_counts_while_the_answer_does() -> None:
    """It stays away for a while; the seconds after the answer are not those of the answer."""
    case = Case(TwinEngine())
    sitting, practice = case.sitting, case.sitting.practice
    sitting.tick(2.5)
    sitting.play(best_and_worst(practice)[1])
    for seconds, stage in ((0.5, Stage.WRONG), (0.5, Stage.ASKING)):
        sitting.tick(seconds)
        assert (practice.stage, practice.seconds) == (stage, 2.5)
    assert practice.position == practice.start


# --- a run ---------------------------------------------------------------------------------------


def test_a_run_has_ten_exercises(deck):
    """It ends with how many were right and the level, and another one begins."""
    sitting = Sitting(Scheduler(TwinEngine()), Clock(), deck)
    deck.add(SOME, Source.GENERATED)
    sitting.next()
    for number in range(10):
        pair = best_and_worst(sitting.practice)[number == 4]
        sitting.practice.play(pair)
        sitting.update()
        assert len(sitting.run) == number + 1
        assert sitting.go_on() == ""
    words = " ".join(rest_words(sitting))
    assert (sitting.practice.is_none, sitting.is_run_over) == (True, True)
    assert f"{sum(one.lost == 0 for one in sitting.run)} of 10 right" in words
    sitting.go_on()
    assert sitting.run == []
    assert not sitting.practice.is_none


# -- make problems --------------------------------------------------------------------------------

MAKER = asset("problems/make.py")


@pytest.mark.parametrize(
    ("grid", "kind"),
    [
        ("5s5s/6s/4m/6s9p9p/4m1s1s", "-lures"),
        ("9s/9s/8m/8m", "-wins"),
        ("5m5p/5p5m/9s/9s", ""),
    ],
)
def test_small_problems_are_clear(grid: str, kind: str) -> None:
    """The best pair is two points ahead; the highest is wrong, or every other pair loses."""
    found = twin_problem(position(grid, paired=False))
    asks = runpy.run_path(str(MAKER))["asks"]
    assert [one for one in ("-lures", "-wins") if asks(found, one)] == [kind] * bool(kind)


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
        self.lesson = GameLesson(study, self.scheduler, lambda: moment, ("Ada", "Ben"))
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
        hows = [self.lesson.how(index) for index in range(len(self.lesson.mistakes))]
        counts = hows.count("right"), self.lesson.clean, hows.count("shown"), hows.count("skipped")
        return [*map(str, counts)]

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
        """Return what is said."""
        lesson = self.lesson
        if lesson.practice.is_none:
            return " ".join(rest_words(lesson))
        return " ".join((*said_of(lesson), *page_lines([*notes_of(lesson)])))


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


@pytest.mark.parametrize("seed", range(3))
def test_every_move_that_keeps_the_value_is_right(seed: int) -> None:
    """Each best move is accepted, not only the expected one; it counts as solved at once."""
    study = reviewed(bad_game(seed))
    for right in answers(LessonCase(study).mistake)[0]:
        case = LessonCase(study)
        case.answer(right)
        assert (case.practice.stage, case.score) == (Stage.OVER, ["1", "1", "0", "0"])
        assert "is best." in case.said()


def test_a_right_answer_says_what_the_played_pair_cost_and_why() -> None:
    """Where a reason is proven already: the pair of the game, its true cost, a sentence."""
    shown = 0
    for seed in range(6):
        case = LessonCase(reviewed(bad_game(seed)))
        while case.lesson.mistake is not None:
            (right, *_), wrong = answers(case.mistake)
            case.answer(right)
            words = case.lesson.why_not
            if pair_in_full(case.mistake.position, case.mistake.move) in words:
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
    assert lesson.show()
    assert lesson.is_answered
    assert lesson.line is not None
    lesson.go_to(0)
    for _step in STEPS:
        case.practice.hint()
    assert "A best pair is worth" in case.said()
    case.answer(right[0])
    assert [lesson.how(index) for index in (0, 1)] == ["right", "shown"]
    count = len(lesson.mistakes)
    while lesson.mistake is not None:
        lesson.go_on()
    assert case.score == ["1", "0", "1", str(count - 2)]
    assert f"1 of {count} mistakes corrected" in case.said()
    assert headline(lesson) == "Learn from mistakes"
    lesson.again()
    assert (lesson.index, case.score) == (0, ["0", "0", "0", "0"])


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
    assert source_words(exercise(Source.GENERATED), None) == "Found for you."
    assert source_words(exercise(Source.OWN), None) == "From one of your games."
    words = source_words(exercise(Source.OWN), game(1))
    assert words == "From your game against Mo, 21 November 2026."
    assert source_words(exercise(Source.OWN), game(2)) == words
    assert "Ada – Casual" in source_words(exercise(Source.OWN), game(None))


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (timedelta(seconds=20), "in 1 minute"),
        (timedelta(minutes=59, seconds=30), "in 1 hour"),
        (timedelta(hours=8, minutes=30), "in 8 hours"),
        (timedelta(hours=9), "tomorrow"),
        (timedelta(hours=30), "tomorrow"),
        (timedelta(days=2), "in 2 days, on 23 November 2026"),
        (timedelta(hours=-3), "in 1 minute"),
    ],
)
def test_moments_are_named_as_people_do(after: timedelta, words: str) -> None:
    """Minutes and hours on the same day, then days."""
    assert when_words(HERE + after, HERE) == words
