"""The suite's own kernels: compiled once, for all processes that run tests and from run to run.

They are kept in a home of their own. Every process that runs tests gets a home with a copy of
them, so that no test can disturb another. What can only be seen while kernels are compiled is
written down then, beside them.

    python -m tests.support.kernels     compile the kernels of `MAHJONG_BATTLE_HOME`
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from battle.rules.position import position
from battle.storage import HOME_VARIABLE, Places
from solver.kernels import cache
from tests.support.processes import run

INSPECTED: Final = "inspected.json"

_POSITION: Final = position("5m5p6m6p7m/5p5m7m6m/9s6p/9s")

_PATIENCE: Final = 600.0


def give_kernels(home: Path, kept: Path) -> None:
    """Put compiled kernels into a home; they are kept in another, and compiled there if need be.

    Processes that want them at the same time wait for the first of them.
    """
    with _alone_in(kept):
        _compile(kept)
        shutil.copytree(Places.below(kept).cache, Places.below(home).cache)


def inspected() -> dict[str, Any]:
    """Return what was found while the kernels of this home were compiled.

    `checked` is the number of variables, `floats` are those among them that are floats, and
    `counting` the functions that count references.
    """
    found: dict[str, Any] = json.loads((cache.directory() / INSPECTED).read_text(encoding="ascii"))
    return found


def _compile(home: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home))
        directory = cache.prepare()
        assert directory is not None
        if cache.is_warm(directory) and (directory / INSPECTED).is_file():
            return
        cache.wipe(directory)
        done = run(sys.executable, "-m", "tests.support.kernels", env=os.environ, seconds=_PATIENCE)
        assert done.returncode == 0, done.stderr


@contextlib.contextmanager
def _alone_in(directory: Path) -> Iterator[None]:
    """Wait until no other process is in here; the lock does not outlive its process."""
    directory.mkdir(parents=True, exist_ok=True)
    lock = sqlite3.connect(directory / "lock", timeout=_PATIENCE, isolation_level=None)
    with contextlib.closing(lock):
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _inspect() -> dict[str, Any]:
    """Return what can be seen of the kernels in the process that compiles them, and only there."""
    checked, floats, counting = 0, [], []
    for function in _kernels():
        for signature in function.signatures:
            types = function.overloads[signature].type_annotation.typemap
            floats += [f"{function.__name__}: {it}" for it in types if "float" in str(types[it])]
            checked += len(types)
            code = function.inspect_llvm(signature)
            start = code.index("define")
            if "NRT_incref" in code[start : code.index("\n}", start)]:
                counting.append(function.__name__)
    return {"checked": checked, "floats": floats, "counting": counting}


def _kernels() -> Iterator[Any]:
    for name in cache.KERNEL_MODULES:
        for function in vars(sys.modules[name]).values():
            if hasattr(function, "signatures") and function.__module__ == name:
                yield function


def _main() -> None:
    from solver.api import Solver

    with Solver(1, 1) as solver:
        solver.analyse(_POSITION)
    (cache.directory() / INSPECTED).write_text(json.dumps(_inspect()), encoding="ascii")


if __name__ == "__main__":
    _main()
