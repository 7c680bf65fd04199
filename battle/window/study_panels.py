"""The panels of Analyse: what each says of a snapshot, and how it is painted.

    verdict   who wins from here, and how certain that is
    work      what was said last, else what the solver does, and how far it is
    lines     moves with their values and the play expected after them

Each is painted again when what it shows has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import Mark, MoveCost
from battle.analysis.study import ExpectedLines, Snapshot, decided
from battle.analysis.values import known_unseen
from battle.engine.jobs import Analyst
from battle.language import _, decimal, ngettext
from battle.page.blocks import Block, Ink, Paragraph, ValueLine
from battle.page.review import seen_words, verdict, verdict_notes
from battle.profile.settings import Settings
from battle.protocol import Info
from battle.rules.position import Player, Position
from battle.screens import captions
from battle.window.board import Board, LineReplay
from battle.window.game_panels import LEAST_GRAPH
from battle.window.table_view import AnalysisView, players_row, title_line
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer
from battle.window.ui.layout import FILL, Share, across, box, column, down, inset, row
from battle.window.ui.theme import Role, Theme
from battle.words import (
    address,
    cells_words,
    cost_figure,
    interval,
    margin_figure,
    no_answer_words,
    no_pair_words,
    tile_words,
)


def situation(
    position: Position,
    names: tuple[str, str],
    board: Board,
    replay: LineReplay,
    *,
    over: bool,
) -> str:
    """Say how far a line is replayed, why a tile cannot be taken, or nothing.

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
    return ""


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
    if moves and proven == moves:  # as verdict and signs say
        return "", None
    if not analyst.on:
        return _("The solver is off."), None
    scheduler = analyst.scheduler
    if not (words := scheduler.getting_ready):
        words = ngettext(
            "{proven} of {moves} pair proven", "{proven} of {moves} pairs proven", moves
        )
        words = words.format(proven=proven, moves=moves) if proven else _(captions.THINKS)
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


def verdict_panel(
    surface: pygame.Surface, theme: Theme, rect: Rect, snapshot: Snapshot, names: tuple[str, str]
) -> None:
    """Say who wins from here with perfect play; below that where that is, and how certain."""
    px, margin, position = theme.px, snapshot.margin, snapshot.position
    title, below = down(rect, FILL, px(_ABOUT))
    title_line(surface, theme, verdict(snapshot, names), across(title, px(_BACK), FILL)[1])
    small = theme.font(Role.SMALL)
    rest = draw.text(surface, small, seen_words(snapshot, names), look.MUTED, below).right + px(10)
    beside = across(below, rest - below.left, FILL)[1]
    notes = verdict_notes(margin, known_unseen(position).as_margin(position), snapshot.side)
    room = beside.width - px(20)
    note = next((note for note in notes if small.size(note)[0] <= room), "")
    if note:
        proven = decided(margin) is not False
        ink = theme.costs[Mark.NONE] if proven else look.MUTED
        left = draw.text(surface, small, note, ink, beside, "right").left
        sign = Rect(0, 0, px(14), px(14)).move_to(midright=(left - px(5), beside.centery))
        if proven:
            draw.sign(surface, "check", sign.width, ink, center=sign.center)
        else:
            draw.text(surface, theme.font(Role.STRONG), "~", ink, sign, "centre")


def work_panel(
    surface: pygame.Surface, theme: Theme, room: Rect, words: str, kind: str, share: float | None
) -> None:
    """Paint what was said last, else what the solver does, and how far it is."""
    px = theme.px
    line, track = down(room, FILL, max(3, px(4)), gap=px(2))
    ink = look.MUTED if kind == "info" else look.REFUSED
    draw.text_within(surface, theme, Role.SMALL, words, ink, line)
    if share is not None:
        draw.progress(surface, track, share, border=None)


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


