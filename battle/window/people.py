"""Whom one plays, as people: their faces, and the list from which one of them is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame
from pygame import Rect

from battle.game.setup import face, ladder, level_name, level_words
from battle.language import _
from battle.profile.options import ELSEWHERE, HERE
from battle.profile.records import SOLVER, Rung
from battle.window.cards import Form, Group, Option
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down
from battle.window.ui.theme import Role, Theme

BEST: Final = ladder()[-1].name
"""The level that the solver stands for where a game is set up."""

_TALLEST: Final = 61


def ask_rival(
    form: Form,
    room: Rect,
    rungs: Sequence[Rung],
    rival: str,
    choose: Callable[[str], object],
    *,
    friends: bool = True,
) -> Group[str]:
    """Add the list of whom one can play below one another: everybody of a ladder, then friends."""
    shown: dict[str, tuple[str, Callable[[Rect, str, str], Option]]] = {
        SOLVER if rung.level.name == BEST else rung.level.name: (
            rung.name,
            partial(_Person, rung=rung),
        )
        for rung in rungs
    }
    if friends:
        here = partial(_Friend, "people", _("at this table, taking turns"))
        shown[HERE] = _("A friend here"), here
        shown[ELSEWHERE] = _("A friend elsewhere"), partial(_Friend, "export", _("by invitation"))
    room = Rect(room.topleft, (room.width, min(room.height, len(shown) * form.theme.px(_TALLEST))))
    makers = iter([make for _words, make in shown.values()])
    names = [(value, words) for value, (words, _make) in shown.items()]

    def make(rect: Rect, words: str, tip: str) -> Option:
        return next(makers)(rect, words, tip)

    return form.group(room, names, rival, choose, upright=True, make=make)


class _Person(Option):
    """Somebody who plays at a level: face, name, level, how they play, beaten or next."""

    def __init__(self, rect: Rect, words: str, tip: str, *, rung: Rung) -> None:
        super().__init__(rect, words, tip or level_words(rung.level))
        self._rung = rung
        self.note = level_words(rung.level)

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, rung, ink = theme.px, self._rung, self.paint_ground(surface, theme)
        size = min(px(44), self.rect.height - px(6))
        picture, words, _margin = across(self.rect, size + px(26), FILL, px(14))
        draw.face(surface, face(rung.level.name), size, center=picture.center)
        font, small = theme.font(Role.BUTTON), theme.font(Role.SMALL)
        line, below = font.get_height(), small.get_height()
        if words.height >= line + below:
            words, note = down(centred(words, words.width, line + below), line, FILL)
            draw.line(surface, theme, Role.SMALL, self.note, look.MUTED, note)
        sign = px(22) * (rung.is_beaten and not rung.is_next)
        words, mark = across(words, FILL, small.size(rung.mark)[0] + sign)
        colour = look.GOLD if rung.is_next else look.PROVEN
        draw.text(surface, small, rung.mark, colour, mark, "right")
        if sign:
            draw.sign(surface, "check", px(18), look.PROVEN, midleft=mark.midleft)
        end = draw.text(surface, font, self.text, ink, words).right - words.left + px(8)
        beside = across(words, end, FILL, px(8))[1]
        draw.line(surface, theme, Role.SMALL, level_name(rung.level.name), look.MUTED, beside)


class _Friend(Option):
    """A friend: a sign, words, and where they are."""

    def __init__(self, sign: str, note: str, rect: Rect, words: str, tip: str) -> None:
        super().__init__(rect, words, tip)
        self._sign, self.note = sign, note

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, ink = theme.px, self.paint_ground(surface, theme)
        size = min(px(44), self.rect.height - px(6))
        picture, words, _margin = across(self.rect, size + px(26), FILL, px(14))
        draw.sign(surface, self._sign, px(24), ink, center=picture.center)
        end = draw.text(surface, theme.font(Role.BUTTON), self.text, ink, words).right
        note = across(words, end - words.left + px(12), FILL)[1]
        draw.text_within(surface, theme, Role.SMALL, self.note, look.MUTED, note, "right")
