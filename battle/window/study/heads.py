"""Paints the small panels of Analyse: the verdict, the players, what the solver does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from battle.analysis.ledger import Mark
from battle.analysis.snapshot import Snapshot, decided
from battle.analysis.values import Known
from battle.rules.position import PLAYERS, Player, Position
from battle.window.board.value_tags import COLOURS
from battle.window.study.words import verdict, verdict_notes
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.motion import Box
from battle.window.ui.theme import Role, Theme

_GAUGE: Final = 40
"""The margin at which the verdict's bar is full."""


def verdict_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    snapshot: Snapshot,
    names: tuple[str, str],
) -> None:
    """Say who wins from here with perfect play, and show it as a bar from player 1 to player 2."""
    margin, position = snapshot.margin, snapshot.position
    px = theme.px
    bar = pygame.Rect(rect.left, 0, rect.width, max(px(13), rect.height * 30 // 100))
    bar.bottom = rect.bottom
    words = pygame.Rect(rect.left, rect.top - px(2), rect.width, bar.top - rect.top)
    trivial = untold(position)
    text, small = verdict(margin, names, over=position.is_over), theme.font(Role.SMALL)
    note, width = "", 0
    most = words.width - theme.font(Role.HEADING).size(text)[0] * 4 // 5
    for note in verdict_notes(margin, trivial):
        width = small.size(note)[0] + px(32)
        if width <= most:
            break
    font = draw.fitting_font(theme, Role.HEADING, text, max(px(60), words.width - width))
    place = words.copy()
    total = min(words.width, font.size(text)[0] + width)
    place.left = words.centerx - total // 2
    place.width = max(1, total - width)
    after = draw.text(surface, font, text, look.INK, place)
    if note:
        _note(surface, theme, note, after, words, proven=decided(margin) is not False)
    _gauge(surface, theme, bar, margin)


def untold(position: Position) -> Known:
    """Return what is known of a position's margin without a look."""
    left = 0 if position.is_over else position.points_left
    return Known(-left, left).as_margin(position)


def _note(
    surface: pygame.Surface,
    theme: Theme,
    note: str,
    after: pygame.Rect,
    words: pygame.Rect,
    *,
    proven: bool,
) -> None:
    px = theme.px
    sign = pygame.Rect(after.right + px(10), 0, px(14), px(14))
    sign.centery = words.centery + px(1)
    ink = COLOURS[Mark.NONE] if proven else look.MUTED
    if proven:
        surface.blit(draw.icon("check", sign.width, ink), sign)
    else:
        draw.text(surface, theme.font(Role.STRONG), "~", ink, sign, "centre")
    place = pygame.Rect(sign.right + px(4), words.top + px(1), 0, words.height)
    place.width = max(0, words.right - place.left)
    draw.text(surface, theme.font(Role.SMALL), note, ink, place)


def _gauge(surface: pygame.Surface, theme: Theme, bar: pygame.Rect, margin: Known) -> None:
    """Paint the margin growing from the middle to the side of who is ahead; bounds behind it."""
    radius = bar.height // 2
    draw.box(surface, bar, look.WELL, radius=radius, border=look.LINE)
    inner = bar.inflate(-4, -4)

    def at(points: int) -> int:
        share = max(-1.0, min(1.0, points / _GAUGE))
        return round(inner.centerx - share * inner.width / 2)

    if not margin.is_exact:
        bounds = pygame.Rect(at(margin.upper), 0, at(margin.lower) - at(margin.upper), inner.height)
        bounds.centery = inner.centery
        draw.box(surface, bounds, look.LINE, radius=inner.height // 2)
    if margin.guess:
        _grow(surface, inner, at(margin.guess), margin)
    middle = pygame.Rect(0, 0, max(2, theme.px(2)), bar.height + theme.px(4))
    middle.center = inner.center
    surface.fill(look.GOLD, middle)
    for player in PLAYERS:
        side = bar.height + theme.px(4)
        sign = pygame.Rect(0, 0, side, side)
        sign.centery = bar.centery
        sign.left = bar.left if player == 1 else bar.right - side
        draw.badge(surface, theme, player, sign)


def _grow(surface: pygame.Surface, inner: pygame.Rect, end: int, margin: Known) -> None:
    guess = margin.guess or 0
    colour = look.PLAYERS[1 if guess > 0 else 2]
    left, right = sorted((end, inner.centerx))
    part = pygame.Rect(left, inner.top, right - left, inner.height)
    if margin.is_exact:
        surface.fill(colour, part)
        return
    step = max(3, inner.height // 2)
    clip = surface.get_clip()
    surface.set_clip(part.clip(clip))
    for x in range(part.left - part.height, part.right + part.height, 2 * step):
        points = [
            (x, part.bottom),
            (x + step, part.bottom),
            (x + step + part.height, part.top),
            (x + part.height, part.top),
        ]
        pygame.draw.polygon(surface, colour, points)
    surface.set_clip(clip)


# --- the players --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """What the players' panel shows of one; `lost` is empty as long as it is not known."""

    player: Player
    name: str
    points: int
    to_move: bool
    lost: str
    brief: str


def player_rows(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rows of players 1 and 2."""
    pad = max(3, rect.height // 16)
    inner = rect.inflate(-2 * pad, -2 * pad)
    half = inner.height // 2
    first = pygame.Rect(inner.left, inner.top, inner.width, half)
    return first, pygame.Rect(inner.left, inner.bottom - half, inner.width, half)


def players_panel(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, standings: tuple[Standing, Standing]
) -> None:
    """Paint both players, their points, and whose move it is."""
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
    for standing, row in zip(standings, player_rows(rect), strict=True):
        _player(surface, theme, row, standing)


def badge_place(row: pygame.Rect) -> pygame.Rect:
    """Return where a player's sign is in a row."""
    side = round(row.height * 0.72)
    sign = pygame.Rect(0, 0, side, side)
    sign.midleft = (row.left + row.height // 5, row.centery)
    return sign


def pair_place(rect: pygame.Rect, player: Player) -> Box:
    """Return where the pairs that a player takes go to: behind the player's sign."""
    sign = badge_place(player_rows(rect)[player - 1])
    width = round(sign.width * 0.7)
    left, top = sign.centerx - width // 2, sign.centery - width * 2 // 3
    return float(left), float(top), float(width), float(width * 4 / 3)


def _player(surface: pygame.Surface, theme: Theme, row: pygame.Rect, standing: Standing) -> None:
    px = theme.px
    if standing.to_move:
        draw.box(
            surface,
            row,
            look.PANEL_RAISED,
            radius=px(9),
            border=look.GOLD,
            width=px(1.5),
        )
    sign = badge_place(row)
    draw.badge(surface, theme, standing.player, sign)
    right = pygame.Rect(row)
    right.width -= px(10)
    figures = theme.font_of_size(Role.SCORE, round(row.height * 0.66))
    place = draw.text(surface, figures, str(standing.points), look.INK, right, "right")
    words = pygame.Rect(sign.right + px(8), row.top, 0, row.height)
    words.width = max(0, place.left - words.left - px(8))
    pointer = px(9) if standing.to_move else 0
    name = pygame.Rect(words)
    name.width = max(0, words.width - (pointer and pointer + px(8)))
    strong = draw.fitting_font(theme, Role.STRONG, standing.name, name.width)
    after = draw.text(surface, strong, standing.name, look.INK, name)
    rest = pygame.Rect(after.right + px(8), row.top, 0, row.height)
    if pointer:
        rest.left = _pointer(surface, rest, pointer) + px(7)
    rest.width = max(0, words.right - rest.left)
    small, note = theme.font(Role.SMALL), standing.lost
    if small.size(note)[0] > rest.width:
        note = standing.brief
    if note and small.size(note)[0] <= rest.width:
        draw.text(surface, small, note, look.MUTED, rest)


def _pointer(surface: pygame.Surface, rect: pygame.Rect, side: int) -> int:
    """Draw the triangle that points at the table for the player to move; return its end."""
    middle = rect.centery
    points = [
        (rect.left, middle - side * 0.6),
        (rect.left, middle + side * 0.6),
        (rect.left + side, middle),
    ]
    pygame.draw.polygon(surface, look.GOLD, points)
    pygame.draw.aalines(surface, look.GOLD, True, points)
    return rect.left + side


# --- the solver ---------------------------------------------------------------------------------


def engine_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    buttons: int,
    words: tuple[str, str, str],
    share: float | None,
) -> None:
    """Paint what the solver does below its `buttons` (their lower edge), and how far it is."""
    px = theme.px
    draw.box(surface, rect, look.PANEL, radius=px(14), border=look.LINE)
    pad = px(12)
    inner = pygame.Rect(rect.left + pad, buttons + px(4), rect.width - 2 * pad, 0)
    inner.height = rect.bottom - px(8) - inner.top
    track = pygame.Rect(inner.left, 0, inner.width, max(3, px(4)))
    rows = (theme.font_of_size(Role.STRONG, px(14)), theme.font(Role.SMALL), theme.font(Role.SMALL))
    step = (inner.height - track.height - px(2)) / 3
    top = float(inner.top)
    for number, (font, text) in enumerate(zip(rows, words, strict=True)):
        line = pygame.Rect(inner.left, round(top), inner.width, round(step))
        ink = (look.INK, look.MUTED, look.FAINT)[number]
        draw.text(surface, _fitting(theme, font, text, inner.width), text, ink, line)
        top += step
        if number == 0:
            track.top = round(top)
            top += track.height + px(2)
    if share is not None:
        draw.box(surface, track, look.WELL, radius=track.height // 2)
        done = pygame.Rect(track.topleft, (round(track.width * min(1.0, share)), track.height))
        draw.box(surface, done, look.GOLD, radius=track.height // 2)


def _fitting(theme: Theme, font: pygame.font.Font, text: str, width: int) -> pygame.font.Font:
    """Return a font in which a text is not cut, if there is one that can be read."""
    size = theme.px(13)
    while font.size(text)[0] > width and size >= max(9, theme.px(10)):
        font = theme.font_of_size(Role.SMALL, size)
        size -= 1
    return font
