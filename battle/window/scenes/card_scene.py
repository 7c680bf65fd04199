"""The screens around the table: a card on the table with a heading, a body and a foot.

+--------------------------------+
| < Back        Heading          |   `head`
+--------------------------------+
|  rows of a form, words, art    |   `body`
+--------------------------------+
|  note             [ Primary ]  |   `foot`
+--------------------------------+
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import pygame

from battle.language import _
from battle.profile.settings import SETTINGS
from battle.window.board.view import table_cloth
from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import Form, Group, WidgetScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Button, Widget

_WIDEST: Final = 1080
_TALLEST: Final = 740

_backdrops: dict[tuple[tuple[int, int], float, str], pygame.Surface] = {}


class CardScene(WidgetScene):
    """A card with a heading and a way back. Subclasses fill `body` and `foot` in `fill`."""

    widest: ClassVar[int] = _WIDEST
    tallest: ClassVar[int] = _TALLEST
    foot_height: ClassVar[int] = 0
    notes_above: ClassVar[bool] = True
    title: ClassVar[str] = ""

    form: Form

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._begun = False

    @property
    def heading(self) -> str:
        """What stands at the top of the card: the `title`, in the language in use."""
        return _(self.title)

    def fill(self) -> None:
        """Create the widgets of the page."""
        raise NotImplementedError

    def resume(self) -> None:
        """Come back to the top, where the keyboard's focus is placed again."""
        self._begun = False

    def build(self) -> None:
        """Lay out the card and fill it."""
        self.card = card(self.size, self.theme, self.widest, self.tallest)
        px = self.theme.px
        foot = px(self.foot_height)
        gap, below = (px(12), px(18)) if foot else (px(6), px(18))
        parts = (px(12), px(52), px(18), FILL, gap, foot, below)
        _pad, self.head, _rule, self.body, _gap, self.foot, _pad = down(
            inset(self.card, px(28), 0), *parts
        )
        self.form = Form(self, self.body)
        place = pygame.Rect(self.head.left - px(14), self.head.top + px(4), px(44), px(44))
        tip = _("Back (Esc)")
        self.back = self.add_button(
            place, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip
        )
        self.fill()

    def ask(self, name: str, value: Any, change: Callable[[Any], object]) -> Any:
        """Add the row of the form that asks for a setting as it is declared; return its widget."""
        form, setting = self.form, SETTINGS[name]
        label, note = _(setting.label), _(setting.note)
        if setting.choices:
            return form.segments(label, setting.options, value, change, note=note)
        if setting.stops:
            stops = setting.stops_with(value)
            return form.slider(label, stops, value, setting.words, change, note=note)
        return form.switch(label, value, change, note=note)

    def begin_at(self, element: Widget | Group[Any]) -> None:
        """Put the focus on `element` unless it is somewhere already."""
        if not self._begun:
            self._begun = True
            self.focus(element.button if isinstance(element, Group) else element)

    def add_primary(
        self, words: str, action: Callable[[], object], icon: str, *, width: int = 230
    ) -> Button:
        """Put the button that goes on at the right of the foot; `width` is at 1280 x 800."""
        rect = pygame.Rect(0, 0, self.theme.px(width), self.theme.px(50))
        rect.midright = self.foot.midright
        return self.add_button(rect, words, action, look_as="primary", icon=icon)

    def refresh(self) -> None:
        """Rebuild the widgets: something that others depend on has changed."""
        self.resize(self.size)

    def restart(self) -> None:
        """Build the page of another step, with the keyboard's focus at its beginning."""
        self._begun = False
        self.focus(None)
        self.refresh()

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table, the card, and its heading."""
        self.paint_ground(surface)
        px = self.theme.px
        words = across(self.head, px(40), FILL)[1]
        draw.text(surface, self.theme.font(Role.TITLE), self.heading, look.INK, words)
        rule = pygame.Rect(self.head.left, self.head.bottom + px(2), self.head.width, px(1))
        surface.fill(look.LINE, rule)
        self.paint_page(surface)

    def paint_ground(self, surface: pygame.Surface) -> None:
        """Paint the table and the card on it."""
        backdrop(surface, self.theme)
        paint_card(surface, self.theme, self.card)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what is the page's own, under the widgets."""

    def paint_note(
        self, surface: pygame.Surface, words: str, ink: pygame.Color, icon: str, button: Button
    ) -> None:
        """Say something in the foot, left of its button, in two lines at the most."""
        px, note = self.theme.px, pygame.Rect(self.foot)
        draw.sign(surface, icon, px(22), ink, midleft=note.midleft)
        room = across(note, px(34), button.rect.left - note.left - px(54))[1]
        place = centred(room, room.width, 2 * self.theme.font(Role.SMALL).get_height())
        draw.text_within(surface, self.theme, Role.SMALL, words, ink, place)

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Enter in a field is `confirm`, F1 and `?` show the keys."""
        if self.typing and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return True
        types = self.typing and event.key != pygame.K_F1
        return not types and self.handle_common_key(event)

    def confirm(self) -> None:
        """Do what Enter in a text field means; by default the next field is next."""
        self._step(1)


def card(size: tuple[int, int], theme: Theme, widest: int, tallest: int) -> pygame.Rect:
    """Return where a card lies in a window of `size`."""
    margin = min(theme.px(28), size[1] // 24)
    width = min(size[0] - 2 * margin, theme.px(widest))
    height = min(size[1] - 2 * margin, theme.px(tallest))
    return centred(pygame.Rect((0, 0), size), width, height)


def backdrop(surface: pygame.Surface, theme: Theme) -> None:
    """Paint the table under dimmed light over the whole surface."""
    key = (surface.get_size(), theme.scale, theme.looks.cloth)
    if key not in _backdrops:
        _backdrops.clear()
        cloth = table_cloth(surface.get_size(), theme)
        veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        veil.fill(theme.cloth.dimmed)
        cloth.blit(veil, (0, 0))
        _backdrops[key] = cloth
    surface.blit(_backdrops[key], (0, 0))


def paint_card(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
    """Paint a card with its shadow."""
    spread = theme.px(26)
    surface.blit(_shadow(rect.size, spread), (rect.left - spread, rect.top - spread // 2))
    draw.box(surface, rect, look.PANEL, radius=theme.px(18), border=look.LINE, width=theme.px(1))


_shadows: Final = draw.PictureCache(10 << 20)


def _shadow(size: tuple[int, int], spread: int) -> pygame.Surface:
    return _shadows.get((size, spread), lambda: draw.drop_shadow(size, spread))


# --- paged card scene ----------------------------------------------------------------------------
#
# A card with several pages that are turned by buttons, arrow keys and Page Up and Down.


class PagedCardScene(CardScene):
    """A page of many; subclasses set `page_count` in `measure` and paint `self.page`."""

    page_count: int = 1
    foot_height: ClassVar[int] = 48

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.page = 0

    def measure(self) -> None:
        """Find out, for the room there is, how many pages there are."""

    @property
    def last_words(self) -> str:
        """What the button says that ends the last page."""
        return _("Done")

    def fill(self) -> None:
        """Put the buttons that turn the pages into the foot."""
        self.measure()
        self.page = min(self.page, self.page_count - 1)
        px = self.theme.px
        left, _rest, right = across(self.foot, px(170), FILL, px(170))
        words = _("Next") if self.page < self.page_count - 1 else self.last_words
        self._forward = self.add_button(right, words, self.forward, look_as="primary")
        if self.page_count > 1:
            self.add_button(
                left, _("Previous"), self.backward, look_as="quiet", enabled=self.page > 0
            )
        self.begin_at(self._forward)

    def forward(self) -> None:
        """Turn to the next page; after the last one leave."""
        if self.page < self.page_count - 1:
            self.turn(1)
        else:
            self.cancel()

    def backward(self) -> None:
        """Turn to the page before."""
        self.turn(-1)

    def turn(self, by: int) -> None:
        """Turn `by` pages, as far as there are some."""
        page = max(0, min(self.page_count - 1, self.page + by))
        if page != self.page:
            self.page = page
            self.refresh()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Turn pages with the arrow keys."""
        if event.key in (pygame.K_RIGHT, pygame.K_PAGEDOWN):
            self.turn(1)
        elif event.key in (pygame.K_LEFT, pygame.K_PAGEUP):
            self.turn(-1)
        else:
            return super().handle_key(event)
        return True

    def paint_over(self, surface: pygame.Surface) -> None:
        """Say below which page is open."""
        if self.page_count == 1:
            return
        px = self.theme.px
        words = _("{page} of {pages}").format(page=self.page + 1, pages=self.page_count)
        place = pygame.Rect(0, 0, px(200), px(20))
        place.midbottom = (self.foot.centerx, self.foot.bottom - px(2))
        draw.text(surface, self.theme.font(Role.SMALL), words, look.MUTED, place, "centre")
        step = px(16)
        row = centred(self.foot, step * self.page_count, 0)
        row.top, row.height = self.foot.top, px(24)
        for number, place in enumerate(across(row, *[step] * self.page_count)):
            size = px(9) if number == self.page else px(7)
            dot = centred(place, size, size)
            ink = look.GOLD if number == self.page else look.FAINT
            draw.box(surface, dot, ink, radius=size)
