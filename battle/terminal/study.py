"""Hints, reviews and exercises in the terminal: the pages of the window, read line by line.

    hint      each time the next step, at the same price as in the window
    review    every position is looked at ──► the sums and the costly moves
              │ a number, next, previous ──► that move, and why
              └ play ──► a game from the position before it
    train     the deck's next exercise ──► a pair is typed ──► judged ──► the defence replies ──► …

What is printed after each step is what the page says more than before.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Final

from battle.analysis.costs import MoveReview, ProblemTheme, Review
from battle.analysis.values import Values
from battle.coach.hints import Hints, hint_page, no_further_hint
from battle.coach.reasons import ReasonSearch, move_page
from battle.engine.client import EngineState
from battle.engine.jobs import PONDER_SECONDS, WAIT_SECONDS, Analyst, Scheduler
from battle.game.session import Session, study_of
from battle.game.setup import Setup
from battle.language import N_, _
from battle.page.blocks import Offer, Page, Space
from battle.page.review import NOTHING_TO_REVIEW, REVIEW_ENDED, costly_page, review_page
from battle.rules.position import RulesError
from battle.rules.record import move_number
from battle.services import Services
from battle.terminal.table import LEGEND, Command, Dialogue, Room, move_in, pairs_text
from battle.training.background import BackgroundReview
from battle.training.first_game import COUNT, FirstGame, given_lines, step_page
from battle.training.sitting import Practice, Sitting, Stage, theme_of
from battle.training.trainer_page import (
    PLAYED_OUT,
    WHICH_THEME,
    chosen_theme_words,
    due_words,
    task_page,
    verdict_page,
)
from battle.words import no_answer_words, number_of, pair_and_points, taken_words

# --- hints ---------------------------------------------------------------------------------------


def wait_for_solver(
    scheduler: Scheduler,
    say: Callable[[str], object],
    is_enough: Callable[[], bool],
    meanwhile: Callable[[], None] = lambda: None,
) -> None:
    """Let the solver work until there `is_enough` or it has failed; say if it is compiled first."""
    is_said = False

    def look() -> None:
        nonlocal is_said
        meanwhile()
        engine = scheduler.engine
        if engine.state is EngineState.COMPILING and "compiling" in engine.message and not is_said:
            is_said = True
            say(_("The solver is being prepared for its first use: a minute or less."))

    scheduler.wait(is_enough, look)


class TerminalHints:
    """The hints of one game."""

    def __init__(self, scheduler: Scheduler, session: Session, dialogue: Dialogue) -> None:
        self.session = session
        self._scheduler, self._dialogue = scheduler, dialogue
        self._pondering = Analyst(scheduler, session.game, Values())
        self._hints = Hints(session, self._pondering)
        self._shown: Page = ()

    def show_next(self) -> None:
        """Print the next step at the position on the table, waiting for the solver.

        Raises RulesError if the solver does not answer.
        """
        hints = self._hints
        if hints.is_outdated:
            hints.close()
            self._shown = ()
        if not hints.ask():
            raise RulesError(no_further_hint())
        self._pondering.analyse(self.session.position, PONDER_SECONDS)
        wait_for_solver(self._scheduler, self._dialogue.say, self._is_whole)
        self._pondering.analyse(None)
        if failure := self._pondering.failure:
            hints.give_up()
            raise RulesError(no_answer_words(failure))
        page = hint_page(hints, self.session.names)
        self._shown = self._dialogue.show(page, self._shown) or self._shown

    def _is_whole(self) -> bool:
        """Whether all of the step that was asked for is known."""
        hints = self._hints
        hints.update()
        return not (hints.is_waiting or hints.is_foreseeing or hints.is_explaining)


# --- review --------------------------------------------------------------------------------------

_SHOWN_EVERY: Final = 10


class TerminalReview(Room):
    """The review of one finished game, begun with `run`."""

    def __init__(self, services: Services, session: Session, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self._session, self._names = session, session.names
        self._scheduler = services.scheduler
        self._work = BackgroundReview(services, session, study_of(session))
        self._line = self._work.study.line()
        self._ply = 0
        self._chosen: Session | None = None

    def run(self) -> Session | None:
        """Review the game and talk about it; return the game to be played on, None for none."""
        if self._work.of < 2:
            self._say(_(NOTHING_TO_REVIEW))
            return None
        try:
            self._look()
            if self._work.failure:
                self._say(no_answer_words(self._work.failure))
            if self._work.review is None:
                return None
            self.show_sum("")
            self._say(
                _(
                    "A number shows that move, with three dots the second player's; next and"
                    " previous step; play continues from there; back."
                )
            )
            while self._is_open:
                self.obey(self.dialogue.ask(_("Review") + "> "))
            return self._chosen
        finally:
            self._work.analyst.stop()

    def _look(self) -> None:
        """Have every position looked at; an interrupt ends it, and what was found stays."""
        self._say(_("The game is being reviewed; Ctrl+C stops it."))
        self._work.begin()
        shown = 0

        def show() -> None:
            nonlocal shown
            if self._work.done >= shown + _SHOWN_EVERY:
                shown = self._work.done
                self._say(_("{done} of {of} positions").format(done=shown, of=self._work.of))

        try:
            self._scheduler.wait(lambda: not self._work.running, show)
        except KeyboardInterrupt:
            self._work.cancel()
            self._say(_(REVIEW_ENDED))

    @property
    def _review(self) -> Review:
        review = self._work.review
        assert review is not None, "a line that was reviewed once has values"
        return review

    def _find_reasons(self, move: MoveReview) -> None:
        """Have proven why a move was costly, as far as it can be; an interrupt ends that."""
        if not move.cost.proven:
            return
        before = self._line[move.ply - 1].position
        search = ReasonSearch(self._work.analyst, self._work.study.values, before, move.move)
        try:
            self._scheduler.wait(lambda: search.is_done)
        except KeyboardInterrupt:
            pass
        finally:
            search.close()

    # --- what can be typed ----------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Go to the move of a number, the second player's after dots; nothing goes back."""
        if found := re.fullmatch(r"([0-9]{1,3})(\.*|…)", line, re.ASCII):
            number, second = int(found[1]), len(found[2]) > 1 or found[2] == "…"
            moves = self._review.moves
            plies = [one.ply for one in moves if move_number(one.ply, one.player) == number]
            self._go_to(plies[-second] if plies else 0)
        elif line:
            raise RulesError(
                _("Type the number of a move, or one of: {words}.").format(words=self.words)
            )
        else:
            self.back("")

    def _go_to(self, ply: int) -> None:
        """Show the position before a move, what was played, what was better, and why."""
        review, study = self._review, self._work.study
        if not 1 <= ply <= len(review.moves):
            raise RulesError(
                _("The game has moves 1 to {number}.").format(number=number_of(self._line[-1]))
            )
        self._ply, node = ply, self._line[ply]
        self.show_board(self._line[ply - 1].position)
        self._find_reasons(review.moves[ply - 1])
        self.dialogue.show(move_page(node, ply, study.values, self._names, cost=study.cost(node)))

    def next_move(self, _rest: str) -> None:
        """Go to the next move."""
        self._go_to(self._ply + 1)

    def previous_move(self, _rest: str) -> None:
        """Go to the move before."""
        self._go_to(self._ply - 1)

    def show_sum(self, _rest: str) -> None:
        """Say what the review found, and which moves were costly."""
        review = self._review
        costly = costly_page(review, self._names)
        self.dialogue.show((*review_page(review, self._names), Space(rules=True), *costly))

    def play_on(self, _rest: str) -> None:
        """Play on from the position before the move that is shown, the same two."""
        if not self._ply:
            raise RulesError(_("Go to a move first: type its number."))
        setup, start = self._session.setup, self._line[self._ply - 1].position
        self._chosen = Session(
            Setup(setup.seats, start, None, setup.control, setup.think_seconds, setup.next_seed)
        )
        self._is_open = False

    commands = (
        Command(N_("next"), "", next_move),
        Command(N_("previous"), "", previous_move),
        Command(N_("sum"), "", show_sum),
        Command(N_("play"), "", play_on),
        Command(N_("back"), "", Room.back),
        Command(N_("quit"), "", Room.quit),
    )


