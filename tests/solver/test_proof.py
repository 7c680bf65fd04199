"""The driver of proofs: questions, the root, the first guess, and how sure estimates are."""

from __future__ import annotations

import time
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.protocol import Goal
from battle.rules.position import Position, deal, for_player, played_down
from solver.kernels.encode import State
from solver.proof import driver as driving
from solver.proof.calibration import Judgement, at_once, fit_for, read, within
from solver.proof.driver import (
    BetaChooser,
    FirstGuess,
    IterativeDeepening,
    NullWindowDriver,
    NullWindowQuestion,
    Root,
    ThreadPool,
    likely_line,
    outcome_beta,
    principal_variation,
    root_of,
)
from tools import reference
from tools.calibrate import NODES, Plan, Task
from tools.reference import Twin, TwinTable

# -- root -----------------------------------------------------------------------------------------

PLACES = [place for place in reference.small_positions(30, 11) if not place.is_over]


def narrowed(place: Position, random: Random) -> Root:
    """Return a root whose intervals hold the true values, some of them closer than others."""
    root = root_of(place)
    values = reference.move_values(place)
    for choice in root.choices:
        value = values[choice.moves[0]]
        root.narrow(choice, value - random.randrange(6), value + random.randrange(6))
    return root


def test_every_move_is_in_one_choice_that_holds_its_value() -> None:
    """Moves of one choice are worth the same, and no interval leaves the value out."""
    for place in PLACES:
        values = reference.move_values(place)
        root = root_of(place)
        assert sorted(move for choice in root.choices for move in choice.moves) == list(values)
        for choice in root.choices:
            assert {values[move] for move in choice.moves} == {values[choice.moves[0]]}
            assert choice.lower <= values[choice.moves[0]] <= choice.upper
        assert root.lower <= max(values.values()) <= root.upper


def test_intervals_only_close_in() -> None:
    """What is already known better is kept, and proofs that contradict each other are refused."""
    root = root_of(PLACES[0])
    choice = root.choices[0]
    root.narrow(choice, 1, 3)
    root.narrow(choice, 0, 9)
    assert (choice.lower, choice.upper) == (1, 3)
    with pytest.raises(ArithmeticError, match="contradicting bounds"):
        root.narrow(choice, lower=4)


def test_beliefs_may_contradict_each_other() -> None:
    """In a copy, which proves nothing, the older belief is kept; the root does not hear of it."""
    root = root_of(PLACES[0])
    copy = root.copy()
    copy.narrow(copy.choices[0], upper=0)
    copy.narrow(copy.choices[0], lower=5)
    assert (copy.choices[0].lower, copy.choices[0].upper) == (0, 0)
    assert root.choices[0].lower < 0 < root.choices[0].upper


def test_what_is_proven_worse_stands_behind() -> None:
    """No choice stands before one that is proven to be better, whatever the estimates say."""
    random = Random(2)
    for place in PLACES:
        root = narrowed(place, random)
        for choice in root.choices:
            choice.estimate = random.randrange(-9, 9)
        ranked = root.ranked()
        assert {id(choice) for choice in ranked} == {id(choice) for choice in root.choices}
        for index, choice in enumerate(ranked):
            assert all(choice.upper >= other.lower for other in ranked[index + 1 :])


# --- test threads --------------------------------------------------------------------------------
#
# Threads on one question, and the nodes that are allowed to all of them together.

WITH_CHOICE = [
    place
    for place in reference.small_positions(24, 21, most_tiles=14)
    if len(place.legal_moves) > 1
]


