"""Whom one plays, as people: their faces, and the list from which one of them is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Color, Rect

from battle.profile.records import WINS_TO_RISE
from battle.screens.view import Choice
from battle.window.cards import Form, Group, Option
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down
from battle.window.ui.theme import Role, Theme

_DOT: Final = 15
"""The room for a dot: two are two wins."""


def ask_people(
    form: Form, room: Rect, people: Sequence[Choice], value: str, choose: Callable[[str], object]
) -> Group[str]:
    """Add the list of whom one can play, below one another."""
    makers = iter(people)
    names = [(one.value, one.words) for one in people]

    def make(rect: Rect, words: str) -> Option:
        return _Person(rect, next(makers))

    return form.group(room, names, value, choose, upright=True, make=make)


class _Person(Option):
    """Somebody to play: face or sign, name, level, how they play, who is next, wins as dots."""

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
        dots = px(_DOT) * WINS_TO_RISE * (person.wins is not None)
        said = person.mark if person.next or not dots else ""
        words, mark, wins = across(words, FILL, small.size(said)[0] + px(8), dots)
        draw.text(surface, small, said, look.GOLD if person.next else look.PROVEN, mark)
        for number in range(WINS_TO_RISE if dots else 0):
            is_won = number < (person.wins or 0)
            slot = Rect(wins.left + px(_DOT) * number, wins.top, px(_DOT), wins.height)
            fill, edge = (look.PROVEN,) * 2 if is_won else (Color(0, 0, 0, 0), look.FAINT)
            box = centred(slot, px(9), px(9))
            draw.box(surface, box, fill, radius=box.width // 2, border=edge, width=px(1))
        end = draw.text(surface, font, self.text, ink, words).right - words.left + px(8)
        beside = across(words, end, FILL, px(8))[1]
        draw.line(surface, theme, Role.SMALL, person.tag, look.MUTED, beside)
