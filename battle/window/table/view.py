"""The pictures of a playing screen at one window size, and the words on it.

Reads the scene and paints it; nothing here changes anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from battle.game.clock import clock_text
from battle.game.engine_move import move_seconds
from battle.game.series_words import has_series
from battle.game.words import match_words
from battle.language import _, decimal, ngettext
from battle.rules.cells import Cell
from battle.rules.position import PLAYERS, Player
from battle.rules.tiles import Kind
from battle.window.board.column_highlight import light_column
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.board.race import paint_race
from battle.window.board.table_layout import table_layout
from battle.window.board.view import BoardView
from battle.window.table.move_lists import moves_list, pairs_list
from battle.window.table.player_panel import PlayerView, player_layout, player_panel, tray_slots
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import keys_of
from battle.window.ui.listing import list_hint, list_panel, list_rows
from battle.window.ui.status_line import status_line
from battle.window.ui.tile_art import TileArts
from battle.words.numbers import points

if TYPE_CHECKING:
    from battle.window.table.scene import TableScene

_HURRY_SECONDS: Final = 30.0
_ROW: Final = 34
_TRAY_TILE: Final = 34


class TableView:
    """Lays a playing screen out for the window it is in, and paints it."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self.theme = scene.theme
        settings = scene.app.settings
        self.layout = table_layout(scene.size, self.theme.scale)
        self.board = BoardView(
            self.layout.board,
            self.theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
        )
        self.players = tuple(player_layout(rect, self.theme.scale) for rect in self.layout.players)
        self._minis = TileArts(self.theme)
        row = self.theme.px(_ROW)
        scene.pairs.listing.place(list_rows(self.theme, self.layout.pairs), row)
        scene.moves.place(list_rows(self.theme, self.layout.moves), row)
        scene.help.hints.place(self.theme, self.layout.moves)

    def slot(self, player: Player, count: int) -> tuple[float, float, float, float]:
        """Return where the last of `count` pairs lies in a player's tray."""
        tray = self.players[player - 1].tray
        slots = tray_slots(tray, count, self.theme.px(_TRAY_TILE))
        left, top = slots.corners[-1]
        return float(left), float(top), float(slots.tile), float(slots.tile * 4 / 3)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        scene, theme = self._scene, self.theme
        self.board.draw(
            surface,
            scene.board,
            scene.motion,
            seconds=scene.seconds,
            pairs=scene.app.settings.show_pairs and scene.session.ending is None,
        )
        for column in scene.help.hints.columns:
            light_column(surface, theme, self.layout.board, column)
        position = scene.session.position
        paint_race(surface, theme, self.layout.race, position.points, position.points_left)
        for player, layout in zip(PLAYERS, self.players, strict=True):
            view = self.player(player)
            player_panel(surface, theme, self._minis, view, layout)
        self._paint_pairs(surface)
        if scene.help.hints.is_open:
            self._paint_hints(surface)
        else:
            self._paint_moves(surface)
        words, kind = self.status()
        status_line(surface, theme, self.layout.status, words, kind, self._aside())

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.board.draw_flights(surface, self._scene.motion)

    def _paint_pairs(self, surface: pygame.Surface) -> None:
        scene, theme, rect = self._scene, self.theme, self.layout.pairs
        shown = scene.app.settings.show_pairs
        count = len(scene.pairs.rows)
        list_panel(
            surface,
            theme,
            rect,
            _("Pairs to take"),
            str(count) if shown else "",
            focused=scene.pairs.focused,
        )
        if not shown:
            words = _("Press {key} to list the pairs").format(key=keys_of("pairs", TABLE_SHORTCUTS))
            list_hint(surface, theme, rect, words)
        elif not count:
            list_hint(surface, theme, rect, _("No pair can be taken"))
        else:
            pairs_list(surface, theme, self._minis, scene.pairs.listing, scene.pairs.rows)

    def _paint_moves(self, surface: pygame.Surface) -> None:
        scene, theme, rect = self._scene, self.theme, self.layout.moves
        count = len(scene.path)
        list_panel(surface, theme, rect, _("Moves"), str(count) if count else "")
        if not count:
            list_hint(surface, theme, rect, _("No move yet"))
        moves_list(surface, theme, self._minis, scene.moves, scene.move_rows)

    def _paint_hints(self, surface: pygame.Surface) -> None:
        hints, rect = self._scene.help.hints, self.layout.moves
        title = _("Hints: {n} used").format(n=hints.used)
        list_panel(surface, self.theme, rect, title, "")
        cross = draw.icon("close", self.theme.px(16), look.GOLD if hints.on_closer else look.MUTED)
        surface.blit(cross, cross.get_rect(center=hints.closer.center))
        hints.flow.paint(surface, self._minis)

    # --- players --------------------------------------------------------------------------------

    def player(self, player: Player) -> PlayerView:
        """Return what a player's panel shows."""
        session = self._scene.session
        clock, ending = session.remaining(player), session.ending
        return PlayerView(
            player=player,
            name=session.name(player),
            caption=self._caption(player),
            points=session.points[player - 1],
            needed=session.needed(player),
            taken=self._tray(player),
            active=player == (ending.winner if ending else session.to_move),
            over=ending is not None,
            state=self._state(player),
            brief=self._state(player, brief=True),
            clock="" if clock is None else clock_text(clock),
            hurried=clock is not None and clock < _HURRY_SECONDS,
            progress=self._progress(player),
        )

    def _caption(self, player: Player) -> str:
        session = self._scene.session
        if has_series(session):
            return _("series {points}").format(points=session.totals[player - 1])
        if session.seat(player).solver and not session.seat(player).level:
            seconds = session.setup.think_seconds
            return _("solver, {seconds} s a move").format(seconds=decimal(seconds))
        if player == session.person and self._scene.help.teacher.rule.is_on:
            return _("with the teacher")
        return _("moved first") if player == 1 else _("moved second")

    def _tray(self, player: Player) -> tuple[Kind, ...]:
        """Return the pairs in a tray, without those that are still in the air."""
        scene = self._scene
        taken = scene.session.taken(player)
        flying = sum(1 for flight in scene.motion.flights if not flight.landing) // 2
        nodes = scene.path[len(scene.path) - flying :] if flying else []
        mine = sum(1 for node in nodes if node.parent and node.parent.position.to_move == player)
        return taken[: len(taken) - mine] if mine else taken

    def _state(self, player: Player, *, brief: bool = False) -> str:
        session, thinker = self._scene.session, self._scene.thinking
        if session.ending is not None:
            if session.ending.winner is None:
                return _("draw")
            return _("wins") if session.ending.winner == player else _("loses")
        if session.to_move != player:
            return _("waits")
        if session.seat(player).solver and thinker is not None:
            if thinker.getting_ready:
                return _("is getting ready …")
            return _("thinks … {seconds} s").format(seconds=decimal(thinker.seconds, 1))
        return _("to move") if brief else _("{name} to move").format(name=session.name(player))

    def _progress(self, player: Player) -> float | None:
        scene, thinker = self._scene, self._scene.thinking
        if thinker is None or thinker.wish is None or player != scene.session.to_move:
            return None
        if thinker.getting_ready:
            return None
        return thinker.seconds / move_seconds(scene.session)

    # --- words ----------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        return self._scene.said or (self._situation(), "info")

    def _situation(self) -> str:
        """Say what the mouse or the selection is on, else what is to be done."""
        scene = self._scene
        session, board = scene.session, scene.board
        if session.ending is not None:
            return session.result_text
        if board.looked_at is not None:
            return self._tile_words(board.looked_at)
        found = None if board.hovered is None else session.position.kind_at(board.hovered)
        if board.hovered is not None and found is not None:
            return board.refusal(board.hovered, found)
        name, count = session.name(session.to_move), len(scene.pairs.rows)
        return ngettext(
            "{name} to move: {n} pair can be taken.",
            "{name} to move: {n} pairs can be taken.",
            count,
        ).format(name=name, n=count)

    def _tile_words(self, cell: Cell) -> str:
        board = self._scene.board
        found = board.position.kind_at(cell)
        if found is None:
            return ""
        if not board.partners:
            return board.refusal(cell, found)
        cells = ", ".join(str(partner) for partner in board.partners)
        return _("{kind} on {cell}: {points} with {cells}.").format(
            kind=found, cell=cell, points=points(found.rank), cells=cells
        )

    def _aside(self) -> str:
        deal, ply = self._scene.session.setup.deal, len(self._scene.path)
        over = self._scene.session.ending is not None
        move = _("move {number}").format(number=ply if over else ply + 1)
        parts = [match_words(self._scene.session), "", move]
        if deal is not None:
            parts[1] = _("deal {number}").format(number=deal)
        return "  ·  ".join(filter(None, parts))
