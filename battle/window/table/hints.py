"""The hints at a table: asked for step by step, told as soon as the engine has looked long enough.

    ask ──► waiting ──(the engine has looked long enough)──► a step, counted ──► version grows
    close ──► the steps that were taken are there again for nothing

`update` is called once a frame while they are open. Whoever shows them looks at `version`.
"""

from __future__ import annotations

from dataclasses import dataclass

from battle.analysis.ledger import move_cost
from battle.analysis.values import Values
from battle.coach.hints import PRICE, Foresight, Ladder, Step
from battle.coach.pondering import Pondering
from battle.coach.reasons import Reason, ReasonSearch
from battle.game.session import Session
from battle.rules.position import Move, Position


@dataclass(frozen=True)
class ToldHints:
    """What hints tell at one moment.

    `worse` is the pair that the reason speaks of. `is_foreseeing` while more of the line is
    looked for, `is_looking` for more reasons, `is_waiting` for the next step.
    """

    ladder: Ladder
    values: Values
    worse: Move | None = None
    reasons: tuple[Reason, ...] = ()
    is_foreseeing: bool = False
    is_looking: bool = False
    is_waiting: bool = False


class TableHints:
    """The hints in one session; `ladder` is the one that is open, `version` grows with each step.

    `is_waiting` while the next step was asked for and is not known yet.
    """

    def __init__(self, session: Session, pondering: Pondering) -> None:
        self._session = session
        self._pondering = pondering
        self._values = pondering.values
        self._known: dict[Position, Ladder] = {}
        self._foresight: Foresight | None = None
        self._why: ReasonSearch | None = None
        self._worse: Move | None = None
        self.ladder: Ladder | None = None
        self.is_waiting = False
        self.version = 0

    # --- what is told ---------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether hints are shown, and the position is to be looked at for them."""
        return self.ladder is not None

    @property
    def is_outdated(self) -> bool:
        """Whether hints are open that belong to another position, or to a game that is over."""
        if self.ladder is None:
            return False
        return self._session.ending is not None or self.ladder.position != self._session.position

    @property
    def told(self) -> ToldHints | None:
        """What is told now, None while no hints are open."""
        if self.ladder is None:
            return None
        return ToldHints(
            ladder=self.ladder,
            values=self._values,
            worse=self._worse,
            reasons=() if self._why is None else self._why.reasons,
            is_foreseeing=self._foresight is not None and not self._foresight.is_done,
            is_looking=self._why is not None and not self._why.is_done,
            is_waiting=self.is_waiting,
        )

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that are to be lit: until the pair itself is shown."""
        ladder = self.ladder
        if ladder is None or Step.COLUMNS not in ladder.steps or Step.PAIR in ladder.steps:
            return ()
        return ladder.columns

    @property
    def pair(self) -> Move | None:
        """The pair that is to be shown, None before its step."""
        ladder = self.ladder
        return ladder.move if ladder is not None and Step.PAIR in ladder.steps else None

    @property
    def subject(self) -> Move | None:
        """The pair that the hints at the position on the table are about, None without hints."""
        ladder = self._known.get(self._session.position)
        return None if ladder is None else ladder.move

    @property
    def used(self) -> int:
        """How many hints the player to move has used in this game."""
        return self._session.hints[self._session.to_move - 1]

    def price_of(self, step: Step) -> int:
        """Return how many hints it costs to get to a step at the position on the table."""
        ladder = self._known.get(self._session.position)
        taken = () if ladder is None else ladder.steps
        return 0 if step in taken else (list(Step).index(step) + 1 - len(taken)) * PRICE

    # --- asking ---------------------------------------------------------------------------------

    def ask(self) -> bool:
        """Ask for the next step; return whether there is one.

        What was told at this position before is told again first.
        """
        was_open, ladder = self.is_open, self._open()
        if not was_open and ladder.steps:
            self._look_further(ladder)
            self.version += 1
            return True
        if ladder.next is None:
            return False
        self.is_waiting = True
        if self._pondering.failure:
            self._pondering.retry()
        self.update()
        return True

    def climb_to(self, step: Step) -> bool:
        """Take all steps up to one that are not taken yet; return whether that could be done."""
        ladder = self._open()
        while step not in ladder.steps:
            if not self._climb(ladder):
                return False
        self._look_further(ladder)
        self.version += 1
        return True

    def give_up(self) -> None:
        """Ask for nothing more; what is told stays."""
        self.is_waiting = False
        for look in (self._foresight, self._why):
            if look is not None:
                look.close()
        self._foresight = self._why = None

    def close(self) -> None:
        """Show no hints any more."""
        self.give_up()
        self.ladder = None

    # --- once a frame ---------------------------------------------------------------------------

    def update(self) -> None:
        """Take the step that was asked for as soon as it can be told, and mend what was told."""
        ladder = self.ladder
        if ladder is None:
            return
        if self.is_waiting and self._is_ready(ladder):
            self.is_waiting = False
            self._climb(ladder)
            self.version += 1
        elif ladder.correct():
            self._note(ladder)
            self._look_further(ladder)
            self.version += 1
        elif Step.REASON in ladder.steps and self._has_better_reason(ladder):
            self._look_further(ladder)

    def take_failure(self) -> str:
        """Return why the step that was asked for cannot come, and wait no more; else empty."""
        if not self.is_waiting or not self._pondering.failure:
            return ""
        self.is_waiting = False
        return self._pondering.failure

    def _is_ready(self, ladder: Ladder) -> bool:
        """Whether the engine has looked long enough for the next step."""
        seconds = self._session.setup.think_seconds if not ladder.steps else 0.0
        return self._pondering.has_looked(ladder.position, seconds)

    def _open(self) -> Ladder:
        """Open the ladder of the position on the table."""
        position = self._session.position
        if self.ladder is None or self.ladder.position != position:
            self.ladder = self._known.setdefault(position, Ladder(position, self._values))
        return self.ladder

    def _climb(self, ladder: Ladder) -> bool:
        """Take a step and count it."""
        if not ladder.climb():
            return False
        for _hint in range(PRICE):
            self._session.count_hint()
        self._note(ladder)
        self._look_further(ladder)
        return True

    def _note(self, ladder: Ladder) -> None:
        """Let the game know which pair the hints are about."""
        if ladder.move is not None and ladder.position == self._session.position:
            self._session.note_hint(ladder.move)

    def _look_further(self, ladder: Ladder) -> None:
        """Have line and reason looked for once their steps are taken."""
        self.give_up()
        analyst = self._pondering.analyst
        if Step.LINE in ladder.steps:
            self._foresight = Foresight(analyst, ladder)
        self._worse = ladder.tempting if Step.REASON in ladder.steps else None
        if self._worse is not None:
            self._why = ReasonSearch(analyst, self._values, ladder.position, self._worse)

    def _has_better_reason(self, ladder: Ladder) -> bool:
        """Whether another pair than the one spoken of is now known to lose, or known for sure."""
        if ladder.tempting in (None, self._worse):
            return False
        spoken, other = (
            None if move is None else move_cost(self._values, ladder.position, move)
            for move in (self._worse, ladder.tempting)
        )
        if spoken is None or not spoken.told.points:
            return True
        return other is not None and other.exact and not spoken.exact
