"""What the terminal shows of a game, as plain text that a screen reader can read out.

No colours and no cursor movement. In the table a tile that can be taken stands in brackets, a free
tile without a partner in parentheses:

         a    b    c
    1  [5m]  (3p)   9s
"""

from __future__ import annotations

from battle.game.clock import clock_text
from battle.game.session import Session
from battle.language import _, ngettext
from battle.rules.cells import COLUMN_LETTERS, COLUMNS, ROW_DIGITS, ROWS, Cell
from battle.rules.move import Move
from battle.rules.position import PLAYERS, Position

_CELL_WIDTH = 5


def table_text(position: Position) -> str:
    """Return the table: a line of column letters, then nine rows."""
    lines = ["  " + "".join(f"{letter:^{_CELL_WIDTH}}" for letter in COLUMN_LETTERS)]
    for row in range(ROWS):
        cells = [_cell_text(position, Cell(column, row)) for column in range(COLUMNS)]
        lines.append(f"{ROW_DIGITS[row]} " + "".join(f"{text:^{_CELL_WIDTH}}" for text in cells))
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
        kind=position.kind_at(move.first), first=move.first, second=move.second, points=points
    )


def score_text(session: Session) -> str:
    """Return both players' points, the points left, and the times if there is a clock."""
    parts = [_player_text(session, 0), _player_text(session, 1)]
    left = _("{points} points left on the table").format(points=session.points_left)
    return f"{parts[0]}, {parts[1]}; {left}."


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
        text = _("{name} has taken {kinds}; {needed} points are still needed to win.")
        lines.append(
            text.format(name=session.name(player), kinds=kinds, needed=session.needed(player))
        )
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
