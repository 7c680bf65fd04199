"""How games are named on buttons and in lists."""

from __future__ import annotations

import pytest

from battle import language
from battle.game.session import Seat, Session, Setup
from battle.game.words import date_words, game_words, players_words
from battle.rules.deal import deal


def test_players_and_points() -> None:
    """Both names with their points."""
    session = Session(Setup((Seat("Ada"), Seat("", solver=True)), deal(1), 1))
    assert players_words(session) == "Ada 0 – 0 Solver"
    session.play(session.position.legal_moves[0])
    assert game_words(session)[1].endswith("1 move")


@pytest.mark.parametrize(("code", "words"), [("en", "3 May 2026"), ("de", "3. Mai 2026")])
def test_dates_as_people_write_them(code: str, words: str) -> None:
    """A record's date in each language."""
    language.use(code)
    assert date_words("2026.05.03") == words


@pytest.mark.parametrize(
    "date",
    ["", "????.??.??", "2026.13.01", "2026.01.32", "today", "2026.05", f"{'1' * 5000}.1.1"],
)
def test_what_is_no_date_is_left_out(date: str) -> None:
    """Unknown dates are not shown at all."""
    assert date_words(date) == ""
