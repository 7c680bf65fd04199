"""What is said and shown of a pair that costs points: where it leads, the answer, a better pair.

    difference_words    both ends, and the pairs that make the difference: the one author of that
    taken ──► answered ──► bettered    steps, with the play that follows as far as it counts

Each step is a `Shown`: a position with some tiles in the light, and the sentence that goes with it.
Surfaces with a board play the answer tile by tile; what has no answer yet is not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.values import Values
from battle.language import _
from battle.page.review import best_words, taken_words
from battle.rules.position import Cell, Kind, Move, Player, Position, for_player, other
from battle.rules.tree import Game
from battle.words import Names, Own, address, cost_figure, listed, named, score_words, sentences

# --- where a pair leads ---------------------------------------------------------------------------


_MOST_MOVED: Final = 4
"""How many pairs are named at most."""


class Moved(NamedTuple):
    """A pair that goes `to` a player in place of the one it `was` going to; None is nobody."""

    kind: Kind
    was: Player | None
    to: Player | None

    def worth_to(self, player: Player) -> int:
        """Return how many more points it gives a player."""
        return self.kind.rank * ((self.to == player) - (self.was == player))


class PlayedLine:
    """Moves from a position, which is the first of the `places` they lead through."""

    def __init__(self, position: Position, moves: Sequence[Move]) -> None:
        self.moves, self.places = moves, [position]
        for move in moves:
            self.places.append(self.places[-1].play(move))
        pairs = zip(self.places, moves, strict=False)
        self.taken = [(place.kind_of(move), place.to_move) for place, move in pairs]

    @property
    def end(self) -> Position:
        return self.places[-1]

    def score(self, player: Player) -> str:
        """Return the points at the end, the player's first."""
        return score_words(self.end.points, player, "\u00a0:\u00a0")

    def owners(self, kind: Kind) -> Counter[Player | None]:
        """Return how many pairs of a kind each player takes, and how many stay."""
        count = sum(one is kind for _cell, one in self.places[0].tiles()) // 2
        takers: list[Player | None] = [player for one, player in self.taken if one is kind]
        return Counter([*takers, *[None] * (count - len(takers))])


class Ends:
    """The ends of two games that differ by a pair: with the one `played`, and with a better one."""

    def __init__(self, played: PlayedLine, best: PlayedLine) -> None:
        self.played, self.best = played, best
        self.player = played.places[0].to_move

    @classmethod
    def of(cls, cost: MoveCost, values: Values, better: Move | None = None) -> Self | None:
        """Return the ends of a pair that is proven to cost something, with best play of both.

        None if one of the lines is not known to its end, or too many pairs make the difference.
        """
        if not (cost.exact and cost.cost.value):
            return None
        pairs = cost.move, better or better_than(cost, values)
        played, best = (_line(cost.position, pair, values) for pair in pairs)
        ends = cls(played, best) if played is not None and best is not None else None
        return ends if ends is not None and ends.pairs else None

    @cached_property
    def pairs(self) -> tuple[Moved, ...]:
        """The fewest pairs that make the difference for both, as they are taken; none if many."""
        players = self.player, other(self.player)
        found = {(0, 0): tuple[Moved, ...]()}
        for pair in self._moved():
            mine, theirs = map(pair.worth_to, players)
            for (own, rival), pairs in [*found.items()]:
                points = own + mine, rival + theirs
                if len(pairs) + 1 < len(found.get(points, [0] * (_MOST_MOVED + 2))):
                    found[points] = (*pairs, pair)
        after, before = self.played.end.points, self.best.end.points
        own, rival = (after[player - 1] - before[player - 1] for player in players)
        return found.get((own, rival), ())

    def _moved(self) -> list[Moved]:
        """Return all pairs that go to another, in the order in which those take them."""
        moved = []
        for kind in dict.fromkeys(kind for _cell, kind in self.played.places[0].tiles()):
            after, before = self.played.owners(kind), self.best.owners(kind)
            ways = zip((before - after).elements(), (after - before).elements(), strict=True)
            moved += [Moved(kind, was, to) for was, to in ways]
        order = [*self.played.taken, *self.best.taken]
        return sorted(moved, key=lambda one: order.index((one.kind, one.to or one.was or 1)))

    def words(self, names: Names, secret: Iterable[Kind] = ()) -> str:
        """Say both ends and the pairs that make the difference, unless one of those is `secret`."""
        after, before = (
            f"{_lead(for_player(line.end.margin, self.player))} ({line.score(self.player)})"
            for line in (self.played, self.best)
        )
        is_said = not {*secret} & {pair.kind for pair in self.pairs}
        moved = self._moved_words(names) if is_said else ""
        return sentences(_ends_words(names[self.player - 1], after, before), moved)

    def _moved_words(self, names: Names) -> str:
        """Say which pairs go to whom, first what the player loses."""
        ways = dict[tuple[Player | None, Player | None], list[Kind]]()
        for kind, was, to in self.pairs:
            ways.setdefault((was, to), []).append(kind)
        parts, mine = [], self.player
        for was, to in sorted(ways, key=lambda way: (way[0] != mine, not all(way), way[1] == mine)):
            tiles = listed(named(kind, is_bare=True) for kind in ways[was, to])
            rival = "" if was is None or to is None else names[was - 1]
            if to is None:
                words = _("{name} leaves {tiles} on the table")
                yours = _("you leave {tiles} on the table")
            elif was is None:
                words, yours = _("{name} also gets {tiles}"), _("you also get {tiles}")
            elif to == mine and (to, was) in ways:
                words, yours = _("{name} gets {tiles} in return"), _("you get {tiles} in return")
            else:
                words = _("{name} gets {tiles} instead of {rival}")
                if isinstance(rival, Own):
                    words = _("{name} gets {tiles} instead of you")
                yours = _("you get {tiles} instead of {rival}")
            name = names[(to or was or 1) - 1]
            parts.append(address(name, words, yours, tiles=tiles, rival=rival))
        # Translators: what becomes of some tiles, such as “Mo gets 9 instead of you; you get 5”.
        said = reduce(lambda one, two: _("{first}; {second}").format(first=one, second=two), parts)
        # Translators: words that stand alone elsewhere, as a sentence.
        return _("{words}.").format(words=said[:1].upper() + said[1:])

    def steps(self) -> tuple[Shown, ...]:
        """Return the pairs after the one played, as far as some make the difference."""
        line, counted = self.played, {(one.kind, one.to) for one in self.pairs}
        counts = [taken in counted for taken in line.taken[:MOST_PLIES]]
        steps = [
            Shown(
                place.to_move,
                "",
                place,
                dict.fromkeys(move, "answer"),
                gone=gone,
                worth=place.worth(move),
                counts=is_counted,
            )
            for place, move, gone, is_counted in zip(
                line.places, line.moves, (None, *line.moves), counts, strict=False
            )
        ]
        while steps[2:] and not steps[-1].counts:
            steps.pop()
        return tuple(steps[1:])


