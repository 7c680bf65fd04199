"""The real engine for tests that play with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from battle.play.engine_client import EngineClient
from battle.play.storage import HOME_VARIABLE


@pytest.fixture(scope="module")
def engine(shared_home: Path) -> Iterator[EngineClient]:
    """Return one engine for all tests of a file, as the window has one, with its kernels shared."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(shared_home))
        with EngineClient(threads=1, hash_mb=16) as client:
            client.start()
            yield client
