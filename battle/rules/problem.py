"""Problems, `.mbp`: a position with the value of every legal move, a line each, after Edax's OBF.

    5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1 % take the loose pair first

The best move comes first, moves of equal value in the promised order; values are for the player to
move, in points. A test suite and an exercise book in one: `problem` reads a line and `str` prints
it, they are each other's inverse. In a file empty lines and lines of nothing but a comment are
passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from battle.rules.position import (
    FormatError,
    IllegalMoveError,
    Move,
    Position,
    RulesError,
    meant,
    quoted,
)

SUFFIX: Final = ".mbp"
MOST_CHARACTERS: Final = 10_000
"""The most characters of a line, its comment included."""

_MANY: Final = 2**15
"""More different answers than a large file has."""

_ANSWER: Final = re.compile(r"([^:]*+):\s*([+-]?[0-9]{1,3})", re.ASCII)


class Problem:
    """A position, the value of each of its moves, best first, and a comment.

    Raises FormatError unless every legal move has a value that its points allow.

        >>> found = problem("5m5p/5p5m/9s/9s; c1d1:9; a1b2:1; a2b1:1")
        >>> found.value, found.best_moves, found.cost(move("a1b2")), found.trap
        (9, (move('c1d1'),), 8, 0)
    """

    def __init__(self, position: Position, values: Mapping[Move, int], comment: str = "") -> None:
        _check(position, values)
        self.position = position
        self.values = {
            move: values[move]
            for move in sorted(position.legal_moves, key=values.__getitem__, reverse=True)
        }
        self.comment = " ".join(comment.split())

    @staticmethod
    def parse(text: str) -> Problem:
        """Return the problem written `text`; raise FormatError, naming the bad part, otherwise.

        >>> problem("9s/9s; a1b1:9 % the last pair").comment
        'the last pair'
        """
        if len(text) > MOST_CHARACTERS:
            raise FormatError(
                "bad problem: expected at most {most} characters, found {count}",
                most=MOST_CHARACTERS,
                count=len(text),
            )
        fields, comment = _divided(text)
        grid, *answers = meant(fields).split(";")
        if answers and not answers[-1].strip():
            answers.pop()
        position = Position.parse(grid.strip())
        values: dict[Move, int] = {}
        last: tuple[Move, int] | None = None
        for words in answers:
            move, value = _answer(words.strip())
            if move in values:
                raise FormatError("bad problem: {move} is there twice", move=move)
            if last is not None and value > last[1]:
                raise FormatError(
                    "bad problem: {move} is worth more than {other} before it,"
                    " expected the best move first",
                    move=move,
                    other=last[0],
                )
            values[move], last = value, (move, value)
        return Problem(position, values, comment)

    @property
    def value(self) -> int:
        return next(iter(self.values.values()))

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that keep the value, in the order of `legal_moves`."""
        return tuple(move for move, value in self.values.items() if value == self.value)

    def cost(self, move: Move) -> int:
        """Return the points a legal move gives away, 0 or more."""
        return self.value - self.values[move]

    @property
    def trap(self) -> int:
        """The cost of taking the highest pair; of several, that of the best."""
        highest = max(map(self.position.worth, self.values))
        return min(self.cost(move) for move in self.values if self.position.worth(move) == highest)

    def __str__(self) -> str:
        line = "; ".join(
            [str(self.position), *(f"{move}:{value}" for move, value in self.values.items())]
        )
        return f"{line} % {self.comment}" if self.comment else line

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Problem) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


problem = Problem.parse


def problems(text: str) -> Iterator[Problem]:
    r"""Yield the problems of a file; raise FormatError, naming the line, for a bad one.

    >>> [found.value for found in problems("% a comment\n9s/9s; a1b1:9\n")]
    [9]
    """
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if meant(_divided(line)[0]).strip():
            try:
                yield problem(line)
            except RulesError as error:
                raise FormatError("line {number}: {error}", number=number, error=error) from None


def is_problem_file(text: str) -> bool:
    """Whether the first line of a text that is not blank or a comment is a problem."""
    try:
        return next(problems(text), None) is not None
    except RulesError:
        return False


def _divided(line: str) -> tuple[str, str]:
    """Return a problem and the comment on its line, which stays as it is."""
    fields, *comment = re.split("[%％]", line, maxsplit=1)
    return fields, "".join(comment)


@lru_cache(_MANY)
def _answer(words: str) -> tuple[Move, int]:
    match = _ANSWER.fullmatch(words)
    if match is None:
        raise FormatError(
            "bad problem: {text} is no move with its value, such as a1c9:7", text=quoted(words)
        )
    return Move.parse(match[1].rstrip()), int(match[2])


def _check(position: Position, values: Mapping[Move, int]) -> None:
    """Raise FormatError unless every legal move, and no other, has a value that can be."""
    if position.is_over:
        raise FormatError("bad problem: the game is over, there is no move to find")
    left, legal = position.points_left, {*position.legal_moves}
    for move, value in values.items():
        if move not in legal:
            try:
                position.check(move)
            except IllegalMoveError as error:
                raise FormatError("bad problem: {error}", error=error) from None
        if not -left <= value <= left:
            raise FormatError(
                "bad problem: {move} cannot be worth {value}, no more than {left} can be won",
                move=move,
                value=value,
                left=left,
            )
    for move in position.legal_moves if len(values) < len(legal) else ():
        if move not in values:
            raise FormatError(
                "bad problem: {move} has no value, expected one for every legal move", move=move
            )
