"""The state of a game with a friend elsewhere, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from battle.friend.channel import LinkKind, LinkState
from battle.friend.game import LETS_WATCH, NOT_JOINED, SHUT_OUT, FriendGame, FriendStatus
from battle.friend.meeting import (
    SIDES,
    USUAL_BROKERS,
    Invitation,
    Meeting,
    MeetingStage,
    Side,
    Terms,
    invitation,
)
from battle.friend.moving import Handover
from battle.friend.told import OTHER_CLOCK, packed_told
from battle.friend.watching import Watcher
from battle.friend.ways.build import page_folder
from battle.game.pie import Pie, pie_page, pie_said
from battle.game.setup import clock_text
from battle.language import N_, _, decimal, ngettext
from battle.page.blocks import Block, Ink, Message, Paragraph
from battle.rules.position import (
    ALL_TILES,
    PLAYERS,
    FormatError,
    Player,
    Position,
    RulesError,
    for_player,
)
from battle.rules.quick import HALF, QUICK, quick_tiles
from battle.rules.tree import Reason
from battle.words import (
    REASONS_IN_SHORT,
    ending_headline,
    gets_words,
    listed,
    score_words,
    sentences,
    short_day_words,
    spoken_to,
)

NO_PAGE: Final = N_(
    "From afar your friend needs Mahjong Battle installed; in this room a browser is enough."
)
ROOM_TRUST: Final = N_(
    "Only in a network that you trust: others in it could read and change the game."
)
WAITING: Final = N_("Waiting for your friend")
ASKED_AGAIN: Final = N_("{name} has been asked for another game.")
BEGINS: Final = N_("{name} begins")
YOU_BEGIN: Final = N_("You begin")
YOUR_FRIEND: Final = N_("Your friend")
EACH: Final = N_("{time} each")
SAME_DEAL: Final = N_("The same deal again, with sides changed.")
MATCH_OVER: Final = N_("The match is over: send your friend a new invitation.")
WITHDRAWN: Final = N_("The invitation can no longer be used.")
WATCH_RULES: Final = N_("You see the board, the moves, the clocks and what the two say, live.")
OTHERS: Final = N_("A game of others")
WATCH: Final = N_("Let others watch")
WATCH_TOLD: Final = N_(
    "Anyone with this link can watch and read what you write, until you two stop playing. "
    "{name} will be told."
)
WATCHED: Final = N_("others may watch")
TALK_OFF: Final = N_("Messages: off")
STOP_WATCHING: Final = N_("Stop watching")
WATCH_LINK: Final = N_("This link is for watching a game of others.")
REMOVED: Final = N_("It is removed from this list; a finished game stays in your record.")
MOVE: Final = N_("Move to another device")
MOVE_HERE: Final = N_("{name}: your game comes to this device")
MOVE_NOBODY: Final = N_("Your game with a friend comes to this device")
SAME_WORD: Final = N_("Yes, the same word")
MOVE_RULES: Final = N_("You play on here; the device that has the game now stops playing it.")
MOVED: Final = N_("Continue it here")
ASK_AGAIN: Final = N_("Ask to be let in again")
LET_IN: Final = N_("Let in")
STILL_WAITED_FOR: Final = N_(
    "The game is not over, and your friend will wait for you. Resign to end it."
)


def status_words(status: FriendStatus, friend: str, now: datetime) -> str:
    """Return the state of the game, most important first: `Ben has been away since 10:40`."""
    if status.shut_out:
        return _("Someone else has joined")
    if status.by_friend:
        return _(REASONS_IN_SHORT[Reason.FORKED]).format(name=friend)
    if status.forked:
        return _("The two copies of the game differ")
    if status.stage is MeetingStage.REFUSED:
        if status.withdrawn:
            return _("The invitation was withdrawn")
        return _("Someone else has joined")
    if status.newer:
        return _("{name} has a newer version").format(name=friend)
    if not status.link.is_up and not status.alone:
        return link_words(status)
    if status.stage is not MeetingStage.PLAYING:
        return _(_STAGES[status.stage])
    if status.here:
        return _("{name} is here").format(name=friend)
    if status.seen is None:
        return _("{name} has not been here yet").format(name=friend)
    return _("{name} has been away since {time}").format(
        name=friend, time=since_words(status.seen, now)
    )


_STAGES = {
    MeetingStage.OFFERED: N_("Waiting for someone to join"),
    MeetingStage.LOOKING: N_("Looking for the invitation"),
    MeetingStage.SEEN: N_("You can join"),
    MeetingStage.JOINING: N_("Joined; the other player has not been here yet"),
}


def link_words(status: FriendStatus) -> str:
    """Return the state of the connection."""
    reason = status.link.reason
    if status.link.kind is LinkKind.REFUSED and reason:
        return _("no connection: {reason}").format(reason=reason)
    if reason and status.link.kind in (LinkKind.CONNECTING, LinkKind.LOST):
        return _("offline")
    return _(_LINKS[status.link.kind])


_LINKS = {
    LinkKind.CONNECTING: N_("connecting"),
    LinkKind.CONNECTED: N_("connected"),
    LinkKind.LOST: N_("reconnecting"),
    LinkKind.REFUSED: N_("no connection"),
    LinkKind.CLOSED: N_("not connected"),
}


def watch_title(watcher: Watcher) -> str:
    """Return whose game is watched: before anything has come, what the link says."""
    return listed(filter(None, watcher.names)) or watcher.told or _(OTHERS)


def watch_words(watcher: Watcher) -> tuple[str, str]:
    """Return how it stands with watching, and what that means."""
    link = watcher.channel.state
    if not link.is_up and link.reason:
        return lost_words(link)
    if not link.is_up:
        return link_words(_watched_status(watcher, "host")), ""
    if watcher.differs:
        return _("The two copies of the game differ"), _("You see it up to there.")
    if watcher.session is None:
        words = _("If it takes long: the link may be old, or the game has not begun.")
        return _("Looking for the game"), words
    return _("You are watching"), ""


def watch_presence_words(watcher: Watcher, player: Player, now: datetime) -> str:
    """Say in few words whether a player who is watched is there, empty if that is not known."""
    side = watcher.side_of(player)
    if not watcher.channel.state.is_up or watcher.here(side) is None:
        return ""
    return presence_words(_watched_status(watcher, side), now)


def _watched_status(watcher: Watcher, side: Side) -> FriendStatus:
    link, here = watcher.channel.state, watcher.here(side)
    return FriendStatus(MeetingStage.PLAYING, link, bool(here), watcher.seen(side))


def talk_page(game: FriendGame | Watcher, now: datetime, most: int) -> list[Block]:
    """Return the newest messages of a game, and where others were let watch."""
    own, watched = None, dict[Side, int]()
    if isinstance(game, Watcher):
        names, said = dict(zip(SIDES, game.names, strict=True)), game.said
    else:
        own, said = game.side, game.chat.said
        names = dict.fromkeys(SIDES, game.friend_name) | {own: _("You")}
        watched = {} if game.replay is None else game.replay.watched
    page: list[Block] = []
    for message in said:
        when = since_words(datetime.fromtimestamp(message.at, UTC), now)
        note = f"{names[message.side]}, {when}"
        page.append(Message(message.text, note, mine=message.side == own))
    for side, at in watched.items():
        words = _(LETS_WATCH).format(name=names[side])
        if side == own:
            words = _("You let others watch: whoever has the link sees the game and what is said.")
        page.insert(sum(message.at <= at for message in said), Paragraph(words, Ink.GOLD))
    return page[-most:]


def since_words(moment: datetime, now: datetime) -> str:
    """Return a time in the person's zone, with its day unless that is today."""
    local, today = moment.astimezone(), now.astimezone().date()
    hour = local.strftime("%H:%M")
    return hour if local.date() == today else f"{short_day_words(moment)} {hour}"


