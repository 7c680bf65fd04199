"""Help: the rules beside the keys of a screen, which can be changed.

    HelpScene            rules │ keys of the screen it is opened on, or of all screens
      KeyChoiceDialog    waits for the new key of an action

The pages of the rules are those of `battle.page.rules`, the keys those of `battle.window.keys`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

import pygame

from battle.language import _
from battle.page.blocks import (
    Act,
    Block,
    Button,
    Diagram,
    Ink,
    KeyLine,
    Paragraph,
    Space,
    Title,
    act,
)
from battle.page.rules import rules_pages
from battle.screens import captions
from battle.window.cards import CardScene, Choice, ChoiceDialog, paint_dialog
from battle.window.pages import Flow
from battle.window.scene import Services
from battle.window.ui.keys import EVERYWHERE, KeyTable, Shortcut, pressed
from battle.window.ui.layout import across, share

_WORKING_KEYS: Final = (
    pygame.K_TAB,
    pygame.K_RETURN,
    pygame.K_KP_ENTER,
    pygame.K_SPACE,
    pygame.K_ESCAPE,
    pygame.K_UP,
    pygame.K_DOWN,
    pygame.K_LEFT,
    pygame.K_RIGHT,
)
"""The keys that work every dialog, and so are not taken as the new key without Ctrl."""


class KeyChoiceDialog(ChoiceDialog):
    """Assigns the next key pressed to a shortcut, unless it is taken or works the dialog."""

    def __init__(self, app: Services, table: KeyTable, shortcut: Shortcut) -> None:
        self._table, self._shortcut = table, shortcut
        self._name = table.name_of(shortcut.action)
        choices = [
            Choice(_(captions.CANCEL)),
            Choice(_("Restore default"), lambda: self.app.change(keys=self._others)),
            Choice(_("Restore all defaults"), lambda: self.app.change(keys={})),
        ]
        words = _("Press the key to use instead of {keys}. Tab and Enter work the buttons.")
        words = words.format(keys=shortcut.keys)
        super().__init__(app, _(shortcut.words), words, choices, on_escape=0)

    def handle(self, event: pygame.event.Event) -> None:
        """Take a key for the shortcut; mouse, Tab, arrows and Enter work the buttons."""
        press = pressed(event) if event.type == pygame.KEYDOWN else None
        if press is None or (press.key in _WORKING_KEYS and not press.ctrl):
            super().handle(event)
            return
        other = self._table.refusal(self._shortcut.action, press)
        if other is not None:
            self.text = _("{key} is already in use: {words}. Press another key.").format(
                key=press.words, words=_(other.words)
            )
            self.resize(self.size)
            return
        self.app.change(keys={**self._others, self._name: press.code})
        self.app.pop()

    @property
    def _others(self) -> dict[str, str]:
        """The keys chosen for other actions."""
        return {k: v for k, v in self.app.settings.keys.items() if k != self._name}


_SCROLLED: Final = {pygame.K_UP: -1, pygame.K_DOWN: 1}
_TURNED: Final = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}


class HelpScene(CardScene):
    """The rules, and beside them the keys of the screen `first`; both scroll.

    Up, Down and Page keys scroll the rules. Tab goes to a key that can be changed, and from there
    they walk through the keys; the left arrow goes back to the rules.
    """

    title = captions.HELP
    overlay: ClassVar[bool] = True

    def __init__(self, app: Services, tables: Sequence[KeyTable], first: str = "") -> None:
        super().__init__(app)
        self._tables = sorted(tables, key=lambda table: table.screen != first)
        self.shows_all = False
        self.rules, self.keys = Flow(), Flow(follow=self.follow)

    def fill(self) -> None:
        """Put the rules on the left and the keys on the right."""
        places = across(self.body, share(0.46), share(0.54), gap=self.theme.px(32))
        rules = [
            replace(block, small=True) if isinstance(block, Diagram) else block
            for page in rules_pages()
            for block in (*page, Space(18))
        ]
        for flow, place, page in zip(
            (self.rules, self.keys), places, (rules, self.page()), strict=True
        ):
            flow.place(self.theme, place)
            flow.fill(page)
            self.add(flow, walked=False)

    def page(self) -> list[Block]:
        """Return the keys of the screen, or of all screens, and what they do."""
        words = _("To change a key, click it, or go to it with Tab and press Enter.")
        page: list[Block] = [Paragraph(words, Ink.FAINT)]
        for table in self._tables if self.shows_all else self._tables[:1]:
            page.append(Title(_(table.title), large=True, ink=Ink.GOLD))
            for shortcut in table:
                name = table.name_of(shortcut.action) if table.can_change(shortcut.action) else None
                page.append(KeyLine(tuple(shortcut.keys.split(", ")), _(shortcut.words), name))
            page.append(Space(12))
        page.append(Title(_("On the other screens"), large=True, ink=Ink.GOLD))
        page += [
            KeyLine(tuple(shortcut.keys.split(", ")), _(shortcut.words)) for shortcut in EVERYWHERE
        ]
        if not self.shows_all:
            page += [Space(8), Button(_("Keys of all screens"), "keyboard", act("all"))]
        return page

    def follow(self, target: Any) -> None:
        """Ask for another key, or show the keys of all screens."""
        if isinstance(target, Act):
            self.shows_all = True
            self.refresh()
            return
        table, shortcut = next(
            (table, line)
            for table in self._tables
            for line in table
            if table.name_of(line.action) == target
        )
        self.app.push(KeyChoiceDialog(self.app, table, shortcut))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Scroll, walk through the keys, and change the one that is chosen."""
        key, walks = event.key, self.keys.chosen is not None
        if key == pygame.K_TAB or (walks and key in _SCROLLED):
            back = event.mod & pygame.KMOD_SHIFT if key == pygame.K_TAB else key == pygame.K_UP
            self.keys.step(-1 if back else 1)
        elif key in _SCROLLED:
            self.rules.scroll(_SCROLLED[key])
        elif key in _TURNED:
            (self.keys if walks else self.rules).turn(_TURNED[key])
        elif key == pygame.K_LEFT:
            self.keys.choose(None)
        elif walks and key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.follow(self.keys.chosen_target)
        else:
            return super().handle_key(event)
        return True

    def paint_ground(self, surface: pygame.Surface) -> None:
        """Dim the screen below, and paint the card over it."""
        paint_dialog(surface, self.theme, self.card)
