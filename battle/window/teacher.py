"""What the teacher at a table objects to a pair that is about to be taken: `battle.coach.table`.

While it speaks the board stays in sight with the pair on it. The card stands where player 2 and the
moves are, or below the table in a tall window:

    what it costs, whether the result changes
    after Why?: the checked reasons, first those that do not name a better pair
    [A better pair] [Choose another] [Play it anyway] [Why?]

A tile that is clicked beside the card takes the pair back too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.costs import MoveCost, move_cost
from battle.coach.answer import Shown, answered
from battle.coach.hints import Step
from battle.coach.reasons import ReasonSearch, teacher_page
from battle.coach.table import TableHelp
from battle.language import _
from battle.rules.position import Move
from battle.window.board_scene import BoardScene
from battle.window.pages import Flow
from battle.window.scene import Scene, Services
from battle.window.table_view import table_layout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import drop_shadow
from battle.window.ui.layout import FILL, across, down, grid, inset
from battle.words import spoken_to

_LEAST_WIDTH: Final = 240
_FIRST_ANSWERS: Final = 3
_MOST_ANSWERS: Final = 4
_SHADOW: Final = 18


class TeacherDialog(Scene):
    """Says what a pair would give away, and asks whether to play it.

    The answer calls `on_play` or `on_take_back`. `on_better` shows a better pair on the table and
    returns it, None if none is known.
    """

    overlay: ClassVar[bool] = True

    def __init__(
        self,
        app: Services,
        cost: MoveCost,
        help: TableHelp,
        *,
        table: BoardScene,
        on_play: Callable[[], None],
        on_take_back: Callable[[], None],
        on_better: Callable[[], Move | None],
    ) -> None:
        super().__init__(app, unasked=True)
        self._table = table
        self._wants_answer = False
        self.cost = cost
        self._help = help
        self._position = help.session.position
        self._on_play, self._on_take_back, self._on_better = on_play, on_take_back, on_better
        self.why: ReasonSearch | None = None
        self.better: Move | None = None
        self.flow = Flow()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Put the words above and the answers below."""
        theme, px = self.theme, self.theme.px
        self._layout = table_layout(self.size, theme.scale)
        self.box = self._place()
        inner, gap = inset(self.box, px(16)), px(8)
        beside = inner.width > 2 * inner.height
        tall = min(px(44), inner.height // (2 if beside else 7))
        answers = self._answers()
        rows, columns = (1, _MOST_ANSWERS) if beside else (len(answers), 1)
        words, foot = down(inner, FILL, rows * (tall + gap) - gap, gap=gap)
        rects = grid(foot, columns, rows, gap)
        rects = [*rects[-_FIRST_ANSWERS:], *rects[:-_FIRST_ANSWERS]]
        self.flow.place(theme, words)
        self.add(self.flow, walked=False)
        self._shadow = drop_shadow(self.box.size, px(_SHADOW))
        for rect, (answer, action, icon, look_as) in zip(rects, answers, strict=False):
            button = self.add_button(rect, answer, action, icon=icon, look_as=look_as)
            button.enabled = self.why is None or action != self.show_why
        self._fill()
        self.begin_at(self.order[0])

    def _place(self) -> pygame.Rect:
        """Return the place beside the table, or below it in a tall window."""
        layout = self._layout
        if layout.moves.left < layout.board.outer.right:
            return layout.pairs.union(layout.moves)
        box = layout.players[1].union(layout.moves)
        right, width = box.right, max(box.width, self.theme.px(_LEAST_WIDTH))
        return pygame.Rect(right - width, box.top, width, box.height)

    def _answers(self) -> list[tuple[str, Callable[[], object], str, str]]:
        """Return the possible answers; each new one stands before the others, which stay."""
        answers: list[tuple[str, Callable[[], object], str, str]] = [
            (_("Choose another"), self.take_back, "undo", "primary"),
            (_("Play it anyway"), partial(self._leave, self._on_play), "play", ""),
            (_("Why?"), self.show_why, "help", ""),
        ]
        if self.why is not None and self.better is None:
            answers.append((_("A better pair"), self.show_better, "hint", ""))
        return answers

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show what has been proven meanwhile."""
        super().update(seconds)
        self._help.look_on()
        cost = move_cost(self._help.values, self._position, self.cost.move)
        if cost is not None and cost.exact and not self.cost.exact:
            self.cost = cost
            if self.why is not None:
                self._ask_why()
        self._fill()
        self._table.showing.update(seconds * self.app.settings.animation_speed)
        self._table.board.named = self.flow.named
        if self._wants_answer and (answer := self._answer) is not None:
            self._wants_answer = False
            self._table.show_answer(answer)

    @property
    def _answer(self) -> Shown | None:
        """The answer to the pair as far as it is known; none that gives a better pair away."""
        names, discreetly = spoken_to(self._help.session.names), self.better is None
        return answered(self.cost, self._help.values, names, discreetly=discreetly)

    @property
    def ticking(self) -> bool:
        return super().ticking or self._table.showing.moving

    # --- answers --------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Leave the pair on the table."""
        self._leave(self._on_take_back)

    cancel = take_back

    def show_why(self) -> None:
        """Play the answer, show the known reasons, and search for more."""
        self._ask_why()
        self._wants_answer = True
        self.resize(self.size)

    def show_better(self) -> None:
        """Show a better pair, which costs hints, and with it all the reasons."""
        better = self._on_better()
        if better is not None:
            self.better, self._wants_answer = better, False
            self._table.showing.drop()
            self.resize(self.size)
            self.flow.to_end()

    def _ask_why(self) -> None:
        if self.why is not None:
            self.why.close()
        help = self._help
        self.why = ReasonSearch(help.pondering, help.values, self._position, self.cost.move)

    def _leave(self, answer: Callable[[], None]) -> None:
        if self.why is not None:
            self.why.close()
        self._table.showing.drop()
        self.app.pop()
        answer()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Scroll the words; show the keys for F1 and `?`, as everywhere."""
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.flow.turn(1 if event.key == pygame.K_PAGEDOWN else -1)
            return True
        return self.handle_common_key(event)

    def on_event(self, event: pygame.event.Event) -> None:
        """Take the pair back with a click on the table."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button != pygame.BUTTON_MIDDLE:
            point, board = self.app.point(event.pos), self._layout.board.outer
            if board.collidepoint(point) and not self.box.collidepoint(point):
                self.take_back()

    # --- words ----------------------------------------------------------------------------------

    def _fill(self) -> None:
        help = self._help
        self.flow.fill(
            teacher_page(
                self.cost,
                help.values,
                help.session.names,
                why=self.why,
                better=self.better,
                price=help.hints.price_of(Step.PAIR),
            )
        )

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies around the table, and paint the card."""
        px, board = self.theme.px, self._layout.board.outer
        above, level, below = down(surface.get_rect(), board.top, board.height, FILL)
        left, _board, right = across(level, board.left, board.width, FILL)
        for rect in (above, below, left, right):
            surface.set_clip(rect)
            draw.shade(surface, look.SCRIM)
        surface.set_clip(None)
        surface.blit(self._shadow, self.box.move(-px(_SHADOW), -px(_SHADOW) + px(4)))
        draw.box(surface, self.box, look.PANEL, radius=px(16), border=look.GOLD, width=px(2))
