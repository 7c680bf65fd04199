"""Problems for the trainer: their sources, identity, difficulty, and the person's files.

A problem (`battle.rules.problem`) is a position with the proven value of every move. Problems whose
columns are the same, wherever and however they stand, have one key: they are the same problem.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from battle.analysis.study import Study
from battle.language import N_, _, explain
from battle.resources import asset
from battle.rules.disguise import Disguise, column_order
from battle.rules.files import read_bytes, read_text
from battle.rules.position import LAST_DEAL, Player, Position, RulesError, deal
from battle.rules.problem import SUFFIX, Problem, problem
from battle.storage import cannot_read, cannot_write, write_atomically

EASIEST: Final = 1
HARDEST: Final = 5
DEEP_TRAP: Final = 4
"""A problem is harder if the natural pair costs at least this many points."""

MANY_MOVES: Final = 6
"""A problem is harder with at least this many different moves."""


class Source(Enum):
    """Where a problem comes from."""

    OWN = "own"
    FILE = "file"
    SHIPPED = "shipped"
    GENERATED = "fresh"


@dataclass(frozen=True)
class Grade:
    """What makes a problem hard.

    `best` of `moves` different moves keep the value; moves that leave the same columns are one.
    `trap` is what the natural move costs, the pair of the highest rank.
    """

    moves: int
    best: int
    trap: int

    @property
    def level(self) -> int:
        """How hard it is, from `EASIEST` to `HARDEST`: one more for each thing that makes it so."""
        signs = (self.trap > 0, self.trap >= DEEP_TRAP, self.best == 1, self.moves >= MANY_MOVES)
        return EASIEST + sum(signs)

    @property
    def is_choice(self) -> bool:
        """Whether there is a move that costs something."""
        return self.best < self.moves


def grade_of(problem: Problem) -> Grade:
    """Return what makes a problem hard."""
    best = {column_order(problem.position.play(move)) for move in problem.best_moves}
    moves = {column_order(problem.position.play(move)) for move in problem.values}
    return Grade(len(moves), len(best), problem.trap)


def key_of(position: Position) -> str:
    """Return the key of a problem, 32 hexadecimal digits."""
    text = "/".join(",".join(map(str, column)) for column in column_order(position))
    return sha256(text.encode("ascii")).hexdigest()[:32]


def disguised(problem: Problem, disguise: Disguise) -> Problem:
    """Return a problem in disguise."""
    values = {disguise.of_move(move): value for move, value in problem.values.items()}
    return Problem(disguise.of_position(problem.position), values, problem.comment)


# --- own games --------------------------------------------------------------------------------


def own_mistakes(
    study: Study, player: Player | None = None
) -> tuple[list[Problem], list[Position]]:
    """Return the costly moves of the line looked at as the problems before them.

    They are those of one player, or of both. The positions returned beside them are those of which
    not every move's value is proven yet; once it is, they are problems too.
    """
    review, line = study.review(), study.line()
    problems: list[Problem] = []
    unproven: list[Position] = []
    for move in () if review is None else review.moves:
        if not move.cost.value or not move.exact or player not in (None, move.player):
            continue
        position = line[move.ply - 1].position
        known = {one: study.values.of_move(position, one) for one in position.legal_moves}
        if all(value.is_exact for value in known.values()):
            problems.append(Problem(position, {one: value.lower for one, value in known.items()}))
        else:
            unproven.append(position)
    return problems, unproven


# --- shipped and generated ones ---------------------------------------------------------------


def problems_in(text: str, most: int | None = None) -> tuple[list[Problem], list[str]]:
    """Return the problems of a file, and of every line that is none what is wrong with it.

    After `most` such lines the rest is not read.
    """
    lines = list(islice(_lines_in(text), most))
    return [one for one, _wrong in lines if one is not None], [
        wrong for _one, wrong in lines if wrong
    ]


def _lines_in(text: str) -> Iterator[tuple[Problem | None, str]]:
    """Yield the problem of each line that has one, or what is wrong with the line."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not line.partition("%")[0].strip():
            continue
        try:
            yield problem(line), ""
        except RulesError as error:
            yield None, _("line {n}: {reason}").format(n=number, reason=explain(error))


