"""The lists and the graph of Analyse as models: what lies where, and what stays chosen."""

from __future__ import annotations

import dataclasses

import pygame
import pytest

from battle.analysis.costs import MoveCost
from battle.analysis.study import Snapshot, Study
from battle.analysis.values import Bounds, Cost, MoveInfo
from battle.page.plots import margin_plot
from battle.rules.game import Game
from battle.rules.position import ALL_POINTS, move, position
from battle.window.board.tree import TreePanel, marked_cost
from battle.window.pages.painters import scale_in
from battle.window.study.panels import BEST, GraphPanel, LinesPanel, line_plots
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
    """The place nearest to a point is the one that stands there; the head shows none."""
    graph = GraphPanel(Theme(1.0))
    graph.place(Theme(1.0), ROOM)
    plot = margin_plot([(place, True) for place in range(40)], ("Ada", "Ben"))
    graph.scale = scale_in(graph.margins, plot)
    for place in range(40):
        point = round(graph.x_of(place)), graph.plot.centery
        assert graph.place_at(point) == place
    assert graph.place_at(graph.head.center) is None
    assert graph.place_at((ROOM.right + 5, ROOM.centery)) is None


def test_the_axis_holds_every_margin() -> None:
    """The edges are round numbers that no margin exceeds, and as far from zero."""
    margins, _losses = line_plots(Snapshot(study()))
    assert (margins.low, margins.high) == (-10, 10)


def test_a_margin_that_is_estimated_has_a_wave() -> None:
    """Proven margins stand alone, estimates after a wave, what is not known as a question."""
    assert margin_figure(Bounds(4, 4, 4)) == "+4"
    assert margin_figure(Bounds(-9, 9, -4)).startswith("~")
    assert margin_figure(Bounds(-9, 9)) == "?"


# --- the lines ----------------------------------------------------------------------------------


def test_the_chosen_line_stays_chosen_wherever_it_stands() -> None:
    """When news bring the moves into another order the choice goes with its move."""
    place = Study(Game(START))
    panel = LinesPanel(Theme(1.0))
    panel.place(Theme(1.0), ROOM)
    panel.fill(Snapshot(place), everything=True)
    assert panel.chosen is None
    panel.listing.choose(len(panel.rows) - 1)
    chosen = panel.chosen
    assert chosen is not None
    moves = START.legal_moves
    worth = {one: 9 if one == chosen else 0 for one in moves}
    most = ALL_POINTS
    place.values.learn(START, [MoveInfo(m, -most, most, v, 1, (m,)) for m, v in worth.items()])
    panel.fill(Snapshot(place), everything=True)
    assert panel.rows[0].move == chosen
    assert panel.chosen == chosen
    assert panel.listing.chosen == 0


def test_only_the_best_lines_are_listed_unless_all_are_wanted() -> None:
    """Without a wish for everything there are a few rows at most."""
    start = position("5m/5m/5m/5m/5p/5p/5p/5p")
    panel = LinesPanel(Theme(1.0))
    panel.place(Theme(1.0), ROOM)
    panel.fill(Snapshot(Study(Game(start))), everything=False)
    assert len(panel.rows) == BEST < len(start.legal_moves)
    panel.fill(Snapshot(Study(Game(start))), everything=True)
    assert len(panel.rows) == len(start.legal_moves)


# --- the tree -----------------------------------------------------------------------------------


def test_every_move_of_the_tree_is_found_where_it_stands() -> None:
    """The move at a point is the one whose words are there."""
    shown = Snapshot(study())
    panel = TreePanel(Theme(1.0))
    panel.place(Theme(1.0), ROOM)
    panel.fill(shown.root, shown.node, shown.costs)
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
