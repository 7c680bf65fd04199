"""Tests of the head start that is offered to two players."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from battle.profile.records import PlayedGame
from battle.profile.statistics import HeadStartOffer, UsualLoss, against_program, usual_losses
from battle.rules.game import Ending, Reason

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def played(number: int, lost: tuple[int, int] | None, **values: object) -> PlayedGame:
    """Return a game of Ada, player 1, and Ben."""
    game = {
        "key": str(number),
        "ended": NOON + timedelta(hours=number),
        "seats": ("Ada", "Ben"),
        "opponent": "friend",
        "start": "",
        "points": (140, 130),
        "ending": Ending(Reason.PLAYED_OUT, 1),
        "lost": lost,
        "exact_from": 1,
    }
    return PlayedGame(**(game | values))  # type: ignore[arg-type]


def test_the_offer_is_what_one_loses_more_than_the_other() -> None:
    """Ada loses 32 a game and Ben 14: Ada is to be 18 ahead, and Ben to be behind."""
    losses = usual_losses([played(1, (30, 14)), played(2, (34, 14))])
    assert losses == {"Ada": 32, "Ben": 14}
    assert HeadStartOffer((losses["Ada"], losses["Ben"])).points == 18
    assert HeadStartOffer((losses["Ben"], losses["Ada"])).points == -18


def test_only_whole_games_of_ones_own_count() -> None:
    """Games without a review, given up, from the middle, with help or proven in part say nothing.

    Nor do a program's moves.
    """
    resigned = Ending(Reason.RESIGNED, 2)
    games = [
        played(1, None),
        played(2, (90, 90), ending=resigned),
        played(3, (90, 90), hints=(1, 0)),
        played(4, (20, 40), person=1, opponent="casual"),
        played(5, (90, 90), start="5m./5p5m/.. 1 0-0"),
        played(6, (2, 3), exact_from=9),
    ]
    assert usual_losses(games) == {"Ada": 20}


def test_the_last_games_count() -> None:
    """Who has become better gets a smaller head start: the last ten games make the average."""
    games = [played(number, (100, 0)) for number in range(10)]
    games += [played(10 + number, (10, 0)) for number in range(10)]
    assert usual_losses(games)["Ada"] == 10


@pytest.mark.parametrize(
    ("losses", "points"), [((None, 14), 0), ((32, None), 0), ((300, 0), 60), ((0, 300), -60)]
)
def test_an_offer_knows_its_limits(losses: tuple[float | None, float | None], points: int) -> None:
    """Of somebody unknown nothing is offered, and never more than 60 points."""
    offer = HeadStartOffer(losses)
    assert offer.points == points
    assert offer.is_known == (None not in losses)


def test_a_person_gets_what_the_suggested_level_rests_on() -> None:
    """Against a level that is the usual loss less its label's, against the solver all of it."""
    loss = UsualLoss(40.0, 7.0, 5)
    assert against_program(loss, "casual").points == 40 - 32
    assert against_program(loss, "").points == 40
    assert not against_program(None, "casual").is_known
