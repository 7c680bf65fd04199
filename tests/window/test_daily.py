"""The card of the deal of the day: the calendar, playing a day, the line on the clipboard."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any

import pygame
import pytest

from battle.game.session import Session
from battle.game.words import match_words
from battle.profile.options import GameOptions
from battle.profile.records import game_of
from battle.rules.disguise import deal_of_day
from battle.rules.quick import QUICK, quick_deal_of_day
from battle.training.daily import DayDeal, day_of
from battle.training.share import SIDE
from battle.window.daily import CalendarPanel, DailyScene
from battle.window.files import SaveScene
from battle.window.main import first_scene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from battle.window.ui import clipboard
from tests.support.pilot import Pilot, widgets

TODAY = date(2026, 11, 23)


@pytest.fixture
def day(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> DailyScene:
    """Return the card on a day in November."""
    monkeypatch.setattr(pilot.app, "moment", lambda: datetime(2026, 11, 23, 12, tzinfo=UTC))
    pilot.app.replace(first_scene(pilot.app))
    pilot.app.go("daily")
    pilot.run(0.1)
    return pilot.shows(DailyScene)


def finished(day: date, moves: int = 200) -> Session:
    """Return a game on the deal of a day, played in time."""
    session = DayDeal(day).session(GameOptions("level", ("Ada", ""), level="club"), day)
    while session.ending is None and session.game.ply < moves:
        session.play(session.position.legal_moves[0])
    return session


def test_today_is_played_against_the_level_that_is_chosen(pilot: Pilot, day: DailyScene) -> None:
    """Play begins the deal of the day; left and come back to, it is continued."""
    assert day.day == TODAY
    day._level = "strong"
    pilot.press_button("Play")
    session = pilot.shows(TableScene).session
    assert (session.position, session.level) == (deal_of_day(TODAY), "strong")
    assert match_words(session) == "deal of the day"
    pilot.app.change(teacher="points")
    person = session.person or 1
    assert "teacher" not in pilot.shows(TableScene).caption(person)
    session.play(session.position.legal_moves[0])
    pilot.run(0.1)
    pilot.app.go("home")
    pilot.app.go("daily")
    pilot.press_button("Continue")
    assert day_of(pilot.session) == DayDeal(TODAY)
    assert pilot.session.game.ply >= 1
    pilot.session.resign(person)
    assert "teacher" not in pilot.shows(TableScene).caption(person)


def test_the_calendar_is_worked_by_mouse_and_keys(pilot: Pilot, day: DailyScene) -> None:
    """Days up to today can be chosen, of this month and of those before; coming ones cannot."""
    (calendar,) = widgets(day, CalendarPanel)
    pilot.click(calendar.places[date(2026, 11, 2)].center)
    assert day.day == date(2026, 11, 2)
    (calendar,) = widgets(day, CalendarPanel)
    pilot.click(calendar.places[date(2026, 11, 29)].center)
    assert day.day == date(2026, 11, 2)
    day.focus(widgets(day, CalendarPanel)[0])
    for key, found in (("right", 3), ("down", 10), ("left", 9), ("up", 2), ("up", 26)):
        pilot.press(key)
        assert day.day.day == found
    assert day.day.month == 10
    day.show(TODAY)
    day.focus(widgets(day, CalendarPanel)[0])
    for key in ("right", "down", "pagedown"):
        pilot.press(key)
        assert day.day == TODAY


def test_a_result_is_shared(pilot: Pilot, day: DailyScene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a played day the text is copied, the picture saved; the game opens in Analyse."""
    copied: list[str] = []

    def put(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(clipboard, "put", put)
    pilot.app.records.put(game_of(finished(TODAY), pilot.app.moment()))
    day.resume()
    day.refresh()
    pilot.press_button("Share result")
    pilot.press_button("Copy the text")
    assert copied[0].startswith("Mahjong Battle 23 Nov · ")
    pilot.press_button("Save the picture")
    picture = pilot.shows(SaveScene).export.content()
    assert isinstance(picture, bytes)
    assert pygame.image.load(BytesIO(picture), "shared.png").get_size() == (SIDE, SIDE)
    pilot.press("escape")
    pilot.press("escape")
    pilot.press_button("Analyse")
    pilot.shows(StudyScene)


def test_the_quick_deal_is_played_from_its_side(pilot: Pilot, day: DailyScene) -> None:
    """The card turns to the quick deal of the same day, which has a calendar of its own."""
    pilot.click(day.form.groups[0].buttons[1].rect.center)
    pilot.run(0.1)
    assert day.heading == "Quick deal of the day"
    pilot.press_button("Play")
    assert pilot.session.position == quick_deal_of_day(TODAY)
    assert day_of(pilot.session) == DayDeal(TODAY, QUICK)


def test_a_day_is_reviewed_even_if_games_are_not(pilot: Pilot, day: DailyScene) -> None:
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


@pytest.mark.parametrize("ahead", [-400, 400])
def test_a_day_far_away_is_shown_when_it_is_asked_for(pilot: Pilot, ahead: int) -> None:
    """By command, a past and a future day are opened, with the level that was named."""
    there = TODAY + timedelta(ahead)
    pilot.app.push(first_scene(pilot.app, "novice", there))
    scene = pilot.shows(DailyScene)
    pilot.press_button("Play")
    assert scene.day == there
    assert (pilot.session.position, pilot.session.level) == (deal_of_day(there), "novice")


@pytest.mark.parametrize("day", [date(1000, 1, 1), date(2999, 12, 31)])
def test_the_first_and_the_last_day_can_be_shown(pilot: Pilot, day: date) -> None:
    """The calendar has the months around the days that can be asked for."""
    pilot.app.push(first_scene(pilot.app, "", day))
    for by in ("pageup", "pagedown", "left"):
        pilot.press(by)
    pilot.run(0.1)
    pilot.shows(DailyScene)


def test_the_result_leads_to_the_line(pilot: Pilot) -> None:
    """The yellow button of a day's result shows its card, on that day."""
    there = date(2026, 11, 20)
    session = finished(there)
    pilot.app.replace(TableScene(pilot.app, session))
    pilot.app.scenes[0].show_result()  # type: ignore[attr-defined]
    pilot.run(0.1)
    pilot.press_button("Deal of the day")
    assert pilot.shows(DailyScene).day == there
