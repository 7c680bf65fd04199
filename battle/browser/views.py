"""What the page is sent: the views of `battle.screens` as plain values, ready for JSON.

    a record ──► an object of its fields; those that are empty, as is their default, are left out
    a block  ──► the same with `block`, its name; a `Board`, a `Scan` … as a record that is drawn
    an act   ──► {"do": its name, …}, which the page sends back when it is chosen

`tools.page.types` writes the types of the page's script from the same records.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, TypeAlias

from battle.language import _
from battle.page.blocks import Block, Board, Diagram
from battle.rules.position import Cell, Kind, Move, Player, Position
from battle.screens.board_view import BoardShown, Frame, board_of
from battle.screens.view import Act, Button, CardView, Scan

View: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Notice:
    """A sentence that is shown for a few seconds; another `id` is another notice."""

    words: str
    id: int


@dataclass(frozen=True)
class PageWords:
    """What the page says by itself."""

    back: str
    close: str
    more: str
    moves: str
    pairs: str
    refused: str
    wait: str


@dataclass(frozen=True)
class Around:
    """What goes with what a screen shows.

    Back leads to the first screen in `depth` steps; `place` opens all those over it again. `tabs`
    lead to the five places of the program, `sections` to the parts of one. `calls` is the title of
    a page in which a friend waits. The `region` is the board for who does not see it: it says whose
    turn it is. The `words` are sent when the language is another one.
    """

    screen: str
    language: str
    theme: str
    depth: int
    place: tuple[tuple[Any, ...], ...] = ()
    turn: Player | None = None
    notice: Notice | None = None
    tabs: tuple[Button, ...] = ()
    sections: tuple[Button, ...] = ()
    calls: str = ""
    region: str = ""
    sound: bool = False
    notifies: bool = False
    sheet: CardView | None = None
    words: PageWords | None = None


# --- records as JSON -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Picture(Block):
    """A board among blocks, and what is said of it."""

    board: BoardShown
    said: str = ""
    leads_to: Any = None


@dataclass(frozen=True)
class Squares(Block):
    """A code to scan: the `path` strokes its dark squares, `side` to a line."""

    side: int
    path: str
    words: str


_MARKS: Final[Mapping[str, Frame]] = {"played": "played", "better": "best", "unknown": ""}


def picture(block: Board | Diagram) -> Picture:
    """Return a board, its pairs framed; a diagram has its first columns and rows."""
    marks = {cell: _MARKS[pair.look] for pair in block.shown for cell in pair.move}
    tags = {cell: (pair.words, None) for pair in block.shown if pair.words for cell in pair.move}
    shown = board_of(block.position, marks=marks, tags=tags)
    if isinstance(block, Board):
        return Picture(shown, block.said, block.leads_to)
    columns, rows = block.columns, block.rows
    return Picture(replace(shown, cols=columns, rows=rows, letters=block.lettered, box=None))


@lru_cache(8)
def code_to_scan(block: Scan) -> Squares:
    """Return a link as a code."""
    from segno import encoder  # takes its time, and few need it

    code, path = encoder.encode(block.link, micro=False), ""  # type: ignore[no-untyped-call]
    for line, squares in enumerate(code.matrix):
        at = 0
        for is_dark, run in groupby(squares):
            count = len([*run])
            path += f"M{at} {line}h{count}" * is_dark
            at += count
    return Squares(len(code.matrix), path, _("QR code"))


DRAWN: Final[Mapping[type, Callable[[Any], Block]]] = {
    Board: picture,
    Diagram: picture,
    Scan: code_to_scan,
}
"""The blocks that are sent as others, which the page can draw."""
UNSENT: Final = ("typed", "leads_to")
"""The fields that are not sent: words of the terminal, and what `do` says."""


def plain(value: Any) -> Any:
    """Return a value as JSON has it: kinds, moves and cells as they are written, blocks named."""
    if isinstance(value, Kind | Cell | Move | Position):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Act):
        return act_of(value)
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if not is_dataclass(value):
        return value
    if drawn := DRAWN.get(type(value)):
        return plain(drawn(value))
    parts: View = {}
    if isinstance(value, Block):
        parts["block"] = block_name(type(value))
        if value.target is not None:
            parts["do"] = act_of(value.target)
    for part in fields(value):
        held = getattr(value, part.name)
        is_left_out = held == part.default and is_empty(held)
        is_there = part.name in UNSENT or part.name in parts
        if not (is_there or is_left_out):
            parts[part.name] = plain(held)
    return parts


def is_empty(value: object) -> bool:
    """Whether a value is none, or no more than an empty text or sequence, or a no."""
    return value is None or value is False or value in ("", ())


def block_name(block: type[Block]) -> str:
    """Return what a block is called in JSON: `move_line`."""
    return re.sub("(?<!^)([A-Z])", r"_\1", block.__name__).lower()


def act_of(target: Any) -> View:
    """Return the act that following a target is: an action, a place to go to, a pair to take."""
    if isinstance(target, Act):
        return {"do": target.name, **dict(target.given)}
    if isinstance(target, Move):
        return {"do": "take", "move": str(target)}
    if isinstance(target, int):
        return {"do": "go_to", "place": target}
    return {"do": type(target).__name__.lower(), **plain(target)}
