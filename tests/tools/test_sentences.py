"""The command that holds all sentences about moves against brute force."""

from __future__ import annotations

from random import Random

import pytest

from battle.rules.position import Position, move, position
from tools.sentences import CLAIMS, Truth, check, endgames, held, main


@pytest.mark.parametrize(
    ("text", "played"),
    [
        (
            "........./...2m6p2m3s../..3s7s7m1s.../...7m...../.....1m1s../........./....2p..../"
            "....4m6p2p../........./....7s4m1m../........./......... 2 0-0",
            "b7c3",
        ),
        (
            "3s8p6p6s3s..../...6s...../........./........./........./........./1s......../........./"
            "........./.....1s6p../.....8p.../......... 1 0-0",
            "a1a5",
        ),
        (
            "....1s..../..3p....../...4s9p8m4m5m./....3p5m4s../........./......1s../....4m..../"
            "...9p...../........./........./........./...9m9m8m... 1 0-0",
            "c4d7",
        ),
    ],
)
def test_a_reply_elsewhere_is_one_at_none_of_the_cells_named(text: str, played: str) -> None:
    """Where another reply at what was uncovered is as good, all those cells are named."""
    place = position(text)
    assert move(played) in place.legal_moves
    kinds, wrong = held([place], Random(1))
    assert (kinds["uncovers"] > 0, wrong) == (True, [])


def test_all_that_is_said_of_random_endgames_is_true() -> None:
    """Nothing is false, nothing is of an unknown kind, and every kind is said."""
    kinds, wrong = held(endgames(150, 3), Random(3))
    assert not wrong
    assert {claim.__name__ for _pattern, claim in CLAIMS} - {*kinds} <= {"ends"}


@pytest.mark.parametrize(
    "sentence",
    [
        "It uncovers 5p on a2.",
        "It leaves Ben no pair: the game is over.",
        "No move was better.",
        "5m on a1 and b2 costs 9 points.",
        "Only 9s on c1 and d1 does not lose.",
        "There is a pair worth 7 points.",
        "The best pair is worth 9 points more than any other.",
        "It uncovers a2: Ben takes 9s on c1 and d1 for 9 points.",
        "A sentence that was never seen before.",
    ],
)
def test_what_is_false_is_found(sentence: str) -> None:
    """A sentence that is not so, or is of no known kind, is told."""
    small = position("5m5p/5p5m/9s/9s")
    truth = Truth(Position(small.columns), move("a1b2"), {})
    with pytest.raises(AssertionError, match=r"false|unknown"):
        check(truth, sentence)


def test_the_command_ends_with_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    """It prints how many sentences of each kind there were, with status 0 if none is false."""
    assert main(["3"]) == 0
    assert "about 3 endgames, 0 false" in capsys.readouterr().out
