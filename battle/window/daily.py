"""A calendar on a card: a month, from which a day is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect

from battle.screens.view import Act, Calendar, CalendarDay, act
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Point, Widget

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_UP: -7,
    pygame.K_DOWN: 7,
    pygame.K_PAGEUP: -28,
    pygame.K_PAGEDOWN: 28,
}
"""By how many days keys go on."""


class CalendarPanel(Widget):
    """A month; a click or the arrows choose a day that can be shown."""

    def __init__(self, rect: Rect, month: Calendar, choose: Callable[[Act], object]) -> None:
        super().__init__(rect)
        self._month, self._choose = month, choose
        self._names, *rows = down(rect, rect.height // 9, *[FILL] * len(month.weeks))
        places = (place for row in rows for place in across(row, *[FILL] * 7))
        both = zip((day for week in month.weeks for day in week), places, strict=True)
        self.places = [(day, place) for day, place in both if day is not None]

    def press(self, point: Point, *, double: bool = False) -> None:
        for day, place in self.places:
            if place.collidepoint(point) and day.do is not None:
                self._choose(day.do)

    def key(self, event: pygame.event.Event) -> bool:
        by = _STEPS.get(event.key, 0)
        if not by:
            return False
        days = [day for day, _place in self.places]
        at = next(number for number, day in enumerate(days) if day.on) + by
        is_there = at < 0 or (self._month.after if at >= len(days) else days[at].do) is not None
        if is_there:
            self._choose(act(self._month.step, by=by))
        return is_there or event.key not in (pygame.K_DOWN, pygame.K_RIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        names = zip(self._month.weekdays, across(self._names, *[FILL] * 7), strict=True)
        for name, place in names:
            draw.text(surface, theme.font(Role.SMALL), name, look.MUTED, place, "centre")
        for day, place in self.places:
            _paint_day(surface, theme, day, place)


def _paint_day(surface: pygame.Surface, theme: Theme, day: CalendarDay, place: Rect) -> None:
    px, small, box = theme.px, theme.font(Role.SMALL), inset(place, theme.px(2))
    fill = look.CHOSEN if day.in_run else look.WELL
    edge, width = (look.GOLD, px(2)) if day.on else (look.LINE, px(1))
    draw.box(surface, box, fill, radius=px(8), border=edge, width=width)
    words, ink = day.number, look.FAINT if day.do is None else look.MUTED
    if day.figure:
        number, box = down(inset(box, px(4), px(3)), small.get_linesize(), FILL)
        draw.text(surface, small, words, look.MUTED, number)
        words, ink = day.figure, look.GOLD if day.figure == "0" else look.INK
    role = Role.STRONG if day.figure else Role.TEXT
    draw.text_within(surface, theme, role, words, ink, box, "centre")
