"""The program of a page: its services, and the screens that lie on one another.

page ──act──► App ──► the screen on top ──► session, study, settings …
◄─view──  └─ beat: engine, clocks and reviews go on; a view that has changed is sent
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from battle import language
from battle.browser import links
from battle.browser.home import Home
from battle.browser.screens import Screen
from battle.browser.study import Analyse
from battle.browser.table import Table
from battle.browser.views import Act, View
from battle.engine.client import Engine
from battle.game.session import Session
from battle.language import _, explain
from battle.rules.position import Position, RulesError
from battle.rules.record import Game, Record
from battle.services import Services
from battle.storage import Places


class App:
    """The program; `emit` sends a message to the page, `address` is where the page is."""

    def __init__(
        self,
        places: Places,
        engine: Engine,
        emit: Callable[[Mapping[str, Any]], None],
        address: str,
    ) -> None:
        self.services = Services(places, engine=engine)
        self.address = address
        self._emit = emit
        self._sent = ""
        self._spoken = ""
        self._notice: View | None = None
        self._notices = 0
        self.screens: list[Screen] = [Home(self)]
        self.services.scheduler.start()
        self._tell_messages()

    # --- what screens ask for -------------------------------------------------------------------

    def go(self, screen: Screen) -> None:
        self.screens.append(screen)

    def back(self) -> None:
        if len(self.screens) > 1:
            self.screens.pop().leave()

    def tell(self, words: str) -> None:
        self._notices += 1
        self._notice = {"words": words, "id": self._notices}

    def effect(self, name: str, value: object) -> None:
        self._emit({name: value})

    # --- acts -----------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """Do what was chosen on the page; what cannot be done is told."""
        try:
            match act.get("do"):
                case "back":
                    self.back()
                case "home":
                    while len(self.screens) > 1:
                        self.back()
                case "open":
                    self.open(str(act.get("text", "")))
                case "copied":
                    self.tell(_("Copied.") if act.get("done") else _("It could not be copied."))
                case "version":
                    self.tell(_("There is a new version: reload the page to have it."))
                case _:
                    self.screens[-1].act(act)
        except RulesError as error:
            self.tell(explain(error))
        self.show()

    def open(self, text: str) -> None:
        """Open what a link or a pasted text names; raise RulesError if it names nothing."""
        if not text.strip("# \n"):
            return
        found = links.opened(text)
        if isinstance(found, Position):
            self.go(Analyse(self, Session.from_record(Record({}, Game(found)))))
        elif isinstance(found, Record):
            session = Session.from_record(found)
            is_going_on = session.ending is None and session.has_solver
            self.go(Table(self, session) if is_going_on else Analyse(self, session))
        else:
            raise RulesError(_("An invitation can be opened in the program, not here yet."))

    # --- time -----------------------------------------------------------------------------------

    def beat(self) -> None:
        """Let everything go on that takes time, and show what has changed."""
        self.services.scheduler.poll()
        self.screens[-1].beat()
        self._tell_messages()
        self.show()

    def show(self) -> None:
        """Send the view if it is another one than the page has."""
        screen = self.screens[-1]
        view = {
            "screen": screen.name,
            "language": language.current(),
            "theme": _THEMES.get(self.services.settings.table, "dark"),
            "state": "ready",
            "back": len(self.screens) > 1,
            **screen.view(),
        }
        if self._notice is not None:
            view["notice"] = self._notice
        if self._spoken != language.current():
            view["words"] = page_words()
        text = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
        if text != self._sent:
            self._sent, self._spoken = text, language.current()
            self._emit({"view": view})

    def _tell_messages(self) -> None:
        for message in self.services.take_messages():
            self.tell(message)


_THEMES: Final = {"light": "light", "green": "auto"}
"""The page's theme for a colour of the table; of the green one that of the browser."""


def page_words() -> dict[str, str]:
    """Return what the page says by itself."""
    return {
        "back": _("Back"),
        "close": _("Close"),
        "more": _("More"),
        "pairs": _("Pairs"),
        "moves": _("Moves"),
        "board": _("The table"),
        "failed": _("The program has ended. Reload the page; games are kept."),
    }
