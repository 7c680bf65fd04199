"""What the window holds on to: bounded caches, and nothing of screens that were left."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pygame
import pytest

from battle.window.main import settle, tidy
from battle.window.ui.draw import PictureCache
from tests.support.pilot import friends, pilot_at

SCREENS = ["rules", "settings", "history", "trainer", "new_game", "keys", "editor", "home"]


def test_kept_pictures_stay_within_their_limit() -> None:
    """A cache never holds more bytes than its limit, the pictures used last, and counts right."""
    cache = PictureCache(10 * 400)
    for number in range(50):
        cache.get(number % 17, lambda: pygame.Surface((10, 10), depth=32))
        assert cache.size == 400 * min(number + 1, 10)
    made: list[int] = []
    cache.get(49 % 17, lambda: made.append(1) or pygame.Surface((10, 10)))  # type: ignore[func-returns-value]
    assert not made


def test_a_picture_larger_than_the_limit_is_kept_alone() -> None:
    """What is larger than the whole cache is made once, and goes when the next comes."""
    cache = PictureCache(1000)
    large = cache.get("large", lambda: pygame.Surface((50, 50), depth=32))
    assert cache.get("large", lambda: pygame.Surface((1, 1))) is large
    cache.get("small", lambda: pygame.Surface((5, 5), depth=32))
    assert cache.size == 100


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_keeps_a_screen_that_was_left(screen: str, tmp_path: Path) -> None:
    """A screen that was left is freed with its widgets once memory is tidied."""
    with pilot_at(tmp_path) as pilot:
        friends(pilot)
        pilot.app.go(screen)
        pilot.run(0.5)
        left = weakref.ref(pilot.scene)
        friends(pilot)
        pilot.run(0.5)
        tidy()
        assert left() is None, gc.get_referrers(left())


class Ring:
    """Something that refers to itself, which only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_there_when_memory_settled_is_left_out() -> None:
    """A ring from before stays when memory is tidied, one from afterwards goes."""
    try:
        before = Ring()
        old = weakref.ref(before)
        settle()
        after = Ring()
        young = weakref.ref(after)
        del before, after
        tidy()
        assert old() is not None
        assert young() is None
    finally:
        gc.unfreeze()
    tidy()
    assert old() is None
