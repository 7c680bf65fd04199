"""Levels: named strengths, each called by the points it loses in a game against its neighbours.

A person who plays badly does not play just anything: they take what looks good and overlook what it
uncovers. So the weaker levels are *short-sighted*: the solver tells them nothing, they take what is
worth most as far as they see (`seen`), and only moves that look alike to them are drawn by lot. A
pair that they uncover and do not see is a trap that they fall into, and one that they see they
leave alone, or take.

The stronger levels see more than a person does. Each weighs what a move appears to be worth
(`appearances`) against what is known of it:

    what is known of every move   ──► trust × loss           ─┐
    what it appears to be worth   ──► weight × appearance    ─┼─► the move that seems best
    chance                        ──► Gumbel noise           ─┘

In every position it trusts what is known as much as it has to, to give away no more than `slip`
points on average; if appearance alone gives away less, appearance counts less too. So the losses
are spread evenly over the game. What would lose more than `cap` points, by proofs or else by the
estimate, is never played.

What is drawn comes from the seed, the position and the move. So a short-sighted level plays a
position the same way twice, and another one if it knows the same of it: always where all is proven,
and earlier if one thread has been asked the same before.

The levels stand in `assets/levels/levels.csv` (`battle.rules.files`).
`python -m tools.strength` measures and fits them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from battle.protocol import Goal, Limit
from battle.resources import asset
from battle.rules.files import COMPANION, LEVELS, LevelLine, read_levels
from battle.rules.position import Cell, FormatError, Move, Position, for_player, quoted
from solver.api import ALL_LINES, Analysis, Slices, finished
from solver.kernels import encode

USUAL: Final = Limit(time=0.65, nodes=400_000)
"""What a level thinks: a quarter of a second on a free core. Time ends it on slow ones only."""

LONG: Final = Limit(time=0.65, nodes=1_000_000)
"""What those think that err little: their losses must not come from the estimate."""

GLANCE: Final = Limit(time=0.65, nodes=30_000, depth=1)
"""What the solver looks at beside a short-sighted level: the value that is reported."""

LONG_POINTS: Final = 5
"""The most points that a level loses which thinks so long."""

FULL_APPEARANCE: Final = 0.6
"""How much likelier a move is, as a logarithm, for each point that it appears better."""

FULL_TRUST: Final = 64.0
"""The same for each point that it is known to be better; with as much nothing is lost."""

MOST_OF_RESISTERS: Final = 1
"""Levels that lose no more points than this make the most of moves that are worth the same."""

COMPANION_CAP: Final = 6
COMPANION_REACH: Final = 3
"""How many points the companion lets a game drift either way before it does something."""


@dataclass(frozen=True)
class LevelMove:
    """A move and the points it loses; one stands for all that lead to the same columns."""

    move: Move
    value: int
    loss: int


@dataclass(frozen=True)
class Level(LevelLine):
    """A strength: points lost in a game; how far it sees, or what it loses with a move.

    `finds` and `foresees` are how far a short-sighted level sees (`seen`). Others lose `slip`
    points with a move on average and `cap` at most; `attention` is the share of what a move
    uncovers that they notice (`appearances`). Without either it plays the best move known.
    """

    @property
    def is_short_sighted(self) -> bool:
        """Whether it plays by what it sees alone, and not by what the solver knows."""
        return self.finds > 0

    @property
    def follows(self) -> bool:
        """Whether it stays close to the other player instead of losing points evenly."""
        return self.name == COMPANION

    @property
    def resists(self) -> bool:
        """Whether it makes the most of moves that are worth the same (`play`)."""
        return self.points <= MOST_OF_RESISTERS and not self.follows

    @property
    def limit(self) -> Limit:
        """What it thinks about a move."""
        if self.is_short_sighted:
            return GLANCE
        usual = LONG if self.points <= LONG_POINTS and not self.follows else USUAL
        return replace(usual, goal=Goal.MARGIN if self.errs else Goal.BEST)

    @property
    def lines(self) -> int:
        """How many moves have to be valued for a choice at this level."""
        return ALL_LINES if self.resists or (self.errs and not self.is_short_sighted) else 1

    @property
    def errs(self) -> bool:
        """Whether it plays anything but the best move known."""
        return self.slip > 0 or self.is_short_sighted or self.follows

    @property
    def numbers(self) -> str:
        """Its numbers as a word, by which its games are kept apart from those with others."""
        if self.is_short_sighted:
            return f"{self.finds}/{self.foresees}"
        return f"{self.slip:g}/{self.cap}/{self.attention:g}"

    def play(
        self, position: Position, think: Think, seed: int = 0, limit: Limit | None = None
    ) -> tuple[Move | None, Analysis]:
        """Return the move for a position, None if the game is over, and the analysis behind it.

        With another seed it errs elsewhere. `limit` takes the place of the level's own.
        """

        def search(position: Position, limit: Limit, lines: int) -> Slices[Analysis]:
            yield from ()
            return think(position, limit, lines)

        return finished(self.slices(position, search, seed, limit))

    def slices(
        self, position: Position, search: Search, seed: int = 0, limit: Limit | None = None
    ) -> Slices[tuple[Move | None, Analysis]]:
        """Choose the move as `play` does, a slice of the search at a time."""
        analysis = yield from search(position, limit or self.limit, self.lines)
        move = self.choose(analysis, seed)
        equal = kept(analysis) if self.resists and move is not None else []
        if len(equal) > 1 and move in equal:
            time, nodes = RESISTANCE_SECONDS / len(equal), RESISTANCE_NODES // len(equal)
            look = Limit(time=time, nodes=nodes)
            resisting = []
            for choice in equal:
                resisting.append(
                    resistance((yield from search(position.play(choice), look, ALL_LINES)))
                )
            move = equal[resisting.index(max(resisting))]
        return move, analysis

    def choose(self, analysis: Analysis, seed: int = 0) -> Move | None:
        """Return the move this level plays, given an analysis with `lines` lines."""
        if not analysis.lines or not self.errs:
            return analysis.best
        position = analysis.position
        if self.is_short_sighted:
            looks = seen(position, self.finds, self.foresees)
            return max(looks, key=lambda move: (looks[move], chance(seed, position, move)))
        options = [option for option in options_of(analysis) if option.loss <= self.cap]
        if self.follows:
            options = nearest(position, options)
        moves = [option.move for option in options]
        appearing = appearances(position, moves, self.attention, seed)
        losses = [option.loss for option in options]
        weights = (
            ChoiceWeights(FULL_APPEARANCE, 0)
            if self.follows
            else weights_for(self.slip, appearing, losses)
        )
        # Gumbel's noise: the best sum is chosen as by softmax.
        seems = [
            seeming - log(-log(max(1e-12, chance(seed, position, option.move))))
            for seeming, option in zip(weights.seeming(appearing, losses), options, strict=True)
        ]
        return options[seems.index(max(seems))].move


# -- what there is to choose from ------------------------------------------------------------------


def options_of(analysis: Analysis) -> list[LevelMove]:
    """Return the different moves of an analysis of all lines with what each loses, best first.

    The loss is proven where the values are, else estimated, and never less than what is proven.
    """
    lines = {line.move: line for line in analysis.lines}
    best = max(line.seen for line in analysis.lines)
    options = []
    for moves in encode.moves_by_signature(analysis.position).values():
        answer = next((lines[move] for move in moves if move in lines), None)
        if answer is not None:
            value = answer.seen
            proven = analysis.lower.points - answer.upper.points
            options.append(LevelMove(moves[0], value, max(0, proven, best - value)))
    return sorted(options, key=lambda option: (option.loss, option.move))


def nearest(position: Position, options: Sequence[LevelMove]) -> list[LevelMove]:
    """Return the options after which the game is expected to end within reach of a draw.

    If there are none, those that come nearest to it.
    """
    ahead = for_player(position.margin, position.to_move)
    far = [max(COMPANION_REACH, abs(ahead + option.value)) for option in options]
    return [option for option, distance in zip(options, far, strict=True) if distance == min(far)]


# -- how much is seen, how much is trusted ---------------------------------------------------------


class ChoiceWeights(NamedTuple):
    """How much appearance counts and how much what is known; chances go with e to their sum."""

    appearance: float
    trust: float

    def seeming(self, appearances: Sequence[float], losses: Sequence[int]) -> list[float]:
        return [
            self.appearance * worth - self.trust * loss
            for worth, loss in zip(appearances, losses, strict=True)
        ]

    def expected_loss(self, appearances: Sequence[float], losses: Sequence[int]) -> float:
        """Return the points that these weights lose on average."""
        seeming = self.seeming(appearances, losses)
        most = max(seeming)
        chances = [exp(appearance - most) for appearance in seeming]
        return sum(map(float.__mul__, chances, map(float, losses))) / sum(chances)


def weights_for(slip: float, appearances: Sequence[float], losses: Sequence[int]) -> ChoiceWeights:
    """Return the weights that lose `slip` points on average, or as nearly as possible.

    From full trust they go to appearance alone, and from there to choosing blindly.
    """
    trust = _least(
        lambda number: (
            ChoiceWeights(FULL_APPEARANCE, number).expected_loss(appearances, losses) <= slip
        ),
        FULL_TRUST,
    )
    if trust > 0:
        return ChoiceWeights(FULL_APPEARANCE, trust)
    appearance = _least(
        lambda number: ChoiceWeights(number, 0).expected_loss(appearances, losses) <= slip,
        FULL_APPEARANCE,
    )
    return ChoiceWeights(appearance, 0)


def _least(fits: Callable[[float], bool], most: float) -> float:
    """Return about the least number from 0 to `most` that fits; all above it fit too."""
    low, high = 0.0, most
    if fits(low):
        return low
    while high - low > most / 2**14:
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


# -- the levels by name ----------------------------------------------------------------------------


def read(path: Path) -> dict[str, Level]:
    """Return the levels of a file by name; raise FormatError, which names the line, for damage."""
    return {numbers.name: Level(*astuple(numbers)) for numbers in read_levels(path)}


@cache
def levels() -> dict[str, Level]:
    """Return all levels by name, the weakest first, the companion last."""
    return {**read(asset(LEVELS)), COMPANION: Level(COMPANION, cap=COMPANION_CAP)}


def level(name: str) -> Level:
    """Return the level called `name`; raise FormatError, which lists the names, for others."""
    try:
        return levels()[name.lower()]
    except KeyError:
        names = ", ".join(levels())
        raise FormatError(f"bad level {quoted(name)}: expected one of {names}") from None


# --- sight ---------------------------------------------------------------------------------------
#
# Sight: what a short-sighted level sees of a position.
#
#     look = rank of the pair − rank of the best pair the other is seen to get
#
# Of the pairs that lie free it finds those whose tiles lie close to each other. Of those that a
# move uncovers it foresees only the ones that lie closer still; the others are its traps. A pair
# that lies free already is not hidden from anybody. Nothing is counted to the end.


def apart(move: Move) -> int:
    """Return how many columns the tiles of a pair lie apart."""
    return abs(move.first.column - move.second.column)


def seen(position: Position, finds: int, foresees: int) -> dict[Move, int]:
    """Return the moves that are found, all if none is, and what each looks to be worth.

    `finds` and `foresees` are the columns in which both tiles of a pair must lie, to be found in
    the position and to be seen after a move.
    """
    free = set(position.legal_moves)
    looks = {}
    for move in [one for one in free if apart(one) < finds] or free:
        after = position.play(move)
        replies = [one for one in after.legal_moves if one in free or apart(one) < foresees]
        looks[move] = position.worth(move) - max(map(after.worth, replies), default=0)
    return looks


# --- attention -----------------------------------------------------------------------------------
#
# Attention: what a move appears to be worth to a person who glances at the table.
#
#     appearance = rank of the pair − rank of the best pair the other is seen to get − farness
#
# A pair that is free already is seen. A pair that only the move uncovers is seen or overlooked: a
# blind spot stays one for the whole game, and the less attention, the more of them there are.
# Pairs whose tiles lie far apart are found less easily, which full attention makes up for. Nothing
# is counted to the end.

FARNESS: Final = 0.5
"""Points that a pair seems worth less for every column between its tiles, without attention."""


def chance(seed: int, *words: object) -> float:
    """Return a number from 0 up to 1, the same for the same seed and words on every machine."""
    return Random(" ".join(map(str, (seed, *words)))).random()


def appearances(
    position: Position, moves: Sequence[Move], share: float = 1, seed: int = 0
) -> list[float]:
    """Return what each of some moves appears to be worth, in points.

    `share`, 0 to 1, of the tiles that a move uncovers is taken note of.
    """

    def is_seen(cell: Cell) -> bool:
        return cell in position.partners or chance(seed, cell) < share

    appearing = []
    for move in moves:
        after = position.play(move)
        replies = (reply for reply in after.legal_moves if all(map(is_seen, reply)))
        answer = max(map(after.worth, replies), default=0)
        appearing.append(position.worth(move) - answer - FARNESS * (1 - share) * apart(move))
    return appearing


# --- resistance ----------------------------------------------------------------------------------
#
# *Best resistance*: of several moves that are proven to keep the value, the one after which the
# largest share of the replies is proven to lose points, and of these the one after which they lose
# the most. It costs nothing against a perfect player, and it is how a lost position is played on.

Think: TypeAlias = Callable[[Position, Limit, int], Analysis]
"""Thinks about a position up to a limit and values a number of its moves."""

Search: TypeAlias = Callable[[Position, Limit, int], Slices[Analysis]]
"""The same, a slice at a time."""

RESISTANCE_NODES: Final = 300_000
"""Nodes for the replies to all equal moves together."""

RESISTANCE_SECONDS: Final = 0.3
"""The time for them, which only a slow machine needs."""


def unhurried(limit: Limit) -> Limit:
    """Return the limit without its time, so that it allows the same on every machine.

    Any other limit is returned as it is.
    """
    return limit if limit.nodes is None else replace(limit, time=None)


def kept(analysis: Analysis) -> list[Move]:
    """Return the different moves that are proven to keep the position's value, if any are."""
    proven = {line.move for line in analysis.lines if line.lower.points >= analysis.upper.points}
    return [option.move for option in options_of(analysis) if option.move in proven]


def resistance(analysis: Analysis) -> tuple[float, float]:
    """Return the share of a position's different moves that lose points, and the points of all.

    Only what is proven counts. Both are 0 where the game is over.
    """
    if not analysis.lines:
        return 0.0, 0.0
    upper = {line.move: line.upper.points for line in analysis.lines}
    moves = [option.move for option in options_of(analysis)]
    losses = [max(0, analysis.lower.points - upper[move]) for move in moves]
    return sum(loss > 0 for loss in losses) / len(losses), sum(losses) / len(losses)
