"""Whom one plays, as people: their faces, and the list from which one of them is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect

from battle.screens.view import Choice
from battle.window.cards import Form, Group, Option
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down
from battle.window.ui.theme import Role, Theme

TALLEST: Final = 61
"""How high a row gets."""


def ask_people(
    form: Form, room: Rect, people: Sequence[Choice], value: str, choose: Callable[[str], object]
) -> Group[str]:
    """Add the list of whom one can play, below one another."""
    room = Rect(room.topleft, (room.width, min(room.height, len(people) * form.theme.px(TALLEST))))
    makers = iter(people)
    names = [(one.value, one.words) for one in people]

    def make(rect: Rect, words: str, tip: str) -> Option:
        return _Person(rect, next(makers))

    return form.group(room, names, value, choose, upright=True, make=make)


class _Person(Option):
    """Somebody to play: face or sign, name, level, how they play, beaten or next."""

    def __init__(self, rect: Rect, person: Choice) -> None:
        super().__init__(rect, person.words, person.note)
        self._person, self.note = person, person.note

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, person, ink = theme.px, self._person, self.paint_ground(surface, theme)
        size = min(px(44), self.rect.height - px(6))
        picture, words, _margin = across(self.rect, size + px(26), FILL, px(14))
        if person.face:
            draw.face(surface, person.face, size, center=picture.center)
        else:
            draw.sign(surface, person.icon, px(24), ink, center=picture.center)
        font, small = theme.font(Role.BUTTON), theme.font(Role.SMALL)
        line, below = font.get_height(), small.get_height()
        if words.height >= line + below:
            words, note = down(centred(words, words.width, line + below), line, FILL)
            draw.line(surface, theme, Role.SMALL, self.note, look.MUTED, note)
        sign = px(22) * (person.done and not person.next)
        words, mark = across(words, FILL, small.size(person.mark)[0] + sign)
        colour = look.GOLD if person.next else look.PROVEN
        draw.text(surface, small, person.mark, colour, mark, "right")
        if sign:
            draw.sign(surface, "check", px(18), look.PROVEN, midleft=mark.midleft)
        end = draw.text(surface, font, self.text, ink, words).right - words.left + px(8)
        beside = across(words, end, FILL, px(8))[1]
        draw.line(surface, theme, Role.SMALL, person.tag, look.MUTED, beside)