def better_than(cost: MoveCost, values: Values) -> Move | None:
    """Return the pair to take in place of one: of the best the one that scores most, if known."""
    return max(values.best_moves(cost.position), key=cost.position.worth, default=None)


def difference_words(
    cost: MoveCost,
    values: Values,
    names: Names,
    *,
    better: Move | None = None,
    discreetly: bool = False,
    briefly: bool = False,
) -> str:
    """Say where a pair leads in place of a best one; empty unless it is proven to cost something.

    Unless `briefly` it names the pairs that make the difference if both lines are known to the end
    of the game; if `discreetly` only when no best pair is of their kinds. Else it says how far
    ahead the player is.
    """
    if not (cost.exact and cost.cost.value):
        return ""
    ends, best = Ends.of(cost, values, better), values.best_moves(cost.position)
    if ends is not None:
        secret = [cost.position.kind_of(move) for move in best * discreetly]
        secret += [pair.kind for pair in ends.pairs * briefly]
        return ends.words(names, secret)
    after, before = (_lead(for_player(one.value, cost.player)) for one in (cost.after, cost.before))
    return _ends_words(names[cost.player - 1], after, before)


def tried_words(cost: MoveCost, tried: MoveCost, values: Values, game: Game) -> str:
    """Say how a try ends beside a pair of a game and a best one; empty until that is certain.

    That is how the `game` of the try ended, else where its first pair leads. A best one stands
    beside the game's pair alone.
    """
    if not (cost.exact and tried.exact):
        return ""
    pairs, margins = (tried.move, cost.move), (tried.after, cost.after, cost.before)
    lines = [_line(cost.position, pair, values) for pair in (*pairs, better_than(cost, values))]
    leads = [margin.for_player(cost.player).value for margin in margins]
    if game.position.is_over:
        lines[0] = PlayedLine(cost.position, game.moves)
        leads[0] = for_player(game.position.margin, cost.player)
    ends = [*map(_lead, leads)]
    if None not in lines:
        ends = [line.score(cost.player) for line in lines if line is not None]
    if leads[0] == leads[2]:
        words = _("{tried} instead of {played}.") if leads[0] != leads[1] else ""
        return words.format(tried=ends[0], played=ends[1])
    words = _("{tried} this way, {played} with the pair of the game, {best} with the best one.")
    return words.format(tried=ends[0], played=ends[1], best=ends[2])


def end_words(cost: MoveCost, values: Values, names: Names) -> str:
    """Say how a game ends after a pair with best play of both, which is proven."""
    line, end = _line(cost.position, cost.move, values), cost.after.for_player(cost.player)
    score = _lead(end.value) if line is None else line.score(cost.player)
    return _end_words(names[cost.player - 1], score)


def _end_words(name: str, end: str) -> str:
    return address(name, _("{name} ends {end}."), _("You end {end}."), end=end)


