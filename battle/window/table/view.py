"""The pictures of a playing screen at one window size: its lists and its players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect

from battle.coach.hints import HINT, Hints, hint_page
from battle.game.engine_move import move_seconds
from battle.game.levels import labels, level_words
from battle.game.session import Session
from battle.game.setup import clock_text
from battle.game.words import has_series, match_words
from battle.language import _, decimal, ngettext
from battle.page.blocks import Command, Paragraph
from battle.rules.position import Cell, Kind, Move, Player, Position
from battle.window.board.board import Board, table_layout
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.board.view import BoardView
from battle.window.pages.flow import Flow
from battle.window.table.help import Opponent
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import keys_of
from battle.window.ui.layout import FILL, across, box, column, down, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts, paint_pair
from battle.window.ui.widgets import (
    Listing,
    list_hint,
    list_panel,
    list_rows,
    row_ground,
    scroll_bar,
)
from battle.words import Names, no_pair_brief, points, to_move_words

# --- hints panel ---------------------------------------------------------------------------------
#
# The panel of the hints: the steps that were taken as blocks, and what the next one costs.
#
# While it is shown it stands where the moves are listed.

CLOSE: Final = "close"
MORE: Final = HINT
"""What can be clicked in the panel: its cross, the offer of the next step."""

_NOTCH: Final = 34


class HintsPanel:
    """The page of the hints and where it is scrolled to; `closer` is where the mouse closes it."""

    def __init__(self) -> None:
        self.flow = Flow(TABLE_SHORTCUTS)
        self.closer = pygame.Rect(0, 0, 0, 0)
        self._rect = self.closer
        self._on_closer = False

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the panel out."""
        words = list_rows(theme, rect)
        self.flow.place(theme, words)
        side = words.top - rect.top
        self.closer = pygame.Rect(rect.right - side, rect.top, side, side)
        self._rect, self._theme = rect, theme

    def fill(self, hints: Hints, names: Names, *, is_more: bool) -> None:
        """Show the hints; where there `is_more` than before, from the last one on."""
        blocks = hint_page(hints, names)
        self.flow.fill(blocks)
        if is_more:
            steps = [
                number
                for number, block in enumerate(blocks)
                if isinstance(block, Paragraph) and block.icon == HINT
            ]
            self.flow.to_end(steps[-1] if steps else None)

    # --- the mouse and the keyboard -------------------------------------------------------------

    def click(self, point: tuple[int, int]) -> str | None:
        """Return what a click means, empty for nothing; None beside the panel."""
        if not self._rect.collidepoint(point):
            return None
        if self.closer.collidepoint(point):
            return CLOSE
        return MORE if self.flow.target_at(point) == Command(MORE) else ""

    def hover(self, point: tuple[int, int]) -> None:
        """Let the mouse be at a point."""
        self.flow.hover(point)
        self._on_closer = self.closer.collidepoint(point)

    def turn(self, by: int) -> None:
        """Move the page by most of its height, down or up."""
        self.flow.scroll(by * (self.flow.rect.height * 2 // 3))

    def scroll(self, point: tuple[int, int], rows: int) -> bool:
        """Move the page if the mouse is on it; return whether it is."""
        if not self._rect.collidepoint(point):
            return False
        self.flow.scroll(rows * self._theme.px(_NOTCH))
        return True

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, arts: TileArts, used: int) -> None:
        """Paint the panel; so many hints were `used` in the game."""
        title = _("Hints: {n} used").format(n=used)
        list_panel(surface, self._theme, self._rect, title, "")
        ink = look.GOLD if self._on_closer else look.MUTED
        draw.sign(surface, "close", self._theme.px(16), ink, center=self.closer.center)
        self.flow.paint(surface, arts)


# --- view ----------------------------------------------------------------------------------------

# --- lists ---------------------------------------------------------------------------------------
#
# The two lists beside the table: the pairs that can be taken, and the moves.


def pairs_list(
    surface: pygame.Surface,
    theme: Theme,
    arts: TileArts,
    listing: Listing,
    pairs: Sequence[tuple[Move, Kind]],
) -> None:
    """Paint the pairs that can be taken, one a row: the tile, its two cells, its worth."""
    for place in listing.rows:
        move, kind = pairs[place]
        rect = listing.rect_of(place).inflate(0, -theme.px(2))
        row_ground(surface, theme, rect, listing, place)
        art = arts.art(round((rect.height - theme.px(6)) / 1.42))
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
    arts: TileArts,
    listing: Listing,
    rows: Sequence[Sequence[tuple[Move, Kind] | None]],
) -> None:
    """Paint the moves, two a row; a row's number is that of its first move, counted from 1."""
    before = 1 if rows and rows[0][0] is None else 0
    for line in listing.rows:
        rect = listing.rect_of(line).inflate(0, -theme.px(2))
        if line == len(rows) - 1:
            draw.box(surface, rect, look.PANEL_RAISED, radius=theme.px(6))
        number, *halves = across(rect, theme.px(26), FILL, FILL)
        words = f"{max(1, 2 * line + 1 - before)}."
        draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, number, "right")
        for played, place in zip(rows[line], halves, strict=True):
            if played is not None:
                _played(surface, theme, arts, played, place)
    scroll_bar(surface, theme, listing)


