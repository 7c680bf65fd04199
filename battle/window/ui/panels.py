"""What several screens show: layers, status line, notes, plates with values, cut texts whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import pygame

from battle.analysis.costs import Mark
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS, CutText
from battle.window.ui.layout import centred
from battle.window.ui.theme import Role, Theme

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


# --- status line ---------------------------------------------------------------------------------
#
# The status line: what was said last, and at the right what game this is.


def status_line(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, words: str, kind: str, aside: str
) -> None:
    """Paint the status line: what was said last, and at the right what game this is."""
    draw.box(surface, rect, look.WELL, radius=theme.px(10))
    pad = theme.px(12)
    inner = rect.inflate(-2 * pad, 0)
    small = theme.font(Role.SMALL)
    place = draw.text(surface, small, aside, look.FAINT, inner, "right")
    if kind != "info":
        size = theme.px(18)
        draw.sign(surface, "warning", size, look.REFUSED, midleft=inner.midleft)
        inner.left += size + theme.px(8)
    inner.width = max(0, place.left - inner.left - pad)
    ink = look.MUTED if kind == "info" else look.REFUSED
    draw.text(surface, theme.font(Role.TEXT), words, ink, inner)


# --- toast ---------------------------------------------------------------------------------------
#
# A note at the bottom of the window, or at its top, that fades by itself.

_SHOWN_SECONDS: Final = 4.5
_FADING_SECONDS: Final = 0.4
_ICONS: Final = {"info": "info", "refused": "warning", "problem": "warning"}


class Toast:
    """At most one note; a new one takes the place of the old one, or joins it.

    Problems join, since several files can be damaged at once and each has to be heard of.
    """

    def __init__(self) -> None:
        self.text = ""
        self.kind = "info"
        self._left = 0.0

    def show(self, text: str, kind: str) -> None:
        """Show a note for some seconds."""
        if self.visible and text and self.kind == kind == "problem":
            lines = dict.fromkeys([*self.text.splitlines(), *text.splitlines()])
            text = "\n".join(lines)
        self.text, self.kind = text, kind
        self._left = _SHOWN_SECONDS if text else 0.0

    @property
    def visible(self) -> bool:
        """Whether there is something to draw."""
        return self._left > 0

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - seconds)

    def draw(self, surface: pygame.Surface, theme: Theme, *, above: bool = False) -> None:
        """Paint the note, if there is one: at the bottom, or `above` at the top."""
        if not self.visible:
            return
        font = theme.font(Role.TEXT)
        lines = draw.wrapped(font, self.text, min(surface.get_width() * 3 // 4, theme.px(720)))
        note = _note(theme, font, lines, self.kind)
        note.set_alpha(round(255 * min(1.0, self._left / _FADING_SECONDS)))
        place = note.get_rect(midtop=(surface.get_width() // 2, theme.px(8)))
        if not above:
            place.bottom = surface.get_height() - theme.px(28)
        surface.blit(note, place)


def _note(theme: Theme, font: pygame.font.Font, lines: list[str], kind: str) -> pygame.Surface:
    pad, size = theme.px(16), theme.px(22)
    width = max(font.size(line)[0] for line in lines) + 3 * pad + size
    note = pygame.Surface((width, len(lines) * font.get_linesize() + 2 * pad), pygame.SRCALPHA)
    draw.box(note, note.get_rect(), look.WELL, radius=theme.px(12), border=look.LINE)
    ink = look.GOLD if kind == "info" else look.REFUSED
    draw.sign(note, _ICONS[kind], size, ink, midleft=(pad, note.get_height() // 2))
    for number, line in enumerate(lines):
        words = draw.rendered(font, line, look.INK)
        note.blit(words, (2 * pad + size, pad + number * font.get_linesize()))
    return note


# --- plaque --------------------------------------------------------------------------------------
#
# A value as a small plate: a filled tag when it is proven, an outlined pill when it is estimated.
#
# +------+
# | −3 v |    ( −3 ± 2 )
# +------+


def plaque(
    theme: Theme, size: tuple[int, int], words: str, proven: bool, mark: Mark
) -> pygame.Surface:
    """Return a value as a small plate: a tag with a tick when proven, else a pill.

    The colour is that of the mark; an estimate without one is neither good nor bad.
    """
    colour = look.MUTED if not proven and mark is Mark.NONE else theme.costs[mark]
    fill, ink = (colour, look.DARK_INK) if proven else (look.ROOM, colour)
    picture, height = pygame.Surface(size, pygame.SRCALPHA), size[1]
    radius, border = max(2, height // 6) if proven else height // 2, max(1, height // 11)
    whole = picture.get_rect()
    draw.box(picture, whole, fill, radius=radius, border=ink, width=max(border, 2 - proven))
    side = round(height * 0.62) if proven else 0
    spare = side + height // (3 if proven else 2)
    sizes = range(max(7, round(height * 0.8)), 6, -1)
    font = draw.largest_font(theme, Role.STRONG, sizes, words, size[0] - spare)
    place = centred(whole, font.size(words)[0], height).move(-side // 2, 0)
    draw.text(picture, font, words, ink, place)
    if proven:
        draw.sign(picture, "check", side, ink, midleft=(place.right + 1, whole.centery))
    return picture


# --- whole text ----------------------------------------------------------------------------------
#
# A cut text shown whole beside the mouse that points at it.

_WIDTH: Final = 460


def paint_whole(
    surface: pygame.Surface, theme: Theme, cut: CutText, *, above: bool = False
) -> None:
    """Paint the words below where they stand cut, or `above`, or wherever there is more room."""
    box, lines = placed(surface.get_rect(), theme, cut, above=above)
    pad = theme.px(10)
    draw.box(surface, box, look.WELL, radius=theme.px(8), border=look.LINE)
    font = theme.font(Role.TEXT)
    draw.lines(surface, font, lines, look.INK, box.inflate(-2 * pad, -2 * pad))


def placed(
    window: pygame.Rect, theme: Theme, cut: CutText, *, above: bool = False
) -> tuple[pygame.Rect, list[str]]:
    """Return the box in the window for a cut text, and the lines in it."""
    pad, font = theme.px(10), theme.font(Role.TEXT)
    width = min(theme.px(_WIDTH), window.width - 4 * pad)
    lines = [
        part for line in draw.wrapped(font, cut.words, width) for part in _cut(font, line, width)
    ]
    box = pygame.Rect(0, 0, 0, len(lines) * font.get_linesize() + 2 * pad)
    box.width = max(font.size(line)[0] for line in lines) + 2 * pad
    box.midtop = cut.rect.centerx, cut.rect.bottom + theme.px(6)
    if box.bottom > window.bottom or (above and box.height < cut.rect.top):
        box.bottom = cut.rect.top - theme.px(6)
    return box.clamp(window), lines


def _cut(font: pygame.font.Font, line: str, width: int) -> list[str]:
    """Return a line in pieces that fit: a name may be one long word."""
    pieces, rest = [], line
    while font.size(rest)[0] > width and len(rest) > 1:
        count = next(
            n for n in range(len(rest) - 1, 0, -1) if n == 1 or font.size(rest[:n])[0] <= width
        )
        pieces.append(rest[:count])
        rest = rest[count:]
    return [*pieces, rest]
