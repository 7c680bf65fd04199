"""The table between its panels: where everything is around the board.

TableLayout      at play: the board as high as the window; players, tools and lists beside it
TableView        that layout with the pictures of its board and its trays
AnalysisLayout   a board beside the rail, and a column: of Analyse, of a review, of exercises
AnalysisView     that layout with the pictures of its board, its values and its column
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect

from battle.game.session import Session
from battle.game.setup import clock_text
from battle.language import _, ngettext
from battle.profile.settings import Settings
from battle.rules.position import ALL_POINTS, PLAYERS, POINTS_TO_WIN, Kind, Player, Position
from battle.screens.board_view import aim_words, seat_of
from battle.screens.table import TableGame
from battle.window.board import Box
from battle.window.board_view import (
    BoardLayout,
    BoardPainter,
    ValueTags,
    board_height,
    board_layout,
    board_width,
    widest_tile,
)
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Layer
from battle.window.ui.layout import FILL, across, box, centred, column, down, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import ASPECT, kept_art, paint_pair
from battle.window.ui.window import Size, scale_of
from battle.words import address, label, tile_words


@dataclass(frozen=True)
class TableLayout:
    """The playing screen: the board as high as the window, and what stands beside it.

    Index 0 of `tools` is their left half, of `players` player 1, who sits at the left or, in a
    narrow window, below if it is the person. What was asked for and what the other says take room
    from the players only while there is something.

        wide   tools | table | tools     narrow  table | theirs     tall   tools | tools
               mine  |       | theirs                  | mine              mine  | theirs
               asked |       | said                    | said, asked          table
                                                       | tools             asked | said
    """

    tools: tuple[Rect, Rect]
    players: tuple[Rect, Rect]
    board: BoardLayout
    asked: Rect
    said: Rect


_SIDE: Final = 210
_COLUMN: Final = 270
"""How wide columns are at least: one at each side, or one alone."""
_LIKED: Final = 0.94
"""How large tiles must be between two columns, as a share of the largest."""
_TOOL: Final = 58
_CARD: Final = 318
_LOW_CARD: Final = 176
_BARE_CARD: Final = 106
"""How high the players are beside lists; in one column; there, without the pair they took last."""
_LISTS: Final = 160
"""The room of lists before the players have more."""


def table_layout(
    size: Size, text: float, near: Player = 1, *, asked: bool = False, said: bool = False
) -> TableLayout:
    """Return the playing screen's layout for a window of `size`, with words at the scale `text`.

    The one of the three that shows the largest tiles is taken, or the first if they are nearly so.
    The player `near` is the person.
    """

    def px(length: float) -> int:
        return round(length * text)

    gap = round(12 * scale_of(size))
    room = inset(Rect((0, 0), size), gap)
    tool, lists = px(_TOOL), gap + px(150)
    wide = widest_tile((room.width - 2 * (px(_SIDE) + gap), room.height))
    narrow = widest_tile((room.width - px(_COLUMN) - gap, room.height))
    tall = widest_tile((room.width, room.height - tool - px(_LOW_CARD) - lists - 2 * gap))
    if wide >= max(narrow, tall) * _LIKED:
        board = board_layout(wide, room.center)
        left, _board, right = across(room, FILL, board.outer.width, FILL, gap=gap)
        (first, mine), (second, theirs) = (
            down(side, tool, FILL, gap=gap) for side in (left, right)
        )
        mine, below = _shared(mine, px(_CARD), gap, is_shared=asked)
        theirs, beside = _shared(theirs, px(_CARD), gap, is_shared=said)
        tools = first, second
    elif narrow >= tall:
        board = board_layout(narrow, room.center)
        outer = board.outer.move_to(left=room.left)
        board = board_layout(narrow, outer.center)
        side = across(room, outer.width, FILL, gap=gap)[1]
        cards, foot = down(side, FILL, 2 * tool + px(8), gap=gap)
        upper, is_shared = cards.height - gap - px(_LISTS), asked or said
        upper = max(2 * px(_BARE_CARD), min(2 * px(_LOW_CARD), upper - gap)) + gap
        cards, rest = _shared(cards, upper, gap, is_shared=is_shared)
        theirs, mine = down(cards, FILL, FILL, gap=gap)
        beside, below = _shared(rest, rest.height // 2, gap, is_shared=asked and said)
        if asked and not said:
            beside, below = below, beside
        above, under = down(foot, FILL, FILL, gap=px(8))
        tools = above, under
    else:
        bar, above, table, rest = down(room, tool, FILL, board_height(tall), lists - gap, gap=gap)
        board = board_layout(tall, table.center)
        mine, theirs = across(above, FILL, FILL, gap=gap)
        below, beside = across(rest, FILL, FILL, gap=gap)
        left, right = across(bar, FILL, FILL, gap=gap)
        tools = left, right
    players = (mine, theirs) if near == 1 else (theirs, mine)
    return TableLayout(tools, players, board, below, beside)


def _shared(room: Rect, upper: int, gap: int, *, is_shared: bool) -> tuple[Rect, Rect]:
    """Return the upper part of a room and the rest; all of it and nothing if it is not shared."""
    if not is_shared:
        return room, Rect(room.left, room.bottom, room.width, 0)
    first, second = down(room, min(upper, room.height * 3 // 4), FILL, gap=gap)
    return first, second


_COLUMN_BESIDE, _WIDEST_SIDE = 330, 560
"""How wide a column beside a board is at least and at most, at 1280 x 800."""


def board_beside(area: Rect, least: int, text: float) -> tuple[BoardLayout, Rect]:
    """Return a board as high as an area, and the column at its right, at `least` so wide."""
    gap = gap_of(area)
    room = inset(area, gap)
    tile = widest_tile((room.width - least - gap, room.height))
    table = board_width(tile)
    side = min(room.width - table - gap, round(_WIDEST_SIDE * text))
    left, right = across(centred(room, table + gap + side, room.height), table, side, gap=gap)
    return board_layout(tile, left.center), right


def gap_of(area: Rect) -> int:
    """Return the room between parts in an area that ends where the window does."""
    return round(12 * scale_of(area.bottomright))


@dataclass(frozen=True)
class AnalysisLayout:
    """A board beside the rail, as high as the window, and the column for all that is said of it.

    In a tall window the column lies below the board, as wide as that.
    """

    board: BoardLayout
    side: Rect


_COLUMN_LEAST, _BELOW = 290, 480
"""How wide the column is at least at any size, and how high below a board."""


def analysis_layout(area: Rect, text: float) -> AnalysisLayout:
    """Return the layout beside the rail, with words at the scale `text`."""
    board, side = board_beside(area, max(round(_COLUMN_BESIDE * text), _COLUMN_LEAST), text)
    gap = gap_of(area)
    room = inset(area, gap)
    tall = widest_tile((room.width, room.height - gap - round(_BELOW * text)))
    if tall <= board.tile[0]:
        return AnalysisLayout(board, side)
    table, side = down(room, board_height(tall), FILL, gap=gap)
    return AnalysisLayout(board_layout(tall, table.center), side)


def paint_race(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, points: tuple[int, int], left: int
) -> None:
    """Paint both players' points, growing towards each other, and the goal between them."""
    tall = round(rect.height * 0.5)
    bar = down(rect, FILL, tall)[1]
    draw.box(surface, bar, look.WELL, radius=tall // 2, border=look.LINE)
    inner = bar.inflate(-4, -4)
    widths = [round(inner.width * value / ALL_POINTS) for value in points]
    first, _between, second = across(
        inner, max(widths[0], tall - 4), FILL, max(widths[1], tall - 4)
    )
    for player, part, width in ((1, first, widths[0]), (2, second, widths[1])):
        if width > 1:
            draw.box(surface, part, look.PLAYERS[player], radius=inner.height // 2)
    font = theme.font(Role.SMALL)
    above = max(1, bar.top - rect.top - theme.px(5))
    aim = pygame.Rect(rect.left, rect.top - theme.px(2), rect.width, above)
    draw.text(surface, font, str(POINTS_TO_WIN), look.GOLD, aim, "centre")
    x, y, half = bar.centerx, bar.top + theme.px(1), theme.px(5)
    draw.pointer(surface, look.GOLD, [(x - half, y - half), (x + half, y - half), (x, y)])
    words = ngettext("{n} point left", "{n} points left", left).format(n=left)
    free = across(inner, widths[0], FILL, widths[1])[1]
    if font.size(words)[0] + theme.px(12) > free.width:
        words = str(left)
    if font.size(words)[0] + theme.px(6) <= free.width:
        draw.text(surface, font, words, look.MUTED, free, "centre")


def title_line(surface: pygame.Surface, theme: Theme, words: str, rect: Rect) -> None:
    """Paint the title of a column: as large as it fits, in two lines if it must."""
    fits = theme.font(Role.TITLE).size(words)[0] <= rect.width
    role = Role.TITLE if fits else Role.HEADING
    draw.text_within(surface, theme, role, words, look.INK, rect)


def player_halves(rect: Rect) -> list[Rect]:
    """Return the places of players 1 and 2 in a row, the first that of who sits below."""
    halves = across(rect, FILL, FILL, gap=max(2, rect.height // 5))
    return halves if look.sits_below(1) else halves[::-1]


def badge_place(half: Rect) -> Rect:
    """Return where a player's sign is in their place."""
    side = round(half.height * 0.6)
    return Rect(0, 0, side, side).move_to(midleft=(half.left + half.height // 5, half.centery))


def players_row(
    surface: pygame.Surface,
    theme: Theme,
    rect: Rect,
    position: Position,
    names: tuple[str, str],
    *,
    marks: bool = True,
) -> None:
    """Paint both players beside each other with their points; `marks` the one to move."""
    px = theme.px
    for player, place in zip(PLAYERS, player_halves(rect), strict=True):
        if marks and position.to_move == player and not position.is_over:
            ground = look.PANEL_RAISED
            draw.box(surface, place, ground, radius=px(9), border=look.GOLD, width=px(1.5))
        sign = badge_place(place)
        draw.player_sign(surface, player, sign)
        figures = theme.font_of_size(Role.SCORE, round(place.height * 0.6))
        points, room = str(position.points[player - 1]), across(place, FILL, px(9))[0]
        end = draw.text(surface, figures, points, look.INK, room, "right").left - px(6)
        left = sign.right + px(7)
        words = Rect(left, place.top, max(0, end - left), place.height)
        draw.line(surface, theme, Role.STRONG, label(names[player - 1]), look.INK, words)


# --- a player's panel -----------------------------------------------------------------------------

_TRAY_TILE: Final = 27
_RED_SECONDS: Final = 30.0
"""With less time than this a clock is red."""


_BARE: Final = 125
"""Below this height a panel has no room for the pair that was taken last."""


def player_layout(outer: Rect, text: float) -> dict[str, Rect]:
    """Return the parts of a player's panel; `text` is the scale of the words in it.

    The `caption` is the line under the name, the `aim` what is still wanted. In a low panel the
    score stands beside the name, and what they took may have no room.
    """

    def px(length: float) -> int:
        return round(length * text)

    inner = inset(outer, px(13))
    is_low = inner.height < px(264)
    names = column(box("name", px(24)), box("caption", px(18)), box())
    beside = [box("score", px(91))] if is_low else []
    head = row(box("face", px(44)), names, *beside, size=px(44), gap=px(10))
    score = row(box("score", px(95)), box("aim"), size=px(46))
    aim = [box(size=px(3)), box("aim", px(18))] if is_low else []
    parts = column(
        head,
        box(size=px(8)),
        *([] if is_low else [score, box(size=px(4))]),
        box("bar", max(4, px(6))),
        *aim,
        box(size=px(6 if is_low else 12)),
        box("strip", 0 if inner.height < px(_BARE) else px(44)),
        box(size=px(8)),
        box("tray"),
    ).lay(inner)
    return {**parts, "outer": outer}


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
    said: tuple[str, str] | None = None,
) -> None:
    """Paint a player's panel; the player to move, or at the end the winner, stands in light.

    What is `said` to them, with its kind, stands in place of the pair they took last. Pairs that
    are not `taken` yet are still in the air.
    """
    session, px, outer = game.session, theme.px, parts["outer"]
    ending = session.ending
    is_active = player == (ending.winner if ending else session.to_move)
    if is_active:
        ground, edge, width = look.PANEL_RAISED, look.GOLD, px(2)
    else:
        ground, edge, width = look.PANEL, look.LINE, 1
    draw.box(surface, outer, ground, radius=px(14), border=edge, width=width)
    _paint_face(surface, theme, parts["face"], session, player)
    name = label(session.name(player))
    draw.line(surface, theme, Role.HEADING, name, look.INK, parts["name"])
    states, caption = game.states(player), parts["caption"]
    words = states[0] if is_active else game.caption(player) or states[0]
    if theme.font(Role.SMALL).size(words)[0] > caption.width and is_active:
        words = states[1]
    draw.line(surface, theme, Role.SMALL, words, look.GOLD if is_active else look.MUTED, caption)
    made = points_shown(session, player, taken)
    _paint_score(surface, theme, parts, session, player, made, is_active=is_active)
    if (progress := game.progress(player)) is not None:
        track = Rect(caption.left, caption.bottom, caption.width, max(2, px(3)))
        draw.progress(surface, track, *reversed(progress), border=None)
    if said is not None:
        _paint_said(surface, theme, parts["strip" if parts["strip"].height else "aim"], *said)
    elif taken and parts["strip"].height:
        is_newest = session.game.ply > 0 and session.to_move != player
        _paint_last(surface, theme, parts["strip"], session, player, taken[-1], is_newest=is_newest)
    _tray(surface, theme, taken, parts["tray"])


def _paint_face(
    surface: pygame.Surface, theme: Theme, place: Rect, session: Session, player: Player
) -> None:
    """Paint who sits there: a face or the first letter of a name, with the player's sign."""
    seat = seat_of(session, player)
    if seat.face:
        draw.face(surface, seat.face, place.height, midleft=place.midleft)
    else:
        draw.initial(surface, theme, seat.initial, place, look.PLAYERS[player])
    sign = sign_place(theme, place)
    draw.player_badge(surface, theme, player, sign, look.PANEL)


def sign_place(theme: Theme, face: Rect) -> Rect:
    """Return where a player's sign is on their face."""
    sign = Rect(0, 0, theme.px(19), theme.px(19))
    return sign.move_to(bottomright=(face.right + theme.px(3), face.bottom + theme.px(3)))


def _paint_said(surface: pygame.Surface, theme: Theme, place: Rect, words: str, kind: str) -> None:
    """Paint what is said to a player, in as many lines as there is room for."""
    px, ink = theme.px, look.INK if kind == "info" else look.REFUSED
    draw.box(surface, place, look.WELL, radius=px(8), border=look.LINE)
    draw.text_within(surface, theme, Role.SMALL, words, ink, inset(place, px(10), px(2)), "left")


def _paint_last(
    surface: pygame.Surface,
    theme: Theme,
    place: Rect,
    session: Session,
    player: Player,
    kind: Kind,
    *,
    is_newest: bool,
) -> None:
    """Paint the pair that a player took last, framed if nobody took one since."""
    px = theme.px
    edge = look.PLAYERS[player] if is_newest else look.WELL
    draw.box(surface, place, look.WELL, radius=px(8), border=edge, width=px(1.5))
    inner, tile = inset(place, px(8), px(4)), px(21)
    corner = inner.left, inner.centery - round(tile * ASPECT) // 2
    paint_pair(surface, kept_art(tile, theme), kind, corner)
    worth = f"+{kind.rank}"
    ink = look.PLAYERS[player]
    end = draw.text(surface, theme.font(Role.STRONG), worth, ink, inner, "right").left
    left = inner.left + round(tile * _PAIR_WIDTH) + px(9)
    words = Rect(left, inner.top, max(0, end - px(6) - left), inner.height)
    name = session.name(player)
    took, tile_name = address(name, _("{name} took"), _("You took")), tile_words(kind)
    above, below = down(words, FILL, FILL)
    draw.line(surface, theme, Role.SMALL, took, look.MUTED, above)
    draw.line(surface, theme, Role.STRONG, tile_name, look.INK, below)


def _paint_score(
    surface: pygame.Surface,
    theme: Theme,
    parts: dict[str, Rect],
    session: Session,
    player: Player,
    made: int,
    *,
    is_active: bool,
) -> None:
    place, aim = parts["score"], parts["aim"]
    is_beside = place.top < parts["caption"].bottom
    font = theme.font_of_size(Role.SCORE, place.height)
    ink = look.INK if is_active else look.RESTING_SCORE
    draw.text(surface, font, str(made), ink, place, "right" if is_beside else "left")
    ink = look.MUTED if made < session.position.points_to_win else look.GOLD
    small, words = theme.font(Role.SMALL), aim_words(session, made)
    if is_beside:
        draw.text(surface, small, words, ink, aim)
        _clock(surface, theme, Role.STRONG, aim, session, player)
    else:
        above, foot = down(aim, FILL, small.get_linesize())
        draw.text(surface, small, words, ink, foot, "right")
        _clock(surface, theme, Role.CLOCK, above, session, player)
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


def _clock(
    surface: pygame.Surface, theme: Theme, role: Role, rect: Rect, session: Session, player: Player
) -> None:
    """Paint the clock at the right of a place, if there is one."""
    left = session.remaining(player)
    if left is not None:
        ink = look.REFUSED if left < _RED_SECONDS else look.INK
        draw.text(surface, theme.font(role), clock_text(left), ink, rect, "right")


def _tray(surface: pygame.Surface, theme: Theme, taken: Sequence[Kind], rect: Rect) -> None:
    if rect.height < theme.px(_TRAY_TILE):
        return
    tile, corners = tray_slots(rect, len(taken), theme.px(_TRAY_TILE))
    for kind, corner in zip(taken, corners, strict=True):
        paint_pair(surface, kept_art(tile, theme), kind, corner)


class TableView:
    """Lays a playing screen out for a window of `size`; `players` are the parts of their panels.

    The tiles are as large as those of the `start` fit, and keep their places during the game.
    """

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme,
        settings: Settings,
        start: Position,
        near: Player = 1,
        *,
        asked: bool = False,
        said: bool = False,
    ) -> None:
        self.theme, self.near = theme, near
        self.asked, self.said = asked, said
        self.layout = table_layout(size, theme.scale, near, asked=asked, said=said)
        self.players = [player_layout(rect, theme.scale) for rect in self.layout.players]
        self.layout = replace(self.layout, board=self.layout.board.close_up(start))
        self.board = BoardPainter(
            self.layout.board,
            self.theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
        )

    def slot(self, player: Player, count: int) -> tuple[float, float, float, float]:
        """Return where the last of `count` pairs lies in a player's tray."""
        tray = self.players[player - 1]["tray"]
        tile, corners = tray_slots(tray, count, self.theme.px(_TRAY_TILE))
        left, top = corners[-1]
        return float(left), float(top), float(tile), float(tile * 4 / 3)


# --- a board and a column beside it ---------------------------------------------------------------


class AnalysisView:
    """A board and a column, laid out beside the rail.

    `fit` says how large the tiles are on the table; a `lettered` one names its cells. Pairs fly to
    the players' row; the `layers` are parts of the column by name, each painted again when it has
    changed.
    """

    def __init__(
        self,
        area: Rect,
        theme: Theme,
        settings: Settings,
        *,
        lettered: bool = False,
        fit: Callable[[BoardLayout], BoardLayout],
    ) -> None:
        self.theme = theme
        layout = analysis_layout(area, theme.scale)
        self.layout = layout = replace(layout, board=fit(layout.board))
        self.board = BoardPainter(
            layout.board,
            theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
            worth=not lettered,
            lettered=lettered,
        )
        self.values = ValueTags(layout.board, theme)
        self.players = Rect(layout.side.topleft, (layout.side.width, theme.px(40)))
        self.layers: dict[str, Layer] = {}

    def slot(self, player: Player, count: int) -> Box:
        """Return where a player's pairs fly to: behind the player's sign."""
        sign = badge_place(player_halves(self.players)[player - 1])
        width = round(sign.width * 0.7)
        left, top = sign.centerx - width // 2, sign.centery - width * 2 // 3
        return float(left), float(top), float(width), width * ASPECT
