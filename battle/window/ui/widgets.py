"""What mouse and keyboard use on a screen: buttons, switches, sliders, fields for text, lists.

A widget knows its place, paints itself and reacts to the mouse that was pressed on it and to the
keys that come while it has the focus; which of them that is, hovering, tips and the keyboard's walk
belong to the screen (`battle.window.scene`).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

import pygame
from pygame import Color, Rect

from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS, Layer
from battle.window.ui.keys import key_of
from battle.window.ui.layout import FILL, centred, down, inset
from battle.window.ui.theme import Role, Theme
from battle.words import titled

# --- scrolling -----------------------------------------------------------------------------------


class Scroller:
    """What is seen of `count` rows of one height in a rectangle: those from `first` on.

    A page that scrolls smoothly has rows of a pixel.
    """

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.row_height = 1
        self.count = 0
        self.first = 0

    def place(self, rect: pygame.Rect, row_height: int = 1) -> None:
        """Lay it out in `rect`."""
        self.rect, self.row_height = rect, max(1, row_height)
        self.scroll(0)

    def fill(self, count: int) -> None:
        """Show `count` rows."""
        self.count = count
        self.scroll(0)

    @property
    def seen(self) -> int:
        """How many whole rows fit."""
        return max(1, self.rect.height // self.row_height)

    @property
    def is_longer(self) -> bool:
        """Whether there are more rows than fit."""
        return self.count > self.seen

    def scroll(self, rows: int) -> None:
        """Move the rows up by `rows`."""
        self.first = max(0, min(self.first + rows, self.count - self.seen))

    def bring(self, begin: int, end: int) -> None:
        """Bring the rows from `begin` to before `end` into sight, the last of them in any case."""
        self.first = max(min(self.first, begin), end - self.seen)
        self.scroll(0)

    def paint_bar(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paint beside the rows which of them are seen, if there are more."""
        if self.is_longer:
            px, rect = theme.px, self.rect
            height = max(px(16), round(rect.height * self.seen / self.count))
            share = self.first / (self.count - self.seen)
            knob = pygame.Rect(0, 0, px(4), height)
            knob.topright = rect.right + px(6), rect.top + round(share * (rect.height - height))
            draw.box(surface, knob, look.SCROLL_KNOB, radius=knob.width // 2)


class Listing(Scroller):
    """The rows of a list; `chosen` is the row the keyboard is on."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: int | None = None
        self.hovered: int | None = None

    def fill(self, count: int) -> None:
        if self.chosen is not None and self.chosen >= count:
            self.chosen = count - 1 if count else None
        self.hovered = None
        super().fill(count)

    @property
    def rows(self) -> range:
        """The rows that are seen."""
        return range(self.first, min(self.count, self.first + self.seen))

    def rect_of(self, row: int) -> pygame.Rect:
        """Return where a row is."""
        top = self.rect.top + (row - self.first) * self.row_height
        return pygame.Rect(self.rect.left, top, self.rect.width, self.row_height)

    def row_at(self, point: tuple[int, int]) -> int | None:
        """Return the row a point lies in."""
        if not self.rect.collidepoint(point):
            return None
        row = self.first + (point[1] - self.rect.top) // self.row_height
        return row if row in self.rows else None

    def choose(self, row: int | None) -> None:
        """Choose a row and bring it into sight."""
        self.chosen = row
        if row is not None:
            self.bring(row, row + 1)


_LIST_HEAD: Final = 36


def list_rows(theme: Theme, rect: pygame.Rect) -> pygame.Rect:
    """Return the part of a list's panel that its rows take."""
    head, pad = theme.px(_LIST_HEAD), theme.px(8)
    return pygame.Rect(
        rect.left + pad, rect.top + head, rect.width - 2 * pad, max(0, rect.height - head - pad)
    )


# --- widgets -------------------------------------------------------------------------------------

Value = TypeVar("Value")
Point = tuple[int, int]

_CTRL: Final = pygame.KMOD_CTRL | pygame.KMOD_META


class Widget:
    """Something at a place that is clicked, dragged or typed into; one that is `off` says why."""

    off = False

    def __init__(self, rect: Rect, *, text: str = "", tip: str = "") -> None:
        self.rect = Rect(rect)
        self.text = text
        self.tip = tip
        self.enabled = self.visible = True
        self.hovered = self.held = False

    @property
    def is_grey(self) -> bool:
        """Whether it does nothing now, but may say why."""
        return self.off or not self.enabled

    @property
    def usable(self) -> bool:
        """Whether it reacts to anything."""
        return self.enabled and self.visible

    def hover(self, point: Point | None) -> None:
        """Follow the mouse over it; None once it is elsewhere."""
        self.hovered = point is not None

    def press(self, point: Point, *, double: bool = False) -> None:
        """Begin a press here; a second click at once is `double`."""

    def drag(self, point: Point) -> None:
        """Follow the mouse that was pressed here."""

    def release(self, point: Point) -> None:
        """End a press that began here."""

    def scroll(self, rows: int) -> bool:
        """Turn the wheel over it; return whether it was used."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Take a key while it has the focus; return whether it was used."""
        return False

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        """Paint it."""
        raise NotImplementedError


# --- panels -------------------------------------------------------------------------------------


class Panel(Widget):
    """A widget that is painted again when what is `shown` has changed, if it lies on a panel.

    The panel has a `title` and at its right a `note`, if there are any.
    """

    title = ""
    note = ""

    def __init__(self) -> None:
        super().__init__(Rect(0, 0, 0, 0))

    def place(self, theme: Theme, rect: Rect, panel: Rect | None = None) -> None:
        """Lay it out in `rect`, on a panel if one is given."""
        self.theme, self.rect = theme, rect
        self.layer = None if panel is None else Layer(panel)

    @property
    def shown(self) -> object:
        """What its picture depends on."""
        raise NotImplementedError

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint what lies on the panel."""
        raise NotImplementedError

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool = False) -> None:
        if self.layer is None:
            self.paint_content(surface)
        else:
            self.layer.draw(surface, (self.shown, self.title, self.note), self._paint_panel)

    def _paint_panel(self, surface: pygame.Surface) -> None:
        assert self.layer is not None
        theme, rect = self.theme, self.layer.rect
        draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
        head = Rect(rect.left, rect.top, rect.width, theme.px(_LIST_HEAD))
        head.inflate_ip(-2 * theme.px(14), 0)
        place = draw.text(surface, theme.font(Role.FIGURES), self.note, look.MUTED, head, "right")
        head.width = place.left - head.left - theme.px(6)
        draw.text(surface, theme.font(Role.STRONG), self.title, look.INK, head)
        self.paint_content(surface)


# --- buttons ------------------------------------------------------------------------------------


class Shades(NamedTuple):
    """A colour in each state of a button."""

    normal: Color
    hovered: Color
    held: Color
    disabled: Color
    selected: Color


class Style(NamedTuple):
    """How a button looks; a flat one has no edge.

    Words after an icon begin at `indent`; without one both stand in the middle.
    """

    fill: Shades
    edge: Shades
    ink: Shades
    role: Role = Role.BUTTON
    indent: int = 0
    radius: int = 8


_INDENT: Final = 52
"""Where words after an icon begin for want of room in the middle."""
_FACE, _LARGE_FACE = 34, 74
"""How large the face of a button is, and of a high one."""
_CLEAR: Final = Color(0, 0, 0, 0)
_EDGE: Final = Shades(look.LINE, look.EDGE, look.GOLD, look.DISABLED, look.GOLD)
_NO_EDGE: Final = Shades(_CLEAR, _CLEAR, look.GOLD, _CLEAR, look.GOLD)
_INK: Final = Shades(look.INK, look.BRIGHT, look.BRIGHT, look.FAINT, look.BRIGHT)
_FILL: Final = Shades(look.PANEL_RAISED, look.HOVERED, look.HELD, look.DISABLED, look.CHOSEN)
_PLAIN: Final = Style(_FILL, _EDGE, _INK)
_DARK: Final = look.ON_YELLOW
_PRIMARY: Final = Style(
    Shades(look.YELLOW, look.YELLOW_BRIGHT, look.YELLOW, look.DISABLED, look.YELLOW_BRIGHT),
    Shades(look.PRIMARY_EDGE, look.PRIMARY_EDGE, look.PRIMARY_EDGE, look.LINE, look.GOLD),
    Shades(_DARK, _DARK, _DARK, look.FAINT, _DARK),
    Role.STRONG,
)
_SEGMENT: Final = Style(
    Shades(_CLEAR, look.PANEL_RAISED, look.HELD, _CLEAR, look.CHOSEN),
    _NO_EDGE,
    _INK._replace(normal=look.MUTED),
    indent=34,
    radius=7,
)
_FLAT: Final = Shades(*[_CLEAR] * 5)
STYLES: Final = {
    "": _PLAIN,
    "primary": _PRIMARY,
    "quiet": _PLAIN._replace(
        fill=_FILL._replace(normal=_CLEAR, disabled=_CLEAR),
        edge=_EDGE._replace(normal=_CLEAR, disabled=_CLEAR),
    ),
    "tool": _PLAIN._replace(fill=_FILL._replace(normal=look.PANEL), radius=10),
    "stacked": _PLAIN._replace(fill=_FILL._replace(normal=look.PANEL), role=Role.SMALL, radius=12),
    "segment": _SEGMENT,
    "row": Style(Shades(_CLEAR, look.PANEL_RAISED, look.HELD, _CLEAR, look.CHOSEN), _FLAT, _INK),
    "bare": Style(_FLAT, _FLAT, _INK),
    "card": _PLAIN._replace(
        fill=_FILL._replace(normal=look.PANEL), role=Role.STRONG, indent=60, radius=10
    ),
    "menu_item": _PLAIN._replace(role=Role.HEADING, indent=64, radius=10),
    "menu_item_primary": _PRIMARY._replace(role=Role.HEADING, indent=64, radius=10),
}
"""How buttons look: what is done most often stands out as `primary`."""


class Button(Widget):
    """Does something when it is pressed.

    Words stand in its middle, after the icon; an icon alone fills it. Words that have no room take
    two lines, get smaller, or are cut, and are then shown whole (`draw.text_within`). Lines of
    a `note` stand below them in small letters, `aside` at the right, and at the upper right corner
    how many messages wait behind it in a `badge`.
    """

    note = ""
    aside = ""
    face = ""
    badge = 0

    def __init__(
        self,
        rect: Rect,
        text: str,
        action: Callable[[], object],
        *,
        look_as: str = "",
        icon: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(rect, text=text, tip=tip)
        self.action = action
        self.style = STYLES[look_as]
        self.icon = icon
        self.selected = False

    def release(self, point: Point) -> None:
        if self.usable and self.rect.collidepoint(point):
            self.action()

    def _shade(self, shades: Shades) -> Color:
        if self.is_grey:
            return shades.disabled
        if self.held and self.hovered:
            return shades.held
        if self.selected:
            return shades.selected
        return shades.hovered if self.hovered else shades.normal

    def room(self, theme: Theme) -> Rect:
        """Return where its words stand: after the icon, or in its middle; before a badge."""
        before = theme.px(self.style.indent or _INDENT) + self._beyond(theme) if self.icon else 0
        margin = theme.px(3)
        left = before or theme.px(2)
        right = self._badge_box(theme).left if self.badge else self.rect.right
        width = right - self.rect.left - left - theme.px(10 if before and not self.badge else 2)
        return Rect(
            self.rect.left + left, self.rect.top - margin, width, self.rect.height + 2 * margin
        )

    def paint_ground(self, surface: pygame.Surface, theme: Theme) -> Color:
        """Paint the ground; return the ink for what stands on it."""
        fill, edge, ink = (self._shade(shades) for shades in self.style[:3])
        radius = theme.px(self.style.radius)
        if fill.a or edge.a:
            draw.box(surface, self.rect, fill, radius=radius, border=edge, width=theme.px(1))
        return ink

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, style, ink = theme.px, self.style, self.paint_ground(surface, theme)
        room = self.room(theme)
        if self.icon:
            place = Rect(self.rect)
            if self.text:
                place.width = 2 * px(20) + px(22) + self._beyond(theme)
                place.x += (spare := self._spare(theme, room))
                room = Rect(room.left + spare, room.top, room.width - spare, room.height)
            self.paint_icon(surface, theme, place.center, ink)
        if self.note:
            self._paint_noted(surface, theme, ink, room)
        elif self.text:
            align: draw.Align = "left" if self.icon else "centre"
            draw.text_within(surface, theme, style.role, self.text, ink, room, align)
        if self.aside:
            place = self.rect.inflate(-2 * px(20), 0)
            shown = ink if style.fill is _PRIMARY.fill else look.GOLD
            draw.text(surface, theme.font(Role.STRONG), self.aside, shown, place, "right")
        if self.badge:
            self._paint_badge(surface, theme)

    def _beyond(self, theme: Theme) -> int:
        """Return how much larger its face is where it is high."""
        tall = min(theme.px(_LARGE_FACE), self.rect.height - theme.px(2 * _FACE))
        return max(0, tall - theme.px(_FACE)) * bool(self.face)

    def _spare(self, theme: Theme, room: Rect) -> int:
        """Return how far icon and words move to the right to stand in the middle."""
        if self.style.indent or self.aside or self.badge:
            return 0
        lines = (self.text, theme.font(self.style.role)), (self.note, theme.font(Role.SMALL))
        wide = max(font.size(words)[0] for words, font in lines)
        return max(0, room.width - theme.px(10) - wide) // 2

    def paint_icon(self, surface: pygame.Surface, theme: Theme, centre: Point, ink: Color) -> None:
        """Paint what stands before the words."""
        shown = ink if self.style.fill is _PRIMARY.fill or self.is_grey else look.INK
        if self.face:
            draw.face(surface, self.face, theme.px(_FACE) + self._beyond(theme), center=centre)
        else:
            draw.sign(surface, self.icon, theme.px(22), shown, center=centre)

    def _paint_noted(self, surface: pygame.Surface, theme: Theme, ink: Color, room: Rect) -> None:
        """Paint the words and the note below them, or, for want of room, in one small line.

        Where that is too long the note is read by pointing at the words.
        """
        is_large, notes = self._beyond(theme) > 0, self.note.split("\n")
        roles = [Role.LARGE, Role.TEXT] * is_large
        fits = (one for one in roles if theme.font(one).size(notes[0])[0] < room.width)
        role = next(fits, Role.SMALL)
        small, strong = theme.font(role), theme.font(Role.STRONG)
        large = theme.font(Role.TITLE if is_large else self.style.role)
        align: draw.Align = "left" if self.icon else "centre"
        below = small.get_linesize()
        tall = self.rect.height - theme.px(6)
        fonts = (large, strong) if large.size(self.text)[0] <= room.width else (strong,)
        font = next((fitting for fitting in fonts if fitting.get_linesize() + below <= tall), None)
        if font is None:
            both = titled(self.text, notes[0])
            if small.size(both)[0] <= room.width:
                draw.text(surface, small, both, ink, room, align)
            else:
                draw.text(surface, strong, self.text, ink, room, align)
                draw.CUT_TEXTS.note(surface, room, both, self.text)
            return
        line = font.get_linesize()
        notes = notes[: (tall - line) // below]
        words, rest = down(centred(room, room.width, line + len(notes) * below), line, FILL)
        rest.width = self.rect.right - theme.px(10) - rest.left  # also below a badge
        if self.aside:
            rest.width -= strong.size(self.aside)[0] + theme.px(16)
        draw.text(surface, font, self.text, ink, words, align)
        muted = ink if self.style.fill is _PRIMARY.fill or self.is_grey else look.MUTED
        for note, place in zip(notes, down(rest, *[below] * len(notes)), strict=True):
            draw.text_within(surface, theme, role, note, muted, place, align)

    def _paint_badge(self, surface: pygame.Surface, theme: Theme) -> None:
        box = self._badge_box(theme)
        draw.box(surface, box, look.REFUSED, radius=box.height // 2, border=look.ON_GOLD)
        draw.text(surface, theme.font(Role.SMALL), str(self.badge), look.ON_GOLD, box, "centre")

    def _badge_box(self, theme: Theme) -> Rect:
        px, font = theme.px, theme.font(Role.SMALL)
        height = font.get_linesize() + px(2)
        box = Rect(0, 0, max(height, font.size(str(self.badge))[0] + px(14)), height)
        box.topright = self.rect.right + px(4), self.rect.top - px(4)
        return box


class Tool(Button):
    """An icon above its word."""

    def __init__(self, *what: Any, **how: Any) -> None:
        super().__init__(*what, look_as="stacked", **how)

    def room(self, theme: Theme) -> Rect:
        inner = inset(self.rect, theme.px(4), theme.px(6))
        return down(inner, FILL, theme.font(self.style.role).get_linesize())[1]

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        ink, room = self.paint_ground(surface, theme), self.room(theme)
        middle = self.rect.centerx, (self.rect.top + theme.px(6) + room.top) // 2
        self.paint_icon(surface, theme, middle, ink)
        draw.text_within(surface, theme, self.style.role, self.text, ink, room, "centre")
        if self.badge:
            self._paint_badge(surface, theme)


class Switch(Button):
    """A row with its words at the left, turned on and off wherever it is pressed.

    Its control is at the right, or begins `at` a place, as those of other rows do; then the note
    stands beside it.
    """

    def __init__(
        self,
        rect: Rect,
        text: str,
        note: str,
        action: Callable[[], object],
        *,
        on: bool,
        at: int | None = None,
    ) -> None:
        super().__init__(rect, text, action, look_as="row")
        self.note = note
        self.on = on
        self.at = at

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px = theme.px
        self.paint_ground(surface, theme)
        words, pill = self.rect.inflate(-px(16), 0), Rect(0, 0, px(50), px(28))
        pill.midright = words.midright
        note = self.note
        if self.at is not None:
            pill.left, note = self.at, ""
            beside = Rect(pill.right + px(14), words.top, 0, words.height)
            beside.width = words.right - beside.left
            draw.text_within(surface, theme, Role.SMALL, self.note, look.MUTED, beside)
        words.width = pill.left - px(12) - words.left
        paint_label(surface, theme, words, self.text, note)
        paint_switch(surface, theme, pill, on=self.on)


def paint_switch(surface: pygame.Surface, theme: Theme, rect: Rect, *, on: bool) -> None:
    """Paint a switch: its knob on the right with a tick when it is on, else on the left."""
    px = theme.px
    ground, edge, ink = (
        (look.GOLD, look.GOLD, look.ON_GOLD) if on else (look.WELL, look.FAINT, look.MUTED)
    )
    draw.box(surface, rect, ground, radius=rect.height // 2, border=edge, width=px(1.5))
    inner = rect.inflate(-px(8), -px(8))
    knob = Rect(0, inner.top, inner.height, inner.height)
    knob.left = inner.right - knob.width if on else inner.left
    draw.box(surface, knob, ink, radius=knob.height // 2)
    if on:
        draw.sign(surface, "check", px(18), look.ON_GOLD, midleft=(rect.left + px(6), rect.centery))


def paint_label(surface: pygame.Surface, theme: Theme, rect: Rect, words: str, note: str) -> None:
    """Paint the label of a row of a form, and below it in small letters a note.

    A note for which the row is too low or too narrow is read by pointing at the words.
    """
    label = Rect(rect)
    line, small = (theme.font(role).get_height() for role in (Role.TEXT, Role.SMALL))
    least = theme.font_of_size(Role.SMALL, round(theme.px(Role.SMALL.value[1]) * draw.LEAST_SHARE))
    if note and (line + small > rect.height or least.size(note)[0] > rect.width):
        draw.CUT_TEXTS.note(surface, rect, f"{words}\n{note}", words)
    elif note:
        label = Rect(rect.left, rect.centery - (line + small) // 2, rect.width, line)
        below = Rect(rect.left, label.bottom, rect.width, small)
        draw.text_within(surface, theme, Role.SMALL, note, look.MUTED, below)
    draw.text_within(surface, theme, Role.TEXT, words, look.INK, label)


# --- sliders ------------------------------------------------------------------------------------


class Slider(Widget, Generic[Value]):
    """A knob on a track with stops, and the words of the stop it is at in `figures`.

    The change is reported when the knob is let go, and at once for keys.
    """

    def __init__(
        self,
        rect: Rect,
        figures: Rect,
        stops: Sequence[Value],
        value: Value,
        words: Callable[[Value], str],
        change: Callable[[Value], object],
    ) -> None:
        super().__init__(rect)
        self.figures = figures
        self.stops = stops
        self.words = words
        self.change = change
        self.at = list(stops).index(value) if value in stops else 0

    @property
    def _way(self) -> int:
        """How far the knob's middle goes, in pixels; the knob is as wide as the track is high."""
        return self.rect.width - self.rect.height

    @property
    def knob(self) -> Rect:
        """Where the knob is."""
        share = self.at / max(1, len(self.stops) - 1)
        side = self.rect.height
        return Rect(self.rect.left + round(share * self._way), self.rect.top, side, side)

    def press(self, point: Point, *, double: bool = False) -> None:
        self._before = self.at
        self.drag(point)

    def drag(self, point: Point) -> None:
        share = (point[0] - self.rect.left - self.rect.height / 2) / max(1, self._way)
        self.at = round(max(0.0, min(1.0, share)) * (len(self.stops) - 1))

    def release(self, point: Point) -> None:
        if self.at != self._before:
            self.change(self.stops[self.at])

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        by = 1 if event.key == pygame.K_RIGHT else -1
        before, self.at = self.at, max(0, min(len(self.stops) - 1, self.at + by))
        if self.at != before:
            self.change(self.stops[self.at])
        return True

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, knob = theme.px, self.knob
        track = Rect(self.rect.left, 0, self.rect.width, px(6)).move_to(centery=self.rect.centery)
        radius = track.height // 2
        draw.box(surface, track, look.WELL, radius=radius, border=look.LINE)
        track.width = knob.centerx - track.left
        draw.box(surface, track, look.GOLD_DEEP, radius=radius)
        shade = _PRIMARY.fill.held if self.held else _PRIMARY.fill[self.hovered]
        draw.box(surface, knob, shade, radius=knob.height // 2)
        words, font = self.words(self.stops[self.at]), theme.font(Role.STRONG)
        draw.text(surface, font, words, look.INK, self.figures, "right")


# --- text ---------------------------------------------------------------------------------------


_BLINK: Final = 0.53
"""How long the caret is seen, and then not, in seconds."""


class TextField(Widget):
    """A line of text to type in, with a selection, the clipboard, and input methods.

    `change` gets the text after every edit. A field for `digits` takes nothing else.
    """

    def __init__(
        self,
        rect: Rect,
        theme: Theme,
        text: str,
        change: Callable[[str], object],
        *,
        placeholder: str = "",
        limit: int = 0,
        digits: bool = False,
    ) -> None:
        super().__init__(rect, text=text)
        self.change = change
        self.placeholder = placeholder
        self._limit = limit or 10_000
        self._digits = digits
        self._font = theme.font(Role.BUTTON)
        self._pad = theme.px(10)
        self.caret = self._anchor = len(text)
        self._composed = ""
        self._shift = 0
        self._blinked, self._still = ("", 0), 0.0

    @property
    def _selection(self) -> tuple[int, int]:
        """Where the selection begins and ends."""
        return min(self.caret, self._anchor), max(self.caret, self._anchor)

    def set_text(self, text: str) -> None:
        """Show another text without reporting the change."""
        self.text, self.caret, self._anchor = text, len(text), len(text)

    def follow(self, before: TextField) -> None:
        """Go on where the field was that this one replaces, if it has the same text."""
        if self.text == before.text:
            self.caret, self._anchor, self._shift = before.caret, before._anchor, before._shift

    def insert(self, typed: str) -> None:
        """Put text in place of the selection, as much as there is room for."""
        begin, end = self._selection
        kept = "".join(c for c in typed if c.isdecimal() or (not self._digits and c.isprintable()))
        kept = kept[: max(0, self._limit - len(self.text) + end - begin)]
        before, self.text = self.text, self.text[:begin] + kept + self.text[end:]
        self.caret = self._anchor = begin + len(kept)
        if self.text != before:
            self.change(self.text)

    def blink(self, seconds: float) -> None:
        """Let time pass: the caret comes and goes while nothing is typed."""
        now = self.text, self.caret
        self._still = self._still + seconds if now == self._blinked else 0.0
        self._blinked = now

    def compose(self, text: str) -> None:
        """Show what an input method is about to enter."""
        self._composed = text

    def press(self, point: Point, *, double: bool = False) -> None:
        self.caret = self._anchor = self._at(point)
        if double:
            self._anchor = self.text.rfind(" ", 0, self.caret) + 1
            end = self.text.find(" ", self.caret)
            self.caret = len(self.text) if end < 0 else end

    def drag(self, point: Point) -> None:
        self.caret = self._at(point)

    def _at(self, point: Point) -> int:
        """Return the place between two characters that is nearest to a point."""
        x = point[0] - self.rect.left - self._pad + self._shift
        after = bisect(range(len(self.text)), x, key=self._left_of)
        return min((max(0, after - 1), after), key=lambda place: abs(self._left_of(place) - x))

    def _left_of(self, place: int) -> int:
        """Return how far from the first character a place is, in pixels."""
        return self._font.size(self.text[:place])[0]

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_KP_ENTER):
            return False
        ctrl = bool(event.mod & _CTRL) and not event.mod & pygame.KMOD_ALT  # AltGr types letters
        key = key_of(event)
        if key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            self._go(self._goal(key, by_word=ctrl), keeps=bool(event.mod & pygame.KMOD_SHIFT))
        elif key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if self.caret == self._anchor:
                way = pygame.K_LEFT if key == pygame.K_BACKSPACE else pygame.K_RIGHT
                self._go(self._goal(way, by_word=ctrl), keeps=True)
            self.insert("")
        elif ctrl and key == pygame.K_a:
            self._anchor, self.caret = 0, len(self.text)
        elif ctrl and key in (pygame.K_c, pygame.K_x):
            begin, end = self._selection
            if begin < end:
                clipboard.put(self.text[begin:end])
                if key == pygame.K_x:
                    self.insert("")
        elif ctrl and key == pygame.K_v:
            self.insert(" ".join(clipboard.peek().split()))
        else:
            return bool(event.unicode and event.unicode.isprintable()) and not ctrl
        return True

    def _go(self, place: int, *, keeps: bool) -> None:
        self.caret = place
        if not keeps:
            self._anchor = place

    def _goal(self, key: int, *, by_word: bool) -> int:
        """Return where a key leads: a character or a word on, or to an end."""
        by = 1 if key in (pygame.K_RIGHT, pygame.K_END) else -1
        end = len(self.text) if by > 0 else 0
        if key in (pygame.K_HOME, pygame.K_END):
            return end
        place = max(0, min(len(self.text), self.caret + by))
        while (
            by_word
            and place != end
            and not (self.text[place - 1].isspace() and not self.text[place].isspace())
        ):
            place += by
        return place

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, font, pad = theme.px, self._font, self._pad
        draw.box(surface, self.rect, look.WELL, radius=px(8), border=look.LINE, width=px(1))
        inner = self.rect.inflate(-2 * pad, -2 * px(4))
        shown = self.text[: self.caret] + self._composed + self.text[self.caret :]
        if not shown:
            beside = inner.move(px(4) if focused else 0, 0)  # not below the caret
            draw.text(surface, font, self.placeholder, look.FAINT, beside)
        caret = font.size(self.text[: self.caret] + self._composed)[0]
        if focused:
            self._shift = max(min(self._shift, caret), caret - inner.width + px(2), 0)
        left, clip = inner.left - self._shift, surface.get_clip()
        surface.set_clip(inner.clip(clip))
        begin, end = (left + font.size(self.text[:place])[0] for place in self._selection)
        tall = Rect(0, 0, px(2), font.get_linesize()).move_to(midleft=(left + caret, inner.centery))
        if focused and begin < end and not self._composed:
            surface.fill(look.SELECTED_TEXT, (begin, tall.top, end - begin, tall.height))
        picture = draw.rendered(font, shown, look.INK)
        surface.blit(picture, picture.get_rect(midleft=(left, inner.centery)))
        if focused:
            if self._still % (2 * _BLINK) < _BLINK:
                surface.fill(look.GOLD, tall)
            wide = font.size(self._composed)[0]
            surface.fill(look.GOLD, (tall.left - wide, tall.bottom - px(2), wide, px(2)))
            pygame.key.set_text_input_rect(tall)
        surface.set_clip(clip)
        if font.size(shown)[0] > inner.width:
            CUT_TEXTS.note(surface, inner, shown, "")


# --- lists --------------------------------------------------------------------------------------


class ListBox(Widget):
    """Names below one another; one is chosen, by a click or the arrows, and opened.

    `choose` gets the name that is chosen; `activate` comes with a double click on it and with
    Enter.
    """

    def __init__(
        self,
        rect: Rect,
        theme: Theme,
        names: Sequence[str],
        chosen: str,
        choose: Callable[[str], object],
        activate: Callable[[], object],
    ) -> None:
        super().__init__(rect)
        self.names, self.listing = names, Listing()
        self._choose, self._activate = choose, activate
        self._drags_bar = False
        self.listing.place(self.rect.inflate(-2 * theme.px(8), -2 * theme.px(4)), theme.px(34))
        self.listing.fill(len(names))
        if chosen in names:
            self.listing.choose(names.index(chosen))

    def hover(self, point: Point | None) -> None:
        super().hover(point)
        self.listing.hovered = None if point is None else self.listing.row_at(point)

    def _take(self, row: int | None) -> None:
        if row is not None and row != self.listing.chosen:
            self.listing.choose(row)
            self._choose(self.names[row])

    def press(self, point: Point, *, double: bool = False) -> None:
        self._drags_bar = self.listing.is_longer and point[0] >= self.listing.rect.right
        row = self.listing.row_at(point)
        if self._drags_bar:
            self.drag(point)
        elif double and row is not None and row == self.listing.chosen:
            self._activate()
        else:
            self._take(row)

    def drag(self, point: Point) -> None:
        if self._drags_bar:
            rect = self.listing.rect
            middle = (point[1] - rect.top) / max(1, rect.height) * self.listing.count
            self.listing.scroll(round(middle - self.listing.seen / 2) - self.listing.first)

    def scroll(self, rows: int) -> bool:
        self.listing.scroll(rows)
        return True

    def key(self, event: pygame.event.Event) -> bool:
        listing, last = self.listing, self.listing.count - 1
        at, page = listing.chosen, listing.seen - 1
        steps = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -last,
            pygame.K_END: last,
        }
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._activate()
        elif event.key not in steps:
            return False
        elif listing.count:
            self._take(0 if at is None else max(0, min(last, at + steps[event.key])))
        return True

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px = theme.px
        draw.box(surface, self.rect, look.WELL, radius=px(8), border=look.LINE, width=px(1))
        for row in self.listing.rows:
            place = self.listing.rect_of(row)
            if row == self.listing.chosen:
                draw.box(surface, place, look.CHOSEN, radius=px(6), border=look.GOLD)
            elif row == self.listing.hovered:
                draw.box(surface, place, look.HOVERED, radius=px(6))
            words = place.inflate(-2 * px(12), 0)
            draw.text(surface, theme.font(Role.BUTTON), self.names[row], look.INK, words)
        self.listing.paint_bar(surface, theme)
