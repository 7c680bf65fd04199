"""What every screen of the page is: a view, and the acts that it offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from battle.browser.views import Act, View
from battle.services import Services


class Program(Protocol):
    """What a screen needs of the program."""

    services: Services
    address: str
    """Where the page is, without what comes after a hash."""

    def go(self, screen: Screen) -> None:
        """Show another screen, over this one."""

    def back(self) -> None:
        """Leave the screen on top."""

    def tell(self, words: str) -> None:
        """Show a sentence for a few seconds."""

    def effect(self, name: str, value: object) -> None:
        """Ask the page for what only a page can do, such as `copy`."""


class Screen:
    """One screen; what is chosen on it comes back as an act, which names one of its methods."""

    name: ClassVar[str] = "page"

    def __init__(self, program: Program) -> None:
        self.program = program
        self.services = program.services

    def view(self) -> View:
        """Return what is to be seen, and what can be done."""
        raise NotImplementedError

    def act(self, act: Act) -> None:
        """Do what was chosen; raise RulesError, which is told, if that cannot be."""
        method: Callable[[Act], None] | None = getattr(self, f"do_{act.get('do')}", None)
        if method is not None:
            method(act)

    def beat(self) -> None:
        """Go on with what takes time."""

    def leave(self) -> None:
        """Stop what went on for this screen alone."""