_BACK: Final = 44
_ABOUT: Final = 22
"""The room of the arrow before the title, and the height of what stands below that."""
_MISTAKES: Final = {"previous_mistake": 0.24, "next_mistake": 0.24, "learn": 0.52}
_FOOT: Final = ("to_start", "back", "forward", "to_end", "paste", "edit", "export", "menu")


def study_parts(side: Rect, px: Callable[[float], int]) -> dict[str, Rect]:
    """Return the parts of the column by their names, which for buttons are those of their actions.

        leave  verdict                 lists     lines | review | all_moves  over `sheet`
        work     engine (a switch)     graph
                                       players
                                       moves     over `tree`
                                       previous_mistake  next_mistake  learn
                                       to_start  back  forward  to_end  paste  edit  export  menu

    In a wide column what follows the lists stands beside them; in a low one is no graph. `px`
    scales a length for 1280 x 800.
    """
    gap = px(10)
    head = [
        box("verdict", px(_BACK + _ABOUT)),
        row(box("work"), box("engine", px(160)), size=px(50), gap=px(8)),
    ]
    foot = [
        row(
            *[box(name, Share(weight)) for name, weight in _MISTAKES.items()],
            size=px(38),
            gap=px(8),
        ),
        row(*map(box, _FOOT), size=px(38), gap=px(6)),
    ]
    lists, moves = box("lists", Share(0.46)), [box("players", px(34)), box("moves", Share(0.32))]
    for graph in ([box("graph", Share(0.22))], []):
        rest = [*graph, *moves, *foot]
        if side.width > side.height:
            left, right = across(side, FILL, FILL, gap=2 * gap)
            places = column(*head, lists, gap=gap).lay(left) | column(*rest, gap=gap).lay(right)
        else:
            places = column(*head, lists, *rest, gap=gap).lay(side)
        if graph and places["graph"].height >= px(LEAST_GRAPH):
            break
    places["leave"] = down(across(places["verdict"], px(_BACK), FILL)[0], px(_BACK), FILL)[0]
    narrow = min(px(26), side.width // 10)
    tabs = box("lines", Share(0.44)), box("review", Share(0.56))
    tools = row(*tabs, box(size=px(4)), box("all_moves", narrow), size=px(30))
    sheet = column(box(size=px(6)), tools, box(size=px(4)), box("sheet"), box(size=px(8)))
    tree = column(box(size=px(6)), box("tree"), box(size=px(6)))
    for panel, name in ((sheet, "lists"), (tree, "moves")):
        places |= panel.lay(inset(places[name], px(8), 0))
    return places


class StudyView(AnalysisView):
    """The column of Analyse; each part is painted again when it has changed.

    The tiles are as large as those of the `start` fit, so that none moves while a line is gone
    through.
    """

    def __init__(self, area: Rect, theme: Theme, settings: Settings, start: Position) -> None:
        super().__init__(
            area, theme, settings, lettered=True, fit=lambda board: board.close_up(start)
        )
        self.parts = study_parts(self.layout.side, theme.px)
        self.players = self.parts["players"]
        painted = ("verdict", "players", "work")
        self.layers = {name: Layer(self.parts[name]) for name in painted}

    def paint_panels(
        self,
        surface: pygame.Surface,
        snapshot: Snapshot,
        names: tuple[str, str],
        work: tuple[str, str, float | None],
    ) -> None:
        """Paint verdict, players, and what was said or the solver does, and how far it is."""
        theme, parts = self.theme, self.parts
        seen = snapshot.margin, snapshot.node, snapshot.front, names
        self.layers["verdict"].draw(
            surface, seen, lambda s: verdict_panel(s, theme, parts["verdict"], snapshot, names)
        )
        self.layers["players"].draw(
            surface,
            (snapshot.position, names),
            lambda s: players_row(s, theme, parts["players"], snapshot.position, names),
        )
        self.layers["work"].draw(
            surface, work, lambda s: work_panel(s, theme, parts["work"], *work)
        )
