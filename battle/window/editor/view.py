"""Paints the position editor: table, palette, what is wrong, the tile in the hand.

Everything is read from the scene and its bench; nothing here changes anything but which problem
lies under the mouse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from battle.language import _, ngettext
from battle.rules.cells import Cell
from battle.rules.tiles import KINDS, Kind
from battle.window.board.board import Board
from battle.window.board.view import BoardView
from battle.window.editor.layout import editor_layout
from battle.window.editor.model import Doing
from battle.window.editor.words import position_words, problem_words
from battle.window.scenes.card_scene import backdrop
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.motion import Motion
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import PLATE, TileArt

if TYPE_CHECKING:
    from battle.window.editor.scene import EditorScene


class EditorView:
    """The pictures of the editor at one window size."""

    def __init__(self, scene: EditorScene) -> None:
        self._scene = scene
        self.theme = theme = scene.theme
        self.layout = editor_layout(scene.size, theme.scale)
        digits = scene.app.settings.rank_digits
        self.board = BoardView(self.layout.board, theme, rank_digits=digits, highlight_free=False)
        self.slots = self.layout.slots
        self._art = TileArt(self.layout.tile, theme, rank_digits=digits)

    # --- where things are -----------------------------------------------------------------------

    def kind_at(self, point: tuple[int, int]) -> Kind | None:
        """Return the kind of the palette a point lies on."""
        return next((kind for kind, slot in self.slots.items() if slot.collidepoint(point)), None)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell of the table a point lies on."""
        return self.board.cell_at(point)

    def problem_at(self, point: tuple[int, int]) -> int | None:
        """Return the number of the problem whose sentence a point lies on."""
        for number, (rect, _lines) in enumerate(self.problem_rows()):
            if rect.collidepoint(point) and number < len(self._scene.problems):
                return number
        return None

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint everything but the widgets and the tile in the hand."""
        backdrop(surface, self.theme)
        self._paint_head(surface)
        self._paint_board(surface)
        self._paint_palette(surface)
        self._paint_problems(surface)
        self._paint_status(surface)

    def _paint_head(self, surface: pygame.Surface) -> None:
        words = self.layout.head.copy()
        words.left += self.theme.px(52)
        words.width = self._scene.tools_left - words.left
        heading = _("Set up a position")
        font = draw.fitting_font(self.theme, Role.TITLE, heading, words.width)
        draw.text(surface, font, heading, look.INK, words)

    def _paint_board(self, surface: pygame.Surface) -> None:
        scene, bench = self._scene, self._scene.bench
        shown = bench.setup
        position = shown.picture
        held = bench.held
        if held is not None and held.source is not None and scene.pointed != held.source:
            position = scene.without(held.source)
        board = Board(position)
        self.board.draw(surface, board, Motion(), seconds=0.0, pairs=False)
        for problem in scene.problems:
            for cell in problem.cells:
                self._mark_problem(surface, cell, shown.kind_at(cell))
        for cell in scene.pointed_out:
            self._mark(surface, "hint", cell)
        if scene.shows_cursor:
            self._mark(surface, "cursor", bench.cursor)
        if bench.doing is Doing.HOLDING and scene.pointed is not None:
            self._mark(surface, "selected", scene.pointed)
        elif scene.pointed is not None and not scene.shows_cursor:
            self._mark(surface, "partner", scene.pointed)

    def _mark(self, surface: pygame.Surface, name: str, cell: Cell) -> None:
        mark = self.board.art.mark(name)
        mark.set_alpha(255)
        surface.blit(mark, self.layout.board.corner_of(cell))

    def _mark_problem(self, surface: pygame.Surface, cell: Cell, kind: Kind | None) -> None:
        """Put a warning sign on a tile; an empty cell is outlined too."""
        width, height = self.layout.board.tile
        x, y = self.layout.board.corner_of(cell)
        plate = pygame.Rect(x, y, round(width * PLATE[0]), round(height * PLATE[1]))
        side = max(12, round(width * 0.44))
        sign = pygame.Rect(0, 0, side, side)
        if kind is None:
            slot = plate.inflate(-width // 8, -width // 8)
            edge = max(1, width // 24)
            radius = width // 10
            draw.box(
                surface,
                slot,
                look.translucent(look.REFUSED, 40),
                radius=radius,
                border=look.REFUSED,
                width=edge,
            )
            sign.center = plate.center
        else:
            sign.topright = (plate.right + side // 6, plate.top - side // 6)
            draw.box(surface, sign, look.ROOM, radius=side // 2, border=look.REFUSED)
        icon = draw.icon("warning", round(side * 0.74), look.REFUSED)
        surface.blit(icon, icon.get_rect(center=sign.center))

    def _paint_palette(self, surface: pygame.Surface) -> None:
        px, theme, scene = self.theme.px, self.theme, self._scene
        place = self.layout.palette
        draw.box(surface, place, look.PANEL, radius=px(12), border=look.LINE)
        font = theme.font(Role.SMALL)
        for kind in KINDS:
            slot, left = self.slots[kind], scene.bench.setup.left(kind)
            if kind is scene.bench.chosen:
                rect = slot.inflate(-px(1), -px(1))
                draw.box(
                    surface, rect, look.PANEL_RAISED, radius=px(7), border=look.GOLD, width=px(2)
                )
            elif kind is scene.hovered_kind:
                draw.box(surface, slot, look.PANEL_RAISED, radius=px(7), border=look.LINE)
            tile = pygame.Rect((0, 0), self._art.size)
            tile.midtop = (slot.centerx, slot.top + px(3))
            surface.blit(self._art.tile(kind, dimmed=not left), tile)
            words = pygame.Rect(slot.left, tile.bottom, slot.width, slot.bottom - tile.bottom)
            ink = look.INK if left else look.FAINT
            draw.text(surface, font, f"×{left}", ink, words, "centre")

    # --- what is wrong --------------------------------------------------------------------------

    def problem_rows(self) -> list[tuple[pygame.Rect, list[str]]]:
        """Return where each sentence stands and its lines; the last may say how many more."""
        scene, px = self._scene, self.theme.px
        place = self.layout.problems.inflate(-px(24), -px(16))
        font = self.theme.font(Role.SMALL)
        line, top = font.get_linesize(), place.top
        rows: list[tuple[pygame.Rect, list[str]]] = []
        sentences = [problem_words(problem, scene.bench.setup) for problem in scene.problems]
        for number, words in enumerate(sentences):
            lines = draw.wrapped(font, words, place.width - px(30))
            more = len(sentences) - number
            is_last = number == len(sentences) - 1
            needed = len(lines) * line + (0 if is_last else line)
            if top + needed > place.bottom and number == 0:
                lines = lines[: max(1, (place.bottom - top) // line - 1)]
            elif top + needed > place.bottom:
                lines = [ngettext("and {n} more", "and {n} more", more).format(n=more)]
            height = len(lines) * line
            rows.append((pygame.Rect(place.left, top, place.width, height), lines))
            top += height + px(5)
            if top + line > place.bottom or lines[0] not in words:
                break
        return rows

    def _paint_problems(self, surface: pygame.Surface) -> None:
        px, place = self.theme.px, self.layout.problems
        draw.box(surface, place, look.PANEL, radius=px(12), border=look.LINE)
        if not self._scene.problems:
            self._paint_all_right(surface)
            return
        icon = draw.icon("warning", px(18), look.REFUSED)
        font = self.theme.font(Role.SMALL)
        for number, (rect, lines) in enumerate(self.problem_rows()):
            if number == self._scene.hovered_problem:
                draw.box(surface, rect.inflate(px(10), px(4)), look.PANEL_RAISED, radius=px(5))
            surface.blit(icon, icon.get_rect(topleft=rect.topleft))
            line = pygame.Rect(rect.left + px(28), rect.top, rect.width, font.get_linesize())
            for words in lines:
                draw.text(surface, font, words, look.REFUSED, line)
                line.top += line.height

    def _paint_all_right(self, surface: pygame.Surface) -> None:
        position, px = self._scene.position, self.theme.px
        if position is None:
            return
        ready = not position.is_over
        ink = look.INK if ready else look.MUTED
        icon = draw.icon("check" if ready else "info", px(20), look.GOLD if ready else look.MUTED)
        place = self.layout.problems.inflate(-px(24), -px(16))
        font = self.theme.font(Role.TEXT)
        line = pygame.Rect(place.left + px(32), 0, place.width - px(32), font.get_linesize())
        lines = draw.wrapped(font, position_words(position), line.width)
        line.top = place.centery - len(lines) * line.height // 2
        surface.blit(icon, icon.get_rect(midleft=(place.left, place.centery)))
        for words in lines:
            draw.text(surface, font, words, ink, line)
            line.top += line.height

    def _paint_status(self, surface: pygame.Surface) -> None:
        px, place = self.theme.px, self.layout.status
        words, is_refusal = self._scene.status
        ink = look.REFUSED if is_refusal else look.MUTED
        icon = draw.icon("warning" if is_refusal else "keyboard", px(20), ink)
        surface.blit(icon, icon.get_rect(midleft=place.midleft))
        line = place.copy()
        line.left += px(30)
        line.width -= px(30)
        font = draw.fitting_font(self.theme, Role.TEXT, words, line.width)
        draw.text(surface, font, words, ink, line)

    def paint_hand(self, surface: pygame.Surface, point: tuple[int, int]) -> None:
        """Paint the tile in the hand under the mouse, over everything."""
        held = self._scene.bench.held
        if held is None:
            return
        art = self.board.art
        tile = art.tile(held.kind)
        place = tile.get_rect(center=point)
        off = art.shadow_offset
        surface.blit(art.shadow(), (place.x + off[0] + 4, place.y + off[1] + 6))
        surface.blit(tile, place)
