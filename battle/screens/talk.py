"""What is said in a game with a friend, or in one of others that is watched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battle.friend.game import FriendGame
from battle.friend.log import SWITCHED_OFF
from battle.friend.watching import Watcher
from battle.friend.words import talk_page, watch_title
from battle.language import N_, _
from battle.page.blocks import Block, Ink, Paragraph, Row
from battle.screens import captions
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, Field, act
from battle.words import titled

READY: Final = N_("No problem"), N_("Ha!"), N_("Good move")
"""What can be said with one press."""
WRITE_TO: Final = N_("Write to {name}")
_MOST_SAID: Final = 100


class Talk(Screen):
    """The messages, the newest at the end, and a line to say something; others only read them."""

    def __init__(self, shell: Shell, topic: str) -> None:
        super().__init__(shell)
        friends = self.services.friends.games
        self._is_seen = True
        self._asked: object = None
        self.watcher = friends.watched.get(topic)
        self.game = None if self.watcher else friends.open(topic)
        about = self.watcher or self.game
        assert about is not None
        self.about: FriendGame | Watcher = about

    @property
    def is_on(self) -> bool:
        """Whether messages come and go: in the settings, and in this game."""
        return self.services.settings.talk and (self.game is None or self.game.chat.on)

    @property
    def _page(self) -> list[Block]:
        if not self.is_on:
            return [Paragraph(_(SWITCHED_OFF), Ink.PLAIN)]
        page = talk_page(self.about, self.services.moment(), _MOST_SAID)
        return page or [Paragraph(_("No messages yet."), Ink.FAINT)]

    @property
    def standing(self) -> object:
        return self._page, self.game and self.game.chat.silence

    def view(self) -> CardView:
        game, page = self.game, self._page
        whose = watch_title(self.watcher) if self.watcher else game.friend_name if game else ""
        if game is not None:
            if self.is_on and game.chat.silence:
                page.append(Paragraph(_(game.chat.silence), Ink.GOLD))
            elif self.is_on:
                ready = (Button(_(one), "", act("say", text=_(one))) for one in READY)
                page.append(Row(tuple(ready)))
                page.append(
                    Field("message", "", "", hint=_(WRITE_TO).format(name=whose), send=_("Send"))
                )
            words = _("Switch talk off") if self.is_on else _("Switch talk on")
            page.append(Button(words, "talk", act("switch")))
        title = titled(_(captions.TALK), whose)
        return CardView(title, tuple(page), from_end=True)

    @property
    def _pending(self) -> object:
        """What the friend asks at the table."""
        session = None if self.game is None else self.game.session
        return None if session is None else session.pending

    def resume(self) -> None:
        self._asked = self._pending

    def look(self, *, is_visible: bool) -> None:
        self._is_seen = is_visible

    def beat(self) -> None:
        """Take as read what is shown; make room for what the friend asks meanwhile."""
        if self._is_seen:
            self._read()
        if self._pending not in (None, self._asked):
            self.shell.back()

    def _read(self) -> None:
        if self.is_on:
            self.about.read_chat()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        if self.game is None:
            return {"read": self._read}
        write, answer = self._write, self._answer
        return {"read": self._read, "set": write, "say": answer, "switch": self._switch}

    def _write(self, name: str, value: str) -> None:
        if value.strip():
            self._answer(value)

    def _answer(self, text: str) -> None:
        """Say something; who answers has read what was said before."""
        if self.game is not None:
            self.game.say(text)
            self._read()

    def _switch(self) -> None:
        on = not self.is_on
        if on and not self.services.settings.talk:
            self.services.change(talk=True)
        if self.game is not None:
            self.game.switch_chat(on)
