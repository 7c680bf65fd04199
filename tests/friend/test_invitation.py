"""The line that is sent to a friend."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.friend.channel import check_topic
from battle.friend.invitation import Invitation, invitation
from battle.rules.position import FormatError

BROKERS = st.sampled_from(["mqtts://example.org", "mqtt://[::1]:1883", "mqtt://10.0.0.7:18830", ""])


@given(BROKERS, st.booleans())
def test_it_is_read_as_it_was_written(broker: str, lan: bool) -> None:
    """An invitation and its line are each other's inverse."""
    made = Invitation.new(broker, lan=lan or not broker)
    assert invitation(str(made)) == made
    assert check_topic(made.topic)


LINE = str(Invitation.new("mqtts://example.org", lan=True))


@pytest.mark.parametrize(
    "around", ["Play! {} Ada", "<{}>", "\n\n{}\n", "“{}”", "{}.", "{}, please"]
)
def test_words_around_it_do_no_harm(around: str) -> None:
    """A line is found in what a messenger makes of it."""
    assert invitation(around.format(LINE)) == invitation(LINE)


@given(st.integers(min_value=1, max_value=len(LINE) - 1))
def test_a_cut_line_is_told(length: int) -> None:
    """A line that lacks its end, however little, is refused in one line."""
    with pytest.raises(FormatError) as refused:
        invitation(LINE[:length])
    assert "\n" not in str(refused.value)


@given(st.integers(min_value=15, max_value=len(LINE) - 1), st.sampled_from("aB3_-"))
def test_a_mistyped_letter_is_told(at: int, letter: str) -> None:
    """A line with another letter in it is refused."""
    if LINE[at] != letter:
        with pytest.raises(FormatError):
            invitation(LINE[:at] + letter + LINE[at + 1 :])


def test_a_newer_invitation_says_so() -> None:
    """An invitation of a later version asks for a newer program."""
    with pytest.raises(FormatError, match="newer"):
        invitation(LINE.replace(":1.", ":2.", 1))


@given(st.text(max_size=300))
def test_other_texts_are_refused_in_a_line(text: str) -> None:
    """Anything else is refused, with the word before it or without."""
    for words in (text, f"mahjong-battle:{text}", f"mahjong-battle:1.{text}"):
        with pytest.raises(FormatError):
            invitation(words)


@pytest.mark.parametrize("broker", ["", "http://example.org", "mqtt://", "mqtt://a b"])
def test_an_invitation_leads_somewhere(broker: str) -> None:
    """Without a broker or the network at home there is no invitation."""
    with pytest.raises(FormatError):
        Invitation.new(broker)
