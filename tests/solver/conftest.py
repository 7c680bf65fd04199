"""What the solver's tests share: kernels compiled once, and data with known values."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from battle.rules.position import Position, position
from battle.storage import HOME_VARIABLE
from solver import api
from solver.kernels.encode import Kernels

DATA = Path(__file__).parent.parent / "data"


class Endgame(NamedTuple):
    """A position whose value an independent program has found."""

    position: Position
    tiles: int
    value: int


def endgames(most_tiles: int) -> list[Endgame]:
    """Return the positions of `endgames.txt` with at most so many tiles."""
    found = []
    for line in (DATA / "endgames.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            grid, tiles, value = line.split(" ; ")
            found.append(Endgame(position(grid), int(tiles), int(value)))
    return [one for one in found if one.tiles <= most_tiles]


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
