"""Exercises that are played out, judged, hinted at and made."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from battle.analysis.study import Study
from battle.analysis.values import MoveInfo, Values
from battle.coach.hints import Step
from battle.engine.client import EngineState
from battle.engine.jobs import Analyst, Target
from battle.engine.scheduler import Scheduler
from battle.profile.store import Database
from battle.resources import asset
from battle.rules.game import Game
from battle.rules.position import IllegalMoveError, Move, Position, move, position
from battle.rules.problem import Problem, problem
from battle.training import solver_tasks
from battle.training.cards import NEARLY, Rating
from battle.training.deck import GENERATED_STOCK, Deck
from battle.training.exercise import (
    STEPS,
    Attempt,
    Exercise,
    Hint,
    Stage,
    Verdict,
    disguise_of,
    next_hint,
)
from battle.training.practice import PlayOut, Practice, settled_margin
from battle.training.problems import Source, grade_of, shipped_files
from battle.training.solver_tasks import ProblemGenerator, SolverTasks
from tests.support.endgames import Clock, problems, twin_problem
from tests.support.engines import TwinEngine
from tests.support.processes import run
from tests.support.trainees import LONG as WAITING
from tests.support.trainees import FullDeck
from tools.reference import move_values, small_positions, value

# -- practice -------------------------------------------------------------------------------------


def prove(values: Values, place: Position) -> None:
    """Let the values know what the slow twin knows of a position's moves."""
    found = move_values(place)
    values.learn(place, [MoveInfo(move, *(3 * [worth])) for move, worth in found.items()])


def go_on(game: PlayOut) -> None:
    """Prove what is wanted until nothing is."""
    while (wanted := game.wanted) is not None:
        prove(game.values, wanted[0])
        step(game)
    step(game)


def step(game: PlayOut) -> None:
    """Go on as far as the values allow."""
    game.judge()
    game.reply()


def margin_of(position: Position) -> int:
    """Return the final margin from player 1's side, as the twin finds it."""
    return position.margin + (1 if position.to_move == 1 else -1) * value(position)


def played(game: PlayOut, random: Random, care: float) -> list[tuple[Position, int]]:
    """Play a problem out; return each position the person had, with the twin's cost of the move."""
    made = []
    while game.stage is not Stage.OVER:
        assert game.stage is Stage.ASKING
        place, worths = game.position, move_values(game.position)
        best = [move for move, worth in worths.items() if worth == max(worths.values())]
        move = random.choice(best if random.random() < care else list(worths))
        made.append((place, max(worths.values()) - worths[move]))
        game.play(move)
        go_on(game)
    return made


def test_losses_are_those_the_twin_finds():
    """What each move of the person lost is known at the end, and the margin is what is left."""
    random = Random(4)
    some_lost = 0
    for one in problems(80, seed=31, most_tiles=18):
        game = PlayOut(one)
        made = played(game, random, 0.6)
        assert game.is_judged
        assert game.losses == [cost for _place, cost in made]
        side = 1 if game.person == 1 else -1
        assert settled_margin(game.position) == margin_of(one.position) - side * game.lost
        some_lost += game.lost > 0
    assert 10 < some_lost < 80


def test_the_defence_is_perfect():
    """No reply ever gives a point away."""
    random = Random(5)
    for one in problems(60, seed=32, most_tiles=16):
        game = PlayOut(one)
        played(game, random, 0.5)
        place = one.position
        for pair in game.moves:
            if place.to_move != game.person:
                assert margin_of(place.play(pair)) == margin_of(place)
            place = place.play(pair)
        assert place == game.position


def test_the_defence_makes_it_hard():
    """Among moves that keep the value it takes one after which the most replies lose points."""
    checked = 0
    for one in problems(150, seed=33, most_tiles=18):
        game = PlayOut(one)
        place = one.position.play(one.best_moves[0])
        for known in (place, *map(place.play, place.legal_moves)):
            prove(game.values, known)
        game.play(one.best_moves[0])
        game.reply()
        traps = {}
        for pair, worth in move_values(place).items():
            if worth == value(place):
                replies = move_values(place.play(pair)).values()
                traps[pair] = sum(reply < max(replies) for reply in replies)
        if len(game.moves) == 2 and len(set(traps.values())) > 1:
            assert traps[game.moves[1]] == max(traps.values())
            checked += 1
    assert checked > 5


