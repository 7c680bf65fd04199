"""Notifications of the desktop, for a person whose window is behind others."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Final

import pygame

from battle.resources import asset

if TYPE_CHECKING:
    from desktop_notifier import DesktopNotifier

ANSWERED: Final = pygame.event.custom_type()
"""An event: a notification was clicked, or with `failed` it could not be shown."""


class Notifications:
    """Sends notifications in a thread of its own; the desktop answers by events."""

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
