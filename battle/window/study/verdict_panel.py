"""Paints the verdict above the table: who wins from here, and how certain that is."""

from __future__ import annotations

from typing import Final

import pygame

from battle.analysis.ledger import Mark
from battle.analysis.study import Snapshot, decided
from battle.analysis.values import Known, known_unseen
from battle.rules.position import PLAYERS
from battle.window.study.words import verdict, verdict_notes
from battle.window.ui import draw
from battle.window.ui import theme as look
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
    trivial = known_unseen(position).as_margin(position)
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
    ink = theme.costs[Mark.NONE] if proven else look.MUTED
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
