"""What pasted texts and links hold: a position, a game, a deal, or an invitation.

Links have it after their hash:

    …#position=<grid>%20<player>%20<points>     …#deal=7     …#game=<a record, packed>
    …#day, …#quick, today's deals
    …#quick&20261129.12.QW5uYQ, the deal of a day, how much was given away on it, and by whom

They open in the page and in the program alike. Anybody can make one, so nothing in it is believed:
it is read by the parsers that read files, and what is too long is refused before it is unpacked.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from battle.rules.position import (
    ALL_TILES,
    FormatError,
    Position,
    RulesError,
    deal,
    deal_number,
)
from battle.rules.problem import Problem
from battle.rules.quick import QUICK
from battle.rules.record import TAG, Record, SeveralGamesError, one_game, recognise, texts_of_games
from battle.rules.tree import Game

# --- invitations ---------------------------------------------------------------------------------

INVITATION: Final = "mahjong-battle:"
"""What every invitation to a game with a friend begins with that is no link."""

OPENING: Final = re.compile(
    rf"(?i:{INVITATION})" r"|https?://[^\s#<>]{1,300}#(?=[0-9]{1,4}\.[A-Za-z0-9_-]{22}\.)"
)
"""What precedes the version of an invitation: its word, or the address of a page."""

TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{22}")
"""A topic: 16 random bytes in base64url."""


SEEDED: Final = "4"
"""The version of a link whose topic and key follow from a seed."""
_SEED_BYTES: Final = 16


def topic_and_key(seed: bytes) -> tuple[str, bytes]:
    """Return the topic and the key of the invitation with a seed of 16 random bytes."""
    topic = blake2b(seed, digest_size=16, person=b"mahjong topic").digest()
    key = blake2b(seed, digest_size=32, person=b"mahjong key").digest()
    return base64.urlsafe_b64encode(topic).rstrip(b"=").decode(), key


def seed_of(word: str) -> bytes:
    """Return the seed that a word writes; raise ValueError for none."""
    seed = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
    if len(seed) != _SEED_BYTES or base64.urlsafe_b64encode(seed).rstrip(b"=").decode() != word:
        raise ValueError(word)
    return seed


def topic_in(text: str) -> str:
    """Return the topic of the invitation in a text, empty without one."""
    opening = OPENING.search(text)
    parts = text[opening.end() :][:100].split(".") if opening else []
    if len(parts) < 3 or not TOPIC.fullmatch(parts[1]):
        return ""
    if parts[0] == SEEDED:
        with suppress(ValueError):
            return topic_and_key(seed_of(parts[1]))[0]
        return ""
    return parts[1]


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

DAY_LINK: Final = "#day"
QUICK_LINK: Final = "#quick"

_MOST_UNPACKED: Final = 1 << 20
_MOST_JOINTS: Final = 16
_LONGEST_NAME: Final = 20
_LINK: Final = re.compile(
    r"(?P<page>https?://[^\s#<>]{1,300})?"
    r"(?:(?P<today>#day|#quick)(?:&(?P<day>[0-9]{8})(?:[.](?P<lost>[0-9]{1,3})"
    r"(?:[.](?P<who>[A-Za-z0-9_-]{2,20}))?)?)?(?![\w=-])|#(?P<name>position|deal|game)=)"
)
_JOINT: Final = re.compile(r"(?<![ \t])[ \t]*\r?\n[>\s]*")
"""Where a mail program breaks a line, and what it puts before the next one it quotes."""
_PACKED: Final = re.compile(rf"[\w-]*(?:{_JOINT.pattern}[\w-]+(?=\s|>|$))*", re.ASCII)
_WHOLE: Final = re.compile(r".*%20[12]%20[0-9]+-[0-9]+")
"""A position as links are written: with the player to move and the points."""
_AROUND: Final = "<>()[]{}\"'.,;:!?*»”’"
"""What may stand around a link in a text."""


class Today(NamedTuple):
    """What a link to a deal of a day names: the whole one, or the quick one, of some tiles.

    It is today's if there is no `day`. Somebody of some `name` gave away `lost` points on it.
    """

    tiles: int
    day: date | None = None
    lost: int | None = None
    name: str = ""

    @property
    def link(self) -> str:
        """The hash that opens it; a name that makes it long is left out."""
        hash = QUICK_LINK if self.tiles == QUICK else DAY_LINK
        if self.day is None:
            return hash
        name = base64.urlsafe_b64encode(self.name.encode()).decode().rstrip("=")
        told = (
            []
            if self.lost is None
            else [str(self.lost), *[name] * (0 < len(name) <= _LONGEST_NAME)]
        )
        return ".".join((f"{hash}&{self.day:%Y%m%d}", *told))


Held: TypeAlias = Record | Position | Today | str
"""What a text holds; a text is one with an invitation."""


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


def is_link(text: str) -> bool:
    """Whether there is a link or an invitation in a text, whatever they are worth."""
    return OPENING.search(text) is not None or _link_in(text) is not None


def held_in(text: str) -> Held:
    """Return what a text holds: a game, a position, today's deal, or the text of an invitation.

    Links may have words around them, and line breaks within, as mails have. A deal is a game
    without moves, a problem is its position. Raises RulesError, with one line, for anything else.

        >>> held_in("Have a look: <https://example.org/#deal=7>").tags["Deal"]
        '7'
    """
    link = _link_in(text)
    if link is None or link.start() > len(text) - len(text.lstrip()):
        try:
            return _plain(text)
        except RulesError as error:
            is_record = TAG.match(text.removeprefix("\ufeff")) is not None
            if link is None or is_record or isinstance(error, SeveralGamesError):
                raise
    if (today := link["today"]) is not None:
        return _today(QUICK if today == QUICK_LINK else ALL_TILES, link)
    if link["name"] == "game":
        return recognise(_unpacked(_PACKED.match(text, link.end())[0]))  # type: ignore[index]
    said = [*words_at(text, link.end())]
    if len(said[0]) > MOST_CHARACTERS:
        raise FormatError("bad link: it has more than {most} characters", most=MOST_CHARACTERS)
    if link["name"] == "deal":
        return Record({"Deal": said[0]}, Game(deal(deal_number(said[0]))))
    return _position(said)


def bare_deal(held: Record) -> int | None:
    """Return the number in what a link to a deal holds, None for a game."""
    is_bare = {*held.tags} == {"Deal"} and not held.game.root.children
    return deal_number(held.tags["Deal"]) if is_bare else None


def table_in(text: str) -> Record | Position:
    """Return the game or the position that a text holds; raise RulesError for anything else."""
    held = held_in(text)
    return held if isinstance(held, (Record, Position)) else recognise(text)


def _link_in(text: str) -> re.Match[str] | None:
    """Return the first link in a text; today's deal without a page must stand alone."""
    links = (
        link
        for link in _LINK.finditer(text[: 2 * MOST_CHARACTERS])
        if link["name"] or link["page"] or link[0] == text.strip()
    )
    return next(links, None)


