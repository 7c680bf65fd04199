"""Cards of games with friends somewhere else: their list, and those on the way to a table.

A card stays until its game is at a table, or at the next card, and then goes there by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import pygame

from battle.friend.friends import SEEN_AS
from battle.friend.games import NOT_JOINED, FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.watching import Watcher
from battle.friend.words import (
    ASK_AGAIN,
    OTHERS,
    ROOM_TRUST,
    STOP_WATCHING,
    WATCH_RULES,
    looking_words,
    status_words,
    terms_page,
    watch_words,
)
from battle.language import N_, _, explain
from battle.page.blocks import Block, Ink, Paragraph, Title
from battle.rules.links import is_for_moving, is_for_watching
from battle.rules.position import RulesError
from battle.window.board_view import Miniature
from battle.window.card_view import paint_code
from battle.window.cards import CardScene
from battle.window.scene import Services, attempt
from battle.window.ui import clipboard
from battle.window.ui import theme as look
from battle.window.ui.keys import key_of
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role
from battle.window.ui.widgets import Button
from battle.words import LONGEST_NAME

_LONGEST_LINE: Final = 4000


class WayCard(CardScene):
    """A card on the way to a table; it shows what changes in `standing`."""

    foot_height = 52
    tallest = 620

    def add_left(self, words: str, act: Callable[[], object], icon: str) -> Button:
        """Put a button at the left of the foot."""
        return self.add_button(self._halves[0], words, act, icon=icon)

    def add_right(
        self, words: str, act: Callable[[], object], icon: str, look_as: str = "primary"
    ) -> None:
        """Put the button that goes on, or away, at the right of the foot."""
        self.begin_at(self.add_button(self._halves[1], words, act, look_as=look_as, icon=icon))

    @property
    def _halves(self) -> list[pygame.Rect]:
        return across(self.foot, FILL, FILL, gap=self.theme.px(12))

    def show_code(
        self, page: Iterable[Block], link: str, copy: Callable[[], object], note: str = ""
    ) -> None:
        """Put the code of a link on the left; on the right what to do with it, and a note."""
        px = self.theme.px
        side = min(self.body.height, self.body.width // 2)
        code, beside = across(self.body, side, FILL, gap=px(24))
        what, line, *below = down(beside, FILL, *[px(64)] * (2 if note else 1), gap=px(12))
        self.add_page(what, page)
        for room in below:
            self.write(note, room)
        if link:
            self.under.append(partial(paint_code, rect=code, link=link))
            self.add_line(line, link, _("Copy the link"), copy)


class OfferCard(WayCard):
    """A card of a game that no one has joined yet; goes to the table when one has."""

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game

    def update(self, seconds: float) -> None:
        if self.game.stage is MeetingStage.OFFERED:
            super().update(seconds)
        else:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)


class RoomScene(OfferCard):
    """Shows a code that a friend in the same room scans to join."""

    title = N_("In this room")

    @property
    def link(self) -> str:
        """The link in the code, empty until the port is open."""
        from battle.friend.ways.page import room_link

        return room_link(self.game.invitation)

    @property
    def standing(self) -> tuple[str, str]:
        status, name = self.game.status, self.game.friend_name
        return self.link, status_words(status, name, self.app.moment())

    def fill(self) -> None:
        """Put the code on the left, and what to do with it on the right."""
        link, waiting = self.standing
        text = _("Your friend scans this with a phone that is in the same network, and plays.")
        copied = _("The link was copied: it leads here, in this network only.")
        copy = partial(clipboard.copy, link, copied, self.app.say)
        page = [Title(text), Paragraph(waiting, Ink.GOLD)]
        self.show_code(page, link, copy, _(ROOM_TRUST))
        self.add_right(_("Done"), self.cancel, "check")


class JoinScene(WayCard):
    """Shows the game that an invitation offers, and joins it.

    `line` is the invitation, empty if it is still to be pasted; `game` is what it leads to.
    """

    title = N_("Join a friend")
    refresh = CardScene.restart

    def __init__(self, app: Services, line: str = "", game: FriendGame | None = None) -> None:
        super().__init__(app)
        self.line = line
        self.name = app.settings.names[0]
        self.game = game
        self.problem = ""
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
        """Show the field for the line, then the one for a name, or why nobody can join."""
        if self.game is None:
            self._ask_line()
            self.add_right(_("Look at it"), self.confirm, "eye")
        elif self.stage is MeetingStage.SEEN:
            self._ask_name(self.game)
            self.add_left(_("Not now"), self.cancel, "close")
            self.add_right(_("Join"), self.confirm, "check")
        else:
            waits = MeetingStage.LOOKING, MeetingStage.JOINING
            icon = "clock" if self.stage in waits else "close"
            if self.game.meeting.can_ask_again:
                ask = partial(self.game.ask_again, self.name.strip())
                self.add_left(_(ASK_AGAIN), ask, "people")
            words = looking_words(self.game, self.app.moment())
            self.add_notice(down(self.body, self.theme.px(76))[0], icon, *words)
            self.add_right(_("Done"), self.cancel, "check")

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
        place = self.form.space(_("Your name"))
        keep, hint = partial(setattr, self, "name"), _(SEEN_AS)
        self.begin_at(self.form.field(place, self.name, keep, placeholder=hint, limit=LONGEST_NAME))

    @property
    def standing(self) -> tuple[MeetingStage | None, tuple[str, str] | None]:
        """How far one has come; who is awaited or why no one can join, if nothing is asked."""
        if self.game is None or self.stage is MeetingStage.SEEN:
            return self.stage, None
        return self.stage, looking_words(self.game, self.app.moment())

    # --- what happens ---------------------------------------------------------------------------

    def paste(self) -> None:
        """Take the line from the clipboard, and look at it."""

        def take() -> None:
            self.line = clipboard.text()[:_LONGEST_LINE]
            self.follow(self.line)
            self.resize(self.size)

        attempt(self.app.say, take)

    def follow(self, line: str) -> None:
        """Look up the game of a line; one for watching or moving has a screen of its own."""
        if is_for_watching(line) or is_for_moving(line):
            self.app.go("far_start", line)
            return
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
        if self.game is not None:
            self.app.friends.games.let_go(self.game)
        self.app.pop()

    def leave(self) -> None:
        """Keep no line open to a game that is only looked at; its line can be looked at again."""
        super().leave()
        if self.game is not None and not self.game.is_kept:
            self.line = str(self.game.invitation)
            self.app.friends.games.forget(self.game.invitation.topic)
            self.game = None

    def update(self, seconds: float) -> None:
        """Show what has become known; a game that has begun already is gone to."""
        has_begun = self.game and self.game.logbook is not None and self.stage not in NOT_JOINED
        if has_begun and self._built_from != self.standing:
            self.app.go("friend_game", self.game)
        else:
            super().update(seconds)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take a line that is pasted, wherever."""
        pastes = key_of(event) == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if pastes and self.game is None:
            self.paste()
            return True
        return super().handle_key(event)


