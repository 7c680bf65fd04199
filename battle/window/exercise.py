"""An exercise on the table, in the trainer, in a lesson or in the first game.

    events ──► choose ──► answer ──► right: the pair is gone    wrong: it comes back after a while
    pages  ──► follow

The task and the verdict stand on pages around the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.page.blocks import Offer, Page, ToAction
from battle.profile.settings import Settings
from battle.rules.position import Cell, Kind, Move, Position
from battle.training.sitting import EMPTY, Attempt, Stage
from battle.training.trainer_page import pairs_to_take
from battle.window.board import Board
from battle.window.board_scene import BoardScene, Tool
from battle.window.pages import Flow
from battle.window.scene import Services
from battle.window.table_view import AnalysisView, players_panel
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import status_line
from battle.window.ui.keys import action_of
from battle.window.ui.layout import FILL, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Point
from battle.window.ui.window import Size

REPLY_SECONDS: Final = 0.8
"""How long after a pair was taken the defence replies: people want to see what they did."""


class ExerciseView(AnalysisView):
    """Lays an exercise out for a window of `size`, and paints it: the table, pages around it."""

    def __init__(
        self,
        size: Size,
        theme: Theme,
        settings: Settings,
        pages: Sequence[Flow],
        close_up: Position,
    ) -> None:
        painted = "verdict", "players", "status"
        super().__init__(size, theme, settings, painted, close_up=close_up)
        places, layout = ["sheet", "tree", "graph", "engine"], self.layout
        if layout.engine.height > layout.sheet.height:
            places[0], places[3] = "engine", "sheet"
        self.flows = dict(zip(places, pages, strict=True))
        for name in self.flows:
            self._place(name, getattr(layout, name))
        self._sides = [
            (upper, lower, getattr(layout, upper), getattr(layout, lower).bottom)
            for upper, lower in (("engine", "sheet"), ("graph", "tree"))
            if layout.engine.bottom < layout.sheet.top < layout.board.outer.bottom
        ]
        self.fit()

    def _place(self, name: str, panel: pygame.Rect) -> None:
        self.flows[name].place(self.theme, inset(panel, self.theme.px(10)), panel)

    def fit(self) -> None:
        """Let the upper panel at each side be as low as its page, in favour of the one below."""
        for name, below, most, bottom in self._sides:
            flow, pad = self.flows[name], self.theme.px(10)
            tall = min(most.height, flow.height + 2 * pad) if flow.blocks else most.height
            if tall + pad != self.flows[below].rect.top - pad - most.top:
                whole = pygame.Rect(most.topleft, (most.width, bottom - most.top))
                for panel, rect in zip(
                    (name, below), down(whole, tall, FILL, gap=pad), strict=True
                ):
                    self._place(panel, rect)

    def paint(
        self,
        surface: pygame.Surface,
        headline: str,
        position: Position,
        names: tuple[str, str],
        status: tuple[str, str, str],
        *,
        is_done: bool = False,
    ) -> None:
        """Paint everything around the table; `status` are the words and kind of the status line.

        Nobody is to move once it `is_done`.
        """
        layout, theme = self.layout, self.theme
        self.layers["verdict"].draw(surface, headline, lambda s: self._paint_headline(s, headline))
        self.layers["players"].draw(
            surface,
            (position, names, is_done),
            lambda s: players_panel(s, theme, layout.players, position, names, marks=not is_done),
        )
        self.layers["status"].draw(
            surface, status, lambda s: status_line(s, theme, layout.status, *status)
        )

    def _paint_headline(self, surface: pygame.Surface, words: str) -> None:
        rect = self.layout.verdict
        draw.line(surface, self.theme, Role.HEADING, words, look.INK, rect, "centre")


class ExerciseScene(BoardScene):
    """The table with four pages around it, on which something is asked: what exercises share.

    choose ──► take ──► right: the reply    wrong: what it leads to is shown, and it comes back
    """

    help_page: ClassVar[str]
    wrong_seconds: ClassVar[float]
    """How long a wrong pair, with the reply to it, is away before it comes back."""
    sometimes: ClassVar[Sequence[str]]
    """The buttons above the table that are of use while the task offers what they do."""
    view: ExerciseView

    def __init__(self, app: Services) -> None:
        super().__init__(app, Board(EMPTY))
        self.flows = [Flow(self.shortcuts, self.follow) for _flow in range(4)]
        self.task, self.listed = self.flows[:2]
        self._acted_at = 0.0

    @property
    def attempt(self) -> Attempt:
        """What is being played."""
        raise NotImplementedError

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        settings, flows, close_up = self.app.settings, self.flows, self.close_up
        self.view = ExerciseView(self.size, self.theme, settings, flows, close_up)
        for flow in self.flows:
            self.add(flow, walked=False)
        self.add_tools(
            *self.tools_beside(), lambda name: self.cancel if name == "escape" else self.keys[name]
        )
        self.fill()

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        raise NotImplementedError

    @property
    def close_up(self) -> Position:
        """The position whose tiles are shown as large as they fit."""
        raise NotImplementedError

    def fill(self) -> None:
        """Bring the pages up to date."""
        raise NotImplementedError

    def show_pages(self, task: Page, *others: Page, index: int | None = None) -> None:
        """Show the pages, and let buttons be pressed accordingly; mark the place in the list.

        The text below the task's buttons scrolls into view.
        """
        for flow, page in zip(self.flows[1:], others, strict=True):
            flow.fill(page)
        last = self.task.blocks[-1:]
        self.task.fill(task)
        self.view.fit()
        if self.task.blocks[-1:] != last:
            (self.task.to_top if isinstance(task[-1], Offer) else self.task.to_end)()
        offered = {block.action for block in task if isinstance(block, Offer)}
        for action in self.sometimes:
            self.tools[action].enabled = action in offered
        if index is not None and self.listed.chosen != (here := self.listed.where(index)):
            self.listed.choose(here)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, reply once the last pair has been seen, and bring a wrong one back."""
        super().update(seconds)
        attempt, waited = self.attempt, self.seconds - self._acted_at
        if attempt.awaits_reply:
            before, is_due = attempt.position, waited >= REPLY_SECONDS and not self.motion.moving
            move = attempt.reply() if is_due else None
            if move is not None:
                self.show_taken(before, move)
                self.app.sound.play("turn")
                self.acted()
        elif attempt.stage is Stage.WRONG and waited >= self.wrong_seconds:
            self.bring_back()

    def acted(self) -> None:
        """Scroll to what was done, before anything else happens."""
        self._acted_at = self.seconds
        if self.attempt.stage is Stage.WRONG and not self.attempt.is_replied_to:
            self.app.sound.play("refuse")

    def bring_back(self) -> None:
        """Put back a pair that was wrong or could not be judged, and the reply to it."""
        back = self.attempt.take_back()
        self.board.show(self.attempt.position)
        self.fly(*back, landing=True)

    @property
    def ticking(self) -> bool:
        """Whether the scene waits for something, or a hint pulses."""
        waits = self.attempt.stage not in (Stage.ASKING, Stage.OVER)
        return super().ticking or waits or self.board.hint is not None

    @property
    def in_play(self) -> bool:
        """Whether something is being worked on."""
        return True

    # --- choosing -------------------------------------------------------------------------------

    def may_choose(self) -> bool:
        """Whether a pair may be chosen now; a wrong one that is still away comes back first."""
        if self.attempt.stage is Stage.WRONG:
            self.bring_back()
        return self.attempt.stage is Stage.ASKING

    def take(self, move: Move) -> None:
        """Take a pair: it flies off, and is judged."""
        before = self.attempt.position
        self.attempt.play(move)
        self.show_taken(before, move)
        self.acted()

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or answer with the pair."""
        if self.may_choose():
            self.answered(self.board.choose(cell))

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        if self.may_choose():
            super().choose_kind(kind)

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "leave": self.cancel,
            "escape": self._escape,
            "help": partial(self.app.go, "help", self.help_page),
        }

    def follow(self, target: object) -> None:
        """Follow a block of a page: an action, or an entry of the list."""
        if isinstance(target, ToAction):
            self.keys[target.action]()
        elif isinstance(target, int):
            self.go_to(target)

    def go_to(self, index: int) -> None:
        """Go to an entry of the list, from 0, where its entries lead anywhere."""

    def show_taken(self, before: Position, move: Move) -> None:
        """Show a position without a pair that was taken, which flies off."""
        self.board.show(before.play(move), (move, before.to_move))
        self.fly((before, move), landing=False)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; Tab walks through the buttons."""
        if self.types_tile(event):
            return True
        action = action_of(event, self.shortcuts)
        walking = self.focused is not None and action in ("choose", "left", "right", "up", "down")
        if action is None or walking:
            return False
        self.keys[action]()
        return True

    def _escape(self) -> None:
        """Undo the last selection, or leave."""
        if self.focused is not None:
            self.focus(None)
        elif not self.let_go():
            self.cancel()

    def right_click_at(self, point: Point) -> None:
        self.board.selected = None

    def status(self) -> tuple[str, str]:
        """Return the words of the status line and their kind."""
        board = self.board
        if self.said is not None:
            return self.said
        if board.hovered is not None and board.looked_at is None:
            kind = board.position.kind_at(board.hovered)
            if kind is not None:
                return board.refusal(board.hovered, kind), "info"
        is_asked = self.attempt.stage is Stage.ASKING
        return pairs_to_take(board.position) if is_asked else "", "info"
