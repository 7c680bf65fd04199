"""The power supply of the machine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

PATIENCE: Final = 15.0
"""Seconds between two queries of the battery."""


def on_battery() -> bool:
    """Return whether the machine runs on battery.

    A machine that does not say counts as plugged in.
    """
    with suppress(Exception):  # whatever a system's drivers do wrong, it is no reason to stop
        import psutil

        battery = psutil.sensors_battery()
        return battery is not None and battery.power_plugged is False
    return False


class Power:
    """The power supply of the machine; `now` counts seconds, `ask` queries the system."""

    def __init__(self, now: Callable[[], float], ask: Callable[[], bool] = on_battery) -> None:
        self._now = now
        self._ask = ask
        self._asked_at = float("-inf")
        self._found = False

    @property
    def is_low(self) -> bool:
        if self._now() - self._asked_at >= PATIENCE:
            self._asked_at, self._found = self._now(), self._ask()
        return self._found
