"""What the playing screen says of players and game, without a window."""

from __future__ import annotations

import pytest

from battle.engine.scheduler import Scheduler
from battle.game.clock import TimeControl
from battle.game.series import Series
from battle.game.session import Seat, Session, Setup
from battle.rules.deal import deal
from battle.rules.position import Player, cell, position
from battle.window.board.board import Board
from battle.window.table.opponent import Opponent
from battle.window.table.view import PlayerView, player_view, situation, whereabouts
from tests.support.fake_engine import FakeEngine

FRIENDS = (Seat("Ada"), Seat("Ben"))
WITH_SOLVER = (Seat("Ada"), Seat(solver=True))


def view(
    session: Session, player: Player, *, is_taught: bool = False, asked: bool = False
) -> PlayerView:
    """Return what a player's panel shows, half a second after the solver was asked, if it was."""
    clock = [0.0]
    opponent = Opponent(Scheduler(FakeEngine(silent=True)), session, lambda: clock[0])
    if asked:
        opponent.ask()
        clock[0] = 0.5
    taken = session.taken(player)
    return player_view(session, player, opponent, taken, is_taught=is_taught)


def test_friends_at_the_beginning() -> None:
    """The one to move stands in light, the other waits; each is told who began."""
    session = Session(Setup(FRIENDS, deal(7), 7))
    first, second = view(session, 1), view(session, 2)
    assert (first.active, first.state, first.brief) == (True, "Ada to move", "to move")
    assert (second.active, second.state) == (False, "waits")
    assert (first.caption, second.caption) == ("moves first", "moves second")
    assert (first.clock, first.progress) == ("", None)


def test_the_solver_thinks() -> None:
    """Its panel tells the seconds, and how much of its time is gone."""
    session = Session(Setup(WITH_SOLVER, deal(7), 7))
    session.play(session.position.legal_moves[0])
    shown = view(session, 2, asked=True)
    assert shown.state == "thinks … 0.5 s"
    assert shown.progress == pytest.approx(0.5 / session.setup.think_seconds)
    assert view(session, 2).progress is None
    assert view(session, 1, asked=True).progress is None


def test_who_is_taught_is_told() -> None:
    """The teacher stands behind the person who plays alone, and behind nobody else."""
    alone = Session(Setup(WITH_SOLVER, deal(7), 7))
    assert view(alone, 1, is_taught=True).caption == "with the teacher"
    assert view(alone, 2, is_taught=True).caption.startswith("solver")
    friends = Session(Setup(FRIENDS, deal(7), 7))
    assert view(friends, 1, is_taught=True).caption == "moves first"


def test_a_series_is_told_by_its_points() -> None:
    """In a series the caption is what was made in all its games."""
    session = Session(Setup(FRIENDS, deal(7), 7), Series(((118, 152),)))
    assert "118" in view(session, 1).caption


def test_short_time_is_marked() -> None:
    """A clock is shown, and is in a hurry below half a minute."""
    control = TimeControl(600, 0)
    assert not view(Session(Setup(FRIENDS, deal(7), 7, control=control)), 1).hurried
    session = Session(Setup(FRIENDS, deal(7), 7, control=TimeControl(20, 0)))
    assert view(session, 1).hurried
    assert view(session, 1).clock


def test_the_end_is_told() -> None:
    """Winner and loser are called so; the winner stands in light."""
    session = Session(Setup(FRIENDS, deal(7), 7))
    session.resign(1)
    assert (view(session, 1).state, view(session, 2).state) == ("loses", "wins")
    assert view(session, 2).active
    assert view(session, 2).over


def test_the_status_line_says_what_is_looked_at() -> None:
    """First the result, then a tile looked at or blocked, else whose turn it is."""
    session = Session(Setup(FRIENDS, position("5m5m/9s1p9s/1p")))
    board = Board(session.position)
    assert situation(session, board) == "Ada to move: 2 pairs can be taken."
    free = session.position.free_cells[0]
    board.hover(free)
    assert str(free) in situation(session, board)
    board.hover(cell("l9"))
    session.resign(2)
    assert situation(session, board) == session.result_text


def test_the_end_of_the_line_says_where_the_game_is() -> None:
    """Deal and move; when the game is over, the last move instead of the next."""
    session = Session(Setup(FRIENDS, deal(7), 7))
    session.play(session.position.legal_moves[0])
    assert whereabouts(session) == "deal 7  ·  move 2"
    session.resign(2)
    assert whereabouts(session) == "deal 7  ·  move 1"
