"""The pictures of Analyse at one window size, and the words on it.

Reads the scene and paints it; nothing here changes anything. Every panel is a layer that is painted
anew when what it shows has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from battle.language import _, ngettext
from battle.rules.position import Player
from battle.window.board.analysis_layout import PANELS, analysis_layout
from battle.window.board.move_mark import draw_mark
from battle.window.board.players_panel import PlayerRow, pair_place, players_panel
from battle.window.board.value_tags import ValueTags
from battle.window.board.view import BoardView
from battle.window.scenes.form import paint_switch
from battle.window.study.engine_panel import engine_panel
from battle.window.study.verdict_panel import verdict_panel
from battle.window.study.words import figures, means, progress, work_words
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layer import Layer
from battle.window.ui.listing import list_hint
from battle.window.ui.motion import Box
from battle.window.ui.status_line import status_line
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import TileArts
from battle.words.numbers import WAVE, signed

if TYPE_CHECKING:
    from battle.window.study.scene import StudyScene

HEAD: Final = 40
"""The height of the heads of the lower panels, with their buttons."""


class AnalyseView:
    """Lays Analyse out for the window it is in, and paints it."""

    def __init__(self, scene: StudyScene) -> None:
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
            worth=False,
        )
        self.values = ValueTags(layout.board, theme, scene.study.thresholds)
        self.minis = TileArts(theme)
        self.tree_head, tree_rows = _headed(layout.tree, theme.px(HEAD), theme.px(8))
        self.sheet_head, self.sheet = _headed(layout.sheet, theme.px(HEAD), theme.px(8))
        scene.tree.place(theme, tree_rows)
        scene.lines_panel.place(theme, self.sheet)
        scene.review_panel.place(theme, self.sheet)
        scene.graph.place(theme, layout.graph)
        self.layers = {name: Layer(getattr(layout, name)) for name in PANELS}

    @property
    def engine_buttons(self) -> pygame.Rect:
        """Where the solver's buttons are."""
        rect, px = self.layout.engine, self.theme.px
        height = min(px(34), rect.height * 2 // 5)
        return pygame.Rect(rect.left + px(10), rect.top + px(10), rect.width - px(20), height)

    def slot(self, player: Player, count: int) -> Box:
        """Return where the pairs of a player go: behind the player's sign."""
        return pair_place(self.layout.players, player)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        self._paint_board(surface)
        scene, snapshot = self._scene, self._scene.snapshot
        names = scene.names
        theme, layers = self.theme, self.layers
        layers["verdict"].draw(
            surface,
            (snapshot.margin, snapshot.position, names),
            lambda s: verdict_panel(s, theme, self.layout.verdict, snapshot, names),
        )
        standings = self._standings()
        layers["players"].draw(
            surface,
            standings,
            lambda s: players_panel(s, theme, self.layout.players, standings),
        )
        layers["graph"].draw(surface, snapshot.curves, lambda s: scene.graph.paint(s, snapshot))
        scene.graph.paint_losses_here(surface, snapshot)
        scene.graph.paint_place(surface, snapshot)
        self._paint_tree(surface)
        self._paint_engine(surface)
        self._paint_sheet(surface)
        words = (*self.status(), self._aside())
        layers["status"].draw(
            surface,
            words,
            lambda s: status_line(s, theme, self.layout.status, *words),
        )

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.board.draw_flights(surface, self._scene.motion)
        self._paint_head_words(surface)

    def _paint_board(self, surface: pygame.Surface) -> None:
        scene = self._scene
        board = scene.shown_board
        self.board.draw(surface, board, scene.motion, seconds=scene.seconds, pairs=False)
        if scene.preview.replay is not None and scene.preview.is_begun:
            self.values.draw_steps(surface, scene.preview.replay)
        elif scene.board.position == scene.snapshot.position:
            self.values.draw(
                surface,
                scene.snapshot,
                scene.board,
                relative=scene.app.settings.relative_values,
                without=[flight.cell for flight in scene.motion.flights if flight.landing],
            )
            self._paint_mark(surface)

    def _paint_mark(self, surface: pygame.Surface) -> None:
        """Paint what the move cost that led here, where its tiles were taken."""
        snapshot = self._scene.snapshot
        cost = snapshot.costs.get(snapshot.node)
        if cost is not None:
            draw_mark(surface, self.theme, self.layout.board, snapshot.position, cost)

    def _standings(self) -> tuple[PlayerRow, PlayerRow]:
        first, second = (self._standing(player) for player in (1, 2))
        return first, second

    def _standing(self, player: Player) -> PlayerRow:
        scene, snapshot = self._scene, self._scene.snapshot
        position = snapshot.position
        loss = snapshot.losses[player][snapshot.place]
        lost = brief = ""
        if loss is not None:
            wave = "" if loss[1] else "~"
            lost = _("lost {points}").format(points=f"{wave}{loss[0]}")
            brief = f"{wave and WAVE}{signed(-loss[0])}"
        return PlayerRow(
            player=player,
            name=scene.names[player - 1],
            points=position.points[player - 1],
            to_move=not position.is_over and position.to_move == player,
            lost=lost,
            brief=brief,
        )

    def _paint_tree(self, surface: pygame.Surface) -> None:
        scene, snapshot, rect = self._scene, self._scene.snapshot, self.layout.tree
        tree = scene.tree

        def paint(s: pygame.Surface) -> None:
            draw.box(s, rect, look.PANEL, radius=self.theme.px(14), border=look.LINE)
            if not tree.rows:
                hint = _("Play a move on the board; moves and branches are listed here.")
                list_hint(s, self.theme, tree.listing.rect, hint)
            tree.paint(s, self.minis, snapshot.node, {*snapshot.line})

        key = (snapshot.node, tree.version, tree.listing.first, tree.hovered)
        self.layers["tree"].draw(surface, key, paint)

    def _paint_engine(self, surface: pygame.Surface) -> None:
        scene, chosen = self._scene, self._scene.app.settings
        status = scene.analyst.status
        words = (
            work_words(scene.analyst, scene.snapshot),
            figures(status),
            means(status, chosen.threads, chosen.hash_mb),
        )
        share = progress(scene.analyst, scene.snapshot)
        self.layers["engine"].draw(
            surface,
            (words, share),
            lambda s: engine_panel(
                s, self.theme, self.layout.engine, self.engine_buttons.bottom, words, share
            ),
        )

    def _paint_sheet(self, surface: pygame.Surface) -> None:
        """Paint the lines, or whatever has the sheet's place instead."""
        scene, lines = self._scene, self._scene.lines_panel
        relative = scene.app.settings.relative_values
        listing = lines.listing

        def paint(s: pygame.Surface) -> None:
            draw.box(s, self.layout.sheet, look.PANEL, radius=self.theme.px(14), border=look.LINE)
            if scene.sheet == "review":
                scene.review_panel.paint(s, self.minis)
            elif not lines.rows:
                list_hint(s, self.theme, self.sheet, _("No pair can be taken"))
            else:
                lines.paint(s, self.minis, scene.lines, relative=relative)

        key = (
            scene.sheet,
            scene.review_panel.key,
            lines.rows,
            scene.lines.version,
            relative,
            listing.first,
            listing.count,
            listing.chosen,
            listing.hovered,
        )
        self.layers["sheet"].draw(surface, key, paint)

    def _paint_head_words(self, surface: pygame.Surface) -> None:
        """Write on the buttons of the sheet's head and of the solver what they are."""
        theme, scene = self.theme, self._scene
        longest = max((words for _rect, words, _chosen in scene.tools.tabs), key=len)
        room = min(rect.width for rect, _words, _chosen in scene.tools.tabs) - theme.px(8)
        font = draw.fitting_font(theme, Role.STRONG, longest, room)
        for rect, words, chosen in scene.tools.tabs:
            ink = look.INK if chosen else look.MUTED
            draw.text(surface, font, words, ink, rect, "centre")
            if chosen:
                bar = pygame.Rect(0, 0, rect.width - theme.px(16), theme.px(3))
                bar.midbottom = (rect.centerx, rect.bottom)
                draw.box(surface, bar, look.GOLD, radius=bar.height // 2)
        self._paint_switch(surface)
        title = self.tree_head.copy()
        title.width = scene.tools.walk_left - title.left
        draw.text(surface, theme.font(Role.STRONG), _("Moves"), look.INK, title)

    def _paint_switch(self, surface: pygame.Surface) -> None:
        """Write what the switch turns on, and show how it stands."""
        px, rect = self.theme.px, self._scene.tools.switch
        on = self._scene.analyst.on
        pill = pygame.Rect(0, 0, px(44), min(px(25), rect.height))
        pill.midright = (rect.right - px(6), rect.centery)
        words = pygame.Rect(rect.left + px(4), rect.top, pill.left - rect.left - px(8), rect.height)
        icon = draw.icon("solver", px(20), look.INK if on else look.MUTED)
        surface.blit(icon, icon.get_rect(midleft=words.midleft))
        words.left += px(28)
        words.width -= px(28)
        font = draw.fitting_font(self.theme, Role.STRONG, _("Solver"), words.width)
        draw.text(surface, font, _("Solver"), look.INK, words)
        paint_switch(surface, self.theme, pill, on=on)

    # --- words ----------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        return self._scene.said or (self._situation(), "info")

    def _situation(self) -> str:
        scene = self._scene
        position = scene.snapshot.position
        if scene.preview.is_begun:
            return self._replay_words()
        board = scene.board
        if board.hovered is not None and board.looked_at is None:
            found = position.kind_at(board.hovered)
            if found is not None:
                return board.refusal(board.hovered, found)
        if scene.study.game.ending is not None:
            return _("The game is over here.")
        count = len(position.legal_moves)
        return ngettext(
            "{name} to move: {n} pair can be taken.",
            "{name} to move: {n} pairs can be taken.",
            count,
        ).format(name=scene.names[position.to_move - 1], n=count)

    def _replay_words(self) -> str:
        scene, replay = self._scene, self._scene.preview.replay
        assert replay is not None
        before = replay.positions[replay.at - 1]
        move = replay.moves[replay.at - 1]
        return _("Expected play, move {n} of {count}: {name} takes {kind}, {move}.").format(
            n=replay.at,
            count=len(replay.moves),
            name=scene.names[before.to_move - 1],
            kind=before.kind_at(move.first),
            move=move,
        )

    def _aside(self) -> str:
        scene = self._scene
        deal, snapshot = scene.session.setup.deal, scene.snapshot
        place = _("move {number} of {count}").format(
            number=snapshot.place, count=len(snapshot.line) - 1
        )
        if deal is None:
            return place
        return _("deal {number}").format(number=deal) + "  ·  " + place


def _headed(rect: pygame.Rect, head: int, pad: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the head of a panel and what is below it."""
    top = pygame.Rect(rect.left + pad, rect.top, rect.width - 2 * pad, min(head, rect.height))
    rest = pygame.Rect(top.left, top.bottom, top.width, max(0, rect.bottom - pad - top.bottom))
    return top, rest
