"""Paints the game's tree: moves two a row, their marks and costs, branches indented."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pygame

from battle.analysis.ledger import MoveCost
from battle.rules.game import Node
from battle.window.study.tree_rows import Columns, Row, Word, tree_rows
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.listing import Listing, scroll_bar
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.words.numbers import cost_figure

_ROW: Final = 27
_NUMBER: Final = 27
_INDENT: Final = 14
_LEAST_FOR_TILES: Final = 112
"""The width of a move's place from which its tile is shown."""


@dataclass
class TreePanel:
    """The rows of a tree in their place, and the marks of its moves."""

    theme: Theme
    listing: Listing = field(default_factory=Listing)
    rows: list[Row] = field(default_factory=list)
    costs: Mapping[Node, MoveCost] = field(default_factory=dict)
    hovered: Node | None = None
    version: int = 0
    _shown: object = None

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the rows out in `rect`."""
        self.theme = theme
        self.listing.place(rect, theme.px(_ROW))

    def fill(self, root: Node, here: Node, costs: Mapping[Node, MoveCost]) -> None:
        """Show a tree; when the place looked at is another, its row is brought into sight."""
        before = self.rows, self.costs
        self.costs = costs
        font = self._small
        columns = Columns(
            self.listing.rect.width,
            self.theme.px(_NUMBER),
            self.theme.px(_INDENT),
            lambda text: font.size(text)[0],
            lambda node: f" {marked_cost(costs.get(node))}",
        )
        self.rows = tree_rows(root, columns)
        self.version += (self.rows, self.costs) != before
        self.listing.fill(len(self.rows))
        shown = (here, len(self.rows), self.listing.rect.size)
        if shown != self._shown:
            self._shown = shown
            self.listing.choose(self.row_of(here) or 0 if self.rows else None)

    def row_of(self, node: Node) -> int | None:
        """Return the row a move stands in."""
        for number, row in enumerate(self.rows):
            if any(word.node is node for word in row.words):
                return number
        return None

    def node_at(self, point: tuple[int, int]) -> Node | None:
        """Return the move, or the move whose comment it is, at a point."""
        number = self.listing.row_at(point)
        if number is None:
            return None
        row = self.rows[number]
        word = row.word_at(point[0] - self.listing.rect.left)
        return word.node if word is not None else row.of

    @property
    def _small(self) -> pygame.font.Font:
        return self.theme.font_of_size(Role.TEXT, self.theme.px(14))

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, arts: TileArts, here: Node, line: set[Node]) -> None:
        """Paint the rows that are seen; moves off the line looked at are fainter."""
        for number in self.listing.rows:
            row, rect = self.rows[number], self.listing.rect_of(number)
            if row.comment:
                self._paint_comment(surface, row, rect)
                continue
            if row.number:
                place = pygame.Rect(rect.left, rect.top, self.theme.px(_NUMBER - 5), rect.height)
                small = self.theme.font(Role.SMALL)
                draw.text(surface, small, row.number, look.FAINT, place, "right")
            if row.depth:
                self._paint_rule(surface, row.depth, rect)
            for word in row.words:
                place = pygame.Rect(rect.left + word.left, rect.top, word.width, rect.height)
                self._paint_word(surface, arts, word, place, here, line, row.depth)
        scroll_bar(surface, self.theme, self.listing)

    def _paint_rule(self, surface: pygame.Surface, depth: int, rect: pygame.Rect) -> None:
        """Mark the rows of a branch with a line at their left."""
        px = self.theme.px
        left = rect.left + px(_NUMBER) + px(_INDENT) * (depth - 1) - px(4)
        surface.fill(look.LINE, pygame.Rect(left, rect.top, px(2), rect.height))

    def _paint_comment(self, surface: pygame.Surface, row: Row, rect: pygame.Rect) -> None:
        px = self.theme.px
        indent = px(_NUMBER) + px(_INDENT) * max(0, row.depth - 1)
        place = pygame.Rect(rect.left + indent, rect.top, rect.width - indent, rect.height)
        bar = pygame.Rect(place.left, place.top + px(5), px(2), place.height - px(10))
        surface.fill(look.GOLD_DEEP, bar)
        place.left += px(8)
        place.width -= px(8)
        draw.text(surface, self.theme.font(Role.SMALL), row.comment, look.GOLD, place)

    def _paint_word(
        self,
        surface: pygame.Surface,
        arts: TileArts,
        word: Word,
        rect: pygame.Rect,
        here: Node,
        line: set[Node],
        depth: int,
    ) -> None:
        px = self.theme.px
        ground = rect.inflate(-px(2), -px(3))
        if word.node is here:
            draw.box(surface, ground, look.CHOSEN, radius=px(6), border=look.GOLD)
        elif word.node is self.hovered:
            draw.box(surface, ground, look.PANEL_RAISED, radius=px(6))
        place = rect.inflate(-px(8), 0)
        if not depth and rect.width >= px(_LEAST_FOR_TILES):
            place = self._paint_tile(surface, arts, word.node, place)
        ink = look.INK if word.node in line else look.OFF_LINE
        font = self._small
        if depth:
            place.left, place.width = rect.left + px(4), rect.width
        cost = self.costs.get(word.node)
        words = f"{word.number} {word.node.move}".strip()
        after = draw.text(surface, font, words, ink, place)
        if cost is not None and cost.told.points:
            mark = pygame.Rect(after.right + px(5), rect.top, 0, rect.height)
            mark.width = max(0, rect.right - mark.left)
            self._paint_cost(surface, cost, mark)

    def _paint_cost(self, surface: pygame.Surface, cost: MoveCost, rect: pygame.Rect) -> None:
        """Write a move's mark and cost as large as there is room, the mark alone in the least.

        On a plate it says that the move changed who wins.
        """
        whole = marked_cost(cost)
        for size, words in ((13, whole), (12, whole), (11, whole), (12, cost.mark.value)):
            font = self.theme.font_of_size(Role.STRONG, self.theme.px(size))
            if font.size(words)[0] <= rect.width:
                break
        ink = self.theme.costs[cost.mark]
        if cost.changed_outcome:
            plate = pygame.Rect(rect.left, 0, font.size(words)[0], font.get_linesize())
            plate.centery = rect.centery
            plate.inflate_ip(self.theme.px(6), 0)
            draw.box(surface, plate, ink, radius=self.theme.px(4))
            ink = look.DARK_INK
        draw.text(surface, font, words, ink, rect)

    def _paint_tile(
        self, surface: pygame.Surface, arts: TileArts, node: Node, place: pygame.Rect
    ) -> pygame.Rect:
        """Paint the tile that was taken; return the room that is left."""
        before = node.parent
        kind = None
        if before is not None and node.move is not None:
            kind = before.position.kind_of(node.move)
        art = arts.art(round((place.height - self.theme.px(5)) / 1.34))
        if kind is not None:
            surface.blit(art.tile(kind), (place.left, place.centery - art.size[1] // 2))
        left = place.left + art.width + self.theme.px(6)
        return pygame.Rect(left, place.top, place.right - left, place.height)


def marked_cost(cost: MoveCost | None) -> str:
    """Return a move's mark and what it cost, `? −4`; empty for nothing, and what is not known."""
    if cost is None or not cost.told.points:
        return ""
    return f"{cost.mark.value} {cost_figure(cost.told)}".strip()
