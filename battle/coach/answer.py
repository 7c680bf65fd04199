"""What is shown of a pair that costs points: the pair, the opponent's answer, and a better pair.

    taken ──► answered ──► bettered        and `followed`, as far as the difference is seen

Each is a `Shown`: a position with some tiles in the light, and the sentence that goes with it.
Surfaces with a board play the answer tile by tile; what has no answer yet is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.values import Values
from battle.language import _
from battle.page.review import best_words, taken_words
from battle.rules.position import Cell, Move, Player, Position, for_player, other
from battle.words import Names, address, cost_figure, ends_words, label, named, sentences

Look: TypeAlias = Literal["played", "answer", "lit", "best"]
"""Why a tile is in the light; one that is `lit` belongs to the answer and was uncovered for it."""


@dataclass(frozen=True)
class Shown:
    """One step: the tiles in the light in the order in which they are shown, and what is said.

    The places of the pair `gone` are outlined; `tag` stands on the tiles of the pair in question.
    `worth` points go to `player`, who is spoken of. The steps `then` are played after it.
    """

    player: Player
    words: str
    position: Position
    looks: Mapping[Cell, Look]
    gone: Move | None = None
    tag: tuple[str, Mark | None] = ("", None)
    worth: int = 0
    is_dimmed: bool = True
    then: tuple[Shown, ...] = ()

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
    """Return the pair that is expected at a position, None if nothing is known of it.

    It is a best pair for sure where the position's value is proven.
    """
    return next(iter(values.line(position) or values.best_moves(position)), None)


def answer_offer(name: str) -> str:
    """Offer to play the answer of a player."""
    return address(name, _("Play {name}’s answer"), _("Play the answer"))


def taken(cost: MoveCost, names: Names) -> Shown:
    """Show the pair that was taken and what it gave away."""
    return Shown(
        cost.player,
        taken_words(cost, names),
        cost.position,
        dict.fromkeys(cost.move, "played"),
        tag=(cost_figure(cost.cost), cost.mark if cost.exact else None),
        is_dimmed=False,
    )


def answered(
    cost: MoveCost, values: Values, names: Names, *, discreetly: bool = False
) -> Shown | None:
    """Show the best answer to a pair, the expected one where that is not proven; None without any.

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
    if not values.known(after).is_exact:
        words = (
            _("{name} can take {tile}, for {n}: the answer to expect."),
            _("You can take {tile}, for {n}: the answer to expect."),
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
    better = max(best, key=before.worth)
    said = best_words(cost, better)
    reply = answer_to(values, before.play(better))
    if cost.exact and cost.cost.value:
        ends = (for_player(one.value, cost.player) for one in (cost.before, cost.after))
        said = sentences(said, ends_words(names[cost.player - 1], *ends))
    looks: dict[Cell, Look] = dict.fromkeys(reply or (), "answer")
    looks |= dict.fromkeys(better, "best")
    return Shown(
        cost.player,
        said,
        before,
        looks,
        tag=(_("best"), Mark.NONE),
    )


# --- until the difference is seen -----------------------------------------------------------------

MOST_PLIES: Final = 6
"""How many pairs are played at most, the pair in question and the answer among them."""


def followed(cost: MoveCost, values: Values, names: Names, shown: Shown) -> Shown:
    """Let the expected play follow the answer to a pair, or to a best one, and say what it gives.

    It goes on until the player is behind by what the pair costs, if that is seen so soon. Nothing
    follows unless the cost is proven.
    """
    before, best, points = cost.position, values.best_moves(cost.position), cost.cost.value
    if not (cost.exact and points and best):
        return shown
    is_best = "best" in shown.looks.values()
    lines = [
        _Played(before, (pair, *values.line(before.play(pair))))
        for pair in (cost.move, max(best, key=before.worth))
    ]
    known = min((len(line.moves) for line in lines if not line.is_over), default=MOST_PLIES)
    behind = [lines[1].margin(n) - lines[0].margin(n) for n in range(1, min(known, MOST_PLIES) + 1)]
    line = lines[is_best]
    if len(behind) < 2 or len(line.moves) < 2:
        return shown
    count = _plies(behind, points)
    mine, theirs = line.gains[:count][-1]
    words = _("From this pair on: {name} {mine}, {other} {theirs}.").format(
        name=label(names[cost.player - 1]),
        other=label(names[other(cost.player) - 1]),
        mine=mine,
        theirs=theirs,
    )
    said = sentences(shown.words, words)
    return replace(shown, words=said, then=line.steps(count))


def answer_seen(
    cost: MoveCost, values: Values, names: Names, *, discreetly: bool = False
) -> Shown | None:
    """Return the answer to a pair with what follows it, as far as that is known."""
    shown = answered(cost, values, names, discreetly=discreetly)
    return None if shown is None else followed(cost, values, names, shown)


class _Played:
    """A line from a position: what who moves first and the other one have after each pair."""

    def __init__(self, position: Position, moves: Sequence[Move]) -> None:
        self.moves, self._places = moves, [position]
        self.gains: list[tuple[int, int]] = []
        for move in moves:
            place = self._places[-1]
            mine, theirs = self.gains[-1] if self.gains else (0, 0)
            worth, is_first = place.worth(move), place.to_move == position.to_move
            self.gains.append((mine + worth, theirs) if is_first else (mine, theirs + worth))
            self._places.append(place.play(move))

    @property
    def is_over(self) -> bool:
        return self._places[-1].is_over

    def margin(self, count: int) -> int:
        """Return how far ahead who moves first is, by the first `count` pairs."""
        mine, theirs = self.gains[:count][-1]
        return mine - theirs

    def steps(self, count: int) -> tuple[Shown, ...]:
        """Return the third to the last of the first `count` pairs, as they are played."""
        moves = self.moves[:count]
        pairs = zip(self._places, moves, (None, *moves), strict=False)
        return tuple(
            Shown(
                place.to_move,
                "",
                place,
                dict.fromkeys(move, "answer"),
                gone=before,
                worth=place.worth(move),
            )
            for place, move, before in [*pairs][2:]
        )


def _plies(behind: Sequence[int], cost: int) -> int:
    """Return after how many pairs, two at least, the player is `behind` by the cost.

    If that is not seen, by more than the cost, else by as much as he gets.
    """
    seen = behind[1:] or behind
    wanted = next((points for points in seen if points > cost), max(seen))
    return seen.index(cost if cost in seen else wanted) + 2
