"""Games with friends elsewhere, as a front end drives them: one object per game.

    games = FriendGames(places, open_channel)       once a program
    game = games.invite(terms, "Ada", broker="…")   str(game.invitation) is the line to send
    game = games.join(line)                         then wait for MeetingStage.SEEN, show
    game.join("Ben")                                game.meeting.offer, and join

    games.update(datetime.now(UTC))    every frame, or some times a second: nothing in it waits
    game.version                       grows when anything shown has changed
    game.stage, game.status            data; `battle.friend.words` says it in sentences
    game.session                       the game at the table, a `Session`: None before seats are
                                       taken, and another one for each rematch
    game.session.play(move), …         all methods of a `Session`; moves are sent automatically
    game.ask_rematch(), game.answer_rematch(True), game.go_on()
    game.name_points(5), game.take_seat(first=True)    the pie rule
    game.ask_again("Ben"), game.asks_again, game.let_in(True)   a guest that has lost the game
    game.let_watch(), games.watch(line)                others watch: a `Watcher` in games.watched
    game.say("Hello"), game.chat.said, game.read_chat()    messages
    game.take_news()                                   sentences that a person should read, once
    game.forked, game.fork_proof, games.play_on(game)  two copies that differ
    game.can_claim, game.claim()                       a win by a proven fork, or by days
    games.move(game), game.handover        it moves to another device
    game.confirm_move(), game.keep_here()  … which shows the same word, or not
    games.fetch(line)                                  … to this one
    games.keep_finished(records)                       what has ended, into the person's record
    game.close()                       lets the friend know, keeps all, closes the channel

    data/friends/<topic>.json     one invitation and all that came of it; it has the secrets

A file is written whole or not at all, after every change. A program claims the file of a game it
has open, so a second program with the same home cannot open it. Damaged files are set aside; files
of newer programs are left alone.
"""

from __future__ import annotations

import contextlib
import json
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from battle.friend.channel import (
    Channel,
    JoinedChannel,
)
from battle.friend.game import NOT_JOINED, FriendGame, Work
from battle.friend.meeting import (
    Invitation,
    Meeting,
    MeetingStage,
    Side,
    Terms,
    invitation,
    meeting_of,
    told_in,
)
from battle.friend.moving import Handover, TransferStep, handover_of
from battle.friend.sealing import (
    Identity,
)
from battle.friend.watching import (
    Watcher,
)
from battle.friend.ways.broker import parse_brokers
from battle.game.seating import NOT_NOW
from battle.game.session import NotNowError
from battle.language import N_, _, explain
from battle.profile.records import Records
from battle.rules.files import read_bytes
from battle.rules.position import FormatError, RulesError
from battle.storage import (
    AtOnce,
    Claim,
    Messages,
    Places,
    cannot_read,
    reason_of,
    set_aside,
    sync_directory,
)

SCHEMA: Final = 2
"""1 for a game that is here alone: older programs open no other."""

_ARRIVING: Final = ".moving"
"""The ending of the file of a game that another device has not sent yet."""

KEEPS_NOTHING: Final = N_("This browser keeps nothing: games are gone when the page is closed.")
MOST_WATCHED: Final = 4
"""The most games of others that are watched at a time; for one more the first is left."""

MOVE_ENDED: Final = N_("The link was withdrawn, or another device has used it.")

NO_ROOM: Final = N_("open the link of the other program anew: it says where that is")

OpenChannel: TypeAlias = Callable[[Invitation, Side], Channel]
"""Opens the channel to a friend for a side; may raise OSError or FormatError, never blocks."""


def open_ways(where: Invitation, side: Side) -> Channel:
    """Open all ways that an invitation names; within one network the host listens.

    Raises FormatError, with the reason, if that is nowhere.
    """
    from battle.friend.ways.mqtt import MqttChannel

    brokers = parse_brokers(where.broker) if where.broker else ()
    ways: list[Channel] = [MqttChannel(broker, where.topic) for broker in brokers]
    if where.lan and side == "host":
        from battle.friend.ways.build import page_folder
        from battle.friend.ways.page import PageChannel

        ways.append(PageChannel(where.topic, page_folder))
    elif where.room:
        from battle.friend.ways.room import RoomChannel

        ways.append(RoomChannel(where.room, where.topic))
    if not ways:
        raise FormatError(NO_ROOM)
    return ways[0] if len(ways) == 1 else JoinedChannel(ways)


