"""Hands at the real window: what mouse and keyboard post, and a window with a home of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame

from battle.storage import Places
from battle.window.main import App


@contextmanager
def own_window(settings: dict[str, Any] | None = None, **how: Any) -> Iterator[App]:
    """Open the window, with these settings, on files that are gone at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        app = App(places=Places.below(Path(home)), **how)
        if settings:
            app.change(**settings)
        yield app
        app.close()


def move_mouse(place: tuple[int, int]) -> None:
    """Move the mouse to a place of the window."""
    pygame.mouse.set_pos(place)
    moved = {"pos": place, "rel": (1, 1), "buttons": (0, 0, 0), "touch": False}
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, moved))


def press_mouse(place: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> Iterator[None]:
    """Press a button of the mouse, and let go of it; a frame may pass after each."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=place, button=button, touch=False))
        yield


def strike(code: int, mod: int = 0, sign: str = "") -> None:
    """Post the events of a key in their order: pressed, what it types, let go."""
    named = {"key": code, "mod": mod, "unicode": sign, "scancode": 0}
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, named))
    if sign:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=sign))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, named))
