"""The blocks that pages in a panel are made of: headings, words, sums, moves, offers, progress.

Plain values that know how high they are and how they look; see `flow`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pygame

from battle.analysis.ledger import Mark
from battle.rules.position import Kind, Player
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import Shortcut, keys_of
from battle.window.ui.plaque import plaque
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts

INK: Final = tuple(look.INK)
MUTED: Final = tuple(look.MUTED)
FAINT: Final = tuple(look.FAINT)
"""The inks of words, comparable."""

_MARGIN: Final = 4
"""The room left and right of a block's words."""


@dataclass(frozen=True)
class _Choosable:
    """What blocks share; `target` is what choosing one means, None where it cannot be chosen."""

    @property
    def target(self) -> Any:
        """What choosing it means."""
        return None

    def paint_ground(
        self, surface: pygame.Surface, theme: Theme, rect: pygame.Rect, *, chosen: bool
    ) -> None:
        """Paint that it is chosen, or else that the mouse is on it."""
        ground = look.CHOSEN if chosen else look.HOVERED
        border = look.GOLD if chosen else None
        draw.box(surface, rect, ground, radius=theme.px(6), border=border)


@dataclass(frozen=True)
class Space(_Choosable):
    """Room, with a thin line through it if it `rules` off what follows."""

    pixels: int = 8
    rules: bool = False

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        return theme.px(self.pixels)

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint the line."""
        if self.rules:
            surface.fill(look.LINE, pygame.Rect(rect.left, rect.centery, rect.width, 1))


@dataclass(frozen=True)
class Paragraph(_Choosable):
    """A paragraph; `icon` stands before its first line."""

    words: str
    ink: tuple[int, ...] = MUTED
    role: Role = Role.SMALL
    icon: str = ""
    icon_ink: tuple[int, ...] = tuple(look.GOLD)
    leads_to: Any = None

    @property
    def target(self) -> Any:
        """What choosing it means."""
        return self.leads_to

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        lines = draw.wrapped(theme.font(self.role), self.words, self._room(theme, width))
        return len(lines) * self._step(theme) + theme.px(6)

    def _step(self, theme: Theme) -> int:
        return round(theme.font(self.role).get_linesize() * 1.12)

    def _indent(self, theme: Theme) -> int:
        return theme.px(19) if self.icon else 0

    def _room(self, theme: Theme, width: int) -> int:
        return width - 2 * theme.px(_MARGIN) - self._indent(theme)

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint the lines."""
        font, step = theme.font(self.role), self._step(theme)
        left = rect.left + theme.px(_MARGIN)
        line = pygame.Rect(left + self._indent(theme), rect.top + theme.px(3), 0, step)
        line.width = self._room(theme, rect.width)
        if self.icon:
            sign = draw.icon(self.icon, theme.px(14), pygame.Color(self.icon_ink))
            surface.blit(sign, sign.get_rect(midleft=(left, line.centery)))
        for words in draw.wrapped(font, self.words, line.width):
            draw.text(surface, font, words, pygame.Color(self.ink), line)
            line.top += step


@dataclass(frozen=True)
class Title(_Choosable):
    """A heading, with a player's sign before it and a note at the right where there are any.

    A note that has no room beside the heading stands below it.
    """

    words: str
    note: str = ""
    player: Player | None = None
    leads_to: Any = None
    large: bool = False

    @property
    def target(self) -> Any:
        """What choosing it means."""
        return self.leads_to

    @property
    def _role(self) -> Role:
        return Role.HEADING if self.large else Role.STRONG

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        line = theme.font(self._role).get_linesize() + theme.px(8)
        return line + (self._below(theme, width) and theme.font(Role.STRONG).get_linesize())

    def _below(self, theme: Theme, width: int) -> bool:
        """Whether the note has no room beside the heading."""
        px = theme.px
        heading = theme.font(self._role).size(self.words)[0] + (px(29) if self.player else 0)
        note = theme.font(Role.STRONG).size(self.note)[0]
        return bool(self.note) and heading + px(6) + note > width - 2 * px(_MARGIN)

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint sign, heading and note."""
        px = theme.px
        place = rect.inflate(-2 * px(_MARGIN), 0)
        if self._below(theme, rect.width):
            line = theme.font(Role.STRONG).get_linesize()
            below = pygame.Rect(place.left, place.bottom - line - px(2), place.width, line)
            place.height -= line
            draw.text(surface, theme.font(Role.STRONG), self.note, look.INK, below, "right")
        if self.player is not None:
            sign = pygame.Rect(place.left, 0, px(22), px(22))
            sign.centery = place.centery
            draw.badge(surface, theme, self.player, sign)
            place.left, place.width = sign.right + px(7), place.right - sign.right - px(7)
        if self.note and not self._below(theme, rect.width):
            font = theme.font(Role.STRONG)
            after = draw.text(surface, font, self.note, look.INK, place, "right")
            place.width = after.left - px(6) - place.left
        font = draw.fitting_font(theme, self._role, self.words, place.width)
        draw.text(surface, font, self.words, look.INK, place)


@dataclass(frozen=True)
class Sum(_Choosable):
    """A line of a sum: what, and how much. `result` stands below a stroke.

    `proven` is None for what needs no proof, such as a count.
    """

    words: str
    number: str
    player: Player | None = None
    proven: bool | None = True
    result: bool = False

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        return theme.px(27)

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint the line."""
        px = theme.px
        place = rect.inflate(-2 * px(_MARGIN), 0)
        if self.result:
            surface.fill(look.GOLD_DEEP, pygame.Rect(place.left, rect.top, place.width, px(1.5)))
        sign = pygame.Rect(0, 0, px(13), px(13))
        sign.midright = place.midright
        if self.proven:
            surface.blit(draw.icon("check", sign.width, theme.costs[Mark.NONE]), sign)
        if self.proven is not None:
            place.width = sign.left - px(5) - place.left
        after = draw.text(surface, theme.font(Role.STRONG), self.number, look.INK, place, "right")
        place.width = after.left - px(6) - place.left
        if self.player is not None:
            badge = pygame.Rect(place.left, 0, px(18), px(18))
            badge.centery = place.centery
            draw.badge(surface, theme, self.player, badge)
            place.left, place.width = badge.right + px(6), place.right - badge.right - px(6)
        role = Role.STRONG if self.result else Role.TEXT
        font = draw.fitting_font(theme, role, self.words, place.width)
        draw.text(surface, font, self.words, look.INK if self.result else look.MUTED, place)


