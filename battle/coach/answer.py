"""What is shown of a pair that costs points: the pair, the opponent's answer, and a better pair.

    taken ──► answered ──► bettered

Each is a `Shown`: a position with some tiles in the light, and the sentence that goes with it.
Surfaces with a board play the answer tile by tile; what has no answer yet is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.values import Values
from battle.language import _
from battle.rules.position import Cell, Move, Player, Position
from battle.words import Names, address, cost_figure, named, sentences

Look: TypeAlias = Literal["played", "answer", "lit", "best"]
"""Why a tile is in the light; one that is `lit` belongs to the answer and was uncovered for it."""


@dataclass(frozen=True)
class Shown:
    """One step: the tiles in the light in the order in which they are shown, and what is said.

    The places of the pair `gone` are outlined; `tag` stands on the tiles of the pair in question.
    `worth` points go to `player`, who is spoken of.
    """

    player: Player
    words: str
    position: Position
    looks: Mapping[Cell, Look]
    gone: Move | None = None
    tag: tuple[str, Mark | None] = ("", None)
    worth: int = 0
    is_dimmed: bool = True

    @property
    def tagged(self) -> tuple[Cell, ...]:
        """The tiles of the pair in question."""
        return tuple(cell for cell, look in self.looks.items() if look in ("played", "best"))

    def quietly(self) -> Shown:
        """Return the step with all else dimmed, and nothing written on the tiles."""
        return replace(self, tag=("", None), is_dimmed=True)

    @property
    def in_turn(self) -> tuple[Cell, ...]:
        """The tiles of the answer that is played, one after the other; none where all is shown."""
        return tuple(self.looks) if self.worth else ()


def answer_to(values: Values, position: Position) -> Move | None:
    """Return the pair that is expected at a position, None if nothing is known of it."""
    return next(iter(values.line(position) or values.best_moves(position)), None)


def taken(cost: MoveCost, names: Names) -> Shown:
    """Show the pair that was taken and what it gave away."""
    points = cost.cost.value
    words = _("{name} took {tile}. It gave away {n}."), _("You took {tile}. It gave away {n}.")
    if not points and cost.exact:
        words = _("{name} took {tile}, a best pair."), _("You took {tile}, a best pair.")
    tile = named(cost.kind, *cost.move)
    return Shown(
        cost.player,
        address(names[cost.player - 1], *words, tile=tile, n=points),
        cost.position,
        dict.fromkeys(cost.move, "played"),
        tag=(cost_figure(cost.cost), cost.mark if cost.exact else None),
        is_dimmed=False,
    )


def answered(
    cost: MoveCost, values: Values, names: Names, *, discreetly: bool = False
) -> Shown | None:
    """Show the best answer to a pair, None if none is known.

    If `discreetly`, an answer that would have been a best pair itself gives nothing away: None.
    """
    before, after = cost.position, cost.position.play(cost.move)
    reply = answer_to(values, after)
    if reply is None or (discreetly and reply in values.best_moves(before)):
        return None
    kind, player = after.kind_of(reply), after.to_move
    uncovered = [cell for cell in reply if not before.is_free(cell)]
    words = (
        _("{name} can take {tile}, for {n}: the best answer."),
        _("You can take {tile}, for {n}: the best answer."),
    )
    if uncovered:
        words = (
            _("That uncovers {uncovered}. {name} can take {tile}, for {n}."),
            _("That uncovers {uncovered}. You can take {tile}, for {n}."),
        )
    lit = named(kind, *uncovered, is_bare=True)
    said = address(names[player - 1], *words, tile=named(kind, *reply), n=kind.rank, uncovered=lit)
    looks: dict[Cell, Look] = dict.fromkeys(reply, "answer")
    looks |= dict.fromkeys(uncovered, "lit")
    return Shown(player, said, after, looks, gone=cost.move, worth=kind.rank)


def bettered(cost: MoveCost, values: Values, names: Names) -> Shown | None:
    """Show a best pair in place of the one taken, and the answer to it; None if none is known."""
    before, best = cost.position, values.best_moves(cost.position)
    if not best:
        return None
    better, kind = best[0], before.kind_of(best[0])
    words = _("Best was {tile}: {n} for {name}."), _("Best was {tile}: {n} for you.")
    if kind == cost.kind and better != cost.move:
        words = (
            _("Best was {tile} too, but other tiles: {n} for {name}."),
            _("Best was {tile} too, but other tiles: {n} for you."),
        )
    said = address(names[cost.player - 1], *words, tile=named(kind, *better), n=kind.rank)
    after = before.play(better)
    reply = answer_to(values, after)
    if reply is not None:
        then = (
            _("{name}’s best answer is {tile}, for {n}."),
            _("Your best answer is {tile}, for {n}."),
        )
        tile, scores = named(after.kind_of(reply), *reply), after.worth(reply)
        said = sentences(said, address(names[after.to_move - 1], *then, tile=tile, n=scores))
    looks: dict[Cell, Look] = dict.fromkeys(reply or (), "answer")
    looks |= dict.fromkeys(better, "best")
    return Shown(
        cost.player,
        said,
        before,
        looks,
        tag=(_("best"), Mark.NONE),
    )
