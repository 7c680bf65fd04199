"""What the start screen is made of, on cards: a game at a glance, two at a board, a week, a ladder.

`PARTS` has each block of `battle.screens.view`: how high it is at most, and what lays it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import pygame
from pygame import Rect

from battle.analysis.costs import Mark
from battle.page.blocks import Score
from battle.screens.view import Act, Choice, Duel, Glance, Ladder, Square, Week, act
from battle.window.board_view import Miniature
from battle.window.scene import Scene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Button

Do: TypeAlias = Callable[[Act], object]

_BOARD: Final = 1.25
"""How wide the board of a glance is, by its height."""
_SIDE: Final = 104
"""How wide the place of one who sits at a board is."""
_MARKS: Final = (*Mark,)


def _put_glance(scene: Scene, block: Glance, _do: Do, rect: Rect) -> None:
    """Put the board at the left, and whom the game is with beside it."""
    px, board = scene.theme.px, block.board
    wide = min(round(rect.height * _BOARD), rect.width // 2)
    picture, words = across(rect, wide, FILL, gap=px(18))
    table = Miniature(scene.theme, picture)
    scene.under.append(partial(table.draw, position=board.position))
    over, name, below = down(centred(words, words.width, px(116)), px(24), px(56), px(36))
    scene.write(block.over, over, Role.TEXT)
    if block.face:
        shown, name = across(name, px(58), FILL)
        paint = partial(draw.face, name=block.face, size=px(50), midleft=shown.midleft)
        scene.under.append(paint)
    scene.write(block.name, name, Role.HEADING, look.INK)
    scene.write(block.words, below, Role.TEXT, look.INK)


def _put_duel(scene: Scene, block: Duel, _do: Do, rect: Rect) -> None:
    """Put who sits there at both sides of a board."""
    px = scene.theme.px
    ground = partial(draw.box, fill=look.PANEL, radius=px(16), border=look.LINE)
    scene.under.append(partial(ground, rect=rect))
    first, middle, second = across(inset(rect, px(10)), px(_SIDE), FILL, px(_SIDE), gap=px(6))
    table = Miniature(scene.theme, middle)
    scene.under.append(partial(table.draw, position=block.board.position))
    for score, place in zip(block.scores, (first, second), strict=True):
        _put_player(scene, score, centred(place, place.width, px(150)))


def _put_player(scene: Scene, score: Score, rect: Rect) -> None:
    px = scene.theme.px
    picture, name, number = down(rect, px(76), px(30), px(44))
    paint = partial(draw.face, name=score.face, size=px(66), center=picture.center)
    scene.under.append(paint)
    badge = Rect(0, 0, px(20), px(20)).move_to(bottomright=picture.move(-px(12), 0).bottomright)
    scene.under.append(partial(draw.badge, theme=scene.theme, player=score.player, rect=badge))
    scene.write(score.name, name, Role.STRONG, look.INK, align="centre")
    scene.write(str(score.points), number, Role.TITLE, look.INK, align="centre")


def _put_week(scene: Scene, block: Week, _do: Do, rect: Rect) -> None:
    """Put the days side by side."""
    gap = scene.theme.px(6)
    for day, place in zip(
        block.days, across(rect, *[FILL] * len(block.days), gap=gap), strict=True
    ):
        scene.under.append(partial(_paint_day, theme=scene.theme, rect=place, day=day))


def _paint_day(surface: pygame.Surface, *, theme: Theme, rect: Rect, day: Square) -> None:
    px = theme.px
    box, words = down(rect, FILL, theme.font(Role.SMALL).get_linesize() + px(2))
    box = centred(box, min(box.width, px(52)), min(box.height, px(46)))
    fill, ink = look.CHOSEN if day.done else look.WELL, look.INK
    if day.cost is not None:
        fill, ink = theme.costs[_MARKS[day.cost]], look.ON_YELLOW
    edge, width = (look.GOLD, px(2.5)) if day.now else (look.LINE, 1)
    draw.box(surface, box, fill, radius=px(9), border=edge, width=width)
    if day.figure:
        draw.line(surface, theme, Role.STRONG, day.figure, ink, box, "centre")
    elif day.done:
        draw.sign(surface, "check", px(20), look.GOLD, center=box.center)
    ink = look.GOLD if day.now else look.MUTED
    draw.line(surface, theme, Role.SMALL, day.words, ink, words, "centre")


def _put_ladder(scene: Scene, block: Ladder, do: Do, rect: Rect) -> None:
    """Put everybody's face into a row."""
    for one, place in zip(block.people, across(rect, *[FILL] * len(block.people)), strict=True):
        choose = partial(do, act(block.choose, level=one.value))
        scene.add(_Face(place, one, partial(scene.click, choose)))


class _Face(Button):
    """A face of the ladder with its name: beaten, next, or still far."""

    def __init__(self, rect: Rect, one: Choice, action: Callable[[], object]) -> None:
        super().__init__(rect, one.words, action, look_as="quiet", tip=one.note)
        self._one = one

    def room(self, theme: Theme) -> Rect:
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, one = theme.px, self._one
        self.paint_ground(surface, theme)
        if one.next:
            draw.box(surface, self.rect, look.CHOSEN, radius=px(10))
        picture, name = down(self.rect, FILL, theme.font(Role.SMALL).get_linesize() + px(6))
        size = min(px(52), picture.height - px(8))
        draw.face(surface, one.face, size, center=picture.center)
        if one.done:
            corner = picture.centerx + size // 2 - px(2), picture.centery + size // 2 - px(6)
            disc = Rect(0, 0, px(18), px(18)).move_to(center=corner)
            draw.box(surface, disc, look.PROVEN, radius=px(9))
            draw.sign(surface, "check", px(13), look.ON_GOLD, center=corner)
        ink = look.GOLD if one.next else look.INK if one.done else look.MUTED
        draw.line(surface, theme, Role.SMALL, self.text, ink, name, "centre")


PARTS: Final[Mapping[type, tuple[int, Callable[[Scene, Any, Do, Rect], object]]]] = {
    Glance: (196, _put_glance),
    Duel: (470, _put_duel),
    Week: (74, _put_week),
    Ladder: (92, _put_ladder),
}
"""None is higher than it is wide."""
