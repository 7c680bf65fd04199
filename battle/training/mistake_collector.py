"""Reviews of the games in the person's record, and what can be learned from them.

When a review is done it is kept with its game; mistakes that are proven go into the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from battle.analysis.study import Study
from battle.game.session import Session
from battle.game.session_study import study_of
from battle.profile.records import GameRecorder
from battle.rules.position import Position
from battle.training.deck import Deck
from battle.training.problems import Source, own_mistakes


@dataclass(frozen=True)
class Learning:
    """What can be learned from a game: so many new problems came into the deck.

    Of the positions that are `unproven` more has to be proven before they can be learned from.
    """

    new: int = 0
    unproven: tuple[Position, ...] = ()


class MistakeCollector:
    """Keeps the reviews of games that `recorder` keeps, and puts their mistakes into `deck`."""

    def __init__(self, recorder: GameRecorder, deck: Deck) -> None:
        self._recorder = recorder
        self._deck = deck

    def collect(self, session: Session, study: Study) -> Learning:
        """Keep with a game what its study has found, if it says all that a review does.

        Mistakes go into the deck as far as they are proven: the person's, or of two people both's.
        A game that is not in the record does not come into it, and nothing is learned from it.
        """
        game = self._recorder.game(session)
        if game is None:
            return Learning()
        of_game = study_of(session, study)
        review = of_game.review()
        if review is None:
            return Learning()
        found = replace(game.reviewed(review), record=session.record().text)
        if found != game:
            self._recorder.put(found)
        mistakes = own_mistakes(of_game, game.person)
        new = self._deck.add(mistakes.problems, Source.OWN, game.key)
        return Learning(new, mistakes.unproven)
