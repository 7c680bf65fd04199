"""Notifications of the desktop: when one is shown, a click on it, and a desktop that has none."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import pygame
import pytest

from battle.window.ui.signals import ANSWERED, Notifications
from tests.support.brokers import until
from tests.support.pilot import Pilot, TwoPilots, meet_at_table, mover, pick, play_pair, two_pilots


class Desktop(Notifications):
    """A desktop on which it is only noted what is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[tuple[str, str]] = []

    def show(self, title: str, text: str) -> None:
        self.shown.append((title, text))


def other(two: TwoPilots) -> Pilot:
    return two.ben if mover(two) is two.ada else two.ada


@pytest.mark.parametrize(
    ("is_wanted", "is_in_front", "shown"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_move_notifies_whom_it_does_not_see(
    tmp_path: Path, is_wanted: bool, is_in_front: bool, shown: bool
) -> None:
    """Only a person who wants it, and has another window in front, is notified of a move."""
    with two_pilots(tmp_path) as two:
        meet_at_table(two)
        waiting, desktop = other(two), Desktop()
        waiting.app.notifications = desktop
        waiting.app.change(notifications=is_wanted)
        waiting.app.focused = is_in_front
        play_pair(mover(two))
        two.run(1.0)
        name = "Ada" if waiting is two.ben else "Ben"
        assert desktop.shown == [(name, "Your turn")] * shown


def library(capabilities: Any, sent: list[Any]) -> ModuleType:
    """Return a desktop-notifier whose desktop has these capabilities, or raises them."""

    class DesktopNotifier:
        def __init__(self, name: str, icon: Any) -> None:
            assert icon.path.is_file()

        async def get_capabilities(self) -> Any:
            if isinstance(capabilities, Exception):
                raise capabilities
            return capabilities

        async def request_authorisation(self) -> bool:
            return True

        async def send(self, title: str, text: str, on_clicked: Any) -> None:
            sent.append(on_clicked)

    module: Any = ModuleType("desktop_notifier")
    module.Capability = SimpleNamespace(TITLE="title")
    module.DesktopNotifier, module.Icon = DesktopNotifier, SimpleNamespace
    return module


def test_switched_on_it_shows_one(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Switching notifications on shows one at once; a click on it brings the window forward."""
    sent: list[Any] = []
    monkeypatch.setitem(sys.modules, "desktop_notifier", library({"title"}, sent))
    pilot.app.go("settings")
    pilot.run(0.1)
    pick(pilot, "Notifications")
    assert pilot.app.settings.notifications
    until(lambda: sent)[0]()
    with mock.patch.object(pilot.app, "window") as window:
        pilot.app._handle(pygame.event.get(ANSWERED)[0])
    window.focus.assert_called_once_with()


@pytest.mark.parametrize("capabilities", [set(), OSError("no bus")])
def test_a_desktop_without_is_a_problem_that_is_said(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, capabilities: Any
) -> None:
    """A desktop without notifications, or none at all, is named when one is to be shown."""
    sent: list[Any] = []
    monkeypatch.setitem(sys.modules, "desktop_notifier", library(capabilities, sent))
    pilot.app.go("settings")
    pilot.app.notifications.show("Ada", "Your turn")
    until(lambda: pygame.event.peek(ANSWERED))
    pilot.run(0.1)
    assert pilot.app.message.text == "Your desktop does not show notifications."
    assert not sent
