"""The trainer in the terminal: exercises of the same deck as in the window, answered by typing.

the deck's next exercise ──► a pair is typed ──► judged ──► the defence replies ──► … ──► rated

What is printed after each step is what the page of the task says more than before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from battle.analysis.costs import ProblemTheme
from battle.coach.hints import no_further_hint
from battle.engine.scheduler import WAIT_SECONDS, Scheduler
from battle.language import N_, _, explain
from battle.page.blocks import Page
from battle.page.text import board_text, news
from battle.profile.records import Records
from battle.rules.position import RulesError
from battle.terminal import text
from battle.terminal.setup import Dialogue, LeaveError, one_of
from battle.terminal.typed import move_in, word_named
from battle.training.deck import Deck
from battle.training.practice import Practice, Stage
from battle.training.sitting import Sitting
from battle.training.trainer_page import (
    PLAYED_OUT,
    WHICH_THEME,
    chosen_theme_words,
    due_words,
    task_page,
    verdict_page,
)
from battle.words import pair_and_points, taken_words

WORDS: Final = (
    N_("hint"),
    N_("solution"),
    N_("list"),
    N_("table"),
    N_("why"),
    N_("next"),
    N_("again"),
    N_("theme"),
    N_("back"),
    N_("quit"),
)
"""What can be typed besides a pair."""


class TerminalTrainer:
    """One sitting, begun with `run`; `keep_theme` is told what exercises are to be about."""

    def __init__(
        self,
        scheduler: Scheduler,
        deck: Deck,
        records: Records,
        dialogue: Dialogue,
        now: Callable[[], datetime],
        theme: ProblemTheme | None,
        keep_theme: Callable[[ProblemTheme | None], None],
    ) -> None:
        self._dialogue, self._say = dialogue, dialogue.say
        self._scheduler = scheduler
        self._sitting = Sitting(scheduler, now, deck, records, theme)
        self._keep_theme = keep_theme
        self._shown: Page = ()

    def run(self) -> None:
        """Put exercises until the person goes back or there is none; what was answered is kept."""
        sitting = self._sitting
        self._scheduler.start()
        try:
            sitting.next()
            if sitting.counts.due:
                self._say(due_words(sitting.counts.due + sitting.counts.others_due))
            words = ", ".join(_(word) for word in WORDS)
            self._say(_("Type a pair as in a game, or: {words}.").format(words=words))
            if sitting.theme is not None:
                self._say(chosen_theme_words(sitting.theme))
            while self._has_exercise() and self._put():
                pass
        finally:
            if sitting.practice is not None:
                sitting.practice.finish()
            sitting.stop()

    def _has_exercise(self) -> bool:
        """Whether there is an exercise; where there is none, more may be asked for."""
        sitting = self._sitting
        while sitting.practice is None:
            self._shown = ()
            self._tell()
            if sitting.counts.more and self._dialogue.ask_yes(_("More new ones now?")):
                sitting.go_on()
            elif sitting.theme is not None and self._dialogue.ask_yes(
                _("Exercises on all themes again?")
            ):
                self._ask_about(None)
            else:
                return False
        return True

    def _tell(self) -> None:
        """Print what the page says more than before."""
        page = tuple(task_page(self._sitting))
        for words in news(self._shown, page):
            self._say(words)
        self._shown = page

    # --- one exercise ---------------------------------------------------------------------------

    def _put(self) -> bool:
        """Put the exercise in hand; return whether another one is to follow."""
        practice, self._shown = self._sitting.practice, ()
        assert practice is not None
        self._say("")
        self._tell()
        self._show(practice)
        while self._sitting.practice is practice:
            self._defend(practice)
            self._sitting.judge()
            self._tell()
            line = self._ask(practice)
            word = word_named(line, WORDS)
            if word == "back":
                return False
            if word == "quit":
                raise LeaveError
            if word or line or practice.stage is Stage.OVER:
                self._obey(practice, word, line)
        return True

    def _ask(self, practice: Practice) -> str:
        """Return the line typed; the time it took counts as long as the exercise does."""
        begun = time.monotonic()
        line = self._dialogue.ask(_("Trainer") + "> ")
        if practice.counts:
            practice.seconds += time.monotonic() - begun
        return line

    def _obey(self, practice: Practice, word: str, line: str) -> None:
        """Do what was typed: a word, else a pair; nothing at the end of an exercise goes on."""
        steps = {
            "hint": self._hint,
            "solution": self._solution,
            "list": self._list,
            "table": self._show,
            "why": self._explain,
            "next": self._go_on,
            "again": self._again,
            "theme": self._choose_theme,
        }
        if word in steps:
            steps[word](practice)
        elif not line:
            self._go_on(practice)
        elif practice.stage is Stage.OVER:
            self._say(_(PLAYED_OUT))
        else:
            self._play(practice, line)

    def _play(self, practice: Practice, line: str) -> None:
        try:
            move = move_in(line, practice.position)
            practice.position.play(move)
        except RulesError as error:
            self._say(explain(error))
            return
        old = tuple(verdict_page(self._sitting))
        self._shown = [block for block in self._shown if block not in old]
        self._sitting.forget()
        practice.play(move)
        while practice.stage is Stage.CHECKING and self._work(practice):
            pass
        practice.take_back()

    def _defend(self, practice: Practice) -> None:
        """Let the defence reply, if it is its turn."""
        while _is_at(practice, Stage.REPLYING):
            before = practice.position
            move = practice.reply()
            if move is not None:
                self._tell()
                self._say(taken_words(_("Defence"), pair_and_points(before, move)))
                if _is_at(practice, Stage.ASKING):
                    self._show(practice)
            elif not self._work(practice):
                return

    def _work(self, practice: Practice) -> bool:
        """Let the solver work for a moment; return whether it can, having said why it cannot."""
        self._sitting.update()
        self._scheduler.poll(WAIT_SECONDS)
        self._sitting.judge()
        if self._sitting.has_failed:
            self._say(self._sitting.waiting_words(needed=True))
            practice.take_back()
            return False
        return True

    # --- what can be typed ----------------------------------------------------------------------

    def _show(self, practice: Practice) -> None:
        self._say("\n" + board_text(practice.position) + "\n")
        self._say(text.legend_text())

    def _list(self, practice: Practice) -> None:
        self._say(text.pairs_text(practice.position))

    def _hint(self, practice: Practice) -> None:
        self._prove(practice)
        if practice.hint() is None:
            self._say(no_further_hint())

    def _solution(self, practice: Practice) -> None:
        self._prove(practice)
        best = practice.show_solution()
        if best:
            self._sitting.show(best[0])
        else:
            self._say(_("No solution can be shown now."))

    def _prove(self, practice: Practice) -> None:
        """Wait until the best moves are known, where they can be found."""
        while _is_at(practice, Stage.ASKING) and not practice.best_moves and practice.wanted:
            if not self._work(practice):
                return

    def _explain(self, practice: Practice) -> None:
        """Wait for the reasons why the last pair was costly."""
        self._sitting.explain()
        while self._sitting.is_looking and self._work(practice):
            pass

    def _go_on(self, practice: Practice) -> None:
        counted = practice.counts
        words = self._sitting.go_on()
        if words:
            self._say(words)
        elif counted:
            self._sitting.judge()
            self._tell()
            self._sitting.go_on()

    def _again(self, practice: Practice) -> None:
        if self._sitting.again():
            self._show(practice)
        else:
            self._say(_("Answer it first; then you can try it again."))

    def _choose_theme(self, _practice: Practice) -> None:
        """Ask what exercises are to be about."""
        themes = (None, *ProblemTheme)
        for number, theme in enumerate(themes, start=1):
            self._say(f"  {number} {chosen_theme_words(theme)}")
        usual = str(themes.index(self._sitting.theme) + 1)
        question = _(WHICH_THEME).rstrip("?")
        self._ask_about(self._dialogue.ask_for(question, usual, one_of(themes)))

    def _ask_about(self, theme: ProblemTheme | None) -> None:
        self._keep_theme(theme)
        words = self._sitting.ask_about(theme)
        if words:
            self._say(words)


def _is_at(practice: Practice, stage: Stage) -> bool:
    return practice.stage is stage
