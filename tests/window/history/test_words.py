"""The words of the person's record."""

from __future__ import annotations

import dataclasses

from battle.game.levels import ladder
from battle.profile.statistics import in_order, opponent_name, opponent_words, own_games
from battle.window.history.overview import (
    average_words,
    line_words,
    lost_words,
    margin_words,
    players_words,
)
from tests.profile.test_statistics import game


def test_levels_stand_in_the_order_of_their_strength() -> None:
    """Weakest first, then the companion, the solver, and what nobody knows any more."""
    names = [label.name for label in ladder()]
    mixed = ["solver", *reversed(names), "somebody", "companion"]
    assert in_order(mixed) == [*names, "companion", "solver", "somebody"]


def test_opponents_are_called_by_what_they_lose() -> None:
    """A level says what it loses, its short name does not; the others have none."""
    assert opponent_words("casual") == "Casual (−32)"
    assert opponent_name("casual") == "Casual"
    assert opponent_words("solver") == opponent_name("solver") == "Solver"


def test_of_two_people_both_are_named() -> None:
    """Against the program the opponent is enough."""
    assert players_words(game(person=None)) == "Ada – Solver"
    assert players_words(game(opponent="club")) == "Club (−14)"


def test_what_is_not_proven_is_marked() -> None:
    """Points lost are the least unless all is proven; before a review there is a dash."""
    assert [
        lost_words(own_games([one])[0])
        for one in (
            game(),
            game(lost=(7, 9), exact_from=1),
            game(lost=(7, 9), exact_from=2),
            game(lost=(1, 9), person=2),
        )
    ] == ["–", "7", "≥\u20097", "≥\u20099"]


def test_averages_have_one_decimal() -> None:
    """Margins have their sign, points lost have none."""
    assert [margin_words(one) for one in (2.25, -0.5, 0.0, None)] == ["+2.2", "−0.5", "0.0", "–"]
    assert [average_words(one, exact=True) for one in (28.0, None)] == ["28.0", "–"]
    assert average_words(28.04) == "≥\u200928.0"


def test_a_game_in_a_line() -> None:
    """The line has the opponent, the points with the person's first, losses and hints."""
    (own,) = own_games([game(-5, person=2, lost=(9, 4), hints=(0, 2))])
    words = line_words(own)
    assert "won 135 : 130" in words
    assert "lost at least 4" in words
    assert words.endswith("2 hints")
    assert "par" not in words
    helped = dataclasses.replace(own.game, help=("analysis", "magic"))
    assert line_words(own_games([helped])[0]).endswith("2 hints  ·  with analysis")
    assert "hint" not in line_words(own_games([game(-5, hints=(0, 2))])[0])


def test_a_game_in_a_line_tells_skill() -> None:
    """What was done better than par of the seat is told, and not where par is an estimate."""
    for margin, person, par, told in (
        (-5, 1, -9, "4 better than par"),
        (5, 2, 3, "2 below par"),
        (4, 1, 4, "just par"),
    ):
        known = dataclasses.replace(game(margin, person=person), par=par, par_exact=True)
        assert told in line_words(own_games([known])[0])
    guessed = dataclasses.replace(game(-5), par=-9)
    assert "par" not in line_words(own_games([guessed])[0])
