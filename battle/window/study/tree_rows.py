"""A game's tree as rows to be read: the main line two moves a row, branches indented below.

    11.  d3g8        h9k2 ?!−2
         12. a1c9 13. b9h1 e2f2        a branch instead of h9k2
    13.  d4j9        a1b8

Row by row from the top; every move is a `Word` with its place in the row, measured in pixels by
the caller's `measure`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from battle.rules.game import Node
from battle.rules.position import Player
from battle.rules.record import without_commands
from battle.words.plain import shown_comment

DEEPEST: Final = 3
"""Branches of branches are indented up to here."""

Measure: TypeAlias = Callable[[str], int]


@dataclass(frozen=True)
class Word:
    """A move in a row, `left` to `left + width`; `number` stands before it where there is one."""

    node: Node
    number: str
    left: int
    width: int


@dataclass
class Row:
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
    measure: Measure
    extra: Callable[[Node], str] = lambda node: ""

    def place(self, player: Player) -> tuple[int, int]:
        """Return the left edge and the width of a player's moves of the main line."""
        half = (self.width - self.number) // 2
        return self.number + (player - 1) * half, half


def tree_rows(root: Node, columns: Columns) -> list[Row]:
    """Return the rows of a whole tree."""
    rows = list(_comment(root, 0))
    row: Row | None = None
    for node in root.main_line():
        before = node.parent
        assert before is not None
        mover = before.position.to_move
        if row is None or mover == 1:
            row = Row(0, number=f"{number_of(node)}.")
            rows.append(row)
        left, width = columns.place(mover)
        row.words.append(Word(node, "", left, width))
        aside = [*_comment(node, 0), *_branches(before, 1, columns)]
        if aside:
            rows += aside
            row = None
    return rows


def number_of(node: Node) -> int:
    """Return the number of a move: moves are counted from the start of the game, from 1.

    The same count as in every sentence about a move, in the graph and in the review.
    """
    return len(node.path())


def _branches(before: Node, depth: int, columns: Columns) -> Iterator[Row]:
    for branch in before.children[1:]:
        yield from _branch(branch, depth, columns)


def _branch(first: Node, depth: int, columns: Columns) -> Iterator[Row]:
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


class _Flow:
    """Words set one after the other, in as many rows as they need."""

    def __init__(self, columns: Columns, depth: int) -> None:
        self._columns = columns
        self._depth = min(depth, DEEPEST)
        self._left = columns.number + (self._depth - 1) * columns.indent
        self._end = self._left
        self._rows: list[Row] = []
        self._fresh = True

    def add(self, node: Node) -> None:
        """Set a move at the end."""
        before = node.parent
        assert before is not None
        first = before.position.to_move == 1
        number = f"{number_of(node)}." if first or self._fresh else ""
        self._fresh = False
        measure, gap = self._columns.measure, self._columns.measure(" ") * 2
        text = f"{number} {node.move}{self._columns.extra(node)}".strip()
        width = measure(text) + gap
        if not self._rows or self._end + width > self._columns.width:
            self._rows.append(Row(self._depth))
            self._end = self._left
        self._rows[-1].words.append(Word(node, number, self._end, width))
        self._end += width

    def rows(self) -> list[Row]:
        """Return the rows set since the last call."""
        rows, self._rows, self._fresh = self._rows, [], True
        return rows


def _comment(node: Node, depth: int) -> list[Row]:
    words = shown_comment(without_commands(node.comment))
    return [Row(depth, comment=words, of=node)] if words else []
