"""Tests of the kinds of tile."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import KINDS, FormatError, kind
from tests.support.strategies import check_words


def test_there_are_27_kinds_in_the_promised_order():
    """The kinds come by suit m, p, s, then by rank."""
    assert [str(each) for each in KINDS] == [
        f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)
    ]
    assert [each.index for each in KINDS] == list(range(27))


@pytest.mark.parametrize("each", KINDS, ids=str)
def test_parser_and_printer_are_inverse(each):
    """A printed kind is read back as the same object, with its suit and rank."""
    assert kind(str(each)) is each
    assert str(each) == f"{each.rank}{each.suit}"


def test_copies_are_the_same_object():
    """Kinds may be compared with `is` even after copying and pickling."""
    for each in KINDS:
        assert copy.deepcopy(each) is each
        assert pickle.loads(pickle.dumps(each)) is each


@pytest.mark.parametrize("text", ["", "5", "m", "5z", "0m", "m5", "5mm", " 5m", "５m", "55", "10m"])
def test_anything_else_is_rejected_by_name(text):
    """A bad tile is named in the error, with what was expected."""
    with pytest.raises(
        FormatError, match=r"bad tile .*expected a rank 1-9 and a suit m, p or s"
    ) as caught:
        kind(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=4))
def test_any_text_is_a_kind_or_a_format_error(text):
    """No text makes the parser fail in another way."""
    try:
        assert str(kind(text)) == text
    except FormatError as error:
        check_words(error)
