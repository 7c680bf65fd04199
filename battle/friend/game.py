"""One game with a friend: everything that came of one invitation, on this side.

A friend's move, from sealed bytes to the table:

    channel.poll ── sealed ──► Inbox, Logbook.read ── CheckedCopy ──► Logbook.take
                 ── both logs ──► Replay.follow ── events ──► Session.apply
    one's own:   do(event) ──► Logbook.do ──► Replay.follow ──► Session.apply
                 ──► kept in a file ──► Outbox ── sealed ──► channel.publish

Opening messages, writing files and sealing are jobs for `submit`, which runs them in order, perhaps
in a thread of its own. Everything is written to a file before it is sent, so that a kill at any
moment loses only what was being entered. Where that fails, as on a full disk, the person is told,
and it is sent all the same: after a kill the game goes on with what the friend has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, TypeAlias

from battle.friend.channel import (
    AGAIN_AT_MOST,
    LONG_AGO,
    Arrived,
    Channel,
    LinkKind,
    LinkState,
)
from battle.friend.inbox import FirstCopy, Heartbeat, Inbox, Message
from battle.friend.log import (
    LONGEST_LINE,
    MOST_UNSEEN,
    NOT_BEGUN,
    Chat,
    ChatMessage,
    CheckedCopy,
    Entry,
    Logbook,
    Replay,
    copy_of,
    fork_of,
    message_of,
)
from battle.friend.meeting import (
    SIDES,
    GameOffer,
    Invitation,
    Joining,
    Meeting,
    MeetingStage,
    Side,
    TakenNotice,
    other_side,
    side_in,
)
from battle.friend.moving import Handover, TransferStep, fitted_game, handover_of
from battle.friend.outbox import WILL_AFTER, Outbox
from battle.friend.sealing import (
    DamagedError,
    Identity,
    NewerError,
    SealError,
    number_in,
)
from battle.friend.watching import (
    HEARD_AFTER,
    MOST_MILLISECONDS,
)
from battle.game.events import (
    REMATCH,
    Answered,
    Asked,
    Claimed,
    Event,
    LetIn,
    LetWatch,
    NamedPoints,
    NextGame,
    ProvedFork,
    ProvedNotice,
    TookSeat,
)
from battle.game.seating import NO_REQUEST, NOT_NOW, ClockKept
from battle.game.session import NotNowError, Session
from battle.language import N_, _
from battle.profile.records import Records, game_of
from battle.rules.position import FormatError, other
from battle.rules.tree import Reason
from battle.words import REASON_WORDS, shown_name

GONE_AFTER: Final = timedelta(seconds=6)
"""A direct connection that is lost for longer means that the friend is gone."""
_NO_LINK: Final = LinkState(LinkKind.CLOSED, LONG_AGO)
_NEVER: Final = datetime.max.replace(tzinfo=UTC)

NOT_JOINED: Final = (MeetingStage.LOOKING, MeetingStage.SEEN, MeetingStage.REFUSED)

IS_OTHER: Final = N_("The game is another one than the link said: look at it again.")
_ANY: Final = "any"
"""What is wished for where a link tells no table."""

SHUT_OUT: Final = N_(
    "{name} has given your place in the game to somebody else. If that is not you on another "
    "device, claim the win: the game that you have counts."
)

LETS_WATCH: Final = N_(
    "{name} lets others watch: whoever has the link sees the game and what is said."
)

ASKS_QUIETLY: Final = N_(
    "Somebody asks again to be let in. Nothing happens unless you answer the question."
)

Work: TypeAlias = Callable[[], object]


@dataclass(frozen=True)
class FriendStatus:
    """The state of a game with a friend; `battle.friend.words` puts it into words.

    `here`: the friend's program is online now; `seen`: when it was last. `delivered`: the friend is
    known to have everything done here. `forked`: the copies differ, `by_friend` because the friend
    signed two versions. `newer`: the friend's program is newer and has sent something unknown here.
    `withdrawn`: the friend took the invitation back. `shut_out`: the friend gave our place to
    somebody else. `alone`: the connection is open on this side,
    and only the friend's end is missing.
    """

    stage: MeetingStage
    link: LinkState
    here: bool = False
    seen: datetime | None = None
    delivered: bool = True
    forked: bool = False
    by_friend: bool = False
    newer: bool = False
    withdrawn: bool = False
    shut_out: bool = False
    alone: bool = False


class FriendGame:
    """All games that came from one invitation, on this side.

    `write` is called in a job with the state to save whenever that has changed, and returns whether
    it was written. `is_kept` is whether there is something to save: an invitation that is looked at
    is not kept before `claim`, which may raise NotNowError, has the file for it. `handover` is
    there while the game moves to another device, or when it has, and `has_ended_move` when that has
    just ended, or a way is to be opened again; `came_by` is the topic of the move that brought it.
    `wished` is the start of the table that is joined as soon as it is offered; `put_off` is when an
    invitation was put off, which is kept then.
    `asks_again` is a guest that says to have lost the game, until the host has answered. `next` is
    the invitation to the game that goes on after a fork, offered or joined here; `friends_next` the
    one that the friend offers. `over_since` is when the end of the newest game became known here,
    None while it goes on.
    """

    def __init__(
        self,
        meeting: Meeting,
        write: Callable[[Mapping[str, Any]], bool],
        submit: Callable[[Work], object],
        claim: Callable[[], object],
    ) -> None:
        self.meeting = meeting
        self.is_kept = meeting.stage is not MeetingStage.LOOKING
        self.handover: Handover | None = None
        self.has_ended_move = False
        self.came_by = self.wished = ""
        self.put_off: datetime | None = None
        self.side: Side = meeting.side
        self.invitation = meeting.invitation
        self.inbox, self.outbox = Inbox(meeting, submit), Outbox(meeting, submit)
        self.channel: Channel | None = None
        self.chat = Chat(meeting.side)
        self.logbook: Logbook | None = None
        self.version = 0
        self.refused: Counter[str] = Counter()
        self.refused_by_friend = 0
        self.closed = False
        self.clock_kept: ClockKept | None = None
        self.next = self.friends_next = ""
        self.friend_knows_watching = False
        self._write_values, self._submit, self._claim = write, submit, claim
        self._newest: tuple[Callable[[], dict[str, Any]], Handover | None, int] | None = None
        self._written: object = None
        self._is_written = False
        self.asks_again: Joining | None = None
        self._asked_until = LONG_AGO
        self._news: list[str] = []
        self._moment = datetime.now(UTC)
        self._changed = False
        self._seen: datetime | None = None
        self._here_until = LONG_AGO
        self._last_here = 0
        self._newer = self._said_newer = self._said_fork = False
        self.friend_has_left = True
        self.over_since: datetime | None = None
        self._recorded = 0
        self._booked: set[int] = set()
        self._left = b""
        self._status: FriendStatus | None = None
        self._status_shown: FriendStatus | None = None
        self._status_fits = LONG_AGO, LONG_AGO
        self._make_logbook()

    # What is shown

    @property
    def stage(self) -> MeetingStage:
        return self.meeting.stage

    @property
    def is_void(self) -> bool:
        """Whether an invitation that was put off can no longer be used."""
        return self.put_off is not None and self.stage is MeetingStage.REFUSED

    @property
    def friend_name(self) -> str:
        return self.meeting.friend_name or _("Your friend")

    @property
    def status(self) -> FriendStatus:
        """How it stands; made again when something has arrived or been done, or time is up."""
        link = _NO_LINK if self.channel is None else self.channel.state
        since, until = self._status_fits
        if self._status is None or self._status.link != link or not since <= self._moment < until:
            self._status = self._status_of(link)
            ends = self._here_until, link.since + GONE_AFTER
            until = min((end for end in ends if self._moment < end), default=_NEVER)
            self._status_fits = self._moment, until
        return self._status

    def _status_of(self, link: LinkState) -> FriendStatus:
        book, seen, alone = self.logbook, self._seen, self._is_alone(link)
        if alone and seen is not None and link.kind is LinkKind.LOST and not self.friend_has_left:
            seen = max(seen, link.since)
        return FriendStatus(
            self.stage,
            link,
            here=link.is_up and self._moment < self._here_until,
            seen=seen,
            delivered=book is None or book.delivered,
            forked=self.forked,
            by_friend=book is not None and book.fork is not None and bool(book.fork.proof),
            newer=self._newer,
            withdrawn=self.meeting.withdrawn,
            shut_out=self.is_shut_out,
            alone=alone,
        )

    def _is_alone(self, link: LinkState) -> bool:
        """Whether a direct connection has no other end, the friend's program being closed."""
        if not link.to_friend or link.reason:
            return False
        is_long = self._moment - link.since >= GONE_AFTER
        left = link.kind is LinkKind.LOST and self.friend_has_left
        return left or (is_long and link.kind in (LinkKind.LOST, LinkKind.CONNECTING))

    @property
    def replay(self) -> Replay | None:
        """All games so far, None before the two sides have met."""
        return None if self.logbook is None else self.logbook.replay

    @property
    def forked(self) -> bool:
        return self.logbook is not None and self.logbook.fork is not None

    @property
    def is_shut_out(self) -> bool:
        """Whether the host has given our place to somebody else: from here on nothing is heard."""
        proof = self.logbook and self.logbook.fork and self.logbook.fork.proof
        return isinstance(proof, ProvedNotice) and proof.words.partition("/")[0] != ""

    @property
    def fork_proof(self) -> ProvedFork | ProvedNotice | None:
        """The proof that the friend signed two versions of the game, to claim the win with.

        One may be with somebody else, or with nobody.
        """
        game, fork = self.session, None if self.logbook is None else self.logbook.fork
        return None if fork is None or game is None or game.ending is not None else fork.proof

    @property
    def asks_how_to_go_on(self) -> bool:
        """Whether the person should say how a game goes on whose copies differ."""
        fork = None if self.logbook is None else self.logbook.fork
        is_open = fork is not None and (fork.proof is None or self.fork_proof is not None)
        return is_open and not self.next

    @property
    def session(self) -> Session | None:
        """The game at the table: the newest; None before there is one."""
        return None if self.replay is None else self.replay.game

    @property
    def record_key(self) -> str:
        """The key of the games in the record, before their number."""
        return self.meeting.fingerprint.hex()[:32]

    @property
    def received_at(self) -> int:
        """When the friend's newest move arrived, in seconds since 1970; 0 if unknown."""
        return 0 if self.logbook is None else self.logbook.received_at

    @property
    def my_turn(self) -> bool:
        """Whether a move, an answer or a choice of the person here is due."""
        if self.stage is MeetingStage.REFUSED or self.handover is not None or self.put_off:
            return False
        if self.asks_again is not None and not self.asks_quietly:
            return True
        asks = self.asks_how_to_go_on
        if self.logbook is None or asks or (self.forked and self.next):
            return asks or self.stage is MeetingStage.SEEN
        replay, game = self.logbook.replay, self.session
        if game is None:
            return (self.side == replay.terms.pie) == (replay.points_named is None)
        return game.my_turn or any(by != game.me for by in game.requests)

    @property
    def rematch_asked(self) -> tuple[Side, int] | None:
        """Which side asks for a rematch, and the deal (0: the same); the friend's request first."""
        game = self.session
        for by, request in () if game is None else game.requests.items():
            if request.kind == REMATCH:
                side = self.side if game is not None and by == game.me else other_side(self.side)
                return side, request.number
        return None

    @property
    def can_claim(self) -> bool:
        """Whether the friend's days for a move are over, or the friend signed two versions."""
        game = self.session
        if game is None or game.me is None:
            return False
        return self.fork_proof is not None or game.can_claim(game.me, self._seconds)

    def take_news(self) -> list[str]:
        """Return news for the person, in sentences, once."""
        news, self._news = self._news, []
        return news

    def record(self, records: Records) -> None:
        """Add games that have ended to the person's record, once.

        The key of a game that has moved to this device is what the other one said: it replaces
        only what it has added here.
        """
        here = self.replay if self.handover is None else None
        for game in () if here is None else here.games[self._recorded :]:
            if game.ending is None:
                break
            key = game.tags["Key"]
            kept, number = records.game(key), game.series.number
            is_ours = not self.came_by or number in self._booked
            is_due = kept is None or (is_ours and kept.ending != game.ending)
            if is_due:
                records.put(game_of(game, self._ended(game), key=key))
                if records.game(key) is None:  # it could not be written
                    break
                self._booked.add(number)
            self._recorded = number
            self.keep()

    def _ended(self, game: Session) -> datetime:
        """When a game ended, by the friend's clock, clamped to ours."""
        number, mine = game.series.number, () if self.logbook is None else self.logbook.mine
        last = max((entry.at for entry in mine if entry.game == number), default=0)
        return min(max(game.ended, datetime.fromtimestamp(last, UTC)), self._moment)

    # What a person does

    def join(self, name: str) -> None:
        """Join the game that was offered; raise NotNowError if there is none."""
        if self.stage is not MeetingStage.SEEN:
            raise NotNowError(_("There is nothing to join yet."))
        self.begin_to_keep()
        self.meeting.name, self.meeting.stage = shown_name(name), MeetingStage.JOINING
        self._make_logbook()
        self._note()

    def wish(self, name: str, friend: str = "", told: str = "") -> None:
        """Join as soon as the offer is there, if it is of the table that was told; that is kept."""
        self.begin_to_keep()
        self.meeting.name = shown_name(name)
        self.meeting.friend_name = self.meeting.friend_name or friend
        self.wished = told or _ANY
        self._join_as_wished()
        self._note(publish=False)

    def look_later(self, friend: str) -> None:
        """Keep an invitation that is put off; raise NotNowError if that cannot be."""
        self.begin_to_keep()
        self.meeting.friend_name = self.meeting.friend_name or friend
        self.put_off = self._moment
        self._note(publish=False)

    def _join_as_wished(self) -> None:
        if not self.wished or self.stage is not MeetingStage.SEEN:
            return
        agreed, wished, self.wished = self.meeting.terms, self.wished, ""
        assert agreed is not None, "what is seen has terms"
        if wished in (_ANY, str(agreed.start.with_given((0, 0)))):
            self.join(self.meeting.name)
        else:
            self._news.append(_(IS_OTHER))
            self._note(publish=False)

    def begin_to_keep(self) -> None:
        """Keep from now on what was only looked at; raise NotNowError if that cannot be."""
        self.put_off = None
        if not self.is_kept:
            self._claim()
            self.is_kept = True

    def ask_again(self, name: str) -> None:
        """Ask to be let in again; raise NotNowError if that cannot be."""
        if not self.meeting.can_ask_again:
            raise NotNowError(_(NOT_NOW))
        self.begin_to_keep()
        self.meeting.ask_again(name)
        self.channel, self.has_ended_move = None, True
        self._note()

    def let_in(self, agreed: bool, mark: str = "") -> None:
        """As the host answer a guest that has lost the game; a `mark` says which one is meant."""
        self._check_here()
        asking, book = self.asks_again, self.logbook
        if asking is None or book is None or mark not in ("", asking.public.mark):
            raise NotNowError(_(NO_REQUEST))
        self.asks_again = None
        if agreed:
            book.let_in(asking.public, self._seconds)
            self.meeting.let_in(asking)
            self.inbox.opened.clear()
            self._last_here = 0
            self.outbox.close_watching()
        else:
            self.meeting.decline(asking.public.mark)
            self._asked_until = self._moment + AGAIN_AT_MOST
        self._note()

    @property
    def asks_quietly(self) -> bool:
        """Whether a guest that asks to be let in again waits for a look: one was declined before.

        Another that asks takes its place, but not at once.
        """
        return self.asks_again is not None and bool(self.meeting.declined)

    @property
    def watched(self) -> bool:
        """Whether one of the two lets others watch."""
        return self.replay is not None and bool(self.replay.watched)

    def let_watch(self) -> Invitation:
        """Let others watch, and return where; raise NotNowError if that cannot be."""
        self.check_watching()
        if not self.watched:
            self._enter(LetWatch())
        return self.meeting.watching

    def check_watching(self) -> None:
        """Raise NotNowError where others cannot be let watch."""
        if not self.watched and not self.friend_knows_watching:
            raise NotNowError(_("Your friend has not been here yet, or has an older version."))

    def do(self, number: int, event: Event) -> None:
        """Enter an event in a game; raise RulesError, with nothing changed, if not allowed."""
        self._check_here()
        if self.logbook is None or self.stage is MeetingStage.REFUSED or self.closed:
            raise NotNowError(_(NOT_BEGUN))
        self.logbook.do(event, self._seconds, number)
        self._note()

    def say(self, text: str) -> ChatMessage:
        """Send a message; raise RulesError, with the reason, if that is impossible."""
        self._check_here()
        if self.meeting.seal is None:
            raise NotNowError(_(NOT_BEGUN))
        message = self.chat.say(text, self._seconds)
        self._note()
        return message

    def switch_chat(self, on: bool) -> None:
        self.chat.on = on
        self._note()

    def read_chat(self) -> None:
        if self.chat.unread:
            self.chat.read = self.chat.received
            self._note(publish=False)

    def ask_rematch(self, number: int = 0) -> None:
        """Ask for another game, seats swapped: of the same deal, or of deal `number`."""
        self._enter(Asked(REMATCH, number))

    def answer_rematch(self, agreed: bool) -> None:
        asked, game = self.rematch_asked, self.session
        if asked is None or game is None or asked[0] == self.side:
            raise NotNowError(_(NO_REQUEST))
        (entry,) = (one.entry for by, one in game.requests.items() if by != game.me)
        self._enter(Answered(entry, agreed))

    def go_on(self) -> None:
        self._enter(NextGame())

    def claim(self) -> None:
        """Claim the win because the friend forked the game, or the days for a move are over."""
        self._enter(
            self.fork_proof or Claimed(0 if self.session is None else self.session.game.ply)
        )

    def name_points(self, points: int) -> None:
        self._enter(NamedPoints(points))

    def take_seat(self, *, first: bool) -> None:
        if self.meeting.terms is None:
            raise NotNowError(_(NOT_BEGUN))
        mover = self.meeting.terms.start.to_move
        self._enter(TookSeat(mover if first else other(mover)))

    def _enter(self, event: Event) -> None:
        number = 1 if self.replay is None else self.replay.number
        self.do(number + isinstance(event, NextGame), event)

    def follow_with(self, line: str) -> None:
        """Store the invitation to the game that goes on from what both copies share."""
        self.next = line
        self._note()

    def set_invitation(self, where: Invitation) -> None:
        """Store that the invitation names other ways, and publish on them."""
        self.invitation = self.meeting.invitation = where
        self._note()

    def keep_clock(self, kept: ClockKept) -> None:
        if not self.closed:
            self.clock_kept = kept
            self.keep()

    def seconds(self) -> float:
        """Return the time of the last update, in seconds since 1970."""
        return self._moment.timestamp()

    # The channel

    def update(self, now: datetime) -> bool:
        """Receive and send; return whether anything has changed.

        `now` is the moment, in UTC.
        """
        if now < self._moment:  # the clock was set back: nothing waits until the old time returns
            self._here_until += now - self._moment
        self._moment = now
        if self.closed:
            return False
        if self.handover is not None:
            self._move_on(self.handover)
        elif self.channel is not None:
            self.receive(self.channel.poll())
            self.outbox.pass_on()
            self._publish(self.channel)
        if self.handover is None:
            if self.logbook is not None and self.logbook.release(self._seconds):
                self._note()
            if self.session is not None:
                self.session.keep_time()
        before = self._status_shown
        if self.status is not before:
            self._changed |= self.status != before
            self._status_shown = self.status
        changed, self._changed = self._changed, False
        self.version += changed
        return changed

    # To another device, and from one

    def _check_here(self) -> None:
        """Raise NotNowError while the game is not this device's alone."""
        if self.handover is not None:
            raise NotNowError(_("The game moves to another device: nothing can be done here."))

    def move(self, where: Invitation) -> Handover:
        """Begin to move to another device; nothing can be done here from now on."""
        self._check_here()
        agreed = self.meeting.terms
        if agreed is None or self.closed or self.stage in NOT_JOINED:
            raise NotNowError(_(NOT_BEGUN))
        self._leave()
        self.handover = Handover.offered(where, self.meeting.name, agreed, self._moment)
        self._note(publish=False)
        return self.handover

    def confirm_move(self) -> None:
        """Send the game to the device that asks, which shows the same word."""
        if self.handover is None or not self.handover.asks:
            raise NotNowError(_("No device asks for the game."))
        self.handover.agree()
        self.keep()

    def keep_here(self) -> None:
        """Withdraw the move: raise NotNowError if the game has gone."""
        if self.handover is None or not self.handover.is_here:
            raise NotNowError(_("The game is on the other device."))
        self.handover.withdraw()
        self.keep()

    def arrive(self, handover: Handover) -> None:
        """Wait here until the other device lets go of the game."""
        self.handover, self.came_by = Handover(handover.meeting), handover.where.topic
        handover.meeting.stage = MeetingStage.PLAYING
        self._recorded, self._booked = 0, set()
        self._note(publish=False)

    def has_left_as(self, meeting: Meeting) -> bool:
        """Whether a game that comes by a move is the one that has gone from here."""
        return self._left in (b"", meeting.identity.public.sign)

    def _move_on(self, handover: Handover) -> None:
        """Go on with a move, and end it."""
        if handover.plays:
            return
        step = handover.receive(self.meeting.identity)
        if step is TransferStep.TAKEN:
            handover.let_go()
            self._left = self.meeting.identity.public.sign
            self.meeting.identity = Identity.new()
            if self.logbook is not None:
                self.logbook.identity = self.meeting.identity
        if step is TransferStep.PLAYS:
            handover.plays, self.over_since = True, self._moment
        self._say_move(handover)
        is_over = handover.withdrawn and handover.kept in (0, handover.version)
        if step is TransferStep.GO or is_over:
            self.handover, self.outbox.is_due = None, True
        self.has_ended_move = is_over or step in (TransferStep.GO, TransferStep.ENDED)
        if is_over or step is not TransferStep.NOTHING:
            self._changed = True
            self.keep()
        if self.handover is None or handover.plays:
            self._submit(partial(self._end_move, handover))

    def _end_move(self, handover: Handover) -> None:
        """Close the way to the other device, which is told that it need not wait; in a job."""
        if handover.side == "guest" and self._is_written:
            handover.say_plays()
        handover.close()

    def _say_move(self, handover: Handover) -> None:
        identity = self.meeting.identity
        handover.publish(self._moment, identity, lambda: fitted_game(self._values()()))

    def _leave(self) -> None:
        """Say goodbye to the friend, and close the channels."""
        if self.channel is not None:
            if self.handover is None:
                self._publish(self.channel, bye=True)
            self._submit(self.channel.close)
        self.channel = None
        self.outbox.close_watching()

    def clear(self) -> None:
        """Clear our slots once both sides have the end of the game.

        A copy that alone shows the friend that the end has arrived stays. If no one has joined, the
        notice that the invitation was withdrawn stays.
        """
        channel, book = self.channel, self.logbook
        is_over = (
            book.replay.ends and book.delivered and not self.chat.waiting
            if book is not None
            else self.side == "host"
        )
        if channel is None or self.closed or not is_over:
            return
        if book is None:
            self._submit(partial(channel.publish, "host", self.meeting.withdrawal()))
        else:
            for slot in ("host",) if self.side == "host" else ("guest", "join"):
                shown = book.mine[-1].seen if book.mine else 0
                if slot != self.side or shown == len(book.logs[other_side(self.side)]):
                    self._submit(partial(channel.publish, slot, b""))
        self._submit(channel.close)
        self.channel = None
        self.outbox.close_watching()

    def close(self) -> None:
        """Say goodbye to the friend, save everything and close the channel; may be called twice."""
        if self.closed:
            return
        if self.session is not None and self.handover is None:
            self.session.pause_clock()
        if self.handover is not None:
            self._submit(partial(self._say_move, self.handover))
            self._submit(self.handover.close)
        self._leave()
        self.keep()
        self.closed = True

    # Receiving

    def receive(self, arrived: Sequence[Arrived]) -> None:
        """Read messages: they are opened in jobs and applied here."""
        self.inbox.put(arrived)
        if arrived:
            self._choose_friend()
        self._take_opened()
        while self.inbox.open(self.logbook, self._moment):
            self._take_opened()

    def _take_opened(self) -> None:
        """Apply the messages that have been opened; after one that changed the game wait a frame.

        So that many that each change much do not block the window's thread.
        """
        opened = self.inbox.opened
        if opened:
            while opened and not self._take(opened.popleft()):
                pass
            self._status = None
            self._choose_friend()

    def _take(self, message: Message) -> bool:
        """Apply a message; return whether that may have taken long."""
        try:
            match message:
                case FormatError():
                    raise message
                case GameOffer() | TakenNotice():
                    self._take_front(message)
                case Joining():
                    self._take_joining(message)
                case Heartbeat():
                    self._take_heartbeat(message)
                case FirstCopy():
                    return self._take_first(message)
                case CheckedCopy():
                    return self._take_copy(message)
        except NewerError:
            if not self._said_newer:
                words = _("{name} has a newer version: please update yours.")
                self._news.append(words.format(name=self.friend_name))
            self._newer = self._said_newer = self._changed = True
        except FormatError as error:
            if not isinstance(error, SealError) and not self.refused_by_friend:
                self._news.append(_("A damaged message was rejected; the game is unchanged."))
            self.refused[error.template] += 1
            self.refused_by_friend += not isinstance(error, SealError)
        else:
            return False
        return not isinstance(message, FormatError)

    def _take_front(self, front: GameOffer | TakenNotice) -> None:
        if self.side == "host":
            if isinstance(front, TakenNotice) and self.meeting.is_hosts(front):
                self.meeting.only = front.mark  # taken, and forgotten: an old copy was brought back
        elif isinstance(front, TakenNotice) and self.stage is MeetingStage.PLAYING:
            book = self.logbook
            if book is not None and book.note_notice(self.meeting.proof_in(front)):
                self._said_fork = False
                self._say_fork(is_mine=False)
                self._note(publish=False)
        elif self.meeting.read_front(front):
            if self.stage is MeetingStage.REFUSED:
                words = (
                    _("{name} withdrew the invitation.").format(name=self.friend_name)
                    if self.meeting.withdrawn
                    else _("This invitation has already been used.")
                )
                self._news.append(words)
            self._note(publish=False)
            self._join_as_wished()

    def _take_joining(self, asking: Joining) -> None:
        if self.side == "host":
            friend, public = self.meeting.friend, asking.public
            if friend is not None:
                is_new = asking.again and public != friend
                is_due = self.asks_again is None or self.asks_quietly
                self.meeting.identity.shared_key(public)  # a key that is none is refused
                is_due &= is_new and public.mark not in self.meeting.declined
                if is_due and self._moment >= self._asked_until and asking != self.asks_again:
                    self.asks_again, self._changed = asking, True
                    if self.asks_quietly:
                        self._asked_until = self._moment + AGAIN_AT_MOST
                        self._news.append(_(ASKS_QUIETLY))
                self.outbox.friend_lacks |= public == friend
                return
            self.inbox.ask(asking)
            self.outbox.friend_lacks = True

    def _choose_friend(self) -> None:
        """As the host, accept the first request to join whose copy is there."""
        if self.inbox.accept():
            self._make_logbook()
            self._news.append(_("{name} has joined.").format(name=self.friend_name))
            self._note()

    def _take_first(self, first: FirstCopy) -> bool:
        """As a guest that is let in again take over what the host has."""
        meeting, offer, copy = self.meeting, first.offer, first.copy
        if meeting.stage is MeetingStage.PLAYING:  # of two that came at once the first was taken
            return False
        if offer.public != meeting.friend:
            raise DamagedError("bad copy: its offer is somebody else's")
        meeting.offer = offer
        self._make_logbook()
        assert self.logbook is not None
        try:
            self.logbook.adopt(copy, self._seconds)
        except FormatError:
            meeting.offer = self.logbook = None
            raise
        self.chat.take(copy.chat)
        meeting.lets = sum(isinstance(entry.event, LetIn) for entry in copy.logs["host"])
        meeting.friend_name, meeting.stage = shown_name(copy.name), MeetingStage.PLAYING
        self.friend_knows_watching = copy.watch
        self._news.append(_("{name} has let you in again.").format(name=self.friend_name))
        self.outbox.greet()
        self._note()
        return True

    def _take_copy(self, checked: CheckedCopy) -> bool:
        """Merge a side's copy; return whether a log has grown."""
        book, chat, meeting, copy = self.logbook, self.chat, self.meeting, checked.copy
        assert book is not None
        if checked.friend != book.friend:
            raise SealError("a copy of the guest before")
        mine, watched = book.mine, self.watched
        theirs = other_side(self.side)
        known_of = len(book.logs[theirs])
        has_grown = book.take(checked, self._seconds)
        if has_grown:
            self._note()
        self._tell(book.logs[theirs][known_of:], lets_watch=self.watched > watched)
        self._say_fork(is_mine=book.mine[: len(mine)] != mine)
        if copy.side == self.side:
            if copy.chat.sent <= chat.known + MOST_UNSEEN:
                chat.sent = max(chat.sent, copy.chat.sent)
            return has_grown
        heard, known = chat.received, self._friend_state
        if self.side == "guest" and self.stage is not MeetingStage.PLAYING:
            meeting.stage = MeetingStage.PLAYING
            self._news.append(
                _("{name} is at the table: the game begins.").format(name=self.friend_name)
            )
            self._note(publish=False)
        self._newer, self.friend_knows_watching = False, copy.watch
        lacks = (len(copy.logs[side]) < len(book.logs[side]) for side in SIDES)
        self.outbox.friend_lacks = any(lacks)
        is_old = len(copy.logs[copy.side]) < len(book.logs[copy.side]) or copy.chat.sent < heard
        if not is_old:
            if copy.next and not self.friends_next:  # the first stays: what is shown is joined
                self.friends_next = copy.next
                if self.side == "guest" and self.next != copy.next:
                    self.next = ""  # of two the host's is played
            chat.friend_on = copy.chat.on
            meeting.friend_name = shown_name(copy.name) or meeting.friend_name
        chat.take(copy.chat)
        if chat.received != heard:
            self._note()
        elif known != self._friend_state:
            self._note(publish=False)
        return has_grown

    @property
    def _friend_state(self) -> object:
        """What a copy of the friend says besides the game."""
        chat = self.chat
        return self.friends_next, self.meeting.friend_name, chat.friend_on, len(chat.waiting)

    def _tell(self, entries: Sequence[Entry], *, lets_watch: bool) -> None:
        """Say what new entries of the friend mean that no board shows."""
        answers = [entry.event for entry in entries]
        if any(isinstance(answer, Answered) and not answer.agreed for answer in answers):
            self._news.append(_("{name} declined.").format(name=self.friend_name))
        if lets_watch:
            self._news.append(_(LETS_WATCH).format(name=self.friend_name))

    def _say_fork(self, *, is_mine: bool) -> None:
        """Say once that the two copies differ, or that our own one did."""
        fork = None if self.logbook is None else self.logbook.fork
        if self._said_fork or not (fork or is_mine):
            return
        self._said_fork = True
        words = _("The two copies of the game differ. What they share is kept.")
        if self.is_shut_out:
            words = _(SHUT_OUT if self.fork_proof else REASON_WORDS[Reason.FORKED])
        elif is_mine:
            words = _("You played on from an old copy: the game goes on as {name} has it.")
        elif self.fork_proof is not None:
            words = _(
                "{name} played two versions of the game. The one that you have counts: play on, "
                "claim the win, or resign."
            )
        elif fork is not None and fork.proof is not None:
            words = _(REASON_WORDS[Reason.FORKED])
        self._news.append(words.format(name=self.friend_name))

    def _take_heartbeat(self, sign: Heartbeat) -> None:
        if sign.at <= self._last_here:
            return
        is_will = sign.at - self._last_here >= WILL_AFTER  # the friend's clock runs on
        self._last_here, self._seen = sign.at, self._moment
        if self._moment >= self._here_until:
            self.outbox.greet()
            self.outbox.is_due |= not (self.logbook is None or self.logbook.delivered)
        self.friend_has_left = sign.bye and not is_will
        self._here_until = self._moment if sign.bye else self._moment + HEARD_AFTER

    # Sending

    def _publish(self, channel: Channel, *, bye: bool = False) -> None:
        """Send what is due, and that we are here, or with `bye` that we go."""
        if self.stage is MeetingStage.REFUSED or self.is_shut_out:
            channel.close()
            return
        self.outbox.leave_will(channel, self._moment, self.keep)
        self.outbox.publish(channel, self._moment, self.logbook, self.chat, self.next)
        self.outbox.say_here(channel, self._moment, bye=bye)

    # What is kept

    def keep(self) -> None:
        """Save the state, secrets included; of several waiting ones only the newest is written."""
        if not self.is_kept:
            return
        handover = self.handover
        self._newest = self._values(), handover, 0 if handover is None else handover.version
        self._submit(self._write)

    def _values(self) -> Callable[[], dict[str, Any]]:
        """Return what computes the state, from values that no longer change; it takes time."""
        chat, book, said = self.chat, self.logbook, tuple(self.chat.said)
        copy = None if book is None else book.copy(self.meeting.name)
        values: dict[str, Any] = {
            "meeting": self.meeting.values,
            "seen": self._seen and round(self._seen.timestamp()),
            "clock": self.clock_kept,
            "over": self.over_since and round(self.over_since.timestamp()),
            "recorded": self._recorded,
            "booked": sorted(self._booked),
            "here": self._last_here,
            "changed": self._seconds,
            **self.outbox.values,
        }
        talk = {"counts": [chat.sent, chat.received, chat.known], "read": chat.read, "on": chat.on}
        if self.came_by:
            values["came by"] = self.came_by
        if self.wished:
            values["wished"] = self.wished
        if self.put_off is not None:
            values["put off"] = round(self.put_off.timestamp())
        if self._left:
            values["left"] = self._left.hex()
        if self.handover is not None:
            values["move"] = self.handover.values
        if book is not None:
            values |= {"split": book.fork and book.fork.values, "held": book.held}
            values |= {"next": [self.next, self.friends_next], "received": book.received_at}

        def kept() -> dict[str, Any]:
            log = {} if copy is None else {"logbook": copy.values}
            messages = [[message.side, *message.values] for message in said]
            return values | log | {"talk": talk | {"said": messages}}

        return kept

    def _write(self) -> None:
        newest = self._newest
        if newest is not None and newest is not self._written:
            self._written = newest
            values, handover, version = newest
            self._is_written = self._write_values(values())
            if self._is_written and handover is not None:
                handover.kept = version

    def restore(self, values: Mapping[str, Any]) -> None:
        """Restore the saved state; raise an error of any kind if it is damaged."""
        self.is_kept = True
        talk, chat = values["talk"], self.chat
        chat.said = [message_of(list(rest), side_in(side)) for side, *rest in talk["said"]]
        chat.sent, chat.received, chat.known = (number_in(count) for count in talk["counts"])
        chat.read = number_in(talk.get("read", chat.received))
        chat.on = talk["on"] is True
        self._seen = _moment_in(values.get("seen"))
        if (clock := values.get("clock")) is not None:
            since = clock[3] if len(clock) > 3 else None
            moment = None if since is None else number_in(since, MOST_MILLISECONDS)
            number, ply, left = map(number_in, clock[:3])
            self.clock_kept = ClockKept(number, ply, left, moment)
        if self.logbook is not None:
            self._restore_logbook(self.logbook, values)
        if self.replay is not None and self.replay.ends:
            self.over_since = _moment_in(values.get("over", values.get("changed")))
        self.wished = str(values.get("wished", ""))
        self.put_off = _moment_in(values.get("put off"))
        self._recorded = number_in(values.get("recorded", 0))
        self._booked = {number_in(number) for number in values.get("booked", ())}
        self._left = bytes.fromhex(values.get("left", ""))
        self.outbox.restore(values)
        if self.watched and self.replay is not None and self.outbox.shown_after is None:
            began = min(self.replay.watched.values())  # so it was before the number was kept
            before = [one.number for one in chat.said if one.side == self.side and one.at <= began]
            self.outbox.shown_after = max(before, default=0)
        self._last_here = number_in(values.get("here") or 0, MOST_MILLISECONDS)
        self.came_by = str(values.get("came by", ""))
        if (move := values.get("move")) is not None:
            self.handover = handover_of(move)
            self.handover.kept = self.handover.version
            if self.handover.is_gone:
                self.over_since = _moment_in(values.get("over"))

    def _restore_logbook(self, book: Logbook, values: Mapping[str, Any]) -> None:
        copy, held = copy_of(dict(values["logbook"]), self.side), values.get("held")
        book.held = None if held is None else number_in(held)
        book.received_at = number_in(values.get("received", values.get("changed", 0)))
        book.restore(copy)
        self._name_seats()
        if (split := values.get("split")) is not None:
            book.fork = fork_of(split, copy.logs)
        self.next, self.friends_next = (
            str(line)[:LONGEST_LINE] for line in values.get("next", ("", ""))
        )

    # Steps

    @property
    def _seconds(self) -> int:
        return round(self._moment.timestamp())

    def _make_logbook(self) -> None:
        meeting = self.meeting
        if self.logbook is None and meeting.terms is not None and meeting.seal is not None:
            topic = self.invitation.topic
            identity, friend = meeting.identity, meeting.friend
            self.logbook = Logbook(self.side, meeting.terms, topic, identity, friend, self)
            self._name_seats()

    def _note(self, *, publish: bool = True) -> None:
        """Save a change, and publish it unless the friend need not know."""
        self._changed, self._status = True, None
        self.outbox.is_due |= publish
        self._name_seats()
        if self.watched and self.outbox.shown_after is None:
            self.outbox.shown_after = self.chat.sent  # whenever the friend says that it began
        kept, game = self.clock_kept, self.session
        if kept is not None and (game is None or not game.my_turn or kept[:2] != game.place):
            self.clock_kept = None
        if self.replay is None or not self.replay.ends:
            self.over_since = None
            if self.replay is not None:  # a claim may have ended a game that goes on
                self._recorded = min(self._recorded, self.replay.number - 1)
        elif self.over_since is None:
            self.over_since = self._moment
        self.keep()

    def _name_seats(self) -> None:
        if self.replay is not None:
            own, friend = self.meeting.name, self.meeting.friend_name
            self.replay.name_seats({self.side: own, other_side(self.side): friend})


def _moment_in(value: object) -> datetime | None:
    return None if value is None else datetime.fromtimestamp(number_in(value), UTC)
