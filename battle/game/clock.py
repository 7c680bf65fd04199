"""A chess clock: two times, one of them running, and an increment for every move made.

The clock never asks for the time: every call is given `now`, in seconds from any fixed moment
(`time.monotonic()`), so that it can be tested and stored.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from battle.rules.position import PLAYERS, FormatError, Player, other, quoted

_LONGEST: Final = 10**6
_LARGEST_INCREMENT: Final = 24 * 60 * 60
"""Seconds: a day for every move."""


@dataclass(frozen=True)
class TimeControl:
    """The time each player has for the game and the increment for every move, in seconds."""

    seconds: float
    increment: float = 0.0

    def __str__(self) -> str:
        return f"{_number(self.seconds)}+{_number(self.increment)}"


def time_control(text: str) -> TimeControl | None:
    """Return the time control written `text`, as in PGN: `300+5`, `300`, and None for `-`."""
    if text in ("-", "?", ""):
        return None
    match = re.fullmatch(rf"({_DECIMAL})(?:\+({_DECIMAL}))?", text, re.ASCII)
    fits = match is not None and 0 < float(match[1]) <= _LONGEST
    if match is None or not fits or float(match[2] or 0) > _LARGEST_INCREMENT:
        raise FormatError(
            "bad time control {text}: expected seconds and increment, such as 300+5",
            text=quoted(text),
        )
    return TimeControl(float(match[1]), float(match[2] or 0))


_DECIMAL: Final = r"[0-9]{1,7}(?:\.[0-9]{1,3})?"


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class ClockState:
    """The seconds players 1 and 2 have left, and the player whose time runs or is paused."""

    left: tuple[float, float]
    player: Player | None = None


class Clock:
    """Both players' time. A flag that has fallen stays fallen: time does not run below zero."""

    def __init__(self, control: TimeControl, state: ClockState | None = None) -> None:
        self.control = control
        state = state or ClockState((control.seconds, control.seconds))
        self._left = list(state.left)
        self._player = state.player
        self._since: float | None = None

    @property
    def player(self) -> Player | None:
        """The player whose time runs, or would run if the clock were not paused."""
        return self._player

    @property
    def running(self) -> bool:
        """Whether time runs now."""
        return self._since is not None

    def start(self, player: Player, now: float) -> None:
        """Let `player`'s time run, and no one else's; no increment is given."""
        self._stop(now)
        self._player, self._since = player, now

    def pause(self, now: float) -> None:
        """Stop both times."""
        self._stop(now)

    def resume(self, now: float) -> None:
        """Let time run again for the player it was running for before the pause."""
        if self._player is not None and self._since is None:
            self._since = now

    def press(self, now: float) -> None:
        """End the running player's turn: give the increment and let the other's time run.

        A paused clock stays paused. A player whose flag has fallen gets no increment.
        """
        if self._player is None:
            return
        running = self.running
        self._stop(now)
        if self._left[self._player - 1] > 0:
            self._left[self._player - 1] += self.control.increment
        self._player = other(self._player)
        self._since = now if running else None

    def hand_to(self, player: Player, now: float) -> None:
        """Make it `player`'s turn without an increment, as after a take-back."""
        running = self.running
        self._stop(now)
        self._player = player
        self._since = now if running else None

    def put_back(self, left: tuple[float, float], now: float) -> None:
        """Give both players the seconds they had before; who is to move and whether stay."""
        self._left = [*left]
        if self._since is not None:
            self._since = now

    def remaining(self, player: Player, now: float) -> float:
        """Return the seconds `player` has left, 0 at least."""
        used = now - self._since if self._since is not None and player == self._player else 0.0
        return max(0.0, self._left[player - 1] - max(0.0, used))

    def flagged(self, now: float, players: Sequence[Player] = PLAYERS) -> Player | None:
        """Return which of `players` has no time left, None while all have some."""
        return next((player for player in players if self.remaining(player, now) <= 0), None)

    def state(self, now: float) -> ClockState:
        """Return the clock's state, to make a paused clock from later: `Clock(control, state)`."""
        return ClockState((self.remaining(1, now), self.remaining(2, now)), self._player)

    def _stop(self, now: float) -> None:
        if self._player is not None:
            self._left[self._player - 1] = self.remaining(self._player, now)
        self._since = None


def clock_text(seconds: float) -> str:
    """Return a time as it stands on the clock: `5:00`, `1:00:00`, and `0:09.4` near the end.

    Times are rounded up, so that `0:00` is shown only when the time is up.
    """
    if 0 < seconds < 10:
        tenths = math.ceil(seconds * 10)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    whole = math.ceil(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
