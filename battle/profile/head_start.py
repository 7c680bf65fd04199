"""Which head start evens out how well two play, by the points they lose in their games.

Of a person against the program that is what the suggested level rests on, `UsualLoss`; of two
friends what each of them is proven to lose in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from battle.game.fair import MOST_GIVEN
from battle.game.levels import level
from battle.profile.records import PlayedGame
from battle.profile.statistics import WINDOW
from battle.profile.usual_loss import UsualLoss
from battle.rules.game import Reason
from battle.rules.position import PLAYERS


def usual_losses(games: Iterable[PlayedGame]) -> Mapping[str, float]:
    """Return by name what every person has lost in the last games, on average.

    `games` are in the order they ended; those count that began with a full table, were played out
    and are proven from the first move on.
    """
    losses: dict[str, list[int]] = {}
    for game in games:
        is_whole = game.is_from_full_table and game.ending.reason is Reason.PLAYED_OUT
        if game.lost is None or not game.is_proven or not is_whole or game.has_help:
            continue
        for player, name, lost in zip(PLAYERS, game.seats, game.lost, strict=True):
            if game.person in (None, player):
                losses.setdefault(name, []).append(lost)
    recent = {name: found[-WINDOW:] for name, found in losses.items()}
    return {name: sum(found) / len(found) for name, found in recent.items()}


@dataclass(frozen=True)
class HeadStartOffer:
    """What two players lose in a game, None where it is not known."""

    losses: tuple[float | None, float | None] = (None, None)

    @property
    def is_known(self) -> bool:
        """Whether it is known of both."""
        return None not in self.losses

    @property
    def points(self) -> int:
        """By how much the first is to be ahead, the second if it is negative; 0 if not known."""
        first, second = self.losses
        if first is None or second is None:
            return 0
        return max(-MOST_GIVEN, min(MOST_GIVEN, round(first - second)))


def against_program(loss: UsualLoss | None, name: str) -> HeadStartOffer:
    """Return the offer to a person against a level, which loses what its label says.

    Without a name it is against the solver, which loses nothing.
    """
    return HeadStartOffer(
        (None if loss is None else loss.points, level(name).points if name else 0.0)
    )
