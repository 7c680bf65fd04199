"""The invitation: the line to send, what it invites to, and whether somebody has joined."""

from __future__ import annotations

import pygame

from battle.friend.channel import LinkKind
from battle.friend.game import FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.terms import Terms
from battle.friend.words import link_words, terms_words
from battle.language import _, explain
from battle.rules.position import RulesError
from battle.window.friends.agreed import ways_of
from battle.window.friends.notice import paint_notice
from battle.window.friends.words import ways_words
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role


def invited(app: Services, agreed: Terms, name: str) -> FriendGame:
    """Return a new game that a friend can join, its line on the clipboard; may raise RulesError."""
    broker, lan = ways_of(app)
    game = app.friends.games.invite(agreed, name, broker=broker, lan=lan)
    clipboard.copy(str(game.invitation), _("The invitation was copied."), app.say)
    return game


class InvitationScene(CardScene):
    """Shows the invitation of a game that nobody has joined yet; goes to the table when one has."""

    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game
        self._ways = (
            app.settings.brokers,
            app.settings.meet_over_brokers,
            app.settings.local_network,
        )

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Invitation")

    def resume(self) -> None:
        """Come back from the settings: if the ways have changed it is another invitation."""
        super().resume()
        chosen = self.app.settings
        ways = chosen.brokers, chosen.meet_over_brokers, chosen.local_network
        if ways == self._ways or self.game.stage is not MeetingStage.OFFERED:
            return
        self._ways = ways
        self.app.friends.ways = None
        assert self.game.terms is not None
        try:
            new = invited(self.app, self.game.terms, self.game.name)
        except RulesError as error:
            self.app.say(explain(error), "refused")
            return
        self.app.friends.games.forget(self.game.invitation.topic)
        self.game = new
        self.app.say(_("This is a new line, and it was copied; the one before leads nowhere."))

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the line to send above, then what it invites to and who is waited for."""
        px, body, theme = self.theme.px, self.body, self.theme
        text, small = theme.font(Role.TEXT), theme.font(Role.SMALL)
        words = _(
            "Send this line to your friend, by any messenger. It is on the clipboard already."
        )
        self._what = draw.wrapped(text, words, body.width)
        line = text.get_linesize()
        self._what_at = pygame.Rect(body.left, body.top, body.width, line)
        top = body.top + len(self._what) * line + px(8)
        copy = pygame.Rect(0, top, px(48), px(48))
        copy.right = body.right
        self.line_at = pygame.Rect(body.left, top, copy.left - px(10) - body.left, px(48))
        tip = _("Copy the invitation again")
        self.begin_at(self.add_button(copy, "", self._copy, icon="copy", tip=tip))
        self._terms_at = pygame.Rect(body.left, self.line_at.bottom + px(12), body.width, 0)
        self._terms_at.height = line
        assert self.game.terms is not None
        self._terms = terms_words(self.game.terms, self.game.friend_name, guest=False)
        ways = pygame.Rect(body.left, 0, body.width, px(44))
        ways.bottom = body.bottom
        change = _("Change")
        width = text.size(change)[0] + px(40)
        place = pygame.Rect(ways.right - width, ways.top, width, ways.height)
        self.add_button(place, change, lambda: self.app.go("settings", "friends"))
        ways.width -= width + px(16)
        self._ways_at = ways
        self._waiting_at = pygame.Rect(body.left, 0, body.width, px(64))
        self._waiting_at.bottom = ways.top - px(10)
        self._small = small
        self._foot()

    def _foot(self) -> None:
        px, foot = self.theme.px, self.foot
        half = (foot.width - px(12)) // 2
        left = pygame.Rect(foot.left, foot.top, half, foot.height)
        right = left.copy()
        right.right = foot.right
        self.add_button(left, _("Withdraw it"), self._withdraw, icon="delete")
        words = _("Leave it open")
        self.add_button(right, words, self._leave_open, look_as="primary", icon="home")

    # --- what happens ---------------------------------------------------------------------------

    def _copy(self) -> None:
        words = _("The invitation was copied.")
        clipboard.copy(str(self.game.invitation), words, self.app.say)

    def _withdraw(self) -> None:
        self.app.friends.games.forget(self.game.invitation.topic)
        self.app.say(_("The invitation leads nowhere any more."))
        self.app.go("home")

    def _leave_open(self) -> None:
        self.app.say(_("The game begins when your friend joins; it stands on the start screen."))
        self.app.go("home")

    def cancel(self) -> None:
        """Leave the invitation open."""
        self._leave_open()

    def update(self, seconds: float) -> None:
        """Go over to the table as soon as somebody has joined."""
        super().update(seconds)
        if self.game.stage is not MeetingStage.OFFERED:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the line, what it invites to, and who is waited for."""
        theme, px = self.theme, self.theme.px
        text = theme.font(Role.TEXT)
        at = pygame.Rect(self._what_at)
        for words in self._what:
            draw.text(surface, text, words, look.INK, at)
            at.top += at.height
        draw.box(surface, self.line_at, look.WELL, radius=px(9), border=look.GOLD)
        inner = self.line_at.inflate(-2 * px(14), 0)
        draw.text(surface, text, str(self.game.invitation), look.GOLD, inner)
        at = pygame.Rect(self._terms_at)
        for words in self._terms:
            if at.bottom > self._waiting_at.top:
                break
            draw.text(surface, text, f"·  {words}", look.MUTED, at)
            at.top += at.height
        self._paint_waiting(surface)
        words = ways_words(self.game)
        font = draw.fitting_font(theme, Role.SMALL, words, self._ways_at.width)
        draw.text(surface, font, words, look.MUTED, self._ways_at)

    def _paint_waiting(self, surface: pygame.Surface) -> None:
        paint_notice(surface, self.theme, self._waiting_at, "clock", *self.waiting_words)

    @property
    def waiting_words(self) -> tuple[str, str]:
        """What is waited for, and what that means."""
        status = self.game.status
        if status.link.to_friend and not status.link.reason:
            more = _("Your friend can join while this program is open in the same network.")
            return _("Waiting for your friend"), more
        if status.link.is_up:
            more = _("Your friend can join now or later. You can leave, and close the program.")
            return _("Waiting for your friend"), more
        more = _("Your friend can join as soon as there is a connection.")
        if status.link.kind is not LinkKind.REFUSED and status.link.reason:
            more = status.link.reason
        return link_words(status), more