def _line(position: Position, move: Move | None, values: Values) -> PlayedLine | None:
    """Return a pair with best play after it, None if that is not known to the end of the game."""
    if move is None or not values.known(position.play(move)).is_exact:
        return None
    line = PlayedLine(position, (move, *values.line(position.play(move))))
    return line if line.end.is_over else None


def _ends_words(name: str, after: str, before: str) -> str:
    words = _("Best play: {name} {before} without this pair, {after} with it.")
    yours = _("Best play: {before} without this pair, {after} with it.")
    return address(name, words, yours, after=after, before=before)


def _lead(margin: int) -> str:
    if not margin:
        return _("level on points")
    return (_("{n} ahead") if margin > 0 else _("{n} behind")).format(n=abs(margin))


# --- what is shown --------------------------------------------------------------------------------

MOST_PLIES: Final = 6
"""How many pairs are played at most, the pair in question and the answer among them."""

Look: TypeAlias = Literal["played", "answer", "lit", "best"]
"""Why a tile is in the light; one that is `lit` belongs to the answer and was uncovered for it."""


@dataclass(frozen=True)
class Shown:
    """One step: the tiles in the light in the order in which they are shown, and what is said.

    The places of the pair `gone` are outlined; `tag` stands on the tiles of the pair in question.
    `worth` points go to `player`, who is spoken of; they are shown if they `count` for the
    difference. The steps `then` are played after it.
    """

    player: Player
    words: str
    position: Position
    looks: Mapping[Cell, Look]
    gone: Move | None = None
    tag: tuple[str, Mark | None] = ("", None)
    worth: int = 0
    counts: bool = False
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


def taken(cost: MoveCost, values: Values, names: Names) -> Shown:
    """Show the pair that was taken in a game that is over, and where it leads."""
    ends = difference_words(cost, values, names)
    return Shown(
        cost.player,
        sentences(taken_words(cost, names), ends),
        cost.position,
        dict.fromkeys(cost.move, "played"),
        tag=(cost_figure(cost.cost), cost.mark if cost.exact else None),
        is_dimmed=False,
    )


def answered(
    cost: MoveCost,
    values: Values,
    names: Names,
    *,
    discreetly: bool = False,
    briefly: bool = False,
) -> Shown | None:
    """Show the best answer to a pair, the expected one where that is not proven; None without any.

    If `discreetly`, an answer that would have been a best pair itself gives nothing away: None. If
    `briefly` it does not say how the game would end.
    """
    before, after = cost.position, cost.position.play(cost.move)
    reply = answer_to(values, after)
    if reply is None or (discreetly and reply in values.best_moves(before)):
        return None
    kind, player = after.kind_of(reply), after.to_move
    uncovered = [cell for cell in reply if not before.is_free(cell)]
    words = (
        _("{name} can take {tile}: the best answer."),
        _("You can take {tile}: the best answer."),
    )
    if uncovered:
        words = (
            _("That uncovers {uncovered}. {name} can take {tile}."),
            _("That uncovers {uncovered}. You can take {tile}."),
        )
    elif not values.known(after).is_exact:
        words = (
            _("{name} can take {tile}: the answer to expect."),
            _("You can take {tile}: the answer to expect."),
        )
    lit = named(kind, *uncovered, is_bare=True)
    said = address(names[player - 1], *words, tile=named(kind, *reply), uncovered=lit)
    looks: dict[Cell, Look] = dict.fromkeys(reply, "answer")
    looks |= dict.fromkeys(uncovered, "lit")
    shown = Shown(player, said, after, looks, gone=cost.move, worth=kind.rank)
    followed = _followed(shown, cost, values, names)
    return replace(followed, words=said) if briefly else followed


def bettered(cost: MoveCost, values: Values, names: Names) -> Shown | None:
    """Show a best pair in place of the one taken, and the answer to it; None if none is known."""
    before, better = cost.position, better_than(cost, values)
    if better is None:
        return None
    looks: dict[Cell, Look] = dict.fromkeys(answer_to(values, before.play(better)) or (), "answer")
    looks |= dict.fromkeys(better, "best")
    words, tag = best_words(cost, better), (_("best"), Mark.NONE)
    shown = Shown(cost.player, words, before, looks, tag=tag)
    return _followed(shown, cost, values, names)


def _followed(shown: Shown, cost: MoveCost, values: Values, names: Names) -> Shown:
    """Say how a game ends after a step; what follows an answer is played as far as it counts."""
    if not (cost.exact and cost.cost.value):
        return shown
    ends, is_best = Ends.of(cost, values), "best" in shown.looks.values()
    end = _lead((cost.before if is_best else cost.after).for_player(cost.player).value)
    if ends is not None:
        end = (ends.best if is_best else ends.played).score(cost.player)
        if not is_best:
            reply, *then = ends.steps()
            shown = replace(shown, counts=reply.counts, then=tuple(then))
    return replace(shown, words=sentences(shown.words, _end_words(names[cost.player - 1], end)))
