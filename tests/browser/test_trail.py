"""The browser's Back, Forward and reload: nobody is thrown out of where they were.

Ways from the start screen lead to every screen and sheet, by the words of at most three buttons.
They are gone by values, where every answer comes at once, and in Chromium, which has the history.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from battle.rules.links import position_link
from battle.rules.position import Position
from tests.browser.test_app import ENDGAME, played
from tests.support.brokers import until
from tests.support.endgames import first_pair
from tests.support.page import Page
from tools.page.browser import Tab

if TYPE_CHECKING:
    from playwright.sync_api import Locator

WAYS: Final = {
    "at first": """
        Learn, Rules
        Learn, First game, Steps
        Learn, Lessons, Lessons
        Learn, Endgame trainer
        You, Progress, To the exercises
        You, Settings, More settings
        You, Settings, Delete everything
        Analyse
        I know the rules, Resign
        I know the rules, Rules
        I know the rules, Settings
        I know the rules, Analyse, Analyse, Export
        I know the rules, Analyse, Analyse
        I know the rules, Analyse
        I know the rules, Another opponent
        Play, Match settings
    """,
    "a game is over": """
        Archive
        Analyse, The last game
        Look at it, Share
        Look at it, Details
        Look at it, Show me
        You, Lost against Pip, Details
        You, Edit, Delete
        You, Edit, Delete all
        Learn, Learn from mistakes
    """,
    "by the pie rule": "Play, Play",
}
"""Words that match those of the buttons, by what has happened before."""


def page_after(home: Path, what: str) -> Page:
    """Return a page after something has happened."""
    page = Page(home)
    if what == "a game is over":
        page.begin(ENDGAME)
        played(page, worst=True)
        page.wait(lambda view: view["state"] == "over")
    elif what == "by the pie rule":
        page.app.change(opponent="friend", begins="pie")
    return page


@pytest.mark.parametrize("what", WAYS)
def test_a_way_leads_to_each_screen_and_back(home: Path, what: str) -> None:
    """Back closes the sheet, then the screen, down to the start; a reload comes back to each."""
    page = page_after(home, what)
    for way in WAYS[what].strip().splitlines():
        page = page.trodden(way.strip())
    page.app.close()


# --- in Chromium ----------------------------------------------------------------------------------

on_a_phone = pytest.mark.parametrize(
    "visitor", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}], indirect=True
)
ON_A_PHONE: Final = (
    "Learn, First game, Steps",
    "Learn, Endgame trainer, More, All themes",
    "You, Settings, Delete everything",
    "I know the rules, More, Resign",
    "I know the rules, More, Settings",
    "I know the rules, Pairs",
)


def step(tab: Tab) -> tuple[int, str, str]:
    """Return how deep one is in the browser's history, on which screen, under which sheet."""
    depth, screen, sheet = tab.page.evaluate("""() => [
      history.state?.depth ?? 0,
      document.querySelector("main.screen")?.className ?? "",
      document.querySelector(".sheet h2")?.textContent ?? ""]""")
    return depth, screen, sheet


def come(tab: Tab, to: tuple[int, str, str], way: str) -> None:
    """Wait until one is somewhere."""
    tab.until("[aria-busy=false]")
    until(lambda: step(tab) == to, lambda: f"{way}: {step(tab)}, not {to}")


def named(tab: Tab, words: str) -> list[Locator]:
    """Return the buttons of these words, then those that begin with them."""
    found = [tab.page.get_by_role("button", name=re.compile(f"^{words}{end}")) for end in ("$", "")]
    return [one for one in found if one.count()]


def press(tab: Tab, words: str) -> None:
    """Press a button whose words match, of the sheet if one lies over the screen."""
    found = until(lambda: named(tab, words), lambda: words)
    found[0].last.click()


def go(tab: Tab, way: str) -> list[tuple[int, str, str]]:
    """Go a way from the start screen; return where it led."""
    steps, rest = [step(tab)], way.split(", ")
    while rest:
        before, words = step(tab), rest.pop(0)
        if not named(tab, words) and named(tab, "More"):
            words, rest = "More", [words, *rest]  # what has no room lies behind it
        new = rest[0] if rest and not named(tab, rest[0]) else ""
        press(tab, words)
        until(
            lambda at=before, new=new: step(tab) != at or (new and named(tab, new)),
            lambda at=words: f"{way}: {at}",
        )
        tab.page.wait_for_timeout(150)  # a sheet that gives way to a screen goes first
        depth, screen, sheet = step(tab)
        under = [(depth - 1, screen, "")] if sheet else []
        steps = [*steps[: depth - len(under)], *under, (depth, screen, sheet)]
    return steps