class Endless:
    """A search that visits all nodes it is given and never answers."""

    def __init__(self) -> None:
        self.nodes = 0

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Visit the nodes."""
        self.nodes += nodes
        return None

    def static(self, state: State) -> tuple[int, int]:
        """Return bounds that say nothing."""
        return -256, 255


def test_nothing_is_searched_once_a_helper_has_used_up_the_nodes() -> None:
    """A slice asked for when none are left searches no node, and the question stays open."""
    pool = ThreadPool([Endless(), Endless()])
    root = root_of(WITH_CHOICE[0])
    beta = max(choice.lower for choice in root.choices) + 1
    question = NullWindowQuestion(root, root.choices, beta)
    pool.allow(100)
    assert pool.work(question, 40)
    end = time.monotonic() + 30
    while pool.nodes < 100 and time.monotonic() < end:
        time.sleep(0.001)
    assert pool.work(question, 40)
    pool.close()
    assert pool.nodes == 100


# -- null window ----------------------------------------------------------------------------------


def pool_for(place: Position, threads: int = 1) -> ThreadPool:
    """Return threads that search with the twin."""
    table = TwinTable()
    return ThreadPool([Twin().searcher(place, table, number) for number in range(threads)])


def proven(place: Position, driver: NullWindowDriver, threads: int = 1) -> None:
    """Let a driver work until it is done."""
    pool = pool_for(place, threads)
    while not driver.is_done:
        driver.work(pool, 200)
    pool.close()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("guess", [None, -40, 3])
def test_the_value_is_proven_from_any_guess(guess: int | None, threads: int) -> None:
    """However wrong the first guess is and however many threads work, the value is minimax's."""
    for place in WITH_CHOICE[:8]:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, guess=guess), threads)
        assert root.lower == root.upper == reference.value(place)


def test_lines_are_proven_one_after_the_other() -> None:
    """The best lines asked for are settled, with the values that the twin finds."""
    for place in WITH_CHOICE:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 2))
        values = reference.move_values(place)
        best = sorted(values.values(), reverse=True)[:2]
        settled = [choice.lower for choice in root.ranked() if choice.settled for _ in choice.moves]
        assert settled[:2] == best


def test_the_goal_best_decides_of_every_move_whether_it_keeps_the_value() -> None:
    """Every choice is proven to be worth the value, or to be worth less."""
    for place in WITH_CHOICE:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, Goal.BEST))
        values = reference.move_values(place)
        for choice in root.choices:
            keeps = values[choice.moves[0]] == max(values.values())
            assert (choice.lower == root.lower) == keeps
            assert (choice.upper < root.lower) == (not keeps)


def test_the_goal_outcome_decides_who_wins() -> None:
    """The interval of the position lies on one side of what the player to move is behind."""
    for place in WITH_CHOICE:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, Goal.OUTCOME))
        deficit, value = -for_player(place.margin, place.to_move), reference.value(place)
        assert (root.lower > deficit) == (value > deficit)
        assert (root.upper < deficit) == (value < deficit)


def test_a_question_is_answered_and_then_closed() -> None:
    """A question beside the value narrows the root to it, and is not open any more."""
    for place in WITH_CHOICE[:8]:
        root, value = root_of(place), reference.value(place)
        pool = pool_for(place)
        for beta in (value, value + 1):
            question = NullWindowQuestion(root, root.choices, beta)
            while pool.work(question, 100):
                pass
            assert question.open() == []
        assert root.lower == root.upper == value


def test_estimates_deepen_to_the_end_and_leave_the_root_unproven() -> None:
    """The last iteration estimates the best choice as the twin values it, and proves nothing."""
    for place in WITH_CHOICE[:8]:
        root = root_of(place)
        before = [(choice.lower, choice.upper) for choice in root.choices]
        deepening = IterativeDeepening(root, 1)
        pool = pool_for(place)
        depths = []
        while not deepening.is_done:
            deepening.work(pool, 10**6)
            depths.append(deepening.depth)
        assert depths == sorted(depths)
        assert root.ranked()[0].estimate == reference.value(place)
        assert [(choice.lower, choice.upper) for choice in root.choices] == before


