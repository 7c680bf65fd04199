"""Links that hold a position, a game or a deal after their hash, and what texts hold at all.

    …#position=<grid>%20<player>%20<points>     …#deal=7     …#game=<a record, packed>

They open in the page and in the program alike. Anybody can make one, so nothing in it is believed:
it is read by the parsers that read files, and what is too long is refused before it is unpacked.
"""

from __future__ import annotations

import base64
import re
import zlib
from typing import Final
from urllib.parse import quote, unquote

from battle.rules.position import FormatError, Position, RulesError, deal, deal_number
from battle.rules.problem import Problem
from battle.rules.record import Game, Record, found_in, recognise

MOST_CHARACTERS: Final = 100_000
"""The longest link that is read."""

_MOST_UNPACKED: Final = 1 << 20
_LINK: Final = re.compile(r"(?:https?://[^\s#]{1,300})?#(position|deal|game)=(\S*)")


def position_link(position: Position) -> str:
    """Return the hash that opens a position."""
    return f"#position={quote(str(position), safe='/.-')}"


def deal_link(number: int) -> str:
    """Return the hash that opens a deal."""
    return f"#deal={number}"


def game_link(record: Record) -> str:
    """Return the hash that opens a game: its text by zlib, in base64url."""
    packed = base64.urlsafe_b64encode(zlib.compress(record.text.encode(), 9))
    return f"#game={packed.decode().rstrip('=')}"


def held_in(text: str) -> Record | Position | str:
    """Return what a link or another text holds: a game, a position, or the text of an invitation.

    A deal is a game without moves, a problem is its position. Raises RulesError, with one line, for
    anything else.

        >>> held_in("#deal=7").tags["Deal"]
        '7'
    """
    link = _LINK.fullmatch(text.strip()[: MOST_CHARACTERS + 1])
    if link is None:
        return _plain(text)
    if len(text) > MOST_CHARACTERS:
        raise FormatError("bad link: it has more than {most} characters", most=MOST_CHARACTERS)
    name, said = link.groups()
    if name == "position":
        return Position.parse(unquote(said))
    if name == "deal":
        return Record({"Deal": said}, Game(deal(deal_number(said))))
    return recognise(_unpacked(said))


def _plain(text: str) -> Record | Position | str:
    try:
        return found_in(text)
    except RulesError:
        if ";" not in text:
            raise
    return Problem.parse(text).position


def _unpacked(said: str) -> str:
    """Return the text of a game in a link; raise FormatError where it is damaged."""
    reader = zlib.decompressobj()
    try:
        packed = base64.b64decode(said + "=" * (-len(said) % 4), "-_", validate=True)
        text = reader.decompress(packed, _MOST_UNPACKED).decode()
    except (ValueError, zlib.error):
        raise FormatError("bad link: the game in it is damaged") from None
    if not reader.eof:
        raise FormatError("bad link: the game in it is not whole, or too long")
    return text
