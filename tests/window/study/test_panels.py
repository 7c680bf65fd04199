"""The lists and the graph of Analyse as models: what lies where, and what stays chosen."""

from __future__ import annotations

import dataclasses

import pygame
import pytest

from battle.analysis.costs import MoveCost
from battle.analysis.study import ExpectedLines, Snapshot, Study
from battle.analysis.values import Bounds, Cost, MoveInfo
from battle.rules.position import ALL_POINTS, move, position
from battle.rules.record import Game
from battle.window.board.tree import TreePanel, marked_cost
from battle.window.pages.flow import Flow
from battle.window.study.view import GraphPanel, lines_page
from battle.window.ui.theme import Theme
from battle.words import margin_figure

pytestmark = pytest.mark.usefixtures("display")

ROOM = pygame.Rect(20, 30, 300, 220)
START = position("5m5p/5p5m/9s/9s 1 10-12")


def study() -> Study:
    """Return a study of a short game, at its end."""
    game = Game(START)
    for text in ("c1d1", "a1b2"):
        game.play(move(text))
    return Study(game)


# --- the graph ----------------------------------------------------------------------------------


def test_every_place_of_the_graph_is_found_where_it_stands() -> None:
    """The place nearest to a point is the one that stands there; edges hold every margin."""
    found: list[int] = []
    graph, shown = GraphPanel(found.append), Snapshot(study())
    graph.place(Theme(1.0), ROOM, ROOM)
    graph.fill(shown)
    for place in range(len(shown.line)):
        graph.drag((round(graph.scale.x(place)), graph.plot.centery))
    graph.drag((ROOM.right + 50, ROOM.centery))
    assert found == [0, 1, 2, 2]
    assert (graph.scale.plot.low, graph.scale.plot.high) == (-10, 10)
    assert not graph.rect.colliderect(graph.head)


def test_a_margin_that_is_estimated_has_a_wave() -> None:
    """Proven margins stand alone, estimates after a wave, what is not known as a question."""
    assert margin_figure(Bounds(4, 4, 4)) == "+4"
    assert margin_figure(Bounds(-9, 9, -4)).startswith("~")
    assert margin_figure(Bounds(-9, 9)) == "?"


# --- the lines ----------------------------------------------------------------------------------


def test_the_chosen_line_stays_chosen_wherever_it_stands() -> None:
    """When news bring the moves into another order the choice goes with its move."""
    place, sheet = Study(Game(START)), Flow()
    sheet.place(Theme(1.0), ROOM)

    def fill() -> None:
        moves = Snapshot(place).moves
        sheet.fill([*lines_page(moves, ExpectedLines(), relative=True)])

    fill()
    sheet.choose(len(sheet.blocks) - 1)
    chosen, moves = sheet.chosen_target, START.legal_moves
    worth, most = {one: 9 if one == chosen else 0 for one in moves}, ALL_POINTS
    place.values.learn(START, [MoveInfo(m, -most, most, v, 1, (m,)) for m, v in worth.items()])
    fill()
    assert (sheet.chosen, sheet.chosen_target) == (0, chosen)


# --- the tree -----------------------------------------------------------------------------------


def test_every_move_of_the_tree_is_found_where_it_stands() -> None:
    """The move at a point is the one whose words are there."""
    shown = Snapshot(study())
    panel = TreePanel()
    panel.place(Theme(1.0), ROOM)
    panel.fill(shown.root, shown.node, shown.line, shown.costs)
    for node in shown.line[1:]:
        number = panel.row_of(node)
        assert number is not None
        (word,) = (one for one in panel.rows[number].words if one.node is node)
        rect = panel.listing.rect_of(number)
        assert panel.node_at((rect.left + word.left + 2, rect.centery)) is node
    assert panel.node_at((ROOM.left - 5, ROOM.top + 5)) is None


def test_a_move_that_cost_something_says_what() -> None:
    """The mark stands before the cost, with its error if estimated; best moves are silent."""
    one = move("c1d1")
    margins = Bounds.exactly(9), Bounds.exactly(5)
    cost = MoveCost(position("5m5p/5p5m/9s/9s"), one, *margins, Cost.exactly(4))
    assert marked_cost(cost) == "? −4"
    guess = dataclasses.replace(cost, cost=Cost(0, 9, 4, 2.0))
    assert "±" in marked_cost(guess)
    assert marked_cost(dataclasses.replace(guess, cost=Cost(0, 9))) == ""
    assert marked_cost(None) == ""
