"""What the terminal shows of a game, as plain text that a screen reader can read out.

No colours and no cursor movement. In the table a tile that can be taken stands in brackets, a free
tile without a partner in parentheses:

         a    b    c
    1  [5m]  (3p)   9s

Where the terminal is too narrow for twelve columns, the table comes in parts, one below the other.
"""

from __future__ import annotations

from battle.game.clock import clock_text
from battle.game.session import Session
from battle.language import _, ngettext
from battle.rules.position import (
    COLUMN_LETTERS,
    COLUMNS,
    PLAYERS,
    ROW_DIGITS,
    ROWS,
    Cell,
    Move,
    Position,
)
from battle.words.fitted import screen_width

_CELL_WIDTH = 5
_MARGIN = 2
_PARTS = (12, 6, 4, 3, 2, 1)
"""How many columns a part of the table can have, so that parts are equally wide."""


def table_text(position: Position, width: int | None = None) -> str:
    """Return the table, in as few parts as fit `width`: column letters, then nine rows.

    Without a width it is as wide as the terminal allows.
    """
    width = width or screen_width() or COLUMNS * _CELL_WIDTH + _MARGIN
    each = next((n for n in _PARTS if _MARGIN + n * _CELL_WIDTH - 1 <= width), 1)
    firsts = range(0, COLUMNS, each)
    return "\n\n".join(_part_text(position, range(first, first + each)) for first in firsts)


def _part_text(position: Position, columns: range) -> str:
    cells = [f"{COLUMN_LETTERS[column]:^{_CELL_WIDTH}}" for column in columns]
    lines = [" " * _MARGIN + "".join(cells)]
    for row in range(ROWS):
        cells = [f"{_cell_text(position, Cell(column, row)):^{_CELL_WIDTH}}" for column in columns]
        lines.append(f"{ROW_DIGITS[row]:<{_MARGIN}}" + "".join(cells))
    return "\n".join(line.rstrip() for line in lines)


def _cell_text(position: Position, cell: Cell) -> str:
    kind = position.kind_at(cell)
    if kind is None:
        return "."
    if cell not in position.partners:
        return str(kind)
    return f"[{kind}]" if position.partners[cell] else f"({kind})"


def legend_text() -> str:
    """Return what the marks in the table mean."""
    return _("[5m] can be taken, (5m) is free without a partner, 5m is blocked.")


def pairs_text(position: Position) -> str:
    """Return the pairs that can be taken, numbered from 1 in the promised order of moves."""
    return "\n".join(
        f"{number}. {pair_text(position, move)}"
        for number, move in enumerate(position.legal_moves, start=1)
    )


def pair_text(position: Position, move: Move) -> str:
    """Return a move in words, such as `5m on a1 and c9, 5 points`."""
    points = position.worth(move)
    text = ngettext(
        "{kind} on {first} and {second}, {points} point",
        "{kind} on {first} and {second}, {points} points",
        points,
    )
    return text.format(
        kind=position.kind_of(move), first=move.first, second=move.second, points=points
    )


def score_text(session: Session) -> str:
    """Return both players' points, the points left, and the times if there is a clock."""
    parts = [_player_text(session, 0), _player_text(session, 1)]
    left = session.points_left
    text = ngettext("{points} point left on the table", "{points} points left on the table", left)
    return f"{parts[0]}, {parts[1]}; {text.format(points=left)}."


def _player_text(session: Session, index: int) -> str:
    player = PLAYERS[index]
    text = f"{session.name(player)} {session.points[index]}"
    given = session.position.given[index]
    if given:
        words = ngettext("{n} point given", "{n} points given", given).format(n=given)
        text = f"{text} ({words})"
    remaining = session.remaining(player)
    return text if remaining is None else f"{text} ({clock_text(remaining)})"


def turn_text(session: Session) -> str:
    """Return whose turn it is and how many pairs there are to take."""
    number = len(session.position.legal_moves)
    text = ngettext(
        "{name} to move: {number} pair can be taken.",
        "{name} to move: {number} pairs can be taken.",
        number,
    )
    return text.format(name=session.name(session.to_move), number=number)


def taken_text(session: Session) -> str:
    """Return for each player the pairs taken, in order, and the points still needed to win."""
    lines = []
    for player in PLAYERS:
        kinds = " ".join(str(kind) for kind in session.taken(player)) or _("nothing")
        needed = session.needed(player)
        text = ngettext(
            "{name} has taken {kinds}; {needed} point is still needed to win.",
            "{name} has taken {kinds}; {needed} points are still needed to win.",
            needed,
        )
        lines.append(text.format(name=session.name(player), kinds=kinds, needed=needed))
    return "\n".join(lines)


def moves_text(session: Session) -> str:
    """Return the moves played so far, numbered."""
    moves = session.game.moves
    rounds = [moves[index : index + 2] for index in range(0, len(moves), 2)]
    lines = [
        f"{number}. " + " ".join(str(move) for move in pair)
        for number, pair in enumerate(rounds, start=1)
    ]
    return "\n".join(lines) or _("No move has been played.")


def result_text(session: Session) -> str:
    """Return how the game ended, what was left, and the points of all games of a series."""
    lines = [session.result_text]
    left = session.position.tiles_left
    if left:
        text = ngettext(
            "{number} tile is left on the table.", "{number} tiles are left on the table.", left
        )
        lines.append(text.format(number=left))
    if session.series.games:
        first, second = session.totals
        text = _("All games together: {first} {first_points}, {second} {second_points}.")
        lines.append(
            text.format(
                first=session.name(1),
                first_points=first,
                second=session.name(2),
                second_points=second,
            )
        )
    return "\n".join(lines)


def rules_text() -> str:
    """Return the rules, a sentence or two to the line."""
    return "\n".join(
        (
            _("108 tiles lie face up, 12 columns of 9. They never move."),
            _("There are three suits, m, p and s, with ranks 1 to 9, four tiles of each kind."),
            _("A tile is free if nothing lies above it, or nothing below it, in its column."),
            _("In turn you take one pair: two free tiles of the same kind. You may not pass."),
            _("A pair scores its rank, 1 to 9 points; 270 points are there in all."),
            _("The game ends when the player to move has no pair to take."),
            _("More points win; 136 are always enough. Equal points are a draw."),
        )
    )
