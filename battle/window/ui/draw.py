"""Drawing helpers shared by the screens: text that fits, panels, icons, badges.

Every function here only paints; text and icons come from caches, since most frames repeat them.
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from battle.analysis.costs import Mark
from battle.resources import asset
from battle.window.ui import theme as look
from battle.window.ui.layout import centred, inset
from battle.window.ui.theme import LONGEST_LINE, Font, Role, Theme
from battle.words import broken


class CutText(NamedTuple):
    """A text that is not seen whole: its words, and where it stands."""

    rect: pygame.Rect
    words: str


class CutTexts:
    """The texts on the screen that were cut for want of room, with where they stand.

        text ──note──► the frame being painted ──finish──► the frame that is seen ──► asked_for

    Pointing at one shows it whole, as does the keyboard's focus on its button, or a key that shows
    one after the other: nothing on any screen is cut without a way to read it. What a layer copies
    instead of painting it again is kept from the frame before.
    """

    def __init__(self) -> None:
        self._screen: pygame.Surface | None = None
        self._painted: list[CutText] = []
        self.seen: list[CutText] = []
        """Those of the frame that is seen."""
        self._inked: list[pygame.Rect] = []
        self.places: list[pygame.Rect] = []
        """Where in the frame that is seen all texts are, cut or not."""
        self._turn = 0

    def start(self, screen: pygame.Surface) -> None:
        """Begin the frame's topmost scene on the screen; what lies below it cannot be read."""
        self._screen = screen
        self._painted, self._inked = [], []

    def finish(self) -> None:
        """Let the frame be the one that is seen, with each text once, whatever parts it lies in."""
        self.seen = [*{(tuple(cut.rect), cut.words): cut for cut in self._painted}.values()]
        self.places = [*{tuple(place): place for place in self._inked}.values()]

    def ink(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Note where a text is painted, as far as it is seen."""
        seen = place.clip(surface.get_clip())
        if seen and surface.get_abs_parent() is self._screen:
            self._inked.append(seen.move(surface.get_abs_offset()))

    def note(self, surface: pygame.Surface, rect: pygame.Rect, words: str, shown: str) -> None:
        """Note a text that stands in `rect` of a surface as `shown`, if it is cut."""
        if words != shown and surface.get_abs_parent() is self._screen:
            self._painted.append(CutText(rect.move(surface.get_abs_offset()), words))

    def keep(self, rect: pygame.Rect) -> None:
        """Keep those of the frame before that lie in a part of the screen that is copied."""
        self._painted += [cut for cut in self.seen if rect.colliderect(cut.rect)]
        self._inked += [place for place in self.places if rect.colliderect(place)]

    def turn(self) -> None:
        """Show the next of them, after the last one none; those of one place count once."""
        self._turn = (self._turn + 1) % (len(self._places) + 1)

    def stop_turning(self) -> None:
        """Show none of them unless it is pointed at."""
        self._turn = 0

    @property
    def _places(self) -> list[CutText]:
        """One text of each place, from top to bottom."""
        places = {tuple(cut.rect.topleft): cut for cut in self.seen}
        return sorted(places.values(), key=lambda cut: (cut.rect.top, cut.rect.left))

    def asked_for(self, point: tuple[int, int] | None, focus: pygame.Rect | None) -> CutText | None:
        """Return the one to be shown whole: by the key, under a point, or on a focused widget."""
        if self._turn:
            places = self._places
            return places[self._turn - 1] if self._turn <= len(places) else None
        pointed = None if point is None else self.at(point)
        if pointed is None and focus is not None:
            inside = (cut for cut in reversed(self.seen) if focus.collidepoint(cut.rect.center))
            pointed = next(inside, None)
        return pointed

    def at(self, point: tuple[int, int]) -> CutText | None:
        """Return the text that lies under a point."""
        return next((cut for cut in reversed(self.seen) if cut.rect.collidepoint(point)), None)


CUT_TEXTS: Final = CutTexts()
"""Those of the window."""


Align = Literal["left", "centre", "right"]

_SMOOTH: Final = 4
"""Shapes are drawn this many times larger and scaled down, which smooths their edges.

A power of two: with others `smoothscale` darkens full areas by two levels, which shows."""

_LONGEST_TEXT: Final = 5000
"""More characters than any page has in one text."""

LEAST_SHARE: Final = 0.85
"""How small, of the size asked for, words may become that do not fit otherwise."""


class PictureCache:
    """The pictures used last, of `limit` bytes together at most, and always the newest."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pictures: OrderedDict[object, pygame.Surface] = OrderedDict()
        self.size = 0
        """The bytes of all pictures."""

    def get(self, key: object, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture kept under `key`, made if it is not there."""
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        picture = self._pictures[key] = make()
        self.size += _bytes(picture)
        while self.size > self._limit and len(self._pictures) > 1:
            self.size -= _bytes(self._pictures.popitem(last=False)[1])
        return picture


def _bytes(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()


_texts: Final = PictureCache(6 << 20)
_icons: Final = PictureCache(2 << 20)
_boxes: Final = PictureCache(24 << 20)

_FACE: Final = (64, 70)
"""Width and height of the faces' pictures."""


def rendered(font: Font, text: str, colour: pygame.Color) -> pygame.Surface:
    """Return `text` as a picture."""
    return _texts.get(
        (font, text, tuple(colour)), lambda: font.render(text, colour).convert_alpha()
    )


@lru_cache(4096)
def fitted(font: Font, text: str, width: int) -> str:
    """Return `text`, shortened with an ellipsis until it is at most `width` pixels wide."""
    if font.size(text)[0] <= width:
        return text
    return text[: _fitting(font, text, width, "…")].rstrip() + "…"


def _fitting(font: Font, text: str, width: int, end: str = "") -> int:
    """Return how many letters of a text fit, with its `end` behind them."""
    some = range(1, min(len(text), LONGEST_LINE))
    return bisect(some, width, key=lambda n: font.size(text[:n].rstrip() + end)[0])


@lru_cache(64)
def fitted_end(font: Font, text: str, width: int) -> str:
    """Return the end of `text` that fits, behind an ellipsis if that is not all of it."""
    if font.size(text)[0] <= width:
        return text
    some = text[-LONGEST_LINE:]
    starts = range(1, len(some))
    return (
        "…" + some[1 + bisect_left(starts, -width, key=lambda n: -font.size(f"…{some[n:]}")[0]) :]
    )


def fitting_font(theme: Theme, role: Role, words: str, width: int) -> Font:
    """Return the font of a role, made smaller until `words` fit, but not below `LEAST_SHARE`."""
    return largest_font(theme, role, _sizes(theme.px(role.value[1])), words, width)


@lru_cache(4096)
def largest_font(theme: Theme, role: Role, sizes: range, words: str, width: int) -> Font:
    """Return the font of the first of some sizes in which words fit, else of the last."""
    fonts = (theme.font_of_size(role, size) for size in sizes)
    fitting = (font for font in fonts if font.size(words)[0] <= width)
    return next(fitting, theme.font_of_size(role, sizes[-1]))


def _sizes(asked: int) -> range:
    """Return the sizes in which words may stand, the one asked for first."""
    return range(asked, round(asked * LEAST_SHARE) - 1, -1)


def text_within(
    surface: pygame.Surface,
    theme: Theme,
    role: Role,
    words: str,
    colour: pygame.Color,
    rect: pygame.Rect,
    align: Align = "left",
) -> None:
    """Draw words in the middle of `rect`: in as many lines as it holds; the last is fitted."""
    font, lines = _laid(theme, role, words, rect.size)
    height = font.get_height()
    place = pygame.Rect(rect.left, 0, rect.width, height)
    place.top = rect.centery - len(lines) * height // 2
    for line in lines:
        text(surface, font, line, colour, place, align)
        place.top += height
    is_cut = any(fitted(font, line, rect.width) != line for line in lines)
    CUT_TEXTS.note(surface, rect, words, "" if is_cut else words)


@lru_cache(2048)
def _laid(
    theme: Theme, role: Role, words: str, room: tuple[int, int]
) -> tuple[Font, tuple[str, ...]]:
    """Return the lines of words in a room, in the largest font in which all of them fit."""
    font = theme.font(role)
    if "\n" not in words and font.size(words)[0] <= room[0]:
        return font, (words,)
    for size in _sizes(theme.px(role.value[1])):
        font = theme.font_of_size(role, size)
        lines, height = wrapped(font, words, room[0]), font.get_height()
        widest = max(font.size(line)[0] for line in lines)
        if widest <= room[0] and len(lines) * height <= max(height, room[1]):
            return font, lines
    seen = min(len(lines), max(1, room[1] // height))
    return font, (*lines[: seen - 1], " ".join(lines[seen - 1 :]))


def text(
    surface: pygame.Surface,
    font: Font,
    words: str,
    colour: pygame.Color,
    rect: pygame.Rect,
    align: Align = "left",
) -> pygame.Rect:
    """Draw one line in the middle of `rect`'s height; return where it went."""
    shown = fitted(font, words, rect.width)
    CUT_TEXTS.note(surface, rect, words, shown)
    picture = rendered(font, shown, colour)
    place = picture.get_rect(centery=rect.centery)
    side = "centerx" if align == "centre" else align
    setattr(place, side, getattr(rect, side))
    surface.blit(picture, place)
    CUT_TEXTS.ink(surface, place)
    return place


def line(
    surface: pygame.Surface,
    theme: Theme,
    role: Role,
    words: str,
    colour: pygame.Color,
    rect: pygame.Rect,
    align: Align = "left",
) -> pygame.Rect:
    """Draw one line as `text` does, in smaller letters where it has no room."""
    return text(surface, fitting_font(theme, role, words, rect.width), words, colour, rect, align)


def lines(
    surface: pygame.Surface,
    font: Font,
    words: Sequence[str],
    colour: pygame.Color,
    rect: pygame.Rect,
    *,
    leading: float = 1.0,
    middle: bool = False,
) -> int:
    """Draw lines below one another from the top of `rect`, or in its middle; return their end."""
    line = pygame.Rect(rect.left, rect.top, rect.width, round(font.get_linesize() * leading))
    if middle:
        line.top = rect.centery - len(words) * line.height // 2
    for line_words in words:
        text(surface, font, line_words, colour, line)
        line.top += line.height
    return line.top


@lru_cache(2048)
def wrapped(font: Font, words: str, width: int) -> tuple[str, ...]:
    """Return `words` in lines of at most `width` pixels, as far as each part fits.

    What is longer than any page is cut.
    """
    lines: list[str] = []
    for paragraph in words[:_LONGEST_TEXT].split("\n"):
        line = ""
        for word in broken(" ".join(filter(None, paragraph.split(" ")))):
            if line and font.size(line + word)[0] > width:
                lines.append(line)
                line = word.lstrip(" ")
            else:
                line += word
        lines.append(line)
    return tuple(lines)


def icon(name: str, size: int, colour: pygame.Color = look.INK) -> pygame.Surface:
    """Return the icon `assets/icons/<name>.svg` in one colour, `size` pixels square."""
    return _icons.get((name, size, tuple(colour)), lambda: _icon(name, size, colour))


def sign(
    surface: pygame.Surface,
    name: str,
    size: int,
    colour: pygame.Color = look.INK,
    **place: tuple[int, int],
) -> None:
    """Draw an icon at a place, such as `midleft=(x, y)` or `center=…`."""
    picture = icon(name, size, colour)
    surface.blit(picture, picture.get_rect(**place))


def picture(name: str, size: int) -> pygame.Surface:
    """Return the picture `assets/<name>` in its own colours, `size` pixels square."""
    box = (size, size)
    return _icons.get(
        (name, box), lambda: pygame.image.load_sized_svg(asset(name), box).convert_alpha()
    )


def face(surface: pygame.Surface, name: str, size: int, **place: tuple[int, int]) -> None:
    """Draw the face `assets/faces/<name>.svg`, at most `size` pixels high, as `sign` does."""
    box = round(size * _FACE[0] / _FACE[1]), size
    picture = _icons.get(
        (name, box),
        lambda: pygame.image.load_sized_svg(asset(f"faces/{name}.svg"), box).convert_alpha(),
    )
    surface.blit(picture, picture.get_rect(**place))


def initial(
    surface: pygame.Surface, theme: Theme, letter: str, place: pygame.Rect, colour: pygame.Color
) -> None:
    """Draw the first letter of a name in place of a face."""
    box(surface, place, colour, radius=theme.px(10))
    font = theme.font_of_size(Role.SCORE, round(place.height * 0.6))
    text(surface, font, letter, look.ON_GOLD, place, "centre")


def _icon(name: str, size: int, colour: pygame.Color) -> pygame.Surface:
    picture = pygame.image.load_sized_svg(asset(f"icons/{name}.svg"), (size, size)).convert_alpha()
    picture.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def box(
    surface: pygame.Surface,
    rect: pygame.Rect,
    fill: pygame.Color,
    *,
    radius: int,
    border: pygame.Color | None = None,
    width: int = 1,
) -> None:
    """Draw a rounded rectangle with smooth corners."""
    if rect.width <= 0 or rect.height <= 0:
        return
    key = (rect.size, tuple(fill), radius, tuple(border) if border else None, width)
    surface.blit(_boxes.get(key, lambda: _box(rect.size, fill, radius, border, width)), rect)


def _box(
    size: tuple[int, int],
    fill: pygame.Color,
    radius: int,
    border: pygame.Color | None,
    width: int,
) -> pygame.Surface:
    """Draw the corners large and scale them down; the rest needs no smoothing."""
    radius = max(0, min(radius, size[0] // 2, size[1] // 2))
    picture = pygame.Surface(size, pygame.SRCALPHA)
    whole = picture.get_rect()
    pygame.draw.rect(picture, border or fill, whole, border_radius=radius)
    if border:
        inner = whole.inflate(-2 * width, -2 * width)
        pygame.draw.rect(picture, fill, inner, border_radius=max(0, radius - width))
    if radius > 1:
        _smooth_corners(picture, fill, radius, border, width)
    return picture


def _smooth_corners(
    picture: pygame.Surface,
    fill: pygame.Color,
    radius: int,
    border: pygame.Color | None,
    width: int,
) -> None:
    side = 2 * radius * _SMOOTH
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    edge = border or fill
    large.fill((edge.r, edge.g, edge.b, 0))
    pygame.draw.circle(large, edge, (side / 2, side / 2), radius * _SMOOTH)
    if border:
        pygame.draw.circle(large, fill, (side / 2, side / 2), (radius - width) * _SMOOTH)
    disc = pygame.transform.smoothscale(large, (2 * radius, 2 * radius))
    right, bottom = picture.get_width() - radius, picture.get_height() - radius
    for x, y, from_x, from_y in (
        (0, 0, 0, 0),
        (right, 0, radius, 0),
        (0, bottom, 0, radius),
        (right, bottom, radius, radius),
    ):
        part = pygame.Rect(x, y, radius, radius)
        picture.fill((0, 0, 0, 0), part)
        picture.blit(disc, part, (from_x, from_y, radius, radius), pygame.BLEND_RGBA_ADD)


def player_sign(
    surface: pygame.Surface, player: int, rect: pygame.Rect, colour: pygame.Color | None = None
) -> None:
    """Draw a player's sign: a disc or a diamond, without a number, which reads as points."""
    colour, shape = colour or look.PLAYERS[player], look.SIGNS[player]
    key = (shape, rect.size, tuple(colour))
    surface.blit(_boxes.get(key, lambda: _badge(shape, rect.size, colour)), rect)


def player_badge(
    surface: pygame.Surface, theme: Theme, player: int, rect: pygame.Rect, ground: pygame.Color
) -> None:
    """Draw a player's sign on their face or letter, apart from it by a rim of what lies below."""
    player_sign(surface, player, rect.inflate(theme.px(6), theme.px(6)), ground)
    player_sign(surface, player, rect)


def _badge(shape: str, size: tuple[int, int], colour: pygame.Color) -> pygame.Surface:
    width, height = size[0] * _SMOOTH, size[1] * _SMOOTH
    large = pygame.Surface((width, height), pygame.SRCALPHA)
    large.fill((colour.r, colour.g, colour.b, 0))
    if shape == "disc":
        pygame.draw.circle(large, colour, (width / 2, height / 2), min(width, height) * 0.46)
    else:
        points = [(width / 2, 0), (width, height / 2), (width / 2, height), (0, height / 2)]
        pygame.draw.polygon(large, colour, points)
    return pygame.transform.smoothscale(large, size)


def pointer(
    surface: pygame.Surface,
    colour: pygame.Color,
    points: Sequence[Place],
    edge: pygame.Color | None = None,
) -> None:
    """Fill a small triangle, with smooth edges of its own colour or of `edge`."""
    pygame.draw.polygon(surface, colour, points)
    pygame.draw.aalines(surface, edge or colour, True, points)


def shade(surface: pygame.Surface, colour: pygame.Color) -> None:
    """Lay a translucent colour over the whole surface."""
    box(surface, surface.get_rect(), colour, radius=0)


def progress(
    surface: pygame.Surface,
    track: pygame.Rect,
    share: float,
    start: float = 0.0,
    *,
    border: pygame.Color | None = look.LINE,
) -> None:
    """Draw how far something is, 0 to 1, from a `start`."""
    radius = track.height // 2
    box(surface, track, look.WELL, radius=radius, border=border)
    left, right = (track.left + round(track.width * max(0, min(1, at))) for at in (start, share))
    box(surface, pygame.Rect(left, track.top, right - left, track.height), look.GOLD, radius=radius)


def drop_shadow(size: tuple[int, int], spread: int) -> pygame.Surface:
    """Return the shadow of a box of `size`, `spread` wider on every side."""
    small = max(1, min(8, spread // 8))
    width, height = (max(4, (length + 2 * spread) // small) for length in size)
    shadow = pygame.Surface((width, height), pygame.SRCALPHA)
    inner = shadow.get_rect().inflate(-2 * spread // small, -2 * spread // small)
    shadow.fill(look.translucent(look.SHADOW, 0))
    pygame.draw.rect(shadow, look.SHADOW, inner)
    shadow = pygame.transform.gaussian_blur(shadow, max(1, spread // small // 2))
    return pygame.transform.smoothscale(shadow, (size[0] + 2 * spread, size[1] + 2 * spread))


_CURVES_SMOOTH: Final = 3
_LARGE: Final = 360
"""How many times larger curves are drawn than shown, and the width from which it is twice only."""

Place: TypeAlias = tuple[float, float]
"""A point on the screen, between the pixels too."""


class Canvas:
    """A transparent picture of `rect`, drawn large and scaled down, which smooths curves and bars.

    What is drawn on it has places of the screen.
    """

    def __init__(self, rect: pygame.Rect) -> None:
        self._rect = rect
        self._times = _CURVES_SMOOTH if rect.width < _LARGE else 2
        size = (max(1, rect.width) * self._times, max(1, rect.height) * self._times)
        self._large = pygame.Surface(size, pygame.SRCALPHA)
        self._large.fill(look.translucent(look.PLOT, 0))

    def _at(self, point: Place) -> tuple[float, float]:
        return (point[0] - self._rect.left) * self._times, (point[1] - self._rect.top) * self._times

    def area(self, points: Sequence[Place], colour: pygame.Color) -> None:
        """Fill a polygon."""
        pygame.draw.polygon(self._large, colour, [self._at(point) for point in points])

    def dot(self, point: Place, radius: int, colour: pygame.Color) -> None:
        """Draw a dot with a dark rim."""
        pygame.draw.circle(self._large, look.PLOT, self._at(point), (radius + 1) * self._times)
        pygame.draw.circle(self._large, colour, self._at(point), radius * self._times)

    def curve(
        self, points: Sequence[Place], colour: pygame.Color, width: int, *, solid: bool = True
    ) -> None:
        """Draw lines from point to point, solid or dashed."""
        for start, end in pairwise(points):
            (self._line if solid else self._dashes)(start, end, colour, width)
        for point in points if solid else ():
            pygame.draw.circle(self._large, colour, self._at(point), width * self._times / 2)

    def _line(self, start: Place, end: Place, colour: pygame.Color, width: float) -> None:
        ends, wide = (self._at(start), self._at(end)), max(1, round(width * self._times))
        pygame.draw.line(self._large, colour, *ends, wide)

    def _dashes(self, one: Place, other: Place, colour: pygame.Color, width: float) -> None:
        start, end = pygame.Vector2(one), pygame.Vector2(other)
        count = max(1, round(start.distance_to(end) / (3.0 * width)))
        for number in range(count):
            begin = start.lerp(end, number / count)
            stop = start.lerp(end, min(1.0, (number + 0.5) / count))
            self._line((begin.x, begin.y), (stop.x, stop.y), colour, width * 0.75)

    def put_on(self, surface: pygame.Surface) -> None:
        """Scale the picture down onto the surface."""
        size = (max(1, self._rect.width), max(1, self._rect.height))
        surface.blit(pygame.transform.smoothscale(self._large, size), self._rect)


Paint: TypeAlias = Callable[[pygame.Surface], None]


class Layer:
    """The picture of one rectangle of the screen, kept as long as its key stays the same.

    What is painted outside the rectangle is lost; below it lies what does not change.
    """

    def __init__(self, rect: pygame.Rect) -> None:
        self.rect = rect
        self.painted = 0
        self._key: object = None
        self._picture: pygame.Surface | None = None

    def draw(self, surface: pygame.Surface, key: object, paint: Paint) -> None:
        """Show the part on `surface`; `paint` paints it there if `key` is another than before."""
        rect = self.rect.clip(surface.get_rect())
        if rect.width <= 0 or rect.height <= 0:
            return
        if self._picture is None or key != self._key:
            paint(surface)
            self._key, self._picture = key, surface.subsurface(rect).copy()
            self.painted += 1
        else:
            surface.blit(self._picture, rect)
            CUT_TEXTS.keep(rect)


def status_line(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, words: str, kind: str
) -> None:
    """Paint the status line: what was said last, nothing for no words."""
    if not words:
        return
    box(surface, rect, look.WELL, radius=theme.px(10))
    pad = theme.px(12)
    inner = rect.inflate(-2 * pad, 0)
    if kind != "info":
        size = theme.px(18)
        sign(surface, "warning", size, look.REFUSED, midleft=inner.midleft)
        inner.left += size + theme.px(8)
        inner.width -= size + theme.px(8)
    colour = look.MUTED if kind == "info" else look.REFUSED
    text(surface, theme.font(Role.TEXT), words, colour, inner)


_SHOWN_SECONDS: Final = 4.5
_FADING_SECONDS: Final = 0.4
_ICONS: Final = {"info": "info", "refused": "warning", "problem": "warning"}


class Toast:
    """At most one note; a new one takes the place of the old one, or joins it.

    It covers neither widgets nor words, as far as there is room, and fades by itself.

    Problems are joined, since several files can be damaged at once and each must be reported.
    """

    def __init__(self) -> None:
        self.text = ""
        self.kind = "info"
        self._left = 0.0
        self.place: pygame.Rect | None = None
        self._covers = 0

    def show(self, text: str, kind: str) -> None:
        """Show a note for some seconds."""
        if self.visible and text and self.kind == kind == "problem":
            text = "\n".join(dict.fromkeys([*self.text.splitlines(), *text.splitlines()]))
        self.text, self.kind = text, kind
        self._left = _SHOWN_SECONDS if text else 0.0
        self.place = None

    @property
    def visible(self) -> bool:
        """Whether there is something to draw."""
        return self._left > 0

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - seconds)

    def draw(
        self, surface: pygame.Surface, theme: Theme, taken: Sequence[pygame.Rect] = ()
    ) -> None:
        """Paint the note, if there is one, where it covers least of the places that are `taken`.

        It stays there as long as it is the same and covers nothing more.
        """
        if not self.visible:
            return
        font, window = theme.font(Role.TEXT), surface.get_rect()
        width = min(window.width * 3 // 4, theme.px(720))
        note = _note(theme, font, wrapped(font, self.text, width), self.kind, width)
        note.set_alpha(round(255 * min(1.0, self._left / _FADING_SECONDS)))
        if self.place is None or _covered(self.place, taken) > self._covers:
            self.place = _free_place(note.get_rect(), inset(window, theme.px(8)), taken)
            self._covers = _covered(self.place, taken)
        surface.blit(note, self.place)


def _free_place(note: pygame.Rect, room: pygame.Rect, taken: Sequence[pygame.Rect]) -> pygame.Rect:
    """Return where a note covers least: from the bottom up, first in the middle."""
    tops = range(room.bottom - note.height, room.top - 1, -max(1, note.height // 4))
    lefts = (room.centerx - note.width // 2, room.right - note.width, room.left)
    places = [pygame.Rect(left, top, *note.size) for top in (*tops, room.top) for left in lefts]
    return min(places, key=lambda place: _covered(place, taken))


def _covered(place: pygame.Rect, taken: Sequence[pygame.Rect]) -> int:
    """Return how many pixels of the places that are taken a place covers."""
    parts = (taken[number].clip(place) for number in place.collidelistall([*taken]))
    return sum(part.width * part.height for part in parts)


def _note(theme: Theme, font: Font, parts: Sequence[str], kind: str, widest: int) -> pygame.Surface:
    pad, size = theme.px(16), theme.px(22)
    width = min(max(font.size(line)[0] for line in parts), widest) + 3 * pad + size
    tall = font.get_linesize()
    note = pygame.Surface((width, len(parts) * tall + 2 * pad), pygame.SRCALPHA)
    box(note, note.get_rect(), look.WELL, radius=theme.px(12), border=look.LINE)
    ink = look.GOLD if kind == "info" else look.REFUSED
    sign(note, _ICONS[kind], size, ink, midleft=(pad, note.get_height() // 2))
    for number, line in enumerate(parts):
        place = pygame.Rect(2 * pad + size, pad + number * tall, width - 3 * pad - size, tall)
        text(note, font, line, look.INK, place)
    return note


def tag(theme: Theme, words: str, proven: bool, mark: Mark, widest: int) -> pygame.Surface:
    """Return a value as a pill: in its mark's colour with a tick when proven, else dark.

    It scales with the text.

    Where it is wider than `widest` it loses its tick, then gets smaller.
    """
    asked = theme.px(_TAG)
    ticks = [(size, True) for size in _sizes(asked)] if proven else []
    for size, ticked in [*ticks, *((size, False) for size in range(asked, 6, -1))]:
        height = round(size * 1.24)
        room = theme.font_of_size(Role.STRONG, size).size(words)[0] + height // 2
        width = max(room + (round(height * _TICK) if ticked else 0), round(height * 1.6))
        if width <= widest:
            break
    return plaque(theme, (min(width, widest), height), words, proven, mark, ticked=ticked)


_TAG: Final = 16
_TICK: Final = 0.6
"""The size of a tile's tag, and the width of a pill's tick in its heights."""


def plaque(
    theme: Theme,
    size: tuple[int, int],
    words: str,
    proven: bool,
    mark: Mark,
    *,
    ticked: bool = True,
) -> pygame.Surface:
    """Return a value as a pill, when proven with a tick unless it is not `ticked`.

    The colour is that of the mark; an estimate without one is neither good nor bad.
    """
    colour = look.MUTED if not proven and mark is Mark.NONE else theme.costs[mark]
    fill, ink = (colour, look.ON_GOLD) if proven else (look.ROOM, colour)
    picture, height = pygame.Surface(size, pygame.SRCALPHA), size[1]
    whole = picture.get_rect()
    box(picture, whole, fill, radius=height // 2)
    side = round(height * _TICK) if proven and ticked else 0
    sizes = range(max(7, round(height / 1.24)), 6, -1)
    font = largest_font(theme, Role.STRONG, sizes, words, size[0] - side - height // 3)
    place = centred(whole, font.size(words)[0], height).move(-side // 2, 0)
    text(picture, font, words, ink, place)
    if side:
        sign(picture, "check", side, ink, midleft=(place.right, whole.centery))
    return picture


_WIDTH: Final = 460
_MOST_PIECES: Final = 3


def paint_whole(
    surface: pygame.Surface, theme: Theme, cut: CutText, *, above: bool = False
) -> None:
    """Paint the words below where they stand cut, or `above`, or wherever there is more room."""
    place, parts = placed(surface.get_rect(), theme, cut, above=above)
    pad = theme.px(10)
    box(surface, place, look.WELL, radius=theme.px(8), border=look.LINE)
    lines(surface, theme.font(Role.TEXT), parts, look.INK, place.inflate(-2 * pad, -2 * pad))


def placed(
    window: pygame.Rect, theme: Theme, cut: CutText, *, above: bool = False
) -> tuple[pygame.Rect, tuple[str, ...]]:
    """Return the box in the window for a cut text, and the lines in it."""
    pad, font = theme.px(10), theme.font(Role.TEXT)
    width = min(theme.px(_WIDTH), window.width - 4 * pad)
    parts = _whole(font, cut.words, width, (window.height - 2 * pad) // font.get_linesize())
    place = pygame.Rect(0, 0, 0, len(parts) * font.get_linesize() + 2 * pad)
    place.width = max(font.size(line)[0] for line in parts) + 2 * pad
    place.midtop = cut.rect.centerx, cut.rect.bottom + theme.px(6)
    if place.bottom > window.bottom or (above and place.height < cut.rect.top):
        place.bottom = cut.rect.top - theme.px(6)
    return place.clamp(window), parts


@lru_cache(64)
def _whole(font: Font, words: str, width: int, most: int) -> tuple[str, ...]:
    """Return words in at most `most` lines that fit; the last is cut if need be."""
    lines = [part for line in wrapped(font, words, width) for part in _pieces(font, line, width)]
    rest = " ".join(lines[most - 1 :])
    return (*lines[: most - 1], fitted(font, rest, width)) if rest else tuple(lines)


def _pieces(font: Font, line: str, width: int) -> Iterator[str]:
    """Yield a line in at most `_MOST_PIECES` pieces that fit: a name may be one long word."""
    for _piece in range(_MOST_PIECES - 1):
        if font.size(line)[0] <= width:
            break
        count = max(1, _fitting(font, line, width))
        yield line[:count]
        line = line[count:]
    yield fitted(font, line, width)
