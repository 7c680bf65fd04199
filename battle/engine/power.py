"""Whether the machine lives on its battery.

The system is asked at most every `PATIENCE` seconds. A machine without a battery, and one that does
not say, count as plugged in.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

PATIENCE: Final = 15.0


def on_battery() -> bool:
    """Return whether the machine says that it has a battery and no other power."""
    with suppress(Exception):  # whatever a system's drivers do wrong, it is no reason to stop
        import psutil

        battery = psutil.sensors_battery()
        return battery is not None and battery.power_plugged is False
    return False


class Power:
    """What the machine lives on; `now` counts seconds, `ask` is the system."""

    def __init__(self, now: Callable[[], float], ask: Callable[[], bool] = on_battery) -> None:
        self._now = now
        self._ask = ask
        self._asked_at = float("-inf")
        self._found = False

    @property
    def is_low(self) -> bool:
        """Whether it lives on its battery."""
        if self._now() - self._asked_at >= PATIENCE:
            self._asked_at, self._found = self._now(), self._ask()
        return self._found
