"""What the solver's tests share: kernels compiled once, and no deal that is solved."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.storage import HOME_VARIABLE
from solver import api
from solver.kernels.encode import Kernels


@pytest.fixture(autouse=True)
def home(compiled_home: Path) -> Path:
    """Keep everything the program writes in the solver tests' home."""
    return compiled_home


@pytest.fixture(autouse=True)
def no_known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no deal be solved, however many the program comes with."""
    monkeypatch.setattr(api, "_solved", dict)


@pytest.fixture(scope="session")
def kernels(shared_home: Path) -> Kernels:
    """Return the compiled kernels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(shared_home))
        from solver.kernels.loader import load

        return load()
