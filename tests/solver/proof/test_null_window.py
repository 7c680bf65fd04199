"""Proofs with the slow twin for kernels: drivers, threads, estimates and first guesses."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.protocol import Goal
from battle.rules.deal import deal
from battle.rules.position import Position, for_player
from solver.proof import null_window
from solver.proof.null_window import (
    BetaChooser,
    FirstGuess,
    IterativeDeepening,
    NullWindowDriver,
    likely_line,
    outcome_beta,
)
from solver.proof.root import NullWindowQuestion, Root, ThreadPool, root_of
from solver.proof.variation import principal_variation
from tools import reference
from tools.reference import Twin, TwinTable

PLACES = [
    place
    for place in reference.small_positions(24, 21, most_tiles=14)
    if len(place.legal_moves) > 1
]


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
    for place in PLACES[:8]:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, guess=guess), threads)
        assert root.lower == root.upper == reference.value(place)


def test_lines_are_proven_one_after_the_other() -> None:
    """The best lines asked for are settled, with the values that the twin finds."""
    for place in PLACES:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 2))
        values = reference.move_values(place)
        best = sorted(values.values(), reverse=True)[:2]
        settled = [choice.lower for choice in root.ranked() if choice.settled for _ in choice.moves]
        assert settled[:2] == best


def test_the_goal_best_decides_of_every_move_whether_it_keeps_the_value() -> None:
    """Every choice is proven to be worth the value, or to be worth less."""
    for place in PLACES:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, Goal.BEST))
        values = reference.move_values(place)
        for choice in root.choices:
            keeps = values[choice.moves[0]] == max(values.values())
            assert (choice.lower == root.lower) == keeps
            assert (choice.upper < root.lower) == (not keeps)


def test_the_goal_outcome_decides_who_wins() -> None:
    """The interval of the position lies on one side of what the player to move is behind."""
    for place in PLACES:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, Goal.OUTCOME))
        deficit, value = -for_player(place.margin, place.to_move), reference.value(place)
        assert (root.lower > deficit) == (value > deficit)
        assert (root.upper < deficit) == (value < deficit)


def test_a_question_is_answered_and_then_closed() -> None:
    """A question beside the value narrows the root to it, and is not open any more."""
    for place in PLACES[:8]:
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
    for place in PLACES[:8]:
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
    monkeypatch.setattr(null_window, "LEAST_TILES", 8)
    monkeypatch.setattr(null_window, "BOTTOM_TILES", 6)
    tried = 0
    for place in PLACES:
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
    assert line[-1].tiles_left == null_window.BOTTOM_TILES or line[-1].is_over
    for before, after in pairwise(line):
        assert after in [before.play(move) for move in before.legal_moves]


def test_principal_variations_are_best_play_to_the_end() -> None:
    """Every move of a proven line keeps the value, and the line ends with the game."""
    for place in PLACES[:8]:
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
