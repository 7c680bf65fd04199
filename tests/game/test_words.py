"""How games are named on buttons and in lists."""

from __future__ import annotations

from battle.game.session import Seat, Session, Setup
from battle.game.words import game_words, players_words
from battle.rules.deal import deal


def test_players_and_points() -> None:
    """Both names with their points."""
    session = Session(Setup((Seat("Ada"), Seat("", solver=True)), deal(1), 1))
    assert players_words(session) == "Ada 0 – 0 Solver"
    session.play(session.position.legal_moves[0])
    assert game_words(session)[1].endswith("1 move")
