"""Flights of tiles."""

from __future__ import annotations

from battle.rules.deal import deal
from battle.window.board.flights import dealt_flights
from battle.window.board.layout import board_layout


def test_every_tile_of_a_deal_falls_into_its_place() -> None:
    """Each falls straight down onto its own cell; those that are not free are dimmed."""
    start, layout = deal(7), board_layout(48, (600, 400))
    free = set(start.free_cells)
    flights = dealt_flights(start, layout, free.__contains__)
    assert {(flight.cell, flight.kind) for flight in flights} == set(start.tiles())
    for flight in flights:
        place = layout.rect_of(flight.cell)
        assert flight.goal == tuple(map(float, place))
        assert flight.start[0] == flight.goal[0]
        assert flight.start[1] < flight.goal[1]
        assert flight.dimmed == (flight.cell not in free)