def ways_words(where: Invitation) -> str:
    """Say how the two sides meet, empty for the usual servers."""
    from battle.friend.ways.broker import parse_brokers

    if where.broker == USUAL_BROKERS:
        return ""
    if where.broker:
        servers = listed(broker.place for broker in parse_brokers(where.broker))
        return _("It uses the server {name}.").format(name=servers)
    return _("You meet in one network: both must be in it.")


def presence_words(status: FriendStatus, now: datetime) -> str:
    """Say in few words whether the friend is there: `away since 10:40`."""
    if not status.link.is_up and not status.alone:
        return link_words(status) if status.link.kind is not LinkKind.CLOSED else ""
    if status.here:
        return _("is here")
    if status.seen is None:  # of nobody who is only invited
        is_only_invited = status.stage in (MeetingStage.OFFERED, *NOT_JOINED)
        return "" if is_only_invited else _("not here yet")
    if timedelta() <= now - status.seen < _JUST_NOW:
        return _("was here just now")
    return _("away since {time}").format(time=since_words(status.seen, now))


def time_left_words(left: timedelta) -> str:
    """Return how long there is for a move: `2 days`, `5 h`, `12 min`."""
    minutes = max(0, int(left.total_seconds() // 60))
    if minutes >= 2 * 24 * 60:
        days = round(minutes / (24 * 60))
        return ngettext("{n} day", "{n} days", days).format(n=days)
    return _("{n} h").format(n=minutes // 60) if minutes >= 60 else _("{n} min").format(n=minutes)


def waiting_words(status: FriendStatus) -> tuple[str, str]:
    """Return what a host waits for whom no one has joined yet, and what that means."""
    if status.link.to_friend and not status.link.reason:
        more = _("Your friend can join while Mahjong Battle is open here, in the same network.")
        return _(WAITING), more
    if status.link.is_up:
        return _(WAITING), _("The game waits on Start.")
    if status.link.reason:
        return lost_words(status.link, _("Your invitation goes out when you are online again."))
    return _(WAITING), _("Your friend can join as soon as there is a connection.")


def lost_words(link: LinkState, later: str = "") -> tuple[str, str]:
    """Return that there is no connection, and what that means: what the person must do, if so.

    Else it goes on by itself, and `later` says what then.
    """
    if link.kind is LinkKind.REFUSED:
        return _("No connection"), link.reason
    return _("No connection"), later or _("It goes on by itself when you are online again.")


def looking_words(game: FriendGame, now: datetime) -> tuple[str, str]:
    """Return what a guest waits for, or why no one can join, and what that means."""
    words, meeting = status_words(game.status, game.friend_name, now), game.meeting
    if meeting.can_ask_again:
        more = _("If it was you who joined, this device has lost the game: ask to be let in again.")
        return words, more
    if meeting.again and game.stage is MeetingStage.JOINING:
        more = _("Your friend is asked. Compare this word, by phone or in person: {word}.")
        return _("Waiting to be let in again"), more.format(word=meeting.check_word)
    if meeting.again:
        words = _("You were not let in")
    if game.stage is not MeetingStage.LOOKING:
        return words, _("This invitation can no longer be used: ask for a new one.")
    link = game.status.link
    if link.reason and not link.is_up:
        return lost_words(link)
    if link.to_friend:
        return words, _("Your friend has to have Mahjong Battle open, in the same network.")
    return words, _(
        "If it takes long: does your friend have a newer version, or is the invitation old?"
    )


def again_words(game: FriendGame) -> str:
    """Ask whether a guest is let in that has lost the game."""
    assert game.asks_again is not None
    return _(
        "Somebody opens the invitation again, as {name} would on a new device. Compare this word "
        "with {name}, by phone or in person: {word}. Only if it is the same there, let them in: "
        "the game goes on there, and nowhere else."
    ).format(name=game.friend_name, word=game.meeting.word_with(game.asks_again.public))


def copies_question(game: FriendGame) -> str:
    """Ask how to go on where the two copies differ, and say where a game that is offered leads."""
    if game.is_shut_out:
        return _(SHUT_OUT).format(name=game.friend_name)
    words = _("The two copies of the game differ. Continue from what they share?")
    if game.fork_proof is not None:
        words = _(
            "{name} played two versions of the game. The one that you have counts, and you can "
            "play on in it. Or begin another game from here?"
        ).format(name=game.friend_name)
    if game.friends_next:
        with suppress(FormatError):
            words = sentences(*filter(None, (words, ways_words(invitation(game.friends_next)))))
    return words


def claim_words(game: FriendGame) -> str:
    """Return why the win can be claimed."""
    if game.fork_proof is not None:
        return _("Claim the win: your friend played two versions")
    return _("Claim the win: your friend's time is up")


def wish_words(game: FriendGame) -> str:
    """Say what the friend would like to play next, empty if nothing is asked."""
    asked = game.rematch_asked
    if asked is None or asked[0] == game.side:
        return ""
    words = _("{name} would like a rematch: the same deal, with sides changed.")
    if asked[1]:
        words = _("{name} would like another game, on another deal.")
    return words.format(name=game.friend_name)


_JUST_NOW: Final = timedelta(seconds=60)
"""So long nobody is said to be away: the network may have dropped them for a moment."""
_MOST_GAME: Final = 300
"""Bytes of the game's words in a link."""
APART: Final = " · "
"""What stands between them there; a page shows each by itself."""


def invitation_link(meeting: Meeting, page: str, brokers: str = "") -> str:
    """Return an invitation as a link to a page, or as its line where there is no page.

    `brokers` may name where a page reaches them.
    """
    return _link(meeting, meeting.invitation, meeting.name, page, brokers)


def _link(meeting: Meeting, where: Invitation, name: str, page: str, brokers: str) -> str:
    from battle.friend.ways.broker import sockets

    agreed = meeting.terms
    assert agreed is not None
    if page and where.is_seeded:
        about = packed_told(name, agreed.start, agreed.deal, _first(agreed), _clock(agreed))
        return where.short_link(page, about, sockets(where.broker, brokers))
    lines = terms_words(agreed, meeting.name, guest=True)
    start = agreed.start.trimmed if agreed.deal is None else f"deal {agreed.deal}"
    if where.watches:
        lines = [_start_words(agreed), *_way_words(agreed)]
    if where.moves:  # whose game it is says enough
        lines, start = [], ""
    game = APART.join(lines).encode()[:_MOST_GAME]
    ways = sockets(where.broker, brokers) if where.broker else ""
    return where.link(page, "\n".join([name, game.decode(errors="ignore"), start, ways]).rstrip())


def told_in_short(meeting: Meeting) -> str:
    """Return what a code to scan tells: who invites to what, without the table."""
    assert meeting.terms is not None
    return f"{meeting.name}\n{APART.join(terms_words(meeting.terms, meeting.name, guest=True))}"


def _first(agreed: Terms) -> str:
    """Return which side begins, empty if that is still open."""
    if agreed.pie is not None:
        return ""
    return "host" if agreed.start.to_move == agreed.host else "guest"


def _clock(agreed: Terms) -> int:
    """Return the minutes of a clock as a short link tells them."""
    control = agreed.control
    if control is None:
        return OTHER_CLOCK if agreed.days else 0
    minutes = int(control.seconds / 60)
    is_plain = not control.increment and control.seconds == 60 * minutes
    return minutes if is_plain and 0 < minutes < OTHER_CLOCK else OTHER_CLOCK


def told_words(told: Sequence[str]) -> tuple[str, ...]:
    """Return the game in words, as a link tells it: an older one in words, a short one in parts."""
    if any(told[1:2]):
        return tuple(told[1].split(APART))
    if not told[4:]:
        return ()
    first, _space, minutes = told[4].partition(" ")
    name, words = told[0] or _(YOUR_FRIEND), list[str]()
    tiles = ALL_TILES if told[2].startswith("deal ") else _tiles_in(told[2])
    if tiles in SIZES:
        words.append(_(SIZES[tiles]))
    if first:
        begins = _(BEGINS).format(name=name)
        words.append(begins if first == "host" else _(YOU_BEGIN))
    if minutes not in ("", "0"):
        words.append(_(EACH).format(time=clock_text(60 * int(minutes))))
    return tuple(words)


def _tiles_in(line: str) -> int:
    with suppress(RulesError):
        return Position.parse(line).tiles_left
    return 0


def invited_words(agreed: Terms, name: str) -> str:
    """Return the sentence that a friend reads: who invites, who begins, and a clock if there is."""
    words = _("You are invited to play Mahjong Battle.")
    if name:
        words = _("{name} invites you to play Mahjong Battle.").format(name=name)
    first = ""
    if agreed.pie is None:
        first = _("You begin.")
        if agreed.start.to_move == agreed.host:
            first = _("{name} begins.").format(name=name) if name else ""
    clock = _("{clock}.").format(clock=_time_words(agreed)) if _has_clock(agreed) else ""
    return sentences(*filter(None, (words, first, clock)))


def has_page(where: Invitation, page: str) -> bool:
    """Whether a browser can open an invitation at the address of a page."""
    return bool(page and (where.broker or page_folder()))


def invitation_text(meeting: Meeting, page: str, brokers: str = "") -> str:
    """Return what is sent to a friend: who invites to what, and the link or what to install."""
    agreed, link = meeting.terms, invitation_link(meeting, page, brokers)
    assert agreed is not None
    said = invited_words(agreed, meeting.name)
    if has_page(meeting.invitation, page):
        return _("{words} {link}").format(words=said, link=link)
    # Translators: “Join” is a button, which has a text of its own.
    then = _("Install Mahjong Battle, choose “Join” and paste this message: {link}")
    return sentences(said, then.format(link=link))


def watch_text(meeting: Meeting, page: str, brokers: str = "") -> str:
    """Return what is sent to those who may watch."""
    own, friends = meeting.name, meeting.friend_name
    both = (own, friends) if meeting.side == "host" else (friends, own)
    names = listed(filter(None, both))
    link = _link(meeting, meeting.watching, names, page, brokers)
    return _("Watch a game of Mahjong Battle ({names}): {link}").format(names=names, link=link)


def move_link(game: FriendGame, page: str, brokers: str = "") -> str:
    """Return what the other device opens."""
    assert game.handover is not None
    meeting, where = game.meeting, game.handover.where
    names = listed(filter(None, (meeting.name, meeting.friend_name)))
    return _link(meeting, where, names, page, brokers)


def move_words(handover: Handover) -> tuple[str, str]:
    """Return how far a game has moved, and what that means."""
    if handover.plays:
        more = _("To play here again, move it back from there.")
        return _("The game has moved to another device"), more
    if handover.is_gone:
        more = _("Keep both devices online until the game can be played on the other one.")
        return _("The other device has the game"), more
    if handover.withdrawn:
        return _("The game stays here"), ""
    if handover.side == "guest":
        if handover.meeting.stage is MeetingStage.LOOKING:
            more = _("The game must be open there, and both devices must be online.")
            return _("Waiting for the device that has the game"), more
        if handover.meeting.stage is not MeetingStage.PLAYING:
            more = _("The device that has the game shows it too: agree there if it is the same.")
            return _("Compare: {word}").format(word=handover.meeting.check_word), more
        more = _(
            "The game is here, and can be played once it was open there too. If that device is "
            "lost for good, the game cannot go on here."
        )
        return _("Waiting until the other device lets the game go"), more
    if handover.asks:
        more = _(
            "If it shows another word, or says that the link was used, somebody else has opened "
            "the link: keep the game here."
        )
        words = _("Does your other device show {word}?")
        return words.format(word=handover.meeting.check_word), more
    if handover.meeting.friend is not None:
        more = _("Nothing can be played here meanwhile. You can still keep the game here.")
        return _("The other device takes the game over"), more
    more = _(
        "Both devices then show a word to compare. Give the link to nobody else. Nothing can be "
        "played here meanwhile; you can still keep the game here."
    )
    return _("Open this link on your other device"), more


def delivered_words(status: FriendStatus) -> str:
    """Return a note if the friend does not have everything done here yet, else nothing."""
    if status.delivered:
        return ""
    return _("Sent. Not seen yet.") if status.link.is_up else _("Not sent yet.")


def terms_words(agreed: Terms, friend: str, *, guest: bool) -> list[str]:
    """Return the agreed terms, a line each, as the guest or the host sees them."""
    lines = [_start_words(agreed)]
    if agreed.pie is None:
        mine = (agreed.start.to_move == agreed.host) != guest
        lines.append(_(YOU_BEGIN) if mine else _(BEGINS).format(name=friend))
    elif (agreed.pie == "guest") == guest:
        lines.append(_("You name points for moving second, the other player chooses the seat"))
    else:
        lines.append(_("The other player names points for moving second, you choose the seat"))
    return [*lines, *_given_words(agreed, friend, guest=guest), *_way_words(agreed)]


SIZES: Final = {
    QUICK: N_("Quick game"),
    HALF: N_("Half a deal"),
    ALL_TILES: N_("Whole deal"),
}
"""What a game is called by the tiles that it begins with."""


def _start_words(agreed: Terms) -> str:
    tiles = agreed.start.tiles_left
    tiles = ALL_TILES if tiles == ALL_TILES else quick_tiles(agreed.start)
    return _(SIZES[tiles]) if tiles else _("A position")


def _way_words(agreed: Terms) -> Iterator[str]:
    """Yield what is the same for both: a clock, a match, help."""
    if _has_clock(agreed):
        yield _time_words(agreed)
    if count := len(agreed.deals):
        words = ngettext("A match on {count} deal", "A match on {count} deals", count)
        yield words.format(count=count)
    if agreed.help:
        yield _("Both may use help")


def _given_words(agreed: Terms, friend: str, *, guest: bool) -> Iterator[str]:
    """Yield the points given to each side, and the margin with perfect play."""
    own = agreed.player("guest" if guest else "host")
    for player in PLAYERS:
        points = agreed.start.given[player - 1]
        if points and player == own:
            yield ngettext("You get {n} point", "You get {n} points", points).format(n=points)
        elif points:
            yield gets_words(friend, points)
    points = for_player(agreed.head_start, own)
    if points > 0:
        yield ngettext(
            "With perfect play you win by {n} point",
            "With perfect play you win by {n} points",
            points,
        ).format(n=points)
    elif points < 0:
        yield ngettext(
            "{name} wins by {n} point with perfect play",
            "{name} wins by {n} points with perfect play",
            -points,
        ).format(name=friend, n=-points)


def friend_pie_page(game: FriendGame) -> Iterator[Block]:
    """Yield the page of the pie rule, as the person here sees it."""
    agreed = game.meeting.terms
    assert agreed is not None
    points = None if game.replay is None else game.replay.points_named
    pie = Pie(agreed.start, 0 if agreed.pie == game.side else 1, points)
    return pie_page(pie, pie_said(pie, ("", game.friend_name), None, you=0), asks=game.my_turn)


def _has_clock(agreed: Terms) -> bool:
    return agreed.control is not None or bool(agreed.days)


def _time_words(agreed: Terms) -> str:
    """Return the clock that there is."""
    if agreed.control is not None:
        time, more = clock_text(agreed.control.seconds), agreed.control.increment
        if not more:
            return _(EACH).format(time=time)
        return _("{time} each, plus {seconds} s per move").format(time=time, seconds=decimal(more))
    words = ngettext("{count} day for each move", "{count} days for each move", agreed.days)
    return words.format(count=agreed.days)


def state_words(game: FriendGame) -> str:
    """Return what a game is waiting for, after the own points: `55 : 48, your turn`."""
    if (handover := game.handover) is not None:
        if handover.is_gone:
            return _("moved to another device")
        waits = handover.side == "guest" or handover.asks
        return _("waits for the other device") if waits else _("moves to another device")
    if game.asks_again is not None:
        return _("asks to be let in again")
    if game.meeting.withdrawn:
        return _("the invitation was withdrawn")
    if game.put_off is not None:
        return _(_WAITS_FOR[MeetingStage.SEEN])
    if game.wished:
        return _("you join when the friend is reached")
    if game.stage in _WAITS_FOR:
        return _(_WAITS_FOR[game.stage])
    if game.asks_how_to_go_on:
        shut_out, differ = _("someone else has joined"), _("the two copies differ")
        return shut_out if game.is_shut_out else differ
    session = game.session
    if session is not None and session.ending is not None:
        if game.my_turn:
            return _("would like another game")
        score = score_words(session.points, session.me)
        return f"{ending_headline(session.ending, spoken_to(session.names))} · {score}"
    if session is None:
        return _("your turn") if game.my_turn else _("their turn")
    words = _("{score}, your turn") if game.my_turn else _("{score}, their turn")
    return words.format(score=score_words(session.points, session.me))


_WAITS_FOR = {
    MeetingStage.OFFERED: N_("invited, no one has joined yet"),
    MeetingStage.LOOKING: N_("looking for the invitation"),
    MeetingStage.SEEN: N_("invites you"),
    MeetingStage.REFUSED: N_("someone else has joined"),
}


def is_it_words(game: FriendGame) -> str:
    """Ask whether the friend is who they say they are."""
    name = game.meeting.friend_name
    return _("Is it really {name}?").format(name=name) if name else _("Is it really your friend?")


def check_words(game: FriendGame) -> str:
    """Explain how the two can make sure that nobody sits between them."""
    return _(
        "Compare this word with your friend, by phone or in person: {word}. "
        "If you both read the same, no one sits between you."
    ).format(word=game.meeting.check_word)
