"""What the page is sent: plain values, ready for JSON.

A board, players, pairs, blocks of the program's pages. Nothing here is decided: it is the state of a
game or a study in the page's words, and whatever can be done with it stands beside it as an *act*,
an object that the page sends back when it is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from battle.analysis.costs import MoveCost
from battle.language import _, ngettext
from battle.page.blocks import Block, Page
from battle.rules.position import COLUMNS, ROWS, Cell, Kind, Move, Player, Position
from battle.words import cost_figure, tile_words

View: TypeAlias = dict[str, Any]
Act: TypeAlias = Mapping[str, Any]

PEOPLE: Final = {
    "novice": "Pip",
    "casual": "Mo",
    "club": "Kim",
    "strong": "Vera",
    "master": "Lin",
    "perfect": "Sol",
    "companion": "Echo",
}
"""Whom one plays at a level; their faces are `assets/faces`."""

NEEDED: Final = 136
"""More than half of the points of a whole deal."""


def person(level: str) -> str:
    """Return who plays at a level; of no level, the solver's."""
    return PEOPLE.get(level, PEOPLE["perfect"])


def face(level: str) -> str:
    """Return the name of their face."""
    return person(level).lower()


def button(words: str, icon: str, do: str, **more: Any) -> View:
    """Return a button that sends an act; `more` is `key`, `off`, `on` or of the act."""
    shown: View = {name: more.pop(name) for name in ("key", "off", "on", "main") if name in more}
    return {"words": words, "icon": icon, "do": {"do": do, **more}, **shown}


# --- the board -----------------------------------------------------------------------------------


def board(
    position: Position,
    *,
    ghosts: Iterable[tuple[Cell, Player]] = (),
    marks: Mapping[Cell, str] | None = None,
    tags: Mapping[Cell, tuple[str, int | None]] | None = None,
    dimmed: bool = False,
    analysed: bool = False,
) -> View:
    """Return a board. `marks` frame tiles, `tags` are words on them with the class of a cost.

    `dimmed` leaves only those in the light; an `analysed` one has letters and closes its gaps.
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
    return {
        "cols": COLUMNS,
        "rows": ROWS,
        "letters": analysed,
        "close": analysed,
        "tiles": tiles,
        "ghosts": [{"cell": str(cell), "player": player} for cell, player in ghosts],
    }


def _tile(position: Position, cell: Cell, kind: Kind) -> View:
    column = position.columns[cell.column]
    above = sum(found is not None for found in column[: cell.row])
    below = sum(found is not None for found in column[cell.row + 1 :])
    partners = sorted(position.partners.get(cell, ()), key=lambda one: one.row)
    words, where = tile_words(kind), _("column {letter}").format(letter=str(cell)[0])
    tile: View = {
        "cell": str(cell),
        "kind": str(kind),
        "words": words,
        "short": where,
        "free": not above or not below,
    }
    if tile["free"]:
        end = _("top") if not above else _("bottom")
        has = ngettext("has {n} partner", "has {n} partners", len(partners))
        parts = [words, where, end, *([has.format(n=len(partners))] if partners else [])]
        tile["says"] = _("No second {tile} is free.").format(tile=words)
        tile["take"] = _("Take +{points}").format(points=kind.rank)
        tile["pairs"] = [str(partner) for partner in partners]
    else:
        parts = [words, where, _("blocked")]
        tile["says"] = _("Blocked: {above} above, {below} below.").format(above=above, below=below)
    tile["name"] = ", ".join(parts)
    return tile


def pair_of(position: Position, move: Move, **more: Any) -> View:
    """Return a pair that can be taken; `more` says what it costs and what touching it does."""
    kind = position.kind_of(move)
    return {
        "move": str(move),
        "kind": str(kind),
        "words": tile_words(kind),
        "cells": " – ".join(map(str, move)),
        "worth": f"+{kind.rank}",
        **more,
    }


def cost_class(cost: int) -> int:
    """Return which of the four colours of costs so many points have: 0, to 3, to 5, more."""
    return sum(cost > most for most in (0, 3, 5))


def priced(cost: MoveCost) -> View:
    """Return what is known of a pair's cost, for a list and for tests."""
    lower, upper = cost.cost.lower, cost.cost.upper
    shown: View = {"lower": lower, "upper": upper, "proven": cost.exact}
    if cost.is_known:
        shown |= {"cost": cost_figure(cost.cost), "class": cost_class(cost.cost.value)}
    return shown


# --- pages ---------------------------------------------------------------------------------------


def blocks(page: Page) -> list[View]:
    """Return the blocks of a page."""
    return [block(one) for one in page]


def block(one: Block) -> View:
    """Return a block: its name and its fields; what it leads to as an act."""
    name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(one).__name__).lstrip("_")
    found: View = {"block": name}
    for part in fields(one):
        if part.name == "leads_to":
            if (target := getattr(one, part.name)) is not None:
                found["do"] = act_of(target)
        elif part.name == "action":
            if one.target is not None:
                found["do"] = act_of(one.target)
        elif isinstance(value := getattr(one, part.name), Position):
            shown = getattr(one, "shown", ())
            tags = {cell: (s.words, None) for s in shown if s.words for cell in s.move}
            marks = {cell: _LOOKS[s.look] for s in shown for cell in s.move}
            found["board"] = board(value, marks=marks, tags=tags, analysed=name == "diagram")
        else:
            found[part.name] = plain(value)
    return found


_LOOKS: Final = {"played": "played", "better": "best"}


def act_of(target: Any) -> View:
    """Return the act that following a target is: its name, and its fields."""
    told = {part.name: plain(getattr(target, part.name)) for part in fields(target)}
    return {"do": type(target).__name__.lower(), **told}


def plain(value: Any) -> Any:
    """Return a value as JSON has it: kinds, moves and cells as they are written."""
    match value:
        case Block():
            return block(value)
        case Enum():
            return value.value
        case Kind() | Cell() | Move():
            return str(value)
        case Position():
            return board(value)
        case tuple() | list():
            return [plain(part) for part in value]
        case dict():
            return {str(name): plain(part) for name, part in value.items()}
    if is_dataclass(value):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    return value
