"""The messages of a game with a friend: what was said, a line to say something, and the switch."""

from __future__ import annotations

from datetime import UTC, datetime

import pygame

from battle.friend.chat import LONGEST_MESSAGE, SWITCHED_OFF, ChatMessage
from battle.friend.game import FriendGame
from battle.friend.words import since_words
from battle.language import _
from battle.window.scenes.card_scene import paint_card
from battle.window.scenes.dialogs import FieldDialog
from battle.window.scenes.scene import Services, attempt
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import box, centred, column, inset, row
from battle.window.ui.theme import Role


class ChatDialog(FieldDialog):
    """Shows the newest messages over the table; Enter sends the line, Esc goes back."""

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game

    @property
    def is_on(self) -> bool:
        """Whether messages come and go: in the settings, and in this game."""
        return self.app.settings.talk and self.game.chat.on

    def build(self) -> None:
        """Put the messages above, the line below them, and the switch at the top."""
        px = self.theme.px
        room = inset(pygame.Rect((0, 0), self.size), px(20))
        self.box = centred(room, min(px(620), room.width), min(px(480), room.height))
        words = _("Switch off") if self.is_on else _("Switch on")
        switch = self.theme.font(Role.TEXT).size(words)[0] + px(40)
        self.at = column(
            row(box("head"), box("switch", switch), gap=px(12), size=px(40)),
            box("list"),
            row(box("entry"), box("send", px(48)), name="row", gap=px(10), size=px(46)),
            gap=px(10),
        ).lay(inset(self.box, px(24), px(18)))
        if self.is_on:
            self.add_field(self.at["entry"], limit=LONGEST_MESSAGE, placeholder=_("Your message"))
            self.add_button(self.at["send"], "", self.confirm, icon="check", tip=_("Send (Enter)"))
        self.add_button(self.at["switch"], words, self._switch)
        if not self.is_on:
            self.add_button(self.at["row"], _("Back to the game"), self.cancel, look_as="primary")

    def update(self, seconds: float) -> None:
        """Let the widgets move on; what is shown is read."""
        super().update(seconds)
        if self.is_on:
            self.game.read_chat()

    # --- what happens ---------------------------------------------------------------------------

    def confirm(self) -> None:
        """Send the line."""
        if attempt(self.app, lambda: self.game.say(self.words)):
            self.words = ""
            self.field.set_text("")

    def _switch(self) -> None:
        on = not self.is_on
        if on and not self.app.settings.talk:
            self.app.change(talk=True)
        self.game.switch_chat(on)
        self.resize(self.size)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Dim the table and paint the messages, the newest at the bottom."""
        theme, px = self.theme, self.theme.px
        draw.shade(surface, look.SCRIM)
        paint_card(surface, theme, self.box)
        title = _("Messages with {name}").format(name=self.game.friend_name)
        font = draw.fitting_font(theme, Role.HEADING, title, self.at["head"].width)
        draw.text(surface, font, title, look.INK, self.at["head"])
        draw.box(surface, self.at["list"], look.WELL, radius=px(10), border=look.LINE)
        room = self.at["list"].inflate(-2 * px(14), -2 * px(10))
        said = self.game.chat.said
        if not said or not self.is_on:
            words = _("No messages yet.") if self.is_on else _(SWITCHED_OFF)
            draw.text(surface, theme.font(Role.TEXT), words, look.FAINT, room, "centre")
            return
        bottom = room.bottom
        for message in reversed(said):
            bottom = self._paint_message(surface, room, bottom, message)
            if bottom < room.top:
                break

    def _paint_message(
        self, surface: pygame.Surface, room: pygame.Rect, bottom: int, message: ChatMessage
    ) -> int:
        """Paint a message above `bottom`, if there is room; return where the next one ends."""
        theme, px = self.theme, self.theme.px
        mine = message.side == self.game.side
        text, small = theme.font(Role.TEXT), theme.font(Role.SMALL)
        lines = draw.wrapped(text, message.text, round(room.width * 0.8))
        height = small.get_linesize() + len(lines) * text.get_linesize() + px(8)
        line = pygame.Rect(room.left, bottom - height, room.width, small.get_linesize())
        if line.top < room.top:
            return line.top - 1
        when = since_words(datetime.fromtimestamp(message.at, UTC), self.app.moment())
        name = (self.game.name or _("You")) if mine else self.game.friend_name
        align: draw.Align = "right" if mine else "left"
        draw.text(surface, small, f"{name}, {when}", look.FAINT, line, align)
        for words in lines:
            line.top, line.height = line.bottom, text.get_linesize()
            draw.text(surface, text, words, look.GOLD if mine else look.INK, line, align)
        return bottom - height
