"""What the page is sent: plain values, ready for JSON.

Boards, players, pairs, fields of forms, and the blocks of the program's pages. Nothing is decided
here: it is the state of a game or a study in the page's words. Whatever can be done stands beside
it as an *act*, an object that the page sends back when it is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, TypeAlias

from battle.analysis.costs import USUAL, MoveCost
from battle.coach.answer import Shown
from battle.game.session import Session
from battle.game.setup import face
from battle.language import _, ngettext
from battle.page.blocks import Block, Board, Command, Diagram, Offer, Page
from battle.profile.settings import SETTINGS
from battle.rules.position import (
    COLUMNS,
    PLAYERS,
    ROWS,
    Cell,
    Kind,
    Move,
    Player,
    Position,
    other,
)
from battle.rules.record import Node, move_number
from battle.screens.played import Played
from battle.screens.view import Act, CardView, Scan, code_of
from battle.words import cost_figure, label, tile_words

View: TypeAlias = dict[str, Any]

_YOU: Final = "you"
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


@lru_cache(8)
def code_to_scan(link: str) -> View:
    """Return the block with a link as a code, its dark squares as strokes of a path."""
    from segno import encoder  # takes its time, and few need it

    code, path = encoder.encode(link, micro=False), ""  # type: ignore[no-untyped-call]
    for line, squares in enumerate(code.matrix):
        at = 0
        for is_dark, run in groupby(squares):
            count = len([*run])
            path += f"M{at} {line}h{count}" * is_dark
            at += count
    return {"block": "scan", "side": len(code.matrix), "path": path, "words": _("A code to scan")}


# --- players -------------------------------------------------------------------------------------


def seat(session: Session, player: Player, sub: str = "") -> View:
    """Return a player; `sub` is the line under the name."""
    place, ending, name = session.seat(player), session.ending, label(session.name(player))
    is_away = not place.solver and not session.is_here(player)
    return {
        "player": player,
        "name": name,
        "initial": name[:1].upper() if is_away else "",
        "sub": sub,
        "score": session.points[player - 1],
        "face": face(place.level) if place.solver else "" if is_away else _YOU,
        "moves": ending is None and session.to_move == player,
        "won": ending is not None and ending.winner == player,
        "is_you": player == session.person,
        "taken": plain(session.taken(player)),
    }


def seats(session: Session) -> list[View]:
    """Return both players."""
    return [seat(session, player) for player in PLAYERS]


# --- the board -----------------------------------------------------------------------------------


def board(
    position: Position,
    *,
    after: Node | None = None,
    marks: Mapping[Cell, str] | None = None,
    tags: Mapping[Cell, tuple[str, int | None]] | None = None,
    dimmed: bool = False,
    analysed: bool = False,
    within: Position | None = None,
) -> View:
    """Return a board; the pair of the move to the node `after` is still outlined.

    `marks` frame tiles, `tags` are words on them with the class of a cost. `dimmed` leaves only
    those in the light; an `analysed` one has letters and closes its gaps. The board has room for
    the tiles of `within`, such as those a game began with.
    """
    marks, tags = marks or {}, tags or {}
    tiles = []
    for cell, kind in position.tiles():
        tile = _tile(position, cell, kind)
        if cell in marks:
            tile["mark"] = marks[cell]
        if cell in tags:
            tile["tag"], tile["cost"] = tags[cell]
        if dimmed and cell not in marks and cell not in tags:
            tile["quiet"] = True
        tiles.append(tile)
    gone = after.move if after is not None and after.move and after.parent is not None else ()
    mover = after.parent.position.to_move if after is not None and after.parent is not None else 1
    return {
        "cols": COLUMNS,
        "rows": ROWS,
        "letters": analysed,
        "close": analysed,
        "box": _box(within or position),
        "tiles": tiles,
        "ghosts": ghosts(gone, mover),
    }


def _box(position: Position) -> tuple[int, ...]:
    """Return the first and the last column and row with a tile: left, top, right, bottom."""
    cells = [cell for cell, _kind in position.tiles()] or [Cell(0, 0), Cell(COLUMNS - 1, ROWS - 1)]
    columns, rows = zip(*cells, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def ghosts(cells: Iterable[Cell], player: Player) -> list[View]:
    """Return the outlines of tiles that a player took."""
    return [{"cell": str(cell), "player": player} for cell in cells]


_FRAMES: Final = {"lit": "answer"}


def shown_board(
    shown: Shown, *, dims: bool = False, at: int | None = None, within: Position | None = None
) -> View:
    """Return the board of what is shown of a pair, with the first tiles in the light, or all."""
    lit = [*shown.looks][:at]
    words, mark = shown.tag
    tag = words, None if mark is None else mark.degree
    view = board(
        shown.position,
        marks={cell: _FRAMES.get(shown.looks[cell], shown.looks[cell]) for cell in lit},
        tags=dict.fromkeys(() if dims or not words else shown.tagged, tag),
        dimmed=shown.is_dimmed or dims,
        within=within,
    )
    glow = {str(cell) for cell in lit if shown.looks[cell] == "lit"}
    for tile in view["tiles"]:
        tile["glows"] = tile["cell"] in glow
    scored = {"words": f"+{shown.worth}", "player": shown.player}
    bubble = {"bubble": scored} if shown.worth and len(lit) == len(shown.looks) else {}
    return {**view, "ghosts": ghosts(shown.gone or (), other(shown.player)), **bubble}


_READ_STEPS: Final = 3
"""How many frames a pair stays in the light before the next one is played."""


def answer_frames(shown: Shown, within: Position | None = None) -> list[View]:
    """Return the boards of an answer that is played tile by tile, with what follows it.

    Then the answer is shown again.
    """
    room, frames = within or shown.position, list[View]()
    for step in (shown, *shown.then):
        counts = range(len(step.in_turn))
        frames += [shown_board(step, at=count, within=room) for count in counts]
        frames += [shown_board(step, within=room)] * (_READ_STEPS if shown.then else 1)
    return [*frames, shown_board(shown, within=room)] if shown.then else frames


def _tile(position: Position, cell: Cell, kind: Kind) -> View:
    column = position.columns[cell.column]
    above, below = (
        sum(kept is not None for kept in part)
        for part in (column[: cell.row], column[cell.row + 1 :])
    )
    words, where = tile_words(kind), _("column {letter}").format(letter=str(cell)[0])
    tile = {"cell": str(cell), "kind": str(kind), "words": words, "short": where}
    if above and below:
        says = _("Blocked: {above} above, {below} below.").format(above=above, below=below)
        ends = [str(cell._replace(row=cell.row + by)) for by in (-1, 1)]
        name = ", ".join((words, where, _("blocked")))
        return tile | {"free": False, "says": says, "blockers": ends, "name": name}
    partners = sorted(position.partners.get(cell, ()), key=lambda one: one.row)
    has = ngettext("has {n} partner", "has {n} partners", len(partners)).format(n=len(partners))
    parts = words, where, _("top") if not above else _("bottom"), has if partners else ""
    return tile | {
        "free": True,
        "pairs": plain(partners),
        "name": ", ".join(filter(None, parts)),
        "says": _("No second {tile} is free.").format(tile=words),
        "take": _("Take +{points}").format(points=kind.rank),
    }


def pair_of(position: Position, move: Move, **more: Any) -> View:
    """Return a pair that can be taken; `more` says what it costs and what touching it does."""
    kind = position.kind_of(move)
    return {
        "move": str(move),
        "kind": str(kind),
        "words": tile_words(kind),
        "cells": f"{move.first} – {move.second}",
        "worth": f"+{kind.rank}",
        "do": {"do": "take", "move": str(move)},
        **more,
    }


def move_of(node: Node, ply: int, **more: Any) -> View:
    """Return the move to a node, number `ply` of its line from 1."""
    assert node.parent is not None
    assert node.move is not None
    before = node.parent.position
    return {
        "number": str(move_number(ply, before.to_move)),
        "player": before.to_move,
        "kind": str(before.kind_of(node.move)),
        "cells": f"{node.move.first} {node.move.second}",
        **more,
    }


def priced(cost: MoveCost | None) -> View:
    """Return what is known of a pair's cost, for a list and for tests."""
    if cost is None or not cost.is_known:
        return {}
    shown = {"lower": cost.cost.lower, "upper": cost.cost.upper, "proven": cost.exact}
    points = cost.cost.points
    of_class = None if points is None else USUAL.mark(points).degree
    return {**shown, "cost": cost_figure(cost.cost), "class": of_class}


