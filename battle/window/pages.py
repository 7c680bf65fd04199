"""Pages in pixels: a page of blocks flows down a panel and scrolls; some blocks can be chosen.

    ┌──────────────┐  rect
    │ block        │  blocks are as high as their words need at the panel's width
    │ block ◄──────┼─ pointed at (mouse) and chosen (keyboard): only blocks with a target
    │ block        │
    └──────────────┘  the rest is reached by scrolling, `offset` pixels

Blocks are values: equal pages have equal keys, so a page is painted when it has changed. How high
each block of `battle.page.blocks` is, and its painter, are in the table `_PAINTERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import pygame

from battle.analysis.costs import Mark
from battle.page.blocks import (
    Bar,
    Bars,
    Block,
    Button,
    Chips,
    Curve,
    Diagram,
    Figure,
    Ink,
    KeyLine,
    Message,
    MoveLine,
    PairLine,
    Paragraph,
    Plot,
    Progress,
    Race,
    Row,
    Run,
    Score,
    Signs,
    Space,
    Sum,
    Title,
    ValueLine,
    flat,
)
from battle.page.review import Scale
from battle.rules.position import COLUMN_LETTERS, ROW_DIGITS, Cell, Player, other
from battle.screens.board_view import SignShown
from battle.screens.view import Act
from battle.window import board_view
from battle.window.table_view import paint_race
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Canvas, plaque
from battle.window.ui.keys import Shortcut
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import kept_art, paint_pair
from battle.window.ui.widgets import Panel, Point, Scroller, Widget
from battle.words import Named, parted

_WIDEST: Final = 46
"""How wide a standing bar gets."""


def scale_in(rect: pygame.Rect, plot: Plot) -> Scale:
    """Return the scale of a plot in a rectangle."""
    return Scale(plot, rect.left, rect.right, rect.top, rect.bottom)


def paint_plot(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, plot: Plot) -> None:
    """Paint the curves, dots and bars of a plot, without axes.

    Where zero divides it, the area up to the curve has the colour of who is ahead. Curves are solid
    where proven, dashed and fainter where estimated.
    """
    px, scale = theme.px, scale_in(rect, plot)
    canvas = Canvas(rect.inflate(px(8), px(6)))
    if plot.signed and plot.curves:
        _tint(canvas, scale, plot.curves[-1], plot.up)
    for curve in plot.curves:
        width, inks = px(2), (look.INK, look.GUESSED_CURVE)
        if curve.thin:
            width, inks = px(1), (look.FAINT, look.FAINT)
        for is_solid, run in scale.stretches(curve):
            canvas.curve(run, inks[0] if is_solid else inks[1], width, solid=is_solid)
    for dot in plot.dots:
        canvas.dot((scale.x(dot.place), scale.y(dot.value)), px(4.5), theme.costs[dot.mark])
    canvas.put_on(surface)


def _tint(canvas: Canvas, scale: Scale, curve: Curve, up: Player) -> None:
    zero = scale.y(0)
    for before, after in pairwise(scale.points(curve)):
        if before is not None and after is not None:
            player = up if before[1] + after[1] < 2 * zero else other(up)
            tint = look.translucent(look.PLAYERS[player], 70)
            canvas.area([(before[0], zero), before, after, (after[0], zero)], tint)


# --- bars -----------------------------------------------------------------------------------------


def paint_standing(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    bars: Sequence[Bar],
    over: Sequence[float] = (),
    level: float | None = None,
) -> None:
    """Paint bars side by side, and lines over them; labels that have no room are left out."""
    small = theme.font(Role.SMALL)
    line = small.get_linesize()
    plot = pygame.Rect(rect.left, rect.top + line, rect.width, rect.height - 2 * line)
    step = plot.width / max(1, len(bars))
    most = max([round(level or 0), *(bar.number for bar in bars)])
    surface.fill(look.PLOT_FRAME, pygame.Rect(plot.left, plot.bottom, plot.width, theme.px(1)))
    widest = max((small.size(bar.label)[0] for bar in bars), default=0) + 6
    every = max(1, -(-widest // max(1, int(step))))
    kept = next((place for place, bar in enumerate(bars) if bar.stands_out), 0)
    high, named = plot.height / max(1, most), pygame.Rect(0, 0, 0, 0)
    for place, bar in enumerate(bars):
        if bar.stands_out:
            named.size = small.size(bar.label)[0] + theme.px(8), line
            middle = round(plot.left + (place + 0.5) * step)
            named = named.move_to(midtop=(middle, plot.bottom)).clamp(rect)
            draw.text(surface, small, bar.label, look.INK, named, "centre")
    grid = next((number for number in (2, 5, 10, 20, 50) if most <= 6 * number), 100)
    for value in range(grid, most + 1, grid) if over else ():
        surface.fill(look.LINE, (plot.left, round(plot.bottom - high * value), plot.width, 1))
    for place, bar in enumerate(bars):
        slot = pygame.Rect(round(plot.left + place * step), plot.top, round(step), plot.height)
        line_at = round(plot.bottom - high * over[place]) if over else slot.bottom
        _paint_one(surface, theme, slot, bar, most, line_at)
        label = pygame.Rect(0, plot.bottom, small.size(bar.label)[0], line)
        label.centerx = slot.centerx
        is_free = rect.contains(label) and not label.colliderect(named)
        if (kept - place) % every == 0 and is_free:
            draw.text(surface, small, bar.label, look.MUTED, label)
    if over:
        canvas = Canvas(plot)
        middles = [plot.left + step * (place + 0.5) for place in range(len(over))]
        points = [(x, plot.bottom - high * number) for x, number in zip(middles, over, strict=True)]
        if level is not None:
            across_all = [(x, plot.bottom - high * level) for x in (plot.left, plot.right)]
            canvas.curve(across_all, look.SKY, theme.px(3), solid=False)
        canvas.curve(points, look.GOLD, theme.px(3))
        canvas.put_on(surface)


def _paint_one(
    surface: pygame.Surface, theme: Theme, slot: pygame.Rect, bar: Bar, most: int, line_at: int
) -> None:
    """Paint a bar with its number above it, and above a line that would run through that."""
    if not bar.number and not bar.words:
        return
    px = theme.px
    high = max(px(4), slot.height * bar.number // max(1, most))
    body = pygame.Rect(0, 0, min(slot.width * 3 // 4, px(_WIDEST)), high)
    body.midbottom = slot.midbottom
    radius = min(px(4), body.width // 3)
    edge = look.GOLD if bar.stands_out else look.PLOT_FRAME
    draw.box(surface, body, look.WELL, radius=radius, border=edge, width=px(1.5))
    part = down(body, FILL, body.height * bar.part // max(1, bar.number))[1]
    draw.box(surface, part, look.PROVEN, radius=radius)
    font = theme.font(Role.SMALL)
    place = pygame.Rect(slot.left, body.top - font.get_linesize(), slot.width, font.get_linesize())
    if place.top - px(4) < line_at < place.bottom:
        place.bottom = line_at - px(2)
    if font.size(str(bar.number))[0] < slot.width - px(2):
        draw.text(surface, font, str(bar.number), look.INK, place, "centre")


def paint_lying(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, bars: Sequence[Bar]
) -> None:
    """Paint bars below each other: what, the bar, how much."""
    px, small = theme.px, theme.font(Role.SMALL)
    most = max((bar.number for bar in bars), default=0)
    step = min(px(38), rect.height // max(1, len(bars)))
    figures = [bar.words or str(bar.number) for bar in bars]
    left = max((small.size(bar.label)[0] for bar in bars), default=0) + px(12)
    right = max((small.size(figure)[0] for figure in figures), default=0) + px(10)
    for place, (bar, figure) in enumerate(zip(bars, figures, strict=True)):
        row = pygame.Rect(rect.left, rect.top + place * step, rect.width, step)
        draw.text(surface, small, bar.label, look.MUTED, row)
        draw.text(surface, small, figure, look.INK, row, "right")
        track = pygame.Rect(row.left + left, 0, row.width - left - right, min(px(14), step - 4))
        track.centery = row.centery
        _paint_track(surface, theme, track, bar, most)


def _paint_track(
    surface: pygame.Surface, theme: Theme, track: pygame.Rect, bar: Bar, most: int
) -> None:
    if not bar.number or track.width <= 0:
        return
    radius = track.height // 3
    body = across(track, max(theme.px(4), track.width * bar.number // most), FILL)[0]
    draw.box(surface, body, look.WELL, radius=radius, border=look.PLOT_FRAME, width=theme.px(1.5))
    body.width = body.width * bar.part // bar.number
    draw.box(surface, body, look.PROVEN, radius=radius)


# --- painters ------------------------------------------------------------------------------------

INKS: Final[Mapping[Ink, pygame.Color]] = {
    Ink.PLAIN: look.INK,
    Ink.MUTED: look.MUTED,
    Ink.FAINT: look.FAINT,
    Ink.GOLD: look.GOLD,
    Ink.GOOD: look.PROVEN,
    Ink.BAD: look.REFUSED,
}

MARGIN: Final = 4
"""The room left and right of a block's words."""


