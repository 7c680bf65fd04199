"""Reasons in words: one short sentence each, in the language in use."""

from __future__ import annotations

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
)
from battle.language import _, ngettext
from battle.page.blocks import Ink, Paragraph
from battle.rules.position import Cell
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
            return _("It leaves {pair} to {name}.").format(
                pair=pair_and_points(pair), name=names[opponent - 1]
            )
        case Punished():
            return _punished_words(reason, names)
        case OtherTiles(better):
            return _("The kind is right, the tiles are not: better is {pair}.").format(
                pair=pair_words(better)
            )
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
        "It leaves {name} no pair and ends the game. {pair} makes {n} point more.",
        "It leaves {name} no pair and ends the game. {pair} makes {n} points more.",
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
    return _("{pair} keeps {cells} shut, so that {reply} cannot be taken.").format(
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
        "After {pair} it is {name} who has to move and falls back by {n} point.",
        "After {pair} it is {name} who has to move and falls back by {n} points.",
        reason.loses,
    )
    return text.format(pair=pair_words(reason.after), name=names[reason.player - 1], n=reason.loses)