def test_nothing_goes_on_without_proof():
    """Until its values are there the game waits, without a reply and without a judgement."""
    waited = 0
    for one in problems(40, seed=34, most_tiles=18):
        game = PlayOut(one)
        if game.stage is Stage.OVER:
            continue
        game.play(one.best_moves[0])
        game.reply()
        assert game.is_judged
        if game.stage is Stage.REPLYING:
            assert game.wanted == (game.position, Target.MOVES)
            with pytest.raises(IllegalMoveError, match="not your turn"):
                game.play(game.position.legal_moves[0])
            before = game.position
            step(game)
            assert (game.position, game.stage) == (before, Stage.REPLYING)
            waited += 1
    assert waited > 10


def test_a_move_is_taken_back_with_its_reply():
    """The person has the same choice again, and what the move lost is forgotten."""
    taken = 0
    for one in problems(60, seed=36, most_tiles=18):
        game = PlayOut(one)
        before: list[tuple[Position, list[int]]] = []
        while game.stage is Stage.ASKING:
            before.append((game.position, list(game.losses)))
            game.play(game.position.legal_moves[-1])
            if len(before) % 2:
                go_on(game)
            else:
                game.judge()
                break
        while before:
            game.take_back()
            assert (game.position, game.losses, game.stage) == (*before.pop(), Stage.ASKING)
            taken += 1
        assert game.position == one.position
        assert (game.moves, game.is_judged) == ([], True)
    assert taken > 60


def test_of_many_tiles_less_is_proven(monkeypatch):
    """Where there are many tiles only what keeps the value is wanted; a loss is proven alone."""
    monkeypatch.setattr("battle.training.practice.SMALL", 0)
    checked = 0
    for one in problems(60, seed=37, most_tiles=18):
        game = PlayOut(one)
        game.play(one.best_moves[0])
        assert game.reply() is not None or game.wanted in (None, (game.position, Target.BEST))
        go_on(game)
        if game.stage is not Stage.ASKING:
            continue
        begun = PlayOut(one)
        place = begun.position = game.position
        if begun.wanted is None:
            continue
        assert begun.wanted == (place, Target.BEST)
        begun.play(place.legal_moves[0])
        assert begun.wanted == (place, Target.VALUE)
        prove(begun.values, place)
        assert begun.judge()
        worths = move_values(place)
        assert begun.losses == [max(worths.values()) - worths[place.legal_moves[0]]]
        checked += 1
    assert checked > 10


def test_a_move_that_cannot_be_played_changes_nothing():
    """An illegal move raises and leaves everything as it was."""
    game = PlayOut(problems(1, seed=35)[0])
    with pytest.raises(IllegalMoveError):
        game.play(type(game.position.legal_moves[0])(*(2 * [game.position.free_cells[0]])))
    assert (game.moves, game.stage, game.lost) == ([], Stage.ASKING, 0)


def ends(place: Position) -> set[int]:
    """Return every margin that can be reached."""
    if place.is_over:
        return {place.margin}
    return set().union(*(ends(place.play(move)) for move in place.legal_moves))


def test_settled_is_what_nobody_can_change():
    """A margin is settled exactly where every way to play on ends in it."""
    settled = 0
    for place in small_positions(300, seed=36, most_tiles=12):
        reachable = ends(place)
        expected = next(iter(reachable)) if len(reachable) == 1 else None
        assert settled_margin(place) == expected
        settled += expected is not None
    assert 30 < settled < 300


def test_what_is_too_much_to_count_is_not_settled(monkeypatch):
    """A table on which nothing matters is settled if it can be counted through, else not."""
    place = position("1m1m/1p1p/1s1s/1m1m/1p1p/1s1s")
    assert settled_margin(place) == 0
    monkeypatch.setattr("battle.training.practice.COUNTED", 4)
    assert settled_margin(place) is None


