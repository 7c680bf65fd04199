"""Invitations: the line to send and whether somebody has joined; the line that one was sent."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from battle.friend.friends import SEEN_AS
from battle.friend.game import FriendGame
from battle.friend.meeting import MeetingStage, Terms
from battle.friend.words import (
    WITHDRAWN,
    link_words,
    status_words,
    terms_page,
    terms_words,
    ways_words,
)
from battle.language import N_, _, explain
from battle.page.blocks import Ink, Title
from battle.rules.position import RulesError
from battle.window.board.view import Miniature
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services, attempt
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, box, column, down, inset, row
from battle.window.ui.theme import Role
from battle.words import LONGEST_NAME

_LONGEST_LINE: Final = 2000


def invited(app: Services, agreed: Terms, name: str) -> FriendGame:
    """Return a new game that a friend can join, its line on the clipboard; may raise RulesError."""
    from battle.friend.ways.broker import brokers_in_one_word

    chosen = app.settings
    brokers, lan = app.friends.ways or (chosen.brokers, chosen.local_network)
    wants_broker = not lan or bool(brokers if app.friends.ways else chosen.meet_over_brokers)
    broker = brokers_in_one_word(brokers) if wants_broker else ""
    game = app.friends.games.invite(agreed, name, broker=broker, lan=lan)
    clipboard.copy(sent_text(app, game), _("The invitation was copied."), app.say)
    return game


def sent_text(app: Services, game: FriendGame) -> str:
    """Return the invitation as it is sent: a link if there is a page for it, else a line."""
    agreed, name = game.meeting.terms, game.meeting.name
    about = "" if agreed is None else ", ".join(terms_words(agreed, name, guest=True))
    return game.invitation.link(app.settings.invitation_page, f"{name}\n{about}")


class InvitationScene(CardScene):
    """Shows the invitation of a game that no one has joined yet; goes to the table when one has."""

    title = N_("Invitation")
    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game
        self._ways = self._chosen_ways

    @property
    def _chosen_ways(self) -> tuple[str, bool, bool]:
        chosen = self.app.settings
        return chosen.brokers, chosen.meet_over_brokers, chosen.local_network

    def resume(self) -> None:
        """Come back from the settings: if the ways have changed it is another invitation."""
        super().resume()
        if self._chosen_ways == self._ways or self.game.stage is not MeetingStage.OFFERED:
            return
        self._ways = self._chosen_ways
        self.app.friends.ways = None
        assert self.game.meeting.terms is not None
        before = self.game.invitation.topic
        try:
            self.game = invited(self.app, self.game.meeting.terms, self.game.meeting.name)
        except RulesError as error:
            self.app.say(explain(error), "refused")
            return
        self.app.friends.games.forget(before)
        self.app.say(
            _("This is a new line, already copied; the previous one can no longer be used.")
        )

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the line to send above, then what it invites to and who is waited for."""
        px, text, game = self.theme.px, self.theme.font(Role.TEXT), self.game
        change = _("Change")
        at = column(
            box("what", text.get_linesize() * 2),
            row(box("line"), box("copy", px(48)), gap=px(10), size=px(48)),
            box("terms"),
            box("waiting", px(64)),
            row(box("ways"), box("change", text.size(change)[0] + px(40)), gap=px(16), size=px(44)),
            gap=px(10),
        ).lay(self.body)
        words = _("Send this line to your friend by any messenger. It is already on the clipboard.")
        self.write(words, at["what"], Role.TEXT, look.INK)
        ground = partial(draw.box, fill=look.WELL, radius=px(9), border=look.GOLD)
        line = partial(draw.text, font=text, words=sent_text(self.app, game), colour=look.GOLD)
        self.under.append(partial(ground, rect=at["line"]))
        self.under.append(partial(line, rect=inset(at["line"], px(14), 0)))
        tip = _("Copy the invitation again")
        self.begin_at(self.add_button(at["copy"], "", self._copy, icon="copy", tip=tip))
        assert game.meeting.terms is not None
        self.add_page(at["terms"], terms_page(game.meeting.terms, game.friend_name, guest=False))
        self._waiting = self.waiting_words
        self.add_notice(at["waiting"], "clock", *self._waiting)
        self.write(ways_words(game.invitation), at["ways"])
        self.add_button(at["change"], change, lambda: self.app.go("settings", "advanced"))
        left, right = across(self.foot, FILL, FILL, gap=px(12))
        self.add_button(left, _("Withdraw it"), self._withdraw, icon="delete")
        words = _("Leave it open")
        self.add_button(right, words, self.cancel, look_as="primary", icon="home")

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
        if status.link.reason:
            return _("No connection: nothing has been delivered yet"), status.link.reason
        return link_words(status), _("Your friend can join as soon as there is a connection.")

    # --- what happens ---------------------------------------------------------------------------

    def _copy(self) -> None:
        clipboard.copy(
            sent_text(self.app, self.game), _("The invitation was copied."), self.app.say
        )

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
        elif self.waiting_words != self._waiting:
            self.refresh()


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
        """Ask for the line; once it is known what it leads to, for a name; else say what is."""
        self._shown = self._standing
        left, right = across(self.foot, FILL, FILL, gap=self.theme.px(12))
        if self.game is None:
            self._ask_line()
            self.add_button(right, _("Look at it"), self.confirm, look_as="primary", icon="eye")
        elif self.stage is MeetingStage.SEEN:
            self._ask_name(self.game)
            self.add_button(left, _("Not now"), self.cancel, icon="close")
            self.add_button(right, _("Join"), self.confirm, look_as="primary", icon="check")
        else:
            icon = "clock" if self.stage is MeetingStage.LOOKING else "close"
            self.add_notice(down(self.body, self.theme.px(76))[0], icon, *self._waiting_words)
            self.begin_at(
                self.add_button(right, _("Done"), self.cancel, look_as="primary", icon="check")
            )

    def _ask_line(self) -> None:
        px, two_lines = self.theme.px, 2 * self.theme.font(Role.TEXT).get_linesize()
        words, line, _rest = down(self.body, two_lines, px(48), FILL, gap=px(14))
        ink = look.REFUSED if self.problem else look.INK
        self.write(self.problem or _("Paste the line your friend sent you."), words, Role.TEXT, ink)
        field, paste = across(line, FILL, px(48), gap=px(10))
        keep, hint = partial(setattr, self, "line"), _("mahjong-battle:…")
        self.begin_at(
            self.form.field(field, self.line, keep, placeholder=hint, limit=_LONGEST_LINE)
        )
        self.add_button(paste, "", self.paste, icon="paste", tip=clipboard.paste_tip())

    def _ask_name(self, game: FriendGame) -> None:
        px, offer = self.theme.px, game.meeting.offer
        assert offer is not None
        sides, name = down(self.body, FILL, px(52), gap=px(8))
        words, table = across(sides, FILL, FILL, gap=px(10))
        title = Title(
            _("{name} invites you").format(name=game.friend_name), large=True, ink=Ink.GOLD
        )
        self.add_page(words, [title, *terms_page(offer.terms, game.friend_name, guest=True)])
        if table.height > px(60):
            self.under.append(
                partial(Miniature(self.theme, table).draw, position=offer.terms.start)
            )
        self.form.lay(name, 1, 0.3)
        keep, hint = partial(setattr, self, "name"), _(SEEN_AS)
        self.begin_at(
            self.form.entry(_("Your name"), self.name, keep, placeholder=hint, limit=LONGEST_NAME)
        )

    @property
    def _waiting_words(self) -> tuple[str, str]:
        """What is waited for, or why no one can join, and what that means."""
        assert self.game is not None
        words = status_words(self.game.status, self.game.friend_name, self.app.moment())
        if self.stage is not MeetingStage.LOOKING:
            return words, _("This invitation can no longer be used: ask for a new one.")
        link = self.game.status.link
        if link.reason and not link.is_up:
            return words, link.reason
        if link.to_friend:
            return words, _("Your friend's program has to be open in the same network.")
        return words, _("If it takes long: is your friend's program newer, or the invitation old?")

    @property
    def _standing(self) -> object:
        """What the page depends on."""
        asks = self.stage in (None, MeetingStage.SEEN)
        return self.stage, None if asks else self._waiting_words

    # --- what happens ---------------------------------------------------------------------------

    def paste(self) -> None:
        """Take the line from the clipboard, and look at it."""

        def take() -> None:
            self.line = clipboard.text()[:_LONGEST_LINE]
            self.follow(self.line)
            self.refresh()

        attempt(self.app, take)

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
            self.app.change(names=(self.name.strip(), self.app.settings.names[1]))
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
        if self.game is None or self._standing == self._shown:
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


_NOT_TAKEN: Final = (MeetingStage.LOOKING, MeetingStage.SEEN, MeetingStage.REFUSED)
