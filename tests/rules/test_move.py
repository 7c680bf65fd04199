"""Tests of the moves as texts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.rules.position import COLUMNS, ROWS, Cell, FormatError, Move, move, move_of
from tests.support.strategies import check_words, mutilated

cells = st.builds(Cell, st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))
pairs = st.lists(cells, min_size=2, max_size=2, unique=True)


@given(pairs)
def test_parser_and_printer_are_inverse(pair):
    """A printed move is read back."""
    made = move_of(*pair)
    assert move(str(made)) == made


@given(pairs, st.sampled_from(["", "-", " "]), st.booleans())
def test_every_spelling_is_the_same_move(pair, between, upper):
    """Cells in either order and case, with a space or a hyphen between, are one move."""
    text = f"{pair[0]}{between}{pair[1]}"
    assert move(text.upper() if upper else text) == Move(*sorted(pair))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a1",
        "a1c",
        "a1a1",
        "a1--c9",
        "a1  c9",
        "a1c9d1",
        "z1c9",
        "a1c0",
        "a1c9 ",
        "a1c９",
        "a1\nc9",
    ],
)
def test_anything_else_is_rejected_by_name(text):
    """A bad move is named in the error."""
    with pytest.raises(FormatError, match=r"^bad move .*(expected|needs)") as caught:
        move(text)
    assert "\n" not in str(caught.value)


@settings(max_examples=1500)
@given(mutilated(["a1c9", "l9-A1", "f1 f9"]))
def test_mutilated_moves_are_moves_or_format_errors(text):
    """No text makes the parser fail in another way."""
    try:
        found = move(text)
        assert move(str(found)) == found
    except FormatError as error:
        check_words(error)
