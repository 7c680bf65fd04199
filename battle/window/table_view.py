"""The table between its panels: where everything is around the board.

    TableLayout      at play: toolbars, the race to the goal, players, lists, status line
    TableView        that layout with the pictures of its board and its trays
    AnalysisLayout   the same table with the panels of Analyse and of exercises around it
    AnalysisView     that layout with the pictures of its board, its values and its panels

Both players and their points stand beside the board: as a race, or in a small panel.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect

from battle.game.session import Session
from battle.game.setup import clock_text
from battle.language import _, ngettext
from battle.profile.settings import Settings
from battle.rules.position import ALL_POINTS, PLAYERS, POINTS_TO_WIN, Kind, Player, Position
from battle.screens.table import TableGame
from battle.window.board import Box
from battle.window.board_view import (
    BoardLayout,
    BoardPainter,
    ValueTags,
    board_height,
    board_layout,
    widest_tile,
)
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer
from battle.window.ui.layout import FILL, across, box, centred, column, down, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT, kept_art, paint_pair
from battle.window.ui.window import Size, scale_of
from battle.words import label


@dataclass(frozen=True)
class TableLayout:
    """The playing screen: toolbars above, players and lists around the table, status below.

    Index 0 is player 1's side (left), index 1 player 2's. In a wide window the lists lie below
    the players, in a tall one below the table:

        wide   tools | race  | tools        tall   tools | race | tools
               ada   |       | ben                 ada          | ben
                     | table |                          table
               pairs |       | moves               pairs        | moves
               status                              status
    """

    tools: tuple[Rect, Rect]
    race: Rect
    players: tuple[Rect, Rect]
    board: BoardLayout
    pairs: Rect
    moves: Rect
    status: Rect


def table_layout(size: Size, text: float, card: int | None = None) -> TableLayout:
    """Return the playing screen's layout for a window of `size`, with words at the scale `text`.

    The shape of the window decides between the wide and the tall layout: whichever shows larger
    tiles. In the wide one the players' panels are at most `card` high.
    """

    def px(length: float) -> int:
        return round(length * text)

    gap = round(12 * scale_of(size))
    _above, bar, middle, status, _below = down(
        Rect((0, 0), size), 0, px(44), FILL, px(34), 0, gap=gap
    )
    middle = inset(middle, gap, 0)
    side = min(px(196), size[0] // 4)
    wide = widest_tile((middle.width - 2 * side - 2 * gap, middle.height))
    tall = widest_tile((middle.width, max(0, middle.height - px(190) - px(150) - 2 * gap)))
    if wide >= tall:
        board = board_layout(wide, middle.center)
        side = min(board.outer.left - 2 * gap, px(330))
        whole = centred(middle, board.outer.width + 2 * (gap + side), middle.height)
        height = max(board.outer.height, min(middle.height, side * 6))
        left, _board, right = across(centred(whole, whole.width, height), side, FILL, side, gap=gap)
        upper = min(max(px(250), round(height * 0.54)), height - gap - px(110), card or height)
        first, pairs = down(left, upper, FILL, gap=gap)
        second, moves = down(right, upper, FILL, gap=gap)
    else:
        rest = middle.height - board_height(tall) - 2 * gap
        upper = max(px(170), rest * 56 // 100)
        players, table, lists = down(middle, upper, board_height(tall), FILL, gap=gap)
        board = board_layout(tall, table.center)
        first, second = across(players, FILL, FILL, gap=gap)
        pairs, moves = across(lists, FILL, FILL, gap=gap)
    start, width = first.left, second.right - first.left
    tools = min(first.width, px(300))
    bar, status = (Rect(start, place.top, width, place.height) for place in (bar, status))
    before, race, after = across(bar, tools, FILL, tools, gap=gap)
    return TableLayout((before, after), race, (first, second), board, pairs, moves, status)


_PLAYERS: Final = 78
_ENGINE: Final = 128
"""The heights of the players' and, usually, the solver's panels at 1280 x 800."""


@dataclass(frozen=True)
class AnalysisLayout:
    """The same table with panels around it.

        wide   tools   | verdict | tools          tall   tools | verdict | tools
               players |         | engine                players, graph  | engine
               graph   |  table  | sheet                        table
               tree    |         |                       tree            | sheet
               status                                    status

    `sheet` shows the lines or the review, `tree` the moves.
    """

    tools: tuple[Rect, Rect]
    verdict: Rect
    board: BoardLayout
    players: Rect
    graph: Rect
    tree: Rect
    engine: Rect
    sheet: Rect
    status: Rect


def analysis_layout(size: Size, text: float, engine: int = _ENGINE) -> AnalysisLayout:
    """Return the layout for a window of `size`, with words at the scale `text`.

    `engine` is the height of the solver's panel at 1280 x 800.
    """
    table, gap = table_layout(size, text), round(10 * text)
    first, second = table.players
    if first.right <= table.board.outer.left:
        left, right = first.union(table.pairs), second.union(table.moves)
        above = min(round(_PLAYERS * text), left.height // 4)
        rest = left.height - above - gap
        tall = min(round(400 * text), max(round(132 * text), rest * 46 // 100), rest // 2)
        players, graph, tree = down(left, above, tall, FILL, gap=gap)
        solver, sheet = down(right, min(round(engine * text), right.height // 3), FILL, gap=gap)
    else:
        players, graph = down(first, min(round(_PLAYERS * text), first.height // 2), FILL, gap=gap)
        solver, tree, sheet = second, table.pairs, table.moves
    return AnalysisLayout(
        table.tools, table.race, table.board, players, graph, tree, solver, sheet, table.status
    )


def paint_race(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    points: tuple[int, int],
    left: int | None = None,
    *,
    goal: int = POINTS_TO_WIN,
    whole: int = ALL_POINTS,
) -> None:
    """Paint both players' points, growing towards each other, and the winning `goal` between them.

    How many of the `whole` are `left` on the table is said if it is given.
    """
    tall = round(rect.height * 0.5)
    bar = down(rect, FILL, tall)[1]
    draw.box(surface, bar, look.WELL, radius=tall // 2, border=look.LINE)
    inner = bar.inflate(-4, -4)
    widths = [round(inner.width * value / whole) for value in points]
    first, _between, second = across(
        inner, max(widths[0], tall - 4), FILL, max(widths[1], tall - 4)
    )
    for player, part, width in ((1, first, widths[0]), (2, second, widths[1])):
        if width > 1:
            draw.box(surface, part, look.PLAYERS[player], radius=inner.height // 2)
    font = theme.font(Role.SMALL)
    above = max(1, bar.top - rect.top - theme.px(5))
    aim = pygame.Rect(rect.left, rect.top - theme.px(2), rect.width, above)
    draw.text(surface, font, str(goal), look.GOLD, aim, "centre")
    x, y, half = bar.centerx, bar.top + theme.px(1), theme.px(5)
    draw.pointer(surface, look.GOLD, [(x - half, y - half), (x + half, y - half), (x, y)])
    if left is None:
        return
    words = ngettext("{n} point left", "{n} points left", left).format(n=left)
    free = across(inner, widths[0], FILL, widths[1])[1]
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")


def player_rows(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rows of players 1 and 2."""
    inner = inset(rect, max(3, rect.height // 16))
    half = inner.height // 2
    first, _gap, second = down(inner, half, FILL, half)
    return first, second


def badge_place(row: pygame.Rect) -> pygame.Rect:
    """Return where a player's sign is in a row."""
    side = round(row.height * 0.72)
    return pygame.Rect(0, 0, side, side).move_to(midleft=(row.left + row.height // 5, row.centery))


def _pointer(surface: pygame.Surface, left: int, middle: int, side: int) -> int:
    """Draw the triangle that points at the table for the player to move; return its end."""
    tall = side * 0.6
    points = [(left, middle - tall), (left, middle + tall), (left + side, middle)]
    draw.pointer(surface, look.GOLD, points)
    return left + side


def _player(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    player: Player,
    name: str,
    lost: tuple[str, str],
    is_to_move: bool,
) -> None:
    px, is_to_move = theme.px, is_to_move and not position.is_over
    if is_to_move:
        ground, edge = look.PANEL_RAISED, look.GOLD
        draw.box(surface, rect, ground, radius=px(9), border=edge, width=px(1.5))
    sign = badge_place(rect)
    draw.badge(surface, theme, player, sign)
    right = across(rect, FILL, px(10))[0]
    figures = theme.font_of_size(Role.SCORE, round(rect.height * 0.66))
    points = str(position.points[player - 1])
    end = draw.text(surface, figures, points, look.INK, right, "right").left - px(8)
    left = sign.right + px(8)
    words = pygame.Rect(left, rect.top, max(0, end - left), rect.height)
    place = across(words, FILL, px(17))[0] if is_to_move else words
    after = draw.line(surface, theme, Role.STRONG, name, look.INK, place).right + px(8)
    if is_to_move:
        after = _pointer(surface, after, rect.centery, px(9)) + px(7)
    rest = pygame.Rect(after, rect.top, max(0, words.right - after), rect.height)
    small = theme.font(Role.SMALL)
    note = next((shorter for shorter in lost if small.size(shorter)[0] <= rest.width), "")
    draw.text(surface, small, note, look.MUTED, rest)


def players_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    position: Position,
    names: tuple[str, str],
    lost: Sequence[tuple[str, str]] = (("", ""), ("", "")),
    *,
    marks: bool = True,
) -> None:
    """Paint both players, their points and what each has `lost`; `marks` the one to move.

    Of `lost` the first text that has room is shown.
    """
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=look.LINE)
    for player, place in zip(PLAYERS, player_rows(rect), strict=True):
        name, is_to_move = label(names[player - 1]), marks and position.to_move == player
        _player(surface, theme, place, position, player, name, lost[player - 1], is_to_move)


# --- a player's panel -----------------------------------------------------------------------------

_TRAY_TILE: Final = 34
_TRAY_ROWS: Final = 2
"""The rows of full-size tiles that a tray has room for; of more, tiles become smaller."""

_RED_SECONDS: Final = 30.0
"""With less time than this a clock is red."""


def player_layout(outer: Rect, text: float) -> dict[str, Rect]:
    """Return the parts of a player's panel; `text` is the scale of the words in it.

    The `caption` is the line under the name. In a panel that is much wider than high the tray lies
    beside the rest, not below it.
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
    return {**parts, "outer": outer, "tray": tray if beside else parts["tray"]}


_PAIR_WIDTH: Final = 1.34
_PAIR_HEIGHT: Final = 1.56
"""The room of a pair in tile widths, with the gap to the next."""


def tray_slots(rect: Rect, pairs: int, widest: int) -> tuple[int, list[tuple[int, int]]]:
    """Return the width of tiles, as wide as they can be, and the corners of `pairs` pairs."""
    pad = max(3, widest // 6)
    room = rect.inflate(-2 * pad, -2 * pad)
    for tile in range(widest, 7, -1):
        columns = math.floor(room.width / (tile * _PAIR_WIDTH))
        if columns * math.floor(room.height / (tile * _PAIR_HEIGHT)) >= pairs:
            break
    columns = max(1, columns)
    return tile, [
        (
            round(room.left + (index % columns) * (room.width / columns)),
            round(room.top + (index // columns) * tile * _PAIR_HEIGHT),
        )
        for index in range(pairs)
    ]


def paint_player(
    surface: pygame.Surface,
    theme: Theme,
    parts: dict[str, Rect],
    game: TableGame,
    player: Player,
    taken: Sequence[Kind],
) -> None:
    """Paint a player's panel; the player to move, or at the end the winner, stands in light.

    Beside a clock that leaves no room for words the sign of the player to move stands alone. Pairs
    that are not `taken` yet are still in the air.
    """
    session, progress = game.session, game.progress(player)
    px, outer, ending = theme.px, parts["outer"], session.ending
    is_active = player == (ending.winner if ending else session.to_move)
    if is_active:
        draw.box(surface, outer.inflate(px(8), px(8)), look.GLOW, radius=px(17))
        ground, edge, width = look.PANEL_RAISED, look.GOLD, px(2)
    else:
        ground, edge, width = look.PANEL, look.LINE, 1
    draw.box(surface, outer, ground, radius=px(14), border=edge, width=width)
    draw.badge(surface, theme, player, parts["badge"])
    name = label(session.name(player))
    draw.line(surface, theme, Role.HEADING, name, look.INK, parts["name"])
    draw.line(surface, theme, Role.SMALL, game.caption(player), look.MUTED, parts["caption"])
    made = points_shown(session, player, taken)
    _score(surface, theme, parts, session, player, made, is_active=is_active)
    strip = parts["strip"]
    draw.box(surface, strip, look.GOLD if is_active else look.WELL, radius=px(8))
    if progress is not None:
        _progress(surface, theme, strip, progress)
    words = _clock(surface, theme, inset(strip, px(10), 0), session, player, is_active=is_active)
    ink = look.ON_GOLD if is_active else look.MUTED
    if is_active and ending is None:
        words = _turn(surface, player, strip, words, ink)
    font = theme.font(Role.STRONG if is_active else Role.SMALL)
    states = game.states(player)
    shown = next((state for state in (*states, "") if font.size(state)[0] <= words.width), "")
    draw.text(surface, font, shown, ink, words)
    if not shown:
        draw.CUT_TEXTS.note(surface, strip, states[0], "")
    _tray(surface, theme, taken, parts["tray"])


def _score(
    surface: pygame.Surface,
    theme: Theme,
    parts: dict[str, Rect],
    session: Session,
    player: Player,
    made: int,
    *,
    is_active: bool,
) -> None:
    place = parts["score"]
    font = theme.font_of_size(Role.SCORE, place.height)
    ink = look.INK if is_active else look.RESTING_SCORE
    end = draw.text(surface, font, str(made), ink, place).right
    beside = across(place, end + theme.px(14) - place.left, FILL)[1]
    ink = look.INK if made < session.position.points_to_win else look.GOLD
    draw.text_within(surface, theme, Role.STRONG, aim_words(session, made), ink, beside)
    bar = parts["bar"]
    draw.box(surface, bar, look.WELL, radius=bar.height // 2)
    width = round(bar.width * max(0.0, min(1.0, made / session.position.points_to_win)))
    if width >= bar.height:
        filled = across(bar, width, FILL)[0]
        draw.box(surface, filled, look.PLAYERS[player], radius=bar.height // 2)


def points_shown(session: Session, player: Player, taken: Sequence[Kind]) -> int:
    """Return a player's points without those of pairs still in the air, behind those `taken`."""
    flying = session.taken(player)[len(taken) :]
    return session.points[player - 1] - sum(kind.rank for kind in flying)


def aim_words(session: Session, made: int) -> str:
    """Say whether a player has won or cannot win any more, empty while all is open."""
    needed = session.position.points_to_win - made
    if needed <= 0:
        return _("has won")
    if session.ending is not None:
        return ""
    return _("cannot win") if needed > session.position.points_left else ""


def _clock(
    surface: pygame.Surface,
    theme: Theme,
    rect: Rect,
    session: Session,
    player: Player,
    *,
    is_active: bool,
) -> Rect:
    """Paint the clock at the right, if there is one; return the room left for words."""
    left = session.remaining(player)
    if left is None:
        return rect
    ink = look.ON_GOLD if is_active else look.MUTED
    if left < _RED_SECONDS:
        ink = look.HURRIED if is_active else look.REFUSED
    place = draw.text(surface, theme.font(Role.CLOCK), clock_text(left), ink, rect, "right")
    return Rect(rect.left, rect.top, place.left - rect.left - theme.px(10), rect.height)


def _progress(surface: pygame.Surface, theme: Theme, rect: Rect, share: float) -> None:
    track = Rect(0, 0, rect.width - theme.px(20), max(2, theme.px(3)))
    track.midbottom = (rect.centerx, rect.bottom - theme.px(4))
    draw.box(surface, track, look.GOLD_DEEP, radius=track.height // 2)
    done = across(track, round(track.width * min(1.0, share)), FILL)[0]
    pygame.draw.rect(surface, look.ON_GOLD, done, border_radius=track.height // 2)


def _turn(
    surface: pygame.Surface, player: Player, rect: Rect, words: Rect, ink: pygame.Color
) -> Rect:
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


def _tray(surface: pygame.Surface, theme: Theme, taken: Sequence[Kind], rect: Rect) -> None:
    draw.box(surface, rect, look.WELL, radius=theme.px(8))
    if not taken:
        words = _("no pair taken yet")
        draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, rect, "centre")
    tile, corners = tray_slots(rect, len(taken), theme.px(_TRAY_TILE))
    for kind, corner in zip(taken, corners, strict=True):
        paint_pair(surface, kept_art(tile, theme), kind, corner)


class TableView:
    """Lays a playing screen out for a window of `size`; `players` are the parts of their panels.

    The trays keep their height while they fill, so that the lists below keep their place. The tiles
    of a quick deal are as large as fits.
    """

    def __init__(
        self, size: tuple[int, int], theme: Theme, settings: Settings, position: Position
    ) -> None:
        self.theme, scale = theme, theme.scale
        highest = table_layout(size, scale).players[0]
        rest = highest.height - player_layout(highest, scale)["tray"].height
        tray = (_TRAY_ROWS * _PAIR_HEIGHT + 2 / 6) * theme.px(_TRAY_TILE)
        self.layout = table_layout(size, scale, rest + math.ceil(tray))
        self.players = [player_layout(rect, scale) for rect in self.layout.players]
        self._settings, self._whole = settings, self.layout.board
        self._show(self._whole.close_up(position, running=True))

    def _show(self, board: BoardLayout) -> None:
        self.layout = replace(self.layout, board=board)
        self.board = BoardPainter(
            board,
            self.theme,
            rank_digits=self._settings.rank_digits,
            highlight_free=self._settings.highlight_free,
            opaque=True,
        )

    def fit(self, position: Position) -> BoardLayout | None:
        """Let the board fit what lies on it; return its layout before, None if it did."""
        old, new = self.layout.board, self._whole.close_up(position, running=True)
        if new == old or not position.tiles_left:
            return None
        self._show(new)
        return old

    def slot(self, player: Player, count: int) -> tuple[float, float, float, float]:
        """Return where the last of `count` pairs lies in a player's tray."""
        tray = self.players[player - 1]["tray"]
        tile, corners = tray_slots(tray, count, self.theme.px(_TRAY_TILE))
        left, top = corners[-1]
        return float(left), float(top), float(tile), float(tile * 4 / 3)


# --- the table with panels around it --------------------------------------------------------------


class AnalysisView:
    """The table with panels around it, laid out for a window of `size`.

    Its tiles are as large as those of a `close_up` fit on the table. The `layers` are the `painted`
    parts of the layout by name, each painted again when it has changed.
    """

    def __init__(
        self,
        size: Size,
        theme: Theme,
        settings: Settings,
        painted: Iterable[str],
        *,
        worth: bool = True,
        close_up: Position | None = None,
        **layout_of: int,
    ) -> None:
        self.theme = theme
        layout = analysis_layout(size, theme.scale, **layout_of)
        if close_up is not None:
            layout = replace(layout, board=layout.board.close_up(close_up))
        self.layout = layout
        self.board = BoardPainter(
            layout.board,
            theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
            worth=worth,
        )
        self.values = ValueTags(layout.board, theme)
        self.layers = {name: Layer(getattr(layout, name)) for name in painted}

    def slot(self, player: Player, count: int) -> Box:
        """Return where a player's pairs fly to: behind the player's sign."""
        sign = badge_place(player_rows(self.layout.players)[player - 1])
        width = round(sign.width * 0.7)
        left, top = sign.centerx - width // 2, sign.centery - width * 2 // 3
        return float(left), float(top), float(width), width * ASPECT
