"""Tests of an exercise in hand, against the slow twin."""

from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from battle.analysis.values import Finding
from battle.engine.jobs import Target
from battle.profile.store import Database
from battle.rules.position import IllegalMoveError, Move, position
from battle.rules.problem import Problem
from battle.training.cards import NEARLY, Rating
from battle.training.deck import Deck
from battle.training.exercise import STEPS, Stage
from battle.training.practice import Practice
from battle.training.problems import Source
from tests.support.endgame_problems import Clock, problems
from tools.reference import move_values

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


def prove(practice: Practice) -> None:
    """Let everything that is wanted be known."""
    while (wanted := practice.wanted) is not None:
        found = move_values(wanted[0])
        practice.playout.values.learn(
            wanted[0], [Finding(move, worth, worth, worth) for move, worth in found.items()]
        )
        practice.update()


def best_and_worst(practice: Practice) -> tuple[Move, Move]:
    values = move_values(practice.position)
    return max(values, key=lambda m: values[m]), min(values, key=lambda m: values[m])


def reply(practice: Practice) -> None:
    prove(practice)
    practice.reply()
    prove(practice)


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
        prove(practice)
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
        prove(practice)
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
            prove(practice)
            if random.random() < 0.8:
                practice.reply()
                prove(practice)
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
        prove(practice)
        assert practice.worst is not None
        assert (practice.worst.position, practice.worst.move) == (before, slip)
        assert practice.worst.cost == values[best] - values[slip] == practice.lost
        found += 1
    assert found
