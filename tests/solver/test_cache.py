"""The kernel cache: keyed on what matters, harmless when it is damaged or cannot be written."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from battle.storage import HOME_VARIABLE
from solver.kernels import cache
from tests.support.processes import run

PROGRAM = """
from solver.api import Solver
from battle.rules.position import position
said = []
with Solver(1, 64, progress=said.append) as engine:
    print(engine.analyse(position("5m5p/5p5m/9s/9s")).value.points)
print(*said, sep="\\n")
"""


def run_solver(home: Path) -> str:
    """Return what a program that solves a small position prints, run in a process of its own."""
    done = run(
        *[sys.executable, "-W", "error", "-c", PROGRAM],
        env={**os.environ, HOME_VARIABLE: str(home)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("9\n")
    return done.stdout


def test_directory_is_below_the_home(home: Path) -> None:
    """`MAHJONG_BATTLE_HOME` holds the cache, and the same kernels find the same directory."""
    assert cache.directory().is_relative_to(home)
    assert cache.directory() == cache.directory()


def test_directory_follows_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other kernel sources or another processor mean another directory."""
    before = cache.directory()
    monkeypatch.setattr(cache, "KERNEL_MODULES", cache.KERNEL_MODULES[:-1])
    assert cache.directory() != before


def test_kernel_modules_are_all_there_are() -> None:
    """Every module that defines a kernel is part of the key."""
    here = Path(cache.__file__).parent
    users = {
        f"solver.kernels.{file.stem}"
        for file in here.glob("*.py")
        if "from solver.kernels.jit import" in file.read_text()
    }
    assert users <= set(cache.KERNEL_MODULES)


def test_old_directories_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory of other kernels goes when nobody has used it for long; a recent one stays."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    own = cache.prepare()
    assert own is not None
    old, recent = own.parent / "old", own.parent / "recent"
    old.mkdir()
    recent.mkdir()
    long_ago = time.time() - cache.KEPT_SECONDS - 60
    os.utime(old, (long_ago, long_ago))
    assert cache.prepare() == own
    assert sorted(path.name for path in own.parent.iterdir()) == sorted([own.name, "recent"])


def test_a_directory_that_cannot_be_written(
    read_only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a directory to write in there is no cache, and no error."""
    monkeypatch.setenv(HOME_VARIABLE, str(read_only))
    assert cache.prepare() is None


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where kernels have no room there is no cache, unless they have been written before."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(cache, "ROOM", 2**60)
    assert cache.prepare() is None
    own = cache.directory()
    cache.seal(own)
    assert cache.prepare() == own


def test_changed_files_are_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are not what was sealed are removed, and so is a list that cannot be read."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    for damage in ("kernel.nbc", cache.CHECKSUMS):
        own = cache.prepare()
        assert own is not None
        (own / "kernel.nbc").write_bytes(b"code")
        cache.seal(own)
        assert cache.is_warm(own)
        assert cache.prepare() == own
        assert cache.is_warm(own)
        (own / damage).write_bytes(b"\x00\xff[]{")
        assert cache.prepare() == own
        assert list(own.iterdir()) == []


@pytest.mark.slow
def test_a_solver_without_a_cache(read_only: Path) -> None:
    """Where nothing can be written the solver compiles, says why, and works."""
    assert "cannot be written" in run_solver(read_only)


@pytest.mark.slow
def test_a_solver_with_a_damaged_cache(tmp_path: Path) -> None:
    """Whatever has become of the cached files, the solver works, and the next start is warm."""
    assert "compiling" in run_solver(tmp_path)
    assert "compiling" not in run_solver(tmp_path)
    files = [file for file in tmp_path.rglob("*.nb?") if file.is_file()]
    assert files
    for keep_list in (True, False):
        for file in files:
            file.write_bytes(b"\x80\x04broken")
        if not keep_list:
            for file in tmp_path.rglob(cache.CHECKSUMS):
                file.unlink()
        assert "compiling" in run_solver(tmp_path)
        assert "compiling" not in run_solver(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's here")
def test_a_directory_that_others_may_write_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever above the kernels others may write, a private directory takes their place."""
    home = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    own = cache.prepare()
    assert own == cache.directory()
    assert not cache.others_may_write(own)
    assert {place.stat().st_mode & 0o777 for place in (own, *own.parents[:2])} == {0o700}
    for place in (own, own.parent, own.parent.parent, home):
        before = place.stat().st_mode
        place.chmod(0o777)
        assert cache.others_may_write(own)
        other = cache.prepare()
        assert other is not None
        assert not other.is_relative_to(home)
        assert not cache.others_may_write(other)
        assert cache.prepare() == other
        place.chmod(0o1777)
        assert cache.others_may_write(own) == (place == own)
        place.chmod(before)
    assert cache.prepare() == own


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="owners are POSIX's here")
def test_a_directory_of_somebody_else_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """What belongs to another person is theirs to write, whatever its permissions."""
    own = cache.prepare()
    assert own is not None
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 12345)
    assert cache.others_may_write(own) == (mine != 0)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's here")
def test_a_cache_that_others_may_write_is_told(tmp_path: Path) -> None:
    """The program works all the same, and says why it compiles at every start."""
    home = tmp_path / "home"
    (home / "cache").mkdir(parents=True)
    (home / "cache").chmod(0o777)
    said = run_solver(home)
    assert "others may write in" in said
    assert not list((home / "cache").rglob("*.nb?"))
