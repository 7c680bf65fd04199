"""The rules of a table that all surfaces share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from battle.game.session import Seat, Session, Setup
from battle.profile.settings import Settings
from battle.rules.position import position
from battle.screens.table import TableCompany, TableServices


@pytest.mark.parametrize("is_wanted", [True, False])
@pytest.mark.parametrize("is_daily", [True, False])
@pytest.mark.parametrize("plays", [True, False])
@pytest.mark.parametrize("moves", [0, 1])
@pytest.mark.parametrize("is_over", [True, False])
def test_a_finished_game_with_moves_is_reviewed_for_who_played_it(
    *, is_wanted: bool, is_daily: bool, plays: bool, moves: int, is_over: bool
) -> None:
    """It is, if games are to be reviewed when they end, or it is the deal of the day."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), position("5m/5m/9s/9s 1 0-0"), None))
    if is_daily:
        session.tags["Event"] = "Deal of the day 2026-11-25"
    if moves:
        session.play(session.position.legal_moves[0])
    if is_over:
        session.resign(1)
    app = SimpleNamespace(settings=Settings(auto_review=is_wanted))
    company = TableCompany(cast("TableServices", app), session)
    company.plays = plays
    expected = is_over and moves > 0 and plays and (is_wanted or is_daily)
    assert company.wants_review == expected
