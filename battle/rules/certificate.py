"""Certificates, proofs that others can check: a position, claims about its value, and answers.

    mahjong-battle proof 1
    position 5m5p/5p5m/9s/9s 1 0-0
    at least 9
    5m5p/5p5m/9s/9s c1d1
    at most 9
    .5p/5p5m a2b1

A claim is a number of points by which the player to move outscores the other from here to the end.
Its proof follows: the moves of one player, *at least* of the player to move, *at most* of the
other. Every position in which that player has to move, and that can arise against any play of the
other, has a line with its grid and the move. A grid is written from `a` to the last column with
tiles, each column to its last tile.

`verify` plays all of that, knowing only the rules. For every position it keeps the points that the
player still *needs*: the claim, less the points the player has taken since, plus those of the
other. The claim holds if every line of play ends with nothing more needed. A position with so few
points left that the other may take them all needs no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from battle.rules.position import (
    FormatError,
    Move,
    Player,
    Position,
    RulesError,
    meant,
    other,
    quoted,
)

HEADING: Final = "mahjong-battle proof 1"
AT_LEAST: Final = "at least"
AT_MOST: Final = "at most"
MOST_MEBIBYTES: Final = 256
"""The size limit of a proof."""

Answers: TypeAlias = dict[str, tuple[int, str]]
"""By grid, the number of its line and the move there."""
Line: TypeAlias = tuple["Line", Move] | tuple[()]
"""The moves that led to a position: all but the last, and the last."""
Needs: TypeAlias = dict[str, tuple[Position, int, Line]]
"""By grid, the position, the points the prover still needs there, and a path to it."""


class RefutedError(RulesError):
    """A proof that does not prove its claim; the message names the position.

    >>> verify(prove(position("9s/9s")).replace("least 9", "least 10"))
    Traceback (most recent call last):
    battle.rules.certificate.RefutedError: …
    """


@dataclass(frozen=True)
class Certificate:
    """A verified result: `lower` and `upper` bound the value, None without a claim.

    `answers` counts the positions with an answer, `positions` all that can arise.

        >>> found = verify(prove(position("5m5p/5p5m/9s/9s"), 16))
        >>> found.lower, found.upper
        (9, 9)
    """

    start: Position
    lower: int | None
    upper: int | None
    answers: int
    positions: int

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds of the value; without a claim all that can still be won or lost."""
        left = self.start.points_left
        lower = -left if self.lower is None else self.lower
        return lower, left if self.upper is None else self.upper


def verify(text: str, progress: Callable[[int], None] = lambda positions: None) -> Certificate:
    """Verify a proof; raise RefutedError if it fails, FormatError if it is malformed.

    `progress` is called now and then with the number of positions looked at.

        >>> verify(prove(position("9s/9s"), 16)).lower
        9
    """
    lines = meant(text).splitlines()
    if not lines or lines[0] != HEADING:
        raise FormatError("no proof: expected the first line {line}", line=quoted(HEADING))
    word, _, written = lines[1].partition(" ") if len(lines) > 1 else ("", "", "")
    if word != "position":
        raise FormatError("line 2: expected `position` and the position")
    start = Position.parse(written)
    bounds: dict[str, int] = {}
    looked_at = answered = 0
    for name, points, answers in _claims(lines):
        if name in bounds:
            raise FormatError("{name} is claimed twice", name=quoted(name))
        bounds[name] = points
        answered += len(answers)
        prover = start.to_move if name == AT_LEAST else other(start.to_move)
        for positions in _check(start, prover, points if name == AT_LEAST else -points, answers):
            looked_at += positions
            progress(looked_at)
    if not bounds:
        raise FormatError("line 3: expected `at least` or `at most` and points")
    return Certificate(start, bounds.get(AT_LEAST), bounds.get(AT_MOST), answered, looked_at)


def proofs_in(text: str) -> list[str]:
    """Return the proofs in a text, one or several."""
    first, *rest = re.split(rf"^(?={HEADING}$)", text, flags=re.MULTILINE)
    return rest if rest and not first.strip() else [text]


def grid_of(position: Position) -> str:
    """Return the grid without the empty cells and columns at the ends."""
    return "/".join(column.rstrip(".") for column in position.grid.split("/")).rstrip("/")


def _claims(lines: list[str]) -> Iterator[tuple[str, int, Answers]]:
    """Yield each claim of a proof: its name, its points, and the lines below it."""
    claim: tuple[str, int, Answers] | None = None
    for number, line in enumerate(lines[2:], start=3):
        grid, _, answer = line.rpartition(" ")
        if grid in (AT_LEAST, AT_MOST):
            if claim is not None:
                yield claim
            claim = grid, _points(answer, number), {}
        elif claim is None or not grid or grid in claim[2]:
            raise FormatError("line {number}: expected a claim or a new grid", number=number)
        else:
            claim[2][grid] = number, answer
    if claim is not None:
        yield claim


def _points(text: str, number: int) -> int:
    if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 4:
        raise FormatError("line {number}: expected points, such as 7 or -7", number=number)
    return int(text)


def _check(start: Position, prover: Player, needed: int, answers: Answers) -> Iterator[int]:
    """Play the answers of `prover` against everything; yield the positions after each move.

    They all have the same number of tiles; if several paths lead to one, the greatest need counts.
    Raises RefutedError if an answer is missing, illegal, superfluous, or not enough.
    """
    unused = dict(answers)
    step: Needs = {grid_of(start): (start, needed, ())}
    while step:
        yield len(step)
        following: Needs = {}
        for grid, (here, need, line) in step.items():
            if need <= -here.points_left:
                continue
            if here.is_over and need > 0:
                raise RefutedError(
                    "points missing at the end: {points}{way}", points=need, way=_way(line)
                )
            moves = here.legal_moves
            if moves and here.to_move == prover:
                if grid not in unused:
                    raise RefutedError(
                        "there is no answer to {grid}{way}", grid=grid, way=_way(line)
                    )
                moves = (_answer(here, *unused.pop(grid)),)
            for taken in moves:
                after, gain = here.play(taken), here.worth(taken)
                still = need - gain if here.to_move == prover else need + gain
                key = grid_of(after)
                if key not in following or following[key][1] < still:
                    following[key] = after, still, (line, taken)
        step = following
    for number, _text in unused.values():
        raise RefutedError("line {number}: this position does not come about", number=number)


def _answer(here: Position, number: int, text: str) -> Move:
    try:
        move = Move.parse(text)
        here.check(move)
    except RulesError as error:
        raise RefutedError("line {number}: {error}", number=number, error=error) from None
    return move


def _way(line: Line) -> str:
    moves: list[str] = []
    while line:
        line, taken = line
        moves.append(str(taken))
    return f", after {' '.join(moves[::-1])}" if moves else ""
