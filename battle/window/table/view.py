"""The pictures of a playing screen at one window size, painted from what is shown at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from battle.language import _
from battle.rules.position import Kind, Move, Player
from battle.window.board.board import Board
from battle.window.board.column_highlight import light_column
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.board.race import Race, paint_race
from battle.window.board.table_layout import table_layout
from battle.window.board.view import BoardView
from battle.window.table.hints_panel import HintsPanel
from battle.window.table.move_lists import moves_list, pairs_list
from battle.window.table.pair_list import PairList
from battle.window.table.player_panel import PlayerView, player_layout, player_panel, tray_slots
from battle.window.ui.keys import keys_of
from battle.window.ui.listing import Listing, list_hint, list_panel, list_rows
from battle.window.ui.motion import Motion
from battle.window.ui.status_line import status_line
from battle.window.ui.theme import Theme
from battle.window.ui.tile_art import TileArts

_ROW: Final = 34
_TRAY_TILE: Final = 34


@dataclass(frozen=True)
class TableShown:
    """What a playing screen shows at one moment.

    `marks_pairs` tells whether tiles that can be taken are marked, `lit_columns` which columns are
    lit. `pairs` are listed if `lists_pairs`; `rows` are those of the list of `moves`, of which
    there are `ply`. Where there are `hints` they stand in place of the moves, with how many were
    used. `status` are the words in the status line and of what kind they are, `aside` those at its
    end.
    """

    board: Board
    motion: Motion
    seconds: float
    marks_pairs: bool
    lit_columns: tuple[int, ...]
    race: Race
    players: tuple[PlayerView, PlayerView]
    pairs: PairList
    lists_pairs: bool
    moves: Listing
    rows: Sequence[Sequence[tuple[Move, Kind] | None]]
    ply: int
    hints: tuple[HintsPanel, int] | None
    status: tuple[str, str]
    aside: str
    is_over: bool


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
        self._arts = TileArts(theme)

    def place_lists(self, pairs: Listing, moves: Listing, hints: HintsPanel) -> None:
        """Lay out what scrolls beside the table."""
        row = self.theme.px(_ROW)
        pairs.place(list_rows(self.theme, self.layout.pairs), row)
        moves.place(list_rows(self.theme, self.layout.moves), row)
        hints.place(self.theme, self.layout.moves)

    def slot(self, player: Player, count: int) -> tuple[float, float, float, float]:
        """Return where the last of `count` pairs lies in a player's tray."""
        tray = self.players[player - 1].tray
        slots = tray_slots(tray, count, self.theme.px(_TRAY_TILE))
        left, top = slots.corners[-1]
        return float(left), float(top), float(slots.tile), float(slots.tile * 4 / 3)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, shown: TableShown) -> None:
        """Paint the table and everything around it."""
        theme, layout = self.theme, self.layout
        self.board.draw(
            surface, shown.board, shown.motion, seconds=shown.seconds, pairs=shown.marks_pairs
        )
        for column in shown.lit_columns:
            light_column(surface, theme, layout.board, column)
        paint_race(surface, theme, layout.race, shown.race)
        for view, place in zip(shown.players, self.players, strict=True):
            player_panel(surface, theme, self._arts, view, place)
        self._paint_pairs(surface, shown)
        if shown.hints is not None:
            panel, used = shown.hints
            panel.paint(surface, self._arts, used)
        else:
            self._paint_moves(surface, shown)
        words, kind = shown.status
        status_line(surface, theme, layout.status, words, kind, shown.aside)

    def paint_over(self, surface: pygame.Surface, motion: Motion) -> None:
        """Paint the tiles in flight over everything."""
        self.board.draw_flights(surface, motion)

    def _paint_pairs(self, surface: pygame.Surface, shown: TableShown) -> None:
        theme, rect, pairs = self.theme, self.layout.pairs, shown.pairs
        count = str(len(pairs.rows)) if shown.lists_pairs and not shown.is_over else ""
        title = _("Pairs to take")
        list_panel(surface, theme, rect, title, count, focused=pairs.focused)
        if not shown.lists_pairs:
            words = _("Press {key} to list the pairs").format(key=keys_of("pairs", TABLE_SHORTCUTS))
            list_hint(surface, theme, rect, words)
        elif not pairs.rows:
            words = _("The game is over.") if shown.is_over else _("No pair can be taken")
            list_hint(surface, theme, rect, words)
        else:
            pairs_list(surface, theme, self._arts, pairs.listing, pairs.rows)

    def _paint_moves(self, surface: pygame.Surface, shown: TableShown) -> None:
        theme, rect = self.theme, self.layout.moves
        list_panel(surface, theme, rect, _("Moves"), str(shown.ply) if shown.ply else "")
        if not shown.ply:
            list_hint(surface, theme, rect, _("No move yet"))
        moves_list(surface, theme, self._arts, shown.moves, shown.rows)
