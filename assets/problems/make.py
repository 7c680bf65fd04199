"""Makes the problems that come with the game; the solver proves every value.

    python assets/problems/make.py [DIRECTORY] [--most N] [--tiles A-B …]

Those of more than 12 tiles are what one `mahjong-battle problems --random` each writes, see
`COMMANDS`, without the lines in which every move is as good as any other. Those of fewer, see
`CLEAR`, ask one clear question. It takes about ten minutes on one core. They are written beside
this file, or into another directory; with `--most`, only so many of each file.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from battle.analysis.costs import different_moves
from battle.rules.position import (
    COLUMNS,
    EMPTY_COLUMN,
    LAST_DEAL,
    ROWS,
    Position,
    deal,
    played_down,
)
from battle.rules.problem import Problem, problems
from battle.training.deck import key_of
from solver import Limit, Solver
from solver.proofs import solved

HERE = Path(__file__).resolve().parent
CLEAR: Final = {"06-08": (8, "61"), "10-12": (12, "62")}
"""Clear questions: the most tiles, and the seed."""
NUMBERS: Final = {"-lures": 60, "-wins": 30}
"""How many problems with a lure there are, and of those without one in which one pair wins."""
AHEAD: Final = 2
"""How many points the best pair of a clear question is ahead of the second best."""
COMMANDS: Final = {
    "": (60, "51", ()),
    "-costly": (20, "52", ("--trap", "1")),
    "-traps": (20, "53", ("--trap", "4")),
    "-only": (40, "54", ("--trap", "4", "--best", "1")),
    "-several": (20, "55", ("--best", "3")),
}
"""What a file's name ends in: how many problems, of which seed, and what they must be like."""
TILES: Final = (*CLEAR, "16-24", "26-36", "38-48")
BEGIN: Final = 24
TRIES: Final = 40
"""Random play down to so many tiles goes on in so many ways."""


def made(tiles: str, number: int, seed: str, wanted: tuple[str, ...]) -> Iterator[Problem]:
    """Yield the problems of one command in which a move costs something."""
    command = [sys.executable, "-m", "battle", "problems", "--random", str(number), "--seed", seed]
    command += ["--tiles", tiles, "--threads", "1", *wanted]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return (problem for problem in problems(text) if len({*problem.values.values()}) > 1)


def clear(tiles: str, kind: str) -> Iterator[Problem]:
    """Yield clear questions without end, each proven by the solver; the same every time."""
    most, seed = CLEAR[tiles]
    solver, seen = Solver(threads=1), set[str]()
    for place, source in endings(Random(seed + kind), most):
        worth = {move: place.worth(move) - value(place.play(move)) for move in place.legal_moves}
        key = key_of(place)
        if len(worth) < 2 or key in seen or not asks(Problem(place, worth), kind):
            continue
        seen.add(key)
        problem = solved(place, source, solver, Limit())
        assert problem is not None
        assert problem.values == worth
        yield problem


def endings(random: Random, most: int) -> Iterator[tuple[Position, str]]:
    """Yield what random play of numbered deals leaves, with `most` tiles or two fewer."""
    while True:
        number = 1 + int(random.random() * LAST_DEAL)
        start = played_down(random, deal(number), BEGIN)
        for _way in range(TRIES):
            place, tiles = start, most - 2 * int(random.random() * 2)
            while place.tiles_left > tiles and not place.is_over:
                moves = place.legal_moves
                place = place.play(moves[int(random.random() * len(moves))])
            if place.tiles_left <= tiles:
                yield gathered(place), f"deal {number}, {place.tiles_left} tiles left"


def gathered(place: Position) -> Position:
    """Return a position without points whose columns lie side by side, in the middle."""
    columns = [tuple(filter(None, column)) for column in place.columns if any(column)]
    rows = [(None,) * ((ROWS - len(column)) // 2) + column for column in columns]
    full = [row + (None,) * (ROWS - len(row)) for row in rows]
    before = (COLUMNS - len(full)) // 2
    after = COLUMNS - len(full) - before
    return Position((*[EMPTY_COLUMN] * before, *full, *[EMPTY_COLUMN] * after))


@cache
def value(place: Position) -> int:
    """Return the margin the player to move still makes; every way to play is tried."""
    return max(
        (place.worth(move) - value(place.play(move)) for move in place.legal_moves), default=0
    )


def asks(problem: Problem, kind: str) -> bool:
    """Whether one pair is clearly best: the highest is not, or it is and every other loses."""
    moves = different_moves(problem.position)
    worth = sorted((problem.values[move] for move, *_same in moves), reverse=True)
    if len(worth) < 2 or worth[0] - worth[1] < AHEAD:
        return False
    return (
        problem.trap >= AHEAD if kind == "-lures" else not problem.trap and worth[0] > 0 > worth[1]
    )


def main() -> None:
    """Write all files anew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path, nargs="?", default=HERE)
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--tiles", choices=TILES, nargs="+", default=TILES)
    options = parser.parse_args()
    for tiles in options.tiles:
        if tiles in CLEAR:
            found = {
                end: islice(clear(tiles, end), min(number, options.most))
                for end, number in NUMBERS.items()
            }
        else:
            found = {
                end: made(tiles, min(number, options.most), seed, wanted)
                for end, (number, seed, wanted) in COMMANDS.items()
            }
        for end, them in found.items():
            file = options.directory / f"{tiles}{end}.mbp"
            file.write_text("".join(f"{problem}\n" for problem in them), encoding="ascii")
            print(file.name, flush=True)


if __name__ == "__main__":
    main()