def test_the_first_guess_is_what_the_likely_move_is_worth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The guess is the value after the likely move, which is a lower bound of the position's."""
    monkeypatch.setattr(driving, "LEAST_TILES", 8)
    monkeypatch.setattr(driving, "BOTTOM_TILES", 6)
    tried = 0
    for place in WITH_CHOICE:
        guess = FirstGuess(place, root_of)
        pool = pool_for(place)
        while not guess.is_done:
            assert guess.tiles < place.tiles_left
            guess.work(pool, 200)
        line = likely_line(place)
        if place.tiles_left >= 8 and len(line) > 1:
            tried += 1
            gained = sum(line[1].points) - sum(place.points)
            assert guess.value == gained - reference.value(line[1]) <= reference.value(place)
        else:
            assert guess.value is None
    assert tried > 5


def test_likely_lines_are_played_down_to_where_guessing_begins() -> None:
    """Each position follows from the one before by a move, until few enough tiles are left."""
    line = likely_line(deal(1))
    assert line[0] == deal(1)
    assert line[-1].tiles_left == driving.BOTTOM_TILES or line[-1].is_over
    for before, after in pairwise(line):
        assert after in [before.play(move) for move in before.legal_moves]


def test_principal_variations_are_best_play_to_the_end() -> None:
    """Every move of a proven line keeps the value, and the line ends with the game."""
    for place in WITH_CHOICE[:8]:
        root: Root = root_of(place)
        proven(place, NullWindowDriver(root, 1))
        best = root.ranked()[0]
        table = TwinTable()
        prover = Twin().searcher(place, table, 0)
        line = principal_variation(place, best, best.moves[0], table, prover, 10**6)
        for move in line:
            values = reference.move_values(place)
            assert values[move] == max(values.values())
            place = place.play(move)
        assert place.is_over


# --- test beta -----------------------------------------------------------------------------------
#
# The choice of null windows.

POINTS = st.integers(-60, 60)


@given(POINTS, POINTS, POINTS, st.integers(0, 9))
def test_questions_close_in_on_any_value(low: int, high: int, guess: int, slack: int) -> None:
    """Whatever the guess, every question lies in the interval and the value is found quickly."""
    low, high = min(low, high), max(low, high)
    value = low + (high - low) * slack // 9
    chooser = BetaChooser(guess)
    asked = 0
    while low < high:
        beta = chooser.next_beta(low, high)
        assert low < beta <= high
        yes = value >= beta
        low, high = (max(low, beta), high) if yes else (low, min(high, beta - 1))
        chooser.answered(high=yes)
        asked += 1
    assert low == value
    assert asked <= 16


def test_a_right_guess_needs_two_questions() -> None:
    """When the guess is the value, it takes the two questions that cannot be done without."""
    chooser = BetaChooser(7)
    assert chooser.next_beta(-50, 50) == 7
    chooser.answered(high=True)
    assert chooser.next_beta(7, 50) == 8


@pytest.mark.parametrize(
    ("deficit", "lower", "upper", "guess", "expected"),
    [
        (5, -20, 20, 9, 6),
        (5, -20, 20, 1, 5),
        (5, 6, 20, 9, None),
        (5, -20, 4, 0, None),
        (5, 5, 5, 5, None),
        (5, 5, 20, 0, 6),
        (5, -20, 5, 9, 5),
    ],
)
def test_outcome_asks_only_what_decides(
    deficit: int, lower: int, upper: int, guess: int, expected: int | None
) -> None:
    """Only "more than the deficit" and "at least the deficit" are asked, while they are open."""
    assert outcome_beta(deficit, lower, upper, guess) == expected


