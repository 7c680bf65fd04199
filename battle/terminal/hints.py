"""Hints in the terminal: the same steps at the same price as in the window, in sentences."""

from __future__ import annotations

from collections.abc import Callable

from battle.analysis.values import Values
from battle.coach.hint_page import hint_page, no_further_hint
from battle.coach.hints import Hints
from battle.coach.pondering import Pondering
from battle.engine.client import EngineState
from battle.engine.scheduler import Scheduler
from battle.game.session import Session
from battle.language import _
from battle.page.blocks import Page
from battle.page.text import news


def wait_for_solver(
    scheduler: Scheduler,
    say: Callable[[str], object],
    is_enough: Callable[[], bool],
    meanwhile: Callable[[], None] = lambda: None,
) -> None:
    """Let the solver work until there `is_enough` or it has failed; say if it is compiled first."""
    is_told = False

    def look() -> None:
        nonlocal is_told
        meanwhile()
        status = scheduler.status
        if status.state is EngineState.COMPILING and "compiling" in status.message and not is_told:
            is_told = True
            say(_("The solver is prepared for its first use: a minute or less."))

    scheduler.wait(is_enough, look)


class TerminalHints:
    """The hints of one game; `say` prints a sentence."""

    def __init__(
        self, scheduler: Scheduler, session: Session, say: Callable[[str], object]
    ) -> None:
        self.session = session
        self._scheduler = scheduler
        self._say = say
        self._pondering = Pondering(scheduler, session, Values())
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
        self._pondering.ponder(self.session.position)
        wait_for_solver(self._scheduler, self._say, self._is_whole)
        self._pondering.ponder(None)
        failure = self._scheduler.failure
        if failure:
            hints.give_up()
        page = () if failure else hint_page(hints, self.session.names)
        for words in news(self._shown, page):
            self._say(words)
        self._shown = page or self._shown
        return failure

    def _is_whole(self) -> bool:
        """Whether all of the step that was asked for is known."""
        hints = self._hints
        hints.update()
        return not (hints.is_waiting or hints.is_foreseeing or hints.is_explaining)
