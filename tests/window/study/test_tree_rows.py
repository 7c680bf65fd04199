"""A tree of moves as rows."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from battle.rules.deal import deal
from battle.rules.game import Game, Node
from battle.rules.position import position
from battle.rules.record import Record
from battle.window.study.tree import Columns, number_of, tree_rows

COLUMNS = Columns(200, 24, 12, lambda text: 7 * len(text))


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """Games of a few moves with branches, some named."""
    game = Game(deal(draw(st.integers(1, 5))))
    nodes = [game.root]
    for _ in range(draw(st.integers(0, 14))):
        game.go_to(nodes[draw(st.integers(0, len(nodes) - 1))])
        moves = game.position.legal_moves
        game.play(moves[draw(st.integers(0, min(3, len(moves) - 1)))], as_main_line=False)
        if game.node not in nodes:
            nodes.append(game.node)
        game.node.comment = draw(st.sampled_from(["", "", "a name", "[%eval =7]"]))
    return game


def all_nodes(game: Game) -> list[Node]:
    """Return every move of a tree."""
    found, waiting = [], [game.root]
    while waiting:
        node = waiting.pop()
        found += node.children
        waiting += node.children
    return found


@settings(max_examples=60, deadline=None)
@given(trees())
def test_every_move_stands_in_one_row(game: Game) -> None:
    """No move is missing or there twice, and none leaves the width of the panel or overlaps."""
    rows = tree_rows(game.root, COLUMNS)
    words = [word for row in rows for word in row.words]
    nodes = [word.node for word in words]
    assert len(nodes) == len(set(map(id, nodes)))
    assert {id(node) for node in nodes} == {id(node) for node in all_nodes(game)}
    for row in rows:
        end = 0
        for word in row.words:
            assert end <= word.left
            end = word.left + word.width
            assert row.word_at(word.left) is word
        assert end <= COLUMNS.width


@settings(max_examples=60, deadline=None)
@given(trees())
def test_order_is_the_records(game: Game) -> None:
    """Moves come in the order of the record."""
    text = Record({}, game).text.split("\n\n", 1)[1]
    moves = re.findall(r"[a-l][1-9][a-l][1-9]", re.sub(r"\{[^}]*\}", "", text))
    rows = tree_rows(game.root, COLUMNS)
    in_rows = [str(word.node.move) for row in rows for word in row.words]
    assert in_rows == moves


def test_numbers_when_the_second_player_begins() -> None:
    """Moves are counted one by one, whoever begins."""
    game = Game(position("5m5p/5p5m/9s/9s 2"))
    for _ in range(2):
        game.play(game.position.legal_moves[0])
    assert [number_of(node) for node in game.node.path()] == [1, 2]


def test_comments_without_commands_have_rows() -> None:
    """Words for people get a row after their move, what programs keep does not."""
    game = Game(deal(1))
    game.play(game.position.legal_moves[0])
    game.node.comment = "[%eval =7] a trap"
    (comment,) = (row.comment for row in tree_rows(game.root, COLUMNS) if row.comment)
    assert comment == "a trap"
