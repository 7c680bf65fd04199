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
from datetime import datetime
from typing import Any, ClassVar, Protocol

import pygame

from battle.engine.scheduler import Scheduler
from battle.friend.friends import Friends
from battle.language import explain
from battle.profile.autosave import Autosave
from battle.profile.proofs import Pars, Proofs
from battle.profile.records import GameRecorder, Records
from battle.profile.settings import Settings
from battle.rules.position import RulesError
from battle.storage import Places
from battle.training.deck import Deck
from battle.training.game_prover import GameProver
from battle.training.mistake_collector import MistakeCollector
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


class Services(Protocol):
    """What the program does for its scenes; `battle.window.main.App` does it in the window.

    `now` counts seconds, from whenever; `moment` tells the date and the time, with a time zone.
    """

    @property
    def now(self) -> Callable[[], float]:
        """A clock for what takes time."""

    @property
    def moment(self) -> Callable[[], datetime]:
        """A clock and calendar."""

    # --- what is kept for the person ------------------------------------------------------------

    @property
    def places(self) -> Places:
        """Where files are."""

    @property
    def settings(self) -> Settings:
        """What the person has chosen."""

    def change(self, **values: Any) -> None:
        """Change settings, keep them, and show the window accordingly."""

    @property
    def autosave(self) -> Autosave:
        """What keeps the unfinished game."""

    @property
    def records(self) -> Records:
        """The finished games."""

    @property
    def recorder(self) -> GameRecorder:
        """What brings finished games into the record."""

    @property
    def mistake_collector(self) -> MistakeCollector:
        """What brings reviews into the record, and mistakes into the deck."""

    @property
    def proofs(self) -> Proofs:
        """The values that were proven for this person."""

    @property
    def pars(self) -> Pars:
        """The deals whose par is known."""

    @property
    def prover(self) -> GameProver:
        """What proves games while nobody needs the solver."""

    @property
    def deck(self) -> Deck:
        """The trainer's problems."""

    @property
    def scheduler(self) -> Scheduler:
        """What lets the solver work; its process starts with the first task."""

    @property
    def friends(self) -> Friends:
        """The games with friends somewhere else."""

    # --- the window -----------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        """Colours and fonts at the window's scale."""

    @property
    def sound(self) -> Sound:
        """The sounds."""

    @property
    def focused(self) -> bool:
        """Whether the window is in the foreground."""

    def point(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return where an event's position lies on the surface (they differ on some displays)."""

    @property
    def fullscreen(self) -> bool:
        """Whether the window fills the screen."""

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to a window."""

    def wake(self) -> None:
        """Draw every frame for a while."""

    def quit(self) -> None:
        """End the program after this step."""

    # --- telling ----------------------------------------------------------------------------------

    @property
    def message(self) -> Message:
        """What was said last."""

    def say(self, text: str, kind: str = "info") -> None:
        """Tell the person something, in the scene's status line or in a note over the scene."""

    # --- from screen to screen --------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The scene on top, which gets the events."""

    @property
    def is_over_another(self) -> bool:
        """Whether a scene lies below the one on top."""

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
