"""A game in lines: moves as they are typed, points and pairs as they are printed."""

from __future__ import annotations

import re
from contextlib import suppress

from battle.analysis.values import Bounds
from battle.game.pie import pie_verdict
from battle.game.session import Session
from battle.game.setup import clock_text
from battle.game.words import given_words, has_series, series_words
from battle.language import _, ngettext
from battle.rules.position import (
    PLAYERS,
    Cell,
    FormatError,
    Kind,
    Move,
    Position,
    RulesError,
    meant,
    quoted,
)
from battle.words import (
    NO_MOVE,
    label,
    listed,
    no_pair_words,
    numbered,
    pair_and_points,
)


def move_in(line: str, position: Position, unknown: str) -> Move:
    """Return the move that a line names; raise RulesError, which helps, if it names none.

    `unknown` is the refusal of a line that is no move at all; it may quote it as `{line}`.
    """
    words = meant(line).lower()
    moves = position.legal_moves
    if re.fullmatch(r"[0-9]{1,3}", words):
        if not moves:
            raise RulesError(no_pair_words())
        if 1 <= int(words) <= len(moves):
            return moves[int(words) - 1]
        text = _("There is no pair {number}: the pairs that can be taken are 1 to {last}.")
        raise RulesError(text.format(number=words, last=len(moves)))
    with suppress(FormatError):
        return _only(words, [move for move in moves if position.kind_of(move) is Kind.parse(words)])
    with suppress(FormatError):
        wanted = Cell.parse(words)
        return _only(words, [move for move in moves if wanted in move])
    try:
        return Move.parse(words)
    except FormatError:
        raise FormatError(unknown.format(line=quoted(line))) from None


def _only(words: str, moves: list[Move]) -> Move:
    """Return the only one of some moves; raise RulesError if there are none or more."""
    if not moves:
        raise RulesError(_("There is no pair of {words} to take.").format(words=words))
    if len(moves) > 1:
        names = listed(map(str, moves))
        text = _("There are several pairs of {words}: {names}. Type one of them.")
        raise RulesError(text.format(words=words, names=names))
    return moves[0]


def pairs_text(position: Position) -> str:
    """Return the pairs that can be taken, numbered from 1 in the promised order of moves."""
    pairs = (
        f"{number}. {pair_and_points(position, move)}"
        for number, move in enumerate(position.legal_moves, start=1)
    )
    return "\n".join(pairs) or no_pair_words()


def score_text(session: Session) -> str:
    """Return both players' points, the points left, and the times if there is a clock."""
    parts = []
    for player, given in zip(PLAYERS, session.position.given, strict=True):
        text = f"{label(session.name(player))} {session.points[player - 1]}"
        if given:
            words = given_words(given)
            text = f"{text} ({words})"
        remaining = session.remaining(player)
        parts.append(text if remaining is None else f"{text} ({clock_text(remaining)})")
    left = session.position.points_left
    text = ngettext(
        "{scores}; {points} point left on the table.",
        "{scores}; {points} points left on the table.",
        left,
    )
    return text.format(scores=listed(parts), points=left)


def taken_text(session: Session) -> str:
    """Return for each player the pairs taken, in order, and the points still needed to win."""
    lines = []
    for player in PLAYERS:
        kinds = " ".join(str(kind) for kind in session.taken(player)) or _("nothing")
        needed = session.needed(player)
        text = ngettext(
            "{name}, taken: {kinds}; {needed} point is still needed to win.",
            "{name}, taken: {kinds}; {needed} points are still needed to win.",
            needed,
        )
        name = label(session.name(player))
        lines.append(text.format(name=name, kinds=kinds, needed=needed))
    return "\n".join(lines)


def moves_text(session: Session) -> str:
    """Return the moves played so far, numbered."""
    words, position = "", session.game.start
    for ply, move in enumerate(session.game.moves, start=1):
        is_first = position.to_move == 1 or not words
        words += f"\n{numbered(ply, position.to_move)} {move}" if is_first else f" {move}"
        position = position.play(move)
    return words.lstrip("\n") or _(NO_MOVE)


def result_text(session: Session, par: int | None = None) -> str:
    """Return how the game ended, and how a series stands; `par` is that of its start if known."""
    lines = [session.result_text]
    if par is not None and session.setup.named_by is not None:
        lines.append(pie_verdict(session, Bounds.exactly(par)))
    if has_series(session):
        lines.append(series_words(session))
    if (counted := session.counted) != session.points:
        words = _("Where games are added up, this one counts {first} – {second}.")
        lines.append(words.format(first=counted[0], second=counted[1]))
    return "\n".join(lines)