def test_a_problem_without_a_choice_is_settled_at_once():
    """Where all ways lead to one margin there is nothing to play out."""
    game = PlayOut(twin_problem(position("9s/9s/5m/5m 2 3-0")))
    assert game.stage is Stage.ASKING
    forced = PlayOut(twin_problem(position("9s/9s 2 3-0")))
    assert (forced.stage, forced.lost, forced.wanted) == (Stage.OVER, 0, None)


# --- test practice -------------------------------------------------------------------------------
#
# Tests of an exercise in hand, against the slow twin.

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
    return Practice(deck, exercise)


def prove_wanted(practice: Practice) -> None:
    """Let everything that is wanted be known."""
    while (wanted := practice.wanted) is not None:
        found = move_values(wanted[0])
        practice.playout.values.learn(
            wanted[0], [MoveInfo(move, worth, worth, worth) for move, worth in found.items()]
        )
        practice.update()


def best_and_worst(practice: Practice) -> tuple[Move, Move]:
    values = move_values(practice.position)
    return max(values, key=lambda m: values[m]), min(values, key=lambda m: values[m])


def reply(practice: Practice) -> None:
    prove_wanted(practice)
    practice.reply()
    prove_wanted(practice)


def play_out(practice: Practice) -> None:
    """Play on with best moves until it is over."""
    while practice.stage is not Stage.OVER:
        practice.play(best_and_worst(practice)[0])
        reply(practice)


def test_who_loses_nothing_to_the_end_is_right(deck):
    """The answer is kept when the result is settled, with the first move and the time."""
    for one in LONG[:10]:
        practice = begin(deck, one)
        first = best_and_worst(practice)[0]
        practice.play(first)
        practice.seconds = 7.25
        assert practice.counts or practice.stage is Stage.OVER
        reply(practice)
        play_out(practice)
        rated = practice.rated
        assert rated is not None
        assert (rated.rating, rated.counted, practice.lost) == (Rating.RIGHT, True, 0)
        answer = deck.answers()[-1]
        assert (answer.move, answer.lost, answer.hints) == (str(first), 0, 0)
    assert len(deck.answers()) == 10


def test_a_missed_answer_is_kept_at_once_and_comes_back(deck):
    """After a costly move the verdict stands, and the same choice is there again."""
    practice = begin(deck, DEEP)
    worst = best_and_worst(practice)[1]
    practice.play(worst)
    assert practice.stage is Stage.WRONG
    assert practice.rated is not None
    assert practice.rated.rating is Rating.MISSED
    assert practice.verdict is not None
    assert practice.verdict.cost == practice.lost == DEEP.cost(worst)
    assert practice.wanted is None
    assert practice.reply() is None
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
    assert practice.verdict is not None
    assert practice.verdict.cost == one.cost(move)
    reply(practice)
    play_out(practice)
    assert practice.rated is not None
    assert practice.rated.rating is Rating.NEARLY
    practice.again()
    practice.play(move)
    assert practice.stage is Stage.WRONG


def test_a_move_whose_value_is_not_known_waits_to_be_judged(deck):
    """Nothing is said or kept of it until its value is proven."""
    waited = 0
    for one in LONG:
        practice = begin(deck, one)
        practice.play(best_and_worst(practice)[0])
        prove_wanted(practice)
        if practice.reply() is None or practice.stage is not Stage.ASKING:
            continue
        place = practice.position
        values = move_values(place)
        worst = best_and_worst(practice)[1]
        practice.play(worst)
        if practice.stage is not Stage.CHECKING:
            continue
        waited += 1
        wanted = practice.wanted
        assert wanted is not None
        assert wanted[1] is Target.VALUE
        assert len(practice.playout.losses) == 1
        practice.update()
        assert practice.stage is Stage.CHECKING
        prove_wanted(practice)
        assert practice.verdict is not None
        assert practice.verdict.cost == max(values.values()) - values[worst]
        practice.finish()
    assert waited > 1


