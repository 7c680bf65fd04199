"""Hints in the terminal: the same steps at the same price as in the window, in sentences."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from battle.analysis.values import Values
from battle.coach.fact_words import fact_lines
from battle.coach.facts import move_facts
from battle.coach.hint_words import move_words, next_words, proof_words, reason_intro, step_words
from battle.coach.hints import PRICE, Foresight, Ladder, Step
from battle.coach.pondering import Pondering
from battle.coach.reason_words import reason_words
from battle.coach.reasons import Reason, ReasonSearch
from battle.engine.engine import Engine, EngineState
from battle.game.session import Session
from battle.language import _
from battle.rules.position import Position

_POLL_SECONDS: Final = 0.02


def is_compiled_now(engine: Engine) -> bool:
    """Return whether the solver is compiled, which takes its time, and not only loaded."""
    return engine.state is EngineState.COMPILING and "compiling" in engine.message


class TerminalHints:
    """The hints of one game; `say` prints a sentence."""

    def __init__(self, engine: Engine, session: Session, say: Callable[[str], object]) -> None:
        self.session = session
        self._engine = engine
        self._say = say
        self._values = Values()
        self._pondering = Pondering(engine, session, self._values)
        self._ladders: dict[Position, Ladder] = {}
        self._told_proof = ""

    def tell(self) -> str:
        """Tell the next step at the position on the table and count it, waiting for the solver.

        Returns why the solver does not answer, empty where it does.
        """
        position = self.session.position
        ladder = self._ladders.setdefault(position, Ladder(position, self._values))
        if not ladder.steps:
            self._told_proof = ""
        if ladder.next is None:
            self._say(_("There is no further hint."))
            return ""
        seconds = 0.0 if ladder.steps else self.session.setup.think_seconds
        self._pondering.look(position)
        self._wait_until(lambda: self._pondering.has_looked(position, seconds))
        if not self._pondering.failure and ladder.climb():
            self._tell_step(ladder)
        self._pondering.look(None)
        self._pondering.rest()
        return self._pondering.failure

    def _tell_step(self, ladder: Ladder) -> None:
        for _hint in range(PRICE):
            self.session.count_hint()
        if ladder.move is not None:
            self.session.note_hint(ladder.move)
        if ladder.is_corrected:
            self._say(_("The solver has looked closer: another pair is better."))
        for words in self._step_words(ladder, ladder.steps[-1]):
            self._say(words)
        if proof_words(ladder) != self._told_proof:
            self._told_proof = proof_words(ladder)
            self._say(self._told_proof)
        if ladder.next is not None:
            # Translators: the command “hint” once more, and its price: “The pair: 1 hint”.
            words = _("Once more “{command}”: {next}.")
            self._say(words.format(command=_("hint"), next=next_words(ladder.next)))

    def _step_words(self, ladder: Ladder, step: Step) -> Iterator[str]:
        if step is Step.LINE:
            yield from self._line_words(ladder)
        elif step is Step.REASON:
            yield from self._reason_words(ladder)
        else:
            yield step_words(step, ladder)

    def _line_words(self, ladder: Ladder) -> Iterator[str]:
        foresight = Foresight(self._pondering.analyst, ladder)
        self._wait_until(lambda: foresight.is_done)
        yield _("What is expected:")
        position = ladder.position
        for move in ladder.line:
            name = self.session.name(position.to_move)
            yield _("{name} takes {pair}.").format(name=name, pair=move_words(position, move))
            position = position.play(move)

    def _reason_words(self, ladder: Ladder) -> Iterator[str]:
        yield reason_intro(ladder.position, ladder.tempting, self._values)
        names = self.session.names
        reasons = [reason_words(reason, names) for reason in self._reasons(ladder)]
        yield from reasons
        if not reasons and ladder.move is not None:
            pair = move_words(ladder.position, ladder.move)
            yield _("{pair}, certain by the rules:").format(pair=pair)
            yield from fact_lines(move_facts(ladder.position, ladder.move), names)

    def _reasons(self, ladder: Ladder) -> tuple[Reason, ...]:
        """Return the reasons that are proven, waiting for the solver."""
        if ladder.tempting is None:
            return ()
        why = ReasonSearch(self._pondering.analyst, self._values, ladder.position, ladder.tempting)
        self._wait_until(lambda: why.is_done)
        return why.reasons

    def _wait_until(self, is_enough: Callable[[], bool]) -> None:
        """Let the solver work until there is enough, or it has failed."""
        told = False
        self._pondering.update()
        while not (is_enough() or self._pondering.failure):
            if is_compiled_now(self._engine) and not told:
                told = True
                self._say(_("The solver is prepared for its first use: a minute or less."))
            time.sleep(_POLL_SECONDS)
            self._pondering.update()
