"""A game with a friend that moves to another device, or to this page.

a link ──► MoveHere ──► MoveAway, while it waits ──► the table
table, list ──► MoveAway, with the link to give away ──► moved
"""

from __future__ import annotations

from collections.abc import Callable

from battle.browser.app import App, Screen
from battle.browser.channels import sockets_in
from battle.browser.views import View, blocks, button, button_block, card, sent_cards
from battle.friend.games import FriendGame
from battle.friend.meeting import invitation, told_in
from battle.friend.moving import Handover
from battle.friend.words import (
    MOVE_HERE,
    MOVE_NOBODY,
    MOVE_RULES,
    MOVED,
    SAME_WORD,
    move_link,
    move_words,
)
from battle.language import _
from battle.page.blocks import Ink, Paragraph, Role


class MoveHere(Screen):
    """Shows what a link that moves a game says, and asks the other device for it."""

    def __init__(self, app: App, text: str) -> None:
        super().__init__(app)
        self.where, self._text, self._told = invitation(text), text, told_in(text)
        self._asked: Handover | None = None

    def view(self) -> View:
        who = "".join(self._told[:1])
        view: View = {
            "screen": "invite",
            "title": _(MOVE_HERE).format(name=who) if who else _(MOVE_NOBODY),
            "rules": _(MOVE_RULES),
            "secret": True,
            "main": button(_(MOVED), "check", "join", off=self._asked is not None),
        }
        if self._asked is not None:
            view["say"], view["sub"] = move_words(self._asked)
        return view

    def beat(self) -> None:
        """Go on with the game once it is here; leave if it cannot come."""
        games = self.app.friends.games
        if (game := games.arrived(self.where)) is not None:
            self.app.replace("friend", game.invitation.topic)
        elif self._asked is not None and self._asked not in games.arriving.values():
            self.app.home()

    def acts(self) -> dict[str, Callable[..., object]]:
        return {"join": self._ask}

    def _ask(self) -> None:
        self.app.ways.learn(self.where.topic, sockets_in(self._told))
        self._asked = self.app.friends.games.fetch(self._text)


class MoveAway(Screen):
    """Shows how a game moves; goes on with it when it is here."""

    def __init__(self, app: App, game: FriendGame, page: str) -> None:
        super().__init__(app)
        self.game, self._page = game, page

    @property
    def _link(self) -> str:
        return move_link(self.game, self._page, self.app.ways.addresses(self.game.invitation))

    def view(self) -> View:
        handover = self.game.handover
        if handover is None:
            return {}
        words, more = move_words(handover)
        said = blocks([Paragraph(words, Ink.PLAIN, Role.STRONG), Paragraph(more, Ink.MUTED)])
        page = [card(*said)]
        if handover.is_open:
            page += sent_cards(self._link, self._link, button_block(_("Copy"), "copy", "copy"))
        if handover.is_here:
            page.append(button_block(_("Keep it here"), "undo", "keep"))
        main = button(_("To the start screen"), "home", "home")
        if handover.asks:
            main = button(_(SAME_WORD), "check", "confirm")
        if handover.is_open:
            main = button(_("Send the link"), "export", "send")
        return {"title": _("Move the game"), "secret": True, "page": page, "main": main}

    def beat(self) -> None:
        """Go to the table as soon as the game is here, or home if it is lost."""
        if self.game not in self.app.friends.games.opened.values():
            self.app.home()
        elif self.game.handover is None:
            self.app.replace("friend", self.game.invitation.topic)

    def acts(self) -> dict[str, Callable[..., object]]:
        return {
            "send": lambda: self.app.effect("share", {"text": self._link}),
            "copy": lambda: self.app.effect("copy", self._link),
            "keep": self.game.keep_here,
            "confirm": self.game.confirm_move,
        }
