"""The handshake: how host and guest of an invitation agree on a game and on its key.

    host ── "host": offer ─────────────────────► guest        sealed with the invitation's key
    host ◄───────────────────── "join": asks ─── guest        sealed with the invitation's key
    host ◄──────────────── "guest": its copy ─── guest        sealed with the game's key
    host ── "host": taken by …, and its copy ──► guest        the copy sealed with the game's key

Offer and answer carry the public keys of identities made for this game alone. The key of the game
is derived from both, the topic, the invitation's key and the whole offer: anyone who gets the
invitation later can neither read nor forge anything of the game. The host accepts the first request
whose copy is there, so that a guest cannot be displaced by a mere request; from then on what opens
with the invitation says only who was accepted, which anyone may read.

The guest knows the key of the game once it has read the offer, and may move at once; the host finds
the answer and the guest's copy whenever it comes back. Someone who had the invitation before the
guest could sit between the two: the `check_word` then differs between the sides.

The slot `host` holds two sealed messages: the length of the first (2 bytes), the offer or the
notice that it is taken, and the host's copy, which is missing before someone has joined.

What each side goes through:

    host     offered ───────────────────────────────► playing      someone has joined
    guest    looking ──► seen ──► joining ──► playing              read the offer; joined; was taken
                └─────────┴──────────┴──────► refused              someone else was, or no one is
"""

from __future__ import annotations

import random
import re
import secrets
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from battle.friend.sealing import (
    KEY_BYTES,
    MOST_ASIDE,
    PUBLIC_BYTES,
    SIGNATURE_BYTES,
    VERSION,
    DamagedError,
    Identity,
    Public,
    Seal,
    SealError,
    bytes_in,
    list_in,
    matching,
    number_in,
    packed,
    reading,
    text_in,
    unpacked,
    watch_key,
    watch_topic,
)
from battle.friend.told import told_of
from battle.friend.ways.broker import parse_brokers
from battle.game.events import ProvedNotice
from battle.game.setup import TimeControl, time_control
from battle.profile.options import DAYS, FAIR, GameOptions
from battle.rules.links import INVITATION, OPENING, SEEDED, seed_of, topic_and_key, words_at
from battle.rules.position import (
    ALL_POINTS,
    LAST_DEAL,
    PLAYERS,
    FormatError,
    Player,
    Position,
    deal,
    other,
    position,
)
from battle.words import shown_comment, shown_name

Side: TypeAlias = Literal["host", "guest"]
SIDES: Final[tuple[Side, Side]] = ("host", "guest")


def other_side(side: Side) -> Side:
    """Return the side that is not `side`."""
    return "guest" if side == "host" else "host"


# --- what the two agree on before the first move: the host says, the friend joins or does not ----

MOST_DAYS: Final = 30

MOST_DEALS: Final = 20
"""The most deals of a match: their games fit into the logs."""


@dataclass(frozen=True)
class Terms:
    """The agreed terms of a game.

    `deal` is the number of the deal that `start` is, None for another start; `host` is the player
    that the host is in the first game. Time: `control` for a clock that runs while the two play, or
    `days` for every move, or neither. With `help` both may use hints, values and the teacher. A
    duplicate match has its `deals`, the first 0 for a start that is none. With `pie` that side
    names the points that the second player gets, and the other takes a seat. What was given at the
    start stands in `start`, by how much player 1 is to win with perfect play in `head_start`, as in
    `battle.game.setup`.
    """

    start: Position
    deal: int | None = None
    host: Player = 1
    control: TimeControl | None = None
    days: int = 0
    help: bool = False
    deals: tuple[int, ...] = ()
    pie: Side | None = None
    head_start: int = 0

    def player(self, side: Side) -> Player:
        """Return which player a side is in the first game, before seats are chosen."""
        return self.host if side == "host" else other(self.host)

    @property
    def values(self) -> dict[str, Any]:
        values: dict[str, Any] = {"host": self.host, "help": self.help}
        values |= {"deal": self.deal} if self.deal is not None else {"position": str(self.start)}
        if self.start.given != (0, 0) or self.head_start:
            values["given"] = [*self.start.given, self.head_start]
        if self.control is not None:
            values["clock"] = str(self.control)
        if self.days:
            values["days"] = self.days
        if self.deals:
            values["match"] = list(self.deals)
        if self.pie is not None:
            values["pie"] = self.pie
        return values


