"""What the position editor says: what is wrong with a set-up, and what a right one is."""

from __future__ import annotations

from battle.analysis.position_setup import Fault, PositionSetup, SetupProblem
from battle.language import _, ngettext
from battle.rules.position import ALL_POINTS, COLUMN_LETTERS, COPIES, Kind, Position


def problem_words(problem: SetupProblem, setup: PositionSetup) -> str:
    """Return a sentence that says what is wrong, and what would be right."""
    match problem.fault:
        case Fault.GAP:
            return _gap_words(problem)
        case Fault.UNPAIRED if problem.number == 1:
            words = _("{kind} is there once: tiles are left in twos or fours.")
        case Fault.UNPAIRED:
            words = _("{kind} is there three times: tiles are left in twos or fours.")
        case Fault.TOO_MANY:
            words = _("{kind} is there {number} times: there are only {copies} of a kind.")
        case Fault.POINTS_OUT_OF_RANGE:
            words = _("Player {player} cannot have {number} points: 0 to {all} can be taken.")
        case Fault.POINTS_DO_NOT_ADD_UP:
            words = _("{points} points taken and {number} on the table are more than {all}.")
    return words.format(
        kind=problem.kind,
        number=problem.number,
        copies=COPIES,
        player=problem.player,
        points=sum(setup.picture.points),
        all=ALL_POINTS,
    )


def _gap_words(problem: SetupProblem) -> str:
    count = len(problem.cells)
    return ngettext(
        "Column {column} has an empty cell between its tiles.",
        "Column {column} has {n} empty cells between its tiles.",
        count,
    ).format(column=COLUMN_LETTERS[problem.cells[0].column], n=count)


def position_words(position: Position) -> str:
    """Return how many tiles and points lie on the table, and what cannot be done with them."""
    if not position.tiles_left:
        return _("The table is empty. Choose a tile and put it on the cells.")
    if position.is_over:
        return _("No pair can be taken in this position.")
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    count = len(position.legal_moves)
    pairs = ngettext("{n} pair can be taken", "{n} pairs can be taken", count).format(n=count)
    return f"{tiles}  ·  {pairs}"


def all_placed_words(kind: Kind) -> str:
    """Return that no more tiles of a kind can be placed."""
    return _("All {copies} {kind} lie on the table.").format(copies=COPIES, kind=kind)
