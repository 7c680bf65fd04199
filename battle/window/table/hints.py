"""The hints at a playing screen: asked for step by step, shown in a panel and on the board.

    H ──► wanted ──(the solver has looked long enough)──► a step, counted ──► panel, board
    Esc, a click beside ──► closed; the steps that were taken are there again for nothing

While it is open the panel stands where the moves are listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from battle.analysis.ledger import move_cost
from battle.coach.hints import PRICE, Foresight, Ladder, Step
from battle.coach.reasons import ReasonSearch
from battle.language import _
from battle.rules.move import Move
from battle.rules.position import Position
from battle.window.table.hints_page import HintPage
from battle.window.ui.blocks import Command
from battle.window.ui.flow import Flow
from battle.window.ui.listing import list_rows
from battle.window.ui.theme import Theme

if TYPE_CHECKING:
    from battle.window.table.help import TableHelp
    from battle.window.table.scene import TableScene


_NOTCH: Final = 34


class HintLadder:
    """The hints at one playing screen; `ladder` is the one that is open.

    `closer` is where the panel is closed by the mouse, which is `on_closer` or not.
    """

    def __init__(self, scene: TableScene, help: TableHelp) -> None:
        self._scene = scene
        self._help = help
        self._known: dict[Position, Ladder] = {}
        self._foresight: Foresight | None = None
        self._why: ReasonSearch | None = None
        self._worse: Move | None = None
        self._wants = False
        self.ladder: Ladder | None = None
        self.flow = Flow()
        self.closer = pygame.Rect(0, 0, 0, 0)
        self.on_closer = False

    # --- what is wanted -------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the panel is shown."""
        return self.ladder is not None

    @property
    def is_waiting(self) -> bool:
        """Whether the next step was asked for and is not known yet."""
        return self._wants

    @property
    def is_wanted(self) -> bool:
        """Whether the position is to be looked at for hints: as long as they are shown."""
        return self.is_open

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that are to be lit: until the pair itself is shown."""
        ladder = self.ladder
        if ladder is None or Step.COLUMNS not in ladder.steps or Step.PAIR in ladder.steps:
            return ()
        return ladder.columns

    def ask(self) -> None:
        """Ask for the next step; what was told at this position before is shown again first."""
        scene = self._scene
        if not scene.my_turn:
            scene.refuse_for_now(None)
        elif self.ladder is None and self._open().steps:
            self._look_further(self._open())
            self._show()
        elif self._open().next is None:
            scene.notice(_("There is no further hint."))
        else:
            self._wants = True
            self._retry()
            self.update()

    def climb_to(self, step: Step) -> bool:
        """Take all steps up to one that are not taken yet; return whether that could be done."""
        ladder = self._open()
        while step not in ladder.steps:
            if not self._climb(ladder):
                return False
        self._look_further(ladder)
        self._show()
        return True

    @property
    def told(self) -> Move | None:
        """The pair that the hints at the position on the table are about, None without hints."""
        ladder = self._known.get(self._scene.session.position)
        return None if ladder is None else ladder.move

    def price_of(self, step: Step) -> int:
        """Return how many hints it costs to get to a step at the position on the table."""
        ladder = self._known.get(self._scene.session.position)
        taken = () if ladder is None else ladder.steps
        return 0 if step in taken else (list(Step).index(step) + 1 - len(taken)) * PRICE

    def give_up(self) -> None:
        """Ask for nothing more; what is shown stays."""
        self._wants = False
        for look in (self._foresight, self._why):
            if look is not None:
                look.close()
        self._foresight = self._why = None

    def close(self) -> None:
        """Show the moves again in place of the hints."""
        self.give_up()
        if self.ladder is not None:
            self.ladder = None
            self._scene.board.hint = None

    def follow(self) -> None:
        """Close the hints of another position than the one on the table."""
        if self.ladder is not None and self.ladder.position != self._scene.session.position:
            self.close()

    # --- once a frame ---------------------------------------------------------------------------

    def update(self) -> None:
        """Take the step that is wanted as soon as it can be told, and keep the panel up to date."""
        ladder = self.ladder
        if ladder is None:
            return
        if self._wants and self._help.watch.failure:
            self._wants = False
            watch = self._help.watch
            self._scene.wishes.solver_failed(watch.failure, watch.retry)
        elif self._wants and self._is_ready(ladder):
            self._wants = False
            self._climb(ladder)
            self._show()
        elif ladder.correct():
            self._look_further(ladder)
            self._show()
        elif Step.REASON in ladder.steps and self._has_better_reason(ladder):
            self._look_further(ladder)
        self.fill()

    def _is_ready(self, ladder: Ladder) -> bool:
        """Whether the solver has looked long enough for the next step."""
        seconds = self._scene.session.setup.think_seconds if not ladder.steps else 0.0
        return self._help.watch.has_looked(ladder.position, seconds)

    def _open(self) -> Ladder:
        """Open the ladder of the position on the table."""
        position = self._scene.session.position
        if self.ladder is None or self.ladder.position != position:
            values = self._help.values
            self.ladder = self._known.setdefault(position, Ladder(position, values))
        return self.ladder

    def _climb(self, ladder: Ladder) -> bool:
        """Take a step and count it."""
        if not ladder.climb():
            return False
        for _hint in range(PRICE):
            self._scene.session.count_hint()
        self._look_further(ladder)
        return True

    def _look_further(self, ladder: Ladder) -> None:
        """Have line and reason looked for once their steps are taken."""
        self.give_up()
        if Step.LINE in ladder.steps:
            self._foresight = Foresight(self._help.watch.analyst, ladder)
        self._worse = ladder.tempting if Step.REASON in ladder.steps else None
        if self._worse is not None:
            analyst, values = self._help.watch.analyst, self._help.values
            self._why = ReasonSearch(analyst, values, ladder.position, self._worse)

    def _has_better_reason(self, ladder: Ladder) -> bool:
        """Whether another pair than the one spoken of is now known to lose, or known for sure."""
        if ladder.tempting in (None, self._worse):
            return False
        spoken, other = (
            None if move is None else move_cost(self._help.values, ladder.position, move)
            for move in (self._worse, ladder.tempting)
        )
        if spoken is None or not spoken.points:
            return True
        return other is not None and other.exact and not spoken.exact

    def _show(self) -> None:
        """Bring board and panel up to the steps that were taken."""
        ladder, board = self.ladder, self._scene.board
        if ladder is None:
            return
        board.selected = None
        board.hint = ladder.move if Step.PAIR in ladder.steps else None
        self._scene.quiet()
        self.fill()
        self.flow.to_end()

    def _retry(self) -> None:
        """Try again with a solver that was given up."""
        if self._help.watch.failure:
            self._help.watch.retry()

    # --- the panel ------------------------------------------------------------------------------

    @property
    def used(self) -> int:
        """How many hints the player to move has used in this game."""
        session = self._scene.session
        return session.hints[session.to_move - 1]

    def place(self, theme: Theme, panel: pygame.Rect) -> None:
        """Lay the panel out."""
        words = list_rows(theme, panel)
        self.flow.place(theme, words)
        side = words.top - panel.top
        self.closer = pygame.Rect(panel.right - side, panel.top, side, side)

    def fill(self) -> None:
        """Bring the panel up to what is known; who has read to its end sees what is new."""
        ladder = self.ladder
        if ladder is None:
            return
        page = HintPage(
            ladder=ladder,
            names=self._help.names,
            worse=self._worse,
            values=self._help.values,
            reasons=() if self._why is None else self._why.reasons,
            is_foreseeing=self._foresight is not None and not self._foresight.is_done,
            is_looking=self._why is not None and not self._why.is_done,
            is_waiting=self._wants,
        )
        was_at_end = self.flow.is_at_end
        self.flow.fill(tuple(page.blocks()))
        if was_at_end:
            self.flow.to_end()

    def click(self, point: tuple[int, int]) -> bool:
        """Do what a click on the panel means; return whether it was on the panel."""
        if not self.is_open or not self._scene.view.layout.moves.collidepoint(point):
            return False
        if self.closer.collidepoint(point):
            self.close()
        elif self.flow.target_at(point) == Command("hint"):
            self.ask()
        return True

    def turn(self, by: int) -> None:
        """Move the page by most of its height, down or up."""
        if self.is_open:
            self.flow.scroll(by * (self.flow.rect.height * 2 // 3))

    def scroll(self, point: tuple[int, int], rows: int) -> bool:
        """Move the page if the mouse is on it; return whether it is."""
        if not self.is_open or not self._scene.view.layout.moves.collidepoint(point):
            return False
        self.flow.scroll(rows * self._scene.theme.px(_NOTCH))
        return True

    def hover(self, point: tuple[int, int]) -> None:
        """Let the mouse be at a point."""
        if self.is_open:
            self.flow.hover(point)
            self.on_closer = self.closer.collidepoint(point)