def words_at(text: str, start: int) -> Iterator[str]:
    """Yield the word that begins in a text, then with more and more lines joined to it."""
    rest, before = text[start : start + MOST_CHARACTERS + 1], ""
    for _joint in range(_MOST_JOINTS):
        word = "".join(rest.split(maxsplit=1)[:1]) if rest[:1].strip() else ""
        if word == before != "":
            return
        yield word.rstrip(_AROUND)
        before, rest = word, _JOINT.sub("", rest, count=1)


def _position(said: Sequence[str]) -> Position:
    """Return the position that one of these is; what is whole comes before what was cut."""
    for word in sorted(said, key=lambda word: _WHOLE.fullmatch(word) is None):
        with suppress(RulesError):
            return Position.parse(unquote(word))
    return Position.parse(unquote(said[0]))


def _plain(text: str) -> Record | Position | str:
    try:
        return found_in(text)
    except RulesError:
        if ";" not in text:
            raise
    return Problem.parse(text).position


def _today(tiles: int, link: re.Match[str]) -> Today:
    """Return the deal of the day that a link names, with what it tells after that."""
    try:
        day = None if link["day"] is None else date.fromisoformat(link["day"])
        word = link["who"] or ""
        name = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)).decode()
    except ValueError:
        return Today(tiles)
    return Today(tiles, day, None if link["lost"] is None else int(link["lost"]), name)


def _unpacked(said: str) -> str:
    """Return the text of a game in a link; raise FormatError where it is damaged.

    What follows its end, as the words in the next line of a mail, is passed over.
    """
    if len(said) > MOST_CHARACTERS:
        raise FormatError("bad link: it has more than {most} characters", most=MOST_CHARACTERS)
    letters = re.sub(r"[\s>]", "", said)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    reader = zlib.decompressobj()
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), "-_", validate=True)
        text = reader.decompress(packed, _MOST_UNPACKED).decode()
    except (ValueError, zlib.error):
        raise FormatError("bad link: the game in it is damaged") from None
    if not reader.eof:
        raise FormatError("bad link: the game in it is not whole, or too long")
    return text
