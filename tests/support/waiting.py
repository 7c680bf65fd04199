"""Waiting for the real engine in tests."""

from __future__ import annotations

import time
from typing import Final

from battle.engine.client import EngineClient, Failed, Query
from battle.protocol import BestMove

PATIENCE: Final = 120.0
"""Seconds before a test gives up; the kernels are compiled within them."""


def answer_of(engine: EngineClient, question: Query) -> BestMove:
    """Return the engine's answer, polled for as the window does."""
    number, end = engine.ask(question), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for event in engine.poll(0.05):
            assert not isinstance(event, Failed), event
            if isinstance(event, BestMove) and event.id == number:
                return event
    raise AssertionError("no answer")
