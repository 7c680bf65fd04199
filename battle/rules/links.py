"""What pasted texts and links hold: a position, a game, a deal, or an invitation.

Links have it after their hash:

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
from battle.rules.record import (
    Game,
    Record,
    SeveralGamesError,
    one_game,
    recognise,
    texts_of_games,
)

# --- invitations ---------------------------------------------------------------------------------

INVITATION: Final = "mahjong-battle:"
"""What every invitation to a game with a friend begins with that is no link."""

OPENING: Final = re.compile(
    rf"(?i:{INVITATION})" r"|https?://[^\s#<>]{1,300}#(?=[0-9]{1,4}\.[A-Za-z0-9_-]{22}\.)"
)
"""What precedes the version of an invitation: its word, or the address of a page."""

TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{22}")
"""A topic: 16 random bytes in base64url."""


def topic_in(text: str) -> str:
    """Return the topic of the invitation in a text, empty without one."""
    opening = OPENING.search(text)
    parts = text[opening.end() :][:100].split(".") if opening else []
    return parts[1] if len(parts) > 2 and TOPIC.fullmatch(parts[1]) else ""


def is_for_watching(text: str) -> bool:
    """Whether the invitation in a text is for watching only."""
    opening = OPENING.search(text)
    return opening is not None and text.startswith("2.", opening.end())


def is_for_moving(text: str) -> bool:
    """Whether the invitation in a text moves a game to another device."""
    opening = OPENING.search(text)
    return opening is not None and text.startswith("3.", opening.end())


# --- texts and links -----------------------------------------------------------------------------


def found_in(text: str) -> Record | Position | str:
    """Return the only game in a text, its position, or the text if it has an invitation.

    Raises SeveralGamesError for several games, RulesError if it is none of these.
    """
    try:
        return one_game(text) if len(texts_of_games(text)) > 1 else recognise(text)
    except RulesError as error:
        if topic_in(text) and not isinstance(error, SeveralGamesError):
            return text
        raise


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
