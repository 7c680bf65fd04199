"""Two who play, for the tests of games with friends."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.friend import inbox, watching
from tests.friend.pairs import Two


@pytest.fixture
def two(tmp_path: Path) -> Two:
    """Return Ada, who has invited, and Ben, who has seen the invitation."""
    return Two(tmp_path)


@pytest.fixture
def met(two: Two) -> Two:
    """Return Ada and Ben when Ben has joined."""
    return two.meet()


@pytest.fixture(autouse=True)
def opened_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let messages cost no time but what a test says: clocks that stand would rest for ever."""
    for module in (inbox, watching):
        monkeypatch.setattr(module, "thread_time", lambda: 0.0)
