"""The trainer, read line by line.

the deck's next exercise ──► a pair is typed ──► judged ──► the defence replies ──►
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from battle.analysis.costs import ProblemTheme
from battle.coach.hints import no_further_hint
from battle.language import N_, _
from battle.page.blocks import Block
from battle.rules.position import RulesError
from battle.terminal.game_lines import move_in, pairs_text
from battle.terminal.room import LEAVING, Command, Console, PageRoom
from battle.terminal.table import LEGEND
from battle.training.sitting import Practice, Sitting, Stage, theme_of
from battle.training.trainer_page import (
    PLAYED_OUT,
    WHICH_THEME,
    chosen_theme_words,
    due_words,
    task_page,
    verdict_page,
)


class TrainerRoom(PageRoom):
    """One sitting: exercises until the person goes back or there is none."""

    def __init__(self, shell: Console) -> None:
        super().__init__(shell)
        services = self.services
        self._sitting = Sitting(
            services.scheduler,
            services.moment,
            services.deck,
            services.records,
            theme_of(services.settings.trainer_theme),
        )
        self._put: Practice | None = None
        self._asked_at: float | None = None

    @property
    def _practice(self) -> Practice:
        return self._sitting.practice

    @property
    def prompt(self) -> str:
        return _("Trainer") + "> "

    def resume(self) -> None:
        sitting = self._sitting
        self.services.scheduler.start()
        sitting.next()
        if sitting.counts.due:
            self.say(due_words(sitting.counts.due + sitting.counts.others_due))
        self.say(self.pair_or_words)
        if sitting.theme is not None:
            self.say(chosen_theme_words(sitting.theme))

    def leave(self) -> None:
        self._sitting.stop()

    def page(self) -> Iterable[Block]:
        return task_page(self._sitting)

    def beat(self) -> None:
        """Show the end of a run, or say why there is no exercise, and ask how to go on."""
        sitting = self._sitting
        while self._practice.is_none:
            self.show_another_page()
            if sitting.is_run_over and self.dialogue.ask_yes(_("Ten more?")):
                sitting.go_on()
            elif (
                not sitting.is_run_over
                and sitting.theme
                and self.dialogue.ask_yes(_("Exercises on all themes again?"))
            ):
                self._ask_about(None)
            else:
                self.back()
                return

    # --- one exercise ---------------------------------------------------------------------------

    def follow(self) -> None:
        """Put an exercise, or show what has come of it."""
        if self._put is not self._practice:
            self._put = self._practice
            self.say("")
            self.show_another_page()
            self.show_table()
        self._sitting.judge()
        self.show_page()
        self._asked_at = self._asked_at or time.monotonic()

    def obey(self, line: str) -> None:
        """Count the time that the answer took."""
        if self._practice.counts and self._asked_at is not None:
            self._practice.seconds += time.monotonic() - self._asked_at
        self._asked_at = None
        super().obey(line)

    def _work_while(self, is_wanted: Callable[[], bool]) -> None:
        """Let the solver work while something is wanted of it; say why if it cannot."""
        sitting = self._sitting

        def is_enough() -> bool:
            sitting.judge()
            if is_wanted():
                sitting.update()
            return not is_wanted() or sitting.has_failed

        self.wait(is_enough)
        if is_wanted() and sitting.has_failed:
            self.say(sitting.waiting_words(needed=True))
            self._practice.take_back()

    def _prove(self) -> Practice:
        """Wait until the best moves are known, where they can be found; return the exercise."""
        practice = self._practice
        self._work_while(
            lambda: (
                practice.stage is Stage.ASKING and not practice.best_moves and bool(practice.wanted)
            )
        )
        return practice

    # --- what can be typed ----------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Take the pair that a line names; nothing goes on at the end of an exercise."""
        practice = self._practice
        if practice.stage is Stage.OVER:
            if line:
                raise RulesError(_(PLAYED_OUT))
            self.next_exercise()
        if not line:
            return
        move = move_in(line, practice.position, self.pair_or_words)
        practice.position.check(move)
        old = tuple(verdict_page(self._sitting))
        self._shown = [block for block in self._shown if block not in old]
        self._sitting.forget()
        practice.play(move)
        self._work_while(lambda: practice.stage is Stage.CHECKING)
        practice.take_back()

    def hint(self) -> None:
        if self._prove().hint() is None:
            raise RulesError(no_further_hint())

    def solution(self) -> None:
        """Show the answer to the last pair, or a best pair, and the play expected after it."""
        self._prove()
        if not self._sitting.can_show or not self._sitting.show():
            raise RulesError(_("No solution can be shown now."))
        self._work_while(lambda: self._sitting.is_following)

    def more(self) -> None:
        self._sitting.offers_all = True

    def show_table(self) -> None:
        self.show_board(self._practice.position)
        self.say(_(LEGEND))

    def why(self) -> None:
        self._sitting.explain()
        self._work_while(lambda: self._sitting.is_looking)
        if self._sitting.why is None:
            raise RulesError(_("There is no costly pair to explain."))

    def next_exercise(self) -> None:
        if words := self._sitting.go_on():
            raise RulesError(words)

    def again(self) -> None:
        if not self._sitting.again():
            raise RulesError(_("Answer it first; then you can try it again."))
        self.show_table()

    def choose_theme(self) -> None:
        themes = (None, *ProblemTheme)
        for number, theme in enumerate(themes, start=1):
            self.say(f"  {number} {chosen_theme_words(theme)}")
        question = _(WHICH_THEME).rstrip("?")
        self._ask_about(self.dialogue.choose(question, themes, self._sitting.theme))

    def _ask_about(self, theme: ProblemTheme | None) -> None:
        self.services.change(trainer_theme="" if theme is None else theme.value)
        self.dialogue.say_all(self.services.take_messages())
        if words := self._sitting.ask_about(theme):
            self.say(words)

    commands = (
        Command(N_("hint"), "", hint),
        Command(N_("show"), "", solution),
        Command(N_("more"), "", more),
        Command(N_("list"), "", lambda room: room.say(pairs_text(room._practice.position))),
        Command(N_("table"), "", show_table),
        Command(N_("why"), "", why),
        Command(N_("next"), "", next_exercise),
        Command(N_("again"), "", again),
        Command(N_("theme"), "", choose_theme),
        *LEAVING,
    )
