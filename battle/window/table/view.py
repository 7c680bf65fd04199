"""The playing screen at one window size: its layers, and its texts about the players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect

from battle.game.engine_move import move_seconds
from battle.game.session import Session, has_series, match_words
from battle.game.setup import clock_text, labels, level_words
from battle.language import _, decimal, ngettext
from battle.page.blocks import Block, Ink, PairLine, Paragraph
from battle.profile.settings import Settings
from battle.rules.position import Kind, Player
from battle.rules.record import move_number
from battle.window.board.board import Board, table_layout
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.board.view import BoardView
from battle.window.table.help import Opponent
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import keys_of
from battle.window.ui.layout import FILL, across, box, column, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import list_art, paint_pair
from battle.words import label, listed, no_pair_words, number_of, points, to_move_words

# --- view ----------------------------------------------------------------------------------------

_TRAY_TILE: Final = 34
_TRAY_ROWS: Final = 2
"""The rows of full-size tiles that a tray has room for; of more, tiles become smaller."""


class TableView:
    """Lays a playing screen out for a window of `size`; `players` are the parts of their panels.

    The trays keep their height while they fill, so that the lists below keep their place.
    """

    def __init__(self, size: tuple[int, int], theme: Theme, settings: Settings) -> None:
        self.theme, scale = theme, theme.scale
        highest = table_layout(size, scale).players[0]
        rest = highest.height - player_layout(highest, scale)["tray"].height
        tray = (_TRAY_ROWS * _PAIR_HEIGHT + 2 / 6) * theme.px(_TRAY_TILE)
        self.layout = table_layout(size, scale, rest + math.ceil(tray))
        self.players = [player_layout(rect, scale) for rect in self.layout.players]
        self.board = BoardView(
            self.layout.board,
            theme,
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


def pairs_page(session: Session, *, is_listed: bool) -> list[Block]:
    """Return the pairs that can be taken, the best paid first, or why none are listed."""
    if not is_listed:
        words = _("Press {key} to list the pairs").format(key=keys_of("pairs", TABLE_SHORTCUTS))
        return [Paragraph(words, Ink.FAINT)]
    if session.ending is not None:
        return [Paragraph(_("The game is over."), Ink.FAINT)]
    position = session.position
    pairs = [(move, position.kind_of(move)) for move in position.legal_moves]
    return [
        PairLine(None, kind, f"{move.first} – {move.second}", worth=kind.rank, leads_to=move)
        for move, kind in sorted(pairs, key=lambda pair: -pair[1].rank)
    ] or [Paragraph(no_pair_words(), Ink.FAINT)]


# --- player panel --------------------------------------------------------------------------------
#
# A player's panel beside the table: name, points, whose turn it is, the pairs taken.


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
    session: Session,
    player: Player,
    *,
    caption: str,
    states: tuple[str, str],
    taken: Sequence[Kind],
    progress: float | None,
) -> None:
    """Paint a player's panel; the player to move, or at the end the winner, stands in light.

    `states` say at length and in short what the player does; beside a clock that leaves no room for
    words the sign of the player to move stands alone. `progress`, 0 to 1, is how far the
    solver's time has run, None if it does not run.
    """
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
    font = draw.fitting_font(theme, Role.HEADING, name, parts["name"].width)
    draw.text(surface, font, name, look.INK, parts["name"])
    font = draw.fitting_font(theme, Role.SMALL, caption, parts["caption"].width)
    draw.text(surface, font, caption, look.MUTED, parts["caption"])
    made = points_shown(session, player, taken)
    _score(surface, theme, parts, session, player, made, is_active=is_active)
    strip = parts["strip"]
    draw.box(surface, strip, look.GOLD if is_active else look.WELL, radius=px(8))
    if progress is not None:
        _progress(surface, theme, strip, progress)
    words = _clock(surface, theme, inset(strip, px(10), 0), session, player, is_active=is_active)
    ink = look.ON_GOLD if is_active else look.MUTED
    if is_active and ending is None:
        words = _pointer(surface, player, strip, words, ink)
    font = theme.font(Role.STRONG if is_active else Role.SMALL)
    shown = next((one for one in (*states, "") if font.size(one)[0] <= words.width), "")
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
    """Say what is missing to win, or that nothing is; of a lost game there is nothing to say."""
    needed = session.position.points_to_win - made
    if needed <= 0:
        return _("has won")
    if session.ending is not None:
        return ""
    if needed > session.position.points_left:
        return _("cannot win")
    return _("{points} to win").format(points=needed)


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
    if left < _HURRY_SECONDS:
        ink = look.HURRIED if is_active else look.REFUSED
    place = draw.text(surface, theme.font(Role.CLOCK), clock_text(left), ink, rect, "right")
    return Rect(rect.left, rect.top, place.left - rect.left - theme.px(10), rect.height)


def _progress(surface: pygame.Surface, theme: Theme, rect: Rect, share: float) -> None:
    track = Rect(0, 0, rect.width - theme.px(20), max(2, theme.px(3)))
    track.midbottom = (rect.centerx, rect.bottom - theme.px(4))
    draw.box(surface, track, look.GOLD_DEEP, radius=track.height // 2)
    done = across(track, round(track.width * min(1.0, share)), FILL)[0]
    pygame.draw.rect(surface, look.ON_GOLD, done, border_radius=track.height // 2)


def _pointer(
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
        paint_pair(surface, list_art(tile, theme), kind, corner)


# --- words ---------------------------------------------------------------------------------------
#
# What the playing screen says: of the players in their panels, of the game in the status line.

_HURRY_SECONDS: Final = 30.0


def player_caption(session: Session, player: Player, *, is_taught: bool) -> str:
    """Return the line under a player's name.

    `is_taught`: the teacher stands behind the person who plays alone.
    """
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
        seconds = decimal(session.setup.think_seconds)
        return _("solver, {seconds} s a move").format(seconds=seconds)
    if player == session.person and session.has_solver and is_taught:
        return _("with the teacher")
    return _("moves first") if player == 1 else _("moves second")


def player_states(session: Session, player: Player, opponent: Opponent) -> tuple[str, str]:
    """Say what a player does, at length and in short."""
    if session.ending is not None:
        words = _("wins") if session.ending.winner == player else _("loses")
        return 2 * (words if session.ending.winner is not None else _("draw"),)
    if session.to_move != player:
        return _("waits"), _("waits")
    if is_paused(session, opponent):
        return _("clock paused"), _("paused")
    if player == session.person:
        return _("your turn"), _("your turn")
    if not session.seat(player).solver:
        return _("{name} to move").format(name=session.name(player)), _("to move")
    if opponent.is_getting_ready:
        return _("getting ready …"), _("starts …")
    seconds = decimal(opponent.seconds, 1)
    return _("thinks … {seconds} s").format(seconds=seconds), _("thinks …")


def is_paused(session: Session, opponent: Opponent) -> bool:
    """Whether the clock of the player to move stands, other than for the program's start."""
    clock, waits = session.clock, session.solver_to_move and opponent.is_getting_ready
    return clock is not None and not clock.running and session.can_run and not waits


