"""Tests of the comment commands that analysis leaves in a record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import FormatError
from battle.rules.record import (
    Evaluation,
    clock_in,
    evaluation,
    evaluation_in,
    with_clock,
    with_evaluation,
    with_words,
    without_commands,
)
from tests.support.strategies import check_words, mutilated

evaluations = st.builds(Evaluation, st.sampled_from(["=", ">=", "<=", "~"]), st.integers(-270, 270))


@given(evaluations)
def test_parser_and_printer_are_inverse(value):
    """A printed evaluation is read back."""
    assert evaluation(str(value)) == value


def test_the_formats_examples_are_read():
    """The four relations of the format mean what it says."""
    assert evaluation("=7") == Evaluation("=", 7)
    assert evaluation(">=3") == Evaluation(">=", 3)
    assert evaluation("<=9") == Evaluation("<=", 9)
    assert evaluation("~5") == Evaluation("~", 5)
    assert [evaluation(text).is_proven for text in ("=7", ">=3", "<=9", "~5")] == [True] + [
        False
    ] * 3
    assert evaluation("=+7") == evaluation("=7")


@pytest.mark.parametrize("text", ["", "7", "=", "==7", "= 7", "=7.5", "=٣", "=1000", "#7"])
def test_anything_else_is_rejected_by_name(text):
    """A bad evaluation is named in the error."""
    with pytest.raises(FormatError, match=r"bad evaluation .*expected =, >=, <= or ~ and a margin"):
        evaluation(text)


@given(mutilated(["=7", ">=-3", "<=+9", "~5"]))
def test_mutilated_evaluations_are_read_or_rejected(text):
    """No text makes the parser fail in another way."""
    try:
        assert evaluation(str(evaluation(text))) == evaluation(text)
    except FormatError as error:
        check_words(error)


@given(evaluations, st.floats(0, 10**5))
def test_commands_live_side_by_side_with_words(value, seconds):
    """Writing one command leaves the words and the other command alone."""
    comment = with_clock(with_evaluation("good [sic] move", value), seconds)
    assert evaluation_in(comment) == value
    assert clock_in(comment) == pytest.approx(seconds, abs=0.0501)
    assert without_commands(comment) == "good [sic] move"
    assert without_commands(with_evaluation(comment, None)) == "good [sic] move"
    assert evaluation_in(with_evaluation(comment, None)) is None
    assert clock_in(with_clock(comment, None)) is None


@given(evaluations, evaluations)
def test_a_new_evaluation_replaces_the_old_one(old, new):
    """A comment has one evaluation."""
    comment = with_evaluation(with_evaluation("", old), new)
    assert comment == f"[%eval {new}]"


def test_the_clock_is_written_as_in_pgn():
    """Hours, minutes, seconds, and tenths where there are some."""
    assert with_clock("", 192) == "[%clk 0:03:12]"
    assert with_clock("", 3600.25) == "[%clk 1:00:00.2]"


@given(st.text())
def test_any_comment_can_be_asked(comment):
    """A comment of any kind is no error."""
    evaluation_in(comment)
    clock_in(comment)
    without_commands(comment)


@given(evaluations, st.text(max_size=20))
def test_words_replace_words_and_nothing_else(value, words):
    """New words leave every command as it is, and cannot end the comment or be taken for one."""
    comment = with_words(with_evaluation("old words", value), words)
    assert evaluation_in(comment) == value
    assert "old words" not in comment
    assert not set("{}") & set(comment)
    assert with_words(comment, without_commands(comment)) == comment
