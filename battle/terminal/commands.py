"""Words that can be typed: commands with their help, in English and in the language in use.

A word is understood in capitals too, under either name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from battle.language import N_, _

Receiver = TypeVar("Receiver")

_ALIASES: Final = {"?": "help", "exit": "quit"}


@dataclass(frozen=True)
class TerminalCommand(Generic[Receiver]):
    """A command by its English name; `run` takes what obeys it and the rest of the line."""

    name: str
    help: str
    run: Callable[[Receiver, str], None]
    argument: str = ""


HELP: Final = {
    "list": N_("the pairs that can be taken"),
    "score": N_("points, pairs taken, whose turn"),
    "record": N_("print the game as a record"),
    "quit": N_("leave; the game is kept"),
}
"""What commands are for that every game has, by their names."""


def how_to_begin() -> str:
    """Say what can be typed."""
    return _("Type a pair to take it, such as a1c9 or 5m; help lists the commands.")


def command_in(
    line: str, commands: Iterable[TerminalCommand[Receiver]]
) -> tuple[TerminalCommand[Receiver] | None, str]:
    """Return the command that a line begins with, None if with none, and the rest of the line."""
    first, _space, rest = line.partition(" ")
    by_name = {command.name: command for command in commands}
    name = word_named(_ALIASES.get(first.lower(), first), by_name)
    return by_name.get(name), rest.strip()


def word_named(typed: str, words: Iterable[str]) -> str:
    """Return which of some English words was typed, empty if none."""
    wanted = typed.lower()
    return next((word for word in words if wanted in (word, _(word).lower())), "")


def help_lines(commands: Iterable[TerminalCommand[Receiver]]) -> Iterator[str]:
    """Yield how a pair is taken, and what every command is for."""
    yield _("A pair is taken by its cells, a1c9; by its kind, 5m; or by its number, 3.")
    for command in commands:
        names = " ".join([_(command.name), _(command.argument) if command.argument else ""])
        yield f"  {names.strip():<18} {_(command.help)}"