class Brush(NamedTuple):
    """What blocks are painted with; `keys` are the shortcuts of the screen, shown on offers."""

    surface: pygame.Surface
    theme: Theme
    keys: Sequence[Shortcut] = ()


def height_of(block: Block, theme: Theme, width: int) -> int:
    """Return how many pixels high a block is at a width."""
    return _PAINTERS[type(block)][0](block, theme, width)


def paint(block: Block, brush: Brush, rect: pygame.Rect) -> None:
    """Paint a block in its place."""
    _PAINTERS[type(block)][1](block, brush, rect)


def paint_ground(block: Block, brush: Brush, rect: pygame.Rect, *, chosen: bool) -> None:
    """Paint below a block that it is chosen, or else that the mouse is on it."""
    theme = brush.theme
    if not isinstance(block, Button):
        draw.box(
            brush.surface,
            rect,
            look.CHOSEN if chosen else look.HOVERED,
            radius=theme.px(6),
            border=look.GOLD if chosen else None,
        )
    elif chosen:
        ring = _button(theme, rect).inflate(theme.px(4), theme.px(4))
        draw.box(
            brush.surface,
            ring,
            look.translucent(look.SKY, 0),
            radius=theme.px(10),
            border=look.SKY,
            width=theme.px(2),
        )


# --- words ----------------------------------------------------------------------------------------


def _sign(
    brush: Brush, player: Player | None, place: pygame.Rect, size: int, gap: int
) -> pygame.Rect:
    """Paint a player's sign at the left of a place, if there is one; return what is left of it."""
    if player is None:
        return place
    side = brush.theme.px(size)
    sign, rest = across(place, side, FILL, gap=brush.theme.px(gap))
    draw.player_sign(brush.surface, player, centred(sign, side, side))
    return rest


def _paint_space(block: Space, brush: Brush, rect: pygame.Rect) -> None:
    if block.rules:
        brush.surface.fill(look.LINE, (rect.left, rect.centery, rect.width, 1))


def _paragraph_room(block: Paragraph, theme: Theme, width: int) -> int:
    """Return the width of its words, after an icon."""
    indent = theme.px(19) if block.icon else 0
    return width - 2 * theme.px(MARGIN) - indent


def _line_step(block: Paragraph, theme: Theme) -> int:
    return round(theme.font(Role[block.role.name]).get_linesize() * 1.12)


_TILE: Final = "\u2003\u00a0"
"""The room that a little tile takes in a sentence."""


def pictured(words: str) -> str:
    """Return a sentence as it is written, with room for the tiles that it names."""
    return "".join(
        part if isinstance(part, str) else _TILE + part.caption for part in parted(words)
    )