# --- the first game ------------------------------------------------------------------------------


class TerminalFirstGame(Room):
    """The steps of the first game, begun with `run`; they go on where they were left."""

    def __init__(self, services: Services, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self._services = services
        self._game = FirstGame(services.settings.first_game)
        self.wants_game = False

    def run(self) -> bool:
        """Teach until the person goes back; return whether the whole game is wanted now."""
        self._say(self.pair_or_words)
        self._begin()
        while self._is_open:
            self.obey(self.dialogue.ask(_("First game") + "> "))
        return self.wants_game

    def _begin(self) -> None:
        self._say("")
        self.dialogue.show(tuple(step_page(self._game, self._services.settings.teacher_points)))
        if self._game.step is not None:
            self.show_board(self._game.position)

    def take(self, line: str) -> None:
        """Take the pair that a line names; the other player answers."""
        game = self._game
        if not line:
            return
        if game.is_over:
            raise RulesError(_("This step is done: next goes on, again begins it once more."))
        game.play(move_in(line, game.position, self.pair_or_words))
        self._settle()
        said = game.said
        if game.awaits_reply:
            before, reply = game.position, game.reply()
            if reply is not None:
                self._say(taken_words(_("The other player"), pair_and_points(before, reply)))
            if game.said is not said:
                self._settle()
        game.take_back()
        if not game.is_over:
            self.show_board(game.position)

    def _settle(self) -> None:
        """Say what is said of the last try, and remember a step that is done."""
        game, services = self._game, self._services
        if game.said is not None:
            self._say(game.said[0])
        self.dialogue.show(tuple(given_lines(game)))
        if game.is_done and game.index >= services.settings.first_game:
            services.change(first_game=game.index + 1)

    def hint(self, _rest: str) -> None:
        """Name a right pair."""
        for move in self._game.best()[:1]:
            self._say(pair_and_points(self._game.position, move))

    def again(self, _rest: str) -> None:
        """Begin the step once more."""
        self._game.go_to(self._game.index)
        self._begin()

    def next_step(self, _rest: str) -> None:
        """Go to the next step; after the last comes the whole game."""
        if self._game.step is None:
            self._services.change(first_game=COUNT)
            self._is_open, self.wants_game = False, True
            return
        self._game.go_to(self._game.index + 1)
        self._begin()

    commands = (
        Command(N_("hint"), "", hint),
        Command(N_("next"), "", next_step),
        Command(N_("again"), "", again),
        Command(N_("back"), "", Room.back),
        Command(N_("quit"), "", Room.quit),
    )


# --- trainer -------------------------------------------------------------------------------------


class TerminalTrainer(Room):
    """One sitting, begun with `run`."""

    def __init__(self, services: Services, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self._services, self._scheduler = services, services.scheduler
        theme = theme_of(services.settings.trainer_theme)
        self._sitting = Sitting(
            self._scheduler, services.moment, services.deck, services.records, theme
        )
        self._shown: Page = ()

    def run(self) -> None:
        """Put exercises until the person goes back or there is none; what was answered is kept."""
        sitting = self._sitting
        self._scheduler.start()
        try:
            sitting.next()
            if sitting.counts.due:
                self._say(due_words(sitting.counts.due + sitting.counts.others_due))
            self._say(self.pair_or_words)
            if sitting.theme is not None:
                self._say(chosen_theme_words(sitting.theme))
            while self._is_open:
                if sitting.practice.is_none:
                    self._offer_more()
                else:
                    self._put(sitting.practice)
        finally:
            sitting.practice.finish()
            sitting.stop()

    def _offer_more(self) -> None:
        """Say that there is no exercise, and ask whether there shall be more."""
        sitting, self._shown = self._sitting, ()
        self._show_page()
        if sitting.counts.more and self.dialogue.ask_yes(_("More new ones now?")):
            sitting.go_on()
        elif sitting.theme and self.dialogue.ask_yes(_("Exercises on all themes again?")):
            self._ask_about(None)
        else:
            self._is_open = False

    def _show_page(self) -> None:
        """Print what the page says more than before, last what can be typed."""
        page = sorted(task_page(self._sitting), key=lambda block: isinstance(block, Offer))
        self._shown = self.dialogue.show(page, self._shown)

    # --- one exercise ---------------------------------------------------------------------------

    def _put(self, practice: Practice) -> None:
        """Put an exercise until another one is in hand; the time of the answers counts."""
        self._shown = ()
        self._say("")
        self._show_page()
        self.show_table("")
        while self._is_open and self._sitting.practice is practice:
            self._defend(practice)
            self._sitting.judge()
            self._show_page()
            begun = time.monotonic()
            line = self.dialogue.ask(_("Trainer") + "> ")
            if practice.counts:
                practice.seconds += time.monotonic() - begun
            self.obey(line)

    def _defend(self, practice: Practice) -> None:
        """Let the defence reply, if it is its turn."""
        while practice.stage is Stage.REPLYING:
            before, move = practice.position, practice.reply()
            if move is not None:
                self._show_page()
                self._say(taken_words(_("Defence"), pair_and_points(before, move)))
                if self._sitting.practice.stage is Stage.ASKING:
                    self.show_table("")
            elif not self._work():
                return

    def _work(self) -> bool:
        """Let the solver work for a moment; return whether it can, having said why it cannot."""
        self._sitting.update()
        self._scheduler.poll(WAIT_SECONDS)
        self._sitting.judge()
        if self._sitting.has_failed:
            self._say(self._sitting.waiting_words(needed=True))
            self._sitting.practice.take_back()
        return not self._sitting.has_failed

    def _prove(self) -> Practice:
        """Wait until the best moves are known, where they can be found; return the exercise."""
        practice = self._sitting.practice
        while practice.stage is Stage.ASKING and not practice.best_moves and practice.wanted:
            if not self._work():
                break
        return practice

    # --- what can be typed ----------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Take the pair that a line names; nothing goes on at the end of an exercise."""
        practice = self._sitting.practice
        if practice.stage is Stage.OVER:
            if line:
                raise RulesError(_(PLAYED_OUT))
            self.next_exercise("")
        if not line:
            return
        move = move_in(line, practice.position, self.pair_or_words)
        practice.position.check(move)
        old = tuple(verdict_page(self._sitting))
        self._shown = [block for block in self._shown if block not in old]
        self._sitting.forget()
        practice.play(move)
        while practice.stage is Stage.CHECKING and self._work():
            pass
        practice.take_back()

    def hint(self, _rest: str) -> None:
        """Give one more hint."""
        if self._prove().hint() is None:
            raise RulesError(no_further_hint())

    def solution(self, _rest: str) -> None:
        """List all best pairs, and show the play after the first."""
        best = self._prove().show_solution()
        if not best:
            raise RulesError(_("No solution can be shown now."))
        for move in best:
            self._say(pair_and_points(self._sitting.practice.position, move))
        self._sitting.show(best[0])

    def list_pairs(self, _rest: str) -> None:
        """List the pairs that can be taken."""
        self._say(pairs_text(self._sitting.practice.position))

    def show_table(self, _rest: str) -> None:
        """Print the table."""
        self.show_board(self._sitting.practice.position)
        self._say(_(LEGEND))

    def why(self, _rest: str) -> None:
        """Wait for the reasons why the last pair was costly."""
        self._sitting.explain()
        while self._sitting.is_looking and self._work():
            pass
        if self._sitting.why is None:
            raise RulesError(_("There is no costly pair to explain."))

    def next_exercise(self, _rest: str) -> None:
        """Go on to the next exercise; one that is being played out is rated first."""
        counted = self._sitting.practice.counts
        if words := self._sitting.go_on():
            raise RulesError(words)
        if counted:
            self._sitting.judge()
            self._show_page()
            self._sitting.go_on()

    def again(self, _rest: str) -> None:
        """Begin the exercise once more."""
        if not self._sitting.again():
            raise RulesError(_("Answer it first; then you can try it again."))
        self.show_table("")

    def choose_theme(self, _rest: str) -> None:
        """Ask what exercises are to be about."""
        themes = (None, *ProblemTheme)
        for number, theme in enumerate(themes, start=1):
            self._say(f"  {number} {chosen_theme_words(theme)}")
        question = _(WHICH_THEME).rstrip("?")
        self._ask_about(self.dialogue.choose(question, themes, self._sitting.theme))

    def _ask_about(self, theme: ProblemTheme | None) -> None:
        self._services.change(trainer_theme="" if theme is None else theme.value)
        self.print_messages(self._services.take_messages())
        if words := self._sitting.ask_about(theme):
            self._say(words)

    commands = (
        Command(N_("hint"), "", hint),
        Command(N_("solution"), "", solution),
        Command(N_("list"), "", list_pairs),
        Command(N_("table"), "", show_table),
        Command(N_("why"), "", why),
        Command(N_("next"), "", next_exercise),
        Command(N_("again"), "", again),
        Command(N_("theme"), "", choose_theme),
        Command(N_("back"), "", Room.back),
        Command(N_("quit"), "", Room.quit),
    )