class WatchScene(WayCard):
    """Looks for a game of others; goes to their table when it is there."""

    title = OTHERS

    def __init__(self, app: Services, watcher: Watcher) -> None:
        super().__init__(app)
        self.watcher = watcher

    @property
    def standing(self) -> tuple[str, str]:
        return watch_words(self.watcher)

    def fill(self) -> None:
        """Say whose game it is, and how it stands with watching."""
        notice, words = down(self.body, self.theme.px(76), FILL, gap=self.theme.px(12))
        self.add_notice(notice, "clock", *self.standing)
        whose = [Title(self.watcher.told)] if self.watcher.told else []
        self.add_page(words, [*whose, Paragraph(_(WATCH_RULES))])
        self.add_right(_(STOP_WATCHING), self.cancel, "close", "")

    def cancel(self) -> None:
        """Stop watching."""
        self.app.friends.games.stop_watching(self.watcher)
        self.app.pop()

    def resume(self) -> None:
        """Come back from another screen: watch again."""
        super().resume()
        watcher = self.app.friends.games.watch(str(self.watcher.invitation))
        watcher.told, self.watcher = self.watcher.told, watcher

    def leave(self) -> None:
        """Keep no line open to a game that is not there."""
        super().leave()
        if self.watcher.session is None:
            self.app.friends.games.stop_watching(self.watcher)

    def update(self, seconds: float) -> None:
        """Go to the table when it is there."""
        if self.watcher.session is None:
            super().update(seconds)
        else:
            self.app.go("friend_game", self.watcher)
