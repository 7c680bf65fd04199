"""The card of the deal of the day: the calendar, playing a day, the line on the clipboard."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pygame
import pytest

from battle.game.session import Session
from battle.profile.records import game_of
from battle.screens.daily import Daily
from battle.screens.days import DayDeal
from battle.screens.share import SIDE
from battle.window.result import ResultScene
from battle.window.routes import first_scene
from battle.window.table import TableScene
from battle.window.ui import clipboard
from tests.support.pilot import Pilot

TODAY = date(2026, 11, 23)


@pytest.fixture
def day(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> Daily:
    """Return the card on a day in November."""
    monkeypatch.setattr(pilot.app, "moment", lambda: datetime(2026, 11, 23, 12, tzinfo=UTC))
    pilot.app.replace(first_scene(pilot.app))
    pilot.app.go("daily")
    pilot.run(0.1)
    return pilot.card(Daily)


def finished(day: date, moves: int = 200) -> Session:
    """Return a game on the deal of a day, played in time."""
    session = DayDeal(day).session("Ada", day)
    while session.ending is None and session.game.ply < moves:
        session.play(session.position.legal_moves[0])
    return session


def test_a_result_is_shared(pilot: Pilot, day: Daily, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a played day the text is copied, the picture saved; the game opens in Analyse."""
    copied: list[str] = []

    def put(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(clipboard, "put", put)
    pilot.app.records.put(game_of(finished(TODAY), pilot.app.moment()))
    day.resume()
    pilot.scene.refresh()
    pilot.press_button("Share")
    pilot.press_button("Copy the text")
    assert copied[0].startswith("Mahjong Battle 23 Nov · ")
    pilot.press_button("Save picture")
    pilot.press_button("Save picture")
    pictures = sorted(pilot.app.places.pictures.glob("*.png"))
    assert [path.name for path in pictures] == [
        "mahjong-battle 23 November 2026 2.png",
        "mahjong-battle 23 November 2026.png",
    ]
    assert pygame.image.load(pictures[0]).get_size() == (SIDE, SIDE)
    pilot.press("escape")
    pilot.press_button("Analyse")
    pilot.shows(ResultScene)


def test_a_day_is_reviewed_even_if_games_are_not(pilot: Pilot, day: Daily) -> None:
    """The points lost are what counts, so the review of this game begins by itself."""
    pilot.app.change(auto_review=False)
    last = finished(TODAY, moves=0)
    for _ in range(100):
        moves = last.position.legal_moves
        if last.position.play(moves[0]).is_over:
            break
        last.play(moves[0])
    pilot.app.replace(TableScene(pilot.app, last))
    last.play(last.position.legal_moves[0])
    pilot.run(0.2)
    assert pilot.app.scenes
    table: Any = pilot.app.scenes[0]
    assert table.study.review is not None
