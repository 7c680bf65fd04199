"""A table on which something is asked: pages around it, a wrong pair that comes back, lines shown.

    events ──► choose ──► answer ──► right: the pair is gone    wrong: it comes back after a while
    pages ───► follow                a line covers the position for as long as it is pointed at
    keys ────► hint, show_solution ──► given as soon as they are known

A lesson and the trainer share it. What an answer means, and what the pages say, is the scene's own;
what is in hand there is `Helping`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

import pygame

from battle.analysis.ledger import USUAL, Thresholds
from battle.coach.hints import Step
from battle.coach.reason_words import Line
from battle.page.blocks import Block, Command, Offer
from battle.rules.position import Cell, Kind, Move, Position
from battle.training.exercise import STEPS, Hint, Stage
from battle.training.trainer_page import pairs_to_take
from battle.window.board.board import Board
from battle.window.board.line_replay import LinePreview
from battle.window.board.view import light_column
from battle.window.pages.flow import Flow
from battle.window.scenes.board_scene import BoardScene, Tool
from battle.window.scenes.scene import Services
from battle.window.training.exercise_view import ExerciseFlows, ExerciseView, player_rows
from battle.window.ui.keys import KeyTable, action_of
from battle.window.ui.widgets import Point

_BACK_SECONDS: Final = 0.9
"""How long a wrong pair is away before it comes back."""
_NOTCH: Final = 48


class Helping(Protocol):
    """What is in hand, as far as help with it goes: a lesson, or the practice of an exercise."""

    @property
    def stage(self) -> Stage:
        """Where the exercise stands."""

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints that were given."""

    @property
    def takes_help(self) -> bool:
        """Whether a hint or the solution can be asked for."""

    def hint(self) -> Hint | None:
        """Give one more hint; None if there is none, or not yet."""

    def show_solution(self) -> tuple[Move, ...]:
        """Return the best moves, and note that they were shown; none while they are not known."""


@dataclass(frozen=True)
class Away:
    """A pair that is away from the table: what it was taken from, and when it comes back.

    `back_at` is in the scene's seconds, None as long as it is not known to be wrong.
    """

    before: Position
    move: Move
    back_at: float | None = None


