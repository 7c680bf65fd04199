"""Verifies certificates of endgames with the standard library alone, none of the program's code.

    python tools/verify.py docs/game/certificates/endgames.csv

The README there describes the files. Moves are replayed from the deals, and both strategies played
out against all that can be done. Status 1 if one proves nothing.
"""

import csv
import random
import re
import sys
from itertools import combinations
from pathlib import Path

Columns = tuple[str, ...]  # nine cells from top to bottom, each two letters: a tile, or `..`


def deal(number: int) -> Columns:
    """Return a numbered deal: a shuffle of the sorted tiles, laid row by row."""
    tiles = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4)]
    drawn = random.Random(number)
    for last in range(107, 0, -1):
        other = int(drawn.random() * (last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tuple("".join(tiles[column::12]) for column in range(12))


def read_grid(text: str) -> Columns:
    """Return the columns of a grid: `.` is an empty cell, those at the end may be left out."""
    columns = [re.findall(r"\.|\d[mps]", one) for one in text.split("/")]
    filled = ["".join(cell.rjust(2, ".") for cell in one).ljust(18, ".") for one in columns]
    return (*filled, *["." * 18] * (12 - len(filled)))


def pairs(columns: Columns) -> dict[str, tuple[int, Columns]]:
    """Return each pair that can be taken, with its rank and what it leaves."""
    ends: dict[str, set[tuple[int, int]]] = {}
    for column, cells in enumerate(columns):
        rows = [row for row in range(9) if cells[2 * row] != "."]
        for row in rows[:1] + rows[-1:]:
            ends.setdefault(cells[2 * row : 2 * row + 2], set()).add((column, row))
    found = {}
    for tile, places in ends.items():
        for both in combinations(sorted(places), 2):
            after = list(columns)
            for column, row in both:
                after[column] = after[column][: 2 * row] + ".." + after[column][2 * row + 2 :]
            name = "".join(f"{'abcdefghijkl'[column]}{row + 1}" for column, row in both)
            found[name] = int(tile[0]), tuple(after)
    return found


def holds(start: Columns, need: int, answers: dict[Columns, str], is_own: bool) -> bool:
    """Return whether answers gain at least `need` from `start`; `is_own`: who has them moves."""
    level = {start: need}
    while level:
        following: dict[Columns, int] = {}
        for columns, wanted in level.items():
            if wanted <= -sum(int(one) for one in re.findall(r"\d", "".join(columns))) // 2:
                continue  # even if the other takes all that is left
            moves = pairs(columns)
            if not moves and wanted > 0:
                return False
            if is_own and moves:
                if (answer := answers.get(columns)) not in moves:
                    return False
                moves = {answer: moves[answer]}
            for rank, after in moves.values():
                more = wanted - rank if is_own else wanted + rank
                following[after] = max(following.get(after, more), more)
        level, is_own = following, not is_own
    return True


def check(row: dict[str, str], text: str) -> bool:
    """Return whether a certificate proves what a line of the file says."""
    columns = deal(int(row["deal"]))
    for move in row["moves"].split():
        columns = pairs(columns)[move][1]
    head, *proofs = re.split(r"^at (?:least|most) ", text, flags=re.MULTILINE)
    claims = [int(proof.split("\n")[0]) for proof in proofs]
    lines = [map(str.split, proof.splitlines()[1:]) for proof in proofs]
    answers = [{read_grid(grid): move for grid, move in those} for those in lines]
    value = int(row["value"])
    return (
        read_grid(head.split()[4]) == columns
        and claims == [value, value]
        and holds(columns, value, answers[0], is_own=True)
        and holds(columns, -value, answers[1], is_own=False)
    )


if __name__ == "__main__":
    path, bad = Path(sys.argv[1]), 0
    for one in csv.DictReader(path.read_text("utf-8").splitlines()):
        is_proven = check(one, path.with_name(f"{one['deal']}.txt").read_text("utf-8"))
        print(f"deal {one['deal']}: {one['value']} {'proven' if is_proven else 'NOT PROVEN'}")
        bad += not is_proven
    sys.exit(bad > 0)
