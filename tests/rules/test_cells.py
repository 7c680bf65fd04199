"""Tests of the cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import COLUMNS, ROWS, Cell, FormatError, cell
from tests.support.strategies import check_words

ALL = [Cell(column, row) for column in range(COLUMNS) for row in range(ROWS)]


def test_corners_have_their_names():
    """The top left cell is a1, the bottom right l9."""
    assert [str(Cell(0, 0)), str(Cell(11, 0)), str(Cell(0, 8)), str(Cell(11, 8))] == [
        "a1",
        "l1",
        "a9",
        "l9",
    ]


@pytest.mark.parametrize("each", ALL, ids=str)
def test_parser_and_printer_are_inverse(each):
    """A printed cell is read back, in either case."""
    assert cell(str(each)) == each
    assert cell(str(each).upper()) == each


def test_cells_ascend_by_column_then_row():
    """The order of cells is column first."""
    assert sorted(ALL) == ALL


@pytest.mark.parametrize(
    "text", ["", "a", "a0", "m1", "1a", "a10", " a1", "a１", "\u212a1", "a²", "aa"]
)
def test_anything_else_is_rejected_by_name(text):
    """A bad cell is named in the error, with what was expected."""
    with pytest.raises(
        FormatError, match=r"bad cell .*expected a column a-l and a row 1-9"
    ) as caught:
        cell(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=4))
def test_any_text_is_a_cell_or_a_format_error(text):
    """No text makes the parser fail in another way."""
    try:
        assert str(cell(text)) == text.lower()
    except FormatError as error:
        check_words(error)
