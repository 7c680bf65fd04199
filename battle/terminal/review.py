"""The review of a finished game in the terminal: sums, costly moves, the walk through the game.

review ──► every position is looked at ──► the sums and the costly moves
│ a number, next, previous ──► that move, and why
└ play ──► a game from the position before it
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from battle.analysis.costs import MoveReview, Review
from battle.analysis.values import Values
from battle.coach.hints import Hints, hint_page, no_further_hint
from battle.coach.move_page import move_page
from battle.coach.reasons import ReasonSearch
from battle.engine.client import EngineState
from battle.engine.jobs import PONDER_SECONDS, Analyst
from battle.engine.scheduler import Scheduler
from battle.game.session import Session, study_of
from battle.game.setup import Setup
from battle.language import N_, _
from battle.page.blocks import Page
from battle.page.review import NOTHING_TO_REVIEW, REVIEW_ENDED, costly_page, review_page
from battle.page.text import board_text, news, page_lines
from battle.terminal.setup import Dialogue, LeaveError
from battle.terminal.typed import word_named
from battle.training.background import BackgroundReview, ReviewServices
from battle.words import no_answer_words

# --- hints ---------------------------------------------------------------------------------------
#
# Hints in the terminal: the same steps at the same price as in the window, in sentences.


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
            say(_("The solver is being prepared for its first use: a minute or less."))

    scheduler.wait(is_enough, look)


class TerminalHints:
    """The hints of one game; `say` prints a sentence."""

    def __init__(
        self, scheduler: Scheduler, session: Session, say: Callable[[str], object]
    ) -> None:
        self.session = session
        self._scheduler = scheduler
        self._say = say
        self._pondering = Analyst(scheduler, session.game, Values())
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
        self._pondering.look(self.session.position, PONDER_SECONDS)
        wait_for_solver(self._scheduler, self._say, self._is_whole)
        self._pondering.look(None)
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


# --- review --------------------------------------------------------------------------------------

_TOLD_EVERY: Final = 10

WORDS: Final = (N_("next"), N_("previous"), N_("sum"), N_("play"), N_("back"), N_("quit"))
"""What can be typed in a review besides the number of a move."""


class TerminalReview:
    """The review of one finished game, begun with `run`."""

    def __init__(self, services: ReviewServices, session: Session, dialogue: Dialogue) -> None:
        self._session = session
        self._dialogue, self._say = dialogue, dialogue.say
        self._scheduler = services.scheduler
        self._work = BackgroundReview(services, session, study_of(session))
        self._line = self._work.study.line()
        self._ply = 0

    @property
    def _names(self) -> tuple[str, str]:
        return self._session.names

    def run(self) -> Session | None:
        """Review the game and talk about it; return the game to be played on, None for none."""
        if self._work.of < 2:
            self._say(_(NOTHING_TO_REVIEW))
            return None
        try:
            self._look()
            review = self._work.review
            if self._work.failure:
                self._say(no_answer_words(self._work.failure))
            if review is None:
                return None
            self._tell_sum(review)
            words = _(
                "A number shows that move; next and previous step; play continues from there; back."
            )
            self._say(words)
            return self._talk(review)
        finally:
            self._work.analyst.stop()

    def _look(self) -> None:
        """Have every position looked at; an interrupt ends it, and what was found stays."""
        self._say(_("The game is being reviewed; Ctrl+C stops it."))
        self._work.begin()
        told = 0

        def tell() -> None:
            nonlocal told
            if self._work.done >= told + _TOLD_EVERY:
                told = self._work.done
                words = _("{done} of {of} positions")
                self._say(words.format(done=told, of=self._work.of))

        try:
            self._scheduler.wait(lambda: not self._work.running, tell)
        except KeyboardInterrupt:
            self._work.cancel()
            self._say(_(REVIEW_ENDED))

    def _tell(self, page: Page) -> None:
        for words in page_lines(page):
            self._say(words)

    def _tell_sum(self, review: Review) -> None:
        """Say what the review found, and which moves were costly."""
        game = self._work.study.game
        ending = game.ending_at(self._line[-1])
        self._tell(review_page(review, self._names, ending))
        self._tell(costly_page(review, self._names))

    def _show_move(self, review: Review, ply: int) -> None:
        """Show the position before a move, what was played, what was better, and why."""
        self._ply = ply
        study, node = self._work.study, self._line[ply]
        self._say("\n" + board_text(self._line[ply - 1].position) + "\n")
        self._find_reasons(review.moves[ply - 1])
        cost = study.cost(node)
        self._tell(move_page(node, ply, study.values, self._names, cost=cost))

    def _find_reasons(self, move: MoveReview) -> None:
        """Have proven why a move was costly, as far as it can be; an interrupt ends that."""
        if not move.cost.proven:
            return
        analyst, values = self._work.analyst, self._work.study.values
        before = self._line[move.ply - 1].position
        search = ReasonSearch(analyst, values, before, move.move)
        try:
            self._scheduler.wait(lambda: search.is_done)
        except KeyboardInterrupt:
            pass
        finally:
            search.close()

    # --- the walk -------------------------------------------------------------------------------

    def _talk(self, review: Review) -> Session | None:
        """Obey what is typed until the person goes back, or plays on."""
        steps: dict[str, Callable[[], None]] = {
            "next": lambda: self._walk(review, 1),
            "previous": lambda: self._walk(review, -1),
            "sum": lambda: self._tell_sum(review),
        }
        while True:
            line = self._dialogue.ask(_("Review") + "> ").lower()
            word = word_named(line, WORDS)
            if re.fullmatch(r"[0-9]{1,3}", line, re.ASCII):
                self._walk_to(review, int(line))
            elif word in steps:
                steps[word]()
            elif word == "play":
                if self._ply:
                    return self._game_from_here()
                self._say(_("Go to a move first: type its number."))
            elif word == "back" or not line:
                return None
            elif word == "quit":
                raise LeaveError
            else:
                names = ", ".join(_(name) for name in WORDS)
                self._say(_("Type the number of a move, or one of: {words}.").format(words=names))

    def _walk(self, review: Review, by: int) -> None:
        self._walk_to(review, self._ply + by)

    def _walk_to(self, review: Review, ply: int) -> None:
        if 1 <= ply <= len(review.moves):
            self._show_move(review, ply)
        else:
            words = _("The game has moves 1 to {number}.")
            self._say(words.format(number=len(review.moves)))

    def _game_from_here(self) -> Session:
        """Return a game of the same two from the position before the move that is shown."""
        setup = self._session.setup
        start = self._line[self._ply - 1].position
        return Session(
            Setup(
                setup.seats,
                start,
                control=setup.control,
                think_seconds=setup.think_seconds,
                seed=setup.next_seed,
            )
        )
