"""A scene with a board, shared by playing, analysing and learning.

    click ──► choose ──────┐                          ┌──► take     a pair, for the scene to play
    tile typed             ├──► Board ──► answered ───┼──► refuse   the tile shakes its head
      ──► choose_kind ─────┘                          └──► a tile is selected

The status line below the board shows notices for a while, also those of other screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import ClassVar, Final, Protocol

import pygame

from battle.coach.answer import Shown
from battle.language import _
from battle.rules.position import Cell, Kind, Move, Player, Position
from battle.rules.tree import Node
from battle.screens import captions
from battle.window.board import Board, Box, Flight, Motion, Refused, Showing
from battle.window.board_view import BoardPainter, pair_flights
from battle.window.cards import Choice, ChoiceDialog
from battle.window.pages import Flow
from battle.window.scene import Message, Scene, Services
from battle.window.table_view import AnalysisLayout, TableLayout
from battle.window.ui import clipboard
from battle.window.ui.keys import KeyTable, TileTyping, keys_of, words_of
from battle.window.ui.widgets import Button, Point

_NOTICE_SECONDS: Final = 5.0


class BoardScreen(Protocol):
    """Where everything is on a screen with a board, and the board's pictures."""

    @property
    def layout(self) -> TableLayout | AnalysisLayout:
        """Where everything is."""

    @property
    def board(self) -> BoardPainter:
        """The painter of the board."""

    def slot(self, player: Player, number: int, /) -> Box:
        """Return where a player's pair of a number, from 1, has its place."""


