"""The five places, as values: which screens lead to which, and how far all of them are."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from pkgutil import resolve_name

import pytest

from battle.friend.friends import Friends
from battle.game.session import Session
from battle.page.blocks import Row, flat
from battle.screens.days import day_of
from battle.screens.new_game import opening
from battle.screens.screen import SECTIONS, TABS, Screen, do, sections, tabs
from battle.screens.view import Act, Button, CardView
from battle.storage import Places
from battle.window.routes import CARDS, OVER, TASKS
from tests.support.memory_channel import Meeting
from tests.support.records import kept_game
from tests.support.shell import EVERYTHING, FakeShell

FURTHEST = 3
"""The most presses from Start to anything."""
OF_A_GAME = {
    *("analyse", "hosting", "look_on", "moving", "pie", "pie_with_friend", "result"),
    *("review", "room", "table", "talk", "export", "save_game", "save_export", "learn_from"),
    *("fetch", "add_problems", "share", "study", "friends", "handed"),
}
"""Screens that show a game, a link or what is chosen there: there has to be one."""


def buttons(view: object) -> Iterator[Act]:
    """Yield what the buttons of a view do."""
    if not isinstance(view, CardView):
        return
    page = (*view.page, *view.beside, *view.buttons, view.main)
    for block in flat([one for one in page if one is not None]):
        parts = block.blocks if isinstance(block, Row) else (block,)
        yield from (one.do for one in parts if isinstance(one, Button) and not one.off)


def screen_of(shell: FakeShell, name: str) -> Screen | None:
    """Return a screen that needs nothing to be opened with."""
    made = {**CARDS, **TASKS, "home": "start:Start"}.get(name)
    if made is None:
        return None
    kind = resolve_name(f"battle.screens.{made}")
    needed = [
        one
        for one in [*inspect.signature(kind).parameters.values()][1:]
        if one.default is inspect.Parameter.empty
    ]
    if needed:
        return None
    screen: Screen = kind(shell)
    screen.name = name
    screen.resume()
    return screen


def led_to(shell: FakeShell, name: str) -> set[str]:
    """Return the screens that one press leads to, a press on the rail and on a sheet among them."""
    found = set[str]()
    if (screen := screen_of(shell, name)) is None:
        return found
    rail = [one.do for one in (*tabs(screen.tab), *sections(name))]
    for one in [*rail, *buttons(screen.view())]:
        shell.asked.clear()
        if one.name == "tab":
            found.add(dict(one.given)["name"])
        elif one.name != "ask":
            do(screen, one)
            found |= {asked[0] for asked in shell.asked if asked[0] not in ("back", "home")}
            screen.sheet = None
    screen.leave()
    return found


@pytest.fixture
def shell(home: Path) -> FakeShell:
    """Return the window of somebody with a record."""
    shell = FakeShell(home, can=EVERYTHING - {"forget"})
    shell.services.records.add([kept_game(3, days=1)])
    return shell


def test_everything_is_at_most_three_presses_from_start(shell: FakeShell) -> None:
    """Whatever needs no game to be shown is reached from Start, by what screens offer."""
    seen, edge = {"home"}, {"home"}
    for _press in range(FURTHEST):
        edge = {name for one in edge for name in led_to(shell, one)} - seen
        seen |= edge
    assert {*CARDS, *OVER, *TASKS} - OF_A_GAME - seen == set()


@pytest.mark.parametrize("name", sorted({*CARDS} - OF_A_GAME))
def test_every_place_is_one_press_away(shell: FakeShell, name: str) -> None:
    """Each screen that is no table has the five places beside it, its own one chosen."""
    screen = screen_of(shell, name)
    assert screen is not None
    there = tabs(screen.tab)
    assert [one.words for one in there] == ["Start", "Play", "Learn", "Analyse", "You"]
    assert [one.on for one in there].count(True) == 1
    screen.leave()


def test_the_parts_of_you_lead_to_each_other() -> None:
    """Games, progress and settings have the same three ways, and nothing else has."""
    for number, name in enumerate(SECTIONS):
        shown = sections(name)
        assert [one.words for one in shown] == ["Games", "Progress", "Settings"]
        assert [one.on for one in shown].index(True) == number
    assert not any(sections(name) for name in TABS if name not in SECTIONS)


@pytest.mark.parametrize(("lessons", "notes"), [(0, []), (2, ["1 of 3 done"])])
def test_lessons_are_progress_before_any_exercise(
    shell: FakeShell, lessons: int, notes: list[str]
) -> None:
    """Who has done one is told of how many."""
    shell.services.change(lessons=lessons)
    screen = screen_of(shell, "progress")
    assert screen is not None
    view = screen.view()
    assert isinstance(view, CardView)
    assert [one.note for one in view.page if isinstance(one, Button)] == notes


def presses(shell: FakeShell, is_there: Callable[..., bool]) -> int:
    """Return after how many presses from Start something that is wanted is opened or done."""
    first = screen_of(shell, "home")
    assert first is not None
    edge = [first]
    for count in range(1, FURTHEST + 1):
        opened = list[Screen]()
        for screen in edge:
            for one in buttons(screen.view()):
                shell.asked.clear()
                do(screen, one)
                for name, *what in [*shell.asked]:
                    if name == "play":
                        name, *what = opening(shell.services, *what)
                    if is_there(name, *what):
                        return count
                    if name in ("hosting", "with_friend"):
                        screen_there = resolve_name(f"battle.screens.{CARDS[name]}")(shell, *what)
                        shell.asked.clear()
                        screen_there.resume()
                        if any(is_there(*asked) for asked in shell.asked):
                            return count
                        opened.append(screen_there)
        edge = opened
    raise AssertionError("it is further away")


def is_first_move(name: str, *what: object) -> bool:
    session = what[0] if what else None
    return name == "table" and isinstance(session, Session) and session.person_to_move


def is_todays(name: str, *what: object) -> bool:
    session = what[0] if what else None
    return name == "table" and isinstance(session, Session) and day_of(session) is not None


@pytest.mark.parametrize("has_played", [False, True])
def test_games_begin_after_a_press_an_invitation_is_sent_after_two(
    home: Path, has_played: bool
) -> None:
    """One's first move and today's deal are one press from Start; choosing the friend is a third.

    Who has played nothing yet is offered the first game, not the deal of the day.
    """
    shell = FakeShell(home, can=EVERYTHING - {"forget"})
    shell.services.records.add([kept_game(3, days=1)] * has_played)
    meeting = Meeting()
    with closing(
        Friends(Places.below(home), shell.services.records, meeting.open, in_thread=False)
    ) as friends:
        shell.services.friends = friends
        shell.services.change(names=("Ada", ""), invitation_page="https://example.org/")
        assert presses(shell, is_first_move) == 1
        assert not has_played or presses(shell, is_todays) == 1
        assert presses(shell, lambda name, *what: name == "share" and "https:" in what[0]) == 2
