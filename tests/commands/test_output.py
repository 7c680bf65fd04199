"""What the commands print of a review, read back from the text."""

from __future__ import annotations

import re

from battle.analysis.ledger import review_line
from battle.analysis.values import Values
from battle.commands.output import review_text
from battle.rules.game import Game
from battle.rules.position import position

START = "5m5p6m/5p5m6m/9s7p/9s7p"


def text_of_guesses() -> str:
    """Return the text of the review of a game whose values are guessed."""
    game = Game(position(START))
    while game.position.legal_moves:
        game.play(game.position.legal_moves[0])
    values = Values()
    for node in [game.root, *game.root.main_line()]:
        values.guess(node.position, 0)
    review = review_line([game.root, *game.root.main_line()], values)
    assert review is not None
    return review_text(review)


def test_what_is_estimated_has_a_wave() -> None:
    """Par, losses and shares of a review of guesses alone carry a ~; the end of a game is sure."""
    text = text_of_guesses()
    assert re.match(r"Par ~[+-]\d+ ", text)
    assert re.search(r"Final margin [+-]\d+, .* = par ~[+-]\d+ - ~\d+ \+ ~\d+\.", text)
    assert re.search(r"Player 1 lost ~\d+ points", text)


def test_the_sum_of_the_text_adds_up() -> None:
    """The numbers printed are a sum, whatever is known of them."""
    found = re.search(
        r"Final margin (.\d+).* = par ~?(.\d+) - ~?(\d+) \+ ~?(\d+)", text_of_guesses()
    )
    assert found is not None
    final, par, first, second = map(int, found.groups())
    assert final == par - first + second
