"""The trainer in the terminal: exercises of the same deck as in the window, answered by typing.

the deck's next exercise ──► a pair is typed ──► judged ──► the defence replies ──► … ──► rated
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from battle.analysis.insights import ProblemTheme
from battle.coach.hint_page import no_further_hint
from battle.engine.scheduler import WAIT_SECONDS, Scheduler
from battle.language import N_, _, explain
from battle.page.text import board_text
from battle.profile.records import Records
from battle.rules.position import RulesError
from battle.terminal import text
from battle.terminal.commands import word_named
from battle.terminal.setup import Dialogue, LeaveError, one_of
from battle.terminal.typed import move_in
from battle.training.deck import Deck
from battle.training.exercise import Stage, next_hint
from battle.training.exercise_words import hint_words
from battle.training.practice import Practice
from battle.training.solver_tasks import SolverTasks
from battle.training.trainer_words import (
    again_words,
    chosen_theme_words,
    due_words,
    new_ones_words,
    no_more_words,
    rated_words,
    repeat_words,
    rest_words,
    settled_words,
    source_words,
    task_words,
    trainer_headline,
    verdict_words,
    worth_words,
)
from battle.words.moves import pair_and_points, taken_words

WORDS: Final = (
    N_("hint"),
    N_("solution"),
    N_("list"),
    N_("table"),
    N_("next"),
    N_("again"),
    N_("theme"),
    N_("back"),
    N_("quit"),
)
"""What can be typed besides a pair."""


@dataclass
class ThemeChoice:
    """What exercises are about, None for everything; `keep` is told when that changes."""

    theme: ProblemTheme | None = None
    keep: Callable[[ProblemTheme | None], None] = lambda _theme: None

    def change(self, theme: ProblemTheme | None) -> None:
        """Ask about a theme from now on."""
        self.theme = theme
        self.keep(theme)


class TerminalTrainer:
    """One sitting, begun with `run`."""

    def __init__(
        self,
        scheduler: Scheduler,
        deck: Deck,
        records: Records,
        dialogue: Dialogue,
        now: Callable[[], datetime],
        theme: ThemeChoice,
    ) -> None:
        self._deck, self._records, self._now = deck, records, now
        self._theme = theme
        self._dialogue, self._say = dialogue, dialogue.say
        self._solver = SolverTasks(scheduler, deck)
        self._scheduler = scheduler

    def run(self) -> None:
        """Put exercises until the person goes back or there is none; what was answered is kept."""
        self._scheduler.start()
        due = due_words(self._deck.due)
        if due:
            self._say(due)
        words = ", ".join(_(word) for word in WORDS)
        self._say(_("A pair is typed as in a game; also: {words}.").format(words=words))
        self._tell_theme()
        more = False
        try:
            while True:
                exercise = self._deck.next(more=more, theme=self._theme.theme)
                if exercise is None:
                    wants_more = not more and self._wants_more()
                    if not wants_more and not self._wants_all_themes():
                        return
                    more = wants_more
                    continue
                practice = Practice(self._deck, exercise)
                self._solver.begin(practice)
                try:
                    if not self._put(practice):
                        return
                finally:
                    practice.finish()
        finally:
            self._solver.stop()

    def _wants_more(self) -> bool:
        """Say that nothing is asked now, and ask for more where there is any."""
        deck, theme = self._deck, self._theme.theme
        if theme is None or not deck.entries():
            self._say(rest_words(deck.next_due, self._now(), is_empty=not deck.entries()))
        else:
            self._say(no_more_words(theme, deck.due))
        if deck.next(more=True, theme=theme) is None:
            return False
        self._say(new_ones_words(deck.new_left))
        return self._dialogue.ask_yes(_("Further new ones now?"))

    def _wants_all_themes(self) -> bool:
        """Ask for exercises about everything where only a theme was asked about."""
        if self._theme.theme is None:
            return False
        if not self._dialogue.ask_yes(_("Exercises about everything again?")):
            return False
        self._theme.change(None)
        return True

    # --- what exercises are about ---------------------------------------------------------------

    def _tell_theme(self) -> None:
        if self._theme.theme is not None:
            self._say(chosen_theme_words(self._theme.theme))

    def _choose_theme(self) -> None:
        """Ask what exercises are to be about."""
        themes = (None, *ProblemTheme)
        for number, theme in enumerate(themes, start=1):
            self._say(f"  {number} {chosen_theme_words(theme)}")
        usual = str(themes.index(self._theme.theme) + 1)
        question = _("What shall exercises be about?")
        self._theme.change(self._dialogue.ask_for(question.rstrip("?"), usual, one_of(themes)))

    def _stays(self, practice: Practice) -> bool:
        """Whether an exercise stays in hand: it was begun, or is about what is asked about."""
        theme = self._theme.theme
        if theme is None or theme in practice.exercise.themes:
            return True
        if practice.first is None and not practice.hint_count and practice.counts:
            return False
        self._say(_("The next exercise is chosen accordingly."))
        return True

    # --- one exercise ---------------------------------------------------------------------------

    def _put(self, practice: Practice) -> bool:
        """Put an exercise; return whether another one is to follow."""
        game = self._records.game(practice.exercise.game) if practice.exercise.game else None
        self._say("\n" + trainer_headline(practice))
        self._say(f"{source_words(practice.exercise, game)} {repeat_words(practice.exercise)}")
        self._say(task_words(practice))
        self._show(practice)
        is_told = False
        while True:
            self._defend(practice)
            if practice.rated is not None and not is_told:
                is_told = True
                self._say(rated_words(practice, practice.rated))
                self._say(again_words(practice.rated.due, self._now()))
            if practice.stage is Stage.OVER:
                self._say(settled_words(practice.playout))
            line = self._ask(practice)
            word = word_named(line, WORDS)
            if word == "back":
                return False
            if word == "quit":
                raise LeaveError
            if word == "theme":
                self._choose_theme()
                if not self._stays(practice):
                    return True
            elif word == "next" or (not line and practice.stage is Stage.OVER):
                if self._may_go_on(practice):
                    return True
            else:
                self._obey(practice, word, line)

    def _ask(self, practice: Practice) -> str:
        """Return the line typed; the time it took counts as long as the exercise does."""
        begun = time.monotonic()
        line = self._dialogue.ask(_("Trainer") + "> ")
        if practice.counts:
            practice.seconds += time.monotonic() - begun
        return line

    def _may_go_on(self, practice: Practice) -> bool:
        practice.finish()
        if practice.counts:
            self._say(_("Take a pair first, or have the solution shown."))
            return False
        if practice.rated is not None and practice.stage is not Stage.OVER:
            self._say(rated_words(practice, practice.rated))
        return True

    def _obey(self, practice: Practice, word: str, line: str) -> None:
        """Do what was typed: a word, else a pair."""
        steps = {
            "hint": self._hint,
            "solution": self._solution,
            "list": self._list,
            "table": self._show,
            "again": self._again,
        }
        if word in steps:
            steps[word](practice)
        elif line and practice.stage is Stage.OVER:
            self._say(_("This exercise is played out."))
        elif line:
            self._play(practice, line)

    def _play(self, practice: Practice, line: str) -> None:
        before, only = practice.position, len(practice.best_moves) == 1
        try:
            move = move_in(line, before)
            before.play(move)
        except RulesError as error:
            self._say(explain(error))
            return
        practice.play(move)
        self._wait(practice, Stage.CHECKING)
        if practice.verdict is not None and practice.stage is not Stage.CHECKING:
            self._say(verdict_words(practice.verdict, only=only))
        if practice.stage is Stage.WRONG:
            practice.take_back()
            self._say(_("It is taken back. Try another pair, or type next."))

    def _defend(self, practice: Practice) -> None:
        """Let the defence reply, if it is its turn."""
        while _is_at(practice, Stage.REPLYING):
            before = practice.position
            move = practice.reply()
            if move is not None:
                pair = pair_and_points(before, move)
                self._say(taken_words(_("Defence"), pair))
                if _is_at(practice, Stage.ASKING):
                    self._show(practice)
            elif not self._go_on(practice):
                return

    def _wait(self, practice: Practice, stage: Stage) -> None:
        """Let the solver work as long as an exercise is at a stage, and can leave it."""
        while practice.stage is stage and self._go_on(practice):
            pass

    def _go_on(self, practice: Practice) -> bool:
        """Let the solver work for a moment; return whether it can, having said why it cannot."""
        self._solver.update(None)
        self._scheduler.poll(WAIT_SECONDS)
        practice.update()
        if self._solver.has_failed:
            self._say(self._solver.words(needed=True))
            return False
        return True

    # --- help -----------------------------------------------------------------------------------

    def _show(self, practice: Practice) -> None:
        self._say("\n" + board_text(practice.position) + "\n")
        self._say(text.legend_text())

    def _list(self, practice: Practice) -> None:
        self._say(text.pairs_text(practice.position))

    def _hint(self, practice: Practice) -> None:
        self._prove(practice)
        hint = practice.hint()
        if hint is None or hint.move is None:
            self._say(no_further_hint())
            return
        worth = worth_words(practice.position, hint.move)
        self._say(hint_words(hint, practice.position, worth))
        if next_hint(practice.hints, practice.best_moves) is None:
            self._say(_("The next step is the solution."))

    def _solution(self, practice: Practice) -> None:
        self._prove(practice)
        best = practice.show_solution()
        for move in best:
            self._say(pair_and_points(practice.position, move))
        if not best:
            self._say(_("No solution can be shown now."))

    def _prove(self, practice: Practice) -> None:
        """Wait until the best moves are known, where they can be found."""
        while practice.takes_help and not practice.best_moves and practice.wanted is not None:
            if not self._go_on(practice):
                return

    def _again(self, practice: Practice) -> None:
        if practice.counts:
            self._say(_("Answer it first; then it may be tried again."))
            return
        practice.again()
        self._show(practice)


def _is_at(practice: Practice, stage: Stage) -> bool:
    return practice.stage is stage
