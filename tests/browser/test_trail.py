"""Tests of the browser's Back, Forward and reload: nobody is thrown out of where they were."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.endgames import first_pair
from tests.support.tabs import Visitor
from tools.page.browser import Tab

pytestmark = [
    pytest.mark.page,
    pytest.mark.parametrize(
        "visitor", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True
    ),
]

WAYS = [
    [("Learn", "learn"), ("Rules", "rules")],
    [("Learn", "learn"), ("First game", "first_game"), ("Steps", "first_game .sheet")],
    [("Learn", "learn"), ("Endgame trainer", "trainer")],
    [("You", "record")],
    [("You, Settings", "settings"), ("Delete everything", "settings .sheet")],
    [("Analyse", "open")],
    [("Play", "table")],
]
"""Buttons one after the other from the start screen on, with where each, or the last, leads."""
AT_THE_TABLE = [
    [("More", "table .sheet")],
    [("Pairs", "table .sheet")],
    [("Moves", "table .sheet")],
    [("More", "table .sheet"), ("Settings", "settings")],
    [("More", "table .sheet"), ("Resign", "table .sheet")],
]
"""The same from a table with a game that goes on; a list gives way to where it leads."""


def at(tab: Tab, place: str) -> None:
    """Wait until a screen is there, and a sheet over it or none."""
    screen, _space, sheet = place.partition(" ")
    tab.until(":not([aria-busy=true])", f".screen.{screen}")
    tab.page.wait_for_selector(".sheet", state="visible" if sheet else "detached")


def ways_back(tab: Tab) -> tuple[Callable[[], object], ...]:
    """Return the browser's Back and Escape."""
    return tab.page.go_back, lambda: tab.page.keyboard.press("Escape")


def gone_through(tab: Tab, ways: list[list[tuple[str, str]]], start: str) -> None:
    """Go each way, and back by the browser's Back, then again by Escape."""
    for way in ways:
        for leave in ways_back(tab):
            places = [start]
            for names, place in way:
                for name in names.split(", "):
                    tab.press(name)
                at(tab, place)
                if " " in places[-1]:
                    places.pop()
                places.append(place)
            for place in places[-2::-1]:
                leave()
                at(tab, place)


def test_back_leaves_what_is_on_top(tab: Tab) -> None:
    """Back and Escape close the sheet or list, then the screen; from a table they go to Start.

    Forward brings back nothing that was left, and *Go on* leads to the game.
    """
    tab.open()
    gone_through(tab, WAYS, "home")
    tab.open("#deal=7").screen("new_game")
    for leave in ways_back(tab):
        tab.match_settings()
        leave()
        at(tab, "new_game")
    tab.begin()
    tab.take(first_pair(tab.position))
    position = tab.data("position")
    gone_through(tab, AT_THE_TABLE, "table")
    tab.page.keyboard.press("Escape")
    at(tab, "home")
    tab.page.go_forward()
    tab.page.wait_for_timeout(300)
    at(tab, "home")
    tab.press("Go on").screen("table")
    assert tab.data("position") == position


def test_a_press_before_the_program_is_there_is_carried_out(tab: Tab) -> None:
    """After a reload a game against a level is shown at once; a pair taken then is taken."""
    tab.begin("#deal=7", "Pip").take(first_pair(tab.position))
    tab.until("[data-state=ready]")
    position, move = tab.data("position"), first_pair(tab.position)
    for cell in move:
        if cell == move.first:
            tab.page.reload(wait_until="commit")
            tab.page.wait_for_selector("#root[data-state=loading] [data-cell]")
        tab.choose(cell)
    tab.until(f":not([data-position='{position}']):not([data-state=loading])", ".screen.table")
    assert tab.position.tiles_left in (102, 104)


@pytest.mark.slow
def test_a_reload_comes_back_to_each_screen(visitor: Visitor, tab: Tab) -> None:
    """On each screen a reload shows the same one, from which Back leads as before."""
    tab.open()
    for way in WAYS:
        for names, place in way:
            for name in names.split(", "):
                tab.press(name)
            at(tab, place)
        screens = dict.fromkeys(place.partition(" ")[0] for _name, place in way)
        tab.page.reload()
        for screen in reversed(screens):
            at(tab, screen)
            tab.page.go_back()
        at(tab, "home")
