"""A pilot that drives the real window by clicks and keys, without a display and without waiting.

    with pilot_at(tmp_path) as pilot:
        pilot.click(pilot.centre_of(cell))
        pilot.press("ctrl+z")
        pilot.run(0.5)          # half a second of frames, in no time

Time is the pilot's own: it advances by the frames it lets run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from battle.game.session import Seat, Session, Setup
from battle.rules.deal import deal
from battle.rules.position import Cell, Move, Position
from battle.storage import Places
from battle.window.main import App
from battle.window.scenes.scene import Scene
from battle.window.table.scene import TableScene
from tests.support.fake_engine import FakeEngine

FRAME = 1 / 60
_MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_ALT}


class Pilot:
    """Hands on mouse and keyboard, eyes on the state of the app."""

    def __init__(self, app: App, engine: FakeEngine, clock: list[float]) -> None:
        self.app = app
        self.engine = engine
        self._clock = clock

    # Time

    def run(self, seconds: float) -> None:
        """Let frames pass for some seconds."""
        for _ in range(max(1, round(seconds / FRAME))):
            if not self.app.running:
                return
            self._clock[0] += FRAME
            self.app.step(FRAME)

    def settle(self, most: float = 5.0) -> None:
        """Let frames pass until nothing moves any more, and the solver has had its turn."""
        waited = 0.0
        self.run(2 * FRAME)
        while waited < most and self.app.running and self._restless:
            self.run(5 * FRAME)
            waited += 5 * FRAME

    @property
    def _restless(self) -> bool:
        scene = self.app.scene
        if not isinstance(scene, TableScene):
            return scene.moving or not getattr(scene, "takes_keys", True)
        return scene.motion.moving or (scene.session.solver_to_move and not self.engine.silent)

    # Mouse

    def click(self, point: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        """Move the mouse somewhere and click."""
        self.hover(point)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=point, button=button, touch=False))
            self.run(FRAME)
        self.run(FRAME)

    def hover(self, point: tuple[int, int]) -> None:
        """Move the mouse somewhere."""
        pygame.mouse.set_pos(point)
        motion = pygame.event.Event(
            pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0), touch=False
        )
        pygame.event.post(motion)
        self.run(FRAME)

    def click_cell(self, cell: Cell) -> None:
        """Click the tile on a cell."""
        self.click(self.centre_of(cell))

    def centre_of(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell of the table on screen."""
        rect = self.table.view.layout.board.rect_of(cell)
        return rect.centerx, rect.centery

    # Keyboard

    def press(self, keys: str) -> None:
        """Press keys such as `u`, `ctrl+z`, `shift+tab`, `return`."""
        *modifiers, name = keys.split("+")
        mod = 0
        for modifier in modifiers:
            mod |= _MODIFIERS[modifier]
        code = pygame.key.key_code(name)
        sign = " " if name == "space" else name if len(name) == 1 and not mod else ""
        self._strike(code, mod, sign)
        self.run(FRAME)

    def _strike(self, code: int, mod: int, sign: str) -> None:
        """Post the events of a key in their order: pressed, what it types, let go."""
        named = {"key": code, "mod": mod, "unicode": sign, "scancode": 0}
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, named))
        if sign:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=sign))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, named))

    def type(self, text: str) -> None:
        """Type characters, one after the other; text fields get them as text too."""
        for sign in text:
            code = pygame.key.key_code(sign) if sign.isascii() and sign.isalnum() else 0
            self._strike(code, 0, sign)
            self.run(FRAME)

    # Window

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size, also one that a person could not choose."""
        self.app.window.minimum_size = (1, 1)
        self.app.window.size = size
        pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
        self.run(2 * FRAME)

    def focus(self, gained: bool) -> None:
        """Let the window lose or gain the focus."""
        kind = pygame.WINDOWFOCUSGAINED if gained else pygame.WINDOWFOCUSLOST
        pygame.event.post(pygame.event.Event(kind))
        self.run(FRAME)

    # What is there

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.app.scene

    @property
    def table(self) -> TableScene:
        """The playing screen, also under a dialog."""
        return next(s for s in reversed(self.app.scenes) if isinstance(s, TableScene))

    @property
    def session(self) -> Session:
        """The session at the table."""
        return self.table.session

    def button(self, words: str) -> tuple[int, int]:
        """Return the middle of the button that says `words`, or whose tool tip begins with it."""
        for element in getattr(self.scene, "order", []):
            if element.text == words or element.tip.startswith(words):
                middle: tuple[int, int] = element.rect.center
                return middle
        raise AssertionError(f"no button {words!r}")

    def press_button(self, words: str) -> None:
        """Click the button that says `words`."""
        self.click(self.button(words))

    def pixels(self) -> bytes:
        """Return the picture the window shows."""
        self.app.draw(self.app.surface)
        return pygame.image.tobytes(self.app.surface, "RGB")


@contextmanager
def pilot_at(home: Path, *, size: tuple[int, int] = (1280, 800), **changes: Any) -> Iterator[Pilot]:
    """Open the window with its files below `home`; `changes` are settings."""
    clock = [1000.0]
    engine = FakeEngine()
    app = App(places=Places.below(home), size=size, now=lambda: clock[0], engine=engine)
    app.change(**{"language": "en", **changes})
    try:
        yield Pilot(app, engine, clock)
    finally:
        app.close()


def friends(
    pilot: Pilot, start: Position | None = None, number: int = 4711, **setup: Any
) -> TableScene:
    """Sit two people at the table."""
    return seated(pilot, (Seat("Ada"), Seat("Ben")), start, number, **setup)


def against_solver(
    pilot: Pilot, start: Position | None = None, number: int = 4711, *, first: bool = True
) -> TableScene:
    """Sit a person and the solver at the table; the person is first or second."""
    seats = (Seat("Ada"), Seat("", solver=True))
    return seated(pilot, seats if first else (seats[1], seats[0]), start, number)


def seated(
    pilot: Pilot,
    seats: tuple[Seat, Seat],
    start: Position | None = None,
    number: int = 4711,
    **setup: Any,
) -> TableScene:
    """Begin a game."""
    agreed = Setup(seats, start or deal(number), None if start else number, **setup)
    scene = TableScene(pilot.app, Session(agreed, now=pilot.app.now))
    pilot.app.replace(scene)
    pilot.run(FRAME)
    return scene


def best_move(session: Session) -> Move:
    """Return the first of the pairs worth most."""
    return max(session.position.legal_moves, key=session.position.worth)
