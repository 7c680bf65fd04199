"""Which level suits a person, by the games they have played.

    nothing played yet                  casual
    won twice in a row at a level       one stronger
    lost three times in a row at it     one weaker; before the first win, after every game lost,
                                        or after two of which the last was close
    else                                the same again

Who has not just won is offered no level that is stronger than the points lost in the last games
(`battle.profile.usual_loss`) allow, with their error in the person's favour.

Games with help that were won say nothing of the person's own strength: they lead to no stronger
level. Games against the companion, the solver and friends are passed over, and those in which a
head start evened out how well the two play; so are those that were given up after few moves
or began in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile
from typing import Final

from battle.game.levels import FIRST_LEVEL, ladder, stronger
from battle.profile.statistics import Outcome, OwnGame
from battle.profile.usual_loss import UsualLoss, nearest_level, tells_of_strength, usual_loss

WINS_TO_RISE: Final = 2
LOSSES_TO_FALL: Final = 3
CLOSE: Final = 10
"""Who loses by no more points than these has an opponent to match."""


class SuggestionReason(Enum):
    """Why a level is suggested."""

    NEW = "nothing played yet"
    WON = "won in a row"
    LOST = "lost in a row"
    POINTS = "points lost"
    AGAIN = "not decided yet"


@dataclass(frozen=True)
class Suggestion:
    """A level that suits a person.

    `before` is the level played last, empty if there is none, and `games` how many games in a row
    ended there as the last one did. `loss` is what the person loses in a game, with its error, None
    where no game tells.
    """

    level: str
    why: SuggestionReason = SuggestionReason.NEW
    before: str = ""
    games: int = 0
    loss: UsualLoss | None = None

    @property
    def moves_on(self) -> bool:
        """Whether it is another level than the one played last."""
        return self.level != self.before


def suggest(games: Sequence[OwnGame]) -> Suggestion:
    """Return the level for the next game, given all games in the order they ended."""
    loss = usual_loss(games)
    found = replace(_by_results(games), loss=loss)
    if found.why is SuggestionReason.WON or loss is None:
        return found
    names = [label.name for label in ladder()]
    allowed = nearest_level(max(0.0, loss.points - loss.error))
    if names.index(allowed) >= names.index(found.level):
        return found
    is_weaker_yet = found.why is SuggestionReason.LOST
    why = SuggestionReason.LOST if is_weaker_yet else SuggestionReason.POINTS
    return replace(found, level=allowed, why=why)


def _by_results(games: Sequence[OwnGame]) -> Suggestion:
    """Return the level to which wins and losses lead."""
    names = [label.name for label in ladder()]
    known = [
        own
        for own in games
        if own.game.opponent in names and not own.game.head_start and tells_of_strength(own)
    ]
    if not known:
        return Suggestion(FIRST_LEVEL)
    last = known[-1]
    before = last.game.opponent
    run = len(_same_end(known))
    if last.outcome is Outcome.WON and _own_wins(known) >= WINS_TO_RISE:
        return Suggestion(stronger(before), SuggestionReason.WON, before, run)
    if last.outcome is Outcome.LOST and run >= _losses_to_fall(known):
        return Suggestion(stronger(before, -1), SuggestionReason.LOST, before, run)
    return Suggestion(before, SuggestionReason.AGAIN, before, run)


def _same_end(games: Sequence[OwnGame]) -> list[OwnGame]:
    """Return the last games at the level of the last one that ended as it did, newest first."""
    last = games[-1]
    return list(
        takewhile(
            lambda own: own.outcome is last.outcome and own.game.opponent == last.game.opponent,
            reversed(games),
        )
    )


def _own_wins(games: Sequence[OwnGame]) -> int:
    """Return how many of the last games in a row were won without help."""
    return sum(not own.game.has_help for own in _same_end(games))


def _losses_to_fall(games: Sequence[OwnGame]) -> int:
    if any(own.outcome is Outcome.WON for own in games):
        return LOSSES_TO_FALL
    return 2 if games[-1].is_played_out and games[-1].margin >= -CLOSE else 1
