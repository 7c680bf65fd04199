"""The moves of a game as a tree: the main line two moves a row, branches indented below.

    11.  d3g8        h9k2 ?!−2
         11… a1c9 12. b9h1 e2f2        a branch instead of h9k2
    12.  d4j9        a1b8

`tree_rows` sets it row by row from the top; every move is a `Word` with its place in the row,
measured in pixels by the caller's `measure`. `TreePanel` paints the rows, and the marks and costs
of the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from battle.analysis.costs import MoveCost
from battle.language import _
from battle.rules.position import Player
from battle.rules.record import without_commands
from battle.rules.tree import Node
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across
from battle.window.ui.theme import Font, Role, Theme
from battle.window.ui.tile_art import kept_art
from battle.window.ui.widgets import Listing, Panel, Point
from battle.words import NO_MOVE, cost_figure, number_of, shown_comment

DEEPEST: Final = 3
"""Branches of branches are indented up to here."""


@dataclass(frozen=True)
class Word:
    """A move in a row, `left` to `left + width`; `number` stands before it where there is one."""

    node: Node
    number: str
    left: int
    width: int


@dataclass
class TreeRow:
    """A row: moves, or the words somebody wrote after a move. `depth` 0 is the main line."""

    depth: int
    words: list[Word] = field(default_factory=list)
    number: str = ""
    comment: str = ""
    of: Node | None = None

    def word_at(self, x: int) -> Word | None:
        """Return the move at a place in the row."""
        return next((word for word in self.words if word.left <= x < word.left + word.width), None)


@dataclass(frozen=True)
class Columns:
    """Where things stand in a row of `width`: numbers are `number` wide, steps `indent`."""

    width: int
    number: int
    indent: int
    measure: Callable[[str], int]
    extra: Callable[[Node], str] = lambda node: ""

    def place(self, player: Player) -> tuple[int, int]:
        """Return the left edge and the width of a player's moves of the main line."""
        half = (self.width - self.number) // 2
        return self.number + (player - 1) * half, half


def _comment(node: Node, depth: int) -> list[TreeRow]:
    words = shown_comment(without_commands(node.comment))
    return [TreeRow(depth, comment=words, of=node)] if words else []


class _Flow:
    """Words set one after the other, in as many rows as they need."""

    def __init__(self, columns: Columns, depth: int) -> None:
        self._columns = columns
        self._depth = min(depth, DEEPEST)
        self._left = columns.number + (self._depth - 1) * columns.indent
        self._end = self._left
        self._rows: list[TreeRow] = []
        self._fresh = True

    def add(self, node: Node) -> None:
        """Set a move at the end."""
        before = node.parent
        assert before is not None
        first = before.position.to_move == 1
        mark = "." if first else "…"
        number = f"{number_of(node)}{mark}" if first or self._fresh else ""
        self._fresh = False
        measure, gap = self._columns.measure, self._columns.measure(" ") * 2
        text = f"{number} {node.move}{self._columns.extra(node)}".strip()
        width = measure(text) + gap
        if not self._rows or self._end + width > self._columns.width:
            self._rows.append(TreeRow(self._depth))
            self._end = self._left
        self._rows[-1].words.append(Word(node, number, self._end, width))
        self._end += width

    def rows(self) -> list[TreeRow]:
        """Return the rows set since the last call."""
        rows, self._rows, self._fresh = self._rows, [], True
        return rows


def _branch(first: Node, depth: int, columns: Columns) -> Iterator[TreeRow]:
    """Yield the rows of a branch: its moves as flowing text, its own branches in between."""
    flow = _Flow(columns, depth)
    node: Node | None = first
    while node is not None:
        flow.add(node)
        aside = list(_comment(node, min(depth, DEEPEST)))
        parent = node.parent
        if parent is not None and node is parent.children[0]:
            aside += _branches(parent, depth + 1, columns)
        if aside:
            yield from flow.rows()
            yield from aside
        node = node.children[0] if node.children else None
    yield from flow.rows()


def _branches(before: Node, depth: int, columns: Columns) -> Iterator[TreeRow]:
    for branch in before.children[1:]:
        yield from _branch(branch, depth, columns)


def tree_rows(root: Node, columns: Columns, line: Sequence[Node] | None = None) -> list[TreeRow]:
    """Return the rows of a whole tree, or of a `line` alone."""
    rows = _comment(root, 0) if line is None else []
    row: TreeRow | None = None
    for node in root.main_line() if line is None else line:
        before = node.parent
        assert before is not None
        mover = before.position.to_move
        if row is None or mover == 1:
            row = TreeRow(0, number=f"{number_of(node)}.")
            rows.append(row)
        left, width = columns.place(mover)
        row.words.append(Word(node, "", left, width))
        aside = [] if line is not None else [*_comment(node, 0), *_branches(before, 1, columns)]
        if aside:
            rows += aside
            row = None
    return rows


def marked_cost(cost: MoveCost | None) -> str:
    """Return a move's mark and cost, `? −4`; empty if it cost nothing or that is not known."""
    if cost is None or not cost.cost.points:
        return ""
    return f"{cost.mark.value} {cost_figure(cost.cost)}".strip()


_ROW: Final = 27
_NUMBER: Final = 27
_INDENT: Final = 14
_LEAST_FOR_TILES: Final = 112
_LEAST_WITHOUT_COSTS: Final = 80
"""The width of a move's place from which its tile is shown, beside its cost or without."""


