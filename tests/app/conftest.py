"""The pilot as a fixture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pilot import Pilot, pilot_at


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """Return a pilot at a window of 1280 x 800 with an empty home and animations off."""
    with pilot_at(tmp_path, animation=False, sound=False) as at_work:
        yield at_work
