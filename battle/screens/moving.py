"""A game with a friend that moves to another device, or here.

a link ──► MoveHere ──► MoveAway, while it waits ──► the table
table, list ──► MoveAway, with the link to give away ──► moved
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battle.friend.game import FriendGame
from battle.friend.meeting import invitation, told_in
from battle.friend.words import (
    MOVE_HERE,
    MOVE_NOBODY,
    MOVE_RULES,
    MOVED,
    SAME_WORD,
    move_link,
    move_words,
    ways_words,
)
from battle.language import N_, _
from battle.page.blocks import Ink, Page, Paragraph, Title
from battle.screens import captions
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, Scan, act, code, given

_TITLE: Final = N_("Move the game")


class MoveHere(Screen):
    """Shows what a link that moves a game says, and asks the other device for the game, once."""

    tab = "home"

    def __init__(self, shell: Shell, line: str) -> None:
        super().__init__(shell)
        self._line, self._told = line, told_in(line)
        self._invitation = invitation(line)
        self.asked = self.services.friends.games.arriving.get(self._invitation.topic)

    @property
    def standing(self) -> object:
        return None if self.asked is None else move_words(self.asked)

    def view(self) -> CardView:
        if self.asked is not None:
            words, more = move_words(self.asked)
            leave = Button(_(captions.CANCEL), "close", act("home"))
            return CardView(_(_TITLE), (Title(words), Paragraph(more)), main=leave, secret=True)
        who = "".join(self._told[:1])
        page = (
            *[Paragraph(words) for words in self._told[1:2]],
            Paragraph(_(MOVE_RULES)),
            *[Paragraph(words, Ink.MUTED) for words in [ways_words(self._invitation)] if words],
        )
        ask = Button(_(MOVED), "check", act("join"))
        leave = Button(_(captions.NOT_NOW), "close", act("home"))
        title = _(MOVE_HERE).format(name=who) if who else _(MOVE_NOBODY)
        return CardView(title, page, main=ask, buttons=(leave,), secret=True, shape="landing")

    def beat(self) -> None:
        """Go on with the game once it is here; leave if it cannot come."""
        games, asked = self.services.friends.games, self.asked
        if (game := games.arrived(self._invitation)) is not None:
            self.shell.replace("friend", game.invitation.topic)
        elif asked is not None and asked not in games.arriving.values():
            self.shell.home()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {"join": self._ask}

    def _ask(self) -> None:
        self.services.learn_ways(self._line)
        self.asked = self.services.friends.games.fetch(self._line)

    def back(self) -> None:
        """Let go of a game that the other device has not sent yet."""
        if self.asked is not None:
            self.services.friends.games.leave(self.asked)
        self.shell.home()


class MoveAway(Screen):
    """Shows how a game moves; goes on with it when it is here."""

    tab = "home"

    def __init__(self, shell: Shell, game: FriendGame) -> None:
        super().__init__(shell)
        self.game = game

    @property
    def _link(self) -> str:
        """The link to show, empty while it is not kept, or once another device has used it."""
        game, services = self.game, self.services
        if game.handover is None or not game.handover.is_open:
            return ""
        address = services.link_address(game.handover.where, "host")
        return move_link(game, address, services.brokers_of(game.invitation))

    @property
    def standing(self) -> object:
        handover = self.game.handover
        return self._link, None if handover is None else move_words(handover)

    def view(self) -> CardView:
        handover, link = self.game.handover, self._link
        if handover is None:
            return CardView(_(_TITLE))
        words, more = move_words(handover)
        page: Page = (Title(words), Paragraph(more))
        main, buttons = Button(_(captions.TO_START), "home", act("home")), []
        if handover.is_here:
            buttons.append(Button(_("Keep it here"), "undo", act("keep"), typed=N_("keep")))
        if link:
            if "send" not in self.shell.can:
                page = (*page, code(link))
            main = Button(_("Send the link"), "export", given("share", link))
        elif handover.asks:
            main = Button(_(SAME_WORD), "check", act("confirm"))
        scan = (Scan(link),) if link else ()
        return CardView(_(_TITLE), page, scan, main=main, buttons=tuple(buttons), secret=True)

    def beat(self) -> None:
        """Go to the table as soon as the game is here, or home if it is lost."""
        if self.game not in self.services.friends.games.opened.values():
            self.shell.home()
        elif self.game.handover is None:
            self.shell.replace("friend", self.game.invitation.topic)

    def back(self) -> None:
        self.shell.home()

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "keep": self.game.keep_here,
            "confirm": self.game.confirm_move,
        }
