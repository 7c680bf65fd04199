"""What the address of the page can say after its hash: a position, a game, a deal.

    #position=<grid> <to move> <points>     #deal=7     #game=<a record, packed>

A link is made by anybody, so nothing in it is believed: it is read by the parsers that read files,
and what is too long is refused before it is unpacked.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Final
from urllib.parse import quote, unquote

from battle.language import N_
from battle.rules.position import FormatError, Position, deal_number, quoted
from battle.rules.position import deal as deal_of
from battle.rules.record import Record, found_in, recognise

LONGEST: Final = 60_000
"""Characters of a link."""
_LARGEST: Final = 1 << 20
"""Bytes of a record that is unpacked."""


def of_position(position: Position) -> str:
    """Return the hash that opens a position."""
    return "#position=" + quote(str(position), safe="/.-")


def of_record(record: Record) -> str:
    """Return the hash that opens a game."""
    packed = zlib.compress(record.text.encode(), 9)
    return "#game=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def of_deal(number: int) -> str:
    """Return the hash that opens a deal."""
    return f"#deal={number}"


def opened(text: str) -> Record | Position | str:
    """Return what a link, or a text that was pasted, names: a game, a position, an invitation.

    Raises RulesError, with one line, for anything else.
    """
    name, equals, said = text.strip().removeprefix("#").partition("=")
    if len(text) > LONGEST and text.startswith("#"):
        raise FormatError(N_("the link is longer than {most} characters"), most=LONGEST)
    match name if equals else "":
        case "position":
            return Position.parse(unquote(said))
        case "deal":
            return deal_of(deal_number(said))
        case "game":
            return recognise(_unpacked(said))
    return found_in(text)


def _unpacked(said: str) -> str:
    try:
        packed = base64.b64decode(said + "=" * (-len(said) % 4), "-_", validate=True)
        reader = zlib.decompressobj()
        text = reader.decompress(packed, _LARGEST)
        if not reader.eof:
            raise FormatError(N_("the game in the link is not whole, or too long"))
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(
            N_("the game in the link is damaged: {text}"), text=quoted(said)
        ) from None