class TreePanel(Panel):
    """The rows of a tree, and the marks of its moves; `follow` gets the move that is clicked."""

    def __init__(self, follow: Callable[[Node], object] | None = None) -> None:
        super().__init__()
        self.listing = Listing()
        self.rows: list[TreeRow] = []
        self.costs: Mapping[Node, MoveCost] = {}
        self.pointed: Node | None = None
        self._follow = follow
        self._here: Node | None = None
        self._line: set[Node] = set()
        self._version = 0
        self._least = _LEAST_FOR_TILES
        self._shown: object = None

    def place(self, theme: Theme, rect: pygame.Rect, panel: pygame.Rect | None = None) -> None:
        super().place(theme, rect, panel)
        self.listing.place(rect, theme.px(_ROW))

    @property
    def shown(self) -> object:
        return self._here, self._version, self.listing.first, self.pointed

    def fill(
        self,
        root: Node,
        here: Node,
        line: Sequence[Node],
        costs: Mapping[Node, MoveCost] | None = None,
    ) -> None:
        """Show a tree with the `costs` of its moves, without them its `line` alone.

        A change of place scrolls to its row.
        """
        before = self.rows, self.costs
        self.costs, self._here, self._line = costs or {}, here, {*line}
        self._least = _LEAST_WITHOUT_COSTS if costs is None else _LEAST_FOR_TILES
        font = self._small
        columns = Columns(
            self.listing.rect.width,
            self.theme.px(_NUMBER),
            self.theme.px(_INDENT),
            lambda text: font.size(text)[0],
            lambda node: f" {marked_cost(self.costs.get(node))}",
        )
        self.rows = tree_rows(root, columns, line if costs is None else None)
        self._version += (self.rows, self.costs) != before
        self.listing.fill(len(self.rows))
        shown = (here, len(self.rows), self.listing.rect.size)
        if shown != self._shown:
            self._shown = shown
            self.listing.choose(self.row_of(here) or 0 if self.rows else None)

    def row_of(self, node: Node) -> int | None:
        """Return the row a move stands in."""
        rows = enumerate(self.rows)
        return next((n for n, row in rows if any(word.node is node for word in row.words)), None)

    def node_at(self, point: Point) -> Node | None:
        """Return the move at a point, or the one commented on there."""
        number = self.listing.row_at(point)
        if number is None:
            return None
        row = self.rows[number]
        word = row.word_at(point[0] - self.listing.rect.left)
        return word.node if word is not None else row.of

    def hover(self, point: Point | None) -> None:
        self.pointed = None if point is None else self.node_at(point)

    def press(self, point: Point, *, double: bool = False) -> None:
        node = self.node_at(point)
        if node is not None and self._follow is not None:
            self._follow(node)

    def scroll(self, rows: int) -> bool:
        self.listing.scroll(rows)
        return True

    @property
    def _small(self) -> Font:
        return self.theme.font_of_size(Role.TEXT, self.theme.px(14))

    # --- painting -------------------------------------------------------------------------------

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint the visible rows; moves off the current line are fainter."""
        px = self.theme.px
        if not self.rows:
            empty, room = _(NO_MOVE), self.listing.rect
            draw.text_within(surface, self.theme, Role.SMALL, empty, look.FAINT, room, "centre")
        for number in self.listing.rows:
            row, rect = self.rows[number], self.listing.rect_of(number)
            indent = px(_NUMBER) + px(_INDENT) * max(0, row.depth - 1)
            left, place = across(rect, indent, FILL)
            if row.comment:
                surface.fill(look.GOLD_DEEP, (place.left, place.top + px(5), px(2), px(17)))
                words = across(place, px(8), FILL)[1]
                draw.text(surface, self.theme.font(Role.SMALL), row.comment, look.GOLD, words)
                continue
            if row.depth:
                surface.fill(look.LINE, (place.left - px(4), rect.top, px(2), rect.height))
            small, left = self.theme.font(Role.SMALL), across(left, FILL, px(5))[0]
            draw.text(surface, small, row.number, look.FAINT, left, "right")
            for word in row.words:
                place = pygame.Rect(rect.left + word.left, rect.top, word.width, rect.height)
                self._paint_word(surface, word, place, row.depth)
        self.listing.paint_bar(surface, self.theme)

    def _paint_word(
        self, surface: pygame.Surface, word: Word, rect: pygame.Rect, depth: int
    ) -> None:
        px, node = self.theme.px, word.node
        ground = rect.inflate(-px(2), -px(3))
        if node is self._here:
            draw.box(surface, ground, look.CHOSEN, radius=px(6), border=look.GOLD)
        elif node is self.pointed:
            draw.box(surface, ground, look.PANEL_RAISED, radius=px(6))
        place = across(rect, px(4), FILL)[1] if depth else rect.inflate(-px(8), 0)
        if not depth and rect.width >= px(self._least):
            assert node.parent is not None
            assert node.move is not None
            art = kept_art(round((place.height - px(5)) / 1.34), self.theme)
            tile, place = across(place, art.width, FILL, gap=px(6))
            kind = node.parent.position.kind_of(node.move)
            surface.blit(art.tile(kind), (tile.left, tile.centery - art.size[1] // 2))
        ink = look.INK if node in self._line else look.OFF_LINE
        after = draw.text(surface, self._small, f"{word.number} {node.move}".strip(), ink, place)
        cost = self.costs.get(node)
        if cost is not None and cost.cost.points:
            self._paint_cost(surface, cost, across(rect, after.right + px(5) - rect.left, FILL)[1])

    def _paint_cost(self, surface: pygame.Surface, cost: MoveCost, rect: pygame.Rect) -> None:
        """Write a move's mark and cost as large as they fit, or the mark alone.

        A plate says that the move changed who wins.
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
            ink = look.ON_GOLD
        draw.text(surface, font, words, ink, rect)