# -- calibration ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_estimates_lie_within_what_is_proven(seed: int) -> None:
    """Whatever was seen and proven, every value lies between its bounds; only proofs have no error.

    No line is worth more than the position, and the first one is worth as much.
    """
    lot = Random(seed)
    place = played_down(lot, deal(seed + 1), lot.choice((30, 52, 64, 84)))
    root = root_of(place)
    for choice in root.choices:
        value = lot.randint(-20, 20)
        for bound in (lot.randint(-90, 0), lot.randint(-3, 0)):
            root.narrow(choice, lower=value + bound)
        root.narrow(choice, upper=value + lot.choice((0, 1, 5, 90)))
        choice.estimate = lot.choice((None, lot.randint(-30, 30)))
        choice.before = lot.choice((None, lot.randint(-30, 30)))
    judged = Judgement(root, place.tiles_left, lot.choice((1, 900, 10**6)), all_lines=seed % 2 == 0)
    assert root.lower <= judged.position.value <= root.upper
    assert (judged.position.error == 0) == (root.lower == root.upper)
    for choice in root.choices:
        estimate = judged.of(choice)
        assert choice.lower <= estimate.value <= choice.upper
        assert (estimate.error == 0) == choice.settled
        assert estimate.value <= max(judged.position.value, choice.lower)
    assert {id(choice) for choice in judged.ranked} == {id(choice) for choice in root.choices}


@pytest.mark.parametrize("tiles", range(20, 109, 8))
@pytest.mark.parametrize("nodes", [1, 30, 2_000, 10**9])
def test_between_the_rows_of_the_table_is_between_their_numbers(tiles: int, nodes: int) -> None:
    """No interpolated error is below or above those of all rows, nor below half a point."""
    errors = [row.error for row in read()]
    fit = fit_for(tiles, nodes, read())
    assert 0.5 <= min(errors) - 1e-9 <= fit.error <= max(errors) + 1e-9
    assert 0 < fit.trust < 1.2


def test_bounds_cut_a_distribution() -> None:
    """The mean and the spread of what is left are those of adding up its whole numbers."""
    for expected, error, lower, upper in (
        (4.0, 3.5, -60, 70),
        (4.0, 3.5, 3, 70),
        (0.0, 4.0, -2, 1),
    ):
        weights = {
            n: 2.718281828 ** (-(((n - expected) / error) ** 2) / 2)
            for n in range(lower, upper + 1)
        }
        whole = sum(weights.values())
        mean = sum(n * weight for n, weight in weights.items()) / whole
        spread = (sum((n - mean) ** 2 * weight for n, weight in weights.items()) / whole) ** 0.5
        found = within(expected, error, lower, upper)
        assert abs(found.value - mean) <= 0.75
        assert found.error == pytest.approx(spread, rel=0.15)


def test_without_a_look_there_is_an_estimate_too() -> None:
    """It is wide, and within what is left on the table; the table has every place once."""
    found, rows = at_once(deal(5)), read()
    assert abs(found.value) < 12
    assert found.error > 2
    assert len({(row.tiles, row.nodes) for row in rows}) == len(rows) > 20
    assert all(row.error > 0 and row.move_error > 0 for row in rows)


def test_a_plan_names_tiles_looks_and_what_is_proven() -> None:
    """Tiles change with every second position, so each size comes from both sorts of play."""
    plan = Plan(tiles=(76, 80), nodes=NODES[:2], moves_of=0)
    tasks = [Task(number, plan) for number in range(8)]
    assert [task.tiles for task in tasks] == [76, 76, 80, 80, 76, 76, 80, 80]
    assert [task.is_random for task in tasks] == [True, False] * 4
    assert not any(task.proves_all for task in tasks)
    assert Task(3, Plan(tiles=(44,), at_random=True)).is_random
    assert [Task(n, Plan((44,), moves_of=2)).proves_all for n in range(3)] == [True, False, True]


def test_a_proven_best_move_beside_open_ones_proves_no_position() -> None:
    """While another move may be better the position's estimate has an error."""
    root = root_of(played_down(Random(3), deal(4), 64))
    first = root.choices[0]
    root.narrow(first, lower=4, upper=4)
    for choice in root.choices[1:]:
        choice.estimate = -2
    first.estimate = 4
    judged = Judgement(root, 64, 10_000, all_lines=True)
    assert judged.position.value == 4
    assert judged.position.error > 0 == judged.of(first).error
