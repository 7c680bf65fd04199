"""What of the games at the table goes into the person's record, and when.

a game ends             kept under a key, which the tag `Key` of its record tells
taken back, ends again  kept under the same key, in place of what was kept before
opened when it is over  not kept; played on from there it is another game
its review is done      kept with it; the own mistakes that are proven go into the deck
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final
from weakref import WeakKeyDictionary, WeakSet

from battle.analysis.study import Study
from battle.app.studies import study_of
from battle.play.pars import Pars
from battle.play.records import PlayedGame, Records, game_of, new_key
from battle.play.session import Session
from battle.rules.errors import RulesError
from battle.rules.move import Move
from battle.rules.position import Position
from battle.rules.record import record
from battle.trainer.deck import Deck
from battle.trainer.problems import Source, own_mistakes

KEY_TAG: Final = "Key"


class RecordKeeper:
    """Keeps the games that end at a table.

    `moment` tells when that is; `tell` is called with what the person should know where something
    cannot be kept.
    """

    def __init__(
        self,
        records: Records,
        deck: Deck,
        pars: Pars,
        moment: Callable[[], datetime],
        tell: Callable[[str], object],
    ) -> None:
        self._records = records
        self._deck = deck
        self._moment = moment
        self._tell = tell
        self._pars = pars
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

    def _go_on(self, session: Session) -> None:
        """Let a game that was opened when it was over become another one."""
        if session in self._opened:
            self._opened.discard(session)
            session.tags.pop(KEY_TAG, None)

    def _keep(self, session: Session) -> None:
        key = session.tags.setdefault(KEY_TAG, new_key())
        game = game_of(session, self._moment(), key=key)
        par = self._pars.par(game.deal)
        self._put(replace(game, par=par, par_exact=par is not None))

    def _put(self, game: PlayedGame) -> None:
        for message in self._records.put(game):
            self._tell(message)

    # --- reviews --------------------------------------------------------------------------------

    def game(self, session: Session) -> PlayedGame | None:
        """Return what is kept of a game; None if it is not kept, or went on in another way."""
        key = session.tags.get(KEY_TAG)
        game = None if key is None else self._records.game(key)
        end = _end_of(session)
        return game if game is not None and end == (_moves_of(game), game.ending) else None

    def reviewed(self, session: Session, study: Study) -> tuple[Position, ...]:
        """Keep with a game what its study has found, if it says all that a review does.

        Mistakes go into the deck as far as they are proven: the person's, or of two people both's.
        Returns the positions of which more has to be proven before they can be learned from. A game
        that is not in the record does not come into it.
        """
        game = self.game(session)
        of_game = study if game is None else study_of(session, study)
        review = None if game is None else of_game.review()
        if game is None or review is None:
            return ()
        found = replace(game.reviewed(review), record=session.record().text)
        if found != game:
            self._put(found)
        mistakes = own_mistakes(of_game, game.person)
        problems = [mistake.problem for mistake in mistakes.ready]
        self._deck.add(problems, Source.OWN, game.key)
        return mistakes.unproven


def _end_of(session: Session) -> object:
    """Return how a game ended, None if it goes on or if nothing was played."""
    if session.ending is None or not session.game.moves:
        return None
    return tuple(session.game.moves), session.ending


def _moves_of(game: PlayedGame) -> tuple[Move, ...]:
    """Return the moves of a game that is kept, none if its record cannot be read."""
    try:
        return tuple(record(game.record).game.moves)
    except RulesError:
        return ()
