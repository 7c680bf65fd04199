"""In the page: whom to play, the rules, what to analyse."""

from __future__ import annotations

from collections.abc import Callable

from battle.browser.app import Screen
from battle.browser.views import View, blocks, button, button_block, card, field
from battle.language import _
from battle.page.rules import rules_pages


class Rules(Screen):
    """The rules, with their diagrams."""

    tab = "learn"

    def view(self) -> View:
        return {"title": _("Rules"), "page": [card(*blocks(page)) for page in rules_pages()]}


class Open(Screen):
    """What to analyse: a text, a file, the unfinished game or the last."""

    tab = "open"
    _text = ""

    def resume(self) -> None:
        autosave = self.app.autosave
        unfinished, last = autosave.load()[0], autosave.game_in(autosave.last_file)
        known = {_("The unfinished game"): unfinished, _("The last game"): last}
        self._games = {
            words: session
            for words, session in known.items()
            if session is not None and session.help_allowed
        }

    def view(self) -> View:
        games = [button_block(words, "play", "analyse", what=words) for words in self._games]
        ways = [
            button_block(_("Paste"), "paste", "ask", name="paste", value=True),
            button_block(_("Open a file"), "open", "ask", name="open", value=True),
        ]
        note = _("A position, a game, a problem, or a link")
        shown = field("text", _("A game or a position"), self._text, "area", note=note)
        text = {"block": "field", **shown}
        main = button(_("Analyse"), "analyse", "read")
        return {"title": _("What to analyse?"), "page": [*games, *ways, text], "main": main}

    def acts(self) -> dict[str, Callable[..., object]]:
        return {
            "set": lambda name, value: setattr(self, "_text", value),
            "read": lambda: self.app.open(self._text),
            "analyse": self._analyse,
        }

    def _analyse(self, what: str) -> None:
        session = self._games[what]
        session.note_help("analysis")
        self.app.go("analyse", session)
