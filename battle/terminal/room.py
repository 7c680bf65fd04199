"""A place in the conversation: the commands known there, and what other lines mean.

Terminal ──resume──► Room ──► prints what is to be seen
         ──beat, follow──►  what has changed by itself is printed
         ──obey──►  a command, or a line that it takes      ──► Console: another room …
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from battle.engine.jobs import Scheduler
from battle.language import N_, _, explain
from battle.page.text import board_text
from battle.rules.position import Position, RulesError, meant
from battle.screens.screen import Shell
from battle.terminal.dialogue import Dialogue, LeaveError, word_named
from battle.words import listed

AS_TYPED: Final = (N_("FILE"), N_("TEXT"))
"""The arguments that are a person's own words."""


class Console(Shell, Protocol):
    """The program, as rooms see it."""

    dialogue: Dialogue

    def enter(self, room: Room) -> None:
        """Open a room over this one."""


@dataclass(frozen=True)
class Command:
    """A word that can be typed, in English.

    `run` takes the room, and with an `argument` the rest of the line.
    """

    name: str
    help: str
    run: Callable[..., object]
    argument: str = ""


class Room:
    """A place in the conversation."""

    commands: ClassVar[tuple[Command, ...]]
    """What can be typed here, in the order of the help."""

    def __init__(self, shell: Console) -> None:
        self.shell, self.services, self.dialogue = shell, shell.services, shell.dialogue

    @property
    def prompt(self) -> str:
        """What stands before a line that is typed."""
        return ""

    def resume(self) -> None:
        """Begin, or come back from another room."""

    def beat(self) -> None:
        """Go on with what takes time; it may lead to another room."""

    def follow(self) -> None:
        """Print what has changed by itself."""

    def may_leave(self) -> bool:
        """Return whether what goes on here may be given up for another game."""
        return True

    def leave(self) -> None:
        """Stop what goes on for this room alone."""

    def close(self) -> None:
        """Say what is to be known as the program ends in this room."""

    def take(self, line: str) -> None:
        """Obey a line that is no command; raise RulesError, which helps, if it means nothing."""
        raise NotImplementedError

    def obey(self, line: str) -> None:
        """Run a command, else `take` the line."""
        first, *rest = line.split(None, 1) or [""]
        commands = {command.name: command for command in self.commands}
        name = word_named(first, commands)
        try:
            if name:
                argument, words = commands[name].argument, "".join(rest).strip()
                arguments = [words if argument in AS_TYPED else meant(words)] if argument else []
                commands[name].run(self, *arguments)
            else:
                self.take(line)
        except RulesError as error:
            self.say(explain(error))

    def say(self, words: str) -> None:
        self.dialogue.say(words)

    def wait(
        self, is_enough: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Let the solver work until there `is_enough` or it has failed."""
        wait_for_solver(self.services.scheduler, self.say, is_enough, meanwhile)

    @property
    def words(self) -> str:
        return listed(_(command.name) for command in self.commands)

    @property
    def pair_or_words(self) -> str:
        """What can be typed where pairs are tried out."""
        return _("Type a pair as in a game, or: {words}.").format(words=self.words)

    def show_board(self, position: Position) -> None:
        self.say("\n" + board_text(position) + "\n")

    def back(self) -> None:
        self.shell.back()

    def quit(self) -> None:
        raise LeaveError


LEAVING: Final = (Command(N_("back"), "", Room.back), Command(N_("quit"), "", Room.quit))
"""What can be typed in every room that leads back to the table."""


def wait_for_solver(
    scheduler: Scheduler,
    say: Callable[[str], object],
    is_enough: Callable[[], bool],
    meanwhile: Callable[[], None] = lambda: None,
) -> None:
    """Let the solver work until there `is_enough` or it has failed; say if it is compiled first."""
    is_said = False

    def look() -> None:
        nonlocal is_said
        meanwhile()
        if scheduler.engine.is_compiling and not is_said:
            is_said = True
            say(_("Preparing for the first use: a minute or less."))

    scheduler.wait(is_enough, look)
