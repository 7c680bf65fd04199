"""What the screens of games with friends say of them, in few words."""

from __future__ import annotations

from datetime import datetime, timedelta

from battle.friend.channel import LinkKind
from battle.friend.game import FriendGame, FriendStatus
from battle.friend.words import link_words, since_words
from battle.game.session import Request
from battle.language import _, ngettext


def presence_words(status: FriendStatus, now: datetime) -> str:
    """Say in few words whether the friend is there: `away since 10:40`."""
    if not status.link.is_up and not status.alone:
        return link_words(status) if status.link.kind is not LinkKind.CLOSED else ""
    if status.here:
        return _("is here")
    if status.seen is None:
        return _("not here yet")
    return _("away since {time}").format(time=since_words(status.seen, now))


def ways_words(game: FriendGame) -> str:
    """Say how the two are to be met."""
    from battle.friend.ways.broker import parse_brokers

    where = game.invitation
    names = ", ".join(one.host for one in parse_brokers(where.broker)) if where.broker else ""
    if names and where.lan:
        return _("You meet over {broker}, or in one network.").format(broker=names)
    if names:
        return _("You meet over {broker}.").format(broker=names)
    return _("You meet in one network: both programs have to be in it.")


def asked_words(asked: Request, friend: str) -> str:
    """Say what one has asked oneself."""
    if asked.kind == "draw":
        return _("You offered a draw; {name} has not answered yet.").format(name=friend)
    return _("You asked for a take-back; {name} has not answered yet.").format(name=friend)


def time_left_words(left: timedelta) -> str:
    """Return how long there is for a move: `2 days`, `5 h`, `12 min`."""
    minutes = max(0, int(left.total_seconds() // 60))
    if minutes >= 2 * 24 * 60:
        days = minutes // (24 * 60)
        return ngettext("{n} day", "{n} days", days).format(n=days)
    if minutes >= 60:
        return _("{n} h").format(n=minutes // 60)
    return _("{n} min").format(n=minutes)
