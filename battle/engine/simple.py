"""An engine for programs, in the shape of python-chess's `SimpleEngine`: every call waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

from battle.engine.client import EngineClient, Failed, Query, command_in
from battle.protocol import BestMove, Info, Limit
from battle.rules.position import Position
from battle.rules.record import Game


class EngineError(Exception):
    """Raised if an engine cannot be started, ends or hangs twice, or sends an unreadable answer.

    >>> SimpleEngine("no-such-engine").play(deal(1))
    Traceback (most recent call last):
    battle.engine.simple.EngineError: …
    """


class SimpleEngine(AbstractContextManager["SimpleEngine"]):
    """An engine in a process of its own: any program that speaks the protocol.

        with SimpleEngine() as engine:
            print(engine.play(deal(1), Limit(time=1.0)).move)
            for info in engine.analyse(deal(1), Limit(nodes=1_000_000), lines=3):
                print(info.depth, info.rank, info.value, *info.pv)

    `command` starts it, as words or as a shell would split them; without one it is our own solver.
    `threads` and `hash_mb` (MiB of table) are left to the engine where they are 0. An engine that
    ends or hangs is started again once; the second time a call raises EngineError.

        >>> with SimpleEngine(threads=1, hash_mb=16) as engine:
        ...     print(engine.play(position("5m5p/5p5m/9s/9s"), Limit(exact=True)))
        bestmove c1d1 value 9 exact
    """

    def __init__(
        self, command: str | Sequence[str] | None = None, *, threads: int = 0, hash_mb: int = 0
    ) -> None:
        words = command_in(command) if isinstance(command, str) else command
        self._client = EngineClient(words, threads=threads, hash_mb=hash_mb)

    def __exit__(self, *exception: object) -> None:
        self.quit()

    def play(
        self,
        game: Game | Position,
        limit: Limit | None = None,
        *,
        level: str | None = None,
        seed: int = 0,
    ) -> BestMove:
        """Return the engine's answer in a position, or at a game's current one.

        Its `move` is None where the game is over. No limit: a second. Our own engine also plays at
        a `level` (novice, casual, club, strong, master, perfect, companion), with the errors that a
        `seed` gives.
        """
        *_, best = self._answers(_query(game, limit, 1, level, seed))
        assert isinstance(best, BestMove)
        return best

    def analyse(
        self, game: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Iterator[Info]:
        """Yield what the engine reports about its best moves, `lines` of them, up to the limit.

        Nothing is yielded for an engine that reports nothing. No limit: a second. Values are for
        the player to move. Left early, it is stopped.
        """
        for event in self._answers(_query(game, limit, lines)):
            if isinstance(event, Info):
                yield event

    def quit(self) -> None:
        """End the engine."""
        self._client.close()

    def _answers(self, query: Query) -> Iterator[Info | BestMove]:
        """Yield what the engine says about a query, at last its best move."""
        number = self._client.ask(query)
        try:
            while True:
                for event in self._client.poll(0.1):
                    if isinstance(event, Failed):
                        raise EngineError(event.message)
                    if event.id == number:
                        yield event
                        if isinstance(event, BestMove):
                            return
        finally:
            self._client.cancel()


def _query(
    game: Game | Position, limit: Limit | None, lines: int, level: str | None = None, seed: int = 0
) -> Query:
    start, moves = (game, ()) if isinstance(game, Position) else (game.start, tuple(game.moves))
    return Query(start, moves, limit or Limit(time=1.0), lines, seed, level)
