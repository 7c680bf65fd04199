"""What of the games at the table goes into the person's record, and when.

a game ends             kept under a key, which the tag `Key` of its record tells
taken back, ends again  kept under the same key, in place of what was kept before
opened when it is over  not kept; played on from there it is another game
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final
from weakref import WeakKeyDictionary, WeakSet

from battle.game.session import Session
from battle.profile.pars import Pars
from battle.profile.records import PlayedGame, Records, game_of, new_key
from battle.rules.deal import deal
from battle.rules.position import Move, Position, RulesError
from battle.rules.record import record

KEY_TAG: Final = "Key"


class GameRecorder:
    """Keeps the games that end at a table.

    `moment` tells when that is; `tell` is called with what the person should know where something
    cannot be kept.
    """

    def __init__(
        self,
        records: Records,
        pars: Pars,
        moment: Callable[[], datetime],
        tell: Callable[[str], object],
    ) -> None:
        self._records = records
        self._pars = pars
        self._moment = moment
        self._tell = tell
        self._ends: WeakKeyDictionary[Session, object] = WeakKeyDictionary()
        self._opened: WeakSet[Session] = WeakSet()

    def follow(self, session: Session) -> None:
        """Keep the game at the table if it has ended since this was last called.

        Call it when a game comes to the table and whenever it has changed.
        """
        end, is_new = _end_of(session), session not in self._ends
        before = self._ends.get(session)
        self._ends[session] = end
        if is_new:
            if end is not None:
                self._opened.add(session)
        elif end is None:
            self._go_on(session)
        elif end != before:
            self._keep(session)

    def game(self, session: Session) -> PlayedGame | None:
        """Return what is kept of a game; None if it is not kept, or went on in another way."""
        key = session.tags.get(KEY_TAG)
        game = None if key is None else self._records.game(key)
        end = _end_of(session)
        return game if game is not None and end == (_moves_of(game), game.ending) else None

    def put(self, game: PlayedGame) -> None:
        """Keep a game in place of what is kept under its key, and the par of its deal if proven."""
        self._keep_par(game)
        for message in self._records.put(game):
            self._tell(message)

    def _keep_par(self, game: PlayedGame) -> None:
        """Let a deal that was proven be one of those that fair games are played on."""
        if game.deal is None or game.par is None or not game.par_exact:
            return
        start = _start_of(game)
        is_deal = start is not None and start.with_given((0, 0)) == deal(game.deal)
        if start is not None and is_deal and self._pars.value(start) is None:
            for message in self._pars.keep(game.deal, game.par - start.margin):
                self._tell(message)

    def _go_on(self, session: Session) -> None:
        """Let a game that was opened when it was over become another one."""
        if session in self._opened:
            self._opened.discard(session)
            session.tags.pop(KEY_TAG, None)

    def _keep(self, session: Session) -> None:
        key = session.tags.setdefault(KEY_TAG, new_key())
        game = game_of(session, self._moment(), key=key)
        par = self._pars.margin(session.game.start)
        self.put(replace(game, par=par, par_exact=par is not None))


def _end_of(session: Session) -> object:
    """Return how a game ended, None if it goes on or if nothing was played."""
    if session.ending is None or not session.game.moves:
        return None
    return tuple(session.game.moves), session.ending


def _start_of(game: PlayedGame) -> Position | None:
    """Return where a game that is kept began, None if its record cannot be read."""
    try:
        return record(game.record).game.start
    except RulesError:
        return None


def _moves_of(game: PlayedGame) -> tuple[Move, ...]:
    """Return the moves of a game that is kept, none if its record cannot be read."""
    try:
        return tuple(record(game.record).game.moves)
    except RulesError:
        return ()
