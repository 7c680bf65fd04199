"""What lies under a front end, with files of its own and the slow twin for a solver."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from battle.game.session import Seat, Session, Setup
from battle.profile.settings import Settings
from battle.rules.game import Game
from battle.rules.position import Player
from battle.services import Services
from battle.storage import Places
from battle.training.background_review import MistakeCollector
from battle.training.deck import Deck
from battle.training.game_prover import GameProver, Power
from tests.support.twin_engine import TwinEngine


class FakeServices(Services):
    """Keeps the record below `home`, has no problems of its own, and a clock that is set by hand.

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
        )
        self.deck = Deck(self.database, self.moment, list)
        self.mistake_collector = MistakeCollector(self.recorder, self.deck)
        self.power = Power(self.now, lambda: self.on_battery)
        self.prover = GameProver(self, self.proof_queue, self.power)

    def frame(self) -> None:
        """Let prover and solver go on as the window does in a frame."""
        self.prover.update()
        self.scheduler.poll()

    def played(self, game: Game, program: Player | None = None) -> Session:
        """Play a game to its end, against a `program` or between two people; it is recorded."""
        seats = Seat("Ada", solver=program == 1), Seat("Ben", solver=program == 2)
        session = Session(Setup(seats, game.start))
        self.recorder.follow(session)
        for node in game.root.main_line():
            assert node.move is not None
            session.play(node.move)
        self.recorder.follow(session)
        return session
