"""In the page: the rules, and what to analyse."""

from __future__ import annotations

from collections.abc import Callable

from battle.browser.app import App
from battle.language import _
from battle.page.blocks import Card
from battle.page.rules import rules_pages
from battle.screens import captions
from battle.screens.screen import Screen
from battle.screens.view import Button, CardView, Field, act


class Rules(Screen):
    """The rules, with their diagrams."""

    tab = "learn"

    def view(self) -> CardView:
        return CardView(_(captions.RULES), tuple(Card(tuple(page)) for page in rules_pages()))


class Open(Screen):
    """What to analyse: a text, a file, the unfinished game or the last."""

    tab = "open"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._open, self._text = app.open, ""

    def resume(self) -> None:
        autosave = self.services.autosave
        unfinished, last = autosave.load()[0], autosave.game_in(autosave.last_file)
        known = {_("The unfinished game"): unfinished, _("The last game"): last}
        self._games = {
            words: session
            for words, session in known.items()
            if session is not None and session.help_allowed
        }

    def view(self) -> CardView:
        games = (Button(words, "play", act("analyse", what=words)) for words in self._games)
        paste = Button(_("Paste"), "paste", act("ask", name="paste", value=True))
        file = Button(_(captions.OPEN_FILE), "open", act("ask", name="open", value=True))
        note = _("A position, a game, a problem, or a link")
        text = Field("text", _("A game or a position"), self._text, "area", note=note)
        main = Button(_(captions.ANALYSE), "analyse", act("read"))
        return CardView(_("What to analyse?"), (*games, paste, file, text), main=main)

    def acts(self) -> dict[str, Callable[..., object]]:
        return {
            "set": lambda name, value: setattr(self, "_text", value),
            "read": lambda: self._open(self._text),
            "analyse": self._analyse,
        }

    def _analyse(self, what: str) -> None:
        session = self._games[what]
        session.note_help("analysis")
        self.shell.go("analyse", session)
