"""Tests of games: forwards, backwards, variations, endings."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import IllegalMoveError, deal, move, position
from battle.rules.record import Ending, Game, Reason
from tests.support.endgames import deal_numbers, games, played

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


def test_a_new_move_keeps_the_old_line_as_a_variation():
    """Another move after an undo becomes the main line, the old one stays beside it."""
    game = played(deal(1), Random(1), 3)
    old = game.node
    game.undo()
    other = next(each for each in game.position.legal_moves if each != old.move)
    game.play(other)
    assert [child.move for child in game.root.children[0].children[0].children] == [other, old.move]
    game.undo()
    game.redo()
    assert game.node.move == other


def test_a_variation_can_join_without_becoming_the_main_line():
    """With `as_main_line` false a move is tried beside the main line, and redo comes back to it."""
    game = played(deal(1), Random(1), 1)
    main = game.node
    game.undo()
    other = next(each for each in game.position.legal_moves if each != main.move)
    game.play(other, as_main_line=False)
    tried = game.node
    assert game.root.children == [main, tried]
    game.undo()
    game.redo()
    assert game.node is tried
    game.go_to(game.last)
    assert game.node is main


def test_promoting_makes_a_variation_the_main_line():
    """The line looked at becomes the main line at every branch before it."""
    game = played(deal(1), Random(1), 4)
    game.go_to(game.root.children[0])
    tried = next(each for each in game.position.legal_moves if game.node.child(each) is None)
    game.play(tried, as_main_line=False)
    game.promote()
    assert game.last is game.node


def test_a_move_already_played_is_followed():
    """Playing a move that is in the tree adds nothing to it."""
    game = played(deal(1), Random(1), 2)
    moves = game.moves
    game.undo()
    game.play(moves[1])
    assert len(game.node.parent.children) == 1


def test_what_cannot_be_done_is_refused_in_words():
    """A refused move leaves the game as it was; nothing is undone at the start nor redone."""
    game = Game(position("5m5p/5p5m/9s/9s"))
    with pytest.raises(IllegalMoveError, match="no tile is left on f1"):
        game.play(move("f1f9"))
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        game.undo()
    with pytest.raises(IllegalMoveError, match="no move to play again"):
        game.redo()
    assert game.node is game.root
    assert not game.can_redo


def test_a_resigned_game_is_over_where_it_was_resigned():
    """No move can be played there, a game that is over cannot end again, and it can be resumed."""
    game = played(deal(1), Random(1), 5)
    game.end(RESIGNED)
    assert game.ending == RESIGNED
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play(game.position.legal_moves[0])
    with pytest.raises(IllegalMoveError, match="over already"):
        game.end(RESIGNED)
    game.undo()
    assert game.ending is None
    game.redo()
    game.resume()
    assert game.ending is None
    game.play(game.position.legal_moves[0])


def test_variations_of_a_resigned_game_go_on():
    """What is tried out beside is not over; what was taken back before the end is dropped."""
    game = played(deal(1), Random(1), 5)
    game.undo()
    game.end(RESIGNED)
    assert (game.last, game.ply) == (game.node, 4)
    game.undo()
    tried = next(each for each in game.position.legal_moves if game.node.child(each) is None)
    game.play(tried, as_main_line=False)
    assert game.ending is None
    game.play(game.position.legal_moves[0], as_main_line=False)
