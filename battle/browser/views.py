"""What the page is sent: the views of `battle.screens` as plain values, ready for JSON.

    a record ──► an object of its fields; those that are empty, as is their default, are left out
    a block  ──► the same with `block`, its name; a `Board`, a `Scan` … as a record that is drawn
    an act   ──► {"do": its name, …}, which the page sends back when it is chosen

`tools.page.types` writes the types of the page's script from the same records.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, TypeAlias

from battle.coach.answer import Shown
from battle.game.session import Session
from battle.language import _
from battle.page.blocks import Block, Board, Diagram, Page, ToAction
from battle.profile.settings import SETTINGS
from battle.rules.position import PLAYERS, Cell, Kind, Move, Player, Position
from battle.rules.tree import Node
from battle.screens import board_view
from battle.screens.board_view import BoardShown, Frame, board_of, seat_of
from battle.screens.played import Played
from battle.screens.view import Act, Button, CardView, Scan, code_of

View: TypeAlias = dict[str, Any]

_ON_BUTTONS: Final = ("key", "off", "on", "main", "danger")


def button(words: str, icon: str, do: str, **more: Any) -> View:
    """Return a button that sends an act; `more` is of the button (`key`, `off` …) or of the act."""
    shown: View = {name: more.pop(name) for name in _ON_BUTTONS if name in more}
    return {"words": words, "icon": icon, "do": {"do": do, **more}, **shown}


def button_block(words: str, icon: str, do: str, **more: Any) -> View:
    """Return such a button as a block of a page."""
    return {"block": "button", **button(words, icon, do, **more)}


def card(*parts: View, words: str = "", icon: str = "", note: str = "") -> View:
    """Return a card with blocks on it."""
    return {"block": "card", "words": words, "icon": icon, "note": note, "blocks": parts}


# --- what screens that send objects of their own still use ----------------------------------------


def board(position: Position, *, marks: Mapping[Cell, str] | None = None, **how: Any) -> View:
    """Return a board, as `board_of` makes it; what is marked `lit` glows."""
    lit = [cell for cell, mark in (marks or {}).items() if mark == "lit"]
    frames: Any = {cell: mark for cell, mark in (marks or {}).items() if mark != "lit"}
    shown: View = plain(board_of(position, marks=frames, lit=lit, **how))
    return shown


def ghosts(cells: Iterable[Cell], player: Player) -> list[View]:
    """Return the outlines of tiles that a player took."""
    shown: list[View] = plain(board_view.ghosts(cells, player))
    return shown


def shown_board(shown: Shown, **how: Any) -> View:
    """Return the board of what is shown of a pair."""
    view: View = plain(board_view.shown_board(shown, **how))
    return view


def answer_frames(shown: Shown, within: Position | None = None) -> list[View]:
    """Return the boards of an answer that is played."""
    frames: list[View] = plain(board_view.answer_frames(shown, within))
    return frames


def seat(session: Session, player: Player, sub: str = "") -> View:
    """Return a player; `sub` is the line under the name."""
    view: View = plain(seat_of(session, player, sub))
    return {"face": "", "initial": "", **view}


def seats(session: Session) -> list[View]:
    """Return both players."""
    return [seat(session, player) for player in PLAYERS]


def pair_of(position: Position, move: Move) -> View:
    """Return a pair that can be taken."""
    view: View = plain(board_view.pair_of(position, move))
    return view


def move_of(node: Node, ply: int) -> View:
    """Return the move to a node, number `ply` of its line from 1."""
    view: View = plain(board_view.move_of(node, ply))
    return view


def signs(played: Played, at: int = -1) -> list[View]:
    """Return a sign for each of a player's pairs; that of the pair `at` a ply stands out."""
    view: list[View] = plain(board_view.signs_of(played, at))
    return view


# --- forms ---------------------------------------------------------------------------------------


def field(name: str, words: str, value: object, kind: str = "text", **more: Any) -> View:
    """Return a field of a form; the value of a choice is sent as text, and comes back as one."""
    return {"name": name, "words": words, "value": value, "kind": kind, **more}


