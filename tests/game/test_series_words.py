"""What is said of a series between games."""

from __future__ import annotations

from battle.game.series import Series, duplicate
from battle.game.session import Seat, Session, Setup
from battle.game.words import go_on, has_series, match_words, next_game, series_words
from battle.rules.position import position

SMALL = position("5m5p/5p5m/9s/9s")


def over(*deals: int, games: tuple[tuple[int, int], ...] = ()) -> Session:
    """Return a game that player 2 gave up, in a match on some deals or in none."""
    agreed = duplicate(deals) if deals else None
    session = Session(Setup((Seat("Ada"), Seat("Ben")), SMALL), Series(games, agreed))
    session.resign(2)
    return session


def test_a_single_game_is_no_series() -> None:
    """Of one game there is nothing more to say; a rematch is offered."""
    session = over()
    assert not has_series(session)
    assert match_words(session) == ""
    assert next_game(session).words == "Rematch"
    assert go_on(session).name(1) == "Ben"


def test_a_series_without_an_end_adds_up() -> None:
    """All games are counted, with all that was left to the one who did not give up."""
    session = over(games=((100, 120),))
    assert has_series(session)
    assert series_words(session) == "All 2 games: Ada 119 – 120 Ben"
    assert next_game(session).words == "Rematch"


def test_a_match_tells_where_it_is() -> None:
    """The number of the game, of how many, and what comes next."""
    first = over(0, 12)
    assert match_words(first) == "game 1 of 4"
    assert series_words(first) == "Game 1 of 4: Ada 19 – 0 Ben"
    assert next_game(first) == ("Next game", "Game 2 of 4: the same deal with seats swapped")
    second = over(0, 12, games=((5, 5),))
    assert next_game(second) == ("Next game", "Game 3 of 4: another deal")
    assert go_on(second).setup.deal == 12


def test_a_match_that_is_over_leads_to_another() -> None:
    """After the last game the sum is told; the new match has as many other deals."""
    session = over(0, 12, games=((1, 2), (3, 4), (5, 6)))
    assert series_words(session) == "The match: Ada 28 – 12 Ben"
    assert next_game(session).words == "New match"
    agreed = go_on(session).series.duplicate
    assert agreed is not None
    assert len(set(agreed.deals)) == 2
    assert 0 not in agreed.deals
