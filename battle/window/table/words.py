"""What the playing screen says: of the players in their panels, of the game in the status line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battle.game.clock import clock_text
from battle.game.engine_move import move_seconds
from battle.game.levels import labels, level_words
from battle.game.session import Session
from battle.game.words import has_series, match_words
from battle.language import _, decimal, ngettext
from battle.rules.position import Cell, Kind, Player
from battle.window.board.board import Board
from battle.window.table.opponent import Opponent
from battle.window.table.view import PlayerView
from battle.words.moves import to_move_words
from battle.words.numbers import points

_HURRY_SECONDS: Final = 30.0


# --- players ------------------------------------------------------------------------------------


def player_view(
    session: Session,
    player: Player,
    opponent: Opponent,
    taken: Sequence[Kind],
    *,
    is_taught: bool,
) -> PlayerView:
    """Return what a player's panel shows, with the pairs `taken` in the tray.

    `is_taught` tells whether the teacher stands behind whoever plays alone.
    """
    clock, ending = session.remaining(player), session.ending
    return PlayerView(
        player=player,
        name=session.name(player),
        caption=_caption(session, player, is_taught=is_taught),
        points=session.points[player - 1],
        needed=session.needed(player),
        goal=session.position.points_to_win,
        taken=taken,
        active=player == (ending.winner if ending else session.to_move),
        over=ending is not None,
        reachable=session.needed(player) <= session.position.points_left,
        state=_state(session, player, opponent),
        brief=_state(session, player, opponent, brief=True),
        clock="" if clock is None else clock_text(clock),
        hurried=clock is not None and clock < _HURRY_SECONDS,
        progress=_progress(session, player, opponent),
    )


def _caption(session: Session, player: Player, *, is_taught: bool) -> str:
    if has_series(session):
        return _("series {points}").format(points=session.totals[player - 1])
    given = session.position.given[player - 1]
    if given:
        return ngettext("{n} point given", "{n} points given", given).format(n=given)
    seat = session.seat(player)
    promised = next((label for label in labels() if label.name == seat.level), None)
    if promised is not None:
        return level_words(promised)
    if seat.solver:
        seconds = session.setup.think_seconds
        return _("solver, {seconds} s a move").format(seconds=decimal(seconds))
    if player == session.person and is_taught:
        return _("with the teacher")
    return _("moves first") if player == 1 else _("moves second")


def _state(session: Session, player: Player, opponent: Opponent, *, brief: bool = False) -> str:
    if session.ending is not None:
        if session.ending.winner is None:
            return _("draw")
        return _("wins") if session.ending.winner == player else _("loses")
    if session.to_move != player:
        return _("waits")
    if session.seat(player).solver:
        if opponent.is_getting_ready:
            return _("starts …") if brief else _("is getting ready …")
        if brief:
            return _("thinks …")
        return _("thinks … {seconds} s").format(seconds=decimal(opponent.seconds, 1))
    return _("to move") if brief else _("{name} to move").format(name=session.name(player))


def _progress(session: Session, player: Player, opponent: Opponent) -> float | None:
    """Return how far the time of the program that thinks has run, None if it does not."""
    if not opponent.is_thinking or player != session.to_move or opponent.is_getting_ready:
        return None
    return opponent.seconds / move_seconds(session)


# --- the status line ----------------------------------------------------------------------------


def situation(session: Session, board: Board) -> str:
    """Say what the mouse or the selection is on, else whose turn it is."""
    if session.ending is not None:
        return session.result_text
    if board.looked_at is not None:
        return _tile_words(board, board.looked_at)
    found = None if board.hovered is None else session.position.kind_at(board.hovered)
    if board.hovered is not None and found is not None:
        return board.refusal(board.hovered, found)
    return to_move_words(session.name(session.to_move), session.position)


def _tile_words(board: Board, cell: Cell) -> str:
    found = board.position.kind_at(cell)
    if found is None:
        return ""
    if not board.partners:
        return board.refusal(cell, found)
    cells = ", ".join(str(partner) for partner in board.partners)
    return _("{kind} on {cell}: {points} with {cells}.").format(
        kind=found, cell=cell, points=points(found.rank), cells=cells
    )


def whereabouts(session: Session) -> str:
    """Say which game this is and how far it has come: match, deal, move."""
    deal, ply = session.setup.deal, session.game.ply
    move = _("move {number}").format(number=ply if session.ending is not None else ply + 1)
    parts = [match_words(session), "", move]
    if deal is not None:
        parts[1] = _("deal {number}").format(number=deal)
    return "  ·  ".join(filter(None, parts))
