"""The games with friends of this person: kept one a file, several at once.

    data/friends/<topic>.json     one invitation and all that came of it; it has the secrets

A file is written whole or not at all, whenever something has changed and before it is sent. While a
program has a game open the file is claimed: a second program on the same home learns so. What is
damaged is set aside, what a newer program has written is left alone.
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
"""Opens the way to a friend for a side; it may raise OSError or FormatError, never waits."""


def open_ways(where: Invitation, side: Side) -> Channel:
    """Open all ways that an invitation names; in one network the host listens."""
    from battle.friend.ways.mqtt import MqttChannel

    brokers = parse_brokers(where.broker) if where.broker else ()
    ways: list[Channel] = [MqttChannel(broker, where.topic) for broker in brokers]
    if where.lan:
        from battle.friend.ways.direct import DirectChannel

        ways.append(DirectChannel(where.topic, listens=side == "host"))
    return ways[0] if len(ways) == 1 else JoinedChannel(ways)


class Worker:
    """Does jobs in order, in a thread of its own unless `in_thread` is false.

    So no frame waits for a disk or a long message.
    """

    def __init__(self, *, in_thread: bool = True) -> None:
        self._pool = ThreadPoolExecutor(1, "games with friends") if in_thread else None
        self._jobs: deque[Future[object]] = deque()

    def submit(self, job: Work) -> None:
        """Have a job done after those before it; what one before has raised is raised here."""
        while self._jobs and self._jobs[0].done():
            self._jobs.popleft().result()
        if self._pool is None:
            job()
        else:
            self._jobs.append(self._pool.submit(job))

    def drain(self) -> None:
        """Wait until everything that was submitted has been done."""
        wait(self._jobs)


@dataclass
class FriendGames:
    """The games of this person. Without `open_channel` they are looked at and played unsent."""

    places: Places
    open_channel: OpenChannel | None = None
    worker: Worker = field(default_factory=lambda: Worker(in_thread=False))
    opened: dict[str, FriendGame] = field(default_factory=dict)
    _claims: dict[str, Claim] = field(default_factory=dict)
    _messages: Messages = field(default_factory=list)

    def take_messages(self) -> Messages:
        """Return what a person should know, once: what could not be read or written."""
        messages = []
        while self._messages:  # one by one: the worker may be adding to them
            messages.append(self._messages.pop(0))
        return messages

    # Games begin

    def invite(
        self, agreed: Terms, name: str, *, broker: str = "", lan: bool = False
    ) -> FriendGame:
        """Return a new game that someone can join; raise FormatError if it leads nowhere."""
        at = round(datetime.now(UTC).timestamp())
        return self._begin(Meeting.hosted(Invitation.new(broker, lan=lan), name, agreed, at))

    def join(self, line: str) -> FriendGame:
        """Return the game that an invitation leads to, the one that is kept if there is one.

        Raises FormatError if the line is none, NotNowError if it is one's own or cannot be opened.
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
        """Return a game that is kept; raise NotNowError, which says why, if it cannot be opened."""
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
        """Open every game that is kept and can be opened; the others are reported."""
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
        """Open the way to the friend, as far as there is one; return the game."""
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
        """Let all open games take in and send what there is; return whether any has changed."""
        changed = [game.update(now) for game in self.opened.values()]
        return any(changed)

    def keep_finished(self, records: Records) -> None:
        """Put the games that have ended into the person's record."""
        for game in self.opened.values():
            game.record(records)

    def close(self) -> None:
        """Close all games; wait until they are kept."""
        for topic in list(self.opened):
            self.close_one(topic)
        self.worker.drain()

    def close_one(self, topic: str) -> None:
        """Close a game, and let other programs open it."""
        game = self.opened.pop(topic, None)
        if game is not None:
            game.close()
        self.worker.submit(partial(self._release, topic))

    def forget(self, topic: str) -> None:
        """Close a game and remove what is kept of it, here and where the two meet.

        A game that goes on stays where the friend finds it; the friend keeps the own copy.
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
        """Return the topics of all games that are kept, those changed last first."""
        files = [
            file for file in self.places.friends.glob("*.json") if not file.name.startswith(".")
        ]
        return [file.stem for file in sorted(files, key=_changed, reverse=True)]

    def _claim(self, topic: str) -> None:
        """Claim a game; raise NotNowError if it is another program's."""
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
