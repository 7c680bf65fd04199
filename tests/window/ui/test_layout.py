"""Rows and columns: who gets how much of the room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from battle.window.ui.layout import (
    FILL,
    Length,
    Share,
    across,
    box,
    centred,
    column,
    down,
    grid,
    lengths,
    row,
)

SHARES = st.builds(Share, st.floats(0.1, 9), st.integers(0, 50), st.integers(50, 400))


def test_boxes_are_found_by_name() -> None:
    """Fixed lengths and gaps come off first, shares get the rest, padding is kept free."""
    parts = column(
        box("head", 20),
        row(box("list", Share(3)), box("preview"), gap=8, name="body"),
        gap=10,
        pad=5,
    ).lay(Rect(0, 0, 118, 140))
    assert parts["head"] == Rect(5, 5, 108, 20)
    assert parts["body"] == Rect(5, 35, 108, 100)
    assert parts["list"] == Rect(5, 35, 75, 100)
    assert parts["preview"] == Rect(88, 35, 25, 100)


@given(st.integers(0, 2000), st.lists(st.integers(0, 90) | SHARES, min_size=1, max_size=6))
def test_shares_keep_their_bounds_and_fill_the_room(room: int, parts: list[Length]) -> None:
    """No share leaves its least and most; without such bounds nothing is left over."""
    found = lengths(room, tuple(parts), 4)
    for part, length in zip(parts, found, strict=True):
        if isinstance(part, int):
            assert length == part
        else:
            assert part.least <= length <= part.most
    free = [FILL if isinstance(part, Share) else part for part in parts]
    fixed = sum(part for part in free if isinstance(part, int)) + 4 * (len(parts) - 1)
    if FILL in free and fixed <= room:
        assert sum(lengths(room, tuple(free), 4)) + 4 * (len(parts) - 1) == room


def test_a_grid_goes_row_by_row() -> None:
    """Cells are equal, with gaps between them only."""
    room = Rect(10, 10, 64, 30)
    cells = grid(room, 3, 2, gap=2)
    assert cells[0] == Rect(10, 10, 20, 14)
    assert cells[5] == Rect(54, 26, 20, 14)
    assert across(room, 30, FILL)[1].right == down(room, FILL)[0].right == room.right
    assert centred(room, 10, 10).center == room.center
