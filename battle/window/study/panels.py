"""The panels of Analyse around its board: verdict, solver, lines, graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import pygame

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.study import ExpectedLines, Snapshot, decided
from battle.analysis.values import Bounds, known_unseen
from battle.language import _
from battle.page.blocks import Curve, Dot, Plot
from battle.page.plots import Scale, loss_plot, margin_plot
from battle.rules.position import PLAYERS, Move, Player, for_player
from battle.window.pages.painters import paint_plot, paint_progress, scale_in
from battle.window.study.words import verdict, verdict_notes
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.panels import plaque
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.window.ui.widgets import Listing, row_ground, scroll_bar
from battle.words import cells_words, cost_figure, interval, lost_brief, margin_figure, signed

# --- verdict panel --------------------------------------------------------------------------------
#
# Paints the verdict above the table: who wins from here, and how certain that is.


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


def _gauge(surface: pygame.Surface, theme: Theme, bar: pygame.Rect, margin: Bounds) -> None:
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


def _grow(surface: pygame.Surface, inner: pygame.Rect, end: int, margin: Bounds) -> None:
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


# --- engine panel ---------------------------------------------------------------------------------
#
# Paints the panel that tells what the solver does.


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
        paint_progress(surface, track, share, border=None)


def _fitting(theme: Theme, font: pygame.font.Font, text: str, width: int) -> pygame.font.Font:
    """Return the font, or for a text that has no room in it a smaller one."""
    if font.size(text)[0] <= width:
        return font
    return draw.fitting_font(theme, Role.SMALL, text, width)


# --- lines panel ----------------------------------------------------------------------------------
#
# Paints the lines: the best moves with their values, proven bounds and expected play.


BEST: Final = 5
"""How many lines are shown unless all are wanted."""
_ROW: Final = 50
_LONGEST: Final = 12
"""The moves of a line that are written at most."""


@dataclass
class LinesPanel:
    """The rows of lines in their place; `everything` lists all moves instead of the best."""

    theme: Theme
    listing: Listing = field(default_factory=Listing)
    rows: tuple[MoveCost, ...] = ()
    _plaques: dict[object, pygame.Surface] = field(default_factory=dict)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the rows out in `rect`."""
        self.theme = theme
        self._plaques.clear()
        self.listing.place(rect, theme.px(_ROW))

    def fill(self, snapshot: Snapshot, *, everything: bool) -> None:
        """Show the moves of a position; the chosen one stays chosen wherever it stands now."""
        chosen = self.chosen
        self.rows = snapshot.moves if everything else snapshot.moves[:BEST]
        hovered = self.listing.hovered
        self.listing.fill(len(self.rows))
        self.listing.hovered = hovered if hovered is not None and hovered < len(self.rows) else None
        if chosen is not None:
            moves = [row.move for row in self.rows]
            row = moves.index(chosen) if chosen in moves else None
            self.listing.chosen = row

    @property
    def chosen(self) -> Move | None:
        """The first move of the line the keyboard is on."""
        return self._move_in(self.listing.chosen)

    @property
    def hovered(self) -> Move | None:
        """The first move of the line under the mouse."""
        return self._move_in(self.listing.hovered)

    def _move_in(self, row: int | None) -> Move | None:
        """Return the first move of the line in a row, None where there is none."""
        return self.rows[row].move if row is not None and row < len(self.rows) else None

    @property
    def seen(self) -> tuple[Move, ...]:
        """The first moves of the lines that are seen."""
        return tuple(self.rows[row].move for row in self.listing.rows)

    # --- painting -------------------------------------------------------------------------------

    def paint(
        self, surface: pygame.Surface, arts: TileArts, lines: ExpectedLines, *, relative: bool
    ) -> None:
        """Paint the rows that are seen."""
        for number in self.listing.rows:
            rect = self.listing.rect_of(number).inflate(0, -self.theme.px(3))
            row_ground(surface, self.theme, rect, self.listing, number)
            value = self.rows[number]
            line = lines.line(value.move)
            self._paint_row(surface, arts, number, rect, value, line, relative)
        scroll_bar(surface, self.theme, self.listing)

    def _paint_row(
        self,
        surface: pygame.Surface,
        arts: TileArts,
        number: int,
        rect: pygame.Rect,
        value: MoveCost,
        line: Sequence[Move],
        relative: bool,
    ) -> None:
        px, theme = self.theme.px, self.theme
        pad = px(6)
        upper = pygame.Rect(
            rect.left + pad, rect.top, rect.width - 2 * pad, rect.height * 56 // 100
        )
        lower = pygame.Rect(
            upper.left, upper.bottom - px(2), upper.width, rect.bottom - upper.bottom
        )
        badge = pygame.Rect(upper.left, upper.top, px(15), upper.height)
        draw.text(surface, theme.font(Role.SMALL), str(number + 1), look.FAINT, badge)
        art = arts.art(round((upper.height - px(4)) / 1.34))
        corner = (badge.right, upper.centery - art.size[1] // 2)
        surface.blit(art.tile(value.kind), corner)
        right = self._paint_value(surface, value, upper, relative)
        left = corner[0] + art.width + px(7)
        words = pygame.Rect(left, upper.top, right - left - px(4), upper.height)
        cells = cells_words(value.move)
        draw.text(surface, theme.font(Role.STRONG), cells, look.INK, words)
        self._paint_line(surface, value, line, lower)

    def _paint_value(
        self, surface: pygame.Surface, value: MoveCost, rect: pygame.Rect, relative: bool
    ) -> int:
        """Paint the plaque at the right; return where it begins."""
        px = self.theme.px
        size = (px(54), px(22))
        shown = value.shown(relative=relative)
        place = pygame.Rect((0, 0), size)
        place.midright = rect.midright
        if not value.is_known:
            draw.text(surface, self.theme.font(Role.FIGURES), "…", look.FAINT, place, "centre")
            return place.left
        words = cost_figure(value.cost) if relative else margin_figure(value.after)
        key = (size, words, shown.is_exact, value.mark)
        if key not in self._plaques:
            self._plaques[key] = plaque(self.theme, *key)
        surface.blit(self._plaques[key], place)
        return place.left

    def _paint_line(
        self, surface: pygame.Surface, value: MoveCost, line: Sequence[Move], rect: pygame.Rect
    ) -> None:
        """Write the expected play, and at the right the proven bounds of the margin."""
        small = self.theme.font(Role.SMALL)
        rest = pygame.Rect(rect)
        if not value.after.is_exact and value.is_narrowed:
            words = interval(value.after)
            place = draw.text(surface, small, words, look.MUTED, rest, "right")
            rest.width = place.left - rest.left - self.theme.px(8)
        words = " ".join(str(move) for move in line[1:_LONGEST])
        draw.text(surface, small, words, look.FAINT, rest)


# --- graph panel ----------------------------------------------------------------------------------
#
# The graph of a line: the margin with perfect play after each move, and the points lost so far.
#
#     (1) up  ┌──────────────┐   above: the margin from player 1's side; up is player 1 ahead
#             │   __/\____   │   solid where proven, dashed and fainter where estimated
#     (2)     │ ▗  ▖   \__▖ │          bars: what hangs on finding the best move, as far as proven
#             ├──────────────┤
#             │ __/──   lost │   below: what each player has lost up to each move
#             └──────────────┘
#
# While a branch is looked at the game itself goes on beside it, thin and faint. All moves share one
# axis; `place_at` turns a point into a place of the line.


_LEAST_MARGIN: Final = 10
_HEAD: Final = 28
_AXIS: Final = 50
_PAD: Final = 10


class GraphPanel:
    """The graph in its place; `hovered` is the place of the line under the mouse."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.hovered: int | None = None
        self.scale = Scale(Plot("", (), 0, 1), 0, 1, 0, 1)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the graph out in `rect`."""
        self.theme, self.rect = theme, rect
        px, pad = theme.px, theme.px(_PAD)
        head = theme.px(_HEAD)
        self.head = pygame.Rect(rect.left + pad, rect.top, rect.width - 2 * pad, head)
        axis = theme.px(_AXIS)
        left = rect.left + pad + axis
        whole = pygame.Rect(left, rect.top + head, rect.right - px(12) - left, 0)
        whole.height = rect.bottom - pad - whole.top
        upper = whole.height * 60 // 100
        self.plot = whole
        self.margins = pygame.Rect(whole.left, whole.top, whole.width, upper)
        top = self.margins.bottom + px(7)
        self.losses = pygame.Rect(whole.left, top, whole.width, whole.bottom - top)
        self.scale = scale_in(self.margins, self.scale.plot)

    def place_at(self, point: tuple[int, int]) -> int | None:
        """Return the place of the line, from 0, nearest to a point of the plot."""
        room = self.rect.inflate(0, -self.theme.px(4))
        if not room.collidepoint(point) or point[1] < self.head.bottom:
            return None
        return self.scale.place(point[0])

    def x_of(self, place: int) -> float:
        """Return where a place of the line stands."""
        return self.scale.x(place)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        """Paint the panel and both curves."""
        theme, px = self.theme, self.theme.px
        margins, losses = line_plots(snapshot)
        self.scale = scale_in(self.margins, margins)
        draw.box(surface, self.rect, look.PANEL, radius=px(14), border=look.LINE)
        draw.text(surface, theme.font(Role.STRONG), _("Margin"), look.INK, self.head)
        for rect in (self.margins, self.losses):
            draw.box(surface, rect.inflate(px(4), px(4)), look.PLOT, radius=px(5))
        self._paint_axis(surface, margins.high)
        paint_plot(surface, theme, self.margins, margins)
        paint_plot(surface, theme, self.losses, losses)
        for player in PLAYERS:
            draw.badge(surface, theme, player, self._loss_sign(player, snapshot))

    def paint_place(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        """Paint where the place looked at is, the one under the mouse, and what is known there."""
        px = self.theme.px
        if self.hovered is not None and self.hovered != snapshot.place:
            self._paint_cursor(surface, self.hovered, look.MUTED, 1)
        self._paint_cursor(surface, snapshot.place, look.GOLD, px(2))
        shown = snapshot.place
        if self.hovered is not None:
            shown = min(self.hovered, len(snapshot.line) - 1)
        margin = snapshot.margins[shown]
        words = margin_figure(margin)
        font = self.theme.font(Role.STRONG)
        where = self.head.copy()
        if margin.is_exact:
            draw.sign(
                surface, "check", px(15), self.theme.costs[Mark.NONE], midright=where.midright
            )
            where.width -= px(18)
        place = draw.text(surface, font, words, look.INK, where, "right")
        if shown == snapshot.place and margin.guess is not None:
            self._paint_dot(surface, snapshot, margin.guess)
        note = pygame.Rect(self.head)
        note.width = place.left - note.left - px(8)
        title = self.theme.font(Role.STRONG).size(_("Margin"))[0] + px(8)
        note.left += title
        note.width -= title
        small = self.theme.font(Role.SMALL)
        for text in self._notes(snapshot, shown):
            if small.size(text)[0] <= note.width:
                draw.text(surface, small, text, look.FAINT, note, "right")
                break

    @staticmethod
    def _notes(snapshot: Snapshot, place: int) -> tuple[str, ...]:
        """Say which place is shown, and how much hangs on the best move there, then shorter."""
        where = _("start") if place == 0 else _("after move {number}").format(number=place)
        if not snapshot.tensions[place]:
            return (where,)
        # Translators: how many points the best pair is worth over the second.
        words = _("tension {points}").format(points=snapshot.tensions[place])
        return f"{where}  ·  {words}", words, where

    def _paint_dot(self, surface: pygame.Surface, snapshot: Snapshot, margin: int) -> None:
        side = self.theme.px(9)
        dot = pygame.Rect(0, 0, side, side)
        dot.center = round(self.x_of(snapshot.place)), round(self.scale.y(margin))
        draw.box(surface, dot, look.GOLD, radius=side // 2, border=look.ROOM)

    def _paint_cursor(
        self, surface: pygame.Surface, place: int, colour: pygame.Color, width: int
    ) -> None:
        x = round(self.x_of(min(place, self.scale.count - 1)) - width / 2)
        surface.fill(colour, pygame.Rect(x, self.plot.top, width, self.plot.height))

    def _paint_axis(self, surface: pygame.Surface, height: int) -> None:
        """Label the axis: whose side is up, whose down, and how far."""
        px, small = self.theme.px, self.theme.font_of_size(Role.SMALL, self.theme.px(11))
        middle = round(self.scale.y(0))
        surface.fill(look.PLOT_FRAME, pygame.Rect(self.plot.left, middle, self.plot.width, 1))
        side = min(px(14), self.margins.height // 4)
        tops = self.margins.top, self.margins.bottom - side
        for player, top in zip(PLAYERS, tops, strict=True):
            sign = pygame.Rect(self.head.left - px(2), top, side, side)
            draw.badge(surface, self.theme, player, sign)
            label = pygame.Rect(sign.right + px(1), top, self.plot.left - sign.right - px(6), side)
            number = for_player(height, player)
            draw.text(surface, small, signed(number), look.MUTED, label, "right")
        zero = pygame.Rect(self.head.left, middle - side // 2, 0, side)
        zero.width = self.plot.left - px(5) - zero.left
        draw.text(surface, small, "0", look.MUTED, zero, "right")

    def _loss_sign(self, player: Player, snapshot: Snapshot) -> pygame.Rect:
        """Return where the sign of a player's losses is: above for who has lost more in the end."""
        first, second = ((snapshot.losses[one][-1] or (0, True))[0] for one in PLAYERS)
        above = 1 if first >= second else 2
        side = max(self.theme.px(11), min(self.theme.px(14), self.losses.height // 2 - 1))
        top = self.losses.top if player == above else self.losses.bottom - side
        return pygame.Rect(self.head.left - self.theme.px(2), top, side, side)

    def paint_losses_here(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        """Say left of the plot what each player has lost up to the place looked at."""
        for player in PLAYERS:
            loss = snapshot.losses[player][snapshot.place]
            if loss is None:
                continue
            sign = self._loss_sign(player, snapshot)
            font = self.theme.font_of_size(Role.STRONG, min(self.theme.px(11), sign.height))
            left = sign.right + self.theme.px(1)
            label = pygame.Rect(
                left, sign.top, self.plot.left - left - self.theme.px(5), sign.height
            )
            words = lost_brief(loss[0], exact=loss[1])
            draw.text(surface, font, words, look.INK, label, "right")


def line_plots(snapshot: Snapshot) -> tuple[Plot, Plot]:
    """Return what is known of a line: its margins, with the game beside a branch, and losses."""
    beside = None
    if snapshot.beside:
        known = snapshot.beside.values()
        values, proven = tuple(one.guess for one in known), tuple(one.is_exact for one in known)
        beside = Curve(values, proven, first=min(snapshot.beside), thin=True)
    dots = [
        Dot(place, margin.guess, cost.player, cost.mark)
        for place, (node, margin) in enumerate(zip(snapshot.line, snapshot.margins, strict=True))
        if (cost := snapshot.costs.get(node)) is not None
        and margin.guess is not None
        and cost.mark in (Mark.MISTAKE, Mark.BLUNDER)
    ]
    margins = margin_plot(
        [(known.guess, known.is_exact) for known in snapshot.margins],
        ("", ""),
        beside=beside,
        bars=snapshot.tensions,
        dots=dots,
    )
    most = max(abs(margins.low), margins.high)
    edge = max(_LEAST_MARGIN, -(-most // 5) * 5)
    sums = [[loss or (None, False) for loss in snapshot.losses[player]] for player in PLAYERS]
    return replace(margins, low=-edge, high=edge), loss_plot(sums, ("", ""))
