"""A window for one scene, for tests of scenes without the app: what they ask for is remembered."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pygame

from battle.friend.friends import Friends
from battle.profile.autosave import Autosave
from battle.storage import Places
from battle.window.scenes.scene import Message, Scene, Services
from battle.window.ui.sound import Sound
from battle.window.ui.theme import Theme
from tests.support.review_services import FakeServices


class FakeWindow(FakeServices):
    """The services of a window of 1280 x 800 with a silent sound and a record below `home`.

    `scenes` is the stack, `gone` the ways that scenes wanted to go, with what they handed over;
    `ended` tells whether the program was to end.
    """

    size = (1280, 800)
    focused = True
    fullscreen = False

    def __post_init__(self) -> None:
        super().__post_init__()
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(self.size)
        self.places = Places.below(self.home)
        self.autosave = Autosave(self.places)
        self.friends = Friends(self.places, self.records)
        self.theme = Theme(1.0)
        self.sound = Sound(wanted=False, volume=0.0)
        self.message = Message("")
        self.scenes: list[Scene] = []
        self.gone: list[tuple[object, ...]] = []
        self.ended = False

    @property
    def moment(self) -> Callable[[], datetime]:
        """A day like any other."""
        return lambda: datetime(2026, 5, 1, 12, 0, tzinfo=UTC)

    def change(self, **values: Any) -> None:
        """Change settings."""
        self.settings = dataclasses.replace(self.settings, **values)

    def point(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the place itself."""
        return position

    def toggle_fullscreen(self) -> None:
        """Stay as it is."""

    def wake(self) -> None:
        """Draw nothing."""

    def quit(self) -> None:
        """Remember that the program was to end."""
        self.ended = True

    def say(self, text: str, kind: str = "info") -> None:
        """Remember what was said."""
        self.message = Message(text, kind, self.now())

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.scenes[-1]

    @property
    def is_over_another(self) -> bool:
        """Whether a scene lies below the one on top."""
        return len(self.scenes) > 1

    def go(self, screen: str, *what: Any, **how: Any) -> None:
        """Remember the way."""
        self.gone.append((screen, *what, *how.values()))

    def push(self, scene: Scene) -> None:
        """Show a scene on top."""
        self.scenes.append(scene)
        scene.enter()
        scene.resize(self.size)

    def pop(self) -> None:
        """Leave the scene on top; the one below comes back."""
        self.scenes.pop().leave()
        if self.scenes:
            self.scene.resume()
            self.scene.resize(self.size)

    def replace(self, scene: Scene) -> None:
        """Show a scene instead of all."""
        self.scenes.clear()
        self.push(scene)

    def swap(self, scene: Scene) -> None:
        """Show a scene instead of the one on top."""
        self.scenes.pop().leave()
        self.push(scene)

    def press(self, key: int, sign: str = "") -> None:
        """Press a key on the scene on top."""
        event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=sign, repeat=False)
        self.scene.handle(event)


def services_of(window: FakeWindow) -> Services:
    """Return the window as a scene sees it; the types hold it to what scenes are promised."""
    return window
