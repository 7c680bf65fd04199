"""The start screen as the window shows it, and the question about an invitation that was copied.

While it is shown the trainer's problems are taken in, a few a frame, so that it opens at once.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

from battle.game.session import NotNowError
from battle.language import _
from battle.rules.links import is_for_moving, is_for_watching
from battle.rules.position import FormatError
from battle.screens import captions
from battle.screens.start import Start
from battle.window.card_view import ViewScene, WindowShell
from battle.window.cards import Choice, ChoiceDialog
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.scene import Services
from battle.window.ui import clipboard
from battle.window.ui.keys import action_of
from battle.words import sentences

_PREPARED: Final = 4
"""The number of the trainer's problems loaded per frame."""
_WAYS: Final = {"new": "new_game", "open": "open_game"}
"""The screens that keys of the table lead to from here too."""


def offer_invitation(app: Services) -> None:
    """Ask whether to look at an invitation on the clipboard, once for each."""
    try:
        line = clipboard.text()
    except NotNowError:
        return
    if app.friends.is_new(line) and line not in app.friends.offered:
        ask_to_look(app, line, _("There is an invitation on the clipboard."))


def ask_to_look(app: Services, line: str, words: str) -> None:
    """Say where an invitation was found and how one meets, and ask whether to look at it.

    Nothing connects before.
    """
    app.friends.offered.add(line)
    choices = [
        Choice(_(captions.LOOK), lambda: app.go("far_start", line), "primary", "eye"),
        Choice(_(captions.NOT_NOW), icon="close"),
    ]
    words = sentences(words, _("You will see its terms before you join."))
    with suppress(FormatError):
        from battle.friend.meeting import invitation
        from battle.friend.words import MOVE_RULES, WATCH_LINK, ways_words

        if is_for_watching(line):
            words = _(WATCH_LINK)
        if is_for_moving(line):
            words = _(MOVE_RULES)
        words = sentences(*filter(None, (words, ways_words(invitation(line)))))
    app.push(ChoiceDialog(app, _("An invitation"), words, choices, on_escape=1))


class StartScene(ViewScene):
    """Start, with the keys of the table, and what was copied meanwhile."""

    def __init__(self, app: Services) -> None:
        super().__init__(app, Start(WindowShell(app)))
        self.screen.name = "home"
        self._unprepared = True
        self._looks_at_clipboard = True

    def focus_gained(self) -> None:
        """Look whether an invitation was copied meanwhile."""
        self._looks_at_clipboard = True

    def update(self, seconds: float) -> None:
        """Let the widgets move on, and take some problems in."""
        super().update(seconds)
        if self._looks_at_clipboard:
            self._looks_at_clipboard = False
            offer_invitation(self.app)
        if self._unprepared:
            self._unprepared = self.app.deck.prepare(_PREPARED)

    def cancel(self) -> None:
        """Leave the program only by its button: Esc is pressed too easily."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what keys of the table do here too."""
        action = action_of(event, TABLE_SHORTCUTS) or ""
        if action in _WAYS:
            self.app.go(_WAYS[action])
            return True
        return super().handle_key(event)
