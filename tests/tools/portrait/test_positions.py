"""The table of proven positions, against a sample written by hand."""

from __future__ import annotations

import json
from pathlib import Path

from tools.portrait import positions
from tools.portrait.positions import MoveCosts


def test_a_choice_counts_what_moves_give_away() -> None:
    """Pairs of 9, 9 and 2 worth 3, 5 and 1: one is best, the highest give 1 away, any gives 2."""
    assert MoveCosts.of([(9, 3), (9, 5), (2, 1)]) == MoveCosts(3, 1, 1.0, True, 2.0)


def look(nodes: int, *pairs: tuple[str, int, int, int], lower: int = -50) -> dict[str, object]:
    """Return a look: pairs with how many there are alike, what they score and are seen to make."""
    choices = [[name, alike, gain, lower, 50, seen, seen] for name, alike, gain, seen in pairs]
    return {"nodes": nodes, "manner": "all", "lower": lower, "upper": 50, "choices": choices}


def test_a_sample_becomes_the_table_and_is_read_again(tmp_path: Path) -> None:
    """Lost is the value less that of the move seen best; a look that proved loses nothing."""
    pairs = ("a1a2", 2, 9, 7), ("b1b2", 1, 3, 2)
    proved = look(300, *pairs) | {"lower": 6, "upper": 6}
    alike = {"a1a2": 1, "a1a3": 1, "b1b2": 6}
    rows = [
        {"number": 3, "tiles": 64, "looks": [look(30, *pairs), proved], "truth": 6, "nodes": 99,
         "moves": alike},
        {"number": 4, "tiles": 66, "looks": [look(30, *pairs)], "truth": 5, "nodes": 1234},
        {"number": -2, "tiles": 108, "looks": [look(30, *pairs)], "truth": 5},
        {"number": 5, "tiles": 0, "looks": []},
    ]  # fmt: skip
    sample, table = tmp_path / "sample.jsonl", tmp_path / "positions.csv"
    sample.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = positions.sampled([sample])
    all_moves, value_only = found
    assert (all_moves.number, all_moves.tiles, all_moves.nodes) == (3, 64, None)
    assert all_moves.choice == MoveCosts(3, 1, 5.0, False, 10 / 3)
    assert all_moves.lost == {30: 5, 300: 0}
    assert all_moves.seen[300] == 6
    assert (value_only.nodes, value_only.value, value_only.choice) == (1234, 5, None)
    assert list(value_only.seen) == [30]
    positions.write(table, found)
    again = positions.read(table)
    assert again[1] == value_only
    assert again[0].lost == all_moves.lost
    assert again[0].choice == MoveCosts(3, 1, 5.0, False, 3.33)
