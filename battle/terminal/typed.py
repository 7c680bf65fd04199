"""Moves as people type them: by their cells, by their kind, by one cell, by their number."""

from __future__ import annotations

import re
from contextlib import suppress

from battle.language import _
from battle.rules.position import (
    FormatError,
    Kind,
    Move,
    Position,
    RulesError,
    cell,
    kind,
    move,
    quoted,
)
from battle.words.moves import no_pair_words


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
        return _only(words, [found for found in moves if _has_kind(position, found, kind(words))])
    with suppress(FormatError):
        wanted = cell(words)
        return _only(words, [found for found in moves if wanted in found])
    try:
        return move(words)
    except FormatError:
        text = _("{line} is no command and no move; expected a1c9, 5m or help")
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


def _has_kind(position: Position, move: Move, wanted: Kind) -> bool:
    return position.kind_of(move) is wanted
