"""Hints in the terminal: what the page of the hints has more after each step, printed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from battle.analysis.values import Values
from battle.coach.hint_page import hint_page, no_further_hint
from battle.coach.hints import Hints
from battle.coach.pondering import Pondering
from battle.engine.engine import Engine, EngineState
from battle.game.session import Session
from battle.language import _
from battle.page.blocks import Page
from battle.page.text import news

_POLL_SECONDS: Final = 0.02


def is_compiled_now(engine: Engine) -> bool:
    """Return whether the solver is compiled, which takes its time, and not only loaded."""
    return engine.state is EngineState.COMPILING and "compiling" in engine.message


def first_use_words() -> str:
    """Say that the solver is compiled, and how long that takes."""
    return _("The solver is prepared for its first use: a minute or less.")


class TerminalHints:
    """The hints of one game; `say` prints a sentence."""

    def __init__(self, engine: Engine, session: Session, say: Callable[[str], object]) -> None:
        self.session = session
        self._engine = engine
        self._say = say
        self._pondering = Pondering(engine, session, Values())
        self._hints = Hints(session, self._pondering)
        self._shown: Page = ()

    def tell(self) -> str:
        """Print the next step at the position on the table, waiting for the solver.

        Returns why the solver does not answer, empty where it does.
        """
        hints = self._hints
        if hints.is_outdated:
            hints.close()
            self._shown = ()
        if not hints.ask():
            self._say(no_further_hint())
            return ""
        failure = self._wait()
        self._pondering.look(None)
        self._pondering.rest()
        page = () if failure else hint_page(hints, self.session.names)
        for words in news(self._shown, page):
            self._say(words)
        self._shown = page or self._shown
        return failure

    def _wait(self) -> str:
        """Let the solver work until the step is whole; return why it has failed, else empty."""
        hints, warned = self._hints, False
        self._pondering.look(self.session.position)
        while True:
            self._pondering.update()
            hints.update()
            if self._pondering.failure:
                hints.give_up()
                return self._pondering.failure
            if not (hints.is_waiting or hints.is_foreseeing or hints.is_explaining):
                return ""
            if is_compiled_now(self._engine) and not warned:
                warned = True
                self._say(first_use_words())
            time.sleep(_POLL_SECONDS)