def terms_of(options: GameOptions) -> Terms:
    """Return the terms that the options offer a friend; raise RulesError for a bad start.

    Chance decides here who moves first, and under the pie rule who names the points.
    """
    number, start = options.deal, options.start()
    second = options.second_sits_first(start)
    head_start = options.agreed_head_start if options.deal_by == FAIR else 0
    return Terms(
        start=start,
        deal=number if start.given == (0, 0) else None,
        host=2 if second else 1,
        control=options.time_control,
        days=options.days_a_move if options.timing == DAYS else 0,
        help=not options.no_help,
        deals=options.match_deals(number) if options.deals_twice else (),
        pie=random.choice(("host", "guest")) if options.by_pie_rule else None,
        head_start=-head_start if second else head_start,
    )


def terms(values: object) -> Terms:
    """Parse terms; raise FormatError for anything else."""
    if not isinstance(values, dict):
        raise DamagedError("bad terms: expected names and values")
    number = number_in(values["deal"], LAST_DEAL, 1) if "deal" in values else None
    start = deal(number) if number is not None else position(text_in(values.get("position")))
    given = values.get("given", [0, 0, 0])
    if not isinstance(given, list) or len(given) != 3 or start.is_over:
        raise DamagedError("bad terms: expected the points given, and a start with a pair")
    control = time_control(text_in(values["clock"])) if "clock" in values else None
    if control is not None and "days" in values:
        raise DamagedError("bad terms: expected a clock or days, not both")
    deals = list_in(
        values.get("match", []), "bad terms: expected the deals of a match", 0, MOST_DEALS
    )
    first_deal = 0 if number is None else 1
    return Terms(
        start=start.with_given((number_in(given[0], ALL_POINTS), number_in(given[1], ALL_POINTS))),
        deal=number,
        host=PLAYERS[number_in(values.get("host"), 2, 1) - 1],
        control=control,
        days=number_in(values["days"], MOST_DAYS, 1) if "days" in values else 0,
        help=values.get("help") is True,
        deals=tuple(
            number_in(one, LAST_DEAL, 1 if at else first_deal) for at, one in enumerate(deals)
        ),
        pie=side_in(values["pie"]) if "pie" in values else None,
        head_start=number_in(given[2], ALL_POINTS, -ALL_POINTS),
    )


def side_in(value: object) -> Side:
    """Parse a side; raise FormatError for anything else."""
    for side in SIDES:
        if side == value:
            return side
    raise DamagedError("expected host or guest")


# --- invitation: one line for any messenger, and all that a friend needs -------------------------
#
#     mahjong-battle:1.<topic>.<key>.<ways>.<check>
#
#     topic   where the two meet: 16 random bytes      key   what only the two know: 32 random bytes
#     ways    how they get there: the brokers' URLs with commas between, `lan`, or both and a space
#     check   6 letters of a hash of what stands before it: shows that a line was cut or mistyped
#
# A line that begins with 2 lets others watch, who have another topic and another key; one with 3
# moves a game to another device of the same player.
#
# A link has the same after `#`, then perhaps `~` and in base64url what its page needs at once, a
# line each: the host's name, the game in words, its start, and where a page reaches the brokers.
# What stands behind `#` never leaves the browser.
#
#     https://example.org/join#1.<topic>.<key>.<ways>.<check>~<about>
#
# A new invitation's link is shorter: topic and key follow from a seed, usual brokers go without
# saying, and what its page needs is packed (`battle.friend.told`). Programs keep and send lines.
#
#     https://example.org/join#4.<seed>.<about>.<check>      …#4.<seed>.<about>.<ways>.<check>
#
# Each part is in base64url without padding. The key opens the offer, and nothing else once someone
# has joined.

