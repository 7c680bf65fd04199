"""What all tests share: all cores, how hypothesis runs, and a home of its own for every test."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pytest
from hypothesis import HealthCheck, settings

from battle import language
from battle.engine.client import EngineClient
from battle.friend.ways.build import OwnPage
from battle.profile.store import Database
from battle.storage import HOME_VARIABLE, Places
from tests.support.kernels import give_kernels

if TYPE_CHECKING:
    from tests.support.pilot import Pilot

settings.register_profile(
    "default",
    deadline=None,
    max_examples=50,
    derandomize="CI" in os.environ,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run directories of tests on all cores, unless options say how or somebody wants to look on.

    Single files run in this process: they are done before others could have been started.
    """
    option = config.option
    is_worker = hasattr(config, "workerinput") or "PYTEST_XDIST_WORKER" in os.environ
    if is_worker or not config.pluginmanager.hasplugin("xdist"):
        return
    if option.numprocesses is not None or option.tx:
        return
    paths = [config.invocation_params.dir / arg.partition("::")[0] for arg in config.args]
    looked_at = option.capture == "no" or option.usepdb or option.trace
    if not looked_at and any(path.is_dir() for path in paths):
        option.numprocesses, option.dist = "auto", "worksteal"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep everything the program writes in a directory of the test's own, and get no page."""
    place = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(place))
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9")
    monkeypatch.setattr(OwnPage, "want", lambda page: None)
    yield place
    words = "this process compiles its kernels for one test: use `compiled_home` or `kernels`"
    assert not _compiles_for(place), words


def _compiles_for(place: Path | None) -> bool:
    """Whether kernels were loaded for a home, or for none, and so are compiled in this process."""
    jit = sys.modules.get("solver.kernels.numba_jit")
    kept = None if jit is None else jit._CACHE
    return kept is not None and (place is None or kept.is_relative_to(place))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to run where a file of tests loads kernels as it is imported."""
    assert not _compiles_for(None), "kernels are loaded before there is a home for them"


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """Return where kernels are kept: in pytest's cache, so that only changed ones are compiled."""
    if getattr(pytestconfig, "cache", None) is not None:
        with contextlib.suppress(OSError):  # a checkout that cannot be written
            return pytestconfig.cache.mkdir("kernels")
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="session")
def shared_home(tmp_path_factory: pytest.TempPathFactory, kept: Path) -> Path:
    """Return one home for all tests that use the solver, with the kernels compiled."""
    home = tmp_path_factory.mktemp("solver") / "home"
    give_kernels(home, kept)
    return home


@pytest.fixture
def compiled_home(shared_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the program find its kernels compiled, in the home that all such tests share."""
    monkeypatch.setenv(HOME_VARIABLE, str(shared_home))
    return shared_home


@pytest.fixture
def display() -> None:
    """Open a small window, for what is drawn without the app."""
    import pygame  # only tests of the window need it

    pygame.display.init()
    pygame.font.init()
    pygame.Window("test", (64, 64)).get_surface()


@pytest.fixture(autouse=True)
def hasty_disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no disk, but in tests marked with `disk`: theirs is about what outlives a kill."""
    if request.node.get_closest_marker("disk") is None:
        monkeypatch.setattr("battle.profile.store._SYNCHRONOUS", "OFF")
        monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Show every text in English, also after a test has chosen another language."""
    language.use("en")
    yield
    language.use("en")


@pytest.fixture
def places(home: Path) -> Places:
    """Return the program's directories, all in the test's own home."""
    return Places.below(home)


@pytest.fixture
def database(places: Places) -> Iterator[Database]:
    """Yield the person's database, empty at first."""
    with contextlib.closing(Database.of(places)) as database:
        yield database


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """Return a directory that nothing can be written in; skip where the user may write anyway."""
    directory = tmp_path / "read only"
    directory.mkdir()
    directory.chmod(0o500)
    if os.access(directory, os.W_OK):
        directory.chmod(0o700)
        directory.rmdir()
        directory.write_text("a file stands where the directory should be")
        yield directory
        return
    yield directory
    directory.chmod(0o700)


@pytest.fixture(scope="module")
def engine(shared_home: Path) -> Iterator[EngineClient]:
    """Return one engine for all tests of a file, as the window has one, with its kernels shared."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(shared_home))
        with EngineClient(threads=1, hash_mb=16) as client:
            client.start()
            yield client


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """Return a pilot at a window of 1280 x 800 with an empty home and animations off."""
    from tests.support.pilot import pilot_at  # only tests of the window need pygame

    with pilot_at(tmp_path, animation=False, sound=False) as at_work:
        yield at_work
