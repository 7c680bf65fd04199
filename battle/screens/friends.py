"""Where a game with a friend is, and the list of all.

invited ──► Hosting ──┐
joined  ──► Join ─────┴──► PieWithFriend ──► the table;  MoveAway while it moves
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battle.friend.game import NOT_JOINED, FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.watching import Watcher
from battle.friend.words import (
    MOVE,
    REMOVED,
    STILL_WAITED_FOR,
    presence_words,
    state_words,
    watch_title,
    watch_words,
)
from battle.language import N_, _
from battle.page.blocks import Ink, Paragraph, Row
from battle.screens import captions
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, act, question

GAMES: Final = N_("Games with friends")
TABLE: Final = "table"


def stage_of(game: FriendGame | Watcher) -> str:
    """Return the name of the screen that a game with a friend, or one of others, has come to."""
    if isinstance(game, Watcher):
        return "look_on" if game.session is None else TABLE
    if game.handover is not None:
        return "moving"
    if game.stage is MeetingStage.OFFERED:
        return "hosting"
    if game.stage in NOT_JOINED or game.logbook is None:
        return "join"
    return "pie_with_friend" if game.session is None else TABLE


class FriendList(Screen):
    """All games with friends: whose turn it is, and what opens, moves or removes one."""

    tab = "home"

    @property
    def standing(self) -> object:
        now, friends = self.services.moment(), self.services.friends
        return (
            [(game.friend_name, self._state(game), game.handover) for game in friends.opened],
            [watch_words(watcher) for watcher in friends.watched],
            [presence_words(game.status, now) for game in friends.opened],
        )

    def _state(self, game: FriendGame) -> str:
        is_over = game.session is not None and game.session.ending is not None
        here = "" if is_over else presence_words(game.status, self.services.moment())
        return " · ".join(filter(None, (state_words(game), here)))

    def view(self) -> CardView:
        friends, talks = self.services.friends, self.services.settings.talk
        rows = list[Row]()
        for game in friends.opened:
            topic = game.invitation.topic
            unread = len(game.chat.unread) if talks else 0
            opens = Button(
                game.friend_name,
                "people",
                act("go", name="friend", topic=topic),
                self._state(game),
                main=game.my_turn and not rows,
                badge=unread,
            )
            more = Button(_(captions.MORE), "menu", act("more", topic=topic), small=True)
            rows.append(Row((opens, *([more] if self.is_drawn else self._rare(topic)))))
        watched = [watch_button(watcher) for watcher in friends.watched]
        none = Paragraph(_("No games with friends yet."), Ink.FAINT)
        invite = Button(_(captions.WITH_A_FRIEND), "people", act("go", name="with_friend"))
        return CardView(_(GAMES), (*rows, *watched) or (none,), buttons=(invite,))

    def _rare(self, topic: str) -> tuple[Button, Button]:
        """Return what is seldom done with a game."""
        is_moving = self.services.friends.games.open(topic).handover is not None
        move, remove = act("ask_to_move", topic=topic), act("remove", topic=topic)
        return (
            Button(_(MOVE), "export", move, off=is_moving),
            Button(_("Remove the game"), "delete", remove),
        )

    def _more(self, topic: str) -> None:
        """Put over the list what is seldom done with a game."""
        name, rare = self.services.friends.games.open(topic).friend_name, self._rare(topic)
        self.sheet = lambda: CardView(name, buttons=rare)

    def _ask_to_move(self, topic: str) -> None:
        self.sheet = lambda: asks_to_move(topic)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "more": self._more,
            "ask_to_move": self._ask_to_move,
            "move": lambda topic: begin_move(self.shell, topic),
            "remove": self._ask,
            "forget": self.services.friends.games.forget,
        }

    def _ask(self, topic: str) -> None:
        """Ask whether to put a game away."""
        session = self.services.friends.games.open(topic).session
        waits = session is not None and session.ending is None
        remove = Button(_("Remove it"), "delete", act("forget", topic=topic), danger=True)
        words = _(STILL_WAITED_FOR) if waits else _(REMOVED)
        self.question(_("Remove this game?"), words, remove, _(captions.KEEP))


def watch_button(watcher: Watcher) -> Button:
    """Return the way to a game of others that is watched."""
    do = act("go", name="watch", topic=watcher.invitation.topic)
    return Button(watch_title(watcher), "eye", do, watch_words(watcher)[0])


def asks_to_move(topic: str) -> CardView:
    """Return the question whether a game moves to another device."""
    words = _("Nothing can be played here meanwhile. You can still keep the game here.")
    move = Button(_(MOVE), "export", act("move", topic=topic))
    return question(_("Move the game?"), words, move)


def begin_move(shell: Shell, topic: str) -> None:
    """Begin to move a game to another device, and show how; may raise RulesError."""
    games = shell.services.friends.games
    games.move(games.open(topic))
    shell.replace("friend", topic)
