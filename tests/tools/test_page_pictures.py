"""The pictures that browsers show of the page."""

from __future__ import annotations

import pygame

from tools.page.pictures import SCREENSHOTS, picture_of


def test_pictures_are_as_large_as_the_manifest_says() -> None:
    """Each has the size that is said of it, else browsers show none."""
    for shown in SCREENSHOTS:
        width, height = pygame.image.load(picture_of(shown["form_factor"])).get_size()
        assert shown["sizes"] == f"{width}x{height}"
