"""Where everything is around a table, at every size."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from battle.rules.position import COLUMNS, ROWS, Cell
from battle.window.board.layout import TableLayout, row_of, table_layout
from battle.window.table.view import player_layout, tray_slots
from battle.window.ui.window import text_scale_of

sizes = st.tuples(st.integers(900, 3840), st.integers(600, 2160))
texts = st.sampled_from([0.8, 1.0, 1.3, 1.6])
cells = st.builds(Cell, st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))


def _parts(layout: TableLayout) -> list[Rect]:
    return [
        *layout.tools,
        layout.race,
        *layout.players,
        layout.board.outer,
        layout.pairs,
        layout.moves,
        layout.status,
    ]


def _layout(size: tuple[int, int], text: float) -> TableLayout:
    return table_layout(size, text_scale_of(size, text))


@given(sizes, texts)
def test_nothing_overlaps_and_nothing_leaves_the_window(size: tuple[int, int], text: float) -> None:
    """At every allowed size and text scale all parts lie apart, inside the window."""
    parts = _parts(_layout(size, text))
    window = Rect((0, 0), size)
    for part in parts:
        assert window.contains(part), part
        assert part.width > 0
        assert part.height > 0
    for one, other in combinations(parts, 2):
        assert not one.colliderect(other), (one, other)


@given(sizes, texts)
def test_a_players_panel_holds_its_parts(size: tuple[int, int], text: float) -> None:
    """Every part of a player's panel lies inside it, the tray with room for tiles."""
    scale = text_scale_of(size, text)
    for rect in _layout(size, text).players:
        panel = player_layout(rect, scale)
        for part in (panel.badge, panel.name, panel.score, panel.bar, panel.strip, panel.tray):
            assert rect.contains(part)
        assert panel.tray.height >= 20


@given(sizes, cells)
def test_a_cells_middle_is_in_that_cell(size: tuple[int, int], cell: Cell) -> None:
    """The middle of a cell's tile belongs to the cell, so a click there hits it."""
    board = _layout(size, 1.0).board
    assert board.cell_at(board.rect_of(cell).center) == cell
    assert board.felt.contains(board.rect_of(cell))


@given(sizes)
def test_points_beside_the_grid_belong_to_no_cell(size: tuple[int, int]) -> None:
    """The rim and the margin of the cloth hit no tile."""
    board = _layout(size, 1.0).board
    for point in (board.outer.topleft, board.outer.midtop, board.outer.bottomright):
        assert board.cell_at(point) is None


@given(st.integers(60, 900), st.integers(30, 600), st.integers(1, 54))
def test_a_tray_holds_every_pair(width: int, height: int, pairs: int) -> None:
    """All pairs lie in different places of the tray, as far as tiles can be made small."""
    tray = Rect(10, 20, width, height)
    slots = tray_slots(tray, pairs, 34)
    assert len(slots.corners) == len(set(slots.corners)) == pairs
    if slots.tile > 8:
        for left, top in slots.corners:
            assert tray.contains(Rect(left, top, slots.tile, slots.tile * 4 // 3))


def test_tall_windows_put_the_players_above_the_table() -> None:
    """A portrait window uses its width for the table."""
    tall, wide = _layout((900, 1400), 1.0), _layout((1400, 900), 1.0)
    assert tall.players[0].bottom < tall.board.outer.top
    assert wide.players[0].right < wide.board.outer.left
    assert tall.board.outer.width > 800


def test_tiles_grow_with_the_window() -> None:
    """A larger window shows larger tiles, up to 4K."""
    widths = [_layout(s, 1.0).board.tile[0] for s in ((900, 600), (1280, 800), (2560, 1440))]
    assert widths == sorted(set(widths))
    assert _layout((3840, 2160), 1.0).board.tile[0] > 130


def test_buttons_stand_side_by_side() -> None:
    """A row of buttons fills its room without overlap."""
    rect = Rect(10, 10, 200, 44)
    places = row_of(rect, 6, 6)
    assert all(rect.contains(place) for place in places)
    assert all(one.right <= other.left for one, other in pairwise(places))