@dataclass(frozen=True)
class MoveLine(_Choosable):
    """A move: its number, its tile, its cells, what it cost, and whether that changed who wins.

    A `sign`, the name of an icon, stands before it to say how things are with it.
    """

    number: str
    kind: Kind
    cells: str
    cost: str
    mark: Mark
    proven: bool
    changed: bool = False
    leads_to: Any = None
    sign: str | None = None
    sign_ink: tuple[int, ...] = ()

    @property
    def target(self) -> Any:
        """What choosing it means."""
        return self.leads_to

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        return theme.px(31)

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint the line."""
        px = theme.px
        place = rect.inflate(-2 * px(_MARGIN), 0)
        place.width = self._paint_cost(surface, theme, place) - px(4) - place.left
        if self.changed:
            place.width = paint_change(surface, theme, place) - px(3) - place.left
        small = theme.font(Role.SMALL)
        if self.number:
            widest = max(small.size(words)[0] for words in ("88", "44", self.number))
            number = pygame.Rect(place.left, place.top, widest, place.height)
            draw.text(surface, small, self.number, look.MUTED, number, "right")
            place.left, place.width = number.right + px(6), place.right - number.right - px(6)
        if self.sign is not None:
            room = pygame.Rect(place.left, place.top, px(16), place.height)
            if self.sign:
                icon = draw.icon(self.sign, px(15), pygame.Color(self.sign_ink))
                surface.blit(icon, icon.get_rect(center=room.center))
            place.left, place.width = room.right + px(5), place.right - room.right - px(5)
        art = arts.art(round((place.height - px(8)) / 1.34))
        surface.blit(art.tile(self.kind), (place.left, place.centery - art.size[1] // 2))
        place.left, place.width = place.left + art.width + px(5), place.width - art.width - px(5)
        font = draw.fitting_font(theme, Role.STRONG, self.cells, place.width)
        draw.text(surface, font, self.cells, look.INK, place)

    def _paint_cost(self, surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> int:
        """Paint the plaque at the right, if there is a cost; return where it begins."""
        if not self.cost:
            return rect.right
        px = theme.px
        words = f"{self.mark.value} {self.cost}".strip()
        place = pygame.Rect(0, 0, px(62 if self.mark is not Mark.NONE else 46), px(21))
        place.midright = rect.midright
        surface.blit(plaque(theme, place.size, words, self.proven, self.mark), place)
        return place.left


@dataclass(frozen=True)
class PairLine(_Choosable):
    """A pair that a player takes: the player's sign, the tile, the cells."""

    player: Player
    kind: Kind
    cells: str

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        return theme.px(31)

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint sign, tile and cells."""
        px = theme.px
        sign = pygame.Rect(rect.left + px(20), 0, px(18), px(18))
        sign.centery = rect.centery
        draw.badge(surface, theme, self.player, sign)
        art = arts.art(round((rect.height - px(6)) / 1.34))
        left = sign.right + px(8)
        surface.blit(art.tile(self.kind), (left, rect.centery - art.size[1] // 2))
        words = pygame.Rect(left + art.width + px(7), rect.top, 0, rect.height)
        words.width = rect.right - px(4) - words.left
        font = draw.fitting_font(theme, Role.STRONG, self.cells, words.width)
        draw.text(surface, font, self.cells, look.INK, words)


def paint_change(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> int:
    """Paint at the right of a place that who wins has changed; return where the sign begins."""
    side = theme.px(18)
    sign = pygame.Rect(0, 0, side, side)
    sign.midright = rect.midright
    surface.blit(draw.icon("swap", side, look.GOLD), sign)
    return sign.left


@dataclass(frozen=True)
class Offer(_Choosable):
    """Something that can be done: a button in the flow, with its key where there is room.

    One that leads to nothing keeps the place of a button that is of no use now.
    """

    words: str
    icon: str
    leads_to: Any
    primary: bool = False
    key: str = ""

    @property
    def target(self) -> Any:
        """What choosing it means."""
        return self.leads_to

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is: words that are too long for a line take more."""
        lines = len(self._lines(theme, self._room(theme, width)))
        return theme.px(40) + (lines - 1) * theme.font(Role.STRONG).get_linesize()

    def _room(self, theme: Theme, width: int) -> int:
        """Return the room for words."""
        return width - theme.px(6) - 2 * theme.px(8) - theme.px(26)

    def _lines(self, theme: Theme, room: int) -> list[str]:
        return draw.wrapped(theme.font(Role.STRONG), self.words, room)

    def paint_ground(
        self, surface: pygame.Surface, theme: Theme, rect: pygame.Rect, *, chosen: bool
    ) -> None:
        """Paint the ring of a chosen button."""
        if chosen:
            ring = self._box(theme, rect).inflate(theme.px(4), theme.px(4))
            clear = look.translucent(look.SKY, 0)
            radius, width = theme.px(10), theme.px(2)
            draw.box(surface, ring, clear, radius=radius, border=look.SKY, width=width)

    @staticmethod
    def _box(theme: Theme, rect: pygame.Rect) -> pygame.Rect:
        return rect.inflate(-theme.px(6), -theme.px(6))

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint the button."""
        px = theme.px
        box = self._box(theme, rect)
        ground, border = look.PANEL_RAISED, look.LINE
        if self.primary:
            ground, border = look.GOLD, look.PRIMARY_EDGE
        ink = look.DARK_INK if self.primary else look.INK
        if self.leads_to is None:
            ground, ink = look.PANEL, look.FAINT
        draw.box(surface, box, ground, radius=px(8), border=border, width=px(1))
        room = box.inflate(-2 * px(8), 0)
        font, small = theme.font(Role.STRONG), theme.font(Role.SMALL)
        lines = self._lines(theme, self._room(theme, rect.width))
        widest = px(26) + max(font.size(line)[0] for line in lines)
        aside = 2 * (small.size(self.key)[0] + px(8)) if self.key else 0
        if aside and widest + aside <= room.width:
            faint = look.DARK_INK if self.primary else look.FAINT
            draw.text(surface, small, self.key, faint, room, "right")
        width = min(room.width, widest)
        place = pygame.Rect(room.centerx - width // 2, room.top, width, font.get_linesize())
        place.top = room.centery - len(lines) * place.height // 2
        sign = draw.icon(self.icon, px(18), ink)
        surface.blit(sign, sign.get_rect(midleft=(place.left, room.centery)))
        place.left, place.width = place.left + px(26), place.width - px(26)
        for line in lines:
            draw.text(surface, font, line, ink, place)
            place.top += place.height


@dataclass(frozen=True)
class Command:
    """What a block can lead to: something that is done, by the name of its shortcut."""

    action: str

    def offer(
        self, words: str, icon: str, table: Sequence[Shortcut], *, primary: bool = False
    ) -> Offer:
        """Return the block that offers it, with its key in a table of shortcuts."""
        return Offer(words, icon, self, primary, keys_of(self.action, table))


@dataclass(frozen=True)
class ProgressBar(_Choosable):
    """How far something is, 0 to 1, below the words that say what."""

    words: str
    share: float

    def height(self, theme: Theme, width: int) -> int:
        """Return how high it is."""
        return theme.px(36)

    def paint(
        self, surface: pygame.Surface, theme: Theme, arts: TileArts, rect: pygame.Rect
    ) -> None:
        """Paint words and bar."""
        px = theme.px
        words = rect.inflate(-2 * px(_MARGIN), 0)
        words.height = px(24)
        font = draw.fitting_font(theme, Role.STRONG, self.words, words.width)
        draw.text(surface, font, self.words, look.INK, words)
        track = pygame.Rect(words.left, words.bottom, words.width, px(6))
        paint_progress(surface, track, self.share)


def paint_progress(
    surface: pygame.Surface,
    track: pygame.Rect,
    share: float,
    *,
    border: pygame.Color | None = look.LINE,
) -> None:
    """Paint how far something is, 0 to 1."""
    draw.box(surface, track, look.WELL, radius=track.height // 2, border=border)
    width = round(track.width * max(0.0, min(1.0, share)))
    done = pygame.Rect(track.left, track.top, width, track.height)
    draw.box(surface, done, look.GOLD, radius=track.height // 2)
