"""A game with a friend that moves to another device, or here: code, link, what is awaited."""

from __future__ import annotations

from functools import partial

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
    ways_words,
)
from battle.language import N_, _
from battle.page.blocks import Ink, Paragraph, Title
from battle.window.cards import CardScene
from battle.window.friends import paint_code
from battle.window.scene import Services, attempt
from battle.window.ui import clipboard
from battle.window.ui.layout import FILL, across, down


class MoveScene(CardScene):
    """Shows how a game moves from here, or here; goes to its table when it is here.

    `line` is the link by which it comes, which asks for nothing before the person agrees.
    """

    title = N_("Move the game")
    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, game: FriendGame | None = None, line: str = "") -> None:
        super().__init__(app)
        self.game, self.line = game, line
        self._asked: Handover | None = None
        self._shown: object = None
        app.friends.prepare()

    @property
    def handover(self) -> Handover | None:
        """The part of this device in the move, None before it has asked for the game."""
        return self._asked if self.game is None else self.game.handover

    @property
    def link(self) -> str:
        """The link to show, empty while it is not kept, or once another device has used it."""
        game, handover, chosen = self.game, self.handover, self.app.settings
        if game is None or handover is None or not handover.is_open:
            return ""
        return move_link(game, chosen.page, chosen.brokers)

    @property
    def _standing(self) -> object:
        """A key that changes with the page."""
        return self.link, None if self.handover is None else move_words(self.handover)

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Show what the link says, the code and the link to give away, or what is awaited."""
        self._shown, handover, px = self._standing, self.handover, self.theme.px
        left, right = across(self.foot, FILL, FILL, gap=px(12))
        if handover is None:
            self._ask()
            self.add_button(left, _("Not now"), self.cancel, icon="close")
            words = _(MOVED)
            self.begin_at(
                self.add_button(right, words, self.confirm, look_as="primary", icon="check")
            )
            return
        if self.link:
            self._show_code(*move_words(handover))
        else:
            words, more = move_words(handover)
            self.add_page(self.body, [Title(words), Paragraph(more)])
        if handover.is_here and self.game is not None:
            keep = partial(attempt, self.app.say, self.game.keep_here)
            kept = self.add_button(left, _("Keep it here"), keep, icon="undo")
            if handover.asks:
                send = partial(attempt, self.app.say, self.game.confirm_move)
                self.add_button(right, _(SAME_WORD), send, look_as="primary", icon="check")
                self.begin_at(kept)
                return
        if self.game is None:
            self.begin_at(self.add_button(right, _("Cancel"), self.cancel, icon="close"))
            return
        self.begin_at(
            self.add_button(right, _("Done"), self.cancel, look_as="primary", icon="check")
        )

    def _ask(self) -> None:
        """Say what the link says, which may be wrong, and ask whether to continue the game here."""
        told = told_in(self.line)
        who = "".join(told[:1])
        title = Title(_(MOVE_HERE).format(name=who) if who else _(MOVE_NOBODY))
        page = [title, *[Paragraph(words) for words in told[1:2]], Paragraph(_(MOVE_RULES))]
        self.add_page(self.body, [*page, Paragraph(ways_words(invitation(self.line)), Ink.MUTED)])

    def _show_code(self, words: str, more: str) -> None:
        """Put the code on the left, and what to do with it on the right."""
        px = self.theme.px
        side = min(self.body.height, self.body.width // 2)
        code, beside = across(self.body, side, FILL, gap=px(24))
        what, line = down(beside, FILL, px(64), gap=px(12))
        self.add_page(what, [Title(words), Paragraph(more)])
        self.under.append(partial(paint_code, rect=code, link=self.link))
        self.add_line(line, self.link, _("Copy the link"), self._copy)

    # --- what happens ---------------------------------------------------------------------------

    def _copy(self) -> None:
        self.app.friends.offered.add(self.link)
        clipboard.copy(self.link, _("The link was copied."), self.app.say)

    def confirm(self) -> None:
        """Ask the other device for the game."""

        def ask() -> None:
            self._asked = self.app.friends.games.fetch(self.line)

        attempt(self.app.say, ask)
        self.restart()

    def cancel(self) -> None:
        """Leave; a game that another device has not sent yet is let go of."""
        if self.game is None and self._asked is not None:
            self.app.friends.games.leave(self._asked)
        self.app.go("home")

    def update(self, seconds: float) -> None:
        """Show what has changed; go to the table when the game is here."""
        super().update(seconds)
        games = self.app.friends.games
        if self.game is None and self._asked is not None:
            self.game = games.arrived(self._asked.where)
            if self.game is None and self._asked not in games.arriving.values():
                self.app.go("home")
                return
        if self.game is not None and self.game not in games.opened.values():
            self.app.go("home")
        elif self.game is not None and self.game.handover is None:
            self.app.go("friend_game", self.game)
        elif self._shown != self._standing:
            self.restart()


def begin_move(app: Services, game: FriendGame) -> None:
    """Begin to move a game to another device, and show how."""

    def move() -> None:
        app.friends.games.move(game)
        app.go("friend_game", game)

    attempt(app.say, move)


def follow_move(app: Services, line: str) -> None:
    """Show what a link that moves a game says, or the game if it has come by it already."""

    def follow() -> None:
        game = app.friends.games.arrived(invitation(line))
        if game is not None:
            app.go("friend_game", game)
        else:
            app.push(MoveScene(app, line=line))

    attempt(app.say, follow)
