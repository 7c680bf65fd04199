"""Random endgames with what the slow twin knows of them, and looks that find part of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from battle.analysis.values import Finding
from battle.rules.game import Game
from battle.rules.position import Move, Position
from tests.support.strategies import played
from tools import reference
from tools.reference import Memo, small_positions


class Truth:
    """What the slow twin finds of the positions of one game."""

    def __init__(self) -> None:
        self._memo: Memo = {}

    def value(self, position: Position) -> int:
        """Return the value for the player to move."""
        return reference.value(position, self._memo)

    def margin(self, position: Position) -> int:
        """Return the final margin from player 1's side, with perfect play."""
        sign = 1 if position.to_move == 1 else -1
        return position.margin + sign * self.value(position)

    def of_move(self, position: Position, move: Move) -> int:
        """Return what a move is worth for the player who makes it."""
        return position.worth(move) - self.value(position.play(move))

    def best(self, position: Position) -> tuple[Move, ...]:
        """Return all moves that keep the value, in the promised order."""
        value = self.value(position)
        return tuple(m for m in position.legal_moves if self.of_move(position, m) == value)

    def finding(self, random: Random, position: Position, move: Move) -> Finding:
        """Return what a look of random depth finds of a move: bounds that hold, a guess within."""
        value = self.of_move(position, move)
        lower, upper = (random.choice([0, 0, 3, 12, 100]) for _ in range(2))
        lower, upper = value - random.randint(0, lower), value + random.randint(0, upper)
        return Finding(
            move, lower, upper, random.randint(lower, upper), random.randrange(4), (move,)
        )

    def look(self, random: Random, position: Position) -> list[Finding]:
        """Return what a look at a position finds of some of its moves, or of all."""
        moves = position.legal_moves
        some = random.sample(moves, random.randint(0, len(moves)))
        return [self.finding(random, position, move) for move in random.choice([some, list(moves)])]

    def proof(self, position: Position) -> list[Finding]:
        """Return a look that proves the value of every move."""
        return [
            Finding(move, *(3 * [self.of_move(position, move)]), effort=9, line=(move,))
            for move in position.legal_moves
        ]


def games(number: int, seed: int, most_tiles: int = 14) -> Iterator[tuple[Game, Random]]:
    """Yield random games from small random positions, and a source of chance for each."""
    for index, start in enumerate(small_positions(number, seed, most_tiles)):
        random = Random(1000 * seed + index)
        yield played(start, random, 54), random


def positions_of(game: Game) -> list[Position]:
    """Return the positions of a game's main line, the start first."""
    return [game.root.position, *(node.position for node in game.root.main_line())]
