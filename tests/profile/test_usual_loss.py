"""What a person loses in a game, against careers that are simulated."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from statistics import mean

import pytest

from battle.game.levels import ladder
from battle.game.session import Seat, Session, Setup
from battle.profile.records import PlayedGame
from battle.profile.statistics import (
    OwnGame,
    loss_words,
    nearest_level,
    own_games,
    suggest,
    tells_of_strength,
    usual_loss,
)
from battle.rules.deal import deal
from battle.rules.game import Ending, Reason

START = datetime(2026, 11, 1, tzinfo=UTC)
LOSSES = {label.name: label.points or 0.0 for label in ladder()}


def played(
    number: int,
    opponent: str,
    margin: int,
    lost: int | None = None,
    *,
    exact_from: int | None = None,
    resigned_after: int = 0,
) -> OwnGame:
    """Return a game of player 1, played out or given up after so many moves."""
    reason = Reason.RESIGNED if resigned_after else Reason.PLAYED_OUT
    game = PlayedGame(
        key=str(number),
        ended=START + timedelta(hours=number),
        seats=("Ada", "Program"),
        opponent=opponent,
        start="",
        points=(135 + margin // 2, 135 - margin + margin // 2),
        ending=Ending(reason, 2 if resigned_after or margin < 0 else 1 if margin else None),
        person=1,
        lost=None if lost is None else (lost, 0),
        proven=None if lost is None else (lost, 0),
        exact_from=exact_from,
        record=moves_played(resigned_after) if resigned_after else "",
    )
    return own_games([game])[0]


@cache
def moves_played(count: int) -> str:
    """Return the record of a game that was given up after so many moves."""
    session = Session(Setup((Seat("Ada"), Seat(solver=True, level="perfect")), deal(3), 3))
    for _move in range(count):
        session.play(session.position.legal_moves[0])
    session.resign(1)
    return session.record().text


def career(loss: float, games: int, seed: int, *, proven: bool) -> list[OwnGame]:
    """Return the games of somebody who loses so many points a game, at the levels suggested."""
    lot, found = random.Random(seed), []
    for number in range(games):
        level = suggest(found).level
        own = max(0.0, lot.gauss(loss, loss / 3))
        other = max(0.0, lot.gauss(LOSSES[level], LOSSES[level] / 3))
        margin = round(other - own + lot.gauss(0, 10))
        known = round(own) if proven else round(own / 3)
        found.append(played(number, level, margin, known, exact_from=1 if proven else 30))
    return found


@pytest.mark.parametrize("proven", [True, False])
@pytest.mark.parametrize("loss", [6, 25, 50, 95])
def test_the_loss_found_is_the_loss_there_is(loss: int, *, proven: bool) -> None:
    """Over many careers the mean is right to a quarter, and the error told covers two in three."""
    found = [usual_loss(career(loss, 8, seed, proven=proven)) for seed in range(60)]
    told = [one for one in found if one is not None]
    assert len(told) == 60
    assert mean(one.points for one in told) == pytest.approx(loss, rel=0.25, abs=4)
    covered = sum(abs(one.points - loss) <= one.error for one in told)
    assert covered >= 40


def test_the_error_gets_smaller() -> None:
    """Ten games tell more than one, and proven ones more than others."""
    one, ten = (usual_loss([played(n, "casual", 0) for n in range(count)]) for count in (1, 10))
    proven = usual_loss([played(n, "casual", 0, 32, exact_from=1) for n in range(10)])
    assert one is not None
    assert ten is not None
    assert proven is not None
    assert one.error > 2 * ten.error
    assert ten.error > proven.error


def test_who_gives_up_early_is_told_nothing() -> None:
    """A game given up against the strongest at move 15 leads to no level, and forgets none."""
    resigned = played(1, "perfect", -20, 12, resigned_after=15)
    assert not tells_of_strength(resigned)
    assert suggest([resigned]).level == "casual"
    assert suggest([resigned]).loss is None
    beginner = played(0, "novice", -41, 95, exact_from=1)
    assert suggest([beginner]).level == "novice"
    assert suggest([beginner, resigned]).level == "novice"


def test_who_gives_up_late_is_judged_by_what_was_lost() -> None:
    """Most of a game against the strongest tells how far off that level is."""
    resigned = played(1, "perfect", -60, 80, resigned_after=44)
    assert tells_of_strength(resigned)
    assert suggest([resigned]).level in ("novice", "casual")


def test_a_loss_to_the_strongest_leads_down_as_far_as_it_was_clear() -> None:
    """Many points lost, proven in game after game, lead to the level that loses about as many."""
    found = suggest([played(n, "perfect", -50, 50, exact_from=1) for n in range(6)])
    assert LOSSES[found.level] >= 32
    assert found.loss is not None
    assert found.loss.points == 50


def test_help_tells_nothing_of_oneself() -> None:
    """What was lost with hints is not counted."""
    own = played(1, "casual", 10, 3, exact_from=1)
    assert usual_loss([OwnGame(replace(own.game, hints=(1, 0)), 1)]) is None


def test_how_sure_it_is_is_said() -> None:
    """The words have the points with their error, and the number of games."""
    games = [played(n, "casual", 0, 32, exact_from=1) for n in range(4)]
    words = loss_words(usual_loss(games))
    assert words == "By your last 4 games you lose 32\u2009±\u20098 points a game."
    assert loss_words(None) == ""


def test_the_nearest_level_is_the_one_that_loses_as_much() -> None:
    """Every level is nearest to what it loses itself."""
    assert [nearest_level(points) for points in LOSSES.values()] == list(LOSSES)
