"""Joining a friend: the line, who invites to what, and one's own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battle.friend.game import FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.words import status_words, terms_words
from battle.language import _, explain
from battle.rules.position import RulesError
from battle.window.board.miniature import Miniature
from battle.window.friends.notice import paint_notice
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.words.plain import LONGEST_NAME

_LONGEST_LINE: Final = 2000


class JoinScene(CardScene):
    """Looks at what an invitation invites to, and joins if that is wanted.

    `line` is the invitation, empty if it is still to be pasted; `game` is what it leads to.
    """

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
    def heading(self) -> str:
        """What stands at the top."""
        return _("Join a friend")

    @property
    def stage(self) -> MeetingStage | None:
        """How far one has come, None without an invitation."""
        return None if self.game is None else self.game.stage

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Ask for the line; once it is known what it leads to, for a name."""
        self._shown = self.stage
        self._miniature: Miniature | None = None
        self._lines: list[str] = []
        if self.game is None:
            self._ask_line()
        elif self.stage is MeetingStage.SEEN:
            self._ask_name()
        else:
            self._primary(_("Done"), self.cancel, "check")
            self.begin_at(self.order[-1])

    def _ask_line(self) -> None:
        px, form = self.theme.px, self.form
        top = self.body.top + 2 * self.theme.font(Role.TEXT).get_linesize() + px(14)
        rect = pygame.Rect(self.body.left, top, self.body.width, px(48))
        square = pygame.Rect(0, top, px(48), px(48))
        square.right = rect.right
        rect.width -= square.width + px(10)
        hint = _("mahjong-battle:…")
        self.begin_at(form.field(rect, self.line, self._set_line, placeholder=hint))
        self.add_button(
            square, "", self.paste, icon="paste", tip=_("Paste from the clipboard (Ctrl+V)")
        )
        self._primary(_("Look at it"), self.confirm, "eye")

    def _ask_name(self) -> None:
        px, body = self.theme.px, self.body
        assert self.game is not None
        assert self.game.offer is not None
        line = round(self.theme.font(Role.TEXT).get_linesize() * 1.25)
        self._lines = terms_words(self.game.offer.terms, self.game.friend_name, guest=True)
        row = pygame.Rect(body.left, body.bottom - px(52), body.width, px(52))
        self._words_at = pygame.Rect(body.left, body.top, body.width // 2, line)
        room = pygame.Rect(body.centerx + px(10), body.top, body.width // 2 - px(10), 0)
        room.height = row.top - px(8) - room.top
        if room.height > px(60):
            self._miniature = Miniature(self.theme, room)
        self.form.lay(row, 1, 0.3)
        self.begin_at(
            self.form.entry(
                _("Your name"),
                self.name,
                self._set_name,
                placeholder=_("As your friend sees you"),
                limit=LONGEST_NAME,
            )
        )
        left = pygame.Rect(self.foot.left, self.foot.top, self.foot.width // 2 - px(6), px(50))
        words = _("Not now")
        self.add_button(left, words, self.cancel, icon="close")
        self._primary(_("Join"), self.confirm, "check")

    def _primary(self, words: str, action: Callable[[], None], icon: str) -> None:
        rect = pygame.Rect(0, 0, self.foot.width // 2 - self.theme.px(6), self.theme.px(50))
        rect.topright = self.foot.topright
        self.add_button(rect, words, action, look_as="primary", icon=icon)

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
            self.begin_anew()
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
            self.begin_anew()

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
        if self.stage is MeetingStage.SEEN:
            self._paint_offer(surface)
            return
        if self.game is not None:
            self._paint_waiting(surface, self.game)
            return
        text = self.theme.font(Role.TEXT)
        words = self.problem or _("Paste the line that your friend has sent you.")
        at = pygame.Rect(self.body.left, self.body.top, self.body.width, text.get_linesize())
        for line in draw.wrapped(text, words, at.width)[:3]:
            draw.text(surface, text, line, look.REFUSED if self.problem else look.INK, at)
            at.top += at.height

    def _paint_waiting(self, surface: pygame.Surface, game: FriendGame) -> None:
        """Paint what is waited for, or why nobody can join, and what that means."""
        waits = self.stage is MeetingStage.LOOKING
        words = status_words(game.status, game.friend_name, self.app.moment())
        more = _("The line leads nowhere any more: ask for a new invitation.")
        if waits:
            more = _("If it takes long: is your friend's program newer, or the line old?")
            if game.status.link.to_friend:
                more = _("Your friend's program has to be open in the same network.")
        box = pygame.Rect(self.body.left, self.body.top, self.body.width, self.theme.px(76))
        paint_notice(surface, self.theme, box, "clock" if waits else "close", words, more)

    def _paint_offer(self, surface: pygame.Surface) -> None:
        assert self.game is not None
        assert self.game.offer is not None
        theme, at = self.theme, pygame.Rect(self._words_at)
        title = _("{name} invites you").format(name=self.game.friend_name)
        heading = theme.font(Role.HEADING)
        for line in draw.wrapped(heading, title, at.width):
            draw.text(surface, heading, line, look.GOLD, at)
            at.top += at.height
        at.top += round(at.height * 0.3)
        for words in self._lines:
            for line in draw.wrapped(theme.font(Role.TEXT), words, at.width):
                draw.text(surface, theme.font(Role.TEXT), line, look.INK, at)
                at.top += at.height
        if self._miniature is not None:
            self._miniature.draw(surface, self.game.offer.terms.start)


_NOT_TAKEN: Final = (MeetingStage.LOOKING, MeetingStage.SEEN, MeetingStage.REFUSED)
