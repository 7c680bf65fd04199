"""The pictures of an exercise at one window size: the table, and pages of blocks around it.

The table is where it is in Analyse. A lesson and the trainer share it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from battle.analysis.ledger import Thresholds
from battle.profile.settings import Settings
from battle.rules.position import PLAYERS, Player, Position
from battle.window.board.layout import PANELS, analysis_layout
from battle.window.board.panels import PlayerRow, pair_place, players_panel
from battle.window.board.value_tags import ValueTags
from battle.window.board.view import BoardView
from battle.window.pages.flow import Flow
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.motion import Box
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


def player_rows(position: Position, names: tuple[str, str]) -> tuple[PlayerRow, PlayerRow]:
    """Return what stands beside the players."""
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
        self.steps = ValueTags(layout.board, theme, thresholds)
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

    def paint(
        self,
        surface: pygame.Surface,
        headline: str,
        players: tuple[PlayerRow, PlayerRow],
        status: tuple[str, str, str],
    ) -> None:
        """Paint everything around the table; `status` are the words and kind of the status line."""
        layout, theme = self.layout, self.theme
        self._layers["verdict"].draw(surface, headline, lambda s: self._paint_headline(s, headline))
        self._layers["players"].draw(
            surface, players, lambda s: players_panel(s, theme, layout.players, players)
        )
        for name, flow in self.flows.items():
            self._paint_flow(surface, name, flow)
        self._layers["status"].draw(
            surface, status, lambda s: status_line(s, theme, layout.status, *status)
        )

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
