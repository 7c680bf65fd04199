"""What a review needs of the program, with files of its own and the slow twin for a solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from battle.engine.scheduler import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.profile.proofs import Pars, ProofQueue, Proofs
from battle.profile.records import GameRecorder, Records
from battle.profile.settings import Settings
from battle.profile.store import Database
from battle.rules.game import Game
from battle.rules.position import Player
from battle.storage import Places
from battle.training.deck import Deck
from battle.training.game_prover import GameProver, Power
from battle.training.mistake_collector import MistakeCollector
from tests.support.twin_engine import TwinEngine


def _moment() -> datetime:
    return datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@dataclass
class FakeServices:
    """Keeps the record below `home`; `complaints` are what it could not keep."""

    home: Path
    settings: Settings = field(default_factory=Settings)
    engine: TwinEngine = field(default_factory=TwinEngine)
    complaints: list[str] = field(default_factory=list)
    seconds: float = 0.0
    on_battery: bool = False

    def __post_init__(self) -> None:
        self.scheduler = Scheduler(self.engine)
        database = Database.of(Places.below(self.home))
        self.proofs = Proofs(database)
        self.records = Records(database)
        self.deck = Deck(database, _moment, list)
        self.pars = Pars(database)
        self.recorder = GameRecorder(self.records, self.pars, _moment, self.complaints.append)
        self.mistake_collector = MistakeCollector(self.recorder, self.deck)
        self.proof_queue = ProofQueue(database)
        self.power = Power(lambda: self.now(), lambda: self.on_battery)
        self.prover = GameProver(self, self.proof_queue, self.power)

    @property
    def now(self) -> Callable[[], float]:
        """A clock that is set by hand."""
        return lambda: self.seconds

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
