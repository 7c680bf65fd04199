"""The panels of Analyse: what each says of a snapshot, and how it is painted.

    verdict   who wins from here, and how certain that is, above the table
    engine    what the solver does, and how far it is
    lines     moves with their values and the play expected after them
    graph     the margin with perfect play after each move of a line
    status    whose move it is

Each is painted again when what it shows has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.study import ExpectedLines, Snapshot, decided
from battle.analysis.values import Bounds, known_unseen
from battle.engine.jobs import Analyst
from battle.language import _, decimal, ngettext
from battle.page.blocks import Block, Dot, Ink, Paragraph, Plot, ValueLine
from battle.page.review import Scale, margin_plot, verdict, verdict_notes
from battle.profile.settings import Settings
from battle.protocol import Info
from battle.rules.position import PLAYERS, Player, Position, for_player, other
from battle.rules.tree import move_number
from battle.window.board import Board, LineReplay
from battle.window.pages import paint_plot, paint_progress, scale_in
from battle.window.table_view import AnalysisLayout, AnalysisView, players_panel
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import status_line
from battle.window.ui.layout import FILL, Share, across, box, centred, column, down, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Panel, Point
from battle.window.ui.window import Size
from battle.words import (
    address,
    cells_words,
    cost_figure,
    getting_ready_words,
    given_away_words,
    interval,
    lost_brief,
    margin_figure,
    no_answer_words,
    no_pair_words,
    number_of,
    numbered,
    signed,
    tile_words,
    to_move_words,
)


def place_words(snapshot: Snapshot) -> str:
    """Say which position is on the board: after the move, in looking back before it."""
    if snapshot.node.parent is None:
        return _("At the start")
    words = _("Before move {n}") if snapshot.looks_back else _("After move {n}")
    return words.format(n=move_number(snapshot.place, other(snapshot.node.position.to_move)))


def situation(
    position: Position,
    names: tuple[str, str],
    board: Board,
    replay: LineReplay,
    *,
    over: bool,
) -> str:
    """Say how far a line is replayed, why a tile cannot be taken, or whose move it is.

    `over` says that the game has ended at the place looked at.
    """
    if replay.at:
        before, move = replay.positions[replay.at - 1], replay.moves[replay.at - 1]
        return address(
            names[before.to_move - 1],
            _("Expected play, move {n} of {count}: {name} takes {kind}, {move}."),
            _("Expected play, move {n} of {count}: you take {kind}, {move}."),
            n=replay.at,
            count=len(replay.moves),
            kind=tile_words(before.kind_of(move)),
            move=move,
        )
    if board.hovered is not None and board.looked_at is None:
        kind = position.kind_at(board.hovered)
        if kind is not None:
            return board.refusal(board.hovered, kind)
    if over:
        return _("The game is over here.") if position.is_over else _("The game ended here.")
    return to_move_words(names[position.to_move - 1], position)


def aside(snapshot: Snapshot, deal: int | None) -> str:
    """Say which move of the line is current, and the number of the deal if it has one."""
    place = _("move {number} of {count}").format(
        number=number_of(snapshot.node), count=number_of(snapshot.line[-1])
    )
    return place if deal is None else _("deal {number}").format(number=deal) + "  ·  " + place


def work_words(analyst: Analyst, snapshot: Snapshot) -> tuple[str, float | None]:
    """Say what the solver does, and its progress from 0 to 1, None if nothing is under way."""
    if analyst.failure:
        return no_answer_words(analyst.failure), None
    review, moves = analyst.review, len(snapshot.moves)
    if review is not None:
        words = _("Review: position {n} of {count}")
        share = review.done / max(1, review.of)
        return words.format(n=min(review.done + 1, review.of), count=review.of), share
    if snapshot.position.is_over:
        return _("The game is over here."), None
    proven = sum(1 for value in snapshot.moves if value.after.is_exact)
    if moves and proven == moves:
        words = ngettext("The only move is proven.", "All {n} moves are proven.", moves)
        return words.format(n=moves), None
    if not analyst.on:
        return _("The solver is off."), None
    words, scheduler = getting_ready_words(), analyst.scheduler
    if not scheduler.is_getting_ready:
        words = _("Depth {depth}, {proven} of {moves} moves proven").format(
            depth=scheduler.latest.depth, proven=proven, moves=moves
        )
    return words, proven / max(1, moves)


def compact(number: int) -> str:
    """Return a large number in brief: `950`, `12 k`, `3.4 M`."""
    for unit, factor in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= factor:
            digits = 1 if number < 10 * factor else 0
            return f"{decimal(number / factor, digits)} {unit}"
    return str(number)


def speed_words(latest: Info) -> str:
    """Say how fast the solver works."""
    if not latest.nodes:
        return ""
    return _("{nodes} nodes, {speed} a second").format(
        nodes=compact(latest.nodes), speed=compact(latest.nodes_per_second)
    )


def resource_words(latest: Info, threads: int, megabytes: int) -> str:
    """Say what the solver works with: cores, memory, and how full its table is."""
    cores = _("cores: automatic")
    if threads:
        cores = ngettext("{n} core", "{n} cores", threads).format(n=threads)
    memory = _("{n} MiB").format(n=megabytes) if megabytes else ""
    full = round(latest.hashfull / 10)
    table = _("table {n} % full").format(n=full) if latest.nodes else ""
    return "  ·  ".join(part for part in (cores, memory, table) if part)


_GAUGE: Final = 40
"""The margin at which the verdict's bar is full."""


