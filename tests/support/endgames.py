"""Random positions and games, what is true of endgames, problems, and mutilated texts.

`endgames.txt` in `tests/data` has positions whose values an independent program has found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from battle.analysis.costs import Review, review_line
from battle.analysis.values import MoveInfo, Values
from battle.game.session import Session
from battle.rules.position import LAST_DEAL, Move, Position, deal, position
from battle.rules.problem import Problem
from battle.rules.tree import Game, Node
from battle.training.deck import grade_of, key_of
from tools import reference
from tools.reference import Memo, move_values, small_positions

deal_numbers = st.integers(1, LAST_DEAL)
_ODD_CHARACTERS = '½²٣x \t\n\r\x00\x85\u2028{}[]()"\\;$*.-/+<>=~0123456789mpszabcl１é🀇'


def played(start: Position, random: Random, plies: int = 54) -> Game:
    """Return a game of at most `plies` random moves from `start`."""
    game = Game(start)
    while game.ply < plies and not game.position.is_over:
        game.play(random.choice(game.position.legal_moves))
    return game


def first_pair(position: Position) -> Move:
    """Return the first pair."""
    return position.legal_moves[0]


def highest_pair(position: Position) -> Move:
    """Return the first of the pairs worth most."""
    return max(position.legal_moves, key=position.worth)


def play_out(session: Session, choose: Callable[[Position], Move] = first_pair) -> Session:
    """Play a game to its end; return it."""
    while session.ending is None:
        session.play(choose(session.position))
    return session


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a random game of any length on a random deal."""
    random = draw(st.randoms(use_true_random=False))
    return played(deal(draw(deal_numbers)), Random(random.random()), draw(st.integers(0, 54)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position as it comes up in a random game."""
    return draw(games()).position


def mutilated(texts: list[str]) -> st.SearchStrategy[str]:
    """Draw one of `texts` with a few of its parts cut, doubled, replaced or moved."""
    return st.builds(_mutilate, st.sampled_from(texts), st.integers(0, 2**32))


def _mutilate(text: str, seed: int) -> str:
    random = Random(seed)
    for _ in range(random.randint(1, 4)):
        start = random.randint(0, len(text))
        end = start + random.randint(0, 6)
        odd = "".join(random.choices(_ODD_CHARACTERS, k=random.randint(0, 4)))
        other = random.randint(0, len(text))
        middle = random.choice(["", odd, chr(random.randint(0, 0xFFFF)), text[other : other + 6]])
        text = text[:start] + random.choice([middle, text[start:end] * 2]) + text[end:]
    return text[: random.randint(0, len(text))] if random.random() < 0.1 else text


def check_words(error: Exception) -> None:
    """Assert that an error's message is one line, short enough to read."""
    words = str(error)
    assert words.isprintable()
    assert 10 < len(words) < 240


# --- endgame values ------------------------------------------------------------------------------
#
# Random endgames with what the slow twin knows of them, and looks that find part of it.


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

    def finding(self, random: Random, position: Position, move: Move) -> MoveInfo:
        """Return what a look of random depth finds of a move: bounds that hold, a guess within."""
        value = self.of_move(position, move)
        lower, upper = (random.choice([0, 0, 3, 12, 100]) for _ in range(2))
        lower, upper = value - random.randint(0, lower), value + random.randint(0, upper)
        return MoveInfo(
            move, lower, upper, random.randint(lower, upper), random.randrange(4), (move,)
        )

    def look(self, random: Random, position: Position) -> list[MoveInfo]:
        """Return what a look at a position finds of some of its moves, or of all."""
        moves = position.legal_moves
        some = random.sample(moves, random.randint(0, len(moves)))
        return [self.finding(random, position, move) for move in random.choice([some, list(moves)])]

    def proof(self, position: Position) -> list[MoveInfo]:
        """Return a look that proves the value of every move."""
        return [
            MoveInfo(move, *(3 * [self.of_move(position, move)]), effort=9, line=(move,))
            for move in position.legal_moves
        ]


def endgame_games(number: int, seed: int, most_tiles: int = 14) -> Iterator[tuple[Game, Random]]:
    """Yield random games from small random positions, and a source of chance for each."""
    for index, start in enumerate(small_positions(number, seed, most_tiles)):
        random = Random(1000 * seed + index)
        yield played(start, random), random


def prove(values: Values, nodes: Iterable[Node]) -> Values:
    """Let the value of every move of some nodes of a game be proven; return the values."""
    truth = Truth()
    for node in nodes:
        values.learn(node.position, truth.proof(node.position))
    return values


def proven_review(game: Game) -> Review:
    """Return the review of a game of which everything is proven."""
    line = game.main_line()
    review = review_line(line, prove(Values(), line), game.ending)
    assert review is not None
    return review


DATA = Path(__file__).parents[1] / "data"


class Endgame(NamedTuple):
    """A position whose value an independent program has found."""

    position: Position
    tiles: int
    value: int


def endgames(most_tiles: int) -> list[Endgame]:
    """Return the positions of `endgames.txt` with at most so many tiles."""
    found = []
    for line in (DATA / "endgames.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            grid, tiles, value = line.split(" ; ")
            found.append(Endgame(position(grid), int(tiles), int(value)))
    return [one for one in found if one.tiles <= most_tiles]


def positions_of(game: Game) -> list[Position]:
    """Return the positions of a game's main line, the start first."""
    return [game.root.position, *(node.position for node in game.root.main_line())]


# --- endgame problems ----------------------------------------------------------------------------
#
# Problems that the slow twin has solved, and a person who solves them now and then.

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def twin_problem(position: Position) -> Problem:
    """Return the problem of a position."""
    return Problem(position, move_values(position))


def problems(number: int, seed: int, most_tiles: int = 14) -> list[Problem]:
    """Return different problems with a move to avoid, of few tiles."""
    found: dict[str, Problem] = {}
    for start in small_positions(40 * number, seed, most_tiles):
        if not start.is_over:
            one = twin_problem(start)
            if grade_of(one).is_choice:
                found.setdefault(key_of(start), one)
        if len(found) == number:
            return list(found.values())
    raise ValueError(f"only {len(found)} problems found")


class Clock:
    """A clock that a test sets."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """Return the moment it shows."""
        return self.now

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.now += timedelta(**time)
