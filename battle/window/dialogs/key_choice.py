"""A question laid over the keys, about the key that is to do something."""

from __future__ import annotations

import pygame

from battle.language import _
from battle.window.scenes.choice_dialog import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.ui.keys import KeyTable, Shortcut, pressed


class KeyChoiceDialog(ChoiceDialog):
    """Takes the next key pressed for what a shortcut does, unless it does something else."""

    def __init__(self, app: Services, table: KeyTable, shortcut: Shortcut) -> None:
        self._table, self._shortcut = table, shortcut
        self._name = table.name_of(shortcut.action)
        choices = [
            Choice(_("The usual key"), self._forget),
            Choice(_("All usual keys"), self._forget_all),
            Choice(_("Cancel")),
        ]
        words = _("Press the key that is to do this instead of {keys}.").format(keys=shortcut.keys)
        super().__init__(app, _(shortcut.words), words, choices, on_escape=2)

    def handle(self, event: pygame.event.Event) -> None:
        """Take a key for the shortcut; the mouse works the buttons."""
        if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
            super().handle(event)
            return
        press = pressed(event)
        if press is None:
            return
        other = self._table.refusal(self._shortcut.action, press)
        if other is not None:
            self.text = _("{key} does something already: {words}. Press another key.").format(
                key=press.words, words=_(other.words)
            )
            self.resize(self.size)
            return
        self._keep({**self.app.settings.keys, self._name: press.code})
        self.app.pop()

    def _forget(self) -> None:
        self._keep({k: v for k, v in self.app.settings.keys.items() if k != self._name})

    def _forget_all(self) -> None:
        self._keep({})

    def _keep(self, keys: dict[str, str]) -> None:
        self.app.change(keys=keys)