def check_way(tab: Tab, way: str) -> None:
    """Go a way, and back by the browser's Back, then again by Escape."""
    for leave in (tab.page.go_back, lambda: tab.page.keyboard.press("Escape")):
        steps = go(tab, way)
        assert [depth for depth, _screen, _sheet in steps] == [*range(len(steps))], (way, steps)
        for to in steps[-2::-1]:
            leave()
            come(tab, to, way)


@pytest.mark.page
@on_a_phone
@pytest.mark.slow
def test_back_leaves_what_is_on_top(tab: Tab) -> None:
    """Back and Escape close the sheet or list, then the screen; from a table they go to Start.

    Forward brings back nothing that was left, and *Go on* leads to the game.
    """
    tab.open()
    for way in ON_A_PHONE:
        check_way(tab, way)
    tab.begin().take(first_pair(tab.position))
    position = tab.data("position")
    tab.page.keyboard.press("Escape")
    tab.screen("home").page.go_forward()
    tab.page.wait_for_timeout(300)
    tab.screen("home").press("Go on").screen("table")
    assert tab.data("position") == position


@pytest.mark.page
@pytest.mark.slow
def test_a_way_leads_to_each_screen_and_back_in_a_browser(tab: Tab) -> None:
    """The same as by values, and a reload comes back to each screen, from which Back leads on."""
    for what in ("at first", "a game is over"):
        tab.open()
        if what == "a game is over":
            tab.begin_from(ENDGAME, "Pip")
            while tab.until(":is([data-state=ready], [data-state=over])").data("state") != "over":
                tab.take(min(tab.position.legal_moves, key=tab.position.worth))
            tab.until("", ".given .cloth").open()
        for way in WAYS[what].strip().splitlines():
            check_way(tab, way.strip())
            steps = [at for at in go(tab, way.strip()) if not at[2]]
            tab.page.reload()
            come(tab, steps.pop(), way)
            for to in steps[::-1]:
                tab.page.go_back()
                come(tab, to, way)


@pytest.mark.page
@on_a_phone
def test_a_press_before_the_program_is_there_is_carried_out(tab: Tab) -> None:
    """After a reload a game against a level is shown at once; a pair taken then is taken."""
    tab.begin("Pip").take(first_pair(tab.position))
    tab.until("[data-state=ready]")
    position, move = tab.data("position"), first_pair(tab.position)
    for cell in move:
        if cell == move.first:
            tab.page.reload(wait_until="commit")
            tab.page.wait_for_selector("#root[data-state=loading] [data-cell]")
        tab.choose(cell)
    tab.until(f":not([data-position='{position}']):not([data-state=loading])", ".screen.table")
    assert tab.position.tiles_left in (102, 104)


@pytest.mark.page
@on_a_phone
@pytest.mark.slow
def test_what_is_shown_first_does_what_is_pressed(tab: Tab) -> None:
    """A press on the start, shown from the last visit, is waited for in sight and carried out.

    Before a link to a position opens, nothing else is shown; a reload right then leads there too.
    """
    tab.open().until("", ".duel")
    tab.page.reload(wait_until="commit")
    tab.page.wait_for_selector("#root[data-state=loading] .tabs")
    tab.press("Learn").page.wait_for_selector("#root[data-state=loading] .notice")
    tab.screen("learn").page.goto("about:blank")
    tab.page.goto(tab.address + position_link(Position.parse(ENDGAME)), wait_until="commit")
    for _again in range(2):
        tab.page.wait_for_selector("#root[data-state=loading] .loading")
        assert tab.page.locator(".screen:not(.ahead)").count() == 0
        tab.page.reload(wait_until="commit")
    tab.until(":not([data-state=loading])", ".btn.main").page.locator(".btn.main").click()
    assert tab.screen("analyse").position == Position.parse(ENDGAME)
