"""Matches: two players on the same deals, each deal played from both sides.

A player is named by a text:

    beginner … master     a level (`solver.levels`)
    time=0.5              the solver with that many seconds a move; also nodes=N, depth=N
    greedy                takes the pair worth most
    random                takes any pair, the same ones in the same match
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, TypeAlias

from battle.rules.deal import deal
from battle.rules.errors import FormatError, quoted
from battle.rules.move import Move
from battle.rules.position import Position
from solver.api import Solver
from solver.interface import Kernels
from solver.levels import Level, levels
from solver.limits import Limit

Chooser: TypeAlias = Callable[[Position, Position], Move]
"""Chooses a move, given the start of the game and a position that is not over."""

HASH_MB: Final = 64


@dataclass(frozen=True)
class Pair:
    """One deal played twice: A's margin when A began, and when B did."""

    deal: int
    first: int
    second: int

    @property
    def margin(self) -> float:
        """A's margin a game: the luck of the deal has cancelled."""
        return (self.first + self.second) / 2


@dataclass(frozen=True)
class Result:
    """What a match came to, seen by A: games won, drawn, lost, and points a game."""

    won: int
    drawn: int
    lost: int
    margin: float
    error: float
    """Standard error of the margin; infinite after a single deal."""

    def __str__(self) -> str:
        return (
            f"+{self.won} ={self.drawn} -{self.lost},"
            f" {self.margin:+.2f} ± {self.error:.2f} points a game"
        )


def result(pairs: list[Pair]) -> Result:
    """Return the result of at least one pair of games."""
    margins = [margin for pair in pairs for margin in (pair.first, pair.second)]
    means = [pair.margin for pair in pairs]
    return Result(
        won=sum(margin > 0 for margin in margins),
        drawn=sum(margin == 0 for margin in margins),
        lost=sum(margin < 0 for margin in margins),
        margin=fmean(means),
        error=stdev(means) / sqrt(len(means)) if len(means) > 1 else float("inf"),
    )


def play_match(
    one: str, other: str, deals: range, *, kernels: Kernels | None = None
) -> Iterator[Pair]:
    """Yield the pair of games on every deal; raise FormatError for a text that names no player."""
    check(one)
    check(other)
    with ExitStack() as stack:
        player = _chooser(one, kernels, stack)
        opponent = _chooser(other, kernels, stack)
        for number in deals:
            first = play_game(deal(number), player, opponent)
            second = play_game(deal(number), opponent, player)
            yield Pair(number, first, -second)


def play_game(start: Position, first: Chooser, second: Chooser) -> int:
    """Return the final margin of the player who begins."""
    position = start
    while not position.is_over:
        chooser = first if position.to_move == start.to_move else second
        position = position.play(chooser(start, position))
    return position.margin if start.to_move == 1 else -position.margin


def check(text: str) -> None:
    """Raise FormatError unless `text` names a player."""
    if text not in ("greedy", "random"):
        _level(text)


def _chooser(text: str, kernels: Kernels | None, stack: ExitStack) -> Chooser:
    if text == "greedy":
        return lambda start, position: max(position.legal_moves, key=position.worth)
    if text == "random":
        random = Random(1)
        return lambda start, position: random.choice(position.legal_moves)
    chosen = _level(text)
    solver = stack.enter_context(Solver(1, HASH_MB, kernels=kernels))

    def choose(start: Position, position: Position) -> Move:
        found = chosen.choose(solver.analyse(position, chosen.limit, chosen.lines, start=start))
        assert found is not None, "a game that is over was to be played on"
        return found

    return choose


def _level(text: str) -> Level:
    """Return the level a text names, or makes up: `time=0.5`, `nodes=1000`, `depth=3`."""
    if text in levels():
        return levels()[text]
    name, _, number = text.partition("=")
    try:
        match name:
            case "time":
                return Level(text, limit=Limit(time=float(number)))
            case "nodes":
                return Level(text, limit=Limit(nodes=int(number)))
            case "depth":
                return Level(text, limit=Limit(depth=int(number)))
    except ValueError as error:
        raise FormatError(f"bad player {quoted(text)}: {error}") from None
    raise FormatError(
        f"bad player {quoted(text)}: expected {', '.join(levels())}, greedy, random,"
        " time=SECONDS, nodes=N or depth=PLIES"
    )