def test_hints_are_true_and_are_counted(deck):
    """First the worth of a best pair, a column, the pair; the answer is then nearly right."""
    practice = begin(deck, LONG[0])
    given = [practice.hint() for _hint in STEPS]
    assert [hint.step for hint in given if hint is not None] == list(STEPS)
    assert practice.hint() is None
    moves = {hint.move for hint in given if hint is not None}
    assert len(moves) == 1
    assert moves <= set(LONG[0].best_moves)
    practice.play(moves.pop())
    assert practice.hints == ()
    reply(practice)
    play_out(practice)
    assert practice.rated is not None
    assert (practice.rated.rating, practice.hint_count) == (Rating.NEARLY, len(STEPS))
    practice.again()
    practice.hint()
    assert practice.hint_count == len(STEPS)


def test_a_solution_that_is_shown_is_a_miss(deck):
    """The best moves are those of the problem, and the answer is kept as shown."""
    practice = begin(deck, LONG[1])
    assert practice.show_solution() == LONG[1].best_moves
    assert practice.rated is not None
    assert practice.rated.rating is Rating.MISSED
    assert practice.show_solution() == LONG[1].best_moves
    (answer,) = deck.answers()
    assert (answer.shown, answer.move, answer.lost) == (True, "", 0)


def test_enough_is_enough(deck):
    """Before the first move there is nothing to keep; after it the answer is kept as it is."""
    one = next(one for one in LONG if len(one.best_moves) < len(one.values))
    practice = begin(deck, one)
    practice.finish()
    assert practice.counts
    assert deck.answers() == []
    practice.play(one.best_moves[0])
    if practice.counts:
        assert practice.is_begun
        practice.finish()
    assert practice.rated is not None
    assert practice.rated.rating is Rating.RIGHT
    practice.finish()
    assert len(deck.answers()) == 1


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
                practice.reply()
                prove_wanted(practice)
        practice.finish()
        if practice.counts:
            practice.show_solution()
        assert practice.rated is not None
        answers = deck.answers()
        assert len(answers) == number
        assert all(answer.counted for answer in answers)
        assert (answers[-1].lost, answers[-1].rating) == (practice.lost, practice.rated.rating)


def test_the_worst_move_is_the_one_that_lost_and_not_the_first(deck):
    """Who begins well and errs later is told of the pair that was the error."""
    found = 0
    for one in LONG:
        practice = begin(deck, one)
        practice.play(best_and_worst(practice)[0])
        reply(practice)
        if practice.stage is not Stage.ASKING or not practice.counts:
            continue
        best, slip = best_and_worst(practice)
        values, before = move_values(practice.position), practice.position
        if values[best] - values[slip] <= NEARLY:
            continue
        practice.play(slip)
        prove_wanted(practice)
        assert practice.worst is not None
        assert (practice.worst.position, practice.worst.move) == (before, slip)
        assert practice.worst.cost == values[best] - values[slip] == practice.lost
        found += 1
    assert found


# -- exercise -------------------------------------------------------------------------------------

PLACE = position("5m5p/5p5m/9s/9s")
NINES, FIVES = move("c1d1"), move("a1b2")


@pytest.mark.parametrize(
    ("cost", "is_exact", "keeps"),
    [(0, True, True), (3, True, False), (3, False, False), (0, False, None)],
)
def test_a_verdict_tells_whether_the_value_is_kept(
    cost: int, is_exact: bool, keeps: bool | None
) -> None:
    """What costs something does not keep it; what may cost nothing is not known."""
    assert Verdict(PLACE, NINES, cost, is_exact).keeps is keeps


def test_hints_are_about_one_pair_and_end() -> None:
    """The worth, the column, the pair of the first of the best moves; then there is none."""
    given: list[Hint] = []
    while (hint := next_hint(given, (NINES, FIVES))) is not None:
        given.append(hint)
    assert given == [Hint(step, NINES) for step in STEPS]
    assert [hint.column for hint in given] == [None, 2, None]


def test_without_a_best_move_only_the_worth_is_told() -> None:
    """The other hints wait until one is known."""
    worth = next_hint((), ())
    assert worth == Hint(Step.WORTH, None)
    assert worth is not None
    assert worth.column is None
    assert next_hint((worth,), ()) is None
    assert next_hint((worth,), (NINES,)) == Hint(Step.COLUMNS, NINES)


