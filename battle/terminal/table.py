"""What can be typed at every table in the terminal: moves, and commands that every game has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battle.game.session import Session
from battle.language import explain
from battle.page.text import board_text
from battle.rules.position import Move, RulesError
from battle.storage import Messages
from battle.terminal import text
from battle.terminal.setup import Dialogue, LeaveError
from battle.terminal.typed import TerminalCommand, command_in, help_lines, move_in


class TableTerminal:
    """A table where moves and commands are typed, in a `dialogue`."""

    dialogue: Dialogue

    @property
    def commands(self) -> Sequence[TerminalCommand[Any]]:
        """The commands that can be typed here."""
        raise NotImplementedError

    @property
    def table(self) -> Session:
        """The game at the table; raises RulesError if none has begun."""
        raise NotImplementedError

    def take(self, move: Move) -> None:
        """Take the pair that was typed; raise RulesError if that cannot be."""
        self.table.play(move)

    def _say(self, words: str) -> None:
        self.dialogue.say(words)

    def tell(self, messages: Messages) -> None:
        """Print what a person should know."""
        for message in messages:
            self._say(message)

    def obey(self, line: str) -> None:
        """Do what a line says: a command, else a move."""
        if not line:
            return
        command, rest = command_in(line, self.commands)
        try:
            if command is not None:
                command.run(self, rest)
            else:
                self.take(move_in(line, self.table.position))
        except RulesError as error:
            self._say(explain(error))

    def show_help(self, _rest: str) -> None:
        """List the commands."""
        for line in help_lines(self.commands):
            self._say(line)

    def list_pairs(self, _rest: str) -> None:
        """Read out the pairs that can be taken."""
        self._say(text.pairs_text(self.table.position))

    def show_table(self, _rest: str) -> None:
        """Print the table."""
        self._say(board_text(self.table.position))
        self._say(text.legend_text())

    def show_score(self, _rest: str) -> None:
        """Tell points, times and turn."""
        self._say(text.score_text(self.table))
        self._say(text.taken_text(self.table))
        is_over = self.table.ending is not None
        self._say(text.result_text(self.table) if is_over else text.turn_text(self.table))

    def show_moves(self, _rest: str) -> None:
        """List the moves played."""
        self._say(text.moves_text(self.table))

    def print_record(self, _rest: str) -> None:
        """Print the game as a record."""
        self.dialogue.print(self.table.record().text)

    def quit(self, _rest: str) -> None:
        """Leave."""
        raise LeaveError
