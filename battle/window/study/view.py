"""The pictures of Analyse at one window size.

Every panel is a layer that is painted again when what it shows has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.study import ExpectedLines, Snapshot
from battle.language import _
from battle.page.review import lost_words
from battle.rules.position import Cell, Player
from battle.window.board.board import PANELS, AnalysisLayout, Board, analysis_layout
from battle.window.board.panels import PlayerRow, pair_place, players_panel
from battle.window.board.tree import TreePanel
from battle.window.board.view import BoardView, ValueTags, draw_mark
from battle.window.study.panels import GraphPanel, LinesPanel, engine_panel, verdict_panel
from battle.window.study.review import ReviewPanel
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, Share, across, centred, down, inset
from battle.window.ui.motion import Box, Motion
from battle.window.ui.panels import Layer, status_line
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.window.ui.widgets import list_hint, paint_switch
from battle.words import lost_brief, no_pair_brief

# --- layout --------------------------------------------------------------------------------------
#
# Where the buttons of Analyse are, and what is left of the panels below them.
#
# engine   | switch        | stop |     over what the solver does
# moves    title   |< < > >|            over the tree
# sheet    lines | review | all |       over the lines or the review

_HEAD: Final = 40
"""The height of the heads of the lower panels, with their buttons."""
_LINES: Final = 0.45
"""The share of the tab of the lines; the word on the other tab is longer."""


@dataclass(frozen=True)
class StudyLayout:
    """The parts inside the panels; `walk` are the buttons from the first move to the last."""

    switch: Rect
    stop: Rect
    title: Rect
    walk: Sequence[Rect]
    tree: Rect
    tabs: Sequence[Rect]
    all_moves: Rect
    sheet: Rect


def study_layout(layout: AnalysisLayout, px: Callable[[float], int]) -> StudyLayout:
    """Return what lies inside the panels of a layout; `px` scales a length for 1280 x 800."""
    side = px(30)
    bar = min(px(34), layout.engine.height * 2 // 5)
    row = down(inset(layout.engine, px(10)), bar)[0]
    switch, stop = across(row, FILL, bar, gap=px(8))
    head, tree = down(inset(layout.tree, px(8), 0), px(_HEAD), FILL, px(8))[:2]
    title, *walk = across(inset(head, 0, (head.height - side) // 2), FILL, *[side] * 4, gap=px(2))
    head, sheet = down(inset(layout.sheet, px(8), 0), px(_HEAD), FILL, px(8))[:2]
    lines, review, button = across(
        inset(head, 0, px(3)), Share(_LINES), Share(1 - _LINES), side, gap=px(4)
    )
    all_moves = centred(button, side, side)
    return StudyLayout(switch, stop, title, walk, tree, (lines, review), all_moves, sheet)


# --- view ----------------------------------------------------------------------------------------


class StudyView:
    """Lays Analyse out for a window of `size`, its panels in their places, and paints it."""

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme,
        *,
        rank_digits: bool,
        highlight_free: bool,
        tree: TreePanel,
        graph: GraphPanel,
        lines: LinesPanel,
        review: ReviewPanel,
    ) -> None:
        self.theme = theme
        self.layout = layout = analysis_layout(size, theme.scale)
        self.parts = parts = study_layout(layout, theme.px)
        self.board = BoardView(
            layout.board,
            theme,
            rank_digits=rank_digits,
            highlight_free=highlight_free,
            opaque=True,
            worth=False,
        )
        self.values = ValueTags(layout.board, theme)
        self.arts = TileArts(theme)
        self._tree, self._graph, self._lines, self._review = tree, graph, lines, review
        tree.place(theme, parts.tree)
        lines.place(theme, parts.sheet)
        review.place(theme, parts.sheet)
        graph.place(theme, layout.graph)
        self.layers = {name: Layer(getattr(layout, name)) for name in PANELS}

    def slot(self, player: Player, count: int) -> Box:
        """Return where the pairs of a player go: behind the player's sign."""
        return pair_place(self.layout.players, player)

    # --- painting -------------------------------------------------------------------------------

    def paint_values(
        self,
        surface: pygame.Surface,
        snapshot: Snapshot,
        board: Board,
        *,
        relative: bool,
        without: Sequence[Cell],
    ) -> None:
        """Paint what pairs are worth on their tiles, and what the last move cost."""
        self.values.draw(surface, snapshot, board, relative=relative, without=without)
        cost = snapshot.costs.get(snapshot.node)
        if cost is not None:
            draw_mark(surface, self.theme, self.layout.board, snapshot.position, cost)

    def paint_panels(
        self, surface: pygame.Surface, snapshot: Snapshot, names: tuple[str, str]
    ) -> None:
        """Paint the verdict, the players, the graph and the moves."""
        theme, layout, layers, graph = self.theme, self.layout, self.layers, self._graph
        layers["verdict"].draw(
            surface,
            (snapshot.margin, snapshot.position, names),
            lambda s: verdict_panel(s, theme, layout.verdict, snapshot, names),
        )
        rows = player_rows(snapshot, names)
        layers["players"].draw(
            surface, rows, lambda s: players_panel(s, theme, layout.players, rows)
        )
        layers["graph"].draw(surface, snapshot.curves, lambda s: graph.paint(s, snapshot))
        graph.paint_losses_here(surface, snapshot)
        graph.paint_place(surface, snapshot)
        self._paint_tree(surface, snapshot)

    def paint_engine(
        self, surface: pygame.Surface, work: tuple[str, str, str], share: float | None
    ) -> None:
        """Paint what the solver does with its figures; `share`, 0 to 1, is how far it is."""
        theme, rect, buttons = self.theme, self.layout.engine, self.parts.switch.bottom
        self.layers["engine"].draw(
            surface,
            (work, share),
            lambda s: engine_panel(s, theme, rect, buttons, work, share),
        )

    def paint_status(self, surface: pygame.Surface, words: tuple[str, str, str]) -> None:
        """Paint the status line: its words, of what kind they are, those at its right."""
        theme, rect = self.theme, self.layout.status
        self.layers["status"].draw(surface, words, lambda s: status_line(s, theme, rect, *words))

    def _paint_tree(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        tree, rect = self._tree, self.layout.tree

        def paint(s: pygame.Surface) -> None:
            draw.box(s, rect, look.PANEL, radius=self.theme.px(14), border=look.LINE)
            if not tree.rows:
                hint = _("Play a move on the board; moves and branches are listed here.")
                list_hint(s, self.theme, tree.listing.rect, hint)
            tree.paint(s, self.arts, snapshot.node, {*snapshot.line})

        key = (snapshot.node, tree.version, tree.listing.first, tree.hovered)
        self.layers["tree"].draw(surface, key, paint)

    def paint_sheet(
        self, surface: pygame.Surface, sheet: str, values: ExpectedLines, *, relative: bool
    ) -> None:
        """Paint the lines or the review."""
        lines, listing = self._lines, self._lines.listing

        def paint(s: pygame.Surface) -> None:
            draw.box(s, self.layout.sheet, look.PANEL, radius=self.theme.px(14), border=look.LINE)
            if sheet == "review":
                self._review.paint(s, self.arts)
            elif not lines.rows:
                list_hint(s, self.theme, self.parts.sheet, no_pair_brief())
            else:
                lines.paint(s, self.arts, values, relative=relative)

        key = (
            sheet,
            self._review.key,
            lines.rows,
            values.version,
            relative,
            listing.first,
            listing.count,
            listing.chosen,
            listing.hovered,
        )
        self.layers["sheet"].draw(surface, key, paint)

    # --- over the buttons -----------------------------------------------------------------------

    def paint_over(
        self, surface: pygame.Surface, motion: Motion, *, sheet: str, solver_on: bool
    ) -> None:
        """Paint the tiles in flight over everything, and on the buttons what they are."""
        self.board.draw_flights(surface, motion)
        self._paint_tabs(surface, sheet)
        self._paint_switch(surface, on=solver_on)
        strong = self.theme.font(Role.STRONG)
        draw.text(surface, strong, _("Moves"), look.INK, self.parts.title)

    def _paint_tabs(self, surface: pygame.Surface, sheet: str) -> None:
        """Write on the sheet's tabs what they show, and underline the one that is shown."""
        px, tabs = self.theme.px, self.parts.tabs
        titles = sheet_titles()
        fonts = [
            draw.fitting_font(self.theme, Role.STRONG, words, rect.width - px(1))
            for rect, words in zip(tabs, titles.values(), strict=True)
        ]
        font = min(fonts, key=pygame.font.Font.get_height)
        for rect, (name, words) in zip(tabs, titles.items(), strict=True):
            chosen = name == sheet
            draw.text(surface, font, words, look.INK if chosen else look.MUTED, rect, "centre")
            if chosen:
                bar = pygame.Rect(0, 0, rect.width - px(16), px(3))
                bar.midbottom = (rect.centerx, rect.bottom)
                draw.box(surface, bar, look.GOLD, radius=bar.height // 2)

    def _paint_switch(self, surface: pygame.Surface, *, on: bool) -> None:
        """Write what the switch turns on, and show how it stands."""
        px, rect = self.theme.px, self.parts.switch
        pill = pygame.Rect(0, 0, px(44), min(px(25), rect.height))
        pill.midright = (rect.right - px(6), rect.centery)
        words = pygame.Rect(rect.left + px(4), rect.top, pill.left - rect.left - px(8), rect.height)
        if px(28) + self.theme.font(Role.STRONG).size(_("Solver"))[0] <= words.width:
            draw.sign(
                surface, "solver", px(20), look.INK if on else look.MUTED, midleft=words.midleft
            )
            words.left += px(28)
            words.width -= px(28)
        font = draw.fitting_font(self.theme, Role.STRONG, _("Solver"), words.width)
        draw.text(surface, font, _("Solver"), look.INK, words)
        paint_switch(surface, self.theme, pill, on=on)


def sheet_titles() -> dict[str, str]:
    """Return what the sheet can show: names and titles."""
    return {"lines": _("Lines"), "review": _("Review")}


def player_rows(snapshot: Snapshot, names: tuple[str, str]) -> tuple[PlayerRow, PlayerRow]:
    """Return what the players' panel shows at the place looked at."""
    return _player_row(snapshot, 1, names[0]), _player_row(snapshot, 2, names[1])


def _player_row(snapshot: Snapshot, player: Player, name: str) -> PlayerRow:
    position = snapshot.position
    loss = snapshot.losses[player][snapshot.place]
    lost = brief = ""
    if loss is not None:
        lost = lost_words(loss[0], exact=loss[1])
        brief = lost_brief(loss[0], exact=loss[1])
    return PlayerRow(
        player=player,
        name=name,
        points=position.points[player - 1],
        to_move=not position.is_over and position.to_move == player,
        lost=lost,
        brief=brief,
    )
