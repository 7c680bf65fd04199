"""What can be typed: commands with their help, and moves.

Words are understood in English and in the language in use, in capitals too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from battle.language import N_, _
from battle.rules.position import (
    FormatError,
    Move,
    Position,
    RulesError,
    cell,
    kind,
    move,
    quoted,
)
from battle.words import no_pair_words

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
    "quit": N_("leave; the game is saved"),
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
    yield _("Take a pair by its cells, a1c9; by its kind, 5m; or by its number, 3.")
    for command in commands:
        names = " ".join([_(command.name), _(command.argument) if command.argument else ""])
        yield f"  {names.strip():<18} {_(command.help)}"


# --- moves ---------------------------------------------------------------------------------------
#
# By their cells, by their kind, by one cell, by their number.


def move_in(line: str, position: Position) -> Move:
    """Return the move that a line names; raise RulesError, which helps, if it names none."""
    words = line.lower()
    moves = position.legal_moves
    if re.fullmatch(r"[0-9]{1,3}", words):
        if not moves:
            raise RulesError(no_pair_words())
        if 1 <= int(words) <= len(moves):
            return moves[int(words) - 1]
        text = _("There is no pair {number}: the pairs that can be taken are 1 to {last}.")
        raise RulesError(text.format(number=words, last=len(moves)))
    with suppress(FormatError):
        return _only(words, [found for found in moves if position.kind_of(found) is kind(words)])
    with suppress(FormatError):
        wanted = cell(words)
        return _only(words, [found for found in moves if wanted in found])
    try:
        return move(words)
    except FormatError:
        text = _("{line} is neither a command nor a move; expected a1c9, 5m or help")
        raise FormatError(text.format(line=quoted(line))) from None


def _only(words: str, moves: list[Move]) -> Move:
    """Return the only one of some moves; raise RulesError if there are none or more."""
    if not moves:
        raise RulesError(_("There is no pair of {words} to take.").format(words=words))
    if len(moves) > 1:
        names = ", ".join(str(found) for found in moves)
        text = _("There are several pairs of {words}: {names}. Type one of them.")
        raise RulesError(text.format(words=words, names=names))
    return moves[0]