def signs(played: Played, at: int = -1) -> list[View]:
    """Return a sign for each of a player's pairs; that of the pair `at` a ply stands out."""
    return [
        {
            "cost": None if sign.mark is None else sign.mark.degree,
            "says": sign.words,
            **({"at": sign.ply == at, "do": {"do": "review", "ply": sign.ply}} if sign.ply else {}),
        }
        for sign in played.signs
    ]


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


# --- pages ---------------------------------------------------------------------------------------

_MARKS: Final = {"played": "played", "better": "best"}


def blocks(page: Iterable[Block]) -> list[View]:
    """Return the blocks of a page."""
    return [plain(one) for one in page]


def plain(value: Any) -> Any:
    """Return a value as JSON has it: kinds, moves and cells as they are written, blocks named."""
    if isinstance(value, Kind | Cell | Move):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Position):
        return board(value)
    if isinstance(value, Board | Diagram):
        return _pictured(value)
    if isinstance(value, Act):
        return {"do": value.name, **dict(value.given)}
    if isinstance(value, Scan):
        return code_to_scan(value.link)
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if not is_dataclass(value):
        return value
    parts = {part.name: getattr(value, part.name) for part in fields(value)}
    parts.pop("typed", None)
    target = parts.pop("leads_to", None)
    if isinstance(value, Offer):
        target = value.target
    named = {"block": _named(value)} if isinstance(value, Block) else {}
    done = {} if target is None else {"do": act_of(target)}
    return {**named, **{name: plain(part) for name, part in parts.items()}, **done}


def _named(value: Block) -> str:
    name = type(value).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _pictured(block: Board | Diagram) -> View:
    """Return a block with a board, its pairs framed; a diagram has its first columns and rows."""
    marks = {cell: _MARKS[pair.look] for pair in block.shown for cell in pair.move}
    tags = {cell: (pair.words, None) for pair in block.shown if pair.words for cell in pair.move}
    shown = board(block.position, marks=marks, tags=tags)
    if isinstance(block, Board):
        return {"block": "board", "position": shown, "said": block.said}
    cut = {"cols": block.columns, "rows": block.rows, "letters": block.lettered, "box": None}
    return {"block": "diagram", "position": shown | cut, "names": block.names}


def act_of(target: Any) -> View:
    """Return the act that following a target is: an action, a place to go to, a pair to take."""
    if isinstance(target, Command):
        return {"do": target.action}
    if isinstance(target, Move):
        return {"do": "take", "move": str(target)}
    if isinstance(target, int):
        return {"do": "go_to", "place": target}
    return {"do": type(target).__name__.lower(), **plain(target)}


def sent(view: CardView | View) -> View:
    """Return a view as JSON has it."""
    parts: View = plain(view) if isinstance(view, CardView) else view
    return parts


def words_of(page: Page) -> str:
    """Return the sentences of a page's paragraphs, one after another."""
    return " ".join(words for block in page if (words := getattr(block, "words", "")))
