"""Games with a friend somewhere else: the room of each stage, and the table of the two.

    a line  ──► `line_room`: Join, MoveHere, LookOn ──┐
    a topic ──► `friend_room` ◄──────────────────────┘──► a screen of `stage_of`, or the table

News are printed as they come: messages, moves, who is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from battle.friend.game import FriendGame
from battle.friend.log import FRIEND_OFF, SWITCHED_OFF, ChatMessage
from battle.friend.meeting import MeetingStage, invitation
from battle.friend.watching import Watcher
from battle.friend.words import (
    WATCH_TOLD,
    check_words,
    delivered_words,
    status_words,
    watch_words,
)
from battle.language import N_, _, ngettext
from battle.page.blocks import Paragraph
from battle.rules.position import RulesError
from battle.screens import captions
from battle.screens.friend_table import FriendAway, Watching
from battle.screens.friends import TABLE, FriendList, stage_of
from battle.screens.invitation import Hosting, WithFriend
from battle.screens.join import Join, way_of
from battle.screens.moving import MoveAway, MoveHere
from battle.screens.pie import PieWithFriend
from battle.screens.room import InThisRoom
from battle.screens.screen import Screen, perform
from battle.screens.talk import Talk
from battle.screens.watch import LookOn
from battle.terminal.card_view import ScreenRoom
from battle.terminal.dialogue import word_named
from battle.terminal.room import LEAVING, Command, Console, Room
from battle.terminal.start import NewGameRoom
from battle.terminal.table import ALWAYS, HOW_TO_BEGIN, LOOKING, GameRoom
from battle.words import sentences, titled

MARK: Final = "* "
"""What stands before news."""


SCREENS: Final[Mapping[str, Callable[..., Screen]]] = {
    "fetch": MoveHere,
    "friends": FriendList,
    "hosting": Hosting,
    "join": Join,
    "look_on": LookOn,
    "moving": MoveAway,
    "pie_with_friend": PieWithFriend,
    "room": InThisRoom,
    "talk": Talk,
}


def line_room(shell: Console, line: str) -> Room:
    """Return the room that a line leads to; raise RulesError for one that leads nowhere."""
    where, games = invitation(line), shell.services.friends.games
    if games.file(where.topic).exists():
        return friend_room(shell, where.topic)
    come = games.arrived(where)
    if come is not None:
        return friend_room(shell, come.invitation.topic)
    return ScreenRoom(shell, SCREENS[way_of(line)](shell, line))


def friend_room(shell: Console, topic: str) -> Room:
    """Return the room of a game as far as it has come."""
    game = shell.services.friends.games.open(topic)
    if (stage := stage_of(game)) == TABLE:
        return FriendTable(shell, game)
    return FriendScreen(shell, SCREENS[stage](shell, game=game), game)


class FriendScreen(ScreenRoom):
    """A screen of one game."""

    def __init__(self, shell: Console, screen: Screen, game: FriendGame) -> None:
        super().__init__(shell, screen)
        self.game = game

    def close(self) -> None:
        say_kept(self, self.game)


def say_kept(room: Room, game: FriendGame) -> None:
    """Say how a game that is kept here is continued."""
    has_gone = game.handover is not None and game.handover.plays
    if game.is_kept and game.stage is not MeetingStage.REFUSED and not has_gone:
        room.say(_("The game is saved; use --join with the same line to continue it."))


class WatchRoom(GameRoom):
    """A game of others as it goes on, until the person leaves."""

    after_end = N_("You are watching. Type quit to leave.")

    def __init__(self, shell: Console, watcher: Watcher) -> None:
        company = Watching(shell, watcher)
        super().__init__(shell, company.session, company)
        self._watcher = watcher
        self._heard: list[ChatMessage] = []
        self._status = ""

    def resume(self) -> None:
        self.say(_(self.after_end))
        super().resume()

    def follow(self) -> None:
        watcher = self._watcher
        words, more = watch_words(watcher)
        if more and words != self._status:
            self.say(MARK + sentences(words, more))
        self._status = words
        for message in [one for one in watcher.said if one not in self._heard]:
            self.say(titled(watcher.names[message.side == "guest"], message.text))
        self._heard = watcher.said
        super().follow()

    def take(self, line: str) -> None:
        """Say that nothing can be done here."""
        self.say(_(self.after_end))

    commands = LEAVING


def watch_room(shell: Console, topic: str) -> Room:
    """Return the room of a game of others, as far as it has come."""
    watcher = shell.services.friends.games.watched[topic]
    if watcher.session is None:
        return ScreenRoom(shell, LookOn(shell, game=watcher))
    return WatchRoom(shell, watcher)


class FriendTable(GameRoom):
    """The table of a person here and a friend somewhere else."""

    after_end = N_("You can type rematch, record or quit.")

    def __init__(self, shell: Console, friend: FriendGame) -> None:
        self.friend, self.company = friend, FriendAway(shell, friend)
        super().__init__(shell, self.company.session, self.company)
        self._asked = set[str]()
        self._status = self._silence = ""

    def resume(self) -> None:
        self.say(_(HOW_TO_BEGIN))
        super().resume()

    def close(self) -> None:
        self.leave()
        say_kept(self, self.friend)

    # --- what is new ----------------------------------------------------------------------------

    def follow(self) -> None:
        friend = self.friend
        words = status_words(friend.status, friend.friend_name, self.services.moment())
        if words != self._status:
            self._status = words
            self.say(MARK + words)
        self._follow_talk(friend)
        super().follow()
        if (asked := self._question) and asked not in self._asked:  # once, though asked again
            self._asked.add(asked)
            self.say(sentences(asked, _("Type yes or no.")))

    def show(self) -> None:
        self._asked.clear()
        super().show()

    def _follow_talk(self, friend: FriendGame) -> None:
        """Show what was not read yet, here or in the window, and that the friend reads nothing."""
        if self.services.settings.talk:
            for message in friend.chat.unread:
                self.say(titled(friend.friend_name, message.text))
            friend.read_chat()
        if friend.chat.silence != self._silence:
            self._silence = friend.chat.silence
            if self._silence == FRIEND_OFF:
                self.say(MARK + _(FRIEND_OFF))

    @property
    def _question(self) -> str:
        """What is to be answered: what is put over the table, else what the friend asks."""
        if self.game.sheet is None:
            return self.session.request_text or self.company.wish
        page = self.game.sheet().page
        return sentences(*(block.words for block in page if isinstance(block, Paragraph)))

    # --- what can be typed ----------------------------------------------------------------------

    def _ask(self, name: str) -> None:
        """Ask the friend; the answer comes when it comes."""
        self.do(name)
        self.say(_("Your friend has been asked."))

    def _answer(self, *, agreed: bool) -> None:
        self._asked.clear()
        if self.game.sheet is not None:
            view = self.game.sheet()
            no = next(one for one in reversed(view.buttons) if one.icon == "close")
            perform(self.game, view.main.do if agreed and view.main is not None else no.do)
        elif self.session.pending is not None:
            self.do("reply", accept=agreed)
        else:
            self.company.grant(agreed=agreed)

    def switch_talk(self, rest: str) -> None:
        word = word_named(rest, (N_("on"), captions.OFF))
        if rest and not word:
            raise RulesError(
                _("Please type {on} or {off}.").format(on=_("on"), off=_(captions.OFF))
            )
        if word:
            self.friend.switch_chat(word == "on")
        on = self.friend.chat.on and self.services.settings.talk
        self.say(_("Messages are on.") if on else _(SWITCHED_OFF))

    def show_friend(self) -> None:
        friend, now = self.friend, self.services.moment()
        self.say(status_words(friend.status, friend.friend_name, now))
        if delivered := delivered_words(friend.status):
            self.say(delivered)
        if number := friend.refused_by_friend:
            words = ngettext(
                "{n} damaged message was rejected.", "{n} damaged messages were rejected.", number
            )
            self.say(words.format(n=number))
        if friend.meeting.seal is not None:
            self.say(check_words(friend))
        self.say(friend.invitation.line)
        if friend.asks_again is not None:
            self.do("ask_to_let_in")

    def open_room(self) -> None:
        """Show a code to scan, as soon as the port is open."""
        if self.friend.side == "guest":
            raise RulesError(_("Only the one who invites can do that."))
        self.services.friends.games.open_room(self.friend)
        self.shell.go("room", self.friend)

    def let_watch(self) -> None:
        """Let others watch, and print what to send them."""
        self.friend.let_watch()
        self.say(_(WATCH_TOLD).format(name=self.friend.friend_name))
        self.dialogue.print(self.company.watch_link)

    def go_on(self) -> None:
        """Go on in another game from what counts in both copies."""
        game = self.services.friends.games.play_on(self.friend)
        self.shell.replace("friend", game.invitation.topic)

    commands = (
        *LOOKING,
        Command(N_("undo"), N_("ask to take your last move back"), partial(_ask, name="undo")),
        Command(N_("draw"), N_("offer a draw"), partial(_ask, name="offer")),
        Command(N_("resign"), N_("resign the game"), partial(GameRoom.do, name="resign")),
        Command(
            N_("claim"),
            N_("claim the win: time is up, or there are two versions"),
            partial(GameRoom.do, name="claim"),
        ),
        Command(
            N_("rematch"),
            N_("ask for another game"),
            lambda room: room.company.go_on(room.shell),
        ),
        Command(N_("yes"), N_("agree to what your friend asks"), partial(_answer, agreed=True)),
        Command(N_("no"), N_("do not agree to it"), partial(_answer, agreed=False)),
        Command(
            N_("say"), N_("send a message"), lambda room, text: room.friend.say(text), N_("TEXT")
        ),
        Command(N_("messages"), N_("switch messages on or off"), switch_talk, N_("on|off")),
        Command(N_("friend"), N_("who is online; the invitation"), show_friend),
        Command(N_("room"), N_("a code for a friend in the same room"), open_room),
        Command(N_("watch"), N_("let others watch: a link to send"), let_watch),
        Command(
            N_("move"),
            N_("move the game to another device"),
            partial(GameRoom.do, name="move"),
        ),
        Command(N_("continue"), N_("continue from what both copies share"), go_on),
        *ALWAYS,
    )


ROOMS: Final[Mapping[str, Callable[..., Room]]] = {
    "friend": friend_room,
    "hosting": lambda shell, game, how="": FriendScreen(shell, Hosting(shell, game, how), game),
    "line": line_room,
    "watch": watch_room,
    "with_friend": lambda shell, options=None: NewGameRoom(shell, WithFriend(shell, options)),
}
