"""A game with a friend somewhere else, as a frontend drives it: one object a game.

    games = FriendGames(places, open_channel)       once a program, from battle.friend.games
    game = games.invite(terms, "Ada", broker="…")   str(game.invitation) is the line to send
    game = games.join(line)                         then wait for MeetingStage.SEEN, show
    game.join("Ben")                                game.offer, and join

    games.update(datetime.now(UTC))    every frame, or some times a second: nothing in it waits
    game.version                       grows when anything shown has changed
    game.stage, game.status            data; `battle.friend.words` says it in sentences
    game.session                       the game at the table, a `FriendSession`: None before seats
                                       are taken, and another one for each rematch
    game.session.play(move), …         whatever a `Session` can; the friend is told by itself
    game.ask_rematch(), game.answer_rematch(True), game.go_on()
    game.name_points(5), game.take_seat(1)             the pie rule
    game.say("Hello"), game.talk.said, game.read_talk()    messages
    game.take_news()                                   sentences that a person should read, once
    game.split, game.go_on_from_common()               two copies that differ
    games.keep_finished(records)                       what has ended, into the person's record
    game.close()                       lets the friend know, keeps all, closes the channel

Everything is kept in a file before it is sent, so that a kill at any moment loses nothing.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from battle.friend.channel import Arrived, Channel, LinkKind, LinkState
from battle.friend.friend_session import ClockKept, FriendSession
from battle.friend.shared.clean import clean_name
from battle.friend.shared.content import is_number, packed, unpacked
from battle.friend.shared.course import Course, SharedGame
from battle.friend.shared.deeds import (
    REMATCH,
    Answered,
    Asked,
    Claimed,
    Deed,
    Log,
    NamedPoints,
    TookSeat,
    WentOn,
)
from battle.friend.shared.errors import DamagedError, NewerError, TooLateError, damaged_game
from battle.friend.shared.handshake import GameOffer, parts_of
from battle.friend.shared.invitation import Invitation
from battle.friend.shared.logbook import Logbook, Split, copy_of
from battle.friend.shared.meeting import Meeting, MeetingStage
from battle.friend.shared.sealing import Seal, SealError
from battle.friend.shared.talk import Talk, TalkMessage, message_of, number_in
from battle.friend.shared.terms import SIDES, Side, Terms, other_side
from battle.game.session import NotNowError
from battle.language import _
from battle.rules.position import FormatError, Player

HERE_EVERY: Final = timedelta(seconds=20)
AWAY_AFTER: Final = timedelta(seconds=50)
AGAIN_AFTER: Final = timedelta(seconds=15)
AGAIN_AT_MOST: Final = timedelta(minutes=10)
ANSWER_AFTER: Final = timedelta(seconds=2)
GONE_AFTER: Final = timedelta(seconds=6)
"""A direct way that is lost for longer says that the friend is gone."""

CLOCKS_APART: Final = 600
"""So many seconds the two clocks may differ when the days for a move are claimed."""

_HERE: Final = "{side}-here"
_MOST_MILLISECONDS: Final = 2**53 - 1
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class FriendStatus:
    """How it stands with the friend, to be told in words.

    `here` says whether the friend's program is there now, `seen` when it was last; `delivered`
    whether the friend is known to have all that was done here. `newer` says that the friend's
    program is newer and has sent what is not understood here, `withdrawn` that the friend took the
    invitation back. `alone` says that the way is open here, and only the friend's end is missing.
    """

    stage: MeetingStage
    link: LinkState
    here: bool = False
    seen: datetime | None = None
    delivered: bool = True
    split: bool = False
    newer: bool = False
    withdrawn: bool = False
    alone: bool = False


class FriendGame:
    """All games that came from one invitation, on this side.

    `keep` is called with what is to be kept whenever that has changed.
    """

    def __init__(
        self,
        meeting: Meeting,
        channel: Channel | None,
        keep: Callable[[Mapping[str, Any]], object],
    ) -> None:
        self.meeting = meeting
        self.channel = channel
        self.talk = Talk(meeting.side)
        self.logbook: Logbook | None = None
        self.version = 0
        self.refused: Counter[str] = Counter()
        self.refused_by_friend = 0
        self.closed = False
        self._keep = keep
        self._session: FriendSession | None = None
        self._news: list[str] = []
        self._moment = datetime.now(UTC)
        self._changed = False
        self._untold = True
        self._told_at = self._here_at = _LONG_AGO
        self._again_after = AGAIN_AFTER
        self._friend_lacks = False
        self._seen: datetime | None = None
        self._here_until = _LONG_AGO
        self._last_here = self._last_told = 0
        self._newer = False
        self._friend_left = True
        self._clock_kept: ClockKept | None = None
        self._over_since: int | None = None
        self._recorded = 0
        self._status: FriendStatus | None = None
        self._make_logbook()

    # What is shown

    @property
    def side(self) -> Side:
        """The side that one is."""
        return self.meeting.side

    @property
    def invitation(self) -> Invitation:
        """The invitation; its text is the line to send."""
        return self.meeting.invitation

    @property
    def stage(self) -> MeetingStage:
        """How far the two have come in meeting."""
        return self.meeting.stage

    @property
    def offer(self) -> GameOffer | None:
        """Who invites, and to what; None until that has come."""
        return self.meeting.offer

    @property
    def terms(self) -> Terms | None:
        """What is agreed."""
        return self.meeting.terms

    @property
    def name(self) -> str:
        """One's own name, perhaps empty."""
        return self.meeting.name

    @property
    def friend_name(self) -> str:
        """The friend's name, or what stands for it."""
        return self.meeting.friend_name or _("Your friend")

    @property
    def status(self) -> FriendStatus:
        """How it stands with the friend."""
        link = LinkState(LinkKind.CLOSED, self._moment)
        if self.channel is not None:
            link = self.channel.state
        book = self.logbook
        alone = self._is_alone(link)
        seen = self._seen
        if alone and seen is not None and link.kind is LinkKind.LOST and not self._friend_left:
            seen = max(seen, link.since)
        return FriendStatus(
            self.stage,
            link,
            here=link.is_up and self._moment < self._here_until,
            seen=seen,
            delivered=book is None or book.delivered,
            split=self.split is not None,
            newer=self._newer,
            withdrawn=self.meeting.withdrawn,
            alone=alone,
        )

    def _is_alone(self, link: LinkState) -> bool:
        """Whether a direct way leads to nobody because the friend's program is not there."""
        if not link.to_friend or link.reason:
            return False
        if link.kind is LinkKind.LOST:
            return self._friend_left or self._moment - link.since >= GONE_AFTER
        return link.kind is LinkKind.CONNECTING and self._moment - link.since >= GONE_AFTER

    @property
    def course(self) -> Course | None:
        """All games so far, None before the two have met."""
        return None if self.logbook is None else self.logbook.course

    @property
    def split(self) -> Split | None:
        """What the two copies have in common, if they differ."""
        return None if self.logbook is None else self.logbook.split

    @property
    def session(self) -> FriendSession | None:
        """The game at the table: the newest; None before there is one."""
        game = None if self.course is None else self.course.game
        if game is None or game.host is None:
            return None
        if self._session is None or self._session.number != game.number:
            self._session = self._session_of(game)
        return self._session

    @property
    def record_key(self) -> str:
        """What the games are kept under in the record, before their number.

        It is made of both public keys, so that the friend alone cannot choose it.
        """
        assert self.meeting.friend is not None
        keys = self.meeting.identity.public, self.meeting.friend
        host, guest = keys if self.side == "host" else reversed(keys)
        return sha256(host.box + host.sign + guest.box + guest.sign).hexdigest()[:32]

    def unrecorded_sessions(self) -> list[FriendSession]:
        """Return the games that have come to their end and were not put into the record yet."""
        games = [] if self.course is None else self.course.games[self._recorded :]
        return [self._session_of(game) for game in games if game.ending is not None]

    def note_recorded(self, number: int) -> None:
        """Remember that the games up to a number are in the record, whatever becomes of it."""
        self._recorded = max(self._recorded, number)
        self._keep(self.values)

    @property
    def over_since(self) -> datetime | None:
        """When it came to be known here that the newest game is over; None while it goes on."""
        since = self._over_since
        return None if since is None else datetime.fromtimestamp(since, UTC)

    @property
    def my_turn(self) -> bool:
        """Whether something waits for a move, an answer or a choice of one's own."""
        if self.stage is MeetingStage.REFUSED:
            return False
        if self.logbook is None or self.split is not None:
            return self.split is not None or self.stage is MeetingStage.SEEN
        game = self.logbook.course.game
        if game.host is None:
            names = self.side == self.logbook.terms.pie
            return names == (game.points_named is None)
        return game.to_move == self.side or other_side(self.side) in game.questions

    @property
    def rematch_asked(self) -> tuple[Side, int] | None:
        """Who asks for a rematch, and of which deal (0: the same); the friend's question first."""
        game = None if self.course is None else self.course.game
        for side in (other_side(self.side), self.side):
            question = None if game is None else game.questions.get(side)
            if question is not None and question.asked.what == REMATCH:
                return side, question.asked.number
        return None

    @property
    def can_claim(self) -> bool:
        """Whether the friend has let the days for a move go by."""
        if self.logbook is None or self.split is not None:
            return False
        with contextlib.suppress(TooLateError):
            self.logbook.course.check_claim(self.side, self._seconds)
            return True
        return False

    def take_news(self) -> list[str]:
        """Return what has happened that a person should be told, in sentences, once."""
        news, self._news = self._news, []
        return news

    # What a person does

    def join(self, name: str) -> None:
        """Join the game that was offered; raise NotNowError if there is none."""
        if self.stage is not MeetingStage.SEEN:
            raise NotNowError(_("There is nothing to join yet."))
        self.meeting.join(name)
        self._make_logbook()
        self._send_join()
        self._note()

    def do(self, deed: Deed) -> None:
        """Do something in the game; raise RulesError, with nothing changed, if it cannot be."""
        if self.logbook is None or self.stage is MeetingStage.REFUSED or self.closed:
            raise NotNowError(_("The game has not begun yet."))
        try:
            self.logbook.do(deed, self._seconds)
        except TooLateError:
            raise NotNowError(_("That cannot be done now.")) from None
        self._note()

    def say(self, text: str) -> TalkMessage:
        """Send a message; raise RulesError, which says why, if that cannot be."""
        if self.meeting.seal is None:
            raise NotNowError(_("The game has not begun yet."))
        message = self.talk.say(text, self._seconds)
        self._note()
        return message

    def switch_talk(self, on: bool) -> None:
        """Switch messages on or off."""
        self.talk.on = on
        self._note()

    def read_talk(self) -> None:
        """Remember that the person here has seen all messages there are."""
        if self.talk.unread:
            self.talk.read = self.talk.heard
            self._changed = True
            self._keep(self.values)

    def ask_rematch(self, number: int = 0) -> None:
        """Ask for another game, seats swapped: of the same deal, or of deal `number`."""
        self.do(Asked(self._game.number, REMATCH, number))

    def answer_rematch(self, agreed: bool) -> None:
        """Answer the friend's wish for another game."""
        question = self._game.questions.get(other_side(self.side))
        if question is None or question.asked.what != REMATCH:
            raise NotNowError(_("Nothing was asked."))
        self.do(Answered(self._game.number, question.entry, agreed))

    def go_on(self) -> None:
        """Begin the next game of an agreed match."""
        self.do(WentOn(self._game.number + 1))

    def claim_time(self) -> None:
        """Win because the friend has let the days for a move go by."""
        self.do(Claimed(self._game.number, self._game.ply))

    def name_points(self, points: int) -> None:
        """Say what the second player gets, in the pie rule."""
        self.do(NamedPoints(self._game.number, points))

    def take_seat(self, player: Player) -> None:
        """Choose which player one is, in the pie rule."""
        self.do(TookSeat(self._game.number, player))

    def go_on_from_common(self) -> None:
        """Give up what the two copies do not have in common, and go on from there."""
        if self.logbook is not None:
            self.logbook.go_on_from_common()
            self._note()

    def keep_clock(self, left: int, since: float | None) -> None:
        """Remember one's own time for the move that is thought about, as `ClockKept` tells it."""
        if self.closed:
            return
        game = self._game
        at = None if since is None else round(since * 1000)
        self._clock_kept = ClockKept(game.number, game.ply, left, at)
        self._keep(self.values)

    def clock_kept(self, game: SharedGame) -> ClockKept | None:
        """Return what was kept of one's own time for the move that a game waits for."""
        kept = self._clock_kept
        return kept if kept is not None and kept[:2] == (game.number, game.ply) else None

    @property
    def friend_has_left(self) -> bool:
        """Whether the friend's program is known to be closed, or was not heard of yet."""
        return self._friend_left

    def seconds(self) -> float:
        """Return the moment of the last update, in seconds since 1970: the time of the clocks."""
        return self._moment.timestamp()

    @property
    def _game(self) -> SharedGame:
        if self.logbook is None:
            raise NotNowError(_("The game has not begun yet."))
        return self.logbook.course.game

    # The channel

    def update(self, now: datetime) -> bool:
        """Take in what has come, and send what is to be sent; return whether anything has changed.

        `now` is the moment, in UTC.
        """
        self._moment = now
        if self.closed:
            return False
        if self.channel is not None:
            for arrived in sorted(self.channel.poll(), key=_by_slot):
                self._receive(arrived)
            self._publish()
            self._say_here()
        if self.terms is not None and self.terms.control is not None and self.session is not None:
            self.session.keep_time()
        status = self.status
        self._changed |= status != self._status
        self._status = status
        changed, self._changed = self._changed, False
        self.version += changed
        return changed

    def clear(self) -> None:
        """Empty one's own slots where nobody needs them, as both have the end.

        The copy stays that alone tells the friend that the end has come here. Where nobody has
        joined it is left there that the invitation was taken back.
        """
        if self.channel is None or self.closed:
            return
        if self.logbook is not None:
            is_over = self.logbook.course.game.ending is not None
            if not is_over or not self.logbook.delivered or self.talk.waiting:
                return
        elif self.side == "guest":
            return
        if self.logbook is None:
            self.channel.publish("host", self.meeting.withdrawal())
        else:
            own: tuple[str, ...] = ("host",) if self.side == "host" else ("guest", "join")
            for slot in own:
                if slot != self.side or self.logbook.shows_all:
                    self.channel.publish(slot, b"")
        self.channel.close()
        self.channel = None

    def close(self) -> None:
        """Tell the friend that one goes, keep all, and close the channel; may be called twice."""
        if self.closed:
            return
        if self._session is not None:
            self._session.pause_clock()
        if self.channel is not None:
            self._publish()
            self._say_here(bye=True)
            self.channel.close()
        self._keep(self.values)
        self.closed = True

    def _receive(self, arrived: Arrived) -> None:
        try:
            self._read(arrived.slot, arrived.sealed)
        except NewerError:
            if not self._newer:
                words = _("{name} has a newer version of the program: update this one.")
                self._news.append(words.format(name=self.friend_name))
            self._newer = self._changed = True
        except FormatError as error:
            if not isinstance(error, SealError) and not self.refused_by_friend:
                self._news.append(_("A damaged message was refused; the game stays as it was."))
            self.refused[error.template] += 1
            self.refused_by_friend += not isinstance(error, SealError)

    def _read(self, slot: str, sealed: bytes) -> None:
        """Read what was found in a slot; raise FormatError for what is refused."""
        seal = self.meeting.seal
        if slot == "host":
            front, copy = parts_of(sealed)
            self._read_front(front)
            seal = self.meeting.seal
            if copy and seal is not None:
                self._take("host", seal, copy)
        elif slot == "guest" and seal is not None:
            self._take("guest", seal, sealed)
        elif slot == "join" and self.side == "host":
            if self.meeting.hear_joining(sealed):
                self._met()
            self._friend_lacks = True
        elif slot == _HERE.format(side=other_side(self.side)) and seal is not None:
            self._hear_here(unpacked(seal.open(slot, sealed)))

    def _read_front(self, front: bytes) -> None:
        if self.side == "host":
            self.meeting.hear_own_front(front)
        elif self.stage is not MeetingStage.PLAYING and self.meeting.hear_front(front):
            if self.stage is MeetingStage.REFUSED:
                words = _("Somebody else has joined with this invitation already.")
                if self.meeting.withdrawn:
                    words = _("{name} took the invitation back.").format(name=self.friend_name)
                self._news.append(words)
            self._note(told=True)

    def _met(self) -> None:
        """Begin the game with the one who has joined."""
        self._make_logbook()
        self._news.append(_("{name} has joined.").format(name=self.friend_name))
        self._note()

    def _take(self, side: Side, seal: Seal, sealed: bytes) -> None:
        """Take over what a side's copy has to add."""
        values = unpacked(seal.open(side, sealed))
        copy = copy_of(values, side)
        assert self.logbook is not None
        before = self.logbook.split
        self._check_claims(copy.logs[side][len(self.logbook.logs[side]) :])
        if self.logbook.take(copy):
            self._note()
        if self.logbook.split is not None and before is None:
            words = _("The two copies of the game differ. What both have is kept.")
            self._news.append(words)
        if side == self.side:
            self._recover_talk(values)
            return
        if self.side == "guest" and self.meeting.confirm():
            self._news.append(_("You play with {name}.").format(name=self.friend_name))
            self._note(told=True)
        self._newer = False
        self._friend_lacks = (
            any(copy.length(each) < len(self.logbook.logs[each]) for each in SIDES)
            or copy.epoch < self.logbook.epoch
        )
        name = clean_name(copy.name)
        if name and name != self.meeting.friend_name:
            self.meeting.friend_name = name
            self._note(told=True)
        heard, waiting = self.talk.heard, len(self.talk.waiting)
        if self.talk.take(copy.told) or self.talk.heard != heard:
            self._note()
        elif len(self.talk.waiting) != waiting:
            self._note(told=True)

    def _check_claims(self, added: Log) -> None:
        """Raise FormatError for a claim whose moment is still to come: a clock there is wrong."""
        latest = self._seconds + CLOCKS_APART
        if any(isinstance(entry.deed, Claimed) and entry.at > latest for entry in added):
            raise DamagedError("a claim that comes too early")

    def _recover_talk(self, values: Mapping[str, Any]) -> None:
        """Count on from the number of messages that one has sent, as one's own copy tells."""
        self.talk.sent = max(self.talk.sent, number_in(values.get("sent", 0)))

    def _publish(self) -> None:
        """Publish one's own copy if it has changed, or the friend seems not to have it."""
        assert self.channel is not None
        if self.stage is MeetingStage.REFUSED:
            self.channel.close()
            return
        since = self._moment - self._told_at
        book = self.logbook
        unknown = self.stage in (MeetingStage.OFFERED, MeetingStage.JOINING) or bool(
            self.talk.waiting
        )
        unknown = unknown or (book is not None and book.friend_is_behind)
        again = unknown and since >= self._again_after
        answer = self._friend_lacks and since >= ANSWER_AFTER
        if not self._untold and not again and not answer:
            return
        self._again_after = AGAIN_AFTER if self._untold else min(2 * since, AGAIN_AT_MOST)
        if self.side == "host":
            self.channel.publish("host", self.meeting.host_message(self._copy()))
        elif book is not None:
            self.channel.publish("guest", self._copy())
            if self.stage is MeetingStage.JOINING:
                self._send_join()
        self._untold = self._friend_lacks = False
        self._told_at = self._moment

    def _send_join(self) -> None:
        if self.channel is not None:
            self.channel.publish("join", self.meeting.join_message())

    def _copy(self) -> bytes:
        seal, book = self.meeting.seal, self.logbook
        if seal is None or book is None:
            return b""
        values = book.values | self.talk.values | {"name": self.name}
        return seal.seal(self.side, packed(values))

    # Being there

    def _say_here(self, *, bye: bool = False) -> None:
        """Say that one is here, from time to time; with `bye` that one goes."""
        seal = self.meeting.seal
        assert self.channel is not None
        if seal is None or not self.channel.state.is_up:
            return
        if self._moment - self._here_at < HERE_EVERY and not bye:
            return
        slot = _HERE.format(side=self.side)
        self._last_told = max(round(self._moment.timestamp() * 1000), self._last_told + 1)
        values = {"at": self._last_told, "bye": bye}
        self.channel.publish(slot, seal.seal(slot, packed(values)), kept=False)
        self._here_at = self._moment

    def _hear_here(self, values: Mapping[str, Any]) -> None:
        at = values.get("at")
        if not is_number(at, 0, _MOST_MILLISECONDS):
            raise DamagedError("bad sign of life")
        if at <= self._last_here:
            return
        self._last_here, self._seen = at, self._moment
        if self._moment >= self._here_until:
            self._here_at = _LONG_AGO
            self._untold = self._untold or not (self.logbook is None or self.logbook.delivered)
        self._friend_left = going = values.get("bye") is True
        self._here_until = self._moment if going else self._moment + AWAY_AFTER

    # What is kept

    @property
    def values(self) -> dict[str, Any]:
        """The game as it is kept; it has the secrets."""
        values: dict[str, Any] = {
            "meeting": self.meeting.values,
            "talk": {
                "said": [[one.side, *one.values] for one in self.talk.said],
                "counts": [self.talk.sent, self.talk.heard, self.talk.known],
                "read": self.talk.read,
                "on": self.talk.on,
            },
            "seen": None if self._seen is None else round(self._seen.timestamp()),
            "clock": self._clock_kept,
            "over": self._over_since,
            "recorded": self._recorded,
            "changed": self._seconds,
        }
        if self.logbook is not None:
            values["logbook"] = self.logbook.values | {"name": self.name}
            split = self.logbook.split
            values["split"] = None if split is None else dict(split.common)
        return values

    def restore(self, values: Mapping[str, Any]) -> None:
        """Take up what was kept; raise FormatError if it is damaged."""
        try:
            said = values["talk"]["said"]
            sides = [SIDES[SIDES.index(one[0])] for one in said]
            pairs = zip(said, sides, strict=True)
            self.talk.said = [message_of(list(one[1:]), side) for one, side in pairs]
            counts = [number_in(count) for count in values["talk"]["counts"]]
            self.talk.sent, self.talk.heard, self.talk.known = counts
            self.talk.read = number_in(values["talk"].get("read", self.talk.heard))
            self.talk.on = values["talk"]["on"] is True
            seen, clock = values.get("seen"), values.get("clock")
            self._seen = None if seen is None else datetime.fromtimestamp(number_in(seen), UTC)
            if clock is not None:
                number, ply, left = map(number_in, clock[:3])
                since = clock[3] if len(clock) > 3 else None
                self._clock_kept = ClockKept(number, ply, left, _moment_in(since))
            if self.logbook is not None:
                self._restore_logbook(self.logbook, values)
            self._restore_end(values)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            if isinstance(error, FormatError):
                raise
            raise damaged_game() from None

    def _restore_logbook(self, book: Logbook, values: Mapping[str, Any]) -> None:
        copy = copy_of(dict(values["logbook"]), self.side)
        book.restore(copy)
        split = values.get("split")
        if split is not None:
            common = {side: number_in(split[side]) for side in SIDES}
            if any(common[side] > copy.length(side) for side in SIDES):
                raise damaged_game()
            book.split = Split(common)

    def _restore_end(self, values: Mapping[str, Any]) -> None:
        over = values.get("over", values.get("changed"))
        if over is not None and self.course is not None and self.course.game.ending is not None:
            self._over_since = number_in(over)
        self._recorded = number_in(values.get("recorded", 0))

    # Steps

    @property
    def _seconds(self) -> int:
        return round(self._moment.timestamp())

    def _make_logbook(self) -> None:
        """Begin the logs as soon as it is known who plays whom for what."""
        meeting = self.meeting
        if self.logbook is None and meeting.terms is not None and meeting.seal is not None:
            topic = self.invitation.topic
            identity, friend = meeting.identity, meeting.friend
            self.logbook = Logbook(self.side, meeting.terms, topic, identity, friend)

    def _note(self, *, told: bool = False) -> None:
        """Keep what has changed, and have it published, unless the friend needs not be told."""
        self._changed = True
        self._untold = self._untold or not told
        self._forget_clock()
        self._note_end()
        self._keep(self.values)
        if self.logbook is not None and self._session is not None:
            games = self.logbook.course.games
            if self._session.number <= len(games):
                self._session.follow(games[self._session.number - 1])

    def _forget_clock(self) -> None:
        """Forget one's own time for a move that is made, or that the game waits for no more."""
        game = None if self.logbook is None else self.logbook.course.game
        if game is None or game.to_move != self.side or self.clock_kept(game) is None:
            self._clock_kept = None

    def _note_end(self) -> None:
        """Remember since when the newest game is over, None while it goes on."""
        if self.logbook is None or self.logbook.course.game.ending is None:
            self._over_since = None
        elif self._over_since is None:
            self._over_since = self._seconds

    def _session_of(self, game: SharedGame) -> FriendSession:
        made = FriendSession(self, game)
        made.follow(game)
        return made


def _moment_in(found: object) -> int | None:
    """Return a moment that was kept, in thousandths of a second; raise FormatError for others."""
    if found is None:
        return None
    if not is_number(found, 0, _MOST_MILLISECONDS):
        raise damaged_game()
    return found


def _by_slot(arrived: Arrived) -> int:
    """Return a number by which the host's slot comes first, then who joins, then copies."""
    return {"host": 0, "join": 1}.get(arrived.slot, 2)
