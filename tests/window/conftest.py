"""The pilot as a fixture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.pilot import Pilot, pilot_at


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """Return a pilot at a window of 1280 x 800 with an empty home and animations off."""
    with pilot_at(tmp_path, animation=False, sound=False) as at_work:
        yield at_work
