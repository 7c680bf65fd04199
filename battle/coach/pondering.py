"""Pondering: the engine looks at the position a person thinks about, while the person thinks.

What it finds goes into the game's values, which hints and the teacher read. It asks the engine that
plays too, so it has to `rest` before anybody else does. Nothing here waits.
"""

from __future__ import annotations

from typing import Final

from battle.analysis.values import Values
from battle.engine.analyst import Analyst
from battle.engine.engine import Engine
from battle.game.session import Session
from battle.rules.game import Game, Node
from battle.rules.position import Position

LONGEST_SECONDS: Final = 60.0
"""The engine's seconds for one position: who thinks longer does not heat the room."""


class _Table:
    """The game of a session, as an analyst studies it."""

    def __init__(self, session: Session, values: Values) -> None:
        self._session = session
        self.values = values

    @property
    def game(self) -> Game:
        """The game with its tree."""
        return self._session.game

    def line(self) -> list[Node]:
        """Return the nodes from the start to where the game stands."""
        return [self.game.root, *self.game.node.path()]


class Pondering:
    """Looks at one position of a session after the other; call `update` once a frame."""

    def __init__(self, engine: Engine, session: Session, values: Values) -> None:
        self.values = values
        self.analyst = Analyst(engine, _Table(session, values))

    @property
    def failure(self) -> str:
        """Why the engine was given up, empty while it works."""
        return self.analyst.failure

    def retry(self) -> None:
        """Start the engine anew after a failure."""
        self.analyst.retry()

    def look(self, position: Position | None) -> None:
        """Let this be the position to look at, None for no position."""
        over = position is None or position.is_over
        self.analyst.look(None if over else position, LONGEST_SECONDS)

    def update(self) -> None:
        """Take in what the engine says, and go on."""
        self.analyst.update()

    def rest(self) -> None:
        """Leave the engine to somebody else until the next `update`."""
        self.analyst.rest()

    @property
    def seconds(self) -> float:
        """The engine's seconds for the position looked at."""
        return self.analyst.front_seconds

    def has_looked(self, position: Position, seconds: float) -> bool:
        """Whether all moves of a position have values, and nothing more is found within `seconds`.

        That is so after so many seconds of the engine, and as soon as there is nothing to find.
        """
        if not self.values.has_all_moves(position):
            return self.analyst.front_is_done and self.values.known(position).guess is not None
        settled = self.values.has_settled(position) or self.analyst.front_is_done
        return settled or self.seconds >= seconds
