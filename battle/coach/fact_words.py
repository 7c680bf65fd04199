"""Facts in words: one short sentence each, in the language in use."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from battle.coach.facts import (
    BlockEachOther,
    EndsGame,
    Fact,
    IfPassed,
    MadeAvailable,
    RulesOut,
    StaysAvailable,
    Uncovered,
    WaitsFor,
)
from battle.coach.reason_words import pair_and_points, pair_words
from battle.language import _, ngettext
from battle.rules.position import COLUMN_LETTERS
from battle.words.endings import Names

_MOST_LINES: Final = 3


def fact_words(fact: Fact, names: Names) -> str:
    """Return a fact as a sentence; `names` are what the players are called."""
    match fact:
        case Uncovered():
            return _uncovered_words(fact)
        case MadeAvailable(pair, opponent, is_highest):
            words = _("{name} can then take {pair}.")
            if is_highest:
                words = _("{name} can then take {pair}, the highest pair there is then.")
            return words.format(name=names[opponent - 1], pair=pair_and_points(pair))
        case StaysAvailable(pair, opponent):
            return _("{pair} stays there for {name}.").format(
                name=names[opponent - 1], pair=pair_and_points(pair)
            )
        case RulesOut(pair):
            return _("{pair} can no longer be taken then: a tile of it is gone.").format(
                pair=pair_words(pair)
            )
        case EndsGame(opponent):
            return _("It leaves {name} no pair: the game is over.").format(name=names[opponent - 1])
        case IfPassed(opponent, pairs, highest):
            return ngettext(
                "If the turn were passed {name} could take {pair}, the only one there is.",
                "If the turn were passed {name} could take one of {n} pairs, at most {pair}.",
                pairs,
            ).format(name=names[opponent - 1], n=pairs, pair=pair_and_points(highest))
        case BlockEachOther((kind, other), column):
            return _(
                "{kind} and {other} block each other in column {column}: neither can ever be taken."
            ).format(kind=kind, other=other, column=COLUMN_LETTERS[column])
        case WaitsFor(kind, first, column):
            return _("{kind} waits for {first} in column {column}.").format(
                kind=kind, first=first, column=COLUMN_LETTERS[column]
            )


def fact_lines(facts: Iterable[Fact], names: Names) -> tuple[str, ...]:
    """Return as many facts in words as are read, those first that tell most."""
    return tuple(fact_words(fact, names) for fact in islice(facts, _MOST_LINES))


def facts_intro() -> str:
    """Say that what follows is certain, and why."""
    return _("Certain by the rules:")


def _uncovered_words(fact: Uncovered) -> str:
    if not fact.tiles:
        return _("It uncovers nothing.")
    # Translators: a tile and its cell, such as “5m on a1”.
    tiles = [_("{kind} on {cell}").format(kind=kind, cell=cell) for cell, kind in fact.tiles]
    if len(tiles) == 1:
        return _("It uncovers {tile}.").format(tile=tiles[0])
    return _("It uncovers {first} and {second}.").format(first=tiles[0], second=tiles[1])