class Worker:
    """Runs jobs in order, in a thread of its own unless `in_thread` is false.

    So no frame is blocked by a disk or a long message.
    """

    def __init__(self, *, in_thread: bool = True) -> None:
        self._pool = ThreadPoolExecutor(1, "games with friends") if in_thread else AtOnce()
        self._jobs: deque[Future[object]] = deque()

    def submit(self, job: Work) -> None:
        """Queue a job; raise the error of one that is done."""
        self._jobs.append(self._pool.submit(job))
        while self._jobs and self._jobs[0].done():
            self._jobs.popleft().result()

    def drain(self) -> None:
        wait(self._jobs)


@dataclass
class FriendGames:
    """The person's games. Without `open_channel` they are opened offline.

    Where it `keeps` nothing for sure, as in a private tab, no game moves. `withdrawn` are the
    topics of own invitations that were taken back since the start.
    """

    places: Places
    open_channel: OpenChannel | None = None
    worker: Worker = field(default_factory=lambda: Worker(in_thread=False))
    opened: dict[str, FriendGame] = field(default_factory=dict)
    arriving: dict[str, Handover] = field(default_factory=dict)
    keeps: bool = True
    watched: dict[str, Watcher] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    _claims: dict[str, Claim] = field(default_factory=dict)
    _messages: Messages = field(default_factory=list)

    def take_messages(self) -> Messages:
        """Return messages for the person, once: what could not be read or written."""
        messages = self._messages[:]
        del self._messages[: len(messages)]  # the worker may have added to them
        return messages

    # Games begin

    def invite(
        self, agreed: Terms, name: str, *, broker: str = "", lan: bool = False
    ) -> FriendGame:
        """Return a new game for a friend to join; raise FormatError if no way is named."""
        at = round(datetime.now(UTC).timestamp())
        return self.host(Meeting.hosted(Invitation.new(broker, lan=lan), name, agreed, at))

    def host(self, meeting: Meeting) -> FriendGame:
        """Return the game of a host's meeting, which a friend can join now."""
        self._claim(meeting.invitation.topic)
        game = self._made(meeting)
        game.keep()
        return self._opened(game)

    def join(self, line: str) -> FriendGame:
        """Return the game of an invitation, the saved one if there is one.

        Another one is only looked at until it is joined: nothing is written, and who leaves it lets
        go of it with `forget`. Raises FormatError for a bad line, NotNowError if it is our own or
        cannot be opened.
        """
        invited = invitation(line)
        if invited.watches:
            raise NotNowError(_("This link is for watching, not for playing."))
        if invited.moves:
            raise NotNowError(_("This link moves a game to another device of the same player."))
        if invited.topic in self.withdrawn:
            raise NotNowError(_("This is your own invitation, which you have withdrawn."))
        self.worker.drain()
        if invited.topic in self.opened or self.file(invited.topic).exists():
            game = self.open(invited.topic)
            if game.side == "host":
                raise NotNowError(_("This is your own invitation: send it to a friend."))
            if invited.room not in ("", game.invitation.room):
                game.set_invitation(replace(game.invitation, lan=True, room=invited.room))
                self._open_ways(game, replace(game.invitation, broker=""))
            return game
        return self._opened(
            self._made(Meeting(invited, "guest", Identity.new(), MeetingStage.LOOKING))
        )

    def play_on(self, game: FriendGame) -> FriendGame:
        """Return the game that goes on after a fork: the one the friend offers, or a new one.

        Raises RulesError if the copies do not differ, or the friend's cannot be joined.
        """
        is_forked = game.handover is None and (game.forked or game.friends_next)
        if game.logbook is None or not is_forked or game.is_shut_out:
            raise NotNowError(_(NOT_NOW))
        where = game.invitation
        is_theirs = game.side == "guest" or game.next in ("", game.friends_next)
        if game.friends_next and is_theirs:
            following = self.join(invitation(game.friends_next).link(where.room))
            following.begin_to_keep()
            following.keep()
        elif game.next:
            return self.open(invitation(game.next).topic)
        else:
            following = self.invite(
                game.logbook.common_terms, game.meeting.name, broker=where.broker, lan=where.lan
            )
        game.follow_with(str(following.invitation))
        return following

    def open(self, topic: str) -> FriendGame:
        """Return a saved game; raise NotNowError, with the reason, if it cannot be opened."""
        if topic in self.opened:
            return self.opened[topic]
        self.worker.drain()
        self._claim(topic)
        file = self.file(topic)
        try:
            values = json.loads(read_bytes(file))
            if values["schema"] <= SCHEMA:
                game = self._made(meeting_of(dict(values["meeting"])))
                game.restore(values)
                return self._opened(game)
            words = _("This game was saved by a newer version of Mahjong Battle.")
        except OSError as error:
            words = cannot_read(file, error)
        except (LookupError, OverflowError, RecursionError, TypeError, ValueError):
            words = " ".join(set_aside(file))
        self._release(topic)
        raise NotNowError(words)

    def open_all(self) -> list[FriendGame]:
        """Open every saved game that can be opened; report the others.

        Invitations that were only looked at, which older programs kept, are let go of.
        """
        for topic in self.topics():
            try:
                self.open(topic)
            except NotNowError as error:
                self._messages.append(str(error))
        games = list(self.opened.values())
        following = {invitation(game.next).topic for game in games if game.next}
        for game in games:
            topic = game.invitation.topic
            is_looked_at = game.stage in (MeetingStage.LOOKING, MeetingStage.SEEN)
            if is_looked_at and not (game.wished or game.put_off or topic in following):
                self.forget(topic)
        for file in self.places.friends.glob(f"*{_ARRIVING}"):
            with contextlib.suppress(OSError, LookupError, TypeError, ValueError):
                self._await(handover_of(json.loads(read_bytes(file))))
        return list(self.opened.values())

    def _made(self, meeting: Meeting) -> FriendGame:
        topic = meeting.invitation.topic
        return FriendGame(
            meeting,
            partial(self._write, topic),
            self.worker.submit,
            partial(self._claim_new, topic),
        )

    def _opened(self, game: FriendGame) -> FriendGame:
        """Open the channel to the friend, or to the other device; return the game."""
        self.opened[game.invitation.topic] = game
        if (handover := game.handover) is None:
            return self._open_ways(game, game.invitation)
        if not handover.plays:
            handover.open(self._open_way(handover.where, handover.side))
        return game

    def open_room(self, game: FriendGame) -> None:
        """Let the friend come in this network too, where only other ways were named before."""
        if not game.invitation.lan:
            game.set_invitation(replace(game.invitation, lan=True))
            self._open_ways(game, replace(game.invitation, broker=""))

    def _open_ways(self, game: FriendGame, where: Invitation) -> FriendGame:
        if (way := self._open_way(where, game.side)) is not None:
            way.keep_only(game.inbox.opens)
            game.channel = way if game.channel is None else JoinedChannel([game.channel, way])
        return game

    def _open_way(self, where: Invitation, side: Side) -> Channel | None:
        """Open the ways of an invitation; None, having said why, where that cannot be."""
        if self.open_channel is not None:
            try:
                return self.open_channel(where, side)
            except (OSError, ValueError) as error:
                reason = reason_of(error) if isinstance(error, OSError) else explain(error)
                words = _("Your friend cannot be reached now: {reason}.")
                self._messages.append(words.format(reason=reason.rstrip(".")))
        return None

    # While they are open

    def watch(self, line: str) -> Watcher:
        """Return the game that others let watch; raise RulesError for a line that leads to none."""
        where = invitation(line)
        if not where.watches:
            raise NotNowError(_("This link is for playing, not for watching."))
        if where.topic not in self.watched:
            for watcher in list(self.watched.values())[: 1 - MOST_WATCHED]:
                self.stop_watching(watcher)
            channel = self._open_way(where, "guest")
            if channel is None:
                raise NotNowError(" ".join(self.take_messages()))
            about = "".join(told_in(line)[:1])
            self.watched[where.topic] = Watcher(where, channel, about)
        return self.watched[where.topic]

    def stop_watching(self, watcher: Watcher) -> None:
        if self.watched.pop(watcher.invitation.topic, None) is not None:
            self.worker.submit(watcher.close)

    # To another device, and from one

    def cannot_keep(self) -> None:
        """Say nothing more of a move: what was written last may be gone with this program."""
        self.keeps = False
        parts = [game.handover for game in self.opened.values() if game.handover is not None]
        for handover in (*parts, *self.arriving.values()):
            handover.close()

    def _check_keeps(self) -> None:
        if not self.keeps:
            raise NotNowError(_(KEEPS_NOTHING))

    def move(self, game: FriendGame) -> FriendGame:
        """Begin to move a game to another device, which opens `game.handover.where`.

        Raises NotNowError if that cannot be.
        """
        self._check_keeps()
        where = Invitation.new(game.invitation.broker, lan=game.invitation.lan, moves=True)
        if (way := self._open_way(where, "host")) is None:
            raise NotNowError(" ".join(self.take_messages()))
        try:
            game.move(where).open(way)
        except NotNowError:
            self.worker.submit(way.close)
            raise
        return game

    def fetch(self, line: str) -> Handover:
        """Ask for the game that a line moves here; raise RulesError for a line that moves none."""
        where = invitation(line)
        if not where.moves:
            raise NotNowError(_("This link moves no game."))
        self._check_keeps()
        parts = [game.handover for game in self.opened.values() if game.handover is not None]
        if any(part.where.topic == where.topic and part.side == "host" for part in parts):
            raise NotNowError(_("Open this link on the device that the game moves to."))
        return self.arriving.get(where.topic) or self._await(Handover.asked(where))

    def arrived(self, where: Invitation) -> FriendGame | None:
        """Return the game that has come by a link, or None."""
        games = self.opened.values()
        return next((game for game in games if game.came_by == where.topic), None)

    def _await(self, handover: Handover) -> Handover:
        """Wait for the other device's answer, unless the game is here already."""
        if self.arrived(handover.where) is not None:
            self._forget_arriving(handover)
        else:
            self.arriving[handover.where.topic] = handover
            handover.open(self._open_way(handover.where, "guest"))
            self._keep_arriving(handover)
        return handover

    def _keep_arriving(self, handover: Handover) -> None:
        file = self.places.friends / f"{handover.where.topic}{_ARRIVING}"
        version, text = handover.version, json.dumps(handover.values)

        def write() -> None:
            self._messages.extend(self.places.write(file, text))
            if self.places.could_write(file):
                handover.kept = version

        self.worker.submit(write)

    def leave(self, handover: Handover) -> None:
        """Wait no more for a game that another device has not sent yet."""
        if self.arriving.pop(handover.where.topic, None) is not None:
            self.worker.submit(handover.close)
            self._forget_arriving(handover)

    def _forget_arriving(self, handover: Handover) -> None:
        """Delete the transfer's key, so that old messages cannot be replayed."""
        file = self.places.friends / f"{handover.where.topic}{_ARRIVING}"
        self.worker.submit(partial(file.unlink, missing_ok=True))

    def _update_arriving(self, now: datetime) -> bool:
        """Ask for games of other devices; take in what has come, and forget what cannot come."""
        changed = False
        for handover in list(self.arriving.values()):
            step = handover.receive(handover.meeting.identity)
            if step is TransferStep.ENDED:
                self._messages.append(_(MOVE_ENDED))
            elif handover.game is not None:
                try:
                    self._arrive(handover, handover.game)
                except RulesError as error:
                    self._messages.append(explain(error))
            else:
                handover.publish(now, handover.meeting.identity, dict)
                if step is TransferStep.CHANGED:
                    self._keep_arriving(handover)
                    changed = True
                continue
            self.leave(handover)
            changed = True
        return changed

    def _arrive(self, handover: Handover, values: dict[str, Any]) -> None:
        """Keep a game that another device has sent, until that one lets go of it."""
        where = handover.where
        try:
            meeting = meeting_of(dict(values["meeting"]))
            game = self._made(meeting)
            game.restore(values | {"move": None})
        except (LookupError, OverflowError, RecursionError, TypeError, ValueError):
            raise FormatError("the game that was sent is damaged") from None
        if (meeting.invitation.broker, meeting.invitation.lan) != (where.broker, where.lan):
            raise FormatError("the game that was sent is damaged")
        topic = meeting.invitation.topic
        if self.file(topic).exists():
            here = self.open(topic)
            if here.handover is None or not here.handover.is_gone:
                raise NotNowError(_("This game is on this device already."))
            if not here.has_left_as(meeting):
                raise FormatError("the game that was sent is damaged")
            self.close_one(topic)
            self.worker.drain()
        self._claim(topic)
        game.arrive(handover)
        self._opened(game)

    def update(self, now: datetime) -> bool:
        changed = [self._update_arriving(now)]
        for topic, game in list(self.opened.items()):
            changed.append(game.update(now))
            if game.has_ended_move:
                game.has_ended_move = False
                if game.handover is not None:
                    self._messages.append(_(MOVE_ENDED))
                    self.forget(topic)
                else:
                    self._opened(game)
            if game.watched and not game.outbox.shows_watchers and game.handover is None:
                game.outbox.show_watchers(self._open_way(game.meeting.watching, game.side))
        changed += [watcher.update(now) for watcher in self.watched.values()]
        return any(changed)

    def keep_finished(self, records: Records) -> None:
        for game in self.opened.values():
            game.record(records)

    def close(self) -> None:
        for topic in list(self.opened):
            self.close_one(topic)
        for handover in self.arriving.values():
            self.worker.submit(handover.close)
        for watcher in list(self.watched.values()):
            self.stop_watching(watcher)
        self.worker.drain()

    def close_one(self, topic: str) -> None:
        game = self.opened.pop(topic, None)
        if game is not None:
            game.close()
        self.worker.submit(partial(self._release, topic))

    def withdraw(self, game: FriendGame) -> None:
        """Take an invitation back; raise NotNowError if someone has joined."""
        if game.stage is not MeetingStage.OFFERED:
            raise NotNowError(_("Someone has already joined."))
        self.withdrawn.add(game.invitation.topic)
        self.forget(game.invitation.topic)

    def let_go(self, game: FriendGame) -> None:
        """Forget an invitation that was not joined: nothing of which there is a logbook."""
        if game.logbook is None and game.stage in NOT_JOINED:
            self.forget(game.invitation.topic)

    def forget(self, topic: str) -> None:
        """Close a game and delete its file and its messages.

        The messages of an unfinished game stay for the friend, who keeps a copy.
        """
        game = self.opened.get(topic)
        if game is not None:
            game.clear()
        self.close_one(topic)
        self.worker.submit(partial(self._remove, topic))

    # Files

    def file(self, topic: str) -> Path:
        return self.places.friends / f"{topic}.json"

    def topics(self) -> list[str]:
        """Return the topics of all saved games, the last changed first."""
        files = [
            file for file in self.places.friends.glob("*.json") if not file.name.startswith(".")
        ]
        return [file.stem for file in sorted(files, key=_changed, reverse=True)]

    def _claim(self, topic: str) -> None:
        """Claim a game's file; raise NotNowError if another program has it."""
        claim = Claim(self.file(topic))
        if not claim.take():
            raise NotNowError(_("This game is already open in another window."))
        self._claims[topic] = claim

    def _claim_new(self, topic: str) -> None:
        """Claim the file of a game that is joined; another window may have joined it meanwhile."""
        self._claim(topic)
        if self.file(topic).exists():
            self._release(topic)
            raise NotNowError(_("This game is on this device already."))

    def _remove(self, topic: str) -> None:
        with contextlib.suppress(OSError):
            self.file(topic).unlink()

    def _release(self, topic: str) -> None:
        claim = self._claims.pop(topic, None)
        if claim is not None:
            claim.release()

    def _write(self, topic: str, values: Mapping[str, Any]) -> bool:
        schema, file = SCHEMA if "move" in values else 1, self.file(topic)
        text = json.dumps({"schema": schema, **values}, ensure_ascii=True) + "\n"
        self._messages.extend(self.places.write(file, text))
        if "move" in values:  # what is told next may not be taken back
            sync_directory(file.parent)
        return self.places.could_write(file)


def _changed(file: Path) -> float:
    with contextlib.suppress(OSError):
        return file.stat().st_mtime
    return 0.0
