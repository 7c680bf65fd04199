"""How kernels are compiled: no floats, no reference counting, and the same without compiling."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battle.play.storage import HOME_VARIABLE
from solver import cache
from solver.engine import Engine, Wish
from solver.interface import Kernels
from tests.solver.conftest import endgames

HASHING_WRAPS_AROUND = [
    f"-Wignore:overflow encountered:RuntimeWarning:solver.{module}"
    for module in ("table", "bounds")
]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def compiled(kernels: Kernels) -> list[Any]:
    """Return every compiled function of the kernel modules that has been used."""
    with Engine(kernels, hash_mb=1) as engine:
        engine.think(Wish(endgames(32)[-1].position))
    found = list(_dispatchers())
    assert found
    return found


def _dispatchers() -> Iterator[Any]:
    for name in cache.KERNEL_MODULES:
        module = sys.modules[f"solver.{name}"]
        for value in vars(module).values():
            if hasattr(value, "signatures") and value.__module__ == module.__name__:
                yield value


def test_no_float_in_any_kernel(compiled: list[Any]) -> None:
    """No variable of a kernel, inlined helpers included, is inferred to be a float."""
    checked = 0
    for function in compiled:
        for signature in function.signatures:
            types = function.overloads[signature].type_annotation.typemap
            floats = {name: found for name, found in types.items() if "float" in str(found)}
            assert not floats, f"{function.__name__}: {floats}"
            checked += len(types)
    assert checked > 100


def test_no_reference_counting(compiled: list[Any]) -> None:
    """Kernels count no references: numba's `_nrt` option still does what it did."""
    for function in compiled:
        for signature in function.signatures:
            code = function.inspect_llvm(signature)
            start = code.index("define")
            body = code[start : code.index("\n}", start)]
            assert "NRT_incref" not in body, function.__name__


PROGRAM = """
from random import Random
from battle.rules.deal import deal
from solver import reference
from solver.compiled import Compiled
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
