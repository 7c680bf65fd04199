"""What the teacher at a table objects to a pair that is about to be taken: `battle.coach.table`.

While it speaks the board stays in sight with the pair on it. The card stands where player 2 and the
moves are, or below the table in a tall window:

    what it costs, whether the result changes
    once asked why: the checked reasons, first those that do not name a better pair
    [A better pair] [Choose another] [Play it anyway] [Show why]

A tile that is clicked beside the card takes the pair back too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.screens.table import TableGame
from battle.screens.view import Act, Button
from battle.window.board_scene import BoardScene
from battle.window.pages import Flow
from battle.window.scene import Scene, Services
from battle.window.table_view import table_layout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import drop_shadow
from battle.window.ui.layout import FILL, across, down, grid, inset

_LEAST_WIDTH: Final = 240
_FIRST_ANSWERS: Final = 3
_MOST_ANSWERS: Final = 4
_SHADOW: Final = 18


class TeacherDialog(Scene):
    """Says what a pair would give away, and asks whether to play it; answers are acts."""

    overlay: ClassVar[bool] = True

    def __init__(
        self, app: Services, game: TableGame, table: BoardScene, act: Callable[[str], object]
    ) -> None:
        super().__init__(app, unasked=True)
        self.game, self._table, self._act = game, table, act
        self._wants_answer = False
        self._answers: tuple[Button, ...] = ()
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
        answers = self._answers = self.game.answers
        rows, columns = (1, _MOST_ANSWERS) if beside else (len(answers), 1)
        words, foot = down(inner, FILL, rows * (tall + gap) - gap, gap=gap)
        rects = grid(foot, columns, rows, gap)
        rects = [*rects[-_FIRST_ANSWERS:], *rects[:-_FIRST_ANSWERS]]
        self.flow.place(theme, words)
        self.add(self.flow, walked=False)
        self._shadow = drop_shadow(self.box.size, px(_SHADOW))
        for rect, answer in zip(rects, answers, strict=False):
            look_as, press = "primary" * answer.main, partial(self.answer, answer.do)
            button = self.add_button(rect, answer.words, press, icon=answer.icon, look_as=look_as)
            button.enabled = not answer.off
        self._fill()
        self.begin_at(self.order[0])

    def _place(self) -> pygame.Rect:
        """Return the place beside the table, or below it in a tall window."""
        layout = self._layout
        if layout.said.left < layout.board.outer.right:
            return layout.asked.union(layout.said)
        box = layout.players[1].union(layout.said)
        right, width = box.right, max(box.width, self.theme.px(_LEAST_WIDTH))
        return pygame.Rect(right - width, box.top, width, box.height)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show what has been proven meanwhile; go where there is nothing to object to any more."""
        super().update(seconds)
        self.game.beat()
        if self.game.objection is None:
            self._leave()
            return
        self._fill()
        self._table.showing.update(seconds * self.app.settings.animation_speed)
        self._table.board.named = self.flow.named
        if self._wants_answer and (answer := self.game.answer) is not None:
            self._wants_answer = False
            self._table.show_answer(answer)

    @property
    def ticking(self) -> bool:
        return super().ticking or self._table.showing.moving

    # --- answers --------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Leave the pair on the table."""
        self.answer(self._answers[0].do)

    def answer(self, act: Act) -> None:
        """Leave with an answer, unless it lets the teacher say more."""
        self._act(act.name)
        if self.game.objection is None:
            self._leave()
        elif act.name == "why":
            self._wants_answer = True
            self.resize(self.size)
        elif self.game.better is not None:
            self._wants_answer = False
            self._table.showing.drop()
            self.resize(self.size)
            self.flow.to_end()

    def _leave(self) -> None:
        self._table.showing.drop()
        self.app.pop()

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
                self.cancel()

    def _fill(self) -> None:
        self.flow.fill(self.game.objected)

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
