"""What Analyse says: who wins, how certain that is, and whose move it is."""

from __future__ import annotations

import pytest

from battle.analysis.study import Snapshot, Study
from battle.analysis.values import Known
from battle.rules.deal import deal
from battle.rules.game import Game
from battle.rules.position import move, position
from battle.window.board.board import Board
from battle.window.board.flights import LineReplay
from battle.window.study.words import aside, compact, situation, verdict, verdict_notes

NAMES = ("Ada", "Ben")
START = position("5m5p/5p5m/9s/9s 1 10-12")


@pytest.mark.parametrize(
    ("margin", "words"),
    [
        (Known(7, 7, 7), "Ada wins by 7"),
        (Known(-3, -3, -3), "Ben wins by 3"),
        (Known(0, 0, 0), "A draw with perfect play"),
        (Known(2, 9, 4), "Ada wins by 2 to 9"),
        (Known(-9, -2, -4), "Ben wins by 2 to 9"),
        (Known(-9, 9, 4, 2.0), "Ada wins by 4\u2009±\u20092"),
        (Known(-9, 9, -4, 1.5), "Ben wins by 4\u2009±\u20092"),
        (Known(-9, 9, 4, 2.1), "Who wins is not known yet"),
        (Known(-9, 9, 4), "Who wins is not known yet"),
        (Known(-9, 9, 0, 1.0), "Who wins is not known yet"),
        (Known(-9, 9), "Who wins is not known yet"),
    ],
)
def test_the_verdict_says_as_much_as_is_known(margin: Known, words: str) -> None:
    """A proof is told exactly, a winner with bounds by them, an estimate if well supported."""
    assert verdict(margin, NAMES) == words


def test_a_game_that_is_over_was_no_perfect_play() -> None:
    """A draw on the table is a draw, whoever played how."""
    assert verdict(Known(0, 0, 0), NAMES, over=True) == "A draw"


def test_a_note_says_how_certain_the_verdict_is() -> None:
    """A winner is proven; bounds are told where they say much more than that points are left."""
    trivial = Known(-20, 20)
    assert verdict_notes(Known(1, 20, 3), trivial) == ("proven",)
    told = "estimated: +3\u2009±\u20094"
    assert verdict_notes(Known(-19, 20, 3, 3.8), trivial) == (told,)
    assert verdict_notes(Known(-2, 4, 3, 3.8), trivial) == (f"{told}; certain: −2 … +4", told)
    assert verdict_notes(Known(-20, 20), trivial) == ()


def test_the_status_line_says_whose_move_it_is() -> None:
    """With nothing pointed at it counts the pairs of who is to move, until the game is over."""
    board = Board(START)
    count = len(START.legal_moves)
    words = situation(START, NAMES, board, None, over=False)
    assert words == f"Ada to move: {count} pairs can be taken."
    assert situation(START, NAMES, board, None, over=True) == "The game was ended here."


def test_the_status_line_says_why_a_tile_is_not_free() -> None:
    """A tile under the mouse that cannot be taken comes first."""
    start = deal(1)
    board = Board(start)
    blocked, kind = next(one for one in start.tiles() if not board.is_free(one[0]))
    board.hover(blocked)
    words = situation(start, NAMES, board, None, over=False)
    assert words == board.refusal(blocked, kind)


def test_the_status_line_says_where_a_line_stands() -> None:
    """A line on the board is told move by move, by the name of who takes."""
    replay = LineReplay(START, (move("c1d1"), move("a1b2")))
    replay.step(1)
    assert situation(START, NAMES, Board(START), replay, over=False).startswith(
        "Expected play, move 1 of 2: Ada takes"
    )
    replay.step(1)
    assert "move 2 of 2: Ben takes" in situation(START, NAMES, Board(START), replay, over=False)


def test_the_place_is_told_with_the_deal() -> None:
    """The place is counted in moves of the line; a deal without a number is not told."""
    game = Game(START)
    game.play(move("c1d1"))
    snapshot = Snapshot(Study(game))
    assert aside(snapshot, None) == "move 1 of 1"
    assert aside(snapshot, 4711) == "deal 4711  ·  move 1 of 1"


@pytest.mark.parametrize(
    ("number", "words"),
    [(950, "950"), (12_000, "12 k"), (3_400_000, "3.4 M"), (2 * 10**9, "2.0 G")],
)
def test_large_numbers_are_short(number: int, words: str) -> None:
    """A large number is told in few signs."""
    assert compact(number) == words
