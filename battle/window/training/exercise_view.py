"""The pictures of an exercise at one window size: the table, and pages of blocks around it.

The table is where it is in Analyse. A lesson and the trainer share it; each says its own words, in
`headline`, `situation` and `aside`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from battle.language import ngettext
from battle.rules.position import PLAYERS, Player
from battle.window.board.analysis_layout import PANELS, analysis_layout
from battle.window.board.column_highlight import light_column
from battle.window.board.players_panel import PlayerRow, pair_place, players_panel
from battle.window.board.value_tags import ValueTags
from battle.window.board.view import BoardView
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.flow import Flow
from battle.window.ui.layer import Layer
from battle.window.ui.motion import Box
from battle.window.ui.status_line import status_line
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import TileArts

if TYPE_CHECKING:
    from battle.window.training.exercise_scene import ExerciseScene


class ExerciseView:
    """Lays an exercise out for the window it is in, and paints it."""

    def __init__(self, scene: ExerciseScene) -> None:
        self._scene = scene
        self.theme = theme = scene.theme
        settings = scene.app.settings
        self.layout = layout = analysis_layout(scene.size, theme.scale)
        self.board = BoardView(
            layout.board,
            theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
        )
        self._steps = ValueTags(layout.board, theme, scene.thresholds)
        self._minis = TileArts(theme)
        larger, other = "sheet", "engine"
        if layout.engine.height > layout.sheet.height:
            larger, other = other, larger
        self.flows = {
            larger: scene.task,
            "tree": scene.exercises,
            "graph": scene.counts,
            other: scene.about,
        }
        pad = theme.px(10)
        for name, flow in self.flows.items():
            flow.place(theme, getattr(layout, name).inflate(-2 * pad, -2 * pad))
        self._layers = {name: Layer(getattr(layout, name)) for name in PANELS}

    def slot(self, player: Player, count: int) -> Box:
        """Return where the pairs of a player go."""
        return pair_place(self.layout.players, player)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        scene, layout, theme = self._scene, self.layout, self.theme
        board = scene.shown_board
        self.board.draw(surface, board, scene.motion, seconds=scene.seconds, pairs=False)
        self._paint_column(surface)
        if scene.preview.replay is not None and scene.preview.is_begun:
            self._steps.draw_steps(surface, scene.preview.replay)
        headline = self.headline()
        self._layers["verdict"].draw(surface, headline, lambda s: self._paint_headline(s, headline))
        standings = self._standings()
        self._layers["players"].draw(
            surface, standings, lambda s: players_panel(s, theme, layout.players, standings)
        )
        for name, flow in self.flows.items():
            self._paint_flow(surface, name, flow)
        words = (*self.status(), self.aside())
        self._layers["status"].draw(
            surface, words, lambda s: status_line(s, theme, layout.status, *words)
        )

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.board.draw_flights(surface, self._scene.motion)

    def _paint_flow(self, surface: pygame.Surface, name: str, flow: Flow) -> None:
        rect = getattr(self.layout, name)

        def paint(s: pygame.Surface) -> None:
            draw.box(s, rect, look.PANEL, radius=self.theme.px(14), border=look.LINE)
            flow.paint(s, self._minis)

        self._layers[name].draw(surface, flow.key, paint)

    def _paint_column(self, surface: pygame.Surface) -> None:
        """Light up the column that was hinted at, as long as the task is open."""
        column = self._scene.hinted_column
        if column is None:
            return
        light_column(surface, self.theme, self.layout.board, column)

    def _paint_headline(self, surface: pygame.Surface, words: str) -> None:
        rect = self.layout.verdict
        font = draw.fitting_font(self.theme, Role.HEADING, words, rect.width)
        draw.text(surface, font, words, look.INK, rect, "centre")

    def _standings(self) -> tuple[PlayerRow, PlayerRow]:
        position, names = self._scene.shown_board.position, self._scene.names
        first, second = (
            PlayerRow(
                player=player,
                name=names[player - 1],
                points=position.points[player - 1],
                to_move=not position.is_over and position.to_move == player,
                lost="",
                brief="",
            )
            for player in PLAYERS
        )
        return first, second

    # --- words ----------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        scene = self._scene
        if scene.said is not None:
            return scene.said
        board = scene.board
        if board.hovered is not None and board.looked_at is None:
            found = board.position.kind_at(board.hovered)
            if found is not None:
                return board.refusal(board.hovered, found), "info"
        return self.situation(), "info"

    def headline(self) -> str:
        """Return what stands above the table."""
        raise NotImplementedError

    def situation(self) -> str:
        """Return what the status line says when nothing was said of late."""
        count = len(self._scene.board.position.legal_moves)
        words = ngettext("{n} pair can be taken.", "{n} pairs can be taken.", count)
        return words.format(n=count)

    def aside(self) -> str:
        """Return what stands at the right of the status line."""
        raise NotImplementedError