def test_an_exercise_is_seen_in_another_picture_each_time() -> None:
    """At first as it is, then in disguise, and the same again for the same repeat."""
    one = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")
    exercises = [Exercise("k", Source.OWN, "", 2, repeat, one) for repeat in range(4)]
    assert exercises[0].problem == one
    pictures = [exercise.problem.position.grid for exercise in exercises]
    assert len(set(pictures)) == len(pictures)
    for exercise in exercises:
        assert exercise.disguise == disguise_of(one, "k", exercise.repeat)
        assert exercise.disguise.inverse.of_position(exercise.problem.position) == one.position


def test_points_do_not_give_a_disguise_away() -> None:
    """The first time they are those of the game, in disguise there are none; values stay."""
    one = problem("5m5p/5p5m/9s/9s 2 31-47; c1d1:9; a1b2:1; a2b1:1")
    shown = [Exercise("k", Source.OWN, "", 2, repeat, one).problem for repeat in range(3)]
    assert [each.position.points for each in shown] == [(31, 47), (0, 0), (0, 0)]
    assert [each.position.to_move for each in shown] == [2, 2, 2]
    assert [sorted(each.values.values()) for each in shown] == [[1, 1, 9]] * 3


# -- solver tasks ---------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _few_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_tasks, "TILES", 12)


def bench(**ways: bool) -> tuple[Study, Analyst, TwinEngine]:
    """Return an analyst of some position, and its engine."""
    study, engine = Study(Game(position("5m/5m"))), TwinEngine(**ways)
    analyst = Analyst(Scheduler(engine), study.game, study.values)
    analyst.on = False
    return study, analyst, engine


def go_on_for(maker: ProblemGenerator, study: Study, analyst: Analyst, frames: int) -> None:
    for _frame in range(frames):
        maker.update(analyst, study.values)
        analyst.scheduler.poll()


def test_as_many_are_made_as_are_wanted(deck):
    """It stops when the stock is full; all have a choice, and the twin's values."""
    study, analyst, engine = bench()
    maker = ProblemGenerator(deck, Random(1))
    go_on_for(maker, study, analyst, 1500)
    assert (maker.made, deck.wanted_problems) == (GENERATED_STOCK, 0)
    asked = len(engine.queries)
    go_on_for(maker, study, analyst, 50)
    assert len(engine.queries) == asked
    exercise = deck.next()
    assert exercise is not None
    assert exercise.source is Source.GENERATED
    assert grade_of(exercise.problem).is_choice
    assert exercise.problem.values == move_values(exercise.problem.position)
    deck.answer(exercise, Attempt(0, exercise.problem.best_moves[0]))
    maker.recount()
    go_on_for(maker, study, analyst, 200)
    assert maker.made == GENERATED_STOCK + 1


def test_nothing_is_made_while_there_is_enough(deck):
    """With a full stock the engine is not asked at all."""
    deck.add(problems(GENERATED_STOCK, seed=71), Source.GENERATED)
    study, analyst, engine = bench()
    go_on_for(ProblemGenerator(deck, Random(2)), study, analyst, 50)
    assert engine.queries == []


def test_what_cannot_be_proven_is_dropped(deck):
    """An engine that proves nothing fills no deck."""
    study, analyst, engine = bench(blind=True)
    maker = ProblemGenerator(deck, Random(3))
    go_on_for(maker, study, analyst, 300)
    assert len(set(engine.asked)) > 1
    assert (maker.made, deck.entries()) == (0, [])


def test_an_engine_that_has_failed_is_not_asked_again(deck):
    """After a failure nothing more is wanted of it."""
    study, analyst, engine = bench()
    maker = ProblemGenerator(deck, Random(4))
    go_on_for(maker, study, analyst, 2)
    engine.fail("no luck")
    go_on_for(maker, study, analyst, 20)
    asked = len(engine.queries)
    go_on_for(maker, study, analyst, 20)
    assert len(engine.queries) == asked