class ExerciseScene(BoardScene):
    """A table with pages around it."""

    shortcuts: ClassVar[KeyTable]
    view: ExerciseView

    def __init__(self, app: Services, board: Board, thresholds: Thresholds = USUAL) -> None:
        super().__init__(app, board)
        self.thresholds = thresholds
        self.pages = ExerciseFlows(*(Flow(self.shortcuts) for _flow in range(4)))
        self.preview = LinePreview(self.motion, self.fly)
        self.away: Away | None = None
        self.by_itself: Line | None = None
        self.wants = ""
        self.keys = self.key_table()

    # --- the scene's own ------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, str]:
        """What players 1 and 2 are called."""
        raise NotImplementedError

    @property
    def in_hand(self) -> Helping | None:
        """What hints are asked of, None if nothing is in hand."""
        return None

    def said_around(self) -> Sequence[Iterable[Block]]:
        """Return the pages around the table: the task, a list, counts, and what all this is."""
        raise NotImplementedError

    def usable(self) -> Mapping[str, bool]:
        """Return of buttons above the table that are not always of use whether they are now."""
        return {}

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        raise NotImplementedError

    def headline(self) -> str:
        """Return what stands above the table."""
        raise NotImplementedError

    def aside(self) -> str:
        """Return what stands at the right of the status line."""
        return ""

    def answer(self, move: Move) -> None:
        """Take a pair as the answer."""
        raise NotImplementedError

    def note_solution(self, best: Move) -> Line | None:
        """Note that `best` is shown as the solution; return the line to be played, if any."""
        return None

    def follow(self, target: object) -> None:
        """Do what a block of a page is for."""
        if isinstance(target, Command):
            self.keys[target.action]()

    def refusal(self) -> str | None:
        """Return why no pair may be chosen now, None if one may; empty if nothing is said of it."""
        return None

    def press_enter(self) -> None:
        """Choose the tile under the keyboard's cursor; without one begin with the first."""
        if self.board.cursor is not None:
            self.choose(self.board.cursor)
        else:
            self.board.next_choice()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        settings = self.app.settings
        self.view = ExerciseView(self.size, self.theme, settings, self.thresholds, self.pages)
        left, right = self.tools_beside()
        self.add_tools(
            left, right, lambda name: self.cancel if name == "escape" else self.keys[name]
        )
        self.fill()

    def fill(self) -> None:
        """Bring the pages up to what they are about, and let buttons be pressed accordingly."""
        task, *others = self.said_around()
        self._fill_task(tuple(task))
        for flow, page in zip(
            (self.pages.listed, self.pages.counts, self.pages.about), others, strict=True
        ):
            flow.fill(tuple(page))
        for action, is_usable in self.usable().items():
            self.tools[action].enabled = is_usable

    def _fill_task(self, blocks: tuple[Block, ...]) -> None:
        """Show the task; what is said below its buttons comes into sight."""
        flow = self.pages.task
        last = flow.blocks[-1:]
        flow.fill(blocks)
        if blocks[-1:] != last:
            (flow.to_top if isinstance(blocks[-1], Offer) else flow.to_end)()

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let tiles move, and bring a wrong pair back."""
        super().update(seconds)
        self.seconds += seconds
        self.motion.update(seconds * self.app.settings.animation_speed)
        self.hear()
        back_at = None if self.away is None else self.away.back_at
        if back_at is not None and self.seconds >= back_at:
            self.bring_back()

    @property
    def in_play(self) -> bool:
        """Whether a problem is being worked on."""
        return True

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        replay = self.preview.replay
        replaying = replay is not None and not replay.is_at_end
        waiting = bool(self.wants) or (self.away is not None and self.away.back_at is not None)
        return self.motion.moving or replaying or waiting or self.board.hint is not None

    # --- pairs that come and go -----------------------------------------------------------------

    def send_away(self, before: Position, move: Move) -> None:
        """Let a pair fly off, to be judged."""
        self.board.selected = self.board.hint = None
        self.away = Away(before, move)
        self.board.show(before.play(move), (move, before.to_move))
        self.fly(before, move, landing=False)

    def let_back(self) -> None:
        """Let the pair that is away come back in a while: it is wrong."""
        if self.away is not None and self.away.back_at is None:
            self.away = Away(self.away.before, self.away.move, self.seconds + _BACK_SECONDS)
            self.app.sound.play("refuse")

    def bring_back(self) -> None:
        """Bring back the pair that is away."""
        away, self.away = self.away, None
        if away is not None:
            self.board.show(away.before)
            self.fly(away.before, away.move, landing=True)

    def put(self, position: Position) -> None:
        """Put a position on the table, with nothing left over from the one before."""
        self.away, self.by_itself, self.wants = None, None, ""
        self.preview.drop()
        self.motion.finish()
        self.board.show(position)

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def shown_board(self) -> Board:
        """The board to paint: the scene's, or the replayed line's."""
        return self.preview.board(self.board)

    @property
    def line(self) -> Line | None:
        """The line to be shown: pointed at, or by itself."""
        target = self.pages.task.pointed_at
        return target if isinstance(target, tuple) else self.by_itself

    # --- help -----------------------------------------------------------------------------------

    @property
    def hinted_column(self) -> int | None:
        """The column the last hint was about, as long as the task is open."""
        helping = self.in_hand
        if helping is None or helping.stage.is_closed or not helping.hints:
            return None
        return helping.hints[-1].column

    def hint(self) -> None:
        """Give one more hint; after the last comes the solution."""
        if self.in_hand is not None:
            self._want("solution" if len(self.in_hand.hints) == len(STEPS) else "hint")

    def show_solution(self) -> None:
        """Show the best pair and the play after it."""
        self._want("solution")

    def _want(self, what: str) -> None:
        if self.in_hand is not None and self.in_hand.takes_help:
            self.wants = what
            self.grant()

    def grant(self) -> None:
        """Give what was asked for as soon as it is known."""
        helping = self.in_hand
        if helping is None:
            return
        if self.wants == "hint" and (hint := helping.hint()) is not None:
            self.wants = ""
            if hint.step is Step.PAIR and self.away is None:
                self.board.hint = hint.move
        elif self.wants == "solution" and (best := helping.show_solution()):
            self.wants = ""
            self.bring_back()
            self.board.selected = self.board.hint = None
            self.by_itself = self.note_solution(best[0])

    # --- choosing -------------------------------------------------------------------------------

    def _may_choose(self) -> bool:
        """Whether a pair may be chosen now; a wrong one that is still away comes back first."""
        if self.away is not None and self.away.back_at is not None:
            self.bring_back()
        self.by_itself = None
        self.preview.drop()
        words = self.refusal()
        if words:
            self.notice(words)
        return words is None

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or answer with the pair."""
        if self._may_choose():
            self.answered(self.board.choose(cell))

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        if self._may_choose():
            super().choose_kind(kind)

    def take(self, move: Move) -> None:
        """Answer with the pair that was chosen."""
        self.answer(move)

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], None]]:
        """Return what the actions of the shortcuts do."""
        return {
            "left": lambda: self.board.step(-1, 0),
            "right": lambda: self.board.step(1, 0),
            "up": lambda: self.board.step(0, -1),
            "down": lambda: self.board.step(0, 1),
            "next": lambda: self.board.next_choice(1),
            "previous": lambda: self.board.next_choice(-1),
            "choose": lambda: self.press_enter(),
            "hint": self.hint,
            "solution": self.show_solution,
            "step_on": lambda: self.preview.step(1),
            "step_back": lambda: self.preview.step(-1),
            "leave": self.cancel,
            "fullscreen": lambda: self.app.toggle_fullscreen(),
            "help": lambda: self.app.go("keys", self.help_page),
            "escape": self._escape,
        }

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
        """Let go of what was begun last, else leave."""
        if self.focused is not None:
            self.focus(None)
        elif self.board.selected is not None or self.board.cursor is not None:
            self.board.selected = self.board.cursor = None
        else:
            self.cancel()

    # --- mouse ----------------------------------------------------------------------------------

    def mouse_at(self, point: Point) -> None:
        super().mouse_at(point)
        for flow in self.view.flows.values():
            flow.hover(point)

    def click_at(self, point: Point) -> bool:
        targets = (flow.target_at(point) for flow in self.view.flows.values())
        target = next((one for one in targets if one is not None), None)
        if target is not None:
            self.follow(target)
        return target is not None

    def right_click_at(self, point: Point) -> None:
        self.board.selected = None

    def wheel_at(self, point: Point, rows: int) -> None:
        """Scroll a panel that does not fit, else step through the line that is shown."""
        for flow in self.view.flows.values():
            if flow.rect.collidepoint(point) and flow.is_longer:
                flow.scroll(rows * self.theme.px(_NOTCH))
                flow.hover(point)
                return
        self.preview.step(1 if rows > 0 else -1)

    # --- painting -------------------------------------------------------------------------------

    def situation(self) -> str:
        """Return what the status line says when nothing was said of late."""
        return pairs_to_take(self.board.position)

    def status(self) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        if self.said is not None:
            return self.said
        board = self.board
        if board.hovered is not None and board.looked_at is None:
            found = board.position.kind_at(board.hovered)
            if found is not None:
                return board.refusal(board.hovered, found), "info"
        return self.situation(), "info"

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board = self.view, self.shown_board
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        if self.hinted_column is not None:
            light_column(surface, self.theme, view.layout.board, self.hinted_column)
        if self.preview.shown is not None:
            view.steps.draw_steps(surface, self.preview.shown)
        players = player_rows(board.position, self.names)
        view.paint(surface, self.headline(), players, (*self.status(), self.aside()))

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.board.draw_flights(surface, self.motion)
