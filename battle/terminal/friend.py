"""Games with a friend somewhere else: the room of each stage, and the table of the two.

    a line  ──► `line_room`: Join, MoveHere, LookOn ──┐
    a topic ──► `friend_room` ◄──────────────────────┘──► a screen of `stage_of`, or the table

News are printed as they come: messages, moves, who is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from battle.friend.game import NOT_JOINED, FriendGame
from battle.friend.log import FRIEND_OFF, NOT_BEGUN, SWITCHED_OFF, ChatMessage
from battle.friend.meeting import Joining, MeetingStage, invitation
from battle.friend.words import (
    WATCH_TOLD,
    again_words,
    check_words,
    delivered_words,
    status_words,
    watch_words,
)
from battle.game.session import Session
from battle.game.words import resigns_words
from battle.language import N_, _, ngettext
from battle.rules.position import RulesError, other
from battle.screens import captions
from battle.screens.friend_table import FriendAway
from battle.screens.friends import TABLE, FriendList, begin_move, stage_of
from battle.screens.invitation import Hosting, WithFriend
from battle.screens.join import Join, way_of
from battle.screens.moving import MoveAway, MoveHere
from battle.screens.pie import PieWithFriend
from battle.screens.room import InThisRoom
from battle.screens.screen import Screen
from battle.screens.talk import Talk
from battle.screens.watch import LookOn
from battle.terminal.card_view import ScreenRoom
from battle.terminal.dialogue import word_named
from battle.terminal.game_lines import score_text
from battle.terminal.room import LEAVING, Command, Console, Room
from battle.terminal.start import NewGameRoom
from battle.terminal.table import ALWAYS, HOW_TO_BEGIN, LOOKING, GameRoom
from battle.words import ending_headline, sentences, titled

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


class WatchRoom(Room):
    """A game of others as it goes on, until the person leaves."""

    def __init__(self, shell: Console, topic: str) -> None:
        super().__init__(shell)
        self._watcher = shell.services.friends.games.watched[topic]
        self._heard: list[ChatMessage] = []
        self._moves = Moves(self)
        self._status = ""

    def resume(self) -> None:
        self.say(_("You are watching. Type quit to leave."))

    def follow(self) -> None:
        watcher = self._watcher
        words, more = watch_words(watcher)
        if more and words != self._status:
            self.say(MARK + sentences(words, more))
        self._status = words
        for message in [one for one in watcher.said if one not in self._heard]:
            self.say(titled(watcher.names[message.side == "guest"], message.text))
        self._heard = watcher.said
        if (session := watcher.session) is not None and self._moves.follow(session):
            self.show_board(session.position)
            self.say(score_text(session))
            if session.ending is not None:
                self.say(ending_headline(session.ending, session.names))

    def take(self, line: str) -> None:
        """Nothing can be done here."""

    commands = LEAVING


class Moves:
    """What was last shown of a game that goes on elsewhere."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._place: tuple[int, int, bool] = 0, 0, True

    def follow(self, session: Session) -> bool:
        """Return whether the game has gone on; report the last move or take-back."""
        number, ply, _goes_on = self._place
        moves, place = session.game.moves, (*session.place, session.ending is None)
        if place == self._place:
            return False
        self._place = place
        if number == session.series.number and len(moves) < ply:
            self._room.say(_("Taken back."))
        elif moves and (len(moves) > ply or number != session.series.number):
            mover = session.name(other(session.to_move))
            self._room.say(_("{name} took {move}.").format(name=mover, move=moves[-1]))
        return True


