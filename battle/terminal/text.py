"""What the terminal says of a game besides its board: points, turn, pairs, moves, result."""

from __future__ import annotations

from battle.analysis.values import Bounds
from battle.game.session import Session
from battle.game.setup import clock_text
from battle.language import _, ngettext
from battle.page.text import page_lines
from battle.rules.position import PLAYERS, Position
from battle.training.result_page import result_page
from battle.words import no_pair_words, pair_and_points, to_move_words


def legend_text() -> str:
    """Return what the marks in the table mean."""
    return _("[5m] can be taken, (5m) is free without a partner, 5m is blocked.")


def pairs_text(position: Position) -> str:
    """Return the pairs that can be taken, numbered from 1 in the promised order of moves."""
    pairs = (
        f"{number}. {pair_and_points(position, move)}"
        for number, move in enumerate(position.legal_moves, start=1)
    )
    return "\n".join(pairs) or no_pair_words()


def score_text(session: Session) -> str:
    """Return both players' points, the points left, and the times if there is a clock."""
    parts = [_player_text(session, 0), _player_text(session, 1)]
    left = session.position.points_left
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
    return to_move_words(session.name(session.to_move), session.position)


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


def result_text(session: Session, par: Bounds | None = None) -> str:
    """Return how the game ended; `par` is that of its start, None if it is not known."""
    first = session.result_text
    more = (line for line in page_lines(result_page(session, par)) if line not in first)
    return "\n".join((first, *more))