class BoardScene(Scene):
    """A scene with a board and a status line."""

    shows_messages: ClassVar[bool] = True
    view: BoardScreen
    shortcuts: ClassVar[KeyTable]
    """The keys of the screen."""

    def __init__(self, app: Services, board: Board) -> None:
        super().__init__(app)
        self.board = board
        self.motion = Motion()
        self.showing = Showing()
        self.seconds = 0.0
        self._typing = TileTyping()
        self._notice_until = 0.0
        self._heard: Message = app.message
        self.tools: dict[str, Button] = {}

    @property
    def below(self) -> Player:
        raise NotImplementedError

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, and show what other screens said; `landed` are the flights just ended."""
        super().update(seconds)
        self.seconds += seconds
        self.landed = self.motion.update(seconds * self.app.settings.animation_speed)
        self.showing.update(seconds * self.app.settings.animation_speed)
        pointed = (widget for widget in self.widgets if isinstance(widget, Flow) and widget.named)
        self.board.named = next((flow.named for flow in pointed), frozenset())
        self.hear()

    @property
    def moving(self) -> bool:
        """Whether tiles are on their way."""
        return self.motion.moving or self.showing.moving

    def show_answer(self, shown: Shown | None) -> None:
        """Show a step of what a pair costs in place of the board; None ends it."""
        self.motion.finish()
        self.showing.begin(shown, animated=self.app.settings.animation)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.board.draw_flights(surface, self.motion)

    # --- the status line ------------------------------------------------------------------------

    @property
    def said(self) -> tuple[str, str] | None:
        """The notice in the status line and its kind, None without one."""
        message = self.app.message
        is_shown = self.seconds < self._notice_until and message.text
        return (message.text, message.kind) if is_shown else None

    def notice(self, words: str, kind: str = "info") -> None:
        """Say something in the status line for a while."""
        self.app.say(words, kind)
        self._heard = self.app.message
        self._notice_until = self.seconds + _NOTICE_SECONDS

    def hear(self) -> None:
        """Show for a while what another screen said: a problem always, other notices while fresh.

        A refusal concerns that screen's tiles, and is shown only there.
        """
        message = self.app.message
        if message is self._heard:
            return
        self._heard = message
        is_of_late = self.app.now() < message.said_at + _NOTICE_SECONDS
        if message.kind == "problem" or (message.kind != "refused" and is_of_late):
            self._notice_until = self.seconds + _NOTICE_SECONDS
        else:
            self.quiet()

    def quiet(self) -> None:
        """End the notice in the status line."""
        self._notice_until = 0.0

    def outdate(self) -> None:
        """End a notice about another place in the game; a problem stays."""
        if self.app.message.kind != "problem":
            self.quiet()

    def copy_position(self) -> None:
        """Put the position's line on the clipboard."""
        clipboard.copy_position(self.board.position, self.notice)

    def files_dialog(self, keys: Mapping[str, Callable[[], object]], *more: Choice) -> ChoiceDialog:
        """Return the menu of files and the clipboard; `keys` has its actions."""
        actions = ("open", "save", "copy", "copy_position", "paste")
        choices = [
            Choice(
                words_of(action, self.shortcuts), keys[action], "", action.removesuffix("_position")
            )
            for action in actions
        ]
        choices += [*more, Choice(_(captions.CANCEL), icon="close")]
        return ChoiceDialog(self.app, _("Files"), "", choices)

    # --- the board ------------------------------------------------------------------------------

    def show_place(self, node: Node) -> None:
        """Put a place of a game on the board, with the move that led there and who played it."""
        before, last = node.parent, None
        if before is not None and node.move is not None:
            last = (node.move, before.position.to_move)
        self.board.show(node.position, last)

    def let_fly(self, flights: list[Flight]) -> None:
        """Start flights, if the settings animate; those under way arrive at once."""
        self.motion.finish()
        if self.app.settings.animation:
            self.motion.flights = flights

    def fly(self, *pairs: tuple[Position, Move], landing: bool, apart: float = 0.0) -> None:
        """Let pairs, each taken from a position, fly to their takers, or back to the table.

        The tiles of a pair set off `apart` seconds one after the other, or nearly together.
        """
        flights, view = [], self.view
        for before, move in pairs:
            place = view.slot(before.to_move, 1)
            pair = pair_flights(before, move, view.layout.board, place, landing=landing)
            pair[1].delay += apart
            flights += pair
        self.let_fly(flights)

    # --- choosing pairs -------------------------------------------------------------------------

    def take(self, move: Move) -> None:
        """Act on a chosen pair."""
        raise NotImplementedError

    def answered(self, answer: Move | Refused | None) -> None:
        """Act on the board's answer to a choice."""
        if isinstance(answer, Move):
            self.take(answer)
        elif answer is not None:
            self.refuse(answer)
        else:
            self.quiet()
            if self.board.selected is not None:
                self.app.sound.play("select")

    def refuse(self, refused: Refused) -> None:
        """Shake a tile that cannot be chosen, and say why."""
        self.app.sound.play("refuse")
        if self.app.settings.animation:
            self.motion.shake(refused.cell)
        self.notice(refused.reason, "refused")

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        self.answered(self.board.choose_kind(kind))

    def types_tile(self, event: pygame.event.Event) -> bool:
        """Choose the tile whose typing a key completes; return whether the key was used."""
        typed = self._typing.feed(event, self.seconds)
        if isinstance(typed, Kind):
            self.choose_kind(typed)
        elif typed:
            self.notice(_("{digit} … now the suit: m, p or s").format(digit=typed))
        return bool(typed)

    # --- buttons and the mouse ------------------------------------------------------------------

    def add_tool(
        self,
        place: pygame.Rect,
        icon: str,
        action: str,
        words: str,
        call: Callable[[], object],
        look_as: str = "tool",
    ) -> Button:
        """Add the button of an action, with its words and its key in the tip."""
        button = self.add_button(
            place, "", call, icon=icon, tip=self.tip_of(action, words), look_as=look_as
        )
        self.tools[action] = button
        return button

    def tip_of(self, action: str, words: str = "") -> str:
        """Return an action's words, by default those of the help, and its keys."""
        words = words or words_of(action, self.shortcuts)
        return f"{words} ({keys_of(action, self.shortcuts)})"

    def on_event(self, event: pygame.event.Event) -> None:
        """Handle the mouse beside the buttons."""
        at, button = self.app.point, getattr(event, "button", 0)
        if event.type == pygame.MOUSEMOTION:
            self.board.hover(self.view.layout.board.cell_at(at(event.pos)))
        elif event.type == pygame.MOUSEBUTTONDOWN and button == pygame.BUTTON_LEFT:
            if self.view.layout.board.outer.collidepoint(at(event.pos)):
                self.board.cursor = None
                self.choose(self.view.layout.board.cell_at(at(event.pos)))
        elif event.type == pygame.MOUSEBUTTONDOWN and button == pygame.BUTTON_RIGHT:
            self.right_click_at(at(event.pos))
        elif event.type == pygame.MOUSEWHEEL:
            self.turn_wheel(-event.y)

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair."""
        raise NotImplementedError

    # --- keys and mouse -------------------------------------------------------------------------

    @cached_property
    def keys(self) -> dict[str, Callable[[], object]]:
        """What the actions of the shortcuts do."""
        return self.key_table()

    def key_table(self) -> dict[str, Callable[[], object]]:
        """Return what the actions of the shortcuts do, here those of every board."""
        return {
            "left": partial(self.move_cursor, -1, 0),
            "right": partial(self.move_cursor, 1, 0),
            "up": partial(self.move_cursor, 0, -1),
            "down": partial(self.move_cursor, 0, 1),
            "next": partial(self.next_choice, 1),
            "previous": partial(self.next_choice, -1),
            "choose": self.press_enter,
            "fullscreen": self.app.toggle_fullscreen,
            "copy_position": self.copy_position,
        }

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor on the board."""
        self.showing.drop()
        self.board.step(columns, rows)

    def next_choice(self, by: int) -> None:
        """Go to the next tile that can be chosen, or the one before."""
        self.showing.drop()
        self.board.next_choice(by)

    def press_enter(self) -> None:
        """Select the tile under the cursor, or go to the first that can be taken."""
        if self.board.cursor is not None:
            self.choose(self.board.cursor)
        else:
            self.board.next_choice()

    def let_go(self) -> bool:
        """Clear selection and cursor; return whether there was either."""
        there_was = self.board.selected or self.board.cursor
        self.board.selected = self.board.cursor = None
        return there_was is not None

    def right_click_at(self, point: Point) -> None:
        """Handle a right click."""

    def turn_wheel(self, rows: int) -> None:
        """Handle the wheel, turned down by `rows`."""
