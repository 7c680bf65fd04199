"""Invitations: the line to send and whether somebody has joined; the line that one was sent."""

from __future__ import annotations

from typing import Final

import pygame

from battle.friend.channel import LinkKind
from battle.friend.game import FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.terms import Terms
from battle.friend.words import SEEN_AS, WITHDRAWN, link_words, status_words, terms_page, ways_words
from battle.language import N_, _, explain
from battle.page.blocks import Ink, Title
from battle.rules.position import RulesError
from battle.window.board.view import Miniature
from battle.window.pages.flow import Flow
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, box, column, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.words.plain import LONGEST_NAME

_LONGEST_LINE: Final = 2000


def invited(app: Services, agreed: Terms, name: str) -> FriendGame:
    """Return a new game that a friend can join, its line on the clipboard; may raise RulesError."""
    broker, lan = ways_of(app)
    game = app.friends.games.invite(agreed, name, broker=broker, lan=lan)
    clipboard.copy(str(game.invitation), _("The invitation was copied."), app.say)
    return game


class InvitationScene(CardScene):
    """Shows the invitation of a game that nobody has joined yet; goes to the table when one has."""

    title = N_("Invitation")
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
        self.app.say(
            _("This is a new line, already copied; the previous one can no longer be used.")
        )

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the line to send above, then what it invites to and who is waited for."""
        px, text = self.theme.px, self.theme.font(Role.TEXT)
        change = _("Change")
        self.at = column(
            box("what", text.get_linesize() * 2),
            row(box("line"), box("copy", px(48)), gap=px(10), size=px(48)),
            box("terms"),
            box("waiting", px(64)),
            row(box("ways"), box("change", text.size(change)[0] + px(40)), gap=px(16), size=px(44)),
            gap=px(10),
        ).lay(self.body)
        tip = _("Copy the invitation again")
        self.begin_at(self.add_button(self.at["copy"], "", self._copy, icon="copy", tip=tip))
        self.add_button(self.at["change"], change, lambda: self.app.go("settings", "friends"))
        assert self.game.terms is not None
        self.terms = Flow()
        self.terms.place(self.theme, self.at["terms"])
        self.terms.fill(terms_page(self.game.terms, self.game.friend_name, guest=False))
        left, right = across(self.foot, FILL, FILL, gap=px(12))
        self.add_button(left, _("Withdraw it"), self._withdraw, icon="delete")
        words = _("Leave it open")
        self.add_button(right, words, self.cancel, look_as="primary", icon="home")

    # --- what happens ---------------------------------------------------------------------------

    def _copy(self) -> None:
        words = _("The invitation was copied.")
        clipboard.copy(str(self.game.invitation), words, self.app.say)

    def _withdraw(self) -> None:
        self.app.friends.games.forget(self.game.invitation.topic)
        self.app.say(_(WITHDRAWN))
        self.app.go("home")

    def cancel(self) -> None:
        """Leave the invitation open."""
        self.app.say(_("The game begins when your friend joins; it is listed on the start screen."))
        self.app.go("home")

    def update(self, seconds: float) -> None:
        """Go over to the table as soon as somebody has joined."""
        super().update(seconds)
        if self.game.stage is not MeetingStage.OFFERED:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the line, what it invites to, and who is waited for."""
        theme, px, at = self.theme, self.theme.px, self.at
        words = _("Send this line to your friend by any messenger. It is already on the clipboard.")
        draw.text_within(surface, theme, Role.TEXT, words, look.INK, at["what"])
        draw.box(surface, at["line"], look.WELL, radius=px(9), border=look.GOLD)
        line = inset(at["line"], px(14), 0)
        draw.text(surface, theme.font(Role.TEXT), str(self.game.invitation), look.GOLD, line)
        self.terms.paint(surface, TileArts(self.theme))
        paint_notice(surface, theme, at["waiting"], "clock", *self.waiting_words)
        words = ways_words(self.game.invitation)
        font = draw.fitting_font(theme, Role.SMALL, words, at["ways"].width)
        draw.text(surface, font, words, look.MUTED, at["ways"])

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