def shipped_files() -> list[Path]:
    """Return the problem files that come with the game, in the order of their names."""
    return sorted(asset("problems").glob(f"*{SUFFIX}"))


def shipped_problems() -> Iterator[Problem]:
    """Yield the problems that come with the game, each once."""
    yield from problems_of(shipped_files())


def problems_of(files: Iterable[Path], most: int | None = None) -> Iterator[Problem]:
    """Yield the problems of some files, each once; what cannot be read is passed over.

    After `most` lines of a file, good ones and bad ones, its rest is not read.
    """
    seen: set[str] = set()
    for file in files:
        try:
            text = read_bytes(file).decode("utf-8", errors="replace")
        except (OSError, RulesError):
            continue
        for one, _wrong in islice(_lines_in(text), most):
            if one is not None and (key := key_of(one.position)) not in seen:
                seen.add(key)
                yield one


def random_endgames(random: Random, tiles: int) -> Iterator[Position]:
    """Yield positions without end that random play leaves of random deals, with tiles to take.

    They have at most `tiles` tiles, no points, and more than one move; their moves' values are for
    a solver to find.
    """
    while True:
        position = deal(random.randint(1, LAST_DEAL))
        while position.tiles_left > tiles and not position.is_over:
            position = position.play(random.choice(position.legal_moves))
        if position.tiles_left <= tiles and len(position.legal_moves) > 1:
            yield Position(position.columns)


# --- problem files -------------------------------------------------------------------------------
#
# The person's own problem files, `.mbp`: copied into a directory of theirs, and read from there.
#
# A file that is added is copied, so that it may be moved or deleted afterwards; a file that is put
# into the directory by hand is as good. Problems belong to the deck once they are answered.

LESSON: Final = N_("Learn from your mistakes")
"""What a lesson is called."""

ADD_PROBLEMS: Final = N_("Add problems from a file")
"""What the person is offered, by a key, a button and the screen that it opens."""

MOST_PROBLEMS: Final = 2000
"""The most lines of a file that are read; with more the trainer would open slowly."""


@dataclass(frozen=True)
class AddedFile:
    """What became of a file: the name it has now, its problems, and what is wrong with lines."""

    name: str
    problems: int
    wrong: tuple[str, ...] = ()


def add_problem_file(file: Path, directory: Path) -> AddedFile:
    """Copy a file into the person's directory, numbered if another one has its name.

    A file that is there already, with the same content, is not copied again. Raises RulesError,
    with one line, if the file cannot be read or copied, or has no problem in it.
    """
    try:
        text = read_text(file)
    except OSError as error:
        raise RulesError(cannot_read(file.name, error)) from None
    problems, wrong = problems_in(text, MOST_PROBLEMS)
    if not problems:
        reason = wrong[0] if wrong else _("it is empty")
        words = _("There is no problem in {file}: {reason}")
        raise RulesError(words.format(file=file.name, reason=reason))
    place, number = directory / f"{file.stem}{SUFFIX}", 2
    while os.path.lexists(place) and _text(place) != text:
        place, number = directory / f"{file.stem} {number}{SUFFIX}", number + 1
    try:
        if not os.path.lexists(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, text)
    except OSError as error:
        raise RulesError(cannot_write(place.name, error)) from None
    return AddedFile(place.stem, len(problems), tuple(wrong))


def _text(file: Path) -> str | None:
    try:
        return read_text(file)
    except (OSError, ValueError):
        return None


def personal_problems(directory: Path) -> Iterator[tuple[str, Problem]]:
    """Yield the problems of the person's files, each with the name of its file.

    Files come in the order of their names; what cannot be read is passed over.
    """
    try:
        files = sorted(one for one in directory.iterdir() if one.suffix.lower() == SUFFIX)
    except OSError:
        return
    for file in files:
        for one in problems_of([file], MOST_PROBLEMS):
            yield file.stem, one
