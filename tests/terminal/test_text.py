"""What the terminal shows of a game, read line by line."""

from __future__ import annotations

import pytest

from battle.game.session import Session
from battle.game.setup import Seat, Series, Setup
from battle.page.text import board_text
from battle.rules.position import deal, move, position
from battle.terminal import game_lines as text
from battle.words import pair_and_points

START = position("5m5p/5p5m/9s/9s/1m2m1m2m")


def small(series: Series | None = None) -> Session:
    """Return a game of two people with few tiles."""
    return Session(Setup((Seat("Ada"), Seat("Ben")), START), series)


def test_the_table_marks_what_can_be_taken() -> None:
    """Brackets for a tile with a partner, parentheses for a free one without, none for others."""
    lines = board_text(START).splitlines()
    assert lines[0].split() == list("abcdefghijkl")
    assert lines[1].split()[:6] == ["1", "[5m]", "[5p]", "[9s]", "[9s]", "(1m)"]
    assert lines[2].split()[:6] == ["2", "[5p]", "[5m]", ".", ".", "2m"]
    assert len(lines) == 10


def test_pairs_are_numbered_in_the_promised_order() -> None:
    """Every pair has its number, its cells and its points."""
    lines = text.pairs_text(START).splitlines()
    assert len(lines) == len(START.legal_moves)
    assert pair_and_points(START, move("c1d1")) == "9s on c1 and d1, 9 points"
    assert all(line.startswith(f"{number}. ") for number, line in enumerate(lines, start=1))


def test_score_turn_and_moves() -> None:
    """Points, what is left, whose turn it is and what was played are reported."""
    session = small()
    assert text.moves_text(session) == "No move has been played."
    session.play(move("c1d1"))
    assert text.score_text(session) == "Ada 9, Ben 0; 13 points left on the table."
    assert text.taken_text(session).splitlines() == [
        "Ada, taken: 9s; 3 points are still needed to win.",
        "Ben, taken: nothing; 12 points are still needed to win.",
    ]
    assert text.moves_text(session) == "1. c1d1"


def test_the_result_tells_of_the_series() -> None:
    """Below the result stand the points of all games where there are more."""
    session = small(Series(((100, 120),)))
    session.resign(2)
    assert text.result_text(session).splitlines() == [
        "Ada won. Ben resigned.",
        "Both games: Ada 122 – 120 Ben",
        "Where games are added up, this one counts 22 – 0.",
    ]


@pytest.mark.parametrize(("width", "parts"), [(80, 1), (61, 1), (60, 2), (40, 2), (30, 3), (1, 12)])
def test_the_table_comes_in_parts_where_there_is_no_room(width: int, parts: int) -> None:
    """No part is wider than the terminal, and together they have every tile in its row."""
    shown = board_text(deal(1), width).split("\n\n")
    assert len(shown) == parts
    assert all(len(line) <= max(width, 6) for part in shown for line in part.splitlines())
    rows = zip(*(part.splitlines()[1:] for part in shown), strict=True)
    tiles = [[word for line in row for word in line.split()[1:]] for row in rows]
    expected = [row.split() for row in deal(1).picture.splitlines()]
    assert [[tile.strip("[]()") for tile in row] for row in tiles] == expected


def test_a_person_without_a_name_is_you_in_the_terminal() -> None:
    """Points and pairs taken are said of You, as in the window, not of a player."""
    seats = Seat("Player"), Seat(solver=True, level="novice")
    session = Session(Setup(seats, position("9s/9s")))
    assert text.score_text(session) == "You 0, Pip 0; 9 points left on the table."
    assert text.taken_text(session).startswith("You, taken: nothing; 5 points are still needed")
