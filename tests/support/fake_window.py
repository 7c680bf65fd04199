"""A window for one scene, for tests of scenes without the app: what they ask for is remembered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame

from battle.window.scenes.scene import Message, Scene, Services
from battle.window.ui.sound import Sound
from battle.window.ui.theme import Theme
from tests.support.review_services import FakeServices


class FakeWindow(FakeServices, Services):
    """The services of a window of 1280 x 800 with a silent sound and a record below `home`.

    `gone` are the ways that scenes wanted to go, with what they handed over; `ended` tells whether
    the program was to end.
    """

    size = (1280, 800)

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(self.size)
        self.theme = Theme(1.0)
        self.sound = Sound(wanted=False, volume=0.0)
        self.focused = True
        self.message = Message("")
        self.scenes = []
        self.gone: list[tuple[object, ...]] = []
        self.ended = False

    @property
    def fullscreen(self) -> bool:
        """Never."""
        return False

    def point(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the place itself."""
        return position

    def quit(self) -> None:
        """Remember that the program was to end."""
        self.ended = True

    def say(self, text: str, kind: str = "info") -> None:
        """Remember what was said."""
        self.message = Message(text, kind, self.now())

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
