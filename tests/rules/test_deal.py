"""Tests of the numbered deals."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.deal import LAST_DEAL, deal, deal_number
from battle.rules.position import KINDS, FormatError
from tests.support.strategies import check_words, deal_numbers


def test_deal_1_begins_as_the_format_says():
    """Column a of deal 1 is the one the format promises."""
    assert str(deal(1)).startswith("3m5p7p8s6m7m1m9m2p/2m9s6m2p7p6p5s9s3s/")


@given(deal_numbers)
def test_every_deal_has_all_tiles(number):
    """A deal is the 108 tiles, 24 of them free, player 1 to move, all 270 points to come."""
    start = deal(number)
    assert Counter(kind for _, kind in start.tiles()) == dict.fromkeys(KINDS, 4)
    assert (len(start.free_cells), start.to_move, start.points) == (24, 1, (0, 0))
    assert start.points_left == 270


def test_deals_differ():
    """The first hundred deals and the last are all different."""
    numbers = [*range(1, 101), LAST_DEAL]
    assert len({deal(number) for number in numbers}) == len(numbers)


@given(deal_numbers)
def test_a_number_is_read_as_it_is_printed(number):
    """Parser and printer of deal numbers are inverse."""
    assert deal_number(str(number)) == number


@pytest.mark.parametrize("number", [0, -1, LAST_DEAL + 1, 10**30])
def test_numbers_out_of_range_are_rejected(number):
    """A number out of range is named, with the range."""
    with pytest.raises(FormatError, match=f"bad deal number {number}: expected 1 to {LAST_DEAL}"):
        deal(number)


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1.0", "1e3", "0", "٣", "²", "9" * 5000, "1 2", "0x1"]
)
def test_texts_that_are_no_number_are_rejected(text):
    """A text that is no deal number is named in one short line."""
    with pytest.raises(FormatError, match=r"bad deal number .*expected 1 to") as caught:
        deal_number(text)
    assert len(str(caught.value)) < 120


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_a_format_error(text):
    """No text makes the parser fail in another way."""
    try:
        assert 1 <= deal_number(text) <= LAST_DEAL
    except FormatError as error:
        check_words(error)
