"""How a game ended, in words: on the table and its result card, in lists, reviews and pages.

`names` are what players 1 and 2 are called, `last` is the position the game ended at.
"""

from __future__ import annotations

from battle.language import _
from battle.rules.game import Ending, Reason
from battle.rules.position import Position, other
from battle.rules.record import Record
from battle.words.plain import shown_name

Names = tuple[str, str]


def names_in(record: Record) -> Names:
    """Return what the players of a record are called."""
    shown = [shown_name(record.tags.get(tag, "")) for tag in ("First", "Second")]
    first, second = (
        name if name not in ("", "?") else _("Player {number}").format(number=number)
        for number, name in enumerate(shown, start=1)
    )
    return first, second


def headline(ending: Ending | None, names: Names) -> str:
    """Say who has won: `Ada wins`."""
    if ending is None or ending.winner is None:
        return _("A draw")
    return _("{name} wins").format(name=names[ending.winner - 1])


def reason(ending: Ending | None, last: Position, names: Names) -> str:
    """Say how a game came to its end, in a sentence; nothing of one that goes on."""
    if ending is None:
        return ""
    if ending.reason is Reason.AGREED:
        return _("Both agreed to a draw.")
    if ending.reason is Reason.RESIGNED:
        return _("{name} resigned.").format(name=_loser(ending, names))
    if ending.reason is Reason.TIME:
        return _("{name} ran out of time.").format(name=_loser(ending, names))
    if not last.tiles_left:
        return _("The table is empty.")
    return _("{name} has no pair to take.").format(name=names[last.to_move - 1])


def sentence(ending: Ending | None, last: Position, names: Names) -> str:
    """Say who has won and how, in a sentence; nothing of a game that goes on."""
    if ending is None:
        return ""
    if ending.reason is Reason.AGREED:
        return _("A draw by agreement.")
    if ending.winner is None:
        return _("A draw, {first} to {second}.").format(first=last.points[0], second=last.points[1])
    winner, loser = names[ending.winner - 1], _loser(ending, names)
    if ending.reason is Reason.RESIGNED:
        return _("{winner} wins: {loser} resigned.").format(winner=winner, loser=loser)
    if ending.reason is Reason.TIME:
        return _("{winner} wins: {loser} is out of time.").format(winner=winner, loser=loser)
    more, fewer = sorted(last.points, reverse=True)
    return _("{winner} wins {points} to {fewer}.").format(winner=winner, points=more, fewer=fewer)


def summary(ending: Ending | None, last: Position, names: Names) -> str:
    """Say in a few words how a line ended."""
    if ending is None:
        return _("Not over yet")
    if ending.winner is None:
        return _("A draw")
    if ending.reason is Reason.RESIGNED:
        return _("{name} resigned").format(name=_loser(ending, names))
    if ending.reason is Reason.TIME:
        return _("{name} ran out of time").format(name=_loser(ending, names))
    name = names[ending.winner - 1]
    return wins_by_words(name, str(abs(last.margin)))


def title(ending: Ending | None, last: Position, names: Names) -> str:
    """Say who played and how it ended, in one line with the points."""
    winner = 1 if ending is None or ending.winner is None else ending.winner
    words = _("{winner} beat {loser}, {points} – {others}")
    if ending is None:
        words = _("{winner} {points} – {others} {loser}, not over")
    elif ending.reason is Reason.RESIGNED:
        words = _("{loser} resigned: {winner} won, {points} – {others}")
    elif ending.reason is Reason.TIME:
        words = _("{loser} ran out of time: {winner} won, {points} – {others}")
    elif ending.winner is None:
        words = _("{winner} and {loser} drew, {points} – {others}")
    return words.format(
        winner=names[winner - 1],
        loser=names[other(winner) - 1],
        points=last.points[winner - 1],
        others=last.points[other(winner) - 1],
    )


def wins_by_words(name: str, points: str) -> str:
    """Say by how many points a player wins."""
    return _("{name} wins by {points}").format(name=name, points=points)


def winner_name(ending: Ending, names: Names) -> str:
    """Return who won a game, or that it was drawn."""
    return _("drawn") if ending.winner is None else names[ending.winner - 1]


def outcome(margin: int, names: Names) -> str:
    """Say in two or three words who wins at a margin from player 1's side."""
    if margin == 0:
        return _("a draw")
    return _("{name} wins").format(name=names[0 if margin > 0 else 1])


def _loser(ending: Ending, names: Names) -> str:
    assert ending.winner is not None
    return names[other(ending.winner) - 1]