def _paragraph_height(block: Paragraph, theme: Theme, width: int) -> int:
    room = _paragraph_room(block, theme, width)
    lines = draw.wrapped(theme.font(Role[block.role.name]), pictured(block.words), room)
    return len(lines) * _line_step(block, theme) + theme.px(6)


def _paint_paragraph(block: Paragraph, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme = brush.surface, brush.theme
    font, step = theme.font(Role[block.role.name]), _line_step(block, theme)
    left, right = rect.left + theme.px(MARGIN), rect.right - theme.px(MARGIN)
    room = _paragraph_room(block, theme, rect.width)
    line = pygame.Rect(right - room, rect.top + theme.px(3), room, step)
    if block.icon:
        draw.sign(
            surface, block.icon, theme.px(14), INKS[block.icon_ink], midleft=(left, line.centery)
        )
    tiles = (part.kind for part in parted(block.words) if isinstance(part, Named))
    art = kept_art(round(font.size(_TILE)[0] * 0.82), theme)
    for words in draw.wrapped(font, pictured(block.words), room):
        place = draw.text(surface, font, words, INKS[block.ink], line)
        for before in accumulate(words.split(_TILE)[:-1], lambda first, more: first + _TILE + more):
            tile = art.tile(next(tiles))
            at = place.left + font.size(before)[0]
            surface.blit(tile, (at, line.centery - tile.get_height() // 2))
        line.top += step


def _title_role(block: Title) -> Role:
    return Role.HEADING if block.large else Role.STRONG


def _note_is_below(block: Title, theme: Theme, width: int) -> bool:
    """Whether the note has no room beside the heading."""
    px = theme.px
    heading = theme.font(_title_role(block)).size(block.words)[0] + (px(29) if block.player else 0)
    note = theme.font(Role.STRONG).size(block.note)[0]
    return bool(block.note) and heading + px(6) + note > width - 2 * px(MARGIN)


def _title_height(block: Title, theme: Theme, width: int) -> int:
    note = theme.font(Role.STRONG).get_linesize() if _note_is_below(block, theme, width) else 0
    font, lines = theme.font(_title_role(block)), 1
    if not block.note and block.player is None:
        lines = len(draw.wrapped(font, block.words, width - 2 * theme.px(MARGIN)))
    return lines * font.get_linesize() + theme.px(8) + note


def _paint_title(block: Title, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    strong = theme.font(Role.STRONG)
    place = rect.inflate(-2 * px(MARGIN), 0)
    if is_below := _note_is_below(block, theme, rect.width):
        line = strong.get_linesize()
        below = pygame.Rect(place.left, place.bottom - line - px(2), place.width, line)
        place.height -= line
        draw.text(surface, strong, block.note, look.INK, below, "right")
    place = _sign(brush, block.player, place, 22, 7)
    if block.note and not is_below:
        after = draw.text(surface, strong, block.note, look.INK, place, "right")
        place.width = after.left - px(6) - place.left
    draw.text_within(surface, theme, _title_role(block), block.words, INKS[block.ink], place)


# --- numbers and moves ----------------------------------------------------------------------------


def _paint_sum(block: Sum, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    place = rect.inflate(-2 * px(MARGIN), 0)
    if block.result:
        surface.fill(look.GOLD_DEEP, pygame.Rect(place.left, rect.top, place.width, px(1.5)))
    if block.proven is not None:
        place, sign = across(place, FILL, px(13), gap=px(5))
    if block.proven:
        draw.sign(surface, "check", px(13), theme.costs[Mark.NONE], center=sign.center)
    after = draw.text(surface, theme.font(Role.STRONG), block.number, look.INK, place, "right")
    place.width = after.left - px(6) - place.left
    place = _sign(brush, block.player, place, 18, 6)
    role = Role.STRONG if block.result else Role.TEXT
    ink = look.INK if block.result else look.MUTED
    draw.line(surface, theme, role, block.words, ink, place)


def _paint_move(block: MoveLine, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    place, small = rect.inflate(-2 * px(MARGIN), 0), theme.font(Role.SMALL)
    if block.cost:
        words = f"{block.mark.value} {block.cost}".strip()
        size = (px(62 if block.mark is not Mark.NONE else 46), px(21))
        place, cost = across(place, FILL, size[0], gap=px(4))
        picture = plaque(theme, size, words, block.proven, block.mark)
        surface.blit(picture, centred(cost, *size))
    if block.changed:
        place, sign = across(place, FILL, px(18), gap=px(3))
        draw.sign(surface, "swap", px(18), look.GOLD, center=sign.center)
    if block.number:
        widest = max(small.size(words)[0] for words in ("88", "44", block.number))
        number, place = across(place, widest, FILL, gap=px(6))
        draw.text(surface, small, block.number, look.MUTED, number, "right")
    art = kept_art(round((place.height - px(8)) / 1.34), theme)
    tile, place = across(place, art.width, FILL, gap=px(5))
    surface.blit(art.tile(block.kind), (tile.left, tile.centery - art.size[1] // 2))
    draw.line(surface, theme, Role.STRONG, block.cells, look.INK, place)


def _paint_value(block: ValueLine, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    small, place = theme.font(Role.SMALL), rect.inflate(-2 * px(MARGIN), 0)
    upper, lower, _gap = down(place, px(28), px(16), FILL)
    art = kept_art(round((upper.height - px(4)) / 1.34), theme)
    number, tile, words, value = across(upper, px(15), art.width, FILL, px(54), gap=px(4))
    draw.text(surface, small, block.number, look.FAINT, number)
    surface.blit(art.tile(block.kind), (tile.left, tile.centery - art.size[1] // 2))
    draw.text(surface, theme.font(Role.STRONG), block.cells, look.INK, words)
    value = centred(value, value.width, px(22))
    surface.blit(plaque(theme, value.size, block.value, block.proven, block.mark), value)
    bounds = draw.text(surface, small, block.bounds, look.MUTED, lower, "right")
    rest = across(lower, FILL, bounds.width + px(8))[0]
    draw.text(surface, small, block.play, look.FAINT, rest)


def _paint_pair(block: PairLine, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    place = rect.inflate(-2 * px(MARGIN), 0)
    if block.player is not None:
        place = _sign(brush, block.player, across(place, px(16), FILL)[1], 18, 0)
    art = kept_art(round((rect.height - px(6)) / 1.34), theme)
    before, wide = (0, art.width * 1.6) if block.worth else (px(4), art.width * 1.2)
    _gap, tile, place = across(place, before, round(wide), FILL, gap=px(4))
    corner = (tile.left, tile.centery - art.size[1] // 2)
    if block.worth:
        paint_pair(surface, art, block.kind, corner)
        worth = draw.text(
            surface, theme.font(Role.FIGURES), f"+{block.worth}", look.GOLD, place, "right"
        )
        place.width = worth.left - place.left
        if block.places:
            place, board, _gap = across(place, FILL, px(38), px(6))
            _paint_places(brush, centred(board, board.width, px(26)), block.places)
    else:
        surface.blit(art.tile(block.kind), corner)
    draw.line(surface, theme, Role.STRONG, block.cells, look.INK, place)


def _paint_places(brush: Brush, board: pygame.Rect, places: Sequence[tuple[float, float]]) -> None:
    """Paint where on a board the tiles of a pair lie."""
    surface = brush.surface
    draw.box(surface, board, brush.theme.cloth.colour, radius=3)
    inner = inset(board, brush.theme.px(2))
    for x, y in places:
        tile = pygame.Rect(0, 0, board.width // 7, board.height // 4)
        tile.center = round(inner.left + x * inner.width), round(inner.top + y * inner.height)
        draw.box(surface, tile.clamp(board), look.GOLD, radius=1)


# --- what can be done, and how far it is ----------------------------------------------------------


def _button(theme: Theme, rect: pygame.Rect) -> pygame.Rect:
    return rect.inflate(-theme.px(6), -theme.px(6))


def _button_lines(block: Button, theme: Theme, width: int) -> tuple[str, ...]:
    room = width - theme.px(6) - 2 * theme.px(8) - theme.px(26)
    return draw.wrapped(theme.font(Role.STRONG), block.words, room)


def _button_height(block: Button, theme: Theme, width: int) -> int:
    more = len(_button_lines(block, theme, width)) - 1
    return theme.px(40) + more * theme.font(Role.STRONG).get_linesize()


def _paint_button(block: Button, brush: Brush, rect: pygame.Rect) -> None:
    """Paint the button, with its key where there is room."""
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    box = _button(theme, rect)
    ground, border = look.PANEL_RAISED, look.LINE
    if block.main:
        ground, border = look.YELLOW, look.PRIMARY_EDGE
    ink = look.ON_YELLOW if block.main else look.INK
    if block.off:
        ground, ink = look.PANEL, look.FAINT
    draw.box(surface, box, ground, radius=px(8), border=border, width=px(1))
    room = box.inflate(-2 * px(8), 0)
    font, small = theme.font(Role.STRONG), theme.font(Role.SMALL)
    lines = _button_lines(block, theme, rect.width)
    widest = px(26) + max(font.size(line)[0] for line in lines)
    key = next((shortcut.keys for shortcut in brush.keys if shortcut.action == block.do.name), "")
    aside = 2 * (small.size(key)[0] + px(8)) if key else 0
    if aside and widest + aside <= room.width:
        faint = look.ON_YELLOW if block.main else look.FAINT
        draw.text(surface, small, key, faint, room, "right")
    width = min(room.width, widest)
    place = pygame.Rect(room.centerx - width // 2, room.top, width, font.get_linesize())
    place.top = room.centery - len(lines) * place.height // 2
    draw.sign(surface, block.icon, px(18), ink, midleft=(place.left, room.centery))
    place.left, place.width = place.left + px(26), place.width - px(26)
    for line in lines:
        draw.text(surface, font, line, ink, place)
        place.top += place.height


_CAPS: Final = 166
_CAP: Final = 25
"""Where the words of keys begin, and how high the cap of a key is."""


def _caps_width(theme: Theme, width: int) -> int:
    return min(theme.px(_CAPS), width * 2 // 5)


def _caps(block: KeyLine, theme: Theme, width: int) -> list[pygame.Rect]:
    """Return the caps of keys, from the left and, where they need more room, in further rows."""
    small, px, caps = theme.font(Role.SMALL), theme.px, list[pygame.Rect]()
    left, top = px(2), 0
    for key in block.keys:
        cap = pygame.Rect(left, top, max(px(28), small.size(key)[0] + px(14)), px(_CAP))
        if caps and cap.right + px(6) > _caps_width(theme, width):
            cap.topleft = px(2), cap.bottom + px(4)
        left, top = cap.right + px(6), cap.top
        caps.append(cap)
    return caps


def _key_height(block: KeyLine, theme: Theme, width: int) -> int:
    font, room = theme.font(Role.TEXT), width - _caps_width(theme, width)
    lines = len(draw.wrapped(font, block.words, room)) * font.get_linesize() + theme.px(10)
    return max(lines, _caps(block, theme, width)[-1].bottom + theme.px(4))


def _paint_key(block: KeyLine, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    words = across(rect, _caps_width(theme, rect.width), FILL)[1]
    font, caps = theme.font(Role.SMALL), _caps(block, theme, rect.width)
    top = rect.top + (rect.height - caps[-1].bottom) // 2
    for key, place in zip(block.keys, caps, strict=True):
        cap = place.move(rect.left, top)
        draw.box(surface, cap, look.WELL, radius=px(6), border=look.FAINT, width=px(1))
        draw.text(surface, font, key, look.INK, cap, "centre")
    font = theme.font(Role.TEXT)
    lines = draw.wrapped(font, block.words, words.width)
    draw.lines(surface, font, lines, look.INK, words, middle=True)


def _paint_progress_block(block: Progress, brush: Brush, rect: pygame.Rect) -> None:
    px = brush.theme.px
    words = rect.inflate(-2 * px(MARGIN), 0)
    words.height = px(24)
    draw.line(brush.surface, brush.theme, Role.STRONG, block.words, look.INK, words)
    track = pygame.Rect(words.left, words.bottom, words.width, px(6))
    draw.progress(brush.surface, track, block.share)


def _paint_run(block: Run, brush: Brush, rect: pygame.Rect) -> None:
    """Paint what is done in the colour of its ink, what is in hand in gold, the rest hollow."""
    px, now = brush.theme.px, len(block.inks)
    bars = across(rect, *[FILL] * block.count, gap=px(4))
    for number, bar in enumerate(bars):
        place = centred(bar, bar.width, px(9))
        done = INKS[block.inks[number]] if number < now else look.WELL
        edge = look.GOLD if number == now else look.LINE
        draw.box(brush.surface, place, done, radius=px(4), border=edge, width=px(1.5))


# --- results --------------------------------------------------------------------------------------


_CHIP: Final = 32


def _chips(block: Chips, theme: Theme, width: int) -> Iterator[tuple[str, pygame.Rect]]:
    """Yield where each chip lies, from left to right in as many lines as are needed."""
    px, font, at, top = theme.px, theme.font(Role.TEXT), 0, 0
    for words in block.words:
        wide = min(width, font.size(words)[0] + px(26))
        if at and at + wide > width:
            at, top = 0, top + px(_CHIP + 6)
        more = (len(draw.wrapped(font, words, wide - px(16))) - 1) * font.get_linesize()
        yield words, pygame.Rect(at, top, wide, px(_CHIP) + more)
        at, top = at + wide + px(8), top + more


def _chips_height(block: Chips, theme: Theme, width: int) -> int:
    return max((rect.bottom for _words, rect in _chips(block, theme, width)), default=0)


def _paint_chips(block: Chips, brush: Brush, rect: pygame.Rect) -> None:
    theme = brush.theme
    for words, place in _chips(block, theme, rect.width):
        chip = place.move(rect.topleft)
        draw.box(brush.surface, chip, look.WELL, radius=chip.height // 2, border=look.LINE)
        room = chip.inflate(-theme.px(16), 0)
        draw.text_within(brush.surface, theme, Role.TEXT, words, look.INK, room, "centre")


_BUBBLE: Final = 0.82
"""The share of the width that a message may take."""


def _message_lines(block: Message, theme: Theme, width: int) -> tuple[str, ...]:
    return draw.wrapped(theme.font(Role.TEXT), block.words, round(width * _BUBBLE) - theme.px(28))


def _message_height(block: Message, theme: Theme, width: int) -> int:
    lines = len(_message_lines(block, theme, width)) * theme.font(Role.TEXT).get_linesize()
    return theme.font(Role.SMALL).get_linesize() + lines + theme.px(14 + 10)


def _paint_message(block: Message, brush: Brush, rect: pygame.Rect) -> None:
    """Paint a message as a bubble, one's own at the right, below who wrote it and when."""
    theme, px = brush.theme, brush.theme.px
    font, small = theme.font(Role.TEXT), theme.font(Role.SMALL)
    align: draw.Align = "right" if block.mine else "left"
    lines, rect = _message_lines(block, theme, rect.width), inset(rect, px(MARGIN), 0)
    wide = max(font.size(words)[0] for words in lines) + px(28)
    head, bubble, _space = down(rect, small.get_linesize(), FILL, px(10))
    bubble = pygame.Rect(bubble.left, bubble.top, wide, bubble.height)
    if block.mine:
        bubble.right = rect.right
    draw.text(brush.surface, small, block.note, look.FAINT, head, align)
    ground = look.PANEL_RAISED if block.mine else look.WELL
    draw.box(brush.surface, bubble, ground, radius=px(12), border=look.LINE)
    draw.lines(brush.surface, font, lines, look.INK, bubble.inflate(-px(28), -px(14)))


def _row_height(block: Row, theme: Theme, width: int) -> int:
    return max(height_of(part, theme, width // len(block.blocks)) for part in block.blocks)


def _paint_row(block: Row, brush: Brush, rect: pygame.Rect) -> None:
    px = brush.theme.px
    gap = px(54 if block.sign else 12)
    places = across(rect, *[FILL] * len(block.blocks), gap=gap)
    for part, place in zip(block.blocks, places, strict=True):
        paint(part, brush, place)
    for place in places[1:] if block.sign else ():
        middle = place.left - gap // 2, place.centery
        draw.sign(brush.surface, block.sign, px(40), look.GOLD, center=middle)


def _paint_score(block: Score, brush: Brush, rect: pygame.Rect) -> None:
    """Paint a player's box; the winner's is framed in gold."""
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    rect = inset(rect, px(MARGIN), 0)
    border = look.GOLD if block.is_winner else look.LINE
    ground = look.PANEL_RAISED if block.is_winner else look.WELL
    width = px(2) if block.is_winner else px(1)
    draw.box(surface, rect, ground, radius=px(12), border=border, width=width)
    if block.face or block.initial:
        inner = rect.inflate(-2 * px(14), 0)
        tall = rect.height * 3 // 4
        if block.face:
            draw.face(surface, block.face, tall, midleft=inner.midleft)
        else:
            place = pygame.Rect(inner.left, inner.centery - tall // 2, tall, tall)
            draw.initial(surface, theme, block.initial, place, look.PLAYERS[block.player])
        sign = pygame.Rect(0, 0, px(20), px(20))
        sign.bottomright = inner.left + tall, inner.centery + tall // 2 + px(2)
        draw.player_badge(surface, theme, block.player, sign, ground)
        inner = across(inner, tall, FILL, gap=px(10))[1]
    else:
        inner = _sign(brush, block.player, rect.inflate(-2 * px(18), 0), 38, 14)
    figures = theme.font_of_size(Role.SCORE, min(px(52), rect.height * 2 // 3))
    end = draw.text(surface, figures, str(block.points), look.INK, inner, "right").left - px(10)
    words = pygame.Rect(inner.left, inner.top, end - inner.left, inner.height)
    draw.line(surface, theme, Role.HEADING, block.name, look.INK, words)


# --- signs of pairs -------------------------------------------------------------------------------

_SIGN_HEIGHTS: Final = {
    Mark.NONE: 0.3,
    Mark.INACCURACY: 0.52,
    Mark.MISTAKE: 0.76,
    Mark.BLUNDER: 1.0,
}
_LEGEND: Final = 24


def _paint_bar(
    surface: pygame.Surface, theme: Theme, mark: Mark | None, place: pygame.Rect
) -> pygame.Rect:
    """Paint a sign at the foot of its place, as high as its pair was costly; return where it is."""
    tall = round(place.height * _SIGN_HEIGHTS[mark or Mark.NONE])
    bar = pygame.Rect(place.left, place.bottom - tall, place.width, tall)
    colour = look.WELL if mark is None else theme.costs[mark]
    edge = look.FAINT if mark is None else None
    draw.box(surface, bar, colour, radius=theme.px(3), border=edge)
    return bar


def _legend_places(block: Signs, theme: Theme, width: int) -> list[tuple[int, int]]:
    """Return where the meanings of signs begin: how far right, and in which line."""
    places, left, line = [], 0, 0
    for _mark, words in block.legend:
        wide = theme.font(Role.SMALL).size(words)[0] + theme.px(40)
        if left and left + wide > width:
            left, line = 0, line + 1
        places.append((left, line))
        left += wide
    return places


def _signs_height(block: Signs, theme: Theme, width: int) -> int:
    return theme.px(54 + _LEGEND * (1 + _legend_places(block, theme, width)[-1][1]))


def _paint_signs(block: Signs, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    rect = inset(rect, px(MARGIN), 0)
    step = min(px(20), rect.width // max(1, len(block.marks)))

    def paint_sign(mark: int | None, left: int, bottom: int, width: int, tall: int) -> None:
        place = pygame.Rect(left, bottom - tall, width, tall)
        _paint_bar(surface, theme, None if mark is None else [*Mark][mark], place)

    for number, mark in enumerate(block.marks):
        bottom = rect.top + px(44)
        paint_sign(mark, rect.left + number * step, bottom, max(2, step - px(3)), px(34))
    places = _legend_places(block, theme, rect.width + 2 * px(MARGIN))
    for (mark, words), (left, row) in zip(block.legend, places, strict=True):
        line = pygame.Rect(
            rect.left + left, rect.top + px(54 + _LEGEND * row), px(300), px(_LEGEND)
        )
        paint_sign(mark, line.left, line.bottom - px(5), px(7), px(17))
        line.left += px(14)
        draw.text(surface, theme.font(Role.SMALL), words, look.MUTED, line)


# --- figures and bars -----------------------------------------------------------------------------

_FIGURE: Final = 74


def _figure_height(block: Figure, theme: Theme, width: int) -> int:
    lines = draw.wrapped(theme.font(Role.SMALL), block.note, width - 2 * theme.px(14))
    return theme.px(_FIGURE + 18 * min(2, len(lines)) if block.note else 58)


def _paint_figure(block: Figure, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    draw.box(surface, rect, look.WELL, radius=px(12), border=look.LINE)
    inner = rect.inflate(-2 * px(14), -2 * px(8))
    below = rect.height - px(_FIGURE) if block.note else 0
    title, number, note = down(inner, px(18), FILL, below)
    draw.line(surface, theme, Role.SMALL, block.title, look.MUTED, title)
    score = theme.font_of_size(Role.TITLE, min(px(34), round(number.height * 0.9)))
    draw.text(surface, score, block.number, look.INK, number)
    if block.note:
        draw.text_within(surface, theme, Role.SMALL, block.note, look.MUTED, note)


def _bars_height(block: Bars, theme: Theme, _width: int) -> int:
    return theme.px(54 + 38 * len(block.bars) if block.lying else 200)


def bars_room(theme: Theme, rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return where in a block of bars their title is, and where they are."""
    px = theme.px
    line, bars = down(rect.inflate(-2 * px(14), -2 * px(8)), px(24), FILL, gap=px(6))
    return line, bars


def _paint_bars(block: Bars, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, px = brush.surface, brush.theme, brush.theme.px
    draw.box(surface, rect, look.WELL, radius=px(12), border=look.LINE)
    line, bars = bars_room(theme, rect)
    draw.text(surface, theme.font(Role.STRONG), block.title, look.INK, line)
    if block.filled:
        place = draw.text(surface, theme.font(Role.SMALL), block.filled, look.MUTED, line, "right")
        sign = pygame.Rect(0, 0, px(12), px(12))
        sign.midright = (place.left - px(6), place.centery)
        draw.box(surface, sign, look.PROVEN, radius=px(3))
    if block.lying:
        paint_lying(surface, theme, bars, block.bars)
    else:
        paint_standing(surface, theme, bars, block.bars, block.line, block.level)


# --- diagrams -------------------------------------------------------------------------------------


def _diagram(block: Diagram, theme: Theme, width: int) -> tuple[board_view.DiagramPainter, int]:
    """Return a diagram and how wide its names or letters are."""
    font = theme.font(Role.STRONG)
    names = block.names or (ROW_DIGITS if block.lettered else ())
    beside = max((font.size(name)[0] + theme.px(14) for name in names), default=0)
    room = pygame.Rect(0, 0, width - beside, 1 << 14)
    margin = 0.6 if block.points_at_free else 0.35
    if block.small:
        room.width = min(room.width, theme.px(48) * block.columns)
    return board_view.DiagramPainter(theme, room, block.columns, block.rows, margin=margin), beside


def _above(block: Diagram, theme: Theme) -> int:
    return theme.font(Role.STRONG).get_linesize() + theme.px(6) if block.lettered else 0


def _diagram_height(block: Diagram, theme: Theme, width: int) -> int:
    return _diagram(block, theme, width)[0].cloth.height + 2 * _above(block, theme) + theme.px(16)


def _paint_diagram(block: Diagram, brush: Brush, rect: pygame.Rect) -> None:
    surface, theme, font = brush.surface, brush.theme, brush.theme.font(Role.STRONG)
    diagram, beside = _diagram(block, theme, rect.width)
    diagram.cloth.center = rect.centerx + beside // 2, rect.centery
    looks = {"played": "selected", "better": "partner"}
    marks = {cell: looks[pair.look] for pair in block.shown for cell in pair.move}
    diagram.draw(surface, block.position, marks=marks, gone=block.gone or (), dim=not block.names)
    if block.points_at_free:
        size = diagram.art.size
        board_view.point_at_free(surface, theme, block.position, diagram.centre_of, size[1])
    cloth, height = diagram.cloth, diagram.art.size[1]
    place = pygame.Rect(cloth.left - beside, 0, beside, height)
    for row, name in enumerate(block.names or (ROW_DIGITS[: block.rows] if block.lettered else ())):
        place.centery = diagram.centre_of(Cell(0, row))[1]
        draw.text(surface, font, name, look.GOLD, place, "centre")
    place = pygame.Rect(0, 0, diagram.art.size[0], _above(block, theme))
    for column, letter in enumerate(COLUMN_LETTERS[: block.columns] if block.lettered else ""):
        place.midbottom = diagram.centre_of(Cell(column, 0))[0], cloth.top
        draw.text(surface, font, letter, look.GOLD, place, "centre")


def _paint_race(block: Race, brush: Brush, rect: pygame.Rect) -> None:
    px = brush.theme.px
    place = down(rect.inflate(-px(20), 0), FILL, px(54))[1]
    paint_race(brush.surface, brush.theme, place, block.points, block.left)


_Height: TypeAlias = Callable[[Any, Theme, int], int]
_Painter: TypeAlias = Callable[[Any, Brush, pygame.Rect], None]


def _always(pixels: int) -> _Height:
    """Return the height of blocks that are all equally high."""
    return lambda _block, theme, _width: theme.px(pixels)


_PAINTERS: Final[Mapping[type[Block], tuple[_Height, _Painter]]] = {
    Space: (lambda block, theme, _width: theme.px(block.size), _paint_space),
    Title: (_title_height, _paint_title),
    Paragraph: (_paragraph_height, _paint_paragraph),
    Sum: (_always(27), _paint_sum),
    MoveLine: (_always(31), _paint_move),
    ValueLine: (_always(50), _paint_value),
    PairLine: (_always(31), _paint_pair),
    Button: (_button_height, _paint_button),
    KeyLine: (_key_height, _paint_key),
    Progress: (_always(36), _paint_progress_block),
    Run: (_always(22), _paint_run),
    Chips: (_chips_height, _paint_chips),
    Message: (_message_height, _paint_message),
    Row: (_row_height, _paint_row),
    Score: (_always(76), _paint_score),
    Signs: (_signs_height, _paint_signs),
    Figure: (_figure_height, _paint_figure),
    Bars: (_bars_height, _paint_bars),
    Diagram: (_diagram_height, _paint_diagram),
    Race: (_always(84), _paint_race),
}


# --- signs ----------------------------------------------------------------------------------------


NUMBERED: Final = 14
"""How many signs have room for their points."""


class SignStrip(Widget):
    """One sign a pair, higher where it cost more, hollow where that is not known yet.

    A few are squares with the points in them.
    A click on one follows its act. The one that is `on` stands out.
    """

    def __init__(
        self,
        theme: Theme,
        rect: pygame.Rect,
        signs: Sequence[SignShown],
        follow: Callable[[Act], object],
    ) -> None:
        super().__init__(rect)
        self._theme, self.signs, self._follow = theme, signs, follow
        self._is_few = len(signs) <= NUMBERED

    def _place(self, number: int) -> pygame.Rect:
        most = self._theme.px(44 if self._is_few else 26)
        step = min(self.rect.width / max(1, len(self.signs)), most)
        left = self.rect.left + round(number * step)
        return pygame.Rect(left, self.rect.top, round(step), self.rect.height)

    def press(self, point: Point, *, double: bool = False) -> None:
        for number, sign in enumerate(self.signs):
            if sign.do is not None and self._place(number).collidepoint(point):
                self._follow(sign.do)

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool = False) -> None:
        for number, sign in enumerate(self.signs):
            place = self._place(number)
            highest = round(place.height * 0.86)
            place = pygame.Rect(
                place.left, place.bottom - highest, place.width - theme.px(2), highest
            )
            mark = None if sign.cost is None else [*Mark][sign.cost]
            if self._is_few:
                bar = _paint_square(surface, theme, sign, mark, place)
            else:
                bar = _paint_bar(surface, theme, mark, place)
            if sign.on:
                ring = bar.inflate(theme.px(6), theme.px(6))
                clear, ink = look.translucent(look.INK, 0), look.INK
                draw.box(surface, ring, clear, radius=theme.px(5), border=ink, width=theme.px(2))


def _paint_square(
    surface: pygame.Surface, theme: Theme, sign: SignShown, mark: Mark | None, place: pygame.Rect
) -> pygame.Rect:
    """Paint the sign of a pair with its points; return where it is."""
    px = theme.px
    box = pygame.Rect(place.left, 0, place.width - px(3), min(px(28), place.height))
    box.centery = place.centery
    fill, edge = (look.WELL, look.FAINT) if mark is None else (theme.costs[mark], None)
    draw.box(surface, box, fill, radius=px(6), border=edge)
    if sign.points:
        draw.line(surface, theme, Role.STRONG, str(sign.points), look.ON_GOLD, box, "centre")
    return box


# --- flow ----------------------------------------------------------------------------------------

_NOTCH: Final = 48
"""How far a notch of the wheel scrolls."""


class Flow(Panel):
    """Blocks below one another in a rectangle; offers show their key among `keys`.

    `follow` gets the target of a block that is clicked.
    """

    def __init__(
        self, keys: Sequence[Shortcut] = (), follow: Callable[[Any], object] | None = None
    ) -> None:
        super().__init__()
        self._keys, self._follow = keys, follow
        self.blocks: tuple[Block, ...] = ()
        self.scroller = Scroller()
        self.pointed: int | None = None
        self.chosen: int | None = None
        self.named: frozenset[Cell] = frozenset()
        """The cells of the tiles that the sentence under the mouse names."""
        self._edges: list[int] = [0]

    def place(self, theme: Theme, rect: pygame.Rect, panel: pygame.Rect | None = None) -> None:
        """Lay it out; without a panel its words begin as far left as the buttons around it."""
        rect = rect if panel else rect.inflate(2 * theme.px(MARGIN), 0)
        super().place(theme, rect, panel)
        self._measure()

    def fill(self, blocks: Sequence[Block]) -> None:
        """Show other blocks; a choice that is still there stays chosen."""
        blocks = tuple(flat(blocks))
        if blocks == self.blocks:
            return
        chosen, pointed = self._target(self.chosen), self._target(self.pointed)
        self.blocks = blocks
        self.chosen, self.pointed = self.where(chosen), self.where(pointed)
        self._measure()

    def where(self, target: Any) -> int | None:
        """Return the number of the first block with a target."""
        numbers = (n for n, block in enumerate(self.blocks) if block.target == target)
        return None if target is None else next(numbers, None)

    def _target(self, number: int | None) -> Any:
        return None if number is None else self.blocks[number].target

    def _measure(self) -> None:
        heights = (height_of(block, self.theme, self.rect.width) for block in self.blocks)
        self._edges = [*accumulate(heights, initial=0)]
        self.scroller.place(self.rect)
        self.scroller.fill(self.height)

    @property
    def height(self) -> int:
        """How high the whole page is."""
        return self._edges[-1]

    @property
    def shown(self) -> object:
        return self.blocks, self.offset, self.pointed, self.chosen

    # --- choosing -------------------------------------------------------------------------------

    @property
    def pointed_at(self) -> Any:
        """The target under the mouse, else the one the keyboard is on."""
        return self._target(self.chosen if self.pointed is None else self.pointed)

    @property
    def chosen_target(self) -> Any:
        """The target the keyboard is on."""
        return self._target(self.chosen)

    def at(self, point: Point) -> int | None:
        """Return the block with a target that a point lies in."""
        number = self._below(point)
        return number if number in self.choices else None

    def _below(self, point: Point) -> int | None:
        if not self.rect.collidepoint(point):
            return None
        numbers = range(len(self.blocks))
        return next((n for n in numbers if self.rect_of(n).collidepoint(point)), None)

    def hover(self, point: Point | None) -> None:
        self.pointed = None if point is None else self.at(point)
        number = None if point is None else self._below(point)
        words = "" if number is None else getattr(self.blocks[number], "words", "")
        names = (part for part in parted(words) if isinstance(part, Named))
        self.named = frozenset(cell for name in names for cell in name.cells)

    def press(self, point: Point, *, double: bool = False) -> None:
        target = self._target(self.at(point))
        if target is not None and self._follow is not None:
            self._follow(target)

    def step(self, by: int) -> None:
        """Choose the next block with a target, or the one before; the first at first."""
        choices = self.choices
        if choices:
            place = choices.index(self.chosen) + by if self.chosen in choices else 0
            self.choose(choices[place % len(choices)])

    def choose(self, number: int | None) -> None:
        """Choose a block and bring it into sight."""
        self.chosen, self.pointed = number, None
        if number is not None:
            self.bring(number)

    def bring(self, number: int) -> None:
        """Bring a block with a target into sight, with the first all that fits above it."""
        begin = 0 if number == self.choices[0] else self._edges[number]
        self.scroller.bring(begin, self._edges[number + 1])

    @property
    def choices(self) -> list[int]:
        """The numbers of the blocks with a target."""
        return [n for n, block in enumerate(self.blocks) if block.target is not None]

    # --- scrolling ------------------------------------------------------------------------------

    @property
    def offset(self) -> int:
        """How many pixels the page is moved up."""
        return self.scroller.first

    @property
    def is_longer(self) -> bool:
        """Whether there is more than fits."""
        return self.scroller.is_longer

    def scroll(self, rows: int) -> bool:
        self.scroller.scroll(rows * self.theme.px(_NOTCH))
        return self.is_longer

    def turn(self, by: int) -> None:
        """Move by most of the page's height, down or up."""
        self.scroller.scroll(by * (self.rect.height * 2 // 3))

    @property
    def is_at_end(self) -> bool:
        """Whether the end of the page is in sight."""
        return self.offset >= self.height - self.rect.height

    def to_end(self, first: int | None = None) -> None:
        """Show the end; where it is long, all the same the beginning of block `first`."""
        self.scroller.first = self.height if first is None else self._edges[first]
        self.scroller.scroll(0)

    def to_top(self) -> None:
        """Show the beginning."""
        self.scroller.first = 0

    def rect_of(self, number: int) -> pygame.Rect:
        """Return where a block is."""
        top, end = self._edges[number], self._edges[number + 1]
        return pygame.Rect(
            self.rect.left, self.rect.top + top - self.offset, self.rect.width, end - top
        )

    # --- painting -------------------------------------------------------------------------------

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint what is seen of the page, slivers at its edges left out, and where in it one is."""
        clip, brush = surface.get_clip(), Brush(surface, self.theme, self._keys)
        room = self.theme.px(8)
        surface.set_clip(self.rect.inflate(2 * room, 0).clip(clip))
        for number, block in enumerate(self.blocks):
            rect = self.rect_of(number)
            if rect.clip(self.rect).height < min(rect.height, room):
                continue
            if number in (self.chosen, self.pointed) and block.target is not None:
                paint_ground(block, brush, rect, chosen=number == self.chosen)
            paint(block, brush, rect)
        surface.set_clip(clip)
        self.scroller.paint_bar(surface, self.theme)
