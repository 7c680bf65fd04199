"""The signature of the search: the nodes that `bench` visits; it changes with the search alone."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from subprocess import run
from typing import Final

from solver.kernels.interface import Kernels

SIGNATURE: Final = 2_238_915
"""A commit that changes the search changes this number, and ends with `Bench: <nodes>`."""


def test_bench_visits_the_nodes_of_its_signature(kernels: Kernels) -> None:
    """One thread visits exactly these nodes, on every machine."""
    command = [sys.executable, "-m", "battle", "bench"]
    root = Path(__file__).parents[2]
    said = run(command, cwd=root, capture_output=True, encoding="utf-8", check=True).stdout
    found = re.search(r"^nodes (\d+) ", said, re.MULTILINE)
    assert found is not None, said
    assert int(found[1]) == SIGNATURE
