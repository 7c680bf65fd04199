"""Tests of games: forwards, backwards, variations, endings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import IllegalMoveError, deal, move, position
from battle.rules.tree import Ending, Game, Reason
from tests.support.endgames import deal_numbers, games, played
from tests.support.trees import tree_text

SMALL = "5m5p/5p5m/9s/9s"
RESIGNED = Ending(Reason.RESIGNED, 2)


@given(games())
def test_a_game_runs_backwards_and_forwards_again(game):
    """Undoing every move leads to the start, redoing every move to where the game was."""
    end, moves, start = game.position, game.moves, game.start
    seen = [game.position]
    while game.can_undo:
        game.undo()
        seen.append(game.position)
    assert game.position == start
    assert len(seen) == len(moves) + 1
    while game.can_redo:
        game.redo()
        assert game.position == seen[len(moves) - game.ply]
    assert game.position == end
    assert game.moves == moves


@given(deal_numbers, st.randoms(use_true_random=False))
def test_a_played_out_game_has_a_winner_by_points(number, random):
    """When no pair can be taken the game is over, and more points win."""
    game = played(deal(number), random, 54)
    assert game.position.is_over
    first, second = game.position.points
    winner = None if first == second else 1 if first > second else 2
    assert game.ending == Ending(Reason.PLAYED_OUT, winner)


STEPS = {
    "undo": Game.undo,
    "redo": Game.redo,
    "last": lambda game: game.go_to(game.last),
    "promote": Game.promote,
    "resign": lambda game: game.end(RESIGNED),
    "resume": Game.resume,
}


def after(steps: str) -> Game:
    """Return a small game after steps; a move with a + is tried beside the main line."""
    game = Game(position(SMALL))
    for word in steps.split():
        if word in STEPS:
            STEPS[word](game)
        else:
            game.play(move(word.removeprefix("+")), as_main_line=not word.startswith("+"))
    return game


@pytest.mark.parametrize(
    ("steps", "tree"),
    [
        ("a1b2 c1d1 undo a2b1", "a1b2 a2b1@ (c1d1)"),
        ("a1b2 c1d1 undo a2b1 undo redo", "a1b2 a2b1@ (c1d1)"),
        ("a1b2 undo +c1d1", "a1b2 (c1d1@)"),
        ("a1b2 undo +c1d1 undo redo", "a1b2 (c1d1@)"),
        ("a1b2 undo +c1d1 last", "a1b2@ (c1d1)"),
        ("a1b2 c1d1 a2b1 undo undo +a2b1 promote", "a1b2 a2b1@ (c1d1 a2b1)"),
    ],
)
def test_variations_beside_the_main_line(steps, tree):
    """After an undo another move becomes the main line, unless it is tried; redo goes back."""
    game = after(steps)
    assert (tree_text(game.root, game.node), game.ending) == (tree, None)


@pytest.mark.parametrize(
    ("before", "step", "words"),
    [
        ("", "f1f9", "no tile is left on f1"),
        ("", "undo", "no move to take back"),
        ("a1b2", "redo", "no move to play again"),
        ("a1b2 resign", "c1d1", "the game is over"),
        ("a1b2 resign", "resign", "over already"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(before, step, words):
    """Illegal moves, undo at the start, redo at the end, and anything in a game that is over."""
    with pytest.raises(IllegalMoveError, match=words):
        after(f"{before} {step}")


def test_what_is_refused_leaves_the_game_as_it_was():
    """It stands at the start still, with nothing to play again."""
    game = Game(position(SMALL))
    with pytest.raises(IllegalMoveError):
        game.play(move("f1f9"))
    assert (tree_text(game.root, game.node), game.can_redo) == ("@", False)


@pytest.mark.parametrize(
    ("steps", "tree", "ending"),
    [
        ("a1b2 resign", "a1b2@", RESIGNED),
        ("a1b2 resign undo", "@ a1b2", None),
        ("a1b2 resign undo redo", "a1b2@", RESIGNED),
        ("a1b2 resign resume c1d1", "a1b2 c1d1@", None),
        ("a1b2 c1d1 undo resign", "a1b2@", RESIGNED),
        ("a1b2 c1d1 undo resign undo +c1d1 +a1b2", "a1b2 (c1d1 a1b2@)", None),
    ],
)
def test_a_resigned_game_is_over_where_it_was_resigned(steps, tree, ending):
    """It can be resumed, and variations beside go on; what was taken back before is dropped."""
    game = after(steps)
    assert (tree_text(game.root, game.node), game.ending) == (tree, ending)
