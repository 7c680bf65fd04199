"""What lies under a front end, with files of its own and the slow twin for a solver."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from battle.friend.friends import Friends
from battle.game.session import Seat, Session, Setup
from battle.profile.settings import Settings
from battle.reviews.power import Power
from battle.reviews.prover import GameProver
from battle.rules.position import Player
from battle.rules.tree import Game
from battle.services import Services
from battle.storage import Places
from battle.training.deck import Deck
from battle.window.scene import Message, Scene
from battle.window.scene import Services as WindowServices
from battle.window.ui.signals import Sound
from battle.window.ui.theme import Theme
from tests.support.engines import TwinEngine
from tests.support.memory_channel import Meeting


class FakeServices(Services):
    """Keeps the record below `home`, has no problems of its own, and a clock that is set by hand.

    Friends meet in memory: nothing goes into a network.

    `seconds` is what the clock shows; `on_battery` is what the machine says of its power.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.seconds = 0.0
        self.on_battery = False
        self.engine = TwinEngine()
        super().__init__(
            Places.below(home),
            chosen=Settings(language="en"),
            engine=self.engine,
            now=lambda: self.seconds,
            moment=lambda: datetime(2026, 5, 1, 12, 0, tzinfo=UTC),
            friends=partial(Friends, open_channel=Meeting().open, in_thread=False),
        )
        self.deck = Deck(self.database, self.moment, list)
        self.power = Power(self.now, lambda: self.on_battery)
        self.prover = GameProver(self, self.proof_queue, self.power)

    def frame(self) -> None:
        """Let prover and solver go on as the window does in a frame."""
        self.prover.update()
        self.scheduler.poll()

    def played(self, game: Game, program: Player | None = None) -> Session:
        """Play a game to its end, as `played_in` does."""
        return played_in(self, game, program)


def played_in(services: Services, game: Game, program: Player | None = None) -> Session:
    """Play a game to its end, against a `program` or between two people; it is recorded."""
    seats = Seat("Ada", solver=program == 1), Seat("Ben", solver=program == 2)
    session = Session(Setup(seats, game.start))
    services.recorder.follow(session)
    for move in game.moves:
        session.play(move)
    services.recorder.follow(session)
    return session


# --- fake window ---------------------------------------------------------------------------------
#
# A window for one scene, for tests of scenes without the app: what they ask for is remembered.


class FakeWindow(FakeServices, WindowServices):
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
