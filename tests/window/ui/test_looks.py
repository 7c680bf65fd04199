"""What a person can choose of the looks, seen also with the eyes of the colour-blind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from battle.profile import settings
from battle.rules.position import KINDS
from battle.window.ui import theme as look
from battle.window.ui.theme import (
    CLOTHS,
    COST_COLOURS,
    PLAIN,
    SAFE,
    TILE_SETS,
    Looks,
    Theme,
)
from battle.window.ui.tile_art import TileArt
from tests.support.pilot import friends, pilot_at


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.Window("test", (64, 64)).get_surface()


# Full colour blindness of three kinds, on linear RGB: Machado, Oliveira and Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def seen(colour: pygame.Color, eyes: Sequence[Sequence[float]]) -> np.ndarray:
    """Return a colour as it is seen, in CIELAB."""
    share = np.array([colour.r, colour.g, colour.b]) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    xyz = np.array(_TO_XYZ) @ np.clip(np.array(eyes) @ linear, 0, 1) / (0.9505, 1.0, 1.089)
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array(
        [116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])], dtype=float
    )


@pytest.mark.parametrize("eyes", EYES)
def test_safe_colours_are_told_apart_by_all_eyes(eyes: str) -> None:
    """Any two safe colours of costs, and any two suits, are 20 CIELAB units apart or more."""
    for colours in (COST_COLOURS[SAFE].values(), look.SUITS.values()):
        for one, other in combinations(colours, 2):
            far = np.linalg.norm(seen(one, EYES[eyes]) - seen(other, EYES[eyes]))
            assert far >= 20, (one, other, far)


def test_what_can_be_chosen_can_be_kept(tmp_path: Path) -> None:
    """Every choice of the looks is a setting that is read back; another word is refused."""
    with pilot_at(tmp_path) as pilot:
        for tiles in TILE_SETS:
            for cloth in CLOTHS:
                for costs in COST_COLOURS:
                    pilot.app.change(tile_set=tiles, table=cloth, cost_colours=costs)
                    kept = settings.load(pilot.app.places)[0]
                    assert Looks(kept.tile_set, kept.table, kept.cost_colours) == Looks(
                        tiles, cloth, costs
                    )


def test_every_look_is_another_picture(tmp_path: Path) -> None:
    """Another table, and other tiles, change what is seen of a game that goes on."""
    with pilot_at(tmp_path) as pilot:
        friends(pilot)
        pictures = []
        for cloth in CLOTHS:
            pilot.app.change(table=cloth)
            pictures.append(pilot.pixels())
        pilot.app.change(tile_set=PLAIN)
        pictures.append(pilot.pixels())
        assert len(set(pictures)) == len(CLOTHS) + 1


@pytest.mark.parametrize("width", [20, 39, 54, 150])
def test_every_plain_tile_differs_at_every_size(width: int) -> None:
    """All 27 plain faces differ from each other and from themselves when blocked."""
    art = TileArt(width, Theme(1.0, Looks(tiles=PLAIN)), rank_digits=True)
    pictures = {
        pygame.image.tobytes(art.tile(kind, dimmed=dimmed), "RGBA")
        for kind in KINDS
        for dimmed in (False, True)
    }
    assert len(pictures) == 2 * len(KINDS)


def test_pairs_fly_faster_when_that_is_chosen(tmp_path: Path) -> None:
    """At twice the speed a pair arrives in half the time; without animation it is there at once."""
    taken = []
    with pilot_at(tmp_path) as pilot:
        for speed in (0.5, 1.0, 2.0):
            pilot.app.change(animation_speed=speed)
            table = friends(pilot)
            pilot.run(3.0)
            table.session.play(table.session.position.legal_moves[0])
            frames = 0
            while frames == 0 or table.motion.moving:
                pilot.run(1 / 60)
                frames += 1
            taken.append(frames)
    assert all(slow / fast == pytest.approx(2, rel=0.15) for slow, fast in pairwise(taken)), taken
