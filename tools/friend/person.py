"""One side of a game that is simulated: its program starts, is killed and ends, time and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battle.friend.channel import Channel
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.log import Log
from battle.friend.meeting import Invitation, Side
from battle.storage import Places


@dataclass
class Person:
    """One side: a home, the program if it runs, and all that was ever entered there.

    `open` opens the way to the other side; `silence` ends one with nothing more said.
    """

    side: Side
    places: Places
    open: Callable[[Invitation, Side], Channel]
    silence: Callable[[Channel], None]
    games: FriendGames | None = None
    line: str = ""
    entered: Log = ()

    def begin(self) -> FriendGames:
        """Start the program, with no game open."""
        self.games = FriendGames(self.places, self.open)
        return self.games

    def start(self) -> None:
        """Start the program and open the game."""
        games = self.begin()
        if self.side == "guest":
            games.join(self.line)
        else:
            games.open_all()

    def kill(self) -> None:
        """End the program with nothing more said, written or sent."""
        if self.games is not None:
            for game in self.games.opened.values():
                assert game.channel is not None
                self.silence(game.channel)
            for claim in self.games._claims.values():
                claim.release()
        self.games = None

    def close(self) -> None:
        """End the program in order."""
        if self.games is not None:
            self.games.close()
        self.games = None

    @property
    def game(self) -> FriendGame | None:
        """The game, if the program runs."""
        return None if self.games is None else next(iter(self.games.opened.values()), None)

    def remember(self, what: str) -> None:
        """Note what was entered, and that `what` neither split nor lost what was entered before."""
        game = self.game
        if game is not None and game.logbook is not None:
            assert game.logbook.split is None, f"{what} was split"
            mine = game.logbook.mine
            assert mine[: len(self.entered)] == self.entered, f"{what} lost an entry"
            self.entered = mine
