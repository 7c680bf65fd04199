"""Paints what stands around the table: players, race, lists, status line.

Each function is given what it shows as plain values; nothing here asks the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from battle.language import _, ngettext
from battle.rules.move import Move
from battle.rules.position import ALL_POINTS, POINTS_TO_WIN, Player
from battle.rules.tiles import Kind
from battle.window.board.geometry import PlayerLayout, tray_slots
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.listing import Listing
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArt


@dataclass(frozen=True)
class PlayerView:
    """What a player's panel shows.

    The `active` player stands in light: the one to move, or the winner when the game is `over`.
    `state` says in words what the player does, `brief` in few where room is short. `progress`, 0
    to 1, is how far the solver's time has run, None if it does not run. `clock` is empty without a
    clock.
    """

    player: Player
    name: str
    caption: str
    points: int
    needed: int
    taken: Sequence[Kind]
    active: bool
    state: str
    brief: str
    clock: str = ""
    hurried: bool = False
    progress: float | None = None
    over: bool = False


class Minis:
    """Small tiles for trays and lists, kept by width."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._arts: dict[int, TileArt] = {}

    def art(self, width: int) -> TileArt:
        """Return the pictures of tiles of this width."""
        if width not in self._arts:
            self._arts[width] = TileArt(width, self._theme, rank_digits=False)
        return self._arts[width]


def player_panel(
    surface: pygame.Surface, theme: Theme, minis: Minis, view: PlayerView, layout: PlayerLayout
) -> None:
    """Paint a player's panel; the player to move stands in light."""
    _panel_ground(surface, theme, layout.outer, view.active)
    _header(surface, theme, view, layout)
    _score(surface, theme, view, layout)
    _turn_strip(surface, theme, view, layout.strip)
    _tray(surface, theme, minis, view, layout.tray)


def _panel_ground(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, active: bool) -> None:
    if active:
        glow = rect.inflate(theme.px(8), theme.px(8))
        draw.box(surface, glow, pygame.Color(255, 197, 61, 38), radius=theme.px(17))
        draw.box(
            surface,
            rect,
            look.PANEL_RAISED,
            radius=theme.px(14),
            border=look.GOLD,
            width=theme.px(2),
        )
    else:
        draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)


def _header(surface: pygame.Surface, theme: Theme, view: PlayerView, layout: PlayerLayout) -> None:
    draw.badge(surface, theme, view.player, layout.badge)
    name, caption = layout.name, layout.caption
    font = draw.fitting_font(theme, Role.HEADING, view.name, name.width)
    draw.text(surface, font, view.name, look.INK, name)
    draw.text(surface, theme.font(Role.SMALL), view.caption, look.MUTED, caption)


