"""Reasons and facts in words: short sentences, and the lines that show them on the board.

Reasons are said where they are proven, else what the rules alone say of a move. `names` are what
players 1 and 2 are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final, TypeAlias

from battle.analysis.costs import Review
from battle.analysis.values import Values
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
    move_facts,
)
from battle.coach.reasons import (
    Ends,
    GreedyTrap,
    KeepsShut,
    Leaves,
    OtherTiles,
    Passing,
    Punished,
    Reason,
    TilePair,
    Uncovers,
    reasons,
)
from battle.language import _, ngettext
from battle.page.blocks import Ink, Paragraph
from battle.rules.position import COLUMN_LETTERS, Cell, Move, Position
from battle.words.endings import Names
from battle.words.moves import pair_in_full


def reason_words(reason: Reason, names: Names) -> str:
    """Return a reason as a sentence or two; `names` are what players 1 and 2 are called."""
    match reason:
        case Ends():
            return _ends_words(reason, names)
        case Uncovers():
            return _uncovers_words(reason, names)
        case KeepsShut():
            return _keeps_shut_words(reason)
        case Leaves(pair, opponent):
            return _("It leaves {name} {pair}.").format(
                pair=pair_and_points(pair), name=names[opponent - 1]
            )
        case Punished():
            return _punished_words(reason, names)
        case OtherTiles(better):
            return _("Right kind, wrong tiles: {pair} is better.").format(pair=pair_words(better))
        case GreedyTrap():
            return _greedy_words(reason)
        case Passing():
            return _passing_words(reason, names)


def searching_block() -> Paragraph:
    """Say that reasons are being looked for."""
    return Paragraph(_("Looking for the reason …"), Ink.FAINT, icon="clock")


def pair_words(pair: TilePair) -> str:
    """Return a pair in words, such as `5m on a1 and c9`."""
    return pair_in_full(pair.kind, pair.move)


def pair_and_points(pair: TilePair) -> str:
    """Return a pair in words with what it scores."""
    return ngettext(
        "{kind} on {first} and {second} for {points} point",
        "{kind} on {first} and {second} for {points} points",
        pair.points,
    ).format(kind=pair.kind, first=pair.move.first, second=pair.move.second, points=pair.points)


def _ends_words(reason: Ends, names: Names) -> str:
    text = ngettext(
        "It leaves {name} no pair and ends the game. {pair} scores {n} point more.",
        "It leaves {name} no pair and ends the game. {pair} scores {n} points more.",
        reason.points,
    )
    return text.format(
        name=names[reason.opponent - 1], pair=pair_words(reason.better), n=reason.points
    )


def _uncovers_words(reason: Uncovers, names: Names) -> str:
    words = _("It uncovers {cells}: {name} takes {pair}.").format(
        cells=_cells(reason.cells),
        name=names[reason.opponent - 1],
        pair=pair_and_points(reason.reply),
    )
    if reason.gives_back is None:
        return words
    more = ngettext(
        "Any reply elsewhere gives back at least {n} point.",
        "Any reply elsewhere gives back at least {n} points.",
        reason.gives_back,
    )
    return f"{words} {more.format(n=reason.gives_back)}"


def _cells(cells: tuple[Cell, ...]) -> str:
    """Return one or two cells in words."""
    if len(cells) == 1:
        return str(cells[0])
    # Translators: two cells, such as “a1 and c9”.
    return _("{first} and {second}").format(first=cells[0], second=cells[1])


def _keeps_shut_words(reason: KeepsShut) -> str:
    return _("{pair} keeps {cells} blocked, so {reply} cannot be taken.").format(
        pair=pair_words(reason.better), cells=_cells(reason.cells), reply=pair_words(reason.reply)
    )


def _punished_words(reason: Punished, names: Names) -> str:
    text = ngettext(
        "{name} has one good reply, {pair}; any other gives back at least {n} point.",
        "{name} has one good reply, {pair}; any other gives back at least {n} points.",
        reason.gives_back,
    )
    return text.format(
        name=names[reason.opponent - 1], pair=pair_words(reason.reply), n=reason.gives_back
    )


def _greedy_words(reason: GreedyTrap) -> str:
    text = ngettext(
        "The highest pair is a trap: it scores {points} and costs {n} point in the end.",
        "The highest pair is a trap: it scores {points} and costs {n} points in the end.",
        reason.cost,
    )
    return text.format(points=reason.taken.points, n=reason.cost)


def _passing_words(reason: Passing, names: Names) -> str:
    text = ngettext(
        "After {pair} {name} has to move and loses {n} point by it.",
        "After {pair} {name} has to move and loses {n} points by it.",
        reason.loses,
    )
    return text.format(pair=pair_words(reason.after), name=names[reason.player - 1], n=reason.loses)


# --- facts ----------------------------------------------------------------------------------------


_MOST_LINES: Final = 3


def fact_words(fact: Fact, names: Names) -> str:
    """Return a fact as a sentence; `names` are what the players are called."""
    match fact:
        case Uncovered():
            return _uncovered_words(fact)
        case MadeAvailable(pair, opponent, is_highest):
            words = _("{name} can then take {pair}.")
            if is_highest:
                words = _("{name} can then take {pair}, the highest pair available.")
            return words.format(name=names[opponent - 1], pair=pair_and_points(pair))
        case StaysAvailable(pair, opponent):
            return _("{pair} stays there for {name}.").format(
                name=names[opponent - 1], pair=pair_and_points(pair)
            )
        case RulesOut(pair):
            return _("{pair} can no longer be taken: one of its tiles is gone.").format(
                pair=pair_words(pair)
            )
        case EndsGame(opponent):
            return _("It leaves {name} no pair: the game is over.").format(name=names[opponent - 1])
        case IfPassed(opponent, pairs, highest):
            return ngettext(
                "After a pass {name} could take only {pair}.",
                "After a pass {name} could take one of {n} pairs, the highest {pair}.",
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
    return _("Certain from the rules:")


def _uncovered_words(fact: Uncovered) -> str:
    if not fact.tiles:
        return _("It uncovers nothing.")
    # Translators: a tile and its cell, such as “5m on a1”.
    tiles = [_("{kind} on {cell}").format(kind=kind, cell=cell) for cell, kind in fact.tiles]
    if len(tiles) == 1:
        return _("It uncovers {tile}.").format(tile=tiles[0])
    return _("It uncovers {first} and {second}.").format(first=tiles[0], second=tiles[1])


# --- lines on the board ---------------------------------------------------------------------------


Line: TypeAlias = tuple[Position, tuple[Move, ...]]
"""A position and the moves from it on, at least one."""


def line_of(reason: Reason, before: Position, move: Move, values: Values) -> Line:
    """Return the line that shows why `move`, played at `before`, costs points.

    It begins at `before` where the reason speaks of a better move, after `move` where it speaks of
    a reply.
    """
    match reason:
        case Ends(better) | KeepsShut(better) | OtherTiles(better) | GreedyTrap(_, better):
            return line_from(before, better.move, values)
        case Passing(after=better):
            return line_from(before, better.move, values)
        case Uncovers(reply=reply) | Leaves(reply) | Punished(reply):
            return line_from(before.play(move), reply.move, values)


def line_from(start: Position, move: Move, values: Values) -> Line:
    """Return a move and the play that is expected after it."""
    return start, (move, *values.line(start.play(move)))


# --- the costly moves of a review -----------------------------------------------------------------


Explanations = Mapping[int, tuple[str, ...]]
"""By ply, from 1, the sentences on a costly move."""


def explanations(review: Review, values: Values, names: Names) -> Explanations:
    """Return what is to be said of every move of a review that is known to have cost points."""
    found, before = {}, review.start
    for move in review.moves:
        if move.cost.points:
            told = tuple(reason_words(one, names) for one in reasons(values, before, move.move))
            facts = (facts_intro(), *fact_lines(move_facts(before, move.move), names))
            found[move.ply] = told or facts
        before = before.play(move.move)
    return found
