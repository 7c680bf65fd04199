"""Where one begins: what waits is printed; who types what a new game is asked for sets one up."""

from __future__ import annotations

from battle.language import N_
from battle.screens.new_game import NewGame
from battle.terminal.card_view import ScreenRoom
from battle.terminal.dialogue import word_named
from battle.terminal.new_game import NewGameRoom
from battle.terminal.own_table import WITHOUT_GAME
from battle.terminal.room import Command, Room
from battle.terminal.table import RULES


class StartRoom(ScreenRoom):
    """Prints the start; `no` to what stands out is another game."""

    def take(self, line: str) -> None:
        new = NewGameRoom(self.shell, NewGame(self.shell))
        if word_named(line, ("no",)):
            self.shell.go("new_game")
        elif not line or self._meant(line) is not None or not new.takes(line):
            super().take(line)
        else:
            self.shell.enter(new)
            new.take(line)

    commands = (
        Command(N_("new"), "", lambda room: room.shell.go("new_game")),
        *WITHOUT_GAME,
        RULES,
        Command(N_("games"), "", lambda room: room.shell.go("record")),
        Command(N_("help"), "", ScreenRoom.show_again),
        Command(N_("quit"), "", Room.quit),
    )
