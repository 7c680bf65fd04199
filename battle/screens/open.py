"""What to analyse: a game that is kept, one from elsewhere, a new deal, a position of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battle.game.session import Seat, Session, Setup
from battle.game.setup import draw_deal
from battle.language import _, explain
from battle.page.blocks import Block
from battle.rules.links import held_in
from battle.rules.position import RulesError, deal
from battle.screens import captions
from battle.screens.home import last_game
from battle.screens.screen import Screen
from battle.screens.view import Button, CardView, Field, act


class ToAnalyse(Screen):
    """The games at hand, and the ways to all others; in a page a text too."""

    tab = "open"
    _text = _fault = ""

    def resume(self) -> None:
        """Look again for the games that are kept, without those in which help is off."""
        autosave = self.services.autosave
        kept = {
            "unfinished": autosave.load()[0],
            "last": last_game(self.services),
            "analysed": autosave.game_in(autosave.analysis_file),
        }
        self._games = {
            name: session
            for name, session in kept.items()
            if session is not None and session.help_allowed
        }

    def view(self) -> CardView:
        words = {
            "unfinished": (_("The unfinished game"), "play"),
            "last": (_("The last game"), "trophy"),
            "analysed": (_("The last analysis"), "analyse"),
        }
        games = [Button(*words[name], act("analyse", name=name)) for name in self._games]
        analysed = [games.pop()] if "analysed" in self._games else []
        is_page = "forget" in self.shell.can
        paste = act("ask", name="paste", value=True) if is_page else act("paste")
        file = act("ask", name="open", value=True) if is_page else act("file")
        ways = [
            Button(_("Paste"), "paste", paste, main=not games and not is_page),
            Button(_("Open a file"), "open", file),
            Button(_("A new deal"), "random", act("deal")),
        ]
        ways.append(Button(_("Set up a position"), "edit", act("go", name="editor")))
        ways += analysed  # last, so that all others keep their place
        title = _("What to analyse?")
        if not is_page:
            return CardView(title, (*games, *ways))
        note, asked = _("A position, a game, a problem, or a link"), _("A game or a position")
        text: Block = Field("text", asked, self._text, "area", note=self._fault or note)
        main = Button(_(captions.ANALYSE), "analyse", act("read"))
        return CardView(title, (*games, *ways, text), main=main)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "analyse": self._analyse,
            "deal": self._deal,
            "file": lambda: self.shell.go("open_game", then="study_game"),
            "paste": lambda: self.shell.go("paste", studied=True),
            "read": self._read,
            "set": lambda name, value: setattr(self, "_text", value),
        }

    def _read(self) -> None:
        """Open what the text holds; why it cannot be read is said below it."""
        try:
            held_in(self._text)
        except RulesError as error:
            self._fault = _("This cannot be read: {why}.").format(why=explain(error))
        else:
            self._fault = ""
            self.shell.effect("read", self._text)

    def _analyse(self, name: str) -> None:
        if name == "unfinished":
            self.shell.go("study_unfinished", self._games[name])
        else:
            self.shell.go("study_game", self._games[name])

    def _deal(self) -> None:
        number = draw_deal()
        setup = Setup((Seat(), Seat()), deal(number), number)
        self.shell.go("study_game", Session(setup, now=self.services.now))
