"""How games ended: who won, why, and by how much, wherever it is said."""

from __future__ import annotations

import pytest

from battle.rules.game import Ending, Reason
from battle.rules.position import EMPTY_COLUMN, Position, position
from battle.words import endings

NAMES = ("Ada", "Ben")
STUCK = position("1m2m/2m1m1m/1m 2 140-100")
EMPTY = Position((EMPTY_COLUMN,) * 12, 1, (135, 135))

PLAYED, DRAWN = Ending(Reason.PLAYED_OUT, 1), Ending(Reason.PLAYED_OUT, None)
RESIGNED, LATE = Ending(Reason.RESIGNED, 2), Ending(Reason.TIME, 1)
AGREED = Ending(Reason.AGREED, None)


@pytest.mark.parametrize(
    ("ending", "last", "headline", "reason"),
    [
        (PLAYED, STUCK, "Ada wins", "Ben has no pair to take."),
        (DRAWN, EMPTY, "A draw", "The table is empty."),
        (RESIGNED, STUCK, "Ben wins", "Ada resigned."),
        (LATE, STUCK, "Ada wins", "Ben ran out of time."),
        (AGREED, STUCK, "A draw", "Both agreed to a draw."),
    ],
)
def test_the_result_card(ending: Ending, last: Position, headline: str, reason: str) -> None:
    """The card says who has won, and below it how the game came to its end."""
    assert endings.headline(ending, NAMES) == headline
    assert endings.reason(ending, last, NAMES) == reason


@pytest.mark.parametrize(
    ("ending", "last", "sentence", "summary"),
    [
        (PLAYED, STUCK, "Ada wins 140 to 100.", "Ada wins by 40"),
        (DRAWN, EMPTY, "A draw, 135 to 135.", "A draw"),
        (RESIGNED, STUCK, "Ben wins: Ada resigned.", "Ada resigned"),
        (LATE, STUCK, "Ada wins: Ben is out of time.", "Ben ran out of time"),
        (AGREED, STUCK, "A draw by agreement.", "A draw"),
    ],
)
def test_the_table_and_the_review(
    ending: Ending, last: Position, sentence: str, summary: str
) -> None:
    """The table tells the result in a sentence, the review in a few words."""
    assert endings.sentence(ending, last, NAMES) == sentence
    assert endings.summary(ending, last, NAMES) == summary


@pytest.mark.parametrize(
    ("ending", "last", "title"),
    [
        (None, STUCK, "Ada 140 – 100 Ben, not over"),
        (PLAYED, STUCK, "Ada beat Ben, 140 – 100"),
        (DRAWN, EMPTY, "Ada and Ben drew, 135 – 135"),
        (RESIGNED, STUCK, "Ada resigned: Ben won, 100 – 140"),
        (LATE, STUCK, "Ben ran out of time: Ada won, 140 – 100"),
        (AGREED, STUCK, "Ada and Ben drew, 140 – 100"),
    ],
)
def test_the_title_of_a_page(ending: Ending | None, last: Position, title: str) -> None:
    """The winner's points come first."""
    assert endings.title(ending, last, NAMES) == title


def test_a_game_that_goes_on_has_no_result() -> None:
    """Nothing is said of its end, but that it is not over."""
    assert endings.sentence(None, STUCK, NAMES) == endings.reason(None, STUCK, NAMES) == ""
    assert endings.summary(None, STUCK, NAMES) == "Not over yet"


def test_winners_in_a_list() -> None:
    """The winner is named, or that there is none."""
    named = [endings.winner_name(ending, NAMES) for ending in (PLAYED, RESIGNED, AGREED)]
    assert named == ["Ada", "Ben", "drawn"]


def test_outcomes() -> None:
    """A margin from player 1's side tells who wins."""
    assert [endings.outcome(n, NAMES) for n in (3, 0, -3)] == ["Ada wins", "a draw", "Ben wins"]
