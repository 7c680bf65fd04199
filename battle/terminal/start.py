"""Where a game begins: the start, and a new game, whose deal is typed or pasted.

At the start too one can type what a new game is asked for, which sets one up.
"""

from __future__ import annotations

import re
from typing import Final

from battle.language import N_
from battle.profile.options import BY_NUMBER, PASTED
from battle.rules.position import meant
from battle.screens.new_game import NewGame
from battle.screens.screen import do
from battle.screens.view import act
from battle.terminal.card_view import ScreenRoom
from battle.terminal.dialogue import word_named
from battle.terminal.own_table import WITHOUT_GAME
from battle.terminal.room import Command, Room
from battle.terminal.table import RULES

_PICTURE_LINES: Final = 9
_DEAL: Final = re.compile(r"[-.0-9\[#]|https?:|mahjong-battle:")
"""How a number, a position, a record and a link begin."""


class NewGameRoom(ScreenRoom):
    """Sets up a game; takes the other words too that need none."""

    def takes(self, line: str) -> bool:
        """Return whether a line is something that is asked for here, before anything is printed."""
        self.screen.resume()
        self.view = self.card()
        return bool(_DEAL.match(meant(line))) or self._meant(line) is not None

    def take(self, line: str) -> None:
        """Do what is typed; the number of a deal, or a position, is what is dealt."""
        typed = meant(line)
        if not _DEAL.match(typed):
            super().take(line)
            return
        is_number = typed.lstrip("-").isdecimal()
        if not is_number and len(line.split()) > 3:
            line = "\n".join([line, *(self.dialogue.ask("") for _row in range(_PICTURE_LINES - 1))])
        way, name = (BY_NUMBER, "number") if is_number else (PASTED, "pasted")
        do(self.screen, act("set", name="deal_by", value=way))
        do(self.screen, act("set", name=name, value=line))
        self._stood = None

    commands = (*WITHOUT_GAME, RULES, *ScreenRoom.commands)


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
