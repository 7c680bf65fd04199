"""How kernels are compiled: no floats, no reference counting, and the same without compiling."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from battle.storage import HOME_VARIABLE
from tests.support import kernels
from tests.support.processes import run

HASHING_WRAPS_AROUND = [
    f"-Wignore:overflow encountered:RuntimeWarning:solver.kernels.{module}"
    for module in ("table", "bounds", "jit")
]


@pytest.fixture(scope="module")
def inspected(shared_home: Path) -> dict[str, Any]:
    """Return what was found in the kernels when they were compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(shared_home))
        found = kernels.inspected()
    assert found["checked"] > 100
    return found


def test_no_float_in_any_kernel(inspected: dict[str, Any]) -> None:
    """No variable of a kernel, inlined helpers included, is inferred to be a float."""
    assert inspected["floats"] == []


def test_no_reference_counting(inspected: dict[str, Any]) -> None:
    """Kernels count no references: numba's `_nrt` option still does what it did."""
    assert inspected["counting"] == []


PROGRAM = """
from random import Random
from battle.rules.deal import deal
from tools import reference
from solver.kernels.compiled import CompiledKernels
from solver.engine import SearchEngine, SearchRequest
random = Random(1)
with SearchEngine(CompiledKernels(), hash_mb=1) as engine:
    for index in range(40):
        if index % 2:
            start = reference.random_position(random, 12, 4, 4)
        else:
            start = played_down(random, deal(1 + index), 12)
        if not start.is_over:
            found = engine.think(SearchRequest(start, lines=1000))
            values = {line.move: line.value.points for line in found.lines}
            assert values == reference.move_values(start), str(start)
print("same")
"""


def test_kernels_are_right_without_compiling(home: Path) -> None:
    """As plain Python, where bounds errors and overflows show, the kernels give the same values."""
    done = run(
        *[sys.executable, "-W", "error", *HASHING_WRAPS_AROUND, "-c", PROGRAM],
        env={**os.environ, HOME_VARIABLE: str(home), "NUMBA_DISABLE_JIT": "1"},
    )
    assert (done.returncode, done.stdout) == (0, "same\n"), done.stderr
