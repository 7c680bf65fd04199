"""What tests of reviews and of what comes after them share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.services import FakeServices


@pytest.fixture
def services(tmp_path: Path) -> FakeServices:
    """Return the services of a program with an empty record."""
    return FakeServices(tmp_path)
