"""Links: what is written is read again, and nothing else is read."""

from __future__ import annotations

import base64
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.links import deal_link, game_link, held_in, position_link, topic_in
from battle.rules.position import LAST_DEAL, Position, RulesError
from battle.rules.record import Game, Record


def game_of(number: int, choices: list[int]) -> Game:
    """Return a game on a deal, each move chosen by a number."""
    game = Game(Position.of_deal(number))
    for choice in choices:
        if moves := game.position.legal_moves:
            game.play(moves[choice % len(moves)])
    return game


@given(st.integers(1, LAST_DEAL), st.lists(st.integers(0, 999), max_size=54), st.text())
def test_links_are_read_as_they_were_written(number: int, choices: list[int], name: str) -> None:
    """A position, a game and a deal are the same after a way through a link, whatever its page."""
    game = game_of(number, choices)
    record = Record({"First": "".join(filter(str.isprintable, name))}, game)
    for page in ("", "https://example.org/a/", "http://127.0.0.1:8000/"):
        assert held_in(page + position_link(game.position)) == game.position
        assert held_in(page + game_link(record)) == record
        found = held_in(page + deal_link(number))
        assert isinstance(found, Record)
        assert found.game.start == Position.of_deal(number)
    assert game_link(record).isascii()


@given(st.sampled_from(["position", "game", "deal"]), st.text(max_size=300))
def test_any_other_link_is_refused_by_the_rules(name: str, said: str) -> None:
    """Whatever stands in a link, it is read or refused as the rules refuse."""
    with suppress(RulesError):
        held_in(f"#{name}={said}")


def test_a_problem_is_its_position() -> None:
    """The line of a problem opens as its position; a bomb of a game is refused."""
    found = held_in("5m5p/5p5m/9s/9s; c1d1:9; a1b2:1; a2b1:1")
    assert found == Position.parse("5m5p/5p5m/9s/9s")
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000, 9)).decode()
    with pytest.raises(RulesError, match="not whole, or too long"):
        held_in(f"#game={bomb}")


def test_a_capital_before_an_invitation_makes_no_difference() -> None:
    """Phones write the first letter of a line large."""
    topic = "A" * 22
    assert topic_in(f"Mahjong-battle:1.{topic}.key") == topic
