"""Sounds and notifications; a machine without a sound card, or without a mixer, plays silence."""

from __future__ import annotations

import os
from asyncio import AbstractEventLoop
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

import pygame

from battle.resources import asset


@contextmanager
def _unheard() -> Iterator[None]:
    """Drop what libraries themselves write to standard error, as ALSA does without a card."""
    try:
        kept = os.dup(2)
    except OSError:  # there is none
        yield
        return
    try:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


class Sound:
    """Plays the sounds of `assets/sounds` by name; never raises."""

    def __init__(self, *, wanted: bool, volume: float) -> None:
        self._wanted = wanted
        self._volume = volume
        self._available: bool | None = None
        self._loaded: dict[str, pygame.mixer.Sound] = {}

    def configure(self, *, wanted: bool, volume: float) -> None:
        """Switch the sounds on or off and set how loud they are, 0 to 1."""
        self._wanted, self._volume = wanted, volume

    @property
    def available(self) -> bool:
        """Whether there is something to play on; the card is opened on the first question."""
        if self._available is None:
            try:
                with _unheard():
                    pygame.mixer.init(frequency=44_100, channels=2, buffer=512)
                self._available = True
            except (pygame.error, NotImplementedError):
                self._available = False
        return self._available

    def play(self, name: str) -> None:
        """Play the sound `name`, if sounds are wanted and possible."""
        if not self._wanted or self._volume <= 0 or not self.available:
            return
        try:
            if name not in self._loaded:
                self._loaded[name] = pygame.mixer.Sound(asset(f"sounds/{name}.wav"))
            self._loaded[name].set_volume(self._volume)
            self._loaded[name].play()
        except (pygame.error, OSError):
            self._available = False


if TYPE_CHECKING:
    from desktop_notifier import DesktopNotifier

ANSWERED: Final = pygame.event.custom_type()
"""An event: a notification was clicked, or with `failed` it could not be shown."""


class Notifications:
    """Sends notifications in a thread of its own; the desktop answers by events.

    They are for a person whose window is behind others.
    """

    def __init__(self) -> None:
        self._loop: AbstractEventLoop | None = None
        self._notifier: DesktopNotifier | None = None

    def show(self, title: str, text: str) -> None:
        """Show a notification; return at once. A desktop that shows none answers so."""
        import asyncio

        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            Thread(target=self._loop.run_forever, name="notifications", daemon=True).start()
        asyncio.run_coroutine_threadsafe(self._show(title, text), self._loop)

    async def _show(self, title: str, text: str) -> None:
        try:
            from desktop_notifier import Capability, DesktopNotifier, Icon

            if self._notifier is None:
                icon = Icon(path=asset("icons/app.png"))
                self._notifier = DesktopNotifier("Mahjong Battle", icon)
            # `send` keeps to itself that it failed
            if Capability.TITLE not in await self._notifier.get_capabilities():
                raise RuntimeError("notifications are not possible")
            if not await self._notifier.request_authorisation():
                raise RuntimeError("notifications are not allowed")
            await self._notifier.send(title, text, on_clicked=_answer)
        except Exception:  # each desktop fails in ways of its own
            _answer(failed=True)


def _answer(*, failed: bool = False) -> None:
    with suppress(pygame.error):  # the window may be closed by now
        pygame.event.post(pygame.event.Event(ANSWERED, failed=failed))
