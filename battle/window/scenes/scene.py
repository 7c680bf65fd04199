"""Scenes: what the window shows, one at a time or laid over one another.

The app keeps a stack of scenes. The top one gets the events; it is drawn over the ones below when
it is an overlay (a dialog). The order of calls on a scene is fixed:

    Scene(app)  enter()  resize(size)  { handle(event)*  update(seconds)  draw(surface) }*  leave()
                            ▲                                                                 │
                            └── resume() ◄── the scene above has gone ◄───────────────────────┘

`draw` changes nothing: calling it twice, or not at all, makes no difference to the scene.

A scene gets what it needs of the program from `Services`, and goes to other screens by their names
(`go`, see `battle.window.navigation`), so that no screen imports another or the app.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pygame

from battle import services
from battle.language import explain
from battle.rules.position import RulesError
from battle.window.ui.sound import Sound
from battle.window.ui.theme import Theme


@dataclass(frozen=True)
class Message:
    """Something to tell the person: `kind` is `info`, `refused` or `problem`.

    `said_at` is when it was said, in seconds of the clock of the services.
    """

    text: str
    kind: str = "info"
    said_at: float = 0.0


class Services(services.Services):
    """What the program does for its scenes, as `battle.window.main.App` does it in the window."""

    theme: Theme
    sound: Sound
    focused: bool
    """Whether the window is in the foreground."""
    message: Message
    """What was said last."""
    scenes: list[Scene]
    """The stack of scenes."""

    def say(self, text: str, kind: str = "info") -> None:
        """Tell the person something, in the scene's status line or in a note over the scene."""

    def wake(self) -> None:
        """Draw every frame for a while."""

    def quit(self) -> None:
        """End the program after this step."""

    def point(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return where an event's position lies on the surface (they differ on some displays)."""
        raise NotImplementedError

    @property
    def fullscreen(self) -> bool:
        """Whether the window fills the screen."""
        raise NotImplementedError

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to a window."""

    # --- from screen to screen --------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The scene on top, which gets the events."""
        return self.scenes[-1]

    @property
    def is_over_another(self) -> bool:
        """Whether a scene lies below the one on top."""
        return len(self.scenes) > 1

    def go(self, screen: str, *what: Any, **how: Any) -> None:
        """Go to a screen by its name in `battle.window.navigation`, with what it is to show."""

    def push(self, scene: Scene) -> None:
        """Show `scene` on top of the others."""

    def pop(self) -> None:
        """Leave the scene on top for the one below; leaving the last one ends the program."""

    def replace(self, scene: Scene) -> None:
        """Show `scene` instead of the whole stack."""

    def swap(self, scene: Scene) -> None:
        """Show `scene` instead of the one on top; what lies below stays."""


class Scene:
    """One screen. Subclasses override what they need; all defaults do nothing."""

    overlay: ClassVar[bool] = False
    """Whether the scene below stays visible under this one."""
    shows_messages: ClassVar[bool] = False
    """Whether the scene shows the app's messages itself; the app shows them otherwise."""
    notes_above: ClassVar[bool] = False
    """Whether the app's notes come at the top, because at the bottom they would cover buttons."""

    def __init__(self, app: Services) -> None:
        self.app = app

    def enter(self) -> None:
        """Come onto the stack, once; `resize` follows."""

    def resume(self) -> None:
        """Come back to the top of the stack; `resize` follows."""

    def leave(self) -> None:
        """Be covered by a scene that is no overlay, or be taken off the stack."""

    def handle(self, event: pygame.event.Event) -> None:
        """React to one event."""

    def update(self, seconds: float) -> None:
        """Move on by `seconds`."""

    def draw(self, surface: pygame.Surface) -> None:
        """Paint the scene."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for a window of `size`; also called when text scale or language change."""

    def covered(self) -> None:
        """Stay visible under an overlay, without getting events or time."""

    def focus_lost(self) -> None:
        """Let the window go to the background."""

    def focus_gained(self) -> None:
        """Come back to the foreground."""

    def quitting(self) -> None:
        """Save what must not be lost: the program is about to end."""

    @property
    def keyboard_at(self) -> pygame.Rect | None:
        """Where the keyboard's focus is, while the keyboard is in use."""
        return None

    @property
    def in_play(self) -> bool | None:
        """Whether a person plays here, so that reviews and proofs in the background wait.

        None leaves that to the scene below.
        """
        return None

    @property
    def moving(self) -> bool:
        """Whether something moves, so that every frame has to be drawn."""
        return False

    @property
    def ticking(self) -> bool:
        """Whether something changes by itself from second to second, such as a clock."""
        return False


def attempt(app: Services, call: Callable[[], object]) -> bool:
    """Do something; return whether it could be done, having said why where it could not."""
    try:
        call()
    except RulesError as error:
        app.say(explain(error), "refused")
        return False
    return True
