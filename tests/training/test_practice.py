"""Exercises that are worked on: played out, judged, hinted at, and made by the solver."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from battle.analysis.values import MoveInfo, Values
from battle.engine.client import EngineState
from battle.engine.jobs import Scheduler, Target
from battle.profile.store import Database
from battle.resources import asset
from battle.rules.position import IllegalMoveError, Move, Position, position
from battle.rules.problem import Problem
from battle.training.deck import GENERATED_STOCK, NEARLY, Deck, Rating, new_exercise
from battle.training.practice import STEPS, Practice, Stage, settled_margin
from battle.training.problems import Source, grade_of, shipped_files
from battle.training.sitting import ProblemGenerator, Sitting
from battle.training.trainer_page import settled_words
from tests.support.endgames import Clock, problems, twin_problem
from tests.support.engines import TwinEngine
from tests.support.processes import run
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
            assert practice.verdict is not None
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
                assert practice.wanted is not None
                assert practice.wanted[1] is Target.VALUE
                practice.update()
                assert (practice.stage, len(practice.losses)) == (Stage.CHECKING, 1)
                practice.take_back()
                assert (practice.stage, practice.position) == (Stage.ASKING, before)
                checks += 1
    assert (replies > 5, checks > 1) == (True, True)


def test_of_many_tiles_less_is_proven(monkeypatch):
    """Where there are many tiles only what keeps the value is wanted; a loss is proven alone."""
    monkeypatch.setattr("battle.training.practice.SMALL", 0)
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
    monkeypatch.setattr("battle.training.practice.COUNTED", 4)
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
    assert practice.rated is not None
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
    assert practice.rated is not None
    assert (practice.stage, practice.rated.rating) == (Stage.WRONG, Rating.MISSED)
    assert practice.verdict is not None
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
    assert practice.worst is not None
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
        assert practice.rated is not None
        assert practice.rated.rating is Rating.MISSED
    (answer,) = deck.answers()
    assert (answer.shown, answer.move, answer.lost) == (True, "", 0)


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


def make(found: tuple[ProblemGenerator, Scheduler], frames: int) -> int:
    """Let problems be made for some frames; return how many there are then."""
    for _frame in range(frames):
        found[0].update()
        found[1].poll()
    return found[0].made


def test_as_many_are_made_as_are_wanted(deck):
    """It stops when the stock is full; all have a choice, and the reference's values."""
    engine = TwinEngine()
    found = maker(deck, 1, engine)
    assert (make(found, 1500), deck.wanted_problems) == (GENERATED_STOCK, 0)
    asked = len(engine.queries)
    make(found, 50)
    assert len(engine.queries) == asked
    exercise = deck.next()
    assert exercise is not None
    assert exercise.source is Source.GENERATED
    assert grade_of(exercise.problem).is_choice
    assert exercise.problem.values == move_values(exercise.problem.position)
    deck.answer(exercise, 0, exercise.problem.best_moves[0])
    found[0].recount()
    assert make(found, 200) == GENERATED_STOCK + 1


def test_what_cannot_be_proven_is_dropped(deck):
    """A solver that proves nothing fills no deck; one that has failed is asked nothing more."""
    engine = TwinEngine(blind=True)
    found = maker(deck, 3, engine)
    assert (make(found, 300), deck.entries()) == (0, [])
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
        database = Database(None)
        deck = FullDeck(database, Clock())
        deck.add(WAITING, Source.OWN)
        self.sitting = Sitting(self.scheduler, Clock(), deck)
        self.sitting.next()
        while (practice := self.sitting.practice) is not None:
            assert practice.exercise is not None
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
    assert wanted is not None
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
    assert practice is not None
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
