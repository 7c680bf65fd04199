"""The mark of the move looked at, on the board and in the list of moves."""

from __future__ import annotations

from unittest.mock import patch

from battle.analysis.ledger import MoveCost
from battle.window.study import view as analyse_view
from tests.support.pilot import FRAME, Pilot
from tests.support.twin import cost_of, reviewed, seat_twin, turned_game, winner


def test_the_board_marks_the_move_that_led_there(pilot: Pilot) -> None:
    """At every place of a reviewed game the mark has the cost and the change the twin finds."""
    seat_twin(pilot)
    game = turned_game()
    scene = reviewed(pilot, game)
    drawn: list[MoveCost] = []

    def note(*found: object) -> None:
        assert isinstance(found[-1], MoveCost)
        drawn.append(found[-1])

    changes = 0
    with patch.object(analyse_view, "draw_mark", note):
        for node in game.root.main_line():
            assert node.parent is not None
            scene.go_to(node)
            pilot.run(0.3)
            drawn.clear()
            pilot.pixels()
            (cost,) = drawn
            changed = winner(node.position) != winner(node.parent.position)
            assert (cost.move, cost.points, cost.exact) == (node.move, cost_of(node), True)
            assert cost.changed_outcome == changed
            assert scene.tree.costs[node] == cost
            changes += changed
    assert changes


def test_the_mark_is_seen(pilot: Pilot) -> None:
    """A costly move's mark changes the picture of the places its tiles were taken from."""
    seat_twin(pilot)
    game = turned_game()
    scene = reviewed(pilot, game)
    node = next(node for node in game.root.main_line() if cost_of(node))
    assert node.move is not None
    scene.go_to(node)
    pilot.hover((5, 5))
    pilot.run(0.5)
    with_mark = pilot.pixels()
    with patch.object(analyse_view, "draw_mark", lambda *found: None):
        pilot.run(FRAME)
        assert pilot.pixels() != with_mark
