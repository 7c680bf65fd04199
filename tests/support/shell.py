"""A surface for one screen, which remembers what the screen asked of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from battle.screens.board_view import BoardView
from battle.screens.screen import Screen, do
from battle.screens.view import CardView, act
from battle.services import Services
from tests.support.services import FakeServices

EVERYTHING = frozenset(("analyse", "forget", "mail", "room", "send", "table", "ways", "window"))


class FakeShell:
    """Services below `home`; `asked` is what a screen wanted, with what it handed over."""

    def __init__(self, home: Path, *, can: frozenset[str] = EVERYTHING) -> None:
        self.services: Services = FakeServices(home)
        self.can = can
        self.asked: list[tuple[Any, ...]] = []
        self.said: list[str] = []

    def go(self, name: str, *what: Any, **how: Any) -> None:
        self.asked.append((name, *what, *how.values()))

    replace = go

    def back(self) -> None:
        self.asked.append(("back",))

    def home(self) -> None:
        self.asked.append(("home",))

    def tell(self, words: str) -> None:
        self.said.append(words)

    def effect(self, name: str, value: Any) -> None:
        self.asked.append((name, value))


class OnScreen:
    """What is seen and done on a `screen`."""

    screen: Screen

    @property
    def board(self) -> BoardView:
        view = self.screen.view()
        assert isinstance(view, BoardView)
        return view

    @property
    def card(self) -> CardView:
        view = self.screen.view()
        assert isinstance(view, CardView)
        return view

    def act(self, name: str, **given: object) -> None:
        do(self.screen, act(name, **given))
