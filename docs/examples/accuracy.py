"""The accuracy of a folder of games: points lost a move, by player.

python accuracy.py FOLDER [NODES]
"""

import sys
from collections import defaultdict
from functools import partial
from pathlib import Path

from battle import all_games
from solver import Limit, Solver, review


def accuracy(folder: Path, limit: Limit, solver: Solver) -> dict[str, tuple[int, int]]:
    """Return, by player, the points proven lost and the moves that are known to the point.

    A file or a game that cannot be read is named and passed over.
    """
    found: defaultdict[str, list[int]] = defaultdict(list)
    for file in sorted(folder.glob("*.mjb")):
        try:
            for _number, record in all_games(file.read_text(encoding="utf-8"), partial(bad, file)):
                for move in review(record.game, solver, limit).moves:
                    name = record.tags.get("First" if move.player == 1 else "Second", "?")
                    if move.exact:
                        found[name].append(move.cost.value)
        except (OSError, ValueError) as error:  # RulesError and UnicodeDecodeError are ValueErrors
            bad(file, 1, error)
    return {name: (sum(costs), len(costs)) for name, costs in found.items()}


def bad(file: Path, number: int, error: Exception) -> None:
    """Name a game that cannot be read."""
    print(f"{file}, game {number}: {error}", file=sys.stderr)


def main(folder: str, nodes: str = "100000") -> None:
    """Print a line for each player."""
    with Solver() as solver:
        table = accuracy(Path(folder), Limit(nodes=int(nodes)), solver)
    for name, (points, moves) in sorted(table.items()):
        print(f"{name:<20} {points / moves:.2f} points a move in {moves} moves")


if __name__ == "__main__":
    main(*sys.argv[1:])
