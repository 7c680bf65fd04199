"""What the commands print of a review, read back from the text."""

from __future__ import annotations

import re
from dataclasses import replace

from battle.analysis.ledger import Review, review_line
from battle.analysis.values import Values
from battle.commands.output import review_text
from battle.rules.game import Game
from battle.rules.position import position
from tools.reference import value

START = "5m5p6m/5p5m6m/9s7p/9s7p"


def reviewed(choice: int, *, proven: bool = True) -> Review:
    """Return the review of a game whose values are proven, or guessed."""
    game = Game(position(START))
    while game.position.legal_moves:
        game.play(game.position.legal_moves[choice])
    values = Values()
    for node in game.main_line():
        if proven:
            truth = value(node.position)
            values.prove(node.position, truth, truth)
        else:
            values.guess(node.position, 0)
    review = review_line(game.main_line(), values)
    assert review is not None
    return review


def text_of(choice: int, *, proven: bool = True) -> str:
    return review_text(reviewed(choice, proven=proven), {})


def test_nothing_is_made_of_guesses() -> None:
    """Guesses without an error cost nothing that is told; the end of a game is sure."""
    text = text_of(0, proven=False)
    assert re.match(r"Par ~[+-]\d+ ", text)
    assert re.search(r"Final margin [+-]\d+, .*; par ~[+-]\d+\.", text)
    assert "Of player 1 nothing is proven lost yet" in text
    assert re.search(r"1\. player 1 .* unknown ", text)
    assert "is not known yet; a proof (--exact) would tell" in text
    assert "Until when it could win is not known yet." in text


def test_of_who_won_it_is_not_said_that_it_is_unknown() -> None:
    """Until when a game could be won is told of the other player alone."""
    review = reviewed(0)
    moves = tuple(replace(move, winner_known=False) for move in review.moves)
    text = review_text(replace(review, moves=moves, par_winner_known=False), {})
    assert review.final_margin
    assert text.count("Until when it could win is not known yet.") == 1


def test_the_sum_of_the_text_adds_up() -> None:
    """The numbers printed of what is proven are a sum."""
    found = re.search(r"Final margin (.\d+).* = par (.\d+) - (\d+) \+ (\d+)", text_of(0))
    assert found is not None
    final, par, first, second = map(int, found.groups())
    assert final == par - first + second
