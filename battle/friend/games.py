"""The person's games with friends: one file per game, several at once.

    data/friends/<topic>.json     one invitation and all that came of it; it has the secrets

A file is written whole or not at all, after every change and before anything is sent. A program
claims the file of a game it has open, so a second program with the same home cannot open it.
Damaged files are set aside; files of newer programs are left alone.
"""

from __future__ import annotations

import contextlib
import json
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from battle.friend.channel import Channel, JoinedChannel
from battle.friend.game import FriendGame, Work
from battle.friend.meeting import (
    Invitation,
    Meeting,
    MeetingStage,
    Side,
    Terms,
    invitation,
    meeting_of,
)
from battle.friend.sealing import Identity
from battle.friend.ways.broker import parse_brokers
from battle.game.session import NOT_NOW, NotNowError
from battle.language import _
from battle.profile.records import Records
from battle.rules.files import read_text
from battle.storage import Claim, Messages, Places, cannot_read, reason_of, set_aside

SCHEMA: Final = 1

OpenChannel: TypeAlias = Callable[[Invitation, Side], Channel]
"""Opens the channel to a friend for a side; may raise OSError or FormatError, never blocks."""


def open_ways(where: Invitation, side: Side) -> Channel:
    """Open all ways that an invitation names; within one network the host listens."""
    from battle.friend.ways.mqtt import MqttChannel

    brokers = parse_brokers(where.broker) if where.broker else ()
    ways: list[Channel] = [MqttChannel(broker, where.topic) for broker in brokers]
    if where.lan:
        from battle.friend.ways.direct import DirectChannel

        ways.append(DirectChannel(where.topic, listens=side == "host"))
    return ways[0] if len(ways) == 1 else JoinedChannel(ways)


class Worker:
    """Runs jobs in order, in a thread of its own unless `in_thread` is false.

    So no frame is blocked by a disk or a long message.
    """

    def __init__(self, *, in_thread: bool = True) -> None:
        self._pool = ThreadPoolExecutor(1, "games with friends") if in_thread else None
        self._jobs: deque[Future[object]] = deque()

    def submit(self, job: Work) -> None:
        """Queue a job; raise what an earlier one has raised."""
        while self._jobs and self._jobs[0].done():
            self._jobs.popleft().result()
        if self._pool is None:
            job()
        else:
            self._jobs.append(self._pool.submit(job))

    def drain(self) -> None:
        """Wait until all submitted jobs are done."""
        wait(self._jobs)


