"""Markup: elements of HTML and SVG whose texts and attributes are escaped by construction.

No character gets into them that their formats do not allow.
"""

from __future__ import annotations

from html import escape

from battle.words.plain import plain

_NAMES = {"class_": "class", "id_": "id"}


class Markup(str):
    """Text that is markup already; any other string is escaped when it becomes part of some."""

    __slots__ = ()


def tag(element: str, /, *parts: str, **attributes: object) -> Markup:
    """Return an `element` with `parts` in it, strings or markup.

    Attributes are written in the order given, `_` in their names as `-`, those that are None not
    at all.
    """
    written = "".join(
        f' {_NAMES.get(key, key.replace("_", "-"))}="{escape(plain(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not parts:
        return Markup(f"<{element}{written}/>")
    return Markup(f"<{element}{written}>{joined(*parts)}</{element}>")


def joined(*parts: str) -> Markup:
    """Return parts one after the other, those that are no markup escaped."""
    return Markup(
        "".join(
            part if isinstance(part, Markup) else escape(plain(part), quote=False) for part in parts
        )
    )
