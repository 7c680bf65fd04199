"""A question of a friend somewhere else: it comes by itself, so no key answers it at once."""

from __future__ import annotations

from collections.abc import Callable

from battle.language import _
from battle.window.scenes.dialogs import Choice, ChoiceDialog
from battle.window.scenes.scene import Services


class QuestionDialog(ChoiceDialog):
    """Agree, decline or decide later; it goes by itself when it is asked no more."""

    def __init__(
        self,
        app: Services,
        words: str,
        on_agree: Callable[[], object],
        on_decline: Callable[[], object],
        *,
        still: Callable[[], bool],
    ) -> None:
        choices = [
            Choice(_("Decide later")),
            Choice(_("Agree"), on_agree, "", "check"),
            Choice(_("Decline"), on_decline, "", "close"),
        ]
        super().__init__(app, _("A question"), words, choices, on_escape=0, unasked=True)
        self._still = still

    def update(self, seconds: float) -> None:
        """Go when it is asked no more."""
        super().update(seconds)
        if not self._still():
            self.app.pop()
            self.app.say(_("The question was withdrawn."))