class JoinScene(CardScene):
    """Looks at what an invitation invites to, and joins if that is wanted.

    `line` is the invitation, empty if it is still to be pasted; `game` is what it leads to.
    """

    title = N_("Join a friend")
    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, line: str = "", game: FriendGame | None = None) -> None:
        super().__init__(app)
        self.line = line
        self.name = app.settings.names[0]
        self.game = game
        self.problem = ""
        self._shown: object = None
        app.friends.prepare()

    def enter(self) -> None:
        """Follow the line, if there is one."""
        if self.line:
            self.follow(self.line)

    @property
    def stage(self) -> MeetingStage | None:
        """How far one has come, None without an invitation."""
        return None if self.game is None else self.game.stage

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Ask for the line; once it is known what it leads to, for a name."""
        px, form = self.theme.px, self.form
        self._shown = self.stage
        self._miniature: Miniature | None = None
        left, right = across(self.foot, FILL, FILL, gap=px(12))
        if self.game is None:
            line = row(box("line"), box("paste", px(48)), gap=px(10), size=px(48))
            two_lines = 2 * self.theme.font(Role.TEXT).get_linesize()
            self.at = column(box("words", two_lines), line, box(), gap=px(14)).lay(self.body)
            hint = _("mahjong-battle:…")
            self.begin_at(form.field(self.at["line"], self.line, self._set_line, placeholder=hint))
            tip = clipboard.paste_tip()
            self.add_button(self.at["paste"], "", self.paste, icon="paste", tip=tip)
            self.add_button(right, _("Look at it"), self.confirm, look_as="primary", icon="eye")
        elif self.stage is MeetingStage.SEEN:
            self._ask_name(self.game)
            self.add_button(left, _("Not now"), self.cancel, icon="close")
            self.add_button(right, _("Join"), self.confirm, look_as="primary", icon="check")
        else:
            words = _("Done")
            self.begin_at(
                self.add_button(right, words, self.cancel, look_as="primary", icon="check")
            )

    def _ask_name(self, game: FriendGame) -> None:
        px, offer = self.theme.px, game.offer
        assert offer is not None
        sides = row(box("offer"), box("table"), gap=px(10))
        self.at = column(sides, box("name", px(52)), gap=px(8)).lay(self.body)
        title = Title(
            _("{name} invites you").format(name=game.friend_name), large=True, ink=Ink.GOLD
        )
        self.offer = Flow()
        self.offer.place(self.theme, self.at["offer"])
        self.offer.fill([title, *terms_page(offer.terms, game.friend_name, guest=True)])
        if self.at["table"].height > px(60):
            self._miniature = Miniature(self.theme, self.at["table"])
        self.form.lay(self.at["name"], 1, 0.3)
        self.begin_at(
            self.form.entry(
                _("Your name"),
                self.name,
                self._set_name,
                placeholder=_(SEEN_AS),
                limit=LONGEST_NAME,
            )
        )

    # --- what happens ---------------------------------------------------------------------------

    def _set_line(self, text: str) -> None:
        self.line = text[:_LONGEST_LINE]

    def _set_name(self, text: str) -> None:
        self.name = text

    def paste(self) -> None:
        """Take the line from the clipboard, and look at it."""
        try:
            self.line = clipboard.text()[:_LONGEST_LINE]
        except RulesError as error:
            self.app.say(explain(error), "refused")
            return
        self.follow(self.line)
        self.refresh()

    def follow(self, line: str) -> None:
        """Look at what a line leads to."""
        try:
            self.game, self.problem = self.app.friends.games.join(line), ""
        except RulesError as error:
            self.problem = explain(error)

    def confirm(self) -> None:
        """Look at the line, or join."""
        if self.game is None:
            self.follow(self.line)
            self.restart()
        elif self.stage is MeetingStage.SEEN:
            names = (self.name.strip(), self.app.settings.names[1])
            self.app.change(names=names)
            self.game.join(self.name.strip())
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)

    def cancel(self) -> None:
        """Leave; an invitation that was not taken is let go of."""
        if self.game is not None and self.stage in _NOT_TAKEN:
            self.app.friends.games.forget(self.game.invitation.topic)
        self.app.pop()

    def update(self, seconds: float) -> None:
        """Show what has become known; a game that has begun already is gone to."""
        super().update(seconds)
        if self.game is None or self.stage is self._shown:
            return
        if self.stage in (MeetingStage.JOINING, MeetingStage.PLAYING):
            self.app.go("friend_game", self.game)
        else:
            self.restart()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take a line that is pasted, wherever."""
        pastes = event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if pastes and self.game is None:
            self.paste()
            return True
        return super().handle_key(event)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what one is invited to, or what stands in the way."""
        if self.game is None:
            words = self.problem or _("Paste the line your friend sent you.")
            ink = look.REFUSED if self.problem else look.INK
            draw.text_within(surface, self.theme, Role.TEXT, words, ink, self.at["words"])
        elif self.stage is MeetingStage.SEEN:
            self.offer.paint(surface, TileArts(self.theme))
            if self._miniature is not None and self.game.terms is not None:
                self._miniature.draw(surface, self.game.terms.start)
        else:
            self._paint_waiting(surface, self.game)

    def _paint_waiting(self, surface: pygame.Surface, game: FriendGame) -> None:
        """Paint what is waited for, or why nobody can join, and what that means."""
        waits = self.stage is MeetingStage.LOOKING
        words = status_words(game.status, game.friend_name, self.app.moment())
        more = _("This invitation can no longer be used: ask for a new one.")
        if waits:
            more = _("If it takes long: is your friend's program newer, or the invitation old?")
            if game.status.link.to_friend:
                more = _("Your friend's program has to be open in the same network.")
        box = pygame.Rect(self.body.left, self.body.top, self.body.width, self.theme.px(76))
        paint_notice(surface, self.theme, box, "clock" if waits else "close", words, more)


_NOT_TAKEN: Final = (MeetingStage.LOOKING, MeetingStage.SEEN, MeetingStage.REFUSED)


# --- where friends are met, and who is waited for ------------------------------------------------


def ways_of(app: Services) -> tuple[str, bool]:
    """Return the brokers as one word, empty for none, and whether one network is a way too.

    Raises FormatError if an address in the settings is none.
    """
    from battle.friend.ways.broker import brokers_in_one_word

    chosen = app.settings
    brokers, lan = chosen.brokers, chosen.local_network
    wants_broker = chosen.meet_over_brokers or not lan
    if app.friends.ways is not None:
        brokers, lan = app.friends.ways
        wants_broker = bool(brokers) or not lan
    return brokers_in_one_word(brokers) if wants_broker else "", lan


def paint_notice(
    surface: pygame.Surface, theme: Theme, box: pygame.Rect, icon: str, words: str, more: str
) -> None:
    """Paint the box, with `more` in small letters below the words."""
    px = theme.px
    draw.box(surface, box, look.WELL, radius=px(12), border=look.LINE)
    draw.sign(surface, icon, px(26), look.GOLD, midleft=(box.left + px(16), box.centery))
    width = box.width - px(70)
    strong = draw.fitting_font(theme, Role.STRONG, words, width)
    small = draw.fitting_font(theme, Role.SMALL, more, width)
    line = pygame.Rect(box.left + px(58), 0, width, strong.get_linesize())
    line.top = box.centery - (strong.get_linesize() + small.get_linesize()) // 2
    draw.text(surface, strong, words, look.INK, line)
    line.top, line.height = line.bottom, small.get_linesize()
    draw.text(surface, small, more, look.MUTED, line)
