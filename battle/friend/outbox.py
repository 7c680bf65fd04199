"""What a game with a friend sends: what, when, and how often again.

    to the friend      our copy, with both logs, when something is new (`is_due`); again until the
                       friend's copy shows that it has arrived, ever more rarely; and in answer to a
                       friend who lacks some of it (`friend_lacks`)
                       the request to join, until it is accepted
                       that we are here, every 20 s, and that we go; the broker says that for us
                       when the connection breaks
    to who watches     our own log and messages whenever the friend gets a copy, and heartbeats; as
                       the host in one network also what the guest publishes for them

The outbox keeps no game: it is given the logs and the messages each time. It knows the meeting, by
which all is sealed, and has the channel to those who watch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from threading import Lock
from typing import Any, Final

from battle.friend.channel import AGAIN_AFTER, AGAIN_AT_MOST, LONG_AGO, Channel
from battle.friend.log import Chat, Copy, Logbook
from battle.friend.meeting import SIDES, Invitation, Meeting, MeetingStage, joining_message
from battle.friend.sealing import Seal, number_in, packed
from battle.friend.watching import MOST_MILLISECONDS, signed_at, watch_heartbeat, watch_message

HERE_EVERY: Final = timedelta(seconds=20)
ANSWER_AFTER: Final = timedelta(seconds=2)
_AHEAD: Final = 3_600_000
"""By how many milliseconds the will is later than what was said before."""
WILL_AFTER: Final = _AHEAD // 2
"""By how many milliseconds at least it is later than anything that is said meanwhile."""


class Outbox:
    """What was sent last, and what is due.

    `watch_channel` is None where those who watch cannot be reached; `shows_watchers` says that it
    was tried. Of our messages they see those after number `shown_after`, None before they watch.
    """

    def __init__(self, meeting: Meeting, submit: Callable[[Callable[[], object]], object]) -> None:
        self._meeting, self._submit = meeting, submit
        self.is_due = True
        self.friend_lacks = False
        self._sent_at = self._here_at = LONG_AGO
        self._again_after = AGAIN_AFTER
        self._last_sign = self._will_sign = 0
        self._will_for: tuple[Channel, Seal, int] | None = None
        self.watch_channel: Channel | None = None
        self.shows_watchers = False
        self.shown_after: int | None = None
        self._passed_on: dict[str, int] = {}
        self._passed_on_lock = Lock()

    # To the friend

    def publish(
        self, channel: Channel, now: datetime, book: Logbook | None, chat: Chat, next: str
    ) -> None:
        """Publish our copy if it has changed, or the friend seems not to have it."""
        meeting = self._meeting
        self._sent_at = min(self._sent_at, now)  # the clock may have been set back
        since = now - self._sent_at
        unknown = meeting.stage in (MeetingStage.OFFERED, MeetingStage.JOINING)
        unknown |= bool(chat.waiting)
        if book is not None:
            unknown |= any(book.friend_has[side] < len(book.logs[side]) for side in SIDES)
        again = unknown and since >= self._again_after
        answer = self.friend_lacks and since >= ANSWER_AFTER
        if not self.is_due and not again and not answer:
            return
        self._again_after = AGAIN_AFTER if self.is_due else min(2 * since, AGAIN_AT_MOST)
        if meeting.side == "host" or book is not None:
            copy = None if book is None else book.copy(meeting.name, chat, next)
            self._submit(partial(self._send, channel, meeting.seal, copy))
        if book is not None:
            self._show(now, book, chat)
        if meeting.stage is MeetingStage.JOINING:
            public, is_again = meeting.identity.public, meeting.again
            wish = joining_message(meeting.invitation, meeting.name, public, again=is_again)
            self._submit(partial(channel.publish, "join", wish))
        self.is_due = self.friend_lacks = False
        self._sent_at = now

    def _send(self, channel: Channel, seal: Seal | None, copy: Copy | None) -> None:
        """Seal and publish a copy; in a job."""
        meeting, sealed = self._meeting, b""
        if seal is not None and copy is not None:
            offer = meeting.offer if meeting.again and meeting.side == "host" else None
            more = {} if offer is None else {"offer": offer.content.hex()}
            sealed = seal.seal(meeting.side, packed(copy.values | more))
        message = meeting.host_message(sealed) if meeting.side == "host" else sealed
        channel.publish(meeting.side, message)

    def say_here(self, channel: Channel, now: datetime, *, bye: bool = False) -> None:
        """Send a heartbeat from time to time; with `bye` the last one."""
        seal, slot = self._meeting.seal, f"{self._meeting.side}-here"
        self._here_at = min(self._here_at, now)
        is_due = bye or now - self._here_at >= HERE_EVERY
        if seal is None or not channel.state.is_up or not is_due:
            return
        at = self._next_sign(now)
        channel.publish(slot, seal.seal(slot, packed({"at": at, "bye": bye})), kept=False)
        if self.watch_channel is not None:
            sign = watch_heartbeat(self._meeting, at, bye=bye)
            self.watch_channel.publish(slot, sign, kept=False)
        self._here_at = now

    def leave_will(self, channel: Channel, now: datetime, keep: Callable[[], object]) -> None:
        """Let the broker say that we have gone, once for all connections until one breaks.

        Then it may have been said: what we say next is later, and so is the next will, which is
        kept before it is given away.
        """
        seal, slot = self._meeting.seal, f"{self._meeting.side}-here"
        if seal is None or self._will_for == (known := (channel, seal, channel.losses)):
            return
        self._will_for, self._last_sign = known, max(self._last_sign, self._will_sign)
        self._will_sign = max(round(now.timestamp() * 1000), self._last_sign) + _AHEAD
        keep()
        sealed = seal.seal(slot, packed({"at": self._will_sign, "bye": True}))
        self._submit(partial(channel.set_will, slot, sealed))
        self.greet()

    def greet(self) -> None:
        """Send the next heartbeat at once: the friend has just come."""
        self._here_at = LONG_AGO

    def _next_sign(self, now: datetime) -> int:
        """Return the time in thousandths of a second, more than the last one."""
        latest = round(now.timestamp() * 1000)
        if self._will_sign:
            latest = min(latest, self._will_sign - WILL_AFTER)
        self._last_sign = max(latest, self._last_sign + 1)
        return self._last_sign

    # To those who watch

    def show_watchers(self, channel: Channel | None) -> None:
        """Publish for those who watch on this channel, from now on."""
        self.watch_channel, self.shows_watchers, self.is_due = channel, True, True
        if channel is not None:  # which has nothing yet, and takes the last one again
            self._passed_on = {slot: at - 1 for slot, at in self._passed_on.items()}
            channel.keep_only(partial(self._is_newest, self._meeting.watching))

    def close_watching(self) -> None:
        """Leave what was published: it goes by itself."""
        if self.watch_channel is not None:
            self._submit(self.watch_channel.close)
        self.watch_channel, self.shows_watchers = None, False

    def _show(self, now: datetime, book: Logbook, chat: Chat) -> None:
        if (channel := self.watch_channel) is None:
            return
        meeting, shown_after = self._meeting, self.shown_after or 0
        mine = (message for message in chat.said if message.side == meeting.side)
        said = [message for message in mine if message.number > shown_after]
        log, at = book.mine, self._next_sign(now)
        self._submit(lambda: channel.publish(meeting.side, watch_message(meeting, log, said, at)))

    def pass_on(self) -> None:
        """As the host in one network pass on what the guest publishes for those who watch.

        Nobody else has it: each of them is connected to the host alone.
        """
        if (channel := self.watch_channel) is not None:
            for message in channel.poll():
                if self._meeting.side == "host" and self._meeting.invitation.lan:
                    kept = message.slot == "guest"
                    channel.publish(message.slot, message.sealed, kept=kept)

    def _is_newest(self, where: Invitation, slot: str, sealed: bytes) -> bool:
        """Whether a message for those who watch is the guest's newest; in any thread.

        Whoever watches can send an older one of the guest back, signed as ever.
        """
        at = signed_at(where, slot, sealed) if slot in ("guest", "guest-here") else 0
        with self._passed_on_lock:
            is_newer = at > self._passed_on.get(slot, 0)
            if is_newer:
                self._passed_on[slot] = at
        return is_newer

    # What is kept

    @property
    def values(self) -> dict[str, Any]:
        values: dict[str, Any] = {"sign": max(self._last_sign, self._will_sign)}
        if self.shown_after is not None:
            values["shown after"] = self.shown_after
        if self._passed_on:
            values["passed on"] = {**self._passed_on}
        return values

    def restore(self, values: Mapping[str, Any]) -> None:
        """Restore what was saved; raise an error of any kind if it is damaged."""
        self._last_sign = number_in(values.get("sign", 0), MOST_MILLISECONDS)
        self._passed_on = {
            str(slot): number_in(at, MOST_MILLISECONDS)
            for slot, at in dict(values.get("passed on", {})).items()
        }
        if (shown_after := values.get("shown after")) is not None:
            self.shown_after = number_in(shown_after)