class FriendTable(GameRoom):
    """The table of a person here and a friend somewhere else."""

    after_end = N_("You can type rematch, record or quit.")

    def __init__(self, shell: Console, game: FriendGame) -> None:
        super().__init__(shell)
        self.game = game
        self._company: FriendAway | None = None
        self._moves = Moves(self)
        self._asked = set[str]()
        self._status = self._asker = self._silence = ""

    def resume(self) -> None:
        self.say(_(HOW_TO_BEGIN))

    def close(self) -> None:
        if self.game.session is not None:
            self.game.session.pause_clock()
        say_kept(self, self.game)

    def beat(self) -> None:
        """Go where the game goes: to another device, or away from who is shut out."""
        game = self.game
        if game.handover is not None or game.session is None or game.stage in NOT_JOINED:
            self.shell.replace("friend", self.game.invitation.topic)

    # --- what is new ----------------------------------------------------------------------------

    def follow(self) -> None:
        game = self.game
        words = status_words(game.status, game.friend_name, self.services.moment())
        if words != self._status:
            self._status = words
            self.say(MARK + words)
        self._follow_talk(game)
        if game.asks_again is not None and not game.asks_quietly:
            self._ask_to_let_in(game.asks_again)
        if game.session is not None:
            self._follow_session(game, game.session)

    def _follow_talk(self, game: FriendGame) -> None:
        """Show what was not read yet, here or in the window, and that the friend reads nothing."""
        if self.services.settings.talk:
            for message in game.chat.unread:
                self.say(titled(game.friend_name, message.text))
            game.read_chat()
        if game.chat.silence != self._silence:
            self._silence = game.chat.silence
            if self._silence == FRIEND_OFF:
                self.say(MARK + _(FRIEND_OFF))

    def _ask_to_let_in(self, asking: Joining) -> None:
        """Ask whether a guest is let in again: once, unless something else was asked since."""
        if asking.public.mark != self._asker:
            self._asker = asking.public.mark
            self.say(sentences(again_words(self.game), _("Type yes or no.")))

    def _follow_session(self, game: FriendGame, session: Session) -> None:
        session.check_clock()
        if self._moves.follow(session):
            session.run_clock()
            self._asked.clear()
            self.show()
            if session.ending is not None:
                self.services.friends.games.keep_finished(self.services.records)
                self.dialogue.say_all(self.services.take_messages())
        words = session.request_text or self.company.wish
        if words and words not in self._asked:  # once, though asked again and again
            self._asked.add(words)
            self._asker = ""  # what was asked last is answered
            self.say(sentences(words, _("Type yes or no.")))

    # --- what can be typed ----------------------------------------------------------------------

    @property
    def table(self) -> Session:
        if self.game.session is None:
            raise RulesError(_(NOT_BEGUN))
        return self.game.session

    @property
    def company(self) -> FriendAway:
        """Who sits at the newest table."""
        if self._company is None or self._company.session is not self.table:
            self._company = FriendAway(self.shell, self.game)
        return self._company

    def undo(self) -> None:
        self._ask(self.table.ask_back)

    def draw(self) -> None:
        self._ask(partial(self.table.offer_draw, self.table.own))

    def _ask(self, ask: Callable[[], object]) -> None:
        """Ask the friend; the answer comes when it comes."""
        ask()
        self.say(_("Your friend has been asked."))

    def resign(self) -> None:
        words = resigns_words(self.table.name(self.table.own))
        if self.dialogue.ask_yes(sentences(words, _(captions.RESIGN_NOW))):
            self.table.resign(self.table.own)

    def _answer(self, *, agreed: bool) -> None:
        self._asked.clear()
        if self._asker:
            mark, self._asker = self._asker, ""
            self.game.let_in(agreed, mark)
        elif self.table.pending is not None:
            self.table.answer(agreed)
        else:
            self.game.answer_rematch(agreed)

    def switch_talk(self, rest: str) -> None:
        word = word_named(rest, (N_("on"), captions.OFF))
        if rest and not word:
            raise RulesError(
                _("Please type {on} or {off}.").format(on=_("on"), off=_(captions.OFF))
            )
        if word:
            self.game.switch_chat(word == "on")
        on = self.game.chat.on and self.services.settings.talk
        self.say(_("Messages are on.") if on else _(SWITCHED_OFF))

    def show_friend(self) -> None:
        game, now = self.game, self.services.moment()
        self.say(status_words(game.status, game.friend_name, now))
        if delivered := delivered_words(game.status):
            self.say(delivered)
        if game.asks_again is not None:
            self._ask_to_let_in(game.asks_again)
        if number := game.refused_by_friend:
            words = ngettext(
                "{n} damaged message was rejected.", "{n} damaged messages were rejected.", number
            )
            self.say(words.format(n=number))
        if game.meeting.seal is not None:
            self.say(check_words(game))
        self.say(game.invitation.line)

    def open_room(self) -> None:
        """Show a code to scan, as soon as the port is open."""
        if self.game.side == "guest":
            raise RulesError(_("Only the one who invites can do that."))
        self.services.friends.games.open_room(self.game)
        self.shell.go("room", self.game)

    def let_watch(self) -> None:
        """Let others watch, and print what to send them."""
        self.game.let_watch()
        self.say(_(WATCH_TOLD).format(name=self.game.friend_name))
        self.dialogue.print(self.company.watch_link)

    def go_on(self) -> None:
        """Go on in another game from what counts in both copies."""
        game = self.services.friends.games.play_on(self.game)
        self.shell.replace("friend", game.invitation.topic)

    commands = (
        *LOOKING,
        Command(N_("undo"), N_("ask to take your last move back"), undo),
        Command(N_("draw"), N_("offer a draw"), draw),
        Command(N_("resign"), N_("resign the game"), resign),
        Command(
            N_("claim"),
            N_("claim the win: time is up, or there are two versions"),
            lambda room: room.game.claim(),
        ),
        Command(
            N_("rematch"),
            N_("ask for another game"),
            lambda room: room.company.go_on(room.shell),
        ),
        Command(N_("yes"), N_("agree to what your friend asks"), partial(_answer, agreed=True)),
        Command(N_("no"), N_("do not agree to it"), partial(_answer, agreed=False)),
        Command(
            N_("say"), N_("send a message"), lambda room, text: room.game.say(text), N_("TEXT")
        ),
        Command(N_("messages"), N_("switch messages on or off"), switch_talk, N_("on|off")),
        Command(N_("friend"), N_("who is online; the invitation"), show_friend),
        Command(N_("room"), N_("a code for a friend in the same room"), open_room),
        Command(N_("watch"), N_("let others watch: a link to send"), let_watch),
        Command(
            N_("move"),
            N_("move the game to another device"),
            lambda room: begin_move(room.shell, room.game.invitation.topic),
        ),
        Command(N_("continue"), N_("continue from what both copies share"), go_on),
        *ALWAYS,
    )


ROOMS: Final[Mapping[str, Callable[..., Room]]] = {
    "friend": friend_room,
    "hosting": lambda shell, game, how="": FriendScreen(shell, Hosting(shell, game, how), game),
    "line": line_room,
    "watch": WatchRoom,
    "with_friend": lambda shell, options=None: NewGameRoom(shell, WithFriend(shell, options)),
}
