"""The pictures of an exercise at one window size: the table, and pages of blocks around it.

The table is where it is in Analyse. A lesson and the trainer share it; what is to be seen is handed
over as an `ExercisePicture`.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from battle.analysis.ledger import Thresholds
from battle.profile.settings import Settings
from battle.rules.position import PLAYERS, Player
from battle.window.board.board import Board
from battle.window.board.layout import PANELS, analysis_layout
from battle.window.board.line_replay import LineReplay
from battle.window.board.panels import PlayerRow, pair_place, players_panel
from battle.window.board.value_tags import ValueTags
from battle.window.board.view import BoardView, light_column
from battle.window.pages.flow import Flow
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.motion import Box, Motion
from battle.window.ui.panels import Layer, status_line
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts


@dataclass(frozen=True)
class ExerciseFlows:
    """The pages around the table: the task, a list, counts, and what it is about."""

    task: Flow
    listed: Flow
    counts: Flow
    about: Flow


@dataclass(frozen=True)
class ExercisePicture:
    """What is to be seen at one moment, besides the pages.

    `replay` is the line that has begun on the board, None where the position itself is shown;
    `status` are the words of the status line and of what kind they are, `aside` those at its right.
    """

    board: Board
    motion: Motion
    seconds: float
    names: tuple[str, str]
    headline: str
    status: tuple[str, str]
    aside: str = ""
    replay: LineReplay | None = None
    hinted_column: int | None = None

    @property
    def players(self) -> tuple[PlayerRow, PlayerRow]:
        """What stands beside the players."""
        position = self.board.position
        first, second = (
            PlayerRow(
                player=player,
                name=self.names[player - 1],
                points=position.points[player - 1],
                to_move=not position.is_over and position.to_move == player,
                lost="",
                brief="",
            )
            for player in PLAYERS
        )
        return first, second


class ExerciseView:
    """Lays an exercise out for a window of `size`, and paints it."""

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme,
        settings: Settings,
        thresholds: Thresholds,
        pages: ExerciseFlows,
    ) -> None:
        self.theme = theme
        self.layout = layout = analysis_layout(size, theme.scale)
        self.board = BoardView(
            layout.board,
            theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
        )
        self._steps = ValueTags(layout.board, theme, thresholds)
        self._arts = TileArts(theme)
        larger, other = "sheet", "engine"
        if layout.engine.height > layout.sheet.height:
            larger, other = other, larger
        self.flows = {
            larger: pages.task,
            "tree": pages.listed,
            "graph": pages.counts,
            other: pages.about,
        }
        pad = theme.px(10)
        for name, flow in self.flows.items():
            flow.place(theme, getattr(layout, name).inflate(-2 * pad, -2 * pad))
        self._layers = {name: Layer(getattr(layout, name)) for name in PANELS}

    def slot(self, player: Player, count: int) -> Box:
        """Return where the pairs of a player go."""
        return pair_place(self.layout.players, player)

    def paint(self, surface: pygame.Surface, picture: ExercisePicture) -> None:
        """Paint the table and everything around it."""
        layout, theme = self.layout, self.theme
        self.board.draw(
            surface, picture.board, picture.motion, seconds=picture.seconds, pairs=False
        )
        if picture.hinted_column is not None:
            light_column(surface, theme, layout.board, picture.hinted_column)
        if picture.replay is not None:
            self._steps.draw_steps(surface, picture.replay)
        headline = picture.headline
        self._layers["verdict"].draw(surface, headline, lambda s: self._paint_headline(s, headline))
        players = picture.players
        self._layers["players"].draw(
            surface, players, lambda s: players_panel(s, theme, layout.players, players)
        )
        for name, flow in self.flows.items():
            self._paint_flow(surface, name, flow)
        words = (*picture.status, picture.aside)
        self._layers["status"].draw(
            surface, words, lambda s: status_line(s, theme, layout.status, *words)
        )

    def paint_over(self, surface: pygame.Surface, motion: Motion) -> None:
        """Paint the tiles in flight over everything."""
        self.board.draw_flights(surface, motion)

    def _paint_flow(self, surface: pygame.Surface, name: str, flow: Flow) -> None:
        rect = getattr(self.layout, name)

        def paint(s: pygame.Surface) -> None:
            draw.box(s, rect, look.PANEL, radius=self.theme.px(14), border=look.LINE)
            flow.paint(s, self._arts)

        self._layers[name].draw(surface, flow.key, paint)

    def _paint_headline(self, surface: pygame.Surface, words: str) -> None:
        rect = self.layout.verdict
        font = draw.fitting_font(self.theme, Role.HEADING, words, rect.width)
        draw.text(surface, font, words, look.INK, rect, "centre")