def _score(surface: pygame.Surface, theme: Theme, view: PlayerView, layout: PlayerLayout) -> None:
    font = theme.font_of_size(Role.SCORE, layout.score.height)
    ink = look.INK if view.active else pygame.Color("#d8d3c2")
    place = draw.text(surface, font, str(view.points), ink, layout.score)
    left = place.right + theme.px(14)
    words = pygame.Rect(left, layout.score.top, layout.score.right - left, layout.score.height)
    upper = pygame.Rect(words.left, words.top, words.width, words.height // 2)
    lower = pygame.Rect(words.left, words.centery, words.width, words.height // 2)
    if view.needed:
        needs = _("needs {points}").format(points=view.needed)
        aim = _("to reach {points}").format(points=POINTS_TO_WIN)
    else:
        needs, aim = _("has won"), _("with {points} or more").format(points=POINTS_TO_WIN)
    strong = theme.font(Role.STRONG)
    draw.text(surface, strong, needs, look.INK if view.needed else look.GOLD, upper)
    draw.text(surface, theme.font(Role.SMALL), aim, look.MUTED, lower)
    _bar(surface, layout.bar, view.points / POINTS_TO_WIN, look.PLAYERS[view.player])


def _bar(surface: pygame.Surface, rect: pygame.Rect, share: float, colour: pygame.Color) -> None:
    draw.box(surface, rect, look.WELL, radius=rect.height // 2)
    width = round(rect.width * max(0.0, min(1.0, share)))
    if width >= rect.height:
        filled = pygame.Rect(rect.left, rect.top, width, rect.height)
        draw.box(surface, filled, colour, radius=rect.height // 2)


def _turn_strip(surface: pygame.Surface, theme: Theme, view: PlayerView, rect: pygame.Rect) -> None:
    ground = look.GOLD if view.active else look.WELL
    ink = look.DARK_INK if view.active else look.MUTED
    draw.box(surface, rect, ground, radius=theme.px(8))
    if view.progress is not None:
        _progress(surface, theme, rect, view.progress)
    pad = theme.px(10)
    words = rect.inflate(-2 * pad, 0)
    if view.clock:
        font = theme.font(Role.CLOCK)
        shown = look.REFUSED if view.hurried and not view.active else ink
        if view.hurried and view.active:
            shown = pygame.Color("#8f1d0c")
        place = draw.text(surface, font, view.clock, shown, words, "right")
        words.width = place.left - words.left - pad
    if view.active and not view.over:
        words = _pointer(surface, view.player, rect, words, ink)
    font = theme.font(Role.STRONG if view.active else Role.SMALL)
    state = view.state if font.size(view.state)[0] <= words.width else view.brief
    draw.text(surface, font, state, ink, words)


def _progress(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, share: float) -> None:
    track = pygame.Rect(0, 0, rect.width - theme.px(20), max(2, theme.px(3)))
    track.midbottom = (rect.centerx, rect.bottom - theme.px(4))
    draw.box(surface, track, look.GOLD_DEEP, radius=track.height // 2)
    done = pygame.Rect(track.topleft, (round(track.width * min(1.0, share)), track.height))
    pygame.draw.rect(surface, look.DARK_INK, done, border_radius=track.height // 2)


def _pointer(
    surface: pygame.Surface,
    player: Player,
    rect: pygame.Rect,
    words: pygame.Rect,
    ink: pygame.Color,
) -> pygame.Rect:
    """Draw a triangle that points at the table; return the room left for words."""
    side = round(rect.height * 0.34)
    middle = words.left + side // 2
    tip = side // 2 if player == 1 else -side // 2
    points = [
        (middle + tip, rect.centery),
        (middle - tip, rect.centery - side * 0.6),
        (middle - tip, rect.centery + side * 0.6),
    ]
    pygame.draw.polygon(surface, ink, points)
    pygame.draw.aalines(surface, ink, True, points)
    room = side + rect.height // 4
    return pygame.Rect(words.left + room, words.top, words.width - room, words.height)


def _tray(
    surface: pygame.Surface, theme: Theme, minis: Minis, view: PlayerView, rect: pygame.Rect
) -> None:
    draw.box(surface, rect, look.WELL, radius=theme.px(8))
    if not view.taken:
        words = _("no pair taken yet")
        draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, rect, "centre")
        return
    slots = tray_slots(rect, len(view.taken), theme.px(34))
    art = minis.art(slots.tile)
    for kind, corner in zip(view.taken, slots.corners, strict=True):
        paint_pair(surface, art, kind, corner)


def paint_pair(surface: pygame.Surface, art: TileArt, kind: Kind, corner: tuple[int, int]) -> None:
    """Paint a pair as one tile lying over its partner, which shows at the right and below."""
    step = pair_step(art.width)
    off = art.shadow_offset
    tile = art.tile(kind)
    surface.blit(art.shadow(), (corner[0] + step + off[0], corner[1] + step // 2 + off[1]))
    surface.blit(tile, (corner[0] + step, corner[1] + step // 2))
    surface.blit(tile, corner)


def pair_step(width: int) -> int:
    """Return how far the lower tile of a pair shows beside the upper one."""
    return max(2, round(width * 0.2))


# --- the race to 136 ----------------------------------------------------------------------------


def race(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, points: tuple[int, int], left: int
) -> None:
    """Paint both scores growing towards each other, with 136 in the middle."""
    tall = round(rect.height * 0.5)
    bar = pygame.Rect(rect.left, rect.bottom - tall, rect.width, tall)
    radius = tall // 2
    draw.box(surface, bar, look.WELL, radius=radius, border=look.LINE)
    inner = bar.inflate(-4, -4)
    widths = [round(inner.width * value / ALL_POINTS) for value in points]
    if widths[0] > 1:
        part = pygame.Rect(inner.left, inner.top, max(widths[0], inner.height), inner.height)
        draw.box(surface, part, look.PLAYERS[1], radius=inner.height // 2)
    if widths[1] > 1:
        part = pygame.Rect(0, inner.top, max(widths[1], inner.height), inner.height)
        part.right = inner.right
        draw.box(surface, part, look.PLAYERS[2], radius=inner.height // 2)
    _race_goal(surface, theme, rect, bar)
    _race_words(surface, theme, inner, widths, left)


def _race_goal(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, bar: pygame.Rect) -> None:
    font = theme.font(Role.SMALL)
    room = bar.top - rect.top
    words = pygame.Rect(rect.left, rect.top - theme.px(2), rect.width, max(1, room - theme.px(5)))
    draw.text(surface, font, str(POINTS_TO_WIN), look.GOLD, words, "centre")
    x, y, half = bar.centerx, bar.top + theme.px(1), theme.px(5)
    pygame.draw.polygon(surface, look.GOLD, [(x - half, y - half), (x + half, y - half), (x, y)])


def _race_words(
    surface: pygame.Surface, theme: Theme, inner: pygame.Rect, widths: Sequence[int], left: int
) -> None:
    words = ngettext("{n} point left", "{n} points left", left).format(n=left)
    font = theme.font(Role.SMALL)
    free = pygame.Rect(
        inner.left + widths[0], inner.top, inner.width - widths[0] - widths[1], inner.height
    )
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")


# --- lists --------------------------------------------------------------------------------------

_LIST_HEAD: Final = 36


def list_rows(theme: Theme, rect: pygame.Rect) -> pygame.Rect:
    """Return the part of a list's panel that its rows take."""
    head, pad = theme.px(_LIST_HEAD), theme.px(8)
    return pygame.Rect(
        rect.left + pad, rect.top + head, rect.width - 2 * pad, max(0, rect.height - head - pad)
    )


def list_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    title: str,
    note: str,
    *,
    focused: bool = False,
) -> None:
    """Paint a list's panel with its title and a note at the right."""
    border = look.SKY if focused else look.LINE
    width = theme.px(2) if focused else 1
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=border, width=width)
    pad = theme.px(14)
    head = pygame.Rect(rect.left + pad, rect.top, rect.width - 2 * pad, theme.px(_LIST_HEAD))
    place = draw.text(surface, theme.font(Role.FIGURES), note, look.MUTED, head, "right")
    head.width = place.left - head.left - theme.px(6)
    draw.text(surface, theme.font(Role.STRONG), title, look.INK, head)


def list_hint(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, words: str) -> None:
    """Write in an empty list why it is empty."""
    font = theme.font(Role.SMALL)
    lines = draw.wrapped(font, words, rect.width - theme.px(16))
    line = pygame.Rect(rect.left, 0, rect.width, font.get_linesize())
    line.top = rect.centery - len(lines) * line.height // 2 - theme.px(4)
    for words in lines:
        draw.text(surface, font, words, look.FAINT, line, "centre")
        line.top += line.height


def pairs_list(
    surface: pygame.Surface,
    theme: Theme,
    minis: Minis,
    listing: Listing,
    pairs: Sequence[tuple[Move, Kind]],
) -> None:
    """Paint the pairs that can be taken, one a row: the tile, its two cells, its worth."""
    for row in listing.rows:
        move, kind = pairs[row]
        rect = listing.rect_of(row).inflate(0, -theme.px(2))
        row_ground(surface, theme, rect, listing, row)
        art = minis.art(round((rect.height - theme.px(6)) / 1.42))
        pad = theme.px(8)
        corner = (rect.left + pad, rect.centery - art.size[1] // 2 - 1)
        paint_pair(surface, art, kind, corner)
        words = rect.inflate(-2 * pad, 0)
        worth = draw.text(
            surface, theme.font(Role.FIGURES), f"+{kind.rank}", look.GOLD, words, "right"
        )
        words.left = corner[0] + round(art.width * 1.6) + pad
        words.width = worth.left - words.left - pad
        cells = f"{move.first} – {move.second}"
        draw.text(surface, theme.font(Role.TEXT), cells, look.INK, words)
    scroll_bar(surface, theme, listing)


def moves_list(
    surface: pygame.Surface,
    theme: Theme,
    minis: Minis,
    listing: Listing,
    rows: Sequence[Sequence[tuple[Move, Kind] | None]],
) -> None:
    """Paint the moves, two a row; a row's number is that of its first move, counted from 1."""
    before = 1 if rows and rows[0][0] is None else 0
    for row in listing.rows:
        rect = listing.rect_of(row).inflate(0, -theme.px(2))
        if row == len(rows) - 1:
            draw.box(surface, rect, look.PANEL_RAISED, radius=theme.px(6))
        number = pygame.Rect(rect.left + theme.px(2), rect.top, theme.px(24), rect.height)
        words = f"{max(1, 2 * row + 1 - before)}."
        draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, number, "right")
        half = (rect.right - number.right) // 2
        for side, played in enumerate(rows[row]):
            if played is not None:
                left = number.right + side * half
                place = pygame.Rect(left, rect.top, half, rect.height)
                _played(surface, theme, minis, played, place)
    scroll_bar(surface, theme, listing)


def _played(
    surface: pygame.Surface,
    theme: Theme,
    minis: Minis,
    played: tuple[Move, Kind],
    rect: pygame.Rect,
) -> None:
    move, kind = played
    art = minis.art(round((rect.height - theme.px(6)) / 1.34))
    corner = (rect.left + theme.px(7), rect.centery - art.size[1] // 2)
    surface.blit(art.tile(kind), corner)
    left = corner[0] + art.width + theme.px(7)
    words = pygame.Rect(left, rect.top, rect.right - left, rect.height)
    font = theme.font(Role.TEXT)
    if font.size(str(move))[0] > words.width:
        font = theme.font(Role.SMALL)
    draw.text(surface, font, str(move), look.INK, words)


def row_ground(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, listing: Listing, row: int
) -> None:
    """Paint the ground of a list's row: chosen, under the mouse, or neither."""
    if row == listing.chosen:
        draw.box(
            surface,
            rect,
            pygame.Color("#2f6557"),
            radius=theme.px(6),
            border=look.GOLD,
        )
    elif row == listing.hovered:
        draw.box(surface, rect, pygame.Color("#28544a"), radius=theme.px(6))


def scroll_bar(surface: pygame.Surface, theme: Theme, listing: Listing) -> None:
    """Paint where in a list the rows are that are seen, if it has more."""
    if listing.bar is None:
        return
    begin, end = listing.bar
    width = theme.px(4)
    right = listing.rect.right + theme.px(6)
    top = listing.rect.top + round(begin * listing.rect.height)
    height = max(theme.px(16), round((end - begin) * listing.rect.height))
    knob = pygame.Rect(right - width, top, width, height)
    draw.box(surface, knob, pygame.Color("#3f6d61"), radius=width // 2)


# --- the status line ----------------------------------------------------------------------------


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
        sign = draw.icon("warning", size, look.REFUSED)
        surface.blit(sign, sign.get_rect(midleft=inner.midleft))
        inner.left += size + theme.px(8)
    inner.width = max(0, place.left - inner.left - pad)
    ink = look.MUTED if kind == "info" else look.REFUSED
    draw.text(surface, theme.font(Role.TEXT), words, ink, inner)
