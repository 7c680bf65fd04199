"""A task of `battle.screens` in lines: an exercise, or a step of the first game.

What is said is printed, the board again when it is another one; a pair is typed as in a game. What
is seldom wanted is typed by its word.
"""

from __future__ import annotations

from battle.language import N_, _
from battle.rules.position import Position
from battle.screens.board_view import BoardView
from battle.screens.screen import do, perform
from battle.screens.task import TaskScreen
from battle.screens.view import Button, act
from battle.terminal.card_view import ScreenRoom
from battle.terminal.game_lines import move_in, pairs_text
from battle.terminal.room import Command, Console
from battle.terminal.table import LEGEND
from battle.words import listed


class TaskRoom(ScreenRoom):
    """Prints a screen with a task; what it shows on the board is told pair by pair."""

    screen: TaskScreen

    def __init__(self, shell: Console, screen: TaskScreen) -> None:
        super().__init__(shell, screen)
        self._position: Position | None = None

    @property
    def prompt(self) -> str:
        return "> "

    def beat(self) -> None:
        """Let pass what only has to be seen, and wait for what was asked for."""
        self.screen.beat()
        self.wait(lambda: self._has_left or not self.screen.awaits, self.screen.beat)
        if not self._has_left and self.screen.ticks:
            self.follow()
            self.screen.hurry()

    def follow(self) -> None:
        super().follow()
        view = self._board
        if view is not None and (view.live or view.signs) and view.position != self._position:
            self.show_table()

    @property
    def words(self) -> str:
        return listed((*(_(one.typed) for one in self.more()), super().words))

    @property
    def _board(self) -> BoardView | None:
        """What is asked at the board, None while something else is."""
        view = self.screen.view()
        return view if isinstance(view, BoardView) and self.screen.sheet is None else None

    def more(self) -> tuple[Button, ...]:
        view = self._board
        return () if view is None else tuple(one for one in view.more if one.typed)

    def show_again(self) -> None:
        super().show_again()
        self._position = None

    def take(self, line: str) -> None:
        """Obey a word of the view, else take the pair that a line names."""
        self.screen.beat()
        view = self._board
        if view is None or not line or self._meant(line) is not None:
            super().take(line)
        elif view.live:
            move = move_in(line, view.position, self.pair_or_words)
            view.position.check(move)
            perform(self.screen, act("take", move=str(move)))
            self._stood = None
        elif line in (numbers := [str(number) for number, _sign in enumerate(view.signs, start=1)]):
            do(self.screen, view.signs[numbers.index(line)].do or act("close"))
            self._stood = None
        else:
            super().take(line)

    def show_table(self) -> None:
        if (view := self._board) is not None:
            self._position = view.position
            self.show_board(view.position)
            if view.live:
                self.say(_(LEGEND))

    def list_pairs(self) -> None:
        if (view := self._board) is not None:
            self.say(pairs_text(view.position))

    commands = (
        Command(N_("list"), "", list_pairs),
        Command(N_("table"), "", show_table),
        *ScreenRoom.commands,
    )
