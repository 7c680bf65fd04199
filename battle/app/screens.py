"""The way from screen to screen, and every screen by name for pictures of them.

Screens name each other only through these functions, so that none imports another.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

from battle.app.keys import action_of
from battle.play.session import Seat, Session, Setup
from battle.rules.deal import deal
from battle.rules.position import Position

if TYPE_CHECKING:
    from battle.app.main import App
    from battle.app.play import PlayScene
    from battle.app.scene import Scene

Maker: TypeAlias = Callable[["App"], list["Scene"]]
"""Makes the stack of scenes a picture shows, lowest first."""


def first_scene(app: App, file: Path | None) -> Scene:
    """Return what the window shows first: the start screen, or the game in `file`."""
    from battle.app.start_scene import StartScene

    return StartScene()


def home(app: App) -> None:
    """Go to the start screen."""
    app.replace(first_scene(app, None))


def play(app: App, session: Session) -> None:
    """Play or look at a game."""
    from battle.app.play import PlayScene

    app.replace(PlayScene(session))


def new_game(app: App, start: Position | None = None) -> None:
    """Set up a new game, from a position if one is given."""
    from battle.app.new_game_scene import NewGameScene
    from battle.app.plan import PASTED, Plan

    plan = Plan.remembered(app.settings)
    if start is not None:
        plan.deal_by, plan.pasted = PASTED, str(start)
    app.push(NewGameScene(plan))


def open_game(app: App) -> None:
    """Choose a saved game."""
    app.say("not yet")


def save_game(app: App, session: Session) -> None:
    """Save a game under a name."""
    app.say("not yet")


def settings(app: App) -> None:
    """Show the settings."""
    from battle.app.settings_scene import SettingsScene

    app.push(SettingsScene())


def rules(app: App) -> None:
    """Show the rules."""
    from battle.app.rules_scene import RulesScene

    app.push(RulesScene())


def help_keys(app: App) -> None:
    """Show every key."""
    from battle.app.help_scene import HelpScene

    if not isinstance(app.scene, HelpScene):
        app.push(HelpScene())


def handle_common_key(app: App, event: pygame.event.Event) -> bool:
    """Do what a key does on every screen; return whether it was one of those."""
    if action_of(event) != "help":
        return False
    help_keys(app)
    return True


def result(app: App, scene: PlayScene) -> None:
    """Show how the game of a playing screen ended."""
    from battle.app.result_scene import ResultScene

    app.push(ResultScene(scene))


# --- pictures -----------------------------------------------------------------------------------


def _start(app: App) -> list[Scene]:
    return [first_scene(app, None)]


def sample_session(app: App, plies: int, *, solver: bool = False) -> Session:
    """Return a game some moves old, always the same."""
    from random import Random

    random = Random(plies)
    seats = (Seat("Ada"), Seat("Solver", solver=True) if solver else Seat("Benedikt"))
    session = Session(Setup(seats, deal(4711), 4711), now=app.now)
    for _ in range(plies):
        session.play(random.choice(session.position.legal_moves))
    return session


def _play(app: App) -> list[Scene]:
    from battle.app.play import PlayScene

    return [PlayScene(sample_session(app, 24))]


def _opening(app: App) -> list[Scene]:
    from battle.app.play import PlayScene

    return [PlayScene(sample_session(app, 0))]


SCREENS: Final[dict[str, Maker]] = {
    "start": _start,
    "opening": _opening,
    "play": _play,
}
"""Add a line for each new screen; `python -m battle.app.screenshot` renders them all."""
