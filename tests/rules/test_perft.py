"""Move counts against those of an independent program."""

from pathlib import Path

import pytest

from battle.rules.position import divide, perft, position

LINES = [
    line.split(";")
    for line in (Path(__file__).parents[1] / "data/perft.txt").read_text("ascii").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("grid", "counts"), LINES, ids=[str(n) for n in range(1, len(LINES) + 1)])
def test_counts_match_to_the_last_one(grid, counts):
    """Every count of move sequences is the one the other program found."""
    start = position(grid.strip(), paired=False)
    expected = [int(count) for count in counts.split()]
    assert [perft(start, depth) for depth in range(1, len(expected) + 1)] == expected


def test_no_move_is_one_sequence():
    """There is one way to play nothing."""
    assert perft(position("5m/5m"), 0) == 1


def test_divide_adds_up():
    """The counts by first move add up to the whole, and name every legal move in order."""
    start = position(LINES[0][0].strip())
    shares = divide(start, 3)
    assert tuple(shares) == start.legal_moves
    assert sum(shares.values()) == perft(start, 3)