def test_another_analyst_is_asked_anew(deck):
    """When the analyst is another one the work goes on with it."""
    study, analyst, engine = bench(silent=True)
    maker = ProblemGenerator(deck, Random(5))
    go_on_for(maker, study, analyst, 10)
    assert len(engine.queries) == 1
    study, analyst, engine = bench()
    go_on_for(maker, study, analyst, 200)
    assert maker.made > 0


# --- test solver tasks ---------------------------------------------------------------------------
#
# What the trainer asks the solver, with the twin as the solver.


@pytest.fixture
def full_deck() -> Iterator[Deck]:
    with closing(Database(None)) as database:
        yield FullDeck(database, Clock())


def in_theirs(full_deck: Deck) -> Practice:
    """Return an exercise in which the defence has to reply, and needs the solver for it."""
    full_deck.add(WAITING, Source.OWN)
    while (exercise := full_deck.next(more=True)) is not None:
        practice = Practice(full_deck, exercise)
        practice.play(exercise.problem.best_moves[0])
        if practice.stage is Stage.REPLYING and practice.wanted is not None:
            return practice
        practice.finish()
    raise AssertionError("none found")


def run_tasks(work: SolverTasks, frames: int = 20) -> None:
    for _frame in range(frames):
        work.update(None)
        work._scheduler.poll()


def test_what_an_exercise_wants_is_proven(full_deck: Deck) -> None:
    """After a few frames the defence can reply, and nothing more is asked."""
    engine = TwinEngine()
    work, practice = SolverTasks(Scheduler(engine), full_deck), in_theirs(full_deck)
    work.begin(practice)
    wanted = practice.wanted
    assert wanted is not None
    run_tasks(work)
    assert engine.asked == [wanted[0]]
    assert practice.wanted is None
    assert practice.reply() is not None


def test_what_is_no_longer_wanted_is_not_waited_for(full_deck: Deck) -> None:
    """With another exercise the engine works for that one."""
    engine = TwinEngine(silent=True)
    work, practice = SolverTasks(Scheduler(engine), full_deck), in_theirs(full_deck)
    work.begin(practice)
    run_tasks(work)
    work.begin(None)
    run_tasks(work)
    assert engine.cancelled >= 1
    assert not engine.busy


def test_the_play_after_a_solution_is_asked_for(full_deck: Deck) -> None:
    """While a solution is shown its position is looked at, also where all values are known."""
    engine = TwinEngine()
    work = SolverTasks(Scheduler(engine), full_deck)
    full_deck.add(WAITING[:1], Source.OWN)
    exercise = full_deck.next()
    assert exercise is not None
    practice = Practice(full_deck, exercise)
    work.begin(practice)
    run_tasks(work)
    assert engine.queries == []
    for _frame in range(5):
        work.update(practice.position)
        work._scheduler.poll()
    assert engine.asked == [practice.position]


def test_the_words_fit_the_state(full_deck: Deck) -> None:
    """Nothing while nothing is waited for; else what the solver does, or why it does not."""
    engine = TwinEngine(silent=True)
    work, practice = SolverTasks(Scheduler(engine), full_deck), in_theirs(full_deck)
    assert work.words(needed=True) == ""
    work.begin(practice)
    run_tasks(work)
    assert work.words(needed=False) == "The solver is proving it …"
    engine.state = EngineState.COMPILING
    assert work.words(needed=False) == "The solver is getting ready …"
    engine.fail("no luck")
    run_tasks(work, 2)
    assert "no luck" in work.words(needed=False)


def test_what_cannot_be_proven_is_said(full_deck: Deck) -> None:
    """When the time is over the person hears of it."""
    work, practice = SolverTasks(Scheduler(TwinEngine(blind=True)), full_deck), in_theirs(full_deck)
    work.begin(practice)
    run_tasks(work, 200)
    assert work.words(needed=False) == "This could not be proven in time."


def test_rest_makes_way(full_deck: Deck) -> None:
    """The engine is left to others until the next frame."""
    engine = TwinEngine(silent=True)
    work = SolverTasks(Scheduler(engine), full_deck)
    work.begin(in_theirs(full_deck))
    run_tasks(work)
    assert engine.busy
    work.stop()
    assert not engine.busy
    run_tasks(work)
    assert engine.busy


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
