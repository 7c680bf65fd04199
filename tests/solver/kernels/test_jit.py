"""How kernels are compiled: no floats, no reference counting, and the same without compiling."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from battle.storage import HOME_VARIABLE
from tests.solver.conftest import endgames

HASHING_WRAPS_AROUND = [
    f"-Wignore:overflow encountered:RuntimeWarning:solver.kernels.{module}"
    for module in ("table", "bounds")
]
ROOT = Path(__file__).parents[3]


INSPECTION = """
import json, sys
from battle.rules.position import position
from solver.kernels import cache
from solver.kernels.compiled import Compiled
from solver.engine import Engine, Wish

with Engine(Compiled(), hash_mb=1) as engine:
    engine.think(Wish(position(sys.argv[1])))
checked, floats, counting = 0, [], []
for name in cache.KERNEL_MODULES:
    module = sys.modules[name]
    for function in vars(module).values():
        if not hasattr(function, "signatures") or function.__module__ != module.__name__:
            continue
        for signature in function.signatures:
            types = function.overloads[signature].type_annotation.typemap
            floats += [f"{function.__name__}: {it}" for it in types if "float" in str(types[it])]
            checked += len(types)
            code = function.inspect_llvm(signature)
            start = code.index("define")
            if "NRT_incref" in code[start : code.index("\\n}", start)]:
                counting.append(function.__name__)
print(json.dumps({"checked": checked, "floats": floats, "counting": counting}))
"""
"""A program that compiles all kernels itself: those read from a cache cannot be looked into."""


@pytest.fixture(scope="module")
def inspected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what is found in the kernels compiled in a process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", INSPECTION, str(endgames(32)[-1].position)],
        env={**os.environ, HOME_VARIABLE: str(tmp_path_factory.mktemp("inspected"))},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
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
from solver import reference
from solver.kernels.compiled import Compiled
from solver.engine import Engine, Wish
random = Random(1)
with Engine(Compiled(), hash_mb=1) as engine:
    for index in range(40):
        if index % 2:
            start = reference.random_position(random, 12, 4, 4)
        else:
            start = reference.played_down(random, deal(1 + index), 12)
        if not start.is_over:
            found = engine.think(Wish(start, lines=1000))
            values = {line.move: line.value.points for line in found.lines}
            assert values == reference.move_values(start), str(start)
print("same")
"""


def test_kernels_are_right_without_compiling(home: Path) -> None:
    """As plain Python, where bounds errors and overflows show, the kernels give the same values."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *HASHING_WRAPS_AROUND, "-c", PROGRAM],
        env={**os.environ, HOME_VARIABLE: str(home), "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "same\n"), done.stderr