@dataclass
class FriendGames:
    """The person's games. Without `open_channel` they are opened offline."""

    places: Places
    open_channel: OpenChannel | None = None
    worker: Worker = field(default_factory=lambda: Worker(in_thread=False))
    opened: dict[str, FriendGame] = field(default_factory=dict)
    _claims: dict[str, Claim] = field(default_factory=dict)
    _messages: Messages = field(default_factory=list)

    def take_messages(self) -> Messages:
        """Return messages for the person, once: what could not be read or written."""
        messages = []
        while self._messages:  # one by one: the worker may be adding to them
            messages.append(self._messages.pop(0))
        return messages

    # Games begin

    def invite(
        self, agreed: Terms, name: str, *, broker: str = "", lan: bool = False
    ) -> FriendGame:
        """Return a new game for a friend to join; raise FormatError if no way is named."""
        at = round(datetime.now(UTC).timestamp())
        return self._begin(Meeting.hosted(Invitation.new(broker, lan=lan), name, agreed, at))

    def join(self, line: str) -> FriendGame:
        """Return the game of an invitation, the saved one if there is one.

        Raises FormatError for a bad line, NotNowError if it is our own or cannot be opened.
        """
        found = invitation(line)
        self.worker.drain()
        if self.file(found.topic).exists():
            game = self.open(found.topic)
            if game.side == "host":
                raise NotNowError(_("This is your own invitation: send it to a friend."))
            return game
        return self._begin(Meeting(found, "guest", Identity.new(), MeetingStage.LOOKING))

    def play_on(self, game: FriendGame) -> FriendGame:
        """Return the game that goes on after a fork: the one the friend offers, or a new one.

        Raises RulesError if the copies do not differ, or the friend's cannot be joined.
        """
        if game.logbook is None or not game.forked:
            raise NotNowError(_(NOT_NOW))
        where = game.invitation
        if game.friends_next and (game.side == "guest" or not game.next):
            found = self.join(game.friends_next)
        elif game.next:
            return self.open(invitation(game.next).topic)
        else:
            agreed = game.logbook.common_terms
            found = self.invite(agreed, game.meeting.name, broker=where.broker, lan=where.lan)
        game.follow_with(str(found.invitation))
        return found

    def open(self, topic: str) -> FriendGame:
        """Return a saved game; raise NotNowError, with the reason, if it cannot be opened."""
        if topic in self.opened:
            return self.opened[topic]
        self.worker.drain()
        self._claim(topic)
        file = self.file(topic)
        try:
            values = json.loads(read_text(file))
            if values["schema"] <= SCHEMA:
                game = self._made(meeting_of(dict(values["meeting"])))
                game.restore(values)
                return self._opened(game)
            words = _("This game was saved by a newer version of the program.")
        except OSError as error:
            words = cannot_read(file, error)
        except (LookupError, OverflowError, RecursionError, TypeError, ValueError):
            words = " ".join(set_aside(file))
        self._release(topic)
        raise NotNowError(words)

    def open_all(self) -> list[FriendGame]:
        """Open every saved game that can be opened; report the others."""
        for topic in self.topics():
            try:
                self.open(topic)
            except NotNowError as error:
                self._messages.append(str(error))
        return list(self.opened.values())

    def _begin(self, meeting: Meeting) -> FriendGame:
        topic = meeting.invitation.topic
        self._claim(topic)
        game = self._made(meeting)
        game.keep()
        return self._opened(game)

    def _made(self, meeting: Meeting) -> FriendGame:
        write = partial(self._write, meeting.invitation.topic)
        return FriendGame(meeting, write, self.worker.submit)

    def _opened(self, game: FriendGame) -> FriendGame:
        """Open the channel to the friend if there is one; return the game."""
        self.opened[game.invitation.topic] = game
        if self.open_channel is not None:
            try:
                game.channel = self.open_channel(game.invitation, game.side)
            except (OSError, ValueError) as error:
                reason = reason_of(error) if isinstance(error, OSError) else str(error)
                words = _("Your friend cannot be reached now: {reason}.")
                self._messages.append(words.format(reason=reason.rstrip(".")))
        return game

    # While they are open

    def update(self, now: datetime) -> bool:
        """Receive and send for all open games; return whether any has changed."""
        changed = [game.update(now) for game in self.opened.values()]
        return any(changed)

    def keep_finished(self, records: Records) -> None:
        """Add games that have ended to the person's record."""
        for game in self.opened.values():
            game.record(records)

    def close(self) -> None:
        """Close all games; wait until they are saved."""
        for topic in list(self.opened):
            self.close_one(topic)
        self.worker.drain()

    def close_one(self, topic: str) -> None:
        """Close a game and release its file."""
        game = self.opened.pop(topic, None)
        if game is not None:
            game.close()
        self.worker.submit(partial(self._release, topic))

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
        """Return the file of a game."""
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

    def _remove(self, topic: str) -> None:
        with contextlib.suppress(OSError):
            self.file(topic).unlink()

    def _release(self, topic: str) -> None:
        claim = self._claims.pop(topic, None)
        if claim is not None:
            claim.release()

    def _write(self, topic: str, values: Mapping[str, Any]) -> None:
        text = json.dumps({"schema": SCHEMA, **values}, ensure_ascii=True) + "\n"
        self._messages.extend(self.places.write(self.file(topic), text))


def _changed(file: Path) -> float:
    with contextlib.suppress(OSError):
        return file.stat().st_mtime
    return 0.0