def choice(name: str, words: str, value: object, options: Iterable[tuple[Any, str]]) -> View:
    """Return a choice between values with their words."""
    choices = [{"value": code_of(option), "words": shown} for option, shown in options]
    return field(name, words, code_of(value), "choice", choices=choices)


def setting(name: str, value: Any) -> View:
    """Return the field of a setting as it is declared."""
    declared = SETTINGS[name]
    if declared.choices:
        return choice(name, _(declared.label), value, declared.options)
    if declared.stops:
        stops = ((stop, declared.words(stop)) for stop in declared.stops_with(value))
        return choice(name, _(declared.label), value, stops) | {"kind": "list"}
    return field(name, _(declared.label), value, "switch", note=_(declared.note))


@dataclass(frozen=True)
class Notice:
    """A sentence that is shown for a few seconds; another `id` is another notice."""

    words: str
    id: int


@dataclass(frozen=True)
class PageWords:
    """What the page says by itself."""

    back: str
    board: str
    close: str
    more: str
    moves: str
    pairs: str
    refused: str
    wait: str


@dataclass(frozen=True)
class Around:
    """What goes with what a screen shows.

    So many screens lie below it as its `depth`; `place` has what opens it and those below again.
    `tabs` lead to the five places of the program. `calls` is the title of a page in which a friend
    waits. The `words` are sent when the language is another one.
    """

    screen: str
    language: str
    theme: str
    depth: int
    place: tuple[tuple[Any, ...], ...] = ()
    turn: Player | None = None
    notice: Notice | None = None
    tabs: tuple[Button, ...] = ()
    calls: str = ""
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


@dataclass(frozen=True)
class Squares(Block):
    """A code to scan: the `path` strokes its dark squares, `side` to a line."""

    side: int
    path: str
    words: str


_MARKS: Final[Mapping[str, Frame]] = {"played": "played", "better": "best"}


def picture(block: Board | Diagram) -> Picture:
    """Return a board, its pairs framed; a diagram has its first columns and rows."""
    marks = {cell: _MARKS[pair.look] for pair in block.shown for cell in pair.move}
    tags = {cell: (pair.words, None) for pair in block.shown if pair.words for cell in pair.move}
    shown = board_of(block.position, marks=marks, tags=tags)
    if isinstance(block, Board):
        return Picture(shown, block.said)
    columns, rows = block.columns, block.rows
    return Picture(replace(shown, cols=columns, rows=rows, letters=block.lettered, box=None))


@lru_cache(8)
def code_to_scan(link: str) -> Squares:
    """Return a link as a code."""
    from segno import encoder  # takes its time, and few need it

    code, path = encoder.encode(link, micro=False), ""  # type: ignore[no-untyped-call]
    for line, squares in enumerate(code.matrix):
        at = 0
        for is_dark, run in groupby(squares):
            count = len([*run])
            path += f"M{at} {line}h{count}" * is_dark
            at += count
    return Squares(len(code.matrix), path, _("A code to scan"))


DRAWN: Final[Mapping[type, Callable[[Any], Block]]] = {
    Board: picture,
    Diagram: picture,
    Scan: lambda block: code_to_scan(block.link),
}
"""The blocks that are sent as others, which the page can draw."""
UNSENT: Final = ("typed", "action", "leads_to")
"""The fields that are not sent: words of the terminal, and what `do` says."""


def blocks(page: Iterable[Block]) -> list[View]:
    """Return the blocks of a page."""
    return [plain(one) for one in page]


def plain(value: Any) -> Any:
    """Return a value as JSON has it: kinds, moves and cells as they are written, blocks named."""
    if isinstance(value, Kind | Cell | Move | Position):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Act):
        return {"do": value.name, **dict(value.given)}
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
        if part.name not in UNSENT and not is_left_out:
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
    if isinstance(target, ToAction):
        return {"do": target.action}
    if isinstance(target, Move):
        return {"do": "take", "move": str(target)}
    if isinstance(target, int):
        return {"do": "go_to", "place": target}
    return {"do": type(target).__name__.lower(), **plain(target)}


def words_of(page: Page) -> str:
    """Return the sentences of a page's paragraphs, one after another."""
    return " ".join(words for block in page if (words := getattr(block, "words", "")))
