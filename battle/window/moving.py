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
from battle.window.friends import WayCard
from battle.window.scene import Services, attempt
from battle.window.ui import clipboard


class MoveScene(WayCard):
    """Shows how a game moves from here, or here; goes to its table when it is here.

    `line` is the link by which it comes, which asks for nothing before the person agrees.
    """

    title = N_("Move the game")
    refresh = CardScene.restart

    def __init__(self, app: Services, game: FriendGame | None = None, line: str = "") -> None:
        super().__init__(app)
        self.game, self.line = game, line
        self._asked: Handover | None = None
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
    def standing(self) -> tuple[str, tuple[str, str] | None]:
        return self.link, None if self.handover is None else move_words(self.handover)

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Show what the link says, the code and the link to give away, or what is awaited."""
        game, handover = self.game, self.handover
        if handover is None:
            self._ask()
            self.add_left(_("Not now"), self.cancel, "close")
            self.add_right(_(MOVED), self.confirm, "check")
            return
        words, more = move_words(handover)
        page = [Title(words), Paragraph(more)]
        if self.link:
            self.show_code(page, self.link, self._copy)
        else:
            self.add_page(self.body, page)
        if game is None:
            self.add_right(_("Cancel"), self.cancel, "close", "")
            return
        if handover.is_here:
            keep = partial(attempt, self.app.say, game.keep_here)
            kept = self.add_left(_("Keep it here"), keep, "undo")
            if handover.asks:
                self.begin_at(kept)
                send = partial(attempt, self.app.say, game.confirm_move)
                self.add_right(_(SAME_WORD), send, "check")
                return
        self.add_right(_("Done"), self.cancel, "check")

    def _ask(self) -> None:
        """Say what the link says, which may be wrong, and ask whether to continue the game here."""
        told = told_in(self.line)
        who = "".join(told[:1])
        title = Title(_(MOVE_HERE).format(name=who) if who else _(MOVE_NOBODY))
        page = [title, *[Paragraph(words) for words in told[1:2]], Paragraph(_(MOVE_RULES))]
        self.add_page(self.body, [*page, Paragraph(ways_words(invitation(self.line)), Ink.MUTED)])

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
        games, asked = self.app.friends.games, self._asked
        if self.game is None and asked is not None:
            self.game = games.arrived(asked.where)
        if self.game is None:
            is_gone = asked is not None and asked not in games.arriving.values()
        else:
            is_gone = self.game not in games.opened.values()
        if is_gone:
            self.app.go("home")
        elif self.game is not None and self.game.handover is None:
            self.app.go("friend_game", self.game)
        else:
            super().update(seconds)