def _played(
    surface: pygame.Surface,
    theme: Theme,
    arts: TileArts,
    played: tuple[Move, Kind],
    rect: pygame.Rect,
) -> None:
    move, kind = played
    art = arts.art(round((rect.height - theme.px(6)) / 1.34))
    corner = (rect.left + theme.px(7), rect.centery - art.size[1] // 2)
    surface.blit(art.tile(kind), corner)
    left = corner[0] + art.width + theme.px(7)
    words = pygame.Rect(left, rect.top, rect.right - left, rect.height)
    font = theme.font(Role.TEXT)
    if font.size(str(move))[0] > words.width:
        font = theme.font(Role.SMALL)
    draw.text(surface, font, str(move), look.INK, words)


# --- pair list -----------------------------------------------------------------------------------
#
# The list of pairs beside the table: a pair is pointed out in it, and taken from it.


class PairList:
    """The pairs that can be taken, the best paid first; `focused` while it has the keyboard."""

    def __init__(self) -> None:
        self.listing = Listing()
        self.rows: list[tuple[Move, Kind]] = []
        self.focused = False

    @property
    def chosen(self) -> Move | None:
        """The pair that the keyboard is on."""
        return self._pair(self.listing.chosen)

    @property
    def hovered(self) -> Move | None:
        """The pair that the mouse is on."""
        return self._pair(self.listing.hovered)

    def _pair(self, row: int | None) -> Move | None:
        return None if row is None else self.rows[row][0]

    def fill(self, position: Position | None) -> None:
        """List the pairs of a position, none without one."""
        rows = []
        if position is not None:
            rows = [(move, position.kind_of(move)) for move in position.legal_moves]
        self.rows = sorted(rows, key=lambda pair: -pair[1].rank)
        self.listing.fill(len(self.rows))

    def focus(self, focused: bool) -> None:
        """Give the list the keyboard, with its first pair chosen, or take it away."""
        self.focused = focused and bool(self.rows)
        self.listing.choose(0 if self.focused else None)

    def hover(self, point: tuple[int, int] | None) -> None:
        """Let the mouse be at a point, None where the list is not shown."""
        self.listing.hovered = None if point is None else self.listing.row_at(point)

    def choose(self, row: int) -> None:
        """Give the list the keyboard, with the pair in a row chosen."""
        self.focused = True
        self.listing.choose(row)


# --- player panel --------------------------------------------------------------------------------
#
# A player's panel beside the table: name, points, whose turn it is, the pairs taken.


@dataclass(frozen=True)
class PlayerLayout:
    """A player's panel from top to bottom; `caption` is the line under the name."""

    outer: Rect
    badge: Rect
    name: Rect
    caption: Rect
    score: Rect
    bar: Rect
    strip: Rect
    tray: Rect


def player_layout(outer: Rect, text: float) -> PlayerLayout:
    """Return the parts of a player's panel; `text` is the scale of the words in it.

    In a panel that is much wider than high the tray lies beside the rest, not below it.
    """

    def px(length: float) -> int:
        return round(length * text)

    whole = inset(outer, px(12))
    beside = whole.height < px(250) and whole.width > px(320)
    inner, tray = across(whole, FILL, FILL, gap=px(12)) if beside else (whole, whole)
    parts = column(
        row(
            box("badge", px(38)),
            column(box("name", px(24) - px(2)), box("caption", px(17)), box()),
            size=px(38),
            gap=px(10),
        ),
        box(size=px(8)),
        box("score", px(46)),
        box(size=px(4)),
        box("bar", max(4, px(6))),
        box(size=px(10)),
        box("strip", px(38)),
        box(size=px(8)),
        box("tray"),
    ).lay(inner)
    if beside:
        parts["tray"] = tray
    return PlayerLayout(outer, **parts)


_PAIR_WIDTH: Final = 1.34
_PAIR_HEIGHT: Final = 1.56
"""The room of a pair in tile widths, with the gap to the next."""


def tray_slots(rect: Rect, pairs: int, widest: int) -> tuple[int, list[tuple[int, int]]]:
    """Return the width of tiles, as wide as they can be, and the corners of `pairs` pairs."""
    pad = max(3, widest // 6)
    room = rect.inflate(-2 * pad, -2 * pad)
    tile = widest
    while tile > 8 and _tray_capacity(room, tile) < pairs:
        tile -= 1
    columns = max(1, math.floor(room.width / (tile * _PAIR_WIDTH)))
    step = room.width / columns
    return tile, [
        (
            round(room.left + (index % columns) * step),
            round(room.top + (index // columns) * tile * _PAIR_HEIGHT),
        )
        for index in range(pairs)
    ]


def _tray_capacity(room: Rect, tile: int) -> int:
    columns = math.floor(room.width / (tile * _PAIR_WIDTH))
    rows = math.floor(room.height / (tile * _PAIR_HEIGHT))
    return columns * rows


# --- painting -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerView:
    """What a player's panel shows.

    The `active` player stands in light: the one to move, or the winner when the game is `over`.
    `goal` are the points that win; `reachable` tells whether they can still be had. `state` says
    in words what the player does, `brief` in few where room is short. `progress`, 0 to 1, is how
    far the solver's time has run, None if it does not run. `clock` is empty without a clock.
    """

    player: Player
    name: str
    caption: str
    points: int
    needed: int
    goal: int
    taken: Sequence[Kind]
    active: bool
    state: str
    brief: str
    clock: str = ""
    hurried: bool = False
    progress: float | None = None
    over: bool = False
    reachable: bool = True


def player_panel(
    surface: pygame.Surface,
    theme: Theme,
    arts: TileArts,
    view: PlayerView,
    layout: PlayerLayout,
) -> None:
    """Paint a player's panel; the player to move stands in light."""
    px, outer = theme.px, layout.outer
    if view.active:
        draw.box(surface, outer.inflate(px(8), px(8)), look.GLOW, radius=px(17))
        ground, edge, width = look.PANEL_RAISED, look.GOLD, px(2)
    else:
        ground, edge, width = look.PANEL, look.LINE, 1
    draw.box(surface, outer, ground, radius=px(14), border=edge, width=width)
    draw.badge(surface, theme, view.player, layout.badge)
    font = draw.fitting_font(theme, Role.HEADING, view.name, layout.name.width)
    draw.text(surface, font, view.name, look.INK, layout.name)
    draw.text(surface, theme.font(Role.SMALL), view.caption, look.MUTED, layout.caption)
    _score(surface, theme, view, layout)
    _turn_strip(surface, theme, view, layout.strip)
    _tray(surface, theme, arts, view, layout.tray)


def _score(surface: pygame.Surface, theme: Theme, view: PlayerView, layout: PlayerLayout) -> None:
    font = theme.font_of_size(Role.SCORE, layout.score.height)
    ink = look.INK if view.active else look.RESTING_SCORE
    place = draw.text(surface, font, str(view.points), ink, layout.score)
    filled = place.right + theme.px(14) - layout.score.left
    upper, lower = down(across(layout.score, filled, FILL)[1], FILL, FILL)
    needs, aim = _aim_words(view)
    strong = theme.font(Role.STRONG)
    draw.text(surface, strong, needs, look.INK if view.needed else look.GOLD, upper)
    draw.text(surface, theme.font(Role.SMALL), aim, look.MUTED, lower)
    _bar(surface, layout.bar, view.points / view.goal, look.PLAYERS[view.player])


def _aim_words(view: PlayerView) -> tuple[str, str]:
    """Say what is missing to win, or that nothing is; of a lost game there is nothing to say."""
    if not view.needed:
        return _("has won"), _("with {points} or more").format(points=view.goal)
    if view.over:
        return "", ""
    if not view.reachable:
        return _("cannot win"), _("{points} are out of reach").format(points=view.goal)
    return (
        _("needs {points}").format(points=view.needed),
        _("to reach {points}").format(points=view.goal),
    )


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
            shown = look.HURRIED
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
    draw.pointer(surface, ink, points)
    return across(words, side + rect.height // 4, FILL)[1]


def _tray(
    surface: pygame.Surface, theme: Theme, arts: TileArts, view: PlayerView, rect: pygame.Rect
) -> None:
    draw.box(surface, rect, look.WELL, radius=theme.px(8))
    if not view.taken:
        words = _("no pair taken yet")
        draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, rect, "centre")
        return
    tile, corners = tray_slots(rect, len(view.taken), theme.px(34))
    art = arts.art(tile)
    for kind, corner in zip(view.taken, corners, strict=True):
        paint_pair(surface, art, kind, corner)


# --- view ----------------------------------------------------------------------------------------

_ROW: Final = 34
_TRAY_TILE: Final = 34


class TableView:
    """Lays a playing screen out for a window of `size`, and paints it."""

    def __init__(
        self, size: tuple[int, int], theme: Theme, *, rank_digits: bool, highlight_free: bool
    ) -> None:
        self.theme = theme
        self.layout = table_layout(size, theme.scale)
        self.board = BoardView(
            self.layout.board,
            theme,
            rank_digits=rank_digits,
            highlight_free=highlight_free,
            opaque=True,
        )
        self.players = tuple(player_layout(rect, theme.scale) for rect in self.layout.players)
        self.arts = TileArts(theme)

    def place_lists(self, pairs: Listing, moves: Listing, hints: HintsPanel) -> None:
        """Lay out what scrolls beside the table."""
        row = self.theme.px(_ROW)
        pairs.place(list_rows(self.theme, self.layout.pairs), row)
        moves.place(list_rows(self.theme, self.layout.moves), row)
        hints.place(self.theme, self.layout.moves)

    def slot(self, player: Player, count: int) -> tuple[float, float, float, float]:
        """Return where the last of `count` pairs lies in a player's tray."""
        tray = self.players[player - 1].tray
        tile, corners = tray_slots(tray, count, self.theme.px(_TRAY_TILE))
        left, top = corners[-1]
        return float(left), float(top), float(tile), float(tile * 4 / 3)

    # --- painting -------------------------------------------------------------------------------

    def paint_pairs(
        self, surface: pygame.Surface, pairs: PairList, *, is_listed: bool, is_over: bool
    ) -> None:
        """Paint the pairs, or why none are listed."""
        theme, rect = self.theme, self.layout.pairs
        count = str(len(pairs.rows)) if is_listed and not is_over else ""
        list_panel(surface, theme, rect, _("Pairs to take"), count, focused=pairs.focused)
        if not is_listed:
            words = _("Press {key} to list the pairs").format(key=keys_of("pairs", TABLE_SHORTCUTS))
            list_hint(surface, theme, rect, words)
        elif not pairs.rows:
            words = _("The game is over.") if is_over else no_pair_brief()
            list_hint(surface, theme, rect, words)
        else:
            pairs_list(surface, theme, self.arts, pairs.listing, pairs.rows)

    def paint_moves(
        self,
        surface: pygame.Surface,
        moves: Listing,
        rows: Sequence[Sequence[tuple[Move, Kind] | None]],
        ply: int,
    ) -> None:
        """Paint the list of `ply` moves."""
        theme, rect = self.theme, self.layout.moves
        list_panel(surface, theme, rect, _("Moves"), str(ply) if ply else "")
        if not ply:
            list_hint(surface, theme, rect, _("No move yet"))
        moves_list(surface, theme, self.arts, moves, rows)


# --- words ---------------------------------------------------------------------------------------
#
# What the playing screen says: of the players in their panels, of the game in the status line.

_HURRY_SECONDS: Final = 30.0


# --- players ------------------------------------------------------------------------------------


def player_view(
    session: Session,
    player: Player,
    opponent: Opponent,
    taken: Sequence[Kind],
    *,
    is_taught: bool,
) -> PlayerView:
    """Return what a player's panel shows, with the pairs `taken` in the tray.

    `is_taught` tells whether the teacher stands behind the person who plays alone.
    """
    clock, ending = session.remaining(player), session.ending
    return PlayerView(
        player=player,
        name=session.name(player),
        caption=_caption(session, player, is_taught=is_taught),
        points=session.points[player - 1],
        needed=session.needed(player),
        goal=session.position.points_to_win,
        taken=taken,
        active=player == (ending.winner if ending else session.to_move),
        over=ending is not None,
        reachable=session.needed(player) <= session.position.points_left,
        state=_state(session, player, opponent),
        brief=_state(session, player, opponent, brief=True),
        clock="" if clock is None else clock_text(clock),
        hurried=clock is not None and clock < _HURRY_SECONDS,
        progress=_time_run(session, player, opponent),
    )


def _caption(session: Session, player: Player, *, is_taught: bool) -> str:
    if has_series(session):
        return _("series {points}").format(points=session.totals[player - 1])
    given = session.position.given[player - 1]
    if given:
        return ngettext("{n} point given", "{n} points given", given).format(n=given)
    seat = session.seat(player)
    promised = next((label for label in labels() if label.name == seat.level), None)
    if promised is not None:
        return level_words(promised)
    if seat.solver:
        seconds = session.setup.think_seconds
        return _("solver, {seconds} s a move").format(seconds=decimal(seconds))
    if player == session.person and is_taught:
        return _("with the teacher")
    return _("moves first") if player == 1 else _("moves second")


def _state(session: Session, player: Player, opponent: Opponent, *, brief: bool = False) -> str:
    if session.ending is not None:
        if session.ending.winner is None:
            return _("draw")
        return _("wins") if session.ending.winner == player else _("loses")
    if session.to_move != player:
        return _("waits")
    if session.seat(player).solver:
        if opponent.is_getting_ready:
            return _("starts …") if brief else _("getting ready …")
        if brief:
            return _("thinks …")
        return _("thinks … {seconds} s").format(seconds=decimal(opponent.seconds, 1))
    return _("to move") if brief else _("{name} to move").format(name=session.name(player))


def _time_run(session: Session, player: Player, opponent: Opponent) -> float | None:
    """Return how far the time of the program that thinks has run, None if it does not."""
    if not opponent.is_thinking or player != session.to_move or opponent.is_getting_ready:
        return None
    return opponent.seconds / move_seconds(session)


# --- the status line ----------------------------------------------------------------------------


def situation(session: Session, board: Board) -> str:
    """Say what the mouse or the selection is on, else whose turn it is."""
    if session.ending is not None:
        return session.result_text
    if board.looked_at is not None:
        return _tile_words(board, board.looked_at)
    found = None if board.hovered is None else session.position.kind_at(board.hovered)
    if board.hovered is not None and found is not None:
        return board.refusal(board.hovered, found)
    return to_move_words(session.name(session.to_move), session.position)


def _tile_words(board: Board, cell: Cell) -> str:
    found = board.position.kind_at(cell)
    if found is None:
        return ""
    if not board.partners:
        return board.refusal(cell, found)
    cells = ", ".join(str(partner) for partner in board.partners)
    return _("{kind} on {cell}: {points} with {cells}.").format(
        kind=found, cell=cell, points=points(found.rank), cells=cells
    )


def whereabouts(session: Session) -> str:
    """Say which game this is and how far it has come: match, deal, move."""
    deal, ply = session.setup.deal, session.game.ply
    move = _("move {number}").format(number=ply if session.ending is not None else ply + 1)
    parts = [match_words(session), "", move]
    if deal is not None:
        parts[1] = _("deal {number}").format(number=deal)
    return "  ·  ".join(filter(None, parts))
