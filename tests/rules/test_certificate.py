"""Proofs that others can check: what is written by hand is verified, or refused with the place."""

from __future__ import annotations

import pytest

from battle.rules.certificate import Certificate, RefutedError, verify
from battle.rules.position import FormatError, position

HEAD = "mahjong-battle proof 1\nposition 5m5p/5p5m/9s/9s 1 0-0\n"
AT_LEAST = "at least 9\n5m5p/5p5m/9s/9s c1d1\n.5p/5p a2b1\n5m/.5m a1b2\n"
AT_MOST = "at most 9\n.5p/5p/9s/9s a2b1\n5m/.5m/9s/9s a1b2\n5m5p/5p5m a1b2\n"


def test_a_proof_by_hand() -> None:
    """Two claims that meet prove the value: the 9s first, then a pair of five for each."""
    start = position("5m5p/5p5m/9s/9s")
    assert verify(HEAD + AT_LEAST + AT_MOST) == Certificate(start, 9, 9, 6, 11)


def test_one_claim_is_enough() -> None:
    """A proof may bound the value on one side only."""
    found = verify(HEAD + AT_MOST)
    assert (found.lower, found.upper) == (None, 9)


def test_a_game_that_is_over() -> None:
    """Where no pair can be taken 0 is proven without an answer, and nothing else."""
    head = "mahjong-battle proof 1\nposition 1s2s1s2s 2\n"
    assert verify(head + "at least 0\nat most 0\n").positions == 2
    with pytest.raises(RefutedError, match=r"missing at the end$"):
        verify(head + "at least 1\n")


def test_what_is_left_may_be_enough() -> None:
    """No answer is needed where even the loss of every point does no harm."""
    assert verify(f"{HEAD}at least -19\nat most 19\n").answers == 0


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            HEAD + AT_LEAST.replace("least 9", "least 10"),
            "1 points are missing at the end, after c1d1 a1b2 a2b1",
        ),
        (
            HEAD + AT_MOST.replace("most 9", "most 8"),
            "1 points are missing at the end, after a1b2 a2b1 c1d1",
        ),
        (HEAD + AT_LEAST.replace(".5p/5p a2b1\n", ""), "no answer to .5p/5p, after c1d1 a1b2"),
        (
            HEAD + AT_LEAST.replace("9s c1d1", "9s a1b2"),
            "no answer to //9s/9s, after a1b2 a2b1",
        ),
        (
            HEAD + AT_LEAST.replace("9s c1d1", "9s a1a2"),
            "line 4: illegal move a1a2: 5m and 5p are not",
        ),
        (HEAD + AT_LEAST.replace("9s c1d1", "9s c1"), "line 4: bad move 'c1'"),
        (HEAD + AT_LEAST + "/5p/5p b1c1\n", "line 7: this position does not come about"),
    ],
)
def test_a_proof_that_fails(text: str, error: str) -> None:
    """A proof that does not hold is refused, and the place is named."""
    with pytest.raises(RefutedError, match=error):
        verify(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "no proof: expected the first line"),
        ("mahjong-battle proof 2\n", "no proof: expected the first line"),
        ("mahjong-battle proof 1\n", "line 2: expected"),
        ("mahjong-battle proof 1\nposition 5x\n", "bad column a"),
        (HEAD, "line 3: expected"),
        (HEAD + "5m5p/5p5m/9s/9s c1d1\n", "line 3: expected a claim"),
        (HEAD + "at least nine\n", "line 3: expected points"),
        (HEAD + "at least ٣\n", "line 3: expected points"),
        (HEAD + "at least 99999\n", "line 3: expected points"),
        (HEAD + "at least -19\n\n", "line 4: expected a claim or a new grid"),
        (HEAD + AT_LEAST + "5m/.5m a1b2\n", "line 7: expected a claim or a new grid"),
        (HEAD + AT_LEAST + "at least 9\n", "'at least' is claimed twice"),
    ],
)
def test_a_text_that_is_none(text: str, error: str) -> None:
    """What is not in the format is told with its line."""
    with pytest.raises(FormatError, match=error):
        verify(text)