_TOPIC_BYTES: Final = 16
_LAN: Final = "lan"
_WATCHES: Final = 2
"""The version of a line for watching; older programs say that they are too old for it."""
_MOST_ABOUT, _MOST_TOLD, _LINES_TOLD = 1800, 2400, 4
"""Bytes that a link tells behind `~`, letters that are read of it, and lines."""
_SHORT: Final = 4
"""The letters of the hash in a link by its seed."""
USUAL_BROKERS: Final = "mqtts://broker.hivemq.com,mqtts://test.mosquitto.org:8886"
"""What a link by its seed leaves out: fixed for its version, whatever brokers are usual later."""
_LINE: Final = re.compile(r"([0-9]{1,4})\.([A-Za-z0-9_.-]{0,1000})")
_ROOM: Final = re.compile(r"http://[0-9]{1,3}(\.[0-9]{1,3}){3}(:[0-9]{1,5})?/", re.ASCII)
"""The address of a machine in one network, by its number."""
_BROKER: Final = re.compile(r"mqtts?://[!-~]{1,500}")
_MOVES: Final = 3
"""The version of a line that moves a game to another device."""


@dataclass(frozen=True)
class Invitation:
    """Where to meet, and the key: `topic` names the slots, `broker` is a URL or empty.

    `room` is the address of the host's port in one network, where a link has named it. One that
    only `watches` leads to what the players publish for others, one that `moves` to a game of the
    same player on another device. Topic and key of a new one follow from its `seed`.
    """

    topic: str
    key: bytes = field(repr=False)
    broker: str = field(default="", repr=False)  # it may hold a password
    lan: bool = False
    watches: bool = False
    moves: bool = False
    room: str = field(default="", compare=False)
    seed: bytes = field(default=b"", repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.broker and not self.lan:
            raise FormatError("an invitation needs a server, or one network, to meet in")
        if self.broker and _BROKER.fullmatch(self.broker) is None:
            raise FormatError("bad broker: expected a URL such as mqtts://example.org")
        if self.broker:
            parse_brokers(self.broker)

    @staticmethod
    def new(broker: str = "", *, lan: bool = False, moves: bool = False) -> Invitation:
        """Return a new invitation; raise FormatError if it names no way."""
        seed = secrets.token_bytes(_TOPIC_BYTES)
        return Invitation(*topic_and_key(seed), broker, lan, moves=moves, seed=seed)

    @property
    def topic_bytes(self) -> bytes:
        return _read(self.topic)

    @property
    def seal(self) -> Seal:
        """The seal of the offer and of the answer to it."""
        return Seal(self.key, self.topic)

    def __str__(self) -> str:
        ways = " ".join([word for word in (self.broker, _LAN if self.lan else "") if word])
        version = _MOVES if self.moves else _WATCHES if self.watches else VERSION
        body = f"{version}.{self.topic}.{_written(self.key)}.{_written(ways.encode())}"
        return f"{INVITATION}{body}.{_check(body)}"

    @property
    def line(self) -> str:
        """The invitation as it is kept: its line, or where the room is known the link to that."""
        return self.link(self.room)

    def link(self, page: str, about: str = "") -> str:
        """Return the invitation as a link to a `page`, which needs `about`; a line without one."""
        if not page:
            return str(self)
        shown = about.encode()[:_MOST_ABOUT].decode(errors="ignore").encode()
        return f"{page}#{str(self).removeprefix(INVITATION)}" + (
            f"~{_written(shown)}" if shown else ""
        )

    @property
    def is_seeded(self) -> bool:
        """Whether a link can name it by its seed."""
        is_own = bool(self.seed) and topic_and_key(self.seed) == (self.topic, self.key)
        return is_own and not (self.watches or self.moves or self.lan)

    def short_link(self, page: str, about: bytes, sockets: str = "") -> str:
        """Return a link by the seed to a `page`, which gets packed bytes and perhaps `sockets`."""
        body = f"{SEEDED}.{_written(self.seed)}.{_written(about)}"
        if self.broker != USUAL_BROKERS:
            body += f".{_written(' '.join([self.broker, *sockets.split()]).encode())}"
        return f"{page}#{body}.{_check(body)[:_SHORT]}"


def invitation(text: str) -> Invitation:
    """Return the invitation in a text, with words around it or not; raise FormatError without one.

    It is a line or a link. Spaces at its ends and `<` `>` around it, as messengers add them, do no
    harm, nor do line breaks in it, as mail programs add them.
    """
    opening = OPENING.search(text)
    if opening is None:
        raise FormatError("no invitation: expected a line that begins with {word}", word=INVITATION)
    lines = [*words_at(text, opening.end())]
    page = opening[0].removesuffix("#")
    for line in lines:
        with suppress(FormatError):
            return _invitation(line, page)
    return _invitation(lines[0], page)


def _invitation(line: str, page: str) -> Invitation:
    """Return the invitation that a line begins with, from its version on, at the end of a link."""
    match = _LINE.match(line)
    if match is not None and match[1] == SEEDED:
        return _seeded(match[0])
    if match is not None and int(match[1]) > _MOVES:
        raise FormatError("the invitation is of a newer version: update this one")
    damaged = _damaged()
    try:
        body, check = (match[0] if match else "").rstrip(".").rsplit(".", 1)
        version, topic, key, ways = body.split(".")
        topic_bytes, key_bytes = _read(topic), _read(key)
        words = _read(ways).decode("ascii").split(" ")
    except ValueError:
        raise damaged from None
    brokers = [word for word in words if word != _LAN]
    sizes = len(topic_bytes), len(key_bytes)
    is_whole = _check(body) == check and sizes == (_TOPIC_BYTES, KEY_BYTES) and int(version)
    if not is_whole or len(brokers) > 1 or len(words) != len({*words}):
        raise damaged
    kind, broker = int(version), "".join(brokers)
    lan, watches, moves = _LAN in words, kind == _WATCHES, kind == _MOVES
    room = page if lan and _ROOM.fullmatch(page) else ""
    return Invitation(topic, key_bytes, broker, lan, watches, moves, room)


def _damaged() -> FormatError:
    return FormatError("the invitation is damaged: copy the whole line, from its first letter on")


def _seeded(line: str) -> Invitation:
    """Return the invitation of a short link, from its version on."""
    try:
        body, check = line.rstrip(".").rsplit(".", 1)
        _version, word, _about, *ways = body.split(".")
        seed = seed_of(word)
        words = _read(ways[0]).decode("ascii").split(" ") if ways else [USUAL_BROKERS]
    except ValueError:
        raise _damaged() from None
    if _check(body)[:_SHORT] != check or len(ways) > 1:
        raise _damaged()
    return Invitation(*topic_and_key(seed), words[0], seed=seed)


def told_in(text: str) -> list[str]:
    """Return the lines behind `~` of an invitation's link, at most four; none that are bad."""
    opening = OPENING.search(text)
    if opening is not None and text.startswith(f"{SEEDED}.", opening.end()):
        return _told_by_seed(next(words_at(text, opening.end()), ""))
    word = "".join(text.partition("~")[2][:_MOST_TOLD].split(maxsplit=1)[:1])
    with suppress(ValueError):
        said = urlsafe_b64decode(word + "=" * (-len(word) % 4)).decode().split("\n")[:_LINES_TOLD]
        return [*map(shown_comment, said[:2]), *said[2:]]
    return []


def _told_by_seed(line: str) -> list[str]:
    """Return what a short link tells, as older ones do, and last its first player and clock."""
    with suppress(ValueError, IndexError):
        _version, _seed, about, *ways = line.split(".")[:-1]
        found = told_of(_read(about))
        sockets = _read(ways[0]).decode("ascii").split(" ")[1:] if ways else []
        return [shown_comment(found.name), "", found.start, " ".join(sockets), found.first]
    return []


def _check(body: str) -> str:
    return _written(sha256(body.encode()).digest())[:6]


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def _read(word: str) -> bytes:
    """Decode a word; raise ValueError unless it encodes back to itself."""
    raw = urlsafe_b64decode(word + "=" * (-len(word) % 4))
    if _written(raw) != word:
        raise ValueError(word)
    return raw


# --- what the two send each other before they have a key -----------------------------------------

_FRONT: Final = "front"
_JOIN: Final = "join"
_COUNT_BYTES: Final = 2


@dataclass(frozen=True)
class GameOffer:
    """What the guest sees before it joins: the host and the terms; `content` is what was sealed."""

    name: str
    terms: Terms
    public: Public
    at: int
    content: bytes


@dataclass(frozen=True)
class TakenNotice:
    """The notice that the invitation is used up; `mark` says who has joined, empty if no one.

    `withdrawn_by` is the name of the host if no one has, because the invitation was withdrawn, else
    None. The host has `signed` the mark; a notice without a signature may be anyone's who has the
    invitation. `public` are the host's keys, for a guest that has lost the game; `declined` is the
    mark of one who is not let in again. `lets` is how often a guest was let in again before, and
    `vouched` the host's signature of all that.
    """

    mark: str
    withdrawn_by: str | None = None
    signed: bytes = b""
    public: Public | None = None
    declined: str = ""
    lets: int = 0
    vouched: bytes = b""


@dataclass(frozen=True)
class Joining:
    """A request to join; `again` if a guest asks that has lost the game."""

    name: str
    public: Public
    again: bool = False


def offer_content(name: str, agreed: Terms, public: Public, at: int) -> bytes:
    """Return the content of an offer made at a time, in seconds since 1970."""
    return packed(_values(name, public) | {"terms": agreed.values, "at": at})


def offer_in(content: bytes) -> GameOffer:
    """Parse the content of an offer; raise FormatError for anything else."""
    values = unpacked(content, MOST_ASIDE)
    with reading(values):
        agreed, at = terms(values.get("terms")), number_in(values.get("at"))
        return GameOffer(_name(values), agreed, public_of(values), at, content)


def front(invitation: Invitation, content: bytes, copy: bytes = b"") -> bytes:
    """Return the message of the host's slot: an offer or a notice, and the sealed copy."""
    sealed = invitation.seal.seal(_FRONT, content)
    return len(sealed).to_bytes(_COUNT_BYTES) + sealed + copy


def taken_content(
    mark: str,
    signed: bytes = b"",
    public: Public | None = None,
    declined: str = "",
    *,
    lets: int = 0,
    vouched: bytes = b"",
) -> bytes:
    """Return the content of the notice that the guest with a mark has joined."""
    values = {"v": VERSION, "taken": mark, "signed": signed.hex(), "declined": declined}
    values |= {"again": lets, "again-signed": vouched.hex()}
    return packed(values if public is None else values | _keys_of(public))


def parts_of(message: bytes) -> tuple[bytes, bytes]:
    """Split the message of the host's slot into offer or notice, and copy, both sealed."""
    end = _COUNT_BYTES + int.from_bytes(message[:_COUNT_BYTES])
    return message[_COUNT_BYTES:end], message[end:]


def front_in(invitation: Invitation, sealed: bytes) -> GameOffer | TakenNotice:
    """Open the first part of the host's slot; raise FormatError if it is damaged."""
    content = invitation.seal.open(_FRONT, sealed)
    values = unpacked(content, MOST_ASIDE)
    mark = values.get("taken")
    if not isinstance(mark, str):
        return offer_in(content)
    error = "bad notice: expected a mark of 32 hexadecimal digits, or none"
    matching(mark, "(?:[0-9a-f]{32})?", error)
    signed = bytes_in(values.get("signed", ""), 0, SIGNATURE_BYTES)
    withdrawn_by = None if mark else shown_name(str(values.get("name", "")))
    public = public_of(values) if "box" in values else None
    declined, lets = str(values.get("declined", "")), number_in(values.get("again", 0))
    vouched = bytes_in(values.get("again-signed", ""), 0, SIGNATURE_BYTES)
    return TakenNotice(mark, withdrawn_by, signed, public, declined, lets, vouched)


def joining_message(
    invitation: Invitation, name: str, public: Public, *, again: bool = False
) -> bytes:
    """Return a sealed request to join."""
    values = _values(name, public) | ({"again": True} if again else {})
    return invitation.seal.seal(_JOIN, packed(values))


def joining_in(invitation: Invitation, sealed: bytes) -> Joining:
    """Open a sealed request to join; raise FormatError if it is damaged."""
    values = invitation.seal.read(_JOIN, sealed, MOST_ASIDE)
    with reading(values):
        return Joining(_name(values), public_of(values), values.get("again") is True)


def _keys_of(public: Public) -> dict[str, Any]:
    return {"box": public.box.hex(), "sign": public.sign.hex()}


def _values(name: str, public: Public) -> dict[str, Any]:
    return {"v": VERSION, "name": shown_name(name), **_keys_of(public)}


def _name(values: dict[str, Any]) -> str:
    return shown_name(text_in(values.get("name")))


def public_of(values: dict[str, Any]) -> Public:
    """Parse public keys; raise FormatError for anything else."""
    box, sign = (bytes_in(values.get(key), PUBLIC_BYTES) for key in ("box", "sign"))
    return Public(box, sign)


def taken_words(topic: str, words: str) -> bytes:
    """Return what a host signs of who has joined: a mark, and what is vouched for besides."""
    return f"mahjong-battle/{VERSION}/{topic}/taken/{words}".encode()


# --- one side's way through it ------------------------------------------------------------------


class MeetingStage(StrEnum):
    """How far a side has come in the handshake."""

    OFFERED = "offered"
    LOOKING = "looking"
    SEEN = "seen"
    JOINING = "joining"
    PLAYING = "playing"
    REFUSED = "refused"


MOST_DECLINED: Final = 50
"""The most marks that are kept of who was not let in again."""

_BEFORE: Final = (MeetingStage.LOOKING, MeetingStage.SEEN)


def _vouched(mark: str, lets: int, declined: str) -> str:
    """Return the words that a host signs for a guest that was let in again."""
    return f"{mark}/{lets}/{declined}"


@dataclass
class Meeting:
    """The handshake of one side: who meets whom, where.

    `name` is our own; `offer` is the one read or made, `friend` the other side. `only` is the mark
    of the guest that the host had accepted before it lost its data; `withdrawn` says that a guest
    was refused because the host withdrew the invitation. `again` says that the guest has lost the
    game and is let in once more, or asks to be; `first` is the fingerprint of the first two then,
    `declined` the marks of whom the host did not let in, the last at the end; `lets` is how often a
    guest was.
    """

    invitation: Invitation
    side: Side
    identity: Identity
    stage: MeetingStage
    name: str = ""
    offer: GameOffer | None = None
    friend: Public | None = None
    friend_name: str = ""
    only: str = ""
    withdrawn: bool = False
    again: bool = False
    first: bytes = b""
    declined: list[str] = field(default_factory=list)
    lets: int = 0
    _seal: tuple[Public, Seal] | None = field(default=None, repr=False)

    @staticmethod
    def hosted(where: Invitation, name: str, agreed: Terms, at: int) -> Meeting:
        identity = Identity.new()
        offer = offer_in(offer_content(name, agreed, identity.public, at))
        return Meeting(where, "host", identity, MeetingStage.OFFERED, shown_name(name), offer)

    @property
    def terms(self) -> Terms | None:
        return None if self.offer is None else self.offer.terms

    @property
    def seal(self) -> Seal | None:
        """The seal of the game, the same on both sides; None before both are known."""
        no_key = self.offer is None and not self.again
        if self.friend is None or no_key or self.stage in _BEFORE:
            return None
        return self.seal_with(self.friend)

    def seal_with(self, friend: Public) -> Seal:
        """Return the seal of the game with this friend; raise FormatError for a bad key."""
        known = self._seal  # threads of the channel ask too
        if known is None or known[0] != friend:
            where, content = self.invitation, b"again"
            if not self.again:
                assert self.offer is not None
                content = self.offer.content
            topic, keys = where.topic.encode(), self._keys(friend)
            key = self.identity.shared_key(friend, topic, where.key, *keys, content)
            self._seal = known = friend, Seal(key, where.topic)
        return known[1]

    @property
    def watching(self) -> Invitation:
        """Where others watch, once both sides are known."""
        assert self.friend is not None
        key = watch_key(self.seal_with(self.friend).key)
        topic = _written(watch_topic(key, *self.signing))
        return replace(self.invitation, topic=topic, key=key, watches=True)

    @property
    def signing(self) -> tuple[bytes, bytes]:
        """The keys for signatures, the host's and the guest's, once both sides are known."""
        assert self.friend is not None
        _box, host, _other, guest = self._keys(self.friend)
        return host, guest

    def _keys(self, friend: Public) -> tuple[bytes, ...]:
        keys = self.identity.public, friend
        host, guest = keys if self.side == "host" else reversed(keys)
        return host.box, host.sign, guest.box, guest.sign

    @property
    def fingerprint(self) -> bytes:
        """A hash of both public keys: neither side alone can choose it; empty without a friend.

        It stays where the guest is let in again.
        """
        return self.first or (b"" if self.friend is None else self._digest_with(self.friend))

    def _digest_with(self, friend: Public) -> bytes:
        return sha256(b"".join(self._keys(friend))).digest()

    @property
    def check_word(self) -> str:
        """Twelve letters derived from both public keys, to compare with the friend's."""
        return self.word_with(self.friend)

    def word_with(self, friend: Public | None) -> str:
        """Return the word to compare with somebody."""
        keys = b"" if friend is None else self._digest_with(friend)
        letters = b32encode(sha256(b"compare " + keys).digest()).decode()
        return f"{letters[:4]}-{letters[4:8]}-{letters[8:12]}"

    # The host

    def host_message(self, copy: bytes) -> bytes:
        """Return the message of the host's slot, with its sealed copy once someone has joined."""
        assert self.offer is not None
        if self.friend is None:
            return front(self.invitation, self.offer.content)
        signed = self.identity.sign(self._notice(self.friend.mark))
        keys, mark, declined = self.identity.public, self.friend.mark, "".join(self.declined[-1:])
        vouched = self.identity.sign(self._notice(_vouched(mark, self.lets, declined)))
        taken = taken_content(mark, signed, keys, declined, lets=self.lets, vouched=vouched)
        return front(self.invitation, taken, copy)

    def withdrawal(self) -> bytes:
        """Return the message of the host's slot for a withdrawn invitation.

        A program that does not know this notice reads that someone else has joined.
        """
        signed = self.identity.sign(self._notice("")).hex()
        taken = {"v": VERSION, "taken": "", "signed": signed, "withdrawn": True, "name": self.name}
        return front(self.invitation, packed(taken))

    def is_hosts(self, notice: TakenNotice) -> bool:
        host = self.identity.public if self.side == "host" else self.friend
        return host is not None and host.signed(self._notice(notice.mark), notice.signed)

    def is_vouched(self, notice: TakenNotice) -> bool:
        """Whether the host has signed who was declined in a notice, and how often one was let in.

        Who was let in again does not believe the notice of the guest before, brought back.
        """
        words = self._notice(_vouched(notice.mark, notice.lets, notice.declined))
        return self.friend is not None and self.friend.signed(words, notice.vouched)

    def proof_in(self, notice: TakenNotice) -> ProvedNotice:
        """Return what a notice proves of a host who plays with us, if it is signed.

        A guest that was let in again knows that another was the guest before.
        """
        if self.again:
            words = _vouched(notice.mark, notice.lets, notice.declined)
            return ProvedNotice(words, notice.vouched.hex())
        return ProvedNotice(notice.mark, notice.signed.hex())

    def _notice(self, mark: str) -> bytes:
        return taken_words(self.invitation.topic, mark)

    def accept_joining(self, asking: Joining, copies: Sequence[bytes]) -> bool:
        """Accept a request to join if one of the copies in the guest's slot is theirs.

        Returns whether it was accepted: only the first one with a valid key is.
        """
        if self.friend is not None or self.only not in ("", asking.public.mark):
            return False
        seal = self.seal_with(asking.public)
        for copy in copies:
            with suppress(SealError):
                seal.open("guest", copy)
                self.friend, self.friend_name = asking.public, asking.name
                self.stage = MeetingStage.PLAYING
                return True
        return False

    def let_in(self, asking: Joining) -> None:
        """Let the guest in that has lost the game; the one before is dead from then on."""
        self.first = self.fingerprint
        self.friend, self.friend_name = asking.public, asking.name or self.friend_name
        self.again, self._seal = True, None
        self.lets += 1

    def decline(self, mark: str) -> None:
        """Refuse someone who claims to be the guest."""
        self.declined = [*self.declined, mark][-MOST_DECLINED:]

    # The guest

    def ask_again(self, name: str) -> None:
        """Ask to be let in again, as one that has lost the game."""
        self.name, self.again, self.stage = shown_name(name), True, MeetingStage.JOINING

    @property
    def can_ask_again(self) -> bool:
        """Whether a guest that was refused may be one that has lost the game."""
        is_refused = self.stage is MeetingStage.REFUSED and not self.withdrawn and not self.again
        return is_refused and self.offer is None and self.friend is not None

    def read_front(self, front: GameOffer | TakenNotice) -> bool:
        """Process the offer or the notice in the host's slot; return whether anything changed.

        The first offer stays: what is joined is what was shown. Who has joined it believes only the
        host's own notice, since anyone who got the invitation later can write another. No notice
        ends a game that is played: `proof_in`.
        """
        if self.stage is MeetingStage.PLAYING:
            return False
        before = self.stage, self.offer
        own = self.identity.public.mark
        if isinstance(front, TakenNotice) and self.again and self.stage is MeetingStage.JOINING:
            if front.declined == own and self.is_vouched(front):
                self.stage = MeetingStage.REFUSED
        elif isinstance(front, TakenNotice):
            is_believed = self.stage is not MeetingStage.JOINING or self.is_hosts(front)
            if self.offer is None and front.public is not None and self.friend is None:
                self.identity.shared_key(front.public)
                self.friend = front.public
            if front.mark != own and is_believed:
                self.stage = MeetingStage.REFUSED
                if front.withdrawn_by is not None:
                    self.withdrawn = True
                    self.friend_name = self.friend_name or front.withdrawn_by
        elif self.stage is MeetingStage.LOOKING:
            self.identity.shared_key(front.public)
            self.offer, self.friend, self.friend_name = front, front.public, front.name
            self.stage = MeetingStage.SEEN
        return before != (self.stage, self.offer)

    # What is kept

    @property
    def values(self) -> dict[str, Any]:
        values: dict[str, Any] = {
            "invitation": self.invitation.line,
            "side": self.side,
            "secret": self.identity.secret.hex(),
            "stage": str(self.stage),
            "name": self.name,
            "friend name": self.friend_name,
            "only": self.only,
            "withdrawn": self.withdrawn,
        }
        if self.invitation.seed and self.stage is MeetingStage.OFFERED:
            values["seed"] = self.invitation.seed.hex()
        if self.again or self.declined:
            again = {"first": self.first.hex(), "declined": self.declined, "lets": self.lets}
            values |= {"again": self.again, **again}
        if self.offer is not None:
            values["offer"] = self.offer.content.hex()
        if self.friend is not None:
            values |= {"box": self.friend.box.hex(), "sign": self.friend.sign.hex()}
        return values


def _marks_in(value: object) -> list[str]:
    """Return the marks of who was declined; an older program kept the last one alone."""
    marks = value if isinstance(value, list) else [value]
    return [str(mark) for mark in marks if mark][-MOST_DECLINED:]


def meeting_of(values: dict[str, Any]) -> Meeting:
    """Restore a saved meeting; raise an error of any kind if it is damaged."""
    offer = bytes.fromhex(values.get("offer", ""))
    where = invitation(values["invitation"])
    meeting = Meeting(
        replace(where, seed=bytes.fromhex(values.get("seed", ""))),
        side_in(values["side"]),
        Identity(bytes_in(values["secret"], KEY_BYTES)),
        MeetingStage(values["stage"]),
        name=shown_name(values["name"]),
        offer=offer_in(offer) if offer else None,
        friend=public_of(values) if "box" in values else None,
        friend_name=shown_name(values["friend name"]),
        only=str(values.get("only", "")),
        withdrawn=values.get("withdrawn") is True,
        again=values.get("again") is True,
        first=bytes.fromhex(values.get("first", "")),
        declined=_marks_in(values.get("declined")),
        lets=number_in(values.get("lets", 0)),
    )
    stage, has_friend = meeting.stage, meeting.friend is not None
    if meeting.side == "host":
        fits = stage is (MeetingStage.PLAYING if has_friend else MeetingStage.OFFERED)
        fits = fits and meeting.offer is not None
    else:
        knows = has_friend and (meeting.offer is not None or meeting.again)
        fits = knows or stage in (MeetingStage.LOOKING, MeetingStage.REFUSED)
        fits = fits and stage is not MeetingStage.OFFERED
    if not fits:
        raise DamagedError("a game with a friend is damaged")
    return meeting