def _stripe(surface: pygame.Surface, part: Rect, colour: pygame.Color) -> None:
    """Fill the part of an estimate with slanted stripes."""
    step, tall = max(3, part.height // 2), part.height
    clip = surface.get_clip()
    surface.set_clip(part.clip(clip))
    for x in range(part.left - tall, part.right + tall, 2 * step):
        foot = [(x, part.bottom), (x + step, part.bottom)]
        top = [(x + step + tall, part.top), (x + tall, part.top)]
        pygame.draw.polygon(surface, colour, [*foot, *top])
    surface.set_clip(clip)


def _gauge(surface: pygame.Surface, theme: Theme, bar: Rect, margin: Bounds) -> None:
    """Paint the margin growing from the middle to the side of who is ahead; bounds behind it."""
    draw.box(surface, bar, look.WELL, radius=bar.height // 2, border=look.LINE)
    inner = bar.inflate(-4, -4)

    def at(points: int) -> int:
        share = max(-1.0, min(1.0, points / _GAUGE))
        return round(inner.centerx - share * inner.width / 2)

    if not margin.is_exact:
        left = at(margin.upper)
        bounds = Rect(left, inner.top, at(margin.lower) - left, inner.height)
        draw.box(surface, bounds, look.LINE, radius=inner.height // 2)
    if margin.guess:
        left, right = sorted((at(margin.guess), inner.centerx))
        part = Rect(left, inner.top, right - left, inner.height)
        colour = look.PLAYERS[1 if margin.guess > 0 else 2]
        if margin.is_exact:
            surface.fill(colour, part)
        else:
            _stripe(surface, part, colour)
    side = bar.height + theme.px(4)
    surface.fill(look.GOLD, centred(inner, max(2, theme.px(2)), side))
    for player, end in zip(PLAYERS, across(bar, side, FILL, side)[::2], strict=True):
        draw.badge(surface, theme, player, centred(end, side, side))


def verdict_panel(
    surface: pygame.Surface, theme: Theme, rect: Rect, snapshot: Snapshot, names: tuple[str, str]
) -> None:
    """Say who wins from here with perfect play, and show it as a bar from player 1 to player 2."""
    px, margin, position = theme.px, snapshot.margin, snapshot.position
    words, bar = down(rect, FILL, max(px(13), rect.height * 30 // 100))
    text = verdict(margin, names, place_words(snapshot), over=position.is_over)
    small = theme.font(Role.SMALL)
    notes = verdict_notes(margin, known_unseen(position).as_margin(position), snapshot.side)
    least = theme.font(Role.HEADING).size(text)[0] * draw.LEAST_SHARE
    beside = px(10) + px(14) + 2 * px(4)
    most = words.width - round(least) - beside - 2
    fitting = (note for note in notes if small.size(note)[0] <= most)
    note = next(fitting, "")
    aside = small.size(note)[0] + beside if note else 0
    font = draw.fitting_font(theme, Role.HEADING, text, max(px(60), words.width - aside))
    line = centred(words, min(words.width, font.size(text)[0] + aside), words.height)
    title, rest = across(line, FILL, aside)
    draw.text(surface, font, text, look.INK, title)
    if note:
        proven = decided(margin) is not False
        ink = theme.costs[Mark.NONE] if proven else look.MUTED
        _gap, sign, place = across(rest, px(10), px(14), FILL, gap=px(4))
        if proven:
            draw.sign(surface, "check", px(14), ink, center=sign.center)
        else:
            draw.text(surface, theme.font(Role.STRONG), "~", ink, sign, "centre")
        draw.text(surface, small, note, ink, place)
    _gauge(surface, theme, bar, margin)


def engine_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: Rect,
    room: Rect,
    words: str,
    share: float | None,
) -> None:
    """Paint in `room` what the solver does, and how far it is."""
    px = theme.px
    draw.box(surface, rect, look.PANEL, radius=px(14), border=look.LINE)
    line, track = down(room, FILL, max(3, px(4)), gap=px(2))
    draw.text_within(surface, theme, Role.SMALL, words, look.MUTED, line)
    if share is not None:
        paint_progress(surface, track, share, border=None)


BEST: Final = 5
"""How many moves are listed unless all are wanted."""
_LONGEST: Final = 12
"""The moves of a line that are written at most."""


def lines_page(
    moves: Sequence[MoveCost], lines: ExpectedLines, side: Player = 1, *, relative: bool
) -> Iterator[Block]:
    """Yield the moves with their values, proven bounds and the play expected after them.

    Margins are from the `side` of a player.
    """
    for number, value in enumerate(moves, 1):
        line = lines.line(value.move)[1:_LONGEST]
        figure = cost_figure(value.cost) if relative else margin_figure(value.after, side)
        is_open = value.is_narrowed and not value.after.is_exact
        yield ValueLine(
            number=str(number),
            kind=value.kind,
            cells=cells_words(value.move),
            value=figure if value.is_known else "…",
            mark=value.mark,
            proven=value.shown(relative=relative).is_exact,
            bounds=interval(value.after, side) if is_open else "",
            play=" ".join(map(str, line)),
            leads_to=value.move,
        )
    if not moves:
        yield Paragraph(no_pair_words(), Ink.FAINT)


_LEAST_MARGIN: Final = 10


def line_plot(snapshot: Snapshot) -> Plot:
    """Return what is known of a line's margins, with the game beside a branch, and its mistakes."""
    dots = [
        Dot(place, margin.guess, cost.player, cost.mark)
        for place, (node, margin) in enumerate(zip(snapshot.line, snapshot.margins, strict=True))
        if (cost := snapshot.costs.get(node)) is not None
        and margin.guess is not None
        and cost.mark in (Mark.MISTAKE, Mark.BLUNDER)
    ]
    margins = margin_plot(snapshot.margins, snapshot.side, beside=snapshot.beside, dots=dots)
    low, high = margins.low // 5 * 5, -(-margins.high // 5) * 5
    return replace(margins, low=min(-_LEAST_MARGIN, low), high=max(_LEAST_MARGIN, high))


class GraphPanel(Panel):
    r"""The margin with perfect play after each move of the line looked at.

    It is from the side of the person here, else from player 1's:

        (1) up  ┌──────────────┐   up is that side ahead; solid where proven, dashed where estimated
                │   __/\__•_   │   dots: costly moves
        (2)     │         \__ │
                └──────────────┘

    While a branch is looked at the game itself goes on beside it, thin and faint. `follow` gets the
    place that is clicked or dragged to.
    """

    def __init__(self, follow: Callable[[int], object]) -> None:
        super().__init__()
        self._follow = follow
        self.pointed: int | None = None
        self.scale = Scale(Plot("", (), 0, 1), 0, 1, 0, 1)

    def place(self, theme: Theme, rect: Rect, panel: Rect | None = None) -> None:
        """Lay the graph out on a panel."""
        px = theme.px
        self.head, self.plot, _pad = down(inset(rect, px(12), 0), px(36), FILL, px(12))
        super().place(theme, self.plot, rect)
        self.title = _("Margin")

    def fill(self, snapshot: Snapshot) -> None:
        """Show a line."""
        self.snapshot = snapshot
        self.scale = scale_in(self.plot, line_plot(snapshot))

    @property
    def shown(self) -> object:
        return self.snapshot.curves

    def hover(self, point: Point | None) -> None:
        self.pointed = None if point is None else self.scale.place(point[0])

    def press(self, point: Point, *, double: bool = False) -> None:
        self.drag(point)

    def drag(self, point: Point) -> None:
        self._follow(self.scale.place(point[0]))

    def scroll(self, rows: int) -> bool:
        self._follow(self.snapshot.place + rows)
        return True

    # --- painting -------------------------------------------------------------------------------

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint the curve."""
        px = self.theme.px
        draw.box(surface, self.plot.inflate(px(8), px(8)), look.PLOT, radius=px(6))
        surface.fill(look.PLOT_FRAME, (self.plot.left, round(self.scale.y(0)), self.plot.width, 1))
        paint_plot(surface, self.theme, self.plot, self.scale.plot)

    def _paint_ends(self, surface: pygame.Surface) -> None:
        """Label both ends of the scale, on a ground of their own."""
        px, small = self.theme.px, self.theme.font(Role.SMALL)
        side = min(px(16), self.plot.height // 4)
        above, _rest, below = down(inset(self.plot, px(4)), side, FILL, side)
        up, plot = self.scale.plot.up, self.scale.plot
        for player, place in ((up, above), (other(up), below)):
            sign, label = across(place, side, FILL, gap=px(6))
            number = signed(plot.high if player == up else -plot.low)
            label.width = small.size(number)[0]
            ground = look.translucent(look.PLOT, 190)
            draw.box(surface, sign.union(label).inflate(px(6), px(2)), ground, radius=px(6))
            draw.badge(surface, self.theme, player, sign)
            draw.text(surface, small, number, look.MUTED, label)

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool = False) -> None:
        """Paint the graph, the places looked at and under the mouse, and what is known there."""
        super().paint(surface, theme)
        px, snapshot = self.theme.px, self.snapshot
        at = min(snapshot.place if self.pointed is None else self.pointed, len(snapshot.line) - 1)
        if at != snapshot.place:
            self._paint_cursor(surface, at, look.MUTED, 1)
        self._paint_cursor(surface, snapshot.place, look.GOLD, px(2))
        margin = snapshot.margins[at]
        if at == snapshot.place and margin.guess is not None:
            dot = Rect(0, 0, px(11), px(11))
            seen = for_player(margin.guess, snapshot.side)
            dot.center = round(self.scale.x(at)), round(self.scale.y(seen))
            draw.box(surface, dot, look.GOLD, radius=dot.width // 2, border=look.ROOM)
        self._paint_ends(surface)
        strong, small = self.theme.font(Role.STRONG), self.theme.font(Role.SMALL)
        words, sign = across(self.head, FILL, px(18) if margin.is_exact else 0)
        if margin.is_exact:
            draw.sign(surface, "check", px(15), self.theme.costs[Mark.NONE], center=sign.center)
        leader: Player = 2 if (margin.guess or 0) < 0 else 1
        lead = margin_figure(margin.for_player(leader))
        end = draw.text(surface, strong, lead, look.INK, words, "right").left
        if margin.guess:
            badge = Rect(end - px(22), words.centery - px(8), px(16), px(16))
            draw.badge(surface, theme, leader, badge)
            end = badge.left
        title = strong.size(self.title)[0] + px(14)
        note = across(words, title, end - px(8) - words.left - title, FILL)[1]
        node = snapshot.line[at]
        number = numbered(at, other(node.position.to_move))
        where = _("start")
        if node.move is not None:
            where = _("after {move}").format(move=f"{number} {cells_words(node.move)}")
        if small.size(where)[0] <= note.width:
            draw.text(surface, small, where, look.FAINT, note, "right")

    def _paint_cursor(
        self, surface: pygame.Surface, place: int, colour: pygame.Color, width: int
    ) -> None:
        x = round(self.scale.x(place) - width / 2)
        surface.fill(colour, (x, self.plot.top, width, self.plot.height))


_ENGINE: Final = 88
"""The height of the solver's panel at 1280 x 800."""


def study_parts(layout: AnalysisLayout, px: Callable[[float], int]) -> dict[str, Rect]:
    """Return the buttons on the panels by their actions, and what is left of the panels.

        engine  | engine (a switch) |               over what the solver does, `work`
        tree    title | to_start back forward to_end |      over `tree`, then both mistakes
        sheet   lines | review | all_moves |                over `sheet`

    `px` scales a length for 1280 x 800. The words of the switch, not its ground, line up with
    the `work` below.
    """
    bar, side = min(px(34), layout.engine.height * 2 // 5), px(30)
    engine = column(box("engine", bar), box("work"), pad=px(10))
    walk = [box(action, side) for action in ("to_start", "back", "forward", "to_end")]
    mistakes = row(box("previous_mistake"), box("next_mistake"), size=side, gap=px(6))
    tree = column(
        box(size=px(3)),
        row(box(), *walk, size=side, gap=px(2)),
        box(size=px(5)),
        box("tree"),
        mistakes,
    )
    narrow = min(px(26), layout.sheet.width // 10)
    tabs = box("lines", Share(0.44)), box("review", Share(0.56))
    tools = row(*tabs, box(size=px(4)), box("all_moves", narrow), size=px(30))
    sheet = column(box(size=px(6)), tools, box(size=px(4)), box("sheet"))
    places = engine.lay(layout.engine)
    places["engine"] = inset(places["engine"], -px(8), 0)
    for panel, place in ((tree, layout.tree), (sheet, layout.sheet)):
        inner = inset(place, px(8), 0)
        places |= panel.lay(down(inner, FILL, px(8))[0])
    return places


class StudyView(AnalysisView):
    """The panels of Analyse in a window of `size`; each is painted again when it has changed.

    The tiles are as large as those of the `start` fit, so that none moves while a line is gone
    through.
    """

    def __init__(self, size: Size, theme: Theme, settings: Settings, start: Position) -> None:
        painted = ("verdict", "players", "engine", "status")
        super().__init__(
            size, theme, settings, painted, worth=False, close_up=start, engine=_ENGINE
        )
        self.parts = study_parts(self.layout, theme.px)

    def paint_panels(
        self,
        surface: pygame.Surface,
        snapshot: Snapshot,
        names: tuple[str, str],
        work: tuple[str, float | None],
        status: tuple[str, str, str],
    ) -> None:
        """Paint verdict, players, what the solver does and how far it is, and the status line."""
        theme, layout, layers = self.theme, self.layout, self.layers
        layers["verdict"].draw(
            surface,
            (snapshot.margin, snapshot.node, snapshot.front, names),
            lambda s: verdict_panel(s, theme, layout.verdict, snapshot, names),
        )
        here = snapshot.front is not snapshot.line[-1]
        lost = [
            ("", "")
            if loss is None
            else (
                given_away_words(loss[0], exact=loss[1], up_to_here=here),
                lost_brief(loss[0], exact=loss[1], so_far=here),
            )
            for loss in map(snapshot.lost, PLAYERS)
        ]
        layers["players"].draw(
            surface,
            (snapshot.position, names, lost),
            lambda s: players_panel(s, theme, layout.players, snapshot.position, names, lost),
        )
        layers["engine"].draw(
            surface,
            work,
            lambda s: engine_panel(s, theme, layout.engine, self.parts["work"], *work),
        )
        layers["status"].draw(
            surface, status, lambda s: status_line(s, theme, layout.status, *status)
        )
