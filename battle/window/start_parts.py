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
from battle.coach.answer import Look, Shown
from battle.page.blocks import Ink, Paragraph, Score
from battle.page.blocks import Role as WordsRole
from battle.rules.position import Cell
from battle.screens.share import Passed
from battle.screens.view import (
    Act,
    Choice,
    DayScore,
    Duel,
    Glance,
    Ladder,
    Portrait,
    Square,
    Week,
    act,
)
from battle.window.board_view import Miniature
from battle.window.cards import CardScene
from battle.window.pages import height_of
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Button

Do: TypeAlias = Callable[[Act], object]

_BOARD: Final = 1.15
"""How wide the board of a glance is, by its height."""
_SIDE: Final = 104
"""How wide the place of one who sits at a board is."""
_MARKS: Final = (*Mark,)


def _put_glance(scene: CardScene, block: Glance, _do: Do, rect: Rect) -> None:
    """Put the board at the left, and whom the game is with beside it."""
    px, board = scene.theme.px, block.board
    wide = min(round(rect.height * _BOARD), rect.width * 11 // 20)
    picture, words = across(rect, wide, FILL, gap=px(18))
    table = Miniature(scene.theme, picture)
    looks: dict[Cell, Look] = {cell: "played" for pair in board.shown for cell in pair.move}
    place = board.position
    shown = Shown(place.to_move, "", place, looks, is_dimmed=True) if looks else None
    scene.under.append(partial(table.draw, position=place, shown=shown))
    over, name, below = down(centred(words, words.width, px(116)), px(24), px(56), px(36))
    scene.write(block.over, over, Role.TEXT)
    if block.face:
        picture, name = across(name, px(58), FILL)
        paint = partial(draw.face, name=block.face, size=px(50), midleft=picture.midleft)
        scene.under.append(paint)
    scene.write(block.name, name, Role.HEADING, look.INK)
    scene.write(block.words, below, Role.TEXT, look.INK)


def _put_duel(scene: CardScene, block: Duel, _do: Do, rect: Rect) -> None:
    """Put who sits there at both sides of a board."""
    px = scene.theme.px
    ground = partial(draw.box, fill=look.PANEL, radius=px(16), border=look.LINE)
    scene.under.append(partial(ground, rect=rect))
    first, middle, second = across(inset(rect, px(10)), px(_SIDE), FILL, px(_SIDE), gap=px(6))
    table = Miniature(scene.theme, middle)
    scene.under.append(partial(table.draw, position=block.board.position))
    for score, place in zip(block.scores, (first, second), strict=True):
        _put_player(scene, score, centred(place, place.width, px(150)))


def _put_player(scene: CardScene, score: Score, rect: Rect) -> None:
    px = scene.theme.px
    picture, name, number = down(rect, px(76), px(30), px(44))
    paint = partial(draw.face, name=score.face, size=px(66), center=picture.center)
    scene.under.append(paint)
    badge = Rect(0, 0, px(20), px(20)).move_to(bottomright=picture.move(-px(12), 0).bottomright)
    scene.under.append(partial(draw.player_sign, player=score.player, rect=badge))
    scene.write(score.name, name, Role.STRONG, look.INK, align="centre")
    scene.write(str(score.points), number, Role.TITLE, look.INK, align="centre")


def _put_portrait(scene: CardScene, block: Portrait, _do: Do, rect: Rect) -> None:
    """Put the face at the left, name and note beside it."""
    px = scene.theme.px
    picture, words = across(rect, px(56), FILL, gap=px(8))
    paint = partial(draw.face, name=block.face, size=px(52), midleft=picture.midleft)
    scene.under.append(paint)
    name, note = down(centred(words, words.width, px(46)), px(26), FILL)
    scene.write(block.name, name, Role.HEADING, look.INK)
    scene.write(block.note, note)


def _put_day_score(scene: CardScene, block: DayScore, _do: Do, rect: Rect) -> None:
    """Put the number at the left with its words, who won at the right."""
    px, theme = scene.theme.px, scene.theme
    font = theme.font_of_size(Role.DISPLAY, rect.height * 3 // 4)
    number = block.number or "…"
    ink = look.INK if block.number else look.FAINT
    scores = px(176) if block.scores else 0
    figure, words, both = across(rect, font.size(number)[0], FILL, scores, gap=px(12))
    scene.under.append(lambda surface: draw.text(surface, font, number, ink, figure))
    lines = [Paragraph(block.words, Ink.PLAIN, WordsRole.STRONG)]
    if not block.scores:
        lines.append(Paragraph(block.won))
    tall = sum(height_of(line, theme, words.width) for line in lines)
    scene.add_page(centred(words, words.width, tall), lines)
    if not block.scores:
        return
    above, below = down(centred(both, both.width, px(68)), px(40), FILL, gap=px(4))
    scene.write(block.won, below, Role.TEXT, align="centre")
    scene.write(":", above, Role.HEADING, align="centre")
    for at, half in enumerate(across(above, FILL, FILL, gap=px(24))):
        score = block.scores[at]
        place, picture = across(half, FILL, px(34))
        if at == 0:
            picture, place = across(half, px(34), FILL)
        paint = partial(draw.face, name=score.face, size=px(34), center=picture.center)
        scene.under.append(paint)
        ink = look.INK if score.is_winner else look.MUTED
        scene.write(str(score.points), place, Role.HEADING, ink, align="centre")


def _lines_of(block: Passed) -> tuple[list[Paragraph], list[Paragraph]]:
    """Return the lines of a text above the signs, and those below them."""
    head, *more = block.text.splitlines()
    return [Paragraph(head, Ink.PLAIN)], [*map(Paragraph, more[bool(block.marks) :])]


def _passed_height(scene: CardScene, block: Passed, width: int) -> int:
    px, room = scene.theme.px, width - 2 * scene.theme.px(12)
    above, below = _lines_of(block)
    words = sum(height_of(line, scene.theme, room) for line in (*above, *below))
    return words + px(20) * bool(block.marks) + 2 * px(7)


def _put_passed(scene: CardScene, block: Passed, _do: Do, rect: Rect) -> None:
    """Put the lines of the text, the signs in colour."""
    px = scene.theme.px
    ground = partial(draw.box, fill=look.WELL, radius=px(10), border=look.LINE)
    scene.under.append(partial(ground, rect=rect))
    room = inset(rect, px(12), px(7))
    above, below = _lines_of(block)
    tall = sum(height_of(line, scene.theme, room.width) for line in above)
    first, signs, last = down(room, tall, px(20) * bool(block.marks), FILL)
    scene.add_page(first, above)
    scene.add_page(last, below)
    side, theme = px(14), scene.theme

    def paint(surface: pygame.Surface) -> None:
        for number, cost in enumerate(block.marks):
            square = Rect(signs.left + number * (side + px(3)), 0, side, side)
            square.centery = signs.centery
            fill = look.WELL if cost is None else theme.costs[_MARKS[cost]]
            draw.box(surface, square, fill, radius=px(4))

    scene.under.append(paint)


def _put_week(scene: CardScene, block: Week, _do: Do, rect: Rect) -> None:
    """Put the days side by side."""
    gap = scene.theme.px(6)
    for day, place in zip(
        block.days, across(rect, *[FILL] * len(block.days), gap=gap), strict=True
    ):
        scene.under.append(partial(_paint_square, theme=scene.theme, rect=place, day=day))


def _paint_square(surface: pygame.Surface, *, theme: Theme, rect: Rect, day: Square) -> None:
    px = theme.px
    box, words = down(rect, FILL, theme.font(Role.SMALL).get_linesize() + px(2))
    box = centred(box, min(box.width, px(52)), min(box.height, px(46)))
    fill, ink = look.CHOSEN if day.done else look.WELL, look.INK
    if day.cost is not None:
        fill, ink = theme.costs[_MARKS[day.cost]], look.ON_GOLD
    edge, width = (look.GOLD, px(2.5)) if day.now else (look.LINE, 1)
    draw.box(surface, box, fill, radius=px(9), border=edge, width=width)
    if day.figure:
        draw.line(surface, theme, Role.STRONG, day.figure, ink, box, "centre")
    elif day.done:
        draw.sign(surface, "check", px(20), look.GOLD, center=box.center)
    ink = look.GOLD if day.now else look.MUTED
    draw.line(surface, theme, Role.SMALL, day.words, ink, words, "centre")


def _put_ladder(scene: CardScene, block: Ladder, do: Do, rect: Rect) -> None:
    """Put everybody's face into a row."""
    for one, place in zip(block.people, across(rect, *[FILL] * len(block.people)), strict=True):
        choose = partial(do, act(block.choose, level=one.value))
        scene.add(_Face(place, one, partial(scene.click, choose)))


class _Face(Button):
    """A face of the ladder with its name and its wins as dots: beaten, next, or still far."""

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
        line = theme.font(Role.SMALL).get_linesize()
        picture, name, wins, _foot = down(self.rect, FILL, line, px(14), px(4))
        size = min(px(52), picture.height - px(8))
        draw.face(surface, one.face, size, center=picture.center)
        if not (one.done or one.next):
            veil = Rect(0, 0, size, size).move_to(center=picture.center)
            draw.box(surface, veil, look.translucent(look.PANEL, 120), radius=px(10))
        for number, left in enumerate((-px(7), px(7))):
            is_won = number < (one.wins or 0)
            fill = look.PROVEN if is_won else look.translucent(look.PANEL, 0)
            edge = None if is_won else look.FAINT
            dot = Rect(0, 0, px(8), px(8)).move_to(center=(wins.centerx + left, wins.centery))
            draw.box(surface, dot, fill, radius=px(4), border=edge)
        ink = look.GOLD if one.next else look.INK if one.done else look.MUTED
        draw.line(surface, theme, Role.SMALL, self.text, ink, name, "centre")


Height: TypeAlias = int | Callable[[CardScene, Any, int], int]
PARTS: Final[Mapping[type, tuple[Height, Callable[[CardScene, Any, Do, Rect], object]]]] = {
    Glance: (196, _put_glance),
    Duel: (470, _put_duel),
    Portrait: (56, _put_portrait),
    DayScore: (84, _put_day_score),
    Passed: (_passed_height, _put_passed),
    Week: (74, _put_week),
    Ladder: (100, _put_ladder),
}
"""None with a plain height is higher than it is wide."""
