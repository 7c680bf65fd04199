"""Every trick switched off alone: the same values, on small positions and on bigger ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from battle.rules.position import Position, position
from battle.storage import HOME_VARIABLE
from solver import bench
from solver.kernels import cache, tricks
from solver.kernels.interface import Kernels
from tests.solver.kernels.test_jit import HASHING_WRAPS_AROUND
from tests.support.processes import run
from tools import check
from tools.reference import Twin, TwinSearch, TwinTable, small_positions

ROOT = Path(__file__).parents[3]
ENDGAMES = ROOT / "tests" / "data" / "endgames.txt"


def run_check(home: Path, options: Sequence[str], **variables: str) -> str:
    """Return what the check prints, run in a process of its own with environment variables."""
    done = run(
        *[sys.executable, "-W", "error", *HASHING_WRAPS_AROUND],
        *["-m", "tools.check", "--here", *options],
        env={**os.environ, HOME_VARIABLE: str(home), **variables},
        seconds=1200,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", tricks.NAMES)
def test_a_small_share_without_each_trick(home: Path, name: str) -> None:
    """Without any one trick, and without compiling, a few small positions are as the twin says."""
    told = run_check(
        home,
        ["--positions", "40", "--tiles", "12", "--seed", str(tricks.NAMES.index(name))],
        **{tricks.VARIABLE: name, "NUMBA_DISABLE_JIT": "1"},
    )
    assert told.startswith("40 positions as the twin")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", *tricks.NAMES])
def test_thousands_of_positions_without_each_trick(home: Path, name: str) -> None:
    """Compiled without any one trick, small positions and known ones to 56 tiles are right."""
    told = run_check(home, ["--known", str(ENDGAMES)], **{tricks.VARIABLE: name})
    known = 40 if name == "table" else 78
    assert f"positions as the twin, {known} of known value" in told


def test_check_with_all_tricks(kernels: Kernels) -> None:
    """The compiled kernels are right about some hundred positions with all tricks on."""
    assert check.against_twin(kernels, small_positions(300, seed=8, most_tiles=16)) == 300


class Wrong(Twin):
    """Kernels that are wrong about a value, or about a bound."""

    def __init__(self, value: int, bounds: tuple[int, int]) -> None:
        self._value = value
        self._bounds = bounds

    def searcher(self, start: Position, table: TwinTable, thread: int) -> TwinSearch:
        """Return a search that answers wrongly."""
        found = super().searcher(start, table, thread)
        found.static = lambda state: self._bounds  # type: ignore[method-assign]
        right = found.bound
        found.bound = (  # type: ignore[method-assign]
            lambda *question, **horizon: (right(*question, **horizon) or 0) + self._value
        )
        return found


@pytest.mark.parametrize(("value", "bounds"), [(1, (-256, 255)), (0, (9, 9)), (0, (-1, -1))])
def test_what_is_wrong_is_found(value: int, bounds: tuple[int, int]) -> None:
    """A wrong value and a wrong bound are told, with the position."""
    start = position("5m5p/5p5m/9s/9s")
    assert check.against_twin(Wrong(0, (-256, 255)), [start]) == 1
    with pytest.raises(check.WrongAnswerError, match="worth"):
        check.against_twin(Wrong(value, bounds), [start])


def test_a_wrong_known_value_is_found() -> None:
    """A position that is not worth what it is said to be is told."""
    tasks = [bench.BenchTask("", position("5m5p/5p5m/9s/9s"), bench.Limit(exact=True), 8)]
    with pytest.raises(check.WrongAnswerError, match="9, not 8"):
        check.against_known(Twin(), tasks)


def test_kernels_without_a_trick_have_a_cache_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is switched off is part of the cache's key."""
    before = cache.directory()
    monkeypatch.setattr(tricks, "WITHOUT", ("sharing",))
    assert cache.directory() != before


def test_a_trick_that_there_is_not(home: Path) -> None:
    """An unknown name is refused in one line that lists the names."""
    done = run(
        *[sys.executable, "-m", "battle", "bench"],
        env={**os.environ, HOME_VARIABLE: str(home), tricks.VARIABLE: "luck"},
    )
    assert done.returncode == 2
    assert "bad MAHJONG_BATTLE_WITHOUT 'luck': expected some of static-bounds" in done.stderr
    assert done.stderr.count("\n") == 1