def time_run(session: Session, player: Player, opponent: Opponent) -> float | None:
    """Return how far the time of the program that thinks has run, None if it does not."""
    if not opponent.is_thinking or player != session.to_move or opponent.is_getting_ready:
        return None
    return opponent.seconds / move_seconds(session)


def situation(session: Session, board: Board) -> str:
    """Say what the mouse or the selection is on, else whose turn it is."""
    if session.ending is not None:
        return session.result_text
    cell = board.looked_at or board.hovered
    found = None if cell is None else session.position.kind_at(cell)
    if cell is None or found is None:
        name = "" if session.person == session.to_move else session.name(session.to_move)
        return to_move_words(name, session.position)
    if board.looked_at is None or not board.partners:
        return board.refusal(cell, found)
    return _("{kind} on {cell}: {points} with {cells}.").format(
        kind=found,
        cell=cell,
        points=points(found.rank),
        cells=listed(map(str, board.partners)),
    )


def whereabouts(session: Session) -> str:
    """Say which game this is and how far it has come: match, deal, move."""
    game = session.game
    number = move_number(game.ply + 1, session.to_move)
    deal = session.setup.deal
    parts = (
        match_words(session),
        "" if deal is None else _("deal {number}").format(number=deal),
        _("move {number}").format(number=number_of(game.node) if session.ending else number),
    )
    return "  ·  ".join(filter(None, parts))
